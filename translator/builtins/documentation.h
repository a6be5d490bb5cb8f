#pragma once
// This writes the table of built-ins as a page, for docs/builtins.md and `pycu2cu --list-builtins`.

#include <string>

namespace cudapy {

std::string builtins_markdown();

} // namespace cudapy
