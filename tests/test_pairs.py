"""Fields and matrices: who meets whom, what is counted, and that runs are as safe as any other."""

import json
import math
import tomllib
from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from test_runner import CARELESS, IDLE, contents, play

from experiments import load, matrix, read_plan, run_plan
from experiments.commands import cli
from experiments.questions.drawing import UNDECIDED_FACE
from experiments.questions.pairs import PairPartTotals, PairTotals, cells_table
from experiments.questions.question import QUESTIONS, answer_table
from sim import load_game
from sim.core.errors import InputError

GAME = "shards_of_infinity"
WEAK = {"agent": "published_v007"}
BASE = {"game": GAME, "seed": 5, "table": {"health": 4}, "part_games": 40, "stop": {"games": 200}}
FIELD = BASE | {
    "question": "field",
    "agents": ["random", "random"],
    "shelf": [{"name": "plain"}, {"name": "weak", **WEAK}, {"name": "last", "agent": IDLE}],
    "field": [{"name": "plain"}, {"name": "last", "agent": IDLE}, {"name": "strong", "agent": "best"}],
}
MATRIX = BASE | {
    "question": "matrix",
    "entries": [{"name": "plain", "agent": "random"}, {"name": "last", "agent": IDLE}, {"name": "weak", **WEAK}],
}


@pytest.fixture(scope="module")
def field(tmp_path_factory):
    return play(read_plan(FIELD), tmp_path_factory.mktemp("field"))


def points(result, variant):
    """Deal scores of p1 in the games of a variant."""
    games = result.games[result.games["variant"] == variant]
    return games.groupby("deal")["score_p1"].mean().to_numpy()


def test_every_two_entries_that_meet_are_one_pair_and_nobody_meets_himself():
    plan = read_plan(FIELD)
    names = [variant.name for variant in plan.variants]
    assert names == ["plain v last", "plain v strong", "weak v plain", "weak v last", "weak v strong", "last v strong"]
    assert plan.own.pair.tolist() == [[-1, 0, 1], [2, 3, 4], [0, -1, 5]]
    assert plan.own.mirrored.tolist() == [[False] * 3, [False] * 3, [True, False, False]]
    assert plan.own.opponents.tolist() == [3, 3, 3]
    names = [variant.name for variant in read_plan(MATRIX).variants]
    assert names == ["plain v last", "plain v weak", "last v weak"]


def test_those_that_are_met_weigh_what_the_plan_says(field, tmp_path):
    plan = read_plan(FIELD | {"field_weights": {"strong": 3, "last": 1, "plain": 0}})
    assert [entry.name for entry in plan.own.columns] == ["last", "strong"]
    found = play(plan, tmp_path)
    cells = found.cells.set_index(["row", "column"])["score"]
    table = found.table.set_index("name")
    for name in ("plain", "weak", "last"):
        assert table["score"][name] == pytest.approx((cells[name, "last"] + 3 * cells[name, "strong"]) / 4)
    again = read_plan(FIELD | dict(plan.values))
    assert again.own.weights.tolist() == [1, 3]
    assert again.digest() == plan.digest()
    assert "against the weighted field of 2" in found.headline
    met = field.table.set_index("name")
    wider = (table["high"] - table["low"]) / (met["high"] - met["low"])
    assert wider["weak"] > 1  # four scores of three opponents are worth fewer


def test_even_weights_change_nothing_and_shares_are_taken_in_thousandths(field):
    even = read_plan(FIELD | {"field_weights": {"plain": 0.5, "last": 0.5, "strong": 0.5}})
    assert even.own.weights.tolist() == [1, 1, 1]
    assert "field_weights" not in even.values
    uneven = read_plan(FIELD | {"field_weights": {"plain": 0.2, "last": 0.3004, "strong": 0.4996}})
    assert uneven.own.weights.tolist() == [2, 3, 5]


