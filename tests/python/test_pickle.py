"""Pickling: kernels, launches, arrays, structs and types in this process, in processes that are spawned, and
by cloudpickle."""

import copy
import importlib.util
import os
import pickle
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import cudapy as cp
from raising import raises

K = 3


# scale : void (float by, float* X)
def scale(by, X):
    X[idx] *= by * K


# add_one : int (int x)
def add_one(x):
    return x + 1


# grow : void (int* A)
def grow(A):
    A[idx] = add_one(A[idx])


def generic(X, by):
    X[idx] += by * K


@cp.kernel("void (int* A)")
def decorated(A):
    A[idx] += K


@cp.struct
class Body:
    x: cp.float32
    mass: cp.float64 = 1.0


# move : void (Body* bodies, float by)
def move(bodies, by):
    bodies[idx].x += by / bodies[idx].mass


def again(value):
    return pickle.loads(pickle.dumps(value))


def launched(call, *arguments):
    call(len(arguments[-1]))(*arguments)
    return arguments[-1]


def test_a_kernel_keeps_what_it_captured(target):
    global K
    call = cp.compile(scale, target=target, checked=True)
    K = 100
    try:
        copied = again(call)
        assert launched(copied, 2.0, [1.0, 2.0]) == [6.0, 12.0]
        assert launched(again(copied), 2.0, [1.0, 2.0]) == [6.0, 12.0]
    finally:
        K = 3
    assert (copied.name, copied.signature, copied.target, copied.__doc__) == (
        call.name,
        call.signature,
        call.target,
        call.__doc__,
    )
    assert (
        copied.cuda_source == call.cuda_source and isinstance(copied, cp.Kernel) and copied.path == call.path
    )


def test_functions_that_came_along(target):
    call = cp.compile([grow, scale], target=target)
    assert launched(again(call), [1, 2]) == [2, 3]
    assert launched(again(call.scale), 1.0, [1.0]) == [3.0] and launched(again(call).scale, 1.0, [2.0]) == [
        6.0
    ]
    assert launched(again(cp.compile(grow, target=target)), [1, 2]) == [2, 3]


def test_closures_and_structs(target):
    def made(k):
        # shift : void (float* X)
        def shift(X):
            X[idx] += k

        return cp.compile(shift, target=target)

    assert [launched(again(made(k)), [1.0]) for k in (0.5, 1.5)] == [[1.5], [2.5]]
    bodies = [Body(1.0, 2.0)]
    again(cp.compile(move, target=target))(1)(bodies, 4.0)
    assert bodies == [Body(3.0, 2.0)] == again(bodies)


def test_decorated_and_generic_kernels():
    assert again(decorated) is decorated
    call = cp.compile(generic)
    copied = again(call)
    X = np.ones(2)
    copied(2)(X, 2.0)
    assert X.tolist() == [7.0, 7.0] and copied.signature == call.signature and isinstance(copied, cp.Kernel)


def test_launches():
    launch = cp.compile(scale)(2)
    again(launch)(2.0, X := [1.0, 2.0])
    assert X == [6.0, 12.0] and again(launch).threads == (2, 1, 1)
    assert again(cp.compile(scale)(100, block=64)).block == (64, 1, 1)
    assert copy.deepcopy(launch).threads == (2, 1, 1) and copy.copy(decorated) is decorated


@pytest.mark.parametrize(
    "array",
    [
        cp.CudaArray([1, 2, 3]),
        cp.CudaArray([[1.5, 2], [3, 4]]),
        cp.CudaArray(np.arange(24, dtype=np.uint8).reshape(2, 3, 4)).transpose(),
        cp.CudaArray(np.arange(10.0))[::-3],
        cp.zeros(0, cp.Int),
        cp.CudaArray([1 + 2j]),
        cp.CudaArray([0.5, -2], cp.Half),
        cp.CudaArray([0.5], cp.bfloat16),
        cp.CudaArray([Body(1.0), Body(2.0, 3.0)]),
        cp.CudaArray([cp.float3(1, 2, 3)]),
        cp.CudaArray([True, False]),
    ],
    ids=str,
)
def test_arrays(array):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        copied = pickle.loads(pickle.dumps(array, protocol))
        assert (copied.toList(), copied.shape, copied.elemType(), copied.device) == (
            array.toList(),
            array.shape,
            array.elemType(),
            array.device,
        )
    if array.size:
        assert copied.pointer() != array.pointer()


