"""The logger "cudapy": what was compiled, what was found instead, and what could not be used."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from .._core import Kernel


def note_compiled(kernel: Kernel, seconds: float) -> None:
    """Tells the logger "cudapy" where the code of a kernel came from: a compiler (INFO), or a file (DEBUG). A
    program that has not imported logging wants to know of nothing."""
    logging = sys.modules.get("logging")
    if logging is None or not kernel._is_built:
        return
    logger = logging.getLogger("cudapy")
    level = logging.INFO if kernel.built else logging.DEBUG
    if logger.isEnabledFor(level):
        what = "compiled" if kernel.built else "found"
        logger.log(
            level, "%s: %s for %s in %.3f s: %s", kernel.name, what, kernel.target, seconds, kernel.path
        )


def note_unloadable(kernel: str, what: str) -> None:
    """Tells the logger "cudapy" of prebuilt code that could not be loaded, "a.cubin: why". Other code or a
    compiler takes its place, and an error follows where there is none."""
    logging = sys.modules.get("logging")
    if logging is not None:
        logging.getLogger("cudapy").warning("%s: prebuilt code could not be loaded: %s", kernel, what)
