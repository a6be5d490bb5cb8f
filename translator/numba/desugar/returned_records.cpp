#include "translator/numba/desugar/returned_records.h"

#include "translator/check/body/body.h"
#include "translator/check/module/instances.h"
#include "translator/numba/desugar/record_tuples.h"
#include "translator/numba/state.h"
#include "translator/syntax/clone.h"
#include "translator/syntax/names.h"
#include "translator/syntax/walk.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cudapy::checker::numba {

namespace {

/// Returns `a[i]` if a statement returns that, for a name and an index that is one expression; else null.
const syntax::Subscript* returned_element(const syntax::Stmt& stmt) {
    if (stmt.kind != syntax::StmtKind::return_) return nullptr;
    const syntax::Expr* value = syntax::as<syntax::Return>(stmt).value.get();
    if (!value || value->kind != syntax::ExprKind::subscript) return nullptr;
    const auto& element = syntax::as<syntax::Subscript>(*value);
    const syntax::ExprKind index = element.index->kind;
    const bool is_one = index != syntax::ExprKind::slice && index != syntax::ExprKind::tuple &&
                        index != syntax::ExprKind::string;
    return is_one && element.value->kind == syntax::ExprKind::name ? &element : nullptr;
}

/// Returns the number of the parameter of which all `return`s give an element, if nothing else is assigned to
/// it.
std::optional<std::size_t> parameter_of_elements(const syntax::Function& function) {
    std::set<std::string> names;
    bool is_good = true;
    syntax::visit_statements(function.body, [&](const syntax::Stmt& stmt) {
        if (stmt.kind != syntax::StmtKind::return_) return;
        const auto* element = returned_element(stmt);
        is_good = is_good && element;
        if (element) names.insert(syntax::as<syntax::Name>(*element->value).id);
    });
    if (!is_good || names.size() != 1 || syntax::bound_names(function.body).contains(*names.begin()))
        return std::nullopt;
    for (std::size_t i = 0; i < function.parameters.size(); ++i)
        if (function.parameters[i].name == *names.begin()) return i;
    return std::nullopt;
}

/// Returns the array of which a call gives an element, or null for any other call.
const syntax::Expr* array_of_result(Body& body, const syntax::Call& call) {
    if (call.function->kind != syntax::ExprKind::name) return nullptr;
    const std::string& name = syntax::as<syntax::Name>(*call.function).id;
    if (syntax::own_names(*body.info.syntax).contains(name)) return nullptr;
    const Entity callee = body.environment.name(name);
    if (callee.kind != Entity::Kind::function || !callee.function->valid) return nullptr;
    if (!callee.function->is_generic() || !callee.function->is_unsigned()) return nullptr;
    const auto parameter = parameter_of_elements(*callee.function->syntax);
    if (!parameter || *parameter >= call.arguments.size()) return nullptr;
    for (const syntax::Argument& each : call.arguments)
        if (each.stars > 0 || !each.keyword.empty()) return nullptr;
    const syntax::Expr& array = *call.arguments[*parameter].value;
    return is_array_of_records(body, array) ? &array : nullptr;
}

} // namespace

void write_returned_records(Body& body) {
    std::set<const syntax::Expr*> values; // that are such calls
    syntax::visit_statements(body.info.syntax->body, [&](const syntax::Stmt& stmt) {
        const auto [target, value] = syntax::single_assignment(stmt);
        if (stmt.kind == syntax::StmtKind::assign && target && target->kind == syntax::ExprKind::name &&
            value->kind == syntax::ExprKind::call && array_of_result(body, syntax::as<syntax::Call>(*value)))
            values.insert(value);
    });
    if (values.empty()) return;
    const syntax::Replace replace = [&](const syntax::Expr& expr) -> syntax::ExprPtr {
        if (!values.count(&expr)) return nullptr;
        syntax::ExprPtr call = syntax::clone(expr);
        state_of(body.context).calls_for_indices.insert(call.get());
        return std::make_unique<syntax::Subscript>(
            expr.span, syntax::clone(*array_of_result(body, syntax::as<syntax::Call>(expr))),
            std::move(call));
    };
    body.info.rewrite(syntax::clone(body.info.syntax->body, replace));
}

FunctionInfo& version_with_index(Body& body, const syntax::Call& call, FunctionInfo& callee) {
    if (!state_of(body.context).calls_for_indices.count(&call)) return callee;
    FunctionInfo*& known = state_of(body.context).versions[{&callee, "[]"}];
    if (known) return *known;
    std::set<const syntax::Expr*> elements;
    syntax::visit_statements(callee.syntax->body, [&](const syntax::Stmt& stmt) {
        if (const auto* element = returned_element(stmt)) elements.insert(element);
    });
    const syntax::Replace replace = [&](const syntax::Expr& expr) -> syntax::ExprPtr {
        if (!elements.count(&expr)) return nullptr;
        return syntax::clone(syntax::as<syntax::Subscript>(expr).index);
    };
    auto made = std::make_shared<const syntax::Function>(
        syntax::clone(*callee.syntax, syntax::clone(callee.syntax->body, replace)));
    FunctionInfo& version = body.context.all_instances().like(callee, std::move(made));
    known = &version;
    state_of(body.context).versions[{&version, "[]"}] = &version; // it is its own
    return version;
}

} // namespace cudapy::checker::numba
