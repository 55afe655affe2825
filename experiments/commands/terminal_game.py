"""A game played in the terminal: people decide at some seats, agents at the others.

A person sees what his seat may know, chooses among the legal actions by number or phrase, may take back his last
decision, and may ask what a card does, what the choices mean, what the agent would do in his place, and why. Several
people share the terminal: each is told what has happened as his own seat saw it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property
from typing import Any

import numpy as np

from sim.core.errors import InputError, nearest, quoted
from sim.core.game import NO_SEAT
from sim.printed import Printed, phrase_readings, verb_of
from sim.reading.names import read_seat, seat_name
from sim.words.paths import view
from sim.words.readers import list_cards
from sim.words.trace import Teller, beginning, describe_changes, plain, told_options
from sim.words.walk import Mark, Walk

from ..answer.replay import Setting
from ..plan.plan import describe_agent
from .one_card import short_card
from .output import at_work

EXPLAIN, BACK, TABLE, HELP, LEAVE = "?", "u", "s", "help", "q"
COMMANDS = {
    EXPLAIN: "what the choices mean, and which of them the agent would take",
    f"{EXPLAIN} NAME": "a card: its cost, strength and text; a number means the cards of that choice",
    TABLE: "the whole table as you may know it; what changed since your last turn is marked",
    BACK: "take back your last decision",
    HELP: "all that can be typed",
    LEAVE: "leave the game",
}
PERSON = "you"
CHANGED = "*"
"""Marks what is not as it was at the end of one's last turn."""


def read_seats(text: str, players: int) -> list[int]:
    """The seats in a text such as "p1" or "p1,p3"; InputError says which there are."""
    try:
        return sorted({read_seat(word.strip(), players) for word in text.split(",")})
    except ValueError as error:
        raise InputError(f"--me: {error}") from None


class _LeftError(Exception):
    """Somebody leaves the game."""


