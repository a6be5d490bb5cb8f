// Translated from comments.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

// Scales.
// A second line, with a backslash at its end \ .
// Another comment between the signature and the function.
//
// Multiplies X by a factor.
//
// Indented, with "quotes", a // and a */ and a \ backslash.
//     Deeper.
static __global__ void scale(unsigned threads, float factor, float* X, int X_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    // Above the first statement.
    if (idx < X_len) { // at the end of the header
        // Inside.
        X[idx] *= factor; // after the statement
    } else {
        // Above else.
        // In else.
    }
    // Ends with what the preprocessor takes for a continuation: \ .
    int n = 0; // ??/ .
    // Above the loop.
    for (int i = 0; i < 3; ++i) { // three times
        n += i; // é √ x
    }
    while (n > 0) { // down
        n -= 1;
        // At the end of a body.
    }
    if (n < 0) {
        // Inside an empty branch.
        // next to it
    } else if (n > 5) {
        n = 5;
        // At the end of an elif.
    } else {
        // Above a bare else.
    }
    for (int i = 0; i < 4; ++i) {
        if (i == n) {
            break;
            // After a break.
        }
        // Deeper than the loop.
    }
    // At the end of the function.
}

extern "C" cudaError_t launch_scale(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float factor, float* X, int X_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    scale<<<grid, block, shared_bytes, stream>>>(threads.x, factor, X, X_len);
    return cudaGetLastError();
}
