#pragma once
// CUDA only: tells which neighbouring elements the threads of a group load together, where each loads several
// that overlap those of the others: `X[idx - 1]` and `X[idx + 1]`.

#include "translator/lower/coarsening/vector_alignment.h"

#include <cstdint>
#include <set>
#include <vector>

namespace cudapy::lower {

/// Neighbouring elements of an array. Some thread of the group loads each of them.
struct RegisterTile {
    SymbolicSum form;         ///< of the first element, for the first thread of the group
    int width = 0;            ///< how many elements there are
    std::vector<int> vectors; ///< the places in the tile at which vectors begin; each has `count` elements

    /// Returns the place in the tile of what the first thread loads at an index that differs from the
    /// tile's only in its constant; nothing where the elements of the group's `count` threads are not in
    /// the tile.
    std::optional<int> place_of(const SymbolicSum& index, int count) const;
};

/// Returns the tiles of a group of `count` threads along an axis. Each thread loads from an array at the
/// index `form` with each of these constants. Windows have at least one vector; what is in none is left out.
std::vector<RegisterTile> register_tiles_of(const VectorAlignment& place, const program::Variable& array,
                                            const SymbolicSum& form, const std::set<int64_t>& constants,
                                            int axis, int count);

} // namespace cudapy::lower
