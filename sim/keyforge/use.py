"""Using cards in play: who may use what, and reaping, actions, omni abilities and the removal of a stun."""

from __future__ import annotations

from ..core.frames import pop
from ..core.kernel import kernel
from .amber import gain, pay, steal
from .battleline import in_play
from .frames import push
from .modifiers import affected, houses_of
from .pending import add_listeners, add_own, add_turn_trigger, begin_window, open_window, program_of, push_program
from .play import note_act, own_amount, toll, within_six
from .state import NO_CARD, Constant, Frame, Lasting, Mark, Trigger, Type

# --- what may be used -----------------------------------------------------------------------------------------------


@kernel
def can_use(s, t, card, you):
    """Whether `you` can use a card in play at all, its house aside and if there is something to use it for. Rule 8."""
    if not in_play(s, card) or s.card[card].ready == 0 or s.now[Lasting.NO_USES] > 0 or not within_six(s, card):
        return False
    facts = t.card[s.card[card].type]
    if facts.type == Type.ARTIFACT:
        return toll(s, t, you, Constant.PAY_TO_USE_ARTIFACTS) <= s.amber[you]
    return not affected(s, t, card, Constant.NEEDS_DISCARD) or (s.discarded >> facts.house) & 1 == 1


@kernel
def in_house(s, t, card):
    """Whether the active player may use a card for anything as far as its house goes. Rule 6."""
    houses = houses_of(s, t, card)
    if s.house >= 0 and (houses >> s.house) & 1 == 1:
        return True
    if s.card[card].marks & Mark.USABLE != 0:
        return True
    if t.card[s.card[card].type].type != Type.CREATURE:
        return False
    return houses & s.now[Lasting.MAY_USE] != 0 or affected(s, t, card, Constant.USABLE)


@kernel
def in_house_to_fight(s, t, card):
    """Whether a permission lets the active player use a creature to fight, whatever its house. Rule 6."""
    if s.now[Lasting.ONLY_FIGHT] > 0:
        return True
    return s.now[Lasting.MAY_FIGHT] != 0 and houses_of(s, t, card) & s.now[Lasting.MAY_FIGHT] != 0


@kernel
def can_reap(s, t, card):
    """Whether a creature that can be used can be used to reap. Rule 8."""
    return s.now[Lasting.ONLY_FIGHT] == 0 and not affected(s, t, card, Constant.CANNOT_REAP)


@kernel
def can_act(s, t, card, text, trigger, you):
    """Whether a card has an ability of the trigger in the text of `text` (itself or an upgrade on it) that `you` can
    use. Amber that an action of an artifact needs comes on top of what its use costs. Rule 8.
    """
    facts = t.card[s.card[text].type]
    if (facts.listens >> trigger) & 1 == 0:
        return False
    if s.now[Lasting.ONLY_FIGHT] > 0 and t.card[s.card[card].type].type == Type.CREATURE:
        return False
    if s.constant[Constant.ACTION_NEEDS_AMBER] == 0:
        return True
    needed = own_amount(t, s.card[card].type, Constant.ACTION_NEEDS_AMBER)
    if needed > 0 and t.card[s.card[card].type].type == Type.ARTIFACT:
        needed += toll(s, t, you, Constant.PAY_TO_USE_ARTIFACTS)
    return s.amber[you] >= needed


# --- using ----------------------------------------------------------------------------------------------------------


@kernel
def note_use(s, t, card):
    """A card is exhausted for a use, which counts. Rules 8 and 18."""
    it = s.card[card]
    it.ready = 0
    it.uses += 1
    note_act(s, card)
    if t.card[it.type].type == Type.CREATURE:
        s.uses += 1


@kernel
def unstun(s, t, card):
    """A stunned creature is used: it only loses its stun. Rule 8."""
    note_use(s, t, card)
    s.card[card].stunned = 0


@kernel
def reap(s, t, card, you):
    """A creature reaps for its controller. Rule 8."""
    note_use(s, t, card)
    if s.now[Lasting.STEAL_REAPS] > 0:
        steal(s, t, you, 1)
    else:
        gain(s, t, you, 1)
    start = begin_window(s)
    add_own(s, t, card, Trigger.REAP, NO_CARD)
    add_turn_trigger(s, t, Lasting.CREATURE_REAPS, card)
    open_window(s, start)


@kernel
def act(s, t, card, text, trigger, you):
    """`you` uses the action or omni ability of a card in the text of `text`, itself or an upgrade on it. Rule 8."""
    artifact = t.card[s.card[card].type].type == Type.ARTIFACT
    note_use(s, t, card)
    if artifact:
        price = toll(s, t, you, Constant.PAY_TO_USE_ARTIFACTS)
        if price > 0:
            pay(s, t, you, price)
        push(s, Frame.USED, you, card)
    push_program(s, program_of(t, int(s.card[text].type), trigger), you, card, NO_CARD, NO_CARD)


@kernel
def resolve_used(s, t, frame):
    """A USED frame: you have used the artifact source, and its ability is over; what that triggers. Rules 8 and 19."""
    card, you = int(frame.source), int(frame.you)
    pop(s)
    start = begin_window(s)
    add_listeners(s, t, Trigger.ARTIFACT_USED, card, you)
    open_window(s, start)
