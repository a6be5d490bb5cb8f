// Host C++: each function takes the coordinates that it uses as parameters, and each kernel has an entry that
// runs it for a range of blocks.

#include "translator/emit/cpp/file_scope.h"
#include "translator/emit/cpp/functions.h"
#include "translator/emit/cpp/reports.h"
#include "translator/emit/cpp/statements.h"
#include "translator/emit/cpp/structs.h"
#include "translator/emit/cpp/vectors.h"
#include "translator/emit/cuda/device_sources.h"
#include "translator/emit/cuda/header.h"
#include "translator/emit/cuda/interface.h"
#include "translator/emit/emit.h"
#include "translator/emit/helpers/host_math.h"
#include "translator/emit/helpers/instrumentation.h"
#include "translator/emit/helpers/libm.h"
#include "translator/emit/host/grid.h"
#include "translator/emit/host/host_emitter.h"
#include "translator/emit/host/turns.h"
#include "translator/emit/pieces.h"
#include "translator/emit/python_module/python_module.h"
#include "translator/lower/cpu/block_coarsening.h"
#include "translator/lower/cpu/blocks.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace cudapy::emit {

using namespace program;

namespace {

constexpr const char* range_comment =
    R"(// Blocks to run: `threads` logical threads on each axis, in `grid` blocks of `block` threads, and of these
// blocks those from `first_block` up to, not including, `end_block`, counted along x first, then y, then
// z.)";

constexpr const char* range_members = R"(    int64_t threads[3];
    int64_t block[3];
    int64_t grid[3];
    int64_t first_block;
    int64_t end_block;
)";

/// Returns the struct as C and C++ declare it, once for all headers, and the function that fills it in.
std::string range_for_header() {
    return std::string("#ifndef CUDAPY_CPU_RANGE\n#define CUDAPY_CPU_RANGE\n") + range_comment +
           "\ntypedef struct CpuRange {\n" + range_members + R"(} CpuRange;

// All blocks of a launch. Threads that want to share it out take parts of [0, end_block) each.
static inline CpuRange cpu_range(int64_t threads_x, int64_t threads_y, int64_t threads_z, int64_t block_x,
                                 int64_t block_y, int64_t block_z)
{
    CpuRange range;
    range.threads[0] = threads_x;
    range.threads[1] = threads_y;
    range.threads[2] = threads_z;
    range.block[0] = block_x;
    range.block[1] = block_y;
    range.block[2] = block_z;
    range.first_block = 0;
    range.end_block = 1;
    for (int axis = 0; axis < 3; ++axis) {
        range.grid[axis] = (range.threads[axis] + range.block[axis] - 1) / range.block[axis];
        range.end_block *= range.grid[axis];
    }
    return range;
}
#endif)";
}

/// The text of a block's struct, in which T is the type of coordinates. The loops over threads count in that
/// type: g++ does not vectorise accesses with an int64_t index that was made an int.
constexpr std::string_view block_text = R"(
// One block of a range: where it is in the grid, and its threads, without those outside the range.
struct CpuBlock {
    T index[3];
    T first[3];
    T end[3];
};

static inline CpuBlock block_of(const CpuRange& range, int64_t number)
{
    const int64_t index[3] = {number % range.grid[0], number / range.grid[0] % range.grid[1],
                              number / range.grid[0] / range.grid[1]};
    CpuBlock block;
    for (int axis = 0; axis < 3; ++axis) {
        const int64_t first = index[axis] * range.block[axis];
        const int64_t end = first + range.block[axis];
        block.index[axis] = T(index[axis]);
        block.first[axis] = T(first);
        block.end[axis] = T(end < range.threads[axis] ? end : range.threads[axis]);
    }
    return block;
}
)";

constexpr std::string_view whole_block_text = R"(
// The same with all threads of the block, also with those outside the range.
static inline CpuBlock whole_block_of(CpuRange range, int64_t number)
{
    for (int axis = 0; axis < 3; ++axis) {
        range.threads[axis] = range.grid[axis] * range.block[axis];
    }
    return block_of(range, number);
}
)";

