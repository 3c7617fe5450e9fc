"""Impossible positions of Qarré, and why."""

from carreau.core.bits import BIT, size
from carreau.core.game import CHANCE, NOBODY, OVER
from carreau.core.position import require
from carreau.games.qarre._spec import CARD_NAMES, HAND_CARD_NAMES, STAGE_NAMES
from carreau.games.qarre._spec import QarreFace as Face
from carreau.games.qarre._spec import QarreHandCard as HandCard
from carreau.games.qarre._spec import QarreStage as Stage
from carreau.games.qarre.belief import Holdings
from carreau.games.qarre.board import NONE
from carreau.games.qarre.memory import names_of
from carreau.games.qarre.rules import QarreRules
from carreau.games.qarre.spec import CARDS, FIELDS, HAND_SIZE, SEATS


def audit(state: QarreRules) -> None:
    audit_cards(state)
    audit_base(state)
    audit_turn(state)
    audit_action(state)
    audit_hands(state)
    audit_hand_card(state)
    audit_knowledge(state)
    audit_end(state)


def audit_cards(state: QarreRules) -> None:
    """Check that every card of the deck is in exactly one place."""
    hands, stacks = [state.hands(seat) for seat in range(SEATS)], [state.stacks(each) for each in range(FIELDS + SEATS)]
    for card in range(CARDS):
        found = sum(cards & BIT[card] != 0 for cards in [state.stock, state.discards, *hands, *stacks])
        due = int(state.deck & BIT[card] != 0)
        require(found == due, f"qarre.1: {CARD_NAMES[card]} is in {found} places instead of {due}")
    for stack, cards in enumerate(stacks):
        linked = sorted(state.listed(stack)) == sorted(names_of(cards))
        require(linked, f"qarre.9: the cards of stack {stack} don't lie on each other")


def audit_base(state: QarreRules) -> None:
    """Check that all fields have cards, except while they are being filled."""
    stage, field = state.stage, int(state.field)
    expected: list[int] = []
    if stage <= Stage.SETTING_UP or stage == Stage.LAYING_OUT_ANEW:
        expected = list(range(field, FIELDS))
    elif stage == Stage.REFILLING:
        expected = [field]
    else:
        require(field == 0, "qarre.r3: no field is to be filled, so field should be 1")
    wrong = [each + 1 for each in range(FIELDS) if (state.tops(each) == NONE) != (each in expected)]
    require(not wrong, f"qarre.2: a card is missing or too much on fields {wrong}")


def audit_turn(state: QarreRules) -> None:
    """Check whose turn it is, by the starter and the number of action cards turned up."""
    before = state.reshuffles * size(state.action_deck) + size(state.action_deck ^ state.actions_left)
    if state.current == OVER and state.ending() == "qarre.r8":
        before -= size(state.action_deck)
    if state.action != NONE:
        before -= 1
    if state.stage == Stage.DEALING:
        before = size(state.hands(0) | state.hands(1))
    due = (state.starter + before) % SEATS
    require(state.turn == due, f"qarre.3: turn={state.turn} should be {due}")
    by_players = state.stage in (Stage.ACTING, Stage.DISCARDING, Stage.LAYING)
    actor = int(state.turn) if by_players else CHANCE
    require(state.current in (actor, OVER), f"qarre.3: current={state.current} should be {actor}")


def audit_action(state: QarreRules) -> None:
    """Check the action card of this turn and its stages."""
    stage, face, left, deck = state.stage, state.face(), state.actions_left, state.action_deck
    turned = stage > Stage.TURNING_UP
    require((state.action != NONE) == turned, f"qarre.3: an action card can't lie open at {STAGE_NAMES[int(stage)]}")
    require(left & ~deck == 0, "qarre.1: an action card is left that isn't in the box")
    if not turned:
        require(left != 0, "qarre.17: there must be action cards left to turn up")
        begun = stage >= Stage.LAYING_OUT_ANEW or (left == deck and state.reshuffles == 0)
        require(begun, "qarre.3: no action card is turned up before the first turn")
        return
    in_box = deck & ~left & BIT[state.action] != 0
    require(in_box, "qarre.1: the action card of this turn can't be among those left")
    usable = face != Face.QUEEN
    if stage == Stage.ACTING:
        require(usable and state.targets() != 0, "qarre.4: the action card can't be used on any field")
    if stage == Stage.REFILLING:
        require(usable and state.stock != 0, "qarre.r3: a field is refilled only after a jack or king")
    if stage == Stage.DISCARDING:
        require(face == Face.JACK and not state.keep, "qarre.r1: only a jack's exchange ends with a discard")


