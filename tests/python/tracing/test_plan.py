"""call.explain(n, X, Y): what each line of a kernel costs, and what to do about it."""

import copy
import json
import os
import pickle
import subprocess
import sys

import cudapy as cp
import golden
import kernels
import numpy as np
import pytest
from traced_kernels import EXPLAINED, every4, floats, saxpy, turns


@pytest.mark.parametrize("name", EXPLAINED)
def test_printed(plans, name):
    printed = repr(plans[name])
    without = printed[: printed.index("\n  traced")]  # depends on the machine's cores
    assert without.startswith(f"{name} on ")
    golden.check(f"{name}.txt", printed[len(without) + 1 :] + "\n")


def test_above_it_is_the_plan_without_arguments(plans):
    launch, _ = repr(every4.explain(1000)).split("\n  accesses ")
    assert repr(plans["every4"]).startswith(launch + "\n  traced         4 blocks of 256 threads: ")
    assert plans["every4"].access_patterns == every4.explain(1000).access_patterns
    assert isinstance(plans["every4"], cp.LaunchPlan)
    assert plans["every4"].grid == every4.explain(1000).grid


def test_advice_is_text(plans):
    (advice,) = plans["every4"].advice
    line = every4.__wrapped__.__code__.co_firstlineno + 3
    assert advice == copy.copy(advice) == pickle.loads(pickle.dumps(advice))
    assert str(advice) == (
        f"line {line}: reads X: Neighbouring threads are 16 bytes apart, and each takes 4: a request takes "
        "15.6 sectors of 32 bytes, and 3.9 would hold what its lanes use. Let neighbouring threads take "
        "neighbouring elements."
    )


def test_arguments_by_name_and_threads_as_a_tuple(plans):
    X, Y = floats(4000), floats(1000)
    for plan in (every4.explain(1000, X, Y=Y), every4.explain((1000,), X, Y), every4.explain(1000, Y=Y, X=X)):
        assert repr(plan) == repr(plans["every4"])
    assert (X == 1).all() and (Y == 1).all()


def test_what_is_read_of_a_plan(plans):
    plan = plans["every4"]
    decides, copies = plan.lines
    read, written = copies.accesses
    first = every4.__wrapped__.__code__.co_firstlineno
    assert (decides.number, decides.text, copies.number, copies.text) == (
        first + 2,
        "if idx < len(Y):",
        first + 3,
        "Y[idx] = X[4 * idx]",
    )
    assert (decides.decisions[0].text, decides.decisions[0].decisions, decides.decisions[0].divergent) == (
        "idx < len(Y)",
        32,
        0,
    )
    assert [
        (each.text, each.operation, each.array, each.space, each.width, each.requests, each.lanes)
        for each in (read, written)
    ] == [("X[4 * idx]", "read", "X", "global", 4, 32, 1000), ("Y[idx]", "write", "Y", "global", 4, 32, 1000)]
    assert [
        (each.sectors, each.wavefronts, each.best, each.conflicts, each.addresses) for each in (read, written)
    ] == [
        (500, None, 125, None, 1000),
        (125, None, 125, None, 1000),
    ]
    assert (read.cost_per_request, read.best_per_request, read.lanes_per_request) == (15.625, 3.90625, 31.25)
    assert (plan.coverage, plan.traced.grid) == ("all blocks were traced on the CPU", (4, 1, 1))
    (advice,) = plan.advice
    assert (advice.line, advice.what, advice.kind, advice.excess, advice.unit) == (
        first + 3,
        "reads X",
        "stride",
        375,
        "sectors",
    )


def test_a_sample_counts_as_the_whole(plans):
    """Blocks of this kernel cost alike, so that the scaled numbers are exact."""
    whole = saxpy.explain(20_000, 2.0, floats(20_000), floats(20_000), blocks=1000)
    assert whole.coverage == "all blocks were traced on the CPU"
    assert plans["saxpy"].coverage == "8 of 79 blocks were traced on the CPU; counts are scaled"

    def counts(plan):
        lines = json.loads(plan.to_json())["lines"]
        return [
            [{k: v for k, v in each.items() if k != "addresses"} for each in line["accesses"]]
            + line["decisions"]
            for line in lines
        ]

    assert counts(whole) == counts(plans["saxpy"])


