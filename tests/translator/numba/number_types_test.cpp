// The types that the dialect of numba.cuda gives to numbers, against the answers of numba's own inference.

#include "translator/numba/numbers/number_types.h"

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

std::string codes_of(const std::vector<const Type*>& types) {
    std::string text;
    for (const Type* type : types)
        text += " " + code_of(type);
    return text;
}

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream stream(line);
    return {std::istream_iterator<std::string>(stream), {}};
}

/// A cell of a matrix, with the words above the matrix and the types of the cell's row, where rows have
/// types, and of its column.
struct Cell {
    std::vector<std::string> title;
    std::vector<const Type*> types;
    std::string answer;
};

/// Returns the cells of all matrices of a file. Above a matrix are its title and the types of its columns.
std::vector<Cell> cells(const std::string& name) {
    std::vector<Cell> result;
    std::ifstream file(CUDAPY_TESTS_DIR "/translator/numba/" + name);
    std::vector<std::string> title, columns;
    for (std::string line; std::getline(file, line);) {
        std::vector<std::string> words = words_of(line);
        if (words.empty()) {
            title.clear();
            columns.clear();
        } else if (title.empty()) {
            if (!line.starts_with("#")) title = words;
        } else if (columns.empty()) {
            columns = words;
        } else {
            std::vector<const Type*> row;
            if (!line.starts_with(" ")) {
                row.push_back(types_by_code().at(words[0]));
                words.erase(words.begin());
            }
            REQUIRE(words.size() == columns.size());
            for (std::size_t i = 0; i < words.size(); ++i) {
                result.push_back({title, row, words[i]});
                result.back().types.push_back(types_by_code().at(columns[i]));
            }
        }
    }
    return result;
}

/// Returns what the checker gives for an operator of one or two operands, as a cell has it.
std::string answer(const std::string& name, const std::vector<const Type*>& operands) {
    const Type* left = operands.at(0);
    const Type* right = operands.size() > 1 ? operands[1] : nullptr;
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
    if (const auto op = operators.find(name); op != operators.end()) {
        const auto found = numba::operation(op->second, left, right);
        if (!found) return "-";
        const bool is_one = found.left == found.result && found.right == found.result;
        return is_one ? code_of(found.result)
                      : code_of(found.left) + code_of(found.right) + code_of(found.result);
    }
    if (name == "lt" || name == "eq") return code_of(numba::compared(left, right, name == "lt"));
    if (name == "neg") return code_of(numba::negated(left));
    if (name == "invert") return code_of(numba::inverted(left));
    if (name == "unify") return code_of(numba::unified(left, right));
    FAIL("no operator: " << name);
    return "";
}

} // namespace

TEST_CASE("numba: each operator gives the types that numba's inference gives") {
    std::size_t seen = 0;
    std::string wrong;
    for (const Cell& cell : cells("number_types.txt"))
        for (const std::string& name : cell.title) {
            ++seen;
            const std::string ours = answer(name, cell.types);
            if (ours != cell.answer)
                wrong +=
                    name + codes_of(cell.types) + ": numba has " + cell.answer + ", we have " + ours + "\n";
        }
    CHECK(wrong == "");
    CHECK(seen == 3376);
}

TEST_CASE("numba: a range counts in the type that numba's inference gives") {
    std::size_t seen = 0;
    std::string wrong;
    for (const Cell& cell : cells("range_types.txt")) {
        ++seen;
        std::vector<const Type*> bounds = cell.types;
        if (cell.title.size() > 1) bounds.insert(bounds.begin(), types_by_code().at(cell.title[1]));
        const std::string ours = code_of(numba::range_type(bounds));
        if (ours != cell.answer)
            wrong += "range" + codes_of(bounds) + ": numba has " + cell.answer + ", we have " + ours + "\n";
    }
    CHECK(wrong == "");
    CHECK(seen == 499);
}
