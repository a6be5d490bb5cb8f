"""The makers of vectors: `cuda.float32x4(x, y, z, w)`, of numbers and of shorter vectors."""

from __future__ import annotations

from .. import vector_types
from ._kinds import listed
from ._making import made

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._kinds import Choice, Kind


def choose(name: str, kinds: Sequence[Kind]) -> Choice:
    """Returns the function that makes a vector of arguments of these types, or a text that says what is
    refused."""
    vector = vector_types.BY_NAME[name]
    parts, known = [], {each.core_name: each for each in vector_types.vector_types.values()}
    for place, each in enumerate(kinds):
        given = known.get(each.text)
        if each.keyword or (each.number is None and given is None) or each.ndim:
            return f"`cuda.{name}` of {listed(kinds)}"
        if given is None:
            parts.append(f"a{place}")
        else:
            parts += [f"a{place}.{field}" for field in "xyzw"[: given.num_elements]]
    if len(parts) != vector.num_elements or any(each.name.startswith("complex") for each in kinds):
        return f"`cuda.{name}` of {listed(kinds)}, which are not its {vector.num_elements} components,"
    component = vector.base_type
    values = ", ".join(f"component({part})" for part in parts)
    return made(
        f"{vector.name}_of_{'_'.join(each.name for each in kinds)}",
        [(f"a{place}", None) for place in range(len(kinds))],
        None,
        f"return made_vector({values})",
        names={"component": component, "made_vector": vector.core},
    )
