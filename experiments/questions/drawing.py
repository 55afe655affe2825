"""What pictures of results are drawn with, the same for all: axes, colours, rows with intervals, heat maps, titles.

Colours tell apart what the colour-blind can tell apart too, and never say anything alone. A title is the answer where
there is one; the small line above the axes says how many games and how sure. What is written stands beside what is
drawn: values in a column of their own, legends below the axes.
"""

from __future__ import annotations

import functools
import io
import itertools
import textwrap
from collections.abc import Callable, Iterable, Sequence
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

from .texts import rows_of, unbroken

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
CELL_WIDTH, CELL_HEIGHT, LETTER = 0.42, 0.36, 0.09
"""Inches: of a cell of a heat map, and of a letter beside it."""
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
LETTERS_AN_INCH = 10
"""Of a title."""
TITLE_LETTERS, CURVE_TITLE_LETTERS, LABEL_LETTERS, NAME_LETTERS, CELL_LETTERS = 56, 48, 60, 44, 34


class _NotebookAxes(Axes):
    """Axes that show themselves at the end of a notebook cell."""

    def _repr_png_(self) -> bytes:
        return png(self)


class _NotebookFigure(Figure):
    """A figure of several axes that shows itself at the end of a notebook cell."""

    def _repr_png_(self) -> bytes:
        return png(self.axes[0])


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


def new_axes(height: float, width: float = WIDTH) -> Axes:
    """Axes of a figure of their own, of so many inches."""
    return new_figure(height, width).add_subplot(axes_class=_NotebookAxes)


def new_figure(height: float, width: float) -> Figure:
    """A figure of so many inches, without axes yet."""
    figure = _NotebookFigure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def rows_of_axes(
    ax: Axes | None, names: Sequence[str], texts: Iterable[str], height: float = ROW_HEIGHT, rise: float = 0.2
) -> Axes:
    """Axes with one row for each name, the first on top: its name above it, and what it says in words in a column of
    their own to the right of the axes.

    height: of a row, in inches; rise: how far above the middle of its row a name stands, in rows.
    """
    ax = ax or new_axes(FRAME_HEIGHT + height * len(names))
    ground: Any = {"facecolor": PAPER, "edgecolor": "none", "pad": 1}
    beside: Any = {"textcoords": "offset points", "annotation_clip": False}
    for y, (name, text) in enumerate(zip(names, texts, strict=True)):
        across: Any = ("axes fraction", "data")
        ax.annotate(
            shortened(name, NAME_LETTERS), (0, y - rise), xytext=(3, 0), xycoords=across, va="bottom", bbox=ground,
            **beside,
        )  # fmt: skip
        ax.annotate(text, (1, y), xytext=(8, 0), xycoords=across, va="center", **beside)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.set_ylim(len(names) - 0.5, -0.8)
    ax.margins(x=0.08)
    ax.xaxis.set_major_locator(MaxNLocator(MOST_TICKS, steps=TICK_STEPS))
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
    cells: pd.DataFrame, rows: Sequence[str], columns: Sequence[str], even: float = 0.5, ax: Axes | None = None
) -> Axes:
    """The score of every row against every column, in this order; grey where it is undecided, empty where nothing was
    played.

    cells: row, column, games, score, low, high, verdict; even: the score in the middle of the colours.
    """
    rows, columns = rows[:MOST_ROWS], columns[:MOST_ROWS]
    ax, dense = ax or _map_axes(rows, columns), _is_dense(columns)
    found = {(cell.row, cell.column): cell for cell in rows_of(cells)}
    for (y, row), (x, column) in itertools.product(enumerate(rows), enumerate(columns)):
        cell = found.get((row, column))
        if cell is not None and cell.games and not np.isnan(cell.score):
            _draw_cell(ax, x, y, cell, even, dense)
    ax.set_xlim(-0.5, len(columns) - 0.5)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.set_xticks(range(len(columns)), [shortened(name) for name in columns], rotation=90)
    ax.set_yticks(range(len(rows)), [shortened(name) for name in rows])
    ax.tick_params(length=0, top=False, labeltop=False)
    ax.spines[:].set_visible(False)
    ax.set_xlabel(f"score of the row against the column, %\nblue above {100 * even:.3g}, orange below, grey undecided")
    return ax


def map_letters(rows: Sequence[str], columns: Sequence[str]) -> int:
    """How many letters of a title stand above the cells of a heat map."""
    wide = max(len(columns) * _cell_size(columns)[0], WIDTH - _longest(rows) * LETTER)
    return int(wide * LETTERS_AN_INCH)


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
    wide, high = len(columns) * width + _longest(rows) * LETTER, len(rows) * height + _longest(columns) * LETTER
    return new_axes(high + FRAME_HEIGHT, max(WIDTH, wide))


def _longest(names: Sequence[str]) -> int:
    return max(cell_len(shortened(name)) for name in names)


def _draw_cell(ax: Axes, x: int, y: int, cell: Any, even: float, dense: bool) -> None:
    """A cell of a heat map with its score in %, and how far its interval reaches unless there is no room."""
    face = UNDECIDED_FACE if cell.verdict == "undecided" else EVEN_OUT(_shade(cell.score, even))
    ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=face, edgecolor=PAPER, linewidth=0.8, in_layout=False))
    ink: Any = {"ha": "center", "va": "center", "color": letters_on(face), "in_layout": False}
    ax.text(x, y if dense else y - 0.14, f"{cell.score * 100:.0f}", fontsize=9, **ink)
    if not dense:
        ax.text(x, y + 0.26, f"± {(cell.high - cell.low) * 50:.1f}", fontsize=6, **ink)


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


def shortened(name: str, letters: int = CELL_LETTERS) -> str:
    """A name, cut where it would leave no room for what it names."""
    name = drawable(name)
    if cell_len(name) <= letters:
        return name
    while cell_len(name) >= letters:
        name = name[:-1]
    return f"{name.rstrip()}…"


def wrap(text: str, letters: int) -> str:
    """A text in lines of so many letters."""
    text = drawable(unbroken(text))
    wide = cell_len(text) / max(1, len(text))  # Chinese letters are twice as wide
    return "\n".join(textwrap.wrap(text, int(letters / max(1, wide))) or [text])
