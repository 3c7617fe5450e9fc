"""Records with good and with tampered dice, for all that verify them."""

from collections.abc import Iterator

from carreau.core.game import CHANCE
from carreau.core.record import Record
from carreau.games.catalogue import game
from tests.goldens import RECORDS
from tests.table.fair import fair_record, open_dice_for

DATA = RECORDS.parent / "data"
FAIR = fair_record(game("schlauraff"))
OPEN = fair_record(game("schlauraff"), dice=open_dice_for(2))  # of scheme 1


def of(record: Record, **dice: str) -> Record:
    """Return the same game with other dice."""
    return Record(record.game, record.names, record.moves, {**record.dice, **dice}, record.bots)


def tampered(record: Record) -> Iterator[tuple[int, Record]]:
    """Yield records with one outcome changed to another possible one, for each outcome; and cut after it."""
    number = 0
    for index, ((actor, action), before) in enumerate(zip(record.moves, record.positions(), strict=False)):
        if actor == CHANCE == before.current:
            number += 1
            for other in before.legal(CHANCE):
                if other != action:
                    yield (
                        number,
                        Record(
                            record.game,
                            record.names,
                            [*record.moves[:index], (CHANCE, other)],
                            record.dice,
                            record.bots,
                        ),
                    )
                    break


def in_order(record: Record, keys: list[str]) -> Record:
    """Return the same game with the lines about its dice in another order."""
    return Record(record.game, record.names, record.moves, {key: record.dice[key] for key in keys}, record.bots)


def swapped(record: Record, one: str, other: str) -> Record:
    other_of = {one: other, other: one}
    return in_order(record, [other_of.get(key, key) for key in record.dice])
