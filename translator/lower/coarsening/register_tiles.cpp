#include "translator/lower/coarsening/register_tiles.h"

namespace cudapy::lower {

using namespace program;

std::optional<int> RegisterTile::place_of(const SymbolicSum& index, int count) const {
    if (!index.is_same_but_for_constant(form)) return std::nullopt;
    const int64_t place = index.constant() - form.constant();
    return place >= 0 && place + count <= width ? std::optional(static_cast<int>(place)) : std::nullopt;
}

std::vector<RegisterTile> register_tiles_of(const VectorAlignment& place, const Variable& array,
                                            const SymbolicSum& form, const std::set<int64_t>& constants,
                                            int axis, int count) {
    std::vector<RegisterTile> tiles;
    for (auto first = constants.begin(); first != constants.end();) {
        // The tile goes on as long as the elements of the next constant begin in it, or right after it.
        auto last = first;
        int64_t end = *first + count;
        while (std::next(last) != constants.end() && *std::next(last) <= end)
            end = *++last + count;
        RegisterTile tile{form.with_constant(*first), static_cast<int>(end - *first), {}};
        for (int at = 0; at + count <= tile.width;) {
            const bool is_vector = place.allows(array, form.with_constant(*first + at), axis, count, 1);
            if (is_vector) tile.vectors.push_back(at);
            at += is_vector ? count : 1;
        }
        if (!tile.vectors.empty()) tiles.push_back(std::move(tile));
        first = std::next(last);
    }
    return tiles;
}

} // namespace cudapy::lower
