"""Every notebook runs from the first cell to the last, and stands without outputs in version control."""

from __future__ import annotations

import os
import re
from pathlib import Path

import nbformat
import pytest
from jupyter_client import KernelManager
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def test_there_are_notebooks():
    assert {path.stem for path in NOTEBOOKS} >= {"quickstart", "shards_of_infinity", "aeons_end"}


def with_fewer_games(source):
    """A cell with a tenth of the games, which shows as well that it runs."""
    return re.sub(r"\b(games=|GAMES = )([\d_]{3,})", lambda found: f"{found[1]}{int(found[2]) // 10}", source)


@pytest.fixture(scope="module")
def kernel():
    """A process that executes one notebook after the other: to import everything takes it longer than most of them."""
    manager = KernelManager()
    manager.start_kernel(env={**os.environ, "PYTHONPATH": str(ROOT)})  # what lies here, whatever is installed
    yield manager
    manager.shutdown_kernel(now=True)


@pytest.mark.drawn(2)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path, kernel, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    assert all(not cell.get("outputs") and not cell.get("execution_count") for cell in notebook.cells)
    for cell in notebook.cells:
        cell.source = with_fewer_games(cell.source) if cell.cell_type == "code" else cell.source
    notebook.cells.insert(0, nbformat.v4.new_code_cell(f"%reset -f\n%cd -q {tmp_path}"))
    NotebookClient(notebook, km=kernel, timeout=300).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any(output.get("data", {}).get("text/html") or output.get("text") for output in outputs)
    assert any("image/png" in output.get("data", {}) for output in outputs)


def test_games_become_fewer_and_other_numbers_stay():
    source = "GAMES = 2_000\nasked(games=400, seed=1_000)\nasked(games=2 * GAMES)"
    assert with_fewer_games(source) == "GAMES = 200\nasked(games=40, seed=1_000)\nasked(games=2 * GAMES)"
