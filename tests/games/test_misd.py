"""Misd: every clause and ruling."""

from typing import Any

import pytest

from carreau.core.errors import OptionError, SeatsError
from carreau.core.game import CHANCE, OVER, RACE, SPECTATOR, State
from carreau.core.rng import Rng
from carreau.games.misd.game import Misd
from carreau.games.misd.spec import BOX
from tests.clauses import clause
from tests.play import legal_texts, play, refused
from tests.positions.misd import (
    COLOURS,
    EVERY_CARD,
    SHAPES,
    both_games,
    hard,
    lose,
    pass_by,
    right,
    show,
    simple,
    win,
    wrong,
)

SIDES = ["front", "back"]


def lay(*cards: int, side: str = "front") -> list[str]:
    return [f"chance: lay out {card} {side}" for card in cards]


# Components


@clause("misd.1")
def test_shapes_and_colours_are_those_of_the_rulebook() -> None:
    assert BOX["shapes"] == SHAPES
    assert BOX["colours"] == COLOURS
    assert len(BOX["cards"]) == 10
    assert all(list(card) == SIDES for card in BOX["cards"])


@clause("misd.1", "misd.3")
@pytest.mark.parametrize("side", SIDES)
def test_every_face_lacks_one_shape_and_one_colour(side: str) -> None:
    for card in BOX["cards"]:
        face = card[side]
        assert set(face) < set(SHAPES)
        assert len(face) == 9
        assert set(face.values()) < set(COLOURS)
        assert len(set(face.values())) == 9


@clause("misd.1", "misd.5")
@pytest.mark.parametrize("side", SIDES)
def test_the_faces_of_a_side_are_a_latin_square_without_a_transversal(side: str) -> None:
    faces = [card[side] for card in BOX["cards"]]
    shown = [(shape, colour) for face in faces for shape, colour in face.items()]
    gaps = [(*(set(SHAPES) - set(face)), *(set(COLOURS) - set(face.values()))) for face in faces]
    assert len(set(shown)) == len(shown) == 90, "a combination is on at most one card"
    assert set(shown) | set(gaps) == {(shape, colour) for shape in SHAPES for colour in COLOURS}
    assert {shape for shape, _ in gaps} == set(SHAPES)
    assert {colour for _, colour in gaps} == set(COLOURS)


@clause("misd.1")
def test_fronts_and_backs_are_different_squares() -> None:
    for card in BOX["cards"]:
        assert not set(card["front"].items()) & set(card["back"].items())
    gaps = {right(play(simple(), f"chance: turn up {card} front"))[0] for card in EVERY_CARD}
    ninth = pass_by(simple(), simple().start(), 8)
    gaps |= {right(play(simple(), f"chance: turn up {card} back", state=ninth))[0] for card in EVERY_CARD}
    assert len(gaps) == 20


@clause("misd.1")
def test_two_to_eight_play() -> None:
    assert tuple(range(2, 9)) == Misd.SEATS
    for seats in (1, 9):
        with pytest.raises(SeatsError, match="misd is for 2, 3, 4, 5, 6, 7, 8 players"):
            Misd(seats)


@clause("misd.2")
def test_finders_of_shapes_and_colours_lie_apart() -> None:
    game = hard()
    state = play(game, *lay(1, 2, 3, 4, 5))
    assert legal_texts(game, state, CHANCE) == [f"shape {shape}" for shape in SHAPES]
    state = play(game, "chance: shape star", state=state)
    assert legal_texts(game, state, CHANCE) == [f"colour {colour}" for colour in COLOURS]
    assert state.odds() == [0.1] * 10


@clause("misd.2")
def test_twenty_chips_or_fewer() -> None:
    assert simple().start().dump()["supply"] == 20
    assert hard(chips=7).start().dump()["supply"] == 7
    for chips in (0, 21):
        with pytest.raises(OptionError, match=r"is not in 1\.\.20"):
            simple(chips=chips)


# The simple game


@clause("misd.3")
def test_a_card_is_turned_up_and_everybody_may_answer_first() -> None:
    game = simple(seats=8)
    state = game.start()
    assert state.current == CHANCE
    assert state.waiting() == []
    assert legal_texts(game, state, CHANCE) == [f"turn up {card} front" for card in EVERY_CARD]
    state = play(game, "chance: turn up 4 front")
    assert state.current == RACE
    assert state.waiting() == list(range(8))
    for seat in range(8):
        assert legal_texts(game, state, seat) == [f"{colour} {shape}" for colour in COLOURS for shape in SHAPES]


