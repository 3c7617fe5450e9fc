"""Impossible positions of Misd."""

from carreau.core.bits import members
from carreau.core.game import CHANCE, OVER, RACE
from carreau.core.position import require
from carreau.games.misd.board import FIRST_POINT, MISSING_ANSWER, NONE, TIMEOUT_ANSWER, text_of
from carreau.games.misd.rules import PER_LAYOUT, PER_STACK, MisdRules
from carreau.games.misd.spec import CARDS, SHAPES, SIDES


def audit(state: MisdRules) -> None:
    audit_chips(state)
    audit_cards(state)
    audit_finders(state)
    audit_turn(state)
    audit_last(state)


def audit_chips(state: MisdRules) -> None:
    owned, over = sum(state.all_points()), state.current == OVER
    require(owned <= state.stake, f"misd.2: {owned} chips are owned, but there are only {state.stake}")
    finished = int(state.number) if over else int(state.number) - 1
    require(owned <= finished, f"misd.4: {owned} chips are owned after {finished} cards or searches")
    require(state.supply() != 0 or over, "misd.8: the last chip has found an owner, so current must be OVER")
    ended = not over or state.supply() == 0 or state.number == state.limit
    require(ended, f"misd.8: the game can't be over with {state.supply()} chips left")


def audit_cards(state: MisdRules) -> None:
    laid, clause = state.dump_layout(), "misd.r6" if state.hard else "misd.r5"
    cards, stack = {card for card, _ in laid}, members(state.stack)
    require(len(cards) >= len(laid) and not (cards & set(stack)), "misd.1: a card is in the layout or the stack twice")
    turned = int(state.laid) if state.hard else int((state.number - 1) % PER_STACK + state.laid)
    left = len(CARDS) - turned
    require(len(stack) == left, f"{clause}: the stack must have {left} cards, not {len(stack)}")
    due = SIDES[int(state.side())]
    require(state.mixed_sides or all(side == due for _, side in laid), f"{clause}: the {due} sides must be up")
    complete = not state.hard or state.is_laid() or (state.number - 1) % PER_LAYOUT == 0
    require(complete, f"misd.5: {state.places} cards must lie in the layout, not {state.laid}")


def audit_finders(state: MisdRules) -> None:
    audit_pile(state, "shape", int(state.shape), members(state.shapes_left))
    audit_pile(state, "colour", int(state.colour), members(state.colours_left))
    in_time = state.shape < 0 or (state.hard and state.is_laid())
    require(in_time, "misd.5: finders are turned up when all cards lie in the layout of the hard game")
    require(state.colour < 0 or state.shape >= 0, "misd.5: the shape is turned up before the colour")


def audit_pile(state: MisdRules, name: str, asked: int, left: list[int]) -> None:
    """Check the pile of finders of a kind, of which `asked` lies open (-1: none) and `left` are still to come."""
    before = int(state.number - 1) % len(SHAPES) if state.hard else 0
    expected = len(SHAPES) - before - (asked >= 0)
    require(asked not in left, f"misd.2: the {name} that lies open can't be in {name}s_left")
    require(len(left) == expected, f"misd.r5: {name}s_left must have {expected} entries, not {len(left)}")


def audit_turn(state: MisdRules) -> None:
    due = [RACE, OVER] if state.is_shown() else [CHANCE]
    expected, going_on = " or ".join(map(str, due)), state.others_go_on and state.current != CHANCE
    acts = state.current in due
    require(acts, f"{state.question()}: current={state.current} is not {expected}, as the table lies")
    require(not state.wrong or going_on, "misd.r2: a search with a wrong answer is over")
    require(state.current != RACE or state.waiting(), "misd.r2: when all were wrong the search is over")


def audit_last(state: MisdRules) -> None:
    begun, clause = state.number > 1 or state.wrong != 0 or state.current == OVER, state.question()
    answered = state.last_answer != NONE
    require(answered == begun, f"{clause}: last must be {'an answer' if begun else 'null, nobody answered'}")
    if not begun:
        return
    by_clock = (state.last_answer == TIMEOUT_ANSWER) == (state.last_seat == CHANCE)
    require(by_clock, "misd.r9: the time-out is an action of the clock, seat -1, and nothing else is")
    for answer in (int(state.last_answer), int(state.last_solution)):
        known = answer in (NONE, TIMEOUT_ANSWER) or is_answer(state, answer)
        require(known, f"{clause}: last: {text_of(answer) if answer else ''} is no answer in this game")
    going_on = state.wrong != 0 and state.current == RACE
    told = state.last_solution not in (NONE, TIMEOUT_ANSWER) if not going_on else state.last_solution == NONE
    require(told, "misd.r2: last must tell the solution exactly when the search is over")
    wrong = not going_on or (not state.last_right and state.last_seat >= 0 and state.was_wrong(state.last_seat))
    require(wrong, "misd.r2: the last answer must be that of a seat that was wrong")
    fits = state.mixed_sides or state.last_right == (state.last_answer == state.last_solution)
    require(fits, f"{clause}: last: an answer is right exactly if it is the solution")


def is_answer(state: MisdRules, answer: int) -> bool:
    """Return whether players can answer this in the simple or the hard game."""
    if state.hard:
        return answer == MISSING_ANSWER or FIRST_POINT <= answer < FIRST_POINT + state.places
    return 0 < answer < FIRST_POINT
