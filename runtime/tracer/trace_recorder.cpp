#include "runtime/tracer/trace_recorder.h"

#include "runtime/support/error.h"

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <utility>

namespace cudapy::runtime {

using generated::CpuRecorder;
using generated::Order;
using generated::Step;

namespace {

constexpr std::int64_t warp = 32;

std::int32_t warp_of(std::int64_t thread) {
    return static_cast<std::int32_t>(thread / warp);
}

std::int8_t lane_of(std::int64_t thread) {
    return static_cast<std::int8_t>(thread % warp);
}

} // namespace

TraceRecorder::TraceRecorder(std::vector<TracedPlace> places, std::vector<TracedMemory> memory,
                             std::int64_t threads_of_block, bool concurrent, std::int64_t most)
    : places_(std::move(places)), threads_of_block_(threads_of_block), concurrent_(concurrent), most_(most),
      paths_(1) {
    for (const TracedMemory& each : memory) {
        const auto begin = reinterpret_cast<std::uintptr_t>(each.begin);
        given_.push_back({begin, begin + static_cast<std::uintptr_t>(each.bytes), each.array});
    }
    for (const TracedPlace& place : places_) {
        sites_ = std::max(sites_, place.site + 1);
        for (const TracedPlace::Piece& piece : place.pieces)
            sites_ = std::max(sites_, piece.site + 1);
    }
    set_up(first_);
}

/// Calls `use` unless there is no room any more. A kernel calls this function, and no exception may pass
/// through a kernel.
template <typename Use>
void TraceRecorder::with(CpuRecorder* recorder, Use use) {
    auto& self = *static_cast<Recorder*>(recorder);
    TraceRecorder& all = *self.all;
    std::unique_lock lock(all.mutex_, std::defer_lock);
    if (all.concurrent_) lock.lock();
    if (all.is_full_) return;
    try {
        use(all, self);
    } catch (const std::bad_alloc&) {
        all.is_full_ = true;
    }
}

void TraceRecorder::count(std::size_t records) {
    records_ += static_cast<std::int64_t>(records);
    if (records_ > most_) is_full_ = true;
}

void TraceRecorder::set_up(Recorder& recorder) {
    recorder.all = this;
    recorder.thread = 0;
    CpuRecorder& table = recorder;
    table.access = [](CpuRecorder* base, int number, const void* element, const void*) {
        with(base, [&](TraceRecorder& all, Recorder& self) { all.access(self, number, element); });
    };
    table.declare = [](CpuRecorder* base, int number, const void* array, long long bytes) {
        with(base, [&](TraceRecorder& all, Recorder& self) { all.declare(self, number, array, bytes); });
    };
    table.order = [](CpuRecorder* base, int what) {
        with(base, [&](TraceRecorder&, Recorder& self) {
            const auto order = static_cast<Order>(what);
            const bool is_barrier = order == Order::block || order == Order::grid;
            if (is_barrier && std::exchange(self.has_arrived, false)) self.barriers.push_back(self.arrived);
        });
    };
    table.meet = [](CpuRecorder*, unsigned) {};
    table.block = [](CpuRecorder* base, long long number) {
        CpuRecorder* begun = base;
        with(base, [&](TraceRecorder& all, Recorder&) { begun = all.begin_block(number); });
        return begun;
    };
    table.step = [](CpuRecorder* base, int number, int what) {
        with(base,
             [&](TraceRecorder& all, Recorder& self) { all.step(self, number, static_cast<Step>(what)); });
    };
}

template <typename Record>
void TraceRecorder::put_in_order(std::vector<Record>& here, TracedRecords<Record>& out) {
    struct Item {
        std::uint64_t key;
        std::size_t place;
    };
    std::vector<Item> items(here.size()), other(here.size());
    const auto sites = static_cast<std::uint64_t>(sites_), paths = static_cast<std::uint64_t>(paths_.size());
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < here.size(); ++i) {
        const Record& record = here[i];
        const auto number = [](std::int32_t value) { return static_cast<std::uint64_t>(value); };
        const std::uint64_t place = (number(record.warp) * sites + number(record.site)) * paths;
        items[i] = {(place + number(record.path)) * warp + number(record.lane), i};
        most = std::max(most, items[i].key);
    }
    // We sort digit by digit, beginning with the last one.
    constexpr unsigned bits = 11;
    for (unsigned shift = 0; shift < 64 && most >> shift != 0; shift += bits) {
        std::array<std::size_t, (1U << bits) + 1> begins{};
        const auto digit = [&](const Item& item) { return item.key >> shift & ((1U << bits) - 1); };
        for (const Item& item : items)
            ++begins[digit(item) + 1];
        for (std::size_t i = 1; i < begins.size(); ++i)
            begins[i] += begins[i - 1];
        for (const Item& item : items)
            other[begins[digit(item)]++] = item;
        std::swap(items, other);
    }
    for (const Item& item : items)
        out.add(here[item.place]);
    here.clear();
}

void TraceRecorder::keep(Recorder& recorder) {
    put_in_order(recorder.accesses, accesses);
    put_in_order(recorder.decisions, decisions);
    for (const TracedBarrier& barrier : recorder.barriers)
        barriers.add(barrier);
    recorder.barriers.clear();
}

