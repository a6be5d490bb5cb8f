// Strings and f-strings: literals side by side are one, and what is in the fields of an f-string is
// parsed where it is.

#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/syntax/lex/f_strings.h"
#include "translator/syntax/lex/literals.h"
#include "translator/syntax/parse/parser_state.h"

#include <algorithm>
#include <utility>

namespace cudapy::syntax {

struct Parser::FStringBuilder {
    std::vector<std::string> texts = {""};
    std::vector<FormatField> fields;
    int height = 0;
    bool names_characters = false;
    bool formatted = false; ///< one of the literals is an f-string, which is no docstring
};

/// strings: (STRING | FSTRING)+
ExprPtr Parser::strings() {
    const uint32_t begin = peek().begin;
    FStringBuilder out;
    std::optional<Construct> construct;
    while (at(TokenKind::string) || at(TokenKind::bytes) || at(TokenKind::f_string)) {
        const Token& token = advance();
        const std::string_view prefix = text(token).substr(0, quotes_of(text(token)).begin);
        if (token.is(TokenKind::bytes)) {
            if (!construct) construct = Construct::bytes;
        } else if (prefix.find_first_of("tT") != std::string_view::npos) {
            construct = Construct::f_string;
        } else if (token.is(TokenKind::f_string)) {
            out.formatted = true;
            f_string(token, out);
        } else {
            out.texts.back() += string_text(text(token), token.begin);
        }
        out.names_characters |= prefix.find_first_of("rRbB") == std::string_view::npos &&
                                text(token).find("\\N{") != std::string_view::npos;
    }
    if (construct) return node<UnsupportedExpr>(1, span_from(begin), *construct);
    if (!out.formatted) {
        const Token& last = previous();
        ExprPtr quoted = in_annotation_ && last.begin == begin ? quoted_annotation(last) : nullptr;
        ExprPtr string = node<String>(1, span_from(begin), std::move(out.texts[0]), out.names_characters);
        static_cast<String&>(*string).quoted = std::move(quoted);
        return string;
    }
    return node<FString>(out.height + 1, span_from(begin), std::move(out.texts), std::move(out.fields),
                         out.names_characters);
}

/// Returns the expression in the quotes of an annotation, `"cp.Array[T]"`. Returns null for a text that is no
/// expression, such as `float*`. The checker reports a text that is no type.
ExprPtr Parser::quoted_annotation(const Token& token) {
    const std::string_view literal = text(token);
    const Quotes quotes = quotes_of(literal);
    if (literal.find('\\') != std::string_view::npos) return nullptr;
    const uint32_t begin = token.begin + quotes.begin + quotes.count, end = token.end - quotes.count;
    diag::Sink* const sink = std::exchange(sink_, nullptr);
    ExprPtr value;
    try {
        value = field_value(begin, end);
    } catch (const SyntaxFailure&) { // no expression
    }
    sink_ = sink;
    return value;
}

/// Returns the value of a string literal that begins at an offset of the file.
std::string Parser::string_text(std::string_view literal, uint32_t begin) {
    std::vector<BadEscapeAt> errors;
    std::string value = string_value(literal, errors);
    for (BadEscapeAt& error : errors) {
        const Span where{file_, begin + error.begin, begin + error.end};
        std::string escape(source_.text().substr(where.begin, where.end - where.begin));
        if (sink_) sink_->report(diag::BadEscape{std::move(escape), std::move(error.reason)}, where);
    }
    return value;
}

void Parser::f_string(const Token& token, FStringBuilder& out) {
    FStringParts parts = f_string_parts(text(token));
    if (!parts.error.empty()) {
        const uint32_t where = token.begin + parts.error_at;
        fail(diag::BadFString{std::move(parts.error)}, Span{file_, where, where + 1});
    }
    for (std::size_t i = 0; i < parts.texts.size(); ++i) {
        out.texts.back() += f_string_text(token, parts.texts[i].begin, parts.texts[i].end);
        if (i == parts.fields.size()) break;
        FStringField& part = parts.fields[i];
        out.texts.back() += part.shown;
        FormatField field;
        field.value = field_value(token.begin + part.value_begin, token.begin + part.value_end);
        out.height = std::max(out.height, height_);
        field.conversion = part.conversion;
        field.spec = part.has_spec ? f_string_text(token, part.spec_begin, part.spec_end) : "";
        field.spec_span = Span{file_, token.begin + part.spec_begin, token.begin + part.spec_end};
        out.fields.push_back(std::move(field));
        out.texts.emplace_back();
    }
}

/// Returns a piece of an f-string's text, with its escapes decoded and doubled braces single.
std::string Parser::f_string_text(const Token& token, uint32_t begin, uint32_t end) {
    const std::string_view all = text(token);
    const bool raw = all.substr(0, quotes_of(all).begin).find_first_of("rR") != std::string_view::npos;
    const std::string open = raw ? "r\"\"\"" : "\"\"\"";
    std::string value;
    while (begin < end) {
        uint32_t stop = begin;
        while (stop < end &&
               !((all[stop] == '{' || all[stop] == '}') && stop + 1 < end && all[stop + 1] == all[stop]))
            ++stop;
        const bool brace = stop < end;
        value += string_text(open + std::string(all.substr(begin, stop - begin + brace)) + "\"\"\"",
                             token.begin + begin - static_cast<uint32_t>(open.size()));
        begin = stop + 2 * brace;
    }
    return value;
}

/// Returns the expression of a field, which is given by its offsets in the file. It is lexed in parentheses,
/// which are in the places of the field's brace and its end, because it may go over several lines.
ExprPtr Parser::field_value(uint32_t begin, uint32_t end) {
    const SourceFile part("", "(" + source_.text().substr(begin, end - begin) + ")");
    TokenStream stream = lex(part, file_);
    const uint32_t shift = begin - 1;
    for (Token& token : stream.tokens) {
        token.begin += shift;
        token.end += shift;
    }
    for (LexError& error : stream.errors) {
        error.span.begin += shift;
        error.span.end += shift;
        for (diag::Label& label : error.labels) {
            label.span.begin += shift;
            label.span.end += shift;
        }
    }
    Parser inner(source_, file_, stream, sink_);
    inner.nesting_ = nesting_;
    inner.in_annotation_ = in_annotation_;
    inner.advance();
    ExprPtr value = inner.star_expressions();
    if (!inner.at(Op::right_paren)) inner.unexpected("`}`");
    height_ = inner.height_;
    return value;
}

} // namespace cudapy::syntax
