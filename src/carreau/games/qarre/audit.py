"""Positions of Qarré that can't be, and why."""

from carreau.core.bits import BIT, size
from carreau.core.errors import PositionError
from carreau.core.game import CHANCE, NOBODY, OVER
from carreau.games.qarre._spec import (
    ACTING,
    CARD_NAMES,
    DEALING,
    DISCARDING,
    DRAWING,
    DUE,
    HAND_CARD_NAMES,
    JACK,
    LAYING,
    LAYING_OUT_ANEW,
    MISSING,
    QUEEN,
    REFILLING,
    SETTING_UP,
    STAGE_NAMES,
    TURNING_UP,
)
from carreau.games.qarre.belief import Holdings
from carreau.games.qarre.board import NONE
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


def require(holds: bool, clause: str, why: str) -> None:
    if not holds:
        raise PositionError(f"{clause}: {why}")


def set_of(cards: list[int]) -> int:
    return sum(2**card for card in cards)


def audit_cards(state: QarreRules) -> None:
    """Check that every card of the deck is in exactly one place."""
    stacks = [state.stack(state.reserve_tops(seat)) for seat in range(SEATS)]
    places = [state.stock, state.discards, *(state.hands(seat) for seat in range(SEATS))]
    places += [*(state.pile_cards(field) for field in range(FIELDS)), *map(set_of, stacks)]
    for card in range(CARDS):
        found = sum(cards & BIT[card] != 0 for cards in places)
        due = int(state.deck & BIT[card] != 0)
        require(found == due, "qarre.1", f"{CARD_NAMES[card]} is in {found} places instead of {due}")
    for seat in range(SEATS):
        require(state.reserved(seat) == len(stacks[seat]), "qarre.11", f"the reserve of seat {seat} is miscounted")


def audit_base(state: QarreRules) -> None:
    """Check that all fields have cards, except while they are being filled."""
    stage = state.stage
    empty = {field for field in range(FIELDS) if state.tops(field) == NONE}
    expected: set[int] = set()
    if stage <= SETTING_UP or stage == LAYING_OUT_ANEW:
        expected = set(range(int(state.field), FIELDS))
    elif stage == DEALING:
        require(state.field == 0, "qarre.2", "the base has been laid out")
    elif stage == REFILLING:
        expected = {int(state.field)}
    else:
        require(state.field == 0, "qarre.r3", "no field is to be filled, so field should be 1")
    wrong = sorted(field + 1 for field in empty ^ expected)
    require(not wrong, "qarre.2", f"a card is missing or too much on fields {wrong}")
    for field in range(FIELDS):
        cards = set_of(state.stack(state.tops(field)))
        require(cards == state.pile_cards(field), "qarre.9", f"the pile on field {field + 1} is not what it shows")


def audit_turn(state: QarreRules) -> None:
    """Check whose turn it is, by the starter and the number of action cards turned up."""
    before = state.reshuffles * size(state.action_deck) + size(state.action_deck ^ state.actions_left)
    if state.current == OVER and state.ending() == "qarre.r8":
        before -= size(state.action_deck)
    if state.action != NONE:
        before -= 1
    if state.stage == DEALING:
        before = size(state.hands(0) | state.hands(1))
    due = (state.starter + before) % SEATS
    require(state.turn == due, "qarre.3", f"turn={state.turn} should be {due}")
    by_players = state.stage in (ACTING, DISCARDING, LAYING)
    actor = int(state.turn) if by_players else CHANCE
    require(state.current in (actor, OVER), "qarre.3", f"current={state.current} should be {actor}")


def audit_action(state: QarreRules) -> None:
    """Check the action card of this turn and its stages."""
    stage, face = state.stage, state.face()
    turned = stage > TURNING_UP
    require((state.action != NONE) == turned, "qarre.3", f"an action card can't lie open at {STAGE_NAMES[int(stage)]}")
    require(state.actions_left & ~state.action_deck == 0, "qarre.1", "an action card is left that isn't in the box")
    if not turned:
        require(state.actions_left != 0, "qarre.17", "there must be action cards left to turn up")
        unused = state.actions_left == state.action_deck and state.reshuffles == 0
        require(stage >= LAYING_OUT_ANEW or unused, "qarre.3", "no action card is turned up before the first turn")
        return
    in_box = state.action_deck & ~state.actions_left & BIT[state.action] != 0
    require(in_box, "qarre.1", "the action card of this turn can't be among those left")
    if stage == ACTING:
        require(face != QUEEN and state.targets() != 0, "qarre.4", "the action card can't be used on any field")
    if stage == REFILLING:
        require(face != QUEEN and state.stock != 0, "qarre.r3", "a field is refilled only after a jack or king")
    if stage == DISCARDING:
        require(face == JACK and not state.keep, "qarre.r1", "only a jack's exchange ends with a discard")


