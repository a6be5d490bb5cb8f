#include "translator/check/arrays/tables.h"

#include "translator/check/aggregates/tuple_choice.h"
#include "translator/check/aggregates/tuple_parts.h"
#include "translator/check/arrays/checked_index.h"
#include "translator/check/arrays/index_arithmetic.h"
#include "translator/check/arrays/subscripts.h"
#include "translator/check/arrays/views.h"
#include "translator/check/body/body.h"
#include "translator/check/body/captured.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/body/store.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/operators.h"
#include "translator/check/statements/loops.h"
#include "translator/check/statements/tuple_loops.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"
#include "translator/types/small_floats.h"

#include <algorithm>
#include <map>

namespace cudapy::checker {

using program::ExprPtr;
using syntax::ExprKind;

namespace {

/// Adds `count` rows, one after the other, and returns the extents of all of them. `row` adds the values of a
/// row and returns its extents.
template <typename Row>
std::optional<std::vector<std::size_t>> rows(std::size_t count, bool& ragged, const Row& row) {
    std::vector<std::size_t> inner;
    for (std::size_t i = 0; i < count; ++i) {
        auto extents = row(i);
        if (!extents) return std::nullopt;
        ragged = ragged || (i > 0 && *extents != inner);
        inner = std::move(*extents);
    }
    inner.insert(inner.begin(), count);
    return inner;
}

/// Returns the literal converted to the type. This is for a NumPy scalar among others of another type.
ExprPtr literal_as(const program::Literal& literal, const Type* type) {
    const auto as = [&](auto wanted) {
        using Wanted = decltype(wanted);
        return std::visit([](auto value) { return static_cast<Wanted>(value); }, literal.value);
    };
    if (type->is_floating())
        return std::make_unique<program::Literal>(literal.span, type, rounded(type, as(0.0)));
    if (type->is_bool()) return std::make_unique<program::Literal>(literal.span, type, as(false));
    return std::make_unique<program::Literal>(literal.span, type, as(int64_t{0}));
}

/// Returns the place in a table of `row` and `column` in rows of `extent`.
ExprPtr row_major(ExprPtr row, int64_t extent, ExprPtr column) {
    const Span span = Span::cover(row->span, column->span);
    const bool wide = row->type == Type::int64() || column->type == Type::int64();
    const Type* type = wide ? Type::int64() : Type::int32();
    auto start = std::make_unique<program::Binary>(span, type, program::BinaryOp::mul,
                                                   convert(strong(std::move(row)), type),
                                                   program::make_int(type, extent, span));
    return std::make_unique<program::Binary>(span, type, program::BinaryOp::add, std::move(start),
                                             convert(strong(std::move(column)), type));
}

/// Adds the constants and gives their extents, none for a number; nothing where one is no constant.
std::optional<std::vector<std::size_t>> constants(Body& body, const Binding& binding, Span span,
                                                  const std::string& name, Constants& out) {
    if (binding.path == "tuple")
        return rows(binding.elements.size(), out.ragged, [&](std::size_t i) {
            return constants(body, binding.elements[i], span, name + "[" + std::to_string(i) + "]", out);
        });
    Value value = binding_value(body, span, binding, name);
    if (!value) return std::nullopt;
    out.values.push_back(std::move(value));
    return std::vector<std::size_t>{};
}

std::optional<std::vector<std::size_t>> constants(Body& body, const syntax::Expr& expr, Constants& out) {
    if (auto found = entity(body, expr); found && found->kind == Entity::Kind::constant)
        return constants(body, *found->binding, expr.span, found->name, out);
    if (expr.kind == ExprKind::tuple) {
        const auto& elements = syntax::as<syntax::Tuple>(expr).elements;
        return rows(elements.size(), out.ragged,
                    [&](std::size_t i) { return constants(body, *elements[i], out); });
    }
    Value value = expression(body, expr);
    if (!value) return std::nullopt;
    // Kept as one literal each: a table holds numbers, not how they were come by.
    if (value.constant && value.weak == Value::Weak::integer)
        value = weak_integer(expr.span, std::get<WideInt>(*value.constant));
    else if (const double* number = value.constant ? std::get_if<double>(&*value.constant) : nullptr)
        value = weak_floating(expr.span, *number, body.precision); // numba's integers have types
    if (value.node->kind == program::ExprKind::cast) {
        const program::Expr& operand = *program::as<program::Cast>(*value.node).operand;
        if (operand.kind == program::ExprKind::literal && value.type()->is_number() &&
            !value.type()->is_complex())
            value.node = literal_as(program::as<program::Literal>(operand), value.type());
    }
    if (value.node->kind != program::ExprKind::literal) {
        out.variable = true;
        return std::nullopt;
    }
    out.values.push_back(std::move(value));
    return std::vector<std::size_t>{};
}

/// Returns the common type of the numbers. If they have none, that is reported, and null is returned.
const Type* element_type(Body& body, const Constants& constants) {
    return common_type(body, constants.values, "one table");
}

/// Returns an element whose indices from `first` on are not all known before the kernel runs.
Value chosen_element(Body& body, const syntax::Subscript& expr, const Binding& binding,
                     const std::string& name, const std::vector<const syntax::Expr*>& indices,
                     std::size_t first) {
    Constants all;
    const auto extents = constants(body, binding, expr.span, name, all);
    if (!extents) return {};
    if (!all.ragged && extents->size() < indices.size() - first) {
        const Type* element = has_components(all) ? all.values[0].type() : element_type(body, all);
        if (element) report(body, diag::NotIndexable{name + "[...]", element->name()}, expr.span);
        return {};
    }
    if (all.values.empty()) {
        report(body, diag::TableIndex{name, diag::TableIndex::Reason::empty}, expr.span);
        return {};
    }
    if (all.ragged || extents->size() != indices.size() - first) { // of tuples, one is chosen
        const std::string words = text(body, *expr.value);
        Value tuple = first + 1 == indices.size() ? binding_value(body, expr.value->span, binding, words)
                                                  : expression(body, *expr.value);
        if (!tuple) return {};
        const auto place = known_integer(body, *expr.index);
        const auto count = static_cast<int64_t>(tuple.type()->fields().size());
        const int64_t at = place.value_or(0) < 0 ? *place + count : place.value_or(0);
        if (at < 0 || at >= count) {
            report(body, diag::TupleIndex{words, static_cast<std::size_t>(count)}, expr.index->span);
            return {};
        }
        if (!place) return chosen_part(body, expr, std::move(tuple));
        KeptValues kept(body);
        Value part = std::move(take_parts(body, std::move(tuple), kept)[static_cast<std::size_t>(at)]);
        return kept.is_empty() ? std::move(part) : strong(kept.before(std::move(part.node)));
    }
    ExprPtr position;
    for (std::size_t i = first; i < indices.size(); ++i) {
        ExprPtr index = integer_index(body, *indices[i], name);
        if (!index) return {};
        const auto extent = static_cast<int64_t>((*extents)[i - first]);
        if (index->kind == program::ExprKind::literal) {
            auto& value = std::get<int64_t>(program::as<program::Literal>(*index).value);
            if (value < 0) value += extent;
            if (value < 0 || value >= extent) {
                report(body, diag::TupleIndex{name, (*extents)[i - first]}, indices[i]->span);
                return {};
            }
        }
        program::Check check{program::Check::Kind::index, expr.span, name};
        if (indices.size() - first > 1) check.axis = static_cast<int>(i);
        index = index_among(body, std::move(index), extent, std::move(check));
        position = position ? row_major(std::move(position), extent, std::move(index)) : std::move(index);
    }
    if (has_components(all)) return chosen_components(body, expr.span, all, name, std::move(position));
    const Type* element = element_type(body, all);
    if (!element) return {};
    // Like any literal, an element of a table of them takes the type of what it meets.
    const Value::Weak weak = weakness(all.values);
    Value value = strong(std::make_unique<program::Load>(
        expr.span, table(body, name, all, element, expr.span), std::move(position)));
    value.weak = weak;
    value.wide = weak == Value::Weak::integer && element != Type::int32();
    return value;
}

} // namespace

program::Variable* table(Body& body, const std::string& name, const Constants& constants, const Type* element,
                         Span span) {
    auto made = std::make_shared<program::Table>();
    made->name = name;
    made->element = element;
    for (const Value& value : constants.values) {
        Value copy = strong(program::clone(*value.node));
        copy.weak = value.weak;
        copy.constant = value.constant;
        ExprPtr converted = convert(std::move(copy), element);
        if (converted->kind == program::ExprKind::cast)
            converted = literal_as(
                program::as<program::Literal>(*program::as<program::Cast>(*converted).operand), element);
        made->values.push_back(program::as<program::Literal>(*converted).value);
    }
    for (const auto& variable : body.function.variables)
        if (variable->table && *variable->table == *made) return variable.get();
    auto* variable =
        body.function.add_variable(name, Type::array(element), program::VariableRole::table, span);
    variable->table = std::move(made);
    return variable;
}

/// Returns the value of `K[i]` or `K[i][j]` for a captured tuple K. It takes all indices at once, the
/// outermost first.
std::optional<Value> captured_element(Body& body, const syntax::Subscript& expr) {
    std::vector<const syntax::Expr*> indices = {expr.index.get()};
    const syntax::Expr* root = expr.value.get();
    while (root->kind == ExprKind::subscript) {
        indices.insert(indices.begin(), syntax::as<syntax::Subscript>(*root).index.get());
        root = syntax::as<syntax::Subscript>(*root).value.get();
    }
    auto found = entity(body, *root);
    if (!found || found->kind != Entity::Kind::constant || found->binding->path != "tuple")
        return std::nullopt;
    const auto is_slice = [](const syntax::Expr* index) { return index->kind == ExprKind::slice; };
    if (std::any_of(indices.begin(), indices.end(), is_slice)) return std::nullopt; // see tuple_part()
    const Binding* binding = found->binding;
    std::string name = found->name;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        if (binding->path != "tuple") {
            Value value = binding_value(body, expr.span, *binding, name);
            if (value) report(body, diag::NotIndexable{name, value.type()->name()}, expr.span);
            return Value{};
        }
        if (indices[i]->kind == ExprKind::tuple) {
            report(body, diag::TableIndex{name, diag::TableIndex::Reason::slice}, indices[i]->span);
            return Value{};
        }
        Value index = number(body, *indices[i], "an index");
        if (!index) return Value{};
        if (!index.integer()) return chosen_element(body, expr, *binding, name, indices, i);
        const auto size = static_cast<int64_t>(binding->elements.size());
        const int64_t place = *index.integer() < 0 ? *index.integer() + size : *index.integer();
        if (place < 0 || place >= size) {
            report(body, diag::TupleIndex{name, binding->elements.size()}, indices[i]->span);
            return Value{};
        }
        binding = &binding->elements[static_cast<std::size_t>(place)];
        name += "[" + std::to_string(place) + "]";
    }
    return binding_value(body, expr.span, *binding, name);
}

