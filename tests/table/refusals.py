"""Commands that are refused, each with the table at which it is tried."""

from collections.abc import Callable

from carreau.core.game import CHANCE
from carreau.games.catalogue import game
from carreau.table import commands, hints, hosting
from carreau.table import rematch as rematches
from carreau.table.events import HintsAllowed
from carreau.table.table import Table
from tests.table.play import (
    BOT,
    SECRET,
    SHARE,
    Play,
    against_a_bot,
    asking,
    away,
    away_after_dice,
    caro,
    failed,
    given_up_by_one_of_three,
    guest,
    hinted,
    lonely,
    opened,
    out_after_dice,
    out_of_time,
    racing,
    rematched,
    resigned,
    starting,
)

STRANGER = "stranger"
Try = Callable[[Play], object]


def sit(who: str, seat: int) -> Try:
    return lambda play: commands.sit_openly(play.table, who, "Name", seat, SHARE, play.now)


def hire(who: str, seat: int) -> Try:
    return lambda play: commands.add_bot(play.table, who, seat, BOT, play.now)


def stand(who: str, seat: int) -> Try:
    return lambda play: commands.stand(play.table, who, seat, play.now)


def start(who: str) -> Try:
    return lambda play: commands.start(play.table, who, play.now)


def act(who: str, seat: int, action: int, late: int = 0) -> Try:
    return lambda play: commands.act(play.table, who, seat, play.table.decision - late, action, "r", play.now)


def request_undo(who: str, seat: int) -> Try:
    return lambda play: commands.request_undo(play.table, who, seat, play.now)


def answer_undo(who: str, seat: int, agrees: bool) -> Try:
    return lambda play: commands.answer_undo(play.table, who, seat, agrees, play.now)


def resign(who: str, seat: int) -> Try:
    return lambda play: commands.resign(play.table, who, seat, play.now)


def come_back(who: str, seat: int) -> Try:
    return lambda play: commands.come_back(play.table, who, seat, play.now)


def rematch(who: str) -> Try:
    return lambda play: rematches.create(play.table, who, "new", SECRET, play.now)


def go_on(who: str) -> Try:
    return lambda play: rematches.link(play.table, who, "new", play.now)


def hand_over(who: str, seat: int, *absent: str) -> Try:
    return lambda play: commands.hand_over(play.table, who, seat, absent, play.now)


def rename(who: str, seat: int) -> Try:
    return lambda play: commands.rename(play.table, who, seat, "Bo", play.now)


def allow_hints(who: str) -> Try:
    return lambda play: hints.allow(play.table, who, True, play.now)


def ask_hint(who: str, seat: int) -> Try:
    return lambda play: hints.ask(play.table, who, seat, play.now)


def remove(who: str, seat: int) -> Try:
    return lambda play: hosting.remove(play.table, who, seat, play.now)


def lock(who: str, seat: int) -> Try:
    return lambda play: hosting.lock_seat(play.table, who, seat, True, play.now)


def mute(who: str, whom: str) -> Try:
    return lambda play: hosting.mute(play.table, who, whom, True, play.now)


def chat(who: str) -> Try:
    return lambda play: commands.chat(play.table, who, "Name", "hello", play.now)


def claim(who: str, away: bool) -> Try:
    return lambda play: hosting.claim(play.table, who, away, play.now)


def pledge(who: str, seat: int, attempt: int) -> Try:
    return lambda play: commands.pledge(play.table, who, seat, attempt, play.pledge_of(seat), play.now)


def reveal(who: str, seat: int, share: str = SHARE) -> Try:
    return lambda play: commands.reveal(play.table, who, seat, share, play.now)


def failed_but_full() -> Play:
    """Return a table whose host hasn't pledged another share since a start failed."""
    play = failed()
    play.do(commands.add_bot(play.table, guest(0), 1, "1", play.now))
    return play


