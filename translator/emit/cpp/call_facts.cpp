#include "translator/emit/cpp/call_facts.h"

#include "translator/emit/helpers/checks.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <set>
#include <vector>

namespace cudapy::emit {

using namespace program;

namespace {

constexpr bool CallFacts::*facts[] = {&CallFacts::asserts, &CallFacts::prints,   &CallFacts::checks,
                                      &CallFacts::records, &CallFacts::recurses, &CallFacts::gives_arrays};

/// Returns the facts about what the function does itself.
CallFacts own_facts(const Function& function, std::set<const Function*>& called) {
    CallFacts found;
    found.recurses = function.facts.is_recursive;
    if (function.foreign) found.foreign = &function;
    if (const auto& foreign = function.foreign)
        found.gives_arrays =
            std::find(foreign->writes.begin(), foreign->writes.end(), true) != foreign->writes.end();
    visit_all(function.body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::call) called.insert(as<Call>(expr).function);
        if (is_check_call(expr)) found.checks = true;
        if (expr.kind == ExprKind::helper_call && is_note(as<HelperCall>(expr).helper)) found.records = true;
        if (expr.kind != ExprKind::builtin_call) return;
        const Special special = as<BuiltinCall>(expr).builtin->special;
        if (special == Special::assert_) found.asserts = true;
        if (special == Special::print) found.prints = true;
    });
    return found;
}

/// Gives `to` the facts that `from` has. Returns whether anything changed.
bool pass_on(const CallFacts& from, CallFacts& to) {
    bool is_changed = from.foreign && !to.foreign;
    if (is_changed) to.foreign = from.foreign;
    for (bool CallFacts::*const fact : facts) {
        is_changed = is_changed || (from.*fact && !(to.*fact));
        to.*fact = to.*fact || from.*fact;
    }
    return is_changed;
}

} // namespace

AllCallFacts call_facts(const Program& program) {
    AllCallFacts found;
    std::map<const Function*, std::vector<const Function*>> callers;
    std::vector<const Function*> left;
    const auto look = [&](const Function& function) {
        std::set<const Function*> called;
        found[&function] = own_facts(function, called);
        for (const Function* each : called)
            callers[each].push_back(&function);
        left.push_back(&function);
    };
    for (const auto& function : program.functions) {
        look(*function);
        if (!function->block) continue;
        look(*function->block); // it has what only a block tells: its barriers and its shared arrays
        callers[function->block.get()].push_back(function.get());
    }
    while (!left.empty()) { // a function comes back at most once for each fact
        const Function* const function = left.back();
        left.pop_back();
        for (const Function* caller : callers[function])
            if (pass_on(found[function], found[caller])) left.push_back(caller);
    }
    return found;
}

bool any(const AllCallFacts& all, bool CallFacts::*fact) {
    return std::any_of(all.begin(), all.end(), [&](const auto& each) { return each.second.*fact; });
}

} // namespace cudapy::emit
