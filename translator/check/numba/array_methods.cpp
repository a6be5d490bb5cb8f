#include "translator/check/numba/array_methods.h"

#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/numba/method_call.h"
#include "translator/check/numba/overloads.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace cudapy::checker::numba {

namespace {

constexpr std::array<std::string_view, 9> methods = {"all",  "any", "max", "mean", "min",
                                                     "prod", "std", "sum", "var"};

} // namespace

std::optional<Value> array_method(Body& body, const syntax::Call& expr) {
    if (expr.function->kind != syntax::ExprKind::attribute) return std::nullopt;
    const auto& method = syntax::as<syntax::Attribute>(*expr.function);
    if (std::find(methods.begin(), methods.end(), method.name) == methods.end()) return std::nullopt;
    if (dimensions(body, *method.value) <= 0) return std::nullopt;
    auto& made = body.context.method_calls[&expr];
    if (!made) made = std::make_unique<MethodCall>(expr);
    Entity entity;
    entity.what = Entity::What::overloaded;
    entity.name = text(body, *expr.function);
    entity.path = "<array>." + method.name;
    return overloaded_call(body, made->call(), entity);
}

} // namespace cudapy::checker::numba
