"""What there is no room for in the state of Berserk: Heroes stops the game as a fault, which runs count and report."""

import numpy as np
import pytest
from contract.piles import situation
from games.berserk_heroes import GAME, IDS

from sim.berserk_heroes.basics import hero_of, keyword
from sim.berserk_heroes.gold import GOLD_MAX, gain_gold
from sim.berserk_heroes.modifiers import grant, refresh
from sim.berserk_heroes.play_effects import delay_once
from sim.berserk_heroes.state import (
    CHOSEN_MAX,
    COPIES_MAX,
    DELAYED_MAX,
    GRANT_STRIKE,
    STATE,
    TEXTS_MAX,
    Form,
    Trigger,
    Type,
    Until,
)
from sim.berserk_heroes.tables import Keyword
from sim.berserk_heroes.texts import gain_text
from sim.core.faults import ERROR_FRAMES_FULL

DIGGER, GNOME = 1, 2


def do(s, tables, *deeds):
    actions = GAME.new_actions()
    for wanted in deeds:
        n = GAME.legal_actions(s, tables, actions)
        found = [GAME.words.phrase(s, actions[k], IDS) for k in range(n)]
        GAME.apply(s, tables, actions[found.index(wanted)])


def test_one_more_gained_effect_than_there_is_room_for_is_a_fault():
    tables, s = situation(
        GAME, {"p1.gold": 5, "p1.hand": ["spiritual_quest"], "p1.deck": ["orc"], "p1.creatures": ["burk"]}
    )
    for k in range(s.grant.size):
        assert s.error == 0
        grant(s, 1 + k % 2, GRANT_STRIKE, 1, Until.ALWAYS, 0)
    assert (s.error, s.n_grants) == (0, s.grant.size)
    do(s, tables, "play spiritual_quest")
    assert (s.error, s.n_grants) == (ERROR_FRAMES_FULL, s.grant.size)


@pytest.mark.parametrize("tapped", [False, True])
def test_gold_beyond_the_most_is_not_gained(tapped):
    """A text of a card file may tell of thousands, again and again."""
    tables, s = situation(GAME, {"p1.gold": 5})
    assert [gain_gold(s, tables, 0, 39_600, tapped), gain_gold(s, tables, 0, 7, tapped)] == [GOLD_MAX - 5, 0]
    assert (s.gold[0], s.tapped_gold[0]) == (GOLD_MAX, (GOLD_MAX - 5) * tapped)


def test_the_oldest_gained_effect_stays():
    _, s = situation(GAME, {"p1.creatures": ["burk"]})
    for k in range(s.grant.size + 1):
        grant(s, 1, GRANT_STRIKE, 1 + k, Until.ALWAYS, 0)
    assert [int(value) for value in s.grant["value"]] == list(range(1, s.grant.size + 1))


def test_a_keyword_that_is_gained_again_alike_takes_no_room_and_the_higher_value_counts():
    _, s = situation(GAME, {"p1.creatures": ["burk"]})
    for value in (2, 3, 1):
        grant(s, 1, Keyword.REGENERATION, value, Until.ALWAYS, 0)
    grant(s, 1, Keyword.REGENERATION, 4, Until.TURN, 0)
    assert [int(value) for value in s.grant["value"][: s.n_grants]] == [3, 4]


def test_who_gains_sleeping_after_he_lost_it_sleeps():
    tables, s = situation(GAME, {"p1.creatures": ["burk"]})
    for word in (Keyword.SLEEPING, Keyword.AWAKE, Keyword.SLEEPING):
        grant(s, 1, word, 1, Until.ALWAYS, 0)
    refresh(s, tables)
    assert keyword(s, 1, Keyword.SLEEPING)


def gains(names, **more):
    """(tables, state) of a Black Digger who has gained these texts, beside a gnome and against a boar."""
    given = {"p1.gold": 40, "p1.creatures": ["black_digger", "gnome"], "p2.creatures": ["boar"], "p2.deck": ["20 orc"]}
    tables, s = situation(GAME, given | more)
    for name in names:
        gain_text(s, DIGGER, IDS.index(name), Form.OWN)
    refresh(s, tables)
    return tables, s


def of_card(s, field, card):
    return int(s.body[field][s.card["body"][card]])


def phrases(s, tables, beginning):
    """The actions that begin so."""
    actions = GAME.new_actions()
    n = GAME.legal_actions(s, tables, actions)
    legal = [GAME.words.phrase(s, actions[k], IDS) for k in range(n)]
    return [phrase for phrase in legal if phrase.startswith(beginning)]


def test_one_more_gained_text_than_there_is_room_for_is_a_fault():
    """All of them are different: of those that are alike any number has room."""
    kinds = situation(GAME, {})[0].card
    support = np.flatnonzero((kinds["type"] >= Type.WEAPON) & (kinds["listens"] >> Trigger.HIRE & 1 == 0))
    texts = [IDS[kind] for kind in support if IDS[kind] != "trollheim"]
    tables, s = gains(texts[:TEXTS_MAX], **{"p1.graveyard": ["trollheim"]})
    assert (s.error, s.n_texts) == (0, TEXTS_MAX)
    do(s, tables, "use black_digger 1")
    assert (s.error, s.n_texts) == (ERROR_FRAMES_FULL, TEXTS_MAX)
    assert IDS.index("trollheim") not in s.texts["type"]


