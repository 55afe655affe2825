"""What a card is by what is printed on it and what it was given. Conditional traits: `modifiers.py`. Rules 1 and 24."""

from __future__ import annotations

from ..core.bitsets import lowest
from ..core.faults import ERROR_FRAMES_FULL
from ..core.kernel import kernel
from .board import FULL, NEIGHBOURS, ORTHOGONAL, are_adjacent, bit, on_battlefield
from .state import CARDS, EXTRA, LASTING_MAX, NO_CARD, SEATS, SIDE, STAT_WORDS, STATS_A_WORD, Zone
from .tables import KINDS, LAST_MODIFIER, LURES, Attack, Has, Stat, Subtype, Type

ALL_KINDS, N_KINDS = KINDS["attacks"], len(Attack)
EVERY_CARD = (1 << CARDS) - 1
EVERY_TRAIT = (1 << len(Has)) - 1
NO_STRIKES = KINDS["attacks"] & ~KINDS["strikes"]
STRENGTHS = 7
COUNTER, GUARDED = 1 << (N_KINDS + 3), 1 << (N_KINDS + 4)
"""Bits beside those of the kind and strength of an attack: it is a counter-strike; its target is protected from it."""


@kernel
def owner(card):
    """The seat whose card it is."""
    return card // SIDE


@kernel
def in_play(s, card):
    """Whether a card is on the battlefield or in the extra zone."""
    return card >= 0 and s.card[card].zone == Zone.PLAY


@kernel
def everybody(s):
    """The set of all cards in play, as bits."""
    return int(s.team[0] | s.team[1])


@kernel
def seat_of(s, card):
    """The seat that controls a card."""
    return int(s.card[card].controller)


@kernel
def facts(s, t, card):
    """The row of a card in the card table."""
    return t.card[s.card[card].type]


@kernel
def is_type(s, t, card, kind):
    """Whether a card is a creature, artifact, terrain or equipment."""
    return t.card[s.card[card].type].type == kind


@kernel
def counts_as_creature(s, t, card):
    """Whether a card is a creature, as far as both players can see: one that is hidden may be any card. Rule 23."""
    return s.card[card].hidden == 1 or t.card[s.card[card].type].type == Type.CREATURE


@kernel
def given(s, card, stat):
    """The highest number of a named trait that a card was given; -1 if it was given none. Rule 24."""
    best = -1
    if s.card[card].lasting > 0:
        for i in range(s.n_lasting):
            effect = s.lasting[i]
            if effect.card == card and effect.stat == stat and effect.amount > best:
                best = int(effect.amount)
    return best


