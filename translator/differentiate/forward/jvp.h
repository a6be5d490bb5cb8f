#pragma once
// The stage between the checker and the lowerings that makes derivatives of kernels, where some are asked
// for. From `saxpy(alpha, X, Y)` it makes `saxpy_jvp(alpha, X, Y, alpha_dot, X_dot, Y_dot)`, which does the
// same and also computes the tangents of what it writes. Everything after it sees an ordinary kernel.

#include "translator/diagnostics/diagnostic.h"
#include "translator/options.h"
#include "translator/program/program.h"

namespace cudapy::differentiate {

/// Adds what Options::jvp asks for, or puts it in place of the kernels (Options::only_jvp). Reports what has
/// no derivative.
void add_jvp(program::Program& program, const Options& options, diag::Sink& sink);

} // namespace cudapy::differentiate
