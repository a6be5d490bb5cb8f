#include "translator/lower/rewriting/work_item_walk.h"

#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <utility>

namespace cudapy::lower {

using namespace program;

bool is_straight(const Stmt& stmt) {
    switch (stmt.kind) {
    case StmtKind::assign:
    case StmtKind::augmented_assign:
    case StmtKind::builtin_unpack:
    case StmtKind::evaluate:
    case StmtKind::declare:
    case StmtKind::note:
        return true;
    case StmtKind::if_: {
        bool straight = true;
        visit_blocks(stmt, [&](const Block& block) {
            straight = straight && std::all_of(block.begin(), block.end(),
                                               [](const StmtPtr& inner) { return is_straight(*inner); });
        });
        return straight;
    }
    default:
        return false;
    }
}

void WorkItemWalk::transform(Block block, Block& out) {
    const bool at_end = at_end_;
    const auto last = std::find_if(block.rbegin(), block.rend(), [](const StmtPtr& stmt) {
                          return stmt->kind != StmtKind::note;
                      }).base();
    Block run;
    for (auto at = block.begin(); at != block.end() && ok_; ++at) {
        at_end_ = at_end && at + 1 >= last;
        statement(std::move(*at), run, out);
    }
    at_end_ = at_end;
    flush(run, out, at_end);
}

void WorkItemWalk::transform_inside(Stmt& stmt) {
    visit_blocks(stmt, [&](Block& inner) {
        Block body;
        transform(std::exchange(inner, {}), body);
        inner = std::move(body);
    });
    if (stmt.kind == StmtKind::if_) keep_elif(as<If>(stmt));
}

void WorkItemWalk::keep_elif(If& branch) {
    branch.else_is_elif = branch.else_is_elif && branch.else_body.size() == 1 &&
                          branch.else_body.front()->kind == StmtKind::if_;
}

void WorkItemWalk::flush(Block& run, Block& out, bool) {
    if (!run.empty()) add_work_item_loop(std::exchange(run, {}), out);
}

WorkItemLoop* WorkItemWalk::add_work_item_loop(Block body, Block& out) {
    auto lanes = std::make_unique<WorkItemLoop>(body.front()->span);
    lanes->body = std::move(body);
    WorkItemLoop* made = lanes.get();
    out.push_back(std::move(lanes));
    return made;
}

ExprPtr WorkItemWalk::give_up_unless_agreed(ExprPtr condition, ExprPtr all, Block& out) {
    const Span span = condition->span;
    Variable* count = function_.add_variable("taking", Type::int32(), VariableRole::temporary, span);
    out.push_back(make_declare(count, make_int(Type::int32(), 0, span), span));
    Block body;
    body.push_back(make_add(count, make_cast(Type::int32(), std::move(condition)), span));
    add_work_item_loop(std::move(body), out)->sums = {count};
    const auto count_is_not = [&](ExprPtr number) {
        return make_compare(CompareOp::ne, make_ref(count, span), std::move(number));
    };
    const auto some_take = [&] { return count_is_not(make_int(Type::int32(), 0, span)); };
    out.push_back(make_if(make_and(some_take(), count_is_not(std::move(all))),
                          std::make_unique<Return>(span, make_bool(false, span)), span));
    return some_take();
}

bool WorkItemWalk::changes_uniform(const Block& block) const {
    bool found = false;
    visit_statements(block, [&](const Stmt& stmt) {
        visit_assigned(stmt, [&](const Variable* variable) {
            const bool inside = stmt.kind == StmtKind::declare || stmt.kind == StmtKind::for_c;
            found = found || (!inside && !uniformity_.varies(variable));
        });
    });
    return found;
}

} // namespace cudapy::lower
