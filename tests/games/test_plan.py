"""Ganz nach Plan!?, clause by clause."""

import pytest

from carreau.core.errors import IllegalMove
from carreau.core.game import ALL, CHANCE, OVER, SPECTATOR
from carreau.core.rng import Rng
from carreau.games.plan._state import PlanState
from carreau.games.plan.game import Plan
from carreau.games.plan.spec import BOX, DEEDS
from tests.clauses import clause
from tests.play import legal_texts, play, refused
from tests.positions.plan import FOUR, Hands, deal_moves, dealt, hands_of, own, position, seen, set_up

# The hands of most tests; with three players no card says "opposite".
THREE: Hands = [[1, 4, 7, 10, 13], [2, 5, 8, 11, 14], [16, 17, 18, 19, 20]]


def places(state: PlanState) -> list[int]:
    found: list[int] = state.dump()["places"]
    return found


# Cards and deal

OPPOSITE = {"en": "opposite", "de": "gegenüber", "nl": "tegenover", "fr": "en face", "it": "di fronte"}


@clause("plan.1", "plan.r10")
def test_the_deck_is_the_reconstruction() -> None:
    effects = [card["effect"] for card in BOX["cards"]]
    by_way = [[f"{deed} {way}"] for deed in DEEDS[:5] for way in ("left", "right", "opposite")]
    assert effects[:15] == by_way
    assert effects[15:] == [["turn_direction"]] * 2 + [["take_pile self"], ["pass_all left"], ["move_all left"]]
    assert BOX["hand"] == 5
    for card in BOX["cards"]:
        assert set(card["name"]) == set(card["text"]) == set(OPPOSITE)
        says_opposite = [word in card["text"][language] for language, word in OPPOSITE.items()]
        assert says_opposite == ["opposite" in card["effect"][0]] * len(OPPOSITE)


@clause("plan.1")
def test_three_players_leave_out_the_cards_that_say_opposite() -> None:
    game = Plan(3)
    assert legal_texts(game, game.start(), CHANCE) == [
        f"deal {card}" for card in (1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 18, 19, 20)
    ]
    assert refused(game, game.start(), CHANCE, "deal 3") == "plan.1"
    game, state = dealt(THREE)
    assert refused(game, state, 0, "play 15") == "plan.1"
    four = Plan(4)
    assert legal_texts(four, four.start(), CHANCE) == [f"deal {card}" for card in range(1, 21)]


@clause("plan.2")
@pytest.mark.parametrize("seats", [3, 4])
def test_everybody_is_dealt_five_cards_and_nothing_is_left(seats: int) -> None:
    game = Plan(seats)
    state, rng = game.start(), Rng(seats)
    for card in range(5 * seats):
        assert state.current == CHANCE
        assert state.weights() == [1] * (5 * seats - card)
        state.apply(CHANCE, state.sample(rng))
        assert len(hands_of(state)[card % seats]) == card // seats + 1
    assert [len(hand) for hand in hands_of(state)] == [5] * seats
    assert (state.pack, state.pile, state.current) == (0, 0, 0)


@clause("plan.2")
def test_a_card_is_dealt_once_and_used_by_its_holder_alone() -> None:
    game = Plan(4)
    state = play(game, "chance: deal 7")
    assert refused(game, state, CHANCE, "deal 7") == "plan.2"
    assert refused(game, state, CHANCE, "play 7") == "plan.2"
    assert refused(game, state, 0, "play 7") == "plan.4"
    game, state = dealt(FOUR)
    assert refused(game, state, 0, "play 2") == "plan.2"
    assert refused(game, state, 0, "deal 1") == "plan.2"
    giving = play(game, "0: play 7", state=state)
    assert refused(game, giving, 0, "give 2") == "plan.2"
    assert refused(game, giving, 0, "give 7") == "plan.2"


@clause("plan.2")
def test_dealt_cards_are_seen_by_their_owner_alone() -> None:
    game = Plan(3)
    state = play(game, "chance: deal 7", "chance: deal 8")
    assert play(game, "chance: deal 7").unseen_by(CHANCE, game.parse("deal 8")) == [SPECTATOR, 0, 2]
    other = play(game, "chance: deal 7", "chance: deal 20")
    for viewer in (SPECTATOR, 0, 2):
        assert seen(state, viewer) == seen(other, viewer)
        assert seen(state, viewer)["held"] == [1, 1, 0]
    assert (seen(state, 1)["hand"], seen(other, 1)["hand"]) == ([8], [20])
    assert seen(state, 1)["pack"] == 13


