#include "translator/check/calls/string_constants.h"

#include "translator/check/body/body.h"
#include "translator/check/body/names.h"

#include <string>

namespace cudapy::checker {

namespace {

/// Returns a string in quotes, a literal or what a name stands for; nothing for anything else.
std::optional<std::string> known_string(Body& body, const syntax::Expr& expr) {
    if (expr.kind == syntax::ExprKind::string) {
        const auto& literal = syntax::as<syntax::String>(expr);
        // Only Python knows the character that `\N{DASH}` names, and half a surrogate pair stands as U+FFFD
        // here.
        const bool is_whole =
            !literal.names_characters && literal.value.find("\xEF\xBF\xBD") == std::string::npos;
        return is_whole ? std::optional('"' + literal.value + '"') : std::nullopt;
    }
    if (expr.kind != syntax::ExprKind::name) return std::nullopt;
    const auto found = entity(body, expr);
    return found && is_string(*found) ? std::optional(found->name) : std::nullopt;
}

} // namespace

bool is_string(const Entity& entity) {
    return entity.what == Entity::What::object && entity.binding && entity.binding->path == "str" &&
           entity.name.starts_with('"');
}

std::shared_ptr<const NamedEntity> string_constant(Body& body, const syntax::Expr& given) {
    const auto string = known_string(body, given);
    if (!string) return nullptr;
    auto constant = std::make_shared<NamedEntity>();
    constant->binding.what = Binding::What::other;
    constant->binding.path = "str";
    constant->entity.what = Entity::What::object;
    constant->entity.name = *string;
    constant->entity.binding = &constant->binding;
    constant->entity.type = Type::bool_(); // for the parameter's type variable, which nothing reads
    return constant;
}

bool is_string_by_default(const Body& body, const syntax::Parameter& parameter) {
    return body.is_numba() && parameter.default_value &&
           parameter.default_value->kind == syntax::ExprKind::string;
}

std::optional<bool> string_test(Body& body, const syntax::Compare& compare) {
    const syntax::CompareOp op = compare.ops[0];
    if (compare.ops.size() != 1 || (op != syntax::CompareOp::eq && op != syntax::CompareOp::ne))
        return std::nullopt;
    const auto left = known_string(body, *compare.operands[0]);
    const auto right = left ? known_string(body, *compare.operands[1]) : std::nullopt;
    return right ? std::optional((*left == *right) == (op == syntax::CompareOp::eq)) : std::nullopt;
}

} // namespace cudapy::checker
