"""Scenario files: the rules' own hold and leave nothing out; a wrong file is told apart from a false claim."""

import functools
import json
import random
import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from types import SimpleNamespace

import pytest
from contract.mutations import loaded
from mutated import odd_values

from sim import GAMES, load_game
from sim.core.errors import InputError
from sim.scenario_files import load_scenarios, run_files
from sim.words import paths as state_paths
from sim.words import readers, vocabulary
from sim.words.forced_choices import facts
from sim.words.scenario import KEYS, _Table, check, holds

GAME = load_game("shards_of_infinity")
PARTS = {"CARD": r"[a-z0-9_]+", "SEAT": r"p\d", "NUMBER": r"\d+", "TARGET": r"(p\d:)?[a-z0-9_]+(#\d+)?"}


def pattern(game, verb):
    choices = {name: "|".join(map(re.escape, known)) for name, known in load_game(game).words.choices.items()}
    parts = PARTS | {name: f"({known})" for name, known in choices.items()}
    return re.compile(" ".join(parts.get(word, re.escape(word)) for word in verb.split(" ")))


def phrases(game, key):
    return [phrase for scenario in loaded(game) for phrase in scenario.keys.get(key, [])]


# --- the rules' own files ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_card_is_shown(game):
    shown = {card for scenario in loaded(game) for card in scenario.keys.get("shows", [])}
    assert set(load_game(game).words.card_ids()) - shown == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_action_is_done_in_a_scenario_and_refused_in_another(game):
    verbs = load_game(game).words.verbs
    done, refused = phrases(game, "do"), phrases(game, "illegal")
    assert [verb for verb in verbs if not any(map(pattern(game, verb).fullmatch, done))] == []
    assert [verb for verb in verbs if not any(map(pattern(game, verb).fullmatch, refused))] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_event_is_used(game):
    used = {phrase[1:].split(" ")[0] for phrase in phrases(game, "do") if phrase.startswith("!")}
    assert set(load_game(game).words.events) - used == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_is_claimed(game):
    claimed = {scenario.keys["decision"] for scenario in loaded(game) if "decision" in scenario.keys}
    assert set(load_game(game).words.decisions.values()) - claimed <= {"none"}


@pytest.mark.parametrize("game", GAMES)
def test_every_path_is_claimed(game):
    words = load_game(game).words
    names = (name.removesuffix(".count") for scenario in loaded(game) for name in scenario.keys.get("expect", {}))
    claimed = {re.sub(r"^p\d", "p1", name) for name in names}
    paths = {re.sub(r"^p\d", "p1", name) for name in words.paths(load_game(game).make_tables({}), words.card_ids())}
    assert paths - claimed <= {"turn"}, "a log shows the turn, no rule asks for it"


@pytest.mark.parametrize("game", GAMES)
def test_a_name_tells_one_scenario(game):
    assert [name for name, times in Counter(s.name for s in loaded(game)).items() if times > 1] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_players_has_scenarios(game):
    counts = {int(scenario.tables().players) for scenario in loaded(game)}
    assert counts == set(load_game(game).player_counts)


# --- files that cannot be used ----------------------------------------------------------------------------------------

HEAD = 'game = "shards_of_infinity"\n[[scenario]]\n'
SOUND = 'name = "x"\nexpect = { gems = 0 }\n'


@pytest.mark.parametrize("game", GAMES)
def test_every_path_passes_a_value_or_says_what_is_wrong_with_it(game):
    words = load_game(game).words
    paths, odd = words.paths(load_game(game).make_tables({}), words.card_ids()), odd_values(random.Random(1))
    for path in paths.values():
        records = [[{"id": words.card_ids()[0], part: value}] for part in path.fields for value in odd]
        for passes in (path.check, *path.field_checks.values()):
            for value in [*odd, *records, *([value] for value in odd)]:
                with suppress(ValueError):
                    passes(value)
        if isinstance(path.read(load_game(game).new_state()), list):
            with pytest.raises(ValueError, match="no_such_card"):
                path.check(["no_such_card"])


