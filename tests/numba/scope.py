"""Writes scope.tsv: which of numba-cuda's tests are about what a user of the language sees.

Run: scope.py TESTS RESULTS. TESTS is where run.py unpacked them, RESULTS what it wrote of all of them on
numba's simulator: the names of the tests, and the last column, how they ended there.
"""

import ast
import json
import pathlib
import re
import sys

from run import FOLDERS, unpack

HERE = pathlib.Path(__file__).resolve().parent

# file, file::class or file::class::test, as they begin, and the reason; the longest that fits decides.
OUT = """
test_analysis.py ir
test_bfloat16_bindings.py bindings
test_byteflow.py bytecode
test_caching.py cache
test_cffi.py linking
test_compiler.py ptx
test_copy_propagate.py ir
test_cupy_bfloat16_interop.py cupy
test_debug.py ir
test_debuginfo.py debuginfo
test_debuginfo_types.py debuginfo
test_device_func.py::TestDeclareDevice linking
test_device_func.py::TestDeviceFunc::test_cpu_dispatcher numba
test_device_func.py::TestDeviceFunc::test_inspect inspect
test_dispatcher.py::TestDispatcher::test_launch_config compiler
test_dispatcher.py::TestDispatcher::test_capture_compile_config compiler
test_dispatcher.py::TestDispatcher::test_dispatcher_mark_launch_config_sensitive compiler
test_dispatcher.py::TestDispatcher::test_lock compiler
test_dispatcher.py::TestSharedMemoryCarveout compiler
test_extending.py extending
test_extending_types.py extending
test_flow_control.py bytecode
test_fp8_bindings.py bindings
test_gufunc_scheduling.py internals
test_inspect.py inspect
test_ipc.py ipc
test_ir.py ir
test_ir_utils.py ir
test_launch_config_sensitive.py compiler
test_libdevice.py::TestLibdeviceCompilation ptx
test_lineinfo.py debuginfo
test_numba_interop.py numba
test_overload.py extending
test_sm_creation.py::TestSharedMemoryCreation::test_type_with_struct_data_model extending
test_tracing.py internals
test_typeconv.py typing
test_typeinfer.py typing
test_warning.py::TestWarnings::test_float16_warn_if_lto_missing linking
doc_examples/test_ffi.py linking
doc_examples/test_cpu_gpu_compat.py numba
doc_examples/test_cpointer.py linking
"""
# What the test, or a function of its file that it calls, says.
OUT_IF_USED = (
    (r"inspect_(asm|llvm|sass|lto_ptx|sass_cfg|types)|FileCheck", "inspect"),
    (r"compile_ptx|compile_for_current_device|compile_all|cuda\.compile\(|compile_ir", "ptx"),
    (r"\blink=|declare_device", "linking"),
    (r"@overload|register_jitable|@intrinsic|register_model", "extending"),
    (r"@njit|numba\.jit", "numba"),
    (r"importorskip\(\s*\"cupy", "cupy"),
)
# Why a test is in: the first that its name matches.
IN = (
    (r"atomic", "atomics"),
    (r"bfloat16|bf16", "bfloat16"),
    (r"fp16|float16|_h[a-z]+\b.*intrin", "float16"),
    (r"complex|cmath", "complex"),
    (r"cooperative|test_cg", "groups"),
    (r"record|nested", "records"),
    (r"test_sm|shared|alignment", "shared"),
    (r"localmem", "local"),
    (r"constmem", "constants"),
    (r"warp|shfl|vote|match_|ballot|lanemask|activemask", "warps"),
    (r"test_sync|threadfence", "barriers"),
    (r"gufunc", "guvectorize"),
    (r"vectoriz", "vectorize"),
    (r"test_ufunc", "ufuncs"),
    (r"array_reductions", "reductions"),
    (r"test_reduction", "reduce"),
    (r"random|montecarlo", "random"),
    (r"print|const_string", "text"),
    (r"exception|userexc", "exceptions"),
    (r"stream|event", "streams"),
    (r"multigpu|multithreads|multiprocessing", "devices"),
    (r"cuda_array_interface", "interface"),
    (r"device_array_capture|freevar|globals|make_function", "captures"),
    (r"dispatcher|jit_no_types|serialize|errors", "dispatch"),
    (r"forall", "launch"),
    (r"math|libdevice|powi|idiv|frexp|minmax|casting|operator|py2_div|boolean", "numbers"),
    (r"vector_type", "vectors"),
    (r"intrinsics", "intrinsics"),
    (r"warning", "warnings"),
    (r"array|slicing|transpose|retrieve", "arrays"),
    (r"enum", "enums"),
    (r"datetime", "datetime"),
    (r"device_func|recursion|inline", "functions"),
    (r"ssa|iterators|lang", "language"),
    (r"cache_hints", "hints"),
    (r"", "programs"),
)


def texts_of(file):
    """Gives, for the name of a function of the file, its text and that of all functions of the file that it
    names."""
    text = file.read_text()
    bodies = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            bodies.setdefault(node.name, "")
            bodies[node.name] += ast.get_source_segment(text, node)

    def whole(name):
        seen, todo, texts = set(), [name], []
        while todo:
            one = todo.pop()
            if one in bodies and one not in seen:
                seen.add(one)
                texts.append(bodies[one])
                todo += re.findall(r"\w+", bodies[one])
        return "\n".join(texts)

    return whole


def main():
    tests = unpack(pathlib.Path(sys.argv[1]))
    rules = [line.rsplit(" ", 1) for line in OUT.strip().splitlines()]
    results = [json.loads(line) for line in open(sys.argv[2])]
    outcomes = {result["test"]: result["outcome"] for result in results}
    rows = []
    for file in sorted(f for folder in FOLDERS for f in (tests / folder).glob("test_*.py")):
        name = str(file.relative_to(tests))
        whole = texts_of(file)
        for full in [one for one in outcomes if one.startswith(name + "::")]:
            test = full.rpartition("::")[2].partition("[")[0]
            fitting = [
                (len(rule), reason) for rule, reason in rules if full.startswith((rule, "cudapy/" + rule))
            ]
            used = [reason for pattern, reason in OUT_IF_USED if re.search(pattern, whole(test))]
            if fitting or used:
                rows.append((full, "out", max(fitting)[1] if fitting else used[0]))
            else:
                half = re.search("fp16|float16|bf16", test)
                rows.append(
                    (
                        full,
                        "in",
                        "float16"
                        if half
                        else next(reason for pattern, reason in IN if re.search(pattern, name)),
                    )
                )
    (HERE / "scope.tsv").write_text(
        "test\tscope\twhy\tsimulator\n" + "".join("\t".join((*row, outcomes[row[0]])) + "\n" for row in rows)
    )
    for scope in ("in", "out"):
        print(scope, sum(row[1] == scope for row in rows))


if __name__ == "__main__":
    main()
