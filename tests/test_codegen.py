"""Generated files are up to date, and invalid declarations are refused."""

from pathlib import Path
from typing import Annotated, Literal, NamedTuple, TypedDict

import pytest

from carreau.codegen.__main__ import generated
from carreau.codegen.position import position_module
from carreau.codegen.state import state_module
from carreau.codegen.typescript import view_module
from carreau.core.spec import Spec, SpecError

GENERATED = generated()
SUITS = ["hearts", "spades"]
RULES_ALONE = Path("of a game without fast.py")


def small() -> Spec:
    spec = Spec("small", seats=[2, 3], over="small.9", turn="small.1")
    spec.axis("suit", SUITS)
    return spec


@pytest.mark.parametrize("path", GENERATED, ids=lambda path: "/".join(path.parts[-2:]))
def test_generated_files_are_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == GENERATED[path], "run `make generated`"


def test_an_action_is_decoded_into_its_fields() -> None:
    spec = small()
    spec.verb("pass", "pass")
    spec.verb("put", "{suit} {x},{y}", x=range(5), y=range(3), suit=SUITS)
    text = position_module(spec) + state_module(spec, RULES_ALONE)
    assert "PUT: Final[i64] = 1" in text
    assert "self.put(seat, (action - PUT) // 6, (action - PUT) // 2 % 3, (action - PUT) % 2)" in text
    assert "return PUT + x * 6 + y * 2 + suit" in text
    assert "self.pass_(seat)" in text  # a keyword of Python


def test_fields_may_be_joined_to_one_number() -> None:
    spec = small()
    spec.verb("put", "{suit} {x},{y}", suit=SUITS, y=range(3), x=range(5))
    spec.join("put", place=["y", "x"])
    text = position_module(spec) + state_module(spec, RULES_ALONE)
    assert "self.put(seat, (action - PUT) // 15, (action - PUT) % 15)" in text
    assert "def put_place(action: i64) -> i64:\n    return (action - PUT) % 15\n" in text
    assert "def put_action(suit: i64, place: i64) -> i64:\n    return PUT + suit * 15 + place\n" in text
    assert "def against_put(self, seat: i64, suit: i64, place: i64) -> str:" in text


def test_the_rules_may_tell_why_somebody_may_not_act() -> None:
    spec = Spec("small", seats=[2])
    spec.verb("pass", "pass")
    text = state_module(spec, RULES_ALONE)
    assert "        if self.current == OVER:\n            return self.ending()\n" in text
    assert "        if seat != self.current:\n            return self.out_of_turn()\n" in text
    assert "def out_of_turn(self) -> str:" in position_module(spec)


def test_values_share_as_few_words_as_possible() -> None:
    spec = small()
    spec.number("held", 0, 12, ["seat", "suit"])
    spec.number("paid", 0, 2**29, ["seat"])
    spec.number("lent", 0, 2**19, ["suit", "seat"])
    text = position_module(spec)
    assert "return (self.held_0 >> (4 * (seat * 2 + suit))) & 15" in text
    assert "held_1" not in text
    assert "        second = -(seat >> 1)\n" in text
    assert "return ((self.paid_0 ^ ((self.paid_0 ^ self.paid_1) & second)) >> (30 * (seat & 1))) & 1073741823\n" in text
    assert "change <<= 30 * (seat & 1)\n        self.paid_0 += change & ~second\n" in text
    assert "        if suit * 3 + seat < 3:\n            return (self.lent_0 >> (20 * (suit * 3 + seat)))" in text


def test_a_row_of_values_lies_in_one_word_and_is_read_at_once() -> None:
    spec = small()
    spec.number("paid", 0, 2**14 - 1, ["seat", "suit"]).shown("what each paid for a suit")
    text = position_module(spec)
    assert "second = -((seat * 2 + suit) >> 2)\n" in text  # four of them, not three and a half
    assert "change <<= 14 * ((seat * 2 + suit) & 3)\n" in text
    assert "        if seat < 2:\n            return (self.paid_0 >> (28 * seat)) & 268435455\n" in text
    assert 'rows = reader.rows("paid", int(self.seats), 2, 0, 16383)' in text


