// Host C++: each function takes the coordinates that it uses as parameters, and each kernel has an entry that
// runs it for a range of blocks.

#include "translator/emit/emit.h"
#include "translator/emit/file_scope.h"
#include "translator/emit/functions.h"
#include "translator/emit/grid.h"
#include "translator/emit/header.h"
#include "translator/emit/host_math.h"
#include "translator/emit/libm.h"
#include "translator/emit/reports.h"
#include "translator/emit/statements.h"
#include "translator/emit/structs.h"
#include "translator/emit/vectors.h"
#include "translator/emit/walk.h"
#include "translator/lower/blocks.h"
#include "translator/lower/strips.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <string_view>

#include <fmt/format.h>

namespace cudapy::emit {

using namespace program;

namespace {

constexpr const char* range_comment =
    R"(// What to run: `threads` logical threads on each axis, in `grid` blocks of `block` threads, and of these blocks those
// from `first_block` up to, not including, `end_block`, counted along x first, then y, then z.)";

constexpr const char* range_members = R"(    int64_t threads[3];
    int64_t block[3];
    int64_t grid[3];
    int64_t first_block;
    int64_t end_block;
)";

/// The struct as C and C++ declare it, once for all headers, and the function that fills it in.
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

/// T is the type of coordinates. The loops over threads count in that type: g++ does not vectorise what is
/// indexed with an int64_t that was made an int.
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

/// `text` with its word `T` replaced.
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

Coordinate dim_of(int axis) {
    return static_cast<Coordinate>(static_cast<int>(Coordinate::block_dim_x) + axis);
}

std::string with_parentheses(const std::string& text) {
    return text.find(' ') == std::string::npos ? text : "(" + text + ")";
}

/// 256 threads on the axes that the kernel has.
std::array<int, 3> usual_shape(const Function& block) {
    const bool y = block.coordinates.contains(Coordinate::block_dim_y);
    const bool z = block.coordinates.contains(Coordinate::block_dim_z);
    if (y && z) return {8, 8, 4};
    if (z) return {16, 1, 16};
    return y ? std::array<int, 3>{16, 16, 1} : std::array<int, 3>{256, 1, 1};
}

/// The helpers with these names and all that they need.
void write_host_math(Writer& writer, const std::set<std::string>& names) {
    std::set<std::string_view> needed(names.begin(), names.end());
    const std::span<const HostHelper> helpers = host_helpers();
    // Each stands after those it needs, so that one pass from the end finds them all.
    for (auto helper = helpers.rbegin(); helper != helpers.rend(); ++helper)
        if (needed.contains(helper->name)) needed.insert(helper->needs.begin(), helper->needs.end());
    for (const HostHelper& helper : helpers) {
        if (!needed.contains(helper.name)) continue;
        writer.blank();
        writer.raw(helper.text);
    }
}

bool written(const Function& function, std::size_t parameter) {
    return function.array_uses[parameter].writes;
}

class HostEmitter {
  public:
    HostEmitter(const Program& program, const SourceSet& sources, const Options& options)
        : program_(program), sources_(sources), options_(options), scope_(program, true, options.stubs),
          writer_(sources, options.line_directives) {}

    Emitted emit();

  private:
    void write_preamble();
    void write_function(const Function& function);
    void write_strip(const Function& function);
    void write_block(const Function& function);
    void write_entry(const Function& function);
    void write_slots(const Function& function, const std::string& slots);
    void write_loops(const Function& function, const std::string& range, Names& names);
    void write_block_loop(const Function& function, const std::string& range, Names& names,
                          const std::string& failure, bool catches);
    /// The end of a `try` around what may assert; `use` makes a statement of the failure's code.
    void close_try(Names& names, const std::function<std::string(const std::string&)>& use);
    void write_strip_loop(const Function& function, const std::string& call, const std::string& block,
                          const std::string& x, Names& names);

    const char* index_type() const { return program_.index64 ? "int64_t" : "int"; }
    /// Coordinates first, then the function's own parameters.
    std::vector<std::string> function_parameters(const Function& function,
                                                 const CoordinateNames& coordinates) const;
    std::string coordinate_argument(Coordinate coordinate, const std::string& range, const std::string& block,
                                    const std::array<std::string, 3>& position) const;

    std::string lane_id_argument(const Function& function, const std::string& range, const std::string& block,
                                 const std::array<std::string, 3>& position) const;

