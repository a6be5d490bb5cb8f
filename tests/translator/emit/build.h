#pragma once
// Lowered programs by hand, for tests of the emitters.

#include "translator/program/program.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace build {

using namespace cudapy;
using namespace cudapy::program;

inline ExprPtr integer(int64_t value, const Type* type = Type::int32(), std::string spelling = {}) {
    return std::make_unique<Literal>(Span{}, type, value, std::move(spelling));
}
inline ExprPtr floating(double value, const Type* type = Type::float32(), std::string spelling = {}) {
    return std::make_unique<Literal>(Span{}, type, value, std::move(spelling));
}
inline ExprPtr boolean(bool value) {
    return std::make_unique<Literal>(Span{}, Type::bool_(), value);
}
inline ExprPtr ref(Variable* variable) {
    return std::make_unique<VariableRef>(Span{}, variable);
}
inline ExprPtr binary(BinaryOp op, ExprPtr left, ExprPtr right) {
    const Type* type = left->type;
    return std::make_unique<Binary>(Span{}, type, op, std::move(left), std::move(right));
}
inline ExprPtr unary(UnaryOp op, ExprPtr operand) {
    const Type* type = operand->type;
    return std::make_unique<Unary>(Span{}, type, op, std::move(operand));
}
inline ExprPtr compare(CompareOp op, ExprPtr left, ExprPtr right) {
    std::vector<ExprPtr> operands;
    operands.push_back(std::move(left));
    operands.push_back(std::move(right));
    return std::make_unique<Compare>(Span{}, std::move(operands), std::vector<CompareOp>{op});
}
inline ExprPtr logical(bool is_and, ExprPtr left, ExprPtr right) {
    return std::make_unique<Logical>(Span{}, Type::bool_(), is_and, std::move(left), std::move(right));
}
inline ExprPtr cast(const Type* type, ExprPtr operand, bool is_explicit = false) {
    return std::make_unique<Cast>(Span{}, type, std::move(operand), is_explicit);
}
inline ExprPtr conditional(ExprPtr condition, ExprPtr then_value, ExprPtr else_value) {
    const Type* type = then_value->type;
    return std::make_unique<Conditional>(Span{}, type, std::move(condition), std::move(then_value),
                                         std::move(else_value));
}
inline ExprPtr load(Variable* array, ExprPtr index) {
    return std::make_unique<Load>(Span{}, array, std::move(index));
}
inline ExprPtr coordinate(Coordinate which) {
    return std::make_unique<CoordinateExpr>(Span{}, Type::int32(), which);
}
inline ExprPtr assign_expr(Variable* variable, ExprPtr value) {
    return std::make_unique<AssignExpr>(Span{}, variable, std::move(value));
}

/// A function with variables of one letter and a type each: i j int, n m int64, x y float, d e double, p q
/// bool, X float*.
struct Variables {
    Function function;
    Variable* add(const std::string& name, const Type* type) {
        Variable* variable = function.add_variable(name, type, VariableRole::local, Span{});
        variable->emitted = name;
        variable->emitted_lengths = {name + "_len"};
        return variable;
    }
    Variable* i = add("i", Type::int32());
    Variable* j = add("j", Type::int32());
    Variable* n = add("n", Type::int64());
    Variable* m = add("m", Type::int64());
    Variable* x = add("x", Type::float32());
    Variable* y = add("y", Type::float32());
    Variable* d = add("d", Type::float64());
    Variable* p = add("p", Type::bool_());
    Variable* q = add("q", Type::bool_());
    Variable* X = add("X", Type::array(Type::float32()));
};

} // namespace build
