#include "translator/lower/checked/instrument_control_flow.h"

#include "runtime/include/cudapy/cpu_kernel.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/copy_function.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <iterator>
#include <map>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

using generated::Step;
using Kind = Check::Kind;

ExprPtr make_record(Helper helper, Check check, ExprPtr argument) {
    const Type* type = argument->type;
    auto call = make_helper_call(helper, type, check.span, std::move(argument));
    call->check = std::make_shared<const Check>(std::move(check));
    return call;
}

StmtPtr step(Step what, Kind kind, Span span) {
    ExprPtr number = make_int(Type::int32(), static_cast<int>(what), span);
    return std::make_unique<Evaluate>(
        span, make_record(Helper::record_step, Check{kind, span, {}}, std::move(number)));
}

void put_first(Block& block, StmtPtr stmt) {
    block.insert(block.begin(), std::move(stmt));
}

/// Returns whether a `break` leaves the loop that the block is the body of.
bool has_break(const Block& block) {
    bool found = false;
    const auto look = [&](const Block& inner) { found = found || has_break(inner); };
    for (const StmtPtr& stmt : block) {
        switch (stmt->kind) {
        case StmtKind::break_:
            found = true;
            break;
        case StmtKind::while_: // a `break` in their bodies is their own
            look(as<While>(*stmt).else_body);
            break;
        case StmtKind::for_range:
            look(as<ForRange>(*stmt).else_body);
            break;
        case StmtKind::for_each:
            look(as<ForEach>(*stmt).else_body);
            break;
        default:
            visit_blocks(*stmt, look);
        }
    }
    return found;
}

/// Returns whether the checker has recorded already that the loop begins. It does so where statements of
/// their own compute what the loop goes through.
bool is_entered(const Block& before, Span head) {
    for (auto at = before.rbegin(); at != before.rend(); ++at) {
        if ((*at)->kind != StmtKind::evaluate) continue;
        const Expr& value = *as<Evaluate>(**at).value;
        if (value.kind != ExprKind::helper_call || as<HelperCall>(value).helper != Helper::record_step)
            continue;
        if (!(value.span == head)) continue;
        return constant_value(*as<HelperCall>(value).arguments[0]) == static_cast<int64_t>(Step::enter);
    }
    return false;
}

void instrument_loop(StmtPtr stmt, Span head, Block& body, Block& else_body, Block& out) {
    put_first(body, step(Step::iteration, Kind::decision, head));
    put_first(else_body, step(Step::end, Kind::decision, head));
    const bool is_endless = stmt->kind == StmtKind::while_ &&
                            constant_value(*as<While>(*stmt).condition).value_or(0) != 0 && !has_break(body);
    if (!is_entered(out, head)) {
        StmtPtr enter = step(Step::enter, Kind::decision, head);
        std::swap(enter->comments, stmt->comments);
        out.push_back(std::move(enter));
    }
    out.push_back(std::move(stmt));
    if (!is_endless) out.push_back(step(Step::leave, Kind::decision, head)); // nothing follows endless ones
}

void instrument_statement(Function& function, StmtPtr stmt, Block& out) {
    switch (stmt->kind) {
    case StmtKind::if_: {
        auto& branch = as<If>(*stmt);
        if (branch.test.empty()) break;
        put_first(branch.then_body, step(Step::taken, Kind::decision, branch.test));
        put_first(branch.else_body, step(Step::not_taken, Kind::decision, branch.test));
        branch.else_is_elif = false;
        break;
    }
    case StmtKind::while_: {
        auto& loop = as<While>(*stmt);
        if (loop.test.empty()) break;
        const Span test = loop.test;
        Block &body = loop.body, &else_body = loop.else_body;
        return instrument_loop(std::move(stmt), test, body, else_body, out);
    }
    case StmtKind::for_range: {
        auto& loop = as<ForRange>(*stmt);
        if (loop.iterable.empty()) break;
        const Span iterable = loop.iterable;
        Block &body = loop.body, &else_body = loop.else_body;
        return instrument_loop(std::move(stmt), iterable, body, else_body, out);
    }
    case StmtKind::for_each: {
        auto& loop = as<ForEach>(*stmt);
        const Span iterable = loop.iterable;
        Block &body = loop.body, &else_body = loop.else_body;
        return instrument_loop(std::move(stmt), iterable, body, else_body, out);
    }
    case StmtKind::evaluate: {
        // Nothing is printed: the launch itself does that. The values that it would print are computed all
        // the same.
        Expr& value = *as<Evaluate>(*stmt).value;
        if (value.kind != ExprKind::builtin_call || as<BuiltinCall>(value).builtin->special != Special::print)
            break;
        for (ExprPtr& argument : as<BuiltinCall>(value).arguments)
            if (!is_simple(*argument)) move_to_temporary(function, argument, "printed", out);
        return;
    }
    default:
        break;
    }
    out.push_back(std::move(stmt));
}

