#include "translator/lower/analysis/gathers.h"

#include "translator/lower/analysis/purity.h"
#include "translator/program/walk.h"

namespace cudapy::lower {

using namespace program;

namespace {

/// The most operations for each such load, those of indices among them. Where there are more, vectors gain
/// more by these than they lose by the loads.
constexpr int most_operations = 8;

/// The variables whose values are made of elements of arrays.
class Loaded {
  public:
    explicit Loaded(const Block& body) {
        std::size_t known = 0;
        do {
            known = variables_.size();
            visit_statements(body, [&](const Stmt& stmt) {
                bool is_of_memory = false;
                visit_expressions(
                    stmt, [&](const ExprPtr& expr) { is_of_memory = is_of_memory || is_loaded(*expr); });
                if (is_of_memory)
                    visit_assigned(stmt, [&](const Variable* variable) { variables_.insert(variable); });
            });
        } while (variables_.size() > known);
    }

    bool is_loaded(const Expr& expr) const {
        bool any = false;
        visit_all(expr, [&](const Expr& part) {
            any = any || part.kind == ExprKind::load ||
                  (part.kind == ExprKind::variable && variables_.contains(as<VariableRef>(part).variable));
        });
        return any;
    }

  private:
    VariableSet variables_;
};

bool is_operation(const Expr& expr) {
    switch (expr.kind) {
    case ExprKind::unary:
    case ExprKind::binary:
    case ExprKind::compare:
    case ExprKind::logical:
    case ExprKind::conditional:
        return true;
    default:
        return false;
    }
}

bool is_call(const Expr& expr) {
    return expr.kind == ExprKind::call || expr.kind == ExprKind::builtin_call ||
           expr.kind == ExprKind::helper_call;
}

bool has_loop(const Block& body) {
    bool any = false;
    visit_statements(body, [&](const Stmt& stmt) {
        any = any || stmt.kind == StmtKind::while_ || stmt.kind == StmtKind::for_c ||
              stmt.kind == StmtKind::lane_loop || stmt.kind == StmtKind::warp_loop;
    });
    return any;
}

} // namespace

bool is_gather(const Block& body) {
    int loads = 0, operations = 0, calls = 0;
    visit_all(body, [&](const Expr& expr) {
        loads += expr.kind == ExprKind::load;
        operations += is_operation(expr);
        calls += is_call(expr);
    });
    if (loads < 2 || calls > 0 || has_loop(body)) return false;
    const Loaded loaded(body);
    int gathers = 0;
    visit_all(body, [&](const Expr& expr) {
        gathers += expr.kind == ExprKind::load && loaded.is_loaded(*as<Load>(expr).index);
    });
    return gathers > 0 && operations <= most_operations * gathers;
}

} // namespace cudapy::lower
