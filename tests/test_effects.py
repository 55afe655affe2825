"""The effect notation: what a line of text becomes, and what each kind of mistake is told."""

import pytest

from sim import load_game
from sim.core.errors import InputError
from sim.reading.notation import (
    Codes,
    FilterWords,
    Modes,
    Notation,
    Object,
    Term,
    Vocabulary,
    choice,
    number,
    parse_condition,
    parse_effects,
)

GAIN, TAKE, HALT, TURN = 1, 2, 3, 4
PER_FRIEND = 1
AGE, LUCKY = 1, 2
SMALL = number(1, 9, {"endless": 99})
WORDS = Vocabulary(
    operations={
        "gain": Term(GAIN, (SMALL,)),
        "take": Term(TAKE, (SMALL, choice({"left": 0, "right": 1}, "side"))),
        "halt": Term(HALT),
        "turn": Term(TURN, (choice({"left": 0, "right": 1}, "side"),)),
    },
    counts={"friend": Term(PER_FRIEND)},
    conditions={"age": Term(AGE, (number(1, 30),)), "lucky": Term(LUCKY)},
)
GAME = load_game("shards_of_infinity")


def rows(*lines):
    found, problems = parse_effects(lines, WORDS, "here")
    assert problems == []
    return found


def problem(line):
    found, problems = parse_effects([line], WORDS, "lucky_fool: play")
    assert found == []
    assert len(problems) == 1
    return problems[0]


class Fate(Codes):
    FIXED = 1
    LUCKY = Term(2, (), "by chance", about=7)
    AGE = Term(3, (number(1, 30),), word="old")


def test_a_code_is_a_number_and_the_record_of_its_word():
    assert (Fate.LUCKY, Fate.LUCKY.term.help, Fate(3), Fate.FIXED.term.code) == (2, "by chance", Fate.AGE, 1)
    assert list(Fate.terms()) == ["lucky", "old"]
    assert Fate.terms()["old"].code == Fate.AGE
    assert Fate.subjects().tolist() == [-1, -1, 7, -1, -1]


def test_a_code_that_is_about_nothing_and_no_choice_is_told_where_every_one_must_be():
    with pytest.raises(ValueError, match=r"^Fate: about nothing, and no choice: FIXED, AGE$"):
        Fate.subjects(every=True)

    class Deed(Codes):
        DRAW = Term(0, about=3)
        CHOOSE = Term(1, picks=True)
        NAME = Term(2, asks=True)

    assert Deed.subjects(every=True).tolist() == [3, -1, -1, -1]


def test_a_plain_effect_is_one_row():
    assert rows("gain 3") == [(GAIN, 3, 0, 0, 0, 0, 0)]


def test_an_operation_without_arguments():
    assert rows("halt") == [(HALT, 0, 0, 0, 0, 0, 0)]


def test_two_arguments_in_their_order():
    assert rows("take 2 right") == [(TAKE, 2, 1, 0, 0, 0, 0)]


def test_a_condition_with_and_without_argument():
    assert rows("gain 3 if age 10") == [(GAIN, 3, 0, 0, AGE, 10, 0)]
    assert rows("halt if lucky") == [(HALT, 0, 0, 0, LUCKY, 0, 0)]


def test_a_count_multiplies_and_may_have_a_condition_too():
    assert rows("gain 2 per friend if lucky") == [(GAIN, 2, 0, PER_FRIEND, LUCKY, 0, 0)]


def test_tiers_stand_in_reverse_and_skip_those_they_replace():
    assert rows("gain 2, 3 if age 10, 5 if age 20, endless if lucky") == [
        (GAIN, 99, 0, 0, LUCKY, 0, 3),
        (GAIN, 5, 0, 0, AGE, 20, 2),
        (GAIN, 3, 0, 0, AGE, 10, 1),
        (GAIN, 2, 0, 0, 0, 0, 0),
    ]


def test_tiers_of_one_effect_do_not_skip_the_next_effect():
    assert rows("gain 1, 2 if lucky", "take 1 left, 2 right if age 3") == [
        (GAIN, 2, 0, 0, LUCKY, 0, 1),
        (GAIN, 1, 0, 0, 0, 0, 0),
        (TAKE, 2, 1, 0, AGE, 3, 1),
        (TAKE, 1, 0, 0, 0, 0, 0),
    ]


def test_spaces_do_not_matter():
    assert rows("  gain   2 ,3   if  age 10 ") == rows("gain 2, 3 if age 10")


