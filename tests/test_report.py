"""The report and the plots: self-contained, and every number in them is that of the results."""

import math
import re
import shlex
import sys
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise, product
from pathlib import Path
from types import SimpleNamespace

import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread

from agents import Agent
from experiments import compare, estimate, load, matrix, read_plan, run_plan
from experiments.answer import plots, report
from experiments.answer.display import compact, duration, figure_text, quartiles_text
from experiments.answer.pages import sort_value, unbroken
from experiments.answer.report import write_report
from experiments.commands import cli
from experiments.questions import drawing
from experiments.questions.question import answer_table
from sim.core.errors import InputError
from sim.core.kernel import kernel
from sim.core.rng import agent_stream, below

GAME = "shards_of_infinity"


def careless(s, tables, actions, n, params):
    if below(s, agent_stream(s.to_move), 500) == 0:
        return n
    return below(s, agent_stream(s.to_move), n)


CARELESS = Agent(
    "careless", GAME, "Sometimes <i>breaks</i> the rules.", kernel(careless, cache=False), source="careless"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("results")


@pytest.fixture(scope="module")
def comparison(folder):
    """Three variants, one with a name that is no HTML, one that is much weaker."""
    agents = ["published_v008", "published_v007"]
    variants = {
        "as it is": {},
        "20 <b>health</b>": {"table": {"health": 20}},
        "random": {"agents": ["random", agents[1]]},
    }
    return compare(GAME, agents, variants, name="comparison", games=960, part_games=240, results=folder)


@pytest.fixture(scope="module")
def faulty(folder):
    """An estimate in which some games are stopped by a fault."""
    return estimate(GAME, [CARELESS, "random"], name="faulty", games=480, part_games=240, results=folder)


class Page(HTMLParser):
    """Tables by id as rows of texts, the links of a page, its text, and what is folded away or can be sorted."""

    def __init__(self, text):
        super().__init__()
        self.tables, self.links, self.texts, self.tags, self.cell = {}, [], [], [], False
        self.places, self.folds, self.folded, self.sortable, self.wide, self.ids = {}, 0, set(), set(), 0, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.tags.append(tag)
        self.cell = tag in ("td", "th") or (self.cell and tag not in ("tr", "table"))
        self.folds += tag == "details"
        self.wide += tag == "div" and found.get("class") == "wide" and found.get("tabindex") == "0"
        if name := found.get("id"):
            self.ids.append(name)
            self.places[name] = len(self.tags)
            if self.folds:
                self.folded.add(name)
            if found.get("class") == "sortable":
                self.sortable.add(name)
        self.links += [value for name, value in attributes if name in ("src", "href", "srcset", "data", "action")]
        if tag == "table":
            self.rows = self.tables[found["id"]] = []
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data):
        self.texts.append(data)
        if self.cell:
            self.rows[-1][-1] += data

    def handle_endtag(self, tag):
        self.cell = self.cell and tag not in ("td", "th")
        self.folds -= tag == "details"

    @property
    def text(self):
        return " ".join(" ".join(self.texts).split())


@pytest.fixture(scope="module")
def pages(comparison, faulty):
    return {result.name: Page(result.report.read_text(encoding="utf-8")) for result in (comparison, faulty)}


def test_a_report_opens_with_the_answer_a_picture_and_the_table(pages):
    page = pages["comparison"]
    before = page.tags[: page.places["answer"]]
    assert before.count("img") == 1
    assert before.count("table") == 1
    assert "h2" not in before
    assert before.index("h1") < before.index("img")
    assert page.text.index("20 <b>health</b>") < page.text.index("What was asked")


def test_what_repeats_in_words_and_the_readings_are_folded_away(pages):
    page = pages["comparison"]
    assert {"words", "readings", "assumptions", "parameters_1"} <= page.folded
    assert not {"answer", "about", "figures", "first_seat"} & page.folded
    assert len(set(page.ids)) == len(page.ids)


def test_a_report_names_what_was_compared_by_whom_and_how_to_get_it_again(comparison, pages):
    told = pages["comparison"].text.partition("What was asked")[2]
    assert told.startswith(
        " Compared as it is, 20 <b>health</b>, random Played by published_v008, published_v007, random"
    )
    assert f"To get it again overnight run {shlex.quote(str(comparison.folder / 'plan.toml'))}" in told
    assert "It rests on" in told.partition("Figures of the games")[0]


