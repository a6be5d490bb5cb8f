"""The page docs/reference.md, made of the docstrings, and its index."""

import re
import textwrap

import docstrings

TYPES = [
    ("Void", "", "void"),
    ("Bool", "bool_", "bool"),
    ("Int8", "int8", "int8"),
    ("Int16", "int16", "int16"),
    ("Int", "int32", "int"),
    ("Int64", "int64", "int64"),
    ("UInt8", "uint8", "uint8"),
    ("UInt16", "uint16", "uint16"),
    ("UInt32", "uint32", "uint32"),
    ("UInt64", "uint64", "uint64"),
    ("Half", "half float16", "half"),
    ("BFloat16", "bfloat16", "bfloat16"),
    ("Float", "float32", "float"),
    ("Double", "float64", "double"),
    ("Complex64", "complex64", "complex64"),
    ("Complex128", "complex128", "complex128"),
]
VECTORS = [
    f"{base}{width}"
    for base in (
        "char",
        "uchar",
        "short",
        "ushort",
        "int",
        "uint",
        "longlong",
        "ulonglong",
        "float",
        "double",
    )
    for width in (2, 3, 4)
]

# Second names, which the entry of the first mentions.
ALIASES = {"cudadef"}

SECTIONS = {
    "Compiling and launching": (
        "compile kernel build load run_in_parts Kernel Launch LaunchPlan TracedPlan Tuning Tried dim3"
    ),
    "Arrays": (
        "CudaArray empty zeros ones full arange linspace array asarray from_dlpack empty_like zeros_like "
        "ones_like full_like asnumpy elemType CudaLists"
    ),
    "Types": "Type Pointer Array struct float4",
    "CUDA C++": "cuda_source CudaSource",
    "Functions over whole arrays": (
        "vectorize elementwise reduction lib.map lib.zipWith lib.reduce lib.scan lib.cumsum lib.sort "
        "lib.argsort lib.select lib.unique"
    ),
    "Derivatives": "Tape custom_vjp custom_jvp torch_op jax_op",
    "Streams, events and graphs": "Stream current_stream Event capture Graph synchronize",
    "Memory": "pinned memory_info MemoryInfo set_memory_limit reset_peak_memory trim_memory",
    "Devices": "cuda_available devices Device split Split Part all_reduce",
    "Errors": (
        "Error CompileError CompileWarning SourceError ToolchainError CacheError CudaError DeviceError "
        "LaunchError KernelError OutOfMemoryError InternalError"
    ),
    "In kernels: coordinates": "idx idy idz threadIdx blockIdx blockDim gridDim gridsize laneid warpSize",
    "In kernels: memory and barriers": (
        "shared local syncthreads syncthreads_count syncthreads_and syncthreads_or grid_sync threadfence "
        "threadfence_block threadfence_system"
    ),
    "In kernels: atomics": (
        "atomicAdd atomicSub atomicMin atomicMax atomicExch atomicCAS atomicAnd atomicOr atomicXor "
        "atomicInc atomicDec"
    ),
    "In kernels: warps": (
        "syncwarp shfl_sync shfl_up_sync shfl_down_sync shfl_xor_sync all_sync any_sync ballot_sync "
        "match_any_sync activemask lanemask_lt lanemask_le lanemask_eq lanemask_ge lanemask_gt "
        "reduce_add_sync reduce_min_sync reduce_max_sync reduce_and_sync reduce_or_sync reduce_xor_sync"
    ),
    "In kernels: bits and random numbers": (
        "popc clz ffs brev bits float_of_bits double_of_bits random_state random uniform normal randint"
    ),
}

INTRODUCTION = """\
# Reference

Made by `scripts/generate-docs` from the docstrings, which `help(cp.Stream)` shows too. The examples
are run by the tests; they begin with `import cudapy as cp` and, where they need it,
`import numpy as np`. What kernels may contain is in [language.md](language.md), and their other
built-in functions, those of Python, `math` and NumPy, are in [builtins.md](builtins.md).

"""

