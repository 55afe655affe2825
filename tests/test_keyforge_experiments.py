"""Experiments with decks: where they are read from, common luck, what is counted, and the questions about chains and
many decks.
"""

import json
import tomllib
from pathlib import Path

import numpy as np
import pytest

from experiments import balance, compare, field, matrix, read_plan, run_plan
from experiments.answer.plots import shares
from experiments.commands import catalog
from sim import load_game
from sim.core.errors import InputError
from sim.keyforge.cards import card_facts
from sim.keyforge.decks import generate_deck, read_deck
from sim.keyforge.state import TURNS_NOTED, House

GAME = load_game("keyforge")
PLANS = Path(__file__).parents[1] / "experiments" / "plans"
ONE, OTHER, THIRD = "miss-onyx-censorius", "radiant-argus-the-supreme", "guide-achea"
STRONG, WEAK = "khyrmn-hierophant-of-the-nihilistic-haunt", "vlaad-firemoon-keeps-whale"
AGENTS = ["best", "random"]
CHANGING = {"manifest.json", "run.lock"}


def contents(folder):
    """All that a run wrote, but for what may change."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name not in CHANGING]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def as_text(deck):
    """A deck as people write it down."""
    lines = [deck.name]
    for house, cards in deck.to_table()["houses"].items():
        lines += ["", house.title(), *cards]
    return "\n".join(lines)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("results")


# --- decks in plans ---------------------------------------------------------------------------------------------------


@pytest.fixture
def shelf(tmp_path):
    """A folder with two decks in files, and a way to write a plan beside them."""
    first, second = (generate_deck(seed, card_facts()) for seed in (5, 6))
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "first.txt").write_text(as_text(first), encoding="utf-8")
    table = second.to_table()
    lines = [f'name = "{table["name"]}"', "[houses]", *(f"{h} = {json.dumps(c)}" for h, c in table["houses"].items())]
    (tmp_path / "second.toml").write_text("\n".join(lines), encoding="utf-8")

    def write(text):
        path = tmp_path / "asked.toml"
        path.write_text(
            f'game = "keyforge"\nagents = ["random", "random"]\nstop = {{ games = 20 }}\n{text}', encoding="utf-8"
        )
        return path

    return write, first, second


def cards_of(plan, variant, seat):
    """(card id, house) of a seat's deck, as the kernels read it, sorted."""
    tables, ids = plan.variants[variant].tables, GAME.words.card_ids()
    found = zip(tables.deck_card[seat].tolist(), tables.deck_house[seat].tolist(), strict=True)
    return sorted((ids[card], House(house).name.lower()) for card, house in found)


ASKED = {
    "estimate": 'question = "estimate"\ntable = { decks = ["decks/first.txt", "second.toml"] }',
    "compare": 'question = "compare"\n'
    'variants = [{ name = "a", table = { decks = ["decks/first.txt", "second.toml"] } },'
    ' { name = "b", table = { decks = ["second.toml", "second.toml"] } }]',
    "balance": 'question = "balance"\ntable = { decks = ["decks/first.txt", "second.toml"] }\n'
    'setting = { path = "chains", seat = "p1", from = 0, to = 2 }',
    "field": 'question = "field"\nshelf_of = { decks = ["decks/first.txt"] }\n'
    'field = [{ name = "two", seat = { decks = "second.toml" } }]',
    "matrix": 'question = "matrix"\nentries_of = { decks = ["decks/first.txt", "second.toml"] }',
    "over": 'question = "matrix"\nentries_of = { agent = ["best", "random"] }\n'
    'over = [{ decks = ["decks/first.txt", "second.toml"] }]',
}


@pytest.mark.parametrize("question", ASKED)
def test_decks_are_found_beside_the_plan_and_stand_in_what_is_stored(shelf, question, monkeypatch, tmp_path):
    write, first, second = shelf
    plan = read_plan(write(ASKED[question]))
    assert cards_of(plan, 0, 0) == sorted(first.cards)
    assert cards_of(plan, 0, 1) == sorted(second.cards)
    stored = plan.to_toml()
    assert str(tmp_path) not in stored
    for name in ("first.txt", "second.toml"):
        assert name not in stored
    (tmp_path / "decks" / "first.txt").unlink()
    (tmp_path / "second.toml").unlink()
    again = read_plan(tomllib.loads(stored))
    assert again.digest() == plan.digest()
    assert [variant.name for variant in again.variants] == [variant.name for variant in plan.variants]


def test_entries_are_called_by_their_decks(shelf):
    write, first, second = shelf
    plan = read_plan(write(f'question = "matrix"\nentries_of = {{ decks = ["decks/first.txt", "{ONE}", "random:6"] }}'))
    assert [entry.name for entry in plan.own.rows] == [first.name, ONE, "random:6"]
    assert cards_of(plan, 1, 1) == sorted(second.cards)


