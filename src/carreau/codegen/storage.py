"""The attributes that store a position, and the methods that read, change and copy them."""

from collections.abc import Iterator
from itertools import zip_longest
from math import prod
from typing import Final

from carreau.codegen.layout import with_arguments
from carreau.codegen.logs import cells_of
from carreau.core.parts import WORD, Log, Part
from carreau.core.spec import Spec

MOST_WORDS: Final = 12  # attributes per part; longer parts are a vec, which is slower to copy


def count_of(spec: Spec, axis: str) -> str:
    """Return the length of an axis; of seats, the number in this game."""
    return "self.seats" if axis in spec.by_seats and "seats" in spec.constants else f"{axis.upper()}_COUNT"


def length(spec: Spec, axis: str) -> str:
    """Return the length of an axis as a Python int."""
    return "int(self.seats)" if axis in spec.by_seats and "seats" in spec.constants else str(len(spec.axes[axis]))


def constructor(spec: Spec) -> str:
    """Write what makes a new position, or a copy: there every attribute is written once, in one call."""
    title = spec.game.capitalize()
    given = ["self", *(f"{name}: {kind}" for name, kind in spec.constants.items())]
    given += ["*", f'original: "{title}Position | None" = None']
    lines = [
        *with_arguments("    def __init__", given, " -> None:"),
        *(f"        self.{name} = {name}" for name in spec.constants),
    ]
    lines += ["        if original is None:"]
    lines += [f"            self.{line}" for line in ["current = CHANCE", *at_first(spec)]]
    lines += ["        else:", *(f"            {line}" for line in copied(spec))]
    return "\n".join(lines) + "\n"


def at_first(spec: Spec) -> Iterator[str]:
    """Write the attributes of a new position."""
    for part in spec.parts:
        if part.is_flag and part.stored:
            yield f"{part.name} = False"
        elif is_long(spec, part):
            yield f"{part.name}_cells: vec[i64] = NO_CELLS"
        elif part.stored:
            start = zeros(spec, part) if part.by else part.start
            yield from (f"{word}: i64 = {start}" for word in words(spec, part))
        if isinstance(part, Log):
            yield f"{cells_of(part)}: vec[i64] = NO_CELLS"
            yield from [f"{part.entry}_shared = False"] if part.seldom else []


def copied(spec: Spec) -> Iterator[str]:
    """Write how a position takes the attributes of another."""
    yield "self.current = original.current"
    for part in spec.parts:
        if is_long(spec, part):
            yield f"self.{part.name}_cells = original.{part.name}_cells[:]"
        elif part.stored:
            yield from (f"self.{word} = original.{word}" for word in words(spec, part))
        if isinstance(part, Log):
            yield f"self.{cells_of(part)} = original.{cells_of(part)}{'' if part.seldom else '[:]'}"
            yield from [f"{each}.{part.entry}_shared = True" for each in ("self", "original") if part.seldom]


def zeros(spec: Spec, part: Part) -> int:
    """Return a word in which all values of a part are 0; they are stored relative to the lowest."""
    return sum(-part.low * 2 ** (part.bits * index) for index in range(per_word(spec, part)))


def is_long(spec: Spec, part: Part) -> bool:
    """Return whether each value of a part has its own cell, because choosing among many words is slower."""
    return part.stored and bool(part.by) and word_count(spec, part) > MOST_WORDS


def words(spec: Spec, part: Part) -> list[str]:
    """List the attributes that store a part."""
    if not part.by:
        return [part.name]
    return [f"{part.name}_{index}" for index in range(word_count(spec, part))]


