#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "tests/runtime/without_machine.h"

#include <cstdlib>

int main(int count, char** arguments) {
    const cudapy::runtime::testing::WithoutMachine without(arguments);
    // Launches use OpenMP's team without looking whether it is busy.
    setenv("CUDAPY_OPENMP", "1", 1);
    return doctest::Context(count, arguments).run();
}
