#pragma once
// The meaning of a kernel's free names. Python is asked once and its answer is kept, so that constants are
// captured when a kernel is compiled.

#include "pymodule/src/python/cpython.h"
#include "translator/resolver.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace cudapy::python {

/// `resolve(file, function, path)` is a Python callable that returns an object of a class in
/// cudapy/_compile/bindings.py. Its answers hold for every later translation of the same compilation.
class CapturingResolver : public NameResolver {
  public:
    explicit CapturingResolver(Ref resolve) : resolve_(std::move(resolve)) {}
    Binding resolve(uint32_t file, const std::string& function, std::span<const std::string> path) override;
    std::optional<Binding> default_value(uint32_t file, const std::string& function,
                                         const std::string& parameter) override;

    const Ref& callable() const { return resolve_; }

  private:
    using Key = std::tuple<uint32_t, std::string, std::vector<std::string>>;

    Ref resolve_;
    std::map<Key, Binding> captured_;
    std::map<Key, Binding> defaults_; ///< by the parameter
};

} // namespace cudapy::python
