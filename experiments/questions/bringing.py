"""What to bring to a matrix if all others choose well too: shares, scores against them, and cycles that are shown."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from sim.core.errors import quoted

from ..plan.plan import Plan
from ..statistics.equilibrium import cycles_of_three, drawn_equilibria, equilibrium
from .pairing import Pairing
from .pairs import ABOVE, ONE_ERROR, PairTotals
from .question import Section
from .texts import TextTable, rows_of
from .totals import mean_score

DRAWS = 1000
"""How often the matrix is drawn anew from its uncertainty."""
MOST_BROUGHT = 100
"""Of more entries no equilibrium is sought: a thousand would take minutes."""
BRING, OPEN, LEAVE = "bring", "open", "leave at home"
"""Verdicts: an entry has a share in nearly all matrices drawn anew; in some; in hardly any."""
MOST_CYCLES = 5
"""So many cycles are told in sentences; the table has all."""
NOT_OFFERED = (
    "What to bring is not told for more than two players: what one player gains there, no single other one loses, so"
    " there is no one best mix."
)


def bringing(plan: Plan, totals: PairTotals) -> pd.DataFrame:
    """One row an entry of a matrix for two, the largest share first; empty before every pair has met.

    share: how often to bring it if all others choose well (0 to 1, sums to 1). share_low, share_high: the middle part
    (the plan's confidence) of its shares when the matrix is drawn anew, often: the part of those matrices in which it
    has a share. against: its mean score against this mix, at most one half, with against_low and against_high likewise.
    """
    columns = ["name", "share", "share_low", "share_high", "often", "against", "against_low", "against_high", "verdict"]
    pairing: Pairing = plan.own
    if len(pairing.rows) > MOST_BROUGHT or not all(cell.count for cell in totals.cells):
        return pd.DataFrame(columns=columns)
    scores, errors = _score_table(pairing, totals)
    found, drawn = equilibrium(scores), drawn_equilibria(scores, errors, DRAWS, plan.seed)
    outside = (1 - plan.confidence) / 2
    share_low, share_high = np.quantile(drawn.shares, [outside, 1 - outside], axis=0)
    against_low, against_high = np.quantile(drawn.against, [outside, 1 - outside], axis=0)
    often = drawn.often
    table = pd.DataFrame({
        "name": [entry.name for entry in pairing.rows],
        "share": found.rows,
        "share_low": share_low,
        "share_high": share_high,
        "often": often,
        "against": found.against_columns,
        "against_low": against_low,
        "against_high": against_high,
        "verdict": [_verdict(part, outside) for part in often],
    })  # fmt: skip
    return table.sort_values(["share", "often", "against"], ascending=False, kind="stable", ignore_index=True)


def _score_table(pairing: Pairing, totals: PairTotals) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The score of every entry against every other one, and its standard error, from a middle that is inside (0, 1)."""
    found = [mean_score(cell, pairing.each, ONE_ERROR, False) for cell in totals.cells]
    scores, errors = np.full(pairing.pair.shape, 0.5), np.zeros(pairing.pair.shape)
    for i, j in zip(*np.nonzero(pairing.pair >= 0), strict=True):
        score = found[int(pairing.pair[i, j])]
        middle = (score.low + score.high) / 2
        scores[i, j], errors[i, j] = (1 - middle if pairing.mirrored[i, j] else middle), score.half_width
    return scores, errors


def _verdict(often: float, outside: float) -> str:
    """What the interval of the share says, which leaves out so much at each end."""
    if often >= 1 - outside:
        return BRING
    return LEAVE if often <= outside else OPEN


def cycles(cells: pd.DataFrame) -> pd.DataFrame:
    """One row for every three entries each of which is shown to beat the next, all pairs of the matrix judged together.

    cells: see `pairs.cells`. Columns: first, second, third (first beats second, second beats third, third beats first),
    and the scores of these three games: first_second, second_third, third_first.
    """
    names = cells["row"].drop_duplicates().tolist()
    scores = cells.pivot(index="row", columns="column", values="score").loc[names, names].to_numpy(dtype=float)
    beats = cells.pivot(index="row", columns="column", values="verdict").loc[names, names].to_numpy() == ABOVE
    rows = [
        (names[a], names[b], names[c], scores[a, b], scores[b, c], scores[c, a]) for a, b, c in cycles_of_three(beats)
    ]
    columns = ["first", "second", "third", "first_second", "second_third", "third_first"]
    return pd.DataFrame(rows, columns=columns)


def sections(more: Mapping[str, pd.DataFrame]) -> list[Section]:
    """What to bring, and the cycles, where there are any."""
    found = []
    if len(more.get("bringing", ())):
        about = (
            "Shares of the mix that nobody scores above one half against, if all choose well. Often: in how many of"
            f" {DRAWS:,} matrices drawn anew within their errors the entry has a share."
        )
        found.append(Section("What to bring", about, "bringing", _bringing_table(more["bringing"])))
    if len(more.get("cycles", ())):
        about = "Each beats the next and the last beats the first; all pairs judged together."
        found.append(Section("Cycles", about, "cycles", _cycles_table(more["cycles"])))
    return found


def _bringing_table(table: pd.DataFrame) -> TextTable:
    rows = [
        [
            r.name,
            f"{r.share * 100:.0f} %",
            _range(r.share_low, r.share_high, 0),
            f"{r.often * 100:.0f} %",
            f"{r.against * 100:.1f} %",
            _range(r.against_low, r.against_high, 1),
            r.verdict,
        ]
        for r in rows_of(table)
    ]
    headers = ["Entry", "Share", "Share from to", "Often", "Score against the mix", "Score from to", "Verdict"]
    return TextTable(headers, rows, frozenset(range(1, 6)))


def _range(low: float, high: float, decimals: int) -> str:
    return f"{low * 100:.{decimals}f} to {high * 100:.{decimals}f}"


def _cycles_table(table: pd.DataFrame) -> TextTable:
    rows = [
        [r.first, r.second, r.third, *(f"{s * 100:.1f} %" for s in (r.first_second, r.second_third, r.third_first))]
        for r in rows_of(table)
    ]
    headers = ["First", "Second", "Third", "First beats second", "Second beats third", "Third beats first"]
    return TextTable(headers, rows, frozenset({3, 4, 5}))


def told(plan: Plan, more: Mapping[str, pd.DataFrame]) -> list[str]:
    """What to bring, how sure that is, what nobody should bring, and the cycles, one statement a line."""
    if plan.players > 2:
        return [NOT_OFFERED]
    lines = []
    table = more.get("bringing")
    if table is not None and len(table):
        lines += _bringing_told(rows_of(table))
    elif len(plan.own.rows) > MOST_BROUGHT:
        lines.append(f"What to bring is told of at most {MOST_BROUGHT} entries, not of {len(plan.own.rows)}.")
    found = rows_of(more["cycles"]) if "cycles" in more else []
    for row in found[:MOST_CYCLES]:
        lines.append(f"A cycle is shown: {row.first} beats {row.second}, {row.second} beats {row.third}, and"
                     f" {row.third} beats {row.first}.")  # fmt: skip
    if len(found) > MOST_CYCLES:
        lines.append(f"{len(found) - MOST_CYCLES} more cycles are shown; the table of cycles has them all.")
    return lines


def _bringing_told(rows: list[Any]) -> list[str]:
    mix = [row for row in rows if row.share > 0]
    told = ", ".join(
        f"{row.name} {row.share * 100:.0f} % of the time ({_range(row.share_low, row.share_high, 0)} %)" for row in mix
    )
    only = mix[0]
    if len(mix) == 1:
        told = f"{only.name} always (it has a share in {only.often * 100:.0f} % of the matrices drawn anew)"
    lines = [f"What to bring if all others choose well: {told}."]
    left = [quoted(row.name) for row in rows if row.verdict == LEAVE]
    still = [quoted(row.name) for row in rows if row.verdict == OPEN]
    if left:
        lines.append(f"Nobody should bring {', '.join(left)}: no share in nearly all matrices drawn anew.")
    if still:
        lines.append(f"Whether these belong in the mix is open: {', '.join(still)}.")
    return lines


def facts(more: Mapping[str, pd.DataFrame]) -> dict[str, Any]:
    """What to bring and the cycles, as JSON."""
    found = {name: more[name].to_dict("records") for name in ("bringing", "cycles") if name in more}
    return {
        name: [{k: None if isinstance(v, float) and math.isnan(v) else v for k, v in row.items()} for row in rows]
        for name, rows in found.items()
    }
