"""A pass of radix sort over CUB, on a GPU for which nvcc compiles.

CUDA C++ next to Python has kernels, and no functions of the host, so that CUB's sorting of whole arrays,
which a host starts, is out of reach. Its sorting of what a block holds is in reach. A block sorts a tile of a
row by one digit, so that keys of one digit are written side by side.
"""

from __future__ import annotations

import os

from .. import _core
from .._compile.cuda_source import read_source

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from .._core import CudaArray, Type
    from .radix import Chunks, Pair

THREADS = 256
TILE = THREADS * 8

SOURCE = r"""
#include <cub/block/block_radix_sort.cuh>

constexpr int threads = 256, items = 8, tile = threads * items, digits = 256;

// Counts the digits of each tile, which a block has. `counts` has them digit by digit in each row.
template <typename K>
__global__ void __launch_bounds__(256) count_tiles(const K* keys, unsigned* counts, int shift, int length,
                                                   int tiles) {
    __shared__ unsigned mine[digits];
    const int row = blockIdx.x / tiles, part = blockIdx.x % tiles, thread = threadIdx.x;
    const int start = row * length + part * tile, count = min(tile, length - part * tile);
    mine[thread] = 0;
    __syncthreads();
    for (int i = thread; i < count; i += threads)
        atomicAdd(&mine[int((keys[start + i] >> shift) & 255)], 1u);
    __syncthreads();
    counts[(row * digits + thread) * tiles + part] = mine[thread];
}

// Where the keys of each digit go: to `at` the first of them, from which their ranks in the tile count on.
__device__ void find_places(const unsigned char* digit_of, int count, const unsigned* ends, int row, int part,
                            int tiles, unsigned* at) {
    const int thread = threadIdx.x, before = (row * digits + thread) * tiles + part - 1;
    at[thread] = before >= 0 ? ends[before] : 0;
    __syncthreads();
    for (int rank = thread; rank < count; rank += threads)
        if (rank == 0 || digit_of[rank - 1] != digit_of[rank]) at[digit_of[rank]] -= rank;
    __syncthreads();
}

// Sorts the keys of a tile by a digit, and puts them where the sums of the counts say.
template <typename K>
__global__ void __launch_bounds__(256) put_keys(const K* keys, K* to, const unsigned* ends, int shift,
                                                int length, int tiles) {
    using Sort = cub::BlockRadixSort<K, threads, items>;
    __shared__ typename Sort::TempStorage memory;
    __shared__ unsigned at[digits];
    __shared__ unsigned char digit_of[tile];
    const int row = blockIdx.x / tiles, part = blockIdx.x % tiles, thread = threadIdx.x;
    const int start = row * length + part * tile, count = min(tile, length - part * tile);
    K key[items];
    for (int i = 0; i < items; ++i) {
        const int from = thread * items + i;
        key[i] = from < count ? keys[start + from] : ~K(0);  // they stay after those of the same digit
    }
    Sort(memory).SortBlockedToStriped(key, shift, min(shift + 8, int(8 * sizeof(K))));
    for (int i = 0; i < items; ++i)
        digit_of[i * threads + thread] = (unsigned char)((key[i] >> shift) & 255);
    __syncthreads();
    find_places(digit_of, count, ends, row, part, tiles, at);
    for (int i = 0; i < items; ++i) {
        const int rank = i * threads + thread;
        if (rank < count) to[at[digit_of[rank]] + rank] = key[i];
    }
}

// The same, with the places in their rows that the keys came from.
template <typename K>
__global__ void __launch_bounds__(256) put_pairs(const K* keys, const unsigned* order, K* to, unsigned* into,
                                                 const unsigned* ends, int shift, int length, int tiles) {
    using Sort = cub::BlockRadixSort<K, threads, items, unsigned>;
    __shared__ typename Sort::TempStorage memory;
    __shared__ unsigned at[digits];
    __shared__ unsigned char digit_of[tile];
    const int row = blockIdx.x / tiles, part = blockIdx.x % tiles, thread = threadIdx.x;
    const int start = row * length + part * tile, count = min(tile, length - part * tile);
    K key[items];
    unsigned place[items];
    for (int i = 0; i < items; ++i) {
        const int from = thread * items + i;
        key[i] = from < count ? keys[start + from] : ~K(0);
        place[i] = from < count ? order[start + from] : 0;
    }
    Sort(memory).SortBlockedToStriped(key, place, shift, min(shift + 8, int(8 * sizeof(K))));
    for (int i = 0; i < items; ++i)
        digit_of[i * threads + thread] = (unsigned char)((key[i] >> shift) & 255);
    __syncthreads();
    find_places(digit_of, count, ends, row, part, tiles, at);
    for (int i = 0; i < items; ++i) {
        const int rank = i * threads + thread;
        if (rank >= count) continue;
        const unsigned where = at[digit_of[rank]] + rank;
        to[where] = key[i];
        into[where] = place[i];
    }
}
"""

_found: dict[str, Tiles | None] = {}


class Tiles:
    """The kernels of the text, for one GPU."""

    def __init__(self, device: str) -> None:
        self._text = read_source(SOURCE, target=device, compiler="nvcc")

    def prepare(self, kind: Type) -> None:
        """Compiles what counts. Raises ToolchainError where nvcc or CUB is not there."""
        self._text.count_tiles[kind]

    def count(self, keys: CudaArray, counts: CudaArray, shift: int, chunks: Chunks) -> None:
        length, _, tiles = chunks
        kernel = self._text.count_tiles[_core.elemType(keys)]
        kernel(len(keys) // length * tiles * THREADS, block=THREADS)(keys, counts, shift, length, tiles)

    def put(self, keys: Pair, orders: Pair | None, ends: CudaArray, shift: int, chunks: Chunks) -> None:
        source, to = keys
        length, _, tiles = chunks
        threads = len(source) // length * tiles * THREADS
        kind = _core.elemType(source)
        if orders is None:
            self._text.put_keys[kind](threads, block=THREADS)(source, to, ends, shift, length, tiles)
            return
        given = (source, orders[0], to, orders[1], ends)
        self._text.put_pairs[kind](threads, block=THREADS)(*given, shift, length, tiles)


def kernels(device: str) -> Tiles | None:
    """The kernels for a device; None where ours are used: on the CPU, and where there is no nvcc with CUB."""
    if device == "cpu" or os.environ.get("CUDAPY_COMPILER") == "nvrtc":
        return None
    if device not in _found:
        try:
            made = Tiles(device)
            made.prepare(_core.UInt32)
        except _core.ToolchainError:
            made = None
        _found[device] = made
    return _found[device]
