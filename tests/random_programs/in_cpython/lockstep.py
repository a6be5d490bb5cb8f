"""The threads of a block, run in lockstep: generators that yield what they wait for."""

from in_cpython.numeric import INTS, Number, OutOfContract, counted, number, result


class Point:
    def __init__(self, x, y=0, z=1):
        self.x, self.y, self.z = counted(x), counted(y), counted(z)


def _warp_results(asked, lanes):
    """What each thread of a warp gets, from what all asked: (operation, arguments…)."""
    kind = asked[0][0]
    values = [a[2] if len(a) > 2 else None for a in asked]
    n = len(asked)
    if kind.startswith("shfl"):
        out = []
        for lane, a in enumerate(asked):
            width = a[4] if len(a) > 4 else 32
            part, k = lane // width * width, a[3].__index__()
            source = {
                "shfl_sync": part + k % width,
                "shfl_xor_sync": lane ^ k,
                "shfl_up_sync": lane - k if lane - k >= part else lane,
                "shfl_down_sync": lane + k if lane + k < part + width else lane,
            }[kind]
            if not 0 <= source < n:
                raise OutOfContract("a lane that is not there")
            out.append(number(values[source]))
        return out
    if kind in ("all_sync", "any_sync"):
        got = (all if kind == "all_sync" else any)(bool(v) for v in values)
        return [Number("bool", int(got))] * n
    if kind == "ballot_sync":
        return [Number("uint32", sum(1 << i for i, v in enumerate(values) if v))] * n
    if kind.startswith("reduce_"):
        values = [number(v) for v in values]
        t, v = values[0].t, values[0].v
        for other in values[1:]:
            v = {
                "add": lambda: v + other.v,
                "min": lambda: min(v, other.v),
                "max": lambda: max(v, other.v),
                "and": lambda: v & other.v,
                "or": lambda: v | other.v,
                "xor": lambda: v ^ other.v,
            }[kind[7:10].rstrip("_")]()
        return [result(t, v) if t in INTS else Number(t, v)] * n
    if kind == "syncwarp":
        return [None] * n
    raise AssertionError(kind)


def run_grid(blocks):
    """Runs blocks from one barrier of the grid to the next, one block after the other."""
    while blocks:
        left = [block for block in blocks if next(block, "ended") != "ended"]
        if left and len(left) < len(blocks):
            raise OutOfContract("a barrier of the grid that some blocks do not come to")
        blocks = left


def block(threads, watch=None):
    """Runs the threads of a block, generators that yield what they wait for, in lockstep; yields at barriers
    of the grid.

    A watch is told which thread runs, and of each barrier of the block.
    """

    def advance(i, answer):
        if watch:
            watch.thread = i
        _advance(threads, waiting, live, i, answer)

    waiting = {}
    live = list(range(len(threads)))
    for i in list(live):
        advance(i, None)
    while live:
        kinds = {waiting[i][0] for i in live}
        if kinds == {"grid_sync"}:
            yield
            for i in list(live):
                advance(i, None)
            continue
        block_wide = {k for k in kinds if k.startswith("syncthreads")}
        if kinds == block_wide and len(kinds) == 1:
            kind = kinds.pop()
            votes = [bool(waiting[i][1]) if len(waiting[i]) > 1 else True for i in live]
            answer = {
                "syncthreads": lambda: None,
                "syncthreads_count": lambda: Number("int", sum(votes)),
                "syncthreads_and": lambda: Number("bool", int(all(votes))),
                "syncthreads_or": lambda: Number("bool", int(any(votes))),
            }[kind]()
            if watch:
                watch.barrier()
            for i in list(live):
                advance(i, answer)
            continue
        moved = False
        for warp in range(0, len(threads), 32):
            lanes = [i for i in range(warp, min(warp + 32, len(threads))) if i in waiting]
            if not lanes or waiting[lanes[0]][0].startswith("syncthreads"):
                continue
            if len({waiting[i][0] for i in lanes}) > 1 or len(lanes) != min(32, len(threads) - warp):
                raise OutOfContract("a warp that is not together")
            for i, answer in zip(lanes, _warp_results([waiting[i] for i in lanes], lanes)):
                advance(i, answer)
            moved = True
        if not moved:
            raise OutOfContract("barriers that differ")


def _advance(threads, waiting, live, i, answer):
    try:
        waiting[i] = threads[i].send(answer)
    except StopIteration:
        waiting.pop(i, None)
        live.remove(i)
