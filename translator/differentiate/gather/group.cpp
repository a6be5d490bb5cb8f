#include "translator/differentiate/gather/group.h"

#include "translator/differentiate/gather/conditions.h"
#include "translator/differentiate/gather/iterations.h"
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

/// Returns whether a sum is made of parameters and extents.
bool is_of_launch(const SymbolicSum& sum) {
    return std::all_of(sum.products.begin(), sum.products.end(), [](const auto& product) {
        const Symbol* symbol = lower::counted_by(product.first);
        return !symbol ||
               (symbol->kind == Symbol::Kind::variable && symbol->variable->role == VariableRole::parameter);
    });
}

bool loads(const Expr& expr) {
    bool found = false;
    visit_all(expr, [&](const Expr& part) { found = found || part.kind == ExprKind::load; });
    return found;
}

/// Returns the axes of which all threads add to an element. The last axis is the outer loop.
std::vector<int> open_axes(const GatheredKernel& made, const Solution& solution) {
    std::vector<int> open;
    for (const int axis : made.axes)
        if (!solution.coordinates.count(axis)) open.insert(open.begin(), axis);
    return open;
}

} // namespace

GatheredGroup::GatheredGroup(const GatheredKernel& made, GatheredSums& sums, Slice& slice,
                             const Solution& solution)
    : made_(made), sums_(sums), slice_(slice), solution_(solution), assignments_(assignments_of(slice.body)),
      open_(made, open_axes(made, solution), span()) {
    for (const int axis : open_axes(made, solution))
        varying_.insert(made.thread(axis));
    find_outer_loops();
    name_values();
    reads_ = reads_in(slice.body);
    positions_.emplace(path_to(slice.body, *slice.additions.front()), assignments_);
}

Block& GatheredGroup::current() {
    if (!nested_.empty()) return nested_.back()->then_body;
    return within_ ? within_->body : root_;
}

bool GatheredGroup::write(Block& out) {
    sums_.begin_block(path_to(slice_.body, *slice_.additions.front()).size() == 1);
    if (!put_outer_loops()) return false;
    std::vector<ExprPtr> guards;
    if (open_.empty() && made_.part_axis >= 0) guards.push_back(share_own_work());
    for (const auto& [axis, value] : solution_.coordinates)
        guard_coordinate(axis, value, guards);
    if (!walk(slice_.body, guards)) return false;
    // From the inside to the outside: what is done for each thread, the loops over threads, and what is
    // the same for all of them.
    for (StmtPtr& stmt : open_.around(std::move(inner_)))
        current().push_back(std::move(stmt));
    for (StmtPtr& stmt : root_)
        out.push_back(std::move(stmt));
    return true;
}

