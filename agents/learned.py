"""Weights that were learned from play, and kept: `agents/<game>/learned.toml`, which `overnight learn GAME` writes.

What was learned of a card holds for the card as it is printed: it is bound to a digest of its facts. A card of the
game's file that has changed since is worth what its facts and its text say, like one that a user changed or added.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim import load_game
from sim.core.errors import InputError
from sim.core.kernel import digest
from sim.reading.text_files import read_toml_file

from .value import WeightArrays, no_cards, no_facts

FILE = "learned.toml"
VERSION = 1
"""Of the form of the file."""
ROLES = 2
"""Weights of the seat whose turn it is, and of the others (agents/value.py)."""
NOTES = ("name", "source", "note")
"""What may change in a card without changing what it does."""
DIGITS = 3
"""Decimals of a weight."""
Pair = Sequence[float]


@dataclass(frozen=True)
class Features:
    """What the value of a game reads of a position; see agents/value.py for the kernels."""

    game: str
    numbers: tuple[str, ...]
    """by name; the one called `active` is 1 for the seat whose turn it is, else 0"""
    read_numbers: Callable[..., None]
    zones: tuple[str, ...] = ()
    """in which cards are told apart; none if they are not"""
    facts: tuple[str, ...] = ()
    kinds: int = 0
    """the most cards that its tables can hold"""
    most: int = 0
    """the most cards that a seat can have in all zones together"""
    read_cards: Callable[..., int] = no_cards
    read_facts: Callable[..., None] = no_facts

    @property
    def cards(self) -> dict[str, Mapping[str, Any]]:
        """The facts of the cards that are told apart, by id."""
        return dict(load_game(self.game).words.cards(())) if self.zones else {}


@dataclass(frozen=True)
class Weights:
    """Weights of all features, for each of ROLES."""

    numbers: NDArray[np.float64]
    """(2, numbers)"""
    worth: NDArray[np.float64]
    """(2, zones, kinds): of the cards that are known"""
    known: NDArray[np.int8]
    """(kinds,): 1 of a card whose worth was learned as it is printed"""
    texts: NDArray[np.float64]
    """(2, zones, facts)"""
    plan: Mapping[str, Any] = field(default_factory=dict)
    """from which games they come, and how well they foretell others"""

    @property
    def arrays(self) -> WeightArrays:
        """What kernels read."""
        return WeightArrays(self.numbers, self.worth.reshape(ROLES, -1), self.known, self.texts)


def learned_file(game: str) -> Path:
    """Where the weights of a game stand: beside this file, which may be that of an earlier commit."""
    return Path(__file__).parent / game / FILE


def card_digest(fields: Mapping[str, Any]) -> str:
    """Names the facts of a card, notes apart."""
    facts = {key: value for key, value in sorted(fields.items()) if key not in NOTES}
    return digest(json.dumps(facts, sort_keys=True, default=str).encode())


def read_learned(features: Features, path: Path | None = None) -> Weights:
    """The weights in a game's file; none where there is no file. InputError if it is damaged, or made for other
    features.
    """
    path = path or learned_file(features.game)
    if not path.exists():
        return no_weights(features, {})
    content = read_toml_file(path, "file of learned weights")
    problem = _problem(content, features)
    if problem:
        again = f"overnight learn {features.game}"
        raise InputError(f"{path}: {problem}; restore it, or delete it and learn it again: {again}")
    weights = no_weights(features, content["plan"])
    for place, name in enumerate(features.numbers):
        weights.numbers[:, place] = content["numbers"][name]
    for zone, name in enumerate(features.zones):
        for place, fact in enumerate(features.facts):
            weights.texts[:, zone, place] = content["texts"][name][fact]
    for kind, (card, fields) in enumerate(features.cards.items()):
        learned = content["cards"].get(card)
        if learned is not None and learned["row"] == card_digest(fields):
            weights.known[kind] = 1
            for zone, name in enumerate(features.zones):
                weights.worth[:, zone, kind] = learned[name]
    return weights


def no_weights(features: Features, plan: Mapping[str, Any]) -> Weights:
    """Weights that are all 0, of no known cards."""
    zones, kinds = len(features.zones), features.kinds
    return Weights(
        numbers=np.zeros((ROLES, len(features.numbers))),
        worth=np.zeros((ROLES, zones, kinds)),
        known=np.zeros(kinds, np.int8),
        texts=np.zeros((ROLES, zones, len(features.facts))),
        plan=dict(plan),
    )


def written(features: Features, weights: Weights) -> str:
    """The weights as a file."""
    content = _content(features, weights)
    lines = [
        f"# What a position of {load_game(features.game).title} is worth: weights of value.py,",
        "# for the seat whose turn it is and for another. `plan` tells from which games they come; `overnight learn`",
        "# writes such a file."
        + (" The numbers of a card hold as long as its facts have the digest `row`." if features.zones else ""),
        "",
        f"version = {VERSION}",
        f'digest = "{_digest(content)}"',
        "",
    ]
    for table in ("plan", "numbers"):
        lines += [f"[{table}]", *(f"{key} = {_toml(value)}" for key, value in content[table].items()), ""]
    for zone, facts in content.get("texts", {}).items():
        lines += [f"[texts.{zone}]", *(f"{key} = {_toml(value)}" for key, value in facts.items()), ""]
    if features.zones:
        lines += ["[cards]", *(f"{card} = {_toml(learned)}" for card, learned in content["cards"].items()), ""]
    return "\n".join(lines)


def _content(features: Features, weights: Weights) -> dict[str, Any]:
    """What the file says, beside its version and digest."""
    cards: dict[str, Any] = {}
    for kind, (card, fields) in enumerate(features.cards.items()):
        if weights.known[kind]:
            worth = {zone: _pair(weights.worth[:, place, kind]) for place, zone in enumerate(features.zones)}
            cards[card] = {"row": card_digest(fields), **worth}
    numbers = {name: _pair(weights.numbers[:, place]) for place, name in enumerate(features.numbers)}
    content = {"plan": dict(weights.plan), "numbers": numbers}
    if not features.zones:
        return content
    return content | {
        "texts": {
            zone: {fact: _pair(weights.texts[:, at, place]) for place, fact in enumerate(features.facts)}
            for at, zone in enumerate(features.zones)
        },
        "cards": cards,
    }


def _pair(values: NDArray) -> list[float]:
    return [round(float(value), DIGITS) + 0.0 for value in values]


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + " }"
    return json.dumps(value)


def _digest(content: Mapping[str, Any]) -> str:
    return digest(json.dumps({key: content[key] for key in sorted(content)}, sort_keys=True).encode())


def _problem(content: dict[str, Any], features: Features) -> str:
    """What is wrong with a file, or nothing."""
    version, said = content.pop("version", None), content.pop("digest", None)
    if version != VERSION:
        return f"version {version}, and {VERSION} is read here"
    if said != _digest(content):
        return "its digest does not fit what it says: it was damaged or changed by hand"
    for names, found in (
        (features.numbers, content["numbers"]),
        (features.zones, content.get("texts", {})),
        (features.facts, next(iter(content.get("texts", {}).values()), ())),
    ):
        if list(names) != list(found):
            return "made for other features than value.py reads"
    return ""
