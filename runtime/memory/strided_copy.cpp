#include "runtime/memory/strided_copy.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/queue/graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>

namespace cudapy::runtime {

namespace {

/// The argument of the kernels of strided_copy.cu.
struct KernelCopy {
    void* to;
    const void* from;
    std::int64_t count;
    std::int64_t extents[most_copy_axes], to_strides[most_copy_axes], from_strides[most_copy_axes];
    int rank;
};
static_assert(sizeof(KernelCopy) == 248);

const char* const kernels =
#include "runtime/memory/strided_copy.inc"
    ;

constexpr std::array<int, 5> units{1, 2, 4, 8, 16};

/// The kernels of a device. They are loaded when first asked for, and stay for the process's life.
struct Loaded {
    std::array<cuda::Function, units.size()> of_units{};
};

cuda::Function kernel_for(const cuda::Driver& driver, Device device, std::int64_t unit) {
    static auto* const mutex = new std::mutex;
    static auto* const devices = new std::array<Loaded, most_devices>;
    const std::lock_guard lock(*mutex);
    Loaded& loaded = devices->at(static_cast<std::size_t>(device.index));
    const auto place = static_cast<std::size_t>(std::find(units.begin(), units.end(), unit) - units.begin());
    if (!loaded.of_units[place]) {
        cuda::ModuleHandle module = nullptr;
        cuda::check(driver.module_load_data(&module, kernels), "loading the kernels that copy arrays");
        for (std::size_t i = 0; i < units.size(); ++i)
            cuda::check(driver.module_get_function(&loaded.of_units[i], module,
                                                   fmt::format("cudapy_copy_{}", units[i]).c_str()),
                        "loading the kernels that copy arrays");
    }
    return loaded.of_units[place];
}

void copy_on_gpu(void* to, const void* from, const StridedCopy& copy, Device device, cuda::Stream stream) {
    const cuda::Driver& driver = cuda::driver();
    KernelCopy parameters{to, from, copy.count(), {}, {}, {}, std::max(copy.rank, 1)};
    std::copy(copy.extents.begin(), copy.extents.end(), parameters.extents);
    std::copy(copy.to_strides.begin(), copy.to_strides.end(), parameters.to_strides);
    std::copy(copy.from_strides.begin(), copy.from_strides.end(), parameters.from_strides);
    if (copy.rank == 0) parameters.extents[0] = 1;
    constexpr std::int64_t threads = 256, most_blocks = 1 << 20;
    const auto blocks =
        static_cast<unsigned>(std::min((parameters.count + threads - 1) / threads, most_blocks));
    void* slots[] = {&parameters};
    cuda::check(driver.launch_kernel(kernel_for(driver, device, copy.item), blocks, 1, 1, threads, 1, 1, 0,
                                     stream, slots, nullptr),
                "copying an array on the GPU");
}

template <typename Visit>
void for_each(const StridedCopy& copy, int axis, char* to, const char* from, Visit&& visit) {
    if (axis == copy.rank) return visit(to, from);
    const auto k = static_cast<std::size_t>(axis);
    for (std::int64_t i = 0; i < copy.extents[k]; ++i, to += copy.to_strides[k], from += copy.from_strides[k])
        for_each(copy, axis + 1, to, from, visit);
}

template <std::size_t size>
void copy_elements(const StridedCopy& copy, char* to, const char* from) {
    for_each(copy, 0, to, from, [](char* a, const char* b) { std::memcpy(a, b, size); });
}

void copy_on_host(const StridedCopy& copy, char* to, const char* from) {
    switch (copy.item) { // a copy whose size the compiler knows is one move
    case 1:
        return copy_elements<1>(copy, to, from);
    case 2:
        return copy_elements<2>(copy, to, from);
    case 4:
        return copy_elements<4>(copy, to, from);
    case 8:
        return copy_elements<8>(copy, to, from);
    default:
        return copy_elements<16>(copy, to, from);
    }
}

} // namespace

StridedCopy StridedCopy::simplified(std::uintptr_t alignment) const {
    StridedCopy result;
    result.item = 16;
    while (item % result.item != 0 || alignment % static_cast<std::uintptr_t>(result.item) != 0)
        result.item /= 2;
    const auto add = [&](std::int64_t extent, std::int64_t to, std::int64_t from) {
        const auto last = static_cast<std::size_t>(result.rank - 1);
        if (result.rank && result.to_strides[last] == to * extent &&
            result.from_strides[last] == from * extent) {
            result.extents[last] *= extent;
            result.to_strides[last] = to;
            result.from_strides[last] = from;
            return;
        }
        const auto next = static_cast<std::size_t>(result.rank++);
        result.extents[next] = extent;
        result.to_strides[next] = to;
        result.from_strides[next] = from;
    };
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(rank); ++axis)
        if (extents[axis] != 1) add(extents[axis], to_strides[axis], from_strides[axis]);
    if (item != result.item) add(item / result.item, result.item, result.item);
    return result;
}

