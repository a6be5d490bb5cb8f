// The entry of each kernel, which unpacks its arguments and runs it for a range of blocks, by threads, strips
// or whole blocks.

#include "translator/emit/cpp/expressions.h"
#include "translator/emit/cpp/reports.h"
#include "translator/emit/cpp/statements.h"
#include "translator/emit/host/host_emitter.h"
#include "translator/lower/cpu/block_coarsening.h"
#include "translator/lower/cpu/blocks.h"
#include "translator/support/internal_error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cudapy::emit {

using namespace program;

namespace {

std::string call_text(const Function& function, const std::vector<std::string>& arguments) {
    return fmt::format("{}({})", function.emitted, fmt::join(arguments, ", "));
}

/// Returns a shape of 256 threads on the axes that the kernel has.
std::array<int, 3> usual_shape(const Function& block) {
    bool y = block.facts.coordinates.contains(Coordinate::block_dim_y);
    bool z = block.facts.coordinates.contains(Coordinate::block_dim_z);
    if (block.takes_all_shapes) { // it has loops along all axes
        const auto reads = [&](int axis) {
            return std::any_of(block.facts.coordinates.begin(), block.facts.coordinates.end(),
                               [&](Coordinate coordinate) {
                                   return axis_of(coordinate) == axis && coordinate != dim_of(axis) &&
                                          coordinate != Coordinate::lane_id;
                               });
        };
        y = reads(1);
        z = reads(2);
    }
    if (y && z) return {8, 8, 4};
    if (z) return {16, 1, 16};
    return y ? std::array<int, 3>{16, 16, 1} : std::array<int, 3>{256, 1, 1};
}

std::optional<int64_t> specialized_extent(const Function& function, const Variable& parameter, int axis) {
    for (const ExtentSpecialization& specialized : function.extent_specializations)
        if (specialized.parameter == &parameter && specialized.axis == axis) return specialized.extent;
    return std::nullopt;
}

std::string specialization_condition(const Function& function) {
    std::string text;
    for (const ExtentSpecialization& specialized : function.extent_specializations)
        text +=
            fmt::format("{}{} == {}", text.empty() ? "" : " && ",
                        specialized.parameter->emitted_lengths[static_cast<std::size_t>(specialized.axis)],
                        specialized.extent);
    return text;
}

} // namespace

