#include "runtime/race_detector/race_detector.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace cudapy::runtime {

namespace {

using Kind = AccessPlace::Kind;
using generated::CpuRecorder;
using generated::Order;

constexpr std::int64_t cells_at_once = 512;
/// The most pairs of accesses that are told apart.
constexpr std::size_t most_findings = 64;

bool writes(Kind kind) {
    return kind != Kind::read;
}

bool reads(Kind kind) {
    return kind == Kind::read || kind == Kind::atomic;
}

bool is_atomic(Kind kind) {
    return kind == Kind::atomic || kind == Kind::exchange;
}

std::int64_t bits_of(const void* value, std::int64_t size) {
    std::int64_t bits = 0;
    std::memcpy(&bits, value, static_cast<std::size_t>(std::min<std::int64_t>(size, 8)));
    return bits;
}

} // namespace

RaceDetector::Cell& RaceDetector::Memory::cell(std::int64_t granule_number) {
    const auto chunk = static_cast<std::size_t>(granule_number / cells_at_once);
    if (chunk >= cells.size()) cells.resize(chunk + 1);
    if (!cells[chunk]) cells[chunk] = std::make_unique<Cell[]>(cells_at_once);
    Cell& found = cells[chunk][static_cast<std::size_t>(granule_number % cells_at_once)];
    if (found.generation != generation) {
        found = Cell();
        found.generation = generation;
    }
    return found;
}

RaceDetector::RaceDetector(std::vector<AccessPlace> places, const std::vector<GivenMemory>& memory,
                           bool concurrent)
    : places_(std::move(places)), concurrent_(concurrent) {
    std::vector<Memory> given;
    for (const GivenMemory& each : memory) {
        if (each.bytes == 0) continue;
        Memory made;
        made.begin = reinterpret_cast<std::uintptr_t>(each.begin);
        made.end = made.begin + static_cast<std::uintptr_t>(each.bytes);
        made.granule = each.granule;
        made.is_unwritten = each.written.bytes != nullptr;
        made.written = each.written;
        given.push_back(std::move(made));
    }
    std::stable_sort(given.begin(), given.end(),
                     [](const auto& a, const auto& b) { return a.begin < b.begin; });
    Memory* last = nullptr;
    for (Memory& each : given) {
        if (!last || each.begin >= last->end) {
            last = &memory_.emplace(each.begin, std::move(each)).first->second;
            continue;
        }
        last->end = std::max(last->end, each.end); // memory that overlaps becomes one
        last->granule = std::min(last->granule, each.granule);
        last->is_unwritten = last->is_unwritten && each.is_unwritten;
    }
    set_up(first_);
}

template <typename Use>
auto RaceDetector::with(CpuRecorder* recorder, Use use) {
    auto& self = *static_cast<Recorder*>(recorder);
    if (!self.detector->concurrent_) return use(*self.detector, self);
    const std::lock_guard lock(self.detector->mutex_);
    return use(*self.detector, self);
}

void RaceDetector::set_up(Recorder& recorder) {
    recorder.detector = this;
    recorder.thread = 0;
    CpuRecorder& table = recorder;
    table.access = [](CpuRecorder* base, int number, const void* element, const void* value) {
        with(base,
             [&](RaceDetector& detector, Recorder& self) { detector.access(self, number, element, value); });
    };
    table.declare = [](CpuRecorder* base, int number, const void* array, long long bytes) {
        with(base,
             [&](RaceDetector& detector, Recorder& self) { detector.declare(self, number, array, bytes); });
    };
    table.order = [](CpuRecorder* base, int what) {
        with(base,
             [&](RaceDetector& detector, Recorder& self) { detector.order(self, static_cast<Order>(what)); });
    };
    table.meet = [](CpuRecorder* base, unsigned mask) {
        static_cast<Recorder*>(base)->order_of_block.meet(base->thread, mask);
    };
    table.step = [](CpuRecorder*, int, int) {};
    table.block = [](CpuRecorder* base, long long number) {
        return with(base, [&](RaceDetector& detector, Recorder&) { return detector.begin_block(number); });
    };
}

