#include "translator/lower/expressions/atomics.h"

#include "translator/builtins/atomics.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/operation_helpers.h"

namespace cudapy::lower {

using namespace program;

namespace {

/// CUDA adds to vectors only in global memory; an array that a function is given may be in shared memory.
bool may_be_shared(const Variable& array, const Function& function) {
    const auto is_shared = [](const Variable& root) { return root.role == VariableRole::shared; };
    return array.any_root(is_shared) || !function.is_kernel || function.facts.is_called;
}

bool is_elsewhere(const Variable& array) {
    return array.role != VariableRole::shared;
}

/// Returns whether many threads add to one element of a bar, and nothing asks for the old value.
bool is_for_warps(const BuiltinCall& call) {
    const Expr& place = *call.arguments[0];
    if (call.builtin->special != Special::atomic_add || place.kind != ExprKind::load) return false;
    const auto& element = as<Load>(place);
    const bool is_float = place.type == Type::float32() || place.type == Type::float64();
    return is_float && element.array->is_bar && constant_value(*element.index).has_value();
}

void lower_atomic(ExprPtr& expr, const Function& function, Target target) {
    if (expr->kind != ExprKind::builtin_call || !is_atomic(*expr)) return;
    auto& call = as<BuiltinCall>(*expr);
    if (target == Target::cuda && is_for_warps(call)) {
        expr = std::make_unique<HelperCall>(call.span, call.type, Helper::add_for_warp,
                                            std::move(call.arguments));
        return;
    }
    const Special operation = call.builtin->special;
    const auto form = atomic_form(operation, *call.type);
    if (target == Target::cuda && (form == AtomicForm::overload || form == AtomicForm::wide)) return;
    const Variable& array = *atomic_place(call).array;
    const Type* type = call.arguments[0]->type; // a small float, where the call gives a float
    const bool shared = target == Target::cpu ? !array.any_root(is_elsewhere)
                                              : type->is_vector() && may_be_shared(array, function);
    expr = std::make_unique<HelperCall>(call.span, call.type, atomic_helper(operation, type, shared),
                                        std::move(call.arguments));
}

} // namespace

void lower_atomics(Function& function, Target target) {
    for (Function* variant : function.variants())
        rewrite_expressions(variant->body, [&](ExprPtr& expr) { lower_atomic(expr, function, target); });
}

} // namespace cudapy::lower
