"""What pictures of results are drawn with, the same for all: axes, colours, rows with intervals, titles.

Colours tell apart what the colour-blind can tell apart too, and never say anything alone. A title is the answer where
there is one; the small line above the axes says how many games and how sure.
"""

from __future__ import annotations

import functools
import io
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ParamSpec

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.text import Text

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
MOST_ROWS = 100
"""Of entries or variants that are drawn, the first ones."""
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


def styled(draw: Callable[P, Axes]) -> Callable[P, Axes]:
    """Draws in the style of this module, without a lasting change of anybody else's; no text is taken for a formula."""

    @functools.wraps(draw)
    def drawn(*args: P.args, **keywords: P.kwargs) -> Axes:
        with matplotlib.rc_context(STYLE):
            axes = draw(*args, **keywords)
        for text in axes.findobj(Text):
            text.set_parse_math(False)  # names are names, whatever signs are in them
        return axes

    return drawn


def new_axes(height: float, width: float = WIDTH) -> Axes:
    """Axes of a figure of their own, of so many inches."""
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure.add_subplot(axes_class=_NotebookAxes)


def rows_of_axes(ax: Axes | None, names: Sequence[str], texts: Iterable[str]) -> Axes:
    """Axes with one row for each name, the first on top; above each row its name, and what it says in words."""
    ax = ax or new_axes(FRAME_HEIGHT + ROW_HEIGHT * len(names))
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


def intervals(ax: Axes, values: np.ndarray, verdicts: Iterable[str]) -> None:
    """In each row an estimate with its interval; columns of values: estimate, low, high."""
    for y, ((estimate, low, high), verdict) in enumerate(zip(values, verdicts, strict=True)):
        colour = VERDICT_COLOURS.get(verdict, GREY)
        ax.plot([low, high], [y, y], color=colour, linewidth=3, solid_capstyle="butt")
        ax.plot([estimate], [y], color=colour, marker="o", markersize=6)


def entitle(ax: Axes, title: str, sample: str, letters: int = TITLE_LETTERS) -> None:
    """The title, in lines of so many letters, and below it a small line about the sample."""
    ax.set_title(wrap(title, letters), pad=20)
    ax.annotate(
        sample, (0, 1), xytext=(0, 6), xycoords="axes fraction", textcoords="offset points", fontsize=9, color=GREY
    )


def sample(result: Any) -> str:
    """How many games the picture of a result rests on."""
    shown = f"the first {MOST_ROWS} of {len(result.table):,}, " if len(result.table) > MOST_ROWS else ""
    return f"{shown}{result.manifest['games']:,} games{f' a {result.plan.unit}' if result.plan.unit else ''}"


def confidence(result: Any) -> str:
    """How sure its intervals are."""
    kind = " always-valid" if result.intervals == "always valid" else ""
    return f"{result.plan.confidence * 100:g} %{kind} intervals"


def curves(n: int) -> list[tuple[str, str]]:
    """Colour and line for each of n curves."""
    return [(COLOURS[index % len(COLOURS)], LINES[index % len(LINES)]) for index in range(n)]


def legend(ax: Axes, curves: int) -> None:
    """What the curves are, if there are several."""
    if curves > 1:
        ax.legend(fontsize=9)


def shortened(name: str) -> str:
    """A name, cut where it would leave no room for what it names."""
    return name if len(name) <= CELL_LETTERS else f"{name[: CELL_LETTERS - 1].rstrip()}…"


def wrap(text: str, letters: int = CURVE_LETTERS) -> str:
    """A text in lines of so many letters."""
    return "\n".join(textwrap.wrap(text, letters)) or text
