"""What a question is, and the register of all there are.

A question is one file of this room: the keys of plans that are its own and the candidates made of them, its totals,
which games are played next, how the totals become a table, when it is decided, and how its answer is told and drawn. It
joins the register with `@register`, and everything else (plans, runs, tables, words, pictures, reports) finds it there.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import pandas as pd
import pyarrow as pa

from ..plan.plan import Part, Plan
from ..plan.reading import KINDS, Kind
from .draft import Draft
from .texts import TextTable, rows_of, score_text
from .totals import Counted, Totals, VariantsTotals, total_variant


@dataclass(frozen=True)
class Section:
    """A table that a question tells beside its answer."""

    title: str
    about: str
    name: str
    table: TextTable


class Question(Kind):
    """A question of plans. Tables are those of `summarize`, unless told otherwise."""

    pictures: tuple[str, ...]
    """the pictures that answer it, by their names in `answer.plots` or among its own; the first is the answer itself"""
    own_pictures: Mapping[str, Callable[..., Any]] = {}
    """pictures that no other question has, by name: (results, axes or None) -> axes, see `drawing`"""
    unit = "%"
    """of its estimates, which are shares; empty if they are in units of something else"""
    together = ""
    """what is said of how far its intervals hold together, after a comma"""
    about_entrant = False
    """whether its scores are those of the entrant alone"""
    of_means = False
    """whether its scores are means over many that an entry met"""
    of_values = False
    """whether its rows are values of one setting, of which a few stand for all"""
    meets = False
    """whether its entries meet each other, each at one seat"""
    at_tables = False
    """whether its candidates play at several tables, such as those of several nemeses"""
    of_draws = False
    """whether its variants are random draws, so that those who had a card are compared with all who drew anything"""
    sizes_are_fixed = False
    """whether it is fixed beforehand how many games are played, though not with which variants"""
    seeks = False
    """whether its candidates are sought by other runs before it is played; see `answer.climb`"""
    ends_itself = False
    """whether a run ends when the answer is known, whatever its plan says of how sure it should be"""
    usual_games, about_games = 24_000, ""
    """of each candidate of such a run, where nobody says how many; what these are"""

    @abstractmethod
    def asked(self, plan: Plan) -> str:
        """The question in words."""

    @abstractmethod
    def played(self, plan: Plan, games: int) -> str:
        """What is played, with so many games of each variant."""

    def draft(self, draft: Draft) -> list[str]:
        """The lines of a plan that are its own, for somebody who answered a few things; none if it is not written for
        people.
        """
        return []

    def no_games(self, plan: Plan) -> Totals:
        """The totals of a run before its first game."""
        return VariantsTotals(plan)

    def total_part(self, plan: Plan, part: Part, games: pa.Table | Counted) -> Any:
        """What the totals need of a part: a table of whole deals, as many of each variant in its group (see
        `store.games_table`), or what a worker counted of it. `PartGames.of` and `count_figures` read both.
        """
        return total_variant(plan, part, games)

    def next_groups(self, plan: Plan, totals: Any, played: Mapping[int, int]) -> Sequence[range] | None:
        """Which groups of variants play a part next; None for all of them, whatever comes out, so that parts can be
        played ahead. A group may stand there more than once; nothing is played on if none does.

        played: by the first variant of a group, the games that each of its variants has played.
        """
        return None

    def games_left(self, plan: Plan, totals: Any) -> float | None:
        """How many games of each variant, on average, the plan still asks for; None if it does not say."""
        return None if plan.stop.games is None else plan.stop.games - totals.games

    def more_games(self, plan: Plan) -> int:
        """Games of all variants together that some of them play beside those that each does."""
        return 0

    def told_beforehand(self, plan: Plan) -> list[str]:
        """What somebody should know who asks how long a plan takes, in sentences."""
        return []

    def trial_groups(self, plan: Plan) -> Sequence[range]:
        """The groups of variants of which a few games foretell how long all will take."""
        return list(plan.groups)

    def is_over(self, plan: Plan, totals: Any) -> bool:
        """Whether all games that the plan asks for have been played."""
        return plan.stop.games is not None and totals.games >= plan.stop.games

    @abstractmethod
    def summarize(self, plan: Plan, totals: Any, confidence: float, always_valid: bool) -> pd.DataFrame:
        """The table that is the answer, with at least the columns name, games, score, low, high, verdict, faults.

        always_valid: the intervals hold at every number of games at once.
        """

    def more_tables(self, plan: Plan, totals: Any, always_valid: bool) -> dict[str, pd.DataFrame]:
        """Tables that no other question has, by the names under which they are kept."""
        return {}

    def sections(self, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[Section]:
        """Tables that are told beside the answer; more: what `more_tables` made."""
        return []

    def facts(self, more: Mapping[str, pd.DataFrame]) -> dict[str, Any]:
        """What `more_tables` made, as JSON."""
        return {name: table.to_dict("records") for name, table in more.items()}

    def games_told(self, plan: Plan, table: pd.DataFrame) -> int:
        """Of how many games of each variant a table tells, of the one with the most."""
        return int(table["games"].max())

    def unit_of(self, plan: Plan) -> str:
        """What a variant is called where they are counted."""
        return plan.unit

    def whose(self, plan: Plan) -> str:
        """Whose score a table is about; empty if its rows say so themselves."""
        return plan.entrant_name if self.about_entrant else ""

    def values_of(self, plan: Plan) -> str:
        """The unit of the answer; empty if it is a share."""
        return ""

    def half_width(self, table: pd.DataFrame) -> float:
        """Half the width of the widest interval of what is asked for."""
        return float((table["high"] - table["low"]).max() / 2)

    @abstractmethod
    def is_decided(self, plan: Plan, table: pd.DataFrame) -> bool:
        """Whether every verdict that is asked for is settled."""

    def entries(self, plan: Plan) -> dict[str, list[tuple[int, int]]]:
        """By name, those that the question is about: in which variants each plays, and at which seat; the number of
        players stands for whoever begins. Of a team it is any seat.
        """
        return {variant.name: [(index, plan.entrant or 0)] for index, variant in enumerate(plan.variants)}

    def played_as(self, plan: Plan, name: str) -> tuple[int, int] | None:
        """The one variant and seat whose score a row of the answer tells; the number of players stands for whoever
        begins. None if the row tells something else, such as a mean over several variants.
        """
        return None

    def estimates(self, table: pd.DataFrame) -> pd.DataFrame:
        """What the question asks for: name, estimate, low, high."""
        return table[["name", "score", "low", "high"]].rename(columns={"score": "estimate"})

    @abstractmethod
    def games_to_half_width(self, plan: Plan, totals: Any, half_width: float) -> float:
        """About how many more games of each variant until every interval is so narrow; infinite if that is open."""

    @abstractmethod
    def text_table(self, table: pd.DataFrame, most: int | None = None) -> TextTable:
        """The table as text, every rate beside its interval. most: so many rows, and how many follow."""

    def leader(self, table: pd.DataFrame, best: Any) -> str:
        """Of the row with the highest score, its name and score."""
        return f"{best.name} {score_text(best)}"

    @abstractmethod
    def headline(self, plan: Plan, table: pd.DataFrame, first_seat: pd.DataFrame) -> str:
        """The answer in one sentence. Some game has been without a fault. first_seat: see `summary.first_seat`."""

    def unanswered(self, table: pd.DataFrame) -> str:
        """Why games were played and nothing came out."""
        return "No deal was without a fault"

    def drawn(self, plan: Plan, table: pd.DataFrame, first_seat: pd.DataFrame) -> pd.DataFrame:
        """The scores that the picture `scores` shows, one a row: name, score, low, high, verdict and games."""
        return table

    @abstractmethod
    def told(self, plan: Plan, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[str]:
        """The answer in plain English, one statement a line; more: what `more_tables` made."""

    history_scale = 100
    """by what the estimates of `estimates` are multiplied to be drawn"""

    def history_label(self, table: pd.DataFrame) -> str:
        """What `estimates` are, with their unit as drawn."""
        return "score, %"

    def history_line(self, plan: Plan) -> float | None:
        """The estimate, as drawn, that is neither good nor bad, if there is one."""
        return 100 * plan.even_share


QUESTIONS = cast(dict[str, Question], KINDS)
"""The questions there are, by name."""

Class = TypeVar("Class", bound=type[Question])


def register(kind: Class) -> Class:
    """Puts a question into the register."""
    QUESTIONS[kind.name] = kind()
    return kind


def answer_table(question: str, table: pd.DataFrame, most: int | None = None) -> TextTable:
    """The answer of a run: `Result.table` or `Progress.table` with every rate beside its interval and its games.

    most: of the entries of a field or a matrix, the leading ones and how many follow.
    """
    return QUESTIONS[question].text_table(table, most)


def leader(question: str, table: pd.DataFrame) -> str:
    """The row with the highest score, with its interval, or the value that a balance seeks; empty before the first
    game.
    """
    if not table["score"].notna().any():
        return ""
    return QUESTIONS[question].leader(table, rows_of(table)[int(table["score"].argmax())])


def headline(plan: Plan, table: pd.DataFrame, first_seat: pd.DataFrame) -> str:
    """The answer in one sentence, of the table that is the answer and that of the seat that begins."""
    if not table["score"].notna().any():
        return QUESTIONS[plan.question].unanswered(table) if table["games"].any() else "No game has been played yet"
    told = QUESTIONS[plan.question].headline(plan, table, first_seat)
    return f"T{told[1:]}" if told.startswith("the ") else told  # names stay as they are
