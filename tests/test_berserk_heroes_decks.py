"""Decks of Berserk: Heroes: the shipped ones, every way of writing one down, all that can be wrong, and drawn ones."""

import functools
import json
from collections import Counter

import pytest

from sim.berserk_heroes.cards import card_facts
from sim.berserk_heroes.decks import copies_allowed, generate_deck, read_deck, shipped_decks
from sim.core.errors import InputError

CARDS = card_facts()
SHIPPED = shipped_decks(CARDS)


@functools.cache
def drawn():
    """Many random decks."""
    return [generate_deck(seed, CARDS) for seed in range(400)]


def changed(deck, add=(), remove=(), **other):
    """A shipped deck as a mapping, with single cards more or less."""
    deck = SHIPPED[deck]
    cards = Counter(deck.cards)
    cards.subtract(remove)
    cards.update(add)
    table = {"name": "Mine", "hero": deck.hero, "cards": list(cards.elements()), "sideboard": list(deck.sideboard)}
    return {**table, **other}


def problems_of(source, folder="."):
    with pytest.raises(InputError) as caught:
        read_deck(source, CARDS, folder)
    return caught.value.problems


def test_twelve_decks_are_shipped_with_where_they_come_from():
    assert len(SHIPPED) == 12
    assert {len(deck.cards) for deck in SHIPPED.values()} == {40}
    assert {deck: len(SHIPPED[deck].sideboard) for deck in SHIPPED if SHIPPED[deck].sideboard} == {
        "real-saikono-2025": 10,
        "real-sakhana-2025": 10,
    }
    assert all(read_deck(deck, CARDS) == SHIPPED[deck] for deck in SHIPPED)


AS_RUSSIAN = "\n".join(
    [
        "Орки",
        f"Hero: {CARDS['rezak_chief_of_the_orcs']['russian']}",
        "Creatures (37)",
        *(f"{copies}х {CARDS[card]['russian']}" for card, copies in Counter(SHIPPED["orcs"].cards).items()),
    ]
)
AS_ENGLISH = "\n".join(
    [
        "Орки",
        "",
        "Hero",
        CARDS["rezak_chief_of_the_orcs"]["name"],
        "",
        "Main deck (40)",
        *(f"{CARDS[card]['name']} x{copies}" for card, copies in Counter(SHIPPED["orcs"].cards).items()),
    ]
)
AS_JSON = json.dumps(
    {
        "name": "Орки",
        "hero": "rezak_chief_of_the_orcs",
        "main": [{"card": card, "count": copies} for card, copies in Counter(SHIPPED["orcs"].cards).items()],
        "sideboard": [],
    }
)


@pytest.mark.parametrize(
    "source", [changed("orcs"), AS_RUSSIAN, AS_ENGLISH, AS_JSON], ids=["table", "russian", "english", "json"]
)
def test_the_same_deck_in_every_form(source):
    deck = read_deck(source, CARDS)
    assert (deck.hero, deck.cards, deck.sideboard) == (SHIPPED["orcs"].hero, SHIPPED["orcs"].cards, ())


def test_a_sideboard_in_text_and_json():
    saikono = SHIPPED["real-saikono-2025"]
    text = ["Mine", "Hero: Saikono", *saikono.cards, "Sideboard (10)", *saikono.sideboard]
    assert read_deck("\n".join(text), CARDS).sideboard == saikono.sideboard
    answer = {"hero": "saikono", "main": list(saikono.cards), "sideboard": [{"card": c} for c in saikono.sideboard]}
    assert read_deck(json.dumps(answer), CARDS).sideboard == saikono.sideboard


@pytest.mark.parametrize("name", ["mine.toml", "mine.txt", "mine.json"])
def test_files(tmp_path, name):
    table = {key: value for key, value in changed("trolls").items() if value}
    as_toml = "".join(f"{key} = {json.dumps(value)}\n" for key, value in table.items())
    content = {
        "mine.toml": as_toml,
        "mine.txt": "\n".join(["Mine", f"Hero: {table['hero']}", *table["cards"]]),
        "mine.json": json.dumps({"name": "Mine", "hero": table["hero"], "main": table["cards"]}),
    }
    (tmp_path / name).write_text(content[name], encoding="utf-8")
    assert read_deck(name, CARDS, tmp_path).cards == SHIPPED["trolls"].cards


def test_a_deck_is_read_back_from_its_mapping():
    assert all(read_deck(deck.to_table(), CARDS) == deck for deck in [*SHIPPED.values(), *drawn()[:50]])


# A number in front is that of the worked case of the rules that the deck is.
MORE_NEUTRALS = [*["erinia"] * 5, *["mobo"] * 3, "raphael", "peasant_lynching"]
LEGAL = {
    "DL-01: the teaching Mountains deck": changed("teach-mountains"),
    "DL-05: five copies of a Horde card": changed("teach-steppes"),
    "DL-08: neutral cards fit every hero": changed("teach-forests", add=["turn_to_slime"]),
    "DL-09: a two-element card with one element of the hero": changed("trolls"),
    "DL-15: a spell for any mage": changed("teach-forests", add=["serrated_lightning"]),
    "spells for any priest": changed("linungs", add=["borrowed_time", "change_of_form"]),
    "any beasts for Narkhi": changed("beasts", add=["giant_bat", "itsup"]),
    "50 cards": changed("neutral", add=MORE_NEUTRALS),
}


@pytest.mark.parametrize("deck", LEGAL.values(), ids=LEGAL)
def test_legal(deck):
    assert read_deck(deck, CARDS).name == "Mine"


