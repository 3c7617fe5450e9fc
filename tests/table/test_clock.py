"""Clocks: time runs for players who have to decide, for nobody else, and none is lost or gained in between."""

from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carreau.core.game import OVER, RACE, SPECTATOR
from carreau.games.catalogue import AnyGame, game
from carreau.table import commands, timers
from carreau.table.clock import READY_SECONDS, Clock
from carreau.table.events import AnyEvent, Ended, Flagged, Resumed, TakenOver, Undone, UndoRequested
from carreau.table.projection import project_clock, project_position
from carreau.table.types import DAY, AtFlag, ClockError, ClockSetting, Kind
from tests.table.play import Play, decoded, guest, in_words, out_of_time, short_games

MOVE = ClockSetting("move", 60.0)
GAME = ClockSetting("game", 300.0, 5.0)
DAYS = ClockSetting("days", 3 * DAY)
NONE = ClockSetting()


def clock(setting: ClockSetting, seats: int = 2) -> Clock:
    return Clock(setting, seats)


# Settings


@pytest.mark.parametrize("setting", [NONE, MOVE, GAME, DAYS, ClockSetting("game", 86_400.0, 3_600.0)])
def test_good_settings_pass(setting: ClockSetting) -> None:
    setting.check()


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        (ClockSetting("move", 0.5), "move has 1 to 3600 seconds, not 0.5"),
        (ClockSetting("move", 3_601.0), "move has 1 to 3600 seconds, not 3601"),
        (ClockSetting("game", 90_000.0), "game has 1 to 86400 seconds"),
        (ClockSetting("days", 31 * DAY), "days has 1 to 2592000 seconds"),
        (ClockSetting("days", -DAY), "days has 1 to"),
        (ClockSetting("game", nan), "not nan"),
        (ClockSetting("game", inf), "not inf"),
        (ClockSetting("game", 60.0, -1.0), "increment is 0 to 3600"),
        (ClockSetting("game", 60.0, nan), "increment is 0 to 3600"),
        (ClockSetting("move", 60.0, 5.0), "only a clock for the whole game has one"),
    ],
)
def test_nobody_can_play_with_other_settings(setting: ClockSetting, message: str) -> None:
    with pytest.raises(ClockError, match=message):
        setting.check()
    with pytest.raises(ClockError, match=message):
        commands.create("t", "caro", 2, {}, "host", bytes(32), 0.0, clock=setting)


# One clock


@pytest.mark.parametrize("setting", [MOVE, DAYS])
def test_each_turn_has_its_own_time(setting: ClockSetting) -> None:
    found = clock(setting)
    found.run([0], 100.0)
    assert found.left_at(0, 130.0) == setting.seconds - 30
    found.run([1], 140.0)
    assert found.left_at(0, 999.0) == setting.seconds - 40  # it is stopped
    found.run([0], 150.0)
    assert found.left_at(0, 150.0) == setting.seconds


def test_the_time_for_a_game_is_used_up_and_grows_with_each_turn() -> None:
    found = clock(GAME)
    found.run([0], 100.0)
    found.run([1], 140.0)
    assert found.left == [265.0, 300.0]
    found.run([0], 240.0)
    assert found.left == [265.0, 205.0]
    assert found.left_at(0, 250.0) == 255.0


@pytest.mark.parametrize("setting", [MOVE, GAME, DAYS])
def test_a_turn_of_several_actions_runs_through(setting: ClockSetting) -> None:
    found = clock(setting)
    for now in (100.0, 110.0, 120.0):
        found.run([0], now)
    assert found.left_at(0, 125.0) == setting.seconds - 25
    assert found.since == [100.0, None]


def test_lag_is_forgiven_but_gives_no_time() -> None:
    found = clock(ClockSetting("game", 300.0))
    found.run([0], 100.0)
    found.run([1], 110.0, lag=0.5)
    assert found.left == [290.5, 300.0]
    found.run([0], 110.2, lag=0.5)
    assert found.left == [290.5, 300.0]


def test_only_who_has_played_gets_the_increment() -> None:
    found = clock(GAME)
    found.run([0], 100.0)
    found.run([1], 110.0, played=False)
    assert found.left == [290.0, 300.0]
    found.stand_still(120.0)
    assert found.left == [290.0, 290.0]
    assert found.since == [None, None]


