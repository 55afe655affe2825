"""Pictures can be read: letters on every colour, values and legends beside what is drawn, on light and dark pages."""

import json
import re
from itertools import product

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.image import imread

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


def test_scores_of_a_table_are_drawn_as_those_of_a_result(pairs):
    axes = plots.scores_of_table(pairs.table)
    assert axes.get_title(loc="left").startswith(f"Highest score: {pairs.table['name'][0]}, ")
    drawn = [line.get_xdata()[0] for line in axes.lines if line.get_marker() == "o"]
    assert drawn == pytest.approx(100 * pairs.table["score"])


def test_a_title_keeps_numbers_with_their_units():
    title = "power_aggro does best of four candidates there are: +6.5 points ± 2.1 against the second"
    for letters in range(20, 80):
        assert "+6.5\xa0points\xa0±\xa02.1" in drawing.wrap(title, letters)
