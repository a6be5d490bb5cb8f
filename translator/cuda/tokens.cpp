#include "translator/cuda/tokens.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace cudapy::cuda_text {

namespace {

using Kind = Token::Kind;

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           (static_cast<unsigned char>(c) & 0x80) != 0;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// A macro without parameters.
struct Macro {
    std::vector<Token> tokens;
    bool is_ambiguous = false; ///< defined in several ways, of which conditions choose one
};

class Lexer {
  public:
    Lexer(std::string_view text, bool only_includes) : text_(text), only_includes_(only_includes) {}

    Tokens all() {
        for (;;) {
            Token token = next();
            if (token.kind == Kind::end) {
                result_.tokens.push_back(token);
                return std::move(result_);
            }
            if (token.is("#") && starts_line_) {
                directive();
                continue;
            }
            starts_line_ = false;
            if (hidden_ == 0 && !only_includes_) add(token);
        }
    }

  private:
    char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }

    /// A backslash and a newline, which are nothing; their length, or 0.
    std::size_t splice(std::size_t i) const {
        if (at(i) != '\\') return 0;
        if (at(i + 1) == '\n') return 2;
        return at(i + 1) == '\r' && at(i + 2) == '\n' ? 3 : 0;
    }

    /// Skips blanks and comments; newlines only with `lines`.
    void skip_blanks(bool lines) {
        for (;;) {
            if (const std::size_t length = splice(at_)) {
                at_ += length;
                ++line_;
            } else if (at(at_) == '\n') {
                if (!lines) return;
                ++at_;
                ++line_;
                starts_line_ = true;
            } else if (at_ < text_.size() &&
                       std::string_view(" \t\r\v\f").find(at(at_)) != std::string_view::npos) {
                ++at_;
            } else if (at(at_) == '/' && at(at_ + 1) == '/') {
                while (at_ < text_.size() && at(at_) != '\n') {
                    const std::size_t spliced = splice(at_);
                    line_ += spliced != 0;
                    at_ += spliced ? spliced : 1;
                }
            } else if (at(at_) == '/' && at(at_ + 1) == '*') {
                at_ += 2;
                while (at_ < text_.size() && !(at(at_) == '*' && at(at_ + 1) == '/')) {
                    line_ += at(at_) == '\n';
                    ++at_;
                }
                at_ = std::min(at_ + 2, text_.size());
            } else {
                return;
            }
        }
    }

    Token next(bool lines = true) {
        skip_blanks(lines);
        Token token;
        token.begin = static_cast<uint32_t>(at_);
        token.line = line_;
        if (at_ < text_.size() && (lines || at(at_) != '\n')) {
            token.kind = lex();
            token.text = text_.substr(token.begin, at_ - token.begin);
        }
        token.end = static_cast<uint32_t>(at_);
        return token;
    }

    Kind lex() {
        const char c = at(at_);
        if (is_letter(c)) {
            const std::size_t begin = at_;
            while (is_letter(at(at_)) || is_digit(at(at_)))
                ++at_;
            const std::string_view word = text_.substr(begin, at_ - begin);
            const bool is_raw = word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
            const bool is_prefix = word == "L" || word == "u" || word == "U" || word == "u8";
            if (is_raw && at(at_) == '"') return raw_string();
            if (is_prefix && (at(at_) == '"' || at(at_) == '\'')) return quoted();
            return Kind::identifier;
        }
        if (is_digit(c) || (c == '.' && is_digit(at(at_ + 1)))) {
            ++at_;
            while (is_letter(at(at_)) || is_digit(at(at_)) || at(at_) == '.' ||
                   (at(at_) == '\'' && (is_letter(at(at_ + 1)) || is_digit(at(at_ + 1)))) ||
                   ((at(at_) == '+' || at(at_) == '-') && exponent(at(at_ - 1))))
                ++at_;
            return Kind::number;
        }
        if (c == '"' || c == '\'') return quoted();
        at_ += (c == ':' && at(at_ + 1) == ':') || (c == '-' && at(at_ + 1) == '>') ? 2 : 1;
        return Kind::punctuation;
    }

    static bool exponent(char c) { return c == 'e' || c == 'E' || c == 'p' || c == 'P'; }

    Kind quoted() {
        const char quote = at(at_++);
        while (at_ < text_.size() && at(at_) != quote && at(at_) != '\n') {
            const std::size_t length = splice(at_);
            line_ += length != 0;
            at_ += length ? length : at(at_) == '\\' ? 2 : 1;
        }
        at_ = std::min(at_, text_.size());
        if (at(at_) == quote) ++at_;
        return Kind::text;
    }

