#include "translator/cuda/source.h"

#include "translator/cuda/unite.h"

#include <algorithm>
#include <set>
#include <span>

namespace cudapy::cuda_text {

namespace {

using Kind = Token::Kind;
using Range = std::span<const Token>;

bool is_open(const Token& token) {
    return token.is("(") || token.is("[") || token.is("{");
}

/// The specifiers that C++, CUDA and its compilers allow before a function besides its type. The second set
/// has those with an argument list of their own.
const std::set<std::string_view>& plain_specifiers() {
    static const std::set<std::string_view> words = {
        "static",   "inline",  "constexpr", "extern",   "__inline__", "__forceinline__", "__noinline__",
        "explicit", "virtual", "friend",    "__inline", "consteval",  "__tile_global__", "noreturn"};
    return words;
}

const std::set<std::string_view>& called_specifiers() {
    static const std::set<std::string_view> words = {"__launch_bounds__", "__cluster_dims__", "__maxnreg__",
                                                     "__block_size__",    "__attribute__",    "__align__",
                                                     "alignas",           "__declspec",       "__attribute"};
    return words;
}

/// Returns the tokens as they are written, with one space for any white space between words. Macros are
/// replaced.
std::string joined(Range tokens) {
    std::string text;
    const Token* before = nullptr;
    for (const Token& token : tokens) {
        if (before && before->end != token.begin) text += ' ';
        text += token.text;
        before = &token;
    }
    return text;
}

Words words(Range tokens) {
    Words result;
    for (const Token& token : tokens)
        result.emplace_back(token.text);
    return result;
}

class Reader {
  public:
    Reader(Tokens tokens, Source& source) : source_(source), all_(std::move(tokens)) {
        source_.macros = all_.macros;
        source_.conditions = all_.conditions;
    }

    void read() {
        while (!at().is_end())
            declaration();
        std::set<std::string_view> names;
        for (const Token& token : all_.tokens)
            if (token.kind == Kind::identifier) names.insert(token.text);
        names.insert(all_.hidden.begin(), all_.hidden.end()); // a compiler for the host may see them
        source_.identifiers.assign(names.begin(), names.end());
    }

  private:
    struct At {
        const Token& token;
        bool is(std::string_view text) const { return token.is(text); }
        bool is_end() const { return token.kind == Kind::end; }
    };
    struct Scope {
        std::string name;
        bool is_c = false;
    };

    At at(std::size_t ahead = 0) const {
        return {all_.tokens[std::min(at_ + ahead, all_.tokens.size() - 1)]};
    }
    void take() {
        if (!at().is_end()) ++at_;
    }

    /// Skips a bracket and all that is in it.
    void skip_group() {
        int depth = 0;
        do {
            if (is_open(at().token)) ++depth;
            if (at().is(")") || at().is("]") || at().is("}")) --depth;
            take();
        } while (depth > 0 && !at().is_end());
    }

    /// Skips `<…>`, in which a shift or a comparison would be in parentheses.
    void skip_angles() {
        int depth = 0;
        do {
            if (is_open(at().token)) {
                skip_group();
                continue;
            }
            if (at().is("<")) ++depth;
            if (at().is(">")) --depth;
            take();
        } while (depth > 0 && !at().is_end());
    }

    void skip_statement() {
        while (!at().is_end() && !at().is(";") && !at().is("}")) {
            if (is_open(at().token))
                skip_group();
            else
                take();
        }
        if (at().is(";")) take();
    }

    std::vector<std::string> scope() const {
        std::vector<std::string> names;
        for (const Scope& each : scopes_)
            if (!each.name.empty()) names.push_back(each.name);
        return names;
    }
    bool in_c() const {
        return std::any_of(scopes_.begin(), scopes_.end(), [](const Scope& each) { return each.is_c; });
    }

