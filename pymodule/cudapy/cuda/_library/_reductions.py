"""What the reductions of arrays are in kernels, `numpy.sum(a)` and `a.sum()` and similar."""

from __future__ import annotations

from .._device_functions import reductions
from ._kinds import listed

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._kinds import Choice, Kind

_OF_COMPLEX = ("all", "any", "count_nonzero", "mean", "nanprod", "nansum", "prod", "sum")


def choose(name: str, kinds: Sequence[Kind]) -> Choice:
    """Returns the function that a reduction is for arguments of these types, or a text that says what is
    refused."""
    if len(kinds) != 1 or not kinds[0].ndim or kinds[0].number is None:
        return f"`np.{name}` of {listed(kinds)}"
    if kinds[0].name.startswith("complex") and name not in _OF_COMPLEX:
        return f"`np.{name}` of complex numbers"
    function: Choice = getattr(reductions, f"np_{name}")
    return function
