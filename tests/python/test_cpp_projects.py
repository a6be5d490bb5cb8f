"""CudaPy from C++: the sample projects, what is built again when something was edited, and the page about
it."""

import re
import shutil

import pytest
from cmake_projects import ON_GPU, PACKAGE, ROOT, configure, needs_package, run

pytestmark = needs_package
needs_ninja = pytest.mark.skipif(not shutil.which("ninja"), reason="there is no ninja")


def steps(build):
    """What building did: the last words of ninja's lines."""
    lines = run("ninja", folder=build).stdout.splitlines()
    return [re.sub(r".*/", "", line.split("] ", 1)[1]) for line in lines if line.startswith("[")]


@pytest.fixture(scope="module")
def heat(tmp_path_factory):
    """The first sample, copied and built."""
    folder = tmp_path_factory.mktemp("heat")
    shutil.copytree(ROOT / "samples/cpp_program", folder / "source")
    configure(folder / "source", folder / "build")
    run("cmake", "--build", folder / "build")
    return folder


@pytest.mark.parametrize(
    "device", ["cpu", pytest.param("cuda", marks=pytest.mark.skipif(not ON_GPU, reason="there is no GPU"))]
)
def test_a_program_with_kernels_in_python(heat, device):
    said = run(heat / "build/heat", device, "20").stdout
    name = "cuda:0" if device == "cuda" else "cpu"
    assert re.fullmatch(
        rf"heat: 20 steps on {name} in [\d.]+ ms; the plate is at 1\.\d+ degrees, as expected\n", said
    )


@pytest.fixture
def kernels(heat):
    """Its kernels.py, which is as it was when the test is over."""
    path = heat / "source/kernels.py"
    text = path.read_text()
    yield path
    path.write_text(text)


@needs_ninja
def test_an_edited_kernel_is_built_again_and_nothing_else_is(heat, kernels):
    text = kernels.read_text()
    cuda = (
        ["Compiling kernels.py for CUDA"] if (heat / "build/cudapy_kernels/plate/kernels.cu").exists() else []
    )
    assert steps(heat / "build") == []

    linked = ["Linking CXX static library libplate.a"] + [
        f"Linking CXX executable {program}" for program in ("heat", "plate_test")
    ]
    edited = ["Translating kernels.py", *cuda, "kernels.cpp.o", *linked]

    def steps_of_edit():
        done = steps(heat / "build")
        return done[:-2] + sorted(done[-2:])

    (kernels.parent / "rates.py").write_text("FASTER = 1.0\n")
    changed = "from rates import FASTER\n" + text.replace("here += rate *", "here += float(FASTER) * rate *")
    kernels.write_text(changed)
    assert steps_of_edit() == edited
    assert steps(heat / "build") == []

    (kernels.parent / "rates.py").write_text("FASTER = 2.0\n")
    assert steps_of_edit() == edited
    assert steps(heat / "build") == []

    kernels.write_text(changed + "\n# nothing that a kernel knows of\n")
    assert steps(heat / "build") == ["Translating kernels.py"]
    assert steps(heat / "build") == []

    kernels.write_text(text.replace("here += rate *", "here += rat *"))
    assert (
        "/kernels.py:16:21: error[E301]: unknown name `rat`\n"
        in run("ninja", folder=heat / "build", status=1).stdout
    )

    kernels.write_text(text + "\n\n# more : void (int* X)\ndef more(X):\n    X[idx] = 1\n")
    assert sorted(steps(heat / "build")) == sorted(
        ["Translating kernels.py", *cuda, "kernels.cpp.o", "plate.cpp.o", "plate_test.cpp.o", *linked]
    )


def test_a_library_with_kernels_is_tested_and_installed(heat, target):
    """Others include its header, in its own project and where it was installed."""
    told = run("ctest", "--test-dir", heat / "build", CUDAPY_TARGET=target).stdout
    assert re.search("^100% tests passed.* out of 1$", told, re.MULTILINE), told  # as CMake 3 or 4 says it
    run("cmake", "--install", heat / "build", "--prefix", heat / "installed")
    user = heat / "user"
    user.mkdir()
    (user / "CMakeLists.txt").write_text("""\
cmake_minimum_required(VERSION 3.22)
project(user LANGUAGES CXX)
find_package(CudaPy REQUIRED)
include(${INSTALLED}/lib/cmake/plate.cmake)
add_executable(user ${SAMPLE}/plate_test.cpp)
target_link_libraries(user PRIVATE plate)
""")
    configure(user, user / "build", f"-DINSTALLED={heat / 'installed'}", f"-DSAMPLE={heat / 'source'}")
    run("cmake", "--build", user / "build")
    assert run(user / "build/user", CUDAPY_TARGET=target).stdout == "plate: as expected\n"


