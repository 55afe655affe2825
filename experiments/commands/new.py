"""The command `new`: writes a plan from a few answers, each of which may be given as an option instead."""

from __future__ import annotations

import os
import shlex
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from agents import list_agents
from sim import GAMES, load_game, nameable
from sim.core.errors import InputError, nearest, printable, quoted
from sim.core.game import Game
from sim.printed import Printed
from sim.reading.text_files import parse_toml

from ..plan.reading import read_plan
from ..questions.draft import AGENTS, BEST, OWN_KINDS, PASTED_KINDS, Draft, is_own, is_text, title
from ..questions.question import QUESTIONS, Question
from ..run.files import write_whole
from . import choices
from .options import GameOption, Json
from .output import DONE, answer, at_work, narrate, print_text

FIXED = ("players", "turn_limit", "round_limit", "redraws")
"""Numbers that no balance should be sought with."""
SHOWN = 4
"""Candidates where none are named."""
LISTED = 40
"""Names that are listed before they are asked for; `?` lists all."""
WIDTH = 78
MORE, PASTE = "?", "paste"
"""Answers: tell more, take the lines of a deck that follow."""
HELP = f"{MORE} tells more"
SURE = (
    "The answer comes with an interval. The run ends as soon as that reaches no further than so many {unit} to each"
    " side. Half of that takes four times as many games."
)
LONG = "The run ends after so many hours, whatever is known by then; started again, it goes on."


def new(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="GAME_QUESTION.toml unless given.")] = None,
    game: GameOption = None,
    question: Annotated[str | None, typer.Option(metavar="QUESTION", help="What is asked of it.")] = None,
    of: Annotated[str | None, typer.Option(metavar="KIND", help="Of what: agents, decks, supplies ...")] = None,
    choose: Annotated[
        str | None,
        typer.Option(metavar="A,B,...", help="Which: names, deck files, random:N; of a setting: from,to."),
    ] = None,
    against: Annotated[str | None, typer.Option(metavar="A,B,...", help="Whom they meet.")] = None,
    within: Annotated[float | None, typer.Option(metavar="POINTS", help="How sure: ± so many points.")] = None,
    hours: Annotated[float | None, typer.Option(metavar="H", help="How long at most.")] = None,
    games: Annotated[int | None, typer.Option(metavar="N", help="How many games of each candidate, in all.")] = None,
    as_json: Json = False,
) -> int:
    """Writes a plan. It asks what the plan should ask, and `?` tells more; with --game and --question it asks nothing,
    and takes what is usual for the rest.
    """
    if question in QUESTIONS and not is_written(QUESTIONS[question]):
        keys = ", ".join(QUESTIONS[question].keys)
        raise InputError(f"--question: {quoted(question)} is not one that is written for you; its own keys are {keys}")
    asker = Asker(asks=game is None or question is None)
    rules = load_game(asker.one("Which game?", Known.of(GAMES), game))
    known = questions(rules)
    if question in QUESTIONS and question not in known:
        raise InputError(
            f"--question: {quoted(question)} is not asked of {rules.title}; known: {', '.join(sorted(known))}"
        )
    kind = asker.one("Which question?", Known.of(known), question)
    path = file or Path(f"{rules.name}_{kind}.toml")
    if path.exists():
        raise InputError(f"{path}: file already exists; name another one")
    draft = make_draft(asker, rules, QUESTIONS[kind], of, choose, against)
    stop = asker.stop(QUESTIONS[kind], within, hours, games)
    with at_work("checking the plan"):
        read_plan(parse_toml(plan_text(draft, kind, stop, path), str(path)))
    text = plan_text(beside(draft, path), kind, stop, path)
    write_whole(path, text.encode())
    answer({"plan": str(path), "text": text}, as_json, lambda out: print_text(out, text.rstrip()))
    named = shlex.quote(str(path))
    narrate(f"\n{path} is written. How long it takes: overnight plan {named}", f"To play it: overnight run {named}")
    return DONE


def questions(game: Game) -> dict[str, str]:
    """The questions that can be asked of a game, each in words."""
    return {name: about_question(question) for name, question in QUESTIONS.items() if kinds(game, name)}


def is_written(question: Question) -> bool:
    """Whether plans that ask it are written for people."""
    return type(question).draft is not Question.draft


def about_question(question: Question) -> str:
    """What a question asks, in a sentence."""
    return (question.__doc__ or "").splitlines()[0]


