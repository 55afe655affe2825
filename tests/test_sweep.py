"""The question `sweep`: random offers, what their cards are worth, and the best and worst of them played again."""

import json
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from pointing import answers
from rich.console import Console
from test_runner import contents

from experiments import load, read_plan, run_plan, sweep
from experiments.answer.also_under import ALSO, also_told, exchange_plan, telling
from experiments.answer.worth import worth_beside
from experiments.commands import cli
from experiments.commands.result_output import print_result
from experiments.questions.question import QUESTIONS
from experiments.questions.sweep import FEW
from sim import GAMES, load_game
from sim.core.errors import InputError

PLAN = """
question = "sweep"
game = "aeons_end"
agents = ["best", "best"]
random = 90
held_out = 40
final_offers = 2
final_games = 6
against_of = { nemesis = ["rageborne", "carapace_queen"] }
[stop]
games = 2
"""
DECKS = """
question = "sweep"
game = "keyforge"
agents = ["random", "random"]
random = 30
final_offers = 1
final_games = 4
table = { turn_limit = 3 }
[stop]
games = 2
"""


def written(folder, text=PLAN):
    path = folder / "sweep.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sweep")
    return run_plan(read_plan(written(folder)), folder / "results")


@pytest.mark.drawn(of="questions")
def test_a_sweep_is_run_from_the_command_line_to_its_report(tmp_path, capsys):
    plan, results = written(tmp_path), tmp_path / "results"
    assert cli.main(["plan", str(plan)]) == 0
    capsys.readouterr()
    assert cli.main(["run", str(plan), "--results", str(results), "--json", "-q"]) == 0
    found = json.loads(capsys.readouterr().out)
    result = load(found["folder"])
    assert result.status == "done"
    assert len(result.table) == 27
    assert set(found["sums"]) >= {"of_scores", "held_out"}
    page = result.report.read_text(encoding="utf-8")
    for words in ("What is each card worth?", "The sum of what its cards are worth explains", "on fresh deals"):
        assert words in page
    assert {"worth.png", "sums.png"} <= {path.name for path in (result.folder / "plots").iterdir()}
    assert cli.main(["status", "--results", str(results)]) == 0
    assert "408/408 games" in capsys.readouterr().out


def test_every_card_is_offered_as_often_as_any_other_of_its_type(played):
    table = played.table
    for _, own in table.groupby("sort"):
        assert own["offers"].max() - own["offers"].min() <= 1
    assert (table["games"] == table["offers"] * 2 * 2).all()


def test_the_worth_of_a_card_is_that_of_a_regression_on_its_games(played):
    games, plan = played.games, played.plan
    shared = games[games["game"] < 2].groupby("variant", observed=True)["score_p1"].mean().to_numpy().reshape(-1, 2)
    scores, supplies = shared.mean(axis=1), [variant.table["supply"] for variant in plan.variants[::2]]
    cards = sorted({card for supply in supplies for card in supply})
    there = np.array([[card in supply for card in cards] for supply in supplies], float)
    effect, *_ = np.linalg.lstsq(there - there.mean(axis=0), scores - scores.mean(), rcond=None)
    table = played.table.set_index("name")
    for _, own in played.table.groupby("sort"):
        which = [cards.index(card) for card in own["name"]]
        shares = there[:, which].mean(axis=0)
        relative = effect[which] - (effect[which] * shares).sum() / shares.sum()
        assert table.loc[own["name"], "score"].to_numpy() == pytest.approx(relative, abs=1e-6)


def test_the_best_and_the_worst_of_those_held_out_play_again_on_fresh_deals(played):
    finals, games = played.more["finals"], played.games
    assert finals["kind"].tolist() == ["best"] * 2 + ["worst"] * 2
    assert finals["predicted"].is_monotonic_decreasing
    for row in finals.itertuples():
        own = games[games["variant"].isin([f"{row.name}, rageborne", f"{row.name}, carapace_queen"])]
        again = own[own["game"] >= 2]
        assert row.games == len(again) == 12
        assert row.score == pytest.approx(again["score_p1"].mean())
        assert played.plan.own.held_out[int(row.name.removeprefix("offer ")) - 1]
    assert played.games_in_all == len(games) == 90 * 2 * 2 + 4 * 12


