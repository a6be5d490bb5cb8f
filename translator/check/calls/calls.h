#pragma once
// Calls of the translation's own functions, and casts.

#include "translator/check/expressions/value.h"

#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;
struct FunctionInfo;

/// Checks a call of whatever the callee is.
Value call(Body& body, const syntax::Call& expr);
/// Takes the strides out of arguments that are parts of arrays: for each argument, those along its first
/// dimensions.
std::vector<std::vector<program::ExprPtr>> take_strides(std::vector<Value>& arguments);
/// Checks a call of a function of the translation. `captures` are the values of what the callee itself uses
/// of this function.
Value user_call(Body& body, const syntax::Call& expr, FunctionInfo& callee,
                std::vector<program::ExprPtr> captures = {});
/// Checks `T(x)` of a type of numbers.
Value cast(Body& body, const syntax::Call& expr, const Type* type, const std::string& name);
/// Returns whether a call has from `least` to `most` arguments, and none by keyword; reports where not.
bool plain_arguments(Body& body, const syntax::Call& expr, const std::string& name, std::size_t least,
                     std::size_t most);
/// Checks the arguments of a call that has an error itself.
void check_arguments_only(Body& body, const syntax::Call& expr);
/// Returns the order in which a call's `count` arguments are evaluated: as they are written, then defaults
/// and what else goes along. `given` has each parameter's argument, `begins` the place of its first value
/// and, at its end, the place behind the last. It is empty where they are written in their own order.
std::vector<std::size_t> written_order(const syntax::Call& call,
                                       const std::vector<const syntax::Expr*>& given,
                                       const std::vector<std::size_t>& begins, std::size_t count);

} // namespace cudapy::checker
