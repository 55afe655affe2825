"""Pictures of results. Each function draws one, on the axes given or on new ones, and returns the axes.

Colours tell apart what the colour-blind can tell apart too, and never say anything alone. A title is the answer where
there is one; the small line above the axes says how many games and how sure.
"""

from __future__ import annotations

import functools
import io
import itertools
import math
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ParamSpec

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from matplotlib.ticker import FuncFormatter, MaxNLocator
from matplotlib.transforms import ScaledTranslation

from sim.core.errors import InputError, nearest

from ..questions.compare import difference_text
from ..questions.question import QUESTIONS, headline, leader
from ..questions.texts import rows_of, score_text
from ..questions.totals import ALL_PAIRS
from ..run.tuning import Tuned
from ..statistics.format import format_interval
from .display import compact, figure_group, figure_label, quartiles_text, series_group, share_text, sorted_cells
from .outcome import Outcome

P = ParamSpec("P")

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito, 2008, the most distinct first."""
GREY, INK, FAINT, BAR = "#767676", "#222222", "#DDDDDD", "#8CC4E8"
VERDICT_COLOURS = {
    "better": COLOURS[0],
    "above 50 %": COLOURS[0],
    "above an even share": COLOURS[0],
    "more often than not": COLOURS[0],
    "worse": COLOURS[1],
    "below 50 %": COLOURS[1],
    "below an even share": COLOURS[1],
    "less often than not": COLOURS[1],
    "baseline": INK,
}
EVEN_OUT = LinearSegmentedColormap.from_list("even_out", [COLOURS[1], "#FFFFFF", COLOURS[0]])
"""From a score of 0 over an even one to 1."""
UNDECIDED_FACE = "#E0E0E0"
BAND_COLOURS = tuple(zip((*COLOURS, "#999999"), ("white", "white", "white", INK, INK, INK, "white", INK), strict=True))
"""Of categories, with the colour of letters on each."""
LEADING = 6
"""How many curves are drawn where there are many."""
PAPER: Any = {"facecolor": "white", "edgecolor": "none", "pad": 1, "alpha": 0.85}
LINES = ("-", "--", "-.", ":")
STYLE: Any = {
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "legend.frameon": False,
}
WIDTH, ROW_HEIGHT, FRAME_HEIGHT, CURVE_HEIGHT = 5.2, 0.5, 1.45, 3.6
"""Inches. Narrow, so that letters stay legible on a telephone."""
CELL_WIDTH, CELL_HEIGHT, LETTER = 0.42, 0.36, 0.09
"""Inches: of a cell of a heat map, and of a letter beside it."""
BAND_HEIGHT, LABELLED_SHARE, LEGEND_BELOW, LEGEND_COLUMNS, LEGEND_GAP = 0.26, 8, 0.5, 4, 5
"""Inches of a band of shares; the least share, in %, that is written into it; what their colours mean: inches below the
axes, how many a line explains at most, and the letters that each takes beside its name."""
MOST_CELLS, DENSE_WIDTH, DENSE_HEIGHT = 20, 0.34, 0.27
"""With more columns than these a heat map has no intervals in its cells, which are so many inches wide and high."""
LETTERS_AN_INCH = 10
"""Of a title."""
TITLE_LETTERS, LABEL_LETTERS, NAME_LETTERS, CURVE_LETTERS, CELL_LETTERS = 56, 60, 44, 24, 34


class _NotebookAxes(Axes):
    """Axes that show themselves at the end of a notebook cell."""

    def _repr_png_(self) -> bytes:
        return png(self)


def png(ax: Axes) -> bytes:
    """The picture that these axes belong to, as a PNG file."""
    figure, buffer = ax.get_figure(root=True), io.BytesIO()
    assert figure is not None
    figure.savefig(buffer, format="png", dpi=120)
    return buffer.getvalue()


def _styled(draw: Callable[P, Axes]) -> Callable[P, Axes]:
    """Draws in the style of this module, without a lasting change of anybody else's; no text is taken for a formula."""

    @functools.wraps(draw)
    def drawn(*args: P.args, **keywords: P.kwargs) -> Axes:
        with matplotlib.rc_context(STYLE):
            axes = draw(*args, **keywords)
        for text in axes.findobj(Text):
            text.set_parse_math(False)  # names are names, whatever signs are in them
        return axes

    return drawn


