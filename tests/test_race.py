"""The question `race`: candidates that are behind leave, and those that are kept are scored on deals of their own."""

import json
import tomllib

import pytest
import tomli_w
from pandas.testing import assert_frame_equal
from pointing import answers
from test_runner import contents

from experiments import load, matrix, race, read_plan, run_plan
from experiments.answer.replay import plan_setting
from experiments.commands import cli
from experiments.plan.plan import describe_agent
from experiments.questions.setting import played_with
from sim import load_game
from sim.core.errors import InputError

PLAN = """
question = "race"
game = "shards_of_infinity"
agents = ["random", "random"]
part_games = 40
keep = 1
final_games = 80
indifference = 0.001
[[variants]]
name = "weak"
table = { starting_mastery = [0, 28] }
[[variants]]
name = "fair"
table = { starting_mastery = [8, 8] }
[[variants]]
name = "strong"
agents = ["best", "random"]
[stop]
games = 2000
"""
AGAINST = """
[[against]]
name = "two"
weight = 3
[[against]]
name = "slow"
table = { health = 30 }
"""
DRAWN = """
question = "race"
game = "keyforge"
agents = ["random", "random"]
keep = 2
random = 6
final_games = 20
part_games = 10
[stop]
games = 40
"""


def written(folder, text=PLAN):
    path = folder / "race.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.drawn(of="questions")
