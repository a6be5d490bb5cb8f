// The launch functions of kernels with a tape.

#include "translator/translate.h"

#include <doctest/doctest.h>

using namespace cudapy;

namespace {

std::string kernel_of(const std::string& axes, const std::string& parameters) {
    return "@cp.kernel(\"void (int* N, uint64* tape, int64 tape_words, int32* tape_state, int64 tape_first, "
           "int64 tape_count" +
           axes + ")\")\ndef backwards(N, tape, tape_words, tape_state, tape_first, tape_count" + parameters +
           "):\n"
           "    if tape_state[1 + idx] == 0:\n"
           "        tape[idx] = uint64(tape_first + tape_count + tape_words" +
           (parameters.empty() ? "" : " + tape_width * idy") +
           ")\n"
           "        N[idx] = 1\n";
}

Translation translated(const std::string& source, Target target = Target::cuda) {
    Options options;
    options.target = target;
    options.hides_tapes = true;
    options.header_name = "kernels.h";
    SourceUnit unit;
    unit.path = "kernels.py";
    unit.text = "import cudapy as cp\nfrom cudapy import idx, idy, uint64\n" + source;
    return translate({unit}, options);
}

std::string from(const std::string& text, const std::string& begin) {
    const std::size_t at = text.find(begin);
    REQUIRE_MESSAGE(at != std::string::npos, text);
    return text.substr(at);
}

} // namespace

TEST_CASE("a launch function repeats the launch of a kernel with a tape") {
    const Translation made = translated(kernel_of("", ""));
    REQUIRE(made.ok);
    CHECK(
        from(made.source, "// Launches a kernel whose")
            .starts_with(
                R"(// Launches a kernel whose threads keep what they need on a tape. Word w of a thread is element w * count +
// (thread - first) of the tape. `state` begins with the most words that a thread lacked, and has a 1 for each
// thread that has finished. The others have changed nothing, and the kernel is launched again for them with a
// larger tape, for fewer threads at a time where the memory does not suffice. This waits for the stream.
template <typename Launch>
static cudaError_t launch_with_tape(int64_t threads, cudaStream_t stream, const Launch& launch)
{
    int* state = nullptr;
    const size_t state_bytes = size_t(threads + 1) * sizeof(int);
    cudaError_t error = cudaMallocAsync(reinterpret_cast<void**>(&state), state_bytes, stream);
    if (error != cudaSuccess) return error;
    error = cudaMemsetAsync(state, 0, state_bytes, stream);
    int64_t words = 16, first = 0, count = threads;
    while (error == cudaSuccess && first < threads) {
        uint64_t* tape = nullptr;
        error = cudaMallocAsync(reinterpret_cast<void**>(&tape), size_t(words * count) * sizeof(uint64_t),
                                stream);
        if (error == cudaErrorMemoryAllocation && count > 1) {
            error = cudaSuccess;
            cudaGetLastError(); // forgets it
            count = (count + 1) / 2;
            continue;
        }
        int lacking = 0;
        if (error == cudaSuccess) error = launch(tape, words, state, first, count);
        if (error == cudaSuccess)
            error = cudaMemcpyAsync(&lacking, state, sizeof(int), cudaMemcpyDeviceToHost, stream);
        if (error == cudaSuccess) error = cudaMemsetAsync(state, 0, sizeof(int), stream);
        if (tape) cudaFreeAsync(tape, stream);
        if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
        if (lacking == 0) first += count;
        if (lacking > words) words = lacking;
    }
    cudaFreeAsync(state, stream);
    return error;
}
)"));
    CHECK(from(made.source, "extern \"C\" cudaError_t") ==
          R"(extern "C" cudaError_t launch_backwards(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, int* N, int /*N_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    const auto launch_once = [&](uint64_t* tape, int64_t tape_words, int* tape_state, int64_t tape_first,
            int64_t tape_count) {
        backwards<<<grid, block, shared_bytes, stream>>>(threads.x, N, tape, tape_words, tape_state,
                                                         tape_first, tape_count);
        return cudaGetLastError();
    };
    return launch_with_tape(int64_t(threads.x), stream, launch_once);
}
)");
    CHECK(
        from(made.header, "cudaError_t") ==
        R"(cudaError_t launch_backwards(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                             int* N, int N_len);

#ifdef __cplusplus
}
#endif
)");
}

TEST_CASE("a launch function tells a kernel of two axes how wide the launch is") {
    const Translation made = translated(kernel_of(", int64 tape_width", ", tape_width"));
    REQUIRE(made.ok);
    CHECK(from(made.source, "extern \"C\" cudaError_t") ==
          R"(extern "C" cudaError_t launch_backwards(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, int* N, int /*N_len*/)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    const int64_t tape_width = int64_t(threads.x);
    const auto launch_once = [&](uint64_t* tape, int64_t tape_words, int* tape_state, int64_t tape_first,
            int64_t tape_count) {
        backwards<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, N, tape, tape_words,
                                                         tape_state, tape_first, tape_count, tape_width);
        return cudaGetLastError();
    };
    return launch_with_tape(int64_t(threads.x) * int64_t(threads.y), stream, launch_once);
}
)");
}

TEST_CASE("the header for the CPU says what a tape is") {
    const Translation made = translated(kernel_of(", int64 tape_width", ", tape_width"), Target::cpu);
    REQUIRE(made.ok);
    CHECK(
        from(made.header, "// Threads keep") ==
        R"(// Threads keep what they need on a tape: tape has tape_words words for each of the tape_count threads from
// tape_first on. tape_state is zeros at first, one more than there are threads. Call the function again, with
// as many words as the first number in it says, and that number 0, until it stays 0. tape_width is how many
// threads there are along x.
void run_backwards(const CpuRange* range, int* N, int N_len, uint64_t* tape, int64_t tape_words,
                   const int* tape_state, int64_t tape_first, int64_t tape_count, int64_t tape_width);

#ifdef __cplusplus
}
#endif
)");
}