/// Finds the loops whose variables are in the solutions. They go around everything, since only in them it
/// is known which thread adds.
void GatheredGroup::find_outer_loops() {
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
bool GatheredGroup::put_outer_loops() {
    for (ForRange* loop : outer_loops_) {
        const auto start = positions_->form(*loop->start), stop = positions_->form(*loop->stop);
        const bool is_up = is_literal(*loop->step, 1);
        if (!start || !stop || (!is_up && !is_literal(*loop->step, -1))) return false;
        if (!is_of_launch(*start) || !is_of_launch(*stop) || !is_without_memory(*loop, reads_)) return false;
        const auto after = [](const SymbolicSum& sum) { return sum.with_constant(sum.constant() + 1); };
        auto made = std::make_unique<ForRange>(span(), loop->variable, made_.index_type,
                                               expression(is_up ? *start : after(*stop)),
                                               expression(is_up ? *stop : after(*start)), number(1));
        ForRange* const inner = made.get();
        current().push_back(std::move(made));
        within_ = inner;
    }
    return true;
}

/// Has the parts share the iterations of the outermost loop around the additions of a thread to its own
/// element, or else one part do them. Returns which parts have something to do.
ExprPtr GatheredGroup::share_own_work() {
    for (const PathStep& step : path_to(slice_.body, *slice_.additions.front())) {
        if (step.stmt().kind != StmtKind::for_range) continue;
        const auto& loop = as<ForRange>(step.stmt());
        const bool is_outer =
            std::find(outer_loops_.begin(), outer_loops_.end(), &loop) != outer_loops_.end();
        if (is_outer || solution_.loops.count(loop.variable)) continue;
        const bool counts = is_literal(*loop.step, 1) || is_literal(*loop.step, -1);
        if (!counts || !is_without_memory(loop, reads_)) break;
        shared_loop_ = &loop;
        parts_ = made_.kernel.add_variable("parts", made_.index_type, VariableRole::temporary, span());
        current().push_back(make_assign(parts_, made_.parts(span()), span()));
        return make_compare(CompareOp::lt, made_.part(span()), make_ref(parts_, span()));
    }
    return make_compare(CompareOp::eq, made_.part(span()), number(0));
}

/// Returns the loop over the iterations of this part, which counts upwards: every one after as many as there
/// are parts.
std::unique_ptr<ForRange> GatheredGroup::loop_of_part(const ForRange& loop) const {
    const bool is_up = is_literal(*loop.step, 1);
    const auto after = [&](const Expr& value) {
        const auto form = positions_->form(value);
        if (form) return convert(expression(form->with_constant(form->constant() + 1)), loop.counter);
        return make_binary(BinaryOp::add, clone(value), make_int(loop.counter, 1, loop.span));
    };
    ExprPtr start = is_up ? clone(*loop.start) : after(*loop.stop);
    const auto first = lower::constant_value(*start);
    // The start and a part may be too much for 32 bits.
    const Type* const counter = first && *first < 1 << 30 ? loop.counter : Type::int64();
    ExprPtr part = convert(made_.part(loop.span), counter);
    start = first == 0 ? std::move(part)
                       : make_binary(BinaryOp::add, convert(std::move(start), counter), std::move(part));
    return std::make_unique<ForRange>(loop.span, loop.variable, counter, std::move(start),
                                      convert(is_up ? clone(*loop.stop) : after(*loop.start), counter),
                                      convert(make_ref(parts_, loop.span), counter));
}

void GatheredGroup::put_condition(std::vector<ExprPtr> conditions) {
    std::erase_if(conditions, [&](const ExprPtr& condition) {
        return is_always(*condition, *positions_, made_.elements());
    });
    if (conditions.empty()) return;
    if (!nested_.empty() && nested_.back()->then_body.empty()) {
        std::vector<ExprPtr> all;
        add_conditions(*nested_.back()->condition, false, all);
        for (ExprPtr& condition : conditions)
            all.push_back(std::move(condition));
        drop_implied(all, *positions_);
        nested_.back()->condition = all_of(std::move(all));
        return;
    }
    drop_implied(conditions, *positions_);
    auto branch = std::make_unique<If>(span(), all_of(std::move(conditions)));
    If* const made = branch.get();
    current().push_back(std::move(branch));
    nested_.push_back(made);
}

/// The thread must be one that was asked for.
void GatheredGroup::guard_coordinate(int axis, const SymbolicSum& solved,
                                     std::vector<ExprPtr>& guards) const {
    const SymbolicSum value =
        named_coordinates_.count(axis) ? SymbolicSum(Symbol::of(made_.thread(axis))) : solved;
    guards.push_back(make_compare(CompareOp::ge, expression(value), number(0)));
    guards.push_back(make_compare(CompareOp::lt, expression(value),
                                  make_ref(made_.parameters.asked[static_cast<std::size_t>(axis)], span())));
}

/// Solutions that are more than a coordinate and a constant get a name: a variable of their own, or the
/// loop's.
void GatheredGroup::name_values() {
    for (const auto& [axis, value] : solution_.coordinates)
        if (!is_plain(value)) named_coordinates_[axis] = made_.thread(axis);
    for (const auto& [loop, value] : solution_.loops)
        is_named_loop_[loop] = !is_plain(value);
    for (const StmtPtr& stmt : slice_.body) { // names of extents
        if (stmt->kind != StmtKind::assign || !as<Assign>(*stmt).lvalue.is_variable()) continue;
        const auto& assign = as<Assign>(*stmt);
        if (assign.value->kind == ExprKind::length && assignments_.at(assign.lvalue.variable) == 1)
            lengths_[assign.lvalue.variable] = clone(*assign.value);
    }
    lower::rewrite_expressions(slice_.body, [&](ExprPtr& expr) { write_in_elements(expr); });
}

/// Writes what the derivative's coordinates and loops are in terms of the element's.
void GatheredGroup::write_in_elements(ExprPtr& expr) const {
    if (expr->kind == ExprKind::coordinate) {
        const int axis = axis_of(as<CoordinateExpr>(*expr).coordinate);
        const auto known = solution_.coordinates.find(axis);
        const bool has_name = known == solution_.coordinates.end() || named_coordinates_.count(axis);
        expr = has_name ? make_ref(made_.thread(axis), expr->span)
                        : lower::expression_of(known->second, expr->type, expr->span);
        return;
    }
    if (expr->kind != ExprKind::variable) return;
    const Variable* variable = as<VariableRef>(*expr).variable;
    const auto solved = solution_.loops.find(variable);
    if (lengths_.count(variable))
        expr = clone(*lengths_.at(variable));
    else if (solved != solution_.loops.end() && !is_named_loop_.at(variable))
        expr = convert(lower::expression_of(solved->second, made_.index_type, expr->span), expr->type);
}

bool GatheredGroup::varies(const Expr& expr) const {
    bool found = false;
    visit_all(expr, [&](const Expr& part) {
        if (part.kind == ExprKind::variable)
            found = found || varying_.count(as<VariableRef>(part).variable) > 0;
    });
    return found;
}

/// Puts a statement in front of the loops over threads where it is the same for all of them.
void GatheredGroup::place(StmtPtr stmt) {
    const bool is_assign = stmt->kind == StmtKind::assign && as<Assign>(*stmt).lvalue.is_variable();
    if (!open_.empty() && is_assign && !varies(*as<Assign>(*stmt).value) &&
        assignments_.at(as<Assign>(*stmt).lvalue.variable) == 1 &&
        !(open_.has_bound() && loads(*as<Assign>(*stmt).value)))
        return current().push_back(std::move(stmt));
    note_varying(*stmt);
    inner_.push_back(std::move(stmt));
}

void GatheredGroup::note_varying(const Stmt& stmt) {
    lower::visit_assigned(stmt, [&](const Variable* variable) { varying_.insert(variable); });
    visit_blocks(stmt, [&](const Block& block) {
        for (const StmtPtr& each : block)
            note_varying(*each);
    });
}

/// Returns whether the statement names an extent, which is written wherever the name stood.
bool GatheredGroup::names_length(const Stmt& stmt) const {
    return stmt.kind == StmtKind::assign && as<Assign>(stmt).lvalue.is_variable() &&
           lengths_.count(as<Assign>(stmt).lvalue.variable);
}

bool GatheredGroup::is_addition(const Stmt& stmt) const {
    return std::find(slice_.additions.begin(), slice_.additions.end(), &stmt) != slice_.additions.end();
}

bool GatheredGroup::has_addition(const Stmt& stmt) const {
    bool found = is_addition(stmt);
    visit_blocks(stmt, [&](const Block& block) { found = found || has_addition(block); });
    return found;
}
bool GatheredGroup::has_addition(const Block& block) const {
    return std::any_of(block.begin(), block.end(), [&](const StmtPtr& stmt) { return has_addition(*stmt); });
}

/// Goes down to the additions, as long as there is one way. `guards` hold before anything is done.
bool GatheredGroup::walk(Block& block, std::vector<ExprPtr> guards) {
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
            const bool in_else = has_addition(branch.else_body);
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
            if (!is_without_memory(loop, reads_)) return false;
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

void GatheredGroup::put_named() {
    for (const auto& [axis, variable] : named_coordinates_)
        current().push_back(make_assign(variable, expression(solution_.coordinates.at(axis)), span()));
    for (const auto& [loop, value] : solution_.loops)
        if (is_named_loop_.at(loop)) {
            auto* variable = const_cast<Variable*>(loop);
            current().push_back(make_assign(variable, convert(expression(value), variable->type), span()));
        }
}

/// Adds that the loop comes to the iteration that is the solution.
bool GatheredGroup::add_loop_conditions(const ForRange& loop, std::vector<ExprPtr>& conditions) const {
    const bool is_up = is_literal(*loop.step, 1);
    if (!is_up && !is_literal(*loop.step, -1)) return false;
    const Expr &least = is_up ? *loop.start : *loop.stop, &end = is_up ? *loop.stop : *loop.start;
    if (loads(least) || loads(end) || varies(least) || varies(end)) return false;
    const SymbolicSum& value = solution_.loops.at(loop.variable);
    const ExprPtr at = is_named_loop_.at(loop.variable)
                           ? convert(make_ref(loop.variable, span()), loop.counter)
                           : convert(expression(value), loop.counter);
    // A loop that counts down begins with its greatest value, `start`, and `stop` is below its least one.
    const CompareOp low = is_up ? CompareOp::ge : CompareOp::gt;
    const CompareOp high = is_up ? CompareOp::lt : CompareOp::le;
    if (!holds_inside(made_.elements(), low, value, least))
        conditions.push_back(make_compare(low, clone(*at), clone(least)));
    if (holds_inside(made_.elements(), high, value, end)) return true;
    const auto last = is_up ? std::nullopt : positions_->form(end);
    conditions.push_back(
        last ? make_compare(CompareOp::lt, clone(*at),
                            convert(expression(last->with_constant(last->constant() + 1)), loop.counter))
             : make_compare(high, clone(*at), clone(end)));
    return true;
}

/// Takes conditions: those of the element go around the loops over threads, those of the threads' own
/// coordinates become bounds of the loops.
bool GatheredGroup::add_conditions_of_threads(std::vector<ExprPtr> conditions) {
    std::vector<ExprPtr> outer;
    for (ExprPtr& condition : conditions) {
        if (open_.empty() || (!varies(*condition) && !(open_.has_bound() && loads(*condition)))) {
            outer.push_back(std::move(condition));
            continue;
        }
        if (!open_.add_bound(*condition, *positions_)) return false;
    }
    put_condition(std::move(outer));
    return true;
}

/// Copies what is inside of loops that stay, with sums in place of the additions.
bool GatheredGroup::copy(StmtPtr& stmt, Block& out) {
    if (is_addition(*stmt)) {
        copy_addition(*stmt, out);
        return true;
    }
    if (!has_addition(*stmt)) {
        out.push_back(std::move(stmt));
        return true;
    }
    if (stmt->kind == StmtKind::if_) {
        auto& node = as<If>(*stmt);
        auto made = std::make_unique<If>(stmt->span, clone(*node.condition));
        if (!copy(node.then_body, made->then_body) || !copy(node.else_body, made->else_body)) return false;
        out.push_back(std::move(made));
        return true;
    }
    if (stmt->kind != StmtKind::for_range) return false;
    auto& node = as<ForRange>(*stmt);
    if (std::find(outer_loops_.begin(), outer_loops_.end(), &node) != outer_loops_.end())
        return copy(node.body, out);
    if (solution_.loops.count(node.variable)) {
        std::vector<ExprPtr> conditions;
        if (!is_without_memory(node, reads_) || !add_loop_conditions(node, conditions)) return false;
        if (conditions.empty()) return copy(node.body, out);
        auto made = std::make_unique<If>(stmt->span, all_of(std::move(conditions)));
        if (!copy(node.body, made->then_body)) return false;
        out.push_back(std::move(made));
        return true;
    }
    auto made = &node == shared_loop_
                    ? loop_of_part(node)
                    : std::make_unique<ForRange>(stmt->span, node.variable, node.counter, clone(*node.start),
                                                 clone(*node.stop), clone(*node.step));
    if (!copy(node.body, made->body)) return false;
    out.push_back(std::move(made));
    return true;
}

bool GatheredGroup::copy(Block& from, Block& out) {
    return std::all_of(from.begin(), from.end(), [&](StmtPtr& stmt) { return copy(stmt, out); });
}

void GatheredGroup::copy_addition(const Stmt& stmt, Block& out) {
    const auto addition = addition_of(stmt);
    std::map<int, int64_t> constants;
    const auto forms = positions_->forms(*addition->place.index, *addition->place.variable);
    for (std::size_t dimension = 0; dimension < forms.size(); ++dimension)
        if (const auto number = forms[dimension].as_constant())
            constants[static_cast<int>(dimension)] = *number;
    Variable* sum = sums_.of(addition->place, constants);
    out.push_back(plain_addition(*addition, {sum, nullptr, stmt.span}, stmt.span));
}

} // namespace cudapy::differentiate
