"""Weights for the value of a position, learned from play: games, a fit, games with what was learned, and so on.

In every round `best` and `expert` play, `expert` with what was learned in the round before. The weights are fitted to
the positions of all rounds by who won: to those at turn starts, or to those that the actions of one decision lead to.
The latter, with an intercept of its own for every decision, is what thinking ahead asks of a value: what else its
actions differ by does not count. At the end an `expert` with the new weights plays one with the present ones, at
tables and in deals that no fit saw; the new weights are accepted if it scores more than half, beyond what luck
explains.
"""

from __future__ import annotations

import contextlib
import importlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, hstack

from agents import load_agent
from agents.learned import DIGITS, Features, Weights, no_weights, written
from agents.search import SearchAgent
from sim import load_game
from sim.core.errors import InputError
from sim.core.game import Game
from sim.core.kernel import ROOT, digest
from sim.core.turnloop import Player, play_games
from sim.reading.text_files import read_toml_file

from ..plan.fields import LEARNING, Problems
from ..plan.tables import games_per_deal
from ..statistics.choice_model import Cases, calibration
from ..statistics.intervals import Interval, mean_interval
from .files import UNFINISHED, write_whole
from .positions import NO_DECISION, NOWHERE, Positions, play_and_note, play_and_try
from .progress import earlier_agents, known_commit

TABLE = "learning.toml"
SOURCES = [Path(__file__).with_name(name) for name in ("learning.py", "positions.py")]
"""What decides which positions are noted, and how weights are fitted to them."""
PLAYERS = ("best", "expert")
CONFIDENCE = 0.95
HELD_OUT = 5
"""Every fifth part is held out of the fit, with its tables."""
ROUND_SEED, HELD_OUT_SEED = 1_000, 15_000
"""Added to the seed for each round, and for the last match: so that tables are drawn that were not drawn before."""
LATE = 2 / 3
"""The last third of the turns that games take on average, and what comes after, is late."""
UNSEEN = 10
"""One card in ten is left out of the fit that shows what unseen cards are foretold by."""
EDGES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.000001)
RIDGE = {"numbers": 1e-4, "texts": 1e-3, "owned": 1e-2, "zones": 1e-1, "turn": 2.0}
"""Penalties: of numbers, of facts of cards in a zone, of a card in whatever zone, and of what its zone adds; `turn`:
how many times as much of what differs between the seat whose turn it is and the others. Of three sets these foretold
best who won with decks of KeyForge that were held out."""
NEVER = 1e6
"""The penalty of what is to be left out."""
INTERCEPT = 0.25
"""The penalty of the intercept of a decision, in positions: as if its odds were known to be even with a standard error
of 2.
"""
ACTIVE = "active"
"""The number that is 1 for the seat whose turn it is."""


