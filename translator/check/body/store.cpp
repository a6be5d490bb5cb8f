#include "translator/check/body/store.h"

#include "translator/check/aggregates/struct_values.h"
#include "translator/check/aggregates/tuples.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/bounds.h"
#include "translator/check/expressions/number_rules.h"
#include "translator/check/expressions/type_rules.h"
#include "translator/diagnostics/kinds/complex_kinds.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"

#include <cmath>

namespace cudapy::checker {

using program::ExprPtr;

namespace {

double as_double(const Constant& constant) {
    return std::visit([](auto number) { return static_cast<double>(number); }, constant);
}

/// Warns of a value that was computed, or that becomes, less exact than it looks.
void warn_of_precision(Body& body, const Value& value, const Type* type, const std::string& words, Span span,
                       Target& target) {
    const Type* from = value.type();
    if (value.is_weak() || !body.is_final() || (target.warned && *target.warned)) return;
    const bool is_narrower = type == Type::float32() || type->is_small_float() || type == Type::complex64();
    const bool is_long = from->is_integer() && from->size() == 8 && is_narrower;
    const bool is_half_way =
        type == Type::float64() && from == Type::float32() && is_single(body, *value.node);
    if (!is_long && !is_half_way) return;
    std::vector<diag::Label> labels;
    for (const diag::Label& label : target.labels)
        if (label.span != span) labels.push_back(label);
    if (is_long)
        report(body, diag::LongInFloatPlace{target.place, words, type->name(), from->name()}, span,
               std::move(labels));
    else
        report(body, diag::SingleInDoublePlace{target.place, words}, span, std::move(labels));
    if (target.warned) *target.warned = true;
}

} // namespace

ExprPtr store(Body& body, Value value, const Type* type, Target target) {
    if (!value) return nullptr;
    const Type* from = value.type();
    Span span = value.syntax ? value.syntax->span : value.node->span;
    if (type->is_tuple() || from->is_tuple())
        return store_tuple(body, std::move(value), type, std::move(target), span);
    if (type->is_aggregate() || from->is_aggregate())
        return store_struct(body, std::move(value), type, std::move(target), span);
    if (const TypeRules* rules = rules_of(body, type, from))
        return rules->stored(body, std::move(value), type, std::move(target));
    std::string words; // only the last pass reports
    if (body.is_final()) words = value.syntax ? text(body, *value.syntax) : text(body, span);
    // If this is one of several values that are unpacked, the source text has all of them.
    const auto* part = value.node->kind == program::ExprKind::field
                           ? &program::as<program::FieldExpr>(*value.node)
                           : nullptr;
    if (part && part->operand->type->is_tuple() &&
        !(value.syntax && value.syntax->kind == syntax::ExprKind::subscript))
        words += "[" + std::to_string(part->field) + "]";
    auto with = [&](std::vector<diag::Label> labels) {
        for (diag::Label& label : labels) {
            bool known = label.span == span;
            for (const diag::Label& other : target.labels)
                known |= other.span == label.span;
            if (!known) target.labels.push_back(std::move(label));
        }
        return std::move(target.labels);
    };
    if (auto stored = body.numbers.stored(value, type)) return std::move(*stored);
    if (from->is_complex() && !type->is_complex()) {
        report(body, diag::ComplexInRealPlace{target.place, from->name(), type->name(), words}, span,
               with(explain(body, *value.node, [](const Type* wanted) { return wanted->is_complex(); })));
        return nullptr;
    }
    if (type->is_integer() && from->is_floating()) {
        auto labels = explain(body, *value.node, [](const Type* wanted) { return wanted->is_floating(); });
        bool division = labels.empty() && value.syntax && value.syntax->kind == syntax::ExprKind::binary &&
                        syntax::as<syntax::Binary>(*value.syntax).op == syntax::BinaryOp::true_div;
        if (target.augmented)
            division = program::as<program::Binary>(*value.node).op == program::BinaryOp::divide;
        report(body,
               diag::FloatInIntegerPlace{target.place, from->name(), type->name(), words, division,
                                         target.augmented},
               span, with(std::move(labels)));
        return nullptr;
    }
    const bool is_weak_integer = value.weak == Value::Weak::integer;
    const bool fits_place =
        !type->is_integer() ||
        (is_weak_integer ? fits(value, type) : holds(type, from) || holds(type, bounds_of(*value.node)));
    if (!fits_place) {
        const bool constant = is_weak_integer && value.constant && !target.augmented;
        const bool negative = constant && std::get<WideInt>(*value.constant) < 0;
        const bool may_be_negative = bounds_of(*value.node).least < 0;
        report(body,
               diag::IntegerInNarrowerPlace{target.place, from, type, words, target.augmented, constant,
                                            negative, may_be_negative},
               span,
               with(constant ? std::vector<diag::Label>{}
                             : explain(body, *value.node,
                                       [](const Type* wanted) { return wanted->is_integer(); })));
        return nullptr;
    }
    if (type->is_bool() && !from->is_bool()) {
        report(body, diag::NumberInBoolPlace{target.place, from->name(), words, target.augmented}, span,
               with(explain(body, *value.node, [](const Type* wanted) { return !wanted->is_bool(); })));
        return nullptr;
    }
    const bool is_narrower = type == Type::float32() || type->is_small_float() || type == Type::complex64();
    const bool is_wide = from == Type::float64() || from == Type::complex128();
    if (is_narrower && value.is_weak() && body.is_final() && !has_literal_room(type, value)) {
        const bool vanishes = value.constant && std::fabs(as_double(*value.constant)) < 1;
        const bool is_float = from->is_floating() && has_literal_room(Type::float32(), value);
        report(body,
               diag::DoubleInFloatPlace{target.place, words, type->name(),
                                        is_float ? Type::float32()->name() : from->name(),
                                        !value.constant ? "infinite or zero"
                                        : vanishes      ? "zero"
                                                        : "infinite"},
               span, with({}));
    } else if (is_narrower && is_wide && !value.is_weak() && body.is_final()) {
        if (!target.warned || !*target.warned) {
            auto labels = with(explain(body, *value.node, [](const Type* wanted) {
                return wanted == Type::float64() || wanted == Type::complex128();
            }));
            report(body, diag::DoubleInFloatPlace{target.place, words, type->name(), from->name()}, span,
                   std::move(labels));
        }
        if (target.warned) *target.warned = true;
    } else {
        warn_of_precision(body, value, type, words, span, target);
    }
    return convert(std::move(value), type);
}

ExprPtr store(Body& body, Value value, const Type* type, const program::Lvalue& place, bool augmented) {
    // Nothing is ever said of a number of the place's own type.
    const bool is_at_home = value && value.type() == type && type->is_number() && !value.is_weak();
    if (is_at_home) return convert(std::move(value), type);
    Target target = target_of(body, place);
    target.augmented = augmented;
    return store(body, std::move(value), type, std::move(target));
}

/// Returns whether the value of a `float` expression was computed in single precision, rather than given as a
/// float or explicitly made one.
bool is_single(Body& body, const program::Expr& expr) {
    using program::ExprKind;
    switch (expr.kind) {
    case ExprKind::unary:
        return is_single(body, *program::as<program::Unary>(expr).operand);
    case ExprKind::binary:
    case ExprKind::call:
    case ExprKind::helper_call:
        return true;
    case ExprKind::builtin_call: {
        const auto& call = program::as<program::BuiltinCall>(expr);
        const Special special = call.builtin->special;
        if (special == Special::random || special == Special::uniform || special == Special::normal)
            return false;
        if (special != Special::min && special != Special::max && special != Special::abs) return true;
        for (const ExprPtr& argument : call.arguments)
            if (is_single(body, *argument)) return true;
        return false;
    }
    case ExprKind::conditional:
        return is_single(body, *program::as<program::Conditional>(expr).then_value) ||
               is_single(body, *program::as<program::Conditional>(expr).else_value);
    case ExprKind::logical:
        return is_single(body, *program::as<program::Logical>(expr).left) ||
               is_single(body, *program::as<program::Logical>(expr).right);
    case ExprKind::sequence:
        return is_single(body, *program::as<program::Sequence>(expr).second);
    case ExprKind::variable: {
        const Local* local = local_of(body, program::as<program::VariableRef>(expr).variable);
        return local && local->is_single;
    }
    default:
        return false;
    }
}

Target target_of(Body& body, const program::Lvalue& place) {
    Target target;
    const program::Variable& variable = *place.variable;
    const bool is_name = variable.is_reference && variable.role == program::VariableRole::local_array;
    target.copies = place.index && !is_name; // a name is one as any other
    if (Local* local = local_of(body, &variable)) target.warned = &local->warned;
    if (!body.is_final()) return target; // which nobody reads
    target.place = place.index ? "an element of `" + variable.name + "`" : "`" + variable.name + "`";
    const Type* type = place.root_type();
    std::string fields;
    for (const std::size_t field : place.fields) {
        fields += (fields.empty() ? "" : ".") + type->fields()[field].name;
        type = type->fields()[field].type;
    }
    if (!fields.empty()) target.place = "field `" + fields + "` of " + target.place;
    if (is_name && place.fields.empty()) target.place = "`" + variable.name + "`";
    if (auto label = declared(body, &variable)) target.labels.push_back(*label);
    return target;
}

} // namespace cudapy::checker