def test_tables_can_be_sorted_and_show_that_they_scroll(pages):
    page = pages["comparison"]
    assert {"answer", "figures", "first_seat", "assumptions"} <= page.sortable
    assert page.wide == len(page.tables)
    text = (Path(report.__file__).parent / "page.css").read_text(encoding="utf-8")
    assert re.search(r"\.wide \{ overflow-x: auto;.*?var\(--shade\)", text, re.S)
    assert re.search(r"pre \{[^}]*white-space: pre-wrap; overflow-wrap: anywhere", text)


def test_the_index_leaves_dates_whole_and_breaks_names_that_are_too_long():
    text = (Path(report.__file__).parent / "page.css").read_text(encoding="utf-8")
    wide, narrow = text.split("@media (max-width: 700px)")
    assert "time { white-space: nowrap; }" in wide
    assert re.search(r"body:has\(#runs\) \{ max-width: 1600px", wide), "there is room for all columns at 1280"
    assert re.search(r"#runs td:first-child \{[^}]*overflow-wrap: anywhere", wide)
    assert re.search(r"tr > :first-child \{[^}]*overflow-wrap: anywhere", narrow)


@pytest.mark.parametrize(
    ("cell", "number"),
    [("33.1 % ± 1.4", "33.1"), ("+11 points ± 3", "11"), ("-4.0 points", "-4.0"), ("4,000", "4000"), ("(50 ± 2)", "50"),
     ("0 % (0 to 28)", "0"), ("", ""), ("no answer", "")],
)  # fmt: skip
def test_cells_are_sorted_by_their_first_number(cell, number):
    assert sort_value(cell) == number


def test_numbers_stay_in_a_line_with_their_signs():
    assert (
        unbroken("best scores 75 % ± 2, or 3 ± 1 % of it") == "best scores 75\xa0%\xa0±\xa02, or 3\xa0±\xa01\xa0% of it"
    )


def test_the_page_has_legible_colours_in_the_light_and_in_the_dark():
    text = (Path(report.__file__).parent / "page.css").read_text(encoding="utf-8")
    light, dark = (dict(re.findall(r"--(\w+): (#\w{6});", part)) for part in text.split("@media", 2)[:2])
    assert light.keys() == dark.keys()
    for colours in (light, dark):
        for ink, ground in product(("ink", "soft", "link"), ("paper", "tint")):
            assert drawing.contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
        assert drawing.contrast(colours["ink"], colours["warn"]) >= 4.5
    assert (light["paper"], dark["paper"]) == (drawing.PAPER.lower(), drawing.DARK[drawing.PAPER].lower())


def check_interval(text, estimate, low, high):
    """Passes if a text such as "57.3 % ± 0.8" or "0 % (0 to 28)" says this, to within half its last digit."""
    found = [float(number) for number in re.findall(r"[-+]?\d+\.?\d*", text)]
    digits = len(text.split()[0].partition(".")[2])
    tolerance = 0.5 * 10**-digits + 1e-9
    expected = [estimate, (high - low) / 2] if "±" in text else [estimate, low, high]
    assert len(found) == len(expected), text
    for number, value in zip(found, expected, strict=True):
        assert math.isclose(number, value * 100, abs_tol=tolerance), (text, estimate, low, high)


@pytest.mark.parametrize("name", ["comparison", "faulty"])
def test_a_report_needs_no_other_file(pages, request, name):
    page, text = pages[name], request.getfixturevalue(name).report.read_text(encoding="utf-8")
    assert page.links
    assert all(link.startswith("data:image/svg+xml;base64,") for link in page.links)
    assert not re.search(r"(https?|file):/|url\(|@import|<script |<link|<iframe|fetch\(|XMLHttp|import\(", text)
    assert 'name="viewport"' in text


