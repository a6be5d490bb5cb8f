# matmul : void (float* A, float* B, float* C, int rows, int inner, int columns)
def matmul(A, B, C, rows, inner, columns):
    """C = A B, one thread an element: x is the column, y the row."""
    if idx < columns and idy < rows:
        total = 0.0
        for k in range(inner):
            total += A[idy * inner + k] * B[k * columns + idx]
        C[idy * columns + idx] = total