@dataclass(frozen=True)
class Learning:
    """What is learned, and from which games."""

    game: Game
    features: Features
    present: SearchAgent
    """`expert` with the present weights"""
    value_with: Callable[[Weights], Any]
    seed: int
    rounds: int
    table: Sequence[Mapping[str, Any]]
    """house rules of the tables, one after the other"""
    drawn: str
    """the key of a table that is drawn anew for each; empty if none is"""
    parts: Mapping[str, int]
    """of games of `best` and of `expert`, in each round"""
    tables: int
    """of a part"""
    games: Mapping[str, int]
    """at each table"""
    rollouts: int
    """of `expert` in games that are learned from"""
    fitted_to: str
    """"turns": positions at turn starts, or "decisions": those that the actions of a decision lead to"""
    share: float
    """of the turn starts, or of the decisions"""
    astray: float
    """share of the decisions of `best` in which any legal action is done"""
    match: int
    """tables of the last match"""
    against: str = ""
    """the commit whose `expert` it is played against; the present one if empty"""

    def digest(self) -> str:
        """Twelve hex digits naming all that decides what is learned; not how many rounds."""
        parts = [self.game.source_digest(), self.game.tables_digest(), self.present.digest(), str(RIDGE)]
        plan = (self.seed, self.table, self.drawn, self.parts, self.tables, self.games, self.rollouts)
        how = (self.fitted_to, self.share, self.astray, self.match, self.against)
        sources = [path.read_bytes() for path in SOURCES]
        return digest(*sources, *(part.encode() for part in [*parts, str(plan), str(how)]))

    def expert(self, weights: Weights | None) -> SearchAgent:
        """`expert` with some weights, or with the present ones."""
        if weights is None:
            return self.present
        source = digest(self.present.source.encode(), *(part.tobytes() for part in weights.arrays))
        return replace(self.present, value=self.value_with(weights), source=source)

    def tables_of(self, seed: int, part: int) -> list[np.record]:
        """The tables of a part, each as one of `table` in turn."""
        turns = [self.table[place % len(self.table)] for place in range(self.tables)]
        if self.drawn:
            players = int(turns[0].get("players", self.game.player_counts[0]))
            draws = self.game.drawn[self.drawn].draw(seed + part, self.tables, players, {}, ())
            turns = [{**keys, self.drawn: draw} for keys, draw in zip(turns, draws, strict=True)]
        return [self.game.make_tables(keys, ()) for keys in turns]

    def play(self, name: str, number: int, part: int, weights: Weights | None) -> Positions:
        """The positions of a part of a round."""
        seed, games, astray = self.seed + (number - 1) * ROUND_SEED, self.games[name], 0.0
        best: Player = load_agent(self.game.name, "best")
        agent = best
        if name == "expert":
            agent = self.expert(weights).with_parameters(rollouts=self.rollouts)
        else:
            astray = self.astray
        found = []
        for place, tables in enumerate(self.tables_of(seed, part)):
            first, players = (part * self.tables + place) * games, [agent] * int(tables.players)
            which = (seed, first, games, self.share, astray)
            if self.fitted_to == "turns":
                found.append(play_and_note(self.features, tables, players, *which))
            else:
                horizon = int(self.present.parameters["horizon"])
                found.append(play_and_try(self.features, tables, players, best, horizon, *which))
        return Positions.joined(found)


@dataclass(frozen=True)
class Learned:
    """What came of it."""

    learning: Learning
    folder: Path
    weights: Weights
    figures: pd.DataFrame
    """log loss on positions that were held out: one row a round and sort of positions"""
    calibration: pd.DataFrame
    """of the last weights: mean chance foretold, mean share of the win, positions"""
    gain: Interval
    """score of `expert` with the new weights against `expert` with the present ones, over tables"""

    @property
    def accepted(self) -> bool:
        """Whether the new weights score more than half, beyond what luck explains."""
        return self.gain.low > 0.5


def read_learning(game: str, path: Path | None = None, against: str = "", **changes: int) -> Learning:
    """How the value of a game is learned, by default as `agents/<game>/learning.toml` says; `changes` replace what it
    says. against: the commit whose `expert` the last match is played against. InputError lists everything wrong.
    """
    rules = load_game(game)
    path = path or ROOT / "agents" / rules.name / TABLE
    if not path.is_file() and path.parent == ROOT / "agents" / rules.name:
        learned = ", ".join(sorted(found.parent.name for found in ROOT.glob(f"agents/*/{TABLE}")))
        raise InputError([f"what a position of {rules.title} is worth is not learned from play; of {learned} it is"])
    problems = Problems()
    said = read_toml_file(path, "learning file")
    values = problems.fields({**said, **changes}, LEARNING, "")
    problems.missing(said, ("parts", "games"), "")
    if not problems.problems and values.get("drawn", "") not in ("", *rules.drawn):
        problems.wrong([f"drawn should be one of {', '.join(rules.drawn)}"])
    if problems.problems:
        raise InputError([f"{path}: {problem}" for problem in problems.problems])
    module = importlib.import_module(f".{rules.name}.value", load_agent.__module__)
    present = load_agent(game, "expert")
    assert isinstance(present, SearchAgent)
    return Learning(
        game=rules,
        features=module.FEATURES,
        present=present,
        value_with=module.value_with,
        seed=values.get("seed", 1),
        rounds=values.get("rounds", 2),
        table=values.get("table", [{}]),
        drawn=values.get("drawn", ""),
        parts=values["parts"],
        tables=values.get("tables", 25),
        games=values["games"],
        rollouts=values.get("rollouts", 24),
        fitted_to=values.get("fitted_to", "turns"),
        share=values.get("share", 0.33),
        astray=values.get("astray", 0.02),
        match=values.get("match", 200),
        against=against,
    )