def test_a_condition_that_stands_alone():
    assert parse_condition("age 7", WORDS) == (AGE, 7)
    assert parse_condition("lucky", WORDS) == (LUCKY, 0)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("gian 3", ['no operation is called "gian"', 'did you mean "gain"']),
        ("gain 3 per freind", ['no count is called "freind"', "friend"]),
        ("gain 3 if lukcy", ['no condition is called "lukcy"', 'did you mean "lucky"']),
        ("gain", ['"gain" takes a number or name']),
        ("gain 3 4", ['"gain" takes no more words, found "4"']),
        ("take 3", ['"take" takes a second number or name']),
        ("halt 1", ['"halt" takes no more words, found "1"']),
        ("halt per friend", ['"halt" takes no number, so nothing can be multiplied']),
        ("turn left per friend", ['"turn" takes no number, so nothing can be multiplied']),
        ("gain 3 if age", ['"if age" takes a number or name']),
        ("gain 3 if lucky 4", ['"if lucky" takes no more words, found "4"']),
        ("gain 3 per friend 2", ['"per friend" takes no more words, found "2"']),
        ("gain x", ['"x" is not a whole number from 1 to 9', '"endless"']),
        ("gain 0", ['"0" is not a whole number from 1 to 9']),
        ("gain 10", ['"10" is not a whole number from 1 to 9']),
        ("gain -1", ['"-1" is not a whole number from 1 to 9']),
        ("gain --1", ['"--1" is not a whole number']),
        ("gain ²", ['"²" is not a whole number']),
        ("gain 1.5", ['"1.5" is not a whole number']),
        ("gain 3 if age 31", ['"31" is not a whole number from 1 to 30']),
        ("take 3 up", ['no side is called "up"', "left, right"]),
        ("gain 3 if", ['nothing follows "if"']),
        ("gain 3 per", ['nothing follows "per"']),
        ("gain 3,", ['"gain" takes a number or name']),
        ("gain 3, if lucky", ['"gain" takes a number or name']),
        ("", ["an effect is a line of text"]),
        ("   ", ["an effect is a line of text"]),
        (7, ["an effect is a line of text"]),
    ],
)
def test_a_mistake_is_told_with_card_line_and_word(line, words):
    told = problem(line)
    assert told.startswith(f'lucky_fool: play: "{line}": ')
    assert all(word in told for word in words)


def test_every_wrong_line_is_told_and_the_others_are_read():
    found, problems = parse_effects(["gian 3", "gain 2", "halt 1"], WORDS, "x")
    assert found == [(GAIN, 2, 0, 0, 0, 0, 0)]
    assert len(problems) == 2


@pytest.mark.parametrize("text", ["lukcy", "age", "age old", "lucky 3", "", "if lucky"])
def test_a_wrong_condition_that_stands_alone_is_refused(text):
    with pytest.raises(ValueError):
        parse_condition(text, WORDS)


# --- filters and modes ------------------------------------------------------------------------------------------------

FILTERS = FilterWords(
    columns={"side": 0, "types": 0, "classes": 0, "without_classes": 0, "states": 0, "zone": 0}
    | {"cost_at_least": 0, "cost_at_most": 99, "title": -1},
    kinds=("types", {"hero": 0, "creature": 1}),
    any_kind="card",
    values={"side": {"own": 1, "foreign": 2}, "zone": {"in_graveyard": 1}},
    flags={"states": {"tapped": 1, "wounded": 2}},
    masks={"classes": {"orc": 0, "troll": 1}},
    bounds={"cost": number(0, 99)},
    named=("title", {"gong": 7}),
    place=("zone", 9),
)
COLUMNS = ("operation", "amount", "select", "filter", "optional", "count", "count_filter", "condition", "otherwise")
STRIKE, EITHER, OR, IN_PLAY, MATCHING, THIS, EACH = 1, 2, 3, 5, 6, 1, 2
ARMOR, FLIGHT, GRANT, PICK, SHOWN = 8, 9, 10, 11, 12
RICH = Vocabulary(
    operations={
        "strike": Term(STRIKE, (SMALL,), works_on=Object.SELECTION),
        "pick": Term(PICK, (SMALL,), works_on=Object.FILTER, default=1),
        "grant": Term(GRANT, of={"armor": Term(ARMOR, (SMALL,)), "flight": Term(FLIGHT, default=0)}),
    },
    counts={},
    conditions={"in_play": Term(IN_PLAY), "shown": Term(SHOWN, works_on=Object.FILTER_OF_ONE)},
    columns=(*COLUMNS, "argument", "condition_filter"),
    selections={"this": THIS},
    each=EACH,
    matching=MATCHING,
    filters=FILTERS,
    modes=Modes(EITHER, OR),
)


