#pragma once
// The texts of atomic operations that an emitted file defines for itself: on the host all of them, in CUDA
// C++ those for types that CUDA has under another name.

#include "translator/emit/cpp/dialect.h"
#include "translator/emit/helpers/helper_table.h"
#include "translator/emit/helpers/template.h"
#include "translator/options.h"
#include "translator/program/program.h"

#include <vector>

namespace cudapy::emit {

/// Returns whether the helper does an atomic on each component of a vector in shared memory, one by one.
bool is_by_components(program::Helper helper, Target target);
/// Returns the helpers that the text of an atomic helper calls, of the types that they are called with.
std::vector<std::pair<program::Helper, const Type*>> atomic_helper_parts(program::Helper helper,
                                                                         const Type* type, Target target);
/// Returns the comment and the text of an atomic helper for elements of a type.
HelperTemplate atomic_template(program::Helper helper, const Type* type, Target target);
/// Adds the words that these texts have besides those of all helpers.
void add_atomic_words(Words& words, program::Helper helper, const Type* type, const Dialect& dialect);

} // namespace cudapy::emit
