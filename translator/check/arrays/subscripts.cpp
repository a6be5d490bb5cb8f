#include "translator/check/arrays/subscripts.h"
#include "translator/check/arrays/constant_index.h"

#include "translator/check/aggregates/tuple_indices.h"
#include "translator/check/aggregates/tuples.h"
#include "translator/check/arrays/array_names.h"
#include "translator/check/arrays/declared_arrays.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/arrays/shapes.h"
#include "translator/check/arrays/tables.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/operators.h"
#include "translator/check/statements/loops.h"
#include "translator/diagnostics/kinds/array_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"

namespace cudapy::checker {

using program::ExprPtr;

namespace {

/// Returns the array that an expression names. Anything else is reported, and null is returned.
program::Variable* array(Body& body, const syntax::Expr& expr, const char* use) {
    if (expr.kind == syntax::ExprKind::name) {
        if (Local* local = find_local(body, expr)) {
            local->read = true;
            if (local->poisoned && !body.reports.poisoned_read)
                body.reports.poisoned_read.emplace(syntax::as<syntax::Name>(expr).id, expr.span);
            if (local->poisoned || is_too_early(body, *local, expr.span)) return nullptr;
            if (local->variable->type->is_array() && !local->variable->type->is_random_state() &&
                !local->variable->is_one())
                return local->variable;
            std::vector<diag::Label> labels;
            if (auto label = declared(body, local->variable)) labels.push_back(*label);
            const Value what =
                expression(body, expr); // the type of what a name stands for may be another one
            report(body,
                   diag::NotIndexable{text(body, expr), (what ? what.type() : local->variable->type)->name()},
                   expr.span, labels);
            return nullptr;
        }
    }
    if (auto found = entity(body, expr)) {
        bool is_number = found->kind == Entity::Kind::constant || found->kind == Entity::Kind::coordinate ||
                         found->kind == Entity::Kind::warp_size || found->kind == Entity::Kind::number;
        if (!is_number) {
            report_not_value(body, expr, *found);
            return nullptr;
        }
    }
    Value value = storable(body, expr, use);
    if (value) {
        auto labels = explain(body, *value.node, [](const Type*) { return true; });
        std::string declared;
        if (value.node->kind == program::ExprKind::load) {
            const program::Variable* array = program::as<program::Load>(*value.node).array;
            declared = declared_type(array, array->type->rank() + 1);
        }
        report(body, diag::NotIndexable{text(body, expr), value.type()->name(), declared}, expr.span, labels);
    }
    return nullptr;
}

Value chosen_array_element(Body& body, const syntax::Expr& array, const syntax::Subscript& expr) {
    if (array.kind == syntax::ExprKind::conditional) {
        const auto& choice = syntax::as<syntax::Conditional>(array);
        ExprPtr test = choosing(body, *choice.condition);
        if (!test) return {};
        Value one = chosen_array_element(body, *choice.then_value, expr);
        if (!one) return {}; // the other side would say the same of the index
        Value other = chosen_array_element(body, *choice.else_value, expr);
        if (!other) return {};
        if (one.type() == other.type() && one.type()->is_vector())
            return strong(std::make_unique<program::Conditional>(expr.span, one.type(), std::move(test),
                                                                 std::move(one.node), std::move(other.node)));
        if (!one.type()->is_number() || !other.type()->is_number()) {
            report(body, diag::ArrayChoice{text(body, *expr.value)}, expr.value->span);
            return {};
        }
        const Type* type = common_type(body, one, other, "`if … else`");
        if (!type) return {};
        return strong(std::make_unique<program::Conditional>(expr.span, type, std::move(test),
                                                             convert(std::move(one), type),
                                                             convert(std::move(other), type)));
    }
    auto found = part(body, array, expr.index.get());
    if (!found) return {};
    if (!found->axes.empty()) {
        report(body, diag::ArrayChoice{text(body, *expr.value)}, expr.value->span);
        return {};
    }
    return strong(std::make_unique<program::Load>(expr.span, found->array, std::move(found->start)));
}

/// Returns the value of `(X if c else Y)[i]`, or nothing for any other expression.
std::optional<Value> chosen_array_element(Body& body, const syntax::Subscript& expr) {
    if (expr.value->kind != syntax::ExprKind::conditional || find_local(body, *expr.value) ||
        array_dimensions(body, *expr.value) <= 0)
        return std::nullopt;
    return chosen_array_element(body, *expr.value, expr);
}

} // namespace

Value subscript(Body& body, const syntax::Subscript& expr) {
    if (auto found = chosen_array_element(body, expr)) return std::move(*found);
    if (auto found = captured_element(body, expr)) return std::move(*found);
    if (auto found = shape_element(body, expr)) return std::move(*found);
    if (auto found = tuple_part(body, expr)) return std::move(*found);
    if (dimensions(body, expr) > 0) {
        auto found = part(body, expr);
        return found ? part_value(body, expr.span, std::move(*found)) : Value{};
    }
    auto place = element(body, expr);
    if (!place) return {};
    return strong(std::make_unique<program::Load>(expr.span, place->variable, std::move(place->index)));
}

std::optional<program::Lvalue> element(Body& body, const syntax::Subscript& expr) {
    const int left = dimensions(body, expr);
    if (left == 0) {
        auto found = part(body, expr);
        if (!found) return std::nullopt;
        return program::Lvalue{found->array, std::move(found->start), expr.span};
    }
    if (left > 0) {
        if (indices_in(body, expr).size() == 1 &&
            !tuple_shape(body, *expr.index).parts.empty()) { // `A[where(i)]`, which has no name
            integer_index(body, *expr.index, text(body, *expr.value));
            return std::nullopt;
        }
        const Local* index = find_local(body, *expr.index);
        if (index && index->poisoned) return std::nullopt; // it may be a tuple
        report(body, diag::PartAssigned{text(body, expr)}, expr.span);
        return std::nullopt;
    }
    // No array at all, brackets after a number, or a string, which is the name of a field of records.
    array(body, *expr.value, "an index");
    for (const syntax::Expr* index : indices_in(body, expr))
        if (index->kind != syntax::ExprKind::slice) expression(body, *index);
    return std::nullopt;
}

ExprPtr integer_index(Body& body, const syntax::Expr& at, const std::string& name) {
    Value value = number(body, at, "an index");
    if (!value) return nullptr;
    if (value.type()->is_floating()) {
        std::string floor_text;
        bool division = at.kind == syntax::ExprKind::binary &&
                        syntax::as<syntax::Binary>(at).op == syntax::BinaryOp::true_div;
        auto labels = explain(body, *value.node, [](const Type* type) { return type->is_floating(); });
        if (division && labels.empty()) {
            auto& binary = syntax::as<syntax::Binary>(at);
            Span left{at.span.file, at.span.begin, binary.op_span.begin};
            Span right{at.span.file, binary.op_span.end, at.span.end};
            floor_text = std::string(body.context.sources.text(left)) + "//" +
                         std::string(body.context.sources.text(right));
        }
        report(body,
               diag::FloatIndex{name, value.type()->name(), index_text(body, at), division && labels.empty(),
                                floor_text},
               at.span, labels);
        return nullptr;
    }
    if (value.constant && is_beyond_int64(body, value, "an index of `" + name + "`")) return nullptr;
    // A negative constant must be a single literal, however it was written, so that later code sees that it
    // is negative.
    const auto known = constant_bounds(body, value);
    const bool is_one_negative = known && known->least == known->most && known->most < 0;
    if (is_one_negative && holds(Type::int64(), *known)) value = weak_integer(at.span, known->least);
    // Narrow ones are counted as an int, unsigned ones in the next wider type.
    const Type* from = value.type();
    const Type* type = from == Type::uint64() ? Type::int64() : promote(from, Type::int32());
    return convert(std::move(value), type);
}

} // namespace cudapy::checker
