"""CompileErrors of kernels under cuda.jit as numba's TypingErrors."""

from __future__ import annotations

from .._types.numba_errors import with_numbas
from ..errors import TypingError

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from ..._core import CompileError


def typing_error(error: CompileError) -> TypingError:
    """Returns the TypingError that says what a CompileError says."""
    made = with_numbas(TypingError)(*error.args)
    made.__dict__.update(error.__dict__)
    return made
