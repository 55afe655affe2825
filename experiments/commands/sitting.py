"""A game played in the terminal: people decide at some seats, agents at the others.

A person sees what his seat may know, chooses among the legal actions by number or phrase, may take back his last
decision, and may ask what the agent would do in his place, and why. Several people share the terminal: each is told
what has happened as his own seat saw it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

import numpy as np

from sim.core.errors import InputError, nearest, quoted
from sim.core.names import read_seat, seat_name
from sim.words.paths import view
from sim.words.readers import list_cards
from sim.words.trace import Teller, beginning
from sim.words.walk import Mark, Walk

from ..answer.replay import Setting
from ..plan.plan import describe_agent
from .output import at_work

ADVICE, BACK, SITUATION, LEAVE = "?", "u", "s", "q"
COMMANDS = {
    ADVICE: "what the agent would do, and what it thinks of the actions",
    BACK: "take back your last decision",
    SITUATION: "how things stand, all that you may know of it",
    LEAVE: "leave the game",
}
PERSON = "you"


def read_seats(text: str, players: int) -> list[int]:
    """The seats in a text such as "p1" or "p1,p3"; InputError says which there are."""
    try:
        return sorted({read_seat(word.strip(), players) for word in text.split(",")})
    except ValueError as error:
        raise InputError(f"--me: {error}") from None


class _LeftError(Exception):
    """Somebody leaves the game."""


class Sitting:
    """One game. ask: shows a prompt and returns a line, EOFError at the end of input; tell: shows a line."""

    def __init__(
        self,
        setting: Setting,
        seats: Sequence[int],
        number: int,
        ask: Callable[[str], str],
        tell: Callable[[str], None],
    ) -> None:
        self.setting, self.seats, self.number, self.ask, self.tell = setting, seats, number, ask, tell
        game, tables = setting.game, setting.tables
        people = dict.fromkeys(seats, self._decide)
        self.walk = Walk(game, tables, setting.agents, setting.seed, number, people=people)
        self.names = [PERSON if i in seats else describe_agent(agent) for i, agent in enumerate(setting.agents)]
        self.ids = game.words.card_ids(setting.cards)
        self.tellers = {seat: Teller(game, tables, self.names, self.ids, seat) for seat in seats}
        self.taken: list[Mark] = []
        """the game before each decision that a person took"""
        self.explain = setting.explainer()
        self.waiting = ExitStack()
        """tells, while agents decide, what a person waits for"""

    def play(self) -> bool:
        """Plays the game; returns whether it was played to its end."""
        game, s = self.setting.game, self.walk.state
        self.tell(beginning(game, self.number, self.setting.seed, self.names, self.setting.cards))
        for word, meaning in COMMANDS.items():
            self.tell(f"  {word}  {meaning}")
        try:
            with self.waiting:
                self._wait()
                for step in self.walk:
                    for teller in self.tellers.values():
                        teller.tell_step(s, step.seat, step.action)
        except (_LeftError, EOFError):
            self.tell(f"\nThe game is left in turn {int(s.turn) + 1}.")
            return False
        for teller in self.tellers.values():
            teller.tell_end(s, self.walk.fault)
        self._show(self.seats[0])
        return True

    def _wait(self) -> None:
        self.waiting.enter_context(at_work("the others decide"))

    def _decide(self, s: np.record, legal: np.ndarray) -> int | None:
        """What a person chooses; None if he has taken his last decision back."""
        self.waiting.close()
        index = self._asked(s, legal)
        self._wait()
        return index

    def _asked(self, s: np.record, legal: np.ndarray) -> int | None:
        seat = int(s.to_move)
        for teller in self.tellers.values():
            teller.catch_up(s)
        self._show(seat)
        words = self.setting.game.words
        phrases = [words.phrase(s, action, self.ids) for action in legal]
        self.tell(f"\n{seat_name(seat)} decides ({words.decisions[int(s.decision)].replace('_', ' ')}):")
        for number, phrase in enumerate(phrases, 1):
            self.tell(f"{number:4}  {phrase}")
        while True:
            word = self.ask(f"{seat_name(seat)}> ").strip()
            if word == LEAVE:
                raise _LeftError
            if word == BACK and self.taken:
                self._take_back()
                return None
            if word in COMMANDS:
                self._answer(word, s, legal, phrases)
            elif (index := self._index(word, phrases)) is not None:
                self.taken.append(self.walk.mark())
                return index

    def _show(self, seat: int) -> None:
        """What has happened since this seat was told last."""
        for line in self.tellers[seat].lines:
            self.tell(line)
        self.tellers[seat].lines.clear()

    def _index(self, word: str, phrases: Sequence[str]) -> int | None:
        """Which action a number or a phrase means; None, and what is wrong is told."""
        if word in phrases:
            return phrases.index(word)
        if word.isdecimal() and 1 <= int(word) <= len(phrases):
            return int(word) - 1
        if word:
            self.tell(
                f"A number from 1 to {len(phrases)} or a phrase is expected, found"
                f" {quoted(word)}{nearest(word, phrases)}"
            )
        return None

    def _take_back(self) -> None:
        self.walk.go_back(self.taken.pop())
        s = self.walk.state
        for teller in self.tellers.values():
            teller.lines.clear()
            teller.moment = (int(s.turn), int(s.active))
        self.tell(f"Taken back: turn {int(s.turn) + 1} again.")

    def _answer(self, word: str, s: np.record, legal: np.ndarray, phrases: Sequence[str]) -> None:
        if word == BACK:
            self.tell("There is no decision of yours to take back.")
        elif word == SITUATION:
            for line in self.situation(s):
                self.tell(line)
        else:
            with at_work("thinking"):
                advice = list(self._advice(s, legal, phrases))
            for line in advice:
                self.tell(line)

    def situation(self, s: np.record) -> list[str]:
        """How things stand as the seat that decides may know it: in the words of the log, then path by path."""
        seat = int(s.to_move)
        paths = view(self.setting.game.words.paths(self.setting.tables, self.ids), seat)
        told = {name: path.read(s) for name, path in paths.items()}
        return [
            *self.tellers[seat].situation(s),
            *(f"  {name}: {_value_text(value)}" for name, value in told.items() if not _is_nothing(value)),
        ]

    def _advice(self, s: np.record, legal: np.ndarray, phrases: Sequence[str]) -> Iterator[str]:
        """What the agent of the seat would do, and what it thinks of some actions. The game does not change."""
        agent, copy, actions = self.setting.agents[int(s.to_move)], s.copy(), self.setting.game.new_actions()
        actions[: len(legal)] = legal
        index = int(agent.choose(copy, self.setting.tables, actions, len(legal), agent.params))
        yield f"{describe_agent(agent)} would: {phrases[index]}"
        for option, thought in self.explain(s, legal):
            yield f"      {'>' if option == index else ' '} {thought}  {phrases[option]}"


def _is_nothing(value: Any) -> bool:
    """Whether a value is not worth a line: an empty zone, no word, something that is not so."""
    return value is False or value in ("", [])


def _value_text(value: Any) -> str:
    """The value of a path, in a line."""
    if not isinstance(value, list):
        return str(value)
    return ", ".join(map(_record_text, value)) if value and isinstance(value[0], Mapping) else list_cards(value)


def _record_text(entry: Mapping[str, Any]) -> str:
    """A card in play with those of its fields that say something: `troll (damage 3, ready)`."""
    told = {name: value for name, value in entry.items() if name != "id" and value not in (0, "", [], "none")}
    marks = [name if value is True else f"{name} {_value_text(value)}" for name, value in told.items()]
    return f"{entry['id']} ({', '.join(marks)})" if marks else str(entry["id"])
