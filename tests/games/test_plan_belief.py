"""Ganz nach Plan!?: guesses compared with all histories that look the same to the seat."""

from typing import Any

import pytest

from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import CHANCE, OVER, SPECTATOR
from carreau.core.rng import Rng
from carreau.games.plan._spec import PlanStage as Stage
from carreau.games.plan._state import PlanState
from carreau.games.plan.belief import FEWER, FINE, NOWHERE, PLACES, Histories, count_of
from carreau.games.plan.game import Plan
from carreau.games.plan.view import PlanView
from tests.belief import posterior, strangers, surprise
from tests.clauses import clause
from tests.play import play
from tests.positions.plan import deal_moves, hands_of, own, seen

ENOUGH = 400
FAR = 6.0  # standard deviations
MOST_HISTORIES = 600

HIDDEN = ["give_card left", "give_card right", "draw_card left", "draw_card right", "pass_all left", "pass_all right"]
KNOWN = ["take_pile left", "take_pile right", "take_pile self", "swap_hands left", "swap_hands right", "move_all left"]
ACROSS = ["pass_all opposite", "give_card opposite", "swap_hands opposite", "draw_card opposite"]

Actions = list[tuple[int, int]]


def small(seats: int, hand: int, rng: Rng) -> Plan:
    """Return a small game in which many cards move unseen."""
    parts = HIDDEN * 2 + KNOWN + (ACROSS if seats == 4 else [])
    cards = range(1, seats * hand + 1)
    effects = {n: [parts[int(rng.below(len(parts)))] for _ in range(1 + int(rng.below(2)))] for n in cards}
    return own(seats, effects, hand, play_limit=9)


def some_moves(game: Plan, count: int, rng: Rng) -> tuple[Actions, PlanState]:
    actions: Actions = []
    state = game.start()
    while state.current != OVER and len(actions) < count:
        waiting = state.waiting()
        seat = waiting[int(rng.below(len(waiting)))] if waiting else CHANCE
        action = int(state.random_action(seat, rng, ActionBuffer()))
        actions.append((seat, action))
        state.apply(seat, action)
    return actions, state


def guesses(view: PlanView, seed: int, count: int = ENOUGH) -> list[str]:
    rng = Rng(seed)
    return [view.guess(rng).fingerprint() for _ in range(count)]


def number_of_histories(state: PlanState, view: PlanView) -> int:
    """Count histories as the view does; a card laid aside to be passed may be any card of that hand."""
    number = view.counted().total
    for seat in view.have_chosen():
        number *= len(hands_of(state)[seat])
    return number


def kinds(state: PlanState, viewer: int) -> set[str]:
    """List what makes a position hard to guess for a seat."""
    events = seen(state, viewer)["events"]
    unseen = {event[0] for event in events if event[0] in ("moved", "passed", "swapped") and not event[3]}
    found = {f"unseen: {what}" for what in unseen}
    if any(event[0] == "swapped" and viewer in event[1:3] for event in events):
        found.add("swapped its own hand")
    if any(event[0] == "took" and event[1] != viewer for event in events):
        found.add("saw others take the pile")
    if state.stage == Stage.PASSING and len(state.waiting()) < state.seats:
        found.add("some have chosen")
    return found | ({"watching"} if viewer == SPECTATOR else set())


ALL_KINDS = {
    "unseen: moved",
    "unseen: passed",
    "unseen: swapped",
    "swapped its own hand",
    "saw others take the pile",
    "some have chosen",
    "watching",
}


@clause("plan.r3", "plan.r6", "plan.r8", "plan.r9")
def test_guesses_are_exact_in_random_games() -> None:
    """Every history counts once, all are equally likely, none is impossible and none is missing."""
    rng = Rng(4)
    covered: set[str] = set()
    tried = 0
    while tried < 24 or covered != ALL_KINDS:
        seats = 4 if tried % 5 == 4 else 3
        game = small(seats, 2, rng)
        actions, state = some_moves(game, seats * 2 + 1 + int(rng.below(12)), rng)
        viewer = int(rng.below(4)) - (1 if seats == 3 else 0)
        view = state.view(viewer)
        if not 1 < number_of_histories(state, view) <= MOST_HISTORIES:
            continue
        expected = posterior(game, actions, viewer)
        assert len(expected) == number_of_histories(state, view)
        assert max(expected.values()) == pytest.approx(min(expected.values()))
        drawn = guesses(view, tried)
        assert strangers(expected, drawn) == 0
        assert surprise(expected, drawn) < FAR
        assert len(expected) > ENOUGH // 20 or set(drawn) == set(expected)
        covered |= kinds(state, viewer)
        tried += 1


@clause("plan.2")
def test_guesses_are_exact_during_the_deal() -> None:
    game = own(3, {}, hand=2)
    moves = deal_moves([[1, 2], [3, 4], [5, 6]])
    for length in range(len(moves) + 1):
        state = play(game, *moves[:length])
        assert surprise(posterior(game, actions_of(game, moves[:length]), 1), guesses(state.view(1), length)) < FAR


