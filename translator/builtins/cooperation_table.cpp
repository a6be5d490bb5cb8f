// How the threads of a block work together: CUDA's own names without the leading underscores. The spelling on
// the host of what a lowering takes away there is empty.

#include "translator/builtins/table.h"

namespace cudapy {

namespace {

using Text = std::string_view;

constexpr Builtin row(Text name, Special special, Text cuda, Text host, Text doc) {
    Builtin builtin{};
    builtin.module = "cudapy";
    builtin.name = name;
    builtin.shape = Shape::special;
    builtin.special = special;
    builtin.cuda_single = builtin.cuda_double = cuda;
    builtin.host_single = builtin.host_double = host;
    builtin.doc = doc;
    return builtin;
}

constexpr Builtin rows[] = {
    row("local", Special::local, {}, {},
        "an array of the thread's own, `local(type, count)`, its elements not set"),
    row("shared", Special::shared, {}, {},
        "an array that the threads of a block share, `shared(type, count)`, its elements not set; without a "
        "count it is "
        "sized at the launch by `shared=`"),
    row("syncthreads", Special::barrier, "__syncthreads", {},
        "waits until every thread of the block has come here and sees what the others wrote"),
    row("syncthreads_and", Special::barrier_and, "__syncthreads_and", {},
        "the same, and whether the argument is true for every thread"),
    row("syncthreads_count", Special::barrier_count, "__syncthreads_count", {},
        "the same, and for how many threads the argument is true"),
    row("syncthreads_or", Special::barrier_or, "__syncthreads_or", {},
        "the same, and whether the argument is true for some thread"),
    row("threadfence", Special::fence, "__threadfence", "__sync_synchronize",
        "what the thread wrote before is seen by all threads before what it writes after"),
    row("threadfence_block", Special::fence, "__threadfence_block", "__sync_synchronize",
        "the same for the threads of the block"),
    row("threadfence_system", Special::fence, "__threadfence_system", "__sync_synchronize",
        "the same for all threads, those of the host and of other devices too"),
};

} // namespace

std::span<const Builtin> cooperation_builtins() {
    return rows;
}

} // namespace cudapy
