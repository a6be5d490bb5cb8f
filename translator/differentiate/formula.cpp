#include "translator/differentiate/formula.h"

#include "translator/program/build.h"
#include "translator/support/internal_error.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <string>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// Reads a formula from left to right: `a if c else b`, comparisons, sums, products, calls and numbers.
class Reader {
  public:
    Reader(std::string_view text, const Type* type, const Operands& operands, Span span)
        : text_(text), type_(type), operands_(operands), span_(span) {}

    ExprPtr all() {
        ExprPtr result = choice();
        if (at_ != text_.size()) fail();
        return result;
    }

  private:
    [[noreturn]] void fail() const {
        throw InternalError(fmt::format("a formula of the derivatives is wrong: {}", text_));
    }
    void skip() {
        while (at_ < text_.size() && text_[at_] == ' ')
            ++at_;
    }
    bool take(std::string_view word) {
        skip();
        if (!text_.substr(at_).starts_with(word)) return false;
        at_ += word.size();
        skip();
        return true;
    }

    ExprPtr choice() {
        ExprPtr value = comparison();
        if (!take("if ")) return value;
        ExprPtr condition = comparison();
        if (!take("else ")) fail();
        ExprPtr other = choice();
        return make_select(std::move(condition), std::move(value), std::move(other));
    }
    ExprPtr comparison() {
        if (take("not ")) return make_not(comparison());
        ExprPtr left = sum();
        static constexpr std::pair<std::string_view, CompareOp> ops[] = {
            {"<=", CompareOp::le}, {">=", CompareOp::ge}, {"!=", CompareOp::ne},
            {"==", CompareOp::eq}, {"<", CompareOp::lt},  {">", CompareOp::gt}};
        for (const auto& [word, op] : ops)
            if (take(word))
                return joined(std::move(left), sum(), [op = op](ExprPtr a, ExprPtr b) {
                    return make_compare(op, std::move(a), std::move(b));
                });
        return left;
    }
    ExprPtr sum() {
        ExprPtr left = product();
        for (;;) {
            const bool adds = take("+");
            if (!adds && !take("-")) return left;
            left = binary(adds ? BinaryOp::add : BinaryOp::sub, std::move(left), product());
        }
    }
    ExprPtr product() {
        ExprPtr left = factor();
        for (;;) {
            const bool multiplies = take("*");
            if (!multiplies && !take("/")) return left;
            left = binary(multiplies ? BinaryOp::mul : BinaryOp::divide, std::move(left), factor());
        }
    }
    ExprPtr factor() {
        if (take("-")) {
            ExprPtr operand = factor();
            if (operand->kind == ExprKind::literal) {
                auto& value = as<Literal>(*operand).value;
                if (double* number = std::get_if<double>(&value)) *number = -*number;
                return operand;
            }
            const Type* type = operand->type;
            return std::make_unique<Unary>(span_, type, UnaryOp::negate, std::move(operand));
        }
        if (take("(")) {
            ExprPtr inside = choice();
            if (!take(")")) fail();
            return inside;
        }
        skip();
        const std::size_t begin = at_;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) ||
                                      text_[at_] == '.' || text_[at_] == '_'))
            ++at_;
        const std::string_view word = text_.substr(begin, at_ - begin);
        skip();
        if (word.empty()) fail();
        if (std::isdigit(static_cast<unsigned char>(word[0])))
            return make_float(type_, std::stod(std::string(word)), span_);
        if (take("(")) return call(std::string(word));
        const auto found = operands_.find(word);
        if (found == operands_.end()) fail();
        return clone(*found->second);
    }
    ExprPtr call(const std::string& name) {
        if (name == "digamma") {
            ExprPtr argument = choice();
            if (!take(")")) fail();
            return make_helper_call(Helper::digamma, type_, span_, std::move(argument));
        }
        const Builtin* builtin = find_builtin("math." + name);
        if (!builtin) fail();
        std::vector<ExprPtr> arguments;
        do {
            ExprPtr argument = choice();
            const bool is_count = (builtin->shape == Shape::r_int_r && arguments.empty()) ||
                                  (builtin->shape == Shape::r_r_int && !arguments.empty());
            arguments.push_back(is_count ? as_int(std::move(argument)) : std::move(argument));
        } while (take(","));
        if (!take(")")) fail();
        const Type* result = builtin->shape == Shape::bool_r ? Type::bool_() : type_;
        return std::make_unique<BuiltinCall>(span_, result, builtin, type_, std::move(arguments));
    }
    ExprPtr as_int(ExprPtr expr) const {
        if (expr->kind != ExprKind::literal || !expr->type->is_floating()) return expr;
        return make_int(Type::int32(), static_cast<int64_t>(std::get<double>(as<Literal>(*expr).value)),
                        span_);
    }
    template <typename Make>
    ExprPtr joined(ExprPtr left, ExprPtr right, Make make) const {
        if (left->type->is_integer()) right = as_int(std::move(right));
        if (right->type->is_integer()) left = as_int(std::move(left));
        return make(std::move(left), std::move(right));
    }
    /// Makes an operation, and does at once what only literals and 1 are in.
    ExprPtr binary(BinaryOp op, ExprPtr left, ExprPtr right) const {
        return joined(std::move(left), std::move(right), [&](ExprPtr a, ExprPtr b) -> ExprPtr {
            if (a->kind == ExprKind::literal && b->kind == ExprKind::literal && a->type->is_floating() &&
                op == BinaryOp::sub) {
                const double value =
                    std::get<double>(as<Literal>(*a).value) - std::get<double>(as<Literal>(*b).value);
                return make_float(type_, value, span_);
            }
            return make_binary(op, std::move(a), std::move(b));
        });
    }

    std::string_view text_;
    const Type* type_;
    const Operands& operands_;
    Span span_;
    std::size_t at_ = 0;
};

