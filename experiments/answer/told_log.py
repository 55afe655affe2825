"""A log of a game as text, followed again: whoever decided need not be here, for the log tells what was decided."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from agents import list_agents
from sim import GAMES, load_game
from sim.core.errors import InputError, quoted, shown
from sim.words.trace import HIDDEN, PHRASE_LETTERS, TABLE
from sim.words.walk import Walk

from .replay import LAST_NUMBER, Setting, default_agent, new_setting
from .story import tell_story

MOST_LETTERS = 2_000
"""Of the first line, and of the line about the table ten times as many."""
BEGINNING = re.compile(r"(.+?), game (\d{1,19}) of seed (\d{1,19})(?:, [^:]*)?: p1 (.+)")
EXAMPLE = "Berserk, game 0 of seed 1: p1 best, p2 best"
"""How a log begins."""
NEXT_SEAT = re.compile(r", p[2-9] ")
DEED = re.compile(r"  p([1-9]) (\S.*)")


@dataclass(frozen=True)
class Deed:
    """An action as a log tells it."""

    line: int
    """its number, from 1"""
    seat: int
    told: str
    """its phrase, and what came of it"""

    def says(self, phrase: str) -> bool:
        """Whether it is the action of this phrase."""
        if len(phrase) < PHRASE_LETTERS:
            return self.told[:PHRASE_LETTERS].rstrip() == phrase
        return f"{self.told} ".startswith(f"{phrase} ")


@dataclass(frozen=True)
class ToldLog:
    """What the text of a log says."""

    game: str
    number: int
    seed: int
    names: Sequence[str]
    """of who played, by seat"""
    table: Mapping[str, Any]
    deeds: Sequence[Deed]

    @classmethod
    def read(cls, text: str) -> ToldLog:
        """What a text says; InputError if it is not the log of a game that tells all."""
        lines = text.replace("\r\n", "\n").strip("\n").split("\n")
        titles = {load_game(game).title: game for game in GAMES}
        begins = BEGINNING.fullmatch(lines[0].strip()) if len(lines[0]) <= MOST_LETTERS else None
        if begins is None or begins[1] not in titles:
            raise InputError(f"line 1: a log begins such as {quoted(EXAMPLE)}, found {quoted(lines[0][:MOST_LETTERS])}")
        found = ((number, DEED.fullmatch(line)) for number, line in enumerate(lines, 1))
        deeds = [Deed(number, int(deed[1]) - 1, deed[2]) for number, deed in found if deed]
        hidden = next((deed for deed in deeds if HIDDEN in deed.told[: PHRASE_LETTERS + len(HIDDEN)]), None)
        if hidden is not None:
            raise InputError(f"line {hidden.line}: this log was told to one seat, and hides what others did")
        names = NEXT_SEAT.split(begins[4])
        return cls(titles[begins[1]], int(begins[2]), int(begins[3]), names, _table(lines[1:2]), deeds)

    def setting(self) -> Setting:
        """The table. A seat of which no agent of that name is here has the agent that plays if none is named."""
        if max(self.number, self.seed) > LAST_NUMBER:
            raise InputError("line 1: the numbers of a game and of a seed are below 2**63")
        known = [agent.name for agent in list_agents(self.game)]
        agents = [name if name in known else default_agent(self.game) for name in self.names]
        players = load_game(self.game).words.keys["players"]
        several = {} if players.standard == len(self.names) else {"players": len(self.names)}
        return new_setting(self.game, agents, {**several, **self.table}, (), self.seed)

    def followed(self, setting: Setting) -> list[int]:
        """What was decided wherever there was a choice, by its place among the legal actions; InputError if the rules
        play another game than the log tells.
        """
        decisions, is_whole = self._decisions(setting)
        frames = tell_story(setting, self.number, chances="none", decisions=decisions)["frames"][1:]
        for deed, frame in itertools.zip_longest(self.deeds, frames):
            if deed is None:
                raise InputError("this log ends before the game does")
            if frame is None or deed.seat != frame["seat"] or not deed.says(frame["phrase"]):
                what = quoted(f"p{deed.seat + 1} {deed.told[:PHRASE_LETTERS].rstrip()}")
                raise InputError(f"line {deed.line}: {what} does not follow by the rules")
        if not is_whole:
            raise InputError("this log ends before the game does")
        return decisions

    def _decisions(self, setting: Setting) -> tuple[list[int], bool]:
        """What was decided as far as the log tells it, and whether that is a whole game. What the rules did without
        asking is passed over.
        """
        words, ids = setting.game.words, setting.game.words.card_ids()
        taken = list[int]()
        at = 0

        def decide(s: np.record, legal: np.ndarray) -> int:
            said = [words.phrase(s, action, ids) for action in legal]
            for deed in self.deeds[at:]:
                known = [phrase for phrase in said if deed.seat == int(s.to_move) and deed.says(phrase)]
                if known:
                    taken.append(said.index(max(known, key=len)))
                    return taken[-1]
            return -1

        walk = Walk(setting.game, setting.tables, decide, self.seed, self.number)
        for step in walk:
            phrase = words.phrase(step.state, step.action, ids)
            places = range(at, len(self.deeds))
            own = (place for place in places if self.deeds[place].seat == step.seat and self.deeds[place].says(phrase))
            at = next(own, at - 1) + 1
        return taken, not walk.fault


def _table(lines: Sequence[str]) -> dict[str, Any]:
    """What a log says of its table, if it does."""
    if not lines or not lines[0].startswith(TABLE):
        return {}
    if len(lines[0]) > 10 * MOST_LETTERS:
        raise InputError(f"line 2: {10 * MOST_LETTERS:,} letters at most are expected")
    try:
        found = json.loads(lines[0].removeprefix(TABLE))
    except (ValueError, RecursionError) as error:
        raise InputError(f"line 2: the table should be an object in JSON: {error}") from None
    if not isinstance(found, dict):
        raise InputError(f"line 2: the table should be an object in JSON, found {shown(found)}")
    return found
