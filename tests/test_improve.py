"""The question `improve`: changes are sought, tried on deals that did not propose them, and told one by one."""

import json
import tomllib

import numpy as np
import pytest
import tomli_w
from pointing import answers
from test_runner import contents

import experiments
from experiments import load, read_plan, run_plan
from experiments.commands import cli
from experiments.questions.neighbours import Exchange, Surroundings, proposals
from sim import load_game
from sim.core.errors import InputError
from sim.reading.exchange import cells, exchanged, held, in_each_others_cells

MISSING = ["strong_one", "strong_two", "strong_three"]
GOOD = ["jade", "diamond_cluster", "searing_ruby", "flexing_dagger", "bottled_vortex", "dark_fire", *MISSING]
BLANK = ["blank_one", "blank_two", "blank_three"]
SPELL = '[{name}]\nname = "{name}"\ntype = "spell"\ncost = {cost}\ncopies = {copies}\ncast = {cast}\n'
CARDS = "".join(
    [SPELL.format(name=name, cost=8, copies=5, cast="[]") for name in BLANK]
    + [SPELL.format(name=name, cost=4, copies=1, cast='["deal 6"]') for name in MISSING]
)
PLAN = {
    "question": "improve", "game": "aeons_end", "seed": 2, "agents": ["best", "best"],
    "table": {"nemesis": "crooked_mask", "nemesis_life": 80, "mages": ["adelheim", "brama"]},
    "start": {"supply": [*[card for card in GOOD if card not in MISSING], *BLANK]},
    "collection": [*GOOD, *BLANK], "neighbours": 12, "steps": 3, "race_games": 480, "check_games": 1440,
    "stop": {"games": 1440},
}  # fmt: skip

KNOWN = ["jade", "diamond_cluster", "searing_ruby", "flexing_dagger", "bottled_vortex", "amplify_vision", "ignite",
         "lava_tendril", "dark_fire"]  # fmt: skip
