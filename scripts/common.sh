# Shared by the scripts of this folder: `source` it. Sets root, venv, python and logs, and defines the steps' helpers.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=$root/.venv
python=$venv/bin/python
site_venv=$root/build/site-venv # only of scripts/site
logs=$root/build/logs
jobs=$(nproc 2>/dev/null || echo 2)
mkdir -p "$logs"

# Python keeps what it has compiled. Else each of the hundreds of processes that the tests start compiles all that it imports.
unset PYTHONDONTWRITEBYTECODE

# One name of the compiler for every build, so that ccache sees that the wheel is made of what the tests are made of.
export CXX=${CXX:-c++}
# Compilers run by ccache where it is there, so that a build that is thrown away costs little to make again. Asked for
# after scripts/setup, which may bring ccache: a launcher that comes later changes every command, and builds all anew.
use_ccache() {
    if command -v ccache >/dev/null 2>&1; then
        export CMAKE_CXX_COMPILER_LAUNCHER=ccache
        # Without these it keeps nothing that was compiled with a precompiled header.
        export CCACHE_SLOPPINESS=pch_defines,time_macros
        # It looks at headers and not at preprocessed text, in which a changed comment is not seen: gcc does not know a header
        # again whose comments are others than those in its precompiled header, and includes it twice.
        export CCACHE_DEPEND=1
    fi
}

# step WHAT COMMAND...: says what is being done, does it with its output in a log, and says how long it took. On failure
# it shows the end of the log and gives the command's exit status. The log of the last step is in $step_log.
step() {
    local what=$1 start=$SECONDS status=0
    shift
    step_log=$logs/$(printf '%s' "$what" | tr -cs 'A-Za-z0-9' '-').log
    printf '%-64s' "$what ..."
    "$@" >"$step_log" 2>&1 || status=$?
    if [ "$status" = 0 ]; then
        printf '%5d s\n' "$((SECONDS - start))"
        return 0
    fi
    printf ' FAILED after %d s\n\n' "$((SECONDS - start))"
    tail -n "${STEP_TAIL:-60}" "$step_log" | sed 's/^/    /'
    printf '\nThe whole log: %s\n\n' "$step_log"
    return "$status"
}

# hash_of PATH...: one hash over the names and contents of all files under the paths.
hash_of() {
    (cd "$root" && find "$@" -type f ! -name '*.pyc' -print0 2>/dev/null | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1)
}

# A stamp says for which hash a step was last done.
fresh() { [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]; }

# The nvcc to use, empty when there is none: as the module itself looks for it.
find_nvcc() {
    local candidate
    for candidate in "${CUDAPY_NVCC:-}" "${CUDA_HOME:+$CUDA_HOME/bin/nvcc}" "${CUDA_PATH:+$CUDA_PATH/bin/nvcc}" \
        "$(command -v nvcc || true)" "$venv"/lib/python3*/site-packages/nvidia/cu*/bin/nvcc /usr/local/cuda/bin/nvcc; do
        if [ -n "$candidate" ] && [ -x "$candidate" ]; then
            printf '%s\n' "$candidate"
            return
        fi
    done
}

has_gpu() {
    [ -e /dev/nvidia0 ] || [ -e /dev/dxg ] || { command -v nvidia-smi >/dev/null 2>&1 && nvidia-smi -L >/dev/null 2>&1; }
}

wheel_inputs=(CMakeLists.txt pyproject.toml README.md LICENSE cmake translator runtime pymodule scripts/docstrings.py)

build_wheel() {
    rm -f "$root"/dist/cudapy-*.whl
    "$python" -m pip wheel --no-build-isolation --no-deps --no-index -w "$root/dist" \
        --config-settings=build-dir="$root/build/wheel" --config-settings=cmake.define.CUDAPY_WERROR=ON "$root" &&
        "$python" -m pip install --no-deps --no-index --force-reinstall "$root"/dist/cudapy-*.whl
}

# Builds the wheel into dist/ and installs it into the virtual environment, unless that was done for these very sources.
wheel() {
    local hash
    hash="$(hash_of "${wheel_inputs[@]}")"
    if fresh "$venv/.stamp-wheel" "$hash" && "$python" -c 'import cudapy' 2>/dev/null && ls "$root"/dist/cudapy-*.whl >/dev/null 2>&1; then
        echo "The module is built and up to date."
        return 0
    fi
    rm -f "$venv/.stamp-wheel"
    step "Building the Python module (minutes the first time)" build_wheel || return
    printf '%s' "$hash" >"$venv/.stamp-wheel"
}
