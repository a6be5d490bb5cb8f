"""What functions captured decides which instance a launch of a generic kernel uses: never one that was made
of other values."""

import collections
import enum
import math
import textwrap
import types

import numpy as np
import pytest

import cudapy as cp
from generated import module

SCALE = 2.0
helpers = types.SimpleNamespace(scale=2.0, inner=types.SimpleNamespace(scale=2.0))


class Config:
    k = 2.0


class Counter:
    """An object whose attribute is another one each time it is asked for."""

    def __init__(self):
        self.asked = 0

    @property
    def k(self):
        self.asked += 1
        return float(self.asked)


class Colour(enum.IntEnum):
    RED = 3
    BLUE = 5


# scale_by_global : void (T* X)
def scale_by_global(X):
    X[idx] *= SCALE


# scale_by_namespace : void (T* X)
def scale_by_namespace(X):
    X[idx] *= helpers.inner.scale


# scale_by_attribute : void (T* X)
def scale_by_attribute(X):
    X[idx] *= Config.k


def results(call, values, change):
    """What a kernel makes of [1.0, 2.0], launched again after each change."""
    found = []
    for value in values:
        change(value)
        X = [1.0, 2.0]
        call(2)(X)
        found.append(X)
    return found


@pytest.mark.parametrize(
    "kernel, change",
    [
        (scale_by_global, lambda value: globals().update(SCALE=value)),
        (scale_by_namespace, lambda value: setattr(helpers.inner, "scale", value)),
        (scale_by_namespace, lambda value: setattr(helpers, "inner", types.SimpleNamespace(scale=value))),
        (scale_by_attribute, lambda value: setattr(Config, "k", value)),
    ],
    ids=["global", "attribute of a namespace", "another namespace", "attribute of a class"],
)
def test_a_kernel_sees_the_values_at_the_launch(kernel, change):
    call = cp.compile(kernel)
    assert results(call, (2.0, 10.0, 2.0, -0.0), change) == [[2.0, 4.0], [10.0, 20.0], [2.0, 4.0], [0.0, 0.0]]
    assert len(call._instances) == 3


def test_a_kernel_with_a_signature_keeps_what_it_captured():
    call = cp.compile(scale_by_attribute, "void (float* X)")
    Config.k = 2.0
    assert results(cp.compile(scale_by_attribute, "void (float* X)"), (3.0,), lambda value: None) == [
        [2.0, 4.0]
    ]
    call(1)(X := [1.0])
    kept = X[0]
    Config.k = kept + 1
    call(1)(X := [1.0])
    assert X == [kept]


def mapped(f):
    return cp.lib.map(f, [1.0, 2.0]).toList()


def test_attributes_of_a_class():
    f = lambda x: x * Config.k
    found = []
    for Config.k in (2.0, 10.0, 2.0):
        found.append(mapped(f))
    assert found == [[2.0, 4.0], [10.0, 20.0], [2.0, 4.0]]


def test_a_value_of_another_type_is_another_value():
    f = lambda x: x + Config.k
    kinds = {np.int32: [], np.float32: []}
    for Config.k in (1, 1.0, True, np.float64(1), np.int64(1), 1 + 0j):
        for element, found in kinds.items():
            found.append(cp.lib.map(f, np.ones(1, element)).elemType())
    # A captured float has no width: it is a double in a function of only integers, a float in one of floats.
    assert kinds[np.int32] == [cp.Int, cp.Double, cp.Int, cp.Double, cp.Int64, cp.Complex128]
    assert kinds[np.float32] == [cp.Float, cp.Float, cp.Float, cp.Double, cp.Double, cp.Complex64]


def test_what_is_not_a_number_and_the_sign_of_zero():
    f = lambda x: x * Config.k
    found = []
    for Config.k in (0.0, -0.0, float("nan"), float("nan"), 0.0):
        found.append(mapped(f)[0])
    assert [math.copysign(1, value) if value == value else None for value in found] == [1, -1, None, None, 1]


def test_tuples_and_what_is_in_them():
    f = lambda x: x * helpers.table[0] + helpers.table[1]
    found = []
    for helpers.table in ((1, 2), (1.0, 2), (True, 3), collections.namedtuple("Pair", "a b")(2, 1)):
        found.append(mapped(f))
    assert found == [[3.0, 4.0], [3.0, 4.0], [4.0, 5.0], [3.0, 5.0]]


@cp.struct
class Pair:
    a: cp.float32
    b: cp.float32 = 1.0


def test_fields_of_a_struct_in_an_attribute():
    helpers.pair = Pair(1.0)
    f = lambda x: x * helpers.pair.a + helpers.pair.b
    found = []
    for helpers.pair.a, helpers.pair.b in ((1.0, 2.0), (3.0, 2.0), (3.0, 0.5)):
        found.append(mapped(f))
    assert found == [[3.0, 4.0], [5.0, 8.0], [3.5, 6.5]]


def test_members_of_enums_and_what_is_computed():
    helpers.colour, counter = Colour.RED, Counter()
    f = lambda x: x * helpers.colour
    assert mapped(f) == [3.0, 6.0]
    helpers.colour = Colour.BLUE
    assert mapped(f) == [5.0, 10.0]
    g = lambda x: x * counter.k
    first, second = mapped(g), mapped(g)
    assert second[0] > first[0] and second[1] == 2 * second[0]


