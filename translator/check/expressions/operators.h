#pragma once
// The operators of arithmetic, of bits and of comparison.

#include "translator/check/expressions/value.h"

#include <span>
#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;

/// Operators with their operands, as an expression has them, or a call of a function of the module
/// `operator`.
struct UnaryOperation {
    Span span;
    syntax::UnaryOp op;
    const syntax::Expr& operand;
    bool is_call = false;
};
struct BinaryOperation {
    Span span;
    syntax::BinaryOp op;
    Span op_span;
    const syntax::Expr &left, &right;
    bool is_call = false;
};
struct Comparison {
    Span span;
    std::vector<const syntax::Expr*> operands;
    std::span<const syntax::CompareOp> ops;
    std::span<const Span> op_spans;
};
UnaryOperation operation_of(const syntax::Unary& expr);
BinaryOperation operation_of(const syntax::Binary& expr);
Comparison operation_of(const syntax::Compare& expr);

bool is_shift(syntax::BinaryOp op);
bool is_bitwise(syntax::BinaryOp op);
/// Returns the operator as Python writes it, and for messages the same in backquotes.
const char* spelling_of(syntax::BinaryOp op);
std::string quoted(syntax::BinaryOp op);
/// Returns the operator of the typed program. There is none for `@`.
program::BinaryOp typed(syntax::BinaryOp op);
/// Checks `-a`, `~a` and their like.
Value unary(Body& body, const UnaryOperation& operation);
/// Checks `a + b` and its like.
Value binary(Body& body, const BinaryOperation& operation);
/// Does the same with operands that have been checked.
Value binary(Body& body, syntax::BinaryOp op, Span op_span, Span span, Value left, Value right);
/// Returns whether the value is an integer. If it is not, that is reported.
bool need_integer(Body& body, const Value& value, const std::string& where);
/// Returns the common type of numbers. If they have none, that is reported and null is returned. `where` says
/// what needs the type, for the message.
const Type* common_type(Body& body, std::span<const Value> values, const std::string& where);
const Type* common_type(Body& body, const Value& left, const Value& right, const std::string& where);
/// Checks `a < b` and chains of comparisons.
Value compare(Body& body, const Comparison& comparison);

} // namespace cudapy::checker
