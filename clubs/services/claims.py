"""'This guest was me': an account asks to be one of the club's people, or the club asks the account.

Once both sides have agreed, an account without a person becomes this one, and an account that is somebody already gets
the other's history by merging (which can be parted again).
"""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from clubs import queries
from clubs.models import Claim, Membership, Player, User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.merging import SatTogether, merge
from clubs.services.turns import in_turn


def ask_claim(membership: Membership, player: Player, *, by: User) -> Claim:
    """The account asks to be this person; the club answers. Asked twice it is one claim.

    Refused where the person belongs to another club or has an account here already.
    """
    return _ask(membership, player, by=by, by_club=False)


def offer_claim(membership: Membership, player: Player, *, by: User) -> Claim:
    """The club says that this person is the account; the account answers. The same refusals as for asking."""
    return _ask(membership, player, by=by, by_club=True)


def _ask(membership: Membership, player: Player, *, by: User, by_club: bool) -> Claim:
    """One open claim between an account and a person, whoever spoke first: the other side then has to answer it."""
    if problems := problems_with(membership, player):
        raise Refused(*problems)
    asked = Claim.objects.filter(membership=membership, player=player, answered_at=None)
    if (claim := asked.first()) is not None:
        return claim
    try:
        with transaction.atomic():
            claim = Claim.objects.create(
                club=membership.club, player=player, membership=membership, by_club=by_club, asked_by=by
            )
            what = "claim_offered" if by_club else "claim_asked"
            log_change(membership.club, what, by=by, after={"account": membership.user_id}, player=player)
            return claim
    except IntegrityError:
        return asked.get()


def problems_with(membership: Membership, player: Player) -> list[Problem]:
    """Why this account cannot be this person."""
    if player.club_id != membership.club_id or player.merged_into_id is not None or player.erased_at is not None:
        return [Problem("no_such_person", "player")]
    if membership.player_id == player.pk:
        return [Problem("claim_oneself", "player")]
    if Membership.objects.filter(player=player).exists():
        return [Problem("person_has_account", "player")]
    return []


def may_answer(claim: Claim, membership: Membership, *, people: bool) -> bool:
    """The account answers what the club asked; what the account asked, whoever may change people (`people`)."""
    return claim.membership_id == membership.pk if claim.by_club else people


def may_withdraw(claim: Claim, membership: Membership, *, people: bool) -> bool:
    """Whoever asked: the account, or for the club whoever may change people (`people`)."""
    return people if claim.by_club else claim.membership_id == membership.pk


def answer_claim(
    claim: Claim, *, by: User, agreed: bool, sat_together: SatTogether, now: datetime | None = None
) -> Claim:
    """The other side agrees or refuses; the same answer again changes nothing.

    Agreeing closes what others asked of this person. Refused: a claim that was answered otherwise or withdrawn in the
    meantime, a person who has an account by now, and what speaks against merging.
    """
    with transaction.atomic():
        in_turn(claim.club)
        fresh = Claim.objects.select_related("club", "membership__player", "player").filter(pk=claim.pk).first()
        if fresh is None:
            raise Refused(Problem("claim_gone"))
        if fresh.answered_at is not None:
            if fresh.agreed != agreed:
                raise Refused(Problem("claim_answered"))
            return fresh
        fresh.answered_at, fresh.agreed = now or timezone.now(), agreed
        fresh.save(update_fields=["answered_at", "agreed"])
        if agreed:
            _settle(fresh, by=by, sat_together=sat_together)
        what, told = "claim_agreed" if agreed else "claim_refused", {"account": fresh.membership.user_id}
        log_change(fresh.club, what, by=by, after=told, player=fresh.player)
    return fresh


def _settle(claim: Claim, *, by: User, sat_together: SatTogether) -> None:
    membership, person = claim.membership, queries.people_of(claim.club)[claim.player_id]
    if problems := problems_with(membership, person):
        raise Refused(*problems)
    if membership.player is None:
        membership.player = person
        membership.save(update_fields=["player"])
        Player.objects.filter(pk=person.pk).update(guest=False)
    else:
        merge(claim.club, gone=person, into=membership.player, by=by, sat_together=sat_together)
    others = Claim.objects.filter(club=claim.club, answered_at=None, player__in=(claim.player_id, person.pk))
    others.update(answered_at=claim.answered_at)


def withdraw_claim(claim: Claim, *, by: User) -> None:
    """Who asked takes it back, as if it had not been asked. Refused once it was answered; taken back twice is once."""
    with transaction.atomic():
        in_turn(claim.club)
        fresh = Claim.objects.filter(pk=claim.pk).first()
        if fresh is None:
            return
        if fresh.answered_at is not None:
            raise Refused(Problem("claim_answered"))
        fresh.delete()
        told = {"account": claim.membership.user_id}
        log_change(claim.club, "claim_withdrawn", by=by, before=told, player=claim.player)


def cut_link(player: Player, *, by: User) -> None:
    """The account turned out not to be this person: it stays in the club and is nobody yet. Cut twice is cut once."""
    with transaction.atomic():
        in_turn(player.club)
        membership = Membership.objects.filter(player=player).first()
        if membership is not None:
            Membership.objects.filter(pk=membership.pk).update(player=None)
            told = {"account": membership.user_id}
            log_change(player.club, "account_cut", by=by, before=told, player=player)
