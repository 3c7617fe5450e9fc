"""A table is the sum of its events: stored, loaded or restored it stays the same, and its dice can be proved."""

from inspect import signature
from types import NoneType
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from carreau.cli.bench import build
from carreau.cli.verify import lines_of_moves, outcomes
from carreau.core.record import read
from carreau.games.catalogue import AnyGame, game
from carreau.table import commands
from carreau.table.apply import CHAT_KEPT, after, apply
from carreau.table.events import AnyEvent, Created, decode, encode
from carreau.table.snapshots import BadSnapshot, TableSnapshot, replayed, restored, saved
from carreau.table.table import RulesChanged, Table
from carreau.verify import NoProof, Verdict, proof_in, verify
from tests.table.fair import fair_record
from tests.table.play import (
    Play,
    asking,
    at_all,
    away,
    caro,
    failed,
    guest,
    hinted,
    in_words,
    lonely,
    opened,
    out_of_time,
    racing,
    rematched,
    short_games,
    starting,
)

TAGS = """created sat hired stood renamed hintsallowed removed
seatlocked released spectatorsallowed muted hostchanged startwanted pledged sealed revealed startfailed started acted
askedback answeredback takenback hinted takenover
cameback flagged resumed ended chatted goneon"""


def again(event: AnyEvent) -> AnyEvent:
    found: AnyEvent = decode(encode(event))
    return found


@pytest.mark.parametrize("made", short_games(), ids=in_words)
def test_a_table_can_be_loaded_at_any_moment(made: AnyGame) -> None:
    """One copy lives on stored events, one on a new snapshot before each command: all three stay the same."""
    play = Play(made, guests=[guest(seat) for seat in range(made.seats - 1)] + [""])
    created = again(play.created)
    assert isinstance(created, Created)
    copies = [replayed([created]), restored(saved(play.table))]

    def follow(event: AnyEvent) -> None:
        for copy in copies:
            apply(copy, again(event))

    play.watch = follow
    play.started()
    play.do(commands.chat(play.table, guest(0), "Ada", "hello", play.later()))
    while play.playing and len(play.journal) < 160:
        same(play, copies)
        copies[1] = restored(saved(copies[1]))
        choice = play.choose()
        ahead = play.following(*choice)
        play.table, truth = copies[1], play.table
        assert play.following(*choice) == ahead
        play.table = truth
        play.later()
        play.do(play.following(*choice))
    same(play, copies)


def same(play: Play, copies: list[Table]) -> None:
    truth = saved(play.table)
    for copy in copies:
        assert saved(copy) == truth
        assert copy.event_count == len(play.journal)


def test_everything_that_can_happen_is_loaded_again() -> None:
    """Including what random matches don't do: undo, leaving, flags, a rematch."""
    situations = (
        asking(),
        away(),
        out_of_time(),
        out_of_time("game"),
        rematched(),
        racing(),
        at_all(),
        lonely(),
        hinted(),
        starting(),
        failed(),
    )
    for play in situations:
        loaded = replayed(again(event) for event in play.journal)
        assert saved(loaded) == saved(play.table) == saved(restored(saved(play.table)))


def test_taking_back_is_loaded_again() -> None:
    play = asking()
    play.do(commands.answer_undo(play.table, guest(1), 1, True, play.later()))
    play.act(0, "end", "ref")
    loaded = replayed(again(event) for event in play.journal)
    assert saved(loaded) == saved(play.table)


def test_loading_a_snapshot_replays_nothing() -> None:
    """Nonsense in place of the moves doesn't affect the position."""
    play = Play(game("carre")).started()
    play.act(0, "end")
    data: dict[str, Any] = msgspec.json.decode(saved(play.table))
    data["match"]["moves"] = [[0, 0, [], False, []]] * 5
    loaded = restored(msgspec.json.encode(data))
    assert loaded.match
    assert loaded.match.state.fingerprint() == play.match.state.fingerprint()
    assert [move.action for move in loaded.match.moves] == [0] * 5


def test_what_changes_later_leaves_an_earlier_table_as_it_is() -> None:
    """Whatever happens to the copy, and in whatever order the two continue."""
    for play in (asking(), away(), out_of_time(), out_of_time("game"), racing(), at_all(), lonely()):
        table = replayed(play.journal[:1])
        for event in play.journal[1:]:
            before, number = saved(table), table.event_count
            later = after(table, [event]).table
            assert (saved(table), table.event_count, later.event_count) == (before, number, number + 1)
            table = later
        assert saved(table) == saved(play.table)


@pytest.mark.parametrize(
    "damage", [{"seats": 1}, {"chairs": []}, {"match": {"position": {}, "moves": []}}, {"clock": 0}]
)
def test_a_snapshot_of_another_version_is_told_from_a_good_one(damage: dict[str, Any]) -> None:
    data: dict[str, Any] = msgspec.json.decode(saved(caro().table))
    with pytest.raises(BadSnapshot):
        restored(msgspec.json.encode({**data, **damage}))


def test_a_snapshot_has_the_fields_of_a_table() -> None:
    assert TableSnapshot.__struct_fields__ == tuple(signature(Table).parameters)
    if build() == "pure":  # compiled classes lack some of their types
        assert get_type_hints(TableSnapshot) | {"return": NoneType} == get_type_hints(Table.__init__)


def test_talk_is_kept_up_to_a_measure() -> None:
    play = caro()
    for number in range(CHAT_KEPT + 5):
        play.do(commands.chat(play.table, guest(0), "Ada", f"{number}", play.now))
    assert [line.text for line in restored(saved(play.table)).chat] == [f"{n}" for n in range(5, CHAT_KEPT + 5)]


def test_a_table_by_other_rules_is_refused() -> None:
    created = msgspec.structs.replace(opened().created, rules=99)
    with pytest.raises(RulesChanged, match="under version 99 of the rules of caro; this is version 1"):
        Table.new(created)
    with pytest.raises(BadSnapshot):
        restored(saved(opened().table).replace(b'"rules":1', b'"rules":99'))


def test_the_secret_is_in_no_error_and_no_log() -> None:
    play = lonely()
    assert play.created.secret not in repr(play.created) + str([play.created])
    assert play.created.secret.encode() in encode(play.created)


# Fair dice


def verified(text: str) -> Verdict:
    record = read(text, game)
    return verify(proof_in(record.dice, record.game.seats), outcomes(record, lines_of_moves(text)))


@pytest.mark.parametrize("made", short_games(), ids=in_words)
def test_the_dice_of_a_table_are_the_published_ones(made: AnyGame) -> None:
    """The same players with dice outside any table play the same game."""
    play = Play(made).started().finished()
    record = play.table.record()
    assert record.moves == fair_record(made, limit=5000, dice=play.table.dice).moves
    found = verified(record.write())
    assert found.fair
    assert found.checked == play.match.draws


def test_dice_can_be_verified_after_giving_up_and_taking_back() -> None:
    play = asking()
    with pytest.raises(NoProof, match="the secret is still hidden"):
        verified(play.table.record().write())
    play.do(commands.answer_undo(play.table, guest(1), 1, True, play.later()))
    for _ in range(4):
        play.step()
    play.do(commands.resign(play.table, guest(1), 1, play.later()))
    found = verified(play.table.record().write())
    assert found.fair
    assert found.checked == play.match.draws > 1


def test_stored_names_never_change() -> None:
    """Whatever the classes and attributes are called: stored games must open."""
    assert [kind.__struct_config__.tag for kind in get_args(AnyEvent)] == TAGS.split()
