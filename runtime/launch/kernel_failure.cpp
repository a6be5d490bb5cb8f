#include "runtime/launch/kernel_failure.h"

#include "runtime/support/error.h"

#include <fmt/format.h>

#include <cstdlib>

namespace cudapy::runtime {

void report_kernel_failure(const std::string& kernel, const std::string& file, bool is_cooperative,
                           std::int32_t failure, const std::function<std::string(std::size_t)>& message,
                           const std::string& hint) {
    if (failure == 0) return;
    const auto line = [&] {
        const std::string number = fmt::format("line {}", std::abs(std::int64_t(failure)));
        return file.empty() ? number : number + " of " + file;
    };
    if (failure >= first_assertion)
        throw Error(ErrorKind::assertion, message(static_cast<std::size_t>(failure - first_assertion)));
    if (failure == no_thread)
        throw Error(ErrorKind::launch, kernel + ": the system has no thread for each block of a kernel that "
                                                "waits for all of them; take larger blocks or fewer threads");
    if (failure > 0 && is_cooperative)
        throw Error(
            ErrorKind::kernel,
            fmt::format("{}: some threads of the grid wait for others that never come, as {} "
                        "shows: every thread of every block must come to each barrier of the grid, and go "
                        "the same way around it{}",
                        kernel, line(), hint));
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
