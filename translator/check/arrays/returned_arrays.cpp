#include "translator/check/arrays/returned_arrays.h"

#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/names.h"
#include "translator/syntax/names.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

namespace cudapy::checker {

namespace {

/// Returns the number of the parameter that all `return`s with a value name, if nothing else is assigned to
/// it.
std::optional<std::size_t> returned_parameter(const syntax::Function& function) {
    std::set<std::string> names;
    bool is_name = true;
    const auto look = [&](const syntax::Stmt& stmt) {
        if (stmt.kind != syntax::StmtKind::return_) return;
        const syntax::Expr* value = syntax::as<syntax::Return>(stmt).value.get();
        if (!value || value->kind == syntax::ExprKind::none) return;
        is_name = is_name && value->kind == syntax::ExprKind::name;
        if (is_name) names.insert(syntax::as<syntax::Name>(*value).id);
    };
    syntax::visit_statements(function.body, look);
    if (!is_name || names.size() != 1 || syntax::bound_names(function.body).contains(*names.begin()))
        return std::nullopt;
    const auto& parameters = function.parameters;
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const auto& each) { return each.name == *names.begin(); });
    if (found == parameters.end()) return std::nullopt;
    return static_cast<std::size_t>(found - parameters.begin());
}

/// Returns the argument of a parameter, or null where it cannot be evaluated twice.
const syntax::Expr* argument_of(const syntax::Call& call, const syntax::Function& function,
                                std::size_t parameter) {
    const syntax::Expr* found = nullptr;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        const syntax::Argument& each = call.arguments[i];
        if (each.stars > 0) return nullptr;
        if (each.keyword.empty() ? i == parameter : each.keyword == function.parameters[parameter].name)
            found = each.value.get();
    }
    bool happens_once = false;
    if (found)
        syntax::visit_all(*found, [&](const syntax::Expr& part) {
            happens_once |= part.kind == syntax::ExprKind::call ||
                            part.kind == syntax::ExprKind::conditional ||
                            part.kind == syntax::ExprKind::unsupported;
        });
    return happens_once ? nullptr : found;
}

} // namespace

const syntax::Expr* returned_array(Body& body, const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::call) return nullptr;
    const auto& call = syntax::as<syntax::Call>(expr);
    const auto callee = entity(body, *call.function);
    if (!callee || callee->kind != Entity::Kind::function) return nullptr;
    const syntax::Function& function = *callee->function->syntax;
    const auto parameter = returned_parameter(function);
    const syntax::Expr* given = parameter ? argument_of(call, function, *parameter) : nullptr;
    return given && dimensions(body, *given) > 0 ? given : nullptr;
}

bool returns_array(Body& body, const syntax::Return& stmt) {
    if (!body.info.result_span.empty()) return false; // its signature says what it returns
    return stmt.value && stmt.value->kind == syntax::ExprKind::name &&
           returned_parameter(*body.info.syntax) && dimensions(body, *stmt.value) > 0;
}

} // namespace cudapy::checker
