"""Members of enumerations as arguments, from outside, and as results of functions."""

import re
from enum import Enum, IntEnum

import numpy as np
import pytest

from cudapy import cuda
from cudapy.cuda import types


class Color(Enum):
    red = 1
    green = 2
    blue = 3


class Shade(Enum):
    dark = 1
    light = 2


class Planet(Enum):
    earth = (5.976e24, 6378.14)
    mars = (6.421e23, 3397.2)


class Shape(IntEnum):
    circle = 2
    square = 500


class Other(IntEnum):
    two = 2


class Mixed(Enum):
    one = 1
    half = 0.5


COLORS = (Color.red, Color.green)


@cuda.jit
def compares(a, b, out):
    out[0] = a == b
    out[1] = a != b
    out[2] = a is b
    out[3] = a is not b


@pytest.mark.parametrize(
    "a, b",
    [
        (Color.red, Color.red),
        (Color.red, Color.blue),
        (Planet.earth, Planet.earth),
        (Planet.earth, Planet.mars),
        (Shape.circle, Shape.circle),
        (Shape.circle, Shape.square),
        (Shape.circle, Other.two),
    ],
    ids=str,
)
def test_members_are_compared_by_class_and_value(a, b):
    out = np.zeros(4, bool)
    compares[1, 1](a, b, out)
    assert out.tolist() == [a == b, a != b, a is b, a is not b]


def test_the_types_of_members():
    assert str(types.EnumMember(Color, types.int64)) == "Enum<int64>(Color)"
    assert types.IntEnumMember(Shape, types.int64) == types.IntEnumMember(Shape, types.int64)
    assert types.IntEnumMember(Shape, types.int64) != types.IntEnumMember(Other, types.int64)


@cuda.jit(device=True)
def opposite(color):
    return Color.green if color == Color.red else Color["red"]


def test_members_from_outside_and_of_device_functions():
    @cuda.jit
    def kernel(color, out):
        kept = opposite(color)
        out[0] = kept == Color.green
        out[1] = opposite(opposite(color)) is color
        if kept is not Color.blue:
            out[2] = color.value + Color["blue"].value if out.size > 1 else 0

    out = np.zeros(3)
    kernel[1, 1](Color.red, out)
    assert out.tolist() == [1, 1, 4]
    kernel[1, 1](Color.green, out)
    assert out.tolist() == [0, 1, 5]


def test_members_of_an_int_enum_are_integers():
    @cuda.jit
    def kernel(x, shape, out):
        out[0] = x + Shape.circle
        out[1] = shape * 2 - x if shape > Shape.circle else shape // 2
        out[2] = max(shape, x)
        out[3] = Shape["square"]

    out = np.zeros(4, np.int32)
    kernel[1, 1](7, Shape.square, out)
    assert out.tolist() == [9, 993, 500, 500]
    kernel[1, 1](7, Shape.circle, out)
    assert out.tolist() == [9, 1, 7, 500]


def test_signatures():
    @cuda.jit((types.EnumMember(Color, types.int64), types.int32, types.float64[:]))
    def kernel(color, number, out):
        out[0] = (color == Color.red) + number

    out = np.zeros(1)
    kernel[1, 1](Color.red, Shape.circle, out)
    assert out[0] == 3
    with pytest.raises(TypeError) as error:
        kernel[1, 1](Shade.dark, 1, out)
    assert (
        str(error.value)
        == "kernel: the signature has Enum<int64>(Color) where the launch has Enum<int64>(Shade)"
    )


def sums(color, out):
    out[0] = color + 1


def takes_a_number_for_one(color, out):
    out[0] = color == 1


def orders(color, out):
    out[0] = color < Color.red


def compares_classes(color, out):
    out[0] = color == Shade.dark


def has_a_tuple_of_members(color, out):
    out[0] = color == COLORS[0]


def has_no_such_member(color, out):
    out[0] = color == Color["black"]


