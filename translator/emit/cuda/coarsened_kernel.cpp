#include "translator/emit/cuda/coarsened_kernel.h"

#include "translator/emit/cpp/functions.h"
#include "translator/emit/cpp/statements.h"

#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cudapy::emit {

using namespace program;

namespace {

/// Returns the slot of a parameter, or of an extent of it; -1 where there is none.
int slot_of(const KernelInfo& info, Slot::Kind kind, std::size_t parameter, int axis = 0) {
    for (std::size_t i = 0; i < info.slots.size(); ++i) {
        const Slot& slot = info.slots[i];
        if (slot.kind == kind && slot.index == static_cast<int>(parameter) && slot.axis == axis)
            return static_cast<int>(i);
    }
    return -1;
}

/// Returns what the launch must look at, or nothing where it cannot see all of it.
std::optional<std::vector<KernelInfo::Coarsened::Condition>> conditions_of(const CoarseningFacts& facts,
                                                                           const KernelInfo& info) {
    std::vector<KernelInfo::Coarsened::Condition> conditions;
    for (const auto& [parameter, bytes] : facts.alignments)
        conditions.push_back({slot_of(info, Slot::Kind::pointer, parameter), bytes});
    for (const auto& [extent, number] : facts.multiples)
        conditions.push_back({slot_of(info, Slot::Kind::length, extent.first, extent.second), number});
    for (const auto& [extent, number] : facts.equals)
        conditions.push_back({slot_of(info, Slot::Kind::length, extent.first, extent.second), number, true});
    for (const auto& [read, written] : facts.distinct)
        conditions.push_back({slot_of(info, Slot::Kind::pointer, read), 0, false,
                              slot_of(info, Slot::Kind::pointer, written)});
    for (const auto& condition : conditions)
        if (condition.slot < 0) return std::nullopt;
    return conditions;
}

class CoarsenedKernel {
  public:
    CoarsenedKernel(Writer& writer, const FileScope& scope, const Program& program, const Function& kernel,
                    const KernelInfo& info, bool stubs)
        : writer_(writer), scope_(scope), program_(program), kernel_(kernel), coarsened_(*kernel.coarsened),
          info_(info), stubs_(stubs) {
        for (int axis = 0; axis < 2; ++axis)
            if (kernel.facts.coordinates.contains(coordinate_of(CoordinateGroup::global, axis)))
                axes_.push_back(axis);
    }

    void write() {
        const auto& [entry, body, thread] = scope_.names_of_kernel(kernel_);
        write_coarsened_body(body);
        write_kernel(kernel_.coarsening_facts.emitted, body, thread);
    }

    void write_thread(const std::string& name) {
        Names names = names_of(kernel_, scope_.file_names());
        CoordinateNames inside;
        std::vector<std::string> parameters;
        for (const int axis : axes_) {
            inside[global(axis)] = names.fresh(cuda_name(global(axis)));
            parameters.push_back(std::string(index_type()) + " " + inside[global(axis)]);
        }
        for (std::string& parameter : parameters_of(kernel_, false))
            parameters.push_back(std::move(parameter));
        writer_.blank();
        writer_.prose("Does the work of one thread.");
        writer_.at(kernel_.span);
        writer_.function_head("static __device__ __forceinline__ void " + name, parameters);
        writer_.open("{");
        const ExpressionPrinter expressions(scope_.dialect(), inside);
        StatementPrinter(writer_, expressions).print(kernel_.body);
        writer_.comments(kernel_.comments_at_end);
        writer_.close();
    }

  private:
    int size(int axis) const { return coarsened_.coarsening_facts.size[static_cast<std::size_t>(axis)]; }
    const char* index_type() const { return program_.index64 ? "int64_t" : "int"; }
    static Coordinate global(int axis) { return coordinate_of(CoordinateGroup::global, axis); }

