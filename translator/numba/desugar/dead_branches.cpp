#include "translator/numba/desugar/dead_branches.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/none_constants.h"
#include "translator/check/module/constants.h"
#include "translator/diagnostics/kinds/flow_kinds.h"
#include "translator/numba/desugar/none_tests.h"
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

using cudapy::Constant;

bool has_calls(const syntax::Expr& expr) {
    bool found = false;
    syntax::visit_all(expr, [&](const syntax::Expr& part) {
        found |= part.kind == syntax::ExprKind::call || part.kind == syntax::ExprKind::unsupported;
    });
    return found;
}

/// The values of a function's names and expressions that are known before the function has types.
class KnownValues {
  public:
    explicit KnownValues(Body& body)
        : body_(body), own_(syntax::own_names(*body.info.syntax)),
          bound_(syntax::bound_names(body.info.syntax->body)) {
        const auto& parameters = body.info.syntax->parameters;
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const auto constant = body.info.named.find(parameters[i].name);
            const bool is_known = body.info.place(i) < 0 && constant != body.info.named.end();
            is_none_[parameters[i].name] = is_known && is_none(constant->second->entity);
        }
        syntax::visit_statements(body.info.syntax->body, [&](const syntax::Stmt& stmt) {
            syntax::visit_targets(stmt, [&](const syntax::Expr& target) {
                syntax::visit_bound_names(target, [&](const syntax::Name& name) { ++bindings_[name.id]; });
            });
        });
    }

    /// Returns the truth of a condition. The operands before the one that decides have no calls, so that
    /// the condition need not be evaluated.
    std::optional<bool> truth(const syntax::Expr& expr) const {
        switch (expr.kind) {
        case syntax::ExprKind::boolean_op: {
            const auto& operation = syntax::as<syntax::BooleanOp>(expr);
            const bool decides = operation.op == syntax::BoolOp::logical_or;
            bool all_known = true;
            for (const syntax::ExprPtr& operand : operation.operands) {
                const auto known = truth(*operand);
                if (known == decides) return decides;
                all_known = all_known && known;
                if (!known && has_calls(*operand)) return std::nullopt;
            }
            return all_known ? std::optional(!decides) : std::nullopt;
        }
        case syntax::ExprKind::unary:
            if (syntax::as<syntax::Unary>(expr).op == syntax::UnaryOp::logical_not) {
                const auto operand = truth(*syntax::as<syntax::Unary>(expr).operand);
                return operand ? std::optional(!*operand) : std::nullopt;
            }
            break;
        case syntax::ExprKind::compare:
            if (const auto answer = none_answer(expr)) return answer;
            return comparison(syntax::as<syntax::Compare>(expr));
        case syntax::ExprKind::none:
            return false;
        default:
            break;
        }
        const auto number = value(expr);
        return number ? std::optional(number->truth()) : std::nullopt;
    }

    /// Forgets the parameters that the statement gives other values.
    void forget(const syntax::Stmt& stmt) {
        syntax::visit_targets(stmt, [&](const syntax::Expr& target) {
            syntax::visit_bound_names(target, [&](const syntax::Name& name) { is_none_.erase(name.id); });
        });
        syntax::visit_blocks(stmt, [&](const syntax::Block& each) {
            for (const std::string& name : syntax::bound_names(each))
                is_none_.erase(name);
        });
    }

    /// Learns the name that the statement assigns, if it is the only one that assigns it, and the value is
    /// known.
    void learn(const syntax::Stmt& stmt) {
        const auto [target, assigned] = syntax::single_assignment(stmt);
        if (!target || target->kind != syntax::ExprKind::name) return;
        const std::string& name = syntax::as<syntax::Name>(*target).id;
        if (bindings_.at(name) > 1 || is_none_.contains(name)) return;
        if (auto known = value(*assigned)) constants_.emplace(name, std::move(*known));
    }

    /// By the names that are assigned a known value on every path up to here.
    using Constants = std::map<std::string, Constant>;
    const Constants& constants() const { return constants_; }
    void set_constants(Constants constants) { constants_ = std::move(constants); }

    /// By the names of the parameters that are what the call gave.
    using Nones = std::map<std::string, bool>;
    const Nones& nones() const { return is_none_; }
    void set_nones(Nones nones) { is_none_ = std::move(nones); }

  private:
    std::optional<Constant> value(const syntax::Expr& expr) const {
        switch (expr.kind) {
        case syntax::ExprKind::integer:
            if (syntax::as<syntax::Integer>(expr).too_large) return std::nullopt;
            return Constant{static_cast<WideInt>(syntax::as<syntax::Integer>(expr).value)};
        case syntax::ExprKind::floating:
            return Constant{syntax::as<syntax::Floating>(expr).value};
        case syntax::ExprKind::boolean:
            return Constant{syntax::as<syntax::Boolean>(expr).value};
        case syntax::ExprKind::unary: {
            const auto& unary = syntax::as<syntax::Unary>(expr);
            if (unary.op == syntax::UnaryOp::logical_not) {
                const auto is_true = truth(expr);
                return is_true ? std::optional(Constant{*is_true}) : std::nullopt;
            }
            const auto operand = value(*unary.operand);
            return operand ? cudapy::apply(unary.op, *operand) : std::nullopt;
        }
        case syntax::ExprKind::binary: {
            const auto& binary = syntax::as<syntax::Binary>(expr);
            const auto left = value(*binary.left);
            const auto right = left ? value(*binary.right) : std::nullopt;
            return right ? cudapy::apply(binary.op, *left, *right) : std::nullopt;
        }
        case syntax::ExprKind::compare: {
            const auto is_true = truth(expr);
            return is_true ? std::optional(Constant{*is_true}) : std::nullopt;
        }
        case syntax::ExprKind::name:
            return of_name(syntax::as<syntax::Name>(expr).id);
        case syntax::ExprKind::attribute:
            return of_attribute(syntax::as<syntax::Attribute>(expr));
        default:
            return std::nullopt;
        }
    }

    std::optional<Constant> of_name(const std::string& name) const {
        if (const auto found = constants_.find(name); found != constants_.end()) return found->second;
        if (own_.contains(name)) return std::nullopt;
        return of_entity(body_.environment.name(name));
    }

    std::optional<Constant> of_attribute(const syntax::Attribute& attribute) const {
        if (attribute.name == "ndim" && attribute.value->kind == syntax::ExprKind::name)
            if (const auto rank = rank_of(syntax::as<syntax::Name>(*attribute.value).id))
                return Constant{WideInt{*rank}};
        const syntax::Name* root = syntax::root_name(attribute);
        if (!root || own_.contains(root->id)) return std::nullopt;
        const auto found = body_.environment.entity(attribute);
        return found ? of_entity(*found) : std::nullopt;
    }

    static std::optional<Constant> of_entity(const Entity& entity) {
        if (entity.kind != Entity::Kind::constant || !entity.binding) return std::nullopt;
        const auto& value = entity.binding->value;
        if (const auto* truth = std::get_if<bool>(&value)) return Constant{*truth};
        if (const auto* integer = std::get_if<int64_t>(&value)) return Constant{WideInt{*integer}};
        if (const auto* real = std::get_if<double>(&value)) return Constant{*real};
        return std::nullopt;
    }

    /// Returns the number of dimensions of a parameter that is an array and stays the same.
    std::optional<int> rank_of(const std::string& name) const {
        const auto& parameters = body_.info.syntax->parameters;
        if (bound_.contains(name)) return std::nullopt;
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            if (parameters[i].name != name || body_.info.place(i) < 0) continue;
            const Type* type = body_.function.parameters[static_cast<std::size_t>(body_.info.place(i))]->type;
            return type->is_array() ? std::optional(type->rank()) : std::nullopt;
        }
        return std::nullopt;
    }

    /// Returns whether `x is None` or `x is not None` is true, where x is an argument or comes from outside.
    std::optional<bool> none_answer(const syntax::Expr& expr) const {
        const auto [operand, asks_is] = compared_with_none(expr);
        if (!operand) return std::nullopt;
        if (operand->kind == syntax::ExprKind::none) return asks_is;
        if (operand->kind != syntax::ExprKind::name) return std::nullopt;
        const std::string& name = syntax::as<syntax::Name>(*operand).id;
        if (const auto found = is_none_.find(name); found != is_none_.end()) return found->second == asks_is;
        if (own_.contains(name)) return std::nullopt;
        const Entity outer = body_.environment.name(name);
        if (is_none(outer)) return asks_is;
        const bool is_value =
            outer.kind == Entity::Kind::constant || outer.kind == Entity::Kind::captured_array;
        return is_value ? std::optional(!asks_is) : std::nullopt;
    }

    std::optional<bool> comparison(const syntax::Compare& compare) const {
        bool holds = true;
        for (std::size_t i = 0; i < compare.ops.size(); ++i) {
            if (compare.ops[i] > syntax::CompareOp::ne) return std::nullopt;
            const auto left = value(*compare.operands[i]);
            const auto right = left ? value(*compare.operands[i + 1]) : std::nullopt;
            const auto answer = right ? cudapy::apply(compare.ops[i], *left, *right) : std::nullopt;
            if (!answer) return std::nullopt;
            holds = holds && *answer;
        }
        return holds;
    }

    Body& body_;
    const std::set<std::string> own_, bound_;
    std::map<std::string, int> bindings_; ///< how often the function binds each of its names
    Nones is_none_;
    Constants constants_;
};

