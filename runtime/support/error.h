#pragma once
// The errors of the runtime.

#include "runtime/include/cudapy/error.h"

#include <string>
#include <utility>

namespace cudapy::runtime {

using cudapy::Error;
using cudapy::ErrorKind;

/// An Error kernel of a GPU, which loses its context by it. Code that knows what was launched can add to the
/// message.
class LostContext : public Error {
  public:
    /// Says that `what` failed because a kernel did `cause`.
    LostContext(const std::string& what, const std::string& cause);
    /// Returns the message with sentences about launches in it.
    std::string message_with(const std::string& launches) const;

  private:
    std::string what_, cause_;
};

/// Compiled code that cannot be loaded here: it was made for another driver or system, is damaged, or has not
/// the kernel that it should have. Other code of the same kernel may do.
class UnloadableCode : public Error {
  public:
    UnloadableCode(ErrorKind kind, const std::string& message, std::string reason)
        : Error(kind, message), reason_(std::move(reason)) {}
    /// Returns why, without what was loaded and without advice.
    const std::string& reason() const { return reason_; }

  private:
    std::string reason_;
};

/// A failed assertion or check of a kernel on a GPU, which a call has found that waited for the kernel.
class AsynchronousError : public Error {
  public:
    AsynchronousError(ErrorKind kind, const std::string& message, const std::string& device)
        : Error(kind, message), device_(device) {}
    /// Returns a sentence that says where such an error is raised.
    std::string note() const {
        return "A launch on " + device_ +
               " does not wait: the next call that does raises this error, such as synchronize(), a copy to "
               "the "
               "host, or a launch whose arguments are lists or NumPy arrays, which are copied back.";
    }

  private:
    std::string device_;
};

} // namespace cudapy::runtime
