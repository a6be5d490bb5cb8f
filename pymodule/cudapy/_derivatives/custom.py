"""cp.custom_vjp: derivatives that helper functions of kernels bring along."""

from __future__ import annotations

import types

from .._core import Kernel

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    Function = TypeVar("Function", bound=Callable[..., Any])

RULE = "__cudapy_custom_vjp__"


class CustomVjp:
    """What `custom_vjp(f_vjp)` gives: a decorator."""

    def __init__(self, rule: types.FunctionType) -> None:
        self._rule = rule

    def __call__(self, function: Function) -> Function:
        rule = self._rule
        if isinstance(function, Kernel):
            raise TypeError(
                f"custom_vjp: {function.__name__} is a kernel, and this is for functions that kernels call"
            )
        if not isinstance(function, types.FunctionType) or function.__name__ == "<lambda>":
            raise TypeError(
                "custom_vjp: write it above a function that is defined with def, got "
                f"{type(function).__name__}"
            )
        given, wanted = _parameters(rule), [*_parameters(function)]
        if len(given) != len(wanted) + 1:
            raise TypeError(
                f"custom_vjp: {function.__name__} has the parameters ({', '.join(wanted)}), so that "
                f"{rule.__name__} needs ({', '.join([*wanted, 'bar'])}), got ({', '.join(given)})"
            )
        setattr(function, RULE, rule)
        return function

    def __repr__(self) -> str:
        return f"<custom_vjp({self._rule.__name__}), a decorator>"


def custom_vjp(rule: Callable[..., Any]) -> CustomVjp:
    """Gives a function that kernels call a derivative of its own in reverse mode.

    rule: a function of the language of kernels. It is given the arguments of the other one and the cotangent
        of what that returns, and returns the cotangent of the parameter that is a float, or a tuple with one
        for each of them.

    Raises TypeError for a rule with another number of parameters. What else is wrong with it is a
    CompileError of the kernel. Forward mode differentiates the function itself.

    >>> def clipped_vjp(x, bar):
    ...     return min(max(bar, -1.0), 1.0)
    >>> @cp.custom_vjp(clipped_vjp)
    ... def clipped(x):
    ...     return x * x
    >>> @cp.kernel("void (float* X, float* Y)")
    ... def squares(X, Y):
    ...     Y[idx] = clipped(X[idx])
    >>> X_bar, Y_bar = [0.0, 0.0], [0.5, 3.0]
    >>> squares.vjp(2)([1.0, 5.0], [0.0, 0.0], X_bar, Y_bar)
    >>> X_bar
    [0.5, 1.0]
    """
    if isinstance(rule, Kernel):
        raise TypeError(
            f"custom_vjp: {rule.__name__} is a kernel: the rule is a function that returns cotangents"
        )
    if not isinstance(rule, types.FunctionType) or rule.__name__ == "<lambda>":
        raise TypeError(
            "custom_vjp: give the rule, a function that is defined with def, as @cp.custom_vjp(f_vjp), got "
            f"{'a lambda' if isinstance(rule, types.FunctionType) else type(rule).__name__}"
        )
    return CustomVjp(rule)


def _parameters(function: types.FunctionType) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount]
