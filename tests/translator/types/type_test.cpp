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

} // namespace cudapy
