"""Pictures can be read: letters on every colour, values and legends beside what is drawn, on light and dark pages."""

import json
import re
from itertools import product

import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.image import imread
from pointing import answers, pointed_at

from experiments import compare, matrix
from experiments.answer import plots, reference
from experiments.questions import drawing

GAME = "shards_of_infinity"
SMALL = 4.5
"""The contrast that small letters need."""
LONG = "a name that is longer than anybody would wish to read in a picture"


@pytest.fixture(scope="module")
def comparison(tmp_path_factory):
    variants = {"as it is": {}, LONG: {"table": {"health": 20}}, "random": {"agents": ["random"] * 2}}
    return compare(GAME, ["published_v007"] * 2, variants, games=240, results=tmp_path_factory.mktemp("results"))


@pytest.fixture(scope="module")
def pairs():
    entries = {name: {"agent": name} for name in ("random", "published_v007", "published_v008")}
    return matrix(GAME, ["random"] * 2, entries, games=80, results=None)


def drawn(axes):
    """The axes, when they have been laid out, and where things are."""
    figure = axes.get_figure(root=True)
    figure.draw_without_rendering()
    return axes, figure.canvas.get_renderer()


def test_numbers_can_be_read_on_every_colour_of_a_heat_map():
    faces = [drawing.EVEN_OUT(shade) for shade in np.linspace(0, 1, 101)] + [drawing.UNDECIDED_FACE]
    assert min(drawing.contrast(drawing.letters_on(face), face) for face in faces) >= SMALL


def test_numbers_can_be_read_on_every_band():
    assert min(drawing.contrast(drawing.letters_on(face), face) for face in drawing.BAND_COLOURS) >= SMALL


def test_contrast_is_that_of_the_guidelines():
    assert drawing.contrast("white", "black") == pytest.approx(21)
    assert drawing.contrast("#767676", "white") == pytest.approx(4.54, abs=0.01)
    assert drawing.contrast("red", "red") == 1


@pytest.mark.parametrize("look", [str, drawing.DARK.get], ids=["light", "dark"])
def test_words_and_curves_stand_out_from_the_page(look):
    paper = look(drawing.PAPER)
    assert min(drawing.contrast(look(ink), paper) for ink in (drawing.INK, drawing.GREY)) >= SMALL
    assert drawing.contrast(look(drawing.INK), look(drawing.BAR)) >= 3
    if look is not str:
        assert min(drawing.contrast(drawing.DARK.get(c, c), paper) for c in drawing.COLOURS) >= 3


def test_letters_of_a_cell_are_those_that_its_colour_asks_for(pairs):
    axes = pairs.plot("heatmap")
    faces = [patch.get_facecolor() for patch in axes.patches for _ in range(2)]
    assert [text.get_color() for text in axes.texts[: len(faces)]] == [drawing.letters_on(face) for face in faces]


@pytest.mark.parametrize("kind", ["scores", "difference", "length", "measures"])
def test_values_have_a_column_of_their_own(comparison, kind):
    axes, renderer = drawn(comparison.plot(kind))
    right = axes.get_window_extent(renderer).x1
    rows = len(axes.texts) // 2
    column = [text.get_window_extent(renderer) for text in axes.texts[: 2 * rows][1::2]]
    assert len(column) >= 2
    assert all(box.x0 > right for box in column)
    assert all(box.x1 <= axes.get_figure().bbox.x1 for box in column)
    assert len({round(box.x0) for box in column}) == 1


@pytest.mark.parametrize(("which", "kind"), [*product(["comparison", "pairs"], ["scores", "progress", "length"])])
def test_nothing_is_cut_at_the_edge_of_the_picture(request, which, kind):
    axes, renderer = drawn(request.getfixturevalue(which).plot(kind))
    page = axes.get_figure().bbox
    written = [axes.xaxis.label, axes.yaxis.label, *axes.texts, axes._left_title]
    for box in (text.get_window_extent(renderer) for text in written if text.get_text()):
        assert box.x0 >= page.x0 - 1
        assert box.x1 <= page.x1 + 1


@pytest.mark.parametrize(
    ("whose", "kind", "number"),
    [
        ("comparison", "difference", "±|to"), ("comparison", "scores", "±|to"), ("comparison", "progress", "±|to"),
        ("comparison", "measures", "from"), ("pairs", "heatmap", "±|to"), ("pairs", "scores", "±|to"),
    ],
)  # fmt: skip
def test_every_part_of_a_picture_tells_its_value_and_its_games(request, whose, kind, number):
    result = request.getfixturevalue(whose)
    axes = result.plot(kind)
    count = {
        "difference": len(result.table) - 1, "scores": len(result.table), "progress": len(result.history),
        "measures": len(result.table) * 2,
    }  # fmt: skip
    answers(axes, count.get(kind, 0) or int((result.cells["games"] > 0).sum()), number)


