"""How work that is divided among devices by cp.split scales from one to all of them, and what a launch and a
message cost."""

import os

import numpy as np
from timing import median_seconds

import cudapy as cp

POINTS = 400  # that a stream of the Monte-Carlo estimate throws


# heat : void (float[,] now, float[,] after)
def heat(now, after):
    rows, columns = now.shape
    if 0 < idy < rows - 1 and 0 < idx < columns - 1:
        around = now[idy - 1, idx] + now[idy + 1, idx] + now[idy, idx - 1] + now[idy, idx + 1]
        after[idy, idx] = now[idy, idx] + 0.2 * (around - 4 * now[idy, idx])


# throw : void (int first, int* hits)
def throw(first, hits):
    rng = random_state(1, first + idx)
    inside = 0
    for i in range(POINTS):
        x = random(rng)
        y = random(rng)
        if x * x + y * y < 1:
            inside += 1
    hits[idx] = inside


# nothing : void (int* A)
def nothing(A):
    if idx < 0:
        A[idx] = 0


def wait(devices):
    for device in dict.fromkeys(devices):
        cp.synchronize(device)


def devices_of(target):
    """One part a GPU, or two on the CPU, which take turns on its cores."""
    return [f"cuda:{gpu.index}" for gpu in cp.devices()] if target == "cuda" else ["cpu", "cpu"]


def counts_up_to(most):
    """1, 2, 4 and so on, and the number itself."""
    counts = [1]
    while counts[-1] * 2 < most:
        counts.append(counts[-1] * 2)
    return counts if most == 1 else [*counts, most]


