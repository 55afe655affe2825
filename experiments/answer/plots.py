"""Pictures of results of any question. Each function draws one, on axes that are given or new, and returns them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from sim.core.errors import InputError, nearest, quoted

from ..questions import drawing
from ..questions.pairs import sorted_cells
from ..questions.question import QUESTIONS, leader
from ..questions.texts import rows_of, sample_text, score_text
from ..run.learning import Learned
from ..run.tuning import Tuned
from ..statistics.format import format_interval
from ..statistics.intervals import Interval
from .curves import draw_curves
from .display import compact, figure_group, figure_label, quartiles_text, series_group, share_text
from .outcome import Outcome
from .worth import draw_worth, worth_kinds


@drawing.styled
def scores(result: Outcome, ax: Axes | None = None) -> Axes:
    """The scores that answer the question, each with its interval, and the even share; see `Question.drawn`."""
    question = QUESTIONS[result.plan.question]
    table = question.drawn(result.plan, result.table, result.first_seat)
    table = table.head(drawing.rows_with_room(ax, table["name"].tolist()))
    ax = _score_rows(table, table["name"].tolist(), result.plan.even_share, ax)
    even = "half of the games" if result.plan.team else "an even share"
    whose = f" of {found}" if (found := question.whose(result.plan)) else ""
    drawing.caption(ax, f"{'mean ' if question.of_means else ''}score{whose}, % (dashed: {even})")
    best = leader(question.name, table) if question.about_entrant and not question.of_values else ""
    title = f"Highest score: {best}" if best else result.headline
    drawing.entitle(ax, title, f"{drawing.sample(result)}, {drawing.confidence(result)}")
    return ax


@drawing.styled
def scores_of_table(table: pd.DataFrame, even_share: float = 0.5, ax: Axes | None = None) -> Axes:
    """Scores of a table, such as the summary of a field that is kept as a file, drawn as those of a result.

    table: name, games, score, low, high and verdict, one row each.
    """
    best = rows_of(table.nlargest(1, "score"))[0]
    table = table.head(drawing.rows_with_room(ax, table["name"].tolist()))
    ax = _score_rows(table, table["name"].tolist(), even_share, ax)
    drawing.caption(ax, "score, % (dashed: an even share)")
    drawing.entitle(ax, f"Highest score: {best.name}, {score_text(best)}", f"{best.games:,} games each, 95 % intervals")
    return ax


def _score_rows(table: pd.DataFrame, names: Sequence[str], even_share: float, ax: Axes | None) -> Axes:
    """A row for each score, with its interval, and a line at the even share."""
    ax = drawing.rows_of_axes(ax, names, map(score_text, rows_of(table)), map(sample_text, rows_of(table)))
    drawing.even_line(ax, 100 * even_share, len(names))
    drawing.intervals(ax, table[["score", "low", "high"]].to_numpy() * 100, table["verdict"])
    return ax


@drawing.styled
def budgets(tables: Mapping[str, pd.DataFrame], ax: Axes | None = None) -> Axes:
    """What thinking ahead is worth by how much of it: a curve a game.

    tables: by the title of the game, a row each for so many `times` of the usual imagined games, with score, low and
    high against the simple agent.
    """
    curves = {title: table.sort_values("times") for title, table in tables.items()}
    ax = ax or drawing.curve_axes(list(curves))
    lines = []
    for (title, curve), (colour, line) in zip(curves.items(), drawing.curves(len(curves)), strict=True):
        lines += ax.plot(curve["times"], 100 * curve["score"], line, color=colour, marker="o", markersize=3)
        ax.vlines(curve["times"], 100 * curve["low"], 100 * curve["high"], color=colour, alpha=0.35)
        for row in rows_of(curve):
            told = f"{title}, {row.times:.3g} times: {score_text(row)}"
            drawing.answer(ax, told, [title], (row.times,) * 2, (100 * row.score,) * 2)
    ax.set_xscale("log", base=4)
    ax.xaxis.set_major_formatter(FuncFormatter(lambda times, _: f"{times:g}" if times >= 1 else f"1/{1 / times:g}"))
    drawing.caption(ax, "imagined games a decision, times the usual")
    ax.set_ylabel("score against best, %")
    ax.grid(axis="y")
    drawing.legend(ax, lines, list(curves))
    gains = [100 * (curve["score"].iloc[-1] - curve["score"].iloc[0]) for curve in curves.values()]
    games = min(curve["games"].min() for curve in curves.values())
    title = f"From the least thought to the most: {min(gains):+.0f} to {max(gains):+.0f} points"
    drawing.entitle(ax, title, f"{games:,} games each or more, 95 % intervals")
    return ax


@drawing.styled
def progress(result: Outcome, ax: Axes | None = None) -> Axes:
    """How the answer came about: the estimate and its always-valid interval after so many games."""
    history, question = result.history, QUESTIONS[result.plan.question]
    unit, label = question.history_scale, question.history_label(result.table)
    names = list(result.table["name"][: drawing.LEADING]) if question.of_means else list(dict.fromkeys(history["name"]))
    labels = [drawing.shortened(name, drawing.NAME_WIDTH, drawing.SAMPLE_SIZE) for name in names]
    ax = ax or drawing.curve_axes(labels)
    lines = []
    for name, (colour, line) in zip(names, drawing.curves(len(names)), strict=True):
        curve = history[history["name"] == name].replace([np.inf, -np.inf], np.nan)
        ax.fill_between(
            curve["games"], curve["low"] * unit, curve["high"] * unit, color=colour, alpha=0.18, linewidth=0
        )
        lines += ax.plot(curve["games"], curve["estimate"] * unit, line, color=colour, marker="o", markersize=3)
        for look in rows_of(curve[np.isfinite(curve["estimate"])]):
            told = f"{name} after {look.games:,} games: {_estimate_text(look, unit)} ({label})"
            drawing.answer(ax, told, [name], (look.games,) * 2, (look.estimate * unit,) * 2)
    if (neither := question.history_line(result.plan)) is not None:
        ax.axhline(neither, color=drawing.GREY, linewidth=1, linestyle="--", zorder=1)
    ax.axvline(result.manifest["games"], color=drawing.GREY, linewidth=1, linestyle=":", zorder=1)
    ax.set_xlim(left=0)
    ax.xaxis.set_major_locator(MaxNLocator(drawing.MOST_TICKS, steps=drawing.TICK_STEPS))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: compact(value)))
    end = "now" if result.status == "playing" else "the end"
    drawing.caption(ax, f"games{f' of each {result.plan.unit}' if result.plan.unit else ''} (dotted: {end})")
    ax.set_ylabel(label)
    ax.grid(axis="y")
    drawing.legend(ax, lines, labels)
    drawing.entitle(ax, "How the answer came about", f"bands hold at every moment, {result.plan.confidence * 100:g} %")
    return ax


def _estimate_text(look: Any, unit: float) -> str:
    """An estimate of a look back, with its interval if that is known by then."""
    if not np.isfinite(look.low) or not np.isfinite(look.high):
        return f"{look.estimate * unit:.3g}"
    return format_interval(Interval(look.estimate, look.low, look.high, look.games), "", scale=unit)


@drawing.styled
def tuning(tuned: Tuned, ax: Axes | None = None) -> Axes:
    """How the candidates of a tuning scored, generation by generation, against the same pool of opponents."""
    labels = {"mean": "mean of all", "best": "best"}
    ax = ax or drawing.curve_axes(list(labels.values()))
    table = tuned.progress
    lines = []
    for name, (colour, line) in zip(labels, drawing.curves(2), strict=True):
        lines += ax.plot(table["generation"] + 1, 100 * table[name], line, color=colour, marker="o", markersize=3)
    ax.xaxis.set_major_locator(MaxNLocator(drawing.MOST_TICKS, integer=True))
    drawing.caption(ax, "generation (each plays deals of its own)")
    ax.set_ylabel("score of the candidates, %")
    ax.grid(axis="y")
    drawing.legend(ax, lines, list(labels.values()))
    verdict = "accepted" if tuned.accepted else "not shown to be better"
    gain = format_interval(tuned.gain, "points", signed=True)
    drawing.entitle(
        ax, f"Tuning {tuned.tuning.agent.name}: {gain}, {verdict}", "on deals and tables that were held out"
    )
    return ax


@drawing.styled
def learning(learned: Learned, ax: Axes | None = None) -> Axes:
    """How well the weights of each round foretell who wins, in positions that were held out."""
    shown = learned.figures[learned.figures["positions"] == "all"]
    names = list(dict.fromkeys(shown["games of"]))
    ax = ax or drawing.curve_axes([f"games of {name}" for name in names])
    lines = []
    for name, (colour, line) in zip(names, drawing.curves(len(names)), strict=True):
        rows = shown[shown["games of"] == name]
        lines += ax.plot(rows["round"], rows["log_loss"], line, color=colour, marker="o", markersize=3)
    ax.set_xlim(0.5, learned.learning.rounds + 0.5)
    ax.xaxis.set_major_locator(MaxNLocator(drawing.MOST_TICKS, integer=True, min_n_ticks=1))
    drawing.caption(ax, "round")
    ax.set_ylabel("log loss")
    ax.grid(axis="y")
    drawing.legend(ax, lines, [f"games of {name}" for name in names])
    verdict = "accepted" if learned.accepted else "not shown to be better"
    score = f"{100 * learned.gain.estimate:.1f} % ± {50 * (learned.gain.high - learned.gain.low):.1f}"
    told = f"{verdict}: {score} against the present expert; log loss on tables that were held out"
    drawing.entitle(ax, f"What a position of {learned.learning.game.title} is worth", told)
    return ax


@drawing.styled
def length(result: Outcome, ax: Axes | None = None) -> Axes:
    """How long the games were: for each variant a hill, how many games had so many turns, by rounds of the table. All
    hills are as large as each other.
    """
    counts = {name: turns for name, turns in _turn_counts(result).items() if turns}
    shown = leading(list(counts)) if QUESTIONS[result.plan.question].of_values else list(counts)
    shown = shown[: drawing.rows_with_room(ax, shown)]
    told = {row.name: row for row in rows_of(result.figure_table[result.figure_table["figure"] == "turns"])}
    names = shown if len(counts) > 1 else ["" for _ in shown]
    texts = [quartiles_text(told[name]) for name in shown]
    ax = drawing.rows_of_axes(ax, names, texts, height=drawing.HILL_HEIGHT, rise=HILL_TOP + 0.05)
    step = result.plan.players
    for y, name in enumerate(shown):
        turns = counts[name]
        edges = np.arange(min(turns) // step * step, max(turns) + step + 1, step)
        games, _ = np.histogram(list(turns), edges, weights=list(turns.values()))
        foot, high = y + HILL_FOOT, (HILL_FOOT + HILL_TOP) * games / games.max()
        ax.stairs(foot - high, edges - 0.5, baseline=foot, fill=True, color=drawing.BAR)
        ax.plot([told[name].median] * 2, [foot, y - HILL_TOP], color=drawing.INK, linewidth=1.8)
    turns_told = f"turns of all seats together, in steps of {step}; line: the median; right: the median (middle half)"
    drawing.caption(ax, turns_told)
    drawing.entitle(ax, _length_title(result), f"{drawing.sample(result)}, without those stopped by a fault")
    return ax


@drawing.styled
def measures(result: Outcome, name: str | None = None, ax: Axes | None = None) -> Axes:
    """One of the game's figures by variant, and for "health" and the like by seat: median, quartiles and extremes."""
    figures = result.figure_table
    groups = list(dict.fromkeys(map(figure_group, figures["figure"])))
    name = name or next((group for group in groups if group not in set(figures["figure"])), groups[0])
    chosen = figures[[name in (figure, figure_group(figure)) for figure in figures["figure"]]]
    if chosen.empty:
        raise InputError(f"no figure is called {quoted(name)}{nearest(name, [*groups, *figures['figure']])}")
    several = chosen["name"].nunique() > 1
    names = [f"{figure_label(r.figure)}, {r.name}" if several else figure_label(r.figure) for r in rows_of(chosen)]
    reach = (f"from {row.lowest:g} to {row.highest:g}, {drawing.sample(result)}" for row in rows_of(chosen))
    ax = drawing.rows_of_axes(ax, names, map(quartiles_text, rows_of(chosen)), reach)
    for y, row in enumerate(rows_of(chosen)):
        ax.plot([row.lowest, row.highest], [y, y], color=drawing.GREY, linewidth=1.2)
        ax.plot([row.lower_quartile, row.upper_quartile], [y, y], color=drawing.BAR, linewidth=9, solid_capstyle="butt")
        ax.plot([row.median], [y], color=drawing.INK, marker="|", markersize=11, markeredgewidth=2.5)
    drawing.caption(ax, f"{figure_label(name)}: median, middle half of the games, extremes")
    drawing.entitle(ax, figure_label(name).capitalize(), f"{drawing.sample(result)}, without those stopped by a fault")
    return ax


