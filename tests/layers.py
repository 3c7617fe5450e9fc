"""Which package may import which: those of the lists before its own."""

from typing import Final

LAYERS: Final = [
    ["_build"],
    ["core", "verify"],
    ["games"],
    ["boards", "codegen"],
    ["bots"],
    ["table"],
    ["server", "envs", "lab"],
    ["cli"],
]
