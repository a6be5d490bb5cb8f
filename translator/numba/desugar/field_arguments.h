#pragma once
// Fields of records as arguments in the dialect of numba, `total(a.x)` and `dot(r.at, s.at)`. The call gives
// the array of records, or the record, and asks for a version of the function that begins with `v =
// v_records.x`, so that the field is a name in it.

#include "translator/check/context.h"
#include "translator/check/dialect.h"

#include <optional>

namespace cudapy::checker {

struct Body;

namespace numba {

/// Returns the call and the version of the function for a call that gives fields of records, and nothing for
/// any other call.
std::optional<OtherCall> with_records(Body& body, const syntax::Call& call, FunctionInfo& callee);

} // namespace numba
} // namespace cudapy::checker
