#pragma once
// `cuda.shared.array(shape, dtype, alignment)` and `cuda.local.array(shape, dtype, alignment)`.

#include "translator/check/dialect.h"
#include "translator/program/program.h"
#include "translator/syntax/ast.h"

#include <optional>
#include <string>

namespace cudapy::checker {

struct Body;

namespace numba {

/// Returns the arguments in any order in which they are given. A call that does not fit is reported. A shared
/// array of the length 0 is as long as the launch says. An alignment changes nothing that a kernel sees; one
/// that is no power of two is reported.
std::optional<ArrayArguments> array_arguments(Body& body, const syntax::Call& call, const Builtin& maker);
/// Returns the shape in a call that looks like `cuda.shared.array(shape, dtype)`, or null.
const syntax::Expr* size_argument(const syntax::Call& call);
/// Returns the type that a dtype means, null for one with an error that is reported, or nothing if it means
/// none: a type of the module or of NumPy, or the name of one of NumPy's as a string.
std::optional<const Type*> element_type(Body& body, const syntax::Expr& expr);
/// Reports a shared array that is sized at the launch, as one before it is. In numba they begin at the same
/// byte, which targets do not have. Returns whether it is one.
bool refuse_second_dynamic(Body& body, const syntax::Call& call, const program::Variable& array);

} // namespace numba

} // namespace cudapy::checker
