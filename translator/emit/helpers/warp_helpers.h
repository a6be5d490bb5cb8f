#pragma once
// The texts of the helpers that an emitted file defines for operations of warps. helper_table.h says what the
// words in capitals mean.

#include "translator/emit/helpers/helper_table.h"
#include "translator/emit/helpers/template.h"
#include "translator/options.h"
#include "translator/program/program.h"

#include <string>
#include <string_view>

namespace cudapy::emit {

bool is_of_warp(program::Helper helper);
bool is_warp_reduction(program::Helper helper);

/// Returns the comment and the text of a reduction of numbers of a type.
HelperTemplate reduction_template(program::Helper helper, const Type* type, Target target);
/// Adds the words that these texts have besides those of all helpers.
void add_reduction_words(Words& words, program::Helper helper, const Type* type, Target target);

} // namespace cudapy::emit
