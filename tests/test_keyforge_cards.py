"""The card file of KeyForge: its facts, its notation, and what is said of a wrong line."""

import re
import tomllib
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import sim.keyforge
from sim import load_game
from sim.core.errors import InputError
from sim.core.faults import ERROR_ENDLESS, ERRORS
from sim.keyforge import cards, notation, tables
from sim.keyforge.amber import add_to_pool
from sim.keyforge.cards import card_facts, card_tables, make_tables
from sim.keyforge.state import AMOUNT_MAX, NEXT_TURN, PROGRAMS, WITHOUT_PROGRAM, Constant, Lasting, Trigger, Type
from sim.keyforge.tables import (
    ALL,
    CONSTANTS_MAX,
    FILTERS_MAX,
    HOUSES,
    ROWS_MAX,
    SUBJECTS,
    Condition,
    Count,
    Operation,
    Place,
    Property,
    Select,
    Side,
    Subject,
)
from sim.reading.card_files import SOURCES
from sim.scenario_files import run_files

FACTS = card_facts()
IDS = list(FACTS)
TABLES = card_tables()[0]
PLAIN = {
    "virtuous_works", "champion_anaphiel", "macis_asp", "ancient_bear", "briar_grubbling", "dust_pixie", "snufflegator",
}  # fmt: skip
"""Cards whose whole text is bonus amber and keywords."""


def abilities(card):
    return {key: value for key, value in FACTS[card].items() if key not in cards.SCHEMA.fields or key == "constant"}


def row_of(line):
    """The fields of the one row that a line makes."""
    reader = notation.Notation({card: i for i, card in enumerate(IDS)}, {"beast": 0, "knight": 1})
    start, end = reader.program([line], "card: play")
    assert reader.problems == []
    assert end - start == 1
    return dict(zip(notation.ROW_COLUMNS, reader.rows[start], strict=True))


def filter_of(words):
    reader = notation.Notation({card: i for i, card in enumerate(IDS)}, {"beast": 0, "knight": 1})
    reader.filter(words.split())
    return dict(zip(notation.FILTER.names, next(iter(reader.filters)), strict=True))


def problem_of(line, upgrade=False, constant=False):
    reader = notation.Notation({card: i for i, card in enumerate(IDS)}, {"beast": 0})
    if constant:
        reader.constant([line], "krump: constant", upgrade)
    else:
        reader.program([line], "krump: play")
    assert len(reader.problems) == 1
    return reader.problems[0]


# --- facts ------------------------------------------------------------------------------------------------------------


def test_the_set_is_complete_and_in_collector_order():
    assert [fields["number"] for fields in FACTS.values()] == list(range(1, 371))
    assert len({fields["name"] for fields in FACTS.values()}) == 370


def test_how_many_cards_there_are_of_each_sort():
    assert Counter(fields["type"] for fields in FACTS.values()) == {
        "creature": 154, "action": 134, "artifact": 61, "upgrade": 21,
    }  # fmt: skip
    assert Counter(fields["house"] for fields in FACTS.values()) == {
        "brobnar": 52, "dis": 54, "logos": 53, "mars": 52, "sanctum": 55, "shadows": 52, "untamed": 52,
    }  # fmt: skip
    rarities = Counter((fields["house"], fields["rarity"]) for fields in FACTS.values())
    for house in HOUSES:
        assert [rarities[house, rarity] for rarity in ("common", "uncommon", "rare")] == [16, 16, 20]
    assert {key: n for key, n in rarities.items() if key[1] in ("fixed", "variant")} == {
        ("dis", "variant"): 2, ("logos", "fixed"): 1, ("sanctum", "fixed"): 3,
    }  # fmt: skip


def test_printed_keywords():
    found = Counter(keyword.split()[0] for fields in FACTS.values() for keyword in fields.get("keywords", ()))
    assert found == {"elusive": 23, "skirmish": 9, "taunt": 6, "poison": 3, "assault": 1, "hazardous": 1}