@pytest.mark.parametrize(
    ("weights", "told"),
    [
        ({"stron": 1}, 'nobody in field is called "stron"; did you mean "strong"'),
        ({"strong": 0}, "nobody in field has a weight above 0"),
        ("nowhere", "is no folder of a matrix"),
    ],
)
def test_what_is_wrong_with_the_weights_of_a_field_is_told(weights, told):
    with pytest.raises(InputError, match=told):
        read_plan(FIELD | {"field_weights": weights})


def test_a_field_weighs_as_a_matrix_says_to_bring_it(tmp_path):
    found = play(read_plan(MATRIX), tmp_path)
    shares = found.more["bringing"].set_index("name")["share"]
    entries = {key: MATRIX["entries"] for key in ("shelf", "field")}
    plan = read_plan(FIELD | entries | {"field_weights": str(found.folder)})
    names = [entry.name for entry in plan.own.columns]
    assert names == [name for name in ("plain", "last", "weak") if shares[name] > 0]
    weights = plan.own.weights / plan.own.weights.sum()
    assert weights == pytest.approx([shares[name] for name in names], abs=0.001)


def test_the_second_game_of_a_deal_is_the_first_with_the_seats_changed():
    """Luck belongs to the place in turn order, so the pair turned round plays the same games, the other way about."""
    entries = MATRIX["entries"]
    one = matrix(**_call(entries[:2]))
    other = matrix(**_call(entries[1::-1]))
    assert [v.name for v in (*one.plan.variants, *other.plan.variants)] == ["plain v last", "last v plain"]
    first = one.games.set_index(["deal", "first_seat"])
    turned = other.games.assign(first_seat=1 - other.games["first_seat"])
    second = turned.set_index(["deal", "first_seat"]).loc[first.index]
    assert (first["fingerprint"] == second["fingerprint"]).all()
    assert (first["score_p1"] == second["score_p2"]).all()


def _call(entries):
    return {"game": GAME, "agents": None, "entries": entries, "games": 80, "table": {"health": 4}, "results": None}


def test_the_table_agrees_with_the_games(field):
    deals = {variant.name: points(field, variant.name) for variant in field.plan.variants}
    rows = {
        "plain": [deals["plain v last"], deals["plain v strong"], np.full(100, 0.5)],
        "weak": [deals["weak v plain"], deals["weak v last"], deals["weak v strong"]],
        "last": [1 - deals["plain v last"], deals["last v strong"], np.full(100, 0.5)],
    }
    table = field.table.set_index("name")
    assert table["score"].is_monotonic_decreasing
    for name, met in rows.items():
        row, by_deal = table.loc[name], np.mean(met, axis=0)
        assert row["score"] == pytest.approx(by_deal.mean())
        assert (row["opponents"], row["games"]) == (3, 600 if name == "weak" else 400)
        # of three simultaneous intervals, each reaches 2.39 standard errors; few deals cannot rule out a little more
        width = 2.394 * by_deal.std() / 10
        assert width < (row["high"] - row["low"]) / 2 < width + 0.01
    cells = field.cells.set_index(["row", "column"])
    assert cells.loc[("weak", "plain"), "score"] == pytest.approx(deals["weak v plain"].mean())
    assert cells.loc[("last", "plain"), "score"] == pytest.approx(1 - deals["plain v last"].mean())
    assert cells.loc[("plain", "plain")].tolist() == [0, 0.5, 0.5, 0.5, "itself"]
    begins = field.games[["score_p1", "score_p2"]].to_numpy()[np.arange(1200), field.games["first_seat"]]
    assert field.first_seat["score"].tolist() == [pytest.approx(begins.mean())]
    assert field.first_seat["games"].tolist() == [1200], "of all pairs, as the score"
    assert set(field.figures()["name"]) == {"all pairs"}
    turns = field.figures().set_index("figure").loc["turns"]
    assert turns["mean"] == pytest.approx(field.games["turns"].mean())


