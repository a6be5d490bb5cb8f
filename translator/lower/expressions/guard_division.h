#pragma once
// Guards divisions on the host. On x86 an integer division by zero, or of the least integer by -1, kills the
// process, so that on the host such a division goes through a helper.

#include "translator/program/program.h"

namespace cudapy::lower {

void lower_host_division(program::Function& function);

} // namespace cudapy::lower