def test_every_number_of_the_answer_is_that_of_the_results(pages, comparison, faulty):
    head, *rows = pages["comparison"].tables["answer"]
    assert len(rows) == len(comparison.table) == 3
    for cells, row in zip(rows, comparison.table.itertuples(), strict=True):
        told = dict(zip(head, cells, strict=True))
        assert (told["Variant"], told["Agents"], told["Verdict"]) == (row.name, row.agents, row.verdict)
        assert told["Games"] == f"{row.games:,}"
        check_interval(told["Score"], row.score, row.low, row.high)
        if row.verdict == "baseline":
            assert told["Difference"] == "baseline (itself)"
        else:
            check_interval(told["Difference"], row.difference, row.difference_low, row.difference_high)
            assert float(told["Pairing gain"].split("x")[0]) == pytest.approx(row.variance_gain, abs=0.051)
    head, *rows = pages["faulty"].tables["answer"]
    for cells, row in zip(rows, faulty.table.itertuples(), strict=True):
        told = dict(zip(head, cells, strict=True))
        assert (told["Seat"], told["Agent"], told["Faults"]) == (row.name, row.agent, f"{row.faults}")
        check_interval(told["Score"], row.score, row.low, row.high)


def test_what_it_is_worth_to_begin_is_that_of_the_results(pages, comparison):
    _, *rows = pages["comparison"].tables["first_seat"]
    for (name, score, above, games), row in zip(rows, comparison.first_seat.itertuples(), strict=True):
        assert (name, games) == (row.name, f"{row.games:,}")
        check_interval(score, row.score, row.low, row.high)
        check_interval(above, row.score - 0.5, row.low - 0.5, row.high - 0.5)


def test_figures_of_all_pairs_rest_on_the_deals_of_all_pairs(tmp_path):
    entries = {name: {"agent": "random", "seat": {"starting_mastery": n}} for n, name in enumerate("abc")}
    played = matrix(GAME, ["random"] * 2, entries, games=40, results=tmp_path)
    page = Page(played.report.read_text(encoding="utf-8"))
    share = dict(page.tables["figures"])["ended by damage"]
    told = played.figures().set_index("figure").loc["ended_by_damage"]
    assert share == figure_text(SimpleNamespace(figure="ended_by_damage", **told), 3 * 20)
    assert page.tables["first_seat"][1][-1] == "120"
    assert "progress.png" not in {path.name for path in (played.folder / "plots").iterdir()}, "one look has no past"


def test_many_games_worth_reading_are_folded(pages):
    assert "notable" in pages["comparison"].folded
    assert "notable" not in pages["faulty"].folded


def test_the_figures_are_those_of_the_results(pages, comparison):
    (_, *names), *rows = pages["comparison"].tables["figures"]
    told = {
        (figure.replace(" ", "_"), name): cell
        for figure, *cells in rows
        for name, cell in zip(names, cells, strict=True)
    }
    extremes = comparison.figures().groupby("figure")[["lowest", "highest"]].agg({"lowest": "min", "highest": "max"})
    always_0 = set(extremes.index[(extremes["lowest"] == 0) & (extremes["highest"] == 0)])
    assert always_0
    shown = comparison.figures()[~comparison.figures()["figure"].isin(always_0)]
    assert len(told) == len(shown)
    line = pages["comparison"].text.partition("0 in every game: ")[2].partition(".")[0]
    assert {figure.replace(" ", "_") for figure in line.split(", ")} == always_0
    for row in shown.itertuples():
        cell = told[row.figure, row.name]
        if cell.endswith(")") and "%" not in cell:
            assert cell == f"{row.median:g} ({row.lower_quartile:g} to {row.upper_quartile:g})"
        else:
            assert row.highest <= 1
            assert float(cell.split()[0]) == pytest.approx(row.mean * 100, abs=0.5)


def test_a_share_is_told_with_an_interval_and_a_count_by_its_middle_half(comparison):
    told = {row.figure: figure_text(row, 480) for row in comparison.figures().itertuples()}
    assert "%" in told["ended_by_damage"]
    assert "%" not in told["turns"] + told["p1_champions"]


def test_the_report_says_on_what_it_rests_and_what_was_asked(pages, comparison):
    page = pages["comparison"]
    assert comparison.headline in page.text
    assert comparison.assumptions
    rows = page.tables["assumptions"][1:]
    assert [(row[1], row[2]) for row in rows] == [(source, what) for _, source, what in comparison.assumptions]
    assert f"rests on {len(rows)} of our rule interpretations" in page.text
    for line in comparison.explain().splitlines():
        assert " ".join(line.split()) in page.text
    for fact in (comparison.manifest["key"], comparison.manifest["identity"]["rules"], "numba", "Python 3"):
        assert fact in page.text
    for agent in {agent.name: agent for variant in comparison.plan.variants for agent in variant.agents}.values():
        assert agent.description in page.text


