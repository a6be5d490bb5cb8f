// The walker over the syntax tree gives all children of every kind of node, in the order of evaluation.

#include "parsing.h"

#include "translator/syntax/walk.h"

#include <set>
#include <utility>

using namespace cudapy::syntax;
using namespace cudapy::syntax::test;

namespace {

/// The first statement of a function whose body is the text, which must outlive it.
const Stmt& first(const Parsed& parsed) {
    REQUIRE(parsed.module.functions.size() == 1);
    REQUIRE(!parsed.module.functions[0].body.empty());
    return *parsed.module.functions[0].body[0];
}

std::string in_function(const std::string& text) {
    return "def f():\n    " + text + "\n";
}

template <typename Walk>
std::string list(Walk&& walk) {
    std::string out;
    walk([&](const Expr& expr) { out += (out.empty() ? "" : " | ") + print(&expr); });
    return out;
}

std::string operands(const Expr& expr) {
    return list([&](auto&& visit) { visit_operands(expr, visit); });
}

} // namespace

TEST_CASE("walk: the operands of every kind of expression") {
    const std::pair<const char*, const char*> rows[] = {
        {"a", ""},
        {"1", ""},
        {"1.5", ""},
        {"True", ""},
        {"None", ""},
        {"'text'", ""},
        {"f'{a} and {b[c]!r:>8}'", "a | (index b c)"},
        {"a.b", "a"},
        {"f(a, *b, k=c, **d)", "f | a | b | c | d"},
        {"a[b]", "a | b"},
        {"a[b:c:d]", "a | (slice b c d)"},
        {"-a", "a"},
        {"a + b", "a | b"},
        {"a and b and c", "a | b | c"},
        {"a < b <= c", "a | b | c"},
        {"a if b else c", "b | a | c"},
        {"a, b", "a | b"},
        {"lambda x, y=a, z=b: c", "a | b"},
        {"[a, b]", ""},
    };
    std::set<ExprKind> seen;
    for (const auto& row : rows) {
        const std::string text = row.first;
        const Parsed parsed(in_function("return " + text), true);
        const Stmt& stmt = first(parsed);
        REQUIRE(stmt.kind == StmtKind::return_);
        const Expr& expr = *as<Return>(stmt).value;
        seen.insert(expr.kind);
        CAPTURE(text);
        CHECK(operands(expr) == row.second);
        visit_operands(expr, [&](const Expr& operand) { seen.insert(operand.kind); });
    }
    const ErrorExpr error({});
    CHECK(operands(error) == "");
    seen.insert(error.kind);
    CHECK(seen.size() == static_cast<std::size_t>(ExprKind::error) + 1);
}

TEST_CASE("walk: the parts of a slice, and of one without bounds") {
    const Parsed parsed(in_function("a[b:c:d]\na[:]"), true);
    const auto& stmt = as<ExpressionStmt>(first(parsed));
    CHECK(operands(*as<Subscript>(*stmt.value).index) == "b | c | d");
    const Slice empty({}, nullptr, nullptr, nullptr);
    CHECK(operands(empty) == "");
}

TEST_CASE("walk: the types in a list of an annotation") {
    std::vector<ExprPtr> types;
    types.push_back(std::make_unique<Name>(cudapy::Span{}, "A"));
    types.push_back(std::make_unique<Name>(cudapy::Span{}, "B"));
    CHECK(operands(UnsupportedExpr({}, Construct::list, std::move(types))) == "A | B");
}

TEST_CASE("walk: the values, targets and blocks of every kind of statement") {
    struct Row {
        const char* text;
        const char *values, *targets;
        std::size_t statements_inside = 0;
    };
    const Row rows[] = {
        {"a = b[i], c = d", "d", "a | (tuple (index b i) c)"},
        {"a[i] += b", "b", "(index a i)"},
        {"a: t = b", "b", "a"},
        {"a: t", "", "a"},
        {"f(a)", "(call f a)", ""},
        {"if a:\n        b\n    elif c:\n        d\n    else:\n        e", "a", "", 4},
        {"while a:\n        b\n        c\n    else:\n        d", "a", "", 3},
        {"for a, b[i] in c:\n        d\n    else:\n        e", "c", "(tuple a (index b i))", 2},
        {"match a:\n        case 1 | B.c if d: e\n        case _:\n            f\n            g",
         "a | 1 | (. B c) | d", "", 3},
        {"break", "", ""},
        {"continue", "", ""},
        {"pass", "", ""},
        {"del a, b", "", ""},
        {"return", "", ""},
        {"return a", "a", ""},
        {"assert a, b", "a | b", ""},
        {"with a: b", "", ""},
    };
    std::set<StmtKind> seen;
    for (const Row& row : rows) {
        const Parsed parsed(in_function(row.text), true);
        const Stmt& stmt = first(parsed);
        seen.insert(stmt.kind);
        CAPTURE(row.text);
        CHECK(list([&](auto&& visit) { visit_values(stmt, visit); }) == row.values);
        CHECK(list([&](auto&& visit) { visit_targets(stmt, visit); }) == row.targets);
        const std::string both = row.values + std::string(*row.values && *row.targets ? " | " : "");
        CHECK(list([&](auto&& visit) { visit_expressions(stmt, visit); }) == both + row.targets);
        std::size_t inside = 0;
        visit_blocks(stmt,
                     [&](const Block& block) { visit_statements(block, [&](const Stmt&) { ++inside; }); });
        CHECK(inside == row.statements_inside);
    }
    const ErrorStmt error({});
    CHECK(list([&](auto&& visit) { visit_expressions(error, visit); }) == "");
    visit_blocks(error, [](const Block&) { FAIL("an error has no block"); });
    seen.insert(error.kind);
    CHECK(seen.size() == static_cast<std::size_t>(StmtKind::error) + 1);
}

TEST_CASE("walk: everything below a block, from the outside in") {
    const Parsed parsed(in_function("for i in range(n):\n        if a[i]: b[i] = f'{c}'"), true);
    CHECK(list([&](auto&& visit) { visit_all(parsed.module.functions[0].body, visit); }) ==
          "(call range n) | range | n | i | (index a i) | a | i | (f-string \"\" (field c) \"\") | c | "
          "(index b i) | b | i");
}

TEST_CASE("walk: the names that a target binds") {
    const Parsed parsed(in_function("a, (b, c[i], d.x), (e) = f"), true);
    std::string names;
    visit_targets(first(parsed), [&](const Expr& target) {
        visit_bound_names(target, [&](const Name& name) { names += name.id; });
    });
    CHECK(names == "abe");
}