def test_a_long_part_has_a_cell_for_each_value() -> None:
    spec = small()
    spec.numbers("place", 20)
    spec.number("pieces", 0, 2**20, ["seat", "place"])
    text = position_module(spec)
    assert "return self.pieces_cells[seat * 20 + place]" in text
    assert "self.pieces_cells = vec[i64]([0] * (int(self.seats) * 20))" in text
    assert "self.pieces_cells = original.pieces_cells[:]" in text


def test_values_below_zero_are_counted_from_the_lowest() -> None:
    spec = small()
    spec.number("points", -5, 10, ["seat"]).shown("points of each seat")
    text = position_module(spec)
    assert text.count(f" = {5 + 5 * 16 + 5 * 256}\n") == 2  # initially, and when cleared
    assert "return ((self.points_0 >> (4 * seat)) & 15) - 5" in text


def test_a_number_may_have_other_bounds_for_learners() -> None:
    spec = small()
    spec.number("points", -99_999, 99_999).shown("points").observed(within=(-999, 999))
    assert (spec.observation.fields[0].low, spec.observation.fields[0].high) == (-999, 999)
    assert 'reader.number("points", -99999, 99999)' in position_module(spec)
    assert "row.put(0, max(-999, min(self.points, 999)))" in position_module(spec)


def test_what_is_shown_is_observed_in_the_same_words() -> None:
    spec = small()
    spec.number("held", 0, 12, ["seat"]).shown("cards of each seat").observed()
    spec.set("gone", of="suit").shown("the suits that are played out").observed()
    spec.flag("doubled").shown("whether somebody doubled").observed()
    spec.choice("trump", "suit").shown("the suit that beats the others").observed()
    assert [field.text for field in spec.observation.fields] == [
        "cards of each seat",
        "1 for each of the suits that are played out",
        "1 if somebody doubled",
        "the suit that beats the others: 0 hearts, 1 spades",
    ]


def test_a_choice_may_be_none() -> None:
    spec = small()
    spec.choice("trump", "suit", optional=True).shown("the suit that beats the others").observed()
    text = position_module(spec)
    assert "            self.trump: i64 = -1\n" in text
    assert '"trump": None if self.trump < 0 else SUIT_NAMES[int(self.trump)],\n' in text
    assert 'self.trump = reader.optional_choice("trump", SUIT_NAMES)\n' in text
    assert "    trump: SuitName | None\n" in text
    assert "row.put(0, self.trump + 1)\n" in text
    assert "  trump: SuitName | null;\n" in view_module(spec)
    assert spec.observation.fields[0].text == "the suit that beats the others: 0 none, 1 hearts, 2 spades"
    assert spec.observation.fields[0].high == 2


def test_a_choice_may_be_computed() -> None:
    spec = small()
    spec.computed_choice("trump", "suit").shown("the suit that beats the others")
    text = position_module(spec)
    assert "    def trump(self) -> i64:\n        raise NotImplementedError\n" in text
    assert '"trump": SUIT_NAMES[int(self.trump())],\n' in text
    assert "reader.choice" not in text


def test_the_members_of_sets_are_counted() -> None:
    spec = small()
    spec.set("hands", "suit", ["seat"])
    spec.set("gone", "suit")
    spec.size("held", "hands", 2).observed("suits of each seat")
    spec.size("gone_count", "gone", 2)
    text = position_module(spec)
    assert "    def held(self, seat: i64) -> i64:\n        return size(self.hands(seat))\n" in text
    assert "    def gone_count(self) -> i64:\n        return size(self.gone)\n" in text


def test_a_part_may_count_the_points() -> None:
    spec = Spec("small", seats=[2, 3], points="chips")
    spec.number("chips", 0, 9, ["seat"])
    assert "return [int(self.chips(seat)) for seat in range(int(self.seats))]" in position_module(spec)


def test_the_rules_may_tell_the_members_of_an_axis_apart() -> None:
    spec = small()
    spec.axis("last_stage", ["bidding", "laying"], constants=True)
    assert "\nclass SmallLastStage:\n" in position_module(spec)
    assert "    BIDDING: Final = 0\n    LAYING: Final = 1\n" in position_module(spec)


