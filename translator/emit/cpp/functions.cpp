#include "translator/emit/cpp/functions.h"

#include "translator/emit/cpp/reports.h"
#include "translator/emit/helpers/checks.h"
#include "translator/emit/helpers/instrumentation.h"
#include "translator/emit/text/names.h"
#include "translator/program/walk.h"
#include "translator/version.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace cudapy::emit {

using namespace program;

void EarlyCalls::look(const Function& function) {
    const auto look = [&](const Expr& expr) {
        if (expr.kind != ExprKind::call) return;
        const Function* callee = as<Call>(expr).function;
        // A function that calls itself needs no declaration: its own head declares it.
        if (callee != &function && !defined_.contains(callee) && listed_.insert(callee).second)
            found_.push_back(callee);
    };
    visit_all(function.block ? function.block->body : function.body, look);
    if (function.strip) visit_all(function.strip->body, look); // it has the bodies of helpers inside
    defined_.insert(&function);
}

namespace {

/// Returns whether C++ has the type, or a part of it, from <cstdint>.
bool is_of_stdint(const Type* type) {
    if (type->is_vector()) return false; // CUDA's own
    if ((type->is_array() || type->is_nested()) && is_of_stdint(type->element())) return true;
    for (const Type::Field& field : type->fields())
        if (is_of_stdint(field.type)) return true;
    const Scalar scalar = type->scalar_kind();
    return scalar >= Scalar::int8 && scalar <= Scalar::uint64 && scalar != Scalar::int32;
}

} // namespace

bool uses_stdint(const Function& function) {
    bool found = is_of_stdint(function.result);
    for (const auto& variable : function.variables)
        found = found || is_of_stdint(variable->type);
    visit_all(function.body, [&](const Expr& expr) { found = found || is_of_stdint(expr.type); });
    return found;
}

bool has_grid_barrier(const Program& program) {
    return std::any_of(program.functions.begin(), program.functions.end(),
                       [](const auto& function) { return function->facts.cooperation.grid_barrier; });
}

bool has_whole_blocks(const Program& program) {
    return std::any_of(program.functions.begin(), program.functions.end(), [](const auto& function) {
        return function->is_kernel && function->runs_whole_blocks();
    });
}

std::set<const Variable*> mentioned(const Function& function) {
    std::set<const Variable*> result;
    for (const auto& variable : function.variables) // parameters that these are in C++
        if (variable->beginning && !variable->beginning->axis) result.insert(variable->beginning->parameter);
    visit_all(function.body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::variable)
            result.insert(as<VariableRef>(expr).variable);
        else if (expr.kind == ExprKind::load)
            result.insert(as<Load>(expr).array);
        else if (expr.kind == ExprKind::view)
            result.insert(as<ArrayView>(expr).array);
        else if (expr.kind == ExprKind::assign_expr)
            result.insert(as<AssignExpr>(expr).variable);
    });
    visit_statements(function.body, [&](const Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& place) { result.insert(place.variable); });
        if (stmt.kind == StmtKind::for_c) result.insert(as<ForC>(stmt).variable);
    });
    return result;
}

void write_comments(Writer& writer, const Function& function) {
    writer.comments(function.comments_above);
    if (!function.docstring || function.docstring->empty()) return;
    if (!function.comments_above.empty()) writer.comment("");
    for (std::string_view left = *function.docstring; !left.empty();) {
        const std::size_t end = std::min(left.find('\n'), left.size());
        writer.comment(left.substr(0, end));
        left.remove_prefix(std::min(end + 1, left.size()));
    }
}

std::string entry_name(const std::string& prefix, const Function& function) {
    const bool is_ascii =
        std::all_of(function.name.begin(), function.name.end(), [](unsigned char c) { return c < 0x80; });
    return prefix + (is_ascii ? function.name : function.emitted);
}

std::string origin_of(const SourceSet& sources, const Options& options) {
    std::string origin = options.origin;
    if (origin.empty() && sources.size() > 0) origin = sources.file(0).path();
    std::string shown;
    for (const char c : origin)
        shown += c == '\n' || c == '\r' ? std::string("\\n") : std::string(1, c);
    return shown;
}

std::string origin_line(const SourceSet& sources, const Options& options) {
    return fmt::format("Translated from {} by pycu2cu {}.", origin_of(sources, options), version());
}

std::vector<std::string> passed_lengths(const Function& function, std::size_t i, const Variable& array) {
    std::vector<std::string> result;
    for (int axis = 0; axis < function.parameters[i]->extents(); ++axis)
        if (function.facts.array_uses[i].length(axis))
            result.push_back(array.emitted_lengths[static_cast<std::size_t>(axis)]);
    return result;
}

std::span<Variable* const> given_parameters(const Function& kernel) {
    const auto& all = kernel.parameters;
    const auto end = std::find_if(all.begin(), all.end(), [](const Variable* parameter) {
        return parameter->launch_part != LaunchPart::none;
    });
    return {all.begin(), end};
}

