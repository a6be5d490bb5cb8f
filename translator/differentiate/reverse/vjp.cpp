#include "translator/differentiate/reverse/vjp.h"

#include "translator/diagnostics/kinds/derivative_kinds.h"
#include "translator/differentiate/derived_program.h"
#include "translator/differentiate/plain/array_names.h"
#include "translator/differentiate/plain/plain_kernel.h"
#include "translator/differentiate/reverse/reverse.h"

#include "translator/lower/analysis/launch_facts.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// Returns whether a derivative may be several kernels. It is one where accesses are told to a recorder.
bool gathers(const Options& options) {
    return options.has_steps && !options.checked && !options.trace && !options.coverage;
}

/// Notes what a step does with the parameters of its kernel.
void add_uses(Function& kernel, const Function& step) {
    kernel.step_uses.resize(kernel.parameters.size());
    const auto use = [&](const Variable* array) -> ArrayUse* {
        const auto& all = step.parameters;
        const auto place = std::find(all.begin(), all.end(), array) - all.begin();
        return static_cast<std::size_t>(place) < kernel.step_uses.size()
                   ? &kernel.step_uses[static_cast<std::size_t>(place)]
                   : nullptr;
    };
    visit_all(step.body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::load)
            if (ArrayUse* known = use(as<Load>(expr).array)) known->reads = true;
        if (is_atomic(expr))
            if (ArrayUse* known = use(atomic_place(expr).array)) known->writes = true;
    });
    visit_statements(step.body, [&](const Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& place) {
            if (ArrayUse* known = place.index ? use(place.variable) : nullptr)
                known->reads = known->writes = true;
        });
    });
}

/// Adds the form of a kernel that pulls cotangents back, after the kernels that are its steps.
void add_vjp_of(Program& program, const Function& kernel, const Options& options, diag::Sink& sink) {
    const std::vector<std::string>& wrt = options.wrt;
    PlainKernel plain = make_plain_kernel(kernel, kernel.name + "_vjp", sink);
    if (!plain.function) return;
    bool is_refused = false;
    replace_array_names(*plain.function, program.index_type(), [&](Span span, const std::string& what) {
        is_refused = true;
        sink.report(diag::NoDerivative{what, "its cotangents have no name",
                                       "choose between the elements, as in `X[i] if c else Y[i]`"},
                    span);
    });
    if (is_refused) return;
    std::vector<bool> active;
    for (const Variable* parameter : plain.function->parameters)
        active.push_back(parameter->captured < 0 && is_differentiable(parameter->type) &&
                         (wrt.empty() || std::find(wrt.begin(), wrt.end(), parameter->name) != wrt.end()));
    const bool has_lists = std::any_of(plain.function->parameters.begin(), plain.function->parameters.end(),
                                       [](const Variable* parameter) { return !parameter->has_length; });
    Reverse reverse(plain, active, program.index_type(), gathers(options) && !has_lists, sink);
    reverse.run();
    add_beginnings(*plain.function);
    plain.function->launch_of_primal = kernel.launch;
    if (!kernel.called.empty()) plain.function->called = kernel.called + "_vjp";
    plain.function->is_kernel = true;
    for (auto& step : reverse.take_steps()) {
        while (std::any_of(program.functions.begin(), program.functions.end(),
                           [&](const auto& other) { return other->name == step->name; }))
            step->name += "_";
        plain.function->steps.push_back(step->name);
        add_uses(*plain.function, *step);
        step->called = plain.function->called;
        program.functions.push_back(std::move(step));
    }
    program.functions.push_back(std::move(plain.function));
}

} // namespace

void add_vjp(Program& program, const Options& options, diag::Sink& sink) {
    if (options.vjp.empty() && !options.only_vjp) return;
    simplify(program);
    lower::find_launch_facts(program, options.checked);
    std::vector<Function*> kernels;
    for (const auto& function : program.functions)
        if (function->is_kernel) kernels.push_back(function.get());
    const auto add = [&](const Function& kernel) { add_vjp_of(program, kernel, options, sink); };
    for (const std::string& name : options.vjp) {
        const auto found = std::find_if(kernels.begin(), kernels.end(),
                                        [&](const Function* kernel) { return kernel->name == name; });
        if (found == kernels.end())
            sink.report(diag::NoKernelToDifferentiate{name}, Span{});
        else
            add(**found);
    }
    if (!options.only_vjp) return;
    for (Function* kernel : kernels) {
        if (options.vjp.empty()) add(*kernel);
        kernel->is_kernel = false;
    }
    drop_uncalled(program);
}

} // namespace cudapy::differentiate
