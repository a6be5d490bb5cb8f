#include "translator/check/arrays/views.h"

#include "translator/check/arrays/array_names.h"
#include "translator/check/arrays/element_names.h"
#include "translator/check/arrays/index_arithmetic.h"
#include "translator/check/arrays/lists.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/statements/loops.h"
#include "translator/check/statements/statements.h"
#include "translator/diagnostics/kinds/array_kinds.h"
#include "translator/diagnostics/kinds/struct_kinds.h"
#include "translator/program/build.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <functional>

namespace cudapy::checker {

using program::ExprPtr;
using syntax::ExprKind;
using syntax::StmtKind;

namespace {

bool collect_rows(Body& body, const syntax::Expr& target, const syntax::Call& call);

/// Returns whether anything changed.
bool collect_view(Body& body, const syntax::Expr& target, const syntax::Expr& value, bool rows) {
    if (target.kind == ExprKind::tuple && value.kind == ExprKind::tuple && !rows) {
        const auto& targets = syntax::as<syntax::Tuple>(target).elements;
        const auto& values = syntax::as<syntax::Tuple>(value).elements;
        bool news = false;
        for (std::size_t i = 0; i < std::min(targets.size(), values.size()); ++i)
            news |= collect_view(body, *targets[i], *values[i], false);
        return news;
    }
    if (!rows && value.kind == ExprKind::conditional && array_dimensions(body, value) > 0) {
        const auto& choice = syntax::as<syntax::Conditional>(value);
        const bool news = collect_view(body, target, *choice.then_value, false);
        return collect_view(body, target, *choice.else_value, false) || news;
    }
    if (!rows && lists_named(body, value)) return false; // an error, where it is checked
    if (rows && value.kind == ExprKind::call && dimensions(body, value) <= 0)
        return collect_rows(body, target, syntax::as<syntax::Call>(value));
    const int first = rows ? 1 : 0;
    if (!find_local(body, target)) return false;
    if (!rows && body.dialect.records.is_column(body, value))
        return body.dialect.records.collect_column(body, target, value);
    if (!rows && struct_element(body, value)) return collect_element(body, target, value);
    // `for p in bodies`, over structs
    const bool elements = rows && dimensions(body, value) == 1 && holds_structs(body, value);
    if (!elements && dimensions(body, value) <= first) return false;
    Local& local = *find_local(body, target);
    if (local.poisoned || local.is_field_name()) return false; // an error, where it is checked
    auto shown = part(body, value);
    if (!shown) return false;
    const auto from = static_cast<std::size_t>(first);
    bool news = false;
    if (local.fixed() && !local.is_array_name()) {
        if (elements || !may_be_named(local, *shown, from) || !release(body, *body.symbols.of(target), local))
            return false;
        news = true;
    }
    const bool is_new = !local.is_array_name();
    if (elements && (shown->array->is_pointer() || local.is_pointer())) return news;
    news = collect_part(body, local, &target, target.span, *shown, from) || news;
    if (is_new && elements) local.variable->refers_to = shown->array;
    return news;
}

/// Collects the names that rows get in `for i, row in enumerate(A)` and `for a, b in zip(A, B)`.
bool collect_rows(Body& body, const syntax::Expr& target, const syntax::Call& call) {
    const auto callee = entity(body, *call.function);
    if (!callee || callee->kind != Entity::Kind::builtin || target.kind != ExprKind::tuple) return false;
    const auto& targets = syntax::as<syntax::Tuple>(target).elements;
    bool news = false;
    const auto collect = [&](const syntax::Expr& each, const syntax::Expr& value) {
        const bool is_nested = value.kind == ExprKind::call && each.kind == ExprKind::tuple;
        news |= is_nested ? collect_rows(body, each, syntax::as<syntax::Call>(value))
                          : collect_view(body, each, value, true);
    };
    if (callee->builtin->special == Special::enumerate && targets.size() == 2 && !call.arguments.empty())
        collect(*targets[1], *call.arguments[0].value);
    if (callee->builtin->special == Special::zip)
        for (std::size_t i = 0; i < std::min(targets.size(), call.arguments.size()); ++i)
            collect(*targets[i], *call.arguments[i].value);
    return news;
}

/// Keeps what rows have in common in variables, since what a loop goes through stays what it was at its
/// beginning.
void keep_rows(Body& body, const Local& local, Span span, Part& part, RowLoop& rows, program::Block& out) {
    const std::string& name = local.variable->name;
    const auto keep = [&](program::Variable*& variable, const char* suffix, ExprPtr& value) {
        if (!value || literal(*value)) return;
        row_variable(body, variable, name + suffix, span);
        out.push_back(program::make_assign(variable, as_type(std::move(value), variable->type), span));
        value = program::make_ref(variable, span);
    };
    if (part.start && literal(*part.start) == 0) part.start = nullptr;
    keep(rows.begin, "_begin", part.start);
    rows.lengths.resize(part.axes.size());
    rows.strides.resize(part.axes.size());
    // A name that is bound only here has them from the start.
    const bool is_bound_once = local.view && local.view->bindings.size() == 1;
    for (std::size_t axis = 1; is_bound_once && axis < part.axes.size(); ++axis) {
        rows.lengths[axis] = local.view->axes[axis - 1].length;
        rows.strides[axis] = local.view->axes[axis - 1].step;
    }
    for (std::size_t axis = 1; axis < part.axes.size(); ++axis) {
        keep(rows.lengths[axis], "_len", part.axes[axis].length);
        keep(rows.strides[axis], "_stride", part.axes[axis].step);
    }
    keep(rows.strides[0], "_step", part.axes[0].step);
}

/// Returns whether the store would leave a length, a stride or a pointer as it is.
bool is_kept(const program::Lvalue& place, const program::Expr& value, const program::Variable* name) {
    if (value.kind != program::ExprKind::variable) return false;
    return program::as<program::VariableRef>(value).variable == place.variable && place.variable != name;
}

void drop_kept(const Local& local, Stores& stores) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < stores.lvalues.size(); ++i) {
        if (is_kept(stores.lvalues[i], *stores.values[i], local.variable)) continue;
        if (kept != i) {
            stores.lvalues[kept] = std::move(stores.lvalues[i]);
            stores.values[kept] = std::move(stores.values[i]);
        }
        ++kept;
    }
    stores.lvalues.erase(stores.lvalues.begin() + static_cast<std::ptrdiff_t>(kept), stores.lvalues.end());
    stores.values.erase(stores.values.begin() + static_cast<std::ptrdiff_t>(kept), stores.values.end());
}

} // namespace