def learn(
    learning: Learning, results: str | Path = "results", tell: Callable[[str], None] = lambda line: None
) -> Learned:
    """Learns weights, or goes on where an earlier call was stopped or killed.

    results: the folder in which the learning gets its own, with positions, weights and figures. tell: told what is
    done.
    """
    folder = Path(results) / f"learn-{learning.game.name}-{learning.digest()[:8]}"
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob(f"*{UNFINISHED}"):
        path.unlink()
    facts = facts_of(learning)
    parts: dict[str, list[Positions]] = {name: [] for name in PLAYERS}
    weights, rows, last = None, [], []
    for number in range(1, learning.rounds + 1):
        for name in PLAYERS:
            for part in range(learning.parts[name]):
                parts[name].append(_part(learning, folder, name, number, part, weights))
                tell(f"round {number} of {learning.rounds}: part {part + 1} of {learning.parts[name]} of {name}")
        fitted, held = _divided(learning, parts)
        weights = fit(learning.features, [fitted[name] for name in PLAYERS], facts)
        found = list(_figures(learning.features, weights, facts, held))
        rows += [(number, *row[:-1]) for row in found]
        tell(", ".join(f"log loss {row[2]:.4f} ({row[0]}, {row[1]})" for row in found))
        last = [row[-1] for row in found if row[1] == "all"]
    assert weights is not None
    if learning.features.zones:
        rows += [(learning.rounds, *row) for row in _unseen(learning.features, fitted, held, facts, weights)]
    figures = pd.DataFrame(rows, columns=["round", "games of", "positions", "log_loss", "counted"])
    write_whole(folder / "figures.csv", figures.to_csv(index=False).encode())
    scores = _match(learning, folder, weights, tell)
    gain = mean_interval(len(scores), float(scores.mean()), float(scores.var()), bounds=(0, 1), confidence=CONFIDENCE)
    weights = replace(weights, plan=_plan(learning, figures, gain))
    write_whole(folder / "learned.toml", written(learning.features, weights).encode())
    curve = pd.DataFrame(np.concatenate(last) if last else [], columns=["foretold", "won", "positions"])
    return Learned(learning, folder, weights, figures, curve, gain)


def _plan(learning: Learning, figures: pd.DataFrame, gain: Interval) -> dict[str, Any]:
    """From which games weights come, and how well they do."""
    shown = figures[figures["round"] == learning.rounds]
    named = [(f"{row[1]} {row[2]}", round(row[3], 4)) for row in shown.itertuples(index=False, name=None)]
    return {
        "commit": _commit(),
        "seed": learning.seed,
        "rounds": learning.rounds,
        "games": {
            name: learning.rounds * learning.parts[name] * learning.tables * learning.games[name] for name in PLAYERS
        },
        "rollouts": learning.rollouts,
        "fitted_to": learning.fitted_to,
        "agent": learning.present.digest(),
        "score": [round(float(x), 3) for x in (gain.estimate, gain.low, gain.high)],
        "log_loss": {re.sub(r"\W+", "_", name): loss for name, loss in named},
    }


def _commit() -> str:
    """The commit of the project; nothing where its history is not here."""
    try:
        return known_commit("HEAD")
    except InputError:
        return ""


def _part(learning: Learning, folder: Path, name: str, number: int, part: int, weights: Weights | None) -> Positions:
    """A part, played or read."""
    path = folder / f"round-{number}-{name}-{part:04d}.npz"
    if path.exists():
        try:
            return Positions.of_bytes(path.read_bytes())
        except Exception:  # whatever numpy says of bytes that are no archive of arrays
            raise InputError(f"{path}: damaged; delete it and learn again") from None
    found = learning.play(name, number, part, weights)
    write_whole(path, found.to_bytes())
    return found


