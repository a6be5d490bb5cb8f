#include "translator/numba/records/records.h"

#include "translator/check/aggregates/tuple_indices.h"
#include "translator/check/arrays/checked_index.h"
#include "translator/check/arrays/element_names.h"
#include "translator/check/arrays/index_arithmetic.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/arrays/subscripts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/expressions.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/struct_kinds.h"
#include "translator/diagnostics/render.h"
#include "translator/program/build.h"
#include "translator/types/scalar_names.h"

#include <algorithm>
#include <array>

namespace cudapy::checker::numba {

using program::ExprPtr;

namespace {

/// A chain of dots and brackets after a record or an array of records, as far as its types are known.
struct Kind {
    const Type* type;      ///< the type of the record, or of the last field
    std::size_t rank = 0;  ///< the dimensions of an array of whose records a field is asked
    std::size_t given = 0; ///< the indices after that
    bool is_known = true;  ///< false where a field is asked that there is not

    std::size_t needed() const { return rank + (type->is_nested() ? type->shape().size() : 0); }
};

/// The value that such a chain stands for, and the part of it that is not looked up yet.
struct Selected {
    ExprPtr node;                        ///< a record, or a part of one; null: of all records of an array
    const syntax::Expr* array = nullptr; ///< that array
    const syntax::Expr* first = nullptr; ///< the index in the first brackets after it
    std::vector<std::size_t> fields;     ///< the fields that are asked of its records
    std::vector<const syntax::Expr*> indices; ///< the indices that are not used up yet
};

/// Returns whether arrays have an attribute of this name, so that it is no field.
bool is_array_attribute(const std::string& name) {
    static constexpr std::array<std::string_view, 24> names = {
        "T",      "all",  "any",  "argmax",   "argmin", "copy", "ctypes", "dtype",
        "flags",  "flat", "imag", "itemsize", "item",   "max",  "mean",   "min",
        "nbytes", "ndim", "real", "shape",    "size",   "std",  "sum",    "strides"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::optional<std::size_t> field_named(const Type& type, const std::string& name) {
    for (std::size_t i = 0; i < type.fields().size(); ++i)
        if (type.fields()[i].name == name) return i;
    return std::nullopt;
}

/// Returns the record type of the elements of an array, or of a part of one, or null for anything else.
const Type* records_of(Body& body, const syntax::Expr& expr) {
    if (dimensions(body, expr) <= 0) return nullptr;
    const Local* local = find_local(body, array_root(body, expr));
    const Type* element = (local->view ? local->view->array : local->variable)->type->element();
    return element && element->is_record() ? element : nullptr;
}

std::optional<Kind> kind_of(Body& body, const syntax::Expr& expr);

/// Returns the local of a name for a field of all records of an array, and null for any other expression.
const Local* field_name(Body& body, const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::name) return nullptr;
    const Local* local = find_local(body, expr);
    return local && !local->poisoned && local->is_field_name() ? local : nullptr;
}

/// Returns the type at the end of a way of fields.
const Type* field_type(const Type* type, const std::vector<std::size_t>& fields) {
    for (const std::size_t field : fields)
        type = type->fields()[field].type;
    return type;
}

/// Returns the kind of what a field is asked of, or what an index is written after.
std::optional<Kind> owner_kind(Body& body, const syntax::Expr& expr) {
    if (auto chain = kind_of(body, expr)) return chain;
    if (const Local* local = field_name(body, expr))
        return Kind{field_type(local->view->array->type->element(), local->view->fields),
                    local->view->axes.size()};
    if (expr.kind != syntax::ExprKind::name && expr.kind != syntax::ExprKind::subscript) return std::nullopt;
    const auto element = struct_element(body, expr);
    if (!element || !(element->type->is_record() || element->type->is_nested())) return std::nullopt;
    return Kind{element->type};
}

std::optional<Kind> kind_of(Body& body, const syntax::Expr& expr) {
    if (const std::string* name = field_asked(expr)) {
        const syntax::Expr& owner_syntax = owner_of_field(expr);
        auto owner = owner_kind(body, owner_syntax);
        if (!owner) {
            const Type* record = records_of(body, owner_syntax);
            const bool is_field =
                expr.kind == syntax::ExprKind::subscript || (record && !is_array_attribute(*name));
            if (!record || !is_field) return std::nullopt;
            owner = Kind{record, static_cast<std::size_t>(dimensions(body, owner_syntax))};
        }
        if (!owner->is_known) return owner;
        const bool is_number = !owner->type->is_record() && owner->given == owner->needed();
        if (is_number) return std::nullopt; // a part of a complex number, say
        const bool is_extent = *name == "shape" || *name == "size" || *name == "ndim";
        const bool is_array = owner->given < owner->needed();
        if (expr.kind == syntax::ExprKind::attribute && is_extent && is_array)
            return std::nullopt; // see record_fields.h
        const auto field = owner->type->is_record() ? field_named(*owner->type, *name) : std::nullopt;
        owner->is_known = field.has_value();
        if (field) owner->type = owner->type->fields()[*field].type;
        return owner;
    }
    if (expr.kind != syntax::ExprKind::subscript) return std::nullopt;
    const auto& subscript = syntax::as<syntax::Subscript>(expr);
    auto owner = owner_kind(body, *subscript.value);
    if (!owner || !owner->is_known) return owner;
    owner->given += indices_in(body, subscript).size();
    return owner;
}

/// Returns the field of a record as an expression, or null where it is reported that kernels cannot use it.
ExprPtr field_of(Body& body, const syntax::Expr& expr, ExprPtr record, std::size_t field) {
    const Type& type = *record->type;
    const Type::Field& found = type.fields()[field];
    if (found.type->is_opaque()) {
        report(body,
               diag::NoOther{"field `" + found.name + "` of this record, whose type kernels do not have",
                             "do not use the field, or give it the type of a number; for an array of "
                             "records, give each of their fields an array"},
               expr.span);
        return nullptr;
    }
    if (type.is_misaligned(field)) {
        const Type* held = found.type->is_nested() ? found.type->element() : found.type;
        report(body,
               diag::NoOther{"a record whose field `" + found.name + "` of type " + numpy_name(held) +
                                 " is not aligned",
                             "make the dtype with `align=True`"},
               expr.span);
        return nullptr;
    }
    return std::make_unique<program::FieldExpr>(expr.span, std::move(record), field);
}

void report_no_field(Body& body, const syntax::Expr& expr, const Type& type, const std::string& name) {
    std::vector<std::string> names;
    std::string all;
    for (const Type::Field& field : type.fields()) {
        names.push_back(field.name);
        all += (all.empty() ? "`" : ", `") + field.name + "`";
    }
    report(body, diag::NoField{type.name(), name, diag::nearest(name, names), all, false}, expr.span);
}

/// Returns an index of an array inside a record along an axis of so many elements. Reports quote `span`.
ExprPtr item_index(Body& body, Span span, const syntax::Expr& written, int64_t extent,
                   const std::string& name) {
    ExprPtr at = integer_index(body, written, name);
    if (!at) return nullptr;
    if (const auto value = literal(*at); value && (*value < -extent || *value >= extent)) {
        report(body, diag::NoOther{"an index outside of `" + name + "`", "write one of its elements"},
               written.span);
        return nullptr;
    }
    return index_among(body, std::move(at), extent, program::Check{program::Check::Kind::index, span, name});
}

/// Returns the element of an array inside a record, or null where there was an error.
ExprPtr item_of(Body& body, const syntax::Expr& expr, ExprPtr nested,
                const std::vector<const syntax::Expr*>& indices) {
    const std::vector<int64_t>& shape = nested->type->shape();
    const bool is_with_indices = nested->span == expr.span && expr.kind == syntax::ExprKind::subscript;
    const Span named = is_with_indices ? syntax::as<syntax::Subscript>(expr).value->span : nested->span;
    const std::string name = text(body, named);
    ExprPtr item;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        ExprPtr at = item_index(body, expr.span, *indices[axis], shape[axis], name);
        if (!at) return nullptr;
        if (item)
            item = product(std::move(item),
                           program::make_int(body.context.index_type(), shape[axis], expr.span));
        item = sum(std::move(item), std::move(at));
    }
    auto& field = program::as<program::FieldExpr>(*nested);
    return std::make_unique<program::FieldExpr>(expr.span, std::move(field.operand), field.field,
                                                std::move(item));
}

std::optional<Selected> select(Body& body, const syntax::Expr& expr);

std::optional<Selected> owner(Body& body, const syntax::Expr& expr) {
    if (kind_of(body, expr)) return select(body, expr);
    if (const Local* local = field_name(body, expr)) {
        Selected found;
        found.array = &expr;
        found.fields = local->view->fields;
        return found;
    }
    if (records_of(body, expr)) {
        Selected found;
        found.array = &expr;
        return found;
    }
    Value value = expression(body, expr);
    if (!value) return std::nullopt;
    Selected found;
    found.node = std::move(value.node);
    return found;
}

/// Uses up the indices that are given for the array and for the array inside its records, where they are all
/// there. Returns false where there was an error.
bool use_indices(Body& body, const syntax::Expr& expr, Selected& found) {
    if (!found.node) {
        const Local* named = field_name(body, *found.array);
        const auto rank =
            named ? named->view->axes.size() : static_cast<std::size_t>(dimensions(body, *found.array));
        if (found.indices.size() < rank) return true;
        const bool is_one = rank == 1;
        const bool is_all = indices_in(body, *found.first).size() == rank;
        if (!is_one && !is_all) {
            report(body,
                   diag::NoOther{"one pair of brackets for an array and for an array inside its records",
                                 "write the indices of the array first: `a[i, j].x[k]`"},
                   expr.span);
            return false;
        }
        auto element = part(body, *found.array, is_one ? found.indices[0] : found.first);
        if (!element) return false;
        ExprPtr node = std::make_unique<program::Load>(expr.span, element->array, std::move(element->start));
        for (const std::size_t field : found.fields) {
            node = field_of(body, expr, std::move(node), field);
            if (!node) return false;
        }
        found.node = std::move(node);
        found.indices.erase(found.indices.begin(), found.indices.begin() + static_cast<std::ptrdiff_t>(rank));
    }
    const Type* type = found.node->type;
    const std::size_t wanted = type->is_nested() ? type->shape().size() : 0;
    if (found.indices.size() > wanted) {
        report(body, diag::NoOther{"an index of what has no more dimensions", "leave it out"}, expr.span);
        return false;
    }
    if (wanted == 0 || found.indices.size() < wanted) return true;
    found.node = item_of(body, expr, std::move(found.node), found.indices);
    found.indices.clear();
    return found.node != nullptr;
}

/// Returns what `r[0]` stands for, the field with this number.
std::optional<Selected> numbered_field(Body& body, const syntax::Subscript& expr, Selected found) {
    const Value index = number(body, *expr.index, "an index");
    if (!index) return std::nullopt;
    const auto place = index.integer();
    const auto count = static_cast<int64_t>(found.node->type->fields().size());
    if (!place || *place < 0 || *place >= count) {
        report(body,
               diag::NoOther{"an index of a record but the number of a field, written out",
                             "write the name of the field"},
               expr.index->span);
        return std::nullopt;
    }
    found.node = field_of(body, expr, std::move(found.node), static_cast<std::size_t>(*place));
    if (!found.node) return std::nullopt;
    return found;
}

/// Returns what an expression stands for that has a kind, or nothing where there was an error.
std::optional<Selected> select(Body& body, const syntax::Expr& expr) {
    if (const std::string* name = field_asked(expr)) {
        auto found = owner(body, owner_of_field(expr));
        if (!found) return std::nullopt;
        const Local* named = found->node ? nullptr : field_name(body, *found->array);
        const Type* type = found->node ? found->node->type
                           : named     ? named->view->array->type->element()
                                       : records_of(body, *found->array);
        if (!found->node) type = field_type(type, found->fields);
        const auto field = type->is_record() ? field_named(*type, *name) : std::nullopt;
        if (!field) {
            if (type->is_record())
                report_no_field(body, expr, *type, *name);
            else
                report(body, diag::NoOther{"`." + *name + "` of an array inside a record", "index the array"},
                       expr.span);
            return std::nullopt;
        }
        if (!found->indices.empty()) {
            report(body, diag::NoOther{"a field of what lacks an index", "write all indices first"},
                   expr.span);
            return std::nullopt;
        }
        if (!found->node) {
            found->fields.push_back(*field);
            return found;
        }
        found->node = field_of(body, expr, std::move(found->node), *field);
        return found->node ? std::move(found) : std::nullopt;
    }
    const auto& subscript = syntax::as<syntax::Subscript>(expr);
    auto found = owner(body, *subscript.value);
    if (!found) return std::nullopt;
    if (found->node && found->node->type->is_record())
        return numbered_field(body, subscript, std::move(*found));
    for (const syntax::Expr* index : indices_in(body, subscript)) {
        if (index->kind == syntax::ExprKind::slice) {
            report(body,
                   diag::NoOther{"a slice of a field of records",
                                 "write a loop, or copy the elements one by one"},
                   index->span);
            return std::nullopt;
        }
        found->indices.push_back(index);
    }
    if (!found->first) found->first = subscript.index.get();
    if (!use_indices(body, expr, *found)) return std::nullopt;
    return found;
}

/// Returns the part of a record that an expression with a kind picks, or null where there was an error.
ExprPtr picked(Body& body, const syntax::Expr& expr) {
    auto found = select(body, expr);
    if (!found) return nullptr;
    if (!found->node) {
        report(body,
               diag::NoOther{"`" + text(body, expr) + "`, a field of all records of an array as an array",
                             "give it an index at once, or ask the field of each record: `a[i].x`"},
               expr.span);
        return nullptr;
    }
    if (!found->indices.empty()) {
        report(body, diag::NoOther{"a row of an array inside a record", "write all of its indices"},
               expr.span);
        return nullptr;
    }
    return std::move(found->node);
}

/// Returns the place that a part of an element in memory is, or nothing for any other node.
std::optional<program::Lvalue> place_of(ExprPtr node) {
    const Span span = node->span;
    ExprPtr item;
    std::vector<std::size_t> fields;
    const program::Expr* root = node.get();
    for (; root->kind == program::ExprKind::field;
         root = program::as<program::FieldExpr>(*root).operand.get()) {
        const auto& field = program::as<program::FieldExpr>(*root);
        if (field.item) item = program::clone(*field.item);
        fields.insert(fields.begin(), field.field);
    }
    if (root->kind != program::ExprKind::load) return std::nullopt;
    const auto& load = program::as<program::Load>(*root);
    return program::Lvalue{load.array, program::clone(*load.index), span, std::move(fields), std::move(item)};
}

/// Returns a new variable that has the value from here on.
ExprPtr kept(Body& body, const char* name, ExprPtr value, program::Block& out) {
    const Span span = value->span;
    program::Variable* variable =
        body.function.add_variable(name, value->type, program::VariableRole::temporary, span);
    out.push_back(program::make_assign(variable, std::move(value), span));
    return program::make_ref(variable, span);
}

/// Returns the array whose records a chain asks a field of, and adds the fields on the way.
const syntax::Expr* array_of_fields(Body& body, const syntax::Expr& expr, std::vector<std::size_t>& fields) {
    if (const Local* local = field_name(body, expr)) {
        fields = local->view->fields;
        return &expr;
    }
    const std::string* name = field_asked(expr);
    if (!name)
        return expr.kind == syntax::ExprKind::subscript
                   ? array_of_fields(body, *syntax::as<syntax::Subscript>(expr).value, fields)
                   : nullptr;
    const syntax::Expr& owner = owner_of_field(expr);
    const bool is_first = !kind_of(body, owner) && !field_name(body, owner);
    const syntax::Expr* array = is_first ? &owner : array_of_fields(body, owner, fields);
    if (!array) return nullptr;
    const Local* named = field_name(body, *array);
    const Type* record = named ? named->view->array->type->element() : records_of(body, *array);
    if (!record) return nullptr;
    const auto field = field_named(*field_type(record, fields), *name);
    if (!field) return nullptr;
    fields.push_back(*field);
    return array;
}

/// Returns whether a field lies at multiples of its alignment in all records of an array.
bool is_aligned_everywhere(const program::Lvalue& place) {
    const Type* type = place.root_type();
    const int size = type->size();
    int offset = 0;
    for (const std::size_t field : place.fields) {
        offset += type->offset(field);
        type = type->fields()[field].type;
    }
    return offset % type->alignment() == 0 && size % type->alignment() == 0;
}

} // namespace

bool is_field_of_records(Body& body, const syntax::Expr& expr) {
    const auto kind = owner_kind(body, expr);
    return kind && kind->rank > 0 && kind->given == 0;
}

std::optional<FieldArray> field_array(Body& body, const syntax::Expr& expr) {
    const auto kind = owner_kind(body, expr);
    if (!kind || !kind->is_known) return std::nullopt;
    FieldArray result{kind->type, nullptr, {}, kind->rank, kind->given};
    if (kind->rank > 0) result.array = array_of_fields(body, expr, result.fields);
    return result;
}

ExprPtr item_of_field(Body& body, Span span, ExprPtr nested, int64_t item) {
    auto& field = program::as<program::FieldExpr>(*nested);
    return std::make_unique<program::FieldExpr>(span, std::move(field.operand), field.field,
                                                program::make_int(body.context.index_type(), item, span));
}

program::Lvalue place_in_field(Body& body, const syntax::Expr& field, const syntax::Expr& index) {
    auto found = owner(body, field);
    if (!found) return {nullptr, nullptr, field.span};
    found->indices = indices_in(body, index);
    found->first = &index;
    if (!use_indices(body, field, *found)) return {nullptr, nullptr, field.span};
    if (found->node && found->indices.empty() && found->node->type->is_number())
        if (auto place = place_of(std::move(found->node)); place && !place->item) {
            if (is_aligned_everywhere(*place)) return std::move(*place);
            report(body,
                   diag::NoOther{"an atomic operation on a field that is not aligned in every record",
                                 "make the dtype with `align=True`"},
                   field.span);
            return {nullptr, nullptr, field.span};
        }
    report(body,
           diag::NoOther{"`" + text(body, field) + "`, which are no numbers, at this place",
                         "name a field that is a number, and one index for each dimension of the array"},
           field.span);
    return {nullptr, nullptr, field.span};
}

std::optional<Value> record_part(Body& body, const syntax::Expr& expr) {
    if (!kind_of(body, expr)) return std::nullopt;
    ExprPtr node = picked(body, expr);
    return node ? strong(std::move(node)) : Value{};
}

std::optional<program::Lvalue> record_place(Body& body, const syntax::Expr& target) {
    if (!kind_of(body, target)) return std::nullopt;
    program::Lvalue nothing{nullptr, nullptr, target.span};
    ExprPtr node = picked(body, target);
    if (!node) return nothing;
    auto place = place_of(std::move(node));
    if (place) return place;
    report(body, diag::BadTarget{text(body, target)}, target.span);
    return nothing;
}

bool refuse_nested(Body& body, const Value& value, const syntax::Expr& expr) {
    if (!value || !value.type()->is_nested()) return false;
    report(body,
           diag::NoOther{"`" + text(body, expr) + "`, an array inside a record, as a value",
                         "write its elements, or assign it to such an array"},
           expr.span);
    return true;
}

void keep_item(Body& body, program::Lvalue& place, ExprPtr& value, program::Block& out) {
    if (!place.item || literal(*place.item)) return;
    if (!is_pure(*value)) value = kept(body, "value", std::move(value), out);
    place.item = kept(body, "item", std::move(place.item), out);
}

bool refuse_item(Body& body, const program::Lvalue& place, bool is_only_target) {
    const bool is_record = place.type()->is_record();
    if (is_only_target || (!is_record && (!place.item || literal(*place.item)))) return false;
    report(body,
           diag::NoOther{is_record ? "a record among several targets"
                                   : "an element of an array inside a record in such an assignment",
                         "write an assignment of its own"},
           place.span);
    return true;
}

bool assign_nested(Body& body, const syntax::Stmt& stmt, const syntax::Expr& target,
                   const syntax::Expr& value, program::Block& out) {
    const auto kind = kind_of(body, target);
    if (!kind || !kind->is_known || !kind->type->is_nested() || kind->given != kind->rank) return false;
    ExprPtr node = picked(body, target);
    if (!node) return true;
    auto place = place_of(std::move(node));
    const Type* type = kind->type;
    const auto refuse = [&](const std::string& what) {
        report(body, diag::NoOther{what, "assign the elements one by one"}, value.span);
        return true;
    };
    if (!place) return refuse("a target that is no place");
    const int rank = dimensions(body, value);
    std::optional<Part> given;
    ExprPtr source;
    if (rank > 0) {
        given = part(body, value);
        if (!given) return true;
        if (given->array->type->element() != type->element() || given->axes.size() != type->shape().size())
            return refuse("an array of another type for an array inside a record");
    } else if (kind_of(body, value) || owner_kind(body, value)) {
        auto found = owner(body, value);
        if (!found) return true;
        if (!found->node || found->node->type != type)
            return refuse("anything but an array of the same shape and type for an array inside a record");
        source = std::move(found->node);
    } else {
        return refuse("anything but an array for an array inside a record");
    }
    program::Variable* item = body.function.add_variable("item", body.context.index_type(),
                                                         program::VariableRole::temporary, stmt.span);
    const Span span = stmt.span;
    const Type* index_type = body.context.index_type();
    const auto counter = [&] { return program::make_ref(item, span); };
    // Both sides are looked at once, before the loop.
    if (!literal(*place->index)) place->index = kept(body, "index", std::move(place->index), out);
    ExprPtr element;
    if (source) {
        auto& field = program::as<program::FieldExpr>(*source);
        ExprPtr* load = &field.operand;
        while ((*load)->kind == program::ExprKind::field)
            load = &program::as<program::FieldExpr>(**load).operand;
        if ((*load)->kind == program::ExprKind::load) {
            auto& from = program::as<program::Load>(**load);
            if (!literal(*from.index)) from.index = kept(body, "index", std::move(from.index), out);
        }
        element =
            std::make_unique<program::FieldExpr>(span, std::move(field.operand), field.field, counter());
    } else {
        ExprPtr at = given->start ? kept(body, "start", std::move(given->start), out) : nullptr;
        int64_t inner = type->size() / type->element()->size();
        for (std::size_t axis = 0; axis < type->shape().size(); ++axis) {
            const int64_t extent_here = type->shape()[axis];
            inner /= extent_here;
            ExprPtr along = counter();
            if (inner > 1)
                along = std::make_unique<program::Binary>(span, index_type, program::BinaryOp::floor_divide,
                                                          std::move(along),
                                                          program::make_int(index_type, inner, span));
            if (axis > 0)
                along = std::make_unique<program::Binary>(span, index_type, program::BinaryOp::floor_modulo,
                                                          std::move(along),
                                                          program::make_int(index_type, extent_here, span));
            if (body.context.options.checked) {
                program::Check check{program::Check::Kind::index, value.span, text(body, value)};
                along =
                    checked_index(body, std::move(along), extent(body, span, *given, axis), std::move(check));
            }
            at = sum(std::move(at), product(std::move(along), stride(body, span, *given, axis)));
        }
        element = std::make_unique<program::Load>(span, given->array, std::move(at));
    }
    auto loop = std::make_unique<program::ForRange>(
        span, item, index_type, program::make_int(index_type, 0, span),
        program::make_int(index_type, type->size() / type->element()->size(), span),
        program::make_int(index_type, 1, span));
    place->item = counter();
    loop->body.push_back(program::make_assign(std::move(*place), std::move(element), span));
    out.push_back(std::move(loop));
    return true;
}

} // namespace cudapy::checker::numba
