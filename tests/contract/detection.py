"""What each kind of tests finds: which of them notice changes of the rules of a game, and which alone.

With PYTHONPATH=.:tests, `python -m contract.detection GAME COUNT SEED` draws so many changes of its code, does each in
a copy of the project, plays the short tests of the game there, and counts by kind. A change of Shards of Infinity takes
about a minute of computing.
"""

from __future__ import annotations

import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

from .code_changes import SIM, CodeChange, every_change, functions, kept, source_of

ROOT = SIM.parent
COPIED = ("sim", "agents", "experiments", "tests", "results", "pyproject.toml", "overnight.py", "README.md")
KINDS = ("mutations", "playouts", "knowledge", "relations", "meetings", "transcripts", "interpreted", "random_cards",
         "pending", "oracles", "agents")  # fmt: skip
"""The kinds of tests that play a game, by their files. What a file about one game alone fails is of the kind "own"."""
SECONDS, ENDLESS = 900.0, "tests that come to no end"
CRASHED = "tests whose process dies"
"""What notices a change after which nothing tells which tests fail."""


def drawn(game: str, count: int, seed: str) -> list[CodeChange]:
    """Changes that no list says to come to the same."""
    same = set(kept(game).equivalent)
    changes = [change for told, change in every_change(game).items() if told not in same]
    return random.Random(f"{seed} {game}").sample(changes, count)


def write(change: CodeChange, game: str, project: Path) -> None:
    """Writes a change into a copy of the project."""
    before = functions(game)[change.place]
    after = change.function()
    after.decorator_list = before.decorator_list
    path = project / "sim" / source_of(game, change.file)
    lines = path.read_text(encoding="utf-8").splitlines()
    first = min(node.lineno for node in [before, *before.decorator_list])
    text = ast.unparse(ast.fix_missing_locations(after)).splitlines()
    path.write_text("\n".join([*lines[: first - 1], *text, *lines[before.end_lineno :], ""]), encoding="utf-8")


def kind_of(path: Path, game: str) -> str | None:
    """The kind of the tests in a file; None if they are not about the rules of a game."""
    name = path.stem.removeprefix("test_")
    return name if name in KINDS else "own" if name.startswith(f"{game}_") else None


def failing(game: str, project: Path) -> set[str]:
    """The kinds of tests that fail in a copy of the project."""
    kinds = {path: kind_of(path, game) for path in (project / "tests").rglob("test_*.py")}
    files = [str(path) for path, kind in sorted(kinds.items()) if kind]
    report = project / "report.xml"
    command = [sys.executable, "-m", "pytest", "-k", game, "--sample", "1", f"--junitxml={report}", *files]
    environment = {**os.environ, "PYTHONPATH": str(project), "XDG_CACHE_HOME": str(project / "cache")}
    subprocess.run(command, cwd=project, env=environment, capture_output=True, timeout=SECONDS, check=False)
    if not report.is_file():
        return {CRASHED}
    cases = ElementTree.parse(report).iter("testcase")
    failed = {case.attrib["classname"] for case in cases if any(part.tag in ("failure", "error") for part in case)}
    found = {kind_of(Path(name.rpartition(".")[2]), game) for name in failed}
    return {kind for kind in found if kind}


def main(game: str, count: int, seed: str) -> None:
    """Prints by kind how many of the changes it notices, and how many nothing else does."""
    noticed, alone, by_none = Counter[str](), Counter[str](), []
    for number, change in enumerate(drawn(game, count, seed)):
        with tempfile.TemporaryDirectory() as folder:
            project = Path(folder)
            for name in COPIED:
                whole = ROOT / name
                shutil.copytree(whole, project / name) if whole.is_dir() else shutil.copy(whole, project / name)
            write(change, game, project)
            try:
                kinds = failing(game, project)
            except subprocess.TimeoutExpired:
                kinds = {ENDLESS}
        noticed.update(kinds)
        alone.update(kinds if len(kinds) == 1 else ())
        by_none += [] if kinds else [f"{change.place}: {change.text}"]
        print(number, change.place, change.text, sorted(kinds), flush=True)
    for kind, times in noticed.most_common():
        print(f"{kind}: {times} of {count}, alone {alone[kind]}")
    print("by none:", *by_none, sep="\n  ")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
