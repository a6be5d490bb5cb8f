// Translated from reads.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ prelude failed_check
//+ prelude recorder
//+ helper in_range(int)
//+ helper assigned(int)
//+ helper assigned(float)
//+ helper nonzero(int)
//+ helper exact_mul(int)
//+ helper record_read(int)
//+ helper record_write(int)
//+ helper load_volatile

// A variable that some path has not assigned has a flag next to it.
extern "C" __global__ void __launch_bounds__(1024) branches(unsigned threads, int* X, int X_len, float* Y,
                                                            int Y_len, int n, int step)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    int a = 0;
    bool a_is_assigned = false;
    float total = 0.0f;
    bool total_is_assigned = false;
    int i = 0;
    bool i_is_assigned = false;
    float c = 0.0f;
    bool c_is_assigned = false;
    if (n > 3) {
        a = X[record_read(in_range(0, X_len, 1), X, 2)];
        a_is_assigned = true;
    }
    const int value = assigned(a, a_is_assigned, 5);
    X[record_write(in_range(1, X_len, 3), X, value, 4)] = value;
    const int i_step = nonzero(step, 6);
    for (int64_t i_counter = 0; i_step > 0 ? i_counter < n : i_step < 0 && i_counter > n;
            i_counter += i_step) {
        i = i_counter;
        i_is_assigned = true;
        total = Y[record_read(in_range(i, Y_len, 7), Y, 8)];
        total_is_assigned = true;
    }
    const float value_ = assigned(total, total_is_assigned, 11) + assigned(i, i_is_assigned, 12);
    Y[record_write(in_range(0, Y_len, 9), Y, value_, 10)] = value_;
    const int b = X[record_read(in_range(2, X_len, 13), X, 14)];
    X[record_write(in_range(3, X_len, 15), X, b, 16)] = b;
    while (load_volatile(X[record_read(in_range(4, X_len, 17), X, 18)]) > 0) {
        c = 1.5f;
        c_is_assigned = true;
        if (load_volatile(X[record_read(in_range(5, X_len, 19), X, 20)]) != 0) break;
    }
    c = assigned(c, c_is_assigned, 21) + Y[record_read(in_range(1, Y_len, 22), Y, 23)];
    c_is_assigned = true;
    Y[record_write(in_range(2, Y_len, 24), Y, c, 25)] = c;
}

extern "C" __global__ void __launch_bounds__(1024) known(int* X, int X_len, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int i_step = exact_mul(int(blockDim.x), int(gridDim.x), 26);
    for (int64_t i_counter = idx; i_counter < n; i_counter += i_step) {
        int i = i_counter;
        X[record_write(in_range(i, X_len, 27), X, 1, 28)] = 1;
    }
    for (int i = n; i > 0; i -= 2) {
        X[record_write(in_range(i, X_len, 29), X, 2, 30)] = 2;
    }
}
