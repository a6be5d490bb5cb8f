#pragma once
// Calls of the translation's own functions, and casts.

#include "translator/check/expressions/value.h"

#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;
struct FunctionInfo;

Value call(Body& body, const syntax::Call& expr);
std::vector<std::vector<program::ExprPtr>> take_strides(std::vector<Value>& arguments);
/// `captures` are the values of what the callee itself uses of this function.
Value user_call(Body& body, const syntax::Call& expr, const FunctionInfo& callee,
                std::vector<program::ExprPtr> captures = {});
Value cast(Body& body, const syntax::Call& expr, const Type* type, const std::string& name);
bool plain_arguments(Body& body, const syntax::Call& expr, const std::string& name, std::size_t least,
                     std::size_t most);
void check_arguments_only(Body& body, const syntax::Call& expr);
/// The order in which a call's `count` arguments are evaluated: as they are written, then defaults and what
/// else goes along. `given` has each parameter's argument, `begins` the place of its first value and, at its
/// end, the place behind the last. Empty where they are written in their own order.
std::vector<std::size_t> written_order(const syntax::Call& call,
                                       const std::vector<const syntax::Expr*>& given,
                                       const std::vector<std::size_t>& begins, std::size_t count);

} // namespace cudapy::checker