@_styled
def scores(result: Outcome, ax: Axes | None = None) -> Axes:
    """The score of each seat, a team, or the entrant with each variant, with its interval and the even share."""
    table = result.table
    question = QUESTIONS[result.plan.question]
    apart = not question.about_entrant and not question.of_means  # each score is that of a seat or a team
    names = [f"{row.name} {row.agent}" if apart else row.name for row in rows_of(table)]
    ax = _rows(ax, names, map(score_text, rows_of(table)))
    ax.axvline(100 * result.plan.even_share, color=GREY, linewidth=1, linestyle="--", zorder=1)
    _intervals(ax, table[["score", "low", "high"]].to_numpy() * 100, table["verdict"])
    even = "half of the games" if result.plan.team else "an even share"
    whose = f" of {result.plan.entrant_name}" if question.about_entrant else ""
    ax.set_xlabel(f"{'mean ' if question.of_means else ''}score{whose}, % (dashed: {even})")
    best = leader(question.name, table) if question.about_entrant and not question.of_values else ""
    title = f"Highest score: {best}" if best else headline(question.name, table, result.plan.entrant_name)
    _entitle(ax, title, f"{_sample(result)}, {_confidence(result)}")
    return ax


@_styled
def difference(result: Outcome, ax: Axes | None = None) -> Axes:
    """How far each variant is from the first, over the same deals, with its interval and the line of no difference."""
    if "difference" not in result.table:
        raise InputError(f'the plot "difference" belongs to question = "compare"; this one is "{result.plan.question}"')
    baseline, table = result.table["name"].iloc[0], result.table.iloc[1:]
    ax = _rows(ax, list(table["name"]), map(difference_text, rows_of(table)))
    ax.axvline(0, color=GREY, linewidth=1, linestyle="--", zorder=1)
    _intervals(ax, table[["difference", "difference_low", "difference_high"]].to_numpy() * 100, table["verdict"])
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:+g}" if value else "0"))
    ax.set_xlabel(
        _wrap(f"points that {result.plan.entrant_name} scores more than with {baseline} (dashed)", LABEL_LETTERS)
    )
    title = headline(result.plan.question, result.table, result.plan.entrant_name)
    _entitle(ax, title, f"{_sample(result)}, same deals, {_confidence(result)} together")
    return ax


@_styled
def balance(result: Outcome, ax: Axes | None = None) -> Axes:
    """The score with each value of the setting, its interval, and where it is an even share."""
    if "balance" not in result.table:
        raise InputError(f'the plot "balance" belongs to question = "balance"; this one is "{result.plan.question}"')
    ax, table = ax or _new_axes(CURVE_HEIGHT), result.table
    found = rows_of(table)[0]
    if math.isfinite(found.balance_low) and math.isfinite(found.balance_high):
        ax.axvspan(found.balance_low, found.balance_high, color=COLOURS[2], alpha=0.25, linewidth=0)
        ax.axvline(found.balance, color=COLOURS[2], linewidth=1.5)
    ax.axhline(100 * result.plan.even_share, color=GREY, linewidth=1, linestyle="--", zorder=1)
    ax.plot(table["value"], table["score"] * 100, color=GREY, linewidth=1, zorder=1.5)
    for row in rows_of(table):
        colour = VERDICT_COLOURS.get(row.verdict, GREY)
        ax.plot([row.value] * 2, [row.low * 100, row.high * 100], color=colour, linewidth=3, solid_capstyle="butt")
        ax.plot([row.value], [row.score * 100], color=colour, marker="o", markersize=5)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel(
        _wrap(f"{found.setting} (green: where {result.plan.entrant_name} scores an even share)", LABEL_LETTERS)
    )
    ax.set_ylabel(f"score of {result.plan.entrant_name}, % (dashed: even)")
    ax.grid(axis="y")
    _entitle(
        ax,
        headline(result.plan.question, table, result.plan.entrant_name),
        f"{_sample(result)}, same deals, {_confidence(result)}",
    )
    return ax