@pytest.mark.parametrize(
    ("card", "house", "kind", "amber", "power", "armor"),
    [
        ("fertility_chant", "untamed", "action", 4, None, None),
        ("virtuous_works", "sanctum", "action", 3, None, None),
        ("kelifi_dragon", "brobnar", "creature", 0, 12, 0),
        ("pitlord", "dis", "creature", 2, 9, 0),
        ("champion_tabris", "sanctum", "creature", 0, 6, 2),
        ("yxilx_dominator", "mars", "creature", 0, 9, 1),
        ("speed_sigil", "shadows", "artifact", 1, None, None),
        ("transposition_sandals", "logos", "upgrade", 1, None, None),
    ],
)
def test_facts_of_some_cards(card, house, kind, amber, power, armor):
    fields = FACTS[card]
    assert (fields["house"], fields["type"], fields.get("amber", 0)) == (house, kind, amber)
    assert fields.get("power") == power
    assert power is None or fields.get("armor", 0) == armor
    row = TABLES["card"][IDS.index(card)]
    assert (row["type"], row["house"], row["amber"]) == (notation.TYPES[kind], HOUSES[house], amber)
    assert row["power"] == (power or 0)


def test_every_card_with_a_text_has_an_ability():
    assert {card for card in FACTS if not abilities(card)} == PLAIN


def test_what_is_assumed_has_a_note():
    assert [card for card, fields in FACTS.items() if fields["source"] != "established" and "note" not in fields] == []


def test_only_creatures_have_a_power():
    assert {card for card, fields in FACTS.items() if "power" in fields} == {
        card for card, fields in FACTS.items() if fields["type"] == "creature"
    }


# --- the tables -------------------------------------------------------------------------------------------------------


def test_there_is_room_for_the_users_own_cards():
    rows = int(TABLES["card"]["program"][:, :, 1].max())
    constants = int(TABLES["card"]["constant"][:, 1].max())
    used = [TABLES["row"][name].max() for name in ("filter", "count_filter", "condition_filter")]
    filters = 1 + max(*used, TABLES["constant"]["filter"].max(), TABLES["card"]["when"].max())
    assert rows * 1.15 < ROWS_MAX
    assert constants * 1.15 < CONSTANTS_MAX
    assert filters * 1.15 < FILTERS_MAX


def test_abilities_and_tables_agree():
    for row, card in zip(TABLES["card"], IDS, strict=False):
        triggers = {t for key in abilities(card) if key != "constant" for t in key.split("/")}
        assert {name for name, code in notation.TRIGGERS.items() if row["listens"] >> code & 1} == triggers
        for name, code in notation.TRIGGERS.items():
            start, end = row["program"][code]
            assert (end > start) == (name in triggers)
        assert row["plain"] == ("constant" not in FACTS[card])


def test_equal_texts_are_kept_once():
    row = TABLES["card"][IDS.index("kelifi_dragon")]
    assert row["program"][Trigger.FIGHT].tolist() == row["program"][Trigger.REAP].tolist()
    steal = [TABLES["card"][IDS.index(card)]["program"][Trigger.FIGHT].tolist() for card in ("umbra", "batdrone")]
    assert steal[0] == steal[1]


def test_effects_of_a_turn_know_the_card_that_makes_them():
    made = {Lasting(i).name: IDS[card] for i, card in enumerate(TABLES["lasting"]) if card >= 0}
    assert made == {
        "ENEMY_DESTROYED": "loot_the_bodies",
        "FRIENDLY_FIGHTS": "warsong",
        "CREATURE_REAPS": "crystal_hive",
        "FRIENDLY_FOUGHT": "take_hostages",
        "CREATURE_PLAYED": "full_moon",
        "CARD_PLAYED": "library_access",
        "CHARGE": "charge",
        "OPPONENT_FORGES": "interdimensional_graft",
    }


def test_modes_know_how_far_to_go():
    start, end = TABLES["card"][IDS.index("knowledge_is_power")]["program"][Trigger.PLAY]
    rows = TABLES["row"][start:end]
    assert [Operation(int(code)) for code in rows["operation"]] == [
        Operation.MODES, Operation.CHOOSE, Operation.ARCHIVE, Operation.JUMP, Operation.GAIN,
    ]  # fmt: skip
    assert rows["amount"].tolist()[0] == 3
    assert rows["amount"].tolist()[3] == 1


def test_a_repeat_knows_the_way_back():
    start, end = TABLES["card"][IDS.index("numquid_the_fair")]["program"][Trigger.PLAY]
    assert TABLES["row"][end - 1]["argument"] == end - 1 - start


