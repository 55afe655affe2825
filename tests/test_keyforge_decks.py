"""Decks: the shipped ones, every way of writing one down, everything that can be wrong with one, and drawn ones."""

import functools
import json
import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, chisquare

from sim.core.errors import InputError
from sim.keyforge.cards import card_facts
from sim.keyforge.decks import Deck, generate_deck, read_deck, read_decks, shipped_decks
from sim.keyforge.generator import figures

CARDS = card_facts()
SHIPPED = shipped_decks(CARDS)
HOUSES = ("brobnar", "dis", "logos", "mars", "sanctum", "shadows", "untamed")
HORSEMEN = ("horseman_of_death", "horseman_of_famine", "horseman_of_pestilence", "horseman_of_war")
MASTERS = ("master_of_1", "master_of_2", "master_of_3")
MAVERICK = "gregg-the-adjutant-of-myths"
REPEATABLE = settings(derandomize=True, deadline=None, max_examples=150)
CHANCE = st.randoms(use_true_random=True)
"""By a seed: a text has hundreds of choices, each of which would take longer to draw than to test."""


@functools.cache
def drawn() -> list[Deck]:
    """Many random decks."""
    return [generate_deck(seed, CARDS) for seed in range(2000)]


def as_text(deck: Deck) -> str:
    lines = [deck.name]
    for house in deck.houses:
        lines += ["", house.title(), *(CARDS[card]["name"] for card, of in deck.cards if of == house)]
    return "\n".join(lines)


def as_answer(deck: Deck, listed: bool = False) -> dict:
    """What the deck service answers for a deck; listed: as the only hit of a search."""
    links = [f"{card}/{house}" for card, house in deck.cards]
    linked = [
        {
            "id": f"{card}/{house}",
            "card_title": CARDS[card]["name"].replace("'", "’"),
            "house": house.title(),
            "card_type": CARDS[card]["type"].title(),
            "card_number": f"{CARDS[card]['number']:03}",
            "expansion": 341,
            "is_maverick": CARDS[card]["house"] != house,
        }
        for card, house in dict.fromkeys(deck.cards)
    ]
    houses = [house.title() for house in deck.houses]
    data = {"id": "a-number", "name": deck.name, "expansion": 341}
    of_cards = {"houses": [{"id": house, "name": house} for house in houses], "cards": linked}
    if listed:
        return {"count": 1, "data": [{**data, "cards": links, "_links": {"houses": houses}}], "_linked": of_cards}
    return {"data": {**data, "_links": {"houses": houses, "cards": links}}, "_linked": of_cards}


def as_toml(deck: Deck) -> str:
    table = deck.to_table()
    lines = [f"{key} = {json.dumps(table[key])}" for key in ("id", "name")]
    return "\n".join([*lines, *(f"houses.{house} = {json.dumps(cards)}" for house, cards in table["houses"].items())])


def problems_of(source, folder="."):
    with pytest.raises(InputError) as error:
        read_deck(source, CARDS, folder)
    return error.value.problems


def is_legal(deck: Deck) -> bool:
    by_house = Counter(house for _, house in deck.cards)
    known = all(card in CARDS for card, _ in deck.cards) and set(deck.houses) < set(HOUSES)
    return known and by_house == dict.fromkeys(deck.houses, 12) and len(deck.houses) == 3


def mavericks(deck: Deck) -> list[str]:
    return [card for card, house in deck.cards if CARDS[card]["house"] != house]


