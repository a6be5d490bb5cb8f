#include "translator/lower/cpu/strips.h"

#include "translator/lower/analysis/affine_form.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/analysis/signs.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/lower/cpu/lane_variables.h"
#include "translator/lower/cpu/masked_loop.h"
#include "translator/lower/cpu/scalar_replacement.h"
#include "translator/lower/rewriting/copy_function.h"
#include "translator/lower/rewriting/inline_calls.h"
#include "translator/lower/rewriting/work_item_walk.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <map>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

bool stores(const Stmt& stmt) {
    bool found = stmt.kind == StmtKind::evaluate;
    visit_lvalues(stmt, [&](const Lvalue& place) { found |= place.index != nullptr; });
    visit_expressions(stmt, [&](const ExprPtr& expr) {
        visit_all(*expr, [&](const Expr& part) {
            found |= is_atomic(part) || is_report(part) || is_draw(part) ||
                     (part.kind == ExprKind::call && as<Call>(part).function->facts.has_effects);
        });
    });
    visit_blocks(stmt, [&](const Block& block) {
        for (const StmtPtr& inner : block)
            found |= stores(*inner);
    });
    return found;
}

bool jumps(const Block& block, StmtKind kind) {
    bool found = false;
    visit_statements(block, [&](const Stmt& stmt) { found |= stmt.kind == kind; });
    return found;
}

/// Returns whether the expression takes about as long for one thread as for one of a vector of them.
bool is_plain(const Expr& expr) {
    if (expr.kind == ExprKind::call) return false;
    if (expr.kind != ExprKind::builtin_call) return true;
    const Special special = as<BuiltinCall>(expr).builtin->special;
    return special == Special::abs || special == Special::min || special == Special::max;
}

class StripMaker : public WorkItemWalk {
  public:
    /// `is_row` says that all threads of the strip are neighbours along x.
    StripMaker(Function& strip, bool is_row)
        : WorkItemWalk(strip, Uniformity(strip, is_row ? ThreadSet::strip : ThreadSet::tile)),
          is_row_(is_row), signs_(strip), definitions_(definitions_in(strip.body)) {}

    /// Makes the strip. Returns false when the function fits no strip; it is then in pieces and of no use.
    bool make() {
        for (const Variable* parameter : function_.parameters) // it is one for all lanes
            if (uniformity_.varies(parameter)) return false;
        Block body;
        transform(std::move(function_.body), body);
        if (!ok_) return false;
        body.push_back(std::make_unique<Return>(function_.span, make_bool(true, function_.span)));
        function_.body = std::move(body);
        function_.result = Type::bool_();
        place_lane_variables(function_, uniformity_);
        function_.strip_width = has_rows_ ? row_strip_width : strip_width;
        return true;
    }

  private:
    void statement(StmtPtr stmt, Block& run, Block& out) override {
        if (is_straight(*stmt)) return simple(std::move(stmt), run, out);
        switch (stmt->kind) {
        case StmtKind::if_:
            flush(run, out);
            branch(std::move(stmt), out);
            break;
        case StmtKind::while_:
        case StmtKind::for_c:
            loop(std::move(stmt), run, out);
            break;
        case StmtKind::break_:
        case StmtKind::continue_:
            flush(run, out);
            out.push_back(std::move(stmt));
            break;
        case StmtKind::return_:
            flush(run, out);
            out.push_back(std::make_unique<Return>(stmt->span, make_bool(true, stmt->span)));
            break;
        default:
            ok_ = false;
        }
    }

    /// A statement that is the same for all threads is done once, outside the work-item loop.
    void simple(StmtPtr stmt, Block& run, Block& out) {
        if (stmt->kind == StmtKind::note && run.empty()) { // no work-item loop for nothing
            out.push_back(std::move(stmt));
            return;
        }
        if (stmt->kind == StmtKind::declare && !uniformity_.varies(as<Declare>(*stmt).variable) &&
            !as<Declare>(*stmt).variable->is_declared_array()) {
            out.push_back(std::move(stmt));
            return;
        }
        const bool uniform_assign =
            (stmt->kind == StmtKind::assign && !as<Assign>(*stmt).lvalue.index &&
             !uniformity_.varies(as<Assign>(*stmt).lvalue.variable)) ||
            (stmt->kind == StmtKind::augmented_assign && !as<AugmentedAssign>(*stmt).lvalue.index &&
             !uniformity_.varies(as<AugmentedAssign>(*stmt).lvalue.variable));
        if (uniform_assign) {
            flush(run, out);
            out.push_back(std::move(stmt));
            return;
        }
        if (stmt->kind == StmtKind::if_ && changes_uniform(as<If>(*stmt))) {
            flush(run, out);
            branch(std::move(stmt), out);
            return;
        }
        run.push_back(std::move(stmt));
    }

