"""Pages in a real browser: a plan from its form to its report, replays, games that are played by clicking and by keys
alone; what axe-core and a stopwatch say of each page. Skipped where there is no Chromium.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import experiments
from agents import load_agent
from experiments.answer.replay import new_setting
from experiments.answer.story import story_html, tell_story
from experiments.commands.one_card import told_cards
from experiments.commands.runs import list_runs
from experiments.plan.reading import read_plan
from experiments.web.sessions import Tables
from sim import GAMES

sync_api = pytest.importorskip("playwright.sync_api", reason="no playwright here")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe-core here")

PROJECT = Path(__file__).parents[1]
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None and "CI" not in os.environ, reason="no Chromium here")
SCREENS = [
    (1280, 800, "light"),
    (390, 844, "dark"),
    pytest.param(1280, 800, "dark", marks=pytest.mark.long),
    pytest.param(390, 844, "light", marks=pytest.mark.long),
]
"""Width, height and scheme: the short tests see both widths and both schemes, the long ones each width with each."""
PATIENCE = 240_000
"""Milliseconds that a page may take which waits for a game to be compiled."""
MANY = 1_000
PAINT_SECONDS = 1.0
SPIN_SECONDS = 0.2
PAINTS = """() => performance.getEntriesByName("first-contentful-paint")[0].startTime"""
SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 100);
})"""


class Server:
    """A server of a folder, in a process of its own, which may be killed and started again at the same port."""

    def __init__(self, results):
        self.results, self.port = results, 0
        self.start()

    def start(self):
        command = [sys.executable, "-m", "experiments", "serve", str(self.results), "--port", str(self.port), "--json"]
        self.process = subprocess.Popen(
            command, cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
        )
        self.url = json.loads(self.process.stdout.readline())["address"].rstrip("/")
        self.port = int(self.url.rpartition(":")[2])

    def kill(self):
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.communicate()


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """A folder with a run whose games can be read."""
    folder = tmp_path_factory.mktemp("results")
    variants = {"by the rules": {}, "2 mastery": {"table": {"starting_mastery": [0, 2]}}}
    experiments.compare(
        "shards_of_infinity", ["random", "random"], variants, entrant="first", games=200, results=folder, name="read",
        workers=1,
    )  # fmt: skip
    entries = {name: {"agent": name} for name in ("random", "lean_deck", "champions")}
    experiments.matrix(
        "shards_of_infinity", ["random", "random"], entries, games=20, results=folder, name="pairs", workers=1
    )
    return folder


@pytest.fixture(scope="module")
def server(results):
    found = Server(results)
    yield found
    found.kill()


@pytest.fixture(scope="module")
def chromium():
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Screen:
    """A page, and what went wrong on it."""

    def __init__(self, chromium, width=1280, height=900, scheme="light", script=True):
        context = chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, java_script_enabled=script
        )
        context.set_default_timeout(PATIENCE)
        self.page, self.wrong = context.new_page(), []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda told: self.wrong.append(told.text) if told.type == "error" else None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.page.context.close()


@pytest.fixture
def screen(chromium):
    with Screen(chromium) as found:
        yield found
    assert found.wrong == []


def wait_for(page, what):
    """Waits until an expression is true on a page; playwright's own way needs what our policy forbids."""
    until = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(what):
        assert time.monotonic() < until, what
        page.wait_for_timeout(20)


# --- a run, from the form to its report -------------------------------------------------------------------------------


def test_a_run_is_started_from_the_form_ends_and_is_read(server, screen):
    page = screen.page
    page.goto(f"{server.url}/")
    page.click("text=New plan")
    page.click("text=Shards of Infinity")
    page.click("a:text-is('compare')")
    page.fill("[data-search=choose]", "random")
    page.check("[name=choose][value=random]")
    page.fill("[data-search=choose]", "lean_deck")
    assert page.is_visible("[name=choose][value=random]"), "what is chosen stays in sight"
    page.check("[name=choose][value=lean_deck]")
    page.check("[name=against][value=random]")
    page.fill("[name=games]", "2000")
    page.fill("[name=within]", "nonsense")
    page.click("button:has-text('Write it')")
    assert "a number above 0" in page.inner_text("#wrong_within")
    assert page.is_checked("[name=choose][value=lean_deck]"), "what was answered is kept"
    page.fill("[name=within]", "")
    page.fill("[name=name]", "from_the_form")
    screen.wrong.clear()  # the browser tells a refused form as an error
    page.click("button:has-text('Write it')")
    page.wait_for_selector(".cost")
    assert "2,000 games" in page.inner_text(".cost")
    page.click("button:has-text('Start')")
    page.wait_for_selector("#run")
    wait_for(page, "document.querySelector('[data-told=status_told]').textContent === 'done'")
    page.wait_for_selector("[data-report] a")
    page.click("[data-report] a")
    assert "from_the_form" in page.inner_text("h1")
    assert page.locator("#answer tbody tr").count() == 2


