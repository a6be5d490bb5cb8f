// The interface for C++ programs, on the host and against the fake driver.

#include "runtime/include/cudapy/cudapy.h"
#include "runtime/include/cudapy/generated.h"
#include "tests/runtime/fake_driver.h"
#include "tests/runtime/helpers.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

using namespace cudapy;
using cudapy::runtime::testing::error_of;
using cudapy::runtime::testing::in_child;
using cudapy::runtime::testing::Variable;
using cudapy::runtime::testing::with_fake_driver;

namespace {

using namespace cudapy::generated;

// It keeps the address of what it is made of, unless that is a complex number, which it copies.
template <typename T>
constexpr bool takes_temporary =
    std::is_constructible_v<Argument, T> || std::is_constructible_v<Argument, const T>;
template <typename T>
constexpr bool takes = std::is_constructible_v<Argument, T&>&& std::is_constructible_v<Argument, const T&>;
struct Body {
    float x;
};
static_assert(takes<int> && takes<bool> && takes<double> && takes<half> && takes<Body>);
static_assert(takes<View<float>> && takes<View<const float, 2>> && takes<std::complex<float>>);
static_assert(!takes_temporary<int> && !takes_temporary<bool> && !takes_temporary<double> &&
              !takes_temporary<half> && !takes_temporary<Body>);
static_assert(!takes_temporary<View<float>> && !takes_temporary<View<const float, 2>>);
static_assert(takes_temporary<std::complex<float>> && takes_temporary<std::complex<double>>);

/// increment : void (int by, int* X), with the slots that pycu2cu gives such a kernel.
void increment_on_host(const CpuRange* range, void* const* slots) {
    const int by = *static_cast<const int*>(slots[0]);
    int* const X = *static_cast<int* const*>(slots[1]);
    const int length = *static_cast<const int*>(slots[2]);
    for (std::int64_t i = range->first_block * range->block[0];
         i < range->end_block * range->block[0] && i < range->threads[0]; ++i)
        if (i < length) X[i] += by;
    if (by < 0) *static_cast<std::int32_t*>(slots[3]) = (1 << 30) + 1;
    if (by > 100) *static_cast<std::int32_t*>(slots[3]) = -by; // a mask in that line
}

constexpr const char* parameters[] = {"by", "X"};
constexpr const char* messages[] = {"assertion failed in k.py:2: by >= 0"};
constexpr Slot host_slots[] = {
    {Slot::scalar, 0, 0}, {Slot::pointer, 1, 0}, {Slot::length, 1, 0}, {Slot::failure, 0, 0}};
constexpr Slot cuda_slots[] = {{Slot::pointer, 1, 0}, {Slot::threads, 0, 0}, {Slot::scalar, 0, 0}};
constexpr char image[] = "an image";
constexpr CudaCode code = {image, sizeof image, false, 0, "", "failed_assertion", false, messages, 1};
KernelFile file = {"k.py", true, false, &code, messages, 1};
const Kernel increment = {
    file,
    "increment",
    increment_on_host,
    parameters,
    2,
    nullptr,
    0,
    nullptr,
    0,
    {"run_increment", {1, 1, false, false, false, false, false, false, true, false}, host_slots, 4},
    {"increment", {1, 1, false, false, false, false, false, false, true, false}, cuda_slots, 3}};

constexpr SharedArray shared_arrays[] = {{"cache", 4, 4}, {"sums", 8, 8}};
KernelFile host_file = {"k.py", false, false, nullptr, nullptr, 0};
const Kernel with_shared = {
    host_file,
    "with_shared",
    increment_on_host,
    parameters,
    2,
    shared_arrays,
    2,
    nullptr,
    0,
    {"run_with_shared", {1, 1, true, true, false, false, false, false, false, false}, host_slots, 4},
    {}};

constexpr ElementBound bounds[] = {{1, 0, 0, 0, 2}};
const Kernel with_bounds = {
    host_file,
    "with_bounds",
    increment_on_host,
    parameters,
    2,
    nullptr,
    0,
    bounds,
    1,
    {"run_with_bounds", {1, 1, false, false, false, false, false, false, false, false}, host_slots, 4},
    {}};

void launch_increment(const Launch& launch, int by, View<int> X) {
    const Argument arguments[] = {by, X};
    increment.launch(launch, arguments);
}

// Lists where a const array can be given, and where another one can. A refusal is one of the compiler.
template <typename From, typename To>
constexpr bool becomes = std::is_convertible_v<From, To>;
static_assert(becomes<Array<int>&, View<int>> && becomes<Array<int>&, View<const int>>);
static_assert(!becomes<const Array<int>&, View<int>> && becomes<const Array<int>&, View<const int>>);
static_assert(!becomes<const Array<int, 2>&, View<int, 2>> &&
              !becomes<const Array<int>&, View<const int, 2>>);
static_assert(std::is_invocable_v<decltype(launch_increment), Launch, int, Array<int>&> &&
              !std::is_invocable_v<decltype(launch_increment), Launch, int, const Array<int>&>);
template <typename T>
using view_of_array = decltype(std::declval<T&>().view());
template <typename T>
using data_of_array = decltype(std::declval<T&>().data());
static_assert(std::is_same_v<view_of_array<Array<int>>, View<int>> &&
              std::is_same_v<view_of_array<const Array<int>>, View<const int>>);
static_assert(std::is_same_v<data_of_array<Array<int>>, int*> &&
              std::is_same_v<data_of_array<const Array<int>>, const int*>);
// The bodies of copies say what they take: they copy to what this gives a view of elements that are not
// const.
template <typename T>
using view_for_copies = decltype(detail::view_of(std::declval<T&>()));
static_assert(std::is_same_v<view_for_copies<Array<int>>, View<int>> &&
              std::is_same_v<view_for_copies<const Array<int>>, View<const int>> &&
              std::is_same_v<view_for_copies<const View<int>>, View<int>>);

// Requirements of C++20 see whether braces are taken as the elements or the shape of an array or a view.
template <typename Made>
constexpr bool takes_one = requires {
    Made({5}, Device::cpu());
};
template <typename Made>
constexpr bool takes_two = requires {
    Made({5, 6}, Device::cpu());
};
template <typename Made>
constexpr bool takes_three = requires {
    Made({5, 6, 7}, Device::cpu());
};
static_assert(takes_one<Array<float>> && takes_two<Array<float>> && takes_three<Array<float>>);
static_assert(!takes_one<Array<float, 2>> && takes_two<Array<float, 2>> && !takes_three<Array<float, 2>>);
static_assert(!takes_one<Array<float, 3>> && !takes_two<Array<float, 3>> && takes_three<Array<float, 3>>);
template <typename T, int N>
constexpr bool takes_one_with_values = requires(const std::vector<T>& values) {
    Array<T, N>({5}, values);
};
template <typename T, int N>
constexpr bool takes_two_with_values = requires(const std::vector<T>& values) {
    Array<T, N>({5, 6}, values);
};
static_assert(takes_one_with_values<int, 1> && !takes_two_with_values<int, 1>);
static_assert(!takes_one_with_values<int, 2> && takes_two_with_values<int, 2>);
template <typename T, int N>
constexpr bool views_one = requires(T* data) {
    View<T, N>(data, {5}, Device::cpu());
};
template <typename T, int N>
constexpr bool views_two = requires(T* data) {
    View<T, N>(data, {5, 6}, Device::cpu());
};
static_assert(views_one<int, 1> && !views_two<int, 1> && !views_one<int, 2> && views_two<int, 2>);
template <int N>
constexpr bool pins_one = requires {
    Array<int, N>::pinned({5});
};
static_assert(pins_one<1> && !pins_one<2>);

template <typename T>
void check_elements_in_braces() {
    const Device host = Device::cpu();
    CHECK(Array<T>({5}, host).to_vector() == std::vector<T>({5}));
    CHECK(Array<T>{{5}, host}.to_vector() == std::vector<T>{5});
    CHECK(Array<T>({5, 6}, host).to_vector() == std::vector<T>({5, 6}));
    CHECK(Array<T>({0}, host).to_vector() == std::vector<T>({0}));
    CHECK(Array<T>({}, host).to_vector().empty());
    CHECK(Array<T>(5, host).to_vector() == std::vector<T>(5));
    Array<T> X({7}, host);
    X.copy_from({0}); // which is a null pointer, too
    CHECK(X.to_vector() == std::vector<T>({0}));
    X.copy_from({8});
    CHECK(X.to_vector() == std::vector<T>({8}));
    const std::vector<T> values{1, 2};
    CHECK(Array<T>({values.begin(), values.end()}, host).to_vector() == values);
    CHECK(Array<T>({2}, {3, 4}, host).to_vector() == std::vector<T>({3, 4}));
    CHECK(Array<T, 2>({2, 1}, {3, 4}, host).to_vector() == std::vector<T>({3, 4}));
}

std::string error_of_shared(const Launch& launch) {
    Array<int> X(3, Device::cpu());
    const int by = 1; // an Argument keeps its address
    const View<int> view = X.view();
    const Argument arguments[] = {by, view};
    return error_of([&] { with_shared.launch(launch, arguments); });
}

} // namespace

