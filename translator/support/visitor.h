#pragma once
// A reference to what a walk of a tree calls on each node.

#include <memory>
#include <type_traits>

namespace cudapy {

/// Refers to something that can be called with a T&, which must live longer. A walk that takes it is compiled
/// once, and not again for every lambda that is given to it.
template <typename T>
class Visitor {
  public:
    template <typename Callable>
    requires(!std::is_same_v<std::remove_cvref_t<Callable>, Visitor>)
        Visitor(Callable&& callable) { // NOLINT(google-explicit-constructor)
        using Type = std::remove_reference_t<Callable>;
        if constexpr (std::is_function_v<Type>) {
            callable_ = reinterpret_cast<void*>(&callable);
            call_ = [](void* object, T& node) { reinterpret_cast<Type*>(object)(node); };
        } else {
            callable_ = const_cast<void*>(static_cast<const void*>(std::addressof(callable)));
            call_ = [](void* object, T& node) { (*static_cast<Type*>(object))(node); };
        }
    }
    void operator()(T& node) const { call_(callable_, node); }

  private:
    void* callable_;
    void (*call_)(void*, T&);
};

} // namespace cudapy
