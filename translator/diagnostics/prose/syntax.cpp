// The words of diagnostics about tokens and grammar.

#include "translator/diagnostics/kinds/syntax_kinds.h"

#include <fmt/format.h>

namespace cudapy::diag {

Prose describe(const InvalidUtf8& payload) {
    if (payload.byte.empty()) {
        return {"this file is UTF-16, not UTF-8", "the mark of UTF-16", {}, "save the file as UTF-8"};
    }
    Prose prose{fmt::format("the text is not UTF-8: byte {} is here", payload.byte),
                "not UTF-8",
                {},
                "save the file as UTF-8"};
    if (!payload.declared.empty()) {
        prose.note =
            fmt::format("the file declares the encoding `{}`; only UTF-8 is translated", payload.declared);
        prose.help = "save the file as UTF-8 and remove the declaration";
    }
    return prose;
}

Prose describe(const NulByte&) {
    return {"the text holds a NUL byte", "here", "Python reads no source with NUL bytes in it",
            "is this a text file? save it again as UTF-8"};
}

Prose describe(const UnexpectedCharacter& payload) {
    Prose prose{fmt::format("unexpected character `{}`", payload.character), "not part of Python", {}, {}};
    if (payload.instead == " ") {
        prose.help = "this looks like a blank but is not one: write an ordinary space";
    } else if (!payload.instead.empty()) {
        prose.help = fmt::format("write `{}`", payload.instead);
    }
    return prose;
}

Prose describe(const UnterminatedString& payload) {
    bool triple = payload.quote.size() == 3;
    return {"this string never ends", "begins here",
            triple
                ? "a string in triple quotes goes on to the next triple quotes, here to the end of the file"
                : "a string in single quotes ends on its line",
            fmt::format("write the closing {}", payload.quote)};
}

Prose describe(const BadFString& payload) {
    return {"malformed f-string: " + payload.reason,
            "in this f-string",
            {},
            "to write a brace itself, double it: `{{` or `}}`"};
}

Prose describe(const BadEscape& payload) {
    return {fmt::format("malformed escape `{}` in a string: {}", payload.escape, payload.reason),
            "in this string",
            {},
            "to write a backslash itself, double it, or put `r` before the string"};
}

Prose describe(const BadNumber& payload) {
    return {fmt::format("malformed number `{}`: {}", payload.text, payload.reason),
            "not a number",
            {},
            payload.help};
}

Prose describe(const BadLineContinuation&) {
    return {"something follows a line continuation",
            "`\\` must be the last character of its line",
            {},
            "remove what follows the backslash, or use parentheses to go on to the next line"};
}

Prose describe(const InconsistentTabs&) {
    return {"tabs and spaces are mixed in this indentation", "how deep this is depends on the width of a tab",
            "Python refuses such a file with `TabError`", "indent with spaces only"};
}

Prose describe(const InconsistentDedent&) {
    return {"this indentation fits no block around it",
            "not the indentation of an enclosing block",
            {},
            "indent the line as the other lines of its block"};
}

Prose describe(const TooDeep& payload) {
    if (payload.subject != "block" && payload.subject != "expression" && payload.subject != "type") {
        return {fmt::format("this {} has more than {} {}", payload.subject, payload.limit,
                            payload.subject == "call" ? "arguments" : "parts"),
                "too long",
                {},
                payload.subject == "call"              ? "pass fewer, or an array"
                : payload.subject == "chain of `elif`" ? "move a part of it to a function of its own"
                                                       : "split it with a variable"};
    }
    return {fmt::format("this {} is nested more than {} levels deep", payload.subject, payload.limit),
            "too deep",
            {},
            payload.subject == "block"  ? "move the inner part to a function of its own"
            : payload.subject == "type" ? "make the inner part a struct, or give it as parameters of its own"
                                        : "split it with a variable"};
}

Prose describe(const UnmatchedBracket& payload) {
    return {fmt::format("`{}` closes nothing", payload.closer),
            "no bracket is open here",
            {},
            fmt::format("remove the `{}`, or write the bracket that opens it", payload.closer)};
}

Prose describe(const MismatchedBracket& payload) {
    std::string wanted = payload.opener == "(" ? ")" : payload.opener == "[" ? "]" : "}";
    return {fmt::format("`{}` does not close `{}`", payload.closer, payload.opener),
            fmt::format("expected `{}`", wanted),
            {},
            {}};
}

Prose describe(const UnclosedBracket& payload) {
    std::string wanted = payload.opener == "(" ? ")" : payload.opener == "[" ? "]" : "}";
    return {fmt::format("`{}` is never closed", payload.opener),
            "opened here",
            {},
            fmt::format("write the closing `{}`", wanted)};
}

Prose describe(const IdentifierForm& payload) {
    return {fmt::format("`{}` in a name is another spelling of plain letters", payload.letters),
            "Python takes it for others",
            "Python normalises names (NFKC), so that several spellings are one variable",
            "write the name with the plain letters"};
}

Prose describe(const ExpectedSyntax& payload) {
    return {fmt::format("expected {}, found {}", payload.expected, payload.found),
            fmt::format("expected {}", payload.expected),
            {},
            payload.help};
}

Prose describe(const MissingColon& payload) {
    if (payload.brace) {
        return {fmt::format("expected `:` after `{}`, found `{{`", payload.header), "expected `:`",
                "a block in Python begins with a colon and is told by its indentation",
                "write `:` here, indent the lines of the block, and remove the braces"};
    }
    return {fmt::format("expected `:` at the end of this `{}`, found {}", payload.header, payload.found),
            "expected `:`",
            {},
            fmt::format("end the `{}` with `:`", payload.header)};
}

Prose describe(const AssignmentInCondition&) {
    return {"`=` assigns and is no comparison", "expected `==`", {}, "did you mean `==`?"};
}

Prose describe(const COperator& payload) {
    return {fmt::format("`{}` is no operator of Python", payload.written),
            "not Python",
            {},
            fmt::format("write {}", payload.instead)};
}

Prose describe(const ElseIf&) {
    return {"expected `:` after `else`, found `if`", "expected `:`", {}, "write `elif`"};
}

Prose describe(const ExpectedIndent& payload) {
    return {fmt::format("expected an indented block after `{}`", payload.header),
            "not indented",
            {},
            "indent the lines of the block; write `pass` for an empty one"};
}

Prose describe(const UnexpectedIndent&) {
    return {"unexpected indentation", "deeper than the line before",
            "only a line that ends with `:` begins a block", "indent the line as the one before it"};
}

Prose describe(const CannotAssign& payload) {
    return {fmt::format("cannot assign to {}", payload.subject),
            "not a place for a value",
            {},
            payload.comparison_meant ? "did you mean `==`?"
                                     : "assign to a variable or to an element of an array"};
}

Prose describe(const MissingDefault& payload) {
    return {fmt::format("parameter `{}` has no default, but one before it has", payload.name),
            "expected `=` and a value",
            {},
            fmt::format("give `{}` a default too, or put it first", payload.name)};
}

Prose describe(const ParameterOrder& payload) {
    return {payload.reason, "not here", {}, {}};
}

Prose describe(const ArgumentOrder&) {
    return {"a positional argument follows a keyword argument",
            "has no keyword",
            {},
            "put the positional arguments first, or give this one a keyword too"};
}

Prose describe(const KeywordAsName& payload) {
    return {fmt::format("`{}` is a keyword of Python and cannot be {}", payload.keyword, payload.subject),
            fmt::format("expected {}", payload.subject),
            {},
            fmt::format("choose another name, such as `{}_`", payload.keyword)};
}

Prose describe(const OrphanClause& payload) {
    const char* owner = payload.clause == "elif"   ? "an `if`"
                        : payload.clause == "else" ? "an `if`, `for` or `while`"
                        : payload.clause == "case" ? "a `match`"
                                                   : "a `try`";
    return {
        fmt::format("`{}` belongs to no statement", payload.clause),
        fmt::format("no {} before this", owner + 2 + (owner[1] == 'n')),
        {},
        fmt::format("`{}` must follow the block of {}, with the same indentation", payload.clause, owner)};
}

Prose describe(const CDeclaration& payload) {
    return {fmt::format("a variable is not declared with its type in front, as in `{} {}`", payload.type,
                        payload.name),
            "as in C", "a variable has the type of what is assigned to it",
            fmt::format("write `{0} = …`, or `{0}: {1} = …` to choose the type", payload.name, payload.type)};
}

Prose describe(const PrintStatement&) {
    return {"`print` is a function", "expected `(`", {}, "write `print(…)`"};
}

Prose describe(const CComment& payload) {
    return {fmt::format("`{}` begins no comment in Python", payload.written), "as in C", {}, "write `#`"};
}

Prose describe(const CFor&) {
    return {"a `for` loop goes over a range, not over three parts as in C",
            "as in C",
            {},
            "write `for i in range(n):`"};
}

} // namespace cudapy::diag
