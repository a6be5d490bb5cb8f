#pragma once
// The texts that the translator is given.

#include <cstdint>
#include <string>

namespace cudapy {

/// One text to translate.
struct SourceUnit {
    std::string path;
    std::string text;
    int first_line = 1;
    /// The one function to take from the text; empty for every signed function of a module.
    std::string function;
    /// A signature that overrides what the text says (`sig=`); empty for none. Its errors point into a file
    /// named "sig".
    std::string signature;
    /// The function is the lambda that stands in the text from `lambda_begin` to `lambda_end` (in bytes);
    /// `function` is what it is called. None where both are 0.
    uint32_t lambda_begin = 0;
    uint32_t lambda_end = 0;
    /// Of a file that others import: its module's name, "helpers" (see imports.h). Its functions are helpers
    /// of those that import them, and none is a kernel unless asked for by name.
    std::string module = {};
};

} // namespace cudapy
