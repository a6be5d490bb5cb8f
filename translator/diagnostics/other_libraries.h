#pragma once
// Helps those who come from numba, CuPy, Warp and NumPy: knows what they write first, and what to write
// instead in a kernel, in the words of its dialect.

#include "translator/diagnostics/words.h"

#include <string>
#include <string_view>
#include <vector>

namespace cudapy::diag {

/// Returns the words of a help that says what to write for a name of another library's kernels, such as
/// `cuda.atomic.add` or `jit.grid`. Empty where nothing is known. Names count from the right, so that the
/// module may have any name.
std::string help_for_other_library(std::string_view name, const Words& words);

/// Returns the same for a name that nothing is known of, with its attributes: `tid`, `cuda.grid`,
/// `breakpoint`.
std::string help_for_unknown(std::string_view name, const Words& words);

/// Returns the words of a help that says what to write for a function of NumPy that works on whole arrays,
/// such as `clip`. Empty where nothing is known. `arguments` are the arguments by position, and `type` is the
/// type of floats without a width. `is_shared` says that the array is one of shared memory.
std::string help_for_numpy(std::string_view name, const std::vector<std::string>& arguments,
                           std::string_view type, const Words& words, bool is_shared = false);

/// Returns the words of a help that says what to write for a method or attribute of an array or a number,
/// such as `.item` or `.astype`. Empty where nothing is known.
std::string help_for_method(std::string_view name, const Words& words);

} // namespace cudapy::diag
