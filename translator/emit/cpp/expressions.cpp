#include "translator/emit/cpp/expressions.h"

#include "translator/emit/cpp/functions.h"
#include "translator/emit/helpers/atomic_helpers.h"
#include "translator/emit/helpers/checks.h"
#include "translator/emit/helpers/random.h"
#include "translator/emit/helpers/warp_helpers.h"
#include "translator/emit/text/literals.h"
#include "translator/lower/names/naming.h"
#include "translator/program/operation_helpers.h"
#include "translator/support/internal_error.h"

#include <cctype>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace cudapy::emit {

using namespace program;
using lower::field_name;

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

/// Returns whether the cast is to 8 or 16 bits and keeps the low ones alone, as every store to such a place
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
    // The left operand alone makes the type.
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

/// Returns whether the cast is not written, because what stands around it converts by itself.
bool is_left_out(const Cast& expr, Need need) {
    return !expr.is_explicit && ((need == Need::operand && !wraps(expr) && !is_of_small_float(expr)) ||
                                 (need == Need::stored && !expr.type->is_small_float()));
}

} // namespace

std::string ExpressionPrinter::condition(const Expr& expr) const {
    // gcc takes a bare assignment for a mistyped comparison.
    return print(expr, Need::exact,
                 expr.kind == ExprKind::assign_expr ? Precedence::unary : Precedence::comma);
}

std::string ExpressionPrinter::print(const Expr& expr, Need need, Precedence least) const {
    Printed result = printed(expr, need);
    if (result.precedence < least) return "(" + result.text + ")";
    return std::move(result.text);
}

