//+ prelude recorder

// Calls for accesses to memory, with the number of the access, the element, and the value that will be written
// to it.
struct CpuRecorder {
    void (*access)(CpuRecorder*, int number, const void* element, const void* value);
    void (*declare)(CpuRecorder*, int number, const void* array, long long bytes);
    void (*order)(CpuRecorder*, int what);
    void (*meet)(CpuRecorder*, unsigned mask);
    CpuRecorder* (*block)(CpuRecorder*, long long number);
    void (*step)(CpuRecorder*, int number, int what);
    long long thread;
};
static thread_local CpuRecorder* recorder;