NOTHING = ["turn_direction", "turn_direction"]
GIVING = {1: ["give_card left"], 2: NOTHING, 3: ["take_pile left"], 4: NOTHING, 7: NOTHING}
# Seat 2 sees seat 0 take the cards 2 and 4 and then give one of its three cards to seat 1.
TAKEN = [*deal_moves([[1, 2, 7], [4, 5, 6], [3, 8, 9]]), "0: play 2", "1: play 4", "2: play 3"]


def actions_of(game: Plan, moves: list[str]) -> Actions:
    split = [move.split(": ") for move in moves]
    return [(CHANCE if actor == "chance" else int(actor), game.parse(notation)) for actor, notation in split]


def chances(view: PlanView, seat: int, count: int = 4000) -> dict[int, float]:
    """Return the probability of each card in a hand, according to a view."""
    rng, found = Rng(7), dict.fromkeys(range(1, 21), 0)
    for _ in range(count):
        for card in hands_of(view.guess(rng))[seat]:
            found[card] += 1
    return {card: number / count for card, number in found.items()}


@clause("plan.r6", "plan.r9")
def test_a_known_card_may_have_been_given_away_unseen() -> None:
    game = own(3, GIVING, hand=3)
    state = play(game, *TAKEN)
    assert seen(state, 2)["sure"] == [[2, 4], [], [8, 9]]
    state = play(game, "0: play 1", "0: give 7", state=state)
    assert seen(state, 2)["sure"] == [[], [], [8, 9]]
    believed = chances(state.view(2), 0)
    assert believed[2] == pytest.approx(2 / 3, abs=0.04)
    assert believed[4] == pytest.approx(2 / 3, abs=0.04)
    assert chances(state.view(0), 1)[7] == 1.0
    receiver = chances(state.view(1), 0)
    assert receiver[2] == receiver[4] == 1.0  # it saw that this was another card


@clause("plan.r6")
def test_who_plays_a_card_has_shown_it() -> None:
    """Seat 1 plays one of the cards that seat 0 took: so that card was given, and the other is still there."""
    game = own(3, GIVING, hand=3)
    state = play(game, *TAKEN, "0: play 1", "0: give 2")
    assert chances(state.view(2), 0)[4] == pytest.approx(2 / 3, abs=0.04)
    believed = chances(play(game, "1: play 2", state=state).view(2), 0)
    assert (believed[2], believed[4]) == (0.0, 1.0)


def test_a_view_holds_nothing_that_is_hidden() -> None:
    rng = Rng(11)
    for _ in range(40):
        game = small(4, 2, rng)
        _, state = some_moves(game, 8 + int(rng.below(12)), rng)
        for viewer in (SPECTATOR, 0, 1, 2, 3):
            view = state.view(viewer)
            known = view.known.dump()
            assert [hand for seat, hand in enumerate(known["hands"]) if seat != viewer and hand] == []
            assert [hand for seat, hand in enumerate(known["dealt"]) if seat != viewer and hand] == []
            assert [card for seat, card in enumerate(known["chosen"]) if seat != viewer and card] == []
            for what, giver, receiver, card in known["events"]:
                assert not card or what == "played" or viewer in (giver, receiver)
            assert view.known.pack == 0


def test_what_is_surely_held_is_true_and_guessed() -> None:
    rng = Rng(12)
    for _ in range(30):
        _, state = some_moves(small(4, 2, rng), 8 + int(rng.below(14)), rng)
        for viewer in (SPECTATOR, 0, 2):
            view = state.view(viewer)
            for world in (state, view.guess(rng), view.guess(rng)):
                for seat, cards in enumerate(seen(state, viewer)["sure"]):
                    assert set(cards) <= set(hands_of(world)[seat])


def test_a_set_up_position_is_guessed_from_its_pile() -> None:
    game = Plan(4)
    hands = [[1, 2], [3, 4], [5, 6], [7, 8]]
    data: dict[str, Any] = game.start().dump() | {"hands": hands, "dealt": hands, "pile": list(range(9, 21)), "top": 9}
    state = game.load(data | {"stage": "playing", "current": 0})
    assert state.view(0).counted().total == 90
    found = {tuple(map(tuple, hands_of(state.view(0).guess(Rng(seed))))) for seed in range(60)}
    assert all(hands[0] == (1, 2) and sorted(sum(hands[1:], ())) == [3, 4, 5, 6, 7, 8] for hands in found)
    assert len(found) > 30


def test_wrong_counts_are_found_out() -> None:
    """This tests the comparison itself: taking all tables as equally likely must not pass."""
    game = own(3, GIVING, hand=3)
    moves = [*TAKEN, "0: play 1", "0: give 2"]
    expected = posterior(game, actions_of(game, moves), 2)
    view = play(game, *moves).view(2)
    assert surprise(expected, guesses(view, 1)) < FAR
    wrong = view.counted()
    wrong.chances = [1] * len(wrong.chances)
    wrong.total = len(wrong.chances)
    assert surprise(expected, guesses(view, 1)) > FAR
    forgetful = view.counted()
    forgetful.steps = forgetful.steps[:-1]  # as if the gift had gone unnoticed
    assert strangers(expected, guesses(view, 1)) > 0


