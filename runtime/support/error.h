#pragma once
// What can go wrong at run time, by what the caller would do about it.

#include "runtime/include/cudapy/error.h"

#include <string>

namespace cudapy::runtime {

using cudapy::Error;
using cudapy::ErrorKind;

/// Error kernel of a GPU, which loses its context: who knows what was launched can say more.
class LostContext : public Error {
  public:
    /// `what` failed because a kernel did `cause`.
    LostContext(const std::string& what, const std::string& cause);
    /// The message, with sentences about launches in it.
    std::string message_with(const std::string& launches) const;

  private:
    std::string what_, cause_;
};

} // namespace cudapy::runtime
