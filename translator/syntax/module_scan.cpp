// The top level of a module: signed functions are parsed, of the rest only the names that it binds are read.

#include "translator/syntax/identifiers.h"
#include "translator/syntax/module_names.h"
#include "translator/syntax/parser.h"
#include "translator/syntax/parser_state.h"
#include "translator/syntax/signature_comments.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace cudapy::syntax {

namespace {

class ModuleScan {
  public:
    ModuleScan(const SourceSet& sources, uint32_t file, const ParseOptions& options, diag::Sink& sink)
        : sources_(sources), file_(file), options_(options), sink_(sink),
          stream_(lex(sources.file(file), file, {options.every_function})),
          parser_(sources.file(file), file, stream_, nullptr) {}

    Module run() {
        for (LexError& error : stream_.file_errors)
            sink_.report(std::move(error.payload), error.span, std::move(error.labels));
        while (!at(TokenKind::end)) {
            block(false, 0);
            accept(TokenKind::dedent);
        }
        module_.names = names_.take();
        if (module_.functions.empty()) find_stray_signature();
        return std::move(module_);
    }

  private:
    using What = ModuleName::What;
    static constexpr int max_depth = 100;

    // ---- tokens
    const Token& token(uint32_t i) const {
        return stream_.tokens[std::min<std::size_t>(i, stream_.tokens.size() - 1)];
    }
    const Token& peek(uint32_t ahead = 0) const { return token(at_ + ahead); }
    template <typename Kind>
    bool at(Kind kind) const {
        return peek().is(kind);
    }
    template <typename Kind>
    bool accept(Kind kind) {
        if (!at(kind)) return false;
        advance();
        return true;
    }
    void advance() {
        if (at_ + 1 < stream_.tokens.size()) ++at_;
    }
    Span span(const Token& t) const { return {file_, t.begin, t.end}; }
    std::string name(const Token& t) const { return normalized_identifier(parser_.text(t)); }
    /// The index of the token behind this one, or behind the bracket that opens here.
    uint32_t next(uint32_t i) const {
        return token(i).is_opener() && token(i).match != Token::no_match ? token(i).match + 1 : i + 1;
    }
    bool ends_statement(uint32_t i) const {
        return token(i).is(TokenKind::newline) || token(i).is(Op::semicolon) || token(i).is(TokenKind::end);
    }

    void block(bool conditional, int depth);
    bool block_begins_here() const;
    void check_line(std::optional<Keyword> before);
    void check_clause(std::optional<Keyword> before);
    std::optional<Keyword> clause_here() const;
    uint32_t line_begin(uint32_t i) const;
    void report(diag::Payload payload, Span where);
    void statement(bool conditional, int depth);
    void compound(int depth);
    void simple_line(bool conditional);
    void simple(bool conditional);
    void import_names();
    void from_import();
    void assignment(bool conditional);
    void bind_targets(uint32_t begin, uint32_t end, uint32_t value_begin, uint32_t value_end,
                      bool conditional);
    ExprPtr silent_expression(uint32_t begin, uint32_t end);
    void reassign_names(uint32_t begin, uint32_t end);
    void class_definition(bool conditional, int depth);
    bool struct_decorator(uint32_t at);
    void struct_class(uint32_t begin, uint32_t end);
    void struct_line(StructClass& made);
    void skip_definition();
    void skip_line();
    void decorated(bool conditional);
    void function(uint32_t first_decorator, bool conditional);
    bool annotated_with_cudapy(uint32_t def) const;
    bool annotated_with_variables(uint32_t def) const;
    bool kernel_decorator(const Expr& decorator, Function& out) const;
    void find_stray_signature();
    void report_lexer_errors(uint32_t begin, uint32_t end, bool in_function);

