#pragma once
// The texts of atomic operations that an emitted file defines for itself: on the host all of them, in CUDA
// C++ those for types that CUDA has under another name. Words in capitals are as in emit/helpers/helpers.cpp.

#include "translator/emit/cpp/dialect.h"
#include "translator/options.h"
#include "translator/program/program.h"

#include <string>
#include <vector>

namespace cudapy::emit {

/// One that takes the address of an element.
bool is_atomic(program::Helper helper);

/// Returns whether the helper does an atomic on each component of a vector in shared memory, one by one.
bool is_by_components(program::Helper helper, Target target);
/// The helpers that its text calls, of the types that they are called with.
std::vector<std::pair<program::Helper, const Type*>> atomic_helper_parts(program::Helper helper,
                                                                         const Type* type, Target target);
std::string atomic_helper_text(program::Helper helper, const Type* type, const Dialect& dialect);
std::string atomic_helper_comment(program::Helper helper, const Type* type, Target target);

} // namespace cudapy::emit
