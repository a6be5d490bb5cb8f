#pragma once
// The errors that CudaPy's functions throw.

#include <stdexcept>
#include <string>

namespace cudapy {

/// The kinds of errors, told apart by what a caller would do about them.
enum class ErrorKind {
    compiler_not_found, ///< names what was looked for, where, and what to install
    compile_failed,     ///< the compiler's own output is in the message
    cache,              ///< the cache folder is unusable or unsafe
    no_device,          ///< no driver or no GPU; says which
    out_of_memory,
    launch,    ///< refused launch configuration
    kernel,    ///< a kernel failed while it ran
    assertion, ///< an `assert` of a kernel did not hold
    driver,    ///< any other error of the CUDA driver
    invalid_argument,
    recording,   ///< something that a graph cannot have
    interrupted, ///< the caller's `interrupted` callback said so; a pending KeyboardInterrupt says more
};

class Error : public std::runtime_error {
  public:
    Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
    ErrorKind kind() const { return kind_; }

  private:
    ErrorKind kind_;
};

} // namespace cudapy