    void declaration() {
        if (at().is(";")) return take();
        if (at().is("}")) {
            if (!opened_.empty()) {
                for (int n = opened_.back(); n > 0; --n)
                    scopes_.pop_back();
                opened_.pop_back();
            }
            return take();
        }
        const bool is_inline = at().is("inline") && at(1).is("namespace");
        if (at().is("namespace") || is_inline) {
            if (is_inline) take();
            return open_namespace();
        }
        if (at().is("extern") && at(1).token.kind == Kind::text) {
            if (at(2).is("{")) {
                scopes_.push_back({"", true});
                opened_.push_back(1);
                at_ += 3;
                return;
            }
            begin_ = at_;
            at_ += 2;
            return entity(true, {}, false);
        }
        begin_ = at_;
        if (at().is("template")) {
            take();
            if (!at().is("<")) { // an explicit instantiation
                skip_statement();
                source_.device_only.emplace_back(all_.tokens[begin_].begin, all_.tokens[at_ - 1].end);
                return;
            }
            const std::size_t open = at_;
            skip_angles();
            std::vector<TemplateParameter> parameters = template_parameters(range(open + 1, at_ - 1));
            const bool is_specialisation = at_ == open + 2;
            while (at().is("template") && at(1).is("<")) { // of a member
                take();
                skip_angles();
            }
            if (at().is("requires")) skip_requirement();
            return entity(false, std::move(parameters), true, is_specialisation);
        }
        entity(false, {}, false);
    }

    Range range(std::size_t begin, std::size_t end) const {
        return begin < end ? Range(all_.tokens).subspan(begin, end - begin) : Range();
    }

    void open_namespace() {
        take();
        int names = 0;
        while (!at().is_end() && !at().is("{") && !at().is(";") && !at().is("=")) {
            if (at().is("[")) {
                skip_group();
                continue;
            }
            if (at().token.kind == Kind::identifier && !at().is("inline")) {
                scopes_.push_back({std::string(at().token.text), false});
                ++names;
            }
            take();
        }
        if (!at().is("{")) { // an alias
            for (; names > 0; --names)
                scopes_.pop_back();
            return skip_statement();
        }
        if (names == 0) {
            scopes_.push_back({"", false});
            names = 1;
        }
        opened_.push_back(names);
        take();
    }

    /// Skips `requires (…)`, `requires ns::Concept<T> && …`, `requires requires (T x) { … }`.
    void skip_requirement() {
        take();
        for (;;) {
            while (at().is("!"))
                take();
            if (at().is("requires")) {
                take();
                if (at().is("(")) skip_group();
                if (at().is("{")) skip_group();
            } else if (at().is("(")) {
                skip_group();
            } else {
                do {
                    while (at().is("::"))
                        take();
                    take();
                    if (at().is("<")) skip_angles();
                } while (at().is("::"));
            }
            const bool goes_on = (at().is("&") && at(1).is("&")) || (at().is("|") && at(1).is("|"));
            if (!goes_on || at().is_end()) return;
            take();
            take();
        }
    }

    /// Skips a declaration and the body it may have.
    void skip_entity() {
        while (!at().is_end() && !at().is(";") && !at().is("{") && !at().is("}")) {
            if (is_open(at().token))
                skip_group();
            else
                take();
        }
        if (at().is("{")) {
            skip_group();
            if (at().is(";")) take();
        } else if (at().is(";")) {
            take();
        }
    }

    /// Splits tokens at commas outside of brackets and angles.
    static std::vector<Range> split(Range tokens) {
        std::vector<Range> parts;
        int brackets = 0, angles = 0;
        std::size_t begin = 0;
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const Token& token = tokens[i];
            if (is_open(token)) ++brackets;
            if (token.is(")") || token.is("]") || token.is("}")) --brackets;
            if (brackets == 0 && token.is("<")) ++angles; // in brackets it compares, or is closed there
            if (brackets == 0 && token.is(">")) --angles;
            if (brackets != 0 || angles != 0 || !token.is(",")) continue;
            parts.push_back(tokens.subspan(begin, i - begin));
            begin = i + 1;
        }
        if (begin < tokens.size() || !parts.empty()) parts.push_back(tokens.subspan(begin));
        return parts;
    }

    static std::vector<TemplateParameter> template_parameters(Range tokens) {
        std::vector<TemplateParameter> parameters;
        for (Range part : split(tokens)) {
            TemplateParameter parameter;
            parameter.text = joined(part);
            std::size_t end = 0;
            while (end < part.size() && !part[end].is("="))
                ++end;
            parameter.has_default = end < part.size();
            parameter.is_type = !part.empty() && (part[0].is("typename") || part[0].is("class"));
            for (std::size_t i = 1; i < end; ++i) {
                parameter.is_pack = parameter.is_pack || part[i].is(".");
                if (part[i].kind == Kind::identifier) parameter.name = part[i].text;
            }
            parameters.push_back(std::move(parameter));
        }
        return parameters;
    }