def test_offers_have_deals_of_their_own_and_the_same_at_all_of_their_tables(played):
    deals = [variant.deals for variant in played.plan.variants]
    assert deals == [number for number in range(1, 91) for _ in range(2)]


def test_who_bought_a_card_stands_beside_who_was_offered_it(played, capsys):
    found = worth_beside(played)
    assert found["card"].tolist() == played.table["name"].tolist()
    assert found["worth"].tolist() == played.table["score"].tolist()
    assert "drawn" not in found, "what is laid out is dealt to no seat"
    games = played.games
    bought = games[games["gained_amplify_vision"] > 0]
    nemesis = games["variant"].astype(str).str.split(", ").str[1]
    usual = games.groupby(nemesis)["score_p1"].transform("mean")[bought.index]
    deals = (bought["score_p1"] - usual).groupby([bought["variant"].astype(str).str.split(",").str[0], bought["deal"]])
    gained = found.set_index("card").loc["amplify_vision", "gained"]
    assert gained == pytest.approx(deals.mean().mean(), abs=0.002)
    assert cli.main(["worth", str(played.folder)]) == 0
    out = capsys.readouterr().out
    assert "Who bought or played it" in out
    assert out.index("Worth, by who was offered it") < out.index("Who bought")


def test_who_drew_a_card_is_told_where_luck_deals_to_seats(tmp_path):
    result = run_plan(read_plan(written(tmp_path, DECKS)), tmp_path / "results", report=False)
    found = worth_beside(result, games=20)
    assert {"worth", "drawn", "gained"} <= set(found)
    assert found["drawn"].notna().sum() > 20


def test_squads_are_paid_for():
    plan = read_plan({
        "question": "sweep", "game": "berserk", "agents": ["random", "random"], "random": 60, "stop": {"games": 2},
    })  # fmt: skip
    offers, facts = plan.own.offers, load_game("berserk").words.cards([])
    assert offers.price == "cost"
    assert offers.offered.prices.tolist() == [facts[card.split(" + ")[0]]["cost"] for card in offers.cards]


def test_a_game_of_a_sweep_is_told_again(played):
    row = played.more["finals"].iloc[0]
    for number in (0, 7):
        assert played.replay(number, f"{row['name']}, rageborne").stored == "the same"


@pytest.mark.drawn(of="going on")
@pytest.mark.parametrize("text", [PLAN, pytest.param(DECKS, marks=pytest.mark.long)], ids=["supplies", "decks"])
def test_workers_and_interruptions_change_nothing(tmp_path, text):
    asked = read_plan(written(tmp_path, text))
    one = run_plan(asked, tmp_path / "one", workers=1, report=False)
    three = run_plan(asked, tmp_path / "three", workers=3, report=False)
    processes = run_plan(asked, tmp_path / "processes", workers=2, backend="processes", report=False)
    assert contents(one.folder) == contents(three.folder) == contents(processes.folder)
    while (broken := run_plan(asked, tmp_path / "broken", workers=2, report=False, stop_after=0.0)).status != "done":
        assert broken.status == "stopped"
        assert load(broken.folder).games_in_all == len(broken.games)
    assert contents(broken.folder) == contents(one.folder)
    again = read_plan(one.folder / "plan.toml")
    assert again.digest() == asked.digest()
    assert run_plan(asked, tmp_path / "one", report=False).manifest["games"] == 2


@pytest.mark.drawn(of="going on")
def test_a_missing_part_of_those_that_play_again_is_played_again(tmp_path):
    asked = read_plan(written(tmp_path))
    found = run_plan(asked, tmp_path / "results", report=False)
    kept = contents(found.folder)
    lost = sorted(found.folder.glob("parts/*/000000000002.parquet"))
    assert len(lost) == 8
    lost[0].unlink()
    run_plan(asked, tmp_path / "results", report=False)
    assert contents(found.folder) == kept
    stray = lost[0].with_name("000000000005.parquet")
    stray.write_bytes(lost[0].read_bytes())
    with pytest.raises(InputError, match="no part begins here"):
        run_plan(asked, tmp_path / "results", report=False)


