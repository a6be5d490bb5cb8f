// Indices in checked mode: each is looked at when the kernel runs, against the extent of its own dimension.

#include "translator/check/function_checker.h"
#include "translator/check/index_arithmetic.h"

namespace cudapy::checker {

using program::ExprPtr;

ExprPtr FunctionChecker::checked_index(ExprPtr at, ExprPtr length, program::Check check) const {
    if (!context_.options.checked) return at;
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

ExprPtr FunctionChecker::checked_row(const Local& local, ExprPtr at, Span span) const {
    if (!context_.options.checked) return at;
    const auto count = [&]() -> ExprPtr {
        return std::make_unique<program::VariableRef>(span, local.lists.count);
    };
    program::Check check{program::Check::Kind::index, span, local.variable->name};
    if (const auto value = literal(*at); value && *value < 0) {
        at = from_end(count(), *at, *value);
        check.from_end = true;
    }
    return checked_index(std::move(at), count(), std::move(check));
}

} // namespace cudapy::checker
