#include "translator/numba/desugar/none_results.h"

#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/expressions.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/numba/desugar/none_tests.h"
#include "translator/numba/state.h"
#include "translator/program/build.h"
#include "translator/syntax/clone.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
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
        return meaning && meaning->kind == Entity::Kind::function && gives_nothing(*meaning->function);
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

/// The names of a function that only hold None.
class NoneNames {
  public:
    explicit NoneNames(Body& body) : body_(body) {
        const syntax::Function& function = *body.info.syntax;
        for (const syntax::Parameter& parameter : function.parameters)
            others_.insert(parameter.name);
        bool is_plain = true;
        syntax::visit_all(function.body, [&](const syntax::Expr& expr) {
            is_plain = is_plain && expr.kind != syntax::ExprKind::lambda; // it may read a name
        });
        syntax::visit_statements(function.body, [&](const syntax::Stmt& stmt) {
            is_plain = is_plain && stmt.kind != StmtKind::match && stmt.kind != StmtKind::delete_;
            note(stmt);
        });
        while (is_plain && find_more()) {
        }
    }

    bool is_empty() const { return found_.empty(); }

    syntax::Block block(const syntax::Block& statements) const {
        syntax::Block result;
        for (const syntax::StmtPtr& stmt : statements) {
            syntax::StmtPtr copy = written(*stmt);
            std::vector<syntax::Block> blocks;
            syntax::visit_blocks(*stmt, [&](const syntax::Block& each) { blocks.push_back(block(each)); });
            std::size_t next = 0;
            syntax::visit_blocks(*copy, [&](const syntax::Block& each) {
                const_cast<syntax::Block&>(each) = std::move(blocks[next++]); // the copy is not const
            });
            copy->comments = stmt->comments;
            result.push_back(std::move(copy));
        }
        return result;
    }

  private:
    void note(const syntax::Stmt& stmt) {
        const auto value = syntax::single_assignment(stmt).second;
        const bool is_chain = !value && stmt.kind == StmtKind::assign;
        syntax::visit_targets(stmt, [&](const syntax::Expr& target) {
            const bool is_name = (value || is_chain) && target.kind == syntax::ExprKind::name;
            if (is_name)
                values_[syntax::as<syntax::Name>(target).id].push_back(
                    is_chain ? syntax::as<syntax::Assign>(stmt).value.get() : value);
            else
                syntax::visit_bound_names(target, [&](const syntax::Name& name) { others_.insert(name.id); });
        });
    }

    bool is_found(const syntax::Expr& expr) const {
        return expr.kind == syntax::ExprKind::name && found_.contains(syntax::as<syntax::Name>(expr).id);
    }

    bool find_more() {
        const std::size_t before = found_.size();
        for (const auto& [name, values] : values_)
            if (!others_.contains(name) && std::ranges::all_of(values, [&](const syntax::Expr* value) {
                    return value->kind == syntax::ExprKind::none || is_found(*value) ||
                           Returns(body_.context).calls_nothing(body_.info, *value);
                }))
                found_.insert(name);
        return found_.size() > before;
    }

    /// Returns a copy of the statement that assigns none of the names.
    syntax::StmtPtr written(const syntax::Stmt& stmt) const {
        const auto target = syntax::single_assignment(stmt).first;
        if (stmt.kind == StmtKind::annotated_assign && target && is_found(*target))
            return without_target(stmt, syntax::as<syntax::AnnotatedAssign>(stmt).value);
        if (stmt.kind != StmtKind::assign) return syntax::clone(stmt, replace_);
        const auto& assign = syntax::as<syntax::Assign>(stmt);
        std::vector<syntax::ExprPtr> targets;
        for (const syntax::ExprPtr& each : assign.targets)
            if (!is_found(*each)) targets.push_back(syntax::clone(each, replace_));
        if (targets.empty()) return without_target(stmt, assign.value);
        return std::make_unique<syntax::Assign>(stmt.span, std::move(targets),
                                                syntax::clone(assign.value, replace_));
    }

    syntax::StmtPtr without_target(const syntax::Stmt& stmt, const syntax::ExprPtr& value) const {
        if (value->kind != syntax::ExprKind::call) return std::make_unique<syntax::Pass>(stmt.span);
        return std::make_unique<syntax::ExpressionStmt>(stmt.span, syntax::clone(value, replace_));
    }

    Body& body_;
    std::map<std::string, std::vector<const syntax::Expr*>> values_; ///< those that `name = value` gives
    std::set<std::string> others_; ///< the names that something else gives a value to
    std::set<std::string> found_;
    const syntax::Replace replace_ = [this](const syntax::Expr& expr) -> syntax::ExprPtr {
        return is_found(expr) ? std::make_unique<syntax::None>(expr.span) : nullptr;
    };
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

bool write_none_names(Body& body) {
    const NoneNames names(body);
    if (names.is_empty()) return false;
    body.info.rewrite(names.block(body.info.syntax->body));
    return true;
}

void allow_none_results(Body& body) {
    const syntax::Function& function = *body.info.syntax;
    if (!Returns(body.context).gives_none(body.info)) return;
    syntax::Block block = syntax::clone(function.body);
    if (syntax::may_end(block))
        block.push_back(std::make_unique<syntax::Return>(function.name_span, nullptr));
    allow_none(body, block);
    body.info.rewrite(std::move(block));
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
        return callee && callee->kind == Entity::Kind::function &&
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
    if (const auto is_true = none_test(body, expr)) return strong(program::make_bool(*is_true, expr.span));
    const bool is_place = !operand || operand->kind == syntax::ExprKind::name ||
                          operand->kind == syntax::ExprKind::attribute ||
                          operand->kind == syntax::ExprKind::subscript;
    if (is_place) return std::nullopt;
    report(body,
           diag::NoOther{"`" + text(body, expr) + "`, a comparison of an expression with None,",
                         "give the value a name, and compare that"},
           expr.span);
    return Value{};
}

} // namespace cudapy::checker::numba