def _divided(
    learning: Learning, parts: Mapping[str, Sequence[Positions]]
) -> tuple[dict[str, Positions], dict[str, Positions]]:
    """The positions to fit to, and those held out, by who played."""
    both: tuple[dict[str, Positions], dict[str, Positions]] = ({}, {})
    for name, found in parts.items():
        out = [part % learning.parts[name] % HELD_OUT == HELD_OUT - 1 for part in range(len(found))]
        for divided, wanted in zip(both, (False, True), strict=True):
            chosen = [part for part, held in zip(found, out, strict=True) if held == wanted]
            if not chosen:
                raise InputError(f"{learning.game.name}: {HELD_OUT} parts or more of {name} are needed in a round")
            divided[name] = Positions.joined(chosen)
    return both


# --- the fit ----------------------------------------------------------------------------------------------------------


def facts_of(learning: Learning) -> NDArray[np.float64]:
    """The facts of all cards of the game, (kinds, facts)."""
    features, (tables, *_) = learning.features, learning.tables_of(learning.seed, 0)
    found = np.zeros((features.kinds, len(features.facts)))
    for kind in range(len(features.cards)):
        features.read_facts(tables, kind, found[kind])
    return found


def sides_of(features: Features, positions: Positions, facts: NDArray[np.float64]) -> csr_matrix:
    """(positions * seats, columns): the numbers, the facts of the cards of each zone, the cards owned, and the cards of
    each zone; numbers, facts and cards of a zone once for all seats, and once with a minus where it is not their turn.
    """
    n, seats, _ = positions.numbers.shape
    zones, kinds = len(features.zones), features.kinds
    turn = np.where(np.arange(seats)[None, :] == positions.active[:, None], 1.0, -1.0).ravel()[:, None]
    numbers = csr_matrix(positions.numbers.reshape(n * seats, -1).astype(np.float64))
    if not zones:
        return hstack([numbers, numbers.multiply(turn)]).tocsr()
    there = positions.cards > NOWHERE
    rows = np.repeat(np.arange(n * seats), there.sum(axis=2).ravel())
    ones = np.ones(len(rows))
    cards = csr_matrix((ones, (rows, positions.cards[there])), shape=(n * seats, zones * kinds))
    by_zone = [cards[:, zone * kinds : (zone + 1) * kinds] for zone in range(zones)]
    texts = hstack([found @ csr_matrix(facts) for found in by_zone])
    twice = [part for found in (numbers, texts) for part in (found, found.multiply(turn))]
    return hstack([*twice, sum(by_zone), cards, cards.multiply(turn)]).tocsr()


def _sizes(features: Features) -> list[int]:
    """How many columns of each sort there are in `sides_of`."""
    numbers, zones = len(features.numbers), len(features.zones)
    texts, cards = zones * len(features.facts), zones * features.kinds
    return [numbers, numbers, texts, texts, features.kinds, cards, cards]


def cases_of(features: Features, positions: Positions, facts: NDArray[np.float64]) -> Cases:
    """The positions as cases of who wins; of those of decisions with a column more for each decision, which is 1 for
    the seat that decides.
    """
    there = positions.there
    won = (positions.won / positions.won.sum(axis=1, keepdims=True)).astype(np.float64)
    first = np.cumsum([0, *there.sum(axis=1)[:-1]])
    sides, decisions = sides_of(features, positions, facts), int(positions.decision.max(initial=NO_DECISION)) + 1
    if decisions:
        rows = np.arange(len(there)) * there.shape[1] + positions.decides
        ones = (np.ones(len(rows)), (rows, positions.decision))
        sides = hstack([sides, csr_matrix(ones, shape=(sides.shape[0], decisions))]).tocsr()
    return Cases(sides[there.ravel()], first, won[there])


