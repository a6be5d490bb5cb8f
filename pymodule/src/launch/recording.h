#pragma once
// Checked mode on the CPU: the recorder of one launch, and what it found as an error.

#include "pymodule/src/kernel/program.h"
#include "pymodule/src/launch/launch.h"
#include "runtime/checked/access_checker.h"
#include "translator/describe_findings.h"

#include <memory>
#include <vector>

namespace cudapy::python {

/// The size of the smallest part of an element that a kernel accesses by itself.
int64_t granule_of(const Type* type);
/// The memory of an array argument.
CheckedLaunch::Memory memory_of(const LoadedKernel& kernel, std::size_t parameter, const void* data,
                                const int64_t* extents);

class Recording {
  public:
    Recording(const LoadedKernel& kernel, const runtime::Extent& threads, const runtime::Extent& block);

    /// The memory of an array argument: the parameter, the elements, and its extents.
    void add(std::size_t parameter, const void* data, const int64_t* extents, runtime::WrittenBytes written);
    /// Once all is added: for Slot::What::recorder.
    generated::CpuRecorder* begin();
    /// When the launch has ended: throws Error kernel for what was found, or what the check found.
    void report(const FailedCheck& failed) const;

  private:
    const LoadedKernel& kernel_;
    CheckedLaunch launch_;
    std::vector<runtime::GivenMemory> memory_;
    std::unique_ptr<runtime::AccessChecker> checker_;
};

} // namespace cudapy::python