@drawing.styled
def shares(result: Outcome, name: str | None = None, variant: str | None = None, ax: Axes | None = None) -> Axes:
    """One of the game's figures that are categories, in one variant: of how many games each was, for every seat and, of
    "house_of_turn" and the like, every turn.
    """
    found = pd.DataFrame({"name": [], "figure": []}) if result.shares is None else result.shares
    groups, variants = list(dict.fromkeys(map(series_group, found["figure"]))), list(dict.fromkeys(found["name"]))
    if not groups:
        raise InputError(f'the plot "shares" belongs to games with categories; {result.plan.game.title} has none')
    name, variant = name or groups[0], variant or variants[0]
    if name not in groups or variant not in variants:
        wrong, known = (name, groups) if name not in groups else (variant, variants)
        raise InputError(f"no figure or variant is called {quoted(wrong)}{nearest(wrong, known)}")
    chosen = found[(found["name"] == variant) & (found["figure"].map(series_group) == name)]
    figures = list(dict.fromkeys(chosen["figure"]))
    meanings = dict.fromkeys(text for figure in figures for text in result.plan.game.categories[figure].values())
    known = [text for text in meanings if text in set(chosen["category"])]
    ax = ax or drawing.new_axes(
        drawing.FRAME_HEIGHT + drawing.BAND_HEIGHT * len(figures) + drawing.legend_height(known)
    )
    _bands(ax, chosen, figures, known)
    drawing.caption(ax, "share of games, %")
    which = f", {variant}" if len(variants) > 1 else ""
    drawing.entitle(
        ax, f"{figure_label(name).capitalize()}{which}", f"{drawing.sample(result)}, without those stopped by a fault"
    )
    return ax