def test_a_cell_answers_where_it_is_drawn(pairs):
    """In the middle of the left edge of each place, where no number is written, its own colour is seen."""
    axes = pairs.plot("heatmap")
    figure = axes.get_figure(root=True)
    figure.canvas.draw()
    seen = np.asarray(figure.canvas.buffer_rgba())
    cells = {(cell.row, cell.column): cell for cell in pairs.cells.itertuples()}
    places = drawing.places(axes)
    assert len(places) == 6
    for place in places:
        cell = cells[place.spot.about]
        face = drawing.UNDECIDED_FACE if cell.verdict == "undecided" else drawing.EVEN_OUT(cell.score)
        x, y = place.left + 0.1 * place.width, place.top + 0.5 * place.height
        assert to_hex(seen[int(y * len(seen)), int(x * len(seen[0]))] / 255) == to_hex(face)


def test_the_row_of_a_score_answers_from_edge_to_edge(comparison):
    axes = comparison.plot("scores")
    rows = pointed_at(axes)
    assert [text.partition(":")[0] for text, _, _ in rows] == comparison.table.sort_values(
        "score", ascending=False, kind="stable"
    )["name"].tolist()
    assert [x for _, x, _ in rows] == [0.5] * 3
    assert [y for _, _, y in rows] == sorted(y for _, _, y in rows)
    labels = [text for text in axes.texts if text.get_text() in {"as it is", "random"}]
    height = axes.get_figure(root=True).bbox.height
    for label in labels:
        box = label.get_window_extent()
        here = 1 - (box.y0 + box.y1) / 2 / height
        nearest_row = min(rows, key=lambda row: abs(row[2] - here))
        assert nearest_row[0].startswith(label.get_text())


def test_axes_that_somebody_gave_answer_nothing(comparison):
    assert drawing.places(comparison.plot("scores", ax=Figure().subplots())) == []


@pytest.mark.parametrize("which", ["comparison", "pairs"])
def test_a_legend_covers_nothing(request, which):
    axes, renderer = drawn(request.getfixturevalue(which).plot("progress"))
    legend = axes.get_legend().get_window_extent(renderer)
    assert legend.y1 < axes.xaxis.get_tightbbox(renderer).y0
    assert legend.y0 >= 0
    assert legend.x1 <= axes.get_figure().bbox.x1


def test_one_curve_has_no_legend():
    axes = drawing.new_axes(2)
    drawing.legend(axes, axes.plot([1], [1]), ["alone"])
    assert axes.get_legend() is None
    assert drawing.legend_height(["alone"]) == 0 < drawing.legend_height(["one", "other"])


def test_a_picture_follows_the_reader_into_the_dark(comparison):
    svg = (comparison.folder / "plots" / "scores.svg").read_text(encoding="utf-8")
    style = re.search(r"<style[^>]*>(.*?)</style>", svg, re.S)[1]
    rules = style.partition("@media (prefers-color-scheme: dark)")[2]
    used = set(re.findall(r"(?:fill|stroke): #[0-9a-f]{6}", svg.partition("</style>")[2]))
    assert {f"fill: {drawing.PAPER.lower()}", f"fill: {drawing.INK.lower()}"} <= used
    for light, dark in drawing.DARK.items():
        for part in ("fill", "stroke"):
            assert f'[style*="{part}: {light.lower()}"]{{{part}: {dark.lower()} !important}}' in rules


def test_letters_on_colours_stay_as_they_are_in_the_dark():
    assert not {drawing.ON_LIGHT, drawing.ON_DARK, drawing.UNDECIDED_FACE} & drawing.DARK.keys()
    assert not {to_hex(drawing.EVEN_OUT(shade)).upper() for shade in np.linspace(0, 1, 256)} & drawing.DARK.keys()


def test_a_kept_table_is_drawn_by_strength_whatever_its_order(pairs):
    kept = pairs.cells.sample(frac=1, random_state=1)
    axes = plots.heatmap(kept)
    rows = pairs.table["name"].tolist()
    assert [label.get_text() for label in axes.get_yticklabels()] == rows
    assert [label.get_text() for label in axes.get_xticklabels()] == rows
    title = " ".join(axes.get_title(loc="left").split())
    assert title == f"{rows[0]} scores most on average, {100 * pairs.table['score'][0]:.1f} %"
    other = Figure().add_subplot()
    assert plots.heatmap(kept, title="Mine", ax=other) is other
    assert other.get_title(loc="left") == "Mine"


