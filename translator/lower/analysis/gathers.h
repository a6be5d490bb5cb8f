#pragma once
// Tells where neighbouring threads load from places that memory names.

#include "translator/lower/analysis/side_effects.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// Knows what the values in a kernel are made of.
class Gathers {
  public:
    /// `text` is that of one of the kernel's variants.
    explicit Gathers(const program::Block& text);

    /// Returns whether a thread does little in a part of the text but load elements whose places are told by
    /// other elements, which its neighbours along x do not load: `Y[idx] = X[at[idx]]`. Tables count as
    /// arrays, and what a kernel declares does not, since it is small and at hand. Processors load such
    /// elements one after the other, and their instructions for many of them are slower than single loads.
    bool is_gather(const program::Block& part) const;

  private:
    /// Returns whether neighbours along x may have different values of it.
    bool varies(const program::Expr& expr) const;
    /// Returns whether it is made of elements of which neighbours along x load different ones.
    bool is_loaded(const program::Expr& expr) const;

    VariableSet varying_, loaded_;
};

} // namespace cudapy::lower
