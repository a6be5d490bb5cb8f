"""What the cache remembers of translations: a kernel whose functions, options and captured values are the
same is not translated again, and runs as if it were; with any difference it is."""

import os
import subprocess
import sys
import textwrap
import types
import warnings

import cudapy as cp
import pytest
from raising import raises

np = pytest.importorskip("numpy")


@pytest.fixture
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setenv("CUDAPY_CACHE_DIR", str(folder))
    return folder


class Module:
    """A file that is imported, as a user's is, and again when it has changed."""

    def __init__(self, folder):
        self.path = folder / "made.py"

    def __call__(self, text):
        self.path.write_text("import math\nimport cudapy as cp\nimport numpy as np\n" + textwrap.dedent(text))
        module = types.ModuleType("made")
        exec(compile(self.path.read_text(), str(self.path), "exec"), module.__dict__)
        return module


@pytest.fixture
def module(tmp_path, cache):
    return Module(tmp_path)


def known(cache):
    return sorted(name for name in os.listdir(cache) if name.endswith(".known"))


def run(call, n, *arguments, **options):
    call(n, **options)(*arguments)
    return arguments[-1]


SCALE = """
    N = {n}

    # scale : void (float* X)
    def scale(X):
        if idx < len(X):
            X[idx] = X[idx] * N
"""


def test_nothing_is_translated_twice(module, cache, target):
    made = module(SCALE.format(n=3))
    first = cp.compile(made.scale, target=target)
    assert (first.translated, first.built) == (True, True)
    again = cp.compile(module(SCALE.format(n=3)).scale, target=target)
    assert (again.translated, again.built) == (False, False)
    assert run(again, 2, [1.0, 2.0]) == [3.0, 6.0]
    # What else there is to ask is the same.
    for name in (
        "name",
        "signature",
        "parameters",
        "path",
        "diagnostics",
        "cuda_source",
        "cpu_source",
        "target",
    ):
        assert getattr(again, name) == getattr(first, name)
    assert len(known(cache)) == 1


def test_another_process_does_not_translate(module, cache, target):
    code = (
        f"import cudapy as cp, made\ncall = cp.compile(made.scale, target={target!r})\nX = [1.0, 2.0]\n"
        "call(2)(X)\nprint(call.translated, X)"
    )
    module(SCALE.format(n=5))

    def start():
        environment = {**os.environ, "PYTHONPATH": f"{module.path.parent}:{os.environ.get('PYTHONPATH', '')}"}
        return subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
        ).stdout

    assert [start(), start()] == ["True [5.0, 10.0]\n", "False [5.0, 10.0]\n"]


@pytest.mark.parametrize(
    "before, after",
    [("3", "4"), ("3", "3.0"), ("0.0", "-0.0"), ("1", "True"), ("2", "np.float64(2)"), ("2", "np.int32(2)")],
)
def test_a_captured_value_that_changed(module, before, after, target):
    text = """
        N = {n}

        # put : void (double* X)
        def put(X):
            if idx < len(X):
                X[idx] = math.copysign(1.0, N) + N / 2
    """
    first = cp.compile(module(text.format(n=before)).put, target=target)
    changed = module(text.format(n=after))
    second = cp.compile(changed.put, target=target)
    assert (first.translated, second.translated) == (True, True)
    assert run(second, 1, [0.0]) == [float(np.copysign(1.0, changed.N) + changed.N / 2)]
    assert cp.compile(module(text.format(n=after)).put, target=target).translated is False


def test_a_few_values_in_turn(module, cache, target):
    """Of a function that a function makes, or a constant that changes, eight are remembered for one text."""
    text = """
        def make(n):
            # add : void (int* X)
            def add(X):
                if idx < len(X):
                    X[idx] += n
            return add
    """

    def compiled(numbers):
        made = module(text)
        calls = [cp.compile(made.make(number), target=target) for number in numbers]
        assert [run(call, 1, [1]) for call in calls] == [[1 + number] for number in numbers]
        return [call.translated for call in calls]

    assert compiled([1, 2, 3, 1, 2, 3]) == [True] * 3 + [False] * 3
    assert compiled([3, 2, 1]) == [False] * 3
    assert compiled(range(4, 10)) == [True] * 6
    assert compiled([9, 3, 2]) == [False] * 3
    assert compiled([1]) == [True]
    assert len(known(cache)) == 1


def test_every_option_and_place_counts(module, target):
    made = module(SCALE.format(n=3))
    assert cp.compile(made.scale, target=target).translated
    assert cp.compile(made.scale, target=target, index=cp.int64).translated
    assert cp.compile(made.scale, target=target, strict=True).translated
    assert cp.compile(made.scale, target=target, sig="void (double* X)").translated
    assert cp.compile(made.scale, target=target, sig="void (double* X)").translated is False
    # Its lines are in what a compiler says, and in its debug information.
    assert cp.compile(module("\n" + SCALE.format(n=3)).scale, target=target).translated
    assert cp.compile(
        module(SCALE.format(n=3) + "        # a comment in it\n").scale, target=target
    ).translated


