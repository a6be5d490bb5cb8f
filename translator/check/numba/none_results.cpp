#include "translator/check/numba/none_results.h"

#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/numba/none_tests.h"
#include "translator/check/numba/state.h"
#include "translator/program/build.h"
#include "translator/syntax/clone.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <memory>
#include <unordered_set>
#include <utility>

namespace cudapy::checker::numba {

namespace {

using syntax::StmtKind;

/// Finds what `return`s give, before functions have types.
class Returns {
  public:
    explicit Returns(const Context& context) : context_(context) {}

    /// Returns whether a call is one of a function that gives None on all paths.
    bool calls_nothing(const FunctionInfo& info, const syntax::Expr& expr) {
        if (expr.kind != syntax::ExprKind::call) return false;
        const syntax::Expr& callee = *syntax::as<syntax::Call>(expr).function;
        const auto meaning = Environment(context_, info).entity(callee);
        return meaning && meaning->what == Entity::What::function && gives_nothing(*meaning->function);
    }
    /// Returns whether the `return` gives a value: none, or a call that gives None, is no value.
    bool gives_value(const FunctionInfo& info, const syntax::Return& stmt) {
        return stmt.value && stmt.value->kind != syntax::ExprKind::none && !calls_nothing(info, *stmt.value);
    }
    /// Returns whether a function gives None on some path and a value on another one.
    bool gives_none(const FunctionInfo& info) {
        if (info.syntax->is_lambda) return false;
        bool value = false, none = false;
        syntax::visit_statements(info.syntax->body, [&](const syntax::Stmt& stmt) {
            if (stmt.kind == StmtKind::return_)
                (gives_value(info, syntax::as<syntax::Return>(stmt)) ? value : none) = true;
        });
        return value && (none || syntax::may_end(info.syntax->body));
    }

  private:
    /// Functions that are looked at already have no say: what they give by calls of themselves others give,
    /// too.
    bool gives_nothing(const FunctionInfo& info) {
        if (info.syntax->is_lambda) return false;
        if (!seen_.insert(&info).second) return true;
        bool value = false;
        syntax::visit_statements(info.syntax->body, [&](const syntax::Stmt& stmt) {
            value = value ||
                    (stmt.kind == StmtKind::return_ && gives_value(info, syntax::as<syntax::Return>(stmt)));
        });
        seen_.erase(&info);
        return !value;
    }

    const Context& context_;
    std::unordered_set<const FunctionInfo*> seen_;
};

void allow_none(const Body& body, const syntax::Block& block) {
    for (const syntax::StmtPtr& stmt : block) {
        if (stmt->kind == StmtKind::return_ &&
            !Returns(body.context).gives_value(body.info, syntax::as<syntax::Return>(*stmt)))
            static_cast<syntax::Return&>(*stmt).may_be_none = true;
        syntax::visit_blocks(*stmt, [&](const syntax::Block& inner) { allow_none(body, inner); });
    }
}

} // namespace

void allow_none_results(Body& body) {
    const syntax::Function& function = *body.info.syntax;
    if (!Returns(body.context).gives_none(body.info)) return;
    syntax::Block block = syntax::clone(function.body);
    if (syntax::may_end(block))
        block.push_back(std::make_unique<syntax::Return>(function.name_span, nullptr));
    allow_none(body, block);
    body.info.written_out =
        std::make_shared<const syntax::Function>(syntax::clone(function, std::move(block)));
    body.info.syntax = body.info.written_out.get();
}

bool may_be_none(Body& body, const syntax::Expr& name) {
    const auto versions = state_of(body).versions.of_symbols.find(body.symbols.of(name));
    if (versions == state_of(body).versions.of_symbols.end()) return false;
    const auto& definitions = versions->second.definitions;
    return std::any_of(definitions.begin(), definitions.end(), [&](const Definition& definition) {
        if (!definition.node) return false;
        const auto [target, value] = syntax::single_assignment(*definition.node);
        if (!target || value->kind != syntax::ExprKind::call) return false;
        const auto callee = entity(body, *syntax::as<syntax::Call>(*value).function);
        return callee && callee->what == Entity::What::function &&
               Returns(body.context).gives_none(*callee->function);
    });
}

std::optional<Value> none_comparison(Body& body, const syntax::Expr& expr) {
    const auto [operand, asks_is] = compared_with_none(expr);
    if (operand && may_be_none(body, *operand)) {
        Local* local = find_local(body, *operand);
        if (!local || local->poisoned) return Value{};
        program::ExprPtr answer =
            program::make_helper_call(program::Helper::is_none, Type::bool_(), expr.span,
                                      program::make_ref(local->variable, operand->span));
        return strong(asks_is ? std::move(answer) : program::make_not(std::move(answer)));
    }
    const auto is_true = none_test(body, expr);
    return is_true ? std::optional(strong(program::make_bool(*is_true, expr.span))) : std::nullopt;
}

} // namespace cudapy::checker::numba
