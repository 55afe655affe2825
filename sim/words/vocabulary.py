"""The vocabulary of a game, used by logs, scenarios, errors and notebooks alike: cards, phrases, paths, events.

Seats are called p1, p2, ...; a path names a part of the state (`p1.hand`, `center`), a phrase an action
(`play fungal_hermit`), an event something that no seat decides (`!draw p1 2`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from ..core.errors import nearest, quoted
from ..reading.names import read_seat, seat_name
from ..reading.notation import Vocabulary
from ..reading.table import Key
from .events import Event
from .paths import Path
from .readers import read_card, read_target, whole


def _hides_nothing(before: Any, s: Any, action: Any, viewer: int | None) -> bool:
    """Of a game whose actions are done in sight of all."""
    return False


class Phrase(NamedTuple):
    """How an action of a kind is said, and what it does."""

    pattern: str
    """words, and in braces the names of what is said of the action"""
    help: str
    also: Mapping[str, str] = MappingProxyType({})
    """other verbs for actions of its kind, and what they do"""

    def said(self, **parts: Callable[[], Any]) -> str:
        """The phrase for an action; parts: by name in braces, what tells it of the action."""
        return self.pattern.format(**{name: part() for name, part in parts.items() if f"{{{name}}}" in self.pattern})


def verbs_of(phrases: Mapping[Any, Phrase], parts: Mapping[str, str]) -> dict[str, str]:
    """The verbs of a game's phrases; parts: by the word in capitals that stands for them, the names in braces."""
    words = {name: word for word, names in parts.items() for name in names.split()}
    verbs: dict[str, str] = {}
    for phrase in phrases.values():
        verbs |= {phrase.pattern.format(**words): phrase.help, **phrase.also}
    return verbs


@dataclass(frozen=True, eq=False)
class Words:
    """The vocabulary of one game."""

    cards: Callable[[Sequence[Any]], Mapping[str, Mapping[str, Any]]]
    """extra card files -> all cards by id, in table order, with their facts"""
    verbs: Mapping[str, str]
    """action phrases as patterns, with what they do; for the words in capitals see `check_phrase`"""
    decisions: Mapping[int, str]
    """names of the decisions a seat can be asked, by code"""
    phrase: Callable[[Any, Any, Sequence[str]], str]
    """(state, action, card ids) -> the phrase for an action"""
    paths: Callable[[Any, Sequence[str]], dict[str, Path]]
    """(tables, card ids) -> paths of a state, by name"""
    events: Mapping[str, Event]
    clear: Callable[[Any, Any, int], None]
    """(state, tables, first seat): an empty table, the start of a scenario"""
    flaws: Callable[[Any, Any, Sequence[str]], list[str]]
    """(state, tables, card ids) -> what no game could come to, though each path has a value that it can have"""
    effect_words: Callable[[], Mapping[str, Mapping[str, str]]]
    """the words of the card file: operations, counts and conditions, with what they mean"""
    situation: Callable[[Any, Any, Sequence[str], int | None], list[str]]
    """(state, tables, card ids, viewer) -> lines that a log prints at the start of a turn: what that seat may know, or
    everything for None
    """
    team: tuple[str, str] | None = None
    """in a game that all seats win or lose together, what the two sides are called: the seats, and their opponent"""
    hides: Callable[[Any, Any, Any, int | None], bool] = _hides_nothing
    """(state before, state after, action, viewer) -> whether an action of another seat that has just been done names a
    card which the viewer cannot know
    """
    tells: Callable[[Any, Any], bool] | None = None
    """(state, action) -> whether a log tells an action also where it has no alternative, so that the rules do it at
    once; None of a game that tells no such
    """
    margin: tuple[str, ...] = ()
    """figures of a seat, from its measures, that say how far it was ahead at the end: the first one in which seats
    differ counts, one with a minus before it where less is better. Of a team: of the table, added up
    """
    die: int = 0
    """sides of the dice that are rolled, whose rolls scenarios can force; 0 of a game without dice (`core.dice`)"""
    choices: Mapping[str, Collection[str]] = field(default_factory=dict)
    """the game's own words in capitals for its verbs, e.g. HOUSE, with the words that may stand for each"""

    keys: Mapping[str, Key] = field(default_factory=dict)
    """the keys of a table: what house rules there are, with their values by the rules"""
    curves: tuple[str, ...] = ()
    """paths of numbers that are worth following turn by turn; those that begin with SEAT are there for each"""
    dealt: tuple[str, ...] = ()
    """paths of what luck alone gives at the start: zones, of a SEAT or of all, or counts with CARD in their names"""
    shuffled: tuple[str, ...] = ()
    """paths of more zones, of a SEAT or of all, that luck alone fills or puts in order at the start"""
    drafted: Callable[[Any, Sequence[str]], list[list[str]]] | None = None
    """(state, card ids) -> by seat, what it was dealt or has drafted for the whole game, nothing before the draft is
    over; None of a game without a draft"""
    gained: tuple[str, ...] = ()
    """the first words of phrases by which a seat gets a card of an offer, or plays one of its deck"""

    template: Callable[[], str] | None = None
    """writes a card file with every value marked that is not known, to be filled in; None where all are known"""

    def card_ids(self, extra: Sequence[Any] = ()) -> list[str]:
        """Card ids in table order."""
        return list(self.cards(extra))


