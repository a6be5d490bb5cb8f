"""Kernels that are wrong as students write them, each next to its right twin; each kind of mistake has its module.
reports.txt has what the checked mode says of each; test_wrong_kernels.py runs them."""

from . import cases
from .atomics import ATOMICS
from .barriers import BARRIERS
from .blocks import BLOCKS
from .in_place import IN_PLACE
from .one_element import ONE_ELEMENT
from .parting import PARTING
from .unwritten import UNWRITTEN
from .warps import WARPS

# In the order of docs/checked.md, which scripts/checked_reports.py reads here.
CASES = {
    section: cases.CASES[section]
    for section in (BARRIERS, WARPS, ONE_ELEMENT, IN_PLACE, BLOCKS, ATOMICS, UNWRITTEN, PARTING)
}
