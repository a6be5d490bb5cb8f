// Local structs that are given to functions which change them: `acc = Vec(0, 0)`, `add(acc, v)`. Such a
// variable is an array of one element, because a function changes what it is given as it changes arrays, and
// a reference to it is one to an element.

#include "translator/check/function_checker.h"
#include "translator/syntax/walk.h"

namespace cudapy::checker {

using syntax::ExprKind;

void FunctionChecker::lend_arguments(const syntax::Call& call) {
    const auto callee = entity(*call.function); // by whatever name: `bump`, `shapes.bump`
    if (!callee || callee->what != Entity::What::function) return;
    const FunctionInfo& info = *callee->function;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        const syntax::Argument& argument = call.arguments[i];
        if (argument.value->kind != ExprKind::name) continue;
        std::size_t place = i;
        if (!argument.keyword.empty())
            for (place = 0; place < info.syntax->parameters.size() &&
                            info.syntax->parameters[place].name != argument.keyword;)
                ++place;
        if (!info.valid || info.is_generic || place >= info.function->parameters.size()) continue;
        const program::Variable& parameter = *info.function->parameters[place];
        Local* local = find_local(*argument.value);
        if (!parameter.is_reference || !local || local->fixed() || local->poisoned) continue;
        local->lent = true;
        local->variable->type = parameter.type;
        local->variable->role = program::VariableRole::local_array;
        local->variable->is_reference = true;
        local->variable->shape = {1};
    }
}

void FunctionChecker::collect_lent(const syntax::Block& statements) {
    syntax::visit_all(statements, [&](const syntax::Expr& expr) {
        if (expr.kind == ExprKind::call) lend_arguments(syntax::as<syntax::Call>(expr));
    });
}

} // namespace cudapy::checker