def test_every_pair_has_deals_of_its_own_and_all_its_tables_share_them():
    plan = read_plan(MATRIX | {"over": [{"health": 3}, {"health": 4}]})
    seeds = [plan.seed_of(variant) for variant in range(len(plan.variants))]
    assert seeds[::2] == seeds[1::2]
    assert len(set(seeds)) == plan.own.pairs
    assert seeds[0] == plan.seed
    assert all(0 <= seed < 2**63 for seed in seeds)


@pytest.mark.parametrize(("workers", "backend"), [(3, "threads"), (1, "threads")])
def test_workers_and_interruptions_change_nothing(field, tmp_path, workers, backend):
    plan = read_plan(FIELD)
    for _ in range(2):
        assert play(plan, tmp_path, workers, backend=backend, stop_after=0.0).status == "stopped"
    result = play(plan, tmp_path, workers, backend=backend)
    assert contents(result.folder) == contents(field.folder)
    loaded = load(result.folder)
    pd.testing.assert_frame_equal(loaded.games, field.games)
    pd.testing.assert_frame_equal(loaded.cells, field.cells)
    assert loaded.explain() == field.explain().replace(str(field.folder), str(loaded.folder))


def test_other_processes_play_the_same(tmp_path):
    values = {**MATRIX, "entries": [{"name": name, "agent": name} for name in ("random", "best", "published_v007")]}
    plan = read_plan(values)
    found = [contents(play(plan, tmp_path / kind, 2, backend=kind).folder) for kind in ("threads", "processes")]
    assert found[0] == found[1]


def test_a_higher_target_plays_on(tmp_path):
    less = play(read_plan(FIELD | {"stop": {"games": 60}}), tmp_path)
    assert less.manifest["games"] == 60
    assert less.games["variant"].value_counts().tolist() == [60] * 6
    more = play(read_plan(FIELD | {"stop": {"games": 200}}), tmp_path)
    assert more.folder == less.folder
    again = play(read_plan(FIELD | {"stop": {"games": 60}}), tmp_path)
    pd.testing.assert_frame_equal(again.table, less.table)
    pd.testing.assert_frame_equal(again.games, less.games)


def test_hundreds_of_pairs_share_few_files(tmp_path):
    entries = [{"name": f"{n}", "agent": {**WEAK, "value_mastery": n / 10}} for n in range(12)]
    plan = read_plan({**MATRIX, "entries": entries, "part_games": 2, "stop": {"games": 4}})
    assert len(plan.variants) == 66
    result = play(plan, tmp_path)
    assert len(list(result.folder.glob("parts/*/*.parquet"))) == 2 * 4
    assert len(result.games) == 66 * 4
    assert result.games.groupby("variant", observed=True)["game"].apply(list).tolist() == [[0, 1, 2, 3]] * 66
    shown = answer_table(result.plan.question, result.table, 5)
    assert (len(shown.rows), shown.rows[-1][0]) == (6, "and 7 more")


@pytest.mark.parametrize("stop", [{"half_width": 0.09}, {"decided": 0.9}])
def test_a_stop_that_looks_at_results_falls_on_the_same_game(tmp_path, stop):
    plan = read_plan(MATRIX | {"stop": {"games": 4000} | stop})
    results = [play(plan, tmp_path / str(workers), workers) for workers in (1, 3)]
    assert results[0].manifest["stopped_by"] == next(iter(stop))
    assert results[0].manifest["games"] == results[1].manifest["games"] < 4000
    assert results[0].intervals == "always valid"
    if "half_width" in stop:
        assert (results[0].table["high"] - results[0].table["low"]).max() / 2 <= 0.09
    else:
        assert "undecided" not in set(results[0].table["verdict"])


