"""The steps before a battle, the steps of a turn, and the end. Rules 4, 6 to 8, 24 and 27."""

from __future__ import annotations

from ..cards.decisions import ask
from ..cards.header import close
from ..core.bitsets import lowest
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from ..core.pile import move_all
from .board import COLUMNS, START_ZONE, row_of, side_of_board
from .frames import push
from .happenings import about
from .modifiers import has, number
from .recruitment import can_recruit
from .state import (
    BEGINNING,
    CARDS,
    CELLS,
    EXTRA,
    NO_BATTLE,
    NO_CARD,
    OPENING,
    PREPARING,
    SEATS,
    SIDE,
    THIRSTY,
    TOKENS_MAX,
    Cause,
    Decision,
    Frame,
    Kind,
    Phase,
    Zone,
)
from .stats import (
    adjacent,
    end_lasting,
    everybody,
    free_cells,
    has_creatures,
    in_play,
    is_flying,
    is_plain_creature,
    is_symbiont,
    is_type,
    needs_host,
    owner,
    recount,
    seat_of,
    symbiont_of,
)
from .sudden import ask_sudden, has_sudden
from .tables import Event, Head, Rule, Stat, Subtype, Type, Window
from .targets import is_attackable
from .triggers import fire, fire_each
from .use import strikes_again
from .wounds import (
    ITSELF,
    apply_base_effects,
    heal,
    lives_left,
    may_live_on,
    push_rule,
    settle,
    suffer_poison,
    wound,
)
from .zones import attach, bury, enter, forget, reveal

HOST_STEPS = 4
TRIGGERS_WAIT = (Phase.OPEN, Phase.TURN_START)
"""Phases in which triggers of the start of the turn are still to come, so that nobody has lost yet. Rules 8 and 27."""


@kernel
def next_step(s, t):
    """What comes when nothing is pending: the next step of the setup or of the turn. Rules 26 and 27."""
    phase = int(s.phase)
    if phase not in NO_BATTLE:
        apply_base_effects(s, t)
    if s.dying == 1:
        settle(s, t)
        return
    if s.n_frames > 0:
        return
    if phase not in NO_BATTLE and phase not in TRIGGERS_WAIT and is_over(s, t):
        return
    if phase == Phase.MAIN:
        ask(s, s.active, Decision.MAIN)
    elif phase == Phase.ANSWER_MAIN:
        answer_closing(s, t)
    elif phase in PREPARING:
        prepare_battle(s, t, phase)
    elif phase in OPENING:
        open_battle(s, t, phase)
    elif phase in BEGINNING:
        start_turn(s, t, phase)
    else:
        end_turn(s, t, phase)


@kernel
def go_to(s, phase):
    """The next phase begins."""
    s.phase, s.phase_step, s.passes, s.asked = phase, 0, 0, 0


@kernel
def seat_of_step(s):
    """Whose step it is where the first player comes before the second. Rule 4."""
    return int(s.first) if s.phase_step % SEATS == 0 else 1 - int(s.first)


@kernel
def is_over(s, t):
    """The battle is over if a squad has no creature. Rule 27."""
    alive = 0
    for seat in range(SEATS):
        if has_creatures(s, t, seat):
            alive |= 1 << seat
    if alive == 3:
        return False
    close(s, Cause.DEATHS, 0)
    for seat in range(SEATS):
        s.score[seat] = 0.5 if alive == 0 else float((alive >> seat) & 1)
    return True


# --- before the battle ----------------------------------------------------------------------------------------------


@kernel
def prepare_battle(s, t, phase):
    """Mulligans, recruitment and placement. Rules 4 to 6."""
    if s.phase_step >= SEATS:
        end_preparation(s, phase)
        return
    seat = seat_of_step(s)
    s.active = seat
    if phase == Phase.DEAL:
        if s.deal[seat].n > 0 and s.gold[seat] > 0 and s.redraws[seat] < t.redraws:
            ask(s, seat, Decision.MULLIGAN)
        else:
            s.phase_step += 1
    elif phase == Phase.RECRUIT:
        if may_recruit(s, t, seat):
            ask(s, seat, Decision.RECRUIT)
        else:
            end_recruitment(s, seat)
    elif phase == Phase.PLACE:
        if unplaced(s, seat) >= 0:
            ask(s, seat, Decision.PLACE)
        else:
            s.phase_step += 1
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def end_preparation(s, phase):
    """Both players are done with a step before the battle: the next one begins. Rules 4 to 6."""
    if phase == Phase.DEAL:
        go_to(s, Phase.RECRUIT)
    elif phase == Phase.RECRUIT:
        go_to(s, Phase.PLACE)
    elif phase == Phase.PLACE:
        go_to(s, Phase.REVEAL)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def may_recruit(s, t, seat):
    """Whether a card of the deal may join the squad. Rule 5."""
    for place in range(s.deal[seat].n):
        if can_recruit(s, t, seat, int(s.deal[seat].card[place])):
            return True
    return False


