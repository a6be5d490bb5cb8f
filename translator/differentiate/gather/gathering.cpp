#include "translator/differentiate/gather/gathering.h"

#include "translator/builtins/builtins.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;
using lower::Symbol;
using lower::SymbolicSum;

namespace {

/// Returns the parts of `a and b and c`; of `not (a or b)` where it `is_negated`.
void add_conditions(const Expr& expr, bool is_negated, std::vector<ExprPtr>& conditions) {
    if (expr.kind == ExprKind::unary && as<Unary>(expr).op == UnaryOp::logical_not)
        return add_conditions(*as<Unary>(expr).operand, !is_negated, conditions);
    if (expr.kind == ExprKind::logical && as<Logical>(expr).is_and != is_negated) {
        add_conditions(*as<Logical>(expr).left, is_negated, conditions);
        return add_conditions(*as<Logical>(expr).right, is_negated, conditions);
    }
    if (!is_negated) return conditions.push_back(clone(expr));
    if (expr.kind == ExprKind::compare && as<Compare>(expr).ops.size() == 1 &&
        as<Compare>(expr).operands[0]->type->is_integer()) {
        const auto& compare = as<Compare>(expr);
        return conditions.push_back(
            make_compare(negated(compare.ops[0]), clone(*compare.operands[0]), clone(*compare.operands[1])));
    }
    conditions.push_back(make_not(clone(expr)));
}

ExprPtr all_of(std::vector<ExprPtr> conditions) {
    ExprPtr all;
    for (ExprPtr& condition : conditions)
        all = all ? make_and(std::move(all), std::move(condition)) : std::move(condition);
    return all;
}

bool is_literal(const Expr& expr, int64_t value) {
    return lower::constant_value(expr) == value;
}

/// Returns whether a sum is one symbol and a constant, which may be written in place of a name.
bool is_plain(const SymbolicSum& sum) {
    int others = 0;
    for (const auto& [symbols, number] : sum.products)
        if (!symbols.empty()) others += symbols.size() == 1 && number == 1 ? 1 : 2;
    return others <= 1;
}

} // namespace

/// The additions of one slice.
class Gathering::Group {
  public:
    Group(Gathering& all, Slice& slice, const Solution& solution)
        : all_(all), slice_(slice), solution_(solution), assignments_(assignments_of(slice.body)) {
        for (const int axis : all.axes_)
            if (!solution.coordinates.count(axis)) open_.push_back(axis);
        std::reverse(open_.begin(), open_.end()); // the last axis is the outer loop
        for (const int axis : open_)
            varying_.insert(thread(axis));
        find_outer_loops();
        name_values();
        reads_ = reads_in(slice.body);
        positions_.emplace(path_to(slice.body, *slice.additions.front()), assignments_);
    }

    bool write(Block& out) {
        if (!put_outer_loops()) return false;
        std::vector<ExprPtr> guards;
        if (open_.empty() && all_.part_axis_ >= 0) // only one of the parts
            guards.push_back(make_compare(CompareOp::eq, part(), number(0)));
        for (const auto& [axis, value] : solution_.coordinates)
            guard_coordinate(axis, value, guards);
        if (!walk(slice_.body, guards)) return false;
        // From the inside to the outside: what is done for each thread, the loops over threads, and what is
        // the same for all of them.
        Block inside = std::move(inner_);
        for (auto axis = open_.rbegin(); axis != open_.rend(); ++axis)
            if (!put_in_loop(*axis, axis + 1 == open_.rend(), inside)) return false;
        for (StmtPtr& stmt : inside)
            current().push_back(std::move(stmt));
        for (StmtPtr& stmt : root_)
            out.push_back(std::move(stmt));
        return true;
    }

  private:
    Gathering& all_;
    Slice& slice_;
    const Solution& solution_;
    const std::map<const Variable*, int> assignments_;
    std::map<const Variable*, int> reads_; ///< how often the slice reads each variable
    std::optional<Positions> positions_;   ///< of the slice with the element's coordinates
    std::vector<int> open_;                ///< the axes of which all threads add, the outer one first
    std::set<const Variable*> varying_;    ///< they differ between the threads of an element
    Block root_;                           ///< what is written, from the outside
    std::vector<ForRange*> outer_loops_; ///< of the slice: those that coordinates depend on, outer ones first
    ForRange* within_ = nullptr;         ///< the innermost of them as it is written
    std::vector<If*> nested_;            ///< the conditions in it that are around what comes next
    Block inner_;                        ///< for each of the threads
    std::map<int, std::vector<SymbolicSum>> from_, below_; ///< bounds of the coordinates of open axes
    bool has_bound_ = false;