def read(*lines):
    notation = Notation(RICH)
    start, end = notation.program(lines, "gong: play")
    rows = [dict(zip(RICH.columns, row, strict=True)) for row in notation.rows[start:end]]
    filters = [dict(zip(FILTERS.columns, row, strict=True)) for row in notation.filters]
    return [{key: value for key, value in row.items() if value} for row in rows], filters, notation.problems


def test_a_line_with_filters_may_be_optional_counted_and_turned_round():
    rows, filters, problems = read("may strike 2 each foreign creature per tapped orc creature if not in_play")
    row = {"operation": STRIKE, "amount": 2, "select": EACH, "filter": 1, "optional": 1}
    assert rows == [row | {"count": MATCHING, "condition": IN_PLAY, "otherwise": 1}]
    assert (filters[0]["states"], filters[0]["classes"], filters[0]["types"]) == (1, 1, 2)
    assert (filters[1]["side"], filters[1]["types"]) == (2, 2)
    assert problems == []


@pytest.mark.parametrize(
    ("words", "columns"),
    [
        ("hero/creature", {"types": 3}),
        ("card orc troll", {"classes": 3}),
        ("card non_troll", {"without_classes": 2}),
        ("card tapped wounded", {"states": 3}),
        ("card cost>=3", {"cost_at_least": 3}),
        ("card cost<=3", {"cost_at_most": 3}),
        ("card cost=3", {"cost_at_least": 3, "cost_at_most": 3}),
        ("card named:gong in_graveyard own", {"title": 7, "zone": 1, "side": 1}),
    ],
)
def test_what_a_filter_asks(words, columns):
    assert FILTERS.read(words.split()) == tuple((dict(FILTERS.columns) | columns).values())


def test_a_filter_of_one_known_card_asks_it_anywhere():
    _, filters, problems = read("strike 1 this if shown orc card")
    assert (filters[0]["zone"], problems) == (9, [])
    assert "cannot be asked here" in read("strike 1 this if shown card in_graveyard")[2][0]


def test_equal_filters_and_texts_are_kept_once():
    notation = Notation(RICH)
    places = [notation.program(["pick 2 orc card"], "x"), notation.program(["pick 2 orc card"], "y")]
    assert places == [(0, 1), (0, 1)]
    assert len(notation.filters) == 1


def test_a_first_argument_may_be_left_out_where_there_is_a_default():
    assert [row["amount"] for row in read("pick card", "pick 3 card")[0]] == [1, 3]
    assert '"12" is not a whole number' in read("pick 12 card")[2][0]


def test_an_operation_may_be_given_something_by_name():
    rows, _, problems = read("grant armor 3", "grant flight")
    assert rows == [{"operation": GRANT, "argument": ARMOR, "amount": 3}, {"operation": GRANT, "argument": FLIGHT}]
    assert problems == []


def test_modes_say_how_far_to_go():
    rows, _, problems = read("either", "pick card", "strike 1 this", "or", "pick 2 card", "end", "pick 3 card")
    assert [row["operation"] for row in rows] == [EITHER, PICK, STRIKE, OR, PICK, PICK]
    assert (rows[0]["amount"], rows[0]["argument"], rows[3]["amount"]) == (3, 1, 1)
    assert problems == []


@pytest.mark.parametrize("lines", [["or"], ["either", "pick card", "end"], ["either", "or", "end", "either"]])
def test_modes_that_do_not_belong_together_are_told(lines):
    assert read(*lines)[2] == ['gong: play: modes are "either", ..., "or", ..., "end", one pair after another']


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("pick creatur", 'no word of a filter is "creatur"; did you mean "creature"'),
        ("pick orc", 'a filter says hero, creature or card, found "orc"'),
        ("pick card cost>3", "cost is compared by cost>=3, cost<=3 or cost=3"),
        ("pick card named:gnog", 'no card is called "gnog"; did you mean "gong"'),
        ("strike 1 thsi", 'did you mean "this"'),
        ("strike 1", '"strike" works on this or each FILTER, found nothing'),
        ("grant", '"grant" takes the name of an effect'),
        ("grant armour 1", 'no effect is called "armour"; did you mean "armor"'),
        ("grant flight 1", '"grant flight" takes no more words, found "1"'),
        ("pick card if shown", "a filter says hero, creature or card, found nothing"),
        ("may", 'no operation is called ""'),
    ],
)
def test_a_mistake_in_a_rich_line_is_told(line, told):
    problems = read(line)[2]
    assert len(problems) == 1
    assert told in problems[0]


def test_what_a_row_has_no_column_for_cannot_be_said():
    assert 'no operation is called "may"' in problem("may gain 3")
    assert 'no condition is called "not"' in problem("gain 3 if not lucky")


