#include "translator/lower/cpu/masks.h"

#include "translator/lower/rewriting/rewrite.h"
#include "translator/lower/rewriting/single_exit.h"
#include "translator/program/walk.h"

#include <utility>

namespace cudapy::lower {

using namespace program;

void Masks::leave(StmtKind jump, Span span, Block& out) const {
    for (std::size_t i = masks_.size(); i-- > 0;) {
        out.push_back(make_assign(masks_[i].variable, make_bool(false, span)));
        if (jump == StmtKind::break_ && masks_[i].scope == Scope::loop) break;
        if (jump == StmtKind::continue_ && masks_[i].scope == Scope::iteration) break;
    }
}

void Masks::rewrite(Block& block, Variable* live, bool in_loop, bool& found) const {
    Block result;
    for (StmtPtr& stmt : block) {
        const bool is_loop = stmt->kind == StmtKind::while_ || stmt->kind == StmtKind::for_c;
        visit_blocks(*stmt, [&](Block& inner) { rewrite(inner, live, in_loop || is_loop, found); });
        const bool returns = stmt->kind == StmtKind::return_;
        const bool jumps = stmt->kind == StmtKind::break_ || stmt->kind == StmtKind::continue_;
        if (!returns && (!jumps || in_loop)) {
            result.push_back(std::move(stmt));
            continue;
        }
        found = true;
        const std::size_t first = result.size();
        leave(stmt->kind, stmt->span, result);
        if (returns) result.push_back(make_assign(live, make_bool(false, stmt->span)));
        if (first < result.size()) result[first]->comments = std::move(stmt->comments);
        result.push_back(std::make_unique<Return>(stmt->span, nullptr)); // ends the run
    }
    block = std::move(result);
}

Block Masks::without_jumps(Block run, Variable* live, Function& owner) const {
    bool found = false;
    rewrite(run, live, false, found);
    return found ? single_exit(std::move(run), nullptr, owner) : std::move(run);
}

} // namespace cudapy::lower
