#include "translator/lower/checked/instrument_lines.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <map>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

class LineInstrumentation {
  public:
    LineInstrumentation(Function& function, int first_element)
        : function_(function), lines_{function.span, {}, first_element} {}

    CoveredLines run() {
        visit_statements(function_.body, [&](const Stmt& stmt) {
            if (is_note(stmt)) number_of(stmt.span);
        });
        if (lines_.lines.empty()) return std::move(lines_);
        row_ = function_.add_variable("line", Type::int32(), VariableRole::temporary, function_.span);
        rewrite_statements(function_.body,
                           [&](StmtPtr stmt, Block& out) { statement(std::move(stmt), out); });
        Block begin;
        begin.push_back(
            make_assign(row_, make_int(Type::int32(), lines_.first_element, function_.span), function_.span));
        put_first(function_.body, std::move(begin));
        if (function_.result->is_void() && function_.body.back()->kind != StmtKind::return_)
            function_.body.push_back(note(lines_.columns() - 1, function_.span));
        return std::move(lines_);
    }

  private:
    static bool is_note(const Stmt& stmt) {
        if (stmt.kind != StmtKind::evaluate) return false;
        const Expr& value = *as<Evaluate>(stmt).value;
        return value.kind == ExprKind::helper_call && as<HelperCall>(value).helper == Helper::cover_line;
    }

    static void put_first(Block& block, Block first) {
        block.insert(block.begin(), std::make_move_iterator(first.begin()),
                     std::make_move_iterator(first.end()));
    }

    int number_of(Span line) {
        const auto [found, is_new] = numbers_.try_emplace(line.begin, static_cast<int>(lines_.lines.size()));
        if (is_new) lines_.lines.push_back(line);
        return found->second;
    }

    StmtPtr note(int number, Span span) const {
        return std::make_unique<Evaluate>(span, make_helper_call(Helper::cover_line, Type::int32(), span,
                                                                 make_ref(row_, span),
                                                                 make_int(Type::int32(), number, span)));
    }

    /// Notes that the line runs after the one before.
    void cover(Span line, Block& out) {
        const int number = number_of(line);
        out.push_back(note(number, line));
        const int row = lines_.first_element + (number + 1) * lines_.columns();
        out.push_back(make_assign(row_, make_int(Type::int32(), row, line), line));
    }

    /// Python goes back to the head of a loop for each iteration and for its end.
    void loop(Span head, Block& body, Block& else_body) {
        for (Block* block : {&body, &else_body}) {
            Block again;
            cover(head, again);
            put_first(*block, std::move(again));
        }
    }

    void statement(StmtPtr stmt, Block& out) {
        if (is_note(*stmt)) return cover(stmt->span, out);
        switch (stmt->kind) {
        case StmtKind::while_: {
            auto& made = as<While>(*stmt);
            if (!made.test.empty() && !constant_value(*made.condition))
                loop(made.span, made.body, made.else_body);
            break;
        }
        case StmtKind::for_range: {
            auto& made = as<ForRange>(*stmt);
            if (!made.iterable.empty()) loop(made.span, made.body, made.else_body);
            break;
        }
        case StmtKind::for_each: {
            auto& made = as<ForEach>(*stmt);
            if (!made.iterable.empty()) loop(made.span, made.body, made.else_body);
            break;
        }
        case StmtKind::return_:
            out.push_back(note(lines_.columns() - 1, stmt->span));
            break;
        default:
            break;
        }
        out.push_back(std::move(stmt));
    }

    Function& function_;
    CoveredLines lines_;
    std::map<uint32_t, int> numbers_; ///< of lines, by where their statements begin
    Variable* row_ = nullptr;         ///< the first element of the row of the line that has run last
};

} // namespace

void instrument_lines(Program& program) {
    for (const auto& function : program.functions) {
        if (function->foreign) continue;
        CoveredLines lines = LineInstrumentation(*function, program.covered_elements).run();
        if (lines.lines.empty()) continue;
        program.covered_elements += (lines.columns()) * lines.columns();
        program.covered_lines.push_back(std::move(lines));
    }
}

} // namespace cudapy::lower
