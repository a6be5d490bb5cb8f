#pragma once
// Calls of built-in functions. Their types follow from their Shape; special ones are typed here.

#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;

/// Checks a call of a built-in function.
Value builtin_call(Body& body, const syntax::Call& expr, const Entity& entity);
/// Checks barriers and fences. Those with an argument take a condition.
Value barrier_call(Body& body, const syntax::Call& expr, const Entity& entity);
/// Returns the integer that int(), math.floor() and similar functions make of a number.
Value to_integer(Span span, const Builtin* builtin, Value value);
/// Returns the precision in which a function computes with these arguments.
const Type* precision(const Body& body, const std::vector<Value>& values, bool single);
/// Returns whether the arguments say no precision, so that the result is a float without a width.
bool is_without_width(std::span<const Value> values, bool single);
/// Checks the arguments of a call as numbers. Returns nothing if one of them has an error.
std::optional<std::vector<Value>> numbers(Body& body, const syntax::Call& expr, const std::string& name,
                                          bool takes_complex = false);
/// Returns the node of a call of a built-in function.
program::ExprPtr builtin_node(Span span, const Type* type, const Builtin* builtin, const Type* precision,
                              std::vector<program::ExprPtr> arguments);

} // namespace cudapy::checker
