"""Games worth reading are those that they are said to be, and can be read."""

import re
import shlex

import numpy as np
import pytest

from experiments import estimate, load
from experiments.answer.notable import ORDERS, games_table, notable_games, notable_table, played_games, sorted_games
from experiments.answer.report import write_report
from experiments.commands import cli
from experiments.notebook import compare
from sim import load_game
from sim.core.errors import InputError

GAME = "nightfall"
VARIANTS = {"even": {}, "uneven": {"agents": ["best", "swarm"]}}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Games of equal agents, and of a strong one against a weak one."""
    folder = tmp_path_factory.mktemp("results")
    return compare(GAME, ["random", "random"], VARIANTS, name="two", games=120, part_games=40, results=folder)


def of(run, variant):
    games = run.games
    return games[games["variant"] == variant].set_index("game")


@pytest.mark.parametrize("variant", VARIANTS)
def test_columns_are_those_of_the_games(run, variant):
    games, told = of(run, variant), played_games(run, variant).set_index("game")
    assert list(told.index) == list(range(120))
    assert (told["turns"] == games["turns"]).all()
    for number, row in told.iterrows():
        game = games.loc[number]
        scores = [game["score_p1"], game["score_p2"]]
        if 1 in scores:
            assert row["winner"] == f"p{scores.index(1) + 1}"
            same = games[games["first_seat"] == game["first_seat"]]
            assert row["expected"] == pytest.approx(same[f"score_{row['winner']}"].mean())
            own, other = ("p1", "p2") if row["winner"] == "p1" else ("p2", "p1")
            assert row["margin"] == game[f"{other}_wounds"] - game[f"{own}_wounds"]
        else:
            assert (row["winner"], row["expected"]) == ("nobody", 1)


def test_each_order_begins_with_what_it_is_called_by(run):
    games = played_games(run, "uneven")
    first = {by: sorted_games(run, by, "uneven", 1).iloc[0] for by in ORDERS}
    assert first["shortest"]["turns"] == games["turns"].min()
    assert first["longest"]["turns"] == games["turns"].max()
    assert first["closest"]["margin"] == games["margin"].abs().min()
    assert first["typical"]["distance"] == games["distance"].min()
    upsets = games[games["expected"].round(4) == games["expected"].round(4).min()]
    assert first["upset"]["margin"] == upsets["margin"].max()
    assert first["upset"]["winner"] == "p2", "the weak agent sits there"


def test_equal_games_come_by_their_numbers(run):
    found = sorted_games(run, "shortest", "even", 120)
    assert all(
        one.turns < other.turns or (one.turns == other.turns and one.game < other.game)
        for one, other in zip(found[:-1].itertuples(), found[1:].itertuples(), strict=True)
    )


def test_a_typical_game_is_near_the_medians(run):
    typical, games = sorted_games(run, "typical", "uneven", 1).iloc[0], of(run, "uneven")
    apart = np.abs(games["turns"] - games["turns"].median())
    assert apart[typical["game"]] <= apart.quantile(0.75)


def test_every_variant_has_its_notable_games(run):
    found = notable_games(run)
    assert list(found["variant"]) == ["even"] * 5 + ["uneven"] * 5
    assert set(found["kind"]) == set(ORDERS)
    text = notable_table(run)
    assert text.headers[0] == "Variant"
    assert all(row[-1].startswith("overnight replay ") for row in text.rows)


def test_the_report_names_them_and_their_commands_tell_them(run, capsys):
    write_report(run)
    rows = [row for row in notable_table(run).rows if row[0] == "uneven"]
    html = run.report.read_text(encoding="utf-8")
    for row in rows:
        assert row[1] in html
    command = shlex.split(next(row[-1] for row in rows if row[1] == "the shortest"))[1:]
    assert cli.main(command) == 0
    out, err = capsys.readouterr()
    assert "the same game as the stored one" in err
    shortest = sorted_games(run, "shortest", "uneven", 1).iloc[0]
    assert out.rstrip().splitlines()[-1].startswith(f"The game ends in turn {shortest['turns'] + 1}:")


def test_two_commands_find_and_tell_a_game(run, capsys):
    assert cli.main(["games", str(run.folder), "--variant", "uneven", "--sort", "upset", "--most", "3"]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 4
    command = shlex.split(re.search(r"overnight (replay .*)", err)[1])
    assert cli.main(command) == 0
    assert f"game {out.splitlines()[1].split()[0]} of seed 1" in capsys.readouterr().out


AHEAD = {
    "nightfall": "Ahead (fewer wounds)",
    "berserk": "Ahead (lives left)",
    "keyforge": "Ahead (keys)",
    "aeons_end": "Ahead (gravehold - nemesis life)",
}


def test_it_is_said_by_what_a_winner_is_ahead(run):
    found = sorted_games(run, "upset")
    assert {game: games_table(found, load_game(game).words).headers[-1] for game in AHEAD} == AHEAD


def test_a_notebook_finds_and_tells_a_game(run):
    result = load(run.folder)
    found = result.notable("longest", "uneven", 2)
    told = result.replay(int(found["game"][0]), "uneven")
    assert str(told) == repr(told) == told.log.text
    assert told.stored == "the same"
    assert f"ends in turn {found['turns'][0] + 1}" in str(told)
    assert "p2.hand.count" in str(result.replay(7, "uneven", view="p1"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("games RUN --sort upsett", 'games cannot be sorted by "upsett"; did you mean "upset"'),
        ("games RUN --variant evn", 'no variant is called "evn"; did you mean "even"'),
        ("games --sort upset", "--sort is for the games of a run only"),
        ("games nosuch --sort upset", 'no run is called "nosuch"'),
        ("replay RUN 120", "one of the 120 games that this run holds of each variant is expected, 0 to 119; found"),
        ("replay RUN seven", 'is expected, 0 to 119; found "seven"'),
        ("replay RUN", "is expected, 0 to 119; none is given"),
        ("replay RUN 3 --variant evn", 'no variant is called "evn"'),
        ("replay nosuch 3", 'no run is called "nosuch"'),
    ],
)
def test_what_is_wrong_is_told(run, arguments, message, capsys):
    words = [str(run.folder) if word == "RUN" else word for word in arguments.split()]
    assert cli.main(words) == cli.WRONG_INPUT
    assert message in " ".join(capsys.readouterr().err.split())


def test_without_a_number_games_worth_reading_are_named_with_commands_that_tell_them(run, capsys):
    assert cli.main(["replay", str(run.folder), "--variant", "uneven"]) == cli.WRONG_INPUT
    told = capsys.readouterr().err.splitlines()
    commands = {line.partition("  # ")[2]: line.partition("  # ")[0] for line in told if "  # " in line}
    assert set(commands) == set(ORDERS.values())
    shortest = shlex.split(commands["the shortest"])[1:]
    assert shortest[2] == str(sorted_games(run, "shortest", "uneven", 1).iloc[0]["game"])
    assert cli.main(shortest) == 0


def test_where_no_run_is_it_is_said_how_to_make_one(tmp_path, capsys):
    assert cli.main(["replay", "nosuch", "3", "--results", str(tmp_path)]) == cli.WRONG_INPUT
    assert "To make one: overnight run " in " ".join(capsys.readouterr().err.split())


def test_of_a_team_the_unexpected_side_is_the_upset():
    result = estimate("aeons_end", ["best"] * 2, name="team", games=60, part_games=60, results=None)
    games = played_games(result)
    players = result.games["score_p1"].mean()
    assert set(games["winner"]) <= {"players", "nemesis"}
    expected = {"players": players, "nemesis": 1 - players}
    assert all(expected[row.winner] == pytest.approx(row.expected, abs=0.25) for row in games.itertuples())
    assert (games["margin"] == result.games["gravehold"] - result.games["nemesis_life"]).all()


def test_a_run_without_a_sound_game_has_none_worth_reading(run, monkeypatch):
    result = load(run.folder)
    monkeypatch.setattr(type(result), "iter_games", lambda *_: iter(()))
    assert notable_games(result).empty
    assert notable_table(result).rows == []
    with pytest.raises(InputError, match='no game of "even" has been played without a fault'):
        sorted_games(result, "upset")
