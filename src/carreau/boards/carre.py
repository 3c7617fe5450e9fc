"""Carré in the terminal: each board from above, with outlined tiles and the height of each square."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from carreau.games.carre._spec import CarreViewJson
from carreau.games.carre.spec import HEIGHT, WIDTH, PlacedTile
from carreau.games.carre.tiles import BOX
from carreau.games.texts import Text

SIZES = {int(value): sides for value, sides in BOX["tiles"].items()}
TILES = BOX["copies"] * len(SIZES)
FACES = " ⚀⚁⚂⚃⚄⚅"
BARE = "dim"
# The background of a square by layer, lowest first; layers above use the last one.
SHADES = ["rgb(58,66,74)", "rgb(44,88,104)", "rgb(36,112,116)", "rgb(62,134,96)", "rgb(104,122,40)", "rgb(150,104,30)"]
# A crossing of lines, indexed by which of its four arms exist: up, right, down, left.
CROSSINGS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"

Square = tuple[int, int]
Top = dict[Square, tuple[int, int]]  # the top tile of each square: its number on the board and its value


def draw(view: CarreViewJson, text: Text, names: list[str]) -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_row(*(player(view, text, names, seat) for seat in range(len(view["boards"]))))
    return Group(table, Line(), middle(view, text), turn(view, text, names))


def player(view: CarreViewJson, text: Text, names: list[str], seat: int) -> Group:
    mark = marks(view)[seat]
    count = f"{len(view['boards'][seat])}/{TILES}"
    name = f"{mark} {names[seat]}"[: 21 - len(count)]
    head = Line(f"{name:<{21 - len(count)}} {count}", style="" if mark == " " else "bold")
    held = Line(f"{text.word('chips')} {view['chips'][seat]}  {text.word('stoppers')} {view['stoppers'][seat]}")
    return Group(head, board(view["boards"][seat]), supply(view["supplies"][seat]), held)


def is_over(view: CarreViewJson) -> bool:
    return view["current"] not in (-1, view["turn"])


def marks(view: CarreViewJson) -> list[str]:
    """Mark the player to move, or the winner at the end."""
    built = [len(board) for board in view["boards"]]
    if is_over(view):
        return ["★" if count == max(built) else " " for count in built]
    return ["▶" if seat == view["turn"] else " " for seat in range(len(built))]


def board(tiles: list[PlacedTile]) -> Line:
    top, height = seen_from_above(tiles)
    drawn = Line()
    for y in range(HEIGHT + 1):
        border(drawn, top, height, y)
        if y < HEIGHT:
            row(drawn, top, height, y, values=True)
            row(drawn, top, height, y, values=False)
    drawn.rstrip()
    return drawn


def seen_from_above(tiles: list[PlacedTile]) -> tuple[Top, dict[Square, int]]:
    """Return the top tile and the height of every covered square; tiles come from the bottom up."""
    top: Top = {}
    height: dict[Square, int] = {}
    for number, (kind, left, upper, level) in enumerate(tiles):
        value = int(kind.rstrip("xy"))
        across, down = SIZES[value][::-1] if kind.endswith("y") else SIZES[value]
        for square in ((left + i, upper + j) for i in range(across) for j in range(down)):
            top[square] = (number, value)
            height[square] = level + 1
    return top, height


def parted(top: Top, one: Square, other: Square) -> bool:
    """Return whether a line separates two squares: the outline of the board, a bare square or a tile."""
    return top.get(one) != top.get(other) or top.get(one) is None


def arms(top: Top, x: int, y: int) -> list[bool]:
    """Return which lines meet at the upper left corner of a square: up, right, down, left."""
    return [
        y > 0 and parted(top, (x - 1, y - 1), (x, y - 1)),
        x < WIDTH and parted(top, (x, y - 1), (x, y)),
        y < HEIGHT and parted(top, (x - 1, y), (x, y)),
        x > 0 and parted(top, (x - 1, y - 1), (x - 1, y)),
    ]


def border(drawn: Line, top: Top, height: dict[Square, int], y: int) -> None:
    """Draw the line above a row; the topmost line carries the column numbers."""
    drawn.append(" ")
    for x in range(WIDTH + 1):
        lines = arms(top, x, y)
        inside = not any(lines)
        crossing = CROSSINGS[sum(2**arm for arm, there in enumerate(lines) if there)]
        drawn.append(crossing, style=style(height[x, y] if inside else 0))
        if x < WIDTH:
            line = f"─{x}─" if y == 0 else "───" if lines[1] else "   "
            drawn.append(line, style=style(0 if lines[1] else height[x, y]))
    drawn.append("\n")


def row(drawn: Line, top: Top, height: dict[Square, int], y: int, values: bool) -> None:
    """Draw one line of text through a row: the values of the tiles or the heights of the squares."""
    drawn.append(str(y) if values else " ", style=BARE)
    for x in range(WIDTH + 1):
        line = parted(top, (x - 1, y), (x, y))
        drawn.append("│" if line else " ", style=style(0 if line else height[x, y]))
        if x < WIDTH:
            inside = value_of(top, (x, y)) if values else f"{height.get((x, y), '·'):>3}"
            drawn.append(inside, style=style(height.get((x, y), 0), bold=values))
    drawn.append("\n")


def value_of(top: Top, square: Square) -> str:
    """Return the value of a tile for its first visible square, spaces for the others."""
    if square not in top:
        return "   "
    first = min((y, x) for (x, y), tile in top.items() if tile == top[square])
    return f"{top[square][1]:<3}" if first == (square[1], square[0]) else "   "


def style(height: int, bold: bool = False) -> str:
    if height == 0:
        return BARE
    return f"{'bold ' if bold else ''}white on {SHADES[min(height, len(SHADES)) - 1]}"


def supply(held: list[int]) -> Line:
    """Draw every value with the number of tiles left below it."""
    line = Line().append(" ".join(f"{value:>2}" for value in SIZES)[1:] + "\n", style="dim")
    return line.append(" ".join(f"{count or '·':>2}" for count in held)[1:])


def middle(view: CarreViewJson, text: Text) -> Line:
    stoppers, chips = view["middle"]
    return Line(text.labelled(text.word("middle"), f"{text.word('chips')} {chips}  {text.word('stoppers')} {stoppers}"))


def turn(view: CarreViewJson, text: Text, names: list[str]) -> Line:
    if is_over(view):
        return Line(text.word("over"), style="bold")
    line = Line().append(f"{text.word('turn')} {view['turns'] // len(names) + 1}  ", style="dim")
    line.append(text.labelled(names[view["turn"]], text.word(view["stage"])), style="bold")
    if view["stage"] != "rolling":
        dice = "  ".join(f"{FACES[face]} {face}" for face in view["dice"]) or text.word("none")
        line.append(f"  {text.labelled(text.word('dice'), dice)}")
    for word, new in zip(("new_stoppers", "new_chips"), view["new"], strict=True):
        line.append(f"  {text.labelled(text.word(word), new)}" if new else "", style="dim")
    return line.append(f"  {text.filled('also', tile=view['stopped'])}" if view["stopped"] else "")
