"""Accounts: codes by e-mail or in the terminal, optional passwords, and no way to find out who has an account."""

import re
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from clubs.models import User
from config.addresses import mail_settings
from config.mail import Terminal
from tests.club import an_account, logged_in
from tests.services.table import a_sheet
from tests.web.page import form, get, links, phone, read, texts, values

pytestmark = pytest.mark.django_db

LOGIN = "/account/login/"


@pytest.fixture
def mailing(settings: Any) -> None:
    """The site as it is with EMAIL_URL set."""
    settings.SENDS_MAIL = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
    settings.ACCOUNT_REAUTHENTICATION_REQUIRED = settings.MFA_REAUTHENTICATION_REQUIRED = True
    settings.MFA_ALLOW_UNVERIFIED_EMAIL = False


def code() -> str:
    """The code of the newest e-mail."""
    found = re.search(r"\b\d{4}-\d{4}\b", str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found[0]


def send(client: Client, page: Any, ending: str = "", **typed: Any) -> Any:
    sent = form(page, ending)
    return client.post(sent.action or page.request["PATH_INFO"], sent.filled(**typed))


def enter_code(client: Client, page: Any, typed: str) -> Any:
    """Types a code into the page that asks for one; it has a second form, for another code."""
    sent = next(one for one in read(page).forms if "code" in one.fields)
    return client.post(page.request["PATH_INFO"], sent.filled(code=typed))


def sign_up(client: Client, email: str = "resi@example.org", path: str = "/account/signup/", **typed: Any) -> Any:
    return send(client, get(client, path), "/signup/", name="Resi Gruber", email=email, **typed)


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def test_who_signs_up_without_e_mails_is_in_at_once_and_where_they_wanted_to_go() -> None:
    client = phone()
    answer = sign_up(client, path="/account/signup/?next=/games/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/games/")
    user = User.objects.get()
    assert (user.name, user.email, user.has_usable_password()) == ("Resi Gruber", "resi@example.org", False)
    assert texts(client.get("/account/"), "p.done") == []
    assert values(client.get("/account/"), "name") == ["Resi Gruber"]


def test_with_e_mails_the_address_is_proved_by_a_code_first(mailing: None) -> None:
    client = phone()
    answer = sign_up(client, path="/account/signup/?next=/games/")
    assert answer.status_code == 302
    assert not is_in(client)
    page = get(client, answer.headers["Location"])
    assert texts(page, "h1") == ["Code eingeben"]
    wrong = enter_code(client, page, "0000-0000")
    assert texts(wrong, "p.problem") == ["Das ist nicht der Code."]
    answer = enter_code(client, wrong, code())
    assert answer.headers["Location"] == "/games/"
    assert is_in(client)


def test_a_code_logs_in_and_leads_where_one_wanted_to_go(mailing: None) -> None:
    user = User.objects.create_superuser("anna@example.org", name="Anna Höß")
    client = phone()
    wanted = client.get("/account/tokens/")
    page = get(client, wanted.headers["Location"])
    answer = send(client, page, "/login/", login=user.email)
    page = get(client, answer.headers["Location"])
    assert "acht Ziffern" in page.content.decode()
    answer = enter_code(client, page, code().replace("-", " "))
    assert answer.headers["Location"] == "/account/tokens/"
    assert is_in(client)


def test_a_password_logs_in_too() -> None:
    user = an_account("Anna Höß")
    user.set_password("kartenspiel-31")
    user.save()
    client = phone()
    page = get(client, LOGIN + "?next=/games/")
    refused = send(client, page, "/login/", login=user.email, password="falsch")
    assert texts(refused, "p.problem") == ["E-Mail-Adresse und Passwort gehören nicht zusammen."]
    assert values(refused, "login") == [user.email]
    answer = send(client, page, "/login/", login=user.email, password="kartenspiel-31")
    assert answer.headers["Location"] == "/games/"


def test_three_wrong_codes_end_the_code() -> None:
    user = an_account("Anna Höß")
    client = phone()
    answer = send(client, get(client, LOGIN), "/login/", login=user.email)
    page = get(client, answer.headers["Location"])
    right = code()
    for _try in range(2):
        page = enter_code(client, page, "0000-0000")
    assert enter_code(client, page, "0000-0000").status_code == 302
    page = client.get("/account/login/code/confirm/")
    assert page.status_code == 302
    assert client.post("/account/login/code/confirm/", {"code": right}).status_code == 302
    assert not is_in(client)


def test_codes_for_one_address_are_limited_whoever_asks() -> None:
    user = an_account("Anna Höß")
    for _try in range(3):
        client = phone()
        assert send(client, get(client, LOGIN), "/login/", login=user.email).status_code == 302
    client = phone()
    refused = send(client, get(client, LOGIN), "/login/", login=user.email)
    assert texts(refused, "p.problem") == ["Das war zu oft. Warte ein paar Minuten und probier es dann wieder."]
    assert len(mail.outbox) == 3


def test_wrong_passwords_are_limited() -> None:
    user = an_account("Anna Höß")
    user.set_password("kartenspiel-31")
    user.save()
    client = phone()
    for _try in range(5):
        send(client, get(client, LOGIN), "/login/", login=user.email, password="falsch")
    refused = send(client, get(client, LOGIN), "/login/", login=user.email, password="kartenspiel-31")
    assert texts(refused, "p.problem") == ["Das war zu oft. Warte ein paar Minuten und probier es dann wieder."]


def test_nobody_finds_out_who_has_an_account(mailing: None) -> None:
    an_account("Anna Höß")
    known = User.objects.get().email
    answers = []
    for address in (known, "niemand@example.org"):
        client = phone()
        answer = send(client, get(client, LOGIN), "/login/", login=address)
        page = get(client, answer.headers["Location"])
        reset = phone()
        changed = send(reset, get(reset, "/account/password/reset/"), "/reset/", email=address)
        new = phone()
        made = sign_up(new, email=address if address == known else "neu@example.org")
        answers.append(
            (answer.headers["Location"], texts(page, "h1"), changed.headers["Location"], made.headers["Location"])
        )
    assert answers[0] == answers[1]
    assert [message.to for message in mail.outbox].count([known]) == 3


def test_no_e_mail_holds_an_address_made_from_the_host_header(mailing: None) -> None:
    user = an_account("Anna Höß")
    for address in (user.email, "niemand@example.org"):
        client = phone(Host="evil.example")
        send(client, get(client, LOGIN), "/login/", login=address)
        send(client, get(client, "/account/password/reset/"), "/reset/", email=address)
        sign_up(phone(Host="evil.example"), email=address)
    assert len(mail.outbox) == 6
    assert not any("evil" in message.subject + str(message.body) for message in mail.outbox)


def test_the_e_mail_is_german_for_a_german_phone_and_english_for_an_english_one() -> None:
    user = an_account("Anna Höß")
    for language in ("de", "en"):
        client = phone(language)
        send(client, get(client, LOGIN), "/login/", login=user.email)
    assert [message.subject for message in mail.outbox] == ["Bummerlbuch: dein Code", "Bummerlbuch: your code"]


def test_pages_say_where_the_code_stands_when_no_e_mail_is_sent() -> None:
    client = phone()
    words = "Diese Seite verschickt keine E-Mails. Der Code steht im Fenster, in dem Bummerlbuch läuft."
    assert texts(get(client, LOGIN), "p.notice") == [words]
    answer = send(client, get(client, LOGIN), "/login/", login="niemand@example.org")
    assert texts(get(client, answer.headers["Location"]), "p.notice") == [words]


def test_a_forgotten_password_is_set_anew_with_a_code() -> None:
    user = an_account("Anna Höß")
    client = phone()
    answer = send(client, get(client, "/account/password/reset/?next=/games/"), "/reset/", email=user.email)
    answer = enter_code(client, get(client, answer.headers["Location"]), code())
    page = get(client, answer.headers["Location"])
    short = send(client, page, "/new/", password1="kurz", password2="kurz")
    assert short.status_code == 200
    assert len(texts(short, "p.problem")) == 1
    done = send(client, page, "/new/", password1="kartenspiel-31", password2="kartenspiel-31")
    assert done.status_code == 302
    assert is_in(client)
    user.refresh_from_db()
    assert user.check_password("kartenspiel-31")


def test_a_password_can_be_set_later_once_one_has_shown_who_one_is(mailing: None) -> None:
    client = phone()
    sign_up(client)
    enter_code(client, get(client, "/account/email/confirm/"), code())
    session = client.session
    session["account_authentication_methods"] = []  # as months later
    session.save()
    asked = client.get("/account/password/set/")
    page = get(client, asked.headers["Location"])
    assert texts(page, "h1") == ["Bist du es?"]
    answer = send(client, page, "/confirm/code/")
    answer = enter_code(client, get(client, answer.headers["Location"]), code())
    assert answer.headers["Location"] == "/account/password/set/"
    page = get(client, "/account/password/set/")
    send(client, page, "/set/", password1="kartenspiel-31", password2="kartenspiel-31")
    assert User.objects.get().check_password("kartenspiel-31")
    assert is_in(client)


def test_another_address_counts_once_its_code_was_entered(mailing: None) -> None:
    client = phone()
    sign_up(client)
    enter_code(client, get(client, "/account/email/confirm/"), code())
    answer = send(client, get(client, "/account/email/"), "/email/", email="neu@example.org", action_add="1")
    assert answer.headers["Location"] == "/account/email/confirm/"
    assert User.objects.get().email == "resi@example.org"
    enter_code(client, get(client, "/account/email/confirm/"), code())
    assert User.objects.get().email == "neu@example.org"


def test_without_e_mails_the_address_is_simply_changed_unless_somebody_has_it() -> None:
    user, other = an_account("Anna Höß"), an_account("Bert Maier")
    client = logged_in(user)
    page = get(client, "/account/")
    refused = send(client, page, "/account/", name="Anna Huber", email=other.email)
    assert refused.status_code == 422
    assert texts(refused, "p.problem") == ["Ein anderes Konto hat diese E-Mail-Adresse."]
    assert values(refused, "name") == ["Anna Huber"]
    assert send(client, page, "/account/", name="Anna Huber", email="anna@neu.example").status_code == 302
    user.refresh_from_db()
    assert (user.name, user.email) == ("Anna Huber", "anna@neu.example")


def test_a_link_to_the_account_costs_no_session_and_is_not_on_a_sheet() -> None:
    assert "/account/login/" in links(get(phone(), "/"))
    assert "/account/login/?next=%2Fgames%2F" in links(get(phone(), "/games/"))
    assert not any("/account/" in link for link in links(get(phone(), f"/watch/{a_sheet().watch_secret}/")))
    assert texts(get(phone(), "/"), "a.account") == ["Anmelden"]
    assert texts(get(logged_in(an_account("Anna Höß")), "/"), "a.account") == ["Konto"]


def test_a_phone_stays_logged_in_for_a_year() -> None:
    client = phone()
    sign_up(client, password1="kartenspiel-31")
    assert client.session.get_expiry_age() > 364 * 24 * 3600


PAGES = {
    LOGIN: "Anmelden",
    "/account/signup/": "Neues Konto",
    "/account/password/reset/": "Passwort vergessen",
    "/account/inactive/": "Dieses Konto ist gesperrt",
}
OWN_PAGES = {
    "/account/logout/": "Abmelden",
    "/account/password/set/": "Passwort setzen",
    "/account/passkeys/add/": "Passkey hinzufügen",
    "/account/email/": "E-Mail-Adresse",
    "/account/tokens/": "API-Schlüssel",
    "/account/delete/": "Konto löschen",
}


def test_every_page_is_ours_and_says_du(mailing: None) -> None:
    stranger, client = phone(Host="localhost"), phone(Host="localhost")
    sign_up(client)
    enter_code(client, get(client, "/account/email/confirm/"), code())
    for who, pages in ((stranger, PAGES), (client, OWN_PAGES)):
        for path, title in pages.items():
            page = get(who, path)
            assert texts(page, "h1") == [title]
            assert texts(page, "a.brand") == ["Bummerlbuch"]
            assert not re.search(r"\b(Sie|Ihre?n?)\b", page.content.decode()), path


def test_a_closed_account_is_told_so_and_stays_out() -> None:
    user = an_account("Anna Höß")
    user.set_password("kartenspiel-31")
    user.is_active = False
    user.save()
    client = phone()
    answer = send(client, get(client, LOGIN), "/login/", login=user.email, password="kartenspiel-31")
    assert answer.status_code == 200 or answer.headers["Location"] == "/account/inactive/"
    assert not is_in(client)


def test_too_many_requests_get_a_page_of_ours() -> None:
    client = phone()
    for _try in range(20):
        client.post("/account/signup/", {})
    page = client.post("/account/signup/", {})
    assert (page.status_code, texts(page, "h1")) == (429, ["Das war zu oft"])


def test_an_address_of_a_mail_server_says_how_it_is_spoken_to() -> None:
    plain, tls = mail_settings("smtp://anna:s%40fe@mail.example"), mail_settings("smtps://mail.example:4650")
    assert (plain["host"], plain["port"], plain["user"], plain["password"]) == ("mail.example", 587, "anna", "s@fe")
    assert (plain["starttls"], plain["tls"]) == (True, False)
    assert (tls["port"], tls["starttls"], tls["tls"]) == (4650, False, True)
    assert mail_settings("") == {}
    assert not mail_settings("smtp://localhost:25")["starttls"]
    with pytest.raises(ImproperlyConfigured):
        mail_settings("mail.example:587")


def test_without_a_mail_server_the_code_is_shown_in_the_terminal(capsys: Any) -> None:
    Terminal().send_messages([mail.EmailMessage("Bummerlbuch: dein Code", "    1234-5678", to=["anna@example.org"])])
    shown = capsys.readouterr().out
    assert "anna@example.org: Bummerlbuch: dein Code" in shown
    assert "1234-5678" in shown


def test_a_mail_server_that_is_down_is_told_in_words(mailing: None, settings: Any, caplog: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "localhost", 9
    client = phone()
    answer = send(client, get(client, LOGIN), "/login/", login="niemand@example.org")
    assert (answer.status_code, texts(answer, "h1")) == (503, ["Die E-Mail ließ sich nicht schicken"])
    assert "niemand" not in caplog.text