@clause("misd.3")
def test_nobody_answers_before_the_card_is_turned_up() -> None:
    game = simple()
    assert refused(game, game.start(), 0, "yellow star") == "misd.3"
    state = win(game, game.start(), 0)
    assert refused(game, state, 1, "yellow star") == "misd.3"


@clause("misd.3", "misd.4")
@pytest.mark.parametrize("rounds", [0, 8])
@pytest.mark.parametrize("card", EVERY_CARD)
def test_exactly_one_of_a_hundred_answers_is_right(card: int, rounds: int) -> None:
    game = simple()
    state = pass_by(game, game.start(), rounds)
    state = play(game, f"chance: turn up {card} {'back' if rounds else 'front'}", state=state)
    face = BOX["cards"][card - 1]["back" if rounds else "front"]
    winners = [text for text in legal_texts(game, state, 1) if play(game, f"1: {text}", state=state).all_points()[1]]
    assert len(winners) == 1
    colour, shape = winners[0].split()
    assert shape not in face
    assert colour not in face.values()


@clause("misd.3")
def test_the_answers_of_the_hard_game_are_none_here() -> None:
    game = simple()
    state = show(game.start())
    for text in ("missing", "card 1", "turn up 2 front", "shape star"):
        assert refused(game, state, 0, text) == "misd.3"


@clause("misd.4")
def test_right_wins_a_chip_from_the_supply() -> None:
    game = simple()
    state = play(game, "chance: turn up 1 front", "2: yellow circle")
    assert state.all_points() == [0, 0, 1]
    assert state.dump()["supply"] == 19
    assert state.dump()["last"] == (2, "yellow circle", True, "yellow circle")


@clause("misd.4", "misd.r2")
@pytest.mark.parametrize("answer", ["yellow star", "red circle", "red star"])
def test_wrong_in_shape_or_colour_gives_two_back_and_the_next_card_follows(answer: str) -> None:
    game = simple()
    state = game.start()
    for card in (2, 3, 4):
        state = win(game, play(game, f"chance: turn up {card} front", state=state), 0)
    state = play(game, "chance: turn up 1 front", f"0: {answer}", state=state)
    assert state.all_points() == [1, 0, 0]
    assert state.dump()["supply"] == 19
    assert state.dump()["last"] == (0, answer, False, "yellow circle")
    assert state.current == CHANCE
    assert state.dump()["layout"] == []
    assert all(text.startswith("turn up") for text in legal_texts(game, state, CHANCE))


@clause("misd.4", "misd.6", "misd.r4")
@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 1), (2, 0), (3, 1)])
def test_two_chips_or_nothing_go_back(before: int, after: int) -> None:
    for game in both_games():
        state = lose(game, win(game, game.start(), 1, times=before), 1)
        assert state.all_points() == [0, after, 0]
        assert state.dump()["supply"] == 20 - after


# The hard game


@clause("misd.5")
@pytest.mark.parametrize("cards", [5, 7, 10])
def test_the_agreed_number_is_laid_out_then_two_finders(cards: int) -> None:
    game = hard(cards=cards)
    state = game.start()
    for card in range(1, cards + 1):
        assert legal_texts(game, state, CHANCE) == [f"lay out {left} front" for left in range(card, 11)]
        assert refused(game, state, 0, "missing") == "misd.5"
        state = play(game, f"chance: lay out {card} front", state=state)
    state = play(game, "chance: shape star", "chance: colour red", state=state)
    assert state.current == RACE
    assert state.waiting() == [0, 1, 2]
    assert legal_texts(game, state, 1) == [f"card {place}" for place in range(1, cards + 1)] + ["missing"]
    assert [face["star"] for face in state.dump()["faces"] if "star" in face]


@clause("misd.5")
def test_five_to_ten_cards() -> None:
    assert hard().start().dump()["places"] == 5
    for cards in (4, 11):
        with pytest.raises(OptionError, match=r"is not in 5\.\.10"):
            hard(cards=cards)


@clause("misd.5", "misd.6")
def test_right_is_the_card_that_shows_the_shape_in_the_colour() -> None:
    game = hard()
    state = play(game, *lay(9, 1, 8, 2, 7), "chance: shape arrow", "chance: colour green")
    after = play(game, "0: card 2", state=state)
    assert after.all_points() == [1, 0, 0]
    assert after.dump()["supply"] == 19
    for answer in ("card 1", "card 3", "card 4", "card 5", "missing"):
        assert play(game, f"0: {answer}", state=state).all_points() == [0, 0, 0]