ExpressionPrinter::Printed ExpressionPrinter::printed(const Expr& expr, Need need) const {
    switch (expr.kind) {
    case ExprKind::literal: {
        // A constant of the file is of one type, and that is no half and no bfloat16.
        if (dialect_.constants.contains(as<Literal>(expr).name) && !expr.type->is_small_float())
            return {as<Literal>(expr).name, Precedence::postfix};
        std::string text = literal_text(as<Literal>(expr), {dialect_.target, need == Need::exact});
        const Precedence precedence = text.starts_with('-') ? Precedence::unary : Precedence::postfix;
        return {std::move(text), precedence};
    }
    case ExprKind::variable:
        return {variable(*as<VariableRef>(expr).variable), Precedence::postfix};
    case ExprKind::length:
        return {as<Length>(expr).array->emitted_lengths[static_cast<std::size_t>(as<Length>(expr).axis)],
                Precedence::postfix};
    case ExprKind::coordinate:
        return coordinate(as<CoordinateExpr>(expr), need);
    case ExprKind::unary:
        return unary(as<Unary>(expr));
    case ExprKind::binary:
        return binary(as<Binary>(expr));
    case ExprKind::compare:
        return compare(as<Compare>(expr));
    case ExprKind::logical:
        return logical(as<Logical>(expr));
    case ExprKind::conditional:
        return conditional(as<Conditional>(expr));
    case ExprKind::cast:
        return cast(as<Cast>(expr), need);
    case ExprKind::construct: {
        // In a place that stores the value, the place says the type.
        const bool made =
            expr.type->is_vector() && dialect_.target == Target::cuda; // a function of CUDA's makes it
        std::string text = made                   ? "make_" + type_text(expr.type) + "("
                           : need == Need::stored ? "{"
                                                  : type_text(expr.type) + "{";
        const char* separator = "";
        for (const ExprPtr& part : as<Construct>(expr).parts) {
            text += separator + part_text(*part);
            separator = ", ";
        }
        return {text + (made ? ")" : "}"), Precedence::postfix};
    }
    case ExprKind::field: {
        const auto& part = as<FieldExpr>(expr);
        // CUDA's own type for the component is `long long`, which chooses another overload.
        if (part.operand->type->is_vector() && dialect_.target == Target::cuda && expr.type->is_integer() &&
            expr.type->size() == 8 && need == Need::exact)
            return {type_text(expr.type) + "(" + print(expr, Need::value) + ")", Precedence::postfix};
        std::string text = print(*part.operand, Need::exact, Precedence::postfix) + "." +
                           field_name(*part.operand->type, part.field);
        const Expr* element = part.operand.get();
        while (element->kind == ExprKind::field)
            element = as<FieldExpr>(*element).operand.get();
        if (element->kind == ExprKind::load)
            text = in_memory(std::move(text), *as<Load>(*element).array, expr.type);
        return {std::move(text), Precedence::postfix};
    }
    case ExprKind::load: {
        const auto& load = as<Load>(expr);
        if (load.array->is_reference) return {reference(*load.array, *load.index), Precedence::postfix};
        return {in_memory(element(load), *load.array, expr.type), Precedence::postfix};
    }
    case ExprKind::view: {
        const auto& view = as<ArrayView>(expr);
        if (is_number(*view.start, 0)) return {variable(*view.array), Precedence::postfix};
        const std::string start = print(*view.start, Need::stored, Precedence::additive);
        return {variable(*view.array) + " + " + start, Precedence::additive};
    }
    case ExprKind::call: {
        const auto& call_expr = as<Call>(expr);
        std::vector<std::string> coordinates;
        if (dialect_.target == Target::cpu)
            for (const Coordinate coordinate : call_expr.function->facts.coordinates)
                coordinates.push_back(coordinates_.at(coordinate));
        return {call(*call_expr.function, coordinates, call_expr.arguments), Precedence::postfix};
    }
    case ExprKind::builtin_call:
        return builtin_call(as<BuiltinCall>(expr));
    case ExprKind::helper_call:
        if (is_check(as<HelperCall>(expr).helper)) return check_call(as<HelperCall>(expr));
        if (is_note(as<HelperCall>(expr).helper)) return note_call(as<HelperCall>(expr));
        return helper_call(as<HelperCall>(expr).helper, as<HelperCall>(expr).arguments);
    case ExprKind::assign_expr: {
        const auto& assign = as<AssignExpr>(expr);
        return {variable(*assign.variable) + " = " + print(*assign.value, Need::stored),
                Precedence::assignment};
    }
    case ExprKind::other_lane: {
        const auto& other = as<OtherLane>(expr);
        const std::string place =
            is_number(*other.place, 0) ? "" : " + " + print(*other.place, Need::stored, Precedence::additive);
        return {other.variable->emitted + "[warp" + place + "]", Precedence::postfix};
    }
    case ExprKind::sequence: {
        const auto& sequence = as<Sequence>(expr);
        return {print(*sequence.first) + ", " + print(*sequence.second), Precedence::comma};
    }
    }
    throw InternalError("an expression of an unknown kind reached the emitter");
}

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

ExpressionPrinter::Printed ExpressionPrinter::coordinate(const CoordinateExpr& expr, Need need) const {
    if (dialect_.target == Target::cpu && expr.coordinate == Coordinate::lane_id &&
        !coordinates_.contains(expr.coordinate))
        return {"lane_id", Precedence::postfix}; // the counter of a loop over the threads of a warp
    const std::string& name = coordinates_.at(expr.coordinate);
    // CUDA's own coordinates are unsigned, and would make an int beside them unsigned.
    const bool is_unsigned = dialect_.target == Target::cuda && !is_global(expr.coordinate);
    if (is_unsigned && need != Need::stored && need != Need::value)
        return {type_text(expr.type) + "(" + name + ")", Precedence::postfix};
    const bool computed = dialect_.target == Target::cuda && expr.coordinate == Coordinate::lane_id;
    return {name, computed ? Precedence::multiplicative : Precedence::postfix};
}

std::string ExpressionPrinter::variable(const Variable& variable) const {
    return variable.per_lane ? variable.emitted + "[" + lane_name + "]" : variable.emitted;
}

