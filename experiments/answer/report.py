"""The report of a run: one HTML file that needs no other, to be read on a screen or a telephone."""

from __future__ import annotations

import base64
import html
import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import matplotlib
from matplotlib.axes import Axes

from agents import Agent

from ..plan.plan import describe_agent
from ..questions.question import QUESTIONS, answer_table
from ..questions.texts import TextTable, rows_of
from ..run.store import PLAN, Store
from . import plots
from .display import cells_table, figure_group, figure_label, figure_text, first_seat_table, series_group, shares_text
from .result import Result

CSS = Path(__file__).with_name("report.css")
PLOTS = "plots"
PLOT_DPI = 160
WIDE = 7.0
"""Inches: a wider picture has a row to itself, in its own size."""
SHOWN_FAULTS, SHOWN_GAMES = 20, 3
"""How many faults are listed, and for how many games the command that tells them is given."""


Pictures = dict[str, tuple[str, bytes]]
"""By name of the plot: what it shows in words, and its SVG."""


def write_report(result: Result) -> Path:
    """Draws the plots of a run into its folder, as PNG and SVG, and writes its report; returns where that is.

    InputError if the parts do not bear out how many games it would tell of.
    """
    Store(result.folder).check_games(result.plan, result.manifest["key"], told_games(result))
    pictures = {name: _save(axes, name, result) for name, axes in _draw(result).items()}
    Store(result.folder).write(result.report, report_html(result, pictures).encode())
    return result.report


def report_html(result: Result, pictures: Pictures) -> str:
    """The whole report."""
    body = "\n".join([
        *_answer(result), *_tables(result), *_in_words(result), *_main_pictures(result, pictures), *_faults(result),
        *_figures(result, pictures), *_agents(result), *_assumptions(result), *_reproduce(result), *_replay(result),
    ])  # fmt: skip
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{_text(result.name)}: {_text(result.answer)}</title>
<style>
{CSS.read_text(encoding="utf-8")}</style>
</head>
<body>
{body}
</body>
</html>
"""


def told_games(result: Result) -> int:
    """Of how many games of each variant the manifest or the tables tell, whichever are more: a run that was killed may
    have brought up to date one of them alone.
    """
    each = 1
    if result.plan.pairing:
        each = result.plan.pairing.each * (result.plan.pairing.pair >= 0).sum(axis=1).max()
    return max(result.manifest["games"], int(result.table["games"].max()) // int(each))


def _draw(result: Result) -> dict[str, Axes]:
    """The plots of a report, by name; none before the first game."""
    if not result.manifest["games"]:
        return {}
    drawn = {kind: result.plot(kind) for kind in QUESTIONS[result.plan.question].pictures}
    figures = list(result.figures["figure"])
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
    nothing = (result.figures[["lowest", "highest"]] == 0).all(axis=1).groupby(result.figures["figure"], sort=False)
    return [str(figure) for figure, always in nothing.all().items() if always]


def _save(axes: Axes, name: str, result: Result) -> tuple[str, bytes]:
    """Saves a plot as PNG and SVG, with what it shows inside; returns that in words, and the SVG."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    title = " ".join(axes.get_title(loc="left").split())
    about = (
        f"{result.name}, plan key {result.manifest['key']}, seed {result.plan.seed}, {result.manifest['games']} games"
    )
    store, folder = Store(result.folder), result.folder / PLOTS
    png, svg = io.BytesIO(), io.BytesIO()
    figure.savefig(png, format="png", dpi=PLOT_DPI, metadata={"Title": title, "Description": about})
    with matplotlib.rc_context({"svg.hashsalt": name}):
        figure.savefig(svg, format="svg", metadata={"Title": title, "Description": about, "Date": None})
    store.write(folder / f"{name}.png", png.getvalue())
    store.write(folder / f"{name}.svg", svg.getvalue())
    return title, svg.getvalue()


