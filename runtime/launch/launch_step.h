#pragma once
// The threads of kernels that the launch of another kernel launches first: the steps of a derivative.

#include "runtime/cuda/device.h"
#include "runtime/include/cudapy/launch_step.h"
#include "runtime/launch/extent.h"

#include <cstdint>
#include <functional>

namespace cudapy::runtime {

struct StepThreads {
    Extent threads;          ///< of the step; zeros where it has nothing to do
    Extent asked;            ///< of the other kernel
    std::int64_t stride = 1; ///< of a strided kernel: the threads along its axis
    Extent shares; ///< along each axis: how many of these a part has, if it is that axis which is divided
};

/// Returns the threads of a step of a kernel that runs with `asked` threads. `extent(parameter, dimension)`
/// is that of an array argument. Where a step has few elements, the threads that add to each are divided in
/// so many parts that the device has enough to do.
StepThreads step_threads(const generated::LaunchStep& step, const Extent& asked, Device device,
                         const std::function<std::int64_t(int, int)>& extent);

/// Returns the threads that a kernel runs with, each of which does the work of several along an axis.
StepThreads strided_threads(int axis, const Extent& asked, Device device);

/// Returns the address of the value of a parameter that only steps and strided kernels have, by its
/// program::LaunchPart; null for another part.
const void* part_of(const StepThreads& step, int part);
/// Returns whether it is one of those, and not a part of a tape.
bool is_of_step(int part);

} // namespace cudapy::runtime
