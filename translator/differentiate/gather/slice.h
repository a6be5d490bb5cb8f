#pragma once
// The part of a derivative in reverse mode that some of its additions to bars need, as a body of its own.

#include "translator/differentiate/gather/bar_accesses.h"
#include "translator/program/program.h"

#include <map>
#include <optional>
#include <vector>

namespace cudapy::differentiate {

struct Slice {
    program::Block body;
    /// The additions, as statements of the slice.
    std::vector<const program::Stmt*> additions;
};

/// Returns the slice of additions that are statements of one block; nothing where another kernel cannot
/// compute it before this one has run: it has other loops than those around the additions, or reads an array
/// that the body has changed by then.
std::optional<Slice> slice_of(const program::Block& body, const std::vector<const program::Stmt*>& additions);

} // namespace cudapy::differentiate
