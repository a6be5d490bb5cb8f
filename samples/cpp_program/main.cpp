// Heat spreads over a plate with one hot edge. The same program runs on a GPU and on the CPU, without Python.
//     heat [cpu | cuda] [steps]

#include "plate.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace {

constexpr int rows = 200, columns = 300;
constexpr float rate = 0.2f;

// What the kernels compute, in C++.
std::vector<float> expected_plate(std::vector<float> plate, int steps) {
    std::vector<float> next = plate;
    for (int step = 0; step < steps; ++step) {
        for (int y = 1; y < rows - 1; ++y)
            for (int x = 1; x < columns - 1; ++x) {
                const int i = y * columns + x;
                next[i] = plate[i] + rate * (plate[i - columns] + plate[i + columns] + plate[i - 1] +
                                             plate[i + 1] - 4 * plate[i]);
            }
        std::swap(plate, next);
    }
    return plate;
}

int run(int steps) {
    const cudapy::Device device = cudapy::current_device();
    const cudapy::Stream stream(device);
    const cudapy::UseStream use(stream); // what follows is this stream's work
    Plate plate(rows, columns);
    const std::vector<float> begin = plate.values();

    cudapy::Event start, end;
    start.record(stream);
    for (int step = 0; step < steps; ++step)
        plate.spread(rate);
    end.record(stream);
    end.synchronize();

    const std::vector<float> given = plate.values();
    const std::vector<float> expected = expected_plate(begin, steps);
    double sum = 0;
    for (int i = 0; i < rows * columns; ++i) {
        sum += given[i];
        if (std::abs(given[i] - expected[i]) > 1e-3f) {
            std::fprintf(stderr, "plate[%d][%d] is %g, expected %g\n", i / columns, i % columns, given[i],
                         expected[i]);
            return 1;
        }
    }
    if (std::abs(plate.mean() - sum / (rows * columns)) > 1e-6) {
        std::fprintf(stderr, "the mean is %g, expected %g\n", plate.mean(), sum / (rows * columns));
        return 1;
    }
    std::printf("heat: %d steps on %s in %.1f ms; the plate is at %.3f degrees, as expected\n", steps,
                device.name().c_str(), end.milliseconds_since(start), plate.mean());
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    try {
        if (argc > 1 && std::strcmp(argv[1], "cpu") == 0) cudapy::set_current_device(cudapy::Device::cpu());
        if (argc > 1 && std::strcmp(argv[1], "cuda") == 0) cudapy::set_current_device(cudapy::Device::cuda());
        return run(argc > 2 ? std::atoi(argv[2]) : 100);
    } catch (const cudapy::Error& error) {
        std::fprintf(stderr, "heat: %s\n", error.what());
        return 1;
    }
}
