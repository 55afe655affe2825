"""The words of the KeyForge cards: what stands in the grammar of reading/notation.py, and their rows in `tables.py`.

    play = ["choose enemy creature", "damage 3 chosen", "gain 1 if destroyed"]
    "fight/reap" = ["may choose other friendly creature", "destroy chosen", "heal all this if did"]
    creature_destroyed = ["when enemy creature your_turn", "choose friendly creature", "capture 1 chosen"]
    constant = ["power 1 each other friendly beast creature", "key_cost 1 opponent per damaged friendly creature"]

`may` before a choice makes it up to so many, before anything else a question. A constant is a line
`KIND [NUMBER] [WHOM] [per COUNT]`, WHOM being this, host or `each FILTER`, or, where it is a player's affair, you,
opponent, each_player or opponent_of_host.

A filter says friendly or enemy; creature, artifact, upgrade, action, several of them joined by "/", or card; a house, a
trait, or either after `non_`; `power>=3`, `power<=3`, `power=3`; `named:CARD`; a property such as damaged or flank; and
where the card lies, if not in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..core.errors import quoted
from ..reading import notation as grammar
from ..reading.notation import (
    MODE_WORDS,
    FilterWords,
    Modes,
    Object,
    Row,
    Term,
    Vocabulary,
    choice,
    number,
    terms_by_name,
)
from .ordering import matter_of
from .state import Constant, House, Lasting, Mark, Trigger, Type
from .tables import ALL, CONSTANT_ROW, FILTER, ROW, Condition, Count, Operation, Place, Property, Select, Side

HOUSES = {house.name.lower(): int(house) for house in House}
TYPES = {kind.name.lower(): int(kind) for kind in Type}
MARKS = {mark.name.lower(): int(mark) for mark in Mark}
ABOUT_A_CARD = (
    Trigger.CREATURE_DESTROYED_FIGHTING_THIS,
    Trigger.CREATURE_ENTERS,
    Trigger.CREATURE_PLAYED,
    Trigger.CREATURE_DESTROYED,
    Trigger.ARTIFACT_PLAYED,
    Trigger.ARTIFACT_USED,
    Trigger.CARD_DISCARDED,
    Trigger.ANY_FIGHT,
    Trigger.HOST_CREATURE_PLAYED,
)
"""Triggers that happen to some card, on which a `when` line may set conditions."""

NUMBER, NUMBER_OR_ALL = (number(0, 99),), (number(0, 99, {"all": ALL}),)
SIGNED = (number(-99, 99),)
HOUSE = (choice(HOUSES, "house"),)
ALL_HOUSES = (1 << len(HOUSES)) - 1
HOUSE_BITS = (choice({house: 1 << bit for house, bit in HOUSES.items()} | {"any": ALL_HOUSES}, "house"),)
"""What is written after the names below."""
CARDS, PICKED, CARD, PEOPLE = Object.SELECTION, Object.FILTER, Object.FILTER_OF_ONE, Object.PLAYERS

SIDES = {"friendly": int(Side.FRIENDLY), "enemy": int(Side.ENEMY)}
SELECTIONS = {select.name.lower(): int(select) for select in Select if select not in (Select.NONE, Select.EACH)}
PLAYERS = {
    "you": int(Side.FRIENDLY),
    "opponent": int(Side.ENEMY),
    "each_player": int(Side.ANY),
    "opponent_of_host": int(Side.HOST_OPPONENT),
}
PLACES = {
    "in_hand": Place.HAND,
    "in_discard": Place.DISCARD,
    "in_archives": Place.ARCHIVES,
    "in_deck": Place.DECK,
    "in_deck_or_discard": Place.DECK_AND_DISCARD,
    "in_play_or_discard": Place.PLAY_AND_DISCARD,
    "under_this": Place.UNDER_THIS,
    "purged_by_this": Place.PURGED_BY_THIS,
}
PROPERTIES = {item.name.lower(): int(item) for item in Property}
TRAITS_MAX = 62


THIS_TURN = terms_by_name(
    Term(
        Lasting.ENEMY_DESTROYED,
        NUMBER,
        "each time an enemy creature is destroyed, the card's `later` happens",
        default=1,
    ),
    Term(Lasting.FRIENDLY_FIGHTS, NUMBER, "each time a friendly creature fights, `later`", default=1),
    Term(Lasting.CREATURE_REAPS, NUMBER, "each time a creature of yours reaps, `later`", default=1),
    Term(
        Lasting.FRIENDLY_FOUGHT,
        NUMBER,
        "each time a friendly creature has fought and lives, `later`, event being the creature",
        default=1,
    ),
    Term(Lasting.CREATURE_PLAYED, NUMBER, "each time you play a creature, `later`", default=1),
    Term(Lasting.CARD_PLAYED, NUMBER, "each time you play a card, `later`", default=1),
    Term(Lasting.CHARGE, NUMBER, "each creature you play gains `later` as a play ability", default=1),
    Term(
        Lasting.MAY_FIGHT, HOUSE_BITS, "friendly creatures of a house (or any, or the house named) may fight", default=0
    ),
    Term(
        Lasting.MAY_USE, HOUSE_BITS, "friendly creatures of a house (or any, or the house named) may be used", default=0
    ),
    Term(Lasting.STEAL_REAPS, NUMBER, "amber of your reaping is stolen instead", default=1),
    Term(Lasting.NON_LOGOS_PLAYS, NUMBER, "you may play so many cards that are not Logos", default=1),
    Term(Lasting.ENTERS_READY, NUMBER, "the next so many creatures or artifacts you play enter play ready", default=1),
    Term(Lasting.MARS_ENTERS_READY, NUMBER, "the next so many Mars creatures you play enter play ready", default=1),
    Term(Lasting.NO_ELUSIVE, NUMBER, "no creature is elusive", default=1),
    Term(Lasting.UNHURT, (), "your creatures cannot be dealt damage", default=0),
    Term(Lasting.ONLY_FIGHT, NUMBER, "friendly creatures may be used in any house, but only to fight", default=1),
    Term(Lasting.NO_PLAYS, NUMBER, "you cannot play cards", default=1),
)
NEXT_TURN = terms_by_name(
    Term(Lasting.MUST_CHOOSE, HOUSE_BITS, "your opponent must choose a house, or the house named", default=0),
    Term(Lasting.KEYS_COST, NUMBER, "keys cost so much more", default=1),
    Term(Lasting.NO_CREATURES, NUMBER, "your opponent cannot play creatures", default=1),
    Term(Lasting.NO_FIGHTS, NUMBER, "your opponent's creatures cannot fight", default=1),
    Term(Lasting.GIVE_AMBER, NUMBER, "if your opponent forges a key, you get the amber left", default=1),
    Term(Lasting.NO_ACTIONS, NUMBER, "your opponent cannot play actions", default=1),
    Term(Lasting.NO_USES, NUMBER, "your opponent cannot use cards", default=1),
    Term(Lasting.NO_FORGING, NUMBER, "your opponent skips the forge step", default=1),
)
LASTINGS = THIS_TURN | NEXT_TURN

OPERATIONS = terms_by_name(
    Term(Operation.CHOOSE, NUMBER_OR_ALL, "choose so many such cards (1 if not said); may: up to so many", PICKED, 1),
    Term(Operation.CHOOSE_ALSO, NUMBER_OR_ALL, "choose more cards, other than those chosen before", PICKED, 1),
    Term(Operation.CHOOSE_HOUSE, (), "name one of the seven houses"),
    Term(Operation.CHOOSE_HOUSE_OF_OPPONENT, (), "name one of the houses of the opponent's deck"),
    Term(Operation.CHOOSE_NUMBER, (), "name the power of a creature in play"),
    Term(Operation.CHOOSE_AMOUNT, NUMBER, "name a number up to this, at most the damage on the card chosen last"),
    Term(Operation.CHOOSE_PLAYER, (), "choose a player whose discard pile is not empty"),
    Term(Operation.NAME_HOUSE, (), "the house named is noted on this card for your opponent while it is in play"),
    Term(Operation.REPEAT, (), "the ability starts again"),
    Term(Operation.STOP, (), "the rest of the ability does not happen"),
    Term(Operation.NOTE_DID, (), "the number becomes what the line before did"),
    Term(Operation.GAIN, NUMBER, "you gain amber"),
    Term(Operation.OPPONENT_GAINS, NUMBER, "your opponent gains amber"),
    Term(Operation.OWNER_GAINS, NUMBER, "the owner of each of the cards gains amber", CARDS),
    Term(Operation.OPPONENT_OF_CONTROLLER_GAINS, NUMBER, "the opponent of who controls each of the cards gains", CARDS),
    Term(Operation.LOSE, NUMBER_OR_ALL, "you lose amber"),
    Term(Operation.OPPONENT_LOSES, NUMBER_OR_ALL, "your opponent loses amber"),
    Term(Operation.LOSE_HALF, (), "each player loses half the amber, rounded down"),
    Term(Operation.LOSE_DOWN_TO, NUMBER, "each player with more amber keeps so much"),
    Term(Operation.STEAL, NUMBER_OR_ALL, "you steal amber"),
    Term(Operation.OPPONENT_STEALS, NUMBER_OR_ALL, "your opponent steals amber"),
    Term(
        Operation.CAPTURE,
        NUMBER_OR_ALL,
        "each of the cards captures from its controller's opponent, this from yours",
        CARDS,
    ),
    Term(Operation.CAPTURE_OWN, NUMBER_OR_ALL, "each of the cards captures amber from its own controller", CARDS),
    Term(
        Operation.CAPTURE_EACH,
        NUMBER,
        "all such creatures capture amber; you pick which if there is too little",
        PICKED,
    ),
    Term(Operation.CAPTURE_SOME, NUMBER, "so many different such creatures capture 1 each", PICKED),
    Term(Operation.CAPTURE_OWN_SOME, NUMBER, "so often such a creature captures 1 from its own controller", PICKED),
    Term(Operation.PLACE_AMBER, NUMBER, "amber from the supply is placed on the cards", CARDS),
    Term(Operation.TAKE_AMBER, NUMBER_OR_ALL, "amber on the cards moves to your pool", CARDS),
    Term(Operation.STORE_AMBER, NUMBER, "amber moves from your pool to this"),
    Term(Operation.DAMAGE, NUMBER, "damage to each of the cards", CARDS),
    Term(Operation.DAMAGE_NO_ARMOR, NUMBER, "damage that armor does not absorb", CARDS),
    Term(Operation.DAMAGE_SPLASH, NUMBER + NUMBER, "damage to the creature chosen last, and to its neighbors"),
    Term(Operation.DAMAGE_DESCENDING, NUMBER, "damage to the chosen, 1 less from one to the next"),
    Term(Operation.ALLOCATE, NUMBER + NUMBER, "so many packets of so much damage, each to such a creature", PICKED),
    Term(Operation.STRIP_ARMOR, (), "the cards lose their armor for this turn and take as much damage", CARDS),
    Term(Operation.DESTROY, (), "the cards are destroyed", CARDS),
    Term(Operation.HEAL, NUMBER_OR_ALL, "damage is healed from each of the cards", CARDS),
    Term(Operation.ADD_COUNTERS, NUMBER, "the cards get +1 power counters", CARDS),
    Term(Operation.STUN, (), "the cards are stunned", CARDS),
    Term(Operation.UNSTUN, (), "the cards are no longer stunned", CARDS),
    Term(Operation.EXHAUST, (), "the cards are exhausted", CARDS),
    Term(Operation.READY, (), "the cards are readied", CARDS),
    Term(
        Operation.MARK,
        (choice(MARKS, "mark"),),
        "for the turn the cards are: unhurt, flank, skirmish, usable, mars",
        CARDS,
    ),
    Term(Operation.SWAP, (), "this and the creature chosen last change places"),
    Term(Operation.CONTROL, (), "you take control of the cards", CARDS),
    Term(Operation.CONTROL_AS, HOUSE, "likewise; what is of none of your houses counts as this house", CARDS),
    Term(Operation.CONTROL_UNTIL_LEAVES, (), "you control the cards until this leaves play", CARDS),
    Term(Operation.OPPONENT_CONTROLS_THIS, (), "your opponent takes control of this"),
    Term(Operation.TO_HAND, (), "the cards go to their owners' hands", CARDS),
    Term(Operation.TO_DECK_TOP, (), "the cards go on top of their owners' decks", CARDS),
    Term(Operation.SHUFFLE_INTO_DECK, (), "the cards are shuffled into their owners' decks", CARDS),
    Term(Operation.ARCHIVE, (), "the cards go to their owners' archives", CARDS),
    Term(Operation.ABDUCT, (), "the cards go to your archives, and from there to their owners' hands", CARDS),
    Term(Operation.PURGE, (), "the cards are purged", CARDS),
    Term(Operation.PURGE_FOR_THIS, (), "the cards are purged, and this knows them", CARDS),
    Term(Operation.DISCARD, (), "the cards, which are not in play, are discarded", CARDS),
    Term(Operation.DISCARD_RANDOM, NUMBER, "your opponent discards random cards from hand"),
    Term(Operation.OWNER_DISCARDS_RANDOM, NUMBER, "the owner of the card chosen last discards random cards"),
    Term(Operation.DRAW, NUMBER, "you draw"),
    Term(Operation.DISCARD_TOP, (), "the top card of your deck is discarded, and chosen"),
    Term(Operation.OPPONENT_DISCARDS_TOP, (), "the top card of your opponent's deck is discarded, and chosen"),
    Term(Operation.DISCARD_TOP_ALSO, (), "likewise your own top card, added to the cards chosen"),
    Term(Operation.ATTACKER_DISCARDS_TOP, (), "the top card of the attacking player's deck is discarded, and chosen"),
    Term(Operation.REVEAL_TOP, (), "the top card of your deck is shown, and chosen"),
    Term(Operation.ARCHIVE_TOP, (), "the top card of your deck is archived", default=1),
    Term(
        Operation.MILL_UNTIL,
        (),
        "cards from your deck are discarded until there is such a card, which is chosen",
        PICKED,
    ),
    Term(Operation.SHUFFLE_HAND_AND_DISCARD_IN, (), "your hand and discard pile are shuffled into your deck"),
    Term(Operation.SHUFFLE_DISCARD_IN, (), "your discard pile is shuffled into your deck"),
    Term(Operation.SHUFFLE_DECK, (), "your deck is shuffled"),
    Term(Operation.SWAP_DECK_AND_DISCARD, (), "your deck and discard pile change places; the deck is shuffled"),
    Term(Operation.REVEAL, (), "the cards are shown to your opponent", CARDS),
    Term(Operation.REVEAL_HAND, (), "your hand is shown to your opponent"),
    Term(Operation.LOOK_AT_HAND, (), "you see your opponent's hand"),
    Term(
        Operation.PUT_INTO_PLAY,
        (choice({"owner": 1}, "way"),),
        "the cards enter play under your control, or after `owner` their owners'",
        CARDS,
        0,
    ),
    Term(Operation.PUT_UNDER, (), "the cards go facedown under this", CARDS),
    Term(Operation.PLAY, (), "you play the cards, whatever their house", CARDS),
    Term(Operation.PURGE_THIS_ACTION, (), "this action is purged when it is done"),
    Term(Operation.FIGHT, (), "the cards fight, one after another, if ready", CARDS),
    Term(Operation.READY_AND_FIGHT, (), "the cards are readied and fight", CARDS),
    Term(
        Operation.READY_AND_FIGHT_ANOTHER,
        (),
        "the creature chosen first is readied and fights a creature not fought yet",
    ),
    Term(Operation.USE, (), "you use the cards, whatever their house", CARDS),
    Term(Operation.READY_AND_USE, (), "the cards are readied and used", CARDS),
    Term(Operation.USE_AS_YOURS, (), "you use artifacts as if they were yours", CARDS),
    Term(Operation.RESOLVE_REAP, (), "the reap abilities of the cards happen as if you controlled them", CARDS),
    Term(Operation.FIGHT_DAMAGE_TO, (), "this fight, this deals its damage to the cards instead", CARDS),
    Term(Operation.CANCEL_FIGHT, (), "the attacker is exhausted and does not fight"),
    Term(Operation.FORGE, SIGNED, "you forge a key at the current cost and so much more"),
    Term(Operation.FORGE_LESS_HAND, SIGNED, "likewise, less 1 for each card in your hand"),
    Term(Operation.FORGE_FREE, (), "you forge a key without paying"),
    Term(Operation.UNFORGE, (), "a key of your opponent is unforged", default=1),
    Term(Operation.CHAINS, NUMBER, "you gain chains"),
    Term(Operation.REST_OF_TURN, (), "an effect that lasts until the end of the turn", of=THIS_TURN),
    Term(Operation.NEXT_TURN, (), "an effect of your opponent's next turn", of=NEXT_TURN),
    Term(
        Operation.KILLING_MACHINE,
        (),
        "the top card of each deck is discarded, a card of the house of each is destroyed; without two such, this too",
    ),
    Term(Operation.COPY_ACTION, (), "this was played as a copy of an action in your opponent's discard pile"),
)
COUNTS: Mapping[str, Term] = {
    "did": Term(Count.DID, (), "what the line before did"),
    "chosen": Term(Count.CHOSEN, (), "cards chosen"),
    "number": Term(Count.NUMBER, (), "the number named or noted"),
    "opponent_key": Term(Count.OPPONENT_KEYS, (), "keys your opponent has forged"),
    "unforged_key": Term(Count.UNFORGED_KEYS, (), "keys you have not forged"),
    "opponent_amber": Term(Count.OPPONENT_AMBER, (), "amber of your opponent"),
    "opponent_amber_above": Term(Count.OPPONENT_AMBER_ABOVE, NUMBER, "amber of your opponent beyond so much"),
    "amber_on_this": Term(Count.AMBER_ON_THIS, (), "amber on this"),
    "amber_on_last": Term(Count.AMBER_ON_LAST, (), "amber on the card chosen last"),
    "amber_on_it": Term(Count.AMBER_ON_IT, (), "amber on each of the cards itself"),
    "card_in_hand": Term(Count.CARDS_IN_HAND, (), "cards in your hand"),
    "archived_card": Term(Count.ARCHIVED, (), "cards in your archives"),
    "creature_in_excess": Term(Count.CREATURES_IN_EXCESS, (), "creatures you have more than your opponent"),
    "enemy_creature_in_excess": Term(Count.ENEMY_CREATURES_IN_EXCESS, (), "creatures your opponent has more than you"),
    "fallen_enemy": Term(Count.FALLEN, (), "enemy creatures destroyed in fights this turn"),
    "did_yours": Term(Count.DID_YOURS, (), "cards of yours that the line before destroyed, or of your deck changed"),
    "did_opponents": Term(Count.DID_OPPONENTS, (), "likewise of your opponent"),
}
"""Apart from these, `per FILTER` counts the cards that the filter lets pass."""

CONDITIONS = terms_by_name(
    Term(Condition.DID, NUMBER, "the line before did something, or at least so much", default=0),
    Term(Condition.DESTROYED, (), "the line before destroyed the card chosen last"),
    Term(Condition.NOT_DESTROYED, (), "the card chosen last is still in play"),
    Term(Condition.CHOSEN_AT_LEAST, NUMBER, "so many cards are chosen"),
    Term(Condition.THERE_IS, NUMBER, "there is such a card, or so many", PICKED, 0),
    Term(Condition.THERE_IS_NO, (), "there is no such card", PICKED),
    Term(Condition.LAST_IS, (), "the card chosen last is such a card", CARD),
    Term(Condition.LAST_IS_NOT, (), "the card chosen last is not such a card", CARD),
    Term(Condition.EVENT_IS, (), "the card that the trigger is about is such a card", CARD),
    Term(Condition.OPPONENT_AMBER_AT_LEAST, NUMBER, "your opponent has so much amber"),
    Term(Condition.OPPONENT_AMBER_IS, NUMBER, "your opponent has exactly so much amber"),
    Term(Condition.OPPONENT_HAS_MORE_AMBER, (), "your opponent has more than you"),
    Term(Condition.AMBER_AT_LEAST, NUMBER, "you have so much amber"),
    Term(Condition.MORE_CREATURES, (), "you control more creatures than your opponent"),
    Term(Condition.FEWER_CREATURES, (), "you control fewer creatures"),
    Term(Condition.BOTH_HAVE_CREATURES, (), "both players control creatures"),
    Term(Condition.OPPONENT_FORGED, (), "your opponent forged a key in the last own turn"),
    Term(Condition.OPPONENT_KEYS_AT_LEAST, NUMBER, "your opponent has so many keys"),
    Term(Condition.FORGED, (), "you forged a key this turn"),
    Term(Condition.PLAYED_EXACTLY, NUMBER, "you played exactly so many cards this turn"),
    Term(Condition.SANCTUM_PLAYED_AT_LEAST, NUMBER, "so many Sanctum cards this turn"),
    Term(Condition.USED_AT_LEAST, NUMBER, "so many uses of creatures this turn"),
    Term(Condition.OPPONENT_PLAYED_CREATURES, NUMBER, "your opponent played so many in the last own turn"),
    Term(Condition.FIRST_USE, (), "this is used for the first time this turn"),
    Term(Condition.IN_PLAY, (), "this is in play"),
    Term(Condition.ACTIVE_HOUSE, HOUSE, "the house of the turn"),
)

CONSTANTS = terms_by_name(
    Term(Constant.POWER, SIGNED, "more power", CARDS),
    Term(Constant.ARMOR, SIGNED, "more armor", CARDS),
    Term(Constant.TAUNT, (), "taunt", CARDS),
    Term(Constant.ELUSIVE, (), "elusive", CARDS),
    Term(Constant.SKIRMISH, (), "skirmish", CARDS),
    Term(Constant.POISON, (), "poison", CARDS),
    Term(Constant.ASSAULT, NUMBER, "assault", CARDS),
    Term(Constant.HAZARDOUS, NUMBER, "hazardous", CARDS),
    Term(Constant.KEY_COST, SIGNED, "keys cost more", PEOPLE),
    Term(Constant.REFILL, SIGNED, "more cards in hand after drawing", PEOPLE),
    Term(Constant.CANNOT_REAP, (), "cannot reap", CARDS),
    Term(Constant.PLAYS_AT_MOST, NUMBER, "your opponent plays at most so many cards each turn"),
    Term(Constant.CANNOT_PLAY_CREATURES, (), "you cannot play creatures"),
    Term(Constant.FIGHTS_ONLY_STUNNED, (), "can only fight stunned creatures", CARDS),
    Term(Constant.NEEDS_DISCARD, (), "cannot be used unless you discarded a card of its house this turn", CARDS),
    Term(Constant.PAY_TO_USE_ARTIFACTS, NUMBER, "your opponent pays you to use an artifact"),
    Term(Constant.PAY_TO_PLAY_ARTIFACTS, NUMBER, "your opponent pays you to play an artifact"),
    Term(Constant.NO_STEALING, (), "your amber cannot be stolen"),
    Term(Constant.MUST_CHOOSE, HOUSE, "you must choose this house"),
    Term(Constant.FORBIDS_NAMED, (), "the player for whom a house is noted on this cannot choose it, whoever has this"),
    Term(Constant.USABLE, (), "may be used in any house", CARDS),
    Term(Constant.PLAYS_OFF_HOUSE, HOUSE, "you may play one card of this house in your turn while it is not active"),
    Term(Constant.FIRST_CREATURE_READY, (), "the first creature played each turn enters play ready"),
    Term(Constant.ENTERS_READY, (), "enters play ready", CARDS),
    Term(Constant.ENTERS_STUNNED, (), "enters play stunned", CARDS),
    Term(Constant.SKIPS_FORGING, (), "you skip your forge step"),
    Term(Constant.GAINS_FORGING, (), "you gain what your opponent spends on keys"),
    Term(Constant.FORGE_SOURCE, (), "amber on it may be spent on your keys", CARDS),
    Term(Constant.STRONG_AGAINST_FLANK, NUMBER, "deals more damage when it attacks a flank creature", CARDS),
    Term(Constant.NO_FIGHT_DAMAGE, (), "deals no damage in fights", CARDS),
    Term(Constant.IGNORES_TAUNT_AND_ELUSIVE, (), "ignores taunt and elusive when it attacks", CARDS),
    Term(Constant.PURGES_DEAD, (), "creatures that would go from play to a discard pile are purged"),
    Term(Constant.CATCHES_AMBER, (), "amber that your opponent would get is captured by this"),
    Term(Constant.CATCHES_DAMAGE, (), "damage to such creatures is dealt to this instead", CARDS),
    Term(Constant.SAVES_HOST, (), "instead of its host, this is destroyed, and the host is fully healed"),
    Term(Constant.CONTROLS_HOST, (), "you control its host"),
    Term(Constant.STATE_LONELY, (), "is destroyed as soon as your opponent controls no creature", CARDS),
    Term(Constant.PLAY_COST, NUMBER, "to play this, lose so much amber"),
    Term(Constant.PLAY_NEEDS, NUMBER, "to play this, have so much amber"),
    Term(Constant.ACTION_NEEDS_AMBER, NUMBER, "to use the action of this, have so much amber"),
)

_TRIGGERS: Mapping[Trigger, str] = {
    Trigger.PLAY: "after this is played",
    Trigger.REAP: "after this reaps",
    Trigger.FIGHT: "after this fights and lives",
    Trigger.ACTION: "instead of reaping or fighting",
    Trigger.OMNI: "likewise, whatever the house of the turn",
    Trigger.BEFORE_FIGHT: "before this fights",
    Trigger.DESTROYED: "when this is destroyed, still in play",
    Trigger.LEAVES_PLAY: "after this leaves play in any way",
    Trigger.END_OF_TURN: "at the end of your turn",
    Trigger.CREATURE_DESTROYED_FIGHTING_THIS: "after a creature dies of this creature's damage in a fight",
    Trigger.CREATURE_ENTERS: "after a creature enters play",
    Trigger.CREATURE_PLAYED: "after a creature is played",
    Trigger.CREATURE_DESTROYED: "after a creature is destroyed",
    Trigger.ARTIFACT_PLAYED: "after an artifact is played",
    Trigger.ARTIFACT_USED: "after you use an artifact",
    Trigger.CARD_DISCARDED: "after a card is discarded from hand",
    Trigger.KEY_FORGED: "after you forge a key",
    Trigger.HOUSE_CHOSEN: "after you choose the house printed on this as the house of the turn",
    Trigger.ANY_FIGHT: "before any creature fights",
    Trigger.HOST_REAP: "reap ability of the creature that this is on",
    Trigger.HOST_FIGHT: "fight ability of the creature that this is on",
    Trigger.HOST_ACTION: "action of the creature that this is on",
    Trigger.HOST_DESTROYED: "destroyed ability of the creature that this is on",
    Trigger.HOST_CREATURE_PLAYED: "after a creature is played, ability of the creature that this is on",
    Trigger.LATER: "what the card's lasting effect does each time",
}
"""Triggers of programs, with what they mean."""
TRIGGERS = {trigger.name.lower(): int(trigger) for trigger in _TRIGGERS}

FILTER_HELP: Mapping[str, str] = {
    "friendly": "yours",
    "enemy": "your opponent's",
    "creature, artifact, upgrade, action": "the type of the card; several are joined by /",
    "card": "of any type",
    "HOUSE, non_HOUSE": "of that house, or not",
    "TRAIT, non_TRAIT": "with that trait, or without",
    "power>=N, power<=N, power=N": "of such power",
    "named:CARD": "copies of that card",
    "in_hand": "in your hand; after enemy in your opponent's",
    "in_discard": "in both discard piles; after friendly or enemy in one",
    "in_archives": "in your archives",
    "in_deck": "in your deck",
    "in_deck_or_discard": "in your deck or discard pile",
    "in_play_or_discard": "in play or in your discard pile",
    "under_this": "facedown under this",
    "purged_by_this": "purged by this",
    "other": "not this",
    "flank, not_flank": "creatures on a flank, or not; other cards pass",
    "damaged, undamaged, ready, exhausted, stunned, elusive, has_amber": "in that state",
    "neighbor": "beside this",
    "neighbor_of_chosen": "beside the card chosen last",
    "neighbor_of_fought": "beside the creature that this fights",
    "most_powerful, least_powerful": "of those that match otherwise",
    "this, host": "this itself, or the creature that it is on",
    "named_house": "of the house named",
    "named_player": "owned by the player chosen",
    "power_is_number": "with the power named",
    "shares_trait, other_name, house_of_chosen, same_owner": "compared with the card chosen last",
    "active_house": "of the house of the turn",
    "chosen, not_chosen": "among the cards chosen, or not",
    "event": "the card that the trigger is about",
    "your_turn": "only in your turn",
}

COUNTED_BY_CONSTANTS = (Count.NONE, Count.MATCHING, Count.AMBER_ON_THIS, Count.UNFORGED_KEYS)
ROW_COLUMNS = tuple(ROW.names or ())
FILTER_COLUMNS = tuple(FILTER.names or ())


def filter_words(titles: Mapping[str, int], traits: Mapping[str, int]) -> FilterWords:
    """The words of filters; titles: card id -> row of the card table; traits: trait -> its bit number."""
    return FilterWords(
        columns=dict.fromkeys(FILTER.names or (), 0) | {"power_at_most": ALL, "title": -1},
        kinds=("types", TYPES),
        any_kind="card",
        values={"side": SIDES, "place": PLACES},
        flags={"properties": PROPERTIES},
        masks={"houses": HOUSES, "traits": traits},
        bounds={"power": NUMBER[0]},
        named=("title", titles),
        place=("place", Place.ANYWHERE),
    )


class Notation(grammar.Notation):
    """Gathers the rows, filters and constants of all cards; equal ones are kept once."""

    def __init__(self, titles: Mapping[str, int], traits: Mapping[str, int]) -> None:
        super().__init__(
            Vocabulary(
                OPERATIONS,
                COUNTS,
                CONDITIONS,
                ROW_COLUMNS,
                SELECTIONS,
                each=Select.EACH,
                matching=Count.MATCHING,
                filters=filter_words(titles, traits),
                modes=Modes(Operation.MODES, Operation.JUMP),
                row=ROW,
            )
        )
        self.traits = traits
        self.constants: list[Row] = []

    def read(self, lines: Sequence[str], where: str) -> list[Row]:
        """The rows of the lines of one ability; one that repeats it learns how many rows back it began."""
        rows = super().read(lines, where)
        operation, argument = (ROW_COLUMNS.index(column) for column in ("operation", "argument"))
        for place, row in enumerate(rows):
            if row[operation] == Operation.REPEAT:
                rows[place] = (*row[:argument], place, *row[argument + 1 :])
        return rows

    def matter(self, start: int, end: int) -> int:
        """Matter bits of the program of the rows [start, end)."""
        rows = [dict(zip(ROW_COLUMNS, row, strict=True)) for row in self.rows[start:end]]
        return matter_of(rows, [dict(zip(FILTER_COLUMNS, row, strict=True)) for row in self.filters])

    def when(self, line: str, where: str) -> int:
        """The filter of a line `when FILTER`."""
        index = self.attempt(lambda text: self.filter(text.split()[1:], anywhere=True), line, where)
        return -1 if index is None else index

    def constant(self, lines: Sequence[str], where: str, upgrade: bool) -> tuple[int, int]:
        """Rows [start, end) of the constant abilities of one card; upgrade: whether it has a host."""
        found = [self.attempt(lambda line: self._constant(line, upgrade), line, where) for line in lines]
        return self.keep(self.constants, [row for row in found if row is not None])

    def _constant(self, line: str, upgrade: bool) -> Row:
        before, count = grammar.split(line.split(), "per")
        if not before:
            raise ValueError(f'what is multiplied stands before "per", such as {quoted(next(iter(CONSTANTS)))}')
        name, words = before[0], before[1:]
        term = grammar.find_term(CONSTANTS, name, "constant ability")
        values = dict.fromkeys(CONSTANT_ROW.names or (), 0)
        values |= {"kind": term.code, "amount": 1, "filter": -1, "side": Side.FRIENDLY}
        arguments, words = grammar.read_arguments(term, name, words)
        values |= zip(("amount",), arguments, strict=False)
        if term.works_on == CARDS:
            values |= {"filter": self._whom(name, words, upgrade), "side": Side.ANY}
        elif term.works_on == PEOPLE:
            if len(words) != 1 or words[0] not in PLAYERS:
                raise ValueError(
                    f"{quoted(name)} is the affair of {', '.join(PLAYERS)}, found {quoted(' '.join(words))}"
                )
            values["side"] = PLAYERS[words[0]]
        else:
            grammar.refuse_more(name, words)
        values |= self.read_count(count) if count else {}
        if values["count"] not in COUNTED_BY_CONSTANTS:
            raise ValueError("a constant ability counts cards of a filter, amber_on_this or unforged_key")
        return grammar.as_row(values, CONSTANT_ROW)

    def _whom(self, name: str, words: Sequence[str], upgrade: bool) -> int:
        """The filter of the cards on which a constant works; -1: the card itself, or the host of an upgrade."""
        if words and words[0] == "each":
            return self.filter(words[1:])
        if words not in (["this"], ["host"]) or (words == ["host"] and not upgrade):
            raise ValueError(
                f"{quoted(name)} works on this, host (of an upgrade) or each FILTER, found {quoted(' '.join(words))}"
            )
        return self.filter(["this", "card"]) if upgrade and words == ["this"] else -1


def words() -> dict[str, dict[str, str]]:
    """The words of the card file by group, with what they mean."""
    return {
        "abilities": {trigger.name.lower(): text for trigger, text in _TRIGGERS.items()}
        | {"constant": "what holds while the card is in play"},
        "operations": _help(OPERATIONS) | dict(MODE_WORDS),
        "cards": {
            "this": "the card itself; in host abilities its host",
            "host": "the creature that this upgrade is on",
            "chosen": "all cards chosen",
            "last": "the card chosen last",
            "event": "the card that the trigger is about",
            "fought": "the creature that this fights",
            "each": "all cards that a filter lets pass",
        },
        "filters": dict(FILTER_HELP),
        "effects of a turn": _help(LASTINGS),
        "constants": _help(CONSTANTS),
        "counts": _help(COUNTS),
        "conditions": _help(CONDITIONS),
    }


def _help(terms: Mapping[str, Term]) -> dict[str, str]:
    return {name: term.help for name, term in terms.items()}


def reserved(names: Iterable[str]) -> list[str]:
    """Those of the names that already mean something in a filter."""
    return sorted({*filter_words({}, {}).words(), "each", "per", "if"}.intersection(names))
