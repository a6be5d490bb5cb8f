#pragma once
// Strings as arguments of functions without a signature: `load(a, "fast")`. A string is known when a kernel
// is compiled. Each string has its instance of the function, which compares it and gives it on.

#include "translator/check/module/environment.h"

#include <memory>
#include <optional>
#include <string>

namespace cudapy::checker {

struct Body;

/// Returns what a parameter is that a call gives the string, a literal or a parameter that is one. Returns
/// null for any other argument.
std::shared_ptr<const NamedEntity> string_constant(Body& body, const syntax::Expr& argument);
/// Returns whether the entity is a parameter that is a string. Its name is the string in quotes.
bool is_string(const Entity& entity);
/// Returns what a string adds to the name of the instance that it makes: an underscore and its first letters
/// and digits, or nothing if it has none.
std::string string_as_name(const Entity& entity);
/// Returns whether the default of a parameter is a string, which each call that leaves it out gives.
bool is_string_by_default(const syntax::Parameter& parameter);
/// Returns the value of `name == "text"`, of `!=`, or of `name in ("a", "b")`, where all are known strings
/// and one has a name.
std::optional<bool> string_test(Body& body, syntax::CompareOp op, const syntax::Expr& left,
                                const syntax::Expr& right);

/// Returns the value of a condition that tests of known strings decide: such a test, `not` of one, and `and`
/// and `or` of them. An operand that is no such test leaves it unknown, unless one before it decides.
std::optional<bool> string_condition(Body& body, const syntax::Expr& condition);

} // namespace cudapy::checker
