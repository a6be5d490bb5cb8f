#include "translator/check/aggregates/tuples.h"

#include "translator/check/aggregates/tuple_choice.h"
#include "translator/check/aggregates/tuple_operators.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/arrays/shapes.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/body/store.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/type_rules.h"
#include "translator/check/statements/assignments.h"
#include "translator/check/statements/unpacking.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/struct_kinds.h"
#include "translator/diagnostics/kinds/tuple_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/program/build.h"

namespace cudapy::checker {

using program::ExprPtr;
using syntax::ExprKind;

namespace {

/// Returns the common type of two tuples, part by part, or null if they have none.
const Type* meet_parts(const Value& a, const Value& b) {
    if (!a.type()->is_tuple() && !b.type()->is_tuple()) return meet(a, b);
    const auto& left = a.type()->fields();
    const auto& right = b.type()->fields();
    if (!a.type()->is_tuple() || !b.type()->is_tuple() || left.size() != right.size()) return nullptr;
    std::vector<const Type*> parts;
    for (std::size_t i = 0; i < left.size(); ++i) {
        parts.push_back(meet_parts(part_of(a, i), part_of(b, i)));
        if (!parts.back()) return nullptr;
    }
    return Type::tuple(parts);
}

/// Returns a part of a tuple. If the tuple is only made to be taken apart, this is only the part.
ExprPtr taken_part(Span span, ExprPtr tuple, std::size_t place) {
    ExprPtr* made = &tuple; // after the values that are kept for it
    while ((*made)->kind == program::ExprKind::sequence)
        made = &program::as<program::Sequence>(**made).second;
    if ((*made)->kind != program::ExprKind::construct)
        return std::make_unique<program::FieldExpr>(span, std::move(tuple), place);
    auto& parts = program::as<program::Construct>(**made).parts;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (i != place && !is_pure(*parts[i]))
            return std::make_unique<program::FieldExpr>(span, std::move(tuple), place);
    ExprPtr part = std::move(parts[place]);
    const Type* type = part->type;
    *made = std::move(part);
    for (program::Expr* outer = tuple.get(); outer->kind == program::ExprKind::sequence;
         outer = program::as<program::Sequence>(*outer).second.get())
        outer->type = type;
    return tuple;
}

/// Returns whether an expression is the `.strides` of an array or of a part of one.
bool is_strides(Body& body, const syntax::Expr& expr) {
    const auto& attribute = syntax::as<syntax::Attribute>(expr);
    return attribute.name == "strides" && dimensions(body, *attribute.value) > 0;
}

/// Returns whether an expression names a tuple of constants outside the function.
bool names_tuple(Body& body, const syntax::Expr& expr) {
    const auto found = entity(body, expr);
    return found && found->kind == Entity::Kind::constant && found->binding->path == "tuple";
}

const char* const ordinals[] = {"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"};

} // namespace

Value tuple_display(Body& body, const syntax::Tuple& expr) {
    std::vector<Value> parts;
    bool failed = false;
    for (const auto& element : expr.elements) {
        Value part = storable(body, *element, "a tuple");
        if (part && part.type()->is_struct()) {
            report(body, diag::StructInTuple{text(body, *element), part.type()->name()}, element->span);
            part = {};
        }
        if (part && refuse_other(body, part, *element, "a tuple")) part = {};
        failed |= !part;
        if (!failed) parts.push_back(std::move(part));
    }
    return failed ? Value{} : tuple_of(body, expr.span, std::move(parts), KeptValues(body));
}

namespace {

/// Returns the tuple that an expression with brackets after it is, or nothing if it is none.
std::optional<Value> tuple_before(Body& body, const syntax::Expr& root) {
    switch (root.kind) {
    case ExprKind::name: {
        const Local* local = find_local(body, root);
        if (local ? local->poisoned || !local->variable->type->is_tuple() : !names_tuple(body, root))
            return std::nullopt;
        return expression(body, root);
    }
    case ExprKind::attribute:
        if (!shape_of(body, root) && !is_strides(body, root) && !names_tuple(body, root) &&
            !body.dialect.records.rank_of_shape(body, root))
            return std::nullopt;
        return expression(body, root);
    case ExprKind::subscript:
        if (names_tuple(body, array_root(body, root))) return expression(body, root);
        return tuple_part(body, syntax::as<syntax::Subscript>(root));
    case ExprKind::binary:
    case ExprKind::call:
    case ExprKind::conditional:
    case ExprKind::tuple: {
        if (dimensions(body, root) >= 0) return std::nullopt;
        Value tuple = expression(body, root);
        if (tuple && !tuple.type()->is_tuple()) return std::nullopt;
        return tuple;
    }
    default:
        return std::nullopt;
    }
}

} // namespace

std::optional<Value> tuple_part(Body& body, const syntax::Subscript& expr) {
    const syntax::Expr& root = *expr.value;
    auto found = tuple_before(body, root);
    if (!found) return std::nullopt;
    Value& tuple = *found;
    if (!tuple) return Value{};
    if (!tuple.type()->is_tuple()) {
        report(body, diag::NotIndexable{text(body, root), tuple.type()->name()}, root.span);
        return Value{};
    }
    const auto size = tuple.type()->fields().size();
    using Reason = diag::TuplePartIndex::Reason;
    const auto refuse = [&](Reason reason) {
        const std::string words =
            root.kind == ExprKind::tuple && size > 0 ? "(" + text(body, root) + ")" : text(body, root);
        report(body, diag::TuplePartIndex{reason, words, tuple.type()->name(), size}, expr.index->span);
        return Value{};
    };
    if (expr.index->kind == ExprKind::slice) return tuple_slice(body, expr, std::move(tuple));
    if (expr.index->kind == ExprKind::tuple) return refuse(Reason::several);
    const auto index = known_integer(body, *expr.index);
    if (!index) return chosen_part(body, expr, std::move(tuple));
    const int64_t count = static_cast<int64_t>(size);
    const int64_t place = *index < 0 ? *index + count : *index;
    if (place < 0 || place >= count) return refuse(Reason::outside);
    const auto part = static_cast<std::size_t>(place);
    // In checked mode, what is written out is computed as Python would.
    if (body.context.options.checked && root.kind != ExprKind::call && !is_simple(*tuple.node))
        return strong(std::make_unique<program::FieldExpr>(expr.span, std::move(tuple.node), part));
    return strong(taken_part(expr.span, std::move(tuple.node), part));
}

ExprPtr store_tuple(Body& body, Value value, const Type* type, Target target, Span span) {
    const Type* from = value.type();
    const auto& fields = type->fields();
    const bool fits = from->is_tuple() && type->is_tuple() && from->fields().size() == fields.size();
    const bool by_parts = !value.parts.empty() || value.node->kind == program::ExprKind::variable;
    if (!fits || (from != type && !by_parts)) {
        std::string words = value.syntax ? text(body, *value.syntax) : text(body, span);
        if (!value.parts.empty()) words = "(" + words + ")";
        report(body,
               diag::TuplePlace{target.place, from->name(), type->name(), type->is_tuple(), std::move(words)},
               span, std::move(target.labels));
        return nullptr;
    }
    if (from == type && value.parts.empty()) return std::move(value.node);
    std::vector<ExprPtr> stored;
    bool failed = false;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        Value part = part_of(value, i);
        Target place;
        const std::string which =
            i < std::size(ordinals) ? ordinals[i] : "part " + std::to_string(i + 1) + " as the";
        place.place = "the " + which + " part of " + target.place;
        place.labels = target.labels;
        place.warned = target.warned;
        stored.push_back(store(body, std::move(part), fields[i].type, std::move(place)));
        failed |= !stored.back();
    }
    if (failed) return nullptr;
    return std::make_unique<program::Construct>(span, type, std::move(stored));
}

