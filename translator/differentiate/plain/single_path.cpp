#include "translator/differentiate/plain/single_path.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace cudapy::differentiate {

using namespace program;

namespace {

struct Jumps {
    bool breaks = false, continues = false;
    bool any() const { return breaks || continues; }
};

/// Returns which jumps of the loop around are in the statement.
Jumps jumps_in(const Stmt& stmt) {
    if (stmt.kind == StmtKind::break_) return {true, false};
    if (stmt.kind == StmtKind::continue_) return {false, true};
    Jumps found;
    if (stmt.kind != StmtKind::if_) return found; // those in a loop are its own
    visit_blocks(stmt, [&](const Block& block) {
        for (const StmtPtr& inner : block) {
            const Jumps of = jumps_in(*inner);
            found.breaks = found.breaks || of.breaks;
            found.continues = found.continues || of.continues;
        }
    });
    return found;
}

Jumps jumps_in(const Block& block) {
    Jumps found;
    for (const StmtPtr& stmt : block) {
        const Jumps of = jumps_in(*stmt);
        found.breaks = found.breaks || of.breaks;
        found.continues = found.continues || of.continues;
    }
    return found;
}

/// Returns whether every path through the block ends with a jump.
bool always_jumps(const Block& block) {
    if (block.empty()) return false;
    const Stmt& last = *block.back();
    if (last.kind == StmtKind::break_ || last.kind == StmtKind::continue_) return true;
    return last.kind == StmtKind::if_ && always_jumps(as<If>(last).then_body) &&
           always_jumps(as<If>(last).else_body);
}

class SinglePath {
  public:
    explicit SinglePath(Function& function) : function_(function) {}

    Block outside(Block body) {
        Block out;
        for (StmtPtr& stmt : body)
            statement(std::move(stmt), out);
        return out;
    }

    MostTrips most_trips;

  private:
    /// The flags of the loop at hand.
    struct Loop {
        Variable* left = nullptr;    ///< set by a break
        Variable* skipped = nullptr; ///< set by any jump, where what follows asks for it
        int asked = 0;               ///< what follows an `if` around asks for `skipped`
    };

    Function& function_;

    Variable* flag(const char* name, Span span) {
        return function_.add_variable(name, Type::bool_(), VariableRole::temporary, span);
    }

    void statement(StmtPtr stmt, Block& out) {
        Block before;
        switch (stmt->kind) {
        case StmtKind::while_:
            stmt = while_loop(std::move(stmt), before);
            break;
        case StmtKind::for_range:
            stmt = for_loop(std::move(stmt), before);
            break;
        default:
            visit_blocks(*stmt, [&](Block& inner) { inner = outside(std::move(inner)); });
            if (stmt->kind == StmtKind::if_) as<If>(*stmt).else_is_elif = is_elif(as<If>(*stmt));
        }
        std::move(before.begin(), before.end(), std::back_inserter(out));
        out.push_back(std::move(stmt));
    }

    static bool is_elif(const If& branch) {
        return branch.else_is_elif && branch.else_body.size() == 1 &&
               branch.else_body[0]->kind == StmtKind::if_;
    }

    StmtPtr while_loop(StmtPtr stmt, Block& before) {
        auto& node = as<While>(*stmt);
        const Jumps jumps = jumps_in(node.body);
        if (!jumps.any()) {
            node.body = outside(std::move(node.body));
            return stmt;
        }
        Loop loop;
        const Span span = node.span;
        if (jumps.breaks) {
            loop.left = flag("left", span);
            before.push_back(make_assign(loop.left, make_bool(false, span), span));
        }
        node.body = inside(std::move(node.body), loop);
        if (loop.skipped)
            node.body.insert(node.body.begin(), make_assign(loop.skipped, make_bool(false, span), span));
        if (!loop.left) return stmt;
        ExprPtr goes_on = make_not(make_ref(loop.left, span));
        const bool is_endless =
            node.condition->kind == ExprKind::literal && std::get<bool>(as<Literal>(*node.condition).value);
        node.condition =
            is_endless ? std::move(goes_on) : make_and(std::move(goes_on), std::move(node.condition));
        return stmt;
    }

