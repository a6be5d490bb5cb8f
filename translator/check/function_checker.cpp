#include "translator/check/function_checker.h"

#include "translator/check/flow.h"
#include "translator/check/instances.h"
#include "translator/check/precision.h"
#include "translator/program/walk.h"

#include "translator/syntax/walk.h"
#include <algorithm>

namespace cudapy::checker {

using syntax::StmtKind;

namespace {

/// How many tuples stand in each other, by the last part of each that is one.
int nesting(const Type* type) {
    int count = 0;
    for (const Type* inner = type; inner && inner->is_tuple(); ++count) {
        type = std::exchange(inner, nullptr);
        for (const Type::Field& field : type->fields())
            if (field.type->is_tuple()) inner = field.type;
    }
    return count;
}

} // namespace

FunctionChecker::FunctionChecker(Context& context, FunctionInfo& info)
    : context_(context), info_(info), environment_(context, info), function_(*info.function),
      precision_(precision_of(info)) {}

void FunctionChecker::collect() {
    std::vector<std::string> captured;
    for (const Capture& capture : info_.captures)
        if (capture.function.empty()) captured.push_back(capture.name);
    symbols_ = Symbols(*info_.syntax, captured);
    for (std::size_t i = 0; i < info_.syntax->parameters.size(); ++i) {
        if (info_.place(i) < 0) continue; // a function
        program::Variable* variable = function_.parameters[static_cast<std::size_t>(info_.place(i))];
        Local& local = set_variable(*symbols_.given(info_.syntax->parameters[i].name), variable);
        local.parameter = static_cast<int>(i);
        if (!info_.strides.empty()) local.strides = info_.strides[i];
        if (i < info_.lists.size()) local.lists = info_.lists[i];
    }
    for (const Capture& capture : info_.captures) {
        if (!capture.function.empty()) continue;
        set_variable(*symbols_.given(capture.name), capture.variable).captured = true;
    }
    collect_local_functions(info_.syntax->body);
    collecting_ = true;
    collect_locals(info_.syntax->body);
    collect_choices(info_.syntax->body);
    collect_arrays(info_.syntax->body);
    separate_loop_names(info_.syntax->body);
    collect_views(info_.syntax->body);
    collect_lent(info_.syntax->body);
    collect_views(info_.syntax->body); // there may be names for those
    collecting_ = false;
}

void FunctionChecker::infer_result() {
    const std::size_t variables = function_.variables.size();
    collect();
    inferring_ = true;
    context_.inferring.push_back(&info_);
    info_.is_tentative = false;
    info_.inferred_at = context_.results;
    // What calls of itself give is known once other `return`s have said something of it, and may then say
    // more. A type only moves up, so this ends.
    for (;;) {
        infer();
        if (inferred_ && function_.result) inferred_ = joined(function_.result, inferred_);
        if (!inferred_ || inferred_ == function_.result) break;
        function_.result = inferred_;
        ++context_.results;
    }
    context_.inferring.pop_back();
    info_.is_tentative = info_.is_tentative && !context_.inferring.empty();
    // The check begins anew, with what it needs.
    function_.body.clear();
    function_.variables.resize(variables);
    info_.calls.clear();
    if (!function_.result && !returns_value_) function_.result = Type::void_();
}

/// Looks for the result of a function that is called: anew, where it is not known for good and something has
/// been learnt since. Of functions that call each other, those wait for it that are between.
void FunctionChecker::settle_result(FunctionInfo& callee) {
    auto& open = context_.inferring;
    const auto place = std::find(open.begin(), open.end(), &callee);
    if (place != open.end()) {
        std::for_each(place + 1, open.end(), [](FunctionInfo* each) { each->is_tentative = true; });
        return;
    }
    const bool is_inferred = callee.generic && !callee.generic->declared_result;
    const bool is_open = is_inferred && (!callee.function->result || callee.is_tentative);
    if (is_open && callee.inferred_at < context_.results) FunctionChecker(context_, callee).infer_result();
    if (callee.is_tentative && !open.empty()) open.back()->is_tentative = true;
}

void FunctionChecker::check_body() {
    if (!function_.result || info_.is_tentative) FunctionChecker(context_, info_).infer_result();
    collect();
    if (!function_.result) { // its own errors say more than that nothing says its type
        const std::size_t before = context_.sink.error_count();
        inferring_ = true;
        infer();
        run_pass(true);
        if (context_.sink.error_count() > before) return;
        // Where it calls others whose results are unknown, the error may be theirs.
        const bool calls_unknown =
            std::any_of(info_.calls.begin(), info_.calls.end(), [this](const FunctionInfo* callee) {
                return callee != &info_ && callee->generic && !callee->function->result;
            });
        if (calls_unknown)
            context_.unknown_results.push_back(&info_);
        else
            report_unknown_result();
        return;
    }
    std::size_t errors = context_.sink.error_count();
    std::size_t parameters = 0;
    for (const auto& [symbol, local] : locals_)
        parameters += local.parameter >= 0 || local.captured;
    if (locals_.size() > parameters) infer();
    if (gave_up_) { // the last pass would take types for known that are not
        final_ = true;
        for (const auto& [symbol, local] : locals_)
            if (nesting(local.variable->type) > most_passes / 2)
                return report(diag::LateTypes{called(info_), most_passes, symbol->name},
                              local.variable->span);
        return report(diag::LateTypes{called(info_), most_passes, ""}, info_.syntax->name_span);
    }
    run_pass(true);
    refuse_same_objects();
    if (context_.sink.error_count() == errors && poisoned_read_) explain_poisoned();
    settle_tables();
    if (context_.sink.error_count() == errors) {
        const auto hides = [this](const std::string& name) { return hides_outer(name); };
        check_flow(function_, called(info_), hides, context_.sink);
        if (context_.sink.error_count() == errors) report_lost_values();
    }
}

void FunctionChecker::report_unknown_result() {
    final_ = true;
    report(diag::UnknownResult{called(info_)}, info_.syntax->name_span);
}

/// Nothing was wrong but for a variable that could not be read, so that statements were left out: what is
/// assigned to it is wrong, which shows where it is read with the type that it has so far. Else its type
/// depends on itself alone.
void FunctionChecker::explain_poisoned() {
    const auto [name, span] = *poisoned_read_;
    const std::size_t errors = context_.sink.error_count();
    for (auto& [unused, local] : locals_)
        local.poisoned = local.hopeless || (!local.fixed() && !local.has_said && local.origins.empty());
    run_pass(true);
    if (context_.sink.error_count() == errors)
        report(diag::UnassignedVariable{name, false, hides_outer(name)}, span);
}

bool FunctionChecker::hides_outer(const std::string& name) {
    return environment_.name(name).what != Entity::What::unknown;
}

void FunctionChecker::infer() {
    // A type only moves up bool → int → int64 or float → double, so this ends.
    const auto run = [this] {
        gave_up_ = false;
        for (int pass = 1;; ++pass) {
            inferred_ = nullptr;
            run_pass(false);
            gave_up_ = again_ && pass == most_passes;
            if (!again_ || gave_up_) return;
        }
    };
    // Of `h = 5` and `h = A[0]` with a uint32 A, the element decides: literals have their say when everything
    // else has had its own.
    waited_ = false;
    literals_wait_ = true;
    run();
    literals_wait_ = false;
    if (waited_) run();
}

void FunctionChecker::run_pass(bool final) {
    final_ = final;
    again_ = false;
    poisoned_read_.reset();
    loops_ = 0;
    depth_ = 0;
    info_.calls.clear();
    for (auto& [symbol, local] : locals_) {
        local.read = false;
        local.array_seen = false;
        if (final) continue; // the last pass explains types by what the one before saw
        local.origins.clear();
        // What was read before its type was known may be good now.
        local.poisoned = local.hopeless;
    }
    function_.body.clear();
    compared_parts_.clear();
    for (const auto& variable : function_.variables)
        if (variable->is_reference && variable->role == program::VariableRole::local_array)
            function_.body.push_back(
                std::make_unique<program::Declare>(variable->span, variable.get(), nullptr));
    bind_bases(function_.body);
    block(info_.syntax->body, function_.body);
}

FunctionChecker::Local& FunctionChecker::set_variable(const Symbol& symbol, program::Variable* variable) {
    Local& local = locals_[&symbol];
    local.variable = variable;
    of_variables_[variable] = &symbol;
    return local;
}

void FunctionChecker::add_local(const syntax::Name& name) {
    const Symbol* symbol = symbols_.of(name);
    if (locals_.count(symbol) || local_functions_.count(symbol)) return;
    // bool is where the inference starts: every other type is above it.
    set_variable(*symbol,
                 function_.add_variable(name.id, Type::bool_(), program::VariableRole::local, name.span));
}

void FunctionChecker::collect_target(const syntax::Expr& target) {
    if (target.kind == syntax::ExprKind::name) {
        add_local(syntax::as<syntax::Name>(target));
    } else if (target.kind == syntax::ExprKind::tuple) {
        for (const auto& element : syntax::as<syntax::Tuple>(target).elements)
            collect_target(*element);
    } else if (target.kind == syntax::ExprKind::unsupported || target.kind == syntax::ExprKind::error) {
        hides_names_ = true; // `[a, b] = …`
    }
}

/// `x: cp.int64 = 0` says the type of the local.
void FunctionChecker::collect_annotation(const syntax::AnnotatedAssign& assign) {
    if (assign.target->kind != syntax::ExprKind::name) return;
    Local& local = locals_[symbols_.of(*assign.target)];
    const Type* type = local_annotation(*assign.annotation).type;
    if (local.fixed()) return;
    if (type && (type->is_number() || type->is_vector())) {
        local.annotated = type;
        local.annotation_span = assign.annotation->span;
        local.variable->type = type;
    } else if (!type || !type->is_array() || !assign.value) { // a name for an array is none yet
        local.poisoned = local.hopeless = true;
    }
}

void FunctionChecker::collect_locals(const syntax::Block& statements) {
    syntax::visit_statements(statements, [&](const syntax::Stmt& stmt) {
        if (stmt.kind == StmtKind::error || stmt.kind == StmtKind::unsupported) hides_names_ = true;
        syntax::visit_targets(stmt, [&](const syntax::Expr& target) { collect_target(target); });
        if (stmt.kind == StmtKind::annotated_assign)
            collect_annotation(syntax::as<syntax::AnnotatedAssign>(stmt));
    });
}

FunctionChecker::Local* FunctionChecker::find_local(const syntax::Expr& expr) {
    const Symbol* symbol = symbols_.of(expr);
    const auto found = symbol ? locals_.find(symbol) : locals_.end();
    return found == locals_.end() ? nullptr : &found->second;
}

FunctionChecker::Local* FunctionChecker::local_of(const program::Variable* variable) {
    const auto found = of_variables_.find(variable);
    return found == of_variables_.end() ? nullptr : &locals_.at(found->second);
}

namespace {

/// Whether a literal can be one of the type.
bool takes_literal(const Type* type, const Value& literal) {
    if (type->is_integer()) return literal.weak == Value::Weak::integer && fits(literal, type);
    return (type->is_complex() || (type->is_floating() && !literal.type()->is_complex())) &&
           has_room(type, literal);
}

} // namespace

/// The type of a tuple that is written out, as far as it has a say: a literal in it has none where one alone
/// had none.
const Type* FunctionChecker::type_without_literals(const Value& tuple, const Type* known) const {
    const bool same = known->is_tuple() && known->fields().size() == tuple.parts.size();
    std::vector<const Type*> types;
    for (std::size_t i = 0; i < tuple.parts.size(); ++i) {
        const Value part = part_of(tuple, i);
        const Type* own = same ? known->fields()[i].type : Type::bool_();
        types.push_back(part.is_weak() && (literals_wait_ || takes_literal(own, part)) ? own
                        : part.parts.empty()                                           ? part.type()
                                             : type_without_literals(part, own));
    }
    return Type::tuple(types);
}

void FunctionChecker::join(Local& local, const Value& value, Span span) {
    if (!value || !value.type()->is_value()) {
        local.poisoned = true;
        return;
    }
    if (value.is_weak() && literals_wait_) {
        waited_ = true;
        return;
    }
    if (value.is_weak() && keeps_type(local, value)) return;
    local.is_single = local.is_single || (value.type() == Type::float32() && is_single(*value.node));
    const Type* type = value.type();
    waited_ = waited_ || (literals_wait_ && !value.parts.empty());
    if (!value.parts.empty()) type = type_without_literals(value, local.variable->type);
    join(local, type, span);
}

/// A variable that a value has given a type keeps it when it is given a literal that fits.
bool FunctionChecker::keeps_type(const Local& local, const Value& literal) const {
    const Type* type = local.variable->type;
    return local.has_said && takes_literal(type, literal);
}

bool FunctionChecker::is_open(const Local& local) const {
    return literals_wait_ && !local.has_said && !local.fixed() && local.variable->type->is_bool();
}

void FunctionChecker::join(Local& local, const Type* type, Span span) {
    if (local.fixed() || final_) return;
    if (literals_wait_ && !local.has_said) {
        local.has_said = true;
        again_ = again_ || local.read;
    }
    local.origins.push_back({span, type});
    const Type* wider = joined(local.variable->type, type);
    if (wider == local.variable->type) return;
    local.variable->type = wider;
    if (local.read) again_ = true;
}

void FunctionChecker::report(diag::Payload payload, Span span, std::vector<diag::Label> labels) {
    if (!final_) return;
    ++reports_;
    // In an instance: who asked for it, and with which types; of many, the ends of the chain.
    std::vector<diag::Label> chain;
    for (const FunctionInfo* each = &info_; each && each->generic; each = each->caller) {
        const bool is_lambda = each->syntax->is_lambda && each->built_in.empty();
        const std::string what = is_lambda ? "the lambda" : "`" + called(*each) + "`";
        const std::string choice = Instances::text(*each);
        if (choice.empty() && each->called_at.empty()) continue;
        const std::string with = choice.empty() ? "" : " with " + choice;
        if (each->called_at.empty())
            chain.push_back({each->syntax->name_span, "in " + what + with});
        else
            chain.push_back({each->called_at, "in " + what + with + ", asked for here"});
    }
    constexpr std::size_t shown_at_ends = 4;
    if (chain.size() > 2 * shown_at_ends + 1) {
        const auto end = chain.end() - shown_at_ends;
        const std::size_t more = chain.size() - 2 * shown_at_ends;
        chain.erase(chain.begin() + shown_at_ends, end);
        chain[shown_at_ends - 1].text += ", after " + std::to_string(more) + " more";
    }
    labels.insert(labels.end(), chain.begin(), chain.end());
    context_.sink.report(std::move(payload), span, std::move(labels));
}

std::string FunctionChecker::text(Span span) const {
    std::string text(context_.sources.text(span));
    constexpr std::size_t longest = 40;
    return text.size() > longest || text.find('\n') != text.npos ? "..." : text;
}

std::string FunctionChecker::text(const syntax::Expr& expr) const {
    return text(expr.span);
}

} // namespace cudapy::checker
