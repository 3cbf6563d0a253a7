"""Everything that can be printed of a tournament: each paper on each size, what it says, who may, what it refuses."""

import struct
import zlib
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from clubs.models import Player
from clubs.models.club import Role
from clubs.models.people import Shown
from clubs.names import NOBODY
from scoring.services.closing import close_sheet
from tests.club import House
from tests.pdf import pages_of, text_of
from tests.services.table import now, record, won_leg
from tests.tournament import a_result, a_round, a_tournament
from tests.web.page import get, links, texts
from tournaments.models import Adjustment, Tournament
from tournaments.printing.pdf import SIZES
from tournaments.services import finishing, table_sheets
from tournaments.views.paper_documents import DESK, POSTED

pytestmark = pytest.mark.django_db

MARKUP = '#[*_$"@<Tür> \\ `x` #image("/picture")'
LONG = "Maximiliana Überbacher-Großschädl-Höller"
ONE, TWO = f"{LONG} / {MARKUP}", "Jörg Weiß / Ägidius Öller"
PLAN: dict[str, Any] = {
    "card": "pair",
    "people": 2,
    "stages": [{"kind": "swiss", "rounds": 3, "counting": {"winner_makes": 24, "events": ["soli"]}}],
    "fee": {"cents": 1000, "pool": 1000},
    "prizes": {"prizes": [{"place": 1, "share": 6000}, {"place": 2, "share": 4000, "goods": "Speck"}]},
    "desk": {"record": "either"},
}
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="red"/></svg>'
HUGE = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + struct.pack(">II", 30_000, 30_000) + bytes(20)
TEN = "".join(f'<g id="n{deep + 1}">' + f'<use href="#n{deep}"/>' * 10 + "</g>" for deep in range(9))
ENDLESS = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g id="n0"/>{TEN}</svg>'.encode()
FOREIGN = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image href="layout.typ" width="9" height="9"/></svg>'
)

SAYS = {
    "seating-by-name": f"O Ägidius Öller 2 1 U {LONG} 1 1 W Jörg Weiß 2 1",
    "seating-by-table": f"1 1 {ONE} 2 {TWO} Bye 3 Zäzilia Frei / {NOBODY}",
    "whole-draw": f"1 {ONE} 1/1 2 {TWO} 1/2 3 Zäzilia Frei / {NOBODY} Bye",
    "draw-slips": f"1 Table 1 {ONE} Preisschnapsen · Round 1 Seat 1 2 Table 1 {TWO}",
    "standings": f"1 1 {ONE} 24",
    "rules": "Fixed pairs play together.",
    "hall-poster": "http://testserver/hall/",
    "score-sheet": "Score sheet: Bauernschnapsen",
    "table-slips": f"No. Name Points Soli 1 {ONE} 2 {TWO}",
    "tent-cards": "Table 1",
    "prizes": f"1 {ONE} Place 1 12.00",
    "cash": f"1 {ONE} paid 10.00 10.00",
}
"""What stands on each paper, one piece after the other."""


@pytest.fixture
def tournament(house: House) -> Tournament:
    """Three pairs: two met and one rested. All may be named outside in full, but for one who is not to be named."""
    Tournament.objects.all().delete()
    made = a_tournament(house.club, ONE, TWO, "Zäzilia Frei / Sepp Moser", plan=PLAN, game="bauernschnapsen")
    Player.objects.filter(club=house.club).update(shown=Shown.FULL)
    Player.objects.filter(name="Sepp Moser").update(shown=Shown.HIDDEN)
    for card in made.entrants.filter(number__in=(1, 2)):
        card.payments.create(tournament=made, kind="fee", cents=1000)
    made.entrants.filter(number__in=(1, 2)).update(paid="paid")
    played = a_round(made, (1, 2), byes=(3,))
    a_result(played.tables.get(), {"points": 24, "soli": 1}, {"points": 11})
    return made


@pytest.fixture
def phone(house: House) -> Client:
    """The owner's, in English."""
    return english(house)


def english(house: House, role: str = Role.OWNER) -> Client:
    client = house.phone(role)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