def _answer(result: Result) -> Iterator[str]:
    plan, games = result.plan, result.manifest["games"]
    asked = QUESTIONS[plan.question].asked(plan)
    yield f"<h1>{_text(result.name)}: {_text(plan.game.title)}. {_text(asked)}</h1>"
    yield f'<p class="answer">{_text(result.answer)}.</p>'
    facts = [f"<li>{games:,} games{f' of each {plan.unit}' if plan.unit else ''}</li>",
             f'<li class="{result.status}">{result.status}</li>',
             f"<li>{plan.confidence * 100:g} % intervals, {result.intervals}</li>",
             f"<li>rests on {len(result.assumptions)} assumed or designed readings</li>"]  # fmt: skip
    yield f'<ul class="facts">{"".join(facts)}</ul>'
    yield from (f'<p class="note">{_text(note)}</p>' for note in result.notes)


def _tables(result: Result) -> Iterator[str]:
    yield "<h2>Results</h2>"
    yield _table(answer_table(result.plan.question, result.table), "answer")
    if result.cells is not None and result.manifest["games"]:
        yield "<h3>Every pair</h3>"
        yield "<p>The score of the row against the column. In brackets: undecided, all pairs judged together.</p>"
        yield _table(cells_table(result.table, result.cells), "cells")
    if not result.first_seat.empty:
        yield "<h3>What it is worth to begin</h3>"
        yield _table(first_seat_table(result.first_seat), "first_seat")


def _in_words(result: Result) -> Iterator[str]:
    yield "<h3>In words</h3>"
    yield from (f"<p>{_text(line)}</p>" for line in result.explain().splitlines())


def _main_pictures(result: Result, pictures: Pictures) -> Iterator[str]:
    if pictures:
        yield "<h2>Pictures</h2>"
        yield _gallery(pictures, [name for name in pictures if name in QUESTIONS[result.plan.question].pictures])


def _gallery(pictures: Pictures, names: list[str]) -> str:
    items = []
    for title, svg in map(pictures.__getitem__, names):
        data = base64.b64encode(svg).decode()
        kind = ' class="wide"' if _inches(svg) > WIDE else ""
        items.append(f'<figure{kind}><img alt="{_text(title)}" src="data:image/svg+xml;base64,{data}"></figure>')
    return f'<div class="figures">{"".join(items)}</div>'


def _inches(svg: bytes) -> float:
    """The width of a picture."""
    found = re.search(rb'<svg[^>]* width="([0-9.]+)pt"', svg)
    return float(found[1]) / 72 if found else 0.0


def _faults(result: Result) -> Iterator[str]:
    if result.faults.empty:
        return
    yield "<h2>Faults</h2>"
    yield f"<p>{len(result.faults):,} games were stopped by a fault. They count in no rate.</p>"
    shown = result.faults.head(SHOWN_FAULTS)
    rows = [[r.variant, f"{r.game}", r.error, _replay_command(result, r.game, r.variant)] for r in rows_of(shown)]
    yield _table(TextTable(["Variant", "Game", "Fault", "To read it"], rows), "faults")
    if len(result.faults) > SHOWN_FAULTS:
        yield f"<p>The first {SHOWN_FAULTS} are listed.</p>"


def _figures(result: Result, pictures: Pictures) -> Iterator[str]:
    """Every figure, one column a variant."""
    names = list(dict.fromkeys(result.figures["name"]))
    deals = result.manifest["games"] // result.plan.games_per_deal
    cells = {(row.figure, row.name): figure_text(row, deals) for row in rows_of(result.figures)}
    absent = _absent(result)
    told = [figure for figure in dict.fromkeys(result.figures["figure"]) if figure not in absent]
    rows = [[figure_label(f), *(cells[f, name] for name in names)] for f in told]
    headers = ["Figure", *(names if len(names) > 1 else ["All games"])]
    yield "<h2>Figures of the games</h2>"
    yield "<p>The median and, in brackets, the middle half of the games; the share of games where it says %.</p>"
    yield _table(TextTable(headers, rows, frozenset(range(1, len(headers)))), "figures")
    if absent:
        yield f"<p>0 in every game: {_text(', '.join(map(figure_label, absent)))}.</p>"
    if result.shares is not None and len(result.shares):
        yield "<h3>What happened, in per cent of the games</h3>"
        by_figure = {key: rows for key, rows in result.shares.groupby(["figure", "name"], sort=False)}
        figures = dict.fromkeys(result.shares["figure"])
        rows = [[figure_label(f), *(shares_text(by_figure[f, name]) for name in names)] for f in figures]
        yield _table(TextTable(headers, rows), "shares")
    names = [name for name in pictures if name not in QUESTIONS[result.plan.question].pictures]
    if names:
        yield f"<details><summary>{len(names)} pictures of these</summary>{_gallery(pictures, names)}</details>"


