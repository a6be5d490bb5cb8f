#include "translator/check/statements/deleted_names.h"

#include "translator/check/body/body.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/diagnostics/kinds/flow_kinds.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/syntax/names.h"
#include "translator/syntax/walk.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace cudapy::checker {

namespace {

using syntax::StmtKind;

/// The names that may be deleted at a place, with the statements that do it. The span is empty for a name
/// that has not been assigned yet, of whose readings check_definite_assignment tells.
using Deleted = std::map<std::string, Span>;

/// Goes through a function in the order in which it runs. A loop is gone through twice.
class DeletedNames {
  public:
    explicit DeletedNames(Body& body) : body_(body), own_(syntax::own_names(*body.info.syntax)) {
        syntax::visit_all(body.info.syntax->body, [&](const syntax::Expr& expr) {
            if (expr.kind != syntax::ExprKind::lambda) return;
            syntax::visit_all(syntax::as<syntax::Lambda>(expr).function->body, [&](const syntax::Expr& part) {
                if (part.kind == syntax::ExprKind::name)
                    in_lambdas_.insert(syntax::as<syntax::Name>(part).id);
            });
        });
    }

    /// Goes through the statements. Returns whether a path reaches their end; `deleted` is what it is there.
    bool block(const syntax::Block& statements, Deleted& deleted) {
        for (const syntax::StmtPtr& stmt : statements)
            if (!statement(*stmt, deleted)) return false;
        return true;
    }

  private:
    bool statement(const syntax::Stmt& stmt, Deleted& deleted) {
        if (stmt.kind == StmtKind::for_ || stmt.kind == StmtKind::while_) return loop(stmt, deleted);
        syntax::visit_values(stmt, [&](const syntax::Expr& value) { read(value, deleted); });
        syntax::visit_targets(stmt, [&](const syntax::Expr& target) {
            if (stmt.kind == StmtKind::augmented_assign) read(target, deleted);
            assign(target, deleted);
        });
        switch (stmt.kind) {
        case StmtKind::delete_:
            for (const syntax::ExprPtr& name : syntax::as<syntax::Delete>(stmt).names)
                remove(syntax::as<syntax::Name>(*name), stmt, deleted);
            return true;
        case StmtKind::break_:
            merge(loops_.back().left, deleted);
            return false;
        case StmtKind::continue_:
            merge(loops_.back().next, deleted);
            return false;
        case StmtKind::return_:
            return false;
        case StmtKind::unsupported:
            return syntax::as<syntax::UnsupportedStmt>(stmt).construct != syntax::Construct::raise;
        default:
            return branches(stmt, deleted);
        }
    }

    /// Goes through the blocks of a statement that is no loop. None of them may run.
    bool branches(const syntax::Stmt& stmt, Deleted& deleted) {
        const Deleted before = deleted;
        const bool has_else = stmt.kind == StmtKind::if_ && !syntax::as<syntax::If>(stmt).else_body.empty();
        bool goes_on = !has_else;
        Deleted after = has_else ? Deleted() : before;
        syntax::visit_blocks(stmt, [&](const syntax::Block& each) {
            Deleted in_branch = before;
            if (!block(each, in_branch)) return;
            goes_on = true;
            merge(after, in_branch);
        });
        deleted = std::move(after);
        return goes_on;
    }

