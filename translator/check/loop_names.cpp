// `for b in A: …` and later `for b in B: …`, over structs. The name of such a loop stands for elements of one
// array; where no loop's name is used outside of it, each loop gets one of its own.

#include "translator/check/free_names.h"
#include "translator/check/function_checker.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <functional>
#include <map>

namespace cudapy::checker {

using namespace syntax;

namespace {

struct NamedLoop {
    const For* loop;
    const Expr* iterable; ///< what the name goes through
};

/// The names of a head, and what each goes through: `b` of `for i, b in enumerate(B)`.
void names_of(const Expr& target, const Expr& iterable,
              const std::function<void(const std::string&, const Expr&)>& found) {
    if (target.kind == ExprKind::name) return found(as<Name>(target).id, iterable);
    if (target.kind != ExprKind::tuple || iterable.kind != ExprKind::call) return;
    const auto& targets = as<Tuple>(target).elements;
    const auto& arguments = as<Call>(iterable).arguments;
    const Expr& function = *as<Call>(iterable).function;
    const bool counts = function.kind == ExprKind::name && as<Name>(function).id == "enumerate";
    if (counts && targets.size() == 2 && !arguments.empty())
        return names_of(*targets[1], *arguments[0].value, found);
    for (std::size_t i = 0; i < std::min(targets.size(), arguments.size()); ++i)
        names_of(*targets[i], *arguments[i].value, found);
}

} // namespace

void FunctionChecker::separate_loop_names(const Block& body) {
    std::map<std::string, std::vector<NamedLoop>> loops;
    std::map<std::string, int> places; ///< how often a name stands in the function
    std::map<std::string, int> inside; ///< … in loops that have the name
    std::map<std::string, bool> nested;
    std::vector<std::string> around;
    const std::function<void(const Block&)> look = [&](const Block& block) {
        for (const StmtPtr& stmt : block) {
            if (stmt->kind != StmtKind::for_) {
                for (const std::string& name : names_in(*stmt)) {
                    ++places[name];
                    if (std::find(around.begin(), around.end(), name) != around.end()) ++inside[name];
                }
                visit_blocks(*stmt, look);
                continue;
            }
            const For& loop = as<For>(*stmt);
            for (const std::string& name : names_in(*loop.iterable)) {
                ++places[name];
                if (std::find(around.begin(), around.end(), name) != around.end()) ++inside[name];
            }
            const std::size_t before = around.size();
            names_of(*loop.target, *loop.iterable, [&](const std::string& name, const Expr& iterable) {
                loops[name].push_back({&loop, &iterable});
                nested[name] = nested[name] || std::find(around.begin(), around.end(), name) != around.end();
                around.push_back(name);
            });
            for (const std::string& name : names_in(*loop.target))
                if (std::find(around.begin() + static_cast<std::ptrdiff_t>(before), around.end(), name) ==
                    around.end())
                    ++places[name];
            look(loop.body);
            look(loop.else_body);
            around.resize(before);
        }
    };
    look(body);
    final_ = false; // mistakes are reported where the loop is checked
    for (auto& [name, local] : locals_)
        local.array_seen = true;
    for (const auto& [name, all] : loops) {
        if (all.size() < 2 || nested[name] || places[name] != inside[name]) continue;
        const Local* first = find_local(name);
        if (!first || first->fixed()) continue;
        std::vector<const program::Variable*> arrays;
        for (const NamedLoop& each : all) {
            if (dimensions(*each.iterable) != 1 || !holds_structs(*each.iterable)) break;
            if (const auto shown = part(*each.iterable)) arrays.push_back(shown->array);
        }
        const bool are_structs = arrays.size() == all.size();
        if (!are_structs ||
            std::all_of(arrays.begin(), arrays.end(), [&](const auto* array) { return array == arrays[0]; }))
            continue;
        for (std::size_t i = 1; i < all.size(); ++i) {
            const std::string key = name + " of loop " + std::to_string(i); // no name of the user's
            Local& own = locals_[key];
            own.variable = function_.add_variable(name, Type::bool_(), program::VariableRole::local,
                                                  all[i].loop->target->span);
            loop_names_[all[i].loop].emplace_back(name, key);
        }
    }
    final_ = true;
}

FunctionChecker::LoopName::LoopName(FunctionChecker& checker, const For& loop) : checker_(checker) {
    const auto found = checker.loop_names_.find(&loop);
    if (found == checker.loop_names_.end()) return;
    for (const auto& [name, key] : found->second) {
        names_.push_back(name);
        checker.renamed_[name] = key;
    }
}

FunctionChecker::LoopName::~LoopName() {
    for (const std::string& name : names_)
        checker_.renamed_.erase(name);
}

} // namespace cudapy::checker
