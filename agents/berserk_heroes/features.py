"""What cards, fights and texts are worth to a player of Berserk: Heroes, in wounds of the other hero.

A text is weighed row by row: each operation on the cards that it works on, choices by the card for which the rest of
the text is worth most. What lies hidden is weighed by what a card is worth on average.
"""

from __future__ import annotations

from sim.berserk_heroes.basics import body, hero_of, in_play, keyword, life_left, side_of, untapped_gold
from sim.berserk_heroes.conditions import holds, multiplier
from sim.berserk_heroes.fight import can_attack, can_defend, strength_against
from sim.berserk_heroes.filters import match_at
from sim.berserk_heroes.modifiers import has_constant, total
from sim.berserk_heroes.state import NO_CARD, Constant, Flag, Form, Source, Trigger, Type, Zone
from sim.berserk_heroes.tables import (
    ALL,
    MODES_MAX,
    Condition,
    Count,
    Keyword,
    Operation,
    Place,
    Property,
    Select,
    Side,
)
from sim.core.kernel import kernel

from ..agent import places
from ..bitsets import count_bits

WEIGHTS = {
    "face": 0.7,
    "hurry": 1.5,
    "life": 0.8,
    "fear": 1.2,
    "strike": 1.1,
    "body": 0.8,
    "text": 0.7,
    "word": 0.3,
    "theirs": 1.0,
    "wound": 0.35,
    "tapped": 0.25,
    "card": 1.6,
    "cost": 0.35,
    "their_card": 1.3,
    "gold": 1.4,
    "heal": 0.5,
    "bounce": 0.6,
    "support": 2.5,
    "chance": 0.6,
    "further": 0.6,
    "lunge": 0.0,
    "blocker": 0.0,
}
"""face: a wound of the other hero, and hurry: how much more it is worth as his life ends; life, fear: likewise of one's
own. strike, body, text, word: of a creature, for each point of strike, of life, for each ability, each good keyword;
theirs: factor on the opponent's. wound: part of a creature's worth that wounding it to death would take, if it lives;
tapped: what tapping takes off a point of strike. card, their_card: a card in hand; cost: how much more a card that is
seen is worth for each gold it costs; gold: a gold; heal: a wound healed on a creature; bounce: part of a creature's
worth that returning it to hand takes. support: a support card; chance: what a search or a card of a hidden zone is
worth beside a card; further: what each further card of several chosen ones is worth beside the first. lunge: a point of
strike more on a creature that may attack now; blocker: what a creature is worth more that can defend its hero now."""
Weight = places("Weight", WEIGHTS)
AFTER_WEIGHTS = len(WEIGHTS)

UNKNOWN = (
    Condition.DID,
    Condition.CHOSEN,
    Condition.LAST_IS,
    Condition.TOP_LOWEST,
    Condition.THIRST_KILLED,
    Condition.FIRST_DRAWN,
)
"""Conditions that nobody can know before the text is under way: they are taken to hold, turned round to fail."""
OF_RESULTS = (Count.DID, Count.DID_ABOVE, Count.EXCESS, Count.CHOSEN, Count.COST_OF_CHOSEN)
GOOD_WORDS = sum(
    1 << word
    for word in (
        Keyword.ATTACK_MASTERY,
        Keyword.DEFENCE_MASTERY,
        Keyword.DIRECT_STRIKE,
        Keyword.ARMOUR,
        Keyword.SCALES,
        Keyword.SPELL_WARD,
        Keyword.SHOT_WARD,
        Keyword.REGENERATION,
        Keyword.MEDITATION,
        Keyword.MIGHT,
    )
)
"""Bits of the keywords that make a creature better as long as it is in play."""
BEFORE = 1 << Trigger.HIRE | 1 << Trigger.PLAYED
"""Bits of the triggers whose texts have been worth something by the time a creature is in play."""
CHOICES = (Operation.CHOOSE, Operation.CHOOSE_ALSO)
PLAYERS = (
    Operation.AS_YOU,
    Operation.AS_OPPONENT,
    Operation.AS_OWNER,
    Operation.AS_CONTROLLER,
    Operation.AS_ACTIVE,
    Operation.AS_LOWEST_LIFE,
)
PLAYS = (Operation.PLAY, Operation.PLAY_FREE, Operation.PLAY_FOR, Operation.PLAY_FOR_THIRST)
MODES = (Operation.CHOOSE_MODE, Operation.CHOOSE_NEW_MODE)
LIFE_SCALE = 12.0
GAIN = 1.8
"""How many times its worth it is worth that a creature changes sides: one has it, and the other has it not."""
TIMES_MOST = 8
"""What is done more often is weighed as if it were done so often."""
NEVER = -1e9


