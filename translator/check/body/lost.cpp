#include "translator/check/body/lost.h"

#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <map>

namespace cudapy::checker {

namespace {

/// The places where a variable is assigned and read, as numbers that count statements. A read in a loop
/// counts at the loop's end, since it comes again after everything in the loop.
struct Places {
    int last_read = -1;
    int first_write = -1;
    Span write;
    bool is_plain = true; ///< each is `a += value`, or `a = value` with a value that does nothing else
};

bool is_loop(const syntax::Stmt& stmt) {
    return stmt.kind == syntax::StmtKind::while_ || stmt.kind == syntax::StmtKind::for_;
}

class LostValues {
  public:
    explicit LostValues(Body& body) : body_(body) {}

    void run() {
        number(body_.info.syntax->body);
        visit(body_.info.syntax->body, -1);
        for (const auto& [symbol, places] : places_)
            if (places.first_write >= 0 && places.last_read < places.first_write && places.is_plain)
                report(*symbol, places.write);
    }

  private:
    void report(const Symbol& symbol, Span write) {
        const Local& local = body_.locals.at(&symbol);
        const program::Variable& variable = *local.variable;
        if (symbol.name.starts_with("_") || !variable.type->is_number() || variable.is_one() ||
            local.is<Local::Captured>() || local.is<Local::DeclaredArray>() ||
            is_in_annotation(symbol.name) || is_read_in_dead_code(symbol.name))
            return;
        auto& known = body_.context.lost_variables;
        if (std::none_of(known.begin(), known.end(), [&](const auto& each) { return each.write == write; }))
            known.push_back({symbol.name, symbol.is_given, write, variable.span});
    }

    /// Returns whether the name is in an annotation. This depends on the text, because the names in
    /// annotations have no symbols.
    bool is_in_annotation(const std::string& name) const {
        bool found = false;
        syntax::visit_statements(body_.info.syntax->body, [&](const syntax::Stmt& stmt) {
            if (stmt.kind != syntax::StmtKind::annotated_assign) return;
            const Span span = syntax::as<syntax::AnnotatedAssign>(stmt).annotation->span;
            found = found || body_.context.sources.text(span).find(name) != std::string_view::npos;
        });
        return found;
    }

    /// Returns whether the user wrote readings of the name that were left out.
    bool is_read_in_dead_code(const std::string& name) const {
        const syntax::Function* written = body_.info.as_written;
        return written && written != body_.info.syntax &&
               readings(written->body, name) > readings(body_.info.syntax->body, name);
    }

    static int readings(const syntax::Block& block, const std::string& name) {
        int count = 0;
        syntax::visit_statements(block, [&](const syntax::Stmt& stmt) {
            syntax::visit_values(stmt, [&](const syntax::Expr& expr) {
                syntax::visit_all(expr, [&](const syntax::Expr& part) {
                    count += part.kind == syntax::ExprKind::name && syntax::as<syntax::Name>(part).id == name;
                });
            });
        });
        return count;
    }

    /// Counts the statements, and notes the last one of each loop.
    void number(const syntax::Block& block) {
        for (const syntax::StmtPtr& stmt : block) {
            ++count_;
            syntax::visit_blocks(*stmt, [&](const syntax::Block& inner) { number(inner); });
            if (is_loop(*stmt)) ends_[stmt.get()] = count_;
        }
    }

    void read(const syntax::Expr& expr, int place, const Symbol* but = nullptr) {
        bool is_late = false; // a lambda in it reads when it is called
        found_.clear();
        syntax::visit_all(expr, [&](const syntax::Expr& part) {
            is_late = is_late || part.kind == syntax::ExprKind::lambda;
            if (part.kind == syntax::ExprKind::name) found_.push_back(body_.symbols.of(part));
        });
        if (is_late) {
            place = count_;
            body_.symbols.visit(
                expr, [&](const Symbol& symbol, const syntax::Name&) { found_.push_back(&symbol); });
        }
        for (const Symbol* symbol : found_) {
            if (!symbol || symbol == but) continue;
            Places& places = places_[symbol];
            places.last_read = std::max(places.last_read, place);
        }
    }

    /// Returns whether evaluating it does something besides giving a value.
    bool does_something(const syntax::Expr& expr) const {
        bool does = false;
        syntax::visit_all(expr, [&](const syntax::Expr& part) {
            if (part.kind != syntax::ExprKind::call || does) return;
            const auto callee = entity(body_, *syntax::as<syntax::Call>(part).function);
            does = !callee || !(callee->kind == Entity::Kind::type ||
                                (callee->kind == Entity::Kind::builtin && callee->builtin &&
                                 callee->builtin->special == Special::none));
        });
        return does;
    }

    /// Notes `x = value`, or with `adds` `x += value`. A call is often made for what it does, with a name for
    /// the rest, but nobody adds a value to a name for that.
    void write(const syntax::Expr& target, const syntax::Expr& value, bool adds = false) {
        const Symbol* symbol = body_.symbols.of(target);
        if (!symbol || !body_.locals.count(symbol)) return;
        Places& places = places_[symbol];
        if (places.first_write < 0) {
            places.first_write = now_;
            places.write = target.span;
        }
        places.is_plain = places.is_plain && (adds || !does_something(value));
    }

    /// Notes `x += y`, which may read another variable than it writes.
    void change(const syntax::AugmentedAssign& stmt, int place) {
        if (const syntax::Name* name = body_.dialect.locals.read_by(body_, stmt))
            read(*name, place, body_.symbols.of(*stmt.target));
        write(*stmt.target, *stmt.value, true);
    }

    /// Notes the reads and writes of a block. `loop_end` is the place at which reads in the outermost loop
    /// around the block count, or -1 outside of loops.
    void visit(const syntax::Block& block, int loop_end) {
        for (const syntax::StmtPtr& stmt : block) {
            ++now_;
            const int inner = loop_end < 0 && is_loop(*stmt) ? ends_.at(stmt.get()) : loop_end;
            const int here = std::max(now_, stmt->kind == syntax::StmtKind::while_ ? inner : loop_end);
            const auto [target, value] = syntax::single_assignment(*stmt);
            const Symbol* own = target ? body_.symbols.of(*target) : nullptr;
            if (own && value && does_something(*value)) own = nullptr; // it reads what it assigns
            syntax::visit_values(*stmt, [&](const syntax::Expr& expr) { read(expr, here, own); });
            syntax::visit_targets(*stmt, [&](const syntax::Expr& each) {
                if (each.kind != syntax::ExprKind::name) read(each, here);
            });
            if (target && target->kind == syntax::ExprKind::name)
                write(*target, *value);
            else if (stmt->kind == syntax::StmtKind::augmented_assign)
                change(syntax::as<syntax::AugmentedAssign>(*stmt), here);
            else
                syntax::visit_targets(*stmt, [&](const syntax::Expr& each) {
                    syntax::visit_bound_names(each, [&](const syntax::Name& name) {
                        if (const Symbol* symbol = body_.symbols.of(name))
                            places_[symbol].is_plain = false; // loops, and tuples that are taken apart
                    });
                });
            syntax::visit_blocks(*stmt, [&](const syntax::Block& each) { visit(each, inner); });
        }
    }

    Body& body_;
    std::map<const Symbol*, Places, InOrder> places_;
    std::vector<const Symbol*> found_; ///< the symbols that the expression at hand reads, with nulls
    std::map<const syntax::Stmt*, int> ends_;
    int count_ = 0, now_ = 0;
};

} // namespace

void report_lost_values(Body& body) {
    LostValues(body).run();
}

} // namespace cudapy::checker
