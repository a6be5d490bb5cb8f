// The rows of the module `operator`. Those of an assignment (`iadd`) give what the operator gives, as they do
// for Python's numbers, which do not change.

#include "translator/builtins/operators.h"

#include "translator/builtins/table.h"

#include <vector>

namespace cudapy {

namespace {

constexpr OperatorFunction rows[] = {
    {"add", "+", 2, "`a + b`"},
    {"and_", "&", 2, "`a & b`"},
    {"eq", "==", 2, "`a == b`"},
    {"floordiv", "//", 2, "`a // b`"},
    {"ge", ">=", 2, "`a >= b`"},
    {"gt", ">", 2, "`a > b`"},
    {"iadd", "+", 2, "`a + b`"},
    {"iand", "&", 2, "`a & b`"},
    {"ifloordiv", "//", 2, "`a // b`"},
    {"ilshift", "<<", 2, "`a << b`"},
    {"imod", "%", 2, "`a % b`"},
    {"imul", "*", 2, "`a * b`"},
    {"index", "", 1, "an integer as it is"},
    {"inv", "~", 1, "`~a`"},
    {"invert", "~", 1, "`~a`"},
    {"ior", "|", 2, "`a | b`"},
    {"ipow", "**", 2, "`a ** b`"},
    {"irshift", ">>", 2, "`a >> b`"},
    {"isub", "-", 2, "`a - b`"},
    {"itruediv", "/", 2, "`a / b`"},
    {"ixor", "^", 2, "`a ^ b`"},
    {"le", "<=", 2, "`a <= b`"},
    {"lshift", "<<", 2, "`a << b`"},
    {"lt", "<", 2, "`a < b`"},
    {"mod", "%", 2, "`a % b`"},
    {"mul", "*", 2, "`a * b`"},
    {"ne", "!=", 2, "`a != b`"},
    {"neg", "-", 1, "`-a`"},
    {"not_", "not", 1, "`not a`"},
    {"or_", "|", 2, "`a | b`"},
    {"pos", "+", 1, "`+a`"},
    {"pow", "**", 2, "`a ** b`"},
    {"rshift", ">>", 2, "`a >> b`"},
    {"sub", "-", 2, "`a - b`"},
    {"truediv", "/", 2, "`a / b`"},
    {"xor", "^", 2, "`a ^ b`"},
};

} // namespace

std::span<const OperatorFunction> operator_functions() {
    return rows;
}

const OperatorFunction* find_operator_function(std::string_view name) {
    for (const OperatorFunction& row : rows)
        if (row.name == name) return &row;
    return nullptr;
}

std::span<const Builtin> operator_builtins() {
    static const std::vector<Builtin> builtins = [] {
        std::vector<Builtin> made;
        for (const OperatorFunction& row : rows) {
            Builtin& builtin = made.emplace_back();
            builtin.module = "operator";
            builtin.name = row.name;
            builtin.shape = Shape::special;
            builtin.special = Special::operation;
            builtin.doc = row.doc;
        }
        return made;
    }();
    return builtins;
}

} // namespace cudapy
