"""Holds what `plan.access_patterns` say of a kernel's source to what its threads did."""

import re

import numpy as np
from cudapy._plan.source import text_of


def untrue(plan):
    """What the trace of a plan contradicts, in sentences, and how many claims it confirms."""
    trace, block = plan.traced.trace, plan.traced.block
    found, confirmed = [], 0
    for number, site in enumerate(trace.sites):
        records = trace.accesses[trace.accesses["site"] == number]
        if not len(records):
            continue
        array = trace.arrays[records["array"][0]]
        claims = [pattern for pattern in plan.access_patterns if is_of(pattern, site, array)]
        if not claims:
            found.append(f"{site.line}: {text_of(site)}: nothing is said of this {site.operation}")
        contradicted = [list(contradictions(claim, records, trace.paths, block)) for claim in claims]
        # One place of the source may be several: of a helper that is called twice.
        if claims and all(contradicted):
            found += contradicted[0]
        confirmed += (
            bool(claims)
            and not all(contradicted)
            and any(pattern.kind not in ("data", "unknown") for pattern in claims)
        )
    return found, confirmed


def is_of(pattern, site, array):
    operations = {
        "read": ["read", "read and write"],
        "write": ["write", "read and write"],
        "atomic": ["atomic"],
    }[site.operation]
    if (pattern.file, pattern.space, pattern.array) != (
        site.file,
        array.space,
        array.name,
    ) or pattern.operation not in operations:
        return False
    return site.line <= pattern.line <= site.end_line and pattern.text.replace(" ", "") in text_of(
        site
    ).replace(" ", "")


def contradictions(pattern, records, paths, block):
    records = np.sort(records, order=["block", "path", "warp", "lane"])
    threads = 32 * records["warp"].astype(int) + records["lane"]
    # Neighbours: of one request, one after the other, in one row of the block.
    first, second = records[:-1], records[1:]
    are = (np.diff(threads) == 1) & (first["block"] == second["block"]) & (first["path"] == second["path"])
    are &= (
        (first["warp"] == second["warp"])
        & (threads[1:] % block[0] != 0)
        & (first["array"] == second["array"])
    )
    apart = np.diff(records["offset"])[are]
    where = f"{pattern.line}: {pattern.text}: {pattern.warp}"
    if pattern.apart is not None and (apart != pattern.apart).any():
        yield f"{where}, and {set(apart.tolist())} bytes were counted, not {pattern.apart}"
    elif pattern.kind in ("rows", "stride") and len(set(apart.tolist())) > (
        1 if "iteration" not in where and pattern.loop is None else 10**9
    ):
        yield f"{where}, and they are {set(apart.tolist())} bytes apart"
    expected = bytes_of_iteration(pattern)
    if expected is None:
        return
    iterations = np.array([paths[each][-1][1] for each in records["path"]])
    outer = [str(paths[each][:-1]) for each in records["path"]]
    order = np.lexsort((iterations, outer, threads, records["block"]))
    records, iterations, threads = records[order], iterations[order], threads[order]
    outer = np.array(outer)[order]
    are = (
        (np.diff(iterations) == 1)
        & (np.diff(threads) == 0)
        & (records["block"][:-1] == records["block"][1:])
        & (outer[:-1] == outer[1:])
    )
    gone = np.diff(records["offset"])[are]
    if (gone != expected).any():
        yield (
            f"{where}; {pattern.next_iteration}, and {set(gone.tolist())} bytes were counted, not {expected}"
        )


def bytes_of_iteration(pattern):
    """The bytes from one iteration to the next one; None where they are not known."""
    if pattern.next_iteration is None or "." in pattern.text.rpartition("]")[2]:
        return None
    known = {"the same element": 0, "the next element": 1, "the element before": -1}
    if pattern.next_iteration in known:
        return known[pattern.next_iteration] * pattern.width
    counted = re.fullmatch(r"(\d+) elements? (further|back)", pattern.next_iteration)
    return counted and int(counted[1]) * pattern.width * (1 if counted[2] == "further" else -1)
