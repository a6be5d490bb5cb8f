#include "translator/check/calls/derivative_rules.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/module/environment.h"
#include "translator/check/module/instances.h"
#include "translator/diagnostics/kinds/derivative_kinds.h"
#include "translator/program/derivative_rules.h"
#include "translator/syntax/decorators.h"

#include <algorithm>
#include <utility>

namespace cudapy::checker {

namespace {

void refuse_rule(Body& body, Span span, const std::string& mode, const std::string& reason) {
    report(body,
           diag::NoDerivative{"`" + called(body.info) + "`", reason,
                              "name a function that is defined with `def`: @cp.custom_" + mode + "(" +
                                  called(body.info) + "_" + mode + ")"},
           span);
}

/// Returns the form of a rule for the function's types, null where a reason was reported.
FunctionInfo* instance_of_rule(Body& body, FunctionInfo& rule, bool is_vjp, Span span) {
    if (!rule.is_generic()) return &rule;
    const program::RuleSignature wanted =
        is_vjp ? program::vjp_signature(body.function, false) : program::jvp_signature(body.function);
    std::vector<Instances::GivenArgument> arguments;
    for (const Type* type : wanted.parameters)
        arguments.push_back({type, false, false, nullptr});
    if (rule.syntax->parameters.size() != arguments.size()) {
        std::string needs = "those of the function, and ";
        if (!is_vjp)
            needs += "the tangents of those that are floats";
        else if (wanted.passed.empty())
            needs += "the cotangent of what it returns";
        else
            needs += "the cotangents of what it returns and of its arrays";
        refuse_rule(body, span, is_vjp ? "vjp" : "jvp",
                    "`" + called(rule) + "` has " + std::to_string(rule.syntax->parameters.size()) +
                        " parameters, and needs " + std::to_string(arguments.size()) + ": " + needs);
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
        const auto [name, is_vjp] = syntax::derivative_rule(*decorator);
        if (!name) continue;
        body.context.all_instances(); // not while other functions are checked
        const auto entity = body.environment.entity(*name);
        if (!entity || entity->kind != Entity::Kind::function || !entity->function) {
            refuse_rule(body, name->span, is_vjp ? "vjp" : "jvp",
                        "its decorator names no function that kernels can call");
            continue;
        }
        if (!entity->function->valid) continue; // reported
        FunctionInfo* rule = instance_of_rule(body, *entity->function, is_vjp, name->span);
        if (!rule) continue;
        (is_vjp ? body.function.vjp_rule : body.function.jvp_rule) = rule->function;
        auto& calls = body.info.calls;
        if (std::find(calls.begin(), calls.end(), rule) == calls.end()) calls.push_back(rule);
    }
}

} // namespace cudapy::checker
