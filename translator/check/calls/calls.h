#pragma once
// Calls of the translation's own functions, and casts.

#include "translator/check/expressions/value.h"

#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;
struct ChosenSignature;
struct FunctionInfo;

/// Checks a call of any callee.
Value call(Body& body, const syntax::Call& expr);
/// Takes the strides out of arguments that are parts of arrays. Returns for each argument the strides along
/// its first dimensions.
std::vector<std::vector<program::ExprPtr>> take_strides(std::vector<Value>& arguments);
/// Checks a call of a function of the translation. `captures` are the values of what the callee itself uses
/// of this function. `chosen` says the types, where the callee has several signatures.
Value user_call(Body& body, const syntax::Call& expr, FunctionInfo& callee,
                std::vector<program::ExprPtr> captures = {}, const ChosenSignature* chosen = nullptr);
/// Checks `T(x)` of a type of numbers.
Value cast(Body& body, const syntax::Call& expr, const Type* type, const std::string& name);
/// Returns whether a call has from `least` to `most` arguments, and none by keyword. If not, that is
/// reported.
bool plain_arguments(Body& body, const syntax::Call& expr, const std::string& name, std::size_t least,
                     std::size_t most);
/// Checks the arguments of a call that has an error itself.
void check_arguments_only(Body& body, const syntax::Call& expr);
/// Returns the order in which the `count` values of a call are evaluated. The written arguments come first,
/// in the order of the text, then defaults and further values such as captures. `arguments` has the argument
/// of each parameter. `begins` has the index of each argument's first value and, at its end, the index after
/// the last value. The result is empty if the arguments are written in the order of the parameters.
std::vector<std::size_t> written_order(const syntax::Call& call,
                                       const std::vector<const syntax::Expr*>& arguments,
                                       const std::vector<std::size_t>& begins, std::size_t count);

} // namespace cudapy::checker