    StmtPtr for_loop(StmtPtr stmt, Block& before) {
        auto& node = as<ForRange>(*stmt);
        const Jumps jumps = jumps_in(node.body);
        if (!jumps.breaks) {
            Loop loop;
            node.body = inside(std::move(node.body), loop);
            if (loop.skipped)
                node.body.insert(node.body.begin(),
                                 make_assign(loop.skipped, make_bool(false, node.span), node.span));
            return stmt;
        }
        // next = start; while not left and next < stop: i = next; next += step
        const Span span = node.span;
        const auto bound = [&](ExprPtr expr, const char* name) -> ExprPtr {
            if (expr->kind == ExprKind::literal) return expr;
            Variable* variable = function_.add_variable(name, node.counter, VariableRole::temporary, span);
            before.push_back(make_assign(variable, std::move(expr), span));
            return make_ref(variable, span);
        };
        Variable* next = function_.add_variable("next", node.counter, VariableRole::temporary, span);
        const auto first = lower::constant_value(*node.start), end = lower::constant_value(*node.stop),
                   distance = lower::constant_value(*node.step);
        before.push_back(make_assign(next, std::move(node.start), span));
        ExprPtr stop = bound(std::move(node.stop), "stop"), step = bound(std::move(node.step), "step");
        ExprPtr up = make_compare(CompareOp::lt, make_ref(next, span), ExprPtr(stop));
        ExprPtr condition;
        if (distance)
            condition = *distance > 0 ? std::move(up)
                                      : make_compare(CompareOp::gt, make_ref(next, span), std::move(stop));
        else
            condition = make_select(
                make_compare(CompareOp::gt, clone(*step), make_int(node.counter, 0, span)), std::move(up),
                make_compare(CompareOp::gt, make_ref(next, span), std::move(stop)));
        auto loop = std::make_unique<While>(span, std::move(condition));
        loop->comments = std::move(node.comments);
        loop->body.push_back(
            make_assign(node.variable, convert(make_ref(next, span), node.variable->type), span));
        loop->body.push_back(
            make_assign(next, make_binary(BinaryOp::add, make_ref(next, span), std::move(step)), span));
        std::move(node.body.begin(), node.body.end(), std::back_inserter(loop->body));
        if (first && end && distance && *distance != 0)
            most_trips[loop.get()] =
                std::max<int64_t>(0, (*end - *first + *distance + (*distance > 0 ? -1 : 1)) / *distance);
        return while_loop(std::move(loop), before);
    }

    Block inside(Block body, Loop& loop) {
        Block out;
        for (std::size_t i = 0; i < body.size(); ++i) {
            StmtPtr stmt = std::move(body[i]);
            const Jumps jumps = jumps_in(*stmt);
            if (!jumps.any()) {
                statement(std::move(stmt), out);
                continue;
            }
            Block rest(std::make_move_iterator(body.begin() + static_cast<std::ptrdiff_t>(i) + 1),
                       std::make_move_iterator(body.end()));
            jump(std::move(stmt), jumps, std::move(rest), loop, out);
            break;
        }
        return out;
    }

    /// Lowers a statement with a jump, and the statements that follow it.
    void jump(StmtPtr stmt, Jumps jumps, Block rest, Loop& loop, Block& out) {
        const Span span = stmt->span;
        if (stmt->kind != StmtKind::if_) {
            if (jumps.breaks) out.push_back(make_assign(loop.left, make_bool(true, span), span));
            if (loop.asked > 0) {
                if (!loop.skipped) loop.skipped = flag("skipped", span);
                out.push_back(make_assign(loop.skipped, make_bool(true, span), span));
            }
            return; // the statements after it are never reached
        }
        auto& branch = as<If>(*stmt);
        branch.else_is_elif = false;
        const bool then_ends = always_jumps(branch.then_body), else_ends = always_jumps(branch.else_body);
        if (!rest.empty() && (then_ends || else_ends)) { // what follows belongs to the other branch
            Block& other = then_ends ? branch.else_body : branch.then_body;
            if (!(then_ends && else_ends)) std::move(rest.begin(), rest.end(), std::back_inserter(other));
            rest.clear();
        }
        // What follows asks whether it was left out.
        const bool asks = !rest.empty();
        const bool by_left = asks && jumps.breaks && !jumps.continues;
        if (asks && !by_left) ++loop.asked;
        branch.then_body = inside(std::move(branch.then_body), loop);
        branch.else_body = inside(std::move(branch.else_body), loop);
        if (asks && !by_left) --loop.asked;
        if (branch.then_body.empty() && !branch.else_body.empty()) {
            branch.condition = make_not(std::move(branch.condition));
            branch.then_body = std::move(branch.else_body);
            branch.else_body.clear();
            branch.comments_above_else.clear();
        }
        out.push_back(std::move(stmt));
        if (!asks) return;
        auto others =
            std::make_unique<If>(span, make_not(make_ref(by_left ? loop.left : loop.skipped, span)));
        others->then_body = inside(std::move(rest), loop);
        out.push_back(std::move(others));
    }
};

} // namespace

MostTrips make_single_path(Function& function) {
    SinglePath single(function);
    function.body = single.outside(std::move(function.body));
    return std::move(single.most_trips);
}

} // namespace cudapy::differentiate
