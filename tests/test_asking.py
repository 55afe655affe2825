"""What is asked is answered: headlines, all-against-all verdicts, counts, figures of each entry, curves, cards."""

import itertools
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import experiments
from experiments.answer.curves import turn_curves
from experiments.answer.display import done_of, forecast_text, games_text, half_width_text
from experiments.answer.traces import SEAT, places, seated, spread, traced
from experiments.answer.worth import Holding, worth_table
from experiments.commands.runs import list_runs, runs_table
from experiments.plan.naming import changes_own_alone, seat_label
from experiments.plan.reading import read_plan
from experiments.questions import compare as compare_room
from experiments.questions.question import QUESTIONS, headline
from experiments.questions.summary import summary
from experiments.run.forecast import Forecast
from experiments.statistics.shrinkage import shrink
from sim import GAMES, load_game
from sim.core.errors import InputError
from sim.words.paths import find_path

GAME = "shards_of_infinity"
NOBODY = pd.DataFrame({"name": [], "score": []})
AGENTS = {"idle": ["published_v007", "random"], "plain": ["random", "random"], "keen": ["published_v008", "random"]}
BEHIND, OPEN = "not best", "may be best"
FIRST_WORST, FIRST_BEST = ["baseline", "better", "better"], ["baseline", "worse", "worse"]
UNKNOWN = ["baseline", "undecided", "undecided"]
DECKS = ["sahl-the-aegian", "miss-onyx-censorius"]


def plan_of(variants, question="compare", game=GAME, **values):
    listed = [{"name": name, **change} for name, change in variants.items()]
    return read_plan({"question": question, "game": game, "variants": listed, "stop": {"games": 100}, **values})


def compared(scores, behind, standings, verdicts):
    """The table of a comparison, with intervals of 2 points to each side."""
    difference = [np.nan, *(score - scores[0] for score in scores[1:])]
    lag = [np.nan if value is None else value for value in behind]
    return pd.DataFrame({
        "name": [f"v{index}" for index in range(len(scores))],
        "agents": "random / random", "games": 1000, "score": scores, "low": np.subtract(scores, 0.01),
        "high": np.add(scores, 0.01), "difference": difference, "difference_low": np.subtract(difference, 0.02),
        "difference_high": np.add(difference, 0.02), "variance_gain": 1.0, "verdict": verdicts, "behind": lag,
        "behind_low": np.subtract(lag, 0.02), "behind_high": np.add(lag, 0.02), "standing": standings, "faults": 0,
    })  # fmt: skip


OWN = plan_of({f"v{index}": {"agents": [agents[0], "random"]} for index, agents in enumerate(AGENTS.values())})
RULE = plan_of({"v0": {}, "v1": {"table": {"starting_mastery": [0, 2]}}}, agents=["random", "random"], entrant="first")


# --- headlines --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (
            compared([0.4, 0.5, 0.45], [-0.1, None, -0.05], [BEHIND, "best", BEHIND], FIRST_WORST),
            '"v1" does best of 3: +5 points ± 2 against "v2", the second',
        ),
        (
            compared([0.4, 0.5, 0.49], [-0.1, None, -0.01], [BEHIND, "leads", OPEN], FIRST_WORST),
            '"v1" scores highest of 3, but is not shown to do better than "v2" (+1 points ± 2)',
        ),
        (
            compared([0.5, 0.49, 0.49], [None, -0.01, -0.012], ["leads", OPEN, OPEN], UNKNOWN),
            '"v0", the baseline itself, scores highest of 3, but is not shown to do better than "v1" (+1 points ± 2)'
            " and 1 more",
        ),
        (
            compared([0.5, 0.4, 0.4], [None, -0.1, -0.1], ["best", BEHIND, BEHIND], FIRST_BEST),
            '"v0", the baseline itself, does best of 3: +10 points ± 2 against "v1", the second',
        ),
    ],
)  # fmt: skip
def test_of_several_variants_it_is_said_which_is_best_and_whether_it_is_shown(table, says):
    assert headline(OWN, table, NOBODY) == says
    told = QUESTIONS["compare"].told(OWN, table, {})
    assert any(line.startswith("Which is best is open") for line in told) == ("but is not shown" in says)
    shown = QUESTIONS["compare"].text_table(table)
    assert "Against the best" in shown.headers
    assert shown.rows[0][2] == "baseline (itself)"


