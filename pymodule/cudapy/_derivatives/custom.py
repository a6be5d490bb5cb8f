"""cp.custom_vjp and cp.custom_jvp: derivatives that helper functions of kernels bring along."""

from __future__ import annotations

import types

from .._core import Kernel

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    Function = TypeVar("Function", bound=Callable[..., Any])

# The attributes of a function that hold its rules; cudapy._compile.resolve reads them.
ATTRIBUTES = {"custom_vjp": "__cudapy_custom_vjp__", "custom_jvp": "__cudapy_custom_jvp__"}


class CustomRule:
    """What `custom_vjp(f_vjp)` and `custom_jvp(f_jvp)` give: a decorator."""

    def __init__(self, name: str, rule: types.FunctionType) -> None:
        self._name = name
        self._rule = rule

    def __call__(self, function: Function) -> Function:
        name, rule = self._name, self._rule
        if isinstance(function, Kernel):
            raise TypeError(
                f"{name}: {function.__name__} is a kernel, and this is for functions that kernels call"
            )
        if not isinstance(function, types.FunctionType) or function.__name__ == "<lambda>":
            raise TypeError(
                f"{name}: write it above a function that is defined with def, got {type(function).__name__}"
            )
        given, wanted = _parameters(rule), [*_parameters(function)]
        is_vjp = name == "custom_vjp"
        # Which parameters are floats and arrays is known when a kernel is compiled.
        if not len(wanted) < len(given) <= 2 * len(wanted) + is_vjp:
            more = ["bar"] if is_vjp else [f"{parameter}_dot" for parameter in wanted]
            raise TypeError(
                f"{name}: {function.__name__} has the parameters ({', '.join(wanted)}), so that "
                f"{rule.__name__} needs ({', '.join([*wanted, *more])}), got ({', '.join(given)})"
            )
        setattr(function, ATTRIBUTES[name], rule)
        return function

    def __repr__(self) -> str:
        return f"<{self._name}({self._rule.__name__}), a decorator>"


def custom_vjp(rule: Callable[..., Any]) -> CustomRule:
    """Gives a function that kernels call a derivative of its own in reverse mode.

    rule: a function of the language of kernels. It is given the arguments of the other one and the cotangent
        of what that returns, and returns the cotangent of the parameter that is a float, or a tuple with one
        for each of them. The cotangents of arrays are its last parameters: it adds to them, by `atomicAdd`
        where several threads may have the same element. Of an array of `local` that the other one writes to,
        it makes the cotangents of what was there before.

    Raises TypeError for a rule with another number of parameters. What else is wrong with it is a
    CompileError of the kernel. Forward mode differentiates the function itself, if it has no custom_jvp.

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
    return CustomRule("custom_vjp", _function("custom_vjp", rule, "returns cotangents"))


def custom_jvp(rule: Callable[..., Any]) -> CustomRule:
    """Gives a function that kernels call a derivative of its own in forward mode.

    rule: a function of the language of kernels. It is given the arguments of the other one and the tangents
        of those that are floats or arrays of floats, and returns the tangent of what the other one returns.

    Raises TypeError for a rule with another number of parameters. What else is wrong with it is a
    CompileError of the kernel. Reverse mode differentiates the function itself, if it has no custom_vjp.

    >>> def root_jvp(x, x_dot):
    ...     return x_dot / (2.0 * root(x))
    >>> @cp.custom_jvp(root_jvp)
    ... def root(x):
    ...     y = x
    ...     for _ in range(30):
    ...         y = 0.5 * (y + x / y)
    ...     return y
    >>> @cp.kernel("void (double* X, double* Y)")
    ... def roots(X, Y):
    ...     Y[idx] = root(X[idx])
    >>> Y, Y_dot = [0.0], [0.0]
    >>> roots.jvp(1)([4.0], Y, [1.0], Y_dot)
    >>> Y, Y_dot
    ([2.0], [0.25])
    """
    return CustomRule("custom_jvp", _function("custom_jvp", rule, "returns a tangent"))


def _function(name: str, rule: Any, does: str) -> types.FunctionType:
    if isinstance(rule, Kernel):
        raise TypeError(f"{name}: {rule.__name__} is a kernel: the rule is a function that {does}")
    if not isinstance(rule, types.FunctionType) or rule.__name__ == "<lambda>":
        raise TypeError(
            f"{name}: give the rule, a function that is defined with def, as @cp.{name}(f{name[6:]}), got "
            f"{'a lambda' if isinstance(rule, types.FunctionType) else type(rule).__name__}"
        )
    return rule


def _parameters(function: types.FunctionType) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount]
