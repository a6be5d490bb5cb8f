#include "translator/lower/analysis/launch_facts.h"

#include "translator/lower/analysis/guarded_extents.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace cudapy::lower {

using namespace program;

namespace {

/// A coordinate plus a number, or without a coordinate only the number.
struct Linear {
    std::optional<Coordinate> coordinate;
    int64_t offset = 0;
};

/// The largest offset that is looked at. Nobody writes larger ones, and sums with them might be too large.
constexpr int64_t most_offset = int64_t{1} << 31;

bool ends_thread(const Expr& expr) {
    return expr.kind == ExprKind::builtin_call && as<BuiltinCall>(expr).builtin->special == Special::assert_;
}

/// The things that a body, or a function that it calls, does somewhere.
struct Deeds {
    bool may_end_thread = false; ///< an assertion, or CUDA C++, which may do anything
    bool says_or_counts = false; ///< a report or an atomic
    bool has_foreign = false;
    std::set<Coordinate> coordinates = {}; ///< those that it computes with

    /// Takes over the callee's deeds. Returns whether any of them was new.
    bool take_over(const Deeds& callee) {
        const Deeds before = *this;
        may_end_thread |= callee.may_end_thread;
        says_or_counts |= callee.says_or_counts;
        has_foreign |= callee.has_foreign;
        coordinates.insert(callee.coordinates.begin(), callee.coordinates.end());
        return may_end_thread != before.may_end_thread || says_or_counts != before.says_or_counts ||
               has_foreign != before.has_foreign || coordinates != before.coordinates;
    }
};
using AllDeeds = std::map<const Function*, Deeds>;

AllDeeds deeds_in(const Program& program) {
    AllDeeds all;
    std::map<const Function*, std::vector<const Function*>> callers;
    std::vector<const Function*> work;
    for (const auto& function : program.functions) {
        Deeds& own = all[function.get()];
        own.has_foreign = own.may_end_thread = function->foreign.has_value();
        visit_all(function->body, [&](const Expr& expr) {
            own.may_end_thread |= ends_thread(expr);
            own.says_or_counts |= is_atomic(expr) || is_report(expr);
            if (expr.kind == ExprKind::coordinate && !as<CoordinateExpr>(expr).is_of_report)
                own.coordinates.insert(as<CoordinateExpr>(expr).coordinate);
            if (expr.kind == ExprKind::call) callers[as<Call>(expr).function].push_back(function.get());
        });
        work.push_back(function.get());
    }
    while (!work.empty()) {
        const Function* callee = work.back();
        work.pop_back();
        const Deeds deeds = all[callee];
        for (const Function* caller : callers[callee])
            if (all[caller].take_over(deeds)) work.push_back(caller);
    }
    return all;
}

/// Returns the axes along which threads may do different things.
unsigned depends_on_axes(const Function& kernel, const Deeds& deeds) {
    if (!kernel.facts.has_effects) return 7;
    if (deeds.has_foreign) return 7; // it may read CUDA's own coordinates
    unsigned axes = 0;
    for (const Coordinate coordinate : deeds.coordinates)
        if (is_of_thread(coordinate) ||
            (coordinate >= Coordinate::block_x && coordinate <= Coordinate::block_z))
            axes |= 1u << static_cast<unsigned>(coordinate) % 3;
    if (kernel.cooperates()) axes |= 1; // what a block or warp does together tells its threads apart
    // Threads may take their work by atomics, and each thread makes its own report.
    return axes == 0 && deeds.says_or_counts ? 7 : axes;
}

/// Returns how often each variable of a function is given a value.
std::map<const Variable*, int> assignments_in(const Function& function) {
    std::map<const Variable*, int> counts;
    visit_statements(function.body, [&](const Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& place) {
            if (!place.index) ++counts[place.variable];
        });
        switch (stmt.kind) {
        case StmtKind::for_range:
            ++counts[as<ForRange>(stmt).variable];
            break;
        case StmtKind::for_each:
            for (const ForEach::Element& element : as<ForEach>(stmt).elements)
                ++counts[element.variable];
            if (as<ForEach>(stmt).counter) ++counts[as<ForEach>(stmt).counter];
            break;
        default:
            break;
        }
    });
    visit_all(function.body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::assign_expr) ++counts[as<AssignExpr>(expr).variable];
    });
    return counts;
}