def test_decks_are_drawn_for_both_seats_unless_the_plan_says_what_others_bring(tmp_path):
    plan = read_plan(written(tmp_path, DECKS))
    assert all(len(set(variant.table["decks"])) == 2 for variant in plan.variants)
    assert plan.own.offers.signs == (1, -1)
    fixed = DECKS.replace("[stop]", 'against_of = { decks = [["", "miss-onyx-censorius"]] }\n[stop]')
    plan = read_plan(written(tmp_path, fixed))
    assert {variant.table["decks"][1] for variant in plan.variants} == {"miss-onyx-censorius"}
    assert len({variant.table["decks"][0] for variant in plan.variants}) == 30
    assert plan.own.offers.signs == (1,)


def test_cards_that_only_come_together_are_one():
    plan = read_plan({
        "question": "sweep", "game": "keyforge", "agents": ["random", "random"], "random": 300, "stop": {"games": 2},
    })  # fmt: skip
    cards = plan.own.offers.cards
    assert {"timetraveller", "help_from_future_self"} in [set(card.split(" + ")) for card in cards]
    assert "timetraveller" not in cards
    assert len({*" + ".join(cards).split(" + ")}) == len(" + ".join(cards).split(" + "))


@pytest.mark.parametrize(
    ("game", "key"), [(game, key) for game in GAMES for key in load_game(game).drawn], ids=lambda value: str(value)
)
def test_what_a_game_draws_can_be_played(game, key):
    rules = load_game(game)
    drawn = rules.drawn[key]
    values = drawn.draw(3, 40, 2, {}, [])
    assert values == drawn.draw(3, 40, 2, {}, [])
    assert len({str(value) for value in values}) > 20
    known = rules.words.cards([])
    for value in values:
        rules.make_tables({key: value, **drawn.together}, [])
        for one in value if drawn.by_seat else [value]:
            cards = drawn.cards(one, {}, [])
            assert cards
            assert set(cards) <= set(known)
    one = values[0][0] if drawn.by_seat else values[0]
    assert all(set(rules.sorts) & set(known[card]) for card in drawn.cards(one, {}, []))


@pytest.mark.parametrize(
    ("game", "key", "size"), [("aeons_end", "mages", 1), ("nightfall", "archives", 2), ("aeons_end", "supply", 1)]
)
def test_what_is_drawn_card_by_card_is_balanced(game, key, size):
    drawn = load_game(game).drawn[key]
    counted, facts = Counter(), load_game(game).words.cards([])
    for value in drawn.draw(5, 101, 2, {}, []):
        held = [card for one in value for card in one] if drawn.by_seat else value
        assert len(set(held)) == len(held)
        counted.update(held)
    sorts = {"supply": lambda card: facts[card]["type"]}.get(key, lambda card: "")
    for sort in {sorts(card) for card in counted}:
        often = [n for card, n in counted.items() if sorts(card) == sort]
        assert max(often) - min(often) <= size


