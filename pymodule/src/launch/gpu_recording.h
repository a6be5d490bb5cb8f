#pragma once
// Checked mode on a GPU: the memory that a launch's recorder has there, and its findings as an error.

#include "pymodule/src/kernel/program.h"
#include "pymodule/src/launch/launch.h"
#include "runtime/include/cudapy/cuda_kernel.h"
#include "runtime/memory/memory.h"
#include "runtime/race_detector/finding.h"
#include "runtime/support/error.h"
#include "translator/explain/describe_findings.h"

#include <mutex>
#include <optional>
#include <vector>

namespace cudapy::python {

/// The recording of one launch. Other launches wait while it lives, since a module has one recorder.
class GpuRecording {
  public:
    GpuRecording(const LoadedKernel& kernel, const runtime::Extent& threads, const runtime::Extent& block,
                 unsigned shared_bytes);
    /// Ends the recording: kernels report nothing to the recorder any more.
    ~GpuRecording();
    GpuRecording(const GpuRecording&) = delete;
    GpuRecording& operator=(const GpuRecording&) = delete;

    /// Adds the memory of an array argument: the parameter, the elements, and the extents.
    void add(std::size_t parameter, const void* data, const int64_t* extents);
    /// Must be called when all memory is added, before the launch. If the device has too little memory,
    /// nothing is recorded for the largest arrays, or for the whole launch.
    void begin();
    /// Waits for the launch. Throws Error kernel for the findings, together with what a failed check found.
    /// Returns the error of a failed assertion.
    std::optional<runtime::Error> finish();

  private:
    generated::CudaRecorder make_memory();
    runtime::Buffer& keep(const void* data, std::size_t bytes);
    runtime::Buffer& keep_zeros(std::size_t bytes);
    void set(const generated::CudaRecorder& recorder) const;
    std::vector<runtime::Finding> findings() const;
    runtime::Finding finding_of(const generated::CudaFinding& found,
                                const std::vector<generated::CudaArray>& arrays) const;
    runtime::Finding::Access access_of(const generated::CudaAccess& access) const;

    const LoadedKernel& kernel_;
    const unsigned shared_bytes_;
    CheckedLaunch launch_;
    std::vector<generated::CudaRange> given_;
    std::vector<std::unique_ptr<runtime::Buffer>> buffers_;
    const runtime::Buffer* arrays_ = nullptr;
    const runtime::Buffer* findings_ = nullptr;
    const runtime::Buffer* keys_ = nullptr;
    std::unique_lock<std::mutex> lock_;
};

} // namespace cudapy::python
