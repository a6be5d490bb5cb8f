#pragma once
// CUDA only: leaves in a program the variants of its kernels that its text shall have.

#include "translator/options.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// Removes the other variants. For EmittedVariants::coarsened it also removes all functions but the kernels
/// that have such a variant, and what they call. Names are given before, so that the texts with one variant
/// each agree about them.
void keep_variants(program::Program& program, EmittedVariants variants);

} // namespace cudapy::lower
