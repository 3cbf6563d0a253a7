"""What stands in the log: neither the secrets in addresses nor the names that somebody looked for."""

import logging

import pytest

from config.logs import DiscreetFormatter


@pytest.mark.parametrize(
    ("line", "logged"),
    [
        ('"GET /club/post/people/?q=Höß HTTP/1.1" 200', '"GET /club/post/people/?q=... HTTP/1.1" 200'),
        ('"GET /club/post/me/claim/?x=1&q=Anna+H%C3%B6 HTTP/1.1"', '"GET /club/post/me/claim/?x=1&q=... HTTP/1.1"'),
        ("/account/login/?next=/club/post/people/%3Fq%3DAnna", "/account/login/?next=/club/post/people/%3Fq%3D..."),
        ("/invite/geheim/?q=Anna&seen=3", "/invite/.../?q=...&seen=3"),
        ('"GET /table/12-3-abcdefghij234567/?seen=4" 200', '"GET /table/.../?seen=4" 200'),
        ("Not Found: /table/12-3-abcdefghij234567/", "Not Found: /table/.../"),
        ('"GET /hall/12-abcdefghij234567/7/ HTTP/1.1" 200', '"GET /hall/.../7/ HTTP/1.1" 200'),
        ('"GET /screen/Abc_def-123/ HTTP/1.1" 200', '"GET /screen/.../ HTTP/1.1" 200'),
        ('"GET /api/v1/tables/12-3-abcdefghij234567/call/" 200', '"GET /api/v1/tables/.../call/" 200'),
        ('"GET /api/v1/halls/12-abcdefghij234567/cards/7/" 200', '"GET /api/v1/halls/.../cards/7/" 200'),
        ("/language/?next=%2Ftable%2F12-3-abcdefghij234567%2F", "/language/?next=%2Ftable%2F...%2F"),
        ('"GET /team/0123456789abcdef0123456789abcdef/7/word/ HTTP/1.1" 302', '"GET /team/.../7/word/ HTTP/1.1" 302'),
        (
            '"POST /api/v1/teams/0123456789abcdef0123456789abcdef/fixtures/7/word/"',
            '"POST /api/v1/teams/.../fixtures/7/word/"',
        ),
        ("/language/?next=%2Fteam%2F0123456789abcdef0123%2F7%2F", "/language/?next=%2Fteam%2F...%2F7%2F"),
        ("/club/post/seasons/leagues/1/teams/12345/", "/club/post/seasons/leagues/1/teams/12345/"),
        ('"GET /board/Abc_def-123/?season=2025 HTTP/1.1" 200', '"GET /board/.../?season=2025 HTTP/1.1" 200'),
        ("/api/v1/clubs/post/rankings/3/board/?season=2025", "/api/v1/clubs/post/rankings/3/board/?season=2025"),
        ("/club/post/tournaments/1/rounds/2/tables/3/enter/", "/club/post/tournaments/1/rounds/2/tables/3/enter/"),
    ],
)
def test_no_secret_and_nobody_who_was_looked_for_is_in_the_log(line: str, logged: str) -> None:
    record = logging.LogRecord("django.server", logging.INFO, __file__, 1, line, (), None)
    assert DiscreetFormatter("%(message)s").format(record) == logged
