// Launching the kernels of files made by `pycu2cu --program`.

#include "runtime/include/cudapy/generated.h"

#include "runtime/cpu/cpu_kernel.h"
#include "runtime/interface/interface.h"
#include "runtime/launch/element_bounds.h"
#include "runtime/launch/kernel.h"
#include "runtime/launch/kernel_failure.h"
#include "runtime/launch/launch_step.h"
#include "runtime/launch/module.h"
#include "runtime/launch/tape.h"
#include "runtime/memory/memory.h"
#include "runtime/queue/stream.h"
#include "runtime/support/error.h"
#include "runtime/support/fork_mutex.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace cudapy::generated {

namespace {

constexpr std::int64_t int32_most = 2147483647;
constexpr std::size_t most_shared_arrays = 8;

/// A module for a kernel that is in the program's own code.
class OwnModule final : public runtime::Module {
  public:
    explicit OwnModule(const Kernel& kernel) : Module({runtime::Device::Kind::host, 0}), kernel_(kernel) {}
    Function find(const std::string&) const override {
        return {reinterpret_cast<void*>(kernel_.on_host), 1024, 0};
    }
    std::uint64_t find_variable(const std::string& symbol) const override {
        throw Error(ErrorKind::invalid_argument,
                    fmt::format("there is no variable {} in a program's kernels", symbol));
    }

  private:
    const Kernel& kernel_;
};

/// The loaded code of a file. It is never freed, because when the program ends the driver may be gone first.
struct LoadedFile {
    std::mutex mutex; ///< held while something is loaded for a GPU, which a forked child cannot use
    struct Code {
        std::shared_ptr<runtime::Module> module;
        std::shared_ptr<runtime::FailedAssertion> assertions;
    };
    std::map<int, Code> on_gpu; ///< by the number of the GPU
    std::map<std::pair<const Kernel*, int>, std::unique_ptr<runtime::Kernel>> kernels; ///< -1: the CPU
};

LoadedFile& loaded_file_of(KernelFile& file) {
    void* known = file.loaded.load(std::memory_order_acquire);
    if (!known) {
        auto made = std::make_unique<LoadedFile>();
        if (file.loaded.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel))
            known = made.release();
    }
    return *static_cast<LoadedFile*>(known);
}

LoadedFile::Code load_code(const KernelFile& file, runtime::Device device) {
    const CudaCode& cuda = *file.cuda;
    if (cuda.capability > 0) runtime::require_capability(device, cuda.capability, cuda.needs);
    LoadedFile::Code code;
    if (cuda.is_text)
        code.module = runtime::module_of_text(device, static_cast<const char*>(cuda.code), file.path);
    else
        code.module = runtime::load_image(
            device, {static_cast<const char*>(cuda.code), cuda.bytes},
            fmt::format("loading the CUDA code of {}, which was compiled with the program, on an {}",
                        file.path, runtime::architecture(device)));
    if (*cuda.assertion_symbol || cuda.checks) {
        code.assertions = std::make_shared<runtime::FailedAssertion>();
        code.assertions->module = code.module;
    }
    if (cuda.checks) {
        code.assertions->check_address = code.module->find_variable(cuda.check_symbol);
        code.assertions->describe = [checks = cuda.checks](const std::array<std::int64_t, 6>& found) {
            return describe(checks[found[0] - 1],
                            {found[0], found[1], found[2], {found[3], found[4], found[5]}});
        };
    }
    if (*cuda.assertion_symbol) {
        code.assertions->address = code.module->find_variable(cuda.assertion_symbol);
        if (cuda.assertions_trap)
            code.assertions->in_host_memory =
                runtime::assertion_in_host_memory(device, std::exchange(code.assertions->address, 0));
        code.assertions->messages.assign(cuda.assertions, cuda.assertions + cuda.assertion_count);
    }
    return code;
}

runtime::KernelTraits traits_of(const Kernel& kernel, const Traits& source) {
    runtime::KernelTraits traits{source.facts, kernel.name, source.symbol, kernel.file.index64};
    traits.place = fmt::format(" ({})", kernel.file.path);
    if (kernel.file.checks)
        traits.crash_advice =
            "its indices are checked, so see to it that each View has the elements that it says";
    return traits;
}

/// This mutex guards LoadedFile::kernels.
runtime::ForkMutex kernels_mutex;

