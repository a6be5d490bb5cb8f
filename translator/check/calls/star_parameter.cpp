#include "translator/check/calls/star_parameter.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/module/environment.h"
#include "translator/check/module/instances.h"
#include "translator/check/numba/tuple_parameters.h"
#include "translator/diagnostics/kinds/statement_kinds.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace cudapy::checker {

namespace {

/// Makes a version with so many arguments for the star parameter.
FunctionInfo* make_version(Body& body, FunctionInfo& function, std::size_t count, Span call) {
    const syntax::Function& written = *function.syntax;
    auto made = numba::flattened(written, numba::with_tuple(written.parameters.size() - 1, count),
                                 Environment(body.context, function).has_len());
    if (auto* problem = std::get_if<numba::NotFlattened>(&made)) {
        report(body, std::move(problem->why), problem->span, {{call, "the call is here"}});
        return nullptr;
    }
    return &body.context.all_instances().like(function, std::move(std::get<numba::Flattened>(made).function));
}

} // namespace

bool has_star_parameter(const syntax::Function& function) {
    return !function.parameters.empty() && function.parameters.back().kind == syntax::ParameterKind::star;
}

FunctionInfo* version_for(Body& body, FunctionInfo& function, const syntax::Call& call) {
    if (!has_star_parameter(*function.syntax)) return &function;
    const auto given = static_cast<std::size_t>(
        std::count_if(call.arguments.begin(), call.arguments.end(),
                      [](const syntax::Argument& each) { return each.keyword.empty(); }));
    const std::size_t named = function.syntax->parameters.size() - 1;
    const std::size_t count = given > named ? given - named : 0;
    FunctionInfo*& version = body.context.star_versions[{&function, count}];
    if (!version) version = make_version(body, function, count, call.span);
    return version;
}

} // namespace cudapy::checker
