// Loops that the threads of a block go through in step.

#include "translator/lower/analysis/purity.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/lower/threads/block_maker.h"
#include "translator/lower/threads/stepped_loops.h"
#include "translator/program/walk.h"

#include <iterator>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

void collect_coordinates(const Expr& expr, std::set<Coordinate>& out) {
    visit_all(expr, [&](const Expr& part) {
        if (part.kind == ExprKind::coordinate) out.insert(as<CoordinateExpr>(part).coordinate);
    });
}

bool mentions_in(const Block& body, std::size_t from, const Variable* variable) {
    bool found = false;
    for (std::size_t i = from; i < body.size(); ++i) {
        const auto look = [&](const Stmt& stmt) {
            visit_expressions(stmt, [&](const ExprPtr& expr) { found = found || mentions(*expr, variable); });
        };
        look(*body[i]);
        visit_blocks(*body[i], [&](const Block& inner) { visit_statements(inner, look); });
    }
    return found;
}

/// The first statement of a loop, where it gives the user's variable the value of a wider counter, which
/// nothing else asks for.
struct Narrowing {
    const Variable* variable = nullptr; ///< null where there is no such statement
    ExprPtr* value = nullptr;
};

Narrowing narrowing_of(const ForC& loop, const Type* narrow) {
    if (loop.body.empty() || loop.variable->type == narrow) return {};
    Stmt& first = *loop.body.front();
    Narrowing found;
    if (first.kind == StmtKind::assign && as<Assign>(first).place.is_variable())
        found = {as<Assign>(first).place.variable, &as<Assign>(first).value};
    if (first.kind == StmtKind::declare) found = {as<Declare>(first).variable, &as<Declare>(first).init};
    if (!found.variable || found.variable->type != narrow || !*found.value ||
        (*found.value)->kind != ExprKind::cast)
        return {};
    const Expr& operand = *as<Cast>(**found.value).operand;
    const bool is_counter =
        operand.kind == ExprKind::variable && as<VariableRef>(operand).variable == loop.variable;
    return is_counter && !mentions_in(loop.body, 1, loop.variable) ? found : Narrowing();
}

} // namespace

Variable* BlockMaker::declare_once(const std::string& name, ExprPtr value, Block& out) {
    const Span span = value->span;
    Variable* variable = block_.add_variable(name, value->type, VariableRole::temporary, span);
    auto declare = std::make_unique<Declare>(span, variable, std::move(value));
    declare->is_const = true;
    out.push_back(std::move(declare));
    return variable;
}

ExprPtr BlockMaker::distance(ExprPtr end, ExprPtr start, bool is_non_negative, Block& out) {
    const Span span = end->span;
    const Type* type = end->type;
    if (is_non_negative || type == Type::int64())
        return make_binary(BinaryOp::sub, std::move(end), std::move(start));
    // The difference of two numbers of any sign may not fit.
    Variable* far = declare_once("far",
                                 make_binary(BinaryOp::sub, make_cast(Type::int64(), std::move(end)),
                                             make_cast(Type::int64(), std::move(start))),
                                 out);
    const auto most = [&] { return make_int(Type::int64(), INT32_MAX, span); };
    ExprPtr is_less = make_compare(CompareOp::lt, make_ref(far, span), most());
    return make_cast(type, make_select(std::move(is_less), make_ref(far, span), most()));
}

bool BlockMaker::step_together(StmtPtr& stmt, Block& run, Block& out) {
    if (stmt->kind != StmtKind::for_c || has_notes_ || !masks_.empty()) return false;
    auto& loop = as<ForC>(*stmt);
    std::optional<SteppedLoop> stepped = find_stepped_loop(loop, uniformity_, remade_values_, index_type_);
    if (!stepped) return false;
    flush(run, out);
    collect_coordinates(*stepped->start, block_.facts.coordinates);
    collect_coordinates(*stepped->offset, block_.facts.coordinates);
    const Span span = loop.span;
    const bool is_non_negative = signs_.is_non_negative(*stepped->start);
    Variable* counter = loop.variable;
    const Narrowing narrowing = narrowing_of(loop, index_type_);
    const std::string& name = (narrowing.variable ? narrowing.variable : counter)->name;
    Variable* first = block_.add_variable("first_" + name, counter->type, VariableRole::temporary, span);
    ExprPtr& end = as<Compare>(*loop.condition).operands[1];
    auto turns = std::make_unique<ForC>(span, first, convert(std::move(stepped->start), counter->type),
                                        make_compare(CompareOp::lt, make_ref(first, span), std::move(end)),
                                        std::move(loop.step));
    turns->comments = std::move(loop.comments);
    // What is below an end of 32 bits has 32 bits itself.
    Variable* begin = first;
    if (first->type != index_type_)
        begin = declare_once("begin", make_cast(index_type_, make_ref(first, span)), turns->body);
    Variable* left = declare_once(
        "left", distance(std::move(stepped->end), make_ref(begin, span), is_non_negative, turns->body),
        turns->body);
    auto guard = std::make_unique<If>(
        span, make_compare(CompareOp::lt, clone(*stepped->offset), make_ref(left, span)));
    ExprPtr place = make_binary(BinaryOp::add, make_ref(begin, span), std::move(stepped->offset));
    if (narrowing.variable) {
        *narrowing.value = std::move(place);
    } else {
        auto declare = std::make_unique<Declare>(span, counter, convert(std::move(place), counter->type));
        declare->is_const = true;
        guard->then_body.push_back(std::move(declare));
    }
    std::move(loop.body.begin(), loop.body.end(), std::back_inserter(guard->then_body));
    Block work;
    work.push_back(std::move(guard));
    guarded_.push_back(add_lanes(std::move(work), turns->body));
    out.push_back(std::move(turns));
    has_steps_ = true;
    return true;
}

} // namespace cudapy::lower
