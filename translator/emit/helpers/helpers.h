#pragma once
// The small functions that an emitted file defines for itself (program::Helper). Knows which of them a
// program needs.

#include "translator/emit/cpp/dialect.h"
#include "translator/emit/text/writer.h"
#include "translator/options.h"
#include "translator/program/program.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cudapy::emit {

/// A helper for operands of one type. Each is an overload of the helper's name.
using HelperUse = std::pair<program::Helper, const Type*>;

/// Adds the helpers that the function needs.
void add_helpers(const program::Function& function, Target target, std::vector<HelperUse>& uses);
/// Puts the helpers in a fixed order, by helper, then by type, each once.
void sort_helpers(std::vector<HelperUse>& uses);

/// Returns whether the helper is an operator of complex numbers, which overloads C++'s.
bool is_operator(program::Helper helper);
/// Returns the name of the helper where nothing else has that name.
std::string helper_name(program::Helper helper, Target target);

/// Returns how many operands a function of helper_dependencies has.
int operands_of_libm(const std::string& name);
/// Returns the C library's functions that the texts of the helpers call, by name (`fmodf`).
std::set<std::string> helper_dependencies(const std::vector<HelperUse>& uses);

/// Writes the definitions. `qualifier` comes before each (`static __device__`, `static inline`).
void write_helpers(Writer& writer, const std::vector<HelperUse>& uses, const Dialect& dialect,
                   const std::string& qualifier);

} // namespace cudapy::emit
