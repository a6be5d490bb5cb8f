#include "translator/translation_cache/recording_resolver.h"

#include <doctest/doctest.h>

#include <functional>
#include <limits>

namespace cudapy::translation_cache {

namespace {

using Kind = Binding::Kind;

Binding constant(decltype(Binding::value) value, const Type* type = nullptr) {
    Binding binding;
    binding.kind = Kind::constant;
    binding.value = value;
    binding.type = type;
    return binding;
}

/// Answers by a function, and counts the questions.
class Bindings : public NameResolver {
  public:
    explicit Bindings(std::function<Binding(const std::string&)> binding) : binding_(std::move(binding)) {}
    Binding resolve(uint32_t, const std::string&, std::span<const std::string> path) override {
        ++asked;
        return binding_(path.back());
    }
    std::optional<Binding> default_value(uint32_t, const std::string&,
                                         const std::string& parameter) override {
        ++asked;
        return binding_(parameter);
    }
    int asked = 0;

  private:
    std::function<Binding(const std::string&)> binding_;
};

} // namespace

TEST_CASE("bindings that differ have other bytes") {
    const Type* inner = Type::structure("KnownInner", {{"x", Type::float32()}});
    const Type* wider = Type::structure("KnownInner", {{"x", Type::float64()}});
    Binding module;
    module.kind = Kind::module;
    module.path = "math";
    Binding other = module;
    other.kind = Kind::other;
    Binding tuple = constant(std::monostate{});
    tuple.path = "tuple";
    tuple.elements = {constant(int64_t{1}), constant(int64_t{2})};
    Binding longer = tuple;
    longer.elements.push_back(constant(int64_t{3}));
    Binding nested = tuple;
    nested.elements = {tuple};
    Binding structure;
    structure.kind = Kind::structure;
    structure.type = inner;
    structure.path = "KnownInner";
    Binding wider_structure = structure;
    wider_structure.type = wider;
    Binding huge = constant(int64_t{-1});
    huge.int_too_large = true;
    const std::vector<Binding> all = {
        constant(std::monostate{}),
        constant(true),
        constant(false),
        constant(int64_t{1}),
        constant(int64_t{-1}),
        constant(uint64_t{1} << 63),
        constant(std::numeric_limits<int64_t>::min()),
        huge,
        constant(1.0),
        constant(0.0),
        constant(-0.0),
        constant(std::complex<double>(1.0, 0.0)),
        constant(std::complex<double>(1.0, 2.0)),
        constant(int64_t{1}, Type::int32()),
        constant(int64_t{1}, Type::int64()),
        constant(1.0, Type::float32()),
        module,
        other,
        tuple,
        longer,
        nested,
        structure,
        wider_structure,
        Binding(),
    };
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j < all.size(); ++j)
            CHECK_MESSAGE((bytes_of(all[i]).value() == bytes_of(all[j]).value()) == (i == j), i, " and ", j);
    // The same bits are the same binding, which `==` would deny.
    CHECK(bytes_of(constant(std::numeric_limits<double>::quiet_NaN())) ==
          bytes_of(constant(std::numeric_limits<double>::quiet_NaN())));
}

