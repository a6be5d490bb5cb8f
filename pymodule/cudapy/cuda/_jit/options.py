"""The options of cuda.jit: which there are, and what they may be."""

from __future__ import annotations

from .._missing import NotThereError
from ..errors import DeprecationError

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_IGNORED = frozenset(
    (
        "opt",
        "inline",
        "cache",
        "lineinfo",
        "forceinline",
        "lto",
        "nopython",
        "max_registers",
        "shared_memory_carveout",
    )
)
_GONE = frozenset(("argtypes", "restype", "bind"))


def check_options(options: Mapping[str, Any]) -> None:
    """Raises for the options that change what a kernel does and are not there."""
    for name, value in options.items():
        if name in _GONE and value is not None:
            raise DeprecationError(
                f"cuda.jit: {name}= is gone from numba: give the signature first, as in cuda.jit(signature)"
            )
        if name == "boundscheck" and value:
            raise NotImplementedError(
                "cuda.jit: numba has no boundscheck=True on GPUs: CUDAPY_CHECKED=1 checks every index"
            )
        if name == "target" and value in ("cuda", "gpu"):
            continue  # which is what it says anyway
        if name == "shared_memory_carveout" and value is not None:
            _check_carveout(value)
        if name not in _IGNORED and value not in (None, False, (), []):
            raise NotThereError(f"cudapy.cuda has no jit({name}=...) yet")


def _check_carveout(value: object) -> None:
    if isinstance(value, str):
        if value.lower() not in ("default", "maxl1", "maxshared"):
            raise ValueError(
                'cuda.jit: shared_memory_carveout is "default", "MaxL1", "MaxShared" or -1 to 100, not '
                f"{value!r}"
            )
    elif not isinstance(value, int):
        raise TypeError(f"cuda.jit: shared_memory_carveout is a str or an int, not {value!r}")
    elif not -1 <= value <= 100:
        raise ValueError(f"cuda.jit: shared_memory_carveout is from -1 to 100, not {value}")


def most_threads(launch_bounds: Any) -> int | None:
    """Returns the most threads of a block that `launch_bounds` allows, or None. It is that number, or a tuple
    of it and of what else numba takes.

    Raises ValueError for another number of items, and TypeError for what is no integer.
    """
    if launch_bounds is None:
        return None
    bounds = launch_bounds if isinstance(launch_bounds, tuple) else (launch_bounds,)
    if not 1 <= len(bounds) <= 3:
        raise ValueError(
            "cuda.jit: launch_bounds is an integer or a tuple of one to three. Got "
            f"{len(bounds)} launch bounds: {launch_bounds!r}"
        )
    for each in bounds:
        if isinstance(each, bool) or not isinstance(each, int):
            raise TypeError(
                f"cuda.jit: launch_bounds is an integer or a tuple of integers, not {launch_bounds!r}"
            )
        if each < 1:
            raise ValueError(f"cuda.jit: launch_bounds is positive, not {launch_bounds!r}")
    most: int = bounds[0]
    return most
