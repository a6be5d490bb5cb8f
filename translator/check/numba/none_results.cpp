#include "translator/check/numba/none_results.h"

#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/numba/none_tests.h"
#include "translator/program/build.h"
#include "translator/syntax/clone.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace cudapy::checker::numba {

namespace {

using syntax::StmtKind;

bool gives_value(const syntax::Return& stmt) {
    return stmt.value && stmt.value->kind != syntax::ExprKind::none;
}

/// Returns whether a `return` of the function has a value, and whether one has none.
std::pair<bool, bool> returns_of(const syntax::Function& function) {
    bool value = false, none = false;
    syntax::visit_statements(function.body, [&](const syntax::Stmt& stmt) {
        if (stmt.kind == StmtKind::return_)
            (gives_value(syntax::as<syntax::Return>(stmt)) ? value : none) = true;
    });
    return {value, none};
}

bool has_break(const syntax::Block& block) {
    for (const syntax::StmtPtr& stmt : block) {
        bool breaks = stmt->kind == StmtKind::break_;
        if (stmt->kind != StmtKind::for_ && stmt->kind != StmtKind::while_)
            syntax::visit_blocks(*stmt, [&](const syntax::Block& inner) { breaks |= has_break(inner); });
        if (breaks) return true;
    }
    return false;
}

bool is_true(const syntax::Expr& condition) {
    if (condition.kind == syntax::ExprKind::boolean) return syntax::as<syntax::Boolean>(condition).value;
    return condition.kind == syntax::ExprKind::integer && syntax::as<syntax::Integer>(condition).value != 0;
}

/// Returns whether a path may come to the end of the block. Of conditions only those that are written out are
/// known.
bool may_end(const syntax::Block& block) {
    return std::all_of(block.begin(), block.end(), [](const syntax::StmtPtr& stmt) {
        switch (stmt->kind) {
        case StmtKind::return_:
        case StmtKind::break_:
        case StmtKind::continue_:
            return false;
        case StmtKind::unsupported:
            return syntax::as<syntax::UnsupportedStmt>(*stmt).construct != syntax::Construct::raise;
        case StmtKind::if_:
            return may_end(syntax::as<syntax::If>(*stmt).then_body) ||
                   may_end(syntax::as<syntax::If>(*stmt).else_body);
        case StmtKind::while_:
            return !is_true(*syntax::as<syntax::While>(*stmt).condition) ||
                   has_break(syntax::as<syntax::While>(*stmt).body);
        default:
            return true;
        }
    });
}

/// Returns whether a function gives None on some path and a value on another one.
bool gives_none(const syntax::Function& function) {
    if (function.is_lambda) return false;
    const auto [value, none] = returns_of(function);
    return value && (none || may_end(function.body));
}

void allow_none(const syntax::Block& block) {
    for (const syntax::StmtPtr& stmt : block) {
        if (stmt->kind == StmtKind::return_ && !gives_value(syntax::as<syntax::Return>(*stmt)))
            static_cast<syntax::Return&>(*stmt).may_be_none = true;
        syntax::visit_blocks(*stmt, [](const syntax::Block& inner) { allow_none(inner); });
    }
}

} // namespace

void allow_none_results(Body& body) {
    const syntax::Function& function = *body.info.syntax;
    if (!gives_none(function)) return;
    syntax::Block block = syntax::clone(function.body);
    if (may_end(block)) block.push_back(std::make_unique<syntax::Return>(function.name_span, nullptr));
    allow_none(block);
    body.info.written_out =
        std::make_shared<const syntax::Function>(syntax::clone(function, std::move(block)));
    body.info.syntax = body.info.written_out.get();
}

bool may_be_none(Body& body, const syntax::Expr& name) {
    const auto versions = body.versions.of_symbols.find(body.symbols.of(name));
    if (versions == body.versions.of_symbols.end()) return false;
    const auto& definitions = versions->second.definitions;
    return std::any_of(definitions.begin(), definitions.end(), [&](const Definition& definition) {
        if (!definition.node) return false;
        const auto [target, value] = syntax::single_assignment(*definition.node);
        if (!target || value->kind != syntax::ExprKind::call) return false;
        const auto callee = entity(body, *syntax::as<syntax::Call>(*value).function);
        return callee && callee->what == Entity::What::function && gives_none(*callee->function->syntax);
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
