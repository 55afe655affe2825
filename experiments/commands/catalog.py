"""What there is to choose from: games, agents, cards, and the words of a game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from agents import list_agents
from sim import GAMES, load_game, nameable
from sim.core.errors import InputError, quoted

from ..statistics.text_table import TextTable
from .choices import strengths


@dataclass(frozen=True)
class Catalog:
    """A list with a heading for each of its sections; every name has one line about it."""

    facts: dict[str, Any]
    """for printing as JSON"""
    sections: dict[str, TextTable]
    example: str = ""
    """a command that uses one of them"""

    def matching(self, words: Sequence[str] | None) -> Catalog:
        """Only the rows, and the facts about them, in which all of these words occur; InputError if there are none."""
        if not words:
            return self
        sought = [word.casefold() for word in words]
        sections = {
            title: replace(table, rows=[row for row in table.rows if _has_all(row, sought)])
            for title, table in self.sections.items()
        }
        found = {row[0] for table in sections.values() for row in table.rows}
        if not found:
            raise InputError(f"nothing here has {quoted(' '.join(words))} in it; without words all are listed")
        return replace(self, sections=sections, facts={key: _only(about, found) for key, about in self.facts.items()})


def _has_all(row: Sequence[str], words: Sequence[str]) -> bool:
    return all(word in " ".join(row).casefold() for word in words)


def _only(about: Any, found: set[str]) -> Any:
    return {name: facts for name, facts in about.items() if name in found} if isinstance(about, Mapping) else about


def games() -> Catalog:
    """The games."""
    return Catalog({"games": dict(GAMES)}, {"": _two_columns("Game", GAMES)})


def agents(game: str) -> Catalog:
    """The agents for a game: how strong and how fast they are, as measured, and how they play."""
    measured = strengths(game)
    facts, rows = {}, []
    for agent in list_agents(game):
        known = measured["agents"].get(agent.name, {})
        facts[agent.name] = {"about": agent.summary, "parameters": dict(agent.parameters), **known}
        rows.append([agent.name, _strength(known), _speed(known), agent.summary])
    headers = ["Agent", "Score", "Games a CPU-second", "How it plays"]
    sources: dict[str, Any] = {key: measured[key] for key in ("score_of", "speed_of") if key in measured}
    shown = {"": TextTable(headers, rows, frozenset({1, 2}))}
    if sources:
        shown |= {"How that was measured": TextTable(["", ""], [[key[:5], text] for key, text in sources.items()])}
    return Catalog({"game": game, "agents": facts, **sources}, shown, f"overnight play {game} --agents {rows[-1][0]}")


def _strength(known: Mapping[str, Any]) -> str:
    if "against_best" in known:
        score, margin = known["against_best"]
        return f"{score:g} % ± {margin:g} against best"
    return f"{known['score']:.1f} %" if "score" in known else ""


def _speed(known: Mapping[str, Any]) -> str:
    return f"{known['speed']:,}" if "speed" in known else ""


def table(game: str) -> Catalog:
    """The house rules of a game: every key of a table, its value by the rules, and what it may be."""
    lists = {key: f"`overnight {kind} {game}`" for kind, key in nameable.KINDS.items() if nameable.named(game, kind)}
    keys = load_game(game).words.keys
    facts = {
        name: {
            "default": key.standard,
            "range": key.range.removeprefix("or ") or lists.get(name, ""),
            "about": key.about,
        }
        for name, key in keys.items()
    }
    rows = [[name, _value(f["default"]), f["range"], f["about"]] for name, f in facts.items()]
    shown = TextTable(["Key", "By the rules", "May be", "What it is"], rows)
    example = f"overnight play {game} --table turn_limit=20" if "turn_limit" in keys else ""
    return Catalog({"game": game, "table": facts}, {"": shown}, example)


def _value(value: Any) -> str:
    """A value as a plan writes it; nothing where it follows from others."""
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def named(game: str, kind: str) -> Catalog:
    """All of a kind that a plan can name, such as decks; InputError if the game has none."""
    load_game(game)
    found = nameable.named(game, kind)
    if not found:
        raise InputError(f"{game} has no {kind}; {kind} are of {', '.join(nameable.games_with(kind))}")
    lines = {name: nameable.line_about(facts) for name, facts in found.items()}
    about = {name: {**facts, "description": lines[name]} for name, facts in found.items()}
    return Catalog(
        {"game": game, kind: about},
        {"": _two_columns(kind.capitalize(), lines)},
        f"overnight play {game} {_option(game, nameable.KINDS[kind])}",
    )


def _option(game: str, key: str) -> str:
    """A house rule as an option has it: with what there is to name, or its value by the rules."""
    kind = next((kind for kind, its in nameable.KINDS.items() if its == key and nameable.named(game, kind)), None)
    value = load_game(game).words.keys[key].standard
    if kind is not None:
        first = list(nameable.named(game, kind))[:2]
        value = first if key == kind else first[0]
    return f"--table '{key}={json.dumps(value)}'"


@contextmanager
def telling_forms(game: str, settings: Iterable[str]) -> Iterator[None]:
    """What is wrong in here with house rules that were given as options is told with the form that is wanted."""
    try:
        yield
    except InputError as error:
        keys = [setting.partition("=")[0] for setting in settings]
        raise InputError([_with_form(problem, game, keys) for problem in error.problems]) from error


def _with_form(problem: str, game: str, keys: Iterable[str]) -> str:
    given = [key for key in keys if problem.startswith(f"table: {key} should ")]
    return f"{problem}; such as {_option(game, given[0])}" if given else problem


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


def _fact_text(value: Any) -> str:
    """A fact of a card, or several."""
    if isinstance(value, Mapping):
        return "; ".join(f"{name} {_fact_text(told)}" for name, told in value.items())
    return "; ".join(map(str, value)) if isinstance(value, list) else str(value)


def _card_line(facts: Mapping[str, Any]) -> str:
    """All facts of a card in a line; its name is first."""
    parts = [str(facts.get("name", ""))]
    for key, value in facts.items():
        if key not in ("name", "source") and value not in ("", [], {}):
            parts.append(f"{key} {_fact_text(value)}")
    source = facts.get("source", "established")
    return ", ".join(parts) + (f" [{source}]" if source != "established" else "")
