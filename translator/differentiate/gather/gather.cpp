#include "translator/differentiate/gather/gather.h"

#include "translator/differentiate/gather/gathering.h"
#include "translator/differentiate/gather/one_writer.h"
#include "translator/differentiate/gather/sunk_sums.h"
#include "translator/differentiate/reverse/dead_code.h"
#include "translator/lower/rewriting/copy_function.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

namespace cudapy::differentiate {

using namespace program;
using lower::SymbolicSum;

namespace {

/// Additions of one block that have one solution.
struct GroupOfAdditions {
    const Block* block;
    Solution solution;
    std::vector<const Stmt*> statements;

    bool is_at(const GroupOfAdditions& other) const {
        return block == other.block && solution == other.solution;
    }
};

/// The additions to a bar that a kernel of their own can make.
struct BarPlan {
    Elements elements;
    std::vector<GroupOfAdditions> groups;
};

class Gatherer {
  public:
    Gatherer(Function& kernel, const Type* index_type, const std::set<int>& axes)
        : kernel_(kernel), index_type_(index_type), axes_(axes) {}

    std::vector<std::unique_ptr<Function>> run() {
        const Span span = kernel_.span;
        const std::size_t given = kernel_.parameters.size();
        for (int axis = 0; axis < 3; ++axis) {
            const std::string letter(1, "xyz"[axis]);
            parameters_.shares[static_cast<std::size_t>(axis)] = add_parameter(
                "share_" + letter, static_cast<LaunchPart>(static_cast<int>(LaunchPart::share_x) + axis));
            threads_[static_cast<std::size_t>(axis)] =
                kernel_.add_variable(axes_.size() == 1 ? "thread" : "thread_" + letter, index_type_,
                                     VariableRole::temporary, span);
            parameters_.asked[static_cast<std::size_t>(axis)] = add_parameter(
                "asked_" + letter, static_cast<LaunchPart>(static_cast<int>(LaunchPart::asked_x) + axis));
        }
        SunkSums sums(kernel_);
        sums.sink();
        std::vector<BarPlan> plans;
        for (std::size_t i = 0; i < given; ++i)
            if (kernel_.parameters[i]->is_bar && kernel_.parameters[i]->tangent_of)
                if (auto plan = plan_of(*kernel_.parameters[i])) plans.push_back(std::move(*plan));
        Functions made;
        for (const std::vector<const BarPlan*>& together : put_together(plans)) {
            Functions written = write(together);
            if (written.empty() && together.size() > 1)
                for (const BarPlan* each : together)
                    for (auto& function : write({each}))
                        written.push_back(std::move(function));
            for (auto& function : written)
                made.push_back(std::move(function));
        }
        sums.restore();
        kernel_.parameters.resize(given);
        return made;
    }

  private:
    using Functions = std::vector<std::unique_ptr<Function>>;

    Function& kernel_;
    const Type* index_type_;
    const std::set<int>& axes_;
    ThreadVariables threads_{};
    GatherParameters parameters_{};

    Variable* add_parameter(const std::string& name, LaunchPart part) {
        Variable* made = kernel_.add_variable(name, index_type_, VariableRole::parameter, kernel_.span);
        made->launch_part = part;
        kernel_.parameters.push_back(made);
        return made;
    }

