"""Reasons in Nussknacker: what the hidden card can be, and how much a question tells about it."""

from collections.abc import Sequence
from typing import Final

from carreau.bots.games.nussknacker_notebook import CHOICES, Notebook, unseen
from carreau.bots.reasons import TENTHS, Reason, decimal
from carreau.core.bits import members
from carreau.core.game import State
from carreau.games.nussknacker._spec import (
    ANNOUNCE,
    ASK,
    CHOOSE,
    NO,
    PASS,
    PUSH,
    announce_value,
    ask_player,
    ask_value,
    choose_cards,
    push_number,
)
from carreau.games.nussknacker._state import NussknackerState
from carreau.games.nussknacker.tables import CARDS, FORMING, KINDS, STEP, listed

LOOKED_AT: Final = 4  # worlds: they differ only in cards that others exchanged


def reasons(worlds: Sequence[State], seat: int, action: int) -> list[Reason]:
    states = [world for world in worlds[:LOOKED_AT] if isinstance(world, NussknackerState)]
    if ASK <= action < NO:
        return asks(states, seat, int(ask_player(action)), int(ask_value(action)))
    if PUSH <= action < CHOOSE:
        return [Reason("shows", partner(states[0], seat), {"count": int(push_number(action))})]
    if CHOOSE <= action < ANNOUNCE:
        rest = listed(states[0].hands(seat) - CARDS[choose_cards(action)])
        return [Reason("keeps", seat, {"cards": rest})] if rest else [Reason("keeps_nothing")]
    if ANNOUNCE <= action < PASS:
        return calls(states, seat, int(announce_value(action)))
    return waits(states, seat)


def partner(state: NussknackerState, seat: int) -> int:
    """Return the other player of an exchange: the one who asks, or who was asked."""
    return int(state.asked if seat == state.asker else state.asker)


def written(state: NussknackerState, seat: int) -> Notebook:
    book = Notebook(state.seats)
    book.write(state, seat)
    return book


def chances(states: Sequence[NussknackerState], seat: int) -> list[float]:
    """Return the chances of each value to be hidden, as far as a seat can know, from 1 to the highest."""
    books = [written(state, seat) for state in states]
    highest = int(states[0].highest)
    return [sum(book.chances[value] for book in books) / len(books) for value in range(highest)]


def calls(states: Sequence[NussknackerState], seat: int, value: int) -> list[Reason]:
    likely = chances(states, seat)
    possible = [1 + each for each, chance in enumerate(likely) if chance > 0.0]
    if likely[value - 1] == 0.0:
        return [Reason("ruled_out", seat, {"value": value})]
    if possible == [value]:
        return [Reason("certain", seat, {"value": value})]
    share = round(TENTHS * likely[value - 1])
    return [Reason("call" if share else "call_seldom", seat, {"value": value, "tenths": share, "values": possible})]


def waits(states: Sequence[NussknackerState], seat: int) -> list[Reason]:
    likely = chances(states, seat)
    share = round(TENTHS * max(likely))
    return [Reason("best_call", seat, {"value": 1 + likely.index(max(likely)), "tenths": share})]


def asks(states: Sequence[NussknackerState], seat: int, player: int, value: int) -> list[Reason]:
    """Say how many values the hidden card can have now, and after the answer on average."""
    before = sum(chance > 0.0 for chance in chances(states, seat))
    if before == 1:
        return [Reason("known", player, {"value": value})]
    after = sum(left_after_answer(state, seat, player, value) for state in states) / len(states)
    told = Reason("narrows", player, {"before": before, "after": decimal(after), "value": value})
    return [told if before - after >= 0.05 else Reason("tells_order", player, {"before": before, "value": value})]


def left_after_answer(state: NussknackerState, seat: int, player: int, value: int) -> float:
    """Return how many values remain possible on average, over all answers weighted by their likelihood."""
    book = written(state, seat)
    book.hear(state, player, unseen(state, seat))
    answers = [CHOICES + value - 1, *members(FORMING[value * STEP])]
    highest = int(state.highest)
    found = 0.0
    for answer in answers:
        likely = [
            book.chances[aside] * book.told[answer * KINDS + aside] / book.sums[aside] if book.sums[aside] else 0.0
            for aside in range(highest)
        ]
        found += sum(likely) * sum(each > 0.0 for each in likely)
    return found