def test_the_shipped_decks():
    assert len(SHIPPED) == 36
    assert list(shipped_decks(CARDS, "starter")) == ["miss-onyx-censorius", "radiant-argus-the-supreme"]
    assert len(shipped_decks(CARDS, "real")) == 34
    assert all(deck.id == name for name, deck in SHIPPED.items())
    assert len({deck.name for deck in SHIPPED.values()}) == len({deck.cards for deck in SHIPPED.values()}) == 36
    assert {name: mavericks(deck) for name, deck in SHIPPED.items() if mavericks(deck)} == {
        MAVERICK: ["honorable_claim"]
    }
    assert Counter(SHIPPED["paincon-the-critic-of-gravity"].cards)["horseman_of_war", "sanctum"] == 2


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_deck_is_legal_and_the_same_in_every_form(name, tmp_path):
    deck = SHIPPED[name]
    assert is_legal(deck)
    assert read_deck(name, CARDS) == deck
    files = {
        "deck.toml": as_toml(deck),
        "deck.txt": as_text(deck),
        "deck": as_text(deck),
        "deck.json": json.dumps(as_answer(deck)),
        "answer.txt": "\ufeff" + json.dumps(as_answer(deck, listed=True)),
    }
    for file, content in files.items():
        (tmp_path / file).write_text(content, encoding="utf-8")
        assert read_deck(file, CARDS, tmp_path) == deck
        assert read_deck(tmp_path / file, CARDS) == deck
    assert read_deck(as_text(deck), CARDS) == deck
    assert read_deck(json.dumps(as_answer(deck), indent=1), CARDS) == deck
    assert read_deck(deck.to_table(), CARDS) == deck
    assert read_deck(as_answer(deck), CARDS) == deck


def test_a_deck_without_a_name_has_the_name_of_its_file(tmp_path):
    text = as_text(SHIPPED[MAVERICK]).split("\n", 1)[1]
    (tmp_path / "Old Friend.txt").write_text(text, encoding="utf-8")
    (tmp_path / "New Friend.toml").write_text(as_toml(SHIPPED[MAVERICK]).split("\n", 2)[2], encoding="utf-8")
    decks = read_decks(["Old Friend.txt", "New Friend.toml"], CARDS, tmp_path)
    assert [(deck.id, deck.name, deck.cards) for deck in decks] == [
        ("old-friend", "Old Friend", SHIPPED[MAVERICK].cards),
        ("new-friend", "New Friend", SHIPPED[MAVERICK].cards),
    ]


FORMATS = [
    "{name}",
    "{n} {name}",
    "{n}x {name}",
    "{n}X{name}",
    "{n} × {name}",
    "x{n} {name}",
    "({n}) {name}",
    "- {n} {name}",
    "* {name} x{n}",
    "{name} x{n}",
    "{name} X {n}",
    "{name} ({n})",
    "{name} (x{n})",
    "{name}, {n}",
    "{name}: {n}",
    "{name} - {n}x",
    "{name}\t{n}",
    "{number:03} {name} x{n}",
    "#{number:03}  {name}  {n}",
    "{n}\t{number:03}\t{name}\t{type}\t{rarity}",
    "{number:03}\t{name}\t{n}\t{rarity}\tMaverick",
    "| {n} | {name} | {rarity} |",
    "{n}x {name} ({rarity})",
    "{name} [{rarity}] x{n}",
    "{name} {type} {rarity} {n}",
    "◆ {number:03} {name} ({n})",
    "1. {name} ({n})",
    "12) {n}x {name}",
]
SPELLINGS = [
    str,
    str.upper,
    str.lower,
    lambda name: name.replace("'", "’"),
    lambda name: name.replace('"', "”"),
    lambda name: name.replace("'", "").replace(",", ""),
    lambda name: name.replace("Æ", "AE").replace("æ", "ae"),
    lambda name: name.rstrip("!"),
]
HEADINGS = [
    "{house}", "{house}:", "# {house}", "**{house}**", "House {house}", "{house} (12)", "== {house} ==",
    "{house} - 12 cards",
]  # fmt: skip
NOISE = ["", "   ", "\t", "Creatures", "Actions (5)", "Call of the Archons", "https://example.org/deck"]


