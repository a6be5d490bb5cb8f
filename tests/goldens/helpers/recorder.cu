//+ prelude recorder

// Checked mode: what threads do with memory is told to this, which remembers for each granule of memory who
// accessed it last, and finds accesses that nothing orders. A thread is never taken to come after another
// one because it ran later. The host gives it memory for a launch; without it nothing is remembered.
struct CudaRecorder {
    struct Place {
        int kind, size; // 1: a read, 2: a write, 3: an atomic operation, 4: an atomic exchange, 5: a shared array
        long long offset;
    };
    struct Range {
        long long begin, end, granule, first_cell;
    };
    struct Access {
        unsigned number, block, thread, epoch, clock, round, release, value;
    };
    struct Cell {
        unsigned version, owner, is_written, races;
        Access write, atomic, reads[2];
    };
    struct Thread {
        unsigned epoch, clock, round, fences, released, acquired;
    };
    struct Finding {
        Access first, second;
        long long at, before, after;
        int is_shared, has_before, has_after, unused;
    };
    struct Array {
        long long end, begin;
    };

    const Place* places;
    const Range* ranges;
    Cell* cells;
    Thread* threads;
    Cell* shared;
    Array* arrays;
    Finding* findings;
    unsigned long long* keys;
    long long shared_cells;
    int range_count, shared_granule, shared_blocks, has_blocks, knows_writes, unused;

    // ---- who is who

