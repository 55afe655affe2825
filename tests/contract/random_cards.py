"""Random card files of any game: cards of the game with other facts and texts, and new ones.

Texts come in two ways. A line of the game is kept and some of its words are exchanged for others of their sort, so that
what stands before its operation stays in form; or a line is built from the vocabulary, word by word. Facts are drawn
from what the schema of the game lets them be, its ends above all.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import tomli_w

from sim import load_game
from sim.aeons_end import cards as aeons_end
from sim.berserk import cards as berserk
from sim.berserk import notation as berserk_notation
from sim.berserk_heroes import cards as berserk_heroes
from sim.core.errors import InputError
from sim.keyforge import cards as keyforge
from sim.nightfall import cards as nightfall
from sim.reading.card_schema import CardSchema, Field
from sim.reading.notation import Object, Reader, Term, Vocabulary
from sim.shards_of_infinity import cards as shards_of_infinity

from .card_changes import said_to

Facts = dict[str, dict[str, Any]]
CHANGED, NEW = 0.4, 0.2
"""The share of a game's cards that a file changes, at most; of the changed ones that are copied as new cards."""
EXCHANGED, BUILT = 0.2, 0.4
"""The share of words that are exchanged, and of lines that are built."""
LEFT_OUT = ("name", "russian", "source", "sources", "note", "fixture")
"""Facts that no rule reads."""


@dataclass(frozen=True)
class Cards:
    """What the cards of a game may say."""

    facts: Facts
    schema: Callable[[Mapping[str, Any]], CardSchema]
    """of a card of such facts"""
    vocabulary: Vocabulary
    texts: Callable[[str, Any], bool]
    """whether a key with such a value holds lines"""
    divider: str = ""
    """what parts the lines within a text"""
    more: Sequence[Sequence[str]] = field(default_factory=list)
    """further words, by sort"""

    @functools.cached_property
    def sorts(self) -> dict[str, list[str]]:
        """By word, those of its sort."""
        words, filters = self.vocabulary, self.vocabulary.filters
        sorts: list[Sequence[str]] = [
            [*words.operations], [*words.counts], [*words.conditions], [*words.selections], [*self.facts], *self.more,
        ]  # fmt: skip
        sorts += [[*term.of] for term in words.operations.values() if term.of]
        if filters is not None:
            groups = [*filters.values.values(), *filters.flags.values(), *filters.masks.values()]
            sorts += [[*filters.kinds[1], filters.any_kind], *([*group] for group in groups)]
        return {word: list(sort) for sort in sorts for word in sort}

    @functools.cached_property
    def keys(self) -> dict[str, list[str]]:
        """By type, the keys under which cards of the game have lines."""
        found: dict[str, dict[str, None]] = {}
        for facts in self.facts.values():
            found.setdefault(facts["type"], {}).update(dict.fromkeys(k for k, v in facts.items() if self.texts(k, v)))
        return {kind: [*keys] for kind, keys in found.items()}

    @functools.cached_property
    def lines(self) -> dict[str, list[list[str]]]:
        """By key, the texts that cards of the game have there."""
        found: dict[str, list[list[str]]] = {}
        for facts in self.facts.values():
            for key, value in facts.items():
                if self.texts(key, value) and value:
                    found.setdefault(key, []).append(value)
        return found


def cards_of(game: str) -> Cards:
    """What the cards of a game may say."""
    return _CARDS[game]()


def _shards() -> Cards:
    facts = shards_of_infinity.read_cards()
    keys = ("play", "exhaust", "static")
    words = shards_of_infinity.vocabulary(list(facts))
    return Cards(facts, lambda _: shards_of_infinity.SCHEMA, words, lambda key, _: key in keys)


def _aeons_end() -> Cards:
    keys = {name for fields in aeons_end.EFFECT_FIELDS.values() for name in fields}
    return Cards(
        aeons_end.read_cards(),
        lambda facts: aeons_end.SCHEMAS[facts["type"]],
        aeons_end.vocabulary(),
        lambda key, _: key in keys,
    )


def _keyforge() -> Cards:
    facts = keyforge.card_facts()
    traits = sorted({trait for fields in facts.values() for trait in fields.get("traits", ())})
    notation = keyforge.Notation({c: n for n, c in enumerate(facts)}, {trait: n for n, trait in enumerate(traits)})
    return Cards(
        facts,
        lambda _: keyforge.SCHEMA,
        notation.vocabulary,
        lambda key, _: key == "constant" or key not in keyforge.SCHEMA.fields,
        more=[[*keyforge.LASTINGS]],
    )