/// The text of the function that says how many blocks run at once.
constexpr std::string_view blocks_together_text = R"(
// Returns how many blocks from one on run at once: those that are left in its row and in the range, but no
// more than so many, and no more than have so many threads.
static inline int blocks_together(const CpuRange& range, int64_t number, int64_t blocks, int64_t threads)
{
    const int64_t in_row = range.grid[0] - number % range.grid[0];
    const int64_t left = range.end_block - number;
    if (threads / range.block[0] < blocks) blocks = threads / range.block[0];
    if (in_row < blocks) blocks = in_row;
    if (left < blocks) blocks = left;
    return int(blocks);
}
)";

/// Returns `text` with its word `T` replaced.
std::string with_type(std::string_view text, std::string_view type) {
    std::string out;
    const auto is_word = [&](std::size_t i) {
        return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_');
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool alone = text[i] == 'T' && (i == 0 || !is_word(i - 1)) && !is_word(i + 1);
        if (alone)
            out += type;
        else
            out += text[i];
    }
    return out;
}

std::string with_parentheses(const std::string& text) {
    return text.find(' ') == std::string::npos ? text : "(" + text + ")";
}

/// Writes the helpers with these names and all that they need.
void write_host_math(Writer& writer, const std::set<std::string>& names) {
    std::set<std::string_view> needed(names.begin(), names.end());
    const std::span<const HostHelper> helpers = host_helpers();
    // Each helper is after those it needs, so that one pass from the end finds them all.
    for (auto helper = helpers.rbegin(); helper != helpers.rend(); ++helper)
        if (needed.contains(helper->name)) needed.insert(helper->needs.begin(), helper->needs.end());
    for (const HostHelper& helper : helpers) {
        if (!needed.contains(helper.name)) continue;
        writer.part("helper " + std::string(helper.name), [&] {
            writer.blank();
            writer.raw(helper.text);
        });
    }
}

/// Returns whether some kernel runs several blocks at once.
bool has_blocks_together(const Program& program) {
    return std::any_of(program.functions.begin(), program.functions.end(), [](const auto& function) {
        return function->block && function->block->most_blocks > 1;
    });
}

/// Returns whether the text has a CpuGrid: because some kernel runs each block on a thread of its own.
bool uses_grid(const Program& program, bool stubs) {
    if (stubs) return has_grid_barrier(program);
    return std::any_of(program.functions.begin(), program.functions.end(), [](const auto& function) {
        return function->is_kernel && function->runs_blocks_apart();
    });
}

/// Returns whether some kernel runs whole blocks, thread by thread.
bool has_loops_of_whole_blocks(const Program& program) {
    return std::any_of(program.functions.begin(), program.functions.end(), [](const auto& function) {
        return function->is_kernel && function->runs_whole_blocks() && !function->block;
    });
}

/// The inputs that a function uses besides its parameters.
struct UsedInputs {
    std::set<Coordinate> coordinates;
    std::set<std::pair<const Variable*, int>> lengths; ///< of array parameters, with their axes
};