CpuRecorder* RaceDetector::begin_block(std::int64_t number) {
    Recorder* recorder = &first_;
    if (concurrent_) {
        recorder = others_.emplace_back(std::make_unique<Recorder>()).get();
        set_up(*recorder);
    }
    recorder->has_block = true;
    recorder->order_of_block.begin(number, order_.next_epoch());
    return recorder;
}

void RaceDetector::order(Recorder& recorder, Order what) {
    switch (what) {
    case Order::block:
        return recorder.order_of_block.barrier(order_.next_epoch());
    case Order::grid:
        return recorder.order_of_block.grid_barrier(order_.next_epoch());
    case Order::fence:
        return order_.fence(recorder.has_block ? recorder.order_of_block.block() : recorder.thread,
                            recorder.thread);
    case Order::meeting:
        return recorder.order_of_block.end_meeting();
    }
}

AccessTime RaceDetector::now(const Recorder& recorder, int number) const {
    const std::int64_t thread = recorder.thread;
    AccessTime time = recorder.order_of_block.now(thread, static_cast<std::uint32_t>(number), 0);
    if (!recorder.has_block) time.block = thread;
    time.release = order_.release_of(time.block);
    return time;
}

RaceDetector::Memory* RaceDetector::find(Recorder& recorder, std::uintptr_t address) {
    Memory* last = recorder.last;
    if (last && address >= last->begin && address < last->end) return last;
    auto after = memory_.upper_bound(address);
    if (after == memory_.begin()) return nullptr;
    Memory& found = std::prev(after)->second;
    if (address >= found.end) return nullptr;
    recorder.last = &found;
    return &found;
}

void RaceDetector::declare(Recorder& recorder, int number, const void* array, std::int64_t bytes) {
    if (bytes == 0) return;
    const AccessPlace& place = places_[static_cast<std::size_t>(number) - 1];
    const auto begin = reinterpret_cast<std::uintptr_t>(array);
    const auto end = begin + static_cast<std::uintptr_t>(bytes);
    auto same = memory_.find(begin);
    if (same == memory_.end() || same->second.end != end || same->second.granule != place.granule) {
        recorder.last = nullptr;
        auto first = memory_.upper_bound(begin);
        if (first != memory_.begin() && std::prev(first)->second.end > begin) --first;
        while (first != memory_.end() && first->second.begin < end) // memory that was there before
            first = memory_.erase(first);
        Memory made;
        made.begin = begin;
        made.end = end;
        made.granule = place.granule;
        same = memory_.emplace(begin, std::move(made)).first;
    }
    Memory& memory = same->second;
    memory.kind = place.kind;
    memory.declared = number;
    memory.is_unwritten = !place.has_values;
    ++memory.generation;
}

bool RaceDetector::is_before(const Recorder& recorder, const AccessTime& earlier,
                             const AccessTime& later) const {
    return recorder.order_of_block.is_before(earlier, later) ||
           order_.knows(later.block, later.thread, earlier);
}

bool RaceDetector::is_unwritten(const Memory& memory, const Cell& cell, std::int64_t granule_number) {
    if (!memory.is_unwritten || cell.is_written) return false;
    if (!memory.written.bytes) return true;
    const std::uintptr_t at = memory.begin + static_cast<std::uintptr_t>(granule_number * memory.granule);
    return !(*memory.written.bytes)[at - reinterpret_cast<std::uintptr_t>(memory.written.begin)];
}

void RaceDetector::mark_written(const Memory& memory, Cell& cell, std::int64_t granule_number) {
    cell.is_written = true;
    if (!memory.written.bytes) return;
    const std::uintptr_t at = memory.begin + static_cast<std::uintptr_t>(granule_number * memory.granule) -
                              reinterpret_cast<std::uintptr_t>(memory.written.begin);
    for (std::int64_t i = 0; i < memory.granule; ++i)
        (*memory.written.bytes)[at + static_cast<std::uintptr_t>(i)] = true;
}