/// Writes a function without the branches that never run.
class DeadBranches {
  public:
    explicit DeadBranches(Body& body) : known_(body) {}

    syntax::Block block(const syntax::Block& statements) {
        syntax::Block result;
        for (const syntax::StmtPtr& stmt : statements)
            if (!add(*stmt, result)) break;
        return result;
    }

    bool has_changed() const { return has_changed_; }

  private:
    /// Adds what is left of a statement. Returns whether what is after it may run: not after a
    /// `return`, say, that comes from a branch which always runs.
    bool add(const syntax::Stmt& stmt, syntax::Block& out) {
        if (stmt.kind == syntax::StmtKind::if_) {
            const auto& branch = syntax::as<syntax::If>(stmt);
            if (const auto is_true = known_.truth(*branch.condition))
                return add_branch(stmt, *is_true ? branch.then_body : branch.else_body, out);
        }
        if (stmt.kind == syntax::StmtKind::while_) {
            const auto& loop = syntax::as<syntax::While>(stmt);
            if (known_.truth(*loop.condition) == false) return add_branch(stmt, loop.else_body, out);
        }
        const bool is_loop = stmt.kind == syntax::StmtKind::for_ || stmt.kind == syntax::StmtKind::while_;
        if (is_loop) known_.forget(stmt);
        syntax::StmtPtr copy = syntax::clone(stmt, replace_);
        const KnownValues::Nones before = known_.nones();
        const KnownValues::Constants constants = known_.constants();
        std::vector<syntax::Block> blocks;
        syntax::visit_blocks(stmt, [&](const syntax::Block& each) {
            known_.set_nones(before);
            blocks.push_back(block(each));
            known_.set_constants(constants);
        });
        std::size_t next = 0;
        syntax::visit_blocks(*copy, [&](const syntax::Block& each) {
            const_cast<syntax::Block&>(each) = std::move(blocks[next++]); // the copy is not const
        });
        known_.set_nones(before);
        known_.forget(stmt);
        known_.learn(stmt);
        out.push_back(std::move(copy));
        return true;
    }