    Variable* thread(int axis) const { return all_.threads_[static_cast<std::size_t>(axis)]; }
    Block& current() {
        if (!nested_.empty()) return nested_.back()->then_body;
        return within_ ? within_->body : root_;
    }
    Span span() const { return slice_.additions.front()->span; }
    /// Returns the expression of a sum, in which what is taken away comes last: `idx - k`.
    ExprPtr expression(const SymbolicSum& sum) const {
        SymbolicSum taken, rest;
        for (const auto& [symbols, number] : sum.products) {
            const bool is_taken = number < 0 && lower::counted_by(symbols);
            (is_taken ? taken : rest).products[symbols] = is_taken ? -number : number;
        }
        const auto make = [&](const SymbolicSum& part) {
            return lower::expression_of(part, all_.index_type_, span());
        };
        if (taken.is_zero() || rest.is_zero()) return make(sum);
        return make_binary(BinaryOp::sub, make(rest), make(taken));
    }

    /// Finds the loops whose variables are in the solutions. They go around everything, since only in them it
    /// is known which thread adds.
    void find_outer_loops() {
        std::set<const Variable*> needed;
        const auto look = [&](const SymbolicSum& value) {
            for (const auto& [symbols, number] : value.products)
                if (const Symbol* symbol = lower::counted_by(symbols))
                    if (symbol->kind == Symbol::Kind::variable) needed.insert(symbol->variable);
        };
        for (const auto& [axis, value] : solution_.coordinates)
            look(value);
        for (const auto& [loop, value] : solution_.loops)
            look(value);
        for (const PathStep& step : path_to(slice_.body, *slice_.additions.front())) {
            if (step.stmt().kind != StmtKind::for_range) continue;
            auto& loop = const_cast<ForRange&>(as<ForRange>(step.stmt()));
            if (needed.count(loop.variable)) outer_loops_.push_back(&loop);
        }
    }

    /// Returns whether the bounds of these loops are the same for all threads. They count upwards.
    bool put_outer_loops() {
        for (ForRange* loop : outer_loops_) {
            const auto start = positions_->form(*loop->start), stop = positions_->form(*loop->stop);
            const bool is_up = is_literal(*loop->step, 1);
            if (!start || !stop || (!is_up && !is_literal(*loop->step, -1))) return false;
            if (!is_of_launch(*start) || !is_of_launch(*stop) || !is_without_memory(*loop)) return false;
            const auto after = [](const SymbolicSum& sum) { return sum.with_constant(sum.constant() + 1); };
            auto made = std::make_unique<ForRange>(span(), loop->variable, all_.index_type_,
                                                   expression(is_up ? *start : after(*stop)),
                                                   expression(is_up ? *stop : after(*start)), number(1));
            ForRange* const inner = made.get();
            current().push_back(std::move(made));
            within_ = inner;
        }
        return true;
    }
    /// Returns whether a sum is made of parameters and extents.
    static bool is_of_launch(const SymbolicSum& sum) {
        return std::all_of(sum.products.begin(), sum.products.end(), [](const auto& product) {
            const Symbol* symbol = lower::counted_by(product.first);
            return !symbol || (symbol->kind == Symbol::Kind::variable &&
                               symbol->variable->role == VariableRole::parameter);
        });
    }

    void put_condition(std::vector<ExprPtr> conditions) {
        std::erase_if(conditions, [&](const ExprPtr& condition) { return is_always(*condition); });
        if (conditions.empty()) return;
        if (!nested_.empty() && nested_.back()->then_body.empty()) {
            std::vector<ExprPtr> all;
            add_conditions(*nested_.back()->condition, false, all);
            for (ExprPtr& condition : conditions)
                all.push_back(std::move(condition));
            drop_implied(all);
            nested_.back()->condition = all_of(std::move(all));
            return;
        }
        drop_implied(conditions);
        auto branch = std::make_unique<If>(span(), all_of(std::move(conditions)));
        If* const made = branch.get();
        current().push_back(std::move(branch));
        nested_.push_back(made);
    }

