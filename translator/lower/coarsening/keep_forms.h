#pragma once
// CUDA only: leaves in a program the forms of its kernels that its text shall have.

#include "translator/options.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// Removes the other forms. For Forms::coarsened it also removes all functions but the kernels that have such
/// a form, and what they call. Names are given before, so that the texts with one form each agree about them.
void keep_forms(program::Program& program, Forms forms);

} // namespace cudapy::lower
