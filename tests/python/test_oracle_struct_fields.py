"""Fields of structs that are half, bfloat16 or complex, through the oracle: their layout is C's, and NumPy's
with align=True."""

import os
import shutil
import subprocess

import numpy as np
import pytest

import cudapy as cp
from oracle import Batch

N = 70


@cp.struct
class Wave:
    w: cp.half
    z: cp.complex64
    b: cp.bfloat16 = 0.5


@cp.struct
class Mode:
    on: cp.bool_
    first: Wave
    z: cp.complex128
    n: cp.int8
    v: cp.float2
    last: Wave
    c: cp.complex64 = 1 - 2j


# turn : Wave (Wave a, complex64 by)
def turn(a, by):
    w = a.w * 0.5
    return Wave(w, a.z * by, a.b + 1)


# shift : void (Wave a, complex64 by)
def shift(a, by):
    a.z += by
    a.w -= a.z.real
    a.b *= 2


# loads : void (Wave* A, Wave* B, float* R, complex64* Z)
def loads(A, B, R, Z):
    a = A[idx]
    R[idx] = a.w + a.b + a.z.real * a.z.imag + abs(a.z)
    Z[idx] = a.z * B[idx].z + Z[idx]
    b = B[idx]
    b.z = a.z
    b.w = a.w + a.b
    b.b = a.w
    c = a.copy()
    c.z = c.z.conjugate() * 2j
    A[idx] = c.copy() if a.w > 0 else turn(a, c.z)


# nested : void (Mode* A, Mode m, complex128* R)
def nested(A, m, R):
    a = A[idx]
    total = m.z
    for k, other in enumerate(A):
        if k != idx and other.n > 90:
            total += other.z * other.first.z + other.last.w
    own = m.first.copy()
    shift(own, a.c)
    if a.on:
        shift(own, own.z)
        own.z = own.z - 1
    R[idx] = total + own.z + own.b + own.w


# change : void (Mode* A, Mode m)
def change(A, m):
    a = A[idx]
    wave = a.first.copy()
    shift(wave, m.c)
    a.first = wave
    a.last = turn(a.first, 0.5j)
    a.z -= a.first.z * m.z
    a.c = m.last.z if a.on else a.c + 1
    a.v = a.v * a.last.w
    if a.on == m.on:
        A[idx] = Mode(a.on, Wave(1.0, 2.0), 3j, 4, float2(1, 2), a.last.copy())


# block : void (Wave* A, Wave* B)
def block(A, B):
    tile = cp.shared(Wave, 64)
    own = cp.local(Wave, 2)
    t = threadIdx.x
    tile[t] = A[min(idx, len(A) - 1)]
    own[1] = Wave(0.25, 1j)
    sum = Wave(0.0, 0.0)
    cp.syncthreads()
    k = 0
    while k < 5:
        other = tile[(t + k) % 64]
        sum.z += other.z * own[1].z
        sum.w += other.w
        sum.b = other.b
        cp.syncthreads()
        k += 1
    cp.syncthreads()
    if t == 3:
        tile[4] = sum
    cp.syncthreads()
    if idx < len(B):
        B[idx] = tile[4].copy() if t == 5 else sum.copy()


# iterate : void (Wave* A, int* R)
def iterate(A, R):
    c = A[idx]
    z = Wave(0.0, 0.0)
    n = 0
    while n < 40:
        z.z = z.z * z.z + c.z
        z.w = z.w + c.w
        if abs(z.z) > 2.0:
            break
        n += 1
    R[idx] = n
    if n < 40:
        A[idx].z = z.z
        A[idx].w = z.w


batch = Batch(loads, nested, change, iterate, turn, shift)
blocks = Batch(block)
random = np.random.default_rng(5)


def fill(A):
    """Random numbers that bfloat16 holds, in every field."""
    for name in A.dtype.names:
        kind = A.dtype[name]
        if kind.names:
            fill(A[name])
        elif kind == np.uint16:
            A[name] = (random.integers(-64, 64, A.shape) / 32).astype(np.float32).view(np.uint32) >> 16
        elif kind.kind == "c":
            A[name] = random.random(A.shape) * 2 - 1 + 1j * (random.random(A.shape) * 2 - 1)
        elif kind.kind == "f":
            A[name] = random.integers(-64, 64, A.shape) / 32
        else:
            A[name] = random.integers(0, 2 if kind == bool else 100, A.shape)  # noqa: E721 (a dtype)
    return A


def waves(n=N):
    return fill(np.zeros(n, Wave.dtype))


def modes(n=N):
    return fill(np.zeros(n, Mode.dtype))


def test_layout_is_numpys():
    wave = np.dtype([("w", "f2"), ("z", "c8"), ("b", "u2")], align=True)
    assert Wave.dtype == wave and Wave.dtype.itemsize == 16 and Wave.dtype.fields["z"][1] == 4
    # NumPy does not know what a float2 is aligned to; all else is where it has it.
    offsets = {name: field[1] for name, field in Mode.dtype.fields.items()}
    assert (
        offsets == {"on": 0, "first": 4, "z": 24, "n": 40, "v": 48, "last": 56, "c": 72}
        and Mode.dtype.itemsize == 80
    )


