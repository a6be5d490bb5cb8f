#pragma once
// The module-level constants that an emitted file defines under the user's names.

#include "translator/emit/text/names.h"
#include "translator/program/program.h"

#include <map>
#include <string>
#include <vector>

namespace cudapy::emit {

struct Constant {
    std::string name;
    const program::Literal* literal;
};

/// Returns the tables that the program reads, each once, in the order of their first use.
std::vector<const program::Table*> file_tables(const program::Program& program);

/// Returns the constants of the program that have one type and one value wherever they are used and whose
/// name is free in C++; the others are written as their values. Reserves the names in `names`.
std::vector<Constant> file_constants(const program::Program& program, Names& names);

} // namespace cudapy::emit
