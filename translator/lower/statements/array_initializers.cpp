#include "translator/lower/statements/array_initializers.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/program/walk.h"

#include <iterator>

namespace cudapy::lower {

using namespace program;

namespace {

bool mentions_any(const Expr& expr, const Variable* variable) {
    return mentions(expr, variable) || [&] {
        bool found = false;
        visit_all(expr, [&](const Expr& part) { found = found || is_read_of(part, variable); });
        return found;
    }();
}

/// Returns the number of the array's element that the statement fills, or -1 for any other statement.
int64_t filled(const Stmt& stmt, const Variable* array) {
    if (stmt.kind != StmtKind::assign) return -1;
    const Lvalue& place = as<Assign>(stmt).lvalue;
    if (place.variable != array || !place.index || !place.fields.empty()) return -1;
    return constant_value(*place.index).value_or(-1);
}

/// Returns whether the value is the same after the statement, over which it moves.
bool is_kept_by(const Stmt& stmt, const Expr& value) {
    bool effects = false;
    visit_expressions(stmt, [&](const ExprPtr& expr) { effects = effects || has_effects(*expr); });
    if (effects || has_effects(value)) return false;
    if (stmt.kind == StmtKind::declare) return true; // it cannot be mentioned before
    if (stmt.kind != StmtKind::assign) return false;
    const Lvalue& place = as<Assign>(stmt).lvalue;
    const bool is_own = !place.index || place.variable->role == VariableRole::local_array;
    return is_own && !place.variable->is_pointer() && !mentions_any(value, place.variable);
}

class Initializers {
  public:
    explicit Initializers(Function& variant) : variant_(variant) {}

    void run() { block(variant_.body); }

  private:
    Function& variant_;

    void block(Block& body) {
        for (std::size_t i = 0; i < body.size(); ++i)
            if (body[i] && body[i]->kind == StmtKind::declare) declaration(body, i);
        std::erase_if(body, [](const StmtPtr& stmt) { return !stmt; });
        for (const StmtPtr& stmt : body)
            visit_blocks(*stmt, [&](Block& inner) { block(inner); });
    }

    static bool is_candidate(const Declare& stmt) {
        const Variable& array = *stmt.variable;
        return !stmt.init && array.role == VariableRole::local_array && !array.per_lane &&
               !array.is_reference && array.type->is_array() && !array.type->is_random_state() &&
               array.shape.size() == 1;
    }

    void declaration(Block& body, std::size_t at) const {
        auto& declare = as<Declare>(*body[at]);
        if (!is_candidate(declare)) return;
        Variable* array = declare.variable;
        std::vector<std::size_t> places; // the places of the statements that fill it
        for (std::size_t i = at + 1; i < body.size(); ++i) {
            if (static_cast<int64_t>(places.size()) == array->element_count()) break;
            if (!body[i]) continue;
            if (filled(*body[i], array) == static_cast<int64_t>(places.size())) {
                if (mentions_any(*as<Assign>(*body[i]).value, array)) return;
                places.push_back(i);
                continue;
            }
            if (body[i]->kind == StmtKind::declare && !as<Declare>(*body[i]).init) continue;
            bool reads = false;
            visit_expressions(*body[i],
                              [&](const ExprPtr& expr) { reads = reads || mentions_any(*expr, array); });
            if (reads) return;
            for (const std::size_t place : places)
                if (!is_kept_by(*body[i], *as<Assign>(*body[place]).value)) return;
            if (places.empty() && body[i]->kind != StmtKind::declare && body[i]->kind != StmtKind::assign)
                return;
        }
        if (static_cast<int64_t>(places.size()) != array->element_count()) return;
        std::vector<ExprPtr> values;
        for (const std::size_t place : places)
            values.push_back(std::move(as<Assign>(*body[place]).value));
        const Span span = declare.span;
        auto filled_at_once = std::make_unique<Construct>(span, array->type, std::move(values));
        auto made = std::make_unique<Declare>(span, array, std::move(filled_at_once));
        made->comments = std::move(declare.comments);
        for (const std::size_t place : places)
            body[place] = nullptr;
        body[at] = nullptr;
        made->is_const = is_only_read(array);
        body[places.back()] = std::move(made);
    }

    /// Returns whether the array is only read after the statements that fill it, which are gone already.
    bool is_only_read(const Variable* array) const {
        bool only = true;
        visit_rest(variant_.body, [&](const Stmt& stmt) {
            visit_lvalues(stmt, [&](const Lvalue& place) { only = only && place.variable != array; });
            visit_expressions(stmt, [&](const ExprPtr& expr) {
                visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                    if (part.kind == ExprKind::variable)
                        only = only && as<VariableRef>(part).variable != array;
                    if (part.kind == ExprKind::view) only = only && as<ArrayView>(part).array != array;
                });
            });
        });
        return only;
    }

    template <typename Visit>
    static void visit_rest(const Block& body, const Visit& visit) {
        for (const StmtPtr& stmt : body) {
            if (!stmt) continue;
            visit(*stmt);
            visit_blocks(static_cast<const Stmt&>(*stmt),
                         [&](const Block& inner) { visit_rest(inner, visit); });
        }
    }
};

} // namespace

void lower_array_initializers(Function& function) {
    for (Function* variant : function.variants())
        Initializers(*variant).run();
}

} // namespace cudapy::lower
