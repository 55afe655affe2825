"""What a card costs an agent that has it: three checks of every card, on the same deals.

- blank: the agent with the card against the agent with a card without text of the same kind and cost in its place;
- refusal: the agent that never takes the card against the agent as it is;
- greed: the agent that always takes the card when it can against the agent as it is.

What a player may leave alone can cost him little, so each of these scores at most `LIMIT` more; what scores more shows
a card that the agent misjudges. Offers (decks, squads, supplies) that have the card are drawn by the game's own
generator; where none has it, it takes the place of a card of the same part and cost. The first seat has it, or the
whole team, or it lies in the market of all; where all share one market there is no blank. Cards are played in rounds:
whoever is decided in all checks plays no more. Intervals hold for all cards and checks together and at every moment
(confidence sequences; Bonferroni), so that it may be stopped at any moment.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pandas as pd
import tomli_w

from agents import Agent, load_agent
from agents.taking import Manner, load_taking, source, taking
from sim import load_game
from sim.core.errors import InputError, nearest, quoted
from sim.core.game import Drawn, Game
from sim.core.kernel import digest
from sim.core.turnloop import play_games
from sim.reading.card_files import CardFile
from sim.reading.exchange import exchanged, held

from ..plan.tables import games_per_deal
from ..statistics.intervals import Interval, simultaneous_confidence
from ..statistics.moments import DENOMINATOR, moments_of
from ..statistics.sequences import sequence_mean
from .files import UNFINISHED, write_whole

BLANK, REFUSAL, GREED = CHECKS = ("blank", "refusal", "greed")
AS_IT_IS = "as it is"
LIMIT = 0.01
"""How much more than the agent each check may score."""
CONFIDENCE = 0.95
DEALS = 8
"""Played with each offer; their mean is the unit of the statistics."""
ROUND = 20
"""Offers that a card plays at a time."""
CARDS_A_PART = 8
PLAYERS = 2
DRAWS = 1000
"""Different offers that are drawn, of which each card meets some."""
TRIES = 60
"""Offers that are drawn, and exchanges in each, until a card has a place."""
PASSES, FALLS_SHORT, OPEN = "passes", "falls short", "open"
SCORES = "scores-{}.csv"
"""The files of the parts, numbered from 0."""


@dataclass(frozen=True)
class Verdict:
    """What an audit says of one card."""

    card: str
    games: int
    """of each check"""
    checks: Mapping[str, Interval]
    """by check, how much more it scores than the agent with the card"""

    @property
    def cost(self) -> float:
        """How much the card costs by the check that says most; nan if it was not played."""
        return max((found.estimate for found in self.checks.values()), default=float("nan"))

    @property
    def verdict(self) -> str:
        """Whether the card passes; it falls short if one check is shown to score too much more."""
        if any(found.low > LIMIT for found in self.checks.values()):
            return FALLS_SHORT
        return PASSES if self.checks and all(found.high <= LIMIT for found in self.checks.values()) else OPEN


@dataclass(frozen=True)
class Audit:
    """Who is audited, for which cards, and how long."""

    game: Game
    agent: Agent
    cards: tuple[str, ...]
    rounds: int
    """at most, of each card"""
    seed: int = 1

    @functools.cached_property
    def key(self) -> str:
        """What of a table has the card; empty where all cards are always there."""
        return next(iter(self.game.drawn), "")

    @functools.cached_property
    def facts(self) -> Mapping[str, Mapping[str, Any]]:
        """The facts of all cards by id, in table order."""
        return self.game.words.cards(())

    @property
    def checks(self) -> tuple[str, ...]:
        """The checks that the game allows."""
        return CHECKS if self.key and load_taking(self.game.name).facts else CHECKS[1:]

    @functools.cached_property
    def digest(self) -> str:
        """Twelve hex digits naming all that decides what is played of a card; not which cards, and not how long."""
        parts = [self.game.source_digest(), self.game.tables_digest(), self.agent.digest(), source(self.game.name)]
        return digest(*(part.encode() for part in parts), str((self.seed, DEALS, ROUND)).encode())

    @property
    def folder(self) -> str:
        """The name of the folder with its results."""
        return f"{self.game.name}-audit-{self.agent.name}-{self.digest}"

    def play(self, card: str, number: int) -> pd.DataFrame:
        """A round of a card: a row for each offer, with the score of the agent as it is and by each check."""
        rows = []
        for offer in range(number * ROUND, (number + 1) * ROUND):
            tables = self.offer(card, offer)
            if tables is None:
                break
            rows.append({"card": card, "offer": offer, **self._scores(card, offer, tables)})
        return pd.DataFrame(rows, columns=["card", "offer", AS_IT_IS, *self.checks])

    def _scores(self, card: str, offer: int, tables: Mapping[str, np.record]) -> dict[str, float]:
        """The score with an offer of whoever has the card."""
        row = list(self.facts).index(card)
        players = {
            AS_IT_IS: self.agent,
            BLANK: self.agent,
            REFUSAL: taking(self.agent, row, Manner.REFUSES),
            GREED: taking(self.agent, row, Manner.IS_GREEDY),
        }
        found = {}
        for what in (AS_IT_IS, *self.checks):
            table = tables[what if what == BLANK else AS_IT_IS]
            count, each = int(table.players), games_per_deal(table)
            others = players[what] if self.game.words.team else self.agent
            seats = [players[what], *[others] * (count - 1)]
            batch = play_games(self.game, table, seats, self.seed, offer * DEALS * each, DEALS * each)
            if batch.error.any():
                raise InputError(f"{card}: {batch.fault(int(np.flatnonzero(batch.error)[0]), seats)}")
            found[what] = float(batch.score[:, 0].astype(np.float64).mean())
        return found

    # --- offers

    def blank_file(self, card: str) -> CardFile:
        """A card file with the blank that stands in the place of a card."""
        blank = {_blank(card): load_taking(self.game.name).blank(self.facts[card])}
        return CardFile.holding(Path("blank.toml"), tomli_w.dumps(blank).encode())

    def offer(self, card: str, number: int) -> dict[str, np.record] | None:
        """The tables of an offer that has a card, and of the same with a blank; None if it has a place in none."""
        if not self.key:
            return {AS_IT_IS: self.game.make_tables({}, ())}
        drawn, blank = self.game.drawn[self.key], self.blank_file(card)
        chance = np.random.default_rng([self.seed, number, list(self.facts).index(card)])
        for _ in range(TRIES):
            value, sides = self._draw(card, drawn, chance)
            for part, out in self._places(card, drawn, value, chance):
                with_card = value if out == card else exchanged(value, part, out, card, 1)
                with_blank = exchanged(value, part, out, _blank(card), 1)
                try:
                    return {
                        AS_IT_IS: self._seated(with_card, sides, drawn, ()),
                        BLANK: self._seated(with_blank, sides, drawn, (blank,)),
                    }
                except InputError:
                    continue
        return None

    def _draw(self, card: str, drawn: Drawn, chance: np.random.Generator) -> tuple[Any, list[Any]]:
        """A random offer with its cards listed: of the first seat, or of all, and of the other seats."""
        sides = _listed_offer(self.game, self.key, int(chance.integers(DRAWS)), card if self._limits else "")
        order = sorted(range(len(sides)), key=lambda side: card not in {name for _, name, _ in held(sides[side])})
        return sides[order[0]], [sides[side] for side in order[1:]]

    @functools.cached_property
    def _limits(self) -> bool:
        """Whether an offer can be asked to have a card."""
        try:
            self.game.drawn[self.key].draw(0, 1, PLAYERS, {"with": [self.cards[0]]}, ())
        except InputError:  # what is generated whole cannot be limited
            return False
        return True

    def _places(self, card: str, drawn: Drawn, value: Any, chance: np.random.Generator) -> Iterator[tuple[str, str]]:
        """Where a card may stand in an offer: its own place, or those of cards of the same part and cost; part and card
        that it takes the place of.
        """
        there = held(value)
        own = [(part, name) for part, name, _ in there if name == card]
        if own:
            yield own[0]
            return
        like, mine = drawn.alike or drawn.price, self.facts[card]
        for number in chance.permutation(len(there))[:TRIES]:
            part, name, _ = there[int(number)]
            other = self.facts[name]
            same = part in ("", mine.get(like)) if drawn.alike else other.get(like) == mine.get(like)
            if same and other["type"] == mine["type"]:
                yield part, name
        yield from ((part, name) for part, name, _ in there if drawn.alike and part == mine.get(like))

    def _seated(self, value: Any, sides: Sequence[Any], drawn: Drawn, files: Sequence[CardFile]) -> np.record:
        table = {**drawn.together, self.key: [value, *sides] if drawn.by_seat else value}
        return self.game.make_tables(table, files)

    # --- what came out

    def verdict(self, card: str, scores: pd.DataFrame, cards: int) -> Verdict:
        """What the scores of a card say, where so many cards are judged together."""
        each = simultaneous_confidence(CONFIDENCE, cards * len(self.checks))
        found = {}
        for check in self.checks if len(scores) else ():
            gains = moments_of(scores[check] - scores[AS_IT_IS], denominator=DENOMINATOR * DEALS)
            found[check] = sequence_mean(
                gains, each, bounds=(-1, 1), parts=DEALS, tightest_at=max(ROUND, self.rounds * ROUND // 2)
            )
        games = len(scores) * DEALS * games_per_deal(self.game.make_tables({}, ()))
        return Verdict(card, games, found)


def _blank(card: str) -> str:
    """What the blank is called that stands in the place of a card."""
    return f"blank_{card}"


@functools.lru_cache(maxsize=2 * DRAWS)
def _listed_offer(game: Game, key: str, seed: int, card: str) -> list[Any]:
    """A random offer of a seed with its cards listed, of each seat or of all; with a card, unless it is empty."""
    drawn = game.drawn[key]
    value = drawn.draw(seed, 1, PLAYERS, {"with": [card]} if card else {}, ())[0]
    return [drawn.listed(one, {}, ()) for one in (value if drawn.by_seat else [value])]


def read_audit(game: str, agent: str, cards: Sequence[str] = (), games: int = 4000, seed: int = 1) -> Audit:
    """The audit of an agent for some cards by id, all that a player may take unless given. games: of each check, at
    most. InputError lists the cards that cannot be audited.
    """
    rules, player = load_game(game), load_agent(game, agent)
    facts, may_take = rules.words.cards(()), load_taking(game).may_take
    known = [card for card in facts if may_take(facts[card])]
    if wrong := [card for card in cards if card not in known]:
        raise InputError(
            f"no card that a player may take is called {quoted(card)}{nearest(card, known)}" for card in wrong
        )
    each = ROUND * DEALS * games_per_deal(rules.make_tables({}, ()))
    chosen = tuple(dict.fromkeys(cards)) or tuple(known)
    return Audit(rules, player, chosen, max(1, -(-games // each)), seed)


def audit(
    asked: Audit,
    results: Path,
    workers: int | None = None,
    on_part: Callable[[int, int], None] | None = None,
) -> list[Verdict]:
    """Plays an audit, or goes on where it was; returns what it says of each card, the one that costs most first.

    on_part (round, cards that play it): called after each part.
    """
    folder = results / asked.folder
    scores = _read(asked, folder)
    with joblib.Parallel(workers or joblib.cpu_count(), "threading") as pool:
        for number in range(asked.rounds):
            before = scores[scores["offer"] < number * ROUND]
            rows = dict(tuple(before.groupby("card")))
            known = set(scores.loc[scores["offer"] >= number * ROUND, "card"])
            todo = [card for card in asked.cards if _plays_on(asked, card, rows.get(card, before.head(0)), number)]
            waiting = [card for card in todo if card not in known]
            for first in range(0, len(waiting), CARDS_A_PART):
                cards = waiting[first : first + CARDS_A_PART]
                found = pd.concat(pool(joblib.delayed(asked.play)(card, number) for card in cards))
                place = len(list(folder.glob(SCORES.format("*"))))
                write_whole(folder / SCORES.format(place), found.to_csv(index=False).encode())
                scores = pd.concat([scores, found], ignore_index=True)
                if on_part:
                    on_part(number, len(todo))
    rows = dict(tuple(scores.groupby("card")))
    verdicts = [asked.verdict(card, rows.get(card, scores.head(0)), len(asked.cards)) for card in asked.cards]
    return sorted(verdicts, key=lambda verdict: (not verdict.checks, -verdict.cost if verdict.checks else 0.0))


def _plays_on(asked: Audit, card: str, scores: pd.DataFrame, number: int) -> bool:
    """Whether a card plays a round, by the rounds before."""
    if number == 0:
        return True
    return len(scores) == number * ROUND and asked.verdict(card, scores, len(asked.cards)).verdict == OPEN


def _read(asked: Audit, folder: Path) -> pd.DataFrame:
    """The scores that have been played; InputError if a file of them is damaged."""
    for path in folder.glob(f"*{UNFINISHED}"):
        path.unlink()
    columns = ["card", "offer", AS_IT_IS, *asked.checks]
    parts = [pd.DataFrame({name: pd.Series(dtype=np.float64) for name in columns}).astype({"card": str})]
    for path in folder.glob(SCORES.format("*")):
        try:
            part = pd.read_csv(path).astype({"card": str, **dict.fromkeys(columns[1:], np.float64)})[columns]
        except (ValueError, KeyError):
            part = None
        if part is None or part.isna().any(axis=None):
            raise InputError(f"{path}: damaged; delete it and audit again")
        parts.append(part)
    return pd.concat([part for part in parts if len(part)] or parts, ignore_index=True)