bool holds_coordinates(const Type* type) {
    return type == Type::int32() || type == Type::int64();
}

class Collector {
  public:
    Collector(const Function& kernel, const AllDeeds& deeds) : kernel_(kernel), deeds_(deeds) {}

    std::vector<generated::ElementBound> collect() {
        Frame frame{assignments_in(kernel_), {}, {}};
        for (std::size_t i = 0; i < kernel_.parameters.size(); ++i)
            if (kernel_.parameters[i]->type->is_array() && kernel_.parameters[i]->has_length)
                frame.arrays[kernel_.parameters[i]] = static_cast<int>(i);
        body(kernel_.body, frame);
        std::vector<generated::ElementBound> bounds;
        for (const auto& [place, offsets] : found_) {
            const auto [parameter, axis, coordinate] = place;
            bounds.push_back({parameter, axis, coordinate, offsets.first, offsets.second});
        }
        return bounds;
    }

  private:
    /// A function that runs, and the facts that are known of its variables.
    struct Frame {
        std::map<const Variable*, int> assignments;
        std::map<const Variable*, int> arrays; ///< the numbers of the kernel's parameters that they are
        std::map<const Variable*, Linear> values;
    };

    void body(const Block& block, Frame& frame) {
        for (const StmtPtr& stmt : block) {
            statement(*stmt, frame);
            if (ended_ || may_leave(*stmt)) return;
        }
    }

    /// Returns whether the thread may leave inside the statement, so that what follows is left out.
    bool may_leave(const Stmt& stmt) const {
        bool leaves = stmt.kind == StmtKind::return_;
        const auto look = [&](const Expr& expr) {
            leaves |= ends_thread(expr) ||
                      (expr.kind == ExprKind::call && deeds_.at(as<Call>(expr).function).may_end_thread);
        };
        visit_blocks(stmt, [&](const Block& inner) {
            visit_statements(inner, [&](const Stmt& each) { leaves |= each.kind == StmtKind::return_; });
            visit_all(inner, look);
        });
        return leaves;
    }

    void statement(const Stmt& stmt, Frame& frame) {
        switch (stmt.kind) {
        case StmtKind::assign: {
            const auto& assign = as<Assign>(stmt);
            expression(*assign.value, frame);
            place(assign.lvalue, frame);
            remember(assign.lvalue, *assign.value, frame);
            break;
        }
        case StmtKind::augmented_assign:
            place(as<AugmentedAssign>(stmt).lvalue, frame);
            expression(*as<AugmentedAssign>(stmt).value, frame);
            break;
        case StmtKind::multi_assign:
            multi_assign(as<MultiAssign>(stmt), frame);
            break;
        case StmtKind::builtin_unpack:
            for (const ExprPtr& argument : as<BuiltinUnpack>(stmt).arguments)
                expression(*argument, frame);
            for (const Lvalue& each : as<BuiltinUnpack>(stmt).lvalues)
                place(each, frame);
            break;
        default: // loops and conditions are for some threads only
            visit_expressions(stmt, [&](const ExprPtr& expr) { expression(*expr, frame); });
            break;
        }
    }

    void multi_assign(const MultiAssign& stmt, Frame& frame) {
        for (const ExprPtr& value : stmt.values)
            expression(*value, frame);
        for (std::size_t i = 0; i < stmt.lvalues.size(); ++i) {
            place(stmt.lvalues[i], frame);
            remember(stmt.lvalues[i], *stmt.values[stmt.values.size() == 1 ? 0 : i], frame);
        }
    }

    void place(const Lvalue& place, Frame& frame) {
        if (!place.index) return;
        expression(*place.index, frame);
        access(*place.variable, *place.index, frame);
    }

