"""Decks and squads of Berserk: the shipped ones, every way of writing one down, what is illegal, and drawn ones."""

import pytest

from sim.berserk.cards import card_facts
from sim.berserk.decks import generate_deck, generate_squad, read_deck, read_squad, shipped_decks, shipped_squads
from sim.berserk.recruiting import Crystals, gold_available, placement_problems, squad_problems
from sim.core.errors import InputError

CARDS = card_facts()
LEGAL = {"nomad": 3, "orc": 3, "borg": 3, "vail": 3, "troll": 3, "leshy": 3, "druid": 3, "korpit": 3, "ghoul": 3}


def deck(**counts):
    return {"name": "x", "cards": [f"{n} {card}" for card, n in counts.items()]}


def problems_of(read, *arguments):
    with pytest.raises(InputError) as caught:
        read(*arguments)
    return "\n".join(caught.value.problems)


def available(*squad):
    return gold_available(squad, CARDS, Crystals())


# --- decks ------------------------------------------------------------------------------------------------------------


def test_every_shipped_deck_and_squad_is_legal():
    assert len(shipped_decks(CARDS)) == 8
    assert all(30 <= len(found.cards) <= 50 for found in shipped_decks(CARDS).values())
    assert len(shipped_squads(CARDS, Crystals())) == 13


def test_thirty_cards_with_three_copies_of_each_name_are_legal():
    assert len(read_deck(deck(**LEGAL, vampire=3), CARDS).cards) == 30


def test_four_copies_of_a_name_are_illegal():
    told = problems_of(read_deck, deck(**{**LEGAL, "nomad": 4}, vampire=2), CARDS)
    assert told == 'deck "x": at most 3 copies of Nomad are allowed, found 4'


def test_twenty_nine_cards_are_too_few():
    assert "should have 30 to 50 cards, found 29" in problems_of(read_deck, deck(**LEGAL, vampire=2), CARDS)


def test_fifty_one_cards_are_too_many():
    more = {"vampire": 3, "kshar": 3, "volkhv": 3, "ost": 3, "mrazen": 3, "hedd": 3, "izhor": 3, "zombie": 3}
    assert "found 51" in problems_of(read_deck, deck(**LEGAL, **more), CARDS)


def test_a_deck_may_have_several_copies_of_a_unique_card():
    assert read_deck(deck(**{**LEGAL, "girrit": 3}), CARDS).cards.count("girrit") == 3


def test_everything_wrong_is_told_at_once():
    told = problems_of(read_deck, {"name": "x", "cards": ["4 nomad", "2 borgg"]}, CARDS)
    assert all(part in told for part in ('no card of Berserk is called "borgg"', '"borg"', "found 4", "30"))


@pytest.mark.parametrize("line", ["3 nomad", "3x Nomad", "Nomad x3", "3 Кочевник", "3х КОЧЕВНИК", "Кочевник (3)"])
def test_a_card_is_named_by_id_english_or_russian_name_with_a_number(line):
    rest = [f"{n} {card}" for card, n in LEGAL.items() if card != "nomad"]
    assert read_deck("\n".join(["Моя колода", line, *rest, "3 vampire"]), CARDS).cards.count("nomad") == 3


def test_every_russian_name_means_its_card():
    named = {card: facts["russian"] for card, facts in CARDS.items() if "russian" in facts}
    assert len(named) == 163
    for card, name in named.items():
        told = problems_of(read_squad, {"name": "x", "cards": [f"16 {name}"]}, CARDS)
        assert f"at most 3 copies of {CARDS[card]['name']} are" in told


def test_a_deck_is_read_from_files(tmp_path):
    rest = [f"{n} {card}" for card, n in LEGAL.items()] + ["3 vampire"]
    (tmp_path / "one.txt").write_text("\n".join(["Mine", *rest]), encoding="utf-8")
    listed = ", ".join(f'"{line}"' for line in rest)
    (tmp_path / "two.toml").write_text(f'name = "Mine"\ncards = [{listed}]', encoding="utf-8")
    assert read_deck("one.txt", CARDS, tmp_path) == read_deck("two.toml", CARDS, tmp_path)


@pytest.mark.parametrize("seed", range(40))
def test_a_drawn_deck_is_legal_and_its_own(seed):
    found = generate_deck(seed, CARDS)
    assert read_deck(found.to_table(), CARDS) == found == generate_deck(seed, CARDS)
    assert found != generate_deck(seed + 1, CARDS)
    assert not {"fixture", "classic"} & {CARDS[card]["set"] for card in found.cards}


