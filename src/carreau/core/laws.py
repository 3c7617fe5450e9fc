"""The laws that hold for every game, checked along random playouts.

    from carreau.core.laws import check
    check(game, seed=1, make=carreau.game)      # raises LawBroken

Every new game gets these checks for free. Planted bugs test the laws themselves.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from carreau.core.action_buffer import ActionBuffer
from carreau.core.errors import CarreauError, LawBroken
from carreau.core.game import CHANCE, OVER, RACE, SPECTATOR, Game, State
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.playout import actors
from carreau.core.record import Make, Record, read
from carreau.core.rng import Rng

STEPS: Final = 600  # a longer game is cut off here
SAMPLES: Final = 600  # chance outcomes to draw and compare with the odds
STRANGERS: Final = 24  # random actions to try against objection()
FEW: Final = 64  # actions to try without exception; with n times as many, at one position in n
GUESSES: Final = 64
ALTERNATIVES: Final = 6

AnyGame = Game[Any, Any]


class Walk:
    """One random playout of a game, with everything the laws need to know about it."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.game = game
        self.rng = Rng(seed)
        self.state: State = game.start()
        self.moves: list[tuple[int, int]] = []
        self.kept: list[tuple[State, str]] = []

    def below(self, n: int) -> int:
        return int(self.rng.below(n))

    def viewers(self) -> list[int]:
        return [SPECTATOR, *range(self.game.seats)]

    def choose(self) -> tuple[int, int]:
        """Choose who acts and what they do; in a race the clock rarely acts."""
        if self.state.current == CHANCE:
            return CHANCE, int(self.state.sample(self.rng))
        waiting = self.state.waiting()
        seat = waiting[self.below(len(waiting))]
        if self.state.current == RACE and self.below(8) == 0 and self.state.legal(CHANCE):
            seat = CHANCE
        legal = self.state.legal(seat)
        return seat, legal[self.below(len(legal))]


def require(holds: bool, law: str, detail: str) -> None:
    if not holds:
        raise LawBroken(law, detail)


def legal_is_sorted(walk: Walk) -> None:
    """Check that legal actions ascend, are ids of the game, and exist for exactly those who may act."""
    who = actors(walk.state)
    for seat in walk.viewers():
        legal = walk.state.legal(seat)
        require(legal == sorted(set(legal)), "legal is sorted", f"seat {seat}: {legal[:20]}")
        require(all(0 <= a < walk.game.num_actions for a in legal), "legal is sorted", f"seat {seat}: {legal[:20]}")
        require(bool(legal) == (seat in who), "those who may act can act", f"seat {seat}: {len(legal)} actions")
    require(bool(who), "those who may act can act", "nobody may act and the game isn't over")


def objection_agrees(walk: Walk) -> None:
    """Check that objection() returns "" for exactly the legal actions."""
    for seat in walk.viewers():
        legal = set(walk.state.legal(seat))
        for action in [*legal, *strangers(walk)]:
            clause = walk.state.objection(seat, action)
            if (clause == "") != (action in legal):
                detail = f"seat {seat}, {walk.game.text(action)}: {clause or 'no objection'}"
                raise LawBroken("objection agrees with legal", detail)


