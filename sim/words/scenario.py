"""Scenario files: a situation, what is done in it, and what must then be so. That is how a rule or a card is shown.

    game = "shards_of_infinity"

    [[scenario]]
    name   = "the mastery a card gives counts for its own threshold"
    shows  = ["fungal_hermit"]                       # the cards whose effect this shows
    cases  = ["MA-02"]                               # the worked cases of the rules that this is, by number
    table  = { players = 2 }                         # as in a plan
    given  = { "p1.mastery" = 9, "p1.hand" = ["fungal_hermit"], "p1.health" = 30 }
    do     = ["play fungal_hermit"]
    expect = { "p1.mastery" = 10, "p1.health" = 35 }

Also: `cards` (extra card files), `first` (the seat to move, p1 if not given), `seed` (begin with a dealt game instead
of an empty table), `dice` (what the dice show, in the order in which they are rolled: so many are rolled and no more),
`differs` (of `seats`, `order`, `bystander` and `copies` those whose change alters the end after all), and of the end:
`legal` and `illegal` phrases, `asks` (all phrases offered, and no other), `decision`, `to_move`, `over`, `winner`.

What is given must be possible: every value at its path, and all of them together. A choice without an alternative is
made by the rules at once, and no phrase stands for it.

What all scenarios of a file share, such as the gold of both players, may be given once at its top:
`given = { ... }`; a scenario that gives the same path has its own value.

In a zone "3 crystal" stands for three cards. Where cards in play are records, an entry is a card id or a table such as
`{ id = "troll", damage = 3 }`, of which just the given fields are set or compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..core.dice import FORCED_MAX, force
from ..core.errors import InputError, nearest, quoted, shown
from ..core.faults import fault_text
from ..core.game import Game
from ..reading.card_files import CardFile, read_card_files
from ..reading.names import expand, read_seat, seat_name
from .events import find_event
from .forced_choices import made_at_once
from .paths import Path as StatePath
from .paths import find_path
from .readers import check_seed, one_of, read_card
from .vocabulary import Words, check_phrase, winner

KEYS = {
    "name": str,
    "shows": list,
    "cases": list,
    "table": dict,
    "cards": list,
    "seed": int,
    "first": str,
    "given": dict,
    "dice": list,
    "do": list,
    "expect": dict,
    "legal": list,
    "illegal": list,
    "asks": list,
    "decision": str,
    "to_move": str,
    "over": bool,
    "winner": str,
    "differs": list,
}
CHANGES_NOTHING = {
    "seats": "each seat is exchanged for the next, and who begins with it",
    "order": "cards are given in another order where order does not count, and so numbered differently",
    "bystander": "a plain card more lies where it does not matter",
    "copies": "the state is copied between two deeds, and redealt for a player who knows all of it",
}
"""What should not change how a scenario ends, unless it says so itself."""
CLAIMS = ("expect", "legal", "illegal", "asks", "decision", "to_move", "over", "winner")

Between = Callable[[np.record], np.record]
"""The state that play goes on with, made of the one that it has come to."""


@dataclass(frozen=True)
class Scenario:
    """One scenario of a file."""

    file: str
    game: Game
    keys: dict[str, Any]
    made: dict[tuple[str, ...], Any] = field(default_factory=dict, repr=False, compare=False)
    """tables and paths that have been made, which scenarios loaded together share; nobody may change them"""

    @property
    def name(self) -> str:
        """The sentence that says what it shows."""
        return self.keys["name"]

    def tables(self) -> np.record:
        """The tables it is played with."""
        table = {"first": self.keys.get("first", "p1"), **self.keys.get("table", {})}
        return self._shared("tables", lambda: self.game.make_tables(table, self.cards()))

    def paths(self) -> dict[str, StatePath]:
        """The paths of its states."""
        return self._shared("paths", lambda: self.game.words.paths(self.tables(), self.ids()))

    def ids(self) -> list[str]:
        """The cards that it knows, in the order of its tables."""
        return self._shared("ids", lambda: self.game.words.card_ids(self.cards()))

    def sound_phrases(self) -> set[str]:
        """Phrases that were found to be of its game."""
        return self._shared("phrases", set)

    def cards(self) -> tuple[CardFile, ...]:
        """Its card files, as they were when they were needed first."""
        return self._shared("cards", lambda: read_card_files(self.keys.get("cards", [])))

    def _shared(self, what: str, make: Callable[[], Any]) -> Any:
        """What is the same for all scenarios with this table and these card files, made once."""
        place = (what, self.game.name, *(repr(self.keys.get(key)) for key in ("first", "table", "cards")))
        if place not in self.made:
            self.made[place] = make()
        return self.made[place]


@dataclass(frozen=True)
class Failure:
    """A claim of a scenario that did not hold."""

    file: str
    name: str
    where: str
    expected: Any
    found: Any
    made_at_once: list[str]
    """the choices without an alternative that the rules made on the way, each with the action after which"""


@dataclass(frozen=True)
class _NotSo:
    """A claim that does not hold."""

    where: str
    expected: Any
    found: Any


def problems_of(scenario: Scenario, before_rules: Callable[[Game], object]) -> list[str]:
    """What is wrong with a scenario: its form, its words, what cannot be given. before_rules: called with its game
    before a rule is needed.
    """
    problems = _check_keys(scenario)
    if not problems:
        before_rules(scenario.game)
        problems = _check_start(scenario)
    return problems


def _check_keys(scenario: Scenario) -> list[str]:
    keys = scenario.keys
    problems = [f"no key is called {quoted(key)}{nearest(key, KEYS)}" for key in keys if key not in KEYS]
    for key, kind in KEYS.items():
        if key in keys and not isinstance(keys[key], kind):
            problems.append(f"{key} should be a {kind.__name__}, found {shown(keys[key])}")
    if "name" not in keys:
        problems.append("name is missing")
    if not any(key in keys for key in CLAIMS):
        problems.append(f"it claims nothing; give at least one of {', '.join(CLAIMS)}")
    return problems or _check_words(scenario)


def _check_words(scenario: Scenario) -> list[str]:
    """Unknown cards, paths and phrases, and values that a path cannot have, so that no claim can hold or fail for want
    of a meaning.
    """
    keys, words = scenario.keys, scenario.game.words
    try:
        tables = scenario.tables()
    except InputError as error:
        return error.problems
    ids, paths = scenario.ids(), scenario.paths()
    players, state = int(tables.players), scenario.game.new_state()
    checks: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
        *((read_card, (card, ids)) for card in keys.get("shows", [])),
        *((_check_case, (number,)) for number in keys.get("cases", [])),
        *((one_of, (change, tuple(CHANGES_NOTHING))) for change in keys.get("differs", [])),
        *(
            (_check_value, (paths, f"{key} {name}", name, value, state))
            for key in ("given", "expect")
            for name, value in keys.get(key, {}).items()
        ),
        *((_check_deed, (scenario, str(phrase), players)) for phrase in keys.get("do", [])),
        *(
            (_check_phrase, (scenario, str(phrase), players))
            for key in ("legal", "illegal", "asks")
            for phrase in keys.get(key, [])
        ),
        *((read_seat, (keys[key], players)) for key in ("to_move",) if key in keys),
        *((check_seed, (keys[key],)) for key in ("seed",) if key in keys),
        *((_check_dice, (words, keys[key])) for key in ("dice",) if key in keys),
        *((_check_winner, (words, keys[key], players)) for key in ("winner",) if key in keys),
        *((_check_decision, (words, keys[key])) for key in ("decision",) if key in keys),
    ]
    problems = []
    for function, arguments in checks:
        try:
            function(*arguments)
        except ValueError as error:
            problems.append(str(error))
    return problems


def _check_start(scenario: Scenario) -> list[str]:
    """What of a start cannot be: values that cannot be set, and what no game could come to."""
    table = _Table(scenario, scenario.tables())
    problems = [f"{claim.where}: {claim.expected}" for claim in table.prepare()]
    return problems or [f"given: {flaw}" for flaw in table.game.words.flaws(table.state, table.tables, table.ids)]


def _check_value(paths: Mapping[str, StatePath], where: str, name: str, value: Any, state: np.record) -> None:
    path = find_path(paths, name)
    try:
        path.read(state)
    except TypeError:
        raise ValueError(f"{quoted(name)}: only a zone has a count and places") from None
    try:
        path.check(value)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def _check_case(number: Any) -> None:
    if not isinstance(number, str) or not number.strip():
        raise ValueError(f'cases: a worked case is told by its number, such as "MA-02", found {shown(number)}')


def _check_decision(words: Words, name: str) -> None:
    if name not in words.decisions.values():
        raise ValueError(f"no decision is called {quoted(name)}{nearest(name, words.decisions.values())}")


def _check_dice(words: Words, faces: Sequence[Any]) -> None:
    if not words.die:
        raise ValueError("dice: this game rolls none")
    if len(faces) > FORCED_MAX:
        raise ValueError(f"dice: at most {FORCED_MAX} rolls can be given, found {len(faces)}")
    for face in faces:
        if type(face) is not int or not 1 <= face <= words.die:
            raise ValueError(f"dice: a die shows a whole number from 1 to {words.die}, found {shown(face)}")


def _check_winner(words: Words, name: str, players: int) -> None:
    sides = words.team or [seat_name(seat) for seat in range(players)]
    if name not in (*sides, "nobody"):
        raise ValueError(f"no winner is called {quoted(name)}{nearest(name, (*sides, 'nobody'))}")


def _check_deed(scenario: Scenario, phrase: str, players: int) -> None:
    if phrase.startswith("!"):
        find_event(scenario.game.words.events, phrase)
    else:
        _check_phrase(scenario, phrase, players)


def _check_phrase(scenario: Scenario, phrase: str, players: int) -> None:
    sound = scenario.sound_phrases()
    if phrase not in sound:
        check_phrase(scenario.game.words, phrase, scenario.ids(), players)
        sound.add(phrase)


def check(scenario: Scenario, tables: np.record | None = None, between: Between = lambda state: state) -> list[Failure]:
    """Plays one scenario, with its own tables unless others are given; the claims that do not hold.

    between: the state that play goes on with, made of the one that it has come to; before each deed and at the end.
    """
    tables = scenario.tables() if tables is None else tables
    wrong, done = _play(scenario, tables, between)
    made = _made_at_once(scenario, tables, done) if wrong else []
    return [Failure(scenario.file, scenario.name, claim.where, claim.expected, claim.found, made) for claim in wrong]


def check_answered(scenario: Scenario, answer: Callable[[Sequence[str]], str | None]) -> list[Failure]:
    """Plays on after what a scenario does, by answers to its decisions; the claims that do not hold then.

    answer: of the phrases of the legal actions, the one that is done; None ends the play.
    """
    table = _Table(scenario, scenario.tables())
    wrong = table.prepare()
    for phrase in scenario.keys.get("do", []):
        wrong = wrong or table.do(phrase)
    while not wrong and (phrase := answer(table.legal())) is not None:
        wrong = table.do(phrase)
    return [Failure(scenario.file, scenario.name, c.where, c.expected, c.found, []) for c in wrong or table.compare()]


def holds(scenario: Scenario, tables: np.record) -> bool:
    """Whether all claims of a scenario hold when it is played with these tables."""
    return not _play(scenario, tables)[0]


def _play(
    scenario: Scenario, tables: np.record, between: Between = lambda state: state
) -> tuple[list[_NotSo], list[str]]:
    """The claims of a scenario that do not hold, and the phrases that could be done."""
    table, done = _Table(scenario, tables), list[str]()
    wrong = table.prepare()
    for phrase in scenario.keys.get("do", []):
        table.state = between(table.state)
        wrong = wrong or table.do(phrase)
        if wrong:
            break
        done.append(phrase)
    table.state = between(table.state)
    return wrong or table.compare(), done


def _made_at_once(scenario: Scenario, tables: np.record, phrases: Sequence[str]) -> list[str]:
    """The choices without an alternative that the rules made at once while these phrases were done.

    A second game is played beside the first in which those choices are asked for, up to where both stand the same.
    """
    plain, asking = _Table(scenario, tables), _Table(scenario, tables)
    plain.prepare()
    asking.prepare()
    made: list[str] = []
    for phrase in phrases:
        asking.state.ask_all = 1
        if plain.do(phrase) or asking.do(phrase):
            return made
        choices = made_at_once(asking.game, tables, asking.paths, asking.state, plain.state, asking.phrase)
        if choices is None:
            return made
        made += [f"after {quoted(phrase)}: {choice}" for choice in choices]
        asking.state.ask_all = 0
    return made


class _Table:
    """A game in progress for one scenario."""

    def __init__(self, scenario: Scenario, tables: np.record):
        self.keys, self.game, self.tables = scenario.keys, scenario.game, tables
        self.ids = scenario.ids()
        own = tables is scenario.tables()
        self.paths = scenario.paths() if own else self.game.words.paths(tables, self.ids)
        self.actions = self.game.new_actions()
        self.state = self.game.new_state()

    def prepare(self) -> list[_NotSo]:
        """Lays out the start; what of it cannot be set."""
        problems = []
        if "seed" in self.keys:
            self.game.setup(self.state, self.tables, self.keys["seed"], 0)
        else:
            self.game.words.clear(self.state, self.tables, max(int(self.tables.first), 0))
        for name, value in self.keys.get("given", {}).items():
            write = find_path(self.paths, name).write
            try:
                if write is None:
                    raise ValueError("this can only be read")
                write(self.state, value)
                if self.state.error:
                    raise ValueError(f"cannot be laid out: {fault_text(int(self.state.error))}")
            except ValueError as error:
                problems.append(_NotSo(f"given {name}", str(error), value))
        if "dice" in self.keys:
            force(self.state, self.keys["dice"])
        return problems

    def legal(self) -> list[str]:
        """Phrases of the legal actions, in their order."""
        return list(self._legal())

    def _legal(self) -> Iterator[str]:
        """Likewise, one after the other: telling an action takes longer than doing it."""
        if self.state.over or self.state.error:
            return
        for k in range(self.game.legal_actions(self.state, self.tables, self.actions)):
            yield self.phrase(self.actions[k])

    def phrase(self, action: np.record) -> str:
        """The phrase for a legal action."""
        return self.game.words.phrase(self.state, action, self.ids)

    def do(self, phrase: str) -> list[_NotSo]:
        """Does a phrase, or says what hinders it."""
        if phrase.startswith("!"):
            event, arguments = find_event(self.game.words.events, phrase)
            try:
                event.run(self.state, self.tables, self.ids, *arguments)
            except ValueError as error:
                return [_NotSo(phrase, str(error), phrase)]
            return []
        for k, legal in enumerate(self._legal()):
            if legal == phrase:
                self.game.apply(self.state, self.tables, self.actions[k])
                return []
        found = f"legal: {', '.join(self.legal()) or 'nothing, the game has ended'}"
        return [_NotSo(f"do {quoted(phrase)}", "a legal action", found)]

    def compare(self) -> list[_NotSo]:
        """The claims about the end that do not hold."""
        s, keys = self.state, self.keys
        if s.error:
            return [_NotSo("the end", "a sound game", fault_text(int(s.error)))]
        legal = self.legal() if any(key in keys for key in ("legal", "illegal", "asks")) else []
        wrong = [claim for item in keys.get("expect", {}).items() if (claim := self.compare_path(*item))]
        wrong += [_NotSo("legal", phrase, legal) for phrase in keys.get("legal", []) if phrase not in legal]
        wrong += [_NotSo("illegal", phrase, legal) for phrase in keys.get("illegal", []) if phrase in legal]
        if "asks" in keys and Counter(legal) != Counter(keys["asks"]):
            wrong.append(_NotSo("asks", keys["asks"], legal))
        if "dice" in keys and int(s.dice.rolled) != len(keys["dice"]):
            wrong.append(_NotSo("dice", f"{len(keys['dice'])} rolled", f"{int(s.dice.rolled)} rolled"))
        for key, found in (
            ("decision", self.game.words.decisions[int(s.decision)]),
            ("to_move", seat_name(int(s.to_move))),
            ("over", bool(s.over)),
            ("winner", winner(self.game.words, s, int(self.tables.players))),
        ):
            if key in keys and found != keys[key]:
                wrong.append(_NotSo(key, keys[key], found))
        return wrong

    def compare_path(self, name: str, expected: Any) -> _NotSo | None:
        """The claim about a path, if it does not hold."""
        path = find_path(self.paths, name)
        found = path.read(self.state)
        if isinstance(expected, list) and isinstance(found, list):
            wanted = expand(expected)
            holds = _fit_in_order(wanted, found) if path.ordered else _fit_in_any_order(wanted, found)
        else:
            holds = _fits(expected, found)
        return None if holds else _NotSo(name, expected, _trim(found, expected))


def _fits(wanted: Any, found: Any) -> bool:
    """Whether what is found is what a claim says: of a record its id, or the id and the fields that the claim gives."""
    if isinstance(found, dict):
        fields = wanted if isinstance(wanted, dict) else {"id": wanted}
        return all(_fits(value, found[name]) for name, value in fields.items())
    if isinstance(found, list) and isinstance(wanted, list):
        return _fit_in_any_order(expand(wanted), found)
    return type(found) is type(wanted) and found == wanted


def _fit_in_order(wanted: Sequence[Any], found: Sequence[Any]) -> bool:
    return len(wanted) == len(found) and all(map(_fits, wanted, found))


def _fit_in_any_order(wanted: Sequence[Any], found: Sequence[Any]) -> bool:
    """Whether each entry of one list can have one of the other for itself.

    A claim that gives few fields may fit several entries; it then leaves the one it has to a claim that fits no other.
    """
    if len(wanted) != len(found):
        return False
    claimed_by: dict[int, int] = {}

    def place(claim: int, tried: set[int]) -> bool:
        for entry in range(len(found)):
            if entry in tried or not _fits(wanted[claim], found[entry]):
                continue
            tried.add(entry)
            if entry not in claimed_by or place(claimed_by[entry], tried):
                claimed_by[entry] = claim
                return True
        return False

    return all(place(claim, set()) for claim in range(len(wanted)))


def _trim(found: Any, expected: Any) -> Any:
    """Records with those of their fields alone that a claim names, for a failure that can be read."""
    if isinstance(found, list):
        return [_trim(entry, expected) for entry in found]
    if not isinstance(found, dict):
        return found
    claims = expected if isinstance(expected, list) else [expected]
    named = {name for claim in claims if isinstance(claim, dict) for name in claim}
    return {name: value for name, value in found.items() if name in named} if named else found["id"]