    bool loop(const syntax::Stmt& stmt, Deleted& deleted) {
        const bool is_for = stmt.kind == StmtKind::for_;
        const auto& statements =
            is_for ? syntax::as<syntax::For>(stmt).body : syntax::as<syntax::While>(stmt).body;
        const auto& other =
            is_for ? syntax::as<syntax::For>(stmt).else_body : syntax::as<syntax::While>(stmt).else_body;
        if (is_for) read(*syntax::as<syntax::For>(stmt).iterable, deleted);
        loops_.emplace_back();
        for (int time = 0; time < 2; ++time) {
            if (!is_for) read(*syntax::as<syntax::While>(stmt).condition, deleted);
            Deleted inside = deleted;
            if (is_for) assign(*syntax::as<syntax::For>(stmt).target, inside);
            if (block(statements, inside)) merge(deleted, inside);
            merge(deleted, loops_.back().next);
        }
        const Deleted left = std::move(loops_.back().left);
        loops_.pop_back();
        // An endless loop is left only by `break`.
        const bool goes_on =
            (is_for || !is_true(*syntax::as<syntax::While>(stmt).condition)) && block(other, deleted);
        if (!goes_on) deleted.clear();
        merge(deleted, left);
        return true;
    }

    static bool is_true(const syntax::Expr& condition) {
        if (condition.kind == syntax::ExprKind::boolean) return syntax::as<syntax::Boolean>(condition).value;
        return condition.kind == syntax::ExprKind::integer &&
               syntax::as<syntax::Integer>(condition).value != 0;
    }

    static void merge(Deleted& into, const Deleted& from) {
        for (const auto& [name, span] : from)
            if (Span& known = into.emplace(name, span).first->second; known.empty()) known = span;
    }

    void remove(const syntax::Name& name, const syntax::Stmt& stmt, Deleted& deleted) {
        const auto found = deleted.find(name.id);
        if (!own_.contains(name.id))
            report_unknown(body_, name.id, name.span);
        else if (in_lambdas_.contains(name.id))
            report(body_,
                   diag::NoOther{"`del` of a name that a function inside the kernel reads",
                                 "take the `del` out"},
                   name.span);
        else if (found != deleted.end() && found->second.empty())
            report(body_, diag::UnassignedVariable{name.id, !loops_.empty()}, name.span);
        else
            read(name, deleted);
        deleted[name.id] = stmt.span;
    }

    void read(const syntax::Expr& expr, Deleted& deleted) {
        syntax::visit_all(expr, [&](const syntax::Expr& part) {
            if (part.kind != syntax::ExprKind::name) return;
            const std::string& id = syntax::as<syntax::Name>(part).id;
            const auto found = deleted.find(id);
            if (found == deleted.end() || found->second.empty()) return;
            report(body_, diag::UnassignedVariable{id, false, false, true}, part.span,
                   {{found->second, "deleted here"}});
            deleted.erase(found); // one error is enough
        });
    }

    void assign(const syntax::Expr& target, Deleted& deleted) {
        if (target.kind == syntax::ExprKind::name) {
            deleted.erase(syntax::as<syntax::Name>(target).id);
        } else if (target.kind == syntax::ExprKind::tuple) {
            for (const syntax::ExprPtr& element : syntax::as<syntax::Tuple>(target).elements)
                assign(*element, deleted);
        } else {
            read(target, deleted);
        }
    }

    struct Loop {
        Deleted left, next; ///< at its `break`s and `continue`s
    };
    Body& body_;
    const std::set<std::string> own_;
    std::vector<Loop> loops_;
    std::set<std::string> in_lambdas_; ///< what functions inside the kernel read
};

/// Returns the names that the function deletes.
std::set<std::string> deleted_in(const syntax::Block& block) {
    std::set<std::string> names;
    syntax::visit_statements(block, [&](const syntax::Stmt& stmt) {
        if (stmt.kind == StmtKind::delete_)
            for (const syntax::ExprPtr& name : syntax::as<syntax::Delete>(stmt).names)
                names.insert(syntax::as<syntax::Name>(*name).id);
    });
    return names;
}

} // namespace

void report_deleted_names(Body& body) {
    const syntax::Block& block = body.info.syntax->body;
    Deleted unset;
    for (const std::string& name : deleted_in(block))
        unset.emplace(name, Span());
    if (unset.empty()) return;
    for (const syntax::Parameter& parameter : body.info.syntax->parameters)
        unset.erase(parameter.name);
    DeletedNames(body).block(block, unset);
}

} // namespace cudapy::checker
