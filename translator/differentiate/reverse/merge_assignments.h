#pragma once
// Makes one assignment of several that follow each other.

#include "translator/program/program.h"

namespace cudapy::differentiate {

/// Writes `a = e; b = a` as `b = e` where nothing else names a, `x = a; x += b` as `x = a + b`, and
/// `X_bar[i] = 0; X_bar[i] += e` as `X_bar[i] = e`. What only one branch needs goes into it: of
/// `bar = x; x = 0; if (c) x += bar; else …` the first two do.
void merge_assignments(program::Block& body);

/// Writes the value of a temporary variable into the next statement, if nothing else reads it and the
/// statement stays short.
void inline_values(program::Block& body);

/// Writes `x = x + a` as `x += a`, and so differences and products of floats.
void use_augmented(program::Block& body);

} // namespace cudapy::differentiate
