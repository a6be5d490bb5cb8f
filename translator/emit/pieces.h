#pragma once
// Writes the functions of a file in several threads.

#include "translator/support/parallel.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace cudapy::emit {

/// So many functions are a piece, whatever the number of cores, so that the text is the same on all machines.
constexpr std::size_t functions_of_piece = 16;

/// Writes the functions of a file, whose preamble the emitter has written. Each piece has an emitter of its
/// own, whose text comes after those of the pieces before.
template <typename Emitter>
void write_in_pieces(Emitter& whole, std::size_t functions) {
    if (functions < 2 * functions_of_piece) return whole.write_functions(0, functions);
    std::vector<std::unique_ptr<Emitter>> pieces((functions - 1) / functions_of_piece + 1);
    in_parallel(pieces.size(), [&](std::size_t i) {
        pieces[i] = std::make_unique<Emitter>(std::as_const(whole));
        pieces[i]->write_functions(i * functions_of_piece, std::min((i + 1) * functions_of_piece, functions));
    });
    for (auto& piece : pieces)
        whole.append(std::move(*piece));
}

} // namespace cudapy::emit
