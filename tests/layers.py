"""The layers: a package may import only packages in earlier lists."""

from typing import Final

LAYERS: Final = [
    ["_build"],
    ["core", "verify"],
    ["games"],
    ["boards", "codegen"],
    ["bots"],
    ["table"],
    ["study"],
    ["server", "envs", "lab"],
    ["cli"],
]
