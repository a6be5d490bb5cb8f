#pragma once
// cudapy.Launch: a kernel and a number of threads, `call(n)` or `call(n, block=256)`. Calling it with the
// arguments runs the kernel.

#include "pymodule/src/kernel/program.h"
#include "pymodule/src/launch/call_mark.h"
#include "runtime/queue/stream.h"

#include <array>

namespace cudapy::python {

/// The shape of a launch: how many threads, and in which blocks.
struct LaunchShape {
    runtime::Extent threads{};
    runtime::Extent block{}; ///< a block that the kernel allows; 0 along x: chosen at the launch
    /// The numbers of elements of the shared arrays that are sized at the launch, and the bytes that all of
    /// them take together.
    std::array<int64_t, most_dynamic_arrays> shared{};
    unsigned shared_bytes = 0;
    runtime::StreamRef stream; ///< null: the one that is current at the launch
};

/// Returns (name, is_array, reads, writes, is_bar, tangent_of, is_captured) for each parameter, but for those
/// of tapes.
Ref uses_of(const KernelInfo& info);

/// Returns the mark of a launch, which its kernel keeps from its first call on.
CallMark& mark_of(PyObject* launch);
/// Notes that CudaPy keeps the launch for calls that may never come. Anything else than a launch stays as it
/// is.
void keep_uncalled(PyObject* launch);
/// Returns whether the launch is one of this kernel with the threads and the block of this shape, and has
/// neither dynamic shared memory nor a stream of its own.
bool is_same_launch(PyObject* launch, const LoadedKernel* kernel, const LaunchShape& shape);
/// Returns the kernel of a launch.
const LoadedKernel* kernel_of(PyObject* launch);
Ref new_launch(std::shared_ptr<Program> program, const LoadedKernel* kernel, const LaunchShape& shape);

void add_launch(PyObject* module);

} // namespace cudapy::python
