"""sparse_product: a sparse matrix times a vector. The matrix is in rows (CSR): the elements that are not
zero, and where they are."""

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp


# product : void (int* starts, int* columns, float* elements, float* x, float* y)
def product(starts, columns, elements, x, y):
    """A thread for each row; the elements of row r are those from starts[r] up to starts[r + 1]."""
    total = 0.0
    for i in range(starts[idx], starts[idx + 1]):
        total += elements[i] * x[columns[i]]
    y[idx] = total


def random_matrix(rows, columns, per_row, random):
    """The three arrays of a matrix with 0 to 2 `per_row` elements in each row."""
    counts = random.integers(0, 2 * per_row + 1, rows)
    starts = np.zeros(rows + 1, np.int32)
    np.cumsum(counts, out=starts[1:])
    return (
        starts,
        random.integers(0, columns, starts[-1]).astype(np.int32),
        random.random(starts[-1], dtype=np.float32),
    )


def main():
    options = arguments(__doc__, rows=100_000, columns=50_000, per_row=16).parse_args()
    random = np.random.default_rng(1)
    starts, columns, elements = random_matrix(options.rows, options.columns, options.per_row, random)
    x = random.random(options.columns, dtype=np.float32)
    call = cp.compile(product)
    given = [cp.CudaArray(a) for a in (starts, columns, elements, x)]
    y = cp.CudaArray.allocate(options.rows, cp.Float)
    call(options.rows)(*given, y)

    def reference():
        row_of = np.repeat(np.arange(options.rows), np.diff(starts))
        return np.bincount(row_of, weights=elements * x[columns], minlength=options.rows)

    require(np.allclose(y.numpy(), reference(), rtol=1e-4), "sparse_product: an element differs from NumPy's")

    def ours():
        call(options.rows)(*given, y)
        cp.synchronize()

    report(
        f"product with {len(elements)} elements on {call.target}",
        median_ms(ours, options.repeat),
        median_ms(reference, options.repeat),
        "arrays stay on the device",
    )
    print("every element: right")


if __name__ == "__main__":
    main()