    Kind raw_string() {
        const std::size_t open = text_.find('(', at_);
        if (open == std::string_view::npos || open - at_ > 17) return quoted();
        const std::string close = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
        const std::size_t end = text_.find(close, open);
        const std::size_t stop = end == std::string_view::npos ? text_.size() : end + close.size();
        for (; at_ < stop; ++at_)
            line_ += at(at_) == '\n';
        return Kind::text;
    }

    std::vector<Token> rest_of_line() {
        std::vector<Token> tokens;
        for (Token token = next(false); token.kind != Kind::end; token = next(false))
            tokens.push_back(token);
        return tokens;
    }

    void directive() {
        const Token name = next(false);
        if (name.is("include") || name.is("include_next")) return include();
        const std::vector<Token> words = name.kind == Kind::end ? std::vector<Token>{} : rest_of_line();
        if (name.is("if") || name.is("ifdef") || name.is("ifndef")) {
            const bool is_never = name.is("if") && words.size() == 1 && words[0].is("0");
            conditions_.push_back(is_never);
            hidden_ += is_never;
        } else if ((name.is("else") || name.is("elif")) && !conditions_.empty()) {
            hidden_ -= conditions_.back();
            conditions_.back() = false;
        } else if (name.is("endif") && !conditions_.empty()) {
            hidden_ -= conditions_.back();
            conditions_.pop_back();
        } else if (hidden_ == 0 && name.is("undef") && words.size() == 1) {
            macros_.erase(words[0].text);
        } else if (hidden_ == 0 && name.is("define") && !words.empty()) {
            define(words);
        }
    }

    void include() {
        skip_blanks(false);
        Include include;
        if (at(at_) == '<') {
            const std::size_t end = std::min(text_.find_first_of(">\n", at_), text_.size());
            include.name = text_.substr(at_ + 1, end - at_ - 1);
            include.is_angled = true;
            at_ = end;
        } else {
            const Token file = next(false);
            include.is_computed = file.kind != Kind::text;
            include.name = include.is_computed
                               ? file.text
                               : file.text.substr(1, std::max<std::size_t>(file.text.size(), 2) - 2);
        }
        rest_of_line();
        if (hidden_ == 0) result_.includes.push_back(std::move(include));
    }

    void define(const std::vector<Token>& words) {
        const Token& name = words[0];
        result_.macros.emplace_back(name.text);
        if (words.size() > 1 && words[1].is("(") && words[1].begin == name.end) {
            macros_[name.text].is_ambiguous = true; // it has parameters, which stay as they are
            return;
        }
        Macro macro{{words.begin() + 1, words.end()}, false};
        const auto known = macros_.find(name.text);
        if (known != macros_.end()) {
            const std::vector<Token>& before = known->second.tokens;
            bool same = before.size() == macro.tokens.size();
            for (std::size_t i = 0; same && i < before.size(); ++i)
                same = before[i].text == macro.tokens[i].text;
            macro.is_ambiguous = !same || known->second.is_ambiguous;
        }
        macros_[name.text] = std::move(macro);
    }

    void add(const Token& token) {
        std::set<std::string_view> inside;
        Token use = token;
        use.is_conditional = !conditions_.empty();
        add(token, use, inside);
    }

    void add(Token token, const Token& use, std::set<std::string_view>& inside) {
        const auto macro = token.kind == Kind::identifier ? macros_.find(token.text) : macros_.end();
        if (macro == macros_.end() || macro->second.is_ambiguous || !inside.insert(token.text).second) {
            token.begin = use.begin;
            token.end = use.end;
            token.line = use.line;
            token.is_conditional = use.is_conditional;
            result_.tokens.push_back(token);
            return;
        }
        for (const Token& each : macro->second.tokens)
            add(each, use, inside);
        inside.erase(token.text);
    }

    std::string_view text_;
    bool only_includes_;
    std::size_t at_ = 0;
    int line_ = 1;
    bool starts_line_ = true;
    Tokens result_;
    std::map<std::string_view, Macro> macros_;
    std::vector<bool> conditions_; ///< of each open `#if`, whether what follows is left out
    int hidden_ = 0;               ///< how many of them leave out
};

} // namespace

Tokens tokenize(std::string_view text) {
    return Lexer(text, false).all();
}

std::vector<Include> includes_of(std::string_view text) {
    if (text.find("include") == std::string_view::npos) return {};
    return Lexer(text, true).all().includes;
}

} // namespace cudapy::cuda_text
