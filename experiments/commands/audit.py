"""The command `audit`: what each card costs an agent that has it."""

from __future__ import annotations

import math
import time
from typing import Annotated, Any

import typer
from rich.console import Console

from agents import load_agent
from agents.taking import Manner, taking
from sim import load_game

from ..answer.display import duration
from ..questions.texts import TextTable
from ..run.audit import FALLS_SHORT, OPEN, PASSES, Verdict, read_audit
from ..run.audit import audit as play_audit
from ..statistics.format import format_interval
from ..statistics.intervals import Interval
from .live import prepare
from .one_card import find_card
from .options import RESULTS, GameName, Json, ResultsFolder, Workers
from .output import DONE, FAILED, answer, at_work, narrate, print_tables, print_words

GAMES = 4000
TOLD_SECONDS = 10


def audit(
    game: GameName,
    agent: Annotated[str, typer.Option("--agent", metavar="AGENT", help="Who is audited.")] = "best",
    cards: Annotated[
        str | None,
        typer.Option("--cards", metavar="CARD,...", help="Which cards; all of the game unless given."),
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Of each check of a card, at most.")] = GAMES,
    seed: Annotated[int, typer.Option(metavar="N", help="Another one draws other offers and deals.")] = 1,
    workers: Workers = None,
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """For developers: what each card costs an agent that has it. A card without text in its place, the agent that
    refuses the card, and the one that is greedy for it, should each score at most a point more.
    """
    rules = load_game(game)
    named = [name.strip() for name in (cards or "").split(",") if name.strip()]
    asked = read_audit(game, agent, [find_card(rules, name) or name for name in named], games, seed)
    prepare(rules, [load_agent(game, agent), taking(asked.agent, 0, Manner.REFUSES)])
    told = [time.monotonic()]

    def tell_round(number: int, cards: int) -> None:
        if time.monotonic() - told[0] > TOLD_SECONDS:
            told[0] = time.monotonic()
            narrate(f"round {number + 1} of at most {asked.rounds}, of {cards} cards")

    began = time.monotonic()
    with at_work("playing"):
        found = play_audit(asked, results, workers, tell_round)
    narrate(f"{duration(time.monotonic() - began)}, {results / asked.folder}")
    counts = {kind: sum(one.verdict == kind for one in found) for kind in (PASSES, OPEN, FALLS_SHORT)}
    facts = {
        "game": rules.name,
        "agent": agent,
        "folder": str(results / asked.folder),
        "counts": counts,
        "cards": [_facts(one) for one in found],
    }
    table = TextTable(
        ["Card", "Verdict", *(f"{check} scores more" for check in asked.checks), "Games"],
        [
            [one.card, one.verdict, *(_told(one.checks.get(check)) for check in asked.checks), f"{one.games:,}"]
            for one in found
        ],
        frozenset({2 + len(asked.checks)}),
    )
    headline = f"{counts[FALLS_SHORT]} of {len(found)} fall short, {counts[PASSES]} pass, {counts[OPEN]} are open."

    def tell_all(out: Console) -> None:
        print_words(out, headline)
        print_tables(out, {"": table})

    answer(facts, as_json, tell_all)
    return FAILED if counts[FALLS_SHORT] else DONE


def _told(found: Interval | None) -> str:
    return "" if found is None else format_interval(found, "", signed=True)


def _facts(one: Verdict) -> dict[str, Any]:
    cost = None if math.isnan(one.cost) else one.cost
    checks = {check: [found.estimate, found.low, found.high] for check, found in one.checks.items()}
    return {"card": one.card, "verdict": one.verdict, "games": one.games, "cost": cost, **checks}