@kernel
def hero_worth(s, seat, n, me, p):
    """What n wounds on a hero are worth to `me`: more as his life ends."""
    left = life_left(s, hero_of(seat))
    n = min(n, left + 3)
    if seat == me:
        worth = -p[Weight.LIFE] * n * (1.0 + p[Weight.FEAR] * max(0.0, 1.0 - (left - n) / LIFE_SCALE))
        return worth - 500.0 if n >= left else worth
    worth = p[Weight.FACE] * n * (1.0 + p[Weight.HURRY] * max(0.0, 1.0 - (left - n) / LIFE_SCALE))
    return worth + 500.0 if n >= left else worth


@kernel
def lasting_texts(ct):
    """How many kinds of texts of a creature may still be worth something when it is in play."""
    return count_bits(int(ct.listens) & ~BEFORE) + ct.constant[1] - ct.constant[0]


@kernel
def creature_worth(s, t, card, p):
    """What a creature in play is worth to its controller."""
    it, ct = body(s, card), t.card[s.card[card].type]
    worth = 0.5 + p[Weight.STRIKE] * it.strike + p[Weight.BODY] * max(0, life_left(s, card))
    if s.card[card].bits & (Flag.LOST | Flag.SILENCED) == 0:
        worth += p[Weight.TEXT] * lasting_texts(ct)
    worth += p[Weight.WORD] * count_bits(int(it.keywords) & GOOD_WORDS)
    if keyword(s, card, Keyword.CANNOT_ATTACK):
        worth *= 0.6
    return worth + blocker_worth(s, card, p)


@kernel
def blocker_worth(s, card, p):
    """What it is worth to its controller that a creature can defend his hero now."""
    if p[Weight.BLOCKER] != 0.0 and can_defend(s, card, hero_of(int(s.card[card].controller))):
        return p[Weight.BLOCKER]
    return 0.0


@kernel
def card_worth(s, t, card, p):
    """What a card in hand, deck or graveyard is worth in play, at most what its cost says."""
    ct = t.card[s.card[card].type]
    return 1.0 + p[Weight.COST] * ct.cost


@kernel
def is_silenced(s, t, card):
    """Whether a creature out of play would lose its abilities to a card in play."""
    return has_constant(s, Constant.LOSES_ABILITIES) and total(s, t, Constant.LOSES_ABILITIES, -1, card, -1) > 0


@kernel
def has_hire(s, t, card):
    """Whether the Hire of a creature out of play would work."""
    if has_constant(s, Constant.NO_HIRE) and total(s, t, Constant.NO_HIRE, -1, -1, -1) > 0:
        return False
    return not is_silenced(s, t, card)


@kernel
def own_constant(s, t, card, kind, seat):
    """What a creature's own text would add to its strike or life in play."""
    ct, n = t.card[s.card[card].type], 0
    for index in range(ct.constant[0], ct.constant[1]):
        row = t.constant[index]
        frame = t.text_frame[seat, card]
        if row.kind == kind and row.filter < 0 and row.form == Form.OWN and holds(s, t, frame, row):
            n += int(row.amount) * multiplier(s, t, frame, row)
    return n