def kinds(game: Game, question: str) -> list[str]:
    """What a question can be asked of in a game: agents and what plans can name, or the settings of a balance; nothing
    if it is not written for people, or needs opponents where there are none.
    """
    asked, keys = QUESTIONS[question], game.words.keys
    if not is_written(asked) or (asked.meets and game.words.team):
        return []
    if asked.of_values:
        settings = [name for name, key in keys.items() if key.bounds and name not in FIXED]
        return sorted(settings, key=lambda name: not keys[name].each_seat)  # what one seat alone has is asked most
    if asked.of_draws:
        return list(game.drawn)
    found = [AGENTS, *(kind for kind in nameable.KINDS if nameable.named(game.name, kind))]
    if asked.seeks:
        known = [kind for kind in found if kind != AGENTS and nameable.KINDS[kind] in game.drawn]
        return [kind for kind in known if not (game.words.team and is_by_seat(kind))]
    if asked.at_tables:
        return [kind for kind in found if (kind == AGENTS or not is_by_seat(kind)) and table_kinds(game, kind)]
    return [kind for kind in found if is_by_seat(kind)] if asked.meets else found


def table_kinds(game: Game, kind: str) -> list[str]:
    """What else tables of a game can differ by, where a kind is asked about."""
    found = [one for one in nameable.KINDS if nameable.named(game.name, one)]
    return [one for one in found if one != kind and not is_by_seat(one)]


def is_by_seat(kind: str) -> bool:
    """Whether each seat has one of a kind of its own."""
    return kind == AGENTS or nameable.KINDS[kind] == kind


@dataclass(frozen=True)
class Known:
    """What there is to choose from."""

    ids: Printed
    names: Sequence[str]
    about: Callable[[], Mapping[str, str]]
    """a line about each, looked for when it is asked for"""
    own: bool = False
    """whether one may bring one's own deck as a file, or a generated one by its number"""
    pasted: bool = False
    """whether one may bring one's own as a text"""

    @classmethod
    def of(cls, about: Mapping[str, str]) -> Known:
        """Things with a line about each."""
        return cls(Printed(dict.fromkeys(about)), list(about), lambda: about)

    @classmethod
    def of_kind(cls, game: Game, kind: str) -> Known:
        """All of a kind that a plan of the game can name."""
        if kind == AGENTS:
            names = list(choices.strengths(game.name)["agents"])
            return cls(
                Printed(dict.fromkeys(names)), names, lambda: {a.name: a.description for a in list_agents(game.name)}
            )
        found = nameable.named(game.name, kind)
        lines = {name: nameable.line_about(facts) for name, facts in found.items()}
        return cls(Printed(found), list(found), lambda: lines, kind in OWN_KINDS, kind in PASTED_KINDS)

    def tell(self, name: str = "") -> list[str]:
        """A line about each, or about those that a text is a part of."""
        about = self.about()
        found = [one for one in self.names if name.casefold() in f"{one} {about.get(one, '')}".casefold()]
        lines = [f"  {one}: {about[one]}" if about.get(one) else f"  {one}" for one in found]
        ways = ["the path of a file with a deck; random:N, a generated one by its number; or"] if self.own else []
        own = [f"  your own: {' '.join([*ways, f'the word {PASTE}, then its lines'])}"] if self.pasted else []
        return [*(lines or [f"nothing here has {quoted(name)} in it"]), *(own if not name else [])]

    def read(self, given: str | Sequence[str], most: int | None) -> list[str]:
        """The names in a text, parted by commas, or in a list, among which may be texts of one's own; InputError with
        the nearest ones if there are no such ones.
        """
        words = given.split(",") if isinstance(given, str) else given
        found = [self._one(word) for word in map(str.strip, words) if word]
        wrong = [
            f"there is no {quoted(word)}{nearest(word, self.names)}"
            for word in found
            if self.names
            and word not in self.names
            and not ((self.own and is_own(word)) or (self.pasted and is_text(word)))
        ]
        if wrong or not found or (most and len(found) > most):
            raise InputError(wrong or f"{'one name is' if most == 1 else 'names are'} expected, found {given!r}")
        return found

    def _one(self, word: str) -> str:
        return self.ids.find(word) or (f"random:{word[7:].strip()}" if word.lower().startswith("random:") else word)