def test_arrays_of_arrays():
    rows = cp.CudaLists([[1.0, 2.0], [], [3.0]])
    assert [list(row) for row in again(rows)] == [[1.0, 2.0], [], [3.0]]


def test_what_is_small():
    for value in (
        cp.dim3(1, 2, 3),
        cp.float4(1, 2, 3, 4),
        Body(1.0),
        Body,
        cp.Int,
        cp.float32,
        cp.Void,
        cp.bfloat16,
        cp.Pointer(cp.Int),
        cp.Pointer(cp.Pointer(cp.Float)),
        cp.idx,
        cp.syncthreads,
    ):
        copied = again(value)
        assert type(copied) is type(value) and (
            copied is value or tuple(copied) == tuple(value)
            if isinstance(value, cp.dim3)
            else repr(copied) == repr(value)
        )


def test_what_cannot_be_pickled():
    source = cp.cuda_source("__host__ __device__ float half_of(float x) { return x / 2; }")

    # halve : void (float* X)
    def halve(X):
        X[idx] = source.half_of(X[idx])

    with raises(
        TypeError,
        "halve cannot be pickled: it calls source.half_of, which is CUDA C++: compile it where it is needed",
    ):
        pickle.dumps(cp.compile(halve, target="cpu"))


PROGRAM = textwrap.dedent("""\
    import multiprocessing
    import cudapy as cp

    K = 5

    # scale : void (float* X)
    def scale(X):
        X[idx] *= K

    @cp.kernel("void (float* X)")
    def decorated(X):
        X[idx] += K

    def generic(X):
        X[idx] -= K

    def work(given):
        kernel, array = given
        kernel(len(array))(array)
        return array, kernel.name

    if __name__ == "__main__":
        K = 7
        calls = [cp.compile(scale, target="cpu"), decorated, cp.compile(scale, target="cpu")]
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            for array, name in pool.map(work, [(call, cp.CudaArray([1.0, 2.0], target="cpu")) for call in calls] + [(cp.compile(generic), cp.CudaArray([1], target="cpu"))]):
                print(name, array.toList())
    """)  # noqa: E501


def test_processes_that_are_spawned(tmp_path):
    """What was compiled keeps what it captured; a generic kernel is compiled there, with what its function is
    there."""
    (tmp_path / "program.py").write_text(PROGRAM)
    process = subprocess.run(
        [sys.executable, str(tmp_path / "program.py")],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "CUDAPY_TARGET": "cpu"},
    )
    assert (process.stdout, process.stderr) == (
        "scale [7.0, 14.0]\ndecorated [8.0, 9.0]\nscale [7.0, 14.0]\ngeneric [-4]\n",
        "",
    )


