"""Impossible positions of Raufer."""

from carreau.core.bits import BIT, members, size
from carreau.core.game import CHANCE, NOBODY, OVER
from carreau.core.position import require
from carreau.games.raufer._spec import STAGE_NAMES
from carreau.games.raufer._spec import RauferOrder as Order
from carreau.games.raufer._spec import RauferStage as Stage
from carreau.games.raufer.rules import RauferRules


def audit(state: RauferRules) -> None:
    audit_cards(state)
    audit_dealt(state)
    audit_turn(state)
    if state.order == Order.NONE:
        idle = not (state.failed or state.all_drawn())
        require(idle, "raufer.4: nobody can fail or have drawn while no order is in force")
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
        require(found == 1, f"raufer.1: floor {card} is in {found} places instead of one")
    on_top = state.laid & BIT[state.top] != 0 if state.top else state.laid == 0
    require(on_top, f"raufer.3: {state.top} is on top, but not among the cards laid")


def audit_dealt(state: RauferRules) -> None:
    """Dealt one by one and round by round; nobody but a commander is without cards later on."""
    seats, playing = int(state.seats), state.stage >= Stage.PLAYING
    dealt = seats * int(state.hand_size) if playing else int(state.floors - size(state.pile))
    if not playing:
        some, many = state.stage == Stage.LOT and dealt, dealt >= seats * state.hand_size
        require(not (some or many), f"raufer.1: {dealt} cards can't be dealt at the {STAGE_NAMES[int(state.stage)]}")
        due = (state.starter + dealt) % seats
        require(state.turn == due, f"raufer.1: after {dealt} cards the next one is not for seat {state.turn}")
        require(not state.laid, "raufer.1: nothing is laid before all cards are dealt")
    for seat in range(seats):
        due = (dealt + seats - 1 - (seat - state.starter) % seats) // seats
        first = state.sizes(seat) == due and state.owner(seat) == seat
        require(first, f"raufer.1: the first batch of seat {seat} must be its {due} cards dealt")
    ruled_out = any(state.ruled_out(batch) for batch in range(int(state.batches)))
    require(state.laid != 0 or not ruled_out, "raufer.4: nothing can be ruled out before somebody gave an order")
    to_act = state.stage == Stage.PLAYING and state.current != OVER
    require(not to_act or state.hands(state.turn) != 0, f"raufer.7: seat {state.turn} is to act without cards")


def audit_turn(state: RauferRules) -> None:
    due = OVER if state.winner != NOBODY else int(state.turn) if state.stage == Stage.PLAYING else CHANCE
    require(state.current == due, f"raufer.3: current={state.current} should be {due}")
    order = state.order != Order.NONE
    commanded = order == (state.commander != NOBODY)
    require(commanded, "raufer.3: an order needs a commander, and a commander an order")
    game_on = state.top and state.winner == NOBODY and state.stage >= Stage.PLAYING
    require(not order or bool(game_on), "raufer.3: an order needs a card on top and a game that is on")
    require(order or state.stage != Stage.DRAWING, "raufer.4: nobody draws while no order is in force")
    sits_out = state.out & BIT[state.turn] or state.turn == state.commander
    require(state.current == OVER or not sits_out, f"raufer.3: it can't be the turn of seat {state.turn}")


def audit_failures(state: RauferRules) -> None:
    """Check that the players between the commander and the player to act failed, and drew while there was a pile."""
    drawing = state.stage == Stage.DRAWING
    require(not state.out & BIT[state.commander], f"raufer.8: the commander, seat {state.commander}, is out")
    failed: list[int] = []
    seat = state.next_in_game(state.commander)
    while seat != state.turn:
        failed.append(int(seat))
        seat = state.next_in_game(seat)
    drew = [seat for seat in failed if state.drawn(seat)]
    if drawing:
        failed.append(int(state.turn))
    known = members(state.failed)
    require(known == sorted(failed), f"raufer.4: failed={known} should be {sorted(failed)}")
    in_turn = drew == failed[: len(drew)] and size(state.all_drawn()) == len(drew)
    require(in_turn, "raufer.4: a card was drawn out of turn")
    all_drew = len(drew) + drawing == len(failed)
    require(all_drew or not state.pile, "raufer.4: somebody failed without drawing, though there was a pile")
    require(not drawing or state.pile != 0, "raufer.r2: there is no card to draw")
    for seat in failed:
        require(not state.can_obey(seat), f"raufer.r1: seat {seat} failed, but could obey")


def audit_exits(state: RauferRules) -> None:
    """Check that nobody is out before phase two, and that two remain until the last order."""
    require(not state.out or state.in_phase_two(), "raufer.8: nobody can be out before the pile has been drawn")
    remaining, over = state.seats - size(state.out), state.current == OVER
    require(remaining >= 2 - over, f"raufer.9: only {remaining} players are left")
    if over:
        alone = not state.out & BIT[state.winner] and (remaining == 1 or not state.hands(state.winner))
        require(alone, f"raufer.7: seat {state.winner} can't have won")


def audit_batches(state: RauferRules, seat: int) -> None:
    """Check that public inferences are true of the seat's past and present cards."""
    batches = members(state.owns(seat))
    choices = [
        [batch for batch in batches if not state.ruled_out(batch) & BIT[card]] for card in members(state.hands(seat))
    ]
    for card in members(state.laid):
        origins = members(state.origins(card))
        owners = {state.owner(batch) for batch in origins}
        require(len(owners) == 1, f"raufer.3: floor {card} must have come from batches of one player")
        if seat in owners:
            choices.append(origins)
    room = [int(state.sizes(batch)) for batch in range(int(state.batches))]
    full = len(choices) == sum(room[batch] for batch in batches)
    require(full, f"raufer.1: seat {seat} has had {len(choices)} cards, but its batches have others")
    find_room = fits(sorted(choices, key=len), room)
    require(find_room, f"raufer.4: the cards of seat {seat} contradict the orders it failed")


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