def pasted(chance):
    """A deck, and a text that people may paste for it."""
    deck = chance.choice([SHIPPED[MAVERICK], SHIPPED["paincon-the-critic-of-gravity"], *drawn()[:40]])
    lines = [chance.choice(["{}", "Deck: {}", "# {}", "  {}  "]).format(deck.name)]
    if chance.random() < 0.5:
        lines.append(chance.choice([" • ", ", ", " / "]).join(house.title() for house in deck.houses))
    for house in shuffled(deck.houses, chance):
        spelling = chance.choice([str.title, str.upper, str.lower])
        lines.append(chance.choice(HEADINGS).format(house=spelling(house)))
        copies = Counter(card for card, of in deck.cards if of == house)
        for card in shuffled(copies, chance):
            left = copies[card]
            while left:
                n = chance.randint(1, left)
                form = chance.choice(FORMATS if n == 1 else FORMATS[1:])
                facts = CARDS[card]
                name = chance.choice(SPELLINGS)(facts["name"])
                words = {key: facts[key].title() for key in ("rarity", "type")}
                lines.append(form.format(name=name, n=n, number=facts["number"], **words))
                left -= n
            lines += chance.choices(NOISE, k=chance.randrange(2))
    return deck, chance.choice(["\n", "\r\n"]).join(lines)


def shuffled(things, chance):
    return chance.sample(list(things), len(things))


@REPEATABLE
@given(CHANCE)
def test_a_pasted_text_is_the_deck_that_it_lists(chance):
    deck, text = pasted(chance)
    assert read_deck(text, CARDS) == deck


@REPEATABLE
@given(CHANCE)
def test_a_card_less_is_told(chance):
    deck, _ = pasted(chance)
    lines = as_text(deck).split("\n")
    lines.pop(chance.choice([i for i, line in enumerate(lines) if i and line and line.lower() not in HOUSES]))
    problems = problems_of("\n".join(lines))
    assert len(problems) == 2
    assert "should have 12 cards, found 11" in problems[0]
    assert problems[1] == "deck: a deck should have 36 cards, found 35"


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    "card", ["master_of_1", "master_of_2", "take_that_smartypants", "john_smyth", "irradiated_aember"]
)
def test_two_copies_are_two_copies(form, card):
    facts = CARDS[card]
    words = {key: facts[key].title() for key in ("rarity", "type")}
    line = form.format(name=facts["name"], n=2, number=facts["number"], **words)
    problems = problems_of(f"A deck\n{facts['house']}\n{line}")
    found = 1 if form == "{name}" else 2
    assert problems[-2:] == [
        f"deck: house {facts['house']} should have 12 cards, found {found}",
        f"deck: a deck should have 36 cards, found {found}",
    ]


def test_columns_may_give_the_houses():
    deck = SHIPPED[MAVERICK]
    rows = [f"{house.title()}\t{CARDS[card]['number']:03}\t{CARDS[card]['name']}" for card, house in deck.cards]
    random.Random(1).shuffle(rows)
    assert read_deck("\n".join([deck.name, *rows]), CARDS) == deck


def changed(old: str, new: str) -> str:
    text = as_text(SHIPPED["miss-onyx-censorius"])
    assert text.count(old) >= 1
    return text.replace(old, new, 1)


BAD_TEXTS = {
    "misspelt card": (
        changed("Charette", "Charete"),
        ['line 23: no card of Call of the Archons is called "Charete"; did you mean "Charette"'],
    ),
    "misspelt house": (changed("Shadows", "Shadow"), ['line 31: no house is called "Shadow"; did you mean "shadows"?']),
    "house of another set": (
        changed("Shadows", "Star Alliance"),
        ['no house of Call of the Archons is called "Star Alliance"'],
    ),
    "another set": (
        changed("Brobnar", "Worlds Collide\nBrobnar"),
        ["line 3: from the set Worlds Collide; only Call of the Archons is known"],
    ),
    "four houses": (
        changed("Silvertooth", "Mars\nAmmonia Clouds"),
        [
            "a deck should have 3 houses, found 4 (brobnar, dis, shadows, mars)",
            "house shadows should have 12 cards, found 9",
            "house mars should have 12 cards, found 3",
        ],
    ),
    "too many copies": (
        changed("Charette", "2x Charette"),
        ["house dis should have 12 cards, found 13", "a deck should have 36 cards, found 37"],
    ),
    "two numbers of copies": (changed("Charette", "1x Charette x1"), ["has more than one number of copies"]),
    "no copies": (
        changed("Charette", "0 Charette"),
        ["should have at least one copy", "house dis should have 12 cards, found 11", "found 35"],
    ),
    "other collector number": (changed("Charette", "082 Charette"), ["Charette has the collector number 81, found 82"]),
    "no heading": (
        changed("Brobnar", ""),
        [
            *[f'line {line}: no house stands above "' for line in range(4, 16)],
            "a deck should have 3 houses, found 2 (dis, shadows)",
        ],
    ),
}


