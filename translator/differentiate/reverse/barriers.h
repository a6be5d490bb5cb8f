#pragma once
// Barriers of derivatives: which calls are one, and which of them order nothing.

#include "translator/differentiate/reverse/effects.h"
#include "translator/program/program.h"

namespace cudapy::differentiate {

/// Returns whether the statement is nothing but a barrier of a block or of the grid.
bool is_only_barrier(const program::Stmt& stmt);

/// Returns whether the statement is a barrier of a warp.
bool is_warp_barrier(const program::Stmt& stmt);

/// Returns whether threads wait in the block for other ones.
bool holds_wait(const program::Block& body);

/// Returns whether threads wait in the block for other ones of their warp only.
bool waits_for_warp(const program::Block& body);

/// Returns whether an expression in the block waits for all threads of the grid.
bool holds_grid_barrier(const program::Block& body);

/// Makes a barrier of the block, or of the grid.
program::StmtPtr make_barrier(bool of_grid, Span span);

/// Returns whether a kernel touches an array between two barriers only, so that no thread sees what another
/// one stored to it.
bool is_of_one_phase(const program::Block& kernel, const program::Variable* array);

/// Drops the barriers that order nothing: no array is touched both since the barrier before it and until the
/// barrier after it, by a store at least once. Elements of `owned` arrays are touched by one thread each.
/// Returns whether there were some.
bool drop_barriers(program::Block& body, const Variables& owned);

} // namespace cudapy::differentiate