def test_a_replay_is_stepped_through(server, results, screen):
    (run,) = (one.run for one in list_runs(results) if one.run.startswith("read"))
    page = screen.page
    page.goto(f"{server.url}/runs/{run}")
    page.click("table a:has-text('game ') >> nth=0")
    page.wait_for_selector(".replay .card")
    last = page.evaluate("document.querySelector('.replay').replay.story.frames.length - 1")
    at = "document.querySelector('.replay').replay.at"
    page.click("[data-does=next]")
    assert page.evaluate(at) == 1
    assert page.locator(".table .changed").count() > 0, "what changed is marked"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(at) == 2
    page.keyboard.press("End")
    assert page.evaluate(at) == last
    assert "The game ends" in page.inner_text(".told")
    page.select_option("select[name=turn]", label="turn 3")
    assert page.inner_text(".log [aria-current]") != ""
    before = page.evaluate(at)
    page.select_option("select[name=speed]", "20")
    page.click("[data-does=play]")
    wait_for(page, f"{at} > {before + 3}")
    page.click("[data-does=play]")
    page.click(".swings button >> nth=0")
    page.hover(".table .card[data-card] >> nth=0")
    assert page.inner_text(".about strong").endswith(")"), "a card is told with its id"
    page.keyboard.press("Home")
    page.click("#options summary")
    page.wait_for_selector("#options button")
    page.click("#options button >> nth=0")
    wait_for(page, "/points .*the same 200 games/.test(document.querySelector('#options').textContent)")


def test_a_replay_in_one_file_needs_no_server(results, chromium, tmp_path):
    (run,) = (one.run for one in list_runs(results) if one.run.startswith("read"))
    file = tmp_path / "game.html"
    command = [sys.executable, "-m", "experiments", "replay", run, "3", "--results", str(results), "--html", str(file)]
    subprocess.run(command, cwd=PROJECT, check=True, capture_output=True)
    with Screen(chromium) as screen:
        asked = []
        screen.page.on("request", lambda request: asked.append(request.url))
        screen.page.goto(file.as_uri())
        screen.page.keyboard.press("ArrowRight")
        assert screen.page.locator(".card").count() > 5
        assert asked == [file.as_uri()]
        assert screen.wrong == []
    with Screen(chromium, script=False) as screen:
        screen.page.goto(file.as_uri())
        assert "The game ends in turn" in screen.page.inner_text("main"), "without scripts it is a log"


def test_a_log_that_is_pasted_is_stepped_through(server, screen):
    page = screen.page
    text = new_setting("shards_of_infinity", ["random"]).tell(3).log.text
    page.goto(f"{server.url}/logs")
    page.fill("textarea", text)
    page.click("button:has-text('Step through it')")
    page.wait_for_selector(".replay .card")
    page.keyboard.press("End")
    assert text.splitlines()[-1] in page.inner_text(".told")
    page.keyboard.press("Home")
    page.click("#options summary")
    page.wait_for_selector("#options button")
    with page.expect_download() as kept:
        page.click("text=the log as text")
    assert Path(kept.value.path()).read_text(encoding="utf-8") == text


# --- pictures ---------------------------------------------------------------------------------------------------------

TOLD = """(spot) => getComputedStyle(spot, "::after").content"""


