#include "translator/differentiate/gather/sunk_sums.h"

#include "translator/differentiate/gather/bar_accesses.h"
#include "translator/differentiate/gather/iterations.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// The addition of a variable to an element.
struct SumAddition {
    std::size_t at; ///< its place in the block
    const Variable* sum;
    Addition addition;
    bool is_negated;
};

std::optional<SumAddition> sum_addition(const Block& block, std::size_t at) {
    auto addition = addition_of(*block[at]);
    if (!addition) return std::nullopt;
    const Expr* amount = addition->amount;
    bool is_negated = addition->subtracts;
    if (amount->kind == ExprKind::unary && as<Unary>(*amount).op == UnaryOp::negate) {
        amount = as<Unary>(*amount).operand.get();
        is_negated = !is_negated;
    }
    if (amount->kind != ExprKind::variable) return std::nullopt;
    return SumAddition{at, as<VariableRef>(*amount).variable, std::move(*addition), is_negated};
}

bool is_zero(const Expr& expr) {
    if (expr.kind != ExprKind::literal) return false;
    const double* number = std::get_if<double>(&as<Literal>(expr).value);
    return number && *number == 0.0;
}

std::set<const Variable*> assigned_in(const Stmt& stmt) {
    std::set<const Variable*> assigned;
    lower::visit_assigned(stmt, [&](const Variable* variable) { assigned.insert(variable); });
    visit_blocks(stmt, [&](const Block& block) {
        visit_statements(block, [&](const Stmt& inner) {
            lower::visit_assigned(inner, [&](const Variable* variable) { assigned.insert(variable); });
        });
    });
    return assigned;
}

bool is_sum_of(const Stmt& stmt, const Variable* sum) {
    if (stmt.kind != StmtKind::augmented_assign) return false;
    const auto& node = as<AugmentedAssign>(stmt);
    return node.lvalue.is_variable() && node.lvalue.variable == sum && node.lvalue.fields.empty() &&
           (node.op == BinaryOp::add || node.op == BinaryOp::sub);
}

int count_sums(const Block& block, const Variable* sum) {
    int count = 0;
    visit_statements(block, [&](const Stmt& stmt) { count += is_sum_of(stmt, sum); });
    return count;
}

/// Returns whether a loop of a block does nothing but add, and adds to elements of an array.
bool only_adds(const Block& body, const std::set<const Variable*>& bars) {
    std::set<const Variable*> added;
    for (const BarAccess& access : accesses_of(body)) {
        if (access.kind == BarAccess::Kind::writes) return false;
        if (access.kind == BarAccess::Kind::adds) added.insert(access.array);
    }
    return std::includes(added.begin(), added.end(), bars.begin(), bars.end());
}

} // namespace

void SunkSums::sink() {
    sink_in(kernel_.body);
}

void SunkSums::sink_in(Block& block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
        if (block[i]->kind == StmtKind::for_range) sink_after(block, i);
        visit_blocks(*block[i], [&](Block& inner) { sink_in(inner); });
    }
}

/// Sinks the sums of the loop that is at a place of a block, if those are all that it leaves.
void SunkSums::sink_after(Block& block, std::size_t at) {
    auto& loop = as<ForRange>(*block[at]);
    const auto assigned = assigned_in(loop);
    const auto assignments = assignments_of(kernel_.body);
    const auto reads = reads_in(kernel_.body);
    auto inside = reads_in(loop.body);
    std::set<const Variable*> moved = assigned; // between the loop and a statement after it
    std::map<const Variable*, SumAddition> found;
    std::set<const Variable*> bars;
    for (std::size_t i = at + 1; i < block.size(); ++i) {
        if (auto each = sum_addition(block, i); each && assigned.count(each->sum)) {
            bool fits = reads.at(each->sum) == 1 && each->sum->role != VariableRole::parameter &&
                        assignments.at(each->sum) == 1 + count_sums(loop.body, each->sum);
            fits = fits && std::any_of(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(at),
                                       [&](const StmtPtr& stmt) {
                                           return stmt->kind == StmtKind::assign &&
                                                  as<Assign>(*stmt).lvalue.is_variable() &&
                                                  as<Assign>(*stmt).lvalue.variable == each->sum &&
                                                  is_zero(*as<Assign>(*stmt).value);
                                       });
            visit_all(*each->addition.place.index, [&](const Expr& part) {
                fits = fits && part.kind != ExprKind::load &&
                       (part.kind != ExprKind::variable || !moved.count(as<VariableRef>(part).variable));
            });
            if (fits) {
                bars.insert(each->addition.place.variable);
                const Variable* const sum = each->sum;
                found.emplace(sum, std::move(*each));
            }
        }
        moved.merge(assigned_in(*block[i]));
    }
    if (found.empty() || !only_adds(loop.body, bars)) return;
    for (const Variable* variable : assigned) { // what else is known when the loop has ended
        const auto all = reads.find(variable);
        if (all != reads.end() && all->second > inside[variable] && !found.count(variable)) return;
    }
    static const Builtin* const builtin = find_builtin("cudapy.atomicAdd");
    std::set<std::size_t> taken;
    for (const auto& [of, found_addition] : found) {
        const Variable* const variable = of;
        const SumAddition& each = found_addition;
        Sum sum{variable, &loop, nullptr, {}};
        lower::rewrite_statements(loop.body, StmtKind::augmented_assign, [&](StmtPtr stmt, Block& out) {
            if (!is_sum_of(*stmt, variable)) return out.push_back(std::move(stmt));
            auto& node = as<AugmentedAssign>(*stmt);
            ExprPtr amount = clone(*node.value);
            const Span span = stmt->span;
            const Type* const type = amount->type;
            if ((node.op == BinaryOp::sub) != each.is_negated)
                amount = std::make_unique<Unary>(span, type, UnaryOp::negate, std::move(amount));
            const Lvalue& place = each.addition.place;
            std::vector<ExprPtr> arguments;
            arguments.push_back(make_read({place.variable, clone(*place.index), span, place.fields}));
            arguments.push_back(std::move(amount));
            auto made = std::make_unique<Evaluate>(
                span, std::make_unique<BuiltinCall>(span, type, builtin, nullptr, std::move(arguments)));
            sum.replaced.push_back({made.get(), std::move(stmt)});
            out.push_back(std::move(made));
        });
        sum.addition = std::move(block[each.at]);
        taken.insert(each.at);
        sums_.push_back(std::move(sum));
    }
    std::size_t place = 0;
    std::erase_if(block, [&](const StmtPtr&) { return taken.count(place++) > 0; });
}

void SunkSums::restore() {
    for (Sum& sum : sums_) {
        bool is_needed = false;
        lower::rewrite_statements(kernel_.body, StmtKind::evaluate, [&](StmtPtr stmt, Block& out) {
            const auto found = std::find_if(sum.replaced.begin(), sum.replaced.end(),
                                            [&](const Replaced& each) { return each.made == stmt.get(); });
            if (found == sum.replaced.end()) return out.push_back(std::move(stmt));
            is_needed = true;
            out.push_back(std::move(found->original));
        });
        if (!is_needed) continue;
        lower::rewrite_statements(kernel_.body, StmtKind::for_range, [&](StmtPtr stmt, Block& out) {
            const bool is_loop = stmt.get() == sum.loop;
            out.push_back(std::move(stmt));
            if (is_loop) out.push_back(std::move(sum.addition));
        });
    }
    sums_.clear();
}

} // namespace cudapy::differentiate
