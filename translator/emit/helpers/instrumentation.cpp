#include "translator/emit/helpers/instrumentation.h"

#include "translator/emit/helpers/helper_table.h"
#include "translator/program/walk.h"
#include "translator/support/internal_error.h"

#include <set>

namespace cudapy::emit {

using namespace program;
using Types = HelperText::Types;
using Targets = HelperText::Targets;

namespace {

constexpr std::string_view recorder_text = R"(
// Calls for accesses to memory, with the number of the access, the element, and the value that will be written
// to it.
struct CpuRecorder {
    void (*access)(CpuRecorder*, int number, const void* element, const void* value);
    void (*declare)(CpuRecorder*, int number, const void* array, long long bytes);
    void (*order)(CpuRecorder*, int what);
    void (*meet)(CpuRecorder*, unsigned mask);
    CpuRecorder* (*block)(CpuRecorder*, long long number);
    void (*step)(CpuRecorder*, int number, int what);
    long long thread;
};
static thread_local CpuRecorder* RECORDER;
)";

constexpr std::string_view record_read = R"(template <typename E>
Q T N(T index, const E* array, int number)
{
    RECORDER->access(RECORDER, number, array + index, nullptr);
    return index;
}
)";
constexpr std::string_view record_write = R"(template <typename E>
Q T N(T index, const E* array, int number)
{
    RECORDER->access(RECORDER, number, array + index, nullptr);
    return index;
}
template <typename E, typename V>
Q T N(T index, const E* array, const V& value, int number)
{
    RECORDER->access(RECORDER, number, array + index, &value);
    return index;
}
)";
constexpr std::string_view record_array = R"(template <typename E>
Q T N(T count, const E* array, int number)
{
    RECORDER->declare(RECORDER, number, array, count * (long long)sizeof(E));
    return count;
}
)";
constexpr std::string_view record_sync = R"(Q T N(T order, int /*number*/)
{
    RECORDER->order(RECORDER, order);
    return order;
}
)";
constexpr std::string_view record_warp_sync = R"(Q T N(T mask, int /*number*/)
{
    RECORDER->meet(RECORDER, unsigned(mask));
    return mask;
}
)";

constexpr std::string_view record_branch = R"(Q T N(T taken, int number)
{
    RECORDER->step(RECORDER, number, taken ? 4 : 5);
    return taken;
}
)";
constexpr std::string_view record_step = R"(Q T N(T step, int number)
{
    RECORDER->step(RECORDER, number, step);
    return step;
}
)";
constexpr std::string_view record_call_site = R"(Q T N(T /*nothing*/, int number)
{
    return number;
}
)";
constexpr std::string_view record_call = R"(Q T N(T place, int /*number*/)
{
    RECORDER->step(RECORDER, place, 6);
    return place;
}
)";

constexpr std::string_view device_recorder_text =
#include "translator/emit/helpers/device_recorder.inc"
    ;

constexpr std::string_view device_record_read = R"(template <typename E>
Q T N(T index, const E* array, int number)
{
    RECORDER.access(number, array + index, nullptr);
    return index;
}
)";
constexpr std::string_view device_record_write = R"(template <typename E>
Q T N(T index, const E* array, int number)
{
    RECORDER.access(number, array + index, nullptr);
    return index;
}
template <typename E, typename V>
Q T N(T index, const E* array, V value, int number)
{
    RECORDER.access(number, array + index, &value);
    return index;
}
)";
constexpr std::string_view device_record_array = R"(template <typename E>
Q T N(T count, const E* array, int number)
{
    RECORDER.declare(number, array, count * (long long)sizeof(E));
    return count;
}
)";
constexpr std::string_view device_record_sync = R"(Q T N(T order, int /*number*/)
{
    if (order == 2) {
        RECORDER.fence();
    } else {
        RECORDER.barrier(order == 1);
    }
    return order;
}
)";
constexpr std::string_view device_record_warp_sync = R"(Q T N(T mask, int /*number*/)
{
    RECORDER.meet(unsigned(mask));
    return mask;
}
)";

constexpr HelperText of_instrumentation[] = {
    {Helper::record_read, Types::any, Targets::cpu,
     "The index of an element that the thread is going to read.", record_read},
    {Helper::record_read, Types::any, Targets::cuda,
     "The index of an element that the thread is going to read.", device_record_read},
    {Helper::record_write, Types::any, Targets::cpu,
     "The index of an element that the thread is going to write.", record_write},
    {Helper::record_write, Types::any, Targets::cuda,
     "The index of an element that the thread is going to write.", device_record_write},
    {Helper::record_array, Types::any, Targets::cpu,
     "The length of an array that begins here, and that nobody has written to.", record_array},
    {Helper::record_array, Types::any, Targets::cuda,
     "The length of an array that begins here, and that nobody has written to.", device_record_array},
    {Helper::record_sync, Types::any, Targets::cpu, "Tells of a barrier or a fence.", record_sync},
    {Helper::record_sync, Types::any, Targets::cuda, "Tells of a barrier or a fence.", device_record_sync},
    {Helper::record_warp_sync, Types::any, Targets::cpu,
     "Tells with whom the thread meets at a barrier of its warp.", record_warp_sync},
    {Helper::record_warp_sync, Types::any, Targets::cuda,
     "Tells with whom the thread meets at a barrier of its warp.", device_record_warp_sync},
    {Helper::record_branch, Types::any, Targets::both,
     "A condition, which decides which way the thread goes.", record_branch},
    {Helper::record_step, Types::any, Targets::both, "Tells where the thread goes: cudapy::generated::Step.",
     record_step},
    {Helper::record_call_site, Types::any, Targets::both, "The number of a call.", record_call_site},
    {Helper::record_call, Types::any, Targets::both, "Tells that a function was called.", record_call},
};

} // namespace

void add_recorder_words(Words& words, const Dialect& dialect) {
    words.texts["RECORDER"] = dialect.recorder;
}

std::span<const HelperText> instrumentation_texts() {
    return of_instrumentation;
}

void write_recorder(Writer& writer, const Dialect& dialect) {
    Words words;
    add_recorder_words(words, dialect);
    writer.part("prelude recorder", [&] {
        writer.raw(filled(dialect.target == Target::cpu ? recorder_text : device_recorder_text, words));
    });
}

} // namespace cudapy::emit
