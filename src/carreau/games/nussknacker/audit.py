"""Impossible positions of Nussknacker: the deal is played again by the rules, and must lead to the same position."""

from collections import Counter

from carreau.core.game import CHANCE, NOBODY, OVER
from carreau.core.position import PositionReader, require
from carreau.games.nussknacker._spec import NussknackerStage as Stage
from carreau.games.nussknacker.board import UNSEEN
from carreau.games.nussknacker.rules import MOST_REVEALED, NussknackerRules
from carreau.games.nussknacker.spec import SPEC, VOID_DEALS
from carreau.games.nussknacker.tables import COPIES, cards_of


def audit(state: NussknackerRules) -> None:
    audit_chips(state)
    audit_ending(state)
    audit_cards(state)
    audit_deal(state)


def audit_chips(state: NussknackerRules) -> None:
    """Check that chips follow from announcements, of which only the last may have decided the game."""
    shown, voids, finished = int(state.revealed), int(state.voids), int(state.deal) - int(state.current != OVER)
    require(shown <= MOST_REVEALED, f"nuss.9: revealed must have at most {MOST_REVEALED} entries, not {shown}")
    fit = shown + voids <= finished
    require(fit, f"nuss.r1: {shown} announcements and {voids} void deals don't fit into {finished} deals")
    if shown == MOST_REVEALED:  # the first ones are forgotten
        return
    again = state.clone()
    again.clear_chips()
    for index in range(shown):
        require(again.leader() == NOBODY, f"nuss.10: the game was won before announcement {index + 1}")
        seat, value, card = state.dump_announcement(index)
        again.award(seat, value == card, 1)
    chips, brought = state.all_points(), again.all_points()
    require(chips == brought, f"nuss.9: chips={chips}, but the announcements brought {brought}")


def audit_ending(state: NussknackerRules) -> None:
    won = state.leader() != NOBODY
    ended = won or state.voids == VOID_DEALS
    over = f"nuss.10: current={state.current}, but the game is {'' if ended else 'not '}over"
    require((state.current == OVER) == ended, over)
    if won:
        turned_up = [state.dump_announcement(index)[2] for index in range(int(state.revealed))][-1:]
        require(turned_up == [state.aside], "nuss.9: the card aside is not the one turned up last")
        require(state.voids == 0, "nuss.r3: after an announcement there are no void deals in a row")


def audit_cards(state: NussknackerRules) -> None:
    places = [*state.dump_hands(), state.dump_deck(), [int(state.aside)]]
    for value in range(1, int(state.highest) + 1):
        found = sum(place.count(value) for place in places)
        require(found == COPIES, f"nuss.1: there are {found} cards of value {value} instead of {COPIES}")


def audit_deal(state: NussknackerRules) -> None:
    """Deal, ask, answer and pass until the position is reached."""
    goal, again = state.clone(), state.clone()
    questions = [question(state, index) for index in range(int(state.questions))]
    if state.current == OVER and state.voids:
        again.voids -= 1  # this deal was the last void one
    elif state.current == OVER:
        goal.call_on(state.turn)  # before the announcement
    again.begin_deal(state.starter)
    if state.stage == Stage.LOT:
        require(state.deal == 1 and state.starter == 0, "nuss.3: the lot is drawn once, before all else")
        again.stage = Stage.LOT
    deal_out(again, state)
    for index, moves in enumerate(questions):
        pass_on(again, goal)
        for move in moves:
            play(again, f"questions[{index}]", move)
    pass_on(again, goal)
    for move in pending(state):
        play(again, "pending", move)
    PositionReader(SPEC.game, {}).agree(goal.dump(), again.dump())


def play(again: NussknackerRules, where: str, move: str) -> None:
    """Play a move if it is legal; `where` names the part of the position that reports it."""
    seat, action = CHANCE if again.current == CHANCE else again.turn, SPEC.actions.parse(move)
    clause = again.objection(seat, action)
    require(clause == "", f"{clause}: {where}: {move!r} can't have been played by seat {seat}")
    again.apply(seat, action)


def deal_out(again: NussknackerRules, state: NussknackerRules) -> None:  # nuss.2
    """Deal the card aside, then the hands as they were before all exchanges, card by card."""
    if state.aside != UNSEEN:
        play(again, "aside", f"aside {state.aside}")
    hands = [Counter(hand) for hand in state.dump_hands()]
    for index in range(int(state.questions)):
        asked, _, _, _, given, returned = state.dump_question(index)
        for seat, lost, got in ((asked, given, returned), (int(state.asker_of(index)), returned, given)):
            hands[seat].update(cards_of(lost))
            hands[seat].subtract(cards_of(got))
    owned = min((number for hand in hands for number in hand.values()), default=0) >= 0
    require(owned, "nuss.6: somebody no longer holds what they got")
    dealt = [sorted(hand.elements()) for hand in hands]
    left = [list(hand) for hand in dealt]
    while any(left):
        require(left[int(again.turn)] != [], f"nuss.2: hands of {dealt} can't have been dealt")
        play(again, "hands", f"deal {left[int(again.turn)].pop()}")


def pass_on(again: NussknackerRules, goal: NussknackerRules) -> None:
    """Let everybody pass (nuss.r4) until the next question, or until the goal is reached."""
    while again.stage == Stage.CALLING and again.current != OVER and progress(again) != progress(goal):
        play(again, "turn", "pass")


def progress(state: NussknackerRules) -> tuple[int, ...]:
    return int(state.questions), int(state.stage), int(state.turn), int(state.current)


def question(state: NussknackerRules, index: int) -> list[str]:
    """List the moves of a question that was answered, as they are written."""
    asked, value, given, returned, cards, back = state.dump_question(index)
    sizes = (len(cards_of(cards)), len(cards_of(back)), given > 0) == (given, returned, returned > 0)
    require(sizes, f"nuss.6: questions[{index}]: {given} and {returned} cards are not {cards!r} and {back!r}")
    exchange = [f"push {given}", f"choose {cards}", f"push {returned}", f"choose {back}"]
    return [f"ask {asked} {value}", *(exchange if given else ["no"])]


def pending(state: NussknackerRules) -> list[str]:
    """List the moves made so far for the question that is still open."""
    asked = state.dump_pending()
    if asked is None:
        return []
    moves = [f"push {asked.given}", f"choose {asked.given_cards}", f"push {asked.returned}"]
    done = [asked.given > 0, asked.given_cards != "", asked.returned > 0]
    return [f"ask {asked.asked} {asked.value}", *(move for move, so in zip(moves, done, strict=True) if so)]
