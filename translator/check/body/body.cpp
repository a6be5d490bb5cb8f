#include "translator/check/body/body.h"

#include "translator/check/aggregates/same_objects.h"
#include "translator/check/arrays/array_names.h"
#include "translator/check/arrays/chosen_arrays.h"
#include "translator/check/arrays/declared_arrays.h"
#include "translator/check/arrays/tables.h"
#include "translator/check/arrays/views.h"
#include "translator/check/body/local_functions.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/lost.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/derivative_rules.h"
#include "translator/check/calls/lent_structs.h"
#include "translator/check/expressions/number_rules.h"
#include "translator/check/module/instances.h"
#include "translator/check/module/precision.h"
#include "translator/check/statements/array_tuple_loops.h"
#include "translator/check/statements/deleted_names.h"
#include "translator/check/statements/loop_names.h"
#include "translator/check/statements/statements.h"
#include "translator/check/whole/definite_assignment.h"
#include "translator/check/whole/unset_arrays.h"
#include "translator/diagnostics/kinds/flow_kinds.h"
#include "translator/diagnostics/kinds/generic_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/program/walk.h"
#include "translator/syntax/walk.h"

#include <algorithm>

namespace cudapy::checker {

using syntax::StmtKind;

namespace {

constexpr int most_passes = 100;
/// The depth of nesting from which a tuple is taken for one that holds itself. The deeper a type is, the
/// longer all takes that is made of it.
constexpr int most_nested = 24;

void run_pass(Body& body, Pass pass);

/// Returns how deep tuples are nested in the type, along the last part of each that is a tuple.
int nesting(const Type* type) {
    int count = 0;
    for (const Type* inner = type; inner && inner->is_tuple(); ++count) {
        type = std::exchange(inner, nullptr);
        for (const Type::Field& field : type->fields())
            if (field.type->is_tuple()) inner = field.type;
    }
    return count;
}

/// Gives the function the body that is checked, in which some of what the user wrote is written out.
void desugar(Body& body) {
    if (std::exchange(body.info.is_desugared, true)) return;
    write_out_array_tuples(body);
    body.dialect.bodies.desugar(body);
}

void collect(Body& body) {
    std::vector<std::string> captured;
    for (const Capture& capture : body.info.captures)
        if (capture.function.empty()) captured.push_back(capture.name);
    for (const CapturedArray& array : body.info.arrays)
        captured.push_back(array.variable->name);
    body.symbols = Symbols(*body.info.syntax, captured);
    body.dialect.bodies.separate(body);
    for (std::size_t i = 0; i < body.info.syntax->parameters.size(); ++i) {
        if (body.info.place(i) < 0) continue; // a function
        program::Variable* variable = body.function.parameters[static_cast<std::size_t>(body.info.place(i))];
        Local& local =
            set_variable(body, *body.symbols.given(body.info.syntax->parameters[i].name), variable);
        const auto lists = i < body.info.lists.size() ? body.info.lists[i] : FunctionInfo::Lists{};
        local.kind = Local::Parameter{i, lists};
        if (body.info.from_end.count(i)) local.constants.before = bounds_of(Type::int64());
        if (!body.info.strides.empty()) local.strides = body.info.strides[i];
        body.dialect.bodies.parameter(body, local);
    }
    for (const Capture& capture : body.info.captures) {
        if (!capture.function.empty()) continue;
        Local& local = set_variable(body, *body.symbols.given(capture.name), capture.variable);
        local.kind = Local::Captured{};
        if (capture.from_end) local.constants.before = bounds_of(Type::int64());
    }
    for (const CapturedArray& array : body.info.arrays)
        set_variable(body, *body.symbols.given(array.variable->name), array.variable).kind =
            Local::Captured{};
    body.pass = Pass::collect;
    collect_local_functions(body, body.info.syntax->body);
    collect_locals(body, body.info.syntax->body);
    collect_choices(body, body.info.syntax->body);
    collect_arrays(body, body.info.syntax->body);
    separate_loop_names(body, body.info.syntax->body);
    collect_views(body, body.info.syntax->body);
    if (collect_lent(body, body.info.syntax->body))
        collect_views(body, body.info.syntax->body); // there may be names for those
    body.pass = Pass::report;
}

/// Returns whether the body calls a function whose result has no type. The body of that function, which is
/// checked later, has an error that says why.
bool calls_unknown(const Body& body) {
    return std::any_of(body.info.calls.begin(), body.info.calls.end(), [&body](const FunctionInfo* callee) {
        return callee != &body.info && callee->generic() && !callee->function->result;
    });
}

/// Explains a variable whose type is not known. There was no other error, but statements were left out
/// because they read the variable. If the values that are assigned to it are wrong, reading the variable with
/// the type that it has so far shows that. Otherwise its type depends only on itself.
void explain_poisoned(Body& body) {
    const auto [name, span] = *body.reports.poisoned_read;
    const std::size_t errors = body.context.sink.error_count();
    for (auto& [unused, local] : body.locals)
        local.poisoned = local.hopeless || (!local.fixed() && !local.has_said && local.origins.empty());
    run_pass(body, Pass::report);
    if (body.context.sink.error_count() == errors)
        report(body, diag::UnassignedVariable{name, false, hides_outer(body, name)}, span);
}

/// Returns a name that is a deeper tuple after each pass: one that holds what the name was before.
const Symbol* endless_tuple(const Body& body) {
    for (const auto& [symbol, local] : body.locals)
        if (local.variable && nesting(local.variable->type) > most_nested) return symbol;
    return nullptr;
}

/// Finds the types of locals, and of the result where nothing declares it.
void infer(Body& body) {
    // A type only moves up bool → int → int64 or float → double, so this ends.
    const auto run = [&body](Pass which) {
        body.inference.gave_up = false;
        for (int pass = 1;; ++pass) {
            body.result.inferred = nullptr;
            run_pass(body, which);
            body.inference.gave_up = body.inference.again && (pass == most_passes || endless_tuple(body));
            if (!body.inference.again || body.inference.gave_up) return;
        }
    };
    // The element decides about the type after `h = 5` and `h = A[0]` with a uint32 A. So literals influence
    // types only after all other values have.
    body.inference.waited = false;
    run(Pass::infer);
    if (body.inference.waited) run(Pass::literals);
}

void run_pass(Body& body, Pass pass) {
    body.pass = pass;
    body.inference.again = false;
    body.reports.poisoned_read.reset();
    body.nesting.loops = 0;
    body.nesting.blocks = 0;
    body.info.calls.clear();
    for (auto& [symbol, local] : body.locals) {
        local.read = false;
        if (auto* array = local.declared_array()) array->is_declared = false;
        local.constants.values = 0;
        if (pass == Pass::report) continue; // the last pass explains types by what the one before saw
        local.origins.clear();
        const Local::Constants last = std::exchange(local.constants, {});
        local.constants.before = last.found();
        local.constants.had_others = last.has_others || symbol->is_given;
        // A local that was read before its type was known may have a type now.
        local.poisoned = local.hopeless;
    }
    body.function.body.clear();
    body.compared_parts.clear();
    for (const auto& variable : body.function.variables)
        if (variable->is_reference && variable->role == program::VariableRole::local_array)
            body.function.body.push_back(
                std::make_unique<program::Declare>(variable->span, variable.get(), nullptr));
    bind_bases(body, body.function.body);
    body.dialect.bodies.begin_pass(body);
    block(body, body.info.syntax->body, body.function.body);
    if (pass != Pass::report) body.dialect.bodies.end_pass(body);
}

} // namespace

Body::Body(Context& context, FunctionInfo& info)
    : context(context), info(info), dialect(context.dialect), environment(context, info),
      function(*info.function), numbers(dialect.numbers),
      precision(numbers.precision ? numbers.precision : precision_of(info)),
      dialect_state(dialect.bodies.state()) {}

void forget_body(FunctionInfo& info, std::size_t variables) {
    info.function->body.clear();
    info.function->variables.resize(variables);
    info.calls.clear();
}

void infer_result(Context& context, FunctionInfo& info) {
    context.all_instances(); // it is for an instance, which others may call
    Body body(context, info);
    desugar(body);
    const std::size_t variables = body.function.variables.size();
    collect(body);
    body.result.is_sought = true;
    body.context.inferring.push_back(&body.info);
    FunctionInfo::Instance& instance = *body.info.instance();
    instance.is_tentative = false;
    instance.inferred_at = body.context.results;
    // The result of a function's calls of itself is known once other `return`s have given it a type, and may
    // then widen that type. A type only moves up, so this ends.
    for (;;) {
        infer(body);
        if (body.result.inferred && body.function.result)
            body.result.inferred = joined(body.function.result, body.result.inferred);
        if (!body.result.inferred || body.result.inferred == body.function.result) break;
        body.function.result = body.result.inferred;
        ++body.context.results;
    }
    body.context.inferring.pop_back();
    instance.is_tentative = instance.is_tentative && !body.context.inferring.empty();
    forget_body(info, variables); // the check begins anew, with what it needs
    if (!body.function.result && body.result.is_nothing(syntax::may_end(info.syntax->body)))
        body.function.result = Type::void_();
}

bool uses_constants(Context& context, FunctionInfo& info) {
    Body body(context, info);
    desugar(body);
    const std::size_t variables = body.function.variables.size();
    collect(body);
    body.result.is_sought = !body.function.result;
    infer(body);
    forget_body(info, variables);
    return info.counts_from_end;
}

/// Infers the result type of a function that is called. If the type is not final and other result types have
/// changed since, it is inferred anew. If functions call each other, the results of the functions between
/// this one and its call are not final until its own is.
void settle_result(Body& body, FunctionInfo& callee) {
    auto& open = body.context.inferring;
    const auto place = std::find(open.begin(), open.end(), &callee);
    if (place != open.end()) {
        std::for_each(place + 1, open.end(),
                      [](FunctionInfo* each) { each->instance()->is_tentative = true; });
        return;
    }
    const bool is_inferred = callee.generic() && !callee.generic()->pattern()->declared_result;
    const bool is_open = is_inferred && (!callee.function->result || callee.is_tentative());
    if (is_open && callee.instance()->inferred_at < body.context.results) infer_result(body.context, callee);
    if (callee.is_tentative() && !open.empty()) open.back()->instance()->is_tentative = true;
}

namespace {

/// Tells the variables of a body, when it has been checked, what their users take them for.
struct SeenTypes {
    Body& body;
    ~SeenTypes() {
        for (const auto& [symbol, local] : body.locals) {
            if (!local.variable) continue;
            local.variable->is_untyped = local.poisoned || local.hopeless;
            if (!local.view || !local.view->fields.empty() || local.view->axes.empty()) continue;
            const auto rank = static_cast<int>(local.view->axes.size());
            local.variable->part_type = Type::array(local.view->array->type->element(), rank);
        }
    }
};

} // namespace

void check_body(Context& context, FunctionInfo& info) {
    Body body(context, info);
    const SeenTypes seen{body};
    if (!body.function.result || body.info.is_tentative()) infer_result(context, info);
    desugar(body);
    collect(body);
    if (!body.function.result) { // its own errors say more than that nothing says its type
        const std::size_t before = body.context.sink.error_count();
        body.result.is_sought = true;
        infer(body);
        run_pass(body, Pass::report);
        if (body.context.sink.error_count() > before) return;
        // If it calls others whose results are unknown, the error may be theirs.
        if (calls_unknown(body))
            body.context.unknown_results.push_back(&body.info);
        else
            report_unknown_result(body);
        return;
    }
    std::size_t errors = body.context.sink.error_count();
    std::size_t parameters = 0;
    for (const auto& [symbol, local] : body.locals)
        parameters += local.is<Local::Parameter>() || local.is<Local::Captured>();
    if (body.locals.size() > parameters) infer(body);
    if (body.inference.gave_up) { // the last pass would take types for known that are not
        body.pass = Pass::report;
        if (const Symbol* tuple = endless_tuple(body))
            return report(body, diag::LateTypes{called(body.info), most_passes, tuple->name},
                          body.locals.at(tuple).variable->span);
        return report(body, diag::LateTypes{called(body.info), most_passes, ""}, body.info.syntax->name_span);
    }
    run_pass(body, Pass::report);
    body.dialect.bodies.report(body);
    report_deleted_names(body);
    refuse_same_objects(body);
    if (body.context.sink.error_count() == errors) body.dialect.bodies.report_late(body);
    // Without the result of a function that has an error, or with a syntax error, statements are missing,
    // which says nothing of paths.
    const bool waits_for_error = calls_unknown(body) || body.reports.hides_names;
    if (body.context.sink.error_count() == errors && body.reports.poisoned_read && !waits_for_error)
        explain_poisoned(body);
    settle_tables(body);
    if (body.context.sink.error_count() == errors) find_derivative_rules(body);
    if (body.context.sink.error_count() == errors && !waits_for_error) {
        const auto hides = [&body](const std::string& name) { return hides_outer(body, name); };
        check_definite_assignment(body.function, called(body.info), hides, body.context.sink);
        if (body.context.sink.error_count() == errors) {
            report_unset_arrays(body.function, body.context.sink);
            report_lost_values(body);
        }
    }
}

void report_unknown_result(Body& body) {
    body.pass = Pass::report;
    report(body, diag::UnknownResult{called(body.info)}, body.info.syntax->name_span);
}

bool hides_outer(Body& body, const std::string& name) {
    return body.environment.name(name).kind != Entity::Kind::unknown;
}

} // namespace cudapy::checker
