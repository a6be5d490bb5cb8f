// Functions of a module, which are parsed where something gives them a signature.

#include "translator/diagnostics/kinds/name_kinds.h"
#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/support/parallel.h"
#include "translator/syntax/decorators.h"
#include "translator/syntax/module/module_scan.h"
#include "translator/syntax/signature/signature_comments.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudapy::syntax {

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

/// Returns whether a decorator is `@cp.kernel("…")`, and adds its signature. It is also true for a bare
/// `@cp.kernel` of an imported cudapy.
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
            // The inside of the string: after its prefix and quotes.
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

namespace {

/// Takes away the empty lines of comments that set the signature apart from the rest: those at both ends, and
/// all but one of several.
void drop_empty_ends(std::vector<std::string>& lines) {
    const auto are_empty = [](const std::string& a, const std::string& b) { return a.empty() && b.empty(); };
    lines.erase(std::unique(lines.begin(), lines.end(), are_empty), lines.end());
    if (!lines.empty() && lines.front().empty()) lines.erase(lines.begin());
    if (!lines.empty() && lines.back().empty()) lines.pop_back();
}

/// Returns the names in an annotation in quotes, `"cp.Array[T]"`.
std::vector<std::string> names_in_quotes(std::string_view literal) {
    std::vector<std::string> names;
    std::string name;
    const std::size_t open = literal.find_first_of("'\"");
    for (const char c : literal.substr(std::min(open, literal.size()))) {
        const bool is_part = c == '_' || std::isalnum(static_cast<unsigned char>(c)) || (c & 0x80) != 0;
        if (is_part && (!name.empty() || !std::isdigit(static_cast<unsigned char>(c)))) {
            name += c;
        } else if (!name.empty()) {
            names.push_back(std::exchange(name, {}));
        }
    }
    return names;
}

} // namespace

/// Returns whether the annotation of a parameter or of the result begins with a name from an imported cudapy.
bool ModuleScan::annotated_with_cudapy(uint32_t def) const {
    if (!names_.imports_cudapy()) return false;
    for (uint32_t i = def; !token(i).is(TokenKind::newline) && !token(i).is(TokenKind::end); ++i) {
        if (!token(i).is(Op::colon) && !token(i).is(Op::arrow)) continue;
        const Token& root = token(i + 1);
        if (root.is(TokenKind::string)) {
            const std::string_view text = parser_.text(root);
            const std::vector<std::string> names = names_in_quotes(text);
            if (names.empty()) continue;
            const bool has_dot = text.find(names[0] + ".") != text.npos;
            if (names_.is_cudapy_member(names[0]) || (has_dot && names_.is_cudapy(names[0]))) return true;
            continue;
        }
        if (!root.is(TokenKind::name)) continue;
        if (names_.is_cudapy_member(name(root)) || (token(i + 2).is(Op::dot) && names_.is_cudapy(name(root))))
            return true;
    }
    return false;
}

/// Returns whether each annotation begins with a type variable, `Callable` or `tuple`, and there is a type
/// variable.
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
        std::vector<std::string> names;
        if (token(i).is(TokenKind::name)) names = {name(token(i))};
        if (token(i).is(TokenKind::string)) names = names_in_quotes(parser_.text(token(i)));
        bool is_root = token(i - 1).is(Op::colon) || token(i - 1).is(Op::arrow);
        for (const std::string& id : names) {
            const bool is_variable = own.count(id) != 0 || names_.is_type_variable(id);
            const bool may_be_root =
                is_variable || id == "Callable" || id == "tuple" || id == "typing" || id == "None";
            if (std::exchange(is_root, false) && !may_be_root) return false;
            any = any || is_variable;
        }
    }
    return any;
}

