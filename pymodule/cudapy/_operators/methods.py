"""The operators of CudaArray, which is given them here. What computes them is read when the first one is
used."""

from __future__ import annotations

from .._core import CudaArray

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn


def _binary(name: str, operator: str) -> None:
    def forward(self: CudaArray, other: Any) -> Any:
        from .operators import binary

        return binary(operator, self, other)

    def reflected(self: CudaArray, other: Any) -> Any:
        from .operators import binary

        return binary(operator, other, self)

    def in_place(self: CudaArray, other: Any) -> Any:
        from .in_place import in_place

        return in_place(operator, self, other)

    _give(f"__{name}__", forward)
    _give(f"__r{name}__", reflected)
    _give(f"__i{name}__", in_place)


def _comparison(name: str) -> None:
    def compare(self: CudaArray, other: Any) -> Any:
        from .operators import binary

        return binary(name, self, other)

    _give(f"__{name}__", compare)


def _unary(name: str, operator: str) -> None:
    def method(self: CudaArray) -> CudaArray:
        from .operators import unary

        return unary(operator, self)

    _give(f"__{name}__", method)


def _pos(self: CudaArray) -> CudaArray:
    return self.copy()


def _truth(self: CudaArray) -> bool:
    if self.size == 1:
        value = self.toList()
        while isinstance(value, list):
            value = value[0]
        return bool(value)
    raise ValueError(
        f"the truth of a CudaArray of shape {self.shape} is not plain: `if` asks for one number, so write "
        "A.any() or A.all(), or compare len(A)"
    )


def _no_product(self: CudaArray, other: object) -> NoReturn:
    raise TypeError(
        "`@` of CudaArrays is not here: a library multiplies matrices best: cupy.asarray(A) @ "
        "cupy.asarray(B), or torch.asarray(A) @ torch.asarray(B), which share the memory and are arguments "
        "of kernels, too"
    )


def _give(name: str, method: Callable[..., Any]) -> None:
    method.__name__ = name
    method.__qualname__ = f"CudaArray.{name}"
    setattr(CudaArray, name, method)


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
    _binary(_name, _name)
_binary("and", "and_")
_binary("or", "or_")
_binary("xor", "xor")
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    _comparison(_name)
_unary("neg", "neg")
_unary("invert", "invert")
_unary("abs", "abs")
_give("__pos__", _pos)
_give("__bool__", _truth)
_give("__matmul__", _no_product)
_give("__rmatmul__", _no_product)
setattr(CudaArray, "__hash__", None)  # as of all that is equal by its elements
setattr(CudaArray, "__array_priority__", 1000)  # NumPy's arrays leave operators with a CudaArray to it
