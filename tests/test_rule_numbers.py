"""Every kernel that is a rule names its number; the others are listed. `rule_numbers.toml` has the chapters of each
game's rules, in the numbering that its docstrings use, and its kernels that are no rule, such as loops over cards.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from sim import GAMES

TESTS = Path(__file__).parent
SIM = TESTS.parent / "sim"
KEPT = tomllib.loads((TESTS / "rule_numbers.toml").read_text(encoding="utf-8"))
NUMBER = r"\d+(?:\.\d+)*"
NAMED = re.compile(rf"\b[Rr]ules? ({NUMBER}(?:(?:, | and |, and | to ){NUMBER})*)")


def kernels(source: str) -> Iterator[tuple[str, str]]:
    """The kernels of a source, each with its docstring."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and any("kernel" in ast.unparse(one) for one in node.decorator_list):
            yield node.name, ast.get_docstring(node) or ""


def numbers(docstring: str) -> list[str]:
    """The numbers of rules that a docstring names."""
    return [number for named in NAMED.findall(" ".join(docstring.split())) for number in re.findall(NUMBER, named)]


def of_game(game: str) -> dict[str, dict[str, list[str]]]:
    """By file and kernel of a game, the numbers of the rules that it names."""
    return {
        path.name: {name: numbers(text) for name, text in kernels(path.read_text(encoding="utf-8"))}
        for path in sorted((SIM / game).glob("*.py"))
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_kernel_names_its_rule_or_is_listed_as_none(game: str) -> None:
    silent = {
        file: sorted(name for name, named in of_file.items() if not named) for file, of_file in of_game(game).items()
    }
    assert {file: names for file, names in silent.items() if names} == KEPT[game]["no_rule"]


@pytest.mark.parametrize("game", GAMES)
def test_every_number_is_of_a_chapter_of_the_rules(game: str) -> None:
    chapters = KEPT[game]["chapters"]
    named = {number for file in of_game(game).values() for of_kernel in file.values() for number in of_kernel}
    assert {number for number in named if number.split(".")[0] not in chapters} == set()
    assert len({number.split(".")[0] for number in named}) > len(chapters) / 2


def test_numbers_are_found_as_they_are_written() -> None:
    source = '@kernel\ndef f(s):\n    """Wounds\n    land. Rules 6.2.5, 8 and 24."""\ndef g():\n    """Rule 1."""'
    assert [(name, numbers(text)) for name, text in kernels(source)] == [("f", ["6.2.5", "8", "24"])]
