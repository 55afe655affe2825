"""What the script of a page does: tables are sorted, runs are filtered. Played by Node where it is there, on as much of
a page as the script touches.
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from experiments.answer import pages

SCRIPT = Path(pages.__file__).with_name("page.js")
PAGE = """
const element = (more) => ({ attributes: {}, listeners: {}, childNodes: [], append() {},
  addEventListener(name, does) { this.listeners[name] = does; },
  getAttribute(name) { return this.attributes[name] ?? null; },
  setAttribute(name, value) { this.attributes[name] = value; },
  removeAttribute(name) { delete this.attributes[name]; }, ...more });
const row = (cells) => element({ dataset: { game: cells[0].textContent }, hidden: false, cells,
  textContent: cells.map((cell) => cell.textContent).join(" ") });
const rows = given.rows.map((texts) => row(texts.map((text, n) => element({ textContent: text,
  dataset: { value: given.numbers[n] ? (text.match(/[-+]?[0-9.]+/) ?? [""])[0] : undefined } }))));
const buttons = [];
const headings = given.numbers.map((number) => element({ classList: { contains: () => number } }));
const body = { rows, append(...sorted) { this.rows = sorted; } };
const table = { tBodies: [body], tHead: { rows: [{ cells: headings }] } };
const form = element({ hidden: true, elements: { game: { value: "" }, words: { value: "" } } });
const document = { querySelectorAll: (what) => (what === "table.sortable" ? [table] : rows),
  querySelector: () => form, createElement: () => { buttons.push(element({})); return buttons.at(-1); } };
"""
TELL = """
const told = given.clicks.map((n) => { buttons[n].listeners.click();
  return [body.rows.map((one) => one.cells[n].textContent), headings.map((one) => one.getAttribute("aria-sort"))]; });
const shown = given.wishes.map(([game, words]) => { form.elements.game.value = game; form.elements.words.value = words;
  form.listeners.input(); return rows.filter((one) => !one.hidden).map((one) => one.cells[0].textContent); });
console.log(JSON.stringify({ told, shown, hidden: form.hidden }));
"""
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="no Node here")


def played(**given):
    script = f"const given = {json.dumps(given)};\n{PAGE}\n{SCRIPT.read_text(encoding='utf-8')}\n{TELL}"
    done = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


ROWS = [["b", "9 % ± 1"], ["a10", "33.1 % ± 1.4"], ["a9", ""], ["c", "-4 points"]]


@needs_node
def test_a_click_sorts_and_another_turns_round():
    found = played(rows=ROWS, numbers=[False, True], clicks=[1, 1, 0, 0], wishes=[])["told"]
    assert found[0] == [["33.1 % ± 1.4", "9 % ± 1", "-4 points", ""], [None, "descending"]]
    assert found[1] == [["-4 points", "9 % ± 1", "33.1 % ± 1.4", ""], [None, "ascending"]]
    assert found[2] == [["a9", "a10", "b", "c"], ["ascending", None]]
    assert found[3] == [["c", "b", "a10", "a9"], ["descending", None]]


@needs_node
def test_runs_are_filtered_by_game_and_words():
    wishes = [["", ""], ["b", ""], ["", "POINTS"], ["", "9 % ±"], ["b", "points"]]
    found = played(rows=ROWS, numbers=[False, True], clicks=[], wishes=wishes)
    assert found["shown"] == [["b", "a10", "a9", "c"], ["b"], ["c"], ["b"], []]
    assert found["hidden"] is False


def test_the_script_asks_nothing_of_the_network():
    text = SCRIPT.read_text(encoding="utf-8")
    assert not any(word in text for word in ("fetch", "XMLHttp", "import", "innerHTML", "eval", "http"))
