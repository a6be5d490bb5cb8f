// A test of the library. It launches one of its kernels by itself, because the library shows them.

#include "kernels.h"
#include "plate.h"

#include <cstdio>
#include <vector>

int main() {
    const cudapy::Array<float> values(std::vector<float>(1000, 0.5f));
    cudapy::Array<double> totals(4);
    kernels::sums(cudapy::Launch(1024).block(256), values, totals);
    const std::vector<double> expected = {128, 128, 128, 116};
    if (totals.to_vector() != expected) {
        std::fprintf(stderr, "the sums of the blocks are wrong\n");
        return 1;
    }
    Plate plate(3, 4);
    plate.spread(0.25f);
    const std::vector<float> after = {100, 100, 100, 100, 0, 25, 25, 0, 0, 0, 0, 0};
    if (plate.values() != after) {
        std::fprintf(stderr, "the plate is wrong\n");
        return 1;
    }
    std::printf("plate: as expected\n");
}
