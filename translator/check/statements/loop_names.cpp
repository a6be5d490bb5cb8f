#include "translator/check/statements/loop_names.h"

#include "translator/check/arrays/parts.h"
#include "translator/check/arrays/views.h"
#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <functional>
#include <map>

namespace cudapy::checker {

using syntax::ExprKind;
using syntax::StmtKind;

namespace {

struct NamedLoop {
    const syntax::For* loop;
    const syntax::Expr* iterable; ///< the iterable that the name goes through
};

/// The facts on a symbol that loops bind.
struct LoopSymbol {
    std::vector<NamedLoop> loops;
    bool nested = false; ///< one of these loops is in another
    int places = 0;      ///< how often the symbol is in the function, but for the heads of these loops
    int inside = 0;      ///< how often it is in one of these loops, likewise
};

/// Calls found(name, iterable) for each name of a loop's head and the iterable that it goes through: `b` and
/// `B` for `for i, b in enumerate(B)`.
void visit_loop_names(Body& body, const syntax::Expr& target, const syntax::Expr& iterable,
                      const std::function<void(const syntax::Name&, const syntax::Expr&)>& found) {
    if (target.kind == ExprKind::name) return found(syntax::as<syntax::Name>(target), iterable);
    if (target.kind != ExprKind::tuple || iterable.kind != ExprKind::call) return;
    const auto& targets = syntax::as<syntax::Tuple>(target).elements;
    const auto& arguments = syntax::as<syntax::Call>(iterable).arguments;
    const auto callee = entity(body, *syntax::as<syntax::Call>(iterable).function);
    if (!callee || callee->kind != Entity::Kind::builtin) return;
    const Special special = callee->builtin->special;
    if (special == Special::enumerate && targets.size() == 2 && !arguments.empty())
        visit_loop_names(body, *targets[1], *arguments[0].value, found);
    for (std::size_t i = 0; special == Special::zip && i < std::min(targets.size(), arguments.size()); ++i)
        visit_loop_names(body, *targets[i], *arguments[i].value, found);
}

/// Returns whether the heads of several loops bind the same name.
bool share_names(const Body& body, const syntax::Block& statements) {
    std::vector<const Symbol*> bound;
    bool is_shared = false;
    syntax::visit_statements(statements, [&](const syntax::Stmt& stmt) {
        if (stmt.kind != StmtKind::for_) return;
        syntax::visit_bound_names(*syntax::as<syntax::For>(stmt).target, [&](const syntax::Name& name) {
            const Symbol* symbol = body.symbols.of(name);
            is_shared = is_shared || std::find(bound.begin(), bound.end(), symbol) != bound.end();
            bound.push_back(symbol);
        });
    });
    return is_shared;
}

} // namespace

void separate_loop_names(Body& body, const syntax::Block& statements) {
    if (!share_names(body, statements)) return;
    std::map<const Symbol*, LoopSymbol, InOrder> symbols;
    std::vector<const Symbol*> around;
    const auto count = [&](const Symbol& symbol, const syntax::Name&) {
        LoopSymbol& known = symbols[&symbol];
        ++known.places;
        known.inside += std::find(around.begin(), around.end(), &symbol) != around.end();
    };
    const std::function<void(const syntax::Block&)> look = [&](const syntax::Block& block) {
        for (const syntax::StmtPtr& stmt : block) {
            if (stmt->kind != StmtKind::for_) {
                syntax::visit_expressions(*stmt,
                                          [&](const syntax::Expr& expr) { body.symbols.visit(expr, count); });
                syntax::visit_blocks(*stmt, look);
                continue;
            }
            const syntax::For& loop = syntax::as<syntax::For>(*stmt);
            body.symbols.visit(*loop.iterable, count);
            const auto before = static_cast<std::ptrdiff_t>(around.size());
            visit_loop_names(body, *loop.target, *loop.iterable,
                             [&](const syntax::Name& name, const syntax::Expr& iterable) {
                                 LoopSymbol& known = symbols[body.symbols.of(name)];
                                 known.loops.push_back({&loop, &iterable});
                                 known.nested |= std::find(around.begin(), around.end(),
                                                           body.symbols.of(name)) != around.end();
                                 around.push_back(body.symbols.of(name));
                             });
            body.symbols.visit(*loop.target, [&](const Symbol& symbol, const syntax::Name&) {
                const bool is_own = std::find(around.begin() + before, around.end(), &symbol) != around.end();
                symbols[&symbol].places += !is_own;
            });
            look(loop.body);
            look(loop.else_body);
            around.resize(static_cast<std::size_t>(before));
        }
    };
    look(statements);
    for (auto& [symbol, local] : body.locals)
        if (auto* array = local.declared_array()) array->is_declared = true;
    for (const auto& [symbol, known] : symbols) {
        if (known.loops.size() < 2 || known.nested || known.places != known.inside) continue;
        const auto first = body.locals.find(symbol);
        if (first == body.locals.end() || first->second.fixed()) continue;
        std::vector<const program::Variable*> arrays;
        for (const NamedLoop& each : known.loops) {
            if (dimensions(body, *each.iterable) != 1 || !holds_structs(body, *each.iterable)) break;
            if (const auto shown = part(body, *each.iterable)) arrays.push_back(shown->array);
        }
        const bool are_structs = arrays.size() == known.loops.size();
        if (!are_structs ||
            std::all_of(arrays.begin(), arrays.end(), [&](const auto* array) { return array == arrays[0]; }))
            continue;
        for (std::size_t i = 1; i < known.loops.size(); ++i) {
            const syntax::For& loop = *known.loops[i].loop;
            set_variable(body, body.symbols.separate(*symbol, loop),
                         body.function.add_variable(symbol->name, Type::bool_(), program::VariableRole::local,
                                                    loop.target->span));
        }
    }
}

} // namespace cudapy::checker
