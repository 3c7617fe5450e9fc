"""Commands: each one is carried out, or refused with a reason and without a trace."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import carreau
from carreau.core.errors import CarreauError, OptionError, SeatsError, UnknownGame
from carreau.core.game import ALL, CHANCE, RACE
from carreau.games.catalogue import game
from carreau.table import commands, hints, hosting, timers
from carreau.table import rematch as rematches
from carreau.table.apply import COMMANDS_KEPT
from carreau.table.commands import Refused
from carreau.table.events import (
    Acted,
    BotAdded,
    CameBack,
    Ended,
    HintsAllowed,
    Sat,
    Sealed,
    Started,
    Stood,
    TakenOver,
)
from carreau.table.fairness import FairnessError
from carreau.table.snapshots import restored, saved
from carreau.table.table import Table
from tests.clauses import clause
from tests.table.fair import share_for
from tests.table.play import (
    BOT,
    SECRET,
    SHARE,
    Play,
    against_a_bot,
    asking,
    at_all,
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


# Every refusal


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


@pytest.mark.parametrize(("code", "message", "make", "attempt"), REFUSALS)
def test_a_refusal_says_what_would_be_right_and_changes_nothing(
    code: str, message: str, make: Callable[[], Play], attempt: Try
) -> None:
    play = make()
    before = saved(play.table)
    with pytest.raises(Refused, match=re.escape(message)) as refusal:
        attempt(play)
    assert refusal.value.code == code
    assert saved(play.table) == before
    assert (refusal.value.clause != "") == (code == "illegal")


def test_every_refusal_that_there_is_was_tried() -> None:
    files = (Path(carreau.__file__).parent / "table").glob("*.py")
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    codes = set(re.findall(r'Refused\(\s*"(\w+)"', source))
    assert codes == {code for code, *_ in REFUSALS}


def test_an_illegal_action_names_the_clause() -> None:
    play = caro()
    play.act(0, "red 0,0")
    refusal = play.refusal(play.deciding, 1, play.table.game.parse("red 1,0"))
    assert (refusal.code, refusal.clause, str(refusal)) == ("illegal", "caro.7", "red 1,0 is against caro.7")


def test_a_table_that_nobody_can_play_at_is_not_put_up() -> None:
    with pytest.raises(UnknownGame, match="did you mean caro"):
        commands.create("t", "karo", 2, {}, "host", SECRET, 0.0)
    with pytest.raises(SeatsError, match="caro is for 2, 3, 4 players, not 9"):
        commands.create("t", "caro", 9, {}, "host", SECRET, 0.0)
    with pytest.raises(OptionError):
        commands.create("t", "caro", 2, {"speed": 9}, "host", SECRET, 0.0)


def test_shares_and_levels_are_checked() -> None:
    play = opened()
    before = saved(play.table)
    with pytest.raises(FairnessError, match="32 to 64 hexadecimal digits"):
        commands.sit_openly(play.table, guest(0), "Ada", 0, "my share", play.now)
    with pytest.raises(FairnessError, match="64 hexadecimal digits"):
        commands.sit(play.table, guest(0), "Ada", 0, 1, SHARE, play.now)
    with pytest.raises(CarreauError, match="levels are 1"):
        commands.add_bot(play.table, guest(0), 0, "99", play.now)
    assert saved(play.table) == before


def test_an_action_may_be_named_by_its_fields() -> None:
    play = caro()
    for action in play.match.state.legal(0):
        assert commands.action_number(play.table, play.table.game.fields(action)) == action
        assert commands.action_number(play.table, action) == action


# Taking seats and starting


def test_sitting_standing_and_bots() -> None:
    play = opened()
    now = play.now
    pledge = play.pledge_of(1)
    assert play.do(commands.sit(play.table, STRANGER, "Eve", 1, 1, pledge, now)) == [
        Sat(now, 1, STRANGER, "Eve", "", pledge)
    ]
    assert play.do(commands.stand(play.table, STRANGER, 1, now)) == [Stood(now, 1)]
    assert play.do(commands.sit_openly(play.table, STRANGER, "Eve", 1, share_for(1), now)) == [
        Sat(now, 1, STRANGER, "Eve", share_for(1), pledge)
    ]
    assert (play.table.seats[1].taken, play.table.members, play.table.people) == (True, [STRANGER], [1])
    assert play.do(commands.stand(play.table, STRANGER, 1, now)) == [Stood(now, 1)]
    assert play.do(commands.add_bot(play.table, guest(0), 1, "2", now)) == [BotAdded(now, 1, "2")]
    assert play.do(commands.add_bot(play.table, guest(0), 1, "4", now)) == [BotAdded(now, 1, "4")]
    assert (play.table.seats[1].bot, play.table.seats[1].name, play.table.people) == ("4", "Opal", [])
    assert play.refused(commands.stand, play.table, STRANGER, 1, now) == "not_yours"
    play.do(commands.stand(play.table, guest(0), 1, now))
    assert not play.table.seats[1].taken


def test_a_host_can_make_nobody_stand_up() -> None:
    play = opened().seated()
    assert play.refused(commands.stand, play.table, guest(0), 1, play.now) == "not_yours"


def test_what_is_dealt_before_the_first_decision_belongs_to_the_start() -> None:
    play = Play(game("raufer")).seated()
    happened = commands.start(play.table, guest(0), play.now)
    assert happened[:2] == [Sealed(play.now), Started(play.now)]
    assert len(happened) > 3
    assert all(isinstance(event, Acted) and event.actor == CHANCE for event in happened[2:])
    assert play.table.status == "open"
    play.do(happened)
    assert play.playing
    assert len(play.table.waiting()) == 1


# Repeated and late commands


def test_what_was_said_once_is_heard_once() -> None:
    play = caro()
    for ref in ("a", "a", "b"):
        play.do(commands.chat(play.table, guest(0), "Ada", "hello", play.later(), ref))
    play.do(commands.chat(play.table, guest(1), "Bo", "hello", play.later(), "a"))
    assert [(line.guest, line.command) for line in play.table.chat] == [
        (guest(0), "a"),
        (guest(0), "b"),
        (guest(1), "a"),
    ]


def test_the_same_command_counts_once() -> None:
    play = caro()
    decision, action = play.table.decision, play.table.game.parse("red 0,0")
    assert play.do(play.send(0, decision, action, "ref-1")) == [Acted(play.now, 0, action, "ref-1")]
    before = saved(play.table)
    assert play.send(0, decision, action, "ref-1") == []
    assert saved(play.table) == before
    play.act(1, "black 1,0")
    assert play.send(0, decision, action, "ref-1") == []
    assert restored(saved(play.table)).commands == play.table.commands
    play.do(commands.resign(play.table, guest(1), 1, play.later()))
    assert play.send(0, decision, action, "ref-1") == []


def test_a_command_belongs_to_its_seat() -> None:
    """Another player may have chosen the same id."""
    play = caro()
    play.act(0, "red 0,0", "ref")
    assert len(play.act(1, "black 1,0", "ref")) == 1


def test_a_command_that_was_forgotten_is_stale_all_the_same() -> None:
    play = Play(game("caro", 4, {"rounds": 3})).started()
    decision, (seat, action) = play.table.decision, play.choose()
    play.do(play.send(seat, decision, action, "first"))
    for number in range(5 * COMMANDS_KEPT):
        seat_now, action_now = play.choose()
        play.do(play.deciding(seat_now, action_now, f"ref-{number}"))
    assert play.refused(play.send, seat, decision, action, "first") == "stale"


def test_what_others_do_lets_no_command_be_forgotten() -> None:
    play = Play(game("caro", 4, {"rounds": 3})).started()
    decision, (seat, action) = play.table.decision, play.choose()
    play.do(play.send(seat, decision, action, "first"))
    for number in range(6 * COMMANDS_KEPT):
        seat_now, action_now = play.choose()
        play.do(play.deciding(seat_now, action_now, "" if seat_now == seat else f"ref-{number}"))
    play.table = restored(saved(play.table))
    assert play.send(seat, decision, action, "first") == []


def test_a_command_without_a_name_is_never_the_same() -> None:
    play = caro()
    play.act(0, "red 0,0")
    decision = play.table.decision
    play.act(1, "black 1,0")
    assert play.refused(play.send, 1, decision, play.table.game.parse("black 1,0")) == "stale"


# Simultaneous commands


def test_where_all_commit_nobody_is_too_late() -> None:
    play = at_all()
    decision, asked = play.table.decision, play.now
    for count, seat in enumerate([2, 0, 3, 1], start=1):
        assert play.table.decision == decision
        action = play.match.state.legal(seat)[0]
        assert play.do(play.send(seat, decision, action, "pass"))
        assert play.send(seat, decision, action, "pass") == []
        if count < 4:
            assert seat not in play.table.waiting()
            second = play.refusal(play.deciding, seat, action)
            assert (second.code, second.clause) == ("illegal", "plan.r8")
            assert play.table.began == asked
    assert play.table.decision > decision
    assert play.match.state.current != ALL


def answers(play: Play) -> tuple[list[int], int]:
    """Return the wrong answers and a right one."""
    state, found = play.match.state, dict[int, bool]()
    for action in state.legal(0):
        after = state.clone()
        after.apply(0, action)
        found[action] = after.current != RACE
    (right,) = [action for action, is_right in found.items() if is_right]
    return [action for action in found if action != right], right


def test_two_wrong_answers_at_the_same_moment_both_count() -> None:
    play = racing()
    decision, (wrong, right) = play.table.decision, answers(play)
    for seat in (1, 0):
        assert play.do(play.send(seat, decision, wrong[0], "x"))
        second = play.refusal(play.send, seat, decision, right, "y")
        assert (second.code, second.clause) == ("illegal", "misd.r2")
    assert play.table.waiting() == [2]
    assert play.do(play.send(2, decision, right, "x"))
    assert play.table.decision > decision


def test_in_a_race_the_second_right_answer_is_too_late() -> None:
    play = racing()
    decision, (wrong, right) = play.table.decision, answers(play)
    ends = timers.race_deadline(play.table)
    assert ends is not None
    play.later()
    play.do(play.send(1, decision, right, "x"))
    for action in (right, *wrong):
        assert play.refused(play.send, 0, decision, action, "x") == "stale"
    assert timers.call_off(play.table, ends) == []


@clause("nuss.r4")
def test_a_call_is_not_too_late_because_somebody_has_asked_meanwhile() -> None:
    play = Play(game("nussknacker", 3)).started()
    asker, decision = play.match.state.on_clock()[0], play.table.decision
    question, call = play.match.state.legal(asker)[0], play.table.game.parse("announce 1")
    play.do(play.deciding(asker, question))
    assert play.table.decision > decision
    assert play.refused(play.send, asker, decision, question, "again") == "stale"
    play.table = restored(saved(play.table))
    play.do(play.send((asker + 2) % 3, decision, call, "call"))
    assert call in [move.action for move in play.match.moves]
    assert play.refused(play.send, asker, decision, call, "of the last deal") == "stale"


def test_whoever_announces_second_is_too_late() -> None:
    """In Nussknacker every action changes the decision of the others, so each one counts as a new decision."""
    play = Play(game("nussknacker", 3)).started()
    assert play.table.racing
    decision, action = play.table.decision, play.table.game.parse("announce 1")
    assert play.do(play.send(2, decision, action, "x"))
    assert play.refused(play.send, 1, decision, action, "x") == "stale"
    assert play.do(play.send(1, play.table.decision, action, "y"))


def test_a_question_in_a_race_is_a_new_decision() -> None:
    play = Play(game("nussknacker", 3)).started()
    decision = play.table.decision
    asker = next(seat for seat in range(3) if len(play.match.state.legal(seat)) > 12)
    play.do(play.deciding(asker, play.match.state.legal(asker)[0]))
    assert play.table.racing
    assert play.table.decision == decision + 1


# Resigning, leaving, coming back


def test_with_two_players_giving_up_ends_the_game() -> None:
    play = caro()
    assert play.do(commands.resign(play.table, guest(1), 1, play.later())) == [Ended(play.now, 1, "resigned")]
    assert (play.table.status, play.table.waiting(), play.table.racing) == ("over", [], False)


@pytest.mark.parametrize("why", ["resigned", "time"])
def test_a_record_tells_who_broke_the_game_off(why: str) -> None:
    play = caro()
    assert play.table.record().broken_off is None
    play.do(commands.given_up(play.table, 1, why, play.later()))
    assert play.table.record().broken_off == (1, why)


def test_a_record_tells_which_seats_bots_had_from_the_start() -> None:
    play = Play(game("caro", 3), absent="bot", guests=[guest(0), "", guest(2)]).started()
    play.do(commands.leave(play.table, guest(2), play.later()))
    assert play.table.seats[2].bot
    assert play.table.record().bots == [1]


def test_with_three_players_a_bot_goes_on() -> None:
    play = caro(3)
    assert play.do(commands.resign(play.table, guest(1), 1, play.later())) == [
        TakenOver(play.now, 1, commands.STAND_IN)
    ]
    assert play.playing
    assert play.finished().table.status == "over"


def test_leaving_before_the_game_frees_the_seats() -> None:
    play = Play(game("caro", 3), guests=[guest(0), guest(1), guest(1)]).seated()
    assert play.do(commands.leave(play.table, guest(1), play.later())) == [Stood(play.now, 1), Stood(play.now, 2)]
    assert play.table.members == [guest(0)]
    assert commands.leave(play.table, STRANGER, play.now) == []
    assert commands.leave(play.table, "", play.now) == []


def test_leaving_during_the_game_is_the_tables_choice() -> None:
    waits, goes_on = caro(), Play(game("caro"), absent="bot").started()
    assert commands.leave(waits.table, guest(0), waits.now) == []
    assert goes_on.do(commands.leave(goes_on.table, guest(0), goes_on.now)) == [
        TakenOver(goes_on.now, 0, commands.STAND_IN)
    ]
    assert commands.leave(goes_on.table, guest(0), goes_on.now) == []
    assert commands.leave(resigned().table, guest(0), 0.0) == []


def test_a_bot_goes_on_for_who_is_away_too_long() -> None:
    play = Play(game("caro", 3), absent="bot", guests=[guest(0), guest(1), guest(1)])
    assert commands.miss(play.seated().table, guest(1), play.now) == []  # seats are kept until the game starts
    play.do(commands.start(play.table, guest(0), play.later()))
    play.do(commands.resign(play.table, guest(1), 2, play.later()))
    assert play.do(commands.miss(play.table, guest(1), play.later())) == [TakenOver(play.now, 1, commands.STAND_IN)]
    assert commands.miss(play.table, guest(1), play.now) == []
    assert commands.miss(play.table, STRANGER, play.now) == []
    assert commands.miss(caro().table, guest(0), play.now) == []


def test_a_stand_in_plays_until_the_player_is_back() -> None:
    play = away()
    action, decision = play.table.game.parse("red 0,0"), play.table.decision
    assert play.table.seats[0].bot == commands.STAND_IN
    play.do(commands.acted(play.table, 0, decision, action, "", play.later()))
    assert play.refused(commands.request_undo, play.table, guest(0), 0, play.now) == "stand_in"
    play.act(1, "black 1,0")
    assert play.do(commands.come_back(play.table, guest(0), 0, play.later())) == [CameBack(play.now, 0)]
    assert play.table.seats[0].bot == ""
    play.act(0, "grey 0,1")
