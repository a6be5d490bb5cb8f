#include "translator/differentiate/plain/plain_kernel.h"

#include "translator/diagnostics/kinds/derivative_kinds.h"
#include "translator/differentiate/derived_program.h"
#include "translator/differentiate/forward/forward.h"
#include "translator/lower/rewriting/inline_calls.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/lower/rewriting/single_exit.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <iterator>
#include <map>
#include <set>
#include <vector>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// Copies a kernel and the functions that it calls, and writes each of them plainly.
class Copies {
  public:
    explicit Copies(diag::Sink& sink) : sink_(sink) {}

    std::unique_ptr<Function> kernel(const Function& source, const std::string& name) {
        auto made = copy(source, name);
        if (is_refused_) return nullptr;
        return made;
    }

    /// The callees live as long as what calls them.
    std::vector<std::unique_ptr<Function>> callees;

  private:
    std::unique_ptr<Function> copy(const Function& source, const std::string& name) {
        auto made = copy_of(source, name);
        visit_all(made->body, [&](Expr& expr) {
            if (expr.kind == ExprKind::call) as<Call>(expr).function = callee(as<Call>(expr));
        });
        Forward::flatten(*made, sink_);
        return made;
    }

    Function* callee(const Call& call) {
        Function* const function = call.function;
        if (const auto known = made_.find(function); known != made_.end()) return known->second;
        const std::string shown = "`" + (function->called.empty() ? function->name : function->called) + "`";
        const auto refuse = [&](const std::string& reason, const std::string& instead) {
            if (!refused_.insert(function).second) return function;
            is_refused_ = true;
            sink_.report(diag::NoDerivative{"the call of " + shown, reason, instead}, call.span);
            return function;
        };
        if (function->foreign)
            return refuse("its text is CUDA C++, which CudaPy does not read", "write the function in Python");
        if (function->facts.is_recursive)
            return refuse("it calls itself, directly or through others", "write it as a loop");
        auto copied = copy(*function, function->name);
        Function* const result = made_[function] = copied.get();
        callees.push_back(std::move(copied));
        return result;
    }

    diag::Sink& sink_;
    std::map<Function*, Function*> made_;
    std::set<Function*> refused_;
    bool is_refused_ = false;
};

/// Writes declarations and `x += y` as assignments.
void make_assignments(Function& function) {
    lower::rewrite_statements(function.body, [&](StmtPtr stmt, Block& out) {
        const Span span = stmt->span;
        if (stmt->kind == StmtKind::augmented_assign) {
            auto& node = as<AugmentedAssign>(*stmt);
            ExprPtr old = convert(make_read(node.lvalue), node.operation);
            ExprPtr value = std::make_unique<Binary>(span, node.operation, node.op, std::move(old),
                                                     std::move(node.value));
            const Type* type = node.lvalue.type();
            out.push_back(make_assign(std::move(node.lvalue), convert(std::move(value), type), span));
            return;
        }
        if (stmt->kind != StmtKind::declare) return out.push_back(std::move(stmt));
        auto& node = as<Declare>(*stmt);
        Variable* const variable = node.variable;
        ExprPtr init = std::move(node.init);
        if (!variable->is_declared_array()) {
            if (init) out.push_back(make_assign(variable, std::move(init), span));
            return;
        }
        out.push_back(std::move(stmt));
        if (!init) return;
        out.push_back( // a struct that is changed through a parameter
            make_assign(Lvalue{variable, make_int(Type::int32(), 0, span), span}, std::move(init), span));
    });
}

} // namespace

PlainKernel make_plain_kernel(const Function& kernel, const std::string& name, diag::Sink& sink) {
    Copies copies(sink);
    PlainKernel result;
    result.function = copies.kernel(kernel, name);
    if (!result.function) return result;
    Function& function = *result.function;
    lower::inline_calls(function, [](const Function&) { return true; });
    function.body = lower::single_exit(std::move(function.body), nullptr, function);
    make_assignments(function);
    result.most_trips = make_single_path(function);
    return result;
}

} // namespace cudapy::differentiate