UsedInputs inputs_used_by(const Function& function) {
    UsedInputs asked;
    const auto ask_for_all = [&](const Variable* array) {
        for (int axis = 0; axis < array->extents(); ++axis)
            asked.lengths.insert({array, axis});
    };
    for (const auto& variable : function.variables) { // lengths that these are in C++
        if (!variable->beginning) continue;
        if (variable->beginning->axis)
            asked.lengths.insert({variable->beginning->parameter, *variable->beginning->axis});
        else
            ask_for_all(variable->beginning->parameter);
    }
    visit_all(function.body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::coordinate) asked.coordinates.insert(as<CoordinateExpr>(expr).coordinate);
        if (expr.kind == ExprKind::call) {
            const auto& call = as<Call>(expr);
            const FunctionFacts& facts = call.function->facts;
            asked.coordinates.insert(facts.coordinates.begin(), facts.coordinates.end());
            for (std::size_t i = 0; i < call.arguments.size(); ++i) {
                if (call.arguments[i]->kind != ExprKind::variable || !call.arguments[i]->type->is_array())
                    continue;
                const Variable* array = as<VariableRef>(*call.arguments[i]).variable;
                for (int axis = 0; axis < array->extents(); ++axis)
                    if (facts.array_uses[i].length(axis)) asked.lengths.insert({array, axis});
            }
        }
        if (expr.kind == ExprKind::length)
            asked.lengths.insert({as<Length>(expr).array, as<Length>(expr).axis});
    });
    const bool is_cut = function.takes_turns() && !function.runs_whole_blocks();
    if (function.variant == Variant::block && !is_cut) // its loops over threads do
        for (int axis = 0; axis < 3; ++axis)
            asked.coordinates.insert(coordinate_of(CoordinateGroup::block_dim, axis));
    return asked;
}

/// Returns whether the function is emitted as what one thread does. Else it is in the blocks of kernels.
bool is_written_alone(const Function& function) {
    return !function.cooperates() && (!function.block || function.facts.is_called);
}

/// Returns whether some loop over threads is marked for the compiler's vectoriser.
bool has_simd(const Program& program) {
    bool found = false;
    for (const auto& function : program.functions) {
        found = found || (function->is_kernel && function->simd && !function->strip && !function->block);
        for (const Function* variant : {function->strip.get(), function->block.get()}) {
            if (!variant) continue;
            visit_statements(variant->body, [&](const Stmt& stmt) {
                found = found || (stmt.kind == StmtKind::work_item_loop && as<WorkItemLoop>(stmt).simd);
            });
        }
    }
    return found;
}

} // namespace

Emitted HostEmitter::emit() {
    write_preamble();
    scope_.name_kernels(program_, "run_");
    write_in_pieces(*this, program_.functions.size());
    Emitted result;
    if (options_.stubs) {
        HeaderParts parts;
        parts.includes = {"<stdint.h>"};
        parts.preamble = {"",
                          "Each function runs a kernel for the blocks of a range, one after the other, and "
                          "returns when it has; several threads may run parts of one range at a time. A "
                          "kernel that does not ask for its blocks does not mind their shape. An array is "
                          "a pointer, followed by the number of its elements."};
        if (has_whole_blocks(program_))
            parts.preamble.emplace_back(
                "A kernel that has a barrier or shared memory, or asks for the grid's size, runs for all "
                "threads "
                "of its blocks, also for those beyond `threads`. Where such a function gives an int, that is "
                "0, "
                "or the line of a condition around a barrier about which the threads of a block disagree, or "
                "minus the line of an operation of a warp whose mask names other threads than come there.");
        if (!scope_.dialect().turns.empty())
            parts.preamble.emplace_back(
                "A kernel with a loop in which threads wait for each other gives the line of that loop where "
                "no "
                "thread has gone on for CUDAPY_WAIT_LIMIT seconds, a variable of the environment: 10, if it "
                "is "
                "not set, and 0 for no limit. Threads that run parts of one range must all be running.");
        if (has_grid_barrier(program_))
            parts.preamble.emplace_back(
                "A kernel whose blocks wait for each other runs each block of the range on a thread of its "
                "own: "
                "give it the whole range. It gives INT_MIN where the system has no thread for each.");
        parts.definitions = range_for_header();
        parts.target = Target::cpu;
        parts.structs = header_types(program_, Target::cpu);
        if (const std::string scalars = scalar_definitions(scope_.scalars(), scope_.fields(), Target::cpu);
            !scalars.empty())
            parts.definitions += "\n\n" + scalars;
        result.header = header_text(entries_, parts, sources_, options_);
    }
    if (is_part_of_program() && !scope_.file_names().contains(options_.name_space)) {
        HeaderParts parts;
        parts.target = Target::cpu;
        parts.structs = header_types(program_, Target::cpu);
        parts.definitions = scalar_definitions(scope_.scalars(), scope_.fields(), Target::cpu);
        const StructNamespaces namespaces(program_, sources_, options_, scope_.file_names());
        result.header = interface_header(entries_, parts, namespaces, sources_, options_);
        result.functions = interface_functions(entries_, namespaces, sources_, options_);
        if (!options_.python_module.name.empty()) {
            result.python_problem = problem_of_python_module(entries_);
            result.python_module = python_module_text(entries_, sources_, options_);
            result.python_stub = python_stub_text(entries_, sources_, options_);
        }
    }
    result.source = writer_.take();
    result.python_lines = writer_.take_python_lines();
    result.parts = writer_.take_parts();
    result.kernels = std::move(kernels_);
    result.assertions = scope_.assertions();
    result.failure_places = std::move(failure_places_);
    if (!options_.stubs) result.checks = scope_.checks();
    return result;
}

