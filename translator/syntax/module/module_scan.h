#pragma once
// The reader of the top level of a module, which parse_module (parser.h) uses. It parses signed functions.
// From the rest it reads only the names that are bound: names in scan_names.cpp, classes in scan_classes.cpp,
// functions in scan_functions.cpp.

#include "translator/syntax/lex/identifiers.h"
#include "translator/syntax/module/module_names.h"
#include "translator/syntax/parse/parser.h"
#include "translator/syntax/parse/parser_state.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cudapy::syntax {

class ModuleScan {
  public:
    ModuleScan(const SourceSet& sources, uint32_t file, const ParseOptions& options, diag::Sink& sink)
        : sources_(sources), file_(file), options_(options), sink_(sink),
          stream_(lex(sources.file(file), file, {options.every_function})),
          parser_(sources.file(file), file, stream_, nullptr) {
        if (options.inner_functions) parser_.keep_inner_functions();
    }

    Module run() {
        for (LexError& error : stream_.file_errors)
            sink_.report(std::move(error.payload), error.span, std::move(error.labels));
        if (!options_.names_only) parse_ahead();
        while (!at(TokenKind::end)) {
            block(false, 0);
            accept(TokenKind::dedent);
        }
        for (Function& each : module_.functions)
            each.is_rebound = names_.is_rebound(each.name);
        module_.names = names_.take();
        if (module_.functions.empty()) find_stray_signature();
        return std::move(module_);
    }

  private:
    using Kind = ModuleName::Kind;
    static constexpr int max_depth = 100;

    // ---- tokens
    const Token& token(uint32_t i) const {
        return stream_.tokens[std::min<std::size_t>(i, stream_.tokens.size() - 1)];
    }
    const Token& peek(uint32_t ahead = 0) const { return token(at_ + ahead); }
    template <typename Expected>
    bool at(Expected kind) const {
        return peek().is(kind);
    }
    template <typename Expected>
    bool accept(Expected kind) {
        if (!at(kind)) return false;
        advance();
        return true;
    }
    void advance() {
        if (at_ + 1 < stream_.tokens.size()) ++at_;
    }
    Span span(const Token& t) const { return {file_, t.begin, t.end}; }
    std::string name(const Token& t) const { return normalized_identifier(parser_.text(t)); }
    /// Returns the index of the token after this one, or after the bracket that opens here.
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
    /// A function of the module.
    struct Parsed {
        std::optional<Function> function; ///< nothing if its header is too broken
        uint32_t end = 0;                 ///< the token after it
        diag::Sink sink;
    };
    /// Parses in several threads the functions of a long module that seem to have signatures.
    void parse_ahead();
    /// Parses the function at a `def`.
    void parse(Parser& parser, uint32_t def, Parsed& out) const;
    bool annotated_with_cudapy(uint32_t def) const;
    bool annotated_with_variables(uint32_t def) const;
    bool kernel_decorator(const Expr& decorator, Function& out) const;
    void find_stray_signature();
    bool is_signed_inside(uint32_t def) const;
    void skip_function(uint32_t def);
    void report_lexer_errors(uint32_t begin, uint32_t end, bool in_function);

    const SourceSet& sources_;
    uint32_t file_;
    const ParseOptions& options_;
    diag::Sink& sink_;
    TokenStream stream_;
    Parser parser_;
    std::unordered_map<uint32_t, Parsed> ahead_; ///< by the token of the `def`
    uint32_t at_ = 0;
    ModuleNames names_;
    bool in_class_ = false;
    bool is_struct_ = false; ///< the next class is a struct
    Module module_;
};

} // namespace cudapy::syntax
