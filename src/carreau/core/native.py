"""The machine types of the compiled build, and their substitutes without it.

This module is never compiled. Type checkers and mypyc see 64-bit integers and packed vectors;
an uncompiled run gets Python's int and list, so the same source produces the same results.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from librt.vecs import append as append
    from librt.vecs import vec as vec
    from mypy_extensions import i16 as i16
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
    from mypy_extensions import u8 as u8
else:
    i16 = int
    i64 = int
    u8 = int
    vec = list

    def append(values: list[Any], value: Any) -> list[Any]:
        values.append(value)
        return values

    def mypyc_attr(**_settings: Any) -> Callable[[type], type]:
        return lambda cls: cls
