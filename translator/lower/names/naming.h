#pragma once
// Chooses C++ names: the user's names, changed only where C++ or CUDA forces it.

#include "translator/program/program.h"

#include <string>
#include <string_view>
#include <vector>

namespace cudapy::lower {

/// Sets Variable::emitted and emitted_lengths, and Function::emitted, emitted_kernel and the names of other
/// forms. A function that is both launched and called has two names; for one that is only launched or only
/// called, both names are the same. analyse_uses must have run, and no lowering may follow that makes
/// variables or calls.
void lower_names(program::Program& program);

/// Returns the names that no variable of a user gets, because the emitters write them inside functions with a
/// meaning of their own.
const std::vector<std::string_view>& emitter_names();

/// Returns `name` spelled with the letters, digits and underscores of ASCII: `α` is `u03b1_`.
std::string ascii_name(std::string_view name);

/// These return the C++ name of a tuple's, a struct's or a vector's type, and that of a field of it. It is
/// the user's name, with a `_` behind one that C++ has taken.
std::string aggregate_name(const Type& type);
std::string field_name(const Type& type, std::size_t field);

} // namespace cudapy::lower
