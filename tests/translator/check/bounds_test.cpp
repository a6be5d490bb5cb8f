#include "translator/check/expressions/bounds.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace cudapy::checker {

using program::BinaryOp;

namespace {

/// What the operation gives of Python's integers; nothing where it gives none.
std::optional<int> result_of(BinaryOp op, int a, int b) {
    const auto floored = [&] { return a / b - (a % b != 0 && (a % b < 0) != (b < 0) ? 1 : 0); };
    switch (op) {
    case BinaryOp::add:
        return a + b;
    case BinaryOp::sub:
        return a - b;
    case BinaryOp::mul:
        return a * b;
    case BinaryOp::floor_divide:
        return b == 0 ? std::nullopt : std::optional(floored());
    case BinaryOp::floor_modulo:
        return b == 0 ? std::nullopt : std::optional(a - floored() * b);
    case BinaryOp::shift_left:
        return b < 0 ? std::nullopt : std::optional(a * (1 << b));
    case BinaryOp::shift_right:
        return b < 0 ? std::nullopt : std::optional(a >> b);
    case BinaryOp::bit_and:
        return a & b;
    case BinaryOp::bit_or:
        return a | b;
    case BinaryOp::bit_xor:
        return a ^ b;
    default:
        return std::nullopt;
    }
}

struct Span {
    int least, most;
};

/// All spans of integers from -5 to 5, and some that are longer.
std::vector<Span> spans() {
    std::vector<Span> all;
    for (int least = -5; least <= 5; ++least)
        for (int most = least; most <= 5; ++most)
            all.push_back({least, most});
    all.insert(all.end(), {{0, 9}, {-9, 0}, {-9, 9}, {7, 8}, {-8, -7}});
    return all;
}

} // namespace

TEST_CASE("bounds: of an operation hold every result") {
    const BinaryOp operations[] = {BinaryOp::add,          BinaryOp::sub,          BinaryOp::mul,
                                   BinaryOp::floor_divide, BinaryOp::floor_modulo, BinaryOp::shift_left,
                                   BinaryOp::shift_right,  BinaryOp::bit_and,      BinaryOp::bit_or,
                                   BinaryOp::bit_xor};
    std::size_t wrong = 0;
    for (const BinaryOp op : operations)
        for (const Span a : spans())
            for (const Span b : spans()) {
                const auto bounds = bounds_of(op, Bounds{a.least, a.most}, Bounds{b.least, b.most});
                for (int left = a.least; left <= a.most && bounds; ++left)
                    for (int right = b.least; right <= b.most; ++right)
                        if (const auto result = result_of(op, left, right))
                            wrong += *result < bounds->least || *result > bounds->most;
            }
    CHECK(wrong == 0);
}

TEST_CASE("bounds: are as narrow as the types of operands show") {
    const Bounds byte = bounds_of(Type::uint8());
    CHECK(byte == Bounds{0, 255});
    CHECK(bounds_of(Type::int16()) == Bounds{-32768, 32767});
    CHECK(bounds_of(Type::bool_()) == Bounds{0, 1});
    CHECK(bounds_of(Type::int64()) == Bounds{INT64_MIN, INT64_MAX});
    CHECK(bounds_of(Type::uint64()) == Bounds{0, WideInt(UINT64_MAX)});
    CHECK(bounds_of(BinaryOp::add, byte, byte) == Bounds{0, 510});
    CHECK(bounds_of(BinaryOp::floor_divide, {0, 510}, {2, 2}) == Bounds{0, 255});
    CHECK(bounds_of(BinaryOp::floor_modulo, bounds_of(Type::int32()), {256, 256}) == Bounds{0, 255});
    CHECK(bounds_of(BinaryOp::floor_modulo, byte, {1000, 1000}) == byte);
    CHECK(bounds_of(BinaryOp::bit_and, bounds_of(Type::int32()), byte) == byte);
    CHECK(bounds_of(BinaryOp::bit_or, byte, {256, 256}) == Bounds{256, 511});
    CHECK(bounds_of(BinaryOp::shift_right, {0, 65535}, {8, 8}) == byte);
    CHECK(bounds_of(BinaryOp::power, {-3, 2}, {2, 2}) == Bounds{0, 9});
    CHECK(bounds_of(BinaryOp::mul, bounds_of(Type::uint64()), bounds_of(Type::uint64())) == std::nullopt);
}

} // namespace cudapy::checker
