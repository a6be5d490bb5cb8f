#include "translator/lower/coarsening/vectorized_accesses.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/coarsening/register_tiles.h"
#include "translator/lower/coarsening/vector_alignment.h"
#include "translator/lower/coarsening/vectorized_rows.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace cudapy::lower {

using namespace program;

namespace {

/// Neighbouring elements that the threads of a group load, one or several for each.
struct VectorizedLoad {
    Variable* array;
    SymbolicSum form; ///< of the first element of a thread
    const Type* type; ///< of the index
    Span span;
    int64_t stride; ///< the elements of a thread, which lie side by side
    Variable* elements = nullptr;
    /// The tile from which threads load one element or several, where they overlap; of no width otherwise.
    RegisterTile tile{};
};

class LaneVectorizer {
  public:
    LaneVectorizer(Function& coarsened, const Definitions& definitions)
        : coarsened_(coarsened), definitions_(definitions), place_(coarsened) {
        axis_ = coarsened.coarsening_facts.size[0] > 1 ? 0 : coarsened.coarsening_facts.size[1] > 1 ? 1 : -1;
    }

    void run() {
        if (axis_ < 0) return;
        block(coarsened_.body);
        coarsened_.body.insert(coarsened_.body.begin(), std::make_move_iterator(declares_.begin()),
                               std::make_move_iterator(declares_.end()));
    }

  private:
    int count() const { return coarsened_.coarsening_facts.size[static_cast<std::size_t>(axis_)]; }
    bool is_only_axis() const { return coarsened_.coarsening_facts.count() == count(); }

    void block(Block& body) {
        Block result;
        for (StmtPtr& stmt : body) {
            if (stmt->kind != StmtKind::work_item_loop) {
                const bool counts = stmt->kind == StmtKind::for_c && as<ForC>(*stmt).declares;
                if (counts) counters_.insert(as<ForC>(*stmt).variable);
                visit_blocks(*stmt, [&](Block& inner) { block(inner); });
                if (counts) counters_.erase(as<ForC>(*stmt).variable);
                result.push_back(std::move(stmt));
                continue;
            }
            lanes(std::move(stmt), result);
        }
        body = std::move(result);
    }

    void lanes(StmtPtr stmt, Block& out) {
        auto& loop = as<WorkItemLoop>(*stmt);
        if (loop.body.size() == 1 && loop.body[0]->kind == StmtKind::assign &&
            as<Assign>(*loop.body[0]).lvalue.index) {
            store(std::move(stmt), out);
            return;
        }
        if (loop.body.size() == 1 && loop.body[0]->kind == StmtKind::evaluate) { // an atomic operation
            out.push_back(std::move(stmt));
            return;
        }
        loads_.clear();
        for (const StmtPtr& each : loop.body)
            if (each->kind != StmtKind::if_)
                visit_expressions(*each, [&](const ExprPtr& expr) { look(*expr); });
        complete();
        if (!loads_.empty()) {
            auto moves = without_axis(loop.span);
            for (VectorizedLoad& load : loads_)
                if (load.tile.width > 0)
                    fetch_tile(load, moves->body);
                else
                    moves->body.push_back(fetch(load));
            out.push_back(std::move(moves));
            for (StmtPtr& each : loop.body)
                if (each->kind != StmtKind::if_)
                    visit_expressions(*each, [&](ExprPtr& expr) { replace(expr); });
        }
        out.push_back(std::move(stmt));
    }

    std::unique_ptr<WorkItemLoop> without_axis(Span span) const {
        auto loop = std::make_unique<WorkItemLoop>(span);
        loop->without = axis_;
        return loop;
    }

    /// Notes the loads that are always made and that vectors can make.
    void look(const Expr& expr) {
        if (expr.kind == ExprKind::conditional) return look(*as<Conditional>(expr).condition);
        if (expr.kind == ExprKind::logical) return look(*as<Logical>(expr).left);
        visit_operands(expr, [&](const ExprPtr& operand) { look(*operand); });
        if (expr.kind != ExprKind::load) return;
        const auto& load = as<Load>(expr);
        const auto form = affine_form(*load.index, definitions_);
        if (load.array->role != VariableRole::parameter || !form || find(load.array, *form)) return;
        const auto stride = stride_along(*form, Symbol::of(coordinate_of(CoordinateGroup::global, axis_)));
        const int64_t elements = stride ? stride->as_constant().value_or(0) : 0;
        if (elements < 1) return;
        if (is_visible(*form, counters_, definitions_))
            loads_.push_back({load.array, *form, load.index->type, load.span, elements});
    }

    VectorizedLoad* find(const Variable* array, const SymbolicSum& form) {
        for (VectorizedLoad& load : loads_)
            if (load.array == array && load.form == form) return &load;
        return nullptr;
    }