void TraceRecorder::finish() {
    if (is_full_) {
        const std::string found = records_ > most_
                                      ? "more than " + std::to_string(most_) + " accesses and decisions"
                                      : "more accesses and decisions than there is memory for";
        throw Error(ErrorKind::launch, "a trace of this launch would have " + found +
                                           ": launch it with fewer threads or less data");
    }
    keep(first_);
    std::sort(others_.begin(), others_.end(),
              [](const auto& one, const auto& other) { return one->number < other->number; });
    for (const std::unique_ptr<Recorder>& each : others_)
        keep(*each);
    others_.clear();
}

CpuRecorder* TraceRecorder::begin_block(std::int64_t number) {
    Recorder* recorder = &first_;
    keep(first_);
    if (concurrent_) {
        recorder = others_.emplace_back(std::make_unique<Recorder>()).get();
        set_up(*recorder);
    }
    recorder->number = static_cast<std::int32_t>(number);
    recorder->paths.assign(static_cast<std::size_t>(threads_of_block_), 0);
    recorder->memory = given_;
    recorder->last = 0;
    recorder->has_arrived = false;
    return recorder;
}

void TraceRecorder::access(Recorder& recorder, int number, const void* element) {
    const auto address = reinterpret_cast<std::uintptr_t>(element);
    const auto is_in = [&](const Memory& memory) { return address >= memory.begin && address < memory.end; };
    const std::vector<Memory>& memory = recorder.memory;
    if (recorder.last >= memory.size() || !is_in(memory[recorder.last])) {
        std::size_t at = 0;
        while (at < memory.size() && !is_in(memory[at]))
            ++at;
        if (at == memory.size()) return; // memory of a thread's own
        recorder.last = at;
    }
    const Memory& found = memory[recorder.last];
    const std::int64_t thread = recorder.thread;
    TracedAccess made{};
    made.block = recorder.number;
    made.warp = warp_of(thread);
    made.lane = lane_of(thread);
    made.path = recorder.paths[static_cast<std::size_t>(thread)];
    made.array = found.array;
    for (const TracedPlace::Piece& piece : places_[static_cast<std::size_t>(number) - 1].pieces) {
        made.site = piece.site;
        made.offset = static_cast<std::int64_t>(address - found.begin) + piece.offset;
        made.width = piece.width;
        recorder.accesses.push_back(made);
    }
    count(places_[static_cast<std::size_t>(number) - 1].pieces.size());
}

void TraceRecorder::declare(Recorder& recorder, int number, const void* array, std::int64_t bytes) const {
    const TracedPlace& place = places_[static_cast<std::size_t>(number) - 1];
    if (place.array < 0 || bytes == 0) return;
    const auto begin = reinterpret_cast<std::uintptr_t>(array);
    recorder.memory.push_back({begin, begin + static_cast<std::uintptr_t>(bytes), place.array});
}

std::int32_t TraceRecorder::inside(std::int32_t path, std::int32_t site, bool is_call) {
    const auto of = [&](std::int32_t number) -> Path& { return paths_[static_cast<std::size_t>(number)]; };
    for (std::int32_t at = of(path).first_inside; at != 0; at = of(at).beside)
        if (of(at).site == site && of(at).is_call == is_call) return at;
    const auto made = static_cast<std::int32_t>(paths_.size());
    Path inner;
    inner.before = path;
    inner.site = site;
    inner.is_call = is_call;
    inner.beside = of(path).first_inside;
    paths_.push_back(inner);
    of(path).first_inside = made;
    return made;
}

std::int32_t TraceRecorder::next_iteration(std::int32_t path) {
    const Path here = paths_[static_cast<std::size_t>(path)];
    if (here.next_iteration != 0) return here.next_iteration;
    const auto made = static_cast<std::int32_t>(paths_.size());
    Path next;
    next.before = here.before;
    next.site = here.site;
    next.iteration = here.iteration + 1;
    paths_.push_back(next);
    paths_[static_cast<std::size_t>(path)].next_iteration = made;
    return made;
}

void TraceRecorder::decide(Recorder& recorder, std::int32_t site, bool taken) {
    const TracedDecision made{recorder.number,
                              warp_of(recorder.thread),
                              lane_of(recorder.thread),
                              site,
                              recorder.paths[static_cast<std::size_t>(recorder.thread)],
                              static_cast<std::int8_t>(taken)};
    recorder.decisions.push_back(made);
    count(1);
}

void TraceRecorder::step(Recorder& recorder, int number, Step what) {
    const std::int32_t site = places_[static_cast<std::size_t>(number) - 1].site;
    std::int32_t& path = recorder.paths[static_cast<std::size_t>(recorder.thread)];
    switch (what) {
    case Step::enter:
        path = inside(path, site, false);
        break;
    case Step::iteration:
        decide(recorder, site, true);
        path = next_iteration(path);
        break;
    case Step::end:
    case Step::not_taken:
        decide(recorder, site, false);
        break;
    case Step::taken:
        decide(recorder, site, true);
        break;
    case Step::leave:
        path = paths_[static_cast<std::size_t>(path)].before;
        break;
    case Step::call:
        path = inside(path, site, true);
        break;
    case Step::back: // also out of the loops that it is in
        while (path != 0 && !paths_[static_cast<std::size_t>(path)].is_call)
            path = paths_[static_cast<std::size_t>(path)].before;
        path = paths_[static_cast<std::size_t>(path)].before;
        break;
    case Step::barrier:
        if (recorder.has_arrived) break;
        recorder.arrived = {recorder.number, site, path};
        recorder.has_arrived = true;
        break;
    }
}

} // namespace cudapy::runtime
