#include "translator/lower/declarations.h"

#include "translator/lower/flow.h"
#include "translator/lower/purity.h"
#include "translator/lower/rewrite.h"

#include <algorithm>
#include <map>

namespace cudapy::lower {

using namespace program;

namespace {

/// A statement and the blocks around it, outermost first.
struct Step {
    Block* block;
    std::size_t index;
};
using Path = std::vector<Step>;

class Lowering {
  public:
    explicit Lowering(Function& function) : function_(function), flow_(function) {}

    void run() {
        find_loops_that_declare();
        path_.clear();
        walk(function_.body);
        for (const auto& variable : function_.variables)
            place_declaration(*variable);
        insert(function_.body);
    }

  private:
    struct Mentions {
        bool any = false;
        Path scope; ///< the innermost block around all of them, and the first statement in it that has one
        int assignments = 0;
    };
    Function& function_;
    const Flow flow_;
    Path path_;
    std::unordered_map<const Variable*, Mentions> mentions_;
    std::unordered_map<const Variable*, std::vector<ForC*>>
        open_loops_; ///< that declare the variable, around the walk
    std::map<std::pair<const Block*, std::size_t>, std::vector<std::pair<Variable*, bool>>>
        planned_; ///< and whether with 0

    // ---- which loops declare their variable themselves

    /// A loop does, unless its variable also lives in a scope around the loop: then it would be hidden there.
    void find_loops_that_declare() {
        visit_statements(function_.body, [&](Stmt& stmt) {
            if (stmt.kind == StmtKind::for_c)
                as<ForC>(stmt).declares = !mentions(*as<ForC>(stmt).start, as<ForC>(stmt).variable);
        });
        // A loop that is found to be inside the scope of its variable makes that scope no smaller, so that
        // one round settles it: the loops of one variable only have to be looked at against the mentions
        // outside of all of them.
        walk(function_.body);
        std::vector<std::pair<ForC*, Path>> loops;
        collect_loops(function_.body, {}, loops);
        for (auto& [loop, path] : loops) {
            const auto found = mentions_.find(loop->variable);
            if (found == mentions_.end() || !found->second.any) continue;
            loop->declares = loop->declares && !is_inside(path, found->second.scope);
        }
        mentions_.clear();
    }

    static bool is_inside(const Path& path, const Path& scope) {
        const std::size_t depth = scope.size() - 1;
        return path.size() > depth && path[depth].block == scope[depth].block &&
               path[depth].index >= scope[depth].index;
    }

    void collect_loops(Block& block, Path path, std::vector<std::pair<ForC*, Path>>& loops) {
        path.push_back({&block, 0});
        for (std::size_t i = 0; i < block.size(); ++i) {
            path.back().index = i;
            if (block[i]->kind == StmtKind::for_c) loops.emplace_back(&as<ForC>(*block[i]), path);
            visit_blocks(*block[i], [&](Block& inner) { collect_loops(inner, path, loops); });
        }
    }

    // ---- where each variable is mentioned

    void mention(const Variable* variable) {
        if (variable->role == VariableRole::parameter) return;
        if (const auto open = open_loops_.find(variable); open != open_loops_.end() && !open->second.empty())
            return;
        Mentions& known = mentions_[variable];
        if (!known.any) {
            known.any = true;
            known.scope = path_;
            return;
        }
        // Down to the innermost block around both; the first mention's statement in it is the earlier one.
        std::size_t depth = 0;
        while (depth < known.scope.size() && depth < path_.size() &&
               known.scope[depth].block == path_[depth].block) {
            ++depth;
            if (known.scope[depth - 1].index != path_[depth - 1].index) break;
        }
        known.scope.resize(depth);
    }

    void walk(Block& block) {
        path_.push_back({&block, 0});
        for (std::size_t i = 0; i < block.size(); ++i) {
            path_.back().index = i;
            walk(*block[i]);
        }
        path_.pop_back();
    }

    void walk(Stmt& stmt) {
        if (stmt.kind == StmtKind::for_c && as<ForC>(stmt).declares) {
            auto& loop = as<ForC>(stmt);
            open_loops_[loop.variable].push_back(&loop);
            walk_inside(stmt);
            open_loops_[loop.variable].pop_back();
            return;
        }
        walk_inside(stmt);
    }

    void walk_inside(Stmt& stmt) {
        visit_expressions(stmt, [&](ExprPtr& expr) {
            visit_all(*expr, [&](Expr& part) {
                if (part.kind == ExprKind::variable) mention(as<VariableRef>(part).variable);
            });
        });
        visit_assigned(stmt, [&](const Variable* variable) {
            mention(variable);
            ++mentions_[variable].assignments;
        });
        if (stmt.kind == StmtKind::if_) {
            auto& branch = as<If>(stmt);
            walk(branch.then_body);
            // What an `elif` needs is declared before the whole chain, which so stays one.
            if (branch.else_is_elif)
                walk(*branch.else_body[0]);
            else
                walk(branch.else_body);
            return;
        }
        visit_blocks(stmt, [&](Block& inner) { walk(inner); });
    }

    // ---- where each variable is declared

    void place_declaration(Variable& variable) {
        const auto found = mentions_.find(&variable);
        if (found == mentions_.end() || !found->second.any) return;
        Path& scope = found->second.scope;
        // A value that comes from an earlier iteration, or from nowhere, asks for a declaration further out.
        while (scope.size() > 1 && flow_.is_live_at(*scope.back().block, &variable))
            scope.pop_back();
        const bool may_be_unassigned = flow_.is_live_at(*scope.back().block, &variable);
        planned_[{scope.back().block, scope.back().index}].emplace_back(&variable, may_be_unassigned);
    }

    void insert(Block& block) {
        Block result;
        for (std::size_t i = 0; i < block.size(); ++i) {
            visit_blocks(*block[i], [&](Block& inner) { insert(inner); });
            StmtPtr& stmt = block[i];
            if (const auto found = planned_.find({&block, i}); found != planned_.end()) {
                const std::size_t before = result.size();
                for (const auto& [variable, may_be_unassigned] : found->second) {
                    if (StmtPtr merged = merge(*stmt, *variable)) {
                        stmt = std::move(merged);
                        continue;
                    }
                    result.push_back(std::make_unique<Declare>(
                        variable->span, variable,
                        may_be_unassigned ? make_zero(variable->type, variable->span) : nullptr));
                }
                if (result.size() > before) std::swap(result[before]->comments.above, stmt->comments.above);
            }
            result.push_back(std::move(stmt));
        }
        block = std::move(result);
    }

    /// The first assignment as a declaration, or null.
    StmtPtr merge(Stmt& stmt, Variable& variable) {
        if (stmt.kind != StmtKind::assign) return nullptr;
        auto& assign = as<Assign>(stmt);
        if (assign.place.index || assign.place.variable != &variable || mentions(*assign.value, &variable))
            return nullptr;
        auto declare = std::make_unique<Declare>(stmt.span, &variable, std::move(assign.value));
        declare->is_const = variable.role == VariableRole::temporary && mentions_[&variable].assignments == 1;
        declare->comments = std::move(stmt.comments);
        return declare;
    }
};

} // namespace

void lower_declarations(Function& function) {
    Lowering(function).run();
}

} // namespace cudapy::lower
