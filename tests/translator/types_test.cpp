#include "translator/types/small_floats.h"

#include <doctest/doctest.h>

#include <cmath>

namespace cudapy {

TEST_CASE("types: half and bfloat16 meet other types") {
    CHECK(promote(Type::float16(), Type::float16()) == Type::float16());
    CHECK(promote(Type::float16(), Type::bool_()) == Type::float16());
    CHECK(promote(Type::float16(), Type::bfloat16()) == Type::float32());
    CHECK(promote(Type::bfloat16(), Type::int8()) == Type::float32());
    CHECK(promote(Type::bfloat16(), Type::int64()) == Type::float64());
    CHECK(promote(Type::float16(), Type::float64()) == Type::float64());
    CHECK(promote(Type::complex64(), Type::int32()) == Type::complex64());
    CHECK(promote(Type::complex64(), Type::float64()) == Type::complex128());
    CHECK(promote(Type::complex64(), Type::float16()) == Type::complex64());
    CHECK(promote(Type::uint64(), Type::complex64()) == Type::complex128());
}

TEST_CASE("types: rounding to 16 bits, ties to even") {
    const double tie = 1 + std::ldexp(1, -11);
    CHECK(rounded(Type::float16(), tie) == 1);
    CHECK(rounded(Type::float16(), tie + std::ldexp(1, -40)) == 1 + std::ldexp(1, -10));
    CHECK(rounded(Type::float16(), 1 + 3 * std::ldexp(1, -11)) == 1 + std::ldexp(1, -9));
    CHECK(rounded(Type::float16(), 65519.9) == 65504);
    CHECK(std::isinf(rounded(Type::float16(), -65520)));
    CHECK(rounded(Type::float16(), std::ldexp(1, -25)) == 0);
    CHECK(rounded(Type::float16(), 1.5 * std::ldexp(1, -25)) == std::ldexp(1, -24));
    CHECK(rounded(Type::bfloat16(), 0.1) == 0.10009765625);
    CHECK(std::isinf(rounded(Type::bfloat16(), 3.4e38)));
}

TEST_CASE("types: the bits of every half and bfloat16") {
    for (const Type* type : {Type::float16(), Type::bfloat16()}) {
        for (unsigned bits = 0; bits < 0x10000; ++bits) {
            const double value = small_float_value(type, static_cast<uint16_t>(bits));
            if (!std::isnan(value)) REQUIRE(small_float_bits(type, value) == bits);
        }
    }
    CHECK(small_float_bits(Type::float16(), std::nan("")) == 0x7e00);
    CHECK(small_float_bits(Type::bfloat16(), std::nan("")) == 0x7fc0);
    CHECK(small_float_bits(Type::float16(), -65504) == 0xfbff);
}

} // namespace cudapy
