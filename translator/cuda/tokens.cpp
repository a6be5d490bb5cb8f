#include "translator/cuda/tokens.h"

#include <algorithm>
#include <map>
#include <optional>
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
    bool is_conditional = false;
};

/// An `#if` with its `#else` and `#endif`.
struct Condition {
    int branches = 1;        ///< the number of branches; without an `#else`, the missing branch counts too
    bool is_split = false;   ///< a branch of it ends within a declaration
    bool is_negated = false; ///< `#ifndef X`, `#if !X`: its first branch goes with the second ones of others
};

/// The facts on a branch while it is read.
struct Branch {
    std::size_t condition = 0; ///< the number of its condition, counted in the order of the text
    int number = 0;
    bool is_never = false;  ///< it is the first branch of `#if 0`
    int only = -1;          ///< for `#ifdef __CUDACC__` and similar conditions, the branch that is taken
    bool is_hidden = false; ///< no token of it is taken
    bool has_else = false, has_elif = false;
    int depth = 0, least_depth = 0; ///< of its brackets
    bool is_open = false;           ///< its last token ends no declaration
};

constexpr int most_readings = 16;

/// Returns which branch CUDA's compilers take, which is 0 for `#ifdef __CUDACC__` and 1 for `#ifndef
/// __CUDACC__`. Returns nothing for a condition about which these compilers differ.
std::optional<int> branch_for_cuda(const Token& directive, const std::vector<Token>& words) {
    const auto is_theirs = [](const Token& name) { return name.is("__CUDACC__") || name.is("__cplusplus"); };
    if (directive.is("ifdef") || directive.is("ifndef")) {
        if (words.size() != 1 || !is_theirs(words[0])) return std::nullopt;
        return directive.is("ifdef") ? 0 : 1;
    }
    std::vector<Token> rest = words;
    const bool is_negated = !rest.empty() && rest[0].is("!");
    if (is_negated) rest.erase(rest.begin());
    if (rest.empty() || !rest[0].is("defined")) return std::nullopt;
    std::erase_if(rest, [](const Token& token) { return token.is("(") || token.is(")"); });
    if (rest.size() != 2 || !is_theirs(rest[1])) return std::nullopt;
    return is_negated ? 1 : 0;
}

class Lexer {
  public:
    Lexer(std::string_view text, bool only_includes) : text_(text), only_includes_(only_includes) {}
    /// Takes one branch of each condition that is split.
    Lexer(std::string_view text, const std::vector<Condition>& conditions, int reading)
        : text_(text), only_includes_(false), known_(&conditions), reading_(reading) {}

    const std::vector<Condition>& conditions() const { return found_; }

    Tokens all() {
        for (;;) {
            Token token = next();
            if (token.kind == Kind::end) {
                result_.tokens.push_back(token);
                return std::move(result_);
            }
            if (starts_line_ && token.is("%") && at(at_) == ':') { // another way to write #
                ++at_;
                directive(token.begin);
                continue;
            }
            if (token.is("#") && starts_line_) {
                directive(token.begin);
                continue;
            }
            starts_line_ = false;
            if (hidden_ != 0 && token.kind == Kind::identifier) result_.hidden.push_back(token.text);
            if (hidden_ != 0 || only_includes_) continue;
            note(token);
            add(token);
        }
    }

