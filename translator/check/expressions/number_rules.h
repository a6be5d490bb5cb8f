#pragma once
// The rules of a dialect for numbers. The checker asks the table that its body has, and never which dialect
// it checks.

#include "translator/check/expressions/operators.h"

#include <optional>
#include <span>
#include <string>

namespace cudapy::checker {

/// The value of an operation on constants, which is known before its operands have types.
struct Folded {
    Value value; ///< null if an error was reported
    /// The operation, done with the types of its operands, gives this value. It is kept as it is written.
    bool is_as_written = false;
};

struct RangeTypes;

struct NumberRules {
    /// A literal takes the type of what it meets. In other dialects it has a type of its own.
    bool has_weak_literals;
    /// The type of floats without a width, or null if the function has a precision of its own.
    const Type* precision;
    /// Return the value of an operation that the dialect folds before it gives types. Return nothing for any
    /// other operation.
    std::optional<Folded> (*folded_unary)(Body& body, const UnaryOperation& operation);
    std::optional<Folded> (*folded_binary)(Body& body, const BinaryOperation& operation);
    /// Checks `-a`, `+a` and `~a` of a number.
    Value (*unary)(Body& body, const UnaryOperation& operation, Value operand);
    /// Checks `a + b` and its like of two numbers.
    Value (*binary)(Body& body, syntax::BinaryOp op, Span op_span, Span span, Value left, Value right);
    /// Returns the type of a choice between the values, or null if they have no common one.
    const Type* (*meet)(std::span<const Value> values);
    const Type* (*meet_two)(const Value& left, const Value& right);
    /// Returns the type in which two numbers are compared, or null if there is none. `is_ordering` says that
    /// one is to be the smaller.
    const Type* (*compared)(const Value& left, const Value& right, bool is_ordering);
    /// Returns the type in which numbers of a type are compared.
    const Type* (*computed)(const Type* type);
    /// Checks a comparison that means something of its own. Returns nothing for any other comparison.
    std::optional<Value> (*special_comparison)(Body& body, const Comparison& comparison);
    /// Returns the type of a name, or of the result of a function, that holds values of both types.
    const Type* (*joined)(const Type* one, const Type* other);
    /// Converts a number to the type of the place that it is stored in, or to null if it cannot. Returns
    /// nothing, and leaves the value as it is, if the checker is to look whether the place holds it.
    std::optional<program::ExprPtr> (*stored)(Value& value, const Type* type);
    /// Returns an integer that counts, such as a length, in the type that the dialect counts in.
    Value (*counted)(Value value);
    /// Returns the types of `for i in range(…)` with these bounds.
    RangeTypes (*range_types)(Body& body, std::span<const Value> bounds);
    /// Returns the type in which a function of floating numbers computes its value for these arguments.
    const Type* (*function_precision)(const Body& body, std::span<const Value> arguments);
    /// Returns the result of such a function, whose first argument was of the type, as the dialect has it.
    /// `is_without_width` says that no argument has a width.
    Value (*function_result)(const Builtin& builtin, const Type* argument, bool is_without_width,
                             Value result);
    /// `divmod` is an operation of two results. In other dialects it is a tuple of `a // b` and `a % b`.
    bool has_divmod;
    /// Emits `place **= exponent` where `power` is the whole power, and no single operation. It is null if no
    /// power is assigned like that.
    void (*assign_power)(Body& body, const syntax::AugmentedAssign& stmt, program::Lvalue place, Value power,
                         program::Block& out);
    /// Each index that may be negative counts from the end. In other dialects those that constants make do.
    bool wraps_indices;
    /// Returns whether a number is never negative, as far as the dialect wants to know.
    bool (*is_never_negative)(Body& body, const program::Expr& expr);
    /// Returns an expression's value as it is for whatever contains the expression. A literal may get a type.
    Value (*by_itself)(Value value);
};

/// The rules of CudaPy's own dialect, where literals are weak.
extern const NumberRules python_numbers;

} // namespace cudapy::checker
