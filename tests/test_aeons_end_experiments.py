"""Experiments with a game that all seats win or lose together: bad tables, common luck, figures, and one answer."""

from pathlib import Path

import pytest

from experiments import compare, estimate, read_plan, run_plan
from experiments.questions.question import answer_table, leader
from experiments.statistics.intervals import rate
from sim import load_game
from sim.aeons_end.state import Cause
from sim.core.errors import InputError

GAME = load_game("aeons_end")
SUPPLY = [
    "jade", "searing_ruby", "burning_opal", "flexing_dagger", "bottled_vortex",
    "amplify_vision", "essence_theft", "planar_insight", "consuming_void",
]  # fmt: skip
OTHER = [
    "jade", "vriswood_amber", "diamond_cluster", "unstable_prism", "mages_talisman",
    "spectral_echo", "ignite", "feral_lightning", "wildfire_whip",
]  # fmt: skip
EVEN = {"players": 2, "nemesis": "crooked_mask"}
"""A table at which the team wins some games and loses others."""
PLANS = Path(__file__).parents[1] / "experiments" / "plans"
CHANGING = {"manifest.json", "run.lock"}


def asked(**table):
    """A comparison of two supplies with these changes of the table."""
    return {
        "question": "compare",
        "game": "aeons_end",
        "agents": ["best", "random"],
        "table": table,
        "variants": [{"name": "one"}, {"name": "other", "table": {"supply": OTHER}}],
        "stop": {"games": 100},
        "part_games": 25,
    }


