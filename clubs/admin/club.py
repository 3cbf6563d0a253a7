"""Clubs, roles, invitations, evenings, house rules and the log of changes."""

from typing import Any, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from clubs.admin.reading import OF_CLUB, never
from clubs.messages import problems_text
from clubs.models import (
    Attendance,
    Change,
    Club,
    Evening,
    FormerAddress,
    Invitation,
    Membership,
    RuleProfile,
    RuleVersion,
    Transfer,
    User,
)
from clubs.services import roles
from clubs.services.changes import log_change
from clubs.services.core import Refused


@admin.register(Club)
class Clubs(admin.ModelAdmin):
    list_display = ("name", "slug", "public", "language", "time_zone", "created_at")
    list_filter = ("public", "language")
    search_fields = ("name", "slug")
    date_hierarchy = "created_at"
    exclude = ("iban", "account_holder")
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Membership)
class Memberships(admin.ModelAdmin):
    """Roles are changed as on the club's page: logged, and never without an owner."""

    list_display = ("user", "club", "role", "player", "joined_at")
    list_filter = ("role", OF_CLUB)
    list_select_related = ("user", "club", "player")
    search_fields = ("user__email", "user__name", "club__name", "player__name")
    date_hierarchy = "joined_at"
    autocomplete_fields = ("club", "user")
    fields = ("club", "user", "role")
    actions = None

    def get_readonly_fields(self, request: HttpRequest, obj: Membership | None = None) -> tuple[str, ...]:
        return ("club", "user", "player", "joined_at") if obj else ()

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        by = cast(User, request.user)
        if not change:
            super().save_model(request, obj, form, change)
            log_change(obj.club, "member_joined", by=by, after={"role": obj.role, "account": obj.user_id})
            return
        try:
            roles.change_role(Membership.objects.get(pk=obj.pk), role=obj.role, by=by)
        except Refused as error:
            messages.error(request, problems_text(error.problems))

    def delete_model(self, request: HttpRequest, obj: Membership) -> None:
        try:
            roles.remove_member(obj, by=cast(User, request.user))
        except Refused as error:
            messages.error(request, problems_text(error.problems))


@admin.register(FormerAddress)
class FormerAddresses(admin.ModelAdmin):
    list_display = ("slug", "club")
    list_select_related = ("club",)
    search_fields = ("slug", "club__name")
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Invitation)
class Invitations(admin.ModelAdmin):
    """Who has the secret of one gets in: it is shown nowhere here."""

    list_display = ("club", "role", "player", "made_by", "made_at", "expires_at", "uses_left", "revoked_at")
    list_filter = ("role", OF_CLUB)
    list_select_related = ("club", "player", "made_by")
    search_fields = ("club__name", "player__name", "made_by__email")
    date_hierarchy = "made_at"
    exclude = ("secret",)
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Evening)
class Evenings(admin.ModelAdmin):
    list_display = ("club", "day", "opened_at", "closed_at", "through_till")
    list_filter = ("through_till", OF_CLUB)
    list_select_related = ("club",)
    search_fields = ("club__name",)
    date_hierarchy = "day"
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Attendance)
class Attendances(admin.ModelAdmin):
    list_display = ("player", "evening", "at")
    list_select_related = ("player", "evening__club")
    search_fields = ("player__name", "evening__club__name")
    date_hierarchy = "at"
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Transfer)
class Transfers(admin.ModelAdmin):
    list_display = ("evening", "payer", "receiver", "cents", "paid_at", "paid_by")
    list_filter = (("paid_at", admin.EmptyFieldListFilter),)
    list_select_related = ("evening__club", "payer", "receiver", "paid_by")
    search_fields = ("payer__name", "receiver__name", "evening__club__name")
    date_hierarchy = "evening__day"
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(RuleProfile)
class RuleProfiles(admin.ModelAdmin):
    list_display = ("name", "game", "club")
    list_filter = ("game", OF_CLUB)
    list_select_related = ("club",)
    search_fields = ("name", "club__name")
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(RuleVersion)
class RuleVersions(admin.ModelAdmin):
    """Sheets keep the version they were begun with, so none is ever changed."""

    list_display = ("profile", "number", "made_at", "made_by")
    list_select_related = ("profile__club", "made_by")
    search_fields = ("profile__name", "profile__club__name")
    date_hierarchy = "made_at"
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Change)
class Changes(admin.ModelAdmin):
    list_display = ("club", "at", "by", "what", "player")
    list_filter = ("what", OF_CLUB)
    list_select_related = ("club", "by", "player")
    search_fields = ("club__name", "by__email", "what")
    date_hierarchy = "at"
    has_add_permission = has_change_permission = has_delete_permission = never

    def get_queryset(self, request: HttpRequest) -> QuerySet[Change]:
        return super().get_queryset(request).defer("before", "after")
