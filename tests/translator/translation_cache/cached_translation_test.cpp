#include "translator/translation_cache/cached_translation.h"

#include <doctest/doctest.h>

namespace cudapy::translation_cache {

namespace {

/// An outcome none of whose parts has the value that it has by itself.
Outcome full_outcome(const Type* body) {
    Outcome outcome;
    outcome.source_digest = "0123";
    outcome.needs = {90, "`swap`: atomicExch of `float4`"};
    outcome.assertion_messages = {"assertion failed in k.py:3: x", ""};
    outcome.assertion_symbol = "failed";
    outcome.assertions_trap = true;
    KernelInfo kernel;
    kernel.name = "f";
    kernel.symbol = "f_kernel";
    kernel.parameters = {{"X", Type::array(Type::float32(), 2), true, false, false, false},
                         {"B", Type::array(body), false, true, false, true},
                         {"L", Type::array(Type::int64()), false, false, true, false},
                         {"b", body}};
    kernel.slots = {{Slot::Kind::pointer, 1, 0}, {Slot::Kind::length, 0, 1}, {Slot::Kind::failure, -1, 0}};
    kernel.axes = 5;
    kernel.depends_on_axes = 3;
    kernel.bounds = {{0, 1, 0, -2, 5}, {1, 0, 2, 0, int64_t{1} << 31}};
    kernel.uses_blocks = kernel.whole_blocks = kernel.cooperative = kernel.reads_grid = true;
    kernel.dynamic_shared = {{"cache", Type::float64()}, {"bodies", body}};
    kernel.asserts = kernel.prints = kernel.checks = true;
    kernel.span = {1, 2, 3};
    KernelInfo plain;
    plain.name = plain.symbol = "g";
    outcome.kernels = {kernel, plain};
    return outcome;
}

void check_same(const KernelInfo& a, const KernelInfo& b) {
    CHECK(a.name == b.name);
    CHECK(a.symbol == b.symbol);
    REQUIRE(a.parameters.size() == b.parameters.size());
    for (std::size_t i = 0; i < a.parameters.size(); ++i) {
        CHECK(a.parameters[i].name == b.parameters[i].name);
        CHECK(a.parameters[i].type == b.parameters[i].type);
        CHECK(a.parameters[i].reads == b.parameters[i].reads);
        CHECK(a.parameters[i].writes == b.parameters[i].writes);
        CHECK(a.parameters[i].is_lists == b.parameters[i].is_lists);
        CHECK(a.parameters[i].writes_fields == b.parameters[i].writes_fields);
    }
    REQUIRE(a.slots.size() == b.slots.size());
    for (std::size_t i = 0; i < a.slots.size(); ++i) {
        CHECK(a.slots[i].kind == b.slots[i].kind);
        CHECK(a.slots[i].index == b.slots[i].index);
        CHECK(a.slots[i].axis == b.slots[i].axis);
    }
    CHECK(a.axes == b.axes);
    CHECK(a.depends_on_axes == b.depends_on_axes);
    REQUIRE(a.bounds.size() == b.bounds.size());
    for (std::size_t i = 0; i < a.bounds.size(); ++i) {
        CHECK(a.bounds[i].parameter == b.bounds[i].parameter);
        CHECK(a.bounds[i].axis == b.bounds[i].axis);
        CHECK(a.bounds[i].coordinate == b.bounds[i].coordinate);
        CHECK(a.bounds[i].least == b.bounds[i].least);
        CHECK(a.bounds[i].most == b.bounds[i].most);
    }
    CHECK(a.reads_grid == b.reads_grid);
    CHECK(a.uses_blocks == b.uses_blocks);
    CHECK(a.whole_blocks == b.whole_blocks);
    CHECK(a.cooperative == b.cooperative);
    REQUIRE(a.dynamic_shared.size() == b.dynamic_shared.size());
    for (std::size_t i = 0; i < a.dynamic_shared.size(); ++i) {
        CHECK(a.dynamic_shared[i].name == b.dynamic_shared[i].name);
        CHECK(a.dynamic_shared[i].element == b.dynamic_shared[i].element);
    }
    CHECK(a.asserts == b.asserts);
    CHECK(a.prints == b.prints);
    CHECK(a.checks == b.checks);
    CHECK(a.span == b.span);
}

} // namespace

TEST_CASE("an outcome comes back whole") {
    const Type* body = Type::structure("OutcomeBody", {{"mass", Type::float32()}});
    NamedTypes types;
    types.add(body);
    const Outcome outcome = full_outcome(body);
    const std::string bytes = bytes_of(outcome, types).value();
    const Outcome again = read_outcome(bytes, types).value();
    CHECK(again.source_digest == outcome.source_digest);
    CHECK(again.needs.capability == outcome.needs.capability);
    CHECK(again.needs.subject == outcome.needs.subject);
    CHECK(again.assertion_messages == outcome.assertion_messages);
    CHECK(again.assertion_symbol == outcome.assertion_symbol);
    CHECK(again.assertions_trap == outcome.assertions_trap);
    REQUIRE(again.kernels.size() == 2);
    for (std::size_t i = 0; i < 2; ++i)
        check_same(again.kernels[i], outcome.kernels[i]);
    for (std::size_t size = 0; size < bytes.size(); ++size)
        CHECK_FALSE(read_outcome(std::string_view(bytes).substr(0, size), types));
    CHECK_FALSE(read_outcome(bytes + "x", types));
}

TEST_CASE("an outcome of a type that has no name is not kept, and not read") {
    const Type* body = Type::structure("NamelessBody", {{"mass", Type::float32()}});
    NamedTypes none, types, two;
    types.add(body);
    two.add(body);
    two.add(Type::structure("NamelessBody", {{"mass", Type::float64()}}));
    const Outcome outcome = full_outcome(body);
    CHECK_FALSE(bytes_of(outcome, none));
    CHECK_FALSE(bytes_of(outcome, two));
    const auto bytes = bytes_of(outcome, types);
    REQUIRE(bytes);
    CHECK_FALSE(read_outcome(*bytes, none));
}

TEST_CASE("what was asked comes back whole") {
    CachedTranslation cached;
    cached.rounds.push_back({{{{Question::Kind::name, 0, "f", {"config", "N"}}, "three"},
                              {{Question::Kind::default_value, 2, "g", {"x"}}, std::string("\0", 1)}},
                             "more"});
    cached.rounds.push_back({{}, ""});
    cached.outcome = "made";
    const std::string bytes = bytes_of(cached);
    const CachedTranslation again = read_cached_translation(bytes).value();
    REQUIRE(again.rounds.size() == 2);
    REQUIRE(again.rounds[0].lookups.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(again.rounds[0].lookups[i].question == cached.rounds[0].lookups[i].question);
        CHECK(again.rounds[0].lookups[i].binding == cached.rounds[0].lookups[i].binding);
    }
    CHECK(again.rounds[0].added == "more");
    CHECK(again.rounds[1].lookups.empty());
    CHECK(again.rounds[1].added == "");
    CHECK(again.outcome == "made");
    for (std::size_t size = 0; size < bytes.size(); ++size)
        CHECK_FALSE(read_cached_translation(std::string_view(bytes).substr(0, size)));
    CHECK_FALSE(read_cached_translation(bytes + "x"));
}

} // namespace cudapy::translation_cache
