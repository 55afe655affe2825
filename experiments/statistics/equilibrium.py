"""What to bring where each side chooses: the mixed equilibrium of a table of scores, and how sure it is.

Two sides choose an entry without seeing the other's choice, and the scores of both add up to 1. The minimax theorem
(von Neumann, 1928) says that each side has a mix of entries that scores at least the value of the table against
whatever the other side brings. A linear program finds it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

SMALLEST_SHARE = 1e-6
"""A share below this is the solver's rounding, and is none."""
Scores = NDArray[np.float64]


@dataclass(frozen=True)
class Equilibrium:
    """How often each side brings each of its entries if both choose well.

    rows: (rows,), the shares of the side whose scores the table holds; columns: (columns,), those of the other side;
    both sum to 1. value: the mean score of the rows' side then. against_columns: (rows,), the mean score of each row
    against the columns' mix, nowhere above the value.
    """

    rows: Scores
    columns: Scores
    value: float
    against_columns: Scores


def equilibrium(scores: ArrayLike) -> Equilibrium:
    """The mixed equilibrium of a table of scores in [0, 1], shape (rows, columns).

    A table may have several; all have the same value. Of a table that is its own mirror image (the score of i against j
    and that of j against i sum to 1) both sides get the same shares. ValueError if a score is not in [0, 1].
    """
    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2 or not table.size or not ((table >= 0) & (table <= 1)).all():
        raise ValueError("scores should be a table of numbers from 0 to 1")
    rows = _safest_mix(table)
    mirrored = table.shape[0] == table.shape[1] and np.allclose(table + table.T, 1, rtol=0, atol=1e-12)
    columns = rows if mirrored else _safest_mix(1 - table.T)
    against_columns = table @ columns
    return Equilibrium(rows, columns, float(rows @ against_columns), against_columns)


def _safest_mix(table: Scores) -> Scores:
    """The shares of the rows whose lowest mean score over the columns is as high as it can be."""
    from scipy.optimize import Bounds, LinearConstraint, milp  # loaded when an equilibrium is looked for

    rows, columns = table.shape
    aim = np.append(np.zeros(rows), -1.0)  # the last variable is the lowest mean score
    at_least = LinearConstraint(np.column_stack([table.T, -np.ones(columns)]), 0, np.inf)
    whole = LinearConstraint(np.append(np.ones(rows), 0.0)[None], 1, 1)
    found = milp(aim, constraints=[at_least, whole], bounds=Bounds(0, 1))
    if found.x is None:
        raise ValueError(f"no equilibrium was found: {found.message}")
    shares = np.where(found.x[:rows] < SMALLEST_SHARE, 0.0, found.x[:rows])
    mix: Scores = shares / shares.sum()
    return mix


@dataclass(frozen=True)
class Drawn:
    """Equilibria of a mirrored table that is drawn anew many times within its errors.

    shares, against: (draws, entries), the share of each entry, and its mean score against the mix of that draw.
    """

    shares: Scores
    against: Scores

    @property
    def often(self) -> Scores:
        """(entries,): in what share of the draws each entry has a share at all."""
        found: Scores = (self.shares > 0).mean(axis=0)
        return found


def drawn_equilibria(scores: ArrayLike, errors: ArrayLike, draws: int, seed: int) -> Drawn:
    """The equilibria of a mirrored table whose scores are uncertain.

    scores: (entries, entries), that of i against j and of j against i sum to 1; errors: (entries, entries), the
    standard error of each. Each draw takes every pair from the normal distribution around its score, held inside
    [0, 1], independently of all others. The same seed draws the same.
    """
    table, error = np.asarray(scores, dtype=np.float64), np.asarray(errors, dtype=np.float64)
    entries = len(table)
    above = np.triu_indices(entries, 1)
    luck = np.random.default_rng(seed)
    shares, against = np.empty((draws, entries)), np.empty((draws, entries))
    for draw in range(draws):
        one = np.full(table.shape, 0.5)
        one[above] = np.clip(table[above] + error[above] * luck.standard_normal(len(above[0])), 0, 1)
        one.T[above] = 1 - one[above]
        found = equilibrium(one)
        shares[draw], against[draw] = found.rows, found.against_columns
    return Drawn(shares, against)


def cycles_of_three(beats: ArrayLike) -> list[tuple[int, int, int]]:
    """All (a, b, c) in which a beats b, b beats c and c beats a, each once, the lowest number first.

    beats: (entries, entries), whether the row is shown to beat the column. Where these verdicts hold together, so do
    the three of each cycle.
    """
    shown = np.asarray(beats, dtype=bool)
    found = []
    for a in range(len(shown)):
        for b in a + 1 + np.flatnonzero(shown[a, a + 1 :]):
            found += [(a, int(b), int(c)) for c in a + 1 + np.flatnonzero(shown[b, a + 1 :] & shown[a + 1 :, a])]
    return sorted(found)
