"""The effect notation: what a line of text becomes, and what each kind of mistake is told."""

import pytest

from sim import load_game
from sim.core.effects import Term, Vocabulary, choice, number, parse_condition, parse_effects
from sim.core.errors import InputError

GAIN, TAKE, HALT = 1, 2, 3
PER_FRIEND = 1
AGE, LUCKY = 1, 2
SMALL = number(1, 9, {"endless": 99})
WORDS = Vocabulary(
    operations={
        "gain": Term(GAIN, (SMALL,)),
        "take": Term(TAKE, (SMALL, choice({"left": 0, "right": 1}, "side"))),
        "halt": Term(HALT),
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
        ("gain", ["the operation takes 1 argument", "found none"]),
        ("gain 3 4", ["the operation takes 1 argument", '"3 4"']),
        ("take 3", ["the operation takes 2 argument", '"3"']),
        ("halt 1", ["the operation takes 0 argument", '"1"']),
        ("gain 3 if age", ["the condition takes 1 argument", "found none"]),
        ("gain 3 if lucky 4", ["the condition takes 0 argument", '"4"']),
        ("gain 3 per friend 2", ["the count takes 0 argument", '"2"']),
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
        ("gain 3,", ["the operation takes 1 argument", "found none"]),
        ("gain 3, if lucky", ["the operation takes 1 argument", "found none"]),
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
        ('"order"', '"ordre"', ["golem: no faction", 'did you mean "order"']),
        ('"ally"', '"allly"', ["golem: no type", 'did you mean "ally"']),
        ('"ally"', '"champion"', ["golem: a champion needs a defense"]),
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
