"""One game as data to be drawn: step by step, with the chances along it, and what else could have been done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Literal, get_args

import numpy as np

from agents.search import search, thoughts
from sim.core.errors import InputError, nearest, printable, quoted
from sim.words.layout import read_layout
from sim.words.story import Beside, Story, cards_in
from sim.words.trace import beginning, told_options
from sim.words.walk import Step, Walk

from ..plan.plan import describe_agent
from ..statistics.format import format_interval
from ..statistics.intervals import mean_interval
from .pages import page
from .replay import Setting, model_of, thinker_for

Chances = Literal["none", "value", "expert"]
"""What the chances to win are told by: nothing, the game's `value` of a position, or imagined games."""
CHANCE_GAMES = 100
"""Imagined games, of all actions together, by which a chance is told."""
WHAT_IF_GAMES = 200
"""Games that each of two actions is played on in."""


def read_chances(text: str) -> Chances:
    """How chances are told, by its name; InputError with those there are."""
    for known in get_args(Chances):
        if text == known:
            return known
    raise InputError(f"chances: no way is called {quoted(text)}{nearest(text, get_args(Chances))}")


def tell_story(
    setting: Setting,
    number: int,
    view: str = "",
    explained: bool = False,
    chances: Chances = "value",
    decisions: Sequence[int] | None = None,
    names: Sequence[str] = (),
) -> dict[str, Any]:
    """Plays one game and tells it step by step: all of it, or what a seat such as "p1" may know, to which no chances
    are told, for these know more.

    explained: what the options of a decision are worth is told with it. decisions: as of `Setting.players`. names: of
    who plays, if not the agents.
    """
    setting.check_number(number)
    names, viewer = names or [describe_agent(agent) for agent in setting.agents], setting.viewer(view)
    walk = walked(setting, number, decisions)
    told = new_story(setting, names, viewer, chances if viewer is None else "none")
    if explained:
        walk.listener = partial(told.hear, setting.explainer())
    for step in walk:
        told.tell_step(step.state, step.seat, step.action, step.index)
    told.tell_end(walk.state, walk.fault)
    return {**drawn(setting, told, number, names), "stored": setting.compared(number, int(walk.fingerprint))}


def walked(setting: Setting, number: int, decisions: Sequence[int] | None = None) -> Walk:
    """A game to be walked through. decisions: as of `Setting.players`."""
    return Walk(setting.game, setting.tables, setting.players(decisions), setting.seed, number)


def new_story(setting: Setting, names: Sequence[str], viewer: int | None, chances: Chances = "none") -> Story:
    """A game of a table that is to be told as data."""
    ids = setting.game.words.card_ids(setting.cards)
    beside = {"none": _no_chances, "value": _by_value, "expert": _by_expert}[chances](setting)
    return Story(setting.game, setting.tables, names, ids, viewer, beside)


def drawn(setting: Setting, told: Story, number: int, names: Sequence[str]) -> dict[str, Any]:
    """What a page needs to draw a story, but what its cards do (`cards` has their ids)."""
    return {
        **around(setting, told, names),
        "about": printable(beginning(setting.game, number, setting.seed, names, setting.cards)),
        "frames": told.frames,
        "cards": cards_in(told.frames, setting.game.words.cards(setting.cards)),
    }


def around(setting: Setting, told: Story, names: Sequence[str]) -> dict[str, Any]:
    """What a page needs to draw a story besides its frames and cards, which are many in a long game."""
    return {
        "game": setting.game.title,
        "seats": [*map(printable, names)],
        "team": list(setting.game.words.team or ()),
        "viewer": told.viewer,
        "layout": read_layout(setting.game.name),
        "ending": told.ending,
    }


def story_html(story: Mapping[str, Any], about: Mapping[str, Sequence[str]], log: str) -> str:
    """A page with a game to step through that needs no other file. about: by card, what it does, the name first; log:
    the game in words, for a browser that runs no scripts.
    """
    return page("replay.html", story=with_cards(story, about), log=log)


