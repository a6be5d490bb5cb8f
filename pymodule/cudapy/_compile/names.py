"""The names that every kernel knows, as objects that linters and editors find and that say so when they are
used outside a kernel."""

from __future__ import annotations

import types

from .._core import Error, Pointer, array_type

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any, NoReturn

_docstrings: dict[str, str | None] = {}


def _docstring(name: str) -> str | None:
    # The docstring is in the stub, from which editors show it too. The stub is read when help() first asks
    # for one.
    if not _docstrings:
        import ast
        import inspect
        from pathlib import Path

        body = ast.parse((Path(__file__).parents[1] / "__init__.pyi").read_text(encoding="utf-8")).body
        for node, following in zip(body, body[1:]):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                _docstrings[node.name] = ast.get_docstring(node)
            elif (
                isinstance(node, ast.AnnAssign)
                and isinstance(node.target, ast.Name)
                and isinstance(following, ast.Expr)
                and isinstance(following.value, ast.Constant)
            ):
                _docstrings[node.target.id] = inspect.cleandoc(str(following.value.value))
    return _docstrings.get(name)


class Predefined:
    # A value that exists only while a kernel runs. Outside, every use of it raises cudapy.Error.

    __slots__ = ("_axes", "_name")
    __doc__ = property(lambda self: _docstring(self._name))

    def __init__(self, name: str, axes: bool) -> None:
        self._name = name
        self._axes = axes

    def __repr__(self) -> str:
        return f"<cudapy.{self._name}, known inside kernels>"

    def __reduce__(self) -> str:
        return self._name

    def _refuse(self, *_: object) -> NoReturn:
        raise Error(
            f"{self._name} has a value only inside a kernel: compile the function with "
            "cudapy.compile and launch it"
        )

    def __getattr__(self, attribute: str) -> NoReturn:
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        if self._axes and attribute in ("x", "y", "z"):
            self._refuse()
        raise AttributeError(f"cudapy.{self._name} has no attribute {attribute!r}")

    __bool__ = __int__ = __float__ = __index__ = __neg__ = __pos__ = __abs__ = __invert__ = _refuse
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _refuse
    __divmod__ = __rdivmod__ = __pow__ = __rpow__ = _refuse
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _refuse
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _refuse
    __hash__ = object.__hash__


idx = Predefined("idx", False)
idy = Predefined("idy", False)
idz = Predefined("idz", False)
threadIdx = Predefined("threadIdx", True)
blockIdx = Predefined("blockIdx", True)
blockDim = Predefined("blockDim", True)
gridDim = Predefined("gridDim", True)
gridsize = Predefined("gridsize", True)
laneid = Predefined("laneid", False)
warpSize = Predefined("warpSize", False)


class Cooperation:
    # A function that exists only while a kernel runs.

    __slots__ = ("_name",)
    __doc__ = property(lambda self: _docstring(self._name))

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"<cudapy.{self._name}, known inside kernels>"

    def __reduce__(self) -> str:
        return self._name

    def __call__(self, *_: object) -> NoReturn:
        raise Error(
            f"{self._name} works only inside a kernel: compile the function with cudapy.compile and launch it"
        )


shared = Cooperation("shared")
local = Cooperation("local")
syncthreads = Cooperation("syncthreads")
syncthreads_count = Cooperation("syncthreads_count")
syncthreads_and = Cooperation("syncthreads_and")
syncthreads_or = Cooperation("syncthreads_or")
grid_sync = Cooperation("grid_sync")
threadfence = Cooperation("threadfence")
threadfence_block = Cooperation("threadfence_block")
threadfence_system = Cooperation("threadfence_system")
atomicAdd = Cooperation("atomicAdd")
atomicSub = Cooperation("atomicSub")
atomicMin = Cooperation("atomicMin")
atomicMax = Cooperation("atomicMax")
atomicAnd = Cooperation("atomicAnd")
atomicOr = Cooperation("atomicOr")
atomicXor = Cooperation("atomicXor")
atomicExch = Cooperation("atomicExch")
atomicInc = Cooperation("atomicInc")
atomicDec = Cooperation("atomicDec")
atomicCAS = Cooperation("atomicCAS")
popc = Cooperation("popc")
clz = Cooperation("clz")
ffs = Cooperation("ffs")
brev = Cooperation("brev")
bits = Cooperation("bits")
float_of_bits = Cooperation("float_of_bits")
double_of_bits = Cooperation("double_of_bits")
random_state = Cooperation("random_state")
random = Cooperation("random")
uniform = Cooperation("uniform")
normal = Cooperation("normal")
randint = Cooperation("randint")
syncwarp = Cooperation("syncwarp")
shfl_sync = Cooperation("shfl_sync")
shfl_up_sync = Cooperation("shfl_up_sync")
shfl_down_sync = Cooperation("shfl_down_sync")
shfl_xor_sync = Cooperation("shfl_xor_sync")
all_sync = Cooperation("all_sync")
any_sync = Cooperation("any_sync")
ballot_sync = Cooperation("ballot_sync")
match_any_sync = Cooperation("match_any_sync")
activemask = Cooperation("activemask")
lanemask_lt = Cooperation("lanemask_lt")
lanemask_le = Cooperation("lanemask_le")
lanemask_eq = Cooperation("lanemask_eq")
lanemask_ge = Cooperation("lanemask_ge")
lanemask_gt = Cooperation("lanemask_gt")
reduce_add_sync = Cooperation("reduce_add_sync")
reduce_min_sync = Cooperation("reduce_min_sync")
reduce_max_sync = Cooperation("reduce_max_sync")
reduce_and_sync = Cooperation("reduce_and_sync")
reduce_or_sync = Cooperation("reduce_or_sync")
reduce_xor_sync = Cooperation("reduce_xor_sync")


class Array:
    """The type of an array in annotations: `X: cp.Array[cp.float32]` is `float* X`, and `A:
    cp.Array[cp.float32, 2]`, of two dimensions, is `float[,] A`. `rows: cp.Array[cp.Array[cp.float32]]` is
    `float** rows`, an array of arrays.

    Type checkers take no number for a type: mypy wants `# type: ignore[valid-type]` on the line with the 2.

    >>> @cp.kernel
    ... def scale(A: cp.Array[cp.float32, 2], by: cp.float32) -> None:
    ...     A[idy, idx] *= by
    >>> scale.signature
    'scale : void (float[,] A, float by)'
    """

    def __new__(cls) -> NoReturn:
        raise TypeError(
            "cudapy.Array is for annotations, such as cp.Array[cp.float32]; an array is made with "
            "cp.CudaArray"
        )

    def __class_getitem__(cls, item: Any) -> Any:
        element = item[0] if isinstance(item, tuple) and item else item
        if (
            isinstance(element, (str, types.GenericAlias)) or type(element).__name__ == "TypeVar"
        ):  # the type is chosen later
            return types.GenericAlias(cls, item)
        return array_type(*item) if isinstance(item, tuple) and len(item) == 2 else Pointer(item)