@pytest.mark.parametrize("target", ["cpu", "cuda"])
def test_layout_is_cs(tmp_path, target):
    """The emitted header, read by compilers."""
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    if target == "cuda" and not os.path.exists(nvcc):
        pytest.skip("no nvcc")
    from test_pycu2cu import find_program

    source = tmp_path / "layout.py"
    source.write_text(
        "import cudapy as cp\n@cp.struct\nclass Wave:\n    w: cp.half\n    z: cp.complex64\n"
        "    b: cp.bfloat16\n    d: cp.complex128\n# k : void (Wave* A)\ndef k(A):\n"
        "    A[idx].z = cp.float32(A[idx].d.real)\n"
    )
    emitted = tmp_path / ("layout.cpp" if target == "cpu" else "layout.cu")
    subprocess.run(
        [find_program(), source, "--target", target, "-o", emitted, "--header", tmp_path / "layout.h"],
        check=True,
    )
    size = {
        "cpu": ("float _Complex", "double _Complex"),
        "cuda": ("std::complex<float>", "std::complex<double>"),
    }[target]
    check = tmp_path / ("check.c" if target == "cpu" else "check.cu")
    check.write_text(
        ("#include <stdalign.h>\n#include <assert.h>\n" if target == "cpu" else "#include <complex>\n")
        + f'#include "{tmp_path}/layout.h"\n#include <stddef.h>\n#include <stdint.h>\n'
        f"struct c {{ uint16_t w; {size[0]} z; uint16_t b; {size[1]} d; }};\n"
        "static_assert(offsetof(struct Wave, z) == offsetof(struct c, z) && offsetof(struct Wave, d) == "
        'offsetof(struct c, d), "");\n'
        "static_assert(sizeof(struct Wave) == sizeof(struct c) && alignof(struct Wave) == "
        'alignof(struct c), "");\n'
    )
    command = ["cc", "-std=c11", "-Wall", "-Werror"] if target == "cpu" else [nvcc, "-std=c++17"]
    subprocess.run([*command, "-c", check, "-o", tmp_path / "check.o"], check=True)


def test_loads_and_stores():
    batch.check(
        loads,
        N,
        waves(),
        waves(),
        np.zeros(N, np.float32),
        fill(np.zeros(N, [("z", "c8")]))["z"].copy(),
        ulps=16,
    )


def test_nested_and_by_value():
    for given in (
        Mode(True, Wave(0.5, 1 + 2j, 1.5), 2 - 1j, 3, cp.float2(1, 2), Wave(1.0, 2.0)),
        modes(1)[0],
        (False, (0.25, 1j, 2.0), 3.0, 1, (1, 2), (0.5, 1, 1), 2j),
    ):
        batch.check(nested, N, modes(), given, np.zeros(N, np.complex128), ulps=64)
        batch.check(change, N, modes(), given, ulps=64)


def test_lists_of_instances():
    made = [Wave(0.5 * i, 1j * i - 2, 0.25 * i) for i in range(9)]
    batch.check(loads, 9, made, list(made), [0.0] * 9, [1j] * 9, ulps=16)
    call = cp.compile([loads, turn])
    others = [Wave(0.0, 0.0) for _ in made]
    h, z = [0.0] * 9, [0j] * 9
    call(9)(made, others, h, z)
    assert others[3] == Wave(2.25, -2 + 3j, 1.5)


def test_on_device():
    batch.check(
        change,
        N,
        modes(),
        Mode(True, Wave(0.5, 1 + 2j), 2 - 1j, 3, cp.float2(1, 2), Wave(1.0, 2.0)),
        on_device=True,
        ulps=64,
    )
    made = cp.CudaArray([Wave(0.5, 1j, 3.0), (1.5, 2, 0.1)], Wave)
    assert made.toList() == [Wave(0.5, 1j, 3.0), Wave(1.5, 2 + 0j, 0.10009765625)]
    assert made.toHost().dtype == Wave.dtype and made.toHost()["z"].tolist() == [1j, 2]
    assert (
        cp.CudaArray(made.toHost(), Wave).toList() == made.toList()
        and cp.CudaArray(made.toHost()).elemType() is Wave
    )


def test_blocks():
    blocks.check(block, N, waves(), waves(), block=64, ulps=64)


def test_masked_loop():
    batch.check(iterate, N, waves(), np.zeros(N, np.int32), ulps=4096)


def test_fields_that_do_not_fit():
    call = cp.compile([loads, turn])
    with pytest.raises(TypeError, match="z is float64, not complex64"):
        call(1)(
            np.zeros(1, [("w", "f2"), ("z", "f8"), ("b", "u2")]),
            waves(),
            np.zeros(1, np.float32),
            np.zeros(1, np.complex64),
        )
    with pytest.raises(TypeError, match="make the dtype with align=True"):
        call(1)(
            np.zeros(1, [("w", "f2"), ("z", "c8"), ("b", "u2")]),
            waves(),
            np.zeros(1, np.float32),
            np.zeros(1, np.complex64),
        )
    with pytest.raises(OverflowError, match="w"):
        Wave(1e6, 0.0) and cp.CudaArray([Wave(1e6, 0.0)], Wave)
