#include "runtime/launch/launch_step.h"

#include <algorithm>

namespace cudapy::runtime {

using generated::LaunchStep;
using generated::StepExtent;

namespace {

// So many threads keep a GPU busy, and so many a CPU, which runs them in strips.
constexpr std::int64_t busy_gpu = 1 << 17, busy_cpu = 1 << 12;
/// A part has so many threads at least, so that its loop is worth its sum.
constexpr std::int64_t least_share = 32;
/// A thread of a strided kernel does the work of so many, so that its sums are worth their atomics.
constexpr std::int64_t share_of_thread = 16;
/// Sums of coordinates and shares must be 32-bit integers: with more threads there is one part.
constexpr std::int64_t most_divided = 1 << 30;

std::int64_t extent_of(const StepExtent& which, const Extent& asked,
                       const std::function<std::int64_t(int, int)>& extent) {
    if (which.kind == StepExtent::elements) {
        std::int64_t all = 1;
        for (int dimension = 0; which.dimension >> dimension != 0; ++dimension)
            if ((which.dimension >> dimension & 1) != 0) all *= extent(which.parameter, dimension);
        return all;
    }
    if (which.kind != StepExtent::extent) return 1;
    const std::int64_t all = extent(which.parameter, which.dimension);
    if (which.asked_axis < 0) return all;
    const std::int64_t most = asked[static_cast<std::size_t>(which.asked_axis)] + which.more_than_asked;
    return std::clamp<std::int64_t>(most, 0, all);
}

} // namespace

StepThreads step_threads(const LaunchStep& step, const Extent& asked, Device device,
                         const std::function<std::int64_t(int, int)>& extent) {
    StepThreads found{{1, 1, 1}, asked, 1, asked};
    std::int64_t elements = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        found.threads[axis] = extent_of(step.extents[axis], asked, extent);
        elements *= found.threads[axis];
    }
    if (elements == 0 || count_of(asked) == 0) return {{0, 0, 0}, asked, 1, asked};
    std::int64_t threads = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        if ((step.divided_axes >> axis & 1) != 0) threads = std::max(threads, asked[axis]);
    if (threads == 0) return found;
    const std::int64_t busy = device.is_host() ? busy_cpu : busy_gpu;
    std::int64_t parts = 1;
    if (threads < most_divided)
        parts =
            std::clamp<std::int64_t>(busy / elements, 1, std::max<std::int64_t>(threads / least_share, 1));
    const bool is_other = step.when == LaunchStep::one_part        ? parts > 1
                          : step.when == LaunchStep::several_parts ? parts == 1
                                                                   : false;
    if (is_other) return {{0, 0, 0}, asked, 1, asked};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        found.shares[axis] = (asked[axis] + parts - 1) / parts;
        if (step.extents[axis].kind == StepExtent::parts) found.threads[axis] = parts;
    }
    return found;
}

StepThreads strided_threads(int axis, const Extent& asked, Device device) {
    StepThreads found{asked, asked, 1, asked};
    const auto place = static_cast<std::size_t>(axis);
    const std::int64_t others = count_of(asked) / std::max<std::int64_t>(asked[place], 1);
    if (others == 0) return found;
    const std::int64_t least = device.is_host() ? busy_cpu : 2 * busy_gpu;
    const std::int64_t most = device.is_host() ? busy_cpu : 8 * busy_gpu;
    const std::int64_t wanted = std::clamp(asked[place] / share_of_thread, least / others, most / others);
    if (asked[place] < most_divided)
        found.threads[place] = std::clamp<std::int64_t>(wanted, 1, std::max<std::int64_t>(asked[place], 1));
    found.stride = found.threads[place];
    return found;
}

namespace {

// These are the numbers of the parts in program::LaunchPart, where x, y and z follow each other.
constexpr int asked_x = 8, share_x = 11, stride = share_x + 3;

} // namespace

bool is_of_step(int part) {
    return part >= asked_x;
}

const void* part_of(const StepThreads& step, int part) {
    if (part == stride) return &step.stride;
    if (part < asked_x || part > stride) return nullptr;
    return part < share_x ? &step.asked[static_cast<std::size_t>(part - asked_x)]
                          : &step.shares[static_cast<std::size_t>(part - share_x)];
}

} // namespace cudapy::runtime
