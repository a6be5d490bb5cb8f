"""Files that change after Python imported them: what is compiled is what was imported, or nothing."""

import importlib
import os
import sys

import pytest

import cudapy as cp
from raising import raises

KERNELS = """\
import cudapy as cp

K = 3

# scale : void (int* A)
def scale(A):
    '''A docstring
of two lines.'''
    A[idx] = helper(A[idx]) * K


# helper : int (int x)
def helper(x):
    return x + 1


def made(by):
    # shift : void (int* A)
    def shift(A):
        '''Another docstring
  of two lines.'''
        A[idx] += by if A[idx] > 0 else by
    return shift


doubled = lambda x: x * 2

times = [lambda x, y: (x
                       + y), lambda x, y: x * y]
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module that was imported, and a function that edits its file."""
    path = tmp_path / "edited_kernels.py"
    path.write_text(KERNELS)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    sys.modules.pop("edited_kernels", None)
    importlib.invalidate_caches()
    yield (
        importlib.import_module("edited_kernels"),
        lambda old, new: path.write_text(path.read_text().replace(old, new)),
    )
    del sys.modules["edited_kernels"]


def launched(kernel, *values):
    A = list(values)
    cp.compile(kernel, target="cpu")(len(A))(A)
    return A


def test_a_file_that_is_as_it_was_imported(module):
    kernels, edit = module
    edit("K = 3", "K = 3")
    assert launched(kernels.scale, 1, 2) == [6, 9]
    assert launched(kernels.made(5), 1) == [6]
    assert cp.lib.map(kernels.doubled, [1, 2]).toList() == [2, 4]
    assert [cp.lib.zipWith(f, [3], [4]).toList() for f in kernels.times] == [[7], [12]]


def test_what_is_edited_elsewhere_does_not_matter(module):
    kernels, edit = module
    edit("x * 2", "x * 5")
    edit("return x + 1", "return x + 1  # one more")
    assert launched(kernels.scale, 1, 2) == [6, 9]


@pytest.mark.parametrize(
    "old, new",
    [("* K", "+ K"), ("helper(A[idx])", "helper(A[0])"), ("K\n", "3\n"), ("docstring\nof", "docstring\nOf")],
)
def test_a_kernel_that_was_edited(module, old, new):
    kernels, edit = module
    edit(old, new)
    with raises(
        cp.SourceError,
        f"scale: line 6 of {kernels.__file__} is another function now than the one that was imported: the "
        "file changed since; import it again",
    ):
        launched(kernels.scale, 1, 2)
    reloaded = importlib.reload(kernels)
    assert launched(reloaded.scale, 1) == ([5] if "+" in new else [6])


def test_a_helper_that_was_edited(module):
    kernels, edit = module
    edit("x + 1", "x + 2")
    with raises(
        cp.SourceError,
        f"helper: line 13 of {kernels.__file__} is another function now than the one that was imported: the "
        "file changed since; import it again",
    ):
        cp.compile([kernels.scale, kernels.helper], target="cpu")


def test_a_function_in_a_function_that_was_edited(module):
    kernels, edit = module
    edit("else by", "else -by")
    with raises(
        cp.SourceError,
        f"shift: line 19 of {kernels.__file__} is another function now than the one that was imported: the "
        "file changed since; import it again",
    ):
        launched(kernels.made(5), 1)


def test_a_lambda_that_was_edited(module):
    kernels, edit = module
    edit("x * 2", "x * 3")
    with raises(
        cp.SourceError,
        f"map_elements_f: the lambda in line 26 of {kernels.__file__} is another one now than the one that "
        "was imported: the file changed since; import it again",
    ):
        cp.lib.map(kernels.doubled, [1])


def test_a_time_of_modification_that_was_set_back(module):
    """What an editor or rsync says of the file's time is not asked."""
    kernels, edit = module
    before = os.stat(kernels.__file__)
    edit("* K", "+ K")
    os.utime(kernels.__file__, ns=(before.st_atime_ns, before.st_mtime_ns))
    with pytest.raises(cp.SourceError):
        launched(kernels.scale, 1, 2)


# checked : void (int* A)
def checked(A):
    assert A[idx] > 0, "positive"  # pytest rewrites it
    A[idx] += 1


def test_assertions_that_pytest_rewrote():
    os.chmod(__file__, os.stat(__file__).st_mode)  # the file looks changed
    assert launched(checked, 1, 2) == [2, 3]
