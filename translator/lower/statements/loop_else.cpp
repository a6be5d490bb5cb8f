#include "translator/lower/statements/loop_else.h"

#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <iterator>

namespace cudapy::lower {

using namespace program;

namespace {

/// Calls visit(Block&, index) for each `break` that leaves the loop with this body, the last of a block
/// first.
template <typename Visit>
void visit_breaks(Block& block, const Visit& visit) {
    for (std::size_t i = block.size(); i-- > 0;) {
        Stmt& stmt = *block[i];
        switch (stmt.kind) {
        case StmtKind::break_:
            visit(block, i);
            break;
        case StmtKind::while_:
        case StmtKind::for_range:
            break; // a `break` in their bodies is their own; their `else` is gone already
        default:
            visit_blocks(stmt, [&](Block& inner) { visit_breaks(inner, visit); });
        }
    }
}

void lower_loop(Function& function, StmtPtr stmt, Block& body, Block else_body, Block& out) {
    const Span span = stmt->span;
    bool has_break = false;
    visit_breaks(body, [&](Block&, std::size_t) { has_break = true; });
    if (!has_break) {
        out.push_back(std::move(stmt));
        std::move(else_body.begin(), else_body.end(), std::back_inserter(out));
        return;
    }
    Variable* completed = function.add_variable("completed", Type::bool_(), VariableRole::temporary, span);
    visit_breaks(body, [&](Block& block, std::size_t i) {
        StmtPtr clear = make_assign(completed, make_bool(false, block[i]->span));
        std::swap(clear->comments, block[i]->comments);
        block.insert(block.begin() + static_cast<std::ptrdiff_t>(i), std::move(clear));
    });
    out.push_back(make_assign(completed, make_bool(true, span)));
    out.push_back(std::move(stmt));
    auto branch = std::make_unique<If>(span, make_ref(completed, span));
    branch->then_body = std::move(else_body);
    out.push_back(std::move(branch));
}

bool has_else(const Stmt& stmt) {
    return (stmt.kind == StmtKind::while_ && !as<While>(stmt).else_body.empty()) ||
           (stmt.kind == StmtKind::for_range && !as<ForRange>(stmt).else_body.empty());
}

} // namespace

void lower_loop_else(Function& function) {
    bool found = false;
    visit_statements(function.body, [&](const Stmt& stmt) { found = found || has_else(stmt); });
    if (!found) return;
    rewrite_statements(function.body, [&](StmtPtr stmt, Block& out) {
        if (!has_else(*stmt)) {
            out.push_back(std::move(stmt));
            return;
        }
        const bool is_while = stmt->kind == StmtKind::while_;
        Block& body = is_while ? as<While>(*stmt).body : as<ForRange>(*stmt).body;
        Block& else_body = is_while ? as<While>(*stmt).else_body : as<ForRange>(*stmt).else_body;
        Block lifted = std::move(else_body);
        else_body.clear();
        lower_loop(function, std::move(stmt), body, std::move(lifted), out);
    });
}

} // namespace cudapy::lower
