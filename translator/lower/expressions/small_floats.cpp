#include "translator/lower/expressions/small_floats.h"

#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

namespace cudapy::lower {

using namespace program;

namespace {

bool is_call_of(const Expr& expr, Special special) {
    return expr.kind == ExprKind::builtin_call && as<BuiltinCall>(expr).builtin->special == special;
}

ExprPtr cast(ExprPtr expr, const Type* type, bool is_explicit = false) {
    const Span span = expr->span;
    return std::make_unique<Cast>(span, type, std::move(expr), is_explicit);
}

/// Makes a float of a value of half or bfloat16. A float can hold all values of both.
void widen(ExprPtr& expr) {
    if (!expr->type->is_small_float()) return;
    if (expr->kind == ExprKind::literal)
        expr->type = Type::float32();
    else
        expr = cast(std::move(expr), Type::float32());
}

/// Makes a double of an int64 on its way to a bfloat16, as it becomes a float where it meets one.
void by_way_of_double(ExprPtr& operand) {
    if (operand->type->is_integer() && operand->type->size() == 8)
        operand = convert(std::move(operand), Type::float64());
}

/// Lets tables hold floats. Constant memory takes no half and no bfloat16, which are made by constructors,
/// and the host has no constructors for their bits.
void widen_tables(Function& function) {
    for (const auto& variable : function.variables) {
        if (variable->role != VariableRole::table || !variable->type->element()->is_small_float()) continue;
        variable->type = Type::array(Type::float32(), variable->type->rank());
        variable->table->element = Type::float32();
    }
}

/// Returns whether the expression is an element of a table that was a half or a bfloat16.
bool is_in_table(const Expr& expr) {
    return expr.kind == ExprKind::load && expr.type->is_small_float() &&
           as<Load>(expr).array->role == VariableRole::table;
}

// ---- CUDA

bool has_operator(BinaryOp op) {
    return op == BinaryOp::add || op == BinaryOp::sub || op == BinaryOp::mul || op == BinaryOp::divide;
}

/// Returns the half whose value the expression is, as a float or a double.
ExprPtr* widened_half(ExprPtr& expr) {
    if (expr->kind != ExprKind::cast || expr->type->is_small_float() || !expr->type->is_floating())
        return nullptr;
    ExprPtr& operand = as<Cast>(*expr).operand;
    return operand->type == Type::float16() ? &operand : widened_half(operand);
}

/// Reads a half's sign from its bits, where a function asks for the sign.
void read_sign(ExprPtr& expr) {
    auto& call = as<BuiltinCall>(*expr);
    const Span span = expr->span;
    const auto has_minus = [&](ExprPtr half) {
        return make_helper_call(Helper::has_minus, Type::bool_(), span, std::move(half));
    };
    if (call.builtin == find_builtin("math.signbit")) {
        if (ExprPtr* half = widened_half(call.arguments[0])) expr = has_minus(std::move(*half));
    } else if (call.builtin == find_builtin("math.copysign")) {
        ExprPtr& sign = call.arguments[1];
        const Type* type = sign->type;
        const auto one = [&](double value) { return std::make_unique<Literal>(span, type, value); };
        if (ExprPtr* half = widened_half(sign))
            sign =
                std::make_unique<Conditional>(span, type, has_minus(std::move(*half)), one(-1.0), one(1.0));
    }
}

void lower_for_cuda(ExprPtr& expr) {
    const Type* type = expr->type;
    switch (expr->kind) {
    case ExprKind::load:
        if (!is_in_table(*expr)) return;
        expr->type = Type::float32();
        expr = cast(std::move(expr), type);
        return;
    case ExprKind::binary: {
        auto& node = as<Binary>(*expr);
        if (!type->is_small_float() || has_operator(node.op)) return;
        widen(node.left);
        widen(node.right);
        node.type = Type::float32();
        expr = cast(std::move(expr), type);
        return;
    }
    case ExprKind::builtin_call: {
        auto& call = as<BuiltinCall>(*expr);
        if (is_call_of(call, Special::print))
            for (ExprPtr& argument : call.arguments)
                widen(argument);
        if (!type->is_small_float()) return read_sign(expr);
        if (is_call_of(call, Special::abs)) {
            widen(call.arguments[0]);
            call.precision = Type::float32();
        } else if (is_call_of(call, Special::reduce_add)) { // one rounding, whatever the order of the sums
            widen(call.arguments[1]);
        } else {
            return;
        }
        call.type = Type::float32();
        expr = cast(std::move(expr), type);
        return;
    }
    case ExprKind::cast: {
        auto& node = as<Cast>(*expr);
        if (type != Type::float32()) widen(node.operand);
        if (type->is_small_float()) by_way_of_double(node.operand);
        return;
    }
    default:
        return;
    }
}

// ---- the host

class HostLowering {
  public:
    /// Makes floats of variables. Only a kernel's parameters, which come from outside, stay as they are.
    static void variables(Function& function) {
        for (const auto& variable : function.variables) {
            const bool is_given = variable->role == VariableRole::parameter && function.is_kernel;
            if (variable->type->is_small_float() && !is_given) variable->type = Type::float32();
        }
        if (function.result->is_small_float()) function.result = Type::float32();
    }

