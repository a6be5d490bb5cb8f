#include "translator/lower/analysis/transposed_accesses.h"

#include "translator/lower/analysis/uniformity.h"
#include "translator/program/walk.h"

namespace cudapy::lower {

using namespace program;

namespace {

bool has_transposed_accesses(const Function& function) {
    const Uniformity along_x(function, ThreadSet::strip), along_y(function, ThreadSet::column);
    bool found = false;
    const auto look = [&](const Expr& index) {
        if (index.kind != ExprKind::binary || as<Binary>(index).op != BinaryOp::add) return;
        const Expr& rows = *as<Binary>(index).left;
        const Expr& place = *as<Binary>(index).right;
        if (rows.kind != ExprKind::binary || as<Binary>(rows).op != BinaryOp::mul) return;
        found |=
            along_x.varies(rows) && !along_y.varies(rows) && along_y.varies(place) && !along_x.varies(place);
    };
    visit_all(function.body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::load) look(*as<Load>(expr).index);
    });
    visit_statements(function.body, [&](const Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& place) {
            if (place.index) look(*place.index);
        });
    });
    return found;
}

} // namespace

void find_transposed_accesses(Function& kernel) {
    const auto& facts = kernel.facts;
    if (!kernel.is_kernel || kernel.block || kernel.strip || !kernel.extent_specializations.empty() ||
        !facts.coordinates.count(Coordinate::idx) || !facts.coordinates.count(Coordinate::idy))
        return;
    kernel.has_transposed_accesses = has_transposed_accesses(kernel);
}

} // namespace cudapy::lower
