"""A card of Ganz nach Plan!? as a View shows it. Not compiled: that would turn dict[str, str] into dict."""

from typing import TypedDict


class Instruction(TypedDict):
    """A card as it is shown; its name and text are by language, "" for all."""

    card: int
    name: dict[str, str]
    text: dict[str, str]
    effect: list[str]