def test_a_late_move_finds_no_time_but_the_increment() -> None:
    found = clock(GAME)
    found.run([0], 100.0)
    found.run([1], 1_000.0)
    assert found.left == [5.0, 300.0]


def test_the_next_flag_is_the_earliest() -> None:
    found = clock(ClockSetting("game", 60.0), 3)
    assert found.next_flag() is None
    found.run([0], 100.0)
    found.run([1, 2], 110.0)
    found.run([0, 1, 2], 120.0)
    assert found.next_flag() == (120.0 + 50.0, 0)
    found.run([1, 2], 130.0)
    assert found.next_flag() == (170.0, 1)
    found.grant(1, 169.0)
    assert found.next_flag() == (170.0, 2)
    assert found.left_at(1, 179.0) == 50.0


def test_without_a_clock_nobody_is_flagged() -> None:
    found = clock(NONE)
    found.run([0], 100.0)
    assert not found.on
    assert found.next_flag() is None
    assert found.left_at(0, 1e9) == 0.0


def test_a_watch_that_is_put_back_gives_no_time() -> None:
    found = clock(GAME)
    found.run([0], 100.0)
    assert found.left_at(0, 50.0) == 300.0
    found.run([1], 50.0)
    assert found.left == [305.0, 300.0]


SETTINGS = st.one_of(
    st.builds(ClockSetting, st.just("game"), st.floats(1, 1000), st.floats(0, 60)),
    st.builds(ClockSetting, st.sampled_from(["move", "days"]), st.floats(1, 1000)),
    st.just(NONE),
)
STEPS = st.lists(st.tuples(st.sets(st.integers(0, 2)), st.floats(0, 400), st.floats(0, 3)), max_size=20)


@given(SETTINGS, STEPS, st.floats(0, 2000))
def test_time_is_never_negative_and_never_lost(
    setting: ClockSetting, steps: list[tuple[set[int], float, float]], wait: float
) -> None:
    found, now = clock(setting, 3), 1000.0
    for waiting, passed, lag in steps:
        before = [found.left_at(seat, now) for seat in range(3)]
        ran = [since is not None for since in found.since]
        now += passed
        unused = [found.left_at(seat, now) for seat in range(3)]
        for seat in range(3):
            spent = passed if ran[seat] else 0.0
            assert unused[seat] == pytest.approx(max(0.0, before[seat] - spent))
        found.run(waiting, now, lag)
        for seat in range(3):
            won = found.left_at(seat, now) - unused[seat]
            if seat in waiting and not ran[seat] and setting.kind in ("move", "days"):
                assert found.left_at(seat, now) == setting.seconds
            elif seat in waiting or not ran[seat]:
                assert won == pytest.approx(0.0)
            else:
                assert setting.increment - 1e-6 <= won <= setting.increment + min(lag, passed + lag) + 1e-6
        assert {seat for seat, since in enumerate(found.since) if since is not None} == waiting
        assert all(left >= 0 for left in found.left)
    for seat, since in enumerate(found.since):
        left = found.left_at(seat, now)
        ran_for = wait if since is not None else 0.0
        assert found.left_at(seat, now + wait) == pytest.approx(max(0.0, left - ran_for))
        if found.left_at(seat, now + wait) > 0:
            assert found.left_at(seat, now + wait) + ran_for == pytest.approx(left)


# The clock of a table


@pytest.mark.parametrize("made", short_games(), ids=in_words)
def test_the_clock_of_a_match_is_kept_right(made: AnyGame) -> None:
    """Compared with simple bookkeeping: the players who had to decide between two commands spent the time."""
    play = Play(made, clock=ClockSetting("game", 80_000.0, 3.0)).started()
    left = [80_000.0] * made.seats
    while play.playing and len(play.journal) < 150:
        due, began = deciders(play), play.now
        play.later(7.0)
        play.do(play.following(*play.choose()))
        for seat in due:
            left[seat] -= play.now - began
            left[seat] += 0.0 if seat in deciders(play) else 3.0
        assert play.table.clock.left == pytest.approx(
            [left[seat] + ran_since(play, seat) for seat in range(made.seats)]
        ), play.journal[-1]
        shown = project_clock(play.table, play.now)
        assert shown.left == pytest.approx(left)
        assert shown.running == deciders(play)


