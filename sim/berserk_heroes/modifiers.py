"""What cards are now: strike, life, keywords, costs, with all that changes them (rules 7.1, 7.9)."""

from __future__ import annotations

from ..cards.entries import drop
from ..core.faults import ERROR_FRAMES_FULL
from ..core.kernel import kernel
from .basics import body, has, has_text, in_play_at, in_play_count, keyword, mark, unmark
from .conditions import holds, multiplier
from .filters import passes
from .state import GRANT_STRIKE, NO_BODY, SEATS, SHIFTED, UNSETTLED, Constant, Flag, Until, Zone
from .tables import STAGES_AT, Keyword, Stage
from .texts import FORMER, TEXT_SIZE, Text, copies, counted_text, is_own_form, places

FIGURE_MAX = 9_999
"""The highest strike or life."""
SILENCINGS_MAX = 8
"""How long a chain of cards that take each other's abilities is followed."""


@kernel
def spare(s, you, this):
    """A frame in which to try whether something triggers an ability; of the rules alone, as it is part of the state."""
    frame = s.trial[0]
    frame.you, frame.source, frame.n, frame.event, frame.by, frame.x, frame.y = you, this, 0, -1, -1, 0, 0
    return frame


@kernel
def grant(s, card, keyword, value, until, seat):
    """A card gains a keyword, or strike. Of two of a kind the higher value counts, so that what is gained again alike
    takes no room; more grants than there is room for are a fault of the game. Rule 7.8.
    """
    value, s.stale = min(value, 127), 1
    if has_likewise(s, card, keyword, value, until, seat):
        return
    if s.n_grants >= s.grant.size:
        s.error = ERROR_FRAMES_FULL
        return
    it = s.grant[s.n_grants]
    it.card, it.keyword, it.value, it.until, it.seat = card, keyword, value, until, seat
    s.n_grants += 1


@kernel
def has_likewise(s, card, keyword, value, until, seat):
    """Whether a card has gained a keyword already that ends at the same time, which then has the higher value. Strike
    adds up, and whether Sleeping or what ended it came last counts. Rule 7.8.
    """
    if keyword in (GRANT_STRIKE, Keyword.SLEEPING, Keyword.AWAKE):
        return False
    for i in range(s.n_grants):
        it = s.grant[i]
        if it.card == card and it.keyword == keyword and it.until == until and it.seat == seat:
            it.value = max(int(it.value), value)
            return True
    return False


@kernel
def drop_grant(s, index):
    """A grant ends; the others keep their order."""
    s.n_grants = drop(s.grant, int(s.n_grants), index)
    s.stale = 1


@kernel
def drop_grants_of(s, card):
    """All that a card has gained ends. Rule 7.8."""
    for i in range(s.n_grants - 1, -1, -1):
        if s.grant[i].card == card:
            drop_grant(s, i)


@kernel
def end_grants(s, until, seat):
    """Grants of a kind end: those of the seat, or for Until.TURN all. Rules 4.A, 4.D."""
    for i in range(s.n_grants - 1, -1, -1):
        it = s.grant[i]
        if it.until == until and (until == Until.TURN or it.seat == seat):
            drop_grant(s, i)


# --- what cards are -------------------------------------------------------------------------------------------------


@kernel
def renew(s, t):
    """Works out what all cards in play are now, if that may have changed: by what has changed around them only where a
    constant may look at it. Rules 7.1, 7.9.
    """
    if s.stale == 1 or (s.stale == SHIFTED and s.constants >> STAGES_AT != 0):
        refresh(s, t)
    elif s.stale == SHIFTED:
        s.stale = UNSETTLED


@kernel
def refresh(s, t):
    """Works out what all cards in play are now. Rules 7.1, 7.9."""
    s.stale, s.constants = UNSETTLED, 0
    for seat in range(SEATS):
        for k in range(in_play_count(s, seat)):
            card = in_play_at(s, seat, k)
            s.card[card].bits &= ~Flag.SILENCED
            s.constants |= constants_of(s, t, card)
    if has_stage(s.constants, Stage.ABILITIES):
        lose_abilities(s, t)
    for seat in range(SEATS):
        for k in range(in_play_count(s, seat)):
            set_base(s, t, in_play_at(s, seat, k))
    for i in range(s.n_grants):
        if is_had(s, s.grant[i]):
            add_grant(s, s.grant[i])
    apply_stage(s, t, Stage.KEYWORDS)
    apply_stage(s, t, Stage.FIGURES)
    set_strikes(s)
    apply_stage(s, t, Stage.SETTING)
    apply_stage(s, t, Stage.LATE_KEYWORDS)
    apply_stage(s, t, Stage.USELESS_KEYWORDS)
    wake_up(s)