/// Loads the kernel for the GPU.
std::unique_ptr<runtime::Kernel> load_on_gpu(const Kernel& kernel, LoadedFile& loaded,
                                             runtime::Device device) {
    if (!kernel.file.cuda)
        throw Error(
            ErrorKind::no_device,
            fmt::format("{} cannot run on {}: the program has it only for the CPU. Leave CUDA OFF out of "
                        "cudapy_add_kernels, or put the arrays on cudapy::Device::cpu()",
                        kernel.name, device.name()));
    auto code = loaded.on_gpu.find(device.index);
    if (code == loaded.on_gpu.end())
        code = loaded.on_gpu.emplace(device.index, load_code(kernel.file, device)).first;
    runtime::KernelTraits traits = traits_of(kernel, kernel.cuda);
    if (kernel.cuda.facts.asserts || kernel.file.cuda->checks) traits.assertions = code->second.assertions;
    return std::make_unique<runtime::Kernel>(code->second.module, std::move(traits));
}

/// Returns the kernel for the device. It is loaded when it is first launched there.
const runtime::Kernel& kernel_on(const Kernel& kernel, runtime::Device device) {
    const bool on_gpu = device.kind == runtime::Device::Kind::cuda;
    LoadedFile& loaded = loaded_file_of(kernel.file);
    const std::pair key(&kernel, on_gpu ? device.index : -1);
    const auto known = [&](std::unique_ptr<runtime::Kernel> made) -> const runtime::Kernel* {
        const std::lock_guard lock(kernels_mutex);
        std::unique_ptr<runtime::Kernel>& place = loaded.kernels[key];
        if (!place) place = std::move(made);
        return place.get();
    };
    if (const runtime::Kernel* found = known(nullptr)) return *found;
    if (!on_gpu)
        return *known(std::make_unique<runtime::Kernel>(std::make_shared<OwnModule>(kernel),
                                                        traits_of(kernel, kernel.cpu)));
    const std::lock_guard loading(loaded.mutex);
    if (const runtime::Kernel* found = known(nullptr)) return *found;
    return *known(load_on_gpu(kernel, loaded, device));
}

/// Returns the device of the launch, which is the device of its arrays. Without arrays it is the one that the
/// launch names, or that of its stream, or the current one.
runtime::Device device_for(const Kernel& kernel, const Launch& launch, const Argument* arguments) {
    const Argument* first = nullptr;
    std::size_t first_index = 0;
    for (std::size_t i = 0; i < kernel.parameter_count; ++i) {
        if (!arguments[i].is_array()) continue;
        if (first && first->device() != arguments[i].device())
            throw Error(ErrorKind::invalid_argument,
                        fmt::format("{}: {} is on {}, and {} on {}: copy one of them there, X.copy(device)",
                                    kernel.name, kernel.parameters[first_index], first->device().name(),
                                    kernel.parameters[i], arguments[i].device().name()));
        if (!first) {
            first = &arguments[i];
            first_index = i;
        }
    }
    const auto refuse = [&](const std::string& what, Device device) {
        throw Error(ErrorKind::invalid_argument,
                    fmt::format("{}: {} is on {}, and {} on {}", kernel.name, kernel.parameters[first_index],
                                first->device().name(), what, device.name()));
    };
    if (first && launch.device() && *launch.device() != first->device())
        refuse("the launch", *launch.device());
    const Device device = first             ? first->device()
                          : launch.device() ? *launch.device()
                          : launch.stream() ? runtime::device_of(launch.stream()->device())
                                            : current_device();
    if (launch.stream() && runtime::device_of(launch.stream()->device()) != device) {
        if (first) refuse("the stream", runtime::device_of(launch.stream()->device()));
        throw Error(ErrorKind::invalid_argument,
                    fmt::format("{}: the launch is on {}, and the stream on {}", kernel.name, device.name(),
                                launch.stream()->device().name()));
    }
    return runtime::device_of(device);
}

void check_arrays(const Kernel& kernel, const Argument* arguments) {
    for (std::size_t i = 0; i < kernel.parameter_count; ++i) {
        if (reinterpret_cast<std::uintptr_t>(arguments[i].data()) % arguments[i].alignment() != 0)
            throw Error(ErrorKind::invalid_argument,
                        fmt::format("{}: {} is not aligned to {} bytes, which kernels need for its elements",
                                    kernel.name, kernel.parameters[i], arguments[i].alignment()));
        if (kernel.file.index64) continue;
        std::int64_t size = 1, longest = 0; // an array without elements may be long along an axis
        for (int axis = 0; axis < arguments[i].dimensions(); ++axis) {
            size *= arguments[i].extents()[axis];
            longest = std::max(longest, arguments[i].extents()[axis]);
        }
        size = std::max(size, longest);
        if (size > int32_most)
            throw Error(
                ErrorKind::invalid_argument,
                fmt::format("{}: {} has {} elements: the most is {} with 32-bit coordinates; translate "
                            "with INDEX int64",
                            kernel.name, kernel.parameters[i], size, int32_most));
    }
}