@kernel
def new_creature_worth(s, t, card, seat, p):
    """What a creature that comes into play is worth to a seat, without its Hire; if it would die there, a card less."""
    ct, silenced = t.card[s.card[card].type], is_silenced(s, t, card)
    strike = int(ct.strike) + total(s, t, Constant.STRIKE, -1, card, -1)
    life = int(ct.life) + total(s, t, Constant.LIFE, -1, card, -1)
    if silenced:
        return 0.5 + p[Weight.STRIKE] * strike + p[Weight.BODY] * life if life > 0 else -p[Weight.CARD]
    if (ct.constants >> Constant.STRIKE) & 1:
        strike += own_constant(s, t, card, Constant.STRIKE, seat)
    if (ct.constants >> Constant.LIFE) & 1:
        life += own_constant(s, t, card, Constant.LIFE, seat)
    if life <= 0:
        return -p[Weight.CARD]
    worth = 0.5 + p[Weight.STRIKE] * max(0, strike) + p[Weight.BODY] * life
    worth += p[Weight.WORD] * count_bits(int(ct.keywords) & GOOD_WORDS)
    return worth + p[Weight.TEXT] * lasting_texts(ct)


@kernel
def loss(s, t, card, n, me, p):
    """What n wounds on a character are worth to `me`."""
    seat = int(s.card[card].controller)
    if card == hero_of(seat):
        return hero_worth(s, seat, n, me, p)
    left = life_left(s, card)
    if n <= 0 or left <= 0:
        return 0.0
    worth = creature_worth(s, t, card, p)
    worth = worth if n >= left else worth * p[Weight.WOUND] * n / left
    return -worth if seat == me else p[Weight.THEIRS] * worth


# --- fights ---------------------------------------------------------------------------------------------------------


@kernel
def blow(s, t, card, target):
    """The wounds that a strike of a card does to another, armour and scales apart from what was used."""
    n = strength_against(s, t, card, target, int(body(s, card).strike), Source.STRIKE)
    ct = t.card[s.card[target].type]
    if keyword(s, target, Keyword.SCALES) and n <= ct.scales:
        return 0
    if keyword(s, target, Keyword.NO_WOUNDS) or keyword(s, card, Keyword.DEALS_NO_WOUNDS):
        return 0
    if keyword(s, target, Keyword.ARMOUR):
        n -= max(1, int(ct.armour)) - int(body(s, target).armour_used)
    return max(0, n)


@kernel
def clash_worth(s, t, attacker, target, me, p):
    """What a strike attack is worth to `me` if nobody defends: both cards strike if the target is untapped."""
    dealt = blow(s, t, attacker, target)
    worth = loss(s, t, target, dealt, me, p)
    seat = int(s.card[target].controller)
    if target == hero_of(seat) or s.card[target].bits & Flag.TAPPED:
        return worth + meditation_worth(s, t, target, me, p)
    quick = keyword(s, attacker, Keyword.FIRST_STRIKE) or keyword(s, target, Keyword.LAST_STRIKE)
    if not (quick and dealt >= life_left(s, target)):
        worth += loss(s, t, attacker, blow(s, t, target, attacker), me, p)
    return worth + meditation_worth(s, t, target, me, p)


@kernel
def meditation_worth(s, t, target, me, p):
    """What the Meditation of an attacked card costs who attacks."""
    if not keyword(s, target, Keyword.MEDITATION) or body(s, target).meditations != 0:
        return 0.0
    ct, seat = t.card[s.card[target].type], int(s.card[target].controller)
    value = int(ct.meditation[0]) + int(ct.meditation[1]) + int(ct.meditation[2])
    missing = max(0, value - untapped_gold(s, 1 - seat))
    worth = hero_worth(s, 1 - seat, missing, me, p) if missing > 0 else 0.0
    return worth - 0.3 * (value - missing) if seat != me else worth + 0.3 * (value - missing)


# --- texts ----------------------------------------------------------------------------------------------------------


@kernel
def is_hidden(f, you, me):
    """Whether a filter looks where `me` cannot see: the other deck and hand, and what will be shown of his own deck,
    of which he knows the cards but not their order.
    """
    if f.place not in (Place.DECK, Place.HAND):
        return False
    whose = 1 - you if f.side == Side.ENEMY else you
    return whose != me or f.both == 1 or (f.place == Place.DECK and f.properties & Property.SHOWN != 0)


