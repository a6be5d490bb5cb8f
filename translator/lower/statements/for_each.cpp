#include "translator/lower/statements/for_each.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"

#include <algorithm>
#include <iterator>

namespace cudapy::lower {

using namespace program;

namespace {

class ElementLoops {
  public:
    ElementLoops(Function& function, const Program& program)
        : function_(function), index_type_(program.index_type()), is_traced_(program.is_traced) {}

    void statement(StmtPtr stmt, Block& out) {
        auto& loop = as<ForEach>(*stmt);
        const Span span = loop.span;
        keep_elements(loop, out);
        Variable* index = loop.counter;
        Block top;
        if (!counter_is_index(loop)) {
            index = function_.add_variable("i", index_type_, VariableRole::temporary, span);
            if (loop.counter) top.push_back(count(loop, index, out));
        }
        for (const ForEach::Element& element : loop.elements) {
            ExprPtr value = position(element, index, span);
            if (!element.is_row)
                value = std::make_unique<Load>(is_traced_ ? loop.iterable : span, element.array,
                                               std::move(value));
            top.push_back(make_assign(element.variable, convert(std::move(value), element.variable->type)));
        }
        auto range = std::make_unique<ForRange>(span, index, index_type_, make_int(index_type_, 0, span),
                                                shortest_length(loop), make_int(index_type_, 1, span));
        range->body = std::move(top);
        std::move(loop.body.begin(), loop.body.end(), std::back_inserter(range->body));
        range->else_body = std::move(loop.else_body);
        out.push_back(std::move(range));
    }

  private:
    Function& function_;
    const Type* index_type_;
    const bool is_traced_;

    /// Keeps what the loop goes through as it was at the loop's beginning.
    void keep_elements(ForEach& loop, Block& out) {
        const VariableSet assigned = assigned_variables(loop.body);
        const bool start_may_disturb = loop.counter_start && !is_simple_arithmetic(*loop.counter_start);
        for (ForEach::Element& element : loop.elements) {
            const auto changes = [&](const ExprPtr& expr) {
                return !is_simple(*expr) ||
                       (expr->kind == ExprKind::variable && assigned.count(as<VariableRef>(*expr).variable));
            };
            const std::string& name = element.variable->name;
            if (element.array->is_pointer() && !element.is_row && assigned.count(element.array)) {
                ExprPtr source = make_address(element.array, loop.span);
                move_to_temporary(function_, source, name + "_source", out);
                element.array = as<ArrayView>(*source).array;
            }
            if (element.start && changes(element.start))
                move_to_temporary(function_, element.start, name + "_start", out);
            bool step_changes = element.step && !is_simple_arithmetic(*element.step);
            for (const Variable* variable : assigned)
                step_changes = step_changes || (element.step && mentions(*element.step, variable));
            if (step_changes) move_to_temporary(function_, element.step, name + "_step", out);
            // Python asks for the array before it asks where to begin to count.
            if (start_may_disturb && element.length && !is_simple_arithmetic(*element.length))
                move_to_temporary(function_, element.length, name + "_count", out);
        }
    }

    /// Returns whether enumerate's counter is the index itself: it starts at 0 and the body does not assign
    /// it.
    bool counter_is_index(const ForEach& loop) const {
        if (!loop.counter || loop.counter->type != index_type_) return false;
        if (loop.counter_start && constant_value(*loop.counter_start) != 0) return false;
        for (const ForEach::Element& element : loop.elements)
            if (element.variable == loop.counter) return false;
        return !assigned_variables(loop.body).count(loop.counter);
    }

    /// Makes `counter = start + i`. A start that has to be evaluated once goes before the loop.
    StmtPtr count(ForEach& loop, Variable* index, Block& out) {
        const Type* type = loop.counter->type;
        ExprPtr count = convert(make_ref(index, loop.span), type);
        if (loop.counter_start) {
            if (!constant_value(*loop.counter_start))
                move_to_temporary(function_, loop.counter_start, loop.counter->name + "_start", out);
            if (constant_value(*loop.counter_start) != 0)
                count = make_binary(BinaryOp::add, std::move(count),
                                    convert(std::move(loop.counter_start), type));
        }
        return make_assign(loop.counter, std::move(count));
    }

    /// Returns the index of an element. It is the loop's own index; in a table with rows it is that times the
    /// rows' length, plus the place in the row.
    ExprPtr position(const ForEach::Element& element, Variable* index, Span span) const {
        ExprPtr position = convert(make_ref(index, span), index_type_);
        if (element.stride != 1)
            position =
                make_binary(BinaryOp::mul, make_int(index_type_, element.stride, span), std::move(position));
        if (element.offset != 0)
            position =
                make_binary(BinaryOp::add, std::move(position), make_int(index_type_, element.offset, span));
        if (element.step) position = joined(BinaryOp::mul, std::move(position), clone(*element.step));
        if (element.start && constant_value(*element.start) != 0)
            position = joined(BinaryOp::add, clone(*element.start), std::move(position));
        return position;
    }

    /// Returns an operation of two indices. One may have 64 bits and the other one 32: in the dialect of
    /// numba what is computed has 64, and lengths have 32.
    static ExprPtr joined(BinaryOp op, ExprPtr left, ExprPtr right) {
        const Type* type = left->type == Type::int64() ? left->type : right->type;
        return make_binary(op, convert(std::move(left), type), convert(std::move(right), type));
    }

    /// Returns how often an array or a table lets the loop run. A table knows that already.
    ExprPtr length(const ForEach::Element& element, Span span) const {
        if (element.array->role == VariableRole::table)
            return make_int(index_type_,
                            static_cast<int64_t>(element.array->table->values.size()) / element.stride, span);
        return element.length ? clone(*element.length) : make_length(element.array, index_type_, span);
    }

    ExprPtr shortest_length(const ForEach& loop) const {
        std::vector<ExprPtr> lengths; // each length once
        std::optional<int64_t> constant;
        ExprPtr shortest;
        for (const ForEach::Element& element : loop.elements) {
            ExprPtr length = this->length(element, loop.span);
            if (const auto value = constant_value(*length)) {
                constant = constant ? std::min(*constant, *value) : *value;
                continue;
            }
            const bool is_known = std::any_of(lengths.begin(), lengths.end(), [&](const ExprPtr& known) {
                return is_same_simple(*known, *length);
            });
            if (is_known) continue;
            lengths.push_back(clone(*length));
            shortest = shortest ? lesser(std::move(shortest), std::move(length)) : std::move(length);
        }
        if (!constant) return shortest;
        ExprPtr known = make_int(index_type_, *constant, loop.span);
        return shortest ? lesser(std::move(shortest), std::move(known)) : std::move(known);
    }

    ExprPtr lesser(ExprPtr left, ExprPtr right) const {
        const Span span = left->span;
        std::vector<ExprPtr> arguments;
        arguments.push_back(std::move(left));
        arguments.push_back(std::move(right));
        return std::make_unique<BuiltinCall>(span, index_type_, find_builtin("min"), nullptr,
                                             std::move(arguments));
    }
};

} // namespace

void lower_for_each(Function& function, const Program& program) {
    ElementLoops loops(function, program);
    rewrite_statements(function.body, StmtKind::for_each,
                       [&](StmtPtr stmt, Block& out) { loops.statement(std::move(stmt), out); });
}

} // namespace cudapy::lower