def test_a_grid_is_observed_by_row_and_column() -> None:
    spec = small()
    spec.numbers("place", 3, 5)
    spec.set("holes", "place", ["suit"]).observed("1 where each suit has a hole")
    assert spec.observation.fields[0].shape == (2, 3, 5)


def test_a_seat_that_may_be_nobody_is_observed_plus_one() -> None:
    spec = small()
    spec.seat("dealer").observed("who deals")
    spec.seat("winner", start=-1).observed("who has won, plus 1")
    text = position_module(spec)
    assert "        row.put(0, counted_from(seat, self.dealer, self.seats))\n        if self.winner >= 0:\n" in text
    assert [field.high for field in spec.observation.fields] == [2, 3]


def test_sets_of_named_things_are_loaded_by_seat() -> None:
    spec = small()
    spec.set("hand", "suit", ["seat"]).shown("the suits in each hand")
    assert 'found = name_set(reader.game, f"hand[{seat}]", row, SUIT_NAMES)' in position_module(spec)


def test_fields_of_a_log_may_change() -> None:
    spec = small()
    spec.log("bids", "bid", room=4, changed=["price"], who="seat", price=(0, 9))
    text = position_module(spec)
    assert "def change_bid_price(self, index: i64, price: i64) -> None:" in text
    assert "change_bid_who" not in text


def test_what_a_seat_may_not_see_is_cleared_for_it() -> None:
    spec = small()
    spec.set("hand", "suit", ["seat"], seen_by="owner").shown("the suits in each hand")
    spec.set("pile", "suit", seen_by="nobody").shown("the suits in the pile")
    text = position_module(spec)
    hiding = text[text.index("def hide_from") : text.index("def dump")]
    assert "            if seat != viewer:\n                self.add_to_hand(seat, -self.hand(seat))\n" in hiding
    assert "        self.pile = 0\n" in hiding
    assert "  hand: SuitName[][];\n" in view_module(spec)  # the viewer's own; the others are empty
    assert "pile" not in view_module(spec)
    spec.view("size", int, "how many suits are in the viewer's hand")
    assert "hand:" not in view_module(spec)


def test_a_view_has_a_type_for_the_client() -> None:
    spec = small()
    spec.number("held", 0, 12, ["seat", "suit"]).shown("cards of each suit")
    spec.choice("trump", "suit").shown("the suit that beats the others")
    spec.set("hidden", of="suit")
    text = view_module(spec)
    assert "  /** Cards of each suit. */\n  held: [hearts: number, spades: number][];\n" in text
    assert '\nexport type SuitName = "hearts" | "spades";\n' in text
    assert "  trump: SuitName;\n" in text
    assert "hidden" not in text


def test_a_view_may_have_parts_that_are_computed_before_anything_is_hidden() -> None:
    spec = small()
    spec.set("hands", "suit", ["seat"], seen_by="owner").shown("all hands").viewed("your hand", name="hand")
    spec.size("held", "hands", 2).viewed("how many suits each seat holds").observed()
    text = position_module(spec)
    assert "class SmallViewJson(SmallTable, SmallSight):" in text
    own = "[SUIT_NAMES[each] for each in members(self.hands(viewer))] if viewer >= 0 else []"
    assert f'            "hand": {own},\n' in text
    assert '            "held": [int(self.held(seat)) for seat in range(self.seats)],\n' in text
    assert "  hand: SuitName[];\n" in view_module(spec)
    assert "  held: number[];\n" in view_module(spec)
    assert spec.observation.fields[0].text == "how many suits each seat holds"


def test_the_client_can_check_a_view() -> None:
    spec = small()
    spec.number("held", 0, 12, ["seat", "suit"]).shown("cards of each suit")
    spec.set("gone", of="suit").shown("the suits that are played out")
    spec.view("sold", list[SoldTile], "tiles sold")
    spec.view("sale", LastSale | None, "the last sale")
    spec.view("pace", Literal["race", "turns"], "who may act")
    text = view_module(spec)
    assert "const isSoldTile: Guard<SoldTile> = tupleOf(oneOf(SUIT_NAMES), isNumber);\n" in text
    assert "const isLastSale: Guard<LastSale> = objectOf({ tile: isSoldTile, buyer: nullable(isNumber) });\n" in text
    fields = """sold: listOf(isSoldTile), sale: nullable(isLastSale), pace: oneOf(["race", "turns"])"""
    parts = "held: listOf(tupleOf(isNumber, isNumber)), gone: listOf(oneOf(SUIT_NAMES))"
    view = f"objectOf({{ seat: isNumber, {fields}, {parts}, current: isNumber }})"
    assert f"export const isView: Guard<View> = {view};\n" in text


