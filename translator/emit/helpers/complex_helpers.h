#pragma once
// The operators and functions of complex numbers. The file defines a struct of its own for them.
// cuda::std::complex and thrust::complex take nvcc three times as long to read as all the rest, and multiply
// with C's checks for infinities, which CPython does not have.

#include "translator/program/program.h"

#include <optional>
#include <string_view>
#include <vector>

namespace cudapy::emit {

constexpr bool is_of_complex(program::Helper helper) {
    const bool is_pair =
        helper >= program::Helper::frexp_mantissa && helper <= program::Helper::remquo_quotient;
    return helper >= program::Helper::complex_add && helper <= program::Helper::complex_to_field && !is_pair;
}

/// Returns the operator that C++ finds for the expression, or nothing for one that has no complex operands.
std::optional<program::Helper> complex_operator(const program::Expr& expr);
/// Returns the type of the expression's operands.
const Type* operand_of(const program::Expr& expr);

} // namespace cudapy::emit