def with_cards(story: Mapping[str, Any], about: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """A story whose cards say what they do. about: by id, lines, of which the first is the name with the id."""
    cards = {card: {"name": about[card][0].rpartition(" (")[0], "lines": list(about[card])} for card in story["cards"]}
    return {**story, "cards": cards}


# --- chances ----------------------------------------------------------------------------------------------------------


def _no_chances(setting: Setting) -> Beside:
    return lambda s: {}


def _by_value(setting: Setting) -> Beside:
    """What a position is worth to each seat, or to all of a team, as the game's value has it: `chance`, in 0..1."""
    value, tables = model_of(setting.game.name).value, setting.tables
    seats = range(1 if setting.game.words.team else int(tables.players))
    return lambda s: {"chance": [round(float(value(s, tables, seat)), 4) for seat in seats]}


def _by_expert(setting: Setting) -> Beside:
    """What the best that can be done is worth to who decides, in imagined games as the game's thinking agent has them,
    with its interval: `chance`, by seat, None of those of whom that says nothing, and `within`.
    """
    game, tables, team = setting.game, setting.tables, setting.game.words.team
    thinker, actions = thinker_for(model_of(game.name).rollout, CHANCE_GAMES), game.new_actions()
    seats = 1 if team else int(tables.players)

    def beside(s: np.record) -> Mapping[str, Any]:
        if s.over or s.error:
            return {"chance": [float(s.score[seat]) for seat in range(seats)]}
        n, seat = int(game.legal_actions(s, tables, actions)), 0 if team else int(s.to_move)
        found = thoughts(thinker, tables, s, actions[:n]) if n > 1 else []
        if not found:
            return {}
        best = mean_interval(found[0].worlds, found[0].share, found[0].variance)
        share = round(best.estimate, 4)
        chance = [share if one == seat else round(1 - share, 4) if seats == 2 else None for one in range(seats)]
        return {"chance": chance, "within": [seat, round(best.low, 4), round(best.high, 4)]}

    return beside


# --- what else could have been done -----------------------------------------------------------------------------------


def decision(setting: Setting, number: int, step: int, decisions: Sequence[int] | None = None) -> Step:
    """A decision of a game, by how many actions there were before it; InputError if there is none."""
    setting.check_number(number)
    walk = walked(setting, number, decisions)
    for count, found in enumerate(walk):
        if count == step:
            return found
    raise InputError(f"step: a decision of the game is expected, 0 to {walk.steps - 1}, found {step}")


def phrases(setting: Setting, s: np.record, legal: np.ndarray) -> list[str]:
    """The actions in words."""
    ids = setting.game.words.card_ids(setting.cards)
    return [printable(setting.game.words.phrase(s, action, ids)) for action in legal]


def options(setting: Setting, number: int, step: int, decisions: Sequence[int] | None = None) -> dict[str, Any]:
    """A decision as it could have been taken: `legal`, `taken` (the index of what was), and `thoughts`, each an index
    with what it is worth to who decides.
    """
    found = decision(setting, number, step, decisions)
    state, legal = found.state.copy(), found.legal.copy()
    thought = told_options(setting.explainer()(state, legal), found.index) if len(legal) > 1 else []
    return {
        "seat": found.seat,
        "legal": phrases(setting, state, legal),
        "taken": found.index,
        "thoughts": [[index, text.strip()] for index, text in thought],
    }


def what_if(
    setting: Setting, number: int, step: int, option: int, decisions: Sequence[int] | None = None
) -> dict[str, Any]:
    """Another action at a decision, and the one that was taken: both played on to the end of the game WHAT_IF_GAMES
    times, with what who decides cannot know dealt anew each time, the same for both.

    `taken` and `other` each have `phrase` and `worth`, the share of the win of who decided, with its interval. `gain`,
    by how much more the other one was worth, in points, has the interval of the paired difference.
    """
    found = decision(setting, number, step, decisions)
    if not 0 <= option < len(found.legal) or option == found.index:
        raise InputError(f"option: another one of {len(found.legal)} is expected, found {option}")
    agent = setting.agents[found.seat]
    thinker = thinker_for(agent)
    judge = search(
        agent.game, agent.name, thinker.rollout, thinker.value, rollouts=2 * WHAT_IF_GAMES, horizon=0, margin=0
    )
    pair = found.legal[[found.index, option]]
    taken, other = sorted(thoughts(judge, setting.tables, found.state.copy(), pair), key=lambda one: one.index)
    gain, spread = other.gain - taken.gain, other.gain_variance + taken.gain_variance  # one of them is the agent's own
    difference = mean_interval(other.worlds, gain, spread, bounds=(-1, 1))
    said = phrases(setting, found.state, pair)
    worth = [format_interval(mean_interval(one.worlds, one.share, one.variance)) for one in (taken, other)]
    return {
        "seat": found.seat,
        "games": other.worlds,
        "taken": {"phrase": said[0], "worth": worth[0]},
        "other": {"phrase": said[1], "worth": worth[1]},
        "gain": format_interval(difference, "points", signed=True),
    }
