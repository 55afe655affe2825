"""Whatever a user can get wrong is answered before a game is played, once, with the culprit and what would be right."""

import copy
import json
import shutil
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from agents import Agent
from experiments import balance, compare, estimate, grid, improve, load, matrix, race, read_plan, run_plan, tell
from experiments.answer.explain import STOPS
from experiments.answer.report import write_report
from experiments.commands.diagnosis import diagnose
from experiments.commands.runs import list_runs
from experiments.plan.lines import with_lines
from experiments.run.parts import META
from experiments.run.store import STOPPED_BY
from sim.core.errors import InputError
from sim.core.kernel import kernel

GAME = "shards_of_infinity"
PLAN = {
    "question": "compare",
    "game": GAME,
    "agents": ["random", "random"],
    "variants": [{"name": "rules"}, {"name": "house", "table": {"hand": 6}}],
    "stop": {"games": 100},
}
ESTIMATE = {key: value for key, value in PLAN.items() if key != "variants"} | {"question": "estimate"}


def changed(base=PLAN, without=(), **values):
    plan = {**copy.deepcopy(base), **values}
    return {key: value for key, value in plan.items() if key not in without}


def house(**values):
    """The plan with other values in its second variant."""
    return changed(variants=[{"name": "rules"}, {"name": "house", **values}])


BALANCE = {key: value for key, value in ESTIMATE.items() if key != "question"} | {
    "question": "balance",
    "setting": {"path": "starting_mastery", "seat": "p2", "from": 0, "to": 6},
}
MATRIX = {
    "question": "matrix",
    "game": GAME,
    "entries": [{"name": "one", "agent": "random"}, {"name": "two", "agent": "best"}],
    "stop": {"games": 100},
}
FIELD = {
    "question": "field",
    "game": GAME,
    "agents": ["random", "random"],
    "shelf": [{"name": "mine"}, {"name": "other", "agent": "best"}],
    "field": [{"name": "first", "agent": "published_v007"}, {"name": "second", "agent": "published_v008"}],
    "stop": {"games": 100},
}


def nested(levels):
    """Lists in lists."""
    found = []
    for _ in range(levels):
        found = [found]
    return found


def endless_list():
    held = {**PLAN, "agents": []}
    held["agents"] += [held["agents"], held["agents"]]
    return held


def seek(**values):
    """A balance whose setting has other values."""
    return changed(base=BALANCE, setting={**BALANCE["setting"], **values})


