"""CUDA's vectors in kernels of the dialect, by numba's names: `cuda.float32x4(x, y, z, w)`."""

import pickle

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from cudapy.cuda import float32x4, vector_types
from cudapy.cuda.vector_types import vector_types as all_of_them


@pytest.mark.parametrize("name", all_of_them)
def test_each_vector_is_made_of_its_components(name):
    vector = all_of_them[name]
    make, component, count = vector.user_facing_object, vector.base_type, vector.num_elements

    if count == 1:

        @cuda.jit
        def kernel(out):
            v = make(component(1))
            out[0] = v.x
    elif count == 2:

        @cuda.jit
        def kernel(out):
            v = make(component(1), 2)
            out[0], out[1] = v.x, v.y
    elif count == 3:

        @cuda.jit
        def kernel(out):
            v = make(1, component(2), 3)
            out[0], out[1], out[2] = v.x, v.y, v.z
    else:

        @cuda.jit
        def kernel(out):
            v = make(1, 2, 3, component(4))
            out[0], out[1], out[2], out[3] = v.x, v.y, v.z, v.w

    out = np.zeros(count)
    kernel[1, 1](out)
    assert out.tolist() == [1, 2, 3, 4][:count]


@cuda.jit
def of_vectors(out):
    one = cuda.float32x1(0.1)
    two = cuda.float2(one, 3)
    three = cuda.float32x3(two, one)
    four = float32x4(two, two)
    again = cuda.float32x4(four)
    whole = cuda.int32x2(2.75, -1.5)
    out[0], out[1] = two.x, two.y
    out[2], out[3], out[4] = three.x, three.y, three.z
    out[5], out[6] = four.z, again.w
    out[7], out[8] = whole.x, whole.y
    total = 0.0
    for v in (two, cuda.float32x2(5, 6)):
        total += v.x + v.y
    out[9] = total


def test_vectors_are_made_of_vectors():
    out = np.zeros(10)
    of_vectors[1, 1](out)
    tenth = float(np.float32(0.1))
    assert out[:9].tolist() == [tenth, 3, tenth, 3, tenth, tenth, 3, 2, -1]
    assert out[9] == float(np.float32(np.float32(0.1) + np.float32(3))) + 11


@cuda.jit
def of_too_few(out):
    out[0] = cuda.float32x4(1, 2, 3).x


def test_a_wrong_number_of_components_is_refused():
    with pytest.raises(cp.CompileError) as error:
        of_too_few[1, 1](np.zeros(1))
    head = str(error.value).splitlines()[0].partition("error[E619]: ")[2]
    assert (
        head == "`cuda.float32x4` of int64, int64, int64, which are not its 4 components, is not "
        "in the kernel language"
    )


def test_names():
    assert cuda.float4 is cuda.float32x4 is float32x4 and cuda.long2 is cuda.longlong2 is cuda.int64x2
    assert repr(float32x4) == "<cuda.float32x4, known inside kernels>"
    assert pickle.loads(pickle.dumps(float32x4)) is float32x4
    assert vector_types.BY_NAME["uchar3"].aliases == ("uchar3",)
    with pytest.raises(RuntimeError, match="means something only inside a kernel"):
        float32x4(1, 2, 3, 4)