def audit_hands(state: QarreRules) -> None:
    held = [int(state.held(seat)) for seat in range(SEATS)]
    if state.stage < DRAWING and state.stage != LAYING_OUT_ANEW:
        dealt = sum(held)
        starter = int(state.starter)
        fair = held[starter] == (dealt + 1) // 2 and dealt < SEATS * HAND_SIZE
        require(fair and (dealt == 0 or state.stage == DEALING), "qarre.2", f"hands of {held} can't have been dealt")
        return
    kept = int(state.keep)  # with jack=keep a hand may have stayed at four
    turn, other = int(state.turn), 1 - int(state.turn)
    require(HAND_SIZE <= held[other] <= HAND_SIZE + kept, "qarre.3", f"seat {other} can't hold {held[other]} cards")
    low, high = bounds(state)
    require(low <= held[turn] <= high, "qarre.3", f"seat {turn} holds {held[turn]} cards instead of {low} to {high}")


def bounds(state: QarreRules) -> tuple[int, int]:
    """Return the fewest and most cards that the player whose turn it is can hold."""
    kept, stage = int(state.keep), state.stage
    if stage == DRAWING or stage == LAYING_OUT_ANEW:
        return HAND_SIZE, HAND_SIZE
    if stage == DISCARDING or (stage == REFILLING and state.face() == JACK) or state.kept != NONE:
        return HAND_SIZE + 1, HAND_SIZE + 2
    if stage == LAYING and state.hand_card != DUE:
        return HAND_SIZE, HAND_SIZE + kept
    return HAND_SIZE + int(stage == LAYING), HAND_SIZE + 1


def audit_hand_card(state: QarreRules) -> None:
    """Check this turn's hand card, and the card kept for it."""
    name = HAND_CARD_NAMES[int(state.hand_card)]
    if state.stage != LAYING:
        require(
            state.hand_card == DUE and not state.reserve_used, "qarre.r12", "cards are laid in the laying step only"
        )
    if state.hand_card == MISSING:
        held = state.held(state.turn)
        require(held == HAND_SIZE, "qarre.r14", f"hand_card={name} with {held} cards in hand")
    if state.current == OVER:
        require(state.hand_card != DUE, "qarre.3", "the turn can't have ended while a hand card is due")
    if state.kept != NONE:
        sound = state.keep and state.face() == JACK and state.hand_card == DUE and state.stage in (REFILLING, LAYING)
        require(sound, "qarre.r1", "no card can be kept now")
        require(state.taken(state.turn) & BIT[state.kept] != 0, "qarre.r1", "the card kept was not taken")
    elif state.keep and state.stage == REFILLING:
        require(state.face() != JACK, "qarre.r1", "the card taken must be kept")


def audit_knowledge(state: QarreRules) -> None:  # qarre.r17
    for seat in range(SEATS):
        hand, known = state.hands(seat), state.known(seat)
        require(known & ~hand == 0, "qarre.r17", f"a card known to be in the hand of seat {seat} isn't there")
        require(state.taken(seat) & ~known == 0, "qarre.r17", f"a card that seat {seat} took isn't known")
        ran_out = state.stock == 0 and state.stage > DEALING
        require(not ran_out or known == hand, "qarre.r17", f"without a stock the hand of seat {seat} is known")
        audit_memory(state, seat)
    require(state.stock != 0 or not state.records, "qarre.r17", "without a stock there is nothing to remember")


def audit_memory(state: QarreRules, seat: int) -> None:
    """Check that proofs are true of the cards in hand; the first record is a proof."""
    own = state.entries_of(seat)
    if not own:
        return
    drew, played, ruled_out = own[0]
    require(not drew and not played and ruled_out != 0, "qarre.r17", "the first thing remembered must be a proof")
    hidden = state.hands(seat) & ~state.known(seat)
    holdings = Holdings(state, seat, int(size(hidden)))
    require(holdings.allows(hidden), "qarre.r17", f"the hand of seat {seat} contradicts what it has proved")


def audit_end(state: QarreRules) -> None:
    if state.current != OVER:
        require(state.winner == NOBODY, "qarre.20", "nobody can have won yet")
        require(state.reshuffles < state.limit, "qarre.r8", "the game should be over")
        between = state.stage in (LAYING_OUT_ANEW, DRAWING, TURNING_UP)
        early = [seat for seat in range(SEATS) if between and state.has_won(seat)]
        require(not early, "qarre.20", f"seat {early} should have won")
        return
    require(state.stage == LAYING, "qarre.r6", "the game can only end at the end of a turn")
    if state.ending() == "qarre.r8":
        require(state.actions_left == 0, "qarre.r8", "the action cards must have been turned up")
        require(state.winner == state.better(), "qarre.r8", f"winner={state.winner} should be {state.better()}")
    else:
        due = int(state.turn) if state.has_won(state.turn) else 1 - int(state.turn)
        require(state.winner == due and state.has_won(due), "qarre.20", f"seat {state.winner} can't have won")