class TerminalGame:
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
        self.turn_ends: dict[int, dict[int, Mapping[str, Any]]] = {seat: {} for seat in seats}
        """by seat and turn: what the paths told a person after the last thing that he did in that turn of his"""
        self.explain = setting.explainer()
        self.waiting = ExitStack()
        """tells, while agents decide, what a person waits for"""

    def play(self) -> bool:
        """Plays the game; returns whether it was played to its end."""
        game, s = self.setting.game, self.walk.state
        self.tell(beginning(game, self.number, self.setting.seed, self.names, self.setting.cards))
        for word, meaning in COMMANDS.items():
            self.tell(f"  {word:<6}  {meaning}")
        own_turn: tuple[int, int] | None = None
        try:
            with self.waiting:
                self._wait()
                for step in self.walk:
                    if own_turn is not None:
                        seat, turn = own_turn
                        self.turn_ends[seat][turn] = self._seen(s, seat)
                    is_own = step.seat in self.turn_ends and int(s.active) in (step.seat, NO_SEAT)
                    own_turn = (step.seat, int(s.turn)) if is_own else None
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
            command = word.casefold()
            if command == LEAVE:
                raise _LeftError
            if command == BACK and self.taken:
                self._take_back()
                return None
            if command in COMMANDS:
                self._answer(command, s, legal, phrases)
            elif word.startswith(EXPLAIN):
                self._tell_card(word.removeprefix(EXPLAIN).strip(), phrases)
            elif (index := self._index(word, phrases)) is not None:
                self.taken.append(self.walk.mark())
                return index

    def _show(self, seat: int) -> None:
        """What has happened since this seat was told last."""
        for line in self.tellers[seat].lines:
            self.tell(line)
        self.tellers[seat].lines.clear()

    def _index(self, word: str, phrases: Sequence[str]) -> int | None:
        """Which action a number or a phrase means, in any case and with printed names; None, with the reason told."""
        if word in phrases:
            return phrases.index(word)
        if word.isdecimal() and 1 <= int(word) <= len(phrases):
            return int(word) - 1
        if word:
            try:
                meant = phrase_readings(self.setting.game.words, word, self._named_in(phrases))
                found = sorted({phrases.index(phrase) for phrase in meant if phrase in phrases})
            except InputError as error:
                self.tell("; ".join(error.problems))
                return None
            if len(found) == 1:
                return found[0]
            self.tell(
                f"A number from 1 to {len(phrases)} or a phrase is expected, found"
                f" {quoted(word)}; `{HELP}` lists what can be typed{nearest(word, phrases)}"
            )
        return None

    @cached_property
    def cards(self) -> Mapping[str, Any]:
        """The facts of all cards that can be in the game, by id."""
        return self.setting.game.words.cards(self.setting.cards)

    @cached_property
    def printed(self) -> Printed:
        """What all these cards are called."""
        return Printed(self.cards)

    def _named_in(self, phrases: Sequence[str]) -> Printed:
        """What the cards in some phrases are called."""
        return Printed({card: self.cards[card] for phrase in phrases for card in self._cards_of(phrase)})

    def _cards_of(self, phrase: str) -> list[str]:
        """The ids of the cards that a phrase names, each once; a card in play may stand with its seat and its copy:
        `p1:troll#2`.
        """
        words = (word.rpartition(":")[2].partition("#")[0] for word in phrase.split())
        return [word for word in dict.fromkeys(words) if word in self.cards]

    def _tell_card(self, name: str, phrases: Sequence[str]) -> None:
        """A card by its name, as cards that can be chosen are called first of all; or the cards of a choice by its
        number.
        """
        if name.isdecimal() and 1 <= int(name) <= len(phrases):
            chosen = phrases[int(name) - 1]
            self.tell(f"{chosen}: {self._meaning(chosen)}")
            found = self._cards_of(chosen)
        else:
            try:
                card = self._named_in(phrases).find(name) or self.printed.find(name)
            except InputError as error:
                self.tell("; ".join(error.problems))
                return
            found = [card] if card else []
            if not found:
                known = [*self.cards, *(str(about.get("name", "")) for about in self.cards.values())]
                self.tell(f"No card is called {quoted(name)}{nearest(name, known)}")
        for card in found:
            for line in short_card(self.setting.game, card, self.setting.cards):
                self.tell(line)

    def _meaning(self, phrase: str) -> str:
        """What it means to do what a phrase says."""
        words = self.setting.game.words
        return words.verbs.get(verb_of(words, phrase, self._named_in([phrase])), "")

    def _take_back(self) -> None:
        self.walk.go_back(self.taken.pop())
        s = self.walk.state
        for ends in self.turn_ends.values():
            for turn in [turn for turn in ends if turn >= int(s.turn)]:
                del ends[turn]
        for teller in self.tellers.values():
            teller.lines.clear()
            teller.moment = (int(s.turn), int(s.active))
        self.tell(f"Taken back: turn {int(s.turn) + 1} again.")

    def _answer(self, command: str, s: np.record, legal: np.ndarray, phrases: Sequence[str]) -> None:
        if command == BACK:
            self.tell("There is no decision of yours to take back.")
        elif command == TABLE:
            for line in self.situation(s):
                self.tell(line)
        elif command == HELP:
            for line in self._help():
                self.tell(line)
        else:
            for line in self._explained(phrases):
                self.tell(line)
            with at_work("thinking"):
                advice = list(self._advice(s, legal, phrases))
            for line in advice:
                self.tell(line)

    def _help(self) -> Iterator[str]:
        """All that can be typed: the commands, and the phrases of the game."""
        yield "The number of a choice, or its phrase: in any case, and with the names that are printed on cards."
        for word, meaning in COMMANDS.items():
            yield f"  {word:<6}  {meaning}"
        yield f"Phrases of {self.setting.game.title}, of which those can be typed that are listed as choices:"
        for verb, meaning in self.setting.game.words.verbs.items():
            yield f"  {verb}: {meaning}"

    def _explained(self, phrases: Sequence[str]) -> Iterator[str]:
        """What the choices mean, and the cards that they name, each once."""
        for number, phrase in enumerate(phrases, 1):
            yield f"{number:4}  {phrase}: {self._meaning(phrase)}"
        for card in dict.fromkeys(card for phrase in phrases for card in self._cards_of(phrase)):
            yield ""
            yield from short_card(self.setting.game, card, self.setting.cards)
        yield ""

    def situation(self, s: np.record) -> list[str]:
        """The whole table as the seat that decides may know it: in the words of the log, then path by path. What
        differs from the end of its last turn is marked, with what it was.
        """
        seat, seen = int(s.to_move), self._seen(s, int(s.to_move))
        ended = max((turn for turn in self.turn_ends[seat] if turn < int(s.turn)), default=None)
        before = seen if ended is None else self.turn_ends[seat][ended]
        lines = self.tellers[seat].situation(s)
        for name, value in seen.items():
            changes = describe_changes({name: before[name]}, {name: value})
            change = f"   ({changes[0].removeprefix(name).lstrip()})" if changes else ""
            if change or not _is_nothing(value):
                lines.append(f"{CHANGED if change else ' '} {name}: {_value_text(value) or 'none'}{change}")
        if ended is not None:
            lines.append(f"{CHANGED} changed since the end of your last turn, which was turn {ended + 1}")
        return lines

    def _seen(self, s: np.record, seat: int) -> Mapping[str, Any]:
        """What the paths tell of the state to a seat."""
        paths = view(self.setting.game.words.paths(self.setting.tables, self.ids), seat)
        return {name: path.read(s) for name, path in paths.items()}

    def _advice(self, s: np.record, legal: np.ndarray, phrases: Sequence[str]) -> Iterator[str]:
        """What the agent of the seat would do, and what it thinks of some actions. The game does not change."""
        agent, copy, actions = self.setting.agents[int(s.to_move)], s.copy(), self.setting.game.new_actions()
        actions[: len(legal)] = legal
        index = int(agent.choose(copy, self.setting.tables, actions, len(legal), agent.params))
        yield f"{describe_agent(agent)} would: {phrases[index]}"
        for option, thought in told_options(self.explain(s, legal), index):
            yield f"      {'>' if option == index else ' '} {thought}  {phrases[option]}"


def _is_nothing(value: Any) -> bool:
    """Whether a value is not worth a line: an empty zone, no word, something that is not so."""
    return value is False or value in ("", [])


def _value_text(value: Any) -> str:
    """The value of a path, in a line."""
    if not isinstance(value, list):
        return plain(value)
    return ", ".join(map(_record_text, value)) if value and isinstance(value[0], Mapping) else list_cards(value)


def _record_text(entry: Mapping[str, Any]) -> str:
    """A card in play with those of its fields that say something: `troll (damage 3, ready)`."""
    told = {name: value for name, value in entry.items() if name != "id" and value not in (0, "", [], "none")}
    marks = [name if value is True else f"{name} {_value_text(value)}" for name, value in told.items()]
    return f"{entry['id']} ({', '.join(marks)})" if marks else str(entry["id"])
