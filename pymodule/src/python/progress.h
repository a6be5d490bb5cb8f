#pragma once
// The line on standard error that says why a first call takes long.

#include <chrono>
#include <string>

namespace cudapy::python {

/// One build of a kernel. Called now and then while it runs, without the GIL, it says what is done when that
/// takes longer than a second, once (not with CUDAPY_PROGRESS=0), and gives whether Ctrl-C was pressed.
class Progress {
  public:
    /// `kernel` and `compiler` are for the text: "saxpy", "sm_90 with nvcc".
    Progress(std::string kernel, std::string compiler);

    bool operator()();
    /// Until then another process builds the kernel, and this one waits.
    void begin_compiling() { compiles_ = true; }

  private:
    std::string kernel_, compiler_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    bool compiles_ = false, said_ = false;
};

} // namespace cudapy::python
