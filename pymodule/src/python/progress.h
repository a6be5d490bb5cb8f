#pragma once
// The line on standard error that says why a first call takes long.

#include <chrono>
#include <string>

namespace cudapy::python {

/// One build of a kernel. It is called now and then while the build runs, without the GIL. If the build takes
/// longer than a second, it says once what is being done (not with CUDAPY_PROGRESS=0). It returns whether
/// Ctrl-C was pressed.
class Progress {
  public:
    /// `kernel` and `compiler` are for the text: "saxpy", "sm_90 with nvcc".
    Progress(std::string kernel, std::string compiler);

    bool operator()();
    /// Notes that this process compiles. Until then another process builds the kernel, and this one waits.
    void begin_compiling() { compiles_ = true; }

  private:
    std::string kernel_, compiler_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    bool compiles_ = false, said_ = false;
};

} // namespace cudapy::python