/// Returns whether a tuple that is written out holds only constants.
bool is_table(Body& body, const syntax::Expr& tuple) {
    const Silence silence(body);
    Constants all;
    constants(body, tuple, all);
    return !all.variable;
}

bool table_elements(Body& body, const syntax::Expr& target, const syntax::Expr& iterable,
                    program::ForEach& loop, RowStores& rows) {
    Constants all;
    const auto extents = constants(body, iterable, all);
    if (!extents) return false;
    auto found = entity(body, iterable);
    const std::string name = found ? found->name : "values";
    const bool is_row = target.kind == ExprKind::tuple;
    const bool holds_tuples = all.ragged || extents->size() > (is_row ? 2U : 1U);
    const bool is_empty = (*extents)[0] == 0;
    if (holds_tuples && !is_empty) { // each is a tuple of its own
        Value tuple = expression(body, iterable);
        return tuple && tuple_elements(body, target, iterable, std::move(tuple), loop, rows);
    }
    const std::size_t width = is_row ? syntax::as<syntax::Tuple>(target).elements.size() : 1;
    const std::size_t wanted = is_row && extents->size() > 1 ? (*extents)[1] : 1;
    const bool fits = !all.ragged && extents->size() == (is_row ? 2U : 1U) && width == wanted;
    if (is_empty) {
        report(body, diag::TableIndex{text(body, iterable), diag::TableIndex::Reason::empty}, iterable.span);
        return false;
    }
    if (!fits) {
        report(body, diag::LoopTargets{text(body, iterable), extents->size() == 2 ? wanted : 1, width},
               target.span);
        return false;
    }
    if (has_components(all)) {
        std::vector<const syntax::Expr*> targets = {&target};
        if (is_row) {
            targets.clear();
            for (const auto& each : syntax::as<syntax::Tuple>(target).elements)
                targets.push_back(each.get());
        }
        return component_elements(body, targets, iterable, name, all, loop, rows);
    }
    // All columns are in one table, and have its element's type.
    const Type* element = element_type(body, all);
    if (!element) return false;
    const Value::Weak weak = weakness(all.values);
    for (std::size_t column = 0; column < width; ++column) {
        const syntax::Expr& each = is_row ? *syntax::as<syntax::Tuple>(target).elements[column] : target;
        Local* local = loop_variable(body, each);
        if (!local) return false;
        const auto element_of = [&](program::Variable* variable) {
            Value one = strong(std::make_unique<program::Load>(
                iterable.span, variable, program::make_int(Type::int32(), 0, iterable.span)));
            one.weak = weak;
            one.syntax = &each;
            return one;
        };
        auto* variable = table(body, name, all, element, iterable.span);
        join(body, *local, element_of(variable), iterable.span);
        // The constants are those of the variable's precision.
        const Type* type = local->variable->type;
        const bool is_other = weak == Value::Weak::floating && element != type &&
                              (type == Type::float32() || type == Type::float64());
        if (is_other) variable = table(body, name, all, type, iterable.span);
        Value one = element_of(variable);
        if (!store(body, std::move(one), type, program::Lvalue{local->variable, nullptr, each.span}))
            return false;
        loop.elements.push_back(
            {local->variable, variable, static_cast<int64_t>(width), static_cast<int64_t>(column)});
    }
    return true;
}

void settle_tables(Body& body) {
    std::map<std::pair<const program::Table*, const Type*>, program::Variable*> known;
    std::vector<program::Load*> loads;
    program::visit_all(body.function.body, [&](program::Expr& expr) {
        if (expr.kind != program::ExprKind::load) return;
        auto& load = program::as<program::Load>(expr);
        if (load.array->table && load.array->table->element != load.type) loads.push_back(&load);
    });
    for (program::Load* load : loads) {
        program::Variable*& variable = known[{load->array->table.get(), load->type}];
        if (!variable) {
            // The constants have been kept as doubles, so that nothing of them is lost.
            auto made = std::make_shared<program::Table>(*load->array->table);
            made->element = load->type;
            variable = body.function.add_variable(made->name, Type::array(load->type),
                                                  program::VariableRole::table, load->array->span);
            variable->table = std::move(made);
        }
        load->array = variable;
    }
}

} // namespace cudapy::checker
