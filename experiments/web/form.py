"""The form of a new plan: what `overnight new` asks, answered on a page; what it costs, and its start."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sim import GAMES, game_id, load_game
from sim.core.errors import InputError, nearest, quoted
from sim.core.game import Game
from sim.reading.text_files import parse_toml, read_file

from ..answer.display import forecast_text
from ..commands.new import Asker, Known, is_by_seat, kind_about, kinds, make_draft, plan_text, questions, table_kinds
from ..plan.plan import Plan
from ..plan.reading import read_plan
from ..questions.draft import AGENTS
from ..questions.question import QUESTIONS
from ..run.forecast import forecast
from ..run.store import MANIFEST, Store, write_whole
from .games import THINKING
from .processes import last_words, start_run
from .responses import Fields, in_thread, posted, shown

FOLDER = "plans"
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,60}")
GENERATED = re.compile(r"random:\d{1,9}")


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

    def names(self, field: str, known: Known) -> str | None:
        """The names in a field that there are, parted by commas; None without any. No path is taken for one."""
        given = [word for name in (field, f"{field}_more") for word in self.several(name)]
        with self.field(field):
            wrong = [word for word in given if known.ids.find(word) is None and not self._is_generated(word, known)]
            if wrong and known.names:
                raise InputError([f"there is no {quoted(word)}{nearest(word, known.names)}" for word in wrong])
        return ",".join(dict.fromkeys(given)) or None

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
        "games": GAMES,
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
        "against": Known.of_kind(game, others).names if others else [],
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
        choose: str | None = ",".join(filter(None, (answers.one("from"), answers.one("to")))) or None
    else:
        choose = answers.names("choose", facts["known"]) if facts["names_some"] else None
        against = answers.names("against", Known.of_kind(game, facts["against_of"])) if facts["against_of"] else None
    within, hours, games = (answers.number(field) for field in ("within", "hours", "games"))
    path = results / FOLDER / f"{title}.toml"
    asker, stop, draft = Asker(asks=False), None, None
    with answers.field("stop"):
        if not answers.problems:
            stop = asker.stop(question, within, hours, int(games) if games else None)
    with answers.field("choose"):
        if not answers.problems:
            draft = make_draft(asker, game, question, of, choose, against)
    if answers.problems or stop is None or draft is None:
        return None
    text = plan_text(draft, name, stop, Path(path.name))
    with answers.field("plan"):
        read_plan({"name": title, **parse_toml(text, title)})
    with answers.field("name"):
        if path.exists() and path.read_text(encoding="utf-8") != text:
            raise InputError(f"there is another plan called {quoted(title)}; name this one otherwise")
    if answers.problems:
        return None
    write_whole(path, text.encode())
    return path


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