BAD_PLANS = {
    "unknown key": (changed(confidance=0.9), "confidance", 'did you mean "confidence"'),
    "no question": (
        changed(without=["question"]),
        "question is missing",
        '"balance", "compare", "estimate", "field", "grid", "improve", "matrix", "race", "sweep"',
    ),
    "unknown question": (changed(question="comparison"), "comparison", 'did you mean "compare"'),
    "question is no text": (changed(question=3), "question should be", "found 3"),
    "no game": (changed(without=["game"]), "game is missing", GAME),
    "unknown game": (changed(game="shards_of_eternity"), "shards_of_eternity", GAME),
    "game is no text": (changed(game=["x"]), "game should be", "name of a game"),
    "seed is a text": (changed(seed="one"), "seed", "whole number"),
    "seed is negative": (changed(seed=-1), "seed", "from 0"),
    "seed is true": (changed(seed=True), "seed", "found True"),
    "name is a path": (changed(name="../evil"), "../evil", "letters"),
    "confidence is a percentage": (changed(confidence=95), "confidence", "between 0.5 and 1"),
    "confidence is a text": (changed(confidence="95%"), "95%", "0.95"),
    "part_games is zero": (changed(part_games=0), "part_games", "from 1"),
    "part_games is no whole deals": (changed(part_games=5), "part_games", "multiple of 2", "4 or 6"),
    "no agents": (changed(without=["agents"], base=ESTIMATE), "agents is missing", "one agent a seat"),
    "agents is a text": (changed(agents="random"), "agents should be", "'random'"),
    "too few agents": (changed(agents=["random"]), "each of the 2 players", "found 1"),
    "too many agents": (changed(agents=["random"] * 3), "each of the 2 players", "found 3"),
    "unknown agent": (changed(agents=["random", "randon"]), "agents, p2", "randon", 'did you mean "random"'),
    "agent is a number": (changed(agents=["random", 7]), "agents, p2", "found 7"),
    "agent without a name": (changed(agents=["random", {"speed": 1}]), "agents, p2", 'agent = "name"'),
    "agent without parameters": (changed(agents=["random", {"agent": "random", "luck": 1}]), "luck", "random"),
    "agent's parameter is a text": (
        changed(agents=["random", {"agent": "published_v008", "mastery": "high"}]),
        "published_v008",
        "mastery",
    ),
    "entrant is no seat": (changed(entrant="p3"), "p3", "p1", "p2"),
    "entrant is a number": (changed(entrant=1), "entrant", 'such as "p1"'),
    "estimate about the first seat": (changed(base=ESTIMATE, entrant="first"), "first", "p1"),
    "no stop": (changed(without=["stop"]), "[stop] is missing", "half_width", "decided"),
    "empty stop": (changed(stop={}), "[stop] is missing", "games"),
    "stop is a number": (changed(stop=20_000), "stop should be", "{ games = 20000 }"),
    "unknown stop": (changed(stop={"game": 100}), "stop", '"game"', 'did you mean "games"'),
    "games negative": (changed(stop={"games": -2}), "games", "above 0", "-2"),
    "games a fraction": (changed(stop={"games": 10.5}), "games", "whole number", "10.5"),
    "games odd": (changed(stop={"games": 101}), "games", "multiple of 2", "100 or 102"),
    "games is one": (changed(stop={"games": 1}), "multiple of 2", "found 1"),
    "half width too wide": (changed(stop={"half_width": 0.7}), "half_width", "between 0 and 0.5"),
    "half width zero": (changed(stop={"half_width": 0}), "half_width", "found 0"),
    "hours negative": (changed(stop={"hours": -1}), "hours", "above 0"),
    "hours infinite": (changed(stop={"hours": float("inf")}), "hours", "inf"),
    "decided is a percentage": (changed(stop={"decided": 95}), "decided", "between 0.5 and 1"),
    "no variants": (changed(without=["variants"]), "two [[variants]]", "found 0"),
    "one variant": (changed(variants=[{"name": "alone"}]), "two [[variants]]", "found 1"),
    "variants is a table": (changed(variants={"name": "x"}), "variants should be", "[[variants]]"),
    "estimate with variants": (changed(question="estimate"), "variants", '"compare"'),
    "variant without a name": (changed(variants=[{"name": "rules"}, {"table": {"hand": 6}}]), "variant 2", "name"),
    "unknown key in a variant": (house(agent=["random", "random"]), '"house"', 'did you mean "agents"'),
    "variants of one name": (changed(variants=[{"name": "x"}, {"name": "x", "table": {"hand": 6}}]), '"x"', "differ"),
    "variant that changes nothing": (house(table={"hand": 5}), '"rules" and "house"', "should change"),
    "variant with other players": (
        house(table={"players": 3}, agents=["random"] * 3),
        '"rules" and "house"',
        "same number of players",
    ),
    "variant that cannot share deals": (house(table={"first": "p1"}), "share deals", "rotate"),
    "variant with an unknown agent": (house(agents=["random", "nobody"]), '"house"', "p2", "nobody"),
    "balance without a setting": (changed(base=BALANCE, without=["setting"]), "[setting] is missing", "from", "to"),
    "setting without an end": (changed(base=BALANCE, setting={"path": "health", "from": 3}), "setting: to is missing"),
    "setting of one value": (seek(to=0), "2 to 101 values", "from 0 to 0"),
    "setting of too many values": (seek(to=1000), "2 to 101 values", "are 1001"),
    "setting backwards": (seek(to=-3), "from 0 to -3"),
    "setting of no seat": (seek(seat="p9"), "setting: seat", "p9", '"p2"'),
    "setting with a fraction": (seek(to=2.5), "setting: to should be a whole number", "2.5"),
    "unknown key of a setting": (seek(till=3), 'setting: no key is called "till"'),
    "setting that is no key of the table": (
        changed(base=BALANCE, setting={"path": "helth", "from": 1, "to": 3}),
        "helth",
        'did you mean "health"',
    ),
    "setting out of bounds": (
        changed(base=BALANCE, setting={"path": "hand", "from": 9, "to": 11}),
        "hand 11",
        "from 1 to 10",
        "found 11",
    ),
    "seat of a setting that is no list": (
        changed(base=BALANCE, setting={"path": "hand", "seat": "p1", "from": 5, "to": 7}),
        "list with a value for each",
    ),
    "balance stopped by a share of nothing": (changed(base=BALANCE, stop={"half_width": -1}), "units of the setting"),
    "balance with variants": (changed(base=BALANCE, variants=PLAN["variants"]), "variants", '"compare"', '"balance"'),
    "balance of no entrant": (changed(base=BALANCE, entrant="p3"), "entrant", "p3"),
    "matrix without entries": (changed(base=MATRIX, without=["entries"]), "needs [[entries]]", "entries_of"),
    "matrix of one": (changed(base=MATRIX, entries=MATRIX["entries"][:1]), "at least two entries"),
    "entries of one name": (
        changed(base=MATRIX, entries=[*MATRIX["entries"], {"name": "one", "agent": "published_v007"}]),
        'several entries are called "one"',
    ),
    "entries that do not differ": (
        changed(base=MATRIX, entries=[*MATRIX["entries"], {"name": "three", "agent": "best"}]),
        'entries "two" and "three" do not differ',
    ),
    "entry without a name": (
        changed(base=MATRIX, entries=[*MATRIX["entries"], {"agent": "published_v007"}]),
        "entries, number 3",
        "name",
    ),
    "entry without an agent": (
        changed(base=MATRIX, entries=[*MATRIX["entries"], {"name": "x"}]),
        '"x": agent is missing',
    ),
    "entry with an unknown agent": (
        changed(base=MATRIX, entries=[*MATRIX["entries"], {"name": "x", "agent": "bset"}]),
        '"x"',
        'did you mean "best"',
    ),
    "unknown key of an entry": (
        changed(base=MATRIX, entries=[*MATRIX["entries"], {"name": "x", "agent": "published_v007", "seats": {}}]),
        'entries, "x": no key is called "seats"',
        'did you mean "seat"',
    ),
    "seat of one entry alone": (
        changed(base=MATRIX, entries=[*MATRIX["entries"][:1], {**MATRIX["entries"][1], "seat": {"health": 3}}]),
        '"one": seat has no health',
    ),
    "matrix of different agents": (changed(base=MATRIX, agents=["random", "best"]), "same for all seats of a matrix"),
    "matrix with an entrant": (changed(base=MATRIX, entrant="p2"), "entrant belongs to", '"matrix" has none'),
    "matrix of three players": (changed(base=MATRIX, table={"players": 3}), "a multiple of 3", "found 100"),
    "matrix where one seat begins": (changed(base=MATRIX, table={"first": "p1"}), 'first should be "rotate"'),
    "matrix at a wrong table": (changed(base=MATRIX, table={"helth": 3}), "helth", 'did you mean "health"'),
    "matrix over a wrong setting": (changed(base=MATRIX, over=[{"hand": 5}, {"hand": 50}]), "over, number 2", "hand"),
    "matrix of 3,000 entries": (
        changed(base=MATRIX, entries=[{"name": f"e{n}", "agent": "random"} for n in range(3000)]),
        "4,498,500 pairs should be played, 100,000 at most",
        "ask race",
    ),
    "field of 200,000 pairs": (
        changed(
            base=FIELD,
            **{key: [{"name": f"{key}{n}"} for n in range(400)] for key in ("shelf", "field")},
            over=[{"hand": 5}, {"hand": 6}],
        ),
        "320,000 pairs should be played, 100,000 at most",
    ),
    "matrix over one setting twice": (
        changed(base=MATRIX, over=[{"hand": 6}, {"hand": 6}]),
        "over, number 2",
        "number 1",
    ),
    "over is a table": (changed(base=MATRIX, over={"hand": 6}), "over should be a list"),
    "matrix in short over two lists": (
        changed(base=MATRIX, without=["entries"], entries_of={"agent": ["best"], "hand": [3]}),
        "entries_of should be one list",
    ),
    "matrix of a team": (
        {**MATRIX, "game": "aeons_end", "entries": [{"name": n, "agent": n} for n in ("random", "best")]},
        "needs opponents",
    ),
    "field without a field": (changed(base=FIELD, without=["field"]), "needs [[field]]", "field_of"),
    "field without a shelf": (changed(base=FIELD, without=["shelf"]), "needs [[shelf]]", "shelf_of"),
    "field with entries": (changed(base=FIELD, entries=MATRIX["entries"]), "entries belongs to", '"matrix"'),
    "one name for two entries": (
        changed(base=FIELD, field=[{"name": "mine", "agent": "best"}]),
        '"mine" of the field is another entry',
    ),
    "nobody to meet": (
        changed(base=FIELD, shelf=[{"name": "mine"}], field=[{"name": "mine"}]),
        "no entry has another one to meet",
    ),
    "a stop that is a number, under two agents": (
        changed(without=["agents"], under=["best", "expert"], stop=5),
        "stop should be a table such as { games = 20000 }, found 5",
    ),
    "players beyond all numbers, under two agents": (
        changed(without=["agents"], under=["best", "expert"], table={"players": 1e31}),
        "players should be a whole number from 2 to 4, found 1e+31",
    ),
    "unknown house rule": (changed(table={"handsize": 6}), "handsize", 'did you mean "hand"'),
    "house rule out of bounds": (changed(table={"hand": 99}), "hand", "from 1 to 10", "99"),
    "house rule of the wrong kind": (house(table={"health": "many"}), '"house"', "health", "'many'"),
    "table is a list": (changed(table=[1]), "table should be", "players = 2"),
    "a number of 400 digits": (changed(stop={"hours": 10**400}), "hours should be", "whole number of about 398 digits"),
    "a half width of 400 digits": (changed(stop={"half_width": 10**400}), "half_width should be", "digits"),
    "a confidence of 400 digits": (changed(confidence=10**400), "confidence should be", "digits"),
    "a number of 5,000 digits": (changed(seed=10**5000), "seed should be", "whole number of about"),
    "a house rule of 5,000 digits": (changed(table={"hand": 10**5000}), "hand should be", "whole number of about"),
    "numbers of 5,000 digits in a list": (changed(agents=[[10**5000], "random"]), "an agent is", "cannot be shown"),
    "a list of a million numbers": (changed(agents={"a": list(range(10**6))}), "agents should", "left out"),
    "a house rule of a million numbers": (changed(table={"hand": list(range(10**6))}), "hand should be", "left out"),
    "lists nested 500 deep": ({**PLAN, "agents": nested(500)}, "nested at most 32 deep"),
    "lists nested 100,000 deep": ({**PLAN, "agents": nested(100_000)}, "nested at most 32 deep"),
    "a list that holds itself": (endless_list(), "nested at most 32 deep"),
    "a plan of a long name": (changed(name="n" * 300), "name should be a text of at most 100", "left out"),
    "a variant of a long name": (
        changed(variants=[{"name": "n" * 300}, {"name": "b", "table": {"hand": 6}}]),
        "name should be a text of at most 100 printable letters",
    ),
    "a variant of control signs": (
        changed(variants=[{"name": "a\x1b[2J"}, {"name": "b", "table": {"hand": 6}}]),
        "name should be a text",
        "printable",
    ),
    "a card file of a long name": (changed(cards=["c" * 300 + ".toml"]), "cannot be read: File name too long"),
    "a NUL in the name of a card file": (changed(cards=["c\0.toml"]), "cannot be the name of a card file", "null byte"),
    "entries of an empty list": (
        changed(base=MATRIX, without=["entries"], entries_of={"agent": []}),
        "entries_of should be one list",
    ),
    "a shelf of an empty list": (
        changed(base=FIELD, without=["shelf"], shelf_of={"agent": []}),
        "shelf_of should be one list",
    ),
    "a field of an empty list": (
        changed(base=FIELD, without=["field"], field_of={"agent": []}),
        "field_of should be one list",
    ),
    "too many players": (changed(table={"players": 9}), "players", "from 2 to 4"),
    "starting mastery of one": (changed(table={"starting_mastery": [1]}), "starting_mastery", "one number a player"),
    "unknown first": (changed(table={"first": "youngest"}), "first", "rotate", "youngest"),
    "cards is a text": (changed(cards="my_cards.toml"), "cards should be", '["my_cards.toml"]'),
    "no such card file": (changed(cards=["nowhere.toml"]), "nowhere.toml", "no such card file"),
}


