// Names that a module binds by imports and assignments.

#include "translator/syntax/module/module_scan.h"

namespace cudapy::syntax {

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
            names_.bind(Kind::module_import, name(*bound), span(*bound), false, path);
        } else {
            names_.bind(Kind::module_import, first, span(*bound), false, first);
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
        names_.bind(Kind::member_import, name(*bound), span(*bound), false, path + member);
        if (!accept(Op::comma)) break;
    }
}

void ModuleScan::reassign_names(uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; ++i) {
        bool plain = token(i).is(TokenKind::name) && !token(i + 1).is(Op::dot) &&
                     !token(i + 1).is(Op::left_bracket) && (i == 0 || !token(i - 1).is(Op::dot));
        if (plain) names_.bind(Kind::reassigned, name(token(i)), span(token(i)), true);
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
        names_.bind(Kind::value, name(token(begin)), span(token(begin)), conditional, {}, std::move(value));
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
        names_.bind(Kind::value, as<Name>(*places[i]).id, places[i]->span, conditional, {},
                    std::move(element));
    }
}

/// Returns the expression that consists of exactly these tokens, or null if they are none.
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

} // namespace cudapy::syntax
