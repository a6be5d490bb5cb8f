// Translated from evaluation_order.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct Pair
{
    int x;
    int y;
};
//+ helper slice_bound(int)
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ int bump(int* A)
{
    A[0] += 1;
    return 9;
}

static __device__ int sub3(int a, int b, int c)
{
    return a * 100 + b * 10 + c;
}

static __global__ void places(unsigned threads, int* A, Pair* B)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    A[idx] = bump(A);
    const int bump_result = bump(A);
    A[A[0]] = bump_result;
    const int atomicAdd_result = atomicAdd(&A[0], 1);
    A[A[0] + A[1]] = atomicAdd_result;
    const int bump_result_ = bump(A);
    B[A[0]].x = bump_result_;
    A[idx] = bump(A);
    A[A[0]] = 5;
    const int index = A[0];
    const int A_value = A[index];
    A[index] = A_value + bump(A);
}

extern "C" cudaError_t launch_places(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, int* A, int /*A_len*/, Pair* B, int /*B_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    places<<<grid, block, shared_bytes, stream>>>(threads.x, A, B);
    return cudaGetLastError();
}

static __global__ void arguments(unsigned threads, int* A, int A_len, Pair* B)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int bump_result = bump(A);
    A[1] = sub3(A[0], 3, bump_result);
    A[2] = sub3(bump(A), 3, 2);
    const int bump_result_ = bump(A);
    A[3] = sub3(bump(A), bump_result_, 1);
    const int bump_result_2 = bump(A);
    B[1] = {A[0], bump_result_2};
    const int v_start = slice_bound(A[0], A_len);
    const int v_count = A_len - slice_bound(A[0], A_len);
    const int i_start = bump(A);
    for (int j = 0; j < v_count; ++j) {
        const int i = j + i_start;
        const int v = A[v_start + j];
        A[4] += i * v;
    }
}

extern "C" cudaError_t launch_arguments(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, int* A, int A_len, Pair* B, int /*B_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    arguments<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_len, B);
    return cudaGetLastError();
}
