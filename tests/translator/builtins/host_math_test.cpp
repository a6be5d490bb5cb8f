// Compiles the texts of emit/host_math with the compiler on PATH, as an emitted file would, and compares what
// they compute with references. Reached (measured on 400 random arguments a function): half a unit in the
// last place in single precision; in double 1.4 for rsqrt, sinpi, cospi and rcbrt, 2 for normcdf, 2.5 for
// erfcx, 4.5 for the inverses and i0, 7.5 for i1. The limits below leave room for other C libraries.

#include "translator/builtins/builtins.h"
#include "translator/emit/helpers/host_math.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <dlfcn.h>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <unistd.h>

using namespace cudapy;

namespace {

struct Reference {
    const char* function;
    double x;
    double value;
};

const Reference references[] = {
#include "host_math_values.inc"
};

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The helpers that the text of `helper` is built on, and itself, in order.
void collect(const emit::HostHelper& helper, std::set<std::string>& seen, std::string& text) {
    if (!seen.insert(std::string(helper.name)).second) return;
    for (std::string_view need : helper.needs) {
        REQUIRE(emit::find_host_helper(need) != nullptr);
        collect(*emit::find_host_helper(need), seen, text);
    }
    text += helper.text;
}

/// A shared object of all helpers, each exported as `test_<name>`; compiled once.
class Library {
  public:
    static Library& get() {
        static Library library;
        return library;
    }

    template <typename Function>
    Function* find(const std::string& name) {
        void* symbol = dlsym(handle_, ("test_" + name).c_str());
        REQUIRE_MESSAGE(symbol != nullptr, name);
        return reinterpret_cast<Function*>(symbol);
    }

  private:
    Library() {
        std::string text;
        std::set<std::string> seen;
        for (const emit::HostHelper& helper : emit::host_helpers())
            collect(helper, seen, text);
        std::set<std::string> exported;
        for (const Builtin& builtin : builtins()) {
            if (!builtin.host_helper) continue;
            for (std::string_view name : {builtin.host_single, builtin.host_double}) {
                if (!exported.insert(std::string(name)).second) continue;
                const std::string r = name == builtin.host_single ? "float" : "double";
                std::string parameters, arguments;
                const auto add = [&](const std::string& type, const char* argument) {
                    parameters += (parameters.empty() ? "" : ", ") + type + " " + argument;
                    arguments += (arguments.empty() ? std::string() : ", ") + argument;
                };
                switch (builtin.shape) {
                case Shape::r_rrrr:
                    add(r, "d");
                    [[fallthrough]];
                case Shape::r_rrr:
                    add(r, "c");
                    [[fallthrough]];
                case Shape::r_rr:
                    add(r, "b");
                    [[fallthrough]];
                case Shape::r_r:
                case Shape::bool_r:
                    add(r, "a");
                    break;
                case Shape::r_int_array:
                    add("int", "n"), add("const " + r + "*", "x");
                    break;
                case Shape::pair_r_r:
                    add(r, "x"), add(r + "*", "s"), add(r + "*", "c");
                    break;
                default:
                    FAIL("a helper of a shape that this test does not know: ", std::string(builtin.name));
                }
                text += fmt::format("extern \"C\" {} test_{}({}) {{ return {}({}); }}\n",
                                    builtin.shape == Shape::pair_r_r ? "void"
                                    : builtin.shape == Shape::bool_r ? "bool"
                                                                     : r,
                                    name, parameters, name, arguments);
            }
        }
        const auto folder =
            std::filesystem::temp_directory_path() / fmt::format("cudapy-host-math-{}", getpid());
        std::filesystem::create_directories(folder);
        const std::string source = (folder / "helpers.cpp").string(),
                          object = (folder / "helpers.so").string();
        std::ofstream(source) << text;
        const char* compiler = std::getenv("CXX");
        const std::string command = fmt::format("{} -std=c++17 -O2 -Wall -Wextra -Werror -ffp-contract=off "
                                                "-fno-math-errno -fPIC -shared -o '{}' '{}'",
                                                compiler ? compiler : "c++", object, source);
        const int status = std::system(command.c_str());
        if (status == 0) handle_ = dlopen(object.c_str(), RTLD_NOW);
        std::filesystem::remove_all(folder);
        REQUIRE(status == 0);
        REQUIRE(handle_ != nullptr);
    }

