#include "translator/check/calls/star_parameter.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/dialect.h"
#include "translator/check/module/environment.h"
#include "translator/check/module/instances.h"
#include "translator/diagnostics/kinds/statement_kinds.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace cudapy::checker {

namespace {

/// Returns `single` arguments of unknown types, and after them a tuple of `items` such arguments.
std::vector<InstanceRequest::Argument> with_tuple(std::size_t single, std::size_t items) {
    std::vector<InstanceRequest::Argument> arguments(single + items + 2);
    arguments[single].function = "(";
    arguments.back().function = ")";
    return arguments;
}

/// Makes a version with so many arguments for the star parameter.
FunctionInfo* make_version(Body& body, FunctionInfo& function, std::size_t count, Span call) {
    const auto arguments = with_tuple(function.syntax->parameters.size() - 1, count);
    auto made = body.dialect.program.rewritten(body.context, function, arguments);
    if (auto* problem = std::get_if<NotRewritten>(&made.value())) {
        report(body, std::move(problem->reason), problem->span, {{call, "the call is here"}});
        return nullptr;
    }
    return &body.context.all_instances().like(function, std::move(std::get<Rewritten>(*made).function));
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