/// Writes a loop over blocks, one by one. The compiler knows the shape that launches have unless they say
/// otherwise.
void HostEmitter::write_block_loop(const Function& function, const std::string& range, Names& names,
                                   const KernelInfo& info, const Failures& failures) {
    const std::string& failure = failures.slot;
    const bool catches = (info.asserts || info.checks) && !options_.stubs;
    const Function& block = *function.block;
    const std::string number = names.fresh("number");
    const std::string here = names.fresh("block");
    const std::string usual = names.fresh("usual");
    const bool in_turns = function.takes_turns();
    // A file without a launcher runs each block on a thread of its own, and the threads of each in turns.
    const bool runs_apart =
        function.runs_blocks_apart() || (function.facts.cooperation.grid_barrier && options_.stubs);
    const std::string grid = runs_apart ? names.fresh("grid") : "";
    const auto shape = usual_shape(block);
    const std::string together = block.most_blocks > 1 ? names.fresh("together") : "";
    const auto call = [&](bool is_usual) {
        std::vector<std::string> arguments;
        if (!together.empty()) arguments.push_back(together);
        const bool is_cut = in_turns && !function.runs_whole_blocks();
        if (is_cut && program_.is_instrumented && !scope_.dialect().is_traced) {
            arguments.push_back(range);
            arguments.push_back(here);
        }
        if (is_cut)
            for (int axis = 0; axis < 3; ++axis)
                if (block.facts.coordinates.contains(dim_of(axis)))
                    arguments.push_back(fmt::format("{0}.end[{1}] - {0}.first[{1}]", here, axis));
        for (const Coordinate coordinate : block.facts.coordinates) {
            if (!is_block_wide(coordinate)) continue;
            const auto axis = static_cast<std::size_t>(axis_of(coordinate));
            const std::string at = "[" + std::to_string(axis) + "]";
            if (is_usual && coordinate == dim_of(static_cast<int>(axis)))
                arguments.push_back(std::to_string(shape[axis]));
            else
                arguments.push_back(coordinate_argument(
                    coordinate, range, here, {here + ".first[0]", here + ".first[1]", here + ".first[2]"}));
        }
        for (std::size_t i = 0; i < function.parameters.size(); ++i) {
            const Variable& parameter = *function.parameters[i];
            arguments.push_back(parameter.emitted);
            for (const std::string& length : passed_lengths(function, i))
                arguments.push_back(length);
        }
        for (const Variable* array : dynamic_arrays(function)) {
            arguments.push_back(array->emitted);
            arguments.push_back(array->emitted_lengths[0]);
        }
        if (function.runs_blocks_apart()) arguments.push_back(grid);
        return call_text(block, arguments);
    };
    std::string test;
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (block.facts.coordinates.contains(dim_of(static_cast<int>(axis))))
            test +=
                fmt::format("{}{}->block[{}] == {}", test.empty() ? "" : " && ", range, axis, shape[axis]);
    const auto make_dynamic_arrays = [&] {
        for (const Variable* array : dynamic_arrays(function)) {
            const std::string type = type_text(array->type->element());
            writer_.line(fmt::format(
                "{0}* const {1} = static_cast<{0}*>(__builtin_alloca_with_align({2} * sizeof({0}), 512));",
                type, array->emitted, array->emitted_lengths[0]));
        }
    };
    const auto begin_block = [&] {
        const std::string& given = failures.recorder;
        const bool is_known_by_launch =
            in_turns && !function.runs_whole_blocks() && !scope_.dialect().is_traced;
        if (!given.empty() && is_known_by_launch)
            writer_.line(fmt::format("{} = {};", scope_.dialect().recorder, given));
        else if (!given.empty())
            writer_.line(
                fmt::format("{0} = {1}->block({1}, {2});", scope_.dialect().recorder, given, number));
    };
    if (runs_apart) {
        if (!in_turns) writer_.line(fmt::format("const bool {} = {};", usual, test));
        writer_.line(options_.stubs
                         ? fmt::format("CpuGrid {0}({1}->end_block - {1}->first_block);", grid, range)
                         : fmt::format("CpuGrid& {0} = *{1}->together;", grid, range));
        const std::string run = names.fresh("run_block");
        writer_.open(fmt::format("const auto {} = [&](int64_t {}) {{", run, number));
        if (catches) writer_.open("try {");
        begin_block();
        make_dynamic_arrays();
        if (in_turns) begin_turns(range, grid);
        writer_.line(fmt::format("const CpuBlock {} = block_of(*{}, {});", here, range, number));
        writer_.line(in_turns ? fmt::format("return {};", call(false))
                              : fmt::format("return {} ? {} : {};", usual, call(true), call(false)));
        if (catches)
            close_try(names, info, failures, [&](const std::string& code) { return "return " + code + ";"; });
        writer_.close("};");
        const std::string ended =
            fmt::format("run_together({0}, {1}->first_block, {1}->end_block, {2})", grid, range, run);
        if (failure.empty()) return writer_.line("return " + ended + ";");
        const std::string line = names.fresh("line");
        writer_.line(fmt::format("const int {} = {};", line, ended));
        return writer_.line(
            fmt::format("if ({0} != 0) __atomic_store_n({1}, {0}, __ATOMIC_RELAXED);", line, failure));
    }
    make_dynamic_arrays();
    if (in_turns) begin_turns(range, "");
    if (!in_turns) writer_.line(fmt::format("const bool {} = {};", usual, test));
    writer_.open(fmt::format("for (int64_t {0} = {1}->first_block; {0} < {1}->end_block;{2}) {{", number,
                             range, together.empty() ? " ++" + number : ""));
    begin_block();
    writer_.line(fmt::format("const CpuBlock {} = block_of(*{}, {});", here, range, number));
    if (!together.empty())
        writer_.line(fmt::format("const int {} = blocks_together(*{}, {}, {}, {});", together, range, number,
                                 block.most_blocks, lower::most_threads_together));
    if (block.result->is_void() && !in_turns) {
        writer_.open(fmt::format("if ({}) {{", usual));
        writer_.line(call(true) + ";");
        writer_.reopen("} else {");
        writer_.line(call(false) + ";");
        writer_.close();
    } else {
        const std::string line = names.fresh("line");
        if (in_turns)
            writer_.line(fmt::format("const int {} = {};", line, call(false)));
        else
            writer_.line(fmt::format("const int {} = {} ? {} : {};", line, usual, call(true), call(false)));
        writer_.line(
            failure.empty()
                ? fmt::format("if ({0} != 0) return {0};", line)
                : fmt::format("if ({0} != 0) __atomic_store_n({1}, {0}, __ATOMIC_RELAXED);", line, failure));
    }
    if (!together.empty()) writer_.line(fmt::format("{} += {};", number, together));
    writer_.close();
    if ((!block.result->is_void() || in_turns) && failure.empty()) writer_.line("return 0;");
}