TEST_CASE("arrays on the host") {
    const Device host = Device::cpu();
    Array<int> X(std::vector<int>{1, 2, 3}, host);
    CHECK(X.to_vector() == std::vector{1, 2, 3});
    Array<int, 2> A({2, 3}, host);
    CHECK(A.to_vector() == std::vector(6, 0));
    CHECK(A.size() == 6);
    CHECK(A.bytes() == 24);
    CHECK(A.shape() == Shape<2>{2, 3});
    CHECK(A.extent(1) == 3);
    CHECK(A.device().name() == "cpu");
    A.copy_from({1, 2, 3, 4, 5, 6});
    const Array<int, 2> B = A.copy();
    Array<int, 2> C({2, 3}, host);
    copy(B, C);
    start_copy(B.view(), C.view());
    CHECK(C.to_vector() == B.to_vector());
    A.data()[0] = 9;
    CHECK(B.to_vector() == std::vector{1, 2, 3, 4, 5, 6});
    Array<int, 2> moved = std::move(A);
    CHECK(moved.to_vector()[0] == 9);
    CHECK(A.size() == 0); // NOLINT(bugprone-use-after-move): it is empty
    A = std::move(moved);
    CHECK(A.to_vector()[0] == 9);
    int elements[3] = {};
    copy(X, View<int>(elements, 3, host));
    CHECK(elements[2] == 3);
    start_copy(View<const int>(elements, 3, host), X);
    // In a child, since it looks for a driver, which a process does once.
    CHECK(in_child([] { return std::to_string(Array<int>::pinned({4}).to_vector().size()); }) == "4");
    CHECK(Array<int>(0, host).to_vector().empty());
    CHECK(Array<int>().size() == 0);

    check_elements_in_braces<int>();
    check_elements_in_braces<float>();
    check_elements_in_braces<double>();
    check_elements_in_braces<std::int64_t>();
    check_elements_in_braces<unsigned char>();

    CHECK(error_of([&] {
              X.copy_from({1, 2, 3, 4});
          }) == "invalid_argument: 4 elements cannot be copied to 3 elements");
    CHECK(error_of([&] { X.copy_from(std::vector<int>(4)); }) ==
          "invalid_argument: 4 elements cannot be copied to 3 elements");
    CHECK(error_of([&] {
              copy(B, Array<int, 2>({3, 2}, host));
          }) == "invalid_argument: 2 x 3 elements cannot be copied to 3 x 2 elements");
    CHECK(error_of([&] {
              (Array<int, 2>({2, -1}, host));
          }) == "invalid_argument: an array of 2 x -1 elements of 4 bytes is not possible");
    CHECK(error_of([&] {
              (Array<double, 2>({std::int64_t{1} << 40, std::int64_t{1} << 40}, host));
          }) ==
          "invalid_argument: an array of 1099511627776 x 1099511627776 elements of 8 bytes is not possible");
}

