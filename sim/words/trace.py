"""One game as a readable log, replayed from (tables, agents, seed, number) alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from ..core.dice import rolled_between
from ..core.errors import printable
from ..core.game import NO_SEAT, Game
from ..core.turnloop import Player
from ..reading.card_files import CardSource
from ..reading.names import seat_name
from .forced_choices import made_at_once
from .paths import view
from .readers import CardRecord, list_cards
from .vocabulary import winner
from .walk import Decider, Walk

OPPOSITES = {"ready": "exhausted", "closed": "open", "hidden": "seen", "tapped": "untapped"}
"""What a card is called that is not so, where it has a word of its own."""
HIDDEN = "a card that is hidden"
"""Stands in a phrase for what a viewer cannot know."""


TABLE = "Table: "
"""What the second line of a log begins with, if it was played at a table of its own."""
PHRASE_LETTERS = 34
"""Letters of a line that the phrase of an action takes at least."""
Option = tuple[int, str]
"""The index of a legal action, and what is thought of it, in a few words."""
Explainer = Callable[[np.record, np.ndarray], Sequence[Option]]
"""(state, legal actions) -> what who is about to decide thinks of those that he tried, in the order to be told"""
EXPLAINED = 5
"""Options of a decision that are told at most, beside the one that was taken."""


@dataclass(frozen=True)
class Log:
    """A game told line by line, and how it ended."""

    text: str
    score: list[float]
    turns: int
    decisions: int
    error: int
    fingerprint: int
    """equals the fingerprint of the same game in a batch"""
    fault: str = ""
    """what stopped the game, in words"""


def play_log(
    game: Game,
    tables: np.record,
    agents: Sequence[Player] | Decider,
    seed: int,
    number: int,
    names: Sequence[str],
    cards: Sequence[CardSource] = (),
    viewer: int | None = None,
    explain: Explainer | None = None,
    table: str = "",
) -> Log:
    """Plays game `number` of the run `seed`, agent i (called names[i]) at seat i, and tells it.

    viewer: tells what this seat may know; None: everything. explain: what is thought of the options is told under each
    decision, to a viewer of his own decisions alone. table: what is not as usual at it, as text, which is told to who
    may know everything.
    """
    walk = Walk(game, tables, agents, seed, number)
    teller = Teller(game, tables, names, game.words.card_ids(cards), viewer)
    if explain:
        walk.listener = partial(teller.hear, explain)
    s = walk.state
    teller.lines.append(beginning(game, number, seed, names, cards))
    if table and viewer is None:
        teller.lines.append(f"{TABLE}{table}")
    for step in walk:
        teller.tell_step(s, step.seat, step.action, step.index)
    teller.tell_end(s, walk.fault)
    text = printable("\n".join(teller.lines) + "\n")
    score = [float(s.score[seat]) for seat in range(len(names))]
    return Log(text, score, int(s.turn), walk.asked, int(s.error), int(walk.fingerprint), walk.fault)


def beginning(game: Game, number: int, seed: int, names: Sequence[str], cards: Sequence[CardSource] = ()) -> str:
    """The first line of a log: the game, its number, who sits where, and what it rests on."""
    seats = ", ".join(f"{seat_name(seat)} {name}" for seat, name in enumerate(names))
    basis = game.basis(cards)
    return f"{game.title}, game {number} of seed {seed}{f', {basis}' if basis else ''}: {seats}"


@dataclass(frozen=True)
class _Deed:
    """An action that is being done."""

    seat: int
    action: np.record
    phrase: str
    before: np.record
    """a copy of the state in which it was decided"""
    thoughts: Sequence[tuple[bool, str]] = ()
    """what was thought of some options, and whether each is the one that was taken"""
    read: Mapping[str, Any] | None = None
    """what the paths told of that state, if they were read"""


@dataclass(frozen=True)
class Told:
    """An action as a viewer is told of it."""

    seat: int
    phrase: str
    changes: Sequence[str]
    """what it did, path by path"""
    rolls: Sequence[int]
    """what the dice showed that were rolled for it, in order"""
    thoughts: Sequence[tuple[bool, str]]
    """what was thought of some options, and whether each is the one that was taken"""


class Teller:
    """Tells a game while it is played, into `lines`: all of it, or what a seat may know.

    It is called before each action; what an action did is told when it is done, at the next call.
    """

    def __init__(
        self, game: Game, tables: np.record, names: Sequence[str], ids: Sequence[str], viewer: int | None = None
    ) -> None:
        self.game, self.tables, self.names, self.ids, self.viewer = game, tables, names, ids, viewer
        paths = view(game.words.paths(tables, ids), viewer)
        self.paths = {name: path for name, path in paths.items() if path.logged}
        self.all_paths = game.words.paths(tables, ids)
        self.lines: list[str] = []
        self.moment = (-1, NO_SEAT)
        """the turn that was told last, and whose it is"""
        self.deed: _Deed | None = None
        """the action that is being done"""
        self.options: Sequence[Option] = ()
        """what is thought of the decision that is about to be taken"""

    def hear(self, explain: Explainer, s: np.record, legal: np.ndarray) -> None:
        """Notes what is thought of the options of a decision."""
        if self.viewer not in (None, int(s.to_move)):
            return
        self.options = [
            (index, f"{thought}  {self.game.words.phrase(s, legal[index], self.ids)}")
            for index, thought in explain(s, legal)
        ]

    def tell_step(self, s: np.record, seat: int, action: np.record, index: int = 0) -> None:
        """Tells what has happened until now; the action, number `index` of the legal ones, is about to be done."""
        read = self.catch_up(s)
        thoughts = [(option == index, text) for option, text in told_options(self.options, index)]
        self.deed = self._deed(s, seat, action, thoughts, read)
        self.options = ()

    def tell_end(self, s: np.record, fault: str = "") -> None:
        """Tells the last action and how the game ended; fault: what stopped it."""
        self._tell_deed(s)
        score = s.score[: len(self.names)]
        self.lines.append("")
        if s.error:
            self.lines.append(f"Stopped by a fault: {fault}.")
            return
        if self.game.words.team:
            side = winner(self.game.words, s, len(score))
            self.lines.append(f"The game ends in turn {int(s.turn) + 1}: {side} win{'s' * (side != 'players')}.")
            return
        best = [f"{seat_name(seat)} {self.names[seat]}" for seat, points in enumerate(score) if points > 0]
        ending = f"{best[0]} wins" if len(best) == 1 else "a draw between " + " and ".join(best)
        self.lines.append(f"The game ends in turn {int(s.turn) + 1}: {ending}.")

    def catch_up(self, s: np.record) -> Mapping[str, Any] | None:
        """Tells what has happened until now: the action that was done, and the turn if it is a new one. Returns what
        the paths tell of the state, if they were read.
        """
        read = self._tell_deed(s)
        self._tell_turn(s)
        return read

    def _tell_turn(self, s: np.record) -> None:
        """Tells the turn if it is a new one. Within one turn it may become another's, or nobody's; how things stand is
        told once.
        """
        turn, active = int(s.turn), int(s.active)
        if self.moment == (turn, active):
            return
        whose = "" if active == NO_SEAT else f": {seat_name(active)} {self.names[active]}"
        self.lines += ["", f"Turn {turn + 1}{whose}"]
        if self.moment[0] != turn:
            self.lines += self.situation(s)
        self.moment = (turn, active)

    def situation(self, s: np.record) -> list[str]:
        """How things stand."""
        return [f"    {line}" for line in self.game.words.situation(s, self.tables, self.ids, self.viewer)]

    def _tell_deed(self, s: np.record) -> Mapping[str, Any] | None:
        """Tells the action that has just been done, of which a viewer may not know all. Returns as `catch_up` does."""
        if self.deed is None:
            return None
        deed, self.deed = self.deed, None
        for following in self._done_at_once(deed, s):
            read = self._tell_change(deed, following.before)
            self._tell_turn(following.before)
            deed = replace(following, read=read)
        return self._tell_change(deed, s)

    def _tell_change(self, deed: _Deed, s: np.record) -> Mapping[str, Any]:
        """Tells an action that has led to the state. Returns what the paths tell of that."""
        viewer, phrase = self.viewer, deed.phrase
        if viewer not in (None, deed.seat) and self.game.words.hides(deed.before, s, deed.action, viewer):
            phrase = f"{phrase.split(' ')[0]} {HIDDEN}"
        read = self._read(s)
        changes = describe_changes(self._read(deed.before) if deed.read is None else deed.read, read)
        if rolls := rolled_between(deed.before, s) if self.game.words.die else []:
            changes.insert(0, f"rolled {', '.join(map(str, rolls))}")
        self.note(Told(deed.seat, phrase, changes, rolls, deed.thoughts), s)
        return read

    def note(self, told: Told, s: np.record) -> None:
        """Takes note of an action that has led to the state: in a line, and one for each thought of an option."""
        self.lines.append(
            f"  {seat_name(told.seat)} {told.phrase:<{PHRASE_LETTERS}} {'; '.join(told.changes)}".rstrip()
        )
        self.lines += [f"      {'>' if taken else ' '} {text}" for taken, text in told.thoughts]

    def _done_at_once(self, deed: _Deed, s: np.record) -> list[_Deed]:
        """What the rules did without asking, after an action that has led to the state, as far as a log tells it."""
        game, tells = self.game, self.game.words.tells
        if tells is None or s.error:
            return []
        asking = game.copy_state(deed.before)
        asking.ask_all = 1
        game.apply(asking, self.tables, deed.action)

        def note(action: np.record) -> _Deed | None:
            return self._deed(asking, int(asking.to_move), action) if tells(asking, action) else None

        found = made_at_once(game, self.tables, self.all_paths, asking, s, note) or []
        return [deed for deed in found if deed is not None]

    def _deed(
        self,
        s: np.record,
        seat: int,
        action: np.record,
        thoughts: Sequence[tuple[bool, str]] = (),
        read: Mapping[str, Any] | None = None,
    ) -> _Deed:
        """An action that is about to be done."""
        phrase = self.game.words.phrase(s, action, self.ids)
        return _Deed(seat, action.copy(), phrase, self.game.copy_state(s), thoughts, read)

    def _read(self, s: np.record) -> dict[str, Any]:
        return {name: path.read(s) for name, path in self.paths.items()}


def told_options(options: Sequence[Option], taken: int) -> list[Option]:
    """The first few options, and the one that is taken wherever it stands."""
    return [option for place, option in enumerate(options) if place < EXPLAINED or option[0] == taken]


def describe_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What differs between two readings of the same paths, in words.

    Of a zone of card ids an order alone that changed is not told. Of a zone of records the cards that left and came are
    told, then what changed of those that stayed, then a new order of the same cards.
    """
    changes = []
    for name, old in before.items():
        new = after[name]
        if isinstance(old, list):
            records = any(isinstance(entry, dict) for entry in (*old, *new))
            parts = _changed_records(old, new) if records else _changed_cards(old, new)
            if parts:
                changes.append(f"{name} {parts}")
        elif old != new:
            changes.append(f"{name} {plain(old)} -> {plain(new)}")
    return changes


