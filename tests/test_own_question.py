"""A question of one's own is one file: a plan of it is run from the command line to its report. This one spends its
games unevenly: after every round it plays on with the better half of its candidates.
"""

import json
from typing import ClassVar

import pandas as pd
import pytest
from test_runner import contents

from experiments import load, read_plan, run_plan
from experiments.answer.plots import kinds
from experiments.commands import cli
from experiments.plan.fields import Field, list_of, whole
from experiments.plan.reading import Asked
from experiments.questions.question import QUESTIONS, Question, Section, register
from experiments.questions.texts import TextTable, rows_of, score_text
from experiments.questions.totals import VariantsTotals, score
from sim.core.errors import InputError

PLAN = """
question = "halving"
game = "shards_of_infinity"
agents = ["random", "random"]
part_games = 40
keep = {keep}
health = [3, 4, 5, 6]
[stop]
games = 400
"""


class HalvingTotals(VariantsTotals):
    """Totals of candidates that leave the race one after the other."""

    def alive(self):
        """The candidates that have played most."""
        return [index for index, variant in enumerate(self.variants) if variant.games == self.games]


class Halving(Question):
    """At which health does the first seat win most?"""

    name = "halving"
    keys: ClassVar = {"health": Field("a list of numbers", list_of(int)), "keep": Field("a number", whole(1, 9))}
    entrants = ()
    needs_agents = True
    pictures = ("race", "length")

    def read(self, reader):
        if reader.missing(reader.values, ["health", "keep"], ""):
            return Asked([])
        health = reader.plan["health"]
        variants = [
            reader.variant(f"health {h}", {**reader.plan, "table": {"health": h}}, {}, f"health {h}: ") for h in health
        ]
        written = {"health": health, "keep": reader.plan["keep"]}
        return Asked(variants, written["keep"], written, "candidate")

    def no_games(self, plan):
        return HalvingTotals(plan)

    def next_groups(self, plan, totals, played):
        alive = totals.alive()
        if totals.games and len(alive) <= plan.own:
            return []
        best = sorted(alive, key=lambda index: -score(totals.variants[index], 0, 0.95, True).estimate)
        chosen = best[: max(plan.own, len(best) // 2)] if totals.games else alive
        return [range(index, index + 1) for index in sorted(chosen)]

    def summarize(self, plan, totals, confidence, always_valid):
        found = [score(variant, 0, confidence, always_valid) for variant in totals.variants]
        return pd.DataFrame({
            "name": [variant.name for variant in plan.variants],
            "games": [variant.games for variant in totals.variants],
            "score": [s.estimate for s in found],
            "low": [s.low for s in found],
            "high": [s.high for s in found],
            "verdict": "undecided",
            "faults": [variant.faults for variant in totals.variants],
        })  # fmt: skip

    def more_tables(self, plan, totals, always_valid):
        return {
            "laps": pd.DataFrame(
                {"name": [v.name for v in plan.variants], "laps": [v.games // 40 for v in totals.variants]}
            )
        }

    def sections(self, table, more):
        rows = [[row.name, str(row.laps)] for row in rows_of(more["laps"])]
        return [Section("Laps", "How far each came.", "laps", TextTable(["Candidate", "Laps"], rows))]

    def is_decided(self, plan, table):
        return False

    def games_to_half_width(self, plan, totals, half_width):
        return float("inf")

    def asked(self, plan):
        return "Who is the last one running?"

    def played(self, plan, games):
        return f"up to {games} games of {plan.game.title} with each of {len(plan.variants)} candidates"

    def text_table(self, table, most=None):
        return TextTable(
            ["Candidate", "Score", "Games"], [[r.name, score_text(r), str(r.games)] for r in rows_of(table)]
        )

    def headline(self, plan, table, first_seat):
        return f"{rows_of(table)[int(table['games'].argmax())].name} ran farthest"

    def told(self, plan, table, more):
        return [f"{row.name} ran {row.laps} laps." for row in rows_of(more["laps"])]


def draw_race(result, ax=None):
    from experiments.questions import drawing

    ax = ax or drawing.new_axes(3)
    ax.bar(result.more["laps"]["name"], result.more["laps"]["laps"])
    drawing.entitle(ax, "The race", drawing.sample(result))
    return ax


Halving.own_pictures = {"race": draw_race}


@pytest.fixture(autouse=True)
def joined():
    """The question is in the register during a test."""
    register(Halving)
    yield
    del QUESTIONS["halving"]


@pytest.fixture
def plan(tmp_path):
    path = tmp_path / "race.toml"
    path.write_text(PLAN.format(keep=1), encoding="utf-8")
    return path


@pytest.mark.drawn(of="questions")
def test_a_plan_of_ones_own_question_is_run_from_the_command_line_to_its_report(plan, tmp_path, capsys):
    results = tmp_path / "results"
    assert cli.main(["plan", str(plan)]) == 0
    capsys.readouterr()
    assert cli.main(["run", str(plan), "--results", str(results), "--json", "-q"]) == 0
    found = json.loads(capsys.readouterr().out)
    laps = {row["name"]: row["laps"] for row in found["laps"]}
    assert sorted(laps.values()) == [1, 1, 2, 3]
    assert found["answer"] == f"{max(laps, key=laps.get)} ran farthest"
    result = load(found["folder"])
    assert result.games.groupby("variant", observed=True).size().to_dict() == {n: 40 * v for n, v in laps.items()}
    page = result.report.read_text(encoding="utf-8")
    for words in ("Who is the last one running?", "How far each came.", "The race", "ran 3 laps.", found["answer"]):
        assert words in page
    assert (result.folder / "plots" / "race.png").exists()
    assert "race" in kinds(result)
    for command in ("report", "status"):
        assert cli.main([command, result.folder.name, "--results", str(results)]) == 0
    assert cli.main(["play", str(result.folder), "--game", "3", "--variant", "health 5"]) == 0
    assert "the same game as the stored one" in capsys.readouterr().err


def test_uneven_games_are_the_same_whatever_the_workers_and_interruptions(plan, tmp_path):
    asked = read_plan(plan)
    one = run_plan(asked, tmp_path / "one", workers=1, report=False)
    three = run_plan(asked, tmp_path / "three", workers=3, report=False)
    assert contents(one.folder) == contents(three.folder)
    calls = 1
    while (broken := run_plan(asked, tmp_path / "broken", workers=2, report=False, stop_after=0.0)).status != "done":
        calls += 1
    assert calls == 4  # one for each round, and one that finds that nothing is left
    assert one.intervals == "always valid"
    assert contents(broken.folder) == contents(one.folder)
    again = read_plan(one.folder / "plan.toml")
    assert again.digest() == asked.digest()
    assert run_plan(again, tmp_path / "one", report=False).games.equals(one.games)


def test_a_part_that_uneven_games_miss_is_told(plan, tmp_path):
    result = run_plan(read_plan(plan), tmp_path / "results", report=False)
    lost = max(result.folder.glob("parts/*/*.parquet"), key=lambda path: path.stem)
    lost.unlink()
    assert cli.main(["report", str(result.folder)]) == 2


def test_what_is_wrong_with_ones_own_keys_is_told_with_all_else(tmp_path, plan):
    plan.write_text(PLAN.format(keep=1).replace("health =", "helth =") + "hour = 1\n", encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_plan(plan)
    told = str(error.value)
    assert 'no key is called "helth"; did you mean "health"' in told
    assert "health is missing" in told
    assert '"hour"' in told
    plan.write_text(PLAN.format(keep=1).replace('"halving"', '"estimate"'), encoding="utf-8")
    with pytest.raises(InputError, match='health belongs to question = "halving"; "estimate" has none'):
        read_plan(plan)


def test_a_question_that_new_cannot_write_is_told_with_its_keys(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["new", "--game", "keyforge", "--question", "halving"]) == 2
    assert '"halving" is not one that is written for you; its own keys are health, keep' in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
