#pragma once
// The defaults of a struct's fields as C++ writes them, `float mass = 1.0f;`, in headers of C++ programs.

#include "translator/program/program.h"

#include <string>

namespace cudapy::emit {

/// Returns a default as an initializer of the field, as `1.0f`, `{0.5f, -3}` for a struct. Halves are their
/// bits in memory, because they are in the struct, too. Returns an empty text for a number that the field's
/// type does not hold.
std::string default_text(const program::Expr& value);

} // namespace cudapy::emit