def test_constants_of_upgrades():
    def rows(card):
        start, end = TABLES["card"][IDS.index(card)]["constant"]
        return TABLES["constant"][start:end]

    titans, jammer, shoulder = rows("blood_of_titans"), rows("jammer_pack"), rows("shoulder_armor")
    assert (titans["kind"].tolist(), titans["amount"].tolist(), titans["filter"].tolist()) == ([0], [5], [-1])
    assert (jammer["amount"].tolist(), jammer["side"].tolist()) == ([2], [Side.HOST_OPPONENT])
    asked = TABLES["filter"][shoulder["filter"][0]]["properties"]
    assert asked == Property.HOST | Property.FLANK
    assert shoulder["kind"].tolist() == [Constant.POWER, Constant.ARMOR]


# --- the notation -----------------------------------------------------------------------------------------------------


def test_every_word_has_a_meaning_and_every_meaning_a_word():
    groups = notation.words()
    assert all(text for group in groups.values() for text in group.values())
    assert set(notation.TRIGGERS) <= set(groups["abilities"])
    made_of_others = {"MODES", "JUMP"}
    assert {item.name for item in Operation} - made_of_others == {name.upper() for name in Operation.terms()}
    assert {term.code for term in Count.terms().values()} | {Count.NONE, Count.MATCHING} == set(Count)
    assert {term.code for term in Condition.terms().values()} | {Condition.NONE} == set(Condition)
    assert {item.name.lower() for item in Constant if item != Constant.LESS_POWER} == set(notation.CONSTANTS)
    assert notation.CONSTANTS["power"].code == Constant.POWER  # amounts below 0 are LESS_POWER
    assert {item.name.lower() for item in Lasting} == set(groups["effects of a turn"])


def test_every_word_is_used_by_some_card():
    lines = [line.split() for card in FACTS for value in abilities(card).values() for line in value]
    words = {word for line in lines for word in line}
    for group in ("operations", "effects of a turn", "constants"):
        assert set(notation.words()[group]) - words - {"discard_top_also", "poison"} == set()


def test_a_row_says_what_its_line_says():
    row = row_of("may choose 3 enemy damaged creature")
    assert row["optional"] == 1
    assert (row["operation"], row["amount"], row["filter"]) == (Operation.CHOOSE, 3, 0)
    row = row_of("gain 2 per friendly ready creature if not opponent_amber_at_least 7")
    assert (row["operation"], row["amount"], row["count"]) == (Operation.GAIN, 2, Count.MATCHING)
    assert (row["condition"], row["condition_argument"]) == (Condition.OPPONENT_AMBER_AT_LEAST, 7)
    assert row["otherwise"] == 1
    row = row_of("heal all each other friendly creature")
    assert (row["amount"], row["select"]) == (ALL, Select.EACH)
    row = row_of("allocate 1 2 creature per did")
    assert (row["amount"], row["argument"], row["count"]) == (1, 2, Count.DID)
    row = row_of("steal 2 if there_is 3 enemy logos card")
    assert (row["condition"], row["condition_argument"]) == (Condition.THERE_IS, 3)
    row = row_of("put_into_play owner each card purged_by_this")
    assert (row["amount"], row["select"]) == (1, Select.EACH)
    row = row_of("put_into_play event")
    assert (row["amount"], row["select"]) == (0, Select.EVENT)


def test_effects_of_a_turn():
    assert row_of("rest_of_turn may_use sanctum")["amount"] == 1 << HOUSES["sanctum"]
    assert row_of("rest_of_turn may_fight any")["amount"] == 127
    assert row_of("rest_of_turn may_fight")["amount"] == 0
    row = row_of("next_turn keys_cost 3")
    assert (row["operation"], row["argument"], row["amount"]) == (Operation.NEXT_TURN, Lasting.KEYS_COST, 3)