def address(tournament: Tournament, what: str = "") -> str:
    return f"/club/{tournament.club.slug}/tournaments/{tournament.pk}/paper/{what}"


def closely(text: str) -> str:
    """Without the ends of lines."""
    return "".join(text.split())


def printed(client: Client, path: str) -> str:
    """The words on a paper."""
    answer = get(client, path)
    assert answer.headers["Content-Type"] == "application/pdf"
    return closely(text_of(answer.content))


# --- what stands on them ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_every_paper_says_what_was_typed_sign_by_sign(size: str, phone: Client, tournament: Tournament) -> None:
    where = {key: f"{key}.pdf" for key in POSTED} | {key: f"desk/{key}.pdf" for key in DESK}
    assert where.keys() == SAYS.keys()
    said = {key: printed(phone, address(tournament, f"{path}?size={size}&round=1")) for key, path in where.items()}
    assert {key: text for key, text in said.items() if closely(SAYS[key]) not in text} == {}


def test_a_word_too_long_for_its_column_is_taken_apart_and_covers_nothing(
    phone: Client, house: House, tournament: Tournament
) -> None:
    word = "Donaudampfschifffahrtsgesellschaftskapit"
    Player.objects.filter(club=house.club, name="Jörg Weiß").update(name=word)
    papers = ("seating-by-name", "seating-by-table", "draw-slips", "standings", "desk/prizes")
    said = {key: printed(phone, address(tournament, f"{key}.pdf?size=a4&round=1&names=full")) for key in papers}
    assert {key for key, text in said.items() if word in text.replace("\u00ad", "")} == {*papers}
    assert [key for key, text in said.items() if word in text] == []


def test_a_paper_is_as_large_as_asked_for_and_saved_under_its_name(phone: Client, tournament: Tournament) -> None:
    path = address(tournament, "seating-by-name.pdf")
    sheets = [get(phone, f"{path}?size={size}") for size in SIZES]
    assert [one.content.partition(b"/MediaBox[0 0 ")[2].partition(b".")[0] for one in sheets] == [b"595", b"419"]
    tournament.name = 'Preis "Größe" 2/3'
    tournament.save()
    name = "Preis%20Gr%C3%B6%C3%9Fe%202%203%20%E2%80%93%20Who%20sits%20where%2C%20by%20name%20%E2%80%93%20Round%201.pdf"
    assert get(phone, path).headers["Content-Disposition"] == f"inline; filename*=utf-8''{name}"


def test_a_paper_speaks_the_language_of_its_reader(house: House, tournament: Tournament) -> None:
    path = address(tournament, "seating-by-name.pdf")
    german, english_ = printed(house.phone(language="de"), path), printed(english(house), path)
    words = {"de": ("Runde1", "Tisch"), "en": ("Round1", "Table")}
    assert [all(word in said for word in words[language]) for said in (german, english_) for language in words] == [
        True,
        False,
        False,
        True,
    ]


def test_what_hangs_on_the_wall_says_no_more_of_anybody_than_they_chose_unless_asked(
    phone: Client, tournament: Tournament
) -> None:
    for what in ("seating-by-name", "draw-slips", "standings"):
        path = address(tournament, f"{what}.pdf")
        assert ("SeppMoser" in printed(phone, path), "SeppMoser" in printed(phone, f"{path}?names=full")) == (
            False,
            True,
        )
    assert "SeppMoser" in printed(phone, address(tournament, "desk/cash.pdf"))


def test_standings_hang_up_only_when_everybody_may_see_them(phone: Client, tournament: Tournament) -> None:
    tournament.plan = {**tournament.plan, "hall": {"public": "end"}}
    tournament.save()
    path = address(tournament, "standings.pdf")
    reason = "How it stands is not public yet. With full names it can be printed for the desk."
    assert texts(get(phone, path, 422), ".problem") == [f"Standings: {reason}"]
    assert closely(SAYS["standings"]) in printed(phone, f"{path}?names=full")
    finishing.finish(tournament, by=None, now=timezone.now(), sure=True)
    assert closely(SAYS["standings"]) in printed(phone, path)


