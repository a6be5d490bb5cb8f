#pragma once
// Finds the bars each of whose elements only one thread has to do with.

#include "translator/lower/analysis/symbolic_sum.h"
#include "translator/program/program.h"

#include <optional>
#include <set>
#include <vector>

namespace cudapy::differentiate {

/// Returns the axes along which a kernel may have several threads; nothing where it reads other coordinates
/// than idx, idy and idz.
std::optional<std::set<int>> axes_of_threads(const program::Function& kernel);

/// Returns whether the thread is the same for all accesses of an element at these places of an array, each
/// with a form along each dimension.
bool belong_to_threads(const std::vector<std::vector<lower::SymbolicSum>>& places, const std::set<int>& axes);

/// Makes `bar[…] += amount` of an atomic addition, for the arrays whose elements each belong to one thread.
void drop_needless_atomics(program::Function& kernel);

} // namespace cudapy::differentiate