void HostEmitter::write_functions(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
        const Function& function = *program_.functions[i];
        if (function.foreign) continue;
        if (is_written_alone(function)) write_function(function);
        if (function.strip) write_strip(function);
        if (function.block) write_block(function);
        if (function.is_kernel) write_entry(function);
    }
}

void HostEmitter::append(HostEmitter&& other) {
    writer_.append(std::move(other.writer_));
    std::move(other.kernels_.begin(), other.kernels_.end(), std::back_inserter(kernels_));
    std::move(other.entries_.begin(), other.entries_.end(), std::back_inserter(entries_));
}

void HostEmitter::write_range() {
    const bool has_turns = !options_.stubs && !scope_.dialect().turns.empty();
    const bool has_grid = !options_.stubs && (uses_grid(program_, false) || has_turns);
    const char* launchers = has_turns ? " with turns" : has_grid ? " with a grid" : "";
    writer_.part(std::string("prelude CpuRange") + launchers, [&] {
        writer_.blank();
        writer_.raw(range_comment);
        writer_.raw("struct CpuRange {");
        writer_.raw(range_members);
        if (has_grid) writer_.raw("    struct CpuGrid* together; // the launcher");
        if (has_turns) writer_.raw("    struct CpuTurns* turns; // the launcher");
        writer_.raw("};");
    });
}

void HostEmitter::write_covered_lines() {
    std::string text;
    for (const CoveredLines& function : program_.covered_lines) {
        text += fmt::format("{}\n{}\n", sources_.file(function.header.file).path(),
                            sources_.begin(function.header).line);
        for (const Span& line : function.lines)
            text += fmt::format("{} ", sources_.begin(line).line);
        text += '\n';
    }
    writer_.blank();
    writer_.comment(
        "The lines that have run, each after which other one, and the files and lines that these are.");
    writer_.raw("extern \"C\" {");
    writer_.raw(fmt::format("unsigned char cudapy__run_lines[{}];", program_.covered_elements));
    writer_.raw("extern const int cudapy__run_lines_size = sizeof(cudapy__run_lines);");
    writer_.raw("extern const char cudapy__lines[] = " + string_literal(text) + ";");
    writer_.raw("}");
}

