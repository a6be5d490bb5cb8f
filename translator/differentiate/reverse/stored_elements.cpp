#include "translator/differentiate/reverse/stored_elements.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <map>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// Returns whether `a < b` or `a > b` holds of constants.
bool always_holds(const Compare& compare) {
    const auto a = lower::constant_value(*compare.operands[0]),
               b = lower::constant_value(*compare.operands[1]);
    return a && b && (compare.ops[0] == CompareOp::lt ? *a < *b : *a > *b);
}

class StoredElements {
  public:
    std::vector<StoreSite> sites;

    StoredElements(const Block& body, const Variables& changing,
                   const std::function<bool(const Variable*)>& is_stored)
        : changing_(changing), is_stored_(is_stored) {
        block(body);
    }

  private:
    /// Returns the expression with what the variables in it stand for, or null where that is not known.
    ExprPtr at_begin(const Expr& expr) const {
        ExprPtr result = clone(expr);
        bool is_known = true;
        visit_all_upwards(result, [&](ExprPtr& part) {
            if (part->kind == ExprKind::load &&
                (changed_.count(as<Load>(*part).array) || changing_.count(as<Load>(*part).array)))
                is_known = false;
            if (part->kind != ExprKind::variable) return;
            Variable* variable = as<VariableRef>(*part).variable;
            if (const auto value = values_.find(variable); value != values_.end())
                part = clone(*value->second);
            else if (changed_.count(variable))
                is_known = false;
        });
        return is_known ? std::move(result) : nullptr;
    }

    void block(const Block& body) {
        blocks_.push_back(&body);
        for (const StmtPtr& stmt : body)
            statement(*stmt);
        blocks_.pop_back();
    }

    void change(const Block& body) {
        visit_statements(body, [&](const Stmt& stmt) {
            visit_lvalues(stmt, [&](const Lvalue& place) { change(place.variable); });
            if (stmt.kind == StmtKind::for_range) change(as<ForRange>(stmt).variable);
            if (stmt.kind == StmtKind::declare) change(as<Declare>(stmt).variable);
        });
    }
    void change(const Variable* variable) {
        changed_.insert(variable);
        values_.erase(variable);
    }

    void under(ExprPtr condition, const Block& body) {
        conditions_.push_back(std::move(condition));
        block(body);
        conditions_.pop_back();
        change(body);
    }

    void statement(const Stmt& stmt) {
        switch (stmt.kind) {
        case StmtKind::assign: {
            const auto& node = as<Assign>(stmt);
            Variable* variable = node.lvalue.variable;
            if (node.lvalue.index) {
                if (variable->role == VariableRole::local_array || !is_stored_(variable)) return;
                StoreSite site{&stmt, variable, at_begin(*node.lvalue.index), {}, blocks_, stmt.span};
                for (const ExprPtr& condition : conditions_)
                    site.conditions.push_back(condition ? clone(*condition) : nullptr);
                sites.push_back(std::move(site));
                return;
            }
            ExprPtr value = node.lvalue.is_variable() ? at_begin(*node.value) : nullptr;
            change(variable);
            if (value) values_[variable] = std::move(value);
            return;
        }
        case StmtKind::if_: {
            const auto& node = as<If>(stmt);
            ExprPtr condition = at_begin(*node.condition);
            under(condition ? clone(*condition) : nullptr, node.then_body);
            under(condition ? make_not(std::move(condition)) : nullptr, node.else_body);
            return;
        }
        case StmtKind::for_range: {
            const auto& node = as<ForRange>(stmt);
            ExprPtr start = at_begin(*node.start), stop = at_begin(*node.stop);
            const auto step = lower::constant_value(*node.step);
            ExprPtr runs; // null where it is not known whether it runs
            if (start && stop && step)
                runs = make_compare(*step > 0 ? CompareOp::lt : CompareOp::gt, std::move(start),
                                    std::move(stop));
            change(node.variable);
            change(node.body);
            if (runs && always_holds(as<Compare>(*runs))) {
                block(node.body);
                change(node.body);
            } else {
                under(std::move(runs), node.body);
            }
            return;
        }
        case StmtKind::while_: {
            const auto& node = as<While>(stmt);
            ExprPtr condition = at_begin(*node.condition);
            change(node.body);
            under(std::move(condition), node.body);
            return;
        }
        default:
            visit_lvalues(stmt, [&](const Lvalue& place) { change(place.variable); });
            if (stmt.kind == StmtKind::declare) change(as<Declare>(stmt).variable);
        }
    }

    const Variables& changing_;
    const std::function<bool(const Variable*)>& is_stored_;
    Variables changed_;                         ///< since the block began
    std::map<const Variable*, ExprPtr> values_; ///< what variables are that were assigned since
    std::vector<ExprPtr> conditions_;           ///< those around; null for one that is not known
    std::vector<const Block*> blocks_;          ///< those around
};

/// Returns whether two expressions of one kind are alike but for their operands.
bool has_same_node(const Expr& a, const Expr& b) {
    switch (a.kind) {
    case ExprKind::literal:
    case ExprKind::variable:
    case ExprKind::length:
    case ExprKind::coordinate:
        return lower::is_same_simple(a, b);
    case ExprKind::unary:
        return as<Unary>(a).op == as<Unary>(b).op;
    case ExprKind::binary:
        return as<Binary>(a).op == as<Binary>(b).op;
    case ExprKind::compare:
        return as<Compare>(a).ops == as<Compare>(b).ops;
    case ExprKind::logical:
        return as<Logical>(a).is_and == as<Logical>(b).is_and;
    case ExprKind::conditional:
    case ExprKind::cast:
        return true;
    case ExprKind::load:
        return as<Load>(a).array == as<Load>(b).array;
    case ExprKind::field:
        return as<FieldExpr>(a).field == as<FieldExpr>(b).field;
    case ExprKind::builtin_call:
        return as<BuiltinCall>(a).builtin == as<BuiltinCall>(b).builtin && !lower::has_effects(a);
    default:
        return false;
    }
}

} // namespace

bool StoreSite::knows_conditions() const {
    return std::all_of(conditions.begin(), conditions.end(),
                       [](const ExprPtr& condition) { return condition != nullptr; });
}

bool StoreSite::comes_before(const StoreSite& other) const {
    if (blocks.size() > other.blocks.size()) return false;
    return std::equal(blocks.begin(), blocks.end(), other.blocks.begin());
}

std::vector<StoreSite> stores_of(const Block& body, const Variables& changing,
                                 const std::function<bool(const Variable*)>& is_stored) {
    return std::move(StoredElements(body, changing, is_stored).sites);
}

bool is_alike(const Expr& a, const Expr& b) {
    if (a.kind != b.kind || a.type != b.type || !has_same_node(a, b)) return false;
    std::vector<const Expr*> operands;
    visit_operands(a, [&](const ExprPtr& operand) { operands.push_back(operand.get()); });
    std::size_t next = 0;
    bool same = true;
    visit_operands(b, [&](const ExprPtr& operand) {
        same = same && next < operands.size() && is_alike(*operands[next], *operand);
        ++next;
    });
    return same && next == operands.size();
}

} // namespace cudapy::differentiate