@kernel
def number_of(s, t, ctx, row, me):
    """The amount of a row as far as it is known before."""
    if row.amount == ALL:
        return 8
    if row.count == Count.NONE:
        return int(row.amount)
    if row.count in OF_RESULTS:
        return int(row.amount) * (int(ctx.did) if row.count == Count.DID else int(ctx.excess))
    if row.count == Count.MATCHING and is_hidden(t.filter[row.count_filter], int(ctx.you), me):
        return int(row.amount)
    return int(row.amount) * multiplier(s, t, ctx, row)


@kernel
def may_hold(s, t, ctx, row, me):
    """Whether the condition of a row holds, or could."""
    kind = row.condition
    if kind == Condition.NONE:
        return True
    if kind in UNKNOWN:
        return row.otherwise == 0
    if kind in (Condition.AT_LEAST, Condition.ANY) and is_hidden(t.filter[row.condition_filter], int(ctx.you), me):
        return row.otherwise == 0
    return holds(s, t, ctx, row)


@kernel
def out_of_play_worth(s, t, card, operation, me, p):
    """What an operation on a card out of play is worth to `me`."""
    own = side_of(s, card) == me
    worth = card_worth(s, t, card, p)
    if operation == Operation.TO_HAND:
        return worth if own else -worth
    if operation == Operation.DISCARD:
        return -worth if own else worth
    if operation in (Operation.PUT_INTO_PLAY, Operation.PUT_INTO_PLAY_TAPPED):
        return 1.5 * new_creature_worth(s, t, card, me, p)
    if operation in PLAYS:
        return 1.5 * worth
    if operation in (Operation.CAPTURE, Operation.HERO_CAPTURES, Operation.SHUFFLE_INTO_DECK):
        if s.card[card].zone == Zone.HAND:
            return -0.8 * worth if own else 0.8 * worth
        return 0.3 if own else 0.6
    if operation in (Operation.TO_DECK_TOP, Operation.TO_DECK_BOTTOM, Operation.TO_GRAVEYARD):
        return -0.4 * worth if own else 0.4 * worth
    return 0.2


@kernel
def keeps_tapped(s, t, card):
    """Whether a card keeps others from untapping as long as it is in play."""
    ct = t.card[s.card[card].type]
    for index in range(ct.constant[0], ct.constant[1]):
        row = t.constant[index]
        if row.kind == Constant.KEYWORD and row.argument == Keyword.NO_UNTAP:
            return True
    return False


@kernel
def card_effect_worth(s, t, operation, argument, card, n, ctx, me, p):
    """What an operation on one card is worth to `me`."""
    if card < 0:
        return 0.0
    if not in_play(s, card):
        if operation == Operation.WOUND and card == ctx.source:
            return -p[Weight.BODY] * n
        if operation == Operation.CONTROL and card == ctx.source:
            return 0.0 if ctx.you == me else -GAIN * new_creature_worth(s, t, card, me, p)
        return out_of_play_worth(s, t, card, operation, me, p)
    seat = int(s.card[card].controller)
    sign = 1.0 if seat == me else -p[Weight.THEIRS]
    if operation in (Operation.WOUND, Operation.SHOT):
        return loss(s, t, card, n, me, p)
    if card == hero_of(seat):
        return hero_effect_worth(s, operation, seat, n, me, p)
    worth, strike = creature_worth(s, t, card, p), float(body(s, card).strike)
    if operation in (Operation.DESTROY, Operation.CAPTURE, Operation.HERO_CAPTURES, Operation.TO_GRAVEYARD):
        return -sign * worth
    if operation in (Operation.TO_DECK_TOP, Operation.TO_DECK_BOTTOM, Operation.SHUFFLE_INTO_DECK):
        return -sign * worth * 0.9
    if operation == Operation.TO_HAND:
        return -sign * worth * p[Weight.BOUNCE]
    if operation in (Operation.CONTROL, Operation.CONTROL_NOW):
        return -sign * worth * (GAIN if operation == Operation.CONTROL else 0.7) if ctx.you != seat else 0.0
    if operation == Operation.HEAL:
        return sign * p[Weight.HEAL] * min(n, int(body(s, card).wounds))
    if operation in (Operation.FIGHT, Operation.FIGHT_EVENT):
        return 0.0
    if operation == Operation.LINK:
        return -sign * (0.6 + 2.0 * p[Weight.TAPPED] * strike) if keeps_tapped(s, t, int(ctx.source)) else sign * 0.2
    if operation in (Operation.TAP, Operation.STUN, Operation.STAY_TAPPED):
        fresh = 1.0 if s.card[card].bits & Flag.TAPPED == 0 else 0.3
        worth = fresh * (0.3 + p[Weight.TAPPED] * strike) * (2.0 if operation == Operation.STUN else 1.0)
        return -sign * (worth + blocker_worth(s, card, p))
    return sign * gift_worth(s, t, card, operation, argument, n, strike, p)


