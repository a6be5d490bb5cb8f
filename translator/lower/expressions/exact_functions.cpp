#include "translator/lower/expressions/exact_functions.h"

#include "translator/lower/rewriting/rewrite.h"

#include <algorithm>

namespace cudapy::lower {

using namespace program;

namespace {

constexpr struct {
    std::string_view builtin;
    Helper helper;
    bool is_inexact_on_host; ///< the C library's function is not exact, either
} exact_functions[] = {
    {"math.pow", Helper::exact_pow, false},     {"math.exp2", Helper::exact_exp2, false},
    {"math.exp10", Helper::exact_exp10, true},  {"math.log2", Helper::exact_log2, false},
    {"math.log10", Helper::exact_log10, false}, {"math.cbrt", Helper::exact_cbrt, true},
    {"math.hypot", Helper::exact_hypot, false},
};

} // namespace

void lower_exact_functions(Function& function, Target target) {
    const auto lower = [target](ExprPtr& expr) {
        if (expr->kind != ExprKind::builtin_call) return;
        if (expr->type != Type::float32() && expr->type != Type::float64()) return;
        auto& call = as<BuiltinCall>(*expr);
        const auto* found =
            std::find_if(std::begin(exact_functions), std::end(exact_functions),
                         [&](const auto& each) { return call.builtin == find_builtin(each.builtin); });
        if (found == std::end(exact_functions)) return;
        if (target == Target::cpu && !found->is_inexact_on_host) return;
        expr = std::make_unique<HelperCall>(call.span, call.type, found->helper, std::move(call.arguments));
    };
    for (Function* variant : function.variants())
        rewrite_expressions(variant->body, lower);
}

} // namespace cudapy::lower
