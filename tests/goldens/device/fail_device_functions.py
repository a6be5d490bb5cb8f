import cudapy as cp

source = cp.cuda_source("""
struct Body { float x; };
__device__ float of_body(Body b) { return b.x; }
__device__ Body made(float x) { return {x}; }
__device__ int pick(int a, float b) { return a; }
__device__ int pick(float a, int b) { return b; }
template <int N> __device__ int counted(int a) { return a * N; }
__device__ void nothing(const float* X) {}
__device__ float with_default(float x, float y = 1.0f) { return x + y; }
""")


# k : void (float* X, double d)
def k(X, d):
    X[idx] = source.of_body(1.0)
    X[idx] = source.made(1.0)
    X[idx] = source.pick(1.0, 2.0)
    X[idx] = source.pick(d, d)
    X[idx] = source.counted(3)
    source.nothing(X[::2])
    source.nothing(X[idx])
    X[idx] = source.nothing(X)
    X[idx] = source.with_default(X[idx])
    X[idx] = source.with_default()
    X[idx] = source.of_bodies(1.0)
    X[idx] = source