def test_the_client_can_check_an_action() -> None:
    spec = small()
    spec.verb("pass", "pass")
    spec.verb("put", "{suit} {x} {way}", suit=SUITS, x=range(3), way=["up", "down"])
    verbs = '  pass: {},\n  put: { suit: oneOf(SUIT_NAMES), x: isNumber, way: oneOf(["up", "down"]) },\n'
    text = view_module(spec)
    assert f'export const isAction: Guard<Action> = taggedBy("do", {{\n{verbs}}});\n' in text
    assert 'import { isNumber, objectOf, oneOf, taggedBy, type Guard } from "../../lib/guards";\n' in text


def test_a_verb_of_one_stage_is_refused_at_the_others() -> None:
    spec = small()
    spec.axis("stage", ["bidding", "playing"])
    spec.choice("stage", "stage")
    spec.verb("bid", "bid", stage="bidding")
    spec.verb("play", "play {suit}", stage="playing", suit=SUITS)
    refusal = '            if self.stage != 1:  # playing\n                return "small.1"\n'
    assert f"{refusal}            return self.against_play(seat, action - PLAY)\n" in state_module(spec, RULES_ALONE)


def test_flags_and_constants_are_shown_and_observed() -> None:
    spec = small()
    spec.constant("limit", "i64", high=9).shown("the last turn").observed()
    spec.constant("open", "bool").observed("1 if hands are open")
    spec.flag("doubled").shown("whether somebody doubled").observed("1 if somebody doubled")
    spec.number("held", 0, 12, ["seat"]).shown("cards of each seat")
    text = position_module(spec)
    assert (
        'def __init__(self, seats: i64, limit: i64, open: bool, *, original: "SmallPosition | None" = None) -> None:'
        in text
    )
    assert "            self.doubled = False\n" in text
    assert '            "doubled": self.doubled,\n' in text
    assert '        self.doubled = reader.flag("doubled")\n' in text
    assert 'for seat, each in enumerate(reader.numbers("held", int(self.seats), 0, 12)):' in text
    derived = text[text.index("def derived") : text.index("def load")]
    assert '            "limit": int(self.limit),\n' in derived
    observing = text[text.index("def observe") :]
    assert "        row.put(0, self.limit)\n        if self.open:\n            row.put(1, 1)\n" in observing
    shown = view_module(spec)
    assert "  doubled: boolean;\n" in shown
    assert "  limit: number;\n" in shown


def test_a_view_may_have_something_else_under_the_name_of_a_part() -> None:
    spec = small()
    spec.custom("cards", list[str], shows="the cards on the table")
    spec.view("cards", list[tuple[str, int]], "the cards on the table, with what they count")
    assert "  cards: [string, number][];\n" in view_module(spec)
    assert "string[]" not in view_module(spec)
    assert "dump_cards" not in position_module(spec).partition("def table")[2]


def test_an_owner_observes_their_own_share_alone() -> None:
    spec = small()
    spec.numbers("card", 4)
    spec.set("hands", "card", ["seat"], low=1, seen_by="owner").observed("1 for each card held", name="hand")
    spec.number("counts", 0, 3, ["seat", "suit"], seen_by="owner").observed("cards of each suit")
    text = position_module(spec)
    assert [(field.name, field.shape) for field in spec.observation.fields] == [("hand", (3,)), ("counts", (2,))]
    assert "row.put_set(0, self.hands(seat) >> 1)" in text
    assert "row.put(first + suit, self.counts(seat, suit))" in text


