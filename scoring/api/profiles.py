"""The API of a club's house-rule profiles: list, make, a new version, rename, archive."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import club_api, envelope
from clubs.api.serializers import RefusedAnswer
from clubs.models import Membership, RuleProfile, RuleVersion
from scoring import queries
from scoring.games.sheet import GAMES
from scoring.screens.house_rules import changed_in_words
from scoring.services import profiles as use_cases
from scoring.services.profiles import RulesMoved

RULES_HELP = "What departs from the game's defaults, see /api/v1/games/; kept whole."


class NewProfile(serializers.Serializer[Any]):
    game = serializers.CharField()
    name = serializers.CharField(allow_blank=True, help_text="Like Gasthaus Post.")
    house_rules = serializers.JSONField(required=False, default=dict, help_text=RULES_HELP)


class NewVersion(serializers.Serializer[Any]):
    after = serializers.IntegerField(help_text="Number of the version that was seen; another one since is a 409.")
    house_rules = serializers.JSONField(help_text=RULES_HELP)


class ProfileName(serializers.Serializer[Any]):
    name = serializers.CharField(allow_blank=True)


class VersionAnswer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    house_rules = serializers.DictField()
    made_at = serializers.DateTimeField()
    made_by = serializers.CharField(help_text="As the club calls this account; empty where it is gone.")
    changed = serializers.ListField(
        child=serializers.CharField(), help_text="What it changed of the version before, in words."
    )
    sheets = serializers.IntegerField(help_text="How many sheets were begun under it.")
    first_day = serializers.DateField(allow_null=True)
    last_day = serializers.DateField(allow_null=True)
    people = serializers.ListField(child=serializers.IntegerField(), help_text="Who played under it.")


class ProfileAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    game = serializers.CharField()
    name = serializers.CharField()
    archived = serializers.BooleanField()
    version = serializers.IntegerField(help_text="The latest, which counts for new sheets.")
    house_rules = serializers.DictField(help_text="Those of the latest version.")
    sheets = serializers.IntegerField(help_text="How many were begun under any of its versions.")


class ProfileWithVersions(ProfileAnswer):
    versions = VersionAnswer(many=True, help_text="Latest first.")


class RulesConflict(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="conflict")
    changed = serializers.ListField(child=serializers.CharField(), help_text="What has changed since, in words.")
    profile = ProfileWithVersions()


@extend_schema(methods=["GET"], operation_id="v1_clubs_house_rules_list", responses={200: ProfileAnswer(many=True)},
               summary="House-rule profiles of a club, archived ones too")  # fmt: skip
@extend_schema(methods=["POST"], request=NewProfile, responses={201: ProfileWithVersions, 422: RefusedAnswer},
               summary="Make a profile; sent again it is the same profile")  # fmt: skip
@club_api(GET="see", POST="direct")
def profiles(request: Request, membership: Membership) -> Response:
    if request.method == "GET":
        found = queries.profiles_of(membership.club)
        return Response([profile_data(one, one.sheets) for one in found])  # type: ignore[attr-defined]  # annotated
    version = use_cases.make_profile(club=membership.club, by=membership.user, **envelope(NewProfile, request))
    return Response(with_versions(membership, version.profile_id), status=201)


@extend_schema(methods=["GET"], responses={200: ProfileWithVersions}, summary="A profile with all its versions")
@extend_schema(methods=["PATCH"], request=ProfileName, responses={200: ProfileWithVersions, 422: RefusedAnswer},
               summary="Call a profile something else")  # fmt: skip
@club_api(GET="see", PATCH="direct")
def profile(request: Request, membership: Membership, pk: int) -> Response:
    found = profile_of(membership, pk)
    if request.method == "PATCH":
        use_cases.rename_profile(found, by=membership.user, **envelope(ProfileName, request))
    return Response(with_versions(membership, pk))


@extend_schema(request=NewVersion, responses={201: ProfileWithVersions, 409: RulesConflict, 422: RefusedAnswer},
               summary="Change the rules: a new version")  # fmt: skip
@club_api(POST="direct")
def versions(request: Request, membership: Membership, pk: int) -> Response:
    found = profile_of(membership, pk)
    try:
        use_cases.change_rules(found, by=membership.user, **envelope(NewVersion, request))
    except RulesMoved as moved:
        changed = between(found, moved.seen, moved.now)
        data = {"code": "conflict", "changed": changed, "profile": with_versions(membership, pk)}
        return Response(data, status=409)
    return Response(with_versions(membership, pk), status=201)


@extend_schema(request=None, responses={200: ProfileWithVersions}, summary="Offer a profile for no new sheet any more")
@club_api(POST="direct")
def archive(request: Request, membership: Membership, pk: int) -> Response:
    use_cases.archive_profile(profile_of(membership, pk), by=membership.user)
    return Response(with_versions(membership, pk))


@extend_schema(request=None, responses={200: ProfileWithVersions}, summary="Offer an archived profile again")
@club_api(POST="direct")
def bring_back(request: Request, membership: Membership, pk: int) -> Response:
    use_cases.bring_back_profile(profile_of(membership, pk), by=membership.user)
    return Response(with_versions(membership, pk))


# --- what they share -----------------------------------------------------------------------------------------------


def profile_of(membership: Membership, pk: int) -> RuleProfile:
    found = queries.profile_of(membership.club, pk)
    if found is None:
        raise NotFound
    return found


def profile_data(profile: RuleProfile, sheets: int) -> dict[str, Any]:
    latest = profile.versions.all()[0]
    return {
        "id": profile.pk,
        "game": profile.game,
        "name": profile.name,
        "archived": profile.archived_at is not None,
        "version": latest.number,
        "house_rules": latest.house_rules,
        "sheets": sheets,
    }


def with_versions(membership: Membership, pk: int) -> dict[str, Any]:
    """The profile as it is now, with what each version changed and who played under it."""
    profile = profile_of(membership, pk)
    made = list(profile.versions.all())
    played, makers = queries.played_under(profile), queries.makers_of(membership.club, made)
    return {
        **profile_data(profile, sum(one.sheets for one in played.values())),
        "versions": [
            version_data(version, played.get(version.pk, queries.Played()), makers.get(version.made_by_id, ""))
            | {"changed": between(profile, before, version)}
            for version, before in zip(made, [*made[1:], None], strict=True)
        ],
    }


def version_data(version: RuleVersion, played: queries.Played, by: str) -> dict[str, Any]:
    return {
        "number": version.number,
        "house_rules": version.house_rules,
        "made_at": version.made_at,
        "made_by": by,
        "sheets": played.sheets,
        "first_day": played.first,
        "last_day": played.last,
        "people": sorted(played.people),
    }


def between(profile: RuleProfile, before: RuleVersion | None, after: RuleVersion) -> list[str]:
    """What a version changed of an earlier one, in words."""
    return changed_in_words(GAMES[profile.game], before.house_rules, after.house_rules) if before else []