def _berserk() -> Cards:
    facts = berserk.card_facts()
    classes = sorted({name for fields in facts.values() for name in fields.get("classes", ())})
    notation = berserk.Notation({c: n for n, c in enumerate(facts)}, {name: n for n, name in enumerate(classes)})
    told = berserk_notation.words()
    more = [[*told[group]] for group in ("heads", "windows", "events", "stats")]
    return Cards(facts, lambda _: berserk.SCHEMA, notation.vocabulary, lambda key, _: key == "traits", "; ", more)


def _heroes() -> Cards:
    facts = berserk_heroes.card_facts()
    classes = sorted({name for fields in facts.values() for name in fields.get("classes", ())})
    notation = berserk_heroes.Notation({c: n for n, c in enumerate(facts)}, {name: n for n, name in enumerate(classes)})
    return Cards(
        facts,
        lambda _: berserk_heroes.SCHEMA,
        notation.vocabulary,
        lambda key, _: key not in berserk_heroes.SCHEMA.fields,
    )


def _nightfall() -> Cards:
    facts = nightfall.read_cards()
    words = nightfall.vocabulary(list(facts), nightfall.species_of(facts))
    keys = ("chain", "kicked", "in_play")
    return Cards(facts, lambda _: nightfall.SCHEMA, words, lambda key, _: key in keys, more=[[*nightfall.STATICS]])


_CARDS = {
    "shards_of_infinity": functools.cache(_shards),
    "aeons_end": functools.cache(_aeons_end),
    "keyforge": functools.cache(_keyforge),
    "berserk": functools.cache(_berserk),
    "berserk_heroes": functools.cache(_heroes),
    "nightfall": functools.cache(_nightfall),
}


def draw_file(game: str, seed: str) -> Facts:
    """The content of a card file, drawn from a seed."""
    return _Drawing(cards_of(game), random.Random(f"{game} {seed}")).file()