def winner(words: Words, s: Any, players: int) -> str:
    """Who has won alone: a seat, or a side of a game played together; "nobody" while it goes on and in a draw."""
    seats = [seat_name(seat) for seat in range(players) if s.over and s.score[seat] == 1]
    if words.team is None:
        return seats[0] if seats else "nobody"
    return words.team[0 if seats else 1] if s.over else "nobody"


def check_phrase(words: Words, phrase: str, ids: Sequence[str], players: int) -> None:
    """Passes if the phrase could be an action of the game at some time; ValueError with the nearest words otherwise.

    In a verb CARD stands for a card id, SEAT for a seat, NUMBER for a whole number, TARGET for a card of which others
    of its kind may lie beside it (see `read_target`), and each of the game's `choices` for one of its words.
    """
    found = phrase.split(" ")
    readers: dict[str, Callable[[str], Any]] = {
        "CARD": lambda word: read_card(word, ids),
        "SEAT": lambda word: read_seat(word, players),
        "NUMBER": lambda word: whole(int(word) if word.isdecimal() else word, 0, 9_999),
        "TARGET": lambda word: read_target(word, ids, players),
        **{name: functools.partial(_read_choice, name, known) for name, known in words.choices.items()},
    }
    problems = []
    for pattern in (verb.split(" ") for verb in words.verbs):
        fixed = [part for part in pattern if part not in readers]
        if len(pattern) != len(found) or fixed != [w for w, part in zip(found, pattern, strict=True) if part in fixed]:
            continue
        try:
            for word, part in zip(found, pattern, strict=True):
                if part in readers:
                    readers[part](word)
            return
        except ValueError as error:
            problems.append(str(error))
    if problems:
        raise ValueError(f"{quoted(phrase)}: {', or '.join(dict.fromkeys(problems))}")
    near = nearest(phrase, words.verbs) or nearest(found[0], {verb.split(" ")[0] for verb in words.verbs})
    raise ValueError(f"no action is called {quoted(phrase)}{near}")


def _read_choice(name: str, known: Collection[str], word: str) -> str:
    if word not in known:
        raise ValueError(f"no {name.lower().replace('_', ' ')} is called {quoted(word)}{nearest(word, known)}")
    return word


def notation(vocabulary: Vocabulary) -> dict[str, dict[str, str]]:
    """The words of a game's effect notation by group, with what they mean: a game's `effect_words`."""
    groups = {
        "operations": vocabulary.operations,
        "counts": vocabulary.counts,
        "conditions": vocabulary.conditions,
    }
    return {group: {name: term.help for name, term in terms.items()} for group, terms in groups.items()}
