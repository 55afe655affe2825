"""A validated table and the start of a game (rules 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..cards.header import clear_header
from ..cards.piles import put_copies
from ..core.beginning import begin
from ..core.errors import InputError, nearest, quoted, shown
from ..core.kernel import kernel
from ..core.pile import mix, shuffle
from ..core.records import new_record
from ..core.rng import MARKET, shuffle_stream
from ..reading.card_files import CardSource, placed
from ..reading.table import Key, firsts, read_table
from .apply import advance
from .cards import TABLES, Cards, fill_cards, gather, new_cards, of_type, unknown_problems
from .draft import open_archives
from .state import (
    COMMONS_MAX,
    DECK_MAX,
    DRAFT_STEPS,
    NO_CARD,
    NOBODY,
    NOTHING,
    PACKET,
    PRIVATE,
    SEATS,
    WOUND_TYPES,
    Decision,
    Phase,
    TieBreak,
    Type,
)

TIE_BREAKS = {tie.name.lower(): tie for tie in TieBreak}
KEYS = {
    "players": Key("how many play", 2, (2, SEATS)),
    "first": Key("who begins: a seat, all in turn, or drawn", "rotate", ways=("rotate", "random")),
    "draft": Key("whether private archives are drafted, or dealt", "drafted", options=("drafted", "dealt")),
    "two_player_draft": Key(
        "how two draft: the first card picked is removed, or they draft as more do",
        "remove_first",
        options=("remove_first", "as_others"),
    ),
    "archives": Key("by seat, the private archives given to it; the others are dealt", []),
    "commons": Key("the commons given; the others are dealt", []),
    "unknown": Key(
        "what stands for the unknown values of a card file: nothing, or those of the stand-in set",
        "refuse",
        options=("refuse", "stand_in"),
    ),
    "wounds_give_influence": Key("whether a wound may be discarded for influence", True),
    "tie_break": Key("how players with as few wounds are told apart", "even_spread", options=tuple(TIE_BREAKS)),
    "counted_wounds": Key("wounds a player until the game ends", 10, (1, 20)),
    "hand": Key("cards drawn up to at the end of a turn", 5, (1, 10)),
    "influence": Key("influence in every claim phase", 2, (0, 20)),
    "cards_for_wound": Key("cards drawn for a wound discarded by the wound effect", 2, (0, 4)),
    "round_limit": Key("rounds after which the game is scored: a safeguard of ours, the rules have none", 60, (1, 200)),
}
"""The keys of a table, with their values by the rules."""
COPIED = ("players", "counted_wounds", "hand", "influence", "cards_for_wound", "round_limit", "wounds_give_influence")


def make_tables(table: Mapping[str, Any], cards: Sequence[CardSource] = ()) -> np.record:
    """The TABLES record for a table (see KEYS; all optional) and extra card files; InputError lists all problems."""
    values, problems = read_table(KEYS, table)
    tables = new_record(TABLES)
    try:
        found = gather(cards)
    except InputError as error:
        raise InputError([*problems, *error.problems]) from None
    if not problems:
        problems += _read_archives(tables, values, found)
    problems += placed(fill_cards(tables, found.facts), cards)
    if problems:
        raise InputError(problems)
    for key in COPIED:
        tables[key] = values[key]
    tables["draft"] = values["draft"] == "drafted"
    tables["removes_first"] = values["players"] == 2 and values["two_player_draft"] == "remove_first"
    tables["tie_break"] = TIE_BREAKS[values["tie_break"]]
    tables["first"] = firsts(values["players"])[values["first"]]
    return tables


def _read_archives(tables: np.record, values: Mapping[str, Any], cards: Cards) -> list[str]:
    """Writes the archives that a table gives; what is wrong with them, and with the cards that are used."""
    players, kinds = values["players"], [*of_type(cards.facts, ("minion", "action")), *new_cards(cards)]
    private, commons = values["archives"], values["commons"]
    if not isinstance(private, (list, tuple)) or not all(isinstance(seat, (list, tuple)) for seat in private):
        return [f'table: archives should list those of each seat, such as [["vulko"], []], found {shown(private)}']
    if not isinstance(commons, (list, tuple)):
        return [f'table: commons should be a list of cards such as ["vulko"], found {shown(commons)}']
    problems = []
    if private and len(private) != players:
        problems.append(f"table: archives should list those of each of {players} seats, found {len(private)}")
    given = [card for seat in [*private, commons] for card in seat]
    for card in given:
        if card not in kinds:
            problems.append(f"table: no archive holds {shown(card)}{nearest(str(card), kinds)}")
        elif given.count(card) > 1:
            problems.append(f"table: {quoted(card)} is in several archives; there is one of each card")
    if any(len(seat) > PRIVATE for seat in private) or len(commons) > COMMONS_MAX:
        problems.append(f"table: a seat has {PRIVATE} private archives, and there are {COMMONS_MAX} in the commons")
    if given and values["draft"] == "drafted":
        problems.append('table: archives and commons are given only where draft = "dealt"')
    wanted = COMMONS_MAX + PRIVATE * players
    if values["draft"] == "drafted":
        wanted = max(PACKET * players, wanted if players == 2 else COMMONS_MAX + (PACKET - 1) * players)
    if len(kinds) < wanted:
        problems.append(f"{players} players need cards for {wanted} archives, found {len(kinds)}")
    used = given if len(given) == wanted and given else kinds
    others = of_type(cards.facts, ("starter", "wound"))
    problems += unknown_problems(cards, [*used, *others], values["unknown"] == "stand_in")
    if problems:
        return list(dict.fromkeys(problems))
    ids = list(cards.facts)
    tables["archives"], tables["commons"] = NO_CARD, NO_CARD
    for seat, held in enumerate(private):
        tables["archives"][seat][: len(held)] = [ids.index(card) for card in held]
    tables["commons"][: len(commons)] = [ids.index(card) for card in commons]
    return _too_many(values, cards, used)


def _too_many(values: Mapping[str, Any], cards: Cards, used: Sequence[str]) -> list[str]:
    """What is wrong if one player could own more cards than a deck holds, or the counted wounds are too many."""
    facts, players = cards.facts, values["players"]
    wounds = sum(facts[card]["copies"] for card in of_type(facts, ("wound",)))
    starters = sum(facts[card]["copies"] for card in of_type(facts, ("starter",)))
    copies = sorted((facts[card]["copies"] for card in used), reverse=True)
    owned = starters + wounds + sum(copies[: COMMONS_MAX + PRIVATE * players])
    problems = []
    if owned > DECK_MAX:
        problems.append(f"one player can own at most {DECK_MAX} cards, found {owned}")
    if values["counted_wounds"] * players > wounds:
        problems.append(
            f"table: counted_wounds {values['counted_wounds']} a player is more than the {wounds} wounds there are"
        )
    return problems


@kernel
def setup(s, t, seed, game):
    """Start state of a game: shuffled wounds, starters and draft cards; the draft begins, or archives are dealt
    (rules 2).
    """
    players = t.players
    clear(s, t, begin(s, seed, game, players, t.first))
    shuffle(s, MARKET, s.stack)
    for seat in range(players):
        for card in range(t.n_cards):
            if t.card[card].type == Type.STARTER:
                put_copies(s, card, t.card[card].copies, s.deck[seat])
        shuffle(s, shuffle_stream(seat), s.deck[seat])
    s.n_draft, s.n_archives = 0, 0
    for card in range(t.n_cards):
        kind = t.card[card].type
        if (kind == Type.MINION or kind == Type.ACTION) and t.card[card].copies > 0:
            s.draft[s.n_draft] = card
            s.n_draft += 1
    mix(s, MARKET, s.draft, int(s.n_draft))
    s.phase, s.decision = Phase.DRAFT, Decision.NONE
    if t.draft == 0:
        open_archives(s, t)
    advance(s, t)


@kernel
def clear(s, t, first):
    """An empty table: no cards but the stack of wounds, which lies as it was sorted; the first seat at its chain."""
    clear_header(s, t.players, first, Decision.CHAIN)
    s.phase, s.at, s.seat, s.ending, s.influence, s.n_chain = Phase.CHAIN, 0, first, 0, 0, 0
    s.minion, s.controller, s.target, s.order, s.claimed_card = NOTHING, NOBODY, NOBODY, NOTHING, NO_CARD
    s.n_draft, s.n_archives, s.tied = 0, 0, 0
    s.chains, s.orders, s.longest, s.by_combat = 0, 0, 0, 0
    for i in range(s.drafted.size):
        s.drafted[i] = DRAFT_STEPS
    for card in range(s.exiled.size):
        s.exiled[card], s.draft[card] = 0, NO_CARD
    for seat in range(SEATS):
        s.deck[seat].n, s.hand[seat].n, s.play[seat].n, s.known[seat] = 0, 0, 0, 0
        s.claimed[seat], s.destroyed[seat], s.kicked[seat], s.ordered[seat] = 0, 0, 0, 0
        for giver in range(SEATS):
            s.given[giver, seat] = 0
        for card in range(s.discard.shape[1]):
            s.discard[seat, card] = 0
        for i in range(WOUND_TYPES):
            s.wounds[seat, i] = 0
    s.stack.n = 0
    for i in range(WOUND_TYPES):
        put_copies(s, t.wound[i], t.card[t.wound[i]].copies, s.stack)
    s.counted = t.counted_wounds * t.players