def test_filters():
    found = filter_of("enemy damaged creature/artifact mars non_beast power>=2 power<=5")
    assert found["side"] == Side.ENEMY
    assert found["properties"] == Property.DAMAGED
    assert found["types"] == 1 << Type.CREATURE | 1 << Type.ARTIFACT
    assert (found["houses"], found["without_traits"]) == (1 << HOUSES["mars"], 1)
    assert (found["power_at_least"], found["power_at_most"]) == (2, 5)
    found = filter_of("friendly named:urchin card in_play_or_discard")
    assert (found["title"], found["place"], found["types"]) == (IDS.index("urchin"), Place.PLAY_AND_DISCARD, 0)
    assert filter_of("creature power=0")["power_at_most"] == 0
    assert filter_of("creature")["power_at_most"] == ALL


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("gian 1", 'no operation is called "gian"; did you mean "gain"'),
        ("gain", '"gain" takes a number'),
        ("gain many", '"many" is not a whole number from 0 to 99'),
        ("gain 1 2", 'takes no more words, found "2"'),
        ("choose freindly creature", 'no word of a filter is "freindly"; did you mean "friendly"'),
        ("choose friendly", "a filter says action, artifact, creature, upgrade or card"),
        ("choose creature power>3", "power is compared by power>=3"),
        ("choose creature named:krumpf", 'no card is called "krumpf"; did you mean "krump"'),
        ("damage 2", '"damage" works on this, host, chosen'),
        ("damage 2 choosen", 'did you mean "chosen"'),
        ("damage_splash 4", "takes a second number"),
        ("stun chosen per friendly creature", "takes no number, so nothing can be multiplied"),
        ("put_into_play owner chosen per friendly creature", '"put_into_play" takes no number'),
        ("next_turn must_choose dis per friendly creature", '"next_turn must_choose" takes no number'),
        ("gain 1 per opponents_key", 'did you mean "opponent_key"'),
        ("gain 1 per opponent_amber_above", "takes a number or name"),
        ("gain 1 if destoyed", 'no condition is called "destoyed"; did you mean "destroyed"'),
        ("gain 1 if opponent_amber_is", '"if opponent_amber_is" takes a number or name'),
        ("gain 1 if", 'nothing follows "if"'),
        ("gain 1 if last_is card in_discard", "where the card lies cannot be asked here"),
        ("mark sleepy chosen", 'no mark is called "sleepy"'),
        ("rest_of_turn keys_cost 3", 'no effect is called "keys_cost"'),
        ("rest_of_turn unhurt 1", '"rest_of_turn unhurt" takes no more words'),
        ("rest_of_turn", "takes the name of an effect"),
        ("choose 100 creature", '"100" is not a whole number from 0 to 99'),
        ("or\ngain 1", '"or" stands alone'),
        ("next_turn must_choose narnia", 'no house is called "narnia"'),
        ("either this", '"either" stands alone'),
        ("or", 'modes are "either"'),
        ("", "an effect is a line of text"),
    ],
)
def test_what_is_said_of_a_wrong_line(line, says):
    problem = problem_of(line)
    assert problem.startswith("krump: play")
    assert says in problem


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("per ready creature", 'what is multiplied stands before "per"'),
        ("powr 1 this", 'no constant ability is called "powr"; did you mean "power"'),
        ("power 1 host", "works on this, host (of an upgrade)"),
        ("power 1 each beast", "a filter says action"),
        ("key_cost 1 enemy", "is the affair of you, opponent"),
        ("catches_amber this", "takes no more words"),
        ("power 1 this per card_in_hand", "a constant ability counts"),
        ("must_choose dis per friendly creature", '"must_choose" takes no number, so nothing can be multiplied'),
        ("must_choose nowhere", 'no house is called "nowhere"'),
    ],
)
def test_what_is_said_of_a_wrong_constant(line, says):
    assert says in problem_of(line, constant=True)


# --- cards of the user's own ------------------------------------------------------------------------------------------


def write(folder: Path, text: str) -> Path:
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


OWN = """
[krump]
power = 7

[my_giant]
name = "My Giant"
house = "brobnar"
type = "creature"
power = 9
traits = ["giant", "cook"]
keywords = ["taunt", "assault 3"]
play = ["choose friendly cook creature", "add_counters 1 chosen"]
constant = ["power 1 each other friendly cook creature"]
"""