bool holds_structs(Body& body, const syntax::Expr& array) {
    const Local* local = find_local(body, array_root(body, array));
    return (local->view ? local->view->array : local->variable)->type->element()->is_struct();
}

/// Repeats until it finds no more views, because one may be a part of another that is bound further down.
void collect_views(Body& body, const syntax::Block& statements) {
    for (auto& [symbol, local] : body.locals)
        if (auto* array = local.declared_array())
            array->is_declared = true; // each pass looks whether it is declared before
    bool found = true;
    std::function<void(const syntax::Block&)> look = [&](const syntax::Block& block) {
        for (const auto& statement : block) {
            if (const auto chosen = body.choices.find(statement.get()); chosen != body.choices.end())
                found |= collect_view(body, *chosen->second.written, *chosen->second.written, false);
            switch (statement->kind) {
            case StmtKind::assign: {
                const auto& assign = syntax::as<syntax::Assign>(*statement);
                for (const auto& target : assign.targets)
                    found |= collect_view(body, *target, *assign.value, false);
                break;
            }
            case StmtKind::annotated_assign: {
                const auto& assign = syntax::as<syntax::AnnotatedAssign>(*statement);
                if (assign.value) found |= collect_view(body, *assign.target, *assign.value, false);
                break;
            }
            case StmtKind::for_: {
                const auto& loop = syntax::as<syntax::For>(*statement);
                found |= collect_view(body, *loop.target, *loop.iterable, true);
                look(loop.body);
                look(loop.else_body);
                break;
            }
            default:
                syntax::visit_blocks(*statement, look);
            }
        }
    };
    while (found) {
        found = false;
        look(statements);
    }
}

