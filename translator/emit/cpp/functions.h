#pragma once
// The facts about a program's functions that both emitters need.

#include "translator/emit/cpp/call_facts.h"
#include "translator/emit/text/writer.h"
#include "translator/kernel_info.h"
#include "translator/options.h"
#include "translator/program/program.h"

#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cudapy::emit {

/// Finds the functions that some function calls before the file has defined them: they need a declaration
/// first.
class EarlyCalls {
  public:
    /// Looks at the next function of the file.
    void look(const program::Function& function);
    std::vector<const program::Function*> take() { return std::move(found_); }

  private:
    std::vector<const program::Function*> found_;
    std::set<const program::Function*> defined_, listed_;
};

/// Returns whether the function uses a type that C++ has from <cstdint>.
bool uses_stdint(const program::Function& function);

/// Returns whether some kernel of the program runs whole blocks.
bool has_whole_blocks(const program::Program& program);
/// Returns whether some function waits for all blocks.
bool has_grid_barrier(const program::Program& program);

/// Returns the variables that the function's body mentions, its parameters among them. Their lengths do not
/// count.
std::set<const program::Variable*> mentioned(const program::Function& function);

/// Returns the C++ names, in `array`, of those extents that parameter `i` of the function is passed with;
/// none for a scalar.
std::vector<std::string> passed_lengths(const program::Function& function, std::size_t i,
                                        const program::Variable& array);
inline std::vector<std::string> passed_lengths(const program::Function& function, std::size_t i) {
    return passed_lengths(function, i, *function.parameters[i]);
}

/// Returns the parameters that callers of a kernel give: all but those of a tape, which are the last ones.
std::span<program::Variable* const> given_parameters(const program::Function& kernel);

/// Returns the text of an extent among the parameters of an entry point that takes all of them: `int A_rows`,
/// or `int /*A_rows*/` where the function does not ask for it.
std::string length_parameter(const program::Function& function, std::size_t i, int axis,
                             const char* index_type);

/// Writes the user's comments above the `def`, and the docstring.
void write_comments(Writer& writer, const program::Function& function);

/// Returns the name of an entry point: `launch_saxpy`, `run_saxpy`. It has the user's own name where that is
/// ASCII, whatever C++ would say of it by itself.
std::string entry_name(const std::string& prefix, const program::Function& function);

/// Returns the name of the translated file for what is written, in one line.
std::string origin_of(const SourceSet& sources, const Options& options);
/// Returns the line "Translated from kernels.py by pycu2cu 0.2.0."
std::string origin_line(const SourceSet& sources, const Options& options);

/// Returns the name, parameters, axes and blocks of a kernel. The emitter sets the symbol and the slots.
KernelInfo kernel_info(const program::Function& function, const AllCallFacts& facts);
/// Returns the axes of a kernel. Bit a is set when it may have blocks wider than 1 on axis a; bit 0 is always
/// set.
unsigned axes_of(const program::Function& kernel);
/// Lets a kernel of the dialect of numba.cuda be launched in blocks of any shape. The emitter has read
/// KernelInfo::axes before.
void allow_all_shapes(KernelInfo& info, const program::Function& function);
/// Returns the function's arrays that are sized at the launch, in the order of their declarations.
std::vector<const program::Variable*> dynamic_arrays(const program::Function& function);
/// Adds a slot for each of these arrays.
void add_shared_slots(KernelInfo& info, const program::Function& function);
/// Adds a slot for each value of the parameters: pointers, then lengths. The lengths are those of every array
/// when `all_lengths`, else those that are used.
void add_parameter_slots(KernelInfo& info, const program::Function& function, bool all_lengths);

/// Returns whether the kernel may run with blocks wider than 1 on the axis.
inline bool has_axis(const KernelInfo& info, int axis) {
    return (info.axes >> axis & 1) != 0;
}

} // namespace cudapy::emit