@clause("plan.3")
def test_the_first_player_sits_on_a_and_the_others_to_the_left() -> None:
    for hands in (THREE, FOUR):
        _, state = dealt(hands)
        assert places(state) == list(range(len(hands)))
        assert seen(state, 1)["place"] == "A"
        assert state.waiting() == [0]


@clause("plan.3", "plan.5", "plan.r1")
def test_places_count_and_not_players() -> None:
    """Seat 1 has moved to A: its left neighbour is the player now sitting at B."""
    game = Plan(4)
    state = set_up(game, [[4, 1], [7, 2], [8, 5], [10, 11]], places=[1, 3, 0, 2], turn=1, current=1)
    after = play(game, "1: play 7", "1: give 2", state=state)
    assert hands_of(after) == [[1, 4], [], [5, 8], [2, 10, 11]]


# Turns


@clause("plan.4")
def test_the_turn_goes_from_place_to_place_and_back_to_a() -> None:
    game = own(4, {n: ["take_pile self"] for n in range(1, 21)})
    state = play(game, *deal_moves([[n, n + 4, n + 8, n + 12, n + 16] for n in (1, 2, 3, 4)]))
    order = []
    for card in (1, 2, 3, 4, 5, 6):
        order.append(int(state.current))
        assert state.waiting() == [order[-1]]
        for other in {CHANCE, 0, 1, 2, 3} - {order[-1]}:
            assert refused(game, state, other, f"play {card}") == "plan.4"
        state = play(game, f"{order[-1]}: play {card}", state=state)
    assert order == [0, 1, 2, 3, 0, 1]


@clause("plan.4", "plan.7")
def test_an_instruction_is_carried_out_before_the_next_card() -> None:
    game, state = dealt(FOUR, "0: play 7")
    assert state.waiting() == [0]
    assert legal_texts(game, state, 0) == ["give 1", "give 4", "give 10", "give 13"]
    assert refused(game, state, 0, "play 1") == "plan.4"
    assert refused(game, state, 0, "pass 1") == "plan.r8"
    assert refused(game, state, 0, "draw 1") == "plan.r9"
    assert refused(game, state, 1, "give 2") == "plan.4"
    after = play(game, "0: give 13", state=state)
    assert hands_of(after)[:2] == [[1, 4, 10], [2, 5, 8, 11, 13, 14]]
    assert after.waiting() == [1]
    assert refused(game, after, 1, "give 2") == "plan.4"


@clause("plan.5", "plan.r2", "plan.r5")
def test_who_swaps_to_the_next_place_plays_twice_and_the_other_is_passed_over() -> None:
    game, state = dealt(FOUR, "0: play 1")
    assert places(state) == [1, 0, 2, 3]
    assert (seen(state, 0)["place"], state.waiting()) == ("B", [0])
    assert hands_of(state) == [[4, 7, 10, 13], *FOUR[1:]]
    after = play(game, "0: play 4", state=state)
    assert after.waiting() == [2]  # seat 1 sits at A and isn't asked in this round


@clause("plan.r5", "plan.5")
def test_the_next_place_is_counted_from_where_the_card_was_played() -> None:
    game, state = dealt(FOUR, "0: play 4", "1: play 2")
    assert places(state) == [1, 0, 2, 3]
    assert state.waiting() == [2]  # C follows B, although the active player now sits at A
    state = set_up(game, [[16, 2], [5], [7], [8]], "0: play 16")
    assert (seen(state, 0)["direction"], state.waiting()) == (-1, [3])
    assert seen(state, 0)["place"] == "D"


@clause("plan.r5")
def test_a_change_of_direction_counts_at_once_and_a_second_one_undoes_it() -> None:
    game = own(3, {})
    state = play(game, *deal_moves([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15]]))
    order = []
    for _ in range(4):
        order.append(int(state.current))
        state.apply(state.current, state.legal(state.current)[0])
    assert order == [0, 2, 0, 2]


