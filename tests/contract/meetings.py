"""Meetings: situations drawn at random in which cards come together whose texts speak of the same thing.

A meeting lays out together what scenarios of two or three cards lay out each, where some word of their texts is the
same, such as an event, a zone or a keyword. Its choices are played a few deep. In every state the game must be sound,
and at the end of every way what must not matter must not matter (see relations.py).
`PYTHONPATH=tests NUMBA_DISABLE_JIT=1 python -m contract.meetings GAME [MANY [SEED]]` prints what breaks this, and of
which cards texts were pending together and of how many never.
"""

from __future__ import annotations

import functools
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np

from sim.core.dice import FORCED_MAX
from sim.core.faults import fault_text
from sim.words.paths import find_path
from sim.words.scenario import CHANGES_NOTHING, Failure, Scenario, _Table

from .mutations import loaded
from .random_cards import LEFT_OUT, cards_of
from .relations import broken
from .subject import subject

COMMON, FEW = 0.15, 12
"""A word that more than this share of the cards have, and more than so few, brings none of them together."""
DEPTH, DEEPEST, WIDTH, WAYS = 3, 12, 3, 6
"""How many choices one after the other are made, and at most, should something be pending then; how many of those that
there are each time; and how many ways are played to their end."""
TRIES = 200
"""Draws after which a game is said to have no more meetings."""
Pair = tuple[str, str]


@dataclass
class Found:
    """What came of meetings."""

    met: int = 0
    states: int = 0
    broken: list[str] = field(default_factory=list)
    pending: Counter[Pair] = field(default_factory=Counter)
    """by two cards, in how many states texts of both were pending"""


# --- drawing ----------------------------------------------------------------------------------------------------------


@functools.cache
def words_of(game: str) -> dict[str, frozenset[str]]:
    """By card, the words of its texts, but for those of many cards."""
    cards = cards_of(game)
    found: dict[str, set[str]] = {}
    for card, facts in cards.facts.items():
        texts = [str(value) for key, value in facts.items() if cards.texts(key, value) and key not in LEFT_OUT]
        found[card] = {word for word in re.findall(r"[a-z_]{3,}", " ".join(texts)) if word not in cards.facts}
    often = Counter(word for words in found.values() for word in words)
    most = max(COMMON * len(found), FEW)
    return {card: frozenset(word for word in words if often[word] <= most) for card, words in found.items()}


@functools.cache
def by_word(game: str) -> dict[str, list[str]]:
    """By word, the cards that have it and stand in scenarios, of words of two or more."""
    found = defaultdict(list)
    for card, words in words_of(game).items():
        if card in by_card(game):
            for word in words:
                found[word].append(card)
    return {word: cards for word, cards in sorted(found.items()) if len(cards) > 1}


@functools.cache
def by_card(game: str) -> dict[str, list[Scenario]]:
    """By card, the scenarios that show it and lay out all that they need."""
    found = defaultdict(list)
    for scenario in loaded(game):
        if not {"cards", "seed"} & set(scenario.keys) and scenario.keys.get("given"):
            for card in scenario.keys.get("shows", ()):
                found[card].append(scenario)
    return dict(found)


def draw(game: str, chance: random.Random) -> Scenario | None:
    """A meeting of two or three cards; None if what is laid out for them cannot stand together."""
    word = chance.choice([*by_word(game)])
    cards = by_word(game)[word]
    chosen = chance.sample(cards, min(len(cards), chance.choice((2, 2, 3))))
    first, *others = (chance.choice(by_card(game)[card]) for card in chosen)
    given = dict(first.keys["given"])
    for other in others:
        if any(other.keys.get(key) != first.keys.get(key) for key in ("table", "first")):
            return None
        given = together(given, other.keys["given"], chance)
    keys = {key: first.keys[key] for key in ("table", "first") if key in first.keys}
    if of_seats := subject(game).of_seats(keys.get("table", {})):
        keys["table"] = {**of_seats, **keys.get("table", {})}
    keys |= {"name": f"{word}: {', '.join(chosen)}", "given": given}
    if "dice" in (first.game.STATE.names or ()):
        keys["dice"] = [chance.randint(1, 6) for _ in range(FORCED_MAX)]
    meeting = replace(first, keys=keys)
    table = _Table(meeting, meeting.tables())
    try:
        for name, value in given.items():
            find_path(table.paths, name).check(value)
    except ValueError:
        return None
    if table.prepare() or table.game.words.flaws(table.state, table.tables, table.ids):
        return None
    return meeting


