"""The facts of the cards, and that a seed names one deal."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from sim import load_game

CARDS = tomllib.loads((Path(__file__).parents[1] / "sim/shards_of_infinity/cards.toml").read_text(encoding="utf-8"))

# id: faction, type, cost, copies, shield, defense; 0 where a card has none
FACTS = {
    "crystal": ("", "starter", 0, 7, 0, 0),
    "blaster": ("", "starter", 0, 1, 0, 0),
    "shard_reactor": ("", "starter", 0, 1, 0, 0),
    "infinity_shard": ("", "starter", 0, 1, 0, 0),
    "kiln_drone": ("homodeus", "ally", 1, 3, 0, 0),
    "mining_drones": ("homodeus", "ally", 2, 3, 0, 0),
    "korvus_legionnaire": ("homodeus", "ally", 3, 3, 2, 0),
    "reactor_drone": ("homodeus", "ally", 3, 3, 0, 0),
    "venator_of_the_wastes": ("homodeus", "mercenary", 4, 1, 0, 0),
    "primus_pilus": ("homodeus", "champion", 2, 1, 0, 6),
    "numeri_drones": ("homodeus", "champion", 3, 2, 0, 5),
    "evokatus": ("homodeus", "champion", 4, 2, 0, 2),
    "optio_crusher": ("homodeus", "champion", 5, 2, 0, 4),
    "drakonarius": ("homodeus", "champion", 6, 1, 0, 2),
    "general_decurion": ("homodeus", "champion", 7, 1, 0, 7),
    "order_initiate": ("order", "ally", 1, 3, 0, 0),
    "cache_warden": ("order", "mercenary", 2, 2, 0, 0),
    "shard_abstractor": ("order", "mercenary", 3, 3, 0, 0),
    "data_heretic": ("order", "mercenary", 3, 3, 0, 0),
    "portal_monk": ("order", "ally", 3, 2, 0, 0),
    "command_seer": ("order", "ally", 4, 2, 5, 0),
    "cryptofist_monk": ("order", "ally", 5, 2, 8, 0),
    "omnius": ("order", "mercenary", 6, 1, 0, 0),
    "grand_architect": ("order", "mercenary", 7, 1, 0, 0),
    "giga_source_adept": ("order", "champion", 2, 1, 0, 4),
    "systema_ai": ("order", "champion", 3, 1, 0, 4),
    "zetta_encryptor": ("order", "champion", 5, 1, 5, 5),
    "undergrowth_aspirant": ("undergrowth", "ally", 1, 3, 0, 0),
    "spore_cleric": ("undergrowth", "mercenary", 2, 3, 0, 0),
    "fungal_hermit": ("undergrowth", "mercenary", 3, 2, 0, 0),
    "thorn_zealot": ("undergrowth", "ally", 3, 2, 3, 0),
    "leshai_knight": ("undergrowth", "mercenary", 3, 3, 0, 0),
    "shardwood_guardian": ("undergrowth", "ally", 4, 3, 0, 0),
    "ghostwillow_avenger": ("undergrowth", "mercenary", 4, 1, 0, 0),
    "ojas_genesis_druid": ("undergrowth", "ally", 4, 1, 0, 0),
    "furrowing_elemental": ("undergrowth", "ally", 5, 2, 0, 0),
    "root_of_the_forest": ("undergrowth", "mercenary", 7, 1, 0, 0),
    "additri_gaiamancer": ("undergrowth", "champion", 5, 1, 0, 5),
    "wraethe_skirmisher": ("wraethe", "ally", 1, 3, 0, 0),
    "nil_assassin": ("wraethe", "mercenary", 2, 3, 0, 0),
    "shadow_apostle": ("wraethe", "mercenary", 2, 3, 0, 0),
    "shadebound_sentry": ("wraethe", "ally", 3, 2, 0, 0),
    "umbral_scourge": ("wraethe", "mercenary", 3, 3, 0, 0),
    "aetherbreaker": ("wraethe", "mercenary", 4, 2, 0, 0),
    "scion_of_nothingness": ("wraethe", "mercenary", 5, 2, 0, 0),
    "zara_ra": ("wraethe", "mercenary", 5, 1, 0, 0),
    "li_hin": ("wraethe", "champion", 3, 1, 0, 1),
    "fao_cutul": ("wraethe", "champion", 4, 1, 0, 4),
    "zen_chi_set": ("wraethe", "champion", 7, 1, 0, 5),
}


def ids(**facts: object) -> set[str]:
    return {card for card, fields in CARDS.items() if all(fields.get(key) == value for key, value in facts.items())}


def copies(key: str) -> Counter:
    total: Counter = Counter()
    for fields in CARDS.values():
        if fields["type"] != "starter":
            total[fields[key]] += fields["copies"]
    return total


def deal(seed: int, number: int = 0, **table: object) -> dict[str, object]:
    game = load_game("shards_of_infinity")
    tables, state = game.make_tables(table, ()), game.new_state()
    game.setup(state, tables, seed, number)
    paths = game.words.paths(tables, game.words.card_ids())
    return {name: path.read(state) for name, path in paths.items()} | {"to_move": int(state.to_move)}


def test_the_cards_are_these_and_no_others():
    assert set(CARDS) == set(FACTS)


@pytest.mark.parametrize("card", FACTS)
def test_facts_of_a_card(card):
    fields = CARDS[card]
    numbers = [fields.get(key, 0) for key in ("cost", "copies", "shield", "defense")]
    assert (fields.get("faction", ""), fields["type"], *numbers) == FACTS[card]


def test_the_center_deck_has_88_cards_and_22_of_each_faction():
    assert sum(copies("type").values()) == 88
    assert copies("faction") == {"homodeus": 22, "order": 22, "undergrowth": 22, "wraethe": 22}


def test_center_cards_by_type_and_cost():
    assert copies("type") == {"ally": 37, "mercenary": 35, "champion": 16}
    assert copies("cost") == {1: 12, 2: 16, 3: 30, 4: 13, 5: 11, 6: 2, 7: 4}


def test_a_starting_deck_has_ten_cards():
    assert sum(CARDS[card]["copies"] for card in ids(type="starter")) == 10


def test_seventeen_kinds_of_mercenaries_and_thirteen_of_champions():
    assert ids(type="mercenary") == {
        "aetherbreaker",
        "cache_warden",
        "data_heretic",
        "fungal_hermit",
        "ghostwillow_avenger",
        "grand_architect",
        "leshai_knight",
        "nil_assassin",
        "omnius",
        "root_of_the_forest",
        "scion_of_nothingness",
        "shadow_apostle",
        "shard_abstractor",
        "spore_cleric",
        "umbral_scourge",
        "venator_of_the_wastes",
        "zara_ra",
    }
    assert len(ids(type="champion")) == 13


def test_champions_have_a_defense_and_nothing_else_has():
    assert {card for card, fields in CARDS.items() if fields.get("defense", 0) > 0} == ids(type="champion")


def test_no_champion_is_a_mercenary():
    assert not ids(type="champion") & ids(type="mercenary")
    assert {fields["type"] for fields in CARDS.values()} == {"starter", "ally", "mercenary", "champion"}


def test_only_champions_have_exhaust_and_static_effects():
    assert all(fields["type"] == "champion" for fields in CARDS.values() if "exhaust" in fields or "static" in fields)
    assert {card for card in ids(type="champion") if not CARDS[card].get("exhaust")} == {"zetta_encryptor"}
    assert {card for card in ids(type="champion") if CARDS[card].get("play")} == {"evokatus", "giga_source_adept"}


def test_the_same_seed_gives_the_same_deal():
    assert deal(11) == deal(11)
    assert deal(11, 3, players=4) == deal(11, 3, players=4)


def test_other_seeds_and_other_games_give_other_deals():
    assert deal(11) != deal(12)
    assert deal(11, 0) != deal(11, 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deal_holds_every_card_once(players):
    dealt = deal(7, players=players)
    assert Counter(dealt["row"]) + Counter(dealt["center"]) == Counter(
        {card: fields["copies"] for card, fields in CARDS.items() if fields["type"] != "starter"}
    )
    for seat in range(1, players + 1):
        assert Counter(dealt[f"p{seat}.hand"]) + Counter(dealt[f"p{seat}.deck"]) == Counter(
            {card: CARDS[card]["copies"] for card in ids(type="starter")}
        )


def test_twin_games_swap_the_seats_and_share_the_luck():
    one, two = deal(5, 0), deal(5, 1)
    assert one["to_move"] != two["to_move"]
    assert (one["row"], one["center"]) == (two["row"], two["center"])
    assert (one["p1.hand"], one["p1.deck"]) == (two["p2.hand"], two["p2.deck"])
    assert (one["p2.hand"], one["p2.deck"]) == (two["p1.hand"], two["p1.deck"])
