#include "translator/check/statements/ranges.h"

#include "translator/check/body/body.h"
#include "translator/check/expressions/operators.h"
#include "translator/check/statements/loops.h"

namespace cudapy::checker {

RangeTypes python_range(Body& body, std::span<const Value> bounds) {
    const Type* counter = body.context.index_type();
    bool failed = false;
    for (const Value& value : bounds) {
        failed |= !need_integer(body, value, "`range`");
        if (value.type()->is_integer() && !holds(Type::int32(), value.type())) counter = Type::int64();
        failed |= is_beyond_int64(body, value, "`range`");
    }
    return failed ? RangeTypes{} : RangeTypes{counter, counter, false};
}

} // namespace cudapy::checker