@pytest.mark.parametrize(("plan", "words"), [(p, w) for p, *w in BAD_PLANS.values()], ids=list(BAD_PLANS))
def test_bad_plan(plan, words):
    problem = the_problem(lambda: read_plan(plan))
    assert problem.startswith("plan: ")
    for word in words:
        assert word in problem


def the_problem(act) -> str:
    """The one problem that an action is refused for."""
    with pytest.raises(InputError) as caught:
        act()
    assert len(caught.value.problems) == 1, caught.value.problems
    return caught.value.problems[0]


def test_a_list_of_agents_one_of_which_has_no_name():
    with pytest.raises(InputError, match='no agent for shards_of_infinity is called ""'):
        read_plan(changed(base=MATRIX, without=["entries"], entries_of={"agent": ["best", ""]}))


def test_all_that_is_wrong_is_said_at_once():
    with pytest.raises(InputError) as caught:
        read_plan(changed(seed=-1, agents=["randon", "random"], stop={"game": 1}, table={"hands": 1}, colour="blue"))
    for word in ("seed should", "randon", '"game"', "hands", "colour"):
        assert sum(word in problem for problem in caught.value.problems) == 1


BAD_FILES = {
    "no TOML": (b"question = compare\n", "not a TOML file", "line 1"),
    "no end of a text": (b'question = "compare\ngame = 3\n', "not a TOML file", "line 1"),
    "no UTF-8": (b'name = "\xff\xfe"\n', "not a TOML file", "utf-8"),
    "empty": (b"", "question is missing"),
    "a number of 5,000 digits": (b"seed = " + b"9" * 5000, "not a TOML file", "digits"),
    "lists nested 500 deep": (b"agents = " + b"[" * 500 + b"]" * 500, "nested at most 32 deep"),
    "lists nested 100,000 deep": (b"agents = " + b"[" * 100_000 + b"]" * 100_000, "nested at most 32 deep"),
    "a key of 100,000 parts": (b"a." * 100_000 + b"a = 1", "a key of more than 32 parts"),
    "a quoted key of 100,000 parts": (b'"a" . ' * 100_000 + b"a = 1", "a key of more than 32 parts"),
    "a list of a million numbers": (b"agents = 1\nseed = [" + b"1," * 10**6 + b"]", "seed should be", "left out"),
    "20 MB": (b"# \n" * 7_000_000, "at most 4,194,304 bytes"),
}