    /// Returns a sum that is 0 or more where a comparison of integers holds, and only there.
    std::optional<SymbolicSum> not_negative(const Expr& condition) const {
        if (condition.kind != ExprKind::compare || as<Compare>(condition).ops.size() != 1)
            return std::nullopt;
        const auto& compare = as<Compare>(condition);
        const auto left = positions_->form(*compare.operands[0]),
                   right = positions_->form(*compare.operands[1]);
        if (!left || !right) return std::nullopt;
        const CompareOp op = compare.ops[0];
        if (op == CompareOp::eq || op == CompareOp::ne) return std::nullopt;
        const bool is_less = op == CompareOp::lt || op == CompareOp::le;
        auto difference = is_less ? lower::added(*right, *left, -1) : lower::added(*left, *right, -1);
        if (!difference) return std::nullopt;
        const bool is_strict = op == CompareOp::lt || op == CompareOp::gt;
        return is_strict ? difference->with_constant(difference->constant() - 1) : *difference;
    }
    /// Returns whether a comparison holds because coordinates and extents are not negative.
    bool is_always(const Expr& condition) const {
        const auto sum = not_negative(condition);
        return sum && std::all_of(sum->products.begin(), sum->products.end(), [](const auto& product) {
                   return product.second >= 0 &&
                          std::all_of(product.first.begin(), product.first.end(), [](const Symbol& symbol) {
                              return symbol.kind != Symbol::Kind::variable;
                          });
               });
    }
    void drop_implied(std::vector<ExprPtr>& conditions) const {
        for (std::size_t i = 0; i < conditions.size(); ++i) {
            const auto sum = not_negative(*conditions[i]);
            if (!sum) continue;
            const bool is_implied = [&] {
                for (std::size_t j = 0; j < conditions.size(); ++j) {
                    const auto other = j == i ? std::nullopt : not_negative(*conditions[j]);
                    const auto room = other ? lower::added(*sum, *other, -1) : std::nullopt;
                    const auto number = room ? room->as_constant() : std::nullopt;
                    if (number && (*number > 0 || (*number == 0 && j < i))) return true;
                }
                return false;
            }();
            if (is_implied) conditions.erase(conditions.begin() + static_cast<std::ptrdiff_t>(i--));
        }
    }

    /// The thread must be one that was asked for.
    void guard_coordinate(int axis, const SymbolicSum& solved, std::vector<ExprPtr>& guards) const {
        const SymbolicSum value =
            named_coordinates_.count(axis) ? SymbolicSum(Symbol::of(thread(axis))) : solved;
        guards.push_back(make_compare(CompareOp::ge, expression(value), number(0)));
        guards.push_back(
            make_compare(CompareOp::lt, expression(value),
                         make_ref(all_.parameters_.asked[static_cast<std::size_t>(axis)], span())));
    }
    ExprPtr number(int64_t value) const { return make_int(all_.index_type_, value, span()); }

    ExprPtr part() const {
        return std::make_unique<CoordinateExpr>(span(), all_.index_type_,
                                                coordinate_of(CoordinateGroup::global, all_.part_axis_));
    }

    std::map<int, Variable*> named_coordinates_;
    std::map<const Variable*, bool> is_named_loop_;

    /// Solutions that are more than a coordinate and a constant get a name: a variable of their own, or the
    /// loop's.
    void name_values() {
        for (const auto& [axis, value] : solution_.coordinates)
            if (!is_plain(value)) named_coordinates_[axis] = thread(axis);
        for (const auto& [loop, value] : solution_.loops)
            is_named_loop_[loop] = !is_plain(value);
        for (const StmtPtr& stmt : slice_.body) { // names of extents
            if (stmt->kind != StmtKind::assign || !as<Assign>(*stmt).lvalue.is_variable()) continue;
            const auto& assign = as<Assign>(*stmt);
            if (assign.value->kind == ExprKind::length && assignments_.at(assign.lvalue.variable) == 1)
                lengths_[assign.lvalue.variable] = clone(*assign.value);
        }
        rewrite(slice_.body);
    }
    std::map<const Variable*, ExprPtr> lengths_; ///< the extents that variables name

