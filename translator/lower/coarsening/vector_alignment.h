#pragma once
// CUDA only: tells where an index of an array is aligned for vectors, and what has to hold for it.

#include "translator/lower/analysis/affine_form.h"
#include "translator/program/program.h"

#include <set>
#include <vector>

namespace cudapy::lower {

constexpr int most_vector_bytes = 16; ///< the size of the largest vector that a thread moves at once

/// Returns whether the index mentions no variables but scalars of the kernel that never change, and these
/// counters, so that it can be computed outside the loops over threads.
bool is_visible(const SymbolicSum& form, const std::set<const program::Variable*>& counters,
                const Definitions& definitions);

class VectorAlignment {
  public:
    explicit VectorAlignment(program::Function& coarsened) : coarsened_(coarsened) {}

    /// Returns whether `count` elements from an index on can be moved as vectors: the elements of threads
    /// along an axis, of which each has `stride`. It may take extents to be multiples, which require() writes
    /// down.
    bool allows(const program::Variable& array, const SymbolicSum& form, int axis, int count,
                int64_t stride) const;
    void require(const program::Variable& array, const SymbolicSum& form, int axis, int count);

    /// The same of `count` iterations of a loop, which begins with an iteration that is a multiple of them.
    bool allows_row(const program::Variable& array, const SymbolicSum& form, program::Variable* counter,
                    int count) const;
    void require_row(const program::Variable& array, const SymbolicSum& form, program::Variable* counter,
                     int count);

  private:
    /// Returns the extents that must be multiples of `unit`, so that the index is one; nothing where that is
    /// not enough. The product with `moved` is known to be one.
    std::optional<Symbols> needed(const SymbolicSum& form, const Symbol& moved, int unit) const;
    void note(const program::Variable& array, const Symbols& extents, int count);
    std::size_t number_of(const program::Variable* array) const;

    program::Function& coarsened_;
};

} // namespace cudapy::lower