    void* handle_ = nullptr;
};

double call(const std::string& name, double x) {
    return Library::get().find<double(double)>("cudapy_" + name)(x);
}
float callf(const std::string& name, float x) {
    return Library::get().find<float(float)>("cudapy_" + name + "f")(x);
}

/// The distance in units in the last place of the reference.
double ulps(double value, double reference) {
    if (value == reference) return 0;
    return std::fabs(value - reference) /
           (std::nextafter(std::fabs(reference), infinity) - std::fabs(reference));
}
double ulps(float value, double reference) {
    const float rounded = static_cast<float>(std::fabs(reference));
    const double unit =
        static_cast<double>(std::nextafter(rounded, std::numeric_limits<float>::infinity())) - rounded;
    return std::fabs(value - reference) / unit;
}

} // namespace

TEST_CASE("host math: every helper that the table names is there, and needs no other") {
    for (const Builtin& builtin : builtins())
        for (std::string_view name : {builtin.host_single, builtin.host_double})
            CHECK_MESSAGE(name.starts_with("cudapy_") == builtin.host_helper, std::string(name));
    std::set<std::string_view> defined;
    for (const emit::HostHelper& helper : emit::host_helpers()) {
        for (std::string_view need : helper.needs)
            CHECK_MESSAGE(defined.count(need) == 1, std::string(helper.name), " needs ", std::string(need));
        CHECK(defined.insert(helper.name).second);
        CHECK(helper.text.ends_with("}\n"));
        // Nothing of ours is called that `needs` leaves out.
        for (const emit::HostHelper& other : emit::host_helpers()) {
            const bool called = helper.text.find(std::string(other.name) + "(") != std::string_view::npos;
            const bool needed = std::count(helper.needs.begin(), helper.needs.end(), other.name) == 1;
            if (&other != &helper)
                CHECK_MESSAGE(called == needed, std::string(helper.name), " and ", std::string(other.name));
        }
    }
    for (const Builtin& builtin : builtins())
        if (builtin.host_helper) {
            CHECK(emit::find_host_helper(builtin.host_single) != nullptr);
            CHECK(emit::find_host_helper(builtin.host_double) != nullptr);
        }
    CHECK(emit::find_host_helper("cudapy_sqrt") == nullptr);
}

TEST_CASE("host math: functions of one argument agree with references") {
    static const std::map<std::string, double> limits = {
        {"rsqrt", 1.5}, {"rcbrt", 1.5},       {"sinpi", 2},         {"cospi", 2},
        {"erfinv", 6},  {"erfcinv", 6},       {"normcdf", 5},       {"normcdfinv", 6},
        {"erfcx", 5},   {"cyl_bessel_i0", 6}, {"cyl_bessel_i1", 8},
    };
    std::set<std::string> tested;
    for (const Reference& reference : references) {
        CAPTURE(reference.function);
        CAPTURE(reference.x);
        tested.insert(reference.function);
        CHECK(ulps(call(reference.function, reference.x), reference.value) <= limits.at(reference.function));
        const float x = static_cast<float>(reference.x);
        if (x == reference.x && std::fabs(reference.value) > 1e-37 && std::fabs(reference.value) < 3e38)
            CHECK(ulps(callf(reference.function, x), reference.value) <=
                  (std::string(reference.function) == "rsqrt" ? 1.5 : 0.6));
    }
    for (const Builtin& builtin : builtins())
        if (builtin.host_helper && builtin.shape == Shape::r_r)
            CHECK_MESSAGE(tested.count(std::string(builtin.name)) == 1, std::string(builtin.name));
}