# --- card files of the user -------------------------------------------------------------------------------------------


def refused(path, text):
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        GAME.make_tables({}, [path])
    return caught.value.problems


CARD = '[golem]\nname = "Golem"\nfaction = "order"\ntype = "ally"\ncost = 3\ncopies = 1\nplay = ["gain_gems 2"]\n'


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("gain_gems 2", "gain_gem 2", ['golem: play: "gain_gem 2"', "no operation", "gain_gems"]),
        ("gain_gems 2", "gain_gems 2 if unifi", ["golem: play", "no condition", "unify"]),
        ("gain_gems 2", "gain_power 2 per wraethe", ["golem: play", "no count", "wraethe_card_discarded"]),
        ("gain_gems 2", "gain_power 2 if control golm", ["golem: play", "no card is called", "golem"]),
        ("gain_gems 2", "return_from_discard champions", ["golem: play", "no filter", "champion"]),
        ("gain_gems 2", "protects_owner", ["golem: play", "stand under static"]),
        ("cost = 3", "cost = -1", ["golem: cost", "0 to 99"]),
        ("cost = 3", 'cost = "3"', ["golem: cost", "a whole number"]),
        ("cost = 3", "cost = true", ["golem: cost", "a whole number"]),
        ("cost = 3\n", "", ["golem: cost is missing"]),
        ('name = "Golem"\n', "", ["golem: name is missing"]),
        ("copies = 1", "copies = 89", ["golem: copies", "0 to 88"]),
        ('"order"', '"ordre"', ["golem: faction should be one of", 'did you mean "order"']),
        ('"ally"', '"allly"', ["golem: type should be one of", 'did you mean "ally"']),
        ('"ally"', '"champion"', ["golem: defense is missing"]),
        ("cost = 3", "cost = 3\ndefense = 2", ['golem: only a champion has "defense"']),
        ("cost = 3", "cost = 3\nexhaust = []", ['golem: only a champion has "exhaust"']),
        ("cost = 3", "cost = 3\ncolour = 2", ['golem: no field is called "colour"']),
        ("[golem]", "[Golem]", ["a card id is lower_snake_case"]),
        ("copies = 1", "copies = 80", ["at most 128 cards"]),
        ("[golem]", "[golem", ["not a TOML file"]),
        (
            CARD,
            "[crystal]\ncopies = 0\n[blaster]\ncopies = 0\n[shard_reactor]\ncopies = 0\n[infinity_shard]\ncopies = 0\n",
            ["a starting deck has 1 to 30 cards, found 0"],
        ),
    ],
)
def test_a_wrong_card_file_is_refused_with_the_place(tmp_path, old, new, words):
    assert old in CARD
    told = "\n".join(refused(tmp_path / "cards.toml", CARD.replace(old, new)))
    assert all(word in told for word in words)


def test_all_that_is_wrong_in_a_card_file_is_told_at_once(tmp_path):
    text = CARD.replace("gain_gems", "gain_gem").replace("cost = 3", "cost = 100").replace("order", "ordre")
    told = "\n".join(refused(tmp_path / "cards.toml", text))
    assert all(word in told for word in ("gain_gem", "cost", "ordre"))


def test_a_card_file_that_is_not_there_is_an_input_error(tmp_path):
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(InputError, match=path.name):
            GAME.make_tables({}, [path])


def test_a_card_file_that_was_changed_is_read_anew(tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text(CARD, encoding="utf-8")
    assert GAME.words.cards([path])["golem"]["cost"] == 3
    path.write_text(CARD.replace("cost = 3", "cost = 44"), encoding="utf-8")
    assert GAME.words.cards([path])["golem"]["cost"] == 44


def test_a_card_of_a_user_gets_its_rows_and_the_game_s_own_cards_stay_as_they_are(tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text(CARD.replace('"gain_gems 2"', '"gain_gems 2, 4 if mastery 10", "draw 1"'), encoding="utf-8")
    plain, tables = GAME.make_tables({}), GAME.make_tables({}, [path])
    index = GAME.words.card_ids([path]).index("golem")
    assert index == int(plain.n_cards) == int(tables.n_cards) - 1
    start, end = tables.card[index].play
    assert [int(tables.effect[row].skip) for row in range(start, end)] == [1, 0, 0]
    assert bytes(plain.card[:index]) == bytes(tables.card[:index])


def test_every_word_of_the_game_s_notation_has_a_meaning_written_down():
    groups = GAME.words.effect_words()
    assert set(groups) == {"operations", "counts", "conditions"}
    assert all(text for group in groups.values() for text in group.values())
