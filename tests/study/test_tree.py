"""Studies: variation trees, their laws, and their forms as files and links."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carreau.core.errors import IllegalMove, PositionError, RecordError
from carreau.core.record import read
from carreau.games.catalogue import GAMES, game, game_from_outside
from carreau.study.file import read_study, write_study
from carreau.study.link import read_link, write_link
from carreau.study.reading import opened
from carreau.study.setup import guessed, parts_of, position_from_parts
from carreau.study.tree import MOST_MOVES, StudyError, StudyNode, StudyTree
from tests.goldens import RECORDS
from tests.study.trees import FEW, grown, shape


@pytest.mark.parametrize("name", GAMES)
@FEW
@given(data=st.data())
def test_files_and_links_contain_the_whole_study(name: str, data: st.DataObject) -> None:
    tree = grown(game(name), data)
    file, link = write_study(tree), write_link(tree)
    for again in (read_study(file, game), read_link(link, game), opened(file, game), opened(link, game)):
        assert shape(again.root) == shape(tree.root)
        assert (again.names, again.game.options) == (tree.names, tree.game.options)
    assert (write_study(read_study(file, game)), write_link(read_link(link, game))) == (file, link)


@FEW
@given(data=st.data())
def test_each_position_is_where_its_moves_lead(data: st.DataObject) -> None:
    tree = grown(game("caro"), data)
    for node in tree.nodes():
        state = tree.first()
        for actor, action in node.path():
            tree.game.act(state, actor, action)
        assert state.fingerprint() == tree.state(node).fingerprint()


@FEW
@given(data=st.data())
def test_a_promoted_position_is_on_the_main_line_and_nothing_is_lost(data: st.DataObject) -> None:
    tree = grown(game("bauab"), data)
    nodes = list(tree.nodes())
    node = data.draw(st.sampled_from(nodes))
    node.promote()
    assert tree.root.end().path()[: len(node.path())] == node.path()
    assert set(tree.nodes()) == set(nodes)


@FEW
@given(data=st.data())
def test_what_follows_a_deleted_position_is_gone(data: st.DataObject) -> None:
    tree = grown(game("bauab"), data)
    nodes = list(tree.nodes())
    node = data.draw(st.sampled_from(nodes[1:]))
    gone = {each for each in nodes if each.path()[: len(node.path())] == node.path()}
    assert node.delete() is node.parent
    assert set(tree.nodes()) == set(nodes) - gone


def test_the_same_move_leads_to_the_same_position() -> None:
    tree = StudyTree(game("bauab"))
    assert tree.play(tree.root, -1, 0) is tree.play(tree.root, -1, 0)
    with pytest.raises(IllegalMove, match=r"bauab\.3"):
        tree.play(tree.root, 0, 5)
    with pytest.raises(StudyError, match="the start"):
        tree.root.delete()


def test_variations_may_be_nested_as_deeply_as_there_are_moves() -> None:
    """Nothing here is recursive: a file of strangers can't exhaust the stack."""
    tree = StudyTree(game("misd"))
    node, deep = tree.root, 0
    while len(node.path()) < 400 and tree.state(node).legal(-1):
        first, *others = tree.state(node).legal(-1)
        tree.play(node, -1, first)
        node = tree.play(node, -1, (others or [first])[0])
        deep += bool(others)
    assert deep > 1
    tokens = list(tree.tokens())
    assert tokens.count("(") == tokens.count(")") == deep
    assert write_link(read_link(write_link(tree), game)) == write_link(tree)


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*-2.carreau")), ids=lambda path: path.stem)
def test_every_record_is_a_study_with_one_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree = opened(text, game)
    assert tree.root.end().path() == read(text, game).moves
    assert tree.record().final().fingerprint() == read(text, game).final().fingerprint()


# What is refused

STUDY = """carreau study 1
game: caro
rules: 1
seats: 2
options: honour=off rounds=1
seat 0: Ada
seat 1: Bo
moves:
note: Look
0 red 0,0
1 black 1,0
(
  1 black 0,1
  name: other
)
end: 3 moves
"""


def test_a_study_is_read_as_people_write_it() -> None:
    tree = read_study("\ufeff" + STUDY.replace("\n", "\n\n"), game)
    assert [(len(node.path()), node.name, node.note) for node in tree.nodes()] == [
        (0, "", "Look"),
        (1, "", ""),
        (2, "", ""),
        (2, "other", ""),
    ]


