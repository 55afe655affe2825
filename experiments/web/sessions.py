"""Games that people play on pages: against agents, or several at one screen.

A game is its table, who sits where, and the actions that were taken where there was a choice: a small file in the
folder of results, written after each decision, so that a game goes on when the server is started again, and can be
replayed when it is over.
"""

from __future__ import annotations

import json
import re
import secrets
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from agents import list_agents
from sim import GAMES, load_game, nameable
from sim.core.errors import InputError, nearest, quoted, shown
from sim.core.game import Game
from sim.reading.names import seat_name
from sim.reading.text_files import read_file
from sim.words.story import cards_in
from sim.words.trace import told_options
from sim.words.walk import Mark, Walk

from ..answer.replay import LAST_NUMBER, Setting, default_agent, new_setting
from ..answer.story import around, new_story, phrases
from ..commands.one_card import told_cards
from ..plan.plan import describe_agent
from ..questions.draft import PASTED_KINDS, is_text
from ..run.files import write_whole

FOLDER = "played"
NAME = re.compile(r"[a-z_]+-[0-9a-f]{8}")
PERSON = "you"
MOST_GAMES = 32
"""Games that are kept at hand; others are read again from their files."""


class _WaitingError(Exception):
    """A person has to decide."""


@dataclass(frozen=True)
class Sitting:
    """What a game is played by: all that its file says but what was decided."""

    game: str
    agents: tuple[str, ...]
    """by seat; where a person sits, whom it asks for a hint"""
    people: tuple[int, ...]
    """the seats of people"""
    table: Mapping[str, Any]
    seed: int

    def setting(self) -> Setting:
        """The table; InputError lists what is wrong with it."""
        return new_setting(self.game, list(self.agents), self.table, (), self.seed)

    def as_dict(self) -> dict[str, Any]:
        """For its file."""
        agents, people = list(self.agents), list(self.people)
        return {"game": self.game, "agents": agents, "people": people, "table": dict(self.table), "seed": self.seed}

    @classmethod
    def read(cls, facts: Any) -> Sitting:
        """What a file says; InputError if that is not what one should say. It can name nothing but what is shipped."""
        if not isinstance(facts, dict):
            raise InputError(f"an object is expected, found {shown(facts)}")
        game, agents, people = facts.get("game"), facts.get("agents"), facts.get("people")
        table, seed = facts.get("table"), facts.get("seed")
        if game not in GAMES:
            raise InputError(f"game: no game is called {quoted(game)}{nearest(str(game), GAMES)}")
        rules = load_game(game)
        known = [agent.name for agent in list_agents(game)]
        if not isinstance(agents, list) or not all(agent in known for agent in agents):
            raise InputError(f"agents: names of agents are expected, found {shown(agents)}")
        if (
            not isinstance(people, list)
            or not people
            or not all(type(seat) is int and 0 <= seat < len(agents) for seat in people)
        ):
            raise InputError("a person at one seat at least is expected")
        if type(seed) is not int or not 0 <= seed <= LAST_NUMBER:
            raise InputError(f"seed: a whole number from 0 to 2**63 - 1 is expected, found {shown(seed)}")
        if not isinstance(table, dict):
            raise InputError(f"table: an object is expected, found {shown(table)}")
        check_table(rules, table)
        return cls(game, tuple(agents), tuple(sorted(set(people))), table, seed)


def check_table(game: Game, table: Mapping[str, Any]) -> None:
    """Passes a table that a page can ask for: numbers of players, what is shipped by name, and decks, squads and
    supplies that are written out; InputError else.
    """
    for key, value in table.items():
        kind = next((kind for kind, name in nameable.KINDS.items() if name == key), None)
        if key == "players" and type(value) is int:
            continue
        if kind is None or not nameable.named(game.name, kind):
            raise InputError(f"table: {quoted(key)} cannot be chosen on a page")
        known = nameable.named(game.name, kind)
        for word in value if isinstance(value, list) else [value]:
            is_own = kind in PASTED_KINDS and isinstance(word, str) and is_text(word)
            if word not in known and not is_own:
                raise InputError(f"{key}: nothing is called {quoted(word)}{nearest(str(word), known)}")


