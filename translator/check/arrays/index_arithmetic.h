#pragma once
// Arithmetic with indices, lengths and strides of arrays. What is known when the kernel is translated, as of
// own arrays, is computed here.

#include "translator/program/program.h"

#include <optional>

namespace cudapy::checker {

/// Returns the value of an integer literal.
std::optional<int64_t> literal(const program::Expr& expr);

/// Makes it an int64.
void widen(program::ExprPtr& expr);
/// Makes all of them int64 where one is.
void widen_together(std::vector<program::ExprPtr*> operands);
/// Returns the integer as one of the type, which holds its value whatever computed it.
program::ExprPtr as_type(program::ExprPtr expr, const Type* type);

/// Adds, subtracts or multiplies.
program::ExprPtr operation(program::BinaryOp op, program::ExprPtr left, program::ExprPtr right);
/// Returns the index that a negative constant counts from the end of so many elements. The least int64 counts
/// one less, which is as far outside of every array.
program::ExprPtr from_end(program::ExprPtr length, const program::Expr& at, int64_t value);
/// Null stands for 0.
program::ExprPtr sum(program::ExprPtr left, program::ExprPtr right);
/// Null stands for 0 on the left and for 1 on the right.
program::ExprPtr product(program::ExprPtr left, program::ExprPtr right);
/// `min` or `max`.
program::ExprPtr call_of_two(const char* name, program::ExprPtr left, program::ExprPtr right);
program::ExprPtr helper_call(Span span, program::Helper helper, std::vector<program::ExprPtr> arguments);

} // namespace cudapy::checker