def test_a_card_may_be_changed_and_added(tmp_path):
    path = write(tmp_path, OWN)
    facts, ids = card_facts([path]), list(card_facts([path]))
    assert ids[:370] == IDS
    assert ids[370] == "my_giant"
    assert facts["krump"]["creature_destroyed_fighting_this"] == FACTS["krump"]["creature_destroyed_fighting_this"]
    tables = make_tables({}, [path])
    assert tables["card"][IDS.index("krump")]["power"] == 7
    row = tables["card"][370]
    assert (row["power"], row["assault"], row["keywords"]) == (9, 3, 1)
    assert bin(row["traits"]).count("1") == 2
    assert row["listens"] == 1 << Trigger.PLAY
    assert ("my_giant", "designed", "a card of the user's own") in cards.assumptions([path])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[x]\nname = 'X'\nhouse = 'brobna'\ntype = 'action'", 'did you mean "brobnar"'),
        ("[x]\nname = 'X'\nhouse = 'dis'\ntype = 'creature'", "x: power is missing"),
        ("[x]\nhouse = 'dis'\ntype = 'action'", "x: name is missing"),
        ("[krump]\npower = 100", "power should be a whole number from 0 to 99, found 100"),
        ("[krump]\npowr = 1", 'no field or ability is called "powr"; did you mean "power"'),
        ("[krump]\nplay = 'gain 1'", "play should be a list of texts"),
        ("[krump]\nkeywords = ['elusiv']", 'no keyword is called "elusiv"'),
        ("[krump]\nkeywords = ['assault']", "is not a whole number from 1 to 99"),
        ("[krump]\ntraits = ['flank']", '"flank" cannot be a trait'),
        ("[krump]\nhost_reap = ['gain 1']", '"host_reap" is an ability of an upgrade'),
        ("[anger]\nreap = ['gain 1']", 'an action has no ability "reap"'),
        ("[anger]\npower = 1", 'only a creature has "power"'),
        ("[krump]\nsource = 'guessed'", "source should be one of established, assumed, designed"),
        ("[My-Card]\nname = 'X'\nhouse = 'dis'\ntype = 'action'", "a card id is lower_snake_case"),
        ("krump = 1", "stands outside a card"),
        ("[krump", "not a TOML file"),
    ],
)
def test_wrong_facts(tmp_path, text, says):
    with pytest.raises(InputError, match=r"own\.toml") as error:
        card_facts([write(tmp_path, text)])
    assert any(says in problem for problem in error.value.problems)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[krump]\nplay = ['gian 1']", 'krump: play: "gian 1": no operation is called "gian"; did you mean "gain"'),
        ("[krump]\nreap = ['when creature', 'gain 1']", "this does not happen to a card"),
        ("[krump]\ncreature_played = ['when creatur', 'gain 1']", 'no word of a filter is "creatur"'),
        ("[krump]\nplay = ['rest_of_turn enemy_destroyed']", "needs later = ['gain 1']"),
        ("[umbra]\nplay = ['next_turn opponent_forges']", "needs later = ['opponent_gives all']"),
    ],
)
def test_wrong_effect_lines(tmp_path, text, says):
    with pytest.raises(InputError) as error:
        make_tables({}, [write(tmp_path, text)])
    assert any(says in problem for problem in error.value.problems)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match="no such card file"):
        make_tables({}, [tmp_path / "nothing.toml"])


# --- the table --------------------------------------------------------------------------------------------------------


def test_the_standard_table_has_the_starter_decks():
    tables = make_tables({})
    assert (tables["deck_card"] >= 0).all()
    assert [bin(houses).count("1") for houses in tables["houses"]] == [3, 3]
    for seat in range(2):
        houses = [1 << int(house) for house in tables["deck_house"][seat]]
        assert sum(set(houses)) == tables["houses"][seat]
        assert Counter(Counter(houses).values()) == {12: 3}
    assert (tables["turn_limit"], tables["mulligans"], tables["chains"].tolist()) == (100, 1, [0, 0])
    assert np.array_equal(tables["row"], TABLES["row"])


def test_all_that_is_wrong_with_a_table_is_said_at_once():
    table = {
        "deks": 1, "first": "p3", "mulligans": 1, "turn_limit": 0, "chains": [1], "players": 3,
        "decks": ["no-such-deck", "random:1"],
    }  # fmt: skip
    with pytest.raises(InputError) as error:
        make_tables(table)
    said = "\n".join(error.value.problems)
    for part in ('"deks"; did you mean "decks"', "first should be", "mulligans should be", "turn_limit should be",
                 "chains should list", "players should be 2", 'no deck is called "no-such-deck"'):  # fmt: skip
        assert part in said
    assert len(error.value.problems) == 7


def test_readings_have_a_source_and_a_note():
    readings = tomllib.loads(cards.READINGS_FILE.read_text(encoding="utf-8"))
    for fact in readings.values():
        assert fact["source"] in SOURCES
        assert len(fact["note"]) > 20
    found = cards.assumptions()
    assert {rule for rule, _, _ in found} >= set(readings)
    assert all(a != b for a, b in pairwise(found))


def test_a_text_that_repeats_for_ever_is_a_fault_of_that_game(tmp_path):
    cards = tmp_path / "endless.toml"
    cards.write_text('[virtuous_works]\nplay = ["gain 1", "repeat"]\n', encoding="utf-8")
    file = tmp_path / "scenario.toml"
    file.write_text(
        'game = "keyforge"\n[[scenario]]\nname = "it never ends"\n'
        f'cards = ["{cards}"]\n'
        'given = { house = "sanctum", "p1.hand" = ["virtuous_works"] }\n'
        'do = ["play virtuous_works"]\nexpect = { "p1.amber" = 4 }\n',
        encoding="utf-8",
    )
    (failure,) = run_files([file]).failures
    assert (failure.expected, failure.found) == ("a sound game", ERRORS[ERROR_ENDLESS])


