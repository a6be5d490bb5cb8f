// Random numbers. They are a function of a generator's seed and of the place in its sequence, which a
// variable counts. So what an iteration drew is drawn again, from the place where it began.

#include "translator/builtins/builtins.h"
#include "translator/differentiate/reverse/reverse.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"
#include "translator/support/internal_error.h"

namespace cudapy::differentiate {

using namespace program;

namespace {

/// Returns how many numbers of 32 bits a draw takes from its generator.
int64_t places_of(const BuiltinCall& draw) {
    const int64_t of_one = draw.type->size() == 8 ? 2 : 1;
    return draw.builtin->special == Special::normal ? 2 * of_one : of_one;
}

} // namespace

/// Adds to the kernel the variables that count what generators drew.
void Reverse::count_draws() {
    std::map<const Variable*, int> seeds;
    visit_statements(primal_, [&](const Stmt& stmt) {
        const Variable* generator = seeded_by(stmt);
        if (generator && ++seeds[generator] == 2)
            throw InternalError("a generator of random numbers that is made twice");
    });
    if (seeds.empty()) return;
    std::vector<const Variable*> generators;
    for (const auto& owned : function_.variables)
        if (seeds.count(owned.get())) generators.push_back(owned.get());
    for (const Variable* generator : generators)
        draw_places_[generator] = temporary(generator->name + "_place", Type::int64(), generator->span);
    lower::rewrite_statements(primal_, [&](StmtPtr stmt, Block& out) {
        const Span span = stmt->span;
        const Variable* const made = seeded_by(*stmt);
        std::map<Variable*, int64_t> drawn;
        visit_expressions(*stmt, [&](const ExprPtr& expr) {
            visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                if (!is_draw(part) || made) return;
                drawn[draw_places_.at(generator_of(part))] += places_of(as<BuiltinCall>(part));
            });
        });
        out.push_back(std::move(stmt));
        if (made) out.push_back(make_assign(draw_places_.at(made), make_int(Type::int64(), 0, span), span));
        for (const auto& [place, count] : drawn)
            out.push_back(make_assign(
                place,
                make_binary(BinaryOp::add, make_ref(place, span), make_int(Type::int64(), count, span)),
                span));
    });
}

/// Puts a statement by which a generator goes to the place that is counted.
void Reverse::seek(Variable* generator, Block& out) {
    const Span span = generator->span;
    std::vector<ExprPtr> arguments;
    arguments.push_back(make_ref(generator, span));
    arguments.push_back(make_ref(draw_places_.at(generator), span));
    emit(out,
         std::make_unique<Evaluate>(span, std::make_unique<BuiltinCall>(span, Type::void_(), &random_seek,
                                                                        nullptr, std::move(arguments))));
}

} // namespace cudapy::differentiate