def test_a_log_packs_its_entries_into_cells_that_grow_in_number() -> None:
    text = position_module(with_log())
    assert "noted = suit | (giver << 1) | (card << 3)" in text
    assert "self.move_cells[cell] |= noted << (7 * (self.moves - cell * 8))" in text
    assert "return (self.move_cells[index // 8] >> (7 * (index % 8))) & 127" in text
    assert "def move_card(move: i64) -> i64:\n    return (move >> 3) & 15\n" in text
    assert "        return move_card(self.move(index))\n" in text
    assert "self.move_cells = original.move_cells[:]" in text
    assert 'entry.choice("suit", SUIT_NAMES),' in text
    assert 'entry.number("giver", 0, int(self.seats) - 1),' in text
    assert 'entry.number("card", 1, int(self.highest)),' in text


def test_positions_share_a_log_that_is_seldom_written_in() -> None:
    spec = small()
    spec.log("rounds", "round", winner="seat", room=8, seldom=True, changed=["winner"]).shown("who won each round")
    text = position_module(spec)
    assert "self.round_cells = original.round_cells\n" in text
    assert "            self.round_shared = True\n            original.round_shared = True\n" in text
    for writing in ("note_round(self, winner: i64)", "clear_rounds(self)"):
        assert f"    def {writing} -> None:\n        self.own_rounds()\n" in text
    assert "        self.own_rounds()\n        self.round_cells[index // 30] += change" in text


def test_an_entry_is_blank_for_those_who_do_not_see_it() -> None:
    text = position_module(with_log("card"))
    hiding = text[text.index("def hide_from") : text.index("def dump(")]
    assert "if not self.sees_move(viewer, move):\n                self.change_move_card(move, 0)" in hiding
    assert "moves" not in view_module(with_log("card"))
    assert "  moves: [suit: SuitName, giver: number, card: number][];" in view_module(with_log())


def with_log(*hidden: str) -> Spec:
    spec = small()
    spec.log("moves", "move", suit="suit", giver="seat", card=(1, 12, "self.highest"), room=20, hidden=hidden).shown(
        "what was moved"
    )
    return spec


def test_the_rules_may_tell_whose_turn_it_is() -> None:
    spec = Spec("small", seats=[2], over="small.9", by_stage=True, several=True)
    spec.verb("take", "take")
    assert "        clause = self.against_turn(seat)\n        if clause:\n" in state_module(spec, RULES_ALONE)


def test_an_axis_may_be_as_long_as_there_are_seats() -> None:
    spec = small()
    spec.axis("chair", "ABC", by_seats=True)
    spec.number("places", 0, 2, ["chair"]).shown("who sits on each chair")
    spec.choice("dealer", "chair").shown("where the dealer sits")
    text = position_module(spec)
    assert '"places": [int(self.places(chair)) for chair in range(self.seats)]' in text
    assert 'self.dealer = reader.choice("dealer", CHAIR_NAMES[: int(self.seats)])' in text


class SoldTile(NamedTuple):
    suit: Annotated[str, "suit"]
    price_paid: int


class LastSale(TypedDict):
    tile: SoldTile
    buyer: int | None


def test_what_a_game_writes_by_hand_has_its_type_in_both_languages() -> None:
    spec = small()
    spec.custom("sold", list[SoldTile], "the tiles sold")
    spec.view("sales", dict[str, LastSale], "the last sale of each seat")
    types = position_module(spec)
    assert "class SmallTable(TypedDict):" in types
    assert "    sold: list[SoldTile]\n" in types
    assert "    sales: dict[str, LastSale]\n" in types
    assert "def dump_sold(self) -> list[SoldTile]:" in types
    assert "from tests.test_codegen import LastSale, SoldTile\n" in types
    text = view_module(spec)
    assert "export type SoldTile = [suit: SuitName, pricePaid: number];\n" in text
    assert "export interface LastSale {\n  tile: SoldTile;\n  buyer: number | null;\n}\n" in text
    assert text.index("SoldTile =") < text.index("LastSale {")
    assert "  sales: Record<string, LastSale>;\n" in text


def test_an_action_has_a_type_for_the_client() -> None:
    spec = small()
    spec.verb("put", "{suit} {x} {how}", suit=SUITS, x=range(5), how=["up", "down"])
    spec.verb("pass", "pass")
    text = view_module(spec)
    assert '  | { do: "put"; suit: SuitName; x: number; how: "up" | "down" }\n  | { do: "pass" };\n' in text


