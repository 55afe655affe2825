"""The figures of the README and of the pages of results: each stands once, in `results/reference/figures.toml`, with
the plan and the row of the answer that it is taken from.

`.venv/bin/python -m experiments.answer.figures` plays the plans, writes what comes out into that file and into the
pages, and renews the tables (see also `page_tables.py`) and the picture that go with it. It takes a night; with the
names of plans only these are played, and `--small` plays those that take seconds.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import tomli_w

from ..plan.reading import read_plan
from ..plan.shipped import shipped_plans
from ..questions.balance import balance_text
from ..questions.question import QUESTIONS, answer_table
from ..questions.texts import rows_of
from ..run.files import write_whole
from ..statistics.format import format_interval
from ..statistics.intervals import Interval
from . import page_tables, plots
from .also_under import also_told
from .page_tables import ARCHIVE_GAMES, ARCHIVES, TABLES, Cell, Row
from .reference import FOLDER
from .report import PLOT_DPI
from .result import Result
from .run_plan import run_plan

PROJECT = FOLDER.parents[1]
KEPT = FOLDER / "figures.toml"
DEMO, README = "shards_of_infinity_demo", PROJECT / "README.md"
INTERVAL = re.compile(r"[-+]?\d[\d.]*(?: %| points)? ± \d+(?:\.\d+)?|[-+]?\d[\d.]*(?: %)? \([\d.]+ to [\d.]+\)")
"""A figure with its interval, as pages tell it."""


@dataclass(frozen=True)
class Figure:
    """One figure of a page."""

    page: str
    """the page, from the folder of the project"""
    text: str
    """what stands there"""
    plan: str = ""
    """the plan that is played for it; empty if a command gives it that plays against another commit, or tunes"""
    of: str = "score"
    """what it is, see SOURCES and TEXTS"""
    row: str = ""
    """the name in the table of the answer; the first row if it is empty"""
    column: str = ""
    """of a cell of a matrix, whom the row meets"""
    level: str = ""
    """the level of play, of a plan that has several"""
    command: str = ""
    """where there is no plan, the command that gives it"""
    commit: str = ""
    """at which that command gives it, where agents of an earlier one play: they read the state as it was then"""
    small: bool = False
    """whether it takes seconds"""

    def told(self, result: Result) -> str:
        """What comes out now, in the form that stands in the page."""
        outcome = result.levels[self.level] if self.level else result
        if self.of in TEXTS:
            return TEXTS[self.of](outcome)
        estimate, low, high = SOURCES[self.of](self, outcome)
        unit = next((unit for unit in ("%", "points") if f" {unit}" in self.text), "")
        return format_interval(Interval(estimate, low, high, 1), unit, signed=self.text.startswith("+"))


def _row(figure: Figure, table: Any) -> Any:
    """The row of a table that a figure is taken from."""
    rows = rows_of(table)
    return next(row for row in rows if row.name == figure.row) if figure.row else rows[0]


def _score(figure: Figure, result: Result) -> tuple[float, float, float]:
    row = _row(figure, result.table)
    return row.score, row.low, row.high


def _difference(figure: Figure, result: Result) -> tuple[float, float, float]:
    row = _row(figure, result.table)
    return row.difference, row.difference_low, row.difference_high


def _less(figure: Figure, result: Result) -> tuple[float, float, float]:
    middle, low, high = _difference(figure, result)
    return -middle, -high, -low


def _whole(figure: Figure, result: Result) -> tuple[float, float, float]:
    row = rows_of(result.table)[-1]
    return row.whole, row.whole_low, row.whole_high


def _first_seat(figure: Figure, result: Result) -> tuple[float, float, float]:
    row = rows_of(result.first_seat)[0]
    return row.score, row.low, row.high


def _under(figure: Figure, result: Result) -> tuple[float, float, float]:
    row = next(row for row in rows_of(also_told(result)) if row.name == figure.row)
    return row.other, row.other_low, row.other_high


def _cell(figure: Figure, result: Result) -> tuple[float, float, float]:
    cells = rows_of(result.more["cells"])
    row = next(cell for cell in cells if (cell.row, cell.column) == (figure.row, figure.column))
    return row.score, row.low, row.high


SOURCES: Mapping[str, Callable[[Figure, Result], tuple[float, float, float]]] = {
    "score": _score,
    "difference": _difference,
    "less": _less,
    "whole": _whole,
    "first_seat": _first_seat,
    "cell": _cell,
    "under": _under,
}
"""What a figure may be: estimate, low, high. The score of a row; how much more it scores than the first variant, or
less; what all changes of an improvement are worth; the score of whichever seat begins; one cell of a matrix or a field;
what a card of a sweep is worth under its other player.
"""


def _deviance(result: Result) -> str:
    tested = rows_of(result.more["additivity"])[0]
    return f"{tested.deviance:,.0f} on {tested.freedom} degrees of freedom"


TEXTS: Mapping[str, Callable[[Result], str]] = {
    "balance": lambda result: balance_text(rows_of(result.table)[0]),
    "deviance": _deviance,
}
"""What else it may be, as text: the value that a balance seeks, or a bound of it; whether ratings explain a matrix."""
MATRICES = {
    "results/shards_of_infinity.md": ["shards_of_infinity_matrix"],
    "results/keyforge.md": ["keyforge_agents"],
    "results/berserk.md": ["berserk_agents"],
    "results/berserk_heroes.md": ["berserk_heroes_agents", "berserk_heroes_equal_decks"],
    "results/nightfall.md": ["nightfall_matrix", "nightfall_matrix_4_players"],
}
"""By page, the plans of its tables of scores of rows against columns, in order."""


def figures() -> list[Figure]:
    """The figures that are kept."""
    return [Figure(**entry) for entry in tomllib.loads(KEPT.read_text(encoding="utf-8"))["figures"]]


def played(plan: str, folder: Path) -> Result:
    """A shipped plan, played to its end in a folder of runs, or as far as it is there."""
    return run_plan(read_plan(plan), folder, report=False)


def renew(folder: Path, plans: Iterable[str] = (), small: bool = False) -> list[Figure]:
    """Plays plans, all that figures are taken from unless some are named, and puts what comes out into the file of the
    figures and into their pages. Returns the figures that have changed.
    """
    chosen, results, changed, all_of_them = set(plans), dict[str, Result](), [], []
    for figure in figures():
        if not figure.plan or (chosen and figure.plan not in chosen) or (small and not figure.small):
            all_of_them.append(figure)
            continue
        results[figure.plan] = results.get(figure.plan) or played(figure.plan, folder)
        told = figure.told(results[figure.plan])
        renewed = Figure(**{**asdict(figure), "text": told})
        all_of_them.append(renewed)
        if renewed != figure:
            _replace(PROJECT / figure.page, figure.text, told)
            changed.append(renewed)
    write_whole(KEPT, file_text(all_of_them).encode())
    for page, names in MATRICES.items():
        for number, plan in enumerate(names):
            if plan in chosen or not (chosen or small):
                results[plan] = results.get(plan) or played(plan, folder)
                path = PROJECT / page
                scores = {(r.row, r.column): r.score for r in rows_of(results[plan].more["cells"]) if r.games}
                write_whole(path, with_scores(path.read_text(encoding="utf-8"), number, scores).encode())
    for (page, head), source in TABLES.items():
        text = (PROJECT / page).read_text(encoding="utf-8")
        plans = {cell.plan for row, column, _ in page_tables.cells_of(text, head) if (cell := source(row, column))}
        for plan in sorted(plans):
            if plan in chosen or not (chosen or small):
                results[plan] = results.get(plan) or played(plan, folder)
        write_whole(PROJECT / page, with_scores_of(text, head, source, results).encode())
    for plan in kept_tables():
        if plan in chosen or not (chosen or small):
            results[plan] = results.get(plan) or played(plan, folder)
    for plan, result in results.items():
        _keep_tables(plan, result)
    if not (chosen or small):
        renew_archives(folder)
    return changed


def with_scores_of(
    text: str, head: str, source: Callable[[Row, str], Cell | None], results: Mapping[str, Result]
) -> str:
    """A page with new cells in one of `page_tables.TABLES`, of the plans that were played."""

    def told(row: Row, column: str) -> str:
        cell = source(row, column)
        if cell is None or cell.plan not in results:
            return row[column]
        found = rows_of(results[cell.plan].table)
        score = next(one for one in found if cell.row in _names(one)) if cell.row else found[0]
        return page_tables.told_like(row[column], score.score, score.low, score.high)

    return page_tables.with_cells(text, head, told)


def _names(row: Any) -> tuple[str, ...]:
    """The names of a row: its own, and its agent's where a seat alone is asked about, not a team."""
    return (row.name, row.agent) if hasattr(row, "agent") else (row.name,)


