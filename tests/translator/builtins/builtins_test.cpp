#include "translator/builtins/builtins.h"
#include "translator/builtins/names.h"

#include <cmath>
#include <doctest/doctest.h>
#include <set>
#include <string>

using namespace cudapy;

TEST_CASE("builtins: every function of CUDA's math library is there") {
    // crt/math_functions.h of CUDA 13.0, without nan(const char*) and the integer min, max and abs;
    // single-precision names are these with an `f`.
    static constexpr std::string_view cuda[] = {
        "acos",       "acosh",    "asin",    "asinh",         "atan",
        "atan2",      "atanh",    "cbrt",    "ceil",          "copysign",
        "cos",        "cosh",     "cospi",   "cyl_bessel_i0", "cyl_bessel_i1",
        "erf",        "erfc",     "erfcinv", "erfcx",         "erfinv",
        "exp",        "exp10",    "exp2",    "expm1",         "fabs",
        "fdim",       "floor",    "fma",     "fmax",          "fmin",
        "fmod",       "frexp",    "hypot",   "ilogb",         "j0",
        "j1",         "jn",       "ldexp",   "lgamma",        "llrint",
        "llround",    "log",      "log10",   "log1p",         "log2",
        "logb",       "lrint",    "lround",  "modf",          "nearbyint",
        "nextafter",  "norm",     "norm3d",  "norm4d",        "normcdf",
        "normcdfinv", "pow",      "rcbrt",   "remainder",     "remquo",
        "rhypot",     "rint",     "rnorm",   "rnorm3d",       "rnorm4d",
        "round",      "rsqrt",    "scalbln", "scalbn",        "sin",
        "sincos",     "sincospi", "sinh",    "sinpi",         "sqrt",
        "tan",        "tanh",     "tgamma",  "trunc",         "y0",
        "y1",         "yn",
    };
    for (std::string_view name : cuda) {
        CAPTURE(std::string(name));
        bool single = true;
        const Builtin* builtin = find_builtin("math." + std::string(name), &single);
        REQUIRE(builtin != nullptr);
        CHECK_FALSE(single);
        CHECK(builtin->cuda_double == name);
        CHECK(builtin->cuda_single == std::string(name) + "f");
        const Builtin* with_f = find_builtin("math." + std::string(name) + "f", &single);
        REQUIRE(with_f != nullptr);
        CHECK(single);
        CHECK(with_f->cuda_single == std::string(name) + "f");
        // Python's floor, ceil and trunc give integers, C's give floats: two entries.
        CHECK((with_f == builtin) == (builtin->shape != Shape::integer_r));
    }
    for (std::string_view name : {"isfinite", "isinf", "isnan", "signbit"})
        CHECK(find_builtin("math." + std::string(name))->shape == Shape::bool_r);
    bool single = false;
    REQUIRE(find_builtin("math.fdividef", &single) != nullptr);
    CHECK(single);
}

