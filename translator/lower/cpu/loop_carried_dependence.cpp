#include "translator/lower/cpu/loop_carried_dependence.h"

#include "translator/lower/analysis/gathers.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace cudapy::lower {

using namespace program;

namespace {

struct Access {
    const Variable* array; ///< null where only the element's type is known
    const Type* element;
    const Expr* index; ///< null where it is not known
    bool is_store;
    int loop; ///< the outermost loop of the body that it is in; 0 for none
};

/// An index as the sum of an expression and a constant.
struct Split {
    const Expr* base; ///< null if there is only a constant
    int64_t offset;
};

Split split(const Expr& index) {
    if (const auto value = constant_value(index)) return {nullptr, *value};
    if (index.kind == ExprKind::binary) {
        const auto& binary = as<Binary>(index);
        const bool is_sum = binary.op == BinaryOp::add || binary.op == BinaryOp::sub;
        if (const auto right = is_sum ? constant_value(*binary.right) : std::nullopt) {
            const Split left = split(*binary.left);
            return {left.base, left.offset + (binary.op == BinaryOp::add ? *right : -*right)};
        }
        if (const auto left = binary.op == BinaryOp::add ? constant_value(*binary.left) : std::nullopt) {
            const Split right = split(*binary.right);
            return {right.base, right.offset + *left};
        }
    }
    return {&index, 0};
}

/// The most comparisons that are made. Each store is compared with each access, which is done for bodies that
/// people write. In longer ones, with a thousand of both, the order is kept.
constexpr std::size_t most_compared = 1'000'000;

/// Returns whether the call of a built-in function must be made by one thread after the other. One that
/// reports may leave the loop by an exception, too.
bool keeps_order(const Expr& call) {
    return is_atomic(call) || is_report(call) || is_draw(call) ||
           as<BuiltinCall>(call).builtin->special == Special::fence;
}

/// Returns whether the function, or one that it calls, makes such a call.
bool keeps_order(const Function& function, std::set<const Function*>& seen) {
    if (!seen.insert(&function).second) return false;
    bool keeps = false;
    visit_all(function.body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::builtin_call) keeps = keeps || keeps_order(expr);
        if (expr.kind == ExprKind::helper_call) keeps = keeps || is_check(as<HelperCall>(expr).helper);
        if (expr.kind == ExprKind::call) keeps = keeps || keeps_order(*as<Call>(expr).function, seen);
    });
    return keeps;
}

class Dependences {
  public:
    explicit Dependences(const Block& body) {
        count_assignments(body, false);
        block(body, 0);
    }

    bool is_safe() const {
        if (keeps_order_) return false;
        const auto stores = static_cast<std::size_t>(std::count_if(
            accesses_.begin(), accesses_.end(), [](const Access& access) { return access.is_store; }));
        if (stores * accesses_.size() > most_compared) return false;
        for (std::size_t i = 0; i < accesses_.size(); ++i) {
            const Access& store = accesses_[i];
            if (!store.is_store) continue;
            for (std::size_t j = 0; j < accesses_.size(); ++j) {
                const bool follows = j > i || (accesses_[j].loop != 0 && accesses_[j].loop == store.loop);
                if (j != i && follows && may_meet(store, accesses_[j])) return false;
            }
            // A store that is done again in a loop meets itself.
            if (store.loop != 0 && may_meet(store, store)) return false;
        }
        return true;
    }

  private:
    std::vector<Access> accesses_;
    std::unordered_map<const Variable*, int> assignments_; ///< how often a variable is assigned; an
                                                           ///< assignment in a loop counts twice
    int loops_ = 0;
    bool keeps_order_ = false; ///< there is a fence, or an atomic, which no vector operation does

    void count_assignments(const Block& body, bool in_loop) {
        for (const StmtPtr& stmt : body) {
            const bool is_loop = stmt->kind == StmtKind::while_ || stmt->kind == StmtKind::for_c;
            visit_assigned(*stmt, [&](const Variable* variable) {
                assignments_[variable] += in_loop || is_loop ? 2 : 1;
            });
            visit_blocks(*stmt, [&](const Block& inner) { count_assignments(inner, in_loop || is_loop); });
        }
    }

    /// Returns whether two expressions are equal and have one value wherever they are.
    bool same(const Expr& a, const Expr& b) const {
        if (a.kind != b.kind || a.type != b.type) return false;
        switch (a.kind) {
        case ExprKind::literal:
            return as<Literal>(a).value == as<Literal>(b).value;
        case ExprKind::variable: {
            const auto found = assignments_.find(as<VariableRef>(a).variable);
            return as<VariableRef>(a).variable == as<VariableRef>(b).variable &&
                   (found == assignments_.end() || found->second < 2);
        }
        case ExprKind::length:
            return as<Length>(a).array == as<Length>(b).array && as<Length>(a).axis == as<Length>(b).axis;
        case ExprKind::coordinate:
            return as<CoordinateExpr>(a).coordinate == as<CoordinateExpr>(b).coordinate;
        case ExprKind::unary:
            return as<Unary>(a).op == as<Unary>(b).op && same(*as<Unary>(a).operand, *as<Unary>(b).operand);
        case ExprKind::binary:
            return as<Binary>(a).op == as<Binary>(b).op && same(*as<Binary>(a).left, *as<Binary>(b).left) &&
                   same(*as<Binary>(a).right, *as<Binary>(b).right);
        case ExprKind::cast:
            return same(*as<Cast>(a).operand, *as<Cast>(b).operand);
        default:
            return false;
        }
    }