def write(tmp_path, text):
    path = tmp_path / "some.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('game = "shards_of_infinity', ["not a TOML file"]),
        ('[[scenario]]\nname = "x"\nover = false\n', ['the file should begin with game = "..."']),
        ('game = "shards_of_infinite"\n[[scenario]]\n' + SOUND, ['"shards_of_infinite"', '"shards_of_infinity"']),
        ("game = 7\n[[scenario]]\n" + SOUND, ["the file should begin with game", "shards_of_infinity"]),
        ('game = ["shards_of_infinity"]\n[[scenario]]\n' + SOUND, ["shards_of_infinity"]),
        ('game = "shards_of_infinity"\n', ["no [[scenario]] found"]),
        ('game = "shards_of_infinity"\nscenario = []\n', ["no [[scenario]] found"]),
        ('game = "shards_of_infinity"\n[scenario]\n' + SOUND, ["no [[scenario]] found"]),
        ('game = "shards_of_infinity"\nscenario = [3]\n', ["every scenario should be a table"]),
        ('game = "shards_of_infinity"\ncolour = 1\n[[scenario]]\n' + SOUND, ['no key is called "colour"']),
        (HEAD + SOUND + "expcet = {}\n", ["scenario 1 (x)", '"expcet"', 'did you mean "expect"']),
        (HEAD + "expect = { gems = 0 }\n", ["scenario 1", "name is missing"]),
        (HEAD + 'name = "x"\ndo = ["end turn"]\n', ["claims nothing", "expect"]),
        (HEAD + "name = 3\nexpect = { gems = 0 }\n", ["name should be a str, found 3"]),
        (HEAD + SOUND + 'do = "end turn"\n', ["do should be a list"]),
        (HEAD + SOUND + "do = [7]\n", ["7"]),
        (HEAD + SOUND + "given = []\n", ["given should be a dict"]),
        (HEAD + SOUND + 'seed = "1"\n', ["seed should be a int"]),
        (HEAD + SOUND + "over = 1\n", ["over should be a bool"]),
        (HEAD + SOUND + 'shows = ["kiln_drne"]\n', ['"kiln_drne"', 'did you mean "kiln_drone"']),
        (HEAD + SOUND + 'cases = "MA-02"\n', ["cases should be a list", "MA-02"]),
        (HEAD + SOUND + "cases = [2]\n", ['such as "MA-02", found 2']),
        (HEAD + SOUND + 'cases = [" "]\n', ["such as \"MA-02\", found ' '"]),
        ('game = "shards_of_infinity"\ngiven = 3\n[[scenario]]\n' + SOUND, ["given should be a table, found 3"]),
        (
            'game = "shards_of_infinity"\ngiven = { "p1.masteri" = 3 }\n[[scenario]]\n' + SOUND,
            ["scenario 1 (x)", '"p1.masteri"', '"p1.mastery"'],
        ),
        (HEAD + 'name = "x"\nexpect = { gem = 0 }\n', ['no path is called "gem"', '"gems"']),
        (HEAD + 'name = "x"\nexpect = { "p3.hand" = [] }\n', ['no path is called "p3.hand"', '"p1.hand"']),
        (HEAD + 'name = "x"\nexpect = { "gems.count" = 0 }\n', ['"gems.count"']),
        (HEAD + SOUND + 'given = { "p1.hnd" = [] }\n', ['no path is called "p1.hnd"', '"p1.hand"']),
        (HEAD + SOUND + 'do = ["ply crystal"]\n', ['no action is called "ply crystal"', '"play"']),
        (HEAD + SOUND + 'do = ["play crystl"]\n', ['no card is called "crystl"', '"crystal"']),
        (HEAD + SOUND + 'do = ["attack p2 li_hinn"]\n', ['no card is called "li_hinn"', '"li_hin"']),
        (HEAD + SOUND + 'do = ["attack p3 li_hin"]\n', ['no seat is called "p3"', "p1"]),
        (HEAD + SOUND + 'legal = ["focsu"]\n', ['no action is called "focsu"', '"focus"']),
        (HEAD + SOUND + 'illegal = ["end trun"]\n', ['no action is called "end trun"', '"end turn"']),
        (HEAD + SOUND + 'illegal = ["!draw p1 1"]\n', ['"!draw p1 1"']),
        (HEAD + SOUND + 'do = ["!drow p1 1"]\n', ['no event is called "!drow"', '"draw"']),
        (HEAD + SOUND + 'do = ["!draw p1"]\n', ["expected !draw SEAT NUMBER"]),
        (HEAD + SOUND + 'asks = ["focsu"]\n', ['no action is called "focsu"', '"focus"']),
        (HEAD + 'name = "x"\nexpect = { "gems[0]" = 0 }\n', ['"gems[0]"', "only a zone"]),
        (HEAD + 'name = "x"\nexpect = { "p1.dekc[0]" = "li_hin" }\n', ['"p1.dekc[0]"', '"p1.deck"']),
        (HEAD + 'name = "x"\nexpect = { "p1.hand[0]" = "li_hin" }\n', ['"p1.hand[0]"', "no order"]),
        (HEAD + 'name = "x"\nexpect = { "p1.deck[0].cost" = 1 }\n', ['"p1.deck[0].cost"', 'no field "cost"']),
        (HEAD + 'name = "x"\nexpect = { "p1.hand" = [{ id = "li_hin" }] }\n', ["p1.hand", "by their id alone"]),
        (HEAD + SOUND + 'decision = "bansih"\n', ['no decision is called "bansih"', '"banish"']),
        (HEAD + SOUND + 'to_move = "p3"\n', ['no seat is called "p3"', "p1"]),
        (HEAD + SOUND + 'winner = "q1"\n', ['no winner is called "q1"', "p1"]),
        (HEAD + SOUND + "table = { playrs = 2 }\n", ['no key is called "playrs"', '"players"']),
        (HEAD + SOUND + "table = { players = 5 }\n", ["players should be a whole number from 2 to 4, found 5"]),
        (HEAD + SOUND + 'first = "p3"\n', ["first should be one of", "p3"]),
        (HEAD + SOUND + 'cards = ["nowhere.toml"]\n', ["nowhere.toml", "no such card file"]),
        (HEAD + 'name = "x"\nexpect = { gems = false }\n', ["expect gems", "a whole number", "False"]),
        (HEAD + 'name = "x"\nexpect = { gems = 0.0 }\n', ["expect gems", "a whole number", "0.0"]),
        (HEAD + 'name = "x"\nexpect = { focused = 0 }\n', ["expect focused", "true or false", "0"]),
        (HEAD + 'name = "x"\nexpect = { "p1.hand" = "blaster" }\n', ["expect p1.hand", "a list of card ids"]),
        (HEAD + 'name = "x"\nexpect = { "p1.hand" = ["crystl"] }\n', ["expect p1.hand", '"crystl"', '"crystal"']),
        (HEAD + 'name = "x"\nexpect = { "p1.deck[0]" = "crystl" }\n', ["expect p1.deck[0]", '"crystl"', '"crystal"']),
        (HEAD + 'name = "x"\nexpect = { "p1.hand.count" = "two" }\n', ["expect p1.hand.count", "a whole number"]),
        (HEAD + 'name = "x"\nexpect = { "p1.health" = 51 }\n', ["expect p1.health", "from 0 to 50", "51"]),
        (HEAD + 'name = "x"\nexpect = { power = "endless" }\n', ["expect power", "'endless'"]),
        (HEAD + 'name = "x"\nexpect = { "p1.champions" = ["crystal"] }\n', ["expect p1.champions", "not a champion"]),
    ],
)
def test_a_malformed_file_gives_one_clear_error_with_its_place(tmp_path, text, words):
    path = write(tmp_path, text)
    with pytest.raises(InputError) as caught:
        run_files([path])
    (problem,) = caught.value.problems
    assert problem.startswith(str(path))
    assert all(word in problem for word in words)


