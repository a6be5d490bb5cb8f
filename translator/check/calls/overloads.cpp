#include "translator/check/calls/overloads.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/builtin_calls.h"
#include "translator/check/calls/calls.h"
#include "translator/check/calls/generic_calls.h"
#include "translator/check/expressions/expressions.h"
#include "translator/diagnostics/kinds/name_kinds.h"
#include "translator/diagnostics/kinds/statement_kinds.h"

#include <optional>
#include <string>

namespace cudapy::checker {

namespace {

/// Returns the types of the arguments of a call, as in "(float\nout=int*)", with a line for each because
/// names of records have commas and semicolons. Nothing is returned where one of them has an error.
std::optional<std::string> types_of(Body& body, const syntax::Call& expr) {
    std::string types;
    for (const syntax::Argument& argument : expr.arguments) {
        if (argument.stars) {
            report(body, diag::NoStars{}, argument.value->span);
            return std::nullopt;
        }
        const Value value = expression(body, *argument.value);
        if (!value) return std::nullopt;
        types += types.empty() ? "(" : "\n";
        if (!argument.keyword.empty()) types += argument.keyword + "=";
        types += value.type()->name();
    }
    return types.empty() ? "()" : types + ")";
}

/// Returns the types of a call for messages.
std::string listed(std::string types) {
    for (std::size_t at = types.find('\n'); at != std::string::npos; at = types.find('\n', at))
        types.replace(at, 1, ", ");
    return types;
}

/// Returns the signature that was chosen for a function of several; nothing for any other function.
std::optional<ChosenSignature> signature_of(const Binding& chosen) {
    if (chosen.elements.empty()) return std::nullopt;
    ChosenSignature signature;
    signature.result = chosen.elements.front().type;
    for (std::size_t i = 1; i < chosen.elements.size(); ++i)
        signature.arguments.push_back(chosen.elements[i].type);
    return signature;
}

} // namespace

Value overloaded_call(Body& body, const syntax::Call& expr, const Entity& entity) {
    const auto types = types_of(body, expr);
    if (!types) return {};
    const Entity chosen = body.environment.chosen(entity, *types);
    switch (chosen.kind) {
    case Entity::Kind::function:
        if (const auto signature = signature_of(*chosen.binding))
            return user_call(body, expr, *chosen.function, {}, &*signature);
        return user_call(body, expr, *chosen.function);
    case Entity::Kind::builtin:
        return builtin_call(body, expr, chosen);
    case Entity::Kind::type:
        return cast(body, expr, chosen.type, entity.name);
    case Entity::Kind::python_function:
        if (const std::string& reason = chosen.binding->reason; !reason.empty())
            report(body, diag::NoOther{reason}, expr.function->span);
        else
            report(body, diag::NotCompiled{entity.name, reason}, expr.function->span);
        return {};
    default:
        report(body, diag::NoOther{"`" + entity.name + "` of " + listed(*types)}, expr.function->span);
        return {};
    }
}

} // namespace cudapy::checker
