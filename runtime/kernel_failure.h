#pragma once
// What a kernel on the CPU reports: the number that it leaves in its failure slot, in words.

#include <cstdint>
#include <functional>
#include <string>

namespace cudapy::runtime {

/// The numbers as in translator/translate.h: from the first one on that of a failed assertion, and the one
/// that says that there is no thread for each block.
constexpr std::int32_t first_failed_assertion = 1 << 30;
constexpr std::int32_t no_thread_for_blocks = -2147483647 - 1;

/// Throws Error assertion, kernel or launch for a number that is not 0; `message` gives the words of an
/// assertion by its number, counted from 1.
void report_kernel_failure(const std::string& kernel, bool is_cooperative, std::int32_t failure,
                           const std::function<std::string(std::size_t)>& message);

} // namespace cudapy::runtime