class Table:
    """A game that people play."""

    def __init__(self, name: str, sitting: Sitting, decisions: Sequence[int] = ()) -> None:
        self.name, self.sitting = name, sitting
        self.setting = sitting.setting()
        self.decisions = list(decisions)
        self.lock = threading.Lock()
        self.names = [
            PERSON if seat in sitting.people else describe_agent(agent)
            for seat, agent in enumerate(self.setting.agents)
        ]
        everybody: Any = dict.fromkeys(range(len(self.names)), self._decide)
        setting = self.setting
        self.walk = Walk(setting.game, setting.tables, setting.agents, sitting.seed, 0, people=everybody)
        self.stories = {seat: new_story(setting, self.names, seat) for seat in sitting.people}
        self.marks: list[tuple[Mark, int, dict[int, tuple[int, int]]]] = []
        """before each decision of a person: the game, how many decisions there were, and what each was told"""
        self.asked = 0
        self.epoch = secrets.token_hex(4)
        """another one when something was taken back, so that a page asks for all frames anew"""
        self.legal: np.ndarray | None = None
        """what the person who decides may do; None when the game is over"""
        self.walk.begin()
        self._go_on()
        if self.asked < len(self.decisions):
            raise InputError(f"{name}: it says more decisions than the game has")

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.legal is None

    @property
    def decider(self) -> int:
        """The seat that decides."""
        return int(self.walk.state.to_move)

    def _decide(self, s: np.record, legal: np.ndarray) -> int:
        seat = int(s.to_move)
        is_person = seat in self.sitting.people
        if is_person:
            for story in self.stories.values():
                story.catch_up(s)
        if self.asked == len(self.decisions):
            if is_person:
                self.legal = legal.copy()
                raise _WaitingError
            agent, room = self.setting.agents[seat], self.walk.room
            self.decisions.append(int(agent.choose(s, room.tables, room.actions, len(legal), room.params[seat])))
        elif is_person:
            told = {one: (len(story.frames), story.steps) for one, story in self.stories.items()}
            self.marks.append((self.walk.mark(), self.asked, told))
        self.asked += 1
        return self.decisions[self.asked - 1]

    def _go_on(self) -> None:
        """Plays until a person has to decide, or to the end."""
        self.legal = None
        try:
            for step in self.walk.go_on():
                for story in self.stories.values():
                    story.tell_step(step.state, step.seat, step.action, step.index)
        except _WaitingError:
            return
        for story in self.stories.values():
            story.tell_end(self.walk.state, self.walk.fault)

    def act(self, decision: int, index: int) -> None:
        """Takes an action, by its place among the legal ones; decision: how many there were before it, so that nothing
        is taken twice.
        """
        if self.legal is None:
            raise InputError("the game is over")
        if decision != len(self.decisions):
            raise InputError("this decision was taken already: load the page again")
        if not 0 <= index < len(self.legal):
            raise InputError(f"one of {len(self.legal)} actions is expected, found number {index}")
        self.decisions.append(index)
        self._go_on()

    def take_back(self) -> None:
        """Takes the last decision of a person back."""
        if not self.marks:
            raise InputError("there is no decision of yours to take back")
        mark, asked, told = self.marks.pop()
        self.walk.go_back(mark)
        del self.decisions[asked:]
        self.asked, self.epoch = asked, secrets.token_hex(4)
        for seat, story in self.stories.items():
            frames, steps = told[seat]
            story.go_back(frames, self.walk.state, steps)
        self._go_on()

    def hint(self) -> dict[str, Any]:
        """What the agent of the seat would do, and what it thinks of some actions."""
        if self.legal is None:
            raise InputError("the game is over")
        s, legal, setting = self.walk.state, self.legal, self.setting
        agent, actions = setting.agents[self.decider], setting.game.new_actions()
        actions[: len(legal)] = legal
        index = int(agent.choose(s.copy(), setting.tables, actions, len(legal), agent.params))
        said = phrases(setting, s, legal)
        found = told_options(setting.explainer()(s, legal), index)
        return {
            "agent": describe_agent(agent),
            "would": said[index],
            "index": index,
            "thoughts": [[said[option], text.strip()] for option, text in found],
        }

    def scene(self, viewer: int, have: int = 0, epoch: str = "") -> dict[str, Any]:
        """What a person sees: the frames after so many, if those are of the same epoch, and what he may do. The seed,
        of which all that is hidden follows, is not told.
        """
        if viewer not in self.sitting.people:
            raise InputError(f"nobody sits at {seat_name(viewer)} but an agent")
        story, setting = self.stories[viewer], self.setting
        keep = min(have, len(story.frames)) if epoch == self.epoch else 0
        told = around(setting, story, self.names)
        own = not self.is_over and self.decider == viewer and self.legal is not None
        legal = phrases(setting, self.walk.state, self.legal) if own and self.legal is not None else []
        words = setting.game.words
        fresh = story.frames[keep:]
        named = cards_in([*fresh, {"set": {}, "phrase": " ".join(legal)}], words.cards(()))
        facts = told_cards(setting.game, named)
        kind = words.decisions[int(self.walk.state.decision)].replace("_", " ") if own else ""
        return {
            "about": f"{told['game']}: {', '.join(f'{seat_name(i)} {name}' for i, name in enumerate(told['seats']))}",
            **told,
            "keep": keep,
            "frames": fresh,
            "cards": {card: {"name": lines[0].rpartition(" (")[0], "lines": lines} for card, lines in facts.items()},
            "epoch": self.epoch,
            "decision": len(self.decisions),
            "legal": legal,
            "kind": kind,
            "next": "" if self.is_over else seat_name(self.decider),
            "over": self.is_over,
            "can_take_back": bool(self.marks),
        }


