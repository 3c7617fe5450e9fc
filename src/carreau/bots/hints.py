"""Hints from a bot: its best actions, the chance to win with each of them, and why in words."""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from carreau.bots.bot import Bot, Considered, never
from carreau.bots.continuation import Reply, reply_to
from carreau.bots.reasons import Reason, reasons
from carreau.bots.search import WAIT, Search
from carreau.core.actions import Value
from carreau.core.effects import POINTS, Effect
from carreau.core.game import OVER, State, View
from carreau.core.perfect_info import PerfectInfoView
from carreau.core.rng import Rng
from carreau.games.texts import Text, filled

HERE: Final = Path(__file__).parent
WORLDS: Final = 8  # guesses in which the expected line is played
GUESSES: Final = 40  # in which a game looks for reasons
LIKELY: Final = 3  # of them that must agree on a reply
NOTABLE: Final = 0.02  # a difference in chances that deserves a mention
EXPLORED: Final = 0.25  # of the most visits: actions with as many are ordered by their chances
DECIMAL: Final = re.compile(r"\d+\.\d")
LEAST: Final = 4  # visits without which nothing is known of an action


class Hint:
    """An action and what a search found out about it."""

    def __init__(self, considered: Considered, seat: int, proved: bool) -> None:
        self.action = considered.action
        self.seat = seat
        self.value = considered.value  # the chance to win
        self.visits = considered.visits  # simulations that tried it
        self.proved = proved
        self.effects: list[Effect] = []  # what it does immediately
        self.gain = 0  # points it scores immediately
        self.wins = False  # whether it wins the game immediately
        self.reply: tuple[int, int] | None = None  # the seat expected to reply, and its action
        self.replier = -1  # the seat, even if its action depends on dice or cards
        self.reply_gain = 0  # points that it scores, on average where the action isn't certain
        self.reasons: list[Reason] = []  # what the rules and solvers of the game know

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


def hints(
    bot: Bot,
    view: View,
    count: int = 3,
    seconds: float | None = None,
    simulations: int | None = None,
    stop: Callable[[], bool] = never,
) -> list[Hint]:
    """Return the best actions of the seat to move, the best first; none has a better chance than one before it."""
    margin, bot.knowledge.margin = bot.knowledge.margin, 0.0  # only winning counts, not by how much
    bot.last_search = None
    try:
        choice = bot.choose(view, seconds, simulations, stop)
    finally:
        bot.knowledge.margin = margin
    found = [Hint(considered, view.seat, choice.proved) for considered in recommended(choice.considered)[:count]]
    for hint in found:
        if hint.action != WAIT:
            explain(bot, view, hint, bot.last_search)
        hint.reasons = reasons(bot.game.NAME, guessed(bot, view), view.seat, hint.action)
    return found


def guessed(bot: Bot, view: View) -> list[State]:
    """Guess worlds from a view; one is enough if nothing is hidden."""
    return [bot.game.guess(view, Rng(seed)) for seed in range(1 if isinstance(view, PerfectInfoView) else GUESSES)]


def recommended(considered: Sequence[Considered]) -> list[Considered]:
    """Order actions by their chances. Those that were hardly explored follow, unless their chances seem better."""
    most = max(each.visits for each in considered)
    explored = [each for each in considered if each.visits >= EXPLORED * most]
    found = sorted(explored, key=lambda each: -each.value)
    for each in considered:
        if LEAST <= each.visits < EXPLORED * most and each.value <= found[-1].value:
            found.append(each)
    return found


def explain(bot: Bot, view: View, hint: Hint, search: Search | None) -> None:
    """Fill in what the hinted action does and which reply the search expects."""
    hint.effects = bot.game.previews(view, [hint.action])[0]
    worlds = [bot.game.guess(view, Rng(seed)) for seed in range(WORLDS)]
    results = {immediate(bot, world.clone(), view.seat, hint.action) for world in worlds}
    if len(results) == 1:  # otherwise it depends on what the seat can't see
        [(hint.gain, hint.wins)] = results
    if search:
        replies = [
            reply_to(world, view.seat, hint.action, search, bot.knowledge, Rng(seed))
            for seed, world in enumerate(worlds)
        ]
        expect(hint, [reply for reply in replies if reply])


def immediate(bot: Bot, world: State, seat: int, action: int) -> tuple[int, bool]:
    """Return the points that an action scores in a world, and whether it wins the game."""
    before = int(bot.knowledge.points(world, seat))
    world.apply(seat, action)
    gain = int(bot.knowledge.points(world, seat)) - before
    return gain, bool(world.current == OVER) and seat in world.result().winners


