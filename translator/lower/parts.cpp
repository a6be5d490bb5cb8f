#include "translator/lower/parts.h"

#include "translator/program/walk.h"
#include "translator/support/parallel.h"

#include <numeric>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

/// The functions that call each other, directly or through others, by a number that they have in common.
class Circles {
  public:
    explicit Circles(const std::vector<std::unique_ptr<Function>>& functions) : parents_(functions.size()) {
        std::iota(parents_.begin(), parents_.end(), std::size_t{0});
        std::unordered_map<const Function*, std::size_t> numbers;
        for (const auto& function : functions)
            numbers.emplace(function.get(), numbers.size());
        for (std::size_t i = 0; i < functions.size(); ++i)
            visit_all(functions[i]->body, [&](const Expr& expr) {
                if (expr.kind != ExprKind::call) return;
                const auto callee = numbers.find(as<Call>(expr).function);
                if (callee != numbers.end()) parents_[number_of(callee->second)] = number_of(i);
            });
    }

    std::size_t number_of(std::size_t function) {
        while (parents_[function] != function)
            function = parents_[function] = parents_[parents_[function]];
        return function;
    }

  private:
    std::vector<std::size_t> parents_; ///< a tree for each circle, whose root is its number
};

} // namespace

Parts::Parts(Program& program, bool divides) : program_(program) {
    Functions functions = std::move(program.functions);
    program.functions.clear();
    if (!divides) {
        for (const auto& function : functions)
            places_.push_back({function.get(), 0});
        parts_.push_back(std::move(functions));
        return;
    }
    Circles circles(functions);
    std::unordered_map<std::size_t, std::size_t> part_of; // by the number of a circle
    for (std::size_t i = 0; i < functions.size(); ++i) {
        const auto [part, is_new] = part_of.try_emplace(circles.number_of(i), parts_.size() - 1);
        if (is_new && (parts_.empty() || parts_.back().size() >= enough)) {
            part->second = parts_.size();
            parts_.emplace_back();
        }
        places_.push_back({functions[i].get(), part->second});
        parts_[part->second].push_back(std::move(functions[i]));
    }
}

void Parts::each(const std::function<void(Program&)>& lowering) {
    if (parts_.size() == 1) { // what a lowering notes about the program is kept
        std::swap(program_.functions, parts_[0]);
        lowering(program_);
        std::swap(program_.functions, parts_[0]);
        return;
    }
    in_parallel(parts_.size(), [&](std::size_t i) {
        Program part;
        part.index64 = program_.index64;
        part.struct_files = program_.struct_files;
        part.broken_transformations = program_.broken_transformations;
        part.functions = std::move(parts_[i]);
        lowering(part);
        parts_[i] = std::move(part.functions);
    });
}

void Parts::join() {
    std::unordered_set<const Function*> joined;
    std::vector<std::size_t> next(parts_.size()); // the first function of each part that is not joined
    const auto take = [&](std::size_t part) {
        auto& function = parts_[part][next[part]++];
        joined.insert(function.get());
        program_.functions.push_back(std::move(function));
    };
    for (const Place& place : places_)
        while (!joined.contains(place.function))
            take(place.part);
    for (std::size_t part = 0; part < parts_.size(); ++part) // those that are new
        while (next[part] < parts_[part].size())
            take(part);
}

} // namespace cudapy::lower
