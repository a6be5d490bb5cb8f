"""The settings of compilations that the environment has."""

from __future__ import annotations

import os
import sys


def is_optimized() -> bool:
    """Returns what the environment says of `optimize`; "always" is for the launcher, which then has small
    launches optimized, too."""
    value = os.environ.get("CUDAPY_OPTIMIZE", "")
    if value not in ("", "0", "1", "always"):
        raise ValueError(f'CUDAPY_OPTIMIZE must be 0, 1 or "always", not {value!r}')
    return value != "0"


def is_asked_for(variable: str) -> bool:
    """Returns whether the environment's variable is set to 1; 0 and an empty value mean no."""
    value = os.environ.get(variable, "")
    if value not in ("", "0", "1"):
        raise ValueError(f"{variable} must be 0 or 1, not {value!r}")
    return value == "1"


def is_covered() -> bool:
    """Returns whether kernels for the CPU note which lines they run: where coverage.py measures this program,
    unless the environment says otherwise."""
    value = os.environ.get("CUDAPY_COVERAGE", "")
    if value not in ("", "0", "1"):
        raise ValueError(f"CUDAPY_COVERAGE must be 0 or 1, not {value!r}")
    if value:
        return value == "1"
    coverage = sys.modules.get("coverage")  # nobody measures without it
    current = getattr(getattr(coverage, "Coverage", None), "current", None)
    return current is not None and current() is not None


def site_packages() -> list[str]:
    """Returns the folders into which pip may have put a compiler."""
    return [path for path in sys.path if path.rstrip("/").endswith(("site-packages", "dist-packages"))]