TEST_CASE("host math: special values") {
    const double nan = std::nan("");
    for (const char* name : {"rsqrt", "rcbrt", "sinpi", "cospi", "erfinv", "erfcinv", "normcdf", "normcdfinv",
                             "erfcx", "cyl_bessel_i0", "cyl_bessel_i1"}) {
        CAPTURE(name);
        CHECK(std::isnan(call(name, nan)));
        CHECK(std::isnan(callf(name, std::nanf(""))));
    }
    CHECK(call("rsqrt", 0) == infinity);
    CHECK(call("rsqrt", infinity) == 0);
    CHECK(std::isnan(call("rsqrt", -1)));
    CHECK(call("rcbrt", 0) == infinity);
    CHECK(call("rcbrt", -0.0) == -infinity);
    CHECK(call("rcbrt", -infinity) == 0);
    CHECK(call("rcbrt", 8) == 0.5);
    CHECK(call("sinpi", 1) == 0);
    CHECK_FALSE(std::signbit(call("sinpi", 1)));
    CHECK(std::signbit(call("sinpi", -2)));
    CHECK(std::signbit(call("sinpi", -0.0)));
    CHECK(call("sinpi", 0.5) == 1);
    CHECK(call("sinpi", -0.5) == -1);
    CHECK(call("sinpi", 1e300) == 0);
    CHECK(std::isnan(call("sinpi", infinity)));
    CHECK(call("cospi", 1) == -1);
    CHECK(call("cospi", 0.5) == 0);
    CHECK_FALSE(std::signbit(call("cospi", 0.5)));
    CHECK_FALSE(std::signbit(call("cospi", 1.5)));
    CHECK(call("cospi", 1e300) == 1);
    CHECK(std::isnan(call("cospi", -infinity)));
    CHECK(call("erfinv", 1) == infinity);
    CHECK(call("erfinv", -1) == -infinity);
    CHECK(std::signbit(call("erfinv", -0.0)));
    CHECK(std::isnan(call("erfinv", 1.5)));
    CHECK(call("erfcinv", 0) == infinity);
    CHECK(call("erfcinv", 2) == -infinity);
    CHECK(call("erfcinv", 1) == 0);
    CHECK(std::isnan(call("erfcinv", -0.5)));
    CHECK(call("normcdfinv", 0) == -infinity);
    CHECK(call("normcdfinv", 1) == infinity);
    CHECK(call("normcdfinv", 0.5) == 0);
    CHECK(std::isnan(call("normcdfinv", 2)));
    CHECK(call("normcdf", infinity) == 1);
    CHECK(call("normcdf", -infinity) == 0);
    CHECK(call("normcdf", 0) == 0.5);
    CHECK(call("erfcx", infinity) == 0);
    CHECK(call("erfcx", -infinity) == infinity);
    CHECK(call("erfcx", 0) == 1);
    CHECK(call("cyl_bessel_i0", -infinity) == infinity);
    CHECK(call("cyl_bessel_i0", 0) == 1);
    CHECK(call("cyl_bessel_i1", -infinity) == -infinity);
    CHECK(call("cyl_bessel_i1", 0) == 0);
    CHECK(callf("cyl_bessel_i0", 100) == std::numeric_limits<float>::infinity());
}

