"""Hints from a bot: its best actions, the chance to win with each of them, and why."""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from carreau.bots.bot import Bot, Considered
from carreau.bots.search import WAIT, Search
from carreau.core.game import OVER, View
from carreau.core.rng import Rng
from carreau.games.texts import Text

HERE: Final = Path(__file__).parent
WORLDS: Final = 8  # guesses to try until one allows the reply the search expects
NOTABLE: Final = 0.02  # a difference in chances that deserves a mention


class Hint:
    """An action and what a search found out about it."""

    def __init__(self, considered: Considered, proved: bool) -> None:
        self.action = considered.action
        self.value = considered.value  # the chance to win
        self.visits = considered.visits  # simulations that tried it
        self.proved = proved
        self.gain = 0  # points it scores immediately
        self.wins = False  # whether it wins the game immediately
        self.reply: tuple[int, int] | None = None  # the seat expected to reply, and its action
        self.reply_gain = 0

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


def hints(
    bot: Bot, view: View, count: int = 3, seconds: float | None = None, simulations: int | None = None
) -> list[Hint]:
    """Return the best actions of the seat to move, the best first."""
    margin, bot.knowledge.margin = bot.knowledge.margin, 0.0  # only winning counts, not by how much
    bot.last_search = None
    try:
        choice = bot.choose(view, seconds, simulations)
    finally:
        bot.knowledge.margin = margin
    found = [Hint(considered, choice.proved) for considered in choice.considered[:count]]
    for hint in found:
        if hint.action != WAIT:
            explain(bot, view, hint, bot.last_search)
    return found


def explain(bot: Bot, view: View, hint: Hint, search: Search | None) -> None:
    """Fill in what the hinted action scores and which reply the search expects."""
    reply = search.expected_reply(hint.action) if search else WAIT
    for seed in range(WORLDS):
        world = bot.game.guess(view, Rng(seed))
        before = int(bot.knowledge.points(world, view.seat))
        world.apply(view.seat, hint.action)
        hint.gain = int(bot.knowledge.points(world, view.seat)) - before
        hint.wins = bool(world.current == OVER) and view.seat in world.result().winners
        other = int(world.current)
        if reply == WAIT or other < 0 or other == view.seat:
            return
        if world.objection(other, reply) == "":
            before = int(bot.knowledge.points(world, other))
            world.apply(other, reply)
            hint.reply, hint.reply_gain = (other, reply), int(bot.knowledge.points(world, other)) - before
            return


@cache
def words(language: str) -> dict[str, str]:
    return tomllib.loads((HERE / f"words.{language}.toml").read_text(encoding="utf-8"))


def reason(hint: Hint, others: Sequence[Hint], bot: Bot, text: Text, names: Sequence[str]) -> str:
    """Explain an action in one sentence, from what the search found."""
    said, parts = words(text.language), []
    if hint.wins:
        return said["wins"]
    if hint.gain:
        parts.append(said["gain" if hint.gain > 0 else "cost"].format(points=abs(hint.gain)))
    if hint.reply:
        seat, action = hint.reply
        sentence = text.sentence(bot.game.fields(action), seat, names)
        key = "reply_scores" if hint.reply_gain > 0 else "reply"
        parts.append(said[key].format(reply=sentence, points=hint.reply_gain, who=names[seat]))
    worse = [
        other for other in others if other.reply_gain > max(hint.reply_gain, 0) and other.value < hint.value - NOTABLE
    ]
    if worse:
        parts.append(said["avoids"].format(points=max(other.reply_gain for other in worse)))
    if hint.proved:
        parts.append(said["proved" if bot.knowledge.certain else "solved"])
    elif hint.visits:
        parts.append(said["tried"].format(games=hint.visits))
    return said["between"].join(parts) or said["only"]