@pytest.mark.parametrize("copies", [2, TEXTS_MAX, TEXTS_MAX + 1, COPIES_MAX + TEXTS_MAX + 3])
def test_a_text_counts_as_often_as_it_is_gained(copies):
    """7.8: each Insatiable Blade adds 1."""
    _, s = gains(["insatiable_blade"] * copies)
    assert (s.error, of_card(s, "strike", GNOME), of_card(s, "life", GNOME)) == (0, 3 + copies, 3 + copies)
    assert s.n_texts <= TEXTS_MAX


@pytest.mark.parametrize("copies", [2, TEXTS_MAX + 5])
def test_each_text_that_is_gained_is_used_once_a_turn(copies):
    """7.2: Trollheim gives 1 extra life for 2 gold, and whoever has it several times may pay as often, in each turn."""
    tables, s = gains(["trollheim"] * copies, **{"p1.gold": 99})
    for turn in (1, 2):
        s.tapped_gold[0] = 0
        for _ in range(copies):
            do(s, tables, phrases(s, tables, "use black_digger")[-1], "choose gnome")
        assert (s.error, of_card(s, "extra", GNOME)) == (0, turn * copies)
        assert phrases(s, tables, "use black_digger") == ["use black_digger 1"]  # his own
        do(s, tables, "end turn", "end turn")


@pytest.mark.parametrize("copies", [2, TEXTS_MAX + 5])
def test_each_text_that_is_gained_is_triggered(copies):
    """7.3: each Dragon Armour wounds the attacker 1."""
    tables, s = gains(["dragon_armour"] * copies, **{"p1.graveyard": ["dragon_armour"]})
    boar = int(s.line["card"][1][0])
    s.body["extra"][s.card["body"][boar]], s.stale = 60, 1
    do(s, tables, "end turn")
    do(s, tables, phrases(s, tables, "attack boar")[0])
    do(s, tables, *phrases(s, tables, "no defender"))
    assert (s.error, of_card(s, "wounds", boar)) == (0, copies)


def test_a_card_that_is_dug_out_every_turn_and_stays_in_the_graveyard_finds_room():
    """Gatekeeper lets no card leave it, and Black Digger gains the abilities all the same (7.7)."""
    given = {"p1.creatures": ["black_digger", "gnome", "gatekeeper"], "p1.graveyard": ["insatiable_blade"]}
    tables, s = gains([], **given | {"p1.deck": ["50 orc"], "p2.deck": ["50 orc"]})
    for turn in range(2 * TEXTS_MAX):
        do(s, tables, "use black_digger 1", "end turn", "end turn")
        assert (s.error, of_card(s, "strike", GNOME)) == (0, 4 + turn)


def test_a_state_is_smaller_than_seven_and_a_half_kibibytes():
    assert STATE.itemsize < 7680


def test_one_more_delayed_ability_than_there_is_room_for_is_a_fault():
    tables, s = situation(GAME, {"p1.hero": "rezak_spellbreaker", "p1.gold": 10})
    for source in range(DELAYED_MAX):
        delay_once(s, 0, source, 1, 0)
    assert (s.error, s.n_delayed) == (0, DELAYED_MAX)
    do(s, tables, "use rezak_spellbreaker 1")
    assert (s.error, s.n_delayed) == (ERROR_FRAMES_FULL, DELAYED_MAX)


def test_an_ability_may_be_delayed_every_turn():
    decks = {"p1.deck": ["30 gnome"], "p2.deck": ["30 gnome"]}
    given = {"p1.hero": "rezak_spellbreaker", "p1.gold": 10, "p1.creatures": ["gnome"], "p2.hand": ["calm"]}
    tables, s = situation(GAME, given | decks)
    turns = DELAYED_MAX + 2
    for _ in range(turns):
        do(s, tables, "use rezak_spellbreaker 1", "end turn", "end turn")
    do(s, tables, "end turn", "play calm")
    assert (s.error, s.n_delayed, s.body["wounds"][s.card["body"][hero_of(1)]]) == (0, 0, 2 * turns)


@pytest.mark.parametrize(("creatures", "error"), [(CHOSEN_MAX, 0), (CHOSEN_MAX + 1, ERROR_FRAMES_FULL)])
def test_one_more_card_to_choose_than_there_is_room_for_is_a_fault(creatures, error):
    given = {"p1.gold": 7, "p1.hand": ["merging_with_the_cosmos"], "p1.creatures": ["gnome"] * 17}
    tables, s = situation(GAME, given | {"p2.creatures": ["gnome"] * (creatures - 17)})
    do(s, tables, "play merging_with_the_cosmos")
    actions = GAME.new_actions()
    while s.line[0].n + s.line[1].n > 0 and s.error == 0:
        GAME.legal_actions(s, tables, actions)
        GAME.apply(s, tables, actions[0])
    assert s.error == error
