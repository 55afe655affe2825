"""What a worker is asked for, and what it gives back: text and bytes, so that it may be anywhere.

An order says everything of a part: the game, the agents, the tables with their decks, the card files, which games. The
answer is the file of the part, with what totals need of it. Nothing is shared with the worker but the project itself,
whose rules and agents have to be those of the run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

from agents import load_agent
from sim import load_game
from sim.core.errors import InputError
from sim.core.game import Game
from sim.core.turnloop import Batch, play_games
from sim.reading.card_files import CardFile

from ..plan.plan import Part, Plan, Variant, agent_spec
from ..plan.tables import build_tables, table_text
from ..questions.totals import Counted
from .parts import PartId, Parts, games_table, open_place
from .store import Store


class Played(NamedTuple):
    """What a worker gives back."""

    data: bytes | None
    """the file of the part; None where the worker has written it"""
    counted: Counted
    """what totals need of its games"""


def play_part(plan: Plan, part: Part) -> Played:
    """A part, played here and now."""

    def batches() -> Iterable[Batch]:
        for index in part.group:
            variant = plan.variants[index]
            yield play_games(plan.game, variant.tables, variant.agents, plan.seed_of(index), part.first, part.games)

    games = _table(plan.game, plan.players, plan.games_per_deal, batches())
    counted = Counted.of(plan.game, plan.players, plan.games_per_deal, len(part.group), games)
    return Played(PartId.of(plan, part.group, part.first).encode(games), counted)


def order(plan: Plan, part: Part, parts: Parts | None = None) -> str:
    """A part of a plan, as text that `play_order` understands anywhere. parts: those of the run, if workers see them
    and write theirs there themselves.
    """
    variants = [plan.variants[index] for index in part.group]
    agents = {agent.digest(): agent_spec(agent) for variant in variants for agent in variant.agents}
    files = {file.digest: file for variant in variants for file in variant.card_files}
    return json.dumps({
        "key": plan.digest(),
        "game": plan.game.name,
        "rules": _rules(plan.game),
        "group": [part.group.start, part.group.stop],
        "first": part.first,
        "games": part.games,
        "players": plan.players,
        "games_per_deal": plan.games_per_deal,
        "agents": agents,
        "cards": {name: file.content.decode() for name, file in files.items()},
        "parts": None if parts is None else str(parts),
        "variants": [_told(variant, plan.seed_of(index)) for index, variant in zip(part.group, variants, strict=True)],
    })  # fmt: skip


def _told(variant: Variant, seed: int) -> dict[str, Any]:
    return {
        "agents": [agent.digest() for agent in variant.agents],
        "table": table_text(variant.table),
        "cards": [file.digest for file in variant.card_files],
        "seed": seed,
    }


def play_order(text: str) -> Played:
    """A part of which the order says everything. InputError if the rules, cards or agents here are not those of the
    run.
    """
    asked = json.loads(text)
    game = load_game(asked["game"])
    agents = {key: load_agent(game.name, spec) for key, spec in asked["agents"].items()}
    if _rules(game) != asked["rules"] or any(agent.digest() != key for key, agent in agents.items()):
        raise InputError(
            f"{game.title}: the rules, cards or agents of a worker are not those of the run; install the same version"
            " of Overnight where workers play, and if it was changed while the plan was being played, run it again"
        )
    cards = {name: _card_file(name, content) for name, content in asked["cards"].items()}

    def batches() -> Iterable[Batch]:
        for variant in asked["variants"]:
            tables = build_tables(game, variant["table"], tuple(cards[name] for name in variant["cards"]))
            seats = [agents[key] for key in variant["agents"]]
            yield play_games(game, tables, seats, variant["seed"], asked["first"], asked["games"])

    games = _table(game, asked["players"], asked["games_per_deal"], batches())
    group, players = range(*asked["group"]), asked["players"]
    part = PartId(asked["key"], group.start, asked["first"], len(group), players)
    counted = Counted.of(game, players, asked["games_per_deal"], len(group), games)
    return Played(_handed_on(part, part.encode(games), asked["parts"]), counted)


def _handed_on(part: PartId, data: bytes, place: str | None) -> bytes | None:
    """The bytes of a part, or None when they are written where the run keeps its parts, which is to be seen from
    here.
    """
    if place is None:
        return data
    parts = Parts(open_place(place))
    if not parts.are_elsewhere and Store(Path(place).parent).read_manifest().get("key") != part.key:
        raise InputError(f"{place}: a worker does not see this run there; without --shared it need not")
    parts.write(parts.path(part.variant, part.first), data)
    return None


def _rules(game: Game) -> str:
    """What games follow from besides agents and what is sent: the rules, and what makes tables, for a worker makes its
    own.
    """
    return f"{game.source_digest()} {game.tables_digest()}"


def _table(game: Game, players: int, games_per_deal: int, batches: Iterable[Batch]) -> pa.Table:
    """The games of all variants of a group, one variant after the other."""
    return pa.concat_tables([games_table(game, players, games_per_deal, batch) for batch in batches]).combine_chunks()


def _card_file(name: str, content: str) -> CardFile:
    """The card file of this digest, as it was sent."""
    file = CardFile.holding(Path(f"{name}.toml"), content.encode())
    if file.digest != name:
        raise InputError(f"{file.path}: this card file did not arrive as it was sent")
    return file
