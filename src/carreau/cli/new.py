"""`carreau new`: create a game to start from."""

from rich.console import Console

from carreau.codegen.__main__ import ROOT
from carreau.codegen.scaffold import complete, create

NEXT = """
Next:
  carreau play {name} --seat human --seat bot:3{bots}
  make play                   the same in the browser
  make quick                  the checks that your changes can break
Then change its rules, texts and tests in the order of docs/add-a-game.md."""


def run_new(screen: Console, name: str, seats: str) -> None:
    for path in create(name, seats):
        screen.print(str(path.relative_to(ROOT)), highlight=False, markup=False, soft_wrap=True)
    complete(name)
    bots = " --seat bot:3" * (int(seats[0]) - 2)
    screen.print(NEXT.format(name=name, bots=bots), highlight=False, markup=False, soft_wrap=True)
