"""Accounts, and what opens them; the keys themselves are never shown."""

from collections.abc import Iterable
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa import admin as allauth_mfa
from allauth.mfa.models import Authenticator
from allauth.usersessions import admin as allauth_sessions
from allauth.usersessions.models import UserSession
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from clubs.admin.reading import never
from clubs.messages import problems_text
from clubs.models import ApiToken, Membership, User
from clubs.services import accounts
from clubs.services.core import Refused


class NewUser(AdminUserCreationForm):
    class Meta:
        model = User
        fields = ("email", "name")


class MembershipsOfUser(admin.TabularInline):
    model = Membership
    extra = 0
    fields = readonly_fields = ("club", "role", "player", "joined_at")
    show_change_link = True
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(User)
class Users(UserAdmin):
    add_form = NewUser
    list_display = ("email", "name", "is_active", "is_staff", "last_login", "date_joined")
    list_filter = ("is_active", "is_staff", "is_superuser")
    search_fields = ("email", "name")
    date_hierarchy = "date_joined"
    ordering = ("email",)
    readonly_fields = ("last_login", "date_joined")
    inlines = (MembershipsOfUser,)
    fieldsets = (
        (None, {"fields": ("email", "name", "password")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Important dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"fields": ("email", "name", "usable_password", "password1", "password2")}),)

    def get_inlines(self, request: HttpRequest, obj: User | None) -> Any:
        return self.inlines if obj else ()

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        obj.email = obj.email.strip().lower()
        super().save_model(request, obj, form, change)
        # The old address opens the account no more; the new one is proved by the first code sent to it.
        EmailAddress.objects.filter(user=obj).exclude(email=obj.email).delete()

    def get_deleted_objects(self, objs: Iterable[User], request: HttpRequest) -> Any:
        """Everything of an account goes with it; not while a club with other members has no other owner."""
        users = list(objs)
        orphans = [f"{user}: {club.name}" for user in users for club in accounts.clubs_without_another_owner(user)]
        return [user.email for user in users], {}, set(), orphans

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        try:
            accounts.delete_account(obj)
        except Refused as error:
            messages.error(request, problems_text(error.problems))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            self.delete_model(request, user)


@admin.register(ApiToken)
class ApiTokens(admin.ModelAdmin):
    """Only to be looked at and revoked; a person makes their own."""

    list_display = ("user", "name", "created", "last_used_at", "expiry")
    list_display_links = ("name", "user")
    list_filter = ("expiry",)
    list_select_related = ("user",)
    search_fields = ("user__email", "user__name", "name")
    date_hierarchy = "created"
    fields = readonly_fields = ("user", "name", "created", "last_used_at", "expiry")
    has_add_permission = has_change_permission = never


class Keys(admin.ModelAdmin):
    """Passkeys: who has which, and away with a lost one."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    list_select_related = ("user",)
    search_fields = ("user__email", "user__name")
    date_hierarchy = "created_at"
    fields = readonly_fields = ("user", "type", "created_at", "last_used_at")
    has_add_permission = has_change_permission = never


class Sessions(admin.ModelAdmin):
    """Where somebody logged in; logging out there is for the account page."""

    list_display = ("user", "created_at", "ip", "user_agent")
    list_select_related = ("user",)
    search_fields = ("user__email", "user__name", "ip")
    date_hierarchy = "created_at"
    fields = readonly_fields = ("user", "created_at", "ip", "user_agent")
    has_add_permission = has_change_permission = has_delete_permission = never


# allauth's own lists search by a user name that nobody has, and its forms show what is stored of a key.
for model, theirs, ours in (
    (Authenticator, allauth_mfa.AuthenticatorAdmin, Keys),
    (UserSession, allauth_sessions.UserSessionAdmin, Sessions),
):
    if isinstance(admin.site.get_model_admin(model), theirs):  # importing theirs has registered it
        admin.site.unregister(model)
    admin.site.register(model, ours)
