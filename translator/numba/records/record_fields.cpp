#include "translator/numba/records/record_fields.h"

#include "translator/check/aggregates/tuple_parts.h"
#include "translator/check/arrays/array_names.h"
#include "translator/check/arrays/index_arithmetic.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/arrays/shapes.h"
#include "translator/check/arrays/views.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/kept_values.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/numba/numbers/numbers.h"
#include "translator/numba/records/records.h"
#include "translator/program/build.h"

namespace cudapy::checker::numba {

using program::ExprPtr;

namespace {

/// Returns whether kernels can read the field at the end of the way, in a record of an array.
bool is_readable(const Type* record, const std::vector<std::size_t>& fields) {
    for (const std::size_t field : fields) {
        const Type::Field& found = record->fields()[field];
        if (found.type->is_opaque() || record->is_misaligned(field)) return false;
        record = found.type;
    }
    return true;
}

const Type* record_of(const Part& part) {
    return part.array->type->element();
}

/// The extents of a field, or an array inside a record, that are left after its indices.
struct Extents {
    std::optional<Part> records; ///< the array of records, if some of the extents are its own
    std::vector<int64_t> inner;  ///< the extents inside of a record

    std::size_t count() const { return inner.size() + (records ? records->axes.size() : 0); }
};

/// Returns the extents of what an expression names, nothing for what is no such array, and extents without
/// any where there was an error.
std::optional<Extents> extents_of(Body& body, const syntax::Expr& expr) {
    const auto found = field_array(body, expr);
    if (!found) return std::nullopt;
    const bool is_nested = found->type->is_nested() && !found->type->is_opaque();
    const std::size_t inner = is_nested ? found->type->shape().size() : 0;
    if (found->rank + inner == found->given || (found->given > 0 && found->given != found->rank))
        return std::nullopt;
    Extents extents;
    if (is_nested) extents.inner = found->type->shape();
    if (found->given == found->rank) {
        if (!expression(body, expr)) return Extents{};
        return extents;
    }
    extents.records = part(body, *found->array);
    if (!extents.records) return Extents{};
    return extents;
}

Value extent_value(Body& body, Span span, const Extents& extents, std::size_t axis) {
    const std::size_t outer = extents.count() - extents.inner.size();
    if (axis >= outer)
        return counted(
            strong(program::make_int(body.context.index_type(), extents.inner[axis - outer], span)));
    const Part& part = *extents.records;
    Value length = strong(extent(body, span, part, axis));
    if (axis == 0) length = shape_value(body, part, std::move(length));
    return counted(std::move(length));
}

} // namespace

bool collect_field_name(Body& body, const syntax::Expr& target, const syntax::Expr& value) {
    const auto found = field_array(body, value);
    Local& local = *find_local(body, target);
    if (!found || !found->array || local.poisoned) return false;
    if (local.fixed() && !local.is_field_name()) return false; // an error, where it is checked
    auto records = part(body, *found->array);
    if (!records || records->lists || records->array->is_pointer()) return false;
    if (!is_readable(record_of(*records), found->fields)) return false;
    const bool is_new = !local.view;
    if (!is_new && (local.view->fields != found->fields || local.view->array != records->array)) return false;
    const bool news = collect_part(body, local, &target, target.span, *records, 0);
    if (is_new) local.view->fields = found->fields;
    return news;
}

bool bind_field_name(Body& body, Span span, Local& local, const syntax::Expr& value, Stores& stores) {
    const auto found = field_array(body, value);
    if (!found || !found->array) return false;
    auto records = part(body, *found->array);
    if (!records) return false;
    bool fits = local.is_field_name() && local.view->array == records->array &&
                local.view->fields == found->fields && local.view->axes.size() == records->axes.size();
    for (std::size_t axis = 0; fits && axis < records->axes.size(); ++axis)
        fits = local.view->axes[axis].along == records->axes[axis].along;
    if (!fits) {
        report(body,
               diag::NoOther{"one name for fields of several arrays of records",
                             "give each of them a name of its own"},
               value.span);
        return false;
    }
    ExprPtr start = std::move(records->start);
    set_view(body, span, local, std::move(start), *records, 0, stores);
    return true;
}

Value refuse_field_name(Body& body, const syntax::Expr& name) {
    report(body,
           diag::NoOther{"`" + text(body, name) + "`, a field of all records of an array, as a value",
                         "give it an index, or a name"},
           name.span);
    return {};
}

std::optional<Value> field_attribute(Body& body, const syntax::Attribute& expr) {
    if (expr.name != "shape" && expr.name != "size" && expr.name != "ndim") return std::nullopt;
    const auto extents = extents_of(body, *expr.value);
    if (!extents) return std::nullopt;
    const std::size_t count = extents->count();
    if (count == 0) return Value{};
    if (expr.name == "ndim") return weak_integer(expr.span, static_cast<int64_t>(count));
    std::vector<Value> all;
    for (std::size_t axis = 0; axis < count; ++axis)
        all.push_back(extent_value(body, expr.span, *extents, axis));
    if (expr.name == "shape") return tuple_of(body, expr.span, std::move(all), KeptValues(body));
    ExprPtr size = std::move(all[0].node);
    for (std::size_t axis = 1; axis < count; ++axis) {
        const Type* type = size->type;
        size = std::make_unique<program::Binary>(expr.span, type, program::BinaryOp::mul, std::move(size),
                                                 std::move(all[axis].node));
    }
    return strong(std::move(size));
}

std::size_t shape_rank_of_field(Body& body, const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::attribute) return 0;
    const auto& attribute = syntax::as<syntax::Attribute>(expr);
    const auto found = attribute.name == "shape" ? field_array(body, *attribute.value) : std::nullopt;
    if (!found || found->type->is_opaque()) return 0;
    const std::size_t inner = found->type->is_nested() ? found->type->shape().size() : 0;
    const bool is_whole = found->given == 0 || found->given == found->rank;
    return is_whole ? found->rank + inner - found->given : 0;
}

std::optional<Value> field_length(Body& body, const syntax::Expr& expr) {
    const auto extents = extents_of(body, expr);
    if (!extents) return std::nullopt;
    return extents->count() == 0 ? Value{} : extent_value(body, expr.span, *extents, 0);
}

bool is_unpackable_field(Body& body, const syntax::Expr& expr) {
    const auto found = field_array(body, expr);
    return found && found->type->is_nested() && !found->type->is_opaque() && found->rank == found->given &&
           found->type->shape().size() == 1;
}

std::optional<std::vector<Value>> items_of_field(Body& body, const syntax::Expr& expr) {
    Value nested = expression(body, expr);
    if (!nested) return std::nullopt;
    if (!is_pure(*nested.node)) {
        report(body,
               diag::NoOther{"an array inside a record that an expression with effects names",
                             "give the record a name first"},
               expr.span);
        return std::nullopt;
    }
    std::vector<Value> items;
    for (int64_t item = 0; item < nested.type()->shape()[0]; ++item)
        items.push_back(strong(item_of_field(body, expr.span, program::clone(*nested.node), item)));
    return items;
}

} // namespace cudapy::checker::numba
