#pragma once
// The derivatives of kernels in reverse mode. From `saxpy(alpha, X, Y)` it makes
// `saxpy_vjp(alpha, X, Y, alpha_bar, X_bar, Y_bar)`, which pulls cotangents of what the kernel leaves back to
// those of what it is given, and changes nothing else. Everything after it sees an ordinary kernel.

#include "translator/diagnostics/diagnostic.h"
#include "translator/options.h"
#include "translator/program/program.h"

namespace cudapy::differentiate {

/// Adds what Options::vjp asks for, or puts it in place of the kernels (Options::only_vjp). Reports what has
/// no derivative.
void add_vjp(program::Program& program, const Options& options, diag::Sink& sink);

} // namespace cudapy::differentiate
