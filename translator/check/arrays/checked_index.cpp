#include "translator/check/arrays/checked_index.h"

#include "translator/check/arrays/constant_index.h"
#include "translator/check/arrays/index_arithmetic.h"
#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/program/build.h"

namespace cudapy::checker {

using program::ExprPtr;

ExprPtr checked_index(const Body& body, ExprPtr at, ExprPtr length, program::Check check) {
    if (!body.context.options.checked) return at;
    const auto value = literal(*at), end = literal(*length);
    if (value && end && *value >= 0 && *value < *end) return at;
    const Span span = at->span;
    std::vector<ExprPtr> arguments;
    arguments.push_back(std::move(at));
    arguments.push_back(std::move(length));
    ExprPtr result = helper_call(span, program::Helper::in_range, std::move(arguments));
    program::as<program::HelperCall>(*result).check =
        std::make_shared<const program::Check>(std::move(check));
    return result;
}

ExprPtr index_among(Body& body, ExprPtr at, int64_t count, program::Check check) {
    const Span span = at->span;
    const auto length = [&]() -> ExprPtr {
        return program::make_int(body.context.index_type(), count, span);
    };
    const auto known = constant_bounds(body, *at);
    if (const auto value = literal(*at); value && *value < 0 && *value >= -count)
        at = program::make_int(body.context.index_type(), *value + count, span);
    const program::Expr* written = at.get();
    at = from_either_end(body, std::move(at), known, length);
    check.wraps = at.get() != written;
    return checked_index(body, std::move(at), length(), std::move(check));
}

ExprPtr checked_row(const Body& body, const Local& local, ExprPtr at, Span span) {
    if (!body.context.options.checked) return at;
    const auto count = [&]() -> ExprPtr { return program::make_ref(local.lists()->count, span); };
    program::Check check{program::Check::Kind::index, span, local.variable->name};
    if (const auto value = literal(*at); value && *value < 0) {
        at = from_end(count(), *at, *value);
        check.from_end = true;
    }
    return checked_index(body, std::move(at), count(), std::move(check));
}

} // namespace cudapy::checker