    std::vector<std::string> parameters_of(const Function& variant, bool is_kernel) const {
        std::vector<std::string> result;
        for (std::size_t i = 0; i < variant.parameters.size(); ++i) {
            const Variable& parameter = *variant.parameters[i];
            const bool writes = variant.facts.array_uses[i].writes;
            result.push_back(
                is_kernel ? parameter_text(parameter, writes, parameter.is_restricted ? "__restrict__" : "")
                          : argument_text(variant, i, writes));
            for (const std::string& length : passed_lengths(variant, i))
                result.push_back(std::string(index_type()) + " " + length);
        }
        return result;
    }

    /// The loops over the threads of a group are unrolled, so that what they keep is in registers.
    void write_coarsened_body(const std::string& name) {
        CoordinateNames inside;
        LaneNames lanes;
        lanes.is_coarsened = true;
        lanes.factors = coarsened_.coarsening_facts.size;
        lanes.width = coarsened_.coarsening_facts.count();
        lanes.coordinate_type = index_type();
        const bool is_line = (size(0) > 1) != (size(1) > 1);
        Names names = names_of(coarsened_, scope_.file_names());
        std::vector<std::string> parameters;
        for (const int axis : axes_) {
            const Coordinate coordinate = global(axis);
            const std::string own = names.fresh(cuda_name(coordinate));
            inside[coordinate] = own;
            const std::string within = is_line ? "lane" : std::string(1, "xy"[axis]);
            inside[coordinate_of(CoordinateGroup::within, axis)] = within;
            if (size(axis) == 1) {
                parameters.push_back(std::string(index_type()) + " " + own);
                continue;
            }
            const std::string first = names.fresh("first_" + cuda_name(coordinate));
            parameters.push_back(std::string(index_type()) + " " + first);
            lanes.first[coordinate] = first;
            lanes.coordinates[coordinate] = {own, first + " + " + within};
        }
        for (std::string& parameter : parameters_of(coarsened_, false))
            parameters.push_back(std::move(parameter));
        writer_.blank();
        writer_.prose(fmt::format("Does the work of {} neighbouring threads. Returns false, without "
                                  "side effects, if the threads diverge.",
                                  lanes.width));
        writer_.function_head("static __device__ __forceinline__ bool " + name, parameters);
        writer_.open("{");
        const ExpressionPrinter expressions(scope_.dialect(), inside);
        StatementPrinter(writer_, expressions, &lanes).print(coarsened_.body);
        writer_.close();
    }

    void write_kernel(const std::string& symbol, const std::string& body, const std::string& thread) {
        Names names = names_of(coarsened_, scope_.file_names());
        std::vector<std::string> parameters, threads, position;
        for (const int axis : axes_) {
            threads.push_back(
                names.fresh(info_.axes == 1 ? "threads" : fmt::format("threads_{}", "xy"[axis])));
            position.push_back(names.fresh(cuda_name(global(axis))));
            parameters.push_back((program_.index64 ? "int64_t " : "unsigned ") + threads.back());
        }
        for (std::string& parameter : parameters_of(coarsened_, true))
            parameters.push_back(std::move(parameter));
        writer_.blank();
        writer_.function_head((stubs_ ? "static __global__ void " : "extern \"C\" __global__ void ") + symbol,
                              parameters);
        writer_.open("{");
        std::string outside, whole;
        for (std::size_t i = 0; i < axes_.size(); ++i) {
            const char a = "xy"[axes_[i]];
            std::string value = fmt::format("blockIdx.{0} * blockDim.{0} + threadIdx.{0}", a);
            if (program_.index64)
                value = fmt::format("int64_t(blockIdx.{0}) * blockDim.{0} + threadIdx.{0}", a);
            if (size(axes_[i]) > 1) value = fmt::format("({}) * {}", value, size(axes_[i]));
            writer_.line(fmt::format("const {} {} = {};", index_type(), position[i], value));
            const std::string at = program_.index64 ? position[i] : "unsigned(" + position[i] + ")";
            outside += fmt::format("{}{} >= {}", outside.empty() ? "" : " || ", at, threads[i]);
            if (size(axes_[i]) > 1)
                whole += fmt::format("{}{} - {} >= {}", whole.empty() ? "" : " && ", threads[i], at,
                                     size(axes_[i]));
        }
        writer_.line("if (" + outside + ") return;");
        writer_.line(fmt::format("if ({} && {}) return;", whole, call(body, position)));
        std::vector<std::string> places = position;
        int opened = 0;
        for (std::size_t i = axes_.size(); i-- > 0;) {
            if (size(axes_[i]) == 1) continue;
            places[i] = names.fresh(std::string(1, "xy"[axes_[i]]));
            writer_.open(fmt::format("for ({0} {1} = {2}; {1} - {2} < {3} && {4} < {5}; ++{1}) {{",
                                     index_type(), places[i], position[i], size(axes_[i]),
                                     program_.index64 ? places[i] : "unsigned(" + places[i] + ")",
                                     threads[i]));
            ++opened;
        }
        writer_.line(call(thread, places) + ";");
        for (; opened > 0; --opened)
            writer_.close();
        writer_.close();
    }

