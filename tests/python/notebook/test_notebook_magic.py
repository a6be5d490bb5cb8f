"""`%load_ext cudapy` and `%%cudapy`, in IPython itself."""

import os

import pytest

if not os.environ.get(
    "CUDAPY_TEST_BROWSER"
):  # where scripts/test runs, a package that is missing is a failure
    pytest.importorskip("IPython", reason="IPython is missing: `scripts/setup test` installs it")

from IPython.testing.globalipapp import start_ipython  # noqa: E402
from IPython.utils.capture import capture_output  # noqa: E402

CELL = """import cudapy as cp
from cudapy import idx

# saxpy : void (float alpha, float* X, float* Y)
def saxpy(alpha, X, Y):
    if idx < len(X):
        Y[idx] = alpha * X[idx] + Y[idx]

@cp.kernel("void (int* X)")
def count(X):
    X[idx] += step()

# step : int ()
def step():
    return 1
"""


@pytest.fixture(scope="module")
def shell():
    made = start_ipython()
    made.run_line_magic("load_ext", "cudapy")
    made.display_formatter.active_types = made.display_formatter.format_types  # as in a notebook
    return made


def run(shell, line, cell):
    """(whether the cell succeeded, what was printed, the displayed objects as dicts of their forms)"""
    with capture_output() as captured:
        outcome = shell.run_cell(f"{line}\n{cell}", store_history=True)
    return outcome, captured.stdout, [each.data for each in captured.outputs]


def test_kernels_are_compiled_bound_and_shown(shell):
    import cudapy as cp

    outcome, printed, shown = run(shell, "%%cudapy", CELL)
    assert outcome.success and printed == ""
    assert [each["text/plain"].splitlines()[0] for each in shown] == ["saxpy: CUDA C++", "count: CUDA C++"], (
        "and not the helper"
    )
    assert "Y[idx] = alpha * X[idx] + Y[idx];" in shown[0]["text/plain"]
    assert (
        "<details open><summary>saxpy: CUDA C++</summary>" in shown[0]["text/html"]
        and "idx &lt; X_len" in shown[0]["text/html"]
    )
    saxpy = shell.user_ns["saxpy"]
    assert isinstance(saxpy, cp.Kernel) and "not compiled" not in repr(saxpy)
    X, Y = [1.0, 2.0], [0.5, 0.5]
    saxpy(2)(2.0, X, Y)
    assert Y == [2.5, 4.5]


@pytest.mark.parametrize(
    "show, titles", [("cpu", ["C++ for the CPU"]), ("both", ["CUDA C++", "C++ for the CPU"]), ("none", [])]
)
def test_what_is_shown(shell, show, titles):
    outcome, printed, shown = run(
        shell, f"%%cudapy --show {show}", "# f : void (int* X)\ndef f(X):\n    X[idx] = 1\n"
    )
    assert outcome.success
    assert [each["text/plain"].splitlines()[0] for each in shown] == [f"f: {title}" for title in titles]
    assert printed == ("" if titles else f"f for {os.environ['CUDAPY_TARGET']} is compiled\n")


def test_an_error_names_the_cell_and_its_line_as_it_is_seen(shell):
    import cudapy as cp

    outcome, printed, shown = run(shell, "%%cudapy", "# f : void (int* X)\ndef f(X):\n    X[idx] = wrong\n")
    assert not outcome.success and shown == []
    error = outcome.error_in_exec
    assert isinstance(error, cp.CompileError)
    # The line of the magic is the first.
    number = len(shell.user_ns["In"]) - 1
    assert str(error).splitlines()[0] == f"cell [{number}]:4:14: error[E301]: unknown name `wrong`"


def test_a_cell_that_fails_is_told_once_and_fails(shell):
    outcome, printed, _ = run(shell, "%%cudapy", "1 / 0\n")
    assert not outcome.success
    assert printed.count("ZeroDivisionError") == 2, "the head and the last line of one traceback"
    assert "CellError" not in printed


def test_a_cell_without_a_kernel(shell):
    outcome, printed, _ = run(shell, "%%cudapy", "x = 1\n")
    assert not outcome.success and shell.user_ns["x"] == 1
    assert str(outcome.error_in_exec) == (
        '%%cudapy: there is no kernel in this cell: write @cp.kernel("void (...)") above a function, or its '
        "signature in a comment, `# name : void (...)`"
    )


def test_a_wrong_option(shell):
    outcome, printed, _ = run(shell, "%%cudapy --show ptx", "x = 2\n")
    assert not outcome.success and shell.user_ns.get("x") != 2
    assert str(outcome.error_in_exec).startswith(
        "%%cudapy: argument --show: invalid choice: 'ptx' (choose from "
    )


def test_a_generic_kernel_is_told_of(shell):
    outcome, printed, shown = run(
        shell, "%%cudapy", "# fill : void (A* X, A x)\ndef fill(X, x):\n    X[idx] = x\n"
    )
    assert outcome.success and shown == []
    assert (
        printed == "fill : void (A* X, A x) is generic: it is compiled when it is launched, for the "
        "types of its arguments\n"
    )
    X = [1, 2]
    shell.user_ns["fill"](2)(X, 7)
    assert X == [7, 7]


ANSWER = """from cudapy import idx

# brighten : void (float* X, float by)
def brighten(X, by):
    %s

raise SystemExit("an answer is not run")
"""


def test_a_cell_is_an_answer_to_an_exercise(shell):
    shell.user_ns.pop("brighten", None)
    outcome, printed, shown = run(shell, "%%cudapy 1", ANSWER % "if idx < len(X):\n        X[idx] += by")
    assert outcome.success and printed == "" and "brighten" not in shell.user_ns
    [report] = shown
    assert (
        report["text/plain"].splitlines()[0]
        == "1 brighten                                        unit 1, one thread"
    )
    assert "wrong" not in report["text/plain"] and "everyone-does" not in report["text/html"]
    outcome, printed, shown = run(
        shell, "%%cudapy brighten", ANSWER % "for i in range(len(X)):\n        X[i] += by"
    )
    assert outcome.success and "everyone-does-everything" in shown[0]["text/plain"]
    assert "everyone-does-everything" in shown[0]["text/html"]


@pytest.mark.parametrize(
    "line, said",
    [
        ("%%cudapy 33", "%%cudapy: there is no exercise '33': `course list` shows all"),
        (
            "%%cudapy 1 --show cpu",
            "%%cudapy: --show is for cells that are run, and an answer to an exercise is not",
        ),
    ],
)
def test_what_is_no_exercise(shell, line, said):
    outcome, printed, shown = run(shell, line, ANSWER % "pass")
    assert not outcome.success and shown == []
    assert str(outcome.error_in_exec) == said


def test_explain_has_the_source_of_the_cell(shell):
    shell.run_cell(
        "import cudapy as cp, numpy as np\nfrom cudapy import idx\n@cp.kernel('void (float* X)')\n"
        "def scale(X):\n    X[idx] = X[idx] * 3\nA = np.ones(64, np.float32)\nplan = scale.explain(64, A)",
        store_history=True,
    )
    plan = shell.user_ns["plan"]
    assert "X[idx] = X[idx] * 3" in str(plan)
    assert [line.text for line in plan.lines if line.number == 5] == ["X[idx] = X[idx] * 3"]
