#pragma once
// Arithmetic with indices, lengths and strides of arrays. Values that are known when the kernel is
// translated, such as those of declared arrays, are computed at once.

#include "translator/program/program.h"

#include <optional>

namespace cudapy::checker {

/// Returns the value of an integer literal, or nothing for any other expression.
std::optional<int64_t> literal(const program::Expr& expr);

/// Converts the expression to int64.
void widen(program::ExprPtr& expr);
/// Converts all operands to int64 if one of them is an int64.
void widen_together(std::vector<program::ExprPtr*> operands);
/// Returns the integer converted to the type. The type must hold its value.
program::ExprPtr as_type(program::ExprPtr expr, const Type* type);

/// Returns the sum, the difference or the product of two integers.
program::ExprPtr operation(program::BinaryOp op, program::ExprPtr left, program::ExprPtr right);
/// Returns the index that the negative constant `value` means in an array of `length` elements, counted from
/// its end. The least int64 counts one less, which is outside of every array, too.
program::ExprPtr from_end(program::ExprPtr length, const program::Expr& at, int64_t value);
/// Returns the sum. Null stands for 0.
program::ExprPtr sum(program::ExprPtr left, program::ExprPtr right);
/// Returns the product. Null stands for 0 on the left and for 1 on the right.
program::ExprPtr product(program::ExprPtr left, program::ExprPtr right);
/// Returns a call of the built-in function `name`, `min` or `max`.
program::ExprPtr call_of_two(const char* name, program::ExprPtr left, program::ExprPtr right);
program::ExprPtr helper_call(Span span, program::Helper helper, std::vector<program::ExprPtr> arguments);

} // namespace cudapy::checker
