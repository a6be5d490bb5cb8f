#include "translator/differentiate/gather/own_shared.h"

#include "translator/differentiate/gather/bar_accesses.h"
#include "translator/differentiate/gather/one_writer.h"
#include "translator/differentiate/reverse/barriers.h"
#include "translator/differentiate/reverse/effects.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <map>
#include <utility>
#include <vector>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// Divides the statements of a kernel into phases: those between which a thread may come without a barrier
/// are in one phase.
class Phases {
  public:
    Phases(const Block& body, const std::set<const Variable*>& arrays)
        : arrays_(arrays), assignments_(assignments_of(body)) {
        phases_.push_back(0);
        look(body);
    }

    /// Returns the places of the accesses of arrays, by phase.
    std::map<std::pair<int, const Variable*>, std::vector<Place>> places() const {
        std::map<std::pair<int, const Variable*>, std::vector<Place>> all;
        for (const auto& [phase, array, place] : accesses_)
            all[{root(phase), array}].push_back(place);
        return all;
    }
    int of(const Stmt& stmt) const { return root(phase_of_.at(&stmt)); }

  private:
    struct Access {
        int phase;
        const Variable* array;
        Place place;
    };

    const std::set<const Variable*>& arrays_;
    const std::map<const Variable*, int> assignments_;
    std::vector<int> phases_; ///< of each phase the one that it is a part of
    std::map<const Stmt*, int> phase_of_;
    std::vector<Access> accesses_;
    std::vector<int> loops_; ///< the phases in which the loops around begin
    Path path_;
    int now_ = 0;

    int root(int phase) const {
        const auto of = static_cast<std::size_t>(phase);
        return phases_[of] == phase ? phase : root(phases_[of]);
    }
    void unite(int a, int b) { phases_[static_cast<std::size_t>(root(a))] = root(b); }

    void note(const Variable* array, const Expr& index) {
        if (arrays_.count(array))
            accesses_.push_back({now_, array, Positions(path_, assignments_).known_forms(index, *array)});
    }
    void note_accesses(const Stmt& stmt) {
        phase_of_[&stmt] = now_;
        visit_lvalues(stmt, [&](const Lvalue& place) {
            if (place.index) note(place.variable, *place.index);
        });
        visit_expressions(stmt, [&](const ExprPtr& expr) {
            visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                if (part.kind == ExprKind::load) note(as<Load>(part).array, *as<Load>(part).index);
                const Variable* const array = part.type->is_array() ? read_by(part) : nullptr;
                if (array && arrays_.count(array)) accesses_.push_back({now_, array, {}}); // of calls
            });
        });
    }

    void look(const Block& body) {
        for (std::size_t i = 0; i < body.size(); ++i) {
            path_.push_back({&body, i});
            statement(*body[i]);
            path_.pop_back();
        }
    }

    void statement(const Stmt& stmt) {
        note_accesses(stmt);
        if (is_only_barrier(stmt)) {
            now_ = static_cast<int>(phases_.size());
            phases_.push_back(now_);
        } else if (stmt.kind == StmtKind::if_) {
            const int before = now_;
            look(as<If>(stmt).then_body);
            const int after = std::exchange(now_, before);
            path_.back().in_else = true;
            look(as<If>(stmt).else_body);
            unite(after, now_);
        } else if (stmt.kind == StmtKind::for_range || stmt.kind == StmtKind::while_) {
            loops_.push_back(now_);
            visit_blocks(stmt, [&](const Block& inner) { look(inner); });
            unite(now_, loops_.back()); // the next iteration, and what follows
            loops_.pop_back();
        } else if (stmt.kind == StmtKind::break_ || stmt.kind == StmtKind::continue_) {
            unite(now_, loops_.back());
        } else {
            visit_blocks(stmt, [&](const Block& inner) { look(inner); });
        }
    }
};

} // namespace

void drop_needless_shared_atomics(Function& kernel, const std::set<const Variable*>& arrays) {
    const auto axes = axes_of_any_threads(kernel, kernel.body);
    if (!axes || axes->empty() || arrays.empty()) return;
    const Phases phases(kernel.body, arrays);
    std::set<std::pair<int, const Variable*>> owned;
    for (const auto& [where, places] : phases.places())
        if (belong_to_threads(places, *axes, CoordinateGroup::thread)) owned.insert(where);
    if (owned.empty()) return;
    lower::rewrite_statements(kernel.body, [&](StmtPtr stmt, Block& out) {
        auto addition = stmt->kind == StmtKind::evaluate ? any_addition_of(*stmt) : std::nullopt;
        const Variable* const array = addition ? addition->place.variable : nullptr;
        if (!array || !arrays.count(array) || !owned.count({phases.of(*stmt), array}))
            return out.push_back(std::move(stmt));
        Lvalue place = std::move(addition->place);
        out.push_back(plain_addition(*addition, std::move(place), stmt->span));
    });
}

} // namespace cudapy::differentiate