    /// Adds the statements of the branch that runs in place of the statement.
    bool add_branch(const syntax::Stmt& stmt, const syntax::Block& branch, syntax::Block& out) {
        has_changed_ = true;
        const std::size_t before = out.size();
        bool goes_on = true;
        for (const syntax::StmtPtr& each : branch) {
            goes_on = add(*each, out) && !leaves(*each);
            if (out.size() > before && out.back()->kind == syntax::StmtKind::if_)
                static_cast<syntax::If&>(*out.back()).is_elif = false;
            if (!goes_on) break;
        }
        if (out.size() == before) {
            out.push_back(std::make_unique<syntax::Pass>(stmt.span));
            out.back()->comments = stmt.comments;
        }
        return goes_on;
    }

    static bool leaves(const syntax::Stmt& stmt) {
        return stmt.kind == syntax::StmtKind::return_ || stmt.kind == syntax::StmtKind::break_ ||
               stmt.kind == syntax::StmtKind::continue_;
    }

    /// Returns what is left of a choice, or of `a and b`; null for any other expression.
    syntax::ExprPtr simplified(const syntax::Expr& expr) {
        if (expr.kind == syntax::ExprKind::conditional) {
            const auto& choice = syntax::as<syntax::Conditional>(expr);
            const auto is_true = known_.truth(*choice.condition);
            if (!is_true) return nullptr;
            has_changed_ = true;
            return syntax::clone(*is_true ? choice.then_value : choice.else_value, replace_);
        }
        if (expr.kind != syntax::ExprKind::boolean_op) return nullptr;
        const auto& operation = syntax::as<syntax::BooleanOp>(expr);
        const bool decides = operation.op == syntax::BoolOp::logical_or;
        std::vector<syntax::ExprPtr> left;
        for (const syntax::ExprPtr& operand : operation.operands) {
            const auto known = known_.truth(*operand);
            if (known == !decides && operand != operation.operands.back()) continue;
            left.push_back(syntax::clone(operand, replace_));
            if (known == decides) break;
        }
        if (left.size() == operation.operands.size()) return nullptr;
        has_changed_ = true;
        if (left.size() == 1) return std::move(left[0]);
        return std::make_unique<syntax::BooleanOp>(expr.span, operation.op, std::move(left));
    }

    KnownValues known_;
    const syntax::Replace replace_ = [this](const syntax::Expr& expr) { return simplified(expr); };
    bool has_changed_ = false;
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
            report(body, diag::UnassignedVariable{name, false, hides_outer(body, name), false, true},
                   expr.span);
    });
}

} // namespace

void leave_out_dead_branches(Body& body) {
    DeadBranches branches(body);
    syntax::Block block = branches.block(body.info.syntax->body);
    if (!branches.has_changed()) return;
    const std::set<std::string> names = syntax::own_names(*body.info.syntax);
    body.info.rewrite(std::move(block));
    const std::set<std::string> left = syntax::own_names(*body.info.syntax);
    std::set_difference(names.begin(), names.end(), left.begin(), left.end(),
                        std::inserter(body.info.dropped_names, body.info.dropped_names.end()));
}

void report_dropped_names(Body& body) {
    if (!body.info.dropped_names.empty()) report_reads(body, body.info.dropped_names, *body.info.syntax);
}

} // namespace cudapy::checker::numba
