#include "translator/lower/parts.h"

#include "tests/translator/lower/lowered.h"
#include "translator/lower/rewriting/topological_order.h"
#include "translator/program/walk.h"
#include "translator/support/internal_error.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <atomic>
#include <mutex>
#include <set>

namespace cudapy::lower {

namespace {

using program::Function;
using program::Program;

/// Twelve circles of functions that call each other, whose functions come in turns, and kernels next to them.
/// Calls go forwards and backwards, and the last two functions of a circle call each other.
std::string circles_of_functions() {
    std::string text;
    for (int i = 0; i < 120; ++i) {
        const int next = i < 108 ? i + 12 : i - 12;
        text +=
            fmt::format("# f{0} : int (int n)\ndef f{0}(n):\n    return f{1}(n - 1) if n > 0 else {0}\n\n\n",
                        i, i % 5 == 0 && i >= 12 ? i - 12 : next);
        text += fmt::format("# k{0} : void (int* X)\ndef k{0}(X):\n    X[idx] = {1}\n\n\n", i,
                            i % 2 == 0 ? "idx" : fmt::format("f{}(idx)", i));
    }
    return text;
}

std::vector<std::string> names_in(const Program& program) {
    std::vector<std::string> names;
    for (const auto& function : program.functions)
        names.push_back(function->name);
    return names;
}

} // namespace

TEST_CASE("parts: each has enough functions, and all that these call and are called by") {
    Program program = checked(circles_of_functions());
    const std::vector<std::string> names = names_in(program);
    Parts parts(program, true);
    CHECK(program.functions.empty());
    std::set<std::string> seen;
    std::size_t count = 0, small = 0;
    std::mutex mutex;
    parts.each([&](const Program& part) {
        const std::lock_guard lock(mutex);
        ++count;
        small += part.functions.size() < Parts::enough;
        std::set<const Function*> own;
        for (const auto& function : part.functions)
            own.insert(function.get());
        for (const auto& function : part.functions) {
            CHECK(seen.insert(function->name).second);
            visit_all(function->body, [&](const program::Expr& expr) {
                if (expr.kind == program::ExprKind::call)
                    CHECK(own.count(program::as<program::Call>(expr).function) == 1);
            });
        }
    });
    CHECK(count > 3);
    CHECK(small <= 1); // the last one
    parts.join();
    CHECK(names_in(program) == names);
}

TEST_CASE("parts: each knows what the program says of all of them") {
    Program program = checked(circles_of_functions());
    program.index64 = true;
    program.struct_files[Type::float32()] = 7;
    Parts parts(program, true);
    std::atomic<std::size_t> count = 0, alike = 0;
    parts.each([&](const Program& part) {
        ++count;
        alike += part.index64 && part.struct_files == program.struct_files;
    });
    CHECK(alike == count);
    parts.join();
}

TEST_CASE("parts: an error in one of them is thrown on") {
    Program program = checked(circles_of_functions());
    const std::string first = program.functions.front()->name;
    Parts parts(program, true);
    CHECK_THROWS_WITH_AS(
        parts.each([&](const Program& part) { throw InternalError(part.functions.front()->name); }),
        ("internal error of CudaPy, please report it: " + first).c_str(), InternalError);
}

TEST_CASE("parts: those in whose order something has changed are joined as if they had never been apart") {
    Program whole = checked(circles_of_functions());
    sort_topologically(whole);
    for (const bool divides : {false, true}) {
        Program program = checked(circles_of_functions());
        const std::vector<std::string> before = names_in(program);
        Parts parts(program, divides);
        parts.each(sort_topologically);
        parts.join();
        CHECK(names_in(program) == names_in(whole));
        CHECK(names_in(program) != before);
    }
}

TEST_CASE("parts: functions that a lowering has made come last") {
    Program program =
        checked("# k : void (int* X)\ndef k(X):\n    X[0] = 1\n\n\n# l : void (int* X)\ndef l(X):\n    "
                "X[0] = 1\n");
    Parts parts(program, false);
    parts.each([](Program& part) {
        part.functions.push_back(std::make_unique<Function>());
        part.functions.back()->name = "new";
    });
    parts.join();
    CHECK(names_in(program) == std::vector<std::string>{"k", "l", "new"});
}

TEST_CASE("parts: a program without functions has none") {
    Program program;
    Parts parts(program, true);
    parts.each([](Program&) { FAIL("a part of nothing"); });
    parts.join();
    CHECK(program.functions.empty());
}

} // namespace cudapy::lower
