"""What the editor's text becomes, and what is wrong with it."""

import pytest

from cudapy._playground.examples import EXAMPLES
from cudapy._playground.translating import translated

SAXPY = next(each for each in EXAMPLES if each.name == "saxpy").text


def beside(part):
    """Each line of Python with the lines of C++ that stand for it."""
    found = {}
    for line, code in zip(part["lines"], part["source"].splitlines(), strict=True):
        if line:
            found.setdefault(line, []).append(code.strip())
    return found


def test_lines_that_belong_together(client):
    made = client.post("translate", {"text": SAXPY})
    assert (made["diagnostics"], made["are_generic"]) == ([], False)
    parameters = [["alpha", "float"], ["X", "float*"], ["Y", "float*"]]
    assert made["kernels"] == [
        {"name": "saxpy", "line": 6, "parameters": parameters, "shared": [], "is_generic": False}
    ]
    assert beside(made["cuda"]) == {
        6: [
            'extern "C" __global__ void saxpy(unsigned threads, float alpha, const float* X, '
            "int X_len, float* Y)",
            "{",
            "const int idx = blockIdx.x * blockDim.x + threadIdx.x;",
            "if (unsigned(idx) >= threads) return;",
            "}",
        ],
        7: ["if (idx < X_len) {", "}"],
        8: ["Y[idx] = alpha * X[idx] + Y[idx];"],
    }
    assert beside(made["cpu"]) == {
        6: [
            "static inline void saxpy(int idx, float alpha, const float* X, int /*X_len*/, float* Y)",
            "{",
            "}",
        ],
        8: ["Y[idx] = alpha * X[idx] + Y[idx];"],
    }


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.name)
def test_every_line_of_an_example_that_does_something_has_its_lines(example):
    """But for those that define names, which C++ has where they are used, and for guards, which limit the
    CPU's loops over threads."""
    made = translated(example.text)
    lines = example.text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("def ")) + 1
    working = {number for number in range(start, len(lines) + 1) if lines[number - 1].strip()}
    assert set(beside(made["cuda"])) == working
    assert set(beside(made["cpu"])) <= working
    shown = beside(made["cpu"])
    assert all(
        "syncthreads" in lines[number - 1]
        or "half" in lines[number - 1]
        or "x, y" in lines[number - 1]
        or "if idx" in lines[number - 1]
        for number in working - set(shown)
    )


def test_errors_have_their_place_in_utf16():
    """As pages count columns; what came before counts characters."""
    text = SAXPY.replace("Y[idx] = ", '"🎈é"; Y[idx] = wrong + ')
    (error,) = translated(text)["diagnostics"]
    assert (error["code"], error["line"], error["message"]) == ("E301", 8, "unknown name `wrong`")
    line = text.splitlines()[7].encode("utf-16-le")
    begin, end = ((error[each] - 1) * 2 for each in ("column", "end_column"))
    assert line[begin:end].decode("utf-16-le") == "wrong"


def test_an_error_leaves_no_translation():
    made = translated(SAXPY + "    oops(\n")
    assert (made["cuda"], made["cpu"], made["kernels"]) == (None, None, [])
    assert [each["line"] for each in made["diagnostics"]] == [9]


def test_warnings_leave_one():
    made = translated("# f : void (float* X, double* D)\ndef f(X, D):\n    X[idx] = D[idx]\n")
    assert [(each["severity"], each["line"]) for each in made["diagnostics"]] == [("warning", 3)]
    assert made["cuda"] is not None


def test_generic_kernels_are_no_error():
    made = translated("# f : void (A* X, int n)\ndef f(X, n):\n    X[idx] = n\n")
    assert (made["diagnostics"], made["are_generic"], made["cuda"]) == ([], True, None)
    assert made["kernels"] == [
        {"name": "f", "line": 0, "parameters": [("X", "A*"), ("n", "int")], "shared": [], "is_generic": True}
    ]


def test_the_text_is_not_run(tmp_path):
    mark = tmp_path / "mark"
    assert translated(f"open({str(mark)!r}, 'w')\n{SAXPY}")["diagnostics"] == []
    assert not mark.exists()


@pytest.mark.parametrize(
    "text", ["", "\0", "\r\n\r\n", "é" * 1000, "(" * 5000, "def", "\ud7ff\ue000", "x = '''"]
)
def test_no_text_stops_it(text):
    assert translated(text)["cuda"] is None
