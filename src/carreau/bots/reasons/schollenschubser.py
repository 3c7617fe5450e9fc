"""Reasons in Schollenschubser: how much longer or shorter the paths of all explorers to the icebreaker become."""

from collections.abc import Sequence

from carreau.bots.games.schollenschubser_ways import Ways
from carreau.bots.reasons import Reason
from carreau.core.game import State
from carreau.games.schollenschubser._state import SchollenschubserState
from carreau.games.schollenschubser.spec import FIELDS
from carreau.games.schollenschubser.tables import BANK


def reasons(worlds: Sequence[State], seat: int, action: int) -> list[Reason]:
    state = worlds[0]
    assert isinstance(state, SchollenschubserState)
    then, ways = state.clone(), Ways()
    then.apply(seat, action)
    before, after = ([distance(each, ways, who) for who in range(int(state.seats))] for each in (state, then))
    changes = [now - old for now, old in zip(after, before, strict=True)]
    own = changes[seat]
    found = [Reason("nearer" if own < 0 else "farther", seat, {"steps": abs(own)})] if own else []
    others = {who: change for who, change in enumerate(changes) if change and who != seat}
    for who, change in sorted(others.items(), key=lambda each: -each[1])[:1]:
        found.append(Reason("hinders" if change > 0 else "helps", who, {"steps": abs(change)}))
    return found or [Reason("stays", seat, {"steps": after[seat]})]


def distance(state: SchollenschubserState, ways: Ways, seat: int) -> int:
    """Add up the steps of a player's explorers to the ship; water counts as the steps lost until a floe comes."""
    first = ways.across(state.sizes_0)
    standing = sum(int(state.explorers(seat, field)) * int(ways.length[first + field]) for field in range(len(FIELDS)))
    return standing + int(state.bank(seat)) * int(ways.length[first + BANK])
