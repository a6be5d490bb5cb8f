#pragma once
// The texts of what an emitted file defines for operations of warps. Words in capitals are as in
// emit/helpers/helpers.cpp.

#include "translator/options.h"
#include "translator/program/program.h"

#include <string>
#include <string_view>

namespace cudapy::emit {

bool is_of_warp(program::Helper helper);
bool is_warp_reduction(program::Helper helper);

/// Returns the text of a reduction, in the words of emit/helpers/helper_table.h.
std::string reduction_text(program::Helper helper, const Type* type, Target target);
std::string_view reduction_comment(program::Helper helper);

} // namespace cudapy::emit
