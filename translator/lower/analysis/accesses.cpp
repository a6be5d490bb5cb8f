#include "translator/lower/analysis/accesses.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/program/walk.h"

namespace cudapy::lower {

using namespace program;

namespace {

class AccessCollector {
  public:
    AccessCollector(const Function& kernel, Arrays arrays, const Uniformity* uniformity)
        : arrays_(arrays), uniformity_(uniformity), definitions_(definitions_in(kernel.body)) {
        block(kernel.body);
    }
    std::vector<Access> take() { return std::move(accesses_); }

  private:
    bool is_wanted(const Variable& array) const {
        if (array.role == VariableRole::parameter) return true;
        return arrays_ == Arrays::seen_by_threads &&
               (array.role == VariableRole::shared ||
                (array.is_pointer() && !array.any_root([](const Variable& root) {
                    return root.role == VariableRole::local_array || root.role == VariableRole::table;
                })));
    }

    void add(Variable* array, const Expr& index, Span span, const Type* type, bool writes,
             bool is_atomic = false) {
        if (!is_wanted(*array)) return;
        Access access;
        access.array = array;
        access.index = &index;
        access.span = span;
        access.width = type->size();
        access.is_atomic = is_atomic;
        access.writes = writes;
        access.form = affine_form(index, definitions_);
        access.loops = loops_;
        access.all_loops = all_loops_;
        access.is_conditional = conditions_ > 0;
        access.is_in_while = whiles_ > 0;
        accesses_.push_back(std::move(access));
    }

    /// Adds the loads of an expression. A part that is not always evaluated is conditional.
    void expression(const Expr& expr) {
        if (expr.kind == ExprKind::conditional) {
            const bool counts = divides(*as<Conditional>(expr).condition);
            expression(*as<Conditional>(expr).condition);
            conditions_ += counts;
            expression(*as<Conditional>(expr).then_value);
            expression(*as<Conditional>(expr).else_value);
            conditions_ -= counts;
            return;
        }
        if (expr.kind == ExprKind::logical) {
            const bool counts = divides(*as<Logical>(expr).left);
            expression(*as<Logical>(expr).left);
            conditions_ += counts;
            expression(*as<Logical>(expr).right);
            conditions_ -= counts;
            return;
        }
        const Load* load = element_of(expr);
        const bool atomic = is_atomic(expr);
        if (atomic) load = &atomic_place(expr);
        const Expr* place = atomic ? atomic_arguments(expr)[0].get() : nullptr;
        if (load) expression(*load->index);
        if (load && !atomic) items(expr);
        visit_operands(expr, [&](const ExprPtr& operand) {
            if (!load || (atomic && operand.get() != place)) expression(*operand);
        });
        if (load) add(load->array, *load->index, expr.span, atomic ? place->type : expr.type, atomic, atomic);
    }

    /// Looks at the indices of arrays inside records, between an expression and its element.
    void items(const Expr& expr) {
        if (expr.kind != ExprKind::field) return;
        if (as<FieldExpr>(expr).item) expression(*as<FieldExpr>(expr).item);
        items(*as<FieldExpr>(expr).operand);
    }

    /// Returns the element that an expression is, or is a field of; null for any other expression.
    static const Load* element_of(const Expr& expr) {
        if (expr.kind == ExprKind::field) return element_of(*as<FieldExpr>(expr).operand);
        return expr.kind == ExprKind::load ? &as<Load>(expr) : nullptr;
    }

    void block(const Block& body) {
        for (const StmtPtr& stmt : body)
            statement(*stmt);
    }