def _bands(ax: Axes, chosen: pd.DataFrame, figures: Sequence[str], known: Sequence[str]) -> None:
    """A band for each figure, made of the shares of its categories, and below what their colours mean."""
    share = {(row.figure, row.category): row.share for row in rows_of(chosen)}
    begins, bands = np.zeros(len(figures)), []
    for category, colour in zip(known, itertools.cycle(drawing.BAND_COLOURS)):
        wide = np.array([100 * share.get((figure, category), 0.0) for figure in figures])
        bands.append(
            ax.barh(range(len(figures)), wide, 0.8, begins, color=colour, edgecolor=drawing.PAPER, linewidth=0.6)
        )
        for row, (figure, begin, share_drawn) in enumerate(zip(figures, begins, wide, strict=True)):
            if share_drawn:
                told = f"{figure_label(figure)}, {category}: {share_text(share_drawn / 100)}"
                drawing.answer(ax, told, (), (begin, begin + share_drawn), (row - 0.4, row + 0.4))
        for y in np.flatnonzero(wide >= drawing.LABELLED_SHARE):
            place: Any = {"ha": "center", "va": "center", "fontsize": 7, "color": drawing.letters_on(colour)}
            ax.text(begins[y] + wide[y] / 2, int(y), share_text(wide[y] / 100), **place)
        begins += wide
    ax.set_yticks(range(len(figures)), [figure_label(figure) for figure in figures], fontsize=8)
    ax.tick_params(left=False)
    ax.spines["left"].set_visible(False)
    ax.set_ylim(len(figures) - 0.5, -0.5)
    ax.set_xlim(0, 100)
    drawing.legend(ax, bands, known)


