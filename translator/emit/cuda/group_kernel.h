#pragma once
// Writes the form of a kernel in which one CUDA thread does the work of several neighbouring threads.

#include "translator/emit/cpp/file_scope.h"
#include "translator/emit/text/writer.h"
#include "translator/kernel_info.h"
#include "translator/program/program.h"

namespace cudapy::emit {

/// Writes the kernel for groups (Function::group), which takes the parameters of the kernel that `info`
/// describes, and the functions that it is made of. With stubs it is for launch functions in the same file.
/// Returns what its launch must know. Returns nothing, and writes nothing, where the kernel is not given an
/// extent that the launch would have to look at.
KernelInfo::Group write_group_kernel(Writer& writer, FileScope& scope, const program::Program& program,
                                     const program::Function& kernel, const KernelInfo& info, bool stubs);

} // namespace cudapy::emit
