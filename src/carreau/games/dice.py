"""Dice of which only what they show counts, not which die shows it."""

from itertools import combinations_with_replacement

Dice = tuple[int, ...]  # the faces, ascending


def multisets(sides: int, most: int) -> list[Dice]:
    """All that up to so many dice can show, fewer dice first."""
    faces = range(1, sides + 1)
    return [dice for count in range(most + 1) for dice in combinations_with_replacement(faces, count)]


def dice_name(dice: Dice) -> str:
    """Dice as they are written in a move; a dash for none."""
    return "+".join(str(face) for face in dice) or "-"
