"""The signatures of device functions: a call of one with several chooses that which fits its arguments
best."""

from __future__ import annotations

from ..._compile.bindings import SignedFunction
from .._library._kinds import element_of
from .._missing import NotThereError
from .._types.enums import EnumMember, IntEnumMember
from .._types.record_types import Record
from .._types.types import Array, NamedTuple, NamedUniTuple, NoneType, Tuple, UniTuple, void
from .matching import best
from .signatures import are_of_helpers

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FunctionType

    from .._library._kinds import Kind
    from .._types.types import Type
    from .signatures import SignatureParts


class HelperSignatures:
    """The signatures of a device function: types of arguments, each with the type of the result, or None
    where the function itself says it."""

    def __init__(self, name: str, function: FunctionType, signatures: Sequence[SignatureParts]) -> None:
        self.name, self.given = name, signatures
        # By the types of the arguments, whatever the layouts of arrays.
        self._by_types: dict[tuple[Type, ...], SignatureParts] = {}
        for arguments, result in signatures:
            self._by_types.setdefault(tuple(map(_any_layout, arguments)), (arguments, result))
        found = (_record_in(each) for arguments, _ in signatures for each in arguments)
        # By the names that kernels have for them.
        self._records = {each.core.__name__: each for each in found if each is not None}
        code = function.__code__
        self._parameters = code.co_varnames[: code.co_argcount]

    def choose(self, kinds: Sequence[Kind]) -> SignedFunction | str:
        """Returns the answer for a call with arguments of these kinds, see _library._kinds: the types of the
        result and of the arguments; a text that says what is refused where no signature fits."""
        given = self._in_order(kinds)
        found = () if given is None else best(given, self._by_types)
        if not found:
            listed = ", ".join(map(str, kinds))
            return f"`{self.name}` of ({listed}), whose signatures are for {self._listed()},"
        arguments, result = self._by_types[
            found[0]
        ]  # numba takes the first one of several that fit equally well
        return SignedFunction(self.name, (result and result.core, *(each.core for each in arguments)))

    def _in_order(self, kinds: Sequence[Kind]) -> tuple[Type, ...] | None:
        """Returns the types of the arguments in the order of the parameters; None where kernels have other
        types, or an argument is not a parameter's."""
        named = {each.keyword: each for each in kinds if each.keyword}
        count = len(kinds) - len(named)
        rest = self._parameters[count : len(kinds)]
        if set(rest) != set(named):
            return None
        types = [self._type_of(each) for each in (*kinds[:count], *(named[name] for name in rest))]
        known = tuple(each for each in types if each is not None)
        return known if len(known) == len(types) else None

    def _listed(self) -> str:
        return " and ".join(f"({', '.join(map(str, arguments))})" for arguments, _ in self._by_types.values())

    def _type_of(self, kind: Kind) -> Type | None:
        """Returns the type of an argument; None for one that the signatures have no type for."""
        element = kind.number or self._records.get(element_of(kind.text)[0])
        return Array(element, kind.ndim, "A") if element and kind.ndim else element


def _any_layout(kind: Type) -> Type:
    return kind.copy(layout="A", readonly=False) if isinstance(kind, Array) else kind


def _is_record(kind: Type) -> bool:
    """Returns whether a type is that of records, which a function is given by reference."""
    return _record_in(kind) is not None and bool(getattr(kind, "ndim", 1))


def _record_in(kind: Type) -> Record | None:
    """Returns the type of a record, or of those in an array; None for any other type."""
    element = kind.dtype if isinstance(kind, Array) else kind
    return element if isinstance(element, Record) else None


def has_whole_signature(signatures: Sequence[SignatureParts]) -> bool:
    """Returns whether a function is compiled for its only signature, and not for its calls: that says the
    type of the result, and has no records."""
    return (
        len(signatures) == 1 and signatures[0][1] is not None and not any(map(_record_in, signatures[0][0]))
    )


def check_helper(name: str, signatures: Sequence[SignatureParts]) -> None:
    """Raises NotThereError where a device function cannot have one of the signatures. Tuples of numbers are
    there in a whole one, see above."""
    is_whole = has_whole_signature(signatures)
    for arguments, result in signatures:
        types = [each for each in arguments if not _is_record(each)]
        types += [] if result in (None, void) else [result]
        refused = [
            each
            for each in types
            if not are_of_helpers((each,)) or (isinstance(each, Tuple) and not is_whole)
        ]
        if refused:
            what = refused[0]
            raise NotThereError(
                f"{name}: cudapy.cuda has no device functions with {_KINDS.get(type(what), what)} in their "
                "signature yet: leave the signature out"
            )


_KINDS = {
    Record: "records",
    Tuple: "tuples",
    UniTuple: "tuples",
    NamedTuple: "tuples",
    NamedUniTuple: "tuples",
    NoneType: "None",
    EnumMember: "members of enumerations",
    IntEnumMember: "members of enumerations",
}