@pytest.mark.parametrize("script", [True, False], ids=["with scripts", "without"])
def test_a_cell_of_a_picture_tells_its_pair_and_leads_to_its_games(server, results, chromium, script):
    (run,) = (one.run for one in list_runs(results) if one.run.startswith("pairs"))
    with Screen(chromium, script=script) as screen:
        page = screen.page
        page.goto(f"{server.url}/runs/{run}/report")
        spots = page.locator(".picture >> nth=0").locator(".spot")
        assert spots.count() == 6
        cell = spots.nth(1)
        assert cell.evaluate(TOLD) == "none", "nothing is told before it is asked"
        cell.hover()
        assert re.fullmatch(r'"\w+ against \w+: \d+ % .*, 20 games, [\w %]+"', cell.evaluate(TOLD))
        pair = re.findall(r"random|lean_deck|champions", cell.evaluate(TOLD))
        cell.click()
        assert set(re.findall(r"random|lean_deck|champions", page.url)) == set(pair)
        page.click("table a:has-text('game ') >> nth=0")
        page.wait_for_selector("h1:has-text('game ')")
        assert all(name in page.inner_text("h1") for name in pair)


def test_arrow_keys_lead_from_cell_to_cell(server, results, screen):
    (run,) = (one.run for one in list_runs(results) if one.run.startswith("pairs"))
    page = screen.page
    page.goto(f"{server.url}/runs/{run}/report")
    page.locator(".picture >> nth=0").locator(".spot >> nth=0").focus()
    seen = []
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
        seen.append(page.evaluate("document.activeElement.getAttribute('aria-label')"))
        assert page.evaluate("getComputedStyle(document.activeElement, '::after').content") == json.dumps(
            seen[-1], ensure_ascii=False
        )
        assert page.locator(".picture >> nth=0").locator(".spot[tabindex='0']").count() == 1
    assert len(set(seen)) == 3


@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS)
def test_what_is_told_stays_on_the_screen(server, results, chromium, width, height, scheme):
    (run,) = (one.run for one in list_runs(results) if one.run.startswith("read"))
    with Screen(chromium, width, height, scheme) as screen:
        page = screen.page
        page.goto(f"{server.url}/runs/{run}/report")
        for spot in page.locator(".picture .spot:visible").all():
            spot.focus()
            assert page.evaluate("document.documentElement.scrollWidth") <= width


# --- playing ----------------------------------------------------------------------------------------------------------

CLICK = """(turn) => {
  const { play } = document.querySelector(".playing");
  if (play.busy) return "busy";
  if (play.scene.over) return "over";
  const cards = [...document.querySelectorAll(".table .can")];
  const listed = [...document.querySelectorAll(".actions button[value]")];
  const [from, kind] = cards.length && !play.picks.length ? [cards, "card"] : [listed, "list"];
  from[turn % from.length].click();
  return kind;
}"""


def sit(page, url, game, agent="best"):
    """A new game, p1 played here."""
    page.goto(f"{url}/play?game={game}")
    page.select_option("[name=agent_p2]", agent)
    page.fill("[name=seed]", "5")
    page.click("button:has-text('Begin')")
    page.wait_for_selector(".playing .card")


def clicked(page, most=4_000, until=lambda count: False):
    """How often a card or a place, and how often the list was clicked, until the game is over."""
    counts = {"card": 0, "list": 0, "busy": 0}
    for turn in range(most):
        found = page.evaluate(CLICK, turn * 7)
        if found == "over" or until(counts["card"]):
            break
        counts[found] += 1
        wait_for(page, "!document.querySelector('.playing').play.busy")
    return counts


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_clicking(server, screen, game):
    page = screen.page
    sit(page, server.url, game)
    counts = clicked(page)
    assert page.evaluate("document.querySelector('.playing').play.scene.over")
    assert counts["card"] > 3
    assert "The game ends in turn" in page.inner_text(".told")
    page.click("[data-over]")
    page.wait_for_selector(".replay .steps")
    page.keyboard.press("End")
    assert "The game ends in turn" in page.inner_text(".told")


def test_keys_alone_play_a_game(server, screen):
    """Tab and Enter alone, to the end."""
    page = screen.page
    sit(page, server.url, "nightfall", "random")
    for count in range(600):
        if page.evaluate("document.querySelector('.playing').play.scene.over"):
            break
        for _ in range(80):
            page.keyboard.press("Tab")
            on = page.evaluate("document.activeElement.matches('.actions button[value], .table .can')")
            if on and (count % 3 or page.evaluate("document.activeElement.matches('.actions button')")):
                break
        page.keyboard.press("Enter")
        wait_for(page, "!document.querySelector('.playing').play.busy")
    assert "The game ends in turn" in page.inner_text(".told")


