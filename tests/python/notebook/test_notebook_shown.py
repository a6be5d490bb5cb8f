"""How arrays and kernels show themselves in a notebook."""

import re

import cudapy as cp
import pytest
from cudapy import idx


def texts(html):
    """The rows of a table, or the texts of other HTML, without tags."""
    assert re.fullmatch(r"(?s)<(\w+)[ >].*</\1>", html), html
    rows = re.findall(r"<tr>(.*?)</tr>", html)
    return [re.sub(r"<[^>]+>", " ", row).split() for row in rows] if rows else re.sub(r"<[^>]+>", "", html)


def caption(html):
    return re.sub(r"<[^>]+>", "", re.search(r"<caption[^>]*>(.*?)</caption>", html)[1])


def test_an_array_of_one_dimension():
    html = cp.CudaArray([0.1, 2.0, 1e20, float("nan")], target="cpu")._repr_html_()
    assert caption(html) == "CudaArray of 4 float on cpu"
    assert texts(html) == [["0", "1", "2", "3"], ["0.1", "2.0", "1e+20", "nan"]]


def test_doubles_have_all_their_digits():
    assert texts(cp.CudaArray([0.1, 1 / 3], cp.Double, target="cpu")._repr_html_())[1] == [
        "0.1",
        "0.3333333333333333",
    ]


def test_long_axes_are_shown_at_their_ends():
    html = cp.CudaArray([[100 * r + c for c in range(50)] for r in range(20)], target="cpu")._repr_html_()
    assert caption(html) == "CudaArray of 20 × 50 int on cpu"
    rows = texts(html)
    assert rows[0] == ["0", "1", "2", "3", "…", "46", "47", "48", "49"]
    assert rows[1] == ["0", "0", "1", "2", "3", "…", "46", "47", "48", "49"]
    assert rows[5] == ["⋮"] * 10
    assert rows[-1] == ["19", "1900", "1901", "1902", "1903", "…", "1946", "1947", "1948", "1949"]
    assert len(rows) == 10
    nine = texts(cp.CudaArray(list(range(9)), target="cpu")._repr_html_())
    assert nine == [[str(i) for i in range(9)]] * 2


def test_views_planes_and_what_is_empty():
    cube = cp.CudaArray([[[1, 2], [3, 4]], [[5, 6], [7, 8]]], target="cpu")
    assert caption(cube._repr_html_()) == "CudaArray of 2 × 2 × 2 int on cpu: [0]"
    assert texts(cube._repr_html_()) == [["0", "1"], ["0", "1", "2"], ["1", "3", "4"]]
    assert texts(cube[1, :, ::-1]._repr_html_()) == [["0", "1"], ["0", "6", "5"], ["1", "8", "7"]]
    assert (
        texts(cp.zeros((0, 3), cp.Float, target="cpu")._repr_html_())
        == "CudaArray of 0 × 3 float on cpu: no elements"
    )


def test_a_freed_array():
    array = cp.CudaArray([1], target="cpu")
    array.free()
    assert array._repr_html_() == "<code>&lt;CudaArray of int, freed&gt;</code>"


@cp.struct
class Pair:
    low: cp.float32
    high: cp.int32


def test_structs():
    html = cp.CudaArray([Pair(1.5, 2)], Pair, target="cpu")._repr_html_()
    assert caption(html) == "CudaArray of 1 Pair on cpu"
    assert "Pair(low=1.5, high=2)" in re.sub(r"<[^>]+>", "", html)


@cp.kernel("void (float* X)", target="cpu")
def double_all(X):
    if idx < len(X):
        X[idx] *= 2


def test_a_kernel_shows_its_signature_and_once_compiled_its_sources():
    assert (
        texts(double_all._repr_html_()) == "double_all : void (float* X)kernel double_all, not compiled yet"
    )
    double_all(1)(X := [1.0])
    html = double_all._repr_html_()
    assert re.findall(r"<summary>(.*?)</summary>", html) == ["CUDA C++", "C++ for the CPU"]
    assert "if (idx &lt; X_len) {" in html and "<X_len" not in html


# fill : void (A* X, A x)
def fill(X, x):
    X[idx] = x


def test_a_generic_kernel():
    assert (
        texts(cp.compile(fill, target="cpu")._repr_html_())
        == "fill : void (A* X, A x)generic kernel fill, 0 instances"
    )


@pytest.mark.parametrize("name", ["html", "texts"])
def test_ipython_is_not_needed_for_it(name):
    import subprocess
    import sys

    program = (
        f"import sys; sys.modules['IPython'] = None; import cudapy as cp; import cudapy._notebook.{name}; "
        "print(cp.CudaArray([1], target='cpu')._repr_html_()[:6])"
    )
    assert (
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
        == "<table\n"
    )
