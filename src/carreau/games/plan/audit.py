"""Positions of Ganz nach Plan!? that can't be; the order is that of the clauses."""

from carreau.core.bits import BIT, members, size
from carreau.core.errors import PositionError
from carreau.core.game import ALL, CHANCE, NOBODY, OVER
from carreau.games.plan._spec import (
    DEALING,
    DRAWING,
    GIVING,
    HAPPENING_NAMES,
    LANDED,
    MOVED,
    PASSED,
    PASSING,
    PLACE_NAMES,
    PLAYED,
    PLAYING,
    STAGE_NAMES,
)
from carreau.games.plan.deck import DRAW_CARD, GIVE_CARD, PART, PASS_ALL, part_names
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
        found, due = sum(place >> card & 1 for place in now), state.deck.cards >> card & 1
        if found != due:
            clause = "plan.2" if due else "plan.1"
            raise PositionError(f"{clause}: card {card} is in {found} places instead of {due}")
        if sum(hand >> card & 1 for hand in dealt) > due:
            raise PositionError(f"plan.2: card {card} was dealt twice, or is not in the game")
    if (state.top == 0) != (state.pile == 0) or (state.top and not state.pile >> state.top & 1):
        raise PositionError(f"plan.6: card {state.top} is on top, but the pile has {members(state.pile)}")


def audit_dealing(state: PlanRules) -> None:
    dealt = sum(int(size(hand)) for hand in hands(state))
    if state.stage != DEALING:
        if state.pack:
            raise PositionError(f"plan.2: cards {members(state.pack)} have not been dealt")
        return
    if not state.pack or state.pile or state.plays or state.events or state.in_play:
        raise PositionError("plan.2: while cards are dealt there is no pile, no play, no event")
    for seat, hand in enumerate(hands(state)):
        due = (dealt + int(state.seats) - 1 - seat) // int(state.seats)
        if size(hand) != due or hand != state.dealt(seat):
            raise PositionError(f"plan.2: seat {seat} must have {due} of {dealt} cards dealt")
    if state.place != dealt % state.seats:
        raise PositionError(f"plan.2: the next card can't be for seat {state.place}")


def audit_places(state: PlanRules) -> None:
    places = [int(state.seat_at(place)) for place in range(int(state.seats))]
    if sorted(places) != list(range(int(state.seats))):
        raise PositionError(f"plan.3: places={places} must have every seat once")
    if state.seat_at(state.here) != state.turn:
        raise PositionError(f"plan.3: seat {state.turn} does not sit on {PLACE_NAMES[int(state.here)]}")
    if state.direction == 0:
        raise PositionError("plan.4: direction=0 is neither 1 nor -1")


def audit_program(state: PlanRules) -> None:
    """Check that the rest of an instruction is its end, and begins with a card to choose."""
    if not state.in_play:
        if state.program:
            raise PositionError(f"plan.4: nothing is in play, but {part_names(int(state.program))} is still to do")
        return
    whole, left = part_names(int(state.deck.programs[state.in_play])), part_names(int(state.program))
    if not left or left != whole[len(whole) - len(left) :]:
        raise PositionError(f"plan.r10: {left} is not what is left of {whole}")


def audit_choices(state: PlanRules) -> None:
    """Check that the part in front waits for the card that the stage asks for."""
    deeds = {GIVING: GIVE_CARD, DRAWING: DRAW_CARD, PASSING: PASS_ALL}
    stage = int(state.stage)
    if (stage in deeds) != (state.in_play != 0) or (stage in deeds and deeds[stage] != state.deed()):
        parts = part_names(int(state.program) & PART)
        raise PositionError(f"plan.4: the stage {STAGE_NAMES[stage]} does not fit card {state.in_play} with {parts}")
    chooser = state.turn if stage == GIVING else state.other() if stage == DRAWING else NOBODY
    if chooser != NOBODY and not state.hands(chooser):
        raise PositionError(f"plan.r3: seat {chooser} has no card to lose")
    for seat, hand in enumerate(hands(state)):
        card = int(state.chosen(seat))
        if card and (stage != PASSING or not hand >> card & 1):
            raise PositionError(f"plan.r8: seat {seat} can't be about to pass card {card}")
    if stage == PASSING and not state.pending:
        raise PositionError("plan.r8: all have chosen, so the cards must have been passed")


def audit_turn(state: PlanRules) -> None:
    due = {DEALING: CHANCE, DRAWING: CHANCE, PASSING: ALL}.get(int(state.stage), int(state.turn))
    if state.current != due and not (state.current == OVER and state.stage == PLAYING):
        raise PositionError(f"plan.4: current={state.current} should be {due}")
    if state.stage == PLAYING and state.current != OVER and state.here != state.place:
        turn, here = PLACE_NAMES[int(state.place)], PLACE_NAMES[int(state.here)]
        raise PositionError(f"plan.4: it is the turn of place {turn}, but seat {state.turn} sits on {here}")


def audit_ending(state: PlanRules) -> None:
    empty, over = state.without_cards(), state.current == OVER
    if over and not empty and state.plays < state.play_limit:
        raise PositionError("plan.8: the game can't be over while everybody has cards")
    if not over and empty and state.stage == PLAYING:
        raise PositionError(f"plan.8: seat {members(empty)[0]} has no cards, so the game must be over")
    if state.winner != (state.first_of(empty) if over and empty else NOBODY):
        raise PositionError(f"plan.7: winner={state.winner} is not who has won")
    due = state.play_limit if over or state.in_play else state.play_limit - 1
    if state.plays > due:
        raise PositionError(f"plan.r7: {state.plays} plays are more than {due}")


def audit_events(state: PlanRules) -> None:
    """Check that events have a card if a single one moved, and that they lead from the deal to now."""
    for index in range(int(state.events)):
        name, giver, receiver, card = state.dump_event(index)
        what = HAPPENING_NAMES.index(name)
        if (card > 0) != (what in (PLAYED, MOVED, PASSED)):
            raise PositionError(f"plan.4: events[{index}]: {name} can't have card={card}")
        if (what in (MOVED, PASSED) and giver == receiver) or (what == LANDED and giver + receiver):
            raise PositionError(f"plan.4: events[{index}]: no card can go from {giver} to {receiver}")
    plays = Retracing(state).plays
    if state.plays < plays:
        raise PositionError(f"plan.r7: plays={state.plays}, but there are events of {plays}")
