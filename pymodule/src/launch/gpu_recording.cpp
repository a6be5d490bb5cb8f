#include "pymodule/src/launch/gpu_recording.h"

#include "pymodule/src/launch/recording.h"
#include "runtime/launch/launch_plan.h"
#include "runtime/memory/memory_pool.h"
#include "runtime/queue/stream.h"

#include <algorithm>
#include <string>

namespace cudapy::python {

namespace {

using generated::CudaAccess;
using generated::CudaArray;
using generated::CudaCell;
using generated::CudaFinding;
using generated::CudaPlace;
using generated::CudaRange;
using generated::CudaRecorder;
using generated::CudaThread;
using program::Check;
using runtime::Buffer;
using runtime::Finding;

/// The bytes at the beginning of a block's shared memory that the system may keep for itself.
constexpr int64_t reserved_shared_bytes = 2048;
/// The most blocks that have cells for shared memory at a time. There are so many that blocks that run at the
/// same time have different cells.
constexpr int64_t most_shared_blocks = 16384;
constexpr int64_t most_threads = int64_t{1} << 28;

std::mutex& recorders() {
    static auto* const mutex = new std::mutex;
    return *mutex;
}

CudaPlace place_on_gpu(const Check& check) {
    CudaPlace place;
    place.offset = check.offset;
    place.size = static_cast<int32_t>(check.size);
    switch (check.kind) {
    case Check::Kind::read:
        place.kind = CudaPlace::read;
        break;
    case Check::Kind::write:
        place.kind = CudaPlace::write;
        break;
    case Check::Kind::atomic:
        place.kind = CudaPlace::atomic;
        break;
    case Check::Kind::exchange:
        place.kind = CudaPlace::exchange;
        break;
    case Check::Kind::shared:
        place.kind = CudaPlace::shared;
        break;
    default:
        break;
    }
    return place;
}

template <typename Item>
std::size_t bytes_of(const std::vector<Item>& items) {
    return items.size() * sizeof(Item);
}

int64_t address_of(const Buffer& buffer) {
    return reinterpret_cast<int64_t>(buffer.data());
}

template <typename Item>
std::vector<Item> read(const Buffer& buffer, std::size_t count) {
    std::vector<Item> items(count);
    runtime::copy_from_buffer(items.data(), buffer, 0, bytes_of(items));
    return items;
}

/// Joins ranges that overlap to one.
std::vector<CudaRange> merged(std::vector<CudaRange> ranges) {
    std::sort(ranges.begin(), ranges.end(),
              [](const CudaRange& a, const CudaRange& b) { return a.begin < b.begin; });
    std::vector<CudaRange> result;
    for (const CudaRange& each : ranges) {
        if (result.empty() || each.begin >= result.back().end) {
            result.push_back(each);
            continue;
        }
        result.back().end = std::max(result.back().end, each.end);
        result.back().granule = std::min(result.back().granule, each.granule);
    }
    return result;
}

int64_t cells_of(const CudaRange& range) {
    return (range.end - range.begin + range.granule - 1) / range.granule;
}

/// Gives each range its cells. If all together need more than `most`, the largest ranges get none.
int64_t give_cells(std::vector<CudaRange>& ranges, int64_t most) {
    const auto count = [&] {
        int64_t cells = 0;
        for (CudaRange& range : ranges) {
            range.first_cell = cells;
            cells += cells_of(range);
        }
        return cells;
    };
    while (count() > most)
        ranges.erase(std::max_element(ranges.begin(), ranges.end(), [](const auto& a, const auto& b) {
            return cells_of(a) < cells_of(b);
        }));
    return count();
}

} // namespace

GpuRecording::GpuRecording(const LoadedKernel& kernel, const runtime::Extent& threads,
                           const runtime::Extent& block, unsigned shared_bytes)
    : kernel_(kernel), shared_bytes_(shared_bytes), lock_(recorders()) {
    launch_.kernel = kernel.info.called;
    std::copy(threads.begin(), threads.end(), launch_.threads);
    std::copy(block.begin(), block.end(), launch_.block);
    launch_.has_blocks = kernel.info.whole_blocks;
}

GpuRecording::~GpuRecording() {
    if (!keys_) return;
    try {
        set({});
    } catch (const runtime::Error&) { // the device's memory is gone, and the recorder with it
    }
}

void GpuRecording::add(std::size_t parameter, const void* data, const int64_t* extents) {
    launch_.memory.push_back(memory_of(kernel_, parameter, data, extents));
    const CheckedLaunch::Memory& memory = launch_.memory.back();
    if (memory.bytes == 0) return;
    CudaRange range;
    range.begin = memory.address;
    range.end = memory.address + memory.bytes;
    range.granule = granule_of(kernel_.info.parameters[parameter].type->element());
    given_.push_back(range);
}

Buffer& GpuRecording::keep(const void* data, std::size_t bytes) {
    Buffer& buffer = *buffers_.emplace_back(std::make_unique<Buffer>(kernel_.device, bytes, false));
    if (bytes > 0) runtime::copy_to_buffer(buffer, 0, data, bytes);
    return buffer;
}

Buffer& GpuRecording::keep_zeros(std::size_t bytes) {
    return *buffers_.emplace_back(std::make_unique<Buffer>(kernel_.device, bytes, true));
}

void GpuRecording::set(const CudaRecorder& recorder) const {
    const Buffer variable =
        Buffer::borrowed(kernel_.device, reinterpret_cast<void*>(kernel_.recorder), sizeof recorder);
    runtime::copy_to_buffer(variable, 0, &recorder, sizeof recorder);
}

CudaRecorder GpuRecording::make_memory() {
    CudaRecorder recorder;
    int64_t blocks = 1, block_threads = 1;
    for (int axis = 0; axis < 3; ++axis) {
        blocks *= (launch_.threads[axis] + launch_.block[axis] - 1) / launch_.block[axis];
        block_threads *= launch_.block[axis];
    }
    if (blocks > most_threads / block_threads) return recorder;
    const std::vector<Check>& checks = kernel_.program->checks();
    std::vector<CudaPlace> places;
    int64_t shared_granule = 16;
    for (const Check& check : checks) {
        places.push_back(place_on_gpu(check));
        if (check.kind == Check::Kind::shared)
            shared_granule = std::min(shared_granule, granule_of(check.type));
    }
    while ((shared_granule & (shared_granule - 1)) != 0)
        --shared_granule;

    const auto free = static_cast<int64_t>(runtime::memory_info(kernel_.device).free);
    constexpr int64_t cell_bytes = sizeof(CudaCell);
    std::vector<CudaRange> ranges = merged(given_);
    const int64_t cells = give_cells(ranges, free / 2 / cell_bytes);
    const runtime::Extent threads = {launch_.threads[0], launch_.threads[1], launch_.threads[2]},
                          block = {launch_.block[0], launch_.block[1], launch_.block[2]};
    const auto plan = kernel_.kernel->plan(threads, &block, shared_bytes_);
    const int64_t shared_bytes = int64_t{plan.static_shared_bytes} + shared_bytes_;
    if (shared_bytes > 0) {
        recorder.shared_cells = (reserved_shared_bytes + shared_bytes) / shared_granule + 1;
        recorder.shared_blocks = static_cast<int32_t>(
            std::min({blocks, most_shared_blocks, free / 4 / cell_bytes / recorder.shared_cells}));
    }
    recorder.range_count = static_cast<int32_t>(ranges.size());
    recorder.shared_granule = static_cast<int32_t>(shared_granule);
    recorder.has_blocks = launch_.has_blocks ? 1 : 0;
    recorder.knows_writes = kernel_.info.gives_arrays ? 0 : 1;
    recorder.places = address_of(keep(places.data(), bytes_of(places)));
    recorder.ranges = address_of(keep(ranges.data(), bytes_of(ranges)));
    const auto bytes = [](int64_t count, std::size_t size) { return static_cast<std::size_t>(count) * size; };
    recorder.cells = address_of(keep_zeros(bytes(cells, sizeof(CudaCell))));
    recorder.shared =
        address_of(keep_zeros(bytes(recorder.shared_blocks * recorder.shared_cells, sizeof(CudaCell))));
    arrays_ = &keep_zeros(places.size() * sizeof(CudaArray));
    findings_ = &keep_zeros(generated::most_cuda_findings * sizeof(CudaFinding));
    recorder.arrays = address_of(*arrays_);
    recorder.findings = address_of(*findings_);
    recorder.threads = address_of(keep_zeros(bytes(blocks * block_threads, sizeof(CudaThread))));
    keys_ = &keep_zeros(generated::most_cuda_findings * sizeof(uint64_t));
    recorder.keys = address_of(*keys_);
    return recorder;
}

void GpuRecording::begin() {
    CudaRecorder recorder;
    try {
        recorder = make_memory();
    } catch (const runtime::Error& error) {
        if (error.kind() != runtime::ErrorKind::out_of_memory) throw;
        keys_ = nullptr;
        buffers_.clear();
        return;
    }
    if (keys_) set(recorder);
}

Finding::Access GpuRecording::access_of(const CudaAccess& access) const {
    const int64_t block = access.block, thread = access.thread;
    if (launch_.has_blocks) return {static_cast<int>(access.number), block, thread};
    int64_t place[3], grid[3];
    const int64_t* const shape = launch_.block;
    for (int axis = 0; axis < 3; ++axis)
        grid[axis] = (launch_.threads[axis] + shape[axis] - 1) / shape[axis];
    place[0] = block % grid[0] * shape[0] + thread % shape[0];
    place[1] = block / grid[0] % grid[1] * shape[1] + thread / shape[0] % shape[1];
    place[2] = block / grid[0] / grid[1] * shape[2] + thread / shape[0] / shape[1];
    const int64_t number = (place[2] * launch_.threads[1] + place[1]) * launch_.threads[0] + place[0];
    return {static_cast<int>(access.number), number, number};
}

Finding GpuRecording::finding_of(const CudaFinding& found, const std::vector<CudaArray>& arrays) const {
    Finding finding;
    finding.kind = found.first.number == 0 ? Finding::Kind::unwritten : Finding::Kind::race;
    finding.first = access_of(found.first);
    finding.second = access_of(found.second);
    finding.same_block = launch_.has_blocks && found.first.block == found.second.block;
    finding.same_warp = finding.same_block && found.first.thread / 32 == found.second.thread / 32;
    finding.at = found.at;
    for (std::size_t i = 0; i < arrays.size() && found.is_shared != 0; ++i)
        if (found.at >= arrays[i].begin && found.at < arrays[i].end) {
            finding.declared = static_cast<int>(i) + 1;
            finding.at = found.at - arrays[i].begin;
            break;
        }
    finding.before = found.before;
    finding.after = found.after;
    finding.has_before = found.has_before != 0;
    finding.has_after = found.has_after != 0;
    if (found.first.number == 0 || !finding.has_after) return finding;
    const Check& first = kernel_.program->checks().at(found.first.number - 1);
    // Possibly neither of the two has written yet when they report their accesses.
    if (first.kind == Check::Kind::write && first.update.empty() && found.first.value == found.second.value) {
        finding.before = finding.after;
        finding.has_before = true;
    }
    return finding;
}

std::vector<Finding> GpuRecording::findings() const {
    const auto keys = read<uint64_t>(*keys_, generated::most_cuda_findings);
    const auto found = read<CudaFinding>(*findings_, generated::most_cuda_findings);
    const auto arrays = read<CudaArray>(*arrays_, kernel_.program->checks().size());
    std::vector<Finding> result;
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (keys[i] != 0) result.push_back(finding_of(found[i], arrays));
    // We sort by the order of the text, since the order on the GPU means nothing.
    std::sort(result.begin(), result.end(), [](const Finding& a, const Finding& b) {
        return std::minmax(a.first.number, a.second.number) < std::minmax(b.first.number, b.second.number);
    });
    return result;
}

std::optional<runtime::Error> GpuRecording::finish() {
    std::optional<runtime::Error> failed;
    const runtime::StreamRef& stream = runtime::current_stream(kernel_.device);
    try {
        (stream ? stream : runtime::Stream::default_of(kernel_.device))->synchronize();
    } catch (const runtime::Error& error) {
        failed = error;
    }
    std::vector<Finding> found;
    try {
        if (keys_) found = findings();
    } catch (const runtime::Error&) {
        if (!failed) throw;
    }
    if (!found.empty()) {
        std::string text = describe(found, kernel_.program->checks(), launch_, kernel_.program->sources(),
                                    kernel_.program->words());
        if (failed) text += "\n" + std::string(failed->what());
        throw runtime::Error(runtime::ErrorKind::kernel, text);
    }
    if (failed && failed->kind() != runtime::ErrorKind::assertion) throw runtime::Error(*failed);
    return failed;
}

} // namespace cudapy::python