/// Lets the functions of a kernel whose threads take turns know who runs them.
void HostEmitter::begin_turns(const std::string& range, const std::string& grid) {
    const std::string& turns = scope_.dialect().turns;
    if (!options_.stubs) {
        writer_.line(fmt::format("{} = {}->turns;", turns, range));
        if (program_.is_instrumented)
            writer_.line(fmt::format("{}->recorder = &{};", turns, scope_.dialect().recorder));
        return;
    }
    writer_.line(grid.empty() ? "CpuTurns own_turns;" : fmt::format("CpuTurns own_turns(&{});", grid));
    writer_.line(turns + " = &own_turns;");
}

void HostEmitter::write_slots(const Function& function, const std::string& slots) {
    int slot = 0;
    const auto unpack = [&](const std::string& declaration, const std::string& type) {
        writer_.line(fmt::format("{} = *static_cast<{}*>({}[{}]);", declaration, type, slots, slot++));
    };
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        const Variable& parameter = *function.parameters[i];
        if (!parameter.type->is_array()) {
            unpack("const " + type_text(parameter.type) + " " + parameter.emitted,
                   "const " + type_text(parameter.type));
            continue;
        }
        const std::string element = type_text(parameter.type->element());
        const std::string pointer = (is_written(function, i) ? "" : "const ") + element + "*";
        unpack(pointer + " const " + parameter.emitted, pointer + " const");
        for (const std::string& length : passed_lengths(function, i))
            unpack(fmt::format("const {} {}", index_type(), length), fmt::format("const {}", index_type()));
    }
}

std::string HostEmitter::coordinate_argument(Coordinate coordinate, const std::string& range,
                                             const std::string& block,
                                             const std::array<std::string, 3>& position) const {
    const int axis = axis_of(coordinate);
    const std::string& here = position[static_cast<std::size_t>(axis)];
    std::string text;
    switch (group_of(coordinate)) {
    case CoordinateGroup::global:
        text = here;
        break;
    case CoordinateGroup::thread:
        text = fmt::format("{} - {}.first[{}]", here, block, axis);
        break;
    case CoordinateGroup::block:
        text = fmt::format("{}.index[{}]", block, axis);
        break;
    case CoordinateGroup::block_dim:
        text = fmt::format("{}->block[{}]", range, axis);
        break;
    case CoordinateGroup::grid_dim:
        text = fmt::format("{}->grid[{}]", range, axis);
        break;
    case CoordinateGroup::within:
    case CoordinateGroup::lane:
        throw InternalError("a coordinate that no entry has");
    }
    return !program_.index64 && is_extent(coordinate) ? "int(" + text + ")" : text;
}

