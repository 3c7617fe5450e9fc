"""Declares a game once: its verbs, the parts of a position, what is shown of them, and what a learner observes.

    SPEC: Final = Spec("bauab", seats=[2], over="bauab.13", turn="bauab.3")
    SPEC.axis("plot", PLOTS)
    SPEC.verb("lay", "{chip} {plot}", chip=[*KINDS, "park"], plot=PLOTS)
    SPEC.set("vacated", of="plot", shows="where the player to move just lost a chip", observed="1 where …")

A part with `shows` is an entry of a dumped position under its own name; one with `observed` is a field of the
observation. A part that is computed is a method of the rules, which the rest of the position determines. From all this
`python -m carreau.codegen` writes the game's `_spec.py`: attributes and accessors, copying, dumping and loading with
bounds, the observation, and the way from an action id to its verb.
"""

from collections.abc import Sequence
from typing import Final

from carreau.core.actions import Actions, Values
from carreau.core.observation import Observation

SEAT: Final = "seat"  # the axis that every game has
WORD: Final = 60  # bits of a machine word that hold parts


class SpecError(ValueError):
    """A declaration that can't be carried out."""


class Part:
    """One part of a position: a number, or a set as the bits of a number, for each index along its axes."""

    def __init__(self, name: str, by: Sequence[str], low: int, high: int) -> None:
        self.name = name
        self.by = list(by)
        self.low = low
        self.high = high
        self.of = ""  # the axis whose members a set may have
        self.names = ""  # the axis that gives the values their names
        self.is_seat = False  # whether the value is a seat, or -1 for nobody
        self.stored = True
        self.custom = ""  # the TypeScript of a part that the game dumps and reads by hand
        self.start = 0
        self.shows = ""
        self.observed = ""
        self.observed_as = name

    @property
    def bits(self) -> int:
        """How many bits one value takes."""
        return (self.high - self.low).bit_length()


class Spec:
    """All declarations of a game, in order."""

    def __init__(self, game: str, seats: Sequence[int], *, over: str, turn: str) -> None:
        self.game = game
        self.seats = list(seats)
        self.over = over  # the clause against acting when the game is over
        self.turn = turn  # the clause against acting out of turn
        self.axes: dict[str, list[str]] = {SEAT: [str(seat) for seat in range(max(seats))]}
        self.actions = Actions(game)
        self.chances: set[str] = set()  # the verbs of chance
        self.constants: dict[str, str] = {}
        self.parts: list[Part] = []
        self.observation = Observation(game)
        self.places: dict[str, int] = {}  # where each observed part begins in the row

    def axis(self, name: str, values: Sequence[str]) -> None:
        """Name a row of things: plots, kinds of chips, floors."""
        self.axes[name] = list(values)

    # Verbs

    def verb(self, name: str, notation: str, **fields: Values) -> None:
        """Declare what players do: `against_NAME` and `NAME` in the rules."""
        self.actions.add(name, notation, **fields)

    def chance(self, name: str, notation: str, **fields: Values) -> None:
        """Declare what dice, deck or lot do."""
        self.verb(name, notation, **fields)
        self.chances.add(name)

    # Parts

    def constant(self, name: str, kind: str) -> None:
        """Declare what is fixed for a whole game: given to the constructor, shared by all copies."""
        self.constants[name] = kind

    def number(
        self,
        name: str,
        low: int,
        high: int,
        by: Sequence[str] = (),
        *,
        start: int = 0,
        shows: str = "",
        observed: str = "",
    ) -> None:
        self.add(Part(name, by, low, high), start, shows, observed)

    def set(
        self, name: str, of: str, by: Sequence[str] = (), *, start: int = 0, shows: str = "", observed: str = ""
    ) -> None:
        """Declare a set of the members of an axis, as bits."""
        part = Part(name, by, 0, 2 ** len(self.axes[of]) - 1)
        part.of = of
        self.add(part, start, shows, observed)

    def choice(self, name: str, names: str, *, start: int = 0, shows: str = "", observed: str = "") -> None:
        """Declare one of the members of an axis, dumped by its name."""
        part = Part(name, (), 0, len(self.axes[names]) - 1)
        part.names = names
        self.add(part, start, shows, observed)

    def computed(
        self,
        name: str,
        low: int,
        high: int,
        by: Sequence[str] = (),
        *,
        shows: str = "",
        observed: str = "",
        observed_as: str = "",
    ) -> None:
        """Declare a number that a method of the rules works out."""
        part = Part(name, by, low, high)
        part.stored = False
        self.add(part, 0, shows, observed, observed_as)

    def computed_set(self, name: str, of: str, *, shows: str = "", observed: str = "") -> None:
        part = Part(name, (), 0, 2 ** len(self.axes[of]) - 1)
        part.of, part.stored = of, False
        self.add(part, 0, shows, observed)

    def custom(self, name: str, typescript: str, shows: str) -> None:
        """Declare an entry of the dump that the rules write and read by hand: `dump_NAME` and `read_NAME`."""
        part = Part(name, (), 0, 0)
        part.stored, part.custom = False, typescript
        self.add(part, 0, shows, "")

    def observe(self, name: str, observed: str, shape: tuple[int, ...], high: int = 1) -> None:
        """Declare a field of the observation that the rules write by hand: `observe_NAME(seat, first, row)`."""
        self.places[name] = self.observation.add(name, observed, shape, 0, high)

    def to_act(self, observed: str) -> None:
        """Declare where the observation has `current`: the seat to act, counted from the observer, plus 1."""
        self.places["to_act"] = self.observation.add("to_act", observed, (), 0, max(self.seats))

    def add(self, part: Part, start: int, shows: str, observed: str, observed_as: str = "") -> None:
        for axis in [*part.by, part.of or SEAT]:
            if axis not in self.axes:
                raise SpecError(f"{self.game}: {part.name} is by {axis}, which is no axis")
        if not part.custom and part.bits > WORD:
            raise SpecError(f"{self.game}: {part.name} needs {part.bits} bits; a word has {WORD}")
        part.start, part.shows, part.observed = start, shows, observed
        part.observed_as = observed_as or part.name
        self.parts.append(part)
        if observed:
            self.places[part.name] = self.observation.add(part.observed_as, observed, *self.field(part))

    def field(self, part: Part) -> tuple[tuple[int, ...], int, int]:
        """The shape and bounds of a part in the observation."""
        shape = tuple(len(self.axes[axis]) for axis in part.by)
        if part.of:
            return (*shape, len(self.axes[part.of])), 0, 1
        return shape, part.low, part.high