bool is_literal(const Expr& expr, double value) {
    if (expr.kind != ExprKind::literal) return false;
    const double* number = std::get_if<double>(&as<Literal>(expr).value);
    return number && *number == value;
}

bool is_negation(const Expr& expr) {
    return expr.kind == ExprKind::unary && as<Unary>(expr).op == UnaryOp::negate;
}

ExprPtr negated(ExprPtr expr) {
    if (is_negation(*expr)) return std::move(as<Unary>(*expr).operand);
    const Span span = expr->span;
    const Type* type = expr->type;
    return std::make_unique<Unary>(span, type, UnaryOp::negate, std::move(expr));
}

/// Returns x for `pow(x, 1)`, and what else is as simple.
ExprPtr simplified(ExprPtr expr) {
    if (expr->kind == ExprKind::builtin_call) {
        auto& call = as<BuiltinCall>(*expr);
        if (call.builtin->name == "pow" && is_literal(*call.arguments[1], 1))
            return std::move(call.arguments[0]);
    } else if (expr->kind == ExprKind::binary) {
        auto& node = as<Binary>(*expr);
        node.left = simplified(std::move(node.left));
        node.right = simplified(std::move(node.right));
    }
    return expr;
}

} // namespace

std::string_view derivative_name(BinaryOp op) {
    switch (op) {
    case BinaryOp::add:
        return "+";
    case BinaryOp::sub:
        return "-";
    case BinaryOp::mul:
        return "*";
    case BinaryOp::divide:
        return "/";
    case BinaryOp::floor_divide:
        return "//";
    case BinaryOp::floor_modulo:
        return "%";
    case BinaryOp::power:
        return "**";
    default:
        return {};
    }
}

bool names_operand(std::string_view formula, std::string_view operand) {
    const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (std::size_t at = formula.find(operand); at != formula.npos; at = formula.find(operand, at + 1)) {
        const bool begins = at == 0 || !is_part(formula[at - 1]);
        const std::size_t end = at + operand.size();
        if (begins && (end == formula.size() || !is_part(formula[end]))) return true;
    }
    return false;
}

