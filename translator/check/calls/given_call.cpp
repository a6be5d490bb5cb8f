#include "translator/check/calls/given_call.h"

#include "translator/syntax/lent.h"

#include <utility>

namespace cudapy::checker {

GivenCall::GivenCall(const syntax::Call& written,
                     const std::vector<std::vector<const syntax::Expr*>>& passed) {
    std::vector<syntax::Argument> arguments;
    for (std::size_t i = 0; i < written.arguments.size(); ++i) {
        const syntax::Argument& each = written.arguments[i];
        // The call is const, and gives the expressions back at its end.
        for (const syntax::Expr* value : passed[i])
            arguments.push_back({each.keyword, each.keyword_span, each.stars,
                                 syntax::ExprPtr(const_cast<syntax::Expr*>(value))});
    }
    call_ =
        std::make_unique<syntax::Call>(written.span, syntax::lent(written.function), std::move(arguments));
}

GivenCall::~GivenCall() {
    static_cast<void>(call_->function.release());
    for (syntax::Argument& each : call_->arguments)
        static_cast<void>(each.value.release());
}

} // namespace cudapy::checker