@pytest.mark.parametrize(("content", "words"), [(c, w) for c, *w in BAD_FILES.values()], ids=list(BAD_FILES))
def test_bad_plan_file(tmp_path, content, words):
    path = tmp_path / "my_plan.toml"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_plan(path)
    for word in (str(path), *words):
        assert word in str(caught.value)
    assert len(str(caught.value)) < 3000


def test_a_million_problems_are_cut(tmp_path):
    with pytest.raises(InputError) as caught:
        read_plan(changed(**{f"nothing_{n}": n for n in range(10_000)}))
    assert len(caught.value.problems) == 101
    assert caught.value.problems[-1] == "and 9,900 more"
    assert len(InputError(["x" * 10**7]).problems[0]) < 3000


@pytest.mark.parametrize("name", ["p" * 300 + ".toml", "p\0.toml"])
def test_names_that_no_file_can_have(tmp_path, name):
    assert "name" in the_problem(lambda: read_plan(tmp_path / name))
    deck = {"question": "estimate", "game": "keyforge", "agents": ["random"] * 2, "stop": {"games": 2}}
    problem = the_problem(lambda: read_plan({**deck, "table": {"decks": [name, "random:1"]}}))
    assert "name" in problem
    assert "no deck is called" in the_problem(lambda: read_plan({**deck, "table": {"decks": ["d" * 300, "random:1"]}}))


def test_files_in_a_circle(tmp_path):
    (tmp_path / "a.toml").symlink_to(tmp_path / "b.toml")
    (tmp_path / "b.toml").symlink_to(tmp_path / "a.toml")
    assert "Too many levels of symbolic links" in the_problem(lambda: read_plan(tmp_path / "a.toml"))
    assert "symbolic links" in the_problem(lambda: read_plan(changed(cards=[str(tmp_path / "a.toml")])))
    decks = {"decks": [str(tmp_path / "a.toml"), "random:1"]}
    plan = {"question": "estimate", "game": "keyforge", "agents": ["random"] * 2, "stop": {"games": 2}, "table": decks}
    assert "symbolic links" in the_problem(lambda: read_plan(plan))