def deciders(play: Play) -> list[int]:
    """List the seats whose time should run."""
    return [] if play.match.state.current == OVER else play.match.state.on_clock()


def ran_since(play: Play, seat: int) -> float:
    since = play.table.clock.since[seat]
    return 0.0 if since is None else play.now - since


def test_a_throw_of_dice_does_not_break_a_turn() -> None:
    """Neither a full clock nor an increment for a player who continues after a roll."""
    for setting in (MOVE, GAME):
        play = Play(game("schlauraff"), clock=setting).started()
        turns = [chance_in_a_turn(play) for _ in range(20)]
        assert any(turns)


def chance_in_a_turn(play: Play) -> bool:
    """Make one action; return whether dice were rolled and the same seat continues."""
    (seat,), since = play.table.waiting(), list(play.table.clock.since)
    left = play.table.clock.left_at(seat, play.now)
    happened = play.step()
    if len(happened) == 1 or play.table.waiting() != [seat]:
        return False
    assert play.table.clock.since == since
    assert play.table.clock.left_at(seat, play.now) == left - 1.0
    return True


def test_the_lag_of_a_move_is_forgiven_where_dice_follow() -> None:
    play = Play(game("carre"), clock=ClockSetting("game", 300.0)).started()
    play.later(10.0)
    play.do(play.deciding(0, play.table.game.parse("end"), lag=0.5))
    assert play.table.waiting() == [1]
    assert play.table.clock.left == [290.5, 300.0]


def test_nothing_runs_in_a_race() -> None:
    play = Play(game("misd"), clock=ClockSetting("game", 60.0, 0.0, "forfeit")).started()
    assert play.table.racing
    assert project_clock(play.table, play.now).running == []
    assert timers.flag(play.table, play.later(1e6)) == []


def test_nothing_runs_after_the_end() -> None:
    for play in (Play(game("bauab"), clock=GAME).started().finished(), resigned(GAME)):
        assert play.table.clock.next_flag() is None
        assert timers.flag(play.table, play.later(1e6)) == []


def resigned(setting: ClockSetting) -> Play:
    play = Play(game("caro"), clock=setting).started()
    play.do(commands.resign(play.table, guest(1), 1, play.later()))
    return play


def test_time_stands_still_when_a_game_is_broken_off() -> None:
    play = resigned(GAME)
    assert play.table.clock.left == [299.0, 300.0]


def test_taking_back_gives_nobody_an_increment_and_costs_nobody_else_time() -> None:
    play = Play(game("caro"), clock=GAME).started()
    play.act(0, "red 0,0")
    play.do(commands.request_undo(play.table, guest(0), 0, play.later(10.0)))
    assert play.table.clock.left == [299.0, 300.0]
    assert play.table.clock.since == [play.now, None]


def test_whoever_takes_back_goes_on_with_what_was_left_of_their_turn() -> None:
    play = Play(game("caro"), clock=ClockSetting("move", 60.0)).started()
    play.later(39.0)
    play.act(0, "red 0,0")
    play.do(commands.request_undo(play.table, guest(0), 0, play.later()))
    assert play.table.clock.left_at(0, play.now) == 20.0


def test_taking_back_within_a_turn_leaves_its_time_as_it_is() -> None:
    play = Play(game("carre"), clock=ClockSetting("game", 60.0, 30.0, "forfeit")).started()
    play.later(35.0)
    play.do(play.deciding(0, next(iter(play.match.state.legal(0)))))
    assert play.table.waiting() == [0]
    play.do(commands.request_undo(play.table, guest(0), 0, play.later()))
    assert play.table.clock.left_at(0, play.now) == 24.0
    assert timers.expire(play.table, play.now) == []


def test_turns_of_others_that_are_taken_back_have_earned_nothing_either() -> None:
    play = Play(game("caro"), clock=GAME).started()
    play.act(0, "red 0,0")
    play.act(1, "black 0,1")
    play.do(commands.request_undo(play.table, guest(0), 0, play.later()))
    play.do(commands.answer_undo(play.table, guest(1), 1, True, play.later()))
    assert play.match.moves == []
    assert play.table.clock.left == [299.0, 299.0]


