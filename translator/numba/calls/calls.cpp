#include "translator/numba/calls/calls.h"

#include "translator/check/module/environment.h"
#include "translator/numba/calls/functions.h"
#include "translator/numba/calls/grids.h"
#include "translator/numba/calls/warps.h"
#include "translator/numba/desugar/array_tuples.h"
#include "translator/numba/desugar/field_arguments.h"
#include "translator/numba/desugar/returned_records.h"

namespace cudapy::checker::numba {

std::optional<Value> unnamed_call(Body& body, const syntax::Call& call) {
    auto result = grid_sync(body, call);
    return result ? std::move(result) : bit_count(body, call);
}

std::optional<Value> named_call(Body& body, const syntax::Call& call, const Entity& entity) {
    if (entity.is_dtype) return std::nullopt;
    if (entity.is_python_int || entity.is_python_float) return number_call(body, call, entity);
    return entity.kind == Entity::Kind::unsupported ? tuple_call(body, call, entity) : std::nullopt;
}

std::optional<OtherCall> other_call(Body& body, const syntax::Call& call, FunctionInfo& callee) {
    FunctionInfo& version = version_with_index(body, call, callee);
    if (&version != &callee) return OtherCall{&call, &version};
    const auto items = with_items_of_tuples(body, call, callee);
    return items ? items : with_records(body, call, callee);
}

} // namespace cudapy::checker::numba
