#include "translator/emit/cpp/expressions.h"

#include "translator/emit/text/literals.h"
#include "translator/support/internal_error.h"

#include <cctype>
#include <set>
#include <string_view>
#include <utility>

namespace cudapy::emit {

using namespace program;

namespace {

Precedence precedence_of(BinaryOp op) {
    switch (op) {
    case BinaryOp::add:
    case BinaryOp::sub:
        return Precedence::additive;
    case BinaryOp::mul:
    case BinaryOp::divide:
    case BinaryOp::remainder:
        return Precedence::multiplicative;
    case BinaryOp::shift_left:
    case BinaryOp::shift_right:
        return Precedence::shift;
    case BinaryOp::bit_and:
        return Precedence::bit_and;
    case BinaryOp::bit_or:
        return Precedence::bit_or;
    case BinaryOp::bit_xor:
        return Precedence::bit_xor;
    case BinaryOp::floor_divide:
    case BinaryOp::floor_modulo:
    case BinaryOp::power:
        break;
    }
    throw InternalError("an operator that a lowering should have removed reached the emitter");
}

const char* operator_text(BinaryOp op) {
    switch (op) {
    case BinaryOp::add:
        return "+";
    case BinaryOp::sub:
        return "-";
    case BinaryOp::mul:
        return "*";
    case BinaryOp::divide:
        return "/";
    case BinaryOp::remainder:
        return "%";
    case BinaryOp::shift_left:
        return "<<";
    case BinaryOp::shift_right:
        return ">>";
    case BinaryOp::bit_and:
        return "&";
    case BinaryOp::bit_or:
        return "|";
    case BinaryOp::bit_xor:
        return "^";
    case BinaryOp::floor_divide:
    case BinaryOp::floor_modulo:
    case BinaryOp::power:
        break;
    }
    throw InternalError("an operator that a lowering should have removed reached the emitter");
}

const char* operator_text(CompareOp op) {
    switch (op) {
    case CompareOp::lt:
        return "<";
    case CompareOp::le:
        return "<=";
    case CompareOp::gt:
        return ">";
    case CompareOp::ge:
        return ">=";
    case CompareOp::eq:
        return "==";
    case CompareOp::ne:
        break;
    }
    return "!=";
}

bool is_bitwise(BinaryOp op) {
    return op == BinaryOp::bit_and || op == BinaryOp::bit_or || op == BinaryOp::bit_xor;
}

bool is_modular(BinaryOp op) {
    return op == BinaryOp::add || op == BinaryOp::sub || is_bitwise(op);
}

bool is_shift(BinaryOp op) {
    return op == BinaryOp::shift_left || op == BinaryOp::shift_right;
}

/// Returns the type that C++'s arithmetic conversions give two operands.
const Type* cpp_common(const Type* a, const Type* b) {
    for (const Type* type : {Type::float64(), Type::float32(), Type::uint64(), Type::int64(), Type::uint32()})
        if (a == type || b == type) return type;
    return Type::int32();
}

/// Returns whether a text has `T(x)` twice for one name x. Between parentheses g++ first reads
/// `long(char(f(T(x), T(x))))` as a type of functions, and refuses it for its two parameters of one name.
bool converts_twice(std::string_view text) {
    std::set<std::string_view> seen;
    const auto is_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (std::size_t open = text.find('('); open != std::string_view::npos; open = text.find('(', open + 1)) {
        std::size_t end = open + 1;
        while (end < text.size() && is_of_name(text[end]))
            ++end;
        const bool is_name = end > open + 1 && !std::isdigit(static_cast<unsigned char>(text[open + 1]));
        if (is_name && end < text.size() && text[end] == ')' && open > 0 && is_of_name(text[open - 1]) &&
            !seen.insert(text.substr(open + 1, end - open - 1)).second)
            return true;
    }
    return false;
}

/// Returns whether the cast is to or from one of CUDA's types of 16 bits, which C++ does not mix with its
/// own.
bool is_of_small_float(const Cast& cast) {
    return cast.type->is_small_float() || cast.operand->type->is_small_float();
}

/// Returns whether the cast is to 8 or 16 bits and keeps only the low ones, as every store to such a place
/// does.
bool wraps(const Cast& cast) {
    return cast.type->is_narrow() && !cast.keeps_value && !holds(cast.type, cast.operand->type);
}

/// Returns the C++ type that the text of `expr` has under Need::operand.
const Type* bare_type(const Expr& expr) {
    if (expr.kind == ExprKind::cast && !as<Cast>(expr).is_explicit && !expr.type->is_bool() &&
        !wraps(as<Cast>(expr)) && !is_of_small_float(as<Cast>(expr)))
        return as<Cast>(expr).operand->type;
    if (expr.kind == ExprKind::literal && is_bare_int(as<Literal>(expr))) return Type::int32();
    return expr.type;
}

/// Returns how exactly the texts of two operands that meet in the type `common` must have their types.
std::pair<Need, Need> operand_needs(const Expr& left, const Expr& right, const Type* common) {
    const Type* bare_left = bare_type(left);
    const Type* bare_right = bare_type(right);
    if (common->is_bool()) return {Need::exact, Need::exact};
    if (cpp_common(bare_left, bare_right) == common) return {Need::operand, Need::operand};
    if (cpp_common(common, bare_right) == common) return {Need::exact, Need::operand};
    return {Need::exact, Need::exact};
}

/// Returns how exactly the text of a sign's operand must have its type.
Need operand_need(const Unary& expr) {
    const bool converts = cpp_common(bare_type(*expr.operand), Type::int32()) == expr.type;
    return expr.op != UnaryOp::logical_not && converts ? Need::operand : Need::exact;
}

std::pair<Need, Need> operand_needs(const Binary& expr) {
    if (!is_shift(expr.op)) return operand_needs(*expr.left, *expr.right, expr.type);
    // Only the left operand makes the type.
    const Type* bare = bare_type(*expr.left);
    const bool promotes = bare->is_bool() || bare->is_narrow();
    return {promotes && expr.type == Type::int32() ? Need::operand : Need::exact, Need::operand};
}

std::pair<Need, Need> operand_needs(const Conditional& expr) {
    const Type* bare_then = bare_type(*expr.then_value);
    if (bare_then != bare_type(*expr.else_value))
        return operand_needs(*expr.then_value, *expr.else_value, expr.type);
    const Need need = bare_then == expr.type ? Need::operand : Need::exact;
    return {need, need};
}

/// Returns whether the cast is not written, because the code around it converts by itself.
bool is_left_out(const Cast& expr, Need need) {
    return !expr.is_explicit && ((need == Need::operand && !wraps(expr) && !is_of_small_float(expr)) ||
                                 (need == Need::stored && !expr.type->is_small_float()));
}

} // namespace

ExpressionPrinter::Printed ExpressionPrinter::unary(const Unary& expr) const {
    std::string operand = print(*expr.operand, operand_need(expr), Precedence::unary);
    const char symbol = expr.op == UnaryOp::negate ? '-' : expr.op == UnaryOp::invert ? '~' : '!';
    if (operand.starts_with('-') && symbol == '-') operand = "(" + operand + ")"; // not `--`
    return {symbol + operand, Precedence::unary};
}

ExpressionPrinter::Printed ExpressionPrinter::binary(const Binary& expr) const {
    const Precedence own = precedence_of(expr.op);
    Precedence least_left = own;
    auto least_right = static_cast<Precedence>(static_cast<int>(own) + 1);
    if (is_bitwise(expr.op) || is_shift(expr.op)) {
        // C++'s precedence of these operators surprises people (and gcc warns). Only a run of one bitwise
        // operator goes without parentheses.
        const auto same_op = [&](const Expr& side) {
            return is_bitwise(expr.op) && side.kind == ExprKind::binary && as<Binary>(side).op == expr.op;
        };
        least_left = same_op(*expr.left) ? own : Precedence::unary;
        least_right = Precedence::unary;
    }
    if (expr.type->is_vector())
        return {print(*expr.left, Need::exact, least_left) + " " + operator_text(expr.op) + " " +
                    print(*expr.right, Need::exact, least_right),
                own};
    const auto [left, right] = operand_needs(expr);
    return {print(*expr.left, left, least_left) + " " + operator_text(expr.op) + " " +
                print(*expr.right, right, least_right),
            own};
}

ExpressionPrinter::Printed ExpressionPrinter::compare(const Compare& expr) const {
    if (expr.operands.size() != 2) throw InternalError("a chained comparison reached the emitter");
    const bool equality = expr.ops[0] == CompareOp::eq || expr.ops[0] == CompareOp::ne;
    const Expr& left = *expr.operands[0];
    const Expr& right = *expr.operands[1];
    const auto [need_left, need_right] = operand_needs(left, right, left.type);
    // Operands that are comparisons or bit operations go in parentheses, as gcc asks.
    return {print(left, need_left, Precedence::shift) + " " + operator_text(expr.ops[0]) + " " +
                print(right, need_right, Precedence::shift),
            equality ? Precedence::equality : Precedence::relational};
}

ExpressionPrinter::Printed ExpressionPrinter::logical(const Logical& expr) const {
    const auto side = [&](const Expr& operand) {
        // A run of one operator means the same however it is grouped; a mixture gets parentheses, as gcc
        // asks.
        if (operand.kind == ExprKind::logical && as<Logical>(operand).is_and == expr.is_and)
            return print(operand, Need::exact, Precedence::logical_or);
        return print(operand, Need::exact, Precedence::bit_or);
    };
    return {side(*expr.left) + (expr.is_and ? " && " : " || ") + side(*expr.right),
            expr.is_and ? Precedence::logical_and : Precedence::logical_or};
}

ExpressionPrinter::Printed ExpressionPrinter::conditional(const Conditional& expr) const {
    const auto [need_then, need_else] = operand_needs(expr);
    return {print(*expr.condition, Need::exact, Precedence::logical_or) + " ? " +
                print(*expr.then_value, need_then, Precedence::assignment) + " : " +
                print(*expr.else_value, need_else, Precedence::conditional),
            Precedence::conditional};
}

ExpressionPrinter::Printed ExpressionPrinter::cast(const Cast& expr, Need need) const {
    const Expr& operand = *expr.operand;
    if (expr.type->is_bool()) {
        if (operand.type->is_bool()) return printed(operand, need);
        return {print(operand, Need::exact, Precedence::shift) + " != " + zero_text(operand.type),
                Precedence::equality};
    }
    if (is_left_out(expr, need)) return printed(operand, Need::exact);
    const std::string text = print(operand, Need::value, Precedence::assignment);
    const bool is_call_like = operand.kind == ExprKind::cast || operand.kind == ExprKind::builtin_call ||
                              operand.kind == ExprKind::call || operand.kind == ExprKind::helper_call;
    const bool may_declare = is_call_like && text.back() == ')' && converts_twice(text);
    const std::string type = type_text(expr.type);
    return {(may_declare ? "static_cast<" + type + ">(" : type + "(") + text + ")", Precedence::postfix};
}

/// Returns whether the value has a narrow integer type, or bool, and C++ takes it for an `int`. C++ has no
/// literals of narrow types, and `&`, `|` and `^` make an int of two bools.
bool ExpressionPrinter::is_int_in_cpp(const Expr& expr) const {
    switch (expr.kind) {
    case ExprKind::literal:
        return expr.type->is_narrow() && !dialect_.constants.contains(as<Literal>(expr).name);
    case ExprKind::binary:
        return expr.type->is_bool();
    case ExprKind::conditional:
        return is_int_in_cpp(*as<Conditional>(expr).then_value) ||
               is_int_in_cpp(*as<Conditional>(expr).else_value);
    case ExprKind::sequence:
        return is_int_in_cpp(*as<Sequence>(expr).second);
    default:
        return false;
    }
}

/// Returns whether the text of a 64-bit integer may be a `long long`, where the type of that width is `long`.
/// It may where it is made of literals, or is the result of a function of C. Arithmetic with such a value
/// gives one.
bool ExpressionPrinter::may_be_long_long(const Expr& expr, Need need) const {
    switch (expr.kind) {
    case ExprKind::literal: {
        const auto* value = std::get_if<int64_t>(&as<Literal>(expr).value);
        const bool has_suffix = need == Need::exact || !value || *value > INT32_MAX || *value < INT32_MIN;
        return has_suffix && !dialect_.constants.contains(as<Literal>(expr).name);
    }
    case ExprKind::unary:
        return may_be_long_long(*as<Unary>(expr).operand, operand_need(as<Unary>(expr)));
    case ExprKind::binary: {
        const auto& binary = as<Binary>(expr);
        const auto [left, right] = operand_needs(binary);
        return may_be_long_long(*binary.left, left) ||
               (!is_shift(binary.op) && may_be_long_long(*binary.right, right));
    }
    case ExprKind::conditional: {
        const auto& choice = as<Conditional>(expr);
        const auto [then_need, else_need] = operand_needs(choice);
        return may_be_long_long(*choice.then_value, then_need) ||
               may_be_long_long(*choice.else_value, else_need);
    }
    case ExprKind::cast:
        return is_left_out(as<Cast>(expr), need) && as<Cast>(expr).operand->type->size() == 8 &&
               may_be_long_long(*as<Cast>(expr).operand, Need::exact);
    case ExprKind::sequence:
        return may_be_long_long(*as<Sequence>(expr).second, need);
    case ExprKind::builtin_call:
        return as<BuiltinCall>(expr).builtin->special == Special::abs ||
               (dialect_.target == Target::cuda && is_atomic(expr));
    case ExprKind::call:
        return as<Call>(expr).function->foreign.has_value();
    default:
        return false;
    }
}

std::string ExpressionPrinter::augmented_value(const AugmentedAssign& stmt) const {
    const Type* type = stmt.lvalue.type();
    // Only the low bits of such a value count, or the value is a count itself.
    if (type->is_narrow() && (is_modular(stmt.op) || is_shift(stmt.op)))
        return print(*stmt.value, Need::stored, Precedence::assignment);
    const bool converts =
        is_shift(stmt.op) || cpp_common(type, bare_type(*stmt.value)) == type || type->is_bool();
    return print(*stmt.value, converts ? Need::operand : Need::exact, Precedence::assignment);
}

} // namespace cudapy::emit