def test_the_maps_of_a_team_stand_in_one_order_and_are_grey_where_undecided(tmp_path, monkeypatch):
    wins = pd.read_csv(reference.FOLDER / "aeons_end_matrix.csv")
    wins.loc[::7, ["low", "high"]] = 0.4, 0.6
    wins.to_csv(tmp_path / "aeons_end_matrix.csv", index=False)
    monkeypatch.setattr(reference, "FOLDER", tmp_path)
    figure = reference.aeons_end_matrix()
    assert figure._repr_png_().startswith(b"\x89PNG")
    axes = figure.axes
    assert [ax.get_title(loc="left") for ax in axes] == ["1 player", "2 players", "3 players", "4 players"]
    strength = wins.groupby(wins["name"].str.split(" v ").str[0])["score"].mean().sort_values(ascending=False)
    assert [label.get_text() for label in axes[0].get_yticklabels()] == strength.index.tolist()
    grey = [p for ax in axes for p in ax.patches if to_hex(p.get_facecolor()).upper() == drawing.UNDECIDED_FACE]
    assert len(grey) == ((wins["low"] <= 0.5) & (wins["high"] >= 0.5)).sum() > 0
    assert sum(len(ax.patches) for ax in axes) == len(wins)


def test_what_thinking_is_worth_is_a_curve_for_each_game_from_the_least_thought_on():
    table = pd.DataFrame({"times": [4.0, 0.25, 1.0], "score": [0.9, 0.6, 0.8], "games": [300, 400, 200]})
    table[["low", "high"]] = np.stack([table["score"] - 0.05, table["score"] + 0.05], axis=1)
    ax = plots.budgets({"One": table, "Other": table.assign(score=0.7)})
    one, other = ax.get_lines()
    assert one.get_xdata().tolist() == other.get_xdata().tolist() == [0.25, 1, 4]
    assert one.get_ydata() == pytest.approx([60, 80, 90])
    title = " ".join(ax.get_title(loc="left").split())
    assert title == "From the least thought to the most: +0 to +30 points"
    shown = [ax.xaxis.get_major_formatter()(times, 0) for times in (0.25, 1, 4)]
    assert shown == ["1/4", "1", "4"]
    told = [place.spot.told for place in drawing.places(ax)]
    assert "One, 0.25 times: 60 % ± 5" in told


@pytest.mark.parametrize("name", reference.PICTURES)
def test_the_maps_that_are_kept_are_those_of_the_tables_that_are_kept(name, tmp_path):
    reference.draw(name, tmp_path)
    kept, anew = (imread(folder / f"{name}.png") for folder in (reference.FOLDER, tmp_path))
    assert kept.shape == anew.shape
    assert np.abs(kept - anew).mean() < 0.01


