"""The question `grid`: how does each candidate do at each of several tables, from the easiest to the hardest?

Candidates are those of a race (written or drawn, from one's own collection too), the tables are what they meet, such as
the nemeses of an evening: so it is asked of games that all seats win or lose together as well. All play the same deals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from ..plan.fields import Field
from ..plan.plan import Plan, describe_agent
from ..plan.reading import Asked, PlanReader
from ..statistics.format import format_interval
from ..statistics.intervals import Difference, Interval, score_interval, simultaneous_confidence
from ..statistics.moments import Moments
from ..statistics.sequences import difference_of_many, games_for_half_width, sequence_mean
from .candidates import KEYS, SHORT, CandidateReader
from .draft import EACH_SEAT, Draft
from .estimate import verdict
from .pairs import UNDECIDED
from .question import Question, Section, register
from .texts import TextTable, rows_of, score_text, with_faults
from .totals import TIGHTEST_AT, PartTotals, VariantsTotals, score, sound_everywhere, together

MOST_CELLS = 2000
BEST, LEADS, OPEN, BEHIND = "best", "leads", "may be best", "not best"
"""Standings of a candidate by its mean score, as in a comparison."""
SHOWN = 20
"""Rows that are told in words."""


@dataclass(frozen=True)
class Grid:
    """Candidates and tables: the cell of row r and column c is variant r * columns + c."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]


