"""Kernels made from text: a module written to a temporary folder, so that `inspect.getsource` finds it."""

import importlib.util
import itertools
import os
import tempfile

_folder = tempfile.TemporaryDirectory(prefix="cudapy-generated-")
_numbers = itertools.count()


def module(text):
    """The module with this text."""
    name = f"generated_{next(_numbers)}"
    path = os.path.join(_folder.name, name + ".py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    spec = importlib.util.spec_from_file_location(name, path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def functions(text):
    """The module's own functions, in order, by name."""
    made = module(text)
    return {
        name: value
        for name, value in vars(made).items()
        if callable(value) and getattr(value, "__module__", None) == made.__name__
    }
