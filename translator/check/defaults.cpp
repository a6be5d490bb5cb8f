// The defaults of parameters. Python evaluates them once, when it runs the `def` or the `lambda`: where that
// has happened they are the objects that it left in the function, and where there is only the text they are
// what that says.

#include "translator/check/function_checker.h"
#include "translator/check/instances.h"

namespace cudapy::checker {

using program::ExprPtr;

void FunctionChecker::check_defaults() {
    info_.defaults.resize(info_.syntax->parameters.size());
    for (std::size_t i = 0; i < info_.syntax->parameters.size(); ++i) {
        const syntax::Parameter& parameter = info_.syntax->parameters[i];
        if (!parameter.default_value || (info_.has_constants && info_.named.count(parameter.name))) continue;
        if (info_.place(i) < 0) { // a function
            report(diag::DefaultNotConstant{parameter.name}, parameter.default_value->span);
            continue;
        }
        const Type* type = function_.parameters[static_cast<std::size_t>(info_.place(i))]->type;
        Value value = parameter_default(i);
        if (!value) continue;
        if (type->is_array()) {
            report(diag::DefaultNotConstant{parameter.name}, parameter.default_value->span);
            continue;
        }
        // An instance whose calls give an integer is none that is called without the argument.
        const bool is_chosen = info_.generic && info_.generic->declared[i] != type;
        if (is_chosen && value.type()->is_floating() && (type->is_integer() || type->is_bool())) continue;
        Target target;
        target.place = "parameter `" + parameter.name + "`";
        target.labels.push_back({info_.type_spans[i], "`" + parameter.name + "` is `" + type->name() + "`"});
        info_.defaults[i] = store(std::move(value), type, std::move(target));
    }
}

void FunctionChecker::check_generic_defaults() {
    const auto& parameters = info_.syntax->parameters;
    info_.default_types.resize(parameters.size());
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (!parameters[i].default_value || type_by_default(i)) continue;
        if (info_.declared[i]->is_function()) {
            report(diag::DefaultNotConstant{parameters[i].name}, parameters[i].default_value->span);
            info_.valid = false;
            continue;
        }
        const Value value = parameter_default(i);
        if (value)
            info_.default_types[i] = {value.type(), value.is_weak() || value.type()->is_bool(),
                                      value.is_weak() && !has_room(Type::float32(), value)};
        else
            info_.valid = false;
    }
}

Value FunctionChecker::parameter_default(std::size_t i) {
    const syntax::Parameter& parameter = info_.syntax->parameters[i];
    // A lambda in a kernel is made by no `def` or `lambda` that Python runs.
    const bool is_made = !info_.outer;
    const auto found =
        is_made ? context_.resolver.default_value(info_.file, info_.scope, parameter.name) : std::nullopt;
    return found ? default_from(*found, parameter)
                 : constant_default(*parameter.default_value, parameter.name);
}

Value FunctionChecker::default_from(const Binding& binding, const syntax::Parameter& parameter) {
    const Span span = parameter.default_value->span;
    if (binding.what != Binding::What::constant) {
        const std::string type = binding.what == Binding::What::other    ? binding.path
                                 : binding.what == Binding::What::module ? "module"
                                                                         : "function";
        report(diag::DefaultNotConstant{parameter.name, type}, span);
        return {};
    }
    if (binding.int_too_large) {
        report(diag::IntegerTooLarge{text(span)}, span);
        return {};
    }
    if (binding.path != "tuple") {
        Value value = binding_value(span, binding, "");
        value.is_captured = false; // what is not changed may be one object for all calls
        return value;
    }
    Value tuple;
    std::vector<ExprPtr> nodes;
    std::vector<const Type*> types;
    for (const Binding& element : binding.elements) {
        Value part = default_from(element, parameter);
        if (!part) return {};
        types.push_back(part.type());
        nodes.push_back(std::move(part.node));
        tuple.parts.push_back(std::move(part));
    }
    if (nodes.size() < 2) {
        report(diag::ShortTuple{"(" + text(span) + ")"}, span);
        return {};
    }
    tuple.node = std::make_unique<program::Construct>(span, Type::tuple(types), std::move(nodes));
    return tuple;
}

} // namespace cudapy::checker
