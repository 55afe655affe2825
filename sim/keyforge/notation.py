"""The effect notation of the KeyForge cards: lines of text, turned into the rows of `tables.py`.

    play = ["choose enemy creature", "damage 3 chosen", "gain 1 if destroyed"]
    "fight/reap" = ["may choose other friendly creature", "destroy chosen", "heal all this if did"]
    creature_destroyed = ["when enemy creature your_turn", "choose friendly creature", "capture 1 chosen"]
    constant = ["power 1 each other friendly beast creature", "key_cost 1 opponent per damaged friendly creature"]

A line is `[may] OPERATION [NUMBERS] [CARDS] [per COUNT] [if [not] CONDITION]`. CARDS is this, host, chosen, last,
event, fought or `each FILTER`; operations that have cards picked take the FILTER itself. `may` before a choice makes
it up to so many, before anything else a question. `either`, `or` and `end` stand on lines of their own around two
modes. A constant is a line `KIND [NUMBER] [WHOM] [per COUNT]`, WHOM being this, host or `each FILTER`, or, where it
is a player's affair, you, opponent, each_player or opponent_of_host.

A FILTER is a row of words in any order, all of which a card has to satisfy: friendly or enemy; creature, artifact,
upgrade, action, several of them joined by "/", or card; a house, a trait, or either after `non_`; `power>=3`,
`power<=3`, `power=3`; `named:CARD`; a property such as damaged or flank; and where the card lies, if not in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..core.effects import Reader, choice, number
from ..core.errors import nearest
from .state import PROGRAMS, Constant, House, Lasting, Mark, Trigger, Type
from .tables import ALL, FILTER, ROW, Condition, Count, Operation, Place, Property, Select, Side

HOUSES = {house.name.lower(): int(house) for house in House}
TYPES = {kind.name.lower(): int(kind) for kind in Type}
TRIGGERS = {trigger.name.lower(): int(trigger) for trigger in Trigger if trigger < PROGRAMS}
MARKS = {mark.name.lower(): int(mark) for mark in Mark}
ABOUT_A_CARD = (
    *range(Trigger.CREATURE_DESTROYED_FIGHTING_THIS, Trigger.KEY_FORGED),
    int(Trigger.ANY_FIGHT),
    int(Trigger.HOST_CREATURE_PLAYED),
)
"""Triggers that happen to some card, on which a `when` line may set conditions."""

NUMBER, NUMBER_OR_ALL = number(0, 99), number(0, 99, {"all": ALL})
SIGNED = number(-99, 99)
ALL_HOUSES = (1 << len(HOUSES)) - 1
HOUSE_BITS = {house: 1 << bit for house, bit in HOUSES.items()} | {"any": ALL_HOUSES}

SIDES = {"friendly": Side.FRIENDLY, "enemy": Side.ENEMY}
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

NONE, CARDS, PICKED = range(3)
"""What an operation works on: nothing, a selection of cards, cards that the player picks by a filter."""
PEOPLE = 3
"""What some constants work on: players."""


@dataclass(frozen=True)
class Form:
    """How an operation or a kind of constant is written and what it means."""

    help: str
    works_on: int = NONE
    amount: Reader | None = None
    default: int | None = None
    """the amount if none is written; None: one must be written"""
    argument: Reader | None = None


OPERATIONS: Mapping[str, Form] = {
    "choose": Form("choose so many such cards (1 if not said); may: up to so many", PICKED, NUMBER_OR_ALL, 1),
    "choose_also": Form("choose more cards, other than those chosen before", PICKED, NUMBER_OR_ALL, 1),
    "choose_house": Form("name one of the seven houses"),
    "choose_house_of_opponent": Form("name one of the houses of the opponent's deck"),
    "choose_number": Form("name the power of a creature in play"),
    "choose_amount": Form("name a number up to this, at most the damage on the card chosen last", amount=NUMBER),
    "choose_player": Form("choose a player whose discard pile is not empty"),
    "name_house": Form("the house named is noted on this card while it is in play"),
    "repeat": Form("the ability starts again, if this is still in play"),
    "stop": Form("the rest of the ability does not happen"),
    "note_did": Form("the number becomes what the line before did"),
    "gain": Form("you gain amber", amount=NUMBER),
    "opponent_gains": Form("your opponent gains amber", amount=NUMBER),
    "owner_gains": Form("the owner of each of the cards gains amber", CARDS, NUMBER),
    "opponent_of_controller_gains": Form("the opponent of who controls each of the cards gains", CARDS, NUMBER),
    "lose": Form("you lose amber", amount=NUMBER_OR_ALL),
    "opponent_loses": Form("your opponent loses amber", amount=NUMBER_OR_ALL),
    "lose_half": Form("each player loses half the amber, rounded down"),
    "lose_down_to": Form("each player with more amber keeps so much", amount=NUMBER),
    "steal": Form("you steal amber", amount=NUMBER_OR_ALL),
    "opponent_steals": Form("your opponent steals amber", amount=NUMBER_OR_ALL),
    "capture": Form("each of the cards captures from its controller's opponent, this from yours", CARDS, NUMBER_OR_ALL),
    "capture_own": Form("each of the cards captures amber from its own controller", CARDS, NUMBER_OR_ALL),
    "capture_each": Form("all such creatures capture amber; you pick which if there is too little", PICKED, NUMBER),
    "capture_some": Form("so many different such creatures capture 1 each", PICKED, NUMBER),
    "capture_own_some": Form("so often such a creature captures 1 from its own controller", PICKED, NUMBER),
    "place_amber": Form("amber from the supply is placed on the cards", CARDS, NUMBER),
    "take_amber": Form("amber on the cards moves to your pool", CARDS, NUMBER_OR_ALL),
    "store_amber": Form("amber moves from your pool to this", amount=NUMBER),
    "damage": Form("damage to each of the cards", CARDS, NUMBER),
    "damage_no_armor": Form("damage that armor does not absorb", CARDS, NUMBER),
    "damage_splash": Form("damage to the creature chosen last, and to its neighbors", amount=NUMBER, argument=NUMBER),
    "damage_descending": Form("damage to the chosen, 1 less from one to the next", amount=NUMBER),
    "allocate": Form("so many packets of so much damage, each to such a creature", PICKED, NUMBER, argument=NUMBER),
    "strip_armor": Form("the cards lose their armor for this turn and take as much damage", CARDS),
    "destroy": Form("the cards are destroyed", CARDS),
    "heal": Form("damage is healed from each of the cards", CARDS, NUMBER_OR_ALL),
    "add_counters": Form("the cards get +1 power counters", CARDS, NUMBER),
    "stun": Form("the cards are stunned", CARDS),
    "unstun": Form("the cards are no longer stunned", CARDS),
    "exhaust": Form("the cards are exhausted", CARDS),
    "ready": Form("the cards are readied", CARDS),
    "mark": Form("for the turn the cards are: unhurt, flank, skirmish, usable, mars", CARDS, choice(MARKS, "mark")),
    "swap": Form("this and the creature chosen last change places"),
    "control": Form("you take control of the cards", CARDS),
    "control_as": Form("likewise; what is of none of your houses counts as this house", CARDS, choice(HOUSES, "house")),
    "control_until_leaves": Form("you control the cards until this leaves play", CARDS),
    "opponent_controls_this": Form("your opponent takes control of this"),
    "to_hand": Form("the cards go to their owners' hands", CARDS),
    "to_deck_top": Form("the cards go on top of their owners' decks", CARDS),
    "shuffle_into_deck": Form("the cards are shuffled into their owners' decks", CARDS),
    "archive": Form("the cards go to their owners' archives", CARDS),
    "abduct": Form("the cards go to your archives, and from there to their owners' hands", CARDS),
    "purge": Form("the cards are purged", CARDS),
    "purge_for_this": Form("the cards are purged, and this knows them", CARDS),
    "discard": Form("the cards, which are not in play, are discarded", CARDS),
    "discard_random": Form("your opponent discards random cards from hand", amount=NUMBER),
    "owner_discards_random": Form("the owner of the card chosen last discards random cards", amount=NUMBER),
    "draw": Form("you draw", amount=NUMBER),
    "discard_top": Form("the top card of your deck is discarded, and chosen"),
    "opponent_discards_top": Form("the top card of your opponent's deck is discarded, and chosen"),
    "discard_top_also": Form("likewise your own top card, added to the cards chosen"),
    "attacker_discards_top": Form("the top card of the attacking player's deck is discarded, and chosen"),
    "reveal_top": Form("the top card of your deck is shown, and chosen"),
    "archive_top": Form("the top card of your deck is archived"),
    "mill_until": Form("cards from your deck are discarded until there is such a card, which is chosen", PICKED),
    "shuffle_hand_and_discard_in": Form("your hand and discard pile are shuffled into your deck"),
    "shuffle_discard_in": Form("your discard pile is shuffled into your deck"),
    "shuffle_deck": Form("your deck is shuffled"),
    "swap_deck_and_discard": Form("your deck and discard pile change places; the deck is shuffled"),
    "reveal": Form("the cards are shown to your opponent", CARDS),
    "reveal_hand": Form("your hand is shown to your opponent"),
    "look_at_hand": Form("you see your opponent's hand"),
    "put_into_play": Form(
        "the cards enter play under your control, or after `owner` their owners'", CARDS, choice({"owner": 1}, "way"), 0
    ),
    "put_under": Form("the cards go facedown under this", CARDS),
    "play": Form("you play the cards, whatever their house", CARDS),
    "purge_this_action": Form("this action is purged when it is done"),
    "fight": Form("the cards fight, one after another, if ready", CARDS),
    "ready_and_fight": Form("the cards are readied and fight", CARDS),
    "ready_and_fight_another": Form("the creature chosen first is readied and fights a creature not fought yet"),
    "use": Form("you use the cards, whatever their house", CARDS),
    "ready_and_use": Form("the cards are readied and used", CARDS),
    "use_as_yours": Form("you use artifacts as if they were yours", CARDS),
    "resolve_reap": Form("the reap abilities of the cards happen as if you controlled them", CARDS),
    "fight_damage_to": Form("this fight, this deals its damage to the cards instead", CARDS),
    "cancel_fight": Form("the attacker is exhausted and does not fight"),
    "forge": Form("you forge a key at the current cost and so much more", amount=SIGNED),
    "forge_less_hand": Form("likewise, less 1 for each card in your hand", amount=SIGNED),
    "forge_free": Form("you forge a key without paying"),
    "unforge": Form("a key of your opponent is unforged"),
    "chains": Form("you gain chains", amount=NUMBER),
    "rest_of_turn": Form("an effect that lasts until the end of the turn"),
    "next_turn": Form("an effect of your opponent's next turn"),
    "killing_machine": Form(
        "the top card of each deck is discarded, a card of the house of each is destroyed; without two such, this too"
    ),
    "copy_action": Form("this was played as a copy of an action in your opponent's discard pile"),
}
IN_ANY_CASE = {"archive_top": 1, "unforge": 1}
"""Amounts of operations that are written without a number."""
MODE_WORDS = {"either": "one of two modes happens; the first follows", "or": "the second mode", "end": "end of modes"}

COUNTS: Mapping[str, tuple[int, Reader | None, str]] = {
    "did": (Count.DID, None, "what the line before did"),
    "chosen": (Count.CHOSEN, None, "cards chosen"),
    "number": (Count.NUMBER, None, "the number named or noted"),
    "opponent_key": (Count.OPPONENT_KEYS, None, "keys your opponent has forged"),
    "unforged_key": (Count.UNFORGED_KEYS, None, "keys you have not forged"),
    "opponent_amber": (Count.OPPONENT_AMBER, None, "amber of your opponent"),
    "opponent_amber_above": (Count.OPPONENT_AMBER_ABOVE, NUMBER, "amber of your opponent beyond so much"),
    "amber_on_this": (Count.AMBER_ON_THIS, None, "amber on this"),
    "amber_on_last": (Count.AMBER_ON_LAST, None, "amber on the card chosen last"),
    "amber_on_it": (Count.AMBER_ON_IT, None, "amber on each of the cards itself"),
    "card_in_hand": (Count.CARDS_IN_HAND, None, "cards in your hand"),
    "archived_card": (Count.ARCHIVED, None, "cards in your archives"),
    "creature_in_excess": (Count.CREATURES_IN_EXCESS, None, "creatures you have more than your opponent"),
    "enemy_creature_in_excess": (Count.ENEMY_CREATURES_IN_EXCESS, None, "creatures your opponent has more than you"),
    "fallen_enemy": (Count.FALLEN, None, "enemy creatures destroyed in fights this turn"),
    "did_yours": (Count.DID_YOURS, None, "cards of yours that the line before destroyed, or of your deck changed"),
    "did_opponents": (Count.DID_OPPONENTS, None, "likewise of your opponent"),
}
"""Apart from these, `per FILTER` counts the cards that the filter lets pass."""

CONDITIONS: Mapping[str, tuple[int, Reader | None, bool, str]] = {
    "did": (Condition.DID, NUMBER, False, "the line before did something, or at least so much"),
    "destroyed": (Condition.DESTROYED, None, False, "the line before destroyed the card chosen last"),
    "not_destroyed": (Condition.NOT_DESTROYED, None, False, "the card chosen last is still in play"),
    "chosen_at_least": (Condition.CHOSEN_AT_LEAST, NUMBER, False, "so many cards are chosen"),
    "there_is": (Condition.THERE_IS, NUMBER, True, "there is such a card, or so many"),
    "there_is_no": (Condition.THERE_IS_NO, None, True, "there is no such card"),
    "last_is": (Condition.LAST_IS, None, True, "the card chosen last is such a card"),
    "last_is_not": (Condition.LAST_IS_NOT, None, True, "the card chosen last is not such a card"),
    "event_is": (Condition.EVENT_IS, None, True, "the card that the trigger is about is such a card"),
    "opponent_amber_at_least": (Condition.OPPONENT_AMBER_AT_LEAST, NUMBER, False, "your opponent has so much amber"),
    "opponent_amber_is": (Condition.OPPONENT_AMBER_IS, NUMBER, False, "your opponent has exactly so much amber"),
    "opponent_has_more_amber": (Condition.OPPONENT_HAS_MORE_AMBER, None, False, "your opponent has more than you"),
    "amber_at_least": (Condition.AMBER_AT_LEAST, NUMBER, False, "you have so much amber"),
    "more_creatures": (Condition.MORE_CREATURES, None, False, "you control more creatures than your opponent"),
    "fewer_creatures": (Condition.FEWER_CREATURES, None, False, "you control fewer creatures"),
    "both_have_creatures": (Condition.BOTH_HAVE_CREATURES, None, False, "both players control creatures"),
    "opponent_forged": (Condition.OPPONENT_FORGED, None, False, "your opponent forged a key in the last own turn"),
    "opponent_keys_at_least": (Condition.OPPONENT_KEYS_AT_LEAST, NUMBER, False, "your opponent has so many keys"),
    "forged": (Condition.FORGED, None, False, "you forged a key this turn"),
    "played_exactly": (Condition.PLAYED_EXACTLY, NUMBER, False, "you played exactly so many cards this turn"),
    "sanctum_played_at_least": (Condition.SANCTUM_PLAYED_AT_LEAST, NUMBER, False, "so many Sanctum cards this turn"),
    "used_at_least": (Condition.USED_AT_LEAST, NUMBER, False, "so many uses of creatures this turn"),
    "opponent_played_creatures": (
        Condition.OPPONENT_PLAYED_CREATURES, NUMBER, False, "your opponent played so many in the last own turn",
    ),
    "first_use": (Condition.FIRST_USE, None, False, "this is used for the first time this turn"),
    "in_play": (Condition.IN_PLAY, None, False, "this is in play"),
    "active_house": (Condition.ACTIVE_HOUSE, choice(HOUSES, "house"), False, "the house of the turn"),
}  # fmt: skip
"""Word: code, reader of its number (optional before a filter and for `did`), whether a filter follows, help."""
OF_ONE_CARD = (Condition.LAST_IS, Condition.LAST_IS_NOT, Condition.EVENT_IS)

EFFECTS: Mapping[str, str] = {
    "enemy_destroyed": "each time an enemy creature is destroyed, the card's `later` happens",
    "friendly_fights": "each time a friendly creature fights, `later`",
    "creature_reaps": "each time a creature of yours reaps, `later`",
    "friendly_fought": "each time a friendly creature has fought and lives, `later`, event being the creature",
    "creature_played": "each time you play a creature, `later`",
    "card_played": "each time you play a card, `later`",
    "charge": "each creature you play gains `later` as a play ability",
    "may_fight": "friendly creatures of a house (or any, or the house named) may fight",
    "may_use": "friendly creatures of a house (or any, or the house named) may be used",
    "steal_reaps": "amber of your reaping is stolen instead",
    "non_logos_plays": "you may play so many cards that are not Logos",
    "enters_ready": "the next so many creatures or artifacts you play enter play ready",
    "mars_enters_ready": "the next so many Mars creatures you play enter play ready",
    "no_elusive": "no creature is elusive",
    "unhurt": "your creatures cannot be dealt damage",
    "only_fight": "friendly creatures may be used in any house, but only to fight",
    "no_plays": "you cannot play cards",
    "must_choose": "your opponent must choose a house, or the house named",
    "keys_cost": "keys cost so much more",
    "no_creatures": "your opponent cannot play creatures",
    "no_fights": "your opponent's creatures cannot fight",
    "give_amber": "if your opponent forges a key, you get the amber left",
    "no_actions": "your opponent cannot play actions",
    "no_uses": "your opponent cannot use cards",
    "no_forging": "your opponent skips the forge step",
}
LASTINGS = {lasting.name.lower(): int(lasting) for lasting in Lasting}
OF_HOUSES = (int(Lasting.MAY_FIGHT), int(Lasting.MAY_USE), int(Lasting.MUST_CHOOSE))

CONSTANTS: Mapping[str, Form] = {
    "power": Form("more power", CARDS, SIGNED),
    "armor": Form("more armor", CARDS, SIGNED),
    "taunt": Form("taunt", CARDS),
    "elusive": Form("elusive", CARDS),
    "skirmish": Form("skirmish", CARDS),
    "poison": Form("poison", CARDS),
    "assault": Form("assault", CARDS, NUMBER),
    "hazardous": Form("hazardous", CARDS, NUMBER),
    "key_cost": Form("keys cost more", PEOPLE, SIGNED),
    "refill": Form("more cards in hand after drawing", PEOPLE, SIGNED),
    "cannot_reap": Form("cannot reap", CARDS),
    "plays_at_most": Form("your opponent plays at most so many cards each turn", amount=NUMBER),
    "cannot_play_creatures": Form("you cannot play creatures"),
    "fights_only_stunned": Form("can only fight stunned creatures", CARDS),
    "needs_discard": Form("cannot be used unless you discarded a card of its house this turn", CARDS),
    "pay_to_use_artifacts": Form("your opponent pays you to use an artifact", amount=NUMBER),
    "pay_to_play_artifacts": Form("your opponent pays you to play an artifact", amount=NUMBER),
    "no_stealing": Form("your amber cannot be stolen"),
    "must_choose": Form("you must choose this house", amount=choice(HOUSES, "house")),
    "forbids_named": Form("your opponent cannot choose the house noted on this"),
    "usable": Form("may be used in any house", CARDS),
    "plays_off_house": Form(
        "you may play one card of this house in your turn while it is not active", amount=choice(HOUSES, "house")
    ),
    "first_creature_ready": Form("the first creature played each turn enters play ready"),
    "enters_ready": Form("enters play ready", CARDS),
    "enters_stunned": Form("enters play stunned", CARDS),
    "skips_forging": Form("you skip your forge step"),
    "gains_forging": Form("you gain what your opponent spends on keys"),
    "forge_source": Form("amber on it may be spent on your keys", CARDS),
    "strong_against_flank": Form("deals more damage when it attacks a flank creature", CARDS, NUMBER),
    "no_fight_damage": Form("deals no damage in fights", CARDS),
    "ignores_taunt_and_elusive": Form("ignores taunt and elusive when it attacks", CARDS),
    "purges_dead": Form("creatures that would go from play to a discard pile are purged"),
    "catches_amber": Form("amber that your opponent would get is captured by this"),
    "catches_damage": Form("damage to such creatures is dealt to this instead", CARDS),
    "saves_host": Form("instead of its host, this is destroyed, and the host is fully healed"),
    "controls_host": Form("you control its host"),
    "state_lonely": Form("is destroyed as soon as your opponent controls no creature", CARDS),
    "play_cost": Form("to play this, lose so much amber", amount=NUMBER),
    "play_needs": Form("to play this, have so much amber", amount=NUMBER),
    "action_needs_amber": Form("to use the action of this, have so much amber", amount=NUMBER),
}

TRIGGER_HELP: Mapping[str, str] = {
    "play": "after this is played",
    "reap": "after this reaps",
    "fight": "after this fights and lives",
    "action": "instead of reaping or fighting",
    "omni": "likewise, whatever the house of the turn",
    "before_fight": "before this fights",
    "destroyed": "when this is destroyed, still in play",
    "leaves_play": "after this leaves play in any way",
    "end_of_turn": "at the end of your turn",
    "creature_destroyed_fighting_this": "after a creature dies of this creature's damage in a fight",
    "creature_enters": "after a creature enters play",
    "creature_played": "after a creature is played",
    "creature_destroyed": "after a creature is destroyed",
    "artifact_played": "after an artifact is played",
    "artifact_used": "after you use an artifact",
    "card_discarded": "after a card is discarded from hand",
    "key_forged": "after you forge a key",
    "house_chosen": "after you choose the house printed on this as the house of the turn",
    "any_fight": "before any creature fights",
    "host_reap": "reap ability of the creature that this is on",
    "host_fight": "fight ability of the creature that this is on",
    "host_action": "action of the creature that this is on",
    "host_destroyed": "destroyed ability of the creature that this is on",
    "host_creature_played": "after a creature is played, ability of the creature that this is on",
    "later": "what the card's lasting effect does each time",
}
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

Rows = list[tuple[int, ...]]
FIELDS = tuple(ROW.names or ())


@dataclass
class Notation:
    """Gathers the rows, filters and constants of all cards; equal ones are kept once.

    titles: card id -> row of the card table; traits: trait -> its bit number.
    """

    titles: Mapping[str, int]
    traits: Mapping[str, int]
    rows: Rows = field(default_factory=list)
    filters: dict[tuple[int, ...], int] = field(default_factory=dict)
    constants: Rows = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    _places: dict[tuple[Any, ...], tuple[int, int]] = field(default_factory=dict)

    def program(self, lines: Sequence[str], where: str) -> tuple[int, int]:
        """Rows [start, end) of the lines of one ability."""
        found: Rows = []
        for line in lines:
            row = self._try(self._line, line, where)
            if row is not None:
                found.append(row)
        return self._keep(self.rows, self._with_modes(found, where))

    def when(self, line: str, where: str) -> int:
        """The filter of a line `when FILTER`."""
        index = self._try(lambda text: self.filter(text.split()[1:], anywhere=True), line, where)
        return -1 if index is None else index

    def constant(self, lines: Sequence[str], where: str, upgrade: bool) -> tuple[int, int]:
        """Rows [start, end) of the constant abilities of one card; upgrade: whether it has a host."""
        found = [self._try(lambda line: self._constant(line, upgrade), line, where) for line in lines]
        return self._keep(self.constants, [row for row in found if row is not None])

    def filter(self, words: Sequence[str], anywhere: bool = False) -> int:
        """The number of the filter that the words make; ValueError that says what would be right.

        anywhere: it is asked of one card that is known, wherever it lies.
        """
        values = dict.fromkeys(FILTER.names or (), 0) | {"power_at_most": ALL, "title": -1}
        about = False
        for word in words:
            about = self._filter_word(values, word) or about
        if not about:
            found = f'"{" ".join(words)}"' if words else "nothing"
            raise ValueError(f"a filter says creature, artifact, upgrade, action or card, found {found}")
        if anywhere and values["place"]:
            raise ValueError("where the card lies cannot be asked here")
        values["place"] = int(Place.ANYWHERE) if anywhere else values["place"]
        return self.filters.setdefault(tuple(values.values()), len(self.filters))

    def _filter_word(self, values: dict[str, int], word: str) -> bool:
        """Notes one word of a filter; whether it names what the filter is about."""
        if word == "card":
            return True
        kinds = word.split("/")
        if all(kind in TYPES for kind in kinds):
            values["types"] |= sum(1 << TYPES[kind] for kind in set(kinds))
            return True
        bare, without = word.removeprefix("non_"), "without_" if word.startswith("non_") else ""
        if word in SIDES:
            values["side"] = int(SIDES[word])
        elif word in PLACES:
            values["place"] = int(PLACES[word])
        elif word in PROPERTIES:
            values["properties"] |= PROPERTIES[word]
        elif bare in HOUSES:
            values[f"{without}houses"] |= 1 << HOUSES[bare]
        elif bare in self.traits:
            values[f"{without}traits"] |= 1 << self.traits[bare]
        elif word.startswith("power"):
            _read_power(values, word.removeprefix("power"))
        elif word.startswith("named:"):
            values["title"] = choice(self.titles, "card")(word.removeprefix("named:"))
        else:
            known = [*SIDES, *TYPES, "card", *PLACES, *PROPERTIES, *HOUSES, *self.traits]
            raise ValueError(f'no word of a filter is "{word}"{nearest(word, known)}')
        return False

    def _try(self, read: Callable[[str], Any], line: Any, where: str) -> Any:
        """What `read` makes of a line; None after noting what is wrong with it."""
        try:
            if not isinstance(line, str) or not line.strip():
                raise ValueError('an effect is a line of text such as "gain 2"')
            return read(line)
        except ValueError as error:
            self.problems.append(f'{where}: "{line}": {error}')
            return None

    def _keep(self, table: Rows, found: Rows) -> tuple[int, int]:
        key = (id(table), *found)
        if key not in self._places:
            self._places[key] = len(table), len(table) + len(found)
            table += found
        return self._places[key]

    def _line(self, line: str) -> tuple[int, ...]:
        words = line.split()
        if words[0] in MODE_WORDS:
            if len(words) > 1:
                raise ValueError(f'"{words[0]}" stands alone on its line')
            return (-1 - list(MODE_WORDS).index(words[0]),)
        values = dict.fromkeys(FIELDS, 0)
        if words[0] == "may":
            values["optional"] = 1
            words = words[1:] or [""]
        known = [*OPERATIONS, *MODE_WORDS]
        if words[0] not in OPERATIONS:
            raise ValueError(f'no operation is called "{words[0]}"{nearest(words[0], known)}')
        name, form = words[0], OPERATIONS[words[0]]
        values["operation"] = int(Operation[name.upper()])
        before, condition = _split(words[1:], "if")
        before, count = _split(before, "per")
        if condition:
            self._condition(values, condition)
        if count:
            if form.amount is None and name not in ("rest_of_turn", "next_turn"):
                raise ValueError(f'"{name}" takes no number, so nothing can be multiplied')
            values["count"], values["count_filter"], values["count_argument"] = self._count(count)
        if name in ("rest_of_turn", "next_turn"):
            _read_lasting(values, name, before)
        else:
            self._arguments(values, name, form, before)
        return tuple(values.values())

    def _arguments(self, values: dict[str, int], name: str, form: Form, words: list[str]) -> None:
        """Notes numbers and cards of an operation."""
        values["amount"] = IN_ANY_CASE.get(name, 0)
        if form.amount is not None:
            values["amount"], words = _read_amount(form, name, words)
        if form.argument is not None:
            if not words:
                raise ValueError(f'"{name}" takes a second number')
            values["argument"], words = form.argument(words[0]), words[1:]
        if form.works_on == PICKED:
            values["filter"] = self.filter(words)
        elif form.works_on == CARDS:
            values["select"], values["filter"] = self._cards(name, words)
        elif words:
            raise ValueError(f'"{name}" takes no more words, found "{" ".join(words)}"')

    def _cards(self, name: str, words: list[str]) -> tuple[int, int]:
        if words and words[0] == "each":
            return int(Select.EACH), self.filter(words[1:])
        if len(words) != 1 or words[0] not in SELECTIONS:
            found = f'"{" ".join(words)}"' if words else "nothing"
            near = nearest(words[0], [*SELECTIONS, "each"]) if words else ""
            raise ValueError(f'"{name}" works on {", ".join(SELECTIONS)} or each FILTER, found {found}{near}')
        return SELECTIONS[words[0]], 0

    def _count(self, words: list[str]) -> tuple[int, int, int]:
        """(count, filter, argument) of the words after `per`."""
        if words[0] not in COUNTS:
            try:
                return int(Count.MATCHING), self.filter(words), 0
            except ValueError as error:
                near = nearest(words[0], COUNTS) if len(words) == 1 else ""
                raise ValueError(f"per: {error}{near}") from None
        code, reader, _ = COUNTS[words[0]]
        wanted = 0 if reader is None else 1
        if len(words) - 1 != wanted:
            raise ValueError(f'"per {words[0]}" takes {wanted} numbers, found "{" ".join(words[1:])}"')
        return int(code), 0, reader(words[1]) if reader else 0

    def _condition(self, values: dict[str, int], words: list[str]) -> None:
        if words[0] == "not":
            values["otherwise"] = 1
            words = words[1:] or [""]
        if words[0] not in CONDITIONS:
            raise ValueError(f'no condition is called "{words[0]}"{nearest(words[0], CONDITIONS)}')
        (code, reader, filtered, _), name, words = CONDITIONS[words[0]], words[0], words[1:]
        values["condition"] = int(code)
        if reader is not None and words and (not filtered or words[0].isdecimal()):
            values["condition_argument"], words = reader(words[0]), words[1:]
        elif reader is not None and not filtered and name != "did":
            raise ValueError(f'"if {name}" takes a word more')
        if filtered:
            values["condition_filter"] = self.filter(words, anywhere=code in OF_ONE_CARD)
        elif words:
            raise ValueError(f'"if {name}" takes no more words, found "{" ".join(words)}"')

    def _with_modes(self, found: Rows, where: str) -> Rows:
        """Writes either, or, end as jumps: how far to go is said in rows."""
        either, second, end = -1, -2, -3
        rows: Rows = []
        marks = [(i, row[0]) for i, row in enumerate(found) if len(row) == 1]
        wanted = [either, second, end] * (len(marks) // 3)
        if [mark for _, mark in marks] != wanted:
            self.problems.append(f'{where}: modes are "either", ..., "or", ..., "end", one pair after another')
            return [row for row in found if len(row) > 1]
        ends = [i for i, _ in marks]
        for i, row in enumerate(found):
            if len(row) > 1:
                rows.append(row)
                continue
            at = ends.index(i)
            if row[0] == either:
                rows.append(_jump(Operation.MODES, ends[at + 1] - i, ends[at + 2] - ends[at + 1] - 1))
            elif row[0] == second:
                rows.append(_jump(Operation.JUMP, ends[at + 1] - i - 1, 0))
        return [_back(row, place) for place, row in enumerate(rows)]

    def _constant(self, line: str, upgrade: bool) -> tuple[int, ...]:
        before, count = _split(line.split(), "per")
        name, words = before[0], before[1:]
        if name not in CONSTANTS:
            raise ValueError(f'no constant ability is called "{name}"{nearest(name, CONSTANTS)}')
        form = CONSTANTS[name]
        amount, index, side = 1, -1, int(Side.FRIENDLY)
        if form.amount is not None:
            amount, words = _read_amount(form, name, words)
        if form.works_on == CARDS:
            index, side = self._whom(name, words, upgrade), int(Side.ANY)
        elif form.works_on == PEOPLE:
            if len(words) != 1 or words[0] not in PLAYERS:
                raise ValueError(f'"{name}" is the affair of {", ".join(PLAYERS)}, found "{" ".join(words)}"')
            side = PLAYERS[words[0]]
        elif words:
            raise ValueError(f'"{name}" takes no more words, found "{" ".join(words)}"')
        times, of, _ = self._count(count) if count else (0, 0, 0)
        if times not in (Count.NONE, Count.MATCHING, Count.AMBER_ON_THIS, Count.UNFORGED_KEYS):
            raise ValueError("a constant ability counts cards of a filter, amber_on_this or unforged_key")
        return int(Constant[name.upper()]), amount, index, side, times, of

    def _whom(self, name: str, words: list[str], upgrade: bool) -> int:
        """The filter of the cards on which a constant works; -1: the card itself, or the host of an upgrade."""
        if words and words[0] == "each":
            return self.filter(words[1:])
        if words not in (["this"], ["host"]) or (words == ["host"] and not upgrade):
            raise ValueError(f'"{name}" works on this, host (of an upgrade) or each FILTER, found "{" ".join(words)}"')
        return self.filter(["this", "card"]) if upgrade and words == ["this"] else -1


def _jump(operation: Operation, amount: int, argument: int) -> tuple[int, ...]:
    row = dict.fromkeys(FIELDS, 0) | {"operation": int(operation), "amount": amount, "argument": argument}
    return tuple(row.values())


def _back(row: tuple[int, ...], place: int) -> tuple[int, ...]:
    """A row of a program; one that repeats it learns how many rows back the program began."""
    if row[FIELDS.index("operation")] != Operation.REPEAT:
        return row
    return tuple((dict(zip(FIELDS, row, strict=True)) | {"argument": place}).values())


def _split(words: list[str], marker: str) -> tuple[list[str], list[str]]:
    """The words before and after a marker."""
    if marker not in words:
        return words, []
    at = words.index(marker)
    if at == len(words) - 1:
        raise ValueError(f'nothing follows "{marker}"')
    return words[:at], words[at + 1 :]


def _read_amount(form: Form, name: str, words: list[str]) -> tuple[int, list[str]]:
    """The number of an operation or constant and the words after it."""
    reader, default = form.amount, form.default
    if reader is None:
        raise ValueError(f'"{name}" takes no number')
    if not words and default is None:
        raise ValueError(f'"{name}" takes a number or name')
    if default is None:
        return reader(words[0]), words[1:]
    try:
        return reader(words[0]) if words else default, words[1:]
    except ValueError:
        return default, words


def _read_power(values: dict[str, int], text: str) -> None:
    """Notes bounds such as >=3, <=3, =3."""
    for sign in (">=", "<=", "="):
        if text.startswith(sign):
            bound = number(0, 99)(text.removeprefix(sign))
            if sign != "<=":
                values["power_at_least"] = bound
            if sign != ">=":
                values["power_at_most"] = bound
            return
    raise ValueError(f'power is compared by power>=3, power<=3 or power=3, found "power{text}"')


def _read_lasting(values: dict[str, int], operation: str, words: list[str]) -> None:
    """Notes the effect of a turn: its name, then a number, or for rights and duties of houses a house."""
    first = int(Lasting.MUST_CHOOSE)
    known = {name: code for name, code in LASTINGS.items() if (code < first) == (operation == "rest_of_turn")}
    if not words:
        raise ValueError(f'"{operation}" takes the name of an effect')
    lasting = values["argument"] = choice(known, "effect")(words[0])
    if lasting in OF_HOUSES:
        values["amount"] = choice(HOUSE_BITS, "house")(words[1]) if len(words) > 1 else 0
    elif lasting == Lasting.UNHURT:
        values["amount"] = 0
        words = [*words, ""] if len(words) == 1 else words
        if words[1]:
            raise ValueError(f'"unhurt" takes no more words, found "{" ".join(words[1:])}"')
    else:
        values["amount"] = NUMBER(words[1]) if len(words) > 1 else 1
    if len(words) > 2:
        raise ValueError(f'"{operation} {words[0]}" takes no more words, found "{" ".join(words[2:])}"')


def words() -> dict[str, dict[str, str]]:
    """The words of the card file by group, with what they mean."""
    return {
        "abilities": dict(TRIGGER_HELP) | {"constant": "what holds while the card is in play"},
        "operations": {name: form.help for name, form in OPERATIONS.items()} | dict(MODE_WORDS),
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
        "effects of a turn": dict(EFFECTS),
        "constants": {name: form.help for name, form in CONSTANTS.items()},
        "counts": {name: text for name, (_, _, text) in COUNTS.items()},
        "conditions": {name: text for name, (_, _, _, text) in CONDITIONS.items()},
    }


def reserved(names: Iterable[str]) -> list[str]:
    """Those of the names that already mean something in a filter."""
    taken = {*SIDES, *TYPES, "card", "each", "per", "if", *PLACES, *PROPERTIES, *HOUSES}
    return sorted(taken.intersection(names))