@kernel
def end_recruitment(s, seat):
    """The other cards go back into the deck. Rule 4."""
    move_all(s, s.deal[seat], s.deck[seat])
    s.phase_step += 1


@kernel
def unplaced(s, seat):
    """A card of a squad that stands nowhere yet, or NO_CARD."""
    for card in range(seat * SIDE, (seat + 1) * SIDE):
        if s.card[card].zone == Zone.SQUAD:
            return card
    return NO_CARD


@kernel
def start_zone(s, seat):
    """The set of free cells where a seat may place a card: a part of its zone is open once those before are full.
    Rule 6.
    """
    side, taken, zone = side_of_board(s, seat), 0, 0
    for cell in range(CELLS):
        if s.at[cell] >= 0:
            taken |= 1 << cell
    for part in range(START_ZONE.shape[1]):
        if zone & ~taken == 0:
            zone |= START_ZONE[side, part]
    return zone & ~taken


@kernel
def place_card(s, t, card, cell):
    """A card is placed face down; a waiting one incarnates instead. Rule 6."""
    if s.card[card].zone == Zone.GRAVEYARD:
        incarnate(s, t, card, cell)
    else:
        lay_down(s, t, card, cell)


@kernel
def lay_down(s, t, card, cell):
    """A card comes to a cell face down. Rule 6."""
    enter(s, t, card, cell)
    s.card[card].hidden, s.moved = 1, 1


@kernel
def open_battle(s, t, phase):
    """Reveal, hosts, what the start of battle triggers, and Vanguard. Rules 4 and 7."""
    if phase == Phase.REVEAL:
        reveal_squads(s, t)
    elif phase == Phase.HOSTS:
        find_hosts(s, t)
    elif s.phase_step >= SEATS:
        s.active = s.first
        go_to(s, Phase.VANGUARD if phase == Phase.START else Phase.BEFORE_TURN)
    elif phase == Phase.START:
        seat = seat_of_step(s)
        s.phase_step += 1
        s.active = seat
        fire_each(s, t, Event.START_BATTLE, seat)
    elif phase == Phase.VANGUARD:
        seat = seat_of_step(s)
        s.active = seat
        if has_vanguard(s, t, seat):
            ask(s, seat, Decision.VANGUARD)
        else:
            s.phase_step += 1
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def reveal_squads(s, t):
    """The first player reveals all, then the second all but cards of his third row. Rule 7."""
    seat = seat_of_step(s)
    s.active = seat
    if s.phase_step >= SEATS:
        s.active = s.first
        go_to(s, Phase.HOSTS)
    elif s.phase_step == 1 and s.passes == 0 and hideable(s, t, seat):
        ask(s, seat, Decision.HIDE)
    else:
        reveal_squad(s, t, seat)
        s.passes = 0
        s.phase_step += 1


@kernel
def hideable(s, t, seat):
    """Whether a seat has a card that it may keep hidden, and has not decided about. Rule 7."""
    left = int(s.team[seat])
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if may_hide(s, t, card, seat):
            return True
    return False


@kernel
def may_hide(s, t, card, seat):
    """Whether a card may stay hidden: of the second player, in his third row, no symbiont, no equipment, and none that
    stays so by Stealth anyway. Rules 7 and 24.
    """
    it = s.card[card]
    if it.zone != Zone.PLAY or it.controller != seat or seat == s.first or it.hidden == 0 or it.waits == 1:
        return False
    if is_symbiont(s, t, card) or is_type(s, t, card, Type.EQUIPMENT) or has(s, t, card, Stat.STEALTH, NO_CARD):
        return False
    return row_of(s, seat, int(it.cell)) == 3