def test_a_deck_that_is_not_to_be_had_is_told_with_its_place(shelf, tmp_path):
    write, *_ = shelf
    with pytest.raises(InputError) as error:
        read_plan(write(ASKED["compare"].replace('"b", table = { decks = ["second', '"b", table = { decks = ["secnd')))
    told = str(error.value)
    assert 'variant "b"' in told
    assert f'{tmp_path / "secnd.toml"}: no such deck file; did you mean "second.toml"' in told
    with pytest.raises(InputError, match=f'no deck is called "miss-onyx"; did you mean "{ONE}"'):
        read_plan(write('question = "matrix"\nentries_of = { decks = ["miss-onyx", "second.toml"] }'))


def test_a_deck_may_have_cards_of_a_card_file_of_its_own(tmp_path):
    (tmp_path / "mine.toml").write_text(
        '[my_giant]\nname = "My Giant"\nhouse = "brobnar"\ntype = "creature"\npower = 9\n', encoding="utf-8"
    )
    table = read_deck(ONE, card_facts()).to_table()
    brobnar = table["houses"]["brobnar"]
    brobnar[0] = brobnar[0].replace(brobnar[0].split()[-1], "my_giant")
    (tmp_path / "deck.json").unlink(missing_ok=True)
    lines = ['name = "With a giant"', "[houses]", *(f"{h} = {json.dumps(c)}" for h, c in table["houses"].items())]
    (tmp_path / "deck.toml").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "plan.toml").write_text(
        'question = "estimate"\ngame = "keyforge"\nagents = ["random", "random"]\ncards = ["mine.toml"]\n'
        f'table = {{ decks = ["deck.toml", "{OTHER}"] }}\nstop = {{ games = 2 }}\n',
        encoding="utf-8",
    )
    plan = read_plan(tmp_path / "plan.toml")
    assert plan.table["decks"][0]["name"] == "With a giant"
    assert "my_giant" in str(plan.table["decks"][0]["houses"]["brobnar"])


@pytest.mark.parametrize("path", sorted(PLANS.glob("keyforge_*.toml")), ids=lambda path: path.stem)
def test_the_plans_are_sound(path):
    plan = read_plan(path)
    assert plan.game is GAME
    assert plan.games_per_deal == 2


def test_equal_tables_are_equal_to_the_last_byte():
    table = {"decks": [ONE, OTHER], "chains": [3, 0]}
    assert len({GAME.make_tables(table, []).tobytes() for _ in range(8)}) == 1


# --- what is played ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def decks(folder):
    """One's own deck, or the same with a few cards changed, against a fixed one."""
    mine = read_deck(ONE, card_facts()).to_table()
    house = next(iter(mine["houses"]))
    cards = mine["houses"][house]
    changed = {**mine, "name": "changed", "id": "changed", "houses": {**mine["houses"], house: [*cards[1:], cards[1]]}}
    changed["houses"][house] = _twelve(changed["houses"][house])
    variants = {"mine": {"table": {"decks": [mine, OTHER]}}, "changed": {"table": {"decks": [changed, OTHER]}}}
    return compare("keyforge", ["best", "best"], variants, games=400, part_games=100, seed=3, results=folder, workers=2)


def _twelve(cards):
    """So many cards of a list as make twelve."""
    copies = [(int(card.split()[0]), card.split()[1]) if card[0].isdigit() else (1, card) for card in cards]
    out = [card for n, card in copies for _ in range(n)]
    return (out + [out[-1]] * 12)[:12]


def test_a_few_cards_changed_leave_most_of_the_luck_in_common(decks):
    row = decks.table.iloc[1]
    assert row["variance_gain"] > 1.1
    games = decks.games.pivot(index="game", columns="variant", values="score_p1").to_numpy()
    deals = games.reshape(-1, 2, 2).mean(axis=1)
    assert row["difference"] == pytest.approx((deals[:, 1] - deals[:, 0]).mean())
    assert np.cov(deals.T)[0, 1] > 0


def test_every_deal_is_played_with_each_seat_first(decks):
    games = decks.games[decks.games["variant"] == "mine"]
    assert (games.groupby("deal")["first_seat"].apply(sorted).map(tuple) == (0, 1)).all()