NOTEBOOKS = sorted((reference.FOLDER.parents[1] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_draw_in_the_colours_of_all_pictures(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    source = "".join(line for cell in cells if cell["cell_type"] == "code" for line in cell["source"])
    assert not re.findall(r"""#[0-9a-fA-F]{6}\b|["']tab:|["']C\d["']|cmap=|colou?r=["'][^"']*["']""", source)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_cell_of_a_notebook_hides_what_it_would_show(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    sources = ["".join(cell["source"]).rstrip() for cell in cells if cell["cell_type"] == "code"]
    assert not [source for source in sources if source.endswith(";")]


def test_scores_of_a_table_are_drawn_as_those_of_a_result(pairs):
    axes = plots.scores_of_table(pairs.table)
    assert axes.get_title(loc="left").startswith(f"Highest score: {pairs.table['name'][0]}, ")
    drawn = [line.get_xdata()[0] for line in axes.lines if line.get_marker() == "o"]
    assert drawn == pytest.approx(100 * pairs.table["score"])


def test_a_title_keeps_numbers_with_their_units():
    title = "power_aggro does best of four candidates there are: +6.5 points ± 2.1 against the second"
    for inches in np.arange(1.5, 6, 0.1):
        lines = drawing.wrap(title, inches)
        assert "+6.5\xa0points\xa0±\xa02.1" in lines
        assert max(drawing.width_of(line) for line in lines.split("\n")) <= inches


def test_a_line_is_as_long_as_it_is_measured_and_a_word_that_is_longer_is_broken():
    assert drawing.width_of("mmmm") > 2 * drawing.width_of("iiii")
    assert drawing.width_of("one\ntwo two") == drawing.width_of("two two")
    assert drawing.wrap("m" * 60, 1).replace("\n", "") == "m" * 60
    assert drawing.width_of(drawing.wrap("m" * 60, 1)) <= 1


def test_a_name_is_cut_in_its_middle():
    names = [f"a deck whose name goes on for far too long, number {n}" for n in range(3)]
    short = [drawing.shortened(name, 1.5) for name in names]
    assert len(set(short)) == 3
    assert all(drawing.width_of(name) <= 1.5 and name.startswith("a deck") for name in short)
    assert drawing.shortened("short", 1.5) == "short"


# --- the ugliest ------------------------------------------------------------------------------------------------------


def ugly_scores(entries, share):
    """A table of scores: so many entries, names of forty letters, all with the same score or each with its own."""
    score = np.linspace(0.2, 0.8, entries) if share is None else np.full(entries, share)
    names = [f"{'a name that is nearly as long as they get':.36}{n:04d}" for n in range(entries)]
    assert {len(name) for name in names} == {40}
    verdict = ["undecided" if s == 0.5 else "above 50 %" if s > 0.5 else "below 50 %" for s in score]
    low, high = np.maximum(score - 0.05, 0), np.minimum(score + 0.05, 1)
    return pd.DataFrame({"name": names, "games": 400, "score": score, "low": low, "high": high, "verdict": verdict})


def ugly_cells(entries, share):
    """Likewise, each against each; of one, against one."""
    table = ugly_scores(entries, share)
    pairs = [
        {**row._asdict(), "row": row.name, "column": other, "games": 400 if row.name != other or entries == 1 else 0}
        for row in table.itertuples(index=False)
        for other in table["name"]
    ]
    return pd.DataFrame(pairs).drop(columns="name")


UGLY = [*product((40, 5, 1), (None, 0.0, 0.5, 1.0))]


def written(axes, renderer):
    """The texts of a picture, each with its box; of the numbers of an axis those that are in view."""
    low, high = axes.get_xlim()
    numbers = [label for label in axes.get_xticklabels() if low <= label.get_position()[0] <= high]
    texts = [axes.xaxis.label, *axes.texts, axes._left_title, *numbers, *axes.get_yticklabels()]
    return [(text, text.get_window_extent(renderer)) for text in texts if text.get_text()]


@pytest.mark.drawn(2)
@pytest.mark.parametrize(("entries", "share"), UGLY)
@pytest.mark.parametrize("kind", ["scores", "map"])
def test_the_ugliest_pictures_cut_and_cover_nothing(kind, entries, share):
    if kind == "scores":
        axes, renderer = drawn(plots.scores_of_table(ugly_scores(entries, share)))
    else:
        axes, renderer = drawn(plots.heatmap(ugly_cells(entries, share)))
    page = axes.get_figure(root=True).bbox
    boxes = written(axes, renderer)
    for text, box in boxes:
        assert box.x0 >= page.x0 - 1 and box.x1 <= page.x1 + 1, text.get_text()  # noqa: PT018
        assert box.y0 >= page.y0 - 1 and box.y1 <= page.y1 + 1, text.get_text()  # noqa: PT018
    title, sample = axes._left_title, next(text for text, _ in boxes if " intervals" in text.get_text())
    assert title.get_window_extent(renderer).y0 >= sample.get_window_extent(renderer).y1 - 1
    assert len(title.get_text().split("\n")) <= drawing.MOST_LINES
    dense = drawing.DENSE_HEIGHT if entries > drawing.MOST_CELLS else drawing.CELL_HEIGHT
    row = drawing.ROW_HEIGHT if kind == "scores" else dense
    assert axes.get_window_extent(renderer).height >= 0.9 * entries * row * axes.get_figure(root=True).dpi


@pytest.mark.parametrize("values", [(0, 1), (48.125, 48.25), (-100, 100)])
def test_a_long_title_above_curves_is_not_cut(values):
    @drawing.styled
    def curve():
        axes = drawing.curve_axes()
        axes.plot([0, 1], values)
        axes.set_ylabel("score of p1, % (dashed: even)")
        drawing.caption(axes, f"{LONG} (green: where p1 scores an even share)")
        drawing.entitle(axes, f"It is undecided at which health from 40 to 43 the game is even for {LONG}", LONG)
        return axes

    axes, renderer = drawn(curve())
    page = axes.get_figure(root=True).bbox
    for text, box in written(axes, renderer):
        assert box.x0 >= page.x0 - 1 and box.x1 <= page.x1 + 1, text.get_text()  # noqa: PT018


def test_a_long_title_makes_a_picture_higher_and_its_map_no_smaller():
    cells = ugly_cells(5, None)
    title = f"{LONG} scores most of 30 on average against the field of {' and '.join([LONG] * 4)}"
    (short, renderer), (long, other) = (drawn(plots.heatmap(cells, title=text)) for text in ("Short", title))
    assert long._left_title.get_text().count("\n") == drawing.MOST_LINES - 1
    assert long.get_figure().bbox.height > short.get_figure().bbox.height
    heights = [axes.get_window_extent(r).height for axes, r in ((short, renderer), (long, other))]
    assert heights[1] >= 0.97 * heights[0]


def test_no_name_lies_over_the_line_of_an_even_share():
    axes, renderer = drawn(plots.scores_of_table(ugly_scores(5, None)))
    (line,) = axes.collections
    segments = [axes.transData.transform(segment)[:, 1] for segment in line.get_segments()]
    names = [box for text, box in written(axes, renderer) if text.get_text().startswith("a name")]
    assert len(names) == 5
    for bottom, top in map(sorted, segments):
        assert not any(box.y0 < top - 1 and bottom + 1 < box.y1 for box in names)


@pytest.mark.parametrize(("share", "told"), [(1.0, "95 to 100"), (0.0, "0 to 5"), (0.5, "± 5")])
def test_an_interval_in_a_cell_can_be_true(share, told):
    texts = [text.get_text() for text in plots.heatmap(ugly_cells(5, share)).texts]
    assert texts.count(told) == 20
    cell = next(ugly_cells(1, share).assign(low=share, high=share).itertuples())
    narrow = cell._replace(low=max(0, share - 0.0003), high=min(1, share + 0.0003))
    assert drawing.reach_text(narrow) == {1.0: "99.97 to 100", 0.0: "0 to 0.03", 0.5: "± 0.03"}[share]


@pytest.mark.parametrize("draw", [plots.scores_of_table, plots.heatmap])
@pytest.mark.parametrize("entries", [1, 5, 12])
def test_a_picture_on_small_axes_can_be_read(draw, entries):
    figure = Figure(figsize=(4.5, 3.5))
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.75 / 4.5, 0.8 / 3.5, 3 / 4.5, 2 / 3.5))
    given = ugly_scores(entries, None) if draw is plots.scores_of_table else ugly_cells(entries, None)
    axes, renderer = drawn(draw(given, ax=axes))
    boxes = written(axes, renderer)
    assert {text.get_fontsize() >= drawing.LEAST_SIZE for text, _ in boxes} == {True}
    room = axes.get_window_extent(renderer)
    assert axes._left_title.get_window_extent(renderer).x1 <= room.x1 + 2
    assert len(axes._left_title.get_text().split("\n")) <= drawing.FEW_LINES
    names = [box for text, box in boxes if text.get_text().startswith("a name") and text.get_rotation() == 0]
    for one, other in product(names, names):
        assert one is other or not one.overlaps(other.shrunk(1, 0.8)), "names do not lie over each other"


def test_the_rows_of_a_comparison_are_sorted(comparison):
    for kind in ("scores", "difference"):
        axes = comparison.plot(kind)
        marks = [line.get_xdata()[0] for line in axes.lines if line.get_marker() == "o"]
        assert marks == sorted(marks, reverse=True)


def test_a_long_title_leaves_out_lists_and_keeps_the_answer():
    title = (
        f"{LONG} scores most of 4 on average against the field of 4 (one, two, three, four): 63 % ± 10, more than 50 %"
    )
    told = " ".join(plots.heatmap(ugly_cells(5, None), title=title)._left_title.get_text().split())
    assert told == title.replace(" (one, two, three, four)", "").replace(" % ± ", " % ± ")
    short = "a is best (one, two)"
    assert plots.heatmap(ugly_cells(5, None), title=short)._left_title.get_text() == short


@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (4, 1), (12, 3), (2, 30)])
def test_texts_of_a_map_begin_at_the_edge_of_the_picture(rows, columns):
    cells = ugly_cells(max(rows, columns), None)
    names = list(dict.fromkeys(cells["row"]))
    shown = cells[cells["row"].isin(names[:rows]) & cells["column"].isin(names[:columns])]
    axes, renderer = drawn(plots.heatmap(shown))
    boxes = [text.get_window_extent(renderer) for text in (axes._left_title, axes.xaxis.label)]
    page = axes.get_figure().bbox
    assert all(0 <= box.x0 <= drawing.MARGIN * axes.get_figure().dpi for box in boxes)
    assert all(box.x1 <= page.x1 for box in boxes)
