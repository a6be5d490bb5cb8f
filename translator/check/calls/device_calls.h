#pragma once
// The functions of CUDA C++ that the functions of a translation call. Each of them is a function of the
// program without a body.

#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"
#include "translator/cuda/device_functions.h"
#include "translator/program/program.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;

/// The parameters and the result of one overload, with its type parameters chosen.
struct DeviceSignature {
    const cuda_text::Function* function = nullptr;
    std::string name; ///< in C++: `twice<float>`
    std::vector<cuda_text::Meaning> parameters;
    cuda_text::Meaning result;
    // If it cannot be called, `problem` says why. `part` is the parameter with the problem, as it is written;
    // it is empty if the problem is not in a parameter.
    std::string part, problem;
};

/// Returns the signature of an overload. `choices` are the types of its type parameters.
DeviceSignature device_signature(const cuda_text::DeviceFunctions& functions, std::size_t overload,
                                 const cuda_text::KnownTypes& choices);

class DeviceCalls {
  public:
    /// Returns the function of the program for a signature without a problem.
    program::Function* function(const cuda_text::DeviceFunctions& functions,
                                const DeviceSignature& signature);
    /// Puts the functions that are called, by the program or by a function that is put, in front of the
    /// program.
    void take(program::Program& program);

  private:
    std::vector<std::unique_ptr<program::Function>> functions_;
    std::map<std::pair<const cuda_text::Function*, std::string>, program::Function*> known_;
};

/// The type of an argument.
struct GivenType {
    const Type* type = nullptr;
    bool is_weak = false; ///< a literal, which takes the type of what it meets
};
/// Returns the types that the parameters of a template stand for, by the arguments.
cuda_text::KnownTypes choices_for(const cuda_text::Function& function, const std::vector<GivenType>& values);

/// Checks a call of a function of CUDA C++.
Value device_call(Body& body, const syntax::Call& expr, const Entity& callee);

} // namespace cudapy::checker