def test_the_games_table_has_the_figures(decks):
    games = decks.games
    assert (games["error"] == 0).all()
    assert ((games["ended_by_keys"] + games["ended_by_turn_limit"]) == 1).all()
    by_keys = games[games["ended_by_keys"] == 1]
    assert len(by_keys) > 0.9 * len(games)
    for seat, rival in (("p1", "p2"), ("p2", "p1")):
        won = by_keys[f"score_{seat}"] == 1
        assert (by_keys.loc[won, f"{seat}_keys"] == 3).all()
        assert (by_keys.loc[won, f"{rival}_keys"] < 3).all()
        assert (games[f"{seat}_amber_made"] + games[f"{seat}_amber_stolen"] >= games[f"{seat}_amber"]).all()
        for figure in ("amber_stolen", "amber_captured", "creatures", "artifacts"):
            assert games[f"{seat}_{figure}"].max() > 0
        chosen = games[[f"{seat}_turns_{house.name.lower()}" for house in House]].sum(axis=1)
        own = np.where(games["first_seat"] == (seat == "p2"), games["turns"] + 1, games["turns"]) // 2
        assert ((chosen <= own + 1) & (chosen >= own - 1)).all()
        turns = [games[f"{seat}_house_of_turn_{turn + 1}"] for turn in range(TURNS_NOTED)]
        assert set(np.concatenate(turns).astype(int)) <= set(GAME.categories[f"{seat}_house_of_turn_1"])
        houses = read_deck(ONE if seat == "p1" else OTHER, card_facts()).houses
        assert {House(int(house)).name.lower() for house in turns[0] if house >= 0} <= set(houses)
    assert (games["p1_mulligans"] <= 1).all()


def test_houses_are_told_as_shares(decks):
    found, games = decks.shares, decks.games
    assert not set(decks.figures()["figure"]) & set(GAME.categories)
    assert set(found["figure"]) == set(GAME.categories)
    assert found.groupby(["name", "figure"])["share"].sum().to_numpy() == pytest.approx(1)
    for row in found.itertuples():
        codes = games.loc[games["variant"] == row.name, row.figure]
        meanings = codes.astype(int).map(GAME.categories[row.figure])
        assert row.games == (meanings == row.category).sum()
        assert row.share == pytest.approx((meanings == row.category).mean())
    page = decks.report.read_text(encoding="utf-8")
    first = found[(found["figure"] == "p1_house_of_turn_1") & (found["name"] == "mine")].iloc[0]
    assert f"{first['category']} {first['share'] * 100:.0f} %" in page
    assert "0 in every game: " in page
    axes = shares(decks, "house_of_turn", "changed")
    assert [label.get_text() for label in axes.get_yticklabels()][:2] == ["p1 house of turn 1", "p1 house of turn 2"]
    assert len(axes.get_yticks()) == 2 * TURNS_NOTED
    widths = np.array([[bar.get_width() for bar in band] for band in axes.containers])
    assert widths.sum(axis=0) == pytest.approx(100)
    with pytest.raises(InputError, match='did you mean "house_of_turn"'):
        shares(decks, "house_of_turns")


@pytest.mark.parametrize(
    "asked",
    [
        {"question": "estimate", "agents": AGENTS},
        {
            "question": "compare",
            "agents": AGENTS,
            "variants": [{"name": "a"}, {"name": "b", "table": {"decks": [THIRD, OTHER]}}],
        },
        {
            "question": "balance",
            "agents": AGENTS,
            "setting": {"path": "chains", "seat": "p1", "from": 0, "to": 12, "step": 6},
        },
        {"question": "field", "agents": ["random"] * 2, "shelf_of": {"decks": [ONE]},
         "field_of": {"decks": [OTHER, THIRD]}},
        {"question": "matrix", "agents": ["random"] * 2, "entries_of": {"decks": [ONE, OTHER, "random:1"]}},
    ],
    ids=lambda asked: asked["question"],
)  # fmt: skip
def test_workers_change_nothing(asked, tmp_path):
    plan = read_plan({**asked, "game": "keyforge", "part_games": 10, "stop": {"games": 40}})
    one, two = (run_plan(plan, tmp_path / str(n), workers=n, report=False) for n in (1, 2))
    assert contents(one.folder) == contents(two.folder)


def test_more_games_go_on_where_fewer_ended(tmp_path):
    def play(games, part_games, folder):
        asked = {"question": "estimate", "game": "keyforge", "agents": AGENTS, "seed": 9, "part_games": part_games}
        return run_plan(read_plan({**asked, "stop": {"games": games}}), tmp_path / folder, report=False)

    few, many = (play(games, 10, "parts") for games in (20, 40))
    assert few.folder == many.folder
    whole = play(40, 40, "whole")
    assert many.games["fingerprint"].tolist() == whole.games["fingerprint"].tolist()
    assert many.games["fingerprint"].nunique() == 40