void RaceDetector::access(Recorder& recorder, int number, const void* element, const void* value) {
    const AccessPlace& place = places_[static_cast<std::size_t>(number) - 1];
    const auto address =
        reinterpret_cast<std::uintptr_t>(element) + static_cast<std::uintptr_t>(place.offset);
    Memory* memory = find(recorder, address);
    if (!memory) return;
    const AccessTime time = now(recorder, number);
    if (is_atomic(place.kind)) order_.atomic(element, time.block, time.thread);
    const auto begin = static_cast<std::int64_t>(address - memory->begin);
    const std::int64_t end = (begin + place.size - 1) / memory->granule + 1;
    for (std::int64_t i = begin / memory->granule; i < end; ++i) {
        Cell& cell = memory->cell(i);
        const bool has_value = !is_unwritten(*memory, cell, i);
        if (reads(place.kind) && !has_value)
            report(Finding::Kind::unwritten, {}, time, *memory, address, false, nullptr);
        if (writes(place.kind)) mark_written(*memory, cell, i);
        if (memory->kind == Kind::local) continue;
        const AccessTime other = add(recorder, cell, place.kind, time);
        if (other.number != 0) report(Finding::Kind::race, other, time, *memory, address, has_value, value);
    }
}

AccessTime RaceDetector::add(const Recorder& recorder, Cell& cell, Kind kind, const AccessTime& now) const {
    AccessTime race;
    const auto compare = [&](const AccessTime& earlier) {
        if (race.number == 0 && earlier.number != 0 && !is_before(recorder, earlier, now)) race = earlier;
    };
    compare(cell.write);
    if (!is_atomic(kind)) compare(cell.atomic);
    if (writes(kind))
        for (const AccessTime& reader : cell.reads)
            compare(reader);
    if (is_atomic(kind)) { // the first one of several that nothing orders stays
        if (cell.atomic.number == 0 || is_before(recorder, cell.atomic, now)) cell.atomic = now;
    } else if (writes(kind)) {
        cell.write = now;
    } else {
        keep_reader(recorder, cell, now);
    }
    return race;
}

/// Keeps two readers, so that a thread that writes is compared with another thread than itself. They are of
/// two warps or blocks if there are several.
void RaceDetector::keep_reader(const Recorder& recorder, Cell& cell, const AccessTime& now) const {
    AccessTime& last = cell.reads[0];
    AccessTime& other = cell.reads[1];
    const bool is_same = last.block == now.block && last.thread == now.thread;
    const bool is_near = last.block == now.block && last.thread / 32 == now.thread / 32;
    const bool other_counts = other.number != 0 && !is_before(recorder, other, now);
    if (last.number != 0 && !is_same && !(is_near && other_counts)) other = last;
    last = now;
}

void RaceDetector::report(Finding::Kind kind, const AccessTime& first, const AccessTime& second,
                          const Memory& memory, std::uintptr_t address, bool has_value, const void* value) {
    if (findings_.size() == most_findings) return;
    const auto [low, high] = std::minmax(first.number, second.number);
    if (!found_.emplace(low, high).second) return;
    const auto access = [](const AccessTime& time) {
        return Finding::Access{static_cast<int>(time.number), time.block, time.thread};
    };
    Finding finding;
    finding.kind = kind;
    finding.first = access(first);
    finding.second = access(second);
    finding.same_block = first.block == second.block;
    finding.same_warp = finding.same_block && first.thread / 32 == second.thread / 32;
    finding.declared = memory.declared;
    finding.at = static_cast<std::int64_t>(memory.declared != 0 ? address - memory.begin : address);
    const AccessPlace& place = places_[second.number - 1];
    finding.before = bits_of(reinterpret_cast<const void*>(address), place.size);
    finding.has_before = has_value;
    finding.has_after = value != nullptr;
    if (value) finding.after = bits_of(value, place.size);
    findings_.push_back(finding);
}

} // namespace cudapy::runtime
