#pragma once
// Strings as arguments of functions in the dialect of numba: `load(a, "fast")`. A string is known when a
// kernel is compiled. Each string has its instance of the function, which compares it and gives it on.

#include "translator/check/module/environment.h"

#include <memory>
#include <optional>

namespace cudapy::checker {

struct Body;

/// Returns what a parameter is that a call gives the string, a literal or a parameter that is one. Returns
/// null for any other argument.
std::shared_ptr<const NamedEntity> string_constant(Body& body, const syntax::Expr& given);
/// Returns whether the entity is a parameter that is a string. Its name is the string in quotes.
bool is_string(const Entity& entity);
/// Returns whether the default of a parameter is a string, which each call that leaves it out gives.
bool is_string_by_default(const Body& body, const syntax::Parameter& parameter);
/// Returns the value of `name == "text"`, or of `!=`, where both are known strings.
std::optional<bool> string_test(Body& body, const syntax::Compare& compare);

} // namespace cudapy::checker