@kernel
def constants_of(s, t, card):
    """Bits of the constants that a card may have, and of their stages."""
    found = int(t.card[s.card[card].type].constants)
    for place in range(FORMER, places(s, card), TEXT_SIZE):
        text = counted_text(s, card, place)
        if text >= 0:
            found |= int(t.card[text].constants)
    return found


@kernel
def has_stage(constants, part):
    """Whether there are constants of a stage among these bits."""
    return (constants >> (STAGES_AT + part)) & 1 == 1


@kernel
def set_base(s, t, card):
    """What a card is by itself. Rules 7.9, 8."""
    record = s.card[card]
    it, ct = s.body[record.body], t.card[record.type]
    strike = int(it.base_strike) if it.base_strike >= 0 else int(ct.strike)
    life = int(it.base_life) if it.base_life >= 0 else int(ct.life)
    it.strike, it.meditation = 0, 0
    add_strike(it, strike + int(it.boost) + int(it.strike_more))
    add_strike(it, -int(it.strike_less))
    it.life = life + int(it.boost) + int(it.extra)
    it.keywords = int(ct.keywords) | int(record.created) << Keyword.CREATED if has_text(s, card) else 0


@kernel
def add_strike(it, amount):
    """Adds to the strike of a body, or takes from it: what is added is doubled as often as the strike was, what is
    taken is not. Rule 7.9.
    """
    if amount > 0:
        amount <<= int(it.strike_doubled)
    it.strike = max(-FIGURE_MAX, min(FIGURE_MAX, int(it.strike) + amount))


@kernel
def add_keyword(it, word, value):
    """Adds a keyword to a body."""
    it.keywords |= 1 << word
    if word == Keyword.MEDITATION:
        it.meditation = max(int(it.meditation), value)


@kernel
def is_had(s, it):
    """Whether a card has what it has gained: an ability of what became part of it is lost with its own."""
    return it.until != Until.PART or has_text(s, it.card)


@kernel
def add_grant(s, it):
    """Adds what a card has gained. Rule 7.8."""
    target = s.body[s.card[it.card].body]
    if it.keyword == GRANT_STRIKE:
        add_strike(target, int(it.value))
    elif it.keyword == Keyword.AWAKE:
        target.keywords &= ~(1 << Keyword.SLEEPING)
    else:
        add_keyword(target, int(it.keyword), int(it.value))


@kernel
def set_strikes(s):
    """Strikes of creatures that have become a number are that, whatever was added; none is below 0. Rule 7.9."""
    for seat in range(SEATS):
        for i in range(s.line[seat].n):
            it = s.body[s.card[s.line[seat].card[i]].body]
            it.strike = max(0, int(it.strike if it.strike_set < 0 else it.strike_set))


@kernel
def wake_up(s):
    """Creatures that have lost Sleeping, in whatever way, untap unless something holds them.

    Rule 7.1, keyword Sleeping.
    """
    for seat in range(SEATS):
        for i in range(s.line[seat].n):
            card = int(s.line[seat].card[i])
            it, sleeps = s.body[s.card[card].body], keyword(s, card, Keyword.SLEEPING)
            if it.asleep == 1 and not sleeps and not keyword(s, card, Keyword.NO_UNTAP):
                unmark(s, card, Flag.TAPPED)
            it.asleep = sleeps


# --- constants ------------------------------------------------------------------------------------------------------


@kernel
def apply_stage(s, t, part):
    """Applies the constants of one stage, of all cards in play. Rule 7.1."""
    if not has_stage(s.constants, part):
        return
    for seat in range(SEATS):
        for k in range(in_play_count(s, seat)):
            source = in_play_at(s, seat, k)
            if not has_stage(constants_of(s, t, source), part):
                continue
            for place in range(0, places(s, source), TEXT_SIZE):
                text = counted_text(s, source, place)
                if text >= 0:
                    for _ in range(copies(s, place)):
                        apply_rows(s, t, source, seat, text, place, part)


@kernel
def apply_rows(s, t, source, seat, card_type, place, part):
    """Applies the constants of one text, that at a place of a card, that belong to a stage. Rule 7.1."""
    first, end = t.card[card_type].constant
    for index in range(first, end):
        row = t.constant[index]
        if row.stage != part or not is_own_form(s, place, row.form):
            continue
        frame = t.text_frame[seat, source]
        if not holds(s, t, frame, row):
            continue
        amount = int(row.amount) * multiplier(s, t, frame, row)
        if row.filter < 0:
            change(s, t, source, row, amount, source)
        else:
            change_matching(s, t, source, seat, row, amount, frame)


@kernel
def change_matching(s, t, source, seat, row, amount, frame):
    """Applies a constant to all cards in play that it means."""
    for side in range(SEATS):
        for k in range(in_play_count(s, side)):
            card = in_play_at(s, side, k)
            if passes(s, t, int(row.filter), card, seat, source, frame):
                change(s, t, card, row, amount, source)


