"""Which squads may be recruited: crystals, elements, and what a squad may hold. Rules 4 and 5."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Facts = Mapping[str, Mapping[str, Any]]

SQUAD_MOST, COPIES, HORDE_COPIES, FLYERS_COST, TERRAINS = 15, 3, 5, 15, 1
GOLD, SILVER = 23, 22
FREE_ELEMENTS = 2
"""More elements than these cost a gold crystal each; exactly one gives one."""
COLUMNS, ROWS = "ABCDE", "123"
CELLS = tuple(f"{column}{row}" for row in ROWS for column in COLUMNS)
"""Cells of an own half: row 1 is the nearest to the enemy."""
_OUTER = ("A2", "E2", "A3", "E3")
_INNER = ("B2", "C2", "D2", "B3", "C3", "D3")
ZONES = (
    (("B1", "C1", "D1", *_INNER), _OUTER, ("A1", "E1")),
    (("A1", "B1", "C1", "D1", "E1", *_INNER), _OUTER),
)
"""Where the first and the second player may place cards: each part is open once those before it are full."""


@dataclass(frozen=True)
class Crystals:
    """What a player pays with."""

    gold: int = GOLD
    silver: int = SILVER


def elements_of(squad: Iterable[str], cards: Facts) -> list[str]:
    """The elements of a squad, sorted; neutral cards are none, nor are those that a card of the squad makes neutral."""
    squad = list(squad)
    neutral = {cards[card].get("makes_neutral") for card in squad} - {None}
    found = {cards[card]["element"] for card in squad if neutral.isdisjoint(cards[card].get("classes", ()))}
    return sorted(found - {"neutral"})


def gold_available(squad: Sequence[str], cards: Facts, crystals: Crystals) -> int:
    """The gold crystals that a player has for a squad, by its elements and by the cards that give some."""
    elements = len(elements_of(squad, cards))
    account = 1 if elements == 1 else min(0, FREE_ELEMENTS - elements)
    return crystals.gold + account + sum(cards[card].get("gives_gold", 0) for card in squad)


def crystals_left(squad: Sequence[str], cards: Facts, crystals: Crystals) -> int:
    """The crystals that a squad leaves unspent, gold and silver together."""
    return gold_available(squad, cards, crystals) + crystals.silver - sum(cards[card]["cost"] for card in squad)


def squad_problems(squad: Sequence[str], cards: Facts, crystals: Crystals, complete: bool = True) -> list[str]:
    """Everything that is wrong with a squad; complete: it is all there is, so that it needs a creature.

    Elite cards take gold, the others silver or gold in any mix.
    """
    facts = [cards[card] for card in squad]
    problems = []
    if len(squad) > SQUAD_MOST:
        problems.append(f"a squad should have at most {SQUAD_MOST} cards, found {len(squad)}")
    if complete and not any(fact["type"] == "creature" for fact in facts):
        problems.append("a squad should have a creature, as a side without one has lost")
    problems += copies_problems(squad, cards)
    for card, copies in Counter(squad).items():
        if cards[card].get("unique") and copies > 1:
            problems.append(f"{cards[card]['name']} is unique, so a squad should have one, found {copies}")
    terrains = sum(fact["type"] == "terrain" for fact in facts)
    if terrains > TERRAINS:
        problems.append(f"a squad should have at most {TERRAINS} terrain, found {terrains}")
    flying = sum(fact["cost"] for fact in facts if fact.get("subtype") == "flying")
    if flying > FLYERS_COST:
        problems.append(f"flying creatures should cost at most {FLYERS_COST} crystals together, found {flying}")
    return [*problems, *_payment_problems(squad, cards, crystals), *_host_problems(facts)]


def copies_problems(listed: Iterable[str], cards: Facts) -> list[str]:
    """What is wrong with the numbers of copies in a deck or squad."""
    problems = []
    for card, copies in Counter(listed).items():
        most = HORDE_COPIES if cards[card].get("horde") else COPIES
        if copies > most:
            problems.append(f"at most {most} copies of {cards[card]['name']} are allowed, found {copies}")
    return problems


def placement_problems(placed: Iterable[str], second: bool) -> list[str]:
    """What is wrong with the cells of a squad that is placed, for the first or the second player."""
    taken = list(placed)
    problems = [f"{cell} should hold one card, found {n}" for cell, n in Counter(taken).items() if n > 1]
    player, zone = ("second player" if second else "first player"), list[str]()
    for part in ZONES[second]:
        if not set(zone) <= set(taken):
            problems += [
                f"the {player} may use {cell} only once {' '.join(zone)} are full" for cell in part if cell in taken
            ]
        zone += part
    return problems


def _payment_problems(squad: Sequence[str], cards: Facts, crystals: Crystals) -> list[str]:
    gold = gold_available(squad, cards, crystals)
    elite = sum(cards[card]["cost"] for card in squad if cards[card].get("elite"))
    cost = sum(cards[card]["cost"] for card in squad)
    elements = ", ".join(elements_of(squad, cards)) or "no element"
    if elite > gold:
        return [f"elite cards cost {elite} gold crystals together, available with {elements}: {gold}"]
    if cost > gold + crystals.silver:
        return [f"the cards cost {cost} crystals, available with {elements}: {gold} gold, {crystals.silver} silver"]
    return []


def _host_problems(facts: Sequence[Mapping[str, Any]]) -> list[str]:
    """Symbionts and equipment that find no creature of the squad to carry them."""
    creatures = [fact for fact in facts if fact["type"] == "creature"]
    problems = []
    for incorporeal in (False, True):
        hosts = sum(not fact.get("subtype") and _is_incorporeal(fact) == incorporeal for fact in creatures)
        guests = [fact for fact in creatures if fact.get("subtype") == "companion"]
        guests = [fact for fact in guests if _is_incorporeal(fact) == incorporeal]
        if len(guests) > hosts:
            names = ", ".join(fact["name"] for fact in guests)
            kind = "incorporeal " if incorporeal else ""
            problems.append(
                f"each companion needs a plain {kind}creature of its own as its host; {names}: {hosts} found"
            )
    bearers = sum(bool(fact.get("classes")) for fact in creatures)
    pieces = Counter(kind for fact in facts if fact["type"] == "equipment" for kind in fact.get("classes", ()))
    problems += [
        f"each {kind} needs a creature with a class to bear it: {bearers} for {n}"
        for kind, n in pieces.items()
        if n > bearers
    ]
    return problems


def _is_incorporeal(fact: Mapping[str, Any]) -> bool:
    return "incorporeal" in fact.get("keywords", ())
