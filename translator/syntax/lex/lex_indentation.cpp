// The indentation of logical lines.

#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/syntax/lex/lexer_state.h"

#include <utility>

namespace cudapy::syntax {

/// Skips blank lines and lines with only a comment, up to the first token of a logical line, and gives the
/// INDENT or the DEDENTs that its indentation means.
void Lexer::start_line() {
    while (!done()) {
        Indentation column{0, 0};
        bool continued = false; // after a backslash the first line's indentation counts
        for (;; ++pos_) {
            char c = here();
            if (c == '\f') {
                column = {0, 0};
            } else if (c == ' ') {
                if (!continued) column = {column.column + 1, column.alternative + 1};
            } else if (c == '\t') {
                if (!continued) column = {(column.column / 8 + 1) * 8, column.alternative + 1};
            } else if (c == '\\' && (at(pos_ + 1) == '\n' || at(pos_ + 1) == '\r')) {
                continued = true;
                if (at(pos_ + 1) == '\r' && at(pos_ + 2) == '\n') ++pos_;
                ++pos_;
            } else {
                break;
            }
        }
        if (done()) return;
        if (here() == '#') {
            comment(true);
        } else if (at_newline()) {
            skip_newline();
        } else {
            apply_indentation(column);
            in_line_ = true;
            return;
        }
    }
}

void Lexer::apply_indentation(Indentation here_column) {
    if (indents_.empty()) {
        indents_.push_back(options_.indented ? here_column : Indentation{0, 0});
    }
    auto deeper = [](Indentation a, Indentation b) { return a.column > b.column; };
    Indentation& top = indents_.back();
    bool same = here_column.column == top.column;
    bool ambiguous = same ? here_column.alternative != top.alternative
                          : deeper(here_column, top) != (here_column.alternative > top.alternative) ||
                                here_column.alternative == top.alternative;
    if (here_column.column == 0) tabs_reported_ = false;
    if (ambiguous && !std::exchange(tabs_reported_, true))
        error(diag::InconsistentTabs{}, span(line_begin_, pos_));
    if (same) return;
    if (deeper(here_column, top)) {
        indents_.push_back(here_column);
        emit(TokenKind::indent, pos_, pos_);
        return;
    }
    while (indents_.size() > 1 && indents_.back().column > here_column.column) {
        Indentation outer = indents_[indents_.size() - 2];
        if (outer.column < here_column.column) {
            // Between two levels: taken for the inner one, which is what a slip of a blank most often means.
            if (!ambiguous) error(diag::InconsistentDedent{}, span(line_begin_, pos_));
            indents_.back() = here_column;
            return;
        }
        indents_.pop_back();
        emit(TokenKind::dedent, pos_, pos_);
    }
    // Left of where a text that is indented as a whole began: that is the new margin.
    if (indents_.back().column > here_column.column) indents_.back() = here_column;
}

} // namespace cudapy::syntax