@kernel
def hero_effect_worth(s, operation, seat, n, me, p):
    """What an operation on a hero, other than wounds, is worth to `me`."""
    sign = 1.0 if seat == me else -1.0
    if operation == Operation.HEAL:
        return sign * p[Weight.LIFE] * min(n, int(body(s, hero_of(seat)).wounds))
    if operation == Operation.EXTRA_LIFE:
        return sign * p[Weight.LIFE] * n
    if operation in (Operation.TAP, Operation.STUN):
        return -sign * 0.5
    return -sign * 0.8 * n if operation == Operation.POISON else sign * 0.3


@kernel
def gift_worth(s, t, card, operation, argument, n, strike, p):
    """What an operation that is good or bad for a creature is worth to its controller."""
    lunge = p[Weight.LUNGE] if p[Weight.LUNGE] != 0.0 and can_attack(s, card) else 0.0
    if operation == Operation.BOOST:
        idle = keyword(s, card, Keyword.CANNOT_ATTACK) or keyword(s, card, Keyword.CANNOT_DEFEND)
        return n * ((0.3 if idle else 1.0) * p[Weight.STRIKE] + p[Weight.BODY] + lunge)
    if operation == Operation.EXTRA_LIFE:
        return n * p[Weight.BODY]
    if operation in (Operation.STRIKE, Operation.STRIKE_NOW):
        ready = 1.0 if s.card[card].bits & (Flag.TAPPED | Flag.NEW) == 0 else 0.2
        return n * (p[Weight.STRIKE] * (1.0 if operation == Operation.STRIKE else 0.7 * ready) + lunge)
    if operation == Operation.SET_STRIKE:
        return (n - strike) * p[Weight.STRIKE]
    if operation == Operation.DOUBLE:
        return strike * (p[Weight.STRIKE] + lunge) + life_left(s, card) * p[Weight.BODY]
    if operation == Operation.SWAP_STRIKE_AND_LIFE:
        return (life_left(s, card) - strike) * (p[Weight.STRIKE] - p[Weight.BODY])
    if operation == Operation.POISON:
        return -1.5 * n
    if operation in (Operation.UNTAP, Operation.READY):
        tapped = s.card[card].bits & Flag.TAPPED != 0
        return 0.3 + p[Weight.TAPPED] * strike * (2.0 if operation == Operation.READY else 1.0) if tapped else 0.0
    if operation == Operation.COPY:
        return creature_worth(s, t, card, p)
    if operation in (Operation.LOSE_ABILITIES, Operation.REMOVE_EFFECTS):
        ct = t.card[s.card[card].type]
        return -p[Weight.TEXT] * lasting_texts(ct)
    if operation in (Operation.GRANT, Operation.GRANT_NOW, Operation.GRANT_ROUND, Operation.GRANT_OWN_TURN):
        bad = argument in (Keyword.FRENZY, Keyword.CANNOT_DEFEND, Keyword.CANNOT_ACT, Keyword.LAST_STRIKE)
        return -1.0 if bad else 0.6 + 0.2 * n
    return 0.2


