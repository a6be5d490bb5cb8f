#pragma once
// The things that an emitted file must have before its functions because they use them. All of them are found
// in one go over the functions, one function after the other: the nodes of thousands of functions are not in
// the processor's cache.

#include "translator/emit/cpp/call_facts.h"
#include "translator/emit/cpp/constants.h"
#include "translator/emit/helpers/helpers.h"
#include "translator/emit/text/names.h"
#include "translator/kernel_info.h"
#include "translator/options.h"
#include "translator/program/program.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace cudapy::emit {

struct FileNeeds {
    AllCallFacts facts;
    Names names; ///< every name that functions and what they hold have, and that is in CUDA C++ of the
                 ///< user's
    std::vector<HelperUse> helpers;
    std::vector<Constant> constants;
    std::vector<const program::Table*> tables;
    std::vector<const Type*> aggregates; ///< each after those that it holds
    std::set<Scalar> scalars;
    std::vector<const program::Function*> early_calls; ///< the functions that must be declared first

    bool stdint = false;       ///< CUDA only: types of <cstdint>
    CapabilityNeed capability; ///< CUDA only

    std::map<std::string, std::string>
        libm;                        ///< host only: declarations of the C library's functions, by name
    std::set<std::string> host_math; ///< host only: the helpers of emit/helpers/host_math.h
};

FileNeeds file_needs(const program::Program& program, Target target);

} // namespace cudapy::emit
