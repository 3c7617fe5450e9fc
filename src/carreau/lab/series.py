"""A series: all games that answer one question about a game, with the same chance seeds in every series."""

from collections.abc import Mapping
from typing import Any, Final

from carreau.bots.contest import Contest
from carreau.core.options import OptionValue, spelled
from carreau.lab.trace import count_turns, trace

SELF_PLAY: Final = "equals"  # all players are equally strong
STEP: Final = "step"  # a level against the one below, or against itself
SWITCH: Final = "switch"  # self-play with another ruling
WEAKEST: Final = "weakest"  # one player is weaker than all others


class Series(Contest):
    """The contest behind a question, as plain values that can be sent to workers."""

    def __init__(
        self,
        kind: str,
        game: str,
        seats: int,
        options: Mapping[str, OptionValue],
        bots: list[str],
        seed: int,
        simulations: int,
    ) -> None:
        written = {name: spelled(value) for name, value in options.items()}
        super().__init__(game, seats, written, bots, seed, None, simulations)
        self.kind = kind

    @property
    def key(self) -> str:
        """The name of the series in a results file."""
        options = [f"{name}={value}" for name, value in self.options.items()]
        return " ".join([self.kind, str(self.seats), ":".join(self.bots), *options])

    def lineups(self) -> list[list[int]]:
        """Return the lineups of a contest, except that the weakest player sits in every seat once."""
        if self.kind != WEAKEST:
            return super().lineups()
        return [[int(seat == weakest) for seat in range(self.seats)] for weakest in range(self.seats)]

    def games(self, wanted: int) -> range:
        """Return the numbers of the games to play: at least as many as wanted, in complete rounds."""
        lineups = len(self.lineups())
        return range(-(-wanted // lineups) * lineups)

    def play(self, index: int) -> dict[str, Any]:
        played = self.played(index)
        row = {"series": self.key, **played.row(), "turns": count_turns(played.moves)}
        row["clause"] = played.state.result().clause
        if self.kind == SELF_PLAY:
            row |= trace(played.game, played.moves, played.seed)
        return row