@kernel
def player_effect_worth(s, operation, seat, n, me, p):
    """What an operation on a player is worth to `me`."""
    sign = 1.0 if seat == me else -1.0
    card = p[Weight.CARD] if seat == me else p[Weight.THEIR_CARD]
    if operation == Operation.DRAW:
        return sign * card * min(n, int(s.deck[seat].n))
    if operation in (Operation.GAIN_GOLD, Operation.GAIN_TAPPED_GOLD):
        return sign * p[Weight.GOLD] * n
    if operation in (
        Operation.GAIN_GOLD_NOW,
        Operation.GAIN_SPELL_GOLD,
        Operation.UNTAP_GOLD,
        Operation.GAIN_GOLD_OWN_TURN,
    ):
        return sign * 0.4 * p[Weight.GOLD] * min(n, 10)
    if operation in (Operation.LOSE_GOLD, Operation.LOSE_GOLD_NEXT_TURN):
        return -sign * p[Weight.GOLD] * n
    if operation in (Operation.PAY, Operation.TAP_GOLD):
        return -sign * 0.25 * n
    if operation in (Operation.LASTING, Operation.LASTING_OPPONENT):
        return 1.5
    if operation == Operation.SWAP_HAND_AND_SIDEBOARD:
        return sign * card * (int(s.sideboard[seat].n) - int(s.hand[seat].n))
    if operation == Operation.CREATE:
        return sign * 1.5 * n
    if operation in (Operation.REPEAT_SPELL, Operation.HIRE_AGAIN):
        return 2.5
    return 0.05


@kernel
def cancelled_worth(s, t, card, me, p):
    """What it is worth that a card which the opponent plays comes to nothing."""
    if card >= 0 and t.card[s.card[card].type].type == Type.CREATURE:
        return p[Weight.THEIRS] * new_creature_worth(s, t, card, 1 - me, p)
    return p[Weight.THEIR_CARD] + p[Weight.SUPPORT]


@kernel
def row_worth(s, t, row, ctx, me, p):
    """What a row that chooses nothing is worth to `me`, but for cards that are chosen in the text."""
    operation, select = int(row.operation), int(row.select)
    n = number_of(s, t, ctx, row, me)
    if operation in (Operation.SHOW_RANDOM, Operation.SHOW_TOP, Operation.LOOK_TOP):
        return 0.1
    if operation == Operation.SHOW_HAND:
        return 0.1 if ctx.you != me else -0.1
    if operation == Operation.CANCEL:
        return cancelled_worth(s, t, int(ctx.event), me, p)
    if select == Select.NONE:
        return player_effect_worth(s, operation, int(ctx.you), n, me, p)
    if select == Select.EACH:
        return each_worth(s, t, row, operation, n, ctx, me, p)
    card = NO_CARD
    if select == Select.THIS:
        card = int(ctx.source)
    elif select == Select.HERO:
        card = hero_of(int(ctx.you))
    elif select == Select.OPPONENT_HERO:
        card = hero_of(1 - int(ctx.you))
    elif select == Select.EVENT:
        card = int(ctx.event)
    elif select == Select.BY:
        card = int(ctx.by)
    elif ctx.n > 0:
        card = int(ctx.chosen[0]) if select == Select.FIRST else int(ctx.chosen[ctx.n - 1])
    if card == NO_CARD and operation in PLAYS:
        return p[Weight.THEIR_CARD] + p[Weight.CHANCE] * p[Weight.CARD]
    if card >= 0 and operation in (Operation.FIGHT, Operation.FIGHT_EVENT, Operation.FIGHT_EACH):
        return fight_worth(s, t, operation, card, ctx, me, p)
    return card_effect_worth(s, t, operation, int(row.argument), card, n, ctx, me, p)