def test_faults_stay_visible_and_count_in_no_rate(tmp_path):
    entries = [*MATRIX["entries"], {"name": "careless", "agent": CARELESS}]
    result = play(read_plan(MATRIX | {"entries": entries}), tmp_path)
    games = result.games
    assert 0 < len(result.faults) == (games["error"] != 0).sum()
    assert result.table.set_index("name")["faults"]["careless"] == len(result.faults)
    assert f"{len(result.faults)} games were stopped by a fault" in result.explain()
    assert answer_table(result.plan.question, result.table).headers[-1] == "Faults"
    deals = games.groupby(["variant", "deal"], observed=True).agg(score=("score_p1", "mean"), error=("error", "max"))
    scores = deals["score"].where(deals["error"] == 0).unstack("variant")
    cell = result.cells.set_index(["row", "column"]).loc[("plain", "careless")]
    assert cell["score"] == pytest.approx(scores["plain v careless"].mean())
    plain = scores[["plain v last", "plain v weak", "plain v careless"]].dropna().mean(axis=1)
    assert result.table.set_index("name")["score"]["plain"] == pytest.approx(plain.mean())


def test_every_pair_is_averaged_over_settings_and_from_both_sides_where_they_differ(tmp_path):
    over = [{"health": 3}, {"health": 6, "starting_mastery": [0, 2]}]
    plan = read_plan(MATRIX | {"over": over, "stop": {"games": 80}})
    names = [variant.name for variant in plan.variants[:3]]
    assert names == [
        "plain v last, health 3",
        "plain v last, health 6, starting mastery 0 / 2",
        "last v plain, health 6, starting mastery 0 / 2",
    ]
    assert (plan.own.each, plan.own.seat) == (3, (0, 0, 1))
    result = play(plan, tmp_path)
    score = np.mean([points(result, names[0]), points(result, names[1]), 1 - points(result, names[2])])
    cell = result.cells.set_index(["row", "column"]).loc[("plain", "last")]
    assert (cell["score"], cell["games"]) == (pytest.approx(score), 240)
    assert "at each of 3 tables (settings and sides)" in result.explain()


def test_an_entry_brings_what_its_seat_has_in_a_list():
    """Starting mastery goes by turn order, not by seat; it stands in here for any list of the table."""
    seats = {"low": {"starting_mastery": 0}, "high": {"starting_mastery": 5}}
    entries = [{"name": name, "seat": seat, "agent": "random"} for name, seat in seats.items()]
    plan = read_plan(MATRIX | {"entries": entries, "table": {"starting_mastery": [9, 9, 9]}})
    assert plan.variants[0].table["starting_mastery"] == [0, 5, 9]
    assert plan.variants[0].tables.starting_mastery.tolist() == [0, 5, 9, 0]
    short = MATRIX | {"agents": ["random", "random"], "entries_of": {"starting_mastery": [0, 5]}}
    short = read_plan({key: value for key, value in short.items() if key != "entries"})
    assert short.variants[0].name == "0 v 5"
    assert short.variants[0].table["starting_mastery"] == [0, 5]


def test_a_plan_comes_back_as_it_was(field):
    assert read_plan(field.folder / "plan.toml", frozen=True).own.pair.tolist() == field.plan.own.pair.tolist()
    known = MATRIX | {"entries": [{"name": "a", "agent": "best"}, {"name": "b", **WEAK}], "over": [{"health": 3}, {}]}
    plan = read_plan(known)
    again = read_plan(tomllib.loads(plan.to_toml()))
    assert again.digest() == plan.digest()
    assert [variant.name for variant in again.variants] == [variant.name for variant in plan.variants]


def test_pictures_and_words_say_what_the_table_says(field):
    axes = field.plot("heatmap")
    rows = field.table["name"].tolist()
    assert [label.get_text() for label in axes.get_yticklabels()] == rows
    columns = [label.get_text() for label in axes.get_xticklabels()]
    means = field.cells[field.cells["games"] > 0].groupby("column")["score"].mean()
    assert columns == means.sort_values().index.tolist()
    assert len(axes.patches) == 7
    told = cells_table(field.table, field.cells)
    assert (told.headers[1:], [row[0] for row in told.rows]) == (columns, rows)
    assert told.rows[rows.index("plain")][1 + columns.index("plain")] == ""
    title = " ".join(axes.get_title(loc="left").split())
    assert title == field.headline.replace(" (plain, last, strong)", "") != field.headline, (
        "the columns say whom they met"
    )
    assert "on average over the field of 3" in field.explain()
    grey = [p for p in axes.patches if to_hex(p.get_facecolor()).upper() == UNDECIDED_FACE]
    assert len(grey) == (field.cells["verdict"] == "undecided").sum()