  private:
    char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }

    /// Returns the length of a backslash and a newline, which count as nothing, or 0 if there are none.
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

    void directive(uint32_t begin) {
        const Token name = next(false);
        if (name.is("include") || name.is("include_next") || name.is("import")) return include();
        const std::vector<Token> words = name.kind == Kind::end ? std::vector<Token>{} : rest_of_line();
        if (only_includes_) note_questions(name, words);
        const bool is_if = name.is("if") || name.is("ifdef") || name.is("ifndef");
        const bool is_else = name.is("else") || name.is("elif") || name.is("elifdef") || name.is("elifndef");
        if (is_if || is_else || name.is("endif"))
            result_.conditions.emplace_back(begin, static_cast<uint32_t>(at_));
        if (is_if) {
            Branch branch;
            branch.condition = found_.size();
            branch.is_never = name.is("if") && words.size() == 1 && words[0].is("0");
            branch.only = branch_for_cuda(name, words).value_or(-1);
            found_.emplace_back().is_negated = name.is("ifndef") || (!words.empty() && words[0].is("!"));
            branches_.push_back(branch);
            hide(branches_.back());
        } else if (is_else && !branches_.empty()) {
            Branch& branch = branches_.back();
            end_branch();
            branch.has_else = branch.has_else || name.is("else");
            branch.has_elif = branch.has_elif || !name.is("else");
            branch.depth = branch.least_depth = 0;
            branch.is_open = false;
            ++branch.number;
            ++found_[branch.condition].branches;
            hide(branch);
        } else if (name.is("endif") && !branches_.empty()) {
            const Branch& branch = branches_.back();
            end_branch();
            if (!branch.has_else) ++found_[branch.condition].branches;
            branches_.pop_back();
        } else if (hidden_ == 0 && name.is("undef") && words.size() == 1) {
            macros_.erase(words[0].text);
        } else if (name.is("define") && !words.empty()) {
            result_.macros.emplace_back(words[0].text);
            if (hidden_ == 0) define(words);
        }
    }

    /// Decides whether the branch that begins is taken.
    void hide(Branch& branch) {
        branch.is_hidden = branch.is_never && branch.number == 0;
        if (branch.only >= 0) branch.is_hidden = branch.only != std::min(branch.number, 1);
        if (known_ && branch.condition < known_->size() && !branch.is_never && branch.only < 0) {
            const Condition& condition = (*known_)[branch.condition];
            const int last = condition.branches - 1;
            const int chosen =
                condition.is_negated && last == 1 ? std::max(1 - reading_, 0) : std::min(reading_, last);
            branch.is_hidden = condition.is_split && branch.number != chosen;
        }
        hidden_ += branch.is_hidden;
    }

    /// Returns whether a condition is open that a compiler may see in either way.
    bool in_condition() const {
        return std::any_of(branches_.begin(), branches_.end(),
                           [](const Branch& branch) { return branch.only < 0 || branch.has_elif; });
    }

    /// Remembers whether the branch that ends did so within a declaration.
    void end_branch() {
        const Branch& branch = branches_.back();
        hidden_ -= branch.is_hidden;
        if (branch.is_open || branch.depth != 0 || branch.least_depth < 0)
            found_[branch.condition].is_split |= !branch.is_never && branch.only < 0;
    }

    /// Counts a token for the branches that it is in. Of a condition within a branch, the first branch
    /// counts.
    void note(const Token& token) {
        const int change = token.is("(") || token.is("[") || token.is("{")   ? 1
                           : token.is(")") || token.is("]") || token.is("}") ? -1
                                                                             : 0;
        for (std::size_t i = branches_.size(); i-- > 0;) {
            Branch& branch = branches_[i];
            branch.depth += change;
            branch.least_depth = std::min(branch.least_depth, branch.depth);
            branch.is_open = !token.is(";") && !token.is("}");
            const int counted = branch.only >= 0 ? branch.only : branch.is_never ? 1 : 0;
            if (branch.number != counted) return;
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
        add(std::move(include));
    }

    void add(Include include) {
        const bool is_never = std::any_of(branches_.begin(), branches_.end(), [](const Branch& branch) {
            return branch.is_never && branch.number == 0;
        });
        // A compiler for the host takes other branches.
        if (!is_never) result_.includes.push_back(std::move(include));
    }

    /// `__has_include("file.h")`: what is compiled depends on the file as if it were included.
    void note_questions(const Token& directive, const std::vector<Token>& words) {
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (!words[i].is("__has_include") && !words[i].is("__has_include_next")) continue;
            if (i + 1 < words.size() && words[i + 1].is("("))
                add(asked_file(words, i + 2));
            else if (directive.is("define")) // another name for the question
                add(Include{"", false, true});
        }
    }

    Include asked_file(const std::vector<Token>& words, std::size_t i) const {
        if (i < words.size() && words[i].kind == Kind::text && words[i].text.size() >= 2)
            return {std::string(words[i].text.substr(1, words[i].text.size() - 2)), false, false};
        if (i >= words.size() || !words[i].is("<")) return {"", false, true};
        const std::size_t begin = words[i].end;
        const std::size_t end = std::min(text_.find_first_of(">\n", begin), text_.size());
        return {std::string(text_.substr(begin, end - begin)), true, false};
    }

    void define(const std::vector<Token>& words) {
        const Token& name = words[0];
        if (words.size() > 1 && words[1].is("(") && words[1].begin == name.end) {
            macros_[name.text].is_ambiguous = true; // it has parameters, which stay as they are
            return;
        }
        Macro macro{{words.begin() + 1, words.end()}, false, in_condition()};
        const auto known = macros_.find(name.text);
        if (known != macros_.end()) {
            const std::vector<Token>& before = known->second.tokens;
            bool same = before.size() == macro.tokens.size();
            for (std::size_t i = 0; same && i < before.size(); ++i)
                same = before[i].text == macro.tokens[i].text;
            macro.is_ambiguous = !same || known->second.is_ambiguous;
            macro.is_conditional = macro.is_conditional && known->second.is_conditional;
        }
        macros_[name.text] = std::move(macro);
    }

    void add(const Token& token) {
        std::set<std::string_view> inside;
        Token use = token;
        use.is_conditional = in_condition();
        for (const Branch& branch : branches_)
            if (known_ && branch.condition < known_->size() && (*known_)[branch.condition].is_split)
                use.alternative = static_cast<uint32_t>(branch.condition) + 1;
        add(token, use, inside);
    }

    void add(Token token, const Token& use, std::set<std::string_view>& inside) {
        const auto macro = token.kind == Kind::identifier ? macros_.find(token.text) : macros_.end();
        if (macro == macros_.end() || macro->second.is_ambiguous || !inside.insert(token.text).second) {
            token.begin = use.begin;
            token.end = use.end;
            token.line = use.line;
            token.is_conditional = use.is_conditional;
            token.alternative = use.alternative;
            result_.tokens.push_back(token);
            return;
        }
        for (Token each : macro->second.tokens) {
            each.is_of_conditional_macro = token.is_of_conditional_macro || macro->second.is_conditional;
            add(each, use, inside);
        }
        inside.erase(token.text);
    }

    std::string_view text_;
    bool only_includes_;
    std::size_t at_ = 0;
    int line_ = 1;
    bool starts_line_ = true;
    Tokens result_;
    std::map<std::string_view, Macro> macros_;
    std::vector<Branch> branches_; ///< of each open `#if`
    int hidden_ = 0;               ///< how many of them are hidden
    std::vector<Condition> found_; ///< in the order of the text
    const std::vector<Condition>* known_ = nullptr;
    int reading_ = 0;
};

} // namespace