@kernel
def fight_worth(s, t, operation, card, ctx, me, p):
    """What a Fight that a text makes is worth."""
    target = (
        int(ctx.event) if operation == Operation.FIGHT_EVENT else int(ctx.chosen[ctx.n - 1]) if ctx.n > 0 else NO_CARD
    )
    fighter = int(ctx.source) if operation == Operation.FIGHT_EACH else card
    if target < 0 or not in_play(s, target) or not in_play(s, fighter) or target == fighter:
        return 0.0
    worth = loss(s, t, target, blow(s, t, fighter, target), me, p)
    return worth + loss(s, t, fighter, blow(s, t, target, fighter), me, p)


@kernel
def each_worth(s, t, row, operation, n, ctx, me, p):
    """What an operation on all cards of a filter is worth to `me`."""
    f = t.filter[row.filter]
    if is_hidden(f, int(ctx.you), me):
        if operation == Operation.DISCARD:
            return p[Weight.THEIR_CARD] * s.hand[1 - me].n if ctx.you != me else 0.0
        return p[Weight.CHANCE]
    worth, k = 0.0, 0
    while True:
        card = match_at(s, t, int(row.filter), k, int(ctx.you), int(ctx.source), ctx)
        if card == NO_CARD:
            return worth
        if card >= 0:
            worth += card_effect_worth(s, t, operation, int(row.argument), card, n, ctx, me, p)
        k += 1


@kernel
def turn_player(s, t, ctx, operation):
    """Who is "you" after an operation that changes it."""
    if operation == Operation.AS_YOU:
        ctx.you = ctx.seat
    elif operation == Operation.AS_OPPONENT:
        ctx.you = 1 - ctx.seat
    elif operation == Operation.AS_ACTIVE:
        ctx.you = s.active
    elif operation == Operation.AS_LOWEST_LIFE:
        first, second = life_left(s, hero_of(0)), life_left(s, hero_of(1))
        ctx.you = ctx.seat if first == second else 0 if first < second else 1
    elif operation in (Operation.AS_OWNER, Operation.AS_CONTROLLER):
        ctx.you = side_of(s, int(ctx.chosen[ctx.n - 1])) if ctx.n > 0 else ctx.seat


@kernel
def rest_worth(s, t, start, end, ctx, me, p):
    """What the rows up to the next choice are worth with the cards that ctx has chosen."""
    worth = 0.0
    for at in range(start, end):
        row = t.row[at]
        operation = int(row.operation)
        if operation in CHOICES:
            break
        if operation in PLAYERS:
            turn_player(s, t, ctx, operation)
            continue
        if may_hold(s, t, ctx, row, me):
            worth += row_worth(s, t, row, ctx, me, p)
            if operation == Operation.DISCARD:
                ctx.did = ctx.n
    return worth


@kernel
def next_choice(t, start, end):
    """The row of the next choice from a row on; the end if there is none."""
    for at in range(start, end):
        if t.row[at].operation in CHOICES:
            return at
    return end


@kernel
def choice_worth(s, t, at, end, card, ctx, me, p):
    """What the rows after a choice are worth to `me` if a card is chosen."""
    you, n = int(ctx.you), int(ctx.n)
    row = t.row[at]
    if row.operation == Operation.CHOOSE or n >= ctx.chosen.size:
        ctx.n = 0
    ctx.chosen[ctx.n] = card
    ctx.n += 1
    worth = rest_worth(s, t, at + 1, end, ctx, me, p)
    ctx.you = you
    if ctx.n == 1 and n > 1:
        ctx.n = 1
    return worth


