// Any bytes go through the whole translator, from parsing to emitting: no crash, no hang, no internal error.
//
//     cmake -DCMAKE_CXX_COMPILER=clang++ -DCUDAPY_FUZZ=ON … && build/tests/fuzz/pipeline_fuzz -max_len=8192
//     CORPUS tests/goldens/*

#include "pipeline.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
    cudapy::fuzz::translate_any(std::string(reinterpret_cast<const char*>(data), size));
    return 0;
}
