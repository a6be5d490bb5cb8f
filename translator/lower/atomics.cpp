#include "translator/lower/atomics.h"

#include "translator/builtins/atomics.h"
#include "translator/lower/rewrite.h"

namespace cudapy::lower {

using namespace program;

namespace {

Helper helper_of(Special operation, bool shared) {
    const Helper first = shared ? Helper::shared_add : Helper::atomic_add;
    return static_cast<Helper>(static_cast<int>(first) + static_cast<int>(operation) -
                               static_cast<int>(Special::atomic_add));
}

} // namespace

void lower_atomics(Program& program, Target target) {
    const auto lower = [&](ExprPtr& expr) {
        if (!is_atomic(*expr)) return;
        auto& call = as<BuiltinCall>(*expr);
        const Special operation = call.builtin->special;
        if (target == Target::cuda && atomic_form(operation, *call.type) == AtomicForm::overload) return;
        const bool shared = !as<Load>(*call.arguments[0]).array->any_root([](const Variable& array) {
            return array.role != VariableRole::shared;
        });
        expr = std::make_unique<HelperCall>(call.span, call.type,
                                            helper_of(operation, shared && target == Target::cpu),
                                            std::move(call.arguments));
    };
    for (const auto& function : program.functions)
        for (Function* form : {function.get(), function->strip.get(), function->block.get()})
            if (form) rewrite_expressions(form->body, lower);
}

} // namespace cudapy::lower
