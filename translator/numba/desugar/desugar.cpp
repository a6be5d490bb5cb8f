#include "translator/numba/desugar/desugar.h"

#include "translator/check/body/body.h"
#include "translator/check/calls/star_parameter.h"
#include "translator/numba/desugar/captured_arrays.h"
#include "translator/numba/desugar/dead_branches.h"
#include "translator/numba/desugar/joined_arrays.h"
#include "translator/numba/desugar/none_results.h"
#include "translator/numba/desugar/record_tuples.h"
#include "translator/numba/desugar/returned_records.h"
#include "translator/numba/desugar/scalar_arrays.h"
#include "translator/numba/desugar/tuple_parameters.h"
#include "translator/numba/desugar/unroll.h"

namespace cudapy::checker::numba {

std::optional<Rewriting> rewritten(const Context& context, const FunctionInfo& generic,
                                   const std::vector<InstanceRequest::Argument>& arguments) {
    if (has_tuples(arguments))
        return flattened(*generic.syntax, arguments, Environment(context, generic).has_len());
    if (has_scalar_arrays(arguments) && !has_star_parameter(*generic.syntax))
        return with_one_dimension(*generic.syntax, arguments);
    return std::nullopt;
}

void desugar(Body& body) {
    leave_out_dead_branches(body); // the first: numba looks at nothing in them
    if (write_none_names(body)) leave_out_dead_branches(body);
    separate_joined_arrays(body);
    allow_none_results(body);
    write_record_tuples(body);
    unroll_loops(body);
    capture_arrays(body);
    write_returned_records(body); // the last: it knows the calls that it makes
}

} // namespace cudapy::checker::numba