@clause("misd.5", "misd.6")
def test_missing_is_right_where_no_card_shows_it() -> None:
    game = hard()
    state = play(game, *lay(9, 3, 8, 2, 7), "chance: shape arrow", "chance: colour green")
    assert play(game, "0: missing", state=state).all_points() == [1, 0, 0]
    for place in range(1, 6):
        assert play(game, f"0: card {place}", state=state).all_points() == [0, 0, 0]


@clause("misd.5", "misd.6")
def test_two_new_finders_follow_and_the_layout_stays() -> None:
    game = hard()
    first = show(game.start())
    for state in (win(game, first, 0), lose(game, first, 0)):
        assert state.dump()["layout"] == first.dump()["layout"]
        assert (state.dump()["shape"], state.dump()["colour"]) == (None, None)
        assert legal_texts(game, state, CHANCE) == [f"shape {shape}" for shape in SHAPES[1:]]
        assert refused(game, state, 1, "missing") == "misd.5"


@clause("misd.5")
def test_the_answers_of_the_simple_game_are_none_here() -> None:
    game = hard()
    state = show(game.start())
    for text in ("yellow star", "card 6", "lay out 9 front", "shape cross"):
        assert refused(game, state, 0, text) == "misd.5"
    assert refused(game, state, CHANCE, "card 1") == "misd.5"


@clause("misd.5", "misd.r5", "misd.r6")
def test_what_chance_may_not_turn_up() -> None:
    game = hard()
    state = play(game, *lay(1))
    assert refused(game, state, CHANCE, "lay out 1 front") == "misd.5"
    assert refused(game, state, CHANCE, "lay out 2 back") == "misd.r6"
    assert refused(game, state, CHANCE, "shape star") == "misd.5"
    assert refused(game, state, CHANCE, "turn up 2 front") == "misd.5"
    state = play(game, *lay(2, 3, 4, 5), "chance: shape star", "chance: colour red", "0: missing", state=state)
    assert refused(game, state, CHANCE, "shape star") == "misd.r5"
    assert refused(game, state, CHANCE, "colour blue") == "misd.5"
    state = play(game, "chance: shape heart", state=state)
    assert refused(game, state, CHANCE, "colour red") == "misd.r5"


@clause("misd.7", "misd.r6")
def test_after_every_five_searches_all_cards_are_shuffled_and_turned() -> None:
    game = hard(cards=6)
    state = game.start()
    for side in ("front", "back", "front"):
        assert legal_texts(game, state, CHANCE) == [f"lay out {card} {side}" for card in EVERY_CARD]
        state = pass_by(game, state, 4)
        assert len(state.dump()["layout"]) == 6
        assert all(shown == (card, side) for card, shown in enumerate(state.dump()["layout"], 1))
        state = pass_by(game, state, 1)
        assert state.dump()["layout"] == []


@clause("misd.7", "misd.r2", "misd.r6")
def test_answers_count_as_searches_too() -> None:
    game = hard()
    state = lose(game, win(game, pass_by(game, game.start(), 2), 0), 1)
    assert len(state.dump()["layout"]) == 5
    assert legal_texts(game, win(game, state, 2), CHANCE)[0] == "lay out 1 back"


@clause("misd.r6")
def test_mixed_sides_are_drawn_by_chance() -> None:
    game = hard(mixed_sides=True)
    state = play(game, "chance: lay out 3 back")
    assert legal_texts(game, state, CHANCE) == [
        f"lay out {card} {side}" for card in EVERY_CARD if card != 3 for side in SIDES
    ]
    assert state.odds() == [1 / 18] * 18
    assert refused(game, state, CHANCE, "lay out 3 front") == "misd.5"
    again = pass_by(game, state, 5)
    assert len(again.legal(CHANCE)) == 20


@clause("misd.r1")
def test_either_of_two_cards_is_right() -> None:
    one, other, shape, colour = next(
        (one, other, shape, colour)
        for one in EVERY_CARD
        for other in EVERY_CARD
        for shape, colour in BOX["cards"][one - 1]["front"].items()
        if BOX["cards"][other - 1]["back"].get(shape) == colour
    )
    rest = [card for card in EVERY_CARD if card not in (one, other)]
    rest = [card for card in rest if BOX["cards"][card - 1]["back"].get(shape) != colour][:3]
    game = hard(mixed_sides=True)
    state = play(game, *lay(rest[0], side="back"), *lay(one), *lay(*rest[1:], side="back"), *lay(other, side="back"))
    state = play(game, f"chance: shape {shape}", f"chance: colour {colour}", state=state)
    winners = [text for text in legal_texts(game, state, 0) if play(game, f"0: {text}", state=state).all_points()[0]]
    assert winners == ["card 2", "card 5"]
    assert play(game, "0: card 5", state=state).dump()["last"] == (0, "card 5", True, "card 2")


