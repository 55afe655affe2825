"""One card in full: its facts, its text in words and in the notation, where it is known from, how open points of it are
read, and which scenarios show it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sim.core.errors import InputError, printable
from sim.core.game import Game
from sim.printed import Printed
from sim.reading.card_files import CardSource
from sim.reading.text_files import read_toml_file
from sim.words.vocabulary import Words

SCENARIOS = Path(__file__).parents[2] / "tests" / "scenarios"
"""Where a checkout has the scenarios of the games; what is installed has none."""
KNOWN_FROM = ("source", "sources", "note", "notes")


def find_card(game: Game[Words], name: str, cards: Sequence[CardSource] = ()) -> str | None:
    """The id of the card that is called so; None if none is, InputError if several are."""
    return Printed(game.words.cards(cards)).find(name)


def one_card(game: Game[Words], card: str, cards: Sequence[CardSource] = ()) -> dict[str, Any]:
    """All about a card, by its id: `facts`, `notation` and `in_words` (by ability, its lines), `source`, `readings` and
    `scenarios` (their names).
    """
    about, page = game.words.cards(cards)[card], _played(game, card, cards)
    return {
        **page,
        "source": about.get("sources", about.get("source", "established")),
        "readings": list(_readings(game, card, page["notation"], cards)),
        "scenarios": shown_by(game.name, card),
    }


def _played(game: Game[Words], card: str, cards: Sequence[CardSource]) -> dict[str, Any]:
    """What a card is in play: `facts`, `in_words` and `notation`."""
    about = game.words.cards(cards)[card]
    notation = {key: list(value) for key, value in about.items() if _is_text(key, value)}
    facts = {key: value for key, value in about.items() if key not in notation and key not in KNOWN_FROM}
    meanings = _meanings(game.words)
    return {
        "card": card,
        "facts": {key: value for key, value in facts.items() if value not in ("", [], {})},
        "in_words": {key: [line_in_words(line, meanings) for line in lines] for key, lines in notation.items()},
        "notation": notation,
    }


def card_lines(page: Mapping[str, Any]) -> list[str]:
    """A card as lines to read."""
    lines = _played_lines(page)
    told = [f"  {name.replace('_', ' ')}: {'; '.join(text)}" for name, text in page["notation"].items()]
    lines += ["", "Notation", *told] if told else []
    lines += ["", f"Source: {_told(page['source'])}"]
    for title, key in (("How open points are read", "readings"), ("Scenarios that show it", "scenarios")):
        lines += ["", title, *(f"  {entry}" for entry in page[key])] if page[key] else []
    return lines


def _played_lines(page: Mapping[str, Any]) -> list[str]:
    """The name of a card, its facts, and its text in words."""
    facts = page["facts"]
    lines = [f"{facts.get('name', page['card'])} ({page['card']})"]
    lines += [f"  {key.replace('_', ' ')}: {_told(value)}" for key, value in facts.items() if key != "name"]
    told = [f"  {name.replace('_', ' ')}: {'; '.join(text)}" for name, text in page["in_words"].items()]
    return [*lines, "", "In words", *told] if told else lines


def short_card(game: Game[Words], card: str, cards: Sequence[CardSource] = ()) -> list[str]:
    """What a player wants to know of a card in play: its facts, and its text in words."""
    return _played_lines(_played(game, card, cards))


def told_cards(game: Game[Words], ids: Iterable[str], cards: Sequence[CardSource] = ()) -> dict[str, list[str]]:
    """By id, what a player wants to know of some cards, as text that can be shown."""
    return {card: [*map(printable, short_card(game, card, cards))] for card in ids}


def line_in_words(line: str, meanings: Mapping[str, str]) -> str:
    """A line of a card's text: each word of the notation that has a meaning of its own with that."""
    words = [word.strip(":,") for word in line.split()]
    told = [f"{word.replace('_', ' ')} = {meanings[word]}" for word in dict.fromkeys(words) if meanings.get(word)]
    plain = line.replace("_", " ")
    return f"{plain} ({'; '.join(told)})" if told else plain


def shown_by(game: str, card: str) -> list[str]:
    """The names of the scenarios of a checkout that show a card."""
    found = []
    for path in sorted((SCENARIOS / game).glob("*.toml")):
        try:
            scenarios = read_toml_file(path, "scenario file").get("scenario", [])
        except InputError:
            continue
        shown = path.relative_to(SCENARIOS.parents[1])
        found += [f"{one['name']} ({shown})" for one in scenarios if card in one.get("shows", [])]
    return found


PLAIN = ("classes", "elements", "links", "houses", "breaches", "hand", "deck", "strike")
"""Facts that are lists of words and no text of the card."""


def _is_text(key: str, value: Any) -> bool:
    """Whether a fact of a card is what it does: lines in the notation. Traits are, where one of them begins with its
    occasion and a colon.
    """
    if not isinstance(value, list) or not value or not all(isinstance(line, str) for line in value):
        return False
    return any(":" in line for line in value) if key == "traits" else key not in PLAIN


def _meanings(words: Words) -> dict[str, str]:
    """What the words of the notation mean; of a word with several meanings that as an operation comes first."""
    found: dict[str, str] = {}
    for group in words.effect_words().values():
        for names, meaning in group.items():
            for name in names.split(", "):
                found.setdefault(name, meaning)
    return found


def _readings(
    game: Game[Words], card: str, notation: Mapping[str, Sequence[str]], cards: Sequence[CardSource]
) -> Iterator[str]:
    """The readings of open points that are about the card, or about a word of its text."""
    used = {word for key, lines in notation.items() for line in [key, *lines] for word in re.findall("[a-z_]+", line)}
    for about, source, note in game.assumptions(cards):
        if about == card or about in used:
            yield f"{note} [{source}]"


def _told(value: Any) -> str:
    if isinstance(value, Mapping):
        return "; ".join(f"{key} {_told(entry)}" for key, entry in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
