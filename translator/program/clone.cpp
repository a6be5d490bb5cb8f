#include "translator/program/walk.h"

namespace cudapy::program {

namespace {

/// Returns a copy of the node as an object of its own class, which copies what it owns.
template <typename Pointer, typename Node>
Pointer copy(const Node& node) {
    Pointer result;
    dispatch(node,
             [&](const auto& each) { result = std::make_unique<std::remove_cvref_t<decltype(each)>>(each); });
    return result;
}

} // namespace

ExprPtr clone(const Expr& expr) {
    return copy<ExprPtr>(expr);
}

StmtPtr clone(const Stmt& stmt) {
    return copy<StmtPtr>(stmt);
}

} // namespace cudapy::program
