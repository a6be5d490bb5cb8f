// Launches the kernels on a GPU through the header. Ends with 77 where there is none.

#include "check.h"
#include "from_c.h"
#include "kernels.h"

#include <vector>

static void succeed(const char* what, cudaError_t status) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(1);
}

// A copy of host values on the device.
template <typename T>
class DeviceArray {
  public:
    explicit DeviceArray(const std::vector<T>& values) : size_(values.size()) {
        succeed("cudaMalloc", cudaMalloc(reinterpret_cast<void**>(&data_), size_ * sizeof(T)));
        succeed("cudaMemcpy", cudaMemcpy(data_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~DeviceArray() { cudaFree(data_); }
    DeviceArray(const DeviceArray&) = delete;

    T* data() const { return data_; }
    int length() const { return int(size_); }
    std::vector<T> values() const {
        std::vector<T> result(size_);
        succeed("cudaMemcpy", cudaMemcpy(result.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
        return result;
    }

  private:
    T* data_ = nullptr;
    std::size_t size_;
};

static dim3 grid_for(dim3 threads, dim3 block) {
    return dim3((threads.x + block.x - 1) / block.x, (threads.y + block.y - 1) / block.y,
                (threads.z + block.z - 1) / block.z);
}

static void check_saxpy() {
    const int n = 1000;
    std::vector<float> x(n), ones(n, 1.0f);
    for (int i = 0; i < n; ++i)
        x[i] = float(i);
    DeviceArray<float> X(x), Y(ones), Z(ones);
    const dim3 threads(n), block(256);
    succeed("launch_saxpy", launch_saxpy(threads, grid_for(threads, block), block, 0, nullptr, 2.0f, X.data(),
                                         X.length(), Y.data(), Y.length()));
    succeed("saxpy_from_c", cudaError_t(saxpy_from_c(2.0f, X.data(), Z.data(), n)));
    succeed("cudaDeviceSynchronize", cudaDeviceSynchronize());
    const std::vector<float> y = Y.values(), z = Z.values();
    for (int i = 0; i < n; ++i) {
        expect_equal("Y", i, y[i], 2.0f * i + 1.0f);
        expect_equal("Z", i, z[i], 2.0f * i + 1.0f);
    }
}

static void check_refusals() {
    DeviceArray<float> X(std::vector<float>(10, 1.0f));
    const auto launch = [&](dim3 threads, dim3 grid, dim3 block) {
        return launch_saxpy(threads, grid, block, 0, nullptr, 2.0f, X.data(), X.length(), X.data(),
                            X.length());
    };
    expect("too few blocks are refused", launch(dim3(10), dim3(2), dim3(4)) == cudaErrorInvalidConfiguration);
    expect("a wide y is refused", launch(dim3(10), dim3(1), dim3(10, 2)) == cudaErrorInvalidConfiguration);
    expect("a second row is refused",
           launch(dim3(10), dim3(1, 2), dim3(10)) == cudaErrorInvalidConfiguration);
    expect("no threads succeed", launch(dim3(0), dim3(0), dim3(1)) == cudaSuccess);
    // Which error it is differs between drivers and under compute-sanitizer; that there is one does not.
    expect("blocks past the device's limit fail", launch(dim3(10), dim3(1), dim3(4096)) != cudaSuccess);
    succeed("after refusals", cudaDeviceSynchronize());
    for (const float value : X.values())
        expect_equal("X", 0, value, 1.0f);
}

static void check_matmul() {
    const int rows = 33, inner = 20, columns = 47;
    std::vector<double> a(rows * inner), b(inner * columns);
    for (std::size_t i = 0; i < a.size(); ++i)
        a[i] = double(i % 13);
    for (std::size_t i = 0; i < b.size(); ++i)
        b[i] = double(i % 7);
    DeviceArray<double> A(a), B(b), C(std::vector<double>(rows * columns, -1.0));
    const dim3 threads(columns, rows), block(16, 8);
    cudaStream_t stream;
    succeed("cudaStreamCreate", cudaStreamCreate(&stream));
    succeed("launch_matmul",
            launch_matmul(threads, grid_for(threads, block), block, 0, stream, rows, inner, columns, A.data(),
                          A.length(), B.data(), B.length(), C.data(), C.length()));
    succeed("cudaStreamSynchronize", cudaStreamSynchronize(stream));
    succeed("cudaStreamDestroy", cudaStreamDestroy(stream));
    const std::vector<double> c = C.values();
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            double total = 0;
            for (int k = 0; k < inner; ++k)
                total += a[y * inner + k] * b[k * columns + x];
            expect_equal("C", y * columns + x, c[y * columns + x], total);
        }
}

static void check_floor_division() {
    const int n = 100;
    const dim3 threads(n), block(32);
    for (const int divisor : {3, -7, 1, -1}) {
        DeviceArray<int64_t> quotients(std::vector<int64_t>(n, 0));
        bool* is_exact = nullptr;
        succeed("cudaMalloc", cudaMalloc(reinterpret_cast<void**>(&is_exact), n));
        succeed("launch_floor_division",
                launch_floor_division(threads, grid_for(threads, block), block, 0, nullptr, divisor,
                                      quotients.data(), n, is_exact, n));
        const std::vector<int64_t> values = quotients.values();
        bool exact[n];
        succeed("cudaMemcpy", cudaMemcpy(exact, is_exact, n, cudaMemcpyDeviceToHost));
        succeed("cudaFree", cudaFree(is_exact));
        for (int i = 0; i < n; ++i) {
            expect_equal<int64_t>("quotients", i, values[i], floor_quotient(i - 50, divisor));
            expect_equal("is_exact", i, exact[i], (i - 50) % divisor == 0);
        }
    }
}

static void check_blocks() {
    const int n = 100;
    DeviceArray<int> thread(std::vector<int>(n, -1)), width(std::vector<int>(n, -1));
    const dim3 threads(n), block(32);
    succeed("launch_in_block", launch_in_block(threads, grid_for(threads, block), block, 0, nullptr,
                                               thread.data(), n, width.data(), n));
    const std::vector<int> t = thread.values(), w = width.values();
    for (int i = 0; i < n; ++i) {
        expect_equal("thread", i, t[i], i % 32);
        expect_equal("width", i, w[i], 32);
    }
}

static void check_block_sum() {
    const int n = 1000;
    std::vector<float> values(n);
    for (int i = 0; i < n; ++i)
        values[i] = float(i % 7);
    DeviceArray<float> X(values);
    const dim3 threads(n);
    for (const int size : {256, 64}) {
        const dim3 block(size), grid = grid_for(threads, block);
        DeviceArray<float> sums(std::vector<float>(grid.x, -1.0f));
        succeed("launch_block_sum",
                launch_block_sum(threads, grid, block, 0, nullptr, X.data(), n, sums.data(), int(grid.x)));
        const std::vector<float> given = sums.values();
        for (int b = 0; b < int(grid.x); ++b) {
            float total = 0;
            for (int i = b * size; i < n && i < (b + 1) * size; ++i)
                total += values[i];
            expect_equal("sums", b, given[b], total);
        }
    }
}

int main() {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::puts("cpp_program: there is no GPU here; linked, not run");
        return 77;
    }
    check_saxpy();
    check_refusals();
    check_matmul();
    check_floor_division();
    check_blocks();
    check_block_sum();
    std::puts("cpp_program: all kernels give what was expected on the GPU");
}