namespace {

/// Returns the alignment, at most 16, that the addresses of all elements have. It is the lowest bit that is
/// set in any address or stride.
std::uintptr_t common_alignment(const void* to, const void* from, const StridedCopy& copy) {
    std::uintptr_t bits = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | 16;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(copy.rank); ++axis)
        if (copy.extents[axis] > 1)
            bits |= static_cast<std::uintptr_t>(copy.to_strides[axis]) |
                    static_cast<std::uintptr_t>(copy.from_strides[axis]);
    return bits & (~bits + 1);
}

} // namespace

void copy_strided(const Buffer& to, std::int64_t to_offset, const Buffer& from, std::int64_t from_offset,
                  const StridedCopy& copy) {
    if (copy.count() == 0) return;
    char* target = static_cast<char*>(to.data()) + to_offset;
    const char* source = static_cast<const char*>(from.data()) + from_offset;
    const StridedCopy simple = copy.simplified(common_alignment(target, source, copy));
    if (Graph* graph = Graph::of(to.device())) [[unlikely]] {
        if (to.device().is_host()) {
            graph->use(to);
            graph->use(from);
            graph->add("copy", [=] { copy_on_host(simple, target, source); });
            return;
        }
        graph->note("copy");
    }
    if (to.device().is_host()) return copy_on_host(simple, target, source);
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(to.device().index));
    cuda::check(scope.status(), "using the GPU's context");
    const StreamRef& stream = current_stream(to.device());
    to.use_on(stream);
    from.use_on(stream);
    const auto is_one_run = [&] {
        return simple.rank == 0 || (simple.rank == 1 && simple.to_strides[0] == simple.item &&
                                    simple.from_strides[0] == simple.item);
    };
    if (is_one_run()) {
        cuda::check(driver.memcpy_dtod_async(reinterpret_cast<cuda::DevicePointer>(target),
                                             reinterpret_cast<cuda::DevicePointer>(source),
                                             static_cast<std::size_t>(simple.count() * simple.item),
                                             handle_of(stream.get())),
                    "copying an array on the GPU");
        return;
    }
    copy_on_gpu(target, source, simple, to.device(), handle_of(stream.get()));
}

namespace {

/// Sets one element on a GPU.
void set_element(const cuda::Driver& driver, cuda::DevicePointer address, const char* bytes,
                 std::int64_t item, cuda::Stream stream) {
    for (std::int64_t done = 0; done < item;) {
        const cuda::DevicePointer place = address + static_cast<cuda::DevicePointer>(done);
        if (place % 4 == 0 && item - done >= 4) {
            unsigned word;
            std::memcpy(&word, bytes + done, sizeof word);
            cuda::check(driver.memset_d32_async(place, word, 1, stream), "filling GPU memory");
            done += 4;
        } else {
            cuda::check(driver.memset_d8_async(place, static_cast<unsigned char>(bytes[done]), 1, stream),
                        "filling GPU memory");
            done += 1;
        }
    }
}

} // namespace

