// Runs the kernels on the CPU through the header, in one thread and in several.

#include "check.h"
#include "from_c.h"
#include "kernels.h"

#include <thread>
#include <vector>

static void check_saxpy() {
    const int n = 1000;
    std::vector<float> X(n), Y(n), Z(n);
    for (int i = 0; i < n; ++i) {
        X[i] = float(i);
        Y[i] = Z[i] = 1.0f;
    }
    const CpuRange range = cpu_range(n + 7, 1, 1, 256, 1, 1);
    run_saxpy(&range, 2.0f, X.data(), n, Y.data(), n);
    expect("saxpy_from_c() == 0", saxpy_from_c(2.0f, X.data(), Z.data(), n) == 0);
    for (int i = 0; i < n; ++i) {
        expect_equal("Y", i, Y[i], 2.0f * i + 1.0f);
        expect_equal("Z", i, Z[i], 2.0f * i + 1.0f);
    }
    // The same array twice.
    run_saxpy(&range, 1.0f, X.data(), n, X.data(), n);
    for (int i = 0; i < n; ++i)
        expect_equal("X", i, X[i], 2.0f * i);
}

static void check_matmul() {
    const int rows = 33, inner = 20, columns = 47;
    std::vector<double> A(rows * inner), B(inner * columns), C(rows * columns, -1.0);
    for (std::size_t i = 0; i < A.size(); ++i)
        A[i] = double(i % 13);
    for (std::size_t i = 0; i < B.size(); ++i)
        B[i] = double(i % 7);
    const CpuRange whole = cpu_range(columns, rows, 1, 64, 4, 1);
    std::vector<std::thread> workers;
    const int parts = 3;
    for (int part = 0; part < parts; ++part)
        workers.emplace_back([&, part] {
            CpuRange range = whole;
            range.first_block = whole.end_block * part / parts;
            range.end_block = whole.end_block * (part + 1) / parts;
            run_matmul(&range, rows, inner, columns, A.data(), int(A.size()), B.data(), int(B.size()),
                       C.data(), int(C.size()));
        });
    for (std::thread& worker : workers)
        worker.join();
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            double total = 0;
            for (int k = 0; k < inner; ++k)
                total += A[y * inner + k] * B[k * columns + x];
            expect_equal("C", y * columns + x, C[y * columns + x], total);
        }
}

static void check_floor_division() {
    const int n = 100;
    for (const int divisor : {3, -7, 1, -1}) {
        std::vector<int64_t> quotients(n);
        bool is_exact[n] = {};
        const CpuRange range = cpu_range(n, 1, 1, 32, 1, 1);
        run_floor_division(&range, divisor, quotients.data(), n, is_exact, n);
        for (int i = 0; i < n; ++i) {
            expect_equal<int64_t>("quotients", i, quotients[i], floor_quotient(i - 50, divisor));
            expect_equal("is_exact", i, is_exact[i], (i - 50) % divisor == 0);
        }
    }
    // A zero divisor gives some value, and the program lives.
    std::vector<int64_t> quotients(n);
    bool is_exact[n] = {};
    const CpuRange range = cpu_range(n, 1, 1, 32, 1, 1);
    run_floor_division(&range, 0, quotients.data(), n, is_exact, n);
}

static void check_blocks() {
    const int n = 100;
    std::vector<int> thread(n, -1), width(n, -1);
    const CpuRange range = cpu_range(n, 1, 1, 32, 1, 1);
    run_in_block(&range, thread.data(), n, width.data(), n);
    for (int i = 0; i < n; ++i) {
        expect_equal("thread", i, thread[i], i % 32);
        expect_equal("width", i, width[i], 32);
    }
}

static void check_block_sum() {
    const int n = 1000;
    std::vector<float> X(n);
    for (int i = 0; i < n; ++i)
        X[i] = float(i % 7);
    for (const int block : {256, 64, 1}) {
        const CpuRange range = cpu_range(n, 1, 1, block, 1, 1);
        const int blocks = int(range.end_block);
        std::vector<float> sums(blocks, -1.0f);
        run_block_sum(&range, X.data(), n, sums.data(), blocks);
        for (int b = 0; b < blocks; ++b) {
            float total = 0;
            for (int i = b * block; i < n && i < (b + 1) * block; ++i)
                total += X[i];
            expect_equal("sums", b, sums[b], total);
        }
    }
    std::vector<int> values(64, 1);
    const CpuRange range = cpu_range(64, 1, 1, 32, 1, 1);
    expect("agree(all alike) == 0", run_agree(&range, values.data(), 64) == 0);
    expect_equal("values", 63, values[63], 2);
    values[40] = 0;
    expect("agree(one another) tells the line", run_agree(&range, values.data(), 64) > 0);
}

int main() {
    check_saxpy();
    check_matmul();
    check_floor_division();
    check_blocks();
    check_block_sum();
    std::puts("cpp_program: all kernels give what was expected on the CPU");
}
