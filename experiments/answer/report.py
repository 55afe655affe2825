"""The report of a run: one HTML file that needs no other, to be read on a screen or a telephone."""

from __future__ import annotations

import base64
import io
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG

from agents import Agent
from sim.core.errors import printable

from ..plan.plan import describe_agent
from ..questions import drawing
from ..questions.pairing import games_about
from ..questions.question import QUESTIONS, Section, answer_table
from ..questions.texts import TextTable, rows_of
from ..run.recount import check_totals
from ..run.store import PLAN, Store
from . import plots
from .also_under import also_table
from .by_level import levels_table, told_levels
from .display import figure_group, figure_label, figure_text, first_seat_table, series_group, shares_text
from .notable import notable_table, replay_command
from .pages import page
from .result import Result

TEMPLATE = "report.html"
PLOTS = "plots"
PLOT_DPI = 160
WIDE = 7.0
"""Inches: a wider picture has a row to itself, in its own size."""
SHOWN_FAULTS, SHOWN_AGENTS, SHOWN_NAMES, SHOWN_NOTABLE = 20, 100, 12, 10
"""How many faults are listed, how many agents are told of, how many names stand in a line, and how many games that are
worth reading stand unfolded."""


@dataclass(frozen=True)
class Picture:
    """A plot as the report shows it."""

    title: str
    """what it shows, in words"""
    svg: bytes
    spots: Sequence[tuple[drawing.Place, str]] = ()
    """its parts that answer a pointer, each with the variant whose games it is about, if there is one"""

    @property
    def data(self) -> str:
        """The picture as text."""
        return base64.b64encode(self.svg).decode()

    @property
    def is_wide(self) -> bool:
        """Whether it has a row to itself."""
        found = re.search(rb'<svg[^>]* width="([0-9.]+)pt"', self.svg)
        return found is not None and float(found[1]) / 72 > WIDE


Pictures = dict[str, Picture]
"""By name of the plot."""


def write_report(result: Result) -> Path:
    """Draws the plots of a run into its folder, as PNG and SVG, and writes its report; returns where that is.

    InputError if the parts do not bear out how many games it would tell of, or, where workers counted them, what.
    """
    store = Store(result.folder)
    store.check_games(result.plan, result.manifest, told_games(result))
    if result.manifest.get("counted") == "elsewhere":
        check_totals(result.plan, store)
    pictures = {name: _save(axes, name, result) for name, axes in _draw(result).items()}
    Store(result.folder).write(result.report, report_html(result, pictures).encode())
    return result.report


def report_html(result: Result, pictures: Pictures) -> str:
    """The whole report. Whatever stands in names and texts stays text."""
    plan = result.plan
    question = QUESTIONS[plan.question]
    facts: dict[str, Any] = {
        "result": result,
        "plan": plan,
        "asked": question.asked(plan),
        "headline": result.answer,
        "answer": answer_table(plan.question, result.table),
        "sections": _sections(result),
        "levels": levels_table(result.levels) if len(result.levels) > 1 else None,
        "also": also_table(result),
        "levels_told": told_levels(result.levels),
        "first_seat": first_seat_table(result.first_seat),
        "words": result.explain().splitlines(),
        "main_pictures": [picture for name, picture in pictures.items() if name in question.pictures],
        "more_pictures": [picture for name, picture in pictures.items() if name not in question.pictures],
        "fault_count": len(result.faults),
        "faults": _faults(result),
        **_figures(result),
        **_agents(result),
        "about": _about(result),
        "assumptions": _assumptions(result),
        "run_command": f"overnight run {shlex.quote(str(result.folder / PLAN))}",
        "provenance": _provenance(result),
        "plan_text": (result.folder / PLAN).read_text(encoding="utf-8"),
        "notable": notable_table(result),
        "shown_notable": SHOWN_NOTABLE,
    }
    return page(TEMPLATE, **facts)


def told_games(result: Result) -> int:
    """Of how many games of each variant the manifest or the tables tell, whichever are more: a run that was killed may
    have brought up to date one of them alone.
    """
    return max(result.manifest["games"], QUESTIONS[result.plan.question].games_told(result.plan, result.table))


def _draw(result: Result) -> dict[str, Axes]:
    """The plots of a report, by name; none before the first game."""
    if not result.manifest["games"]:
        return {}
    looks = result.history["games"].nunique()
    drawn = {
        kind: result.plot(kind)
        for kind in QUESTIONS[result.plan.question].pictures
        if kind != "progress" or looks > 1  # one look has no past
    }
    figures = list(result.figure_table["figure"])
    occurring = [figure for figure in figures if figure not in _absent(result)]
    for group in dict.fromkeys(figure_group(figure) for figure in occurring):
        if group not in figures:
            drawn[group] = plots.measures(result, group)
    if result.shares is not None:
        names = dict.fromkeys(result.shares["name"])
        for group in dict.fromkeys(map(series_group, result.shares["figure"])):
            for number, name in enumerate(plots.leading(list(names))):
                drawn[f"{group}_{number + 1}" if len(names) > 1 else group] = plots.shares(result, group, name)
    return drawn


def _absent(result: Result) -> list[str]:
    """The figures that were 0 in every game of every variant."""
    nothing = (
        (result.figure_table[["lowest", "highest"]] == 0).all(axis=1).groupby(result.figure_table["figure"], sort=False)
    )
    return [str(figure) for figure, always in nothing.all().items() if always]