@clause("plan.r1")
@pytest.mark.parametrize(("card", "receiver"), [(7, 1), (8, 3), (9, 2)])
@pytest.mark.parametrize("direction", [1, -1])
def test_left_right_and_opposite_do_not_depend_on_the_direction(card: int, receiver: int, direction: int) -> None:
    game = Plan(4)
    state = set_up(game, [[card, 1], [2], [4], [5]], f"0: play {card}", "0: give 1", direction=direction)
    assert hands_of(state)[receiver] == sorted([1, [2, 4, 5][receiver - 1]])


@clause("plan.r1")
def test_three_players_have_a_left_and_a_right_neighbour() -> None:
    for card, receiver in ((7, 1), (8, 2)):
        state = set_up(Plan(3), [[card, 1, 13], [2], [4]], f"0: play {card}", "0: give 1")
        assert 1 in hands_of(state)[receiver]


@clause("plan.r1", "plan.r10")
def test_left_is_meant_from_where_the_active_player_sits_by_then() -> None:
    game = own(4, {1: ["swap_places left", "give_card left"], 2: ["move_all left", "give_card left"]})
    for card, receiver in ((1, 2), (2, 1)):
        state = set_up(game, [[card, 5, 6], [7], [8], [9]], f"0: play {card}", "0: give 5")
        assert 5 in hands_of(state)[receiver]


@clause("plan.r2")
@pytest.mark.parametrize(
    ("card", "order"),
    [(1, [1, 0, 2, 3]), (2, [3, 1, 2, 0]), (3, [2, 1, 0, 3]), (20, [3, 0, 1, 2])],
)
def test_whoever_changes_places_takes_the_hand_along(card: int, order: list[int]) -> None:
    hands = [[card, 4], [5], [7], [8]]
    state = set_up(Plan(4), hands, f"0: play {card}")
    assert places(state) == order
    assert hands_of(state) == [[4], [5], [7], [8]]
    assert state.waiting() == [order[1]]


@clause("plan.r2")
def test_three_players_all_move_to_the_left() -> None:
    state = set_up(Plan(3), [[20, 4], [5], [7]], "0: play 20")
    assert places(state) == [2, 0, 1]
    assert state.waiting() == [0]


# The discard pile


@clause("plan.6")
def test_the_card_in_play_is_not_part_of_the_pile() -> None:
    for card, taker in ((4, 1), (5, 3), (6, 2), (18, 0)):
        game = Plan(4)
        hands = [[card, 1], [2], [3], [7]]
        start = game.load(position(game, hands))
        before = set(start.dump()["pile"])
        state = play(game, f"0: play {card}", state=start)
        assert set(hands_of(state)[taker]) == before | set([[1], [2], [3], [7]][taker])
        assert (state.dump()["pile"], state.dump()["top"]) == ([card], card)


@clause("plan.6")
def test_while_it_is_carried_out_the_card_lies_apart() -> None:
    game, state = dealt(FOUR, "0: play 7")
    view = seen(state, 2)
    assert (view["in_play"], view["pile"], view["top"], view["target"]) == (7, [], 0, 1)
    after = seen(play(game, "0: give 1", state=state), 2)
    assert (after["in_play"], after["pile"], after["top"], after["target"]) == (0, [7], 7, -1)


@clause("plan.r3")
def test_an_empty_pile_gives_nothing() -> None:
    _, state = dealt(FOUR, "0: play 4")
    assert hands_of(state) == [[1, 7, 10, 13], *FOUR[1:]]
    assert seen(state, 0)["events"] == [["played", 0, 0, [4]]]
    assert state.waiting() == [1]


@clause("plan.r6")
@pytest.mark.parametrize("open_discards", [False, True])
def test_everybody_remembers_the_pile_and_it_says_whether_it_is_displayed(open_discards: bool) -> None:
    game, state = dealt(FOUR, "0: play 4", "1: play 2", open_discards=open_discards)
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        view = seen(state, viewer)
        assert (view["pile"], view["top"], view["open_discards"]) == ([2, 4], 2, open_discards)
    taken = play(game, "2: play 18", state=state)
    for viewer in (SPECTATOR, 0, 1, 3):
        assert seen(taken, viewer)["sure"][2] == [2, 4]
        assert ["took", 2, 2, [2, 4]] in seen(taken, viewer)["events"]


# Cards from hand to hand