TEST_CASE("a kernel of the program on the host") {
    Array<int> X(std::vector<int>{1, 2, 3}, Device::cpu());
    launch_increment(3, 10, X);
    launch_increment(Launch(100).block(32), 100, X);
    launch_increment(0, 1, X);
    CHECK(X.to_vector() == std::vector{111, 112, 113});
    CHECK(error_of([&] { launch_increment(3, -1, X); }) == "assertion: assertion failed in k.py:2: by >= 0");
    CHECK(error_of([&] { launch_increment(3, 107, X); }) ==
          "kernel: increment: the mask in line 107 of k.py names other threads of the warp than come there: "
          "each "
          "thread that it names must come with the same mask, and no other");
    CHECK(error_of([&] { launch_increment(-3, 1, X); }) ==
          "launch: increment: a launch of -3 threads is not possible: a count is negative");
    CHECK(error_of([&] { launch_increment(Launch(3).block(3, 2), 1, X); }) ==
          "launch: increment: a block of 3 x 2 threads is wider than 1 along y, where the kernel has no "
          "coordinate");
    CHECK(error_of([&] { launch_increment(Launch(3).on(Device::cuda()), 1, X); }) ==
          "invalid_argument: increment: X is on cpu, and the launch on cuda:0");
    CHECK(error_of([&] { launch_increment(Launch(3).shared({1}), 1, X); }) ==
          "invalid_argument: increment: the kernel sizes 0 shared arrays at its launch, and was given 1 "
          "numbers by "
          "Launch::shared");
    int element = 0;
    CHECK(error_of([&] {
              launch_increment(1, 1, View<int>(&element, std::int64_t{1} << 32, Device::cpu()));
          }) == "invalid_argument: increment: X has 4294967296 elements: the most is 2147483647 with 32-bit "
                "coordinates; "
                "translate with INDEX int64");
    const std::complex<double> numbers[2] = {};
    const int by = 1;
    const View<const std::complex<double>> between(
        reinterpret_cast<const std::complex<double>*>(reinterpret_cast<const double*>(numbers) +
                                                      (reinterpret_cast<std::uintptr_t>(numbers) % 16 == 0)),
        1, Device::cpu());
    const Argument misaligned[] = {by, between};
    CHECK(error_of([&] { increment.launch(1, misaligned); }) ==
          "invalid_argument: increment: X is not aligned to 16 bytes, which kernels need for its elements");
    const Argument aligned(std::complex<double>(1, 2));
    CHECK(reinterpret_cast<std::uintptr_t>(aligned.data()) % 16 == 0);
    CHECK(*static_cast<const std::complex<double>*>(aligned.data()) == std::complex<double>(1, 2));
    CHECK(error_of_shared(Launch(3)) == "invalid_argument: with_shared: the kernel sizes 2 shared arrays at "
                                        "its launch, and was given 0 numbers by "
                                        "Launch::shared");
    CHECK(error_of_shared(Launch(3).shared({1, 29055})) == "no error");
    CHECK(
        error_of_shared(Launch(3).shared({1, 29056})) ==
        "launch: with_shared: the shared arrays cache of 1 elements and sums of 29056 take 232456 bytes, and "
        "the most that cpu gives a block of the kernel is 232448: use fewer elements");
    CHECK(
        error_of_shared(Launch(3).shared({std::int64_t{1} << 61, std::int64_t{1} << 61})) ==
        "launch: with_shared: the shared arrays cache of 2305843009213693952 elements and sums of "
        "2305843009213693952 take more than 2^62 bytes, and the most that cpu gives a block of the kernel is "
        "232448: use fewer elements");
    CHECK(
        error_of_shared(Launch(3).shared({-1, 1})) ==
        "launch: with_shared: -1 elements of the shared array cache are not possible: give Launch::shared a "
        "number that is not negative");
}

