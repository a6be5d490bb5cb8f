#pragma once
// What both emitters need to know of a program's functions.

#include "translator/emit/cpp/call_facts.h"
#include "translator/emit/text/writer.h"
#include "translator/kernel_info.h"
#include "translator/options.h"
#include "translator/program/program.h"

#include <set>
#include <string>
#include <vector>

namespace cudapy::emit {

/// Functions that some function calls before the file has defined them: they need a declaration first.
std::vector<const program::Function*> called_before_definition(const program::Program& program);

/// Whether any type, length or coordinate of the program is an int64.
bool uses_stdint(const program::Program& program);

/// Whether some kernel of the program runs whole blocks.
bool has_whole_blocks(const program::Program& program);
/// Whether some function waits for all blocks.
bool has_grid_barrier(const program::Program& program);

/// Which of the function's parameters its body mentions (their lengths aside).
std::set<const program::Variable*> mentioned(const program::Function& function);

/// The C++ names, in `array`, of those extents that parameter `i` of the function is passed with; none for a
/// scalar.
std::vector<std::string> passed_lengths(const program::Function& function, std::size_t i,
                                        const program::Variable& array);
inline std::vector<std::string> passed_lengths(const program::Function& function, std::size_t i) {
    return passed_lengths(function, i, *function.parameters[i]);
}

/// How an extent stands among the parameters of an entry point that takes all of them: `int A_rows`, or
/// `int /*A_rows*/` where the function does not ask for it.
std::string length_parameter(const program::Function& function, std::size_t i, int axis,
                             const char* index_type);

/// The user's comments above the `def`, and the docstring.
void write_comments(Writer& writer, const program::Function& function);

/// `launch_saxpy`, `run_saxpy`: the user's own name where it is ASCII, whatever C++ would say of it alone.
std::string entry_name(const std::string& prefix, const program::Function& function);

/// "Translated from kernels.py by pycu2cu 0.1.0."
std::string origin_line(const SourceSet& sources, const Options& options);

/// Name, parameters, axes and blocks of a kernel; symbol and slots are the emitter's.
KernelInfo kernel_info(const program::Function& function, const AllCallFacts& facts);
/// Bit a is set when the kernel may have blocks wider than 1 on axis a; bit 0 is always set.
unsigned axes_of(const program::Function& kernel);
/// The function's arrays that are sized at the launch, in the order of their declarations.
std::vector<const program::Variable*> dynamic_arrays(const program::Function& function);
/// Adds a slot for each of them.
void add_shared_slots(KernelInfo& info, const program::Function& function);
/// Adds a slot for each value of the parameters: pointers, then lengths (of every array when `all_lengths`,
/// else of those whose length is used).
void add_parameter_slots(KernelInfo& info, const program::Function& function, bool all_lengths);

/// Whether the kernel may run with blocks wider than 1 on the axis.
inline bool has_axis(const KernelInfo& info, int axis) {
    return (info.axes >> axis & 1) != 0;
}

} // namespace cudapy::emit
