// Names from a module's text, as the command line resolves them. The expected values are what CPython gives.

#include "translator/check/module/module_scope.h"
#include "translator/syntax/parse/parser.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

using namespace cudapy;

namespace {

std::string show(const Binding& binding) {
    using Kind = Binding::Kind;
    switch (binding.kind) {
    case Kind::module:
        return "module " + binding.path;
    case Kind::member:
        return "member " + binding.path;
    case Kind::function:
        return "function " + binding.path;
    case Kind::lambda:
        return "lambda " + binding.path;
    case Kind::other:
        return "other " + binding.path;
    case Kind::structure:
        return "struct " + binding.path;
    case Kind::overloaded:
        return "overloaded " + binding.path;
    case Kind::device_function:
        return "device function " + binding.path;
    case Kind::array:
        return "array";
    case Kind::unknown:
        return "unknown";
    case Kind::not_constant:
        return "not constant " + binding.path;
    case Kind::constant:
        break;
    }
    const std::string type = binding.type ? binding.type->name() + " " : "";
    if (binding.int_too_large) return "too large";
    if (binding.path == "tuple") {
        std::string text;
        for (const Binding& element : binding.elements)
            text += (text.empty() ? "" : ", ") + show(element);
        return "(" + text + ")";
    }
    if (const auto* truth = std::get_if<bool>(&binding.value)) return type + (*truth ? "True" : "False");
    if (const auto* integer = std::get_if<int64_t>(&binding.value)) return type + std::to_string(*integer);
    if (const auto* large = std::get_if<uint64_t>(&binding.value)) return type + std::to_string(*large);
    if (const auto* real = std::get_if<double>(&binding.value)) {
        const std::string digits = fmt::format("{}", *real);
        return type + digits + (digits.find_first_of(".ein") == digits.npos ? ".0" : "");
    }
    return "nothing";
}

/// Returns what names ("N" or "config.N") mean in a module of the first text, asked for one by one. The
/// other texts are those of modules that it imports, by their names.
std::vector<std::string> resolve_all(const std::string& text, const std::vector<std::string>& names,
                                     const std::vector<std::pair<std::string, std::string>>& modules = {}) {
    SourceSet sources;
    diag::Sink sink;
    std::vector<ParsedUnit> units(1 + modules.size());
    for (std::size_t i = 0; i < units.size(); ++i)
        units[i].file = sources.add({"module.py", i == 0 ? text : modules[i - 1].second});
    for (std::size_t i = 0; i < units.size(); ++i) {
        units[i].module = syntax::parse_module(sources, units[i].file, {}, sink);
        if (i > 0) units[i].name = modules[i - 1].first;
    }
    const uint32_t file = units[0].file;
    CHECK_FALSE(sink.has_errors());
    const auto resolver = module_resolver(units, sources);
    std::vector<std::string> found;
    for (const std::string& name : names) {
        std::vector<std::string> path;
        for (std::size_t begin = 0; begin <= name.size();) {
            const std::size_t end = std::min(name.find('.', begin), name.size());
            path.push_back(name.substr(begin, end - begin));
            begin = end + 1;
        }
        found.push_back(show(resolver->resolve(file, "kernel", path)));
    }
    return found;
}

std::string resolve(const std::string& text, const std::string& name) {
    return resolve_all(text, {name})[0];
}

/// The value of `N = expression`.
std::string value(const std::string& expression) {
    return resolve("import math\nN = " + expression + "\n", "N");
}

} // namespace

TEST_CASE("module scope: imports") {
    CHECK(resolve("import math\n", "math") == "module math");
    CHECK(resolve("import math as m\n", "m") == "module math");
    CHECK(resolve("import math as m\n", "math") == "unknown");
    CHECK(resolve("import numpy as np\n", "np") == "module numpy");
    CHECK(resolve("import cudapy as cp\n", "cp") == "module cudapy");
    CHECK(resolve("from math import sqrt\n", "sqrt") == "member math.sqrt");
    CHECK(resolve("from math import sqrt as root, pi\n", "root") == "member math.sqrt");
    CHECK(resolve("from math import sqrt as root, pi\n", "pi") == "member math.pi");
    CHECK(resolve("from cudapy import threadIdx\n", "threadIdx") == "member cudapy.threadIdx");
    CHECK(resolve("import os\n", "os") == "module os");
    CHECK(resolve("import numpy.linalg as la\n", "la") == "member numpy.linalg");
    CHECK(resolve("from settings import N\n", "N") == "member settings.N");
}