    const Program& program_;
    const SourceSet& sources_;
    const Options& options_;
    FileScope scope_;
    Writer writer_;
    std::vector<KernelInfo> kernels_;
    std::vector<EntryPoint> entries_;
};

Emitted HostEmitter::emit() {
    write_preamble();
    for (const auto& function : program_.functions) {
        if (!function->cooperates()) write_function(*function); // what cooperates is in the blocks of kernels
        if (function->strip) write_strip(*function);
        if (function->block) write_block(*function);
        if (function->is_kernel) write_entry(*function);
    }
    Emitted result;
    if (options_.stubs) {
        HeaderParts parts;
        parts.includes = {"<stdint.h>"};
        parts.preamble = {"",
                          "Each function runs a kernel for the blocks of a range, one after the other, and "
                          "returns when it has; several",
                          "threads may run parts of one range at a time. A kernel that does not ask for its "
                          "blocks does not mind their",
                          "shape. An array is a pointer, followed by the number of its elements."};
        if (has_whole_blocks(program_)) {
            parts.preamble.emplace_back(
                "A kernel with a barrier or shared memory runs for all threads of its blocks, also "
                "for those beyond `threads`.");
            parts.preamble.emplace_back(
                "Where such a function gives an int, that is 0, or the line of a condition around "
                "a barrier about which the");
            parts.preamble.emplace_back("threads of a block disagree, or minus the line of an operation "
                                        "of a warp whose mask names other threads than come there.");
        }
        if (has_grid_barrier(program_)) {
            parts.preamble.emplace_back(
                "A kernel whose blocks wait for each other runs each block of the range on a "
                "thread of its own: give it the");
            parts.preamble.emplace_back(
                "whole range. It gives INT_MIN where the system has no thread for each.");
        }
        parts.definitions = range_for_header();
        parts.host = true;
        parts.structs = header_types(program_, true);
        if (const std::string scalars = scalar_definitions(scope_.scalars(), scope_.fields(), true);
            !scalars.empty())
            parts.definitions += "\n\n" + scalars;
        result.header = header_text(entries_, parts, sources_, options_);
    }
    result.source = writer_.take();
    result.kernels = std::move(kernels_);
    result.assertions = scope_.assertions();
    return result;
}

/// Whether some loop over threads is marked for the compiler's vectoriser.
bool has_simd(const Program& program) {
    bool found = false;
    for (const auto& function : program.functions) {
        found = found || (function->is_kernel && function->simd && !function->strip && !function->block);
        for (const Function* form : {function->strip.get(), function->block.get()}) {
            if (!form) continue;
            visit_statements(form->body, [&](const Stmt& stmt) {
                found = found || (stmt.kind == StmtKind::lane_loop && as<LaneLoop>(stmt).simd);
            });
        }
    }
    return found;
}

void HostEmitter::write_preamble() {
    const bool asserts = options_.stubs && !assertions_of(program_).empty();
    writer_.comment(origin_line(sources_, options_));
    if (options_.stubs && has_simd(program_)) {
        writer_.comment(
            "Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is "
            "needed for it.");
        writer_.blank();
        writer_.raw("#pragma GCC diagnostic ignored \"-Wunknown-pragmas\"");
    }
    writer_.blank();
    if (options_.stubs && !options_.header_name.empty()) {
        writer_.raw("#include \"" + options_.header_name + "\"");
        if (asserts) writer_.raw("#include <assert.h>");
        if (has_grid_barrier(program_)) write_grid_includes(writer_);
    } else {
        if (asserts) writer_.raw("#include <assert.h>");
        writer_.raw("#include <stdint.h>");
        if (has_grid_barrier(program_)) write_grid_includes(writer_);
        writer_.blank();
        writer_.raw(range_comment);
        writer_.raw("struct CpuRange {");
        writer_.raw(range_members);
        writer_.raw("};");
    }
    writer_.raw(with_type(block_text, index_type()));
    if (has_grid_barrier(program_)) write_grid(writer_);
    scope_.write_assertion_failure(writer_);

    std::map<std::string, std::string> declarations = libm_declarations(program_);
    const auto& random = scope_.dialect().random_names;
    for (const auto& [user, names] : {std::pair("normal_float", std::array{"sqrtf", "logf", "cosf"}),
                                      std::pair("normal_double", std::array{"sqrt", "log", "cos"})})
        for (const char* name : names)
            if (random.contains(user)) declarations.emplace(name, libm_declaration(name, 1));
    if (has_print(program_)) declarations["printf"] = "int printf(const char*, ...)";
    for (const std::string& name : helper_dependencies(scope_.helpers()))
        declarations.emplace(name, libm_declaration(name, operands_of_libm(name)));
    if (!declarations.empty()) {
        writer_.blank();
        writer_.comment("From the C library.");
        writer_.raw("extern \"C\" {");
        for (const auto& [name, declaration] : declarations)
            writer_.raw(declaration + ";");
        writer_.raw("}");
    }
    write_host_math(writer_, host_math_names(program_));
    scope_.write_types(writer_, options_.stubs && !options_.header_name.empty());
    write_vector_operators(writer_, program_, scope_.dialect(), "static inline");
    scope_.write_constants(writer_, "static const");
    scope_.write_helpers(writer_, "static inline");
    scope_.write_random(writer_, "static inline");

    const std::vector<const Function*> early = called_before_definition(program_);
    if (!early.empty()) writer_.blank();
    for (const Function* function : early) {
        if (function->cooperates()) continue; // is part of the blocks that call it
        Names names = names_of(*function, scope_.file_names());
        CoordinateNames coordinates;
        for (const Coordinate coordinate : function->coordinates)
            coordinates[coordinate] = names.fresh(host_name(coordinate));
        writer_.function_head("static inline " + type_text(function->result) + " " + function->emitted,
                              function_parameters(*function, coordinates), ";");
    }
}

std::vector<std::string> HostEmitter::function_parameters(const Function& function,
                                                          const CoordinateNames& coordinates) const {
    std::vector<std::string> result;
    for (const auto& [coordinate, name] : coordinates)
        result.push_back(std::string(index_type()) + " " + name);
    const std::set<const Variable*> used = mentioned(function);
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        const Variable& parameter = *function.parameters[i];
        std::string text = argument_text(function, i, written(function, i));
        if (!used.contains(&parameter)) // in a comment, or compilers warn
            text.replace(text.size() - parameter.emitted.size(), std::string::npos,
                         "/*" + parameter.emitted + "*/");
        result.push_back(std::move(text));
        for (const std::string& length : passed_lengths(function, i))
            result.push_back(std::string(index_type()) + " " + length);
    }
    return result;
}

