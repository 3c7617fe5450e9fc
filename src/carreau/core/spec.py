"""The declaration of a game: its verbs, the parts of a position, how they are shown, and what a learner observes.

    SPEC: Final = Spec("bauab", seats=[2], over="bauab.13", turn="bauab.3")
    SPEC.axis("plot", PLOTS)
    SPEC.verb("lay", "{chip} {plot}", chip=[*KINDS, "park"], plot=PLOTS)
    SPEC.set("vacated", of="plot").shown("where the player to move just lost a chip").observed("1 where …")

A part that is shown is an entry of a dumped position under its own name; one that is observed is a field of the
observation. A part that is computed is a method of the rules, which the rest of the position determines. From all this
`python -m carreau.codegen` writes the game's `_spec.py`: attributes and accessors, copying, dumping and loading with
bounds, the observation, and the dispatch of an action id to its verb.
"""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, Self

from carreau.core.actions import Actions, Values
from carreau.core.observation import Observation
from carreau.core.parts import SEAT, WORD, Log, Part, Seen


class SpecError(ValueError):
    """A declaration that contradicts itself or the generator's limits."""


class Declared:
    """A part that was just declared; say here what it shows to players and learners."""

    def __init__(self, spec: "Spec", part: Part) -> None:
        self.spec = spec
        self.part = part

    def shown(self, text: str) -> Self:
        """Make it an entry of Views and dumped positions."""
        self.part.shows = text
        return self

    def viewed(self, text: str, *, name: str = "") -> Self:
        """Make it an entry of Views only: computed before anything is hidden; of what an owner sees, their own part."""
        self.part.viewed = text
        self.spec.views[name or self.part.name] = (self.part, text)
        return self

    def observed(self, text: str = "", *, name: str = "", within: tuple[int, int] | None = None) -> None:
        """Make it a field of the observation, by default in the words for people; numbers are clamped to `within`."""
        part, spec = self.part, self.spec
        part.observed, part.observed_as = text or spec.observed_words(part), name or part.name
        if within:
            clamped = part.low < within[0] or within[1] < part.high
            part.observed += f"; beyond {within[0]}..{within[1]}, the nearer end" if clamped else ""
            part.within = within
        spec.places[part.name] = spec.observation.add(part.observed_as, part.observed, *spec.field(part))


