"""cudapy.cuda.random: the states and the numbers of numba's generator."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from cudapy.cuda.random import (
    create_xoroshiro128p_states,
    init_xoroshiro128p_states,
    xoroshiro128p_dtype,
    xoroshiro128p_jump,
    xoroshiro128p_next,
    xoroshiro128p_normal_float32,
    xoroshiro128p_normal_float64,
    xoroshiro128p_uniform_float32,
    xoroshiro128p_uniform_float64,
)

MASK = 2**64 - 1
# Two threads' numbers of numba 0.68 for the seed 42 and the start 3, compiled by njit.
UNIFORMS = [
    ["0x1.f7a2440000000p-1", "0x1.a92b613d245adp-1"],
    ["0x1.7153b20000000p-2", "0x1.804f684d7d41cp-1"],
]
NORMALS = [
    ["0x1.7d71000000000p-1", "-0x1.c248ea4110f52p-2"],
    ["0x1.8ab8b00000000p-1", "0x1.404c74e42f764p+0"],
]


class Generator:
    """The generator in integers of Python's own, one step after the other."""

    def __init__(self, s0, s1):
        self.s0, self.s1 = s0, s1

    def next(self):
        s0, s1 = self.s0, self.s1
        mixed = s0 ^ s1
        self.s0 = rotated(s0, 55) ^ mixed ^ (mixed << 14 & MASK)
        self.s1 = rotated(mixed, 36)
        return (s0 + s1) & MASK

    def jump(self):
        s0 = s1 = 0
        for word in (0xBEAC0467EBA5FACB, 0xD86B048B86AA9922):  # of the authors of xoroshiro128+
            for bit in range(64):
                if word >> bit & 1:
                    s0, s1 = s0 ^ self.s0, s1 ^ self.s1
                self.next()
        self.s0, self.s1 = s0, s1


def rotated(x, k):
    return (x << k | x >> 64 - k) & MASK


def first_of(seed):
    z = (seed + 0x9E3779B97F4A7C15) & MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return Generator(z ^ z >> 31, z ^ z >> 31)


@pytest.mark.parametrize("n, seed, start", [(1, 1, 0), (7, 42, 3), (33, -3, 2), (16, 2**63 + 5, 7)])
def test_states_are_jumps_apart(n, seed, start):
    generator = first_of(seed)
    for _ in range(start):
        generator.jump()
    expected = []
    for _ in range(n):
        expected.append((generator.s0, generator.s1))
        generator.jump()
    states = create_xoroshiro128p_states(n, seed, start).copy_to_host()
    assert states.dtype == xoroshiro128p_dtype
    assert [tuple(map(int, each)) for each in states] == expected


def test_there_may_be_no_states():
    assert create_xoroshiro128p_states(0, 1).copy_to_host().tolist() == []


def test_a_start_far_into_the_sequence():
    """The states of a later start are those of an earlier one, moved on."""
    far = create_xoroshiro128p_states(5, 9, subsequence_start=1000).copy_to_host()
    assert np.array_equal(far, create_xoroshiro128p_states(1005, 9).copy_to_host()[1000:])


@cuda.jit
def all_kinds(states, bits, uniforms, normals):
    i = cuda.grid(1)
    if i < bits.size:
        uniforms[i, 0] = xoroshiro128p_uniform_float32(states, i)
        uniforms[i, 1] = xoroshiro128p_uniform_float64(states, i)
        normals[i, 0] = xoroshiro128p_normal_float32(states, i)
        normals[i, 1] = xoroshiro128p_normal_float64(states, i)
        bits[i] = xoroshiro128p_next(states, i)
        xoroshiro128p_jump(states, i)


def test_the_numbers_are_numbas():
    states = create_xoroshiro128p_states(6, 42, subsequence_start=3)
    generators = [Generator(int(s0), int(s1)) for s0, s1 in states.copy_to_host()]
    bits, uniforms, normals = np.zeros(6, np.uint64), np.zeros((6, 2)), np.zeros((6, 2))
    all_kinds[2, 4](states, bits, uniforms, normals)
    assert [[value.hex() for value in row] for row in uniforms[:2].tolist()] == UNIFORMS
    assert np.allclose(normals[:2], [[float.fromhex(value) for value in row] for row in NORMALS], 1e-6, 0)
    for i, generator in enumerate(generators):
        words = [generator.next() for _ in range(6)]
        assert uniforms[i].tolist() == [float(np.float32((words[0] >> 11) / 2**53)), (words[1] >> 11) / 2**53]
        assert int(bits[i]) == generator.next()
        generator.jump()
    assert states.copy_to_host().tolist() == [(each.s0, each.s1) for each in generators]


def test_states_that_are_none():
    with pytest.raises(TypeError) as error:
        init_xoroshiro128p_states(cuda.device_array(4), 1)
    assert str(error.value) == (
        "init_xoroshiro128p_states: expected a device array of create_xoroshiro128p_states()"
    )


def test_states_in_a_stream():
    stream = cp.Stream()
    states = create_xoroshiro128p_states(10, 1, stream=stream)
    stream.synchronize()
    assert np.array_equal(states.copy_to_host(), create_xoroshiro128p_states(10, 1).copy_to_host())