def test_where_there_is_no_clock_its_numbers_mean_nothing() -> None:
    """Otherwise they would grow without bounds, and such a table can't be stored."""
    play = Play(game("caro"), clock=ClockSetting("none", 1.7e308, 1.7e308)).started()
    assert play.created.clock == ClockSetting()


# The flag


def flagged(name: str, seats: int, kind: Kind, at_flag: AtFlag) -> tuple[Play, list[AnyEvent]]:
    """Return a table on which the time of seat 0 has just run out, and the events that follow."""
    play = Play(game(name, seats), clock=ClockSetting(kind, 60.0, 0.0, at_flag)).started()
    due = play.table.clock.next_flag()
    assert due == (play.now + 60.0, 0)
    assert timers.flag(play.table, due[0] - 0.001) == []
    play.now = due[0]
    return play, play.do(timers.flag(play.table, play.now))


@pytest.mark.parametrize("kind", ["move", "game", "days"])
def test_a_table_can_wait(kind: Kind) -> None:
    """However long: nothing is written meanwhile, and no timer runs."""
    play = Play(game("caro"), clock=ClockSetting(kind, 60.0)).started()
    assert timers.next_expiry(play.table) is None
    assert timers.expire(play.table, play.later(1e6)) == []
    assert project_clock(play.table, play.now).left == [0.0, 60.0]
    play.act(0, "red 0,0")
    play.act(1, "black 0,1")
    assert play.table.clock.left_at(0, play.now) == (0.0 if kind == "game" else 60.0)


@pytest.mark.parametrize("kind", ["move", "game", "days"])
def test_a_bot_can_go_on(kind: Kind) -> None:
    play, happened = flagged("caro", 2, kind, "bot")
    assert happened == [Flagged(play.now, 0), TakenOver(play.now, 0, commands.STAND_IN)]
    assert play.table.seats[0].bot == commands.STAND_IN
    assert play.table.clock.left_at(0, play.now) == 60.0
    assert play.do(timers.flag(play.table, play.later(60.0))) == [Flagged(play.now, 0)]  # bots only get more time
    play.act(0, "red 0,0")


@pytest.mark.parametrize("kind", ["move", "game", "days"])
def test_with_two_players_the_game_can_be_lost(kind: Kind) -> None:
    play, happened = flagged("caro", 2, kind, "forfeit")
    assert happened == [Ended(play.now, 0, "time")]
    assert play.table.status == "over"
    assert project_clock(play.table, play.now).left == [0.0, 60.0]


def test_with_more_players_a_bot_goes_on_for_who_has_lost_on_time() -> None:
    play, happened = flagged("caro", 3, "game", "forfeit")
    assert happened == [Flagged(play.now, 0), TakenOver(play.now, 0, commands.STAND_IN)]
    assert play.playing


@pytest.mark.parametrize("kind", ["move", "days"])
def test_whose_flag_has_fallen_plays_again_when_the_bot_has_played_their_turn(kind: Kind) -> None:
    """However many actions that turn has: otherwise each of them would get its own clock."""
    play = out_of_time(kind, name="carre")
    play.do(play.deciding(0, play.match.state.legal(0)[0]))
    assert play.table.waiting() == [0]
    assert play.refused(commands.come_back, play.table, guest(0), 0, play.now) == "time_up"
    play.act(0, "end")
    play.until(lambda: play.table.waiting() == [0])
    play.do(commands.come_back(play.table, guest(0), 0, play.later()))
    play.act(0, "end")


@pytest.mark.parametrize(("kind", "at_flag"), [("game", "bot"), ("game", "forfeit"), ("move", "forfeit")])
def test_where_time_is_up_for_good_a_bot_plays_to_the_end(kind: Kind, at_flag: AtFlag) -> None:
    play = out_of_time(kind, at_flag)
    while play.playing:
        assert play.refused(commands.come_back, play.table, guest(0), 0, play.now) == "time_up"
        play.step()