    template <typename Tree>
    void rewrite(Tree& tree) {
        lower::rewrite_expressions(tree, [&](ExprPtr& expr) {
            if (expr->kind == ExprKind::coordinate) {
                const int axis = axis_of(as<CoordinateExpr>(*expr).coordinate);
                const auto known = solution_.coordinates.find(axis);
                const bool has_name = known == solution_.coordinates.end() || named_coordinates_.count(axis);
                expr = has_name ? make_ref(thread(axis), expr->span)
                                : lower::expression_of(known->second, expr->type, expr->span);
            } else if (expr->kind == ExprKind::variable && lengths_.count(as<VariableRef>(*expr).variable)) {
                expr = clone(*lengths_.at(as<VariableRef>(*expr).variable));
            } else if (expr->kind == ExprKind::variable) {
                const auto known = solution_.loops.find(as<VariableRef>(*expr).variable);
                if (known != solution_.loops.end() && !is_named_loop_.at(known->first))
                    expr = convert(lower::expression_of(known->second, all_.index_type_, expr->span),
                                   expr->type);
            }
        });
    }

    bool varies(const Expr& expr) const {
        bool found = false;
        visit_all(expr, [&](const Expr& part) {
            if (part.kind == ExprKind::variable)
                found = found || varying_.count(as<VariableRef>(part).variable) > 0;
        });
        return found;
    }
    static bool loads(const Expr& expr) {
        bool found = false;
        visit_all(expr, [&](const Expr& part) { found = found || part.kind == ExprKind::load; });
        return found;
    }

    /// Puts a statement in front of the loops over threads where it is the same for all of them.
    void place(StmtPtr stmt) {
        const bool is_assign = stmt->kind == StmtKind::assign && as<Assign>(*stmt).lvalue.is_variable();
        if (!open_.empty() && is_assign && !varies(*as<Assign>(*stmt).value) &&
            assignments_.at(as<Assign>(*stmt).lvalue.variable) == 1 &&
            !(has_bound_ && loads(*as<Assign>(*stmt).value)))
            return current().push_back(std::move(stmt));
        note_varying(*stmt);
        inner_.push_back(std::move(stmt));
    }
    void note_varying(const Stmt& stmt) {
        lower::visit_assigned(stmt, [&](const Variable* variable) { varying_.insert(variable); });
        visit_blocks(stmt, [&](const Block& block) {
            for (const StmtPtr& each : block)
                note_varying(*each);
        });
    }

    /// Returns whether the statement names an extent, which is written wherever the name stood.
    bool names_length(const Stmt& stmt) const {
        return stmt.kind == StmtKind::assign && as<Assign>(stmt).lvalue.is_variable() &&
               lengths_.count(as<Assign>(stmt).lvalue.variable);
    }

    bool is_addition(const Stmt& stmt) const {
        return std::find(slice_.additions.begin(), slice_.additions.end(), &stmt) != slice_.additions.end();
    }
    bool has_addition(const Stmt& stmt) const {
        bool found = is_addition(stmt);
        visit_blocks(stmt, [&](const Block& block) {
            for (const StmtPtr& each : block)
                found = found || has_addition(*each);
        });
        return found;
    }

    /// Goes down to the additions, as long as there is one way. `guards` hold before anything is done.
    bool walk(Block& block, std::vector<ExprPtr> guards) {
        put_named();
        put_condition(std::move(guards));
        Block* at = &block;
        for (;;) {
            std::size_t i = 0;
            for (; i < at->size() && !has_addition(*(*at)[i]); ++i)
                if (!names_length(*(*at)[i]))
                    open_.empty() ? current().push_back(std::move((*at)[i])) : place(std::move((*at)[i]));
            Stmt& next = *(*at)[i];
            if (next.kind == StmtKind::if_) {
                auto& branch = as<If>(next);
                const bool in_else = std::any_of(branch.else_body.begin(), branch.else_body.end(),
                                                 [&](const StmtPtr& stmt) { return has_addition(*stmt); });
                std::vector<ExprPtr> conditions;
                add_conditions(*branch.condition, in_else, conditions);
                if (!add_conditions_of_threads(std::move(conditions))) return false;
                at = in_else ? &branch.else_body : &branch.then_body;
                continue;
            }
            if (std::find(outer_loops_.begin(), outer_loops_.end(), &next) != outer_loops_.end()) {
                at = &as<ForRange>(next).body;
                continue;
            }
            if (next.kind == StmtKind::for_range && solution_.loops.count(as<ForRange>(next).variable)) {
                auto& loop = as<ForRange>(next);
                if (!is_without_memory(loop)) return false;
                std::vector<ExprPtr> conditions;
                if (!add_loop_conditions(loop, conditions)) return false;
                if (!add_conditions_of_threads(std::move(conditions))) return false;
                at = &loop.body;
                continue;
            }
            Block& out = open_.empty() ? current() : inner_;
            for (; i < at->size(); ++i)
                if (!copy((*at)[i], out)) return false;
            return true;
        }
    }

