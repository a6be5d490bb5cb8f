#include "translator/check/calls/derivative_rules.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/module/environment.h"
#include "translator/check/module/instances.h"
#include "translator/diagnostics/kinds/derivative_kinds.h"
#include "translator/syntax/decorators.h"

#include <algorithm>
#include <utility>

namespace cudapy::checker {

namespace {

void refuse_rule(Body& body, Span span, const std::string& reason) {
    report(body,
           diag::NoDerivative{"`" + called(body.info) + "`", reason,
                              "name a function that is defined with `def`: @cp.custom_vjp(" +
                                  called(body.info) + "_vjp)"},
           span);
}

/// Returns the form of a rule for the function's types, null where a reason was reported.
FunctionInfo* instance_of_rule(Body& body, FunctionInfo& rule, Span span) {
    if (!rule.is_generic()) return &rule;
    std::vector<Instances::GivenArgument> arguments;
    for (const program::Variable* parameter : body.function.parameters)
        arguments.push_back({parameter->type, false, false, nullptr});
    arguments.push_back({body.function.result, false, false, nullptr});
    if (rule.syntax->parameters.size() != arguments.size()) {
        refuse_rule(body, span,
                    "`" + called(rule) + "` has " + std::to_string(rule.syntax->parameters.size()) +
                        " parameters, and needs " + std::to_string(arguments.size()) +
                        ": those of the function, and the cotangent of what it returns");
        return nullptr;
    }
    std::optional<Instances::Failure> failure;
    FunctionInfo* made = body.context.all_instances().choose(rule, arguments, {}, span, &body.info, failure);
    if (!made) {
        if (failure && !failure->broken) report(body, std::move(failure->payload), span);
        return nullptr;
    }
    return made;
}

} // namespace

void find_derivative_rules(Body& body) {
    const syntax::Function& written = body.info.as_written ? *body.info.as_written : *body.info.syntax;
    for (const syntax::ExprPtr& decorator : written.decorators) {
        const syntax::Expr* name = syntax::custom_vjp_rule(*decorator);
        if (!name) continue;
        body.context.all_instances(); // not while other functions are checked
        const auto entity = body.environment.entity(*name);
        if (!entity || entity->kind != Entity::Kind::function || !entity->function) {
            refuse_rule(body, name->span, "its decorator names no function that kernels can call");
            continue;
        }
        if (!entity->function->valid) continue; // reported
        FunctionInfo* rule = instance_of_rule(body, *entity->function, name->span);
        if (!rule) continue;
        body.function.vjp_rule = rule->function;
        auto& calls = body.info.calls;
        if (std::find(calls.begin(), calls.end(), rule) == calls.end()) calls.push_back(rule);
    }
}

} // namespace cudapy::checker