@pytest.mark.parametrize(
    ("scores", "verdict", "says"),
    [
        ([0.4, 0.5], "better", "{} does better than {}: +10 points ± 2"),
        ([0.5, 0.4], "worse", "{} does worse than {}: -10 points ± 2"),
        ([0.5, 0.51], "undecided", "{} is not shown to do better or worse than {}: +1 points ± 2"),
    ],
)
@pytest.mark.parametrize(
    ("plan", "who"),
    [(OWN, ('"v1"', '"v0"')), (RULE, ('With "v1" the first seat', 'with "v0"'))],
)
def test_of_two_variants_it_is_said_which_does_better(plan, who, scores, verdict, says):
    best = scores.index(max(scores))
    behind = [None if index == best else -abs(scores[0] - scores[1]) for index in range(2)]
    table = compared(scores, behind, ["best", "not best"], ["baseline", verdict])
    assert headline(plan, table, NOBODY) == says.format(*who)
    assert "Against the best" not in QUESTIONS["compare"].text_table(table).headers


def test_a_variant_stands_for_itself_where_nothing_else_changes():
    assert changes_own_alone(OWN.variants, 0)
    assert not changes_own_alone(OWN.variants, 1), "the agent of the other seat is what changes"
    assert not changes_own_alone(RULE.variants, 0)


def test_seats_are_called_by_what_they_bring():
    own = {"name": "Mine", "houses": {}}
    plan = read_plan({"question": "estimate", "game": "keyforge", "agents": ["best", "best"],
                      "table": {"decks": DECKS}, "stop": {"games": 2}})  # fmt: skip
    assert [plan.label(seat) for seat in (0, 1)] == DECKS
    (variant,) = plan.variants
    mine = type(variant)(**{**vars(variant), "table": {"decks": [own, DECKS[1]]}})
    assert seat_label([mine], 0) == 'your deck "Mine"'
    same = type(variant)(**{**vars(variant), "table": {"decks": [DECKS[0]] * 2}})
    assert seat_label([same], 0) == "p1", "neither deck nor agent tells the seats apart"
    agents = read_plan({"question": "estimate", "game": GAME, "agents": ["best", "random"], "stop": {"games": 2}})
    assert agents.label(0) == "best"


def test_what_the_entrant_brings_is_its_name():
    chains = {"path": "chains", "seat": "p1", "from": 0, "to": 8, "step": 4}
    plan = read_plan({"question": "balance", "game": "keyforge", "agents": ["best", "best"], "setting": chains,
                      "table": {"decks": DECKS}, "stop": {"games": 2}})  # fmt: skip
    assert plan.entrant_name == DECKS[0]
    table = pd.DataFrame({"setting": "chains of p1", "value": [0, 4], "answer": "reached", "balance": 3.0,
                          "balance_low": 2.8, "balance_high": 3.2, "games": 10, "score": 0.5, "low": 0.4,
                          "high": 0.6})  # fmt: skip
    assert headline(plan, table, NOBODY) == f"The game is even for {DECKS[0]} (p1) at chains of p1 = 3.0 ± 0.2"
    assert half_width_text(0.2, QUESTIONS["balance"].values_of(plan)) == "± 0.2 chains of p1"


@pytest.mark.parametrize(
    ("low", "says"),
    [
        (0.61, "Whoever begins scores 63 % ± 2: beginning is worth +13 points ± 2 over an even share of 50 %"),
        (0.49, "It is not shown to matter who begins: whoever does scores 51 % ± 2, +1 points ± 2 over an even share of"
         " 50 %"),
    ],
)  # fmt: skip
def test_equals_are_told_what_beginning_is_worth(low, says):
    plan = read_plan({"question": "estimate", "game": GAME, "agents": ["random", "random"], "stop": {"games": 2}})
    table = pd.DataFrame({"name": ["p1", "p2"], "agent": "random", "games": 100, "score": 0.5, "low": 0.4, "high": 0.6,
                          "verdict": "undecided", "faults": 0})  # fmt: skip
    first = pd.DataFrame({"name": ["plan"], "games": 100, "score": low + 0.02, "low": low, "high": low + 0.04,
                          "advantage": low - 0.48})  # fmt: skip
    assert headline(plan, table, first) == says
    unlike = table.assign(score=[0.8, 0.2], low=[0.75, 0.15], high=[0.85, 0.25], verdict=["above an even share", "x"])
    assert headline(plan, unlike, first) == "p1 (random) scores 80 % ± 5 against p2, more than an even share of 50 %"


