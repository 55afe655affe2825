"""Deck files of a game whose decks have no parts: what every game has of the core."""

import json

import pytest

from sim.core.errors import InputError
from sim.reading.decks import DeckForms

CARDS = {
    "gong": {"name": "Gong", "number": 1},
    "old_troll": {"name": "Old Troll", "number": 22},
    "elan": {"name": "Élan", "number": 3},
}


class Squads(DeckForms[tuple]):
    """Squads of any three cards."""

    size = 3
    set_name = "the First Set"
    kinds = "creature|spell"
    beside = "rare"
    example = '["2 gong"]'

    def shipped(self):
        return {"trolls": {"name": "Trolls", "cards": ["3 old_troll"]}}

    def check(self, where, name, deck, entries, problems):
        problems = problems + self.check_name(name)
        if len(entries) != self.size:
            problems.append(f"a squad should have {self.size} cards, found {len(entries)}")
        if problems:
            raise InputError(f"{where}: {problem}" for problem in problems)
        return name, tuple(sorted(card for card, _ in entries))

    def generate(self, seed):
        return f"random {seed}", ("gong",) * self.size

    def as_mapping(self, deck):
        return {"name": deck[0], "cards": list(deck[1])}


FORMS = Squads(CARDS)
MIXED = ("Mine", ("elan", "gong", "gong"))


def problems_of(source, folder="."):
    with pytest.raises(InputError) as caught:
        FORMS.read(source, folder)
    return caught.value.problems


@pytest.mark.parametrize(
    "source",
    [
        {"name": "Mine", "cards": ["2 gong", "Élan"]},
        "Mine\n2x Gong\nelan",
        "Name: Mine\nSpells (1)\n003 Elan | rare\nCreatures (2)\n- GONG x2",
        "Mine\n1. gong\n2. gong\n3. elan",
    ],
)
def test_the_same_squad_in_every_form(source):
    assert FORMS.read(source) == MIXED


@pytest.mark.parametrize(
    ("name", "content"), [("mine.toml", 'name = "Mine"\ncards = ["2 gong", "elan"]'), ("a.txt", "Mine\n2 gong\nelan")]
)
def test_files_are_looked_for_beside_what_names_them(tmp_path, name, content):
    (tmp_path / name).write_text(content, encoding="utf-8")
    assert FORMS.read(name, tmp_path) == MIXED


def test_shipped_and_random_ones():
    assert FORMS.read("trolls") == ("Trolls", ("old_troll",) * 3)
    assert FORMS.read("random:5")[0] == "random 5"


def test_a_settled_deck_has_nothing_left_to_look_up(tmp_path):
    (tmp_path / "mine.txt").write_text("Mine\n2 gong\nelan", encoding="utf-8")
    assert FORMS.settle("mine.txt", tmp_path) == {"name": "Mine", "cards": ["elan", "gong", "gong"]}
    assert FORMS.settle("trolls", tmp_path) == "trolls"
    assert FORMS.settle("random:5", tmp_path) == "random:5"
    assert FORMS.settle("not.txt", tmp_path) == str(tmp_path / "not.txt")


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("trols", 'no deck is called "trols"; did you mean "trolls"'),
        ("random:x", "should stand a seed"),
        ({"cards": ["2 gnog", "gong"]}, 'cards: no card of the First Set is called "gnog"; did you mean "gong"'),
        ({"cards": "gong"}, "cards should be a list, found"),
        ({"name": "x"}, 'cards is missing; such as ["2 gong"]'),
        ({"crads": [], "cards": ["3 gong"]}, 'no key is called "crads"; did you mean "cards"'),
        ("Mine\n2 gong", "a squad should have 3 cards, found 2"),
        ("Mine\n2 gong\n002 Elan", "Élan has the collector number 3, found 2"),
        ("x\n" * 1001, "this one lists 1,001 lines or cards"),
        ("x" * 101 + "\n3 gong", "at most 100 printable letters"),
        (json.dumps({"data": 1}), "there is no deck service for this game"),
    ],
)
def test_what_is_wrong_is_told(source, told):
    assert any(told in problem for problem in problems_of(source))


class Armies(Squads):
    """Squads with a leader and a reserve, of cards that have Russian names too."""

    lists = ("leader", "reserve")

    def check(self, where, name, deck, entries, problems):
        if problems:
            raise InputError(f"{where}: {problem}" for problem in problems)
        parts = {part: tuple(sorted(card for card, of in entries if of == part)) for part in ("", *self.lists)}
        return name, tuple(parts.values())


ARMIES = Armies({card: {**facts, "russian": f"Карта {card}"} for card, facts in CARDS.items()})
ARMY = ("Mine", (("gong", "gong"), ("elan",), ("old_troll",)))


@pytest.mark.parametrize(
    "source",
    [
        {"name": "Mine", "leader": "elan", "cards": ["2 gong"], "reserve": ["old_troll"]},
        "Mine\nLeader: Elan\n2 gong\nReserve\nold_troll",
        "Mine\nReserve (1)\nold_troll\nMain deck (2)\n2 gong\nleader:\nelan",
        "Mine\nLeader: Карта ELAN\n2х карта gong\nReserve: Карта Old_Troll",
    ],
)
def test_lists_beside_the_cards(source):
    assert ARMIES.read(source) == ARMY


def test_lists_that_cannot_be_read():
    with pytest.raises(InputError) as caught:
        ARMIES.read({"name": "Mine", "cards": ["gong"], "reserve": 3})
    assert caught.value.problems == ['deck "Mine": reserve should have a list of cards, found 3']
    with pytest.raises(InputError) as caught:
        ARMIES.read("Mine\ngong\nReserv\nelan")
    assert caught.value.problems == ['deck: line 3: no list is called "Reserv"; did you mean "reserve"?']