def test_a_race_is_run_from_the_command_line_to_its_report(tmp_path, capsys):
    plan, results = written(tmp_path), tmp_path / "results"
    assert cli.main(["plan", str(plan)]) == 0
    capsys.readouterr()
    assert cli.main(["run", str(plan), "--results", str(results), "--json", "-q"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["answer"].startswith("strong scores")
    result = load(found["folder"])
    assert result.table["name"].iloc[0] == "strong"
    assert result.table["verdict"].tolist() == ["kept", "dropped", "dropped"]
    effort = result.more["effort"].iloc[0]
    assert effort["over"]
    assert effort["factor"] >= 1
    page = result.report.read_text(encoding="utf-8")
    promise = "none of them is better than one of the 1 that lead"
    for words in ("Which of these are best?", promise, "on deals that the race did not see"):
        assert words in page
    assert (result.folder / "plots" / "race.png").exists()
    answers(result.plot("race"), len(result.more["rounds"]) + 1, "candidates left after")


def test_the_score_of_those_kept_is_that_of_the_deals_after_the_race(tmp_path):
    result = run_plan(read_plan(written(tmp_path)), tmp_path / "results", report=False)
    games = result.games[result.games["variant"] == "strong"]
    assert result.table["score"].iloc[0] == pytest.approx(games["score_p1"].iloc[-80:].mean())
    raced = result.more["rounds"]["games"].iloc[-1]
    assert len(games) == raced + 80
    assert result.table["race_score"].iloc[0] == pytest.approx(games["score_p1"].iloc[:raced].mean())


def test_workers_and_interruptions_change_nothing(tmp_path):
    asked = read_plan(written(tmp_path, PLAN + AGAINST))
    one = run_plan(asked, tmp_path / "one", workers=1, report=False)
    three = run_plan(asked, tmp_path / "three", workers=3, report=False)
    assert contents(one.folder) == contents(three.folder)
    while (broken := run_plan(asked, tmp_path / "broken", workers=2, report=False, stop_after=0.0)).status != "done":
        assert broken.status == "stopped"
    assert contents(broken.folder) == contents(one.folder)
    again = read_plan(one.folder / "plan.toml")
    assert again.digest() == asked.digest()


def test_files_of_several_candidates_hold_the_games_of_files_of_one(tmp_path, monkeypatch):
    text = PLAN + AGAINST
    apart = run_plan(read_plan(written(tmp_path, text)), tmp_path / "apart", report=False)
    monkeypatch.setattr("experiments.questions.race.FILES", 1)
    plan = read_plan(written(tmp_path, text))
    together = run_plan(plan, tmp_path / "together", workers=2)
    assert_frame_equal(together.games, apart.games.sort_values(["variant", "game"], ignore_index=True))
    assert_frame_equal(together.table, apart.table)
    assert together.games_in_all == apart.games_in_all
    parts = sorted(path.parent.name for path in (together.folder / "parts").glob("*/*.parquet"))
    assert set(parts) == {"0", "4"}
    assert len(parts) == 1 + (len(together.games[together.games["variant"] == "strong, two"]) - 40) // 40
    setting = plan_setting(together.folder, "strong, slow")
    assert setting.games == 40 + (len(parts) - 1) * 40
    assert isinstance(setting.find_stored(45), int)
    while (broken := run_plan(plan, tmp_path / "broken", workers=2, report=False, stop_after=0.0)).status != "done":
        assert broken.status == "stopped"
    assert contents(broken.folder) == contents(run_plan(plan, tmp_path / "once", workers=1, report=False).folder)


def test_scores_are_weighted_over_what_is_met(tmp_path):
    result = run_plan(read_plan(written(tmp_path, PLAN + AGAINST)), tmp_path / "results", report=False)
    games = result.games
    met = [games[games["variant"] == f"strong, {name}"]["score_p1"].iloc[-80:].mean() for name in ("two", "slow")]
    assert result.table["score"].iloc[0] == pytest.approx((3 * met[0] + met[1]) / 4)


def test_decks_are_drawn_by_the_game(tmp_path):
    plan = read_plan(written(tmp_path, DRAWN))
    decks = [variant.table["decks"][0] for variant in plan.variants]
    assert len(set(map(str, decks))) == 6
    assert read_plan(written(tmp_path, plan.to_toml())).digest() == plan.digest()
    assert read_plan(written(tmp_path, DRAWN + "\n").parent / "race.toml").digest() == plan.digest()


def test_supplies_are_drawn_under_the_limits_of_the_plan(tmp_path):
    text = DRAWN.replace("keyforge", "aeons_end").replace(
        "random = 6", 'random = 40\nwith = ["jade"]\nwithout = ["ignite"]'
    )
    supplies = [variant.table["supply"] for variant in read_plan(written(tmp_path, text)).variants]
    assert len({tuple(supply) for supply in supplies}) == 40
    assert all("jade" in supply and "ignite" not in supply and len(set(supply)) == 9 for supply in supplies)


ANY = {"question": "race", "agents": ["random", "random"], "keep": 2, "final_games": 4, "part_games": 4,
       "stop": {"games": 12}}  # fmt: skip


def brought(key, **values):
    """What each candidate brings, at all tables that it meets."""
    plan = read_plan({**ANY, **values})
    each = len(plan.own.weights)
    assert len({variant.name for variant in plan.variants}) == len(plan.variants) == len(plan.own.names) * each
    assert read_plan(tomllib.loads(plan.to_toml())).digest() == plan.digest()
    return [variant.table[key] for variant in plan.variants[::each]]


def test_whatever_a_game_draws_can_race():
    decks = brought("decks", game="berserk", random=6, draws=["decks"], against_of={"decks": ["steppes"]})
    assert [deck[1] for deck in decks] == ["steppes"] * 6
    assert len({deck[0] for deck in decks}) == 6
    teams = {"game": "aeons_end", "random": 30, "draws": ["mages", "supply"], "with": ["brama", "jade"]}
    assert all("brama" in mages for mages in brought("mages", **teams))
    supplies = brought("supply", **teams)
    assert all("jade" in supply for supply in supplies)
    assert len(set(map(str, supplies))) > 20


def test_archives_that_race_have_no_card_that_another_seat_brings():
    met = {"archives": [["vulko", "lilith"], ["big_ghost", "blood_rage"]]}
    archives = brought("archives", game="nightfall", random=40, against_of=met)
    assert all(not {"vulko", "lilith", "big_ghost", "blood_rage"} & set(mine) for mine, _ in archives)
    assert len({frozenset(mine) for mine, _ in archives}) > 30
    assert all(others == [] for _, others in brought("archives", game="nightfall", random=3))
    plan = read_plan({**ANY, "game": "nightfall", "random": 40, "against_of": met})
    assert "drawn at random at p1, vulko + lilith or big_ghost + blood_rage at p2" in played_with(plan)
    two = read_plan({**ANY, "game": "nightfall", "random": 2, "keep": 1, "against_of": met})
    assert "vulko + lilith or big_ghost + blood_rage at p2" in played_with(two), "as many as are drawn"
    alone = played_with(read_plan({**ANY, "game": "nightfall", "random": 3, "keep": 1}))
    assert "archives drawn at random at p1; random" in alone
    sweep = {"question": "sweep", "game": "nightfall", "agents": ["best"] * 2, "random": 300, "stop": {"games": 2}}
    assert "archives drawn at random; best at every seat" in played_with(read_plan(sweep)), "two may be drawn alike"


def test_placements_of_one_squad_race_in_legal_cells():
    values = {"game": "berserk", "random": 30, "draws": ["placements"],
              "table": {"squads": ["mountains-starter", "forests-starter"]}}  # fmt: skip
    squads = [mine["cards"] for mine, _ in brought("squads", **values)]
    assert len(set(map(tuple, squads))) == 30
    assert len({tuple(sorted(line.split()[0] for line in squad)) for squad in squads}) == 1
    assert all(set("A5E") & set(cell) == set() for squad in squads for _, cell in map(str.split, squad))


def test_every_combination_of_lists_in_short_races():
    supply = ["jade", "diamond_cluster", "searing_ruby", "flexing_dagger", "bottled_vortex", "amplify_vision", "ignite",
              "lava_tendril", "dark_fire"]  # fmt: skip
    three = {"table": {"supply": supply}, "variants_of": {"supply.9": ["dark_fire", "feral_lightning", "chaos_arc"]}}
    assert "supply of 3 kinds" in played_with(read_plan({**ANY, "game": "aeons_end", **three}))
    short = {"supply": {"1": ["jade", "burning_opal"]}, "mages": [["brama", "adelheim"], ["lash", "brama"]]}
    plan = read_plan({**ANY, "game": "aeons_end", "table": {"supply": supply}, "variants_of": short})
    assert plan.own.names == ("jade, mages 1", "jade, mages 2", "burning_opal, mages 1", "burning_opal, mages 2")
    tables = [(variant.table["supply"], variant.table["mages"]) for variant in plan.variants]
    assert tables == [([gem, *supply[1:]], mages) for gem in short["supply"]["1"] for mages in short["mages"]]
    numbers = {"agents.1.rollouts": [5, 10], "starting_mastery": [[0, 0], [0, 2], [0, 4]]}
    plan = read_plan({**ANY, "game": "shards_of_infinity", "agents": ["expert", "random"], "variants_of": numbers})
    found = [(describe_agent(variant.agents[0]), variant.table["starting_mastery"]) for variant in plan.variants]
    thinkers = ("expert (rollouts=5)", "expert (rollouts=10)")
    assert found == [(thinker, mastery) for thinker in thinkers for mastery in numbers["starting_mastery"]]


def test_the_decks_of_a_folder_race(tmp_path):
    for name in ("orcs", "teach-steppes"):
        listed = load_game("berserk_heroes").drawn["decks"].listed(name, {}, [])
        (tmp_path / f"my-{name}.toml").write_text(tomli_w.dumps(listed), encoding="utf-8")
    values = {**ANY, "keep": 1, "game": "berserk_heroes", "variants_of": {"decks": tmp_path.name}}
    path = tmp_path.parent / "plan.toml"
    path.write_text(tomli_w.dumps(values), encoding="utf-8")
    plan = read_plan(path)
    assert plan.own.names == ("my-orcs", "my-teach-steppes")
    names = [variant.table["decks"][0]["name"] for variant in plan.variants]
    assert names == ["Orcs (Rezak, Chief of the Orcs)", "Teaching Steppes (Kos-Zag)"]


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"game": "keyforge", "variants_of": {"decks": "nowhere"}}, "no folder nowhere with files of decks"),
        ({"game": "shards_of_infinity", "random": 5}, "nothing that is drawn at random"),
        ({"game": "keyforge", "random": 5, "draws": ["deks"]}, 'did you mean "decks"'),
        ({"game": "keyforge", "random": 5, "draws": ["placements"]}, "has no placements"),
        ({"game": "berserk", "random": 5, "draws": ["placements"]}, "squads should name it"),
        ({"game": "aeons_end", "random": 5000, "draws": ["mages"]}, "fewer than 5,000 different ones"),
        ({"game": "keyforge", "variants_of": {"decks": ["random:1", "random:2"]}, "draws": ["decks"]}, "draws is for"),
        ({"game": "shards_of_infinity", "variants_of": {"agents.3": ["best", "random"]}}, "a place in a list"),
        ({"game": "shards_of_infinity", "variants_of": {"hand": [4, 5], "health": [*range(9, 6009)]}}, "12,000 comb"),
    ],
)
def test_what_cannot_be_drawn_or_combined_is_told(values, told):
    with pytest.raises(InputError, match=told):
        read_plan({**ANY, **values})


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("keep = 1", "keep = 3"), "keep should be below the number of candidates, 3, found 3"),
        (("games = 2000", "games = 100"), "stop: games should leave room for a race"),
        (("keep = 1", "keep = 1\nrandom = 9"), r"either \[\[variants\]\] or random"),
        (("keep = 1", 'keep = 1\nwith = ["jade"]'), "with is for candidates that are drawn"),
        (('name = "fair"', 'name = "weak"'), "names should differ"),
        (("games = 2000", "half_width = 0.1"), 'no key is called "half_width"'),
    ],
)
def test_what_is_wrong_with_a_plan_is_told(tmp_path, change, told):
    with pytest.raises(InputError, match=told):
        read_plan(written(tmp_path, PLAN.replace(*change)))


