#include "translator/lower/analysis/liveness.h"

#include "translator/program/walk.h"
#include "translator/support/internal_error.h"

namespace cudapy::lower {

using namespace program;

namespace {

uint64_t bit(std::size_t i) {
    return uint64_t{1} << (i % 64);
}

bool is_true(const Expr& condition) {
    return condition.kind == ExprKind::literal && std::get<bool>(as<Literal>(condition).value);
}

} // namespace

Liveness::Liveness(const Function& function) {
    for (const auto& variable : function.variables)
        if (!variable->type->is_array() || variable->is_pointer())
            index_.emplace(variable.get(), index_.size());
    words_ = (index_.size() + 63) / 64;
    constexpr std::size_t usual_nodes = 64;
    for (Sets* sets : {&uses_, &defs_})
        sets->reserve(usual_nodes * words_);
    edges_.reserve(usual_nodes);
    const std::size_t entry = add_node();
    for (const Variable* parameter : function.parameters)
        if (!parameter->type->is_array()) assign(entry, parameter);
    add_block(function.body, entry);
    const Neighbours next = neighbours(&Edge::from, &Edge::to);
    previous_ = neighbours(&Edge::to, &Edge::from);
    live_ = solve({next, previous_, true}, defs_, uses_);
    assigned_ = solve({previous_, next, false}, Sets(nodes_ * words_), defs_);
}

std::size_t Liveness::add_node() {
    uses_.resize(uses_.size() + words_);
    defs_.resize(defs_.size() + words_);
    return nodes_++;
}

Liveness::Neighbours Liveness::neighbours(std::size_t Edge::*near, std::size_t Edge::*far) const {
    Neighbours result{std::vector<std::size_t>(nodes_ + 1), std::vector<std::size_t>(edges_.size())};
    for (const Edge& edge : edges_)
        ++result.begins[edge.*near];
    std::size_t end = 0;
    for (std::size_t& place : result.begins)
        place = end += place;
    for (const Edge& edge : edges_) // from the end of each node's places to their beginning
        result.nodes[--result.begins[edge.*near]] = edge.*far;
    return result;
}

void Liveness::read(std::size_t node, const Expr& expr) {
    // Operands come in the order of evaluation, so that a temporary's assignment comes before its reads.
    visit_operands(expr, [&](const ExprPtr& operand) { read(node, *operand); });
    if (expr.kind == ExprKind::assign_expr) assign(node, as<AssignExpr>(expr).variable);
    if (expr.kind == ExprKind::variable) read(node, as<VariableRef>(expr).variable);
    if (expr.kind == ExprKind::load) read(node, as<Load>(expr).array);
    if (expr.kind == ExprKind::view) read(node, as<ArrayView>(expr).array);
}

void Liveness::read(std::size_t node, const Variable* variable) {
    const auto found = index_.find(variable);
    if (found == index_.end()) return;
    const std::size_t word = node * words_ + found->second / 64;
    uses_[word] |= bit(found->second) & ~defs_[word];
}

void Liveness::use(std::size_t node, const Variable* variable) {
    const std::size_t i = index_.at(variable);
    uses_[node * words_ + i / 64] |= bit(i);
}

void Liveness::assign(std::size_t node, const Variable* variable) {
    const std::size_t i = index_.at(variable);
    defs_[node * words_ + i / 64] |= bit(i);
}

std::size_t Liveness::add_block(const Block& block, std::size_t from) {
    const std::size_t entry = add_node();
    connect(from, entry);
    block_entry_[&block] = entry;
    std::size_t last = entry;
    for (const StmtPtr& stmt : block)
        last = add_statement(*stmt, last);
    return last;
}

std::size_t Liveness::add_statement(const Stmt& stmt, std::size_t from) {
    const std::size_t node = add_node();
    connect(from, node);
    auto read_all = [&] { visit_expressions(stmt, [&](const ExprPtr& expr) { read(node, *expr); }); };
    auto place = [&](const Lvalue& target) {
        if (target.index) return read(node, target.variable);   // of a pointer
        if (!target.fields.empty()) use(node, target.variable); // the rest stays
        assign(node, target.variable);
    };
    // Adds a loop's body, between its head and the node that follows the loop.
    auto loop = [&](const Block& body, std::size_t from_head, std::size_t on_continue, std::size_t after) {
        before_[&stmt] = node;
        loops_.push_back({on_continue, after});
        const std::size_t end = add_block(body, from_head);
        connect(end, on_continue);
        loops_.pop_back();
        after_[&stmt] = after;
        return after;
    };
    switch (stmt.kind) {
    case StmtKind::assign:
        read_all();
        place(as<Assign>(stmt).lvalue);
        return node;
    case StmtKind::augmented_assign: {
        const auto& augmented = as<AugmentedAssign>(stmt);
        if (!augmented.lvalue.index) use(node, augmented.lvalue.variable);
        read_all();
        place(augmented.lvalue);
        return node;
    }
    case StmtKind::multi_assign: {
        // A place's index may read what an earlier place of the same statement assigned.
        for (const ExprPtr& value : as<MultiAssign>(stmt).values)
            read(node, *value);
        for (const Lvalue& target : as<MultiAssign>(stmt).lvalues) {
            if (target.index) read(node, *target.index);
            place(target);
        }
        return node;
    }
    case StmtKind::builtin_unpack:
        for (const ExprPtr& argument : as<BuiltinUnpack>(stmt).arguments)
            read(node, *argument);
        for (const Lvalue& target : as<BuiltinUnpack>(stmt).lvalues) {
            if (target.index) read(node, *target.index);
            place(target);
        }
        return node;
    case StmtKind::evaluate:
        read_all();
        return node;
    case StmtKind::declare:
        read_all();
        if (as<Declare>(stmt).init) assign(node, as<Declare>(stmt).variable);
        return node;
    case StmtKind::if_: {
        read_all();
        const auto& branch = as<If>(stmt);
        const std::size_t then_end = add_block(branch.then_body, node);
        const std::size_t else_end = add_block(branch.else_body, node);
        const std::size_t join = add_node();
        connect(then_end, join);
        connect(else_end, join);
        return join;
    }
    case StmtKind::while_: {
        read_all();
        const std::size_t after = add_node();
        if (!is_true(*as<While>(stmt).condition)) connect(node, after);
        return loop(as<While>(stmt).body, node, node, after);
    }
    case StmtKind::for_range: {
        read_all();
        const std::size_t head = add_node(), step = add_node(), after = add_node();
        connect(node, head);
        connect(head, step);
        connect(head, after);
        assign(step, as<ForRange>(stmt).variable);
        return loop(as<ForRange>(stmt).body, step, head, after);
    }
    case StmtKind::for_each: {
        read_all();
        const std::size_t head = add_node(), step = add_node(), after = add_node();
        connect(node, head);
        connect(head, step);
        connect(head, after);
        if (as<ForEach>(stmt).counter) assign(step, as<ForEach>(stmt).counter);
        for (const auto& element : as<ForEach>(stmt).elements)
            assign(step, element.variable);
        return loop(as<ForEach>(stmt).body, step, head, after);
    }
    case StmtKind::for_c: {
        const auto& for_c = as<ForC>(stmt);
        const std::size_t condition = add_node(), step = add_node(), after = add_node();
        read(node, *for_c.start);
        assign(node, for_c.variable);
        read(condition, *for_c.condition);
        read(step, *for_c.step);
        use(step, for_c.variable);
        assign(step, for_c.variable);
        connect(node, condition);
        connect(condition, after);
        connect(step, condition);
        return loop(for_c.body, condition, step, after);
    }
    case StmtKind::break_:
    case StmtKind::continue_: {
        if (loops_.empty()) throw InternalError("a break or continue outside a loop");
        connect(node, stmt.kind == StmtKind::break_ ? loops_.back().on_break : loops_.back().on_continue);
        return add_node(); // the statements after it are not reached from here
    }
    case StmtKind::return_:
        read_all();
        return add_node();
    case StmtKind::note:
        return node;
    case StmtKind::block:
        return add_block(as<BlockStmt>(stmt).body, node);
    default: // is made after every lowering that asks for the flow
        throw InternalError("flow through an unknown statement");
    }
}

Liveness::Sets Liveness::solve(const Flow& flow, const Sets& killed, const Sets& made) const {
    Sets facts(nodes_ * words_);
    std::vector<std::size_t> work(nodes_);
    std::vector<bool> waiting(nodes_, true);
    for (std::size_t i = 0; i < work.size(); ++i) // the node from which the facts flow is taken first
        work[i] = flow.is_backward ? i : work.size() - 1 - i;
    while (!work.empty()) {
        const std::size_t node = work.back();
        work.pop_back();
        waiting[node] = false;
        bool changed = false;
        for (std::size_t w = 0; w < words_; ++w) {
            uint64_t found = 0;
            flow.sources.visit(node, [&](std::size_t source) { found |= facts[source * words_ + w]; });
            const std::size_t word = node * words_ + w;
            found = (found & ~killed[word]) | made[word];
            changed = changed || found != facts[word];
            facts[word] = found;
        }
        if (!changed) continue;
        flow.targets.visit(node, [&](std::size_t target) {
            if (waiting[target]) return;
            waiting[target] = true;
            work.push_back(target);
        });
    }
    return facts;
}

bool Liveness::has(const Sets& sets, std::size_t node, const Variable* variable) const {
    const std::size_t i = index_.at(variable);
    return (sets[node * words_ + i / 64] & bit(i)) != 0;
}

bool Liveness::is_live_at(const Block& block, const Variable* variable) const {
    return has(live_, block_entry_.at(&block), variable);
}

bool Liveness::is_live_after(const Stmt& loop, const Variable* variable) const {
    return has(live_, after_.at(&loop), variable);
}

bool Liveness::may_be_assigned_before(const Stmt& loop, const Variable* variable) const {
    bool found = false;
    previous_.visit(before_.at(&loop),
                    [&](std::size_t node) { found = found || has(assigned_, node, variable); });
    return found;
}

} // namespace cudapy::lower
