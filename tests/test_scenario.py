"""Scenario files: the rules' own hold and leave nothing out; a wrong file is told apart from a false claim."""

import functools
import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from sim import GAMES, load_game
from sim.core import words
from sim.core.errors import InputError
from sim.core.scenario import KEYS, load_scenarios, run_files

FOLDER = Path(__file__).parent / "scenarios"
GAME = load_game("shards_of_infinity")
PARTS = {"CARD": r"[a-z0-9_]+", "SEAT": r"p\d", "NUMBER": r"\d+", "TARGET": r"(p\d:)?[a-z0-9_]+(#\d+)?"}


@functools.cache
def scenarios(game):
    return load_scenarios([FOLDER / game])


def pattern(game, verb):
    choices = {name: "|".join(map(re.escape, known)) for name, known in load_game(game).words.choices.items()}
    parts = PARTS | {name: f"({known})" for name, known in choices.items()}
    return re.compile(" ".join(parts.get(word, re.escape(word)) for word in verb.split(" ")))


def phrases(game, key):
    return [phrase for scenario in scenarios(game) for phrase in scenario.keys.get(key, [])]


# --- the rules' own files ---------------------------------------------------------------------------------------------


def test_every_scenario_holds():
    report = run_files([FOLDER])
    assert report.failures == []
    assert report.passed > 500


@pytest.mark.parametrize("game", GAMES)
def test_every_card_is_shown(game):
    shown = {card for scenario in scenarios(game) for card in scenario.keys.get("shows", [])}
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
    claimed = {scenario.keys["decision"] for scenario in scenarios(game) if "decision" in scenario.keys}
    assert set(load_game(game).words.decisions.values()) - claimed <= {"none"}


@pytest.mark.parametrize("game", GAMES)
def test_every_path_is_claimed(game):
    words = load_game(game).words
    names = (name.removesuffix(".count") for scenario in scenarios(game) for name in scenario.keys.get("expect", {}))
    claimed = {re.sub(r"^p\d", "p1", name) for name in names}
    paths = {re.sub(r"^p\d", "p1", name) for name in words.paths(load_game(game).make_tables({}), words.card_ids())}
    assert paths - claimed <= {"turn"}, "a log shows the turn, no rule asks for it"


@pytest.mark.parametrize("game", GAMES)
def test_a_name_tells_one_scenario(game):
    assert [name for name, times in Counter(s.name for s in scenarios(game)).items() if times > 1] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_players_has_scenarios(game):
    counts = {int(scenario.tables().players) for scenario in scenarios(game)}
    assert counts == set(load_game(game).player_counts)


# --- files that cannot be used ----------------------------------------------------------------------------------------

HEAD = 'game = "shards_of_infinity"\n[[scenario]]\n'
SOUND = 'name = "x"\nexpect = { gems = 0 }\n'


def write(tmp_path, text):
    path = tmp_path / "some.toml"
    path.write_text(text)
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
    (tmp_path / "a.toml").write_text(HEAD + SOUND + 'do = ["ply crystal", "fcus"]\n[[scenario]]\nname = "y"\n')
    (tmp_path / "b.toml").write_text("game = 1")
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
        ("expect = { gems = false }", "gems"),
        ("expect = { gems = 0.0 }", "gems"),
        ('expect = { power = "infinite" }', "power"),
        ("expect = { focused = true }", "focused"),
        ("expect = { focused = 0 }", "focused"),
        ('expect = { "p1.hand" = ["blaster"] }', "p1.hand"),
        ('expect = { "p1.hand" = ["blaster", "2 crystal"] }', "p1.hand"),
        ('expect = { "p1.hand" = "blaster" }', "p1.hand"),
        ('expect = { "p1.hand" = ["blaster", "crystl"] }', "p1.hand"),
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
        ('"p1.known" = []', "given p1.known"),
        ('"p2.exhausted" = ["li_hin"]', "given p2.exhausted"),
    ],
)
def test_what_cannot_be_given_fails_and_says_where(tmp_path, given, where):
    report = run_files([write(tmp_path, HEAD + 'name = "x"\nover = false\n' + f"given = {{ {given} }}\n")])
    assert [failure.where for failure in report.failures] == [where]


def test_what_is_given_is_so(tmp_path):
    tables = GAME.make_tables({"players": 3})
    values = {bool: False, int: 7, list: ["li_hin", "2 crystal"]}
    for name, path in GAME.words.paths(tables, GAME.words.card_ids()).items():
        value = values[type(path.read(GAME.new_state()))]
        value = {"p1.alive": True, "focused": True, "copies_homodeus": True}.get(name, value)
        if path.write is None or name in ("p2.exhausted", "p3.exhausted"):
            continue
        claim = f"{{ {json.dumps(name)} = {json.dumps(value)} }}\n"
        text = f'name = "x"\ntable = {{ players = 3 }}\ngiven = {claim}expect = {claim}'
        assert run_files([write(tmp_path, HEAD + text)]).failures == [], name


def test_order_matters_in_decks_and_discards_alone(tmp_path):
    given = (
        'given = { "p1.ZONE" = ["crystal", "blaster", "li_hin"] }\nexpect = { "p1.ZONE" = ["li_hin", "2 crystal"] }\n'
    )
    given = given.replace("2 crystal", 'crystal", "blaster')
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
RECORD = {"damage": 0, "ready": True, "upgrades": []}


def record_zone(content, ids, ordered):
    """A path to a zone of records that stands outside the state."""

    def write(s, value):
        entries = words.read_entries(value, FIELDS, ids)
        content[:] = [{"id": ids[card], **RECORD, **fields} for card, fields in entries]

    return words.Path(lambda s: [dict(entry) for entry in content], write, "cards", ordered, fields=FIELDS)


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
    monkeypatch.setattr("sim.load_game", lambda name: game)


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
        (ROW, '"p1.creatures[1].ready" = 0', False),
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
        ('"p1.creatures[0].damage" = 1', "a path that can be set"),
    ],
)
def test_records_that_cannot_be_given_are_told(tmp_path, records, given, told):
    (failure,) = claim_of_records(tmp_path, given, "gems = 0").failures
    assert told in failure.expected


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
    words.check_phrase(PHRASES, phrase, IDS, 2)


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
        words.check_phrase(PHRASES, phrase, IDS, 2)


def test_a_card_in_play_is_told_by_seat_id_and_copy():
    assert words.read_target("batdrone", IDS, 2) == (None, 1, 1)
    assert words.read_target("batdrone#3", IDS, 2) == (None, 1, 3)
    assert words.read_target("p2:urchin", IDS, 2) == (1, 2, 1)
    assert words.read_target("p1:troll#2", IDS, 2) == (0, 0, 2)


def test_every_key_is_known_to_these_tests():
    """A new kind of claim needs a false one above."""
    claims = {"expect", "legal", "illegal", "asks", "decision", "to_move", "over", "winner"}
    assert set(KEYS) == claims | {"name", "shows", "table", "cards", "seed", "first", "given", "do"}
