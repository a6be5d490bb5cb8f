// The types that the dialect of numba.cuda gives to numbers, against the answers of numba's own inference.

#include "translator/check/numba/number_types.h"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using cudapy::Type;
using cudapy::program::BinaryOp;
namespace numba = cudapy::checker::numba;

namespace {

/// The types by the codes of NumPy that the table has.
const std::map<std::string, const Type*>& types_by_code() {
    static const std::map<std::string, const Type*> types = {
        {"b1", Type::bool_()},   {"i1", Type::int8()},      {"u1", Type::uint8()},
        {"i2", Type::int16()},   {"u2", Type::uint16()},    {"i4", Type::int32()},
        {"u4", Type::uint32()},  {"i8", Type::int64()},     {"u8", Type::uint64()},
        {"f2", Type::float16()}, {"bf", Type::bfloat16()},  {"f4", Type::float32()},
        {"f8", Type::float64()}, {"c8", Type::complex64()}, {"c16", Type::complex128()},
    };
    return types;
}

std::string code_of(const Type* type) {
    for (const auto& [code, each] : types_by_code())
        if (each == type) return code;
    return type ? type->name() : "-";
}

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream stream(line);
    return {std::istream_iterator<std::string>(stream), {}};
}

/// A cell of the table for one of the operators above it. `right` is null for an operator of one operand.
struct Cell {
    std::string op;
    const Type* left;
    const Type* right;
    std::string answer;
};

/// Returns the cells of all matrices of the table. Above a matrix are its operators, and the types of its
/// columns.
std::vector<Cell> cells() {
    std::vector<Cell> result;
    std::ifstream file(CUDAPY_TESTS_DIR "/translator/check/numba_number_types.txt");
    std::vector<std::string> operators, columns;
    for (std::string line; std::getline(file, line);) {
        std::vector<std::string> words = words_of(line);
        if (words.empty()) {
            operators.clear();
            columns.clear();
        } else if (operators.empty()) {
            if (!line.starts_with("#")) operators = words;
        } else if (columns.empty()) {
            columns = words;
        } else {
            const bool has_right = !line.starts_with(" ");
            const Type* left = has_right ? types_by_code().at(words[0]) : nullptr;
            if (has_right) words.erase(words.begin());
            REQUIRE(words.size() == columns.size());
            for (const std::string& op : operators)
                for (std::size_t i = 0; i < words.size(); ++i) {
                    const Type* column = types_by_code().at(columns[i]);
                    result.push_back({op, has_right ? left : column, has_right ? column : nullptr, words[i]});
                }
        }
    }
    return result;
}

/// A line of a table that is separated by tabs.
std::vector<std::string> fields(const std::string& line) {
    std::vector<std::string> result;
    std::istringstream stream(line);
    for (std::string field; std::getline(stream, field, '\t');)
        result.push_back(field);
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

/// Returns what the checker gives, as a cell of the table.
std::string answer(const Cell& cell) {
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
    if (const auto op = operators.find(cell.op); op != operators.end()) {
        const auto found = numba::operation(op->second, cell.left, cell.right);
        if (!found) return "-";
        const bool is_one = found.left == found.result && found.right == found.result;
        return is_one ? code_of(found.result)
                      : code_of(found.left) + code_of(found.right) + code_of(found.result);
    }
    if (cell.op == "lt" || cell.op == "eq")
        return code_of(numba::compared(cell.left, cell.right, cell.op == "lt"));
    if (cell.op == "neg") return code_of(numba::negated(cell.left));
    if (cell.op == "invert") return code_of(numba::inverted(cell.left));
    if (cell.op == "unify") return code_of(numba::unified(cell.left, cell.right));
    FAIL("no operator: " << cell.op);
    return "";
}

} // namespace

TEST_CASE("numba: each operator gives the types that numba's inference gives") {
    std::size_t seen = 0;
    std::string wrong;
    for (const Cell& cell : cells()) {
        ++seen;
        if (answer(cell) != cell.answer)
            wrong += cell.op + " " + code_of(cell.left) + " " + code_of(cell.right) + ": numba has `" +
                     cell.answer + "`, we have `" + answer(cell) + "`\n";
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