def expect(hint: Hint, replies: list[Reply]) -> None:
    """Note the reply if enough worlds agree on it, otherwise what it scores on average."""
    if not replies:
        return
    (seat, action), count = Counter((reply.seat, reply.action) for reply in replies).most_common(1)[0]
    alike = [reply for reply in replies if (reply.seat, reply.action) == (seat, action)]
    if count >= LIKELY:
        hint.reply, replies = (seat, action), alike
    if len({reply.seat for reply in replies}) == 1:
        hint.replier = seat
        hint.reply_gain = round(sum(reply.gain for reply in replies) / len(replies))


@cache
def all_words(language: str) -> dict[str, Any]:
    return tomllib.loads((HERE / f"words.{language}.toml").read_text(encoding="utf-8"))


def words(language: str) -> dict[str, str]:
    """Return the words of hints in every game."""
    said: dict[str, str] = all_words(language)["hints"]
    return said


def reason(hint: Hint, found: Sequence[Hint], bot: Bot, text: Text, names: Sequence[str]) -> str:
    """Explain an action in words: what it gains, the likely reply, and how it compares with another one."""
    return Reasons(bot, text, names).of(hint, found)


class Reasons:
    """Reasons for actions of one game, in one language."""

    def __init__(self, bot: Bot, text: Text, names: Sequence[str]) -> None:
        self.bot = bot
        self.text = text
        self.names = names
        self.said = words(text.language)
        self.told: dict[str, str] = all_words(text.language).get(text.game, {})  # the game's own reasons

    def of(self, hint: Hint, found: Sequence[Hint]) -> str:
        if hint.wins:
            return self.said["wins"]
        parts = [*self.facts(hint), self.certainty(hint), self.comparison(hint, found)]
        return self.said["between"].join(part for part in parts if part) or self.said["only"]

    def facts(self, hint: Hint) -> list[str]:
        """Say all that is more than a comparison of results."""
        return [part for part in [*self.gains(hint), *self.own(hint), self.reply(hint)] if part]

    def gains(self, hint: Hint) -> list[str]:
        """Say what an action does: points first, then captures and the like."""
        parts = [self.said["gain" if hint.gain > 0 else "cost"].format(points=abs(hint.gain))] if hint.gain else []
        others = [effect for effect in hint.effects if (effect.kind, effect.seat) != (POINTS, hint.seat)]
        return parts + [self.text.effect(effect, hint.seat, self.names) for effect in others]

    def own(self, hint: Hint) -> list[str]:
        """Say what the rules and solvers of the game know of an action."""
        return [self.in_words(each, self.names[hint.seat]) for each in hint.reasons]

    def in_words(self, each: Reason, me: str) -> str:
        """Fill a reason's text: `me` is the player who acts, `who` another one."""
        who = self.names[each.seat] if each.seat >= 0 else ""
        values = {field: self.listed(field, value) for field, value in each.values.items()}
        return filled(self.told[each.kind], self.text.language, me=me, who=who, **values)

    def listed(self, field: str, value: Value | Sequence[Value]) -> str:
        """Name a value, or several of them; a decimal point is a comma in most languages."""
        if not isinstance(value, str | int):
            return ", ".join(self.listed(field, each) for each in value)
        if isinstance(value, str) and DECIMAL.fullmatch(value):
            return value.replace(".", self.said["decimal"])
        return self.text.words.get(str(value), self.text.value(field, value))

    def reply(self, hint: Hint) -> str:
        if hint.reply:
            seat, action = hint.reply
            key = "reply_scores" if hint.reply_gain > 0 else "reply"
            return self.said[key].format(reply=self.sentence(seat, action), points=hint.reply_gain)
        if hint.replier >= 0 and hint.reply_gain > 0:
            return self.said["reply_average"].format(who=self.names[hint.replier], points=hint.reply_gain)
        return ""

    def certainty(self, hint: Hint) -> str:
        """Say how an action was found if no simulations were needed."""
        if hint.proved:
            return self.said["proved" if self.bot.knowledge.certain else "solved"]
        return self.said["answer"] if not hint.visits and hint.gain > 0 else ""

    def comparison(self, hint: Hint, found: Sequence[Hint]) -> str:
        """Compare the first hint with what the others would allow, and each of the others with the first."""
        others = [other for other in found if other.action != hint.action]
        if not others or not hint.visits:
            return ""
        other = max(others, key=lambda each: each.reply_gain) if hint is found[0] else found[0]
        if hint is found[0] and other.reply_gain > max(hint.reply_gain, 0) and other.replier >= 0:
            return self.against("allows", other, points=other.reply_gain, who=self.names[other.replier])
        other = others[0] if hint is found[0] else found[0]
        if abs(hint.value - other.value) < NOTABLE:
            return self.against("alike", other)
        return self.against("oftener" if hint.value > other.value else "seldomer", other)

    def against(self, key: str, other: Hint, **values: object) -> str:
        return self.said[key].format(alternative=self.sentence(other.seat, other.action), **values)

    def sentence(self, seat: int, action: int) -> str:
        if action == WAIT:
            return self.said["wait"]
        return self.text.sentence(self.bot.game.fields(action), seat, self.names)
