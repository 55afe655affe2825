"""Pictures of results. Each function draws one, on the axes given or on new ones, and returns the axes.

Colours tell apart what the colour-blind can tell apart too, and never say anything alone. A title is the answer where
there is one; the small line above the axes says how many games and how sure.
"""

from __future__ import annotations

import functools
import io
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ParamSpec

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from sim.core.errors import InputError, nearest

from .display import (
    compact,
    difference_text,
    figure_group,
    figure_label,
    headline,
    is_comparison,
    leader,
    quartiles_text,
    rows_of,
    score_text,
)

if TYPE_CHECKING:
    from .result import Result

P = ParamSpec("P")

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito, 2008, the most distinct first."""
GREY, INK, FAINT, BAR = "#767676", "#222222", "#DDDDDD", "#8CC4E8"
VERDICT_COLOURS = {
    "better": COLOURS[0],
    "above an even share": COLOURS[0],
    "more often than not": COLOURS[0],
    "worse": COLOURS[1],
    "below an even share": COLOURS[1],
    "less often than not": COLOURS[1],
    "baseline": INK,
}
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
TITLE_LETTERS, LABEL_LETTERS, NAME_LETTERS, CURVE_LETTERS = 56, 60, 44, 24


class _NotebookAxes(Axes):
    """Axes that show themselves at the end of a notebook cell."""

    def _repr_png_(self) -> bytes:
        figure, buffer = self.get_figure(root=True), io.BytesIO()
        assert figure is not None
        figure.savefig(buffer, format="png", dpi=120)
        return buffer.getvalue()


def _styled(draw: Callable[P, Axes]) -> Callable[P, Axes]:
    """Draws in the style of this module, without a lasting change of anybody else's."""

    @functools.wraps(draw)
    def drawn(*args: P.args, **keywords: P.kwargs) -> Axes:
        with matplotlib.rc_context(STYLE):
            return draw(*args, **keywords)

    return drawn


@_styled
def scores(result: Result, ax: Axes | None = None) -> Axes:
    """The score of each seat, a team, or the entrant with each variant, with its interval and the even share."""
    table = result.table
    compares = is_comparison(table)
    names = [row.name if compares else f"{row.name} {row.agent}" for row in rows_of(table)]
    ax = _rows(ax, names, map(score_text, rows_of(table)))
    ax.axvline(100 * result.plan.even_share, color=GREY, linewidth=1, linestyle="--", zorder=1)
    _intervals(ax, table[["score", "low", "high"]].to_numpy() * 100, table["verdict"])
    even = "half of the games" if result.plan.team else "an even share"
    ax.set_xlabel(f"score{f' of {result.plan.entrant_name}' if compares else ''}, % (dashed: {even})")
    title = f"Highest score: {leader(table)}" if compares and leader(table) else headline(table)
    _entitle(ax, title, f"{_sample(result)}, {_confidence(result)}")
    return ax


@_styled
def difference(result: Result, ax: Axes | None = None) -> Axes:
    """How far each variant is from the first, over the same deals, with its interval and the line of no difference."""
    if not is_comparison(result.table):
        raise InputError('the plot "difference" belongs to question = "compare"; this run is an "estimate"')
    baseline, table = result.table["name"].iloc[0], result.table.iloc[1:]
    ax = _rows(ax, list(table["name"]), map(difference_text, rows_of(table)))
    ax.axvline(0, color=GREY, linewidth=1, linestyle="--", zorder=1)
    _intervals(ax, table[["difference", "difference_low", "difference_high"]].to_numpy() * 100, table["verdict"])
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:+g}" if value else "0"))
    ax.set_xlabel(
        _wrap(f"points that {result.plan.entrant_name} scores more than with {baseline} (dashed)", LABEL_LETTERS)
    )
    title = headline(result.table, result.plan.entrant_name)
    _entitle(ax, title, f"{_sample(result)}, same deals, {_confidence(result)} together")
    return ax


