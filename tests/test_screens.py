"""What a browser makes of a report and of the index, on a screen and on a telephone, light and dark: measured by a
headless Chromium where there is one, in a frame as wide as the screen.
"""

import json
import re
import shutil
import subprocess
from html import escape, unescape

import pytest

import experiments
from experiments.commands.runs import index_html, list_runs

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
GAME = "shards_of_infinity"
SCREENS = [(width, height, dark) for width, height in ((1280, 800), (390, 844)) for dark in (False, True)]
FRAME = """<!DOCTYPE html>
<iframe id="screen" style="border: 0; width: {width}px; height: {height}px" srcdoc="{page}"></iframe>
<pre id="measured"></pre>
<script>
document.getElementById("screen").addEventListener("load", (event) => {{
  const page = event.target.contentDocument;
  const bottom = (what) => page.querySelector(what).getBoundingClientRect().bottom;
  const inside = (one) => one.closest(".wide, pre") !== null;
  const out = (one) => one.getBoundingClientRect().right > {width} + 1;
  const body = getComputedStyle(page.body);
  const channels = (colour) => colour.match(/[0-9.]+/g).slice(0, 3).map(Number);
  const lines = (one) => {{
    const range = page.createRange();
    range.selectNodeContents(one);
    return range.getClientRects().length;
  }};
  const isWord = (one) => /^[a-z]{{1,12}}$/.test(one.textContent);
  const open = page.querySelectorAll("details[open]").length;
  for (const one of page.querySelectorAll("details")) one.open = true;
  const wide = [...page.querySelectorAll("div.wide")].filter((one) => one.scrollWidth > one.clientWidth);
  document.getElementById("measured").textContent = JSON.stringify({{
    answer: bottom(".answer"),
    scrolls: page.documentElement.scrollWidth,
    out: [...page.body.querySelectorAll("*")].filter((one) => out(one) && !inside(one)).map((one) => one.outerHTML),
    unshaded: wide.filter((one) => !getComputedStyle(one).backgroundImage.includes("gradient")).length,
    commands: [...page.querySelectorAll("pre")].filter((one) => one.scrollWidth > one.clientWidth).length,
    torn: [...page.querySelectorAll("td")].filter((one) => isWord(one) && lines(one) > 1).length,
    open,
    buttons: page.querySelectorAll("table.sortable th button").length,
    paper: channels(body.backgroundColor),
    ink: channels(body.color),
  }});
}});
</script>"""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """By name, the report of a comparison with long names, and the index of the runs."""
    variants = {"by the rules": {}, "2 mastery for the second player": {"table": {"starting_mastery": [0, 2]}}}
    folder = tmp_path_factory.mktemp("results")
    agents = ["random", "random"]
    played = experiments.compare(GAME, agents, variants, entrant="first", games=40, results=folder, name="screens")
    report = played.report.read_text(encoding="utf-8")
    return {"report": report, "index": index_html(list_runs(folder))}


def measured(page, width, height, dark, folder):
    """What a browser says of a page on such a screen."""
    path = folder / "frame.html"
    path.write_text(FRAME.format(width=width, height=height, page=escape(page)), encoding="utf-8")
    scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", scheme, f"--user-data-dir={folder / 'profile'}"]
    options = [f"--window-size={width + 100},{height + 100}", "--virtual-time-budget=5000", "--dump-dom"]
    done = subprocess.run([*command, *options, path.as_uri()], capture_output=True, text=True, timeout=120)
    found = re.search(r'<pre id="measured">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found, done.stderr
    return json.loads(unescape(found[1]))


@pytest.mark.drawn(2)
@pytest.mark.parametrize(("width", "height", "dark"), SCREENS)
@pytest.mark.parametrize("name", ["report", "index"])
def test_a_page_fits_its_screen(pages, name, width, height, dark, tmp_path):
    seen = measured(pages[name], width, height, dark, tmp_path)
    assert seen["answer"] < height, "the verdict is on screen"
    assert seen["scrolls"] <= width
    assert seen["out"] == [], "what is wider than the screen scrolls in its own place"
    assert seen["unshaded"] == 0, "what scrolls shows that it does"
    assert seen["commands"] == 0, "commands wrap"
    assert seen["torn"] == 0, "no word of a table is broken"
    assert seen["open"] == 0, "readings and what repeats in words are folded"
    assert seen["buttons"] > 3, "tables can be sorted"
    light, dim = (seen["ink"], seen["paper"]) if dark else (seen["paper"], seen["ink"])
    assert min(light) > max(dim) + 150