def test_all_that_is_wrong_in_all_files_is_told_at_once(tmp_path):
    (tmp_path / "a.toml").write_text(
        HEAD + SOUND + 'do = ["ply crystal", "fcus"]\n[[scenario]]\nname = "y"\n', encoding="utf-8"
    )
    (tmp_path / "b.toml").write_text("game = 1", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        run_files([tmp_path])
    told = "\n".join(caught.value.problems)
    assert all(word in told for word in ("ply crystal", "fcus", "(y)", "b.toml"))


def test_files_that_are_not_there_are_told(tmp_path):
    for path in (tmp_path, tmp_path / "nothing.toml", tmp_path / "nowhere"):
        with pytest.raises(InputError, match="no scenario file"):
            run_files([path])


def test_a_file_that_is_no_text_is_told(tmp_path):
    path = tmp_path / "some.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="not a TOML file"):
        run_files([path])


def test_a_folder_is_read_with_all_its_folders(tmp_path):
    (tmp_path / "deep" / "deeper").mkdir(parents=True)
    write(tmp_path, HEAD + SOUND)
    write(tmp_path / "deep" / "deeper", HEAD + SOUND + "[[scenario]]\n" + SOUND)
    assert run_files([tmp_path]).passed == 3


# --- claims that are false --------------------------------------------------------------------------------------------

HAND = 'given = { "p1.hand" = ["blaster", "crystal"], "p2.health" = 1 }\n'


@pytest.mark.parametrize(
    ("claim", "where"),
    [
        ("expect = { gems = 1 }", "gems"),
        ('expect = { power = "infinite" }', "power"),
        ("expect = { focused = true }", "focused"),
        ('expect = { "p1.hand" = ["blaster"] }', "p1.hand"),
        ('expect = { "p1.hand" = ["blaster", "2 crystal"] }', "p1.hand"),
        ('expect = { "p1.hand" = ["blaster", "li_hin"] }', "p1.hand"),
        ('expect = { "p1.hand.count" = 3 }', "p1.hand.count"),
        ('expect = { "p2.alive" = false }', "p2.alive"),
        ('do = ["play blaster"]\nlegal = ["play blaster"]', "legal"),
        ('illegal = ["play blaster"]', "illegal"),
        ('asks = ["play blaster", "play crystal"]', "asks"),
        ('asks = ["play blaster", "play crystal", "end turn", "focus"]', "asks"),
        ('asks = ["play blaster", "play crystal", "end turn", "end turn"]', "asks"),
        ("asks = []", "asks"),
        ('do = ["play blaster", "end turn"]\nasks = ["end turn"]', "asks"),
        ('expect = { "p1.deck[0]" = "blaster" }', "p1.deck[0]"),
        ('decision = "banish"', "decision"),
        ('to_move = "p2"', "to_move"),
        ("over = true", "over"),
        ('winner = "p1"', "winner"),
        ('do = ["play blaster", "end turn"]\nover = false', "over"),
        ('do = ["play blaster", "end turn"]\nwinner = "p2"', "winner"),
        ('do = ["focus"]\nexpect = { gems = 0 }', 'do "focus"'),
        ('do = ["play blaster", "end turn", "end turn"]\nover = true', 'do "end turn"'),
        ('do = ["!draw p3 1"]\nover = false', "!draw p3 1"),
        ('do = ["!draw p1 x"]\nover = false', "!draw p1 x"),
        ('do = ["!damage p2 1"]\nover = false', "!damage p2 1"),
    ],
)
def test_a_false_claim_fails_and_says_where(tmp_path, claim, where):
    report = run_files([write(tmp_path, HEAD + 'name = "x"\n' + HAND + claim)])
    assert (report.passed, report.failed) == (0, 1)
    (failure,) = report.failures
    assert (failure.name, failure.where) == ("x", where)
    assert repr(failure.expected) != repr(failure.found)
    assert report.as_dict()["failures"][0]["where"] == where


@pytest.mark.parametrize(
    "claim",
    [
        'expect = { gems = 0, power = 0, focused = false, "p1.hand" = ["crystal", "blaster"], "p1.hand.count" = 2 }',
        'legal = ["play blaster", "end turn"]\nillegal = ["focus", "play infinity_shard", "decline"]',
        'asks = ["end turn", "play crystal", "play blaster"]',
        'do = ["play blaster", "end turn"]\nasks = []',
        'decision = "main"\nto_move = "p1"\nover = false\nwinner = "nobody"',
        'do = ["play blaster", "end turn"]\nover = true\nwinner = "p1"\ndecision = "none"',
    ],
)
def test_a_true_claim_of_every_kind_holds(tmp_path, claim):
    assert run_files([write(tmp_path, HEAD + 'name = "x"\n' + HAND + claim)]).passed == 1


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ('"p1.hand" = ["crystl"]', "given p1.hand"),
        ('"p1.hand" = "crystal"', "given p1.hand"),
        ('"p1.hand" = ["200 crystal"]', "given p1.hand"),
        ('"p1.hand" = [3]', "given p1.hand"),
        ('"p1.health" = 51', "given p1.health"),
        ('"p1.mastery" = -1', "given p1.mastery"),
        ('"p1.mastery" = true', "given p1.mastery"),
        ('gems = "many"', "given gems"),
        ('power = "endless"', "given power"),
        ("focused = 1", "given focused"),
        ('row = ["7 crystal"]', "given row"),
        ('"p1.hand.count" = 3', "given p1.hand.count"),
        ('"p1.known" = ["crystal"]', "given p1.known"),
        ('"p2.exhausted" = ["li_hin"]', "given p2.exhausted"),
    ],
)
def test_what_cannot_be_given_is_told_with_its_place(tmp_path, given, where):
    (problem,) = problems_of(tmp_path, "shards_of_infinity", given)
    assert f"scenario 1 (x): {where}: " in problem


def problems_of(tmp_path, game, given, more=""):
    text = f'game = "{game}"\n[[scenario]]\nname = "x"\nover = false\ngiven = {{ {given} }}\n{more}'
    with pytest.raises(InputError) as caught:
        run_files([write(tmp_path, text)])
    return caught.value.problems