    const SourceSet& sources_;
    uint32_t file_;
    const ParseOptions& options_;
    diag::Sink& sink_;
    TokenStream stream_;
    Parser parser_;
    uint32_t at_ = 0;
    ModuleNames names_;
    bool in_class_ = false;
    bool is_struct_ = false; ///< the class that comes next is one
    Module module_;
};

void ModuleScan::block(bool conditional, int depth) {
    std::optional<Keyword> before; // the clause that ends above the cursor
    while (!at(TokenKind::dedent) && !at(TokenKind::end)) {
        if (at(TokenKind::indent)) { // the block of a compound statement, or a slip
            if (!block_begins_here()) report(diag::UnexpectedIndent{}, span(peek(1)));
            if (depth >= max_depth) {
                parser_.seek(at_);
                parser_.skip_block();
                at_ = parser_.index();
                continue;
            }
            advance();
            block(true, depth + 1);
            accept(TokenKind::dedent);
        } else {
            const uint32_t begin = at_;
            check_line(before);
            before = clause_here();
            // What functions and classes hold is looked at where it is translated, and nowhere else.
            const bool definition =
                at(Op::at) || at(Keyword::def) || at(Keyword::async) || at(Keyword::class_);
            statement(conditional, depth);
            if (!definition && !options_.every_function)
                report_lexer_errors(line_begin(begin), peek().begin, false);
        }
    }
}

/// Whether the line before the cursor ends with a colon.
bool ModuleScan::block_begins_here() const {
    return at_ >= 2 && token(at_ - 1).is(TokenKind::newline) && token(at_ - 2).is(Op::colon);
}

/// The end of the logical line before this token.
uint32_t ModuleScan::line_begin(uint32_t i) const {
    for (; i > 0; --i) {
        if (token(i - 1).is(TokenKind::newline)) return token(i - 1).begin;
    }
    return 0;
}

/// Python's source of a function was compiled by Python: only a whole file is doubted here.
void ModuleScan::report(diag::Payload payload, Span where) {
    if (!options_.every_function) sink_.report(std::move(payload), where);
}

std::optional<Keyword> ModuleScan::clause_here() const {
    const Token& first = at(Keyword::async) ? peek(1) : peek();
    return first.is(TokenKind::keyword) ? std::optional(first.keyword()) : std::nullopt;
}

/// A line that can begin no statement has slipped out of a kernel, most likely, which would be cut short
/// without a word.
void ModuleScan::check_line(std::optional<Keyword> before) {
    const Token& first = peek();
    if (first.is(TokenKind::keyword)) return check_clause(before);
    if (!first.is(TokenKind::op) || options_.every_function) return;
    switch (first.op()) {
    case Op::left_paren:
    case Op::left_bracket:
    case Op::left_brace:
    case Op::plus:
    case Op::minus:
    case Op::tilde:
    case Op::at:
    case Op::ellipsis:
        return;
    case Op::star: // *a, b = c
        for (uint32_t i = at_; !ends_statement(i); i = next(i)) {
            if (token(i).is(Op::comma) || token(i).is(Op::assign)) return;
        }
        break;
    default:
        break;
    }
    parser_.set_sink(&sink_);
    parser_.seek(at_);
    parser_.refuse_line();
    parser_.set_sink(nullptr);
}

/// `else`, `elif`, `except` and `finally` belong to the statement that ends above them.
void ModuleScan::check_clause(std::optional<Keyword> before) {
    auto follows = [&](std::initializer_list<Keyword> owners) {
        return before && std::find(owners.begin(), owners.end(), *before) != owners.end();
    };
    bool good = true;
    switch (peek().keyword()) {
    case Keyword::elif:
        good = follows({Keyword::if_, Keyword::elif});
        break;
    case Keyword::else_:
        good = follows({Keyword::if_, Keyword::elif, Keyword::for_, Keyword::while_, Keyword::except});
        break;
    case Keyword::except:
        good = follows({Keyword::try_, Keyword::except});
        break;
    case Keyword::finally:
        good = follows({Keyword::try_, Keyword::except, Keyword::else_});
        break;
    default:
        break;
    }
    if (!good) report(diag::OrphanClause{std::string(parser_.text(peek()))}, span(peek()));
}

void ModuleScan::statement(bool conditional, int depth) {
    const Token& first = peek();
    if (first.is(Op::at)) return decorated(conditional);
    if (first.is(TokenKind::keyword)) {
        switch (first.keyword()) {
        case Keyword::def:
            return function(at_, conditional);
        case Keyword::async:
            if (peek(1).is(Keyword::def)) return function(at_, conditional);
            return compound(depth);
        case Keyword::class_:
            return class_definition(conditional, depth);
        case Keyword::if_:
        case Keyword::elif:
        case Keyword::else_:
        case Keyword::try_:
        case Keyword::except:
        case Keyword::finally:
        case Keyword::with:
        case Keyword::while_:
        case Keyword::for_:
            return compound(depth);
        default:
            break;
        }
    }
    simple_line(conditional);
}

/// A header up to its colon; its block is scanned like the module itself, with everything in it conditional.
void ModuleScan::compound(int) {
    uint32_t i = at_;
    bool target = false;
    for (; !ends_statement(i) && !token(i).is(Op::colon); i = next(i)) {
        if (token(i).is(Keyword::for_) || token(i).is(Keyword::as)) {
            target = true;
        } else if (token(i).is(Keyword::in) || token(i).is(Op::comma)) {
            target = target && !token(i).is(Keyword::in) && token(at_).is(Keyword::for_);
        } else if (target) {
            reassign_names(i, next(i));
        }
    }
    at_ = i;
    if (!accept(Op::colon)) return skip_line();
    if (!accept(TokenKind::newline)) simple_line(true);
}

void ModuleScan::simple_line(bool conditional) {
    while (!at(TokenKind::newline) && !at(TokenKind::end)) {
        uint32_t begin = at_;
        simple(conditional);
        while (!ends_statement(at_))
            at_ = next(at_);
        accept(Op::semicolon);
        if (at_ == begin) advance();
    }
    accept(TokenKind::newline);
}

void ModuleScan::skip_line() {
    while (!at(TokenKind::newline) && !at(TokenKind::end))
        at_ = next(at_);
    accept(TokenKind::newline);
}

/// "class" NAME [arguments] ":" block, of which the names that it binds are read.
void ModuleScan::class_definition(bool conditional, int depth) {
    const uint32_t begin = at_;
    skip_definition();
    const uint32_t end = at_;
    if (!token(begin + 1).is(TokenKind::name)) return;
    const bool is_struct = std::exchange(is_struct_, false);
    names_.bind(What::class_, name(token(begin + 1)), span(token(begin + 1)), conditional);
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

/// `@cp.struct`, or `@struct` where that is imported from cudapy.
bool ModuleScan::struct_decorator(uint32_t at) {
    const Token& first = token(at + 1);
    if (!token(at).is(Op::at) || !first.is(TokenKind::name)) return false;
    if (token(at + 2).is(Op::dot))
        return token(at + 3).is(TokenKind::name) && parser_.text(token(at + 3)) == "struct" &&
               token(at + 4).is(TokenKind::newline) && names_.is_cudapy(name(first));
    return token(at + 2).is(TokenKind::newline) && names_.is_cudapy_member(name(first), "struct");
}

/// The fields between a class's header and its end.
void ModuleScan::struct_class(uint32_t begin, uint32_t end) {
    using Problem = StructClass::Problem;
    StructClass made;
    made.name = name(token(begin + 1));
    made.name_span = span(token(begin + 1));
    at_ = begin + 2;
    if (at(Op::left_paren)) {
        if (!peek(1).is(Op::right_paren)) made.problems.push_back({Problem::What::base, span(peek(1)), ""});
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
    if (token(first).is(Keyword::def) || token(first).is(Keyword::async)) { // for Python alone
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
            made.problems.push_back({Problem::What::statement, where, ""});
    } else if (named && equal == begin + 1) {
        made.problems.push_back({Problem::What::no_annotation, where, name(token(begin))});
    } else {
        made.problems.push_back({Problem::What::statement, where, ""});
    }
    at_ = end;
    const bool has_block = !token(begin).is(TokenKind::name) && colon != 0;
    if (has_block) {
        at_ = begin;
        return skip_definition();
    }
    if (!accept(Op::semicolon)) accept(TokenKind::newline);
}

/// A line and its block, of which only `global` statements count.
void ModuleScan::skip_definition() {
    uint32_t begin = at_;
    parser_.seek(at_);
    parser_.skip_line();
    parser_.skip_block();
    at_ = parser_.index();
    for (const LexError& error : stream_.errors) { // this one hides all kernels below it
        const auto* string = error.payload.as<diag::UnterminatedString>();
        const bool here = error.span.begin >= token(begin).begin && error.span.begin < token(at_).begin;
        if (string && string->quote.size() == 3 && here) report(error.payload, error.span);
    }
    for (uint32_t i = begin; i < at_; ++i) {
        if (!token(i).is(Keyword::global)) continue;
        for (++i; token(i).is(TokenKind::name) || token(i).is(Op::comma); ++i) {
            if (token(i).is(TokenKind::name)) names_.declare_global(name(token(i)));
        }
    }
}

void ModuleScan::simple(bool conditional) {
    if (at(Keyword::import)) return import_names();
    if (at(Keyword::from)) return from_import();
    if (at(Keyword::del)) {
        uint32_t begin = at_;
        while (!ends_statement(at_))
            at_ = next(at_);
        return reassign_names(begin, at_);
    }
    assignment(conditional);
}

/// "import" dotted_name ["as" NAME] ("," …)*
void ModuleScan::import_names() {
    do {
        advance();
        if (!at(TokenKind::name)) return;
        const Token* bound = &peek();
        std::string path = name(peek());
        std::string first = path;
        advance();
        while (at(Op::dot) && peek(1).is(TokenKind::name)) {
            advance();
            path += "." + name(peek());
            advance();
        }
        if (at(Keyword::as) && peek(1).is(TokenKind::name)) {
            advance();
            bound = &peek();
            advance();
            names_.bind(What::module_import, name(*bound), span(*bound), false, path);
        } else {
            names_.bind(What::module_import, first, span(*bound), false, first);
        }
    } while (at(Op::comma));
}

/// "from" ("." | "...")* [dotted_name] "import" ["("] NAME ["as" NAME] ("," …)* [")"]
void ModuleScan::from_import() {
    advance();
    std::string path;
    for (; at(Op::dot) || at(Op::ellipsis) || at(TokenKind::name); advance())
        path += parser_.text(peek());
    if (!accept(Keyword::import)) return;
    if (!path.empty() && path.back() != '.') path += ".";
    accept(Op::left_paren);
    while (at(TokenKind::name)) {
        const Token* bound = &peek();
        std::string member = name(peek());
        advance();
        if (at(Keyword::as) && peek(1).is(TokenKind::name)) {
            bound = &peek(1);
            advance();
            advance();
        }
        names_.bind(What::member_import, name(*bound), span(*bound), false, path + member);
        if (!accept(Op::comma)) break;
    }
}

void ModuleScan::reassign_names(uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; ++i) {
        bool plain = token(i).is(TokenKind::name) && !token(i + 1).is(Op::dot) &&
                     !token(i + 1).is(Op::left_bracket) && (i == 0 || !token(i - 1).is(Op::dot));
        if (plain) names_.bind(What::reassigned, name(token(i)), span(token(i)), true);
    }
}

/// (targets "=")+ value | NAME ":" annotation ["=" value] | NAME augassign value
void ModuleScan::assignment(bool conditional) {
    uint32_t begin = at_;
    std::vector<uint32_t> equals;
    uint32_t colon = 0;
    uint32_t end = at_;
    for (; !ends_statement(end); end = next(end)) {
        const Token& t = token(end);
        if (t.is(Op::assign)) equals.push_back(end);
        if (t.is(Op::colon) && colon == 0 && equals.empty()) colon = end;
        bool augmented = t.is(TokenKind::op) && t.op() >= Op::plus_assign && t.op() <= Op::shift_right_assign;
        if (augmented && end == begin + 1) reassign_names(begin, end);
    }
    at_ = end;
    if (equals.empty()) return;
    uint32_t target = begin;
    for (uint32_t equal : equals) {
        uint32_t target_end = colon != 0 ? colon : equal;
        bind_targets(target, target_end, equals.back() + 1, end, conditional);
        target = equal + 1;
    }
}

void ModuleScan::bind_targets(uint32_t begin, uint32_t end, uint32_t value_begin, uint32_t value_end,
                              bool conditional) {
    if (end == begin + 1) {
        if (!token(begin).is(TokenKind::name)) return;
        ExprPtr value = silent_expression(value_begin, value_end);
        names_.bind(What::value, name(token(begin)), span(token(begin)), conditional, {}, std::move(value));
        return;
    }
    ExprPtr target = silent_expression(begin, end);
    if (!target || target->kind != ExprKind::tuple) {
        if (token(begin).is(Op::left_bracket)) reassign_names(begin, end); // [a, b] = …
        return;
    }
    const std::vector<ExprPtr>& places = as<Tuple>(*target).elements;
    bool all_names = std::all_of(places.begin(), places.end(),
                                 [](const ExprPtr& place) { return place->kind == ExprKind::name; });
    ExprPtr value = silent_expression(value_begin, value_end);
    bool pairwise = all_names && value && value->kind == ExprKind::tuple &&
                    as<Tuple>(*value).elements.size() == places.size();
    if (!pairwise) return reassign_names(begin, end);
    for (std::size_t i = 0; i < places.size(); ++i) {
        ExprPtr element = std::move(static_cast<Tuple&>(*value).elements[i]);
        names_.bind(What::value, as<Name>(*places[i]).id, places[i]->span, conditional, {},
                    std::move(element));
    }
}

/// The expression of exactly these tokens; null where they are none.
ExprPtr ModuleScan::silent_expression(uint32_t begin, uint32_t end) {
    parser_.seek(begin);
    parser_.set_sink(nullptr);
    try {
        ExprPtr value = parser_.star_expressions();
        return parser_.index() == end ? std::move(value) : nullptr;
    } catch (const SyntaxFailure&) {
        return nullptr;
    }
}

void ModuleScan::decorated(bool conditional) {
    uint32_t first = at_;
    bool is_struct = false;
    while (at(Op::at)) {
        is_struct = is_struct || struct_decorator(at_);
        skip_line();
    }
    if (at(Keyword::def) || (at(Keyword::async) && peek(1).is(Keyword::def)))
        return function(first, conditional);
    if (at(Keyword::class_)) {
        is_struct_ = is_struct;
        return statement(conditional, 0);
    }
    report(diag::ExpectedSyntax{"`def` or `class` after the decorator", parser_.describe(peek()), ""},
           span(peek()));
}

/// `@cp.kernel("…")`: the signature is added. True also for a bare `@cp.kernel` of an imported cudapy.
bool ModuleScan::kernel_decorator(const Expr& decorator, Function& out) const {
    const Expr* callee = &decorator;
    if (decorator.kind == ExprKind::call) callee = as<Call>(decorator).function.get();
    bool named = (callee->kind == ExprKind::name && as<Name>(*callee).id == "kernel") ||
                 (callee->kind == ExprKind::attribute && as<Attribute>(*callee).name == "kernel");
    bool imported = callee->kind == ExprKind::name && names_.is_cudapy_member(as<Name>(*callee).id, "kernel");
    if (named && callee->kind == ExprKind::attribute) {
        const Expr& owner = *as<Attribute>(*callee).value;
        imported = owner.kind == ExprKind::name && names_.is_cudapy(as<Name>(owner).id);
    }
    if (!named && !imported) return false;
    if (decorator.kind == ExprKind::call) {
        for (const Argument& argument : as<Call>(decorator).arguments) {
            bool wanted = argument.stars == 0 && (argument.keyword.empty() || argument.keyword == "sig");
            if (!wanted || argument.value->kind != ExprKind::string) continue;
            // The inside of the string: behind its prefix and quotes.
            Span where = argument.value->span;
            std::string_view text = sources_.text(where);
            std::size_t quote = text.find_first_of("'\"");
            std::size_t quotes =
                text.size() >= quote + 6 && text[quote + 1] == text[quote] && text[quote + 2] == text[quote]
                    ? 3
                    : 1;
            where.begin += static_cast<uint32_t>(quote + quotes);
            where.end -= static_cast<uint32_t>(quotes);
            out.signatures.push_back({SignatureText::Origin::decorator, where});
            return true;
        }
    }
    return imported;
}

/// Whether a parameter's annotation, or the one of the result, begins with something of an imported cudapy.
bool ModuleScan::annotated_with_cudapy(uint32_t def) const {
    if (!names_.imports_cudapy()) return false;
    for (uint32_t i = def; !token(i).is(TokenKind::newline) && !token(i).is(TokenKind::end); ++i) {
        if (!token(i).is(Op::colon) && !token(i).is(Op::arrow)) continue;
        const Token& root = token(i + 1);
        if (!root.is(TokenKind::name)) continue;
        if (names_.is_cudapy_member(name(root)) || (token(i + 2).is(Op::dot) && names_.is_cudapy(name(root))))
            return true;
    }
    return false;
}

/// Whether each annotation begins with a type variable, `Callable` or `tuple`, and there is a type variable.
bool ModuleScan::annotated_with_variables(uint32_t def) const {
    if (!names_.imports_cudapy()) return false;
    std::set<std::string> own; // `def scale[T](…)`
    uint32_t begin = def;
    while (!token(begin).is(Op::left_paren) && !token(begin).is(TokenKind::newline) &&
           !token(begin).is(TokenKind::end)) {
        const bool starts = token(begin).is(Op::left_bracket) || (token(begin).is(Op::comma) && !own.empty());
        if (starts && token(begin + 1).is(TokenKind::name)) own.insert(name(token(begin + 1)));
        ++begin;
    }
    bool any = false;
    for (uint32_t i = begin; !token(i).is(TokenKind::newline) && !token(i).is(TokenKind::end); ++i) {
        if (!token(i).is(TokenKind::name)) continue;
        const std::string id = name(token(i));
        const bool is_variable = own.count(id) != 0 || names_.is_type_variable(id);
        const bool is_root = token(i - 1).is(Op::colon) || token(i - 1).is(Op::arrow);
        if (is_root && !is_variable && id != "Callable" && id != "tuple" && id != "typing") return false;
        any = any || is_variable;
    }
    return any;
}

void ModuleScan::function(uint32_t first_decorator, bool conditional) {
    uint32_t def = at_;
    const Token& def_token = token(def);
    uint32_t name_at = def + (def_token.is(Keyword::async) ? 2 : 1);
    Function read; // what stands above the `def`
    HeaderRegion region;
    region.header = span(def_token);
    if (token(name_at).is(TokenKind::name)) region.name = name(token(name_at));
    if (in_class_) { // a method
        if (!region.name.empty()) names_.bind(What::function, region.name, span(token(name_at)), conditional);
        return skip_definition();
    }
    // Comments from the end of the statement before. Deeper ones at the start still belong to its block.
    uint32_t lower = line_begin(first_decorator);
    auto by_begin = [](const Comment& comment, uint32_t offset) { return comment.begin < offset; };
    auto comment = std::lower_bound(stream_.comments.begin(), stream_.comments.end(), lower, by_begin);
    uint32_t def_column = parser_.column(def_token.begin);
    for (; comment != stream_.comments.end() && comment->begin < def_token.begin; ++comment) {
        bool deeper = region.comments.empty() && parser_.column(comment->begin) > def_column;
        if (comment->own_line && !deeper) region.comments.push_back(*comment);
    }
    std::vector<uint32_t> broken_decorators;
    bool by_decorator = false;
    parser_.set_sink(nullptr);
    for (uint32_t i = first_decorator; i < def; i = parser_.index()) {
        parser_.seek(i);
        ExprPtr decorator = parser_.decorator();
        region.decorators.push_back({file_, token(i).begin, token(parser_.index() - 1).begin});
        if (decorator) {
            by_decorator |= kernel_decorator(*decorator, read);
            read.decorators.push_back(std::move(decorator));
        } else {
            broken_decorators.push_back(i);
        }
    }
    HeaderComments above = read_header_comments(sources_, region);
    for (Span where : above.signatures)
        read.signatures.push_back({SignatureText::Origin::comment, where});
    std::stable_sort(
        read.signatures.begin(), read.signatures.end(),
        [](const SignatureText& a, const SignatureText& b) { return a.span.begin < b.span.begin; });
    bool is_signed = by_decorator || !read.signatures.empty() || annotated_with_cudapy(def) ||
                     annotated_with_variables(def);
    if (read.signatures.empty() && above.of_another_name && !region.name.empty()) {
        sink_.report(diag::SignatureForAnotherName{above.of_another_name->function, region.name},
                     above.of_another_name->function_span);
    }
    if (!is_signed && !options_.every_function) {
        if (!region.name.empty()) names_.bind(What::function, region.name, span(token(name_at)), conditional);
        return skip_definition();
    }
    parser_.set_sink(&sink_);
    for (uint32_t i : broken_decorators) {
        parser_.seek(i);
        parser_.decorator();
    }
    parser_.seek(def);
    parser_.drop_comments_before(def_token.begin);
    std::optional<Function> parsed = parser_.function();
    uint32_t end = parser_.index();
    parser_.set_sink(nullptr);
    // A last string that never ends lies at the end of the text: take in what the end of the function
    // touches.
    report_lexer_errors(region.decorators.empty() ? def_token.begin : region.decorators.front().begin,
                        token(end).begin + (token(end).is(TokenKind::end) ? 1 : 0), true);
    at_ = std::max(end, def + 1);
    if (!parsed) return;
    std::vector<std::string> comments;
    for (const Comment* c : above.other)
        comments.push_back(parser_.comment_text(*c));
    std::move(parsed->comments_above.begin(), parsed->comments_above.end(), std::back_inserter(comments));
    parsed->comments_above = std::move(comments);
    parsed->decorators = std::move(read.decorators);
    parsed->signatures = std::move(read.signatures);
    module_.functions.push_back(std::move(*parsed));
}

void ModuleScan::find_stray_signature() {
    for (const Comment& comment : stream_.comments) {
        const Span where{file_, comment.begin, comment.end};
        std::string why = stray_signature(sources_.text(where));
        if (why.empty()) continue;
        module_.stray_signature = {where, std::move(why)};
        return;
    }
}

void ModuleScan::report_lexer_errors(uint32_t begin, uint32_t end, bool in_function) {
    auto by_begin = [](const LexError& error, uint32_t offset) { return error.span.begin < offset; };
    auto error = std::lower_bound(stream_.errors.begin(), stream_.errors.end(), begin, by_begin);
    for (; error != stream_.errors.end() && error->span.begin < end; ++error) {
        // A name that only Python reads is Python's business.
        if (!in_function && error->payload.as<diag::IdentifierForm>()) continue;
        sink_.report(error->payload, error->span, error->labels);
    }
}

} // namespace

Module parse_module(const SourceSet& sources, uint32_t file, const ParseOptions& options, diag::Sink& sink) {
    return ModuleScan(sources, file, options, sink).run();
}

Module parse_lambda(const SourceSet& sources, uint32_t file, uint32_t begin, const std::string& name,
                    diag::Sink& sink) {
    Module module;
    const TokenStream stream = lex(sources.file(file), file, {true});
    Parser parser(sources.file(file), file, stream, &sink);
    uint32_t at = 0;
    while (at + 1 < stream.tokens.size() && stream.tokens[at].begin < begin)
        ++at;
    parser.seek(at);
    try {
        ExprPtr value = parser.expression();
        if (value->kind == ExprKind::lambda) {
            Function& function = *as<Lambda>(*value).function;
            function.name = name;
            module.functions.push_back(std::move(function));
        }
    } catch (const SyntaxFailure&) { // reported
    }
    return module;
}

} // namespace cudapy::syntax
