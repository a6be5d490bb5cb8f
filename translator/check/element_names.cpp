// Local names for elements that are structs: `p = bodies[i]`, `for p in bodies`. Such a name stands for the
// element itself, as in Python, and becomes its index in the array; lower_references makes C++ references of
// those that can be.

#include "translator/check/function_checker.h"

namespace cudapy::checker {

using program::ExprPtr;
using syntax::ExprKind;
using Why = diag::ElementConflict::Why;

std::optional<FunctionChecker::Element> FunctionChecker::struct_element(const syntax::Expr& expr) {
    if (expr.kind == ExprKind::attribute) {
        const auto& attribute = syntax::as<syntax::Attribute>(expr);
        auto owner = struct_element(*attribute.value);
        if (!owner) return std::nullopt;
        const auto& fields = owner->type->fields();
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (fields[i].name != attribute.name || !fields[i].type->is_struct()) continue;
            owner->fields.push_back(i);
            owner->type = fields[i].type;
            return owner;
        }
        return std::nullopt;
    }
    const syntax::Expr* root = &expr;
    while (root->kind == ExprKind::subscript)
        root = syntax::as<syntax::Subscript>(*root).value.get();
    const Local* local = find_local(*root);
    if (!local || local->poisoned) return std::nullopt;
    program::Variable* array = local->view ? local->view->array : local->variable;
    // A local struct that functions change may become another object: a name for it must not follow.
    if (!array->type->is_array() || !array->type->element()->is_struct() || local->lent) return std::nullopt;
    if (array->is_pointer()) return std::nullopt; // its elements are others once it is assigned
    Element result{array, {}, array->type->element()};
    if (root == &expr) {
        if (!is_element_name(*local)) // also a parameter that is a reference
            return local->variable->is_reference ? std::optional(result) : std::nullopt;
        result.fields = local->view->fields;
        for (const std::size_t field : result.fields)
            result.type = result.type->fields()[field].type;
        return result;
    }
    return dimensions(expr) == 0 ? std::optional(result) : std::nullopt;
}

Value FunctionChecker::element_value(Span span, const Local& local) {
    ExprPtr node = std::make_unique<program::Load>(
        span, local.view->array, std::make_unique<program::VariableRef>(span, local.variable));
    for (const std::size_t field : local.view->fields)
        node = std::make_unique<program::FieldExpr>(span, std::move(node), field);
    return strong(std::move(node));
}

/// True when that was news.
bool FunctionChecker::collect_element(const syntax::Expr& target, const syntax::Expr& value) {
    if (target.kind != ExprKind::name) return false;
    const auto element = struct_element(value);
    Local& local = *find_local(target);
    if (!element || local.poisoned || local.fixed()) return false;
    local.view = Local::View{element->array, {}, element->fields, target.span, {}};
    local.variable->type = context_.index_type();
    local.variable->refers_to = element->array;
    return true;
}

void FunctionChecker::report_element_conflict(const Local& local, Why why, const std::string& other,
                                              Span span) {
    const std::string& name = local.variable->name;
    report(
        diag::ElementConflict{why, name, local.view->array->name, other}, span,
        {{local.view->span, "`" + name + "` is an element of `" + local.view->array->name + "` since here"}});
}

bool FunctionChecker::bind_element(Span span, Local& local, const syntax::Expr& value, Stores& stores) {
    const auto element = struct_element(value);
    const Value found = expression(value);
    if (!found) return false;
    if (element->array != local.view->array || element->fields != local.view->fields) {
        const bool same_array = element->array == local.view->array;
        report_element_conflict(local, same_array ? Why::field : Why::array, element->array->name,
                                value.span);
        return false;
    }
    const program::Expr* root = found.node.get();
    while (root->kind == program::ExprKind::field)
        root = program::as<program::FieldExpr>(*root).operand.get();
    ExprPtr index = program::clone(*program::as<program::Load>(*root).index);
    const auto* constant = index->kind == program::ExprKind::literal
                               ? std::get_if<int64_t>(&program::as<program::Literal>(*index).value)
                               : nullptr;
    const Type* type = local.variable->type;
    if (constant && *constant < 0 && *constant != INT64_MIN) // counts from the end
        index = std::make_unique<program::Binary>(
            value.span, type, program::BinaryOp::sub, extent(value.span, element->array, 0),
            std::make_unique<program::Literal>(value.span, type, -*constant));
    else if (constant)
        index = std::make_unique<program::Literal>(value.span, type, *constant);
    else if (index->type != type) // a position that 32 bits can index is within them
        index = std::make_unique<program::Cast>(value.span, type, std::move(index), false);
    stores.places.push_back({local.variable, nullptr, span});
    stores.values.push_back(std::move(index));
    return true;
}

} // namespace cudapy::checker
