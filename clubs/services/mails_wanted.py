"""Who wants e-mails of rounds: an account says so for each of its clubs, nobody says it for somebody else."""

from clubs.models import Membership


def want_mails(membership: Membership, *, wanted: bool) -> Membership:
    """Twice is once. It is nobody's business but one's own, so it stands in no log."""
    Membership.objects.filter(pk=membership.pk).update(mails=wanted)
    membership.mails = wanted
    return membership
