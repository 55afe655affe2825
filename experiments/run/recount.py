"""What workers counted, counted again from the parts that they left."""

from __future__ import annotations

from sim.core.errors import InputError

from ..plan.plan import Plan
from ..questions.question import QUESTIONS
from ..questions.summary import History, tables
from ..questions.totals import Totals
from .files import csv
from .schedule import Schedule
from .store import Store, told_games


def check_totals(plan: Plan, store: Store) -> None:
    """InputError if the tables in the folder of a run are not those that follow from its parts."""
    manifest = store.read_manifest()
    told = sum(told.games for told in told_games(plan, manifest))
    totals = recounted(plan, store, manifest["key"], told)
    kept, found = store.read_tables(manifest["key"]), tables(plan, totals, History(), manifest["intervals"] != "fixed")
    wrong = [name for name in ("summary", "first_seat", "figures") if csv(kept[name]) != csv(found[name])]
    if wrong:
        raise InputError(
            f"{store.folder}: {' and '.join(wrong)} are not what the parts of this run come to: run the plan again"
        )


def recounted(plan: Plan, store: Store, key: str, games: int) -> Totals:
    """The totals of so many games of all variants together, from the parts of a run, in the order in which it took
    them up.
    """
    question, schedule = QUESTIONS[plan.question], Schedule(plan)
    totals, seen = question.no_games(plan), 0
    while seen < games and (parts := schedule.next_round(totals)):
        totals.add([question.total_part(plan, part, store.read_games(plan, part, key)) for part in parts])
        schedule.take(parts)
        seen += sum(part.games * len(part.group) for part in parts)
    return totals
