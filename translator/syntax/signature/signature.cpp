#include "translator/syntax/signature/signature.h"

#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/diagnostics/kinds/tuple_kinds.h"
#include "translator/syntax/lex/identifiers.h"
#include "translator/syntax/signature/signature_types.h"

#include <algorithm>

namespace cudapy::syntax {

namespace {

struct NoSignature {}; ///< thrown once it was reported that the text is none

class SignatureParser {
  public:
    SignatureParser(const SourceSet& sources, Span where, diag::Sink& sink, std::vector<std::string> names,
                    const NamedType& named_type)
        : named_type_(named_type), names_(std::move(names)),
          text_(std::string_view(sources.file(where.file).text()).substr(0, where.end)), where_(where),
          sink_(sink), pos_(where.begin) {
        skip();
    }

    Signature signature();

  private:
    struct Word {
        std::string_view text; ///< empty where there is none
        Span span;
    };
    static constexpr int max_depth = 100;

    struct ParsedType {
        const Type* type = nullptr;
        Span span;
        std::string base; ///< as written, for help
    };

    char here() const { return pos_ < text_.size() ? text_[pos_] : '\0'; }
    bool done() const { return pos_ >= text_.size(); }
    Span from(uint32_t begin) const { return {where_.file, begin, std::max(begin, last_)}; }
    Span character() const { return {where_.file, pos_, pos_ + 1}; }

    /// Skips blanks, line ends and the `#` of continued comment lines.
    void skip() {
        bool line_begins = false;
        while (!done()) {
            char c = here();
            if (c == '\n' || c == '\r') {
                line_begins = true;
            } else if (c != ' ' && c != '\t' && c != '\f' && !(c == '#' && line_begins)) {
                break;
            } else if (c == '#') {
                line_begins = false;
            }
            ++pos_;
        }
    }
    Word peek_word() const {
        std::size_t end = identifier_end(text_, pos_);
        return {text_.substr(pos_, end - pos_), {where_.file, pos_, static_cast<uint32_t>(end)}};
    }
    Word take_word() {
        Word word = peek_word();
        pos_ = last_ = word.span.end;
        skip();
        return word;
    }
    bool accept(char c) {
        if (here() != c) return false;
        last_ = ++pos_;
        skip();
        return true;
    }
    [[noreturn]] void unexpected(std::string expected, std::string help = {});
    void error(diag::Payload payload, Span where) { sink_.report(std::move(payload), where); }

    ParsedType type(bool result);
    void base_type(ParsedType& parsed, bool result);
    void value_type(ParsedType& parsed);
    std::string unit_behind(std::string_view word);
    void tuple_type(ParsedType& parsed);
    std::vector<const Type*> type_list(bool& good);
    void skip_parentheses();
    void qualifiers();
    SignatureParameter parameter();
    void array_brackets(const ParsedType& type, const std::string& name, uint32_t begin, const Type*& out);