def test_a_process_without_the_source(tmp_path):
    """The texts go along: the kernel's module need not be there."""
    (tmp_path / "gone.py").write_text("K = 4\n\n# grow : void (int* A)\ndef grow(A):\n    A[idx] *= K\n")
    code = (
        "import sys, pickle; sys.path.insert(0, '.'); import cudapy as cp, gone; gone.K = 9; "
        "pickle.dump(cp.compile(gone.grow, target='cpu'), open('k', 'wb'))"
    )
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
    (tmp_path / "gone.py").unlink()
    code = (
        "import pickle; call = pickle.load(open('k', 'rb')); A = [1, 2]; call(2)(A); print(A, call.built, "
        "call.translated)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert found.stdout == "[9, 18] False False\n"


def test_cloudpickle(tmp_path):
    cloudpickle = pytest.importorskip("cloudpickle")
    call, array = cp.compile(scale), cp.CudaArray([1.0, 2.0])

    def work(by):
        call(2)(by, array)
        return array.toList()

    assert pickle.loads(cloudpickle.dumps(work))(2.0) == [6.0, 12.0] and array.toList() == [1.0, 2.0]


PICKLES_BY_VALUE = textwrap.dedent("""\
    import sys
    import cloudpickle, pickle
    import cudapy as cp

    K = 2

    def helper(x):
        return x * K

    @cp.vectorize
    def twice(x):
        return helper(x)

    @cp.vectorize
    def gcd(a, b):
        return a if b == 0 else gcd(b, a % b)

    def generic(A):
        A[idx] = helper(A[idx])

    # signed : int (int x)
    def signed(x):
        return x + K

    @cp.kernel
    def decorated(A):
        A[idx] = signed(A[idx])

    @cp.struct
    class Pair:
        x: cp.float32
        y: cp.int32 = 3

    # move : void (Pair* A)
    def move(A):
        A[idx].x += A[idx].y

    @cp.kernel("int (int)")
    def fibonacci(n):
        return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

    @cp.kernel
    def sequence(A):
        A[idx] = fibonacci(A[idx])

    @cp.vectorize
    def composed(x):
        return fibonacci(x) + twice(x)

    @cp.reduction(0)
    def added(a, b):
        return a + b

    totals = (added, cp.reduction(lambda a, b: a + b, 0, map=lambda x: x * K), cp.reduction(max), cp.elementwise("T x", "T y", "y = x + x"))
    K = 5
    things = (totals, sequence, composed, fibonacci, twice, gcd, cp.vectorize(lambda x: x + K), cp.compile(generic), decorated, Pair, Pair(1.0), cp.compile(move),
              cp.CudaArray([Pair(2.0)]))
    with open("pickled", "wb") as file:
        file.write(cloudpickle.dumps(things))
    """)  # noqa: E501

USES_THEM = textwrap.dedent("""\
    import pickle, cloudpickle
    with open("pickled", "rb") as file:
        content = file.read()
    totals, sequence, composed, fibonacci, twice, gcd, add, generic, decorated, Pair, pair, move, array = pickle.loads(content)
    assert composed(6) == 8 + 30 and fibonacci.__wrapped__(1) == 1
    assert twice(2) == 10 and gcd(12, 18) == 6 and add(1) == 6, (twice(2), gcd(12, 18), add(1))
    assert [each([1, 2, 4]) for each in totals[:3]] == [7, 35, 4] and totals[3](4) == 8
    for kernel, expected in (generic, [10]), (decorated, [7]), (sequence, [1]):
        A = [2]
        kernel(1)(A)
        assert A == expected, (kernel, A)
    assert type(pair) is Pair and Pair(1.0) == pair and pair.copy().y == 3
    move(1)(array)
    assert array.toList() == [Pair(5.0)]
    again, = pickle.loads(cloudpickle.dumps([twice]))
    assert again(3) == 15
    assert pickle.loads(content)[9] is Pair
    """)  # noqa: E501


def run_in(folder, text):
    process = subprocess.run(
        [sys.executable, "-c", text] if "\n" in text else [sys.executable, text],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "CUDAPY_TARGET": "cpu"},
    )
    return process.returncode, process.stdout + process.stderr


@pytest.mark.parametrize("there", ["as it was", "gone", "another one"])
def test_functions_that_go_by_value(tmp_path, there):
    """cloudpickle sends what is the program's by value. The texts go along, whatever the other process finds
    by the file's name."""
    program = tmp_path / "program.py"
    program.write_text(PICKLES_BY_VALUE)
    assert run_in(tmp_path, "program.py") == (0, "")
    if there == "gone":
        program.unlink()
    if there == "another one":
        program.write_text(
            PICKLES_BY_VALUE.replace("return helper(x)", "return 7")
            .replace("x * K", "x + K")
            .replace("x + K", "x - K")
        )
        os.utime(program, (1, 1))
    assert run_in(tmp_path, USES_THEM) == (0, "")


