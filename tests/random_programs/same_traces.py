"""Whether two traces tell of the same events, whatever the order and however sites, arrays and paths are
numbered."""

from __future__ import annotations

from collections import Counter


def events(trace):
    """(accesses, decisions, barriers), each as a Counter of events that name their site, path and array."""
    paths = [tuple((trace.sites[site], turn) for site, turn in path) for path in trace.paths]

    def named(records):
        places = {"site": trace.sites, "path": paths, "array": trace.arrays}
        columns = [
            [places[name][number] for number in records[name].tolist()]
            if name in places
            else records[name].tolist()
            for name in records.dtype.names
        ]
        return Counter(zip(*columns))

    return named(trace.accesses), named(trace.decisions), named(trace.barriers)


def difference(one, other, most=3):
    """In words, what one trace has and the other one has not; empty where they are the same."""
    said = []
    for what, left, right in zip(("accesses", "decisions", "barriers"), events(one), events(other)):
        for who, only in (("first", left - right), ("second", right - left)):
            if only:
                said.append(f"{only.total()} {what} of {left.total()} only in the {who}:")
                said += [f"    {event} {count} times" for event, count in list(only.items())[:most]]
    return "\n".join(said)
