"""cp.jax_op: kernels as functions of JAX, with their derivatives."""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .. import _core
from .._core import Kernel
from .memory import Memory, dtype_of
from .operator import Operator, Parameter, is_float, one_or_all

_UNKNOWN = ("bfloat16",)
_numbers = itertools.count()
_handlers: list[Any] = []  # XLA has their addresses for good


class JaxOperator(Operator):
    """What jax_op() makes the function of. All results are new arrays, and numbers are arrays of rank 0."""

    def __init__(self, call: Any, out: Any, threads: Any) -> None:
        super().__init__("jax_op", call, out, threads)
        if self.mutated:
            names = ", ".join(each.name for each in self.mutated)
            raise ValueError(
                f"jax_op: {call.name} changes {names}, and arrays of JAX do not change: name it in out=, "
                "then the function takes it, and returns what it becomes"
            )
        for each in self.parameters:
            self.dtype(each)

    def dtype(self, parameter: Parameter) -> Any:
        kind = parameter.kind.element if parameter.is_array else parameter.kind
        name = getattr(kind, "name", "") or kind.__name__
        found = dtype_of(kind)
        if name in _UNKNOWN or found.kind not in "biufc":
            raise TypeError(f"jax_op: {self.call.name}: parameter {parameter.name}: {name} is not supported")
        return found

    def given(self, memory: Memory, arrays: Sequence[Any]) -> dict[str, Any]:
        """Returns the arguments of a launch that XLA has given."""
        return {
            each.name: array if each.is_array else memory.number(array)
            for each, array in zip(self.inputs, arrays)
        }

    def run(self, memory: Memory, arguments: list[Any], results: list[Any]) -> None:
        given = self.given(memory, arguments)
        for each, result in zip(self.results, results):
            memory.fill(result, given.get(each.name))
        values = tuple(given.values())
        for each, result in zip(self.results, results):
            given[each.name] = result
        self.launch(self.call, values, given, ())


class _Derivative:
    """What pulls cotangents back: of the arguments of the other function, and of its results."""

    def __init__(self, operator: JaxOperator) -> None:
        self.operator = operator
        self.inputs = [e for e in operator.inputs if is_float(e.kind.element if e.is_array else e.kind)]
        self.results = [each for each in operator.results if is_float(each.kind.element)]
        names = {each.name for each in (*self.inputs, *self.results)}
        wrt = tuple(each.name for each in operator.parameters if each.name in names)
        self.kernel = operator.call.vjp(wrt=wrt)
        self.bars = list(wrt)
        if sum(is_bar for *_, is_bar, _, _ in self.kernel._uses) != len(wrt):
            raise TypeError("its derivative has other cotangents than those of its parameters")

    def run(self, memory: Memory, arguments: list[Any], results: list[Any]) -> None:
        operator = self.operator
        count = len(operator.inputs)
        given = operator.given(memory, arguments[:count])
        values = tuple(given.values())
        bars = {each.name: memory.copy(bar) for each, bar in zip(self.results, arguments[count:])}
        for each in operator.results:
            if each.name in given:
                given[each.name] = memory.copy(given[each.name])
            else:
                given[each.name] = memory.zeros(self._shape(each, arguments), each.kind.element)
        for each in self.inputs:
            if each.name not in bars:
                shape = given[each.name].shape if each.is_array else (1,)
                bars[each.name] = memory.zeros(shape, each.kind.element if each.is_array else each.kind)
        operator.launch(self.kernel, values, given, [bars[name] for name in self.bars])
        for each, result in zip(self.inputs, results):
            memory.fill(result, bars[each.name])

    def _shape(self, result: Parameter, arguments: list[Any]) -> Any:
        """Returns the shape of a result that the function makes."""
        shape = self.operator.shapes[result.name]
        names = [each.name for each in self.operator.inputs]
        return (
            arguments[names.index(shape)].shape if isinstance(shape, str) else shape(*arguments[: len(names)])
        )


def on_host(run: Callable[[Memory, list[Any], list[Any]], None]) -> Any:
    """Returns the handler of an operator for memory of the host."""
    from .memory import HostMemory
    from .xla_ffi import handler_of

    memory = HostMemory()
    return handler_of(lambda arguments, results: run(memory, arguments, results))


def on_device(run: Callable[[Memory, list[Any], list[Any]], None]) -> Any:
    """Returns that for memory of GPUs. Its work goes to the stream that XLA gives."""
    from .memory import DeviceMemory
    from .xla_ffi import device_handler_of

    def call(stream: int, arguments: list[Any], results: list[Any]) -> None:
        arrays = [_core.asarray(each) for each in (*arguments, *results)]
        if not arrays:
            return
        device = arrays[0].device
        with _core.Stream.from_pointer(stream, device=device):
            run(DeviceMemory(device), arrays[: len(arguments)], arrays[len(arguments) :])

    return device_handler_of(call)