# Wrong answers, time-outs, the fastest answer


@clause("misd.r2")
def test_a_wrong_answer_ends_the_search_for_all() -> None:
    for game in both_games():
        state = lose(game, game.start(), 0)
        assert state.current == CHANCE
        assert state.waiting() == []
        assert state.dump()["number"] == 2


@clause("misd.r2", "misd.6")
def test_others_go_on_without_the_one_who_was_wrong() -> None:
    game = hard(others_go_on=True)
    state = show(win(game, game.start(), 0, times=2))
    answers, solution = wrong(game, state), right(state)[0]
    state = play(game, f"0: {answers}", state=state)
    assert state.all_points() == [0, 0, 0], "two chips went back all the same"
    assert state.current == RACE
    assert state.waiting() == [1, 2]
    assert state.legal(0) == []
    assert refused(game, state, 0, solution) == "misd.r2"
    assert state.dump()["last"] == (0, answers, False, None), "the solution isn't told while others search"
    after = play(game, f"2: {solution}", state=state)
    assert after.all_points() == [0, 0, 1]
    assert after.current == CHANCE
    assert after.dump()["wrong"] == []


@clause("misd.r2")
def test_when_all_were_wrong_the_search_ends() -> None:
    game = hard(others_go_on=True)
    state = show(game.start())
    answer, solution = wrong(game, state), right(state)[0]
    state = play(game, f"1: {answer}", f"0: {answer}", state=state)
    assert state.current == RACE
    assert state.waiting() == [2]
    state = play(game, f"2: {answer}", state=state)
    assert state.current == CHANCE
    assert state.dump()["number"] == 2
    assert state.dump()["last"] == (2, answer, False, solution)
    assert show(state).waiting() == [0, 1, 2]


@clause("misd.r3")
def test_after_a_time_out_nobody_gains_or_loses() -> None:
    for game in both_games():
        before = game.start()
        for seat in range(3):
            before = win(game, before, seat, times=2)
        before = show(before)
        state = play(game, "chance: time out", state=before)
        assert state.all_points() == before.all_points() == [2, 2, 2]
        assert state.current == CHANCE
        assert state.dump()["number"] == 8
        assert state.dump()["last"] == (CHANCE, "time out", False, right(before)[0])


@clause("misd.r3")
def test_the_time_out_is_an_option() -> None:
    assert simple().options["timeout"] == 60
    assert simple(timeout=15).options["timeout"] == 15
    with pytest.raises(OptionError, match="timeout=0 is not in"):
        simple(timeout=0)


@clause("misd.r9")
def test_only_the_clock_calls_the_time_out_and_only_while_something_is_shown() -> None:
    for game in both_games():
        assert refused(game, game.start(), CHANCE, "time out") == "misd.r9"
        state = show(game.start())
        assert legal_texts(game, state, CHANCE) == ["time out"]
        assert state.sample(Rng(1)) == game.parse("time out")
        assert refused(game, state, 0, "time out") == "misd.r9"


@clause("misd.r9", "misd.r2")
def test_the_time_out_may_come_after_a_wrong_answer() -> None:
    game = hard(others_go_on=True)
    state = lose(game, game.start(), 0)
    assert legal_texts(game, state, CHANCE) == ["time out"]
    state = play(game, "chance: time out", state=state)
    assert state.current == CHANCE
    assert state.dump()["wrong"] == []


@clause("misd.r7")
def test_the_answer_that_arrives_first_counts() -> None:
    for game in both_games():
        state = show(game.start())
        answer = right(state)[0]
        for seat in range(3):
            after = play(game, f"{seat}: {answer}", state=state)
            assert after.all_points() == [int(seat == each) for each in range(3)]
            for late in range(3):
                assert refused(game, after, late, answer) == ("misd.5" if game.hard else "misd.3")


# Empty stacks


@clause("misd.r5")
def test_the_simple_game_shuffles_with_two_cards_left_and_turns_them() -> None:
    game = simple()
    state = game.start()
    for side in ("front", "back", "front"):
        for turned in range(8):
            assert legal_texts(game, state, CHANCE) == [f"turn up {card} {side}" for card in EVERY_CARD[turned:]]
            assert len(set(state.odds())) == 1
            state = pass_by(game, state, 1)