    __device__ static unsigned block_number()
    {
        return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    __device__ static unsigned thread_number()
    {
        return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    }
    __device__ Thread& thread_of(unsigned block, unsigned thread) const
    {
        return threads[1ULL * block * (blockDim.x * blockDim.y * blockDim.z) + thread];
    }
    // Whose fences and atomic operations count together.
    __device__ Thread& team_of(unsigned block, unsigned thread) const
    {
        return thread_of(block, has_blocks ? 0 : thread);
    }
    __device__ static unsigned seen(const unsigned& word)
    {
        return *(const volatile unsigned*)&word;
    }

    // ---- what comes before what

    __device__ Access now(unsigned number, long long value) const
    {
        const unsigned block = block_number(), thread = thread_number();
        const Thread& self = thread_of(block, thread);
        return {number, block, thread, self.epoch, self.clock, self.round, seen(team_of(block, thread).fences), unsigned(value ^ value >> 32)};
    }
    __device__ static bool is_same_thread(const Access& a, const Access& b)
    {
        return a.block == b.block && a.thread == b.thread;
    }
    // The later one may know of the earlier one by fences and atomic operations.
    __device__ bool is_known(const Access& earlier, const Access& later) const
    {
        return seen(team_of(earlier.block, earlier.thread).released) > earlier.release &&
               seen(team_of(later.block, later.thread).acquired) != 0;
    }
    __device__ bool is_before(const Access& earlier, const Access& later) const
    {
        if (earlier.round != later.round || is_same_thread(earlier, later)) return true;
        if (has_blocks && earlier.block == later.block) {
            if (earlier.epoch != later.epoch) return true;
            if (earlier.thread / 32 == later.thread / 32 && earlier.clock != later.clock) return true;
        }
        return is_known(earlier, later);
    }
    __device__ bool is_race(const Access& earlier, const Access& later) const
    {
        return earlier.number != 0 && !is_before(earlier, later);
    }

    // ---- barriers, fences and atomic operations

    __device__ void barrier(bool is_of_grid) const
    {
        if (!threads) return;
        Thread& self = thread_of(block_number(), thread_number());
        ++self.epoch;
        self.clock = 0;
        if (is_of_grid) {
            ++self.round;
        }
    }
    __device__ void fence() const
    {
        if (threads) {
            atomicAdd(&team_of(block_number(), thread_number()).fences, 1U);
        }
    }
    // Whoever meets at a barrier of the warp is later than all of them were.
    __device__ void meet(unsigned mask) const
    {
        if (!threads) return;
        Thread& self = thread_of(block_number(), thread_number());
        unsigned latest = self.clock;
        for (int lane = 0; lane < 32; ++lane) {
            if ((mask >> lane & 1) == 0) continue;
            const unsigned other = __shfl_sync(mask, self.clock, lane);
            latest = other > latest ? other : latest;
        }
        self.clock = latest + 1;
    }
    __device__ void hand_over(const Access& at) const
    {
        Thread& team = team_of(at.block, at.thread);
        if (seen(team.acquired) == 0) {
            atomicExch(&team.acquired, 1U);
        }
        const unsigned fences = seen(team.fences);
        if (fences > seen(team.released)) {
            atomicMax(&team.released, fences);
            __threadfence();
        }
    }

    // ---- accesses

    __device__ static bool writes(int kind) { return kind != 1; }
    __device__ static bool reads(int kind) { return kind == 1 || kind == 3; }
    __device__ static bool is_atomic(int kind) { return kind >= 3; }

    // The accesses in the cell that the one now is in a race with; a number of 0 for none.
    __device__ Access race_in(const Cell& cell, const Access& now, int kind) const
    {
        if (is_race(cell.write, now)) return cell.write;
        if (!is_atomic(kind) && is_race(cell.atomic, now)) return cell.atomic;
        for (int i = 0; i < 2; ++i) {
            if (writes(kind) && is_race(cell.reads[i], now)) return cell.reads[i];
        }
        return {};
    }
    __device__ static bool is_again(const Access& before, const Access& now)
    {
        return before.number == now.number && is_same_thread(before, now) && before.epoch == now.epoch &&
               before.clock == now.clock && before.round == now.round && before.release == now.release &&
               before.value == now.value;
    }
    // Whether there is nothing in the access that a cell does not know yet.
    __device__ bool is_settled(const Cell& cell, const Access& now, int kind, bool is_in_shared) const
    {
        if (is_in_shared && cell.owner != now.block + 1) return cell.owner > now.block + 1;
        if (is_in_shared && !cell.is_written) return false;
        if (cell.races >= 64) return true;
        if (race_in(cell, now, kind).number != 0) return false;
        if (is_atomic(kind)) return cell.atomic.number != 0 && !is_before(cell.atomic, now);
        if (kind == 2) return is_again(cell.write, now);
        const Access &last = cell.reads[0], &other = cell.reads[1];
        if (is_again(last, now) || is_again(other, now)) return true;
        if (!is_race(last, now) || !is_race(other, now) || is_same_thread(last, other)) return false;
        if (last.block != other.block) return true;
        return last.block == now.block &&
               (last.thread / 32 != other.thread / 32 || last.thread / 32 == now.thread / 32);
    }
    // Two readers are kept, so that whoever writes meets another thread than itself; of two warps or blocks
    // where there are any.
    __device__ void keep_reader(Cell& cell, const Access& now) const
    {
        const Access last = cell.reads[0];
        const bool is_near = last.block == now.block && last.thread / 32 == now.thread / 32;
        if (last.number != 0 && !is_same_thread(last, now) && !(is_near && is_race(cell.reads[1], now))) {
            cell.reads[1] = last;
        }
        cell.reads[0] = now;
    }
    __device__ void add(Cell& cell, const Access& now, int kind) const
    {
        if (!is_atomic(kind)) {
            kind == 2 ? (void)(cell.write = now) : keep_reader(cell, now);
        } else if (cell.atomic.number == 0 || is_before(cell.atomic, now)) // of several the first one stays
            cell.atomic = now;
    }
    __device__ static Cell copy_of(const Cell& cell)
    {
        Cell copy;
        for (unsigned i = 0; i < sizeof(Cell) / sizeof(unsigned); ++i) {
            ((unsigned*)&copy)[i] = ((const volatile unsigned*)&cell)[i];
        }
        return copy;
    }
    __device__ void visit(Cell& cell, const Access& now, int kind, Finding& finding) const
    {
        const bool is_in_shared = finding.is_shared;
        const unsigned before = seen(cell.version);
        if (before % 2 == 0) {
            __threadfence();
            const Cell copy = copy_of(cell);
            __threadfence();
            if (seen(cell.version) == before && is_settled(copy, now, kind, is_in_shared)) return;
        }
        Access race = {};
        bool is_unwritten = false, had_value = true;
        for (bool is_done = false; !is_done;) {
            const unsigned version = seen(cell.version);
            if (version % 2 != 0 || atomicCAS(&cell.version, version, version + 1) != version) continue;
            __threadfence();
            if (is_in_shared && cell.owner < now.block + 1) { // its memory is another block's now
                const Cell fresh = {version + 1, now.block + 1};
                cell = fresh;
            }
            if (!is_in_shared || cell.owner == now.block + 1) {
                had_value = !is_in_shared || !knows_writes || cell.is_written;
                is_unwritten = reads(kind) && !had_value;
                if (writes(kind)) {
                    cell.is_written = 1;
                }
                race = race_in(cell, now, kind);
                if (race.number != 0) {
                    ++cell.races;
                }
                add(cell, now, kind);
            }
            __threadfence();
            atomicExch(&cell.version, version + 2);
            is_done = true;
        }
        finding.second = now;
        if (is_unwritten) {
            finding.first = {};
            report(finding, 0, now.number);
        }
        if (race.number == 0) return;
        finding.first = race;
        finding.has_before = had_value;
        report(finding, race.number < now.number ? race.number : now.number,
               race.number < now.number ? now.number : race.number);
    }
    // Each pair is reported once.
    __device__ void report(const Finding& finding, unsigned low, unsigned high) const
    {
        const unsigned long long key = (unsigned long long)high << 32 | low;
        const unsigned count = 128;
        for (unsigned i = 0; i < count; ++i) {
            const unsigned slot = (low * 31 + high + i) % count;
            const unsigned long long before = atomicCAS(&keys[slot], 0ULL, key);
            if (before == key) return;
            if (before != 0) continue;
            findings[slot] = finding;
            return;
        }
    }
    // Both are at most 8 bytes.
    __device__ static long long bits_of(const void* value, int size)
    {
        long long bits = 0;
        for (int i = 0; i < size && i < 8; ++i) {
            ((unsigned char*)&bits)[i] = ((const volatile unsigned char*)value)[i];
        }
        return bits;
    }
    __device__ __noinline__ void access(unsigned number, const void* element, const void* value) const
    {
        if (!threads || __isLocal(element)) return;
        const Place place = places[number - 1];
        const char* const part = (const char*)element + place.offset;
        const bool is_in_shared = __isShared(element);
        const long long after = value ? bits_of(value, place.size) : 0;
        const Access time = now(number, after);
        if (is_atomic(place.kind)) {
            hand_over(time);
        }
        Finding finding = {};
        finding.at = is_in_shared ? (long long)__cvta_generic_to_shared(part) : (long long)part;
        finding.is_shared = is_in_shared;
        Cell* first = nullptr;
        long long begin = finding.at, granule = shared_granule;
        if (is_in_shared) {
            if (shared_blocks == 0 || begin + place.size > shared_cells * granule) return;
            first = shared + time.block % shared_blocks * shared_cells;
        } else {
            const Range* range = ranges;
            while (range != ranges + range_count && (begin < range->begin || begin >= range->end)) {
                ++range;
            }
            if (range == ranges + range_count) return;
            begin -= range->begin;
            granule = range->granule;
            first = cells + range->first_cell;
        }
        finding.before = bits_of(part, place.size);
        finding.has_before = 1;
        finding.has_after = value != nullptr;
        finding.after = after;
        for (long long i = begin / granule; i <= (begin + place.size - 1) / granule; ++i) {
            visit(first[i], time, place.kind, finding);
        }
    }
    __device__ void declare(unsigned number, const void* array, long long bytes) const
    {
        if (!threads || !__isShared(array)) return;
        const long long begin = (long long)__cvta_generic_to_shared(array);
        volatile Array& declared = arrays[number - 1];
        if (declared.end != 0) return;
        declared.begin = begin;
        declared.end = begin + bytes;
    }
};
__device__ CudaRecorder recorder;