std::string ExpressionPrinter::call(const Function& function, const std::vector<std::string>& coordinates,
                                    const std::vector<ExprPtr>& arguments) const {
    std::string text = function.emitted + "(";
    const char* separator = "";
    const auto add = [&](const std::string& argument) {
        text += separator + argument;
        separator = ", ";
    };
    for (const std::string& coordinate : coordinates)
        add(coordinate);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (function.parameters[i]->is_reference && arguments[i]->kind == ExprKind::view) {
            const auto& view = as<ArrayView>(*arguments[i]); // a view of one element
            add(variable(*view.array) + "[" + print(*view.start, Need::stored, Precedence::comma) + "]");
            continue;
        }
        // C++ chooses among a user's own functions by the very types of the arguments.
        add(function.foreign ? overloaded_argument(*arguments[i])
                             : print(*arguments[i], Need::stored, Precedence::assignment));
        if (!arguments[i]->type->is_array()) continue;
        if (arguments[i]->kind == ExprKind::view) {
            const auto& lengths = as<ArrayView>(*arguments[i]).lengths;
            for (std::size_t axis = 0; axis < lengths.size(); ++axis)
                if (function.facts.array_uses[i].length(static_cast<int>(axis)))
                    add(print(*lengths[axis], Need::stored, Precedence::assignment));
            continue;
        }
        for (const std::string& length :
             passed_lengths(function, i, *as<VariableRef>(*arguments[i]).variable))
            add(length);
    }
    return text + ")";
}

/// Returns whether the value has a narrow integer type, or bool, and C++ takes it for an `int`. C++ has no
/// literals of narrow types, and `&` and its kin make an int of two bools.
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

/// Returns the text of a part between the braces of an aggregate, where C++ takes no value of a wider type
/// but a constant.
std::string ExpressionPrinter::part_text(const Expr& part) const {
    if (part.type->is_aggregate() && (dialect_.target == Target::cpu || !part.type->is_vector()))
        return print(part, Need::stored, Precedence::assignment);
    const bool is_wider = part.kind != ExprKind::literal &&
                          (part.type->is_narrow() || part.type->is_bool()) && is_int_in_cpp(part);
    if (!is_wider) return print(part, Need::exact, Precedence::assignment);
    return type_text(part.type) + "(" + print(part, Need::exact, Precedence::assignment) + ")";
}

std::string ExpressionPrinter::overloaded_argument(const Expr& expr) const {
    if (expr.type->is_narrow() && is_int_in_cpp(expr))
        return type_text(expr.type) + "(" + print(expr, Need::operand, Precedence::assignment) + ")";
    if (expr.type->is_bool() && is_int_in_cpp(expr))
        return type_text(expr.type) + "(" + print(expr, Need::exact, Precedence::assignment) + ")";
    // 64-bit integers are `long` on some systems and `long long` on others, so a suffix cannot choose its
    // overload.
    if (expr.kind == ExprKind::literal && expr.type->is_integer() && expr.type->size() == 8 &&
        !dialect_.constants.contains(as<Literal>(expr).name))
        return type_text(expr.type) + "(" + literal_text(as<Literal>(expr), {dialect_.target, false}) + ")";
    if (expr.type->is_integer() && expr.type->size() == 8 && may_be_long_long(expr, Need::exact))
        return type_text(expr.type) + "(" + print(expr, Need::exact, Precedence::assignment) + ")";
    return print(expr, Need::exact, Precedence::assignment);
}

