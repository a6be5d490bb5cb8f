"""What is said of an access or a decision is true of each of its requests: looked at here without NumPy, one
request after the other."""

import re
from collections import Counter, defaultdict

import pytest
from cudapy._memory_model import banks, sectors
from traced_kernels import EXPLAINED


def requests_of(access):
    """[(block, warp, path, offsets of the lanes)]"""
    found = access.requests_traced
    return [
        (
            int(found.block[number]),
            int(found.warp[number]),
            int(found.path[number]),
            [None if at < 0 else at for at in found.offsets_of(number)],
        )
        for number in range(len(found.site))
    ]


def neighbours(plan, access):
    """How many bytes each thread is from the one before it along x, of all requests."""
    width = plan.traced.block[0]
    return {
        lanes[lane] - lanes[lane - 1]
        for _, warp, _, lanes in requests_of(access)
        for lane in range(1, 32)
        if (32 * warp + lane) % width and None not in (lanes[lane], lanes[lane - 1])
    }


def active(lanes):
    return [at for at in lanes if at is not None]


def number_in(text, pattern):
    return int(re.search(pattern, text)[1])


def check_distance(plan, access):
    apart = number_in(access.finding.note, r"neighbours are (\d+) bytes apart")
    assert neighbours(plan, access) in ({apart}, {-apart})
    assert apart > access.width


def check_column(plan, access):
    check_distance(plan, access)
    layout = plan.traced.arrays[access.array]
    assert number_in(access.finding.note, r"(\d+)") == layout.shape[1] * layout.size


def check_field(plan, access):
    check_distance(plan, access)
    assert access.field and f"want `{access.field}` of structs" in access.finding.reason


def check_stretch(plan, access):
    check_distance(plan, access)
    by_thread = defaultdict(list)
    for block, warp, path, lanes in requests_of(access):
        for lane, at in enumerate(lanes):
            if at is not None:
                by_thread[block, warp, lane].append((plan.traced.trace.paths[path][-1][1], at))
    for turns in by_thread.values():
        offsets = [at for _, at in sorted(turns)]
        assert len(offsets) > 1
        assert {after - before for before, after in zip(offsets, offsets[1:])} == {access.width}


def check_edge(plan, access):
    for _, _, _, lanes in requests_of(access):
        found = active(lanes)
        assert sorted(found) == list(range(min(found), max(found) + 1, access.width))
    off = sum(min(active(lanes)) % 32 != 0 for _, _, _, lanes in requests_of(access))
    assert (
        f"those of {off} of {len(requests_of(access))} that were traced begin off the edge"
        in access.finding.reason
    )


def check_narrow(plan, access):
    assert neighbours(plan, access) == {access.width}
    row = number_in(access.finding.note, r"only (\d+) neighbours")
    assert row == plan.traced.block[0] < 32


def check_same(plan, access):
    assert neighbours(plan, access) == {0}


def check_idle(plan, access):
    assert any(None in lanes for _, _, _, lanes in requests_of(access))
    for _, _, _, lanes in requests_of(access):
        begins = {at - access.width * lane for lane, at in enumerate(lanes) if at is not None}
        assert len(begins) == 1
    taking_part = sum(len(active(lanes)) for *_, lanes in requests_of(access)) / len(requests_of(access))
    assert access.finding.reason.startswith(f"{taking_part:.1f}".removesuffix(".0") + " of 32 lanes")


def check_scattered(plan, access):
    if access.operation != "atomic":
        assert len(neighbours(plan, access)) != 1


def check_one_address(plan, access):
    assert len({at for *_, lanes in requests_of(access) for at in active(lanes)}) == 1


def check_meeting(plan, access):
    most = number_in(access.finding.note, r"up to (\d+)")
    assert most == max(max(Counter(active(lanes)).values()) for *_, lanes in requests_of(access)) > 1


