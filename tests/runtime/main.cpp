#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "tests/runtime/without_machine.h"

int main(int count, char** arguments) {
    const cudapy::runtime::testing::WithoutMachine without(arguments);
    return doctest::Context(count, arguments).run();
}
