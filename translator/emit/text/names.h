#pragma once
// C++ names for what the emitter itself adds, kept apart from the user's.

#include "translator/program/program.h"

#include <map>
#include <string>
#include <unordered_set>

namespace cudapy::emit {

/// A set of names in use, which makes new ones next to them.
class Names {
  public:
    Names() = default;
    /// Makes names inside a scope of `outer`, which must outlive it and is kept clear of too.
    explicit Names(const Names* outer) : outer_(outer) {}

    void reserve(const std::string& name) {
        if (!name.empty()) taken_.insert(name);
    }
    bool contains(const std::string& name) const {
        return taken_.contains(name) || (outer_ && outer_->contains(name));
    }
    /// Returns `wanted`, or `wanted` with the least number after it that makes it new.
    std::string fresh(const std::string& wanted);

  private:
    std::unordered_set<std::string> taken_;
    const Names* outer_ = nullptr;
};

/// Reserves every name that the function, its parameters and its locals have in the emitted file. The
/// emitter's own names at file level keep clear of them, so that nothing hides them.
void reserve_names(const program::Function& function, Names& names);
/// Reserves every name that is in CUDA C++ of the user's.
void reserve_names(const cuda_text::DeviceSource& source, Names& names);
/// Returns the names that one function uses, inside `file`.
Names names_of(const program::Function& function, const Names& file);

/// The texts of coordinates inside one function.
using CoordinateNames = std::map<program::Coordinate, std::string>;

/// `idx`, or `threadIdx.x` and its like.
std::string cuda_name(program::Coordinate coordinate);
/// Returns the name of the parameter that carries the coordinate on the host: `idx`, `threadIdx_x`.
std::string host_name(program::Coordinate coordinate);

} // namespace cudapy::emit