def test_functions_of_another_module():
    """A global that a module's function reads, a function that is another one, and one that is made anew of
    the same code."""
    made = module(
        textwrap.dedent("""
        import types
        K = 2.0
        inner = types.SimpleNamespace(offset=0.0)

        def maker(k):
            # helper : float (float x)
            def helper(x):
                return x * k
            return helper

        # scaled : float (float x)
        def scaled(x):
            return x * K + inner.offset

        helper = maker(1.0)
    """)
    )
    f, g = lambda x: made.scaled(x), lambda x: made.helper(x)
    assert mapped(f) == [2.0, 4.0]
    made.K = 10.0
    assert mapped(f) == [10.0, 20.0]
    made.inner.offset = 0.5
    assert mapped(f) == [10.5, 20.5]
    found = []
    for k in (1.0, 3.0, 1.0):
        made.helper = made.maker(k)
        found.append(mapped(g))
    assert found == [[1.0, 2.0], [3.0, 6.0], [1.0, 2.0]]


def test_two_closures_of_one_code():
    def scaled(k):
        def f(x):
            return x * k.k

        return f

    two, ten = types.SimpleNamespace(k=2.0), types.SimpleNamespace(k=10.0)
    assert [mapped(scaled(k)) for k in (two, ten, two)] == [[2.0, 4.0], [10.0, 20.0], [2.0, 4.0]]
    two.k = 4.0
    assert mapped(scaled(two)) == [4.0, 8.0]


def test_defaults_that_were_replaced():
    # shifted : float (float x, float by)
    def shifted(x, by=1.0):
        return x + by

    f = lambda x, k=2.0: shifted(x) * k
    assert mapped(f) == [4.0, 6.0]
    shifted.__defaults__ = (3.0,)
    assert mapped(f) == [8.0, 10.0]
    f.__defaults__ = (10.0,)
    assert mapped(f) == [40.0, 50.0]
    assert [f(1.0), f(2.0)] == [40.0, 50.0]


def test_a_default_that_was_replaced_before_the_compilation():
    # shifted : float (float x, float by)
    def shifted(x, by=1.0):
        return x + by

    # shift : void (float* X)
    def shift(X):
        X[idx] = shifted(X[idx])

    shifted.__defaults__ = (3.0,)
    cp.compile([shift, shifted])(2)(X := [1.0, 2.0])
    assert X == [4.0, 5.0]


def test_code_that_was_replaced():
    # helper : float (float x)
    def helper(x):
        return x * 2

    first = helper

    # helper : float (float x)
    def helper(x):
        return x * 3

    f = lambda x: first(x)
    assert mapped(f) == [2.0, 4.0]
    first.__code__ = helper.__code__
    assert mapped(f) == [3.0, 6.0]


def test_a_signature_that_changed_alone():
    """Two modules whose functions have the same code: what is in comments counts."""
    text = "# halved : {0} ({0} x)\ndef halved(x):\n    return x / 2\n"
    first, second = module(text.replace("{0}", "float")), module(text.replace("{0}", "double"))
    assert first.halved.__code__ == second.halved.__code__
    assert [cp.lib.map(f, np.ones(1)).elemType() for f in (first.halved, second.halved)] == [
        cp.Float,
        cp.Double,
    ]


@cp.struct
class Step:
    by: cp.float32


STEP = Step(2.0)


def step_by_global(X):
    step = STEP.copy()
    X[idx] += step.by


def step_by_closure(step):
    def kernel(X):
        own = step.copy()
        X[idx] += own.by

    return kernel


@pytest.mark.parametrize("kernel", [step_by_global, step_by_closure(STEP)], ids=["global", "closure"])
def test_copies_of_structs_from_outside_do_not_compile_anew(kernel):
    call = cp.compile(kernel)
    seen = []
    for STEP.by in (2.0, 2.0, 3.0, 2.0, 3.0):
        call(1)(X := [1.0])
        seen.append(X[0])
    assert seen == [3.0, 3.0, 4.0, 3.0, 4.0] and len(call._instances) == 2


def test_many_values_do_not_fill_the_memory():
    call = cp.compile(scale_by_attribute)
    for Config.k in range(3):
        call(1)(X := [1.0])
        assert X == [Config.k]
    held = call._instances._MOST
    type(call._instances)._MOST = 2
    try:
        for Config.k in range(6):
            call(1)(X := [1.0])
            assert X == [Config.k]
        assert len(call._instances) == 2
    finally:
        type(call._instances)._MOST = held


def test_an_attribute_of_an_attribute_is_not_the_object_s_own():
    """`outer.inner.k` was read as `outer.k` where that is a constant, too."""
    outer = types.SimpleNamespace(
        k=2.0, inner=types.SimpleNamespace(k=5.0, deeper=types.SimpleNamespace(k=7.0))
    )

    @cp.kernel("void (float* X)")
    def scale(X):
        X[idx] = outer.k * 100 + outer.inner.k * 10 + outer.inner.deeper.k

    scale(1)(X := [0.0])
    assert X == [257.0]
