"""Agents of an earlier commit play against today's."""

import contextlib
import functools
import re
import shutil
import subprocess

import pytest

from experiments.run import progress as module
from experiments.run.progress import progress, state_changed
from sim.core.errors import InputError
from sim.core.kernel import ROOT

SHARDS = "shards_of_infinity"


def git(folder, *arguments):
    names = ("-c", "user.name=test", "-c", "user.email=test@example.org")
    subprocess.run(["git", *names, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def history(tmp_path_factory):
    """A history of agents: the best one of Shards first recruited hardly anybody, then was as today, then gone."""
    folder = tmp_path_factory.mktemp("history")
    shutil.copytree(ROOT / "agents", folder / "agents", ignore=shutil.ignore_patterns("__pycache__"))
    numbers = folder / "agents" / SHARDS / "strategies.toml"
    today = numbers.read_text(encoding="utf-8")
    head, best, rest = today.partition("[best]")
    git(folder, "init", "--quiet")
    for tag, text in (
        ("weak", head + best + re.sub(r"(?m)^recruit_threshold = .*$", "recruit_threshold = 90", rest, count=1)),
        ("same", today),
    ):
        numbers.write_text(text, encoding="utf-8")
        git(folder, "add", ".")
        git(folder, "commit", "--quiet", "--message", tag)
        git(folder, "tag", tag)
    git(folder, "rm", "-r", "--quiet", f"agents/{SHARDS}")
    git(folder, "commit", "--quiet", "--message", "none")
    git(folder, "tag", "none")
    return folder


@pytest.fixture(scope="module")
def kept(history):
    """The agents of a commit of this history, which are compiled when they are first asked for."""
    with contextlib.ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        agents_at = functools.cache(functools.partial(_entered, stack, module.earlier_agents))
        patch.setattr(module, "ROOT", history)
        patch.setattr(module, "earlier_agents", lambda *asked: contextlib.nullcontext(agents_at(*asked)))
        yield


def _entered(stack, context, *asked):
    return stack.enter_context(context(*asked))


@pytest.fixture
def told(kept):
    return lambda *commits, agent="best", against=None: list(
        progress(SHARDS, agent, commits, deals=200, against=against)
    )


@pytest.mark.drawn(of="measuring")
def test_strength_is_told_commit_by_commit(told):
    weak, same = told("weak", "same")
    assert weak.gain.low > 0
    assert same.gain.estimate == 0
    assert weak.games == same.games == 2 * 2 * 200
    assert weak.commit.endswith(" weak")


def test_an_agent_plays_another_of_then(told):
    (weak,) = told("weak", agent="published_v007", against="best")
    (same,) = told("same", agent="published_v007", against="best")
    assert same.gain.high < -0.3 < weak.gain.low
    with pytest.raises(InputError, match='"nobody"'):
        told("same", against="nobody")


@pytest.mark.parametrize(
    ("commit", "agent", "words"),
    [
        ("weak", "random", ["weak", '"random"']),
        ("none", "best", ["none", SHARDS]),
        ("nosuch", "best", ['no commit is called "nosuch"; `git log --oneline` lists them']),
        ("wek", "best", ['no commit is called "wek"', 'did you mean "weak"']),
    ],
)
def test_what_cannot_be_had_is_told(told, commit, agent, words):
    with pytest.raises(InputError) as error:
        told(commit, agent=agent)
    assert all(word in str(error.value) for word in words)


def test_a_state_that_is_written_otherwise_since_is_told(tmp_path, monkeypatch):
    state = tmp_path / "sim" / SHARDS / "state.py"
    state.parent.mkdir(parents=True)
    git(tmp_path, "init", "--quiet")
    for tag, text in (("then", "a = card"), ("later", "a = seat")):
        state.write_text(text, encoding="utf-8")
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "--quiet", "--message", tag)
        git(tmp_path, "tag", tag)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    assert state_changed(SHARDS, "then")
    assert not state_changed(SHARDS, "later")
    state.write_text("a = row", encoding="utf-8")
    assert state_changed(SHARDS, "later")