def together(one: Mapping[str, Any], other: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """What two scenarios lay out, in one: their zones hold the cards of both, and a cell that is taken is exchanged."""
    found = dict(one)
    for name, value in other.items():
        if name not in found:
            found[name] = elsewhere(value, found, chance)
        elif isinstance(value, list) and isinstance(found[name], list):
            found[name] = [*found[name], *elsewhere(value, found, chance)]
    return dict(sorted(found.items(), key=lambda item: not item[0].endswith(".hero")))  # who brings life of his own


def elsewhere(value: Any, given: Mapping[str, Any], chance: random.Random) -> Any:
    """Entries of a zone, each on a cell of its half that is not taken."""
    if not isinstance(value, list):
        return value
    entries = [entry for zone in given.values() if isinstance(zone, list) for entry in zone]
    taken = {entry["cell"] for entry in entries if isinstance(entry, Mapping) and "cell" in entry}
    found = []
    for entry in value:
        if isinstance(entry, Mapping) and str(entry.get("cell", "X")).startswith(tuple("ABCDE")):
            half = "'" if str(entry["cell"]).endswith("'") else ""
            cells = [f"{column}{row}{half}" for column in "ABCDE" for row in (1, 2, 3)]
            free = [cell for cell in cells if cell not in taken]
            cell = entry["cell"] if entry["cell"] in free or not free else chance.choice(free)
            taken.add(cell)
            entry = {**entry, "cell": cell}
        found.append(entry)
    return found


# --- playing ----------------------------------------------------------------------------------------------------------


def pending(table: _Table) -> set[str]:
    """The cards whose texts are pending."""
    s, found = table.state, set()
    for zone, count in (("frame", "n_frames"), ("pending", "n_pending"), ("queue", "n_queue")):
        if zone in s.dtype.names:
            for entry in s[zone][: int(s[count])]:
                if "source" in entry.dtype.names:
                    source = int(entry["source"])
                    kind = int(s.card[source].type) if 0 <= source < len(s.card) else -1
                else:
                    kind = int(entry["card"])
                if 0 <= kind < len(table.ids):
                    found.add(table.ids[kind])
    return found


def unsound(table: _Table) -> str:
    """What is wrong with a state, or nothing."""
    if table.state.error:
        return fault_text(int(table.state.error))
    if table.state.over:
        return ""
    legal = table.legal()
    if not legal:
        return "nothing is legal"
    twice = [phrase for phrase, times in Counter(legal).items() if times > 1 and "choose" not in phrase]
    if twice:
        return f"offered twice: {twice[0]}"
    if table.state.n_frames > 0:
        return ""  # what is worked off may leave a state for the moment in which no turn could begin
    flaws = table.game.words.flaws(table.state, table.tables, table.ids)
    return f"no game could come to this: {flaws[0]}" if flaws else ""


def ways(meeting: Scenario, chance: random.Random, found: Found) -> Iterator[tuple[list[str], _Table]]:
    """Some of the ways to play a meeting, each with the table at its end."""
    table = _Table(meeting, meeting.tables())
    table.prepare()
    open_ways: list[tuple[list[str], np.record]] = [([], table.state.copy())]
    ended = 0
    while open_ways and ended < WAYS:
        done, state = open_ways.pop(chance.randrange(len(open_ways)))
        table.state = state
        found.states += 1
        found.pending.update(combinations(sorted(pending(table)), 2))
        if wrong := unsound(table):
            found.broken.append(f"{told(meeting, done)}: {wrong}")
            continue
        settled = state.n_frames == 0 and len(done) >= DEPTH
        legal = [] if state.over or settled or len(done) == DEEPEST else sorted(set(table.legal()))
        if not legal:
            ended += 1
            yield done, table
        for phrase in chance.sample(legal, min(WIDTH, len(legal))):
            table.state = state.copy()
            table.do(phrase)
            open_ways.append(([*done, phrase], table.state))


def told(meeting: Scenario, done: Sequence[str]) -> str:
    """A meeting and what was done in it, so that it can be written as a scenario."""
    return f"{meeting.name}; given {meeting.keys['given']}; dice {meeting.keys.get('dice', [])}; do {done}"


def alters(meeting: Scenario, done: list[str], table: _Table) -> list[str]:
    """The changes that nothing depends on, and after which a way ends otherwise all the same. A way in the midst of
    something tells nothing, for what comes first of it may differ; nor does one on which chance had a part that no dice
    force: other seats have other luck.
    """
    fresh = _Table(meeting, meeting.tables())
    fresh.prepare()
    if table.state.n_frames > 0 or fresh.state.rng.tobytes() != table.state.rng.tobytes():
        return []
    expect = {name: path.read(table.state) for name, path in table.paths.items()}
    without_order = {name: value for name, value in expect.items() if not table.paths[name].ordered}
    keys = {**meeting.keys, "do": done, "expect": expect}
    if "dice" in keys:
        if int(table.state.dice.rolled) > FORCED_MAX:
            return []
        keys["dice"] = keys["dice"][: int(table.state.dice.rolled)]
    outcome = {}
    for change in CHANGES_NOTHING:
        if change == "bystander":
            continue  # one in a deck is drawn in the end, and one elsewhere counts for some text
        if change == "order" and is_asked_in_a_row(meeting, done):
            continue
        claims = without_order if change == "order" else expect
        outcome[change] = broken(change, replace(meeting, keys={**keys, "expect": claims}), {})
    return [f"{change}: {difference(wrong[0])}" for change, wrong in outcome.items() if wrong]


def is_asked_in_a_row(meeting: Scenario, done: Sequence[str]) -> bool:
    """Whether some choice of a way is one that the game asks of cards in a row."""
    decision = subject(meeting.game.name).asked_in_a_row
    if decision is None:
        return False
    table = _Table(meeting, meeting.tables())
    table.prepare()
    for phrase in done:
        if table.state.decision == decision:
            return True
        table.do(phrase)
    return False


def difference(wrong: Failure) -> str:
    """Where a claim does not hold, and what is expected and found there; of lists the entries that one has more often
    than the other, or both whole if they differ by their order.
    """
    expected, found = wrong.expected, wrong.found
    if isinstance(expected, list) and isinstance(found, list):
        missing, surplus = beyond(expected, found), beyond(found, expected)
        if missing or surplus:
            expected, found = missing, surplus
    return f"{wrong.where}: expected {expected}, found {found}"


def beyond(one: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    """The entries of a list that another does not have, or not so often."""
    left, found = list(other), []
    for entry in one:
        if entry in left:
            left.remove(entry)
        else:
            found.append(entry)
    return found


def play_meetings(game: str, many: int, seed: str) -> Found:
    """Draws and plays meetings of a game."""
    found, tries = Found(), 0
    while found.met < many and tries < TRIES * many:
        chance = random.Random(f"{seed} {game} {tries}")
        tries += 1
        meeting = draw(game, chance)
        if meeting is None:
            continue
        found.met += 1
        for done, table in ways(meeting, chance, found):
            found.broken += [f"{told(meeting, done)}: {text}" for text in alters(meeting, done, table)]
    return found


def main(game: str, many: str = "200", seed: str = "1") -> None:
    """Prints what meetings break, and the coverage."""
    found = play_meetings(game, int(many), seed)
    print(*found.broken, sep="\n")
    cards = len(by_card(game))
    print(f"{found.met} meetings, {found.states} states, {len(found.broken)} broken")
    print(f"{len(found.pending)} of {cards * (cards - 1) // 2} pairs of cards were pending together")


if __name__ == "__main__":
    main(*sys.argv[1:])
