//+ prelude launch_with_tape

// Launches a kernel whose threads keep what they need on a tape. Word w of a thread is element w * count +
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
