"""What whole grids cost, predicted from the accesses that their source makes and measured on an H200.

The grids have 65,536 threads in blocks of 256 unless a test says otherwise.
"""

import numpy as np
import pytest
from cudapy._memory_model.counting import access_counts
from cudapy._memory_model.decisions import divergent_decisions
from cudapy._memory_model.events import ACCESS, DECISION, Site, Trace, TracedArray

THREADS = np.arange(65536)
HASH = (THREADS * 2654435761) % 2**32


class Grid:
    """A trace that is filled by hand: each call adds what the threads do at one site."""

    def __init__(self, threads=THREADS, per_block=256):
        self.threads, self.per_block = threads, per_block
        self.trace = Trace(
            arrays=[
                TracedArray("X", "global"),
                TracedArray("tile", "shared"),
                TracedArray("F", "shared", True),
            ]
        )
        self.parts, self.decided = [], []
        self.sites = {}

    def access(self, index, width=4, operation="read", array=0, where=None, path=0, site=0):
        """`index` in elements of each thread; `where` says who takes part."""
        key = ("access", operation, site)
        index = np.broadcast_to(index, self.threads.shape)
        self.parts.append(
            self._records(ACCESS, key, where, path, array=array, offset=index * width, width=width)
        )

    def decide(self, taken, where=None, path=0):
        self.decided.append(self._records(DECISION, ("decision", "decision", 0), where, path, taken=taken))

    def _records(self, kind, key, where, path, **values):
        if key not in self.sites:
            self.sites[key] = len(self.trace.sites)
            self.trace.sites.append(Site("grid.py", len(self.sites), 0, len(self.sites), 1, key[1]))
        records = np.zeros(len(self.threads), kind)
        records["block"], inside = self.threads // self.per_block, self.threads % self.per_block
        records["warp"], records["lane"] = inside // 32, inside % 32
        records["site"], records["path"] = self.sites[key], path
        for name, value in values.items():
            records[name] = value
        return records if where is None else records[where]

    def costs(self):
        """(requests, cost) of all that it did, by operation and array."""
        self.trace.accesses = np.concatenate(self.parts)
        totals = {}
        for counts in access_counts(self.trace):
            requests, cost = totals.get(counts.site.operation, (0, 0))
            totals[counts.site.operation] = requests + counts.requests, cost + counts.cost
        return totals


def cost_of(index, *, threads=THREADS, **options):
    grid = Grid(threads)
    grid.access(index, **options)
    (costs,) = grid.costs().values()
    return costs