@pytest.mark.parametrize("name", BAD_TEXTS)
def test_all_that_is_wrong_with_a_text_is_told(name):
    text, told = BAD_TEXTS[name]
    problems = problems_of(text)
    assert len(problems) == len(told)
    assert all(part in problem for part, problem in zip(told, problems, strict=True))


def answer(**changes):
    """The answer for a deck with other facts about its first card, or with `deck` facts about the deck."""
    found = as_answer(SHIPPED[MAVERICK])
    found["data"] |= changes.pop("deck", {})
    found["_linked"]["cards"][0] |= changes
    return found


BAD_ANSWERS = {
    "deck of another set": (
        answer(deck={"expansion": 435}),
        ["deck: the deck is from the set Age of Ascension; only Call of the Archons is known"],
    ),
    "deck of an unknown set": (answer(deck={"expansion": 12345}), ["from the set 12345"]),
    "card of another set": (answer(expansion=452), ["from the set Worlds Collide; only Call of the Archons is known"]),
    "unknown card": (
        answer(card_title="Fogify", card_number="999"),
        ['no card of Call of the Archons is called "Fogify" or has the number "999"; did you mean "Foggify"'],
    ),
    "title of another number": (answer(card_number="999"), ["found 999"]),
    "number of another title": (answer(card_title="Bumpsy"), ['card "Bumpsy" has the collector number 30, found']),
    "no house": (answer(house=""), ["has no house", "house brobnar should have 12 cards, found 11"]),
    "other houses": (
        answer(deck={"_links": {**as_answer(SHIPPED[MAVERICK])["data"]["_links"], "houses": ["Dis", "Logos", "Mars"]}}),
        ["the houses should be dis, logos, mars, the cards are of "],
    ),
    "cards not linked": (
        {**answer(), "_linked": {}},
        ["36 of the 36 cards listed are missing in _linked.cards; ask the service for the deck with ?links=cards"],
    ),
    "no cards": ({"data": {"name": "A deck"}}, ["the list of cards is missing"]),
    "no deck": ({"data": []}, ["should hold one deck, found 0"]),
    "two decks": ({"data": [{}, {}]}, ["should hold one deck, found 2"]),
    "an error": ({"data": "not found"}, ["not an answer of the deck service"]),
}


@pytest.mark.parametrize("name", BAD_ANSWERS)
def test_all_that_is_wrong_with_an_answer_is_told(name):
    found, told = BAD_ANSWERS[name]
    problems = problems_of(found)
    assert len(problems) == len(told)
    assert all(part in problem for part, problem in zip(told, problems, strict=True))


def test_an_answer_in_another_language_is_read_by_its_numbers():
    found = as_answer(SHIPPED[MAVERICK])
    for card in found["_linked"]["cards"]:
        card["card_title"] = f"Karte {card['card_number']}"
        card["card_number"] = int(card["card_number"])
    assert read_deck(found, CARDS) == SHIPPED[MAVERICK]


def test_an_answer_may_hold_its_cards_and_houses_in_place():
    found = as_answer(SHIPPED[MAVERICK])
    cards = {card["id"]: card for card in found["_linked"]["cards"]}
    listed = [cards[card] for card in found["data"]["_links"]["cards"]]
    deck = {"name": found["data"]["name"], "cards": listed, "houses": found["_linked"]["houses"]}
    assert read_deck({"data": deck}, CARDS) == SHIPPED[MAVERICK]


def table(**changes):
    return {**SHIPPED["miss-onyx-censorius"].to_table(), **changes}


