#include "translator/check/check.h"

#include "translator/check/atomic_arrays.h"
#include "translator/check/barriers.h"
#include "translator/check/function_checker.h"
#include "translator/check/signatures.h"
#include "translator/diagnostics/render.h"

#include <deque>
#include <unordered_set>

namespace cudapy {

namespace {

using checker::Context;
using checker::FunctionInfo;

class ProgramChecker {
  public:
    ProgramChecker(const std::vector<ParsedUnit>& units, const SourceSet& sources, const Options& options,
                   NameResolver& resolver, diag::Sink& sink)
        : units_(units), options_(options),
          sink_(sink), context_{sources, options, resolver, sink, {}, nullptr, {}} {}

    program::Program run() {
        for (const ParsedUnit& unit : units_)
            add_functions(unit);
        if (infos_.empty() && !sink_.has_errors() && !units_.empty()) {
            const auto& stray = units_[0].module.stray_signature;
            sink_.report(diag::NoFunctions{stray ? stray->why : ""},
                         stray ? stray->span : Span{units_[0].file, 0, 0});
        }
        // All signatures come first, since functions call each other in any order.
        for (std::size_t i = 0; i < infos_.size(); ++i)
            resolve_signature(context_, infos_[i], *unit_of_[i]);
        choose_kernels();
        for (FunctionInfo& info : infos_)
            if (info.valid) checker::FunctionChecker(context_, info).check_defaults();
        for (FunctionInfo& info : infos_)
            if (info.valid) checker::FunctionChecker(context_, info).check_body();
        program::Program program;
        program.index64 = options_.index64;
        if (!sink_.has_errors()) {
            keep_wanted(program);
            check_barriers(program, sink_);
            check_atomic_arrays(program, sink_);
        }
        return program;
    }

  private:
    void add(const syntax::Function& syntax, const ParsedUnit& unit) {
        auto& function = functions_.emplace_back(std::make_unique<program::Function>());
        function->name = syntax.name;
        function->span = syntax.span;
        function->comments_above = syntax.comments_above;
        function->docstring = syntax.docstring;
        function->comments_at_end = syntax.comments_at_end;
        if (syntax.is_async) {
            const uint32_t begin = syntax.span.begin;
            sink_.report(diag::NoGenerators{"async"}, Span{unit.file, begin, begin + 5});
        }
        FunctionInfo& info = infos_.emplace_back();
        info.syntax = &syntax;
        info.file = unit.file;
        info.function = function.get();
        info.order = infos_.size();
        info.scope = syntax.name;
        context_.infos[function.get()] = &info;
        unit_of_.push_back(&unit);
        auto [place, is_new] = context_.functions.emplace(syntax.name, &info);
        if (!is_new)
            sink_.report(diag::DuplicateFunction{syntax.name}, syntax.name_span,
                         {{place->second->syntax->name_span, "the first `" + syntax.name + "` is here"}});
    }

    void add_functions(const ParsedUnit& unit) {
        const syntax::Function* only = nullptr;
        for (const syntax::Function& function : unit.module.functions) {
            if (unit.only_function.empty())
                add(function, unit);
            else if (function.name == unit.only_function)
                only = &function; // the last one is what the name means in Python
        }
        if (only)
            add(*only, unit);
        else if (!unit.only_function.empty() && !sink_.has_errors())
            sink_.report(diag::FunctionNotFound{unit.only_function}, Span{unit.file, 0, 0});
    }

    void choose_kernels() {
        bool any = false;
        bool all_valid = true;
        for (FunctionInfo& info : infos_) {
            all_valid &= info.valid;
            info.function->is_kernel =
                info.valid && options_.kernels.empty() && info.function->result->is_void();
            any |= info.function->is_kernel;
        }
        for (const std::string& name : options_.kernels) {
            auto found = context_.functions.find(name);
            if (found == context_.functions.end()) {
                std::vector<std::string> names;
                for (const FunctionInfo& info : infos_)
                    names.push_back(info.syntax->name);
                sink_.report(diag::UnknownKernel{name, diag::nearest(name, names)},
                             Span{units_.empty() ? 0 : units_[0].file, 0, 0});
            } else if (found->second->valid && !found->second->function->result->is_void()) {
                sink_.report(diag::KernelNotVoid{name, found->second->function->result->name()},
                             found->second->syntax->name_span);
            } else {
                found->second->function->is_kernel = true;
                any = true;
            }
        }
        if (!any && all_valid && !infos_.empty() && options_.kernels.empty() && !sink_.has_errors())
            sink_.report(diag::NoKernels{}, Span{units_[0].file, 0, 0});
        for (FunctionInfo& info : infos_) {
            if (!info.function->is_kernel) continue;
            for (std::size_t i = 0; info.valid && i < info.function->parameters.size(); ++i) {
                const program::Variable& parameter = *info.function->parameters[i];
                if (parameter.type->is_random_state())
                    sink_.report(diag::GeneratorParameter{info.syntax->name, parameter.name},
                                 info.type_spans[i]);
                if (parameter.type->is_tuple())
                    sink_.report(
                        diag::TupleParameter{info.syntax->name, parameter.name, parameter.type->name()},
                        info.type_spans[i]);
            }
            for (const syntax::Parameter& parameter : info.syntax->parameters)
                if (parameter.default_value)
                    sink_.report(diag::KernelDefault{info.syntax->name, parameter.name},
                                 parameter.default_value->span);
        }
    }

    /// Moves the kernels and what they call into the program, in source order.
    void keep_wanted(program::Program& program) {
        std::unordered_set<const FunctionInfo*> wanted;
        std::vector<FunctionInfo*> open;
        for (FunctionInfo& info : infos_) {
            if (info.function->is_kernel) {
                wanted.insert(&info);
                open.push_back(&info);
            }
        }
        while (!open.empty()) {
            FunctionInfo* info = open.back();
            open.pop_back();
            for (FunctionInfo* callee : info->calls) {
                callee->function->is_called = true;
                if (wanted.insert(callee).second) open.push_back(callee);
            }
        }
        for (std::size_t i = 0; i < infos_.size(); ++i)
            if (wanted.count(&infos_[i])) program.functions.push_back(std::move(functions_[i]));
    }

    const std::vector<ParsedUnit>& units_;
    const Options& options_;
    diag::Sink& sink_;
    Context context_;
    std::deque<FunctionInfo> infos_; // pointers to its elements are kept
    std::vector<const ParsedUnit*> unit_of_;
    std::vector<std::unique_ptr<program::Function>> functions_;
};

} // namespace

program::Program check(const std::vector<ParsedUnit>& units, const SourceSet& sources, const Options& options,
                       NameResolver& resolver, diag::Sink& sink) {
    return ProgramChecker(units, sources, options, resolver, sink).run();
}

} // namespace cudapy