def test_with_make(heat, kernels):
    build = heat / "make"
    configure(heat / "source", build, "-DCUDAPY_CUDA=TEXT", generator="Unix Makefiles")
    run("cmake", "--build", build, "-j2")
    objects = {path.name: path.stat().st_mtime_ns for path in build.rglob("*.o")}
    kernels.write_text(kernels.read_text().replace("here += rate *", "here += 1.0 * rate *"))
    run("cmake", "--build", build, "-j2")
    again = {path.name for path in build.rglob("*.o") if path.stat().st_mtime_ns != objects[path.name]}
    assert again == {"kernels.cpp.o"}
    assert "Translating" not in run("cmake", "--build", build).stdout


def test_the_library_uses_no_iostreams():
    """Whose locales break where a process has two versions of libstdc++."""
    library = PACKAGE.parents[1] / "libcudapy_runtime.a"
    undefined = run("nm", "-C", "--undefined-only", library).stdout
    assert (
        re.findall(
            r"U (std::(?:basic_)?[io]?f?stream.*|std::basic_(?:[io]?f?stream|[io]?stringstream|filebuf).*)",
            undefined,
        )
        == []
    )


# The project of the page docs/cpp.md, and other ways to ask for its kernels.


def blocks(language):
    text = (ROOT / "docs/cpp.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    (folder / "CMakeLists.txt").write_text(blocks("cmake")[0])
    (folder / "kernels.py").write_text(blocks("python")[0])
    (folder / "main.cpp").write_text(blocks("cpp")[0])
    return folder


def test_the_page(page, target):
    configure(page, page / "build", "-DCUDAPY_CUDA=TEXT")
    run("cmake", "--build", page / "build")
    assert run(page / "build/app", CUDAPY_TARGET=target).stdout == "".join(
        re.findall(r"// prints: (.*\n)", blocks("cpp")[0])
    )


def test_the_page_shows_the_samples():
    written = (ROOT / "tests/goldens/python_modules/sample.py.expected.module.cpp").read_text()
    kernels = (ROOT / "samples/cpp_extension/kernels.py").read_text()
    assert (ROOT / "tests/goldens/python_modules/sample.py").read_text() == kernels
    shown = blocks("cpp")[1:]
    assert len(shown) == 1 and shown[0] in written
    projects = [
        (ROOT / f"samples/{name}/CMakeLists.txt").read_text()
        for name in ("cpp_program", "cpp_program", "cpp_extension")
    ]
    assert len(blocks("cmake")) == 4
    assert all(part in project for part, project in zip(blocks("cmake")[1:], projects, strict=True))


def test_ways_to_have_kernels(page, target):
    """Text instead of a binary, launch functions, a namespace, 64 bits; what cudapy_add_kernels refuses."""
    source = page / "ways"
    source.mkdir()
    for name in ("one", "two"):
        shutil.copy(page / "kernels.py", source / f"{name}.py")
    (source / "main.cpp").write_text("""\
#include "one.h"
#include "two.h"
#include <cstdio>
#include <vector>

int main() {
    cudapy::Array<float> X(std::vector<float>(3, 2.0f));
    own::scale(3, 4, X);
    cudapy::synchronize();
    std::vector<float> Y = X.to_vector();
    const CpuRange range = cpu_range(2, 1, 1, 128, 1, 1);
    run_scale(&range, 10, Y.data(), int(Y.size()));
    std::printf("%g %g %g\\n", Y[0], Y[1], Y[2]);
}
""")
    (source / "CMakeLists.txt").write_text("""\
cmake_minimum_required(VERSION 3.22)
project(ways LANGUAGES CXX)
find_package(CudaPy 0.2 REQUIRED)
add_executable(ways main.cpp)
if(WRONG)
  cudapy_add_kernels(${WRONG})
else()
  cudapy_add_kernels(ways one.py CUDA TEXT NAMESPACE own INDEX int64 KERNELS scale)
  cudapy_add_kernels(ways two.py LAUNCH_FUNCTIONS cpu KERNELS scale)
endif()
""")
    build = source / "build"
    configure(source, build)
    run("cmake", "--build", build)
    assert run(build / "ways", CUDAPY_TARGET=target).stdout == "80 80 8\n"

    for wrong, message in [
        ("way;one.py", "there is no target way"),
        ("ways", "no Python file is given for ways"),
        ("ways;none.py", f"there is no file {source}/none.py"),
        ("ways;one.py;two.py;NAMESPACE;own", "NAMESPACE is for one file, and 2 are given"),
        ("ways;one.py;CUDA;ON", "CUDA is one of AUTO, BINARY, TEXT, OFF, and not 'ON'"),
        ("ways;one.py;NAMESPACE", "no value is given for NAMESPACE"),
        ("ways;one.py;LAUNCH_FUNCTIONS;cuda",
        "LAUNCH_FUNCTIONS cuda needs the language CUDA: project(… LANGUAGES CXX CUDA)"),
        ("ways;one.py;LAUNCH_FUNCTIONS;cpu;CUDA;OFF",
         "CUDA, ARCHITECTURES and NAMESPACE do not go with LAUNCH_FUNCTIONS, whose CUDA C++ the "
         "project compiles"),
    ]:  # fmt: skip
        said = " ".join(configure(source, build, f"-DWRONG={wrong}", status=1).stderr.split())
        assert f"(message): cudapy_add_kernels: {message} Call Stack" in said


def test_who_includes_the_header_of_a_library(page, target):
    """Each scope with each kind of library, and with launch functions; PRIVATE keeps the header back."""
    source = page / "scopes"
    source.mkdir()
    for name in ("given", "inner", "plain"):
        shutil.copy(page / "kernels.py", source / f"{name}.py")
    # `own` wraps its kernels in a function, and links the runtime for who calls that.
    (source / "own.cpp").write_text("""\
#include "inner.h"

float scaled(float by, float x) {
    cudapy::Array<float> X(std::vector<float>(1, x));
    inner::scale(1, by, X);
    return X.to_vector()[0];
}
""")
    (source / "main.cpp").write_text("""\
#include <cstdio>
float scaled(float by, float x);
#if __has_include("inner.h")
#error the header is private
#endif
#ifdef GIVEN
#include "given.h"
#include "plain.h"
#endif

int main() {
    std::printf("%g\\n", scaled(3, 2));
#ifdef GIVEN
    cudapy::Array<float> X(std::vector<float>{1, 2});
    given::scale(2, 5, X);
    float y = 1;
    const CpuRange range = cpu_range(1, 1, 1, 1, 1, 1);
    run_scale(&range, 4, &y, 1);
    std::printf("%g %g\\n", X.to_vector()[1], y);
#endif
}
""")
    (source / "CMakeLists.txt").write_text("""\
cmake_minimum_required(VERSION 3.22)
project(scopes LANGUAGES CXX)
find_package(CudaPy 0.2 REQUIRED)
if(WRONG)
  add_library(empty INTERFACE)
  add_library(shared SHARED own.cpp)
  cudapy_add_kernels(${WRONG})
endif()
foreach(kind STATIC OBJECT SHARED)
  add_library(own_${kind} ${kind} own.cpp)
  cudapy_add_kernels(own_${kind} inner.py PRIVATE CUDA TEXT KERNELS scale)
  add_executable(private_${kind} main.cpp)
  target_link_libraries(private_${kind} own_${kind})
endforeach()
add_library(plain SHARED)
cudapy_add_kernels(plain PUBLIC plain.py LAUNCH_FUNCTIONS cpu KERNELS scale)
foreach(scope PUBLIC INTERFACE)
  add_library(given_${scope} STATIC)
  cudapy_add_kernels(given_${scope} given.py CUDA TEXT KERNELS scale ${scope})
  add_executable(given_to_${scope} main.cpp)
  target_compile_definitions(given_to_${scope} PRIVATE GIVEN)
  target_link_libraries(given_to_${scope} PRIVATE own_STATIC plain given_${scope})
endforeach()
""")
    build = source / "build"
    configure(source, build)
    run("cmake", "--build", build, "-j2")
    for kind in ("STATIC", "OBJECT", "SHARED"):
        assert run(build / f"private_{kind}", CUDAPY_TARGET=target).stdout == "6\n"
    for scope in ("PUBLIC", "INTERFACE"):
        assert run(build / f"given_to_{scope}", CUDAPY_TARGET=target).stdout == "6\n10 4\n"

    for wrong, message in [
        ("shared;given.py;PUBLIC;INTERFACE", "PRIVATE, PUBLIC and INTERFACE exclude each other"),
        ("empty;given.py;PUBLIC",
         "empty is an INTERFACE library, which compiles nothing: make it a STATIC one"),
        ("shared;given.py;PUBLIC",
         "shared is a shared library, which keeps CudaPy's runtime to itself, so that a program cannot "
         "launch its kernels: make it a STATIC library, or wrap the kernels in functions of its own and "
         "say PRIVATE"),
    ]:  # fmt: skip
        said = " ".join(configure(source, build, f"-DWRONG={wrong}", status=1).stderr.split())
        assert f"(message): cudapy_add_kernels: {message} Call Stack" in said


def test_a_template_calls_instances_of_a_generic_kernel(page, target):
    """By the kernel's own name, for numbers and for a struct of another file."""
    source = page / "instances"
    source.mkdir()
    (source / "shapes.py").write_text("""\
import cudapy as cp


@cp.struct
class Point:
    x: cp.float32
    y: cp.float32
""")
    (source / "generic.py").write_text("""\
from shapes import Point


# copy : void (T* X, T* Y)
def copy(X, Y):
    Y[idx] = X[idx]
""")
    (source / "main.cpp").write_text("""\
#include "generic.h"
#include <cstdio>
#include <vector>

template <typename T>
T copied(const T& value) {
    const cudapy::Array<T> X(std::vector<T>(1, value));
    cudapy::Array<T> Y(1);
    generic::copy(1, X, Y);
    return Y.to_vector()[0];
}

int main() {
    std::printf("%g %d %g\\n", copied(1.5f), copied(7), copied(generic::Point{2, 3}).y);
}
""")
    (source / "CMakeLists.txt").write_text("""\
cmake_minimum_required(VERSION 3.22)
project(instances LANGUAGES CXX)
find_package(CudaPy 0.2 REQUIRED)
add_executable(instances main.cpp)
cudapy_add_kernels(instances generic.py CUDA TEXT INSTANCES "copy<float>" "copy<int>" "copy<Point>")
""")
    configure(source, source / "build")
    run("cmake", "--build", source / "build")
    assert run(source / "build/instances", CUDAPY_TARGET=target).stdout == "1.5 7 3\n"


DEFAULTS = """\
import math

import cudapy as cp

RATE = 0.7


@cp.struct
class Inner:
    x: cp.float32
    y: cp.int8 = -7


@cp.struct
class Every:
    inner: Inner
    small: cp.int8 = 100 - 228
    byte: cp.uint8 = 0xFF
    word: cp.int16 = -(2**15)
    count: cp.uint32 = 1 << 31
    long: cp.int64 = -(2**63)
    bits: cp.uint64 = 2**64 - 1
    third: cp.float32 = 1 / 3
    whole: cp.float64 = 3
    rate: cp.float64 = RATE * 2
    narrow: cp.float64 = cp.float32(0.1)
    infinite: cp.float32 = -math.inf
    half: cp.float16 = 2**0.5
    is_on: cp.bool_ = not False
    turn: cp.complex64 = 1 - 2j
    wide: cp.complex128 = 0.25
    place: cp.float3 = cp.float3(1.0, 2.0, RATE)
    truncated: cp.int32 = int(-2.7)
    inverted: cp.uint16 = ~5 & 0xFFFF


# fill : void (Every* E)
def fill(E):
    E[idx] = Every(Inner(0.0))
"""


def test_defaults_of_structs_are_those_of_python(page, target, monkeypatch):
    """In C++, in kernels, and in Python, whatever the type of the field; the struct stays an aggregate."""
    np = pytest.importorskip("numpy")
    source = page / "defaults"
    source.mkdir()
    (source / "every.py").write_text(DEFAULTS)
    (source / "main.cpp").write_text("""\
#include "every.h"
#include <cstdio>
#include <type_traits>

static_assert(std::is_aggregate_v<every::Every> && std::is_trivially_copyable_v<every::Every> &&
              std::is_standard_layout_v<every::Every>);

static void print(const every::Every& value) {
    for (std::size_t i = 0; i < sizeof value; ++i)
        std::printf("%02x", reinterpret_cast<const unsigned char*>(&value)[i]);
    std::printf("\\n");
}

int main() {
    print(every::Every());
    cudapy::Array<every::Every> E(1); // zeros
    print(E.to_vector()[0]);
    every::fill(1, E);
    print(E.to_vector()[0]);
    const every::Inner inner{2.0f};
    std::printf("%g %d\\n", inner.x, inner.y);
}
""")
    (source / "CMakeLists.txt").write_text("""\
cmake_minimum_required(VERSION 3.22)
project(defaults LANGUAGES CXX)
find_package(CudaPy 0.2 REQUIRED)
add_executable(defaults main.cpp)
cudapy_add_kernels(defaults every.py CUDA TEXT)
""")
    build = source / "build"
    configure(source, build)
    run("cmake", "--build", build)
    *structs, inner = run(build / "defaults", CUDAPY_TARGET=target).stdout.splitlines()
    assert inner == "2 -7"
    monkeypatch.syspath_prepend(str(source))
    from every import Every, Inner

    made, zeros, filled = (np.frombuffer(bytes.fromhex(text), Every.dtype)[0] for text in structs)
    assert not any(np.array(zeros[name]).tobytes().strip(b"\0") for name in Every.dtype.names)
    for name in Every.dtype.names:
        value, kind = getattr(Every(Inner(0.0)), name), Every.dtype[name]
        if kind.names:
            value = tuple(getattr(value, part) for part in kind.names)
        expected = np.array(value, kind).tobytes()
        assert made[name].tobytes() == expected, name
        assert filled[name].tobytes() == expected, name


def test_structs_are_in_the_namespace_of_the_file_that_has_their_class(page, target):
    """Two files share a class of a third one, and each has another class of one name."""
    source = page / "structs"
    source.mkdir()
    (source / "shapes.py").write_text("""\
import cudapy as cp


@cp.struct
class Body:
    x: cp.float32
    register: cp.int32


# reset : void (Body* B)
def reset(B):
    B[idx] = Body(0.5, 1)
""")
    for name, kind in (("first", "float32"), ("second", "float64")):
        (source / f"{name}.py").write_text(f"""\
import cudapy as cp
from shapes import Body


@cp.struct
class Own:
    body: Body
    weight: cp.{kind}


# move : void (Body* B, Own by)
def move(B, by):
    b = B[idx]
    b.x += by.body.x * by.weight
    b.register += by.body.register
    B[idx] = b
""")
    (source / "main.cpp").write_text("""\
#include "first.h"
#include "second.h"
#include "shapes.h"
#include <cstdio>
#include <vector>

struct Body {};  // ours
struct Own {};

int main() {
    cudapy::Array<shapes::Body> B(std::vector<first::Body>(3));
    shapes::reset(3, B);
    first::move(3, B, first::Own{{1.0f, 2}, 0.25f});
    const second::Own by{{1.0f, 3}, 0.125};
    second::move(2, B, by);
    for (const second::Body& each : B.to_vector()) std::printf("%g %d\\n", each.x, each.register_);
}
""")
    (source / "CMakeLists.txt").write_text("""\
cmake_minimum_required(VERSION 3.22)
project(structs LANGUAGES CXX)
find_package(CudaPy 0.2 REQUIRED)
add_executable(structs main.cpp)
cudapy_add_kernels(structs first.py second.py shapes.py CUDA TEXT)
""")
    build = source / "build"
    configure(source, build)
    run("cmake", "--build", build, "-j2")
    assert run(build / "structs", CUDAPY_TARGET=target).stdout == "0.875 6\n0.875 6\n0.75 3\n"
    assert (
        (build / "cudapy_kernels/structs/second.h").read_text().partition("#include <stdint.h>\n\n")[2]
        == """\
#ifndef CUDAPY_STRUCT_Body_float_x_int_register__IN_shapes
#define CUDAPY_STRUCT_Body_float_x_int_register__IN_shapes
namespace shapes {
struct Body
{
    float x;
    int register_;
};
} // namespace shapes
#endif

#ifndef CUDAPY_STRUCT_Own_shapesBody_body_double_weight_IN_second
#define CUDAPY_STRUCT_Own_shapesBody_body_double_weight_IN_second
namespace second {
struct Own
{
    shapes::Body body;
    double weight;
};
} // namespace second
#endif

namespace second {

using shapes::Body;

void move(const cudapy::Launch& launch, cudapy::View<shapes::Body> B, Own by);

} // namespace second
"""
    )
