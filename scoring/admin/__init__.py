"""The back office for sheets: to be looked up. What was played is changed at the table only."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from clubs.admin.reading import never
from scoring.models import ContractTally, DayTally, Entry, Feat, PairTally, PersonTally, Seat, Sheet, Total


class SeatsOfSheet(admin.TabularInline):
    model = Seat
    fields = readonly_fields = ("position", "name", "player")
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Sheet)
class Sheets(admin.ModelAdmin):
    """Without the secrets in its addresses and its code: who has them may write."""

    list_display = ("pk", "game", "status", "club", "evening", "seq", "started_at", "closed_at")
    list_filter = ("status", "game")
    list_select_related = ("club", "evening__club")
    search_fields = ("=pk", "club__name", "seats__name")
    date_hierarchy = "started_at"
    exclude = ("write_secret", "watch_secret", "code", "token")
    inlines = (SeatsOfSheet,)
    has_add_permission = has_change_permission = has_delete_permission = never

    def get_queryset(self, request: HttpRequest) -> QuerySet[Sheet]:
        return super().get_queryset(request).defer("state")


@admin.register(Entry)
class Entries(admin.ModelAdmin):
    list_display = ("pk", "sheet_id", "seq", "kind", "by", "at")
    list_filter = ("kind",)
    list_select_related = ("by",)
    search_fields = ("=sheet__pk", "sheet__club__name")
    date_hierarchy = "at"
    fields = ("sheet_id", "seq", "kind", "data", "by", "at")
    readonly_fields = ("sheet_id",)
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Total)
class Totals(admin.ModelAdmin):
    list_display = ("pk", "sheet_id", "seat", "unit", "amount")
    list_filter = ("unit",)
    list_select_related = ("seat",)
    search_fields = ("=sheet__pk", "seat__name")
    fields = ("sheet_id", "seat", "unit", "amount")
    readonly_fields = ("sheet_id",)
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(PersonTally)
class PersonTallies(admin.ModelAdmin):
    list_display = ("player", "club", "year", "game", "sheets", "hands", "won", "lost", "cents")
    list_filter = ("game", "year")
    list_select_related = ("player", "club")
    search_fields = ("player__name", "club__name")
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(ContractTally)
class ContractTallies(admin.ModelAdmin):
    list_display = ("player", "club", "year", "game", "contract", "made", "failed")
    list_filter = ("game", "year")
    list_select_related = ("player", "club")
    search_fields = ("player__name", "club__name", "contract")
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(PairTally)
class PairTallies(admin.ModelAdmin):
    list_display = ("player", "other", "club", "year", "game", "won", "lost", "beat", "beaten")
    list_filter = ("game", "year")
    list_select_related = ("player", "other", "club")
    search_fields = ("player__name", "other__name", "club__name")
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(DayTally)
class DayTallies(admin.ModelAdmin):
    list_display = ("player", "club", "day", "game", "sheets", "hands", "won", "lost", "cents")
    list_filter = ("game",)
    list_select_related = ("player", "club")
    search_fields = ("player__name", "club__name")
    date_hierarchy = "day"
    has_add_permission = has_change_permission = has_delete_permission = never


@admin.register(Feat)
class Feats(admin.ModelAdmin):
    list_display = ("what", "amount", "club", "player", "game", "day", "sheet_id")
    list_filter = ("what", "game")
    list_select_related = ("player", "club")
    search_fields = ("player__name", "club__name")
    date_hierarchy = "day"
    fields = ("what", "amount", "club", "player", "game", "day", "sheet_id")
    readonly_fields = ("sheet_id",)
    has_add_permission = has_change_permission = has_delete_permission = never