/// Returns the thread's place in its warp: its number in the block, counted along x first, without the warps
/// before its own.
std::string HostEmitter::lane_id_argument(const Function& function, const std::string& range,
                                          const std::string& block,
                                          const std::array<std::string, 3>& position) const {
    const unsigned axes = axes_of(function);
    std::string thread;
    for (std::size_t axis = 3; axis-- > 0;) {
        if ((axes >> axis) == 0 && axis != 0) continue;
        const std::string place = fmt::format("({} - {}.first[{}])", position[axis], block, axis);
        thread =
            thread.empty() ? place : fmt::format("({} * {}->block[{}] + {})", thread, range, axis, place);
    }
    return program_.index64 ? thread + " % 32" : "int(" + thread + " % 32)";
}

void HostEmitter::write_loops(const Function& function, const std::string& range, Names& names,
                              const std::string& recorder) {
    const bool is_traced = scope_.dialect().is_traced;
    if (!recorder.empty() && !is_traced)
        writer_.line(fmt::format("{} = {};", scope_.dialect().recorder, recorder));
    const std::string number = names.fresh("number");
    const std::string block = names.fresh("block");
    const std::array<std::string, 3> position = {names.fresh("x"), names.fresh("y"), names.fresh("z")};
    const auto arguments_of = [&](bool is_specialized, const std::array<std::string, 3>& at) {
        std::vector<std::string> arguments;
        for (const Coordinate coordinate : function.facts.coordinates)
            arguments.push_back(coordinate == Coordinate::lane_id
                                    ? lane_id_argument(function, range, block, at)
                                    : coordinate_argument(coordinate, range, block, at));
        for (std::size_t i = 0; i < function.parameters.size(); ++i) {
            const Variable& parameter = *function.parameters[i];
            arguments.push_back(parameter.emitted);
            for (int axis = 0; axis < parameter.extents(); ++axis) {
                if (!function.facts.array_uses[i].length(axis)) continue;
                const auto guess =
                    is_specialized ? specialized_extent(function, parameter, axis) : std::nullopt;
                arguments.push_back(guess ? std::to_string(*guess)
                                          : parameter.emitted_lengths[static_cast<std::size_t>(axis)]);
            }
        }
        return arguments;
    };
    const auto call_of = [&](bool is_specialized) {
        return call_text(function, arguments_of(is_specialized, position));
    };
    writer_.open(
        fmt::format("for (int64_t {0} = {1}->first_block; {0} < {1}->end_block; ++{0}) {{", number, range));
    writer_.line(fmt::format("{}CpuBlock {} = {}(*{}, {});", function.limits.empty() ? "const " : "", block,
                             function.runs_whole_blocks() ? "whole_block_of" : "block_of", range, number));
    write_limits(function, block);
    if (!recorder.empty() && is_traced)
        writer_.line(fmt::format("{0} = {1}->block({1}, {2});", scope_.dialect().recorder, recorder, number));
    const auto loop = [&](int axis) {
        return fmt::format("for ({3} {0} = {1}.first[{2}]; {0} < {1}.end[{2}]; ++{0}) {{",
                           position[static_cast<std::size_t>(axis)], block, axis, index_type());
    };
    writer_.open(loop(2));
    // Strips of several rows, and squares, go along y themselves.
    const bool has_rows =
        (function.strip && function.strip->strip_rows > 1) || function.has_transposed_accesses;
    if (!has_rows) writer_.open(loop(1));
    const auto along_x = [&](const std::string& call) {
        if (function.simd) writer_.raw(simd_pragma(function.simd_of_few));
        writer_.open(loop(0));
        if (!recorder.empty() && is_traced)
            writer_.line(fmt::format("{0}->thread = (({3} - {5}.first[2]) * {4}->block[1] + {2} - "
                                     "{5}.first[1]) * {4}->block[0] + {1} - {5}.first[0];",
                                     scope_.dialect().recorder, position[0], position[1], position[2], range,
                                     block));
        else if (!recorder.empty())
            writer_.line(fmt::format("{0}->thread = ({3} * {4}->threads[1] + {2}) * {4}->threads[0] + {1};",
                                     scope_.dialect().recorder, position[0], position[1], position[2],
                                     range));
        writer_.line(call + ";");
        writer_.close();
    };
    if (function.strip) {
        write_strip_loops(
            function, [&](const std::array<std::string, 3>& at) { return arguments_of(false, at); }, block,
            position, names);
    } else if (function.has_transposed_accesses) {
        write_squares(function, call_of(false), block, position, names);
    } else if (!function.extent_specializations.empty()) {
        writer_.open(fmt::format("if ({}) {{", specialization_condition(function)));
        along_x(call_of(true));
        writer_.reopen("} else {");
        along_x(call_of(false));
        writer_.close();
    } else {
        along_x(call_of(false));
    }
    for (int depth = has_rows ? 1 : 0; depth < 3; ++depth)
        writer_.close();
}