def play(tmp_path: Path, texts: str, scenario: str):
    """What fails of a scenario with cards of the user's own."""
    cards = write(tmp_path, texts)
    file = tmp_path / "scenario.toml"
    file.write_text(
        f'game = "keyforge"\n[[scenario]]\nname = "own cards"\ncards = ["{cards}"]\n{scenario}', encoding="utf-8"
    )
    return run_files([file]).failures


def test_what_a_line_did_is_not_overwritten_by_an_ability_that_happens_before_the_next(tmp_path):
    texts = '[magda_the_rat]\nleaves_play = ["damage 1 each creature"]\n'
    failures = play(
        tmp_path,
        texts,
        """
        given.house = "mars"
        given."p1.hand" = ["mating_season"]
        given."p1.creatures" = [{ id = "magda_the_rat", house = "mars" }, "troll"]
        given."p2.creatures" = ["zorg", "tunk", "krump"]
        do = ["play mating_season"]
        expect."p1.amber" = 2
        expect."p2.amber" = 2
        expect."p1.creatures" = [{ id = "troll", damage = 1 }]
        expect."p2.creatures" = [{ id = "krump", damage = 1 }]
        """,
    )
    assert failures == []


def test_the_opponent_of_who_controlled_the_events_card_gains_in_every_ability(tmp_path):
    texts = """
    [overlord_greking]
    creature_destroyed_fighting_this = [
        "when enemy creature", "put_into_play event", "opponent_of_controller_gains 3 event",
    ]
    """
    failures = play(
        tmp_path,
        texts,
        """
        given.house = "dis"
        given."p1.creatures" = ["ember_imp"]
        given."p2.creatures" = ["overlord_greking"]
        do = ["fight ember_imp overlord_greking", "choose left"]
        expect = { "p1.amber" = 0, "p2.amber" = 3, "p2.creatures" = ["ember_imp", "overlord_greking"] }
        """,
    )
    assert failures == []


# --- what codes are about ---------------------------------------------------------------------------------------------


def test_every_operation_is_about_something():
    assert {int(operation) for operation in Operation if SUBJECTS[operation] < 0} == set()
    assert {Subject(int(subject)) for subject in SUBJECTS if subject >= 0} == set(Subject)


def test_the_notation_and_the_state_agree_on_effects_of_turns():
    assert {term.code for term in tables.NEXT_TURN.values()} == set(NEXT_TURN)
    assert {term.code for term in tables.LASTINGS.values()} == set(Lasting)


def test_programs_are_those_of_the_triggers_that_cards_may_have():
    assert set(notation.TRIGGERS.values()) == set(Trigger) - set(WITHOUT_PROGRAM) == set(range(PROGRAMS))


def test_numbers_of_rules_are_those_that_the_package_explains():
    chapters = set(re.findall(r"\s(\d+) [a-z]", sim.keyforge.__doc__.split("Behind the point")[0]))
    assert chapters == {str(number) for number in range(1, 23)}
    steps = dict(re.findall(r"^- (\d+): (.*?)[;.]$", sim.keyforge.__doc__, flags=re.M | re.S))
    rules = set()
    for path in Path(sim.keyforge.__file__).parent.glob("*.py"):
        for listed in re.findall(r"Rules? ([0-9., and]+)\.\s", path.read_text(encoding="utf-8")):
            rules |= set(re.findall(r"[0-9]+(?:\.[0-9])?", listed))
    assert len(rules) > 20
    for rule in rules:
        chapter, _, step = rule.partition(".")
        assert chapter in chapters
        assert not step or re.search(rf"(?:^|\s){step} [a-z]", steps[chapter])


def test_what_grows_for_ever_stays_a_number():
    game = load_game("keyforge")
    tables, s = game.make_tables({}, []), game.new_state()
    game.setup(s, tables, 1, 1)
    for _ in range(400):
        add_to_pool(s, tables, 0, 99)
    assert s.amber[0] == AMOUNT_MAX
    add_to_pool(s, tables, 1, AMOUNT_MAX - 1)
    assert s.amber[1] == AMOUNT_MAX - 1
