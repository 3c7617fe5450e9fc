"""Impossible positions of Ganz nach Plan!?; the order is that of the clauses."""

from carreau.core.bits import BIT, members, size
from carreau.core.game import ALL, CHANCE, NOBODY, OVER
from carreau.core.position import require
from carreau.games.plan._spec import HAPPENING_NAMES, PLACE_NAMES, STAGE_NAMES
from carreau.games.plan._spec import PlanDeed as Deed
from carreau.games.plan._spec import PlanHappening as Happening
from carreau.games.plan._spec import PlanStage as Stage
from carreau.games.plan.deck import PART, part_names
from carreau.games.plan.memory import Retracing
from carreau.games.plan.rules import PlanRules


def audit(state: PlanRules) -> None:
    audit_cards(state)
    audit_dealing(state)
    audit_places(state)
    audit_program(state)
    audit_choices(state)
    audit_turn(state)
    audit_ending(state)
    audit_events(state)


def hands(state: PlanRules) -> list[int]:
    return [int(state.hands(seat)) for seat in range(int(state.seats))]


def audit_cards(state: PlanRules) -> None:
    """Check that every card is in one place, now and after the deal."""
    now = [*hands(state), int(state.pile), int(state.pack), int(BIT[state.in_play])]
    dealt = [int(state.dealt(seat)) for seat in range(int(state.seats))]
    for card in range(1, len(state.deck.programs)):
        found, due = sum(place >> card & 1 for place in now), int(state.deck.cards >> card & 1)
        require(found == due, f"{'plan.2' if due else 'plan.1'}: card {card} is in {found} places instead of {due}")
        once = sum(hand >> card & 1 for hand in dealt) <= due
        require(once, f"plan.2: card {card} was dealt twice, or is not in the game")
    on_top = state.pile >> state.top & 1 != 0 if state.top else state.pile == 0
    require(on_top, f"plan.6: card {state.top} is on top, but the pile has {members(state.pile)}")


def audit_dealing(state: PlanRules) -> None:
    dealt, seats = sum(int(size(hand)) for hand in hands(state)), int(state.seats)
    if state.stage != Stage.DEALING:
        require(state.pack == 0, f"plan.2: cards {members(state.pack)} have not been dealt")
        return
    begun = state.pile or state.plays or state.events or state.in_play
    require(state.pack != 0 and not begun, "plan.2: while cards are dealt there is no pile, no play, no event")
    for seat, hand in enumerate(hands(state)):
        due = (dealt + seats - 1 - seat) // seats
        in_turn = size(hand) == due and hand == state.dealt(seat)
        require(in_turn, f"plan.2: seat {seat} must have {due} of {dealt} cards dealt")
    require(state.place == dealt % seats, f"plan.2: the next card can't be for seat {state.place}")


def audit_places(state: PlanRules) -> None:
    places = [int(state.seat_at(place)) for place in range(int(state.seats))]
    require(sorted(places) == list(range(int(state.seats))), f"plan.3: places={places} must have every seat once")
    require(state.direction != 0, "plan.4: direction=0 is neither 1 nor -1")


def audit_program(state: PlanRules) -> None:
    """Check that the rest of an instruction is its end, and begins with a card to choose."""
    left = part_names(int(state.program))
    if not state.in_play:
        require(not left, f"plan.4: nothing is in play, but {left} is still to do")
        return
    whole = part_names(int(state.deck.programs[state.in_play]))
    the_end = bool(left) and left == whole[len(whole) - len(left) :]
    require(the_end, f"plan.r10: {left} is not what is left of {whole}")


def audit_choices(state: PlanRules) -> None:
    """Check that the part in front waits for the card that the stage asks for."""
    stage, parts = int(state.stage), part_names(int(state.program) & PART)
    asks = {Stage.GIVING: Deed.GIVE_CARD, Stage.DRAWING: Deed.DRAW_CARD, Stage.PASSING: Deed.PASS_ALL}.get(stage)
    asked = state.deed() if state.in_play else None
    require(asks == asked, f"plan.4: the stage {STAGE_NAMES[stage]} does not fit card {state.in_play} with {parts}")
    loser = state.turn if stage == Stage.GIVING else state.other() if stage == Stage.DRAWING else NOBODY
    require(loser == NOBODY or state.hands(loser) != 0, f"plan.r3: seat {loser} has no card to lose")
    for seat, hand in enumerate(hands(state)):
        card = int(state.chosen(seat))
        passing = stage == Stage.PASSING and hand >> card & 1 != 0
        require(card == 0 or passing, f"plan.r8: seat {seat} can't be about to pass card {card}")
    waiting = stage != Stage.PASSING or state.pending != 0
    require(waiting, "plan.r8: all have chosen, so the cards must have been passed")


def audit_turn(state: PlanRules) -> None:
    stage, over = int(state.stage), state.current == OVER
    due = {Stage.DEALING: CHANCE, Stage.DRAWING: CHANCE, Stage.PASSING: ALL}.get(stage, int(state.turn))
    acts = state.current == due or (over and stage == Stage.PLAYING)
    require(acts, f"plan.4: current={state.current} should be {due}")
    turn, here = PLACE_NAMES[int(state.place)], PLACE_NAMES[int(state.here())]
    in_turn = turn == here or stage != Stage.PLAYING or over
    require(in_turn, f"plan.4: it is the turn of place {turn}, but seat {state.turn} sits on {here}")


def audit_ending(state: PlanRules) -> None:
    empty, over = state.without_cards(), state.current == OVER
    ended = bool(empty) or state.plays >= state.play_limit
    require(ended or not over, "plan.8: the game can't be over while everybody has cards")
    first = state.first_of(empty) if empty else NOBODY
    going_on = over or not empty or state.stage != Stage.PLAYING
    require(going_on, f"plan.8: seat {first} has no cards, so the game must be over")
    require(state.winner == (first if over else NOBODY), f"plan.7: winner={state.winner} is not who has won")
    due = state.play_limit if over or state.in_play else state.play_limit - 1
    require(state.plays <= due, f"plan.r7: {state.plays} plays are more than {due}")


def audit_events(state: PlanRules) -> None:
    """Check that events have a card if a single one moved, and that they lead from the deal to now."""
    for index in range(int(state.events)):
        name, giver, receiver, card = state.dump_event(index)
        what = HAPPENING_NAMES.index(name)
        by_itself = what in (Happening.PLAYED, Happening.MOVED, Happening.PASSED)
        require((card > 0) == by_itself, f"plan.4: events[{index}]: {name} can't have card={card}")
        to_oneself = what in (Happening.MOVED, Happening.PASSED) and giver == receiver
        nowhere = to_oneself or (what == Happening.LANDED and giver + receiver > 0)
        require(not nowhere, f"plan.4: events[{index}]: no card can go from {giver} to {receiver}")
    plays = Retracing(state).plays
    require(state.plays >= plays, f"plan.r7: plays={state.plays}, but there are events of {plays}")
