"""Reading a page as a phone without JavaScript does: its forms with what they would send, and its words."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.test import Client

VOID_TAGS = frozenset({"input", "link", "meta", "br", "hr", "img"})
NOT_SENT = frozenset({"submit", "button", "reset", "image"})

Attributes = dict[str, str]


@dataclass(frozen=True, slots=True)
class Form:
    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)

    def filled(self, **chosen: Any) -> dict[str, Any]:
        """What is sent when `chosen` was tapped or typed; None leaves a field out."""
        wanted = {**self.fields, **{name.replace("__", "-"): value for name, value in chosen.items()}}
        return {name: value for name, value in wanted.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Element:
    tag: str
    attributes: Attributes
    words: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).replace("\u00ad", "").split())


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.elements: list[Element] = []
        self.open: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.elements.append(element)
        if tag == "form":
            self.forms.append(Form(element.attributes.get("action", "")))
        elif tag == "input":
            self.keep_field(element.attributes)
        if tag not in VOID_TAGS:
            self.open.append(element)

    def keep_field(self, attributes: Attributes) -> None:
        kind = attributes.get("type", "text")
        sent = "checked" in attributes if kind in ("radio", "checkbox") else kind not in NOT_SENT
        if sent and "name" in attributes and any(element.tag == "form" for element in self.open):
            # Radio buttons without a value of their own would send "on", as in a browser.
            value = attributes.get("value", "on" if kind in ("radio", "checkbox") else "")
            self.forms[-1].fields.setdefault(attributes["name"], []).append(value)

    def keep_choice(self, option: Element) -> None:
        """A list sends its first line, or the one that is chosen."""
        lists = [element for element in self.open if element.tag == "select"]
        if lists and "name" in lists[-1].attributes and any(element.tag == "form" for element in self.open):
            fields, name = self.forms[-1].fields, lists[-1].attributes["name"]
            if name not in fields or "selected" in option.attributes:
                fields[name] = [option.attributes.get("value", option.text)]

    def handle_endtag(self, tag: str) -> None:
        while self.open and (closed := self.open.pop()).tag != tag:
            pass
        if tag == "option":
            self.keep_choice(closed)

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.words.append(data)


def read(response: Any) -> Reader:
    reader = Reader()
    reader.feed(response.content.decode())
    return reader


def form(response: Any, ending: str = "") -> Form:
    """The one form of the page whose address ends like this; without an address it goes to the page itself."""
    found = [one for one in read(response).forms if one.action.endswith(ending) and "/i18n/" not in one.action]
    assert len(found) == 1, [one.action for one in found]
    return found[0]


def elements(response: Any, what: str) -> Iterator[Element]:
    """By tag (`h1`), class (`.problem`), both (`td.scored`) or name (`[player]`)."""
    tag, dot, css = what.partition(".")
    for element in read(response).elements:
        if what.startswith("["):
            if element.attributes.get("name") == what[1:-1]:
                yield element
        elif (not tag or element.tag == tag) and (not dot or css in element.attributes.get("class", "").split()):
            yield element


def texts(response: Any, what: str) -> list[str]:
    return [element.text for element in elements(response, what)]


def values(response: Any, name: str) -> list[str]:
    """What stands in, or is ticked of, the fields of this name."""
    return [value for one in read(response).forms for value in one.fields.get(name, [])]


def links(response: Any) -> list[str]:
    return [element.attributes["href"] for element in elements(response, "a")]


def phone(language: str = "de", **headers: str) -> Client:
    """A phone of its own, with its own cookies."""
    return Client(headers={"Accept-Language": language, **headers})


def get(client: Client, path: str, status: int = 200) -> Any:
    response = client.get(path)
    assert response.status_code == status, (path, response.status_code)
    return response


def posted(client: Client, path: str, status: int = 302, **fields: Any) -> Any:
    """The answer to a form, which must be this one."""
    response = client.post(path, fields)
    assert response.status_code == status, (path, response.status_code)
    return response


def led_to(client: Client, path: str) -> str:
    """Where an address leads on to."""
    response: Any = client.get(path)
    return str(response.url)


def form_count(response: Any, ending: str) -> int:
    """How many forms of a page go to addresses that end like this."""
    return len([one for one in read(response).forms if one.action.endswith(ending)])
