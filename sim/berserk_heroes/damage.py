"""Wounds, healing, destruction and the state rules (rules 6.2, 7.5, 8)."""

from __future__ import annotations

from ..cards.header import close
from ..core.kernel import kernel
from .basics import (
    body,
    dealer,
    has,
    hero_of,
    in_play,
    in_play_at,
    in_play_count,
    keyword,
    life_left,
    note_shift,
    side_of,
    type_of,
    use_keyword,
)
from .filters import is_attacking
from .happenings import NOTHING, happened_to, happening
from .modifiers import has_constant, renew, total, value_of
from .queue import enqueue, fire, is_heard, is_triggered, seat_in_turn
from .state import (
    DEALT_BY,
    NO_CARD,
    SEATS,
    UNSETTLED,
    Cause,
    Constant,
    Flag,
    Lasting,
    Limit,
    Source,
    Trigger,
    Type,
    Zone,
)
from .tables import Keyword
from .texts import TEXT_SIZE, ability_at, count_abilities, is_marked, may_listen, places, set_mark, share_name
from .zones import announce_death, move

ROUNDS_MAX = 12
"""Rounds of state rules at once: deaths that cause deaths."""
WOUNDS_MAX = 30_000
"""Wounds that a character can have, and that it can take at once."""


@kernel
def prevents_all(s, t, card, source, how):
    """Whether a character takes no wounds from a card, of one that has left play as it was there. Rules 6.2.5, 7.4."""
    if not in_play(s, card) or has(s, card, Flag.HIDDEN) or keyword(s, card, Keyword.NO_WOUNDS):
        return True
    if how == Source.SHOT and keyword(s, card, Keyword.SHOT_WARD):
        return True
    if source < 0:
        return False
    if keyword(s, source, Keyword.DEALS_NO_WOUNDS):
        return True
    if type_of(s, t, source) == Type.SPELL and keyword(s, card, Keyword.NO_SPELL_WOUNDS):
        return True
    return total(s, t, Constant.NO_WOUNDS_FROM, -1, card, source) > 0


@kernel
def increased(s, t, card, n, source):
    """Wounds with what cards in play add to them, doubled once by each card that doubles them. Rules 6.2.5, 7.9."""
    if source < 0:
        return n
    seat = dealer(s, source)
    if type_of(s, t, source) == Type.SPELL:
        n += total(s, t, Constant.SPELLS_WOUND_MORE, seat, -1, -1)
    if has_constant(s, Constant.DOUBLES_WOUNDS) and side_of(s, card) == seat:
        for _ in range(total(s, t, Constant.DOUBLES_WOUNDS, 1 - seat, -1, -1)):
            n = min(2 * n, WOUNDS_MAX)
    return n


@kernel
def prevented(s, t, card, n, source, how):
    """Wounds that are left after what prevents some of them. Rule 6.2.5."""
    n -= total(s, t, Constant.FEWER_WOUNDS, -1, card, source)
    if how in (Source.STRIKE, Source.SHOT):
        n -= value_of(s, t, card, Keyword.WOUNDS_TAKEN_FEWER)
        if 0 < n <= value_of(s, t, card, Keyword.SCALES):
            use_keyword(s, int(s.card[card].controller))
            return 0
        n = absorb(s, t, card, n)
    if n <= 0:
        return 0
    seat = int(s.card[card].controller)
    pool = Lasting.PREVENT_HERO if card == hero_of(seat) else Lasting.PREVENT_CREATURES
    saved = min(n, int(s.lasting[seat, pool]))
    s.lasting[seat, pool] -= saved
    return n - saved


@kernel
def absorb(s, t, card, n):
    """Wounds of a strike or Shot that armour leaves. It prevents so many in each turn. Rule 6.2.5, keyword Armour."""
    it = body(s, card)
    armour = value_of(s, t, card, Keyword.ARMOUR)
    if value_of(s, t, card, Keyword.ARMOUR_WHILE_ATTACKING) > 0 and is_attacking(s, card):
        armour = max(armour, value_of(s, t, card, Keyword.ARMOUR_WHILE_ATTACKING))
    saved = max(0, min(n, armour - int(it.armour_used)))
    it.armour_used += saved
    if saved > 0:
        use_keyword(s, int(s.card[card].controller))
    return n - saved


