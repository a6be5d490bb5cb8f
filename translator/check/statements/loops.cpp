#include "translator/check/statements/loops.h"

#include "translator/check/arrays/constant_index.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/arrays/tables.h"
#include "translator/check/arrays/views.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/body/store.h"
#include "translator/check/calls/builtin_calls.h"
#include "translator/check/calls/calls.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/number_rules.h"
#include "translator/check/expressions/operators.h"
#include "translator/check/statements/assignments.h"
#include "translator/check/statements/ranges.h"
#include "translator/check/statements/statements.h"
#include "translator/check/statements/tuple_loops.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/struct_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/program/build.h"

#include <algorithm>
#include <cstring>

namespace cudapy::checker {

using program::ExprPtr;
using syntax::ExprKind;

namespace {

bool elements(Body& body, const syntax::Expr& target, const syntax::Expr& iterable, program::ForEach& loop,
              RowStores& rows, bool in_zip = false);
bool zip_elements(Body& body, const syntax::Expr& target, const syntax::Call& call, program::ForEach& loop,
                  RowStores& rows);
bool enumerate_elements(Body& body, const syntax::Expr& target, const syntax::Call& call,
                        program::ForEach& loop, RowStores& rows);

const Builtin* builtin_of(const std::optional<Entity>& entity) {
    return entity && entity->kind == Entity::Kind::builtin ? entity->builtin : nullptr;
}

/// Returns the span of an expression as Python counts it, with the parentheses of a tuple.
Span with_parentheses(const syntax::Expr& expr, const SourceSet& sources) {
    Span span = expr.span;
    if (expr.kind != ExprKind::tuple) return span;
    const std::string& text = sources.file(span.file).text();
    const auto is_space = [&](uint32_t at) { return std::strchr(" \t\r\n\\", text[at]) != nullptr; };
    uint32_t begin = span.begin, end = span.end;
    while (begin > 0 && is_space(begin - 1))
        --begin;
    while (end < text.size() && (is_space(end) || text[end] == ','))
        ++end;
    if (begin > 0 && text[begin - 1] == '(' && end < text.size() && text[end] == ')')
        return {span.file, begin - 1, end + 1};
    return span;
}

/// Returns the statement that tells a recorder that a loop begins. It is before the iterable is computed.
program::StmtPtr enters(Span head) {
    using program::Check;
    const auto step = static_cast<int64_t>(generated::Step::enter);
    auto record = program::make_helper_call(program::Helper::record_step, Type::int32(), head,
                                            program::make_int(Type::int32(), step, head));
    record->check = std::make_shared<const Check>(Check{Check::Kind::decision, head, {}});
    return std::make_unique<program::Evaluate>(head, std::move(record));
}

void for_range(Body& body, const syntax::For& stmt, const syntax::Call& range, program::Block& out) {
    bool failed = !plain_arguments(body, range, "range", 1, 3);
    std::vector<Value> bounds;
    if (!failed) {
        auto values = numbers(body, range, "range");
        failed = !values;
        if (values) bounds = std::move(*values);
    }
    const RangeTypes types = body.numbers.range_types(body, bounds);
    failed |= !types.counter;
    if (!failed && bounds.size() == 3 && constant_number(body, bounds[2]) == 0) {
        report(body, diag::ZeroStep{}, bounds[2].node->span);
        failed = true;
    }
    Local* local = nullptr;
    if (stmt.target->kind == ExprKind::tuple) {
        report(body, diag::LoopTargets{"range", 1, syntax::as<syntax::Tuple>(*stmt.target).elements.size()},
               stmt.target->span);
        poison(body, *stmt.target);
    } else {
        local = loop_variable(body, *stmt.target);
    }
    if (local) {
        const Type* type = failed ? body.context.index_type() : types.variable;
        const auto constants = failed
                                   ? std::nullopt
                                   : constant_range(body, bounds.size() > 1 ? bounds[0].node.get() : nullptr,
                                                    *bounds[bounds.size() > 1 ? 1 : 0].node,
                                                    bounds.size() > 2 ? bounds[2].node.get() : nullptr);
        join(body, *local, type, range.span, types.is_never_negative, constants);
        Value one = strong(program::make_int(type, 0, range.span));
        one.syntax = stmt.target.get();
        failed |= !store(body, std::move(one), local->variable->type,
                         program::Lvalue{local->variable, nullptr, stmt.target->span});
    }
    failed |= !local;
    ExprPtr start, stop, step;
    if (!failed) {
        std::vector<ExprPtr> converted;
        for (Value& value : bounds) {
            if (value.integer() && *value.integer() < 0) // a direction must be seen as one literal
                value = weak_integer(value.node->span, *value.integer());
            converted.push_back(convert(std::move(value), types.counter));
        }
        start =
            converted.size() > 1 ? std::move(converted[0]) : program::make_int(types.counter, 0, range.span);
        stop = std::move(converted[converted.size() > 1 ? 1 : 0]);
        step =
            converted.size() > 2 ? std::move(converted[2]) : program::make_int(types.counter, 1, range.span);
    }
    auto loop =
        std::make_unique<program::ForRange>(stmt.span, local ? local->variable : nullptr, types.counter,
                                            std::move(start), std::move(stop), std::move(step));
    loop->iterable = range.span;
    loop_body(body, stmt.body, stmt.else_body, loop->body, loop->else_body);
    if (!failed) emit(out, std::move(loop), stmt);
}

void for_each(Body& body, const syntax::For& stmt, program::Block& out) {
    if (for_rows(body, stmt, out)) return;
    auto loop = std::make_unique<program::ForEach>(stmt.span);
    loop->iterable = with_parentheses(*stmt.iterable, body.context.sources);
    RowStores rows;
    body.loop_syntax = &stmt.body;
    bool good = elements(body, *stmt.target, *stmt.iterable, *loop, rows);
    if (!good) poison(body, *stmt.target);
    if (body.context.options.trace && !rows.before.empty()) out.push_back(enters(loop->iterable));
    for (auto& each : rows.before)
        out.push_back(std::move(each));
    loop->body = std::move(rows.top);
    loop_body(body, stmt.body, stmt.else_body, loop->body, loop->else_body);
    if (good) emit(out, std::move(loop), stmt);
}

bool elements(Body& body, const syntax::Expr& target, const syntax::Expr& iterable, program::ForEach& loop,
              RowStores& rows, bool in_zip) {
    if (iterable.kind == ExprKind::call) {
        auto& call_syntax = syntax::as<syntax::Call>(iterable);
        const Builtin* builtin = builtin_of(entity(body, *call_syntax.function));
        if (builtin && builtin->special == Special::zip)
            return zip_elements(body, target, call_syntax, loop, rows);
        if (builtin && builtin->special == Special::enumerate)
            return enumerate_elements(body, target, call_syntax, loop, rows);
    }
    auto found = entity(body, iterable);
    const bool captured = found && found->kind == Entity::Kind::constant && found->binding->path == "tuple";
    if (captured || (iterable.kind == ExprKind::tuple && is_table(body, iterable)))
        return table_elements(body, target, iterable, loop, rows);
    const int rank = dimensions(body, iterable);
    if (rank <= 0) {
        if (Value value = expression(body, iterable)) {
            if (value.type()->is_tuple() || value.type()->is_vector())
                return tuple_elements(body, target, iterable, std::move(value), loop, rows);
            auto labels = explain(body, *value.node, [](const Type*) { return true; });
            report(body, diag::NotIterable{text(body, iterable), value.type()->name()}, iterable.span,
                   labels);
        }
        return false;
    }
    const bool are_structs = rank == 1 && holds_structs(body, iterable);
    if (in_zip && (rank > 1 || are_structs)) return row_elements(body, target, iterable, loop, rows);
    if (rank > 1 || are_structs) {
        if (const auto shown = part(body, iterable); shown && !is_of_several(body, *shown, iterable))
            report_loop_target(body, target, iterable);
        return false;
    }
    if (target.kind == ExprKind::tuple) {
        report(body,
               diag::LoopTargets{text(body, iterable), 1, syntax::as<syntax::Tuple>(target).elements.size()},
               target.span);
        return false;
    }
    Local* local = loop_variable(body, target);
    if (!local) return false;
    auto shown = part(body, iterable);
    if (!shown) return false;
    program::Variable* source = shown->array;
    join(body, *local, source->type->element(), iterable.span);
    // Stands for an element, to see whether the variable takes it.
    Value element = strong(std::make_unique<program::Load>(
        iterable.span, source, program::make_int(Type::int32(), 0, iterable.span)));
    element.syntax = &target;
    if (!store(body, std::move(element), local->variable->type,
               program::Lvalue{local->variable, nullptr, target.span}))
        return false;
    program::ForEach::Element read{local->variable, source};
    if (shown->start || shown->axes[0].step || source->is_pointer()) {
        read.length = extent(body, iterable.span, *shown, 0);
        read.step = stride(body, iterable.span, *shown, 0);
        read.start = std::move(shown->start);
    }
    loop.elements.push_back(std::move(read));
    return true;
}

bool zip_elements(Body& body, const syntax::Expr& target, const syntax::Call& call_syntax,
                  program::ForEach& loop, RowStores& rows) {
    if (!plain_arguments(body, call_syntax, "zip", 1, static_cast<std::size_t>(-1))) return false;
    std::size_t count = call_syntax.arguments.size();
    std::size_t given =
        target.kind == ExprKind::tuple ? syntax::as<syntax::Tuple>(target).elements.size() : 1;
    if (target.kind != ExprKind::tuple || given != count) {
        report(body, diag::LoopTargets{"zip", count, given}, target.span);
        return false;
    }
    bool good = true;
    for (std::size_t i = 0; i < count; ++i) {
        const syntax::Expr& iterable = *call_syntax.arguments[i].value;
        const Builtin* builtin = iterable.kind == ExprKind::call
                                     ? builtin_of(entity(body, *syntax::as<syntax::Call>(iterable).function))
                                     : nullptr;
        const bool is_nested =
            builtin && (builtin->special == Special::zip || builtin->special == Special::enumerate);
        if (iterable.kind == ExprKind::call && !is_nested) {
            report(body, diag::NotIterable{text(body, iterable), ""}, iterable.span);
            good = false;
        } else {
            good &=
                elements(body, *syntax::as<syntax::Tuple>(target).elements[i], iterable, loop, rows, true);
        }
    }
    return good;
}

bool enumerate_elements(Body& body, const syntax::Expr& target, const syntax::Call& call_syntax,
                        program::ForEach& loop, RowStores& rows) {
    std::size_t count = call_syntax.arguments.size();
    bool named_start = count == 2 && call_syntax.arguments[1].keyword == "start" &&
                       !call_syntax.arguments[0].stars && call_syntax.arguments[0].keyword.empty();
    if (!named_start && !plain_arguments(body, call_syntax, "enumerate", 1, 2)) return false;
    std::size_t given =
        target.kind == ExprKind::tuple ? syntax::as<syntax::Tuple>(target).elements.size() : 1;
    if (target.kind != ExprKind::tuple || given != 2) {
        report(body, diag::LoopTargets{"enumerate", 2, given}, target.span);
        return false;
    }
    auto& targets = syntax::as<syntax::Tuple>(target).elements;
    const syntax::Expr& iterable = *call_syntax.arguments[0].value;
    if (loop.counter) { // a loop counts once
        report(body, diag::NotIterable{text(body, call_syntax), ""}, call_syntax.span);
        return false;
    }
    Value start;
    const Type* type = body.context.index_type();
    if (count == 2) {
        start = number(body, *call_syntax.arguments[1].value, "`enumerate`");
        if (!start || !need_integer(body, start, "the start of `enumerate`")) return false;
        if (is_beyond_int64(body, start, "the start of `enumerate`")) return false;
        if (start.type()->is_integer() && !holds(Type::int32(), start.type())) type = Type::int64();
    }
    Local* local = loop_variable(body, *targets[0]);
    if (!local) return false;
    auto constants = start ? constant_bounds(body, *start.node) : std::nullopt;
    if (constants) constants->most = bounds_of(type).most;
    join(body, *local, type, call_syntax.span, false, constants);
    Value one = strong(program::make_int(type, 0, call_syntax.span));
    one.syntax = targets[0].get();
    if (!store(body, std::move(one), local->variable->type,
               program::Lvalue{local->variable, nullptr, targets[0]->span}))
        return false;
    loop.counter = local->variable;
    if (start) loop.counter_start = convert(std::move(start), local->variable->type);
    return elements(body, *targets[1], iterable, loop, rows, true);
}

} // namespace

void for_statement(Body& body, const syntax::For& stmt, program::Block& out) {
    if (stmt.iterable->kind == ExprKind::call) {
        auto& call_syntax = syntax::as<syntax::Call>(*stmt.iterable);
        const Builtin* builtin = builtin_of(entity(body, *call_syntax.function));
        if (body.dialect.statements.refuse_loop(body, stmt)) return poison(body, *stmt.target);
        if (builtin && builtin->special == Special::range) {
            for_range(body, stmt, call_syntax, out);
            return;
        }
    }
    for_each(body, stmt, out);
}

Local* loop_variable(Body& body, const syntax::Expr& target) {
    if (target.kind != ExprKind::name) {
        if (target.kind == ExprKind::unsupported)
            unsupported(body, syntax::as<syntax::UnsupportedExpr>(target));
        else if (target.kind != ExprKind::error)
            report(body, diag::BadTarget{text(body, target), target.kind == ExprKind::tuple}, target.span);
        return nullptr;
    }
    Local* local = find_local(body, target);
    if (local->variable->type->is_array() || local->view) {
        place(body, target);
        return nullptr;
    }
    return local;
}

bool is_of_several(Body& body, const Part& shown, const syntax::Expr& iterable) {
    const bool several =
        shown.array->is_pointer() && shown.array->type->element()->is_struct() && shown.axes.size() == 1;
    if (several)
        report(body, diag::StructLoop{text(body, iterable), shown.array->type->element()->name()},
               iterable.span);
    return several;
}

void report_loop_target(Body& body, const syntax::Expr& target, const syntax::Expr& iterable) {
    if (target.kind == ExprKind::tuple) {
        report(body,
               diag::LoopTargets{text(body, iterable), 1, syntax::as<syntax::Tuple>(target).elements.size()},
               target.span);
        return;
    }
    if (target.kind != ExprKind::name) {
        loop_variable(body, target);
        return;
    }
    const auto where = place(body, target); // which reports on arrays and structs
    const auto shown = part(body, iterable);
    if (!where || !shown) return;
    const Type* element = shown->array->type->element();
    if (shown->axes.size() == 1)
        report(body,
               diag::StructPlace{"`" + text(body, target) + "`", element->name(), where->type()->name()},
               iterable.span);
    else
        report(body,
               diag::ArrayAsNumber{text(body, iterable),
                                   Type::array(element, static_cast<int>(shown->axes.size()))->name(),
                                   "the loop's `" + text(body, target) + "`"},
               iterable.span);
}

/// Returns whether the integer does not fit a counter, which has 64 bits at most. If so, that is reported.
bool is_beyond_int64(Body& body, const Value& value, const std::string& where) {
    if (value.type() != Type::uint64() || value.integer()) return false;
    const Span span = value.syntax ? value.syntax->span : value.node->span;
    report(body,
           diag::BeyondInt64{where, value.syntax ? text(body, *value.syntax) : text(body, span),
                             value.constant.has_value()},
           span, explain(body, *value.node, [](const Type* type) { return type == Type::uint64(); }));
    return true;
}

} // namespace cudapy::checker