/// Notes that the name also stands for the part, from its dimension `first` on. Returns whether anything
/// changed.
bool collect_part(Body& body, Local& local, const syntax::Expr* target, Span span, const Part& shown,
                  std::size_t first) {
    const bool is_new = !local.is_array_name();
    const auto lies_alike = [&] {
        bool same = local.view->array == shown.array && local.view->axes.size() + first == shown.axes.size();
        for (std::size_t axis = 0; same && axis < local.view->axes.size(); ++axis)
            same = local.view->axes[axis].along == shown.axes[axis + first].along;
        return same;
    };
    const bool is_index = local.view && (is_element_name(local) || lies_alike());
    if (local.is_pointer() || shown.array->is_pointer() || (!is_new && !is_index)) {
        if (!is_new && !may_be_named(local, shown, first)) return false; // an error, where it is checked
        return collect_pointer(body, local, span, shown, first);
    }
    if (is_new) {
        local.view = Local::View{shown.array, {}, {}, span, {}};
        local.variable->is_part = true;
        for (std::size_t axis = first; axis < shown.axes.size(); ++axis) {
            const ExprPtr& step = shown.axes[axis].step;
            local.view->axes.push_back(
                {shown.axes[axis].along, nullptr, nullptr, step ? literal(*step) : std::nullopt});
        }
        local.variable->type = body.context.index_type();
    }
    local.view->bindings.insert(target);
    auto add = [&](const std::string& name) { return beside(body, local, name, span); };
    bool news = is_new;
    const std::size_t count = std::min(local.view->axes.size(), shown.axes.size() - first);
    for (std::size_t axis = 0; axis < count; ++axis) {
        Local::View::Axis& mine = local.view->axes[axis];
        const Part::Axis& given = shown.axes[axis + first];
        if (given.length && !mine.length) {
            mine.length = add("_len");
            news = true;
        }
        const auto step = given.step ? literal(*given.step) : std::nullopt;
        const bool is_same = given.step ? step && step == mine.constant_step : !mine.constant_step;
        if (!is_same && !mine.step) {
            mine.step = add("_stride");
            news = true;
        }
    }
    return news;
}

bool fits_view(Body& body, const Local& local, const Part& part, std::size_t first, Span span) {
    if (local.is_field_name()) {
        report_name_conflict(body, local, part, first, span);
        return false;
    }
    if (local.is_pointer()) {
        if (may_be_named(local, part, first)) return true;
        report_name_conflict(body, local, part, first, span);
        return false;
    }
    const Local::View& view = *local.view;
    bool same = view.axes.size() + first == part.axes.size();
    for (std::size_t axis = 0; same && axis < view.axes.size(); ++axis)
        same = view.axes[axis].along == part.axes[axis + first].along;
    if (view.array == part.array && same) return true;
    if (is_element_name(local)) {
        report_element_conflict(body, local,
                                view.array == part.array ? diag::ElementConflict::Reason::field
                                                         : diag::ElementConflict::Reason::array,
                                part.array->name, span);
        return false;
    }
    report_name_conflict(body, local, part, first, span);
    return false;
}

