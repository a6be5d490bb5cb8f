#pragma once
// The checker's result for an expression is a typed node. It is weak if it is made of literals only.

#include "translator/program/program.h"
#include "translator/syntax/ast.h"

#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace cudapy::checker {

/// A Python int that fits an int64 or a uint64, or a Python float.
using Constant = std::variant<WideInt, double>;

/// The operands of a quotient `a / b` of two integers, of its negation, or of a choice between two quotients.
/// They are kept next to the node of the quotient for a function that turns the quotient into an integer.
/// Either the node or this is used, never both.
struct Quotient {
    /// Both have their common type. The divisor is null for an integer.
    program::ExprPtr dividend, divisor;
    program::ExprPtr condition;           ///< set for a choice, which has no dividend
    std::unique_ptr<Quotient> one, other; ///< the operands of a choice
    bool is_negated = false;
};
std::unique_ptr<Quotient> clone(const std::unique_ptr<Quotient>& quotient);
/// Returns the type of the integers that the quotient is made of, which is also the type of the integer that
/// it gives. Returns null if its integers have no common type.
const Type* integer_type(const Quotient& quotient);
/// Negates the quotient. It becomes null if no type holds the negated integers.
void negate(std::unique_ptr<Quotient>& quotient);

/// A weak value has no type of its own yet. Its node is built with the value's default type, and
/// convert() rebuilds it with the type of the values that it meets. By default, an integer is an `int`, or if
/// it is wide the first of `int64` and `uint64` that holds it; a floating number has the precision of the
/// function, or `double` if it is out of that range. A weak integer is made of literals. A weak floating
/// number is a float without a width, made of literals and of integers of any type.
struct Value {
    enum class Weak { no, integer, floating };

    program::ExprPtr node; ///< null if an error was reported; a caller then reports nothing more
    Weak weak = Weak::no;
    /// The value, if it is weak and known. In a dialect whose literals have types of their own, an integer
    /// literal has it, too.
    std::optional<Constant> constant;
    /// A weak integer that does not fit an `int`, or whose intermediate values do not.
    bool wide = false;
    std::unique_ptr<Quotient> quotient; ///< null if the value is no quotient of integers
    const syntax::Expr* syntax = nullptr;
    bool is_copy = false;     ///< `p.copy()`: a new struct, whatever the node is
    bool is_captured = false; ///< a struct of the module, or a struct inside one
    /// If the value is a tuple that is written out, the values of its parts. Their nodes are in the
    /// Construct.
    std::vector<Value> parts;

    explicit operator bool() const { return node != nullptr; }
    const Type* type() const { return node->type; }
    bool is_weak() const { return weak != Weak::no; }
    /// Returns the value of a constant integer if it fits an int64, or nothing.
    std::optional<int64_t> integer() const;
};

Value strong(program::ExprPtr node);
/// Returns a copy of the value, with a copy of its node.
Value copy(const Value& value);
/// `spelling` may be empty.
Value weak_integer(Span span, WideInt value, std::string spelling = {}, std::string name = {});
/// `precision` is the precision of the number if it meets no other value.
Value weak_floating(Span span, double value, const Type* precision, std::string spelling = {},
                    std::string name = {});

/// Returns whether the value fits an `int`.
bool fits_int32(WideInt value);
/// Returns whether the value is known and zero.
bool is_zero(const Value& value);
/// Returns whether the integer type holds a weak integer, whichever of the conditions in it hold.
bool fits(const Value& value, const Type* type);
/// Returns whether a weak number is in the range of the floating type, whichever of the conditions in it
/// hold. The converted number must be neither infinite nor zero unless the number itself is.
bool has_room(const Type* type, const Value& value);
/// Does the same only for the literals in the number. This is for a type of 16 bits, where the value is
/// computed in `float`.
bool has_literal_room(const Type* type, const Value& value);
/// Returns the default type of an integer, which is the first of `int`, `int64` and `uint64` that holds
/// it.
const Type* default_type(WideInt value);

/// Returns the type that two numbers are computed in. Returns null if one of them is no number, or if a
/// signed integer that may be negative meets a uint64. A literal takes the type of the value that it meets if
/// that type holds it. A float without a width takes the precision of the value that it meets.
const Type* meet(const Value& a, const Value& b);
/// Returns the type that several numbers are computed in.
const Type* meet(std::span<const Value> values);
/// Returns the weakness of a value that is computed only from these values. It is weak if none of them has a
/// type that decides.
Value::Weak weakness(std::span<const Value* const> values);
Value::Weak weakness(std::span<const Value> values);
/// Returns the index of the first value that has no common type with those before it.
std::size_t first_apart(std::span<const Value> values);

/// Returns the type of a variable that holds values of both types. The inference starts at bool. Returns `a`
/// if there is no such type.
const Type* joined(const Type* a, const Type* b);

/// Returns the value as a node of type `type`. Literals are given the type, anything else is cast. Both types
/// are number types. A cast from a floating to an integer type truncates, so callers must refuse the
/// conversions that the language does not allow.
program::ExprPtr convert(Value value, const Type* type, bool is_explicit = false);

/// Makes a weak value an ordinary one of its default type.
void settle(Value& value);

} // namespace cudapy::checker