    void entity(bool is_c, std::vector<TemplateParameter> templates, bool is_template,
                bool is_specialisation = false) {
        if (at().is("using") || at().is("typedef")) return alias(is_template);
        Function function;
        function.is_c = is_c || in_c();
        function.is_template = is_template;
        function.template_parameters = std::move(templates);
        function.scope = scope();
        std::vector<std::size_t> kept; // the tokens that are no specifiers
        bool is_function = false;
        while (!at().is_end() && !at().is(";") && !at().is("}")) {
            const Token& token = at().token;
            if (token.is("{")) {
                if (!is_function && is_type_definition(kept)) { // struct X { … } x;
                    skip_group();
                    return skip_statement();
                }
                break;
            }
            if (token.is("=") && !is_function) return skip_statement(); // a variable
            if (token.is("operator") && !is_function) return skip_entity();
            if (token.is("__global__") || token.is("__device__") || token.is("__host__")) {
                if (is_function && !is_template) { // after a macro with arguments that makes something else
                    kept.clear();
                    is_function = false;
                    begin_ = at_;
                }
                function.is_kernel |= token.is("__global__");
                function.on_device |= token.is("__device__");
                function.on_host |= token.is("__host__");
            } else if (token.is("[") && at(1).is("[")) {
                skip_group();
                continue;
            } else if (called_specifiers().contains(token.text)) {
                take();
                if (at().is("(")) skip_group();
                continue;
            } else if (!plain_specifiers().contains(token.text)) {
                if (names_a_class(token) && kept.empty()) note_class();
                is_function |= token.is("(");
                if (is_open(token)) {
                    const std::size_t open = at_;
                    skip_group();
                    for (std::size_t i = open; i < at_; ++i)
                        kept.push_back(i);
                    continue;
                }
                kept.push_back(at_);
            }
            take();
        }
        function.is_defined = at().is("{");
        const std::size_t last = at_;
        if (function.is_defined) {
            skip_group();
            std::set<std::string> mentions;
            for (const Token& token : range(last, at_))
                if (token.kind == Kind::identifier) mentions.emplace(token.text);
            function.mentions.assign(mentions.begin(), mentions.end());
        } else if (at().is(";"))
            take();
        else if (at().is("}"))
            return;
        if (!function.is_kernel && !function.on_device) {
            if (is_function) note_host_function(std::move(function), kept);
            return;
        }
        if (is_specialisation && !function.on_host)
            source_.device_only.emplace_back(all_.tokens[begin_].begin, all_.tokens[at_ - 1].end);
        if (!is_function || is_specialisation) return;
        const std::vector<Token> tokens = tokens_at(kept);
        function.begin = all_.tokens[begin_].begin;
        function.end = all_.tokens[at_ - 1].end;
        function.text = joined(range(begin_, last));
        function.line = all_.tokens[begin_].line;
        if (declarator(function, tokens)) add(std::move(function));
    }

    std::vector<Token> tokens_at(const std::vector<std::size_t>& places) const {
        std::vector<Token> tokens;
        tokens.reserve(places.size());
        for (std::size_t i : places)
            tokens.push_back(all_.tokens[i]);
        return tokens;
    }

    void note_host_function(Function function, const std::vector<std::size_t>& kept) {
        if (declarator(function, tokens_at(kept))) source_.host_functions.insert(function.qualified());
    }

    static bool names_a_class(const Token& token) {
        return token.is("struct") || token.is("class") || token.is("union") || token.is("enum");
    }

    bool is_type_definition(const std::vector<std::size_t>& kept) const {
        return std::any_of(kept.begin(), kept.end(),
                           [&](std::size_t i) { return names_a_class(all_.tokens[i]); });
    }

