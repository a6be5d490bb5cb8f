#pragma once
// Tests that are the same on every machine, with a GPU or without.

#include <filesystem>

namespace cudapy::runtime::testing {

/// For the life of the tests: there is no CUDA driver but the one that a test loads, and no variable
/// CUDAPY_... but those that a test sets.
class WithoutMachine {
  public:
    /// Starts the program again, with `arguments`, where the machine's driver could be found. Ends it with a
    /// message where that fails.
    explicit WithoutMachine(char** arguments);
    ~WithoutMachine();
    WithoutMachine(const WithoutMachine&) = delete;
    WithoutMachine& operator=(const WithoutMachine&) = delete;
};

/// What the loader finds instead of the machine's driver, an empty file.
std::filesystem::path no_driver();

} // namespace cudapy::runtime::testing
