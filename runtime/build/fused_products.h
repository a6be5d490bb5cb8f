#pragma once
// A look into machine code for products that are fused with sums although `-ffp-contract=off` forbids it. GCC
// 11 and 12 make the instructions vfmaddsub and vfmsubadd of the sums and differences of products that a
// product of complex numbers has, and round once where the kernel rounds twice.

#include <filesystem>

namespace cudapy::runtime {

/// Returns whether a file of machine code for x86-64 may have such an instruction. Other bytes can look like
/// one; no such instruction is missed. A file that cannot be read has none.
bool may_fuse_products(const std::filesystem::path& file);

} // namespace cudapy::runtime
