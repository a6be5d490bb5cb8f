#pragma once
// Makes of a kernel and the functions that it calls one function of assignments, branches and loops, which
// can be run backwards.

#include "translator/diagnostics/diagnostic.h"
#include "translator/differentiate/plain/single_path.h"
#include "translator/program/program.h"

#include <memory>

namespace cudapy::differentiate {

struct PlainKernel {
    std::unique_ptr<program::Function> function; ///< null where a reason was reported why there is none
    MostTrips most_trips;
};

/// Returns whether the statement is `if condition: return`. In a plain kernel whose threads work together,
/// such statements may be among the first ones.
bool is_guard(const program::Stmt& stmt);

/// In the result calls are replaced by what they do, expressions have no effects but that of a call which is
/// all of a statement, `x += y` is `x = x + y`, and no path leaves a loop or the kernel before its end, but
/// for guards. A local array is declared where it was, without values.
PlainKernel make_plain_kernel(const program::Function& kernel, const std::string& name, diag::Sink& sink);

} // namespace cudapy::differentiate
