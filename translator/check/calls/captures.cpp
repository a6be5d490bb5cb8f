#include "translator/check/calls/captures.h"

#include "translator/check/arrays/constant_index.h"
#include "translator/check/body/body.h"
#include "translator/check/body/local_functions.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/free_names.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/module/instances.h"
#include "translator/check/module/signatures.h"
#include "translator/diagnostics/kinds/generic_kinds.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/program/build.h"

#include <algorithm>

namespace cudapy::checker {

using program::ExprPtr;

namespace {

/// Adds a local name of a function that a lambda uses. If the name stands for nothing at that place, that is
/// reported, and false is returned.
bool add_function(Body& body, const syntax::Name& name, Instances::LambdaNames& names,
                  std::vector<Capture>& captures, std::vector<ExprPtr>& values) {
    const Entity meant = *entity(body, name);
    if (meant.kind == Entity::Kind::out_of_reach || meant.kind == Entity::Kind::reported) {
        report_not_value(body, name, meant);
        return false;
    }
    if (!meant.given_as.empty()) { // another name of a parameter
        names.functions.emplace(name.id, meant.function);
        for (const Capture& capture : body.info.captures)
            if (capture.function == meant.given_as)
                captures.push_back(
                    {name.id, capture.name, capture.type, capture.span, nullptr, capture.from_end});
        for (ExprPtr& value : own_captures(body, meant.given_as, name.span))
            values.push_back(std::move(value));
        return true;
    }
    if (meant.kind != Entity::Kind::lambda) {
        add_name(body, name, names);
        return true;
    }
    std::vector<ExprPtr> used;
    FunctionInfo* made = lambda_argument(body, *meant.lambda, meant.name, used);
    if (!made) return false;
    names.functions.emplace(name.id, made);
    for (const Capture& capture : made->captures)
        captures.push_back({name.id, capture.name, capture.type, capture.span, nullptr, capture.from_end});
    for (ExprPtr& value : used)
        values.push_back(std::move(value));
    return true;
}

/// Returns whether the name is that of a parameter for which the instance knows the function.
bool is_given_function(const Body& body, const std::string& name) {
    const auto constant = body.info.named.find(name);
    return body.info.function_parameters.count(name) != 0 ||
           (constant != body.info.named.end() && !constant->second->entity.given_as.empty());
}

} // namespace

void add_capture(FunctionInfo& info, Capture capture) {
    program::Function& function = *info.function;
    capture.variable =
        function.add_variable(capture.name, capture.type, program::VariableRole::parameter, capture.span);
    function.parameters.push_back(capture.variable);
    info.captures.push_back(std::move(capture));
}

std::vector<ExprPtr> own_captures(const Body& body, const std::string& function, Span span) {
    std::vector<ExprPtr> values;
    for (const Capture& capture : body.info.captures)
        if (capture.function == function) values.push_back(program::make_ref(capture.variable, span));
    return values;
}

FunctionInfo* lambda_argument(Body& body, const syntax::Lambda& lambda, const std::string& name,
                              std::vector<ExprPtr>& values) {
    std::vector<Capture> captures;
    Instances::LambdaNames names;
    bool failed = false;
    for (const syntax::Parameter& parameter : lambda.function->parameters)
        if (auto problem =
                parameter_form(*lambda.function, parameter, body.dialect.signatures.has_star_parameters)) {
            report(body, std::move(*problem), parameter.span);
            failed = true;
        }
    using Reason = diag::LambdaCapture::Reason;
    const auto refuse = [&](Reason reason, const syntax::Name& used) {
        FunctionInfo* whole = &body.info;
        while (whole->outer)
            whole = whole->outer;
        report(body, diag::LambdaCapture{reason, used.id, whole->syntax->name, lambda.function->is_lambda},
               used.span);
        failed = true;
    };
    body.open_lambdas.push_back(&lambda);
    for (const syntax::Name* used : names_in_defaults(lambda))
        if (find_local(body, *used)) refuse(Reason::default_value, *used);
    for (const syntax::Name* used : free_names(lambda)) {
        if (const Local* local = find_local(body, *used)) {
            if (local->lists()) {
                refuse(Reason::lists, *used);
                continue;
            }
            Value value = expression(body, *used);
            if (!value) {
                failed = true;
                continue;
            }
            if (!lambda.function->is_lambda && value.type()->is_record()) {
                report(body,
                       diag::NoOther{"a record in a function inside another one",
                                     "give the function the record as an argument"},
                       used->span);
                failed = true;
                continue;
            }
            const bool is_view = value.node->kind == program::ExprKind::view;
            if (is_view && !program::as<program::ArrayView>(*value.node).strides.empty()) {
                refuse(Reason::gaps, *used);
                continue;
            }
            const auto constants = constant_bounds(body, *value.node);
            const bool from_end = constants && constants->least < 0;
            captures.push_back({"", used->id, value.type(), local->variable->span, nullptr, from_end});
            values.push_back(std::move(value.node));
        } else if (is_given_function(body, used->id)) {
            for (const Capture& capture : body.info.captures)
                if (capture.function == used->id)
                    captures.push_back(
                        {used->id, capture.name, capture.type, capture.span, nullptr, capture.from_end});
            for (ExprPtr& value : own_captures(body, used->id, used->span))
                values.push_back(std::move(value));
        } else if (const LocalFunction* known = find_local_function(body, *used)) {
            const bool calls_itself = std::find(body.open_lambdas.begin(), body.open_lambdas.end(),
                                                known->value) != body.open_lambdas.end();
            if (calls_itself)
                refuse(Reason::itself, *used);
            else
                failed |= !add_function(body, *used, names, captures, values);
        }
    }
    body.open_lambdas.pop_back();
    if (failed) return nullptr;
    return &body.context.all_instances().lambda(lambda, body.info, std::move(captures), name,
                                                std::move(names));
}

void add_name(Body& body, const syntax::Name& name, Instances::LambdaNames& names) {
    if (!find_local_function(body, name)) return;
    auto named = std::make_shared<NamedEntity>();
    named->entity = *entity(body, name);
    if (named->entity.binding) named->binding = *named->entity.binding;
    names.others.emplace(name.id, std::move(named));
}

} // namespace cudapy::checker
