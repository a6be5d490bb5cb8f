"""The signatures of device functions: a call of one with several chooses that which fits its arguments best."""

from __future__ import annotations

from ._enums import EnumMember, IntEnumMember
from ._matching import best
from ._missing import NotThereError
from ._record_types import Record
from ._signatures import are_of_helpers
from ._types import Array, NamedTuple, NamedUniTuple, NoneType, Tuple, UniTuple, void


class HelperSignatures:
    """The signatures of a device function: types of arguments, each with the type of the result, or None where the
    function itself says it."""

    def __init__(self, name, function, signatures):
        self.name, self.given = name, signatures
        self._by_types = {}  # by the types of the arguments, whatever the layouts of arrays
        for arguments, result in signatures:
            self._by_types.setdefault(tuple(map(_any_layout, arguments)), (arguments, result))
        code = function.__code__
        self._parameters = code.co_varnames[: code.co_argcount]

    def choose(self, kinds):
        """Returns the answer for a call with arguments of these kinds, see _library._kinds: the types of the result
        and of the arguments; a text that says what is refused where no signature fits."""
        given = self._in_order(kinds)
        found = () if given is None else best(given, self._by_types)
        if not found:
            listed = ", ".join(map(str, kinds))
            return f"`{self.name}` of ({listed}), whose signatures are for {self._listed()},"
        arguments, result = self._by_types[
            found[0]
        ]  # numba takes the first one of several that fit equally well
        return ("signed", self.name, (result and result.core, *(each.core for each in arguments)))

    def _in_order(self, kinds):
        """Returns the types of the arguments in the order of the parameters; None where kernels have other types, or
        an argument is not a parameter's."""
        named = {each.keyword: each for each in kinds if each.keyword}
        count = len(kinds) - len(named)
        rest = self._parameters[count : len(kinds)]
        if set(rest) != set(named):
            return None
        types = [_type_of(each) for each in (*kinds[:count], *(named[name] for name in rest))]
        return None if None in types else tuple(types)

    def _listed(self):
        return " and ".join(f"({', '.join(map(str, arguments))})" for arguments, _ in self._by_types.values())


def _any_layout(kind):
    return kind.copy(layout="A", readonly=False) if isinstance(kind, Array) else kind


def _type_of(kind):
    """Returns the type of an argument; None for one that signatures have no type for."""
    return Array(kind.number, kind.ndim, "A") if kind.number and kind.ndim else kind.number


def check_helper(name, signatures):
    """Raises NotThereError where a device function cannot have one of the signatures. Tuples of numbers are there in
    the only one of a function, with the type of the result."""
    is_whole = len(signatures) == 1 and signatures[0][1] is not None
    for arguments, result in signatures:
        types = arguments if result in (None, void) else (*arguments, result)
        refused = [each for each in types if not are_of_helpers((each,)) or (isinstance(each, Tuple) and not is_whole)]
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