@kernel
def wound(s, t, card, n, source, how):
    """A character takes wounds from a card (or NO_CARD); returns how many. Rule 6.2.5."""
    if n <= 0 or prevents_all(s, t, card, source, how):
        return 0
    n = prevented(s, t, card, increased(s, t, card, n, source), source, how)
    if n <= 0:
        return 0
    it, seat = body(s, card), int(s.card[card].controller)
    before = life_left(s, card)
    it.wounds = min(it.wounds + n, WOUNDS_MAX)
    if before > 0 and it.wounds >= it.life:
        it.killer = source
    s.last_wounds[seat] = n
    note_shift(s)
    if card == hero_of(seat):
        s.dealt[1 - seat, DEALT_BY[how]] += n
    fire(s, t, Trigger.WOUNDED, happening(card, source, n, 0, how))
    return n


@kernel
def excess_damage(s, t, card, dealt):
    """Wounds of a character above the life that it has with them, at most what it was just dealt.

    Rule 8, keyword Excess damage.
    """
    renew(s, t)
    it = body(s, card)
    return max(0, min(dealt, int(it.wounds) - int(it.life)))


@kernel
def heal(s, t, card, n):
    """Wounds are removed from a character; returns how many. rule: keyword Heal."""
    if not in_play(s, card):
        return 0
    it = body(s, card)
    healed = min(n, int(it.wounds))
    if it.wounds == 0:
        fire(s, t, Trigger.OVERHEAL, happened_to(card, n))
    it.wounds -= healed
    if n > healed and has_constant(s, Constant.EXCESS_HEALING_TO_LIFE):
        if total(s, t, Constant.EXCESS_HEALING_TO_LIFE, -1, card, -1) > 0:
            it.extra += min(n - healed, 99)
            s.stale = 1
    note_shift(s)
    return healed


@kernel
def destroy(s, t, card, by):
    """A card in play is destroyed: it leaves when the state rules are looked at; returns whether it is. Rule 8."""
    if not in_play(s, card) or has(s, card, Flag.HIDDEN) or has(s, card, Flag.DOOMED) or card == hero_of(0):
        return False
    if card == hero_of(1):
        return False
    s.card[card].bits |= Flag.DOOMED
    body(s, card).killer = by
    note_shift(s)
    return True


# --- state rules ----------------------------------------------------------------------------------------------------


@kernel
def settle(s, t):
    """Looks at the state rules until nothing changes. Rule 7.5."""
    spared = False
    for _ in range(ROUNDS_MAX):
        renew(s, t)
        check_heroes(s)
        if s.over == 1:
            return
        n, spared = find_dead(s, t)
        if n == 0:
            break
        announce_deaths(s, t, n)
        for i in range(n):
            move(s, t, int(s.found[i]), Zone.GRAVEYARD, False)
    watched = is_heard(s, Trigger.STATE)
    if watched and s.programs == 0:
        check_states(s, t)
    s.stale = UNSETTLED if (watched and s.programs > 0) or spared else 0


@kernel
def announce_deaths(s, t, n):
    """What the deaths of the first n cards of s.found trigger: all at one moment. Rule 7.4."""
    for turn in range(SEATS):
        for i in range(n):
            card = int(s.found[i])
            announce_death(s, t, card, int(body(s, card).killer), seat_in_turn(s, turn))


@kernel
def check_heroes(s):
    """A hero without life left loses the game; if both are, it is a draw. Rule 9."""
    first, second = life_left(s, hero_of(0)) <= 0, life_left(s, hero_of(1)) <= 0
    if first or second:
        end_game(s, Cause.BOTH_DEAD if first and second else Cause.HERO_DEAD, 1 if first else 0)


