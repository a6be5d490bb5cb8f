#include "translator/emit/cpp/call_facts.h"

#include "translator/emit/helpers/checks.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <set>
#include <utility>

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
        if (expr.kind == ExprKind::helper_call && is_instrumentation(as<HelperCall>(expr).helper))
            found.records = true;
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

void CallFactsSearch::look_at_variant(const Function& function) {
    std::set<const Function*> called;
    found_[&function] = own_facts(function, called);
    for (const Function* each : called)
        callers_[each].push_back(&function);
    left_.push_back(&function);
}

void CallFactsSearch::look(const Function& function) {
    look_at_variant(function);
    if (!function.block) return;
    look_at_variant(*function.block); // it has what only a block tells: its barriers and its shared arrays
    callers_[function.block.get()].push_back(&function);
}

AllCallFacts CallFactsSearch::take() {
    while (!left_.empty()) { // a function comes back at most once for each fact
        const Function* const function = left_.back();
        left_.pop_back();
        const auto callers = callers_.find(function);
        if (callers == callers_.end()) continue;
        for (const Function* caller : callers->second)
            if (pass_on(found_[function], found_[caller])) left_.push_back(caller);
    }
    return std::move(found_);
}

bool any(const AllCallFacts& all, bool CallFacts::*fact) {
    return std::any_of(all.begin(), all.end(), [&](const auto& each) { return each.second.*fact; });
}

} // namespace cudapy::emit