def strict() -> Play:
    """Return a table whose host has locked seat 2, and removed and muted guest 1, who sat on seat 1."""
    play = Play(game("caro", 3), guests=[guest(0), guest(1), guest(2)])
    for seat in (0, 1):
        play.do(commands.sit_openly(play.table, guest(seat), "Name", seat, SHARE, play.now))
    play.do(hosting.mute(play.table, guest(0), guest(1), True, play.now))
    play.do(hosting.remove(play.table, guest(0), 1, play.now))
    play.do(hosting.lock_seat(play.table, guest(0), 2, True, play.now))
    return play


def all_seats_of_one_stranger() -> Play:
    return Play(game("caro"), guests=[STRANGER, STRANGER]).seated()


def in_the_lobby() -> Play:
    """Return a listed table at which a stranger has a seat."""
    play = Play(game("caro", 3), private=False)
    play.do(commands.sit_openly(play.table, STRANGER, "Name", 1, SHARE, play.now))
    return play


def racing_with_hints() -> Play:
    play = racing()
    play.do([HintsAllowed(play.now, True)])
    return play


def kept_for_both() -> Play:
    """Return a rematch before anybody has sat down."""
    play = resigned()
    created = rematches.create(play.table, guest(0), "next", SECRET, play.now)
    play.table, play.journal = Table.new(created), [created]
    return play