void ModuleScan::function(uint32_t first_decorator, bool conditional) {
    uint32_t def = at_;
    const Token& def_token = token(def);
    uint32_t name_at = def + (def_token.is(Keyword::async) ? 2 : 1);
    Function read; // what is above the `def`
    HeaderRegion region;
    region.header = span(def_token);
    if (token(name_at).is(TokenKind::name)) region.name = name(token(name_at));
    if (in_class_) { // a method
        if (!region.name.empty()) names_.bind(Kind::function, region.name, span(token(name_at)), conditional);
        return skip_function(def);
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
    bool is_unmarked = false;
    for (const Comment* each : above.other) {
        if (is_signed || options_.is_signed) break;
        if (const auto unmarked = unmarked_signature(sources_, file_, *each, region.name)) {
            sink_.report(diag::UnmarkedSignature{region.name, unmarked->example}, unmarked->span);
            is_unmarked = true;
        }
    }
    const bool comes_along = !is_signed && !options_.every_function;
    if (comes_along) {
        if (!region.name.empty()) {
            names_.bind(Kind::function, region.name, span(token(name_at)), conditional);
            const bool is_itself =
                broken_decorators.empty() &&
                std::all_of(read.decorators.begin(), read.decorators.end(),
                            [](const ExprPtr& decorator) { return derivative_rule(*decorator).name; });
            if (!is_itself) names_.mark_decorated(region.name);
        }
        if (!options_.functions.count(region.name)) return skip_function(def + 1);
    }
    if (options_.names_only) {
        names_.define(region.name);
        return skip_definition();
    }
    parser_.set_sink(&sink_);
    for (uint32_t i : broken_decorators) {
        parser_.seek(i);
        parser_.decorator();
    }
    parser_.set_sink(nullptr);
    Parsed made;
    if (auto ahead = ahead_.extract(def))
        made = std::move(ahead.mapped());
    else
        parse(parser_, def, made);
    sink_.append(std::move(made.sink));
    std::optional<Function>& parsed = made.function;
    const uint32_t end = made.end;
    // A last string that never ends lies at the end of the text: take in what the end of the function
    // touches.
    report_lexer_errors(region.decorators.empty() ? def_token.begin : region.decorators.front().begin,
                        token(end).begin + (token(end).is(TokenKind::end) ? 1 : 0), true);
    at_ = std::max(end, def + 1);
    if (!parsed) return;
    std::vector<std::string> comments;
    for (const Comment* c : above.other)
        comments.push_back(parser_.comment_text(*c));
    drop_empty_ends(comments);
    std::move(parsed->comments_above.begin(), parsed->comments_above.end(), std::back_inserter(comments));
    parsed->comments_above = std::move(comments);
    parsed->comes_along = comes_along;
    parsed->is_unmarked = is_unmarked;
    parsed->decorators = std::move(read.decorators);
    parsed->signatures = std::move(read.signatures);
    if (!parsed->comes_along) names_.define(parsed->name);
    module_.functions.push_back(std::move(*parsed));
}

void ModuleScan::parse(Parser& parser, uint32_t def, Parsed& out) const {
    parser.set_sink(&out.sink);
    parser.seek(def);
    parser.drop_comments_before(token(def).begin);
    out.function = parser.function();
    out.end = parser.index();
    parser.set_sink(nullptr);
}

void ModuleScan::parse_ahead() {
    constexpr std::size_t of_piece = 16;
    std::vector<uint32_t> defs; // in lines of their own that are not indented, below a comment
    auto comment = stream_.comments.begin();
    uint32_t line = 0; // where the line before ends
    int depth = 0;
    for (uint32_t i = 0; i < stream_.tokens.size(); ++i) {
        depth += int(token(i).is(TokenKind::indent)) - int(token(i).is(TokenKind::dedent));
        if (token(i).is(TokenKind::newline)) line = token(i).begin;
        if (depth > 0 || !token(i).is(Keyword::def) || (i > 0 && token(i - 1).is(Keyword::async))) continue;
        while (comment != stream_.comments.end() && comment->begin < line)
            ++comment;
        if (comment != stream_.comments.end() && comment->begin < token(i).begin) defs.push_back(i);
    }
    if (defs.size() < 2 * of_piece) return;
    std::vector<Parsed> parsed(defs.size());
    in_parallel((defs.size() - 1) / of_piece + 1, [&](std::size_t piece) {
        Parser parser(sources_.file(file_), file_, stream_, nullptr);
        if (options_.inner_functions) parser.keep_inner_functions();
        for (std::size_t i = piece * of_piece; i < std::min((piece + 1) * of_piece, defs.size()); ++i)
            parse(parser, defs[i], parsed[i]);
    });
    for (std::size_t i = 0; i < defs.size(); ++i)
        ahead_.emplace(defs[i], std::move(parsed[i]));
}

/// Returns whether annotations, a comment above it or a decorator give a function that is skipped a
/// signature.
bool ModuleScan::is_signed_inside(uint32_t def) const {
    if (annotated_with_cudapy(def)) return true;
    uint32_t first = def; // of its decorators
    for (uint32_t i = def; i > 0 && token(i - 1).is(TokenKind::newline);) {
        uint32_t begin = i - 1;
        while (begin > 0 && !token(begin - 1).is(TokenKind::newline) &&
               !token(begin - 1).is(TokenKind::indent) && !token(begin - 1).is(TokenKind::dedent))
            --begin;
        if (!token(begin).is(Op::at)) break;
        for (uint32_t at = begin; at < i; ++at) {
            const bool is_kernel = token(at).is(TokenKind::name) && name(token(at)) == "kernel";
            if (is_kernel && names_.imports_cudapy()) return true;
        }
        first = i = begin;
    }
    HeaderRegion region;
    region.header = span(token(def));
    region.name = name(token(def + 1));
    const uint32_t lower = line_begin(first);
    for (const Comment& comment : stream_.comments)
        if (comment.own_line && comment.begin >= lower && comment.begin < token(def).begin)
            region.comments.push_back(comment);
    return !read_header_comments(sources_, region).signatures.empty();
}

/// Skips a function that is not parsed. Signed functions inside it are kernels of nobody's; so is the
/// function itself where `begin` is its `def`.
void ModuleScan::skip_function(uint32_t begin) {
    skip_definition();
    if (options_.every_function) return;
    for (uint32_t i = begin; i < at_; ++i)
        if (token(i).is(Keyword::def) && token(i + 1).is(TokenKind::name) && is_signed_inside(i))
            module_.inner_functions.push_back({name(token(i + 1)), span(token(i + 1))});
}

void ModuleScan::find_stray_signature() {
    for (const Comment& comment : stream_.comments) {
        const Span where{file_, comment.begin, comment.end};
        std::string reason = stray_signature(sources_.text(where));
        if (reason.empty()) continue;
        module_.stray_signature = {where, std::move(reason)};
        return;
    }
}

} // namespace cudapy::syntax