@dataclass(frozen=True)
class Asker:
    """Takes what is given, and else asks for it, or takes what is usual where nothing is asked."""

    asks: bool

    def one(self, asked: str, known: Known, given: str | None, usual: str = "") -> str:
        """One of the known ones, the first unless another is usual."""
        return self.some(asked, known, given, [usual or known.names[0]], most=1)[0]

    def some(
        self,
        asked: str,
        known: Known,
        given: str | Sequence[str] | None,
        usual: list[str],
        most: int | None = None,
        about: str = "",
    ) -> list[str]:
        """Names of what is known, or any words where nothing is; InputError tells what is wrong with what was given.

        about: what `?` tells where nothing is known.
        """
        if given is not None:
            return known.read(given, most)
        return self._ask(asked, known, usual, most, about) if self.asks else usual

    def _ask(self, asked: str, known: Known, usual: list[str], most: int | None, about: str) -> list[str]:
        narrate("", *self._listed(known))
        while True:
            said = self._prompt(asked, ",".join(map(title, usual)))
            if said.startswith(MORE):
                narrate(*(known.tell(said.removeprefix(MORE).strip()) if known.names else [about]))
            elif known.pasted and said.casefold() == PASTE:
                return [pasted()]
            elif said == ",".join(map(title, usual)):
                return usual
            else:
                try:
                    return known.read(said, most)
                except InputError as error:
                    narrate(*error.problems)

    def _listed(self, known: Known) -> list[str]:
        if len(known.names) <= max(len(QUESTIONS), len(GAMES)):
            return known.tell()
        folded = [f"and {len(known.names) - LISTED} more"] if len(known.names) > LISTED else []
        return textwrap.wrap(", ".join([*known.names[:LISTED], *folded]), WIDTH, break_on_hyphens=False)

    def _prompt(self, asked: str, usual: str) -> str:
        return str(typer.prompt(f"{asked} ({HELP})", default=usual, err=True)).strip()

    def number(self, asked: str, usual: float, about: str) -> float:
        """A number above 0."""
        while True:
            said = self._prompt(asked, f"{usual:g}")
            try:
                found = float(said)
            except ValueError:
                narrate(about if said.startswith(MORE) else f"a number above 0 is expected, found {quoted(said)}")
            else:
                if found > 0:
                    return found
                narrate(f"a number above 0 is expected, found {quoted(said)}")

    def stop(self, question: Question, within: float | None, hours: float | None, games: int | None) -> list[str]:
        """The lines of [stop]: how sure or how long."""
        if question.ends_itself:
            return self._last_stop(question, within, hours, games)
        unit = "in the setting" if question.of_values else "points"
        if self.asks and (within, hours, games) == (None, None, None):
            within = self.number(
                f"\nHow sure? The answer should be known to ± how many {unit}", 1.0, SURE.format(unit=unit)
            )
            hours = self.number("How many hours may it take at most?", 8.0, LONG)
        if (within, hours, games) == (None, None, None):
            within = 1.0
        lines = []
        if within is not None and not question.of_values and not 0 < within < 50:
            raise InputError(f"--within: points between 0 and 50 are expected, found {within:g}")
        if within is not None:
            width = within if question.of_values else within / 100
            told = "point" if (within, unit) == (1, "points") else unit
            lines = [f"half_width = {width:g} # as soon as the answer is known to ± {within:g} {told}"]
        lines += [f"games = {games} # of each candidate, in all"] if games is not None else []
        return [*lines, *([f"hours = {hours:g} # at most"] if hours is not None else [])]

    def _last_stop(self, question: Question, within: float | None, hours: float | None, games: int | None) -> list[str]:
        """The lines of [stop] of a question that ends by itself where enough games are allowed."""
        if within is not None:
            raise InputError(f"--within: {question.name} does not end by a width; --games says how much is played")
        if self.asks and (hours, games) == (None, None):
            asked = "\nHow many games of each candidate at most?"
            games = int(self.number(asked, question.usual_games, question.about_games))
        if (hours, games) == (None, None):
            games = question.usual_games
        lines = [f"games = {games} # of each candidate, in all"] if games is not None else []
        return [*lines, *([f"hours = {hours:g} # at most"] if hours is not None else [])]


def pasted() -> str:
    """The lines that are typed or pasted, up to the first empty one below cards."""
    narrate("paste the deck, its name on the first line, and end with an empty line:")
    lines: list[str] = []
    while line := str(typer.prompt("", default="", show_default=False, prompt_suffix="", err=True)).rstrip():
        lines.append(printable(line))
    if len(lines) < 2:  # a name and a card
        raise InputError("a deck has its name on the first line and a card on each that follows")
    return "\n".join(lines) + "\n"


