"""Taking seats, leaving them and starting."""

import pytest

from carreau.core.game import CHANCE
from carreau.games.catalogue import game
from carreau.table import commands
from carreau.table.events import Acted, BotAdded, CameBack, Ended, Sat, Sealed, Started, Stood, TakenOver
from tests.table.fair import share_for
from tests.table.play import Play, away, caro, guest, opened, resigned
from tests.table.refusals import STRANGER


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
