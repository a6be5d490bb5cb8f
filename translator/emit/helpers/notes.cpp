#include "translator/emit/helpers/notes.h"

#include "translator/emit/helpers/helper_table.h"
#include "translator/program/walk.h"
#include "translator/support/internal_error.h"

#include <set>

namespace cudapy::emit {

using namespace program;
using Of = HelperText::Of;
using On = HelperText::On;

namespace {

constexpr std::string_view recorder_text = R"(
// What the launcher is told of what threads do with memory: the number of the access, the element, and what
// is going to be written to it.
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

constexpr std::string_view note_read = R"(template <typename E>
Q T N(T index, const E* array, int number)
{
    RECORDER->access(RECORDER, number, array + index, nullptr);
    return index;
}
)";
constexpr std::string_view note_write = R"(template <typename E>
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
constexpr std::string_view note_array = R"(template <typename E>
Q T N(T count, const E* array, int number)
{
    RECORDER->declare(RECORDER, number, array, count * (long long)sizeof(E));
    return count;
}
)";
constexpr std::string_view note_order = R"(Q T N(T order, int /*number*/)
{
    RECORDER->order(RECORDER, order);
    return order;
}
)";
constexpr std::string_view note_meeting = R"(Q T N(T mask, int /*number*/)
{
    RECORDER->meet(RECORDER, unsigned(mask));
    return mask;
}
)";

constexpr std::string_view note_decision = R"(Q T N(T taken, int number)
{
    RECORDER->step(RECORDER, number, taken ? 4 : 5);
    return taken;
}
)";
constexpr std::string_view note_step = R"(Q T N(T step, int number)
{
    RECORDER->step(RECORDER, number, step);
    return step;
}
)";
constexpr std::string_view note_place = R"(Q T N(T /*nothing*/, int number)
{
    return number;
}
)";
constexpr std::string_view note_call = R"(Q T N(T place, int /*number*/)
{
    RECORDER->step(RECORDER, place, 6);
    return place;
}
)";

constexpr std::string_view device_recorder_text =
#include "translator/emit/helpers/device_recorder.inc"
    ;

constexpr std::string_view device_note_read = R"(template <typename E>
Q T N(T index, const E* array, int number)
{
    RECORDER.access(number, array + index, nullptr);
    return index;
}
)";
constexpr std::string_view device_note_write = R"(template <typename E>
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
constexpr std::string_view device_note_array = R"(template <typename E>
Q T N(T count, const E* array, int number)
{
    RECORDER.declare(number, array, count * (long long)sizeof(E));
    return count;
}
)";
constexpr std::string_view device_note_order = R"(Q T N(T order, int /*number*/)
{
    if (order == 2) {
        RECORDER.fence();
    } else {
        RECORDER.barrier(order == 1);
    }
    return order;
}
)";
constexpr std::string_view device_note_meeting = R"(Q T N(T mask, int /*number*/)
{
    RECORDER.meet(unsigned(mask));
    return mask;
}
)";

constexpr HelperText of_notes[] = {
    {Helper::note_read, Of::any, On::cpu, "The index of an element that the thread is going to read.",
     note_read},
    {Helper::note_read, Of::any, On::cuda, "The index of an element that the thread is going to read.",
     device_note_read},
    {Helper::note_write, Of::any, On::cpu, "The index of an element that the thread is going to write.",
     note_write},
    {Helper::note_write, Of::any, On::cuda, "The index of an element that the thread is going to write.",
     device_note_write},
    {Helper::note_array, Of::any, On::cpu,
     "The length of an array that begins here, and that nobody has written to.", note_array},
    {Helper::note_array, Of::any, On::cuda,
     "The length of an array that begins here, and that nobody has written to.", device_note_array},
    {Helper::note_order, Of::any, On::cpu, "Tells of a barrier or a fence.", note_order},
    {Helper::note_order, Of::any, On::cuda, "Tells of a barrier or a fence.", device_note_order},
    {Helper::note_meeting, Of::any, On::cpu, "Tells with whom the thread meets at a barrier of its warp.",
     note_meeting},
    {Helper::note_meeting, Of::any, On::cuda, "Tells with whom the thread meets at a barrier of its warp.",
     device_note_meeting},
    {Helper::note_decision, Of::any, On::both, "A condition, which the thread goes by.", note_decision},
    {Helper::note_step, Of::any, On::both, "Tells where the thread goes: cudapy::generated::Step.",
     note_step},
    {Helper::note_place, Of::any, On::both, "The number of a call.", note_place},
    {Helper::note_call, Of::any, On::both, "Tells that a function was called.", note_call},
};

} // namespace

void add_note_words(Words& words, const Dialect& dialect) {
    words.texts["RECORDER"] = dialect.recorder;
}

std::span<const HelperText> note_texts() {
    return of_notes;
}

void write_recorder(Writer& writer, const Dialect& dialect) {
    Words words;
    add_note_words(words, dialect);
    writer.part("prelude recorder", [&] {
        writer.raw(filled(dialect.target == Target::cpu ? recorder_text : device_recorder_text, words));
    });
}

} // namespace cudapy::emit
