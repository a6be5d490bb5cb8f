//+ prelude failed_assertion

// The number of the first assertion that failed, for the host.
__device__ int failed_assertion;

// Ends the thread. The others go on, so that no memory is lost, as it would be with a trap.
static __device__ void fail_assertion(int number)
{
    atomicCAS(&failed_assertion, 0, number);
    asm volatile("exit;");
}
//+ prelude failed_assertion that traps

// The number of the assertion that failed, in the host's memory, which outlives a trap.
__device__ volatile int* failed_assertion;

// Ends the launch: blocks that wait for all others would wait for a thread that ended by itself.
static __device__ void fail_assertion(int number)
{
    *failed_assertion = number;
    __threadfence_system();
    __trap();
}