@clause("plan.r9")
@pytest.mark.parametrize(("card", "loser"), [(10, 1), (11, 3), (12, 2)])
def test_a_blind_draw_is_chance_and_seen_by_two(card: int, loser: int) -> None:
    game = Plan(4)
    hands = [[card, 1], [2, 5], [16, 17], [3, 6]]
    state = set_up(game, hands, f"0: play {card}")
    assert state.current == CHANCE
    assert legal_texts(game, state, CHANCE) == [f"draw {lost}" for lost in hands[loser]]
    assert state.weights() == [1, 1]
    assert seen(state, SPECTATOR)["target"] == loser
    first, second = (play(game, f"chance: draw {lost}", state=state) for lost in hands[loser])
    told = {0, loser}
    assert set(state.unseen_by(CHANCE, game.parse(f"draw {hands[loser][0]}"))) == {SPECTATOR, 0, 1, 2, 3} - told
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        assert (seen(first, viewer) == seen(second, viewer)) == (viewer not in told)
    assert hands_of(first)[0] == sorted([1, hands[loser][0]])
    assert seen(first, loser)["sure"][0] == [hands[loser][0]]
    assert refused(game, state, CHANCE, "draw 1") == "plan.r9"
    assert refused(game, state, CHANCE, "play 2") == "plan.r9"
    assert refused(game, state, 0, f"draw {hands[loser][0]}") == "plan.4"


@clause("plan.4", "plan.r9")
def test_a_gift_is_seen_by_giver_and_receiver() -> None:
    game, state = dealt(FOUR, "0: play 7")
    assert state.unseen_by(0, game.parse("give 1")) == [SPECTATOR, 2, 3]
    one, other = (play(game, f"0: give {card}", state=state) for card in (1, 13))
    for viewer in (SPECTATOR, 2, 3):
        assert seen(one, viewer) == seen(other, viewer)
    assert seen(one, 1)["hand"] == [1, 2, 5, 8, 11, 14]
    assert seen(one, 0)["sure"][1] == [1]


@clause("plan.r3", "plan.r2")
def test_swapped_hands_are_known_to_both() -> None:
    state = set_up(Plan(4), [[13, 1], [2, 5, 8], [16, 17], [3, 6]], "0: play 13")
    assert hands_of(state) == [[2, 5, 8], [1], [16, 17], [3, 6]]
    assert seen(state, 0)["sure"] == [[2, 5, 8], [1], [], []]
    assert seen(state, 1)["sure"] == [[2, 5, 8], [1], [], []]
    assert seen(state, 2)["sure"] == [[], [], [16, 17], []]
    assert seen(state, 2)["events"] == [["played", 0, 0, [13]], ["swapped", 0, 1, []]]
    for card, other in ((14, 3), (15, 2)):
        state = set_up(Plan(4), [[card, 1], [2, 5, 8], [16, 17], [3, 6]], f"0: play {card}")
        assert hands_of(state)[other] == [1]


@clause("plan.r8")
def test_all_choose_unseen_and_then_all_pass() -> None:
    game = Plan(4)
    state = set_up(game, [[19, 1], [2, 5], [16, 17], [3, 6]], "0: play 19")
    assert (state.current, state.waiting()) == (ALL, [0, 1, 2, 3])
    assert state.legal(CHANCE) == []
    assert refused(game, state, CHANCE, "pass 1") == "plan.4"
    assert refused(game, state, 1, "play 2") == "plan.r8"
    assert refused(game, state, 1, "pass 3") == "plan.2"
    two, five = (play(game, f"1: pass {card}", state=state) for card in (2, 5))
    assert state.unseen_by(1, game.parse("pass 2")) == [SPECTATOR, 0, 2, 3]
    for viewer in (SPECTATOR, 0, 2, 3):
        assert seen(two, viewer) == seen(five, viewer)
    assert (seen(two, 1)["chosen"], seen(five, 1)["chosen"], seen(two, 2)["chosen"]) == (2, 5, 0)
    assert (two.waiting(), seen(two, 3)["held"]) == ([0, 2, 3], [1, 2, 2, 2])
    assert refused(game, two, 1, "pass 5") == "plan.r8"
    assert legal_texts(game, two, 2) == ["pass 16", "pass 17"]
    almost = play(game, "3: pass 6", "0: pass 1", state=two)
    assert hands_of(almost) == [[1], [2, 5], [16, 17], [3, 6]]
    assert almost.unseen_by(2, game.parse("pass 16")) == [SPECTATOR, 0, 1]  # seat 3 gets it now
    after = play(game, "2: pass 16", state=almost)
    assert hands_of(after) == [[6], [1, 5], [2, 17], [3, 16]]
    assert after.waiting() == [1]
    assert after.dump()["chosen"] == [0, 0, 0, 0]


