"""Projections: nothing beyond a viewer's View, whatever else may be true, and no secret too early."""

from collections.abc import Callable, Iterator, Sequence

import msgspec
import pytest

from carreau.core.game import CHANCE, SPECTATOR, State
from carreau.core.result import Result
from carreau.core.rng import Rng
from carreau.games.about import about
from carreau.games.catalogue import GAMES, AnyGame, game, game_class, variants
from carreau.games.texts import text
from carreau.table import commands, rematch
from carreau.table.apply import after
from carreau.table.commands import Refused
from carreau.table.events import Acted, AnyEvent
from carreau.table.match import Match
from carreau.table.messages import Ending, PublicMove, TableUpdate
from carreau.table.projection import (
    PositionProjector,
    ending,
    first_pov,
    may_view,
    numbered_fields,
    project_change,
    project_move,
    project_moves,
    project_outcome,
    project_position,
    project_table,
)
from carreau.table.table import Table
from carreau.table.types import ClockSetting, Move
from tests.effort import EFFORT
from tests.hidden import HIDING
from tests.play import sent
from tests.table.play import Play, decoded, guest, in_words, short_games, updated

Eyes = Callable[[Table, int], object]
STRANGERS = 4  # actions to try in order to compare refusals
ALTERNATIVES = 2
EVERY = 3  # compare at about one moment in this many
ENOUGH = 25 * EFFORT  # comparisons of each kind
LEAKING = ["carat", "qarre", "plan", "raufer", "nussknacker"]  # games in which every planted leak shows


def hidden_games() -> list[AnyGame]:
    """List every game with hidden information, with all numbers of seats, default and most unusual options."""
    found = []
    for name in HIDING:
        for seats in game_class(name).SEATS:
            made = [each for each in variants(name) if each.seats == seats and not each.options.get("open_hands")]
            found += [made[0], made[-1]]
    return found


def honest(table: Table, pov: int) -> object:
    """Return everything that reaches a viewer."""
    return project_table(table, table.changed + 1.0), project_position(table, pov), project_moves(table, pov)


def match_of(table: Table) -> Match:
    assert table.match is not None
    return table.match


# The law


class Leak(Exception):
    """A message that depends on something its receiver must not know."""


class Spy:
    """A viewer from every point of view, who compares the real messages with those of worlds that look the same."""

    def __init__(self, made: AnyGame, seed: int, eyes: Eyes = honest) -> None:
        self.play = Play(made, seed, clock=ClockSetting("game", 600.0, 2.0))
        self.rng = Rng(seed)
        self.eyes = eyes
        self.guesses = 0  # comparisons of positions that really differed
        self.others = 0
        self.play.watch = self.unseen_alternatives

    def walk(self, steps: int) -> None:
        self.play.started()
        for _ in range(steps):
            if not self.play.playing:
                break
            if self.now_and_then():
                for pov in self.povs():
                    self.other_worlds(pov)
            self.play.step()

    def now_and_then(self) -> bool:
        return bool(self.rng.below(EVERY) == 0)

    def povs(self) -> list[int]:
        return [SPECTATOR, *range(self.play.table.game.seats)]

    def heard(self, table: Table, pov: int) -> bytes:
        return msgspec.json.encode(self.eyes(table, pov))

    # Another position that looks the same

    def other_worlds(self, pov: int) -> None:
        table, match = self.play.table, self.play.match
        strangers = [int(self.rng.below(table.game.num_actions)) for _ in range(STRANGERS)]
        said = self.heard(table, pov), answers(table, pov, strangers)
        truth, events = match.state, match.log
        match.state = table.game.guess(truth.view(pov), self.rng)
        match.log = [self.veiled(move, pov) for move in events]
        self.guesses += match.state.fingerprint() != truth.fingerprint()
        same = (self.heard(table, pov), answers(table, pov, strangers)) == said
        match.state, match.log = truth, events
        if not same:
            raise Leak(f"pov {pov} can tell the position from a guess")

    def veiled(self, move: Move, pov: int) -> Move:
        """Return any other action of the kind, if the viewer didn't see which it was."""
        if pov not in move.unseen:
            return move
        verb = self.play.table.game.ACTIONS.verb(move.action)
        return Move(move.actor, verb.first + int(self.rng.below(verb.size)), move.unseen, move.drawn, ())

    # Another action that was not seen

    def unseen_alternatives(self, event: AnyEvent) -> None:
        if not isinstance(event, Acted):
            return
        state = self.play.match.state
        unseen = state.unseen_by(event.actor, event.action)
        for other in self.alternatives(state, event) if unseen and self.now_and_then() else ():
            one, instead = self.applied(event), self.applied(msgspec.structs.replace(event, action=other))
            for pov in set(unseen) & set(state.unseen_by(event.actor, other)):
                self.others += 1
                if self.heard(one, pov) != self.heard(instead, pov):
                    text = self.play.table.game.text
                    raise Leak(f"pov {pov} can tell {text(event.action)} from {text(other)}")

    def alternatives(self, state: State, event: Acted) -> Iterator[int]:
        others = [action for action in state.legal(event.actor) if action != event.action]
        for _ in range(min(ALTERNATIVES, len(others))):
            yield others[int(self.rng.below(len(others)))]

    def applied(self, event: Acted) -> Table:
        return after(self.play.table, [event]).table