    static void expression(ExprPtr& expr) {
        const Type* type = expr->type;
        switch (expr->kind) {
        case ExprKind::variable:
            expr->type = as<VariableRef>(*expr).variable->type;
            [[fallthrough]];
        case ExprKind::load:
        case ExprKind::field:
            if (is_in_table(*expr))
                expr->type = Type::float32();
            else if (expr->type->is_small_float())
                expr = from_bits(std::move(expr));
            return;
        case ExprKind::binary:
            if (!type->is_small_float()) return;
            expr->type = Type::float32();
            expr = rounded(std::move(expr), type);
            return;
        case ExprKind::cast: {
            ExprPtr operand = std::move(as<Cast>(*expr).operand);
            if (type->is_small_float()) {
                expr = rounded(roundable(std::move(operand)), type);
            } else if (operand->type == type) {
                expr = std::move(operand);
            } else {
                as<Cast>(*expr).operand = std::move(operand);
            }
            return;
        }
        case ExprKind::construct:
            for (std::size_t i = 0; i < type->fields().size(); ++i)
                store(as<Construct>(*expr).parts[i], type->fields()[i].type);
            return;
        case ExprKind::call: {
            auto& call = as<Call>(*expr);
            for (std::size_t i = 0; i < call.arguments.size(); ++i)
                store(call.arguments[i], call.function->parameters[i]->type);
            call.type = call.function->result;
            return;
        }
        case ExprKind::builtin_call:
            if (as<BuiltinCall>(*expr).precision && type->is_small_float())
                as<BuiltinCall>(*expr).precision = Type::float32();
            if (is_atomic(*expr)) keep_element(as<BuiltinCall>(*expr));
            if (type->is_small_float() && is_call_of(*expr, Special::reduce_add)) {
                expr->type = Type::float32();
                expr = rounded(std::move(expr), type);
            }
            break;
        default:
            break;
        }
        // Signs, choices, and operations that move values between threads need no rounding.
        if (expr->type->is_small_float()) expr->type = Type::float32();
    }

    static void statement(Stmt& stmt) {
        if (stmt.kind == StmtKind::assign) store(as<Assign>(stmt).value, as<Assign>(stmt).lvalue.type());
    }

  private:
    static ExprPtr helper(Helper helper, const Type* type, ExprPtr operand) {
        const Span span = operand->span;
        return make_helper_call(helper, type, span, std::move(operand));
    }

    static ExprPtr from_bits(ExprPtr expr) {
        const bool half = expr->type == Type::float16();
        return helper(half ? Helper::half_to_float : Helper::bfloat16_to_float, Type::float32(),
                      std::move(expr));
    }

    /// Keeps the first argument of an atomic as it was, since it is a place and no value.
    static void keep_element(BuiltinCall& atomic) {
        ExprPtr& element = atomic.arguments[0];
        if (element->kind == ExprKind::helper_call)
            element = ExprPtr(std::move(as<HelperCall>(*element).arguments[0]));
    }

    static void store(ExprPtr& value, const Type* place) {
        if (!place->is_small_float()) return;
        const bool half = place == Type::float16();
        value = helper(half ? Helper::half_from_float : Helper::bfloat16_from_float, place, std::move(value));
    }

    /// Makes a float or a double of an operand that is to be rounded. Floats and doubles are rounded to the
    /// type at once. Integers become one of both first: an int may have more digits than a float.
    static ExprPtr roundable(ExprPtr operand) {
        if (operand->type->is_floating()) return operand;
        const bool wide = operand->type->size() >= 4;
        return program::convert(std::move(operand), wide ? Type::float64() : Type::float32());
    }

    static ExprPtr rounded(ExprPtr expr, const Type* type) {
        const bool half = type == Type::float16();
        return helper(half ? Helper::round_to_half : Helper::round_to_bfloat16, Type::float32(),
                      std::move(expr));
    }
};

} // namespace

void lower_small_floats(Program& program, Target target) {
    for (const auto& function : program.functions)
        widen_tables(*function);
    if (target == Target::cuda) {
        for (const auto& function : program.functions)
            rewrite_expressions(function->body, lower_for_cuda);
        return;
    }
    // The types of all variables are there before calls ask for those of other functions.
    for (const auto& function : program.functions)
        HostLowering::variables(*function);
    for (const auto& function : program.functions) {
        rewrite_expressions(function->body, HostLowering::expression);
        visit_statements(function->body, HostLowering::statement);
    }
}

} // namespace cudapy::lower