def _agents(result: Result) -> Iterator[str]:
    yield "<h2>Agents</h2>"
    yield "<p>The results hold for these players. Others may do otherwise.</p>"
    agents = {agent.digest(): agent for variant in result.plan.variants for agent in variant.agents}
    for agent in agents.values():
        yield f"<h3>{_text(describe_agent(agent))}</h3>\n<p>{_text(agent.description)}</p>"
        yield from _parameters(agent)


def _parameters(agent: Agent) -> Iterator[str]:
    if agent.parameters:
        rows = [[name, f"{value:g}"] for name, value in agent.parameters.items()]
        table = _table(TextTable(["Parameter", "Value"], rows, frozenset({1})), "parameters")
        yield f"<details><summary>{len(rows)} parameters</summary>{table}</details>"


def _assumptions(result: Result) -> Iterator[str]:
    facts = result.assumptions
    yield "<h2>What it rests on</h2>"
    yield f"<p>This result rests on {len(facts)} assumed or designed readings of rules and cards.</p>"
    if facts:
        rows = [[rule.replace("_", " "), source, what] for rule, source, what in facts]
        yield _table(TextTable(["Rule or card", "Source", "Reading"], rows), "assumptions")


def _reproduce(result: Result) -> Iterator[str]:
    manifest = result.manifest
    identity = manifest["identity"]
    versions = ", ".join(f"{name} {version}" for name, version in manifest["versions"].items())
    facts = {
        "seed": str(result.plan.seed),
        "plan key": manifest["key"],
        "rules digest": identity["rules"],
        "agent digests": "; ".join(dict.fromkeys(" / ".join(digests) for digests in identity["agents"])),
        "versions": f"Python {manifest['python']}, {versions}",
        "machine": manifest["machine"],
        "started": manifest["started"],
        "last write": manifest["last_write"],
    }
    yield "<h2>To play it again</h2>"
    yield "<p>The same rules, agents and versions give the same games on any machine, with any number of workers.</p>"
    yield f"<pre>overnight run {_text(shlex.quote(str(result.folder / PLAN)))}</pre>"
    rows = "".join(f"<dt>{_text(name)}</dt><dd>{_text(value)}</dd>" for name, value in facts.items())
    yield f"<dl>{rows}</dl>"
    plan = _text((result.folder / PLAN).read_text(encoding="utf-8"))
    yield f"<details><summary>The plan</summary><pre>{plan}</pre></details>"


def _replay(result: Result) -> Iterator[str]:
    yield "<h2>To read a game</h2>"
    commands = [_replay_command(result, game, v.name) for v in result.plan.variants[:1] for game in range(SHOWN_GAMES)]
    yield f"<pre>{_text(chr(10).join(commands))}</pre>"


def _replay_command(result: Result, game: int, variant: str) -> str:
    which = f" --variant {shlex.quote(variant)}" if len(result.plan.variants) > 1 else ""
    return f"overnight play {shlex.quote(str(result.folder))} --game {game}{which}"


def _table(table: TextTable, name: str) -> str:
    """A table in a frame that scrolls sideways where there is no room."""

    def row(tag: str, cells: list[str]) -> str:
        kinds = [' class="number"' if index in table.numbers else "" for index in range(len(cells))]
        return f"<tr>{''.join(f'<{tag}{k}>{_text(c)}</{tag}>' for k, c in zip(kinds, cells, strict=True))}</tr>"

    rows = "\n".join(row("td", cells) for cells in table.rows)
    head = row("th", table.headers)
    return f'<div class="wide"><table id="{name}"><thead>{head}</thead>\n<tbody>{rows}</tbody></table></div>'


def _text(text: str) -> str:
    return html.escape(str(text))
