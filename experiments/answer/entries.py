"""Figures of the games of each deck, agent or variant apart: its own, and those of its opponents."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ..plan.plan import Plan
from ..questions.question import QUESTIONS
from ..questions.summary import describe_counts
from ..questions.totals import count_values, figure_names
from .display import figure_group
from .outcome import Outcome

OWN, OTHERS, GAME = "own", "others", "game"
"""Whose a figure is: of the seat of the entry (of a team, of any seat), of those that it met, or of the whole game."""


def entry_figures(result: Outcome) -> pd.DataFrame:
    """One row an entry, figure and whose it is, of the sound games that the entry played: games, mean, quartiles
    (values that occurred) and extremes. Of a seat's figure each seat of a game counts. Categories are left out.

    An entry is what a question is about: a variant or a value as the entrant plays it, an entry of a field or a matrix
    over all that it meets, a seat of an estimate.
    """
    plan, counts = result.plan, defaultdict[tuple[str, str, str], Counter[int]](Counter)
    seats = defaultdict[str, list[tuple[str, int]]](list)
    for entry, places in QUESTIONS[plan.question].entries(plan).items():
        for variant, seat in places:
            seats[plan.variants[variant].name].append((entry, seat))
    figures = [name for name in figure_names(plan.game, plan.players) if name not in plan.game.categories]
    for variant_name, games in result.iter_games([*figures, "first_seat", "error"]):
        sound = games[games["error"] == 0]
        for entry, seat in seats[variant_name]:
            for figure, whose, values in _values(plan, sound, figures, seat):
                counts[entry, figure, whose].update(count_values(values))
    rows = [
        {"name": entry, "figure": figure, "whose": whose, "games": found.total(), **describe_counts(found)}
        for (entry, figure, whose), found in counts.items()
    ]
    return pd.DataFrame(rows)


def _values(
    plan: Plan, games: pd.DataFrame, figures: list[str], seat: int
) -> Iterator[tuple[str, str, NDArray[np.generic]]]:
    """Each figure with whose it is and its values, of games in which an entry sits at a seat (see
    `Question.entries`).
    """
    sits = games["first_seat"].to_numpy() if seat == plan.players else np.full(len(games), seat)
    for group in dict.fromkeys(map(figure_group, figures)):
        of_seats = [f"p{place + 1}_{group}" for place in range(plan.players)]
        if group in figures:
            yield group, GAME, games[group].to_numpy()
        elif set(of_seats) <= set(figures):
            values = games[of_seats].to_numpy()
            own = np.ones(values.shape, bool) if plan.team else np.arange(plan.players) == sits[:, None]
            yield group, OWN, values[own]
            if not own.all():
                yield group, OTHERS, values[~own]
