#include "translator/check/numba_records/field_call.h"

#include "translator/syntax/lent.h"

namespace cudapy::checker::numba {

FieldCall::FieldCall(const syntax::Call& written, const std::vector<const syntax::Expr*>& records) {
    std::vector<syntax::Argument> arguments;
    for (std::size_t i = 0; i < written.arguments.size(); ++i) {
        const syntax::Argument& each = written.arguments[i];
        // It is not changed: the call is const, and gives the expression back at its end.
        auto value =
            records[i] ? syntax::ExprPtr(const_cast<syntax::Expr*>(records[i])) : syntax::lent(each.value);
        arguments.push_back({each.keyword, each.keyword_span, each.stars, std::move(value)});
    }
    call_ =
        std::make_unique<syntax::Call>(written.span, syntax::lent(written.function), std::move(arguments));
}

FieldCall::~FieldCall() {
    static_cast<void>(call_->function.release());
    for (syntax::Argument& each : call_->arguments)
        static_cast<void>(each.value.release());
}

} // namespace cudapy::checker::numba