    const NamedType& named_type_;
    std::vector<std::string> names_; ///< of the function's parameters
    std::string_view text_;
    Span where_;
    diag::Sink& sink_;
    uint32_t pos_;
    uint32_t last_ = 0; ///< the end of what was taken last
    int depth_ = 0;     ///< of the types that are being read
};

void SignatureParser::unexpected(std::string expected, std::string help) {
    Word word = peek_word();
    Span where = word.span;
    std::string found = "the end of the signature";
    if (!word.text.empty()) {
        found = "`" + std::string(word.text) + "`";
    } else if (!done()) {
        std::size_t next = pos_;
        if (!decode_utf8(text_, next)) ++next;
        found = "`" + std::string(text_.substr(pos_, next - pos_)) + "`";
        where.end = static_cast<uint32_t>(next);
    } else {
        where = {where_.file, std::max(last_, where_.begin), std::max(last_, where_.begin)};
    }
    error(diag::MalformedSignature{std::move(expected), std::move(found), std::move(help)}, where);
    throw NoSignature{};
}

/// signature: [NAME ":"] type "(" [parameter ("," parameter)*] ")"
Signature SignatureParser::signature() {
    Signature result;
    uint32_t begin = pos_;
    Word name = peek_word();
    if (!name.text.empty()) {
        take_word();
        if (accept(':')) {
            result.function = normalized_identifier(name.text);
            result.function_span = name.span;
        } else {
            pos_ = begin;
        }
    }
    if (here() == '(') {
        // A tuple type of the result, or no result type at all.
        uint32_t opener = pos_;
        skip_parentheses();
        if (here() != '(') {
            pos_ = opener;
            unexpected("the type of the result",
                       "write the type of the result first, `void` where there is none: `void (…)`");
        }
        pos_ = opener;
    }
    ParsedType returned = type(true);
    result.result = returned.type;
    result.result_span = returned.span;
    if (returned.type && returned.type->is_array()) {
        error(diag::SignatureArrayResult{returned.type->name()}, returned.span);
        result.result = nullptr;
    }
    if (!accept('(')) unexpected("`(`");
    while (here() != ')') {
        result.parameters.push_back(parameter());
        const SignatureParameter& added = result.parameters.back();
        for (std::size_t i = 0; i + 1 < result.parameters.size() && !added.name.empty(); ++i) {
            if (result.parameters[i].name == added.name)
                error(diag::DuplicateSignatureName{added.name}, added.name_span);
        }
        bool lone_void = result.parameters.size() == 1 && added.name.empty() && here() == ')' && added.type &&
                         added.type->is_void();
        if (added.type && added.type->is_void()) {
            error(diag::SignatureVoidParameter{lone_void}, added.type_span);
            result.parameters.back().type = nullptr;
            if (lone_void) result.parameters.clear(); // as C means it
        }
        if (!accept(',')) break;
        if (here() == ')') unexpected("a type", "remove the comma before it");
    }
    if (!accept(')')) {
        std::string help;
        if (here() == ':') help = "the type is before the name: `float x`";
        if (here() == '=') help = "defaults are written in the function itself";
        unexpected("`,` or `)`", help);
    }
    result.span = from(begin);
    if (!done()) {
        bool arrow = here() == '-';
        unexpected("the end of the signature",
                   arrow           ? "the type of the result is first: `name : float (float x)`"
                   : here() == ';' ? "remove the `;`"
                                   : "put other words into a comment of their own");
    }
    return result;
}

/// Skips "(" … ")" with nested parentheses.
void SignatureParser::skip_parentheses() {
    int depth = 0;
    do {
        if (here() == '(') ++depth;
        if (here() == ')') --depth;
        last_ = ++pos_;
        skip();
    } while (depth > 0 && !done());
}

void SignatureParser::qualifiers() {
    while (true) {
        Word word = peek_word();
        std::string_view reason = qualifier_reason(word.text);
        if (word.text.empty() || reason.empty()) return;
        const bool is_name = std::find(names_.begin(), names_.end(), word.text) != names_.end();
        error(diag::CQualifier{std::string(word.text), std::string(reason), is_name}, word.span);
        take_word();
    }
}

/// base: "void" | "bool" | "int" | … | VARIABLE | "(" type ("," type)+ ")" ; with `result` false also
/// base "(" [type ("," type)*] ")", a function. What is none of ours is reported and leaves the type null
void SignatureParser::base_type(ParsedType& parsed, bool result) {
    value_type(parsed);
    if (result || here() != '(') return;
    bool good = true;
    const std::vector<const Type*> parameters = type_list(good);
    if (good && parsed.type) parsed.type = Type::function(parsed.type, parameters);
    if (!good) parsed.type = nullptr;
}

/// "(" [type ("," type)*] ")"
std::vector<const Type*> SignatureParser::type_list(bool& good) {
    std::vector<const Type*> types;
    accept('(');
    while (here() != ')') {
        const ParsedType each = type(true);
        if (each.type && each.type->is_void()) {
            error(diag::SignatureVoidParameter{false}, each.span);
            good = false;
        }
        good = good && each.type;
        types.push_back(each.type);
        if (!accept(',')) break;
    }
    if (!accept(')')) unexpected("`,` or `)`");
    return types;
}

/// "(" type ("," type)+ ")"
void SignatureParser::tuple_type(ParsedType& parsed) {
    const uint32_t begin = pos_;
    std::vector<const Type*> parts;
    bool good = true;
    accept('(');
    bool has_comma = false;
    do {
        if (here() == ')') break;
        const ParsedType part = type(true);
        if (part.type && (part.type->is_array() || part.type->is_void() || part.type->is_struct())) {
            error(diag::TuplePart{part.type->name()}, part.span);
            good = false;
        }
        good = good && part.type;
        parts.push_back(part.type);
        has_comma = here() == ',';
    } while (accept(','));
    if (!accept(')')) unexpected("`,` or `)`");
    parsed.base = std::string(text_.substr(begin, last_ - begin));
    if (parts.size() == 1 && !has_comma)
        error(diag::ShortTuple{parsed.base}, from(begin));
    else if (good)
        parsed.type = Type::tuple(parts);
}

/// Takes the unit after the name of a type of dates, `[D]`, and returns it; an empty text for none.
std::string SignatureParser::unit_behind(std::string_view word) {
    if ((word != "datetime64" && word != "timedelta64") || here() != '[') return {};
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    uint32_t end = pos_ + 1;
    while (end < text_.size() && is_letter(text_[end]))
        ++end;
    if (end == pos_ + 1 || end >= text_.size() || text_[end] != ']') return {};
    ++end;
    std::string unit(text_.substr(pos_, end - pos_));
    pos_ = last_ = end;
    skip();
    return unit;
}

void SignatureParser::value_type(ParsedType& parsed) {
    uint32_t begin = pos_;
    if (here() == '(') return tuple_type(parsed);
    Word word = peek_word();
    if (word.text.empty()) unexpected("a type");
    take_word();
    parsed.base = std::string(word.text);
    if (is_c_type_word(word.text)) {
        while (is_c_type_word(peek_word().text) || peek_word().text == "int" ||
               peek_word().text == "double") {
            parsed.base += " " + std::string(take_word().text);
        }
        diag::CType payload = c_type(parsed.base);
        parsed.base = payload.instead;
        error(std::move(payload), from(begin));
        return;
    }
    if (here() == '.') { // types have no module: `np.float32`
        std::string_view last;
        while (accept('.'))
            last = take_word().text;
        error(unusable_type(std::string(text_.substr(begin, last_ - begin)), last), from(begin));
        return;
    }
    parsed.type = word.text == "random_state" ? Type::random_state() : scalar_type_named(word.text);
    if (!parsed.type) parsed.type = vector_type_named(word.text);
    if (parsed.type) return;
    const std::string unit = unit_behind(word.text);
    parsed.base += unit;
    if (named_type_) {
        if (const auto named = named_type_(normalized_identifier(word.text) + unit, word.span)) {
            parsed.type = *named;
            return;
        }
    }
    if (is_type_variable(word.text))
        parsed.type = Type::variable(parsed.base);
    else
        error(unusable_type(parsed.base, word.text), word.span);
}

/// type: base ["*" | "[" ","+ "]"]
SignatureParser::ParsedType SignatureParser::type(bool result) {
    if (depth_ == max_depth) {
        error(diag::TooDeep{"type", max_depth}, character());
        throw NoSignature{};
    }
    ++depth_;
    qualifiers();
    ParsedType parsed;
    uint32_t begin = pos_;
    base_type(parsed, result);
    qualifiers();
    int stars = 0;
    while (accept('*')) {
        ++stars;
        Span before = from(begin);
        qualifiers();
        last_ = before.end;
    }
    parsed.span = from(begin);
    if (stars > 0 && parsed.type) {
        std::string written(text_.substr(begin, parsed.span.end - begin));
        if (stars > 2) {
            error(diag::TypeNotSupportedYet{written, "an array of arrays of arrays"}, parsed.span);
            parsed.type = nullptr;
        } else if (parsed.type->is_void()) {
            error(diag::VoidArray{}, parsed.span);
            parsed.type = nullptr;
        } else if (parsed.type->is_tuple() || parsed.type->is_function()) {
            error(diag::TypeNotSupportedYet{written, "an array of these"}, parsed.span);
            parsed.type = nullptr;
        } else if (stars == 2) {
            parsed.type = Type::lists(parsed.type);
        } else {
            parsed.type = Type::array(parsed.type);
        }
    }
    if (here() == '&') {
        Span where = character();
        while (accept('&')) {
        }
        Word name = peek_word();
        error(diag::CReference{parsed.base, name.text.empty() ? "x" : std::string(name.text)}, where);
        parsed.type = nullptr;
    }
    if (here() == '[') {
        array_brackets(parsed, "", begin, parsed.type);
        parsed.span = from(begin);
    }
    --depth_;
    return parsed;
}

/// `T[]` is an array, as `T*` is; `T[,]` is one of two dimensions, `T[,,]` of three; `T[10]` and `T X[]` are
/// C.
void SignatureParser::array_brackets(const ParsedType& parsed, const std::string& name, uint32_t begin,
                                     const Type*& out) {
    uint32_t opener = pos_;
    int commas = 0;
    bool others = false;
    accept('[');
    while (!done() && here() != ']') {
        commas += here() == ',';
        others |= here() != ',';
        last_ = ++pos_;
        skip();
    }
    if (!accept(']')) unexpected("`]`");
    const Type* element = out;
    out = nullptr;
    Word after = peek_word();
    const std::string named = !name.empty() ? name : std::string(after.text);
    if (commas == 0 && (!name.empty() || others)) {
        error(diag::CArrayParameter{parsed.base, named.empty() ? "X" : named}, from(opener));
        return;
    }
    const std::string brackets = "[" + std::string(static_cast<std::size_t>(commas), ',') + "]";
    if (!element) return; // what is wrong with it was said
    if (element->is_void()) {
        error(diag::VoidArray{}, from(begin));
    } else if (element->is_tuple() || element->is_function()) {
        error(diag::TypeNotSupportedYet{std::string(text_.substr(begin, last_ - begin)), "an array of these"},
              from(begin));
    } else if (element->is_array() || element->is_lists()) {
        error(
            diag::TypeNotSupportedYet{std::string(text_.substr(begin, last_ - begin)), "an array of arrays"},
            from(begin));
    } else if (!name.empty() || others) {
        error(diag::MisplacedBrackets{element->name() + brackets, named, others}, from(opener));
    } else if (commas + 1 > Type::max_rank) {
        error(diag::TooManyDimensions{element->name() + brackets, Type::max_rank}, from(begin));
    } else {
        out = Type::array(element, commas + 1);
    }
}

/// parameter: type [NAME]
SignatureParameter SignatureParser::parameter() {
    uint32_t begin = pos_;
    Word first = peek_word();
    if (!first.text.empty()) { // Python's order: `x: float`
        take_word();
        bool swapped = here() == ':';
        if (swapped)
            unexpected("`,` or `)`", "the type is before the name: `float " + std::string(first.text) + "`");
        pos_ = begin;
    }
    ParsedType parsed = type(false);
    SignatureParameter result{parsed.type, parsed.span, "", {}};
    Word name = peek_word();
    if (!name.text.empty()) {
        take_word();
        result.name = normalized_identifier(name.text);
        result.name_span = name.span;
        if (here() == '[') array_brackets(parsed, result.name, begin, result.type);
    }
    return result;
}

} // namespace

std::optional<Signature> parse_signature(const SourceSet& sources, Span where, diag::Sink& sink,
                                         std::vector<std::string> names, const NamedType& named_type) {
    try {
        return SignatureParser(sources, where, sink, std::move(names), named_type).signature();
    } catch (const NoSignature&) {
        return std::nullopt;
    }
}

} // namespace cudapy::syntax
