#include "translator/numba/desugar/method_call.h"

#include "translator/syntax/lent.h"

#include <utility>
#include <vector>

namespace cudapy::checker::numba {

MethodCall::MethodCall(const syntax::Call& written) {
    std::vector<syntax::Argument> arguments;
    const auto& method = syntax::as<syntax::Attribute>(*written.function);
    arguments.emplace_back().value = syntax::lent(method.value);
    for (const syntax::Argument& each : written.arguments) {
        syntax::Argument& argument = arguments.emplace_back();
        argument.keyword = each.keyword;
        argument.stars = each.stars;
        argument.value = syntax::lent(each.value);
    }
    call_ =
        std::make_unique<syntax::Call>(written.span, syntax::lent(written.function), std::move(arguments));
}

MethodCall::MethodCall(const syntax::Assign& written) {
    std::vector<syntax::Argument> arguments;
    arguments.emplace_back().value = syntax::lent(written.targets[0]);
    arguments.emplace_back().value = syntax::lent(written.value);
    call_ =
        std::make_unique<syntax::Call>(written.span, syntax::lent(written.targets[0]), std::move(arguments));
}

MethodCall::~MethodCall() {
    static_cast<void>(call_->function.release());
    for (syntax::Argument& each : call_->arguments)
        static_cast<void>(each.value.release());
}

} // namespace cudapy::checker::numba
