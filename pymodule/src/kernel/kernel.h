#pragma once
// cudapy.Kernel: what `compile` and the `kernel` decorator give: `call(n)(args)`.

#include "pymodule/src/kernel/program.h"

namespace cudapy::python {

/// A Kernel of one of the program's kernels.
Ref new_kernel(std::shared_ptr<Program> program, const LoadedKernel* kernel);

void add_kernel(PyObject* module);

} // namespace cudapy::python
