"""Dice of which only what they show counts, not which die shows it."""

from collections.abc import Sequence
from itertools import combinations_with_replacement

from carreau.core.position import PositionReader, in_range, require

Dice = tuple[int, ...]  # the faces, ascending


def multisets(sides: int, most: int) -> list[Dice]:
    """List all multisets that up to a number of dice can show, fewer dice first."""
    faces = range(1, sides + 1)
    return [dice for count in range(most + 1) for dice in combinations_with_replacement(faces, count)]


def dice_name(dice: Dice) -> str:
    """Dice as they are written in a move; a dash for none."""
    return "+".join(str(face) for face in dice) or "-"


def faces_shown(throws: Sequence[Dice]) -> list[int]:
    """Count how many dice show each face, throw by throw."""
    sides = max(dice[-1] for dice in throws if dice)
    return [dice.count(face) for dice in throws for face in range(1, sides + 1)]


def read_dice(reader: PositionReader, key: str, known: Sequence[Dice], clause: str) -> int:
    """Read the faces of some dice; return the place of these dice in a list."""
    faces = [dice[-1] for dice in known if dice]
    dice = tuple(
        in_range(reader.game, f"{key}[{i}]", face, 1, max(faces)) for i, face in enumerate(reader.entries(key))
    )
    most = max(map(len, known))
    require(dice in known, f"{clause}: {key}={list(dice)} are not at most {most} dice in ascending order")
    return known.index(dice)
