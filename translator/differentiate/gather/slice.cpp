#include "translator/differentiate/gather/slice.h"

#include "translator/differentiate/reverse/dead_code.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <set>

namespace cudapy::differentiate {

using namespace program;
using lower::SymbolicSum;

namespace {

using Origins = std::map<const Stmt*, const Stmt*>;

/// Copies what a body computes, without its stores to parameters and its calls, but with some additions.
class Copier {
  public:
    explicit Copier(const std::vector<const Stmt*>& additions)
        : additions_(additions.begin(), additions.end()) {}

    Block block(const Block& body) {
        Block copy;
        for (const StmtPtr& stmt : body)
            if (StmtPtr made = statement(*stmt)) copy.push_back(std::move(made));
        return copy;
    }
    Origins origins; ///< of the statements of the copy

  private:
    std::set<const Stmt*> additions_;

    StmtPtr statement(const Stmt& stmt) {
        StmtPtr made = copied(stmt);
        if (made) {
            made->comments = {};
            origins[made.get()] = &stmt;
        }
        return made;
    }

    StmtPtr copied(const Stmt& stmt) {
        switch (stmt.kind) {
        case StmtKind::assign: {
            const Lvalue& place = as<Assign>(stmt).lvalue;
            return place.index && !place.variable->is_declared_array() ? nullptr : clone(stmt);
        }
        case StmtKind::augmented_assign: {
            const Lvalue& place = as<AugmentedAssign>(stmt).lvalue;
            const bool stores = place.index && !place.variable->is_declared_array();
            return stores && !additions_.count(&stmt) ? nullptr : clone(stmt);
        }
        case StmtKind::evaluate:
            return additions_.count(&stmt) ? clone(stmt) : nullptr;
        case StmtKind::note:
            return nullptr;
        case StmtKind::if_: {
            const auto& node = as<If>(stmt);
            auto made = std::make_unique<If>(stmt.span, clone(*node.condition));
            made->then_body = block(node.then_body);
            made->else_body = block(node.else_body);
            return made;
        }
        case StmtKind::while_: {
            const auto& node = as<While>(stmt);
            auto made = std::make_unique<While>(stmt.span, clone(*node.condition));
            made->body = block(node.body);
            return made;
        }
        case StmtKind::for_range: {
            const auto& node = as<ForRange>(stmt);
            auto made = std::make_unique<ForRange>(stmt.span, node.variable, node.counter, clone(*node.start),
                                                   clone(*node.stop), clone(*node.step));
            made->body = block(node.body);
            return made;
        }
        default:
            return clone(stmt);
        }
    }
};

/// Returns whether each loop of the body is around one of the statements.
bool has_only_loops_around(const Block& body, const std::set<const Stmt*>& around) {
    bool holds = true;
    visit_statements(body, [&](const Stmt& stmt) {
        if (stmt.kind == StmtKind::while_) holds = false;
        if (stmt.kind == StmtKind::for_range && !around.count(&stmt)) holds = false;
    });
    return holds;
}

/// Tells reads of arrays that hold what they held before the kernel from those of arrays that it has changed.
class Changes {
  public:
    explicit Changes(const Block& body) : assignments_(assignments_of(body)) {
        for (BarAccess& access : accesses_of(body))
            (access.kind == BarAccess::Kind::reads ? reads_ : changes_).push_back(std::move(access));
    }

    /// Returns whether the reads of a statement, which its index expressions and its values make, come before
    /// all changes of what they read.
    bool come_before_changes(const Stmt& stmt) const {
        return std::all_of(reads_.begin(), reads_.end(), [&](const BarAccess& read) {
            return &read.path.back().stmt() != &stmt ||
                   std::all_of(changes_.begin(), changes_.end(), [&](const BarAccess& change) {
                       return change.array != read.array || comes_before(read, change);
                   });
        });
    }

  private:
    std::map<const Variable*, int> assignments_;
    std::vector<BarAccess> reads_, changes_;