@pytest.mark.drawn(of="questions")
def test_a_matrix_is_run_told_replayed_and_reported_from_the_command(tmp_path, capsys):
    (tmp_path / "tiny.toml").write_text(
        f'question = "matrix"\ngame = "{GAME}"\npart_games = 20\ntable = {{ health = 4 }}\n'
        'entries_of = { agent = ["random", "published_v007", "published_v008"] }\nstop = { games = 40 }\n',
        encoding="utf-8",
    )
    run = ["run", str(tmp_path / "tiny.toml"), "--results", str(tmp_path / "r")]
    assert cli.main([*run, "-q"]) == 0
    out = capsys.readouterr().out
    assert "Mean score" in out
    assert "Score in % against" in out
    assert cli.main([*run, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (len(answer["table"]), len(answer["cells"]), answer["additivity"]["freedom"]) == (3, 9, 1)
    page = (tmp_path / "r").glob("*/report.html")
    assert 'id="cells"' in next(page).read_text(encoding="utf-8")
    name = "published_v007 v published_v008"
    assert cli.main(["play", answer["folder"], "--game", "37", "--variant", name]) == 0
    assert "the same game as the stored one" in capsys.readouterr().err
    assert cli.main(["plan", str(tmp_path / "tiny.toml")]) == 0
    assert "40 games of each pair, 120 in all" in capsys.readouterr().out
    assert cli.main(["status", "--results", str(tmp_path / "r")]) == 0


def simulated(rng, strength, n, shared):
    """Deal scores (pairs, n) of a matrix: who beats whom goes by strength and by luck, some of which an entry has in
    all its games of a deal.
    """
    luck = rng.normal(size=(2, n, len(strength))) * math.sqrt(shared)
    scores = []
    for i, j in combinations(range(len(strength)), 2):
        own = rng.logistic(size=(2, n)) * 0.6 + luck[:, :, i] - luck[:, :, j]
        scores.append((strength[i] - strength[j] + own > 0).mean(axis=0))
    return np.array(scores)


@pytest.mark.drawn(of="coverage")
@pytest.mark.parametrize("shared", [0.0, 0.3])
def test_simultaneous_intervals_of_mean_scores_hold_together(shared):
    rng = np.random.default_rng(12)
    strength = np.array([0.5, 0.2, 0.0, -0.2, -0.5])
    entries = [{"name": f"{i}", "agent": {**WEAK, "value_mastery": i}} for i in range(len(strength))]
    plan = read_plan(MATRIX | {"entries": entries})
    many = simulated(rng, strength, 400_000, shared)
    mean = many.mean(axis=1)
    scores = np.where(plan.own.mirrored, 1 - mean[plan.own.pair], mean[plan.own.pair])
    truth = np.where(plan.own.pair >= 0, scores, 0).sum(axis=1) / 4
    held, widths = [], []
    for _ in range(400):
        entrant = many[:, rng.integers(0, many.shape[1], 300)]
        totals = PairTotals(plan)
        totals.add([PairPartTotals(600, {}, [0] * len(entrant), entrant, entrant)])
        table = QUESTIONS[plan.question].summarize(plan, totals, 0.95, False).set_index("name").sort_index()
        widths.append((table["high"] - table["low"]).mean() / 2)
        held.append(((table["low"] <= truth) & (truth <= table["high"])).all())
    assert 0.93 <= np.mean(held) <= 0.985  # 400 repetitions, and Bonferroni errs on the safe side
    assert np.mean(widths) < 0.06


# --- tables for more than two -----------------------------------------------------------------------------------------


def many(question, players, results, games=60, **lists):
    plan = {"question": question, "game": "shards_of_infinity", "table": {"players": players}, "seed": 3, **lists}
    return run_plan(read_plan({**plan, "stop": {"games": games}}), results)


def test_in_a_matrix_for_three_an_entry_meets_two_of_the_other(tmp_path):
    result = many("matrix", 3, tmp_path, entries_of={"agent": ["random", "best", "power_aggro"]})
    plan = result.plan
    assert (plan.own.pairs, plan.games_per_deal, len(plan.variants)) == (6, 3, 6)
    assert all(variant.agents[1] is variant.agents[2] is not variant.agents[0] for variant in plan.variants)
    cells = result.cells.set_index(["row", "column"])
    for variant, games in result.games.groupby("variant", observed=True):
        row, column, same = variant.split(" v ")
        assert column == same
        assert set(games["first_seat"]) == {0, 1, 2}
        assert cells.loc[(row, column), "score"] == pytest.approx(games["score_p1"].mean())
    assert cells.loc[("best", "random"), "verdict"] == "above an even share"
    assert cells.loc[("random", "best"), "verdict"] == "below an even share"
    assert cells.loc[("best", "best"), "score"] == pytest.approx(1 / 3)
    means = {row: cells.loc[row].query("games > 0")["score"].mean() for row in ("random", "best", "power_aggro")}
    assert result.table.set_index("name")["score"].to_dict() == pytest.approx(means)
    assert "rating" not in result.table
    assert result.additivity is None
    assert "more than an even share" in result.explain() + result.report.read_text(encoding="utf-8")


def test_a_field_for_four_counts_itself_as_an_even_share(tmp_path):
    result = many("field", 4, tmp_path, shelf_of={"agent": ["best"]}, field_of={"agent": ["random", "best"]})
    assert (result.plan.own.pairs, result.plan.games_per_deal) == (1, 4)
    against_random = result.games["score_p1"].mean()
    assert result.table["score"].iloc[0] == pytest.approx((against_random + 0.25) / 2)
    assert result.table["verdict"].iloc[0] == "above an even share"


def test_whom_an_entry_meets_at_a_table_for_three_is_one_agent():
    plan = {"question": "field", "game": "shards_of_infinity", "table": {"players": 3}, "stop": {"games": 30}}
    lists = {"shelf": [{"name": "a"}], "field": [{"name": "b"}]}
    assert len(read_plan({**plan, **lists, "agents": ["best", "random", "random"]}).variants) == 1
    with pytest.raises(InputError, match="all but the first"):
        read_plan({**plan, **lists, "agents": ["best", "random", "best"]})


def test_every_setting_is_for_as_many_players():
    over = [{"health": 40}, {"players": 4}]
    plan = {"question": "matrix", "game": "shards_of_infinity", "table": {"players": 3}, "over": over}
    with pytest.raises(InputError, match="over, number 2: all settings should be for 3 players, found 4"):
        read_plan({**plan, "entries_of": {"agent": ["best", "random"]}, "stop": {"games": 30}})


def test_a_pair_is_known_by_the_tables_of_its_entries(monkeypatch):
    """If a reader makes another deck of the same text, the games are others."""
    decks = ["miss-onyx-censorius", "radiant-argus-the-supreme"]
    values = {"question": "matrix", "game": "keyforge", "agents": ["random"] * 2, "entries_of": {"decks": decks}}
    game, plan = load_game("keyforge"), read_plan({**values, "stop": {"games": 4}})

    def otherwise(table, cards):
        return game.make_tables({**table, "decks": [decks[1], decks[1]]} if "decks" in table else table, cards)

    again = read_plan({**values, "stop": {"games": 4}})
    assert [v.digest for v in again.variants] == [v.digest for v in plan.variants]
    other = replace(game, make_tables=otherwise)
    monkeypatch.setattr("experiments.plan.reading.load_game", lambda name: other)
    changed = read_plan({**values, "stop": {"games": 4}})
    assert [v.digest for v in changed.variants] != [v.digest for v in plan.variants]
