#include "tests/translator/emit/build.h"
#include "translator/emit/text/literals.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace build;

namespace {

std::string text(const ExprPtr& literal, bool exact = true, Target target = Target::cuda) {
    return emit::literal_text(as<Literal>(*literal), {target, exact});
}

} // namespace

TEST_CASE("emit: integer literals") {
    const Type* wide = Type::int64();
    CHECK(text(integer(42)) == "42");
    CHECK(text(integer(-42)) == "-42");
    CHECK(text(integer(255, Type::int32(), "0xFF")) == "0xFF");
    CHECK(text(integer(5, Type::int32(), "0b101")) == "0b101");
    CHECK(text(integer(15, Type::int32(), "0o17")) == "15");
    CHECK(text(integer(1000000, Type::int32(), "1000000")) == "1000000");
    CHECK(text(integer(-2147483648LL)) == "(-2147483647 - 1)");
    CHECK(text(integer(std::numeric_limits<int64_t>::min(), wide)) == "(-9223372036854775807LL - 1)");
    CHECK(text(integer(4294967295, wide, "0xffffffff"), false) == "0xffffffffLL");
    CHECK(text(integer(7, wide), false) == "7");
    CHECK(text(integer(7, wide), true) == "7LL");
}

TEST_CASE("emit: floating literals keep the user's spelling where C++ reads the same value") {
    CHECK(text(floating(1e-6, Type::float32(), "1e-6")) == "1e-6f");
    CHECK(text(floating(1.0, Type::float32(), "1.")) == "1.0f");
    CHECK(text(floating(0.5, Type::float32(), ".5")) == "0.5f");
    CHECK(text(floating(1e10, Type::float64(), "1.e10")) == "1.0e10");
    CHECK(text(floating(0.1, Type::float64(), "0.1")) == "0.1");
    CHECK(text(floating(3.0, Type::float32(), "3")) == "3.0f");
    CHECK(text(floating(0.1)) == "0.1f");
    CHECK(text(floating(1e20)) == "1e+20f");
    // Rounded to double first this is 1 + 2^-23, rounded at once to float it is not the same number.
    CHECK(text(floating(1.000000059604644775390625, Type::float32(), "1.00000005960464477539062500000001")) ==
          "1.0f");
}

TEST_CASE("emit: infinities and NaN") {
    const double infinity = std::numeric_limits<double>::infinity();
    CHECK(text(floating(infinity)) == "INFINITY");
    CHECK(text(floating(-infinity)) == "-INFINITY");
    CHECK(text(floating(infinity, Type::float64())) == "double(INFINITY)");
    CHECK(text(floating(std::nan(""))) == "NAN");
    CHECK(text(floating(infinity), true, Target::cpu) == "__builtin_inff()");
    CHECK(text(floating(-infinity, Type::float64()), true, Target::cpu) == "-__builtin_inf()");
    CHECK(text(floating(1e300)) == "INFINITY"); // too large for a float
}

TEST_CASE("emit: booleans and zeros") {
    CHECK(text(boolean(true)) == "true");
    CHECK(text(boolean(false)) == "false");
    CHECK(emit::zero_text(Type::float32()) == "0.0f");
    CHECK(emit::zero_text(Type::float64()) == "0.0");
    CHECK(emit::zero_text(Type::int64()) == "0");
}