@kernel
def change(s, t, card, row, amount, source):
    """Applies a constant of a source to a card. Rules 7.1, 7.9."""
    it, kind, word = s.body[s.card[card].body], row.kind, int(row.argument)
    if kind == Constant.STRIKE:
        add_strike(it, amount)
    elif kind == Constant.LIFE:
        it.life += amount
    elif kind == Constant.KEYWORD:
        if amount > 0:
            add_keyword(it, word, amount)
    elif kind == Constant.STRIKE_IS_LIFE:
        if it.strike_set < 0 or it.set_at < body(s, source).came:
            it.strike = max(0, int(it.life) - int(it.wounds))
    elif kind == Constant.NO_KEYWORD:
        if (it.keywords >> word) & 1:
            it.keywords = (it.keywords & ~(1 << word)) | 1 << Keyword.OTHER_ABILITY
    elif kind == Constant.LOSES_ABILITIES:
        settled = card != source and has_stage(constants_of(s, t, card), Stage.ABILITIES)
        if not settled and not keeps_abilities(s, t, card):
            mark(s, card, Flag.SILENCED)


# --- lost abilities -------------------------------------------------------------------------------------------------


@kernel
def lose_abilities(s, t):
    """Works out which cards lose their abilities to cards in play: first those of these cards that lose their own, as
    they take none then; then all others. Rule 7.1.
    """
    for _ in range(SILENCINGS_MAX):
        changed = False
        for seat in range(SEATS):
            for k in range(in_play_count(s, seat)):
                card = in_play_at(s, seat, k)
                if has_stage(constants_of(s, t, card), Stage.ABILITIES):
                    before = has(s, card, Flag.SILENCED)
                    changed |= silence(s, t, card) != before
        if not changed:
            break
    apply_stage(s, t, Stage.ABILITIES)


@kernel
def silence(s, t, card):
    """Whether a card that takes abilities has lost its own, which is noted: of two that take each other's the one that
    came last counts. Rule 7.1.
    """
    unmark(s, card, Flag.SILENCED)
    lost = False
    for seat in range(SEATS):
        for k in range(in_play_count(s, seat)):
            other = in_play_at(s, seat, k)
            if other != card and has_stage(constants_of(s, t, other), Stage.ABILITIES) and takes(s, t, other, card):
                lost |= body(s, other).came > body(s, card).came or not takes(s, t, card, other)
    if lost:
        mark(s, card, Flag.SILENCED)
    return lost


@kernel
def takes(s, t, source, card):
    """Whether a text of a source that counts takes the abilities of a card. Rule 7.1."""
    if keeps_abilities(s, t, card):
        return False
    seat = int(s.card[source].controller)
    for place in range(0, places(s, source), TEXT_SIZE):
        text = counted_text(s, source, place)
        if text < 0:
            continue
        for index in range(t.card[text].constant[0], t.card[text].constant[1]):
            row, frame = t.constant[index], t.text_frame[seat, source]
            if row.kind != Constant.LOSES_ABILITIES or not is_own_form(s, place, row.form):
                continue
            means = source == card if row.filter < 0 else passes(s, t, int(row.filter), card, seat, source, frame)
            if means and holds(s, t, frame, row):
                return True
    return False


@kernel
def keeps_abilities(s, t, card):
    """Whether a card cannot lose its abilities: so it says, or it has gained that. Rule 7.1."""
    printed = (t.card[s.card[card].type].keywords >> Keyword.KEEPS_ABILITIES) & 1 == 1
    return (printed and not has(s, card, Flag.LOST)) or granted_value(s, card, Keyword.KEEPS_ABILITIES) > 0


# --- values that are asked for --------------------------------------------------------------------------------------


@kernel
def has_constant(s, kind):
    """Whether a card in play may have such a constant."""
    return (s.constants >> kind) & 1 == 1


@kernel
def total(s, t, kind, seat, card, by):
    """The sum of the constants of a kind of a seat's cards in play (seat -1: of both), for a card (or -1) that another
    (or -1) does something to. Rule 7.1.
    """
    if not has_constant(s, kind):
        return 0
    n = 0
    for side in range(SEATS):
        if seat not in (-1, side):
            continue
        for k in range(in_play_count(s, side)):
            source = in_play_at(s, side, k)
            if (constants_of(s, t, source) >> kind) & 1 == 1:
                n += total_of(s, t, kind, side, source, card, by)
    return n


@kernel
def total_of(s, t, kind, seat, source, card, by):
    """The sum of the constants of a kind of one card."""
    n = 0
    for place in range(0, places(s, source), TEXT_SIZE):
        text = counted_text(s, source, place)
        if text >= 0:
            n += total_of_text(s, t, kind, Text(seat, source, text, place), card, by) * copies(s, place)
    return n


