"""cp.torch_op: kernels as operators of PyTorch, with their derivatives."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .. import _core
from .operator import Operator, Parameter, is_float, one_or_all

_NUMBERS = {"bool": "bool", "half": "float", "bfloat16": "float", "float": "float", "double": "float"}
_DTYPES = {
    "half": "float16",
    "float": "float32",
    "double": "float64",
    "int": "int32",
    "bool": "bool",
}


class TorchOperator(Operator):
    """What torch_op() makes the operator of."""

    def schema(self) -> str:
        given = []
        for at, each in enumerate(self.inputs):
            if not each.is_array:
                kind = _NUMBERS.get(each.kind.name)
                if kind is None and each.kind.name.startswith("complex"):
                    kind = "complex"
                if kind is None and isinstance(each.kind, _core.Type) and "int" in each.kind.name:
                    kind = "int"
                if kind is None:
                    raise TypeError(
                        f"torch_op: {self.call.name}: parameter {each.name} ({each.kind.name}): operators of "
                        "PyTorch take tensors and numbers"
                    )
                given.append(f"{kind} {each.name}")
            elif each in self.mutated:
                given.append(f"Tensor({chr(97 + at)}!) {each.name}")
            else:
                given.append(f"Tensor {each.name}")
        results = ["Tensor"] * len(self.results)
        made = "()" if not results else results[0] if len(results) == 1 else f"({', '.join(results)})"
        return f"({', '.join(given)}) -> {made}"

    def dtype(self, parameter: Parameter) -> Any:
        torch = sys.modules["torch"]
        element = parameter.kind.element
        name = getattr(element, "name", "")
        found = getattr(torch, _DTYPES.get(name, name), None)
        if found is None:
            raise TypeError(f"torch_op: {self.call.name}: parameter {parameter.name}: PyTorch has no {name}")
        return found

    def made(self, arguments: Sequence[Any]) -> dict[str, Any]:
        """Returns new tensors for the results."""
        given = dict(zip([each.name for each in self.inputs], arguments))
        results = {}
        for each in self.results:
            if each.reads:
                results[each.name] = _packed(given[each.name]).clone()
                continue
            shape = self.shapes[each.name]
            shape = given[shape].shape if isinstance(shape, str) else shape(*arguments)
            like = next(value for value in arguments if hasattr(value, "new_zeros"))
            results[each.name] = like.new_zeros(shape, dtype=self.dtype(each))
        return results

    def run(self, *arguments: Any) -> Any:
        given = {
            each.name: value
            if not each.is_array
            else value.detach()
            if each in self.mutated
            else _packed(value)
            for each, value in zip(self.inputs, arguments)
        }
        results = self.made(arguments)
        given.update(results)
        copies = {
            each.name: given[each.name].contiguous()
            for each in self.mutated
            if not given[each.name].is_contiguous()
        }
        self.launch(self.call, arguments, {**given, **copies}, ())
        for name, copy in copies.items():
            given[name].copy_(copy)
        return one_or_all(list(results.values()))

    def fake(self, *arguments: Any) -> Any:
        given = dict(zip([each.name for each in self.inputs], arguments))
        results = []
        for each in self.results:
            shape = self.shapes[each.name]
            shape = given[shape].shape if isinstance(shape, str) else shape(*arguments)
            like = next(value for value in arguments if hasattr(value, "new_empty"))
            results.append(like.new_empty(shape, dtype=self.dtype(each)))
        return one_or_all(results)


def _packed(tensor: Any) -> Any:
    return tensor.detach().resolve_conj().resolve_neg().contiguous()


class _Derivative:
    """The operator that pulls cotangents back: of the arguments of the other one, and of its results."""

    def __init__(self, operator: TorchOperator) -> None:
        self.operator = operator
        floats = [each for each in operator.inputs if each.is_array and is_float(each.kind.element)]
        self.inputs = floats
        wrt = tuple(each.name for each in operator.parameters if each in floats or each in operator.results)
        wrt = tuple(name for name in wrt if is_float(operator.by_name[name].kind.element))
        self.kernel = operator.call.vjp(wrt=wrt) if wrt else None
        self.bars = [
            operator.parameters[of].name
            for *_, is_bar, of, _ in (self.kernel._uses if self.kernel else [])
            if is_bar
        ]

    def schema(self) -> str:
        given = self.operator.schema().partition(") -> ")[0]
        bars = "".join(f", Tensor {each.name}_bar" for each in self.operator.results)
        made = ["Tensor"] * len(self.inputs)
        return f"{given}{bars}) -> {made[0] if len(made) == 1 else '(' + ', '.join(made) + ')'}"

    def run(self, *arguments: Any) -> Any:
        operator = self.operator
        count = len(operator.inputs)
        values, cotangents = arguments[:count], arguments[count:]
        given = {
            each.name: _packed(value) if each.is_array else value
            for each, value in zip(operator.inputs, values)
        }
        bars = {each.name: given[each.name].new_zeros(given[each.name].shape) for each in self.inputs}
        for each, bar in zip(operator.results, cotangents):
            bars[each.name] = _packed(bar).clone()
            if each.name not in given:
                given[each.name] = bar.new_zeros(bar.shape)
            else:
                given[each.name] = given[each.name].clone()
        operator.launch(self.kernel, values, given, [bars[name] for name in self.bars])
        return one_or_all([bars[each.name] for each in self.inputs])

    def fake(self, *arguments: Any) -> Any:
        given = dict(zip([each.name for each in self.operator.inputs], arguments))
        return one_or_all([given[e.name].new_empty(given[e.name].shape) for e in self.inputs])


def torch_op(
    name: str,
    call: Any,
    *,
    out: str | Sequence[str] | Mapping[str, str | Callable[..., Any] | None] | None = None,
    threads: str | Callable[..., Any] | None = None,
) -> Any:
    """Makes an operator of PyTorch of a kernel, torch.ops.ns.name, with its derivative in reverse mode.

    name: "ns::name".
    call: a kernel with types, whose arrays become tensors, and whose numbers stay numbers.
    out: the arrays that are results: the operator makes and returns them. An array that the kernel reads,
        too, is copied, and stays an argument. {"Y": "X"} gives Y the shape of X, and {"Y": function} the one
        that the function of the arguments gives. Without it they are all that the kernel only writes.
    threads: the array that has an element for each thread, or a function of the arguments that gives the
        number of threads, or a tuple of them. Without it that is the first result.

    Arrays that the kernel changes, and that are no results, are changed as the kernel does it; such an
    operator has no derivative. Other ones have one where the kernel has `call.vjp`. Derivatives of
    derivatives raise NotImplementedError.

    Raises TypeError for kernels without types, and ValueError for names that are no arrays of the kernel.

    >>> @cp.kernel("void (float* X, float* Y)")
    ... def square(X, Y):
    ...     Y[idx] = X[idx] * X[idx]
    >>> op = cp.torch_op("mine::square", square)  # doctest: +SKIP
    >>> X = torch.tensor([3.0, 4.0], requires_grad=True)  # doctest: +SKIP
    >>> op(X).sum().backward()  # doctest: +SKIP
    >>> X.grad  # doctest: +SKIP
    tensor([6., 8.])
    """
    try:
        torch = importlib.import_module("torch")
    except ImportError:
        raise ImportError("torch_op: PyTorch is not installed") from None
    operator = TorchOperator("torch_op", call, out, threads)
    mutated = [each.name for each in operator.mutated]
    made = torch.library.custom_op(name, operator.run, mutates_args=mutated, schema=operator.schema())
    made.register_fake(operator.fake)
    if mutated:
        return made
    try:
        derivative = _Derivative(operator)
    except (_core.CompileError, TypeError) as error:
        reason = error.diagnostics[0]["message"] if isinstance(error, _core.CompileError) else str(error)

        def refuse(ctx: Any, *cotangents: Any) -> Any:
            raise NotImplementedError(f"{name} has no derivative: {reason}")

        made.register_autograd(refuse)
        return made
    if derivative.inputs:
        _register(torch, name, operator, derivative, made)
    return made


def _register(torch: Any, name: str, operator: TorchOperator, derivative: _Derivative, made: Any) -> None:
    pulled = torch.library.custom_op(
        f"{name}_vjp", derivative.run, mutates_args=(), schema=derivative.schema()
    )
    pulled.register_fake(derivative.fake)

    def refuse(ctx: Any, *cotangents: Any) -> Any:
        raise NotImplementedError(f"{name}: derivatives of derivatives are not supported yet")

    pulled.register_autograd(refuse)

    def keep(ctx: Any, inputs: Any, output: Any) -> None:
        results = output if isinstance(output, tuple) else (output,)
        ctx.numbers = [None if isinstance(each, torch.Tensor) else each for each in inputs]
        ctx.save_for_backward(*(each for each in inputs if isinstance(each, torch.Tensor)))
        ctx.likes = [(each.shape, each.dtype, each.device) for each in results]

    def back(ctx: Any, *cotangents: Any) -> Any:
        tensors = iter(ctx.saved_tensors)
        inputs = [next(tensors) if each is None else each for each in ctx.numbers]
        bars = [
            torch.zeros(shape, dtype=dtype, device=device) if bar is None else bar
            for bar, (shape, dtype, device) in zip(cotangents, ctx.likes)
        ]
        found = pulled(*inputs, *bars)
        found = iter(found if isinstance(found, tuple) else (found,))
        return tuple(next(found) if each in derivative.inputs else None for each in operator.inputs)

    made.register_autograd(back, setup_context=keep)
