#include "translator/check/calls/string_constants.h"

#include "translator/check/body/body.h"
#include "translator/check/body/names.h"

#include <cctype>
#include <string>

namespace cudapy::checker {

namespace {

/// Returns a string in quotes, a literal or what a name stands for; nothing for anything else.
std::optional<std::string> known_string(Body& body, const syntax::Expr& expr) {
    if (expr.kind == syntax::ExprKind::string) {
        const auto& literal = syntax::as<syntax::String>(expr);
        // Only Python knows the character that `\N{DASH}` names, and half a surrogate pair is U+FFFD
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
    return entity.kind == Entity::Kind::object && entity.binding && entity.binding->path == "str" &&
           entity.name.starts_with('"');
}

std::string string_as_name(const Entity& entity) {
    std::string name;
    for (const char letter : entity.name)
        if (std::isalnum(static_cast<unsigned char>(letter)) && name.size() < 20) name += letter;
    return name.empty() ? name : "_" + name;
}

std::shared_ptr<const NamedEntity> string_constant(Body& body, const syntax::Expr& argument) {
    const auto string = known_string(body, argument);
    if (!string) return nullptr;
    auto constant = std::make_shared<NamedEntity>();
    constant->binding.kind = Binding::Kind::other;
    constant->binding.path = "str";
    constant->entity.kind = Entity::Kind::object;
    constant->entity.name = *string;
    constant->entity.binding = &constant->binding;
    constant->entity.type = Type::bool_(); // for the parameter's type variable, which nothing reads
    return constant;
}

bool is_string_by_default(const syntax::Parameter& parameter) {
    return parameter.default_value && parameter.default_value->kind == syntax::ExprKind::string;
}

std::optional<bool> string_test(Body& body, syntax::CompareOp op, const syntax::Expr& left,
                                const syntax::Expr& right) {
    using syntax::CompareOp;
    if (left.kind == syntax::ExprKind::string && right.kind != syntax::ExprKind::name) return std::nullopt;
    if (op == CompareOp::in || op == CompareOp::not_in) {
        if (right.kind != syntax::ExprKind::tuple) return std::nullopt;
        bool is_any = false;
        for (const syntax::ExprPtr& each : syntax::as<syntax::Tuple>(right).elements) {
            const auto is_same = string_test(body, CompareOp::eq, left, *each);
            if (!is_same) return std::nullopt;
            is_any = is_any || *is_same;
        }
        return is_any == (op == CompareOp::in);
    }
    if (op != CompareOp::eq && op != CompareOp::ne) return std::nullopt;
    const auto first = known_string(body, left);
    const auto second = first ? known_string(body, right) : std::nullopt;
    return second ? std::optional((*first == *second) == (op == CompareOp::eq)) : std::nullopt;
}

std::optional<bool> string_condition(Body& body, const syntax::Expr& condition) {
    switch (condition.kind) {
    case syntax::ExprKind::compare: {
        const auto& compare = syntax::as<syntax::Compare>(condition);
        if (compare.ops.size() != 1) return std::nullopt;
        return string_test(body, compare.ops[0], *compare.operands[0], *compare.operands[1]);
    }
    case syntax::ExprKind::unary: {
        const auto& unary = syntax::as<syntax::Unary>(condition);
        if (unary.op != syntax::UnaryOp::logical_not) return std::nullopt;
        const auto operand = string_condition(body, *unary.operand);
        return operand ? std::optional(!*operand) : std::nullopt;
    }
    case syntax::ExprKind::boolean_op: {
        const auto& operation = syntax::as<syntax::BooleanOp>(condition);
        const bool decides = operation.op == syntax::BoolOp::logical_or;
        for (const syntax::ExprPtr& operand : operation.operands) {
            const auto known = string_condition(body, *operand);
            if (!known || *known == decides) return known;
        }
        return !decides;
    }
    default:
        return std::nullopt;
    }
}

} // namespace cudapy::checker