BAD = {
    "too few piles": ({"supply": SUPPLY[:8]}, "supply should list 9 piles, found 8"),
    "too many piles": ({"supply": [*SUPPLY, "ignite"]}, "supply should list 9 piles, found 10"),
    "unknown card": ({"supply": ["jaed", *SUPPLY[1:]]}, 'no supply card is called "jaed"; did you mean "jade"?'),
    "starting card": ({"supply": ["crystal", *SUPPLY[1:]]}, 'no supply card is called "crystal"'),
    "repeated card": ({"supply": ["searing_ruby", *SUPPLY[1:]]}, '"searing_ruby" stands in it more than once'),
    "no such supply": ({"supply": "deck_destructoin"}, "found 'deck_destructoin'"),
    "a mage twice": ({"mages": ["brama", "brama"]}, '"brama" plays more than once'),
    "unknown mage": ({"mages": ["brama", "addelheim"]}, 'no mage is called "addelheim"; did you mean "adelheim"?'),
    "too many mages": ({"players": 2, "mages": ["brama", "adelheim", "jian"]}, "one mage for each of the players"),
    "unknown nemesis": ({"nemesis": "ragebron"}, "nemesis should be one of rageborne,"),
    "unknown key": ({"nemisis": "rageborne"}, 'no key is called "nemisis"'),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_table_is_answered_before_play(name):
    table, told = BAD[name]
    with pytest.raises(InputError) as error:
        read_plan({**asked(), "variants": [{"name": "sound"}, {"name": "bad", "table": table}]})
    assert [told in problem and 'variant "bad"' in problem for problem in error.value.problems] == [True]


def test_all_that_is_wrong_is_answered_at_once():
    with pytest.raises(InputError) as error:
        read_plan(asked(mages=["brama", "brama"], supply=SUPPLY[:8], nemesis="ragebron"))
    told = "\n".join(error.value.problems)
    assert all(text in told for text in ("more than once", "9 piles", "rageborne"))


def test_the_number_of_agents_is_that_of_the_mages():
    with pytest.raises(InputError, match="each of the 3 players, found 2"):
        read_plan(asked(mages=["brama", "adelheim", "jian"]))


@pytest.mark.parametrize("path", sorted(PLANS.glob("aeons_end_*.toml")), ids=lambda path: path.stem)
def test_the_plans_are_sound(path):
    plan = read_plan(path)
    assert plan.game is GAME
    assert plan.games_per_deal == 1
    assert plan.entrant_name == "the team"


def deal(table, number, seed=7):
    """Start of game `number`: the decks that every variant should share, and the piles of the supply."""
    tables, state, ids = GAME.make_tables(table, []), GAME.new_state(), GAME.words.card_ids()
    GAME.setup(state, tables, seed, number)
    words = GAME.words.paths(tables, ids)
    shared = [words[path].read(state) for path in ("nemesis.deck", "turn_order.deck", "nemesis.unused")]
    return shared, [ids[card] for card in state.supply_card]


@pytest.mark.parametrize("nemesis", ["rageborne", "carapace_queen", "prince_of_gluttons", "crooked_mask"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_game_n_is_the_same_deal_with_every_supply(players, nemesis):
    table = {"players": players, "nemesis": nemesis}
    layout = ["gem"] * 3 + ["relic"] * 2 + ["spell"] * 4
    deals = []
    for number in range(5):
        one, piles = deal({**table, "supply": SUPPLY}, number)
        other, other_piles = deal({**table, "supply": OTHER}, number)
        drawn, drawn_piles = deal({**table, "supply": layout}, number)
        assert one == other == drawn
        assert (piles, other_piles) == (SUPPLY, OTHER)
        assert len(set(drawn_piles)) == 9
        deals.append((str(one), str(drawn_piles)))
    assert len(set(deals)) == 5


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("results")


@pytest.fixture(scope="module")
def comparison(folder):
    """Two supplies."""
    variants = {"one": {"table": {"supply": SUPPLY}}, "other": {"table": {"supply": OTHER}}}
    return compare(
        "aeons_end", ["best", "best"], variants, table=EVEN, games=200, part_games=50, results=folder, entrant="p2"
    )


@pytest.fixture(scope="module")
def alone(folder):
    return estimate("aeons_end", ["best", "best"], table=EVEN, games=200, part_games=50, results=folder)


def contents(folder):
    """All that a run wrote, but for what may change."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name not in CHANGING]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_workers_change_nothing(tmp_path):
    plan = read_plan(asked(**EVEN))
    one, two = (run_plan(plan, tmp_path / str(n), workers=n, report=False) for n in (1, 2))
    assert contents(one.folder) == contents(two.folder)


def test_the_games_table_has_the_figures(comparison):
    games = comparison.games
    assert (games["error"] == 0).all()
    assert set(games["cause"].astype(int)) <= {cause.value for cause in Cause} - {Cause.NONE}
    won = games["cause"].isin([Cause.NEMESIS, Cause.DECK])
    assert 20 < won.sum() < 380
    assert (games["score_p1"] == won).all()
    assert (games["score_p2"] == games["score_p1"]).all()
    assert (games.loc[games["cause"] == Cause.NEMESIS, "nemesis_life"] == 0).all()
    assert (games.loc[games["cause"] == Cause.GRAVEHOLD, "gravehold"] == 0).all()
    for seat in ("p1", "p2"):
        dead = games[f"{seat}_life"] == 0
        assert (games.loc[dead, f"{seat}_exhausted"] > 0).all()
        assert (games[f"{seat}_exhausted"] <= games["turns"] + 1).all()  # turns are counted when they end
    assert not any(name.startswith(("p3_", "p4_")) for name in games.columns)


def test_the_cause_of_the_end_is_told_as_shares(comparison):
    assert "cause" not in set(comparison.figures()["figure"])
    for row in comparison.shares.itertuples():
        causes = comparison.games.loc[comparison.games["variant"] == row.name, "cause"]
        assert row.games == (causes.astype(int).map(GAME.categories["cause"]) == row.category).sum() > 0
    told = comparison.shares[comparison.shares["category"].str.startswith("won: ")].groupby("name")["share"].sum()
    scores = comparison.table.set_index("name")["score"]
    assert told.to_dict() == pytest.approx(scores.to_dict())
    assert set(GAME.categories["cause"]) == set(Cause)
    assert comparison.plot("shares").get_title(loc="left") == "Cause, one"


def test_cards_are_counted_where_they_can_be_had(comparison):
    totals = comparison.games.groupby("variant", observed=True).sum(numeric_only=True)
    for variant, supply in (("one", SUPPLY), ("other", OTHER)):
        gained = {
            name.removeprefix("gained_") for name in totals if name.startswith("gained_") and totals[name][variant]
        }
        assert gained <= set(supply)
        assert len(gained) >= 2
        assert any(totals[f"used_{card}"][variant] > 0 for card in gained)
        assert totals["used_crystal"][variant] > 200


def test_an_estimate_tells_one_score_for_all(alone):
    games = alone.games
    assert alone.table["name"].tolist() == ["players"]
    row = alone.table.iloc[0]
    wilson = rate(int(games["score_p1"].sum()), len(games))
    assert row["agent"] == "best / best"
    assert (row["score"], row["low"], row["high"]) == pytest.approx((wilson.estimate, wilson.low, wilson.high))
    assert row["verdict"] in ("more often than not", "less often than not", "undecided")
    assert alone.first_seat.empty
    assert len(answer_table(alone.plan.question, alone.table).rows) == 1
    assert alone.headline.startswith("The players (best / best) win ")
    assert leader(alone.plan.question, alone.table).startswith("players best / best ")


@pytest.mark.parametrize("which", ["alone", "comparison"])
def test_nothing_is_told_of_seats_and_shares(which, request):
    result = request.getfixturevalue(which)
    told = result.explain() + result.report.read_text(encoding="utf-8")
    for axes in (result.plot("scores"), result.plot("progress"), result.plot("length")):
        told += axes.get_title(loc="left") + axes.get_xlabel()
    for text in ("even share", "worth to begin", "seat that begins", "each seat", "p1 scores", "p2 scores", "p2 does"):
        assert text not in told, text
    assert ("the team scores" if which == "comparison" else "How often do the players win?") in told


def test_a_team_can_be_asked_until_it_is_decided():
    hopeless = estimate(
        "aeons_end", ["random"], table={"players": 1, "nemesis_life": 300}, name="hopeless", decided=0.95, games=400,
        part_games=20, results=None,
    )  # fmt: skip
    assert hopeless.table["verdict"].tolist() == ["less often than not"]
    assert hopeless.manifest["stopped_by"] == "decided"


def test_the_score_does_not_depend_on_who_is_the_entrant(comparison):
    plan = comparison.plan
    assert plan.entrant == 0
    one = comparison.games.query("variant == 'one'")
    assert comparison.table["score"][0] == pytest.approx(one["score_p2"].mean())


def test_card_worth_counts_every_game_of_the_run_by_copies(comparison):
    games = comparison.games[comparison.games["variant"] == "one"]
    worth = comparison.card_worth("gained", most=2, entry="one")
    assert set(worth["card"]) <= set(SUPPLY)
    for row in worth.itertuples():
        copies = games[f"gained_{row.card}"]
        held = games[copies >= 2 if row.copies == "2+" else copies == 1]
        assert row.games == len(held)
        scores = [part["score_p1"].astype(float).mean() for part in (held, games)]
        assert row.worth == pytest.approx(scores[0] - scores[1])
        assert row.low < row.worth < row.high