std::string length_parameter(const Function& function, std::size_t i, int axis, const char* index_type) {
    const std::string& name = function.parameters[i]->emitted_lengths[static_cast<std::size_t>(axis)];
    return function.facts.array_uses[i].length(axis) ? fmt::format("{} {}", index_type, name)
                                                     : fmt::format("{} /*{}*/", index_type, name);
}

KernelInfo kernel_info(const Function& function, const AllCallFacts& all_facts) {
    KernelInfo info;
    info.whole_blocks = function.runs_whole_blocks();
    info.waits = function.facts.cooperation.waits;
    info.uses_blocks = info.whole_blocks || info.waits;
    info.reads_grid = function.facts.cooperation.grid;
    info.depends_on_axes = function.launch.depends_on_axes;
    info.bounds = function.launch.bounds;
    info.guards = function.launch.guards;
    info.cooperative = function.facts.cooperation.grid_barrier;
    info.has_column_accesses = function.coarsening_facts.has_column_accesses;
    info.has_divergent_trip_counts = function.has_divergent_trip_counts;
    info.name = function.name;
    info.called = function.called.empty() ? function.name : function.called;
    const CallFacts& facts = all_facts.at(&function);
    info.asserts = facts.asserts;
    info.prints = facts.prints;
    info.checks = facts.checks;
    info.records = facts.records;
    info.recurses = facts.recurses;
    info.gives_arrays = facts.gives_arrays;
    if (facts.foreign) info.foreign = facts.foreign->foreign->name;
    info.span = function.span;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        const Variable& parameter = *function.parameters[i];
        const ArrayUse& use = function.facts.array_uses[i];
        const bool is_of_launch = parameter.launch_part != LaunchPart::none;
        const bool is_offsets = i > 0 && info.parameters.back().is_lists;
        info.parameters.push_back({parameter.name, parameter.date_type ? parameter.date_type : parameter.type,
                                   use.reads, use.writes,
                                   !parameter.has_length && !is_offsets && !is_of_launch, use.writes_fields});
        info.parameters.back().captured = parameter.captured;
        info.parameters.back().launch_part = parameter.launch_part;
        info.parameters.back().is_bar = parameter.is_bar;
        info.parameters.back().is_changed = parameter.is_changed;
        info.parameters.back().leaves_nothing = parameter.leaves_nothing;
        if (parameter.tangent_of)
            info.parameters.back().tangent_of =
                std::find(function.parameters.begin(), function.parameters.end(), parameter.tangent_of) -
                function.parameters.begin();
    }
    info.step = function.step;
    info.steps = function.steps;
    info.strided_axis = function.strided_axis;
    info.axes = axes_of(function);
    info.sized_in_bytes = function.takes_all_shapes;
    for (const Coordinate coordinate : function.facts.coordinates)
        info.uses_blocks = info.uses_blocks || !is_global(coordinate);
    return info;
}

unsigned axes_of(const Function& kernel) {
    // A launch in the dialect of numba.cuda has blocks of any shape. All of their axes decide which
    // threads work together, and which are in a warp.
    if (kernel.takes_all_shapes &&
        (kernel.cooperates() || kernel.facts.coordinates.contains(Coordinate::lane_id)))
        return 7;
    unsigned axes = 1;
    for (const Coordinate coordinate : kernel.facts.coordinates)
        axes |= 1u << axis_of(coordinate);
    return axes;
}

std::vector<const Variable*> dynamic_arrays(const Function& function) {
    std::vector<const Variable*> result;
    for (const auto& variable : function.variables)
        if (variable->is_dynamic()) result.push_back(variable.get());
    return result;
}

void allow_all_shapes(KernelInfo& info, const Function& function) {
    if (!function.takes_all_shapes) return;
    info.axes = 7; // there are no threads beyond those asked for, and so no guards are missing
    info.depends_on_axes = 7;
}

void add_shared_slots(KernelInfo& info, const Function& function) {
    int index = 0;
    for (const Variable* array : dynamic_arrays(function)) {
        info.dynamic_shared.push_back({array->name, array->type->element()});
        info.slots.push_back({Slot::Kind::shared, index++});
    }
}

void add_parameter_slots(KernelInfo& info, const Function& function, bool all_lengths) {
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        const auto index = static_cast<int>(i);
        const bool is_array = function.parameters[i]->type->is_array();
        info.slots.push_back({is_array ? Slot::Kind::pointer : Slot::Kind::scalar, index});
        for (int axis = 0; axis < function.parameters[i]->extents(); ++axis)
            if (all_lengths || function.facts.array_uses[i].length(axis))
                info.slots.push_back({Slot::Kind::length, index, axis});
    }
}

} // namespace cudapy::emit
