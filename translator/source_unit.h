#pragma once
// The texts that the translator is given.

#include <cstdint>
#include <set>
#include <string>

namespace cudapy {

/// One text to translate.
struct SourceUnit {
    std::string path;
    std::string text;
    int first_line = 1;
    /// The one function to take from the text; empty for every signed function of a module.
    std::string function;
    /// A signature that overrides the one in the text (`sig=`). It is empty for none. Its errors point into a
    /// file named "sig".
    std::string signature;
    /// The function is the lambda that is in the text from `lambda_begin` to `lambda_end` (in bytes), and
    /// `function` is its name. If both are 0, there is no lambda.
    uint32_t lambda_begin = 0;
    uint32_t lambda_end = 0;
    /// The name of the module, such as "helpers" (see imports.h), if other files import this one. Its
    /// functions are then helpers of the files that import them, and none is a kernel unless asked for by
    /// name.
    std::string module = {};
    /// Functions of a module to take besides the signed ones, as helpers or for an instance that is asked
    /// for.
    std::set<std::string> functions = {};
};

} // namespace cudapy