class GridTotals(VariantsTotals):
    """Totals of all cells, and of the means of rows and columns, which play the same deals."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.grid: Grid = plan.own
        self.rows, self.columns = Moments(len(self.grid.rows)), Moments(len(self.grid.columns))
        """by deal that is sound in all cells: the mean score of each candidate, and that at each table"""

    def add(self, parts: Sequence[PartTotals]) -> None:
        """Adds the same part of all cells."""
        super().add(parts)
        cells = sound_everywhere(parts).reshape(-1, len(self.grid.rows), len(self.grid.columns))
        self.rows.add(cells.mean(axis=2))
        self.columns.add(cells.mean(axis=1))

    def difference(self, x: int, y: int, confidence: float, always_valid: bool) -> Difference:
        """How much more one candidate scores than another, over all tables; all intervals hold together."""
        count = len(self.grid.rows)
        return difference_of_many(
            self.rows, x, y, count * (count - 1) // 2, confidence, sequence=always_valid, tightest_at=TIGHTEST_AT
        )


def _mean(moments: Moments, column: int, confidence: float, always_valid: bool) -> Interval:
    if always_valid:
        return sequence_mean(moments, confidence, column=column, tightest_at=TIGHTEST_AT)
    return score_interval(moments, confidence, column=column)


def draw_grid(result: Any, ax: Any = None) -> Any:
    """The score of every candidate at every table, the best candidates first and the easiest tables to the left; grey
    where all cells judged together leave it undecided.
    """
    from . import drawing  # loaded when something is drawn

    rows, columns = result.table["name"].tolist(), result.more["columns"]["name"].tolist()
    ax = drawing.heatmap(result.cells, rows, columns, result.plan.even_share, ax, "at")
    drawing.caption(
        ax,
        f"score of the row at the table of the column, %, the easiest left; {drawing.shades(result.plan.even_share)}",
    )
    told = f"{drawing.sample(result)}, same deals, {drawing.confidence(result)}{drawing.widest(result.cells)}"
    drawing.entitle(ax, result.headline, told)
    return ax


@register
class GridQuestion(Question):
    """Which of these does best at which table, from the easiest to the hardest?"""

    name = "grid"
    own_pictures: Mapping[str, Callable[..., Any]] = {"grid": draw_grid}
    pictures = ("grid", "scores", "progress", "length")
    of_means = True
    about_entrant = True
    at_tables = True
    together = "all mean scores together, and all differences between them (each cell has an interval of its own)"
    keys: Mapping[str, Field] = {**KEYS, **SHORT}
    lists = ("variants", "against")
    twins = "agents, table or cards"

    def read(self, reader: PlanReader) -> Asked:
        """The candidates, each at every table."""
        found = CandidateReader(reader)
        runners, variants, written = found.read()
        columns = tuple(meeting.get("name", f"table {n}") for n, meeting in enumerate(found.meetings, 1))
        if any("weight" in meeting for meeting in found.meetings):
            reader.wrong(["against: weight belongs to a race; in a grid all tables count the same"])
        if len(set(columns)) < len(columns):
            reader.wrong(["against: several tables have the same name; names should differ"])
        if len(variants) > MOST_CELLS:
            reader.wrong([f"a grid has at most {MOST_CELLS:,} cells, found {len(variants):,}"])
        if not variants:
            reader.wrong(reader.shared)
            return Asked([])
        return Asked(variants, Grid(runners.names, columns), written, "cell", together(variants))

    def draft(self, draft: Draft) -> list[str]:
        """The chosen, at the tables of all that they may meet there."""
        lines = [f"{draft.agents()} {EACH_SEAT}"]
        lines += draft.listed("variants", draft.kind, draft.chosen)
        return [*lines, *draft.listed("against", draft.other_kind, draft.others)]

    def no_games(self, plan: Plan) -> GridTotals:
        """The totals of a run before its first game."""
        return GridTotals(plan)

    def summarize(self, plan: Plan, totals: GridTotals, confidence: float, always_valid: bool) -> pd.DataFrame:
        """One row a candidate, the highest mean score over all tables first, each counting the same; all intervals
        hold together. behind: how far it is behind the first, with behind_low, behind_high; standing: what that shows.
        """
        grid, width = totals.grid, len(totals.grid.columns)
        each = simultaneous_confidence(confidence, len(grid.rows))
        means = [_mean(totals.rows, row, each, always_valid) for row in range(len(grid.rows))]
        best = max(range(len(means)), key=lambda row: means[row].estimate) if totals.rows.count else 0
        behind = [totals.difference(row, best, confidence, always_valid) for row in range(len(means))]
        standing = [BEHIND if d.high < 0 else OPEN for d in behind]
        standing[best] = BEST if standing.count(BEHIND) == len(standing) - 1 else LEADS
        table = pd.DataFrame({
            "name": list(grid.rows),
            "games": totals.games * width,
            "score": [mean.estimate for mean in means],
            "low": [mean.low for mean in means],
            "high": [mean.high for mean in means],
            "verdict": [verdict(plan, mean) for mean in means],
            "behind": [d.estimate for d in behind],
            "behind_low": [d.low for d in behind],
            "behind_high": [d.high for d in behind],
            "standing": standing if totals.rows.count else "",
            "faults": [
                sum(cell.faults for cell in totals.variants[row * width : (row + 1) * width])
                for row in range(len(means))
            ],
        })  # fmt: skip
        return table.sort_values("score", ascending=False, kind="stable", ignore_index=True)

    def more_tables(self, plan: Plan, totals: GridTotals, always_valid: bool) -> dict[str, pd.DataFrame]:
        """cells: the score of every candidate at every table, with an interval of its own and the verdict of all cells
        judged together. columns: the mean score at each table, the easiest first; all intervals hold together.
        candidates: what each brings.
        """
        grid, width = totals.grid, len(totals.grid.columns)
        entrant, all_cells = plan.entrant or 0, simultaneous_confidence(plan.confidence, len(totals.variants))
        rows = []
        for index, cell in enumerate(totals.variants):
            own = score(cell, entrant, plan.confidence, always_valid)
            judged = verdict(plan, score(cell, entrant, all_cells, always_valid))
            names = grid.rows[index // width], grid.columns[index % width]
            rows.append((*names, totals.games, own.estimate, own.low, own.high, judged))
        cells = pd.DataFrame(rows, columns=["row", "column", "games", "score", "low", "high", "verdict"])
        each = simultaneous_confidence(plan.confidence, width)
        means = [_mean(totals.columns, column, each, always_valid) for column in range(width)]
        columns = pd.DataFrame({
            "name": list(grid.columns),
            "games": totals.games * len(grid.rows),
            "score": [mean.estimate for mean in means],
            "low": [mean.low for mean in means],
            "high": [mean.high for mean in means],
        })  # fmt: skip
        columns = columns.sort_values("score", ascending=False, kind="stable", ignore_index=True)
        return {"cells": cells, "columns": columns, "candidates": _candidates(plan)}

    def sections(self, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[Section]:
        """Every cell, and the tables."""
        columns = more["columns"]
        about = (
            "The score of the row at the table of the column, the easiest left. In brackets: undecided, all together."
        )
        told = {(r.row, r.column): _cell_text(r) for r in rows_of(more["cells"])}
        names = columns["name"].tolist()
        texts = [[row, *(told[row, column] for column in names)] for row in table["name"]]
        cells = TextTable(["Score in % at", *names], texts, frozenset(range(1, len(names) + 1)))
        means = TextTable(
            ["Table", "Mean score", "Games"],
            [[r.name, score_text(r), f"{r.games:,}"] for r in rows_of(columns)],
            frozenset({1, 2}),
        )
        easiest = "The mean score of all candidates at each table, the easiest first."
        found = [Section("Every cell", about, "cells", cells), Section("The tables", easiest, "columns", means)]
        brings = dict(zip(more["candidates"]["name"], more["candidates"]["brings"], strict=True))
        if any(brings.values()):
            listed = TextTable(["Candidate", "It brings"], [[name, brings[name]] for name in table["name"]])
            found.append(Section("The candidates", "What each brings, the best first.", "candidates", listed))
        return found

    def games_told(self, plan: Plan, table: pd.DataFrame) -> int:
        """Of how many games of each cell a table tells."""
        return int(table["games"].max()) // len(plan.own.columns)

    def entries(self, plan: Plan) -> dict[str, list[tuple[int, int]]]:
        """The candidates, each at all tables."""
        width, entrant = len(plan.own.columns), plan.entrant or 0
        return {
            name: [(row * width + column, entrant) for column in range(width)] for row, name in enumerate(plan.own.rows)
        }

    def is_decided(self, plan: Plan, table: pd.DataFrame) -> bool:
        """Whether one candidate is shown to be better than every other on average."""
        return bool((table["standing"] == BEST).any())

    def games_to_half_width(self, plan: Plan, totals: GridTotals, half_width: float) -> float:
        """About how many more games of each cell until every interval of a mean score is so narrow."""
        each = simultaneous_confidence(plan.confidence, len(totals.grid.rows))
        return max(
            games_for_half_width(
                totals.rows, half_width, each, column=row, games_per_deal=plan.games_per_deal, sequence=True,
                tightest_at=TIGHTEST_AT,
            )
            for row in range(len(totals.grid.rows))
        )  # fmt: skip

    def asked(self, plan: Plan) -> str:
        """The question in words."""
        return "Which of these does best at which table?"

    def played(self, plan: Plan, games: int) -> str:
        """What is played."""
        cells = f"{len(plan.own.rows)} candidates at {len(plan.own.columns)} tables"
        return f"the same {games:,} games of {plan.game.title} with each of {cells}"

    def text_table(self, table: pd.DataFrame, most: int | None = None) -> TextTable:
        """One row a candidate."""
        shown = table if most is None else table.head(most)
        rows = [[r.name, score_text(r), _behind_text(r), r.verdict, f"{r.games:,}"] for r in rows_of(shown)]
        if len(shown) < len(table):
            rows.append([f"and {len(table) - len(shown)} more", "", "", "", ""])
        headers = ["Candidate", "Mean score", "Against the best", "Verdict", "Games"]
        if len(shown) < len(table):
            return TextTable(headers, rows, frozenset({1, 4}))
        return with_faults(headers, rows, {1, 4}, table)

    def headline(self, plan: Plan, table: pd.DataFrame, first_seat: pd.DataFrame) -> str:
        """Who does best on average, and whether that is shown."""
        rows = rows_of(table)
        first, over = rows[0], f"on average at {len(plan.own.columns)} tables"
        told = f"{first.name} scores highest of {len(rows)} {over}, {score_text(first)}"
        rivals = [row.name for row in rows if row.standing == OPEN]
        if not rivals:
            return f"{told}, and is shown to be better than every other"
        more = f" and {len(rivals) - 1} more" if len(rivals) > 1 else ""
        return f"{told}, but is not shown to do better than {rivals[0]}{more}"

    def told(self, plan: Plan, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[str]:
        """The mean score of each candidate, and the best of them at each table."""
        brought = {row.name: row.brings for row in rows_of(more["candidates"])} if "candidates" in more else {}
        lines = [
            f"{row.name}{f' ({text})' if (text := brought.get(row.name)) else ''} scores {score_text(row)} on average:"
            f" {row.verdict}."
            for row in rows_of(table)[:SHOWN]
        ]
        if len(table) > SHOWN:
            lines.append(f"{len(table) - SHOWN} more stand in the table.")
        for column in more["columns"]["name"] if "columns" in more else []:
            cells = more["cells"][more["cells"]["column"] == column]
            if cells["score"].notna().any():
                best = rows_of(cells)[int(cells["score"].argmax())]
                lines.append(f"At the table {column} {best.row} scores most, {score_text(best)}.")
        return lines


def _candidates(plan: Plan) -> pd.DataFrame:
    """What each candidate brings that others do not: what stands in its table, and its agents."""
    grid: Grid = plan.own
    own = [plan.variants[row * len(grid.columns)] for row in range(len(grid.rows))]
    keys = [key for key in own[0].table if any(one.table.get(key) != own[0].table[key] for one in own)]
    agents = [", ".join(map(describe_agent, one.agents)) for one in own]
    told = [[f"{key.replace('_', ' ')}: {_listed(one.table.get(key))}" for key in keys] for one in own]
    if len(set(agents)) > 1:
        told = [[*texts, f"agents: {names}"] for texts, names in zip(told, agents, strict=True)]
    return pd.DataFrame({"name": list(grid.rows), "brings": ["; ".join(texts) for texts in told]})


def _listed(value: Any) -> str:
    """A value of a table in words."""
    if isinstance(value, Mapping):
        return str(value.get("name", "your own"))
    return ", ".join(map(_listed, value)) if isinstance(value, (list, tuple)) else str(value)


def _cell_text(row: Any) -> str:
    text = format_interval(Interval(row.score, row.low, row.high, row.games), "")
    return f"({text})" if row.verdict == UNDECIDED else text


def _behind_text(row: Any) -> str:
    if row.standing in (BEST, LEADS) or pd.isna(row.behind):
        return str(row.standing)
    behind = Interval(row.behind, row.behind_low, row.behind_high, row.games)
    return f"{format_interval(behind, 'points', signed=True)}, {row.standing}"