def test_missing_plan_file_and_folder(tmp_path):
    (tmp_path / "demo.toml").touch()
    assert "demo.toml" in the_problem(lambda: read_plan(tmp_path / "dmo.toml")).split("did you mean")[1]
    assert "this is a folder; in it: demo.toml" in the_problem(lambda: read_plan(tmp_path))


GOOD_CARD = {"name": '"My Card"', "type": '"ally"', "cost": "3", "copies": "2", "play": '["gain_gems 1"]'}


def card(identifier="my_card", without=(), **fields):
    lines = [f"{key} = {value}" for key, value in {**GOOD_CARD, **fields}.items() if key not in without]
    return "\n".join([f"[{identifier}]", *lines])


BAD_CARDS = {
    "no TOML": ("[my_card\n", "not a TOML file", "line 1"),
    "value outside a card": ("cost = 3\n", '"cost"', "stands outside a card"),
    "id with capitals": (card("MyCard"), "MyCard", "lower_snake_case"),
    "id with a sign": (card("my-card"), "my-card", 'lower_snake_case, e.g. "my_card"'),
    "unknown field": (card(costs="2"), "costs", 'did you mean "cost"'),
    "no name": (card(without=["name"]), "my_card", "name is missing"),
    "no copies": (card(without=["copies"]), "my_card", "copies is missing"),
    "cost is a text": (card(cost='"three"'), "my_card", "cost", "whole number"),
    "cost is negative": (card(cost="-1"), "cost", "from 0 to 99"),
    "too many copies": (card(copies="89"), "copies", "from 0 to 88"),
    "unknown type": (card(type='"alley"'), "alley", 'did you mean "ally"'),
    "unknown faction": (card(faction='"wraith"'), "wraith", 'did you mean "wraethe"'),
    "unknown source": (card(source='"guessed"'), "guessed", "assumed"),
    "champion without defense": (card(type='"champion"'), "my_card", "defense is missing"),
    "ally with defense": (card(defense="3"), "my_card", "only a champion", "defense"),
    "shield of nothing": (card(shield="0"), "shield", "from 1"),
    "play is a text": (card(play='"gain_gems 1"'), "my_card", "play", "list of effects"),
    "effect is a number": (card(play="[1]"), "my_card", "play"),
    "unknown operation": (card(play='["gain_gem 1"]'), "my_card", "gain_gem", "gain_gems"),
    "operation without its number": (card(play='["gain_gems"]'), "my_card", "gain_gems"),
    "operation with a word for a number": (card(play='["draw many"]'), "my_card", "many"),
    "unknown condition": (card(play='["draw 1 if masterly 3"]'), "my_card", "masterly", "mastery"),
    "unknown count": (card(play='["draw 1 per champion"]'), "my_card", "champion", "homodeus_champion"),
    "static effect at play": (card(play='["protects_owner"]'), "my_card", "static"),
    "too many cards in all": (card(copies="60"), "center deck", "128"),
    "no starters": ("\n".join(f"[{c}]\ncopies = 0" for c in ("crystal", "blaster", "shard_reactor", "infinity_shard")),
                    "starting deck", "found 0"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "words"), [(t, w) for t, *w in BAD_CARDS.values()], ids=list(BAD_CARDS))
def test_bad_card_file(tmp_path, text, words):
    path = tmp_path / "my_cards.toml"
    path.write_text(text, encoding="utf-8")
    problem = the_problem(lambda: read_plan(changed(cards=[str(path)])))
    for word in words:
        assert word in problem


BAD_TEXTS = {
    "shards_of_infinity": ("crystal", 'play = ["draw many"]'),
    "aeons_end": ("jade", 'play = ["aether much"]'),
    "keyforge": ("dust_imp", 'destroyed = ["gain much"]'),
    "berserk": ("nomad", 'traits = ["action: wound much target any card"]'),
    "berserk_heroes": ("cursed_ballista", 'use = ["pay needs 1000 enemy card in_graveyard"]'),
    "nightfall": ("bad_smoke", 'chain = ["damage much any"]'),
}


@pytest.mark.parametrize(("game", "card", "line"), [(game, *text) for game, text in BAD_TEXTS.items()])
def test_a_wrong_text_is_told_with_its_file_line_and_card(tmp_path, game, card, line):
    path = tmp_path / "my_cards.toml"
    path.write_text(f"[{card}]\n{line}\n", encoding="utf-8")
    problem = the_problem(lambda: read_plan(changed(base=ESTIMATE, game=game, cards=[str(path)])))
    assert with_lines([problem])[0].startswith(f"plan: {path}:2: {card}: ")


