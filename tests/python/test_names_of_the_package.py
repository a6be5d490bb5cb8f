"""What `from cudapy import *` binds, and what dir() shows."""

import array
import builtins
import random
import struct
import sys

import cudapy as cp


def test_a_star_import_hides_nothing_of_python():
    scope = {}
    exec("import array, random, struct\nfrom cudapy import *\n", scope)
    assert (
        scope["array"] is array
        and scope["random"] is random
        and scope["struct"] is struct
        and "compile" not in scope
    )
    assert not {name for name in cp.__all__ if hasattr(builtins, name) or name in sys.stdlib_module_names}
    assert all(scope[name] is getattr(cp, name) for name in cp.__all__)
    assert cp.array and cp.compile and cp.random and cp.struct


def test_the_library_shows_its_functions_alone():
    assert dir(cp.lib) == [
        "argsort",
        "cumsum",
        "map",
        "reduce",
        "scan",
        "select",
        "sort",
        "unique",
        "zipWith",
    ]


def test_dir_has_every_public_name():
    lazy = {"arange", "linspace", "ones", "zeros_like", "devices", "Device", "split", "all_reduce", "lib"}
    assert not (set(cp.__all__) | lazy) - set(dir(cp))
    assert all(getattr(cp, name) is not None for name in dir(cp) if not name.startswith("_"))
