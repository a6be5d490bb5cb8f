#include "pymodule/src/kernel/cubin_symbols.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <elf.h>
#include <memory>
#include <optional>

namespace cudapy::python {

namespace {

template <typename Item>
std::optional<Item> read_at(std::string_view bytes, uint64_t offset) {
    if (offset > bytes.size() || sizeof(Item) > bytes.size() - offset) return std::nullopt;
    Item item;
    std::memcpy(&item, bytes.data() + offset, sizeof item);
    return item;
}

std::string string_at(std::string_view bytes, uint64_t offset) {
    if (offset >= bytes.size()) return "";
    const std::string_view rest = bytes.substr(offset);
    return std::string(rest.substr(0, rest.find('\0')));
}

CubinSymbols symbols_of_elf(std::string_view cubin) {
    CubinSymbols symbols;
    const auto header = read_at<Elf64_Ehdr>(cubin, 0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr))
        return symbols;
    const auto section = [&](uint64_t index) {
        return read_at<Elf64_Shdr>(cubin, header->e_shoff + index * sizeof(Elf64_Shdr));
    };
    for (uint64_t i = 0; i < header->e_shnum; ++i) {
        const auto table = section(i);
        if (!table || table->sh_type != SHT_SYMTAB || table->sh_entsize != sizeof(Elf64_Sym)) continue;
        const auto names = section(table->sh_link);
        if (!names) continue;
        for (uint64_t at = 0; at + sizeof(Elf64_Sym) <= table->sh_size; at += sizeof(Elf64_Sym)) {
            const auto symbol = read_at<Elf64_Sym>(cubin, table->sh_offset + at);
            if (!symbol) break;
            const unsigned type = ELF64_ST_TYPE(symbol->st_info);
            if (symbol->st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_OBJECT)) continue;
            (type == STT_FUNC ? symbols.functions : symbols.variables)
                .push_back(string_at(cubin, names->sh_offset + symbol->st_name));
        }
    }
    return symbols;
}

} // namespace

CubinSymbols symbols_of(std::string_view file) {
    // The format of a fat binary is documented nowhere, but the files in it are ELF files.
    const std::string_view magic(ELFMAG, SELFMAG);
    for (std::size_t at = file.find(magic); at != std::string_view::npos; at = file.find(magic, at + 1)) {
        CubinSymbols symbols = symbols_of_elf(file.substr(at));
        if (!symbols.functions.empty()) return symbols;
    }
    return {};
}

std::string demangled(const std::string& symbol) {
    if (!symbol.starts_with("_Z")) return symbol;
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    return text && status == 0 ? std::string(text.get()) : symbol;
}

} // namespace cudapy::python