Tokens tokenize(std::string_view text) {
    return Lexer(text, false).all();
}

std::vector<Tokens> tokenize_readings(std::string_view text) {
    Lexer all(text, false);
    std::vector<Tokens> readings;
    readings.push_back(all.all());
    const std::vector<Condition>& conditions = all.conditions();
    int count = 1;
    for (const Condition& condition : conditions)
        if (condition.is_split) count = std::max(count, std::min(condition.branches, most_readings));
    if (count == 1) return readings;
    readings.clear();
    for (int reading = 0; reading < count; ++reading)
        readings.push_back(Lexer(text, conditions, reading).all());
    return readings;
}

namespace {

/// Returns the text without backslashes at ends of lines, also if blanks are after them. Compilers remove
/// them before anything else.
std::string without_splices(std::string_view text) {
    std::string joined;
    joined.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\') {
            const std::size_t end = std::min(text.find_first_not_of(" \t\r\v\f", i + 1), text.size());
            if (end < text.size() && text[end] == '\n') {
                i = end;
                continue;
            }
        }
        joined += text[i];
    }
    return joined;
}

} // namespace

std::vector<Include> includes_of(std::string_view text) {
    const std::string joined = without_splices(text);
    if (joined.find("include") == std::string::npos && joined.find("import") == std::string::npos) return {};
    return Lexer(joined, true).all().includes;
}

} // namespace cudapy::cuda_text
