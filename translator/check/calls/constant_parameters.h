#pragma once
// Parameters of helpers without a signature that are types, or sizes of arrays: `def tile(A, dtype, size)`
// with `shared(dtype, size)`. Each call gives a constant, which an instance of the helper knows by the
// parameter's name, as if it were a constant of the module. In some dialects they may be functions,
// too.

#include "translator/check/module/environment.h"
#include "translator/program/program.h"
#include "translator/syntax/ast.h"

#include <memory>
#include <optional>
#include <vector>

namespace cudapy::checker {

struct Body;
struct FunctionInfo;

/// Returns the type that is the default of a parameter of this function. Returns nothing for any other
/// default, and if the function assigns the parameter.
std::optional<Entity> type_by_default(Body& body, std::size_t parameter);
/// Returns whether the default of a parameter is `None`, in a dialect that takes it.
bool is_none_by_default(Body& body, const FunctionInfo& generic, const syntax::Parameter& parameter);
/// Returns what a call gives for a parameter that is a type, or the size of an array, or null for any other
/// parameter, and for a size that is not known when the kernel is compiled. The values that a function uses
/// of this one are added to `captures`.
std::shared_ptr<const NamedEntity> constant_argument(Body& body, FunctionInfo& generic, std::size_t parameter,
                                                     const syntax::Expr* argument,
                                                     std::vector<program::ExprPtr>& captures);

} // namespace cudapy::checker
