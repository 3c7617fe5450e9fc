"""The result of a game: scores, ranks, payoffs, and the clause that ended it."""

from collections.abc import Sequence


class Result:
    """The outcome for all seats. Ranks start at 1 and equals share them; payoffs sum to 0, the best one is 1.

    Scores decide the ranks; players see the points. Both are equal, unless a player can win with fewer
    points than an opponent. If `counted` is false, the game has no points and the scores only say who won.
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
        """The payoff of each seat: 1 for a sole winner, -1 split among the others; all 0 if all are equal."""
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
    """Return a result with one winner or none, and all others equal. Without points, the game has none."""
    scores = [int(seat == winner) for seat in range(seats)]
    return Result(scores, ranked(scores, clause).ranks, clause, points, counted=points is not None)


def ranked(
    scores: Sequence[int], clause: str, points: Sequence[int] | None = None, ties: Sequence[int] | None = None
) -> Result:
    """Rank seats by score, highest first; equal scores share a rank unless a tie-breaker separates them."""
    standing = list(zip(scores, scores if ties is None else ties, strict=True))
    return Result(scores, [1 + sum(other > own for other in standing) for own in standing], clause, points)
