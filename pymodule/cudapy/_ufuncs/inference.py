"""The types that a function of numbers is called with, and those of what it gives."""

from __future__ import annotations

from typing import NamedTuple

from .. import _core
from .casts import check_cast, make_list_of
from .numbers import (
    ALIASES,
    KINDS,
    TYPES,
    name_of,
    names_of,
    tuple_of,
    types_of_arguments,
    with_article,
)
from .reports import without_our_lines
from .strided import ArrayOperand
from .texts import probe_text

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FunctionType
    from typing import Any

    from .._core import Kernel, Type
    from .scalar import ScalarFunction
    from .strided import Operand


class Types(NamedTuple):
    """The types that a function is given, those of its results, and whether it gives a tuple of them."""

    arguments: list[str]
    results: list[str]
    is_tuple: bool


class Inference:
    """The types of a function over arrays, which compiled kernels that never run say."""

    def __init__(self, function: ScalarFunction) -> None:
        self._function = function
        self._who, self._maker = function._called, function._maker
        self._annotated = _annotated(function.__wrapped__, function._names)
        self._open: frozenset[int] = frozenset()  # the places of parameters whose types no signature says

    def is_open(self) -> bool:
        """Returns whether arguments have chosen types, because no signature says them."""
        return bool(self._open)

    def __call__(self, operands: Sequence[Operand], device: str) -> Types:
        """The types of a call. What no signature says the arguments choose."""
        if self._function._declared:
            types, result = self._function._declared
            for each, wanted in zip(operands, types):
                check_cast(self._who, each, wanted)
            self._check_declared(types, result, device)
            return Types(types, *names_of(result))
        open_now, instance, several = self._instance(operands, device)
        kinds = [kind for _, kind in instance.parameters]
        for i, (each, kind) in enumerate(zip(operands, kinds)):
            if kind not in TYPES.values():
                raise TypeError(
                    f"{self._who}: parameter {each.name} is {name_of(kind)}, and {self._maker} gives "
                    "a function one number of each array"
                )
            if i in self._annotated or i not in open_now:
                check_cast(self._who, each, kind.name)
            elif isinstance(each, ArrayOperand) and each.is_weak:
                make_list_of(self._who, each, kind.name)
        types = [kind.name for kind in kinds[: len(operands)]]
        return Types(types, [self._result(kind.element) for kind in kinds[len(operands) :]], several)

    def _instance(self, operands: Sequence[Operand], device: str) -> tuple[frozenset[int], Kernel, bool]:
        """The places of parameters that the arguments give types, the kernel for these, and whether its
        function gives a tuple."""
        while True:
            open_now = self._open
            chosen = types_of_arguments(operands, open_now, self._who, self._annotated)
            types = [chosen.get(i, f"T{i}") for i in range(len(operands))]
            try:
                return open_now, *self._instance_for(types, device)
            except _core.CompileError as error:
                message = _errors(error).get("E460", "")
                more = {i for i in range(len(operands)) if f"`T{i}`" in message}
                if not more - open_now:
                    raise without_our_lines(error) from None
                self._open = open_now | more

    def _instance_for(self, types: Sequence[str], device: str) -> tuple[Kernel, bool]:
        """The kernel for these types, or variables, and whether its function gives a tuple."""
        try:
            return self.probe(types, "R", device), False
        except _core.CompileError as error:
            result = self._result_in(_errors(error))
            if result is None:
                raise
        names, several = self._several(result)
        return self.probe(types, tuple_of(f"R{i}" for i in range(len(names))), device), several

    def _check_declared(self, types: Sequence[str], result: str, device: str) -> None:
        """Raises TypeError where a lambda gives something else than its signature says."""
        try:
            instance, several = self._instance_for(types, device)
        except _core.CompileError as error:
            raise without_our_lines(error) from None
        found = [self._result(kind.element) for _, kind in instance.parameters[len(types) :]]
        wanted, wants_several = names_of(result)
        if (
            several != wants_several
            or len(found) != len(wanted)
            or any(KINDS[one] > KINDS[other] for one, other in zip(found, wanted))
        ):
            raise TypeError(
                f"{self._who}: it returns {tuple_of(found) if several else with_article(found[0])}, and its "
                f"signature says {result}"
            )

    def probe(self, types: Sequence[str], result: str, device: str) -> Kernel:
        """The compiled kernel that says what a function of these types, or variables, gives."""
        results, _ = names_of(result)
        generic = self._function._kernel(
            ("probe", tuple(types), result, device),
            lambda name: probe_text(name, types, results, result),
            device,
        )
        instance: Kernel = generic.instance(self._function._scalar, *[None] * (len(types) + len(results)))
        return instance

    def _result_in(self, errors: dict[str, str]) -> str | None:
        """What a function returns that is no number, as the error about an array of it says; None where
        the errors are others."""
        found = set(errors) - {"E220"}  # which helpers without a signature have where they are not reached
        if found == {"E463"}:
            raise TypeError(
                f"{self._who}: the function returns nothing: {self._maker} makes an array of what it returns"
            ) from None
        if found != {"E464"}:
            return None
        message = errors["E464"]
        start = message.find("with R = `")
        return message[start + 10 : message.index("`", start + 10)] if start >= 0 else None

    def _several(self, result: str) -> tuple[list[str], bool]:
        names, several = names_of(result)
        if not several or not all(name in TYPES for name in names):
            raise TypeError(
                f"{self._who}: the function returns {result}: {self._maker} makes arrays of numbers, or "
                "of the numbers in a tuple"
            )
        return names, several

    def _result(self, kind: Type | type[Any] | None) -> str:
        if not isinstance(kind, _core.Type) or kind not in TYPES.values():
            raise TypeError(
                f"{self._who}: the function returns {name_of(kind)}: {self._maker} makes arrays of numbers, "
                "or of the numbers in a tuple"
            )
        return kind.name


def _errors(error: _core.CompileError) -> dict[str, str]:
    """The messages of the errors by their codes."""
    return {each["code"]: each["message"] for each in error.diagnostics if each["severity"] == "error"}


def _annotated(function: FunctionType, names: Sequence[str]) -> dict[int, str]:
    """By place: the types that annotations of a function give parameters of it. The translator says those
    of a function all of whose types are said."""
    found = {}
    for place, name in enumerate(names):
        kind = _annotation(function.__annotations__.get(name))
        if kind:
            found[place] = kind
    return found


def _annotation(value: Any) -> str | None:
    """The name of the type of numbers that an annotation is; None for others."""
    if isinstance(value, str):
        value = value.strip().rpartition(".")[2]
        known = getattr(_core, value, None)
        name = known.name if isinstance(known, _core.Type) else value
    else:
        name = value.name if isinstance(value, _core.Type) else getattr(value, "__name__", "")
    name = ALIASES.get(name, name)
    return name if name in TYPES else None
