// Local structs that are given to functions which change them: `acc = Vec(0, 0)`, `add(acc, v)`. Such a
// variable is an array of one element, because a function changes what it is given as it changes arrays, and
// a reference to it is one to an element.

#include "translator/check/function_checker.h"

namespace cudapy::checker {

using syntax::ExprKind;
using syntax::StmtKind;

void FunctionChecker::collect_lent(const syntax::Expr& expr) {
    const auto each = [&](const std::vector<syntax::ExprPtr>& list) {
        for (const auto& item : list)
            collect_lent(*item);
    };
    switch (expr.kind) {
    case ExprKind::call: {
        const auto& call = syntax::as<syntax::Call>(expr);
        collect_lent(*call.function);
        const auto callee = call.function->kind == ExprKind::name
                                ? context_.functions.find(syntax::as<syntax::Name>(*call.function).id)
                                : context_.functions.end();
        for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            const syntax::Argument& argument = call.arguments[i];
            collect_lent(*argument.value);
            if (callee == context_.functions.end() || argument.value->kind != ExprKind::name) continue;
            const FunctionInfo& info = *callee->second;
            std::size_t place = i;
            if (!argument.keyword.empty())
                for (place = 0; place < info.syntax->parameters.size() &&
                                info.syntax->parameters[place].name != argument.keyword;)
                    ++place;
            if (!info.valid || info.is_generic || place >= info.function->parameters.size()) continue;
            const program::Variable& parameter = *info.function->parameters[place];
            Local* local = find_local(syntax::as<syntax::Name>(*argument.value).id);
            if (!parameter.is_reference || !local || local->fixed() || local->poisoned) continue;
            local->lent = true;
            local->variable->type = parameter.type;
            local->variable->role = program::VariableRole::local_array;
            local->variable->is_reference = true;
            local->variable->shape = {1};
        }
        break;
    }
    case ExprKind::attribute:
        collect_lent(*syntax::as<syntax::Attribute>(expr).value);
        break;
    case ExprKind::subscript:
        collect_lent(*syntax::as<syntax::Subscript>(expr).value);
        collect_lent(*syntax::as<syntax::Subscript>(expr).index);
        break;
    case ExprKind::unary:
        collect_lent(*syntax::as<syntax::Unary>(expr).operand);
        break;
    case ExprKind::binary:
        collect_lent(*syntax::as<syntax::Binary>(expr).left);
        collect_lent(*syntax::as<syntax::Binary>(expr).right);
        break;
    case ExprKind::boolean_op:
        each(syntax::as<syntax::BooleanOp>(expr).operands);
        break;
    case ExprKind::compare:
        each(syntax::as<syntax::Compare>(expr).operands);
        break;
    case ExprKind::conditional:
        collect_lent(*syntax::as<syntax::Conditional>(expr).condition);
        collect_lent(*syntax::as<syntax::Conditional>(expr).then_value);
        collect_lent(*syntax::as<syntax::Conditional>(expr).else_value);
        break;
    case ExprKind::tuple:
        each(syntax::as<syntax::Tuple>(expr).elements);
        break;
    default:
        break;
    }
}

void FunctionChecker::collect_lent(const syntax::Block& statements) {
    const auto some = [&](const syntax::ExprPtr& expr) {
        if (expr) collect_lent(*expr);
    };
    for (const auto& statement : statements) {
        switch (statement->kind) {
        case StmtKind::assign:
            for (const auto& target : syntax::as<syntax::Assign>(*statement).targets)
                collect_lent(*target);
            some(syntax::as<syntax::Assign>(*statement).value);
            break;
        case StmtKind::augmented_assign:
            some(syntax::as<syntax::AugmentedAssign>(*statement).target);
            some(syntax::as<syntax::AugmentedAssign>(*statement).value);
            break;
        case StmtKind::annotated_assign:
            some(syntax::as<syntax::AnnotatedAssign>(*statement).value);
            break;
        case StmtKind::expression:
            some(syntax::as<syntax::ExpressionStmt>(*statement).value);
            break;
        case StmtKind::return_:
            some(syntax::as<syntax::Return>(*statement).value);
            break;
        case StmtKind::assert_:
            some(syntax::as<syntax::Assert>(*statement).condition);
            break;
        case StmtKind::if_:
            some(syntax::as<syntax::If>(*statement).condition);
            collect_lent(syntax::as<syntax::If>(*statement).then_body);
            collect_lent(syntax::as<syntax::If>(*statement).else_body);
            break;
        case StmtKind::while_:
            some(syntax::as<syntax::While>(*statement).condition);
            collect_lent(syntax::as<syntax::While>(*statement).body);
            collect_lent(syntax::as<syntax::While>(*statement).else_body);
            break;
        case StmtKind::for_:
            some(syntax::as<syntax::For>(*statement).iterable);
            collect_lent(syntax::as<syntax::For>(*statement).body);
            collect_lent(syntax::as<syntax::For>(*statement).else_body);
            break;
        default:
            break;
        }
    }
}

} // namespace cudapy::checker
