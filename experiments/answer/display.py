"""Figures, shares, pairs and durations as text, the same on the terminal, in a log, in plots and in reports."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd

from ..questions.texts import TextTable, rows_of, score_text
from ..run.forecast import Forecast
from ..statistics.format import NO_ANSWER, format_interval
from ..statistics.intervals import Interval, rate


def first_seat_table(first_seat: pd.DataFrame) -> TextTable:
    """What it is worth to begin: `Result.first_seat`."""
    headers = ["Variant", "Score of the seat that begins", "Above an even share", "Games"]
    rows = [[str(row.name), score_text(row), _advantage_text(row), f"{row.games:,}"] for row in rows_of(first_seat)]
    if len(rows) == 1:
        return TextTable(headers[1:], [rows[0][1:]], frozenset({0, 1, 2}))
    return TextTable(headers, rows, frozenset({1, 2, 3}))


def _advantage_text(row: Any) -> str:
    share = row.score - row.advantage
    interval = Interval(row.advantage, row.low - share, row.high - share, row.games)
    return format_interval(interval, "points", signed=True)


SMALL_SHARE = 0.005
SEAT_FIGURE = re.compile(r"(p\d+)_(.+)")


def figure_group(figure: str) -> str:
    """What a figure is about, whosever it is: "health" for "p1_health", "turns" for "turns"."""
    return found[2] if (found := SEAT_FIGURE.fullmatch(figure)) else figure


def series_group(figure: str) -> str:
    """What a figure is about, whosever it is and whenever it was: "house_of_turn" for "p1_house_of_turn_3"."""
    return re.sub(r"_\d+$", "", figure_group(figure))


def figure_label(figure: str) -> str:
    """A figure in words: "p1 health" for "p1_health"."""
    return figure.replace("_", " ")


def figure_text(row: Any, deals: int) -> str:
    """A row of `Result.figures()`: the share of games for what is so or not, else the median with the middle half.

    The interval of a share takes the games of a deal for one, which is the careful way.
    """
    if SEAT_FIGURE.fullmatch(row.figure) or not 0 <= row.lowest <= row.highest <= 1:
        return quartiles_text(row)
    share = rate(round(row.mean * deals), deals)
    return format_interval(Interval(row.mean, share.low, share.high, deals))


def quartiles_text(row: Any) -> str:
    """A row of `Result.figures()`: the median and the middle half of the games: "21 (19 to 24)"."""
    return NO_ANSWER if pd.isna(row.median) else f"{row.median:g} ({row.lower_quartile:g} to {row.upper_quartile:g})"


def shares_text(rows: pd.DataFrame) -> str:
    """The shares of one figure, the largest first: "dis 45 %, logos 33 %, shadows 22 %"."""
    return ", ".join(f"{row.category} {share_text(row.share)}" for row in rows_of(rows)) or NO_ANSWER


def share_text(share: float) -> str:
    """A share of the games in whole per cents; a small one is told apart from none."""
    return "< 0.5 %" if 0 < share < SMALL_SHARE else f"{share * 100:.0f} %"


def forecast_text(expected: Forecast) -> str:
    """What a plan will take: games, time, precision in the units of the answer."""
    several = expected.variants > 1
    each = f" of each {expected.unit}" if several else ""
    fast = f"{expected.games_per_second_in_all:,.0f} games a second{' in all' if several else ''}"
    pace = f"about {fast} with {expected.workers} workers"
    if expected.games is None or expected.games_in_all is None or expected.seconds is None:
        return f"{expected.name}: sound; {pace}. It ends when the question is decided; nobody can say when."
    games = games_text(expected.games, expected.games_in_all, expected.unit if several else "")
    start = f", {duration(expected.starting)} of them to start" if expected.starting else ""
    width = "of a width that the trial leaves open"
    if expected.half_width is not None:
        width = f"of about {half_width_text(expected.half_width, expected.half_width_of)}"
    return (
        f"{expected.name}: sound; {games}, in about {duration(expected.seconds)}{start}; then it ends by"
        f" {expected.stops_by}, with intervals {width}.\n{pace}, by a trial of {expected.trial_games:,} games{each}."
    )


def half_width_text(half_width: float, of_values: str = "") -> str:
    """How wide an interval will be, in the units of the answer: "± 0.8 points" of a share or a difference of shares, "±
    0.2 chains of p1" of values of a setting.
    """
    return f"± {half_width:.2g} {of_values}" if of_values else f"± {half_width * 100:.2g} points"


def compact(number: float) -> str:
    """A count in three digits or so: 950, 9.8k, 412k, 1.2M."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            value = number / size
            return f"{value:.1f}".removesuffix(".0") + unit if value < 10 else f"{value:.0f}{unit}"
    return f"{number:.0f}"


def duration(seconds: float) -> str:
    """A time in words: 45 s, 12 min, 5 h 10 min."""
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60:02d} min"


def done_of(done: int, in_all: int, target: int | None, variants: int = 1, unit: str = "", more: int = 0) -> str:
    """How many games of how many, in all, and of each variant if there are several: "1.6M/4.8M games, 412k of each
    pair". done, target: of each variant; more: games that some play beside these.
    """
    played = f"{compact(in_all)}/{compact(target * variants + more)} games" if target else f"{compact(in_all)} games"
    return f"{played}, {compact(done)} of each {unit or 'variant'}" if variants > 1 else played


def games_text(each: int, in_all: int, unit: str) -> str:
    """How many games were played: "20,000 games of each variant, 80,000 in all". unit: what each is; empty if all are
    played at one table.
    """
    return f"{each:,} games of each {unit}, {in_all:,} in all" if unit else f"{in_all:,} games"
