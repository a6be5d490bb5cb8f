#pragma once
// The functions of Python's module `operator`: each is what an operator does.

#include <span>
#include <string_view>

namespace cudapy {

struct OperatorFunction {
    std::string_view name;
    std::string_view spelling; ///< of the operator, as Python writes it; empty where it gives its operand
    int operands;
    std::string_view doc;
};

std::span<const OperatorFunction> operator_functions();

/// Null for a name that is none of them.
const OperatorFunction* find_operator_function(std::string_view name);

} // namespace cudapy
