#include "translator/check/calls/constant_parameters.h"

#include "translator/check/arrays/declared_arrays.h"
#include "translator/check/body/body.h"
#include "translator/check/body/names.h"
#include "translator/check/calls/captures.h"
#include "translator/check/calls/defaults.h"
#include "translator/check/calls/none_constants.h"
#include "translator/check/calls/string_constants.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/fold.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <string_view>

namespace cudapy::checker {

using syntax::ExprKind;

namespace {

bool is_bound(const syntax::Function& function, const std::string& name) {
    bool found = false;
    syntax::visit_statements(function.body, [&](const syntax::Stmt& stmt) {
        syntax::visit_targets(stmt, [&](const syntax::Expr& target) {
            syntax::visit_bound_names(target, [&](const syntax::Name& each) { found |= each.id == name; });
        });
    });
    return found;
}

/// Returns whether the name is in the count of elements of an array that the function itself makes.
bool is_own_size(const DialectRules& dialect, const syntax::Function& function, const std::string& name) {
    bool found = false;
    syntax::visit_statements(function.body, [&](const syntax::Stmt& stmt) {
        const auto [target, value] = syntax::single_assignment(stmt);
        if (!value || value->kind != ExprKind::call) return;
        const syntax::Expr* size = dialect.declarations.size(syntax::as<syntax::Call>(*value));
        if (!size) return;
        syntax::visit_all(*size, [&](const syntax::Expr& each) {
            found |= each.kind == ExprKind::name && syntax::as<syntax::Name>(each).id == name;
        });
    });
    return found;
}

/// Returns whether a parameter of this function is the size of an array, of its own or of a helper that it
/// gives the parameter.
bool is_size(Body& body, const std::string& name) {
    const auto [known, is_new] = body.context.size_parameters.try_emplace({body.info.syntax, name}, false);
    if (!is_new) return known->second; // also where functions call each other
    bool& found = known->second;
    found = is_own_size(body.dialect, *body.info.syntax, name);
    if (found) return true;
    body.symbols = Symbols(*body.info.syntax, {});
    syntax::visit_all(body.info.syntax->body, [&](const syntax::Expr& each) {
        if (each.kind != ExprKind::call || found) return;
        const auto& call = syntax::as<syntax::Call>(each);
        const auto callee = entity(body, *call.function);
        if (!callee || callee->kind != Entity::Kind::function || !callee->function->is_unsigned()) return;
        const auto& parameters = callee->function->syntax->parameters;
        for (std::size_t i = 0; i < call.arguments.size() && !found; ++i) {
            const syntax::Argument& argument = call.arguments[i];
            bool is_given = false;
            syntax::visit_all(*argument.value, [&](const syntax::Expr& part) {
                is_given |= part.kind == ExprKind::name && syntax::as<syntax::Name>(part).id == name;
            });
            const std::string wanted = !argument.keyword.empty() ? argument.keyword
                                       : i < parameters.size()   ? parameters[i].name
                                                                 : "";
            if (!is_given || is_bound(*callee->function->syntax, wanted)) continue;
            Body inner(body.context, *callee->function);
            found = is_size(inner, wanted);
        }
    });
    return found;
}

/// Returns the function that an argument is, if it is one. The values that it uses of this function are added
/// to `captures`.
std::optional<Entity> function_given(Body& body, const syntax::Expr& argument, const FunctionInfo& generic,
                                     const std::string& parameter, std::vector<program::ExprPtr>& captures) {
    auto found = entity(body, argument);
    const syntax::Lambda* lambda = argument.kind == ExprKind::lambda ? &syntax::as<syntax::Lambda>(argument)
                                   : found                           ? found->lambda
                                                                     : nullptr;
    std::vector<program::ExprPtr> used;
    if (lambda) {
        const std::string& name = lambda->function->is_lambda ? parameter : lambda->function->name;
        FunctionInfo* made = lambda_argument(body, *lambda, generic.syntax->name + "_" + name, used);
        if (!made || !made->valid) return std::nullopt;
        found.emplace();
        found->kind = Entity::Kind::function;
        found->function = made;
        found->name = lambda->function->is_lambda ? "lambda" : name;
    } else if (found && found->kind == Entity::Kind::function && found->function) {
        used = own_captures(body, found->given_as, argument.span);
    } else if (!found || found->kind != Entity::Kind::builtin) {
        return std::nullopt;
    }
    found->given_as = used.empty() ? "" : parameter;
    for (program::ExprPtr& value : used)
        captures.push_back(std::move(value));
    return found;
}

/// Returns the binding of an integer that is known when the kernel is compiled: of an argument, or of the
/// default of a parameter of `callee`.
std::optional<Binding> size(Body& body, Body* callee, const syntax::Expr* argument, std::size_t parameter) {
    const bool outside = std::exchange(body.in_size, true);
    const Value value = argument ? expression(body, *argument) : parameter_default(*callee, parameter);
    body.in_size = outside;
    if (!value || !value.type()->is_integer()) return std::nullopt;
    std::optional<int64_t> size = value.integer();
    if (!size)
        if (const auto folded = fold_tree(*value.node); folded && holds(Type::int64(), *folded))
            size = static_cast<int64_t>(*folded);
    if (!size) return std::nullopt;
    Binding binding;
    binding.kind = Binding::Kind::constant;
    binding.value = *size;
    if (!value.is_weak()) binding.type = value.type();
    return binding;
}

/// Returns whether all numbers in a tuple, and in tuples in it, are integers.
bool holds_integers(const Binding& tuple) {
    return std::all_of(tuple.elements.begin(), tuple.elements.end(), [](const Binding& each) {
        return each.path == "tuple" ? holds_integers(each) : std::holds_alternative<int64_t>(each.value);
    });
}

/// Returns the binding of a tuple of integers that are known when the kernel is compiled: one that is written
/// out, a captured one, or a local that stands for one.
std::optional<Binding> tuple_of_sizes(Body& body, const syntax::Expr& argument) {
    if (const auto found = entity(body, argument); found && found->kind == Entity::Kind::constant)
        return found->binding->path == "tuple" && holds_integers(*found->binding)
                   ? std::optional(*found->binding)
                   : std::nullopt;
    if (const syntax::Expr* assigned = constant_local(body, argument)) return tuple_of_sizes(body, *assigned);
    if (argument.kind != ExprKind::tuple) return std::nullopt;
    Binding tuple;
    tuple.kind = Binding::Kind::constant;
    tuple.path = "tuple";
    for (const syntax::ExprPtr& each : syntax::as<syntax::Tuple>(argument).elements) {
        auto element = tuple_of_sizes(body, *each);
        if (!element) element = size(body, nullptr, each.get(), 0);
        if (!element) return std::nullopt;
        tuple.elements.push_back(std::move(*element));
    }
    return tuple;
}

/// Adds the numbers of a constant to a text, each after `separator`. `with_types` tells an `int32` of 4 from
/// an `int64`.
void add_numbers(const Binding& binding, std::string_view separator, bool with_types, std::string& text) {
    if (binding.path == "tuple") {
        if (with_types) text += "(";
        for (const Binding& each : binding.elements)
            add_numbers(each, separator, with_types, text);
        if (with_types) text += ")";
        return;
    }
    std::string digits = std::to_string(std::get<int64_t>(binding.value));
    if (!with_types && digits.starts_with("-")) digits = "minus" + digits.substr(1);
    text += separator;
    text += digits;
    if (with_types && binding.type) text += " of " + binding.type->name();
}

} // namespace

bool is_function(const NamedEntity& constant) {
    return constant.entity.kind == Entity::Kind::builtin || constant.entity.kind == Entity::Kind::function;
}

bool is_sizes(const NamedEntity& constant) {
    return constant.entity.kind == Entity::Kind::constant;
}

std::string sizes_as_key(const NamedEntity& constant) {
    std::string text;
    add_numbers(constant.binding, " ", true, text);
    return text;
}

std::string sizes_as_name(const NamedEntity& constant) {
    std::string text;
    add_numbers(constant.binding, "_", false, text);
    return text;
}

std::string sizes_as_text(const Binding& sizes) {
    if (sizes.path != "tuple") return std::to_string(std::get<int64_t>(sizes.value));
    std::string text;
    for (const Binding& each : sizes.elements)
        text += (text.empty() ? "" : ", ") + sizes_as_text(each);
    return "(" + text + (sizes.elements.size() == 1 ? ",)" : ")");
}

/// Returns the type that is the default of a parameter of this function. Returns nothing for any other
/// default, and if the function assigns the parameter.
std::optional<Entity> type_by_default(Body& body, std::size_t parameter) {
    const syntax::Parameter& wanted = body.info.syntax->parameters[parameter];
    if (!body.info.is_unsigned() || body.info.syntax->is_lambda || !wanted.default_value ||
        is_bound(*body.info.syntax, wanted.name))
        return std::nullopt;
    const auto left = body.info.outer
                          ? std::nullopt
                          : body.context.resolver.default_value(body.info.file, body.info.scope, wanted.name);
    auto found = left ? std::optional(body.environment.from_binding(*left, wanted.name))
                      : entity(body, *wanted.default_value);
    if (found) found->binding = nullptr;
    return found && found->type &&
                   (found->kind == Entity::Kind::type || found->kind == Entity::Kind::aggregate)
               ? found
               : std::nullopt;
}

bool is_none_by_default(Body& body, const FunctionInfo& generic, const syntax::Parameter& parameter) {
    if (!body.dialect.calls.takes_none || !parameter.default_value) return false;
    const auto left = generic.outer
                          ? std::nullopt
                          : body.context.resolver.default_value(generic.file, generic.scope, parameter.name);
    return left ? left->kind == Binding::Kind::other && left->path == "NoneType"
                : parameter.default_value->kind == ExprKind::none;
}

/// Returns what a call gives for a parameter that is a type, the size of an array, or where a dialect has
/// them a shape. Returns null for any other parameter, and for a size that is not known when the kernel is
/// compiled.
std::shared_ptr<const NamedEntity> constant_argument(Body& body, FunctionInfo& generic, std::size_t parameter,
                                                     const syntax::Expr* argument,
                                                     std::vector<program::ExprPtr>& captures) {
    if (!generic.is_unsigned() && !generic.syntax->is_lambda) return nullptr;
    const syntax::Parameter& wanted = generic.syntax->parameters[parameter];
    if (body.dialect.calls.takes_none &&
        (argument ? is_none(body, *argument) : is_none_by_default(body, generic, wanted)))
        return none_constant();
    if ((!argument && !wanted.default_value) || is_bound(*generic.syntax, wanted.name)) return nullptr;
    if (auto string = string_constant(body, argument ? *argument : *wanted.default_value)) return string;
    auto constant = std::make_shared<NamedEntity>();
    if (argument)
        if (auto function = function_given(body, *argument, generic, wanted.name, captures)) {
            constant->entity = *function;
            constant->entity.binding = nullptr;
            constant->entity.type = Type::bool_(); // for the parameter's type variable, which nothing reads
            return constant;
        }
    if (generic.syntax->is_lambda) return nullptr;
    Body callee(body.context, generic);
    if (auto found = argument ? entity(body, *argument) : type_by_default(callee, parameter);
        found && found->type &&
        (found->kind == Entity::Kind::type || found->kind == Entity::Kind::aggregate)) {
        constant->entity = *found;
        return constant;
    }
    if (!is_size(callee, wanted.name)) return nullptr;
    auto sizes =
        argument && body.dialect.declarations.takes_shapes ? tuple_of_sizes(body, *argument) : std::nullopt;
    if (!sizes) sizes = size(body, argument ? nullptr : &callee, argument, parameter);
    if (!sizes) return nullptr;
    constant->entity.kind = Entity::Kind::constant;
    constant->entity.name = wanted.name;
    // A tuple has its types in its elements, and nothing reads that of the type variable.
    constant->entity.type = sizes->path == "tuple" ? Type::bool_() : sizes->type;
    if (!sizes->type && sizes->path != "tuple")
        constant->entity.type = default_type(std::get<int64_t>(sizes->value));
    constant->binding = std::move(*sizes);
    constant->entity.binding = &constant->binding;
    return constant;
}

} // namespace cudapy::checker
