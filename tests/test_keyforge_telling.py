"""What cards of KeyForge tell a player, which no scenario shows: it changes nothing but what he knows."""

import functools
from collections.abc import Iterator

import numpy as np
import pytest
from contract.card_changes import Entry
from games.keyforge import GAME, TEXTS

from sim.keyforge import notation
from sim.keyforge.state import DECK_SIZE, Type, Zone

CARDS, TABLES = TEXTS.cards, TEXTS.tables
HIDDEN = {"p1.hand": ["troll", "tunk", "cannon"], "p2.hand": ["krump", "sniffer"]}
TOLD: list[tuple[str, str, dict, list[str], dict[str, list[str]]]] = [
    (
        "a_fair_game", "dis", {"p1.deck": ["umbra"], "p2.deck": ["umbra"]}, ["play a_fair_game"],
        {"p1": ["cannon", "troll", "tunk"], "p2": ["krump", "sniffer"]},
    ),
    ("deep_probe", "mars", {}, ["play deep_probe", "choose brobnar"], {"p1": [], "p2": ["sniffer"]}),
    ("psychic_bug", "logos", {}, ["play psychic_bug"], {"p1": [], "p2": ["krump", "sniffer"]}),
    ("psychic_bug", "logos", {"p1.creatures": ["psychic_bug"]}, ["reap psychic_bug"], {"p2": ["krump", "sniffer"]}),
    ("imperial_traitor", "shadows", {}, ["play imperial_traitor"], {"p2": ["krump", "sniffer"]}),
    ("martians_make_bad_allies", "mars", {}, ["play martians_make_bad_allies"], {"p1": ["cannon", "tunk"]}),
    ("battle_fleet", "mars", {}, ["play battle_fleet", "choose tunk"], {"p1": ["tunk"], "p2": []}),
    ("orbital_bombardment", "mars", {}, ["play orbital_bombardment", "choose tunk"], {"p1": ["tunk"], "p2": []}),
    ("commpod", "mars", {"p1.artifacts": ["commpod"]}, ["action commpod", "choose tunk"], {"p1": ["tunk"], "p2": []}),
    ("mothergun", "mars", {"p1.artifacts": ["mothergun"]}, ["action mothergun", "choose tunk"], {"p1": ["tunk"]}),
    (
        "incubation_chamber", "mars", {"p1.artifacts": ["incubation_chamber"]}, ["omni incubation_chamber"],
        {"p1": ["tunk"]},
    ),
    (
        "zyzzix_the_many", "mars", {"p1.creatures": ["zyzzix_the_many"]}, ["reap zyzzix_the_many", "choose troll"],
        {"p1": ["troll"]},
    ),
    (
        "zyzzix_the_many", "mars", {"p1.creatures": ["zyzzix_the_many"], "p2.creatures": ["dust_pixie"]},
        ["fight zyzzix_the_many dust_pixie", "choose troll"], {"p1": ["troll"]},
    ),
]  # fmt: skip
"""What is done with a card, its house, what lies there besides, and which hidden cards of each player the other player
then knows.
"""


def told(house: str, given: dict, do: list[str], tables: np.record) -> dict[str, list[str]]:
    """Which cards in hand and archives of each player the other one knows after some deeds of p1."""
    s, actions = GAME.new_state(), GAME.new_actions()
    GAME.words.clear(s, tables, 0)
    paths = GAME.words.paths(tables, CARDS)
    for name, value in {"house": house, **HIDDEN, **given}.items():
        paths[name].write(s, value)
    for deed in do:
        n = GAME.legal_actions(s, tables, actions)
        legal = [GAME.words.phrase(s, actions[k], CARDS) for k in range(n)]
        GAME.apply(s, tables, actions[legal.index(deed)])
    known: dict[str, list[str]] = {"p1": [], "p2": []}
    for i, card in enumerate(s.card):
        owner = i // DECK_SIZE
        if card.zone in (Zone.HAND, Zone.ARCHIVES) and card.seen >> (1 - owner) & 1:
            known[f"p{owner + 1}"].append(CARDS[card["type"]])
    return {player: sorted(cards) for player, cards in known.items()}


def informing_rows(card: str) -> Iterator[Entry]:
    """The rows of what only tells a player something."""
    for trigger in notation.TRIGGERS.values():
        for row in TEXTS.card(card).part("program", trigger).rows("row"):
            if row.now["operation"] in TEXTS.silent:
                yield row


@pytest.mark.parametrize(("card", "house", "given", "do", "known"), TOLD, ids=[case[3][0] for case in TOLD])
def test_a_player_knows_what_a_card_tells_him(card, house, given, do, known):
    if do[0].startswith("play"):
        given = {**given, "p1.hand": [*HIDDEN["p1.hand"], card]}
    assert told(house, given, do, TABLES) == {"p1": [], "p2": [], **known}


@pytest.mark.parametrize("card", [card for card in CARDS if any(informing_rows(card))])
def test_a_player_does_not_know_what_a_card_did_not_tell_him(card):
    for row in informing_rows(card):
        tables, seen = TABLES.copy(), []
        row.change("dropped", TEXTS.nothing)[1](tables, {})
        for of, house, given, do, known in TOLD:
            if of == card:
                here = {**given, "p1.hand": [*HIDDEN["p1.hand"], card]} if do[0].startswith("play") else given
                seen.append(told(house, here, do, tables) == {"p1": [], "p2": [], **known})
        assert not all(seen)


def test_no_artifact_has_a_trait_of_a_creature():
    creatures, artifacts = (
        functools.reduce(int.__or__, (int(card.traits) for card in TABLES.card[: len(CARDS)] if card["type"] == kind))
        for kind in (Type.CREATURE, Type.ARTIFACT)
    )
    assert creatures & artifacts == 0


def test_a_state_is_small():
    assert GAME.STATE.itemsize < 5_000
