#include "translator/lower/analysis/accesses.h"

#include "translator/lower/analysis/purity.h"
#include "translator/program/walk.h"

namespace cudapy::lower {

using namespace program;

namespace {

class AccessCollector {
  public:
    explicit AccessCollector(const Function& kernel) : definitions_(definitions_in(kernel.body)) {
        block(kernel.body);
    }
    std::vector<Access> take() { return std::move(accesses_); }

  private:
    void add(Variable* array, const Expr& index, Span span, bool writes) {
        if (array->role != VariableRole::parameter) return;
        Access access;
        access.array = array;
        access.span = span;
        access.writes = writes;
        access.form = index_form(index, definitions_);
        access.loops = loops_;
        access.is_conditional = conditions_ > 0;
        access.is_in_while = whiles_ > 0;
        accesses_.push_back(std::move(access));
    }

    /// Adds the loads of an expression. A part that is not always evaluated is conditional.
    void expression(const Expr& expr) {
        if (expr.kind == ExprKind::conditional) {
            expression(*as<Conditional>(expr).condition);
            ++conditions_;
            expression(*as<Conditional>(expr).then_value);
            expression(*as<Conditional>(expr).else_value);
            --conditions_;
            return;
        }
        if (expr.kind == ExprKind::logical) {
            expression(*as<Logical>(expr).left);
            ++conditions_;
            expression(*as<Logical>(expr).right);
            --conditions_;
            return;
        }
        visit_operands(expr, [&](const ExprPtr& operand) { expression(*operand); });
        if (expr.kind == ExprKind::load) add(as<Load>(expr).array, *as<Load>(expr).index, expr.span, false);
    }

    void block(const Block& body) {
        for (const StmtPtr& stmt : body)
            statement(*stmt);
    }

    void statement(const Stmt& stmt) {
        visit_expressions(stmt, [&](const ExprPtr& expr) { expression(*expr); });
        visit_places(stmt, [&](const Place& place) {
            if (!place.index) return;
            if (stmt.kind == StmtKind::augmented_assign) add(place.variable, *place.index, place.span, false);
            add(place.variable, *place.index, place.span, true);
        });
        switch (stmt.kind) {
        case StmtKind::for_c:
            loops_.push_back(&as<ForC>(stmt));
            block(as<ForC>(stmt).body);
            loops_.pop_back();
            break;
        case StmtKind::if_: {
            const bool counts = !is_positional(*as<If>(stmt).condition, definitions_);
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
    }

    Definitions definitions_;
    std::vector<Access> accesses_;
    std::vector<const ForC*> loops_;
    int whiles_ = 0;
    int conditions_ = 0; ///< the conditions around that other things than coordinates decide
};

std::string along_text(const std::optional<Product>& stride) {
    if (!stride) return "unknown";
    if (stride->is_zero()) return "the same element";
    if (*stride == Product{1, {}}) return "neighbours";
    return text_of(*stride) + " apart";
}

} // namespace

std::optional<Product> Access::stride(int axis) const {
    if (!form) return std::nullopt;
    return form->of(coordinate_of(CoordinateGroup::global, axis));
}

std::optional<Product> Access::stride(const ForC& loop) const {
    if (!form) return std::nullopt;
    return form->of(loop.variable);
}

std::vector<Access> accesses_of(const Function& kernel) {
    return AccessCollector(kernel).take();
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