def plain(value: Any) -> str:
    """A value in words: of something that is so or not, yes or no."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _changed_cards(old: Sequence[str], new: Sequence[str]) -> str:
    gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
    parts = [f"{sign}{list_cards(cards.elements())}" for sign, cards in (("-", gone), ("+", come)) if cards]
    return " ".join(parts)


def _changed_records(old: Sequence[dict[str, Any]], new: Sequence[dict[str, Any]]) -> str:
    ids_before, ids_after = [entry["id"] for entry in old], [entry["id"] for entry in new]
    parts = [_changed_cards(ids_before, ids_after)]
    for was, now in _pairs(old, new):
        fields = [_changed_field(name, was[name], now[name]) for name in was if was[name] != now[name]]
        if any(fields):
            parts.append(f"{was['id']} ({', '.join(filter(None, fields))})")
    if ids_before != ids_after and Counter(ids_before) == Counter(ids_after):
        parts.append(f"in the order {', '.join(ids_after)}")
    return ", ".join(filter(None, parts))


def _pairs(old: Sequence[dict[str, Any]], new: Sequence[dict[str, Any]]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The records of both lists that are of the same card, by its number; of those without one that are taken for the
    same card: of equal id, those that differ least first.
    """
    partner = {i: j for i, was in enumerate(old) for j, now in enumerate(new) if _is_same(was, now)}
    ranked = sorted(
        (sum(was[name] != now[name] for name in was), i, j)
        for i, was in enumerate(old)
        for j, now in enumerate(new)
        if was["id"] == now["id"]
    )
    for _, i, j in ranked:
        if i not in partner and j not in partner.values():
            partner[i] = j
    return [(old[i], new[j]) for i, j in sorted(partner.items())]


def _is_same(was: dict[str, Any], now: dict[str, Any]) -> bool:
    """Whether two records tell the same card, as their numbers say."""
    return (
        isinstance(was, CardRecord) and isinstance(now, CardRecord) and was.card == now.card and was["id"] == now["id"]
    )


def _changed_field(name: str, old: Any, new: Any) -> str:
    if isinstance(old, list):
        cards = _changed_cards(old, new)
        return f"{name} {cards}" if cards else ""
    if isinstance(old, bool):
        return name if new else OPPOSITES.get(name, f"not {name}")
    return f"{name} {old} -> {new}"