std::string_view operand_name(const Expr& operand, std::size_t i) {
    static constexpr std::string_view letters[] = {"x", "y", "z", "w"};
    return operand.type->is_integer() ? "n" : letters[i];
}

ExprPtr widened(ExprPtr value, const Type* type) {
    if (!type->is_vector()) return convert(std::move(value), type);
    if (value->type == type) return value;
    const Span span = value->span;
    std::vector<ExprPtr> parts;
    for (const Type::Field& field : type->fields())
        parts.push_back(convert(clone(*value), field.type));
    return std::make_unique<Construct>(span, type, std::move(parts));
}

ExprPtr make_formula(std::string_view formula, const Type* type, const Operands& operands, Span span) {
    return simplified(Reader(formula, type, operands, span).all());
}

ExprPtr make_product(ExprPtr partial, ExprPtr tangent) {
    if (is_literal(*partial, 0)) return nullptr;
    if (is_literal(*partial, 1)) return tangent;
    if (is_literal(*partial, -1)) return negated(std::move(tangent));
    if (is_negation(*partial))
        return negated(make_product(std::move(as<Unary>(*partial).operand), std::move(tangent)));
    if (partial->kind == ExprKind::conditional) {
        auto& node = as<Conditional>(*partial);
        const Type* type = tangent->type;
        const Span span = tangent->span;
        ExprPtr first = make_product(std::move(node.then_value), ExprPtr(tangent));
        ExprPtr second = make_product(std::move(node.else_value), std::move(tangent));
        if (!first) first = make_zero(type, span);
        if (!second) second = make_zero(type, span);
        return make_select(std::move(node.condition), std::move(first), std::move(second));
    }
    if (partial->kind == ExprKind::binary && as<Binary>(*partial).op == BinaryOp::divide) {
        auto& node = as<Binary>(*partial);
        if (is_negation(*node.left)) { // (-a / b) t
            ExprPtr inside = std::move(as<Unary>(*node.left).operand);
            node.left = std::move(inside);
            return negated(make_product(std::move(partial), std::move(tangent)));
        }
        ExprPtr above = make_product(std::move(node.left), std::move(tangent));
        if (is_negation(*above)) {
            ExprPtr inside = std::move(as<Unary>(*above).operand);
            return negated(make_binary(BinaryOp::divide, std::move(inside), std::move(node.right)));
        }
        return make_binary(BinaryOp::divide, std::move(above), std::move(node.right));
    }
    return make_binary(BinaryOp::mul, std::move(partial), std::move(tangent));
}

ExprPtr make_sum(ExprPtr left, ExprPtr right) {
    if (!left) return right;
    if (!right) return left;
    if (is_negation(*right))
        return make_binary(BinaryOp::sub, std::move(left), std::move(as<Unary>(*right).operand));
    return make_binary(BinaryOp::add, std::move(left), std::move(right));
}

ExprPtr power_slope(const HelperCall& power) {
    const Type* type = power.type;
    const Span span = power.span;
    const Expr& exponent = *power.arguments[1];
    const auto slope = [&](ExprPtr factor, ExprPtr lower) {
        return make_binary(
            BinaryOp::mul, std::move(factor),
            make_helper_call(Helper::float_power, type, span, clone(*power.arguments[0]), std::move(lower)));
    };
    if (exponent.kind == ExprKind::literal) {
        const int64_t n = std::get<int64_t>(as<Literal>(exponent).value);
        if (n == 0) return nullptr;
        return slope(make_float(type, static_cast<double>(n), span), make_int(exponent.type, n - 1, span));
    }
    const auto number = [&](int64_t value) { return make_int(exponent.type, value, span); };
    return std::make_unique<Conditional>(
        span, type, make_compare(CompareOp::eq, clone(exponent), number(0)), make_float(type, 0.0, span),
        slope(convert(clone(exponent), type), make_binary(BinaryOp::sub, clone(exponent), number(1))));
}

} // namespace cudapy::differentiate
