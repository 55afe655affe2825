"""The form of a new plan: what `overnight new` asks, answered on a page; what it costs, and its start."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sim import game_id, load_game, nameable
from sim.core.errors import InputError, nearest, quoted
from sim.core.game import Game
from sim.printed import with_ids
from sim.reading.text_files import parse_toml, read_file

from ..answer.display import forecast_text
from ..commands.new import Asker, Known, is_by_seat, kind_about, kinds, make_draft, plan_text, questions, table_kinds
from ..plan.plan import Plan
from ..plan.reading import read_plan
from ..questions.draft import AGENTS, Draft, is_text
from ..questions.question import QUESTIONS, Question
from ..run.files import write_whole
from ..run.forecast import forecast
from ..run.store import MANIFEST, Store
from .games import THINKING
from .processes import last_words, start_run
from .responses import Fields, games_told, in_thread, posted, shown

FOLDER = "plans"
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,60}")
GENERATED = re.compile(r"random:\d{1,9}")
PARTED = re.compile(r"^-{3,}[ \t]*$", re.MULTILINE)
"""Between the texts of several decks."""


class Answers:
    """What was answered on the form, and by field what is wrong with it."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        self.problems: dict[str, list[str]] = {}

    def one(self, name: str) -> str:
        """The answer of a field; empty without one."""
        return self.fields.last(name).strip()

    def several(self, name: str) -> list[str]:
        """All answers of a field, some of which may be several, parted by commas."""
        return [word.strip() for text in self.fields.get(name, []) for word in text.split(",") if word.strip()]

    @contextmanager
    def field(self, name: str) -> Iterator[None]:
        """What is wrong with the answer of a field is noted beside it."""
        try:
            yield
        except InputError as error:
            self.problems.setdefault(name, []).extend(error.problems)

    def names(self, field: str, game: Game, kind: str) -> list[str] | None:
        """The names in a field that there are, and what was pasted beside them; None without any. No path is taken for
        one.
        """
        known = Known.of_kind(game, kind)
        given = [word for name in (field, f"{field}_more") for word in self.several(name)]
        with self.field(field):
            wrong = [word for word in given if known.ids.find(word) is None and not self._is_generated(word, known)]
            if wrong and known.names:
                raise InputError([f"there is no {quoted(word)}{nearest(word, known.names)}" for word in wrong])
        return [*dict.fromkeys(given), *self._pasted(f"{field}_pasted", game, kind, known)] or None

    def _pasted(self, field: str, game: Game, kind: str, known: Known) -> list[str]:
        """The texts in a field, parted by lines of dashes: each is read as the game reads it."""
        parts = PARTED.split(self.one(field).replace("\r\n", "\n"))
        texts = [f"{text.strip()}\n" for text in parts if text.strip()]
        for text in texts:
            with self.field(field):
                if not known.pasted:
                    raise InputError(f"{kind} are chosen by name")
                if not is_text(text.strip()):
                    raise InputError(f"a name on the first line and cards below it are expected, found {quoted(text)}")
                check_text(game, kind, text)
        return texts

    def _is_generated(self, word: str, known: Known) -> bool:
        return known.own and bool(GENERATED.fullmatch(word.lower()))

    def number(self, field: str) -> float | None:
        """A number above 0 in a field; None without one."""
        text = self.one(field)
        if not text:
            return None
        with self.field(field):
            found = float(text) if re.fullmatch(r"\d{1,12}(\.\d{1,9})?", text) else 0.0
            if found > 0:
                return found
            raise InputError(f"a number above 0 is expected, found {quoted(text)}")
        return None


def _asked(answers: Answers) -> dict[str, Any]:
    """What the form asks next, given what was answered: games, then questions, then all else."""
    facts: dict[str, Any] = {
        "games": games_told(),
        "game": "",
        "question": "",
        "answers": answers,
        "problems": answers.problems,
    }
    if not answers.one("game"):
        return facts
    game = load_game(game_id(answers.one("game")))
    known = questions(game)
    facts |= {"game": game.name, "title": game.title, "questions": known}
    name = answers.one("question")
    if not name:
        return facts
    if name not in known:
        raise InputError(f"question: {quoted(name)} is not one that is written for you{nearest(name, known)}")
    question, offered = QUESTIONS[name], kinds(game, name)
    of = answers.one("of") if answers.one("of") in offered else offered[0]
    facts |= {"question": name, "of": of, "of_values": question.of_values, "ends_itself": question.ends_itself}
    if question.of_values or question.of_draws:
        about = {one: game.words.keys[one].about for one in offered}
        return facts | {"kinds": about, "names_some": False, "against_of": ""}
    others = _others(game, name, of)
    return facts | {
        "kinds": {one: kind_about(game, one) for one in offered},
        "names_some": True,
        "known": Known.of_kind(game, of),
        "lines": Known.of_kind(game, of).about(),
        "against_of": others,
        "against": Known.of_kind(game, others) if others else None,
    }


def _others(game: Game, question: str, of: str) -> str:
    """Of which kind those are that the chosen meet; empty where they meet nobody."""
    asked = QUESTIONS[question]
    if asked.at_tables:
        return table_kinds(game, of)[0]
    if of == "heroes" or not (asked.meets or is_by_seat(of)) or (game.words.team and of == AGENTS and not asked.meets):
        return ""
    return of