TEST_CASE("builtins: shapes") {
    CHECK(find_builtin("math.floor")->shape == Shape::integer_r);
    CHECK(find_builtin("math.floorf")->shape == Shape::r_r);
    CHECK(find_builtin("numpy.floor")->shape == Shape::r_r);
    CHECK(find_builtin("math.rint")->shape == Shape::r_r);
    CHECK(find_builtin("math.round")->shape == Shape::r_r);
    CHECK(find_builtin("round")->special == Special::round);
    CHECK(find_builtin("math.frexp")->shape == Shape::pair_r_int);
    CHECK(find_builtin("math.remquo")->shape == Shape::pair_rr_r_int);
    CHECK(find_builtin("math.log")->special == Special::log);
    CHECK(find_builtin("math.hypot")->special == Special::hypot);
    for (const Builtin& builtin : builtins()) {
        CAPTURE(std::string(builtin.name));
        CHECK((builtin.shape == Shape::special) == (builtin.special != Special::none));
        CHECK_FALSE(builtin.doc.empty());
        // Declarations have no spelling, and barriers have none on the host: a lowering takes them away
        // there.
        const bool is_numba = builtin.module.starts_with("cudapy.cuda"); // CudaPy's own do their work
        const bool cooperates = builtin.module == "cudapy";
        // Functions of complex numbers are the emitted file's own.
        const bool is_complex = builtin.module == "cmath";
        const bool declares = builtin.special == Special::shared || builtin.special == Special::local;
        // Random numbers are drawn by functions of the emitted file.
        const bool draws = builtin.special >= Special::random_state && builtin.special <= Special::randint;
        // The emitter spells these by their types, or the checker makes operators of them.
        const bool is_spelt_by_type = builtin.special == Special::bits ||
                                      builtin.special == Special::from_bits ||
                                      builtin.special == Special::lane_mask;
        if (cooperates) CHECK(builtin.cuda_single.empty() == (declares || draws || is_spelt_by_type));
        const bool is_operator = builtin.module == "operator"; // spelled as the operator
        const bool spelled = (builtin.shape != Shape::special || !builtin.module.empty()) && !cooperates &&
                             !is_complex && !is_operator && !is_numba;
        if (spelled) {
            CHECK_FALSE(builtin.cuda_single.empty());
            CHECK_FALSE(builtin.cuda_double.empty());
            CHECK_FALSE(builtin.host_single.empty());
            CHECK_FALSE(builtin.host_double.empty());
        }
    }
}

TEST_CASE("builtins: a path names one built-in") {
    CHECK(find_builtin("len")->special == Special::len);
    CHECK(find_builtin("math.len") == nullptr);
    CHECK(find_builtin("sin") == nullptr);
    CHECK(find_builtin("math.gamma") == find_builtin("math.tgamma"));
    CHECK(find_builtin("numpy.arcsin") == find_builtin("math.asin"));
    CHECK(find_builtin("numpy.abs") == find_builtin("abs"));
    CHECK(find_builtin("numpy.power") == find_builtin("pow"));
    CHECK(find_builtin("operator.add")->special == Special::operation);
    CHECK(find_builtin("operator.truth") == find_builtin("bool"));
    CHECK(find_builtin("numpy.minimum") == nullptr); // a NaN wins there, and does not in min
    CHECK(find_builtin("numpy.mod") == nullptr);
    CHECK(find_builtin("math.") == nullptr);
    CHECK(find_builtin("") == nullptr);
    std::set<std::string> paths;
    for (const Builtin& builtin : builtins()) {
        const std::string path = std::string(builtin.module) + "." + std::string(builtin.name);
        CHECK_MESSAGE(paths.insert(path).second, path);
    }
}

TEST_CASE("builtins: names for suggestions") {
    CHECK(builtin_names("") == std::vector<std::string_view>{"abs", "bool", "complex", "divmod", "enumerate",
                                                             "float", "int", "len", "max", "min", "pow",
                                                             "print", "range", "round", "sum", "zip"});
    for (const char* module : {"", "math", "cmath", "numpy"})
        for (std::string_view name : builtin_names(module)) {
            const std::string path =
                *module ? std::string(module) + "." + std::string(name) : std::string(name);
            CHECK_MESSAGE((find_builtin(path) != nullptr || math_constant(path).has_value()), path);
        }
    CHECK(builtin_names("os").empty());
}

TEST_CASE("builtins: constants of modules") {
    CHECK(math_constant("math.pi") == M_PI);
    CHECK(math_constant("numpy.e") == M_E);
    CHECK(math_constant("math.tau") == 2 * M_PI);
    CHECK(std::isinf(*math_constant("math.inf")));
    CHECK(std::isnan(*math_constant("numpy.nan")));
    CHECK_FALSE(math_constant("numpy.tau").has_value());
    CHECK_FALSE(math_constant("pi").has_value());
    CHECK_FALSE(math_constant("math.sin").has_value());
}
