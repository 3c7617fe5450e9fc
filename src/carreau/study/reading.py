"""Opening a study from whatever contains one: a record, a study, or a link."""

from typing import Final

from carreau.core.record import BYTE_ORDER_MARK, Make, read
from carreau.study.file import FORMAT, read_study
from carreau.study.link import read_link
from carreau.study.tree import StudyTree

LINK: Final = "game="  # how a link begins


def opened(text: str, make: Make) -> StudyTree:
    """Read a study, or a record as a study with one line; RecordError says what is wrong in which line."""
    begins = text.removeprefix(BYTE_ORDER_MARK).lstrip()[: len(FORMAT)]
    if begins.startswith(LINK):
        return read_link(text.strip(), make)
    if begins.startswith(FORMAT):
        return read_study(text, make)
    return StudyTree.of(read(text, make))