HELPERS = """
    # helper : float (float x)
    def helper(x):
        return x + {more}

    # outer : float (float x, float by)
    def outer(x, by={by}):
        return helper(x) * by

    # use : void (float* X)
    def use(X):
        if idx < len(X):
            X[idx] = outer(X[idx])
"""


def test_functions_that_were_found_count_too(module, target):
    def compiled(more, by):
        call = cp.compile(module(HELPERS.format(more=more, by=by)).use, target=target)
        return call.translated, run(call, 1, [1.0])

    assert compiled(1, 2.0) == (True, [4.0])
    assert compiled(1, 2.0) == (False, [4.0])
    assert compiled(5, 2.0) == (True, [12.0])
    assert compiled(5, 3.0) == (True, [18.0])
    assert compiled(5, 3.0) == (False, [18.0])
    assert compiled(1, 2.0) == (False, [4.0])
    assert compiled(1, 3.0) == (True, [6.0])


def test_a_default_that_is_evaluated(module, target):
    text = """
        SOME = {some}

        # helper : float (float x, float by)
        def helper(x, by=SOME + 1):
            return x * by

        # use : void (float* X)
        def use(X):
            if idx < len(X):
                X[idx] = helper(X[idx])
    """
    results = []
    for some in (1, 1, 2, 2):
        call = cp.compile(module(text.format(some=some)).use, target=target)
        results.append((call.translated, run(call, 1, [1.0])))
    assert results == [(True, [2.0]), (False, [2.0]), (True, [3.0]), (False, [3.0])]


STRUCTS = """
    @cp.struct
    class KnownTranslationBody:
        place: cp.float3
        mass: {mass} = {default}

    ONE = KnownTranslationBody(cp.float3(1, 2, 3))

    # use : void (KnownTranslationBody* B, double* X)
    def use(B, X):
        if idx < len(B):
            new = KnownTranslationBody(ONE.place)
            X[idx] = cp.float64(B[idx].mass + new.mass + ONE.place.y)
            B[idx].mass = cp.float32(X[idx])
"""


def test_structs(module, target):
    results = []
    for mass, default in (
        ("cp.float32", 1),
        ("cp.float32", 1),
        ("cp.float64", 1),
        ("cp.float64", 1),
        ("cp.float64", 2),
        ("cp.float64", 2),
    ):
        made = module(STRUCTS.format(mass=mass, default=default))
        call = cp.compile(made.use, target=target)
        bodies = [made.KnownTranslationBody(cp.float3(0, 0, 0), 5.0)]
        X = run(call, 1, bodies, [0.0])
        results.append((call.translated, X, bodies[0].mass))
    assert results == [(True, [8.0], 8.0), (False, [8.0], 8.0)] * 2 + [
        (True, [9.0], 9.0),
        (False, [9.0], 9.0),
    ]


def test_parameters_of_every_kind(module, target):
    text = """
        # use : void (int* A, float[,] M, double** L, float4* V, uint8 n, float2 v, bool b)
        def use(A, M, L, V, n, v, b):
            if idx < len(A):
                A[idx] = len(L) + len(L[0]) + M.shape[1] + n + int(b)
                M[0, idx] = v.y
                L[0][idx] = V[0].w
                V[0] = cp.float4(9.0, 2.0, 3.0, 4.0)
    """
    results = []
    for _ in range(2):
        call = cp.compile(module(text).use, target=target)
        A, M, L, V = [0], np.zeros((2, 3), "f4"), [[0.0, 0.0], [0.0]], [cp.float4(1, 2, 3, 4)]
        call(1)(A, M, L, V, 200, cp.float2(5, 6), True)
        results.append((call.translated, call.signature, A, M.tolist(), L, V))
    assert [each[0] for each in results] == [True, False]
    assert results[0][1:] == results[1][1:]
    assert results[0][2:] == ([208], [[6.0, 0, 0], [0, 0, 0]], [[4.0, 0.0], [0.0]], [cp.float4(9, 2, 3, 4)])


def test_blocks_and_memory_that_is_sized_at_the_launch(module, target):
    text = """
        # turn : void (float* X)
        def turn(X):
            piece = cp.shared(cp.float32)
            i = threadIdx.x
            piece[i] = X[i]
            syncthreads()
            X[i] = piece[blockDim.x - 1 - i]
    """
    results = []
    for _ in range(2):
        call = cp.compile(module(text).turn, target=target)
        results.append((call.translated, run(call, 4, [1.0, 2.0, 3.0, 4.0], block=4, shared=4)))
    assert results == [(True, [4.0, 3.0, 2.0, 1.0]), (False, [4.0, 3.0, 2.0, 1.0])]


def test_assertions_and_prints_say_the_same(module, target, capfd):
    text = """
        # look : void (int* X)
        def look(X):
            if idx < len(X):
                print("X is", X[idx])
                assert X[idx] > 0, "too small"
    """
    said = []
    for _ in range(2):
        call = cp.compile(module(text).look, target=target)
        with pytest.raises(AssertionError) as caught:
            call(1)([0])
            cp.synchronize(target)
        said.append((call.translated, str(caught.value), capfd.readouterr().out))
    assert [each[0] for each in said] == [True, False]
    assert said[0][1:] == said[1][1:]
    assert (said[0][1].splitlines()[0], said[0][2]) == (
        f'assertion failed in {module.path}:9: assert X[idx] > 0, "too small"',
        "X is 0\n",
    )


