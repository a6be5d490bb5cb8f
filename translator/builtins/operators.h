#pragma once
// The functions of Python's module `operator`. Each of them does what an operator does.

#include <span>
#include <string_view>

namespace cudapy {

struct OperatorFunction {
    std::string_view name;
    /// The operator as Python writes it; empty for a function that returns its operand.
    std::string_view spelling;
    int operands;
    std::string_view doc;
};

std::span<const OperatorFunction> operator_functions();

/// Returns the function of this name, or null if there is none.
const OperatorFunction* find_operator_function(std::string_view name);

} // namespace cudapy
