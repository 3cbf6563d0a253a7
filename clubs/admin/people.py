"""The people of the clubs: to be looked up. The club's pages change, merge and erase them, and log it."""

from django.contrib import admin

from clubs.admin.reading import OF_CLUB, never
from clubs.models import Claim, Player


@admin.register(Player)
class Players(admin.ModelAdmin):
    list_display = ("name", "club", "guest", "shown", "left_at", "merged_into", "erased_at")
    list_filter = (OF_CLUB, "guest", "shown", ("erased_at", admin.EmptyFieldListFilter))
    list_select_related = ("club", "merged_into")
    search_fields = ("name", "nickname", "club__name")
    date_hierarchy = "created_at"
    exclude = ("iban",)
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Claim)
class Claims(admin.ModelAdmin):
    list_display = ("player", "membership", "club", "by_club", "asked_at", "answered_at", "agreed")
    list_filter = (OF_CLUB, "by_club", "agreed")
    list_select_related = ("player", "membership__user", "club")
    search_fields = ("player__name", "membership__user__email", "club__name")
    date_hierarchy = "asked_at"
    has_add_permission = has_change_permission = has_delete_permission = never