std::string ExpressionPrinter::builtin(const Builtin& builtin, const Type* precision,
                                       const std::vector<ExprPtr>& arguments,
                                       const std::vector<std::string>& outputs) const {
    const bool wide = precision == Type::float64();
    const std::string_view name = dialect_.target == Target::cpu
                                      ? (wide ? builtin.host_double : builtin.host_single)
                                      : (wide ? builtin.cuda_double : builtin.cuda_single);
    if (name.empty())
        throw InternalError("the built-in " + std::string(builtin.name) +
                            " has no spelling for its target and precision");
    // `sinf` and its like are no overloads: C++ converts their arguments.
    const bool converts = !wide && name.ends_with('f') && !builtin.host_helper;
    std::string text = std::string(name) + "(";
    const char* separator = "";
    for (const ExprPtr& argument : arguments) {
        text += separator + (converts ? print(*argument, Need::stored, Precedence::assignment)
                                      : overloaded_argument(*argument));
        separator = ", ";
    }
    for (const std::string& output : outputs)
        text += separator + output;
    return text + ")";
}

ExpressionPrinter::Printed ExpressionPrinter::builtin_call(const BuiltinCall& expr) const {
    if (expr.builtin->special == Special::barrier_and || expr.builtin->special == Special::barrier_or)
        return {builtin(*expr.builtin, nullptr, expr.arguments) + " != 0",
                Precedence::equality}; // CUDA gives an int
    const auto call_named = [&](const char* name) -> Printed {
        return {std::string(name) + "(" + print(*expr.arguments[0], Need::exact, Precedence::assignment) +
                    ")",
                Precedence::postfix};
    };
    switch (expr.builtin->special) {
    case Special::popc:
    case Special::clz:
    case Special::ffs:
    case Special::brev:
        return bit_function(expr);
    case Special::bits:
    case Special::from_bits:
        return {bit_cast(expr), Precedence::postfix};
    case Special::min:
        return helper_call(Helper::minimum, expr.arguments);
    case Special::max:
        return helper_call(Helper::maximum, expr.arguments);
    case Special::abs:
        if (expr.type->is_integer()) return call_named(expr.type == Type::int64() ? "llabs" : "abs");
        return call_named(expr.type == Type::float64() ? "fabs" : "fabsf");
    default:
        break;
    }
    if (is_draw(expr)) {
        std::string text = dialect_.random_names.at(random_function(expr)) + "(";
        for (std::size_t i = 0; i < expr.arguments.size(); ++i)
            text += (i == 0 ? "" : ", ") + print(*expr.arguments[i], Need::stored, Precedence::assignment);
        return {text + ")", Precedence::postfix};
    }
    if (is_warp_wide(expr)) return warp_call(expr);
    if (is_atomic(expr))
        return {atomic(std::string(expr.builtin->cuda_single), expr.arguments), Precedence::postfix};
    std::string text = builtin(*expr.builtin, expr.precision, expr.arguments);
    // Python's floor, ceil, trunc and round give integers; C's give floating values.
    if (expr.builtin->shape == Shape::integer_r || expr.builtin->special == Special::round)
        text = type_text(expr.type) + "(" + text + ")";
    return {std::move(text), Precedence::postfix};
}

/// Returns the same bits as another type.
std::string ExpressionPrinter::bit_cast(const BuiltinCall& expr) const {
    const Expr& operand = *expr.arguments[0];
    const std::string value = print(operand, Need::exact, Precedence::assignment);
    if (dialect_.target == Target::cpu)
        return "__builtin_bit_cast(" + type_text(expr.type) + ", " + value + ")";
    if (expr.type == Type::float64()) return "__longlong_as_double(" + value + ")";
    if (expr.type == Type::float32())
        return (operand.type->is_unsigned() ? "__uint_as_float(" : "__int_as_float(") + value + ")";
    if (operand.type == Type::float32()) return "__float_as_uint(" + value + ")";
    return type_text(expr.type) + "(__double_as_longlong(" + value + "))";
}

