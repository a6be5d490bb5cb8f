#pragma once
// Calls of built-in functions, typed by their Shape or, when special, here.

#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

#include <optional>
#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;

Value builtin_call(Body& body, const syntax::Call& expr, const Entity& entity);
Value to_integer(Span span, const Builtin* builtin, Value value);
/// The precision that the arguments give a function.
const Type* precision(const Body& body, const std::vector<Value>& values, bool single);
/// Whether the arguments give it none, so that its result is a float without a width.
bool is_without_width(const std::vector<Value>& values, bool single);
/// What int(), math.floor() and their kin make of a quotient of integers, as CPython does.
/// The arguments of a call as numbers; nothing where one has an error.
std::optional<std::vector<Value>> numbers(Body& body, const syntax::Call& expr, const std::string& name,
                                          bool takes_complex = false);
program::ExprPtr builtin_node(Span span, const Type* type, const Builtin* builtin, const Type* precision,
                              std::vector<program::ExprPtr> arguments);

} // namespace cudapy::checker
