#include "translator/check/numba/method_call.h"

#include <utility>
#include <vector>

namespace cudapy::checker::numba {

namespace {

/// Returns a pointer that must be released before it is destroyed, because the node has another owner.
syntax::ExprPtr lent(const syntax::ExprPtr& node) {
    return syntax::ExprPtr(node.get());
}

} // namespace

MethodCall::MethodCall(const syntax::Call& written) {
    std::vector<syntax::Argument> arguments;
    const auto& method = syntax::as<syntax::Attribute>(*written.function);
    arguments.emplace_back().value = lent(method.value);
    for (const syntax::Argument& each : written.arguments) {
        syntax::Argument& argument = arguments.emplace_back();
        argument.keyword = each.keyword;
        argument.stars = each.stars;
        argument.value = lent(each.value);
    }
    call_ = std::make_unique<syntax::Call>(written.span, lent(written.function), std::move(arguments));
}

MethodCall::MethodCall(const syntax::Assign& written) {
    std::vector<syntax::Argument> arguments;
    arguments.emplace_back().value = lent(written.targets[0]);
    arguments.emplace_back().value = lent(written.value);
    call_ = std::make_unique<syntax::Call>(written.span, lent(written.targets[0]), std::move(arguments));
}

MethodCall::~MethodCall() {
    static_cast<void>(call_->function.release());
    for (syntax::Argument& each : call_->arguments)
        static_cast<void>(each.value.release());
}

} // namespace cudapy::checker::numba