def _save(axes: Axes, name: str, result: Result) -> Picture:
    """Saves a plot as PNG and SVG, with what it shows inside."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    title = printable(" ".join(axes.get_title(loc="left").split()))
    store, folder = Store(result.folder), result.folder / PLOTS
    png, svg = io.BytesIO(), io.BytesIO()
    told = {"Title": title, "Description": printable(result.origin)}
    with matplotlib.rc_context({"svg.hashsalt": name}):  # `savefig` would draw each twice
        FigureCanvasSVG(figure).print_svg(svg, metadata={**told, "Date": None})
    figure.set_layout_engine("none")  # all is in its place: finding that takes as long as drawing
    figure.set_dpi(PLOT_DPI)
    FigureCanvasAgg(figure).print_png(png, metadata=told)
    followed = drawing.following_the_reader(svg.getvalue())
    store.write(folder / f"{name}.png", png.getvalue())
    store.write(folder / f"{name}.svg", followed)
    find = games_about(result.plan)
    spots = [(place, find(place.spot.about)) for place in drawing.places(axes)]
    return Picture(title, followed, spots)


def _sections(result: Result) -> list[Section]:
    """The tables that the question tells beside its answer."""
    if not result.manifest["games"]:
        return []
    return QUESTIONS[result.plan.question].sections(result.table, result.more)


def _faults(result: Result) -> TextTable:
    """The first faults, each with the command that tells its game."""
    shown = rows_of(result.faults.head(SHOWN_FAULTS))
    rows = [[r.variant, f"{r.game}", r.error, replay_command(result, r.game, r.variant)] for r in shown]
    return TextTable(["Variant", "Game", "Fault", "To read it"], rows)


def _figures(result: Result) -> dict[str, Any]:
    """Every figure, one column a variant; shares of what happened, likewise; the figures that are always 0."""
    names = list(dict.fromkeys(result.figure_table["name"]))
    deals = _deals(result)
    cells = {(row.figure, row.name): figure_text(row, deals) for row in rows_of(result.figure_table)}
    absent = _absent(result)
    told = [figure for figure in dict.fromkeys(result.figure_table["figure"]) if figure not in absent]
    rows = [[figure_label(f), *(cells[f, name] for name in names)] for f in told]
    headers = ["Figure", *(names if len(names) > 1 else ["All games"])]
    shares = []
    if result.shares is not None and len(result.shares):
        by_figure = {key: rows for key, rows in result.shares.groupby(["figure", "name"], sort=False)}
        figures = dict.fromkeys(result.shares["figure"])
        shares = [[figure_label(f), *(shares_text(by_figure[f, name]) for name in names)] for f in figures]
    return {
        "figures": TextTable(headers, rows, frozenset(range(1, len(headers)))),
        "shares": TextTable(headers, shares),
        "absent": list(map(figure_label, absent)),
    }


def _deals(result: Result) -> int:
    """Deals that each figure rests on: those of all pairs where these are told together."""
    plan = result.plan
    each = result.manifest["games"] // plan.games_per_deal
    return each * len({plan.seed_of(index) for index in range(len(plan.variants))}) if plan.together else each


def _agents(result: Result) -> dict[str, Any]:
    """Who played, with the numbers of each."""
    agents = {agent.digest(): agent for variant in result.plan.variants for agent in variant.agents}
    told = [
        {"name": describe_agent(agent), "description": agent.description, "parameters": _parameters(agent)}
        for agent in [*agents.values()][:SHOWN_AGENTS]
    ]
    return {"agents": told, "other_agents": len(agents) - len(told)}


def _parameters(agent: Agent) -> TextTable:
    rows = [[name, f"{value:g}"] for name, value in agent.parameters.items()]
    return TextTable(["Parameter", "Value"], rows, frozenset({1}))


def _about(result: Result) -> dict[str, str]:
    """What was compared, with what, by whom and how often, one line each."""
    names, columns = list(map(str, result.table["name"])), []
    if result.cells is not None:
        columns = list(dict.fromkeys(map(str, result.cells["column"])))
    agents = dict.fromkeys(describe_agent(agent) for variant in result.plan.variants for agent in variant.agents)
    rules = {key: value for key, value in result.plan.variants[0].table.items() if _is_shared(result, key, value)}
    return {
        "Compared": _listed(names),
        **({"Against": _listed(columns)} if columns and sorted(columns) != sorted(names) else {}),
        "Played by": _listed(list(agents)),
        **({"At a table with": _listed([f"{key} = {value}" for key, value in rules.items()])} if rules else {}),
    }


def _is_shared(result: Result, key: str, value: Any) -> bool:
    """Whether a house rule is that of all variants."""
    return all(variant.table.get(key) == value for variant in result.plan.variants)


def _listed(names: list[str]) -> str:
    """Names in a line, and how many more there are."""
    more = f" and {len(names) - SHOWN_NAMES} more" if len(names) > SHOWN_NAMES else ""
    return ", ".join(names[:SHOWN_NAMES]) + more


def _assumptions(result: Result) -> TextTable:
    rows = [[rule.replace("_", " "), source, what] for rule, source, what in result.assumptions]
    return TextTable(["Rule or card", "Source", "Reading"], rows)


def _provenance(result: Result) -> dict[str, str]:
    manifest = result.manifest
    identity = manifest["identity"]
    agents = list(dict.fromkeys(" / ".join(digests) for digests in identity["agents"]))
    more = f"; and {len(agents) - SHOWN_AGENTS} more" if len(agents) > SHOWN_AGENTS else ""
    versions = ", ".join(f"{name} {version}" for name, version in manifest["versions"].items())
    return {
        "seed": str(result.plan.seed),
        "plan key": manifest["key"],
        "rules digest": result.rules,
        "agent digests": "; ".join(agents[:SHOWN_AGENTS]) + more,
        "versions": f"Python {manifest['python']}, {versions}",
        "machine": manifest["machine"],
        "started": manifest["started"],
        "last write": manifest["last_write"],
    }
