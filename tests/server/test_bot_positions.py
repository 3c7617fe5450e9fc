"""The knowledge that bot workers get of a table: all that a seat knows, and nothing that is hidden from it."""

import pytest

from carreau.core.rng import Rng
from carreau.games.catalogue import GAMES, game
from carreau.server.bot_positions import history, known
from carreau.server.bot_protocol import framed
from tests.hidden import HIDING
from tests.server.bots import at, in_process
from tests.table.play import Play

MOVES = 60  # of a game; enough for every kind of hidden card


@pytest.mark.parametrize("name", GAMES)
def test_a_worker_sees_what_the_seat_sees(name: str) -> None:
    play = Play(game(name)).started()
    for _ in range(MOVES):
        if play.match.over:
            break
        for seat in play.match.state.waiting():
            position = known(play.table, seat)
            assert at(position).view(seat) == play.match.state.view(seat)
            assert at(position).waiting() == play.match.state.waiting()
            assert (position == history(play.table)) == (name not in HIDING)
        play.step()


@pytest.mark.parametrize("name", HIDING)
def test_equal_views_make_equal_questions(name: str) -> None:
    """Whatever is hidden: not a bit of it is in the message."""
    play, differed = Play(game(name)).started(), 0
    for number in range(MOVES):
        match = play.match
        if match.over:
            break
        for seat in match.state.waiting():
            truth, asked = match.state, framed(known(play.table, seat))
            match.state = match.game.guess(truth.view(seat), Rng(number + 1))
            differed += match.state.fingerprint() != truth.fingerprint()
            assert framed(known(play.table, seat)) == asked
            match.state = truth
        play.step()
    assert differed


@pytest.mark.parametrize("name", HIDING)
def test_a_bot_decides_the_same_as_if_it_sat_at_the_table(name: str) -> None:
    play = Play(game(name)).started()
    for _ in range(5):
        position = known(play.table, play.match.state.waiting()[0])
        assert in_process(position, "2", 7) == in_process(history(play.table), "2", 7)
        play.step()