    /// Returns whether the two may be one element without being so plainly.
    bool may_meet(const Access& store, const Access& other) const {
        if (store.element != other.element) return false;
        // An array that the function itself declares is no other array.
        const bool own = (store.array && store.array->is_declared_array()) ||
                         (other.array && other.array->is_declared_array());
        if (own && store.array && other.array && store.array != other.array) return false;
        if (!store.index || !other.index) return true;
        const Split a = split(*store.index), b = split(*other.index);
        const bool one_base = (!a.base && !b.base) || (a.base && b.base && same(*a.base, *b.base));
        // Where both are in one array, at a fixed distance from each other, compilers see which accesses
        // meet. In two arrays they see it step by step, when the distance is none.
        return !one_base || (a.offset != b.offset && store.array != other.array);
    }

    /// Adds an access. The array that a pointer leads to is not looked at.
    void access(const Variable* array, const Type* element, const Expr* index, bool is_store, int loop) {
        if (array->is_pointer())
            accesses_.push_back({nullptr, element, nullptr, is_store, loop});
        else
            accesses_.push_back({array, element, index, is_store, loop});
    }

    void load(const Expr& expr, int loop) {
        visit_operands(expr, [&](const ExprPtr& operand) { load(*operand, loop); });
        switch (expr.kind) {
        case ExprKind::load: {
            const auto& node = as<Load>(expr);
            if (!node.array->table) access(node.array, node.type, node.index.get(), false, loop);
            break;
        }
        case ExprKind::builtin_call:
            keeps_order_ = keeps_order_ || keeps_order(expr);
            for (const ExprPtr& argument : as<BuiltinCall>(expr).arguments)
                if (argument->type->is_array())
                    accesses_.push_back({nullptr, argument->type->element(), nullptr, false, loop});
            break;
        case ExprKind::helper_call: // a helper that reports leaves the loop
            keeps_order_ = keeps_order_ || is_check(as<HelperCall>(expr).helper);
            break;
        case ExprKind::call: {
            // The order in which the callee does it is not looked at.
            const Function& callee = *as<Call>(expr).function;
            std::set<const Function*> seen;
            keeps_order_ = keeps_order_ || keeps_order(callee, seen);
            for (const bool stores : {true, false})
                for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
                    if (!callee.parameters[i]->type->is_array()) continue;
                    const ArrayUse& use = callee.facts.array_uses[i];
                    if (stores ? use.writes : use.reads)
                        accesses_.push_back(
                            {nullptr, callee.parameters[i]->type->element(), nullptr, stores, loop});
                }
            break;
        }
        default:
            break;
        }
    }

    void store(const Lvalue& place, int loop) {
        if (!place.index) return;
        load(*place.index, loop);
        access(place.variable, place.root_type(), place.index.get(), true, loop);
    }

    void block(const Block& body, int loop) {
        for (const StmtPtr& stmt : body) {
            const bool is_loop = stmt->kind == StmtKind::while_ || stmt->kind == StmtKind::for_c;
            const int inner = loop != 0 || !is_loop ? loop : ++loops_;
            switch (stmt->kind) {
            case StmtKind::assign:
                load(*as<Assign>(*stmt).value, loop);
                store(as<Assign>(*stmt).lvalue, loop);
                break;
            case StmtKind::augmented_assign: {
                const auto& assign = as<AugmentedAssign>(*stmt);
                load(*assign.value, loop);
                if (assign.lvalue.index)
                    access(assign.lvalue.variable, assign.lvalue.root_type(), assign.lvalue.index.get(),
                           false, loop);
                store(assign.lvalue, loop);
                break;
            }
            default:
                visit_expressions(*stmt, [&](const ExprPtr& expr) { load(*expr, inner); });
            }
            visit_blocks(*stmt, [&](const Block& each) { block(each, inner); });
        }
    }
};

} // namespace

bool is_safe_for_simd(const Block& body) {
    return Dependences(body).is_safe();
}

void mark_simd(Function& function) {
    function.simd = is_safe_for_simd(function.body);
    function.simd_of_few = function.simd && Gathers(function.body).is_gather(function.body);
    for (Function* variant : {function.strip.get(), function.block.get()}) {
        if (!variant) continue;
        const Gathers gathers(variant->body);
        visit_statements(variant->body, [&](Stmt& stmt) {
            if (stmt.kind != StmtKind::work_item_loop || as<WorkItemLoop>(stmt).goes_along_rows) return;
            auto& lanes = as<WorkItemLoop>(stmt);
            if (lanes.in_turns) return;
            lanes.simd = is_safe_for_simd(lanes.body);
            lanes.simd_of_few = lanes.simd && gathers.is_gather(lanes.body);
        });
    }
}

} // namespace cudapy::lower