def _written(answers: Answers, facts: Mapping[str, Any], results: Path) -> Path | None:
    """Writes the plan that was asked for among the results; None if something is wrong, which is noted by field."""
    game, name = load_game(facts["game"]), facts["question"]
    question, of = QUESTIONS[name], facts["of"]
    title = answers.one("name") or f"{game.name}_{name}"
    with answers.field("name"):
        if not NAME.fullmatch(title):
            raise InputError(f"lower letters, digits, - and _ are expected, found {quoted(title)}")
    against = None
    if facts["of_values"]:
        choose = list(filter(None, (answers.one("from"), answers.one("to")))) or None
    else:
        choose = answers.names("choose", game, of) if facts["names_some"] else None
        against = answers.names("against", game, facts["against_of"]) if facts["against_of"] else None
    draft, stop = _draft(answers, game, question, of, choose, against), _stop(answers, question)
    if draft is None:
        return None
    path = results / FOLDER / f"{title}.toml"
    text = plan_text(draft, name, stop, Path(path.name))
    with answers.field("plan"):
        read_plan({"name": title, **parse_toml(text, title)})
    with answers.field("name"):
        if not answers.problems and path.exists() and path.read_text(encoding="utf-8") != text:
            raise InputError(f"there is another plan called {quoted(title)}; name this one otherwise")
    if answers.problems:
        return None
    write_whole(path, text.encode())
    return path


def _draft(
    answers: Answers,
    game: Game,
    question: Question,
    of: str,
    choose: list[str] | None,
    against: list[str] | None,
) -> Draft | None:
    """What is asked about; None if something is wrong with it, which is noted."""
    if any(field.startswith(("choose", "against")) for field in answers.problems):
        return None
    with answers.field("choose"):
        return make_draft(Asker(asks=False), game, question, of, choose, against)
    return None


def _stop(answers: Answers, question: Question) -> list[str]:
    """The lines of [stop]; the usual ones where something is wrong with what was answered, which is noted."""
    within, hours, games = (answers.number(field) for field in ("within", "hours", "games"))
    asker = Asker(asks=False)
    with answers.field("stop"):
        return asker.stop(question, within, hours, int(games) if games else None)
    return asker.stop(question, None, None, None)


def check_text(game: Game, kind: str, text: str) -> None:
    """Passes the text of a deck, a squad or a supply that the game can be played with; InputError says what is wrong
    with it.
    """
    key, seats = nameable.KINDS[kind], int(game.words.keys["players"].standard)
    try:
        game.make_tables(with_ids(game, {key: [text] * seats if key == kind else text}), ())
    except InputError as error:
        told = [re.sub(rf"^(table: )?({key}: )?", "", problem) for problem in error.problems]
        raise InputError(dict.fromkeys(told)) from None


@in_thread
def new_plan(request: Request) -> Response:
    """The form, as far as it was answered."""
    fields = Fields({name: request.query_params.getlist(name) for name in request.query_params})
    return shown(request, "new_plan.html", **_asked(Answers(fields)))


@posted
def write_plan(request: Request, fields: Fields) -> Response:
    """Writes a plan, and shows what it costs; the form again, with what is wrong beside each field."""
    answers = Answers(fields)
    facts = _asked(answers)
    path = _written(answers, facts, request.app.state.runs.results) if facts["question"] else None
    if path is None:
        return shown(request, "new_plan.html", 400, **facts)
    return RedirectResponse(f"/plans/{path.stem}", 303)


def _plan(request: Request) -> tuple[Path, Plan]:
    """The plan that is meant, among those that were written on a page."""
    name, results = request.path_params["plan"], request.app.state.runs.results
    path = results / FOLDER / f"{name}.toml"
    if not NAME.fullmatch(name) or not path.is_file():
        known = [one.stem for one in (results / FOLDER).glob("*.toml")]
        raise InputError(f"no plan is called {quoted(name)}{nearest(name, known)}")
    return path, read_plan(path)


@in_thread
def one_plan(request: Request) -> Response:
    """A plan, what it costs, and how to start it."""
    path, plan = _plan(request)
    store = Store.of_plan(plan, request.app.state.runs.results)
    agents = [agent for variant in plan.variants for agent in variant.agents]
    doing = request.app.state.ready.wait_for(plan.game, agents)
    if doing:
        return shown(request, "wait.html", doing=doing)
    with THINKING:
        expected = forecast(plan)
    return shown(
        request,
        "plan.html",
        name=path.stem,
        asked=QUESTIONS[plan.question].asked(plan),
        title=plan.game.title,
        cost=[*forecast_text(expected).splitlines(), *expected.notes],
        text=read_file(path, "plan file").decode(),
        run=store.folder.name if (store.folder / MANIFEST).is_file() else "",
    )


@in_thread
def start_plan(request: Request) -> Response:
    """Starts a plan in a process of its own, which goes on whatever becomes of this server."""
    path, _ = _plan(request)
    start_run(path, request.app.state.runs.results)
    return RedirectResponse(f"/plans/{path.stem}/started", 303)


@in_thread
def started(request: Request) -> Response:
    """The run of a plan as soon as it has begun; until then, or if it cannot, what it tells."""
    path, plan = _plan(request)
    results = request.app.state.runs.results
    store = Store.of_plan(plan, results)
    if (store.folder / MANIFEST).is_file():
        return RedirectResponse(f"/runs/{store.folder.name}", 303)
    ended, told = last_words(path, results)
    if ended:
        raise InputError([f"{path.stem} could not be started", *told])
    return shown(request, "wait.html", doing=f"{path.stem} starts")