@pytest.mark.parametrize(("game", "card"), [(game, card) for game, (card, _) in BAD_TEXTS.items()])
def test_a_mistyped_id_is_told_from_a_new_card(tmp_path, game, card):
    path = tmp_path / "my_cards.toml"
    path.write_text(f"[{card}x]\nnote = 'stronger'\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_plan(changed(base=ESTIMATE, game=game, cards=[str(path)]))
    says = f'{card}x: no card of the game has this id, so it is a new one; did you mean "{card}"'
    assert any(says in problem for problem in caught.value.problems)


NEW_HERO_CARD = {"name": '"X"', "type": '"creature"', "cost": 3, "strike": 3, "life": 5, "rarity": '"common"'}
"""A card of Berserk: Heroes with a rarity, but neither elements nor a set."""
NEUTRAL = {"elements": '["neutral"]'}


def heroes_with(path, **more):
    """A plan with one more card of Berserk: Heroes."""
    lines = [f"{key} = {value}" for key, value in {**NEW_HERO_CARD, **more}.items()]
    path.write_text("\n".join(["[my_card]", *lines]), encoding="utf-8")
    return changed(base=ESTIMATE, game="berserk_heroes", cards=[str(path)])


@pytest.mark.parametrize(
    ("more", "words"),
    [({}, "my_card: elements is missing"), ({**NEUTRAL, "strike": 1000}, "my_card: strike should be")],
)
def test_a_new_card_of_heroes_lacks_a_field_or_has_too_large_a_number(tmp_path, more, words):
    assert words in the_problem(lambda: read_plan(heroes_with(tmp_path / "my_cards.toml", **more)))


def test_a_new_card_of_heroes_in_a_set_needs_no_number(tmp_path):
    assert read_plan(heroes_with(tmp_path / "my_cards.toml", **NEUTRAL, set=1)).game.name == "berserk_heroes"


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A run of two variants in two parts each."""
    plan = read_plan(changed(name="run", part_games=50, table={"health": 2}))
    return plan, run_plan(plan, tmp_path_factory.mktemp("results"), workers=1, report=False).folder


def truncate(path):
    path.write_bytes(path.read_bytes()[:-100])


def garble(path):
    data = bytearray(path.read_bytes())
    data[60:70] = bytes(byte ^ 0xFF for byte in data[60:70])
    path.write_bytes(data)


def put_other_variant(path):
    shutil.copy(path.parent.with_name("1") / path.name, path)


def put_other_part(path):
    shutil.copy(path.with_name("000000000050.parquet"), path)


def write_table(path, change_label=lambda label: label, metadata=True):
    table = pq.read_table(path)
    label = change_label(json.loads(table.schema.metadata[b"overnight"]))
    labels = {b"overnight": json.dumps(label).encode()} if metadata else {}
    pq.write_table(table.slice(0, 40).replace_schema_metadata(labels), path)


def edit(path, change):
    """The same part with other games, as another program would write it."""
    table = change(pq.read_table(path))
    pq.write_table(table, path)


def put(name, value, kind=None):
    """Another value in the first row of a column, perhaps with all of it of another kind."""

    def change(table):
        values = table[name].to_pylist()
        column = pa.array([value, *(values[1:] if kind is None else map(kind, values[1:]))])
        column = column if kind else column.cast(table.schema.field(name).type)
        return table.set_column(table.column_names.index(name), name, column)

    return lambda path: edit(path, change)


def rename(path):
    """A bit of the footer flipped, so that a column has another name."""
    data = path.read_bytes()
    at = data.rindex(b"decisions")
    path.write_bytes(data[:at] + b"e" + data[at + 1 :])


BAD_PARTS = {
    "a column of another name": (rename, "not a sound part"),
    "no numbers of games": (
        lambda path: edit(path, lambda t: t.drop_columns(["game"])),
        'no column "game"',
    ),
    "a label that is a list": (lambda path: write_table(path, lambda label: [1]), "its label should have", "[1]"),
    "a label without games": (
        lambda path: write_table(path, lambda label: {"key": label["key"]}),
        "its label should have",
    ),
    "scores that are texts": (put("score_p1", "many", str), 'column "score_p1" holds string instead of float'),
    "a score that is no number": (put("score_p1", float("nan")), "score_p1 should be from 0 to 1, found nan"),
    "a score of 7": (put("score_p2", 7.0), "score_p2 should be from 0 to 1, found 7"),
    "a first seat that is none": (put("first_seat", 9), "first_seat should be from 0 to 1", "to 9"),
    "holes": (put("score_p1", None), "has holes"),
    "other scores": (put("score_p1", 0.25), "changed after it was written"),
    "the same games written anew": (lambda path: edit(path, lambda t: t), "changed after it was written"),
    "empty": (lambda path: path.write_bytes(b""), "not a sound part"),
    "truncated": (truncate, "not a sound part"),
    "garbled inside": (garble, "not a sound part"),
    "a text": (lambda path: path.write_text("hello", encoding="utf-8"), "not a sound part"),
    "rows are missing": (write_table, "40 games instead of 50"),
    "of another variant": (put_other_variant, "variant 1 from game 0, not variant 0"),
    "of other games": (put_other_part, "from game 50, not variant 0 from game 0"),
    "of another plan": (lambda path: write_table(path, lambda label: {**label, "key": "0123456789ab"}), "0123456789ab"),
    "of another program": (lambda path: write_table(path, metadata=False), "not written by Overnight"),
}


@pytest.mark.parametrize(("damage", "words"), [(d, w) for d, *w in BAD_PARTS.values()], ids=list(BAD_PARTS))
def test_bad_part_file(finished, tmp_path, damage, words):
    plan, folder = finished
    copied = tmp_path / folder.name
    shutil.copytree(folder, copied)
    path = copied / "parts/0/000000000000.parquet"
    damage(path)
    problems = [
        the_problem(lambda: run_plan(plan, tmp_path, workers=1, report=False)),
        the_problem(lambda: load(copied).games),
    ]
    for problem in problems:
        for word in (str(path), "delete this file", *words):
            assert word in problem
    path.unlink()
    assert run_plan(plan, tmp_path, workers=1, report=False).games.equals(load(folder).games)


def test_a_folder_where_a_part_should_be(finished, tmp_path):
    plan, folder = finished
    copied = tmp_path / folder.name
    shutil.copytree(folder, copied)
    path = copied / "parts/0/000000000000.parquet"
    path.unlink()
    path.mkdir()
    for act in (lambda: load(copied).games, lambda: run_plan(plan, tmp_path, workers=1, report=False)):
        assert str(path) in the_problem(act)


@pytest.mark.parametrize("name", ["9/000000000000", "0/000000000007", "0/notes"])
def test_part_file_that_does_not_belong_there(finished, tmp_path, name):
    plan, folder = finished
    shutil.copytree(folder, tmp_path / folder.name)
    path = tmp_path / folder.name / f"parts/{name}.parquet"
    path.parent.mkdir(exist_ok=True)
    pq.write_table(pa.table({"x": [1]}), path)
    assert str(path) in the_problem(lambda: run_plan(plan, tmp_path, workers=1, report=False))


@pytest.mark.parametrize("other", ["first_seat.parquet", "parts/0/000000000000.parquet"])
def test_a_table_in_whose_place_another_file_of_the_run_stands(finished, tmp_path, other):
    _, folder = finished
    copied = tmp_path / folder.name
    shutil.copytree(folder, copied)
    shutil.copyfile(copied / other, copied / "figures.parquet")
    assert "figures.parquet: cannot be read: it is " in the_problem(lambda: load(copied))


def test_damaged_tables_and_manifest_and_missing_run(finished, tmp_path):
    plan, folder = finished
    shutil.copytree(folder, tmp_path / folder.name)
    (tmp_path / folder.name / "summary.parquet").write_bytes(b"")
    assert "run the plan again" in the_problem(lambda: load(tmp_path / folder.name))
    assert run_plan(plan, tmp_path, workers=1, report=False).status == "done"
    (tmp_path / folder.name / "manifest.json").write_text("{", encoding="utf-8")
    assert "manifest.json: cannot be read" in the_problem(lambda: load(tmp_path / folder.name))
    assert "no run here" in the_problem(lambda: load(tmp_path / "run"))


def last(s, tables, actions, n, params):
    return n - 1


def test_columns_are_called_as_the_table_calls_them_and_not_as_a_note_in_it_does(finished, tmp_path):
    _, folder = finished
    shutil.copytree(folder, tmp_path / folder.name)
    path = tmp_path / folder.name / "summary.parquet"
    table = pq.read_table(path)
    notes = {key: note.replace(b'"high"', b'"higj"') for key, note in table.schema.metadata.items()}
    notes[META] = table.schema.metadata[META]
    assert notes != table.schema.metadata
    pq.write_table(table.replace_schema_metadata(notes), path, write_page_checksum=True)
    assert load(tmp_path / folder.name).table.equals(load(folder).table)


def test_every_reason_to_stop_is_told():
    assert {*STOPS} == {*STOPPED_BY, None}


BAD_MANIFESTS = {
    "a list": (lambda manifest: [1, 2], "should be an object"),
    "no status": (lambda manifest: {k: v for k, v in manifest.items() if k != "status"}, "it has no status"),
    "games in words": (lambda manifest: {**manifest, "games": "x"}, "games should be a whole number from 0 on", "'x'"),
    "negative games": (lambda manifest: {**manifest, "games": -5}, "games should be a whole number from 0 on", "-5"),
    "games that are true": (lambda manifest: {**manifest, "games": True}, "games should be a whole number"),
    "another status": (lambda manifest: {**manifest, "status": "fine"}, "status should be playing, done or stopped"),
    "another reason to stop": (lambda manifest: {**manifest, "stopped_by": "gemes"}, "stopped_by should be games, "),
    "notes that are a number": (lambda manifest: {**manifest, "notes": 3}, "notes should be a list"),
    "no identity": (lambda manifest: {**manifest, "identity": []}, "identity should be"),
}


@pytest.mark.parametrize(("change", "words"), [(c, w) for c, *w in BAD_MANIFESTS.values()], ids=list(BAD_MANIFESTS))
def test_a_damaged_manifest_breaks_nothing_else(finished, tmp_path, change, words):
    plan, folder = finished
    sound, damaged = tmp_path / folder.name, tmp_path / "run-00000000"
    shutil.copytree(folder, sound)
    shutil.copytree(folder, damaged)
    path = damaged / "manifest.json"
    path.write_text(json.dumps(change(json.loads(path.read_text(encoding="utf-8")))), encoding="utf-8")
    problem = the_problem(lambda: load(damaged))
    for word in (str(path), "delete it and run the plan again", *words):
        assert word in problem
    assert {run.run: run.status for run in list_runs(tmp_path)} == {sound.name: "done", damaged.name: "damaged"}
    assert run_plan(plan, tmp_path, workers=1, report=False).status == "done"
    assert not diagnose(tmp_path).ok


def test_a_report_tells_only_what_the_parts_bear_out(finished, tmp_path):
    _, folder = finished
    copied = tmp_path / folder.name
    shutil.copytree(folder, copied)
    write_report(load(copied))
    path = copied / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | {"games": 150}), encoding="utf-8")
    assert "000000000100.parquet: this part of the run is missing" in str(
        the_problems(lambda: write_report(load(copied)))
    )
    shutil.copy(folder / "manifest.json", path)
    (copied / "parts/1/000000000050.parquet").unlink()
    assert "parts/1/000000000050.parquet" in the_problem(lambda: write_report(load(copied)))
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | {"games": 50}), encoding="utf-8")
    assert "parts/1/000000000050.parquet" in the_problem(lambda: write_report(load(copied)))


def the_problems(act):
    with pytest.raises(InputError) as caught:
        act()
    return caught.value.problems


def test_a_plan_in_a_run_that_was_changed_is_not_told_of(finished, tmp_path):
    plan, folder = finished
    copied = tmp_path / folder.name
    shutil.copytree(folder, copied)
    text = (copied / "plan.toml").read_text(encoding="utf-8")
    (copied / "plan.toml").write_text(text.replace("health = 2", "health = 3"), encoding="utf-8")
    assert (copied / "plan.toml").read_text(encoding="utf-8") != text
    assert "plan.toml: was changed after the run wrote it" in the_problem(lambda: load(copied))
    assert [run.status for run in list_runs(tmp_path)] == ["damaged"]
    assert run_plan(plan, tmp_path, workers=1, report=False).status == "done"
    assert load(copied).games.equals(load(folder).games)


def test_agents_that_cannot_play_here(tmp_path):
    agent = Agent("last", GAME, "takes the last action", kernel(last, cache=False), source="last")
    own = changed(agents=[agent, "random"])
    assert "threads" in the_problem(lambda: run_plan(read_plan(own), tmp_path, backend="processes"))
    chess = replace(agent, game="chess")
    assert "plays chess" in the_problem(lambda: estimate(GAME, [chess, "random"], games=2, results=tmp_path))
    assert "found 0" in the_problem(lambda: compare(GAME, ["random"] * 2, {}, games=2, results=tmp_path))


@pytest.mark.parametrize(("key", "value"), [("workers", 0), ("workers", 1.5), ("backend", "cluster")])
def test_bad_way_to_run(tmp_path, key, value):
    problem = the_problem(lambda: run_plan(read_plan(PLAN), tmp_path, **{key: value}))
    assert key in problem
    assert repr(value) in problem
    assert not list(tmp_path.iterdir())


RANDOM = ["random", "random"]
MISUSED = {
    "agents by one name": (lambda: estimate(GAME, "random", games=2), "agents should be", "'random'"),
    "no agents": (lambda: estimate(GAME, None, games=2), "agents should be", "None"),
    "variants that are lists": (lambda: compare(GAME, RANDOM, {"a": ["best"]}, games=2), 'variants, "a"', "['best']"),
    "no variants": (lambda: compare(GAME, RANDOM, None, games=2), "variants should be", "None"),
    "variants by names": (lambda: compare(GAME, RANDOM, ["a", "b"], games=2), "variants should be", "'a'"),
    "entries by names": (lambda: matrix(GAME, RANDOM, ["a", "b"], games=2), "entries should be", "'a'"),
    "half a candidate": (lambda: race(GAME, RANDOM, 3.5, games=2), "random should be", "3.5"),
    "tables by no name": (lambda: grid(GAME, RANDOM, 2, 7, games=2), "against should be", "found 7"),
    "a deck by its name": (lambda: improve("berserk_heroes", RANDOM, "teach-steppes", games=2), "start should be"),
    "a setting in a row": (lambda: balance(GAME, RANDOM, ["health", 1, 3], games=2), "setting should be", "'health'"),
    "a game by its text": (lambda: tell(GAME, RANDOM, game="1"), "game: a number", "'1'"),
}


@pytest.mark.parametrize(("act", "words"), [(act, words) for act, *words in MISUSED.values()], ids=list(MISUSED))
def test_functions_of_notebooks_used_wrongly(act, words):
    with pytest.raises(InputError) as caught:
        act()
    for word in words:
        assert word in str(caught.value)


def test_numbers_of_tables_and_ranges_are_numbers(tmp_path):
    """As pandas and numpy hand them over; a run asked for with them is the run asked for with Python's."""
    table = {"health": np.int64(5), "starting_mastery": np.array([0, 1])}
    one = estimate(GAME, np.array(RANDOM), games=np.int64(4), seed=np.int32(3), table=table, results=tmp_path)
    same = estimate(GAME, RANDOM, games=4, seed=3, table={"health": 5, "starting_mastery": [0, 1]}, results=tmp_path)
    assert one.folder == same.folder
    assert one.replay(one.games["game"].iloc[-1]).number == 3
    for looked_at in (0, -5, "x", 2.5):
        for look in (one.curves, lambda n: one.card_worth(games=n), lambda n: one.card_worth(most=n), one.luck):
            with pytest.raises(InputError, match="should be a whole number from 1 on"):
                look(looked_at)