def fit(
    features: Features, sources: Sequence[Positions], facts: NDArray[np.float64], left_out: Sequence[int] = ()
) -> Weights:
    """The weights that foretell best who won. left_out: cards for which nothing of their own is learned."""
    positions = Positions.joined(sources)
    cases = cases_of(features, positions, facts)
    turn, kinds = RIDGE["turn"], features.kinds
    values = [RIDGE["numbers"], RIDGE["texts"], RIDGE["owned"], RIDGE["zones"]]
    penalties = [values[0], turn * values[0], values[1], turn * values[1], values[2], values[3], turn * values[3]]
    columns = [np.full(size, penalty) for size, penalty in zip(_sizes(features), penalties, strict=True)]
    seen = np.zeros(kinds, np.int8)
    if features.zones:
        for part in columns[4:]:
            part.reshape(-1, kinds)[:, list(left_out)] = NEVER
        seen[np.unique(positions.cards[positions.cards > NOWHERE] % kinds)] = 1
        seen[list(left_out)] = 0
    own = sum(_sizes(features))
    columns.append(np.full(cases.sides.shape[1] - own, INTERCEPT / len(cases.first)))
    weights = _weights(features, cases.fit(np.concatenate(columns))[:own], facts, seen)
    return calibrated(features, weights, positions, facts) if cases.sides.shape[1] > own else weights


def calibrated(features: Features, weights: Weights, positions: Positions, facts: NDArray[np.float64]) -> Weights:
    """The weights times what makes their chances fit to who won, and what the turn itself is worth besides: the
    intercepts of decisions left both open.
    """
    there, first = positions.there, np.cumsum([0, *positions.there.sum(axis=1)[:-1]])
    won = (positions.won / positions.won.sum(axis=1, keepdims=True)).astype(np.float64)
    is_turn = np.arange(there.shape[1])[None, :] == positions.active[:, None]
    sides = np.column_stack([strengths(features, weights, positions, facts)[there], is_turn[there]])
    factor, turn = Cases(csr_matrix(sides), first, won[there]).fit(np.zeros(2))
    numbers, worth, texts = factor * weights.numbers, factor * weights.worth, factor * weights.texts
    numbers[0, features.numbers.index(ACTIVE)] += turn
    return replace(
        weights,
        **{name: np.round(part, DIGITS) for name, part in (("numbers", numbers), ("worth", worth), ("texts", texts))},
    )


def _weights(features: Features, found: NDArray, facts: NDArray, seen: NDArray[np.int8]) -> Weights:
    """Weights of columns of `sides_of`, as those of each role."""
    parts = np.split(found, np.cumsum(_sizes(features))[:-1])
    numbers, numbers_turn, texts, texts_turn, owned, cards, cards_turn = parts
    zones, kinds, n_facts = len(features.zones), features.kinds, len(features.facts)
    by_role = []
    for sign in (1.0, -1.0):
        text = (texts + sign * texts_turn).reshape(zones, n_facts)
        worth = text @ facts.T + owned[None, :] + (cards + sign * cards_turn).reshape(zones, kinds)
        by_role.append((numbers + sign * numbers_turn, np.where(seen, worth, 0.0), text))
    numbers, worth, texts = (np.round(np.stack(part), DIGITS) for part in zip(*by_role, strict=True))
    return replace(no_weights(features, {}), numbers=numbers, worth=worth, known=seen, texts=texts)


def strengths(features: Features, weights: Weights, positions: Positions, facts: NDArray[np.float64]) -> NDArray:
    """(positions, seats): the strength of each seat, as the compiled value has it; -inf where none is."""
    seats, zones, kinds = positions.numbers.shape[1], len(features.zones), features.kinds
    role = (np.arange(seats)[None, :] != positions.active[:, None]).astype(np.int64)
    strength = np.einsum("psk,psk->ps", positions.numbers, weights.numbers[role])
    strength[~positions.there] = -np.inf
    if not zones:
        return strength
    texts = np.stack([weights.texts[k] @ facts.T for k in range(2)])
    worth = np.where(weights.known, weights.worth, texts).reshape(2, zones * kinds)
    padded = np.concatenate([worth, np.zeros((2, 1))], axis=1)
    return strength + padded[role[:, :, None], np.maximum(positions.cards, NOWHERE)].sum(axis=2)