REFUSALS: list[tuple[str, str, Callable[[], Play], Try]] = [
    ("started", "the game has started; seats can't change", caro, sit(STRANGER, 0)),
    ("started", "the game has started; seats can't change", caro, hire(guest(0), 0)),
    ("started", "the game has started; seats can't change", caro, stand(guest(0), 0)),
    ("started", "the game has started; seats can't change", resigned, start(guest(0))),
    ("no_seat", "there is no seat 2; seats are 0 to 1", opened, sit(guest(0), 2)),
    ("no_seat", "there is no seat -1; seats are 0 to 1", opened, sit(guest(0), -1)),
    ("no_seat", "there is no seat 7; seats are 0 to 1", opened, hire(guest(0), 7)),
    ("no_seat", "there is no seat 7; seats are 0 to 1", caro, act(guest(0), 7, 0)),
    ("no_seat", "there is no seat -1; seats are 0 to 1", caro, act(guest(0), CHANCE, 0)),
    ("taken", "seat 0 is taken; free are 1", lonely, sit(STRANGER, 0)),
    ("taken", "seat 0 is taken; free are 1", lonely, sit(guest(0), 0)),
    ("taken", "seat 0 is taken; free are 1", lonely, hire(guest(0), 0)),
    ("taken", "seat 1 is taken; no seat is free", lambda: opened().seated(), sit(STRANGER, 1)),
    ("reserved", "seat 0 is kept for Bertrand; no seat is free", kept_for_both, sit(STRANGER, 0)),
    ("reserved", "seat 0 is kept for Bertrand; no seat is free", kept_for_both, sit(guest(0), 0)),
    ("started", "the game has started; seats can't change", caro, rename(guest(0), 0)),
    ("not_yours", "seat 0 is not yours; you have none here", lonely, rename(STRANGER, 0)),
    ("not_host", "only the host can do that", lonely, hire(STRANGER, 1)),
    ("not_host", "only the host can do that", lonely, allow_hints(STRANGER)),
    ("started", "the game has started; seats can't change", caro, allow_hints(guest(0))),
    ("no_hints", "hints are off at this table; the host can allow", caro, ask_hint(guest(0), 0)),
    ("no_hints", "there are no hints in a race against other people", racing_with_hints, ask_hint(guest(0), 0)),
    ("not_your_turn", "there is nothing for you to decide", hinted, ask_hint(guest(1), 2)),
    ("not_yours", "seat 0 is not yours; yours: 2", hinted, ask_hint(guest(1), 0)),
    ("not_yours", "players can do that for other people", caro, hand_over(STRANGER, 0, guest(0))),
    ("not_yours", "players can do that for other people", against_a_bot, hand_over(guest(0), 1, "")),
    ("present", "Bertrand is here, or was a moment ago", caro, hand_over(guest(0), 1)),
    ("stand_in", "a bot plays for Ada already", away, hand_over(guest(1), 0, guest(0))),
    ("not_started", "hasn't started yet", lonely, hand_over(guest(0), 0, guest(0))),
    ("no_seat", "there is no seat 7; seats are 0 to 1", caro, hand_over(guest(0), 7)),
    ("not_host", "only the host can do that", lambda: opened().seated(), start(STRANGER)),
    ("not_host", "only the host can do that", all_seats_of_one_stranger, start(STRANGER)),
    ("not_host", "only the host can do that", lonely, remove(STRANGER, 0)),
    ("not_host", "only the host can do that", lonely, lock(STRANGER, 1)),
    ("not_host", "only the host can do that", lonely, mute(STRANGER, guest(0))),
    ("no_seat", "nobody else sits on seat 0", lonely, remove(guest(0), 0)),
    ("no_seat", "nobody else sits on seat 1", lonely, remove(guest(0), 1)),
    ("no_seat", "only others who sit here or have written", lonely, mute(guest(0), STRANGER)),
    ("no_seat", "only others who sit here or have written", lonely, mute(guest(0), guest(0))),
    ("started", "the game has started; seats can't change", caro, remove(guest(0), 1)),
    ("started", "the game has started; seats can't change", caro, lock(guest(0), 1)),
    ("started", "the game has started; seats can't change", caro, claim(guest(1), True)),
    ("removed", "the host has removed you from this table; you can watch", strict, sit(guest(1), 1)),
    ("locked", "the host has locked seat 2; free are 1", strict, sit(STRANGER, 2)),
    ("muted", "the host has muted you", strict, chat(guest(1))),
    ("too_many", "everybody but the host has one seat", in_the_lobby, sit(STRANGER, 2)),
    ("host_here", "the host is here, or was a moment ago", in_the_lobby, claim(STRANGER, False)),
    ("not_yours", "only those who have a seat can take over", lonely, claim(STRANGER, True)),
    ("seats", "nobody is in seat 1 yet; invite somebody or add a bot", lonely, start(guest(0))),
    ("not_yours", "seat 0 is not yours; you have none here", lonely, stand(STRANGER, 0)),
    ("not_yours", "seat 1 is not yours; yours: 0", lonely, stand(guest(0), 1)),
    ("not_yours", "seat 1 is not yours; yours: 0", caro, act(guest(0), 1, 0)),
    ("not_yours", "seat 0 is not yours; you have none here", caro, act(STRANGER, 0, 0)),
    ("not_yours", "seat 0 is not yours; you have none here", caro, act("", 0, 0)),
    ("not_yours", "seat 1 is not yours; you have none here", against_a_bot, act("", 1, 0)),
    ("not_yours", "seat 1 is not yours; yours: 0", against_a_bot, resign(guest(0), 1)),
    ("not_yours", "seat 0 is not yours; yours: 1", caro, resign(guest(1), 0)),
    ("not_yours", "seat 0 is not yours; yours: 1", asking, request_undo(guest(1), 0)),
    ("not_yours", "seat 1 is not yours; yours: 0", asking, answer_undo(guest(0), 1, True)),
    ("not_yours", "seat 0 is not yours; yours: 1", away, come_back(guest(1), 0)),
    ("not_yours", "only the players can ask", resigned, rematch(STRANGER)),
    ("not_yours", "only the players can ask", resigned, go_on(STRANGER)),
    ("not_started", "hasn't started yet; the host starts it", lonely, act(guest(0), 0, 0)),
    ("not_started", "hasn't started yet; the host starts it", lonely, resign(guest(0), 0)),
    ("not_started", "hasn't started yet; the host starts it", lonely, request_undo(guest(0), 0)),
    ("not_started", "hasn't started yet; the host starts it", lonely, come_back(guest(0), 0)),
    ("over", "the game is over; you can ask for a rematch", resigned, act(guest(0), 0, 0)),
    ("over", "the game is over; you can ask for a rematch", resigned, resign(guest(0), 0)),
    ("over", "the game is over; you can ask for a rematch", resigned, request_undo(guest(0), 0)),
    ("over", "the game is over; you can ask for a rematch", resigned, answer_undo(guest(0), 0, True)),
    ("over", "the game is over; you can ask for a rematch", resigned, come_back(guest(0), 0)),
    ("stale", "has moved on; look at it again", caro, act(guest(0), 0, 0, late=1)),
    ("stale", "in attempt 2; pledge a share for that", failed, pledge(guest(0), 0, 1)),
    ("share", "seat 0 has pledged a share already", lambda: opened().pledged(), pledge(guest(0), 0, 1)),
    ("share", "shares are revealed when the game starts", lambda: opened().pledged(), reveal(guest(0), 0)),
    ("share", "shares are revealed when the game starts", caro, reveal(guest(0), 0, "6" * 32)),
    ("share", "this isn't the share that seat 1 has pledged", starting, reveal(guest(1), 1)),
    ("share", "send a share of 32 to 64 hexadecimal digits", starting, reveal(guest(1), 1, "-")),
    ("not_yours", "seat 1 is not yours; yours: 0", starting, reveal(guest(0), 1)),
    ("starting", "the game is starting: it waits for everybody's share", starting, sit(STRANGER, 1)),
    ("unpledged", "Ada must open the table first, to pledge", failed_but_full, start(guest(0))),
    ("stale", "has moved on; look at it again", caro, act(guest(0), 0, 0, late=-1)),
    ("illegal", "is against caro.", caro, act(guest(1), 1, 0)),
    ("unknown_action", "action 99999 is not in 0..902", caro, act(guest(0), 0, 99_999)),
    ("unknown_action", "lay", caro, lambda play: commands.action_number(play.table, {"do": "lay", "x": 9})),
    ("unknown_action", "action -1 is not in 0..902", caro, act(guest(0), 0, -1)),
    ("unknown_action", "is not in 0..902", caro, act(guest(0), 0, 2**80)),
    ("stand_in", "a bot plays for you; take your seat back first", away, act(guest(0), 0, 0)),
    ("stand_in", "a bot plays for you; take your seat back first", away, answer_undo(guest(0), 0, False)),
    ("stand_in", "a bot plays for you; take your seat back first", given_up_by_one_of_three, resign(guest(1), 1)),
    ("stand_in", "yourself; no bot has taken it", away, come_back(guest(1), 1)),
    ("time_up", "the bot plays this turn, then you can take your seat back", out_of_time, come_back(guest(0), 0)),
    ("time_up", "the bot plays this turn, then you can take your seat back", out_of_time, act(guest(0), 0, 0)),
    ("time_up", "plays for you until the end of the game", lambda: out_of_time("game"), come_back(guest(0), 0)),
    ("time_up", "plays for you until the end of the game", lambda: out_of_time("game"), request_undo(guest(0), 0)),
    ("undo", "you have no move to undo", caro, request_undo(guest(0), 0)),
    (
        "undo",
        "Bertrand, who can't be asked; the move can be undone once they",
        away_after_dice,
        request_undo(guest(0), 0),
    ),
    ("undo", "Bertrand, who can't be asked, so the move can't be undone", out_after_dice, request_undo(guest(0), 0)),
    ("undo", "Ada has already asked; wait for the answers", asking, request_undo(guest(0), 0)),
    ("undo", "nothing was asked, or you have answered", asking, answer_undo(guest(0), 0, True)),
    ("undo", "nothing was asked, or you have answered", caro, answer_undo(guest(1), 1, True)),
    ("playing", "isn't over yet; ask for a rematch then", caro, rematch(guest(0))),
    ("playing", "isn't over yet; ask for a rematch then", lonely, rematch(guest(0))),
    ("rematch", "there already is a rematch, at table next", rematched, rematch(guest(1))),
    ("rematch", "there already is a rematch, at table next", rematched, go_on(guest(1))),
    (
        "chat",
        "the message is empty; write something",
        caro,
        lambda play: commands.chat(play.table, guest(0), "Ada", "", play.now),
    ),
]