@pytest.mark.parametrize(
    "function, message",
    [
        (
            sums,
            """\
:LINE1:14: error[E450]: `color` is a `enum_Color`, but `+` needs a number
 LINE0 | def sums(color, out):
     |     ---- in `sums` with color = `enum_Color`, out = `float64[:]`
 LINE1 |     out[0] = color + 1
     |              ^^^^^ a struct
   = help: take a field of it: `color.value`
1 error""",
        ),
        (
            takes_a_number_for_one,
            """\
:LINE1:14: error[E619]: a comparison of a member of an enumeration with something else is not in the kernel language
 LINE0 | def takes_a_number_for_one(color, out):
     |     ---------------------- in `takes_a_number_for_one` with color = `enum_Color`, out = `float64[:]`
 LINE1 |     out[0] = color == 1
     |              ^^^^^^^^^^ not supported
   = help: compare members of one class by `==`, `!=`, `is` or `is not`
1 error""",  # noqa: E501
        ),
        (
            orders,
            """\
:LINE1:14: error[E619]: an order of the members of an enumeration is not in the kernel language
 LINE0 | def orders(color, out):
     |     ------ in `orders` with color = `enum_Color`, out = `float64[:]`
 LINE1 |     out[0] = color < Color.red
     |              ^^^^^^^^^^^^^^^^^ not supported
   = help: compare members of one class by `==`, `!=`, `is` or `is not`
1 error""",
        ),
        (
            compares_classes,
            """\
:LINE1:14: error[E619]: a comparison of members of two enumerations is not in the kernel language
 LINE0 | def compares_classes(color, out):
     |     ---------------- in `compares_classes` with color = `enum_Color`, out = `float64[:]`
 LINE1 |     out[0] = color == Shade.dark
     |              ^^^^^^^^^^^^^^^^^^^ not supported
   = help: compare members of one class by `==`, `!=`, `is` or `is not`
1 error""",
        ),
        (
            has_a_tuple_of_members,
            """\
:LINE1:23: error[E306]: `COLORS` is a `tuple of members of enumerations`, which a kernel cannot capture
 LINE0 | def has_a_tuple_of_members(color, out):
     |     ---------------------- in `has_a_tuple_of_members` with color = `enum_Color`, out = `float64[:]`
 LINE1 |     out[0] = color == COLORS[0]
     |                       ^^^^^^ not a number
   = note: a kernel sees numbers, bools, vectors, structs and tuples of them from outside; everything else is passed to it
   = help: pass the numbers that the kernel needs as parameters
1 error""",  # noqa: E501
        ),
        (
            has_no_such_member,
            """\
:LINE1:29: error[E619]: a member `black` of `Color` is not in the kernel language
 LINE0 | def has_no_such_member(color, out):
     |     ------------------ in `has_no_such_member` with color = `enum_Color`, out = `float64[:]`
 LINE1 |     out[0] = color == Color["black"]
     |                             ^^^^^^^ not supported
   = help: write one that it has
1 error""",
        ),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_what_is_refused(function, message):
    with pytest.raises(cuda.errors.TypingError) as error:
        cuda.jit(function)[1, 1](Color.red, np.zeros(1))
    line = function.__code__.co_firstlineno
    shown = re.sub(r":LINE(\d+)", lambda found: f":{line + int(found[1])}", message)
    shown = re.sub(r" LINE(\d+)", lambda found: f"{line + int(found[1]):4}", shown)
    told = re.sub("(enum_Color)_[0-9a-f]{8}", r"\1", str(error.value))
    assert told == __file__ + shown


def test_members_of_several_types_are_refused():
    with pytest.raises(TypeError) as error:
        compares[1, 1](Mixed.one, Mixed.one, np.zeros(4, bool))
    assert str(error.value) == (
        "kernels of cuda.jit have no members of Mixed: their values must be numbers, or tuples of numbers, "
        "of the same types"
    )