void check_bounds(const Kernel& kernel, const runtime::Kernel& loaded, const Launch& launch,
                  const runtime::Extent* block, const Argument* arguments) {
    const runtime::Extent& asked = launch.threads();
    if (kernel.bound_count == 0 || asked[0] <= 0 || asked[1] <= 0 || asked[2] <= 0) return;
    const runtime::Extent threads = loaded.threads_that_run(asked, block);
    for (std::size_t i = 0; i < kernel.bound_count; ++i) {
        const ElementBound& bound = kernel.bounds[i];
        const Argument& array = arguments[bound.parameter];
        if (runtime::goes_outside(bound, threads, array.extents()[bound.axis]))
            runtime::throw_outside(
                loaded, asked, block,
                {bound, kernel.parameters[bound.parameter], array.extents(), array.dimensions(), ""});
    }
}

/// Returns the shared arrays that a launch sizes as messages name them: "cache of 3 elements and sums of
/// 6144".
std::string shared_arrays(const Kernel& kernel, const Launch& launch) {
    std::string names;
    for (std::size_t i = 0; i < kernel.shared_count; ++i)
        names += fmt::format("{}{} of {}{}",
                             i == 0                         ? ""
                             : i + 1 == kernel.shared_count ? " and "
                                                            : ", ",
                             kernel.shared[i].name, launch.shared_counts()[i], i == 0 ? " elements" : "");
    return names;
}

/// Returns the bytes of dynamic shared memory. Throws an Error if the kernel does not allow a launch so much.
unsigned shared_bytes(const Kernel& kernel, const runtime::Kernel& loaded, const Launch& launch) {
    if (launch.shared_count() != kernel.shared_count)
        throw Error(
            ErrorKind::invalid_argument,
            fmt::format("{}: the kernel sizes {} shared arrays at its launch, and was given {} numbers by "
                        "Launch::shared",
                        kernel.name, kernel.shared_count, launch.shared_count()));
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < kernel.shared_count; ++i) {
        const SharedArray& array = kernel.shared[i];
        const std::int64_t count = launch.shared_counts()[i];
        bytes = (bytes + array.alignment - 1) / array.alignment * array.alignment;
        if (count < 0)
            throw Error(ErrorKind::launch,
                        fmt::format("{}: {} elements of the shared array {} are not possible: give "
                                    "Launch::shared a number that is not negative",
                                    kernel.name, count, array.name));
        constexpr std::int64_t most = runtime::most_counted_bytes;
        bytes = count > (most - bytes) / array.size ? most : bytes + count * array.size;
    }
    if (!loaded.allow_shared(bytes))
        throw Error(ErrorKind::launch,
                    fmt::format("{}: the shared {} {} {} {}, and {}: use fewer elements", kernel.name,
                                kernel.shared_count == 1 ? "array" : "arrays", shared_arrays(kernel, launch),
                                kernel.shared_count == 1 ? "takes" : "take", runtime::bytes_text(bytes),
                                loaded.shared_limit()));
    return static_cast<unsigned>(bytes);
}

const Traits& traits_on(const Kernel& kernel, runtime::Device device) {
    return device.kind == runtime::Device::Kind::cuda ? kernel.cuda : kernel.cpu;
}

/// Holds the values that slots of a launch point to and that no argument gives.
struct SlotValues {
    std::int32_t failure = 0;
    FailedCheck failed_check{};
    runtime::Tape tape{};
    runtime::StepThreads step{};
    std::array<std::int64_t, 3> threads{};
    std::array<std::int64_t, most_shared_arrays> counts{};
};

/// The addresses of the values that a compiled kernel takes.
class Slots {
  public:
    Slots(const Traits& traits, const Argument* arguments, SlotValues& values) {
        if (traits.slot_count > few_.size()) many_.resize(traits.slot_count);
        for (std::size_t i = 0; i < traits.slot_count; ++i)
            data()[i] = const_cast<void*>(address(traits.slots[i], arguments, values));
    }

