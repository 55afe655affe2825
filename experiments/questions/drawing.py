"""What pictures of results are drawn with, the same for all: axes, colours, rows with intervals, heat maps, titles.

Colours tell apart what the colour-blind can tell apart too, and never say anything alone. A title is the answer where
there is one; the small line above the axes says how many games and how sure. What is written stands beside what is
drawn: values in a column of their own, legends below the axes. Texts are measured before anything is drawn: a line is
as long as the picture is wide, and the picture grows by the lines that it needs. On axes that somebody gives, letters
are as small as these are.
"""

from __future__ import annotations

import functools
import io
import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ParamSpec

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from matplotlib.ticker import FixedFormatter, MaxNLocator
from matplotlib.transforms import ScaledTranslation
from rich.cells import cell_len

from sim.core.errors import printable

from ..statistics.format import decimals_of
from .texts import cell_text, rows_of, unbroken

P = ParamSpec("P")

PAPER, INK, GREY, FAINT, BAR = "#FFFFFF", "#222222", "#767676", "#DDDDDD", "#8CC4E8"
"""What a picture stands on, what is written on it, what is said quietly, lines of the grid, areas."""
DARK = {PAPER: "#15181C", INK: "#E6E6E6", GREY: "#9A9FA6", FAINT: "#3A3F45", BAR: "#2F6F9F"}
"""What becomes of these where the reader has asked for dark pages."""
ON_LIGHT, ON_DARK = "#000000", "#FEFEFE"
"""Letters on a colour that stays as it is."""
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", INK)
"""Okabe and Ito, 2008, the most distinct first."""
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
EVEN_OUT = LinearSegmentedColormap.from_list("even_out", [COLOURS[1], "#F7F7F7", COLOURS[0]])
"""From a score of 0 over an even one to 1: the one scale of all heat maps."""
UNDECIDED_FACE = "#D4D4D4"
BAND_COLOURS = (*COLOURS[:-1], "#595959", "#BBBBBB")
"""Of categories."""
LEADING = 6
"""How many curves are drawn where there are many."""
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
    "xaxis.labellocation": "left",
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "legend.frameon": False,
    "text.usetex": False,
    "text.parse_math": False,
}
WIDER_FONTS = (
    "Noto Sans CJK JP",
    "Noto Sans CJK SC",
    "Noto Sans CJK TC",
    "Noto Sans CJK KR",
    "Noto Sans JP",
    "Noto Sans SC",
    "Noto Sans TC",
    "Noto Sans KR",
    "Source Han Sans",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Droid Sans Fallback",
    "IPAGothic",
    "TakaoGothic",
    "VL Gothic",
    "NanumGothic",
    "UnDotum",
    "Hiragino Sans",
    "Hiragino Sans GB",
    "PingFang SC",
    "PingFang HK",
    "Heiti TC",
    "Apple SD Gothic Neo",
    "AppleGothic",
    "Yu Gothic",
    "MS Gothic",
    "Microsoft YaHei",
    "SimHei",
    "SimSun",
    "Malgun Gothic",
    "Arial Unicode MS",
    "Unifont",
)
"""Fonts with Chinese, Japanese and Korean letters: those that are installed stand in for letters that others lack."""
WIDTH, ROW_HEIGHT, HILL_HEIGHT, FRAME_HEIGHT, CURVE_HEIGHT = 5.2, 0.5, 0.85, 1.45, 3.4
"""Inches. Narrow, so that letters stay legible on a telephone."""
CURVE_INDENT = 0.62
"""Inches of numbers and of a label left of curves."""
CELL_WIDTH, CELL_HEIGHT, WIDE_CELL = 0.46, 0.36, 30
"""Inches of a cell of a heat map; points that one with an interval is wide at least."""
BAND_HEIGHT, LABELLED_SHARE = 0.26, 8
"""Inches of a band of shares; the least share, in %, that is written into it."""
LEGEND_HEIGHT, LEGEND_BELOW, LEGEND_COLUMNS, LEGEND_GAP = 0.24, 0.5, 4, 6
"""Inches of a line of a legend, and from the axes to the first; how many names a line holds at most, and the letters
that each takes beside its own."""
MOST_CELLS, DENSE_WIDTH, DENSE_HEIGHT = 20, 0.34, 0.27
"""With more columns than these a heat map has no intervals in its cells, which are so many inches wide and high."""
MOST_TICKS, TICK_STEPS = 6, (1, 2, 2.5, 5, 10)
"""Parts of an axis that has numbers beside each other, whose digits nobody knows beforehand, and how far they may be
apart, in powers of ten."""
MOST_ROWS = 100
"""Of entries or variants that are drawn, the first ones."""
MARGIN, EDGE, LINE = 0.12, 0.04167, 1.25
"""Inches at both sides of a picture that no text enters, and that the layout leaves free; height of a line, in heights
of its letters."""
MOST_LINES, FEW_LINES, BRIEF = 5, 2, 3
"""Of a title or a caption; on axes that are smaller than a picture of its own; from how many on a title leaves out its
lists in brackets."""
TITLE_SIZE, LABEL_SIZE, SAMPLE_SIZE, LEAST_SIZE = 11.0, 10.0, 9.0, 5.5
"""Points: of a title, of a name or a caption, of the line about the sample, and the smallest that can be read."""
NAME_WIDTH, TAIL = 3.9, 0.35
"""Inches of a name in a legend or above a row; how much of a name that is cut is its end."""
LEAST_SPOT = 0.14
"""Inches that a part of a picture is wide and high at least that answers a pointer."""
CELL_NAME_WIDTH = 2.3
"""Inches of a name beside a heat map."""
RULER_DPI = 100
NAMES = re.compile(r" \([^()]*, [^()]*\)")
"""A list in brackets."""
TITLE_LETTERS = 56
"""Letters of a line of a legend."""


