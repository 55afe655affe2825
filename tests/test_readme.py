"""What the README shows works as it stands: code and files with fewer games; commands, also of the other pages,
are understood.
"""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

import experiments
from experiments.commands import cli
from experiments.plan.reading import read_plan
from experiments.plan.shipped import shipped_plans
from sim import GAMES, load_game

PROJECT = Path(__file__).parents[1]
README = (PROJECT / "README.md").read_text(encoding="utf-8")
PAGES = sorted(path for path in PROJECT.glob("*/**/*.md") if "." not in path.relative_to(PROJECT).parts[0])
ALL_PAGES = [PROJECT / "README.md", *PAGES]
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
CODE = [text for language, text in BLOCKS if language == "python"]
FILES = [text for language, text in BLOCKS if language == "toml"]
OWN = README[README.index("\n## Your own\n") : README.index("\n## With other tools\n")]
TOLD = "\n".join(path.read_text(encoding="utf-8") for path in ALL_PAGES)
SHOWN = re.findall(r"^```sh\n(.*?)^```", TOLD, re.DOTALL | re.MULTILINE)
COMMANDS = sorted(
    {
        line.split("overnight ", 1)[1].split("#")[0].split("' ")[0].split(" > ")[0].strip(" '")
        for text in [*SHOWN, *re.findall(r"`([^`\n]*)`", TOLD)]
        for line in text.splitlines()
        if re.match(r"(\S*/)?overnight |.*[ '](\.venv/bin/)?overnight run PLAN", line.strip())
    }
)


def test_a_newcomer_reads_the_readme_in_one_sitting():
    """Under 250 lines: first the two commands, an answer, its picture and the games, then a page."""
    lines = README.splitlines()
    assert len(lines) < 250
    first = "\n".join(lines[:60])
    assert all(shown in first for shown in ("make demo", "make test", "does best of 4", ".png)"))
    assert all(load_game(game).title in first for game in GAMES)
    assert any(line.startswith("![") and "/page_" in line for line in lines[30:60])


@pytest.mark.parametrize("page", ALL_PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_links_lead_to_files(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, place = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        headings = re.findall(r"^#+ (.*)", target.read_text(encoding="utf-8"), re.MULTILINE) if place else []
        assert not place or place in {heading.lower().replace(" ", "-") for heading in headings}, link


def test_the_readme_shows_a_deck_a_supply_cards_and_an_agent_in_ten_lines_each():
    (supply,) = [text for text in FILES if "supply" in text]
    blocks = [supply, *re.findall(r"^```\w+\n(.*?)^```", OWN, re.DOTALL | re.MULTILINE)]
    assert len(blocks) == 4
    assert all(len([line for line in text.splitlines() if line.strip()]) <= 10 for text in blocks)


@pytest.mark.parametrize("number", range(len(CODE)))
def test_code_runs(number, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    exec(compile(re.sub(r"games=[\d_]+", "games=8", CODE[number]), "README.md", "exec"), {})
    assert "%" in capsys.readouterr().out or "print" not in CODE[number]


def test_the_squad_that_is_shown_is_one_that_a_player_would_bring():
    """It wins its share against a shipped one, and spends its crystals."""
    squad = re.search(r'"""(Gobrakh .*?)"""', README, re.DOTALL)[1]
    table = {"squads": [squad, "forests-starter"]}
    played = experiments.estimate("berserk", ["best"] * 2, games=120, table=table, results=None)
    assert 0.3 < played.table["score"][0] < 0.95
    assert load_game("berserk").left_unused(played.plan.variants[0].table, ()) == {}


@pytest.mark.parametrize("text", [text for text in FILES if "question" in text])
def test_plans_are_played(text, tmp_path):
    (tmp_path / "plan.toml").write_text(text, encoding="utf-8")
    assert read_plan(tmp_path / "plan.toml").stop.games >= 20_000
    few = {**tomllib.loads(text), "stop": {"games": 4}}
    assert experiments.run_plan(read_plan(few), tmp_path, workers=1, report=False).table["games"].tolist() == [4, 4]


def test_card_files_are_played(tmp_path, monkeypatch, capsys):
    (text,) = [text for text in FILES if "question" not in text]
    (command,) = [command for command in COMMANDS if "my_cards.toml" in command]
    monkeypatch.chdir(tmp_path)
    Path("my_cards.toml").write_text(text, encoding="utf-8")
    assert cli.main([*shlex.split(command), "--agents", "random", "--table", "turn_limit=3"]) == 0
    assert "The game" in capsys.readouterr().out


def test_commands_are_found():
    assert len(COMMANDS) > 25
    assert {"status", "run PLAN"} <= set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_are_understood(command):
    name, *arguments = shlex.split(command)
    if name.startswith("-"):
        assert name in ("--help", "--install-completion")
        return
    if not arguments:
        assert name in cli.COMMANDS
        return
    if arguments == ["--help"]:
        assert name in cli.COMMANDS
        return
    read = cli._load(name).make_context(
        name, [STANDS_FOR.get(word, word) for word in arguments], resilient_parsing=False
    )
    for value in read.params.values():
        if str(value).startswith("experiments/plans"):
            assert read_plan(PROJECT / value)
        elif value in shipped_plans():
            assert read_plan(value)


STANDS_FOR = {"N": "1", "K": "1", "GAME": next(iter(GAMES))}
"""Words that stand for a number or a game."""


def test_every_folder_of_a_run_that_is_named_is_one_that_is_made():
    assert set(re.findall(r"results/([\w*-]+)(?=[.]*/report)", README)) == {"shards_of_infinity_demo-"}
    assert set(re.findall(r"results/(\w+)-\*", README)) <= {"shards_of_infinity_demo"}
    made = (PROJECT / "Makefile").read_text(encoding="utf-8")
    assert "overnight run shards_of_infinity_demo\n" in made
