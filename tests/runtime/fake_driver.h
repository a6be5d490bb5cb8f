#pragma once
// A CUDA driver for tests, fake_driver.inc, so that the CUDA side runs where there is no GPU.

#include <functional>
#include <string>

#include <dlfcn.h>

namespace cudapy::runtime::testing {

/// What `action` gives in a child whose CUDA driver is the fake one: a process opens one driver.
std::string with_fake_driver(const std::function<std::string()>& action);

/// The fake driver's library; within with_fake_driver.
void* fake_library();

/// A function of the fake driver.
template <typename Type>
Type* fake(const char* name) {
    return reinterpret_cast<Type*>(dlsym(fake_library(), name));
}

} // namespace cudapy::runtime::testing
