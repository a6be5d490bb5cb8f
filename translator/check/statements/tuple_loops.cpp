#include "translator/check/statements/tuple_loops.h"

#include "translator/check/aggregates/tuples.h"
#include "translator/check/arrays/views.h"
#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/report.h"
#include "translator/check/body/store.h"
#include "translator/check/statements/loops.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/tuple_kinds.h"
#include "translator/program/build.h"

namespace cudapy::checker {

using program::Place;
using syntax::ExprKind;

namespace {

/// The values that a name of the loop's head is given, one after the other.
struct TupleColumn {
    const syntax::Expr* target;
    Local* local;
    std::vector<Value> values;
};

/// Returns a tuple or a vector in a form in which its parts can be taken one by one.
Value kept_tuple(Body& body, Value tuple, program::Block& before) {
    const bool is_place = !tuple.parts.empty() || tuple.node->kind == program::ExprKind::variable;
    if (is_place || !body.is_final()) return tuple;
    const Span span = tuple.node->span;
    auto* kept = body.function.add_variable("parts", tuple.type(), program::VariableRole::temporary, span);
    before.push_back(program::make_assign(kept, std::move(tuple.node), span));
    return strong(program::make_ref(kept, span));
}

bool tuple_columns(Body& body, const syntax::Expr& target, const syntax::Expr& iterable,
                   std::vector<Value> values, std::vector<TupleColumn>& columns, program::Block& before) {
    if (target.kind != ExprKind::tuple) {
        Local* local = loop_variable(body, target);
        if (!local) return false;
        if (values[0].type()->is_tuple()) {
            report(body,
                   diag::TupleLoop{text(body, target), values[0].type()->name(),
                                   values[0].type()->fields().size()},
                   target.span);
            return false;
        }
        for (const Value& value : values)
            join(body, *local, value, value.syntax ? value.syntax->span : iterable.span);
        columns.push_back({&target, local, std::move(values)});
        return true;
    }
    const auto& targets = syntax::as<syntax::Tuple>(target).elements;
    std::vector<std::vector<Value>> parts(targets.size());
    for (Value& value : values) {
        const bool has_parts = value.type()->is_tuple() || value.type()->is_vector();
        const std::size_t count = has_parts ? value.type()->fields().size() : 1;
        if (count != targets.size()) {
            report(body, diag::LoopTargets{text(body, iterable), count, targets.size()}, target.span);
            return false;
        }
        const Value kept = kept_tuple(body, std::move(value), before);
        for (std::size_t i = 0; i < count; ++i)
            parts[i].push_back(part_of(kept, i));
    }
    bool good = true;
    for (std::size_t i = 0; i < targets.size(); ++i)
        good &= tuple_columns(body, *targets[i], iterable, std::move(parts[i]), columns, before);
    return good;
}

} // namespace

bool tuple_elements(Body& body, const syntax::Expr& target, const syntax::Expr& iterable, Value tuple,
                    program::ForEach& loop, RowStores& rows) {
    tuple = kept_tuple(body, std::move(tuple), rows.before);
    const std::size_t count = tuple.type()->fields().size();
    std::vector<Value> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(part_of(tuple, i));
    std::vector<TupleColumn> columns;
    if (!tuple_columns(body, target, iterable, std::move(values), columns, rows.before)) return false;
    bool good = true;
    for (const TupleColumn& column : columns) {
        const Type* type = column.local->variable->type;
        program::Variable*& array = body.tuple_arrays[column.target];
        if (!array)
            array = body.function.add_variable(column.local->variable->name + "_values", Type::array(type),
                                               program::VariableRole::local_array, iterable.span);
        array->type = Type::array(type);
        array->shape = {static_cast<int64_t>(count)};
        rows.before.push_back(std::make_unique<program::Declare>(iterable.span, array, nullptr));
        loop.elements.push_back({column.local->variable, array});
    }
    // One element after the other, as Python makes them.
    for (std::size_t i = 0; i < count; ++i)
        for (TupleColumn& column : columns) {
            program::Variable* variable = column.local->variable;
            const Span span = iterable.span;
            auto stored = store(body, std::move(column.values[i]), variable->type,
                                program::Place{variable, nullptr, column.target->span});
            good &= stored != nullptr;
            if (!stored) continue;
            Place place{body.tuple_arrays.at(column.target),
                        program::make_int(body.context.index_type(), static_cast<int64_t>(i), span), span};
            rows.before.push_back(program::make_assign(std::move(place), std::move(stored), span));
        }
    return good;
}

} // namespace cudapy::checker