def check_banks(plan, access):
    most = number_in(access.finding.note, r"up to (\d+) words of one bank")
    assert access.width == 4
    assert most == max(
        max(Counter(word % 32 for word in {at // 4 for at in active(lanes)}).values())
        for *_, lanes in requests_of(access)
    )


def check_padding(plan, access):
    """One element more in each row, and the rules once more for all accesses of the array."""
    check_banks(plan, access)
    row = number_in(access.finding.reason, r"are (\d+) bytes apart")
    assert neighbours(plan, access) in ({row}, {-row})
    totals = [0, 0]
    for line in plan.lines:
        for other in line.accesses:
            if other.array == access.array:
                for *_, lanes in requests_of(other):
                    longer = [
                        None if at is None else at // row * (row + access.width) + at % row for at in lanes
                    ]
                    for which, each in enumerate((lanes, longer)):
                        totals[which] += (
                            banks.atomic_conflicts(each)
                            if other.operation == "atomic"
                            else banks.conflicts(each, other.width, other.operation == "read")
                        )
    assert access.finding.remedy.endswith(f"go from {totals[0]} to {totals[1]}.")


CHECKS = {
    "stride": check_distance,
    "column": check_column,
    "array of structs": check_field,
    "one stretch each": check_stretch,
    "off the edge": check_edge,
    "narrow block": check_narrow,
    "same address": check_same,
    "idle lanes": check_idle,
    "scattered": check_scattered,
    "one address": check_one_address,
    "shared addresses": check_meeting,
    "column of banks": check_padding,
    "bank conflicts": check_banks,
}


def costs_of(access):
    for *_, lanes in requests_of(access):
        found = active(lanes)
        if access.space == "global" and access.operation == "atomic":
            yield sectors.atomic_sectors(found), sectors.fewest_atomic_sectors(found, access.width)
        elif access.space == "global":
            yield sectors.sectors(found, access.width), sectors.fewest_sectors(found, access.width)
        elif access.operation == "atomic":
            yield banks.atomic_wavefronts(lanes), 1
        else:
            is_load = access.operation == "read"
            yield (
                banks.wavefronts(lanes, access.width, is_load),
                banks.wavefronts_without_conflicts(lanes, access.width, is_load),
            )


@pytest.mark.parametrize("name", EXPLAINED)
def test_findings_of_accesses_are_true(plans, name):
    plan = plans[name]
    for line in plan.lines:
        for access in line.accesses:
            if access.cost is None:
                continue
            costs = list(costs_of(access))
            if not plan.traced.is_sample:
                assert (access.cost, access.best) == (
                    sum(cost for cost, _ in costs),
                    sum(best for _, best in costs),
                )
                assert access.requests == len(costs)
                assert access.lanes == sum(len(active(lanes)) for *_, lanes in requests_of(access))
            if access.finding:
                CHECKS[access.finding.kind](plan, access)
                assert 0 < access.finding.excess <= access.cost
                if "a request takes" in access.finding.reason and not plan.traced.is_sample:
                    takes, needs = re.search(
                        r"takes ([\d.]+) sectors of 32 bytes, and ([\d.]+) would", access.finding.reason
                    ).groups()
                    assert (float(takes), float(needs)) == pytest.approx(
                        (access.cost / access.requests, access.best / access.requests), abs=0.051
                    )
            elif access.operation != "atomic":
                assert (access.cost - access.best) * 10 < access.cost or access.cost == access.best


@pytest.mark.parametrize("name", EXPLAINED)
def test_decisions_and_barriers_are_counted(plans, name):
    plan = plans[name]
    trace = plan.traced.trace
    if plan.traced.is_sample:
        return
    by_warp, passed = defaultdict(set), Counter()
    for block, warp, _, site, path, taken in trace.decisions.tolist():
        by_warp[site, block, warp, path].add(taken)
    for block, site, _ in trace.barriers.tolist():
        passed[site, block] += 1
    for line in plan.lines:
        for decision in line.decisions:
            number = trace.sites.index(decision.site)
            ways = [each for (site, *_), each in by_warp.items() if site == number]
            assert (decision.decisions, decision.divergent) == (
                len(ways),
                sum(len(each) == 2 for each in ways),
            )
            if decision.finding:
                assert decision.finding.reason.startswith(
                    f"{decision.divergent} of {decision.decisions} times"
                )
        for barrier in line.barriers:
            number = trace.sites.index(barrier.site)
            counts = [count for (site, _), count in passed.items() if site == number]
            assert (barrier.passed, barrier.most_of_a_block) == (sum(counts), max(counts))


def test_all_kinds_are_looked_at(plans):
    accesses = {
        a.finding.kind for plan in plans.values() for line in plan.lines for a in line.accesses if a.finding
    }
    decisions = {
        d.finding.kind for plan in plans.values() for line in plan.lines for d in line.decisions if d.finding
    }
    assert accesses == set(CHECKS)
    assert decisions == {"divided warps", "divergent trip counts"}


def test_advice_is_the_costliest(plans):
    for plan in plans.values():
        every = [
            found.finding.excess
            for line in plan.lines
            for found in (*line.accesses, *line.decisions)
            if found.finding
        ]
        assert len(plan.advice) <= 3 and bool(plan.advice) == bool(every)
        given = [each.excess for each in plan.advice]
        assert given == sorted(given, reverse=True)
        if every:
            assert given[0] >= max(every)
