"""What each card was worth, told from the games in which it was gained: a description, not a cause; and what each thing
was worth that a seat held from the start of play on: a cause where luck dealt it, a description where it was drafted.

Copies are gained when there is time and aether for them: a long game gains more of everything, and a card that is
bought by a team about to win looks good without having helped. To know what a card does, compare a supply with it to
one without it.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from sim.core.errors import InputError
from sim.words.walk import Walk

from ..plan.plan import Plan
from ..statistics.intervals import rate, score_interval

GAINED = "gained_"
"""Begins the columns of a games table that count the copies of a card that all seats gained."""


def card_worth(games: pd.DataFrame, most: int = 3, confidence: float = 0.95) -> pd.DataFrame:
    """How often a team won when it gained so many copies of a card: one row for each card and number of copies that
    occurred, `most` or more being one of them.

    games: those of one variant, as `Result.games` has them; each is a deal of its own, and games with a fault are left
    out. Columns card, copies, games, score, low, high (Wilson's interval), and against_none: the score less that
    of the games without a copy.
    """
    columns = [name for name in games.columns if name.startswith(GAINED)]
    if not columns:
        raise InputError(f"games: no column begins with {GAINED}; only games with a supply of piles count copies")
    sound = games[games["error"] == 0]
    won = sound["score_p1"].to_numpy() == 1
    rows = []
    for column in columns:
        copies = np.minimum(sound[column].to_numpy(), most).astype(int)
        none = rate(int(won[copies == 0].sum()), int((copies == 0).sum()), confidence).estimate
        for number in np.unique(copies) if copies.any() else ():
            found = rate(int(won[copies == number].sum()), int((copies == number).sum()), confidence)
            rows.append({
                "card": column.removeprefix(GAINED),
                "copies": f"{number}+" if number == most else str(number),
                "games": found.n,
                "score": found.estimate,
                "low": found.low,
                "high": found.high,
                "against_none": found.estimate - none,
            })  # fmt: skip
    return pd.DataFrame(rows, columns=["card", "copies", "games", "score", "low", "high", "against_none"])


def held_worth(plan: Plan, games: pd.DataFrame, confidence: float = 0.95) -> pd.DataFrame:
    """How often the holders of each thing that a seat holds from the start of play on won, the best first: one row for
    each. What luck dealt is worth so much; of what agents drafted it is told how those did who took it.

    plan: of one variant; games: those of it, as `Result.games` has them. What was held is found by dealing again, and
    by the draft alone where there is one. Columns card, deals, score, low, high (see `score_interval`; a deal is the
    mean over its holders), and against_even: the score less an even share.
    """
    found: dict[str, dict[int, list[float]]] = {}
    sound = games[games["error"] == 0]
    scores = [f"score_p{seat + 1}" for seat in range(plan.players)]
    for number, deal, *points in sound[["game", "deal", *scores]].itertuples(index=False):
        for held, score in zip(_held(plan, int(number)), points, strict=True):
            for card in held:
                found.setdefault(card, {}).setdefault(int(deal), []).append(float(score))
    rows = []
    for card, deals in found.items():
        score = score_interval(np.array([np.mean(points) for points in deals.values()]), confidence)
        rows.append({
            "card": card,
            "deals": score.n,
            "score": score.estimate,
            "low": score.low,
            "high": score.high,
            "against_even": score.estimate - 1 / len(scores),
        })  # fmt: skip
    columns = ["card", "deals", "score", "low", "high", "against_even"]
    return pd.DataFrame(rows, columns=columns).sort_values("score", ascending=False, ignore_index=True)


def _held(plan: Plan, number: int) -> list[list[str]]:
    """What each seat holds as play begins in a game of the first variant, by its number."""
    game, variant = plan.game, plan.variants[0]
    if game.held is None:
        raise InputError(f"{game.title} gives nothing to a seat that it keeps")
    ids = game.words.card_ids(variant.cards)
    for step in Walk(game, variant.tables, variant.agents, plan.seed, number):
        if any(held := game.held(step.state, ids)):
            return held
    return [[] for _ in range(plan.players)]
