"""Positions of Nussknacker that can't be. The hands are taken back to what was dealt, question by question."""

from collections import Counter

from carreau.core.errors import PositionError
from carreau.core.game import CHANCE, NOBODY, OVER, RACE
from carreau.games.nussknacker._spec import (
    ANSWERING,
    ASKING,
    CALLING,
    CHOOSING,
    COMBINATION_NAMES,
    DEALING,
    EXCHANGING,
    LAYING_ASIDE,
    LOT,
    RETURNING,
    STAGE_NAMES,
)
from carreau.games.nussknacker.board import UNSEEN
from carreau.games.nussknacker.rules import MOST_REVEALED, NussknackerRules
from carreau.games.nussknacker.spec import VOID_DEALS
from carreau.games.nussknacker.tables import COMBINATIONS, COPIES, cards_of, counted, listed, ways_to_form

Hands = list[Counter[int]]


def audit(state: NussknackerRules) -> None:
    audit_lengths(state)
    audit_chips(state)
    audit_ending(state)
    audit_cards(state)
    audit_turn(state)
    audit_pending(state)
    hands = [Counter(listed(state.hands(seat))) for seat in range(int(state.seats))]
    audit_questions(state, hands)
    audit_dealt(state, hands)


def announcements(state: NussknackerRules) -> list[tuple[int, int, int]]:
    return [state.dump_announcement(index) for index in range(int(state.revealed))]


def require(holds: bool, message: str) -> None:
    if not holds:
        raise PositionError(message)


def audit_lengths(state: NussknackerRules) -> None:
    require(
        state.revealed <= MOST_REVEALED,
        f"nuss.9: revealed must have at most {MOST_REVEALED} entries, not {state.revealed}",
    )
    require(
        state.questions <= state.limit,
        f"nuss.r3: {state.questions} questions are more than the limit of {state.limit}",
    )


def audit_chips(state: NussknackerRules) -> None:
    """Check that chips follow from announcements, of which only the last may have decided the game."""
    rows = announcements(state)
    for row in rows:
        require(row[0] < state.seats and max(row[1:]) <= state.highest, f"nuss.9: {row} is no announcement here")
    finished = int(state.deal) - 1 + int(state.current == OVER)
    require(
        finished >= len(rows) + state.voids,
        f"nuss.r1: {len(rows)} announcements and {state.voids} void deals don't fit into {finished} deals",
    )
    if len(rows) == MOST_REVEALED:
        return
    chips = [0] * int(state.seats)
    for index, (seat, value, card) in enumerate(rows):
        require(not decided(chips, int(state.target)), f"nuss.10: the game was won before announcement {index + 1}")
        chips = [held + int((other == seat) == (value == card)) for other, held in enumerate(chips)]
    require(chips == state.all_chips(), f"nuss.9: chips={state.all_chips()}, but the announcements brought {chips}")


def decided(chips: list[int], target: int) -> bool:  # nuss.10
    return max(chips) >= target and chips.count(max(chips)) == 1


def audit_ending(state: NussknackerRules) -> None:
    over, won = state.current == OVER, decided(state.all_chips(), int(state.target))
    void = state.voids == VOID_DEALS
    require(not (won and void), "nuss.r3: a void deal can't end a game that is won")
    require(
        over == (won or void), f"nuss.10: current={state.current}, but the game is {'' if won or void else 'not '}over"
    )
    if won:
        rows = announcements(state)
        require(bool(rows) and rows[-1][2] == state.aside, "nuss.9: the card aside is not the one turned up last")
        require(state.voids == 0, "nuss.r3: after an announcement there are no void deals in a row")


def audit_cards(state: NussknackerRules) -> None:
    dump = state.dump()
    places = [*dump["hands"], dump["deck"], [dump["aside"]]]
    for value in range(1, int(state.highest) + 1):
        found = sum(place.count(value) for place in places)
        require(found == COPIES, f"nuss.1: there are {found} cards of value {value} instead of {COPIES}")
    require(
        (state.aside == UNSEEN) == (state.stage <= LAYING_ASIDE),
        "nuss.2: a card lies aside exactly from the beginning of the deal on",
    )
    require((state.left == 0) == (state.stage > DEALING), "nuss.2: all cards are dealt before anybody asks")
    require(len(dump["deck"]) == state.left, "nuss.2: the deck is miscounted")


def audit_turn(state: NussknackerRules) -> None:
    stage, seats = int(state.stage), int(state.seats)
    due = CHANCE if stage <= DEALING else RACE if state.race else int(state.turn)
    require(state.current in (due, OVER), f"nuss.3: current={state.current} should be {due}")
    require(state.current != OVER or stage > DEALING, f"nuss.10: the game can't end at the stage {STAGE_NAMES[stage]}")
    if state.race or state.current == OVER:
        calling = state.current == OVER and (state.voids > 0 or not state.race)
        require((stage == CALLING) == calling, f"nuss.r4: the stage can't be {STAGE_NAMES[stage]} now")
    asked = int(state.questions) - int(stage == CALLING)
    require(0 <= asked < state.limit, f"nuss.r3: {state.questions} questions can't be answered at this stage")
    require(stage >= ASKING or asked == 0, "nuss.2: nobody asks before all cards are dealt")
    require(stage != LOT or (state.deal == 1 and state.starter == 0), "nuss.3: the lot is drawn once, before all else")
    require(
        state.voids != VOID_DEALS or (state.questions == state.limit and state.turn == state.asker),
        "nuss.r3: a deal becomes void after its last question",
    )
    asker = (int(state.starter) + asked) % seats
    require(state.asker == asker, f"nuss.8: asker={state.asker} should be {asker}")
    if stage != CALLING:
        turn = due_turn(state)
        require(state.turn == turn, f"nuss.3: turn={state.turn} should be {turn}")