BAD_TABLES = {
    "unknown key": (table(huoses={}), ['no key is called "huoses"; did you mean "houses"?']),
    "no houses": ({"name": "A deck"}, ["houses is missing"]),
    "houses not a table": ({"houses": ["dis"]}, ["houses should be a table, found ['dis']"]),
    "name not a text": (table(name=5), ["name should be a text, found 5"]),
    "cards not a list": (
        {"houses": {**table()["houses"], "dis": "12 dust_imp"}},
        ["house dis should have a list of cards, found '12 dust_imp'", "found 2 (brobnar, shadows)", "found 24"],
    ),
    "card not a text": (
        {"houses": {**table()["houses"], "dis": ["11 dust_imp", 7]}},
        ['house dis: no card of Call of the Archons is called "7"'],
    ),
    "unknown card": (
        {"houses": {**table()["houses"], "dis": ["11 dust_imp", "dust_inp"]}},
        ['house dis: no card of Call of the Archons is called "dust_inp"; did you mean "dust_imp"'],
    ),
    "unknown house": (
        {"houses": {"dsi": ["12 dust_imp"], "mars": ["12 zyzzix_the_many"], "logos": ["12 titan_mechanic"]}},
        ['no house of Call of the Archons is called "dsi"; did you mean "dis"?'],
    ),
    "no cards": ({"houses": {}}, ["a deck should have 3 houses, found 0", "a deck should have 36 cards, found 0"]),
}


@pytest.mark.parametrize("name", BAD_TABLES)
def test_all_that_is_wrong_with_a_table_is_told(name):
    found, told = BAD_TABLES[name]
    problems = problems_of(found)
    assert len(problems) == len(told)
    assert all(part in problem for part, problem in zip(told, problems, strict=True))


BAD_FILES = {
    "deck.toml": (b"houses = [", "deck.toml: not a TOML file: "),
    "deck.json": (b"[1, 2", "deck.json: not JSON: "),
    "list.json": (b"[1, 2]", "list.json: not an answer of the deck service"),
    "deck.txt": (b"\xff\xfe\x00", "deck.txt: not a text file in UTF-8"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_is_told(name, tmp_path):
    content, told = BAD_FILES[name]
    (tmp_path / name).write_bytes(content)
    assert [told in problem for problem in problems_of(name, tmp_path)] == [True]


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("miss-onyx-censoriu", 'no deck is called "miss-onyx-censoriu"; did you mean "miss-onyx-censorius"'),
        ("mine.tx", 'mine.tx: no such deck file; did you mean "mine.txt"'),
        ("random:", 'after "random:" should stand a seed from 0 to 2**63 - 1, found ""'),
        ("random:-1", 'found "-1"'),
        (f"random:{2**63}", f'found "{2**63}"'),
        (5, "deck: should be an id, a path, text or a table, found 5"),
    ],
)
def test_a_deck_that_is_not_there_is_told(source, told, tmp_path):
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    assert [told in problem for problem in problems_of(source, tmp_path)] == [True]


def test_all_decks_that_are_wrong_are_told_at_once():
    with pytest.raises(InputError) as error:
        read_decks(["random:x", "guide-achea", "guide-ache", {"name": "Mine", "houses": {}}], CARDS)
    assert [problem.split(" ")[0:2] for problem in error.value.problems] == [
        ["deck:", "after"],
        ["no", "deck"],
        ["deck", '"Mine":'],
        ["deck", '"Mine":'],
    ]


def test_a_seed_names_one_deck():
    deck = read_deck("random:17", CARDS)
    assert deck == generate_deck(17, CARDS) == drawn()[17]
    assert (deck.id, deck.name) == ("random-17", "random 17")
    assert read_deck(deck.to_table(), CARDS) == deck
    assert generate_deck(17, dict(reversed(CARDS.items()))) == deck
    assert len({deck.cards for deck in drawn()}) == len(drawn())
    assert is_legal(generate_deck(2**63 - 1, CARDS))


def test_every_drawn_deck_is_legal():
    assert all(map(is_legal, drawn()))


def test_every_set_of_houses_is_equally_likely():
    counts = Counter(deck.houses for deck in drawn())
    assert set(counts) == set(combinations(HOUSES, 3))
    assert chisquare(list(counts.values())).pvalue > 1e-4