    void statement(const Stmt& stmt) {
        if (stmt.kind == StmtKind::while_) all_loops_.push_back(&stmt); // each iteration asks its condition
        visit_expressions(stmt, [&](const ExprPtr& expr) { expression(*expr); });
        visit_lvalues(stmt, [&](const Lvalue& place) {
            if (!place.index) return;
            if (stmt.kind == StmtKind::augmented_assign)
                add(place.variable, *place.index, place.span, place.type(), false);
            add(place.variable, *place.index, place.span, place.type(), true);
        });
        if (stmt.kind == StmtKind::for_c) all_loops_.push_back(&stmt);
        switch (stmt.kind) {
        case StmtKind::for_c:
            loops_.push_back(&as<ForC>(stmt));
            block(as<ForC>(stmt).body);
            loops_.pop_back();
            break;
        case StmtKind::if_: {
            const Expr& condition = *as<If>(stmt).condition;
            const bool counts = !is_positional(condition, definitions_) && divides(condition);
            conditions_ += counts;
            visit_blocks(stmt, [&](const Block& inner) { block(inner); });
            conditions_ -= counts;
            break;
        }
        default:
            whiles_ += stmt.kind == StmtKind::while_;
            visit_blocks(stmt, [&](const Block& inner) { block(inner); });
            whiles_ -= stmt.kind == StmtKind::while_;
        }
        if (stmt.kind == StmtKind::for_c || stmt.kind == StmtKind::while_) all_loops_.pop_back();
    }

    /// Returns whether some threads may find a condition true and others not.
    bool divides(const Expr& condition) const { return !uniformity_ || uniformity_->varies(condition); }

    const Arrays arrays_;
    const Uniformity* uniformity_;
    Definitions definitions_;
    std::vector<Access> accesses_;
    std::vector<const ForC*> loops_;
    std::vector<const Stmt*> all_loops_;
    int whiles_ = 0;
    int conditions_ = 0; ///< the conditions around that other things than coordinates decide
};

std::string along_text(const std::optional<SymbolicSum>& stride) {
    if (!stride) return "unknown";
    if (stride->is_zero()) return "the same element";
    if (stride->as_constant() == 1) return "neighbours";
    return text_of(*stride) + " apart";
}

} // namespace

std::optional<SymbolicSum> Access::stride(int axis) const {
    if (!form) return std::nullopt;
    return stride_along(*form, Symbol::of(coordinate_of(CoordinateGroup::global, axis)));
}

std::optional<SymbolicSum> Access::stride(const ForC& loop) const {
    if (!form) return std::nullopt;
    return stride_along(*form, Symbol::of(loop.variable));
}

std::vector<Access> accesses_of(const Function& kernel, Arrays arrays, const Uniformity* uniformity) {
    return AccessCollector(kernel, arrays, uniformity).take();
}

bool is_positional(const Expr& condition, const Definitions& definitions) {
    bool positional = true;
    visit_all(condition, [&](const Expr& part) {
        switch (part.kind) {
        case ExprKind::literal:
        case ExprKind::length:
        case ExprKind::coordinate:
        case ExprKind::unary:
        case ExprKind::binary:
        case ExprKind::compare:
        case ExprKind::logical:
        case ExprKind::cast:
            break;
        case ExprKind::variable: {
            const Variable* variable = as<VariableRef>(part).variable;
            const auto definition = definitions.values.find(variable);
            const bool is_given = variable->role == VariableRole::parameter && !variable->type->is_array() &&
                                  !definitions.changing.contains(variable);
            positional = positional && (is_given || (definition != definitions.values.end() &&
                                                     is_positional(**definition->second, definitions)));
            break;
        }
        default:
            positional = false;
        }
    });
    return positional;
}

std::string text_of(const Access& access, unsigned axes) {
    std::string text = access.array->name + "[" + (access.form ? text_of(*access.form) : "?") +
                       "]: " + (access.writes ? "written" : "read") +
                       (access.is_conditional ? " by some threads" : "");
    static constexpr const char* names[] = {"idx", "idy", "idz"};
    for (int axis = 0; axis < 3; ++axis)
        if ((axes >> axis & 1U) != 0)
            text += "; " + std::string(names[axis]) + ": " + along_text(access.stride(axis));
    if (!access.loops.empty())
        text += "; " + access.loops.back()->variable->name + ": " +
                along_text(access.stride(*access.loops.back()));
    return text;
}

} // namespace cudapy::lower
