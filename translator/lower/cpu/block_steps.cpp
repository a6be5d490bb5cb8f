// Loops that the threads of a block go through in step.

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/cpu/block_coarsening.h"
#include "translator/lower/cpu/block_maker.h"
#include "translator/lower/cpu/loop_interchange.h"
#include "translator/lower/rewriting/copy_function.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

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
    if (first.kind == StmtKind::assign && as<Assign>(first).lvalue.is_variable())
        found = {as<Assign>(first).lvalue.variable, &as<Assign>(first).value};
    if (first.kind == StmtKind::declare) found = {as<Declare>(first).variable, &as<Declare>(first).init};
    if (!found.variable || found.variable->type != narrow || !*found.value ||
        (*found.value)->kind != ExprKind::cast)
        return {};
    const Expr& operand = *as<Cast>(**found.value).operand;
    const bool is_counter = is_read_of(operand, loop.variable);
    return is_counter && !mentions_in(loop.body, 1, loop.variable) ? found : Narrowing();
}

bool mentions_grid(const Expr& expr) {
    bool found = false;
    visit_all(expr, [&](const Expr& part) {
        found |= part.kind == ExprKind::coordinate && is_of_grid(as<CoordinateExpr>(part).coordinate);
    });
    return found;
}

/// The number of iterations between the one in which an element is asked for and the one that loads it.
constexpr int turns_ahead = 8;

/// Returns the arrays of which each iteration loads the element at `counter`.
std::vector<Variable*> arrays_along(const Block& body, const Variable* counter) {
    std::vector<Variable*> arrays;
    visit_all(body, [&](const Expr& expr) {
        if (expr.kind != ExprKind::load) return;
        const auto& load = as<Load>(expr);
        const Expr* index = load.index.get();
        while (index->kind == ExprKind::cast)
            index = as<Cast>(*index).operand.get();
        const bool is_along = is_read_of(*index, counter);
        if (is_along && load.array->role == VariableRole::parameter &&
            std::find(arrays.begin(), arrays.end(), load.array) == arrays.end())
            arrays.push_back(load.array);
    });
    return arrays;
}

} // namespace