@drawing.styled
def heatmap(cells: pd.DataFrame, title: str = "", even_share: float = 0.5, ax: Axes | None = None) -> Axes:
    """A table of scores of rows against columns that is kept as a file, drawn as that of a field or a matrix: the best
    rows first, and the columns that are hardest to beat.

    cells: as `Result.cells` has them; title: who scores most, unless given.
    """
    played = cells[cells["games"] > 0]
    means = played.groupby("row", sort=False)["score"].mean().sort_values(ascending=False, kind="stable")
    rows, columns = sorted_cells(pd.DataFrame({"name": means.index}), cells)
    ax = drawing.heatmap(cells, rows, columns, even_share, ax)
    told = f"{played['games'].min():,} games a pair, 95 % intervals{drawing.widest(cells)}"
    title = title or f"{rows[0]} scores most on average, {100 * means.iloc[0]:.1f} %"
    drawing.entitle(ax, title, told)
    return ax


def leading(names: Sequence[str]) -> list[str]:
    """Evenly chosen ones of many names, as many as are drawn."""
    return list(names[:: -(-len(names) // drawing.LEADING)]) if names else []


def _turn_counts(result: Outcome) -> dict[str, Counter[int]]:
    """By variant, how many sound games had so many turns."""
    told_as = {variant.name: result.plan.together or variant.name for variant in result.plan.variants}
    counts: dict[str, Counter[int]] = {name: Counter() for name in told_as.values()}
    for name, games in result.iter_games(["turns", "error"]):
        counts[told_as[name]].update(games.loc[games["error"] == 0, "turns"].tolist())
    return counts


def _length_title(result: Outcome) -> str:
    medians = result.figure_table.loc[result.figure_table["figure"] == "turns", "median"].dropna()
    if medians.empty:
        return result.headline
    shortest, longest = medians.min(), medians.max()
    return f"The median game takes {shortest:g}{f' to {longest:g}' if longest > shortest else ''} turns"


HILL_TOP, HILL_FOOT = 0.22, 0.42
"""How far the hill of a row reaches above the middle of the row, and below."""
KINDS: dict[str, Callable[..., Axes]] = {
    **{draw.__name__: draw for draw in (scores, progress, length, measures, shares)},
    "curves": drawing.styled(draw_curves),
    "card_worth": drawing.styled(draw_worth),
}
"""The pictures of any result, by the names that `Result.plot` takes."""


def kinds(result: Outcome) -> dict[str, Callable[..., Axes]]:
    """The pictures that a result has, by name: first those that answer its question."""
    question = QUESTIONS[result.plan.question]
    own = {name: drawing.styled(draw) for name, draw in question.own_pictures.items()}
    has = {"shares": result.plan.game.categories, "card_worth": worth_kinds(result)}
    return {**own, **{name: draw for name, draw in KINDS.items() if has.get(name, True)}}
