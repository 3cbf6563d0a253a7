"""Who is called the same, and who nearly: for the warning before somebody is added twice."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator

from rapidfuzz import process
from rapidfuzz.distance import OSA

from clubs import queries
from clubs.models import Club, Player

SPELLED_OUT = (("ä", "ae"), ("ö", "oe"), ("ü", "ue"))
SOUNDS = (
    (r"[aey][iy]", "ei"),
    (r"y", "i"),
    (r"ie", "i"),
    (r"([tp])h", r"\1"),
    (r"dt|tt", "t"),
    (r"ck|c(?!h)", "k"),
    (r"tz", "z"),
    (r"(.)\1", r"\1"),
)
"""Spellings that are said alike: Maier, Mayr, Meyer; Schmidt, Schmitt; Höß, Hös."""

MOST_ALIKE = 5
"""So many are shown; who is called like more than that, is called like everybody."""


def words_of(name: str) -> list[str]:
    """The words of a name without marks, accents and capitals; "ö" is "oe"."""
    plain = unicodedata.normalize("NFC", name.casefold())
    for letter, spelled in SPELLED_OUT:
        plain = plain.replace(letter, spelled)
    plain = "".join(one for one in unicodedata.normalize("NFD", plain) if not unicodedata.combining(one))
    return re.sub(r"[-.,]", " ", plain).split() or plain.split()


def same_name(name: str) -> str:
    """What two ways of writing the same name have in common: "Höß Anna" is "Anna Höß" is "anna hoess"."""
    return " ".join(sorted(words_of(name)))


def sound(text: str) -> str:
    for pattern, spelled in SOUNDS:
        text = re.sub(pattern, spelled, text)
    return text


def typing_errors(letters: int) -> int:
    """How many letters may be wrong (or two swapped) in a name of so many letters that is still taken for the same."""
    return 0 if letters < 5 else 1 if letters < 12 else 2


class Register:
    """The names of a club's people, read once (two queries), to look up as many as one likes.

    Names of those who were merged lead to the one they are now. `apart_from` is somebody who does not count.
    """

    def __init__(self, club: Club, apart_from: int | None = None) -> None:
        self.who = queries.people_of(club)
        self.by_key: dict[str, int] = {}
        self.by_nickname: dict[str, list[int]] = defaultdict(list)
        self.by_word: dict[str, set[int]] = defaultdict(set)
        self.words: dict[int, list[str]] = {}
        self.sounds: dict[tuple[int, int], str] = {}
        for player in club.players.all():
            if player.pk != apart_from:
                self.add(player)

    def add(self, player: Player) -> None:
        self.who.setdefault(player.pk, player)
        self.by_key[same_name(player.name)] = player.pk
        if player.erased_at is not None:
            return
        words = self.words[player.pk] = words_of(player.name)
        if player.nickname:
            self.by_nickname[same_name(player.nickname)].append(player.pk)
        for word in words:
            self.by_word[word].add(player.pk)
        for number, form in enumerate(_orders(words)):
            self.sounds[player.pk, number] = form

    def same(self, name: str) -> Player | None:
        """Who is called so, in whatever order and spelling."""
        pk = self.by_key.get(same_name(name))
        return None if pk is None else self.who[pk]

    def like(self, name: str) -> list[Player]:
        """Who may be meant: a few typing errors, another spelling of the same sound, a part of the name, a nickname."""
        found = dict.fromkeys(self.who[pk].pk for pk in self._like(name))
        people = {player.pk: player for player in self.who.values()}
        return [people[pk] for pk in found if people[pk].erased_at is None][:MOST_ALIKE]

    def _like(self, name: str) -> Iterator[int]:
        words = words_of(name)
        yield from self.by_nickname.get(same_name(name), ())
        for form in _orders(words):
            close = process.extract(form, self.sounds, scorer=OSA.distance, score_cutoff=2, limit=None)
            for text, distance, (pk, _number) in close:
                if distance <= typing_errors(min(len(form), len(text))):
                    yield pk
        for pk in sorted(set[int]().union(*(self.by_word.get(word, ()) for word in words))):
            if _part_of(words, self.words[pk]) or _part_of(self.words[pk], words):
                yield pk


def _orders(words: list[str]) -> list[str]:
    """A name as it is said, turned round, and by the alphabet: typing errors move words."""
    orders = (words, [*words[1:], *words[:1]], sorted(words))
    return list(dict.fromkeys(sound(" ".join(order)) for order in orders))


def _part_of(some: list[str], all_of_them: list[str]) -> bool:
    """ "Anna" and "Anna H." are parts of "Anna Höß"."""
    rest, letters = list(all_of_them), []
    for word in some:
        if word in rest:
            rest.remove(word)
        elif len(word) == 1:
            letters.append(word)
        else:
            return False
    return len(rest) > 0 and all(any(word.startswith(letter) for word in rest) for letter in letters)