    /// Remembers the name of `struct Body`, `enum class Kind` or `struct __align__(16) Body`.
    void note_class() {
        std::size_t ahead = 1;
        while (names_a_class(at(ahead).token) || called_specifiers().contains(at(ahead).token.text) ||
               at(ahead).is("(") || at(ahead).is(")") || at(ahead).token.kind == Kind::number)
            ++ahead;
        const Token& name = at(ahead).token;
        if (name.kind != Kind::identifier) return;
        std::string text;
        for (const std::string& each : scope())
            text += each + "::";
        text += name.text;
        source_.classes.insert(text);
        if (!at().is("enum")) return;
        Words integer;
        if (at(ahead + 1).is(":"))
            for (ahead += 2; !at(ahead).is_end() && !at(ahead).is("{") && !at(ahead).is(";"); ++ahead)
                integer.emplace_back(at(ahead).token.text);
        else
            integer.emplace_back("int");
        source_.enums[text] = std::move(integer);
    }

    void alias(bool is_template) {
        Alias alias;
        alias.scope = scope();
        const bool is_using = at().is("using");
        const std::size_t begin = at_ + 1;
        skip_statement();
        if (is_template || at_ < begin + 3) return;
        Range tokens = range(begin, at_ - 1);
        if (is_using) {
            if (!tokens[1].is("=")) return; // using namespace, using ns::name
            alias.name = tokens[0].text;
            alias.type = words(tokens.subspan(2));
        } else {
            if (tokens.back().kind != Kind::identifier ||
                std::any_of(tokens.begin(), tokens.end(),
                            [](const Token& token) { return is_open(token) || token.is(","); }))
                return; // of a struct with its definition, of functions, of several names
            alias.name = tokens.back().text;
            alias.type = words(tokens.first(tokens.size() - 1));
        }
        source_.aliases.push_back(std::move(alias));
    }

    /// Reads the declaration's tokens without specifiers: `float3 cross ( … )`. False for what has no name
    /// that could be called.
    static bool declarator(Function& function, const std::vector<Token>& tokens) {
        const Range all(tokens);
        std::size_t open = 0;
        while (!all[open].is("("))
            ++open;
        const auto end_of = [&](std::size_t i) {
            int depth = 0;
            do {
                if (is_open(all[i])) ++depth;
                if (all[i].is(")") || all[i].is("]") || all[i].is("}")) --depth;
                ++i;
            } while (depth > 0 && i < all.size());
            return i;
        };
        std::size_t close = end_of(open);
        Range rest = all.subspan(close);
        const auto is_trailer = [](const Token& token) {
            return token.is("noexcept") || token.is("->") || token.is("requires") || token.is("const");
        };
        if (!rest.empty() && !is_trailer(rest[0])) {
            // A macro with arguments, which may be anything; the name is most likely before the last list.
            for (std::size_t i = close; i < all.size(); ++i)
                if (all[i].is("(")) {
                    if (open > 0 && function.problem.empty())
                        function.problem = "`" + joined(all.subspan(open - 1, close - open + 1)) +
                                           "` is not understood: it may be a macro";
                    open = i;
                    i = end_of(i) - 1;
                }
            close = end_of(open);
            rest = all.subspan(close);
            if (function.problem.empty())
                function.problem = "`" + joined(rest) + "` after its parameters is not understood";
        }
        if (open == 0 || all[open - 1].kind != Kind::identifier) return false;
        const Token& name = all[open - 1];
        std::size_t first = open - 1;
        while (first >= 2 && all[first - 1].is("::") && all[first - 2].kind == Kind::identifier)
            first -= 2;
        if (first > 0 && (all[first - 1].is("::") || all[first - 1].is("~"))) return false;
        function.is_qualified = first + 1 < open;
        for (std::size_t i = first; i + 1 < open; i += 2)
            function.scope.emplace_back(all[i].text);
        if (first == 0) return false; // a constructor, or a macro
        function.name = name.text;
        function.line = name.line;
        function.is_conditional = name.is_conditional;
        function.result = words(all.first(first));
        if (!rest.empty() && rest[0].is("->"))
            function.result = words(rest.subspan(1));
        else if (!rest.empty() && rest[0].is("requires") && !function.is_kernel && function.problem.empty())
            function.problem = "its `requires` is not understood";
        parameters(function, all.subspan(open + 1, close - open - 2), name.alternative);
        return true;
    }

