"""The command `new`: writes a plan from a few answers, each of which may be given as an option instead."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from sim import GAMES, load_game, nameable
from sim.core.errors import InputError, nearest, quoted
from sim.core.game import Game
from sim.printed import Printed
from sim.reading.text_files import parse_toml

from ..plan.reading import read_plan
from ..questions.question import QUESTIONS
from ..run.store import write_whole
from . import choices
from .options import GameOption, Json
from .output import DONE, answer, at_work, narrate, print_text

FIXED = ("players", "turn_limit", "round_limit", "redraws")
"""Numbers that no balance should be sought with."""
AGENTS, BEST = "agents", "best"
RACE_GAMES = 24_000
"""Of each candidate of a race, at most."""
SHOWN = 4
"""Candidates where none are named."""
WIDTH = 78


def new(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="GAME_QUESTION.toml unless given.")] = None,
    game: GameOption = None,
    question: Annotated[str | None, typer.Option(metavar="QUESTION", help="What is asked of it.")] = None,
    of: Annotated[str | None, typer.Option(metavar="KIND", help="Of what: agents, decks, supplies ...")] = None,
    choose: Annotated[str | None, typer.Option(metavar="A,B,...", help="Which of them; of a setting: from,to.")] = None,
    against: Annotated[str | None, typer.Option(metavar="A,B,...", help="In a field: whom they meet.")] = None,
    within: Annotated[float | None, typer.Option(metavar="POINTS", help="How sure: ± so many points.")] = None,
    hours: Annotated[float | None, typer.Option(metavar="H", help="How long at most.")] = None,
    games: Annotated[int | None, typer.Option(metavar="N", help="How many games of each candidate, in all.")] = None,
    as_json: Json = False,
) -> int:
    """Writes a plan. It asks what the plan should ask; with --game and --question it asks nothing, and takes what is
    usual for the rest.
    """
    if question in QUESTIONS and question not in DRAFTED:
        keys = ", ".join(QUESTIONS[question].keys)
        raise InputError(f"--question: {quoted(question)} is not one that is written for you; its own keys are {keys}")
    asker = Asker(asks=game is None or question is None)
    rules = load_game(asker.one("Which game?", GAMES, game))
    kind = asker.one("Which question?", questions(rules), question)
    path = file or Path(f"{rules.name}_{kind}.toml")
    if path.exists():
        raise InputError(f"{path}: file already exists; name another one")
    draft = Draft(rules, kind, *_candidates(asker, rules, kind, of, choose, against))
    text = draft.text(asker.stop(kind, within, hours, games), path)
    with at_work("checking the plan"):
        read_plan({"name": path.stem, **parse_toml(text, str(path))})
    write_whole(path, text.encode())
    answer({"plan": str(path), "text": text}, as_json, lambda out: print_text(out, text.rstrip()))
    narrate(f"\n{path} is written. How long it takes: overnight plan {path}", f"To play it: overnight run {path}")
    return DONE


def questions(game: Game) -> dict[str, str]:
    """The questions that can be asked of a game, each in words."""
    together = game.words.team is not None
    told = {name: (QUESTIONS[name].__doc__ or "").splitlines()[0] for name in QUESTIONS if name in DRAFTED}
    return {name: about for name, about in told.items() if not (together and name in ("field", "matrix"))}


def kinds(game: Game, question: str) -> list[str]:
    """What a question can be asked of in a game: agents and what plans can name, or the settings of a balance."""
    keys = game.words.keys
    if question == "balance":
        settings = [name for name, key in keys.items() if key.bounds and name not in FIXED]
        return sorted(settings, key=lambda name: not keys[name].each_seat)  # what one seat alone has is asked most
    found = [AGENTS, *(kind for kind in nameable.KINDS if nameable.named(game.name, kind))]
    by_seat = [kind for kind in found if kind == AGENTS or nameable.KINDS[kind] == kind]
    return by_seat if question in ("field", "matrix") else found


def known(game: Game, kind: str) -> list[str]:
    """All of a kind that a plan of the game can name."""
    return list(choices.strengths(game.name)["agents"]) if kind == AGENTS else list(nameable.named(game.name, kind))


def _candidates(
    asker: Asker, game: Game, question: str, of: str | None, choose: str | None, against: str | None
) -> tuple[str, list[str], list[str]]:
    """What the question is asked of, which of them, and in a field whom they meet."""
    kind = asker.one("Asked of what?", kinds(game, question), of)
    if question == "balance":
        low, high = game.words.keys[kind].bounds or (0, 0)
        ends = asker.some("From which value to which? Two numbers, such as 0,6", [], choose, _around(game, kind))
        if len(ends) != 2 or not all(end.removeprefix("-").isdecimal() for end in ends):
            raise InputError(f'--choose: two numbers from {low} to {high} are expected, such as "0,6"')
        return kind, ends, []
    found = known(game, kind)
    chosen = asker.some(f"Which {kind}?", found, choose, found[: 2 if question == "estimate" else SHOWN])
    if question != "field":
        return kind, chosen, []
    others = [name for name in found if name not in chosen] or found
    return kind, chosen, asker.some("Against which?", found, against, others[:SHOWN])


def _around(game: Game, name: str) -> list[str]:
    """Two values around the one by the rules, or on one side of it where the rules allow no more."""
    key = game.words.keys[name]
    low, high = key.bounds or (0, 0)
    standard = key.standard[-1] if isinstance(key.standard, list) else key.usual or key.standard or 0
    for below, above in ((3, 3), (3, 0), (0, 3)):
        ends = [max(low, standard - below), min(high, standard + above)]
        if all(_is_sound(game, {name: [end] * len(key.standard) if key.each_seat else end}) for end in ends):
            break
    return list(map(str, ends))


def _is_sound(game: Game, table: dict[str, Any]) -> bool:
    try:
        game.make_tables(table, ())
    except InputError:
        return False
    return True


@dataclass(frozen=True)
class Asker:
    """Takes what is given, and else asks for it, or takes what is usual where nothing is asked."""

    asks: bool

    def one(self, asked: str, known: Iterable[str], given: str | None) -> str:
        """One of the known ones."""
        return self.some(asked, known, given, [next(iter(known))], most=1)[0]

    def some(
        self, asked: str, known: Iterable[str], given: str | None, usual: list[str], most: int | None = None
    ) -> list[str]:
        """Names of what is known, or any words where nothing is; InputError tells what is wrong with what was given."""
        if given is None and self.asks:
            return self._ask(asked, list(known), usual, most)
        return _read(given, list(known), most) if given is not None else usual

    def _ask(self, asked: str, known: list[str], usual: list[str], most: int | None) -> list[str]:
        narrate("", *textwrap.wrap(", ".join(known), WIDTH, break_on_hyphens=False))
        while True:
            try:
                return _read(typer.prompt(asked, default=",".join(usual), err=True), known, most)
            except InputError as error:
                narrate(*error.problems)

    def stop(self, question: str, within: float | None, hours: float | None, games: int | None) -> list[str]:
        """The lines of [stop]: how sure or how long."""
        if question == "race":
            return self._race_stop(within, hours, games)
        unit = "in the setting" if question == "balance" else "points"
        if self.asks and (within, hours, games) == (None, None, None):
            within = typer.prompt(f"\nHow sure? The answer should be known to ± how many {unit}", default=1.0, err=True)
            hours = typer.prompt("How many hours may it take at most?", default=8.0, err=True)
        if (within, hours, games) == (None, None, None):
            within = 1.0
        lines = []
        if within is not None:
            width = within if question == "balance" else within / 100
            lines = [f"half_width = {width:g} # as soon as the answer is known to ± {within:g} {unit}"]
        lines += [f"games = {games} # of each candidate, in all"] if games is not None else []
        return [*lines, *([f"hours = {hours:g} # at most"] if hours is not None else [])]

    def _race_stop(self, within: float | None, hours: float | None, games: int | None) -> list[str]:
        """The lines of [stop] of a race, which ends by itself where enough games are allowed."""
        if within is not None:
            raise InputError(
                "--within: a race ends when it knows who is best; say how much does not matter by indifference"
            )
        if self.asks and (hours, games) == (None, None):
            games = typer.prompt("\nHow many games of each candidate at most?", default=RACE_GAMES, err=True)
        if (hours, games) == (None, None):
            games = RACE_GAMES
        lines = [f"games = {games} # of each candidate, in all"] if games is not None else []
        return [*lines, *([f"hours = {hours:g} # at most"] if hours is not None else [])]


def _read(given: str, known: Sequence[str], most: int | None) -> list[str]:
    """The names in a text, parted by commas; InputError with the nearest ones if there are no such ones."""
    names = Printed(dict.fromkeys(known))
    found = [names.find(word) or word for word in map(str.strip, given.split(",")) if word]
    wrong = [f"there is no {quoted(word)}{nearest(word, known)}" for word in found if known and word not in known]
    if wrong or not found or (most and len(found) > most):
        raise InputError(wrong or f"{'one name is' if most == 1 else 'names are'} expected, found {given!r}")
    return found


@dataclass(frozen=True)
class Draft:
    """A plan that is being written."""

    game: Game
    question: str
    kind: str
    chosen: list[str]
    against: list[str]

    def text(self, stop: Sequence[str], path: Path) -> str:
        """The plan, with a comment on every line that one might change."""
        about = f"# {questions(self.game)[self.question]} `overnight plan {path}` tells how long that takes."
        lines = [
            *textwrap.wrap(about, WIDTH, subsequent_indent="# ", break_on_hyphens=False),
            f'question = "{self.question}"',
            f'game = "{self.game.name}"',
            "seed = 1 # another number plays other games",
            *DRAFTED[self.question](self),
            "",
            "[stop] # whichever comes first",
            *stop,
        ]
        return "\n".join(lines) + "\n"

    @property
    def _players(self) -> int:
        return int(self.game.words.keys["players"].standard)

    def _agents(self, first: str = BEST) -> str:
        return f"agents = {json.dumps([first, *[BEST] * (self._players - 1)])}"

    def _value(self, mine: str) -> tuple[str, Any]:
        """The key of a table, and its value with mine at the first seat: at the others stands what is not compared."""
        key = nameable.KINDS[self.kind]
        if key != self.kind:
            return key, mine
        if self.kind == "heroes":
            return key, [mine, *[""] * (self._players - 1)]
        rest = [name for name in known(self.game, self.kind) if name not in self.chosen]
        rest += [name for name in self.chosen if name != mine]
        return key, [mine, *rest[: self._players - 1]]

    def _estimate(self) -> list[str]:
        if self.kind == AGENTS:
            seats = (self.chosen * self._players)[: self._players]
            return [f"agents = {json.dumps(seats)} # one a seat"]
        key, value = self._value(self.chosen[0])
        if isinstance(value, list) and len(self.chosen) >= len(value):
            value = self.chosen[: len(value)]
        more = f"# see `overnight table {self.game.name}`"
        return [f"{self._agents()} # one a seat", f"table = {{ {key} = {json.dumps(value)} }} {more}"]

    def _compare(self, to_first: bool = True) -> list[str]:
        whose = "the players'" if self.game.words.team else "p1's"
        lines = [] if self.kind == AGENTS else [f"{self._agents()} # one a seat"]
        for number, mine in enumerate(self.chosen):
            about = f" # the others are compared with this one, by {whose} score" if number == 0 and to_first else ""
            lines += ["", f"[[variants]]{about}", f"name = {json.dumps(mine)}"]
            if self.kind == AGENTS:
                lines.append(f"{self._agents(mine)}{' # one a seat' if number == 0 else ''}")
            else:
                key, value = self._value(mine)
                lines.append(f"table = {{ {key} = {json.dumps(value)} }}")
        return lines

    def _race(self) -> list[str]:
        more = "# the others leave as soon as they are shown to be behind"
        return [f"keep = 1 {more}", "indifference = 0.01 # less than this does not matter", *self._compare(False)]

    def _balance(self) -> list[str]:
        key, (low, high) = self.game.words.keys[self.kind], self.chosen
        rest, seat, table = [], [], {}
        if key.each_seat:
            table = {self.kind: key.standard[: self._players]}
            rest = [f'entrant = "p{self._players}" # whose score is to be even']
            seat = [f'seat = "p{self._players}" # whose place in the list']
        elif not self.game.words.team:
            rest = ['entrant = "first" # whichever seat begins: the setting is that of all']
        if key.works_on:
            table[key.works_on] = known(self.game, key.works_on)[: self._players]
        if table:
            rules = ", ".join(f"{name} = {json.dumps(value)}" for name, value in table.items())
            rest.append(f"table = {{ {rules} }} # see `overnight table {self.game.name}`")
        varied = [f'path = "{self.kind}" # {key.about}', *seat, f"from = {low}", f"to = {high}"]
        return [f"{self._agents()} # one a seat", *rest, "", "[setting]", *varied]

    def _field(self) -> list[str]:
        return [*self._list("shelf", self.chosen), *self._list("field", self.against)]

    def _matrix(self) -> list[str]:
        return self._list("entries", self.chosen)

    def _list(self, title: str, chosen: Sequence[str]) -> list[str]:
        """A list of entries of a field or a matrix, and the agents of those that bring none."""
        what = "agent" if self.kind == AGENTS else nameable.KINDS[self.kind]
        agents = [f"{self._agents()} # of the seats"] if title != "field" and what != "agent" else []
        return [*agents, "", f"[{title}_of]", f"{what} = [", *(f"    {json.dumps(name)}," for name in chosen), "]"]


DRAFTED: dict[str, Callable[[Draft], list[str]]] = {
    "estimate": Draft._estimate,
    "compare": Draft._compare,
    "balance": Draft._balance,
    "field": Draft._field,
    "matrix": Draft._matrix,
    "race": Draft._race,
}
"""By question, what writes the lines of a plan that are its own. Only these are written for people."""