/// Returns a call of a function of bits. The argument's width chooses its spelling; `brev` gives an unsigned
/// integer.
ExpressionPrinter::Printed ExpressionPrinter::bit_function(const BuiltinCall& expr) const {
    const Expr& operand = *expr.arguments[0];
    const bool wide = operand.type->size() == 8;
    const Builtin& function = *expr.builtin;
    const std::string_view name = dialect_.target == Target::cpu
                                      ? (wide ? function.host_double : function.host_single)
                                      : (wide ? function.cuda_double : function.cuda_single);
    std::string text = std::string(name) + "(" + print(operand, Need::stored, Precedence::assignment) + ")";
    if (function.special == Special::brev) text = type_text(expr.type) + "(" + text + ")";
    return {std::move(text), Precedence::postfix};
}

namespace {

/// Returns the text of a mask, `0xffffffffu`: CUDA's masks are unsigned.
std::string mask_text(const Literal& mask) {
    const int64_t value = std::get<int64_t>(mask.value);
    return (mask.spelling.empty() ? fmt::format("{}", value) : mask.spelling) + "u";
}

} // namespace

ExpressionPrinter::Printed ExpressionPrinter::warp_call(const BuiltinCall& expr) const {
    const Special special = expr.builtin->special;
    std::string text = std::string(expr.builtin->cuda_single) + "(";
    for (std::size_t i = 0; i < expr.arguments.size(); ++i) {
        const Expr& argument = *expr.arguments[i];
        const bool named =
            argument.kind == ExprKind::literal && dialect_.constants.contains(as<Literal>(argument).name);
        const bool is_mask = i == 0 && argument.kind == ExprKind::literal && !named;
        if (is_mask && special == Special::warp_sync &&
            std::get<int64_t>(as<Literal>(argument).value) == full_mask)
            break; // the default
        // The value's type decides which shuffle it is.
        const bool is_value = i == 1 && is_shuffle(special);
        text += (i == 0 ? "" : ", ") + (is_mask    ? mask_text(as<Literal>(argument))
                                        : is_value ? overloaded_argument(argument)
                                                   : print(argument, Need::stored, Precedence::assignment));
    }
    text += ")";
    if (special == Special::warp_all || special == Special::warp_any) // CUDA gives an int
        return {text + " != 0", Precedence::equality};
    return {std::move(text), Precedence::postfix};
}

/// Returns a call of an atomic. The pointer decides between the overloads, and C++ converts the arguments
/// behind it.
std::string ExpressionPrinter::atomic(const std::string& name, const std::vector<ExprPtr>& arguments) const {
    const auto& load = as<Load>(*arguments[0]);
    std::string text = name + "(&" + (load.array->is_reference ? print(load) : element(load));
    for (std::size_t i = 1; i < arguments.size(); ++i)
        text += ", " + print(*arguments[i], Need::stored, Precedence::assignment);
    return text + ")";
}

ExpressionPrinter::Printed ExpressionPrinter::helper_call(Helper helper,
                                                          const std::vector<ExprPtr>& arguments) const {
    if (program::find_atomic(helper))
        return {atomic(dialect_.helper_names.at(helper), arguments), Precedence::postfix};
    std::string text = dialect_.helper_names.at(helper) + "(";
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Expr& argument = *arguments[i];
        const bool is_mask = i == 0 && dialect_.target == Target::cuda && is_warp_reduction(helper) &&
                             argument.kind == ExprKind::literal &&
                             !dialect_.constants.contains(as<Literal>(argument).name);
        const bool is_address = argument.kind == ExprKind::other_lane;
        const bool converts = i == 0 ? is_of_warp(helper) : is_of_warp(helper) && !is_warp_reduction(helper);
        text += (i == 0 ? "" : ", ") + (is_mask      ? mask_text(as<Literal>(argument))
                                        : is_address ? "&" + print(argument)
                                        : converts   ? print(argument, Need::stored, Precedence::assignment)
                                                     : overloaded_argument(argument));
    }
    return {text + ")", Precedence::postfix};
}

