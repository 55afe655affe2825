"""One game as a readable log, replayed from (tables, agents, seed, number) alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..core.conduct import Room, conduct, keep, start_clock, wait_for
from ..core.faults import ERROR_AGENT, ERROR_ENDLESS
from ..core.game import Game
from ..core.names import seat_name
from ..core.turnloop import DECISIONS_MAX, Player, describe_fault, fold
from .vocabulary import list_cards, winner

OPPOSITES = {"ready": "exhausted"}
"""What a card is called that is not so, where it has a word of its own."""


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
    agents: Sequence[Player],
    seed: int,
    number: int,
    names: Sequence[str],
    cards: Sequence[str | Path] = (),
) -> Log:
    """Plays game `number` of the run `seed`, agent i (called names[i]) at seat i, and tells it."""
    return _Teller(game, tables, agents, names, cards).tell(seed, number)


class _Teller:
    def __init__(
        self, game: Game, tables: np.record, agents: Sequence[Player], names: Sequence[str], cards: Sequence[str | Path]
    ):
        self.game, self.tables, self.agents, self.names = game, tables, agents, names
        self.ids = game.words.card_ids(cards)
        self.paths = {name: path for name, path in game.words.paths(tables, self.ids).items() if path.logged}
        self.room = Room.of(game, tables, [agent.params for agent in agents])
        self.lines: list[str] = []
        self.fault = ""

    def tell(self, seed: int, number: int) -> Log:
        s, actions = self.room.states[0], self.room.actions
        self.game.setup(s, self.tables, seed, number)
        seats = ", ".join(f"{seat_name(seat)} {name}" for seat, name in enumerate(self.names))
        self.lines.append(f"{self.game.title}, game {number} of seed {seed}: {seats}")
        asked, steps, fingerprint, turn = 0, 0, np.uint64(0), -1
        n, k, seat = 0, 0, 0
        while not s.over and not s.error:
            if s.turn != turn:
                turn = int(s.turn)
                self.begin_turn(s)
            n = self.game.legal_actions(s, self.tables, actions)
            k, seat = 0, int(s.to_move)
            if n > 1:
                asked += 1
                k = self.ask(s, seat, n, number)
            if not s.error and not 0 <= k < n:
                s.error = ERROR_AGENT
            if s.error:
                break
            if steps >= DECISIONS_MAX:
                s.error = ERROR_ENDLESS
            else:
                steps += 1
                fingerprint = np.uint64(fold(fingerprint, actions[k]))
                self.act(s, actions[k], seat)
        score = [float(s.score[seat]) for seat in range(len(self.names))]
        if s.error:
            self.fault = describe_fault(int(s.error), self.agents[seat].name, k, n)
        self.finish(s, score)
        text = "\n".join(self.lines) + "\n"
        return Log(text, score, int(s.turn), asked, int(s.error), int(fingerprint), self.fault)

    def ask(self, s: np.record, seat: int, n: int, number: int) -> int:
        """The answer of the agent at a seat; what it may not do is noted in the state."""
        agent, room = self.agents[seat], self.room

        def choose() -> int:
            return int(agent.choose(s, room.tables, room.actions, n, room.params[seat]))

        if not agent.outside:
            return choose()
        clock = np.zeros(4, np.int64)
        keep(room.words, room.kept, room.ends)
        start_clock(clock, seat, number, s.turn)
        k = wait_for(choose, clock, [agent.name for agent in self.agents])
        s.error = conduct(room.words, room.kept, room.ends, room.luck, seat, True)
        return k

    def begin_turn(self, s: np.record) -> None:
        seat = int(s.to_move)
        whose = "" if self.game.words.team else f": {seat_name(seat)} {self.names[seat]}"
        self.lines += ["", f"Turn {int(s.turn) + 1}{whose}"]
        self.lines += [f"    {line}" for line in self.game.words.situation(s, self.tables, self.ids)]

    def act(self, s: np.record, action: np.record, seat: int) -> None:
        phrase = self.game.words.phrase(s, action, self.ids)
        before = self.read(s)
        self.game.apply(s, self.tables, action)
        changes = describe_changes(before, self.read(s))
        self.lines.append(f"  {seat_name(seat)} {phrase:<34} {'; '.join(changes)}".rstrip())

    def read(self, s: np.record) -> dict[str, Any]:
        return {name: path.read(s) for name, path in self.paths.items()}

    def finish(self, s: np.record, score: Sequence[float]) -> None:
        self.lines.append("")
        if s.error:
            self.lines.append(f"Stopped by a fault: {self.fault}.")
            return
        if self.game.words.team:
            side = winner(self.game.words, s, len(score))
            self.lines.append(f"The game ends in turn {int(s.turn) + 1}: {side} win{'s' * (side != 'players')}.")
            return
        best = [f"{seat_name(seat)} {self.names[seat]}" for seat, points in enumerate(score) if points > 0]
        ending = f"{best[0]} wins" if len(best) == 1 else "a draw between " + " and ".join(best)
        self.lines.append(f"The game ends in turn {int(s.turn) + 1}: {ending}.")


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
            changes.append(f"{name} {old} -> {new}")
    return changes


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
    """The records of both lists that are taken for the same card: of equal id, those that differ least first."""
    ranked = sorted(
        (sum(was[name] != now[name] for name in was), i, j)
        for i, was in enumerate(old)
        for j, now in enumerate(new)
        if was["id"] == now["id"]
    )
    partner: dict[int, int] = {}
    for _, i, j in ranked:
        if i not in partner and j not in partner.values():
            partner[i] = j
    return [(old[i], new[j]) for i, j in sorted(partner.items())]


def _changed_field(name: str, old: Any, new: Any) -> str:
    if isinstance(old, list):
        cards = _changed_cards(old, new)
        return f"{name} {cards}" if cards else ""
    if isinstance(old, bool):
        words = (OPPOSITES.get(name, f"not {name}"), name)
        return f"{words[old]} -> {words[new]}"
    return f"{name} {old} -> {new}"