@kernel
def total_of_text(s, t, kind, text, card, by):
    """The sum of the constants of a kind in one text."""
    n, seat, source = 0, text.seat, text.source
    first, end = t.card[text.type].constant
    for index in range(first, end):
        row = t.constant[index]
        if row.kind != kind or not is_own_form(s, text.place, row.form):
            continue
        frame = t.text_frame[seat, source]
        if row.filter < 0:
            if card >= 0 and card != source:
                continue
        elif card < 0 or not passes(s, t, int(row.filter), card, seat, source, frame):
            continue
        if row.source >= 0 and (by < 0 or not passes_as_it_was(s, t, int(row.source), by, seat, source, frame)):
            continue
        if holds(s, t, frame, row):
            n += int(row.amount) * multiplier(s, t, frame, row)
    return n


@kernel
def passes_as_it_was(s, t, index, card, you, this, frame):
    """Whether a card is such as a filter asks, or was when it left play, perhaps as a copy of another. Rule 7.4."""
    it = s.card[card]
    now = int(it.type)
    if it.zone != Zone.PLAY and it.body != NO_BODY:
        it.type = body(s, card).came
    found = passes(s, t, index, card, you, this, frame)
    it.type = now
    return found


@kernel
def printed_value(t, card_type, word):
    """The printed value of a keyword that has one value."""
    ct = t.card[card_type]
    if word == Keyword.ARMOUR:
        return int(ct.armour)
    if word == Keyword.SCALES:
        return int(ct.scales)
    if word == Keyword.REGENERATION:
        return int(ct.regeneration)
    if word == Keyword.MIGHT:
        return int(ct.might)
    if word == Keyword.FEWER_FROM_ATTACKS:
        return int(ct.fewer_from_attacks)
    if word == Keyword.FEWER_FROM_STRIKES:
        return int(ct.fewer_from_strikes)
    if word == Keyword.ARMOUR_WHILE_ATTACKING:
        return int(ct.armour_attacking)
    return 0


@kernel
def granted_value(s, card, word):
    """The highest value of a keyword that a card has gained. rule: keywords, the general rule."""
    value = 0
    for i in range(s.n_grants):
        it = s.grant[i]
        if it.card == card and it.keyword == word and is_had(s, it):
            value = max(value, int(it.value))
    return value


@kernel
def constant_value(s, t, card, word, summed):
    """The highest value of a keyword that a card in play gives a card; summed: what the text of one says several times
    adds up. rule: keywords, the general rule.
    """
    value = 0
    for seat in range(SEATS):
        for k in range(in_play_count(s, seat)):
            source = in_play_at(s, seat, k)
            for place in range(0, places(s, source), TEXT_SIZE):
                text = counted_text(s, source, place)
                if text >= 0:
                    value = max(value, value_of_text(s, t, card, word, summed, Text(seat, source, text, place)))
    return value


@kernel
def value_of_text(s, t, card, word, summed, text):
    """The value of a keyword that one text gives a card: the highest, or the sum."""
    value, seat, source = 0, text.seat, text.source
    if t.card[text.type].constants >> Constant.KEYWORD & 1 == 0:
        return value
    first, end = t.card[text.type].constant
    for index in range(first, end):
        row = t.constant[index]
        if row.kind != Constant.KEYWORD or row.argument != word or not is_own_form(s, text.place, row.form):
            continue
        frame = t.text_frame[seat, source]
        means = source == card if row.filter < 0 else passes(s, t, int(row.filter), card, seat, source, frame)
        if means and holds(s, t, frame, row):
            found = int(row.amount) * multiplier(s, t, frame, row)
            value = value + found if summed else max(value, found)
    return value


@kernel
def value_of(s, t, card, word):
    """The value of a keyword now: the highest counts. rule: keywords, the general rule."""
    if (s.body[s.card[card].body].keywords >> word) & 1 == 0:
        return 0
    value = printed_value(t, int(s.card[card].type), word) if has_text(s, card) else 0
    value = max(value, granted_value(s, card, word))
    if has_constant(s, Constant.KEYWORD):
        summed = word in (Keyword.FEWER_FROM_ATTACKS, Keyword.FEWER_FROM_STRIKES)
        value = max(value, constant_value(s, t, card, word, summed))
    if word == Keyword.REGENERATION and value > 0:
        value += total(s, t, Constant.REGENERATION_MORE, -1, card, -1)
    return value


@kernel
def thirst_value(s, t, card, k):
    """The value of the k-th copy of Thirst of a card that is played: the highest printed one and what it has gained are
    one keyword, of which the higher counts. rule: keywords, the general rule.
    """
    value = int(t.card[s.card[card].type].thirst[k])
    if k > 0:
        return value
    value = max(value, granted_value(s, card, Keyword.THIRST))
    if has_constant(s, Constant.KEYWORD):
        value = max(value, constant_value(s, t, card, Keyword.THIRST, False))
    return value