@pytest.mark.parametrize(
    ("verdicts", "lows", "says"),
    [
        (["above 50 %", "undecided"], [0.60, 0.40], "63 % ± 3, more than 50 % and than every other"),
        (["above 50 %", "above 50 %"], [0.60, 0.59], "63 % ± 3, more than 50 % but not shown to be more than b"),
        (["undecided", "undecided"], [0.48, 0.47],
         "51 % ± 3, not shown to be more than an even share, and not shown to be more than b"),
        (["undecided", "below 50 %"], [0.48, 0.30],
         "51 % ± 3, not shown to be more than an even share, but more than every other"),
        (["below 50 %", "below 50 %"], [0.40, 0.30], "43 % ± 3, less than 50 %, but more than every other"),
        (["below an even share", "below an even share"], [0.40, 0.38],
         "43 % ± 3, less than an even share, and not shown to be more than b"),
    ],
)  # fmt: skip
def test_of_a_field_it_is_said_what_is_shown(verdicts, lows, says):
    plan = read_plan({"question": "field", "game": GAME, "shelf_of": {"agent": ["best", "random"]},
                      "field_of": {"agent": ["champions", "lean_deck"]}, "stop": {"games": 2}})  # fmt: skip
    low = np.array(lows)
    table = pd.DataFrame({"name": ["a", "b"], "agent": "x", "games": 900, "opponents": 2, "score": low + 0.03,
                          "low": low, "high": low + 0.06, "verdict": verdicts})  # fmt: skip
    told = headline(plan, table, NOBODY)
    assert told == f"a scores most of 2 on average against the field of 2 (champions, lean_deck): {says}"


def test_equals_are_drawn_by_who_begins():
    played = experiments.estimate(GAME, ["random", "random"], games=40, results=None)
    names = [text.get_text() for text in played.plot("scores").texts]
    assert "whoever begins" in names
    assert not any(name.startswith("p1") for name in names)
    uneven = experiments.estimate(GAME, ["published_v007", "random"], games=40, results=None)
    assert "p1 published_v007" in [text.get_text() for text in uneven.plot("scores").texts]


# --- runs -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def comparison(tmp_path_factory):
    variants = {name: {"agents": agents} for name, agents in AGENTS.items()}
    return experiments.compare(
        GAME, None, variants, games=240, part_games=120, results=tmp_path_factory.mktemp("asked")
    )


@pytest.fixture(scope="module")
def matrix():
    entries = {"plain": {}, "keen": {"agent": "published_v008"}, "idle": {"agent": "published_v007"}}
    return experiments.matrix(GAME, ["random", "random"], entries, games=40, results=None)


def test_every_two_variants_are_compared_over_the_deals_they_share(comparison):
    pairs = comparison.more["pairs"].set_index(["row", "column"])
    scores = comparison.games.pivot_table(index="deal", columns="variant", values="score_p1", observed=True)
    for one, other in itertools.permutations(AGENTS, 2):
        assert pairs.loc[(one, other), "difference"] == pytest.approx((scores[one] - scores[other]).mean())
        assert pairs.loc[(one, other), "low"] == pytest.approx(-pairs.loc[(other, one), "high"])
    table = comparison.table.set_index("name")
    best = table["score"].idxmax()
    for name in set(AGENTS) - {best}:
        assert table.loc[name, "behind"] == pytest.approx(pairs.loc[(name, best), "difference"])
        assert (table.loc[name, "standing"] == "not best") == (pairs.loc[(name, best), "high"] < 0)
    for name in list(AGENTS)[1:]:
        assert table.loc[name, "difference_low"] == pytest.approx(pairs.loc[(name, next(iter(AGENTS))), "low"])
    (section,) = QUESTIONS["compare"].sections(comparison.table, comparison.more)
    assert len(section.table.rows) == 3


