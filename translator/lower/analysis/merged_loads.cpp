#include "translator/lower/analysis/merged_loads.h"

#include "translator/program/walk.h"

#include <algorithm>
#include <set>
#include <vector>

namespace cudapy::lower {

using namespace program;

namespace {

/// Adds the sizes of loads that read an element of the type, or a part of it.
void add_sizes(const Type* type, std::set<int>& sizes) {
    sizes.insert(type->size());
    if (type->is_complex()) sizes.insert(type->size() / 2);
    if (type->is_aggregate())
        for (const auto& field : type->fields())
            add_sizes(field.type, sizes);
}

bool have_a_size_in_common(const Type* one, const Type* other) {
    std::set<int> sizes, others;
    add_sizes(one, sizes);
    add_sizes(other, others);
    return std::any_of(sizes.begin(), sizes.end(), [&](int size) { return others.contains(size); });
}

/// Returns whether the function loads several elements at once, as vectors of any size.
bool moves_words(const Function& function) {
    bool moves = false;
    visit_statements(function.body,
                     [&](const Stmt& stmt) { moves |= stmt.kind == StmtKind::vectorized_access; });
    return moves;
}

/// The numbers of times that a part of a function names each of two arrays.
struct Mentions {
    int one = 0, other = 0;

    Mentions& operator+=(const Mentions& more) {
        one += more.one;
        other += more.other;
        return *this;
    }
};

/// Returns whether one array is in a part and the other one in another part.
bool are_divided(const Mentions& part, const Mentions& another) {
    return (part.one > 0 && another.other > 0) || (part.other > 0 && another.one > 0);
}

/// Looks for branches and loops that divide two arrays.
class Divider {
  public:
    Divider(const Variable* one, const Variable* other) : one_(one), other_(other) {}

    bool divides(const Function& function) {
        total_ = of_block(function.body);
        visit_statements(function.body, [&](const Stmt& stmt) {
            if (stmt.kind == StmtKind::work_item_loop) return; // always so many iterations, in order
            std::vector<Mentions> parts;
            visit_blocks(stmt, [&](const Block& block) { parts.push_back(of_block(block)); });
            if (!parts.empty()) note(parts);
        });
        visit_all(function.body, [&](const Expr& expr) {
            if (expr.kind == ExprKind::conditional) {
                const auto& choice = as<Conditional>(expr);
                note({of_expr(*choice.then_value), of_expr(*choice.else_value)});
            }
            if (expr.kind == ExprKind::logical) note({of_expr(*as<Logical>(expr).right)});
            if (expr.kind == ExprKind::compare && as<Compare>(expr).operands.size() > 2)
                note({of_expr(*as<Compare>(expr).operands.back())});
        });
        for (const auto& variable : function.variables) { // a name for one of the two
            const auto stands_for = [&](const Variable* array) {
                return variable->any_root([&](const Variable& root) { return &root == array; });
            };
            found_ = found_ || (variable->is_pointer() && stands_for(one_) && stands_for(other_));
        }
        return found_;
    }

  private:
    /// Notes the parts of a branch, next to which is the rest of the function.
    void note(const std::vector<Mentions>& parts) {
        Mentions outside = total_;
        for (const Mentions& part : parts) {
            outside.one -= part.one;
            outside.other -= part.other;
        }
        for (std::size_t i = 0; i < parts.size(); ++i) {
            found_ = found_ || are_divided(parts[i], outside);
            for (std::size_t j = i + 1; j < parts.size(); ++j)
                found_ = found_ || are_divided(parts[i], parts[j]);
        }
    }

    Mentions of_block(const Block& block) const {
        Mentions mentions;
        visit_all(block, [&](const Expr& expr) { mentions += of_node(expr); });
        visit_statements(block, [&](const Stmt& stmt) {
            visit_lvalues(stmt, [&](const Lvalue& place) {
                if (place.index) mentions += of_variable(place.variable);
            });
            if (stmt.kind == StmtKind::vectorized_access)
                mentions += of_variable(as<VectorizedAccess>(stmt).array);
        });
        return mentions;
    }

    Mentions of_expr(const Expr& expr) const {
        Mentions mentions;
        visit_all(expr, [&](const Expr& part) { mentions += of_node(part); });
        return mentions;
    }

    /// Returns which of the arrays the node itself names, without its operands.
    Mentions of_node(const Expr& expr) const {
        if (expr.kind == ExprKind::load) return of_variable(as<Load>(expr).array);
        if (expr.kind == ExprKind::variable) return of_variable(as<VariableRef>(expr).variable);
        if (expr.kind == ExprKind::view) return of_variable(as<ArrayView>(expr).array);
        return {};
    }

    Mentions of_variable(const Variable* variable) const {
        const auto names = [&](const Variable* array) {
            const auto is_it = [&](const Variable& root) { return &root == array; };
            return int(variable->any_root(is_it) ||
                       (variable->refers_to && variable->refers_to->any_root(is_it)));
        };
        return {names(one_), names(other_)};
    }

    const Variable* one_;
    const Variable* other_;
    Mentions total_;
    bool found_ = false;
};

/// Returns whether a function is called with both arrays, which may have branches of its own.
bool are_given_together(const Function& function, const Variable* one, const Variable* other) {
    bool found = false;
    visit_all(function.body, [&](const Expr& expr) {
        if (expr.kind != ExprKind::call) return;
        bool has_one = false, has_other = false;
        visit_all(expr, [&](const Expr& part) {
            if (part.kind != ExprKind::variable && part.kind != ExprKind::view) return;
            const Variable* variable =
                part.kind == ExprKind::view ? as<ArrayView>(part).array : as<VariableRef>(part).variable;
            has_one |= variable->any_root([&](const Variable& root) { return &root == one; });
            has_other |= variable->any_root([&](const Variable& root) { return &root == other; });
        });
        found |= has_one && has_other;
    });
    return found;
}

} // namespace

bool may_merge_loads(const Function& function, std::size_t one, std::size_t other) {
    const Variable *first = function.parameters[one], *second = function.parameters[other];
    const Type *element = first->type->element(), *other_element = second->type->element();
    if (!moves_words(function) && !have_a_size_in_common(element, other_element)) return false;
    return are_given_together(function, first, second) || Divider(first, second).divides(function);
}

} // namespace cudapy::lower