def test_a_game_goes_on_after_the_server_was_killed(results, screen):
    here = Server(results)
    page = screen.page
    sit(page, here.url, "shards_of_infinity", "random")
    clicked(page, 12)
    frames = page.evaluate("document.querySelector('.playing').play.frames.length")
    here.kill()
    page.click(".actions button >> nth=0")
    page.wait_for_selector(".told [role=alert]")
    here.start()
    screen.wrong.clear()  # that nobody answered
    page.reload()
    page.wait_for_selector(".playing .card")
    assert page.evaluate("document.querySelector('.playing').play.frames.length") == frames
    clicked(page)
    assert "The game ends in turn" in page.inner_text(".told")
    here.kill()
    assert len(Tables(results).names()) > 0


def test_undo_and_hint_are_a_click(server, screen):
    page = screen.page
    sit(page, server.url, "shards_of_infinity", "random")
    before = page.inner_text(".actions ul")
    page.click(".actions button >> nth=0")
    wait_for(page, f"document.querySelector('.actions ul').innerText !== {json.dumps(before)}")
    page.click("[data-does=take-back]")
    wait_for(page, f"document.querySelector('.actions ul').innerText === {json.dumps(before)}")
    page.click("[data-does=hint]")
    page.wait_for_selector(".hint strong")


def painted(chromium, url, check):
    """Seconds to the first paint of a page, the least of three, as on a machine that does nothing else: by how much
    longer than its CPU time a spin loop takes meanwhile.
    """
    found = []
    for _ in range(3):
        with Screen(chromium) as screen:
            began, used = time.perf_counter(), time.process_time()
            while time.process_time() - used < SPIN_SECONDS:
                pass
            slower = (time.perf_counter() - began) / (time.process_time() - used)
            screen.page.goto(url)
            check(screen.page)
            found.append(screen.page.evaluate(PAINTS) / 1000 / max(slower, 1.0))
    return min(found)


# --- how it looks -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def addresses(server, results, chromium):
    """One page of each sort."""
    (run,) = (one.run for one in list_runs(results) if one.run.startswith("read"))
    (pairs,) = (one.run for one in list_runs(results) if one.run.startswith("pairs"))
    with Screen(chromium) as screen:
        page = screen.page
        sit(page, server.url, "berserk", "random")
        berserk = page.url.removeprefix(server.url)
        page.goto(f"{server.url}/new?game=shards_of_infinity&question=estimate&of=agents")
        page.fill("[name=games]", "100")
        page.click("button:has-text('Write it')")
        page.wait_for_selector(".cost")
        plan = page.url.removeprefix(server.url)
    return {
        "index": "/",
        "run": f"/runs/{run}",
        "report": f"/runs/{run}/report",
        "games": f"/runs/{run}/games",
        "game": f"/runs/{run}/games/3",
        "form": "/new?game=keyforge&question=compare&of=decks",
        "play": "/play?game=berserk",
        "table": berserk,
        "problem": "/runs/nosuch",
        "pairs": f"/runs/{pairs}",
        "pairs_report": f"/runs/{pairs}/report",
        "logs": "/logs",
        "plan": plan,
    }


SORTS = (
    "index", "run", "report", "games", "game", "form", "play", "table", "problem", "pairs", "pairs_report", "logs",
    "plan",
)  # fmt: skip


@pytest.mark.drawn(1)
@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS)
def test_each_page_fits_its_screen_and_passes_axe(server, addresses, chromium, width, height, scheme):
    wrong = []
    for sort in SORTS:
        with Screen(chromium, width, height, scheme) as screen:
            screen.page.goto(server.url + addresses[sort])
            screen.page.wait_for_timeout(300)
            if screen.page.evaluate("document.documentElement.scrollWidth") > width:
                wrong.append(f"{sort}: wider than the screen")
            found = axe.Axe().run(screen.page).response["violations"]
            wrong += [f"{sort}: {one['id']}: {one['nodes'][0]['html'][:200]}" for one in found]
            wrong += [f"{sort}: {text}" for text in screen.wrong if sort != "problem"]
    assert wrong == []


