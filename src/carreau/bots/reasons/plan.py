"""Reasons in Ganz nach Plan: how many cards everybody holds afterwards, as far as that is certain."""

from collections.abc import Sequence

from carreau.bots.reasons import Reason, decimal
from carreau.core.game import CHANCE, State
from carreau.core.rng import Rng
from carreau.games.plan._spec import PASS, pass_card
from carreau.games.plan._state import PlanState


def reasons(worlds: Sequence[State], seat: int, action: int) -> list[Reason]:
    ends = [after(world, seat, action, Rng(number)) for number, world in enumerate(worlds)]
    held = [[int(end.held(each)) for each in range(int(end.seats))] for end in ends]
    mean = [sum(column) / len(held) for column in zip(*held, strict=True)]
    fewest = min((each for each in range(len(mean)) if each != seat), key=lambda each: mean[each])
    certain = all(each == held[0] for each in held)
    values = [str(held[0][who]) if certain else decimal(mean[who]) for who in (seat, fewest)]
    passed = [Reason("passes", -1, {"card": int(pass_card(action))})] if action >= PASS else []
    kind = "hold" if certain else "hold_about"
    return [*passed, Reason(kind, fewest, dict(zip(("own", "least"), values, strict=True)))]


def after(world: State, seat: int, action: int, rng: Rng) -> PlanState:
    """Return a world after an action, and after the cards that chance moves."""
    state = world.clone()
    assert isinstance(state, PlanState)
    state.apply(seat, action)
    while state.current == CHANCE:
        state.apply(CHANCE, state.sample(rng))
    return state