def archives(folder: Path) -> pd.DataFrame:
    """What the archives of Nightfall are worth, dealt and drafted."""
    tables = [
        played(f"nightfall_archives_{kind}", folder).card_worth(kind, games=ARCHIVE_GAMES)
        for kind in ("dealt", "drafted")
    ]
    return page_tables.archives(*tables)


def renew_archives(folder: Path) -> None:
    """Plays for what archives are worth, keeps it, and tells it in its page."""
    kept, page = archives(folder), ARCHIVES[0]
    write_whole(FOLDER / "nightfall_archives.csv", kept.to_csv(index=False).encode())
    text = (PROJECT / page).read_text(encoding="utf-8")
    write_whole(PROJECT / page, with_archives(text, kept).encode())


def with_archives(text: str, kept: pd.DataFrame) -> str:
    """A page with the table of archives as it is kept."""
    by_card = {str(row["card"]): {str(key): value for key, value in row.items()} for row in kept.to_dict("records")}
    return page_tables.with_cells(
        text, ARCHIVES[1], lambda row, column: page_tables.told_archive(by_card[row["archive"]], column)
    )


def with_scores(text: str, number: int, scores: Mapping[tuple[str, str], float]) -> str:
    """A page with new scores in one of its tables of rows against columns, as many digits as before."""
    blocks, seen = text.split("\n\n"), -1
    for place, block in enumerate(blocks):
        seen += block.startswith("| | ")
        if block.startswith("| | ") and seen == number:
            head, rule, *rows = block.rstrip("\n").split("\n")
            columns = [name.strip() for name in head.strip("|").split("|")][1:]
            told = [_row_of_scores(row, columns, scores) for row in rows]
            blocks[place] = "\n".join([head, rule, *told]) + "\n" * block.endswith("\n")
    return "\n\n".join(blocks)