    void flush(Block& run, Block& out, bool is_last = false) override {
        for (const StmtPtr& stmt : run)
            stored_ = stored_ || stores(*stmt);
        WorkItemWalk::flush(run, out, is_last);
    }

    void branch(StmtPtr stmt, Block& out) {
        auto& branch = as<If>(*stmt);
        if (!uniformity_.varies(*branch.condition)) {
            transform_inside(branch);
            out.push_back(std::move(stmt));
            return;
        }
        // The threads must agree. Where they do not, the strip gives up, which it can only before anything is
        // stored.
        if (stored_ || has_effects(*branch.condition) || jumps_out(branch.then_body) ||
            jumps_out(branch.else_body)) {
            ok_ = false;
            return;
        }
        ExprPtr all = make_ref(lane_count(), branch.span);
        branch.condition = give_up_unless_agreed(std::move(branch.condition), std::move(all), out);
        transform_inside(branch);
        out.push_back(std::move(stmt));
    }

    Variable* lane_count() {
        if (!function_.lane_count)
            function_.lane_count =
                function_.add_variable("threads", Type::int32(), VariableRole::temporary, function_.span);
        return function_.lane_count;
    }

    void loop(StmtPtr stmt, Block& run, Block& out) {
        if (uniformity_.diverges(*stmt)) {
            ok_ = ok_ && mask_loop(function_, *stmt, uniformity_, run);
            if (!ok_) return;
            // mask_loop leaves its set-up in the run and the loop as the run's last statement.
            StmtPtr masked = std::move(run.back());
            run.pop_back();
            flush(run, out);
            out.push_back(std::move(masked));
            return;
        }
        flush(run, out);
        stored_ = stored_ || stores(*stmt);
        transform_inside(*stmt);
        if (stmt->kind == StmtKind::for_c) {
            auto& loop = as<ForC>(*stmt);
            if (const int count = elements_at_a_time(loop)) go_along_rows(loop, count, out);
        }
        out.push_back(std::move(stmt));
    }

    /// Returns how many elements of its row a thread takes before the next thread does, which are those of a
    /// cache line. Returns 0 for a loop in which threads do not go along rows of their own, and for one with
    /// more in it than a loop over the threads.
    int elements_at_a_time(const ForC& loop) const {
        if (!is_row_ || !loop.declares || loop.body.size() != 1 ||
            loop.body.front()->kind != StmtKind::work_item_loop || constant_value(*loop.step) != 1 ||
            loop.condition->kind != ExprKind::compare)
            return 0;
        const auto& compare = as<Compare>(*loop.condition);
        const Block& body = as<WorkItemLoop>(*loop.body.front()).body;
        const Expr& counter = *compare.operands[0];
        if (compare.ops.size() != 1 || compare.ops[0] != CompareOp::lt ||
            counter.kind != ExprKind::variable || as<VariableRef>(counter).variable != loop.variable ||
            !is_simple(*compare.operands[1]) || mentions(*compare.operands[1], loop.variable))
            return 0;
        // The distance from the start to the end must be a number of the variable's type.
        const int64_t start = constant_value(*loop.start).value_or(-1);
        if (start < 0 || (start > 0 && !signs_.is_non_negative(*compare.operands[1]))) return 0;
        const VariableSet assigned = assigned_variables(body);
        if (assigned.count(loop.variable)) return 0;
        bool fits = true;
        int64_t widest = 0;
        const auto look = [&](const Type* element, const Expr& index) {
            const auto form = affine_form(index, definitions_);
            const auto step = form ? stride_along(*form, Symbol::of(loop.variable)) : std::nullopt;
            const auto row = form ? stride_along(*form, Symbol::of(Coordinate::idx)) : std::nullopt;
            if (!step || !row || step->is_zero() || row->is_zero()) return;
            const bool is_along = step->as_constant() == 1 && !row->as_constant();
            fits = fits && is_along;
            widest = std::max<int64_t>(widest, element->size());
        };
        visit_all(body, [&](const Expr& expr) {
            fits = fits && is_plain(expr);
            if (expr.kind == ExprKind::load) look(expr.type, *as<Load>(expr).index);
        });
        visit_statements(body, [&](const Stmt& stmt) {
            visit_lvalues(stmt, [&](const Lvalue& place) {
                if (place.index) look(place.variable->type->element(), *place.index);
            });
        });
        constexpr int64_t line = 64, most = 16; // bytes
        return fits && widest > 0 && widest <= most ? static_cast<int>(line / widest) : 0;
    }

