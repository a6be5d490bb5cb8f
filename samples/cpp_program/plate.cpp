#include "plate.h"

#include "kernels.h" // made of kernels.py by cudapy_add_kernels

#include <utility>

namespace {

constexpr int block = 256;

std::vector<float> cold(int rows, int columns) {
    std::vector<float> values(rows * columns);
    for (int x = 0; x < columns; ++x)
        values[x] = 100.0f;
    return values;
}

} // namespace

Plate::Plate(int rows, int columns) : now_({rows, columns}, cold(rows, columns)), next_({rows, columns}) {}

void Plate::spread(float rate) {
    kernels::spread({now_.extent(1), now_.extent(0)}, rate, now_, next_);
    std::swap(now_, next_);
}

double Plate::mean() const {
    cudapy::Array<double> totals((now_.size() + block - 1) / block, now_.device());
    // The same memory, seen as one row.
    const cudapy::View<const float> values(now_.data(), now_.size(), now_.device());
    kernels::sums(cudapy::Launch(now_.size()).block(block), values, totals);
    double sum = 0;
    for (const double total : totals.to_vector())
        sum += total;
    return sum / double(now_.size());
}