    void put_named() {
        for (const auto& [axis, variable] : named_coordinates_)
            current().push_back(make_assign(variable, expression(solution_.coordinates.at(axis)), span()));
        for (const auto& [loop, value] : solution_.loops)
            if (is_named_loop_.at(loop)) {
                auto* variable = const_cast<Variable*>(loop);
                current().push_back(
                    make_assign(variable, convert(expression(value), variable->type), span()));
            }
    }

    static std::map<const Variable*, int> reads_in(const Block& body) {
        std::map<const Variable*, int> reads;
        visit_all(body, [&](const Expr& expr) {
            if (expr.kind == ExprKind::variable) ++reads[as<VariableRef>(expr).variable];
        });
        return reads;
    }

    /// Returns whether an iteration computes everything that the additions need from the loop variable, and
    /// nothing that is read when the loop has ended.
    bool is_without_memory(const ForRange& loop) const {
        std::set<const Variable*> assigned, read;
        bool holds = true;
        const std::function<void(const Block&, std::set<const Variable*>&)> look =
            [&](const Block& block, std::set<const Variable*>& done) {
                for (const StmtPtr& stmt : block) {
                    visit_expressions(static_cast<const Stmt&>(*stmt), [&](const ExprPtr& expr) {
                        visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                            if (part.kind != ExprKind::variable) return;
                            const Variable* variable = as<VariableRef>(part).variable;
                            if (assigned.count(variable) && !done.count(variable)) holds = false;
                        });
                    });
                    std::set<const Variable*> inner = done;
                    if (stmt->kind == StmtKind::for_range) inner.insert(as<ForRange>(*stmt).variable);
                    visit_blocks(static_cast<const Stmt&>(*stmt), [&](const Block& each) {
                        std::set<const Variable*> branch = inner;
                        look(each, branch);
                    });
                    if (stmt->kind == StmtKind::assign && as<Assign>(*stmt).lvalue.is_variable())
                        done.insert(as<Assign>(*stmt).lvalue.variable);
                    if (stmt->kind == StmtKind::builtin_unpack)
                        for (const Lvalue& place : as<BuiltinUnpack>(*stmt).lvalues)
                            done.insert(place.variable);
                }
            };
        visit_statements(loop.body, [&](const Stmt& stmt) {
            lower::visit_assigned(stmt, [&](const Variable* variable) { assigned.insert(variable); });
        });
        assigned.erase(loop.variable);
        std::set<const Variable*> done;
        look(loop.body, done);
        std::map<const Variable*, int> inside = reads_in(loop.body);
        assigned.insert(loop.variable);
        return holds && std::all_of(assigned.begin(), assigned.end(), [&](const Variable* variable) {
                   const auto all = reads_.find(variable);
                   return all == reads_.end() || all->second == inside[variable];
               });
    }

    /// Adds that the loop comes to the iteration that is the solution.
    bool add_loop_conditions(const ForRange& loop, std::vector<ExprPtr>& conditions) const {
        const bool is_up = is_literal(*loop.step, 1);
        if (!is_up && !is_literal(*loop.step, -1)) return false;
        const Expr &least = is_up ? *loop.start : *loop.stop, &end = is_up ? *loop.stop : *loop.start;
        if (loads(least) || loads(end) || varies(least) || varies(end)) return false;
        const SymbolicSum& value = solution_.loops.at(loop.variable);
        const ExprPtr at = is_named_loop_.at(loop.variable)
                               ? convert(make_ref(loop.variable, span()), loop.counter)
                               : convert(expression(value), loop.counter);
        // Of a loop that counts down, `stop` is below the least one, and `start` is the last one.
        const CompareOp low = is_up ? CompareOp::ge : CompareOp::gt;
        const CompareOp high = is_up ? CompareOp::lt : CompareOp::le;
        if (!is_known(low, value, least)) conditions.push_back(make_compare(low, clone(*at), clone(least)));
        if (is_known(high, value, end)) return true;
        const auto last = is_up ? std::nullopt : positions_->form(end);
        conditions.push_back(
            last ? make_compare(CompareOp::lt, clone(*at),
                                convert(expression(last->with_constant(last->constant() + 1)), loop.counter))
                 : make_compare(high, clone(*at), clone(end)));
        return true;
    }

    /// Returns whether the comparison holds because the element is inside its array.
    bool is_known(CompareOp op, const SymbolicSum& value, const Expr& bound) const {
        const auto other = lower::affine_form(bound, {});
        if (!other) return false;
        const bool is_lower = op == CompareOp::ge || op == CompareOp::gt;
        for (std::size_t axis = 0; axis < all_.elements_.dimensions.size(); ++axis) {
            const Symbol element = Symbol::of(coordinate_of(CoordinateGroup::global, static_cast<int>(axis)));
            const auto offset = lower::added(value, SymbolicSum(element), -1);
            const auto shift = offset ? offset->as_constant() : std::nullopt;
            if (!shift) continue;
            if (is_lower) {
                const auto least = other->as_constant();
                return least && *shift >= *least + (op == CompareOp::gt);
            }
            const Variable* array = all_.elements_.array;
            const int dimension = all_.elements_.dimensions[axis];
            for (const Variable* of : {array, array->tangent_of}) {
                if (!of) continue;
                const auto room = lower::added(
                    *other, SymbolicSum(Symbol::extent_of(const_cast<Variable*>(of), dimension)), -1);
                const auto more = room ? room->as_constant() : std::nullopt;
                // The element is at most the extent minus 1.
                if (more && *shift - 1 <= *more - (op == CompareOp::lt)) return true;
            }
        }
        return false;
    }

    /// Takes conditions: those of the element go around the loops over threads, those of the threads' own
    /// coordinates become bounds of the loops.
    bool add_conditions_of_threads(std::vector<ExprPtr> conditions) {
        std::vector<ExprPtr> outer;
        for (ExprPtr& condition : conditions) {
            if (open_.empty() || (!varies(*condition) && !(has_bound_ && loads(*condition)))) {
                outer.push_back(std::move(condition));
                continue;
            }
            if (!add_bound(*condition)) return false;
            has_bound_ = true;
        }
        put_condition(std::move(outer));
        return true;
    }

    /// Takes a comparison of a coordinate of the threads as a bound of the loop over it.
    bool add_bound(const Expr& condition) {
        if (condition.kind != ExprKind::compare || as<Compare>(condition).ops.size() != 1) return false;
        const auto& compare = as<Compare>(condition);
        const auto left = positions_->form(*compare.operands[0]),
                   right = positions_->form(*compare.operands[1]);
        const auto difference = left && right ? lower::added(*left, *right, -1) : std::nullopt;
        if (!difference) return false;
        for (const int axis : open_) {
            const Symbol symbol = Symbol::of(thread(axis));
            const auto stride = lower::stride_along(*difference, symbol);
            const auto factor = stride ? stride->as_constant() : std::nullopt;
            if (!factor || (*factor != 1 && *factor != -1)) continue;
            auto rest = lower::added(*difference, SymbolicSum(symbol), -*factor);
            auto bound = rest ? lower::added({}, *rest, -*factor) : std::nullopt;
            if (!bound || !is_outside(*bound, axis)) return false;
            switch (*factor == 1 ? compare.ops[0] : mirrored(compare.ops[0])) {
            case CompareOp::lt:
                below_[axis].push_back(*bound);
                return true;
            case CompareOp::le:
                below_[axis].push_back(bound->with_constant(bound->constant() + 1));
                return true;
            case CompareOp::ge:
                from_[axis].push_back(*bound);
                return true;
            case CompareOp::gt:
                from_[axis].push_back(bound->with_constant(bound->constant() + 1));
                return true;
            case CompareOp::eq:
                from_[axis].push_back(*bound);
                below_[axis].push_back(bound->with_constant(bound->constant() + 1));
                return true;
            default:
                return false;
            }
        }
        return false;
    }

    /// Returns whether a bound is known outside of the loop over an axis.
    bool is_outside(const SymbolicSum& bound, int axis) const {
        return std::all_of(bound.products.begin(), bound.products.end(), [&](const auto& product) {
            const Symbol* symbol = lower::counted_by(product.first);
            if (!symbol || symbol->kind == Symbol::Kind::coordinate) return true;
            if (symbol->variable->role == VariableRole::parameter) return true;
            for (const int outer : open_) {
                if (outer == axis) return false;
                if (symbol->variable == thread(outer)) return true;
            }
            return false;
        });
    }

    /// Puts a block into the loop over the threads along an axis. The threads of an element are divided in
    /// parts along the outer one.
    bool put_in_loop(int axis, bool is_outer, Block& inside) {
        const auto place = static_cast<std::size_t>(axis);
        const auto least = [&](ExprPtr a, ExprPtr b) { return extremum("min", std::move(a), std::move(b)); };
        ExprPtr end = make_ref(all_.parameters_.asked[place], span());
        std::vector<SymbolicSum> known;
        for (const SymbolicSum& bound : below_[axis]) {
            if (std::find(known.begin(), known.end(), bound) != known.end()) continue;
            known.push_back(bound);
            end = least(std::move(end), expression(bound));
        }
        ExprPtr begin;
        known.clear();
        for (const SymbolicSum& bound : from_[axis]) {
            if (const auto value = bound.as_constant(); value && *value <= 0) continue;
            if (std::find(known.begin(), known.end(), bound) != known.end()) continue;
            known.push_back(bound);
            begin = begin ? extremum("max", std::move(begin), expression(bound)) : expression(bound);
        }
        if (begin && !known.empty() && std::any_of(known.begin(), known.end(), [](const SymbolicSum& bound) {
                return !bound.as_constant();
            }))
            begin = extremum("max", number(0), std::move(begin));
        Block before;
        if (is_outer && all_.part_axis_ >= 0) divide(axis, begin, end, before);
        auto loop =
            std::make_unique<ForRange>(span(), thread(axis), all_.index_type_,
                                       begin ? std::move(begin) : number(0), std::move(end), number(1));
        loop->body = std::move(inside);
        before.push_back(std::move(loop));
        inside = std::move(before);
        return true;
    }

    /// Makes of bounds those of the part of this thread.
    void divide(int axis, ExprPtr& begin, ExprPtr& end, Block& before) {
        Variable* const first =
            all_.kernel_.add_variable("first", all_.index_type_, VariableRole::temporary, span());
        Variable* const share_of_part = all_.parameters_.shares[static_cast<std::size_t>(axis)];
        const auto share = [&] { return make_ref(share_of_part, span()); };
        before.push_back(make_assign(first, make_binary(BinaryOp::mul, part(), share()), span()));
        end = extremum("min", make_binary(BinaryOp::add, make_ref(first, span()), share()), std::move(end));
        begin = begin ? extremum("max", make_ref(first, span()), std::move(begin)) : make_ref(first, span());
    }

    ExprPtr extremum(const char* name, ExprPtr a, ExprPtr b) const {
        std::vector<ExprPtr> arguments;
        arguments.push_back(std::move(a));
        arguments.push_back(std::move(b));
        const Builtin* const builtin = find_builtin(name);
        return std::make_unique<BuiltinCall>(span(), all_.index_type_, builtin, nullptr,
                                             std::move(arguments));
    }

    /// Copies what is inside of loops that stay, with sums in place of the additions.
    bool copy(StmtPtr& stmt, Block& out) {
        if (is_addition(*stmt)) {
            const auto addition = addition_of(*stmt);
            std::map<int, int64_t> constants;
            const auto forms = positions_->forms(*addition->place.index, *all_.elements_.array);
            for (std::size_t dimension = 0; dimension < forms.size(); ++dimension)
                if (const auto number = forms[dimension].as_constant())
                    constants[static_cast<int>(dimension)] = *number;
            Variable* sum = all_.sum_of(addition->place, constants);
            ExprPtr amount = clone(*addition->amount);
            BinaryOp op = addition->subtracts ? BinaryOp::sub : BinaryOp::add;
            if (amount->kind == ExprKind::unary && as<Unary>(*amount).op == UnaryOp::negate) {
                ExprPtr inside = std::move(as<Unary>(*amount).operand);
                amount = std::move(inside);
                op = op == BinaryOp::sub ? BinaryOp::add : BinaryOp::sub;
            }
            out.push_back(std::make_unique<AugmentedAssign>(stmt->span, Lvalue{sum, nullptr, stmt->span}, op,
                                                            sum->type, std::move(amount)));
            return true;
        }
        if (!has_addition(*stmt)) {
            out.push_back(std::move(stmt));
            return true;
        }
        if (stmt->kind == StmtKind::if_) {
            auto& node = as<If>(*stmt);
            auto made = std::make_unique<If>(stmt->span, clone(*node.condition));
            for (StmtPtr& each : node.then_body)
                if (!copy(each, made->then_body)) return false;
            for (StmtPtr& each : node.else_body)
                if (!copy(each, made->else_body)) return false;
            out.push_back(std::move(made));
            return true;
        }
        if (stmt->kind != StmtKind::for_range) return false;
        auto& node = as<ForRange>(*stmt);
        if (std::find(outer_loops_.begin(), outer_loops_.end(), &node) != outer_loops_.end()) {
            for (StmtPtr& each : node.body)
                if (!copy(each, out)) return false;
            return true;
        }
        if (solution_.loops.count(node.variable)) {
            std::vector<ExprPtr> conditions;
            if (!is_without_memory(node) || !add_loop_conditions(node, conditions)) return false;
            Block body;
            for (StmtPtr& each : node.body)
                if (!copy(each, body)) return false;
            if (conditions.empty()) {
                for (StmtPtr& each : body)
                    out.push_back(std::move(each));
                return true;
            }
            auto made = std::make_unique<If>(stmt->span, all_of(std::move(conditions)));
            made->then_body = std::move(body);
            out.push_back(std::move(made));
            return true;
        }
        auto made = std::make_unique<ForRange>(stmt->span, node.variable, node.counter, clone(*node.start),
                                               clone(*node.stop), clone(*node.step));
        for (StmtPtr& each : node.body)
            if (!copy(each, made->body)) return false;
        out.push_back(std::move(made));
        return true;
    }
};

