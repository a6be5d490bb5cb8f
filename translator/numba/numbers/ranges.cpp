#include "translator/numba/numbers/ranges.h"

#include "translator/check/body/body.h"
#include "translator/check/expressions/operators.h"
#include "translator/numba/numbers/negative_index.h"
#include "translator/numba/numbers/number_types.h"

#include <algorithm>
#include <vector>

namespace cudapy::checker::numba {

RangeTypes range_types(Body& body, std::span<const Value> bounds) {
    RangeTypes types{Type::int32(), nullptr, true};
    std::vector<const Type*> given;
    for (const Value& value : bounds) {
        const Type* type = value.type();
        if (!type->is_floating() && !need_integer(body, value, "`range`")) return {};
        given.push_back(value.constant ? Type::int64() : type);
        // numba cuts a float to 32 bits. With 64 more of them have the value that Python gives them.
        const bool is_narrow = type->is_integer() || type->is_bool() ? holds(Type::int32(), type) : false;
        if (!is_narrow) types.counter = Type::int64();
        types.is_never_negative =
            types.is_never_negative && (bounds.size() == 1 || is_never_negative(body, *value.node));
    }
    const bool is_unsigned = range_type(given) == Type::uint64();
    types.variable = is_unsigned ? Type::uint64() : types.counter;
    return types;
}

} // namespace cudapy::checker::numba
