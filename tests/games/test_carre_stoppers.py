"""Carré: the effects of stop chips, clause by clause."""

from carreau.games.carre.game import Carre
from tests.clauses import clause
from tests.play import play, refused
from tests.positions.carre import heights, loaded, texts


@clause("carre.14", "carre.r10")
def test_a_new_stopper_rests_and_an_old_one_does_not() -> None:
    game, state = loaded([], ["2x 0,0", "2x 0,1"], dice=(2, 2, 5), stoppers=(1, 0))
    state = play(game, "0: buy 1 stopper with 5", "0: stop 1 0,0 with 2", state=state)
    assert state.dump()["stoppers"] == [1, 0]
    assert refused(game, state, 0, "stop 1 0,1 with 2") == "carre.14"
    assert texts(game, state, "stop") + texts(game, state, "also") == []
    assert refused(game, state, 0, "also 2x 0,0") == "carre.14"


@clause("carre.15")
def test_a_stopper_sends_back_a_free_tile_of_an_opponent() -> None:
    game, state = loaded(["6x 0,0"], ["6x 0,0", "7 0,0", "4 3,0"], dice=(1, 4, 6), stoppers=(1, 0))
    assert texts(game, state, "stop") == ["stop 1 0,0 with 6", "stop 1 0,0 with 1+6", "stop 1 3,0 with 4"]
    after = play(game, "0: stop 1 0,0 with 1+6", state=state)
    assert after.dump()["boards"][1] == [("6x", 0, 0, 0), ("4", 3, 0, 0)]
    assert after.dump()["supplies"][1][4] == 2
    assert (after.dump()["stoppers"], after.dump()["middle"][0]) == ([0, 0], 4)
    assert after.dump()["dice"] == [4]
    assert refused(game, state, 0, "stop 0 0,0 with 6") == "carre.15"  # the player's own
    assert refused(game, state, 0, "stop 1 1,0 with 6") == "carre.15"  # no tile has that name
    assert refused(game, state, 0, "stop 3 0,0 with 6") == "carre.15"  # no such player
    assert refused(game, state, 0, "stop 1 3,0 with 6") == "carre.5"  # the wrong value
    assert refused(game, after, 0, "stop 1 3,0 with 4") == "carre.15"  # no stopper left


@clause("carre.15")
def test_a_tile_with_anything_on_any_part_of_it_is_safe() -> None:
    game, state = loaded([], ["8x 0,0", "7 3,1"], dice=(2, 5, 6), stoppers=(1, 0))
    assert refused(game, state, 0, "stop 1 0,0 with 2+6") == "carre.15"
    assert refused(game, state, 0, "stop 1 3,1 with 6") == ""  # with the chip


@clause("carre.5", "carre.14", "carre.15")
def test_payment_and_age_of_the_stopper_come_before_what_lies_free() -> None:
    game, state = loaded([], ["8x 0,0", "7 3,1"], dice=(2, 5, 6), stoppers=(1, 0))
    assert refused(game, state, 0, "stop 1 0,0 with 4") == "carre.5"  # covered, and there is no 4
    assert refused(game, state, 0, "stop 1 0,0 with 5") == "carre.5"  # covered, and worth 8
    assert refused(game, state, 0, "stop 1 4,3 with 4") == "carre.5"  # no tile there, and no 4 either
    assert refused(game, state, 0, "stop 1 4,3 with 5") == "carre.15"
    game, state = loaded([], ["8x 0,0", "7 3,1"], dice=(2, 5, 6))
    assert refused(game, state, 0, "stop 1 0,0 with 2+6") == "carre.15"
    state = play(game, "0: buy 1 stopper with 5", state=state)
    assert refused(game, state, 0, "stop 1 0,0 with 2+6") == "carre.14"  # covered, and the stopper is new
    assert refused(game, state, 0, "stop 0 0,0 with 6") == "carre.14"


@clause("carre.16", "carre.r13")
def test_a_second_stopper_builds_an_own_tile_of_that_value() -> None:
    game, state = loaded(["9 0,0"], ["8x 0,0"], dice=(2, 3, 6), stoppers=(2, 0))
    assert refused(game, state, 0, "also 8y 3,0") == "carre.16"  # nothing removed yet
    state = play(game, "0: stop 1 0,0 with 2+6", state=state)
    assert texts(game, state, "also") == ["also 8y 3,0"]
    assert refused(game, state, 0, "also 9 0,0") == "carre.16"  # another value
    assert refused(game, state, 0, "also 8x 1,1") == "carre.9"
    assert refused(game, state, 0, "also 8x 3,3") == "carre.8"
    after = play(game, "0: also 8y 3,0", state=state)
    assert (after.dump()["stoppers"], after.dump()["middle"][0]) == ([0, 0], 4)
    assert (after.dump()["dice"], after.dump()["chips"]) == ([3], [1, 1])
    assert heights(after, 0) == [1] * 5 * 3 + [0, 0, 0, 1, 1]
    assert refused(game, after, 0, "also 8y 3,0") == "carre.16"