def test_rarities_have_the_published_shares():
    kinds = {"fixed": "special", "variant": "special"}
    per_deck = [Counter(kinds.get(CARDS[c]["rarity"], CARDS[c]["rarity"]) for c, _ in deck.cards) for deck in drawn()]
    for rarity, published in {"common": 0.662, "uncommon": 0.242, "rare": 0.093, "special": 0.003}.items():
        shares = np.array([counts[rarity] / 36 for counts in per_deck])
        # published to a tenth of a per cent
        assert abs(shares.mean() - published) < 4 * shares.std() / len(drawn()) ** 0.5 + 0.0005


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("rarity", ["common", "uncommon", "rare"])
def test_cards_of_a_house_and_rarity_are_equally_likely(house, rarity):
    linked = {"master_of_1", "timetraveller", "horseman_of_pestilence"}
    counts = Counter(card for deck in drawn() for card, of in deck.cards if of == house)
    pool = [c for c in CARDS if CARDS[c]["house"] == house and CARDS[c]["rarity"] == rarity and c not in linked]
    assert len(pool) >= 16
    assert chisquare([counts[card] for card in pool]).pvalue > 1e-4


def test_cards_that_come_with_others_do():
    together = {"help_from_future_self": 0, "horseman_of_war": 0}
    for deck in drawn():
        copies = Counter(card for card, _ in deck.cards)
        assert copies["help_from_future_self"] == copies["timetraveller"]
        assert len({copies[horseman] for horseman in HORSEMEN}) == 1
        for card in together:
            together[card] += copies[card]
    # each of them goes with a rare of its house: 2,000 decks, 12 slots in 3 of 7 houses, one of 20 rares in 9.3 %
    expected = len(drawn()) * 12 * 3 / 7 * 0.093 / 20
    assert all(abs(n - expected) < 4 * expected**0.5 for n in together.values())


def test_each_master_is_equally_likely():
    counts = Counter(card for deck in drawn() for card, _ in deck.cards if card in MASTERS)
    assert sum(counts.values()) > 30
    assert chisquare([counts[master] for master in MASTERS]).pvalue > 1e-4


def test_mavericks_are_as_rare_as_published():
    found = [len(mavericks(deck)) for deck in drawn()]
    assert max(found) == 1
    assert binomtest(sum(found), len(drawn()), 0.041).pvalue > 0.01


def test_a_maverick_leaves_linked_cards_alone(monkeypatch):
    monkeypatch.setitem(figures(), "maverick", {"share": 1})
    decks = [generate_deck(seed, CARDS) for seed in range(1000)]
    assert all(is_legal(deck) and len(mavericks(deck)) == 1 for deck in decks)
    found = Counter(CARDS[card]["house"] for deck in decks for card in mavericks(deck))
    assert chisquare([found[house] for house in HOUSES]).pvalue > 1e-4
    assert not {*HORSEMEN, *MASTERS, "timetraveller", "help_from_future_self"} & {mavericks(deck)[0] for deck in decks}
    copies = [Counter(card for card, _ in deck.cards) for deck in decks]
    assert all(count["help_from_future_self"] == count["timetraveller"] for count in copies)
    assert all(len({count[horseman] for horseman in HORSEMEN}) == 1 for count in copies)


def kinds(deck: Deck) -> dict[str, int]:
    """What a deck is made of: cards of each type, bonus amber, cards that it has twice or more."""
    types = Counter(CARDS[card]["type"] for card, _ in deck.cards)
    bonus = sum(CARDS[card].get("amber", 0) for card, _ in deck.cards)
    return {**types, "bonus amber": bonus, "doubles": sum(n > 1 for n in Counter(deck.cards).values())}


@pytest.mark.parametrize("what", ["creature", "action", "artifact", "upgrade", "bonus amber", "doubles"])
def test_drawn_decks_are_made_like_real_ones(what):
    real = [kinds(deck).get(what, 0) for deck in shipped_decks(CARDS, "real").values()]
    random = np.array([kinds(deck).get(what, 0) for deck in drawn()])
    assert abs(np.mean(real) - random.mean()) < 4 * random.std() / len(real) ** 0.5


def test_every_figure_of_the_generator_has_a_source_and_a_note():
    assert all(fact["source"] in ("established", "assumed") and fact["note"] for fact in figures().values())
    assert sum(figures()["rarity"][rarity] for rarity in ("common", "uncommon", "rare")) == pytest.approx(1)