    /// The thread itself changes what it reads only later. What others change is theirs: two threads that
    /// read and change one element would race.
    bool comes_before(const BarAccess& read, const BarAccess& change) const {
        std::size_t common = 0;
        while (common < read.path.size() && common < change.path.size() &&
               read.path[common].block == change.path[common].block &&
               read.path[common].at == change.path[common].at)
            ++common;
        const bool is_first = common >= read.path.size() || common >= change.path.size() ||
                              read.path[common].block != change.path[common].block ||
                              read.path[common].at <= change.path[common].at;
        const Positions of_read(read.path, assignments_), of_change(change.path, assignments_);
        const auto here = of_read.forms(*read.index, *read.array);
        const auto there = of_change.forms(*change.index, *change.array);
        std::vector<const Variable*> loops; // that are around both
        for (std::size_t i = 0; i < common && i < read.path.size(); ++i) {
            const Stmt& stmt = read.path[i].stmt();
            if (stmt.kind == StmtKind::while_) return false;
            if (stmt.kind == StmtKind::for_range) loops.push_back(as<ForRange>(stmt).variable);
        }
        if (loops.empty() && is_first) return true;
        for (std::size_t dimension = 0; dimension < here.size() && dimension < there.size(); ++dimension) {
            const auto difference = lower::added(here[dimension], there[dimension], -1);
            const auto number = difference ? difference->as_constant() : std::nullopt;
            const bool moves = std::any_of(loops.begin(), loops.end(), [&](const Variable* loop) {
                return depends_on(here[dimension], *loop) || depends_on(there[dimension], *loop);
            });
            if (number && *number != 0 && !moves) return true; // never the same element
        }
        // In each iteration elements of its own.
        return is_first && !here.empty() && here == there &&
               std::all_of(loops.begin(), loops.end(), [&](const Variable* loop) {
                   return std::any_of(here.begin(), here.end(),
                                      [&](const SymbolicSum& form) { return is_alone(form, *loop); });
               });
    }

    static bool depends_on(const SymbolicSum& form, const Variable& variable) {
        return std::any_of(form.products.begin(), form.products.end(), [&](const auto& product) {
            const lower::Symbol* counted = lower::counted_by(product.first);
            return counted && counted->kind == lower::Symbol::Kind::variable &&
                   counted->variable == &variable;
        });
    }

    /// Returns whether the form counts with the variable, and with nothing else that changes.
    static bool is_alone(const SymbolicSum& form, const Variable& variable) {
        int counted = 0;
        for (const auto& [symbols, number] : form.products) {
            const lower::Symbol* symbol = lower::counted_by(symbols);
            if (!symbol) continue;
            if (symbols.size() != 1 || symbol->kind != lower::Symbol::Kind::variable) return false;
            if (symbol->variable != &variable) return false;
            ++counted;
        }
        return counted == 1;
    }
};

} // namespace

std::optional<Slice> slice_of(const Block& body, const std::vector<const Stmt*>& additions) {
    Copier copier(additions);
    Slice slice{copier.block(body), {}};
    drop_dead_code(slice.body);
    const std::set<const Stmt*> wanted(additions.begin(), additions.end());
    const Changes changes(body);
    std::set<const Stmt*> around;
    bool holds = true;
    visit_statements(static_cast<const Block&>(slice.body), [&](const Stmt& stmt) {
        const Stmt& origin = *copier.origins.at(&stmt);
        holds = holds && changes.come_before_changes(origin);
        if (wanted.count(&origin)) slice.additions.push_back(&stmt);
        visit_expressions(stmt, [&](const ExprPtr& expr) {
            const bool is_addition = wanted.count(&origin) && stmt.kind == StmtKind::evaluate;
            if (!is_addition && lower::has_effects(*expr)) holds = false; // it draws a random number
            visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                if (part.kind == ExprKind::load && as<Load>(part).array->is_declared_array()) holds = false;
                if (part.type->is_random_state()) holds = false;
            });
        });
    });
    if (!holds) return std::nullopt;
    for (const PathStep& step : path_to(slice.body, *slice.additions.front()))
        around.insert(&step.stmt());
    if (!has_only_loops_around(slice.body, around)) return std::nullopt;
    return slice;
}

} // namespace cudapy::differentiate
