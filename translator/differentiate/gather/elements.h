#pragma once
// Solves where a thread adds to an array for the thread: given the element, which threads and iterations add
// to it?

#include "translator/differentiate/gather/bar_accesses.h"
#include "translator/program/program.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace cudapy::differentiate {

/// The dimensions of an array that additions count through. Along the others they are at constant positions.
struct Elements {
    const program::Variable* array;
    std::vector<int> dimensions; ///< the last one first
    /// By place in `dimensions`: what the position of a thread's element is called there. It is idx, idy or
    /// idz, or a variable that a kernel computes of the element's number.
    std::vector<lower::Symbol> coordinates;

    /// Returns whether threads are numbered along x for the elements of all dimensions.
    bool are_numbered() const;
    /// Returns whether a symbol is a coordinate of an element.
    bool has(const lower::Symbol& symbol) const;
};

/// For the thread of an element: which threads of the derivative add to it, and in which iterations.
struct Solution {
    /// By axis: the coordinate of the threads. An axis of threads that is not here has all of them.
    std::map<int, lower::SymbolicSum> coordinates;
    std::map<const program::Variable*, lower::SymbolicSum> loops; ///< by loop variable: its value
    bool operator==(const Solution&) const = default;
};

/// The variables that stand for the coordinates of the threads whose additions are gathered.
using ThreadVariables = std::array<program::Variable*, 3>;

/// Returns the dimensions that an addition counts through, with idx, idy and idz as coordinates unless there
/// are more of them than a launch has axes. Returns nothing where a position has no form.
std::optional<Elements> elements_of(const program::Variable& array,
                                    const std::vector<lower::SymbolicSum>& forms);

/// Returns the solution of an addition at these positions, inside of these loops. The element's own
/// coordinates are idx, idy and idz in it. Nothing where there is more than one, or it cannot be found.
std::optional<Solution> solve(const Elements& elements, const std::vector<lower::SymbolicSum>& forms,
                              const std::set<const program::Variable*>& loops,
                              const ThreadVariables& threads);

/// Returns a form of the derivative's coordinates and loop variables as one of the element's coordinates.
/// Coordinates that are not solved become variables.
std::optional<lower::SymbolicSum> in_elements(const lower::SymbolicSum& form, const Solution& solution,
                                              const ThreadVariables& threads);

/// Returns whether a value of the element's coordinates compares so with a bound, because the element is
/// inside its array.
bool holds_inside(const Elements& elements, program::CompareOp op, const lower::SymbolicSum& value,
                  const program::Expr& bound);

} // namespace cudapy::differentiate