def test_the_second_game_of_a_deal_is_the_first_with_the_decks_changed():
    """Luck belongs to the place in turn order: the pair turned round plays the same games, the other way about."""
    turned_round = ((ONE, OTHER), (OTHER, ONE))
    pairs = [matrix("keyforge", ["best"] * 2, _entries(*names), games=60, results=None) for names in turned_round]
    first, second = (result.games.set_index(["deal", "first_seat"]) for result in pairs)
    turned = second.rename(index=lambda seat: 1 - seat, level="first_seat").loc[first.index]
    assert (first["score_p1"] == turned["score_p2"]).all()
    assert (first["p1_amber_made"] == turned["p2_amber_made"]).all()
    assert 0 < first["score_p1"].mean() < 1


def _entries(*decks):
    return {deck: {"seat": {"decks": deck}} for deck in decks}


# --- chains -----------------------------------------------------------------------------------------------------------


def chained(decks, games=120, **span):
    """How many chains on p1 make it even?"""
    return balance(
        "keyforge", ["best", "best"], {"path": "chains", "seat": "p1", **span}, table={"decks": decks}, games=games,
        part_games=games, results=None,
    )  # fmt: skip


def test_chains_hold_back_a_player_until_it_is_even():
    found = chained([ONE, OTHER], games=400, **{"from": 0, "to": 16, "step": 8})
    assert [variant.table["chains"] for variant in found.plan.variants] == [[0, 0], [8, 0], [16, 0]]
    assert found.table["score"].is_monotonic_decreasing
    assert (found.table["answer"] == "reached").all()
    row = found.table.iloc[0]
    assert 0 < row["balance_low"] < row["balance"] < row["balance_high"] < 16
    left = found.games.groupby("variant", observed=True)["p1_chains"].mean()
    assert left.iloc[0] == 0
    assert left.iloc[2] > left.iloc[1]
    assert (found.games["p2_chains"] == 0).all()


def test_chains_that_are_not_enough_are_told_as_more_than_the_most():
    found = chained([STRONG, WEAK], games=400, **{"from": 0, "to": 8, "step": 4})
    assert set(found.table["answer"]) == {"beyond"}
    assert "more than 8" in found.headline
    assert "chains of p1 of more than 8" in found.explain()


def test_a_deck_that_loses_without_chains_needs_less_than_none():
    found = chained([THIRD, ONE], **{"from": 0, "to": 12, "step": 6})
    assert set(found.table["answer"]) == {"before"}
    assert "less than 0" in found.headline


# --- many decks -------------------------------------------------------------------------------------------------------


def test_a_shelf_is_averaged_over_the_field():
    found = field(
        "keyforge",
        ["random"] * 2,
        _entries(ONE, OTHER),
        _entries(OTHER, THIRD),
        games=60,
        part_games=20,
        results=None,
    )
    assert [variant.name for variant in found.plan.variants] == [
        f"{ONE} v {OTHER}", f"{ONE} v {THIRD}", f"{OTHER} v {THIRD}",
    ]  # fmt: skip
    means = found.games.groupby("variant", observed=True)["score_p1"].mean()
    table = found.table.set_index("name")
    assert table.loc[ONE, "score"] == pytest.approx((means.iloc[0] + means.iloc[1]) / 2)
    assert table.loc[OTHER, "score"] == pytest.approx((0.5 + means.iloc[2]) / 2)


def test_agents_are_averaged_over_pairs_of_decks_from_both_sides():
    over = [{"decks": [ONE, OTHER]}, {"decks": [THIRD, "random:3"]}]
    found = matrix(
        "keyforge", None, {name: {"agent": name} for name in ("best", "random")}, over=over, games=10, part_games=10,
        results=None,
    )  # fmt: skip
    sides = [(variant.table["decks"], [agent.name for agent in variant.agents]) for variant in found.plan.variants]
    assert sides == [
        (over[0]["decks"], ["best", "random"]), (over[0]["decks"], ["random", "best"]),
        (over[1]["decks"], ["best", "random"]), (over[1]["decks"], ["random", "best"]),
    ]  # fmt: skip
    assert found.table["name"].tolist() == ["best", "random"]
    assert found.table["score"][0] > 0.9


def test_the_words_tell_the_fields_of_cards_in_play_and_what_may_be_chosen():
    found = catalog.words("keyforge")
    assert found.facts["choices"]["HOUSE"] == [house.name.lower() for house in House]
    assert "damage" in found.facts["fields"]["p1.creatures"]
    assert "damage" not in found.facts["fields"]["p1.artifacts"]
    told = {row[0]: row[1] for row in found.sections["fields"].rows}
    assert told["damage (p1.creatures, p2.creatures)"] == found.facts["fields"]["p2.creatures"]["damage"]
    assert ["FLANK", "left, right"] in found.sections["choices"].rows