class Spec:
    """All declarations of a game, in order."""

    def __init__(
        self,
        game: str,
        seats: Sequence[int],
        *,
        box: Mapping[str, Any] | None = None,
        turn: str = "",
        over: str = "",
        by_stage: bool = False,
        several: bool = False,
        points: str = "",
    ) -> None:
        self.game = game
        self.seats = list(seats)
        self.box = box or {}  # the components that the game begins with; tests may give a game a smaller box
        self.over = over  # the clause against acting when the game is over; "": the rules define `ending`
        self.turn = turn  # the clause against acting out of turn; "": the rules define `out_of_turn`
        self.by_stage = by_stage  # whether each verb checks itself whether players or chance may act
        self.several = several  # whether several seats may act at once; the rules' `against_turn` decides who
        self.points = points  # the part that counts the points of each seat; "": none, or the rules define `all_points`
        self.last_seat = "self.seats - 1" if len(seats) > 1 else str(max(seats) - 1)  # a Python expression
        self.axes: dict[str, list[str]] = {SEAT: [str(seat) for seat in range(max(seats))]}
        self.numbered = {SEAT}  # the axes whose members are the numbers from 0
        self.shapes: dict[str, tuple[int, ...]] = {}  # the shapes of axes that learners see as a grid
        self.enumerated: list[str] = []  # the axes with a class of constants
        self.by_seats = {SEAT}  # the axes with one member per seat
        self.actions = Actions(game)
        self.chances: set[str] = set()  # the verbs of chance
        self.often: set[str] = set()  # the most frequent verbs
        self.stages: dict[str, str] = {}  # by verb, the only stage at which it is legal
        self.called: dict[str, str] = {}  # by verb, its name in the rules
        self.joined: dict[str, dict[str, list[str]]] = {}  # by verb, the fields that the rules get as one number
        self.constants: dict[str, str] = {"seats": "i64"} if len(seats) > 1 else {}
        self.modules: dict[str, str] = {}  # where the game defines what the generated module uses of its own
        self.views: dict[str, tuple[Any, str]] = {}  # entries of Views only: type or part, and description
        self.exports: dict[str, Any] = {}  # constants for the web client
        self.parts: list[Part] = []
        self.observation = Observation(game)
        self.places: dict[str, int] = {}  # by part, where it begins in the observation

    def axis(
        self, name: str, values: Sequence[str], *shape: int, by_seats: bool = False, constants: bool = False
    ) -> None:
        """Name the members of an axis: plots, kinds of chips, floors.

        With a shape the axis is a grid, row by row. With `by_seats` there is one member per seat, such as chairs. With
        `constants` its members are constants of a class in `_spec.py`.
        """
        self.axes[name] = list(values)
        if shape:
            self.shapes[name] = shape
        if constants:
            self.enumerated.append(name)
        if by_seats:
            self.by_seats.add(name)

    def numbers(self, name: str, *shape: int) -> None:
        """Declare an axis of numbers from 0; with several lengths it is a grid, row by row."""
        self.axes[name] = [str(number) for number in range(prod(shape))]
        self.shapes[name] = shape
        self.numbered.add(name)

    def export(self, **constants: Any) -> None:
        """Declare constants for the web client: numbers, words, and lists and tables of them."""
        self.exports.update(constants)

    # Verbs

    def verb(
        self, name: str, notation: str, *, stage: str = "", called: str = "", often: bool = False, **fields: Values
    ) -> None:
        """Declare an action of players, which the rules implement as `against_NAME` and `NAME`, or under another name.

        With a stage it is out of turn at all others. Dispatch tries verbs that are used `often` first.
        """
        self.actions.add(name, notation, **fields)
        self.called[name] = called or name
        if often:
            self.often.add(name)
        if stage:
            self.stages[name] = stage

    def chance(
        self, name: str, notation: str, *, stage: str = "", called: str = "", often: bool = False, **fields: Values
    ) -> None:
        """Declare an action of dice, deck or lots."""
        self.verb(name, notation, stage=stage, called=called, often=often, **fields)
        self.chances.add(name)

    def join(self, verb: str, **joined: Sequence[str]) -> None:
        """Give the rules neighbouring fields of a verb as one number, such as the row and the column of a place."""
        self.joined[verb] = {name: list(fields) for name, fields in joined.items()}
        declared = next(",".join(each.fields) for each in self.actions.verbs if each.name == verb)
        for name, fields in joined.items():
            if ",".join(fields) not in declared:
                raise SpecError(f"{self.game}: {name} joins {', '.join(fields)}; the fields of {verb} are {declared}")

    # Parts

    def constant(self, name: str, kind: str, *, module: str = "", high: int = 1) -> Declared:
        """Declare a value that stays the same for a whole game: an argument of the constructor, shared by all copies.

        If its type is a class of the game, `module` is where it is defined.
        """
        self.constants[name] = kind
        if module:
            self.modules[kind] = module
        part = Part(name, (), 0, high)
        part.stored, part.is_constant, part.is_flag = False, True, kind == "bool"
        return self.add(part)

    def flag(self, name: str) -> Declared:
        """Declare a flag, false at first."""
        part = Part(name, (), 0, 1)
        part.is_flag = True
        return self.add(part)

    def number(
        self,
        name: str,
        low: int,
        high: int,
        by: Sequence[str] = (),
        *,
        start: int = 0,
        upto: str = "",
        seen_by: Seen = "all",
    ) -> Declared:
        """Declare a number within bounds; `upto` sets another bound for loading."""
        part = Part(name, by, low, high)
        part.upto, part.seen_by = upto or part.upto, seen_by
        return self.add(part, start)

    def dice(self, name: str, throws: Sequence[tuple[int, ...]], *, module: str, clause: str) -> Declared:
        """Declare dice of which only the faces count: kept as a number in `throws`, the list DICE in a module.

        They are dumped as their faces, and observed as how many show 1, 2 and so on. At first there are none.
        """
        part = Part(name, (), 0, len(throws) - 1)
        part.throws, part.clause = throws, clause
        self.modules["DICE"] = module
        return self.add(part, throws.index(()))

    def seat(self, name: str, *, start: int = 0) -> Declared:
        """Declare a seat (-1: nobody, if it starts so); it is observed relative to the observer, with 0 for nobody."""
        part = Part(name, (), min(start, 0), max(self.seats) - 1)
        part.is_seat, part.upto = True, self.last_seat
        return self.add(part, start)

    def set(
        self,
        name: str,
        of: str,
        by: Sequence[str] = (),
        *,
        start: int = 0,
        low: int = 0,
        upto: str = "",
        seen_by: Seen = "all",
    ) -> Declared:
        """Declare a set of the members of an axis, as bits; of numbers, from `low` up to the expression `upto`."""
        part = Part(name, by, 0, 2 ** len(self.axes[of]) - 1)
        part.of, part.low_member, part.seen_by = of, low, seen_by
        part.upto = upto or (self.last_seat if of == SEAT else str(len(self.axes[of]) - 1))
        return self.add(part, start)

    def view(self, name: str, kind: Any, shows: str) -> None:
        """Declare an entry of Views only, in place of a hidden or differently dumped part; custom() explains types."""
        self.views[name] = (kind, shows)

    def choice(self, name: str, names: str, *, start: int = 0, optional: bool = False) -> Declared:
        """Declare a member of an axis, dumped by its name; an optional one starts as none (-1), dumped as null."""
        part = Part(name, (), -1 if optional else 0, len(self.axes[names]) - 1)
        part.names, part.is_optional = names, optional
        return self.add(part, -1 if optional else start)

    def log(
        self,
        name: str,
        entry: str,
        *,
        room: int,
        seldom: bool = False,
        hidden: Sequence[str] = (),
        changed: Sequence[str] = (),
        **fields: str | tuple[int, int] | tuple[int, int, str],
    ) -> Declared:
        """Declare a list of entries in chronological order, with room for a few at first.

        A field is a member of an axis, or a number within bounds; an expression can limit the numbers that may be
        loaded. Hidden fields are blank (0) for seats that don't see an entry, which the rules' `sees_ENTRY` decides.
        Changed fields may get another value later. Positions share a log that is `seldom` written, and copy it on
        write.
        """
        parts = [self.log_field(each, value) for each, value in fields.items()]
        log = Log(name, entry, parts, hidden, room)
        log.changed = [*hidden, *changed]
        if log.size > WORD:
            raise SpecError(f"{self.game}: an entry of {name} needs {log.size} bits; a word has {WORD}")
        log.seldom = seldom
        log.seen_by = "some" if hidden else "all"
        return self.add(log)

    def log_field(self, name: str, values: str | tuple[int, int] | tuple[int, int, str]) -> Part:
        if isinstance(values, str):
            part = Part(name, (), 0, len(self.axes[values]) - 1)
            part.names = "" if values in self.numbered else values
            part.upto = self.last_seat if values == SEAT else part.upto
            return part
        part = Part(name, (), 0, values[1])
        part.low_member, part.upto = values[0], str(values[-1])
        return part

    def computed(self, name: str, low: int, high: int, by: Sequence[str] = (), *, formula: str = "") -> Declared:
        """Declare a number that a method of the rules computes, or an expression."""
        part = Part(name, by, low, high)
        part.stored, part.formula = False, formula
        return self.add(part)

    def size(self, name: str, of: str, high: int) -> Declared:
        """Declare how many members a set has, or each of several."""
        counted = self.earlier(name, of)
        if not counted.of:
            raise SpecError(f"{self.game}: {name} counts {of}, which isn't a set")
        part = Part(name, counted.by, 0, high)
        part.stored, part.size_of = False, of
        return self.add(part)

    def union(self, name: str, of: str) -> Declared:
        """Declare the union of several sets, such as the cards in all hands."""
        united = self.earlier(name, of)
        part = Part(name, (), 0, united.high)
        part.of, part.stored, part.union_of = united.of, False, of
        return self.add(part)

    def nonzero(self, name: str, of: str) -> Declared:
        """Declare where a part along one axis isn't 0, or not empty: the seats that hold cards, the values left."""
        (axis,) = self.earlier(name, of).by
        part = Part(name, (), 0, 2 ** len(self.axes[axis]) - 1)
        part.of, part.stored, part.nonzero_in = axis, False, of
        return self.add(part)

    def earlier(self, name: str, of: str) -> Part:
        """Return the part from which another one is computed."""
        found = next((part for part in self.parts if part.name == of and part.stored), None)
        if found is None:
            raise SpecError(f"{self.game}: {name} is computed from {of}, which isn't declared before it")
        return found

    def computed_set(self, name: str, of: str, *, formula: str = "") -> Declared:
        part = Part(name, (), 0, 2 ** len(self.axes[of]) - 1)
        part.of, part.stored, part.formula = of, False, formula
        return self.add(part)

    def computed_choice(self, name: str, names: str, *, formula: str = "") -> Declared:
        part = Part(name, (), 0, len(self.axes[names]) - 1)
        part.names, part.stored, part.formula = names, False, formula
        return self.add(part)

    def custom(self, name: str, kind: Any, shows: str, *, follows: bool = False, seen_by: Seen = "all") -> None:
        """Declare an entry of the dump that the rules write and read themselves, with `dump_NAME` and `read_NAME`.

        Its type consists of int, str, bool, list, dict, and of the spec's own NamedTuples (lists in JSON) and
        TypedDicts; `Annotated[str, "plot"]` is the name of a member of that axis. An entry that follows from the rest
        is never read.
        """
        part = Part(name, (), 0, 0)
        part.stored, part.custom, part.kind, part.follows = False, True, kind, follows
        part.seen_by = seen_by
        self.add(part).shown(shows)

    def observe(self, name: str, observed: str, shape: tuple[int, ...], high: int = 1) -> None:
        """Declare a field of the observation that the rules write themselves: `observe_NAME(seat, first, row)`."""
        self.places[name] = self.observation.add(name, observed, shape, 0, high)

    def to_act(self, observed: str) -> None:
        """Declare a field of the observation for the seat to act, relative to the observer, plus 1."""
        self.places["to_act"] = self.observation.add("to_act", observed, (), 0, max(self.seats))

    def add(self, part: Part, start: int = 0) -> Declared:
        for axis in [*part.by, part.of or SEAT]:
            if axis not in self.axes:
                raise SpecError(f"{self.game}: {part.name} is by {axis}, which isn't an axis")
        if not part.custom and part.bits > WORD:
            raise SpecError(f"{self.game}: {part.name} needs {part.bits} bits; a word has {WORD}")
        if part.by and part.stored and (start or part.low > 0):
            raise SpecError(f"{self.game}: {part.name} must start at 0, because it is by {part.by[0]}")
        part.start = start
        self.parts.append(part)
        return Declared(self, part)

    def observed_words(self, part: Part) -> str:
        """Return what a learner observes of a part, from the words in which people see it."""
        shows = part.viewed or part.shows
        if part.is_flag:
            return shows.replace("whether", "1 if", 1)
        if part.of:
            return f"1 for each of {shows}"
        if part.names:
            names = [*(["none"] if part.is_optional else []), *self.axes[part.names]]
            return f"{shows}: " + ", ".join(f"{n} {name.replace('_', ' ')}" for n, name in enumerate(names))
        return shows

    def field(self, part: Part) -> tuple[tuple[int, ...], int, int]:
        """Return the shape and bounds of a part in the observation; a hidden part has only its owner's values."""
        axes = [axis for axis in part.by if part.seen_by != "owner" or axis != SEAT]
        shape = tuple(length for axis in axes for length in self.shape_of(axis))
        if part.of:
            members = (len(self.axes[part.of]) - part.low_member,) if part.low_member else self.shape_of(part.of)
            return (*shape, *members), 0, 1
        if part.is_seat or part.is_optional:
            return shape, 0, part.high - part.low
        if part.throws:
            return (max(map(max, filter(None, part.throws))),), 0, max(map(len, part.throws))
        return shape, *part.within

    def shape_of(self, axis: str) -> tuple[int, ...]:
        return self.shapes.get(axis, (len(self.axes[axis]),))

    def in_view(self, part: Part) -> bool:
        """Return whether a View has a part; hidden ones show their owner's values unless the game has a substitute."""
        return bool(part.shows) and (not self.replaced(part) or (part.seen_by == "owner" and not self.views))

    def replaced(self, part: Part) -> bool:
        """Return whether a View has something else in place of a part: other values, or none."""
        return part.seen_by != "all" or part.name in self.views