ILLEGAL = {
    "DL-02: 39 cards": (
        changed("teach-mountains", remove=["herald_of_thunder"]),
        "a deck should have 40 to 50 cards, found 39",
    ),
    "51 cards": (changed("orcs", add=["peasant"] * 11), "a deck should have 40 to 50 cards, found 51"),
    "four copies": (changed("orcs", add=["orc"]), "at most 3 orc in deck and sideboard, found 4"),
    "DL-06: six copies of Horde": (
        changed("teach-steppes", add=["legate_of_akkenia"]),
        "at most 5 legate_of_akkenia in deck and sideboard, found 6",
    ),
    "copies in the sideboard count": (changed("orcs", sideboard=["orc"]), "at most 3 orc in deck and sideboard"),
    "two of at most one": (changed("neutral", add=["pommel"] * 2), "at most 1 pommel in deck and sideboard, found 2"),
    "another element": (changed("orcs", add=["gnome"]), "gnome: should be neutral or steppes, as the hero is Rezak"),
    "DL-10: two elements, none of the hero's": (
        changed("teach-mountains", remove=["herald_of_thunder"], add=["troll_lifegiver"]),
        "troll_lifegiver: should be neutral or mountains",
    ),
    "a neutral hero": (changed("neutral", add=["gnome"]), "gnome: should be neutral, as the hero is Lord Vig"),
    "DL-12: Saikono and a third element": (
        changed("real-saikono-2025", add=["provider"]),
        "provider: Saikono allows no elements but",
    ),
    "Saikono and neutral cards": (changed("real-saikono-2025", add=["mobo"]), "mobo: Saikono allows no elements but"),
    "DL-14: a foreign beast": (changed("teach-forests", add=["hound"]), "hound: should be neutral or forests"),
    "DL-16: a mage's spell": (
        changed("teach-steppes", add=["serrated_lightning"]),
        "serrated_lightning: should be neutral or steppes",
    ),
    "a priest's spell": (changed("teach-steppes", add=["borrowed_time"]), "borrowed_time: should be neutral"),
    "Peasant Lynching": (changed("basic-darkness", add=["peasant_lynching"]), "peasant_lynching: cannot be in the"),
    "DL-21: a created card": (changed("teach-mountains", add=["egg"]), "egg: a created card is not in a deck"),
    "a placed card": (changed("teach-mountains", add=["tailwind"]), "tailwind: a placed card is not in a deck"),
    "a hero among the cards": (changed("orcs", add=["furgot"]), "furgot: a hero is not among the cards of a deck"),
    "no hero": (changed("orcs", hero=[]), "a deck should name one hero"),
    "two heroes": (changed("orcs", hero=["furgot", "snirk"]), "a deck should name one hero"),
    "a hero who is none": (changed("orcs", hero="orc"), "orc is no hero"),
    "a large sideboard": (
        changed("neutral", sideboard=[*["mobo"] * 3, *["raphael"] * 3, *["erinia"] * 5]),
        "a sideboard should have at most 10 cards, found 11",
    ),
    "too many together": (
        changed("neutral", add=MORE_NEUTRALS, sideboard=["raphael"] * 2 + ["gatekeeper"] * 3),
        "deck and sideboard should have at most 54 cards together, found 50 and 5",
    ),
    "an unknown card": (changed("orcs", add=["orcc"]), 'no card of Berserk: Heroes is called "orcc"; did you mean'),
    "an unknown key": (changed("orcs", sidebord=["orc"]), 'no key is called "sidebord"; did you mean "sideboard"'),
    "a hero misspelt in text": (
        "Hero: Furgt\n3 gnome",
        'line 1: no card of Berserk: Heroes is called "Furgt"; did you',
    ),
    "a first card misspelt": (
        "3 gnomme\nHero: furgot",
        'line 1: no card of Berserk: Heroes is called "gnomme"; did you',
    ),
    "a list misspelt in text": ("Mine\nHero: furgot\nSidebord\n3 gnome", 'no list is called "Sidebord"'),
}


@pytest.mark.parametrize(("deck", "problem"), ILLEGAL.values(), ids=ILLEGAL)
def test_illegal(deck, problem):
    assert any(problem in found for found in problems_of(deck))


def test_everything_wrong_is_told_at_once():
    found = problems_of({"name": "Mine", "hero": "furgot", "cards": ["4 gnome", "orc", "egg"], "sideboard": ["2 orcc"]})
    assert len(found) == 5


def test_random_decks_are_legal_differ_and_come_from_their_seed():
    assert all(read_deck(deck.to_table(), CARDS) == deck for deck in drawn())
    assert len({deck.cards for deck in drawn()}) == len(drawn())
    assert generate_deck(7, CARDS) == drawn()[7] == read_deck("random:7", CARDS)
    assert {(len(deck.cards), len(deck.sideboard)) for deck in drawn()} == {(40, 10)}


def test_random_decks_have_every_hero_and_every_card_that_a_deck_may_have():
    heroes = {card for card, facts in CARDS.items() if facts["type"] == "hero"}
    fixed = {card for card, facts in CARDS.items() if {"created", "placed"} & set(facts.get("keywords", ()))}
    assert {deck.hero for deck in drawn()} == heroes
    assert {card for deck in drawn() for card in (*deck.cards, *deck.sideboard)} == CARDS.keys() - heroes - fixed
    assert all(
        copies <= copies_allowed(CARDS[card])
        for deck in drawn()
        for card, copies in Counter([*deck.cards, *deck.sideboard]).items()
    )
