"""When a row of a program happens, and what its amount is multiplied with."""

from __future__ import annotations

from ..cards.chosen import last_chosen
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .battleline import in_play
from .filters import count_matching, passes
from .state import KEYS_TO_WIN, House
from .tables import Condition, Count

OF_THE_LAST_CHOSEN = (Condition.DESTROYED, Condition.NOT_DESTROYED, Condition.LAST_IS, Condition.LAST_IS_NOT)


@kernel
def multiplier(s, t, frame, row):
    """What the amount of a row is multiplied with; 1 for AMBER_ON_IT, which the operation itself looks up."""
    kind, you = int(row.count), int(frame.you)
    opponent = 1 - you
    if kind in (Count.NONE, Count.AMBER_ON_IT):
        return 1
    if kind == Count.MATCHING:
        return count_matching(s, t, int(row.count_filter), you, int(frame.source), frame)
    if kind == Count.DID:
        return int(frame.did)
    if kind == Count.CHOSEN:
        return int(frame.n)
    if kind == Count.OPPONENT_KEYS:
        return int(s.keys[opponent])
    if kind == Count.UNFORGED_KEYS:
        return KEYS_TO_WIN - int(s.keys[you])
    if kind == Count.OPPONENT_AMBER:
        return int(s.amber[opponent])
    if kind == Count.OPPONENT_AMBER_ABOVE:
        return max(0, int(s.amber[opponent]) - int(row.count_argument))
    if kind == Count.CREATURES_IN_EXCESS:
        return max(0, int(s.line[you].n) - int(s.line[opponent].n))
    if kind == Count.ENEMY_CREATURES_IN_EXCESS:
        return max(0, int(s.line[opponent].n) - int(s.line[you].n))
    return multiplier_of_cards(s, t, frame, kind, you)


@kernel
def multiplier_of_cards(s, t, frame, kind, you):
    """The multipliers that count cards, or amber on them, which the program has to do with."""
    if kind == Count.AMBER_ON_THIS:
        return int(s.card[frame.source].amber)
    if kind == Count.AMBER_ON_LAST:
        last = last_chosen(frame)
        return int(s.card[last].amber) if last >= 0 else 0
    if kind == Count.CARDS_IN_HAND:
        return int(s.hand[you].n)
    if kind == Count.ARCHIVED:
        return int(s.archives[you].n)
    if kind == Count.FALLEN:
        return int(s.fallen)
    if kind == Count.DID_YOURS:
        return int(frame.yours)
    if kind == Count.DID_OPPONENTS:
        return int(frame.theirs)
    if kind == Count.NUMBER:
        return int(frame.x)
    s.error = ERROR_UNWRITTEN
    return 0


@kernel
def holds(s, t, frame, row):
    """Whether the condition of a row holds; one about the last chosen never does if there is none."""
    kind = int(row.condition)
    if kind == Condition.NONE:
        return True
    if kind in OF_THE_LAST_CHOSEN and last_chosen(frame) < 0:
        return False
    return condition_holds(s, t, frame, row) != (row.otherwise != 0)


@kernel
def condition_holds(s, t, frame, row):
    """Whether the condition of a row holds, not turned round. Rule 19."""
    kind, n, you = int(row.condition), int(row.condition_argument), int(frame.you)
    opponent = 1 - you
    if kind == Condition.DID:
        return frame.did >= max(1, n)
    if kind == Condition.OPPONENT_AMBER_AT_LEAST:
        return s.amber[opponent] >= n
    if kind == Condition.OPPONENT_AMBER_IS:
        return s.amber[opponent] == n
    if kind == Condition.OPPONENT_HAS_MORE_AMBER:
        return s.amber[opponent] > s.amber[you]
    if kind == Condition.AMBER_AT_LEAST:
        return s.amber[you] >= n
    if kind == Condition.MORE_CREATURES:
        return s.line[you].n > s.line[opponent].n
    if kind == Condition.FEWER_CREATURES:
        return s.line[you].n < s.line[opponent].n
    if kind == Condition.BOTH_HAVE_CREATURES:
        return s.line[you].n > 0 and s.line[opponent].n > 0
    if kind == Condition.OPPONENT_KEYS_AT_LEAST:
        return s.keys[opponent] >= n
    if kind == Condition.OPPONENT_FORGED:
        return s.forged[opponent] > 0
    if kind == Condition.FORGED:
        return s.forged[you] > 0
    if kind == Condition.PLAYED_EXACTLY:
        return s.played == n
    if kind == Condition.SANCTUM_PLAYED_AT_LEAST:
        return s.played_of[House.SANCTUM] >= n
    if kind == Condition.USED_AT_LEAST:
        return s.uses >= n
    if kind == Condition.OPPONENT_PLAYED_CREATURES:
        return s.creatures_played[opponent] >= n
    if kind == Condition.ACTIVE_HOUSE:
        return s.house == n
    return condition_of_cards(s, t, frame, row, kind, n)


@kernel
def condition_of_cards(s, t, frame, row, kind, n):
    """The conditions about cards: those the program has to do with, or those that a filter lets pass. Rule 19."""
    this, last, you = int(frame.source), last_chosen(frame), int(frame.you)
    index = int(row.condition_filter)
    if kind == Condition.FIRST_USE:
        return s.card[this].uses <= 1
    if kind == Condition.IN_PLAY:
        return in_play(s, this)
    if kind == Condition.CHOSEN_AT_LEAST:
        return frame.n >= n
    if kind == Condition.THERE_IS:
        return count_matching(s, t, index, you, this, frame) >= max(1, n)
    if kind == Condition.THERE_IS_NO:
        return count_matching(s, t, index, you, this, frame) == 0
    if kind == Condition.EVENT_IS:
        return frame.event >= 0 and passes(s, t, index, int(frame.event), you, this, frame)
    if kind == Condition.DESTROYED:
        return frame.yours + frame.theirs > 0 and not in_play(s, last)
    if kind == Condition.NOT_DESTROYED:
        return in_play(s, last)
    if kind in (Condition.LAST_IS, Condition.LAST_IS_NOT):
        return passes(s, t, index, last, you, this, frame) == (kind == Condition.LAST_IS)
    s.error = ERROR_UNWRITTEN
    return False
