"""The passes of radix sort over CUB: on the host, where a stand-in has CUB's part, by the real nvcc, and on a
GPU."""

import ctypes
import os
import pathlib
import subprocess

import numpy as np
import pytest
from real_compilers import compiler, needs_gpu, run

import cudapy as cp
from cudapy._lib import cub, radix

HERE = pathlib.Path(__file__).parent
WORDS = {"uint32": "unsigned", "uint64": "unsigned long long"}
LAUNCHES = "".join(
    f"""
extern "C" void count_{name}(bool at_once, int blocks, const {word}* keys, unsigned* counts, int shift, int length, int tiles) {{
    launch(at_once, blocks, [&] {{ count_tiles(keys, counts, shift, length, tiles); }});
}}
extern "C" void keys_{name}(bool at_once, int blocks, const {word}* keys, {word}* to, const unsigned* ends, int shift, int length,
                            int tiles) {{
    launch(at_once, blocks, [&] {{ put_keys(keys, to, ends, shift, length, tiles); }});
}}
extern "C" void pairs_{name}(bool at_once, int blocks, const {word}* keys, const unsigned* order, {word}* to, unsigned* into,
                             const unsigned* ends, int shift, int length, int tiles) {{
    launch(at_once, blocks, [&] {{ put_pairs(keys, order, to, into, ends, shift, length, tiles); }});
}}
"""  # noqa: E501
    for name, word in WORDS.items()
)


