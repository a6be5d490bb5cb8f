#pragma once
// Casts from a base class that debug builds check.

#include <cassert>

namespace cudapy {

/// `static_cast` to the class that an object is of. Debug builds check that it is.
template <typename To, typename From>
To& checked_cast(From& object) {
    assert(dynamic_cast<To*>(&object) != nullptr);
    return static_cast<To&>(object);
}

} // namespace cudapy
