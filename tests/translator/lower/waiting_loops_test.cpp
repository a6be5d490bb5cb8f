#include "translator/lower/analysis/waiting_loops.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

/// Returns how many loops of the last function of a text wait.
std::size_t waiting_in(const std::string& text) {
    program::Program program = checked(text);
    analyse_mod_ref(program);
    return find_waiting_loops(*program.functions.back()).size();
}

/// Returns how many loops wait in the body of a kernel.
std::size_t waiting(const std::string& body) {
    return waiting_in("# k : void (int* A, int* B, int* lock, float* X, int n)\ndef k(A, B, lock, X, n):\n" +
                      body);
}

} // namespace

TEST_CASE("waiting loops: loops that only look at memory until another thread has changed it") {
    for (const std::string body : {
             "    while A[0] == 0:\n        pass\n",
             "    while A[n] < idx:\n        B[idx] += 0\n",
             "    while True:\n        if A[0] != 0:\n            break\n",
             "    seen = A[0]\n    while seen == 0:\n        seen = A[0]\n",
             "    seen = 0\n    while seen == 0:\n        seen = A[idx // 32]\n",
             "    while A[0] == 0 or A[1] == 0:\n        threadfence()\n",
             "    while not (A[0] > n and B[1] > n):\n        pass\n",
             "    spins = 0\n    while A[0] == 0:\n        spins += 1\n    B[0] = spins\n",
             "    s = shared(int, 4)\n    while s[1] == 0:\n        pass\n",
             "    while True:\n        if A[0] == idx:\n            B[0] += 1\n            A[0] = idx + 1\n"
             "            return\n",
             "    while A[0] == 0:\n        if B[idx] > 0:\n            B[idx] -= 1\n",
         }) {
        CAPTURE(std::string(body));
        CHECK(waiting(body) == 1);
    }
}

TEST_CASE("waiting loops: locks and tickets that atomic operations take") {
    for (const std::string body : {
             "    while atomicCAS(lock, 0, 0, 1) != 0:\n        pass\n",
             "    while atomicExch(lock, idx % 4, 1) == 1:\n        pass\n",
             "    while atomicAdd(lock, 0, 0) < idx:\n        pass\n",
             "    while atomicMax(lock, 0, 0) < idx:\n        pass\n",
             "    while atomicOr(lock, 0, 0) == 0:\n        pass\n",
             "    mine = atomicAdd(lock, 0, 1)\n    while lock[1] != mine:\n        pass\n",
             "    done = False\n    while not done:\n        if atomicCAS(lock, 0, 0, 1) == 0:\n"
             "            A[0] += 1\n            threadfence()\n            atomicExch(lock, 0, 0)\n"
             "            done = True\n",
             "    while True:\n        if atomicCAS(lock, 0, 0, 1) == 0:\n            A[0] += 1\n"
             "            lock[0] = 0\n            break\n",
             "    while True:\n        readers = lock[0]\n        if readers >= 0:\n"
             "            if atomicCAS(lock, 0, readers, readers + 1) == readers:\n                break\n",
         }) {
        CAPTURE(std::string(body));
        CHECK(waiting(body) == 1);
    }
}

TEST_CASE("waiting loops: those that go on where memory lets them") {
    CHECK(
        waiting(
            "    b = n\n    total = 0\n    while b >= 0:\n        if A[b] == 2:\n            total += B[b]\n"
            "            break\n        if A[b] == 1:\n            total += B[b]\n            b -= 1\n") ==
        1);
    CHECK(
        waiting(
            "    for b in range(n):\n        while A[b] == 0:\n            pass\n        B[idx] += A[b]\n") ==
        1);
    CHECK(waiting("    s = shared(int, 1)\n    while True:\n        if threadIdx.x == 0:\n"
                  "            s[0] = A[blockIdx.x]\n        syncthreads()\n        if s[0] != 0:\n"
                  "            break\n        syncthreads()\n") == 1);
}

TEST_CASE("waiting loops: those that look some number of times") {
    CHECK(waiting("    for k in range(1000):\n        if A[0] != 0:\n            break\n") == 1);
    CHECK(waiting("    for k in range(1000):\n        if atomicAdd(A, 0, 0) == idx:\n            break\n") ==
          1);
    CHECK(waiting("    k = 0\n    while A[0] == 0 and k < 1000:\n        k += 1\n") == 1);
    CHECK(waiting("    k = 0\n    while A[k] == 0 and k < 1000:\n        k += 1\n") == 0);
    CHECK(waiting("    for k in range(n):\n        if A[k] != 0:\n            break\n") == 0);
    CHECK(waiting("    for k in range(n):\n        if A[0] == k:\n            break\n") == 0);
    CHECK(waiting("    for k in range(n):\n        B[k] = k\n        if A[0] != 0:\n            break\n") ==
          0);
}

