#pragma once
// What a launch function does for the steps of a kernel, and for a kernel whose threads do the work of
// several: see generated::LaunchStep and program::Function::strided_axis.

#include "translator/emit/cpp/file_scope.h"
#include "translator/emit/text/names.h"
#include "translator/emit/text/writer.h"
#include "translator/program/program.h"

#include <array>
#include <string>

namespace cudapy::emit {

/// Returns whether a kernel of the program is launched with threads that are divided in parts.
bool needs_parts(const program::Program& program);
/// Returns whether one is launched with fewer threads than were asked for.
bool needs_stride(const program::Program& program);
/// These two write the functions that say how many.
void write_parts_function(Writer& writer, const std::string& name);
void write_stride_function(Writer& writer, const std::string& name);

/// The names that a launch function has for what it was given.
struct LaunchNames {
    std::array<std::string, 3> threads; ///< `threads.x`
    std::string grid, block, stream;
    std::string parts_function, stride_function;
    bool index64;
};

/// Writes the launches of the steps of a kernel.
void write_steps(Writer& writer, const FileScope& scope, const program::Program& program,
                 const program::Function& kernel, const LaunchNames& launch, const Names& names);
/// Writes the values that the parameters of a strided kernel get, and makes the grid smaller.
void write_stride(Writer& writer, const program::Function& kernel, const LaunchNames& launch);

} // namespace cudapy::emit