def audit_hands(state: QarreRules) -> None:
    held = [int(state.held(seat)) for seat in range(SEATS)]
    if state.stage < Stage.LAYING_OUT_ANEW:
        dealt = sum(held)
        fair = held[int(state.starter)] == (dealt + 1) // 2 and dealt < SEATS * HAND_SIZE
        due = fair and (dealt == 0 or state.stage == Stage.DEALING)
        require(due, f"qarre.2: hands of {held} can't have been dealt")
        return
    turn, other = int(state.turn), 1 - int(state.turn)
    most = HAND_SIZE + int(state.keep)  # with jack=keep a hand may have stayed at four
    require(HAND_SIZE <= held[other] <= most, f"qarre.3: seat {other} can't hold {held[other]} cards")
    low, high = bounds(state)
    require(low <= held[turn] <= high, f"qarre.3: seat {turn} holds {held[turn]} cards instead of {low} to {high}")


def bounds(state: QarreRules) -> tuple[int, int]:
    """Return the fewest and most cards that the player whose turn it is can hold."""
    stage, laying = state.stage, state.stage == Stage.LAYING
    if stage == Stage.DRAWING or stage == Stage.LAYING_OUT_ANEW:
        return HAND_SIZE, HAND_SIZE
    if stage == Stage.DISCARDING or (stage == Stage.REFILLING and state.face() == Face.JACK) or state.kept != NONE:
        return HAND_SIZE + 1, HAND_SIZE + 2
    if laying and state.hand_card != HandCard.DUE:
        return HAND_SIZE, HAND_SIZE + int(state.keep)
    return HAND_SIZE + int(laying), HAND_SIZE + 1


def audit_hand_card(state: QarreRules) -> None:
    """Check this turn's hand card, and the card kept for it."""
    due, held = state.hand_card == HandCard.DUE, state.held(state.turn)
    nothing_laid = due and not state.reserve_used
    require(state.stage == Stage.LAYING or nothing_laid, "qarre.r12: cards are laid in the laying step only")
    if state.hand_card == HandCard.MISSING:
        name = HAND_CARD_NAMES[int(state.hand_card)]
        require(held == HAND_SIZE, f"qarre.r14: hand_card={name} with {held} cards in hand")
    require(state.current != OVER or not due, "qarre.3: the turn can't have ended while a hand card is due")
    by_jack = state.keep and state.face() == Face.JACK
    if state.kept != NONE:
        sound = by_jack and due and state.stage in (Stage.REFILLING, Stage.LAYING)
        require(sound, "qarre.r1: no card can be kept now")
        require(state.taken(state.turn) & BIT[state.kept] != 0, "qarre.r1: the card kept was not taken")
    else:
        require(not by_jack or state.stage != Stage.REFILLING, "qarre.r1: the card taken must be kept")


def audit_knowledge(state: QarreRules) -> None:  # qarre.r17
    """Check that proofs are true of the cards in hand; the first thing remembered is a proof."""
    ran_out = state.stock == 0 and state.stage > Stage.DEALING
    for seat in range(SEATS):
        hand, known = state.hands(seat), state.known(seat)
        require(known & ~hand == 0, f"qarre.r17: a card known to be in the hand of seat {seat} isn't there")
        require(state.taken(seat) & ~known == 0, f"qarre.r17: a card that seat {seat} took isn't known")
        require(not ran_out or known == hand, f"qarre.r17: without a stock the hand of seat {seat} is known")
        for drew, played, ruled_out in state.entries_of(seat)[:1]:
            proof = not drew and not played and ruled_out != 0
            require(proof, "qarre.r17: the first thing remembered must be a proof")
            hidden = hand & ~known
            fits = Holdings(state, seat, int(size(hidden))).allows(hidden)
            require(fits, f"qarre.r17: the hand of seat {seat} contradicts what it has proved")
    require(state.stock != 0 or not state.records, "qarre.r17: without a stock there is nothing to remember")


def audit_end(state: QarreRules) -> None:
    won = [seat for seat in range(SEATS) if state.has_won(seat)]
    if state.current != OVER:
        require(state.winner == NOBODY, "qarre.20: nobody can have won yet")
        require(state.reshuffles < state.limit, "qarre.r8: the game should be over")
        between = state.stage in (Stage.LAYING_OUT_ANEW, Stage.DRAWING, Stage.TURNING_UP)
        require(not (between and won), f"qarre.20: seat {won} should have won")
        return
    require(state.stage == Stage.LAYING, "qarre.r6: the game can only end at the end of a turn")
    if state.ending() == "qarre.r8":
        require(state.actions_left == 0, "qarre.r8: the action cards must have been turned up")
        require(state.winner == state.better(), f"qarre.r8: winner={state.winner} should be {state.better()}")
    else:
        due = int(state.turn) if int(state.turn) in won else 1 - int(state.turn)
        require(state.winner == due and due in won, f"qarre.20: seat {state.winner} can't have won")
