#include "translator/lower/analysis/side_effects.h"

#include <algorithm>

namespace cudapy::lower {

using namespace program;

namespace {

template <typename Test>
bool any_part(const Expr& expr, Test test) {
    if (test(expr)) return true;
    bool found = false;
    visit_operands(expr, [&](const ExprPtr& operand) { found = found || any_part(*operand, test); });
    return found;
}

/// Returns whether the function notes the lines that it runs (instrument_lines).
bool notes_lines(const Function& function) {
    return std::any_of(function.body.begin(), function.body.end(), [](const StmtPtr& stmt) {
        if (stmt->kind != StmtKind::evaluate) return false;
        const Expr& value = *as<Evaluate>(*stmt).value;
        return value.kind == ExprKind::helper_call && as<HelperCall>(value).helper == Helper::cover_line;
    });
}

} // namespace

bool has_effects(const Expr& expr) {
    return any_part(expr, [](const Expr& part) {
        if (is_atomic(part)) return true;
        if (part.kind == ExprKind::builtin_call) // a barrier or a fence orders what is around it
            return is_barrier(part) || is_warp_wide(part) || is_report(part) || is_draw(part) ||
                   as<BuiltinCall>(part).builtin->special == Special::fence;
        if (part.kind == ExprKind::helper_call) // what other threads do in their turns may be seen after it
            return as<HelperCall>(part).helper >= Helper::turn_begin &&
                   as<HelperCall>(part).helper <= Helper::turn_is_last;
        return part.kind == ExprKind::call && as<Call>(part).function->facts.has_effects;
    });
}

bool has_kept(const Expr& expr) {
    return any_part(expr, [](const Expr& part) {
        if (part.kind == ExprKind::assign_expr) return as<AssignExpr>(part).hoists;
        return part.kind == ExprKind::sequence && as<Sequence>(part).hoists;
    });
}

bool has_check(const Expr& expr) {
    return any_part(expr, [](const Expr& part) {
        if (part.kind == ExprKind::call) return notes_lines(*as<Call>(part).function);
        if (part.kind != ExprKind::helper_call) return false;
        const Helper helper = as<HelperCall>(part).helper;
        return is_check(helper) || is_instrumentation(helper) || helper == Helper::cover_line;
    });
}

bool reads_memory(const Expr& expr) {
    return any_part(expr, [](const Expr& part) {
        switch (part.kind) {
        case ExprKind::load: // nobody writes a table
            return as<Load>(part).array->role != VariableRole::table;
        case ExprKind::call: {
            for (const ArrayUse& use : as<Call>(part).function->facts.array_uses)
                if (use.reads) return true;
            return false;
        }
        case ExprKind::builtin_call:
            for (const ExprPtr& argument : as<BuiltinCall>(part).arguments)
                if (argument->type->is_array()) return true;
            return false;
        default:
            return false;
        }
    });
}

namespace {

/// Returns whether the expression itself does more than an atomic operation on numbers that are not `type`.
bool may_change(const Expr& part, const Type* type) {
    if (is_atomic(part)) {
        const Type* element = atomic_place(part).type;
        return element == type || !element->is_scalar();
    }
    return part.kind == ExprKind::builtin_call ? has_effects(part) : part.kind == ExprKind::call;
}

/// Returns whether `effects` cannot change what `reads`, which has no effects, depends on. It cannot if its
/// only effects are atomics of numbers, and the elements that are read are numbers of other types.
bool is_apart(const Expr& effects, const Expr& reads) {
    return !any_part(reads, [&](const Expr& read) {
        if (read.kind == ExprKind::call || read.kind == ExprKind::view) return true;
        if (read.kind != ExprKind::load) return false;
        return !read.type->is_scalar() ||
               any_part(effects, [&](const Expr& part) { return may_change(part, read.type); });
    });
}

} // namespace

bool must_keep_order(const Expr& first, const Expr& second) {
    if (has_effects(first))
        return is_order_sensitive(second) && (has_effects(second) || !is_apart(first, second));
    return has_effects(second) && is_order_sensitive(first) && !is_apart(second, first);
}

bool is_simple(const Expr& expr) {
    switch (expr.kind) {
    case ExprKind::literal:
    case ExprKind::variable:
    case ExprKind::length:
    case ExprKind::coordinate:
        return true;
    case ExprKind::cast:
        return is_simple(*as<Cast>(expr).operand);
    case ExprKind::field:
        return is_simple(*as<FieldExpr>(expr).operand) &&
               (!as<FieldExpr>(expr).item || is_simple(*as<FieldExpr>(expr).item));
    case ExprKind::unary:
        return as<Unary>(expr).op == UnaryOp::negate && as<Unary>(expr).operand->kind == ExprKind::literal;
    default:
        return false;
    }
}

bool is_same_simple(const Expr& a, const Expr& b) {
    if (a.kind != b.kind || a.type != b.type) return false;
    switch (a.kind) {
    case ExprKind::literal:
        return as<Literal>(a).value == as<Literal>(b).value;
    case ExprKind::variable:
        return as<VariableRef>(a).variable == as<VariableRef>(b).variable;
    case ExprKind::length:
        return as<Length>(a).array == as<Length>(b).array && as<Length>(a).axis == as<Length>(b).axis;
    case ExprKind::coordinate:
        return as<CoordinateExpr>(a).coordinate == as<CoordinateExpr>(b).coordinate;
    case ExprKind::cast:
        return is_same_simple(*as<Cast>(a).operand, *as<Cast>(b).operand);
    default:
        return false;
    }
}

bool is_simple_arithmetic(const Expr& expr) {
    if (expr.type->is_floating() || expr.type->is_vector() || expr.type->is_complex()) return false;
    switch (expr.kind) {
    case ExprKind::unary:
    case ExprKind::cast:
        break;
    case ExprKind::binary:
        switch (as<Binary>(expr).op) {
        case BinaryOp::add:
        case BinaryOp::sub:
        case BinaryOp::mul:
        case BinaryOp::shift_left:
        case BinaryOp::shift_right:
        case BinaryOp::bit_and:
        case BinaryOp::bit_or:
        case BinaryOp::bit_xor:
            break;
        case BinaryOp::floor_divide:
        case BinaryOp::divide:
            // A compiler makes a shift or a multiplication of a division by a constant. A division by a
            // variable is slow, or a call.
            if (!constant_value(*as<Binary>(expr).right)) return false;
            break;
        default:
            return false;
        }
        break;
    default:
        return is_simple(expr);
    }
    bool simple = true;
    visit_operands(expr, [&](const ExprPtr& operand) { simple = simple && is_simple_arithmetic(*operand); });
    return simple;
}

bool mentions(const Expr& expr, const Variable* variable) {
    return any_part(expr, [&](const Expr& part) {
        switch (part.kind) {
        case ExprKind::variable:
            return as<VariableRef>(part).variable == variable;
        case ExprKind::assign_expr:
            return as<AssignExpr>(part).variable == variable;
        case ExprKind::load: // a load through a pointer reads the pointer itself
            return as<Load>(part).array == variable;
        case ExprKind::view:
            return as<ArrayView>(part).array == variable;
        default:
            return false;
        }
    });
}

namespace {

/// Returns the value of one of Python's operators, where the result fits.
std::optional<int64_t> value_of(BinaryOp op, int64_t left, int64_t right) {
    int64_t result = 0;
    bool overflows = false;
    switch (op) {
    case BinaryOp::add:
        overflows = __builtin_add_overflow(left, right, &result);
        break;
    case BinaryOp::sub:
        overflows = __builtin_sub_overflow(left, right, &result);
        break;
    case BinaryOp::mul:
        overflows = __builtin_mul_overflow(left, right, &result);
        break;
    case BinaryOp::floor_divide:
    case BinaryOp::floor_modulo: {
        if (right == 0 || (left == INT64_MIN && right == -1)) return std::nullopt;
        const bool rounds_up = left % right != 0 && (left < 0) != (right < 0);
        result = op == BinaryOp::floor_divide ? left / right - rounds_up : left % right + rounds_up * right;
        break;
    }
    case BinaryOp::power:
        if (right < 0) return std::nullopt;
        result = right == 0 || left == 1 ? 1 : left;
        if (left == 0 || left == 1 || (left == -1 && right % 2 == 1)) break;
        if (left == -1) return 1;
        for (int64_t i = 1; i < right && !overflows; ++i) // overflows soon
            overflows = __builtin_mul_overflow(result, left, &result);
        break;
    default:
        return std::nullopt;
    }
    return overflows ? std::nullopt : std::optional(result);
}

} // namespace

std::optional<int64_t> constant_value(const Expr& expr) {
    if (!expr.type->is_integer()) return std::nullopt;
    int64_t result = 0;
    switch (expr.kind) {
    case ExprKind::literal:
        result = std::get<int64_t>(as<Literal>(expr).value);
        break;
    case ExprKind::cast: {
        const auto value = constant_value(*as<Cast>(expr).operand);
        if (!value) return std::nullopt;
        result = *value;
        break;
    }
    case ExprKind::unary: {
        const auto value = constant_value(*as<Unary>(expr).operand);
        if (!value) return std::nullopt;
        if (as<Unary>(expr).op == UnaryOp::invert)
            result = ~*value;
        else if (__builtin_sub_overflow(int64_t{0}, *value, &result))
            return std::nullopt;
        break;
    }
    case ExprKind::binary: {
        const auto left = constant_value(*as<Binary>(expr).left);
        const auto right = constant_value(*as<Binary>(expr).right);
        if (!left || !right) return std::nullopt;
        const auto value = value_of(as<Binary>(expr).op, *left, *right);
        if (!value) return std::nullopt;
        result = *value;
        break;
    }
    default:
        return std::nullopt;
    }
    // A literal above the largest int64 is kept as its bits.
    return holds(expr.type, result) ? std::optional(result) : std::nullopt;
}

VariableSet assigned_variables(const Block& block) {
    VariableSet variables;
    visit_statements(block, [&](const Stmt& stmt) {
        visit_assigned(stmt, [&](const Variable* variable) { variables.insert(variable); });
    });
    return variables;
}

VariableSet reassigned_variables(const Block& block) {
    VariableSet variables;
    visit_statements(block, [&](const Stmt& stmt) {
        const Variable* declared = stmt.kind == StmtKind::declare ? as<Declare>(stmt).variable : nullptr;
        visit_assigned(stmt, [&](const Variable* variable) {
            if (variable != declared) variables.insert(variable);
        });
    });
    return variables;
}

bool writes_memory(const Block& block) {
    bool writes = false;
    visit_statements(block, [&](const Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& place) { writes = writes || place.index; });
        visit_expressions(stmt, [&](const ExprPtr& expr) { writes = writes || has_effects(*expr); });
    });
    return writes;
}

} // namespace cudapy::lower