/// Returns the text of what a reference stands for. Where the access is noted, its index is told to the
/// recorder.
std::string ExpressionPrinter::reference(const Variable& array, const Expr& index) const {
    const bool notes = index.kind == ExprKind::helper_call && is_note(as<HelperCall>(index).helper);
    return notes ? "(&" + variable(array) + ")[" + print(index) + "]" : variable(array);
}

ExpressionPrinter::Printed ExpressionPrinter::note_call(const HelperCall& expr) const {
    std::string text = dialect_.helper_names.at(expr.helper) + "(";
    for (std::size_t i = 0; i < expr.arguments.size(); ++i) {
        const Expr& argument = *expr.arguments[i];
        const bool is_reference =
            argument.kind == ExprKind::variable && as<VariableRef>(argument).variable->is_reference;
        if (i == 1)
            text += (is_reference ? "&" : "") + print(argument, Need::value, Precedence::assignment);
        else
            text += overloaded_argument(argument);
        text += ", ";
    }
    return {text + check_argument(expr, dialect_) + ")", Precedence::postfix};
}

ExpressionPrinter::Printed ExpressionPrinter::check_call(const HelperCall& expr) const {
    std::string text = dialect_.helper_names.at(expr.helper) + "(";
    const std::size_t operands = row_of(expr.helper).operands;
    for (std::size_t i = 0; i < operands; ++i)
        text += overloaded_argument(*expr.arguments[i]) + ", ";
    text += check_argument(expr, dialect_);
    for (std::size_t i = operands; i < expr.arguments.size(); ++i)
        text += ", " + print(*expr.arguments[i], Need::stored, Precedence::assignment);
    return {text + ")", Precedence::postfix};
}

std::string ExpressionPrinter::printf_argument(const Expr& expr) const {
    if (expr.type->is_bool())
        return print(expr, Need::exact, Precedence::logical_or) + " ? \"True\" : \"False\"";
    if (expr.type->is_integer() &&
        expr.type->size() == 8) // C's type of this width differs from system to system
        return std::string(expr.type->is_signed() ? "(long long)" : "(unsigned long long)") +
               print(expr, Need::value, Precedence::unary);
    return print(expr, Need::exact, Precedence::assignment);
}

std::string ExpressionPrinter::place(const Place& place) const {
    std::string text = place.index && place.variable->is_reference ? reference(*place.variable, *place.index)
                                                                   : variable(*place.variable);
    if (place.index && !place.variable->is_reference)
        text += "[" + print(*place.index, Need::stored, Precedence::comma) + "]";
    const Type* type = place.root_type();
    for (const std::size_t field : place.fields) {
        text += "." + field_name(*type, field);
        type = type->fields()[field].type;
    }
    return place.index ? in_memory(std::move(text), *place.variable, type) : text;
}

std::string ExpressionPrinter::element(const Load& load) const {
    return variable(*load.array) + "[" + print(*load.index, Need::stored, Precedence::comma) + "]";
}

std::string ExpressionPrinter::in_memory(std::string text, const Variable& array, const Type* type) const {
    const bool is_number =
        type->is_bool() || type->is_integer() || (type->is_floating() && !type->is_small_float());
    const bool is_own = array.role == VariableRole::table || array.role == VariableRole::local_array;
    if (dialect_.in_memory.empty() || !is_number || is_own || array.is_reference) return text;
    return dialect_.in_memory + "(" + text + ")";
}

std::string ExpressionPrinter::augmented_value(const AugmentedAssign& stmt) const {
    const Type* type = stmt.place.type();
    // Only the low bits of such a value count, or the value is a count itself.
    if (type->is_narrow() && (is_modular(stmt.op) || is_shift(stmt.op)))
        return print(*stmt.value, Need::stored, Precedence::assignment);
    const bool converts =
        is_shift(stmt.op) || cpp_common(type, bare_type(*stmt.value)) == type || type->is_bool();
    return print(*stmt.value, converts ? Need::operand : Need::exact, Precedence::assignment);
}

} // namespace cudapy::emit
