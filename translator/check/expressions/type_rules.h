#pragma once
// The rules of types that are neither numbers nor made of parts. A dialect brings them with its types.

#include "translator/check/body/store.h"
#include "translator/check/expressions/operators.h"

#include <string>
#include <vector>

namespace cudapy {
struct Binding;
}

namespace cudapy::checker {

struct TypeRules {
    /// Returns `-a`, `+a` or `~a`.
    Value (*unary)(Body& body, syntax::UnaryOp op, Span span, Value operand);
    /// Returns `left op right`, where one of them is of such a type.
    Value (*binary)(Body& body, syntax::BinaryOp op, const std::string& quoted, Span span, Value left,
                    Value right);
    /// Returns the comparison of values, one of which is of such a type.
    Value (*compared)(Body& body, const Comparison& comparison, std::vector<Value> values);
    /// Returns a value as it is stored in a place of the type. One of both is of such a type. Returns null,
    /// and reports it, if it cannot be stored there.
    program::ExprPtr (*stored)(Body& body, Value value, const Type* type, Target target);
    /// Returns the value that a name from outside stands for.
    Value (*captured)(Span span, const Binding& binding, const std::string& name);
    /// Checks a call of the type.
    Value (*made)(Body& body, const syntax::Call& call, const Type* type);
    /// Reports a value where a number is wanted.
    void (*refuse)(Body& body, const Value& value, const syntax::Expr& expr, const std::string& where);
};

/// Returns the rules of a type, or null for numbers and for what has parts.
const TypeRules* rules_of(const Body& body, const Type* type);
/// Returns the rules of the first type that has some, or null.
const TypeRules* rules_of(const Body& body, const Type* one, const Type* other);
/// Reports a value of such a type where a number is wanted. Returns whether it is one.
bool refuse_other(Body& body, const Value& value, const syntax::Expr& expr, const std::string& where);

} // namespace cudapy::checker