Value tuple_conditional(Body& body, const syntax::Conditional& expr, ExprPtr test, Value then_value,
                        Value else_value) {
    const Type* type = meet_parts(then_value, else_value);
    const Type* wanted = type ? type : then_value.type();
    Target target;
    target.place = "the value of `if … else`";
    const Span then_span = then_value.node->span;
    const Span else_span = else_value.node->span;
    ExprPtr then_node = store_tuple(body, std::move(then_value), wanted, target, then_span);
    ExprPtr else_node = store_tuple(body, std::move(else_value), wanted, target, else_span);
    if (!then_node || !else_node) return {};
    return strong(std::make_unique<program::Conditional>(expr.span, wanted, std::move(test),
                                                         std::move(then_node), std::move(else_node)));
}

/// Pairs each target with a part of a tuple, which is kept first where it is more than a variable.
bool pair_up_parts(Body& body, const syntax::Tuple& targets, Value value, Span span, Pairs& pairs) {
    if (!same_count(body, targets, value.type()->fields().size(), span)) return false;
    const bool is_place =
        value.node->kind == program::ExprKind::variable || value.node->kind == program::ExprKind::field;
    if (!is_place && body.is_final()) {
        keep_values(body, pairs); // Python evaluates from left to right
        std::string name = "parts";
        if (value.node->kind == program::ExprKind::call)
            name = program::as<program::Call>(*value.node).function->name + "_result";
        auto* kept =
            body.function.add_variable(std::move(name), value.type(), program::VariableRole::temporary, span);
        pairs.before.push_back(program::make_assign(kept, std::move(value.node), span));
        value.node = program::make_ref(kept, span);
    }
    value.parts.clear();
    bool good = true;
    for (std::size_t i = 0; i < targets.elements.size(); ++i) {
        const syntax::Expr& target = *targets.elements[i];
        Value part = part_of(value, i);
        if (target.kind == ExprKind::tuple) {
            if (part.type()->is_tuple() || part.type()->is_vector()) {
                good &= pair_up_parts(body, syntax::as<syntax::Tuple>(target), std::move(part), span, pairs);
                continue;
            }
            report(body,
                   diag::NotUnpackable{syntax::as<syntax::Tuple>(target).elements.size(),
                                       text(body, span) + "[" + std::to_string(i) + "]", part.type()->name()},
                   span);
            poison(body, target);
            good = false;
            continue;
        }
        pairs.targets.push_back(&target);
        pairs.views.emplace_back();
        pairs.values.push_back(std::move(part));
    }
    return good;
}

} // namespace cudapy::checker