class Tables:
    """The games that are played on pages, each in a file of the folder of results."""

    def __init__(self, results: Path) -> None:
        self.folder = results / FOLDER
        self.open: dict[str, Table] = {}
        self.lock = threading.Lock()

    def begin(self, sitting: Sitting) -> Table:
        """A new game."""
        table = Table(f"{sitting.game}-{secrets.token_hex(4)}", sitting)
        self.keep(table)
        return table

    def keep(self, table: Table) -> None:
        """Writes what was decided into the file of a game."""
        facts = {**table.sitting.as_dict(), "over": table.is_over, "decisions": table.decisions}
        write_whole(self._path(table.name), json.dumps(facts, indent=1).encode())
        with self.lock:
            self.open[table.name] = table
            while len(self.open) > MOST_GAMES:
                del self.open[next(iter(self.open))]

    def sitting(self, name: str) -> tuple[Sitting, list[int]]:
        """What the file of a game says, and what was decided; InputError if there is no such game."""
        path = self._path(name)
        if not path.is_file():
            raise InputError(f"no game is called {quoted(name)}{nearest(name, self.names())}")
        try:
            facts = json.loads(read_file(path, "game that was played"))
            decisions = facts.get("decisions") if isinstance(facts, dict) else None
            if not isinstance(decisions, list) or not all(type(index) is int for index in decisions):
                raise InputError(f"decisions: a list of whole numbers is expected, found {shown(decisions)}")
            return Sitting.read(facts), decisions
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}: not a game that was played on a page: {error}") from None

    def find(self, name: str) -> Table:
        """A game by its name, as it stands; InputError if there is none."""
        with self.lock:
            if name in self.open:
                return self.open[name]
        table = Table(name, *self.sitting(name))
        with self.lock:
            return self.open.setdefault(name, table)

    def names(self) -> list[str]:
        """The games there are, the one that was played last first."""
        paths = [path for path in self.folder.glob("*.json") if NAME.fullmatch(path.stem)]
        return [path.stem for path in sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)]

    def _path(self, name: str) -> Path:
        if not NAME.fullmatch(name):
            raise InputError(f"no game is called {quoted(name)}")
        return self.folder / f"{name}.json"


def offered(game: Game) -> dict[str, Any]:
    """What can be chosen at a new table of a game: agents, how many play, and what is named by seat or for all."""
    players = game.words.keys["players"]
    low, high = players.bounds or (int(players.standard), int(players.standard))
    kinds = {kind: nameable.named(game.name, kind) for kind in nameable.KINDS}
    lines = {kind: {name: nameable.line_about(facts) for name, facts in some.items()} for kind, some in kinds.items()}
    return {
        "players": list(range(low, high + 1)),
        "usual": int(players.standard),
        "agents": {agent.name: agent.description for agent in list_agents(game.name)},
        "best": default_agent(game.name),
        "pasted": PASTED_KINDS,
        "by_seat": {kind: some for kind, some in lines.items() if some and nameable.KINDS[kind] == kind},
        "for_all": {kind: some for kind, some in lines.items() if some and nameable.KINDS[kind] != kind},
    }