def per_word(spec: Spec, part: Part) -> int:
    """Return how many values of a part share a word: as many as fit, whole rows if possible."""
    most = min(value_count(spec, part), WORD // part.bits)
    row = row_length(spec, part)
    return most - most % row if row <= most else most


def row_length(spec: Spec, part: Part) -> int:
    """Return the number of values per member of the first axis."""
    return value_count(spec, part) // len(spec.axes[part.by[0]])


def word_count(spec: Spec, part: Part) -> int:
    return -(-value_count(spec, part) // per_word(spec, part))


def value_count(spec: Spec, part: Part) -> int:
    return prod(len(spec.axes[axis]) for axis in part.by)


def accessors(spec: Spec, part: Part) -> str:
    """Write the methods that read, change and clear the values of a part, packed into as few words as possible."""
    if is_long(spec, part):
        return accessors_of_cells(spec, part)
    if is_pair(spec, part):
        return accessors_of_pair(spec, part)
    if is_scattered(spec, part):
        return accessors_of_scattered(spec, part)
    given, inside = ", ".join(f"{axis}: i64" for axis in part.by), 2**part.bits - 1
    reads, writes = [], []
    for index, word in enumerate(words(spec, part)):
        shift = place_in(spec, part, index)
        value = f"(self.{word} >> ({shift})) & {inside}" if shift else f"self.{word}"
        reads.append([f"return ({value}) - {-part.low}" if part.low else f"return {value}"])
        writes.append([f"self.{word} += change * BIT[{shift}]" if shift else f"self.{word} += change", "return"])
    writes[-1].pop()  # the last return
    read = [f"    def {part.name}(self, {given}) -> i64:", *branches(spec, part, reads)]
    write = [f"    def add_to_{part.name}(self, {given}, change: i64) -> None:", *branches(spec, part, writes)]
    clear = [f"    def clear_{part.name}(self) -> None:", *cleared(spec, part)]
    return "\n".join([*read, "", *write, "", *clear, *whole_row(spec, part)]) + "\n"


def is_pair(spec: Spec, part: Part) -> bool:
    """Return whether a part has two words, so that one bit of the index selects the word."""
    return word_count(spec, part) == 2 and part.low == 0 and per_word(spec, part).bit_count() == 1


def accessors_of_pair(spec: Spec, part: Part) -> str:
    """Write accessors without a branch, because the CPU can't predict whose turn it is."""
    given, each = ", ".join(f"{axis}: i64" for axis in part.by), per_word(spec, part)
    index = f"({flat(spec, part)})" if len(part.by) > 1 else part.by[0]
    one, two = (f"self.{word}" for word in words(spec, part))
    choice, shift = f"        second = -({index} >> {each.bit_length() - 1})", f"{part.bits} * ({index} & {each - 1})"
    read = [f"    def {part.name}(self, {given}) -> i64:", choice]
    read += [f"        return (({one} ^ (({one} ^ {two}) & second)) >> ({shift})) & {2**part.bits - 1}"]
    write = [f"    def add_to_{part.name}(self, {given}, change: i64) -> None:", choice]
    write += [f"        change <<= {shift}", f"        {one} += change & ~second", f"        {two} += change & second"]
    clear = [f"    def clear_{part.name}(self) -> None:", *cleared(spec, part)]
    return "\n".join([*read, "", *write, "", *clear, *whole_row(spec, part)]) + "\n"


def is_scattered(spec: Spec, part: Part) -> bool:
    """Return whether a part has three words or more and is read at random, such as by card or by hand."""
    return len(part.by) == 1 and part.low == 0 and word_count(spec, part) > 2 and per_word(spec, part) > 1


def accessors_of_scattered(spec: Spec, part: Part) -> str:
    """Write accessors without a branch: each bit of a word's number, as a mask, selects one of two words."""
    (axis,), each, names = part.by, per_word(spec, part), words(spec, part)
    masks = [f"mask_{bit}" for bit in range((len(names) - 1).bit_length())]
    choice = [f"        word = {axis} // {each}"]
    choice += [f"        {mask} = -({f'(word >> {bit})' if bit else 'word'} & 1)" for bit, mask in enumerate(masks)]
    shift = f"{part.bits} * ({axis} - word * {each})"
    read = [f"    def {part.name}(self, {axis}: i64) -> i64:", *choice]
    read += [f"        {line}" for line in halved([f"self.{name}" for name in names], masks)]
    read += [f"        return (word_0 >> ({shift})) & {2**part.bits - 1}"]
    write = [f"    def add_to_{part.name}(self, {axis}: i64, change: i64) -> None:", *choice]
    write += [f"        change <<= {shift}"]
    for number, name in enumerate(names):
        selected = " & ".join(mask if number >> bit & 1 else f"~{mask}" for bit, mask in enumerate(masks))
        write += [f"        self.{name} += change & {selected}"]
    clear = [f"    def clear_{part.name}(self) -> None:", *cleared(spec, part)]
    return "\n".join([*read, "", *write, "", *clear]) + "\n"


def halved(names: list[str], masks: list[str]) -> Iterator[str]:
    """Write how a word is selected: each mask keeps one of each pair of candidates."""
    for mask in masks:
        pairs = zip_longest(names[::2], names[1::2])
        names = [f"word_{number}" for number in range(-(-len(names) // 2))]
        for name, (one, other) in zip(names, pairs, strict=True):
            yield f"{name} = {one} ^ (({one} ^ {other}) & {mask})" if other else f"{name} = {one}"


def cleared(spec: Spec, part: Part) -> list[str]:
    return [f"        self.{word} = {zeros(spec, part)}" for word in words(spec, part)]


def accessors_of_cells(spec: Spec, part: Part) -> str:
    given, cells = ", ".join(f"{axis}: i64" for axis in part.by), f"self.{part.name}_cells"
    count = f"{length(spec, part.by[0])} * {row_length(spec, part)}"
    read = [f"    def {part.name}(self, {given}) -> i64:", f"        return {cells}[{flat(spec, part)}]"]
    write = [f"    def add_to_{part.name}(self, {given}, change: i64) -> None:"]
    write += [f"        {cells}[{flat(spec, part)}] += change"]
    clear = [f"    def clear_{part.name}(self) -> None:", f"        {cells} = vec[i64]([0] * ({count}))"]
    return "\n".join([*read, "", *write, "", *clear]) + "\n"


def whole_row(spec: Spec, part: Part) -> list[str]:
    """Write the method that reads all values of a member of the first axis at once, if they share a word."""
    row = row_length(spec, part)
    if row == 1 or per_word(spec, part) % row:
        return []
    first, bits, rows = part.by[0], part.bits * row, per_word(spec, part) // row
    lines = ["", f"    def {part.name}_of(self, {first}: i64) -> i64:"]
    for index, word in enumerate(words(spec, part)):
        shift = f"{bits} * ({first} - {index * rows})" if index else f"{bits} * {first}"
        value = f"        return (self.{word} >> ({shift})) & {2**bits - 1}"
        last = index == word_count(spec, part) - 1
        lines += [value] if last else [f"        if {first} < {(index + 1) * rows}:", f"    {value}"]
    return lines


def branches(spec: Spec, part: Part, bodies: list[list[str]]) -> Iterator[str]:
    """Write a branch for each word of a part."""
    for index, body in enumerate(bodies[:-1]):
        yield f"        if {flat(spec, part)} < {(index + 1) * per_word(spec, part)}:"
        yield from (f"            {line}" for line in body)
    yield from (f"        {line}" for line in bodies[-1])


def flat(spec: Spec, part: Part) -> str:
    """Return the index of a value among all values of its part, as an expression."""
    text = part.by[0]
    for axis in part.by[1:]:
        text = f"{text} * {len(spec.axes[axis])} + {axis}"
    return text


def place_in(spec: Spec, part: Part, index: int) -> str:
    """Return the bit of a word at which a value begins, as an expression; "" if each value has its own word."""
    if per_word(spec, part) == 1:
        return ""
    first, value = index * per_word(spec, part), flat(spec, part)
    if first or len(part.by) > 1:
        value = f"({value} - {first})" if first else f"({value})"
    return f"{part.bits} * {value}"