@_styled
def progress(result: Result, ax: Axes | None = None) -> Axes:
    """How the answer came about: the estimate and its always-valid interval after so many games."""
    ax = ax or _new_axes(CURVE_HEIGHT)
    history, compares = result.history, is_comparison(result.table)
    names = list(dict.fromkeys(history["name"]))
    for name, (colour, line) in zip(names, _curves(len(names)), strict=True):
        curve = history[history["name"] == name]
        ax.fill_between(curve["games"], curve["low"] * 100, curve["high"] * 100, color=colour, alpha=0.18, linewidth=0)
        ax.plot(
            curve["games"], curve["estimate"] * 100, line, color=colour, marker="o", markersize=3, label=_wrap(name)
        )
    ax.axhline(0 if compares else 100 * result.plan.even_share, color=GREY, linewidth=1, linestyle="--", zorder=1)
    ax.axvline(result.manifest["games"], color=GREY, linewidth=1, linestyle=":", zorder=1)
    ax.set_xlim(left=0)
    ax.xaxis.set_major_locator(MaxNLocator(6))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: compact(value)))
    end = "now" if result.status == "playing" else "the end"
    ax.set_xlabel(f"games{' of each variant' if compares else ''} (dotted: {end})")
    ax.set_ylabel("difference, points" if compares else "score, %")
    ax.grid(axis="y")
    _legend(ax, len(names))
    _entitle(ax, "How the answer came about", f"bands hold at every moment, {result.plan.confidence * 100:g} %")
    return ax


@_styled
def length(result: Result, ax: Axes | None = None) -> Axes:
    """How long the games were: the share of games with so many turns, by rounds of the table, for each variant."""
    ax = ax or _new_axes(CURVE_HEIGHT)
    counts = {name: turns for name, turns in _turn_counts(result).items() if turns}
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
def measures(result: Result, name: str | None = None, ax: Axes | None = None) -> Axes:
    """One of the game's figures by variant, and for "health" and the like by seat: median, quartiles and extremes."""
    figures = result.figures
    groups = list(dict.fromkeys(map(figure_group, figures["figure"])))
    name = name or next((group for group in groups if group not in set(figures["figure"])), groups[0])
    chosen = figures[[name in (figure, figure_group(figure)) for figure in figures["figure"]]]
    if chosen.empty:
        raise InputError(f'no figure is called "{name}"{nearest(name, [*groups, *figures["figure"]])}')
    several = len(result.plan.variants) > 1
    names = [f"{figure_label(r.figure)}, {r.name}" if several else figure_label(r.figure) for r in rows_of(chosen)]
    ax = _rows(ax, names, (quartiles_text(row) for row in rows_of(chosen)))
    for y, row in enumerate(rows_of(chosen)):
        ax.plot([row.lowest, row.highest], [y, y], color=GREY, linewidth=1.2)
        ax.plot([row.lower_quartile, row.upper_quartile], [y, y], color=BAR, linewidth=9, solid_capstyle="butt")
        ax.plot([row.median], [y], color=INK, marker="|", markersize=11, markeredgewidth=2.5)
    ax.set_xlabel(f"{figure_label(name)}: median, middle half of the games, extremes")
    _entitle(ax, figure_label(name).capitalize(), f"{_sample(result)}, without those stopped by a fault")
    return ax


def _new_axes(height: float) -> Axes:
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
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


def _entitle(ax: Axes, title: str, sample: str) -> None:
    """The title and, below it, a small line about the sample."""
    ax.set_title(_wrap(title, TITLE_LETTERS), pad=20)
    ax.annotate(
        sample, (0, 1), xytext=(0, 6), xycoords="axes fraction", textcoords="offset points", fontsize=9, color=GREY
    )


def _sample(result: Result) -> str:
    return f"{result.manifest['games']:,} games{' a variant' if len(result.plan.variants) > 1 else ''}"


def _confidence(result: Result) -> str:
    kind = " always-valid" if result.intervals == "always valid" else ""
    return f"{result.plan.confidence * 100:g} %{kind} intervals"


def _curves(n: int) -> list[tuple[str, str]]:
    """Colour and line for each of n curves."""
    return [(COLOURS[index % len(COLOURS)], LINES[index % len(LINES)]) for index in range(n)]


def _legend(ax: Axes, curves: int) -> None:
    if curves > 1:
        ax.legend(fontsize=9)


def _turn_counts(result: Result) -> dict[str, Counter[int]]:
    """By variant, how many sound games had so many turns."""
    counts: dict[str, Counter[int]] = {variant.name: Counter() for variant in result.plan.variants}
    for name, games in result.iter_games(["turns", "error"]):
        counts[name].update(games.loc[games["error"] == 0, "turns"].tolist())
    return counts


def _length_title(result: Result) -> str:
    medians = result.figures.loc[result.figures["figure"] == "turns", "median"].dropna()
    if medians.empty:
        return headline(result.table)
    shortest, longest = medians.min(), medians.max()
    return f"The median game takes {shortest:g}{f' to {longest:g}' if longest > shortest else ''} turns"


def _wrap(text: str, letters: int = CURVE_LETTERS) -> str:
    return "\n".join(textwrap.wrap(text, letters)) or text
