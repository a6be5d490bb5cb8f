#include "translator/lower/rewriting/single_exit.h"

#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <iterator>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

bool returns(const Stmt& stmt) {
    bool found = stmt.kind == StmtKind::return_;
    visit_blocks(stmt, [&](const Block& block) {
        for (const StmtPtr& inner : block)
            found = found || returns(*inner);
    });
    return found;
}

/// Returns whether every path through the block ends with a return.
bool always_returns(const Block& block) {
    if (block.empty()) return false;
    const Stmt& last = *block.back();
    if (last.kind == StmtKind::return_) return true;
    return last.kind == StmtKind::if_ && always_returns(as<If>(last).then_body) &&
           always_returns(as<If>(last).else_body);
}

class SingleExit {
  public:
    SingleExit(Variable* result, Function& owner) : result_(result), owner_(owner) {}

    Block run(Block body) {
        Block out = block(std::move(body), false);
        if (!returned_) return out;
        const Span span = returned_->span;
        out.insert(out.begin(), make_declare(returned_, make_bool(false, span), span));
        return out;
    }

  private:
    Variable* result_;
    Function& owner_;
    Variable* returned_ = nullptr;
    bool flagged_ = false; ///< something after an `if` around asks whether it returned

    Variable* returned(Span span) {
        if (!returned_)
            returned_ = owner_.add_variable("returned", Type::bool_(), VariableRole::temporary, span);
        return returned_;
    }

    Block block(Block body, bool in_loop) {
        Block out;
        for (std::size_t i = 0; i < body.size(); ++i) {
            StmtPtr stmt = std::move(body[i]);
            if (!returns(*stmt)) {
                out.push_back(std::move(stmt));
                continue;
            }
            Block rest(std::make_move_iterator(body.begin() + static_cast<std::ptrdiff_t>(i) + 1),
                       std::make_move_iterator(body.end()));
            statement(std::move(stmt), std::move(rest), in_loop, out);
            break;
        }
        return out;
    }

    /// Lowers a statement with a return in it, and the statements that follow it in its block.
    void statement(StmtPtr stmt, Block rest, bool in_loop, Block& out) {
        const Span span = stmt->span;
        switch (stmt->kind) {
        case StmtKind::return_: {
            if (result_) {
                StmtPtr assign = make_assign(result_, std::move(as<Return>(*stmt).value));
                assign->comments = std::move(stmt->comments);
                out.push_back(std::move(assign));
            }
            if (in_loop || flagged_) out.push_back(make_assign(returned(span), make_bool(true, span)));
            if (in_loop) out.push_back(std::make_unique<Break>(span));
            return; // the statements after it are never reached
        }
        case StmtKind::if_: {
            auto& branch = as<If>(*stmt);
            branch.else_is_elif = false;
            const bool then_ends = always_returns(branch.then_body);
            const bool else_ends = always_returns(branch.else_body);
            if (!in_loop && !rest.empty() && (then_ends || else_ends)) {
                // The statements that follow belong to the other branch.
                Block& other = then_ends ? branch.else_body : branch.then_body;
                if (!(then_ends && else_ends)) std::move(rest.begin(), rest.end(), std::back_inserter(other));
                rest.clear();
            }
            const bool flagged = !in_loop && !rest.empty();
            const bool outer = std::exchange(flagged_, flagged_ || flagged);
            branch.then_body = block(std::move(branch.then_body), in_loop);
            branch.else_body = block(std::move(branch.else_body), in_loop);
            flagged_ = outer;
            out.push_back(std::move(stmt));
            if (flagged)
                unless_returned(std::move(rest), in_loop, span, out);
            else
                append(block(std::move(rest), in_loop), out);
            return;
        }
        default: {
            visit_blocks(*stmt, [&](Block& inner) { inner = block(std::move(inner), true); });
            out.push_back(std::move(stmt));
            if (in_loop) {
                out.push_back(make_if(make_ref(returned(span), span), std::make_unique<Break>(span), span));
                append(block(std::move(rest), true), out);
            } else {
                unless_returned(std::move(rest), false, span, out);
            }
        }
        }
    }

    void unless_returned(Block rest, bool in_loop, Span span, Block& out) {
        if (rest.empty()) return;
        auto branch = std::make_unique<If>(span, make_not(make_ref(returned(span), span)));
        branch->then_body = block(std::move(rest), in_loop);
        out.push_back(std::move(branch));
    }

    static void append(Block from, Block& to) { std::move(from.begin(), from.end(), std::back_inserter(to)); }
};

} // namespace

Block single_exit(Block body, Variable* result, Function& owner) {
    return SingleExit(result, owner).run(std::move(body));
}

} // namespace cudapy::lower
