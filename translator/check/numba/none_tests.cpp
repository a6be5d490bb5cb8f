#include "translator/check/numba/none_tests.h"

#include "translator/check/body/body.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/diagnostics/kinds/flow_kinds.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/syntax/clone.h"
#include "translator/syntax/names.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace cudapy::checker::numba {

namespace {

/// Returns the other operand of a comparison with `None`, and whether it asks for `is`.
std::pair<const syntax::Expr*, bool> compared_with_none(const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::compare) return {nullptr, false};
    const auto& compare = syntax::as<syntax::Compare>(expr);
    if (compare.ops.size() != 1) return {nullptr, false};
    const bool asks_is = compare.ops[0] == syntax::CompareOp::is;
    if (!asks_is && compare.ops[0] != syntax::CompareOp::is_not) return {nullptr, false};
    const syntax::Expr &left = *compare.operands[0], &right = *compare.operands[1];
    if (right.kind == syntax::ExprKind::none) return {&left, asks_is};
    return {left.kind == syntax::ExprKind::none ? &right : nullptr, asks_is};
}

/// Writes a function without the sides that are not run.
class DeadSides {
  public:
    explicit DeadSides(Body& body) : body_(body) {
        const auto& parameters = body.info.syntax->parameters;
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const auto constant = body.info.named.find(parameters[i].name);
            const bool is_known = body.info.place(i) < 0 && constant != body.info.named.end();
            known_[parameters[i].name] = is_known && is_none(constant->second->entity);
        }
    }

    bool are_there() {
        bool found = false;
        syntax::visit_statements(body_.info.syntax->body, [&](const syntax::Stmt& stmt) {
            if (stmt.kind == syntax::StmtKind::if_)
                found |= compared_with_none(*syntax::as<syntax::If>(stmt).condition).first != nullptr;
        });
        return found;
    }

    syntax::Block block(const syntax::Block& statements) {
        syntax::Block result;
        for (const syntax::StmtPtr& stmt : statements)
            if (!add(*stmt, result)) break;
        return result;
    }

  private:
    using Known = std::map<std::string, bool>; ///< whether a parameter is None

    /// Adds what is left of a statement. Returns whether what stands behind it may run: not behind a
    /// `return`, say, that comes from a side which always runs.
    bool add(const syntax::Stmt& stmt, syntax::Block& out) {
        if (stmt.kind == syntax::StmtKind::if_) {
            const auto& branch = syntax::as<syntax::If>(stmt);
            if (const auto is_true = known_test(*branch.condition)) {
                const std::size_t before = out.size();
                bool goes_on = true;
                for (const syntax::StmtPtr& each : *is_true ? branch.then_body : branch.else_body) {
                    goes_on = add(*each, out) && !leaves(*each);
                    if (out.size() > before && out.back()->kind == syntax::StmtKind::if_)
                        static_cast<syntax::If&>(*out.back()).is_elif = false;
                    if (!goes_on) break;
                }
                if (out.size() == before) out.push_back(std::make_unique<syntax::Pass>(stmt.span));
                return goes_on;
            }
        }
        const bool is_loop = stmt.kind == syntax::StmtKind::for_ || stmt.kind == syntax::StmtKind::while_;
        if (is_loop) forget(stmt);
        syntax::StmtPtr copy = syntax::clone(stmt);
        const Known before = known_;
        std::vector<syntax::Block> blocks;
        syntax::visit_blocks(stmt, [&](const syntax::Block& each) {
            known_ = before;
            blocks.push_back(block(each));
        });
        std::size_t next = 0;
        syntax::visit_blocks(*copy, [&](const syntax::Block& each) {
            const_cast<syntax::Block&>(each) = std::move(blocks[next++]); // the copy is not const
        });
        known_ = before;
        forget(*copy);
        out.push_back(std::move(copy));
        return true;
    }

    static bool leaves(const syntax::Stmt& stmt) {
        return stmt.kind == syntax::StmtKind::return_ || stmt.kind == syntax::StmtKind::break_ ||
               stmt.kind == syntax::StmtKind::continue_;
    }

    /// Forgets the parameters that the statement gives other values.
    void forget(const syntax::Stmt& stmt) {
        syntax::visit_targets(stmt, [&](const syntax::Expr& target) {
            syntax::visit_bound_names(target, [&](const syntax::Name& name) { known_.erase(name.id); });
        });
        syntax::visit_blocks(stmt, [&](const syntax::Block& each) {
            for (const std::string& name : syntax::bound_names(each))
                known_.erase(name);
        });
    }

    std::optional<bool> known_test(const syntax::Expr& condition) {
        const auto [operand, asks_is] = compared_with_none(condition);
        if (!operand || operand->kind != syntax::ExprKind::name) return std::nullopt;
        const auto found = known_.find(syntax::as<syntax::Name>(*operand).id);
        return found == known_.end() ? std::nullopt : std::optional(found->second == asks_is);
    }

    Body& body_;
    Known known_; ///< of the parameters that are what the call gave
};

