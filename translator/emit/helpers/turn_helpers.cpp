// The calls in which a thread that takes turns lets the others go on (lower/cpu/turns.h).

#include "translator/emit/helpers/helper_table.h"

namespace cudapy::emit {

using program::Helper;
using Types = HelperText::Types;
using Targets = HelperText::Targets;

namespace {

constexpr std::string_view turn_begin = R"(Q void N()
{
    TURNS->begin(TURNS);
}
)";
constexpr std::string_view turn_wait = R"(Q void N(int line)
{
    TURNS->wait(TURNS, line);
}
)";
constexpr std::string_view turn_barrier = R"(Q void N(int line, M vote)
{
    TURNS->barrier(TURNS, line, vote);
}
)";
constexpr std::string_view turn_grid = R"(Q void N(int line)
{
    TURNS->grid(TURNS, line);
}
)";
constexpr std::string_view turn_meet = R"(Q void N(int line, M mask, M vote)
{
    TURNS->meet(TURNS, line, mask, vote);
}
)";
constexpr std::string_view turn_votes = R"(Q M N()
{
    return TURNS->votes;
}
)";
constexpr std::string_view turn_is_last = R"(Q bool N()
{
    return TURNS->is_last;
}
)";

constexpr HelperText of_turns[] = {
    {Helper::turn_begin, Types::any, Targets::cpu, "The thread reaches a loop that waits for other threads.",
     turn_begin},
    {Helper::turn_wait, Types::any, Targets::cpu, "Lets other threads go on before the thread looks again.",
     turn_wait},
    {Helper::turn_barrier, Types::any, Targets::cpu,
     "Waits for the threads of the block, and counts their votes.", turn_barrier},
    {Helper::turn_grid, Types::any, Targets::cpu, "Waits for the threads of all blocks.", turn_grid},
    {Helper::turn_meet, Types::any, Targets::cpu,
     "Waits for the threads of the warp that the mask names, and collects their votes.", turn_meet},
    {Helper::turn_votes, Types::any, Targets::cpu, "The votes that the thread waited for.", turn_votes},
    {Helper::turn_is_last, Types::any, Targets::cpu,
     "Whether the threads that it waited for were there before.", turn_is_last},
};

} // namespace

std::span<const HelperText> turn_texts() {
    return of_turns;
}

} // namespace cudapy::emit