/// Leaves out of the block the threads that have nothing to do.
void HostEmitter::write_limits(const Function& function, const std::string& block) {
    const CoordinateNames none;
    const ExpressionPrinter expressions(scope_.dialect(), none);
    for (const ThreadLimit& limit : function.limits) {
        const std::string first = fmt::format("{}.first[{}]", block, limit.axis);
        const std::string end = fmt::format("{}.end[{}]", block, limit.axis);
        const std::string value = expressions.print(*limit.value, Need::stored, Precedence::shift);
        switch (limit.kind) {
        case ThreadLimit::Kind::from:
            writer_.line(fmt::format("if ({0} < {1}) {0} = {1};", first, value));
            break;
        case ThreadLimit::Kind::above:
            writer_.line(fmt::format("if ({0} <= {1}) {0} = {1} < {2} ? {1} + 1 : {2};", first, value, end));
            break;
        case ThreadLimit::Kind::below:
            writer_.line(fmt::format("if ({1} < {0}) {0} = {1};", end, value));
            break;
        case ThreadLimit::Kind::to:
            writer_.line(fmt::format("if ({1} < {0}) {0} = {1} + 1;", end, value));
            break;
        }
    }
}

/// Writes loops over squares of threads, in each of which `call` is made row by row.
void HostEmitter::write_squares(const Function& function, const std::string& call, const std::string& block,
                                const std::array<std::string, 3>& position, Names& names) {
    constexpr int side = 16; // of floats, a cache line
    std::array<std::string, 2> first, end;
    for (const std::size_t axis : {1U, 0U}) {
        first[axis] = names.fresh("first_" + position[axis]);
        end[axis] = names.fresh("end_" + position[axis]);
        writer_.open(fmt::format("for ({0} {1} = {2}.first[{3}]; {1} < {2}.end[{3}];) {{", index_type(),
                                 first[axis], block, axis));
        writer_.line(fmt::format("const {0} {1} = {2}.end[{3}] - {4} < {5} ? {2}.end[{3}] : {4} + {5};",
                                 index_type(), end[axis], block, axis, first[axis], side));
    }
    for (const std::size_t axis : {1U, 0U}) {
        if (axis == 0 && function.simd) writer_.raw(simd_pragma(function.simd_of_few));
        writer_.open(fmt::format("for ({0} {1} = {2}; {1} < {3}; ++{1}) {{", index_type(), position[axis],
                                 first[axis], end[axis]));
    }
    writer_.line(call + ";");
    writer_.close();
    writer_.close();
    for (const std::size_t axis : {0U, 1U}) {
        writer_.line(fmt::format("{} = {};", first[axis], end[axis]));
        writer_.close();
    }
}

