"""Counting many requests with NumPy gives what the rules for one request give."""

import random

import numpy as np
import pytest
from cudapy._memory_model import banks, counting, decisions, sectors
from cudapy._memory_model.events import ACCESS, DECISION, Site, Trace, TracedArray
from cudapy._memory_model.requests import NOBODY, requests_of


def random_lanes(rng, width):
    """A request: its lanes' offsets, None where a lane does not take part."""
    reach = rng.choice([1, 4, 32, 300])
    lanes = [rng.randrange(reach) * width for _ in range(32)]
    kind = rng.randrange(4)
    if kind == 1:
        lanes = [lanes[lane & ~1] for lane in range(32)]
    elif kind == 2:
        lanes = [lanes[lane & ~2] for lane in range(32)]
    some = rng.random() if rng.randrange(2) else 1.0
    lanes = [offset if rng.random() <= some else None for offset in lanes]
    if all(offset is None for offset in lanes):
        lanes[rng.randrange(32)] = 0
    return lanes


def active(lanes):
    return [offset for offset in lanes if offset is not None]


RULES = [
    (
        "sectors",
        lambda rows, width: counting.sectors(rows, width),
        lambda lanes, width: sectors.sectors(active(lanes), width),
    ),
    (
        "fewest sectors",
        lambda rows, width: counting.fewest_sectors(rows, width),
        lambda lanes, width: sectors.fewest_sectors(active(lanes), width),
    ),
    (
        "atomic sectors",
        lambda rows, width: counting.atomic_sectors(rows),
        lambda lanes, width: sectors.atomic_sectors(active(lanes)),
    ),
    (
        "fewest atomic sectors",
        lambda rows, width: counting.fewest_atomic_sectors(rows, width),
        lambda lanes, width: sectors.fewest_atomic_sectors(active(lanes), width),
    ),
    (
        "load wavefronts",
        lambda rows, width: counting.wavefronts(rows, width, True),
        lambda lanes, width: banks.wavefronts(lanes, width, True),
    ),
    (
        "store wavefronts",
        lambda rows, width: counting.wavefronts(rows, width, False),
        lambda lanes, width: banks.wavefronts(lanes, width, False),
    ),
    (
        "best of loads",
        lambda rows, width: counting.wavefronts_without_conflicts(rows, width, True),
        lambda lanes, width: banks.wavefronts_without_conflicts(lanes, width, True),
    ),
    (
        "best of stores",
        lambda rows, width: counting.wavefronts_without_conflicts(rows, width, False),
        lambda lanes, width: banks.wavefronts_without_conflicts(lanes, width, False),
    ),
    (
        "atomic wavefronts",
        lambda rows, width: counting.atomic_wavefronts(rows),
        lambda lanes, width: banks.atomic_wavefronts(lanes),
    ),
]


@pytest.mark.parametrize("width", [1, 2, 4, 8, 16])
@pytest.mark.parametrize("name,many,one", RULES, ids=[name for name, _, _ in RULES])
def test_many_requests_as_one(name, many, one, width):
    rng = random.Random(width)
    requests = [random_lanes(rng, width) for _ in range(400)]
    rows = np.array([[NOBODY if offset is None else offset for offset in lanes] for lanes in requests])
    assert many(rows, width).tolist() == [one(lanes, width) for lanes in requests]


def records(kind, rows):
    return np.array(rows, kind)


SITES = [Site("k.py", 3, 4, 3, 8, "read"), Site("k.py", 4, 4, 4, 8, "write")]
ARRAYS = [TracedArray("X", "global"), TracedArray("Y", "global")]


def test_a_request_is_what_a_warp_does_at_one_site_on_one_path():
    accesses = [
        (block, warp, lane, 0, path, 0, 4 * lane, 4)
        for block in range(2)
        for warp in range(2)
        for path in range(3)
        for lane in range(32)
        if lane != path
    ]
    random.Random(1).shuffle(accesses)
    requests = requests_of(records(ACCESS, accesses))
    assert requests.addresses.shape == (12, 32)
    assert [row.tolist().index(NOBODY) for row in requests.addresses] == [0, 1, 2] * 4


def test_a_lane_that_comes_again_makes_another_request():
    accesses = [
        (0, 0, lane, 0, 0, 0, 4 * lane + 128 * time, 4) for lane in range(4) for time in range(1 + lane // 2)
    ]
    requests = requests_of(records(ACCESS, accesses))
    assert requests.addresses[:, :4].tolist() == [[0, 4, 8, 12], [NOBODY, NOBODY, 136, 140]]


def test_arrays_have_addresses_of_their_own():
    accesses = [(0, 0, lane, 0, 0, lane % 2, 0, 4) for lane in range(32)]
    (counts,) = counting.access_counts(Trace(SITES, ARRAYS, [()], records(ACCESS, accesses)))
    assert (counts.requests, counts.cost) == (1, 2)


def test_costs_are_by_site():
    accesses = [(0, 0, lane, 0, 0, 0, 16 * lane, 4) for lane in range(32)] + [
        (0, 0, lane, 1, 0, 1, 4 * lane, 4) for lane in range(8)
    ]
    counted = counting.access_counts(Trace(SITES, ARRAYS, [()], records(ACCESS, accesses)))
    assert counted == [
        counting.AccessCounts(
            SITES[0], ARRAYS[0], 4, requests=1, lanes=32, cost=16, best=4, conflicts=0, is_predicted=True
        ),
        counting.AccessCounts(
            SITES[1], ARRAYS[1], 4, requests=1, lanes=8, cost=1, best=1, conflicts=0, is_predicted=True
        ),
    ]


def test_nothing_costs_nothing():
    assert counting.access_counts(Trace()) == []
    assert decisions.divergent_decisions(Trace().decisions) == {}


def test_many_decisions_as_one():
    rng = random.Random(3)
    made = [
        (block, 0, lane, rng.randrange(2), 0, rng.random() < 0.02)
        for block in range(300)
        for lane in range(rng.randrange(1, 33))
    ]
    by_warp = {}
    for block, warp, _, site, path, taken in made:
        by_warp.setdefault((block, warp, site, path), []).append(taken)
    expected = {
        site: sum(decisions.is_divergent(each) for key, each in by_warp.items() if key[2] == site)
        for site in range(2)
    }
    assert decisions.divergent_decisions(records(DECISION, made)) == expected
    assert min(expected.values()) > 0