    /// Returns what to write for a bar; nothing where its additions stay.
    std::optional<BarPlan> plan_of(const Variable& bar) {
        const auto assignments = assignments_of(kernel_.body);
        std::vector<BarAccess> additions;
        for (BarAccess& access : accesses_of(kernel_.body)) {
            if (access.array != &bar) continue;
            if (access.kind != BarAccess::Kind::adds) return std::nullopt;
            additions.push_back(std::move(access));
        }
        if (additions.empty()) return std::nullopt;
        std::vector<std::vector<SymbolicSum>> forms;
        std::vector<Place> places;
        for (const BarAccess& each : additions) {
            forms.push_back(Positions(each.path, assignments).forms(*each.index, bar));
            if (forms.back().empty()) return std::nullopt;
            places.emplace_back(forms.back().begin(), forms.back().end());
        }
        if (belong_to_threads(places, axes_)) return std::nullopt;
        auto elements = elements_of(bar, forms.front());
        if (!elements) return std::nullopt;
        if (elements->coordinates.empty()) number(*elements);
        auto groups = groups_of(*elements, additions, forms);
        if (divides(groups) && elements->dimensions.size() == 3) { // no axis is free for the parts
            number(*elements);
            groups = groups_of(*elements, additions, forms);
        }
        if (groups.empty()) return std::nullopt;
        std::vector<Place> kept; // in the derivative itself
        for (std::size_t i = 0; i < additions.size(); ++i)
            if (!has(groups, additions[i].path.back().stmt())) kept.push_back(places[i]);
        if (!kept.empty() && !belong_to_threads(kept, axes_)) return std::nullopt;
        return BarPlan{*elements, std::move(groups)};
    }

    /// Lets threads be numbered for the elements, each of which computes where its element is.
    void number(Elements& elements) {
        elements.coordinates.clear();
        for (const int dimension : elements.dimensions)
            elements.coordinates.push_back(lower::Symbol::of(kernel_.add_variable(
                fmt::format("position_{}", dimension), index_type_, VariableRole::temporary, kernel_.span)));
    }

    /// Returns the additions that can be gathered.
    std::vector<GroupOfAdditions> groups_of(const Elements& elements, const std::vector<BarAccess>& additions,
                                            const std::vector<std::vector<SymbolicSum>>& forms) const {
        std::vector<GroupOfAdditions> groups;
        for (std::size_t i = 0; i < additions.size(); ++i) {
            const Stmt& stmt = additions[i].path.back().stmt();
            const auto slice = slice_of(kernel_.body, {&stmt});
            const auto own = elements_of(*elements.array, forms[i]);
            if (!slice || !own || own->dimensions != elements.dimensions) continue;
            const auto solution = solve(elements, forms[i], loops_around(*slice), threads_);
            if (solution) add_to(groups, additions[i].path.back().block, *solution, {&stmt});
        }
        return groups;
    }

    static bool has(const std::vector<GroupOfAdditions>& groups, const Stmt& stmt) {
        return std::any_of(groups.begin(), groups.end(), [&](const GroupOfAdditions& group) {
            return std::find(group.statements.begin(), group.statements.end(), &stmt) !=
                   group.statements.end();
        });
    }

    bool divides(const std::vector<GroupOfAdditions>& groups) const {
        return std::any_of(groups.begin(), groups.end(),
                           [&](const GroupOfAdditions& group) { return divided_axis(group).has_value(); });
    }

    /// Returns whether each addition to a bar comes with one to an element of another bar at the same
    /// position, so that a thread for each element of the other one comes to all of them.
    static bool comes_with(const BarPlan& plan, const BarPlan& other) {
        return plan.elements.dimensions.size() == other.elements.dimensions.size() &&
               std::all_of(plan.groups.begin(), plan.groups.end(), [&](const GroupOfAdditions& group) {
                   return std::any_of(other.groups.begin(), other.groups.end(),
                                      [&](const GroupOfAdditions& each) { return group.is_at(each); });
               });
    }

    /// Returns the bars that one kernel has the sums of, so that what they have in common is computed once.
    /// The first one of each has the elements of all.
    static std::vector<std::vector<const BarPlan*>> put_together(const std::vector<BarPlan>& plans) {
        std::vector<const BarPlan*> sorted;
        for (const BarPlan& plan : plans)
            sorted.push_back(&plan);
        std::stable_sort(sorted.begin(), sorted.end(), [](const BarPlan* a, const BarPlan* b) {
            return a->groups.size() > b->groups.size();
        });
        std::vector<std::vector<const BarPlan*>> all;
        for (const BarPlan* plan : sorted) {
            const auto found = std::find_if(all.begin(), all.end(), [&](const auto& together) {
                return comes_with(*plan, *together.front());
            });
            if (found == all.end())
                all.push_back({plan});
            else
                found->push_back(plan);
        }
        return all;
    }

