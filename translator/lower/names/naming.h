#pragma once
// C++ names: the user's, changed only where C++ or CUDA forces it.

#include "translator/program/program.h"

#include <string>
#include <string_view>
#include <vector>

namespace cudapy::lower {

/// Sets Variable::emitted and emitted_lengths, Function::emitted and emitted_kernel. A function that is both
/// launched and called has two names; of one that is only one of these, both names are the same. analyse_uses
/// must have run, and no lowering may follow that makes variables or calls.
void lower_names(program::Program& program);

/// Names that no variable of a user gets, because the emitters write them inside functions with a meaning of
/// their own.
const std::vector<std::string_view>& emitter_names();

/// `name` spelled with the letters, digits and underscores of ASCII: `α` is `u03b1_`.
std::string ascii_name(std::string_view name);

/// The C++ name of a tuple's, a struct's or a vector's type, and of a field of it: the user's, with a `_`
/// behind one that C++ has taken.
std::string aggregate_name(const Type& type);
std::string field_name(const Type& type, std::size_t field);

} // namespace cudapy::lower