SHARDS, AEONS_END, KEYFORGE = "shards_of_infinity", "aeons_end", "keyforge"
QUEEN = 'table = { nemesis = "carapace_queen" }\n'
THREE = "table = { players = 3 }\n"
ALONE = 'table = { players = 1, mages = ["jian"] }\n'
IMPOSSIBLE = [
    (SHARDS, '"p1.health" = 0', "", ["p1 is alive without health"]),
    (SHARDS, '"p3.alive" = false, "p3.health" = 4', THREE, ["p3 is out of the game and has health"]),
    (SHARDS, '"p3.alive" = false, "p3.hand" = ["crystal"]', THREE, ["p3 is out of the game and has hand"]),
    (SHARDS, '"p2.alive" = false', "", ["one player alone is in the game"]),
    (SHARDS, '"p1.alive" = false', THREE, ["p1 is out of the game, and it is his turn"]),
    (SHARDS, "turn = 200", "", ["the game ends after 200 turns"]),
    (SHARDS, '"p1.champions" = ["crystal"]', "", ["given p1.champions", '"crystal" is not a champion']),
    (SHARDS, '"p1.exhausted" = ["nil_assassin"]', "", ["given p1.exhausted", '"nil_assassin" is not a champion']),
    (SHARDS, 'play = ["li_hin"]', "", ["given play", '"li_hin" is not an ally']),
    (SHARDS, 'fast_played = ["li_hin"]', "", ["given fast_played", '"li_hin" is not a mercenary']),
    (SHARDS, 'fast_played = ["nil_assassin"]', "", ["fast_played: nil_assassin should lie in play too"]),
    (SHARDS, 'row = ["crystal"]', "", ["given row", '"crystal" is not a card of the center']),
    (SHARDS, 'center = ["blaster"]', "", ["given center", '"blaster" is not a card of the center']),
    (SHARDS, f'"p1.hand" = {["crystal"] * 99}', "", ["p1 has 99 cards, more than the 98 of a starting deck and the"]),
    (SHARDS, f'play = {["crystal"] * 60}, row = ["li_hin"], center = {["li_hin"] * 38}', "",
     ["p1 has 60 cards with 39 in the row and the center deck, more than the 98"]),
    (SHARDS, '"p1.hand" = ["999999999999 crystal"]', "", ["given p1.hand", "no card is called"]),
    (AEONS_END, '"nemesis.husks" = 1, "nemesis.damaged_husks" = 2, "nemesis.play" = ["foul_multitudes 3"]', QUEEN,
     ["nemesis.damaged_husks: 2 of 1 husks are damaged"]),
    (AEONS_END, '"nemesis.husks" = 3, "nemesis.damaged_husks" = 1', QUEEN, ["a husk with one life is dead"]),
    (AEONS_END, '"nemesis.husks" = 16', QUEEN, ["given nemesis.husks", "from 0 to 15"]),
    (AEONS_END, '"p1.hand" = ["topple"]', "", ["given p1.hand", '"topple" is not a player\'s card']),
    (AEONS_END, '"p1.deck" = ["adelheim"]', "", ["given p1.deck", '"adelheim" is not a player\'s card']),
    (AEONS_END, '"p1.discard" = ["rageborne"]', "", ["given p1.discard", '"rageborne" is not a player\'s card']),
    (AEONS_END, '"p1.hand" = ["crystl"]', "", ["given p1.hand", '"crystl"', 'did you mean "crystal"']),
    (AEONS_END, "destroyed = [\"contagion\"]", "", ["given destroyed", '"contagion" is not']),
    (AEONS_END, 'play = ["spark"]', "", ["given play", '"spark" is not a gem or relic']),
    (AEONS_END, 'played = ["spark"]', "", ["given played", '"spark" is not a gem or relic']),
    (AEONS_END, '"nemesis.deck" = ["crystal"]', "", ["given nemesis.deck", '"crystal" is not a card of a nemesis']),
    (AEONS_END, '"nemesis.discard" = ["spark"]', "", ["given nemesis.discard", '"spark" is not']),
    (AEONS_END, '"nemesis.unused" = ["spark"]', "", ["given nemesis.unused", '"spark" is not']),
    (AEONS_END, '"nemesis.devoured" = ["topple"]', "", ["given nemesis.devoured", '"topple" is not']),
    (AEONS_END, '"nemesis.corruptions" = ["spark"]', "", ["given nemesis.corruptions", "not a corruption"]),
    (AEONS_END, '"nemesis.strikes" = ["spark"]', "", ["given nemesis.strikes", "not a strike"]),
    (AEONS_END, '"nemesis.play" = ["topple 1"]', "", ["given nemesis.play", "not a minion or a power"]),
    (AEONS_END, '"nemesis.play" = ["bane_sire 0"]', "", ["given nemesis.play: bane_sire", "from 1 to 6"]),
    (AEONS_END, '"nemesis.play" = ["bane_sire 7"]', "", ["given nemesis.play: bane_sire", "from 1 to 6"]),
    (AEONS_END, '"nemesis.play" = ["bane_sire 7777777777777777777777"]', "", ["a card and its life or tokens"]),
    (AEONS_END, '"nemesis.play" = ["bane_sire 1", "bane_sire 2"]', "", ["there is one bane_sire, found 2"]),
    (AEONS_END, '"supply.jade" = 8', "", ["given supply.jade", "from 0 to 7"]),
    (AEONS_END, '"p1.breach1.spells" = ["crystal"]', "", ["given p1.breach1.spells", "not a spell"]),
    (AEONS_END, '"p1.breach1.spells" = ["3 spark"]', "", ["at most 2 spells"]),
    (AEONS_END, '"p1.breach1.new" = ["spark"]', "", ["given p1.breach1.new", "not prepped in this breach"]),
    (AEONS_END, '"p1.breach2.spells" = ["2 spark"]', "", ["p1.breach2: two spells in a closed breach"]),
    (AEONS_END, '"p1.breach2" = "destroyed", "p1.breach2.spells" = ["spark"]', "", ["p1.breach2: spells"]),
    (AEONS_END, '"p1.breach2" = "destroyed", "p1.breach2.focused" = true', "", ["p1.breach2: spells or a focus"]),
    (AEONS_END, '"p1.breach2" = "none"', "", ["p1.breach2: the mage has"]),
    (AEONS_END, '"p1.breach2" = "opne"', "", ["given p1.breach2", 'did you mean "open"']),
    (AEONS_END, '"p1.breach2" = [1]', "", ["given p1.breach2", "[1] is not possible here"]),
    (AEONS_END, '"p1.charges" = 6', "", ["given p1.charges", "from 0 to 5"]),
    (AEONS_END, '"p1.life" = 11', "", ["given p1.life", "from 0 to 10"]),
    (AEONS_END, '"nemesis.life" = 71', "", ["given nemesis.life", "from 0 to 70"]),
    (AEONS_END, 'phase = "castin"', "", ["given phase", 'did you mean "casting"']),
    (AEONS_END, 'active = "p3"', "", ["given active", "'p3'", "p1"]),
    (AEONS_END, 'active = "nemesis"', "", ["active: main is not a phase of the nemesis"]),
    (AEONS_END, 'phase = "nemesis_main", active = "p1"', "", ["active: nemesis_main is a phase of the nemesis"]),
    (AEONS_END, '"turn_order.deck" = ["3 p1"]', "", ["turn_order: of p1 there are 2", "found 4"]),
    (AEONS_END, '"turn_order.deck" = ["wild"]', "", ["turn_order: of wild there are 0, found 1"]),
    (AEONS_END, '"turn_order.deck" = ["wld"]', "", ["given turn_order.deck", 'did you mean "wild"']),
    (AEONS_END, "turn = 150", "", ["the game ends after 150 turns"]),
    (KEYFORGE, '"p1.creatures" = [{ id = "troll", damage = 8 }]', "",
     ["p1.creatures: troll has 8 damage and a power of 8, so it is destroyed"]),
    (KEYFORGE, '"p1.creatures" = [{ id = "troll", upgrades = ["tunk"] }]', "",
     ["given p1.creatures: upgrades of troll", '"tunk" is not an upgrade']),
    (KEYFORGE, '"p1.creatures" = [{ id = "troll", upgrades = ["blood_of_titan"] }]', "", ['"blood_of_titans"']),
    (KEYFORGE, '"p1.creatures" = [{ id = "troll", named = "dis" }]', "", ["no house is named for troll"]),
    (KEYFORGE, '"p1.creatures" = [{ id = "troll", house = "" }]', "", ["house of troll", "'' is not possible here"]),
    (KEYFORGE, '"p1.creatures" = [{ id = "troll", owner = "p3" }]', "", ["owner of troll", '"p3"']),
    (KEYFORGE, '"p1.creatures" = [{ id = "troll", armor = 3 }]', "", ['"armor" can only be read']),
    (KEYFORGE, '"p1.creatures" = ["cannon"]', "", ["given p1.creatures", '"cannon" is not a creature']),
    (KEYFORGE, '"p1.artifacts" = ["troll"]', "", ["given p1.artifacts", '"troll" is not an artifact']),
    (KEYFORGE, '"p1.houses" = ["dis", "logos"]', "", ["given p1.houses", "3 different houses or none"]),
    (KEYFORGE, '"p1.houses" = ["dis", "logos", "logos"]', "", ["given p1.houses", "3 different houses or none"]),
    (KEYFORGE, '"p1.houses" = ["dis", "logos", "mrs"]', "", ["given p1.houses", 'did you mean "mars"']),
    (KEYFORGE, '"p1.houses" = [["dis"]]', "", ["given p1.houses", "is not possible here"]),
    (KEYFORGE, '"p1.keys" = 3', "", ["given p1.keys", "from 0 to 2"]),
    (KEYFORGE, 'house = "logs"', "", ["given house", 'did you mean "logos"']),
    (KEYFORGE, 'active = "p3"', "", ["given active", '"p3"']),
    (KEYFORGE, '"p1.purged" = ["trol"]', "", ["given p1.purged", 'did you mean "troll"']),
    (KEYFORGE, '"p1.hand" = ["37 troll"]', "", ["a player has 36 cards"]),
    (KEYFORGE, "first_turn = true, turn = 2", "", ["first_turn: it is turn 2"]),
    (KEYFORGE, "turn = 200", "", ["the game ends after 200 turns"]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "given", "more", "words"), IMPOSSIBLE)
