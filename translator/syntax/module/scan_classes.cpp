// Classes of a module: the fields of structs, and the names that others bind.

#include "translator/syntax/module/module_scan.h"

namespace cudapy::syntax {

/// "class" NAME [arguments] ":" block, of which the names that it binds are read.
void ModuleScan::class_definition(bool conditional, int depth) {
    const uint32_t begin = at_;
    skip_definition();
    const uint32_t end = at_;
    if (!token(begin + 1).is(TokenKind::name)) return;
    const bool is_struct = std::exchange(is_struct_, false);
    names_.bind(Kind::class_, name(token(begin + 1)), span(token(begin + 1)), conditional);
    if (is_struct && !in_class_) {
        names_.mark_struct();
        struct_class(begin, end);
        at_ = end;
        return;
    }
    bool is_enum = false;
    uint32_t i = begin + 2;
    for (; !token(i).is(TokenKind::newline) && i < end; ++i) {
        const std::string_view word = parser_.text(token(i));
        is_enum |= token(i).is(TokenKind::name) && (word.ends_with("Enum") || word.ends_with("Flag"));
    }
    if (!token(i + 1).is(TokenKind::indent) || depth >= max_depth) return;
    ModuleNames outer = std::exchange(names_, ModuleNames());
    const bool nested = std::exchange(in_class_, true);
    at_ = i + 2;
    while (at_ < end && !at(TokenKind::dedent))
        statement(false, depth + 1);
    std::vector<ModuleName> members = names_.take();
    in_class_ = nested;
    names_ = std::move(outer);
    names_.describe_class(std::move(members), is_enum);
    at_ = end;
}

/// Returns whether a decorator is `@cp.struct`, or `@struct` if that is imported from cudapy.
bool ModuleScan::struct_decorator(uint32_t at) {
    const Token& first = token(at + 1);
    if (!token(at).is(Op::at) || !first.is(TokenKind::name)) return false;
    if (token(at + 2).is(Op::dot))
        return token(at + 3).is(TokenKind::name) && parser_.text(token(at + 3)) == "struct" &&
               token(at + 4).is(TokenKind::newline) && names_.is_cudapy(name(first));
    return token(at + 2).is(TokenKind::newline) && names_.is_cudapy_member(name(first), "struct");
}

/// Reads the fields between the header of a class and its end.
void ModuleScan::struct_class(uint32_t begin, uint32_t end) {
    using Problem = StructClass::Problem;
    StructClass made;
    made.name = name(token(begin + 1));
    made.name_span = span(token(begin + 1));
    at_ = begin + 2;
    if (at(Op::left_paren)) {
        if (!peek(1).is(Op::right_paren)) made.problems.push_back({Problem::Kind::base, span(peek(1)), ""});
        at_ = next(at_);
    }
    accept(Op::colon);
    if (accept(TokenKind::newline)) accept(TokenKind::indent);
    while (at_ < end && !at(TokenKind::dedent) && !at(TokenKind::end)) {
        const uint32_t line = at_;
        struct_line(made);
        if (at_ == line) advance();
    }
    module_.structs.push_back(std::move(made));
}

/// NAME ":" annotation ["=" value] | docstring | "pass" | method
void ModuleScan::struct_line(StructClass& made) {
    using Problem = StructClass::Problem;
    const uint32_t begin = at_;
    uint32_t first = begin; // of what decorators belong to
    while (token(first).is(Op::at)) {
        while (!ends_statement(first))
            first = next(first);
        ++first;
    }
    if (token(first).is(Keyword::def) || token(first).is(Keyword::async)) { // only for Python
        made.has_hash |= name(token(first + 1)) == "__hash__";
        at_ = first;
        return skip_definition();
    }
    if (token(begin).is(TokenKind::string) || token(begin).is(Keyword::pass)) return skip_line();
    uint32_t end = begin, colon = 0, equal = 0;
    for (; !ends_statement(end); end = next(end)) {
        if (token(end).is(Op::colon) && colon == 0) colon = end;
        if (token(end).is(Op::assign) && equal == 0) equal = end;
    }
    const bool named = token(begin).is(TokenKind::name);
    const Span where{file_, token(begin).begin, token(end > begin ? end - 1 : begin).end};
    if (named && colon == begin + 1) {
        StructClass::Field& field = made.fields.emplace_back();
        field.name = name(token(begin));
        field.span = span(token(begin));
        field.annotation = silent_expression(colon + 1, equal != 0 ? equal : end);
        if (equal != 0) field.default_value = silent_expression(equal + 1, end);
        if (!field.annotation || (equal != 0 && !field.default_value))
            made.problems.push_back({Problem::Kind::statement, where, ""});
    } else if (named && equal == begin + 1) {
        made.problems.push_back({Problem::Kind::no_annotation, where, name(token(begin))});
    } else {
        made.problems.push_back({Problem::Kind::statement, where, ""});
    }
    at_ = end;
    const bool has_block = !token(begin).is(TokenKind::name) && colon != 0;
    if (has_block) {
        at_ = begin;
        return skip_definition();
    }
    if (!accept(Op::semicolon)) accept(TokenKind::newline);
}

} // namespace cudapy::syntax