TEST_CASE("module scope: other names") {
    CHECK(resolve("N = 1\n", "M") == "unknown");
    CHECK(resolve("def f(x):\n    return x\n", "f") == "function f");
    CHECK(resolve("class Config:\n    N = 4\n", "Config") == "other type");
    CHECK(resolve("class Config:\n    N = 4\n", "Config.N") == "4");
    CHECK(resolve("M = 2\nclass Config:\n    N = 4\n    M = N + 1\n", "Config.M") == "5");
    CHECK(resolve("class Config:\n    N = f()\n", "Config.N") == "not constant Config.N");
    CHECK(resolve("class Config:\n    N = 4\n    N = 5\n", "Config.N") == "not constant Config.N");
    CHECK(resolve("class Config:\n    N = 4\n", "Config.M") == "not constant Config.M");
    CHECK(resolve("class Config:\n    def N(self):\n        pass\n    M = 3\n", "Config.M") == "3");
    CHECK(resolve("class Color(enum.IntEnum):\n    RED = 4\n", "Color.RED.value") == "4");
    CHECK(resolve("class Color:\n    RED = 4\n", "Color.RED.value") == "not constant Color.RED");
    CHECK(resolve("N = 1\nN = 2\n", "N") == "not constant N");
    CHECK(resolve("if True:\n    N = 1\n", "N") == "not constant N");
    CHECK(resolve("W = [1, 2]\n", "W") == "other list");
    CHECK(resolve("W = {1: 2}\n", "W") == "other dict");
    CHECK(resolve("W = 'text'\n", "W") == "other str");
    CHECK(resolve("W = None\n", "W") == "other NoneType");
    CHECK(resolve("W = lambda x: x\n", "W") == "lambda W of file 0");
    CHECK(resolve("W = f(3)\n", "W") == "not constant W");
    CHECK(resolve("import math\nroot = math.sqrt\n", "root") == "member math.sqrt");
    CHECK(resolve("import numpy as np\nReal = np.float32\n", "Real") == "member numpy.float32");
}

TEST_CASE("module scope: literals and operators of integers") {
    CHECK(value("4") == "4");
    CHECK(value("-4") == "-4");
    CHECK(value("True") == "True");
    CHECK(value("not 3") == "False");
    CHECK(value("~5") == "-6");
    CHECK(value("+True") == "1");
    CHECK(value("1 + 2 * 3") == "7");
    CHECK(value("7 // 2") == "3");
    CHECK(value("-7 // 2") == "-4");
    CHECK(value("7 // -2") == "-4");
    CHECK(value("-7 % 3") == "2");
    CHECK(value("7 % -3") == "-2");
    CHECK(value("7 / 2") == "3.5");
    CHECK(value("6 / 2") == "3.0");
    CHECK(value("2 ** 10") == "1024");
    CHECK(value("2 ** -1") == "0.5");
    CHECK(value("(-2) ** 3") == "-8");
    CHECK(value("1 << 4") == "16");
    CHECK(value("-9 >> 1") == "-5");
    CHECK(value("12 & 10 | 1 ^ 2") == "11");
    CHECK(value("True & False") == "False");
    CHECK(value("True + True") == "2");
}

TEST_CASE("module scope: integers are as wide as Python's, up to what a kernel can hold") {
    CHECK(value("9223372036854775807") == "9223372036854775807");
    CHECK(value("-9223372036854775808") == "-9223372036854775808");
    CHECK(value("18446744073709551615") == "18446744073709551615");
    CHECK(value("18446744073709551616") == "too large");
    CHECK(value("-9223372036854775809") == "too large");
    CHECK(value("2 ** 100 // 2 ** 98") == "4");
    CHECK(value("(1 << 64) - 1 >> 32") == "4294967295");
    CHECK(value("1 << 80") == "too large");
    CHECK(value("10 ** 400") == "too large");
    CHECK(value("123456789012345678901234567890") == "too large");
}