@pytest.mark.parametrize(
    ("damage", "line", "reason"),
    [
        (lambda _: "hello", 1, "this isn't a study"),
        (lambda text: text.replace("game: caro", "game: chess"), 5, "chess isn't a game here"),
        (lambda text: text.replace("rules: 1", "rules: 7"), 3, "written with version 7 of the rules"),
        (lambda text: text.replace("black 0,1", "black 0,0"), 13, "black 0,0 is against caro.3"),
        (lambda text: text.replace("0 red 0,0\n1 black 1,0\n", ""), 10, "a variation replaces the move before it"),
        (lambda text: text.replace("  1 black 0,1\n  name: other\n", ""), 13, "a variation needs a move"),
        (lambda text: text.replace("(\n", ""), 12, "is against caro."),
        (lambda text: text.replace(")\n", ""), 15, "1 variation has no end"),
        (lambda text: text.replace(")\n", ")\n)\n"), 16, "none has begun"),
        (lambda text: text.replace("0 red", "0 rod"), 10, "is not one of red"),
        (lambda text: text.replace("0 red", "9 red"), 10, "a move must start with"),
        (lambda text: text.replace("end: 3", "end: 4"), 16, "'end: 3 moves' should be here"),
        (lambda text: text.replace("end: 3 moves\n", ""), 16, "is incomplete"),
        (lambda text: text + "more", 17, "nothing may follow the end"),
        (lambda text: text.replace("name: other", "name: a\n  name: b"), 15, "a position has one name"),
        (lambda text: text.replace("name: other", "name: " + "a" * 81), 14, "at most 80"),
        (lambda text: text.replace("note: Look", "note: \x1b[31m"), 9, "printable"),
    ],
)
def test_a_damaged_study_is_refused_with_the_line(damage: Callable[[str], str], line: int, reason: str) -> None:
    with pytest.raises(RecordError, match=re.escape(reason)) as refused:
        read_study(damage(STUDY), game)
    assert refused.value.line == line


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("game=caro", "seats must be a number"),
        ("game=caro&seats=999999999999", "seats must be a number"),
        ("game=chess&seats=2", "chess isn't a game here"),
        ("game=caro&game=caro&seats=2", "game may be there once"),
        ("game=caro&seats=2&option=rounds.99", "rounds=99 is not in"),
        ("game=caro&seats=2&name=Ada", "not 1"),
        ("game=caro&seats=2&name=A&name=%1b", "printable"),
        ("game=bauab&seats=2&moves=*0.!", "can't be read"),
        ("game=bauab&seats=2&moves=*zzzzzz", "is not in 0.."),
        ("game=bauab&seats=2&moves=90", "there is no seat 9"),
        ("game=bauab&seats=2&moves=*0.*0", "against bauab"),
        ("game=caro&seats=2&moves=-*0_", "replaces the move before"),
        ("game=bauab&seats=2&moves=*0-", "no end"),
        ("game=bauab&seats=2&moves=*0_", "none has begun"),
        ("game=bauab&seats=2&moves=*0&label=7.x", "there is no position '7'"),
        ("game=bauab&seats=2&moves=*0&label=x", "there is no position 'x'"),
        ("game=bauab&seats=2&moves=*0&note=1.%00", "printable"),
        ("game=caro&seats=2&position=%5B%5D", "a position must be a table"),
        ("game=caro&seats=2&position=" + "%5B" * 100_000, "written as JSON"),
        ("game=plan&seats=2&option=deck./etc/passwd", "local files"),
        ("game=caro&seats=2" + "&name=A" * 20_000, "this isn't a link to a study"),
        ("game=bauab&seats=2&moves=" + "*0.01-" * 60_000, "against bauab"),
    ],
)
def test_a_hostile_link_is_refused_in_words(link: str, reason: str) -> None:
    with pytest.raises((RecordError, PositionError), match=re.escape(reason)):
        opened(link, game_from_outside)


def test_a_study_has_at_most_so_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(opened(STUDY, game).root.children) == 1
    monkeypatch.setattr("carreau.study.tree.MOST_MOVES", 2)
    with pytest.raises(RecordError, match="at most 2 moves"):
        opened(STUDY, game)
    assert MOST_MOVES == 5_000


# Positions set up by hand


@pytest.mark.parametrize("name", GAMES)
@FEW
@given(data=st.data())
def test_a_study_may_begin_anywhere(name: str, data: st.DataObject) -> None:
    tree = grown(game(name), data)
    end = tree.root.end()
    state = tree.state(end)
    parts = parts_of(tree.game, state)
    assert position_from_parts(tree.game, parts).fingerprint() == state.fingerprint()
    begun = StudyTree(tree.game, tree.names, state)
    for again in (opened(write_study(begun), game), opened(write_link(begun), game)):
        assert again.first().fingerprint() == state.fingerprint()
    with pytest.raises(StudyError, match="has no record"):
        begun.record()


@pytest.mark.parametrize("name", GAMES)
@FEW
@given(data=st.data())
def test_a_guessed_position_looks_the_same_and_can_be_played_on(name: str, data: st.DataObject) -> None:
    tree = grown(game(name), data)
    state = tree.state(tree.root.end())
    for seat in (-1, *range(tree.game.seats)):
        world = guessed(tree.game, state, seat, seed=data.draw(st.integers(0, 9)))
        assert world.view(seat) == state.view(seat)
        again = position_from_parts(tree.game, parts_of(tree.game, world))
        assert again.fingerprint() == world.fingerprint()


def test_an_impossible_position_is_refused_with_its_clause() -> None:
    made = game("bauab")
    parts = parts_of(made, made.start())
    assert list(parts) == ["board", "vacated", "hands", "current"]
    with pytest.raises(PositionError, match=r"bauab\.3: chips have been laid before the lot"):
        position_from_parts(made, {**parts, "hands": "[[0,0,0,0,0,0],[0,0,0,0,0,0]]"})


def test_a_name_is_one_line() -> None:
    with pytest.raises(StudyError, match="one line"):
        StudyNode().rename("two\nlines")
