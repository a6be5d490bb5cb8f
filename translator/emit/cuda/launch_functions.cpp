#include "translator/emit/cuda/launch_functions.h"

#include "translator/emit/cpp/statements.h"
#include "translator/emit/cuda/step_launches.h"

#include <algorithm>

#include <array>

#include <fmt/format.h>

namespace cudapy::emit {

using namespace program;

namespace {

// A coarsened kernel is for launches of so many threads; with fewer a GPU would not be full. In the variant
// that is coarsened within blocks a block has so many CUDA threads at least, which are two warps, and so many
// along x, so that neighbours load together. The launcher asks for the same (kernel_coarsened.cpp).
constexpr int least_threads_bits = 20, least_block = 64, least_width = 8;

char letter_of(int axis) {
    return "xyz"[axis];
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
    std::string result;
    for (const std::string& part : parts)
        result += (result.empty() ? "" : std::string(separator)) + part;
    return result;
}

bool has_axis(unsigned axes, int axis) {
    return (axes >> axis & 1) != 0;
}

/// Returns the dynamic shared memory that a launch may have without asking for it, as C++: GPUs give a block
/// 48 KB. The arrays of constant size in the functions of the file are taken off for every kernel, which
/// makes some launches ask where they need not.
std::string shared_unasked(const Program& program) {
    const int64_t constant = program.static_shared_bytes();
    if (constant == 0) return "48 * 1024";
    return constant < 48 * 1024 ? fmt::format("48 * 1024 - {}", constant) : "0";
}

/// "x", "x and y", "x, y and z"; the axes that are in `axes`.
std::string axes_text(unsigned axes) {
    std::string result;
    for (int axis = 2; axis >= 0; --axis) {
        if (!has_axis(axes, axis)) continue;
        const std::string_view separator = result.empty() ? "" : result.size() == 1 ? " and " : ", ";
        result = fmt::format("{}{}{}", letter_of(axis), separator, result);
    }
    return result;
}

std::string check_comment(unsigned axes) {
    const std::string threads = "Returns whether there are threads to launch, and the grid ";
    if (axes == 0) return threads + "has one block of one thread for each of them.";
    const std::string covers = threads + "covers them along " + axes_text(axes);
    return axes == 7 ? covers + "." : covers + " and has no others along " + axes_text(~axes & 7) + ".";
}

std::string check_name(unsigned axes) {
    std::string letters;
    for (int axis = 0; axis < 3; ++axis)
        if (has_axis(axes, axis)) letters += letter_of(axis);
    return letters.empty() ? "check_launch" : "check_launch_" + letters;
}

/// The blocks wait for each other: CUDA refuses to launch more of them than can run at the same time.
void write_cooperative_launch(Writer& writer, const std::string& kernel, const LaunchConfiguration& launch,
                              const std::vector<std::string>& arguments, Names& names) {
    std::string addresses = "nullptr";
    if (!arguments.empty()) {
        addresses = names.fresh("arguments");
        writer.line(fmt::format("void* {}[] = {{&{}}};", addresses, joined(arguments, ", &")));
    }
    const std::string address = names.fresh("kernel");
    writer.line(fmt::format("const void* {} = reinterpret_cast<const void*>({});", address, kernel));
    writer.line(fmt::format("return cudaLaunchCooperativeKernel({}, {}, {}, {}, {}, {});", address,
                            launch.grid, launch.block, addresses, launch.shared_bytes, launch.stream));
}

bool has_tape_of(const Function& kernel) {
    return std::any_of(kernel.parameters.begin(), kernel.parameters.end(), [](const Variable* parameter) {
        return parameter->launch_part != LaunchPart::none && parameter->launch_part < LaunchPart::asked_x;
    });
}

/// Returns the number of threads that run as C++: those asked for, or all of the blocks.
std::string running_threads(const KernelInfo& info, const std::array<std::string, 3>& asked, int axis,
                            const LaunchConfiguration& launch) {
    const char a = letter_of(axis);
    return info.whole_blocks ? fmt::format("int64_t({0}.{2}) * {1}.{2}", launch.grid, launch.block, a)
                             : fmt::format("int64_t({})", asked[static_cast<std::size_t>(axis)]);
}

} // namespace

std::string LaunchFunctions::threads_text(const std::string& name, int axis) const {
    return fmt::format("{}{}{}", name, program_.index64 ? '_' : '.', letter_of(axis));
}

void LaunchFunctions::write_checks() {
    bool has_dynamic = false, is_coarsened = false, is_coarsened_in_blocks = false, has_tape = false;
    for (const auto& function : program_.functions) {
        if (!function->is_kernel) continue;
        const unsigned axes = axes_of(*function);
        if (not_launched_.empty()) writer_.part(part_name("not_launched"), [&] { write_not_launched(); });
        if (!checks_.contains(axes))
            writer_.part(part_name(check_name(axes)), [&] { write_launch_check(axes); });
        has_dynamic = has_dynamic || !dynamic_arrays(*function).empty();
        has_tape = has_tape || has_tape_of(*function);
        const CoarseningFacts& facts = function->coarsening_facts;
        if (!function->coarsened || facts.emitted.empty()) continue;
        is_coarsened = is_coarsened || facts.count() > 1;
        is_coarsened_in_blocks = is_coarsened_in_blocks || facts.in_blocks;
    }
    if (is_coarsened) writer_.part(part_name("fills_gpu"), [&] { write_fills_gpu(); });
    if (is_coarsened_in_blocks) writer_.part("prelude has_rows_for", [&] { write_has_rows_for(); });
    if (has_dynamic)
        writer_.part("prelude allow_shared(" + shared_unasked(program_) + ")", [&] { write_shared_raise(); });
    if (has_tape) writer_.part("prelude launch_with_tape", [&] { write_tape_launch(); });
    if (needs_parts(program_)) {
        parts_for_ = scope_.add("parts_for");
        writer_.part("prelude parts_for", [&] { write_parts_function(writer_, parts_for_); });
    }
    if (needs_stride(program_)) {
        stride_for_ = scope_.add("stride_for");
        writer_.part("prelude stride_for", [&] { write_stride_function(writer_, stride_for_); });
    }
}

std::string LaunchFunctions::part_name(const std::string& function) const {
    return "prelude " + function + (program_.index64 ? " of 64-bit coordinates" : "");
}

std::vector<std::string> LaunchFunctions::thread_parameters() const {
    if (!program_.index64) return {"dim3 threads"};
    return {"int64_t threads_x", "int64_t threads_y", "int64_t threads_z"};
}

/// Writes the function that gives the result of a launch function which launches nothing.
void LaunchFunctions::write_not_launched() {
    std::vector<std::string> empty;
    for (int axis = 0; axis < 3; ++axis)
        empty.push_back(threads_text("threads", axis) + " == 0");
    not_launched_ = scope_.add("not_launched");
    writer_.blank();
    writer_.comment("Returns why nothing is launched: there are no threads, or the grid does not fit them.");
    writer_.function_head("static cudaError_t " + not_launched_, thread_parameters());
    writer_.open("{");
    writer_.line("const bool is_empty = " + joined(empty, " || ") + ";");
    writer_.line("return is_empty ? cudaSuccess : cudaErrorInvalidConfiguration;");
    writer_.close();
}

/// Writes the function that says whether there are threads to launch, and the grid covers them along these
/// axes and has exactly as many blocks of one thread along the others. Coordinates are ints, whose largest
/// is 2^31 - 1.
void LaunchFunctions::write_launch_check(unsigned axes) {
    std::vector<std::string> launched, conditions, others;
    for (int axis = 0; axis < 3; ++axis)
        conditions.push_back(threads_text("threads", axis) + " > 0");
    for (int axis = 0; axis < 3; ++axis) {
        const char a = letter_of(axis);
        const std::string threads = threads_text("threads", axis);
        if (!has_axis(axes, axis)) {
            others.push_back(fmt::format("grid.{0} == {1} && block.{0} == 1", a, threads));
            continue;
        }
        launched.push_back(program_.index64 ? fmt::format("{0} = int64_t(grid.{0}) * block.{0}", a)
                                            : fmt::format("{0} = 1ULL * grid.{0} * block.{0}", a));
        conditions.push_back(fmt::format("{} >= {}", a, threads));
        if (!program_.index64) conditions.push_back(fmt::format("{} <= 0x80000000", a));
    }
    conditions.insert(conditions.end(), others.begin(), others.end());
    checks_[axes] = scope_.add(check_name(axes));
    writer_.blank();
    writer_.prose(check_comment(axes));
    std::vector<std::string> parameters = thread_parameters();
    parameters.insert(parameters.end(), {"dim3 grid", "dim3 block"});
    writer_.function_head("static bool " + checks_[axes], parameters);
    writer_.open("{");
    if (!launched.empty())
        writer_.line(fmt::format("const {} {};", program_.index64 ? "int64_t" : "unsigned long long",
                                 joined(launched, ", ")));
    writer_.line("return " + joined(conditions, " && ") + ";");
    writer_.close();
}

void LaunchFunctions::write_fills_gpu() {
    std::vector<std::string> threads;
    for (int axis = 0; axis < 3; ++axis)
        threads.push_back(threads_text("threads", axis));
    fills_gpu_ = scope_.add("fills_gpu");
    writer_.blank();
    writer_.prose(
        "Returns whether a GPU is full of these threads, also if a CUDA thread does the work of several.");
    writer_.function_head("static inline bool " + fills_gpu_, thread_parameters());
    writer_.open("{");
    writer_.line(fmt::format("return 1ULL * {} >= 1 << {};", joined(threads, " * "), least_threads_bits));
    writer_.close();
}

void LaunchFunctions::write_has_rows_for() {
    has_rows_for_ = scope_.add("has_rows_for");
    writer_.blank();
    writer_.prose(
        "Returns whether a block may have fewer threads along y, each of which does the work of `rows`.");
    writer_.function_head("static inline bool " + has_rows_for_, {"dim3 block", "unsigned rows"});
    writer_.open("{");
    writer_.line("const unsigned count = block.x * block.y * block.z;");
    writer_.line(
        fmt::format("return block.y % rows == 0 && block.x >= {} && count >= {} * rows && count <= 1024;",
                    least_width, least_block));
    writer_.close();
}

/// A function that lets a kernel have more shared memory than GPUs give unasked.
void LaunchFunctions::write_shared_raise() {
    allow_shared_ = scope_.add("allow_shared");
    writer_.blank();
    writer_.prose("Asks for the shared memory of a block, where it is more than GPUs give unasked. The limit "
                  "becomes the most that there is, so that several threads may raise it at once.");
    writer_.raw(fmt::format("static cudaError_t {}(const void* kernel, size_t bytes)", allow_shared_));
    writer_.open("{");
    writer_.line(fmt::format("if (bytes <= {}) return cudaSuccess;", shared_unasked(program_)));
    writer_.line("cudaFuncAttributes now{};");
    writer_.line("int device = 0, most = 0;");
    writer_.line("cudaError_t error = cudaFuncGetAttributes(&now, kernel);");
    writer_.line("if (error != cudaSuccess || bytes <= size_t(now.maxDynamicSharedSizeBytes)) return error;");
    writer_.line("error = cudaGetDevice(&device);");
    writer_.line("if (error != cudaSuccess) return error;");
    writer_.line("error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);");
    writer_.line("if (error != cudaSuccess) return error;");
    writer_.line("most -= int(now.sharedSizeBytes);");
    writer_.line("if (bytes > size_t(most)) return cudaErrorInvalidValue;");
    writer_.line("return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most);");
    writer_.close();
}

/// A function that launches a kernel with a tape until all its threads had enough of it.
void LaunchFunctions::write_tape_launch() {
    launch_with_tape_ = scope_.add("launch_with_tape");
    writer_.blank();
    writer_.prose(
        "Launches a kernel whose threads keep what they need on a tape. Word w of a thread is element "
        "w * count + (thread - first) of the tape. `state` begins with the most words that a thread "
        "lacked, and has a 1 for each thread that has finished. The others have changed nothing, and "
        "the kernel is launched again for them with a larger tape, for fewer threads at a time where "
        "the memory does not suffice. This waits for the stream.");
    writer_.line("template <typename Launch>");
    writer_.function_head("static cudaError_t " + launch_with_tape_,
                          {"int64_t threads", "cudaStream_t stream", "const Launch& launch"});
    writer_.open("{");
    writer_.line("int* state = nullptr;");
    writer_.line("const size_t state_bytes = size_t(threads + 1) * sizeof(int);");
    writer_.line(
        "cudaError_t error = cudaMallocAsync(reinterpret_cast<void**>(&state), state_bytes, stream);");
    writer_.line("if (error != cudaSuccess) return error;");
    writer_.line("error = cudaMemsetAsync(state, 0, state_bytes, stream);");
    writer_.line("int64_t words = 16, first = 0, count = threads;");
    writer_.open("while (error == cudaSuccess && first < threads) {");
    writer_.line("uint64_t* tape = nullptr;");
    writer_.line("error = cudaMallocAsync(reinterpret_cast<void**>(&tape), size_t(words * count) * "
                 "sizeof(uint64_t), stream);");
    writer_.open("if (error == cudaErrorMemoryAllocation && count > 1) {");
    writer_.line("error = cudaSuccess;");
    writer_.line("cudaGetLastError(); // forgets it");
    writer_.line("count = (count + 1) / 2;");
    writer_.line("continue;");
    writer_.close();
    writer_.line("int lacking = 0;");
    writer_.line("if (error == cudaSuccess) error = launch(tape, words, state, first, count);");
    writer_.line("if (error == cudaSuccess)");
    writer_.line(
        "    error = cudaMemcpyAsync(&lacking, state, sizeof(int), cudaMemcpyDeviceToHost, stream);");
    writer_.line("if (error == cudaSuccess) error = cudaMemsetAsync(state, 0, sizeof(int), stream);");
    writer_.line("if (tape) cudaFreeAsync(tape, stream);");
    writer_.line("if (error == cudaSuccess) error = cudaStreamSynchronize(stream);");
    writer_.line("if (lacking == 0) first += count;");
    writer_.line("if (lacking > words) words = lacking;");
    writer_.close();
    writer_.line("cudaFreeAsync(state, stream);");
    writer_.line("return error;");
    writer_.close();
}

std::string LaunchFunctions::coarsened_condition(const Function& kernel, const KernelInfo& info,
                                                 const std::string& threads,
                                                 const Configuration& launch) const {
    std::vector<std::string> conditions;
    if (info.coarsened.size != std::array{1, 1, 1})
        conditions.push_back(fmt::format("{}({})", fills_gpu_, threads));
    if (info.coarsened.in_blocks) {
        conditions.push_back(fmt::format("{}({}, {})", has_rows_for_, launch.block, info.coarsened.size[1]));
        conditions.push_back(launch.shared_bytes + " == 0");
    }
    for (const KernelInfo::Coarsened::Condition& condition : info.coarsened.conditions) {
        const Slot& slot = info.slots[static_cast<std::size_t>(condition.slot)];
        const Variable& parameter = *kernel.parameters[static_cast<std::size_t>(slot.index)];
        if (condition.other >= 0) {
            const Slot& other = info.slots[static_cast<std::size_t>(condition.other)];
            conditions.push_back(parameter.emitted +
                                 " != " + kernel.parameters[static_cast<std::size_t>(other.index)]->emitted);
            continue;
        }
        const std::string value = slot.kind == Slot::Kind::pointer
                                      ? "size_t(" + parameter.emitted + ")"
                                      : parameter.emitted_lengths[static_cast<std::size_t>(slot.axis)];
        conditions.push_back(condition.is_exact ? fmt::format("{} == {}", value, condition.number)
                                                : fmt::format("{} % {} == 0", value, condition.number));
    }
    return joined(conditions, " && ");
}

/// Writes the launch of the kernel, or of its coarsened variant where the arguments are as that needs them.
void LaunchFunctions::write_launches(const Function& kernel, const KernelInfo& info,
                                     const std::string& threads, const Configuration& launch,
                                     const std::vector<std::string>& arguments, Names& names) {
    const auto line = [&](const std::string& symbol) {
        writer_.line(fmt::format("{}<<<{}, {}, {}, {}>>>({});", symbol, launch.grid, launch.block,
                                 launch.shared_bytes, launch.stream, joined(arguments, ", ")));
    };
    const KernelInfo::Coarsened& coarsened = info.coarsened;
    const std::string condition =
        coarsened.symbol.empty() ? "" : coarsened_condition(kernel, info, threads, launch);
    if (condition.empty()) {
        line(info.symbol);
    } else if (coarsened.size == std::array{1, 1, 1}) { // both have the same grid
        const std::string chosen = names.fresh("kernel");
        writer_.line(
            fmt::format("const auto {} = {} ? {} : {};", chosen, condition, coarsened.symbol, info.symbol));
        line(chosen);
    } else {
        writer_.open("if (" + condition + ") {");
        if (coarsened.in_blocks) writer_.line(fmt::format("{}.y /= {};", launch.block, coarsened.size[1]));
        for (int axis = 0; axis < 3 && !coarsened.in_blocks; ++axis)
            if (const int size = coarsened.size[static_cast<std::size_t>(axis)]; size > 1)
                writer_.line(fmt::format("{0}.{1} = ({0}.{1} + {2}) / {3};", launch.grid, letter_of(axis),
                                         size - 1, size));
        line(coarsened.symbol);
        writer_.reopen("} else {");
        line(info.symbol);
        writer_.close();
    }
    writer_.line("return cudaGetLastError();");
}

std::string LaunchFunctions::open_tape_launch(const Function& kernel, const KernelInfo& info,
                                              const std::array<std::string, 3>& threads,
                                              const Configuration& launch, Names& names) {
    const auto running = [&](int axis) { return running_threads(info, threads, axis, launch); };
    std::map<LaunchPart, std::string> parts;
    for (const Variable* parameter : kernel.parameters)
        if (parameter->launch_part != LaunchPart::none) parts[parameter->launch_part] = parameter->emitted;
    for (const auto& [part, axis] : {std::pair{LaunchPart::width, 0}, std::pair{LaunchPart::height, 1}})
        if (parts.count(part))
            writer_.line(fmt::format("const int64_t {} = {};", parts[part], running(axis)));
    std::vector<std::string> parameters;
    for (const auto& [part, type] :
         {std::pair{LaunchPart::memory, "uint64_t*"}, std::pair{LaunchPart::words, "int64_t"},
          std::pair{LaunchPart::state, "int*"}, std::pair{LaunchPart::first, "int64_t"},
          std::pair{LaunchPart::count, "int64_t"}})
        parameters.push_back(parts.count(part) ? std::string(type) + " " + parts[part] : type);
    const std::string once = names.fresh("launch_once");
    writer_.open(fmt::format("const auto {} = [&]({}) {{", once, joined(parameters, ", ")));
    std::string all = running(0);
    for (int axis = 1; axis < 3; ++axis)
        if (has_axis(info.axes, axis)) all += " * " + running(axis);
    return fmt::format("return {}({}, {}, {});", launch_with_tape_, all, launch.stream, once);
}

EntryPoint LaunchFunctions::write(const Function& kernel, const KernelInfo& info) {
    Names names = names_of(kernel, scope_.file_names());
    const std::string& name = scope_.names_of_kernel(kernel).entry;
    std::array<std::string, 3> threads;
    std::vector<std::string> parameters;
    const std::string asked = names.fresh("threads");
    for (int axis = 0; axis < 3; ++axis) {
        std::string& each = threads[static_cast<std::size_t>(axis)];
        each = threads_text(asked, axis);
        if (!program_.index64) continue;
        each = names.fresh(each);
        parameters.push_back("int64_t " + each);
    }
    if (!program_.index64) parameters.push_back("dim3 " + asked);
    const Configuration launch = {names.fresh("grid"), names.fresh("block"), names.fresh("shared_bytes"),
                                  names.fresh("stream")};
    for (const std::string& parameter : {"dim3 " + launch.grid, "dim3 " + launch.block,
                                         "size_t " + launch.shared_bytes, "cudaStream_t " + launch.stream})
        parameters.push_back(parameter);
    std::vector<std::string> declared = parameters;

    std::vector<std::string> arguments;
    for (int axis = 0; axis < 3; ++axis)
        if (has_axis(info.axes, axis) && !info.whole_blocks)
            arguments.push_back(threads[static_cast<std::size_t>(axis)]);
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
        const Variable& parameter = *kernel.parameters[i];
        if (parameter.launch_part != LaunchPart::none) {
            arguments.push_back(parameter.emitted);
            if (kernel.step) parameters.push_back(fmt::format("{} {}", index_type(), parameter.emitted));
            continue;
        }
        const bool writes = kernel.facts.array_uses[i].writes;
        parameters.push_back(parameter_text(parameter, writes));
        declared.push_back(header_parameter_text(parameter, writes, Target::cuda));
        arguments.push_back(parameter.emitted);
        // A length that the kernel does not ask for is there all the same: one rule for every array.
        for (int axis = 0; axis < parameter.extents(); ++axis) {
            const std::string& length = parameter.emitted_lengths[static_cast<std::size_t>(axis)];
            declared.push_back(fmt::format("{} {}", index_type(), length));
            parameters.push_back(kernel.steps.empty() ? length_parameter(kernel, i, axis, index_type())
                                                      : declared.back());
            if (kernel.facts.array_uses[i].length(axis)) arguments.push_back(length);
        }
    }
    for (const Variable* array : dynamic_arrays(kernel)) {
        parameters.push_back(std::string(index_type()) + " " + array->emitted_lengths[0]);
        declared.push_back(parameters.back());
        arguments.push_back(array->emitted_lengths[0]);
    }

