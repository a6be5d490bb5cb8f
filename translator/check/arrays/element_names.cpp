#include "translator/check/arrays/element_names.h"

#include "translator/check/arrays/parts.h"
#include "translator/check/arrays/shapes.h"
#include "translator/check/arrays/views.h"
#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/expressions.h"
#include "translator/diagnostics/kinds/struct_kinds.h"
#include "translator/program/build.h"

namespace cudapy::checker {

using program::ExprPtr;
using syntax::ExprKind;

const std::string* field_asked(const syntax::Expr& expr) {
    if (expr.kind == syntax::ExprKind::attribute) return &syntax::as<syntax::Attribute>(expr).name;
    if (expr.kind != syntax::ExprKind::subscript) return nullptr;
    const syntax::Expr& index = *syntax::as<syntax::Subscript>(expr).index;
    return index.kind == syntax::ExprKind::string ? &syntax::as<syntax::String>(index).value : nullptr;
}

const syntax::Expr& owner_of_field(const syntax::Expr& expr) {
    return expr.kind == syntax::ExprKind::attribute ? *syntax::as<syntax::Attribute>(expr).value
                                                    : *syntax::as<syntax::Subscript>(expr).value;
}

bool is_element_name(const Local& local) {
    return local.view && local.view->axes.empty();
}

std::optional<Element> struct_element(Body& body, const syntax::Expr& expr) {
    const std::string* asked = expr.kind == ExprKind::attribute || body.dialect.records.has_fields_by_name
                                   ? field_asked(expr)
                                   : nullptr;
    if (asked) {
        auto owner = struct_element(body, owner_of_field(expr));
        if (!owner) return std::nullopt;
        const auto& fields = owner->type->fields();
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const bool is_place =
                fields[i].type->is_struct() || (fields[i].type->is_nested() && !fields[i].type->is_opaque());
            if (fields[i].name != *asked || !is_place || owner->type->is_misaligned(i)) continue;
            owner->fields.push_back(i);
            owner->type = fields[i].type;
            return owner;
        }
        return std::nullopt;
    }
    const syntax::Expr* root = &array_root(body, expr);
    const Local* local = find_local(body, *root);
    if (!local || local->poisoned) return std::nullopt;
    program::Variable* array = local->view ? local->view->array : local->variable;
    // A local struct that functions change may become another object: a name for it must not follow.
    if (!array->type->is_array() || !array->type->element()->is_struct() || local->is<Local::Lent>())
        return std::nullopt;
    if (array->is_pointer()) return std::nullopt; // its elements are others once it is assigned
    Element result{array, {}, array->type->element()};
    if (root == &expr) {
        if (!is_element_name(*local)) // also a parameter that is a reference
            return local->variable->is_one() ? std::optional(result) : std::nullopt;
        result.fields = local->view->fields;
        for (const std::size_t field : result.fields)
            result.type = result.type->fields()[field].type;
        return result;
    }
    return dimensions(body, expr) == 0 ? std::optional(result) : std::nullopt;
}

Value element_value(Span span, const Local& local) {
    ExprPtr node =
        std::make_unique<program::Load>(span, local.view->array, program::make_ref(local.variable, span));
    for (const std::size_t field : local.view->fields)
        node = std::make_unique<program::FieldExpr>(span, std::move(node), field);
    return strong(std::move(node));
}

/// Returns whether anything changed.
bool collect_element(Body& body, const syntax::Expr& target, const syntax::Expr& value) {
    if (target.kind != ExprKind::name) return false;
    const auto element = struct_element(body, value);
    Local& local = *find_local(body, target);
    if (!element || local.poisoned || local.fixed()) return false;
    local.view = Local::View{element->array, {}, element->fields, target.span, {}};
    local.variable->type = body.context.index_type();
    local.variable->refers_to = element->array;
    return true;
}

void report_element_conflict(Body& body, const Local& local, diag::ElementConflict::Reason reason,
                             const std::string& other, Span span) {
    const std::string& name = local.variable->name;
    report(
        body, diag::ElementConflict{reason, name, local.view->array->name, other}, span,
        {{local.view->span, "`" + name + "` is an element of `" + local.view->array->name + "` since here"}});
}

bool bind_element(Body& body, Span span, Local& local, const syntax::Expr& value, Stores& stores) {
    const auto element = struct_element(body, value);
    const Value found = expression(body, value);
    if (!found) return false;
    if (element->array != local.view->array || element->fields != local.view->fields) {
        const bool same_array = element->array == local.view->array;
        report_element_conflict(body, local,
                                same_array ? diag::ElementConflict::Reason::field
                                           : diag::ElementConflict::Reason::array,
                                element->array->name, value.span);
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
        index = std::make_unique<program::Binary>(value.span, type, program::BinaryOp::sub,
                                                  extent(body, value.span, element->array, 0),
                                                  program::make_int(type, -*constant, value.span));
    else if (constant)
        index = program::make_int(type, *constant, value.span);
    else if (index->type != type) // a position that 32 bits can index is within them
        index = std::make_unique<program::Cast>(value.span, type, std::move(index), false);
    stores.lvalues.push_back({local.variable, nullptr, span});
    stores.values.push_back(std::move(index));
    return true;
}

} // namespace cudapy::checker
