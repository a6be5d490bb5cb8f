#include "translator/check/aggregates/tuple_choice.h"

#include "translator/check/aggregates/tuple_parts.h"
#include "translator/check/arrays/checked_index.h"
#include "translator/check/arrays/declared_arrays.h"
#include "translator/check/arrays/index_arithmetic.h"
#include "translator/check/arrays/subscripts.h"
#include "translator/check/arrays/tables.h"
#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/expressions.h"
#include "translator/diagnostics/kinds/tuple_kinds.h"
#include "translator/program/build.h"

#include <algorithm>

namespace cudapy::checker {

using program::ExprPtr;

namespace {

/// Returns the constants that a tuple holds, or the local name of one that is assigned once, or nothing.
std::optional<Constants> constants_of(Body& body, const syntax::Expr& tuple, const Value& value) {
    if (const syntax::Expr* assigned = constant_local(body, tuple)) {
        if (assigned->kind != syntax::ExprKind::tuple || !is_table(body, *assigned)) return std::nullopt;
        const Value written = expression(body, *assigned);
        return written && written.type() == value.type() ? constants_of(body, *assigned, written)
                                                         : std::nullopt;
    }
    Constants constants;
    for (std::size_t i = 0; i < value.parts.size(); ++i) {
        Value part = part_of(value, i);
        if (part.node->kind != program::ExprKind::literal) return std::nullopt;
        constants.values.push_back(std::move(part));
    }
    return constants.values.empty() ? std::nullopt : std::optional(std::move(constants));
}

/// Returns whether each of the constants is its own number.
bool counts_up(const Constants& constants) {
    for (std::size_t i = 0; i < constants.values.size(); ++i)
        if (literal(*constants.values[i].node) != static_cast<int64_t>(i)) return false;
    return true;
}

/// Returns the tuple as the user wrote it, who may have written a name for what is a tuple now.
std::string name_of(const Body& body, const syntax::Expr& tuple) {
    const std::string written = text(body, tuple);
    const bool has_parts = tuple.kind == syntax::ExprKind::tuple && written.find(',') != std::string::npos;
    return has_parts ? "(" + written + ")" : written;
}

/// Returns a name for a table of constants: that of the tuple, if it has one.
std::string table_name(const syntax::Expr& tuple) {
    return tuple.kind == syntax::ExprKind::name ? syntax::as<syntax::Name>(tuple).id : "values";
}

} // namespace

Value chosen_part(Body& body, const syntax::Subscript& expr, Value tuple) {
    const Span span = expr.span;
    const std::string name = name_of(body, *expr.value);
    const auto size = static_cast<int64_t>(tuple.type()->fields().size());
    using Reason = diag::TuplePartIndex::Reason;
    const auto refuse = [&](Reason reason) {
        report(body, diag::TuplePartIndex{reason, name, tuple.type()->name(), tuple.type()->fields().size()},
               expr.index->span);
        return Value{};
    };
    if (size == 0) return refuse(Reason::outside);
    std::vector<Value> seen;
    for (std::size_t i = 0; i < tuple.type()->fields().size(); ++i)
        seen.push_back(part_of(tuple, i));
    const Type* type = one_type(seen);
    if (!type) return refuse(Reason::several_types);
    const program::Check check{program::Check::Kind::index, span, name};
    const auto constants = type->is_number() ? constants_of(body, *expr.value, tuple) : std::nullopt;
    KeptValues kept(body);
    std::vector<Value> parts;
    if (!constants) parts = take_parts(body, std::move(tuple), kept);
    ExprPtr index = integer_index(body, *expr.index, name);
    if (!index) return {};
    index = index_among(body, std::move(index), size, check);
    // Like any literal, a part that is one takes the type of what it meets.
    const Value::Weak weak = weakness(seen);
    const auto result = [&](ExprPtr node) {
        Value value = strong(kept.before(std::move(node)));
        value.weak = weak;
        value.wide = weak == Value::Weak::integer && type != Type::int32();
        return value;
    };
    if (constants && counts_up(*constants)) return result(program::convert(std::move(index), type));
    if (constants)
        return result(std::make_unique<program::Load>(
            span, table(body, table_name(*expr.value), *constants, type, span), std::move(index)));
    if (body.is_final() && !is_simple(*index)) {
        if (size > 1)
            kept.keep_in_place(index, "part_index");
        else
            kept.take(std::move(index)); // for its effects
    }
    ExprPtr chosen = as_one_type(std::move(parts.back()), type);
    for (std::size_t i = parts.size() - 1; i-- > 0;) {
        ExprPtr is_this =
            program::make_compare(program::CompareOp::eq, program::clone(*index),
                                  program::make_int(index->type, static_cast<int64_t>(i), span));
        chosen = std::make_unique<program::Conditional>(
            span, type, std::move(is_this), as_one_type(std::move(parts[i]), type), std::move(chosen));
    }
    return result(std::move(chosen));
}

} // namespace cudapy::checker