TEST_CASE("host math: lengths of vectors") {
    auto& library = Library::get();
    const auto norm = library.find<double(int, const double*)>("cudapy_norm");
    const auto rnorm = library.find<double(int, const double*)>("cudapy_rnorm");
    const auto normf = library.find<float(int, const float*)>("cudapy_normf");
    const auto rnormf = library.find<float(int, const float*)>("cudapy_rnormf");
    const auto norm3d = library.find<double(double, double, double)>("cudapy_norm3d");
    const auto norm4d = library.find<double(double, double, double, double)>("cudapy_norm4d");
    const auto rnorm3d = library.find<double(double, double, double)>("cudapy_rnorm3d");
    const auto rnorm4d = library.find<double(double, double, double, double)>("cudapy_rnorm4d");
    const auto norm3df = library.find<float(float, float, float)>("cudapy_norm3df");
    const auto norm4df = library.find<float(float, float, float, float)>("cudapy_norm4df");
    const auto rnorm3df = library.find<float(float, float, float)>("cudapy_rnorm3df");
    const auto rnorm4df = library.find<float(float, float, float, float)>("cudapy_rnorm4df");
    const auto rhypot = library.find<double(double, double)>("cudapy_rhypot");
    const auto rhypotf = library.find<float(float, float)>("cudapy_rhypotf");
    const double nan = std::nan("");
    const float infinityf = std::numeric_limits<float>::infinity(), nanf = std::nanf("");

    const double quad[] = {2, 4, 5, 6};
    CHECK(norm(4, quad) == 9);
    CHECK(rnorm(4, quad) == 1 / 9.0);
    CHECK(norm(1, quad + 3) == 6);
    CHECK(norm(0, quad) == 0);
    CHECK(rnorm(0, quad) == infinity);
    CHECK(norm3d(2, -3, 6) == 7);
    CHECK(norm4d(-2, 4, 5, 6) == 9);
    CHECK(rnorm3d(2, 3, 6) == 1 / 7.0);
    CHECK(rnorm4d(2, 4, 5, 6) == 1 / 9.0);
    CHECK(rhypot(3, 4) == 0.2);
    // The squares would overflow or vanish.
    CHECK(norm3d(2e300, 3e300, 6e300) == doctest::Approx(7e300).epsilon(1e-15));
    CHECK(rnorm3d(2e-310, 3e-310, 6e-310) == infinity);
    CHECK(rhypot(3e-300, 4e-300) == doctest::Approx(2e299).epsilon(1e-15));
    CHECK(norm4d(2e-320, 4e-320, 5e-320, 6e-320) == doctest::Approx(9e-320).epsilon(1e-3));
    CHECK(norm3d(nan, infinity, 1) == infinity);
    CHECK(rnorm4d(nan, -infinity, 1, 1) == 0);
    CHECK(std::isnan(norm3d(nan, 0, 0)));
    CHECK(rhypot(0, 0) == infinity);

    const float quadf[] = {2, 4, 5, 6};
    CHECK(normf(4, quadf) == 9);
    CHECK(rnormf(4, quadf) == 1 / 9.0f);
    CHECK(norm3df(2e30f, 3e30f, 6e30f) == doctest::Approx(7e30).epsilon(1e-7));
    CHECK(norm4df(2e-40f, 4e-40f, 5e-40f, 6e-40f) == doctest::Approx(9e-40).epsilon(1e-5));
    CHECK(rnorm3df(2, 3, 6) == 1 / 7.0f);
    CHECK(rnorm4df(2, 4, 5, 6) == 1 / 9.0f);
    CHECK(rhypotf(3, 4) == 0.2f);
    CHECK(norm3df(nanf, -infinityf, 1) == infinityf);
    CHECK(norm4df(1, nanf, -infinityf, 1) == infinityf);
    CHECK(rnorm3df(nanf, infinityf, 1) == 0);
    CHECK(rhypotf(nanf, infinityf) == 0);
    const float mixed[] = {nanf, infinityf};
    CHECK(normf(2, mixed) == infinityf);
    CHECK(rnormf(2, mixed) == 0);
}

TEST_CASE("host math: sine and cosine at once, and the quotient") {
    double s = 0, c = 0;
    Library::get().find<void(double, double*, double*)>("cudapy_sincospi")(1.0 / 6, &s, &c);
    CHECK(s == doctest::Approx(0.5).epsilon(1e-15));
    CHECK(c == doctest::Approx(std::sqrt(0.75)).epsilon(1e-15));
    float sf = 0, cf = 0;
    Library::get().find<void(float, float*, float*)>("cudapy_sincospif")(1.5f, &sf, &cf);
    CHECK(sf == -1);
    CHECK(cf == 0);
    CHECK(Library::get().find<float(float, float)>("cudapy_fdividef")(1, 3) == 1.0f / 3);
}