SMALL = {
    "question": "improve", "game": "aeons_end", "agents": ["best", "best"], "table": {"nemesis": "rageborne"},
    "start": {"supply": KNOWN}, "neighbours": 4, "steps": 2, "race_games": 120, "check_games": 40,
    "stop": {"games": 40},
}  # fmt: skip


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A supply of which three cards were replaced by blank ones."""
    path = tmp_path_factory.mktemp("cards") / "blank.toml"
    path.write_text(CARDS, encoding="utf-8")
    return {**PLAN, "cards": [str(path)]}


@pytest.fixture(scope="module")
def improved(asked, tmp_path_factory):
    return run_plan(read_plan(asked), tmp_path_factory.mktemp("improved"), workers=1)


@pytest.mark.drawn(of="questions")
def test_blank_cards_are_replaced_first(improved):
    names = improved.table["name"].tolist()
    assert names[0] == "start"
    gone = {name.split(" +")[0].removeprefix("-") for name in names[1:]}
    came = {name.split(" +")[1] for name in names[1:]}
    assert gone == set(BLANK)
    assert came == set(MISSING)


def test_each_change_is_told_with_what_it_was_worth_on_fresh_deals(improved):
    table, games = improved.table, improved.games
    means = games.groupby("variant", observed=True)["score_p1"].mean()[table["name"]].to_numpy()
    assert table["score"].to_numpy() == pytest.approx(means)
    assert table["gain"].to_numpy()[1:] == pytest.approx(np.diff(means))
    assert table["whole"].to_numpy() == pytest.approx(means - means[0])
    assert (table["whole_low"] <= table["whole"]).all()
    assert table["whole_low"].iloc[-1] > 0.1
    assert "changes are together worth" in improved.headline
    text = improved.explain()
    assert "on deals that proposed nothing" in text
    assert "After them it is: " in text
    answers(improved.plot("path"), len(improved.table), "±|to")
    assert "path" in {path.stem for path in (improved.folder / "plots").iterdir()}


def test_what_came_of_it_can_be_played(improved):
    content = tomllib.loads((improved.folder / "improved.toml").read_text(encoding="utf-8"))
    assert set(content["supply"]) == set(GOOD)


def test_no_deal_decides_twice(improved):
    """Races, tests and what comes last play other deals."""
    (steps,) = improved.folder.parent.glob("*-steps")
    seeds = [load(folder).plan.seed for folder in steps.iterdir()]
    assert len({*seeds, improved.plan.seed}) == len(seeds) + 1


@pytest.mark.drawn(of="going on")
def test_a_search_goes_on_where_it_was(tmp_path):
    plan = read_plan(SMALL)
    whole = run_plan(plan, tmp_path / "whole", workers=1, report=False)
    while (broken := run_plan(plan, tmp_path / "broken", workers=2, report=False, stop_after=0.0)).status != "done":
        assert broken.status == "stopped"
    assert contents(broken.folder.parent) == contents(whole.folder.parent)
    again = read_plan(whole.folder / "plan.toml")
    assert again.digest() == whole.plan.digest()
    assert run_plan(again, tmp_path / "whole", report=False).folder == whole.folder


def test_what_cannot_be_made_better_stays(tmp_path):
    values = {**SMALL, "collection": [*KNOWN, "jade"], "start": {"supply": KNOWN}}
    result = run_plan(read_plan(values), tmp_path, report=False)
    assert result.table["name"].tolist() == ["start"]
    assert "No change was shown to be better" in result.headline


def test_blank_cards_are_not_exchanged_for_others_as_blank(tmp_path):
    """A world in which no change is better: none is shown to be."""
    other = ["blank_four", "blank_five"]
    path = tmp_path / "blank.toml"
    path.write_text(
        "".join(SPELL.format(name=name, cost=8, copies=5, cast="[]") for name in [*BLANK, *other]), encoding="utf-8"
    )
    kept = [card for card in GOOD if card not in MISSING]
    values = {**SMALL, "start": {"supply": [*kept, *BLANK]}, "collection": [*kept, *BLANK, *other],
              "cards": [str(path)], "neighbours": 6, "race_games": 240, "check_games": 480}  # fmt: skip
    result = run_plan(read_plan(values), tmp_path, report=False)
    assert result.table["name"].tolist() == ["start"]
    (steps,) = tmp_path.glob("*-steps")
    tests = [load(folder) for folder in steps.glob("*-test-*")]
    assert len(tests) == 2
    assert all((test.table["whole"] == 0).all() for test in tests), "blank cards that differ by name play alike"


@pytest.mark.drawn(of="questions")
def test_it_is_run_from_the_command_line(tmp_path, capsys):
    path = tmp_path / "mine.toml"
    path.write_text(
        'question = "improve"\ngame = "keyforge"\nagents = ["random", "random"]\ntable = { turn_limit = 2 }\n'
        'start = { decks = "miss-onyx-censorius" }\nneighbours = 4\nsteps = 1\nrace_games = 12\ncheck_games = 4\n'
        'against_of = { decks = [["", "baron-malachi-complex-spy"]] }\n[stop]\ngames = 4\n',
        encoding="utf-8",
    )
    assert cli.main(["run", str(path), "--results", str(tmp_path / "results"), "--json", "-q"]) == 0
    found = json.loads(capsys.readouterr().out)
    result = load(found["folder"])
    deck = tomllib.loads((result.folder / "improved.toml").read_text(encoding="utf-8"))
    load_game("keyforge").make_tables({"decks": [deck, deck]}, [])
    assert result.plan.variants[0].table["decks"][1] == "baron-malachi-complex-spy"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"start": {}}, "start: it names one of supply or mages, found nothing"),
        ({"start": {"suply": KNOWN}}, "found suply"),
        ({"start": {"supply": ["gem 5+"] * 9}}, "only a list of cards can be changed"),
        ({"collection": ["jadde"]}, "jadde"),
        ({"stop": {"hours": 1}}, "how many fresh games"),
    ],
)
def test_what_is_wrong_with_a_plan_is_told(change, told):
    with pytest.raises(InputError, match=told):
        read_plan({**SMALL, **change})


def test_it_is_told_beforehand_that_the_search_comes_first(tmp_path, capsys):
    path = tmp_path / "mine.toml"
    path.write_text(tomli_w.dumps(SMALL), encoding="utf-8")
    assert cli.main(["plan", str(path)]) == 0
    said = capsys.readouterr()
    assert "Before these games comes the search: at least two races of 4 changes" in said.out + said.err


def test_a_plan_without_a_start_says_so():
    with pytest.raises(InputError, match="start is missing"):
        read_plan({key: value for key, value in SMALL.items() if key != "start"})


def test_a_notebook_asks_with_a_function(tmp_path):
    result = experiments.improve(
        "aeons_end", ["best", "best"], {"supply": KNOWN}, table=SMALL["table"], collection=KNOWN, games=40, steps=1,
        results=tmp_path,
    )  # fmt: skip
    assert len(result.table) == 1


DECK = {"id": "mine", "name": "Mine", "houses": {"dis": ["2 dust_imp", "shooler"], "mars": ["3 anger"]}}
SQUAD = {"name": "Placed", "cards": ["borg C1", "nomad B1", "nomad D1"]}


def test_cards_are_exchanged_in_their_part():
    made = exchanged(DECK, "dis", "dust_imp", "shooler", 1)
    assert made["houses"] == {"dis": ["dust_imp", "2 shooler"], "mars": ["3 anger"]}
    assert "id" not in made
    assert DECK["houses"]["dis"] == ["2 dust_imp", "shooler"]
    assert exchanged(DECK, "mars", "anger", "new", 3)["houses"]["mars"] == ["3 new"]
    assert exchanged(["jade", "ignite"], "", "jade", "ruby", 1) == ["ruby", "ignite"]
    assert held(DECK) == [("dis", "dust_imp", 2), ("dis", "shooler", 1), ("mars", "anger", 3)]


def test_cards_of_a_squad_are_exchanged_in_their_cells():
    assert exchanged(SQUAD, "", "nomad", "orc", 1)["cards"] == ["borg C1", "orc B1", "nomad D1"]
    assert exchanged(SQUAD, "", "nomad", "orc", 2)["cards"] == ["borg C1", "orc B1", "orc D1"]
    assert in_each_others_cells(SQUAD, 0, 2)["cards"] == ["borg D1", "nomad B1", "nomad C1"]
    assert cells(SQUAD) == ["C1", "B1", "D1"]
    assert cells({"cards": ["2 nomad"]}) == []


@pytest.mark.parametrize(
    ("game", "key", "value", "others"),
    [
        ("keyforge", "decks", "miss-onyx-censorius", "miss-onyx-censorius"),
        ("berserk_heroes", "decks", "teach-steppes", "orcs"),
        ("berserk", "squads", "mountains-starter", "mountains-starter"),
        ("berserk", "squads", "random:7", "random:8"),
        ("aeons_end", "supply", "deck_destruction", None),
        ("nightfall", "archives", ["vulko", "lilith"], ["big_ghost", "blood_rage"]),
    ],
)
def test_neighbours_are_legal_beside_what_others_bring_and_all_different(game, key, value, others):
    rules = load_game(game)
    listed = rules.drawn[key].listed(value, {}, [])
    table = {key: [listed, others] if rules.drawn[key].by_seat else listed}
    around = Surroundings(rules, key, (table,), 0, (), tuple(rules.words.cards([])), 2)
    assert around.is_legal(listed)
    found = proposals(around, listed, 25, np.random.default_rng(1))
    assert len(found) == len({repr(made) for _, made in found}) == 25
    assert all(around.is_legal(made) and made != listed for _, made in found)
    assert all(exchange.told(listed) for exchange, _ in found)
    assert game != "nightfall" or not any(card in made for _, made in found for card in others)


def test_what_a_sweep_says_is_tried_first():
    rules = load_game("aeons_end")
    around = Surroundings(rules, "supply", ({"supply": KNOWN},), 0, (), tuple(rules.words.cards([])), 1)
    start = [card for card in KNOWN if card != "amplify_vision"] + ["chaos_arc"]
    worth = {"chaos_arc": -0.05, "amplify_vision": 0.15, "ignite": 0.05}
    found = proposals(around, start, 10, np.random.default_rng(1), worth=worth)
    assert found[0][0] == Exchange("", "chaos_arc", "amplify_vision")
    carried = [Exchange("", "ignite", "spectral_echo")]
    assert proposals(around, start, 10, np.random.default_rng(1), carried, worth)[0][0] == carried[0]


def test_a_sweep_says_what_cards_are_worth(tmp_path):
    sweep = {"question": "sweep", "game": "aeons_end", "agents": ["best", "best"], "random": 200, "final_offers": 0,
             "stop": {"games": 4}}  # fmt: skip
    found = run_plan(read_plan(sweep), tmp_path, report=False)
    plan = read_plan({**SMALL, "worth": str(found.folder)})
    said = found.table.dropna(subset=["shrunk"]).set_index("name")["shrunk"].to_dict()
    assert len(said) > 10
    assert plan.own.worth == {name: value for name, value in said.items() if name in plan.own.worth}
    assert set(plan.own.worth) == set(said) & set(load_game("aeons_end").words.cards(()))
    assert read_plan({**SMALL, "worth": plan.values["worth"]}).own.worth == plan.own.worth


def test_a_folder_that_is_no_sweep_is_told():
    with pytest.raises(InputError, match="nowhere is no folder of a sweep"):
        read_plan({**SMALL, "worth": "nowhere"})