@clause("misd.r5")
def test_a_used_card_or_the_wrong_side_is_not_turned_up() -> None:
    game = simple()
    state = pass_by(game, game.start(), 1)
    assert refused(game, state, CHANCE, "turn up 1 front") == "misd.r5"
    assert refused(game, state, CHANCE, "turn up 2 back") == "misd.r5"
    assert refused(game, state, CHANCE, "lay out 2 front") == "misd.3"
    assert refused(game, state, CHANCE, "yellow star") == "misd.3"


@clause("misd.r5")
def test_finders_are_shuffled_when_they_are_used_up() -> None:
    game = hard()
    state = game.start()
    for used in [*range(10), *range(10)]:
        while state.dump()["shape"] is None:
            if len(state.dump()["layout"]) == 5:
                assert legal_texts(game, state, CHANCE) == [f"shape {shape}" for shape in SHAPES[used:]]
            state = play(game, f"chance: {legal_texts(game, state, CHANCE)[0]}", state=state)
        assert legal_texts(game, state, CHANCE) == [f"colour {colour}" for colour in COLOURS[used:]]
        state = pass_by(game, state, 1)


# The end


@clause("misd.8")
def test_the_last_chip_ends_the_game() -> None:
    for game in (simple(chips=3), hard(chips=3)):
        state = win(game, win(game, game.start(), 1, times=2), 2)
        assert state.current == OVER
        assert state.dump()["supply"] == 0
        assert state.result().to_json() == {"scores": [0, 2, 1], "ranks": [3, 1, 2], "clause": "misd.8"}
        assert state.legal(CHANCE) == []
        assert state.waiting() == []
        assert all(state.objection(seat, 0) == "misd.8" for seat in (CHANCE, 0, 1, 2))
        assert len(state.dump()["faces"]) == state.dump()["places"], "the last card stays in sight"


@clause("misd.8")
def test_a_chip_given_back_must_be_won_again() -> None:
    game = simple(chips=3)
    state = lose(game, win(game, game.start(), 1, times=2), 1)
    state = win(game, state, 0, times=2)
    assert state.current != OVER
    assert win(game, state, 2).current == OVER


@clause("misd.8")
def test_equal_numbers_share_the_win() -> None:
    game = simple(chips=2)
    state = win(game, win(game, game.start(), 2), 0)
    assert state.result().ranks == [1, 3, 1]
    assert state.result().winners == [0, 2]


@clause("misd.r8")
def test_after_two_hundred_the_most_chips_win() -> None:
    for game in both_games():
        state = pass_by(game, win(game, game.start(), 1), 198)
        assert state.current != OVER
        assert state.dump()["number"] == 200
        state = pass_by(game, state, 1)
        assert state.current == OVER
        assert state.result().to_json() == {"scores": [0, 1, 0], "ranks": [2, 1, 2], "clause": "misd.r8"}
        assert state.objection(0, 0) == "misd.r8"


@clause("misd.r8", "misd.8")
def test_another_limit_may_be_agreed() -> None:
    game = hard(limit=4, chips=4, others_go_on=True)
    three = win(game, game.start(), 0, times=3)
    state = three
    for seat in range(3):
        assert state.current != OVER, "a search goes on until all were wrong"
        state = lose(game, state, seat)
    assert state.current == OVER
    assert state.result().clause == "misd.r8"
    assert win(game, three, 1).result().clause == "misd.8"


# Views, drawings, texts


@clause("misd.3", "misd.5")
def test_everybody_sees_what_lies_open_and_not_what_comes() -> None:
    for game in both_games():
        hidden = game.start()
        assert hidden.dump()["faces"] == []
        state = show(hidden)
        views: list[dict[str, Any]] = [dict(state.view(seat).to_json()) for seat in (SPECTATOR, 0, 1, 2)]
        assert [view.pop("seat") for view in views] == [SPECTATOR, 0, 1, 2]
        assert all(view == views[0] for view in views)
        assert len(views[0]["faces"]) == len(views[0]["layout"]) == (5 if game.hard else 1)


@pytest.mark.parametrize("game", [simple(), hard(), hard(mixed_sides=True, cards=10)])
def test_draws_are_those_of_the_list(game: Misd) -> None:
    state = pass_by(game, game.start(), 2)
    for seed in range(200):
        if state.current == CHANCE:
            assert state.sample(Rng(seed)) == State.sample(state, Rng(seed))
            state.apply(CHANCE, state.sample(Rng(seed)))
        else:
            state.apply(CHANCE, game.parse("time out"))


def test_an_answer_may_be_cut_short() -> None:
    assert simple().text(simple().parse("y ST")) == "yellow star"