def test_a_file_that_is_another_one_there(tmp_path):
    """The text of a function that cloudpickle sends by itself does not go along: where its file has changed,
    that is said."""
    program = tmp_path / "program.py"
    text = textwrap.dedent("""\
        import cloudpickle
        import cudapy as cp

        def work(A):
            # grow : void (int* A)
            def grow(A):
                A[idx] += 1
            cp.compile(grow)(len(A))(A)
            return A

        with open("pickled", "wb") as file:
            file.write(cloudpickle.dumps(work))
        """)
    program.write_text(text)
    assert run_in(tmp_path, "program.py") == (0, "")
    use = "import pickle\nprint(pickle.load(open('pickled', 'rb'))([1, 2]))"
    assert run_in(tmp_path, use) == (0, "[2, 3]\n")
    program.write_text(text.replace("+= 1", "+= 2"))
    code, said = run_in(tmp_path, "import cudapy._compile.sources as s\ns.PROCESS_START += 1000\n" + use)
    assert (
        code == 1
        and "SourceError: grow: line 6 of" in said
        and "is another function now than the one that was imported" in said
    )


def test_structs_keep_what_they_are():
    assert again(Body) is Body and copy.copy(Body(1.0, 2.0)) == Body(1.0, 2.0) == copy.deepcopy(
        Body(1.0, 2.0)
    )
    with pytest.raises(AttributeError):
        again(Body(1.0)).z = 3


BY_PATH = """
import cudapy as cp


@cp.struct
class Inner:
    n: cp.int32 = 3


@cp.struct
class Body:
    \"\"\"A body.\"\"\"
    x: cp.float32
    inner: Inner
    m: cp.float64 = 1.5


@cp.struct
class WithMethod:
    x: cp.float32

    def twice(self):
        return 2 * self.x


# move : void (Body* bodies, float by)
def move(bodies, by):
    bodies[idx].x += by + bodies[idx].inner.n
"""


@pytest.fixture
def by_path(tmp_path):
    """A module that is loaded by its path, and is in no list of modules."""
    path = tmp_path / "by_path.py"
    path.write_text(BY_PATH, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("by_path", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert "by_path" not in sys.modules
    return module


def test_structs_of_a_module_that_was_loaded_by_its_path(by_path, tmp_path):
    """Their classes are told by their fields: in this process they are the same classes, in another one like
    ones."""
    Body, Inner = by_path.Body, by_path.Inner
    call = cp.compile(by_path.move)
    bodies = [Body(1.0, Inner()), Body(2.0, Inner(4), m=2.5)]
    for given in (Body, bodies, cp.CudaArray(bodies), call, cp.Pointer(Body)):
        again = pickle.loads(pickle.dumps(given))
        assert type(again) is type(given)
    assert pickle.loads(pickle.dumps(Body)) is Body and pickle.loads(pickle.dumps(bodies)) == bodies
    path = tmp_path / "sent"
    path.write_bytes(pickle.dumps((call, bodies, Body)))
    program = (
        "import pickle, sys\ncall, bodies, Body = pickle.load(open(sys.argv[1], 'rb'))\n"
        "call(2)(bodies, 1.0)\nprint(bodies, Body.__doc__, Body(0.0, bodies[0].inner).m, "
        "type(bodies[0]) is Body)"
    )
    done = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, check=True)
    assert (
        done.stdout
        == "[Body(x=5.0, inner=Inner(n=3), m=1.5), Body(x=7.0, inner=Inner(n=4), m=2.5)] A body. 1.5 True\n"
    )


def test_a_struct_with_methods_goes_by_its_name_alone(by_path):
    with pytest.raises(pickle.PicklingError) as error:
        pickle.dumps(by_path.WithMethod)
    assert str(error.value) == (
        "struct WithMethod: no module has it by its name, and it has more than fields: twice. Put its "
        "module into sys.modules, as import does, or pickle what has only fields"
    )
    sys.modules["by_path"] = by_path
    try:
        assert pickle.loads(pickle.dumps(by_path.WithMethod)) is by_path.WithMethod
    finally:
        del sys.modules["by_path"]
