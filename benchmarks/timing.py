"""Taking times: medians on the host's clock, and of GPU events where CuPy or PyTorch is there to make
them."""

import statistics
import time
import timeit


def median_seconds(work, repeat=7, warm=1):
    """The median wall time of `work()`."""
    for _ in range(warm):
        work()
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def alternating(works, repeat=5):
    """The median wall time of each of the named works, taken in turns so that a slow moment hits all
    alike."""
    times = {name: [] for name in works}
    for _ in range(repeat):
        for name, work in works.items():
            start = time.perf_counter()
            work()
            times[name].append(time.perf_counter() - start)
    return {name: statistics.median(taken) for name, taken in times.items()}


def seconds_of(statement, **names):
    """A function that does what the statement says so many times, and gives the host's seconds for it. The
    statement is in the loop itself, so that no call of a function that holds it is measured along."""
    return timeit.Timer(statement, globals=names).timeit


def microseconds_in_turns(batches, wait, count, repeat):
    """The median of the host's time for one work of each named batch (see `seconds_of`), batches taken in
    turns, so that a slow moment hits all alike. It waits for the device between batches only, and does a few
    works more before each, untimed, which bring caches back to that work."""
    times = {name: [] for name in batches}
    for _ in range(repeat + 1):
        for name, batch in batches.items():
            batch(count // 5)
            wait()
            times[name].append(batch(count) / count * 1e6)
            wait()
    return {name: statistics.median(taken[1:]) for name, taken in times.items()}


def gpu_milliseconds(works, repeat=15):
    """The median GPU time of each named work by events on the default stream, taken in turns; None without
    CuPy."""
    try:
        import cupy
    except ImportError:
        return None
    times = {name: [] for name in works}
    for work in works.values():
        work()
        work()
    cupy.cuda.Device().synchronize()
    for _ in range(repeat):
        for name, work in works.items():
            start, stop = cupy.cuda.Event(), cupy.cuda.Event()
            start.record(cupy.cuda.Stream.null)
            work()
            stop.record(cupy.cuda.Stream.null)
            stop.synchronize()
            times[name].append(cupy.cuda.get_elapsed_time(start, stop))
    return {name: statistics.median(taken) for name, taken in times.items()}
