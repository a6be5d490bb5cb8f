#pragma once
// What tests of the parser share: text in, the printed tree and the rendered diagnostics out.

#include "translator/diagnostics/render.h"
#include "translator/syntax/ast_printer.h"
#include "translator/syntax/parse/parser.h"

#include <doctest/doctest.h>

#include <string>

namespace cudapy::syntax::test {

struct Parsed {
    SourceSet sources;
    diag::Sink sink;
    Module module;

    explicit Parsed(const std::string& text, bool every_function = false) {
        uint32_t file = sources.add(SourceFile("k.py", text));
        module = parse_module(sources, file, {every_function}, sink);
    }
    std::string tree() const { return print(module); }
    /// Everything that was reported, as a person reads it; empty for nothing.
    std::string diagnostics() { return diag::render_all(sink.take_sorted(), sources); }
};

inline std::string module_tree(const std::string& text) {
    Parsed parsed(text);
    CHECK(parsed.diagnostics() == "");
    return parsed.tree();
}

/// The statements of a function's body, given without their indentation.
inline std::string body(const std::string& text) {
    std::string indented = "def f():\n    ";
    for (char c : text) {
        indented += c;
        if (c == '\n') indented += "    ";
    }
    Parsed parsed(indented, true);
    CHECK(parsed.diagnostics() == "");
    REQUIRE(parsed.module.functions.size() == 1);
    return print(parsed.module.functions[0].body);
}

/// One expression.
inline std::string expr(const std::string& text) {
    Parsed parsed("def f():\n    " + text + "\n", true);
    CHECK(parsed.diagnostics() == "");
    REQUIRE(parsed.module.functions.size() == 1);
    REQUIRE(parsed.module.functions[0].body.size() == 1);
    const Stmt& statement = *parsed.module.functions[0].body[0];
    REQUIRE(statement.kind == StmtKind::expression);
    return print(as<ExpressionStmt>(statement).value.get());
}

/// The diagnostics of a text whose functions are all parsed.
inline std::string errors(const std::string& text) {
    return Parsed(text, true).diagnostics();
}

/// One line a diagnostic, `code line:column name`: for tests that are about places and not about words.
inline std::string codes(const std::string& text) {
    Parsed parsed(text, true);
    std::string out;
    for (const diag::Diagnostic& diagnostic : parsed.sink.take_sorted()) {
        Position at = parsed.sources.begin(diagnostic.span);
        out += std::string(diagnostic.kind().code) + " " + std::to_string(at.line) + ":" +
               std::to_string(at.column) + " " + std::string(diagnostic.kind().name) + "\n";
    }
    return out;
}

} // namespace cudapy::syntax::test