@pytest.mark.parametrize("name", ["every4", "census", "tree"])
def test_json(plans, name):
    written = json.loads(plans[name].to_json())
    assert written.pop("file") == plans[name].traced.file == sys.modules["traced_kernels"].__file__
    for each in (*written["lines"], *written["advice"]):
        assert each.pop("file") == plans[name].traced.file
    golden.check(f"{name}.json", json.dumps(written, indent=1) + "\n")


def test_without_threads_nothing_is_done():
    assert repr(turns.explain(0, [1])).splitlines()[-3:] == [
        "  traced         0 blocks of 32 threads: there was no block to trace",
        "",
        "  nothing costs a tenth more than it has to",
    ]


def test_a_kernel_of_integers():
    @cp.kernel("void (int a, int b)")
    def says(a, b):
        if idx < a:
            print(b + idy)

    assert type(says.explain(2, 2)) is cp.LaunchPlan
    assert type(says.explain((2,), 2, 2)) is cp.TracedPlan


def test_a_generic_kernel():
    @cp.kernel("void (T* X)")
    def double(X):
        X[idx] *= 2

    plan = double.explain(64, np.ones(64))
    assert [(each.width, each.requests, each.cost) for each in plan.lines[0].accesses] == [(8, 2, 16)] * 2
    assert double.explain(64, [1] * 64).lines[0].accesses[0].width == 4


def test_bad_input():
    X, Y = floats(4000), floats(1000)
    for call, error, message in (
        (lambda: every4.explain(1000, X), TypeError, "every4: expected 2 arguments (X, Y), got 1"),
        (
            lambda: every4.explain(1000, X, Z=Y),
            TypeError,
            "every4: there is no parameter Z; the parameters are X, Y",
        ),
        (
            lambda: every4.explain(1000, X, Y, blocks=0),
            ValueError,
            "trace: blocks must be a number of at least 1, got 0",
        ),
    ):
        with pytest.raises(error) as raised:
            call()
        assert str(raised.value) == message


def test_an_error_of_the_kernel_is_reported():
    with pytest.raises(cp.KernelError) as raised:
        every4.explain(1000, floats(400), floats(1000))
    assert str(raised.value).endswith(
        "index 400 is outside X, which has 400 elements, in thread 100: `X[4 * idx]`"
    )


def test_a_kernel_that_prints_is_silent(capsys):
    @cp.kernel("void (int* X)")
    def says(X):
        X[idx] = 1
        print(idx)

    assert says.explain(3, [0] * 3).lines[0].accesses[0].lanes == 3
    assert capsys.readouterr().out == ""


def test_a_kernel_that_stops_is_refused():
    @cp.kernel("void (int* X)")
    def stops(X):
        breakpoint()
        X[idx] = 1

    with pytest.raises(cp.CompileError) as raised:
        stops.explain(3, [0] * 3)
    with pytest.raises(cp.CompileError) as launched:
        stops(3)([0] * 3)
    assert str(raised.value) == str(launched.value)


IMPORTS = """
import sys
import cudapy
from cudapy import *
assert cudapy.TracedPlan and issubclass(cudapy.TracedPlan, cudapy.LaunchPlan)
assert "numpy" not in sys.modules and "cudapy._memory_model" not in sys.modules
sys.modules["numpy"] = None
import kernels
plan = cudapy.compile(kernels.saxpy).explain(10)
try:
    cudapy.compile(kernels.saxpy).explain(10, 1.0, [1.0] * 10, [1.0] * 10)
except ModuleNotFoundError as error:
    print(error)
"""


def test_without_numpy():
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([os.environ.get("PYTHONPATH", ""), os.path.dirname(kernels.__file__)]),
    }
    run = subprocess.run([sys.executable, "-c", IMPORTS], capture_output=True, text=True, env=env)
    assert (
        run.stdout + run.stderr
        == "explain: with arguments it works on NumPy's arrays, and NumPy is not installed here\n"
    )