def make_draft(
    asker: Asker,
    game: Game,
    question: Question,
    of: str | None,
    choose: str | Sequence[str] | None,
    against: str | Sequence[str] | None,
) -> Draft:
    """What the question is asked of, which of them, and whom they meet."""
    offered = kinds(game, question.name)
    keys = game.words.keys
    of_keys = question.of_values or question.of_draws
    about = {one: keys[one].about if of_keys else kind_about(game, one) for one in offered}
    kind = asker.one("Asked of what?", Known.of(about), of)
    if question.of_values:
        return Draft(game, kind, _ends(asker, game, kind, choose), [])
    if question.of_draws:
        return Draft(game, kind, [], [])
    known = Known.of_kind(game, kind)
    seats = int(keys["players"].standard)
    team = bool(game.words.team)
    sits = is_by_seat(kind) and not (team and kind == AGENTS)
    count = 1 if question.seeks else SHOWN if not question.one_table else seats if sits else 1
    most = 1 if question.seeks else seats if question.one_table else None
    chosen = asker.some(f"Which {kind}?", known, choose, list(known.names[:count]), most)
    if question.at_tables:
        tables = table_kinds(game, kind)
        other = asker.one(
            "At tables that differ by what?", Known.of({one: kind_about(game, one) for one in tables}), None
        )
        differing = Known.of_kind(game, other)
        which = asker.some(f"Which {other}?", differing, against, list(differing.names[:SHOWN]))
        return Draft(game, kind, chosen, which, other)
    others = [name for name in known.names if name not in chosen] or list(known.names)
    if len(question.lists) > 1 and question.meets:
        return Draft(game, kind, chosen, asker.some("Against which?", known, against, others[:SHOWN]))
    open_seats = seats - (len(chosen) if question.one_table else 1)
    if question.meets or not sits or kind == "heroes" or open_seats < 1:
        if against is not None:
            raise InputError("--against: nobody else sits at this table" if team else "--against: all seats are taken")
        return Draft(game, kind, chosen, [])
    usual = [BEST] if kind == AGENTS else others[:open_seats]
    asked = f"{'Together with' if team else 'Against'} which?"
    met = asker.some(asked, known, against, usual, open_seats)
    if against is None and not asker.asks:
        narrate(f"At the other seat{'s' * (open_seats > 1)}: {', '.join(map(title, met))}; --against names others.")
    return Draft(game, kind, chosen, met)


def kind_about(game: Game, kind: str) -> str:
    """What one of a kind is, in a line."""
    if kind == AGENTS:
        return "who plays, with the decks and tables that are usual"
    key = game.words.keys.get(nameable.KINDS[kind])
    return f"{len(nameable.named(game.name, kind))} of them; {key.about}" if key else ""


def _ends(asker: Asker, game: Game, kind: str, choose: str | Sequence[str] | None) -> list[str]:
    """From which value of a setting to which."""
    key = game.words.keys[kind]
    low, high = key.bounds or (0, 0)
    anything = Known(Printed({}), (), dict)
    about = f"{key.about}: from {low} to {high}; by the rules {key.standard if key.usual is None else key.usual}"
    asked = "From which value to which? Two numbers, such as 0,6"
    ends = asker.some(asked, anything, choose, _around(game, kind), about=about)
    if len(ends) != 2 or not all(end.removeprefix("-").isdecimal() for end in ends):
        raise InputError(f'--choose: two numbers from {low} to {high} are expected, such as "0,6"')
    return ends


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


def beside(draft: Draft, path: Path) -> Draft:
    """The same with deck files as they are called beside the plan."""
    folder = path.parent.resolve()

    def called(mine: str) -> str:
        return os.path.relpath(mine, folder) if Path(mine).suffix and is_own(mine) else mine

    return replace(draft, chosen=[*map(called, draft.chosen)], others=[*map(called, draft.others)])


def plan_text(draft: Draft, question: str, stop: Sequence[str], path: Path) -> str:
    """The plan, with a comment on every line that one might change."""
    about = (
        f"# {about_question(QUESTIONS[question])} `overnight plan {shlex.quote(str(path))}` tells how long that takes."
    )
    lines = [
        *textwrap.wrap(about, WIDTH, subsequent_indent="# ", break_on_hyphens=False),
        f'question = "{question}"',
        f'game = "{draft.game.name}"',
        "seed = 1 # another number plays other games",
        *QUESTIONS[question].draft(draft),
        "",
        "[stop] # whichever comes first",
        *stop,
    ]
    return "\n".join(lines) + "\n"