    /// A variable that is given a value once has that value wherever it is read later.
    void remember(const Lvalue& place, const Expr& value, Frame& frame) {
        if (!place.is_variable() || frame.assignments[place.variable] != 1) return;
        if (!holds_coordinates(place.variable->type)) return;
        if (const auto known = linear(value, frame)) frame.values[place.variable] = *known;
    }

    void expression(const Expr& expr, Frame& frame) {
        if (ended_) return;
        switch (expr.kind) {
        case ExprKind::logical:
            expression(*as<Logical>(expr).left, frame);
            return;
        case ExprKind::conditional:
            expression(*as<Conditional>(expr).condition, frame);
            return;
        case ExprKind::compare:
            expression(*as<Compare>(expr).operands[0], frame);
            expression(*as<Compare>(expr).operands[1], frame);
            return;
        default:
            visit_operands(expr, [&](const ExprPtr& operand) { expression(*operand, frame); });
        }
        if (expr.kind == ExprKind::load) access(*as<Load>(expr).array, *as<Load>(expr).index, frame);
        if (expr.kind == ExprKind::call) call(as<Call>(expr), frame);
        ended_ |= ends_thread(expr);
    }

    void call(const Call& call, Frame& frame) {
        const Function& callee = *call.function;
        if (callee.foreign) ended_ = true;
        if (ended_ || depth_ == most_depth || ++calls_ > most_calls) return;
        Frame inner{assignments_in(callee), {}, {}};
        for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
            const Variable* parameter = callee.parameters[i];
            const Expr& argument = *call.arguments[i];
            if (inner.assignments[parameter] != 0) continue;
            if (parameter->type->is_array() && argument.kind == ExprKind::variable) {
                const auto array = frame.arrays.find(as<VariableRef>(argument).variable);
                if (array != frame.arrays.end()) inner.arrays[parameter] = array->second;
            } else if (holds_coordinates(parameter->type)) {
                if (const auto known = linear(argument, frame)) inner.values[parameter] = *known;
            }
        }
        ++depth_;
        body(callee.body, inner);
        --depth_;
        ended_ |= deeds_.at(&callee).may_end_thread;
    }

    void access(const Variable& array, const Expr& index, const Frame& frame) {
        const auto parameter = frame.arrays.find(&array);
        if (parameter == frame.arrays.end()) return;
        const Expr* rest = &index;
        for (int axis = array.type->rank() - 1; axis >= 0 && rest; --axis) {
            const auto [before, here] = axis == 0 ? std::pair<const Expr*, const Expr*>{nullptr, rest}
                                                  : last_position(*rest, array, axis);
            if (here) note(parameter->second, axis, *here, frame);
            rest = before;
        }
    }

    /// Splits an index that counts elements row by row into `before` and `here`, where it is `before *
    /// A.shape[axis] + here`. Without a product all of it is the position along the axis.
    static std::pair<const Expr*, const Expr*> last_position(const Expr& index, const Variable& array,
                                                             int axis) {
        const auto row = [&](const Expr& expr) -> const Expr* {
            if (expr.kind != ExprKind::binary) return nullptr;
            const auto& product = as<Binary>(expr);
            if (!product.is_position || product.op != BinaryOp::mul) return nullptr;
            const Expr& extent = uncast(*product.right);
            if (extent.kind != ExprKind::length) return nullptr;
            const auto& length = as<Length>(extent);
            return length.array == &array && length.axis == axis ? product.left.get() : nullptr;
        };
        const Expr& sum = uncast(index);
        if (const Expr* before = row(sum)) return {before, nullptr};
        if (sum.kind == ExprKind::binary && as<Binary>(sum).is_position &&
            as<Binary>(sum).op == BinaryOp::add)
            if (const Expr* before = row(uncast(*as<Binary>(sum).left)))
                return {before, as<Binary>(sum).right.get()};
        return {nullptr, &index};
    }

    void note(int parameter, int axis, const Expr& position, const Frame& frame) {
        const auto known = linear(position, frame);
        if (!known || !known->coordinate) return;
        const auto place = std::tuple(parameter, axis, static_cast<int>(*known->coordinate));
        const auto [found, is_new] = found_.try_emplace(place, known->offset, known->offset);
        if (is_new) return;
        found->second.first = std::min(found->second.first, known->offset);
        found->second.second = std::max(found->second.second, known->offset);
    }

    /// Returns the expression without casts that keep every value.
    static const Expr& uncast(const Expr& expr) {
        if (expr.kind != ExprKind::cast) return expr;
        const Expr& operand = *as<Cast>(expr).operand;
        const bool keeps = holds_coordinates(operand.type) && holds_coordinates(expr.type) &&
                           expr.type->size() >= operand.type->size();
        return keeps ? uncast(operand) : expr;
    }

    static std::optional<Linear> linear(const Expr& expr, const Frame& frame) {
        if (expr.kind == ExprKind::cast) {
            const Expr& inner = uncast(expr);
            return &inner == &expr ? std::nullopt : linear(inner, frame);
        }
        if (!holds_coordinates(expr.type)) return std::nullopt;
        if (expr.kind == ExprKind::coordinate && as<CoordinateExpr>(expr).coordinate <= Coordinate::idz)
            return Linear{as<CoordinateExpr>(expr).coordinate, 0};
        if (const auto value = constant_value(expr))
            return *value >= -most_offset && *value <= most_offset ? std::optional(Linear{{}, *value})
                                                                   : std::nullopt;
        if (expr.kind == ExprKind::variable) {
            const auto known = frame.values.find(as<VariableRef>(expr).variable);
            return known == frame.values.end() ? std::nullopt : std::optional(known->second);
        }
        if (expr.kind == ExprKind::assign_expr) return linear(*as<AssignExpr>(expr).value, frame);
        if (expr.kind == ExprKind::binary) return sum(as<Binary>(expr), frame);
        return std::nullopt;
    }

    static std::optional<Linear> sum(const Binary& expr, const Frame& frame) {
        if (expr.op != BinaryOp::add && expr.op != BinaryOp::sub) return std::nullopt;
        const auto left = linear(*expr.left, frame), right = linear(*expr.right, frame);
        const bool adds = expr.op == BinaryOp::add;
        if (!left || !right || (right->coordinate && (left->coordinate || !adds))) return std::nullopt;
        Linear result{left->coordinate ? left->coordinate : right->coordinate,
                      adds ? left->offset + right->offset : left->offset - right->offset};
        if (result.offset < -most_offset || result.offset > most_offset) return std::nullopt;
        return result;
    }

    static constexpr int most_depth = 8, most_calls = 200;

    const Function& kernel_;
    const AllDeeds& deeds_;
    /// For each parameter, axis and coordinate, the least and the largest number that is added to the
    /// coordinate.
    std::map<std::tuple<int, int, int>, std::pair<int64_t, int64_t>> found_;
    int depth_ = 0, calls_ = 0;
    bool ended_ = false; ///< the thread may have ended
};

/// Gives a derivative what is known of its kernel, of which it may have lost accesses and coordinates.
void take_over(const LaunchFacts& primal, LaunchFacts& derivative) {
    derivative.depends_on_axes = primal.depends_on_axes;
    derivative.bounds.insert(derivative.bounds.end(), primal.bounds.begin(), primal.bounds.end());
    if (derivative.guards.empty()) derivative.guards = primal.guards;
}

} // namespace

void find_launch_facts(Program& program, bool checked) {
    const AllDeeds deeds = deeds_in(program);
    for (const auto& function : program.functions) {
        if (!function->is_kernel) continue;
        function->launch.depends_on_axes = depends_on_axes(*function, deeds.at(function.get()));
        function->launch.guards = guarded_extents(*function);
        // In checked mode a report of what has happened says more than a bound.
        if (!checked) function->launch.bounds = Collector(*function, deeds).collect();
        if (function->launch_of_primal) take_over(*function->launch_of_primal, function->launch);
    }
}

} // namespace cudapy::lower