@_styled
def heatmap(result: Outcome, ax: Axes | None = None) -> Axes:
    """The score of every row against every column, both sorted by their means; grey where all pairs judged together
    leave it undecided, empty where an entry would meet itself.
    """
    if result.cells is None:
        raise InputError(f'the plot "heatmap" belongs to a field or a matrix; this one is "{result.plan.question}"')
    rows, columns = sorted_cells(result.table, result.cells)
    cells = {(row.row, row.column): row for row in rows_of(result.cells)}
    labels = {name: _shortened(name) for name in (*rows, *columns)}
    margin, head = (max(len(labels[name]) for name in names) * LETTER for names in (rows, columns))
    dense = len(columns) > MOST_CELLS
    width, height = (DENSE_WIDTH, DENSE_HEIGHT) if dense else (CELL_WIDTH, CELL_HEIGHT)
    wide = max(WIDTH, len(columns) * width + margin)
    ax = ax or _new_axes(len(rows) * height + head + FRAME_HEIGHT, wide)
    letters = int((wide - margin) * LETTERS_AN_INCH)
    for (y, row), (x, column) in itertools.product(enumerate(rows), enumerate(columns)):
        cell = cells[row, column]
        if cell.games == 0 or np.isnan(cell.score):
            continue
        undecided = cell.verdict == "undecided"
        face = UNDECIDED_FACE if undecided else EVEN_OUT(0.5 + (cell.score - 0.5))
        ax.add_patch(
            Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=face, edgecolor="white", linewidth=0.8, in_layout=False)
        )
        dark = not undecided and abs(cell.score - 0.5) > 0.35
        ink: Any = {"ha": "center", "va": "center", "color": "white" if dark else INK, "in_layout": False}
        ax.text(x, y if dense else y - 0.14, f"{cell.score * 100:.0f}", fontsize=9, **ink)
        if not dense:
            ax.text(x, y + 0.26, f"± {(cell.high - cell.low) * 50:.1f}", fontsize=6, **ink)
    ax.set_xlim(-0.5, len(columns) - 0.5)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.set_xticks(range(len(columns)), [labels[name] for name in columns], rotation=90)
    ax.set_yticks(range(len(rows)), [labels[name] for name in rows])
    ax.tick_params(length=0, top=False, labeltop=False)
    ax.spines[["left", "bottom"]].set_visible(False)
    ax.set_xlabel("score of the row against the column, %\nblue above 50, orange below, grey undecided")
    played = result.cells[result.cells["games"] > 0]
    at_most = f" of at most ± {(played['high'] - played['low']).max() * 50:.1f} a pair" if dense else ""
    _entitle(
        ax, headline(result.plan.question, result.table), f"{_sample(result)}, {_confidence(result)}{at_most}", letters
    )
    return ax


@_styled
def progress(result: Outcome, ax: Axes | None = None) -> Axes:
    """How the answer came about: the estimate and its always-valid interval after so many games."""
    ax = ax or _new_axes(CURVE_HEIGHT)
    history, question = result.history, QUESTIONS[result.plan.question]
    unit = question.history_scale
    names = list(result.table["name"][:LEADING]) if question.of_means else list(dict.fromkeys(history["name"]))
    for name, (colour, line) in zip(names, _curves(len(names)), strict=True):
        curve = history[history["name"] == name].replace([np.inf, -np.inf], np.nan)
        ax.fill_between(
            curve["games"], curve["low"] * unit, curve["high"] * unit, color=colour, alpha=0.18, linewidth=0
        )
        ax.plot(
            curve["games"], curve["estimate"] * unit, line, color=colour, marker="o", markersize=3, label=_wrap(name)
        )
    if (neither := question.history_line(result.plan)) is not None:
        ax.axhline(neither, color=GREY, linewidth=1, linestyle="--", zorder=1)
    ax.axvline(result.manifest["games"], color=GREY, linewidth=1, linestyle=":", zorder=1)
    ax.set_xlim(left=0)
    ax.xaxis.set_major_locator(MaxNLocator(6))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: compact(value)))
    end = "now" if result.status == "playing" else "the end"
    ax.set_xlabel(f"games{f' of each {result.plan.unit}' if result.plan.unit else ''} (dotted: {end})")
    ax.set_ylabel(question.history_label(result.table))
    ax.grid(axis="y")
    _legend(ax, len(names))
    _entitle(ax, "How the answer came about", f"bands hold at every moment, {result.plan.confidence * 100:g} %")
    return ax


