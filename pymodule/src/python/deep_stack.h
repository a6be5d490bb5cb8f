#pragma once
// Room on the stack for what recurses as deeply as programs are nested.

#include "pymodule/src/python/cpython.h"

#include <functional>

namespace cudapy::python {

/// Runs `work`, which needs the GIL and has it, where the stack has room for the deepest program that the
/// translator takes: on this thread, or, where Python was told to give its threads small stacks
/// (threading.stack_size), on one of its own for which this one waits. What it throws, and Python's errors,
/// are thrown here.
void with_deep_stack(const std::function<void()>& work);

} // namespace cudapy::python