void set_view(Body& body, Span span, Local& local, ExprPtr start, const Part& part, std::size_t first,
              Stores& stores) {
    auto set = [&](program::Variable* variable, ExprPtr value) {
        // A position in an array that 32 bits can index is within them, whatever computed it.
        if (value->type != variable->type) {
            const Span where = value->span;
            value = std::make_unique<program::Cast>(where, variable->type, std::move(value), false);
        }
        stores.lvalues.push_back({variable, nullptr, span});
        stores.values.push_back(std::move(value));
    };
    if (!start) start = program::make_int(body.context.index_type(), 0, span);
    if (local.is_pointer()) {
        const Span where = start->span;
        stores.lvalues.push_back({local.variable, nullptr, span});
        stores.values.push_back(
            std::make_unique<program::ArrayView>(where, local.variable->type, part.array, std::move(start)));
        const auto& lengths = body.extents.at(local.variable);
        for (std::size_t axis = 0; axis < lengths.size(); ++axis)
            set(lengths[axis], extent(body, span, part, axis + first));
        for (std::size_t axis = 0; axis < local.strides.size(); ++axis) {
            ExprPtr apart = stride(body, span, part, axis + first);
            set(local.strides[axis],
                apart ? std::move(apart) : program::make_int(body.context.index_type(), 1, span));
        }
        return;
    }
    set(local.variable, std::move(start));
    for (std::size_t axis = 0; axis < local.view->axes.size(); ++axis) {
        const Local::View::Axis& mine = local.view->axes[axis];
        if (mine.length) set(mine.length, extent(body, span, part, axis + first));
        if (!mine.step) continue;
        ExprPtr apart = stride(body, span, part, axis + first);
        set(mine.step, apart ? std::move(apart) : program::make_int(body.context.index_type(), 1, span));
    }
}

program::StmtPtr store_all(Span span, Stores stores) {
    if (stores.lvalues.size() == 1)
        return program::make_assign(std::move(stores.lvalues[0]), std::move(stores.values[0]), span);
    return std::make_unique<program::MultiAssign>(span, std::move(stores.lvalues), std::move(stores.values));
}

Local* view_target(Body& body, const syntax::Expr& target, const syntax::Expr& value) {
    Local* local = find_local(body, target);
    if (!local) return nullptr;
    if (is_element_name(*local)) return struct_element(body, value) ? local : nullptr;
    if (body.dialect.records.is_column(body, value)) return local->is_field_name() ? local : nullptr;
    if (array_dimensions(body, value) <= 0) return nullptr;
    return local->is_array_name() ? local : nullptr; // else an array already, or declared as something else
}

bool bind_view(Body& body, Span span, Local& local, const syntax::Expr& value, Stores& stores) {
    if (is_element_name(local)) return bind_element(body, span, local, value, stores);
    if (body.dialect.records.is_column(body, value))
        return body.dialect.records.bind_column(body, span, local, value, stores);
    if (!bind_part(body, span, local, value, stores)) return false;
    drop_kept(local, stores);
    return true;
}

program::Variable* row_variable(Body& body, program::Variable*& variable, const std::string& name,
                                Span span) {
    if (!variable) {
        variable = body.function.add_variable(name, body.context.index_type(),
                                              program::VariableRole::temporary, span);
        variable->is_part = true;
    }
    return variable;
}

