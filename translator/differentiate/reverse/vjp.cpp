#include "translator/differentiate/reverse/vjp.h"

#include "translator/diagnostics/kinds/derivative_kinds.h"
#include "translator/differentiate/derived_program.h"
#include "translator/differentiate/plain/array_names.h"
#include "translator/differentiate/plain/plain_kernel.h"
#include "translator/differentiate/reverse/reverse.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// Makes the form of a kernel that pulls cotangents back. `wrt` names the parameters whose cotangents are
/// asked for; without names it is all of them.
std::unique_ptr<Function> make_vjp(const Program& program, const Function& kernel,
                                   const std::vector<std::string>& wrt, diag::Sink& sink) {
    PlainKernel plain = make_plain_kernel(kernel, kernel.name + "_vjp", sink);
    if (!plain.function) return nullptr;
    bool is_refused = false;
    replace_array_names(*plain.function, program.index_type(), [&](Span span, const std::string& what) {
        is_refused = true;
        sink.report(diag::NoDerivative{what, "its cotangents have no name",
                                       "choose between the elements, as in `X[i] if c else Y[i]`"},
                    span);
    });
    if (is_refused) return nullptr;
    std::vector<bool> active;
    for (const Variable* parameter : plain.function->parameters)
        active.push_back(parameter->captured < 0 && is_differentiable(parameter->type) &&
                         (wrt.empty() || std::find(wrt.begin(), wrt.end(), parameter->name) != wrt.end()));
    Reverse(plain, active, program.index_type(), sink).run();
    add_beginnings(*plain.function);
    if (!kernel.called.empty()) plain.function->called = kernel.called + "_vjp";
    plain.function->is_kernel = true;
    return std::move(plain.function);
}

} // namespace

void add_vjp(Program& program, const Options& options, diag::Sink& sink) {
    if (options.vjp.empty() && !options.only_vjp) return;
    simplify(program);
    std::vector<Function*> kernels;
    for (const auto& function : program.functions)
        if (function->is_kernel) kernels.push_back(function.get());
    const auto add = [&](const Function& kernel) {
        if (auto made = make_vjp(program, kernel, options.wrt, sink))
            program.functions.push_back(std::move(made));
    };
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
