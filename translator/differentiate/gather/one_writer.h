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
/// Returns those axes whatever coordinates a body and the functions that it calls read; nothing where one of
/// them is that of a lane.
std::optional<std::set<int>> axes_of_any_threads(const program::Function& kernel, const program::Block& body);

/// The position of an access along each dimension of its array. A dimension has nothing where its position
/// has no form.
using Place = std::vector<std::optional<lower::SymbolicSum>>;

/// Returns whether the thread is the same for all accesses of an element at these places of an array. The
/// threads are told apart by their coordinates of this group along the axes.
bool belong_to_threads(const std::vector<Place>& places, const std::set<int>& axes,
                       program::CoordinateGroup group = program::CoordinateGroup::global);

/// Returns the arrays that are parameters of which each element belongs to one thread.
std::set<const program::Variable*> owned_by_threads(const program::Function& kernel,
                                                    const program::Block& body);

/// Makes `bar[…] += amount` of an atomic addition, for the arrays whose elements each belong to one thread.
void drop_needless_atomics(program::Function& kernel);

} // namespace cudapy::differentiate
