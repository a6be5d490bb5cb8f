// Translated from line_directives.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

// pycu2cu: --line-directives --no-stubs
#line 3 "line_directives.py"
static __device__ float add(float a, float b)
{
#line 4
    return a + b;
#line 3
}

#line 8
extern "C" __global__ void lines(unsigned threads, int n, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    // A comment.
#line 11
    if (n > 3) {
        X[0] = add(X[0], 1.0f);
#line 14
    } else if (n > 2) {
#line 16
        X[1] = 2.0f;
    } else {
        X[2] = 3.0f;
    }
#line 19
    for (int i = 0; i < n; ++i) {
        const float X_next = X[i];
#line 20
        X[i] = X[i + 1];
#line 20
        X[i + 1] = X_next;
    }
#line 21
    X[3] = 4.0f;
#line 8
}