@pytest.mark.parametrize(
    "what,index,options,requests,cost",
    [
        ("a copy", THREADS, {}, 2048, 8192),
        ("stride 2", 2 * THREADS, {}, 2048, 16384),
        ("stride 4", 4 * THREADS, {}, 2048, 32768),
        ("stride 8", 8 * THREADS, {}, 2048, 65536),
        ("stride 32", 32 * THREADS, {}, 2048, 65536),
        ("X[i + 1]", THREADS + 1, {}, 2048, 10240),
        ("X[i + 8]", THREADS + 8, {}, 2048, 8192),
        ("X[3]", 3, {}, 2048, 2048),
        ("float4", THREADS, {"width": 16}, 2048, 32768),
        ("double", THREADS, {"width": 8}, 2048, 16384),
        ("uint8", THREADS, {"width": 1}, 2048, 2048),
        ("every third lane", THREADS, {"where": THREADS % 3 == 0}, 2048, 8192),
        ("one of 64", (HASH >> 8) % 64, {}, 2048, 16384),
        ("one of 2^20", (HASH >> 8) % 2**20, {}, 2048, 65536),
        ("atomic operations on one place", 0, {"operation": "atomic"}, 2048, 65536),
        ("a histogram of 16 bins", (HASH >> 16) % 16, {"operation": "atomic"}, 2048, 11152),
        ("a histogram of 4096 bins", (HASH >> 16) % 4096, {"operation": "atomic"}, 2048, 65536),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_sectors(what, index, options, requests, cost):
    assert cost_of(index, **options) == (requests, cost)


def test_a_copy_of_1000_threads():
    assert cost_of(np.arange(1000), threads=np.arange(1000)) == (32, 125)


def test_a_column_of_a_matrix():
    threads = np.arange(1024 * 1024)
    block, inside = threads // 256, threads % 256
    row, column = block % 32 * 32 + inside % 32, block // 32 * 8 + inside // 32
    assert cost_of(row * 1024 + column, threads=threads) == (32768, 1048576)


def test_one_field_of_a_struct_of_four_floats():
    assert cost_of(4 * THREADS) == (2048, 32768)


def test_four_fields_of_a_struct_of_four_floats():
    grid = Grid()
    for field in range(4):
        grid.access(4 * THREADS + field, site=field)
    assert grid.costs() == {"read": (8192, 131072)}


def test_equal_loads_are_requests_each():
    grid = Grid()
    for site in range(3):
        grid.access(THREADS, site=site)
    assert grid.costs() == {"read": (6144, 24576)}


@pytest.mark.parametrize("width,wavefronts", [(32, 1048576), (33, 32768)])
def test_a_transpose_by_tiles(width, wavefronts):
    threads = np.arange(1024 * 1024)
    x, y = threads % 1024 % 32, threads % 1024 // 32
    grid = Grid(threads, per_block=1024)
    grid.access(x * width + y, array=1)
    assert grid.costs() == {"read": (32768, wavefronts)}


def test_a_product_of_matrices_by_tiles():
    inside = THREADS % 256
    x, y = inside % 16, inside // 16
    grid = Grid()
    for q in range(16):
        grid.access(y * 16 + q, array=1, site=0, path=q)
        grid.access(q * 16 + x, array=1, site=1, path=q)
    assert 16 * grid.costs()["read"][1] == 1048576  # the places in its tiles are the same for each of the 16


@pytest.mark.parametrize("how,wavefronts", [("t % 2k", 24320), ("t < k", 6400)])
def test_a_sum_in_shared_memory(how, wavefronts):
    t = THREADS % 256
    grid = Grid()
    strides = [2**step for step in range(8)] if how == "t % 2k" else [2**step for step in reversed(range(8))]
    for turn, k in enumerate(strides):
        busy = t % (2 * k) == 0 if how == "t % 2k" else t < k
        grid.access(t, array=1, where=busy, site=0, path=turn)
        grid.access(t + k, array=1, where=busy, site=1, path=turn)
    grid.access(0, array=1, where=t == 0, site=2)
    assert grid.costs()["read"][1] == wavefronts


@pytest.mark.parametrize(
    "width,stride,conflicts",
    [
        (4, 1, 0),
        (4, 2, 1),
        (4, 4, 3),
        (4, 8, 7),
        (4, 32, 31),
        (8, 1, 0),
        (8, 2, 2),
        (8, 4, 6),
        (16, 1, 0),
        (16, 2, 4),
        (16, 4, 12),
    ],
)
def test_conflicts_of_strides(width, stride, conflicts):
    grid = Grid(np.arange(32))
    grid.access(np.arange(32) * stride, width=width, array=1)
    grid.trace.accesses = np.concatenate(grid.parts)
    (counts,) = access_counts(grid.trace)
    assert (counts.conflicts, counts.cost - counts.best) == (conflicts, conflicts)


def test_atomic_operations_on_one_place_of_shared_memory():
    grid = Grid(np.arange(32))
    grid.access(0, operation="atomic", array=1)
    grid.trace.accesses = np.concatenate(grid.parts)
    (counts,) = access_counts(grid.trace)
    assert (counts.requests, counts.cost, counts.best, counts.conflicts, counts.is_predicted) == (
        1,
        32,
        1,
        31,
        True,
    )


def test_atomic_operations_on_floats_in_shared_memory_are_not_predicted():
    grid = Grid(np.arange(32))
    grid.access(0, operation="atomic", array=2)
    grid.trace.accesses = np.concatenate(grid.parts)
    (counts,) = access_counts(grid.trace)
    assert (counts.requests, counts.cost, counts.is_predicted) == (1, 0, False)


def divergent(grid):
    grid.trace.decisions = np.concatenate(grid.decided)
    return sum(divergent_decisions(grid.trace.decisions).values())


@pytest.mark.parametrize("bit,expected", [(1, 2048), (32, 0)])
def test_divergent_branches(bit, expected):
    grid = Grid()
    grid.decide(THREADS & bit != 0)
    assert divergent(grid) == expected


def test_divergent_ends_of_a_loop():
    """A loop of 2 to 5 iterations: the condition is asked for before each iteration, and once more."""
    grid = Grid()
    turns = (THREADS & 3) + 2
    for turn in range(6):
        asked = turn <= turns
        grid.decide(turn < turns, where=asked, path=turn)
    assert divergent(grid) == 6144