void HostEmitter::write_preamble() {
    const bool has_grid = uses_grid(program_, options_.stubs);
    const bool says = options_.stubs && !scope_.checks().empty();
    const auto write_includes = [&] {
        for (const char* header : {"stdio.h", "stdlib.h"})
            if (says) writer_.raw(fmt::format("#include <{}>", header));
    };
    const auto include_own = [&] {
        std::set<std::string> headers;
        if (has_grid) headers.merge(own_grid_headers());
        if (!scope_.dialect().turns.empty()) headers.merge(own_turns_headers());
        for (const std::string& header : headers)
            writer_.raw(fmt::format("#include <{}>", header));
    };
    const bool asserts = options_.stubs && any(scope_.needs().facts, &CallFacts::asserts);
    writer_.comment(origin_line(sources_, options_));
    if ((options_.stubs || is_part_of_program()) && has_simd(program_)) {
        writer_.comment(
            "Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is "
            "needed for it.");
        writer_.blank();
        writer_.raw("#pragma GCC diagnostic ignored \"-Wunknown-pragmas\"");
    }
    writer_.blank();
    if (is_part_of_program()) {
        writer_.raw("#include \"" + options_.header_name + "\"");
        writer_.blank();
        writer_.raw("#include <cudapy/generated.h>");
        writer_.raw("#include <stdint.h>");
        writer_.blank();
        if (has_grid) writer_.raw("using cudapy::generated::CpuGrid;");
        if (!scope_.dialect().turns.empty()) writer_.raw("using cudapy::generated::CpuTurns;");
        writer_.raw("using cudapy::generated::CpuRange;");
        const StructNamespaces namespaces(program_, sources_, options_, scope_.file_names());
        for (const std::string& name : namespaces.qualified(header_types(program_, Target::cpu)))
            writer_.raw("using " + name + ";");
    } else if (options_.stubs && !options_.header_name.empty()) {
        writer_.raw("#include \"" + options_.header_name + "\"");
        if (asserts) writer_.raw("#include <assert.h>");
        write_includes();
        include_own();
    } else {
        if (asserts) writer_.raw("#include <assert.h>");
        writer_.raw("#include <stdint.h>");
        write_includes();
        if (options_.stubs) include_own();
        write_range();
    }
    writer_.part(fmt::format("prelude block_of({})", index_type()),
                 [&] { writer_.raw(with_type(block_text, index_type())); });
    if (has_loops_of_whole_blocks(program_))
        writer_.part("prelude whole_block_of", [&] { writer_.raw(whole_block_text); });
    if (has_blocks_together(program_))
        writer_.part("prelude blocks_together", [&] { writer_.raw(blocks_together_text); });
    if (has_grid) options_.stubs ? write_own_grid(writer_) : write_given_grid(writer_, is_part_of_program());
    if (!scope_.dialect().turns.empty())
        options_.stubs ? write_own_turns(writer_, scope_.dialect(), has_grid)
                       : write_given_turns(writer_, scope_.dialect(), is_part_of_program());
    scope_.write_assertion_failure(writer_);
    scope_.write_check_failure(writer_);
    if (!program_.covered_lines.empty()) write_covered_lines();
    if (program_.is_instrumented) write_recorder(writer_, scope_.dialect());

    std::map<std::string, std::string> declarations = scope_.needs().libm;
    const bool prints = any(scope_.needs().facts, &CallFacts::prints);
    const auto& random = scope_.dialect().random_names;
    for (const auto& [user, names] : {std::pair("normal_float", std::array{"sqrtf", "logf", "cosf"}),
                                      std::pair("normal_double", std::array{"sqrt", "log", "cos"})})
        for (const char* name : names)
            if (random.contains(user)) declarations.emplace(name, libm_declaration(name, 1));
    if (prints && !says) declarations["printf"] = "int printf(const char*, ...)";
    if (prints && program_.is_traced)
        declarations["snprintf"] = "int snprintf(char*, decltype(sizeof 0), const char*, ...)";
    for (const std::string& name : helper_dependencies(scope_.needs().helpers))
        declarations.emplace(name, libm_declaration(name, operands_of_libm(name)));
    if (!declarations.empty()) {
        writer_.blank();
        writer_.comment("From the C library.");
        writer_.raw("extern \"C\" {");
        // The declaration is as <math.h> has it, which CUDA C++ of a user's may include.
        const bool is_included = !program_.device_sources().empty();
        for (const auto& [name, declaration] : declarations)
            writer_.raw(declaration + (is_included && !name.ends_with("printf") ? " noexcept;" : ";"));
        writer_.raw("}");
    }
    write_host_math(writer_, scope_.needs().host_math);
    scope_.write_types(writer_, (options_.stubs && !options_.header_name.empty()) || is_part_of_program());
    write_device_sources(writer_, program_, options_);
    scope_.write_later_types(writer_);
    if (scope_.has_vectors()) write_vector_operators(writer_, program_, scope_.dialect(), "static inline");
    scope_.write_constants(writer_, "static const");
    scope_.write_helpers(writer_, "static inline");
    scope_.write_random(writer_, "static inline");

    const std::vector<const Function*>& early = scope_.needs().early_calls;
    if (!early.empty()) writer_.blank();
    for (const Function* function : early) {
        if (!is_written_alone(*function)) continue;
        Names names = names_of(*function, scope_.file_names());
        CoordinateNames coordinates;
        for (const Coordinate coordinate : function->facts.coordinates)
            coordinates[coordinate] = names.fresh(host_name(coordinate));
        writer_.function_head("static inline " + type_text(function->result) + " " + function->emitted,
                              function_parameters(*function, coordinates), ";");
    }
}