def penalize(tournament: Tournament, amount: int, *, at: int = 1) -> None:
    """The first card, in points of a round."""
    card, told = tournament.entrants.get(number=1), {"unit": "points", "amount": amount, "round": at}
    Adjustment.objects.create(tournament=tournament, entrant=card, reason="spät", token=f"penalty-{at}", **told)


def test_who_left_or_was_disqualified_hangs_up_too(phone: Client, tournament: Tournament) -> None:
    for number, status in enumerate(("withdrawn", "disqualified", "no_show"), start=1):
        tournament.entrants.filter(number=number).update(status=status)
    said = printed(phone, address(tournament, "standings.pdf?names=full"))
    assert [word in said for word in ("leftearly", "disqualified", "didnotcome")] == [True, True, True]


def test_while_places_are_read_out_no_list_on_paper_says_who_is_still_to_be_read(
    phone: Client, tournament: Tournament
) -> None:
    """All but the first were read; nothing tells of that one, also in the list of a part or by what decided."""
    tournament.entrants.filter(number__in=(1, 2)).update(group="Post", woman=True)
    plan = {**tournament.plan, "ranking": {"chain": ["points", "soli"]}}
    Tournament.objects.filter(pk=tournament.pk).update(revealed=2, plan=plan)
    penalize(tournament, -13)
    told = closely(ONE), closely(TWO), "against1"
    for view in ("all", "women", "groups"):
        path = address(tournament, f"standings.pdf?view={view}")
        assert [one in printed(phone, path) for one in told] == [False, True, False], view
        assert [one in printed(phone, f"{path}&names=full") for one in told] == [True, True, True], view


def test_of_one_interim_table_no_penalty_that_came_later_hangs_up(phone: Client, tournament: Tournament) -> None:
    tournament.plan = {**tournament.plan, "hall": {"public": "once", "public_round": 1}}
    tournament.save()
    penalize(tournament, -7)
    penalize(tournament, -8, at=2)
    said = printed(phone, address(tournament, "standings.pdf"))
    assert ("−7Points" in said, "−8Points" in said) == (True, False)


def test_the_sheet_of_a_table_is_printed_with_its_check_code(phone: Client, tournament: Tournament) -> None:
    table = tournament.rounds.get().tables.get()
    path = f"/club/post/tournaments/{tournament.pk}/rounds/1/tables/1/sheet.pdf"
    assert texts(get(phone, path, 422), ".problem") == ["No sheet was begun at this table."]
    table.results.all().delete()
    table.scores = None
    table.save()
    sheet = table_sheets.open_sheet(table)
    assert "Checkcode" not in printed(phone, path)
    close_sheet(sheet, write=now(sheet))
    sheet.refresh_from_db()
    assert closely(f"Check code {sheet.check_code}") in printed(phone, path)


def test_the_sheet_of_a_table_tells_won_points_as_the_page_of_the_result_does(house: House) -> None:
    tournament = a_tournament(house.club, ONE, TWO, plan=PLAN, game="bauernschnapsen")
    sheet = table_sheets.open_sheet(a_round(tournament, (1, 2)).tables.get())
    record(sheet, won_leg(0))
    close_sheet(sheet, write=now(sheet))
    client = english(house)
    result = get(client, f"/sheet/{sheet.write_secret}/result/")
    assert closely("".join(texts(result, "ol.leg-list"))).endswith("24:0")
    said = printed(client, f"/club/post/tournaments/{tournament.pk}/rounds/1/tables/1/sheet.pdf")
    one, other = texts(result, "th")[:2]
    assert closely(f"Result {one} Bummerl: 0 {other} Bummerl: 2") in said
    assert (closely("24:0 Hand") in said, closely(f"{other} 24 24 1 Counter") in said) == (True, True)