    /// Leaves of the loads those that vectors can make, of interleaved ones the first of each thread.
    void complete() {
        std::vector<VectorizedLoad> kept;
        for (const VectorizedLoad& load : loads_) {
            if (load.stride == 1) {
                add_tiles(load, kept);
                continue;
            }
            if (is_only_axis() && is_whole(load) &&
                place_.allows(*load.array, load.form, axis_, static_cast<int>(load.stride) * count(),
                              load.stride))
                kept.push_back(load);
        }
        loads_ = std::move(kept);
    }

    /// Adds the tiles of the loads that differ from this one only in their constants, unless an earlier
    /// one was the first of them.
    void add_tiles(const VectorizedLoad& first, std::vector<VectorizedLoad>& kept) const {
        std::set<int64_t> constants;
        for (const VectorizedLoad& load : loads_) {
            if (load.array != first.array || !load.form.is_same_but_for_constant(first.form)) continue;
            if (constants.empty() && &load != &first) return;
            constants.insert(load.form.constant());
        }
        for (RegisterTile& tile :
             register_tiles_of(place_, *first.array, first.form, constants, axis_, count())) {
            kept.push_back({first.array, tile.form, first.type, first.span, 1});
            if (tile.width > count()) kept.back().tile = std::move(tile);
        }
    }

    /// Returns whether the load is the first of those that a thread makes of neighbouring elements.
    bool is_whole(const VectorizedLoad& first) const {
        std::vector<bool> seen(static_cast<std::size_t>(first.stride));
        for (const VectorizedLoad& load : loads_) {
            if (load.array != first.array || !load.form.is_same_but_for_constant(first.form)) continue;
            const int64_t offset = load.form.constant() - first.form.constant();
            if (offset >= 0 && offset < first.stride) seen[static_cast<std::size_t>(offset)] = true;
        }
        return std::all_of(seen.begin(), seen.end(), [](bool each) { return each; });
    }

    StmtPtr fetch(VectorizedLoad& load) {
        const int elements = static_cast<int>(load.stride) * count();
        place_.require(*load.array, load.form, axis_, elements);
        const Type* element = load.array->type->element();
        const Span span = load.span;
        if (load.stride == 1) {
            load.elements =
                coarsened_.add_variable(load.array->name + "_vector", element, VariableRole::temporary, span);
            load.elements->per_lane = true;
        } else {
            load.elements = coarsened_.add_variable(load.array->name + "_vector", Type::array(element, 1),
                                                    VariableRole::local_array, span);
            load.elements->shape = {elements};
        }
        declares_.push_back(std::make_unique<Declare>(span, load.elements, nullptr));
        return std::make_unique<VectorizedAccess>(span, false, load.elements, load.array,
                                                  expression_of(load.form, load.type, span), elements);
    }

    /// Loads the elements of a register tile: vectors, and those before and after them one by one.
    void fetch_tile(VectorizedLoad& load, Block& out) {
        const RegisterTile& tile = load.tile;
        const Span span = load.span;
        const Type* element = load.array->type->element();
        load.elements = coarsened_.add_variable(load.array->name + "_tile", Type::array(element, 1),
                                                VariableRole::local_array, span);
        load.elements->shape = {tile.width * coarsened_.coarsening_facts.count() / count()};
        declares_.push_back(std::make_unique<Declare>(span, load.elements, nullptr));
        auto vector = tile.vectors.begin();
        for (int at = 0; at < tile.width;) {
            const SymbolicSum form = tile.form.with_constant(tile.form.constant() + at);
            ExprPtr index = expression_of(form, load.type, span);
            ExprPtr place = sum(row(tile, span), at, span);
            if (vector != tile.vectors.end() && *vector == at) {
                place_.require(*load.array, form, axis_, count());
                auto move = std::make_unique<VectorizedAccess>(span, false, load.elements, load.array,
                                                               std::move(index), count());
                if (at > 0 || !is_only_axis()) move->begin = std::move(place);
                out.push_back(std::move(move));
                ++vector;
                at += count();
                continue;
            }
            out.push_back(make_assign({load.elements, std::move(place), span},
                                      std::make_unique<Load>(span, load.array, std::move(index)), span));
            ++at;
        }
    }

    /// Returns the first place, among the elements of all rows of the group, of the tile of the row at
    /// hand; null where the group has one row.
    ExprPtr row(const RegisterTile& tile, Span span) const {
        if (is_only_axis()) return nullptr;
        return make_binary(BinaryOp::mul, within(1 - axis_, span), make_int(Type::int32(), tile.width, span));
    }

    static ExprPtr within(int axis, Span span) {
        return std::make_unique<CoordinateExpr>(span, Type::int32(),
                                                coordinate_of(CoordinateGroup::within, axis));
    }

    /// Returns the sum of two numbers, of which the first one may be null for zero.
    static ExprPtr sum(ExprPtr left, int right, Span span) {
        if (left && right == 0) return left;
        ExprPtr number = make_int(Type::int32(), right, span);
        return left ? make_binary(BinaryOp::add, std::move(left), std::move(number)) : std::move(number);
    }