def _row_of_scores(line: str, columns: Iterable[str], scores: Mapping[tuple[str, str], float]) -> str:
    name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
    row = name.strip("*")
    told = [
        f"{100 * scores[row, column]:.{len(cell.partition('.')[2])}f}" if (row, column) in scores else cell
        for column, cell in zip(columns, cells, strict=True)
    ]
    return f"| {name} | " + " | ".join(told) + " |"


def file_text(found: Iterable[Figure]) -> str:
    """The file of the figures."""
    entries = [{key: value for key, value in asdict(figure).items() if value} for figure in found]
    about = (
        "# The figures of the README and the pages of results. `python -m experiments.answer.figures` renews them.\n"
    )
    return about + tomli_w.dumps({"figures": entries})


def _replace(page: Path, old: str, new: str) -> None:
    """Puts a figure in the place of what stood there, wherever a line was broken."""
    text = page.read_text(encoding="utf-8")
    pattern = r"(?<![\d.+-])" + r"\s".join(map(re.escape, old.split(" "))) + r"(?!\.?\d)"
    write_whole(page, re.sub(pattern, lambda _: new, text, count=1).encode())


def kept_tables() -> list[str]:
    """The plans whose table is kept beside the figures."""
    return [plan for plan in shipped_plans() if (FOLDER / f"{plan}.csv").exists()]


def _keep_tables(plan: str, result: Result) -> None:
    """Renews the table of a plan that is kept beside the figures: cells where those stand there, or its answer."""
    if found := re.fullmatch(r"(aeons_end_matrix)_(\d)_players?", plan):
        return _keep_part(FOLDER / f"{found[1]}.csv", int(found[2]), result.table)
    path = FOLDER / f"{plan}.csv"
    if path.exists():
        cells = path.read_text(encoding="utf-8").startswith("row,column,")
        kept = result.more["cells"] if cells else result.table
        write_whole(path, kept.to_csv(index=False).encode())


def _keep_part(path: Path, players: int, table: pd.DataFrame) -> None:
    """Renews the rows of so many players in a table of several plans."""
    kept = pd.read_csv(path)
    now = table[["name", "games", "score", "low", "high"]].assign(players=players)
    parts = pd.concat([kept[kept["players"] < players], now[kept.columns], kept[kept["players"] > players]])
    write_whole(path, parts.to_csv(index=False).encode())


def demo_block(result: Result, folder: str) -> str:
    """What the README shows of the demo: the answer as the terminal tells it."""
    question = QUESTIONS[result.plan.question]
    tables = [answer_table(result.plan.question, result.table)]
    tables += [section.table for section in question.sections(result.table, result.more)]
    shown = "\n\n".join(table.text() for table in tables)
    return f"{result.answer}.\nPlayed with {result.setting}.\n\n{shown}\n\n{folder}"


def renew_demo(folder: Path) -> bool:
    """Plays the demo, and puts its answer and its picture where the README shows them. Whether the answer changed."""
    result = played(DEMO, folder)
    text = README.read_text(encoding="utf-8")
    block = demo_of(text)
    now = demo_block(result, block.rsplit("\n", 1)[1])
    write_whole(README, text.replace(block, now).encode())
    axes = plots.scores(result)
    write_whole(FOLDER / f"{DEMO}.png", drawn(axes))
    return block != now


def drawn(axes: Any) -> bytes:
    """A picture as it is kept."""
    figure, buffer = axes.get_figure(root=True), io.BytesIO()
    figure.savefig(buffer, format="png", dpi=PLOT_DPI, metadata={"Description": f"drawn from {DEMO}.toml"})
    return buffer.getvalue()


def demo_of(text: str) -> str:
    """The answer of the demo in a text of the README."""
    found = re.search(r"^```\n(\"[^`]*?)\n```$", text, re.MULTILINE)
    assert found is not None, "the README shows the answer of the demo"
    return found[1]


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description="Plays the plans that the figures of the pages are taken from.")
    asked.add_argument("plans", nargs="*", help="only these")
    asked.add_argument("--small", action="store_true", help="only those that take seconds")
    asked.add_argument("--results", type=Path, help="the folder of the runs, which go on there; a new one unless given")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as new:
        runs = given.results or Path(new)
        if not given.plans or DEMO in given.plans:
            renew_demo(runs)
        for one in renew(runs, given.plans, given.small):
            sys.stdout.write(f"{one.page}: {one.text} ({one.plan})\n")
