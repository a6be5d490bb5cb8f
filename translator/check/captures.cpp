// What lambdas use of the functions around them: `map(lambda v: alpha * v, X)`. A lambda is a function of its
// own, and what it uses travels to it as further parameters, through each function that it is given to. That
// it is passed when the lambda is given makes no difference: until the call is over, nothing assigns to it.

#include "translator/check/free_names.h"
#include "translator/check/function_checker.h"
#include "translator/check/instances.h"

#include <algorithm>

namespace cudapy::checker {

using program::ExprPtr;
using Why = diag::LambdaCapture::Why;

void add_capture(FunctionInfo& info, Capture capture) {
    program::Function& function = *info.function;
    capture.variable =
        function.add_variable(capture.name, capture.type, program::VariableRole::parameter, capture.span);
    function.parameters.push_back(capture.variable);
    info.captures.push_back(std::move(capture));
}

std::vector<ExprPtr> FunctionChecker::own_captures(const std::string& function, Span span) const {
    std::vector<ExprPtr> values;
    for (const Capture& capture : info_.captures)
        if (capture.function == function)
            values.push_back(std::make_unique<program::VariableRef>(span, capture.variable));
    return values;
}

const FunctionInfo* FunctionChecker::lambda_argument(const syntax::Lambda& lambda, const std::string& name,
                                                     std::vector<ExprPtr>& values) {
    std::vector<Capture> captures;
    Instances::LambdaNames names;
    bool failed = false;
    const auto refuse = [&](Why why, const syntax::Name& used) {
        const FunctionInfo* whole = &info_;
        while (whole->outer)
            whole = whole->outer;
        report(diag::LambdaCapture{why, used.id, whole->syntax->name}, used.span);
        failed = true;
    };
    open_lambdas_.push_back(&lambda);
    for (const syntax::Name* used : names_in_defaults(lambda))
        if (find_local(*used)) refuse(Why::default_value, *used);
    for (const syntax::Name* used : free_names(lambda)) {
        if (const Local* local = find_local(*used)) {
            if (local->lists.offsets) {
                refuse(Why::lists, *used);
                continue;
            }
            Value value = expression(*used);
            if (!value) {
                failed = true;
                continue;
            }
            const bool is_view = value.node->kind == program::ExprKind::view;
            if (is_view && !program::as<program::ArrayView>(*value.node).strides.empty()) {
                refuse(Why::gaps, *used);
                continue;
            }
            captures.push_back({"", used->id, value.type(), local->variable->span, nullptr});
            values.push_back(std::move(value.node));
        } else if (info_.function_parameters.count(used->id)) {
            for (const Capture& capture : info_.captures)
                if (capture.function == used->id)
                    captures.push_back({used->id, capture.name, capture.type, capture.span, nullptr});
            for (ExprPtr& value : own_captures(used->id, used->span))
                values.push_back(std::move(value));
        } else if (const LocalFunction* known = find_local_function(*used)) {
            const bool calls_itself =
                std::find(open_lambdas_.begin(), open_lambdas_.end(), known->value) != open_lambdas_.end();
            if (calls_itself)
                refuse(Why::itself, *used);
            else
                failed |= !add_function(*used, names, captures, values);
        }
    }
    open_lambdas_.pop_back();
    if (failed) return nullptr;
    return &context_.instances->lambda(lambda, info_, std::move(captures), name, std::move(names));
}

void FunctionChecker::add_name(const syntax::Name& name, Instances::LambdaNames& names) {
    if (!find_local_function(name)) return;
    auto named = std::make_shared<NamedEntity>();
    named->entity = *entity(name);
    if (named->entity.binding) named->binding = *named->entity.binding;
    names.others.emplace(name.id, std::move(named));
}

/// A local name of a function that a lambda uses; false, and reported, where it stands for nothing there.
bool FunctionChecker::add_function(const syntax::Name& name, Instances::LambdaNames& names,
                                   std::vector<Capture>& captures, std::vector<ExprPtr>& values) {
    const Entity meant = *entity(name);
    if (meant.what == Entity::What::out_of_reach || meant.what == Entity::What::reported) {
        report_not_value(name, meant);
        return false;
    }
    if (!meant.given_as.empty()) { // another name of a parameter
        names.functions.emplace(name.id, meant.function);
        for (const Capture& capture : info_.captures)
            if (capture.function == meant.given_as)
                captures.push_back({name.id, capture.name, capture.type, capture.span, nullptr});
        for (ExprPtr& value : own_captures(meant.given_as, name.span))
            values.push_back(std::move(value));
        return true;
    }
    if (meant.what != Entity::What::lambda) {
        add_name(name, names);
        return true;
    }
    std::vector<ExprPtr> used;
    const FunctionInfo* made = lambda_argument(*meant.lambda, meant.name, used);
    if (!made) return false;
    names.functions.emplace(name.id, made);
    for (const Capture& capture : made->captures)
        captures.push_back({name.id, capture.name, capture.type, capture.span, nullptr});
    for (ExprPtr& value : used)
        values.push_back(std::move(value));
    return true;
}

} // namespace cudapy::checker