    /// Lets each thread go along its row for `count` elements before the next thread does, so that it uses
    /// all of a cache line at once. Where less than half a line is left, the threads go on together, as they
    /// do along a short row.
    void go_along_rows(ForC& loop, int count, Block& out) {
        const Span span = loop.span;
        Variable* counter = loop.variable;
        Variable* first =
            function_.add_variable("first_" + counter->name, counter->type, VariableRole::temporary, span);
        Variable* end_of_line =
            function_.add_variable("end_" + counter->name, counter->type, VariableRole::temporary, span);
        out.push_back(make_declare(first, std::move(loop.start), span));
        out.back()->comments = std::move(loop.comments);

        std::map<const Variable*, Variable*> same;
        for (const auto& variable : function_.variables)
            same[variable.get()] = variable.get();
        const Expr& end = *as<Compare>(*loop.condition).operands[1];
        const auto number = [&](int value) { return make_int(counter->type, value, span); };
        const auto left = [&] { return make_binary(BinaryOp::sub, clone(end), make_ref(first, span)); };
        auto lines = std::make_unique<While>(span, make_compare(CompareOp::ge, left(), number(count / 2)));
        auto declare = std::make_unique<Declare>(
            span, end_of_line,
            make_select(make_compare(CompareOp::lt, left(), number(count)), clone(end),
                        make_binary(BinaryOp::add, make_ref(first, span), number(count))));
        declare->is_const = true;
        lines->body.push_back(std::move(declare));
        auto row = std::make_unique<ForC>(
            span, counter, make_ref(first, span),
            make_compare(CompareOp::lt, make_ref(counter, span), make_ref(end_of_line, span)),
            clone(*loop.step));
        Block& body = as<WorkItemLoop>(*loop.body.front()).body;
        row->body = copy_block(body, same);
        auto lanes = std::make_unique<WorkItemLoop>(span);
        lanes->goes_along_rows = true;
        lanes->body.push_back(std::move(row));
        lines->body.push_back(std::move(lanes));
        lines->body.push_back(make_assign(first, make_ref(end_of_line, span), span));
        out.push_back(std::move(lines));

        visit_statements(body, [](Stmt& stmt) { stmt.comments = {}; });
        loop.start = make_ref(first, span);
        has_rows_ = true;
    }

    const bool is_row_;
    const Signs signs_;
    const Definitions definitions_;
    bool has_rows_ = false; ///< in some loop, each thread goes along a row of its own
    bool stored_ = false;
};

} // namespace

namespace {

bool has_loop(const Block& body) {
    return jumps(body, StmtKind::while_) || jumps(body, StmtKind::for_c);
}

/// Returns whether calls of the function are inlined. It is a helper with loops of its own: a compiler would
/// inline it, but not turn its loops inside out.
bool is_inlined(const Function& callee) {
    return !callee.facts.is_recursive && has_loop(callee.body);
}

/// Returns whether threads that are neighbours on the y axis load the same elements again and again, and go
/// through all loops together.
bool gains_rows(const Function& strip) {
    if (!strip.facts.coordinates.count(Coordinate::idy)) return false;
    for (const Coordinate coordinate : strip.facts.coordinates)
        if (is_of_thread(coordinate) && !is_global(coordinate)) return false;
    for (const auto& variable : strip.variables)
        if (variable->is_declared_array()) return false;
    const Uniformity along_x(strip, ThreadSet::strip), along_y(strip, ThreadSet::column);
    const Uniformity in_tile(strip, ThreadSet::tile);
    bool gains = false, stays = true;
    visit_statements(strip.body, [&](const Stmt& stmt) {
        if (stmt.kind != StmtKind::while_ && stmt.kind != StmtKind::for_c) return;
        stays = stays && !in_tile.diverges(stmt);
        visit_blocks(stmt, [&](const Block& body) {
            visit_all(body, [&](const Expr& expr) {
                stays = stays && !has_check(expr);
                if (expr.kind != ExprKind::load) return;
                const Expr& index = *as<Load>(expr).index;
                gains = gains || (along_x.varies(index) && !along_y.varies(index));
            });
        });
    });
    return gains && stays;
}

} // namespace

void make_strip(Function& kernel) {
    if (!kernel.is_kernel || kernel.facts.is_recursive || kernel.cooperates() || kernel.block) return;
    auto strip = copy_function(kernel);
    inline_calls(*strip, is_inlined);
    // Without a loop inside, the loop over the threads is vectorised as it is.
    if (!has_loop(strip->body)) return;
    replace_structs_by_scalars(*strip);
    strip->variant = program::Variant::strip;
    const bool is_tile = gains_rows(*strip);
    strip->strip_rows = is_tile ? tile_rows : 1;
    if (StripMaker(*strip, !is_tile).make()) kernel.strip = std::move(strip);
}

} // namespace cudapy::lower
