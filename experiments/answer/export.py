"""The results of a run for other programs and other places, each with its plan inside or beside."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from sim.core.errors import InputError, printable
from sim.reading.text_files import read_file

from ..plan.plan import describe_agent
from ..questions.question import QUESTIONS, answer_table
from ..questions.setting import folded
from ..questions.texts import TextTable
from ..run.files import csv, in_place_of, write_whole
from ..run.store import CARDS, PLAN, Store
from .also_under import also_table
from .by_level import levels_table
from .result import Result

_MEANING = re.compile(r"[\\`*_\[\]<>|#$&~]|:(?=//)|(?<=www)\.", re.IGNORECASE)
"""What means something in Markdown."""
GAMES = "games"
"""The table with every game, one row each."""


def export_files(result: Result, kind: str, folder: Path, games: bool = False) -> list[Path]:
    """Writes the tables of a run into a folder, as "csv" or "parquet", with the plan and its card files beside; a
    Parquet file has the plan in its metadata too. In CSV a text that a spreadsheet would take for a formula begins with
    an apostrophe (see `run.store.csv`). Returns what was written.

    games: every game as well, as also where the folder has them from before, which would be those of a shorter run.
    InputError if the folder has results of another plan.
    """
    plan = read_file(result.folder / PLAN, "plan file")
    kept = folder / PLAN
    if kept.exists() and read_file(kept, "plan file") != plan:
        raise InputError(f"{folder}: has the results of another plan; give another folder with --out")
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(kept, plan)
    if (result.folder / CARDS).is_dir():
        shutil.copytree(result.folder / CARDS, folder / CARDS, dirs_exist_ok=True)
    tables = {name: iter([table]) for name, table in Store(result.folder).read_tables(result.manifest["key"]).items()}
    every = {GAMES: _games(result)} if games or (folder / f"{GAMES}.{kind}").exists() else {}
    written = [_write(folder / f"{name}.{kind}", parts, plan) for name, parts in (tables | every).items()]
    return [kept, *written]


def _games(result: Result) -> Iterator[pd.DataFrame]:
    """All games, part by part, each with its variant in the first column."""
    for name, games in result.iter_games():
        games.insert(0, "variant", name)
        yield games


def _write(path: Path, parts: Iterator[pd.DataFrame], plan: bytes) -> Path:
    """A table that comes in parts, of which there is at least one; the file is there when it is whole."""
    with in_place_of(path) as unfinished:
        if path.suffix == ".csv":
            with unfinished.open("w", encoding="utf-8", newline="") as file:
                for number, part in enumerate(parts):
                    file.write(csv(part, header=number == 0))
        else:
            tables = (pa.Table.from_pandas(part, preserve_index=False) for part in parts)
            first = next(tables)
            with pq.ParquetWriter(unfinished, first.schema.with_metadata({b"plan": plan})) as writer:
                for table in (first, *tables):
                    writer.write_table(table.replace_schema_metadata({b"plan": plan}))
    return path


def export_text(result: Result, kind: str) -> str:
    """The results as "markdown", or as a "line" that can be quoted."""
    return markdown(result) if kind == "markdown" else line(result)


def line(result: Result) -> str:
    """The answer with what it stands on, in one line that a forum can quote."""
    return printable(" ".join(" | ".join([result.answer, *_stands_on(result)]).split()))


def _stands_on(result: Result) -> list[str]:
    """How many games, by whom, under which readings, and which plan."""
    plan, games = result.plan, result.manifest["games"]
    each = f" of each {plan.unit}" if plan.unit else ""
    agents = dict.fromkeys(describe_agent(agent) for variant in plan.variants for agent in variant.agents)
    return [
        f"{plan.game.title}, {games:,} games{each}, {plan.confidence * 100:g} % intervals",
        f"with {result.setting}",
        f"played by {folded(list(agents))}",
        f"{len(result.assumptions)} of our rule interpretations",
        f"{plan.name}, seed {plan.seed}, plan {result.manifest['key']}, rules {result.rules}",
    ]


def markdown(result: Result) -> str:
    """The answer, its tables and the plan as Markdown."""
    question = QUESTIONS[result.plan.question]
    stands_on = "\n".join(f"- {_plain(fact)}" for fact in _stands_on(result))
    blocks = [f"# {_plain(result.name)}: {_plain(result.answer)}", stands_on]
    blocks.append(markdown_table(answer_table(result.plan.question, result.table)))
    for section in question.sections(result.table, result.more) if result.manifest["games"] else []:
        blocks += [f"## {_plain(section.title)}", _plain(section.about), markdown_table(section.table)]
    if (also := also_table(result)) is not None:
        blocks += ["## The most telling cards under another player", markdown_table(also)]
    if len(result.levels) > 1:
        blocks += ["## Does the answer depend on the player?", markdown_table(levels_table(result.levels))]
    return "\n\n".join([*blocks, "## The plan", _fenced((result.folder / PLAN).read_text(encoding="utf-8"))])


def markdown_table(table: TextTable) -> str:
    """A table of texts as Markdown, figures to the right; nothing in it is taken for markup."""
    rule = ["---:" if column in table.numbers else "---" for column in range(len(table.headers))]
    rows = [list(map(_plain, table.headers)), rule, *(list(map(_plain, row)) for row in table.rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _plain(text: str) -> str:
    """A text in which no sign means anything: neither emphasis, a link, a table, HTML, a formula nor an address."""
    return _MEANING.sub(r"\\\g<0>", printable(" ".join(text.split())))


def _fenced(text: str) -> str:
    """A block of code that no backticks in it can end."""
    text = printable(text)
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}toml\n{text.rstrip()}\n{fence}"
