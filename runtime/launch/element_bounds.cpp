#include "runtime/launch/element_bounds.h"

#include "runtime/support/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace cudapy::runtime {

namespace {

/// Returns an index as text: `idx`, `idx + 1`.
std::string index_text(const ElementBound& bound, int64_t offset) {
    const char* const names[] = {"idx", "idy", "idz"};
    const char* const name = names[bound.coordinate];
    return offset == 0 ? name
                       : fmt::format("{} {} {}", name, offset < 0 ? '-' : '+', offset < 0 ? -offset : offset);
}

/// Returns the access as text: "every thread uses A[idx]", "every thread uses idx as index 1 of A".
std::string use_text(const BoundsViolation& outside, const std::string& index) {
    return outside.rank == 1 ? fmt::format("every thread uses {}[{}]", outside.array, index)
                             : fmt::format("every thread uses {} as index {} of {}", index,
                                           outside.bound.axis, outside.array);
}

/// Returns the array's length as a sentence: "A has 10 elements", "A.shape[1] is 480".
std::string length_text(const BoundsViolation& outside) {
    const int64_t extent = outside.extents[outside.bound.axis];
    return outside.rank == 1
               ? fmt::format("{} has {} element{}", outside.array, extent, extent == 1 ? "" : "s")
               : fmt::format("{}.shape[{}] is {}", outside.array, outside.bound.axis, extent);
}

/// Returns the expression for the array's length: `len(A)`, `A.shape[1]`.
std::string length_name(const BoundsViolation& outside) {
    return outside.rank == 1 ? fmt::format("len({})", outside.array)
                             : fmt::format("{}.shape[{}]", outside.array, outside.bound.axis);
}

} // namespace

void throw_outside(const Kernel& kernel, const Extent& threads, const Extent* block,
                   const BoundsViolation& outside) {
    const ElementBound& bound = outside.bound;
    const auto axis = static_cast<std::size_t>(bound.coordinate);
    const Extent run = kernel.threads_that_run(threads, block);
    std::string launch = fmt::format("{}: a launch of {} threads", kernel.traits().name, text_of(threads));
    if (run != threads)
        launch += fmt::format(" is {} in whole blocks of {} and", text_of(run),
                              text_of(block ? *block : kernel.block_for(threads)));
    if (bound.least < 0)
        throw Error(
            ErrorKind::launch,
            fmt::format("{} goes outside {}: {}, which is {} for {} 0; write `if {} >= {}:` around it",
                        launch, outside.array, use_text(outside, index_text(bound, bound.least)), bound.least,
                        index_text(bound, 0), index_text(bound, 0), -bound.least));
    const int64_t fit = std::max<int64_t>(outside.extents[bound.axis] - bound.most, 0);
    std::string cure;
    if (outside.extents[bound.axis] == 0 && outside.rank == 1) {
        const int64_t needed = run[axis] + bound.most;
        cure = fmt::format("give {} {} element{}, or ", outside.array, needed, needed == 1 ? "" : "s");
    } else if (fit > 0 && run == threads && outside.rank > 1 && !outside.over.empty()) {
        Extent all{1, 1, 1};
        for (int i = 0; i < outside.rank; ++i)
            all[static_cast<std::size_t>(outside.rank - 1 - i)] = outside.extents[i];
        cure = fmt::format("launch {} threads, as {} does, or ", text_of(all), outside.over);
    } else if (fit > 0 && run == threads) {
        cure = fmt::format("launch {} thread{} along {}", fit, fit == 1 ? "" : "s", "xyz"[axis]);
        if (!outside.over.empty()) cure += fmt::format(", as {} does", outside.over);
        cure += ", or ";
    }
    throw Error(ErrorKind::launch,
                fmt::format("{} goes outside {}: {}, {} up to {}, and {}; {}write `if {} < {}:` around it",
                            launch, outside.array, use_text(outside, index_text(bound, bound.most)),
                            index_text(bound, 0), run[axis] - 1, length_text(outside), cure,
                            index_text(bound, bound.most), length_name(outside)));
}

} // namespace cudapy::runtime