def test_nothing_moves_while_figures_change(server, results, chromium):
    """The manifest of a run changes five times; rows and tables stay where they are."""
    (run,) = (one.run for one in list_runs(results) if one.run.startswith("read"))
    manifest = results / run / "manifest.json"
    kept = manifest.read_text(encoding="utf-8")
    with Screen(chromium) as index, Screen(chromium) as of_run:
        pages = [index.page, of_run.page]
        for page, path in zip(pages, ("/", f"/runs/{run}"), strict=True):
            page.goto(server.url + path)
        index.page.wait_for_timeout(2_500)
        settled = [page.evaluate(SHIFTS) for page in pages]
        for number in range(5):
            facts = {**json.loads(kept), "last_write": f"2026-11-2{number}T10:00:00+00:00"}
            manifest.write_text(json.dumps(facts), encoding="utf-8")
            index.page.wait_for_timeout(1_200)
        for page, before in zip(pages, settled, strict=True):
            assert "2026-11-24" in page.inner_text("main")
            assert page.evaluate(SHIFTS) - before < 0.01
    manifest.write_text(kept, encoding="utf-8")


@pytest.mark.long  # a second is measured
def test_a_thousand_runs_are_painted_within_a_second(results, chromium, tmp_path):
    (folder,) = (Path(one.folder) for one in list_runs(results) if one.run.startswith("read"))
    for number in range(MANY):
        shutil.copytree(folder, tmp_path / f"r{number:04d}-{folder.name[-8:]}", ignore=shutil.ignore_patterns("plots"))
    here = Server(tmp_path)

    def check(page):
        assert page.locator("#runs tbody tr").count() == MANY

    seconds = painted(chromium, here.url, check)
    here.kill()
    assert seconds < PAINT_SECONDS


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A folder with a run of 36 x 36 entries, and its name."""
    folder = tmp_path_factory.mktemp("large")
    gem = load_agent("shards_of_infinity", "lean_deck").parameters["gem"]
    entries = [
        {"name": f"entry {number}", "agent": {"agent": "lean_deck", "gem": gem + number / 10}} for number in range(36)
    ]
    plan = {"question": "matrix", "game": "shards_of_infinity", "name": "large", "entries": entries}
    asked = read_plan({**plan, "agents": ["random", "random"], "stop": {"games": 2}})
    return folder, experiments.run_plan(asked, folder, workers=1, report=False).folder.name


@pytest.mark.long  # a second is measured
def test_a_large_matrix_is_painted_within_a_second(chromium, large):
    folder, run = large
    here = Server(folder)

    def check(page):
        assert page.locator(".heat td a").count() == 36 * 35

    seconds = painted(chromium, f"{here.url}/runs/{run}", check)
    here.kill()
    assert seconds < PAINT_SECONDS


def test_each_cell_of_a_matrix_leads_to_the_games_of_its_pair(screen, large):
    folder, run = large
    here = Server(folder)
    page = screen.page
    page.goto(f"{here.url}/runs/{run}")
    told = page.get_attribute(".heat td a >> nth=40", "title")
    assert re.fullmatch(r"entry \d+ against entry \d+: \d+ % .*, 2 games, \w.*", told)
    page.click(".heat td a >> nth=40")
    page.click("table a:has-text('game ') >> nth=0")
    page.wait_for_selector(".replay .card")
    here.kill()


def test_a_game_without_a_layout_is_drawn_as_lists(chromium, tmp_path):
    setting = new_setting("shards_of_infinity", ["random"])
    story = {**tell_story(setting, 3, chances="none"), "layout": {}}
    file = tmp_path / "seventh.html"
    file.write_text(story_html(story, told_cards(setting.game, story["cards"]), ""), encoding="utf-8")
    with Screen(chromium) as screen:
        screen.page.goto(f"{file.as_uri()}#30")
        assert screen.page.locator(".rest dt").count() == len(story["frames"][0]["set"])
        assert screen.page.locator(".rest .card").count() > 10
        assert screen.wrong == []


def test_every_part_of_a_report_can_be_asked_by_a_pointer(server, addresses, screen):
    """Tables are sorted by a click; pictures say what they show."""
    page = screen.page
    page.goto(server.url + addresses["report"])
    page.click("#answer th button >> nth=0")
    assert page.get_attribute("#answer th >> nth=0", "aria-sort") in ("ascending", "descending")
    assert all(page.locator("figure img").evaluate_all("(all) => all.map((one) => one.alt)"))