/// Writes the loops over the strips of a row, or of some rows. Where the threads of a strip part, and where
/// it would have but few, they run one by one.
void HostEmitter::write_strip_loops(const Function& function, const ThreadArguments& arguments_of,
                                    const std::string& block, const std::array<std::string, 3>& position,
                                    Names& names) {
    constexpr int least_lanes = 8;
    const Function& strip = *function.strip;
    const bool has_rows = strip.strip_rows > 1;
    const std::string& x = position[0];
    const std::string& y = position[1];
    const std::string lanes = names.fresh("lanes"), rows = has_rows ? names.fresh("rows") : "";
    const std::string thread_x = names.fresh("thread_x"), thread_y = has_rows ? names.fresh("thread_y") : y;
    const auto begin = [&](const std::string& place, int axis, const std::string& count, int most) {
        writer_.open(fmt::format("for ({0} {1} = {2}.first[{3}]; {1} < {2}.end[{3}];) {{", index_type(),
                                 place, block, axis));
        writer_.line(fmt::format("const int {0} = {1}.end[{2}] - {3} < {4} ? {1}.end[{2}] - {3} : {4};",
                                 count, block, axis, place, most));
    };
    const auto each = [&](const std::string& place, const std::string& first, const std::string& count) {
        writer_.open(
            fmt::format("for ({0} {1} = {2}; {1} < {2} + {3}; ++{1}) {{", index_type(), place, first, count));
    };
    const auto end = [&](const std::string& place, const std::string& count) {
        writer_.line(fmt::format("{} += {};", place, count));
        writer_.close();
    };
    const auto strip_call = [&](const std::string& columns, const std::string& of_rows) {
        std::vector<std::string> arguments = arguments_of(position);
        if (has_rows) arguments.insert(arguments.begin(), of_rows);
        arguments.insert(arguments.begin(), columns);
        return call_text(strip, arguments);
    };
    if (has_rows) begin(y, 1, rows, strip.strip_rows);
    begin(x, 0, lanes, strip.strip_width);
    std::string is_whole = fmt::format("{} == {}", lanes, strip.strip_width);
    if (has_rows) is_whole += fmt::format(" && {} == {}", rows, strip.strip_rows);
    const std::string done = names.fresh("done");
    writer_.line(fmt::format("const bool {} = {}", done, is_whole));
    writer_.line(fmt::format(
        "    ? {}", strip_call(std::to_string(strip.strip_width), std::to_string(strip.strip_rows))));
    writer_.line(fmt::format("    : {} >= {} && {};", lanes, least_lanes, strip_call(lanes, rows)));
    writer_.open(fmt::format("if (!{}) {{", done));
    if (has_rows) each(thread_y, y, rows);
    each(thread_x, x, lanes);
    writer_.line(call_text(function, arguments_of({thread_x, thread_y, position[2]})) + ";");
    writer_.close();
    if (has_rows) writer_.close();
    writer_.close();
    end(x, lanes);
    if (has_rows) end(y, rows);
}

void HostEmitter::close_try(Names& names, const KernelInfo& info, const Failures& failures,
                            const std::function<std::string(const std::string&)>& use) {
    const std::string failed = names.fresh("failed");
    if (info.asserts) {
        writer_.reopen("} catch (const " + scope_.dialect().assertion_failure + "& " + failed + ") {");
        writer_.line(use(fmt::format("{} + {}.number", first_assertion, failed)));
    }
    if (info.checks) {
        writer_.reopen("} catch (const " + scope_.check_symbol() + "& " + failed + ") {");
        writer_.line(fmt::format("{}.keep_in({});", failed, failures.check));
        if (info.cooperative && !info.waits)
            writer_.line(use(std::to_string(first_assertion))); // ends the other blocks
    }
    writer_.close();
}

