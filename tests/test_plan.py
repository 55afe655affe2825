"""Plan files: what they mean, and that they come back as they were."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from agents import list_agents
from experiments import read_plan
from experiments.plan.plan import describe_agent
from experiments.plan.shipped import shipped_plans
from sim.core.errors import InputError

PLANS = sorted((Path(__file__).parents[1] / "experiments/plans").glob("*.toml"))
COMPARE = {
    "question": "compare",
    "game": "shards_of_infinity",
    "agents": ["random", "random"],
    "variants": [{"name": "rules"}, {"name": "house", "table": {"hand": 6}}],
    "stop": {"games": 100},
}
CARD = '[my_card]\nname = "My Card"\ntype = "ally"\ncost = 1\ncopies = 1\nplay = ["gain_gems 1"]\n'


def test_plans_that_come_with_the_project_are_found_by_name_from_any_folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    plan = read_plan("shards_of_infinity_demo")
    assert plan.name == "shards_of_infinity_demo"
    (tmp_path / "shards_of_infinity_demo").write_text("question = 3", encoding="utf-8")
    with pytest.raises(InputError, match="question should be"):
        read_plan("shards_of_infinity_demo")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("shards_of_infinity_dmo", 'did you mean "shards_of_infinity_demo"'),
        ("shards_of_infinity_demo.toml", 'did you mean "shards_of_infinity_demo"'),
        ("chains", 'did you mean "keyforge_chains"'),
    ],
)
def test_a_name_that_is_no_plan_is_answered_with_the_nearest(monkeypatch, tmp_path, name, message):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=message):
        read_plan(name)


def test_every_plan_that_comes_with_the_project_is_found_by_its_name():
    assert shipped_plans() == sorted(path.stem for path in PLANS)


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_plans_in_the_project_can_be_played(path):
    plan = read_plan(path)
    assert plan.name.split("-under-")[0] == path.stem
    assert read_plan(tomllib.loads(plan.to_toml())).digest() == plan.digest()


def test_everything_left_out_has_a_default():
    plan = read_plan(
        {"question": "estimate", "game": "shards_of_infinity", "agents": ["random"] * 2, "stop": {"hours": 1}}
    )
    assert (plan.seed, plan.entrant, plan.confidence, plan.players, plan.games_per_deal) == (1, 0, 0.95, 2, 2)
    assert [variant.name for variant in plan.variants] == ["plan"]
    assert not plan.stop.looks_at_results


def test_a_variant_changes_single_house_rules_of_the_plan():
    plan = read_plan(COMPARE | {"table": {"health": 20}})
    assert [(int(v.tables.health), int(v.tables.hand)) for v in plan.variants] == [(20, 5), (20, 6)]


def test_only_what_decides_the_games_is_in_the_key():
    plan = read_plan(COMPARE)
    same = [
        replace(plan, name="other", entrant=1, confidence=0.9),
        read_plan(COMPARE | {"stop": {"half_width": 0.1, "decided": 0.9}}),
        read_plan(COMPARE | {"table": {"health": 50}}),
        read_plan(COMPARE | {"variants": [{"name": "a"}, {"name": "b", "table": {"hand": 6}}]}),
    ]
    others = [
        read_plan(COMPARE | {"seed": 2}),
        read_plan(COMPARE | {"table": {"health": 49}}),
        read_plan(COMPARE | {"part_games": 200}),
        read_plan(COMPARE | {"variants": COMPARE["variants"][::-1]}),
    ]
    assert {other.digest() for other in same} == {plan.digest()}
    assert len({other.digest() for other in others} | {plan.digest()}) == len(others) + 1


def test_the_content_of_a_card_file_is_in_the_key_its_name_is_not(tmp_path):
    digests = []
    for folder, text in (("a", CARD), ("b", CARD), ("c", CARD.replace("cost = 1", "cost = 2"))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "cards.toml").write_text(text, encoding="utf-8")
        (tmp_path / folder / "plan.toml").write_text(
            'question = "estimate"\ngame = "shards_of_infinity"\nagents = ["random", "random"]\n'
            'cards = ["cards.toml"]\nstop = { games = 2 }\n',
            encoding="utf-8",
        )
        digests.append(read_plan(tmp_path / folder / "plan.toml").digest())
    assert digests[0] == digests[1] != digests[2]


def test_the_confidence_follows_the_one_that_decides():
    assert read_plan(COMPARE | {"stop": {"decided": 0.99}}).confidence == 0.99


def test_an_agent_is_described_by_what_was_changed():
    agent = next(agent for agent in list_agents("shards_of_infinity") if agent.parameters)
    parameter = next(iter(agent.parameters))
    assert describe_agent(agent) == agent.name
    assert describe_agent(agent.with_parameters(**{parameter: 0.125})) == f"{agent.name} ({parameter}=0.125)"


def test_three_players_make_deals_of_three_games():
    plan = read_plan({
        "question": "estimate", "game": "shards_of_infinity", "agents": ["random"] * 3, "table": {"players": 3},
        "stop": {"games": 30},
    })  # fmt: skip
    assert (plan.seats, plan.games_per_deal) == (["p1", "p2", "p3"], 3)
    fixed = read_plan({**COMPARE, "table": {"first": "p1"}})
    assert fixed.games_per_deal == 1