TEST_CASE("module scope: floats") {
    CHECK(value("0.5 + 1") == "1.5");
    CHECK(value("-7.5 // 2") == "-4.0");
    CHECK(value("-7.5 % 2") == "0.5");
    CHECK(value("7.5 % -2") == "-0.5");
    CHECK(value("2.0 ** 0.5") == "1.4142135623730951");
    CHECK(value("1e308 * 10") == "inf");
    CHECK(value("1 / 3") == "0.3333333333333333");
    CHECK(value("0.1 + 0.2") == "0.30000000000000004");
}

TEST_CASE("module scope: what Python raises for is no constant") {
    for (const char* text : {"1 / 0", "1 // 0", "1.0 % 0", "0 ** -1", "1 << -1", "0j ** -1", "math.sqrt(-1)",
                             "math.log(0)", "1.5 & 1", "(1, 2)[2]", "10.0 ** 400"})
        CHECK_MESSAGE(value(text) == "not constant N", text);
}

TEST_CASE("module scope: comparisons, and, or, conditionals, tuples") {
    CHECK(value("1 < 2 < 3") == "True");
    CHECK(value("1 < 3 < 2") == "False");
    CHECK(value("1 == 1.0") == "True");
    CHECK(value("0 or 5") == "5");
    CHECK(value("0 and 5") == "0");
    CHECK(value("3 and 5 and 7") == "7");
    CHECK(value("4 if 2 > 1 else 5") == "4");
    CHECK(value("(1, 2.5, True)") == "(1, 2.5, True)");
    CHECK(value("(1, (2, 3))[1][0]") == "2");
    CHECK(value("(1, 2, 3)[-1]") == "3");
    CHECK(value("(1, 2) + (3,)") == "(1, 2, 3)");
    CHECK(value("len((1, 2, 3))") == "3");
}

TEST_CASE("module scope: functions and conversions") {
    CHECK(value("math.pi") == "3.141592653589793");
    CHECK(value("2 * math.pi") == "6.283185307179586");
    CHECK(value("math.sqrt(16)") == "4.0");
    CHECK(value("math.floor(-2.5)") == "-3");
    CHECK(value("math.log(8, 2)") == "3.0");
    CHECK(value("int(-2.7)") == "-2");
    CHECK(value("float(3)") == "3.0");
    CHECK(value("round(2.5)") == "2");
    CHECK(value("abs(-3)") == "3");
    CHECK(value("max(1, 5, 3)") == "5");
    CHECK(value("min((4, 2, 8))") == "2");
    CHECK(value("bool(2)") == "True");
    CHECK(resolve("from math import sqrt as s, tau\nN = s(4) * tau\n", "N") == "12.566370614359172");
    const std::string np = "import numpy as np\nimport cudapy as cp\nN = ";
    CHECK(resolve(np + "np.float32(0.5)\n", "N") == "float 0.5");
    CHECK(resolve(np + "np.float32(0.1)\n", "N") == "float 0.10000000149011612");
    CHECK(resolve(np + "np.int64(7)\n", "N") == "int64 7");
    CHECK(resolve(np + "cp.float64(1) / 3\n", "N") == "double 0.3333333333333333");
    CHECK(resolve(np + "np.int32(7) / 2\n", "N") == "double 3.5");
    CHECK(resolve(np + "np.float32(0.5) * 2\n", "N") == "float 1.0");
    CHECK(resolve(np + "np.int32(1 << 40)\n", "N") == "not constant N");
    CHECK(resolve(np + "cp.Int(3)\n", "N") == "int 3");
}