    std::string call(const std::string& function, const std::vector<std::string>& places) const {
        std::string text = function + "(";
        for (const std::string& place : places)
            text += (text.back() == '(' ? "" : ", ") + place;
        for (std::size_t i = 0; i < coarsened_.parameters.size(); ++i) {
            text += ", " + coarsened_.parameters[i]->emitted;
            for (const std::string& length : passed_lengths(coarsened_, i))
                text += ", " + length;
        }
        return text + ")";
    }

    Writer& writer_;
    const FileScope& scope_;
    const Program& program_;
    const Function& kernel_;
    const Function& coarsened_;
    const KernelInfo& info_;
    const bool stubs_; ///< launch functions launch it, so that it is not seen outside the file
    std::vector<int> axes_;
};

} // namespace

void write_thread(Writer& writer, const FileScope& scope, const Program& program, const Function& kernel,
                  const KernelInfo& info) {
    CoarsenedKernel(writer, scope, program, kernel, info, true)
        .write_thread(scope.names_of_kernel(kernel).thread);
}

std::string thread_call(const FileScope& scope, const Function& kernel, const CoordinateNames& coordinates) {
    std::vector<std::string> arguments;
    for (int axis = 0; axis < 2; ++axis) {
        const Coordinate coordinate = coordinate_of(CoordinateGroup::global, axis);
        if (kernel.facts.coordinates.contains(coordinate)) arguments.push_back(coordinates.at(coordinate));
    }
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
        arguments.push_back(kernel.parameters[i]->emitted);
        for (const std::string& length : passed_lengths(kernel, i))
            arguments.push_back(length);
    }
    return fmt::format("{}({})", scope.names_of_kernel(kernel).thread, fmt::join(arguments, ", "));
}

KernelInfo::Coarsened coarsened_info(const Function& kernel, const KernelInfo& info) {
    KernelInfo::Coarsened coarsened;
    coarsened.reason = kernel.coarsening_facts.reason;
    if (kernel.coarsening_facts.emitted.empty()) return coarsened;
    auto conditions = conditions_of(kernel.coarsening_facts, info);
    if (!conditions) return coarsened;
    coarsened.symbol = kernel.coarsening_facts.emitted;
    coarsened.size = kernel.coarsening_facts.size;
    coarsened.otherwise = kernel.coarsening_facts.otherwise;
    coarsened.in_blocks = kernel.coarsening_facts.in_blocks;
    coarsened.conditions = std::move(*conditions);
    return coarsened;
}

void write_coarsened_kernel(Writer& writer, const FileScope& scope, const Program& program,
                            const Function& kernel, const KernelInfo& info, bool stubs) {
    CoarsenedKernel(writer, scope, program, kernel, info, stubs).write();
}

} // namespace cudapy::emit