def answers(table: Table, pov: int, actions: list[int]) -> list[tuple[str, str, str]]:
    """Return the refusals and effects of actions that a seat might try."""
    return [answer(table, pov, action) for action in actions] if pov != SPECTATOR else []


def answer(table: Table, seat: int, action: int) -> tuple[str, str, str]:
    try:
        commands.acted(table, seat, table.decision, action, "", table.changed)
    except Refused as refusal:
        return refusal.code, str(refusal), refusal.clause
    return "", "", ""


@pytest.mark.parametrize("made", hidden_games(), ids=in_words)
def test_nobody_is_told_more_than_they_may_know(made: AnyGame) -> None:
    spied(made)


def spied(made: AnyGame, eyes: Eyes = honest) -> None:
    """Play matches until enough was compared; raise Leak if anything leaks."""
    guesses = others = 0
    for seed in range(1, 20 * EFFORT):
        spy = Spy(made, seed, eyes)
        spy.walk(60)
        guesses, others = guesses + spy.guesses, others + spy.others
        if min(guesses, others) >= ENOUGH:
            return
    raise AssertionError(f"too little is hidden here: {guesses} guesses and {others} unseen actions were others")


# Tests of the law


def all_fields(table: Table, _look: int) -> object:
    return [PublicMove(move.actor, table.game.fields(move.action), True) for move in match_of(table).moves]


def the_fields_of_others(table: Table, pov: int) -> object:
    """Hide the wrong moves."""
    return [table.game.fields(move.action) for move in match_of(table).moves if pov in move.unseen]


def what_others_may_do(table: Table, _look: int) -> object:
    legal = match_of(table).state.legal
    return [numbered_fields(table.game.ACTIONS, action) for seat in table.waiting() for action in legal(seat)]


def how_much_others_may_do(table: Table, _look: int) -> object:
    return [len(match_of(table).state.legal(seat)) for seat in table.waiting()]


def who_has_a_choice(table: Table, _look: int) -> object:
    """Show only some of the seats that are waited for, depending on their cards."""
    return [seat for seat in table.waiting() if len(match_of(table).state.legal(seat)) % 2]


def the_view_of_another(table: Table, pov: int) -> object:
    return project_position(table, (pov + 1) % table.game.seats)


def a_number_that_knows(table: Table, _look: int) -> object:
    """Number decisions depending on what was done."""
    return table.decision + sum(move.action for move in match_of(table).moves)


