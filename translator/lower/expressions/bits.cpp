#include "translator/lower/expressions/bits.h"

#include "translator/lower/rewriting/rewrite.h"

namespace cudapy::lower {

using namespace program;

void lower_bits(Function& function, Target target) {
    if (target != Target::cpu) return;
    const auto lower = [](ExprPtr& expr) {
        if (expr->kind != ExprKind::builtin_call) return;
        auto& call = as<BuiltinCall>(*expr);
        const Special special = call.builtin->special;
        if (special != Special::clz && special != Special::brev) return;
        expr = std::make_unique<HelperCall>(call.span, call.type,
                                            special == Special::clz ? Helper::clz : Helper::brev,
                                            std::move(call.arguments));
    };
    for (Function* variant : function.variants())
        rewrite_expressions(variant->body, lower);
}

} // namespace cudapy::lower