Variable* BlockMaker::declare_once(const std::string& name, ExprPtr value, Block& out) {
    const Span span = value->span;
    Variable* variable = function_.add_variable(name, value->type, VariableRole::temporary, span);
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

bool BlockMaker::interchange(StmtPtr& stmt, Block& run, Block& out) {
    if (stmt->kind != StmtKind::for_c || is_instrumented_ || function_.is_plain || !masks_.empty())
        return false;
    auto& loop = as<ForC>(*stmt);
    std::optional<InterchangedLoop> interchanged =
        find_interchanged_loop(loop, uniformity_, remade_values_, index_type_);
    if (!interchanged) return false;
    flush(run, out);
    has_steps_ = true;
    if (threads_ == ThreadSet::blocks && is_interchanged_across_blocks(loop, *interchanged)) {
        step_far(loop, std::move(*interchanged), out);
        return true;
    }
    has_short_steps_ = true;
    collect_coordinates(*interchanged->start, function_.facts.coordinates);
    collect_coordinates(*interchanged->offset, function_.facts.coordinates);
    const Span span = loop.span;
    const bool is_non_negative = signs_.is_non_negative(*interchanged->start);
    Variable* counter = loop.variable;
    const Narrowing narrowing = narrowing_of(loop, index_type_);
    const Variable* user_counter = narrowing.variable ? narrowing.variable : counter;
    const std::string& name = user_counter->name;
    // Neighbours load what is side by side, and the next iteration is far away.
    const bool jumps = is_thread_x(*interchanged->offset) && mentions_grid(*loop.step);
    Variable* first = function_.add_variable("first_" + name, counter->type, VariableRole::temporary, span);
    ExprPtr& end = as<Compare>(*loop.condition).operands[1];
    auto iterations = std::make_unique<ForC>(
        span, first, convert(std::move(interchanged->start), counter->type),
        make_compare(CompareOp::lt, make_ref(first, span), std::move(end)), std::move(loop.step));
    iterations->comments = std::move(loop.comments);
    // A number below an end of 32 bits has 32 bits itself.
    Variable* begin = first;
    if (first->type != index_type_)
        begin = declare_once("begin", make_cast(index_type_, make_ref(first, span)), iterations->body);
    Variable* left = declare_once(
        "left",
        distance(std::move(interchanged->end), make_ref(begin, span), is_non_negative, iterations->body),
        iterations->body);
    auto guard = std::make_unique<If>(
        span, make_compare(CompareOp::lt, clone(*interchanged->offset), make_ref(left, span)));
    ExprPtr place = make_binary(BinaryOp::add, make_ref(begin, span), std::move(interchanged->offset));
    if (narrowing.variable) {
        *narrowing.value = std::move(place);
    } else {
        auto declare = std::make_unique<Declare>(span, counter, convert(std::move(place), counter->type));
        declare->is_const = true;
        guard->then_body.push_back(std::move(declare));
    }
    const std::vector<Variable*> arrays =
        jumps ? arrays_along(loop.body, user_counter) : std::vector<Variable*>();
    std::move(loop.body.begin(), loop.body.end(), std::back_inserter(guard->then_body));
    Block work;
    work.push_back(std::move(guard));
    WorkItemLoop* lanes = add_work_item_loop(std::move(work), iterations->body);
    guarded_.push_back(lanes);
    for (Variable* array : arrays) {
        ExprPtr distance = make_binary(BinaryOp::mul, make_int(Type::int64(), turns_ahead, span),
                                       convert(clone(*iterations->step), Type::int64()));
        ExprPtr later =
            make_binary(BinaryOp::add, convert(make_ref(first, span), Type::int64()), std::move(distance));
        lanes->ahead.push_back(std::make_unique<Load>(span, array, std::move(later)));
    }
    out.push_back(std::move(iterations));
    return true;
}

void BlockMaker::step_far(ForC& loop, InterchangedLoop interchanged, Block& out) {
    constexpr int turns_at_a_time = 4;
    const Span span = loop.span;
    for (const Coordinate coordinate : {Coordinate::block_x, Coordinate::block_dim_x, Coordinate::thread_x})
        function_.facts.coordinates.insert(coordinate);
    Variable* counter = loop.variable;
    const Narrowing narrowing = narrowing_of(loop, index_type_);
    const std::string& name = (narrowing.variable ? narrowing.variable : counter)->name;
    const auto wide = [](ExprPtr expr) { return convert(std::move(expr), Type::int64()); };
    const bool is_cast = loop.step->kind == ExprKind::cast;
    Variable* step = declare_once("step", clone(is_cast ? *as<Cast>(*loop.step).operand : *loop.step), out);
    out.back()->comments = std::move(loop.comments);
    Variable* first = function_.add_variable("first_" + name, counter->type, VariableRole::temporary, span);
    out.push_back(make_declare(first, convert(std::move(interchanged.start), counter->type), span));
    const Expr& end = *as<Compare>(*loop.condition).operands[1];
    // Adds a loop over the threads to the body of a loop. `place` makes the place of a thread of where its
    // block begins.
    const auto add_iterations = [&](Block body, While& outer, const auto& place, const auto& around) {
        Variable* begin = first; // what is below an end of 32 bits has 32 bits itself
        if (first->type != index_type_)
            begin = declare_once("begin", make_cast(index_type_, make_ref(first, span)), outer.body);
        if (narrowing.variable) {
            Stmt& narrow = *body.front();
            (narrow.kind == StmtKind::assign ? as<Assign>(narrow).value : as<Declare>(narrow).init) =
                place(begin);
        } else {
            auto declare = std::make_unique<Declare>(span, counter, convert(place(begin), counter->type));
            declare->is_const = true;
            body.insert(body.begin(), std::move(declare));
        }
        Block work;
        work.push_back(around(std::move(body), begin, outer.body));
        guarded_.push_back(add_work_item_loop(std::move(work), outer.body));
    };
    const auto of_thread = [&](Variable* begin) {
        return make_binary(BinaryOp::add, make_ref(begin, span), clone(*interchanged.offset));
    };

    std::map<const Variable*, Variable*> same;
    for (const auto& variable : function_.variables)
        same[variable.get()] = variable.get();
    Block rest = copy_block(loop.body, same);
    visit_statements(rest, [](Stmt& stmt) { stmt.comments = {}; });

    // The threads that run together are no more than those of the grid, which are a step.
    ExprPtr far = make_binary(BinaryOp::mul, make_int(Type::int64(), turns_at_a_time, span),
                              wide(make_ref(step, span)));
    auto several = std::make_unique<While>(
        span,
        make_compare(CompareOp::le, make_binary(BinaryOp::add, wide(make_ref(first, span)), std::move(far)),
                     wide(clone(end))));
    Variable* iteration = function_.add_variable("iteration", index_type_, VariableRole::temporary, span);
    add_iterations(
        std::move(loop.body), *several,
        [&](Variable* begin) {
            ExprPtr past = make_binary(BinaryOp::mul, make_ref(iteration, span), make_ref(step, span));
            return make_binary(BinaryOp::add, make_ref(begin, span),
                               make_binary(BinaryOp::add, std::move(past), clone(*interchanged.offset)));
        },
        [&](Block body, Variable*, Block&) {
            auto unrolled = std::make_unique<ForC>(span, iteration, make_int(index_type_, 0, span),
                                                   make_compare(CompareOp::lt, make_ref(iteration, span),
                                                                make_int(index_type_, turns_at_a_time, span)),
                                                   make_int(index_type_, 1, span));
            unrolled->is_unrolled = true;
            unrolled->body = std::move(body);
            return unrolled;
        });
    ExprPtr steps = make_binary(BinaryOp::mul, make_int(counter->type, turns_at_a_time, span),
                                convert(make_ref(step, span), counter->type));
    several->body.push_back(make_add(first, std::move(steps), span));
    out.push_back(std::move(several));

    auto single =
        std::make_unique<While>(span, make_compare(CompareOp::lt, make_ref(first, span), clone(end)));
    add_iterations(std::move(rest), *single, of_thread, [&](Block body, Variable* begin, Block& before) {
        Variable* left = declare_once(
            "left", make_binary(BinaryOp::sub, std::move(interchanged.end), make_ref(begin, span)), before);
        const auto coordinate = [&](Coordinate which) {
            return std::make_unique<CoordinateExpr>(span, index_type_, which);
        };
        ExprPtr blocks_before =
            make_binary(BinaryOp::mul, coordinate(Coordinate::within_x), coordinate(Coordinate::block_dim_x));
        ExprPtr of_block = make_binary(BinaryOp::sub, make_ref(left, span), std::move(blocks_before));
        auto guard = std::make_unique<If>(
            span, make_compare(CompareOp::lt, coordinate(Coordinate::thread_x), std::move(of_block)));
        guard->then_body = std::move(body);
        return guard;
    });
    single->body.push_back(make_add(first, convert(make_ref(step, span), counter->type), span));
    out.push_back(std::move(single));
}

} // namespace cudapy::lower