std::vector<std::string> HostEmitter::function_parameters(const Function& function,
                                                          const CoordinateNames& coordinates) const {
    std::vector<std::string> result;
    // Unused parameters have their names in comments, or compilers warn.
    const UsedInputs asked = inputs_used_by(function);
    const auto add = [&](const std::string& name, bool is_used) {
        result.push_back(std::string(index_type()) + (is_used ? " " + name : " /*" + name + "*/"));
    };
    for (const auto& [coordinate, name] : coordinates)
        add(name, asked.coordinates.contains(coordinate));
    const std::set<const Variable*> used = mentioned(function);
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        const Variable& parameter = *function.parameters[i];
        std::string text = argument_text(function, i, is_written(function, i));
        if (!used.contains(&parameter))
            text.replace(text.size() - parameter.emitted.size(), std::string::npos,
                         "/*" + parameter.emitted + "*/");
        result.push_back(std::move(text));
        for (int axis = 0; axis < parameter.extents(); ++axis) {
            if (!function.facts.array_uses[i].length(axis)) continue;
            add(parameter.emitted_lengths[static_cast<std::size_t>(axis)],
                asked.lengths.contains({&parameter, axis}));
        }
    }
    return result;
}

void HostEmitter::write_function(const Function& function) {
    Names names = names_of(function, scope_.file_names());
    CoordinateNames coordinates;
    for (const Coordinate coordinate : function.facts.coordinates)
        coordinates[coordinate] = names.fresh(host_name(coordinate));
    writer_.blank();
    write_comments(writer_, function);
    writer_.at(function.span);
    // A function that is called twice may be left a call, where nothing is vectorised.
    const char* inlined = function.extent_specializations.empty() ? "" : "__attribute__((always_inline)) ";
    writer_.function_head("static inline " + (inlined + type_text(function.result)) + " " + function.emitted,
                          function_parameters(function, coordinates));
    writer_.open("{");
    const ExpressionPrinter expressions(scope_.dialect(), coordinates);
    StatementPrinter(writer_, expressions).print(function.body);
    writer_.comments(function.comments_at_end);
    writer_.close();
}

