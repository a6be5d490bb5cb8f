#pragma once
// DLPack 1.3, by which array libraries describe their memory to each other. The structures are laid out as in
// its header. They are declared here, so that building needs no package.

#include "pymodule/src/python/cpython.h"
#include "runtime/cuda/device.h"
#include "translator/types/type.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace cudapy::python::dlpack {

struct Version {
    uint32_t major, minor;
};

/// The major version of these structures. Other versions have other layouts.
constexpr uint32_t major_version = 1;

enum DeviceKind : int32_t { cpu = 1, cuda = 2, cuda_host = 3, cuda_managed = 13 };
struct Device {
    int32_t kind;
    int32_t index;
};

enum Code : uint8_t { integer = 0, unsigned_integer = 1, floating = 2, bfloat = 4, complex = 5, boolean = 6 };
struct DataType {
    uint8_t code;
    uint8_t bits;
    uint16_t lanes;
};

struct Tensor {
    void* data;
    Device device;
    int32_t rank;
    DataType type;
    int64_t* shape;
    int64_t* strides; ///< in elements; null before DLPack 1.2: row by row
    uint64_t byte_offset;
};

struct ManagedTensor {
    Tensor tensor;
    void* context;
    void (*deleter)(ManagedTensor*);
};

enum Flag : uint64_t { read_only = 1, is_copied = 2 };
struct VersionedManagedTensor {
    Version version;
    void* context;
    void (*deleter)(VersionedManagedTensor*);
    uint64_t flags;
    Tensor tensor;
};

/// Makes an owner of a tensor that another library gives: of a ManagedTensor or a VersionedManagedTensor.
template <typename Given>
std::shared_ptr<void> hold(Given* exported) {
    return {exported, [](Given* tensor) {
                if (tensor->deleter) tensor->deleter(tensor);
            }};
}

struct ExchangeHeader {
    Version version;
    ExchangeHeader* previous; ///< an older table, or null
};
/// The table of `type(array).__dlpack_c_exchange_api__`. Its functions return 0, or -1 with a Python
/// error set.
struct ExchangeApi {
    ExchangeHeader header;
    void* allocate;
    int (*managed_from_object)(void* object, VersionedManagedTensor** out);
    int (*object_from_managed)(VersionedManagedTensor* tensor, void** out);
    int (*tensor_from_object)(void* object, Tensor* out); ///< may be null
    int (*current_stream)(int32_t device_kind, int32_t device_index, void** out);
};
constexpr const char* exchange_capsule = "dlpack_exchange_api";

static_assert(sizeof(Tensor) == 48 && offsetof(Tensor, rank) == 16 && offsetof(Tensor, type) == 20 &&
              offsetof(Tensor, shape) == 24 && offsetof(Tensor, byte_offset) == 40);
static_assert(sizeof(ManagedTensor) == 64 && offsetof(ManagedTensor, deleter) == 56);
static_assert(sizeof(VersionedManagedTensor) == 80 && offsetof(VersionedManagedTensor, deleter) == 16 &&
              offsetof(VersionedManagedTensor, flags) == 24 &&
              offsetof(VersionedManagedTensor, tensor) == 32);
static_assert(sizeof(ExchangeApi) == 56 && offsetof(ExchangeApi, managed_from_object) == 24 &&
              offsetof(ExchangeApi, tensor_from_object) == 40 && offsetof(ExchangeApi, current_stream) == 48);

/// Returns our type of the elements; null for one that kernels do not have.
const Type* element_type(DataType type);
/// Returns DLPack's type for a scalar of ours.
DataType data_type(const Type* element);
/// Returns the name of a type: "float32", "float8_e4m3fn", "float32 x 4".
std::string name_of(DataType type);
/// Returns the name of a device: "cpu", "cuda:1", "a Metal device".
std::string name_of(Device device);

} // namespace cudapy::python::dlpack
