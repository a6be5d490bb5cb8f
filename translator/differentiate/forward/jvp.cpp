#include "translator/differentiate/forward/jvp.h"

#include "translator/diagnostics/kinds/derivative_kinds.h"
#include "translator/differentiate/derived_program.h"
#include "translator/differentiate/forward/forward.h"
#include "translator/differentiate/forward/steps.h"
#include "translator/program/derivative_rules.h"

#include <algorithm>
#include <set>

namespace cudapy::differentiate {

using namespace program;

namespace {

class Derivatives {
  public:
    Derivatives(Program& program, diag::Sink& sink) : program_(program), sink_(sink) {}

    /// Returns the form of a kernel with tangents.
    Function* kernel(Function& source) {
        std::vector<bool> active;
        for (const Variable* parameter : source.parameters)
            active.push_back(parameter->captured < 0 && is_differentiable(parameter->type));
        if (const Expr* step = only_step(source, Activity(source, active)))
            sink_.report(diag::DerivativeIsZero{name_in_messages(source)}, step->span);
        Function* made = derive(source, active).function;
        made->is_kernel = true;
        add_beginnings(*made);
        return made;
    }

  private:
    DerivedFunction derive(Function& source, const std::vector<bool>& active) {
        const auto key = std::pair{&source, active};
        if (const auto known = made_.find(key); known != made_.end()) return known->second;
        auto copy = copy_of(source, name_for(source));
        if (!source.called.empty()) copy->called = source.called + "_jvp";
        Forward forward(
            *copy, active,
            [this](Function& callee, const std::vector<bool>& of, Span span) {
                return this->callee(callee, of, span);
            },
            sink_);
        if (forward.has_active_result()) copy->result = dual_type(copy->result);
        forward.run();
        const DerivedFunction result{copy.get(), forward.has_active_result()};
        made_[key] = result;
        program_.functions.push_back(std::move(copy));
        return result;
    }

    DerivedFunction callee(Function& function, const std::vector<bool>& active, Span call) {
        const std::string name = "`" + name_in_messages(function) + "`";
        const auto refuse = [&](const std::string& reason, const std::string& instead) {
            sink_.report(diag::NoDerivative{"the call of " + name, reason, instead}, call);
            return DerivedFunction{};
        };
        if (function.foreign)
            return refuse(why_no_rule(function, false), "name its derivative in the text, as " +
                                                            rule_to_name(function, "jvp") +
                                                            ", or write the function in Python");
        if (function.facts.is_recursive)
            return refuse("it calls itself, directly or through others", "write it as a loop");
        return derive(function, active);
    }

    std::string name_for(const Function& source) {
        std::string name = source.name + "_jvp";
        while (!names_.insert(name).second)
            name += "_";
        return name;
    }

    Program& program_;
    diag::Sink& sink_;
    std::map<std::pair<Function*, std::vector<bool>>, DerivedFunction> made_;
    std::set<std::string> names_;
};

} // namespace

void add_jvp(Program& program, const Options& options, diag::Sink& sink) {
    if (options.jvp.empty() && !options.only_jvp) return;
    simplify(program);
    std::vector<Function*> kernels;
    for (const auto& function : program.functions)
        if (function->is_kernel) kernels.push_back(function.get());
    Derivatives derivatives(program, sink);
    for (const std::string& name : options.jvp) {
        const auto found = std::find_if(kernels.begin(), kernels.end(),
                                        [&](const Function* kernel) { return kernel->name == name; });
        if (found == kernels.end())
            sink.report(diag::NoKernelToDifferentiate{name}, Span{});
        else
            derivatives.kernel(**found);
    }
    if (!options.only_jvp) return;
    for (Function* kernel : kernels) {
        if (options.jvp.empty()) derivatives.kernel(*kernel);
        kernel->is_kernel = false;
    }
    drop_uncalled(program);
}

} // namespace cudapy::differentiate
