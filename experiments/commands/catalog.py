"""What there is to choose from: games, agents, cards, and the words of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents import list_agents
from sim import GAMES, load_game
from sim.core.errors import InputError

from ..questions.texts import TextTable


@dataclass(frozen=True)
class Catalog:
    """A list with a heading for each of its sections; every name has one line about it."""

    facts: dict[str, Any]
    """for printing as JSON"""
    sections: dict[str, TextTable]


def games() -> Catalog:
    """The games."""
    return Catalog({"games": dict(GAMES)}, {"": _two_columns("Game", GAMES)})


def agents(game: str) -> Catalog:
    """The agents for a game, with how many numbers each can be given."""
    found = list_agents(game)
    rows = [[agent.name, str(len(agent.parameters) or ""), agent.summary] for agent in found]
    facts = {"game": game, "agents": {agent.name: agent.summary for agent in found}}
    return Catalog(facts, {"": TextTable(["Agent", "Parameters", "How it plays"], rows, frozenset({1}))})


def cards(game: str, extra: Sequence[str | Path] = ()) -> Catalog:
    """The cards of a game, and those of the user's own card files, with all their facts."""
    found = load_game(game).words.cards(list(extra))
    lines = {card: _card_line(facts) for card, facts in found.items()}
    about = {card: {**facts, "description": lines[card]} for card, facts in found.items()}
    return Catalog({"game": game, "cards": about}, {"": _two_columns("Card", lines)})


def template(game: str) -> str:
    """A card file of a game with every value marked that is not known; InputError if all are known."""
    write = load_game(game).words.template
    if write is None:
        raise InputError(f"template: every value of {game} is known; `overnight cards {game}` lists them")
    return write()


def words(game: str) -> Catalog:
    """The words of logs, scenarios and card files."""
    rules = load_game(game)
    vocabulary = rules.words
    tables = rules.make_tables({"players": max(rules.player_counts)}, [])
    found = vocabulary.paths(tables, vocabulary.card_ids())
    paths = {name: path.about for name, path in found.items()}
    fields = {name: dict(path.fields) for name, path in found.items() if path.fields}
    events = {f"!{' '.join([name, *event.arguments])}": event.help for name, event in vocabulary.events.items()}
    facts: dict[str, Any] = {
        "verbs": dict(vocabulary.verbs),
        "choices": {name: list(known) for name, known in vocabulary.choices.items()},
        "paths": paths,
        "fields": fields,
        "events": events,
        "decisions": list(vocabulary.decisions.values()),
        **{name: dict(entries) for name, entries in vocabulary.effect_words().items()},
    }
    shown = {
        **facts,
        "choices": {name: ", ".join(known) for name, known in facts["choices"].items()},
        "fields": _shared(fields),
        "decisions": dict.fromkeys(facts["decisions"], ""),
    }
    sections = {name: _two_columns("", about) for name, about in shown.items() if about}
    return Catalog({"game": game, **facts}, sections)


def _shared(fields: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """The fields of the cards in zones, each with the zones that have it."""
    zones: dict[tuple[str, str], list[str]] = {}
    for zone, known in fields.items():
        for field, meaning in known.items():
            zones.setdefault((field, meaning), []).append(zone)
    return {f"{field} ({', '.join(where)})": meaning for (field, meaning), where in zones.items()}


def _two_columns(header: str, entries: Mapping[str, str]) -> TextTable:
    return TextTable([header, ""], [[name, about] for name, about in entries.items()])


def _card_line(facts: Mapping[str, Any]) -> str:
    """All facts of a card in a line; its name is first."""
    parts = [str(facts.get("name", ""))]
    for key, value in facts.items():
        if key not in ("name", "source"):
            told = "; ".join(map(str, value)) if isinstance(value, list) else str(value)
            parts.append(f"{key} {told}")
    source = facts.get("source", "established")
    return ", ".join(parts) + (f" [{source}]" if source != "established" else "")
