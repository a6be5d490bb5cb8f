#pragma once
// Replaces names that stand for one array and later for another.

#include "translator/program/program.h"

#include <functional>
#include <string>

namespace cudapy::differentiate {

/// Writes a plain kernel without pointers. A name that stands for several arrays becomes the number of the
/// one that it stands for, and where the part of it begins. `A = X if c else Y; A[i] *= 2` becomes
///
///     A_which = 0 if c else 1
///     value = (X[i] if A_which == 0 else Y[i]) * 2
///     if A_which == 0: X[i] = value
///     else: Y[i] = value
///
/// `refuse` is called with what such a name is used for beyond that.
void replace_array_names(program::Function& kernel, const Type* index_type,
                         const std::function<void(Span, const std::string& what)>& refuse);

} // namespace cudapy::differentiate
