#include "translator/check/calls/generic_calls.h"

#include "translator/check/body/body.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/captures.h"
#include "translator/check/calls/constant_parameters.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/number_rules.h"
#include "translator/check/module/instances.h"
#include "translator/diagnostics/kinds/generic_kinds.h"
#include "translator/diagnostics/kinds/name_kinds.h"

namespace cudapy::checker {

namespace {

/// The function that is given for a function parameter; null, and reported, where it is no function.
FunctionInfo* function_argument(Body& body, const syntax::Expr& expr, FunctionInfo& generic,
                                std::size_t parameter, std::vector<program::ExprPtr>& captures) {
    const std::string& name = generic.syntax->parameters[parameter].name;
    if (expr.kind == syntax::ExprKind::lambda) {
        FunctionInfo* made = lambda_argument(body, syntax::as<syntax::Lambda>(expr),
                                             generic.syntax->name + "_" + name, captures);
        return made && made->valid ? made : nullptr;
    }
    const auto found = entity(body, expr);
    if (found && found->kind == Entity::Kind::lambda) {
        FunctionInfo* made =
            lambda_argument(body, *found->lambda, generic.syntax->name + "_" + found->name, captures);
        return made && made->valid ? made : nullptr;
    }
    if (found && found->kind == Entity::Kind::function) {
        if (!found->function->valid) return nullptr;
        if (!found->given_as.empty()) captures = own_captures(body, found->given_as, expr.span);
        return found->function;
    }
    using Reason = diag::FunctionArgument::Reason;
    const auto refuse = [&](Reason reason) {
        report(
            body,
            diag::FunctionArgument{reason, generic.syntax->name, name,
                                   generic.pattern()->declared[parameter]->name(), text(body, expr)},
            expr.span,
            {{generic.type_spans[parameter],
              "`" + name + "` is declared `" + generic.pattern()->declared[parameter]->name() + "` here"}});
        return nullptr;
    };
    if (!found) return expression(body, expr) ? refuse(Reason::no_function) : nullptr;
    switch (found->kind) {
    case Entity::Kind::builtin:
    case Entity::Kind::overloaded:
    case Entity::Kind::type:
    case Entity::Kind::device_function:
    case Entity::Kind::aggregate: {
        const syntax::Lambda& call = body.context.all_instances().call_of(
            expr, generic.pattern()->declared[parameter]->fields().size());
        const std::string last = found->name.substr(found->name.rfind('.') + 1);
        Instances::LambdaNames names;
        const syntax::Expr* root = &expr;
        while (root->kind == syntax::ExprKind::attribute)
            root = syntax::as<syntax::Attribute>(*root).value.get();
        if (root->kind == syntax::ExprKind::name) add_name(body, syntax::as<syntax::Name>(*root), names);
        FunctionInfo& made = body.context.all_instances().lambda(
            call, body.info, {}, generic.syntax->name + "_" + last, std::move(names));
        made.built_in = text(body, expr);
        return &made;
    }
    case Entity::Kind::constant:
    case Entity::Kind::coordinate:
    case Entity::Kind::number:
    case Entity::Kind::warp_size:
        return refuse(Reason::no_function);
    case Entity::Kind::python_function:
        report(body, diag::NotCompiled{found->name, found->binding->reason}, expr.span);
        return nullptr;
    default:
        report_not_value(body, expr, *found);
        return nullptr;
    }
}

} // namespace

FunctionInfo* instance(Body& body, const syntax::Call& expr, FunctionInfo& generic,
                       const std::vector<const syntax::Expr*>& passed, std::vector<Value>& values,
                       std::vector<program::ExprPtr>& captures, const ChosenSignature* chosen) {
    // This comes first, because checking the defaults of the generic function makes variables of that
    // function.
    Instances& instances = body.context.all_instances();
    std::vector<Instances::GivenArgument> arguments(passed.size());
    Instances::Choice known;
    if (chosen) known.result = chosen->result;
    bool failed = false;
    for (std::size_t i = 0; i < passed.size(); ++i) {
        if (auto constant = chosen ? nullptr : constant_argument(body, generic, i, passed[i], captures)) {
            arguments[i].type = constant->entity.type;
            known.constants.emplace(generic.syntax->parameters[i].name, std::move(constant));
            continue;
        }
        if (!passed[i]) {
            arguments[i] = given_by_default(generic, i);
            continue;
        }
        if (generic.pattern()->declared[i]->is_function()) {
            std::vector<program::ExprPtr> used;
            arguments[i].function = function_argument(body, *passed[i], generic, i, used);
            failed |= !arguments[i].function;
            for (program::ExprPtr& value : used)
                captures.push_back(std::move(value));
            continue;
        }
        values[i] = expression(body, *passed[i]);
        if (values[i] && chosen && values[i].type() != chosen->arguments[i] &&
            values[i].type()->is_number()) {
            auto stored = body.numbers.stored(values[i], chosen->arguments[i]);
            values[i] = strong(stored ? std::move(*stored) : nullptr);
        }
        failed |= !values[i];
        if (!values[i]) continue;
        arguments[i].type = values[i].type();
        arguments[i].is_weak = values[i].is_weak();
        arguments[i].needs_double =
            values[i].weak == Value::Weak::floating && !has_room(Type::float32(), values[i]);
    }
    if (failed) return nullptr;
    std::optional<Instances::Failure> failure;
    FunctionInfo* made =
        instances.choose(generic, arguments, std::move(known), expr.span, &body.info, failure);
    if (failure && failure->broken) {
        body.info.calls.push_back(failure->broken);
        return nullptr;
    }
    if (failure) {
        const bool at_argument = failure->parameter < passed.size() && passed[failure->parameter];
        std::vector<diag::Label> labels;
        if (failure->parameter < generic.type_spans.size() &&
            !generic.type_spans[failure->parameter].empty() && !generic.is_unsigned() &&
            !generic.syntax->is_lambda)
            labels.push_back({generic.type_spans[failure->parameter],
                              "`" + generic.syntax->parameters[failure->parameter].name + "` is declared `" +
                                  generic.pattern()->declared[failure->parameter]->name() + "` here"});
        report(body, std::move(failure->payload), at_argument ? passed[failure->parameter]->span : expr.span,
               std::move(labels));
        return nullptr;
    }
    return made;
}

} // namespace cudapy::checker