bool Gathering::add(Slice slice, const Solution& solution, std::size_t count) {
    if (slice.additions.size() != count) return false;
    const std::size_t sums = sums_.size();
    Block written;
    if (Group(*this, slice, solution).write(written)) {
        for (StmtPtr& stmt : written)
            body_.push_back(std::move(stmt));
        return true;
    }
    sums_.resize(sums);
    return false;
}

Variable* Gathering::sum_of(const Lvalue& place, const std::map<int, int64_t>& constants) {
    for (const GatheredSum& known : sums_)
        if (known.constants == constants && known.fields == place.fields) return known.sum;
    Variable* sum = kernel_.add_variable("sum", place.type(), VariableRole::temporary, place.span);
    sums_.push_back({constants, place.fields, sum});
    return sum;
}

ExprPtr Gathering::element_index(const GatheredSum& sum, Span span) const {
    auto* const array = const_cast<Variable*>(elements_.array);
    ExprPtr index;
    for (int dimension = 0; dimension < array->type->rank(); ++dimension) {
        ExprPtr position;
        if (const auto constant = sum.constants.find(dimension); constant != sum.constants.end()) {
            position = make_int(index_type_, constant->second, span);
        } else {
            const auto axis = std::find(elements_.dimensions.begin(), elements_.dimensions.end(), dimension) -
                              elements_.dimensions.begin();
            position = std::make_unique<CoordinateExpr>(
                span, index_type_, coordinate_of(CoordinateGroup::global, static_cast<int>(axis)));
        }
        if (!index) {
            index = std::move(position);
            continue;
        }
        ExprPtr row = make_binary(BinaryOp::mul, std::move(index),
                                  std::make_unique<Length>(span, index_type_, array, dimension));
        as<Binary>(*row).is_position = true;
        index = make_binary(BinaryOp::add, std::move(row), std::move(position));
        as<Binary>(*index).is_position = true;
    }
    return index;
}

Block Gathering::take() {
    Block all;
    for (const GatheredSum& each : sums_)
        all.push_back(make_assign(each.sum, make_zero(each.sum->type, each.sum->span), each.sum->span));
    for (StmtPtr& stmt : body_)
        all.push_back(std::move(stmt));
    static const Builtin* const builtin = find_builtin("cudapy.atomicAdd");
    for (const GatheredSum& each : sums_) {
        const Span span = each.sum->span;
        Lvalue place{const_cast<Variable*>(elements_.array), element_index(each, span), span, each.fields};
        if (part_axis_ < 0) {
            all.push_back(std::make_unique<AugmentedAssign>(span, std::move(place), BinaryOp::add,
                                                            each.sum->type, make_ref(each.sum, span)));
            continue;
        }
        std::vector<ExprPtr> arguments;
        arguments.push_back(make_read(place));
        arguments.push_back(make_ref(each.sum, span));
        all.push_back(
            std::make_unique<Evaluate>(span, std::make_unique<BuiltinCall>(span, each.sum->type, builtin,
                                                                           nullptr, std::move(arguments))));
    }
    return all;
}

} // namespace cudapy::differentiate