@_styled
def tuning(tuned: Tuned, ax: Axes | None = None) -> Axes:
    """How the candidates of a tuning scored, generation by generation, against the same pool of opponents."""
    ax = ax or _new_axes(CURVE_HEIGHT)
    table = tuned.progress
    for (name, label), (colour, line) in zip((("mean", "mean of all"), ("best", "best")), _curves(2), strict=True):
        ax.plot(table["generation"] + 1, 100 * table[name], line, color=colour, marker="o", markersize=3, label=label)
    ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    ax.set_xlabel("generation (each plays deals of its own)")
    ax.set_ylabel("score of the candidates, %")
    ax.grid(axis="y")
    _legend(ax, 2)
    verdict = "accepted" if tuned.accepted else "not shown to be better"
    gain = format_interval(tuned.gain, "points", signed=True)
    _entitle(ax, f"Tuning {tuned.tuning.agent.name}: {gain}, {verdict}", "on deals and tables that were held out")
    return ax


@_styled
def length(result: Outcome, ax: Axes | None = None) -> Axes:
    """How long the games were: the share of games with so many turns, by rounds of the table, for each variant."""
    ax = ax or _new_axes(CURVE_HEIGHT)
    counts = {name: turns for name, turns in _turn_counts(result).items() if turns}
    if QUESTIONS[result.plan.question].of_values:
        counts = {name: counts[name] for name in leading(list(counts))}
    step = result.plan.players
    for (name, turns), (colour, line) in zip(counts.items(), _curves(len(counts)), strict=True):
        edges = np.arange(min(turns) // step * step, max(turns) + step + 1, step)
        games, _ = np.histogram(list(turns), edges, weights=list(turns.values()))
        shares = games * 100 / turns.total()
        ax.stairs(
            shares, edges - 0.5, color=colour, linestyle=line, linewidth=1.8, fill=len(counts) == 1, label=_wrap(name)
        )
    ax.set_ylim(bottom=0)
    ax.set_xlabel(f"turns, of all seats together, in steps of {step}")
    ax.set_ylabel("share of games, %")
    ax.grid(axis="y")
    _legend(ax, len(counts))
    _entitle(ax, _length_title(result), f"{_sample(result)}, without those stopped by a fault")
    return ax


@_styled
def measures(result: Outcome, name: str | None = None, ax: Axes | None = None) -> Axes:
    """One of the game's figures by variant, and for "health" and the like by seat: median, quartiles and extremes."""
    figures = result.figures
    groups = list(dict.fromkeys(map(figure_group, figures["figure"])))
    name = name or next((group for group in groups if group not in set(figures["figure"])), groups[0])
    chosen = figures[[name in (figure, figure_group(figure)) for figure in figures["figure"]]]
    if chosen.empty:
        raise InputError(f'no figure is called "{name}"{nearest(name, [*groups, *figures["figure"]])}')
    several = chosen["name"].nunique() > 1
    names = [f"{figure_label(r.figure)}, {r.name}" if several else figure_label(r.figure) for r in rows_of(chosen)]
    ax = _rows(ax, names, (quartiles_text(row) for row in rows_of(chosen)))
    for y, row in enumerate(rows_of(chosen)):
        ax.plot([row.lowest, row.highest], [y, y], color=GREY, linewidth=1.2)
        ax.plot([row.lower_quartile, row.upper_quartile], [y, y], color=BAR, linewidth=9, solid_capstyle="butt")
        ax.plot([row.median], [y], color=INK, marker="|", markersize=11, markeredgewidth=2.5)
    ax.set_xlabel(f"{figure_label(name)}: median, middle half of the games, extremes")
    _entitle(ax, figure_label(name).capitalize(), f"{_sample(result)}, without those stopped by a fault")
    return ax


@_styled
def shares(result: Outcome, name: str | None = None, variant: str | None = None, ax: Axes | None = None) -> Axes:
    """One of the game's figures that are categories, in one variant: of how many games each was, for every seat and, of
    "house_of_turn" and the like, every turn.
    """
    found = pd.DataFrame({"name": [], "figure": []}) if result.shares is None else result.shares
    groups, variants = list(dict.fromkeys(map(series_group, found["figure"]))), list(dict.fromkeys(found["name"]))
    if not groups:
        raise InputError(f'the plot "shares" belongs to games with categories; {result.plan.game.title} has none')
    name, variant = name or groups[0], variant or variants[0]
    if name not in groups or variant not in variants:
        wrong, known = (name, groups) if name not in groups else (variant, variants)
        raise InputError(f'no figure or variant is called "{wrong}"{nearest(wrong, known)}')
    chosen = found[(found["name"] == variant) & (found["figure"].map(series_group) == name)]
    figures = list(dict.fromkeys(chosen["figure"]))
    meanings = dict.fromkeys(text for figure in figures for text in result.plan.game.categories[figure].values())
    known = [text for text in meanings if text in set(chosen["category"])]
    columns = max(1, min(LEGEND_COLUMNS, TITLE_LETTERS // (max(map(len, known), default=0) + LEGEND_GAP)))
    ax = ax or _new_axes(FRAME_HEIGHT + BAND_HEIGHT * (len(figures) + -(-len(known) // columns)))
    _bands(ax, chosen, figures, known, columns)
    ax.set_xlabel("share of games, %")
    which = f", {variant}" if len(variants) > 1 else ""
    _entitle(ax, f"{figure_label(name).capitalize()}{which}", f"{_sample(result)}, without those stopped by a fault")
    return ax


def _bands(ax: Axes, chosen: pd.DataFrame, figures: Sequence[str], known: Sequence[str], columns: int) -> None:
    """A band for each figure, made of the shares of its categories, and in so many columns what their colours mean."""
    share = {(row.figure, row.category): row.share for row in rows_of(chosen)}
    begins = np.zeros(len(figures))
    for category, (colour, ink) in zip(known, itertools.cycle(BAND_COLOURS)):
        wide = np.array([100 * share.get((figure, category), 0.0) for figure in figures])
        ax.barh(range(len(figures)), wide, 0.8, begins, color=colour, edgecolor="white", linewidth=0.6, label=category)
        for y in np.flatnonzero(wide >= LABELLED_SHARE):
            place: Any = {"ha": "center", "va": "center", "fontsize": 7, "color": ink}
            ax.text(begins[y] + wide[y] / 2, int(y), share_text(wide[y] / 100), **place)
        begins += wide
    ax.set_yticks(range(len(figures)), [figure_label(figure) for figure in figures], fontsize=8)
    ax.tick_params(left=False)
    ax.spines["left"].set_visible(False)
    ax.set_ylim(len(figures) - 0.5, -0.5)
    ax.set_xlim(0, 100)
    figure = ax.get_figure(root=True)
    assert figure is not None
    place = ax.transAxes + ScaledTranslation(0, -LEGEND_BELOW, figure.dpi_scale_trans)
    below: Any = {"loc": "upper left", "bbox_to_anchor": (0, 0), "bbox_transform": place, "borderaxespad": 0}
    ax.legend(fontsize=8, handlelength=1.2, columnspacing=1.2, ncols=columns, **below)


def leading(names: Sequence[str]) -> list[str]:
    """Evenly chosen ones of many names, as many as are drawn."""
    return list(names[:: -(-len(names) // LEADING)]) if names else []


def _new_axes(height: float, width: float = WIDTH) -> Axes:
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure.add_subplot(axes_class=_NotebookAxes)


def _rows(ax: Axes | None, names: Sequence[str], texts: Iterable[str]) -> Axes:
    """Axes with one row for each name, the first on top; above each row its name, and what it says in words."""
    ax = ax or _new_axes(FRAME_HEIGHT + ROW_HEIGHT * len(names))
    for y, (name, text) in enumerate(zip(names, texts, strict=True)):
        place: Any = {
            "xycoords": ("axes fraction", "data"),
            "textcoords": "offset points",
            "va": "bottom",
            "bbox": PAPER,
        }
        ax.annotate(textwrap.shorten(name, NAME_LETTERS, placeholder=" ..."), (0, y), xytext=(3, 7), **place)
        ax.annotate(text, (1, y), xytext=(0, 7), ha="right", **place)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.set_ylim(len(names) - 0.6, -0.8)
    ax.margins(x=0.08)
    ax.grid(axis="x")
    return ax


def _intervals(ax: Axes, values: np.ndarray, verdicts: Iterable[str]) -> None:
    """In each row an estimate with its interval; columns of values: estimate, low, high."""
    for y, ((estimate, low, high), verdict) in enumerate(zip(values, verdicts, strict=True)):
        colour = VERDICT_COLOURS.get(verdict, GREY)
        ax.plot([low, high], [y, y], color=colour, linewidth=3, solid_capstyle="butt")
        ax.plot([estimate], [y], color=colour, marker="o", markersize=6)


def _entitle(ax: Axes, title: str, sample: str, letters: int = TITLE_LETTERS) -> None:
    """The title, in lines of so many letters, and below it a small line about the sample."""
    ax.set_title(_wrap(title, letters), pad=20)
    ax.annotate(
        sample, (0, 1), xytext=(0, 6), xycoords="axes fraction", textcoords="offset points", fontsize=9, color=GREY
    )


def _sample(result: Outcome) -> str:
    return f"{result.manifest['games']:,} games{f' a {result.plan.unit}' if result.plan.unit else ''}"


def _confidence(result: Outcome) -> str:
    kind = " always-valid" if result.intervals == "always valid" else ""
    return f"{result.plan.confidence * 100:g} %{kind} intervals"


def _curves(n: int) -> list[tuple[str, str]]:
    """Colour and line for each of n curves."""
    return [(COLOURS[index % len(COLOURS)], LINES[index % len(LINES)]) for index in range(n)]


def _legend(ax: Axes, curves: int) -> None:
    if curves > 1:
        ax.legend(fontsize=9)


def _turn_counts(result: Outcome) -> dict[str, Counter[int]]:
    """By variant, how many sound games had so many turns."""
    together = [ALL_PAIRS] if result.plan.pairing else [variant.name for variant in result.plan.variants]
    counts: dict[str, Counter[int]] = {name: Counter() for name in together}
    for name, games in result.iter_games(["turns", "error"]):
        counts[ALL_PAIRS if result.plan.pairing else name].update(games.loc[games["error"] == 0, "turns"].tolist())
    return counts


def _length_title(result: Outcome) -> str:
    medians = result.figures.loc[result.figures["figure"] == "turns", "median"].dropna()
    if medians.empty:
        return headline(result.plan.question, result.table)
    shortest, longest = medians.min(), medians.max()
    return f"The median game takes {shortest:g}{f' to {longest:g}' if longest > shortest else ''} turns"


def _shortened(name: str) -> str:
    """A name, cut where it would leave no room for what it names."""
    return name if len(name) <= CELL_LETTERS else f"{name[: CELL_LETTERS - 1].rstrip()}…"


def _wrap(text: str, letters: int = CURVE_LETTERS) -> str:
    return "\n".join(textwrap.wrap(text, letters)) or text


KINDS = {draw.__name__: draw for draw in (scores, difference, balance, heatmap, progress, length, measures, shares)}
"""The pictures of a result, by the names that `Result.plot` takes."""
