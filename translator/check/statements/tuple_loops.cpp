#include "translator/check/statements/tuple_loops.h"

#include "translator/check/aggregates/tuples.h"
#include "translator/check/arrays/views.h"
#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/report.h"
#include "translator/check/body/store.h"
#include "translator/check/statements/loops.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/program/build.h"

namespace cudapy::checker {

using program::Lvalue;
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
        if (count != targets.size() || !has_parts) {
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

/// The arrays that a loop goes through for one name, and what is stored in them. A tuple has an array for
/// each number in it, or one of zeros if there is no number in it.
class ColumnArrays {
  public:
    ColumnArrays(Body& body, const TupleColumn& column, Span span, std::size_t count, program::ForEach& loop,
                 RowStores& rows)
        : body_(body), column_(column), span_(span), count_(count), rows_(rows) {
        program::Variable* variable = column.local->variable;
        if (!variable->type->is_tuple()) {
            add(variable, variable->name, variable->type, loop);
            return;
        }
        program::ExprPtr whole = whole_of(variable->type, variable->name, loop);
        has_numbers_ = !arrays_.empty();
        if (!has_numbers_)
            add(nullptr, variable->name, Type::int32(), loop); // it says how many rounds there are
        if (body.is_final()) rows.top.push_back(program::make_assign(variable, std::move(whole), span));
    }

    /// Stores a value, which has the type of the name, for one of the rounds.
    void set(std::size_t round, program::ExprPtr value) {
        std::size_t next = 0;
        if (!has_numbers_) value = program::make_int(Type::int32(), 0, span_);
        store(round, std::move(value), next);
    }

  private:
    Body& body_;
    const TupleColumn& column_;
    Span span_;
    std::size_t count_;
    RowStores& rows_;
    std::vector<program::Variable*> arrays_;
    bool has_numbers_ = true; ///< false for empty tuples, and for tuples of them

    /// Adds an array for a number, which each round gives to the variable. Without one, a variable is made
    /// for the part `name` of a tuple. Returns the variable.
    program::Variable* add(program::Variable* variable, const std::string& name, const Type* type,
                           program::ForEach& loop) {
        std::vector<TupleArray>& known = body_.tuple_arrays[column_.target];
        const std::size_t number = arrays_.size();
        if (known.size() == number) {
            const auto role = program::VariableRole::temporary;
            known.push_back({variable ? variable : body_.function.add_variable(name, type, role, span_),
                             body_.function.add_variable(name + "_values", Type::array(type),
                                                         program::VariableRole::local_array, span_)});
        }
        program::Variable* element = variable ? variable : known[number].element;
        program::Variable* array = known[number].array;
        element->type = type;
        array->type = Type::array(type);
        array->shape = {static_cast<int64_t>(count_)};
        arrays_.push_back(array);
        rows_.before.push_back(std::make_unique<program::Declare>(span_, array, nullptr));
        loop.elements.push_back({element, array});
        return element;
    }

    /// Returns the tuple that the loop's numbers of a round are.
    program::ExprPtr whole_of(const Type* type, const std::string& name, program::ForEach& loop) {
        if (!type->is_tuple()) return program::make_ref(add(nullptr, name, type, loop), span_);
        std::vector<program::ExprPtr> parts;
        for (std::size_t i = 0; i < type->fields().size(); ++i)
            parts.push_back(whole_of(type->fields()[i].type, name + "_" + type->fields()[i].name, loop));
        return std::make_unique<program::Construct>(span_, type, std::move(parts));
    }

    void store(std::size_t round, program::ExprPtr value, std::size_t& next) {
        if (value->type->is_tuple()) {
            const std::size_t count = value->type->fields().size();
            const bool is_written = value->kind == program::ExprKind::construct;
            Value tuple = strong(std::move(value));
            if (!is_written) tuple = kept_tuple(body_, std::move(tuple), rows_.before);
            for (std::size_t i = 0; i < count; ++i)
                store(round,
                      is_written ? std::move(program::as<program::Construct>(*tuple.node).parts[i])
                                 : part_of(tuple, i).node,
                      next);
            return;
        }
        Lvalue place{arrays_[next++],
                     program::make_int(body_.context.index_type(), static_cast<int64_t>(round), span_),
                     span_};
        rows_.before.push_back(program::make_assign(std::move(place), std::move(value), span_));
    }
};

} // namespace

bool tuple_elements(Body& body, const syntax::Expr& target, const syntax::Expr& iterable, Value tuple,
                    program::ForEach& loop, RowStores& rows) {
    tuple = kept_tuple(body, std::move(tuple), rows.before);
    const std::size_t count = tuple.type()->fields().size();
    std::vector<Value> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(part_of(tuple, i));
    if (count == 0) {
        report(body, diag::TableIndex{text(body, iterable), diag::TableIndex::Reason::empty}, iterable.span);
        return false;
    }
    std::vector<TupleColumn> columns;
    if (!tuple_columns(body, target, iterable, std::move(values), columns, rows.before)) return false;
    bool good = true;
    std::vector<ColumnArrays> arrays;
    for (const TupleColumn& column : columns)
        arrays.emplace_back(body, column, iterable.span, count, loop, rows);
    // One element after the other, as Python makes them.
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t at = 0; at < columns.size(); ++at) {
            TupleColumn& column = columns[at];
            program::Variable* variable = column.local->variable;
            auto stored = store(body, std::move(column.values[i]), variable->type,
                                program::Lvalue{variable, nullptr, column.target->span});
            good &= stored != nullptr;
            if (stored) arrays[at].set(i, std::move(stored));
        }
    return good;
}

} // namespace cudapy::checker