TEST_CASE("a launch of the program that goes outside an array, or along an axis that is not read") {
    Array<int> X(3, Device::cpu());
    const auto error_of_launch = [&](const Launch& launch) {
        const int by = 1; // an Argument keeps its address
        const View<int> view = X.view();
        const Argument arguments[] = {by, view};
        return error_of([&] { with_bounds.launch(launch, arguments); });
    };
    CHECK(error_of_launch(Launch(1)) == "no error");
    CHECK(error_of_launch(Launch(2)) ==
          "launch: with_bounds: a launch of 2 threads goes outside X: every thread uses X[idx + 2], idx up "
          "to 1, and "
          "X has 3 elements; launch 1 thread along x, or write `if idx + 2 < len(X):` around it");
    CHECK(error_of_launch(Launch(1, 2)) ==
          "launch: with_bounds: a launch of 1 x 2 threads has 2 along y, whose coordinate the kernel never "
          "reads, so "
          "that all 2 would do the same: ask for 2 along x and 1 along y, or use idy in the kernel");
    CHECK(error_of_launch(Launch(0, 2)) == "no error");
}

TEST_CASE("a kernel of the program on a GPU") {
    CHECK(with_fake_driver([]() -> std::string {
              Array<int> X(std::vector<int>{1, 2, 3});
              std::string said = X.device().name();
              launch_increment(3, 10, X);
              const Stream stream;
              launch_increment(Launch(3).on(stream), 10, X); // which waits for what X was made by
              stream.synchronize();
              said += " " + std::to_string(X.to_vector()[0]);
              Array<int> Y = X.copy(Device::cpu());
              {
                  const UseStream use(stream);
                  launch_increment(1, 1, X);
                  copy(X, Y);
              }
              Event event;
              event.record(stream);
              event.synchronize();
              said += " " + std::to_string(Y.to_vector()[0]) + "\n";
              *runtime::testing::fake<int*()>("fake_variable")() = 1;
              launch_increment(3, 10, X);
              said += error_of([] { synchronize(); }) + "\n";
              const Stream of_host(Device::cpu());
              return said + error_of([&] { launch_increment(Launch(1).on(of_host), 1, X); });
          }) == "cuda:0 3 4\nassertion: assertion failed in k.py:2: by >= 0\n"
                "invalid_argument: increment: X is on cuda:0, and the stream on cpu");
}