@clause("plan.r8")
def test_the_order_of_choosing_makes_no_difference() -> None:
    game = Plan(3)
    state = set_up(game, [[19, 1], [2, 5], [16, 17]], "0: play 19")
    moves = ["0: pass 1", "1: pass 5", "2: pass 16"]
    one, other = play(game, *moves, state=state), play(game, *reversed(moves), state=state)
    assert one.fingerprint() == other.fingerprint()
    assert refused(game, one, 1, "pass 2") == "plan.r8"


@clause("plan.r8", "plan.r3")
def test_who_passes_and_receives_sees_just_those_two_cards() -> None:
    game = Plan(4)
    state = set_up(game, [[19, 1], [2, 5], [16, 17], [3, 6]], "0: play 19", "0: pass 1", "1: pass 5", "2: pass 17")
    after = play(game, "3: pass 6", state=state)
    passed = {viewer: [event for event in seen(after, viewer)["events"] if event[0] == "passed"] for viewer in range(4)}
    assert passed[0] == [["passed", 0, 1, [1]], ["passed", 1, 2, []], ["passed", 2, 3, []], ["passed", 3, 0, [6]]]
    assert passed[2] == [["passed", 0, 1, []], ["passed", 1, 2, [5]], ["passed", 2, 3, [17]], ["passed", 3, 0, []]]
    assert seen(after, 2)["sure"][3] == [17]


# Winning


@clause("plan.7", "plan.8")
def test_the_last_card_wins_after_it_has_been_carried_out() -> None:
    state = set_up(Plan(4), [[16], [2], [4], [5]], "0: play 16")
    assert state.current == OVER
    assert (state.result().winners, state.result().clause) == ([0], "plan.8")
    assert (state.result().scores, state.result().ranks) == ([1, 0, 0, 0], [1, 2, 2, 2])


@clause("plan.7")
def test_the_last_card_does_not_win_if_it_brings_new_cards() -> None:
    game = Plan(4)
    drawing = set_up(game, [[10], [2, 1], [4], [5]], "0: play 10")
    assert drawing.current == CHANCE
    after = play(game, "chance: draw 2", state=drawing)
    assert (after.current, hands_of(after)[0]) == (1, [2])
    taking = set_up(game, [[18], [2], [4], [5]], "0: play 18")
    assert (taking.current, len(hands_of(taking)[0])) == (1, 16)


@clause("plan.7")
def test_somebody_else_wins_whom_the_instruction_left_without_cards() -> None:
    game = Plan(4)
    drawn = set_up(game, [[10, 1], [2], [4], [5]], "0: play 10", "chance: draw 2")
    assert drawn.result().winners == [1]
    last = set_up(game, [[11], [2], [4], [5]], "0: play 11", "chance: draw 5")
    assert last.result().winners == [3]
    passed = set_up(game, [[19], [2], [4], [5]], "0: play 19", "1: pass 2", "2: pass 4", "3: pass 5")
    assert hands_of(passed) == [[5], [], [2], [4]]
    assert passed.result().winners == [1]


@clause("plan.r3", "plan.7")
def test_swapping_with_an_empty_hand_lets_the_other_win() -> None:
    for card, winner in ((13, 1), (14, 3), (15, 2)):
        state = set_up(Plan(4), [[card], [2, 7], [4, 8], [5, 9]], f"0: play {card}")
        assert state.result().winners == [winner]
        assert hands_of(state)[winner] == []
        assert len(hands_of(state)[0]) == 2


@clause("plan.r3")
def test_giving_the_last_card_with_nothing_left_to_give_wins() -> None:
    state = set_up(Plan(4), [[7], [2], [4], [5]], "0: play 7")
    assert state.result().winners == [0]
    two = set_up(Plan(4), [[7, 1], [2], [4], [5]], "0: play 7", "0: give 1")
    assert two.result().winners == [0]