def test_too_many_variants_are_compared_with_the_first_alone(comparison, monkeypatch):
    monkeypatch.setattr(compare_room, "MOST_PAIRED", 2)
    question, plan = QUESTIONS["compare"], comparison.plan
    totals = question.no_games(plan)
    assert totals.differences == 2
    table = summary(plan, totals, False)
    assert question.more_tables(plan, totals, False) == {}
    assert set(table["standing"]) == {""}
    few = table.assign(score=0.5, games=10)
    assert headline(plan, few, NOBODY) == 'No variant is shown to differ from "idle"'


def test_a_field_says_who_met_whom(matrix):
    assert re.search(r"^\S+ scores most of 3 on average against the other 2: .* (more than|shown)", matrix.headline)
    field = experiments.field(
        GAME, ["random", "random"], {"keen": {"agent": "published_v008"}}, {"plain": {}}, games=40, results=None
    )
    assert field.headline.startswith("keen scores ")
    assert " on average against the field of 1 (plain): " in field.headline
    assert "on average over against" not in field.explain()


def test_counts_agree_everywhere(comparison):
    assert games_text(240, 720, "variant") == "240 games of each variant, 720 in all"
    assert games_text(240, 240, "") == "240 games"
    assert comparison.games_told == "240 games of each variant, 720 in all"
    assert comparison.games_in_all == len(comparison.games) == 720
    assert comparison.games_told in repr(comparison)
    assert "the same 240 games" in comparison.explain()
    assert "720 in all" in comparison.explain()
    assert done_of(240, 720, 240, 3, "variant") == "720/720 games, 240 of each variant"
    assert done_of(412_000, 412_000, 1_200_000) == "412k/1.2M games"
    listed = runs_table(list_runs(comparison.folder.parent))
    assert "720/720 games, 240 of each variant" in listed.rows[0]
    assert comparison.games_told in comparison.report.read_text(encoding="utf-8")


def test_a_plan_is_foreseen_in_all_its_games_and_in_the_units_of_its_answer():
    expected = Forecast(
        name="demo", question="compare", variants=4, unit="variant", workers=2, games_per_second=500.0,
        games_per_second_in_all=2000.0, games=20_000, games_in_all=80_000, stops_by="games", seconds=46.0, starting=6.0,
        half_width=0.012, half_width_of="", trial_games=120, notes=[],
    )  # fmt: skip
    told = forecast_text(expected)
    assert "20,000 games of each variant, 80,000 in all, in about 46 s, 6 s of them to start" in told
    assert "intervals of about ± 1.2 points" in told
    assert "about 2,000 games a second in all with 2 workers, by a trial of 120 games of each variant" in told


def test_the_table_shows_itself_as_the_terminal_does(comparison):
    shown = repr(comparison.table)
    told = QUESTIONS["compare"].text_table(comparison.table)
    assert all(cell in shown for row in told.rows for cell in row)
    assert "columns: name, agents, games, score, low, high" in shown
    page = comparison.table._repr_html_()
    assert told.rows[0][1] in page
    assert "difference_low" in page
    assert comparison.table["score"].dtype == float
    assert type(comparison.table[["name", "score"]]) is pd.DataFrame, "what is made of it is an ordinary table"
    assert told.rows[0][1] in repr(comparison)


# --- figures of each entry --------------------------------------------------------------------------------------------


def test_figures_of_each_variant_are_those_of_its_own_seat(comparison):
    figures = comparison.figures(by="entry").set_index(["name", "figure", "whose"])
    for name in AGENTS:
        games = comparison.games[comparison.games["variant"] == name]
        for whose, column in (("own", "p1_health"), ("others", "p2_health")):
            row = figures.loc[(name, "health", whose)]
            assert (row["games"], row["mean"]) == (len(games), pytest.approx(games[column].mean()))
            assert row["median"] == games[column].quantile(0.5, interpolation="lower")
        assert figures.loc[(name, "turns", "game"), "mean"] == pytest.approx(games["turns"].mean())
    assert comparison.figures().equals(comparison.figure_table)
    with pytest.raises(InputError, match='"variant" or by "entry"'):
        comparison.figures(by="deck")