def test_limits_are_kept(tmp_path):
    text = PLAN.replace("held_out", 'with = ["jade"]\nwithout = ["Ignite"]\nheld_out')
    plan = read_plan(written(tmp_path, text))
    supplies = [variant.table["supply"] for variant in plan.variants]
    assert all("jade" in supply and "ignite" not in supply for supply in supplies)
    both = text.replace("held_out", 'draws = ["supply", "mages"]\nheld_out')
    plan = read_plan(written(tmp_path, both))
    assert all("jade" in variant.table["supply"] for variant in plan.variants)
    assert len({tuple(variant.table["mages"]) for variant in plan.variants}) > 20
    assert "mist" in plan.own.offers.cards


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("random = 90\n", ""), "random is missing"),
        (("held_out = 40", "held_out = 90"), "held_out should be below the number of offers, 90, found 90"),
        (("games = 2", "hours = 2"), "it should say how many games each offer plays"),
        (("held_out = 40", 'draws = ["suply"]'), 'draws no "suply"; did you mean "supply"'),
        (("held_out = 40", 'with = ["jadde"]'), 'did you mean "jade"'),
        (('"aeons_end"', '"shards_of_infinity"'), "has nothing that is drawn at random"),
        (
            ("held_out = 40", 'also_under = "expret"'),
            'also_under: no agent for aeons_end is called "expret"; did you mean "expert"',
        ),
        (
            ("held_out = 40", 'also_under = { agent = "best", cards = 0 }'),
            "cards should be a whole number from 1 to 100",
        ),
        (("games = 2", "half_width = 0.1"), 'no key is called "half_width"'),
    ],
)
def test_what_is_wrong_with_a_plan_is_told(tmp_path, change, told):
    with pytest.raises(InputError, match=told):
        read_plan(written(tmp_path, PLAN.replace(*change)))


def test_decks_cannot_be_limited(tmp_path):
    with pytest.raises(InputError, match="generated whole"):
        read_plan(written(tmp_path, DECKS.replace("random = 30", 'random = 30\nwith = ["bumpsy"]')))


@pytest.mark.drawn(of="questions")
def test_a_notebook_asks_with_a_function(tmp_path):
    result = sweep("aeons_end", ["best", "best"], 60, games=2, final_games=4, results=tmp_path)
    assert result.more["sums"]["offers"].iloc[0] == 60
    assert {"worth", "sums"} <= set(QUESTIONS["sweep"].own_pictures)
    answers(result.plot("worth"), min(len(result.table), 2 * FEW), "±|to")
    answers(result.plot("sums"), len(result.more["finals"]), "±|to")
    assert "shrunk" in result.table


TELLING = (
    PLAN.replace("random = 90", "random = 300")
    .replace(
        "held_out = 40",
        """held_out = 40
also_under = { agent = "economy_first", cards = 2, exchanges = 8, games = 10 }""",
    )
    .replace("games = 2\n", "games = 8\n")
)


@pytest.mark.drawn(of="questions")
def test_the_most_telling_cards_are_exchanged_under_another_player(tmp_path, capsys):
    plan, results = written(tmp_path, TELLING), tmp_path / "results"
    assert cli.main(["plan", str(plan)]) == 0
    assert "are worth under economy_first" in capsys.readouterr().out
    result = run_plan(read_plan(plan), results)
    found = also_told(result)
    shown = result.table[result.table["verdict"] != "undecided"]
    assert set(found["name"]) == set(
        pd.concat([shown[shown["score"] > 0].head(2), shown[shown["score"] < 0].tail(2)])["name"]
    )
    assert len(found) >= 2
    sorts = {card: facts["type"] for card, facts in load_game("aeons_end").words.cards([]).items()}
    for row in found.itertuples():
        (folder,) = (path for path in (results / f"{result.folder.name}-under").iterdir() if f"{row.name}" in path.name)
        run = load(folder)
        games = run.games.pivot(index="game", columns="variant", values="score_p1")
        tables = {variant.name: variant for variant in run.plan.variants}
        pairs = [name for name in tables if not name.startswith("exchanged")]
        assert len(pairs) == 2 * row.exchanges
        for name in pairs:
            before, after = tables[name], tables[f"exchanged, {name}"]
            out, into = (set(a.table["supply"]) - set(b.table["supply"]) for a, b in ((before, after), (after, before)))
            assert out == {row.name}
            assert sorts[into.pop()] == sorts[row.name]
            assert before.table["nemesis"] == after.table["nemesis"] == name.split(", ")[1]
            assert {agent.name for agent in after.agents} == {"economy_first"}
        own = result.table[result.table["sort"] == sorts[row.name]]
        share = 1 - float(own.set_index("name").loc[row.name, "offers"]) / own["offers"].sum()
        gain = np.mean([(games[name] - games[f"exchanged, {name}"]).mean() for name in pairs])
        assert row.other == pytest.approx(gain * share)
        assert row.other_low < row.other < row.other_high
        assert row.games == run.games_in_all == 4 * row.exchanges * 10
    page = result.report.read_text(encoding="utf-8")
    assert "under economy_first" in page
    print_result(Console(width=200), result)
    assert "under economy_first" in capsys.readouterr().out
    kept = (result.folder / ALSO).read_bytes()
    (result.folder / ALSO).unlink()
    run_plan(read_plan(plan), results, report=False)
    assert (result.folder / ALSO).read_bytes() == kept


