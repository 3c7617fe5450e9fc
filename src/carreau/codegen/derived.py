"""Parts computed from others: formulas, sizes and unions of sets, and where something is left."""

from collections.abc import Iterator

from carreau.codegen.storage import is_long, per_word, value_count, words
from carreau.core.parts import Part
from carreau.core.spec import Spec, SpecError


def derived(spec: Spec, part: Part) -> str:
    """Write the method that computes such a part."""
    if part.formula or part.size_of:
        return method(part, part.formula or size_of(part))
    source = next(each for each in spec.parts if each.name == (part.union_of or part.nonzero_in) and each.stored)
    lines = union_of(spec, source) if part.union_of else nonzero_in(spec, source)
    return "\n".join([f"    def {part.name}(self) -> i64:", *(f"        {line}" for line in lines)]) + "\n"


def method(part: Part, value: str) -> str:
    given = "".join(f", {axis}: i64" for axis in part.by)
    return f"    def {part.name}(self{given}) -> i64:\n        return {value}\n"


def size_of(part: Part) -> str:
    return f"size(self.{part.size_of}({', '.join(part.by)}))" if part.by else f"size(self.{part.size_of})"


def union_of(spec: Spec, sets: Part) -> list[str]:
    """Lay all sets over each other, then cut off what belongs to their neighbours in a word."""
    shifted = [f"self.{word} >> {shift}" if shift else f"self.{word}" for word, shift in values(spec, sets)]
    return [f"return ({' | '.join(shifted)}) & {2**sets.bits - 1}"]


def nonzero_in(spec: Spec, part: Part) -> list[str]:
    lines = ["found: i64 = 0"]
    for index, (word, shift) in enumerate(values(spec, part)):
        lines += [f"if self.{word} & {(2**part.bits - 1) * 2**shift}:", f"    found |= {2**index}"]
    return [*lines, "return found"]


def values(spec: Spec, part: Part) -> Iterator[tuple[str, int]]:
    """Yield the word of each value, and the bit at which it begins; values of absent seats are 0."""
    if is_long(spec, part):
        raise SpecError(f"{spec.game}: {part.name} has too many values to look at all of them")
    each, attributes = per_word(spec, part), words(spec, part)
    for index in range(value_count(spec, part)):
        yield attributes[index // each], index % each * part.bits