@pytest.mark.parametrize(("kind", "again"), [("move", True), ("game", False)])
def test_with_a_turn_that_is_taken_back_its_flag_is_forgotten_but_not_that_of_the_game(kind: Kind, again: bool) -> None:
    play = Play(game("caro"), clock=ClockSetting(kind, 60.0, 0.0, "bot")).started()
    play.act(0, "red 0,0")
    play.do(timers.flag(play.table, play.later(60.0)))
    assert play.refused(commands.come_back, play.table, guest(1), 1, play.now) == "time_up"
    assert play.do(commands.request_undo(play.table, guest(0), 0, play.later())) == [Undone(play.now, 0, 1)]
    if again:
        play.do(commands.come_back(play.table, guest(1), 1, play.later()))
    else:
        assert play.refused(commands.come_back, play.table, guest(1), 1, play.now) == "time_up"


def test_nobody_wins_a_new_clock_by_taking_back_what_the_bot_did() -> None:
    play = out_of_time("move")
    play.act(0, "red 0,0")
    play.do(commands.come_back(play.table, guest(0), 0, play.later()))
    assert play.do(commands.request_undo(play.table, guest(0), 0, play.later())) == [UndoRequested(play.now, 0)]


@pytest.mark.parametrize("kind", ["move", "game"])
def test_nobody_wins_a_new_clock_by_leaving_before_the_flag_falls(kind: Kind) -> None:
    """A bot that stands in gets more time, but not the player who comes back."""
    play = Play(game("caro"), clock=ClockSetting(kind, 60.0, 0.0, "bot"), absent="bot").started()
    play.do(commands.leave(play.table, guest(0), play.later(59.0)))
    assert play.do(timers.flag(play.table, play.later())) == [Flagged(play.now, 0)]
    assert play.refused(commands.come_back, play.table, guest(0), 0, play.now) == "time_up"


def test_leaving_and_coming_back_wins_no_time() -> None:
    play = Play(game("caro"), clock=GAME, absent="bot").started()
    left = play.table.clock.left_at(0, play.later(200.0))
    play.do(commands.leave(play.table, guest(0), play.now))
    play.do(commands.come_back(play.table, guest(0), 0, play.now))
    assert play.table.clock.left_at(0, play.now) == left == 100.0


# The clock of a race


@pytest.mark.parametrize("mode", ["simple", "hard"])
def test_before_the_first_race_everybody_gets_ready_and_nothing_is_drawn(mode: str) -> None:
    made = game("misd", 2, {"mode": mode})
    play = Play(made).seated()
    play.do(commands.start(play.table, guest(0), play.now))
    assert play.playing
    assert play.match.moves == []
    for pov in (SPECTATOR, 0, 1):
        position = decoded(project_position(play.table, pov))
        assert (position.view, position.legal) == (made.start().view(pov).to_json(), [])
    ready = timers.ready_at(play.table)
    assert ready == play.now + READY_SECONDS
    assert timers.deal(play.table, ready - 0.1) == []
    assert timers.call_off(play.table, ready + 1e6) == []
    play.do(timers.deal(play.table, ready))
    assert play.table.racing
    assert timers.race_deadline(play.table) == ready + float(made.options["timeout"])
    assert timers.ready_at(play.table) is None
    assert timers.deal(play.table, ready + 1e6) == []


@pytest.mark.parametrize("made", [game("caro"), game("raufer"), game("nussknacker")], ids=in_words)
def test_a_game_without_hurry_begins_at_once(made: AnyGame) -> None:
    play = Play(made).seated()
    play.do(commands.start(play.table, guest(0), play.now))
    assert timers.ready_at(play.table) is None
    assert play.table.waiting()


def test_a_game_that_is_given_up_while_people_get_ready_does_not_go_on() -> None:
    play = Play(game("misd")).seated()
    play.do(commands.start(play.table, guest(0), play.now))
    play.do(commands.resign(play.table, guest(1), 1, play.later()))
    assert timers.deal(play.table, play.later(1e6)) == []


def test_a_race_is_called_off_after_the_time_of_its_game() -> None:
    play = Play(game("misd", 2, {"timeout": 45})).started()
    began, decision = play.now, play.table.decision
    assert timers.call_off(play.table, began + 44.9) == []
    play.now = began + 45.0
    happened = play.do(timers.call_off(play.table, play.now))
    assert len(happened) == 2  # the time-out, and the next card
    assert play.table.decision > decision
    assert timers.race_deadline(play.table) == play.now + 45.0