def the_whole_position(table: Table, _look: int) -> object:
    return match_of(table).state.fingerprint()


def what_is_to_come(table: Table, _look: int) -> object:
    return match_of(table).state.legal(CHANCE)


LEAKS: list[tuple[Eyes, list[str]]] = [
    (all_fields, LEAKING),
    (the_fields_of_others, LEAKING),
    (what_others_may_do, LEAKING),
    (how_much_others_may_do, ["nussknacker"]),
    (who_has_a_choice, ["nussknacker"]),
    (the_view_of_another, LEAKING),
    (a_number_that_knows, LEAKING),
    (the_whole_position, LEAKING),
    (what_is_to_come, LEAKING),
]


@pytest.mark.parametrize(("eyes", "name"), [(eyes, name) for eyes, names in LEAKS for name in names])
def test_a_planted_leak_is_found(eyes: Eyes, name: str) -> None:
    with pytest.raises(Leak):
        spied(game(name), eyes)


# The secret


@pytest.mark.parametrize("made", short_games(), ids=in_words)
def test_the_secret_is_shown_when_the_game_is_over_and_not_before(made: AnyGame) -> None:
    play = Play(made)
    secret = play.created.secret.encode()
    assert secret not in everything(play)
    play.started()
    while play.playing:
        if len(play.journal) % 7 == 0:
            assert secret not in everything(play) + play.table.record().write().encode()
        play.step()
    assert secret in msgspec.json.encode(project_table(play.table, play.now))
    assert secret in play.table.record().write().encode()


def everything(play: Play) -> bytes:
    """Return everything that all viewers are told together."""
    povs = [SPECTATOR, *range(play.table.game.seats)]
    return msgspec.json.encode([honest(play.table, pov) for pov in povs])


def test_the_commitment_is_shown_before_anybody_sits_and_never_changes() -> None:
    play = Play(game("nussknacker"))
    first = project_table(play.table, play.now).commitment
    assert first == play.dice.commitment
    play.started().finished()
    assert project_table(play.table, play.now).commitment == first


def test_the_secret_is_shown_after_giving_up() -> None:
    play = Play(game("raufer", 3), absent="bot").started()
    play.do(commands.resign(play.table, guest(0), 0, play.later()))
    assert project_table(play.table, play.now).secret == ""  # a bot continues
    two = Play(game("qarre")).started()
    two.do(commands.resign(two.table, guest(0), 0, two.later()))
    assert project_table(two.table, two.now).secret == two.created.secret


# Contents


def test_a_table_is_shown_as_it_is() -> None:
    play = Play(game("caro", 3), guests=[guest(0), guest(1), ""], clock=ClockSetting("game", 60.0)).seated()
    shown = project_table(play.table, play.now)
    assert (shown.status, shown.waiting, shown.race, shown.outcome, shown.asking) == ("open", [], False, None, -1)
    assert [(seat.name, seat.guest, seat.level) for seat in shown.seats] == [
        ("Ada", guest(0), ""),
        ("Bertrand", guest(1), ""),
        ("Jade", "", "random"),
    ]
    assert project_position(play.table, 0) is None
    assert project_moves(play.table, 0) == []
    play.do(commands.start(play.table, guest(0), play.later()))
    shown = project_table(play.table, play.now + 10.0)
    assert (shown.status, shown.waiting) == ("playing", [0])
    assert (shown.clock.left, shown.clock.running) == ([50.0, 60.0, 60.0], [0])


def test_who_asks_and_who_agreed_is_shown() -> None:
    play = Play(game("carre", 3)).started()
    play.act(0, "end")
    play.do(commands.request_undo(play.table, guest(0), 0, play.later()))
    play.do(commands.answer_undo(play.table, guest(2), 2, True, play.later()))
    shown = project_table(play.table, play.now)
    assert (shown.asking, shown.agreed) == (0, [0, 2])