def test_an_impossible_start_is_refused(tmp_path, game, given, more, words):
    (problem,) = problems_of(tmp_path, game, given, more)
    assert "scenario 1 (x): given" in problem
    assert all(word in problem for word in words)


def test_all_cards_that_one_player_can_own_are_laid_out(tmp_path):
    given = f'play = {["crystal"] * 60}, row = ["li_hin"], center = {["li_hin"] * 37}'
    text = f'game = "{SHARDS}"\n[[scenario]]\nname = "x"\ngiven = {{ {given} }}\ndo = ["end turn"]\nover = false\n'
    report = run_files([write(tmp_path, text)])
    assert (report.passed, report.failures) == (1, [])


@pytest.mark.parametrize(
    ("game", "expect", "words"),
    [
        (AEONS_END, '"p1.hand" = ["topple"]', ['"topple" is not']),
        (AEONS_END, '"p1.breach1" = "opne"', ['"open"']),
        (AEONS_END, 'cause = "nemsis"', ['"nemesis"']),
        (AEONS_END, '"nemesis.drawn" = "tople"', ['"topple"']),
        (AEONS_END, '"nemesis.play" = ["bane_sir 3"]', ['"bane_sire"']),
        (AEONS_END, '"turn_order.discard" = ["nemsis"]', ['"nemesis"']),
        (AEONS_END, "prevented = 1", ["true or false"]),
        (KEYFORGE, '"p1.creatures" = ["trol"]', ['"troll"']),
        (KEYFORGE, '"p1.creatures" = [{ id = "troll", damage = "2" }]', ["damage of troll", "a whole number"]),
        (KEYFORGE, '"p1.creatures[0].ready" = 1', ["true or false"]),
        (KEYFORGE, '"p1.creatures[0].upgrades" = ["troll"]', ["not an upgrade"]),
        (KEYFORGE, '"p1.creatures[0].house" = "logs"', ['"logos"']),
        (KEYFORGE, '"p1.artifacts" = [{ id = "masterplan", holds = ["trol"] }]', ["holds of masterplan", '"troll"']),
        (KEYFORGE, 'cause = "three keys!"', ['"three keys"']),
        (KEYFORGE, '"p1.keys" = 4', ["from 0 to 3"]),
    ],
)
def test_a_claim_of_what_can_never_be_is_told_when_the_file_is_loaded(tmp_path, game, expect, words):
    text = f'game = "{game}"\n[[scenario]]\nname = "x"\nexpect = {{ {expect} }}\n'
    with pytest.raises(InputError) as caught:
        load_scenarios([write(tmp_path, text)])
    (problem,) = caught.value.problems
    assert "scenario 1 (x): expect " in problem
    assert all(word in problem for word in words)


def test_all_values_that_are_wrong_are_told_at_once(tmp_path):
    more = 'expect = { gems = "one", "p2.hand" = ["blastr"] }\n[[scenario]]\nname = "y"\ngiven = { "p1.health" = 0 }\n'
    problems = problems_of(tmp_path, SHARDS, '"p1.hand" = ["crystl"], gems = -1', more + "over = false\n")
    assert [problem.split(": ")[2] for problem in problems] == [
        "given p1.hand", "given gems", "expect gems", "expect p2.hand", "given"
    ]  # fmt: skip


def test_a_start_that_only_just_can_be_is_taken(tmp_path):
    for game, given, more in (
        (SHARDS, '"p3.alive" = false, play = ["nil_assassin"], fast_played = ["nil_assassin"], turn = 299', THREE),
        (AEONS_END, '"nemesis.husks" = 2, "nemesis.damaged_husks" = 2, "nemesis.play" = ["foul_multitudes 1"]', QUEEN),
        (AEONS_END, '"p1.breach1.spells" = ["2 spark"], "nemesis.play" = ["maggot_engine 30"], active = "p2"', QUEEN),
        (AEONS_END, 'phase = "turn", "turn_order.deck" = ["2 p1", "nemesis"], "p1.life" = 0', ALONE),
        (KEYFORGE, '"p1.creatures" = [{ id = "troll", damage = 12, upgrades = ["blood_of_titans"] }]', ""),
        (KEYFORGE, 'first_turn = true, active = "p2"', 'first = "p2"\n'),
    ):
        text = f'game = "{game}"\n[[scenario]]\nname = "x"\nover = false\ngiven = {{ {given} }}\n{more}'
        assert run_files([write(tmp_path, text)]).failures == [], given


def test_what_a_file_gives_every_scenario_has_unless_it_gives_another_value(tmp_path):
    shared = 'game = "shards_of_infinity"\ngiven = { "p1.mastery" = 3, "p1.health" = 7 }\n'
    alone = '[[scenario]]\nname = "x"\nexpect = { "p1.mastery" = 3, "p1.health" = 7 }\n'
    own = '[[scenario]]\nname = "y"\ngiven = { "p1.mastery" = 5 }\nexpect = { "p1.mastery" = 5, "p1.health" = 7 }\n'
    assert run_files([write(tmp_path, shared + alone + own)]).passed == 2


def test_the_seat_whose_turn_is_given_moves(tmp_path):
    text = 'game = "aeons_end"\n[[scenario]]\nname = "x"\ngiven = { active = "p2" }\nto_move = "p2"\n'
    assert run_files([write(tmp_path, text)]).failures == []