void HostEmitter::write_function(const Function& function) {
    Names names = names_of(function, scope_.file_names());
    CoordinateNames coordinates;
    for (const Coordinate coordinate : function.coordinates)
        coordinates[coordinate] = names.fresh(host_name(coordinate));
    writer_.blank();
    write_comments(writer_, function);
    writer_.at(function.span);
    writer_.function_head("static inline " + type_text(function.result) + " " + function.emitted,
                          function_parameters(function, coordinates));
    writer_.open("{");
    const ExpressionPrinter expressions(scope_.dialect(), coordinates);
    StatementPrinter(writer_, expressions).print(function.body);
    writer_.comments(function.comments_at_end);
    writer_.close();
}

// A strip takes the first thread's x coordinates; what each lane has of its own is made in the lane loops.
void HostEmitter::write_strip(const Function& function) {
    const Function& strip = *function.strip;
    Names names = names_of(strip, scope_.file_names());
    names.reserve(lane_name);
    CoordinateNames parameters, inside;
    LaneNames lanes;
    lanes.loops = {{lane_name, std::to_string(lower::strip_width)}};
    lanes.width = lower::strip_width;
    lanes.counter_type = "int";
    lanes.coordinate_type = index_type();
    for (const Coordinate coordinate : function.coordinates) {
        const std::string name = names.fresh(host_name(coordinate));
        inside[coordinate] = parameters[coordinate] = name;
        const bool is_lane_id = coordinate == Coordinate::lane_id;
        if (coordinate != Coordinate::idx && coordinate != Coordinate::thread_x && !is_lane_id) continue;
        parameters[coordinate] = names.fresh("first_" + host_name(coordinate));
        const std::string value = parameters[coordinate] + " + " + lane_name;
        lanes.coordinates[coordinate] = {name, is_lane_id ? "(" + value + ") % 32" : value};
    }
    writer_.blank();
    writer_.comment(
        "The same for a strip of " + std::to_string(lanes.width) +
        " neighbouring threads at once. It gives false, having done nothing, where they part ways.");
    writer_.function_head("static inline bool " + strip.emitted, function_parameters(strip, parameters));
    writer_.open("{");
    const ExpressionPrinter expressions(scope_.dialect(), inside);
    StatementPrinter(writer_, expressions, &lanes).print(strip.body);
    writer_.close();
}

