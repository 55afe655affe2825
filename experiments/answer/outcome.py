"""What a run has to tell: its tables, its games, its faults."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import pandas as pd

from sim.core.faults import fault_text

from ..plan.plan import Plan
from ..questions.question import QUESTIONS, headline
from ..questions.setting import played_with
from ..run.parts import PartId, cut
from ..run.store import REPORT, Store, told_games
from .display import games_text

Status = Literal["done", "stopped", "playing"]


@dataclass(frozen=True, eq=False)
class Outcome:
    """The results of a run as they stood when they were read: data alone, for words, pictures and reports."""

    folder: Path
    plan: Plan
    manifest: Mapping[str, Any] = field(repr=False)
    status: Status
    """done; stopped before its target, and can go on; or being played now by another process"""
    table: pd.DataFrame = field(repr=False)
    """the answer: one row a seat, a team, a variant, a value or an entry; see `summarize` in `experiments.questions`
    """
    first_seat: pd.DataFrame = field(repr=False)
    """by variant (or for all pairs together), the score of whichever seat begins, and its advantage over an even share;
    no row for a team
    """
    figure_table: pd.DataFrame = field(repr=False)
    """by variant (or for all pairs together) and figure (turns, decisions, the game's measures that are amounts): mean,
    quartiles, extremes
    """
    history: pd.DataFrame = field(repr=False)
    """how the answer came about: games, name, estimate, low, high (always-valid intervals)"""
    shares: pd.DataFrame | None = field(default=None, repr=False)
    """likewise, of the game's measures that are categories (`Game.categories`): the share of games of each"""
    more: Mapping[str, pd.DataFrame] = field(default_factory=dict, repr=False)
    """by name, the tables that the question has beside its answer"""
    temporary: TemporaryDirectory[str] | None = field(default=None, repr=False)
    """keeps a folder that is not meant to last for as long as the result"""

    @property
    def name(self) -> str:
        """The name of the plan."""
        return self.plan.name

    @property
    def cells(self) -> pd.DataFrame | None:
        """Of a field and a matrix, the score of every row against every column; see `questions.pairs.cells`."""
        return self.more.get("cells")

    @property
    def additivity(self) -> pd.DataFrame | None:
        """Of a matrix, whether ratings alone explain it; see `experiments.questions.matrix.additivity`."""
        return self.more.get("additivity")

    @property
    def games_in_all(self) -> int:
        """Games of all variants together."""
        return sum(told.games for told in told_games(self.plan, self.manifest))

    @property
    def games_told(self) -> str:
        """How many games were played, of each variant and in all."""
        return games_text(self.manifest["games"], self.games_in_all, QUESTIONS[self.plan.question].unit_of(self.plan))

    @property
    def origin(self) -> str:
        """Of which plan and how many games something is that leaves the folder of the run."""
        key, seed, games = self.manifest["key"], self.plan.seed, self.manifest["games"]
        return f"{self.name}, plan key {key}, seed {seed}, {games} games"

    @property
    def intervals(self) -> Literal["fixed", "always valid"]:
        """Whether the intervals hold for a number of games fixed beforehand, or at every number at once."""
        return self.manifest["intervals"]

    @property
    def notes(self) -> list[str]:
        """What the user should know besides the results."""
        return list(self.manifest["notes"])

    @property
    def basis(self) -> str:
        """What the result rests on that is not the published game, as an end of a sentence; empty if it does not."""
        return str(self.manifest.get("basis", ""))

    @property
    def headline(self) -> str:
        """The answer in one sentence."""
        return headline(self.plan, self.table, self.first_seat)

    @property
    def answer(self) -> str:
        """The answer in one sentence, with what it rests on if that is not the published game."""
        return f"{self.headline}, {self.basis}" if self.basis else self.headline

    @property
    def setting(self) -> str:
        """What the score depends on beside what is compared; see `questions.setting.played_with`."""
        return played_with(self.plan)

    @property
    def rules(self) -> str:
        """The digest of the rules by which it was played, and that of today's where they are others."""
        played, now = self.manifest["identity"]["rules"], self.plan.game.source_digest()
        return played if self.under_rules_of_today else f"{played} (today's are others: {now})"

    @property
    def under_rules_of_today(self) -> bool:
        """Whether the games would be the same if they were played now, as far as the rules go."""
        return bool(self.manifest["identity"]["rules"] == self.plan.game.source_digest())

    @property
    def assumptions(self) -> list[tuple[str, str, str]]:
        """Facts that no source establishes: (card or rule, "assumed" or "designed", what)."""
        return [(rule, source, what) for rule, source, what in self.manifest["assumptions"]]

    @property
    def report(self) -> Path:
        """Where the report is, once it is written."""
        return self.folder / REPORT

    @functools.cached_property
    def faults(self) -> pd.DataFrame:
        """Games that were stopped by a fault: variant, game, error. They count in no rate."""
        columns = ["game", "error", "at_fault"]
        agents = {variant.name: [agent.name for agent in variant.agents] for variant in self.plan.variants}
        rows = [
            (name, int(game), fault_text(int(error), agents[name][seat] if seat >= 0 else ""))
            for name, games in (self.iter_games(columns) if self.table["faults"].any() else [])
            for game, error, seat in games.loc[games["error"] != 0, columns].itertuples(index=False)
        ]
        faults = pd.DataFrame(rows, columns=["variant", "game", "error"])
        return faults.astype({"variant": str, "game": "int64", "error": str})

    @functools.cached_property
    def games(self) -> pd.DataFrame:
        """All games, one row each. For large runs see `iter_games`.

        Columns: variant (its name), game (its number, from 0), deal (of games with common luck), first_seat (who began,
        0 for p1), score_p1, ... (the share of the win, 0 to 1), turns (that were ended, of all seats), decisions, error
        (0: none), truncated (whether the limit of turns ended it), at_fault (the seat that caused an error, or -1),
        fingerprint (of all choices), and the measures of the game in its own units (`Game.measures`).
        """
        names = [variant.name for variant in self.plan.variants]
        parts = [games.assign(variant=name) for name, games in self.iter_games()]
        if not parts:
            return pd.DataFrame({"variant": pd.Categorical([], names)})
        games = pd.concat(parts, ignore_index=True)
        games.insert(0, "variant", pd.Series(pd.Categorical(games.pop("variant"), names)))
        return games.sort_values(["variant", "game"], ignore_index=True) if self.plan.variants_per_part > 1 else games

    def iter_games(
        self, columns: Sequence[str] | None = None, only: str | None = None
    ) -> Iterator[tuple[str, pd.DataFrame]]:
        """The games part by part, with the name of their variant. columns: read only these; only: of one variant."""
        store, variants = Store(self.folder), self.plan.variants
        for told in told_games(self.plan, self.manifest):
            group = told.group
            if only is not None and only not in [variants[index].name for index in group]:
                continue
            for first in told.parts:
                part = PartId.of(self.plan, group, first, self.manifest["key"])
                games = part.read(store.parts.path(group.start, first), list(columns) if columns else None)
                for index, own in zip(group, cut(games, len(group), 0, told.until - first), strict=True):
                    if only in (None, variants[index].name):
                        yield variants[index].name, own.to_pandas(ignore_metadata=True)
