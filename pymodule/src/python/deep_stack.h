#pragma once
// Room on the stack for code that recurses as deeply as programs are nested.

#include "pymodule/src/python/cpython.h"

#include <functional>

namespace cudapy::python {

/// Runs `work`, which has the GIL, on a stack with room for the deepest program that the translator takes.
/// That is mostly this thread's stack. If Python was told to give its threads small stacks
/// (threading.stack_size), it runs on another thread, for which this one waits. Exceptions of `work`, and
/// Python's errors, are thrown here.
void with_deep_stack(const std::function<void()>& work);

} // namespace cudapy::python
