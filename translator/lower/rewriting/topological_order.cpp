#include "translator/lower/rewriting/topological_order.h"

#include "translator/program/walk.h"

#include <unordered_map>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

/// Returns the functions that a function calls in any of its forms, in the order of the text.
std::vector<const Function*> callees_of(const Function& function) {
    std::vector<const Function*> callees;
    const auto look = [&](const Expr& expr) {
        if (expr.kind == ExprKind::call) callees.push_back(as<Call>(expr).function);
    };
    for (const Function* variant : function.variants())
        visit_all(variant->body, look);
    return callees;
}

/// Orders functions depth first. Chains of calls may be long, so that it keeps its own stack.
class Order {
  public:
    explicit Order(std::vector<std::unique_ptr<Function>> functions) : functions_(std::move(functions)) {
        for (std::size_t i = 0; i < functions_.size(); ++i)
            places_[functions_[i].get()] = i;
        seen_.resize(functions_.size());
    }

    std::vector<std::unique_ptr<Function>> run() {
        for (std::size_t i = 0; i < functions_.size(); ++i) {
            enter(i);
            while (!stack_.empty())
                go_on();
        }
        return std::move(ordered_);
    }

  private:
    struct Entered {
        std::size_t place;
        std::vector<const Function*> callees;
        std::size_t next = 0;
    };

    std::vector<std::unique_ptr<Function>> functions_, ordered_;
    std::unordered_map<const Function*, std::size_t> places_;
    std::vector<bool> seen_;
    std::vector<Entered> stack_;

    void enter(std::size_t place) {
        if (seen_[place]) return;
        seen_[place] = true;
        stack_.push_back({place, callees_of(*functions_[place])});
    }

    void go_on() {
        Entered& top = stack_.back();
        if (top.next < top.callees.size()) {
            const auto found = places_.find(top.callees[top.next++]);
            if (found != places_.end()) enter(found->second);
            return;
        }
        ordered_.push_back(std::move(functions_[top.place]));
        stack_.pop_back();
    }
};

} // namespace

void sort_topologically(Program& program) {
    program.functions = Order(std::move(program.functions)).run();
}

} // namespace cudapy::lower
