"""The till. Bookings are written once, by the till's own pages."""

from django.contrib import admin

from clubs.admin.reading import OF_CLUB, never
from clubs.models import Booking, Tariff


@admin.register(Tariff)
class Tariffs(admin.ModelAdmin):
    list_display = ("name", "club", "kind", "first", "cents", "further_cents", "archived_at")
    list_filter = (OF_CLUB, "kind", ("archived_at", admin.EmptyFieldListFilter))
    list_select_related = ("club",)
    search_fields = ("name", "club__name")
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Booking)
class Bookings(admin.ModelAdmin):
    list_display = ("pk", "club", "day", "kind", "player", "cash", "balance", "note", "reverses", "at")
    list_filter = (OF_CLUB, "kind")
    list_select_related = ("club", "player", "reverses")
    search_fields = ("club__name", "player__name", "note")
    date_hierarchy = "day"
    exclude = ("token",)
    has_add_permission = has_change_permission = has_delete_permission = never
