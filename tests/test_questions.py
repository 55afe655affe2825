"""The register of questions: each is found by its name, and says all that others ask of it."""

from types import SimpleNamespace

import pandas as pd
import pytest

from experiments.answer.plots import kinds
from experiments.questions.question import QUESTIONS, Question, answer_table, headline, leader, register
from experiments.questions.texts import TextTable
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
