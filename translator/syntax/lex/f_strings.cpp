#include "translator/syntax/lex/f_strings.h"

#include <algorithm>

namespace cudapy::syntax {

namespace {

bool blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/// Splits one token. `at_` goes over its text once.
class Splitter {
  public:
    explicit Splitter(std::string_view token) : text_(token) {
        const Quotes quotes = quotes_of(token);
        at_ = quotes.begin + quotes.count;
        end_ = static_cast<uint32_t>(token.size()) - quotes.count;
        for (uint32_t i = 0; i < quotes.begin; ++i)
            raw_ |= token[i] == 'r' || token[i] == 'R';
    }

    FStringParts run() {
        uint32_t begin = at_;
        while (at_ < end_ && out_.error.empty()) {
            const char c = text_[at_];
            if (c == '\\' && !raw_) {
                skip_escape();
            } else if ((c == '{' || c == '}') && next() == c) {
                at_ += 2;
            } else if (c == '{') {
                out_.texts.push_back({begin, at_});
                field();
                begin = at_;
            } else if (c == '}') {
                fail("this `}` closes nothing", at_);
            } else {
                ++at_;
            }
        }
        out_.texts.push_back({begin, end_});
        return std::move(out_);
    }

  private:
    char next() const { return at_ + 1 < end_ ? text_[at_ + 1] : '\0'; }

    void fail(std::string reason, uint32_t where) {
        if (out_.error.empty()) out_.error = std::move(reason), out_.error_at = where;
        at_ = end_;
    }

    /// `\N{DASH}` has braces of its own; `\{` is a backslash before a field.
    void skip_escape() {
        ++at_;
        if (at_ >= end_ || text_[at_] == '{' || text_[at_] == '}') return;
        if (text_[at_] == 'N' && next() == '{')
            while (at_ < end_ && text_[at_] != '}')
                ++at_;
        ++at_;
    }

    /// Reads a field from its `{` to just after its `}`.
    void field() {
        FStringField field{};
        field.begin = at_++;
        field.value_begin = at_;
        skip_value();
        field.value_end = at_;
        if (at_ < end_ && text_[at_] == '=') {
            do
                ++at_;
            while (at_ < end_ && blank(text_[at_]));
            field.shown = text_.substr(field.value_begin, at_ - field.value_begin);
        }
        while (field.value_begin < field.value_end && blank(text_[field.value_begin]))
            ++field.value_begin;
        if (field.value_begin == field.value_end) return fail("there is nothing in this field", field.begin);
        if (at_ < end_ && text_[at_] == '!') {
            field.conversion = next();
            if (field.conversion != 'r' && field.conversion != 's' && field.conversion != 'a')
                return fail("`!` is followed by `r`, `s` or `a`", at_);
            at_ += 2;
        }
        if (at_ < end_ && text_[at_] == ':') {
            field.has_spec = true;
            field.spec_begin = ++at_;
            skip_spec();
            field.spec_end = at_;
        }
        if (at_ >= end_ || text_[at_] != '}') return fail("this field does not end here", at_);
        ++at_;
        out_.fields.push_back(std::move(field));
    }

    /// Skips to the `=`, `!`, `:` or `}` that ends the expression.
    void skip_value() {
        int depth = 0;
        for (; at_ < end_; ++at_) {
            const char c = text_[at_];
            if (c == '"' || c == '\'') {
                skip_string();
            } else if (c == '#') {
                at_ = std::min(end_, static_cast<uint32_t>(text_.find('\n', at_)));
            } else if (c == '(' || c == '[' || c == '{') {
                ++depth;
            } else if (depth > 0) {
                depth -= c == ')' || c == ']' || c == '}';
            } else if (c == '}' || c == ':') {
                return;
            } else if (c == '!' || c == '=' || c == '<' || c == '>') {
                const bool comparison = next() == '=';
                if (!comparison && (c == '!' || c == '=')) return;
                at_ += comparison;
            }
        }
    }

    /// Skips to the last quote of a string inside the expression.
    void skip_string() {
        const char quote = text_[at_];
        const bool triple = at_ + 2 < end_ && text_[at_ + 1] == quote && text_[at_ + 2] == quote;
        const uint32_t count = triple ? 3 : 1;
        for (at_ += count; at_ < end_; ++at_) {
            if (text_[at_] == '\\') {
                ++at_;
            } else if (text_.substr(at_, count) == std::string(count, quote)) {
                at_ += count - 1;
                return;
            }
        }
    }

    void skip_spec() {
        int depth = 0;
        for (; at_ < end_; ++at_) {
            if (text_[at_] == '{') ++depth;
            if (text_[at_] == '}' && depth-- == 0) return;
        }
    }

    std::string_view text_;
    uint32_t at_ = 0;
    uint32_t end_ = 0;
    bool raw_ = false;
    FStringParts out_;
};

} // namespace

Quotes quotes_of(std::string_view token) {
    const auto begin = static_cast<uint32_t>(token.find_first_of("'\""));
    const bool triple =
        token.size() >= begin + 6 && token[begin + 1] == token[begin] && token[begin + 2] == token[begin];
    return {begin, triple ? 3u : 1u};
}

FStringParts f_string_parts(std::string_view token) {
    return Splitter(token).run();
}

} // namespace cudapy::syntax
