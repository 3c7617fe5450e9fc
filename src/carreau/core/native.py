"""The machine types that the compiled build uses, and what stands in for them without it.

This module is never compiled. A type checker and mypyc see 64-bit integers and packed vectors;
an uncompiled run gets Python's own int and list, so the same source gives the same results.
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