class Stencil:
    """Steps of a stencil on float32, each followed by an exchange of halos of one row."""

    name = "stencil of 5 points"

    def __init__(self, target, quick):
        self.call = cp.compile(heat, target=target)
        self.columns = 256 if quick else 16384 if target == "cuda" else 2048
        self.rows, self.steps = (64, 4) if quick else (8192, 50) if target == "cuda" else (1024, 20)

    def prepared(self, devices, rows):
        plate = np.zeros((rows, self.columns), np.float32)
        plate[rows // 2 :, : self.columns // 2] = 1
        pair = [cp.split(plate, devices, halo=1)]
        pair.append(pair[0].copy())
        launches = [self.launches(*pair), self.launches(*reversed(pair))]

        def work(exchanges=True):
            for step in range(self.steps):
                for part, launch, given in launches[step % 2]:
                    with part:
                        launch(*given)
                if exchanges:
                    pair[1 - step % 2].exchange()
            wait(devices)

        return work, pair[0]

    def launches(self, now, after):
        parts = []
        for one, other in zip(now.parts, after.parts):
            with one:
                parts.append((one, self.call.over(one.array), (one.array, other.array)))
        return parts

    def result(self, devices):
        """A number that tells results apart."""
        work, pair = self.prepared(devices, self.rows)
        work()
        return hash(pair.toHost().tobytes())

    def seconds(self, devices, scale, quick, exchanges=True):
        work, _ = self.prepared(devices, self.rows * scale)
        return median_seconds(lambda: work(exchanges), 3 if quick else 7) / self.steps


class MonteCarlo:
    """Streams of random numbers, and one number of hits for all, which cp.all_reduce puts together."""

    name = "Monte-Carlo"

    def __init__(self, target, quick):
        self.call = cp.compile(throw, target=target)
        self.streams = 1000 if quick else 1 << 23 if target == "cuda" else 1 << 17

    def prepared(self, devices, streams):
        hits = cp.split(np.zeros(streams, np.int32), devices)
        totals = [cp.zeros(1, cp.Int64, device) for device in devices]

        def work():
            for part, total in zip(hits.parts, totals):
                with part:
                    self.call(len(part.own))(part.first, part.own)
            for part, total in zip(hits.parts, totals):
                with part:
                    total[0] = part.own.sum()
            cp.all_reduce(totals)
            return int(totals[0][0])

        return work

    def result(self, devices):
        return self.prepared(devices, self.streams)()

    def seconds(self, devices, scale, quick):
        return median_seconds(self.prepared(devices, self.streams * scale), 3 if quick else 7)


def scaling(results, target, quick, devices):
    rows = []
    for work in (Stencil(target, quick), MonteCarlo(target, quick)):
        first = expected = None
        for count in counts_up_to(len(devices)):
            some = devices[:count]
            found = work.result(some)
            expected = found if expected is None else expected
            assert found == expected, f"{work.name}: {count} devices give another result than one"
            strong, weak = work.seconds(some, 1, quick), work.seconds(some, count, quick)
            first = strong if first is None else first
            rows.append([work.name, count, strong * 1e3, first / strong / count, weak * 1e3, first / weak])
    results.table(
        "From one device to all: ms (of a step) and efficiency",
        ["work", "devices", "strong, ms", "strong, efficiency", "weak, ms", "weak, efficiency"],
        rows,
    )


def costs(results, target, quick, devices):
    """The constants of docs/scaling.md."""
    two, repeat = devices[:2], 5 if quick else 21
    A = cp.zeros(256, cp.Int, two[0])
    call = cp.compile(nothing, target=target)(256)
    rows = []

    def row(what, seconds, unit):
        rows.append([what, {"µs": seconds * 1e6, "GB/s": seconds / 1e9}[unit], unit])

    def launches():
        for _ in range(100):
            call(A)
        wait(two)

    row("a launch, one of a hundred", median_seconds(launches, repeat) / 100, "µs")
    row("a launch and waiting for it", median_seconds(lambda: (call(A), wait(two[:1])), repeat), "µs")
    if len(two) > 1:
        messages(row, two, quick, repeat)
    stencil = Stencil(target, quick)
    alone = stencil.seconds(devices[:1], 1, quick)
    row(
        "bytes of a stencil's step on one device, 8 a cell",
        8 * stencil.rows * stencil.columns / alone,
        "GB/s",
    )
    if len(two) > 1:
        row(
            "a step on two devices without its exchange",
            stencil.seconds(two, 1, quick, exchanges=False),
            "µs",
        )
        row("a step on two devices with it", stencil.seconds(two, 1, quick), "µs")
    results.table("What the parts cost", ["what", "value", "unit"], rows)


def messages(row, two, quick, repeat):
    def exchange(split, count):
        for _ in range(count):
            split.exchange()
        wait(two)

    for columns in (1, 16384):
        split = cp.split(np.zeros((8, columns), np.float32), two, halo=1)
        seconds = median_seconds(lambda split=split: exchange(split, 20), repeat) / 20
        row(f"an exchange between two devices, {4 * columns} bytes each way", seconds, "µs")
    size = (1 << 16) if quick else 1 << 26
    here, there = cp.zeros(size, cp.Float, two[0]), cp.zeros(size, cp.Float, two[1])
    row(
        f"a copy of {4 * size >> 20} MiB from one to the other",
        4 * size / median_seconds(lambda: (there.copy_from(here), wait(two)), repeat),
        "GB/s",
    )
    for by in ("copies", "nccl"):
        for length in (1, size):
            arrays = [cp.zeros(length, cp.Float, device) for device in two]
            try:
                seconds = median_seconds(
                    lambda arrays=arrays, by=by: (cp.all_reduce(arrays, by=by), wait(two)), repeat
                )
            except RuntimeError as error:  # NCCL is not there, or the devices are none of its own
                print(f"all_reduce by {by} is left out: {error}")
                break
            row(f"all_reduce of {4 * length} bytes by {by}", seconds, "µs")


def same(block, turn):
    return block


def tasks_of_dask(results, quick):
    """What Dask needs for each task, with blocks so small that nothing else counts. Each round has names of
    its own, so that none finds the results of the one before."""
    import itertools

    import dask
    import dask.array as da
    from dask.distributed import Client, LocalCluster
    from dask.distributed import wait as wait_for

    blocks, turns, rows = 4 if quick else 16, itertools.count(), []
    with (
        LocalCluster(processes=True, n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster),
    ):
        x = da.zeros((blocks, blocks), chunks=1, dtype="f4").persist()
        makers = {
            "map_blocks": lambda: x.map_blocks(same, turn=next(turns), dtype="f4"),
            "map_overlap with a halo of 1": lambda: x.map_overlap(
                same, depth=1, boundary="none", turn=next(turns), dtype="f4"
            ),
        }
        for what, make in makers.items():
            tasks = len(dict(dask.optimize(make())[0].dask))
            seconds = median_seconds(lambda make=make: wait_for(make().persist()), 3)
            rows.append([what, blocks**2, tasks, seconds * 1e3, seconds / tasks * 1e3])
    results.table(
        "What Dask needs, two workers, blocks of one number",
        ["what", "blocks", "tasks", "ms", "ms a task"],
        rows,
    )


def measure(results, target, quick):
    devices = devices_of(target)
    if target == "cpu":
        results.notes.append(
            f"The devices of scaling are the same {os.cpu_count()} cores of the CPU, given twice, which "
            "work on one part after the other: a strong efficiency of 0.5 is the best there, and it shows "
            "what dividing costs."
        )
    elif len(devices) == 1:
        results.notes.append("There is one GPU: scaling needs two.")
    scaling(results, target, quick, devices)
    costs(results, target, quick, devices)
    results.attempt("Dask", lambda: tasks_of_dask(results, quick) or True)