/// Reports each reading of one of the names, also in lambdas that have no parameter of that name.
void report_reads(Body& body, const std::set<std::string>& names, const syntax::Function& function) {
    syntax::visit_all(function.body, [&](const syntax::Expr& expr) {
        if (expr.kind == syntax::ExprKind::lambda) {
            const syntax::Function& lambda = *syntax::as<syntax::Lambda>(expr).function;
            std::set<std::string> outer = names;
            for (const syntax::Parameter& parameter : lambda.parameters)
                outer.erase(parameter.name);
            report_reads(body, outer, lambda);
        }
        if (expr.kind != syntax::ExprKind::name) return;
        const std::string& name = syntax::as<syntax::Name>(expr).id;
        if (names.contains(name))
            report(body, diag::UnassignedVariable{name, false, hides_outer(body, name)}, expr.span);
    });
}

} // namespace

bool is_none(const Entity& entity) {
    return entity.what == Entity::What::object && entity.binding && entity.binding->path == "NoneType";
}

bool is_none(Body& body, const syntax::Expr& expr) {
    if (expr.kind == syntax::ExprKind::none) return true;
    if (expr.kind != syntax::ExprKind::name && expr.kind != syntax::ExprKind::attribute) return false;
    const auto found = entity(body, expr);
    return found && is_none(*found);
}

std::shared_ptr<const NamedEntity> none_constant() {
    auto constant = std::make_shared<NamedEntity>();
    constant->binding.what = Binding::What::other;
    constant->binding.path = "NoneType";
    constant->entity.what = Entity::What::object;
    constant->entity.name = "None";
    constant->entity.binding = &constant->binding;
    constant->entity.type = Type::bool_(); // for the parameter's type variable, which nothing reads
    return constant;
}

std::optional<bool> none_test(Body& body, const syntax::Expr& expr) {
    const auto [operand, asks_is] = compared_with_none(expr);
    if (!operand) return std::nullopt;
    if (is_none(body, *operand)) return asks_is;
    if (operand->kind != syntax::ExprKind::name) return std::nullopt;
    const auto found = entity(body, *operand);
    if (found && found->what != Entity::What::constant) return std::nullopt;
    return !asks_is;
}

void leave_out_dead_sides(Body& body) {
    DeadSides sides(body);
    if (!sides.are_there()) return;
    const std::set<std::string> names = syntax::own_names(*body.info.syntax);
    syntax::Block block = sides.block(body.info.syntax->body);
    body.info.written_out =
        std::make_shared<const syntax::Function>(syntax::clone(*body.info.syntax, std::move(block)));
    body.info.syntax = body.info.written_out.get();
    const std::set<std::string> left = syntax::own_names(*body.info.syntax);
    std::set_difference(names.begin(), names.end(), left.begin(), left.end(),
                        std::inserter(body.info.dropped_names, body.info.dropped_names.end()));
}

void report_dropped_names(Body& body) {
    if (!body.info.dropped_names.empty()) report_reads(body, body.info.dropped_names, *body.info.syntax);
}

void report_mixed_none(Body& body) {
    const auto& parameters = body.info.syntax->parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const auto constant = body.info.named.find(parameters[i].name);
        if (body.info.place(i) >= 0 || constant == body.info.named.end() ||
            !is_none(constant->second->entity))
            continue;
        const auto versions = body.versions.of_symbols.find(body.symbols.given(parameters[i].name));
        if (versions != body.versions.of_symbols.end() && versions->second.definitions.size() > 1)
            report(body,
                   diag::NoOther{"`" + parameters[i].name + "`, which is `None` or something else here,",
                                 "give the other value a name of its own"},
                   versions->second.definitions[1].statement);
    }
}

} // namespace cudapy::checker::numba
