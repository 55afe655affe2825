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
SOLVED_TOGETHER = 20_000
"""So many scores, of tables drawn anew, go into one linear program: more make it slower again."""
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
    rows = _safest_mixes(table[None])[0]
    mirrored = table.shape[0] == table.shape[1] and np.allclose(table + table.T, 1, rtol=0, atol=1e-12)
    columns = rows if mirrored else _safest_mixes(1 - table.T[None])[0]
    against_columns = table @ columns
    return Equilibrium(rows, columns, float(rows @ against_columns), against_columns)


def _safest_mixes(tables: Scores) -> Scores:
    """(tables, rows): of each table the shares of the rows whose lowest mean score over the columns is as high as it
    can be. tables: (tables, rows, columns), solved as one linear program of so many blocks, for the solver takes longer
    to be called than to solve one.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp  # loaded when an equilibrium is looked for
    from scipy.sparse import csc_array

    count, rows, columns = tables.shape
    blocks = np.zeros((count, columns + 1, rows + 1))  # the last variable is the lowest mean score
    blocks[:, :columns, :rows], blocks[:, :columns, rows] = tables.transpose(0, 2, 1), -1
    blocks[:, columns, :rows] = 1
    block, line, variable = np.indices(blocks.shape)
    places = (block * (columns + 1) + line).ravel(), (block * (rows + 1) + variable).ravel()
    at_least = np.tile(np.append(np.zeros(columns), 1.0), count)
    at_most = np.tile(np.append(np.full(columns, np.inf), 1.0), count)
    bounds = LinearConstraint(csc_array((blocks.ravel(), places)), at_least, at_most)
    found = milp(np.tile(np.append(np.zeros(rows), -1.0), count), constraints=bounds, bounds=Bounds(0, 1))
    if found.x is None:
        raise ValueError(f"no equilibrium was found: {found.message}")
    shares = found.x.reshape(count, rows + 1)[:, :rows]
    shares = np.where(shares < SMALLEST_SHARE, 0.0, shares)
    mixes: Scores = shares / shares.sum(axis=1, keepdims=True)
    return mixes


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
    entries, above = len(table), np.triu_indices(len(table), 1)
    luck, together = np.random.default_rng(seed), max(1, SOLVED_TOGETHER // table.size)
    shares, against = np.empty((draws, entries)), np.empty((draws, entries))
    for first in range(0, draws, together):
        part = slice(first, min(first + together, draws))
        drawn = table[above] + error[above] * luck.standard_normal((part.stop - first, len(above[0])))
        tables = np.full((part.stop - first, entries, entries), 0.5)
        tables[:, *above] = np.clip(drawn, 0, 1)
        tables[:, above[1], above[0]] = 1 - tables[:, *above]
        shares[part] = _safest_mixes(tables)
        against[part] = (tables @ shares[part, :, None])[:, :, 0]
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