def test_an_exchange_of_decks_keeps_house_and_opponent():
    plan = read_plan({
        "question": "sweep", "game": "keyforge", "agents": ["random", "random"], "random": 60, "stop": {"games": 2},
        "also_under": {"agent": "best", "exchanges": 3},
    })  # fmt: skip
    facts = load_game("keyforge").words.cards([])
    card = next(card for card in plan.own.offers.cards if "+" not in card)
    asked, exchanges = exchange_plan(plan, card)
    assert len(exchanges) == 3
    variants = {variant.name: variant for variant in asked.variants}
    for pair in exchanges:
        before, after = (variants[names[0]].table["decks"] for names in (pair.having, pair.without))
        assert before[1] == after[1]
        cards = [load_game("keyforge").drawn["decks"].cards(deck, {}, []) for deck in (before[0], after[0])]
        assert dict(cards[0] - cards[1]) == {card: 1}
        ((into, copies),) = (cards[1] - cards[0]).items()
        assert (facts[into]["house"], copies) == (facts[card]["house"], 1)


def test_a_hero_whom_no_exchange_replaces_is_passed_over():
    plan = read_plan({
        "question": "sweep", "game": "berserk_heroes", "agents": ["random", "random"], "random": 60,
        "also_under": {"agent": "best", "cards": 1, "exchanges": 3}, "stop": {"games": 2},
    })  # fmt: skip
    kinds = {card: facts["type"] for card, facts in load_game("berserk_heroes").words.cards([]).items()}
    cards, often = plan.own.offers.cards, plan.own.offers.offered.sides[0].sum(axis=0)
    offered = [cards[place] for place in np.argsort(-often, kind="stable") if cards[place] in kinds]
    heroes, others = ([card for card in offered if (kinds[card] == "hero") is hero] for hero in (True, False))
    names = [heroes[0], others[0], others[1], heroes[1]]
    verdicts = ["better", "better", "worse", "worse"]
    table = pd.DataFrame({"name": names, "score": [0.2, 0.1, -0.1, -0.2], "verdict": verdicts})
    found = telling(SimpleNamespace(plan=plan, table=table))
    assert [row.name for row, _, _ in found] == others[:2]
    assert all(len(exchanges) == 3 for _, _, exchanges in found)


def test_offers_that_are_too_few_say_so(tmp_path):
    text = PLAN.replace("random = 90\nheld_out = 40", "random = 6")
    result = run_plan(read_plan(written(tmp_path, text)), tmp_path / "results")
    assert result.answer == "These offers are too few to tell their cards apart"
    assert result.table["score"].isna().all()
    assert np.isnan(result.more["sums"]["of_scores"].iloc[0])


@pytest.mark.drawn(of="going on")
def test_a_sweep_that_was_stopped_tells_of_what_was_played(tmp_path):
    text = PLAN.replace("games = 2", "games = 20").replace("held_out = 40", "held_out = 160").replace("= 90", "= 480")
    result = run_plan(read_plan(written(tmp_path, text)), tmp_path / "results", workers=1, stop_after=0.0)
    assert (result.status, result.intervals) == ("stopped", "always valid")
    assert 60 <= result.more["sums"]["offers"].iloc[0] < 480
    assert result.more["pairs"].empty
    assert result.more["finals"].empty
    assert result.report.exists()
    whole = run_plan(result.plan, tmp_path / "results", workers=1)
    assert (whole.status, whole.intervals) == ("done", "fixed")