/// Checks the loop if it is `for row in A`. Returns whether it is.
bool for_rows(Body& body, const syntax::For& stmt, program::Block& out) {
    if (stmt.target->kind != ExprKind::name || dimensions(body, *stmt.iterable) < 1) return false;
    Local& local = *find_local(body, *stmt.target);
    const bool elements = is_element_name(local) && holds_structs(body, *stmt.iterable);
    if (!local.is_array_name() || (dimensions(body, *stmt.iterable) < 2 && !elements)) return false;
    auto shown = part(body, *stmt.iterable);
    const bool good = shown && fits_view(body, local, *shown, 1, stmt.iterable->span);
    const Span span = stmt.target->span;
    const Type* type = body.context.index_type();
    RowLoop& rows = body.row_loops[stmt.target.get()];
    program::Variable* counter = row_variable(body, rows.counter, local.variable->name + "_index", span);
    auto loop = std::make_unique<program::ForRange>(
        stmt.span, counter, type, program::make_int(type, 0, span),
        good ? extent(body, span, *shown, 0) : nullptr, program::make_int(type, 1, span));
    loop->iterable = stmt.iterable->span;
    if (good && shown->lists) {
        const program::VariableRef index(span, counter);
        shown->axes[1].length = row_length(*shown->lists, index);
        Stores stores;
        set_view(body, stmt.span, local, row_begin(*shown->lists, program::clone(index)), *shown, 1, stores);
        drop_kept(local, stores);
        loop->body.push_back(store_all(stmt.span, std::move(stores)));
    } else if (good) {
        keep_source(body, stmt.body, local, span, *shown, rows, out);
        keep_rows(body, local, span, *shown, rows, out);
        ExprPtr start = program::make_ref(counter, span);
        if (ExprPtr step = stride(body, span, *shown, 0))
            start = std::make_unique<program::Binary>(span, type, program::BinaryOp::mul, std::move(start),
                                                      std::move(step));
        if (shown->start)
            start = std::make_unique<program::Binary>(span, type, program::BinaryOp::add,
                                                      std::move(shown->start), std::move(start));
        Stores stores;
        set_view(body, stmt.span, local, std::move(start), *shown, 1, stores);
        drop_kept(local, stores);
        loop->body.push_back(store_all(stmt.span, std::move(stores)));
    }
    loop_body(body, stmt.body, stmt.else_body, loop->body, loop->else_body);
    if (good) emit(out, std::move(loop), stmt);
    return true;
}

/// Checks rows in `for i, row in enumerate(A)`. The loop gives the index of the row's first element, or of an
/// element that is a struct.
bool row_elements(Body& body, const syntax::Expr& target, const syntax::Expr& iterable,
                  program::ForEach& loop, RowStores& out) {
    Local* local = target.kind == ExprKind::name ? find_local(body, target) : nullptr;
    auto shown = part(body, iterable);
    if (!shown || is_of_several(body, *shown, iterable)) return false;
    if (!local || !local->is_array_name()) {
        report_loop_target(body, target, iterable);
        return false;
    }
    if (!fits_view(body, *local, *shown, 1, iterable.span)) return false;
    RowLoop& kept = body.row_loops[&target];
    program::Variable* begin = local->variable;
    if (local->is_pointer())
        begin = row_variable(body, kept.counter, local->variable->name + "_start", target.span);
    if (shown->lists) {
        program::Variable* length =
            local->is_pointer() ? body.extents.at(local->variable)[0] : local->view->axes[0].length;
        list_elements(body, *shown->lists, begin, length, target.span, loop, out.top);
        if (!local->is_pointer()) return true;
        shown->axes[1].length = program::make_ref(length, target.span);
    } else {
        program::ForEach::Element row{begin, shown->array};
        row.is_row = true;
        row.length = extent(body, iterable.span, *shown, 0);
        keep_source(body, *body.loop_syntax, *local, target.span, *shown, kept, out.before);
        row.array = shown->array;
        keep_rows(body, *local, target.span, *shown, kept, out.before);
        row.step = stride(body, iterable.span, *shown, 0);
        row.start = shown->start ? std::move(shown->start)
                                 : program::make_int(body.context.index_type(), 0, iterable.span);
        loop.elements.push_back(std::move(row));
    }
    Stores stores;
    set_view(body, target.span, *local, program::make_ref(begin, target.span), *shown, 1, stores);
    if (!local->is_pointer()) {
        stores.lvalues.erase(stores.lvalues.begin()); // the loop's own
        stores.values.erase(stores.values.begin());
    }
    drop_kept(*local, stores);
    if (!stores.lvalues.empty()) out.top.push_back(store_all(target.span, std::move(stores)));
    return true;
}

} // namespace cudapy::checker
