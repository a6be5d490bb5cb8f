#pragma once
// C++ names for what the emitter itself adds, kept apart from the user's.

#include "translator/program/program.h"

#include <map>
#include <set>
#include <string>

namespace cudapy::emit {

/// Names in use, and new ones beside them.
class Names {
  public:
    Names() = default;
    /// Names inside a scope of `outer`, which must outlive it and is kept clear of too.
    explicit Names(const Names* outer) : outer_(outer) {}

    void reserve(const std::string& name) {
        if (!name.empty()) taken_.insert(name);
    }
    bool contains(const std::string& name) const {
        return taken_.contains(name) || (outer_ && outer_->contains(name));
    }
    /// `wanted`, or that with the least number after it that makes it new.
    std::string fresh(const std::string& wanted);

  private:
    std::set<std::string> taken_;
    const Names* outer_ = nullptr;
};

/// Every name that the user's functions, parameters and locals have in the emitted file: what the emitter's
/// own names at file level keep clear of, so that nothing hides them.
Names names_of(const program::Program& program);
/// The names that one function uses, inside `file`.
Names names_of(const program::Function& function, const Names& file);

/// How a coordinate is written inside one function.
using CoordinateNames = std::map<program::Coordinate, std::string>;

/// `idx`, or `threadIdx.x` and its like.
std::string cuda_name(program::Coordinate coordinate);
/// The name of the parameter that carries it on the host: `idx`, `threadIdx_x`.
std::string host_name(program::Coordinate coordinate);

} // namespace cudapy::emit
