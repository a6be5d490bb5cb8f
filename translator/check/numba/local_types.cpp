#include "translator/check/numba/local_types.h"

#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/report.h"
#include "translator/check/numba/number_types.h"
#include "translator/diagnostics/kinds/statement_kinds.h"

#include "translator/syntax/walk.h"

#include <algorithm>
#include <cmath>

namespace cudapy::checker::numba {

void join(Local& local, const Type* type, bool is_first) {
    const Type* both = local.assigned ? unified(local.assigned, type) : type;
    if (!both) { // what follows from it is reported where the value is stored
        local.poisoned = true;
        return;
    }
    local.assigned = both;
    if (is_first) local.variable->type = both; // what follows in this pass reads it
}

void settle_locals(Body& body) {
    for (auto& [symbol, local] : body.locals) {
        if (!local.assigned || local.fixed() || local.variable->type == local.assigned) continue;
        local.variable->type = local.assigned;
        body.inference.again = true;
    }
}

bool is_whole(const program::Expr& value) {
    constexpr double most = 1 << 24; // which a float32 counts up to
    if (value.kind == program::ExprKind::cast) return is_whole(*program::as<program::Cast>(value).operand);
    if (value.kind != program::ExprKind::literal || value.type->is_bool()) return false;
    const auto& literal = program::as<program::Literal>(value).value;
    if (const auto* integer = std::get_if<int64_t>(&literal))
        return static_cast<double>(*integer)<most&& static_cast<double>(*integer)> - most;
    const auto* number = std::get_if<double>(&literal);
    return number && *number == std::trunc(*number) && std::fabs(*number) < most;
}

namespace {

bool is_inside(Span inner, Span outer) {
    return outer.begin <= inner.begin && inner.end <= outer.end;
}

/// Returns whether the place is in the statement, or in one inside it. The span of a loop is that of its
/// head.
bool contains(const syntax::Stmt& stmt, Span place) {
    bool found = is_inside(place, stmt.span);
    syntax::visit_blocks(stmt, [&](const syntax::Block& block) {
        for (const auto& inner : block)
            found |= contains(*inner, place);
    });
    return found;
}

bool mentions(const Body& body, const syntax::Expr& expr, const Symbol& symbol) {
    bool found = false;
    syntax::visit_all(expr, [&](const syntax::Expr& part) { found |= body.symbols.of(part) == &symbol; });
    return found;
}

bool mentions(const Body& body, const syntax::Stmt& stmt, const Symbol& symbol) {
    bool found = false;
    syntax::visit_expressions(stmt, [&](const syntax::Expr& expr) { found |= mentions(body, expr, symbol); });
    syntax::visit_blocks(stmt, [&](const syntax::Block& block) {
        for (const auto& inner : block)
            found |= mentions(body, *inner, symbol);
    });
    return found;
}

/// Returns whether the statement is a loop at whose head what came before meets a value of the type of the
/// local: the loop assigns such a value, and goes on after that.
bool merges(const Body& body, const syntax::Stmt& stmt, const Symbol& symbol, const Local& local) {
    if (stmt.kind != syntax::StmtKind::for_ && stmt.kind != syntax::StmtKind::while_) return false;
    if (stmt.kind == syntax::StmtKind::for_) {
        const auto& loop = syntax::as<syntax::For>(stmt);
        if (mentions(body, *loop.iterable, symbol) || mentions(body, *loop.target, symbol)) return false;
    }
    bool leaves = false;
    syntax::visit_blocks(stmt, [&](const syntax::Block& block) {
        syntax::visit_statements(block, [&](const syntax::Stmt& inner) {
            leaves |= inner.kind == syntax::StmtKind::break_ || inner.kind == syntax::StmtKind::return_;
        });
    });
    return !leaves &&
           std::any_of(local.origins.begin(), local.origins.end(), [&](const Local::Origin& origin) {
               return origin.type == local.variable->type && !origin.is_whole && contains(stmt, origin.span);
           });
}

/// Returns whether a value that is assigned at `value` is read only where it has met what a loop assigns.
bool is_read_in_loop(const Body& body, const syntax::Block& block, Span value, const Symbol& symbol,
                     const Local& local) {
    for (std::size_t i = 0; i < block.size(); ++i) {
        if (!contains(*block[i], value)) continue;
        bool result = false, is_deeper = false;
        syntax::visit_blocks(*block[i], [&](const syntax::Block& inner) {
            for (const auto& stmt : inner)
                is_deeper |= contains(*stmt, value);
            result |= is_read_in_loop(body, inner, value, symbol, local);
        });
        if (is_deeper) return result;
        for (std::size_t next = i + 1; next < block.size(); ++next) {
            if (merges(body, *block[next], symbol, local)) return true;
            if (mentions(body, *block[next], symbol)) return false;
        }
        return false;
    }
    return false;
}

} // namespace

void report_mixed_types(Body& body) {
    const auto is_same = [](const Type* a, const Type* b) {
        const auto is_plain = [](const Type* type) { return type == Type::int32() || type == Type::int64(); };
        return a == b || (is_plain(a) && is_plain(b));
    };
    for (const auto& [symbol, local] : body.locals) {
        if (local.fixed()) continue;
        const Type* type = local.variable->type;
        for (const Local::Origin& origin : local.origins) {
            if (is_same(origin.type, type) || !origin.type->is_number()) continue;
            if (origin.is_whole && is_read_in_loop(body, body.info.syntax->body, origin.span, *symbol, local))
                continue;
            report(body,
                   diag::NoOther{"`" + symbol->name + "` with values of several types (`" + type->name() +
                                 "` in the end, and `" + origin.type->name() + "` here)"},
                   origin.span);
            break;
        }
    }
}

} // namespace cudapy::checker::numba
