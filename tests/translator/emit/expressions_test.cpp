#include "tests/translator/emit/build.h"
#include "translator/emit/cpp/expressions.h"

#include <doctest/doctest.h>

using namespace build;
using cudapy::emit::Need;

namespace {

std::string text(const ExprPtr& expr, Need need = Need::exact, Target target = Target::cuda) {
    emit::Dialect dialect;
    dialect.target = target;
    dialect.helper_names = {{Helper::floor_div, "floor_div"}, {Helper::minimum, "minimum"}};
    const emit::CoordinateNames coordinates = {{Coordinate::idx, "idx"},
                                               {Coordinate::thread_x, "threadIdx.x"}};
    return emit::ExpressionPrinter(dialect, coordinates).print(*expr, need);
}

std::string helper_text(Helper helper, ExprPtr a, ExprPtr b) {
    const Type* type = a->type;
    std::vector<ExprPtr> arguments;
    arguments.push_back(std::move(a));
    arguments.push_back(std::move(b));
    return text(std::make_unique<HelperCall>(Span{}, type, helper, std::move(arguments)));
}

} // namespace

TEST_CASE("emit: precedence asks for the fewest parentheses") {
    Variables v;
    using enum BinaryOp;
    CHECK(text(binary(add, binary(mul, ref(v.x), ref(v.y)), ref(v.x))) == "x * y + x");
    CHECK(text(binary(mul, binary(add, ref(v.x), ref(v.y)), ref(v.x))) == "(x + y) * x");
    CHECK(text(binary(sub, ref(v.x), binary(sub, ref(v.y), ref(v.x)))) == "x - (y - x)");
    CHECK(text(binary(sub, binary(sub, ref(v.x), ref(v.y)), ref(v.x))) == "x - y - x");
    CHECK(text(binary(divide, ref(v.x), binary(mul, ref(v.y), ref(v.x)))) == "x / (y * x)");
    CHECK(text(unary(UnaryOp::negate, binary(add, ref(v.x), ref(v.y)))) == "-(x + y)");
    CHECK(text(unary(UnaryOp::negate, unary(UnaryOp::negate, ref(v.x)))) == "-(-x)");
    CHECK(text(unary(UnaryOp::negate, integer(-3))) == "-(-3)");
    CHECK(text(binary(sub, ref(v.i), integer(-3))) == "i - -3");
    CHECK(text(load(v.X, binary(add, ref(v.i), integer(1)))) == "X[i + 1]");
}

TEST_CASE("emit: parentheses where gcc asks for them") {
    Variables v;
    using enum BinaryOp;
    CHECK(text(binary(shift_left, integer(1), binary(add, ref(v.i), integer(1)))) == "1 << (i + 1)");
    CHECK(text(binary(bit_or, binary(bit_and, ref(v.i), ref(v.j)), ref(v.i))) == "(i & j) | i");
    CHECK(text(binary(bit_or, binary(bit_or, ref(v.i), ref(v.j)), ref(v.i))) == "i | j | i");
    CHECK(text(compare(CompareOp::eq, binary(bit_and, ref(v.i), integer(1)), integer(0))) == "(i & 1) == 0");
    CHECK(text(logical(false, logical(true, ref(v.p), ref(v.q)), ref(v.p))) == "(p && q) || p");
    CHECK(text(logical(true, logical(true, ref(v.p), ref(v.q)), ref(v.p))) == "p && q && p");
    CHECK(text(compare(CompareOp::eq, compare(CompareOp::lt, ref(v.i), ref(v.j)), ref(v.p))) ==
          "(i < j) == p");
    CHECK(text(unary(UnaryOp::logical_not, compare(CompareOp::lt, ref(v.i), ref(v.j)))) == "!(i < j)");
    CHECK(text(compare(CompareOp::lt, assign_expr(v.i, integer(2)), ref(v.j))) == "(i = 2) < j");
}

TEST_CASE("emit: conversions that C++ makes by itself are left out") {
    Variables v;
    using enum BinaryOp;
    const Type* f = Type::float32();
    const Type* d = Type::float64();
    CHECK(text(binary(mul, cast(f, ref(v.i)), ref(v.x))) == "i * x");
    CHECK(text(binary(divide, cast(f, ref(v.i)), cast(f, ref(v.j)))) == "float(i) / j");
    // C++ would multiply an int64 and a float in float; the language has double.
    CHECK(text(binary(mul, cast(d, ref(v.n)), cast(d, ref(v.x)))) == "double(n) * x");
    CHECK(text(binary(add, cast(Type::int32(), ref(v.p)), cast(Type::int32(), ref(v.q)))) == "p + q");
    CHECK(text(cast(f, ref(v.i)), Need::stored) == "i");
    CHECK(text(cast(f, ref(v.i)), Need::exact) == "float(i)");
    CHECK(text(cast(f, ref(v.i), true), Need::stored) == "float(i)");
    // Two conversions in a row round twice; the inner one stays.
    CHECK(text(cast(d, cast(f, ref(v.i))), Need::stored) == "float(i)");
    CHECK(text(cast(Type::bool_(), ref(v.i))) == "i != 0");
    CHECK(text(cast(Type::bool_(), ref(v.x))) == "x != 0.0f");
    CHECK(text(unary(UnaryOp::negate, cast(f, ref(v.i)))) == "-float(i)");
    CHECK(text(unary(UnaryOp::negate, cast(Type::int32(), ref(v.p)))) == "-p");
    CHECK(text(conditional(ref(v.p), cast(f, ref(v.i)), ref(v.x))) == "p ? i : x");
    CHECK(text(conditional(ref(v.p), cast(f, ref(v.i)), cast(f, ref(v.j)))) == "p ? float(i) : float(j)");
}

TEST_CASE("emit: int64 literals have a suffix only where it matters") {
    Variables v;
    using enum BinaryOp;
    const Type* wide = Type::int64();
    CHECK(text(binary(add, ref(v.n), integer(1, wide))) == "n + 1");
    CHECK(text(integer(1, wide), Need::stored) == "1");
    CHECK(text(binary(add, integer(2147483647, wide), integer(1, wide))) == "2147483647LL + 1");
    CHECK(text(integer(5000000000, wide), Need::stored) == "5000000000LL");
    CHECK(text(binary(shift_left, integer(1, wide), ref(v.n))) == "1LL << n");
    CHECK(helper_text(Helper::floor_div, ref(v.n), integer(2, wide)) == "floor_div(n, int64_t(2))");
    CHECK(helper_text(Helper::minimum, cast(Type::float32(), ref(v.i)), ref(v.x)) == "minimum(float(i), x)");
}

TEST_CASE("emit: CUDA's own coordinates are unsigned and are made int where that shows") {
    Variables v;
    using enum BinaryOp;
    const auto thread = [] { return coordinate(Coordinate::thread_x); };
    CHECK(text(binary(sub, thread(), integer(1))) == "int(threadIdx.x) - 1");
    CHECK(text(thread(), Need::stored) == "threadIdx.x");
    CHECK(text(load(v.X, thread())) == "X[threadIdx.x]");
    CHECK(text(cast(Type::float32(), thread(), true)) == "float(threadIdx.x)");
    CHECK(text(binary(add, coordinate(Coordinate::idx), integer(1))) == "idx + 1");
}
