#pragma once
// How the reader's dialect writes what messages advise. The files of prose/ take from here whatever the
// dialects write differently, so that nothing else asks which one it is.

#include <span>
#include <string>
#include <string_view>

namespace cudapy {
enum class Dialect;
}

namespace cudapy::diag {

class Words {
  public:
    /// Returns a call of a built-in function, by its name in CudaPy without the module: `atomicAdd(A, i, v)`
    /// or `cuda.atomic.add(A, i, v)`.
    std::string call(std::string_view function, std::string_view arguments) const;
    /// Returns the declaration of an array: `local(float, 3)` or `cuda.local.array(3, np.float32)`. `space`
    /// is "shared" or "local"; the shape is empty for a shared array that is sized at the launch. The value
    /// that fills a local array is left out where the dialect has none.
    std::string array(std::string_view space, std::string_view type, std::string_view shape,
                      std::string_view fill = {}) const;
    /// Returns the function that converts a number to a type: `float` or `np.float32`.
    std::string cast(std::string_view type) const;
    /// Returns how the dialect writes a type that CudaPy's signatures write so.
    std::string type(std::string_view name) const;
    /// Returns the text with the types in it, which are in backticks as CudaPy's signatures write them, as
    /// the dialect writes them. Functions of CudaPy's are written as the dialect calls them, if `own_names`,
    /// which are the user's, are not called so.
    std::string types(std::string text, std::span<const std::string> own_names = {}) const;
    /// Returns advice that only kernels of CudaPy's own can follow, or else the other.
    std::string_view either(std::string_view cudapy, std::string_view numba) const {
        return is_numba_ ? numba : cudapy;
    }
    std::string_view index() const { return either("idx", "i"); } ///< of a thread
    std::string_view module() const { return either("cudapy", "numba"); }

    static const Words& of(Dialect dialect);

  private:
    explicit constexpr Words(bool is_numba) : is_numba_(is_numba) {}
    bool is_numba_;
};

} // namespace cudapy::diag
