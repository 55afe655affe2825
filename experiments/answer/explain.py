"""Results in plain English."""

from __future__ import annotations

from collections import Counter

from sim.core.errors import quoted

from ..plan.plan import describe_agent
from ..questions.question import QUESTIONS
from ..questions.texts import rows_of, score_text
from ..questions.totals import TRUNCATED
from .display import share_text
from .outcome import Outcome

STOPS = {
    "games": "It ended when all games of the plan were played.",
    "half_width": "It ended when the intervals were as narrow as asked.",
    "decided": "It ended when the question was decided.",
    "hours": "It stopped when its time was up, and can go on.",
    "interrupt": "It was interrupted, and can go on.",
    "faults": "It was stopped, for every deal of a variant had a fault.",
    "a worker died": "It was stopped, for a worker process was killed, and can go on.",
    None: "It has not ended yet.",
}
INTERVALS = {
    "fixed": "the number of games was fixed beforehand",
    "always valid": "the intervals hold at every moment of the run, so it was safe to look and to stop early; they are"
    " wider for it, and an estimate at an early stop leans a little away from zero",
}


def explain(result: Outcome) -> str:
    """What was played, what came out, how sure it is, and on what it rests: one statement a line."""
    question = QUESTIONS[result.plan.question]
    played_with = f"Played with {result.setting}."
    if not result.manifest["games"]:
        return "\n".join([_played(result), f"{result.headline}.", played_with])
    answer = question.told(result.plan, result.table, result.more)
    more = [*_first_seat(result), *_truncated(result), *_faults(result)]
    return "\n".join([_played(result), *answer, played_with, *more, _sure(result), _rests(result)])


def _played(result: Outcome) -> str:
    plan, games = result.plan, result.manifest["games"]
    what = QUESTIONS[plan.question].played(plan, games)
    in_all = f", {result.games_in_all:,} in all" if len(plan.variants) > 1 else ""
    deals = f", {games // plan.games_per_deal:,} deals with every seat first once" if plan.games_per_deal > 1 else ""
    return f"{plan.name}: {what}{in_all}{deals}, seed {plan.seed}. {STOPS[result.manifest['stopped_by']]}"


def _first_seat(result: Outcome) -> list[str]:
    lines = []
    for row in rows_of(result.first_seat):
        where = f"With {quoted(row.name)} the" if len(result.first_seat) > 1 else "The"
        lines.append(f"{where} seat that begins scores {score_text(row)}, whoever sits there.")
    return lines


def _truncated(result: Outcome) -> list[str]:
    """Of how many games a limit of turns was the end, which their own rules would have gone beyond."""
    rates = result.figure_table.loc[result.figure_table["figure"] == TRUNCATED, "mean"].dropna()
    if rates.empty:
        return []
    if not rates.any():
        return ["No game was ended by a limit of turns."]
    texts = dict.fromkeys([share_text(rates.min()), share_text(rates.max())])
    return [f"A limit of turns ended {' to '.join(texts)} of the games."]


def _faults(result: Outcome) -> list[str]:
    if not result.table["faults"].any():
        return []
    errors = Counter(result.faults["error"])
    kinds = "; ".join(f"{n:,} times {error}" for error, n in errors.most_common())
    return [f"{len(result.faults):,} games were stopped by a fault and count in no rate: {kinds}."]


def _sure(result: Outcome) -> str:
    together = QUESTIONS[result.plan.question].together
    together = f", {together}" if together else ""
    return f"How sure: {100 * result.plan.confidence:g} % confidence{together}; {INTERVALS[result.intervals]}."


def _rests(result: Outcome) -> str:
    agents = {describe_agent(agent): None for variant in result.plan.variants for agent in variant.agents}
    count = len(result.assumptions)
    readings = f"{count} of our rule interpretations" if count else "no rule interpretation of ours"
    basis = f", {result.basis}" if result.basis else ""
    return f"It holds for the agents {', '.join(agents)}{basis}, and rests on {readings}."
