#pragma once
// Math functions of CUDA that the host's C library does not have, as C++ text that an emitted host file
// defines when it uses them. They need no header. tests/translator/builtins/host_math_test.cpp compiles them
// and states how accurate they are.

#include <span>
#include <string_view>
#include <vector>

namespace cudapy::emit {

struct HostHelper {
    std::string_view name;               ///< the name of the function that the text defines
    std::string_view text;               ///< ends with a line feed
    std::vector<std::string_view> needs; ///< helpers that must be above it
};

/// Returns all of them, each after those it needs.
std::span<const HostHelper> host_helpers();

/// Returns the helper with this name (Builtin::host_single, host_double), or null.
const HostHelper* find_host_helper(std::string_view name);

} // namespace cudapy::emit
