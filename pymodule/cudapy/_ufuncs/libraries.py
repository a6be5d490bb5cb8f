"""The libraries whose arrays a function over arrays takes and gives back."""

from __future__ import annotations

import sys
from typing import Any

from .. import _core
from .._compile.resolve import CUDAPY_TYPES
from .numbers import KINDS, PYTHON, TYPES
from .strided import ArrayOperand

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .._core import CudaArray
    from .strided import Operand

LIBRARIES = {"jaxlib": "jax"}


def library_of(argument: Any) -> str | None:
    """The library that an array is of, "cudapy", "numpy", "torch"; None for buffers of Python's own."""
    kind = type(argument)
    if kind is _core.CudaArray:
        return "cudapy"
    for base in kind.__mro__:
        root = base.__module__.partition(".")[0]
        if root == "numpy" and base.__name__ == "ndarray":
            return "numpy"
    if hasattr(kind, "__dlpack__") or hasattr(argument, "__cuda_array_interface__"):
        root = kind.__module__.partition(".")[0]
        return LIBRARIES.get(root, root)
    return None


def lies_on_host(argument: Any) -> bool | None:
    """Returns whether another library's array is in host memory; None for what is no array."""
    if type(argument) is _core.CudaArray:
        return False
    if hasattr(argument, "__dlpack_device__") and not is_numpys(argument):
        return int(argument.__dlpack_device__()[0]) in (1, 3)
    if hasattr(argument, "__cuda_array_interface__"):
        return False
    return True if is_numpys(argument) else None


def is_numpys(argument: Any) -> bool:
    return library_of(argument) == "numpy"


def is_masked(argument: Any) -> bool:
    return any(
        base.__name__ == "MaskedArray" and base.__module__.partition(".")[0] == "numpy"
        for base in type(argument).__mro__
    )


def is_buffer(argument: Any) -> bool:
    if isinstance(argument, (str, bytes)):
        return False
    try:
        memoryview(argument).release()
    except TypeError:
        return False
    return True


def native(array: Any) -> Any:
    """A NumPy array in the byte order of this machine, with the axes along which it repeats itself cut to
    one element."""
    if 0 in array.strides and array.size:
        array = array[
            tuple(
                slice(0, 1) if not stride and extent > 1 else slice(None)
                for stride, extent in zip(array.strides, array.shape)
            )
        ]
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def is_read_only(operand: ArrayOperand) -> bool:
    given, view = operand.argument, operand.view
    if is_numpys(given):
        return not given.flags.writeable
    if view.device == "cpu":
        try:
            return memoryview(view).readonly
        except (TypeError, BufferError):
            return False
    return bool(view.__cuda_array_interface__["data"][1])


def described(library: str | None) -> str:
    return {"cudapy": "a CudaArray", "numpy": "a NumPy array", None: "a buffer"}.get(
        library, f"an array of {library}"
    )


def conversion(library: str, wanted: str | None, what: str) -> str:
    name = what.rpartition(" ")[2]
    if wanted == "cudapy":
        return f"cp.asarray({name})"
    if wanted == "numpy" and library == "cudapy":
        return f"{name}.toHost()"
    return f"{wanted}.from_dlpack({name})" if wanted else f"cp.asarray({name})"


def cast(operand: Operand, wanted: str) -> str:
    if operand.is_number:
        return f"{'bool' if wanted == 'bool' else 'int' if KINDS[wanted] < 3 else 'float'}({operand.name})"
    numpy_name = TYPES[wanted].numpy_name or "float32"
    if operand.library == "torch":
        return f"{operand.name}.to(torch.{TYPES[wanted].numpy_name or wanted})"
    if operand.library in ("numpy", "cupy", "jax") and wanted == "bool":
        return f"{operand.name}.astype(bool)"
    if operand.library in ("numpy", "cupy", "jax"):
        module = {"numpy": "np", "cupy": "cupy", "jax": "jax.numpy"}[operand.library]
        return f"{operand.name}.astype({module}.{numpy_name})"
    number = f"{PYTHON[KINDS[wanted]]}(x)"
    return f"cp.CudaArray([{number} for x in {operand.name}.toList()], cp.{CUDAPY_TYPES[wanted]})"


def given_back(
    made: CudaArray, shape: tuple[int, ...], library: str, is_scalar: bool, operands: Iterable[Operand]
) -> Any:
    """A result as the library has arrays."""
    if is_scalar:
        return made.toHost()[0] if library == "numpy" else made[0]
    if library == "cudapy":
        return made
    if library == "numpy":
        return made.toHost()
    like = next(each for each in operands if each.library == library)
    if like.is_on_host and made.device != "cpu":
        made = _core.CudaArray(made, None, "cpu")
    module = sys.modules.get({"jax": "jax.dlpack"}.get(library, library))
    if library == "numba":
        found = sys.modules["numba.cuda"].as_cuda_array(made)
    elif module is not None and hasattr(module, "from_dlpack"):
        found = module.from_dlpack(made)
    else:
        return made
    return found if shape else found.reshape(())


def let_libraries_wait(operands: Iterable[Operand], outs: Iterable[Operand | None], device: str) -> None:
    """What other libraries do with their arrays from here on comes after the kernel."""
    if device == "cpu":
        return
    foreign = [
        each
        for each in (*operands, *outs)
        if isinstance(each, ArrayOperand) and not each.is_on_host and each.library not in (None, "cudapy")
    ]
    for each in foreign:
        if each.library == "torch":
            stream = sys.modules["torch"].cuda.current_stream(each.argument.device).cuda_stream
        elif each.library == "cupy":
            stream = sys.modules["cupy"].cuda.get_current_stream().ptr
        else:
            _core.synchronize(device)
            return
        each.view.__dlpack__(stream=stream or 1)
