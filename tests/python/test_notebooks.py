"""Kernels of notebooks: messages name the cell as it is shown there. IPython itself is not needed for it."""

import linecache
import sys
import traceback
import types

import pytest

import cudapy as cp
from raising import raises

TEXT = "# f : void (int* A)\ndef f(A):\n    A[idx] = wrong\n"


def function_at(path, text=TEXT):
    linecache.cache[path] = (len(text), None, text.splitlines(True), path)
    scope = {}
    exec(compile(text, path, "exec"), scope)
    return scope["f"]


def message(function):
    with pytest.raises(cp.CompileError) as caught:
        cp.compile(function, target="cpu")
    return str(caught.value).splitlines()[0]


def test_a_cell_of_ipython():
    assert (
        message(function_at("<ipython-input-3-5f2ac1>")) == "cell [3]:3:14: error[E301]: unknown name `wrong`"
    )


def test_a_cell_of_a_notebook(monkeypatch):
    """ipykernel makes up paths of files that are not there; IPython knows their cells."""
    path = "/tmp/ipykernel_77/1234567.py"
    shell = types.SimpleNamespace(
        compile=types.SimpleNamespace(
            format_code_name=lambda name: ("Cell", "In[12]") if name == path else None
        )
    )
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))
    assert message(function_at(path)) == "cell [12]:3:14: error[E301]: unknown name `wrong`"
    other = "/tmp/ipykernel_77/7654321.py"
    assert message(function_at(other)) == f"{other}:3:14: error[E301]: unknown name `wrong`"
    # A cell whose text is the same compiles to the same, whatever the path is made up of.
    text = TEXT.replace("wrong", "1")
    assert (
        cp.compile(function_at(path, text), target="cpu").path
        == cp.compile(function_at("<ipython-input-12-abc>", text), target="cpu").path
    )


def test_the_traceback_of_a_decorated_kernel_ends_where_it_was_used():
    kernel = cp.kernel(target="cpu")(function_at("<ipython-input-4-5f2ac1>"))
    for use in (lambda: kernel(1), lambda: kernel.cuda_source, lambda: kernel.explain(1)):
        with pytest.raises(cp.CompileError) as caught:
            use()
        assert [frame.filename for frame in traceback.extract_tb(caught.value.__traceback__)] == [
            __file__,
            __file__,
        ]


def test_a_column_of_a_table():
    class Series:
        def __init__(self, values):
            self.values = values

        def to_numpy(self):
            return self.values

        def __iter__(self):
            return iter(self.values)

    call = cp.compile(function_at("column.py", TEXT.replace("wrong", "1")), target="cpu")
    with raises(
        TypeError, "f: parameter A (int*): expected an array of int, got a Series: pass A.to_numpy()"
    ):
        call(1)(Series([1]))


def test_devices_as_targets_name_them():
    for wrong in ("gpu", "cuda", "cuda:", "cuda:x", "cpu"):
        with raises(
            ValueError, f'Device: expected the number of a GPU, such as 1 or "cuda:1", got {wrong!r}'
        ):
            cp.Device(wrong)
    if cp.cuda_available():
        assert cp.Device("cuda:0") == cp.Device(0)
