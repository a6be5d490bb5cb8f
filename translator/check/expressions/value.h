#pragma once
// The checker's result for an expression: a typed node, which is weak when it is made of literals only.

#include "translator/program/program.h"
#include "translator/syntax/ast.h"

#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace cudapy::checker {

/// A Python int that an int64 or a uint64 holds, or a Python float.
using Constant = std::variant<WideInt, double>;

/// What a quotient `a / b` of two integers is made of, the negation of one, or a choice between two: beside
/// the node of the quotient, for what makes an integer of it. Either is used, never both.
struct Quotient {
    /// Of the type that they meet in; the divisor is null for an integer.
    program::ExprPtr dividend, divisor;
    program::ExprPtr condition;           ///< of a choice, which has no dividend
    std::unique_ptr<Quotient> one, other; ///< of a choice
    bool is_negated = false;
};
std::unique_ptr<Quotient> clone(const std::unique_ptr<Quotient>& quotient);
/// The type of the integers that it is made of and gives; null where they have none in common.
const Type* integer_type(const Quotient& quotient);
/// Makes it the quotient with the other sign; null where no type holds that.
void negate(std::unique_ptr<Quotient>& quotient);

/// A weak value has no type of its own yet: its node is built at the type it has alone (`int`, the first of
/// `int64` and `uint64` that holds it where it is wide, the precision of the function, or `double` where that
/// has no room), and convert() rebuilds it at the type of what it meets. A weak integer is made of literals.
/// A weak floating number is a float without a width: made of literals and of integers of any type.
struct Value {
    enum class Weak { no, integer, floating };

    program::ExprPtr node; ///< null where an error was reported; whoever meets it stays silent
    Weak weak = Weak::no;
    std::optional<Constant> constant;   ///< of a weak value that is known
    bool wide = false;                  ///< a weak integer that is no `int`, itself or on the way to it
    std::unique_ptr<Quotient> quotient; ///< null for what is no quotient of integers
    const syntax::Expr* syntax = nullptr;
    bool is_copy = false;     ///< `p.copy()`: a struct of its own, whatever the node is
    bool is_captured = false; ///< a struct of the module's, or a struct in one
    /// Of a tuple that is written out: what is known of each part, whose node is in the Construct.
    std::vector<Value> parts;

    explicit operator bool() const { return node != nullptr; }
    const Type* type() const { return node->type; }
    bool is_weak() const { return weak != Weak::no; }
    /// The value of a constant weak integer, where it is an int64.
    std::optional<int64_t> integer() const;
};

Value strong(program::ExprPtr node);
/// With a node of its own.
Value copy(const Value& value);
/// `spelling` may be empty.
Value weak_integer(Span span, WideInt value, std::string spelling = {}, std::string name = {});
/// `alone` is the precision that it has where it meets nothing.
Value weak_floating(Span span, double value, const Type* alone, std::string spelling = {},
                    std::string name = {});

/// Whether the value fits an `int`.
bool fits_int32(WideInt value);
/// Returns whether its value is known, and zero.
bool is_zero(const Value& value);
/// Whether the integer type holds what a weak integer is, whichever of its conditions hold.
bool fits(const Value& value, const Type* type);
/// Whether the floating type has room for what a weak number is, whichever of its conditions hold: it is
/// neither infinite nor zero there unless it is so itself.
bool has_room(const Type* type, const Value& value);
/// The same of its literals alone, where the type is one of 16 bits and the value is computed in `float`.
bool has_literal_room(const Type* type, const Value& value);
/// The type that an integer has alone: the first of `int`, `int64` and `uint64` that holds it.
const Type* type_alone(WideInt value);

/// The type that two numbers are computed in; null where one is no number, and where a signed integer that
/// may be negative meets a uint64. A literal takes the type of what it meets if that holds it, a float
/// without a width the precision.
const Type* meet(const Value& a, const Value& b);
/// The same for several.
const Type* meet(std::span<const Value> values);
/// What a value is that is computed from these alone: weak where no type of theirs decides.
Value::Weak weakness(std::span<const Value* const> values);
Value::Weak weakness(std::span<const Value> values);
/// The place of the first value that has no common type with those before it.
std::size_t first_apart(std::span<const Value> values);

/// The type of a variable that holds values of both types, bool being where the inference starts; `a` where
/// there is none.
const Type* joined(const Type* a, const Type* b);

/// The value as a node of type `type`: literals are given the type, anything else a cast. Both are numbers;
/// from a floating to an integer type the cast truncates, so that callers refuse what the language does not
/// allow.
program::ExprPtr convert(Value value, const Type* type, bool is_explicit = false);

/// Makes a weak value an ordinary one of the type it has alone.
void settle(Value& value);

} // namespace cudapy::checker