def test_figures_of_each_entry_are_taken_from_all_its_pairs_and_both_seats(matrix):
    figures = matrix.figures(by="entry").set_index(["name", "figure", "whose"])
    games = matrix.games
    sat = [games[games["variant"].str.startswith("keen v")]["p1_mastery"],
           games[games["variant"].str.endswith("v keen")]["p2_mastery"]]  # fmt: skip
    row = figures.loc[("keen", "mastery", "own")]
    assert row["games"] == 80 == sum(map(len, sat))
    assert row["mean"] == pytest.approx(pd.concat(sat).mean())


# --- curves -----------------------------------------------------------------------------------------------------------


def test_games_are_played_again_as_they_were(comparison):
    found = traced(comparison, 20)
    assert len(found) == 60
    stored = comparison.games.set_index(["variant", "game"])
    for (variant, number), one in found.items():
        game = stored.loc[(comparison.plan.variants[variant].name, number)]
        assert one.scores.tolist() == game[["score_p1", "score_p2"]].tolist()
        assert one.first == game["first_seat"]
        assert [one.stands[f"p{seat}.health"][-1] for seat in (1, 2)] == game[["p1_health", "p2_health"]].tolist()
        assert len(one.stands["p1.health"]) == game["turns"] // 2 + 2, "the start, every round, and the end"


def test_curves_tell_of_all_games_and_how_many_go_on(comparison):
    curves = turn_curves(comparison, 20)
    assert set(curves["curve"]) == {"health", "mastery", "champions"}
    assert set(curves["games"]) == {20}
    health = curves[(curves["curve"] == "health") & (curves["name"] == "keen")].set_index(["whose", "turn"])
    assert health.loc[("own", 0), "mean"] == 50
    assert health.loc["own"]["going"].is_monotonic_decreasing
    assert health.loc[("own", 0), "going"] == 1
    last = health.loc["own"].index.max()
    assert health.loc[("own", last), "going"] == 0
    margin = health.loc["own"]["mean"] - health.loc["others"]["mean"]
    assert margin.to_numpy() == pytest.approx(health.loc["margin"]["mean"].to_numpy())
    assert (health["lower_quartile"] <= health["upper_quartile"]).all()
    own = [one for (variant, _), one in traced(comparison, 20).items() if variant == 2]
    assert health.loc[("own", last), "mean"] == pytest.approx(np.mean([one.stands["p1.health"][-1] for one in own]))


def test_curves_are_drawn_with_how_many_games_they_rest_on(comparison):
    axes = comparison.plot("curves", name="mastery", games=20)
    assert [text.get_text() for text in axes.get_legend().get_texts()] == list(AGENTS)
    assert "20 games of each, played again" in axes.texts[0].get_text()
    comparison.plot("curves", whose="margin", games=20)
    with pytest.raises(InputError, match=r'no curve is called "masterly".*mastery'):
        comparison.plot("curves", name="masterly", games=20)
    with pytest.raises(InputError, match="own or others or margin"):
        comparison.plot("curves", whose="mine", games=20)


def test_games_of_other_rules_are_not_taken_for_those_of_the_run(comparison):
    other = replace(comparison, manifest={**comparison.manifest, "key": "0" * 12})
    with pytest.raises(InputError, match="cannot be played again"):
        other.curves(4)


def test_a_sample_is_whole_deals_from_all_over_the_run(comparison):
    assert spread(10, 3).tolist() == [0, 4, 9]
    assert spread(2, 5).tolist() == [0, 1]
    assert spread(0, 5).tolist() == []
    for chosen in places(comparison, 20).values():
        numbers = [number for _, number, _ in chosen]
        assert len(numbers) == 20
        assert all(number ^ 1 in numbers for number in numbers), "both games of each deal"
        assert max(numbers) > 230


@pytest.mark.parametrize("name", GAMES)
def test_every_game_names_what_is_worth_following(name):
    game = load_game(name)
    words, verbs = game.words, {verb.split(" ")[0] for verb in game.words.verbs}
    assert words.curves
    assert words.dealt or words.gained
    assert set(words.gained) <= verbs
    for players in game.player_counts:
        tables = game.make_tables({"players": players} if len(game.player_counts) > 1 else {}, [])
        paths, state = words.paths(tables, words.card_ids()), game.new_state()
        game.setup(state, tables, 1, 0)
        for path in (name for curve in words.curves for name in seated(curve, players)):
            assert isinstance(find_path(paths, path).read(state), int), path
        for path in (name for zone in words.dealt if SEAT in zone for name in seated(zone, players)):
            assert isinstance(paths[path].read(state), list), path