def test_one_rate_tells_how_many_games_a_limit_ended(comparison):
    assert "No game was ended by a limit of turns." in comparison.explain()
    variants = {"by the rules": {}, "one turn": {"table": {"turn_limit": 1}}}
    found = compare("shards_of_infinity", agents=["random"] * 2, variants=variants, games=40, results=None)
    assert "A limit of turns ended 0 % to 100 % of the games." in found.explain()
    means = found.figures()[found.figures()["figure"] == "truncated"].set_index("name")["mean"]
    assert means.to_dict() == {"by the rules": 0, "one turn": 1}


def test_names_are_text_and_never_markup(pages, comparison, faulty):
    assert "20 <b>health</b>" in pages["comparison"].text
    assert "b" not in pages["comparison"].tags
    assert "i" not in pages["faulty"].tags


def test_faults_are_listed_with_the_command_that_tells_the_game(pages, faulty):
    _, *rows = pages["faulty"].tables["faults"]
    assert len(rows) == min(20, len(faulty.faults)) > 0
    assert [int(row[1]) for row in rows] == faulty.faults["game"].head(20).tolist()
    assert rows[0][3] == f"overnight replay {faulty.folder} {rows[0][1]}"


def test_the_commands_of_a_report_work(pages, comparison, capsys):
    commands = re.findall(r"overnight replay \S+ \d+ --variant (?:'[^']*'|\w+)", pages["comparison"].text)
    assert len(commands) == 15, "a typical game, the shortest, the longest, the closest and an upset of three variants"
    assert cli.main(shlex.split(commands[-1])[1:]) == 0
    assert "the same game as the stored one" in capsys.readouterr().err


def test_plots_are_kept_beside_the_report_with_what_they_show_inside(comparison):
    folder = comparison.folder / "plots"
    names = {path.stem for path in folder.glob("*.svg")}
    assert {"scores", "difference", "progress", "length", "health"} <= names
    assert names == {path.stem for path in folder.glob("*.png")}
    assert imread(folder / "scores.png").shape[1] >= 800
    assert comparison.manifest["key"].encode() in (folder / "scores.png").read_bytes()
    assert comparison.manifest["key"] in (folder / "scores.svg").read_text(encoding="utf-8")


def test_a_report_of_the_same_games_is_the_same(comparison):
    before = comparison.report.read_bytes()
    assert write_report(comparison).read_bytes() == before


def dots(axes):
    """The places of the estimates in a plot with a row for each."""
    return [line.get_xdata()[0] for line in axes.lines if line.get_marker() == "o"]


def spans(axes):
    return [tuple(line.get_xdata()) for line in axes.lines if line.get_linewidth() == 3]


def test_the_plot_of_scores_shows_scores_and_intervals(comparison):
    axes, table = plots.scores(comparison), comparison.table.sort_values("score", ascending=False, kind="stable")
    assert dots(axes) == pytest.approx(table["score"] * 100)
    assert spans(axes) == [pytest.approx(pair) for pair in zip(table["low"] * 100, table["high"] * 100, strict=True)]
    shown = [" ".join(text.get_text().split()) for text in axes.texts]
    assert all(name in shown for name in table["name"])
    assert "960 games a variant, 95 % intervals" in shown
    assert "p1" in axes.get_xlabel()
    assert "%" in axes.get_xlabel()


def test_the_plot_of_differences_leaves_out_the_first_variant(comparison, faulty):
    axes, table = comparison.plot("difference"), comparison.table.iloc[1:]
    table = table.sort_values("difference", ascending=False, kind="stable")
    assert dots(axes) == pytest.approx(table["difference"] * 100)
    pairs = zip(table["difference_low"] * 100, table["difference_high"] * 100, strict=True)
    assert spans(axes) == [pytest.approx(pair) for pair in pairs]
    (dashed,) = axes.collections
    assert {x for segment in dashed.get_segments() for x, _ in segment} == {0}
    assert " ".join(axes.get_title(loc="left").split()) == comparison.headline


def test_a_picture_that_a_result_has_not_is_answered_with_those_that_it_has(comparison, faulty):
    with pytest.raises(InputError) as refused:
        faulty.plot("difference")
    there = "scores, progress, length, measures, curves, card_worth"
    assert str(refused.value) == f'this result has no picture "difference"; it has {there}'
    with pytest.raises(InputError, match=f"it has difference, {there}$"):
        comparison.plot("bogus")


