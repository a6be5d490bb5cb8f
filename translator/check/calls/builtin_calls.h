#pragma once
// Calls of built-in functions, typed by their Shape or, when special, here.

#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

#include <optional>
#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;

/// Checks a call of a built-in function.
Value builtin_call(Body& body, const syntax::Call& expr, const Entity& entity);
/// Returns what int(), math.floor() and their kin make of a number.
Value to_integer(Span span, const Builtin* builtin, Value value);
/// Returns the precision that the arguments give a function.
const Type* precision(const Body& body, const std::vector<Value>& values, bool single);
/// Returns whether the arguments give it none, so that its result is a float without a width.
bool is_without_width(const std::vector<Value>& values, bool single);
/// Checks the arguments of a call as numbers. Nothing is returned where one has an error.
std::optional<std::vector<Value>> numbers(Body& body, const syntax::Call& expr, const std::string& name,
                                          bool takes_complex = false);
/// Returns the node of a call of a built-in function.
program::ExprPtr builtin_node(Span span, const Type* type, const Builtin* builtin, const Type* precision,
                              std::vector<program::ExprPtr> arguments);

} // namespace cudapy::checker