def test_constants_come_from_the_game() -> None:
    spec = small()
    spec.export(WIDTH=5, BANK="bank", PRICES={"chip": [1, 11]}, SIDES={"2": [2, 1]}, VALUES=[2, 3, 4, 6])
    text = view_module(spec)
    assert 'export const WIDTH = 5;\nexport const BANK = "bank";\n' in text
    assert 'PRICES: Readonly<Record<"chip", readonly [number, number]>> = {"chip": [1, 11]};\n' in text
    assert "SIDES: Readonly<Record<number, readonly [number, number]>> =" in text
    assert "VALUES: readonly number[] = [2, 3, 4, 6];\n" in text


def test_the_view_of_a_position_without_secrets_is_the_position() -> None:
    spec = small()
    spec.verb("pass", "pass")
    spec.number("held", 0, 12, ["seat"]).shown("cards of each seat")
    spec.flag("open").shown("whether the pile is open")
    assert "    held: list[int]\n    open: bool\n    current: int\n" in position_module(spec)
    assert "        return SmallView(seat, self.clone())\n" in state_module(spec, RULES_ALONE)
    spec.set("hand", "suit", ["seat"], seen_by="owner").shown("the suits in each hand")
    hidden = state_module(spec, RULES_ALONE)
    assert "PerfectInfoView" not in hidden
    assert "        known.hide_from(seat)\n        return HiddenInfoView(seat, known)\n" in hidden


def test_the_final_class_is_built_on_what_the_folder_has(tmp_path: Path) -> None:
    spec = small()
    spec.verb("pass", "pass")
    spec.set("hand", "suit", ["seat"], seen_by="owner").shown("the suits in each hand")
    assert "class SmallState(SmallRules):" in state_module(spec, tmp_path)
    for name in ("fast.py", "view.py"):
        (tmp_path / name).touch()
    text = state_module(spec, tmp_path)
    assert "class SmallState(FastSmall):" in text
    assert "        return SmallState(self.seats, original=self)\n" in text
    assert "        return SmallView(seat, self)\n" in text


def test_the_way_to_a_verb_that_is_used_often_is_short() -> None:
    spec = small()
    spec.chance("deal", "deal {suit}", often=True, suit=SUITS)
    spec.verb("pass", "pass")
    text = state_module(spec, RULES_ALONE)
    assert "        if DEAL <= action < PASS:\n            self.deal(seat, action - DEAL)\n" in text


def test_rules_may_call_a_verb_otherwise() -> None:
    spec = small()
    spec.verb("turn", "turn {suit}", called="turn_up", suit=SUITS)
    text = position_module(spec) + state_module(spec, RULES_ALONE)
    assert "return self.against_turn_up(seat, action - TURN)" in text
    assert "def turn_suit(action: i64) -> i64:" in text


def test_what_follows_from_the_rest_is_not_read() -> None:
    spec = small()
    spec.custom("led", Annotated[str, "suit"] | None, "the suit that was led", follows=True)
    text = position_module(spec)
    assert "def dump_led(self) -> SuitName | None:" in text
    assert '            "led": self.dump_led(),\n' in text[text.index("def derived") :]
    assert "read_led" not in text
    assert "  led: SuitName | null;\n" in view_module(spec)


def test_declarations_that_make_no_sense_are_refused() -> None:
    with pytest.raises(SpecError, match="small: held is by colour, which isn't an axis"):
        small().number("held", 0, 12, ["seat", "colour"])
    with pytest.raises(SpecError, match="small: huge needs 70 bits; a word has 60"):
        small().number("huge", 0, 2**70 - 1)
    with pytest.raises(SpecError, match="small: age must start at 0, because it is by seat"):
        small().number("age", 1, 99, ["seat"])
    spec = small()
    spec.verb("put", "{x},{y}", x=range(5), y=range(3))
    with pytest.raises(SpecError, match="small: place joins y, x; the fields of put are x,y"):
        spec.join("put", place=["y", "x"])
    with pytest.raises(SpecError, match="small: an entry of moves needs 62 bits; a word has 60"):
        small().log("moves", "move", room=20, one=(0, 2**31 - 1), other=(0, 2**31 - 1))