void fill_strided(const Buffer& to, std::int64_t offset, const void* value, StridedCopy copy) {
    if (copy.count() == 0) return;
    copy.from_strides = {}; // one element for all
    char* target = static_cast<char*>(to.data()) + offset;
    if (to.device().is_host()) {
        const auto pattern = std::make_shared<std::string>(static_cast<const char*>(value),
                                                           static_cast<std::size_t>(copy.item));
        const StridedCopy simple = copy.simplified(common_alignment(target, pattern->data(), copy));
        if (Graph* graph = Graph::of(to.device())) {
            graph->use(to);
            graph->add("fill", [=] { copy_on_host(simple, target, pattern->data()); });
        } else {
            copy_on_host(simple, target, pattern->data());
        }
        return;
    }
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(to.device().index));
    cuda::check(scope.status(), "using the GPU's context");
    const StreamRef& stream = current_stream(to.device());
    to.use_on(stream);
    if (Graph* graph = Graph::of(to.device())) graph->note("fill");
    set_element(driver, reinterpret_cast<cuda::DevicePointer>(target), static_cast<const char*>(value),
                copy.item, handle_of(stream.get()));
    copy_strided(to, offset, to, offset, copy); // the first is copied over itself, too
}

void fill_buffer(const Buffer& to, std::int64_t offset, const void* value, std::int64_t item,
                 std::int64_t count) {
    if (count == 0) return;
    char* target = static_cast<char*>(to.data()) + offset;
    const auto* bytes = static_cast<const char*>(value);
    const auto size = static_cast<std::size_t>(item);
    if (Graph* graph = Graph::of(to.device())) [[unlikely]] {
        if (to.device().is_host()) {
            graph->use(to);
            graph->add("fill", [=, pattern = std::string(bytes, size)] {
                char* place = target;
                for (int64_t i = 0; i < count; ++i, place += item)
                    std::memcpy(place, pattern.data(), size);
            });
            return;
        }
        graph->note("fill");
    }
    const bool one_byte = std::all_of(bytes, bytes + item, [&](char byte) { return byte == bytes[0]; });
    if (to.device().is_host()) {
        if (one_byte) {
            std::memset(target, bytes[0], size * static_cast<std::size_t>(count));
            return;
        }
        for (std::int64_t i = 0; i < count; ++i, target += item)
            std::memcpy(target, bytes, size);
        return;
    }
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(to.device().index));
    cuda::check(scope.status(), "using the GPU's context");
    const StreamRef& stream = current_stream(to.device());
    to.use_on(stream);
    const cuda::Stream handle = handle_of(stream.get());
    const auto address = reinterpret_cast<cuda::DevicePointer>(target);
    const auto elements = static_cast<std::size_t>(count);
    if (one_byte) {
        cuda::check(
            driver.memset_d8_async(address, static_cast<unsigned char>(bytes[0]), elements * size, handle),
            "filling GPU memory");
    } else if (item == 2) {
        unsigned short pattern;
        std::memcpy(&pattern, bytes, sizeof pattern);
        cuda::check(driver.memset_d16_async(address, pattern, elements, handle), "filling GPU memory");
    } else if (item == 4) {
        unsigned pattern;
        std::memcpy(&pattern, bytes, sizeof pattern);
        cuda::check(driver.memset_d32_async(address, pattern, elements, handle), "filling GPU memory");
    } else {
        set_element(driver, address, bytes, item, handle);
        StridedCopy copy;
        copy.item = item;
        copy.rank = 1;
        copy.extents[0] = count - 1;
        copy.to_strides[0] = item;
        copy_strided(to, offset + item, to, offset, copy);
    }
}

} // namespace cudapy::runtime
