#include "translator/check/arrays/array_names.h"

#include "translator/check/arrays/element_names.h"
#include "translator/check/arrays/index_arithmetic.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/arrays/views.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/statements/assignments.h"
#include "translator/check/statements/statements.h"
#include "translator/diagnostics/kinds/array_kinds.h"
#include "translator/program/build.h"
#include "translator/syntax/walk.h"

#include <algorithm>

namespace cudapy::checker {

using program::ExprPtr;
using syntax::ExprKind;

namespace {

/// Returns whether a statement of the block gives the name something else.
bool binds(const syntax::Block& block, const Symbol& name, const Symbols& symbols) {
    bool found = false;
    syntax::visit_statements(block, [&](const syntax::Stmt& stmt) {
        syntax::visit_targets(stmt, [&](const syntax::Expr& target) {
            syntax::visit_bound_names(
                target, [&](const syntax::Name& bound) { found = found || symbols.of(bound) == &name; });
        });
    });
    return found;
}

/// Returns the name that C++ programmers give an extent, as Naming does.
std::string extent_name(int rank, int axis) {
    switch (rank) {
    case 1:
        return "_len";
    case 2:
        return axis == 0 ? "_rows" : "_cols";
    default:
        return "_dim" + std::to_string(axis);
    }
}

Part base_part(const Local& local, Span span) {
    Part part;
    part.array = local.base;
    for (int axis = 0; axis < local.base->type->rank(); ++axis) {
        const auto place = static_cast<std::size_t>(axis);
        ExprPtr step;
        if (place < local.base_strides.size()) step = program::make_ref(local.base_strides[place], span);
        part.axes.push_back({axis, nullptr, std::move(step)});
    }
    return part;
}

void make_pointer(Body& body, Local& local, const Type* type, Span span) {
    program::Variable& variable = *local.variable;
    const std::optional<Local::View> view = std::exchange(local.view, std::nullopt);
    variable.type = type;
    variable.is_part = true;
    if (local.base && local.parameter()) variable.proposal = local.base->name + "_now";
    std::vector<program::Variable*>& extents = body.extents[&variable];
    for (int axis = 0; axis < type->rank(); ++axis) {
        program::Variable* known = view ? view->axes[static_cast<std::size_t>(axis)].length : nullptr;
        extents.push_back(beside(body, local, extent_name(type->rank(), axis), span, known));
    }
    if (view) variable.roots = {view->array};
    std::size_t strided = 0;
    for (std::size_t axis = 0; view && axis < view->axes.size(); ++axis)
        if (view->axes[axis].step || view->axes[axis].constant_step) strided = axis + 1;
    for (std::size_t axis = 0; axis < strided; ++axis) {
        program::Variable* known = view->axes[axis].step;
        local.strides.push_back(beside(body, local, "_stride", span, known));
    }
    // Names for elements were found while the name for the array that they are in was an index.
    for (auto& [symbol, other] : body.locals) {
        if (!is_element_name(other)) continue;
        other.view.reset();
        other.variable->refers_to = nullptr;
        other.variable->type = Type::bool_();
    }
}

bool bind_choice(Body& body, Span span, Local& local, const syntax::Conditional& value, Stores& stores) {
    ExprPtr test = choosing(body, *value.condition);
    Stores one, other;
    const bool good = bind_part(body, span, local, *value.then_value, one);
    if (!bind_part(body, span, local, *value.else_value, other) || !good || !test) return false;
    ExprPtr again = program::clone(*test);
    if (happens_once(*test) || body.context.options.trace) {
        const Span where = test->span;
        program::Variable* kept =
            body.function.add_variable("chosen", Type::bool_(), program::VariableRole::temporary, where);
        auto assign = std::make_unique<program::AssignExpr>(where, kept, std::move(test));
        assign->hoists = true;
        test = std::move(assign);
        again = program::make_ref(kept, where);
    }
    for (std::size_t i = 0; i < one.lvalues.size(); ++i) {
        const Type* type = one.values[i]->type;
        stores.lvalues.push_back(std::move(one.lvalues[i]));
        stores.values.push_back(std::make_unique<program::Conditional>(
            value.span, type, i == 0 ? std::move(test) : program::clone(*again), std::move(one.values[i]),
            std::move(other.values[i])));
    }
    return true;
}

} // namespace

/// Returns the variable for a length or a stride of what the name stands for. A parameter has some of its
/// own.
program::Variable* beside(Body& body, const Local& local, const std::string& suffix, Span span,
                          program::Variable* known) {
    if (known) return known;
    const bool is_parameter = local.base && local.is<Local::Parameter>();
    const std::string name = local.variable->name + (is_parameter ? "_now" : "") + suffix;
    row_variable(body, known, name, span);
    if (is_parameter) known->proposal = name; // it begins as one of those
    return known;
}

int array_dimensions(Body& body, const syntax::Expr& expr) {
    if (expr.kind != ExprKind::conditional) return dimensions(body, expr);
    const auto& choice = syntax::as<syntax::Conditional>(expr);
    const int one = array_dimensions(body, *choice.then_value),
              other = array_dimensions(body, *choice.else_value);
    return std::min(one, other) > 0 ? one : -1;
}

/// Returns whether a name of an array, or of a part of one, can also stand for the given part. It can if the
/// type is the same.
bool may_be_named(const Local& local, const Part& part, std::size_t first) {
    const Type* type = (local.view ? local.view->array : local.variable)->type;
    if (!type->is_array() || type->is_random_state() || local.variable->is_one() || local.lists())
        return false;
    const std::size_t rank = local.view ? local.view->axes.size() : static_cast<std::size_t>(type->rank());
    return type->element() == part.array->type->element() && rank + first == part.axes.size();
}

/// Makes the name of a parameter or a declared array one that can be assigned. False where it cannot be.
bool release(Body& body, const Symbol& symbol, Local& local) {
    program::Variable* variable = local.variable;
    const bool is_parameter = local.is<Local::Parameter>();
    if (!is_parameter && !local.is<Local::DeclaredArray>()) return false;
    local.base = variable;
    set_variable(body, symbol,
                 body.function.add_variable(variable->name, variable->type, program::VariableRole::local,
                                            variable->span));
    if (is_parameter)
        local.variable->proposal = variable->name + "_start";
    else
        variable->proposal = variable->name + "_array";
    local.base_strides = std::exchange(local.strides, {});
    collect_part(body, local, nullptr, variable->span, base_part(local, variable->span), 0);
    return true;
}

/// Returns whether anything changed.
bool collect_pointer(Body& body, Local& local, Span span, const Part& part, std::size_t first) {
    bool news = !local.is_pointer();
    if (news)
        make_pointer(body, local,
                     Type::array(part.array->type->element(), static_cast<int>(part.axes.size() - first)),
                     span);
    const auto add_root = [&](program::Variable* root) {
        auto& roots = local.variable->roots;
        if (std::find(roots.begin(), roots.end(), root) != roots.end()) return;
        roots.push_back(root);
        news = true;
    };
    if (!part.array->is_pointer()) add_root(part.array);
    const std::vector<program::Variable*> further = part.array->roots; // the name's own, maybe
    for (program::Variable* root : further)
        add_root(root);
    while (local.strides.size() < strided_axes(part, first)) {
        local.strides.push_back(beside(body, local, "_stride", span));
        news = true;
    }
    return news;
}

/// Returns a label that shows where a name for an array became one.
std::optional<diag::Label> since(Body& body, const Local& local) {
    if (!local.is_array_name() || (local.base && local.parameter())) return declared(body, local.variable);
    const Type* array = (local.view ? local.view->array : local.variable)->type;
    const int rank = local.view ? static_cast<int>(local.view->axes.size()) : array->rank();
    const std::string type = Type::array(array->element(), rank)->name();
    return diag::Label{local.view ? local.view->span : local.variable->span,
                       "`" + local.variable->name + "` is " + (type[0] == 'i' ? "an" : "a") + " `" + type +
                           "` since here"};
}

bool refuse_array(Body& body, const syntax::Expr& target, const syntax::Expr& value) {
    if (target.kind != ExprKind::name || array_dimensions(body, value) <= 0) return false;
    const Local& local = *find_local(body, target);
    if (local.poisoned || !local.variable->type->is_array()) return false;
    if (local.variable->type->is_random_state() || local.variable->is_one() || local.lists()) {
        place(body, target); // says that it stays what it is
        return true;
    }
    const syntax::Expr* one = &value;
    while (one->kind == ExprKind::conditional)
        one = syntax::as<syntax::Conditional>(*one).then_value.get();
    if (auto given = part(body, *one)) report_name_conflict(body, local, *given, 0, one->span);
    return true;
}

void report_name_conflict(Body& body, const Local& local, const Part& part, std::size_t first, Span span) {
    const program::Variable& array = *(local.view ? local.view->array : local.variable);
    const int rank = local.view ? static_cast<int>(local.view->axes.size()) : array.type->rank();
    const std::string was = Type::array(array.type->element(), rank)->name();
    const std::string is =
        Type::array(part.array->type->element(), static_cast<int>(part.axes.size() - first))->name();
    std::vector<diag::Label> labels;
    if (auto label = since(body, local); label && !(label->span == span)) labels.push_back(*label);
    report(body, diag::ViewConflict{diag::ViewConflict::Reason::type, local.variable->name, was, is}, span,
           std::move(labels));
}

/// Adds the stores of `target = value` to all variables of the name. If that is impossible, it is reported,
/// and false is returned.
bool bind_part(Body& body, Span span, Local& local, const syntax::Expr& value, Stores& stores) {
    if (value.kind == ExprKind::conditional)
        return bind_choice(body, span, local, syntax::as<syntax::Conditional>(value), stores);
    auto shown = part(body, value);
    if (!shown || !fits_view(body, local, *shown, 0, value.span)) return false;
    ExprPtr start = std::move(shown->start);
    set_view(body, span, local, std::move(start), *shown, 0, stores);
    return true;
}

/// Checks `a = b = X` of names for arrays. Returns whether the assignment is one.
bool bind_chain(Body& body, const syntax::Assign& stmt, program::Block& out) {
    for (const auto& target : stmt.targets) {
        const Local* local = view_target(body, *target, *stmt.value);
        if (!local || is_element_name(*local)) return false;
    }
    Stores all;
    for (const auto& target : stmt.targets) {
        Stores stores;
        if (!bind_view(body, target->span, *view_target(body, *target, *stmt.value), *stmt.value, stores))
            return true;
        for (std::size_t i = 0; i < stores.lvalues.size(); ++i) {
            if (happens_once(*stores.values[i])) return false;
            all.lvalues.push_back(std::move(stores.lvalues[i]));
            all.values.push_back(std::move(stores.values[i]));
        }
    }
    emit(out, store_all(stmt.span, std::move(all)), stmt);
    return true;
}

void bind_base(Body& body, Local& local, program::Block& out) {
    const Span span = local.base->span;
    Stores stores;
    set_view(body, span, local, nullptr, base_part(local, span), 0, stores);
    out.push_back(store_all(span, std::move(stores)));
}

void bind_bases(Body& body, program::Block& out) {
    for (const program::Variable* parameter : body.function.parameters) {
        Local* local = local_of(body, parameter);
        if (local && local->base == parameter) bind_base(body, *local, out);
    }
}

/// Lets a loop go through the rows of the array that its head named, even if its body assigns another array
/// to the name.
void keep_source(Body& body, const syntax::Block& statements, const Local& local, Span span, Part& part,
                 RowLoop& rows, program::Block& out) {
    program::Variable* source = part.array;
    const auto named = body.of_variables.find(source);
    if (!source->is_pointer() || named == body.of_variables.end()) return;
    if (local.variable != source && !binds(statements, *named->second, body.symbols)) return;
    if (!rows.source)
        rows.source = body.function.add_variable(local.variable->name + "_source", source->type,
                                                 program::VariableRole::temporary, span);
    rows.source->roots = source->roots;
    body.extents[rows.source] = body.extents.at(source);
    for (std::size_t axis = 0; axis < part.axes.size(); ++axis) {
        ExprPtr apart = stride(body, span, part, axis);
        part.axes[axis].length = extent(body, span, part, axis);
        part.axes[axis].step = std::move(apart);
    }
    ExprPtr first = program::make_int(body.context.index_type(), 0, span);
    out.push_back(program::make_assign(
        rows.source, std::make_unique<program::ArrayView>(span, source->type, source, std::move(first)),
        span));
    part.array = rows.source;
}

} // namespace cudapy::checker
