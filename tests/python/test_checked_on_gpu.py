"""Checked mode on a GPU that is not there: what a launch is given to remember accesses in, and what is said
of what it found. The driver's kernel `race` says that threads 1 and 0 write 3 and 7 to the first element."""

import fake_cuda

KERNELS = """
@cp.kernel("void (int* X)", checked=True)
def race(X):
    X[0] = idx


@cp.kernel("void (float* X)", checked=True)
def reversed(X):
    cache = shared(float, 64)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    X[idx] = cache[63 - threadIdx.x]


def report(call, array):
    try:
        call(array)
    except cp.KernelError as error:
        print(str(error).partition(".py:")[2].partition(": ")[2])
    else:
        print("nothing")


A = cp.CudaArray([1, 2])
"""
SAID = (
    "a race on X[0]: thread 0 writes it, `X[0]`, and thread 1 writes it there, too, in no order; it was 3 "
    "and becomes 7. Give each thread an element of its own, let one of them write, or combine the values "
    "with an atomic operation."
)


def run(code, **environment):
    return fake_cuda.run(KERNELS + code, **{"FAKE_MEMORY": "1000000000", **environment})


def test_a_finding_is_an_error_of_the_launch():
    assert run("report(race(2), A)\nreport(race(2), A)\nreport(race(2), [1, 2])") == [SAID, SAID, SAID]


def test_the_memory_goes_with_the_launch():
    code = (
        "before = fake.fake_blocks()\nreport(race(2), A)\nreport(reversed(64), cp.zeros(64, cp.float32))\n"
        "cp.synchronize()\n"
    )
    assert run(code + "print(fake.fake_blocks() - before, fake.fake_wild_uses())") == [SAID, "nothing", "0 0"]


def test_a_graph_is_told_nothing():
    code = (
        "with cp.capture() as graph:\n    race(2)(A)\ngraph()\ncp.synchronize()\nprint(fake.fake_wild_uses())"
    )
    assert run(code) == ["0"]


def test_a_gpu_without_memory_for_it_runs_the_kernel():
    assert run("report(race(2), A)", FAKE_MEMORY="3000") == ["nothing"]
