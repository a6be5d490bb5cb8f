#pragma once
// Checked mode on the CPU: the recorder of one launch, and its findings as an error.

#include "pymodule/src/kernel/program.h"
#include "pymodule/src/launch/launch.h"
#include "runtime/race_detector/race_detector.h"
#include "translator/explain/describe_findings.h"

#include <memory>
#include <vector>

namespace cudapy::python {

/// Returns the size of the smallest part of an element that a kernel accesses by itself.
int64_t granule_of(const Type* type);
/// Describes the memory of an array argument.
CheckedLaunch::Memory memory_of(const LoadedKernel& kernel, std::size_t parameter, const void* data,
                                const int64_t* extents);

class Recording {
  public:
    Recording(const LoadedKernel& kernel, const runtime::Extent& threads, const runtime::Extent& block);

    /// Adds the memory of an array argument: the parameter, the elements, and the extents.
    void add(std::size_t parameter, const void* data, const int64_t* extents, runtime::WrittenBytes written);
    /// Returns the recorder to pass for Slot::Kind::recorder. Must be called when all memory is added.
    generated::CpuRecorder* begin();
    /// Must be called when the launch has ended. Throws Error kernel for the findings of the recorder and of
    /// a check that failed.
    void report(const FailedCheck& failed) const;

  private:
    const LoadedKernel& kernel_;
    CheckedLaunch launch_;
    std::vector<runtime::GivenMemory> memory_;
    std::unique_ptr<runtime::RaceDetector> detector_;
};

} // namespace cudapy::python