@pytest.fixture(scope="module")
def on_host(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cub")
    (folder / "tiles.cpp").write_text(cub.SOURCE + LAUNCHES)
    flags = ["-std=c++20", "-O1", "-w", "-fPIC", "-shared", "-pthread", "-I", str(HERE / "cub_on_host")]
    subprocess.run(
        [os.environ.get("CXX", "g++"), *flags, str(folder / "tiles.cpp"), "-o", str(folder / "tiles.so")],
        check=True,
    )
    return ctypes.CDLL(str(folder / "tiles.so"))


def call(function, at_once, blocks, *arguments):
    function(
        at_once,
        blocks,
        *(ctypes.c_void_p(each.ctypes.data) if isinstance(each, np.ndarray) else each for each in arguments),
    )


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.parametrize(
    "rows, length",
    [(1, 1), (1, cub.TILE), (1, cub.TILE + 1), (1, 3 * cub.TILE - 5), (3, 100), (2, cub.TILE + 700)],
)
@pytest.mark.parametrize(
    "bits, at_once",
    [
        *(((0, high), at_once) for high in (1, 8) for at_once in (False, True)),
        ((13, 32), False),
        ((0, 32), False),
        ((0, 64), False),
    ],
)
def test_tiles_on_the_host(on_host, name, rows, length, bits, at_once):
    """The threads of a block run in turns, which finds barriers that are left out, and at once, which finds
    what is not atomic."""
    if bits[1] > np.iinfo(name).bits:
        return
    random = np.random.default_rng(rows * length)
    high = 2 ** bits[1] - 1
    keys = (
        random.integers(0, high, (rows, length), dtype=name, endpoint=True)
        >> np.array(bits[0], name)
        << np.array(bits[0], name)
    )
    keys[random.integers(0, 3, keys.shape) == 0] = high  # as many as there are after the last one of a tile
    expected_order = np.argsort(keys, axis=1, kind="stable")
    expected = np.sort(keys, axis=1)
    order = np.tile(np.arange(length, dtype=np.uint32), (rows, 1))
    alone, tiles = keys.copy(), -(-length // cub.TILE)
    for shift in range(*bits, 8):
        counts = np.full(rows * 256 * tiles, 99, np.uint32)
        call(on_host["count_" + name], at_once, rows * tiles, keys, counts, shift, length, tiles)
        digits = ((keys >> np.array(shift, name)) & np.array(255, name)).astype(int)
        for (row, digit, tile), found in np.ndenumerate(counts.reshape(rows, 256, tiles)):
            if digit in (0, 1, 128, 255):
                assert found == (digits[row, tile * cub.TILE : (tile + 1) * cub.TILE] == digit).sum()
        ends = np.cumsum(counts, dtype=np.uint32)
        to, to_alone, into = np.zeros_like(keys), np.zeros_like(keys), np.zeros_like(order)
        call(
            on_host["pairs_" + name], at_once, rows * tiles, keys, order, to, into, ends, shift, length, tiles
        )
        call(on_host["keys_" + name], at_once, rows * tiles, alone, to_alone, ends, shift, length, tiles)
        keys, order, alone = to, into, to_alone
    assert (keys == expected).all() and (alone == expected).all() and (order == expected_order).all()


COMPILED = """
from cudapy._lib import cub
tiles = cub.kernels("cuda:0")
# One compiler reads CUB for those that are left: what each of them would compile by itself is compiled
# together.
text, wanted = tiles._text._text, []
text.compile, text.found = wanted.extend, lambda name: None
for kind in (cp.UInt32, cp.UInt64):
    for kernel in (tiles._text.count_tiles, tiles._text.put_keys, tiles._text.put_pairs):
        kernel[kind]
del text.compile, text.found
assert len(wanted) == 5
text.compile(wanted)
for kind in (cp.UInt32, cp.UInt64):
    print(tiles._text.count_tiles[kind].signature)
    print(tiles._text.put_keys[kind].signature)
    print(tiles._text.put_pairs[kind].signature)
"""


def test_nvcc_compiles_them():
    compiler("nvcc")
    said = run(COMPILED)
    assert len(said) == 6 and all(
        "void (" in each and kind in each for each, kind in zip(said, ["uint32"] * 3 + ["uint64"] * 3)
    ), said


def test_where_there_is_no_nvcc_ours_are_used():
    assert cub.kernels("cpu") is None
    assert run("from cudapy._lib import cub\nprint(cub.kernels('cuda:0'))", "nvrtc") == ["None"]


@needs_gpu
@pytest.mark.parametrize("is_over_cub", [True, False])
@pytest.mark.parametrize(
    "name", ["bool", "int8", "uint16", "int32", "uint64", "float16", "float32", "float64"]
)
def test_sort_on_a_gpu(monkeypatch, name, is_over_cub):
    from test_lib_axes import numbers, same

    if is_over_cub:
        compiler("nvcc")
        assert cub.kernels("cuda:0") is not None
    else:
        monkeypatch.setattr(radix.cub, "kernels", lambda device: None)
    for shape in [(33,), (5000,), (1_000_003,), (70, 3000), (3000, 70), (2, 40, 50)]:
        X = cp.CudaArray(numbers(name, shape), target="cuda")
        for axis in (None, *range(len(shape))):
            same(cp.lib.sort(X, axis), np.sort(X.toHost(), axis, kind="stable"))
            same(cp.lib.argsort(X, axis), np.argsort(X.toHost(), axis, kind="stable"))


@needs_gpu
@pytest.mark.parametrize("library", ["torch", "cupy"])
def test_arrays_of_other_libraries_on_a_gpu(library):
    module = pytest.importorskip(library)
    X = np.random.default_rng(0).normal(size=(30, 400)).astype(np.float32)
    given = module.from_numpy(X).cuda() if library == "torch" else module.asarray(X)
    for axis in (None, 0, 1):
        for made, expected in (
            (cp.lib.sort(given, axis), np.sort(X, axis, kind="stable")),
            (cp.lib.argsort(given, axis), np.argsort(X, axis, kind="stable")),
        ):
            assert made.device.startswith("cuda") and (made.toHost() == expected).all()
    assert (cp.lib.select(given, given > 0).toHost() == X[X > 0]).all()
    assert (cp.lib.unique(given).toHost() == np.unique(X)).all()