def test_what_may_be_done_is_shown_to_who_may_do_it() -> None:
    play = Play(game("raufer")).started()
    (seat,) = play.table.waiting()
    for pov in (SPECTATOR, 0, 1, 2):
        position = decoded(project_position(play.table, pov))
        expected = play.match.state.legal(seat) if pov == seat else []
        assert [fields["id"] for fields in position.legal] == expected
        assert position.view == sent(play.match.state.view(pov))
        assert (position.pov, position.decision) == (pov, play.table.decision)
    assert [play.table.game.ACTIONS.id(without_id(fields)) for fields in listed_now(play, seat)] == (
        play.match.state.legal(seat)
    )


@pytest.mark.parametrize("made", short_games(), ids=in_words)
def test_positions_that_are_projected_together_show_each_seat_its_own_view(made: AnyGame) -> None:
    """If nothing is hidden, the common part is encoded once for all."""
    play = Play(made).started()
    for _ in range(30):
        together, state = PositionProjector(play.table), play.match.state
        for pov in (SPECTATOR, *range(made.seats)):
            position = decoded(together.project(pov))
            assert (position.pov, position.view) == (pov, sent(state.view(pov)))
            expected = state.legal(pov) if pov in play.table.waiting() else []
            assert [fields["id"] for fields in position.legal] == expected
        if not play.playing:
            break
        play.step()


def test_an_update_holds_what_has_changed_about_a_table() -> None:
    play = Play(game("caro")).seated()
    assert project_change(play.table, play.table, play.now) == TableUpdate(waiting=[])
    stood = after(play.table, commands.stand(play.table, guest(1), 1, play.now)).table
    assert project_change(play.table, stood, play.now).seats == project_table(stood, play.now).seats
    start = after(play.table, commands.start(play.table, guest(0), play.now)).table
    assert project_change(play.table, start, play.now).status == "playing"
    play.do(commands.start(play.table, guest(0), play.now))
    over = after(play.table, commands.resign(play.table, guest(0), 0, play.now)).table
    ending = project_change(play.table, over, play.now)
    assert (ending.status, ending.secret) == ("over", play.created.secret)
    assert ending.outcome == project_table(over, play.now).outcome
    linked = after(over, rematch.link(over, guest(0), "new", play.now)).table
    assert project_change(over, linked, play.now).rematch == "new"


@pytest.mark.parametrize("made", short_games(), ids=in_words)
def test_updates_lead_to_what_a_snapshot_shows(made: AnyGame) -> None:
    play = Play(made, clock=ClockSetting("game", 600.0, 2.0, "bot")).started()
    for _ in range(30):
        if play.playing:
            play.step()
    if play.playing:
        play.do(commands.resign(play.table, guest(0), 0, play.later()))
    table = Table.new(play.created)
    shown = project_table(table, play.created.at)
    for event in play.journal:
        change = after(table, [event])
        shown, table = updated(shown, project_change(table, change.table, event.at)), change.table
        assert shown == project_table(table, event.at)


def test_updates_tell_who_asks_to_undo() -> None:
    play = Play(game("carre", 3)).started()
    play.act(0, "end")
    before = play.table.clone()
    play.do(commands.request_undo(play.table, guest(0), 0, play.later()))
    asking = project_change(before, play.table, play.now)
    assert (asking.asking, asking.agreed) == (0, [0])
    before = play.table.clone()
    play.do(commands.answer_undo(play.table, guest(2), 2, False, play.later()))
    declined = project_change(before, play.table, play.now)
    assert (declined.asking, declined.agreed) == (-1, [])


def listed_now(play: Play, seat: int) -> Sequence[dict[str, int | str]]:
    return decoded(project_position(play.table, seat)).legal


def without_id(fields: dict[str, int | str]) -> dict[str, int | str]:
    return {key: value for key, value in fields.items() if key != "id"}


