#include "pymodule/src/launch/recording.h"

#include "runtime/support/error.h"

#include <algorithm>
#include <string>

namespace cudapy::python {

namespace {

using runtime::AccessPlace;

/// Describes the check's place for the recorder. With `gives_arrays`, the kernel passes arrays to CUDA C++,
/// and nobody knows what has been written to them.
AccessPlace place_of(const program::Check& check, bool gives_arrays) {
    using Kind = program::Check::Kind;
    AccessPlace place;
    place.offset = check.offset;
    place.size = check.size;
    switch (check.kind) {
    case Kind::read:
        place.kind = AccessPlace::Kind::read;
        break;
    case Kind::write:
        place.kind = AccessPlace::Kind::write;
        break;
    case Kind::atomic:
        place.kind = AccessPlace::Kind::atomic;
        break;
    case Kind::exchange:
        place.kind = AccessPlace::Kind::exchange;
        break;
    case Kind::shared:
    case Kind::local:
        place.kind = check.kind == Kind::shared ? AccessPlace::Kind::shared : AccessPlace::Kind::local;
        place.granule = granule_of(check.type);
        place.has_values = gives_arrays;
        break;
    default:
        break;
    }
    return place;
}

void mark_written(const runtime::WrittenBytes& written, const void* data, int64_t bytes) {
    if (!written.bytes) return;
    const auto first =
        written.bytes->begin() + (static_cast<const char*>(data) - static_cast<const char*>(written.begin));
    std::fill(first, first + bytes, true);
}

} // namespace

int64_t granule_of(const Type* type) {
    if (type->fields().empty() || type->is_complex()) return type->size();
    int64_t least = type->size();
    for (std::size_t i = 0; i < type->fields().size(); ++i) {
        least = std::min(least, granule_of(type->fields()[i].type));
        // If fields do not lie at multiples of the granule, single bytes are told apart.
        if (type->offset(i) % least != 0) return 1;
    }
    return type->size() % least == 0 ? least : 1;
}

CheckedLaunch::Memory memory_of(const LoadedKernel& kernel, std::size_t parameter, const void* data,
                                const int64_t* extents) {
    const ParameterInfo& info = kernel.info.parameters[parameter];
    CheckedLaunch::Memory memory;
    memory.name = info.name;
    memory.address = reinterpret_cast<int64_t>(data);
    memory.size = info.type->element()->size();
    memory.extents.assign(extents, extents + info.type->rank());
    memory.bytes = memory.size;
    for (const int64_t extent : memory.extents)
        memory.bytes *= extent;
    return memory;
}

Recording::Recording(const LoadedKernel& kernel, const runtime::Extent& threads, const runtime::Extent& block)
    : kernel_(kernel) {
    launch_.kernel = kernel.info.called;
    std::copy(threads.begin(), threads.end(), launch_.threads);
    std::copy(block.begin(), block.end(), launch_.block);
    launch_.has_blocks = kernel.info.whole_blocks;
}

void Recording::add(std::size_t parameter, const void* data, const int64_t* extents,
                    runtime::WrittenBytes written) {
    CheckedLaunch::Memory memory = memory_of(kernel_, parameter, data, extents);
    const Type* element = kernel_.info.parameters[parameter].type->element();
    if (kernel_.info.gives_arrays && kernel_.info.parameters[parameter].writes) {
        mark_written(written, data, memory.bytes);
        written = {};
    }
    memory_.push_back({data, memory.bytes, granule_of(element), written});
    launch_.memory.push_back(std::move(memory));
}

generated::CpuRecorder* Recording::begin() {
    std::vector<AccessPlace> places;
    for (const program::Check& check : kernel_.program->checks())
        places.push_back(place_of(check, kernel_.info.gives_arrays));
    detector_ = std::make_unique<runtime::RaceDetector>(std::move(places), memory_,
                                                        kernel_.info.cooperative || kernel_.info.waits);
    return detector_->recorder();
}

void Recording::report(const FailedCheck& failed) const {
    std::string text;
    if (!detector_->findings().empty())
        text = describe(detector_->findings(), kernel_.program->checks(), launch_, kernel_.program->sources(),
                        kernel_.program->words());
    if (failed.number != 0) text += (text.empty() ? "" : "\n") + kernel_.program->check_message(failed);
    if (!text.empty()) throw runtime::Error(runtime::ErrorKind::kernel, text);
}

} // namespace cudapy::python
