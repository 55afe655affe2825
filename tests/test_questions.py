"""The register of questions: each is found by its name, and says all that others ask of it."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from experiments import read_plan
from experiments.answer.plots import kinds
from experiments.questions.question import QUESTIONS, Question, answer_table, headline, leader, register
from experiments.questions.texts import TextTable
from experiments.statistics.moments import moments_of
from sim import load_game

NOTHING = pd.DataFrame({"name": ["p1"], "games": [0], "score": [float("nan")], "low": 0.0, "high": 1.0, "faults": 0})


def test_every_question_of_plans_is_in_the_register():
    assert set(QUESTIONS) == {"balance", "compare", "estimate", "field", "grid", "improve", "matrix", "race", "sweep"}
    assert all(question.name == name for name, question in QUESTIONS.items())


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_pictures_of_a_question_can_be_drawn(name):
    pictures = QUESTIONS[name].pictures
    assert pictures
    asked = SimpleNamespace(question=name, game=load_game("shards_of_infinity"))
    assert set(pictures) <= set(kinds(SimpleNamespace(plan=asked)))
    assert len(set(pictures)) == len(pictures)


@pytest.mark.parametrize("name", QUESTIONS)
def test_nobody_leads_before_the_first_sound_game(name):
    assert leader(name, NOTHING) == ""
    plan = SimpleNamespace(question=name)
    assert headline(plan, NOTHING, NOTHING) == "No game has been played yet"
    assert headline(plan, NOTHING.assign(games=4), NOTHING) == "No deal was without a fault"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_of_equal_seats_one_is_said_to_stand_out_in_a_twentieth_of_all_runs_at_most(players):
    """The headline names whoever stands out, after looking: so all seats are judged together."""
    rng, runs, question = np.random.default_rng(41), 400, QUESTIONS["estimate"]
    table = {"players": players}
    plan = read_plan({
        "question": "estimate", "game": "nightfall", "agents": ["random"] * players, "table": table,
        "stop": {"games": 200 * players},
    })  # fmt: skip
    wrong, alone = 0, 0
    for _ in range(runs):
        winners = rng.integers(0, players, (200, players))
        variant = SimpleNamespace(
            moments=moments_of(*((winners == seat).mean(axis=1) for seat in range(players))), faults=0
        )
        found = question.summarize(plan, SimpleNamespace(variants=[variant], games=200 * players), 0.95, False)
        wrong += (found["verdict"] == "above an even share").any()
        alone += (found["low"] > 1 / players).any()
    assert wrong / runs <= 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5
    assert wrong == alone if players == 2 else wrong < alone


def test_a_question_that_lacks_a_part_cannot_join():
    class Half(Question):
        name = "half"

    with pytest.raises(TypeError, match="summarize"):
        register(Half)
    assert "half" not in QUESTIONS


def test_a_question_joins_by_itself(monkeypatch):
    monkeypatch.setattr("experiments.questions.question.QUESTIONS", QUESTIONS.copy())

    @register
    class Twice(type(QUESTIONS["estimate"])):
        name = "twice"

        def text_table(self, table, most=None):
            return TextTable(["Twice"], [[row] for row in table["name"]])

    assert answer_table("twice", NOTHING).rows == [["p1"]]
    assert "twice" not in QUESTIONS