@clause("carre.16", "carre.r13")
def test_the_build_follows_the_removal_at_once_or_not_at_all() -> None:
    game, state = loaded(["7 4,3"], ["4 0,0"], dice=(2, 4, 6), stoppers=(2, 0))
    state = play(game, "0: stop 1 0,0 with 4", state=state)
    for move in ("take back 4,3", "build 2x 0,0 with 2"):
        assert refused(game, play(game, f"0: {move}", state=state), 0, "also 4 0,0") == "carre.16"
    ended = play(game, "0: end", state=state)
    assert ended.dump()["stopped"] == 0


@clause("carre.16")
def test_without_a_second_stopper_nothing_is_built() -> None:
    game, state = loaded([], ["4 0,0"], dice=(2, 4, 6), stoppers=(1, 0))
    state = play(game, "0: stop 1 0,0 with 4", state=state)
    assert refused(game, state, 0, "also 4 0,0") == "carre.16"


@clause("carre.r4")
def test_any_value_is_removed_but_only_an_own_tile_is_built() -> None:
    game, state = loaded(["4 0,0", "4 2,0"], ["4 0,0"], dice=(2, 4, 6), stoppers=(2, 0))
    state = play(game, "0: stop 1 0,0 with 4", state=state)
    assert texts(game, state, "also") == []
    assert refused(game, state, 0, "also 4 0,2") == "carre.8"


@clause("carre.17")
def test_several_stoppers_against_several_players_each_paid_by_itself() -> None:
    game, state = loaded([], ["4 0,0"], ["6x 0,0"], dice=(2, 4, 6), stoppers=(3, 1, 1))
    state = play(game, "0: stop 1 0,0 with 4", state=state)
    assert refused(game, state, 0, "stop 2 0,0 with 4") == "carre.5"
    state = play(game, "0: stop 2 0,0 with 6", state=state)
    assert state.dump()["boards"] == [[], [], []]
    assert (state.dump()["stoppers"], state.current) == ([1, 1, 1], 0)


@clause("carre.r5")
def test_a_used_stopper_can_be_bought_back_but_not_used_again() -> None:
    game, state = loaded([], ["4 0,0", "6x 2,0"], dice=(4, 5, 6), stoppers=(4, 0))
    state = play(game, "0: stop 1 0,0 with 4", "0: buy 1 stopper with 5", state=state)
    assert (state.dump()["stoppers"], state.dump()["middle"][0]) == ([4, 0], 0)
    state = game.load({**state.dump(), "stoppers": [1, 3]})
    assert refused(game, state, 0, "stop 1 2,0 with 6") == "carre.14"


@clause("carre.5", "carre.7", "carre.r16")
def test_without_stoppers_a_wrong_payment_is_named_first() -> None:
    game = Carre(2, {"stoppers": "off"})
    state = play(game, "chance: roll 1+4+6")
    for text in ("buy 1 stopper with 3", "buy 1 stopper with 6", "buy 2 stopper with 1+6", "stop 1 0,0 with 3"):
        assert refused(game, state, 0, text) == "carre.5"
    spent = play(game, "0: build 7 0,0 with 6", "0: buy 1 chip with 1", state=state)
    assert refused(game, spent, 0, "buy 1 stopper with 4") == "carre.7"


@clause("carre.r16")
def test_without_stoppers_there_are_none() -> None:
    game = Carre(2, {"stoppers": "off"})
    state = play(game, "chance: roll 4+5+6")
    assert state.dump()["middle"] == [0, 2]
    for text in ("buy 1 stopper with 5", "buy 2 stopper with 4+6", "stop 1 0,0 with 4", "also 4 0,0"):
        assert refused(game, state, 0, text) == "carre.r16"
    assert texts(game, state, "buy 1 s") + texts(game, state, "buy 2 s") == []
    assert refused(game, play(game, "0: end", "chance: roll 1+1+1", state=state), 1, "buy 1 chip with 1") == ""


# The worked examples


@clause("carre.14", "carre.15", "carre.16")
def test_example_three_four_five_and_a_stopper() -> None:
    boards: tuple[list[str], list[str]] = ([], ["12x 0,0", "8x 0,0"])
    game, state = loaded(*boards, dice=(3, 4, 5), stoppers=(1, 0))
    assert refused(game, state, 0, "stop 1 0,0 with 3+4+5") == "carre.5"  # the free tile there is the 8
    assert texts(game, state, "stop") == ["stop 1 0,0 with 3+4", "stop 1 0,0 with 3+5"]
    hit = play(game, "0: stop 1 0,0 with 3+5", state=state)
    assert hit.dump()["boards"][1] == [("12x", 0, 0, 0)]
    bought = play(game, "0: buy 1 stopper with 4", state=hit)
    assert bought.dump()["stoppers"] == [1, 0]
    assert texts(game, bought, "stop") == []
    game, state = loaded(*boards, dice=(3, 4, 5), stoppers=(2, 0))
    both = play(game, "0: stop 1 0,0 with 3+5", "0: also 8x 0,0", state=state)
    assert both.dump()["boards"] == [[("8x", 0, 0, 0)], [("12x", 0, 0, 0)]]


@clause("carre.15")
def test_example_the_covered_twelve_is_safe_from_twelve_points() -> None:
    game, state = loaded([], ["12x 0,0", "8x 0,1"], dice=(3, 4, 5), stoppers=(1, 0))
    assert refused(game, state, 0, "stop 1 0,0 with 3+4+5") == "carre.15"
