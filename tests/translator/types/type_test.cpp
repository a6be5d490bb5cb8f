#include "translator/types/type.h"

#include <doctest/doctest.h>

#include <cstddef>

#include <cstdint>

namespace cudapy {

namespace {

struct Inner {
    int8_t a;
    double b;
    int16_t c;
};
struct Outer {
    bool flag;
    Inner inner;
    int64_t n;
    float last;
};
struct alignas(16) Float4 {
    float x, y, z, w;
};
struct WithVector {
    char id;
    Float4 pos;
    char end;
};

} // namespace

TEST_CASE("types: structs are laid out as C does it") {
    const Type* inner =
        Type::structure("Inner", {{"a", Type::int8()}, {"b", Type::float64()}, {"c", Type::int16()}});
    const Type* outer = Type::structure(
        "Outer",
        {{"flag", Type::bool_()}, {"inner", inner}, {"n", Type::int64()}, {"last", Type::float32()}});
    CHECK(inner->size() == sizeof(Inner));
    CHECK(inner->alignment() == alignof(Inner));
    CHECK(inner->offset(2) == offsetof(Inner, c));
    CHECK(outer->size() == sizeof(Outer));
    CHECK(outer->offset(1) == offsetof(Outer, inner));
    CHECK(outer->offset(3) == offsetof(Outer, last));
    const Type* with_vector = Type::structure(
        "WithVector",
        {{"id", Type::int8()}, {"pos", Type::vector(Type::float32(), 4)}, {"end", Type::int8()}});
    CHECK(with_vector->size() == sizeof(WithVector));
    CHECK(with_vector->offset(1) == offsetof(WithVector, pos));
}

TEST_CASE("types: a struct is its name and its fields") {
    const std::vector<Type::Field> fields{{"x", Type::float32()}};
    const Type* one = Type::structure("Body", fields);
    CHECK(one == Type::structure("Body", fields));
    CHECK(one != Type::structure("Body", {{"x", Type::float64()}}));
    CHECK(one != Type::structure("Other", fields));
    CHECK(Type::array(one) != Type::array(Type::structure("Body", {{"x", Type::float64()}})));
    CHECK(Type::array(one, 2)->name() == "Body[,]");
    CHECK(Type::array(one)->element() == one);
    CHECK(one->is_aggregate());
    CHECK(!one->is_number());
}

TEST_CASE("types: vectors are CUDA's") {
    CHECK(vector_type_named("float4") == Type::vector(Type::float32(), 4));
    CHECK(vector_type_named("ulonglong2")->fields()[1].type == Type::uint64());
    CHECK(vector_type_named("uchar3")->name() == "uchar3");
    for (const char* name : {"float1", "float5", "long2", "bool2", "float", "4", ""})
        CHECK(vector_type_named(name) == nullptr);
    CHECK(Type::vector(Type::bool_(), 2) == nullptr);
    const auto layout = [](const char* name) {
        const Type* type = vector_type_named(name);
        return std::pair(type->size(), type->alignment());
    };
    CHECK(layout("float3") == std::pair(12, 4));
    CHECK(layout("float4") == std::pair(16, 16));
    CHECK(layout("double2") == std::pair(16, 16));
    CHECK(layout("double4") == std::pair(32, 16));
    CHECK(layout("char2") == std::pair(2, 2));
    CHECK(layout("short3") == std::pair(6, 2));
    CHECK(type_named("float4[,]") == Type::array(vector_type_named("float4"), 2));
}

TEST_CASE("types: dates are no numbers, and have units") {
    const Type* date = Type::datetime("D");
    CHECK(date->name() == "datetime64[D]");
    CHECK(date->identifier() == "datetime64_D");
    CHECK(date->unit() == "D");
    CHECK(date->is_date());
    CHECK(!date->is_timedelta());
    CHECK(Type::timedelta("D")->is_timedelta());
    CHECK(date != Type::timedelta("D"));
    CHECK(date == Type::datetime("D"));
    CHECK(!date->is_number());
    CHECK(!date->is_scalar());
    CHECK(!date->is_aggregate());
    CHECK(date->is_value());
    CHECK(std::pair(date->size(), date->alignment()) == std::pair(8, 8));
    CHECK(promote(date, date) == nullptr);
    CHECK(Type::datetime("parsec") == nullptr);
    CHECK(Type::timedelta("") == nullptr);
    CHECK(date_type_named("timedelta64[ns]") == Type::timedelta("ns"));
    for (const char* name : {"datetime64", "datetime64[]", "datetime64[25s]", "date[D]", "[D]", "D]"})
        CHECK(date_type_named(name) == nullptr);
    CHECK(type_named("datetime64[D]") == date);
    CHECK(type_named("datetime64[D]*") == Type::array(date));
    CHECK(type_named("datetime64[D][,]") == Type::array(date, 2));
    CHECK(Type::array(date, 2)->name() == "datetime64[D][,]");
    CHECK(Type::array(date)->element() == date);
}

} // namespace cudapy