@kernel
def best_choice_worth(s, t, at, end, ctx, me, p):
    """What a choice and the rows after it are worth to `me` if it is made well, by whoever makes it.

    Of equals the type that comes first, since the order of a deck is not known.
    """
    row = t.row[at]
    n = max(1, min(number_of(s, t, ctx, row, me), 6))
    f = t.filter[row.filter]
    if is_hidden(f, int(ctx.you), me):
        return p[Weight.CHANCE] * p[Weight.CARD] * n
    mine = ctx.you == me
    best, best_card, found, k, held = NEVER, NO_CARD, 0, 0, int(ctx.n)
    spell = t.card[s.card[ctx.source].type].type == Type.SPELL
    while True:
        card = match_at(s, t, int(row.filter), k, int(ctx.you), int(ctx.source), ctx)
        if card == NO_CARD:
            break
        k += 1
        if card < 0 or (spell and in_play(s, card) and keyword(s, card, Keyword.SPELL_WARD)):
            continue
        worth = choice_worth(s, t, at, end, card, ctx, me, p)
        ctx.n = held
        found += 1
        worth = worth if mine else -worth
        if worth > best or (worth == best and s.card[card].type < s.card[best_card].type):
            best, best_card = worth, card
    if best_card < 0:
        return 0.0
    if row.optional == 1 and best < 0.0:
        return 0.0
    choice_worth(s, t, at, end, best_card, ctx, me, p)
    best = best + p[Weight.FURTHER] * best * (min(n, found) - 1)
    return best if mine else -best


@kernel
def ends_unchosen(s, t, at, end, ctx, me):
    """Whether a program ends at a choice: there is no card for it, and without one the rest does not happen."""
    row, k = t.row[at], 0
    if is_hidden(t.filter[row.filter], int(ctx.you), me):
        return False
    card = match_at(s, t, int(row.filter), k, int(ctx.you), int(ctx.source), ctx)
    while card != NO_CARD:
        if card >= 0:
            return False
        k += 1
        card = match_at(s, t, int(row.filter), k, int(ctx.you), int(ctx.source), ctx)
    for later in range(at + 1, next_choice(t, at + 1, end)):
        after = t.row[later]
        if after.operation == Operation.STOP and after.condition == Condition.DID and after.otherwise == 1:
            return True
    return False


@kernel
def times_of(s, t, start, at, ctx, me):
    """How often what begins at a row of a program is done."""
    for before in range(start, at):
        if t.row[before].operation == Operation.TIMES:
            return max(0, min(number_of(s, t, ctx, t.row[before], me), TIMES_MOST))
    return 1


@kernel
def plain_worth(s, t, start, end, ctx, me, p):
    """What a program is worth to `me`, modes apart."""
    ctx.you, ctx.did = ctx.seat, 0
    worth = rest_worth(s, t, start, end, ctx, me, p)
    at = next_choice(t, start, end)
    while at < end:
        if may_hold(s, t, ctx, t.row[at], me):
            if ends_unchosen(s, t, at, end, ctx, me):
                break
            worth += times_of(s, t, start, at, ctx, me) * best_choice_worth(s, t, at, end, ctx, me, p)
        after = next_choice(t, at + 1, end)
        if after == end:
            break
        at = after
    return worth


@kernel
def program_worth(s, t, start, end, ctx, me, p):
    """What a program is worth to `me`."""
    worth = plain_worth(s, t, start, end, ctx, me, p)
    for at in range(start, end):
        row = t.row[at]
        if row.operation in MODES:
            best = 0.0
            for mode in range(MODES_MAX):
                first, last = t.card[ctx.text].modes[mode]
                if first < last:
                    best = max(best, plain_worth(s, t, first, last, ctx, me, p))
            worth += best
    return worth


@kernel
def set_context(s, t, ctx, card, seat, event):
    """Makes ctx the frame of a program of a card."""
    ctx.you, ctx.seat, ctx.source, ctx.event, ctx.by = seat, seat, card, event, NO_CARD
    ctx.n, ctx.did, ctx.x, ctx.y, ctx.excess, ctx.how, ctx.text = 0, 0, 1, 0, 1, 0, s.card[card].type


@kernel
def text_worth(s, t, card, trigger, seat, ctx, p):
    """What the abilities of a card with a trigger are worth to who controls it, now."""
    worth = 0.0
    ct = t.card[s.card[card].type]
    if (ct.listens >> trigger) & 1 == 0:
        return worth
    for index in range(ct.ability[0], ct.ability[1]):
        ability = t.ability[index]
        if ability.trigger == trigger and ability.form == Form.OWN:
            set_context(s, t, ctx, card, seat, card)
            worth += program_worth(s, t, int(ability.start), int(ability.end), ctx, seat, p)
    return worth