    void replace(ExprPtr& expr) {
        if (expr->kind == ExprKind::conditional) return replace(as<Conditional>(*expr).condition);
        if (expr->kind == ExprKind::logical) return replace(as<Logical>(*expr).left);
        visit_operands(*expr, [&](ExprPtr& operand) { replace(operand); });
        if (expr->kind != ExprKind::load) return;
        auto& load = as<Load>(*expr);
        const auto form = affine_form(*load.index, definitions_);
        if (load.array->role != VariableRole::parameter || !form) return;
        for (const VectorizedLoad& vector : loads_) {
            if (vector.array != load.array || !form->is_same_but_for_constant(vector.form)) continue;
            if (vector.tile.width > 0) {
                const auto place = vector.tile.place_of(*form, count());
                if (!place) continue;
                const Span span = load.span;
                ExprPtr own = within(axis_, span);
                if (ExprPtr begin = row(vector.tile, span))
                    own = make_binary(BinaryOp::add, std::move(begin), std::move(own));
                expr = std::make_unique<Load>(span, vector.elements, sum(std::move(own), *place, span));
                return;
            }
            const int64_t offset = form->constant() - vector.form.constant();
            if (offset < 0 || offset >= vector.stride) continue;
            expr = vector.stride == 1 ? make_ref(vector.elements, load.span)
                                      : element(vector, offset, load.span);
            return;
        }
    }

    /// Returns the element of the thread at hand among the vectors of a group.
    ExprPtr element(const VectorizedLoad& vector, int64_t offset, Span span) const {
        const Type* type = Type::int32();
        ExprPtr place = make_binary(BinaryOp::mul, within(axis_, span), make_int(type, vector.stride, span));
        if (offset != 0) place = make_binary(BinaryOp::add, std::move(place), make_int(type, offset, span));
        return std::make_unique<Load>(span, vector.elements, std::move(place));
    }

    void store(StmtPtr stmt, Block& out) {
        auto& loop = as<WorkItemLoop>(*stmt);
        auto& assign = as<Assign>(*loop.body[0]);
        const auto form = affine_form(*assign.lvalue.index, definitions_);
        const bool has_value =
            assign.value->kind == ExprKind::variable && as<VariableRef>(*assign.value).variable->per_lane;
        if (form && has_value && assign.lvalue.fields.empty() && is_visible(*form, counters_, definitions_) &&
            place_.allows(*assign.lvalue.variable, *form, axis_, count(), 1)) {
            place_.require(*assign.lvalue.variable, *form, axis_, count());
            auto moves = without_axis(loop.span);
            moves->comments = std::move(loop.comments);
            moves->body.push_back(std::make_unique<VectorizedAccess>(
                assign.span, true, as<VariableRef>(*assign.value).variable, assign.lvalue.variable,
                expression_of(*form, assign.lvalue.index->type, assign.span), count()));
            out.push_back(std::move(moves));
            return;
        }
        out.push_back(std::move(stmt));
    }

    Function& coarsened_;
    const Definitions& definitions_;
    VectorAlignment place_;
    std::set<const Variable*> counters_; ///< of the loops around
    int axis_ = -1;                      ///< the axis along which the values of threads lie side by side
    std::vector<VectorizedLoad> loads_;  ///< of the work-item loop at hand
    Block declares_;
};

std::set<const Variable*> variables_read_in(const Function& coarsened) {
    std::set<const Variable*> read;
    visit_all(coarsened.body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::variable) read.insert(as<VariableRef>(expr).variable);
    });
    return read;
}

/// Takes away the variables that nobody asks for any more: places of parts of arrays, and what only loads
/// read that are vectors now. `before` are the variables that were read before there were vectors.
void drop_unread_places(Function& coarsened, const Definitions& definitions,
                        const std::set<const Variable*>& before) {
    for (bool has_dropped = true; has_dropped;) {
        has_dropped = false;
        const std::set<const Variable*> read = variables_read_in(coarsened);
        const VariableSet reassigned = reassigned_variables(coarsened.body);
        rewrite_statements(coarsened.body, StmtKind::declare, [&](StmtPtr stmt, Block& out) {
            const auto& declare = as<Declare>(*stmt);
            const Variable* variable = declare.variable;
            const bool was_read = before.contains(variable) && !definitions.changing.contains(variable) &&
                                  stmt->comments.above.empty() && stmt->comments.trailing.empty();
            const bool is_place = variable->role == VariableRole::temporary || was_read;
            const bool is_unread = !read.contains(variable) && !reassigned.contains(variable);
            if (is_place && is_unread && declare.init && !is_order_sensitive(*declare.init))
                has_dropped = true;
            else
                out.push_back(std::move(stmt));
        });
    }
}

} // namespace

void vectorize_accesses(Function& coarsened, const Definitions& definitions, int loop_vector) {
    const std::set<const Variable*> read = variables_read_in(coarsened);
    LaneVectorizer(coarsened, definitions).run();
    if (loop_vector > 1) vectorize_rows(coarsened, definitions, loop_vector);
    drop_unread_places(coarsened, definitions, read);
}

} // namespace cudapy::lower