    writer_.blank();
    writer_.function_head((kernel.step ? "static cudaError_t " : "extern \"C\" cudaError_t ") + name,
                          parameters);
    writer_.open("{");
    const std::string all_threads = program_.index64 ? joined({threads.begin(), threads.end()}, ", ") : asked;
    writer_.line(fmt::format("if (!{}({}, {}, {})) return {}({});", checks_.at(info.axes), all_threads,
                             launch.grid, launch.block, not_launched_, all_threads));
    if (!dynamic_arrays(kernel).empty()) {
        const std::string error = names.fresh("error");
        writer_.line(fmt::format("const cudaError_t {} = {}(reinterpret_cast<const void*>({}), {});", error,
                                 allow_shared_, info.symbol, launch.shared_bytes));
        writer_.line(fmt::format("if ({0} != cudaSuccess) return {0};", error));
    }
    const LaunchNames given = {threads,    launch.grid, launch.block,    launch.stream,
                               parts_for_, stride_for_, program_.index64};
    write_steps(writer_, scope_, program_, kernel, given, names);
    write_stride(writer_, kernel, given);
    if (kernel.strided_axis >= 0)
        arguments[std::find(arguments.begin(), arguments.end(),
                            threads[static_cast<std::size_t>(kernel.strided_axis)]) -
                  arguments.begin()] = kernel.parameters.back()->emitted; // the stride
    std::string tape_launch;
    if (has_tape_of(kernel)) tape_launch = open_tape_launch(kernel, info, threads, launch, names);
    if (info.cooperative) {
        write_cooperative_launch(writer_, info.symbol, launch, arguments, names);
    } else {
        write_launches(kernel, info, all_threads, launch, arguments, names);
    }
    if (!tape_launch.empty()) {
        writer_.close("};");
        writer_.line(tape_launch);
    }
    writer_.close();
    return {&kernel, "cudaError_t " + name, std::move(declared)};
}

} // namespace cudapy::emit