@pytest.mark.parametrize(
    ("line", "told"),
    [('with = ["jadde"]', 'did you mean "jade"'), ('collection = ["jade"]', "a supply has 3 gems")],
)
def test_cards_that_cannot_make_a_supply_are_told(tmp_path, line, told):
    text = DRAWN.replace("keyforge", "aeons_end").replace("keep = 2", f"keep = 2\n{line}")
    with pytest.raises(InputError, match=told):
        read_plan(written(tmp_path, text))


def test_a_notebook_asks_with_a_function(tmp_path):
    candidates = {"weak": {"table": {"health": 10}}, "strong": {"agents": ["best", "random"]}}
    result = race("shards_of_infinity", ["random", "random"], candidates, keep=1, games=400, results=tmp_path)
    assert result.table["name"].iloc[0] == "strong"
    assert result.table["games"].iloc[0] > result.table["games"].iloc[1] >= 60


FIELD = """
question = "race"
game = "berserk_heroes"
agents = ["random", "random"]
table = { turn_limit = 2 }
keep = 1
random = 3
final_games = 4
part_games = 4
against_of = { decks = ["teach-steppes", "teach-forests", "orcs"] }
field_weights = WEIGHTS
[stop]
games = 12
"""


def test_those_that_are_met_are_named_in_short_and_weigh_what_the_plan_says(tmp_path):
    text = FIELD.replace("WEIGHTS", "{ teach-steppes = 3, orcs = 1, teach-forests = 0 }")
    plan = read_plan(written(tmp_path, text))
    assert plan.own.weights == (0.75, 0.25)
    assert [variant.table["decks"][1] for variant in plan.variants[:2]] == ["teach-steppes", "orcs"]
    assert plan.variants[0].name.endswith(", teach-steppes")
    assert read_plan(written(tmp_path, plan.to_toml())).digest() == plan.digest()
    assert read_plan(written(tmp_path, plan.to_toml())).own.weights == plan.own.weights


