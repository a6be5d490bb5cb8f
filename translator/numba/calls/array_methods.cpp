#include "translator/numba/calls/array_methods.h"

#include "translator/check/arrays/array_names.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/overloads.h"
#include "translator/check/statements/statements.h"
#include "translator/numba/desugar/method_call.h"
#include "translator/numba/state.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace cudapy::checker::numba {

namespace {

constexpr std::array<std::string_view, 10> methods = {"all", "any",  "fill", "max", "mean",
                                                      "min", "prod", "std",  "sum", "var"};

/// Checks a call of the function of the library that a method of arrays is.
Value library_call(Body& body, const syntax::Call& call, const std::string& method, std::string name) {
    Entity entity;
    entity.kind = Entity::Kind::overloaded;
    entity.name = std::move(name);
    entity.path = "<array>." + method;
    return overloaded_call(body, call, entity);
}

} // namespace

std::optional<Value> array_method(Body& body, const syntax::Call& expr) {
    if (expr.function->kind != syntax::ExprKind::attribute) return std::nullopt;
    const auto& method = syntax::as<syntax::Attribute>(*expr.function);
    if (std::find(methods.begin(), methods.end(), method.name) == methods.end()) return std::nullopt;
    if (dimensions(body, *method.value) <= 0) return std::nullopt;
    auto& made = state_of(body.context).method_calls[&expr];
    if (!made) made = std::make_unique<MethodCall>(expr);
    return library_call(body, made->call(), method.name, text(body, *expr.function));
}

bool assign_part(Body& body, const syntax::Stmt& stmt, const syntax::Expr& target, program::Block& out) {
    if (stmt.kind != syntax::StmtKind::assign || target.kind != syntax::ExprKind::subscript) return false;
    const auto& assign = syntax::as<syntax::Assign>(stmt);
    if (assign.targets.size() != 1 || assign.targets[0].get() != &target || dimensions(body, target) <= 0 ||
        array_dimensions(body, *assign.value) > 0)
        return false;
    auto& made = state_of(body.context).method_calls[&target];
    if (!made) made = std::make_unique<MethodCall>(assign);
    Value value = library_call(body, made->call(), "__setitem__", text(body, target));
    if (value) emit(out, std::make_unique<program::Evaluate>(stmt.span, std::move(value.node)), stmt);
    return true;
}

} // namespace cudapy::checker::numba