    static void add_to(std::vector<GroupOfAdditions>& groups, const Block* block, const Solution& solution,
                       const std::vector<const Stmt*>& statements) {
        const GroupOfAdditions made{block, solution, statements};
        for (GroupOfAdditions& group : groups) {
            if (!group.is_at(made)) continue;
            group.statements.insert(group.statements.end(), statements.begin(), statements.end());
            return;
        }
        groups.push_back(made);
    }

    /// Returns the outer axis of which all threads add to an element; nothing where there is none.
    std::optional<int> divided_axis(const GroupOfAdditions& group) const {
        std::optional<int> outer;
        for (const int axis : axes_)
            if (!group.solution.coordinates.count(axis)) outer = axis;
        return outer;
    }

    static std::set<const Variable*> loops_around(const Slice& slice) {
        std::set<const Variable*> loops;
        for (const PathStep& step : path_to(slice.body, *slice.additions.front()))
            if (step.stmt().kind == StmtKind::for_range) loops.insert(as<ForRange>(step.stmt()).variable);
        return loops;
    }

    /// Returns the kernels of bars, and takes their additions away; none where that cannot be. Elements of
    /// two dimensions and more have a kernel for each way: with all threads of an element in one part, which
    /// is simple, and with several.
    Functions write(const std::vector<const BarPlan*>& together) {
        std::vector<Elements> bars;
        std::vector<GroupOfAdditions> groups;
        for (const BarPlan* plan : together) {
            bars.push_back(plan->elements);
            for (const GroupOfAdditions& group : plan->groups)
                add_to(groups, group.block, group.solution, group.statements);
        }
        const Elements& elements = bars.front();
        const int rank = elements.are_numbered() ? 1 : static_cast<int>(elements.dimensions.size());
        using When = generated::LaunchStep::When;
        Functions made;
        const auto add = [&](int part_axis, When when) {
            if (auto function = write(bars, groups, part_axis, when)) made.push_back(std::move(function));
        };
        if (!divides(groups)) {
            add(-1, When::always);
        } else if (elements.dimensions.size() < 2) {
            add(rank, When::always);
        } else {
            add(-1, When::one_part);
            add(rank, When::several_parts);
            if (made.size() != 2) return {};
        }
        if (made.empty()) return {};
        std::set<const Stmt*> taken;
        for (const GroupOfAdditions& group : groups)
            taken.insert(group.statements.begin(), group.statements.end());
        lower::rewrite_statements(kernel_.body, [&](StmtPtr stmt, Block& out) {
            if (!taken.count(stmt.get())) out.push_back(std::move(stmt));
        });
        return made;
    }

    std::unique_ptr<Function> write(const std::vector<Elements>& bars,
                                    const std::vector<GroupOfAdditions>& groups, int part_axis,
                                    generated::LaunchStep::When when) {
        int divided = -1;
        for (const GroupOfAdditions& group : groups)
            if (divided < 0) divided = divided_axis(group).value_or(-1);
        Gathering gathering({kernel_, bars, threads_, parameters_, axes_, part_axis, divided, index_type_});
        for (const GroupOfAdditions& group : groups) {
            auto slice = slice_of(kernel_.body, group.statements);
            if (!slice || !gathering.add(std::move(*slice), group.solution, group.statements.size()))
                return nullptr;
        }
        Block body = gathering.take();
        drop_dead_code(body);
        body.swap(kernel_.body);
        auto made = lower::copy_function(kernel_);
        body.swap(kernel_.body);
        finish(*made, bars, groups, part_axis);
        made->step->when = when;
        if (when == generated::LaunchStep::When::several_parts) made->name += "_in_parts";
        return made;
    }

