"""IBANs, and the code of a payment, line by line as EPC069-12 orders them."""

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from clubs.services.iban import ALLOWED, compact, iban_problem, payment_qr, plain_text, spaced

AUSTRIAN = "AT611904300234573201"


@pytest.mark.parametrize(
    "typed",
    [
        *(AUSTRIAN, "at61 1904 3002 3457 3201", " AT61-1904-3002-3457-3201 ", "DE89 3704 0044 0532 0130 00", ""),
        *("CH93 0076 2011 6238 5295 7", "IT60 X054 2811 1010 0000 0123 456", "SI56 2633 0001 2039 086"),
    ],
)
def test_an_iban_may_be_typed_as_it_stands_on_the_card(typed: str) -> None:
    assert iban_problem(typed) is None


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("AT611904300234573202", "iban_bad"),
        ("AT61190430023457320", "iban_bad"),
        ("AT61", "iban_bad"),
        ("Sparkasse", "iban_bad"),
        ("4111 1111 1111 1111", "iban_bad"),
        ("AT61 1904 3002 3457 3201 x", "iban_bad"),
        ("TR33 0006 1005 1978 6457 8413 26", "iban_not_sepa"),
        ("BR15 0000 0000 0000 1093 2840 814P 2", "iban_not_sepa"),
        ("ÄÖ61", "iban_bad"),
        ("A" * 500, "iban_bad"),
    ],
)
def test_a_wrong_iban_and_one_outside_of_sepa_are_refused(typed: str, code: str) -> None:
    problem = iban_problem(typed)
    assert problem is not None
    assert (problem.code, problem.at) == (code, "iban")


def test_an_iban_is_kept_without_spaces_and_read_in_groups() -> None:
    assert (compact(" at61 1904 3002 3457 3201"), spaced(AUSTRIAN)) == (AUSTRIAN, "AT61 1904 3002 3457 3201")


def picture(payload: str) -> str:
    return segno.make_qr(payload.encode(), error="m", boost_error=False).svg_inline(
        border=4, omitsize=True, svgclass="qr", lineclass="ink"
    )


def test_the_code_holds_the_lines_that_epc069_12_orders() -> None:
    code = payment_qr(name="Anna Höß", iban=AUSTRIAN, cents=250, text="Abend 3.12.2026 Stammtisch Post")
    lines = ["BCD", "002", "1", "SCT", "", "Anna Hoess", AUSTRIAN, "EUR2.5", "", "", "Abend 3.12.2026 Stammtisch Post"]
    assert code == picture("\n".join(lines))


def test_the_code_spells_out_what_banks_refuse_and_cuts_what_is_too_long() -> None:
    code = payment_qr(name="Ä" * 70, iban=AUSTRIAN, cents=123456, text="Abend „3.“\nBCD & Söhne " + "x" * 200)
    text = ("Abend 3. BCD + Soehne " + "x" * 200)[:140]
    assert code == picture("\n".join(["BCD", "002", "1", "SCT", "", "Ae" * 35, AUSTRIAN, "EUR1234.56", "", "", text]))


@pytest.mark.parametrize(
    "wrong",
    [{"iban": ""}, {"iban": "CH9300762011623852957"}, {"cents": 0}, {"cents": -5}, {"name": "„“"}, {"text": ""}],
)
def test_there_is_no_code_where_a_bank_could_not_read_it(wrong: dict[str, object]) -> None:
    assert payment_qr(**{"name": "Anna", "iban": AUSTRIAN, "cents": 1, "text": "Abend", **wrong}) is None  # type: ignore[arg-type]  # one at a time is wrong


@given(st.text(max_size=300), st.text(max_size=90), st.integers(1, 99_999_999_999))
def test_whatever_people_are_called_there_is_a_code(text: str, name: str, cents: int) -> None:
    assert set(plain_text(text, 140)) <= ALLOWED
    assert len(plain_text(name, 70)) <= 70
    payment_qr(name=name + "x", iban=AUSTRIAN, cents=cents, text=text + "x")
