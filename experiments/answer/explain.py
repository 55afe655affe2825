"""Results in plain English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pandas as pd

from ..plan.plan import describe_agent
from ..questions.compare import BASELINE
from ..statistics.format import format_interval
from ..statistics.intervals import Interval
from .display import headline, rating_text
from .outcome import Outcome

STOPS = {
    "games": "It ended when all games of the plan were played.",
    "half_width": "It ended when the intervals were as narrow as asked.",
    "decided": "It ended when the question was decided.",
    "hours": "It stopped when its time was up, and can go on.",
    "interrupt": "It was interrupted, and can go on.",
    "faults": "It was stopped, for every deal of a variant had a fault.",
    None: "It has not ended yet.",
}
INTERVALS = {
    "fixed": "the number of games was fixed beforehand",
    "always valid": "the intervals hold at every moment of the run, so it was safe to look and to stop early; they are"
    " wider for it, and an estimate at an early stop leans a little away from zero",
}

SURPRISING = 0.05
"""Below this chance a model is not believed."""


def explain(result: Outcome) -> str:
    """What was played, what came out, how sure it is, and on what it rests: one statement a line."""
    answer = {"estimate": _estimate, "compare": _compare, "balance": _balance}.get(result.plan.question, _pairs)
    return "\n".join(
        [_played(result), *answer(result), *_first_seat(result), *_faults(result), _sure(result), _rests(result)]
    )


def _played(result: Outcome) -> str:
    plan, games = result.plan, result.manifest["games"]
    what = f"{games:,} games of {plan.game.title}"
    if plan.question == "compare":
        what = f"the same {games:,} games of {plan.game.title} with each of {len(plan.variants)} variants"
    elif plan.setting:
        values = f"{len(plan.variants)} values of {plan.setting.label}"
        what = f"the same {games:,} games of {plan.game.title} with each of {values}"
    elif plan.pairing:
        what = f"{games:,} games of {plan.game.title} in each of {plan.pairing.pairs:,} pairs"
        what += (
            ""
            if plan.pairing.each == 1
            else f" at each of {plan.pairing.each} tables (settings and sides), the same games"
        )
    deals = f", {games // plan.games_per_deal:,} deals with every seat first once" if plan.games_per_deal > 1 else ""
    return f"{plan.name}: {what}{deals}, seed {plan.seed}. {STOPS[result.manifest['stopped_by']]}"


def _estimate(result: Outcome) -> list[str]:
    the, verb = ("The ", "win") if result.plan.team else ("", "scores")
    return [f"{the}{row.name} ({row.agent}) {verb} {_score(row)}: {row.verdict}." for row in _rows(result.table)]


def _compare(result: Outcome) -> list[str]:
    lines = []
    baseline = result.plan.variants[0].name
    for row in _rows(result.table):
        line = f'With "{row.name}" ({row.agents}) {result.plan.entrant_name} scores {_score(row)}'
        if row.verdict != BASELINE:
            change = Interval(row.difference, row.difference_low, row.difference_high, row.games)
            line += f', {format_interval(change, "points", signed=True)} against "{baseline}": {row.verdict}'
        if row.variance_gain > 0:
            line += f" (playing the same deals was worth {row.variance_gain:.1f} times as many games)"
        lines.append(line + ".")
    return lines


def _balance(result: Outcome) -> list[str]:
    who = result.plan.entrant_name
    scores = [
        f"With {row.setting} = {row.value} {who} scores {_score(row)}: {row.verdict}." for row in _rows(result.table)
    ]
    return [f"{headline(result.table, who)}.", *scores]


def _pairs(result: Outcome) -> list[str]:
    of = "the field of {}" if result.plan.question == "field" else "the other {}"
    lines = []
    for row in _rows(result.table):
        rating = f", rating {rating_text(row)}" if result.plan.question == "matrix" else ""
        over = of.format(row.opponents)
        lines.append(f"{row.name} ({row.agent}) scores {_score(row)} on average over {over}: {row.verdict}{rating}.")
    if result.additivity is not None:
        lines += _additivity(next(iter(_rows(result.additivity))))
    return lines


def _additivity(found: Any) -> list[str]:
    """Whether the ratings say it all; nothing where that cannot be tested."""
    if not found.p_value >= 0:
        return []
    chance = f"p {'< 0.001' if found.p_value < 0.001 else f'= {found.p_value:.3f}'}"
    test = f"likelihood ratio {found.deviance:.0f} on {found.freedom} degrees of freedom, {chance}"
    if found.p_value < SURPRISING:
        return [f"Ratings do not explain the table ({test}): who meets whom matters, so the single scores count."]
    return [f"Ratings are enough to explain the table as far as it is known ({test})."]


def _first_seat(result: Outcome) -> list[str]:
    lines = []
    for row in _rows(result.first_seat):
        where = f'With "{row.name}" the' if len(result.first_seat) > 1 else "The"
        lines.append(f"{where} seat that begins scores {_score(row)}, whoever sits there.")
    return lines


def _faults(result: Outcome) -> list[str]:
    if not result.table["faults"].any():
        return []
    errors = Counter(result.faults["error"])
    kinds = "; ".join(f"{n:,} times {error}" for error, n in errors.most_common())
    return [f"{len(result.faults):,} games were stopped by a fault and count in no rate: {kinds}."]


def _sure(result: Outcome) -> str:
    together = {"compare": ", all differences together"}.get(result.plan.question, "")
    if result.plan.pairing:
        together = (
            ", all mean scores together (the score of one pair has an interval of its own, and counts as undecided"
            " unless it is decided among all pairs together)"
        )
    return f"How sure: {100 * result.plan.confidence:g} % confidence{together}; {INTERVALS[result.intervals]}."


def _rests(result: Outcome) -> str:
    agents = {describe_agent(agent): None for variant in result.plan.variants for agent in variant.agents}
    counts = Counter(source for _, source, _ in result.assumptions)
    facts = " and ".join(f"{n} {source}" for source, n in sorted(counts.items())) or "no assumed or designed"
    return f"It holds for the agents {', '.join(agents)}, and rests on {facts} facts about rules and cards."


def _score(row: Any) -> str:
    return format_interval(Interval(row.score, row.low, row.high, row.games))


def _rows(table: pd.DataFrame) -> Iterable[Any]:
    """The rows, with their columns as attributes."""
    return table.itertuples(index=False)
