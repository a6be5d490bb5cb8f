#include "translator/lower/cpu/guard_hoisting.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <iterator>
#include <unordered_map>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

class GuardHoister {
  public:
    GuardHoister(Function& function, const Type* index_type) : function_(function), index_type_(index_type) {
        visit_statements(function.body, [&](const Stmt& stmt) {
            visit_assigned(stmt, [&](const Variable* variable) { ++assignments_[variable]; });
        });
        for (const Coordinate coordinate : function.facts.coordinates)
            counts_threads_ |= is_of_thread(coordinate) && !is_global(coordinate);
        visit_all(function.body, [&](const Expr& expr) {
            calls_ |= expr.kind == ExprKind::builtin_call || expr.kind == ExprKind::call;
        });
    }

    void run() {
        find();
        if (!function_.limits.empty()) drop_unread();
    }

  private:
    void find() {
        Block& body = function_.body;
        for (std::size_t at = 0; at < body.size(); ++at) {
            Stmt& stmt = *body[at];
            if (stmt.kind == StmtKind::note) continue;
            if (stmt.kind == StmtKind::declare) {
                if (!declare(as<Declare>(stmt))) return;
                continue;
            }
            if (stmt.kind != StmtKind::if_) return;
            auto& branch = as<If>(stmt);
            if (!branch.else_body.empty() || has_effects(*branch.condition) || has_check(*branch.condition))
                return;
            const bool leaves =
                branch.then_body.size() == 1 && branch.then_body[0]->kind == StmtKind::return_;
            if (!leaves && !is_last(at)) return;
            ExprPtr rest = take(std::move(branch.condition), !leaves);
            if (rest) {
                branch.condition = std::move(rest);
                if (!leaves) return;
                continue;
            }
            open(at, leaves);
            --at;
        }
    }

    Function& function_;
    const Type* const index_type_;
    std::unordered_map<const Variable*, int> assignments_;
    std::unordered_map<const Variable*, ExprPtr>
        values_;                  ///< of variables, made of parameters and coordinates
    bool counts_threads_ = false; ///< a thread knows its place in its block
    bool calls_ = false;

    bool is_last(std::size_t at) const {
        for (std::size_t i = at + 1; i < function_.body.size(); ++i)
            if (function_.body[i]->kind != StmtKind::note) return false;
        return true;
    }

    /// Returns whether threads that do nothing else need not do this.
    bool declare(const Declare& declare) {
        if (!declare.init) return true;
        if (has_effects(*declare.init) || has_check(*declare.init)) return false;
        if (is_simple_arithmetic(*declare.init) && assignments_[declare.variable] == 1)
            values_[declare.variable] = resolved(*declare.init);
        return true;
    }

    ExprPtr resolved(const Expr& expr) const {
        ExprPtr result = clone(expr);
        rewrite_expressions(result, [&](ExprPtr& part) {
            if (part->kind != ExprKind::variable) return;
            const auto found = values_.find(as<VariableRef>(*part).variable);
            if (found != values_.end()) part = clone(*found->second);
        });
        return result;
    }

    /// Takes out of the condition what is a limit of threads: of those for which it holds (`wanted`), or of
    /// those for which it does not. Returns what is left of it, null for nothing.
    ExprPtr take(ExprPtr condition, bool wanted) {
        if (condition->kind == ExprKind::logical && condition->type->is_bool() &&
            as<Logical>(*condition).is_and == wanted) {
            auto& logical = as<Logical>(*condition);
            ExprPtr left = take(std::move(logical.left), wanted);
            ExprPtr right = take(std::move(logical.right), wanted);
            if (!left || !right) return left ? std::move(left) : std::move(right);
            return wanted ? make_and(std::move(left), std::move(right))
                          : make_or(std::move(left), std::move(right));
        }
        if (condition->kind == ExprKind::compare && as<Compare>(*condition).ops.size() == 1) {
            const auto& compare = as<Compare>(*condition);
            const CompareOp op = wanted ? compare.ops[0] : negated(compare.ops[0]);
            if (limit(*compare.operands[0], op, *compare.operands[1]) ||
                limit(*compare.operands[1], mirrored(op), *compare.operands[0]))
                return nullptr;
        }
        return condition;
    }

    /// Adds the limit `place op value`. Returns false where this is none.
    bool limit(const Expr& place, CompareOp op, const Expr& value) {
        const std::optional<int> axis = axis_of_place(*resolved(place));
        ExprPtr bound = resolved(value);
        if (!axis || value.type != index_type_ || !is_known_outside(*bound)) return false;
        const bool is_lower = op == CompareOp::gt || op == CompareOp::ge || op == CompareOp::eq;
        // Vector loops have the same threads however a row is cut (runtime/cpu/block_pieces.h), and so the
        // same results, as long as they begin where the row is cut.
        if (is_lower && (calls_ || counts_threads_)) return false;
        switch (op) {
        case CompareOp::lt:
            add(*axis, ThreadLimit::Kind::below, std::move(bound));
            return true;
        case CompareOp::le:
            add(*axis, ThreadLimit::Kind::to, std::move(bound));
            return true;
        case CompareOp::gt:
            add(*axis, ThreadLimit::Kind::above, std::move(bound));
            return true;
        case CompareOp::ge:
            add(*axis, ThreadLimit::Kind::from, std::move(bound));
            return true;
        case CompareOp::eq:
            add(*axis, ThreadLimit::Kind::from, clone(*bound));
            add(*axis, ThreadLimit::Kind::to, std::move(bound));
            return true;
        case CompareOp::ne:
            return false;
        }
        return false;
    }