@kernel
def reveal_squad(s, t, seat):
    """A seat's cards are revealed, but for those that stay hidden. Cards with Stealth stay so. Rules 7 and 24."""
    left = int(s.team[seat])
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if s.card[card].waits == 0 and not has(s, t, card, Stat.STEALTH, NO_CARD):
            reveal(s, t, card)


@kernel
def reveal_waiting(s, t):
    """The cards that stayed hidden are revealed at the end of the first turn. Rules 7 and 8."""
    for card in range(CARDS):
        s.card[card].waits = 0
    for seat in range(SEATS):
        reveal_squad(s, t, seat)


@kernel
def find_hosts(s, t):
    """Equipment, then symbionts come to their hosts: the first player's, then the second's. Rules 7, 19 and 20."""
    if s.phase_step >= HOST_STEPS:
        recount(s, t)
        go_to(s, Phase.START)
        return
    seat = seat_of_step(s)
    card = unattached(s, t, seat, s.phase_step // SEATS == 0)
    if card < 0:
        s.phase_step += 1
        return
    left = everybody(s)
    while left != 0:
        host = lowest(left)
        left &= left - 1
        if can_bear(s, t, host, card):
            s.asked = card
            ask(s, seat, Decision.HOST)
            return
    leave_with_equipment(s, t, card)


@kernel
def leave_with_equipment(s, t, card):
    """What finds no host goes to the graveyard, and after it the equipment that it wears. Rules 7 and 20."""
    bury(s, t, card)
    forget(s, card)
    for other in range(CARDS):
        if s.card[other].host == card and in_play(s, other):
            bury(s, t, other)
            forget(s, other)


@kernel
def unattached(s, t, seat, equipment):
    """A piece of equipment, or a symbiont, of a seat that has no host yet, or NO_CARD."""
    left = int(s.team[seat])
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if s.card[card].host < 0 and s.card[card].hidden == 0:
            if is_type(s, t, card, Type.EQUIPMENT) if equipment else is_symbiont(s, t, card):
                return card
    return NO_CARD


@kernel
def can_bear(s, t, host, card):
    """Whether a creature may bear a symbiont or a piece of equipment. Rules 19 and 20."""
    if not in_play(s, host) or s.card[host].hidden == 1 or not is_type(s, t, host, Type.CREATURE) or host == card:
        return False
    own = seat_of(s, host) == seat_of(s, card)
    if is_type(s, t, card, Type.EQUIPMENT):
        return own and t.card[s.card[host].type].classes != 0 and not wears(s, t, host, card)
    if not may_live_on(s, t, card, host) or symbiont_of(s, t, host) >= 0:
        return False
    if t.card[s.card[card].type].subtype == Subtype.COMPANION:
        return own
    seat = seat_of(s, host)
    return not own and (row_of(s, seat, int(s.card[host].cell)) == 1 or not stands_in_front(s, t, seat))


@kernel
def wears(s, t, host, card):
    """Whether a creature has equipment of one of the classes already. Rule 20."""
    left = everybody(s)
    while left != 0:
        other = lowest(left)
        left &= left - 1
        if s.card[other].host == host and is_type(s, t, other, Type.EQUIPMENT):
            if t.card[s.card[other].type].classes & t.card[s.card[card].type].classes != 0:
                return True
    return False


@kernel
def stands_in_front(s, t, seat):
    """Whether a seat has a creature in its first row that may bear a parasite. Rule 19."""
    left = int(s.team[seat])
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if s.card[card].hidden == 0 and is_plain_creature(s, t, card):
            if symbiont_of(s, t, card) < 0 and row_of(s, seat, int(s.card[card].cell)) == 1:
                return True
    return False


@kernel
def attach_to(s, t, card, host):
    """A symbiont or a piece of equipment comes to its host."""
    attach(s, t, card, host)
    s.asked = 0


@kernel
def has_vanguard(s, t, seat):
    """Whether a creature of a seat may strike at the Vanguard step. Rule 24."""
    left = int(s.team[seat])
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if may_lead(s, t, card):
            others = int(s.team[1 - seat])
            while others != 0:
                if can_lead(s, t, card, lowest(others)):
                    return True
                others &= others - 1
    return False


@kernel
def may_lead(s, t, card):
    """Whether a creature has Vanguard and has not struck before the battle yet. Rule 24."""
    return s.card[card].strikes == 0 and has(s, t, card, Stat.VANGUARD, NO_CARD)


@kernel
def can_lead(s, t, card, target):
    """Whether a creature with Vanguard may strike an enemy card before the battle: it is adjacent. Rule 24."""
    return adjacent(s, card, target) and is_attackable(s, t, target)


# --- the start of a turn --------------------------------------------------------------------------------------------


@kernel
def start_turn(s, t, phase):
    """Preparation and start of a turn. Rule 8."""
    if phase == Phase.BEFORE_TURN:
        s.turn += 1
        refresh(s, t)
        go_to(s, Phase.OPEN)
        fire_each(s, t, Event.BEFORE_TURN, int(s.active))
    elif phase == Phase.OPEN:
        open_cards(s, t)
        go_to(s, Phase.TURN_START)
        fire_each(s, t, Event.START_TURN, int(s.active))
        remember_fallen(s, t)
        fire_each(s, t, Event.ENEMY_START_TURN, 1 - int(s.active))
    elif phase == Phase.TURN_START:
        work_off_start(s, t)
    elif phase == Phase.ANSWER_START:
        if not is_answered(s, t):
            go_to(s, Phase.MAIN)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def is_answered(s, t):
    """Whether the inactive player acts suddenly between two declarations: he is asked until he passes. Rule 28."""
    if s.passes == 1 or not has_sudden(s, t, 1 - s.active, Window.ANY):
        return False
    ask_sudden(s, 1 - s.active, Window.ANY)
    return True


@kernel
def refresh(s, t):
    """What counts for one turn begins anew, of either side; movement and strikes of the active player's cards.
    Rules 8 and 24.
    """
    s.worn, s.unfinished = 0, 0
    left = everybody(s)
    while left != 0:
        card = lowest(left)
        left &= left - 1
        it = s.card[card]
        it.armour_used, it.attacked, it.attacks, it.defended, it.wounded, it.healed, it.hurt = 0, 0, 0, 0, 0, 0, 0
        it.acted, it.stirred = 0, 0
        for place in range(it.uses.size):
            it.uses[place] = 0
        if it.controller == s.active:
            it.moved, it.cells, it.directions, it.strikes, it.struck, it.promised = 0, 0, 0, 0, 0, 0
            it.prepared = 2 if it.prepared == 1 else 0
            it.netted = 2 if it.netted == 1 else 0
            thirst = number(s, t, card, Stat.THIRST, NO_CARD)
            if it.closed == 1 and thirst > 0 and not is_flying(s, t, card):
                it.skip_open |= THIRSTY
                push_rule(s, t, Rule.THIRST, card, thirst)


@kernel
def open_cards(s, t):
    """The active player's cards open, but for those that do not. Rule 8."""
    left = int(s.team[s.active])
    while left != 0:
        card = lowest(left)
        left &= left - 1
        it = s.card[card]
        if it.skip_open == 0:
            it.closed = 0
        it.skip_open = 0


@kernel
def remember_fallen(s, t):
    """Valhalla: cards in the active player's graveyard that the enemy destroyed do what their texts say. Rule 25."""
    for i in range(s.graveyard[s.active].n):
        card = int(s.graveyard[s.active].card[i])
        row = t.card[s.card[card].type]
        if row.valhalla == 0 or s.card[card].by_enemy == 0:
            continue
        for place in range(row.n_traits):
            trait = t.trait[row.trait[place]]
            if trait.head == Head.VALHALLA:
                s.card[card].controller = s.active
                frame = push(s, Frame.PROGRAM, int(s.active), card)
                frame.first, frame.pc, frame.end, frame.trait = trait.first, trait.first, trait.end, row.trait[place]


@kernel
def work_off_start(s, t):
    """Poisoning, Regeneration and Fading of all open cards at once, after all choices of what comes first; whatever
    that triggers then, and Incarnation. Rules 8 and 24.
    """
    if s.phase_step == 0:
        card = next_to_order(s, t)
        if card >= 0:
            s.asked = card
            ask(s, s.active, Decision.ORDER)
            return
        s.phase_step = 1
        suffer_together(s, t)
        if s.n_frames > 0 or s.dying == 1:
            return
    if s.phase_step == 1:
        s.phase_step, s.asked = 2, 0
        count_incarnations(s, t)
    card = waiting(s, t)
    if card >= 0:
        s.asked = card
        ask(s, s.active, Decision.PLACE)
        return
    go_to(s, Phase.ANSWER_START)


@kernel
def next_to_order(s, t):
    """A card of which is yet to be asked what comes first at the start of the turn, or NO_CARD. Rule 24."""
    left = int(s.team[s.active]) >> int(s.asked) << int(s.asked)
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if needs_order(s, t, card):
            return card
    return NO_CARD


@kernel
def suffer_together(s, t):
    """Poisoning, Regeneration and Fading of all open cards of the active player. Rule 24."""
    left = int(s.team[s.active])
    while left != 0:
        card = lowest(left)
        left &= left - 1
        healed_first = s.card[card].heals_first == 1
        s.card[card].heals_first = 0
        suffer(s, t, card, healed_first)


@kernel
def is_affected(s, card):
    """Whether a card suffers at the start of the active player's turn: it is his, and open. Rule 24."""
    it = s.card[card]
    return it.zone == Zone.PLAY and it.controller == s.active and it.closed == 0


@kernel
def needs_order(s, t, card):
    """Whether a card is to be wounded and regenerates, so that the order counts. Rule 24."""
    if not is_affected(s, card) or number(s, t, card, Stat.REGENERATION, NO_CARD) == 0:
        return False
    return s.card[card].poison > 0 or number(s, t, card, Stat.FADING, NO_CARD) > 0


@kernel
def suffer(s, t, card, healed_first):
    """Poisoning, Regeneration and Fading of one card; who dies of one has nothing of the next. Rule 24."""
    if not is_affected(s, card) or not is_type(s, t, card, Type.CREATURE):
        return
    if healed_first:
        regenerate(s, t, card)
    if s.card[card].poison > 0:
        suffer_poison(s, t, card)
    if lives_left(s, card):
        wound(s, t, card, number(s, t, card, Stat.FADING, NO_CARD), card, ITSELF)
    if not healed_first:
        regenerate(s, t, card)


@kernel
def regenerate(s, t, card):
    """Regeneration of a card that is not about to die, which turns up one that lies face down. Rules 23 and 24."""
    healing = number(s, t, card, Stat.REGENERATION, NO_CARD)
    if healing > 0 and s.card[card].wounds > 0 and lives_left(s, card):
        reveal(s, t, card)
        heal(s, t, card, healing)


@kernel
def incarnates(s, t, card):
    """The tokens of Incarnation that a card of a graveyard needs; 0 if it does not come back. Rule 24."""
    it = s.card[card]
    if it.zone != Zone.GRAVEYARD or it.incarnated == 1 or owner(card) != s.active:
        return 0
    return int(t.card[it.type].stat[Stat.INCARNATION])


@kernel
def count_incarnations(s, t):
    """Each card that is to incarnate gets a token. Rule 24."""
    if s.graveyard[s.active].n == 0:
        return
    for card in range(s.active * SIDE, (s.active + 1) * SIDE):
        needed = incarnates(s, t, card)
        if needed > 0:
            s.card[card].tokens = min(needed, s.card[card].tokens + 1)


@kernel
def third_row(s):
    """The set of free cells of the active player's third row. Rule 1."""
    free, row = free_cells(s), 0 if side_of_board(s, s.active) == 0 else 5
    return free & (31 << (row * COLUMNS))


@kernel
def waiting(s, t):
    """A card that incarnates now and for which there is a cell, or NO_CARD; one that flies comes at once. Rule 24."""
    if s.graveyard[s.active].n == 0:
        return NO_CARD
    for card in range(s.active * SIDE, (s.active + 1) * SIDE):
        if is_ready(s, t, card):
            if t.card[s.card[card].type].stat[Stat.FLYING] > 0:
                incarnate(s, t, card, EXTRA)
            elif third_row(s) != 0:
                return card
    return NO_CARD


@kernel
def is_ready(s, t, card):
    """Whether a card has the tokens to incarnate, and may stand where it comes to: a symbiont may not. Rules 19, 24."""
    needed = incarnates(s, t, card)
    return needed > 0 and s.card[card].tokens >= needed and not needs_host(t, int(s.card[card].type))


@kernel
def incarnate(s, t, card, cell):
    """A card comes back from the graveyard, closed unless its text says otherwise, and only once. Rule 24."""
    it = s.card[card]
    it.controller = owner(card)
    enter(s, t, card, cell)
    it.tokens, it.incarnated = 0, 1
    it.closed = 0 if has(s, t, card, Stat.INCARNATES_OPEN, NO_CARD) else 1
    it.acted, it.moved = 0, 0
    fire(s, t, Event.INCARNATED, card, about(card, card))


# --- closing for a token, or to strike a flyer ------------------------------------------------------------------------


@kernel
def answer_closing(s, t):
    """The enemy may answer that a card closes for a token or to strike a flyer; if it is closed by then, it gets
    nothing. Rules 10, 17, 18 and 26.
    """
    if is_answered(s, t):
        return
    it = s.card[s.asked]
    it.promised = 0
    if it.zone == Zone.PLAY and it.closed == 0 and it.controller == s.active:
        it.closed, it.acted = 1, 1
        if s.closing == Kind.ACCUMULATE:
            it.tokens += 1
        else:
            it.prepared = 1
    go_to(s, Phase.MAIN)


# --- the end of a turn ----------------------------------------------------------------------------------------------


@kernel
def end_turn(s, t, phase):
    """The end of a turn. Rule 8."""
    if phase == Phase.TURN_END:
        go_to(s, Phase.ANSWER_END)
        gain_end_tokens(s, t)
        fire_each(s, t, Event.END_TURN, int(s.active))
    elif phase == Phase.ANSWER_END:
        if not is_answered(s, t):
            go_to(s, Phase.NEXT_TURN)
    elif phase == Phase.NEXT_TURN:
        pass_turn(s, t)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def gain_end_tokens(s, t):
    """Tokens of Rage, for one of which a closed card may open, and of Concentration in the enemy's turn. Rule 24."""
    left = everybody(s)
    while left != 0:
        card = lowest(left)
        left &= left - 1
        it = s.card[card]
        if it.controller == s.active:
            rage = number(s, t, card, Stat.RAGE, NO_CARD)
            if it.tokens < rage and it.attacks == 0:
                gain_token(s, t, card)
            if rage > 0 and it.tokens > 0 and it.closed == 1:
                push_rule(s, t, Rule.RAGE, card, 0)
        elif it.hurt == 0 and it.tokens < TOKENS_MAX and has(s, t, card, Stat.CONCENTRATION, NO_CARD):
            gain_token(s, t, card)


@kernel
def gain_token(s, t, card):
    """A trait gives a card a token, which turns up one that lies face down. Rule 23."""
    reveal(s, t, card)
    s.card[card].tokens += 1


@kernel
def pass_turn(s, t):
    """What lasted until the end of the turn ends, and the turn goes to the other player. Rules 8 and 27."""
    end_lasting(s, s.turn, NO_CARD)
    left = everybody(s)
    while left != 0:
        card = lowest(left)
        left &= left - 1
        it = s.card[card]
        it.hunted = 0
        it.netted = 0 if it.netted == 2 else it.netted
        it.prepared = 0 if it.prepared == 2 else it.prepared
    for seat in range(SEATS):
        if s.turn >= s.prevent_until[seat]:
            s.prevent[seat] = 0
    if s.first_turn == 1:
        s.first_turn = 0
        reveal_waiting(s, t)
    if s.turn >= SEATS * t.turn_limit:
        close(s, Cause.TURN_LIMIT, 1)
        for seat in range(SEATS):
            s.score[seat] = 0.5
        return
    s.active = 1 - s.active
    go_to(s, Phase.BEFORE_TURN)


@kernel
def close_unfinished(s, t, card):
    """A creature that strikes several cards one after the other strikes no more once something else is done; one that
    strikes all closes with it.
    """
    left = int(s.team[s.active]) if s.unfinished == 1 else 0
    while left != 0:
        other = lowest(left)
        left &= left - 1
        it = s.card[other]
        if other != card and it.strikes > 0 and it.closed == 0:
            if has(s, t, other, Stat.STRIKES_TWO_CARDS, NO_CARD):
                it.strikes = 2
            elif has(s, t, other, Stat.STRIKES_ALL, NO_CARD) and strikes_again(s, t, other):
                it.closed = 1
