#pragma once
// The errors of the runtime.

#include "runtime/include/cudapy/error.h"

#include <string>

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

} // namespace cudapy::runtime