@clause("plan.r3")
def test_who_has_no_card_to_pass_still_receives() -> None:
    game = Plan(3)
    state = set_up(game, [[19], [2, 5], [16, 17]], "0: play 19")
    assert state.waiting() == [1, 2]
    assert refused(game, state, 0, "pass 2") == "plan.r3"
    state = play(game, "1: pass 2", state=state)
    assert refused(game, state, 0, "pass 2") == "plan.r3"
    assert refused(game, state, 1, "pass 5") == "plan.r8"
    after = play(game, "2: pass 17", state=state)
    assert hands_of(after) == [[17], [5], [2, 16]]
    assert after.current == 1


@clause("plan.r3", "plan.r10")
def test_nothing_happens_where_there_is_no_card_to_draw_or_to_pass() -> None:
    game = own(3, {1: ["draw_card left", "draw_card left", "give_card right"]})
    state = set_up(game, [[1, 3], [4], [5]], "0: play 1", "chance: draw 4")
    assert legal_texts(game, state, 0) == ["give 3", "give 4"]  # the second draw found nothing
    game = own(3, {1: ["swap_hands left", "draw_card left", "take_pile left"]})
    after = set_up(game, [[1], [4], [5]], "0: play 1")
    assert (after.current, hands_of(after)[0]) == (1, [4])  # no draw from the empty hand, which then got the pile


@clause("plan.8")
def test_nothing_is_done_after_the_end() -> None:
    game = Plan(4)
    state = set_up(game, [[16], [2], [4], [5]], "0: play 16")
    assert refused(game, state, 1, "play 2") == "plan.8"
    assert [state.legal(seat) for seat in (CHANCE, 0, 1, 2, 3, OVER)] == [[]] * 6
    with pytest.raises(IllegalMove):
        game.act(state, 1, game.parse("play 2"))


@clause("plan.r4")
def test_of_two_without_cards_the_active_player_wins() -> None:
    game = own(3, {1: ["draw_card left", "give_card right"]})
    state = set_up(game, [[1], [4], [5]], "0: play 1", "chance: draw 4", "0: give 4")
    assert hands_of(state) == [[], [], [4, 5]]
    assert state.result().winners == [0]


@clause("plan.r4")
@pytest.mark.parametrize(
    ("more", "winner"), [([], 1), (["turn_direction"], 3), (["swap_places opposite"], 3), (["move_all left"], 1)]
)
def test_or_else_the_first_from_there_in_the_direction_after_the_instruction(more: list[str], winner: int) -> None:
    game = own(4, {1: ["draw_card left", "draw_card right", *more]})
    state = set_up(game, [[1, 2], [4], [5], [6]], "0: play 1", "chance: draw 4", "chance: draw 6")
    assert hands_of(state) == [[2, 4, 6], [], [5], []]
    assert state.result().winners == [winner]


@clause("plan.r7")
def test_a_game_without_an_end_is_a_draw() -> None:
    game = own(3, {}, play_limit=3)
    hands = [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15]]
    state = play(game, *deal_moves(hands), "0: play 1", "2: play 11")
    assert (state.current, seen(state, 0)["play_limit"], seen(state, 0)["plays"]) == (0, 3, 2)
    over = play(game, "0: play 2", state=state)
    assert over.current == OVER
    result = over.result()
    assert (result.scores, result.ranks, result.clause) == ([0, 0, 0], [1, 1, 1], "plan.r7")
    assert result.payoffs == [0.0, 0.0, 0.0]
    assert refused(game, over, 2, "play 12") == "plan.r7"
    assert Plan(3).options["play_limit"] == 200


@clause("plan.r7")
def test_a_win_on_the_last_play_counts() -> None:
    state = set_up(Plan(4, {"play_limit": 7}), [[16], [2], [4], [5]], "0: play 16", plays=6)
    assert state.result().winners == [0]
    assert state.result().clause == "plan.8"


@clause("plan.r7")
def test_the_last_instruction_is_carried_out() -> None:
    game = Plan(4, {"play_limit": 7})
    state = set_up(game, [[7, 1, 3], [2], [4], [5]], "0: play 7", plays=6)
    assert state.current == 0
    assert play(game, "0: give 1", state=state).result().clause == "plan.r7"
