#pragma once
// The texts of what int(), floor, ceil and round make of Python's a / b of integers.

#include "translator/program/program.h"

#include <string_view>

namespace cudapy::emit {

bool is_of_quotient(program::Helper helper);
std::string_view quotient_helper_text(program::Helper helper, const Type* type);
std::string_view quotient_helper_comment(program::Helper helper);

} // namespace cudapy::emit