@dataclass(frozen=True)
class Spot:
    """A part of a picture that answers a pointer."""

    told: str
    """what is drawn there: value, interval, games"""
    about: tuple[str, ...]
    """what it is about: an entry or a variant, or the row and the column of a pair"""
    x: tuple[float, float] | None
    """from where to where it reaches, in data; None: as wide as the picture"""
    y: tuple[float, float]


@dataclass(frozen=True)
class Place:
    """Where a spot is in a picture: shares of its width and height, from its left and its top."""

    spot: Spot
    left: float
    top: float
    width: float
    height: float


class PictureAxes(Axes):
    """Axes of a picture of its own, which show themselves at the end of a notebook cell."""

    aside = 0.0
    """inches left of the axes that texts above and below may take too"""
    indent = 0.0
    """inches left of the axes that these leave free"""

    def __init__(self, *args: Any, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        self.spots: list[Spot] = []
        """in the order in which they are drawn"""

    def _repr_png_(self) -> bytes:
        return png(self)


class _NotebookFigure(Figure):
    """A figure of several axes that shows itself at the end of a notebook cell."""

    def _repr_png_(self) -> bytes:
        return png(self.axes[0])


def answer(ax: Axes, told: str, about: Sequence[str], x: tuple[float, float] | None, y: tuple[float, float]) -> None:
    """Notes what a part of a picture tells to who points at it; see `Spot`. Axes that somebody gave tell nothing."""
    if isinstance(ax, PictureAxes):
        ax.spots.append(Spot(printable(told), tuple(about), x, y))


def places(ax: Axes) -> list[Place]:
    """Where the spots of a picture are, once it has been laid out; each is large enough to be pointed at."""
    if not isinstance(ax, PictureAxes) or not ax.spots:
        return []
    figure = ax.get_figure(root=True)
    assert figure is not None
    wide, high = figure.get_size_inches() * figure.dpi
    least = LEAST_SPOT * figure.dpi
    ends = np.array([[(*(spot.x or ax.get_xlim()),), (*spot.y,)] for spot in ax.spots], float)  # spots, x or y, ends
    dots = ax.transData.transform(ends.transpose(0, 2, 1).reshape(-1, 2)).reshape(-1, 2, 2)
    first, last = dots.min(axis=1), dots.max(axis=1)
    short = np.maximum(least - (last - first), 0) / 2
    first, last = first - short, last + short
    found = []
    for spot, (left, low), (right, top) in zip(ax.spots, first.tolist(), last.tolist(), strict=True):
        left, right = (0, wide) if spot.x is None else (left, right)
        found.append(Place(spot, left / wide, 1 - top / high, (right - left) / wide, (top - low) / high))
    return found


def png(ax: Axes, origin: str = "") -> bytes:
    """The picture that these axes belong to, as a PNG file, which says inside what it was made of."""
    figure, buffer = ax.get_figure(root=True), io.BytesIO()
    assert figure is not None
    figure.savefig(buffer, format="png", dpi=120, metadata={"Description": printable(origin)} if origin else None)
    return buffer.getvalue()


def styled(draw: Callable[P, Axes]) -> Callable[P, Axes]:
    """Draws in the style of this module, without a lasting change of anybody else's; no text is taken for a formula,
    and letters that no font has are shown as their escapes.
    """

    @functools.wraps(draw)
    def drawn(*args: P.args, **keywords: P.kwargs) -> Axes:
        with matplotlib.rc_context({**STYLE, "font.family": font_families()}):
            axes = draw(*args, **keywords)
            for axis in (axes.xaxis, axes.yaxis):
                if isinstance(formatter := axis.get_major_formatter(), FixedFormatter):
                    formatter.seq = list(map(drawable, formatter.seq))
            for text in axes.findobj(Text):
                text.set_parse_math(False)  # names are names, whatever signs are in them
                text.set_text(drawable(text.get_text()))
        return axes

    return drawn


def font_families() -> list[str]:
    """The fonts that pictures are written in: the usual ones, then those for letters that these lack."""
    installed = {font.name for font in fontManager.ttflist}
    usual = matplotlib.rcParams["font.family"]
    return list(dict.fromkeys([*usual, *(family for family in WIDER_FONTS if family in installed)]))


def drawable(text: str) -> str:
    """A text in which letters that no font has are shown as their escapes, so that it stays another text than all
    others, and nobody is warned of them.
    """
    text = printable(text)
    if text.isascii():
        return text
    families = tuple(matplotlib.rcParams["font.family"])
    return "".join(c if c == "\n" or _has_glyph(c, families) else c.encode("unicode_escape").decode() for c in text)


@functools.lru_cache(maxsize=2**14)
def _has_glyph(letter: str, families: tuple[str, ...]) -> bool:
    """Whether a letter can be written in one of these fonts, in regular and in bold."""
    looks = [[FontProperties(family=[family], weight=weight) for family in families] for weight in ("normal", "bold")]
    return all(any(get_font(findfont(look)).get_char_index(ord(letter)) for look in each) for each in looks)


@functools.cache
def _ruler() -> Any:
    """What measures texts, in dots: as many an inch as when a picture is laid out, for letters are fitted to them."""
    return FigureCanvasAgg(Figure(dpi=RULER_DPI)).get_renderer()


def width_of(text: str, size: float = LABEL_SIZE, bold: bool = False) -> float:
    """Inches that the widest line of a text takes, in letters of so many points."""
    return max((_line_width(line, size, bold, tuple(font_families())) for line in text.split("\n")), default=0.0)


@functools.lru_cache(maxsize=2**14)
def _line_width(line: str, size: float, bold: bool, families: tuple[str, ...]) -> float:
    font = FontProperties(family=list(families), size=size, weight="bold" if bold else "normal")
    width, _, _ = _ruler().get_text_width_height_descent(line, font, False)
    return float(width) / RULER_DPI


def scale_of(ax: Axes) -> float:
    """How large letters are on these axes: 1 on those of a picture of its own, less on smaller ones."""
    if isinstance(ax, PictureAxes):
        return 1.0
    wide, _ = _size_of(ax)
    return float(np.clip(wide / (WIDTH - 2 * MARGIN), LEAST_SIZE / SAMPLE_SIZE, 1))


def _size_of(ax: Axes) -> tuple[float, float]:
    """Inches of axes, wide and high."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    box = ax.get_position()
    width, height = figure.get_size_inches()
    return float(box.width * width), float(box.height * height)


def _room(ax: Axes) -> float:
    """Inches of a line above or below axes."""
    if not isinstance(ax, PictureAxes):
        return _size_of(ax)[0]
    figure = ax.get_figure(root=True)
    assert figure is not None
    return float(figure.get_size_inches()[0]) - 2 * MARGIN - ax.indent


def _grow(ax: Axes, inches: float) -> None:
    """Makes a picture of its own higher."""
    figure = ax.get_figure(root=True)
    if isinstance(ax, PictureAxes) and figure is not None and inches:
        width, height = figure.get_size_inches()
        figure.set_size_inches(width, height + inches)


def _beginning(ax: Axes) -> float:
    """Where texts above and below begin, in widths of the axes."""
    if not isinstance(ax, PictureAxes) or not ax.aside:
        return 0.0
    wide = _room(ax) + 2 * MARGIN - 2 * EDGE - ax.aside
    return -(ax.aside - EDGE) / max(wide, MARGIN)  # resolutions differ by less than the edge


def _lines(ax: Axes, text: str, size: float, bold: bool = False) -> str:
    """A text in as many lines as it needs, or as there is room for."""
    most = MOST_LINES if scale_of(ax) == 1 else FEW_LINES
    lines = wrap(text, _room(ax), size, bold).split("\n")
    if len(lines) > most:
        lines = [*lines[: most - 1], shortened(" ".join(lines[most - 1 :]), _room(ax), size, bold)]
    return "\n".join(lines)


def caption(ax: Axes, text: str) -> None:
    """What the axes below are, in lines as long as the picture is wide."""
    size = LABEL_SIZE * scale_of(ax)
    told, before = _lines(ax, text, size), ax.get_xlabel()
    ax.set_xlabel(told, fontsize=size)
    ax.xaxis.label.set_x(_beginning(ax))
    _grow(ax, (told.count("\n") - before.count("\n")) * size / 72 * LINE)


def new_axes(height: float, width: float = WIDTH) -> Axes:
    """Axes of a figure of their own, of so many inches."""
    return new_figure(height, width).add_subplot(axes_class=PictureAxes)


def curve_axes(names: Sequence[str] = ()) -> Axes:
    """Axes of a figure of their own for curves, with room for a legend of their names, and for what is written left of
    them.
    """
    axes = new_axes(CURVE_HEIGHT + legend_height(names))
    assert isinstance(axes, PictureAxes)
    axes.indent = CURVE_INDENT
    return axes


def new_figure(height: float, width: float) -> Figure:
    """A figure of so many inches, without axes yet."""
    figure = _NotebookFigure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def rows_of_axes(
    ax: Axes | None,
    names: Sequence[str],
    texts: Iterable[str],
    more: Iterable[str] = (),
    height: float = ROW_HEIGHT,
    rise: float = 0.2,
) -> Axes:
    """Axes with one row for each name, the first on top: its name above it, and what it says in words in a column of
    their own to the right of the axes.

    more: of each row what else is told to who points at it; height: of a row, in inches; rise: how far above the middle
    of its row a name stands, in rows.
    """
    ax = ax or new_axes(FRAME_HEIGHT + height * len(names))
    size = _row_size(ax, len(names), rise)
    ground: Any = {"facecolor": PAPER, "edgecolor": "none", "pad": 1}
    beside: Any = {"textcoords": "offset points", "annotation_clip": False, "fontsize": size}
    wide = min(NAME_WIDTH, _size_of(ax)[0])
    for y, (name, text, beyond) in enumerate(zip(names, texts, list(more) or [""] * len(names), strict=True)):
        answer(
            ax, ", ".join(filter(None, (f"{name}: {text}" if name else text, beyond))), [name], None, (y - 0.5, y + 0.5)
        )
        across: Any = ("axes fraction", "data")
        ax.annotate(
            shortened(name, wide, size), (0, y - rise), xytext=(3, 0), xycoords=across, va="bottom", bbox=ground,
            **beside,
        )  # fmt: skip
        ax.annotate(text, (1, y), xytext=(8, 0), xycoords=across, va="center", **beside)
    ax.tick_params(axis="x", labelsize=LABEL_SIZE * scale_of(ax))
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.set_ylim(len(names) - 0.5, -0.8)
    ax.margins(x=0.08)
    ax.xaxis.set_major_locator(MaxNLocator(MOST_TICKS, steps=TICK_STEPS))
    ax.grid(axis="x")
    return ax


def _row_size(ax: Axes, rows: int, rise: float) -> float:
    """Points of letters that have room in the part of a row that is above its middle."""
    if isinstance(ax, PictureAxes):
        return LABEL_SIZE
    row = _size_of(ax)[1] * 72 / (rows + 0.3)
    return float(np.clip(row * (0.5 + rise) / LINE, LEAST_SIZE, LABEL_SIZE * scale_of(ax)))


def rows_with_room(ax: Axes | None, names: Sequence[str]) -> int:
    """How many rows can be read on some axes: all that are ever drawn, on those of a picture of its own."""
    if ax is None:
        return min(len(names), MOST_ROWS)
    return int(min(len(names), MOST_ROWS, max(1, _size_of(ax)[1] * 72 / (2 * LEAST_SIZE) - 0.3)))


def even_line(ax: Axes, value: float, rows: int, rise: float = 0.2) -> None:
    """A dashed line through the rows, which leaves out their names."""
    tops = np.arange(rows) - rise + 0.03
    style: Any = {"color": GREY, "linewidth": 1, "linestyle": "--", "zorder": 1}
    ax.vlines([value] * rows, tops, np.arange(rows) + 0.5, **style)


def intervals(ax: Axes, values: np.ndarray, verdicts: Iterable[str]) -> None:
    """In each row an estimate with its interval; columns of values: estimate, low, high."""
    for y, ((estimate, low, high), verdict) in enumerate(zip(values, verdicts, strict=True)):
        colour = VERDICT_COLOURS.get(verdict, GREY)
        ax.plot([low, high], [y, y], color=colour, linewidth=3, solid_capstyle="butt")
        ax.plot([estimate], [y], color=colour, marker="o", markersize=6)


def entitle(ax: Axes, title: str, sample: str) -> None:
    """The title, in lines as long as the picture is wide, and below it small lines about the sample."""
    scale, left = scale_of(ax), _beginning(ax)
    size, small = TITLE_SIZE * scale, SAMPLE_SIZE * scale
    if len(wrap(title, _room(ax), size, bold=True).split("\n")) >= BRIEF:
        title = NAMES.sub("", title)
    told, below = _lines(ax, title, size, bold=True), _lines(ax, sample, small)
    rise, gap = (below.count("\n") + 1) * small * LINE, 6 * scale
    ax.set_title(told, x=left, pad=rise + 1.5 * gap, fontsize=size)
    ax.annotate(
        below, (left, 1), xytext=(0, gap), xycoords="axes fraction", textcoords="offset points", fontsize=small,
        color=GREY, va="bottom", annotation_clip=False,
    )  # fmt: skip
    _grow(ax, (told.count("\n") * size + below.count("\n") * small) / 72 * LINE)


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


def legend(ax: Axes, drawn: Sequence[Any], names: Sequence[str]) -> None:
    """What the curves or bands that were drawn are, below the axes and their label, if there are several; names: as
    they are written. Names are given here and not to the curves, for of those a legend leaves out what begins with _.
    """
    if len(names) < 2:
        return
    figure = ax.get_figure(root=True)
    assert figure is not None
    place = ax.transAxes + ScaledTranslation(0, -LEGEND_BELOW, figure.dpi_scale_trans)
    below: Any = {"loc": "upper left", "bbox_to_anchor": (0, 0), "bbox_transform": place, "borderaxespad": 0}
    ax.legend(drawn, names, fontsize=9, handlelength=1.6, columnspacing=1.2, ncols=_legend_columns(names), **below)


def legend_height(names: Sequence[str]) -> float:
    """Inches that such a legend takes."""
    return LEGEND_HEIGHT * -(-len(names) // _legend_columns(names)) if len(names) > 1 else 0


def _legend_columns(names: Sequence[str]) -> int:
    return max(1, min(LEGEND_COLUMNS, TITLE_LETTERS // (max(map(cell_len, names), default=0) + LEGEND_GAP)))


def heatmap(
    cells: pd.DataFrame,
    rows: Sequence[str],
    columns: Sequence[str],
    even: float = 0.5,
    ax: Axes | None = None,
    meeting: str = "against",
) -> Axes:
    """The score of every row against every column, in this order; grey where it is undecided, empty where nothing was
    played.

    cells: row, column, games, score, low, high, verdict; even: the score in the middle of the colours; meeting: how a
    row is said to meet a column.
    """
    rows, columns = rows[:MOST_ROWS], columns[:MOST_ROWS]
    ax = ax or _map_axes(rows, columns)
    sizes = _cell_sizes(ax, rows, columns)
    found = {(cell.row, cell.column): cell for cell in rows_of(cells)}
    for (y, row), (x, column) in itertools.product(enumerate(rows), enumerate(columns)):
        cell = found.get((row, column))
        if cell is not None and cell.games and not np.isnan(cell.score):
            _draw_cell(ax, x, y, cell, even, sizes)
            answer(ax, cell_text(cell, meeting), (row, column), (x - 0.5, x + 0.5), (y - 0.5, y + 0.5))
    ax.set_xlim(-0.5, len(columns) - 0.5)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    beside, below = _names_room(ax)
    ax.set_xticks(
        range(len(columns)), [shortened(n, below, sizes.name) for n in columns], rotation=90, fontsize=sizes.name
    )
    ax.set_yticks(range(len(rows)), [shortened(n, beside, sizes.name) for n in rows], fontsize=sizes.name)
    ax.tick_params(length=0, top=False, labeltop=False)
    ax.spines[:].set_visible(False)
    caption(ax, f"score of the row against the column, %; {shades(even)}")
    return ax


def shades(even: float) -> str:
    """What the colours of a heat map mean."""
    return f"blue above {100 * even:.3g}, orange below, grey undecided"


@dataclass(frozen=True)
class _CellSizes:
    """Points of letters of a heat map: of names, of scores, of intervals; 0 if there is no room."""

    name: float
    score: float
    interval: float


def _cell_sizes(ax: Axes, rows: Sequence[str], columns: Sequence[str]) -> _CellSizes:
    """Letters that have room in the cells of a heat map and beside them."""
    dense = _is_dense(columns)
    if isinstance(ax, PictureAxes):
        return _CellSizes(LABEL_SIZE, SAMPLE_SIZE, 0 if dense else 6)
    wide, high = _size_of(ax)
    beside, below = _names_room(ax)
    cell_wide, cell_high = (wide - beside) * 72 / len(columns), (high - below) * 72 / len(rows)
    score = min(SAMPLE_SIZE, cell_wide / 2.2, cell_high / LINE)
    name = float(np.clip(min(cell_high, cell_wide) / LINE, LEAST_SIZE, LABEL_SIZE * scale_of(ax)))
    roomy = not dense and cell_wide > WIDE_CELL and cell_high > 2 * LINE * LEAST_SIZE
    return _CellSizes(name, score if score >= LEAST_SIZE else 0, 6 if roomy else 0)


def _names_room(ax: Axes) -> tuple[float, float]:
    """Inches of names beside the cells of a heat map, and below them."""
    if isinstance(ax, PictureAxes):
        return CELL_NAME_WIDTH, CELL_NAME_WIDTH
    wide, high = _size_of(ax)
    return 0.35 * wide, 0.3 * high


def widest(cells: pd.DataFrame) -> str:
    """How far the intervals of a heat map reach, as an end of a sentence, where its cells have no room to tell."""
    played = cells[cells["games"] > 0]
    dense = _is_dense(cells["column"].unique().tolist())
    return f" of at most ± {(played['high'] - played['low']).max() * 50:.1f}" if dense else ""


def _is_dense(columns: Sequence[str]) -> bool:
    return len(columns) > MOST_CELLS


def _cell_size(columns: Sequence[str]) -> tuple[float, float]:
    """Inches of a cell of a heat map."""
    return (DENSE_WIDTH, DENSE_HEIGHT) if _is_dense(columns) else (CELL_WIDTH, CELL_HEIGHT)


def _map_axes(rows: Sequence[str], columns: Sequence[str]) -> Axes:
    width, height = _cell_size(columns)
    beside, below = _longest(rows), _longest(columns)
    axes = new_axes(len(rows) * height + below + FRAME_HEIGHT, max(WIDTH, len(columns) * width + beside + 3 * MARGIN))
    assert isinstance(axes, PictureAxes)
    axes.aside = beside + matplotlib.rcParams["ytick.major.pad"] / 72
    return axes


def _longest(names: Sequence[str]) -> float:
    return max(width_of(shortened(name, CELL_NAME_WIDTH)) for name in names)


def _draw_cell(ax: Axes, x: int, y: int, cell: Any, even: float, sizes: _CellSizes) -> None:
    """A cell of a heat map with its score in %, and its interval, each unless there is no room."""
    face = UNDECIDED_FACE if cell.verdict == "undecided" else EVEN_OUT(_shade(cell.score, even))
    ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=face, edgecolor=PAPER, linewidth=0.8, in_layout=False))
    ink: Any = {"ha": "center", "va": "center", "color": letters_on(face), "in_layout": False}
    if sizes.score:
        ax.text(x, y - 0.14 if sizes.interval else y, f"{cell.score * 100:.0f}", fontsize=sizes.score, **ink)
    if sizes.interval:
        ax.text(x, y + 0.26, reach_text(cell), fontsize=sizes.interval, **ink)


def reach_text(cell: Any) -> str:
    """How far the interval of a score reaches, in %: "± 2", or "95 to 100" where it leans to one side."""
    half_width, lean = (cell.high - cell.low) / 2, abs(cell.low + cell.high - 2 * cell.score) / 2
    if half_width <= 0 or lean <= half_width / 10:
        return f"± {half_width * 100:.{decimals_of(half_width * 100)}f}"
    low, high = (float(bound) * 100 for bound in (cell.low, cell.high))
    decimals = next(n for n in itertools.count() if round(low, n) < round(high, n))
    return f"{round(low, decimals):g} to {round(high, decimals):g}"


def _shade(score: float, even: float) -> float:
    """A score on the scale on which an even one is in the middle of 0 and 1."""
    return 0.5 * score / even if score < even else 0.5 + 0.5 * (score - even) / (1 - even)


def letters_on(face: Any) -> str:
    """The colour of letters that is easier to read on this one."""
    return max(ON_LIGHT, ON_DARK, key=lambda ink: contrast(ink, face))


def contrast(one: Any, other: Any) -> float:
    """How well two colours stand out from each other, from 1 to 21 (WCAG 2.2); small letters need 4.5."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Any) -> float:
    """Relative luminance, from 0 to 1 (WCAG 2.2)."""
    channels = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return float(np.dot(channels, (0.2126, 0.7152, 0.0722)))


def following_the_reader(svg: bytes) -> bytes:
    """A picture that is dark where its reader has asked for dark pages."""
    rules = [
        f'[style*="{part}: {light.lower()}"]{{{part}: {dark.lower()} !important}}'
        for light, dark in DARK.items()
        for part in ("fill", "stroke")
    ]
    return svg.replace(b"</style>", f"@media (prefers-color-scheme: dark){{{''.join(rules)}}}</style>".encode(), 1)


def shortened(name: str, width: float, size: float = LABEL_SIZE, bold: bool = False) -> str:
    """A name that takes so many inches, cut in its middle where it is longer: names often differ by their end."""
    name = drawable(" ".join(name.split()))
    kept = len(name)
    short = name
    while kept > 1 and width_of(short, size, bold) > width:
        kept -= 1
        tail = int(kept * TAIL)
        short = f"{name[: kept - tail].rstrip()}…{name[len(name) - tail :].lstrip()}"
    return short


def wrap(text: str, width: float, size: float = LABEL_SIZE, bold: bool = False) -> str:
    """A text in lines of so many inches; numbers stay with their units. A word that is longer is broken."""
    lines = [""]
    for word in drawable(unbroken(text)).split(" "):
        longer = f"{lines[-1]} {word}".strip(" ")
        if width_of(longer, size, bold) <= width:
            lines[-1] = longer
            continue
        lines += [word] if lines[-1] else []
        if not lines[-1]:
            lines[-1] = word
        while width_of(lines[-1], size, bold) > width and len(lines[-1]) > 1:
            kept = len(lines[-1]) - 1
            while kept > 1 and width_of(lines[-1][:kept], size, bold) > width:
                kept -= 1
            lines[-1:] = [lines[-1][:kept], lines[-1][kept:]]
    return "\n".join(lines)
