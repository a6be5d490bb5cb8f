#include "translator/check/calls/defaults.h"

#include "translator/check/body/body.h"
#include "translator/check/body/captured.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/body/store.h"
#include "translator/check/calls/constant_parameters.h"
#include "translator/check/calls/string_constants.h"
#include "translator/check/expressions/number_rules.h"
#include "translator/check/module/instances.h"
#include "translator/diagnostics/kinds/name_kinds.h"
#include "translator/diagnostics/kinds/tuple_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"

namespace cudapy::checker {

using program::ExprPtr;

namespace {

Value default_from(Body& body, const Binding& binding, const syntax::Parameter& parameter) {
    const Span span = parameter.default_value->span;
    if (binding.kind != Binding::Kind::constant) {
        const std::string type = binding.kind == Binding::Kind::other    ? binding.path
                                 : binding.kind == Binding::Kind::module ? "module"
                                                                         : "function";
        report(body, diag::DefaultNotConstant{parameter.name, type}, span);
        return {};
    }
    if (binding.int_too_large) {
        report(body, diag::IntegerTooLarge{text(body, span)}, span);
        return {};
    }
    if (binding.path != "tuple") {
        Value value = binding_value(body, span, binding, "");
        value.is_captured = false; // what is not changed may be one object for all calls
        return value;
    }
    Value tuple;
    std::vector<ExprPtr> nodes;
    std::vector<const Type*> types;
    for (const Binding& element : binding.elements) {
        Value part = default_from(body, element, parameter);
        if (!part) return {};
        types.push_back(part.type());
        nodes.push_back(std::move(part.node));
        tuple.parts.push_back(std::move(part));
    }
    tuple.node = std::make_unique<program::Construct>(span, Type::tuple(types), std::move(nodes));
    return tuple;
}

/// Returns whether a call has chosen the type of the parameter.
bool is_chosen(const FunctionInfo& info, std::size_t i) {
    const Type* type = info.function->parameters[static_cast<std::size_t>(info.place(i))]->type;
    return info.generic() && info.generic()->pattern()->declared[i] != type;
}

bool is_wider(const Type* type, const Type* than) {
    return (type->is_floating() && (than->is_integer() || than->is_bool())) ||
           (type->is_integer() && than->is_bool());
}

ExprPtr stored_default(Body& body, std::size_t i, Value value) {
    const std::string& name = body.info.syntax->parameters[i].name;
    const Type* type = body.function.parameters[static_cast<std::size_t>(body.info.place(i))]->type;
    Target target;
    target.place = "parameter `" + name + "`";
    target.labels.push_back({body.info.type_spans[i], "`" + name + "` is `" + type->name() + "`"});
    return store(body, std::move(value), type, std::move(target));
}

} // namespace

void report_missing_default(Context& context, FunctionInfo& info, std::size_t parameter) {
    if (!is_chosen(info, parameter)) return; // it was reported where it is
    Body body(context, info);
    if (Value value = parameter_default(body, parameter)) stored_default(body, parameter, std::move(value));
}

void check_defaults(Context& context, FunctionInfo& info) {
    Body body(context, info);
    const bool has_constants = info.instance() && info.instance()->has_constants;
    body.info.defaults.resize(body.info.syntax->parameters.size());
    for (std::size_t i = 0; i < body.info.syntax->parameters.size(); ++i) {
        const syntax::Parameter& parameter = body.info.syntax->parameters[i];
        if (!parameter.default_value || (has_constants && body.info.named.count(parameter.name)) ||
            is_none_by_default(body, info, parameter) || is_string_by_default(parameter))
            continue;
        if (body.info.place(i) < 0) { // a function
            report(body, diag::DefaultNotConstant{parameter.name}, parameter.default_value->span);
            continue;
        }
        const Type* type = body.function.parameters[static_cast<std::size_t>(body.info.place(i))]->type;
        Value value = parameter_default(body, i);
        if (!value) continue;
        if (type->is_array()) {
            report(body, diag::DefaultNotConstant{parameter.name}, parameter.default_value->span);
            continue;
        }
        // An instance whose calls give a narrower number is none that is called without the argument.
        if (is_chosen(body.info, i) && is_wider(value.type(), type)) continue;
        body.info.defaults[i] = stored_default(body, i, std::move(value));
    }
}

void check_generic_defaults(Context& context, FunctionInfo& info) {
    Body body(context, info);
    const auto& parameters = body.info.syntax->parameters;
    FunctionInfo::Pattern& pattern = *info.pattern();
    pattern.default_types.resize(parameters.size());
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (!parameters[i].default_value || type_by_default(body, i) ||
            is_none_by_default(body, info, parameters[i]) || is_string_by_default(parameters[i]))
            continue;
        if (pattern.declared[i]->is_function()) {
            report(body, diag::DefaultNotConstant{parameters[i].name}, parameters[i].default_value->span);
            body.info.valid = false;
            continue;
        }
        Value value = body.numbers.by_itself(parameter_default(body, i));
        if (value)
            pattern.default_types[i] = {
                value.type(), value.is_weak() || (value.type()->is_bool() && body.numbers.has_weak_literals),
                value.is_weak() && !has_room(Type::float32(), value)};
        else
            body.info.valid = false;
    }
}

Value parameter_default(Body& body, std::size_t i) {
    const syntax::Parameter& parameter = body.info.syntax->parameters[i];
    // A lambda in a kernel is made by no `def` or `lambda` that Python runs.
    const bool is_made = !body.info.outer;
    const auto found =
        is_made ? body.context.resolver.default_value(body.info.file, body.info.scope, parameter.name)
                : std::nullopt;
    return found ? default_from(body, *found, parameter)
                 : constant_default(body, *parameter.default_value, parameter.name);
}

} // namespace cudapy::checker
