#include "translator/check/aggregates/tuple_parts.h"

#include "translator/check/arrays/declared_arrays.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/fold.h"
#include "translator/diagnostics/kinds/tuple_kinds.h"
#include "translator/program/build.h"

#include <algorithm>

namespace cudapy::checker {

using program::ExprPtr;

namespace {

/// The most numbers in a tuple. A tuple of tuples of tuples soon becomes too large for any machine.
constexpr std::size_t most_numbers = 1000;

std::size_t numbers_in(const Type* type) {
    if (!type->is_tuple()) return 1;
    std::size_t numbers = 0;
    for (const Type::Field& field : type->fields())
        numbers += numbers_in(field.type);
    return numbers;
}

bool is_written_out(const program::Expr& node) {
    return node.kind == program::ExprKind::construct && node.type->is_tuple();
}

/// Replaces what is computed by variables, part by part of a tuple that is written out.
void keep_part(ExprPtr& node, KeptValues& kept) {
    if (!is_written_out(*node)) return kept.keep_in_place(node, "part");
    for (ExprPtr& part : program::as<program::Construct>(*node).parts)
        keep_part(part, kept);
}

/// Returns a name for the variable that holds what a call gives, or another tuple.
std::string name_for(const program::Expr& tuple) {
    if (tuple.kind != program::ExprKind::call) return "parts";
    return program::as<program::Call>(tuple).function->name + "_result";
}

} // namespace

Value part_of(const Value& tuple, std::size_t i) {
    Value part;
    if (!tuple.parts.empty()) {
        part = copy(tuple.parts[i]);
        part.node = program::clone(*program::as<program::Construct>(*tuple.node).parts[i]);
        return part;
    }
    part = strong(std::make_unique<program::FieldExpr>(tuple.node->span, program::clone(*tuple.node), i));
    part.syntax = tuple.syntax;
    return part;
}

std::vector<Value> take_parts(Body& body, Value tuple, KeptValues& kept) {
    while (tuple.node->kind == program::ExprKind::sequence) {
        auto& sequence = program::as<program::Sequence>(*tuple.node);
        kept.take(std::move(sequence.first));
        tuple.node = ExprPtr(std::move(sequence.second));
        tuple.parts.clear();
    }
    std::vector<Value> parts;
    if (is_written_out(*tuple.node)) {
        auto& nodes = program::as<program::Construct>(*tuple.node).parts;
        // Python computes all parts, in their order. The checked mode looks at each of them.
        const bool keeps =
            body.is_final() &&
            (body.context.options.checked ||
             !std::all_of(nodes.begin(), nodes.end(), [](const ExprPtr& node) { return is_pure(*node); }));
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (keeps) keep_part(nodes[i], kept);
            Value part;
            if (!tuple.parts.empty()) part = copy(tuple.parts[i]);
            part.node = std::move(nodes[i]);
            parts.push_back(std::move(part));
        }
        return parts;
    }
    if (body.is_final()) kept.keep_in_place(tuple.node, name_for(*tuple.node).c_str());
    for (std::size_t i = 0; i < tuple.type()->fields().size(); ++i)
        parts.push_back(part_of(tuple, i));
    return parts;
}

Value tuple_of(Body& body, Span span, std::vector<Value> parts, KeptValues kept) {
    Value tuple;
    std::vector<const Type*> types;
    std::vector<ExprPtr> nodes;
    std::size_t numbers = 0;
    for (Value& part : parts) {
        types.push_back(part.type());
        numbers += numbers_in(part.type());
        nodes.push_back(std::move(part.node));
    }
    if (numbers > most_numbers) {
        std::string words = text(body, span);
        if (words.find(',') != words.npos && words[0] != '(') words = "(" + words + ")";
        report(body, diag::LargeTuple{std::move(words), most_numbers}, span);
        return {};
    }
    const bool is_plain = kept.is_empty();
    tuple.node =
        kept.before(std::make_unique<program::Construct>(span, Type::tuple(types), std::move(nodes)));
    if (is_plain) tuple.parts = std::move(parts);
    return tuple;
}

const Type* one_type(std::span<const Value> values) {
    if (values.empty()) return nullptr;
    const Value* first = &values[0];
    for (const Value& value : values)
        if (first->is_weak() && !value.is_weak()) first = &value;
    const bool same = std::all_of(values.begin(), values.end(),
                                  [&](const Value& value) { return value.type() == first->type(); });
    if (same) return first->type();
    if (!first->type()->is_tuple()) {
        const Type* met = meet(values);
        const bool are_literals = first->is_weak();
        const auto fits = [&](const Value& value) {
            if (!value.type()->is_number()) return false;
            if (are_literals) return !value.type()->is_bool();
            return value.is_weak() ? met == first->type() : value.type() == first->type();
        };
        return met && std::all_of(values.begin(), values.end(), fits) ? met : nullptr;
    }
    std::vector<const Type*> types;
    const std::size_t count = first->type()->fields().size();
    for (const Value& value : values)
        if (!value.type()->is_tuple() || value.type()->fields().size() != count) return nullptr;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<Value> column;
        for (const Value& value : values)
            column.push_back(part_of(value, i));
        types.push_back(one_type(column));
        if (!types.back()) return nullptr;
    }
    return Type::tuple(types);
}

ExprPtr as_one_type(Value value, const Type* type) {
    if (!type->is_tuple()) return type->is_number() ? convert(std::move(value), type) : std::move(value.node);
    if (value.type() == type && value.parts.empty()) return std::move(value.node);
    std::vector<ExprPtr> parts;
    for (std::size_t i = 0; i < type->fields().size(); ++i)
        parts.push_back(as_one_type(part_of(value, i), type->fields()[i].type));
    return std::make_unique<program::Construct>(value.node->span, type, std::move(parts));
}

std::optional<int64_t> known_integer(Body& body, const syntax::Expr& expr) {
    if (const syntax::Expr* constant = constant_local(body, expr)) return known_integer(body, *constant);
    const Silence silence(body);
    const Value value = expression(body, expr);
    if (!value || !value.type()->is_scalar()) return std::nullopt;
    if (value.integer()) return value.integer();
    if (value.node->kind == program::ExprKind::literal && value.type()->is_bool())
        return std::get<bool>(program::as<program::Literal>(*value.node).value) ? 1 : 0;
    if (!value.type()->is_integer()) return std::nullopt;
    const auto folded = fold_tree(*value.node);
    return folded && *folded >= INT64_MIN && *folded <= INT64_MAX
               ? std::optional(static_cast<int64_t>(*folded))
               : std::nullopt;
}

} // namespace cudapy::checker
