#pragma once
// The access pattern of each access of a kernel: which elements neighbouring threads touch.

#include "translator/lower/analysis/affine_form.h"
#include "translator/program/program.h"

#include <optional>
#include <string>
#include <vector>

namespace cudapy::lower {

class Uniformity;

/// The arrays whose accesses are wanted.
enum class Arrays {
    parameters,
    seen_by_threads, ///< parameters, shared arrays, and names that stand for one of several arrays
};

/// An access of an array, at a place of the kernel's text.
struct Access {
    program::Variable* array;
    const program::Expr* index;
    Span span;         ///< of the element, or of the field of it that is accessed
    int64_t width = 0; ///< the bytes that are accessed
    bool is_atomic = false;
    bool writes = false;             ///< a store; an augmented assignment is a load and a store
    std::optional<SymbolicSum> form; ///< the index as an affine form; nothing where it has none
    /// The loops around it, outermost first.
    std::vector<const program::ForC*> loops;
    std::vector<const program::Stmt*> all_loops; ///< with those that have no counter
    /// Says that only some threads may reach it, for a reason that other things than their coordinates
    /// decide. Without a Uniformity they may also all stay away.
    bool is_conditional = false;
    bool is_in_while = false; ///< a loop around it has no counter

    int64_t bytes() const { return array->type->element()->size(); }
    /// Returns the distance, in elements, between the elements of two neighbours along an axis; nothing where
    /// it is not known.
    std::optional<SymbolicSum> stride(int axis) const;
    /// Returns the same of two iterations of a loop.
    std::optional<SymbolicSum> stride(const program::ForC& loop) const;
};

/// Returns the accesses of a kernel in the order of its text. Those of functions that it calls are left out.
/// The statements must be those that are left after lower_for_range. A Uniformity tells which conditions are
/// the same for all threads.
std::vector<Access> accesses_of(const program::Function& kernel, Arrays arrays = Arrays::parameters,
                                const Uniformity* uniformity = nullptr);

/// Returns whether a condition depends only on coordinates, extents and the kernel's scalars, so that whole
/// groups of neighbours mostly agree about it.
bool is_positional(const program::Expr& condition, const Definitions& definitions);

/// Returns the access pattern as text for people: `A[idy, k]: read; idx: the same element; idy: A.shape[1]
/// apart`.
std::string text_of(const Access& access, unsigned axes);

} // namespace cudapy::lower
