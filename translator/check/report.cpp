#include "translator/check/function_checker.h"

#include <array>

namespace cudapy::checker {

template <typename Kind>
void FunctionChecker::report(Kind payload, Span span, std::vector<diag::Label> labels) {
    if (final_)
        context_.sink.report(diag::Payload(std::in_place_type<Kind>, std::move(payload)), span,
                             std::move(labels));
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wcast-function-type" // the addresses are never called
#endif

/// The addresses of all instances, kept where other files could see them, so that the compiler makes every
/// one.
template <typename... Kinds>
struct ReportInstances {
    using Any = void (FunctionChecker::*)();
    using Array = std::array<Any, sizeof...(Kinds)>;
    static Array all() { return {reinterpret_cast<Any>(&FunctionChecker::report<Kinds>)...}; }
};

using CheckReports = diag::CheckKinds::As<ReportInstances>;
extern const CheckReports::Array report_instances;
const CheckReports::Array report_instances = CheckReports::all();

} // namespace cudapy::checker