def test_a_field_weighs_as_a_matrix_says_to_bring_it(tmp_path):
    entries = {name: {"seat": {"decks": name}} for name in ("teach-steppes", "teach-forests", "orcs")}
    found = matrix(
        "berserk_heroes", ["random", "random"], entries, table={"turn_limit": 4}, games=40, results=tmp_path, name="all"
    )
    shares = found.more["bringing"].set_index("name")["share"]
    plan = read_plan(written(tmp_path, FIELD.replace("WEIGHTS", f'"{found.folder.name}"')))
    brought = [name for name in entries if shares[name] > 0]
    assert plan.own.weights == pytest.approx([shares[name] for name in brought])
    assert [variant.table["decks"][1] for variant in plan.variants[: len(brought)]] == brought


@pytest.mark.parametrize(
    ("weights", "told"),
    [
        ("{ teach-stepes = 1 }", 'nobody in against is called "teach-stepes"; did you mean "teach-steppes"'),
        ('"nowhere"', "is no folder of a matrix"),
        ('{ orcs = "much" }', "field_weights should be a table of weights"),
    ],
)
def test_what_is_wrong_with_weights_is_told(tmp_path, weights, told):
    with pytest.raises(InputError, match=told):
        read_plan(written(tmp_path, FIELD.replace("WEIGHTS", weights)))