def chances(features: Features, weights: Weights, positions: Positions, facts: NDArray[np.float64]) -> NDArray:
    """(positions, seats): the chance of each seat to win, as the compiled value has it."""
    strength = strengths(features, weights, positions, facts)
    shares = np.exp(strength - strength.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


# --- how well it does -------------------------------------------------------------------------------------------------


def _loss(found: NDArray, won: NDArray) -> tuple[float, int]:
    """The mean log loss of chances, and over how many positions."""
    shares = won / won.sum(axis=1, keepdims=True)
    return float(-(shares * np.log(np.maximum(found, 1e-12))).sum(axis=1).mean()), len(found)


def _figures(
    features: Features, weights: Weights, facts: NDArray, held: Mapping[str, Positions]
) -> Iterator[tuple[str, str, float, int, NDArray]]:
    """Of the positions held out: who played, which positions, log loss, how many, and how well they are calibrated."""
    for name, positions in held.items():
        found = chances(features, weights, positions, facts)
        late = positions.turn >= LATE * 2 * positions.turn.mean()
        for which, chosen in (("all", late | True), ("early", ~late), ("late", late)):
            if chosen.any():
                loss, counted = _loss(found[chosen], positions.won[chosen])
                there = positions.there[chosen]
                curve = calibration(found[chosen][there], positions.won[chosen][there], EDGES)
                yield name, which, loss, counted, np.array(curve)


def _unseen(
    features: Features, fitted: Mapping[str, Positions], held: Mapping[str, Positions], facts: NDArray, weights: Weights
) -> Iterator[tuple[str, str, float, int]]:
    """The same where one card in ten has no worth of its own, by its text alone; and of these positions by all that was
    learned. Only positions in which such a card is in play or in hand.
    """
    left_out = list(range(0, int(np.flatnonzero(weights.known).max(initial=0)) + 1, UNSEEN))
    without = fit(features, [fitted[name] for name in PLAYERS], facts, left_out)
    for name, positions in held.items():
        here = (positions.cards > NOWHERE) & np.isin(positions.cards % features.kinds, left_out)
        chosen: NDArray[np.bool_] = np.any(here & (positions.cards < 2 * features.kinds), axis=(1, 2))
        if chosen.any():
            some = positions.taken(chosen)
            for which, used in (("unseen cards", without), ("the same, seen", weights)):
                yield name, which, *_loss(chances(features, used, some, facts), some.won)


def _match(learning: Learning, folder: Path, weights: Weights, tell: Callable[[str], None]) -> NDArray[np.float64]:
    """(tables,): the score of `expert` with new weights against `expert` with the present ones, at tables that were
    held out, from every seat; of a team, half the difference of their scores from an even one.
    """
    path = folder / f"match-{learning.rounds}.csv"
    scores = pd.read_csv(path)["score"].tolist() if path.exists() else []
    new, seed = learning.expert(weights), learning.seed + HELD_OUT_SEED
    with _opponent(learning) as old:
        for part in range(len(scores) // learning.tables, -(-learning.match // learning.tables)):
            for place, tables in enumerate(learning.tables_of(seed, part)):
                scores.append(_duel(learning.game, tables, new, old, seed, part * learning.tables + place))
            write_whole(path, pd.DataFrame({"score": scores}).to_csv(index=False).encode())
            tell(f"match: {100 * np.mean(scores):.1f} % after {len(scores)} tables of {learning.match}")
    return np.array(scores[: learning.match])


@contextlib.contextmanager
def _opponent(learning: Learning) -> Iterator[Player]:
    """The `expert` of the last match's other side."""
    if not learning.against:
        yield learning.present
        return
    with earlier_agents(learning.game.name, learning.against) as (_, known):
        yield known["expert"]


def _duel(game: Game, tables: np.record, new: Player, old: Player, seed: int, deal: int) -> float:
    """The score of one agent against another in a deal, from every seat; see `_match`."""
    players, each = int(tables.players), games_per_deal(tables)
    if game.words.team:
        found = [
            play_games(game, tables, [agent] * players, seed, deal * each, each).score[:, 0].mean()
            for agent in (new, old)
        ]
        return 0.5 + float(found[0] - found[1]) / 2
    scores = []
    for seat in range(players):
        agents = [new if other == seat else old for other in range(players)]
        scores.append(float(play_games(game, tables, agents, seed, deal * each, each).score[:, seat].mean()))
    share = float(np.mean(scores))
    return share if players == 2 else min(max(share * players / 2, 0.0), 1.0)
