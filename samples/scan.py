"""scan: the running sums of an array of any length, in one launch whose blocks wait for each other."""

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp

THREADS = 256
BLOCKS = (
    256  # they run at the same time: a GPU has room for several blocks of this kernel on each multiprocessor
)


# scan_tile : int (int* tile, int x)
def scan_tile(tile, x):
    """The sum of the values up to a thread's own, its own included. Each step doubles how far a thread has
    looked back."""
    t = threadIdx.x
    tile[t] = x
    syncthreads()
    stride = 1
    while stride < THREADS:
        before = tile[t - stride] if t >= stride else 0
        syncthreads()
        tile[t] += before
        syncthreads()
        stride *= 2
    return tile[t]


# scan : void (int* X, int* Y, int* sums)
def scan(X, Y, sums):
    tile = shared(int, THREADS)
    t = threadIdx.x
    # Each block has a share of the array, a whole number of tiles.
    tiles = (len(X) + THREADS - 1) // THREADS
    share = (tiles + gridDim.x - 1) // gridDim.x * THREADS
    first = blockIdx.x * share
    end = min(first + share, len(X))

    mine = 0
    for i in range(first + t, end, THREADS):
        mine += X[i]
    total = scan_tile(tile, mine)
    if t == THREADS - 1:
        sums[blockIdx.x] = total
    grid_sync()  # every block has left its sum

    carry = 0
    for b in range(blockIdx.x):
        carry += sums[b]
    for start in range(first, end, THREADS):
        i = start + t
        so_far = scan_tile(tile, X[i] if i < end else 0)
        if i < end:
            Y[i] = carry + so_far
        carry += tile[THREADS - 1]
        syncthreads()  # before the next tile


def main():
    options = arguments(__doc__, size=1_000_000).parse_args()
    X = np.random.default_rng(1).integers(-1000, 1000, options.size).astype(np.int32)
    call = cp.compile([scan, scan_tile])

    for length in (1, THREADS, THREADS + 1, options.size):
        Y = np.zeros(length, np.int32)
        sums = np.zeros(BLOCKS, np.int32)
        call(BLOCKS * THREADS, block=THREADS)(X[:length], Y, sums)
        require(
            np.array_equal(Y, np.cumsum(X[:length])),
            f"scan: running sums of {length} numbers differ from NumPy's",
        )

    device_x, device_y = cp.CudaArray(X), cp.CudaArray.allocate(options.size, cp.Int)
    sums = cp.CudaArray.allocate(BLOCKS, cp.Int)
    ours = median_ms(
        lambda: (call(BLOCKS * THREADS, block=THREADS)(device_x, device_y, sums), cp.synchronize()),
        options.repeat,
    )
    numpys = median_ms(lambda: np.cumsum(X), options.repeat)
    report(f"running sums of {options.size} ints on {call.target}", ours, numpys, "arrays stay on the device")
    print(f"the sum of all is {device_y[options.size - 1]}: right")


if __name__ == "__main__":
    main()