TEST_CASE("what a program has only for the CPU") {
    CHECK(with_fake_driver([] {
              const Array<int> X(3);
              const int by = 1;
              const View<const int> view = X.view();
              const Argument arguments[] = {by, view};
              return error_of([&] { with_shared.launch(Launch(3).shared({1, 1}), arguments); });
          }) == "no_device: with_shared cannot run on cuda:0: the program has it only for the CPU. Leave "
                "CUDA OFF out of "
                "cudapy_add_kernels, or put the arrays on cudapy::Device::cpu()");
}

TEST_CASE("devices of a program") {
    {
        const Variable target("CUDAPY_TARGET", "cpu");
        CHECK(current_device() == Device::cpu());
    }
    {
        const Variable target("CUDAPY_TARGET", "gpu");
        CHECK(error_of([] { current_device(); }) == "invalid_argument: the environment's CUDAPY_TARGET must "
                                                    "be \"cuda\", \"cuda:1\" and so on, or \"cpu\", it is "
                                                    "\"gpu\"");
    }
    CHECK(with_fake_driver([]() -> std::string {
              set_current_device(Device::cpu());
              const std::string chosen = current_device().name();
              set_current_device(Device::cuda());
              return chosen + " " + current_device().name() + " " + std::to_string(cuda_device_count()) +
                     "\n" + error_of([] { set_current_device(Device::cuda(7)); });
          }) == "cpu cuda:0 1\nno_device: there is no cuda:7: the machine has 1 of them");
}