    void** data() { return many_.empty() ? few_.data() : many_.data(); }
    bool has_tape() const { return has_tape_; }

  private:
    std::array<void*, 64> few_{};
    std::vector<void*> many_;
    bool has_tape_ = false;

    const void* address(const Slot& slot, const Argument* arguments, SlotValues& values) {
        switch (slot.kind) {
        case Slot::scalar:
            return arguments[slot.index].data();
        case Slot::pointer:
            return &arguments[slot.index].data();
        case Slot::length: // of 64 bits; a kernel that takes 32 finds them at the same address
            return arguments[slot.index].extents() + slot.axis;
        case Slot::threads:
            return &values.threads[slot.index];
        case Slot::shared:
            return &values.counts[slot.index];
        case Slot::check:
            return &values.failed_check;
        case Slot::failure:
            return &values.failure;
        case Slot::launch_part:
            if (runtime::is_of_step(slot.index)) return runtime::part_of(values.step, slot.index);
            has_tape_ = true;
            return runtime::part_of(values.tape, slot.index);
        }
        return nullptr;
    }
};

void launch_step(const KernelStep& step, const Launch& launch, const Argument* arguments,
                 runtime::Device device) {
    const runtime::StepThreads found =
        runtime::step_threads(step.how, launch.threads(), device,
                              [&](int parameter, int axis) { return arguments[parameter].extents()[axis]; });
    if (runtime::count_of(found.threads) == 0) return;
    SlotValues values;
    values.step = found;
    values.threads = found.threads;
    Slots slots(traits_on(step.kernel, device), arguments, values);
    kernel_on(step.kernel, device).launch(found.threads, slots.data(), nullptr, 0);
}

} // namespace

void Kernel::launch(const Launch& launch, const Argument* arguments) const {
    const runtime::Device device = device_for(*this, launch, arguments);
    check_arrays(*this, arguments);
    const runtime::Kernel& loaded = kernel_on(*this, device);
    const unsigned bytes = shared_bytes(*this, loaded, launch);
    const runtime::Extent* block = launch.block_shape()[0] != 0 ? &launch.block_shape() : nullptr;
    if (block) loaded.check_block(*block);
    check_bounds(*this, loaded, launch, block, arguments);

    const runtime::StreamScope scope(launch.stream());
    const runtime::StreamRef& stream = runtime::current_stream(device);
    for (std::size_t i = 0; i < parameter_count; ++i)
        if (arguments[i].buffer()) arguments[i].buffer()->use_on(stream);

    for (std::size_t i = 0; i < step_count; ++i)
        launch_step(steps[i], launch, arguments, device);
    SlotValues values;
    values.threads = launch.threads();
    values.counts = launch.shared_counts();
    if (strided_axis >= 0) {
        values.step = runtime::strided_threads(strided_axis, launch.threads(), device);
        values.threads = values.step.threads;
    }
    const runtime::Extent threads = values.threads;
    const Traits& traits = traits_on(*this, device);
    Slots slots(traits, arguments, values);
    const std::int32_t& failure = values.failure;
    const FailedCheck& failed_check = values.failed_check;
    if (slots.has_tape()) {
        if (stream && stream->recording())
            throw Error(ErrorKind::recording,
                        fmt::format("{}: its threads keep what they need on a tape, and the launch is made "
                                    "again where that is too small, so that it cannot be part of a graph",
                                    name));
        const runtime::TapeRequest request = {name, device, loaded.threads_that_run(threads, block),
                                              !traits.facts.uses_blocks, &loaded.tape_need()};
        runtime::launch_with_tape(request, [&](const runtime::Tape& now) {
            values.tape = now;
            loaded.launch(threads, slots.data(), block, bytes);
            return failure == 0 && failed_check.number == 0;
        });
    } else {
        loaded.launch(threads, slots.data(), block, bytes);
    }
    if (failed_check.number != 0)
        throw Error(ErrorKind::kernel, describe(file.checks[failed_check.number - 1], failed_check));
    runtime::report_kernel_failure(
        name, traits.facts.cooperative, failure,
        [&](int line) {
            return file.has_all_lines ? fmt::format("line {} of {}", line, file.path)
                                      : fmt::format("line {}", line);
        },
        [&](std::size_t number) { return std::string(file.assertions[number - 1]); });
}

} // namespace cudapy::generated