# --- what a failure tells ---------------------------------------------------------------------------------------------


def test_all_claims_that_fail_are_told(tmp_path):
    claims = (
        'expect = { gems = 4, focused = true, "p1.health" = 50 }\nlegal = ["focus", "end turn", "exhaust li_hin"]\n'
        'illegal = ["play blaster", "focus"]\nasks = []\ndecision = "banish"\nto_move = "p2"\nover = true\n'
        'winner = "p1"\n[[scenario]]\nname = "y"\nover = true\n[[scenario]]\nname = "z"\nover = false\n'
    )
    report = run_files([write(tmp_path, HEAD + 'name = "x"\n' + HAND + claims)])
    assert (report.passed, report.failed) == (1, 2)
    assert [(failure.name, failure.where) for failure in report.failures] == [
        *(("x", where) for where in ("gems", "focused", "legal", "legal", "illegal", "asks")),
        *(("x", where) for where in ("decision", "to_move", "over", "winner")),
        ("y", "over"),
    ]
    assert [failure.expected for failure in report.failures][2:5] == ["focus", "exhaust li_hin", "play blaster"]


@pytest.mark.parametrize(
    ("game", "more", "made"),
    [
        (
            SHARDS,
            'given = { power = 7 }\ndo = ["end turn", "attack p2 7"]\n',
            ['after "end turn": attack p2 7'],
        ),
        (
            SHARDS,
            'given = { "p1.mastery" = 9, "p1.champions" = ["li_hin"], "p1.hand" = ["venator_of_the_wastes"] }\n'
            'do = ["play venator_of_the_wastes", "target p2"]\n',
            ['after "play venator_of_the_wastes": target p2'],
        ),
        (
            AEONS_END,
            'do = ["!deal p1 2", "target nemesis", "end turn"]\n',
            ['after "!deal p1 2": target nemesis'],
        ),
        (
            KEYFORGE,
            'given = { house = "brobnar", "p1.hand" = ["punch"], "p2.creatures" = ["troll"] }\n'
            'do = ["play punch", "choose troll"]\n',
            ['after "play punch": choose troll'],
        ),
        (
            KEYFORGE,
            'given = { house = "brobnar", "p1.hand" = ["punch"], "p2.creatures" = ["troll", "tunk"] }\n'
            'do = ["play punch", "choose troll", "choose tunk"]\n',
            [],
        ),
    ],
)
def test_a_failure_tells_the_choices_that_were_made_at_once(tmp_path, game, more, made):
    (failure,) = run_files(
        [write(tmp_path, f'game = "{game}"\n[[scenario]]\nname = "x"\nover = true\n{more}')]
    ).failures
    assert failure.where.startswith("do ")
    assert failure.made_at_once == made


def told(table):
    return facts(table.game, table.tables, table.paths, table.state)


@pytest.mark.drawn(2)
@pytest.mark.parametrize("game", GAMES)
def test_the_choices_made_at_once_are_found_to_the_last(game):
    """Made by hand in a game that asks for them, they lead to where the game stands that made them itself."""
    found = 0
    for scenario in loaded(game)[::7]:
        wrong = [replace(scenario, keys=scenario.keys | {"over": over}) for over in (True, False)]
        made = next(failures for claim in wrong if (failures := check(claim)))[-1].made_at_once
        plain, asking = _Table(scenario, scenario.tables()), _Table(scenario, scenario.tables())
        plain.prepare()
        asking.prepare()
        for phrase in scenario.keys.get("do", []):
            plain.do(phrase)
            asking.state.ask_all = 1
            asking.do(phrase)
            while made and made[0].startswith(f'after "{phrase}": ') and told(asking) != told(plain):
                assert asking.do(made.pop(0).removeprefix(f'after "{phrase}": ')) == []
                found += 1
            assert told(asking) == told(plain), scenario.name
            asking.state.ask_all = 0
        assert made == []
    assert found > {SHARDS: 5, "berserk": 0}.get(game, 20)


def test_scenarios_of_one_name_are_played_alone(tmp_path):
    path = write(tmp_path, HEAD + SOUND + "[[scenario]]\n" + SOUND.replace('"x"', '"the second"'))
    assert [scenario.name for scenario in load_scenarios([path], "the second")] == ["the second"]
    with pytest.raises(InputError, match='no scenario is called "the secnd"; did you mean "the second"'):
        load_scenarios([path], "the secnd")


def test_scenarios_of_equal_tables_share_them_and_others_do_not(tmp_path):
    claims = "[[scenario]]\n".join(
        f'name = "{number}"\nover = false\n{keys}\n'
        for number, keys in enumerate(["", 'first = "p1"', "table = { players = 2 }", "table = { players = 3 }", ""])
    )
    loaded = load_scenarios([write(tmp_path, HEAD + claims)])
    assert [int(scenario.tables().players) for scenario in loaded] == [2, 2, 2, 3, 2]
    assert loaded[0].tables() is loaded[4].tables()
    assert loaded[0].paths() is loaded[4].paths()
    changed = replace(loaded[0], keys=loaded[0].keys | {"first": "p2"})
    assert (int(changed.tables().first), int(loaded[0].tables().first)) == (1, 0)
    assert len(loaded[3].paths()) > len(loaded[0].paths())


def test_a_scenario_holds_with_its_tables_and_not_with_others(tmp_path):
    focus = 'name = "x"\ngiven = { gems = 1 }\ndo = ["focus"]\nexpect = { gems = 0 }\n'
    (scenario,) = load_scenarios([write(tmp_path, HEAD + focus)])
    changed = scenario.tables().copy()
    changed["focus_cost"] += 1
    assert holds(scenario, scenario.tables())
    assert not holds(scenario, changed)
    assert check(scenario) == []


def test_rules_are_made_ready_before_they_are_needed_and_not_for_files_that_cannot_be_read(tmp_path):
    called = []
    load_scenarios([write(tmp_path, HEAD + SOUND + "[[scenario]]\n" + SOUND)], before_rules=called.append)
    assert called == [GAME]
    with pytest.raises(InputError):
        load_scenarios([write(tmp_path, HEAD + SOUND + 'do = ["fcus"]\n')], before_rules=called.append)
    assert called == [GAME]


