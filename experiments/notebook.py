"""What a notebook or a script asks the games: a function for each question, and one game told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from agents import Agent
from sim import load_game
from sim.core.errors import InputError, quoted, shown

from .answer.replay import new_setting
from .answer.result import Result, load
from .answer.run_plan import run_plan
from .commands.live import Watch, prepare
from .commands.output import PlainConsole
from .plan.plan import Plan
from .plan.reading import read_plan
from .questions.question import QUESTIONS
from .run.runner import Progress

if TYPE_CHECKING:
    from sim.learners.environment import Environment

__all__ = [
    "Plan", "Progress", "Result", "balance", "compare", "environment", "estimate", "field", "grid", "improve", "load",
    "matrix",
    "race", "read_plan", "run_plan", "sweep", "tell",
]  # fmt: skip

AgentSpec = str | Mapping[str, Any] | Agent
"""A name, {"agent": name, parameter: value, ...}, or an agent, which may be defined in a notebook cell."""


def estimate(
    game: str,
    agents: Sequence[AgentSpec],
    *,
    name: str = "estimate",
    results: str | Path | None = "results",
    workers: int | None = None,
    backend: str = "threads",
    address: str = "",
    on_progress: Callable[[Progress], None] | None = None,
    **plan: Any,
) -> Result:
    """How often does each seat win? `plan` takes the other keys of a plan file and of its [stop], e.g. games=20_000.

    agents: one a seat. results: the folder in which the run gets its own; None for one that goes with the result.
    The same call again plays nothing; with more games, only what is missing.
    """
    values = _plan_values(question="estimate", game=game, agents=_listed(agents), name=name, **plan)
    return _run(values, results, workers=workers, backend=backend, address=address, on_progress=on_progress)


def compare(
    game: str,
    agents: Sequence[AgentSpec] | None,
    variants: Mapping[str, Mapping[str, Any]] | Sequence[Mapping[str, Any]],
    *,
    name: str = "compare",
    results: str | Path | None = "results",
    workers: int | None = None,
    backend: str = "threads",
    address: str = "",
    on_progress: Callable[[Progress], None] | None = None,
    **plan: Any,
) -> Result:
    """With which variant does the entrant (seat p1 unless entrant="p2" ...) do better, on the same deals?

    variants: name -> what it changes: agents, table (house rules) or cards (card files). The first is the one the
    others are compared with. Everything else is as for `estimate`.
    """
    entries = _named("variants", variants)
    values = _plan_values(question="compare", game=game, variants=entries, name=name, **_given(agents), **plan)
    return _run(values, results, workers=workers, backend=backend, address=address, on_progress=on_progress)


def balance(
    game: str,
    agents: Sequence[AgentSpec],
    setting: Mapping[str, Any],
    *,
    name: str = "balance",
    results: str | Path | None = "results",
    workers: int | None = None,
    backend: str = "threads",
    address: str = "",
    on_progress: Callable[[Progress], None] | None = None,
    **plan: Any,
) -> Result:
    """At which value of a setting of the table does the entrant (seat p1 unless entrant="p2" ...) make an even share?

    setting: path (the key of the table), from, to, and perhaps step and seat (whose entry of a list varies). Everything
    else is as for `estimate`; half_width is in units of the setting.
    """
    values = _plan_values(
        question="balance", game=game, agents=_listed(agents), setting=setting, name=name, **plan
    )  # fmt: skip
    return _run(values, results, workers=workers, backend=backend, address=address, on_progress=on_progress)


Entries = Mapping[str, Mapping[str, Any]] | Sequence[Mapping[str, Any]]
"""Name -> what the entry brings: agent, and seat (what stands for its seat in the table); or entries with a name."""


def field(
    game: str,
    agents: Sequence[AgentSpec] | None,
    shelf: Entries,
    field: Entries,
    *,
    name: str = "field",
    results: str | Path | None = "results",
    workers: int | None = None,
    backend: str = "threads",
    address: str = "",
    on_progress: Callable[[Progress], None] | None = None,
    **plan: Any,
) -> Result:
    """How does each entry of the shelf score on average over the field? Each pair plays every deal from both sides.

    agents: that of the shelf and that of the field, for entries without one of their own. `plan` takes `over`, and
    everything else as for `estimate`.
    """
    lists = {"shelf": _named("shelf", shelf), "field": _named("field", field)}
    values = _plan_values(question="field", game=game, name=name, **lists, **_given(agents), **plan)
    return _run(values, results, workers=workers, backend=backend, address=address, on_progress=on_progress)


def matrix(
    game: str,
    agents: Sequence[AgentSpec] | None,
    entries: Entries,
    *,
    name: str = "matrix",
    results: str | Path | None = "results",
    workers: int | None = None,
    backend: str = "threads",
    address: str = "",
    on_progress: Callable[[Progress], None] | None = None,
    **plan: Any,
) -> Result:
    """How does every entry score against every other one? Each pair plays every deal from both sides.

    agents: the same for both seats, for entries without one of their own. `plan` takes `over`, and everything else as
    for `estimate`.
    """
    values = _plan_values(
        question="matrix", game=game, name=name, entries=_named("entries", entries), **_given(agents), **plan
    )
    return _run(values, results, workers=workers, backend=backend, address=address, on_progress=on_progress)


def grid(
    game: str,
    agents: Sequence[AgentSpec] | None,
    candidates: int | Mapping[str, Mapping[str, Any]] | Sequence[Mapping[str, Any]],
    against: Mapping[str, Mapping[str, Any]],
    *,
    name: str = "grid",
    results: str | Path | None = "results",
    workers: int | None = None,
    backend: str = "threads",
    address: str = "",
    on_progress: Callable[[Progress], None] | None = None,
    **plan: Any,
) -> Result:
    """Which candidate does best at which table, from the easiest to the hardest? Of games that all seats win or lose
    together too: `grid("aeons_end", ["best"] * 2, 10, {"Rageborne": {"nemesis": "rageborne"}, ...}, games=2_000)`.

    candidates: as for `race`. against: name -> house rules of each table. collection: the cards that candidates are
    drawn from, a list or a file. Everything else is as for `estimate`.
    """
    listed = [{"name": n, "table": t} for n, t in against.items()] if isinstance(against, Mapping) else _listed(against)
    values = _plan_values(
        question="grid", game=game, name=name, against=listed, **_candidates(candidates), **_given(agents), **plan
    )
    return _run(values, results, workers=workers, backend=backend, address=address, on_progress=on_progress)


def race(
    game: str,
    agents: Sequence[AgentSpec] | None,
    candidates: int | Mapping[str, Mapping[str, Any]] | Sequence[Mapping[str, Any]],
    *,
    keep: int = 5,
    name: str = "race",
    results: str | Path | None = "results",
    workers: int | None = None,
    backend: str = "threads",
    address: str = "",
    on_progress: Callable[[Progress], None] | None = None,
    **plan: Any,
) -> Result:
    """Which `keep` of many candidates are best for the entrant, for the fewest games?

    candidates: how many the game draws at random, or name -> what it changes: agents, table, cards, seat (what stands
    for the entrant's seat in lists of the table). Other keys are those of a plan: indifference, final_games, against,
    games, hours ... Everything else is as for `estimate`.
    """
    values = _plan_values(
        question="race", game=game, name=name, keep=keep, **_candidates(candidates), **_given(agents), **plan
    )
    return _run(values, results, workers=workers, backend=backend, address=address, on_progress=on_progress)


def sweep(
    game: str,
    agents: Sequence[AgentSpec] | None,
    offers: int,
    *,
    name: str = "sweep",
    results: str | Path | None = "results",
    workers: int | None = None,
    backend: str = "threads",
    address: str = "",
    on_progress: Callable[[Progress], None] | None = None,
    **plan: Any,
) -> Result:
    """What is each card worth, where so many offers are drawn at random? `games` is what each offer plays.

    Other keys are those of a plan: draws (what is drawn, such as ["supply"]), against, with, without, collection (as
    keywords: **{"with": ["jade"]}), held_out, final_offers, final_games, also_under.
    Everything else is as for `estimate`.
    """
    values = _plan_values(question="sweep", game=game, name=name, random=offers, **_given(agents), **plan)
    return _run(values, results, workers=workers, backend=backend, address=address, on_progress=on_progress)


def improve(
    game: str,
    agents: Sequence[AgentSpec] | None,
    start: Mapping[str, Any],
    *,
    name: str = "improve",
    results: str | Path | None = "results",
    workers: int | None = None,
    backend: str = "threads",
    address: str = "",
    on_progress: Callable[[Progress], None] | None = None,
    **plan: Any,
) -> Result:
    """What should be changed in a deck, a squad or a supply? start: such as {"decks": "my_deck.toml"}. `games` is what
    the start and each change that was taken play in the end; the file `improved.toml` in its folder has what came of
    it.

    Other keys are those of a plan: against, swaps, neighbours, steps, race_games, check_games, indifference, worth,
    with, without, collection. Everything else is as for `estimate`.
    """
    values = _plan_values(question="improve", game=game, name=name, start=start, **_given(agents), **plan)
    return _run(values, results, workers=workers, backend=backend, address=address, on_progress=on_progress)


def _candidates(
    candidates: int | Mapping[str, Mapping[str, Any]] | Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """The keys of a plan that say who the candidates are: how many are drawn, or each of them."""
    is_many = isinstance(candidates, Mapping) or isinstance(_listed(candidates), list)
    return {"variants": _named("candidates", candidates)} if is_many else {"random": candidates}


def tell(
    game_name: str,
    agents: Sequence[AgentSpec],
    *,
    game: int = 0,
    seed: int = 1,
    table: Mapping[str, Any] | None = None,
    cards: Sequence[str | Path] = (),
) -> str:
    """One game as a log, line by line: that of any run again, by its number and the seed. agents: as for `estimate`."""
    setting = new_setting(game_name, agents, table, cards, seed)
    if PlainConsole().is_jupyter:
        prepare(setting.game, setting.agents)
    return setting.tell(game).log.text


def environment(
    game_name: str,
    table: Mapping[str, Any] | None = None,
    cards: Sequence[str | Path] = (),
    *,
    seed: int = 1,
    render_mode: str | None = None,
    view: str = "",
) -> Environment:
    """A game as a PettingZoo environment, for agents that learn elsewhere: see `sim.learners.environment`."""
    try:
        from sim.learners.environment import Environment
    except ImportError:
        raise InputError('an environment needs the package "pettingzoo": pip install "overnight[pettingzoo]"') from None
    return Environment(load_game(game_name), table, cards, seed, render_mode, view)


def _named(what: str, entries: Any) -> Any:
    """The variants or entries of a plan, each with its name; what is neither by name nor a list, the plan refuses."""
    if not isinstance(entries, Mapping):
        return _listed(entries)
    wrong = {name: value for name, value in entries.items() if not isinstance(value, Mapping)}
    if wrong:
        shape = 'what it brings, such as {"agent": "best"} or {"table": {"hand": 6}}'
        raise InputError([f"{what}, {quoted(n)}: should be {shape}, found {shown(v)}" for n, v in wrong.items()])
    return [{"name": name, **value} for name, value in entries.items()]


def _listed(values: Any) -> Any:
    """A list of what was given one by one; anything else as it stands, for the plan to refuse."""
    is_one = isinstance(values, (str, Mapping)) or not isinstance(values, Iterable)
    return values if is_one else list(values)


def _given(agents: Sequence[AgentSpec] | None) -> dict[str, Any]:
    return {} if agents is None else {"agents": _listed(agents)}


def _plan_values(**values: Any) -> dict[str, Any]:
    """The mapping of a plan file: the keys of [stop] go there."""
    stop = {key: values.pop(key) for key in QUESTIONS[values["question"]].stop if key in values}
    return {**values, "stop": stop} if stop else values


def _run(values: Mapping[str, Any], results: str | Path | None, **how: Any) -> Result:
    plan = read_plan(values)
    with _watched(plan, how["on_progress"]) as watch:
        how["on_progress"] = watch
        if results is not None:
            return run_plan(plan, results, **how)
        temporary = TemporaryDirectory(prefix="overnight-")
        return replace(run_plan(plan, temporary.name, report=False, **how), temporary=temporary)


def _watched(plan: Plan, on_progress: Callable[[Progress], None] | None) -> Any:
    """What is told of the progress of a run: in a notebook it is shown under the cell, unless the caller does that."""
    console = PlainConsole()
    own = on_progress is not None or not console.is_jupyter
    return nullcontext(on_progress) if own else Watch(plan.game.title, console)
