"""The contracts of Talonschnapsen: those of the family without partners, played in six tricks.

The one-suit hands have to take all six tricks here, so they can be lost. Source: the scoring rules, section 1.2.
"""

from dataclasses import replace

from scoring.games.core import Text
from scoring.games.family import Contract
from scoring.games.family_contracts import BY_KEY as FAMILY

_ALL_TRICKS = Text("Ansager macht alle sechs Stiche", "declarer takes all six tricks")

CONTRACTS = (
    replace(
        FAMILY["normal"],
        won_if=Text("Der Rufer allein gegen die beiden anderen", "the caller alone against the other two"),
    ),
    FAMILY["bettler"],
    FAMILY["assenbettler"],
    FAMILY["ass_bettler"],
    replace(
        FAMILY["schnapser"],
        won_if=Text("66 in den ersten vier Stichen, alle vom Ansager", "66 within four tricks, all by the declarer"),
    ),
    FAMILY["plauderer"],
    Contract(
        "damengang",
        Text("Damengang", "Damengang (low-king slam)"),
        7,
        "any",
        "all_tricks",
        False,
        False,
        Text("Alle Stiche, der König ist die niedrigste Karte", "all tricks, kings rank lowest"),
    ),
    Contract(
        "koenigsgang",
        Text("Königsgang", "Königsgang (low-ten slam)"),
        8,
        "any",
        "all_tricks",
        False,
        False,
        Text("Alle Stiche, der Zehner ist die niedrigste Karte", "all tricks, tens rank lowest"),
    ),
    replace(FAMILY["gang"], won_if=_ALL_TRICKS),
    FAMILY["zehnergang"],
    replace(FAMILY["bauernschnapser"], who="caller"),
    FAMILY["bauernloch"],
    FAMILY["kontraschnapser"],
    replace(
        FAMILY["farbringerl"],
        goal="all_tricks",
        won_if=Text(
            "Fünf Karten einer Farbe und alle sechs Stiche",
            "five cards of one suit and all six tricks",
        ),
    ),
    FAMILY["kontrabauernschnapser"],
    replace(
        FAMILY["herrenschnapser"],
        goal="all_tricks",
        won_if=Text("Alle fünf Atout und alle sechs Stiche", "all five trumps and all six tricks"),
    ),
)

BY_KEY = {contract.key: contract for contract in CONTRACTS}
