#pragma once
// Makes the expressions and statements that the checker and the lowerings need most. Where no span is asked
// for, the new node has that of its first operand. Nodes that are made in one place only are made by their
// constructors.

#include "translator/program/statements.h"

namespace cudapy::program {

ExprPtr make_ref(Variable* variable, Span span);
ExprPtr make_int(const Type* type, int64_t value, Span span);
ExprPtr make_float(const Type* type, double value, Span span);
ExprPtr make_bool(bool value, Span span);
/// Returns the value of the type that Python calls false: 0, false, a null pointer for an array's type, and a
/// tuple or a struct of such values for a tuple's or a struct's.
ExprPtr make_zero(const Type* type, Span span);
/// Returns the number of elements of an array, as a literal where it is known.
ExprPtr make_length(Variable* array, const Type* type, Span span);
/// Returns a read of the place: the value that it holds.
ExprPtr make_read(const Lvalue& place);

/// These two want both operands to have the same type.
ExprPtr make_binary(BinaryOp op, ExprPtr left, ExprPtr right);
ExprPtr make_compare(CompareOp op, ExprPtr left, ExprPtr right);
/// These three make C's `!`, `&&` and `||` of bools.
ExprPtr make_not(ExprPtr condition);
ExprPtr make_and(ExprPtr left, ExprPtr right);
ExprPtr make_or(ExprPtr left, ExprPtr right);
/// Makes `condition ? then_value : else_value`, of the type of `then_value`.
ExprPtr make_select(ExprPtr condition, ExprPtr then_value, ExprPtr else_value);
/// Makes an implicit cast.
ExprPtr make_cast(const Type* type, ExprPtr operand);
/// Returns `expr` itself when it has the type, a literal of the type where the value stays the same, and else
/// an implicit cast.
ExprPtr convert(ExprPtr expr, const Type* type);
template <typename... Arguments>
std::unique_ptr<HelperCall> make_helper_call(Helper helper, const Type* type, Span span,
                                             Arguments... arguments) {
    std::vector<ExprPtr> list;
    (list.push_back(std::move(arguments)), ...);
    return std::make_unique<HelperCall>(span, type, helper, std::move(list));
}

StmtPtr make_assign(Variable* variable, ExprPtr value);
StmtPtr make_assign(Variable* variable, ExprPtr value, Span span);
StmtPtr make_assign(Lvalue place, ExprPtr value, Span span);
/// Makes `variable += amount`, in the variable's type.
StmtPtr make_add(Variable* variable, ExprPtr amount, Span span);
StmtPtr make_declare(Variable* variable, ExprPtr value, Span span);
/// Makes `if (condition) body`.
StmtPtr make_if(ExprPtr condition, StmtPtr body, Span span);

} // namespace cudapy::program
