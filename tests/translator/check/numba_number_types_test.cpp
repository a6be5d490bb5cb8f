// The types that the dialect of numba.cuda gives to numbers, against the answers of numba's own inference.

#include "translator/check/numba/number_types.h"

#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using cudapy::Type;
using cudapy::program::BinaryOp;
namespace numba = cudapy::checker::numba;

namespace {

/// A line of a table that is separated by tabs.
std::vector<std::string> fields(const std::string& line) {
    std::vector<std::string> result;
    std::istringstream stream(line);
    for (std::string field; std::getline(stream, field, '\t');)
        result.push_back(field);
    return result;
}

struct Row {
    std::string op, left, right, answer;
};

std::vector<Row> rows() {
    std::vector<Row> result;
    std::ifstream file(CUDAPY_TESTS_DIR "/translator/check/numba_number_types.tsv");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("#")) continue;
        const std::vector<std::string> of_line = fields(line);
        result.push_back({of_line.at(0), of_line.at(1), of_line.at(2), of_line.at(3)});
    }
    return result;
}

const Type* type(const std::string& name) {
    return cudapy::scalar_type_named(name);
}

std::string name(const Type* type) {
    return type == nullptr           ? "-"
           : type == Type::int32()   ? "int32"
           : type == Type::float32() ? "float32"
           : type == Type::float64() ? "float64"
                                     : type->name();
}

std::string answer(const Row& row) {
    static const std::map<std::string, BinaryOp> operators = {{"add", BinaryOp::add},
                                                              {"sub", BinaryOp::sub},
                                                              {"mul", BinaryOp::mul},
                                                              {"truediv", BinaryOp::divide},
                                                              {"floordiv", BinaryOp::floor_divide},
                                                              {"mod", BinaryOp::floor_modulo},
                                                              {"pow", BinaryOp::power},
                                                              {"lshift", BinaryOp::shift_left},
                                                              {"rshift", BinaryOp::shift_right},
                                                              {"and_", BinaryOp::bit_and},
                                                              {"or_", BinaryOp::bit_or},
                                                              {"xor", BinaryOp::bit_xor}};
    const Type* left = type(row.left);
    const Type* right = row.right.empty() ? nullptr : type(row.right);
    if (const auto op = operators.find(row.op); op != operators.end()) {
        const auto found = numba::operation(op->second, left, right);
        return found ? name(found.left) + " " + name(found.right) + " " + name(found.result) : "-";
    }
    if (row.op == "lt" || row.op == "eq") {
        const Type* found = numba::compared(left, right, row.op == "lt");
        return found ? name(found) + " " + name(found) + " bool" : "-";
    }
    if (row.op == "neg" || row.op == "invert") {
        const Type* found = row.op == "neg" ? numba::negated(left) : numba::inverted(left);
        return found ? row.left + " " + name(found) : "-";
    }
    return name(numba::unified(left, right));
}

} // namespace

TEST_CASE("numba: each operator gives the types that numba's inference gives") {
    std::size_t seen = 0;
    std::string wrong;
    for (const Row& row : rows()) {
        ++seen;
        if (answer(row) != row.answer)
            wrong += row.op + " " + row.left + " " + row.right + ": numba has `" + row.answer +
                     "`, we have `" + answer(row) + "`\n";
    }
    CHECK(wrong == "");
    CHECK(seen == 3376);
}

TEST_CASE("numba: a range counts in the type that numba's inference gives") {
    std::size_t seen = 0;
    std::string wrong;
    std::ifstream file(CUDAPY_TESTS_DIR "/translator/check/numba_range_types.tsv");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("#")) continue;
        ++seen;
        const std::vector<std::string> of_line = fields(line);
        std::vector<const Type*> bounds;
        for (std::size_t i = 0; i + 1 < of_line.size(); ++i)
            bounds.push_back(type(of_line[i]));
        const std::string ours = name(numba::range_type(bounds));
        if (ours != of_line.back()) wrong += line + ": we have " + ours + "\n";
    }
    CHECK(wrong == "");
    CHECK(seen == 499);
}
