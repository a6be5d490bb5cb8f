#pragma once
// What a kernel on the CPU reports: the number that it leaves in its failure slot, in words.

#include "runtime/cpu/cpu_kernel.h"

#include <cstdint>
#include <functional>
#include <string>

namespace cudapy::runtime {

/// Throws Error assertion, kernel or launch for a number that is not 0; `message` gives the words of an
/// assertion by its number, counted from 1. `file` has all lines of the kernel and of what it calls; it is
/// empty where several have. `hint` is added to what is said of threads that wait for others.
void report_kernel_failure(const std::string& kernel, const std::string& file, bool is_cooperative,
                           std::int32_t failure, const std::function<std::string(std::size_t)>& message,
                           const std::string& hint = "");

} // namespace cudapy::runtime