// A strip takes the first thread's x coordinates. The work-item loops compute what each lane has of its own.
void HostEmitter::write_strip(const Function& function) {
    const Function& strip = *function.strip;
    Names names = names_of(strip, scope_.file_names());
    names.reserve(lane_name);
    CoordinateNames parameters, inside;
    LaneNames lanes;
    const std::string columns = names.fresh("lanes"), rows = names.fresh("rows");
    std::string x = lane_name, y;
    if (strip.strip_rows == 1) {
        lanes.loops = {{lane_name, columns}};
    } else {
        x = names.fresh("column");
        y = names.fresh("row");
        lanes.loops = {{y, rows}, {x, columns}};
        lanes.lane = fmt::format("{} * {} + {}", y, strip.strip_width, x);
    }
    lanes.width = strip.strip_width * strip.strip_rows;
    lanes.counter_type = "int";
    lanes.coordinate_type = index_type();
    for (const Coordinate coordinate : function.facts.coordinates) {
        const std::string name = names.fresh(host_name(coordinate));
        inside[coordinate] = parameters[coordinate] = name;
        const bool is_lane_id = coordinate == Coordinate::lane_id;
        const bool is_of_row = coordinate == Coordinate::idy && strip.strip_rows > 1;
        if (coordinate != Coordinate::idx && coordinate != Coordinate::thread_x && !is_lane_id && !is_of_row)
            continue;
        parameters[coordinate] = names.fresh("first_" + host_name(coordinate));
        const std::string value = parameters[coordinate] + " + " + (is_of_row ? y : x);
        lanes.coordinates[coordinate] = {name, is_lane_id ? "(" + value + ") % 32" : value};
    }
    writer_.blank();
    writer_.prose(
        (strip.strip_rows == 1
             ? fmt::format("The same for a strip of up to {} neighbouring threads at once.", lanes.width)
             : fmt::format("The same for up to {} rows of up to {} neighbouring threads at once.",
                           strip.strip_rows, strip.strip_width)) +
        " It gives false, having done nothing, where they diverge.");
    std::vector<std::string> texts = function_parameters(strip, parameters);
    if (strip.strip_rows > 1) texts.insert(texts.begin(), "int " + rows);
    texts.insert(texts.begin(), "int " + columns);
    writer_.function_head("static inline __attribute__((always_inline)) bool " + strip.emitted, texts);
    writer_.open("{");
    if (strip.lane_count)
        writer_.line(fmt::format("const int {} = {};", strip.lane_count->emitted,
                                 strip.strip_rows == 1 ? columns : rows + " * " + columns));
    const ExpressionPrinter expressions(scope_.dialect(), inside);
    StatementPrinter(writer_, expressions, &lanes).print(strip.body);
    writer_.close();
}

namespace {

constexpr std::array<const char*, 3> axis_names = {"x", "y", "z"};

} // namespace