TEST_CASE("module scope: constants that refer to constants") {
    CHECK(resolve("A = 2\nB = A * 3\nC = B + A\n", "C") == "8");
    CHECK(resolve("A = 1\nA = 2\nB = A\n", "B") == "not constant B");
    CHECK(resolve("A = B\nB = A\n", "A") == "not constant A"); // ends
    CHECK(resolve("A = A + 1\n", "A") == "not constant A");
    CHECK(resolve("A = B\nB = 1\n", "A") == "not constant A");
    CHECK(resolve("A = math.pi\nimport math\n", "A") == "not constant A");
    CHECK(resolve("import math\nA = math.pi\nimport math\n", "A") == "3.141592653589793");
    CHECK(resolve("A = abs(-3)\nabs = 4\n", "A") == "3");
    CHECK(resolve("A = 1\nclass C:\n    B = D\n    D = 2\n", "C.B") == "not constant C.B");
    std::string chain = "A0 = 1\n";
    for (int i = 1; i < 300; ++i)
        chain += fmt::format("A{} = A{} + 1\n", i, i - 1);
    CHECK(resolve(chain, "A299") == "300");
}

TEST_CASE(
    "module scope: long chains of constants have the same values in whatever order they are asked for") {
    constexpr int length = 800;
    std::string forwards = "X0 = 1\n", backwards, members = "class C:\n    X0 = 1\n";
    for (int i = 1; i < length; ++i) {
        forwards += fmt::format("X{} = X{} + 1\n", i, i - 1);
        backwards += fmt::format("X{} = X{} + 1\n", length - i, length - i - 1);
        members += fmt::format("    X{} = X{} + 1\n", i, i - 1);
    }
    backwards += "X0 = 1\n";
    using Names = std::vector<std::string>;
    CHECK(resolve_all(forwards, {"X300", "X600", "X799"}) == Names{"301", "601", "800"});
    CHECK(resolve_all(forwards, {"X799", "X600", "X300"}) == Names{"800", "601", "301"});
    // In Python these are NameErrors.
    CHECK(resolve_all(backwards, {"X799", "X1", "X0"}) == Names{"not constant X799", "not constant X1", "1"});
    CHECK(resolve_all(members, {"C.X799", "C.X600"}) == Names{"800", "601"});
    // One that refers to itself stays without a value.
    CHECK(resolve_all(forwards + "L = L + X799\n", {"L", "X799", "L"}) ==
          Names{"not constant L", "800", "not constant L"});
}

TEST_CASE("module scope: constants that are nested too deep take no longer for what they are in") {
    std::string text = "import cudapy as cp\nC0 = 1\n";
    for (int i = 1; i < 340; ++i)
        text += fmt::format("C{} = C{} + 1\n", i, i - 1);
    text += "V0 = cp.make_int2(C339, 1)\n";
    for (int i = 1; i < 40; ++i) // each of which was evaluated twice
        text += fmt::format("V{} = cp.make_int2(V{}, 1)\n", i, i - 1);
    std::string unknown = "unknown";
    for (int i = 0; i < 40; ++i)
        unknown = "cp.make_int2(" + unknown + ", 1)";
    CHECK(resolve_all(text + "N = " + unknown + "\n", {"V39", "C339", "N"})[1] == "340");
}

TEST_CASE("module scope: chains of constants through many modules") {
    constexpr int modules = 8, length = 200;
    std::vector<std::pair<std::string, std::string>> texts;
    for (int m = 0; m < modules; ++m) {
        std::string text =
            m + 1 < modules ? fmt::format("from m{} import C{} as D\n", m + 1, length - 1) : "D = 1\n";
        text += "C0 = D + 1\n";
        for (int i = 1; i < length; ++i)
            text += fmt::format("C{} = C{} + 1\n", i, i - 1);
        texts.emplace_back(fmt::format("m{}", m), text);
    }
    CHECK(resolve_all("from m0 import C199\nN = C199 + 1\n", {"N"}, texts) ==
          std::vector<std::string>{std::to_string(modules * length + 2)});
}

TEST_CASE("module scope: a name of a class is none in the modules that its body asks") {
    const std::string a = "N = 1\nfrom b import X\nclass K:\n    N = 5\n    M = X\n    L = N\n";
    const std::string b = "from a import N\nX = N + 1\n";
    const std::string main = "from a import K\nfrom b import X\n";
    using Names = std::vector<std::string>;
    CHECK(resolve_all(main, {"K.M", "X", "K.L"}, {{"a", a}, {"b", b}}) == Names{"2", "2", "5"});
    CHECK(resolve_all(main, {"X", "K.L", "K.M"}, {{"a", a}, {"b", b}}) == Names{"2", "5", "2"});
}
