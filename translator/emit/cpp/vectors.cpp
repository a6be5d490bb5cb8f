#include "translator/emit/cpp/vectors.h"

#include "translator/program/walk.h"

#include <map>
#include <string>

#include <fmt/format.h>

namespace cudapy::emit {

using namespace program;

namespace {

struct Operator {
    const Type* vector;
    char symbol;
    bool left_is_number, right_is_number, is_unary;
    std::string key() const {
        return fmt::format("{} {} {}{}{}", vector->name(), symbol, is_unary, left_is_number, right_is_number);
    }
};

char symbol_of(BinaryOp op) {
    switch (op) {
    case BinaryOp::add:
        return '+';
    case BinaryOp::sub:
        return '-';
    case BinaryOp::mul:
        return '*';
    default:
        return '/';
    }
}

/// Returns the operators that the program uses, in the order of their types' names.
std::map<std::string, Operator> used(const Program& program) {
    std::map<std::string, Operator> operators;
    const auto look = [&](const Block& body) {
        visit_all(body, [&](const Expr& expr) {
            if (!expr.type->is_vector()) return;
            if (expr.kind == ExprKind::unary) {
                const Operator made{expr.type, '-', false, false, true};
                operators.emplace(made.key(), made);
            }
            if (expr.kind != ExprKind::binary) return;
            const auto& binary = as<Binary>(expr);
            const Operator made{expr.type, symbol_of(binary.op), !binary.left->type->is_vector(),
                                !binary.right->type->is_vector(), false};
            operators.emplace(made.key(), made);
        });
    };
    for (const auto& function : program.functions) {
        look(function->body);
        if (function->strip) look(function->strip->body);
        if (function->block) look(function->block->body);
    }
    return operators;
}

} // namespace

void write_vector_operators(Writer& writer, const Program& program, const Dialect& dialect,
                            const std::string& qualifier) {
    for (const auto& [key, each] : used(program)) {
        const Type* component = each.vector->fields()[0].type;
        const std::string vector = type_text(each.vector), number = type_text(component);
        std::vector<std::string> parameters;
        if (!each.is_unary) parameters.push_back((each.left_is_number ? number : vector) + " a");
        parameters.push_back((each.right_is_number ? number : vector) + " b");
        std::string parts;
        for (const Type::Field& field : each.vector->fields()) {
            std::string left = each.left_is_number ? "a" : "a." + field.name;
            const std::string right = each.right_is_number ? "b" : "b." + field.name;
            // The product of two such ints can overflow.
            if (component == Type::uint16() && each.symbol == '*') left = "unsigned(" + left + ")";
            std::string value = each.is_unary ? "-" + right : left + " " + each.symbol + " " + right;
            if (component->is_narrow()) value = number + "(" + value + ")";
            parts += (parts.empty() ? "" : ", ") + value;
        }
        const std::string left = each.is_unary ? "" : (each.left_is_number ? number : vector) + ", ";
        const std::string& right = each.right_is_number ? number : vector;
        const std::string name = fmt::format("operator{}", each.symbol);
        writer.part(fmt::format("helper {}({}{})", name, left, right), [&] {
            writer.blank();
            writer.function_head(fmt::format("{} {} {}", qualifier, vector, name), parameters);
            writer.open("{");
            writer.line(dialect.target == Target::cpu ? "return {" + parts + "};"
                                                      : "return make_" + vector + "(" + parts + ");");
            writer.close();
        });
    }
}

} // namespace cudapy::emit