def test_a_wrong_answer_does_not_restart_the_clock_of_a_race() -> None:  # misd.r9
    play = Play(game("misd", 3, {"mode": "hard", "others_go_on": True})).started()
    ends = timers.race_deadline(play.table)
    play.later(20.0)
    play.do(play.deciding(0, wrong_answer(play)))
    assert play.table.racing
    assert timers.race_deadline(play.table) == ends == play.table.began + 60.0


def wrong_answer(play: Play) -> int:
    """Return an action that leaves the race to the others."""
    state = play.match.state
    for action in state.legal(state.waiting()[0]):
        after = state.clone()
        after.apply(state.waiting()[0], action)
        if after.current == RACE:
            return action
    raise AssertionError("every answer ends the race")


def test_a_race_without_a_clock_is_never_called_off() -> None:
    play = Play(game("nussknacker")).started()
    assert play.table.racing
    assert timers.race_deadline(play.table) is None
    assert timers.call_off(play.table, play.now + 1e6) == []


def test_no_race_no_time_to_call() -> None:
    play = Play(game("caro")).started()
    assert timers.race_deadline(play.table) is None
    assert timers.call_off(play.table, play.now + 1e6) == []


# Timers


def test_the_alarm_rings_for_whatever_is_due_first() -> None:
    play = Play(game("misd", 2, {"timeout": 45}), clock=GAME).seated()
    assert timers.next_expiry(play.table) is None
    play.do(commands.start(play.table, guest(0), play.now))
    for waits in (READY_SECONDS, 45.0, 45.0):
        due = timers.next_expiry(play.table)
        assert due == play.now + waits
        assert timers.expire(play.table, due - 0.1) == []
        play.now = due
        assert play.do(timers.expire(play.table, due))
    play.do(commands.resign(play.table, guest(1), 1, play.later()))
    assert timers.next_expiry(play.table) is None
    assert timers.expire(play.table, play.later(1e6)) == []


def test_the_alarm_rings_for_whose_time_is_up_first() -> None:
    play = Play(game("caro"), clock=ClockSetting("game", 300.0, 5.0, "forfeit")).started()
    play.act(0, "red 0,0")
    falls = timers.next_expiry(play.table)
    assert falls == play.now + 300.0
    assert timers.expire(play.table, falls) == [Ended(falls, 1, "time")]


@pytest.mark.parametrize(
    "setting", [ClockSetting("game", 300.0, 5.0, "forfeit"), ClockSetting("move", 60.0, 0.0, "bot")]
)
def test_nobody_loses_time_while_nobody_kept_it(setting: ClockSetting) -> None:
    """As after a night in which the server was down: the player to move continues with the time they had."""
    play = Play(game("caro"), clock=setting).started()
    play.act(0, "red 0,0")
    falls = timers.next_expiry(play.table)
    assert falls is not None
    assert timers.expire(play.table, falls + timers.LATE)[0] != Resumed(falls + timers.LATE)  # a little late
    play.now = falls + 8 * 3600.0
    assert play.do(timers.expire(play.table, play.now)) == [Resumed(play.now)]
    assert play.table.clock.left_at(1, play.now) == setting.seconds
    assert timers.next_expiry(play.table) == play.now + setting.seconds
    play.act(1, "black 0,1")


def test_a_race_that_nobody_could_run_begins_anew() -> None:
    play = Play(game("misd")).started()
    for _ in range(2):  # before the first card, and before it is called off
        due = timers.next_expiry(play.table)
        assert due is not None
        play.now = due + 3600.0
        events, waits = len(play.match.moves), due - play.table.began
        assert play.do(timers.expire(play.table, play.now)) == [Resumed(play.now)]
        assert (len(play.match.moves), timers.next_expiry(play.table)) == (events, play.now + waits)
        play.now += waits
        assert play.do(timers.expire(play.table, play.now))


def test_without_any_clock_no_alarm_rings() -> None:
    assert timers.next_expiry(Play(game("caro")).started().table) is None
