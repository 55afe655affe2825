"""How results look as text, the same on the terminal, in a log, in plots and in reports: digits follow the error."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pandas as pd
from rich.table import Table
from rich.text import Text

from .statistics import Interval, format_interval, rate


@dataclass(frozen=True)
class TextTable:
    """A table of texts; the columns whose place is in `numbers` are figures."""

    headers: list[str]
    rows: list[list[str]]
    numbers: frozenset[int] = frozenset()

    def rich(self) -> Table:
        """For the terminal; no text in it is taken for markup."""
        table = Table(
            box=None, pad_edge=False, show_header=any(self.headers), header_style="bold", padding=(0, 2, 0, 0)
        )
        for index, header in enumerate(self.headers):
            table.add_column(header, justify="right" if index in self.numbers else "left", overflow="fold")
        for row in self.rows:
            table.add_row(*map(Text, row))
        return table


def rows_of(table: pd.DataFrame) -> list[Any]:
    """The rows of a table, with the columns as attributes."""
    return list(table.itertuples(index=False))


def is_comparison(table: pd.DataFrame) -> bool:
    """Whether a table of results compares variants, rather than telling the score of each seat."""
    return "difference" in table.columns


def is_team(table: pd.DataFrame) -> bool:
    """Whether a table of results tells how often a team wins, for all seats together."""
    return not is_comparison(table) and len(table) == 1


def score_text(row: Any) -> str:
    """The score of a row of a table of results with its interval: "57.3 % ± 0.8"."""
    return format_interval(Interval(row.score, row.low, row.high, row.games))


def difference_text(row: Any) -> str:
    """The difference of a row from the first variant: "+1.2 points ± 0.4"; empty for the first variant itself."""
    if pd.isna(row.difference):
        return ""
    interval = Interval(row.difference, row.difference_low, row.difference_high, row.games)
    return format_interval(interval, "points", signed=True)


def answer_table(table: pd.DataFrame) -> TextTable:
    """The answer of a run: `Result.table` or `Progress.table` with every rate beside its interval and its games."""
    return (_compare_table if is_comparison(table) else _estimate_table)(table)


def _estimate_table(table: pd.DataFrame) -> TextTable:
    rows = [[r.name, r.agent, score_text(r), f"{r.games:,}", r.verdict] for r in rows_of(table)]
    who = ["Team", "Agents", "Wins"] if is_team(table) else ["Seat", "Agent", "Score"]
    return _with_faults([*who, "Games", "Verdict"], rows, {2, 3}, table)


def _compare_table(table: pd.DataFrame) -> TextTable:
    rows = [
        [r.name, score_text(r), difference_text(r), r.verdict, f"{r.games:,}", _worth(r.variance_gain), r.agents]
        for r in rows_of(table)
    ]
    headers = ["Variant", "Score", "Difference", "Verdict", "Games", "Common deals worth", "Agents"]
    return _with_faults(headers, rows, {1, 2, 4, 5}, table)


def _with_faults(headers: list[str], rows: list[list[str]], numbers: set[int], table: pd.DataFrame) -> TextTable:
    """The table with a column for the games stopped by faults, if there are any."""
    if not table["faults"].any():
        return TextTable(headers, rows, frozenset(numbers))
    counted = [[*row, f"{faults:,}"] for row, faults in zip(rows, table["faults"], strict=True)]
    return TextTable([*headers, "Faults"], counted, frozenset({*numbers, len(headers)}))


def _worth(variance_gain: float) -> str:
    return f"{variance_gain:.1f}x the games" if variance_gain > 0 else ""


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


def leader(table: pd.DataFrame) -> str:
    """The row with the highest score, with its interval; empty before the first game."""
    if not table["score"].notna().any():
        return ""
    best = rows_of(table)[int(table["score"].to_numpy().argmax())]
    name = best.name if is_comparison(table) else f"{best.name} {best.agent}"
    return f"{name} {score_text(best)}"


def headline(table: pd.DataFrame, entrant: str = "") -> str:
    """The answer in one sentence; `entrant` is whose score a comparison is about."""
    if not table["score"].notna().any():
        return "No game has been played yet"
    return _compare_headline(table, entrant) if is_comparison(table) else _estimate_headline(table)


def _estimate_headline(table: pd.DataFrame) -> str:
    if is_team(table):
        team = rows_of(table)[0]
        return f"The {team.name} ({team.agent}) win {score_text(team)}"
    share = f"an even share of {100 / len(table):.3g} %"
    above = table[table["verdict"] == "above an even share"]
    if above.empty:
        return f"No seat is shown to score more than {share}"
    best = rows_of(above)[int(above["score"].to_numpy().argmax())]
    return f"{best.name} ({best.agent}) scores {score_text(best)}, more than {share}"


def _compare_headline(table: pd.DataFrame, entrant: str) -> str:
    baseline, others = table["name"].iloc[0], table.iloc[1:]
    order = others["difference"].to_numpy()
    for verdict, at in (("better", order.argmax()), ("worse", order.argmin())):
        row = rows_of(others)[int(at)]
        if row.verdict == verdict:
            return f'{entrant} does {verdict} with "{row.name}" than with "{baseline}": {difference_text(row)}'
    return f'No variant is shown to differ from "{baseline}"'


SEAT_FIGURE = re.compile(r"(p\d+)_(.+)")


def figure_group(figure: str) -> str:
    """What a figure is about, whosever it is: "health" for "p1_health", "turns" for "turns"."""
    return found[2] if (found := SEAT_FIGURE.fullmatch(figure)) else figure


def figure_label(figure: str) -> str:
    """A figure in words: "p1 health" for "p1_health"."""
    return figure.replace("_", " ")


def figure_text(row: Any, deals: int) -> str:
    """A row of `Result.figures`: the share of games for what is so or not, else the median with the middle half.

    The interval of a share takes the games of a deal for one, which is the careful way.
    """
    if SEAT_FIGURE.fullmatch(row.figure) or not 0 <= row.lowest <= row.highest <= 1:
        return quartiles_text(row)
    share = rate(round(row.mean * deals), deals)
    return format_interval(Interval(row.mean, share.low, share.high, deals))


def quartiles_text(row: Any) -> str:
    """A row of `Result.figures`: the median and the middle half of the games: "21 (19 to 24)"."""
    return "unknown" if pd.isna(row.median) else f"{row.median:g} ({row.lower_quartile:g} to {row.upper_quartile:g})"


def half_width_text(half_width: float, unit: str = "%") -> str:
    """How wide an interval will be: "± 0.8 points"."""
    return f"± {half_width * 100:.2g} {unit}"


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


def done_of(done: int, target: int | None) -> str:
    """How many games of how many: "412k/1.2M games"."""
    return f"{compact(done)}/{compact(target)} games" if target else f"{compact(done)} games"