namespace {

constexpr std::array<const char*, 3> axis_names = {"x", "y", "z"};

/// Whether the block is told of the coordinate: what its threads have of their own they make of their place
/// in it.
bool is_block_wide(Coordinate coordinate) {
    return is_global(coordinate) || !is_of_thread(coordinate);
}

} // namespace

// A block takes the lengths of its axes and its place in the grid; its threads are loops inside.
void HostEmitter::write_block(const Function& function) {
    const Function& block = *function.block;
    Names names = names_of(block, scope_.file_names());
    names.reserve(lane_name);
    CoordinateNames parameters, inside;
    LaneNames lanes;
    // A shuffle may load past the last thread's warp (lower/warps.h).
    lanes.width = lower::most_block_threads + (function.has_warp ? 32 : 0);
    lanes.counter_type = lanes.coordinate_type = index_type();
    for (int axis = 2; axis >= 0; --axis) {
        const Coordinate length = dim_of(axis);
        if (!block.coordinates.contains(length)) continue;
        parameters[length] = inside[length] = names.fresh(host_name(length));
        lanes.loops.push_back({axis_names[static_cast<std::size_t>(axis)], inside[length]});
        const std::string& place = lanes.loops.back().variable;
        lanes.lane = lanes.lane.empty()
                         ? place
                         : with_parentheses(lanes.lane) + " * " + inside[length] + " + " + place;
    }
    if (lanes.loops.size() == 1) { // the only axis
        lanes.loops[0].variable = lane_name;
        lanes.lane.clear();
    }
    for (const Coordinate coordinate : block.coordinates) {
        if (coordinate >= Coordinate::block_dim_x && coordinate <= Coordinate::block_dim_z) continue;
        const std::string name = names.fresh(host_name(coordinate));
        inside[coordinate] = name;
        const bool of_thread = !is_block_wide(coordinate);
        if (!of_thread && !is_global(coordinate)) {
            parameters[coordinate] = name;
            continue;
        }
        const auto axis = static_cast<std::size_t>(axis_of(coordinate));
        const std::string place = lanes.loops.size() == 1 ? lane_name : axis_names[axis];
        if (is_global(coordinate)) parameters[coordinate] = names.fresh("first_" + host_name(coordinate));
        std::string value = of_thread ? place : parameters[coordinate] + " + " + place;
        if (coordinate == Coordinate::lane_id) value = std::string(lane_name) + " % 32";
        lanes.coordinates[coordinate] = {name, std::move(value)};
    }
    if (function.has_grid_barrier) lanes.grid = names.fresh("grid");
    writer_.blank();
    write_comments(writer_, function);
    writer_.at(function.span);
    writer_.function_head(
        "static inline __attribute__((always_inline)) " + type_text(block.result) + " " + block.emitted, [&] {
            std::vector<std::string> texts = function_parameters(block, parameters);
            for (const Variable* array : dynamic_arrays(block)) {
                texts.push_back(type_text(array->type->element()) + "* " + array->emitted);
                bool asked = false; // for its length; in a comment otherwise, or compilers warn
                walk(block.body, [&](const Expr& expr) {
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

/// Blocks one by one. The shape that launches have unless they say otherwise is known to the compiler.
void HostEmitter::write_block_loop(const Function& function, const std::string& range, Names& names,
                                   const std::string& failure, bool catches) {
    const Function& block = *function.block;
    const std::string number = names.fresh("number");
    const std::string here = names.fresh("block");
    const std::string usual = names.fresh("usual");
    const std::string grid = function.has_grid_barrier ? names.fresh("grid") : "";
    const auto shape = usual_shape(block);
    const auto call = [&](bool is_usual) {
        std::vector<std::string> arguments;
        for (const Coordinate coordinate : block.coordinates) {
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
        if (function.has_grid_barrier) arguments.push_back(grid);
        return fmt::format("{}({})", block.emitted, fmt::join(arguments, ", "));
    };
    std::string test;
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (block.coordinates.contains(dim_of(static_cast<int>(axis))))
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
    if (function.has_grid_barrier) {
        writer_.line(fmt::format("const bool {} = {};", usual, test));
        writer_.line(fmt::format("CpuGrid {0}({1}->end_block - {1}->first_block);", grid, range));
        const std::string run = names.fresh("run_block");
        writer_.open(fmt::format("const auto {} = [&](int64_t {}) {{", run, number));
        if (catches) writer_.open("try {");
        make_dynamic_arrays();
        writer_.line(fmt::format("const CpuBlock {} = block_of(*{}, {});", here, range, number));
        writer_.line(fmt::format("return {} ? {} : {};", usual, call(true), call(false)));
        if (catches) close_try(names, [&](const std::string& code) { return "return " + code + ";"; });
        writer_.close("};");
        const std::string together =
            fmt::format("run_together({0}, {1}->first_block, {1}->end_block, {2})", grid, range, run);
        if (failure.empty()) return writer_.line("return " + together + ";");
        const std::string line = names.fresh("line");
        writer_.line(fmt::format("const int {} = {};", line, together));
        return writer_.line(
            fmt::format("if ({0} != 0) __atomic_store_n({1}, {0}, __ATOMIC_RELAXED);", line, failure));
    }
    make_dynamic_arrays();
    writer_.line(fmt::format("const bool {} = {};", usual, test));
    writer_.open(
        fmt::format("for (int64_t {0} = {1}->first_block; {0} < {1}->end_block; ++{0}) {{", number, range));
    writer_.line(fmt::format("const CpuBlock {} = block_of(*{}, {});", here, range, number));
    if (block.result->is_void()) {
        writer_.open(fmt::format("if ({}) {{", usual));
        writer_.line(call(true) + ";");
        writer_.reopen("} else {");
        writer_.line(call(false) + ";");
        writer_.close();
    } else {
        const std::string line = names.fresh("line");
        writer_.line(fmt::format("const int {} = {} ? {} : {};", line, usual, call(true), call(false)));
        writer_.line(
            failure.empty()
                ? fmt::format("if ({0} != 0) return {0};", line)
                : fmt::format("if ({0} != 0) __atomic_store_n({1}, {0}, __ATOMIC_RELAXED);", line, failure));
    }
    writer_.close();
    if (!block.result->is_void() && failure.empty()) writer_.line("return 0;");
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
        const std::string pointer = (written(function, i) ? "" : "const ") + element + "*";
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
    switch (static_cast<int>(coordinate) / 3) {
    case 0:
        text = here;
        break;
    case 1:
        text = fmt::format("{} - {}.first[{}]", here, block, axis);
        break;
    case 2:
        text = fmt::format("{}.index[{}]", block, axis);
        break;
    case 3:
        text = fmt::format("{}->block[{}]", range, axis);
        break;
    default:
        text = fmt::format("{}->grid[{}]", range, axis);
    }
    return !program_.index64 && coordinate >= Coordinate::block_dim_x ? "int(" + text + ")" : text;
}

/// The number of the thread in its block, counted along x first, without the warps before its own.
std::string HostEmitter::lane_id_argument(const Function& function, const std::string& range,
                                          const std::string& block,
                                          const std::array<std::string, 3>& position) const {
    const unsigned axes = kernel_info(function).axes;
    std::string thread;
    for (std::size_t axis = 3; axis-- > 0;) {
        if ((axes >> axis) == 0 && axis != 0) continue;
        const std::string place = fmt::format("({} - {}.first[{}])", position[axis], block, axis);
        thread =
            thread.empty() ? place : fmt::format("({} * {}->block[{}] + {})", thread, range, axis, place);
    }
    return program_.index64 ? thread + " % 32" : "int(" + thread + " % 32)";
}

void HostEmitter::write_loops(const Function& function, const std::string& range, Names& names) {
    const std::string number = names.fresh("number");
    const std::string block = names.fresh("block");
    const std::array<std::string, 3> position = {names.fresh("x"), names.fresh("y"), names.fresh("z")};
    std::string call = "(";
    const char* separator = "";
    for (const Coordinate coordinate : function.coordinates) {
        call += separator + (coordinate == Coordinate::lane_id
                                 ? lane_id_argument(function, range, block, position)
                                 : coordinate_argument(coordinate, range, block, position));
        separator = ", ";
    }
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        const Variable& parameter = *function.parameters[i];
        call += separator + parameter.emitted;
        separator = ", ";
        for (const std::string& length : passed_lengths(function, i))
            call += ", " + length;
    }
    writer_.open(
        fmt::format("for (int64_t {0} = {1}->first_block; {0} < {1}->end_block; ++{0}) {{", number, range));
    writer_.line(fmt::format("const CpuBlock {} = block_of(*{}, {});", block, range, number));
    const auto loop = [&](int axis) {
        return fmt::format("for ({3} {0} = {1}.first[{2}]; {0} < {1}.end[{2}]; ++{0}) {{",
                           position[static_cast<std::size_t>(axis)], block, axis, index_type());
    };
    writer_.open(loop(2));
    writer_.open(loop(1));
    call += ")";
    if (function.strip) {
        write_strip_loop(function, call, block, position[0], names);
    } else {
        if (function.simd) writer_.raw("#pragma omp simd");
        writer_.open(loop(0));
        writer_.line(function.emitted + call + ";");
        writer_.close();
    }
    for (int depth = 0; depth < 3; ++depth)
        writer_.close();
}

/// Whole strips while they last and their threads stay together, single threads otherwise.
void HostEmitter::write_strip_loop(const Function& function, const std::string& call,
                                   const std::string& block, const std::string& x, Names& names) {
    const std::string end = names.fresh("strip_end");
    writer_.open(fmt::format("for ({0} {1} = {2}.first[0]; {1} < {2}.end[0];) {{", index_type(), x, block));
    writer_.open(fmt::format("if ({2}.end[0] - {1} >= {3} && {0}{4}) {{", function.strip->emitted, x, block,
                             lower::strip_width, call));
    writer_.line(fmt::format("{} += {};", x, lower::strip_width));
    writer_.line("continue;");
    writer_.close();
    writer_.line(fmt::format("const {0} {1} = {3}.end[0] - {2} < {4} ? {3}.end[0] : {2} + {4};", index_type(),
                             end, x, block, lower::strip_width));
    writer_.open(fmt::format("for (; {0} < {1}; ++{0}) {{", x, end));
    writer_.line(function.emitted + call + ";");
    writer_.close();
    writer_.close();
}

void HostEmitter::close_try(Names& names, const std::function<std::string(const std::string&)>& use) {
    const std::string failed = names.fresh("failed");
    writer_.reopen("} catch (const " + scope_.dialect().assertion_failure + "& " + failed + ") {");
    writer_.line(use(fmt::format("{} + {}.number", first_assertion, failed)));
    writer_.close();
}

void HostEmitter::write_entry(const Function& function) {
    KernelInfo info = kernel_info(function);
    Names names = names_of(function, scope_.file_names());
    info.symbol = scope_.add_entry(entry_name("run_", function));
    const std::string range = names.fresh("range");
    // Whether the threads of a block may disagree about a condition around a barrier.
    const bool reports = function.block && !function.block->result->is_void();
    std::string failure;
    writer_.blank();
    if (options_.stubs) {
        std::vector<std::string> declared = {"const CpuRange* " + range};
        std::vector<std::string> defined = declared;
        for (std::size_t i = 0; i < function.parameters.size(); ++i) {
            const Variable& parameter = *function.parameters[i];
            declared.push_back(header_parameter_text(parameter, written(function, i), true));
            defined.push_back(parameter_text(parameter, written(function, i)));
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
        if (reports || info.asserts) {
            info.slots.push_back({Slot::What::failure, 0});
            failure = names.fresh("failure");
        }
        const bool has_slots = !info.slots.empty();
        writer_.function_head(
            "extern \"C\" void " + info.symbol,
            {"const CpuRange* " + range, "void* const* " + (has_slots ? slots : "/*" + slots + "*/")});
        writer_.open("{");
        write_slots(function, slots);
        for (std::size_t i = first_shared; i < info.slots.size() && info.slots[i].what == Slot::What::shared;
             ++i)
            writer_.line(fmt::format("const {0} {1} = *static_cast<const {0}*>({2}[{3}]);", index_type(),
                                     dynamic_arrays(function)[i - first_shared]->emitted_lengths[0], slots,
                                     i));
        if (!failure.empty())
            writer_.line(fmt::format("int* const {} = static_cast<int*>({}[{}]);", failure, slots,
                                     info.slots.size() - 1));
        if (has_slots) writer_.blank();
    }
    const bool asserts = info.asserts && !options_.stubs;
    const bool catches = asserts && !info.cooperative; // there each block has its own thread
    if (catches) writer_.open("try {");
    if (function.block)
        write_block_loop(function, range, names, failure, asserts);
    else
        write_loops(function, range, names);
    if (catches)
        close_try(names, [&](const std::string& code) {
            return fmt::format("__atomic_store_n({}, {}, __ATOMIC_RELAXED);", failure, code);
        });
    writer_.close();
    kernels_.push_back(std::move(info));
}

} // namespace

Emitted emit_host(const Program& program, const SourceSet& sources, const Options& options) {
    return HostEmitter(program, sources, options).emit();
}

} // namespace cudapy::emit
