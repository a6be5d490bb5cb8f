#include "translator/differentiate/gather/grid_stride.h"

#include "translator/differentiate/gather/bar_accesses.h"
#include "translator/differentiate/gather/one_writer.h"
#include "translator/differentiate/reverse/stored_elements.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace cudapy::differentiate {

using namespace program;

namespace {

bool declares_arrays(const Block& body) {
    bool found = false;
    visit_statements(body, [&](const Stmt& stmt) { found = found || stmt.kind == StmtKind::declare; });
    return found;
}

/// Returns whether an addition is that of a thread's sum to the bar of a number.
bool adds_to(const Stmt& stmt, const Variable* gains) {
    const auto addition = addition_of(stmt);
    return stmt.kind == StmtKind::evaluate && addition && addition->place.variable == gains;
}

} // namespace

void make_grid_stride(Function& kernel, const std::vector<SummedBar>& bars, const Type* index_type) {
    const auto axes = axes_of_threads(kernel);
    if (bars.empty() || !axes || axes->empty() || declares_arrays(kernel.body)) return;
    const int axis = *axes->rbegin();
    const Span span = kernel.span;
    const auto parameter = [&](const char* name, LaunchPart part) {
        Variable* made = kernel.add_variable(name, index_type, VariableRole::parameter, span);
        made->launch_part = part;
        kernel.parameters.push_back(made);
        return made;
    };
    Block totals, additions;
    for (const SummedBar& bar : bars) {
        const std::string name = bar.gains->name.substr(0, bar.gains->name.rfind("_bar"));
        std::map<std::vector<std::size_t>, Variable*> of_fields; // of a complex number or a struct
        lower::rewrite_statements(kernel.body, StmtKind::evaluate, [&](StmtPtr stmt, Block& out) {
            if (!adds_to(*stmt, bar.gains)) return out.push_back(std::move(stmt));
            const auto addition = addition_of(*stmt);
            const Lvalue& place = addition->place;
            Variable*& total = of_fields[place.fields];
            if (!total) {
                const std::string suffix = field_suffix(place.variable->type->element(), place.fields);
                total = kernel.add_variable(name + suffix + "_total", place.type(), VariableRole::temporary,
                                            span);
            }
            out.push_back(make_add(total, clone(*addition->amount), stmt->span));
        });
        static const Builtin* const builtin = find_builtin("cudapy.atomicAdd");
        for (const auto& [fields, total] : of_fields) {
            totals.push_back(make_assign(total, make_zero(total->type, span), span));
            std::vector<ExprPtr> arguments;
            arguments.push_back(make_read({bar.gains, make_int(index_type, 0, span), span, fields}));
            arguments.push_back(make_ref(total, span));
            additions.push_back(std::make_unique<Evaluate>(
                span,
                std::make_unique<BuiltinCall>(span, total->type, builtin, nullptr, std::move(arguments))));
        }
    }
    if (totals.empty()) return;
    const Coordinate coordinate = coordinate_of(CoordinateGroup::global, axis);
    Variable* const thread =
        kernel.add_variable(axes->size() == 1 ? "thread" : std::string("thread_") + "xyz"[axis], index_type,
                            VariableRole::temporary, span);
    lower::rewrite_expressions(kernel.body, [&](ExprPtr& expr) {
        if (expr->kind == ExprKind::coordinate && as<CoordinateExpr>(*expr).coordinate == coordinate)
            expr = convert(make_ref(thread, expr->span), expr->type);
    });
    Variable* const asked =
        parameter("asked", static_cast<LaunchPart>(static_cast<int>(LaunchPart::asked_x) + axis));
    Variable* const stride = parameter("stride", LaunchPart::stride);
    auto loop = std::make_unique<ForRange>(span, thread, index_type,
                                           std::make_unique<CoordinateExpr>(span, index_type, coordinate),
                                           make_ref(asked, span), make_ref(stride, span));
    loop->body = std::move(kernel.body);
    kernel.body = std::move(totals);
    kernel.body.push_back(std::move(loop));
    kernel.body.insert(kernel.body.end(), std::make_move_iterator(additions.begin()),
                       std::make_move_iterator(additions.end()));
    kernel.strided_axis = axis;
}

} // namespace cudapy::differentiate