void HostEmitter::write_entry(const Function& function) {
    KernelInfo info = kernel_info(function, scope_.needs().facts);
    Names names = names_of(function, scope_.file_names());
    info.symbol = scope_.names_of_kernel(function).entry;
    const std::string range = names.fresh("range");
    // A block reports where its threads may disagree about a condition around a barrier.
    const bool reports = function.block && (!function.block->result->is_void() || function.takes_turns());
    Failures failures;
    writer_.blank();
    if (options_.stubs) {
        std::vector<std::string> declared = {"const CpuRange* " + range};
        std::vector<std::string> defined = declared;
        for (std::size_t i = 0; i < function.parameters.size(); ++i) {
            const Variable& parameter = *function.parameters[i];
            declared.push_back(header_parameter_text(parameter, is_written(function, i), Target::cpu));
            defined.push_back(parameter_text(parameter, is_written(function, i)));
            for (int axis = 0; axis < parameter.extents(); ++axis) {
                const std::string& length = parameter.emitted_lengths[static_cast<std::size_t>(axis)];
                declared.push_back(fmt::format("{} {}", index_type(), length));
                defined.push_back(length_parameter(function, i, axis, index_type()));
            }
        }
        for (const Variable* array : dynamic_arrays(function)) {
            declared.push_back(fmt::format("{} {}", index_type(), array->emitted_lengths[0]));
            defined.push_back(declared.back());
        }
        add_parameter_slots(info, function, true);
        add_shared_slots(info, function);
        const std::string result = reports ? "int " : "void ";
        writer_.function_head("extern \"C\" " + result + info.symbol, defined);
        writer_.open("{");
        entries_.push_back({&function, result + info.symbol, std::move(declared)});
    } else {
        const std::string slots = names.fresh("slots");
        add_parameter_slots(info, function, false);
        const std::size_t first_shared = info.slots.size();
        add_shared_slots(info, function);
        if (info.checks) {
            info.slots.push_back({Slot::Kind::check, 0});
            failures.check = names.fresh("check");
        }
        if (info.records) {
            info.slots.push_back({Slot::Kind::recorder, 0});
            failures.recorder = names.fresh("launch_recorder");
        }
        if (reports || info.asserts) {
            info.slots.push_back({Slot::Kind::failure, 0});
            failures.slot = names.fresh("failure");
        }
        const bool has_slots = !info.slots.empty();
        if (is_part_of_program() && !function.step) entries_.push_back({&function, info.symbol, {}});
        writer_.function_head(
            (is_part_of_program() ? "static void " : "extern \"C\" void ") + info.symbol,
            {"const CpuRange* " + range, "void* const* " + (has_slots ? slots : "/*" + slots + "*/")});
        writer_.open("{");
        write_slots(function, slots);
        for (std::size_t i = first_shared; i < info.slots.size() && info.slots[i].kind == Slot::Kind::shared;
             ++i)
            writer_.line(fmt::format("const {0} {1} = *static_cast<const {0}*>({2}[{3}]);", index_type(),
                                     dynamic_arrays(function)[i - first_shared]->emitted_lengths[0], slots,
                                     i));
        const auto unpack = [&](const std::string& name, const std::string& type, Slot::Kind kind) {
            for (std::size_t i = 0; i < info.slots.size(); ++i)
                if (info.slots[i].kind == kind)
                    writer_.line(
                        fmt::format("{0}* const {1} = static_cast<{0}*>({2}[{3}]);", type, name, slots, i));
        };
        unpack(failures.check, scope_.check_symbol(), Slot::Kind::check);
        unpack(failures.recorder, "CpuRecorder", Slot::Kind::recorder);
        unpack(failures.slot, "int", Slot::Kind::failure);
        if (has_slots) writer_.blank();
    }
    // If each block has its own thread, that thread catches the exceptions.
    const bool catches = (info.asserts || info.checks) && !options_.stubs && !function.runs_blocks_apart();
    if (catches) writer_.open("try {");
    if (function.block)
        write_block_loop(function, range, names, info, failures);
    else
        write_loops(function, range, names, failures.recorder);
    if (catches)
        close_try(names, info, failures, [&](const std::string& code) {
            return fmt::format("__atomic_store_n({}, {}, __ATOMIC_RELAXED);", failures.slot, code);
        });
    writer_.close();
    allow_all_shapes(info, function);
    kernels_.push_back(std::move(info));
}

} // namespace cudapy::emit
