#pragma once
// Gives the powers, roots and logarithms that are numbers exactly. CUDA's functions may be off by an ulp or
// two, so that `int(pow(3.0, 1.0))` is 2. On the host `cbrt` and `exp10` of the C library may be, too.

#include "translator/options.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// Makes of `pow`, `exp2`, `exp10`, `log2`, `log10`, `cbrt` and `hypot` calls of helpers. A result that the
/// type does not hold exactly is still that of the function.
void lower_exact_functions(program::Function& function, Target target);

} // namespace cudapy::lower