def test_what_is_given_is_so(tmp_path):
    tables = GAME.make_tables({"players": 3})
    values = {bool: False, int: 7, list: ["li_hin", "2 crystal"]}
    for name, path in GAME.words.paths(tables, GAME.words.card_ids()).items():
        value = values[type(path.read(GAME.new_state()))]
        value = {"row": ["2 li_hin"], "center": ["li_hin", "nil_assassin"]}.get(name, value)
        value = {"play": ["crystal", "nil_assassin"], "fast_played": ["nil_assassin"]}.get(name, value)
        value = ["li_hin", "2 evokatus"] if name.endswith((".champions", ".exhausted")) else value
        value = {"p1.alive": True, "focused": True, "copies_homodeus": True}.get(name, value)
        if path.write is None or name in ("p2.exhausted", "p3.exhausted"):
            continue
        value = True if name == "p2.alive" else value
        claim = f"{{ {json.dumps(name)} = {json.dumps(value)} }}\n"
        before = {"fast_played": 'play = ["nil_assassin"]'}.get(name, "")
        before = f"{json.dumps(name.replace('known', 'hand'))} = {json.dumps(value)}" if "known" in name else before
        given = claim.replace("{", f"{{ {before},") if before else claim
        text = f'name = "x"\ntable = {{ players = 3 }}\ngiven = {given}expect = {claim}'
        assert run_files([write(tmp_path, HEAD + text)]).failures == [], name


def test_order_matters_in_decks_and_discards_alone(tmp_path):
    given = 'given = { "p1.ZONE" = ["evokatus", "optio_crusher", "li_hin"] }\n'
    given += 'expect = { "p1.ZONE" = ["li_hin", "evokatus", "optio_crusher"] }\n'
    for zone, passed in (("hand", 1), ("champions", 1), ("deck", 0), ("discard", 0)):
        path = write(tmp_path, HEAD + 'name = "x"\n' + given.replace("ZONE", zone))
        assert run_files([path]).passed == passed, zone


def test_an_ordered_zone_has_places(tmp_path):
    given = 'given = { "p1.deck" = ["crystal", "blaster"] }\n'
    for claim, passed in (
        ('"p1.deck[0]" = "crystal", "p1.deck[1]" = "blaster", "p1.deck.count" = 2', 1),
        ('"p1.deck[1]" = "crystal"', 0),
        ('"p1.deck[2]" = "crystal"', 0),
    ):
        path = write(tmp_path, f'{HEAD}name = "x"\n{given}expect = {{ {claim} }}\n')
        assert run_files([path]).passed == passed, claim


# --- zones of records -------------------------------------------------------------------------------------------------

FIELDS = {"damage": "damage on it", "ready": "whether ready", "upgrades": "upgrades on it"}
CHECKS = {
    "damage": readers.COUNT,
    "ready": readers.truth,
    "upgrades": lambda value: readers.read_cards(value, IDS_OF_GAME),
}
IDS_OF_GAME = GAME.words.card_ids()
RECORD = {"damage": 0, "ready": True, "upgrades": []}


def record_zone(content, ids, ordered):
    """A path to a zone of records that stands outside the state."""

    def write(s, value):
        entries = readers.read_entries(value, CHECKS, ids)
        content[:] = [{"id": ids[card], **RECORD, **fields} for card, fields in entries]

    check = functools.partial(readers.read_entries, checks=CHECKS, ids=ids)
    return state_paths.Path(
        lambda s: [dict(entry) for entry in content], write, "cards", check, ordered, fields=FIELDS, field_checks=CHECKS
    )


@pytest.fixture
def records(monkeypatch):
    """Shards of Infinity with a row `p1.creatures` and, without order, `p1.artifacts`, both of records."""
    row, heap = [], []

    def paths(tables, ids):
        zones = {"p1.creatures": record_zone(row, ids, True), "p1.artifacts": record_zone(heap, ids, False)}
        return GAME.words.paths(tables, ids) | zones

    def clear(s, tables, first):
        row[:], heap[:] = [], []
        GAME.words.clear(s, tables, first)

    game = replace(GAME, words=replace(GAME.words, paths=paths, clear=clear))
    monkeypatch.setattr("sim.scenario_files.load_game", lambda name: game)


def claim_of_records(tmp_path, given, expect):
    return run_files([write(tmp_path, f'{HEAD}name = "x"\ngiven = {{ {given} }}\nexpect = {{ {expect} }}\n')])


ROW = '"p1.creatures" = ["li_hin", { id = "evokatus", damage = 2, ready = false }, { id = "li_hin", damage = 1 }]'
HEAP = ROW.replace("creatures", "artifacts")


@pytest.mark.parametrize(
    ("given", "expect"),
    [
        (ROW, '"p1.creatures" = ["li_hin", "evokatus", "li_hin"], "p1.creatures.count" = 3'),
        (ROW, '"p1.creatures" = ["li_hin", { id = "evokatus", damage = 2 }, { id = "li_hin", ready = true }]'),
        (ROW, '"p1.creatures[1]" = "evokatus"'),
        (ROW, '"p1.creatures[1]" = { id = "evokatus", damage = 2, ready = false }'),
        (ROW, '"p1.creatures[1].damage" = 2, "p1.creatures[1].ready" = false, "p1.creatures[0].upgrades" = []'),
        (ROW, '"p1.artifacts" = []'),
        (HEAP, '"p1.artifacts" = ["2 li_hin", "evokatus"], "p1.artifacts.count" = 3'),
        (HEAP, '"p1.artifacts" = ["li_hin", { id = "li_hin", damage = 0 }, "evokatus"]'),
        (HEAP, '"p1.artifacts" = ["evokatus", { id = "li_hin", damage = 1 }, "li_hin"]'),
        (HEAP, '"p1.artifacts" = ["evokatus", "li_hin", { id = "li_hin", damage = 1 }]'),
        ('"p1.creatures" = ["2 li_hin"]', '"p1.creatures" = ["li_hin", { id = "li_hin", damage = 0 }]'),
        (
            '"p1.artifacts" = [{ id = "li_hin", upgrades = ["crystal", "evokatus", "crystal"] }]',
            '"p1.artifacts" = [{ id = "li_hin", upgrades = ["evokatus", "2 crystal"] }]',
        ),
        (
            '"p1.artifacts" = [{ id = "li_hin", damage = 1 }, { id = "li_hin", ready = false }, "li_hin"]',
            '"p1.artifacts" = ["li_hin", { id = "li_hin", damage = 0 }, { id = "li_hin", ready = true, damage = 0 }]',
        ),
    ],
)
def test_a_true_claim_about_records_holds(tmp_path, records, given, expect):
    assert claim_of_records(tmp_path, given, expect).failures == []