TEST_CASE("waiting loops: loops that depend on their own variables do not wait") {
    for (
        const char* body : {
            "    i = 0\n    while i < n:\n        A[idx] += i\n        i += 1\n",
            "    i = 0\n    while i < A[0]:\n        i += 1\n",
            "    i = 0\n    while A[i] != 0:\n        i += 1\n",
            "    i = idx\n    while A[i] != i:\n        i = A[i]\n",
            "    a = n\n    b = A[idx]\n    while b != 0:\n        a, b = b, a % b\n    B[idx] = a\n",
            "    low = 0\n    high = n\n    while low < high:\n        middle = (low + high) // 2\n"
            "        if A[middle] < idx:\n            low = middle + 1\n        else:\n"
            "            high = middle\n    B[idx] = low\n",
            "    x = X[idx]\n    while x * x > X[0]:\n        x = x / 2\n    X[idx] = x\n",
            "    i = 0\n    j = 0\n    while i < n and j < n:\n        if A[i] <= B[j]:\n            i += 1\n"
            "        else:\n            j += 1\n    lock[idx] = i\n",
            "    i = 0\n    while i < n:\n        if A[0] != 0:\n            break\n        B[i] = i\n"
            "        i += 1\n",
            "    stack = local(int, 8)\n    top = 1\n    stack[0] = 0\n    while top > 0:\n        top -= 1\n"
            "        if A[stack[top]] > 0:\n            stack[top] = A[stack[top]]\n            top += 1\n",
            "    rng = random_state(n, idx)\n    u = random(rng)\n    while u > X[0]:\n"
            "        u = random(rng)\n    X[idx] = u\n",
        }) {
        CAPTURE(std::string(body));
        CHECK(waiting(body) == 0);
    }
}

TEST_CASE("waiting loops: loops that change memory themselves do not wait") {
    for (const std::string body : {
             "    while A[idx] > 0:\n        A[idx] -= 1\n",
             "    old = A[0]\n    while True:\n        assumed = old\n"
             "        old = atomicCAS(A, 0, assumed, assumed * 3)\n        if old == assumed:\n"
             "            break\n",
             "    while True:\n        old = A[0]\n        if atomicCAS(A, 0, old, old * 3) == old:\n"
             "            break\n",
             "    done = False\n    while not done:\n        old = A[0]\n"
             "        if atomicCAS(A, 0, old, old * 3) == old:\n            done = True\n",
             "    at = atomicAdd(A, 0, 1)\n    while at < n:\n        B[at] = at\n        at = atomicAdd(A, "
             "0, 1)\n",
             "    while atomicSub(A, 0, 1) > 0:\n        B[idx] += 1\n",
             "    while True:\n        at = atomicAdd(A, 0, 1)\n        if at >= B[0]:\n            break\n",
             "    slot = idx % n\n    while True:\n        old = atomicCAS(A, slot, 0, idx)\n"
             "        if old == 0 or old == idx:\n            break\n        slot = (slot + 1) % n\n",
             "    changed = True\n    while changed:\n        changed = False\n        for i in range(n):\n"
             "            if A[i] + B[i] < A[idx]:\n                A[idx] = A[i] + B[i]\n"
             "                changed = True\n",
             "    s = shared(int, 1)\n    s[0] = 1\n    syncthreads()\n    while s[0] != 0:\n"
             "        syncthreads()\n        if threadIdx.x == 0:\n            s[0] = 0\n        "
             "syncthreads()\n"
             "        if A[idx] + B[idx] < A[0]:\n            A[idx] += 1\n            s[0] = 1\n"
             "        syncthreads()\n",
         }) {
        CAPTURE(std::string(body));
        CHECK(waiting(body) == 0);
    }
}

TEST_CASE("waiting loops: what a function reads is memory, too") {
    const std::string reads = "# ready : bool (int* A, int i)\ndef ready(A, i):\n    return A[i] != 0\n\n\n";
    const std::string takes =
        "# takes : bool (int* A)\ndef takes(A):\n    return atomicCAS(A, 0, 0, 1) == 0\n\n\n";
    const std::string counts =
        "# counts : int (int* A)\ndef counts(A):\n    A[0] = A[0] + 1\n    return A[0]\n\n\n";
    const std::string next = "# next : int (int* A)\ndef next(A):\n    return atomicAdd(A, 0, 1)\n\n\n";
    const std::string kernel = "# k : void (int* A)\ndef k(A):\n";
    CHECK(waiting_in(reads + kernel + "    while not ready(A, 1):\n        pass\n") == 1);
    CHECK(waiting_in(takes + kernel + "    while not takes(A):\n        pass\n") == 1);
    CHECK(waiting_in(counts + kernel + "    while counts(A) < 9:\n        pass\n") == 0);
    CHECK(waiting_in(next + kernel + "    while next(A) < 9:\n        pass\n") == 0);
    CHECK(waiting_in(reads + kernel + "    i = 0\n    while not ready(A, i):\n        i += 1\n") == 0);
}

TEST_CASE("waiting loops: an inner loop that waits, and a loop that an inner one leaves") {
    CHECK(waiting(
              "    for k in range(n):\n        while A[0] < k:\n            pass\n        A[0] = k + 1\n") ==
          1);
    CHECK(waiting(
              "    while True:\n        while True:\n            if A[0] != 0:\n                return\n") ==
          2);
    CHECK(waiting("    i = 0\n    while True:\n        while True:\n            if A[i] != 0:\n"
                  "                return\n            i += 1\n") == 0);
}

} // namespace cudapy::lower