    void add(int axis, ThreadLimit::Kind kind, ExprPtr value) {
        const auto number = constant_value(*value);
        if (number && *number < INT32_MAX && kind == ThreadLimit::Kind::above) {
            kind = ThreadLimit::Kind::from;
            value = make_int(value->type, *number + 1, value->span);
        }
        function_.limits.push_back({axis, kind, std::move(value)});
    }

    /// Returns the axis of a thread's place in the launch; nothing for any other expression.
    static std::optional<int> axis_of_place(const Expr& expr) {
        const auto coordinate = [](const Expr& part) -> std::optional<Coordinate> {
            if (part.kind != ExprKind::coordinate) return std::nullopt;
            return as<CoordinateExpr>(part).coordinate;
        };
        if (const auto own = coordinate(expr))
            return is_global(*own) ? std::optional(axis_of(*own)) : std::nullopt;
        // blockIdx.x * blockDim.x + threadIdx.x, in any order
        if (expr.kind != ExprKind::binary || as<Binary>(expr).op != BinaryOp::add) return std::nullopt;
        for (const bool mirror : {false, true}) {
            const Expr& product = mirror ? *as<Binary>(expr).right : *as<Binary>(expr).left;
            const auto thread = coordinate(mirror ? *as<Binary>(expr).left : *as<Binary>(expr).right);
            if (!thread || group_of(*thread) != CoordinateGroup::thread || product.kind != ExprKind::binary ||
                as<Binary>(product).op != BinaryOp::mul)
                continue;
            const auto left = coordinate(*as<Binary>(product).left),
                       right = coordinate(*as<Binary>(product).right);
            const int axis = axis_of(*thread);
            const Coordinate block = coordinate_of(CoordinateGroup::block, axis);
            const Coordinate dim = coordinate_of(CoordinateGroup::block_dim, axis);
            if ((left == block && right == dim) || (left == dim && right == block)) return axis;
        }
        return std::nullopt;
    }

    /// Returns whether the value is made of what the kernel is given, and is the same for all threads.
    bool is_known_outside(const Expr& expr) const {
        bool known = is_simple_arithmetic(expr);
        visit_all(expr, [&](const Expr& part) {
            if (part.kind == ExprKind::variable) {
                const Variable* variable = as<VariableRef>(part).variable;
                known = known && variable->role == VariableRole::parameter && !assignments_.count(variable);
            }
            known = known && part.kind != ExprKind::coordinate;
        });
        return known;
    }

    /// Drops declarations of variables that only guards asked for.
    void drop_unread() {
        Block& body = function_.body;
        for (std::size_t at = body.size(); at-- > 0;) {
            if (body[at]->kind != StmtKind::declare) continue;
            const Variable* variable = as<Declare>(*body[at]).variable;
            if (!values_.count(variable)) continue;
            bool is_read = false;
            visit_all(body, [&](const Expr& expr) { is_read |= is_read_of(expr, variable); });
            if (is_read) continue;
            auto note = std::make_unique<Note>(body[at]->span);
            note->comments = std::move(body[at]->comments);
            if (note->comments.above.empty() && note->comments.trailing.empty())
                body.erase(body.begin() + static_cast<std::ptrdiff_t>(at));
            else
                body[at] = std::move(note);
        }
    }

    /// Puts what the branch holds in its place, or nothing where it only leaves the kernel.
    void open(std::size_t at, bool leaves) {
        Block& body = function_.body;
        auto& branch = as<If>(*body[at]);
        Block inner = leaves ? Block() : std::move(branch.then_body);
        Comments comments = std::move(branch.comments);
        if (!comments.above.empty() || !comments.trailing.empty()) {
            auto note = std::make_unique<Note>(branch.span);
            note->comments = std::move(comments);
            inner.insert(inner.begin(), std::move(note));
        }
        const auto place = body.erase(body.begin() + static_cast<std::ptrdiff_t>(at));
        body.insert(place, std::make_move_iterator(inner.begin()), std::make_move_iterator(inner.end()));
    }
};

} // namespace

void hoist_guards(Function& kernel, const Type* index_type) {
    if (kernel.is_kernel && !kernel.block && !kernel.facts.is_called) GuardHoister(kernel, index_type).run();
}

} // namespace cudapy::lower
