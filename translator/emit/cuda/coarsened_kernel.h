#pragma once
// Writes the variant of a kernel in which one CUDA thread does the work of several neighbouring threads.

#include "translator/emit/cpp/file_scope.h"
#include "translator/emit/text/writer.h"
#include "translator/kernel_info.h"
#include "translator/program/program.h"

namespace cudapy::emit {

/// Returns what a launch of the coarsened kernel must know. Its symbol is empty if there is none, or if the
/// kernel is not given an extent that the launch would have to look at.
KernelInfo::Coarsened coarsened_info(const program::Function& kernel, const KernelInfo& info);

/// Writes the function that does the work of one thread, for the kernel and its coarsened variant.
void write_thread(Writer& writer, const FileScope& scope, const program::Program& program,
                  const program::Function& kernel, const KernelInfo& info);
/// Returns a call of that function, for the thread with these coordinates.
std::string thread_call(const FileScope& scope, const program::Function& kernel,
                        const CoordinateNames& coordinates);

/// Writes the coarsened kernel (Function::coarsened) of more than one thread, which takes the parameters of
/// the kernel that `info` describes, and the functions that it is made of. With stubs it is for launch
/// functions in the same file.
/// It calls the function that write_thread writes, which must come before.
void write_coarsened_kernel(Writer& writer, const FileScope& scope, const program::Program& program,
                            const program::Function& kernel, const KernelInfo& info, bool stubs);

} // namespace cudapy::emit