@kernel
def end_game(s, cause, winner):
    """The game is over. Rule 9."""
    close(s, cause, cause == Cause.TURN_LIMIT)
    if cause in (Cause.BOTH_DEAD, Cause.TURN_LIMIT):
        s.score[0], s.score[1] = 0.5, 0.5
    else:
        s.score[winner], s.score[1 - winner] = 1, 0


@kernel
def find_dead(s, t):
    """Writes the cards that leave play by the state rules into s.found, the inactive player's first; returns how many,
    and whether a creature without life stays until nothing waits. Rule 7.5.
    """
    n, spared = 0, False
    for turn in range(SEATS):
        seat, before, words = seat_in_turn(s, turn), n, 0
        for k in range(1, in_play_count(s, seat)):
            card = in_play_at(s, seat, k)
            it = body(s, card)
            words |= it.keywords
            if it.life > it.wounds and not has(s, card, Flag.DOOMED):
                it.killer = NO_CARD  # it outlived what wounded it
            elif is_dead(s, t, card):
                s.found[n] = card
                n += 1
            elif k <= s.line[seat].n:
                spared = True
        if (words >> Keyword.UNIQUENESS) & 1 == 1:
            n = find_ousted(s, t, seat, before)
    return n, spared


@kernel
def find_ousted(s, t, seat, n):
    """Writes the cards of a player that are dead or leave for one of the same name into s.found, from place n on; the
    place after the last. Rule 7.5.
    """
    for k in range(1, in_play_count(s, seat)):
        card = in_play_at(s, seat, k)
        if is_dead(s, t, card) or is_ousted(s, seat, k):
            s.found[n] = card
            n += 1
    return n


@kernel
def is_ousted(s, seat, k):
    """Whether the k-th card of a player leaves for one of the same name that came after it: one of all those of that
    name is unique. Rule 7.5.
    """
    first, unique, later = in_play_at(s, seat, k), False, False
    for other in range(1, in_play_count(s, seat)):
        card = in_play_at(s, seat, other)
        if share_name(s, first, card):
            later |= other > k
            unique |= keyword(s, card, Keyword.UNIQUENESS)
    return later and unique


@kernel
def is_dead(s, t, card):
    """Whether a card leaves play: it is destroyed, or a creature without life. One whose printed life is 0 is looked at
    only when nothing waits. Rules 7.5, 8.
    """
    if has(s, card, Flag.DOOMED):
        return True
    if type_of(s, t, card) != Type.CREATURE or has(s, card, Flag.HIDDEN):
        return False
    if life_left(s, card) > 0:
        return False
    return t.card[s.card[card].type].life > 0 or (s.n_queue == 0 and s.programs == 0)


@kernel
def check_states(s, t):
    """Abilities that are triggered by what is the case wait, unless they already do. Rule 7.4."""
    for turn in range(SEATS):
        seat = seat_in_turn(s, turn)
        for k in range(in_play_count(s, seat)):
            card = in_play_at(s, seat, k)
            if may_listen(s, t, card, Trigger.STATE):
                check_states_of(s, t, card)


@kernel
def check_states_of(s, t, card):
    """Abilities of a card that are triggered by what is the case wait. Rule 7.3."""
    for first in range(0, places(s, card), TEXT_SIZE):
        for place in range(first, first + count_abilities(s, t, card, first)):
            index = ability_at(s, t, card, place)
            if index < 0 or t.ability[index].trigger != Trigger.STATE or is_waiting(s, index, card):
                continue
            ability = t.ability[index]
            if may_happen(s, ability, place, card) and is_triggered(s, t, ability, card, NOTHING):
                set_mark(s, card, place)
                enqueue(s, index, card, int(s.card[card].controller), NOTHING)


@kernel
def may_happen(s, ability, place, card):
    """Whether a state ability may still happen this turn. Rule 7.3."""
    return ability.limit == Limit.EACH or not is_marked(s, card, place)


@kernel
def is_waiting(s, index, card):
    """Whether an ability of a card is in the queue."""
    for i in range(s.n_queue):
        if s.queue[i].ability == index and s.queue[i].source == card:
            return True
    return False
