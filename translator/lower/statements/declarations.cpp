#include "translator/lower/statements/declarations.h"

#include "translator/lower/analysis/liveness.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"

#include <algorithm>
#include <map>

namespace cudapy::lower {

using namespace program;

namespace {

/// A statement of a block. A path leads through the blocks around a statement to it, outermost first.
struct Step {
    Block* block;
    std::size_t index;
};
using Path = std::vector<Step>;

/// Returns whether the variable needs a declaration, or is in a loop that declares it.
bool is_declared(const Variable& variable) {
    return variable.role != VariableRole::parameter && !variable.is_declared_array();
}

class Declarations {
  public:
    explicit Declarations(Function& function) : function_(function), liveness_(function) {}

    void run() {
        walk(function_.body);
        plan();
        if (stop_loops_that_hide()) {
            mentions_.clear();
            planned_.clear();
            walk(function_.body);
            plan();
        }
        insert(function_.body);
    }

  private:
    struct Mentions {
        std::vector<Path> paths; ///< in source order, outside of the loops that declare the variable
        int assignments = 0;
    };
    struct Planned {
        Variable* variable;
        bool needs_zero; ///< some path reads it before it is assigned
    };
    Function& function_;
    const Liveness liveness_;
    Path path_;
    std::vector<std::pair<ForC*, Path>> loops_; ///< the loops that the traversal has seen, and where
    std::unordered_map<const Variable*, Mentions> mentions_;
    std::unordered_map<const Variable*, int> open_loops_; ///< how many loops around the traversal declare the
                                                          ///< variable
    std::map<std::pair<const Block*, std::size_t>, std::vector<Planned>> planned_;

    // ---- the mentions of each variable

    void mention(const Variable* variable) {
        if (!is_declared(*variable) || open_loops_[variable] > 0) return;
        auto& paths = mentions_[variable].paths;
        // One mention in a statement is as good as several.
        if (!paths.empty() && paths.back().size() == path_.size() &&
            paths.back().back().block == path_.back().block &&
            paths.back().back().index == path_.back().index)
            return;
        paths.push_back(path_);
    }

    void mention_array(const Variable* array) {
        if (array->is_pointer()) mention(array);
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
        const Variable* declared = nullptr;
        if (stmt.kind == StmtKind::for_c) {
            auto& loop = as<ForC>(stmt);
            loops_.emplace_back(&loop, path_);
            if (loop.declares) declared = loop.variable;
        }
        if (declared) ++open_loops_[declared];
        visit_expressions(stmt, [&](ExprPtr& expr) {
            visit_all(*expr, [&](Expr& part) {
                if (part.kind == ExprKind::variable) mention(as<VariableRef>(part).variable);
                if (part.kind == ExprKind::load) mention_array(as<Load>(part).array);
                if (part.kind == ExprKind::view) mention_array(as<ArrayView>(part).array);
            });
        });
        visit_lvalues(stmt, [&](const Lvalue& place) {
            if (place.index) mention_array(place.variable);
        });
        visit_assigned(stmt, [&](const Variable* variable) {
            mention(variable);
            ++mentions_[variable].assignments;
        });
        if (stmt.kind == StmtKind::if_) {
            auto& branch = as<If>(stmt);
            walk(branch.then_body);
            // Variables that an `elif` needs are declared before the whole chain, which so stays one.
            if (branch.else_is_elif)
                walk(*branch.else_body[0]);
            else
                walk(branch.else_body);
        } else {
            visit_blocks(stmt, [&](Block& inner) { walk(inner); });
        }
        if (declared) --open_loops_[declared];
    }

    // ---- the loops that declare their variable themselves

    /// All loops declare their variables at first (lower_for_range made them so). A loop does not inside a
    /// scope that its variable needs anyway: it would hide the outer one. Returns whether there are such
    /// loops.
    bool stop_loops_that_hide() {
        bool any = false;
        for (auto& [loop, path] : loops_) {
            const bool declared = loop->declares;
            for (const Step& step : path) {
                for (auto at = planned_.lower_bound({step.block, 0});
                     at != planned_.end() && at->first.first == step.block && at->first.second <= step.index;
                     ++at)
                    for (const Planned& each : at->second)
                        if (each.variable == loop->variable) loop->declares = false;
            }
            any = any || (declared && !loop->declares);
        }
        return any;
    }

    // ---- the place where each variable is declared

    void plan() {
        for (const auto& variable : function_.variables) {
            const auto found = mentions_.find(variable.get());
            if (found == mentions_.end() || found->second.paths.empty()) continue;
            const auto& paths = found->second.paths;
            plan(*variable, paths, 0, paths.size(), 0);
        }
    }

    /// Declares a variable for its mentions [begin, end), which all are in one block at this depth. It is
    /// declared in that block, or in the blocks inside it when no value passes between those.
    void plan(Variable& variable, const std::vector<Path>& paths, std::size_t begin, std::size_t end,
              std::size_t depth) {
        bool can_split = true;
        for (std::size_t i = begin; can_split && i < end; ++i)
            can_split =
                paths[i].size() > depth + 1 && !liveness_.is_live_at(*paths[i][depth + 1].block, &variable);
        if (!can_split) {
            const Step& step = paths[begin][depth];
            planned_[{step.block, step.index}].push_back(
                {&variable, liveness_.is_live_at(*step.block, &variable)});
            return;
        }
        for (std::size_t i = begin; i < end;) {
            std::size_t next = i + 1;
            while (next < end && paths[next][depth + 1].block == paths[i][depth + 1].block)
                ++next;
            plan(variable, paths, i, next, depth + 1);
            i = next;
        }
    }

    void insert(Block& block) {
        Block result;
        result.reserve(block.size());
        for (std::size_t i = 0; i < block.size(); ++i) {
            visit_blocks(*block[i], [&](Block& inner) { insert(inner); });
            StmtPtr& stmt = block[i];
            if (const auto found = planned_.find({&block, i}); found != planned_.end()) {
                const std::size_t before = result.size();
                for (const Planned& planned : found->second) {
                    Variable* variable = planned.variable;
                    if (StmtPtr merged = merge(*stmt, *variable)) {
                        stmt = std::move(merged);
                        continue;
                    }
                    ExprPtr zero = planned.needs_zero ? make_zero(variable->type, variable->span) : nullptr;
                    result.push_back(std::make_unique<Declare>(variable->span, variable, std::move(zero)));
                }
                if (result.size() > before) std::swap(result[before]->comments.above, stmt->comments.above);
            }
            result.push_back(std::move(stmt));
        }
        block = std::move(result);
    }

    /// Returns the first assignment as a declaration, or null.
    StmtPtr merge(Stmt& stmt, Variable& variable) {
        if (stmt.kind != StmtKind::assign) return nullptr;
        auto& assign = as<Assign>(stmt);
        if (!assign.lvalue.is_variable() || assign.lvalue.variable != &variable ||
            mentions(*assign.value, &variable))
            return nullptr;
        auto declare = std::make_unique<Declare>(stmt.span, &variable, std::move(assign.value));
        declare->is_const = variable.role == VariableRole::temporary && mentions_[&variable].assignments == 1;
        declare->comments = std::move(stmt.comments);
        return declare;
    }
};

} // namespace

void lower_declarations(Function& function) {
    const bool has_any = std::any_of(function.variables.begin(), function.variables.end(),
                                     [](const auto& variable) { return is_declared(*variable); });
    if (has_any) Declarations(function).run();
}

} // namespace cudapy::lower