class _Drawing:
    """One card file that is being drawn."""

    def __init__(self, cards: Cards, chance: random.Random) -> None:
        self.cards, self.chance = cards, chance

    def file(self) -> Facts:
        known, chance = self.cards.facts, self.chance
        many = chance.randint(1, max(1, int(len(known) * CHANGED)))
        found: Facts = {}
        for number, card in enumerate(chance.sample([*known], many)):
            facts = self.changes(known[card])
            if chance.random() < NEW:
                kept = {key: value for key, value in known[card].items() if key not in ("source", "number", "sources")}
                found[f"new_{number}"] = {**kept, "name": f"New {number}", **facts}
            else:
                found[card] = facts
        return found

    def changes(self, before: Mapping[str, Any]) -> dict[str, Any]:
        """What a file says anew of a card."""
        kind, fields = before["type"], self.cards.schema(before).fields
        facts = {}
        own = [name for name, f in fields.items() if name not in LEFT_OUT and (not f.of or kind in f.of)]
        for name in self.chance.sample(own, min(len(own), self.chance.randint(0, 3))):
            if not self.cards.texts(name, []) and (value := self.fact(name, fields[name])) is not None:
                facts[name] = value
        keys = self.cards.keys.get(kind, []) if self.chance.random() < 0.6 else [*self.cards.lines]
        for key in self.chance.sample(keys, min(len(keys), self.chance.randint(0, 2))):
            facts[key] = self.text(key)
        return facts

    def fact(self, name: str, field: Field) -> Any:
        """A value of a field: what the schema allows, or what some card of the game has."""
        if field.options:
            return self.chance.choice([*field.options])
        if field.kind is bool:
            return self.chance.random() < 0.5
        if field.kind is int and field.bounds is not None:
            low, high = field.bounds
            return self.chance.choice([low, high, self.chance.randint(low, high), *range(low, min(high, low + 9) + 1)])
        known = [facts[name] for facts in self.cards.facts.values() if name in facts]
        if field.kind is list and known:
            pool = [item for value in known for item in value]
            if pool and isinstance(pool[0], str):
                return [self.chance.choice(pool) for _ in range(self.chance.randint(0, 6))]
        return self.chance.choice(known) if known else None

    # --- texts --------------------------------------------------------------------------------------------------------

    def text(self, key: str) -> list[str]:
        """The lines of a text: of some cards of the game, with other words, and new ones."""
        like = key if self.chance.random() < 0.7 else self.chance.choice([*self.cards.lines])
        pieces = [self.chance.choice(self.cards.lines[like]) for _ in range(self.chance.choice((1, 1, 1, 2)))]
        lines = [line for piece in pieces for line in piece]
        drawn = [self.line(line) for line in lines if self.chance.random() < 0.9]
        more = 0 if self.cards.divider else self.chance.choice((0, 0, 1, 2))
        return drawn + [self.built() for _ in range(more)]

    def line(self, line: str) -> str:
        if self.cards.divider:
            head, colon, body = line.partition(": ")
            parts = [self.plain(part) for part in body.split(self.cards.divider)]
            return f"{self.exchanged(head)}{colon}{self.cards.divider.join(parts)}"
        return self.plain(line)

    def plain(self, line: str) -> str:
        begins = line.removeprefix("may ").split()[:1]
        if begins and begins[0] in self.cards.vocabulary.operations and self.chance.random() < BUILT:
            return self.built()
        return self.exchanged(line)

    def exchanged(self, line: str) -> str:
        """A line with some of its words exchanged for others of their sort."""
        words = []
        for word in line.split():
            bare = word.rstrip(",")
            other = bare
            if self.chance.random() < EXCHANGED:
                if bare.removeprefix("-").isdecimal():
                    other = str(self.chance.choice((0, 1, 2, 3, 5, 9, 20, 99)))
                elif bare in self.cards.sorts:
                    other = self.chance.choice(self.cards.sorts[bare])
            words.append(other + word[len(bare) :])
        return " ".join(words)

    def built(self) -> str:
        """A line that is made of the vocabulary."""
        words = self.cards.vocabulary
        name = self.chance.choice([*words.operations])
        term = words.operations[name]
        parts = ["may"] if "optional" in words.columns and self.chance.random() < 0.2 else []
        parts += [name, *self.term(term)]
        if (term.readers or term.of) and words.counts and self.chance.random() < 0.15:
            count = self.chance.choice([*words.counts])
            parts += ["per", count, *self.term(words.counts[count])]
        if words.conditions and self.chance.random() < 0.2:
            condition = self.chance.choice([*words.conditions])
            parts += ["if", condition, *self.term(words.conditions[condition])]
        return " ".join(parts)

    def term(self, term: Term) -> list[str]:
        """What stands after the name of a term."""
        words = []
        if term.of:
            named = self.chance.choice([*term.of])
            words += [named, *map(self.word, term.of[named].readers)]
        else:
            words += map(self.word, term.readers)
        if term.works_on in (Object.FILTER, Object.FILTER_OF_ONE):
            words += self.filter()
        elif term.works_on == Object.SELECTION:
            selections = [*self.cards.vocabulary.selections]
            words += ["each", *self.filter()] if self.chance.random() < 0.4 else [self.chance.choice(selections)]
        elif term.works_on == Object.PLAYERS:
            words.append(self.chance.choice(("you", "each_player", "each_opponent", "opponent", "targeted")))
        return words

    def word(self, reader: Reader) -> str:
        """A word that a reader reads."""
        names = said_to(reader)
        if "lowest" in names:
            low, high = int(names["lowest"]), int(names["highest"])
            named = [*names.get("named", ())]
            numbers = [low, high, 1, 1, 2, 3, self.chance.randint(low, high)]
            return str(self.chance.choice([*named, *numbers]))
        return str(self.chance.choice([*names["names"]])) if names.get("names") else "1"

    def filter(self) -> list[str]:
        """The words of a filter."""
        filters, chance = self.cards.vocabulary.filters, self.chance
        if filters is None:
            return []
        words = [chance.choice([*filters.kinds[1], filters.any_kind])]
        for group in (*filters.values.values(), *filters.flags.values(), *filters.masks.values()):
            if group and chance.random() < 0.2:
                words.insert(0, chance.choice([*group]))
        if filters.bounds and chance.random() < 0.1:
            words.append(f"{chance.choice([*filters.bounds])}{chance.choice(('<=', '>=', '='))}{chance.randint(0, 9)}")
        if chance.random() < 0.05:
            words.append(f"named:{chance.choice([*self.cards.facts])}")
        return words


def accepted(
    game: str, seed: str, table: Mapping[str, Any], folder: Path
) -> tuple[np.record | None, Facts, Sequence[str]]:
    """The tables of a drawn file without the cards that are refused, the cards that are left, and, in place of tables,
    why none are.
    """
    path, cards = folder / "random_cards.toml", draw_file(game, seed)
    while True:
        path.write_text(tomli_w.dumps(cards), encoding="utf-8")
        try:
            return load_game(game).make_tables(table, [path]), cards, ()
        except InputError as error:
            refused = {card for card in cards for problem in error.problems if f"{card}: " in problem}
            if not refused:
                return None, cards, error.problems
            cards = {card: facts for card, facts in cards.items() if card not in refused}
