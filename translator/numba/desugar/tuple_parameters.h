#pragma once
// Tuples as arguments of kernels in the dialect of numba. A kernel has a parameter for each item, and what
// the user wrote of the tuple becomes what it is of the items: `t[0]` is the first of these parameters, and
// `t` by itself a tuple of all.
//
// In a request a tuple is an argument whose function is "(", or "( x y" with the names of its items, then the
// arguments of its items, and one whose function is ")".

#include "translator/check/dialect.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/instance_request.h"
#include "translator/syntax/ast.h"

#include <memory>
#include <variant>
#include <vector>

namespace cudapy::checker::numba {

bool has_tuples(const std::vector<InstanceRequest::Argument>& arguments);
/// Returns the function for these arguments with a parameter for each item. `has_len` says whether `len`
/// means Python's own in it.
Rewriting flattened(const syntax::Function& function, const std::vector<InstanceRequest::Argument>& arguments,
                    bool has_len);

} // namespace cudapy::checker::numba
