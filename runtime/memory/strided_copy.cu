// Copies elements from strided memory to strided memory on a GPU; compiled to strided_copy.inc, see there.
// Dimension 0 is the outermost; strides are in bytes and may be negative or, of the source, zero.
struct Copy {
    char* to;
    const char* from;
    long long count;
    long long extents[9], to_strides[9], from_strides[9];
    int rank;
};

template <typename Unit, typename Index>
__device__ void copy_one(const Copy& copy, Index place) {
    long long to = 0, from = 0;
#pragma unroll 1
    for (int axis = copy.rank - 1; axis > 0; --axis) {
        const Index extent = static_cast<Index>(copy.extents[axis]);
        const Index rest = place / extent;
        const long long at = static_cast<long long>(place - rest * extent);
        to += at * copy.to_strides[axis];
        from += at * copy.from_strides[axis];
        place = rest;
    }
    to += static_cast<long long>(place) * copy.to_strides[0];
    from += static_cast<long long>(place) * copy.from_strides[0];
    *reinterpret_cast<Unit*>(copy.to + to) = *reinterpret_cast<const Unit*>(copy.from + from);
}

template <typename Unit>
__device__ void copy_all(const Copy& copy) {
    const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
#pragma unroll 1
    for (long long place = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; place < copy.count;
         place += step) {
        if (copy.count <= 0xffffffffLL)
            copy_one<Unit>(copy, static_cast<unsigned>(place));
        else
            copy_one<Unit>(copy, static_cast<unsigned long long>(place));
    }
}

extern "C" __global__ void cudapy_copy_1(const Copy copy) {
    copy_all<unsigned char>(copy);
}
extern "C" __global__ void cudapy_copy_2(const Copy copy) {
    copy_all<unsigned short>(copy);
}
extern "C" __global__ void cudapy_copy_4(const Copy copy) {
    copy_all<unsigned>(copy);
}
extern "C" __global__ void cudapy_copy_8(const Copy copy) {
    copy_all<unsigned long long>(copy);
}
extern "C" __global__ void cudapy_copy_16(const Copy copy) {
    copy_all<uint4>(copy);
}
