"""Positions of Raufer that can't be."""

from carreau.core.bits import BIT, members, size
from carreau.core.errors import PositionError
from carreau.core.game import CHANCE, NOBODY, OVER
from carreau.games.raufer.rules import DRAWING, LOT, NO_ORDER, PLAYING, RauferRules
from carreau.games.raufer.spec import STAGES


def fits(choices: list[list[int]], room: list[int]) -> bool:
    """Return whether every card finds room in one of the batches it may belong to."""
    if not choices:
        return True
    for batch in choices[0]:
        if room[batch]:
            room[batch] -= 1
            if fits(choices[1:], room):
                return True
            room[batch] += 1
    return False


def audit(state: RauferRules) -> None:
    audit_cards(state)
    audit_hands(state)
    audit_turn(state)
    if state.order == NO_ORDER:
        if state.failed or state.all_drawn:
            raise PositionError("raufer.4: nobody can fail or have drawn while no order is in force")
    else:
        audit_failures(state)
    audit_exits(state)
    for seat in range(int(state.seats)):
        audit_batches(state, seat)


def audit_cards(state: RauferRules) -> None:
    seats = range(int(state.seats))
    places = [*(state.hands(seat) for seat in seats), *(state.drawn(seat) for seat in seats), state.pile, state.laid]
    for card in range(1, int(state.floors) + 1):
        found = sum(place & BIT[card] != 0 for place in places)
        if found != 1:
            raise PositionError(f"raufer.1: floor {card} is in {found} places instead of one")
    if sum(int(state.drawn(seat)) for seat in seats) != state.all_drawn:
        raise PositionError("raufer.4: the cards drawn are not the ones that lie in front of the players")
    if (state.top == 0) != (state.laid == 0) or (state.top and not state.laid & BIT[state.top]):
        raise PositionError(f"raufer.3: {state.top} is on top, but not among the cards laid")


def audit_hands(state: RauferRules) -> None:
    """Dealt one by one and round by round; nobody but a commander is without cards later on."""
    whole, extra = dealt_rounds(state)
    for seat in range(int(state.seats)):
        due = whole + int((seat - state.starter) % state.seats < extra)
        if state.sizes(seat) != due or state.owner(seat) != seat:
            raise PositionError(f"raufer.1: the first batch of seat {seat} must be its {due} cards dealt")
    if state.stage < PLAYING and state.laid:
        raise PositionError("raufer.1: nothing is laid before all cards are dealt")
    if not state.laid and any(state.ruled_out(batch) for batch in range(int(state.batches))):
        raise PositionError("raufer.4: nothing can be ruled out before somebody gave an order")
    if state.stage == PLAYING and state.current != OVER and not state.hands(state.turn):
        raise PositionError(f"raufer.7: seat {state.turn} is to act without cards")


def dealt_rounds(state: RauferRules) -> tuple[int, int]:
    """Return how many cards everybody has been dealt, and how many players one more."""
    if state.stage >= PLAYING:
        return int(state.hand_size), 0
    dealt = int(state.floors - size(state.pile))
    if dealt >= state.seats * state.hand_size or (state.stage == LOT and dealt):
        raise PositionError(f"raufer.1: {dealt} cards can't be dealt at the {STAGES[int(state.stage)]}")
    if state.turn != (state.starter + dealt) % state.seats:
        raise PositionError(f"raufer.1: after {dealt} cards the next one is not for seat {state.turn}")
    return dealt // int(state.seats), dealt % int(state.seats)


def audit_turn(state: RauferRules) -> None:
    due = int(state.turn) if state.stage == PLAYING else CHANCE
    if state.winner != NOBODY:
        due = OVER
    if state.current != due:
        raise PositionError(f"raufer.3: current={state.current} should be {due}")
    if (state.order == NO_ORDER) != (state.commander == NOBODY):
        raise PositionError("raufer.3: an order needs a commander, and a commander an order")
    if state.order != NO_ORDER and (not state.top or state.winner != NOBODY or state.stage < PLAYING):
        raise PositionError("raufer.3: an order needs a card on top and a game that is on")
    if state.order == NO_ORDER and state.stage == DRAWING:
        raise PositionError("raufer.4: nobody draws while no order is in force")
    if state.current != OVER and (state.out & BIT[state.turn] or state.turn == state.commander):
        raise PositionError(f"raufer.3: it can't be the turn of seat {state.turn}")


def audit_failures(state: RauferRules) -> None:
    """Check that the players between the commander and the player to act failed, and drew while there was a pile."""
    if state.out & BIT[state.commander]:
        raise PositionError(f"raufer.8: the commander, seat {state.commander}, is out")
    failed = []
    seat = state.next_in_game(state.commander)
    while seat != state.turn:
        failed.append(int(seat))
        seat = state.next_in_game(seat)
    drew = [seat for seat in failed if state.drawn(seat)]
    if state.stage == DRAWING:
        failed.append(int(state.turn))
    if members(state.failed) != sorted(failed):
        raise PositionError(f"raufer.4: failed={members(state.failed)} should be {sorted(failed)}")
    if drew != failed[: len(drew)] or size(state.all_drawn) != len(drew):
        raise PositionError("raufer.4: a card was drawn out of turn")
    if state.pile and len(drew) + int(state.stage == DRAWING) != len(failed):
        raise PositionError("raufer.4: somebody failed without drawing, though there was a pile")
    if state.stage == DRAWING and not state.pile:
        raise PositionError("raufer.r2: there is no card to draw")
    for seat in failed:
        if state.can_obey(seat):
            raise PositionError(f"raufer.r1: seat {seat} failed, but could obey")


def audit_exits(state: RauferRules) -> None:
    """Check that nobody is out before phase two, and that two remain until the last order."""
    if state.out and not state.in_phase_two():
        raise PositionError("raufer.8: nobody can be out before the pile has been drawn")
    remaining = state.seats - size(state.out)
    if remaining < (1 if state.current == OVER else 2):
        raise PositionError(f"raufer.9: only {remaining} players are left")
    if state.current != OVER:
        return
    if state.out & BIT[state.winner] or (remaining > 1 and state.hands(state.winner)):
        raise PositionError(f"raufer.7: seat {state.winner} can't have won")


def audit_batches(state: RauferRules, seat: int) -> None:
    """Check that public inferences are true of the seat's past and present cards."""
    batches = [batch for batch in range(int(state.batches)) if state.owns(seat) & BIT[batch]]
    choices = [
        [batch for batch in batches if not state.ruled_out(batch) & BIT[card]] for card in members(state.hands(seat))
    ]
    for card in members(state.laid):
        origins = members(state.origins(card))
        if not origins or len({state.owner(batch) for batch in origins}) != 1:
            raise PositionError(f"raufer.3: floor {card} must have come from batches of one player")
        if origins[0] in batches:
            choices.append(origins)
    room = [int(state.sizes(batch)) for batch in range(int(state.batches))]
    if len(choices) != sum(room[batch] for batch in batches):
        raise PositionError(f"raufer.1: seat {seat} has had {len(choices)} cards, but its batches have others")
    if not fits(sorted(choices, key=len), room):
        raise PositionError(f"raufer.4: the cards of seat {seat} contradict the orders it failed")
