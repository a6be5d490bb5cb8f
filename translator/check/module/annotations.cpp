// The types that annotations name: `cp.float32`, `cp.Array[T, 2]`, `tuple[A, B]`, `Callable[[A], R]`,
// "float*".

#include "translator/check/module/environment.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace cudapy::checker {

using Kind = Entity::Kind;
using syntax::ExprKind;

namespace {

bool is_part_of_tuple(const Type& type) {
    return type.is_number() || type.is_tuple() || type.is_vector() || type.is_variable();
}

bool is_capital_name(const std::string& text) {
    return !text.empty() && std::isupper(static_cast<unsigned char>(text[0])) &&
           std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

Environment::Annotation of_entity(const Entity& entity) {
    switch (entity.kind) {
    case Kind::type:
    case Kind::void_type:
        return {entity.type, false};
    case Kind::aggregate:
        return {entity.type, !entity.type};
    default:
        return {};
    }
}

Environment::Annotation array_of(const Type* element, int rank) {
    const bool good = (element->is_element() || element->is_variable()) && rank <= Type::max_rank;
    return good ? Environment::Annotation{Type::array(element, rank), false} : Environment::Annotation{};
}

Environment::Annotation lists_of(const Type* element) {
    const bool good = element->is_element() || element->is_variable();
    return good ? Environment::Annotation{Type::lists(element), false} : Environment::Annotation{};
}

} // namespace

bool Environment::is_type_variable(const std::string& id, const Entity& meaning) const {
    if (info_.types.count(id)) return false;                        // in an instance it is a type
    static const std::vector<syntax::Function::TypeParameter> none; // of the fields of a struct
    const auto& own = info_.syntax ? info_.syntax->type_parameters : none;
    return std::any_of(own.begin(), own.end(), [&](const auto& each) { return each.name == id; }) ||
           (meaning.kind == Kind::object && meaning.binding->path == "TypeVar");
}

/// Returns the type of `tuple[cp.float32, cp.int32]`.
Environment::Annotation Environment::tuple_annotation(const syntax::Tuple& parts) {
    std::vector<const Type*> types;
    for (const auto& part : parts.elements) {
        const Annotation inner = annotation(*part);
        if (!inner.type || !is_part_of_tuple(*inner.type)) return {nullptr, inner.reported};
        types.push_back(inner.type);
    }
    if (types.size() < 2) return {};
    return {Type::tuple(types), false};
}

/// Returns the type of `Callable[[A, B], R]`, or nothing if the head is another one.
std::optional<Environment::Annotation> Environment::function_annotation(const Entity& head,
                                                                        const syntax::Expr& types) {
    const bool is_callable = head.kind == Kind::foreign_module &&
                             (head.path.starts_with("typing") || head.path.starts_with("collections"));
    if (!is_callable || types.kind != ExprKind::tuple) return std::nullopt;
    const auto& parts = syntax::as<syntax::Tuple>(types).elements;
    if (parts.size() != 2 || parts[0]->kind != ExprKind::unsupported) return std::nullopt;
    const auto& list = syntax::as<syntax::UnsupportedExpr>(*parts[0]);
    if (list.construct != syntax::Construct::list) return std::nullopt;
    std::vector<const Type*> parameters;
    for (const auto& element : list.elements) {
        const Annotation parameter = annotation(*element);
        if (!parameter.type || parameter.type->is_void() || parameter.type->is_function())
            return Annotation{nullptr, parameter.reported};
        parameters.push_back(parameter.type);
    }
    const Annotation result = annotation(*parts[1]);
    if (!result.type || result.type->is_array() || result.type->is_lists() || result.type->is_function())
        return Annotation{nullptr, result.reported};
    return Annotation{Type::function(result.type, parameters), false};
}

/// Returns the type of an annotation in quotes. It may be a type as signatures write it, `"float*"`, or any
/// other annotation, `"cp.Array[T]"`.
Environment::Annotation Environment::string_annotation(const syntax::String& string) {
    const Annotation written = written_annotation(string.value);
    const bool is_name = string.quoted && string.quoted->kind == ExprKind::name;
    if (written.type || written.reported || !string.quoted || is_name) return written;
    const bool outer = std::exchange(in_quotes_, true);
    const Annotation inner = annotation(*string.quoted);
    in_quotes_ = outer;
    return inner;
}

Environment::Annotation Environment::written_annotation(const std::string& written) {
    std::string text = written;
    std::erase(text, ' ');
    int rank = 0;
    if (text.ends_with('*')) {
        rank = 1;
        text.pop_back();
    } else if (text.ends_with(",]")) {
        const std::size_t opener = text.find_last_not_of(',', text.size() - 2);
        if (opener == text.npos || text[opener] != '[') return {};
        rank = static_cast<int>(text.size() - opener) - 1;
        text.erase(opener);
    }
    const bool is_lists = rank == 1 && text.ends_with('*');
    if (is_lists) text.pop_back();
    if (text.ends_with('*')) return {};
    const Type* type = text == "None" ? Type::void_() : scalar_type_named(text);
    if (!type) type = vector_type_named(text);
    if (!type) {
        const std::size_t dot = text.find('.');
        Entity found = name(text.substr(0, dot));
        if (dot != text.npos) {
            Entity attributes = attribute(found, text.substr(dot + 1));
            found = of_attribute({found, found}, std::move(attributes)).told;
        }
        // A name with a capital letter that means nothing else is a type variable, as in a signature.
        if (is_capital_name(text) && (found.kind == Kind::unknown || is_type_variable(text, found))) {
            type = Type::variable(text);
        } else {
            const Annotation inner = of_entity(found);
            if (!inner.type) return inner;
            type = inner.type;
        }
    }
    if (rank == 0) return {type, false};
    return is_lists ? lists_of(type) : array_of(type, rank);
}

Environment::Annotation Environment::subscript_annotation(const syntax::Expr& expr) {
    const syntax::Expr* head = nullptr;
    const syntax::Expr* element = nullptr;
    if (expr.kind == ExprKind::subscript) {
        head = syntax::as<syntax::Subscript>(expr).value.get();
        element = syntax::as<syntax::Subscript>(expr).index.get();
    } else {
        const auto& call = syntax::as<syntax::Call>(expr);
        if (call.arguments.size() != 1 || call.arguments[0].stars || !call.arguments[0].keyword.empty())
            return {};
        head = call.function.get();
        element = call.arguments[0].value.get();
    }
    if (head->kind == ExprKind::name && syntax::as<syntax::Name>(*head).id == "tuple" &&
        expr.kind == ExprKind::subscript && element->kind == ExprKind::tuple)
        return tuple_annotation(syntax::as<syntax::Tuple>(*element));
    const auto found = entity(*head);
    if (!found) return {};
    if (const auto function = function_annotation(*found, *element)) return *function;
    if (found->kind != Kind::array_type) return {};
    int rank = 1;
    if (element->kind == ExprKind::tuple) { // Array[T, 2]
        const auto& parts = syntax::as<syntax::Tuple>(*element).elements;
        if (parts.size() != 2 || parts[1]->kind != ExprKind::integer) return {};
        const auto& dimensions = syntax::as<syntax::Integer>(*parts[1]);
        if (dimensions.too_large || dimensions.value < 1 || dimensions.value > Type::max_rank) return {};
        rank = static_cast<int>(dimensions.value);
        element = parts[0].get();
    }
    const Annotation inner = annotation(*element);
    if (!inner.type) return inner;
    const bool is_row = inner.type->is_array() && inner.type->rank() == 1;
    if (rank == 1 && is_row && !inner.type->is_random_state()) {
        const Annotation lists = lists_of(inner.type->element());
        if (lists.type) return lists;
    }
    if (inner.type->is_array() || inner.type->is_lists()) return {};
    return array_of(inner.type, rank);
}

Environment::Annotation Environment::annotation(const syntax::Expr& expr) {
    switch (expr.kind) {
    case ExprKind::none:
        return {Type::void_(), false};
    case ExprKind::name:
    case ExprKind::attribute: {
        const auto found = entity(expr);
        if (!found) return {};
        if (expr.kind == ExprKind::name) {
            const std::string& id = syntax::as<syntax::Name>(expr).id;
            const bool may_be = in_quotes_ && found->kind == Kind::unknown && is_capital_name(id);
            if (may_be || is_type_variable(id, *found)) return {Type::variable(id), false};
        }
        return of_entity(*found);
    }
    case ExprKind::string:
        return string_annotation(syntax::as<syntax::String>(expr));
    case ExprKind::subscript:
    case ExprKind::call:
        return subscript_annotation(expr);
    default:
        return {};
    }
}

} // namespace cudapy::checker