def _register(jax: Any, call: Kernel, way: str, run: Callable[[Memory, list[Any], list[Any]], None]) -> str:
    import ctypes

    name = f"cudapy_{call.name}{way}_{next(_numbers)}"
    handlers = {"cpu": on_host(run)}
    if call.target == "cuda":
        handlers["CUDA"] = on_device(run)
    for platform, handler in handlers.items():
        _handlers.append(handler)
        capsule = jax.ffi.pycapsule(ctypes.cast(handler, ctypes.c_void_p).value)
        jax.ffi.register_ffi_target(name, capsule, platform=platform)
    return name


def jax_op(
    call: Any,
    *,
    out: str | Sequence[str] | Mapping[str, str | Callable[..., Any] | None] | None = None,
    threads: str | Callable[..., Any] | None = None,
) -> Callable[..., Any]:
    """Makes a function of JAX of a kernel, with its derivative in reverse mode. It works under `jit`, `grad`
    and `vmap`, which launches once for each element of the batch. It takes arrays on the CPU, and those on a
    GPU where the kernel is compiled for it.

    call: a kernel with types, whose arrays and numbers become arrays of JAX.
    out: the arrays that are results, as for torch_op. An array that the kernel reads, too, stays an argument.
    threads: the array that has an element for each thread, or a function of the arguments, as for torch_op.

    Raises TypeError for kernels without types, and ValueError for names that are no arrays of the kernel, and
    for kernels that change arrays which are no results.

    >>> @cp.kernel("void (float* X, float* Y)")
    ... def square(X, Y):
    ...     Y[idx] = X[idx] * X[idx]
    >>> op = cp.jax_op(square)  # doctest: +SKIP
    >>> jax.grad(lambda X: op(X).sum())(jnp.array([3.0, 4.0]))  # doctest: +SKIP
    Array([6., 8.], dtype=float32)
    """
    try:
        jax = importlib.import_module("jax")
        jnp = importlib.import_module("jax.numpy")
    except ImportError:
        raise ImportError("jax_op: JAX is not installed") from None
    operator = JaxOperator(call, out, threads)
    target = _register(jax, call, "", operator.run)
    reason, derivative = "", None
    try:
        derivative = _Derivative(operator)
        pulled = _register(jax, call, "_vjp", derivative.run)
    except (_core.CompileError, TypeError, ValueError) as error:
        reason = error.diagnostics[0]["message"] if isinstance(error, _core.CompileError) else str(error)

    def forward(*arguments: Any) -> Any:
        given = dict(zip([each.name for each in operator.inputs], arguments))
        results = []
        for each in operator.results:
            shape = operator.shapes[each.name]
            shape = given[shape].shape if isinstance(shape, str) else shape(*arguments)
            results.append(jax.ShapeDtypeStruct(tuple(shape), operator.dtype(each)))
        found = jax.ffi.ffi_call(target, tuple(results), vmap_method="sequential")(*arguments)
        return one_or_all(list(found))

    def backward(arguments: Any, cotangents: Any) -> Any:
        if derivative is None:
            raise NotImplementedError(f"jax_op: {call.name} has no derivative: {reason}")
        import numpy as np

        bars = cotangents if isinstance(cotangents, tuple) else (cotangents,)
        given = [bar for each, bar in zip(operator.results, bars) if each in derivative.results]
        shapes = tuple(
            jax.ShapeDtypeStruct(value.shape, value.dtype)
            for each, value in zip(operator.inputs, arguments)
            if each in derivative.inputs
        )
        found = iter(jax.ffi.ffi_call(pulled, shapes, vmap_method="sequential")(*arguments, *given))
        return tuple(
            next(found) if each in derivative.inputs else np.zeros(value.shape, jax.dtypes.float0)
            for each, value in zip(operator.inputs, arguments)
        )

    differentiable = jax.custom_vjp(forward)
    differentiable.defvjp(lambda *arguments: (forward(*arguments), arguments), backward)

    def op(*arguments: Any) -> Any:
        if len(arguments) != len(operator.inputs):
            names = ", ".join(each.name for each in operator.inputs)
            raise TypeError(
                f"{call.name}: expected {len(operator.inputs)} arguments ({names}), got {len(arguments)}"
            )
        given = []
        for each, value in zip(operator.inputs, arguments):
            wanted = operator.dtype(each)
            array = jnp.asarray(value) if each.is_array else jnp.asarray(value, wanted)
            rank = each.kind.ndim if each.is_array else 0
            if array.dtype != wanted or array.ndim != rank:
                raise TypeError(
                    f"{call.name}: parameter {each.name}: expected an array of {wanted} with {rank} "
                    f"dimensions, got one of {array.dtype} with {array.ndim}"
                    + (
                        ': write jax.config.update("jax_enable_x64", True)'
                        if wanted.itemsize == 8 and not jax.config.jax_enable_x64
                        else ""
                    )
                )
            given.append(array)
        return differentiable(*given)

    op.__name__ = op.__qualname__ = call.name
    op.__doc__ = call.__doc__
    return op