// A block takes the lengths of its axes and its place in the grid; its threads are loops inside.
void HostEmitter::write_block(const Function& function) {
    const Function& block = *function.block;
    Names names = names_of(block, scope_.file_names());
    names.reserve(lane_name);
    CoordinateNames parameters, inside;
    LaneNames lanes;
    // A shuffle may load past the last thread's warp (lower/cpu/warps.h).
    lanes.width = lower::most_block_threads + (function.facts.cooperation.warp ? 32 : 0);
    const bool coarsens_blocks = block.most_blocks > 1;
    if (coarsens_blocks) lanes.width = lower::most_threads_together;
    lanes.blocks = block.most_blocks;
    lanes.counter_type = lanes.coordinate_type = index_type();
    lanes.failed_check = scope_.check_symbol();
    // Threads outside the launch do not run, where the kernel does not know its blocks as a whole.
    const bool is_cut = function.takes_turns() && !function.runs_whole_blocks();
    std::vector<std::string> counts;
    for (int axis = 2; axis >= 0; --axis) {
        const Coordinate length = dim_of(axis);
        if (!block.facts.coordinates.contains(length)) continue;
        parameters[length] = inside[length] = names.fresh(host_name(length));
        std::string end = inside[length];
        if (is_cut)
            counts.push_back(
                end = names.fresh(std::string("threads_") + axis_names[static_cast<std::size_t>(axis)]));
        lanes.loops.push_back({axis_names[static_cast<std::size_t>(axis)], end});
        const std::string& place = lanes.loops.back().variable;
        lanes.lane = lanes.lane.empty() ? place : with_parentheses(lanes.lane) + " * " + end + " + " + place;
    }
    const std::string blocks = coarsens_blocks ? names.fresh("blocks") : "";
    if (coarsens_blocks) {
        const std::string place = names.fresh("block"), thread = names.fresh("thread");
        inside[Coordinate::within_x] = place;
        lanes.loops = {{place, blocks}, {thread, lanes.loops[0].end}};
        lanes.threads = names.fresh("threads");
        lanes.lane = fmt::format("{} * {} + {}", place, lanes.loops[1].end, thread);
    } else if (lanes.loops.size() == 1) { // the only axis
        lanes.loops[0].variable = lane_name;
        lanes.lane.clear();
    }
    for (const Coordinate coordinate : block.facts.coordinates) {
        if (coordinate >= Coordinate::block_dim_x && coordinate <= Coordinate::block_dim_z) continue;
        const std::string name = names.fresh(host_name(coordinate));
        inside[coordinate] = name;
        const bool of_thread = !is_block_wide(coordinate);
        if (!of_thread && !is_global(coordinate)) {
            parameters[coordinate] = name;
            continue;
        }
        const auto axis = static_cast<std::size_t>(axis_of(coordinate));
        std::string place = lanes.loops.size() == 1 ? lane_name : axis_names[axis];
        if (coarsens_blocks) place = of_thread ? lanes.loops[1].variable : lanes.lane;
        if (is_global(coordinate)) parameters[coordinate] = names.fresh("first_" + host_name(coordinate));
        std::string value = of_thread ? place : parameters[coordinate] + " + " + place;
        if (coordinate == Coordinate::lane_id) value = std::string(lane_name) + " % 32";
        lanes.coordinates[coordinate] = {name, std::move(value)};
    }
    if (function.runs_blocks_apart()) lanes.grid = names.fresh("grid");
    // A recorder knows threads that are in no blocks by their place in the launch.
    const bool is_known_by_launch = is_cut && program_.is_instrumented && !scope_.dialect().is_traced;
    const std::string launch = names.fresh("launch"), here = names.fresh("here");
    lanes.recorded = lane_name;
    if (is_known_by_launch) {
        std::array<std::string, 3> places;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            places[axis] = fmt::format("{}.first[{}]", here, axis);
            if (block.facts.coordinates.contains(dim_of(static_cast<int>(axis))))
                places[axis] += " + " + (lanes.loops.size() == 1 ? std::string(lane_name) : axis_names[axis]);
        }
        lanes.recorded = fmt::format("(({3}) * {0}->threads[1] + {2}) * {0}->threads[0] + {1}", launch,
                                     places[0], places[1], places[2]);
    }
    writer_.blank();
    write_comments(writer_, function);
    if (coarsens_blocks)
        writer_.prose("Several blocks run at once, because threads of neighbouring blocks go through memory "
                      "side by side.");
    writer_.at(function.span);
    writer_.function_head(
        (function.takes_turns()
             ? "static int "
             : "static inline __attribute__((always_inline)) " + type_text(block.result) + " ") +
            block.emitted,
        [&] {
            std::vector<std::string> texts = function_parameters(block, parameters);
            for (const std::string& count : counts)
                texts.insert(texts.begin(), std::string(index_type()) + " " + count);
            if (is_known_by_launch) {
                texts.insert(texts.begin(), "const CpuBlock& " + here);
                texts.insert(texts.begin(), "const CpuRange* " + launch);
            }
            if (coarsens_blocks) texts.insert(texts.begin(), "int " + blocks);
            for (const Variable* array : dynamic_arrays(block)) {
                texts.push_back(type_text(array->type->element()) + "* " + array->emitted);
                bool asked = false; // for its length; else it is in a comment, or compilers warn
                visit_all(block.body, [&](const Expr& expr) {
                    asked |= expr.kind == ExprKind::length && as<Length>(expr).array == array;
                });
                const std::string& length = array->emitted_lengths[0];
                texts.push_back(std::string(index_type()) + " " + (asked ? length : "/*" + length + "*/"));
            }
            if (!lanes.grid.empty()) texts.push_back("CpuGrid& " + lanes.grid);
            return texts;
        }());
    writer_.open("{");
    const ExpressionPrinter expressions(scope_.dialect(), inside);
    StatementPrinter(writer_, expressions, &lanes).print(block.body);
    writer_.comments(function.comments_at_end);
    writer_.close();
}

Emitted emit_host(const Program& program, const SourceSet& sources, const Options& options) {
    return HostEmitter(program, sources, options).emit();
}

} // namespace cudapy::emit