def test_a_certificate_is_a_page_for_every_place_and_takes_a_picture(phone: Client, tournament: Tournament) -> None:
    path = address(tournament, "certificates.pdf")
    assert texts(get(phone, path, 422), ".problem") == ["The places are not final yet."]
    finishing.finish(tournament, by=None, now=timezone.now(), sure=True)
    assert [pages_of(get(phone, f"{path}{asked}").content) for asked in ("", "?first=2")] == [3, 2]
    told = closely(f"Certificate Place 1 {LONG} {MARKUP} Preisschnapsen")
    assert told in printed(phone, f"{path}?first=1&size=a5")
    plain = len(get(phone, f"{path}?first=1").content)
    for picture in (SVG, png(200, 100)):
        answer = phone.post(path, {"first": "1", "picture": SimpleUploadedFile("wappen.txt", picture)})
        assert (answer.status_code, pages_of(answer.content), len(answer.content) > plain) == (200, 1, True)


def png(width: int, height: int) -> bytes:
    """A grey picture."""
    rows = zlib.compress(b"".join(b"\0" + bytes(column % 256 for column in range(width)) for _row in range(height)))
    parts = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)), (b"IDAT", rows), (b"IEND", b"")]
    packed = (
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        (b"GIF89a", "A picture is a PNG, a JPEG or an SVG file."),
        (b"<!DOCTYPE svg [<!ENTITY a 'b'>]><svg>&a;</svg>", "A picture is a PNG, a JPEG or an SVG file."),
        (SVG + bytes(2_000_000), "A picture may have 2 MB at most."),
        (b"<!---->" * 200 + b"<html>", "A picture is a PNG, a JPEG or an SVG file."),
        (HUGE, "The picture has too many pixels. Make it smaller: 2000 × 2000 are enough."),
        (b"\xff\xd8\xff\xe0" + bytes(40), "A picture is a PNG, a JPEG or an SVG file."),
        (ENDLESS.replace(b"</svg>", b'<use href="#n9"/></svg>'), None),
        (FOREIGN, None),
    ],
)
def test_a_picture_that_is_none_or_does_harm_is_refused_in_a_sentence(
    picture: bytes, said: str | None, phone: Client, tournament: Tournament
) -> None:
    finishing.finish(tournament, by=None, now=timezone.now(), sure=True)
    file = SimpleUploadedFile("wappen.svg", picture, content_type="image/svg+xml")
    answer = phone.post(address(tournament, "certificates.pdf"), {"picture": file})
    assert answer.status_code == 422
    assert texts(answer, ".problem") == [said or "This picture cannot be drawn. Try another one, or the same as a PNG."]


def test_what_there_is_not_is_not_found_and_what_is_not_yet_says_why(
    phone: Client, house: House, tournament: Tournament
) -> None:
    assert get(phone, address(tournament, "seating-by-name.pdf?round=2"), 404)
    assert get(phone, address(tournament, "tapestry.pdf"), 404)
    assert get(phone, address(tournament, "table-slips.pdf"), 404)
    wrong = get(phone, address(tournament, "rules.pdf?size=a3"), 422)
    assert texts(wrong, ".problem") == ["Paper is A4 or A5."]
    empty = a_tournament(house.club)
    assert texts(get(phone, address(empty, "draw-slips.pdf"), 422), ".problem") == ["Draw slips: Nothing is drawn yet."]
    missing = texts(get(phone, address(empty)), ".why-not")
    assert missing == [
        *["Nothing is drawn yet."] * 3,
        "No round has been played yet.",
        *["Nothing is drawn yet."] * 2,
        "No prizes are laid down.",
        "There are no start cards yet.",
        "The places are not final yet.",
    ]


def test_members_print_what_hangs_up_and_the_desk_what_has_money_or_lets_somebody_write(
    house: House, tournament: Tournament
) -> None:
    inside = address(tournament)
    offered = {
        role: [
            one.removeprefix(inside).partition("?")[0]
            for one in links(get(english(house, role), inside))
            if ".pdf" in one
        ]
        for role in (Role.MEMBER, Role.SCORER)
    }
    posted = {f"{key}.pdf" for key in POSTED}
    assert {*offered[Role.MEMBER]} == posted
    assert {*offered[Role.SCORER]} == posted | {f"desk/{key}.pdf" for key in DESK if key != "tent-cards"}
    for what in (*(f"desk/{key}.pdf" for key in DESK), "certificates.pdf"):
        assert get(english(house, Role.MEMBER), inside + what, 403)
