#include "runtime/launch/tape.h"

#include "runtime/memory/memory_pool.h"
#include "runtime/support/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>

namespace cudapy::runtime {

namespace {

constexpr int64_t word_bytes = 8;
/// The words that a thread has at first, where it is not known how many it needs.
constexpr int64_t first_words = 16;
/// A tape of so many bytes is taken without asking how many are free.
constexpr std::size_t small_bytes = std::size_t{64} << 20;
/// The need of a thread that has not counted further.
constexpr int32_t most_words = std::numeric_limits<int32_t>::max();

std::optional<std::size_t> bytes_from_environment() {
    const char* text = std::getenv("CUDAPY_TAPE_MEMORY");
    if (!text || !*text) return std::nullopt;
    const std::string_view view = text;
    std::size_t bytes = 0;
    const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), bytes);
    if (error != std::errc() || end != view.data() + view.size() || bytes < word_bytes)
        throw Error(ErrorKind::invalid_argument,
                    fmt::format("CUDAPY_TAPE_MEMORY is \"{}\", and must be a number of bytes from {}", view,
                                word_bytes));
    return bytes;
}

/// Returns whether a tape of so many words for each of the threads takes at most so many bytes.
bool fits(int64_t words, int64_t threads, std::size_t bytes) {
    std::size_t all = 0;
    return !__builtin_mul_overflow(static_cast<std::size_t>(words), static_cast<std::size_t>(threads),
                                   &all) &&
           all <= bytes / word_bytes;
}

class TapeLaunch {
  public:
    TapeLaunch(const TapeRequest& request, const std::function<bool(const Tape&)>& launch)
        : request_(request), launch_(launch),
          threads_(request.threads[0] * request.threads[1] * request.threads[2]) {
        tape_.width = request.threads[0];
        tape_.height = request.threads[1];
    }

    void run() {
        state_ = Buffer(request_.device, static_cast<std::size_t>(threads_ + 1) * sizeof(int32_t), true);
        tape_.state = state_.data();
        int64_t words = std::max(request_.need->words(), first_words);
        // Most threads may need less than the one that needs most. They finish with what there is for all.
        if (!fits(words, threads_, most_bytes(words)))
            words = std::max<int64_t>(1, static_cast<int64_t>(most_bytes(words) / word_bytes) / threads_);
        for (;;) {
            const int64_t lacking = all_portions(words);
            if (lacking == 0) return;
            if (lacking == most_words)
                throw Error(ErrorKind::launch, fmt::format("{}: a thread needs more than {} words of a tape",
                                                           request_.kernel, most_words - 1));
            if (lacking <= words)
                throw Error(ErrorKind::launch,
                            fmt::format("{}: a thread has not finished with {} words of a tape, and asks for "
                                        "{}: this is an error in CudaPy, please report it",
                                        request_.kernel, words, lacking));
            words = lacking;
            request_.need->note(words);
        }
    }

  private:
    /// Launches for all threads with so many words for each. Returns the most that a thread lacked; 0 if all
    /// have finished, or `launch` has ended it.
    int64_t all_portions(int64_t words) {
        int64_t portion = portion_of(words);
        int64_t lacking = 0;
        for (int64_t first = 0; first < threads_ && !is_ended_; first += tape_.count) {
            portion = take_memory(words, std::min(portion, threads_ - first), portion);
            tape_.words = words;
            tape_.first = first;
            tape_.count = std::min(portion, threads_ - first);
            lacking = std::max(lacking, one_launch());
        }
        return is_ended_ ? 0 : lacking;
    }

    int64_t one_launch() {
        if (!launch_(tape_)) {
            is_ended_ = true;
            return 0;
        }
        int32_t lacking = 0;
        copy_from_buffer(&lacking, state_, 0, sizeof lacking);
        if (lacking == 0) return 0;
        constexpr int32_t none = 0;
        copy_to_buffer(state_, 0, &none, sizeof none);
        return lacking;
    }

    int64_t portion_of(int64_t words) {
        return request_.in_portions ? tape_portion(words, threads_, most_bytes(words)) : threads_;
    }

    /// Makes the memory large enough for a portion. Where the device has not so much, the portion becomes
    /// smaller. Returns it.
    int64_t take_memory(int64_t words, int64_t threads, int64_t portion) {
        for (;;) {
            std::size_t bytes = 0;
            const bool is_possible = !__builtin_mul_overflow(static_cast<std::size_t>(words) * word_bytes,
                                                             static_cast<std::size_t>(threads), &bytes);
            if (is_possible && bytes <= memory_.bytes()) return portion;
            memory_ = Buffer();
            try {
                memory_ = Buffer(request_.device, is_possible ? bytes : SIZE_MAX, false);
                tape_.memory = memory_.data();
                return portion;
            } catch (const Error& error) {
                if (error.kind() != ErrorKind::out_of_memory) throw;
                if (!request_.in_portions || threads == 1)
                    throw Error(ErrorKind::out_of_memory,
                                fmt::format("{}: the tape takes {} bytes for each of {} thread{}: {}",
                                            request_.kernel, words * word_bytes, threads,
                                            threads == 1 ? "" : "s", error.what()));
                threads = portion = (threads + 1) / 2;
            }
        }
    }

    /// Returns the most bytes that the tape may have. The device is asked once, and only for a large one.
    std::size_t most_bytes(int64_t words) {
        if (!most_bytes_ && !std::getenv("CUDAPY_TAPE_MEMORY") && fits(words, threads_, small_bytes))
            return small_bytes;
        if (!most_bytes_) most_bytes_ = most_tape_bytes(request_.device);
        return *most_bytes_;
    }

    const TapeRequest& request_;
    const std::function<bool(const Tape&)>& launch_;
    const int64_t threads_;
    Tape tape_;
    Buffer state_, memory_;
    std::optional<std::size_t> most_bytes_;
    bool is_ended_ = false;
};

} // namespace

const void* part_of(const Tape& tape, int number) {
    const void* const parts[] = {&tape.memory, &tape.words, &tape.state, &tape.first,
                                 &tape.count,  &tape.width, &tape.height};
    return parts[number - 1];
}

std::size_t most_tape_bytes(Device device) {
    if (const auto bytes = bytes_from_environment()) return *bytes;
    const MemoryInfo info = memory_info(device);
    std::size_t free = info.free + (info.reserved - std::min(info.reserved, info.used));
    if (info.limit) free = std::min(free, *info.limit - std::min(*info.limit, info.used));
    return std::max(free / 2, small_bytes);
}

int64_t tape_portion(int64_t words, int64_t threads, std::size_t most_bytes) {
    if (fits(words, threads, most_bytes)) return threads;
    const auto fitting = static_cast<int64_t>(most_bytes / word_bytes) / words;
    constexpr int64_t warp = 32; // threads of a warp have neighbouring words
    return std::max<int64_t>(1, fitting < warp ? fitting : fitting / warp * warp);
}

void launch_with_tape(const TapeRequest& request, const std::function<bool(const Tape&)>& launch) {
    TapeLaunch(request, launch).run();
}

} // namespace cudapy::runtime