def test_nothing_may_be_done_after_the_end() -> None:
    play = Play(game("caro")).started()
    play.do(commands.resign(play.table, guest(0), 0, play.later()))
    assert [listed_now(play, seat) for seat in (0, 1)] == [[], []]
    assert project_table(play.table, play.now).outcome == Ending([], [2, 1], "", "resigned", 0)


def test_the_outcome_is_that_of_the_rules() -> None:
    play = Play(game("bauab")).started()
    assert project_outcome(play.table) is None
    result = play.finished().match.state.result()
    assert project_outcome(play.table) == Ending(result.points, result.ranks, result.clause, "", -1)


# Points and ranks of an end, and the clause that the table shows beside the one that ended the game.
TIES = [
    ("schlauraff", [9, 9], [1, 2], "schlauraff.14", ""),  # which is the clause that ends it, too
    ("schlauraff", [9, 9], [1, 1], "schlauraff.14", "schlauraff.r7"),
    ("bauab", [20, 20], [2, 1], "bauab.13", "bauab.15"),
    ("bauab", [20, 20], [1, 1], "bauab.13", "bauab.r4"),
    ("bauab", [20, 19], [1, 2], "bauab.13", ""),
    ("caro", [80, 80, 70], [1, 1, 3], "caro.15", "caro.r2"),
    ("caro", [80, 70, 70], [1, 2, 2], "caro.15", ""),
]


@pytest.mark.parametrize(("name", "points", "ranks", "clause", "tie"), TIES)
def test_a_tie_is_explained_by_its_clause(
    name: str, points: list[int], ranks: list[int], clause: str, tie: str
) -> None:
    made = game(name, len(points))
    assert ending(made, Result(points, ranks, clause)) == Ending(points, ranks, clause, "", -1, tie)


@pytest.mark.parametrize("name", GAMES)
def test_clauses_for_ties_are_clauses_of_the_game(name: str) -> None:
    ties = about(name).ties
    assert {ties.broken, ties.shared} - {""} <= set(text(name, "en").clauses)


@pytest.mark.parametrize("name", ["plan", "raufer"])
def test_a_game_that_is_just_won_shows_no_points(name: str) -> None:
    play = Play(game(name)).started()
    outcome = project_outcome(play.finished().table)
    assert outcome is not None
    assert outcome.points == []
    assert len(outcome.ranks) == 3


def test_dealt_cards_are_told_to_who_gets_them() -> None:
    play = Play(game("raufer")).started()
    dealt = next(move for move in play.match.moves if move.unseen)
    for pov in (SPECTATOR, 0, 1, 2):
        found = project_move(play.table.game, dealt, pov)
        if pov in dealt.unseen:
            assert (list(found.action), found.veiled) == (["do"], True)
        else:
            assert (found.action, found.veiled) == (play.table.game.fields(dealt.action), False)
    assert SPECTATOR in dealt.unseen
    assert project_moves(play.table, 0, 2) == project_moves(play.table, 0)[2:]


def test_everybody_looks_through_their_own_eyes() -> None:
    play = Play(game("caro", 3), guests=[guest(0), guest(1), guest(1)]).started()
    table = play.table
    assert [may_view(table, guest(1), pov) for pov in (SPECTATOR, 0, 1, 2, 3)] == [True, False, True, True, False]
    assert [may_view(table, "", pov) for pov in (SPECTATOR, 0, 1, 2)] == [True, False, False, False]
    assert (first_pov(table, guest(0)), first_pov(table, guest(1)), first_pov(table, "x")) == (0, 1, SPECTATOR)
    play.act(0, "red 0,0")
    play.act(1, "black 1,0")
    assert first_pov(table, guest(1)) == 2  # that seat has to act


def test_nobody_looks_through_the_eyes_of_a_bot() -> None:
    play = Play(game("raufer"), guests=[guest(0), "", ""]).started()
    assert not any(may_view(play.table, who, seat) for who in ("", guest(0)) for seat in (1, 2))
    assert first_pov(play.table, "") == SPECTATOR
