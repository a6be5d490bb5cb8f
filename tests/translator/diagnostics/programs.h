#pragma once
// The programs of all goldens and explanations, and how numba has them.

#include "translator/builtins/builtins.h"
#include "translator/builtins/numba_names.h"
#include "translator/diagnostics/explanation.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace cudapy::diag {

inline bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Calls use(word, begin) on the names in a text that no dot is before, and no letter of a number.
inline void each_name(const std::string& text,
                      const std::function<void(const std::string&, std::size_t)>& use) {
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_word(text[end]))
            ++end;
        if (end == at) {
            ++at;
            continue;
        }
        const bool is_name = std::isdigit(static_cast<unsigned char>(text[at])) == 0;
        if (is_name && (at == 0 || text[at - 1] != '.')) use(text.substr(at, end - at), at);
        at = end;
    }
}

/// The name in numba of a name of CudaPy.
inline std::map<std::string, std::string> names_of_numba() {
    std::map<std::string, std::string> names = {
        {"idx", "cuda.grid(1)"},         {"idy", "cuda.threadIdx.y"},   {"idz", "cuda.threadIdx.z"},
        {"threadIdx", "cuda.threadIdx"}, {"blockIdx", "cuda.blockIdx"}, {"blockDim", "cuda.blockDim"},
        {"gridDim", "cuda.gridDim"},     {"warpSize", "cuda.warpsize"}, {"laneid", "cuda.laneid"}};
    for (const char* type : {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
                             "float32", "float64", "complex64", "complex128"})
        names[type] = std::string("np.") + type;
    names["double"] = "np.float64";
    names["half"] = "np.float16";
    for (const Builtin& builtin : builtins()) {
        if (builtin.module != "cudapy" || builtin.name == "shared" || builtin.name == "local") continue;
        const std::string name(builtin.name);
        if (const std::string other = numba_spelling("cudapy." + name); !other.empty()) names[name] = other;
    }
    return names;
}

/// Exchanges the arguments of `shared(type, shape)` and `local(type, shape)`.
inline std::string with_arrays(std::string text) {
    for (const char* space : {"shared", "local"}) {
        const std::string call = std::string(space) + "(";
        for (std::size_t at = text.find(call); at != text.npos; at = text.find(call, at + call.size())) {
            if (at > 0 && (is_word(text[at - 1]) || text[at - 1] == '.')) continue;
            int depth = 0;
            std::size_t comma = text.npos, end = at + call.size();
            for (; end < text.size() && (depth > 0 || text[end] != ')'); ++end) {
                depth += text[end] == '(' || text[end] == '['   ? 1
                         : text[end] == ')' || text[end] == ']' ? -1
                                                                : 0;
                if (text[end] == ',' && depth == 0 && comma == text.npos) comma = end;
            }
            const std::size_t begin = at + call.size();
            const std::string type = text.substr(begin, std::min(comma, end) - begin);
            const std::string shape = comma == text.npos ? "0" : text.substr(comma + 1, end - comma - 1);
            const std::string named = type == "float" ? "float32" : type == "int" ? "int32" : type;
            text.replace(at, end - at, "cuda." + std::string(space) + ".array(" + shape + ", " + named);
        }
    }
    return text;
}

/// Writes a program as numba has it: comments stay, with the signatures that say the types.
inline std::string for_numba(const std::string& program) {
    static const std::map<std::string, std::string> names = names_of_numba();
    std::istringstream lines(program);
    std::string result = "import numpy as np\nfrom cudapy import cuda\n";
    for (std::string line; std::getline(lines, line);) {
        const std::size_t code = line.find_first_not_of(' ');
        if (code == line.npos || line[code] == '#' || line.find("import") != line.npos) {
            result += line + "\n";
            continue;
        }
        line = with_arrays(line);
        std::string made;
        std::size_t from = 0;
        each_name(line, [&](const std::string& name, std::size_t begin) {
            const auto other = names.find(name);
            if (other == names.end()) return;
            made += line.substr(from, begin - from) + other->second;
            from = begin + name.size();
        });
        result += made + line.substr(from) + "\n";
    }
    return result;
}

inline std::vector<std::string> programs() {
    std::vector<std::string> texts;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(CUDAPY_TESTS_DIR "/goldens")) {
        const std::string path = entry.path().string();
        if (!path.ends_with(".py") || path.find("/goldens/numba/") != path.npos) continue;
        std::ifstream file(entry.path(), std::ios::binary);
        std::ostringstream text;
        text << file.rdbuf();
        texts.push_back(text.str());
    }
    for (const Explanation& explanation : explanations())
        for (const Example& example : examples_of(explanation))
            if (example.info.starts_with("python")) texts.push_back(example.text);
    return texts;
}

} // namespace cudapy::diag
