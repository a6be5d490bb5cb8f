#include "translator/emit/helpers/notes.h"

#include "translator/emit/cpp/walk.h"
#include "translator/support/internal_error.h"

#include <set>

namespace cudapy::emit {

using namespace program;

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

} // namespace

std::string_view note_helper_comment(Helper helper) {
    switch (helper) {
    case Helper::note_read:
        return "The index of an element that the thread is going to read.";
    case Helper::note_write:
        return "The index of an element that the thread is going to write.";
    case Helper::note_array:
        return "The length of an array that begins here, and that nobody has written to.";
    case Helper::note_order:
        return "Tells of a barrier or a fence.";
    case Helper::note_decision:
        return "A condition, which the thread goes by.";
    case Helper::note_step:
        return "Tells where the thread goes: cudapy::generated::Step.";
    case Helper::note_place:
        return "The number of a call.";
    case Helper::note_call:
        return "Tells that a function was called.";
    default:
        return "Tells with whom the thread meets at a barrier of its warp.";
    }
}

namespace {

std::string_view text_of(Helper helper, Target target) {
    switch (helper) {
    case Helper::note_read:
        return target == Target::cpu ? note_read : device_note_read;
    case Helper::note_write:
        return target == Target::cpu ? note_write : device_note_write;
    case Helper::note_array:
        return target == Target::cpu ? note_array : device_note_array;
    case Helper::note_order:
        return target == Target::cpu ? note_order : device_note_order;
    case Helper::note_decision:
        return note_decision;
    case Helper::note_step:
        return note_step;
    case Helper::note_place:
        return note_place;
    case Helper::note_call:
        return note_call;
    default:
        return target == Target::cpu ? note_meeting : device_note_meeting;
    }
}

std::string with_name(std::string_view text, const Dialect& dialect) {
    constexpr std::string_view word = "RECORDER";
    std::string result(text);
    for (std::size_t at = result.find(word); at != std::string::npos; at = result.find(word, at))
        result.replace(at, word.size(), dialect.recorder);
    return result;
}

} // namespace

std::string note_helper_text(Helper helper, const Dialect& dialect) {
    return with_name(text_of(helper, dialect.target), dialect);
}

void write_recorder(Writer& writer, const Dialect& dialect) {
    writer.raw(with_name(dialect.target == Target::cpu ? recorder_text : device_recorder_text, dialect));
}

} // namespace cudapy::emit