/// Makes the function that calls use in place of the kernel, since kernels are launched with parameters of
/// their own.
std::unique_ptr<Function> copy_for_callers(Function& kernel) {
    auto copy = copy_function(kernel);
    copy->precision = kernel.precision;
    copy->facts.is_called = true;
    copy->facts.is_recursive = kernel.facts.is_recursive;
    kernel.facts.is_called = false;
    return copy;
}

/// Gives the function the place of its call as a parameter, and lets it tell when it begins and when it ends.
void take_place(Function& function) {
    const Span span = function.span;
    Variable* place =
        function.add_variable("called_at", Type::int32(), VariableRole::parameter, function.span);
    function.parameters.push_back(place);
    function.facts.array_uses.emplace_back();
    rewrite_statements(function.body, [&](StmtPtr stmt, Block& out) {
        if (stmt->kind == StmtKind::return_) {
            ExprPtr& value = as<Return>(*stmt).value;
            if (value && !is_simple(*value)) move_to_temporary(function, value, "result", out);
            out.push_back(step(Step::back, Kind::call, span));
        }
        out.push_back(std::move(stmt));
    });
    ExprPtr begin = make_record(Helper::record_call, Check{Kind::call, span, {}}, make_ref(place, span));
    put_first(function.body, std::make_unique<Evaluate>(span, std::move(begin)));
    if (function.result->is_void() && function.body.back()->kind != StmtKind::return_)
        function.body.push_back(step(Step::back, Kind::call, span));
}

} // namespace

void instrument_branches(Program& program) {
    for (const auto& function : program.functions)
        if (!function->foreign)
            rewrite_statements(function->body, [&](StmtPtr stmt, Block& out) {
                instrument_statement(*function, std::move(stmt), out);
            });
}

void instrument_calls(Program& program) {
    std::map<const Function*, Function*> copies;
    std::vector<std::unique_ptr<Function>> made;
    for (const auto& function : program.functions)
        if (function->is_kernel && function->facts.is_called)
            copies[function.get()] = made.emplace_back(copy_for_callers(*function)).get();
    std::move(made.begin(), made.end(), std::back_inserter(program.functions));
    for (const auto& function : program.functions)
        if (!function->is_kernel && !function->foreign) take_place(*function);
    for (const auto& function : program.functions)
        visit_all(function->body, [&](Expr& expr) {
            if (expr.kind != ExprKind::call || as<Call>(expr).function->foreign) return;
            auto& call = as<Call>(expr);
            if (const auto copy = copies.find(call.function); copy != copies.end())
                call.function = copy->second;
            if (!call.order.empty()) call.order.push_back(call.arguments.size());
            call.arguments.push_back(make_record(Helper::record_call_site, Check{Kind::call, call.span, {}},
                                                 make_int(Type::int32(), 0, call.span)));
        });
}

void instrument_block_barriers(Function& function) {
    if (function.foreign) return;
    rewrite_statements(function.body, [&](StmtPtr stmt, Block& out) {
        const Expr* call = nullptr;
        if (stmt->kind == StmtKind::evaluate) call = as<Evaluate>(*stmt).value.get();
        if (stmt->kind == StmtKind::assign) call = as<Assign>(*stmt).value.get();
        if (stmt->kind == StmtKind::declare) call = as<Declare>(*stmt).init.get();
        if (call && is_barrier(*call)) out.push_back(step(Step::barrier, Kind::barrier, call->span));
        out.push_back(std::move(stmt));
    });
}

} // namespace cudapy::lower