    void finish(Function& made, const std::vector<Elements>& bars,
                const std::vector<GroupOfAdditions>& groups, int part_axis) const {
        const Elements& elements = bars.front();
        std::string names = elements.array->name;
        for (std::size_t i = 1; i < bars.size(); ++i)
            names += (i + 1 == bars.size() ? " and " : ", ") + bars[i].array->name;
        made.name = kernel_.name + "_" + elements.array->name;
        made.called = kernel_.called;
        made.is_kernel = true;
        made.precision = kernel_.precision;
        made.comments_above = {"Adds to each element of " + names + " what the threads of " + kernel_.name +
                               " have for it, before that runs."};
        std::map<const Variable*, const Variable*> copies;
        for (std::size_t i = 0; i < kernel_.parameters.size(); ++i) {
            const Variable& from = *kernel_.parameters[i];
            Variable& to = *made.parameters[i];
            copies[&from] = &to;
            to.has_length = from.has_length;
            to.captured = from.captured;
            to.date_type = from.date_type;
            to.is_bar = from.is_bar;
            to.is_changed = from.is_changed;
            to.launch_part = from.launch_part;
            if (from.tangent_of) to.tangent_of = copies.at(from.tangent_of);
        }
        drop_unused_asked(made);
        made.facts.coordinates.clear();
        auto& step = made.step.emplace();
        const auto parameter =
            std::find(kernel_.parameters.begin(), kernel_.parameters.end(), elements.array) -
            kernel_.parameters.begin();
        if (elements.are_numbered()) {
            step.extents[0].kind = generated::StepExtent::elements;
            step.extents[0].parameter = static_cast<int>(parameter);
            for (const int dimension : elements.dimensions)
                step.extents[0].dimension |= 1 << dimension;
        }
        for (std::size_t axis = 0; axis < elements.dimensions.size() && !elements.are_numbered(); ++axis) {
            generated::StepExtent& extent = step.extents[axis];
            extent.kind = generated::StepExtent::extent;
            extent.parameter = static_cast<int>(parameter);
            extent.dimension = elements.dimensions[axis];
            limit(extent, static_cast<int>(axis), groups);
        }
        for (const GroupOfAdditions& group : groups)
            if (const auto axis = divided_axis(group)) step.divided_axes |= 1U << *axis;
        if (part_axis >= 0) step.extents[part_axis].kind = generated::StepExtent::parts;
    }

    static void drop_unused_asked(Function& made) {
        std::set<const Variable*> used;
        visit_all(made.body, [&](const Expr& expr) {
            if (expr.kind == ExprKind::variable) used.insert(as<VariableRef>(expr).variable);
        });
        std::erase_if(made.parameters, [&](const Variable* parameter) {
            return parameter->launch_part != LaunchPart::none && !used.count(parameter);
        });
        const std::set<const Variable*> kept(made.parameters.begin(), made.parameters.end());
        std::erase_if(made.variables, [&](const auto& variable) {
            return variable->role == VariableRole::parameter && !kept.count(variable.get());
        });
        drop_unused_variables(made);
    }

    /// Where elements are those of threads, but for constants, there are not more of them than threads.
    void limit(generated::StepExtent& extent, int axis, const std::vector<GroupOfAdditions>& groups) const {
        const SymbolicSum element(lower::Symbol::of(coordinate_of(CoordinateGroup::global, axis)));
        for (const int thread_axis : axes_) {
            std::optional<int64_t> most;
            const bool all = std::all_of(groups.begin(), groups.end(), [&](const GroupOfAdditions& group) {
                const auto value = group.solution.coordinates.find(thread_axis);
                if (value == group.solution.coordinates.end()) return false;
                const auto offset = lower::added(element, value->second, -1);
                const auto number = offset ? offset->as_constant() : std::nullopt;
                if (number) most = std::max(most.value_or(*number), *number);
                return number.has_value();
            });
            if (!all) continue;
            extent.asked_axis = thread_axis;
            extent.more_than_asked = *most;
        }
    }
};

} // namespace

std::vector<std::unique_ptr<Function>> gather_bars(Function& kernel, const Type* index_type) {
    const auto axes = axes_of_threads(kernel);
    if (!axes || axes->empty()) return {};
    for (const Variable* array : arrays_of_calls(kernel.body))
        if (!array->is_declared_array()) return {}; // a slice may not tell when its elements change
    return Gatherer(kernel, index_type, *axes).run();
}

} // namespace cudapy::differentiate