def strangers(walk: Walk) -> Iterable[int]:
    """List actions to try: all of them, as State.moves() does; if there are very many, usually a few."""
    count = walk.game.num_actions
    if walk.below(1 + count // FEW) == 0:
        return range(count)
    return [walk.below(count) for _ in range(STRANGERS)]


def random_action_is_fair(walk: Walk) -> None:
    """Check that random_action() and random_actor() choose what a draw from the list would choose."""
    waiting, lot = walk.state.waiting(), walk.below(1 << 30)
    if waiting:
        chosen = waiting[int(Rng(lot).below(len(waiting)))]
        actor = walk.state.random_actor(Rng(lot))
        require(actor == chosen, "a random actor is fair", f"not seat {chosen} of {waiting}")
    for seat in walk.state.waiting():
        seed = walk.below(1 << 30)
        legal = walk.state.legal(seat)
        picked = walk.state.random_action(seat, Rng(seed), ActionBuffer())
        expected = legal[int(Rng(seed).below(len(legal)))]
        require(
            picked == expected,
            "a random action is fair",
            f"{walk.game.text(int(picked))}, not {walk.game.text(expected)}",
        )


def looking_changes_nothing(walk: Walk) -> None:
    """Check that views, legal actions, clones and audits leave a position unchanged."""
    before = walk.state.fingerprint()
    for seat in walk.viewers():
        walk.state.view(seat).to_json()
        walk.state.legal(seat)
    walk.state.clone()
    walk.state.audit()
    require(walk.state.fingerprint() == before, "looking changes nothing", "the position has changed")


def clones_are_apart(walk: Walk) -> None:
    """Check that changing a clone leaves the original alone, and that apply() is deterministic."""
    before = walk.state.fingerprint()
    seat, action = walk.choose()
    first, second = walk.state.clone(), walk.state.clone()
    require(first.fingerprint() == before, "a clone is equal", walk.game.text(action))
    first.apply(seat, action)
    require(walk.state.fingerprint() == before, "a clone is apart", walk.game.text(action))
    second.apply(seat, action)
    require(first.fingerprint() == second.fingerprint(), "apply is deterministic", walk.game.text(action))


def notation_is_reversible(walk: Walk) -> None:
    """Check that text() and parse(), fields() and id() are inverses."""
    for seat in actors(walk.state):
        for action in walk.state.legal(seat):
            text = walk.game.text(action)
            require(parses_to(walk.game, text) == action, "text is parsed back", text)
            require(walk.game.ACTIONS.id(walk.game.fields(action)) == action, "fields name the action", text)


def parses_to(game: AnyGame, text: str) -> int:
    try:
        return game.parse(text)
    except CarreauError:
        return -1


def dump_is_complete(walk: Walk) -> None:
    """Check that load(dump()) returns the same position with the same future."""
    loaded = walk.game.load(walk.state.dump())
    require(loaded.fingerprint() == walk.state.fingerprint(), "dump is loaded back", "a different position")
    seat, action = walk.choose()
    require(loaded.legal(seat) == walk.state.legal(seat), "dump is complete", f"different moves for seat {seat}")
    after = walk.state.clone()
    after.apply(seat, action)
    loaded.apply(seat, action)
    require(loaded.fingerprint() == after.fingerprint(), "dump is complete", walk.game.text(action))


def odds_are_odds(walk: Walk) -> None:
    """Check that each outcome has a positive weight, and that sample() follows the weights."""
    if walk.state.current != CHANCE:
        return
    outcomes, weights = walk.state.legal(CHANCE), walk.state.weights()
    require(len(outcomes) == len(weights), "one weight per outcome", f"{len(outcomes)} and {len(weights)}")
    require(all(weight > 0 for weight in weights), "weights are positive", str(weights[:20]))
    require(abs(sum(walk.state.odds()) - 1) < 1e-9, "odds sum to 1", str(sum(walk.state.odds())))
    drawn = [int(walk.state.sample(walk.rng)) for _ in range(SAMPLES)]
    require(set(drawn) <= set(outcomes), "sample is an outcome", str(set(drawn) - set(outcomes)))
    for outcome, odds in zip(outcomes, walk.state.odds(), strict=True):
        spread = (SAMPLES * odds * (1 - odds)) ** 0.5
        off = abs(drawn.count(outcome) - SAMPLES * odds)
        require(off <= 6 * spread + 3, "sample follows the odds", f"{walk.game.text(outcome)}: {odds:.3f}")


def guesses_fit(walk: Walk) -> None:
    """Check that a guess fits the view, is possible, and depends on nothing but the view."""
    for seat in walk.viewers():
        view = walk.state.view(seat)
        seed = walk.below(1 << 30)
        guess = walk.game.guess(view, Rng(seed))
        require(guess.view(seat) == view, "a guess fits the view", f"seat {seat}")
        guess.audit()
        require(guess.current == walk.state.current, "a guess fits the view", f"seat {seat}: who acts")
        if seat != SPECTATOR:
            require(guess.legal(seat) == walk.state.legal(seat), "a guess has the same moves", f"seat {seat}")
        again = walk.game.guess(guess.view(seat), Rng(seed))
        require(again.fingerprint() == guess.fingerprint(), "a guess can't peek", f"seat {seat}")


def nothing_leaks(walk: Walk, seat: int, action: int) -> None:
    """Check that a seat that doesn't learn an action sees and may do the same whichever action it was."""
    unseen = walk.state.unseen_by(seat, action)
    if not unseen:
        return
    after = walk.state.clone()
    after.apply(seat, action)
    for other in alternatives(walk, seat, action):
        instead = walk.state.clone()
        instead.apply(seat, other)
        for viewer in set(unseen) & set(walk.state.unseen_by(seat, other)):
            detail = f"seat {viewer} can tell {walk.game.text(action)} from {walk.game.text(other)}"
            same_outside(walk, after, instead, viewer, detail)
            verbs = {walk.game.fields(each)["do"] for each in (action, other)}
            require(len(verbs) == 1, "nothing leaks: log", detail)


def same_outside(walk: Walk, one: State, other: State, viewer: int, detail: str) -> None:
    """Check that nothing a viewer gets distinguishes two positions."""
    require(one.view(viewer) == other.view(viewer), "nothing leaks: view", detail)
    require(one.waiting() == other.waiting(), "nothing leaks: who acts", detail)
    if viewer == SPECTATOR:
        return
    require(one.legal(viewer) == other.legal(viewer), "nothing leaks: moves", detail)
    for _ in range(STRANGERS // 4):
        stranger = walk.below(walk.game.num_actions)
        same = one.objection(viewer, stranger) == other.objection(viewer, stranger)
        require(same, "nothing leaks: objection", detail)


def alternatives(walk: Walk, seat: int, action: int) -> list[int]:
    """Choose some of the actions the seat could have taken instead."""
    others = [other for other in walk.state.legal(seat) if other != action]
    return [others[walk.below(len(others))] for _ in range(ALTERNATIVES)] if others else []


def guesses_vary(walk: Walk, before: State, seat: int, action: int) -> None:
    """Check that guesses differ if a seat didn't learn which of several things happened."""
    if len(before.legal(seat)) < 2:
        return
    for viewer in before.unseen_by(seat, action):
        view = walk.state.view(viewer)
        first = walk.game.guess(view, walk.rng).fingerprint()
        others = (walk.game.guess(view, walk.rng).fingerprint() for _ in range(1, GUESSES))
        varied = any(other != first for other in others)
        require(varied, "guesses vary", f"seat {viewer} is sure after {walk.game.text(action)}")


def observations_fit(walk: Walk) -> None:
    """Check that observations stay within their bounds and are equal for positions with equal views."""
    for seat in range(walk.game.seats):
        seen = observed(walk.game, walk.state, seat)
        for field in walk.game.OBSERVATION.fields:
            for value in set(seen[field.first : field.first + field.size]) - {0}:
                require(field.low <= value <= field.high, "observations stay in range", f"{field.name}: {value}")
        guess = walk.game.guess(walk.state.view(seat), walk.rng)
        require(observed(walk.game, guess, seat) == seen, "observations tell no more than views", f"seat {seat}")


def observed(game: AnyGame, state: State, seat: int) -> list[int]:
    rows = ObsBuffer(game.OBSERVATION.size)
    game.observe(state, seat, rows)
    return rows.written()


def previews_are_certain(walk: Walk) -> None:
    """Check that a preview shows what the action does, whatever is hidden from the seat."""
    for seat in walk.state.waiting():
        legal = walk.state.legal(seat)
        action = legal[walk.below(len(legal))]
        if walk.game.fields(action)["do"] in walk.game.UNCERTAIN:
            continue
        after = walk.state.clone()
        after.apply(seat, action)
        [shown] = walk.game.previews(walk.state.view(seat), [action])
        real = walk.game.effects(walk.state, seat, action, after)
        require(shown == real, "previews are certain", f"{walk.game.text(action)}: {shown}, not {real}")


def effects_are_public(walk: Walk, before: State, seat: int, action: int) -> None:
    """Check that the effects of an action reveal no more to those who saw it than the Views before and after it."""
    told = walk.game.effects(before, seat, action, walk.state)
    for viewer in walk.viewers():
        if viewer in before.unseen_by(seat, action):
            continue
        instead = walk.game.guess(before.view(viewer), walk.rng)
        if instead.objection(seat, action):
            continue
        after = instead.clone()
        after.apply(seat, action)
        if after.view(viewer) == walk.state.view(viewer):
            same = walk.game.effects(instead, seat, action, after) == told
            require(same, "effects are public", f"seat {viewer}: {walk.game.text(action)}")


def result_is_sound(walk: Walk) -> None:
    """Check that all seats have scores and ranks, that ranks agree with scores, and that payoffs sum to 0."""
    result, seats = walk.state.result(), walk.game.seats
    require(
        len(result.scores) == seats == len(result.ranks) == len(result.points),
        "result has every seat",
        str(result.to_json()),
    )
    require(1 in result.ranks and all(1 <= rank <= seats for rank in result.ranks), "ranks", str(result.ranks))
    for one in range(seats):
        for other in range(seats):
            better = result.ranks[one] < result.ranks[other]
            agrees = not better or result.scores[one] >= result.scores[other]
            require(agrees, "ranks agree with scores", f"{result.ranks} {result.scores}")
    require(abs(sum(result.payoffs)) < 1e-9, "payoffs sum to 0", str(result.payoffs))
    require(bool(result.clause), "an ending has a clause", "none given")
    require(not walk.state.waiting(), "nobody acts after the end", str(walk.state.waiting()))
    clauses = [walk.state.objection(seat, 0) for seat in walk.viewers()]
    require(all(clauses), "nobody acts after the end", "an action meets no objection")


def record_replays(walk: Walk, make: Make) -> None:
    """Check that writing and reading a record leads to the same position."""
    names = [f"Player {seat}" for seat in range(walk.game.seats)]
    record = Record(walk.game, names, walk.moves)
    again = read(record.write(), make)
    require(again.moves == walk.moves and again.names == names, "a record is read back", "different moves")
    require(again.final().fingerprint() == walk.state.fingerprint(), "a record replays", "a different position")


def earlier_positions_stay(walk: Walk) -> None:
    for index, (state, fingerprint) in enumerate(walk.kept):
        require(state.fingerprint() == fingerprint, "earlier positions stay", f"the one before move {index} changed")


LAWS: Final[list[Callable[[Walk], None]]] = [
    legal_is_sorted,
    objection_agrees,
    random_action_is_fair,
    looking_changes_nothing,
    clones_are_apart,
    notation_is_reversible,
    dump_is_complete,
    odds_are_odds,
    guesses_fit,
    observations_fit,
    previews_are_certain,
]


def check(game: AnyGame, seed: int, make: Make | None = None, every: int = 4) -> int:
    """Play a random game, check each law at about one position in `every`, and return the number of moves."""
    walk = Walk(game, seed)
    while walk.state.current != OVER and len(walk.moves) < STEPS:
        walk.state.audit()
        for law in LAWS:
            if walk.below(every) == 0:
                law(walk)
        step(walk, walk.below(every) == 0)
    earlier_positions_stay(walk)
    if walk.state.current == OVER:
        result_is_sound(walk)
    if make:
        record_replays(walk, make)
    return len(walk.moves)


def step(walk: Walk, thorough: bool) -> None:
    before = walk.state.clone()
    walk.kept.append((before, before.fingerprint()))
    seat, action = walk.choose()
    if thorough:
        nothing_leaks(walk, seat, action)
    walk.state.apply(seat, action)
    walk.moves.append((seat, action))
    if thorough:
        guesses_vary(walk, before, seat, action)
        effects_are_public(walk, before, seat, action)