    static void parameters(Function& function, Range tokens, uint32_t alternative) {
        const std::vector<Range> parts = split(tokens);
        if (parts.size() == 1 && parts[0].size() == 1 && parts[0][0].is("void")) return;
        for (Range part : parts) {
            if (part.empty()) {
                if (function.problem.empty()) function.problem = "a parameter of it is empty";
                continue;
            }
            function.parameters.push_back(parameter(part, alternative));
        }
    }

    /// Returns a parameter of a function whose name is in that alternative.
    static Parameter parameter(Range tokens, uint32_t alternative) {
        Parameter parameter;
        parameter.text = joined(tokens);
        parameter.line = tokens[0].line;
        for (std::size_t i = 0; i < tokens.size(); ++i)
            if (tokens[i].is("=")) {
                parameter.has_default = true;
                parameter.default_text = joined(tokens.subspan(i + 1));
                parameter.default_depends = tokens[i].alternative != alternative;
                for (const Token& token : tokens.subspan(i + 1)) {
                    parameter.default_value.emplace_back(token.text);
                    parameter.default_depends |=
                        token.is_of_conditional_macro || token.alternative != alternative;
                }
                tokens = tokens.first(i);
                break;
            }
        // `float X[]`, `float X[16]`: a pointer, whatever is in it.
        bool is_array = false;
        std::size_t bracket = 0;
        while (bracket < tokens.size() && !tokens[bracket].is("["))
            ++bracket;
        const bool is_attribute = bracket + 1 < tokens.size() && tokens[bracket + 1].is("[");
        if (bracket > 0 && bracket < tokens.size() && !is_attribute && tokens.back().is("]")) {
            std::size_t groups = 0;
            for (const Token& token : tokens.subspan(bracket))
                groups += token.is("[");
            const bool has_parentheses =
                std::any_of(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(bracket),
                            [](const Token& token) { return token.is("("); });
            if (groups == 1 && !has_parentheses) {
                is_array = true;
                tokens = tokens.first(bracket);
            }
        }
        // The name is a last identifier after a type: `unsigned n` has one, `unsigned int` and `ns::T` have
        // not.
        static const std::set<std::string_view> builtin = {
            "unsigned", "signed",     "int",   "short", "long",     "char",   "float",
            "double",   "bool",       "void",  "const", "volatile", "struct", "__restrict__",
            "restrict", "__restrict", "class", "enum",  "typename"};
        const auto is_name = [&](const Token& token) {
            return token.kind == Kind::identifier && !builtin.contains(token.text);
        };
        const std::size_t count = tokens.size();
        if (count > 1 && is_name(tokens[count - 1])) {
            bool has_type = false;
            for (const Token& token : tokens.first(count - 1))
                has_type =
                    has_type || is_name(token) ||
                    (builtin.contains(token.text) && !token.is("const") && !token.is("volatile") &&
                     !token.is("struct") && !token.is("class") && !token.is("enum") && !token.is("typename"));
            if (has_type && !tokens[count - 2].is("::")) {
                parameter.name = tokens[count - 1].text;
                tokens = tokens.first(count - 1);
            }
        }
        parameter.type = words(tokens);
        if (is_array) parameter.type.emplace_back("*");
        return parameter;
    }

    /// Adds a function. A declaration and its definition are one function.
    void add(Function function) {
        for (Function& known : source_.functions) {
            if (!has_same_head(known, function)) continue;
            const bool is_c = known.is_c || function.is_c;
            merge_defaults(known, function);
            if (function.is_defined && !known.is_defined) known = std::move(function);
            known.is_c = is_c;
            return;
        }
        source_.functions.push_back(std::move(function));
    }

    Source& source_;
    Tokens all_;
    std::size_t at_ = 0;
    std::size_t begin_ = 0; ///< of the declaration
    std::vector<Scope> scopes_;
    std::vector<int> opened_; ///< how many scopes each open brace has brought
};

} // namespace

std::string Function::qualified() const {
    std::string text;
    for (const std::string& each : scope)
        text += each + "::";
    return text + name;
}

Source read(std::string_view text) {
    Source source;
    bool is_first = true;
    for (Tokens& tokens : tokenize_readings(text)) {
        Source reading;
        Reader(std::move(tokens), reading).read();
        if (is_first)
            source = std::move(reading);
        else
            unite(source, std::move(reading));
        is_first = false;
    }
    source.includes = includes_of(text);
    return source;
}

} // namespace cudapy::cuda_text
