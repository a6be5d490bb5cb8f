"""The errors and warnings of numba, by its names. CudaPy raises TypingError and the warnings; the others are
there to be named by programs that catch them."""

from __future__ import annotations

from .._core import CompileError

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "ByteCodeSupportError",
    "CompilerError",
    "ConstantInferenceError",
    "CudaLoweringError",
    "CudaSupportError",
    "DeprecationError",
    "InternalError",
    "KernelRuntimeError",
    "LoweringError",
    "NumbaDebugInfoWarning",
    "NumbaDeprecationWarning",
    "NumbaError",
    "NumbaExperimentalFeatureWarning",
    "NumbaInvalidConfigWarning",
    "NumbaPendingDeprecationWarning",
    "NumbaPerformanceWarning",
    "NumbaTypeError",
    "NumbaTypeSafetyWarning",
    "NumbaValueError",
    "NumbaWarning",
    "RequireLiteralValue",
    "TypingError",
    "UnsupportedBytecodeError",
    "UnsupportedError",
    "UntypedAttributeError",
]


class NumbaWarning(Warning):
    """The base of the warnings."""


class NumbaPerformanceWarning(NumbaWarning):
    """Given for what is slow on a GPU."""


class NumbaDeprecationWarning(NumbaWarning, DeprecationWarning):
    """Given by numba for what will go."""


class NumbaPendingDeprecationWarning(NumbaWarning, PendingDeprecationWarning):
    """Given by numba for what will go later."""


class NumbaTypeSafetyWarning(NumbaWarning):
    """Given by numba for conversions that may lose something."""


class NumbaExperimentalFeatureWarning(NumbaWarning):
    """Given by numba for what may change."""


class NumbaInvalidConfigWarning(NumbaWarning):
    """Given for options that do not go together."""


class NumbaDebugInfoWarning(NumbaWarning):
    """Given by numba where it cannot write debug information."""


class NumbaError(Exception):
    """The base of the errors that numba has of its own."""


class UnsupportedError(NumbaError):
    """Raised by numba for what it cannot compile."""


class DeprecationError(NumbaError):
    """Raised for options of jit that are gone."""


class LoweringError(NumbaError):
    """Raised by numba when it cannot make machine code."""


class CudaLoweringError(LoweringError):
    """Raised by numba when it cannot make machine code for a GPU."""


class ByteCodeSupportError(NumbaError):
    """Raised by numba when it cannot read a function."""


class CompilerError(NumbaError):
    """Raised by numba when compiling fails."""


class ConstantInferenceError(NumbaError):
    """Raised by numba for a value that must be constant."""


class InternalError(NumbaError):
    """Raised by numba for a mistake of its own."""


class TypingError(CompileError, NumbaError):
    """Raised for a kernel under cuda.jit that cannot be compiled for the types of its arguments. It is the
    CompileError of CudaPy, too: its text shows each mistake, and `diagnostics` is the list of them."""


class UntypedAttributeError(TypingError):
    """Raised by numba for an attribute that a type does not have."""


class RequireLiteralValue(TypingError):
    """Raised by numba for an argument that must be written out."""


class NumbaTypeError(TypingError):
    """Raised by numba for an argument of a wrong type."""


class NumbaValueError(TypingError):
    """Raised by numba for an argument of a wrong value."""


class UnsupportedBytecodeError(Exception):
    """Raised by numba for what it cannot read of a function."""


class KernelRuntimeError(RuntimeError):
    """Raised by numba's simulator for an exception in a kernel. `tid` and `ctaid` are the thread and the
    block."""

    msg: str
    tid: Any
    ctaid: Any

    def __init__(self, msg: str, tid: Any = None, ctaid: Any = None) -> None:
        super().__init__(f"thread {tid} of block {ctaid}: {msg}")
        self.msg, self.tid, self.ctaid = msg, tid, ctaid


class CudaSupportError(ImportError):
    """Raised by numba where there is no CUDA."""
