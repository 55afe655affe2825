"""The card file of Berserk: Heroes: its facts, its notation, and what is said of a wrong line."""

import tomllib
from collections import Counter

import pytest

from sim import load_game
from sim.berserk_heroes import cards, notation
from sim.berserk_heroes.cards import assumptions, card_facts, make_tables
from sim.berserk_heroes.state import Constant, Trigger
from sim.berserk_heroes.tables import Operation
from sim.core.errors import InputError

FACTS = card_facts()
TABLES = make_tables({})
TOKENS = {card for card, facts in FACTS.items() if {"created", "placed"} & set(facts.get("keywords", ()))}
WITHOUT_TEXT = {"orc", "groll", "burk", "gnome", "gremlin_rumbler", "gruns", "boar", "neibl"}


def texts(card):
    return {key: lines for key, lines in FACTS[card].items() if key not in cards.SCHEMA.fields}


def test_there_are_289_cards_and_the_tokens_of_all_types():
    printed = {card: facts for card, facts in FACTS.items() if "set" in facts}
    assert len(printed) == 289
    assert FACTS.keys() - printed.keys() == TOKENS - {"egg"}
    kinds = Counter(facts["type"] for facts in printed.values())
    assert (kinds["creature"], kinds["spell"], kinds["hero"]) == (179, 68, 22)
    assert sum(kinds[kind] for kind in notation.SUPPORTS) == 20
    assert len({(facts["set"], facts["number"]) for facts in printed.values()}) == 289


@pytest.mark.parametrize("name", ["name", "russian"])
def test_no_two_cards_share_a_name(name):
    assert len({facts[name].casefold() for facts in FACTS.values()}) == len(FACTS)


def test_every_card_has_a_text_or_keywords_but_the_plain_creatures():
    plain = {card for card in FACTS if not texts(card) and not FACTS[card].get("keywords")}
    assert plain == WITHOUT_TEXT
    assert {card for card, row in zip(FACTS, TABLES.card, strict=False) if row["vanilla"]} == plain


def test_facts_keep_the_schema():
    assert [problem for card, facts in FACTS.items() for problem in cards.SCHEMA.check(card, facts, card)] == []


def test_assumed_facts_are_told():
    told = {what: source for what, source, _ in assumptions()}
    assert told["sakhana"] == "assumed"
    assert told["after_the_fight"] == "assumed"
    assert {card for card, facts in FACTS.items() if facts["source"] == "assumed"} <= told.keys()
    assert all(facts["note"] for facts in FACTS.values() if facts["source"] != "established")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("wuond 2 this", 'no operation is called "wuond"; did you mean "wound"'),
        ("wound two this", '"two" is not a whole number'),
        ("wound 2 each friendly cretaure", 'no word of a filter is "cretaure"; did you mean "creature"'),
        ("draw 1 if hands 4", 'no condition is called "hands"; did you mean "hand"'),
        ("grant rsuh this", 'no effect is called "rsuh"; did you mean "rush"'),
    ],
)
def test_a_wrong_line_is_told_with_the_nearest_word(tmp_path, line, told):
    path = tmp_path / "mine.toml"
    path.write_text(f'[gnome]\nhire = ["{line}"]\n', encoding="utf-8")
    with pytest.raises(InputError) as caught:
        make_tables({}, [path])
    assert len(caught.value.problems) == 1
    assert caught.value.problems[0].startswith(f'{path}: gnome: hire: "{line}": {told}')


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('hier = ["draw 1"]', 'no field or ability is called "hier"; did you mean "hire"'),
        ('keywords = ["rsuh"]', 'no keyword is called "rsuh"; did you mean "rush"'),
        ('keywords = ["armour"]', '"armour" takes a number'),
        ('elements = ["fire"]', 'no element is called "fire"'),
        ("life = -1", "life should be a whole number from 0 to 99"),
    ],
)
def test_a_wrong_fact_is_told(tmp_path, text, told):
    path = tmp_path / "mine.toml"
    path.write_text(f"[gnome]\n{text}\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        card_facts([path])
    assert any(told in problem for problem in caught.value.problems)


def test_the_first_ability_of_a_card_has_none_to_share_its_mark_with(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[gnome]\nthirst = ["limit shared", "draw 1"]\n', encoding="utf-8")
    with pytest.raises(InputError, match="gnome: limit shared needs an ability before it, and this is the first"):
        make_tables({}, [path])


def test_an_ability_that_is_given_says_to_whom(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[gnome]\nstrikes = ["limit given", "draw 1"]\n', encoding="utf-8")
    with pytest.raises(InputError, match="gnome: limit given needs a line `by FILTER`: whose ability it is"):
        make_tables({}, [path])


def test_a_card_of_ones_own_joins_the_others(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        '[giant]\nname = "Giant"\ntype = "creature"\nelements = ["neutral"]\ncost = 9\nstrike = 9\nlife = 9\n'
        'hire = ["wound 9 opponent_hero"]\n',
        encoding="utf-8",
    )
    assert card_facts([path])["giant"]["source"] == "designed"
    assert int(make_tables({}, [path]).card[len(FACTS)].life) == 9


def test_the_words_of_the_card_file_are_all_explained():
    for group, terms in notation.words().items():
        assert terms, group
        assert all(terms.values()), group
    named = notation.words()["operations"]
    assert {operation.name.lower() for operation in Operation} - named.keys() <= {"gain_class", "create"}


def test_every_trigger_that_has_a_text_and_every_constant_is_used_by_a_card():
    used = {int(row["trigger"]) for row in TABLES.ability if row["end"] > row["start"]}
    assert {trigger.name for trigger in Trigger if trigger < Trigger.MODE and trigger not in used} == set()
    constants = {int(row["kind"]) for row in TABLES.constant[: int(TABLES.card["constant"].max())]}
    assert {constant.name for constant in Constant if constant not in constants} == set()


def test_the_file_itself_names_each_card_once():
    content = cards.CARDS_FILE.read_text(encoding="utf-8")
    assert list(tomllib.loads(content)) == list(FACTS) == load_game("berserk_heroes").words.card_ids()