@pytest.mark.parametrize(
    ("given", "expect", "found"),
    [
        (ROW, '"p1.creatures" = ["evokatus", "li_hin", "li_hin"]', ["li_hin", "evokatus", "li_hin"]),
        (ROW, '"p1.creatures" = ["li_hin", "evokatus"]', ["li_hin", "evokatus", "li_hin"]),
        (
            ROW,
            '"p1.creatures" = ["li_hin", { id = "evokatus", damage = 3 }, "li_hin"]',
            [{"id": "li_hin", "damage": 0}, {"id": "evokatus", "damage": 2}, {"id": "li_hin", "damage": 1}],
        ),
        (ROW, '"p1.creatures[1]" = "li_hin"', "evokatus"),
        (ROW, '"p1.creatures[1]" = { id = "evokatus", ready = true }', {"id": "evokatus", "ready": False}),
        (ROW, '"p1.creatures[1].damage" = 3', 2),
        (ROW, '"p1.creatures[1].ready" = true', False),
        (ROW, '"p1.creatures[3].damage" = 0', None),
        (ROW, '"p1.creatures[3]" = "li_hin"', None),
        (ROW, '"p1.creatures.count" = 2', 3),
        (HEAP, '"p1.artifacts" = ["li_hin", "2 evokatus"]', ["li_hin", "evokatus", "li_hin"]),
        (
            HEAP,
            '"p1.artifacts" = ["evokatus", { id = "li_hin", damage = 1 }, { id = "li_hin", damage = 1 }]',
            [{"id": "li_hin", "damage": 0}, {"id": "evokatus", "damage": 2}, {"id": "li_hin", "damage": 1}],
        ),
        (
            '"p1.artifacts" = [{ id = "li_hin", upgrades = ["crystal"] }]',
            '"p1.artifacts" = [{ id = "li_hin", upgrades = ["crystal", "crystal"] }]',
            [{"id": "li_hin", "upgrades": ["crystal"]}],
        ),
        (
            '"p1.artifacts" = [{ id = "li_hin", damage = 1 }, { id = "li_hin", damage = 1 }, "li_hin"]',
            '"p1.artifacts" = ["li_hin", { id = "li_hin", damage = 0 }, { id = "li_hin", damage = 0 }]',
            [{"id": "li_hin", "damage": 1}, {"id": "li_hin", "damage": 1}, {"id": "li_hin", "damage": 0}],
        ),
    ],
)
def test_a_false_claim_about_records_fails_and_shows_what_it_named(tmp_path, records, given, expect, found):
    (failure,) = claim_of_records(tmp_path, given, expect).failures
    assert failure.found == found
    assert f'"{failure.where}"' in expect


@pytest.mark.parametrize(
    ("expect", "told"),
    [
        ('"p1.creatures" = [{ id = "li_hin", damge = 1 }]', ["p1.creatures", 'no field "damge"', '"damage"']),
        ('"p1.creatures" = [{ damage = 1 }]', ["p1.creatures", "id of the card is missing"]),
        ('"p1.creatures[0].damge" = 1', ['"p1.creatures[0].damge"', 'no field "damge"', '"damage"']),
        ('"p1.creatures[0]" = { id = "li_hin", redy = true }', ['no field "redy"', '"ready"']),
        ('"p1.artifacts[0]" = "li_hin"', ['"p1.artifacts[0]"', "no order"]),
        ('"p1.creatures[0][1]" = "li_hin"', ['no path is called "p1.creatures[0][1]"']),
    ],
)
def test_a_claim_about_records_that_cannot_be_is_told(tmp_path, records, expect, told):
    with pytest.raises(InputError) as caught:
        claim_of_records(tmp_path, ROW, expect)
    (problem,) = caught.value.problems
    assert all(word in problem for word in told)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ('"p1.creatures" = [{ id = "li_hin", damge = 1 }]', 'no field "damge"; did you mean "damage"?'),
        ('"p1.creatures" = [{ damage = 1 }]', "the id of the card is missing"),
        ('"p1.creatures" = [{ id = "li_hinn" }]', 'no card is called "li_hinn"; did you mean "li_hin"'),
        ('"p1.creatures" = ["li_hinn"]', 'no card is called "li_hinn"'),
        ('"p1.creatures" = "li_hin"', "a list of cards is expected"),
        ('"p1.creatures[0].damage" = 1', "this can only be read"),
        ('"p1.creatures" = [{ id = "li_hin", ready = 1 }]', "ready of li_hin: true or false is expected"),
    ],
)
def test_records_that_cannot_be_given_are_told(tmp_path, records, given, told):
    with pytest.raises(InputError) as caught:
        claim_of_records(tmp_path, given, "gems = 0")
    assert all(told in problem for problem in caught.value.problems)


# --- words of phrases -------------------------------------------------------------------------------------------------

IDS = ["troll", "batdrone", "urchin"]
PHRASES = SimpleNamespace(
    verbs={
        "fight TARGET TARGET": "",
        "play CARD": "",
        "choose house HOUSE": "",
        "choose TARGET": "",
        "choose left": "",
    },
    choices={"HOUSE": ("brobnar", "logos")},
)


@pytest.mark.parametrize(
    "phrase",
    [
        "fight troll batdrone",
        "fight troll#2 p2:batdrone",
        "fight p1:troll p2:batdrone#12",
        "play troll",
        "choose house logos",
        "choose urchin#3",
        "choose left",
    ],
)
def test_a_phrase_of_cards_in_play_and_of_the_games_own_words_is_known(phrase):
    vocabulary.check_phrase(PHRASES, phrase, IDS, 2)


@pytest.mark.parametrize(
    ("phrase", "told"),
    [
        ("fight troll batdron", 'no card is called "batdron"; did you mean "batdrone"'),
        ("fight troll#1 batdrone", 'the second copy from the left is "troll#2"'),
        ("fight troll# batdrone", 'the second copy from the left is "troll#2"'),
        ("fight troll#two batdrone", 'the second copy from the left is "troll#2"'),
        ("fight p3:troll batdrone", 'no seat is called "p3"'),
        ("fight :troll batdrone", 'no seat is called ""'),
        ("play troll#2", 'no card is called "troll#2"'),
        ("play p1:troll", 'no card is called "p1:troll"'),
        ("choose house logs", 'no house is called "logs"; did you mean "logos"'),
        ("choose right", 'no card is called "right"'),
    ],
)
def test_a_phrase_that_no_action_can_have_is_told(phrase, told):
    with pytest.raises(ValueError, match=re.escape(told)):
        vocabulary.check_phrase(PHRASES, phrase, IDS, 2)


def test_a_card_in_play_is_told_by_seat_id_and_copy():
    assert readers.read_target("batdrone", IDS, 2) == (None, 1, 1)
    assert readers.read_target("batdrone#3", IDS, 2) == (None, 1, 3)
    assert readers.read_target("p2:urchin", IDS, 2) == (1, 2, 1)
    assert readers.read_target("p1:troll#2", IDS, 2) == (0, 0, 2)


def test_every_key_is_known_to_these_tests():
    """A new kind of claim needs a false one above."""
    claims = {"expect", "legal", "illegal", "asks", "decision", "to_move", "over", "winner"}
    others = {"name", "shows", "cases", "table", "cards", "seed", "first", "given", "dice", "do", "differs"}
    assert set(KEYS) == claims | others