def test_the_plot_of_progress_shows_the_history(comparison):
    axes, history = plots.progress(comparison), comparison.history
    for name, line in zip(dict.fromkeys(history["name"]), axes.lines, strict=False):
        curve = history[history["name"] == name]
        assert line.get_xdata() == pytest.approx(curve["games"].to_numpy())
        assert line.get_ydata() == pytest.approx(curve["estimate"].to_numpy() * 100)
    assert any(list(line.get_xdata()) == [960, 960] for line in axes.lines)


def test_the_plot_of_lengths_counts_every_sound_game_once(faulty, comparison):
    games = faulty.games[faulty.games["error"] == 0]
    (hill,) = plots.length(faulty).patches
    tops, edges, foot = hill.get_data()
    inside = [((games["turns"] > low) & (games["turns"] < high)).mean() for low, high in pairwise(edges)]
    assert sum(inside) == pytest.approx(1)
    high = foot - tops
    assert high / high.sum() == pytest.approx(inside)
    assert len(plots.length(comparison).patches) == 3


def test_the_hills_of_lengths_stand_apart_and_tell_their_medians(comparison):
    axes = plots.length(comparison)
    spans = sorted((hill.get_data().values.min(), hill.get_data().baseline) for hill in axes.patches)
    assert all(foot < top for (_, foot), (top, _) in pairwise(spans))
    turns = comparison.figure_table[comparison.figure_table["figure"] == "turns"]
    assert [line.get_xdata()[0] for line in axes.lines] == turns["median"].tolist()
    told = [text.get_text() for text in axes.texts]
    assert all(quartiles_text(row) in told for row in turns.itertuples())


def test_the_plot_of_a_figure_shows_medians(comparison):
    axes = plots.measures(comparison, "mastery")
    chosen = comparison.figures()[comparison.figures()["figure"].isin(["p1_mastery", "p2_mastery"])]
    assert [line.get_xdata()[0] for line in axes.lines if line.get_marker() == "|"] == chosen["median"].tolist()
    assert plots.measures(comparison).get_title(loc="left") == "Health"
    with pytest.raises(InputError, match='"mastery"'):
        plots.measures(comparison, "mastry")


@pytest.mark.parametrize("kind", ["scores", "difference", "progress", "length", "measures"])
def test_plots_use_the_axes_given_and_leave_no_state(comparison, kind):
    axes = Figure().add_subplot()
    before = dict(sys.modules.get("matplotlib.pyplot").rcParams) if "matplotlib.pyplot" in sys.modules else None
    assert comparison.plot(kind, ax=axes) is axes
    assert comparison.plot(kind)._repr_png_().startswith(b"\x89PNG")
    if before is not None:
        pyplot = sys.modules["matplotlib.pyplot"]
        assert pyplot.get_fignums() == []
        assert dict(pyplot.rcParams) == before


def test_a_run_without_games_has_a_report(tmp_path):
    plan = read_plan({"question": "estimate", "game": GAME, "agents": ["random", "random"], "stop": {"games": 2}})
    result = run_plan(plan, tmp_path, report=False)
    nothing = load(result.folder)
    empty = nothing.table.assign(games=0, score=math.nan, low=0.0, high=1.0, verdict="undecided")
    path = write_report(replace(nothing, table=empty, manifest={**nothing.manifest, "games": 0}))
    assert "No game has been played yet" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("number", "text"), [(950, "950"), (9800, "9.8k"), (412_345, "412k"), (1.2e6, "1.2M"), (2e9, "2G")]
)
def test_counts_are_told_in_three_digits(number, text):
    assert compact(number) == text


@pytest.mark.parametrize(("seconds", "text"), [(4.2, "4 s"), (99.6, "2 min"), (5400, "90 min"), (18_600, "5 h 10 min")])
def test_times_are_told_in_words(seconds, text):
    assert duration(seconds) == text


def test_the_answer_has_a_column_for_faults_only_if_there_are_any(comparison, faulty):
    assert "Faults" not in answer_table(comparison.plan.question, comparison.table).headers
    assert answer_table(faulty.plan.question, faulty.table).headers[-1] == "Faults"