TEST_CASE("a module that is loaded") {
    CHECK(with_fake_driver([]() -> std::string {
              const Module module = Module::load("content", 7);
              const ModuleKernel kernel = module.kernel("increment");
              Array<int> X(std::vector<int>{1, 2, 3});
              kernel(3, X, 2.5f);
              kernel(Launch(3, 2).block(16, 16), X.view());
              std::string said = std::to_string(X.to_vector()[0]) + "\n";
              said += error_of([&] { kernel(3, Array<int>(3, Device::cpu())); }) + "\n";
              kernel(Launch(3).shared({200000}), X, 2.5f);
              for (const std::int64_t bytes : {std::int64_t{-1}, (std::int64_t{1} << 32) + 4})
                  said += error_of([&] { kernel(Launch(3).shared({bytes}), X, 2.5f); }) + "\n";
              said += error_of([&] { kernel(Launch(3).shared({4, 4}), X, 2.5f); }) + "\n";
              return said + error_of([&] { module.kernel("missing"); });
          }) == "3\ninvalid_argument: increment: the kernel is on cuda:0, and argument 1 on cpu\n"
                "launch: increment: -1 bytes of shared memory are not possible: the most that cuda:0 gives a "
                "block of the kernel is 231936, besides its 512 bytes of constant size\n"
                "launch: increment: 4294967300 bytes of shared memory are not possible: the most that cuda:0 "
                "gives a block of the kernel is 231936, besides its 512 bytes of constant size\n"
                "invalid_argument: increment: Launch::shared takes one number for CUDA C++, the bytes of a "
                "block's dynamic shared memory, got 2\n"
                "driver: looking for the kernel missing failed: CUDA_ERROR_FAKE (500): the driver's text.");
    CHECK(error_of([] { Module::compile("", Device::cpu(), "scale"); }) ==
          "invalid_argument: scale: CUDA C++ runs only on a GPU, and the device is cpu");
    CHECK(error_of([] { Module::load("content", 7, Device::cpu()); }) ==
          "invalid_argument: loading a module: it is for a CUDA device, not for the host");
}

TEST_CASE("halves") {
    unsigned wrong = 0;
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        half value;
        value.bits = static_cast<std::uint16_t>(bits);
        const auto wide = static_cast<float>(value);
        if (std::isnan(wide)) continue;
        wrong += half(wide).bits != bits;
        if ((bits & 0x7fff) >= 0x7bff) continue;
        // A tie goes to the even one, what is nearer to the next one goes there.
        half next;
        next.bits = static_cast<std::uint16_t>(bits + 1);
        const float middle = (wide + static_cast<float>(next)) / 2;
        wrong += half(middle).bits != (bits % 2 == 0 ? bits : bits + 1);
        wrong += half(std::nextafter(middle, static_cast<float>(next))).bits != bits + 1;
    }
    CHECK(wrong == 0);
    CHECK(half(65520.0f).bits == 0x7c00);
    CHECK(half(65519.0f).bits == 0x7bff);
    CHECK(half(-1e30f).bits == 0xfc00);
    CHECK(std::isnan(static_cast<float>(half(std::numeric_limits<float>::quiet_NaN()))));
    CHECK(static_cast<float>(bfloat16(1.0f)) == 1.0f);
    CHECK(bfloat16(std::bit_cast<float>(0x3f808000u)).bits == 0x3f80); // a tie
    CHECK(bfloat16(std::bit_cast<float>(0x3f818000u)).bits == 0x3f82);
    CHECK(bfloat16(3e38f).bits == 0x7f62);
    CHECK(std::isnan(static_cast<float>(bfloat16(std::numeric_limits<float>::quiet_NaN()))));
}