@kernel
def is_of_auras(s, stat):
    """Whether the constants of any card in play say something of this trait or modifier of other cards."""
    return (s.aura_stats[stat // STATS_A_WORD] >> (stat % STATS_A_WORD)) & 1 == 1


@kernel
def given_sum(s, card, stat, bits):
    """The sum of modifiers that a card was given, for an attack of these kinds and strengths; bits 0: for any."""
    total = 0
    if s.card[card].lasting > 0:
        for i in range(s.n_lasting):
            effect = s.lasting[i]
            if effect.card == card and effect.stat == stat and fits(effect.kinds, bits):
                total += int(effect.amount)
    return total


@kernel
def fits(kinds, bits):
    """Whether a modifier for some kinds and strengths of attack holds for an attack; kinds -1 or bits 0: for all. One
    for attacks of every kind does not for a counter-strike, which is a strike and no attack of its creature.
    """
    if kinds < 0 or bits == 0:
        return True
    if bits & COUNTER and kinds & NO_STRIKES:
        return False
    strengths = (bits >> N_KINDS) & STRENGTHS
    return kinds & bits & ALL_KINDS != 0 and (strengths == 0 or (kinds >> N_KINDS) & strengths != 0)


@kernel
def plain(s, t, card, stat):
    """The number of a named trait of a card, printed or given; 0 if it has none. Rule 24."""
    it = s.card[card]
    printed = int(t.card[it.type].stat[stat]) if s.ignored != card else 0
    return max(printed, given(s, card, stat)) if it.lasting > 0 else printed


@kernel
def has_plain(s, t, card, stat):
    """Whether a card has a named trait, printed or given."""
    it = s.card[card]
    if t.card[it.type].given[stat] == 1 and s.ignored != card:
        return True
    return it.lasting > 0 and given(s, card, stat) >= 0


@kernel
def is_flying(s, t, card):
    """Whether a creature flies; one that has died, whether it flew. Rule 18."""
    it = s.card[card]
    if it.zone == Zone.GRAVEYARD:
        return it.cell == EXTRA and is_type(s, t, card, Type.CREATURE) and not is_symbiont(s, t, card)
    if it.lasting == 0:
        return t.card[it.type].subtype == Subtype.FLYING
    if given(s, card, Stat.GROUNDED) > 0:
        return False
    return t.card[it.type].subtype == Subtype.FLYING or given(s, card, Stat.FLYING) > 0


@kernel
def is_symbiont(s, t, card):
    """Whether a card is a symbiont. Rule 19."""
    subtype = t.card[s.card[card].type].subtype
    return subtype in (Subtype.COMPANION, Subtype.PARASITE)


@kernel
def needs_host(t, card_type):
    """Whether cards of a type come into play at a creature that bears them alone: symbionts and equipment.
    Rules 19 and 20.
    """
    row = t.card[card_type]
    return row.subtype in (Subtype.COMPANION, Subtype.PARASITE) or row.type == Type.EQUIPMENT


@kernel
def is_plain_creature(s, t, card):
    """Whether a card is a creature without a subtype. Rule 19."""
    return is_type(s, t, card, Type.CREATURE) and not is_flying(s, t, card) and not is_symbiont(s, t, card)


@kernel
def is_corporeal(s, t, card):
    """Whether a card is not incorporeal. Rule 24."""
    return not has_plain(s, t, card, Stat.INCORPOREAL)


@kernel
def lives(s, t, card):
    """Current lives. Rule 16."""
    it = s.card[card]
    return int(t.card[it.type].life) + int(it.extra) - int(it.wounds)


@kernel
def cells_moved(s, card):
    """How many cells a card moved in the turn that is on, of whichever player. Rule 9."""
    it = s.card[card]
    return int(it.cells) if it.controller == s.active else int(it.stirred)


@kernel
def adjacent(s, one, other):
    """Whether two cards of the battlefield are adjacent; a symbiont is where its host is. Rules 1 and 19."""
    return one != other and are_adjacent(int(s.card[one].cell), int(s.card[other].cell))


@kernel
def is_free(s, cell):
    """Whether a cell holds no card and no bonfire. Rule 9."""
    return s.at[cell] < 0 and s.bonfire[cell] < s.turn


@kernel
def free_cells(s):
    """The set of all free cells. Rule 9."""
    free, left = FULL & ~int(s.taken), int(s.burnt)
    while left != 0:
        cell = lowest(left)
        left &= left - 1
        if s.bonfire[cell] >= s.turn:
            free &= ~(1 << cell)
    return free


@kernel
def free_beside(s, card):
    """The set of free cells adjacent to a card."""
    cell = int(s.card[card].cell)
    return free_cells(s) & NEIGHBOURS[cell] if on_battlefield(cell) else 0


@kernel
def has_formation(s, t, card):
    """Whether a card has Formation, also where its own traits are ignored: what it gives is acquired. Rules 15, 24."""
    it = s.card[card]
    return t.card[it.type].given[Stat.FORMATION] == 1 or (it.lasting > 0 and given(s, card, Stat.FORMATION) >= 0)


@kernel
def partners(s, t, card, elite, most):
    """With how many creatures a card is in formation, plain ones with Formation, face up; counted up to so many, 1 or
    more; elite: 1 elite ones alone, 0 ordinary ones alone, -1 all. Rule 24.
    """
    cell, left = int(s.card[card].cell), int(s.creatures[seat_of(s, card)]) & ~(1 << card)
    if s.n_lasting == 0:
        left &= int(s.formers)
    if left == 0 or not on_battlefield(cell) or ORTHOGONAL[cell] & s.taken == 0:
        return 0
    if not has_formation(s, t, card) or not is_plain_creature(s, t, card):
        return 0
    near, found = ORTHOGONAL[cell], 0
    while left != 0 and found < most:
        other = lowest(left)
        left &= left - 1
        it = s.card[other]
        if bit(near, int(it.cell)) and it.hidden == 0 and has_formation(s, t, other) and is_plain_creature(s, t, other):
            if elite < 0 or elite == t.card[it.type].elite:
                found += 1
    return found


@kernel
def symbiont_of(s, t, card):
    """The symbiont of a creature, or NO_CARD."""
    left = everybody(s)
    while left != 0:
        other = lowest(left)
        left &= left - 1
        if s.card[other].host == card and is_symbiont(s, t, other):
            return other
    return NO_CARD


@kernel
def has_creatures(s, t, seat):
    """Whether a squad has a creature, on the battlefield or in the extra zone. Rule 27."""
    return s.creatures[seat] != 0


@kernel
def has_ground_creatures(s, t, seat):
    """Whether a squad has a creature that does not fly; what is hidden is on the ground. Rule 18."""
    left = int(s.team[seat])
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if counts_as_creature(s, t, card) and (s.card[card].hidden == 1 or not is_flying(s, t, card)):
            return True
    return False


@kernel
def recount(s, t):
    """Notes which cards in play work on others, wait for events, may act suddenly, may gain and lose traits, or are to
    be looked after.
    """
    s.n_auras, s.events, s.listeners, s.lures = 0, 0, 0, 0
    s.asked_for, s.asked_always, s.bestowed, s.shifts_all, shifts, s.tended, s.formers = 0, 0, 0, 0, 0, 0, 0
    for word in range(STAT_WORDS):
        s.aura_stats[word] = 0
    count_teams(s, t)
    for seat in range(SEATS):
        s.sudden[seat] = 0
    left = everybody(s)
    while left != 0:
        card = lowest(left)
        left &= left - 1
        it = s.card[card]
        row = t.card[it.type]
        if row.aura == 1:
            s.aura[s.n_auras] = card
            s.n_auras += 1
            s.bestowed |= row.bestows
            for word in range(STAT_WORDS):
                s.aura_stats[word] |= row.to_others[word]
        s.asked_for |= row.asks | row.asks_fighting
        s.asked_always |= row.asks
        s.shifts_all |= row.shifts_all
        shifts |= row.shifts | (EVERY_TRAIT if it.lasting > 0 else 0)
        if it.poison > 0 or it.host >= 0 or it.cell == EXTRA:
            s.tended |= 1 << card
        if row.given[Stat.FORMATION] == 1:
            s.formers |= 1 << card
        if row.events != 0:
            s.listeners |= 1 << card
            s.events |= row.events
        s.sudden[it.controller] |= row.windows
        s.lures |= row.lures
        if it.lasting > 0 and max(given(s, card, LURES[0]), given(s, card, LURES[1])) >= 0:
            s.lures = 1
    s.asking, s.shifting, s.shifting_still, s.moved = s.asked_for & (shifts | s.shifts_all), 0, 0, 1
    if s.asking != 0:
        note_shifting(s, t)


@kernel
def count_teams(s, t):
    """Notes which cards in play each seat controls, and which of them are creatures."""
    for seat in range(SEATS):
        s.team[seat], s.creatures[seat] = 0, 0
    for card in range(CARDS):
        it = s.card[card]
        if it.zone == Zone.PLAY:
            s.team[it.controller] |= 1 << card
            if t.card[it.type].type == Type.CREATURE:
                s.creatures[it.controller] |= 1 << card


@kernel
def note_shifting(s, t):
    """Notes which cards may gain and lose traits for which filters of cards in play ask."""
    if s.shifts_all & s.asking != 0:
        s.shifting = s.shifting_still = EVERY_CARD
        return
    left = everybody(s)
    while left != 0:
        card = lowest(left)
        left &= left - 1
        it = s.card[card]
        if it.lasting > 0 or t.card[it.type].shifts & s.asking != 0:
            s.shifting |= 1 << card
            if t.card[it.type].shifts_still & s.asking != 0:
                s.shifting_still |= 1 << card


@kernel
def grant(s, card, stat, amount, kinds, until, seat):
    """Gives a trait or modifier until the end of a turn, of an attack (THIS_ATTACK) or of the battle (FOREVER). What is
    given alike again makes no second effect; more effects than there is room for are a fault of the game.
    """
    if not is_taken_up(s, card, stat, amount, kinds, until, seat):
        if s.n_lasting >= LASTING_MAX:
            s.error = ERROR_FRAMES_FULL
            return
        effect = s.lasting[s.n_lasting]
        s.n_lasting += 1
        effect.card, effect.stat, effect.amount, effect.kinds, effect.until = card, stat, amount, kinds, until
        effect.seat = seat
        s.card[card].lasting += 1
    s.asking, s.shifting, s.moved = s.asked_for, s.shifting | 1 << int(card), 1
    if stat in LURES:
        s.lures = 1


@kernel
def is_taken_up(s, card, stat, amount, kinds, until, seat):
    """Whether an effect that is alike but for its number takes up what is given: of a named trait the higher number
    counts, modifiers that are both gains or both losses add up to at most 99. Rule 24.
    """
    for i in range(s.n_lasting):
        effect = s.lasting[i]
        if effect.card != card or effect.stat != stat or effect.until != until:
            continue
        if effect.kinds != kinds or effect.seat != seat:
            continue
        had = int(effect.amount)
        if stat > LAST_MODIFIER:
            effect.amount = max(had, amount)
            return True
        if had * amount > 0 and abs(had + amount) <= 99:
            effect.amount = had + amount
            return True
    return False


@kernel
def end_lasting(s, until, card):
    """Lasting effects that end with a turn, or with an attack, end; card: only its own, NO_CARD for those of all.
    Rule 8.
    """
    kept = 0
    for i in range(s.n_lasting):
        effect = s.lasting[i]
        if effect.until == until and (card == NO_CARD or card == effect.card):
            s.card[effect.card].lasting, s.moved = s.card[effect.card].lasting - 1, 1
            continue
        if kept != i:
            s.lasting[kept] = s.lasting[i]
        kept += 1
    s.n_lasting = kept


@kernel
def forget_lasting(s, card):
    """A card that leaves play loses what it was given."""
    kept = 0
    for i in range(s.n_lasting):
        if s.lasting[i].card == card:
            continue
        if kept != i:
            s.lasting[kept] = s.lasting[i]
        kept += 1
    s.n_lasting = kept
    s.card[card].lasting, s.moved = 0, 1


@kernel
def cells_with(s, cards):
    """The set of cells, the extra zone among them, where cards in play are."""
    found, left = 0, int(cards)
    while left != 0:
        found |= 1 << int(s.card[lowest(left)].cell)
        left &= left - 1
    return found
