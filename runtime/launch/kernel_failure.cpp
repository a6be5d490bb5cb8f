#include "runtime/launch/kernel_failure.h"

#include "runtime/support/error.h"

#include <fmt/format.h>

#include <cstdlib>

namespace cudapy::runtime {

namespace {

std::string lost_in_grid(const std::string& line) {
    return fmt::format(
        "some threads of the grid wait for others that never come, as {} shows: every thread of "
        "every block must reach each barrier of the grid, and go the same way around it",
        line);
}

/// Throws the error about threads of which none goes on.
[[noreturn]] void report_stall(const std::string& kernel, std::int32_t stall,
                               const std::function<std::string(int)>& place, const std::string& hint) {
    const std::string line = place(stall & 0xffffff);
    std::string what;
    switch (generated::Stall(stall >> 24)) {
    case generated::Stall::loop:
        what = fmt::format("the loop in {} waits for what no thread writes: all threads of the launch that "
                           "have not ended wait, and none has gone on for CUDAPY_WAIT_LIMIT seconds "
                           "(10, if it is not set). A block may wait for those of lower numbers, and for "
                           "higher ones only as far as they run at the same time",
                           line);
        break;
    case generated::Stall::barrier:
        what = fmt::format("some threads of a block wait at the barrier in {} for others that never come "
                           "there",
                           line);
        break;
    case generated::Stall::grid:
        what = lost_in_grid(line);
        break;
    case generated::Stall::warp:
        what = fmt::format("threads of a warp wait in {} for others that never come there with the same "
                           "mask: each thread that the mask names must come, and no other",
                           line);
        break;
    }
    throw Error(ErrorKind::kernel, fmt::format("{}: {}{}", kernel, what, hint));
}

} // namespace

void report_kernel_failure(const std::string& kernel, bool is_cooperative, std::int32_t failure,
                           const std::function<std::string(int)>& place,
                           const std::function<std::string(std::size_t)>& message, const std::string& hint) {
    if (failure == 0) return;
    const auto line = [&] { return place(std::abs(failure)); };
    if (failure >= first_assertion)
        throw Error(ErrorKind::assertion, message(static_cast<std::size_t>(failure - first_assertion)));
    if (failure >= first_stall) return report_stall(kernel, failure - first_stall, place, hint);
    if (failure == no_thread)
        throw Error(ErrorKind::launch, kernel + ": the system has no thread for each block of a kernel that "
                                                "waits for all of them; take larger blocks or fewer threads");
    if (failure > 0 && is_cooperative)
        throw Error(ErrorKind::kernel, fmt::format("{}: {}{}", kernel, lost_in_grid(line()), hint));
    if (failure < 0)
        throw Error(ErrorKind::kernel,
                    fmt::format("{}: the mask in {} names other threads of the warp than come there: "
                                "each thread that it names must come with the same mask, and no other{}",
                                kernel, line(), hint));
    throw Error(ErrorKind::kernel,
                fmt::format("{}: the threads of a block disagree about the condition in {}, which "
                            "decides about a barrier: some would wait there for others that never come{}",
                            kernel, line(), hint));
}

} // namespace cudapy::runtime
