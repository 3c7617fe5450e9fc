"""Openings: positions are told apart by what everybody saw, and by nothing else."""

from pathlib import Path
from typing import Final

import pytest

from carreau.bots.performance import shares_of_win
from carreau.core.game import CHANCE, SPECTATOR
from carreau.core.record import Record, read
from carreau.games.catalogue import GAMES, game, game_class
from carreau.study.openings import LONGEST, opening, position_name, positions, results

RECORDS: Final = Path(__file__).parents[1] / "records"


def kept(name: str) -> Record:
    text = (RECORDS / f"{name}-{game_class(name).SEATS[0]}.carreau").read_text(encoding="utf-8")
    return read(text, game)


@pytest.mark.parametrize("name", GAMES)
def test_an_opening_contains_what_all_saw_with_the_result(name: str) -> None:
    record = kept(name)
    won, found = shares_of_win(record.game, record.final()), opening(record)
    assert won is not None
    numbers = [number for number, (actor, _) in enumerate(record.moves) if actor != CHANCE][:LONGEST]
    befores = list(record.positions())
    seen = [number for number in numbers if SPECTATOR not in befores[number].unseen_by(*record.moves[number])]
    assert [(each.actor, each.action) for each in found] == [record.moves[number] for number in seen]
    assert [each.position for each in found] == [position_name(record.game, record.moves[:number]) for number in seen]
    assert all(each.share == won[each.actor] for each in found)
    assert [result.share for result in results(record)] == won


@pytest.mark.parametrize("name", ["raufer", "nussknacker", "qarre"])
def test_the_name_of_a_position_tells_nothing_that_is_hidden(name: str) -> None:
    """Another deal that a spectator can't tell apart leads to the same position."""
    record = kept(name)
    state, other = record.game.start(), list[tuple[int, int]]()
    for actor, action in record.moves:
        hidden = SPECTATOR in state.unseen_by(actor, action)
        if actor != CHANCE:
            break
        other.append((actor, state.legal(CHANCE)[-1] if hidden else action))
        state.apply(*other[-1])
    dealt = record.moves[: len(other)]
    assert other != dealt
    assert position_name(record.game, other) == position_name(record.game, dealt)


def test_positions_differ_by_game_options_and_moves() -> None:
    two, three, chosen = game("caro", 2), game("caro", 3), game("caro", 2, {"rounds": "2"})
    names = [position_name(made, []) for made in (two, three, chosen)]
    legal = two.start().legal(0)
    names += [position_name(two, [(0, action)]) for action in legal[:2]]
    assert len(set(names)) == len(names)


def test_what_comes_later_than_an_opening_has_no_name() -> None:
    record = kept("caro")
    assert position_name(record.game, record.moves[: LONGEST - 1])
    assert position_name(record.game, record.moves[:LONGEST]) == ""
    assert len(list(positions(record.game, record.moves))) == len(record.moves) + 1


def test_a_game_without_a_result_has_no_opening() -> None:
    whole = kept("caro")
    begun = Record(whole.game, whole.names, whole.moves[:5])
    assert opening(begun) == []
    assert [result.share for result in results(begun)] == [None, None]
