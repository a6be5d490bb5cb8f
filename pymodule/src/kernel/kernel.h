#pragma once
// cudapy.Kernel, which `compile` and the `kernel` decorator return. It is called as `call(n)(args)`.

#include "pymodule/src/kernel/program.h"

namespace cudapy::python {

/// Makes a cudapy.Kernel of one of the program's kernels.
Ref new_kernel(std::shared_ptr<Program> program, const LoadedKernel* kernel);

void add_kernel(PyObject* module);

} // namespace cudapy::python