INDEX = """\
# Reference

This is the list of names, each of which has a docstring with an example: `help(cp.Stream)` shows
it. The site of the documents, which `scripts/site` builds, has pages of all. On GitHub the
docstrings are read where they are written: of what is in C++ in
[\\_core.pyi](../pymodule/cudapy/_core.pyi), of the names that only kernels know in
[\\_\\_init\\_\\_.pyi](../pymodule/cudapy/__init__.pyi), and of the rest in the modules of
[cudapy](../pymodule/cudapy).
"""


def anchor(heading):
    """The name that GitHub gives a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def names():
    """All names that have an entry."""
    return [name for text in SECTIONS.values() for name in text.split()]


def heading(entry):
    if entry.name == "float4":
        return "cp.float4(x, y, z, w) and its like"
    call = f"cp.{entry.name}" if "." not in entry.name or entry.name.startswith("lib.") else entry.name
    return call + (entry.signature if entry.name != "Kernel" else "")


def where_shown(public):
    """By name of what has no example of its own: the entry whose example shows it."""
    found = {}
    all_entries = [each for entry in public.values() for each in (entry, *entry.members)]
    words = {each.name: set(re.findall(r"\w+", each.code)) for each in all_entries if each.example}
    for each in all_entries:
        if not each.example:
            owner, _, own = each.name.rpartition(".")
            candidates = [name for name in words if not owner or name.split(".")[0] == owner]
            found[each.name] = next((name for name in candidates if own in words[name]), None)
    return found


def _as_markdown(text):
    """A docstring with its lines "name: what it is" as a list."""
    lines = []
    for line in text.split("\n"):
        parameter = re.match(r"([a-z_]+(?:, [a-z_]+)*): ", line)
        if parameter:
            if lines and lines[-1] and not lines[-1].startswith(("- ", "  ")):
                lines.append("")
            line = (
                f"- {', '.join(f'`{name}`' for name in parameter[1].split(', '))}: {line[parameter.end() :]}"
            )
        lines.append(line)
    return "\n".join(lines)


def _body(entry, shown, public):
    example = entry.example
    text = _as_markdown(entry.doc)
    if example:
        text = text[: text.index(">>>")].rstrip()
    parts = [text] if text else []
    if example:
        parts.append(f"```pycon\n{example}\n```")
    elif shown.get(entry.name):
        other = shown[entry.name]
        owner = next(each for one in public.values() for each in (one, *one.members) if each.name == other)
        parts.append(f"An example is at [`{other}`](#{anchor(heading(owner))}).")
    return "\n\n".join(parts)


def _types_table():
    lines = ["| type | NumPy's name | in signatures |", "|---|---|---|"]
    for name, others, text in TYPES:
        lines.append(f"| `cp.{name}` | {', '.join(f'`cp.{other}`' for other in others.split())} | `{text}` |")
    return "\n".join(lines)


def index():
    """The names of the page."""
    parts = [INDEX.rstrip()]
    parts += [
        f"## {title}\n\n" + _filled(", ".join(f"`{name}`" for name in text.split()))
        for title, text in SECTIONS.items()
    ]
    return "\n\n".join(parts) + "\n"


def _filled(text):
    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False)


def page():
    """The page's text."""
    public = docstrings.public()
    shown = where_shown(public)
    parts = [INTRODUCTION.rstrip()]
    parts.append(
        "\n".join(
            f"- [{title}](#{anchor(title)}): " + ", ".join(f"`{name}`" for name in text.split())
            for title, text in SECTIONS.items()
        )
    )
    for title, text in SECTIONS.items():
        parts.append(f"## {title}")
        for name in text.split():
            entry = public[name]
            parts.append(f"### `{heading(entry)}`" if name != "float4" else f"### {heading(entry)}")
            parts.append(_body(entry, shown, public))
            if name == "Type":
                parts.append(_types_table())
            attributes = [member for member in entry.members if member.kind == "attribute" and member.doc]
            if attributes:
                parts.append("\n".join(f"- `{member.name}`: {member.doc}" for member in attributes))
            for member in entry.members:
                if member.kind == "attribute" or not member.doc:
                    continue
                parts.append(f"#### `{heading(member)}`")
                parts.append(_body(member, shown, public))
    return "\n\n".join(parts) + "\n"