def test_generic_kernels(module, target):
    text = """
        # scale : void (T* X, T by)
        def scale(X, by):
            if idx < len(X):
                X[idx] *= by
    """
    for expected in (True, False):
        call = cp.compile(module(text).scale, target=target)
        X, Y = np.array([1, 2], "i4"), np.array([1.5, 2], "f8")
        call(2)(X, 3)
        call(2)(Y, 3)
        assert (X.tolist(), Y.tolist()) == ([3, 6], [4.5, 6.0])
        assert [call.instance(A, 3).translated for A in (X, Y)] == [expected] * 2


def test_warnings_are_given_each_time(module, target):
    text = """
        # use : void (int n, float* X)
        def use(n, X):
            if idx < len(X):
                X[idx] = cp.float64(n)
    """
    said = []
    for _ in range(2):
        made = module(text)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            call = cp.compile(made.use, target=target)
        said.append((call.translated, call.diagnostics, [str(each.message) for each in caught]))
    assert said[0] == said[1]
    assert said[0][0] is True
    assert (len(said[0][1]), len(said[0][2])) == (1, 1)


HELPED = """
    FACTOR = {factor}

    def inner(x):
        return x * FACTOR {more}

    by = lambda x, step={step}: x + step

    def helper(x, y={default}):
        return by(inner(x)) * y

    # use : void (float* X)
    def use(X):
        X[idx] = helper(X[idx])
"""
FIRST = {"factor": 2, "more": "", "step": 1, "default": 1}


@pytest.mark.parametrize(
    "change, expected",
    [({"factor": 3}, 7.0), ({"more": "+ 10"}, 15.0), ({"step": 5}, 9.0), ({"default": 2}, 10.0)],
)
def test_a_helper_that_came_along_changed(module, change, expected, target):
    """The texts of helpers that come along, and of those that these call, are as much a part of the key as
    the kernel's."""
    first = cp.compile(module(HELPED.format(**FIRST)).use, target=target)
    assert (first.translated, run(first, 1, [2.0])) == (True, [5.0])
    assert cp.compile(module(HELPED.format(**FIRST)).use, target=target).translated is False
    second = cp.compile(module(HELPED.format(**{**FIRST, **change})).use, target=target)
    assert (second.translated, run(second, 1, [2.0])) == (True, [expected])
    assert cp.compile(module(HELPED.format(**{**FIRST, **change})).use, target=target).translated is False


def test_another_helper_by_the_same_name(module, target):
    text = """
        def one(x):
            return x + 1

        def two(x):
            return x + 2

        helper = {name}

        # use : void (float* X)
        def use(X):
            X[idx] = helper(X[idx])
    """
    for name, expected in (("one", 2.0), ("two", 3.0), ("lambda x: x + 3", 4.0), ("lambda x: x + 4", 5.0)):
        call = cp.compile(module(text.format(name=name)).use, target=target)
        assert (call.translated, run(call, 1, [1.0])) == (True, [expected])


def test_checked_kernels(module, target):
    text = """
        # put : void (int* X)
        def put(X):
            X[idx + 1] = 1
    """
    for _ in range(2):
        call = cp.compile(module(text).put, target=target, checked=True)
        assert call.translated
        with raises(
            cp.KernelError,
            f"{module.path}:7: index 1 is outside X, which has 1 element, in thread 0: `X[idx + 1]`",
        ):
            call(1)([0])
            cp.synchronize(target)


@pytest.mark.parametrize("damage", ["cut", "other", "gone", "folder"])
def test_what_is_damaged_is_translated(module, cache, damage, target):
    made = module(SCALE.format(n=3))
    cp.compile(made.scale, target=target)
    (name,) = known(cache)
    path = cache / name
    content = path.read_bytes()
    if damage == "cut":
        path.write_bytes(content[:20])
    elif damage == "other":
        path.write_bytes(content.replace(b"scale", b"slake"))
    else:
        path.unlink()
    if damage == "folder":
        path.mkdir()
    call = cp.compile(made.scale, target=target)
    assert call.translated and not call.built
    assert run(call, 1, [1.0]) == [3.0]
    assert cp.compile(made.scale, target=target).translated is (damage == "folder")


def test_a_kernel_that_is_gone_is_built_again(module, cache, target):
    made = module(SCALE.format(n=3))
    os.remove(cp.compile(made.scale, target=target).path)
    call = cp.compile(made.scale, target=target)
    assert (call.translated, call.built) == (True, True)
    assert run(call, 1, [1.0]) == [3.0]


def test_what_does_not_compile_makes_no_cache(module, cache, target):
    made = module("""
        # use : void (float* X)
        def use(X):
            X[idx] = nothing
    """)
    for _ in range(2):
        with pytest.raises(cp.CompileError) as caught:
            cp.compile(made.use, target=target)
        assert str(caught.value).splitlines()[0] == f"{module.path}:7:14: error[E301]: unknown name `nothing`"
        assert not cache.exists()