# --- what cards are worth ---------------------------------------------------------------------------------------------


def holdings(rng, deals, worth):
    """Sides of one deck, each holding any of the cards by chance, that win by as much more often."""
    cards = rng.random((deals, len(worth))) < 0.3
    won = rng.random(deals) < 0.5 + (cards * worth).sum(axis=1) - 0.3 * np.sum(worth)
    return [
        Holding((0,), (1, deal), "mine", float(won[deal]), {f"c{k}": 1 for k in np.flatnonzero(cards[deal])})
        for deal in range(deals)
    ]


def test_what_a_card_is_worth_is_found_as_often_as_the_intervals_say():
    """Against those who have and have not: the worth over the average is 70 % of what the card does."""
    rng, worth = np.random.default_rng(41), np.array([0.0, 0.1, -0.1])
    covered, runs = np.zeros(3), 100
    for _ in range(runs):
        table = worth_table(holdings(rng, 400, worth)).set_index("card").sort_index()
        covered += (table["low"] <= 0.7 * worth) & (0.7 * worth <= table["high"])
    assert (covered / runs >= 0.95 - 3 * 0.022).all()


def test_copies_are_told_apart_and_every_card_is_told():
    held = [
        Holding((0,), (1, deal), "mine", float(deal % 2), {"jade": deal % 4, "ruby": 1} if deal % 4 else {"ruby": 1})
        for deal in range(40)
    ]
    table = worth_table(held, most=2)
    assert set(table["card"]) == {"jade"}, "what everybody has is compared with nothing"
    assert table.set_index("copies")["games"].to_dict() == {"1": 10, "2+": 20}
    assert worth_table(held, entry="theirs").empty
    rare = worth_table([*held, Holding((0,), (1, 99), "mine", 1.0, {"opal": 1})]).set_index("card").loc["opal"]
    assert (rare["games"], rare["deals"]) == (1, 1)
    assert abs(rare["shrunk"]) < abs(rare["worth"]), "one game is told, and not believed"


def test_shrunk_estimates_are_nearer_to_the_truth_and_their_intervals_hold():
    rng, squares, covered, runs = np.random.default_rng(42), np.zeros(2), 0, 400
    errors = np.array([0.01, 0.02, 0.05] * 20)
    for _ in range(runs):
        truth = rng.normal(0.01, 0.02, 60)
        seen = rng.normal(truth, errors)
        shrunk, wide = shrink(seen, errors)
        squares += [((seen - truth) ** 2).sum(), ((shrunk - truth) ** 2).sum()]
        covered += (np.abs(shrunk - truth) <= 1.96 * wide).mean()
    assert squares[1] < 0.6 * squares[0]
    assert 0.93 <= covered / runs <= 0.97
    few, wide = shrink([0.02, 0.01, -0.01, 0.0], [0.05, 0.1, 0.2, 0.4])
    assert len(set(few)) == 4, "few games say little of each, and each says it for itself"
    assert sorted(wide) == list(wide)
    assert len(set(wide)) == 4
    same, _ = shrink([0.5, 0.5], [0.1, 0.1])
    assert same == pytest.approx([0.5, 0.5], abs=1e-12)
    alone, wide = shrink([0.3], [0.1])
    assert (alone[0], wide[0]) == (pytest.approx(0.3), pytest.approx(0.1))


def test_what_was_bought_is_told_with_games_and_interval_and_drawn(comparison):
    worth = comparison.card_worth(games=20)
    assert set(worth["kind"]) == {"gained"}
    recruited = [one.gained for one in traced(comparison, 20).values()]
    for row in worth.head(3).itertuples():
        assert row.games == sum(row.card in seat for game in recruited for seat in game)
        assert row.low <= row.worth <= row.high
    assert worth["shrunk"].is_monotonic_decreasing
    axes = comparison.plot("card_worth", games=20)
    assert "a description, not a cause" in axes.get_title(loc="left")
    assert any("games" in text.get_text() for text in axes.texts)
    with pytest.raises(InputError, match=r'has no cards that are "dealt".*gained'):
        comparison.card_worth("dealt")
    with pytest.raises(InputError, match=r'nobody is called "keem".*keen'):
        comparison.card_worth(games=20, entry="keem")
