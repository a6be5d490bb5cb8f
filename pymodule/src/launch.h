#pragma once
// cudapy.Launch: a kernel and a number of threads, `call(n)`; calling it with the arguments runs the kernel.

#include "pymodule/src/program.h"

namespace cudapy::python {

Ref new_launch(std::shared_ptr<Program> program, const LoadedKernel* kernel, const runtime::Extent& threads);

void add_launch(PyObject* module);

} // namespace cudapy::python
