#pragma once
// CudaPy for C++ programs: arrays, streams, launches and modules. Kernels written in Python come as functions
// of the headers that cudapy_add_kernels makes.

#include "array.h"
#include "device.h"
#include "error.h"
#include "half.h"
#include "launch.h"
#include "module.h"
#include "stream.h"
