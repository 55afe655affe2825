"""A card that no agent has learned is taken as its text deserves: what a designer adds or changes is played by what it
says.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
import tomli_w
from planted import take_rates

import experiments

BEST_TENTH, SPREAD, HARDLY = 0.9, 0.05, 0.4
"""A strong card is taken as often as the best tenth of the game's own cards, but for what chance does; a worthless one
at most so often."""


@dataclass(frozen=True)
class Planted:
    """A strong, a plain and a worthless card of one type, and where they are met."""

    game: str
    cards: dict[str, dict[str, Any]]
    """by their ids: strong, plain, worthless"""
    table: dict[str, Any]
    verb: str
    games: int = 60
    more_styles: tuple[str, ...] = ()
    """that take cards by values of their own; the long tests ask them too"""


def in_three(common: dict[str, Any], strong: dict[str, Any], plain: dict[str, Any], worthless: dict[str, Any]):
    """The three cards, with what all have."""
    return {
        name: {"name": name.title(), **common, **own}
        for name, own in zip(PLANTED, (strong, plain, worthless), strict=True)
    }


PLANTED = ["strong", "plain", "worthless"]
SHARDS = {"faction": "homodeus", "copies": 6}
GEMS, RELICS = ["jade", "diamond_cluster", "searing_ruby"], ["blasting_staff", "flexing_dagger"]
SPELLS = ["phoenix_flame", "spectral_echo", "ignite", "dark_fire"]
KEYFORGE = {"house": "brobnar", "rarity": "common"}
KEYFORGE_DECK = {
    "brobnar": [
        "2 strong", "2 plain", "2 worthless", "anger", "punch", "loot_the_bodies", "valdr", "headhunter", "smaaash",
    ],
    "dis": [
        "fear", "hand_of_dis", "2 mind_barb", "dominator_bauble", "charette", "2 dust_imp", "shooler",
        "stealer_of_souls", "the_terror", "tocsin",
    ],
    "shadows": [
        "2 nerve_blast", "poison_wave", "too_much_to_protect", "seeker_needle", "bad_penny", "noddy_the_thief",
        "dodger", "shadow_self", "silvertooth", "2 urchin",
    ],
}  # fmt: skip
NIGHTFALL = {"colour": "blue", "links": ["red", "green"], "kicker": "white", "copies": 7}
BERSERK = {"element": "mountains", "type": "creature"}
BERSERK_DECK = [
    "3 strong", "3 plain", "3 worthless", "ravine_dwarf", "2 mrazen", "ice_hunter", "axe_master", "forge_keeper",
    "mountain_guardian", "basaarg_dwarf", "borg", "mountain_giant", "2 bonecrusher", "gobrah", "lord_of_lightning",
    "draks", "druid", "2 korpit", "2 ouri", "mocking_spider", "canopy_runner", "klaer", "lekken",
]  # fmt: skip
HEROES = {"elements": ["forests"], "rarity": "common"}
HEROES_DECK = {
    "hero": "saikono",
    "cards": [
        "3 strong", "3 plain", "3 worthless", "3 byaka", "3 spriggan", "3 call_to_the_roots", "3 last_verse",
        "2 curious_stump", "3 hissing_dragon", "3 plunder_the_clutch", "3 virgo", "2 copper_dragon", "2 sand_dragon",
        "3 treasure_guardian", "2 phoenix",
    ],
}  # fmt: skip

CASES = {
    "Shards of Infinity: champion": Planted(
        "shards_of_infinity",
        in_three(
            {**SHARDS, "type": "champion", "defense": 4},
            {"cost": 2, "exhaust": ["gain_power 8"]},
            {"cost": 3, "exhaust": ["gain_gems 2"]},
            {"cost": 7, "exhaust": ["gain_power 1 if mastery 20"]},
        ),
        {"players": 2}, "recruit", more_styles=("mastery_rush", "power_aggro", "lean_deck", "champions"),
    ),
    "Shards of Infinity: ally": Planted(
        "shards_of_infinity",
        in_three(
            {**SHARDS, "type": "ally"},
            {"cost": 2, "play": ["draw 3", "gain_mastery 2"]},
            {"cost": 3, "play": ["gain_power 4"]},
            {"cost": 6, "play": ["gain_gems 1"]},
        ),
        {"players": 2}, "recruit",
    ),
    "Shards of Infinity: mercenary": Planted(
        "shards_of_infinity",
        in_three(
            {**SHARDS, "type": "mercenary"},
            {"cost": 2, "play": ["gain_power 20"]},
            {"cost": 3, "play": ["gain_power 4"]},
            {"cost": 6, "play": ["gain_gems 1"]},
        ),
        {"players": 2}, "(?:recruit|fast-play)",
    ),
    "Aeon's End: gem": Planted(
        "aeons_end",
        in_three(
            {"type": "gem", "copies": 9},
            {"cost": 3, "play": ["aether 9"]},
            {"cost": 3, "play": ["aether 3"]},
            {"cost": 5, "play": ["aether 1"]},
        ),
        {"players": 2, "supply": [*PLANTED, *RELICS, *SPELLS]},
        "gain",
    ),
    "Aeon's End: relic": Planted(
        "aeons_end",
        in_three(
            {"type": "relic", "copies": 5},
            {"cost": 3, "play": ["deal 6", "draw 1"]},
            {"cost": 3, "play": ["charge 1"]},
            {"cost": 5, "play": ["discard 1 any"]},
        ),
        {"players": 2, "supply": [*PLANTED, *GEMS, *SPELLS[:3]]},
        "gain",
    ),
    "Aeon's End: spell": Planted(
        "aeons_end",
        in_three(
            {"type": "spell", "copies": 5},
            {"cost": 4, "cast": ["deal 9"]},
            {"cost": 4, "cast": ["deal 3"]},
            {"cost": 6, "cast": ["deal 1"]},
        ),
        {"players": 2, "supply": [*PLANTED, *GEMS, *RELICS, "dark_fire"]},
        "gain",
    ),
    "Nightfall: minion": Planted(
        "nightfall",
        in_three(
            {**NIGHTFALL, "type": "minion", "species": "hunter"},
            {"cost": 2, "strength": 7, "health": 6},
            {"cost": 4, "strength": 3, "health": 2},
            {"cost": 6, "strength": 0, "health": 1},
        ),
        {"players": 2, "draft": "dealt", "commons": PLANTED}, "claim",
    ),
    "Nightfall: action": Planted(
        "nightfall",
        in_three(
            {**NIGHTFALL, "type": "action", "kicked": []},
            {"cost": 2, "chain": ["target_player opponent", "inflict 4 targeted"]},
            {"cost": 4, "chain": ["draw 2"]},
            {"cost": 6, "chain": ["discard 1 you"]},
        ),
        {"players": 2, "draft": "dealt", "commons": PLANTED}, "claim",
    ),
    "KeyForge: creature": Planted(
        "keyforge",
        in_three(
            {**KEYFORGE, "type": "creature"},
            {"power": 9, "amber": 3},
            {"power": 3},
            {"power": 1, "play": ["opponent_gains 4"]},
        ),
        {"decks": [{"houses": KEYFORGE_DECK}, {"houses": KEYFORGE_DECK}]}, "play",
    ),
    "KeyForge: action": Planted(
        "keyforge",
        in_three(
            {**KEYFORGE, "type": "action"},
            {"amber": 4},
            {"amber": 1},
            {"play": ["lose 6"]},
        ),
        {"decks": [{"houses": KEYFORGE_DECK}, {"houses": KEYFORGE_DECK}]}, "play",
    ),
    "Berserk: creature": Planted(
        "berserk",
        in_three(
            BERSERK,
            {"cost": 3, "life": 14, "move": 2, "strike": [4, 5, 6]},
            {"cost": 5, "life": 9, "move": 1, "strike": [1, 2, 3]},
            {"cost": 8, "life": 2, "move": 1, "strike": [0, 0, 1]},
        ),
        {"decks": [{"cards": BERSERK_DECK}, {"cards": BERSERK_DECK}]}, "recruit", games=40,
    ),
    "Berserk: Heroes: creature": Planted(
        "berserk_heroes",
        in_three(
            {**HEROES, "type": "creature", "classes": ["troll"]},
            {"cost": 2, "strike": 6, "life": 9},
            {"cost": 4, "strike": 3, "life": 4},
            {"cost": 6, "strike": 0, "life": 1},
        ),
        {"decks": [HEROES_DECK, HEROES_DECK]}, "play", games=40,
    ),
}  # fmt: skip


def as_it_deserves(planted, style, folder):
    """Asserts that a style takes the strong card, and the worthless one hardly."""
    path = folder / "cards.toml"
    path.write_text(tomli_w.dumps(planted.cards), encoding="utf-8")
    rates = take_rates(planted.game, [path], planted.table, planted.verb, style, planted.games)
    own = [rate for card, rate in rates.items() if card not in planted.cards]
    assert rates["strong"] >= np.quantile(own, BEST_TENTH) - SPREAD, rates
    assert rates.get("worthless", 0.0) <= HARDLY, rates
    assert rates["strong"] >= rates.get("plain", 0.0) >= rates.get("worthless", 0.0), rates


@pytest.mark.drawn(6)
@pytest.mark.parametrize("case", CASES)
def test_a_strong_card_is_taken_and_a_worthless_one_hardly(case, tmp_path):
    as_it_deserves(CASES[case], "best", tmp_path)


@pytest.mark.long
@pytest.mark.parametrize(("case", "style"), [(case, style) for case in CASES for style in CASES[case].more_styles])
def test_other_styles_take_a_strong_card_too(case, style, tmp_path):
    as_it_deserves(CASES[case], style, tmp_path)


CHANGED = {
    "shards_of_infinity": ("kiln_drone", {"play": ["gain_power 30"]}, {"players": 2}, "recruit"),
    "aeons_end": ("jade", {"play": ["aether 9"]}, {"players": 2, "supply": [*GEMS, *RELICS, *SPELLS]}, "gain"),
}


@pytest.mark.parametrize("game", CHANGED)
def test_a_card_that_was_made_strong_is_taken_more_often(game, tmp_path):
    card, facts, table, verb = CHANGED[game]
    path = tmp_path / "cards.toml"
    path.write_text(tomli_w.dumps({card: facts}), encoding="utf-8")
    before, after = (take_rates(game, cards, table, verb, "best", 60).get(card, 0.0) for cards in ([], [path]))
    assert after > 0.9 > before + 0.2


def test_a_card_whose_notes_alone_are_changed_is_played_as_before(tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text('[kiln_drone]\nname = "Another Name"\nnote = "the same card"\n', encoding="utf-8")
    before, after = (take_rates("shards_of_infinity", cards, {}, "recruit", "best", 20) for cards in ([], [path]))
    assert before == after


def test_a_run_says_which_cards_the_agents_have_not_learned(tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text(tomli_w.dumps(CASES["Shards of Infinity: ally"].cards), encoding="utf-8")
    how = {"agents": ["random", "random"], "games": 4, "results": tmp_path / "results"}
    found = experiments.estimate("shards_of_infinity", cards=[str(path)], **how)
    (note,) = found.notes
    assert "have not learned strong, plain, worthless:" in note
    assert "Ask expert too" in note
    assert "have not learned strong, plain, worthless:" in found.report.read_text(encoding="utf-8")
    assert not any("not learned" in note for note in experiments.estimate("shards_of_infinity", **how).notes)
