"""Bauab, declared: its verbs, and the parts of a position."""

from typing import Annotated, Final, NamedTuple

from carreau.core.spec import Spec
from carreau.games.components import components

BOX: Final = components("bauab")
COLOURS: Final[list[str]] = BOX["colours"]
KINDS: Final[list[str]] = list(BOX["chips"])
COPIES: Final[list[int]] = list(BOX["chips"].values())
VALUES: Final[list[int]] = [int(kind) if kind.isdecimal() else 0 for kind in KINDS]  # an X is worth nothing
PLOTS: Final = [chr(ord("a") + plot) for plot in range(BOX["plots"])]  # named by letters, row by row
PARK_NAME: Final = "park"
PARK_COLOUR: Final = "green"
SIDES: Final = 4  # of a plot
BUILDINGS: Final = sum(copies for copies, value in zip(COPIES, VALUES, strict=True) if value)
POINTS: Final = sum(copies * value for copies, value in zip(COPIES, VALUES, strict=True))
EVERY_PLOT: Final = 2 ** len(PLOTS) - 1


class LaidChip(NamedTuple):
    """A chip on a plot; a park is green."""

    plot: Annotated[str, "plot"]
    colour: Annotated[str, "colour"]
    chip: Annotated[str, "chip"]


SPEC: Final = Spec("bauab", seats=[2], over="bauab.13", turn="bauab.3", points="scores")
SPEC.axis("plot", PLOTS)
SPEC.axis("kind", KINDS)
SPEC.axis("chip", [*KINDS, PARK_NAME])
SPEC.axis("colour", [*COLOURS, PARK_COLOUR])
SPEC.axis("side", ["x", "y"])
SPEC.export(PARK=PARK_NAME, COLOURS=COLOURS)

SPEC.chance("start", "start {player}", player=range(2))
SPEC.verb("lay", "{chip} {plot}", chip=[*KINDS, PARK_NAME], plot=PLOTS)
SPEC.verb("pass", "pass")

SPEC.constant("layout", "vec[i64]")  # the neighbours of each plot as a set, then where each plot lies: y * 16 + x
SPEC.set("chips", of="plot", by=["kind"])  # where the chips of both players lie
SPEC.set("own", of="plot", by=["seat"])  # where a player's chips of all kinds lie
SPEC.set("free", of="plot", start=EVERY_PLOT)
SPEC.set("blocked", of="plot", by=["kind"])  # where bauab.5 forbids a kind: kept by fast.py
SPEC.custom("board", list[LaidChip], shows="what lies on the plots")
SPEC.observe(
    "board",
    "the chips that each seat has on the plots a to p: 0 none, 1 to 5 a building of that value, 6 an X",
    (2, len(PLOTS)),
    len(KINDS),
)
SPEC.computed_set("parks", of="plot").observed("1 where a park is, plot by plot")
SPEC.set("vacated", of="plot").shown(
    "the plots where the player to move lost a chip in the turn before: only a park may go there"
).observed()
SPEC.computed("liberties", 0, SIDES, ["plot"]).shown("free plots beside each plot").observed()
SPEC.computed("plots", 0, len(PLOTS) - 1, ["plot", "side"]).shown("column and row of each plot, from 0").observed(
    name="places"
)
SPEC.number("hands", 0, max(COPIES), ["seat", "kind"]).shown("chips each seat has still to lay, by kind").observed()
SPEC.computed("captured", 0, max(COPIES), ["seat", "kind"]).shown("chips each seat has captured, by kind").observed()
SPEC.computed("scores", 0, 2 * POINTS, ["seat"]).shown("points as things lie").observed()
SPEC.computed("buildings", 0, BUILDINGS, ["seat"]).shown("own buildings on the board, which decide ties").observed()
SPEC.computed("parks_left", 0, BOX["parks"]).shown("parks not on the board yet").observed()
SPEC.to_act("whose turn it is, plus 1; 0 before the lot and at the end")
