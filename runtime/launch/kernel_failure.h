#pragma once
// The failures of a kernel on the CPU. It leaves a number in its failure slot, which is put into words here.

#include "runtime/cpu/cpu_kernel.h"

#include <cstdint>
#include <functional>
#include <string>

namespace cudapy::runtime {

/// Throws Error assertion, kernel or launch for a number that is not 0. `place` returns the line that a
/// number in the text of the kernel stands for, "line 12 of kernels.py", and `message` the words of an
/// assertion by its number, counted from 1. `hint` is added to the message about threads that wait for
/// others.
void report_kernel_failure(const std::string& kernel, bool is_cooperative, std::int32_t failure,
                           const std::function<std::string(int)>& place,
                           const std::function<std::string(std::size_t)>& message,
                           const std::string& hint = "");

} // namespace cudapy::runtime
