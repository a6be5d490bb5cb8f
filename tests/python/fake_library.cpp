// An array library with DLPack's table of C functions, as PyTorch has one: tensors are Python objects that
// were registered with what they say. Written from DLPack 1.3's header, not from ours.
#include <cstdint>
#include <map>

struct PyObject;
extern "C" void PyErr_SetString(PyObject* kind, const char* text);
extern "C" PyObject* PyExc_BufferError;

struct DLDevice {
    int32_t device_type;
    int32_t device_id;
};
struct DLDataType {
    uint8_t code;
    uint8_t bits;
    uint16_t lanes;
};
struct DLTensor {
    void* data;
    DLDevice device;
    int32_t ndim;
    DLDataType dtype;
    int64_t* shape;
    int64_t* strides;
    uint64_t byte_offset;
};
struct DLPackVersion {
    uint32_t major;
    uint32_t minor;
};
struct DLManagedTensorVersioned {
    DLPackVersion version;
    void* manager_ctx;
    void (*deleter)(DLManagedTensorVersioned*);
    uint64_t flags;
    DLTensor dl_tensor;
};
struct Header {
    DLPackVersion version;
    Header* prev_api;
};
struct Api {
    Header header;
    int (*allocator)(DLTensor*, DLManagedTensorVersioned**, void*, void (*)(void*, const char*, const char*));
    int (*from_object)(void*, DLManagedTensorVersioned**);
    int (*to_object)(DLManagedTensorVersioned*, void**);
    int (*tensor_from_object)(void*, DLTensor*);
    int (*stream)(int32_t, int32_t, void**);
};

static std::map<void*, DLTensor> tensors;
static std::map<void*, uint64_t> flags_of;
static void* current = nullptr;
static int alive = 0;

static int tensor_from_object(void* object, DLTensor* out) {
    auto found = tensors.find(object);
    if (found == tensors.end()) {
        PyErr_SetString(PyExc_BufferError, "it is of a kind that cannot be shown");
        return -1;
    }
    *out = found->second;
    return 0;
}
static void destroy(DLManagedTensorVersioned* tensor) {
    --alive;
    delete tensor;
}
static int from_object(void* object, DLManagedTensorVersioned** out) {
    DLTensor tensor;
    if (tensor_from_object(object, &tensor)) return -1;
    *out = new DLManagedTensorVersioned{{1, 3}, nullptr, destroy, flags_of[object], tensor};
    ++alive;
    return 0;
}
static int stream(int32_t, int32_t, void** out) {
    *out = current;
    return 0;
}

static Api full{{{1, 3}, nullptr}, nullptr, from_object, nullptr, tensor_from_object, stream};
static Api managed{{{1, 3}, nullptr}, nullptr, from_object, nullptr, nullptr, stream};
static Api future{{{2, 0}, &full.header}, nullptr, nullptr, nullptr, nullptr, nullptr};
static Api unknown{{{2, 0}, nullptr}, nullptr, from_object, nullptr, tensor_from_object, stream};

extern "C" {
void* fake_full() {
    return &full;
}
void* fake_managed() {
    return &managed;
}
void* fake_future() {
    return &future;
}
void* fake_unknown() {
    return &unknown;
}
void fake_register(void* object, DLTensor* tensor, uint64_t flags) {
    tensors[object] = *tensor;
    flags_of[object] = flags;
}
void fake_forget(void* object) {
    tensors.erase(object);
    flags_of.erase(object);
}
void fake_set_stream(void* stream) {
    current = stream;
}
int fake_alive() {
    return alive;
}
}
