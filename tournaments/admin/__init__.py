"""The back office for tournaments: to be looked up. What happened at the desk is changed at the desk only."""

from django.contrib import admin

from clubs.admin.reading import OF_CLUB, never
from tournaments.models import (
    Adjustment,
    Ban,
    Buy,
    Entrant,
    Payment,
    Payout,
    Person,
    Result,
    Round,
    Seat,
    Table,
    Tournament,
)


@admin.register(Tournament)
class Tournaments(admin.ModelAdmin):
    """Without the secret in the addresses of its tables: who has it may hand in results."""

    list_display = ("name", "club", "day", "game", "game_name", "started_at", "ended_at", "seq")
    list_filter = (OF_CLUB, "game")
    list_select_related = ("club",)
    search_fields = ("name", "club__name", "place")
    date_hierarchy = "day"
    exclude = ("secret", "token")
    has_add_permission = has_change_permission = has_delete_permission = never


class PeopleOfCard(admin.TabularInline):
    model = Person
    fields = readonly_fields = ("position", "player", "since", "until")
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Entrant)
class Entrants(admin.ModelAdmin):
    list_display = ("number", "tournament", "name", "group", "status", "paid", "arrived_at")
    list_filter = ("status", "paid")
    list_select_related = ("tournament",)
    search_fields = ("=number", "tournament__name", "people__player__name", "group")
    exclude = ("token",)
    inlines = (PeopleOfCard,)
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Round)
class Rounds(admin.ModelAdmin):
    list_display = ("tournament", "number", "stage", "seed", "attempt", "by_hand", "drawn_at", "published_at")
    list_select_related = ("tournament",)
    search_fields = ("tournament__name", "seed")
    date_hierarchy = "drawn_at"
    exclude = ("drawn_from",)
    has_add_permission = has_change_permission = has_delete_permission = never


class SeatsOfTable(admin.TabularInline):
    model = Seat
    fields = readonly_fields = ("position", "entrant")
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Table)
class Tables(admin.ModelAdmin):
    list_display = ("round", "number", "sheet_id", "seq")
    list_select_related = ("round",)
    search_fields = ("=number", "round__tournament__name")
    exclude = ("sheet",)
    inlines = (SeatsOfTable,)
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Result)
class Results(admin.ModelAdmin):
    list_display = ("table", "seq", "how", "reason", "by", "at")
    list_filter = ("how",)
    list_select_related = ("table", "by")
    search_fields = ("table__round__tournament__name", "reason")
    date_hierarchy = "at"
    exclude = ("token", "device")
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Payment)
class Payments(admin.ModelAdmin):
    list_display = ("pk", "tournament", "entrant", "kind", "cents", "at", "booking_id")
    list_filter = ("kind",)
    list_select_related = ("tournament", "entrant")
    search_fields = ("tournament__name", "=entrant__number")
    date_hierarchy = "at"
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Buy)
class Buys(admin.ModelAdmin):
    list_display = ("pk", "entrant", "after_round", "lives", "cents", "at", "cancelled_at")
    list_select_related = ("entrant",)
    search_fields = ("entrant__tournament__name", "=entrant__number")
    exclude = ("token",)
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Adjustment)
class Adjustments(admin.ModelAdmin):
    list_display = ("pk", "tournament", "entrant", "unit", "amount", "round", "reason", "at", "cancelled_at")
    list_select_related = ("tournament", "entrant")
    search_fields = ("tournament__name", "reason")
    exclude = ("token",)
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Payout)
class Payouts(admin.ModelAdmin):
    list_display = ("tournament", "order", "wins", "place", "entrant", "group", "cents", "goods", "handed_at")
    list_select_related = ("tournament", "entrant")
    search_fields = ("tournament__name", "group", "goods")
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Ban)
class Bans(admin.ModelAdmin):
    list_display = ("player", "club", "until", "reason", "at", "lifted_at")
    list_filter = (OF_CLUB,)
    list_select_related = ("player", "club")
    search_fields = ("player__name", "club__name", "reason")
    has_add_permission = has_change_permission = has_delete_permission = never
