#include "translator/check/calls/constant_parameters.h"

#include "translator/check/body/body.h"
#include "translator/check/body/names.h"
#include "translator/check/calls/defaults.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/fold.h"
#include "translator/syntax/walk.h"

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

/// Returns whether the name stands in the count of elements of an array that the function itself makes.
bool is_own_size(const syntax::Function& function, const std::string& name, bool is_numba) {
    bool found = false;
    const auto look_in_size = [&](const syntax::Expr& each) {
        found |= each.kind == ExprKind::name && syntax::as<syntax::Name>(each).id == name;
    };
    syntax::visit_statements(function.body, [&](const syntax::Stmt& stmt) {
        const auto [target, value] = syntax::single_assignment(stmt);
        if (!value || value->kind != ExprKind::call) return;
        const auto& call = syntax::as<syntax::Call>(*value);
        const syntax::Expr& callee = *call.function;
        const std::string& maker = callee.kind == ExprKind::name ? syntax::as<syntax::Name>(callee).id
                                   : callee.kind == ExprKind::attribute
                                       ? syntax::as<syntax::Attribute>(callee).name
                                       : name;
        if (is_numba) { // `cuda.shared.array(shape, dtype)`
            if (maker != "array" || callee.kind != ExprKind::attribute) return;
            for (std::size_t i = 0; i < call.arguments.size(); ++i)
                if (call.arguments[i].keyword == "shape" || (i == 0 && call.arguments[i].keyword.empty()))
                    syntax::visit_all(*call.arguments[i].value, look_in_size);
        } else if ((maker == "shared" || maker == "local") && call.arguments.size() == 2) {
            syntax::visit_all(*call.arguments[1].value, look_in_size);
        }
    });
    return found;
}

/// Returns whether a parameter of this function is the size of an array, of its own or of a helper that it
/// gives the parameter.
bool is_size(Body& body, const std::string& name) {
    const auto [known, is_new] = body.context.size_parameters.try_emplace({body.info.syntax, name}, false);
    if (!is_new) return known->second; // also where functions call each other
    bool& found = known->second;
    found = is_own_size(*body.info.syntax, name, body.is_numba());
    if (found) return true;
    body.symbols = Symbols(*body.info.syntax, {});
    syntax::visit_all(body.info.syntax->body, [&](const syntax::Expr& each) {
        if (each.kind != ExprKind::call || found) return;
        const auto& call = syntax::as<syntax::Call>(each);
        const auto callee = entity(body, *call.function);
        if (!callee || callee->what != Entity::What::function || !callee->function->is_unsigned()) return;
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

/// Returns whether it is a function that uses nothing of the function around it.
bool can_be_given(const Entity& entity) {
    if (entity.what == Entity::What::builtin) return true;
    return entity.what == Entity::What::function && entity.function && !entity.lambda &&
           entity.function->captures.empty();
}

} // namespace

bool is_function(const NamedEntity& constant) {
    return constant.entity.what == Entity::What::builtin || constant.entity.what == Entity::What::function;
}

std::optional<int64_t> integer_of(const NamedEntity& constant) {
    const auto* integer = std::get_if<int64_t>(&constant.binding.value);
    return integer ? std::optional(*integer) : std::nullopt;
}

/// Returns the type that is the default of a parameter of this function. Returns nothing for any other
/// default, and if the function assigns the parameter.
std::optional<Entity> type_by_default(Body& body, std::size_t parameter) {
    const syntax::Parameter& wanted = body.info.syntax->parameters[parameter];
    if (!body.info.is_unsigned() || body.info.syntax->is_lambda || !wanted.default_value ||
        is_bound(*body.info.syntax, wanted.name))
        return std::nullopt;
    const auto left = body.context.resolver.default_value(body.info.file, body.info.scope, wanted.name);
    auto found = left ? std::optional(body.environment.from_binding(*left, wanted.name))
                      : entity(body, *wanted.default_value);
    if (found) found->binding = nullptr;
    return found && found->type &&
                   (found->what == Entity::What::type || found->what == Entity::What::aggregate)
               ? found
               : std::nullopt;
}

/// What a call gives for a parameter that is a type, or the size of an array; null for any other parameter,
/// and for a size that is not known when the kernel is compiled.
std::shared_ptr<const NamedEntity> constant_argument(Body& body, FunctionInfo& generic, std::size_t parameter,
                                                     const syntax::Expr* given) {
    if (!generic.is_unsigned() || generic.syntax->is_lambda) return nullptr;
    const syntax::Parameter& wanted = generic.syntax->parameters[parameter];
    if ((!given && !wanted.default_value) || is_bound(*generic.syntax, wanted.name)) return nullptr;
    auto constant = std::make_shared<NamedEntity>();
    Body callee(body.context, generic);
    if (body.is_numba() && given)
        if (auto function = entity(body, *given); function && can_be_given(*function)) {
            constant->entity = *function;
            constant->entity.binding = nullptr;
            constant->entity.type = Type::bool_(); // for the parameter's type variable, which nothing reads
            return constant;
        }
    if (auto found = given ? entity(body, *given) : type_by_default(callee, parameter);
        found && found->type &&
        (found->what == Entity::What::type || found->what == Entity::What::aggregate)) {
        constant->entity = *found;
        return constant;
    }
    if (!is_size(callee, wanted.name)) return nullptr;
    const bool outside = std::exchange(body.in_size, true);
    const Value value = given ? expression(body, *given) : parameter_default(callee, parameter);
    body.in_size = outside;
    if (!value || !value.type()->is_integer()) return nullptr;
    std::optional<int64_t> size = value.integer();
    if (!size)
        if (const auto folded = fold_tree(*value.node); folded && holds(Type::int64(), *folded))
            size = static_cast<int64_t>(*folded);
    if (!size) return nullptr;
    constant->binding.what = Binding::What::constant;
    constant->binding.value = *size;
    constant->entity.what = Entity::What::constant;
    constant->entity.name = wanted.name;
    constant->entity.type = value.is_weak() ? type_alone(*size) : value.type();
    if (!value.is_weak()) constant->binding.type = value.type();
    constant->entity.binding = &constant->binding;
    return constant;
}

} // namespace cudapy::checker