# --- squads -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("squad", "gold"),
    [
        (("nomad",), 24),
        (("leshy", "orc"), 23),
        (("leshy", "orc", "borg"), 22),
        (("leshy", "orc", "borg", "vail"), 21),
        (("nomad", "temple_warrior", "volot"), 24),
        (("temple_warrior", "volot"), 23),
        (("marauder", "nomad"), 25),
        (("korpit", "forktail", "drakkarh"), 22),
    ],
)
def test_elements_and_cards_change_the_gold(squad, gold):
    assert available(*squad) == gold


@pytest.mark.parametrize(
    ("squad", "told"),
    [
        (("korpit", "drakkarh", "shimmering_serpent"), "flying creatures should cost at most 15"),
        (("nomad", "raennat", "irkian"), "at most 1 terrain, found 2"),
        (("girrit", "girrit"), "Girrit is unique"),
        (("great_anvil",), "should have a creature"),
        (("uri", "nomad", "peat_serpent"), "each companion needs a plain creature"),
        (("sentient_whirlwind", "nomad"), "each companion needs a plain incorporeal creature"),
        (("fixture_plain_weapon", "nomad"), "needs a creature with a class"),
        (("hydra", "ancient_ogre", "uriil", "nokami"), "elite cards cost 28 gold crystals together"),
        (("lekken", "lekken", "lekken", "goblin", "goblin", "goblin", "vail", "vail"), "the cards cost 51 crystals"),
        (tuple(["nomad"] * 3 + ["kshar"] * 3 + ["atekar"] * 3 + ["leshy"] * 3 + ["izhor"] * 3 + ["uri"]), "at most 15"),
    ],
)
def test_what_a_squad_may_not_be(squad, told):
    assert any(told in problem for problem in squad_problems(squad, CARDS, Crystals()))


def test_a_squad_spends_no_crystal_that_it_lacks():
    squad = ["hydra", "ancient_ogre", "uriil", "goblin", "slime", "vail"]
    assert squad_problems(squad, CARDS, Crystals()) == []
    assert squad_problems(squad, CARDS, Crystals(silver=18)) != []


def test_a_squad_may_be_placed():
    found = read_squad({"name": "x", "cards": ["borg C1", "Кочевник B1", "nomad | D2"]}, CARDS)
    assert found.is_placed
    assert dict(found.cards) == {"borg": "C1", "nomad": "D2"} | {"nomad": "D2"}
    assert ("nomad", "B1") in found.cards
    assert read_squad(found.to_table(), CARDS) == found


def test_all_cards_of_a_squad_have_a_cell_or_none():
    told = problems_of(read_squad, {"name": "x", "cards": ["borg C1", "nomad"]}, CARDS)
    assert "all cards should have a cell or none, found 1 of 2" in told


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Borg Z9\nNomad B1", 'line 1: no cell is called "Z9"; cells are A1 to E3'),
        ("Mine\nBorg \u04211\nNomad B1", 'line 2: no cell is called "\u04211"; cells are A1 to E3, in Latin letters'),
        ("Borgg C1\nNomad B1", 'line 1: no card of Berserk is called "Borgg C1"; did you mean "Borg"'),
        ("2 Borgg\nNomad", 'line 1: no card of Berserk is called "Borgg"; did you mean "Borg"'),
    ],
)
def test_a_mistyped_line_is_no_name_of_a_squad_and_is_told_once(text, says):
    (problem,) = problems_of(read_squad, text, CARDS).splitlines()
    assert says in problem


@pytest.mark.parametrize("name", ["Nomads 2", "Orcs of B1", "3 kings", "My 3rd squad"])
def test_a_squad_may_be_called_almost_anything(name):
    assert read_squad(f"{name}\nBorg C1\nNomad B1", CARDS).name == name


def test_zones_open_one_after_the_other():
    inner = ["B1", "C1", "D1", "B2", "C2", "D2", "B3", "C3", "D3"]
    assert placement_problems(["A1"], False) != []
    assert placement_problems(["A1"], True) == []
    assert placement_problems([*inner, "A2"], False) == []
    assert placement_problems([*inner, "A2"], True) != []
    assert placement_problems([*inner[:8], "A2"], False) != []
    assert placement_problems([*inner, "A2", "E2", "A3", "E3", "A1"], False) == []
    assert "C1 should hold one card, found 2" in placement_problems(["C1", "C1"], True)


@pytest.mark.parametrize("seed", range(40))
def test_a_drawn_squad_is_legal_and_its_own(seed):
    found = generate_squad(seed, CARDS, Crystals())
    assert read_squad(found.to_table(), CARDS) == found == generate_squad(seed, CARDS, Crystals())
