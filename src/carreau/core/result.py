"""How a game ended: scores, ranks, payoffs, and the clause that ended it."""

from collections.abc import Sequence


class Result:
    """Ranks start at 1 and are shared by equals; payoffs sum to 0, the best possible is 1.

    Scores decide the ranks. Points are what is shown: they are the scores, unless a game can be won
    with fewer points than somebody else has. Where `counted` is false a game is just won or lost: it knows
    no points, and its scores say no more than who won.
    """

    def __init__(
        self,
        scores: Sequence[int],
        ranks: Sequence[int],
        clause: str,
        points: Sequence[int] | None = None,
        counted: bool = True,
    ) -> None:
        self.scores = list(scores)
        self.points = list(scores if points is None else points)
        self.ranks = list(ranks)
        self.clause = clause
        self.counted = counted

    @property
    def winners(self) -> list[int]:
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]

    @property
    def payoffs(self) -> list[float]:
        """1 for a lone winner, -1 shared among the others; nothing for anyone if all are equal."""
        seats, winners = len(self.ranks), len(self.winners)
        won, lost = (seats / winners - 1) / (seats - 1), -1 / (seats - 1)
        return [won if rank == 1 else lost if winners < seats else 0.0 for rank in self.ranks]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((tuple(self.scores), tuple(self.ranks), self.clause))

    def to_json(self) -> dict[str, object]:
        shown = {"points": self.points} if self.points != self.scores else {}
        return {"scores": self.scores, **shown, "ranks": self.ranks, "clause": self.clause}


def won_by(winner: int, seats: int, clause: str, points: Sequence[int] | None = None) -> Result:
    """One player has won, or nobody; all others are equal. Without points the game counts none."""
    scores = [int(seat == winner) for seat in range(seats)]
    return Result(scores, ranked(scores, clause).ranks, clause, points, counted=points is not None)


def ranked(
    scores: Sequence[int], clause: str, points: Sequence[int] | None = None, ties: Sequence[int] | None = None
) -> Result:
    """The higher the score the better the rank; equal scores share it, unless what breaks ties is higher too."""
    standing = list(zip(scores, scores if ties is None else ties, strict=True))
    return Result(scores, [1 + sum(other > own for other in standing) for own in standing], clause, points)