def due_turn(state: NussknackerRules) -> int:
    if state.stage == ANSWERING or state.stage == CHOOSING:
        return int(state.asked)
    if state.stage == DEALING:
        return int((state.starter + COPIES * state.highest - 1 - state.left) % state.seats)
    return int(state.asker)


def audit_pending(state: NussknackerRules) -> None:
    open_question = ANSWERING <= state.stage <= EXCHANGING
    require(open_question == (state.asked != NOBODY), "nuss.4: a question is pending exactly until it is answered")
    if not open_question:
        return
    require(state.asked != state.asker, f"nuss.4: seat {state.asker} can't ask itself")
    require(state.can_form(state.asker, state.value), f"nuss.5: seat {state.asker} can't form {state.value}")
    audit_number(state, "given", int(state.given), CHOOSING, int(state.asked))
    audit_number(state, "returned", int(state.returned), EXCHANGING, int(state.asker))
    require((state.given_cards != UNSEEN) == (state.stage >= RETURNING), "nuss.r2: the asked player chooses first")
    if state.given_cards != UNSEEN:
        cards = COMBINATIONS[int(state.given_cards) - 1]
        hand = Counter(listed(state.hands(state.asked)))
        fits = sum(cards) == state.value and len(cards) == state.given and not Counter(cards) - hand
        require(
            fits, f"nuss.6: seat {state.asked} can't push {COMBINATION_NAMES[int(state.given_cards)]} for {state.value}"
        )


def audit_number(state: NussknackerRules, key: str, number: int, stage: int, seat: int) -> None:
    """Check the number of cards that a player pushes over, once it is known."""
    require(
        (number > 0) == (state.stage >= stage), f"nuss.6: {key}={number} at the stage {STAGE_NAMES[int(state.stage)]}"
    )
    hand = Counter(listed(state.hands(seat)))
    possible = any(
        len(cards) == number and sum(cards) == state.value and not Counter(cards) - hand for cards in COMBINATIONS
    )
    require(possible or not number, f"nuss.6: seat {seat} can't form {state.value} with {number} cards")


def audit_questions(state: NussknackerRules, hands: Hands) -> None:
    """Check that every question was legal and answered by the rules; restore the hands to what was dealt."""
    for index in reversed(range(int(state.questions))):
        asker = int(state.asker_of(index))
        asked, value, given, returned, given_cards, returned_cards = state.dump_question(index)
        key = f"questions[{index}]"
        require(asked < state.seats and asked != asker, f"nuss.4: {key}: seat {asker} can't ask seat {asked}")
        require(1 <= value <= state.highest, f"nuss.4: {key}: nobody can ask for {value}")
        if given:
            pushed, back = cards_of(given_cards), cards_of(returned_cards)
            sizes = (len(pushed), len(back)) == (given, returned)
            require(
                sizes, f"nuss.6: {key}: {given} and {returned} cards are not {given_cards!r} and {returned_cards!r}"
            )
            require(sum(pushed) == value == sum(back), f"nuss.6: {key}: what was exchanged is not worth {value}")
            take_back(hands[asked], pushed, back, key)
            take_back(hands[asker], back, pushed, key)
        else:
            require(not (returned or given_cards or returned_cards), f"nuss.7: {key}: after a no nothing is exchanged")
            require(not forms(hands[asked], value), f"nuss.7: {key}: seat {asked} said no, but could form {value}")
        require(forms(hands[asker], value), f"nuss.5: {key}: seat {asker} could not form {value}")


def take_back(hand: Counter[int], gave: list[int], got: list[int], key: str) -> None:
    hand.subtract(got)
    require(min(hand.values()) >= 0, f"nuss.6: {key}: somebody no longer holds what they got")
    hand.update(gave)
    require(max(hand.values()) <= COPIES, f"nuss.6: {key}: somebody gave a card that others had")


def forms(hand: Counter[int], value: int) -> bool:
    return ways_to_form(counted(sorted(hand.elements())), value) != 0


def audit_dealt(state: NussknackerRules, hands: Hands) -> None:
    """Dealt one by one from the starting player on (nuss.2)."""
    dealt = max(0, COPIES * int(state.highest) - 1 - int(state.left))
    for seat, hand in enumerate(hands):
        place = (seat - int(state.starter)) % int(state.seats)
        due = (dealt + int(state.seats) - 1 - place) // int(state.seats)
        require(hand.total() == due, f"nuss.2: seat {seat} was dealt {hand.total()} cards instead of {due}")
