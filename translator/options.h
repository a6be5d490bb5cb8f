#pragma once
// What a translation can be asked to do.

#include "translator/instance_request.h"

#include <string>
#include <vector>

namespace cudapy {

enum class Target { cuda, cpu };

struct Options {
    Target target = Target::cuda;
    /// 64-bit coordinates, lengths and plain loop variables.
    bool index64 = false;
    bool line_directives = false;
    bool strict = false;
    /// The checked mode: what is outside the contract of the language is reported when a kernel does it.
    bool checked = false;
    /// For the host, without stubs, and with `checked`: the recorder is told which way each thread goes, too.
    bool trace = false;
    /// For tests, in CUDA C++: numbers in arrays, also those in structs, are volatile, so that each access in
    /// the source is an instruction of its own. Whole structs, vectors and halves are left as they are.
    bool volatile_arrays = false;
    /// The kernels to make; empty for every `void` function. Helpers that they call come along.
    std::vector<std::string> kernels;
    /// Instances of generic kernels to make, besides the kernels.
    std::vector<InstanceRequest> instances;
    /// With stubs: `extern "C"` launch functions for C++ programs, and a header. Without: kernels with C
    /// names and the parameter order of KernelInfo::slots, for a launcher that loads them.
    bool stubs = true;
    /// CPU, without stubs: the kernels become a part of a file with functions for C++ programs, in this
    /// namespace; see translate_program. Empty for none.
    std::string name_space;
    /// The name by which the emitted file includes its header; empty for none.
    std::string header_name;
    /// What the first line says the file was made from; empty: the path of the first unit.
    std::string origin;
};

} // namespace cudapy