TEST_CASE("requests that differ have other bytes") {
    const SourceUnit plain{"k.py", "def f(): pass\n", 3, "f", "f : void ()"};
    const auto changed = [&](auto change) {
        SourceUnit unit = plain;
        change(unit);
        return bytes_of({unit}, Options());
    };
    const auto with = [&](auto change) {
        Options options;
        change(options);
        return bytes_of({plain}, options);
    };
    InstanceRequest instance{"f", "", {{Type::int32(), false, ""}}, {}};
    InstanceRequest weak{"f", "", {{Type::int32(), true, ""}}, {}};
    InstanceRequest chosen{"f", "", {}, {{"T", {Type::int32(), false, ""}}}};
    const std::vector<std::string> all = {
        bytes_of({plain}, Options()),
        bytes_of({plain, plain}, Options()),
        changed([](SourceUnit& unit) { unit.path = "other.py"; }),
        changed([](SourceUnit& unit) { unit.text += "\n"; }),
        changed([](SourceUnit& unit) { unit.first_line = 4; }),
        changed([](SourceUnit& unit) { unit.function = "g"; }),
        changed([](SourceUnit& unit) { unit.signature = ""; }),
        changed([](SourceUnit& unit) { unit.lambda_begin = 1; }),
        changed([](SourceUnit& unit) { unit.lambda_end = 1; }),
        changed([](SourceUnit& unit) { unit.module = "k"; }),
        with([](Options& options) { options.target = Target::cpu; }),
        with([](Options& options) { options.index64 = true; }),
        with([](Options& options) { options.line_directives = true; }),
        with([](Options& options) { options.strict = true; }),
        with([](Options& options) { options.checked = true; }),
        with([](Options& options) { options.kernels = {"f"}; }),
        with([&](Options& options) { options.instances = {instance}; }),
        with([&](Options& options) { options.instances = {weak}; }),
        with([&](Options& options) { options.instances = {chosen}; }),
        with([](Options& options) { options.stubs = false; }),
        with([](Options& options) { options.name_space = "k"; }),
        with([](Options& options) { options.header_name = "k"; }),
        with([](Options& options) { options.origin = "k"; }),
    };
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j < all.size(); ++j)
            CHECK_MESSAGE((all[i] == all[j]) == (i == j), i, " and ", j);
}

TEST_CASE("types are found by their names, but for two of one name") {
    const Type* body = Type::structure("KnownBody", {{"mass", Type::float32()}});
    const Type* pair = Type::structure("KnownPair", {{"first", body}, {"second", body}});
    NamedTypes types;
    CHECK(types.find("KnownBody") == nullptr);
    CHECK(types.find("float") == Type::float32());
    CHECK(types.find("float4[,]") == Type::array(Type::vector(Type::float32(), 4), 2));
    types.add(Type::array(pair, 3));
    CHECK(types.find("KnownPair") == pair);
    CHECK(types.find("KnownBody") == body);
    CHECK(types.find("KnownBody*") == Type::array(body));
    CHECK(types.find("KnownBody[,,]") == Type::array(body, 3));
    types.add(Type::structure("KnownBody", {{"mass", Type::float64()}}));
    CHECK(types.find("KnownBody") == nullptr);
    CHECK(types.find("KnownBody*") == nullptr);
    types.add(body);
    CHECK(types.find("KnownBody") == nullptr);
}

TEST_CASE("a recording has each question once, in order, and all bindings") {
    Bindings bindings(
        [](const std::string& name) { return name == "N" ? constant(int64_t{3}) : constant(2.5); });
    RecordingResolver recorder(bindings);
    const std::vector<std::string> n = {"N"}, config = {"config", "x"};
    CHECK(std::get<int64_t>(recorder.resolve(0, "f", n).value) == 3);
    CHECK(std::get<double>(recorder.resolve(1, "f", config).value) == 2.5);
    recorder.resolve(0, "f", n);
    CHECK(recorder.default_value(0, "f", "N").has_value());
    const auto asked = recorder.take_lookups();
    REQUIRE(asked.size() == 3);
    CHECK(asked[0].question == Question{Question::Kind::name, 0, "f", n});
    CHECK(asked[0].binding == bytes_of(constant(int64_t{3})));
    CHECK(asked[1].question == Question{Question::Kind::name, 1, "f", config});
    CHECK(asked[2].question == Question{Question::Kind::default_value, 0, "f", n});
    CHECK(asked[2].binding == bytes_of(constant(int64_t{3})));
    recorder.resolve(0, "f", n);
    CHECK(recorder.take_lookups().empty());
    CHECK(recorder.is_complete());
    for (const auto& [question, binding] : asked)
        CHECK(bytes_of(question.ask(bindings).value()) == binding);
}

TEST_CASE("a recording is not complete where a binding has no bytes") {
    const auto some = std::make_shared<int>(0);
    Bindings bindings([&](const std::string&) {
        Binding binding;
        binding.kind = Kind::device_function;
        // Nothing looks into it: that it is there is enough.
        binding.device_functions = {some, reinterpret_cast<const cuda_text::DeviceFunctions*>(some.get())};
        return binding;
    });
    RecordingResolver recorder(bindings);
    const std::vector<std::string> name = {"sum"};
    recorder.resolve(0, "f", name);
    CHECK_FALSE(recorder.is_complete());
    CHECK(recorder.take_lookups().empty());
}

} // namespace cudapy::translation_cache