def test_where_there_are_too_many_tables_a_sample_of_them_is_followed() -> None:
    """Guesses from a sample still agree with everything seen; with enough room they are exact."""
    rng = Rng(8)
    sampled = restarted = 0
    while sampled < 25 or not restarted:
        game = small(4, 3, rng)
        _, state = some_moves(game, 12 + int(rng.below(25)), rng)
        viewer = int(rng.below(5)) - 1
        view = state.view(viewer)
        arguments = (viewer, hidden_from(view), view.dealt, view.sight["dealt_held"], view.sight["pack"], view.seen)
        view.histories = Histories(*arguments, most=8)
        sampled += not view.histories.exact
        restarted += view.histories.most > 8
        guess = view.guess(rng)
        guess.audit()
        assert guess.view(viewer) == state.view(viewer)
        assert Histories(*arguments).exact


def hidden_from(view: PlanView) -> int:
    return int(view.known.deck.cards) & ~(view.dealt | view.first_pile)


def test_a_sample_is_fair() -> None:
    """Over many samples every table keeps its number of histories on average, and likely ones always stay."""
    _, state = some_moves(own(4, HARD, hand=3, play_limit=6), 40, Rng(1))
    histories = state.view(SPECTATOR).counted()
    tables, samples = dict(histories.tables), 2000
    histories.most = 160
    wanted = 1 + histories.most // FEWER
    kept: dict[int, list[int]] = {table: [] for table in tables}
    for seed in range(samples):
        histories.tables = dict(tables)
        histories.take_sample(Rng(seed))
        for table, ways in histories.tables.items():
            kept[table].append(ways)
    for table, ways in tables.items():
        share = min(1.0, ways * histories.arrangements(table) * wanted / histories.total)
        spread = (share * (1 - share) / samples) ** 0.5
        assert abs(len(kept[table]) / samples - share) <= 6 * spread
        assert all(number == pytest.approx(ways * FINE / share, rel=1e-6) for number in kept[table])


HARD = {n: [HIDDEN[n % 6], HIDDEN[(n + 1) % 6], KNOWN[n % 3]] for n in range(1, 13)}

Whereabouts = dict[int, list[float]]  # the probability of each hidden card in each place


def whereabouts(histories: Histories) -> Whereabouts:
    """Return the mean share of each kind's cards in each place, without drawing."""
    shares = [[0.0] * PLACES for _ in histories.sizes]
    for table, chance in zip(histories.now, histories.chances, strict=True):
        for kind, size in enumerate(histories.sizes):
            for place in range(PLACES if size else 0):
                shares[kind][place] += chance / histories.total * count_of(table, kind, place) / size
    return {card: shares[kind] for card, kind in enumerate(histories.kinds) if kind != NOWHERE}


def whereabouts_drawn(histories: Histories, count: int, rng: Rng) -> Whereabouts:
    found = {card: [0.0] * PLACES for card, kind in enumerate(histories.kinds) if kind != NOWHERE}
    for _ in range(count):
        where = histories.spread(histories.draw_table(rng), rng)
        for card, places in found.items():
            places[where[card]] += 1 / count
    return found


def likeliest(histories: Histories) -> Histories:
    """Return the likeliest table alone: a wrong belief."""
    best = max(range(len(histories.now)), key=histories.chances.__getitem__)
    histories.now, histories.chances, histories.total = [histories.now[best]], [1], 1
    return histories


def distance(one: Whereabouts, other: Whereabouts) -> float:
    """Return the mean total variation distance between two beliefs about where a card is."""
    per_card = [sum(abs(p - q) for p, q in zip(one[card], other[card], strict=True)) / 2 for card in one]
    return sum(per_card) / len(per_card)


def test_a_sample_is_as_close_as_that_many_exact_guesses() -> None:
    """A sample's beliefs are no further from the truth than the frequencies in as many draws from the truth."""
    game, most = own(4, HARD, hand=3, play_limit=6), 40
    of_sample, of_draws, of_likely = [], [], []
    for seed in range(600):
        view = some_moves(game, 40, Rng(seed))[1].view(SPECTATOR)
        exact = view.counted()
        sample = Histories(
            SPECTATOR, hidden_from(view), 0, view.sight["dealt_held"], view.sight["pack"], view.seen, most
        )
        if not sample.exact:
            truth, wanted = whereabouts(exact), 1 + sample.most // FEWER
            of_sample.append(distance(whereabouts(sample), truth))
            of_draws.append(distance(whereabouts_drawn(exact, wanted, Rng(seed)), truth))
            of_likely.append(distance(whereabouts(likeliest(exact)), truth))
    assert len(of_sample) > 15
    assert sum(of_sample) < sum(of_draws) / 2  # likely tables are always kept, which beats drawing them
    assert sum(of_sample) / len(of_sample) < 0.12 < sum(of_likely) / len(of_likely)
