"""How results look as text, the same on the terminal, in a log, in plots and in reports: digits follow the error."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from rich.table import Table
from rich.text import Text

from ..statistics.format import format_interval
from ..statistics.intervals import Interval, rate


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


def is_balance(table: pd.DataFrame) -> bool:
    """Whether a table of results tells the score with each value of a setting."""
    return "balance" in table.columns


def is_pairs(table: pd.DataFrame) -> bool:
    """Whether a table of results tells the mean score of each entry over those that it met."""
    return "opponents" in table.columns


def is_team(table: pd.DataFrame) -> bool:
    """Whether a table of results tells how often a team wins, for all seats together."""
    return len(table) == 1 and not is_comparison(table) and not is_pairs(table)


def score_text(row: Any) -> str:
    """The score of a row of a table of results with its interval: "57.3 % ± 0.8"."""
    return format_interval(Interval(row.score, row.low, row.high, row.games))


def difference_text(row: Any) -> str:
    """The difference of a row from the first variant: "+1.2 points ± 0.4"; empty for the first variant itself."""
    if pd.isna(row.difference):
        return ""
    interval = Interval(row.difference, row.difference_low, row.difference_high, row.games)
    return format_interval(interval, "points", signed=True)


def balance_text(row: Any) -> str:
    """The value sought by a balance, from any row of its table: "3.4 ± 0.5", "more than 24", "at least 2.9"."""
    if row.answer == "reached":
        return format_interval(Interval(row.balance, row.balance_low, row.balance_high, row.games), "", scale=1)
    told = {"beyond": f"more than {row.balance_low:g}", "before": f"less than {row.balance_high:g}", "nowhere": "none"}
    if row.answer in told:
        return told[row.answer]
    bounds = [f"at least {row.balance_low:.2g}"] if math.isfinite(row.balance_low) else []
    bounds += [f"at most {row.balance_high:.2g}"] if math.isfinite(row.balance_high) else []
    return " and ".join(bounds) or "unknown"


def rating_text(row: Any) -> str:
    """The rating of a row of the table of a matrix: "+120 ± 8"."""
    if pd.isna(row.rating):
        return "unknown"
    rating = Interval(row.rating, row.rating_low, row.rating_high, row.games)
    return format_interval(rating, "", scale=1, signed=True)


def answer_table(table: pd.DataFrame, most: int | None = None) -> TextTable:
    """The answer of a run: `Result.table` or `Progress.table` with every rate beside its interval and its games.

    most: of the entries of a field or a matrix, the leading ones and how many follow.
    """
    if is_pairs(table):
        return _pairs_table(table, most)
    if is_balance(table):
        return _balance_table(table)
    return (_compare_table if is_comparison(table) else _estimate_table)(table)


def _pairs_table(table: pd.DataFrame, most: int | None) -> TextTable:
    rated = "rating" in table.columns
    shown = table if most is None or len(table) <= most + 1 else table.head(most)
    rows = [
        [
            r.name,
            score_text(r),
            r.verdict,
            *([rating_text(r)] if rated else []),
            f"{r.opponents}",
            f"{r.games:,}",
            r.agent,
        ]
        for r in rows_of(shown)
    ]
    headers = ["Entry", "Mean score", "Verdict", *(["Rating"] if rated else []), "Opponents", "Games", "Agent"]
    found = _with_faults(headers, rows, {1, *range(3, len(headers) - 1)}, shown)
    if len(shown) < len(table):
        found.rows.append([f"and {len(table) - len(shown)} more", *[""] * (len(found.headers) - 1)])
    return found


def _balance_table(table: pd.DataFrame) -> TextTable:
    rows = [[f"{r.value}", score_text(r), r.verdict, f"{r.games:,}"] for r in rows_of(table)]
    label = str(table["setting"].iloc[0])
    return _with_faults([label[0].upper() + label[1:], "Score", "Verdict", "Games"], rows, {0, 1, 3}, table)


def cells_table(table: pd.DataFrame, cells: pd.DataFrame) -> TextTable:
    """The score of every row against every column (`Result.table`, `Result.cells`), the best rows first and the columns
    that are hardest to beat first; in brackets what is undecided.
    """
    rows, columns = sorted_cells(table, cells)
    told = {(r.row, r.column): _cell_text(r) for r in rows_of(cells)}
    texts = [[row, *(told[row, column] for column in columns)] for row in rows]
    return TextTable(["Score in % against", *columns], texts, frozenset(range(1, len(columns) + 1)))


def sorted_cells(table: pd.DataFrame, cells: pd.DataFrame) -> tuple[list[str], list[str]]:
    """Names of rows by their mean, the best first, and of columns, those that are hardest to beat first."""
    rows = table["name"].tolist()
    columns = cells["column"].drop_duplicates().tolist()
    if sorted(columns) == sorted(rows):
        return rows, rows
    means = cells[cells["games"] > 0].groupby("column", sort=False)["score"].mean()
    return rows, sorted(columns, key=lambda name: means.get(name, 0.5))


def _cell_text(row: Any) -> str:
    if row.games == 0 or pd.isna(row.score):
        return ""
    half_width = (row.high - row.low) * 50
    decimals = 1 if half_width < NARROW else 0
    text = f"{row.score * 100:.{decimals}f} ± {half_width:.{decimals}f}"
    return f"({text})" if row.verdict == "undecided" else text


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
    """The row with the highest score, with its interval, or the value that a balance seeks; empty before the first
    game.
    """
    if not table["score"].notna().any():
        return ""
    best = rows_of(table)[int(np.nanargmax(table["score"]))]
    if is_balance(table):
        return f"{best.setting} {balance_text(best)}"
    name = best.name if is_comparison(table) or is_pairs(table) else f"{best.name} {best.agent}"
    return f"{name} {score_text(best)}"


def headline(table: pd.DataFrame, entrant: str = "") -> str:
    """The answer in one sentence; `entrant` is whose score a comparison or a balance is about."""
    if not table["score"].notna().any():
        return "No deal was without a fault" if table["games"].any() else "No game has been played yet"
    if is_pairs(table):
        return _pairs_headline(table)
    if is_balance(table):
        return _balance_headline(table, entrant)
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
    order = others["difference"].fillna(0).to_numpy()  # one without a sound deal is neither better nor worse
    for verdict, at in (("better", order.argmax()), ("worse", order.argmin())):
        row = rows_of(others)[int(at)]
        if row.verdict == verdict:
            return f'{entrant} does {verdict} with "{row.name}" than with "{baseline}": {difference_text(row)}'
    return f'No variant is shown to differ from "{baseline}"'


def _pairs_headline(table: pd.DataFrame) -> str:
    above = table[table["verdict"] == "above 50 %"]
    if above.empty:
        return "No entry is shown to score more than 50 % on average"
    best = rows_of(table)[0]
    rest = f", {len(above)} of {len(table)} more than 50 %" if len(table) > 1 else ""
    return f"{best.name} scores most on average, {score_text(best)}{rest}"


def _balance_headline(table: pd.DataFrame, entrant: str) -> str:
    first, last = rows_of(table)[0], rows_of(table)[-1]
    what = f"{entrant} makes an even share"
    if first.answer == "reached":
        return f"{what} at {first.setting} = {balance_text(first)}"
    if first.answer == "beyond":
        return f"{what} at {first.setting} of more than {last.value}, if at all: there it scores {score_text(last)}"
    if first.answer == "before":
        return f"{what} at {first.setting} of less than {first.value}, if at all: there it scores {score_text(first)}"
    if first.answer == "nowhere":
        return f"{entrant} makes no even share at any {first.setting} from {first.value} to {last.value}"
    known = "" if balance_text(first) == "unknown" else f"; it is {balance_text(first)}"
    return f"It is undecided at which {first.setting} from {first.value} to {last.value} {what}{known}"


NARROW = 1.95
"""Points: below this half width the score of a pair is told with a decimal."""
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


def shares_text(rows: pd.DataFrame) -> str:
    """The shares of one figure, the largest first: "dis 45 %, logos 33 %, shadows 22 %"."""
    return ", ".join(f"{row.category} {share_text(row.share)}" for row in rows_of(rows)) or "unknown"


def share_text(share: float) -> str:
    """A share of the games in whole per cents; a small one is told apart from none."""
    return "< 0.5 %" if 0 < share < SMALL_SHARE else f"{share * 100:.0f} %"


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
