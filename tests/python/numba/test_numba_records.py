"""Records of NumPy in kernels of the dialect of numba.cuda: fields, arrays inside, as arguments, in own
arrays."""

import re

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from cudapy.cuda import float64, int64, numpy_support, types, void

ALIGNED = np.dtype(
    [("a", np.float64), ("b", np.int32), ("c", np.complex64), ("d", (np.uint8, 5))], align=True
)
NATURAL = np.dtype([("i", np.int32), ("j", np.float32, (3, 2))])
PACKED = np.dtype([("w", np.float64), ("n", np.int16)])  # 10 bytes: every other w is not aligned
GAPS = np.dtype({"names": ["y", "x"], "formats": ["f4", "u1"], "offsets": [12, 3], "itemsize": 20})
NESTED = np.dtype([("inner", NATURAL), ("flag", np.bool_), ("half", np.float16)], align=True)


def filled(dtype, count):
    """Returns an array whose bytes are all known, those between the fields too."""
    made = np.frombuffer(bytearray(k % 7 for k in range(dtype.itemsize * count)), dtype)
    for name in dtype.names:
        if dtype[name].kind == "f":
            made[name] = np.arange(made[name].size).reshape(made[name].shape) + 0.5
    return made


def copy_of(records):
    """Returns a copy of an array, with the bytes between the fields."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


@cuda.jit
def set_fields(records, values):
    i = cuda.grid(1)
    if i < records.size:
        records[i].a = values[i]
        records[i]["b"] = values[i] * 10
        records[i].c = 1j * values[i]


@pytest.mark.parametrize("kind", [np.ndarray, np.recarray])
def test_fields_are_set(kind):
    made = filled(ALIGNED, 3)
    expected = copy_of(made)
    values = np.array([1.5, -2.25, 3.0])
    expected["a"], expected["b"], expected["c"] = values, [15, -22, 30], 1j * values
    set_fields[1, 32](made.view(kind), values)
    assert made.tobytes() == expected.tobytes()


def test_the_emitted_text():
    set_fields[1, 32](filled(ALIGNED, 3), np.zeros(3))
    text = set_fields.inspect_cuda()
    struct = re.search(r"struct Record_a_b_c_d_[0-9a-f]{8}\n.*?\};", text, re.S).group()
    assert re.sub("_[0-9a-f]{8}", "", struct) == (
        "struct Record_a_b_c_d\n{\n    double a;\n    int b;\n    complex64_field c;\n    uint8_t d[5];\n};"
    )
    assert "records[i].a = values[i];" in text


@cuda.jit
def copy_record(records, i, j):
    records[i] = records[j]


@pytest.mark.parametrize("dtype", [ALIGNED, NATURAL, PACKED, GAPS, NESTED])
def test_records_are_copied(dtype):
    made = filled(dtype, 4)
    expected = copy_of(made)
    expected[0] = expected[2]
    copy_record[1, 1](made, 0, 2)
    assert (made == expected).all()


@cuda.jit
def add_to_all(records, w):
    i = cuda.grid(1)
    if i < records.size:
        records[i].w += w
        records[i].n += i


def test_packed_records():
    made = filled(PACKED, 5)
    expected = copy_of(made)
    expected["w"] += 0.25
    expected["n"] += np.arange(5, dtype=np.int16)
    add_to_all[1, 32](made, 0.25)
    assert made.tobytes() == expected.tobytes()
    assert "struct __attribute__((packed)) Record_w_n_" in add_to_all.inspect_cuda()


@cuda.jit
def swap_gaps(records):
    i = cuda.grid(1)
    if i < records.size:
        old = records[i].y
        records[i].y = records[i].x
        records[i].x = old


def test_gaps_and_another_order():
    made = filled(GAPS, 3)
    expected = copy_of(made)
    expected["y"], expected["x"] = made["x"], made["y"].astype(np.uint8)
    swap_gaps[1, 32](made)
    assert made.tobytes() == expected.tobytes()
    assert (
        "    unsigned char padding[3];\n    uint8_t x;\n    unsigned char padding_2[8];\n    float y;\n"
        "    unsigned char padding_3[4];\n"
    ) in swap_gaps.inspect_cuda()


@cuda.jit
def matrix(records, k, l):
    i = cuda.grid(1)
    if i < records.size:
        r = records[i]
        r.j[k, l] = r.i
        r.j[k - 1][l] += 0.5
        records[i].j[-1, -1] = r.j[0, 0] * 2


def test_arrays_inside_records():
    made, expected = filled(NATURAL, 3), filled(NATURAL, 3)
    for r in expected.view(np.recarray):
        r.j[1, 1] = r.i
        r.j[0][1] += 0.5
        r.j[-1, -1] = r.j[0, 0] * 2
    matrix[1, 32](made, 1, 1)
    assert made.tobytes() == expected.tobytes()


def test_a_negative_index_of_an_array_inside_that_is_known_when_it_runs():
    made, expected = filled(NATURAL, 2), filled(NATURAL, 2)
    for r in expected.view(np.recarray):
        r.j[-2, -1] = r.i
        r.j[-3][-1] += 0.5
        r.j[-1, -1] = r.j[0, 0] * 2
    matrix[1, 32](made, -2, -1)
    assert made.tobytes() == expected.tobytes()


@cuda.jit
def of_field(records, out):
    i = cuda.grid(1)
    if i < records.size:
        out[i] = records.j[i, 2, 1] + records["i"][i] + records.j[i][0, 0]
        records.i[i] = -i


def test_a_field_of_the_array_with_an_index():
    made, out = filled(NATURAL, 4), np.zeros(4)
    expected = made["j"][:, 2, 1].astype(np.float64) + made["i"] + made["j"][:, 0, 0]
    of_field[1, 32](made, out)
    assert out.tolist() == expected.tolist() and made["i"].tolist() == [0, -1, -2, -3]


@cuda.jit
def of_two(records, out):
    i, j = cuda.grid(2)
    if i < records.shape[0] and j < records.shape[1]:
        out[i, j] = records.b[i, j] + records[i, j].b


def test_two_dimensions():
    made = filled(ALIGNED, 6).reshape(2, 3)
    out = np.zeros((2, 3), np.int64)
    of_two[1, (8, 8)](made, out)
    assert (out == 2 * made["b"].astype(np.int64)).all()
    columns = np.asfortranarray(made)
    out = np.zeros((2, 3), np.int64)
    of_two[1, (8, 8)](columns, out)
    assert (out == 2 * made["b"].astype(np.int64)).all()


@cuda.jit
def inner_fields(records):
    i = cuda.grid(1)
    if i < records.size:
        inner = records[i].inner
        inner.i = i + 3
        records[i]["inner"]["j"][0, 1] = inner.i + 1
        records[i].flag = not records[i].flag
        records[i].half = 0.1
    if i == 0 and records.size > 3:
        records[2].inner = records[3].inner


def test_records_in_records():
    made = np.zeros(4, NESTED)
    made["flag"][1] = True
    made["inner"]["i"][3] = 9
    inner_fields[1, 2](made)
    assert made["inner"]["i"].tolist() == [3, 4, 9, 9]
    assert made["inner"]["j"][:, 0, 1].tolist() == [4, 5, 0, 0]
    assert made["flag"].tolist() == [True, False, False, False]
    assert made["half"].tolist() == [np.float16(0.1), np.float16(0.1), 0, 0]


@cuda.jit(device=True)
def scaled(record, by):
    record.a *= by
    return record.a


@cuda.jit(device=True)
def last(records):
    return records[records.size - 1]


@cuda.jit
def through_functions(record, records, out):
    out[0] = scaled(record, 2.0)
    out[1] = scaled(records[1], 3.0)
    r = records[0]
    out[2] = scaled(r, 4.0)
    out[3] = last(records).a
    records[0] = last(records)


def test_a_record_as_an_argument_and_functions():
    made, out = filled(ALIGNED, 3), np.zeros(4)
    one = filled(ALIGNED, 2)
    made["a"], one["a"] = [1, 2, 3], [10, 20]
    through_functions[1, 1](one[1], made, out)
    assert out.tolist() == [40, 6, 4, 3]
    assert one["a"].tolist() == [10, 40] and made["a"].tolist() == [3, 6, 3] and made[0] == made[2]


@cuda.jit
def names(records, out):
    matrix = records[1].j
    matrix[0, 0] = 7
    out[0] = matrix[0, 0] + records[1].j[0][0]
    for r in records:
        r.i += 1
        out[1] += r.i
    r = records[0]
    if out[0] > 0:
        r = records[2]
    r.j[2, 1] = 5
    r["i"] = 40


def test_names_for_records_and_for_arrays_inside():
    made, out = filled(NATURAL, 3), np.zeros(2)
    counts = made["i"].astype(np.int64) + 1
    names[1, 1](made, out)
    assert out.tolist() == [14, counts.sum()] and made["j"][1, 0, 0] == 7
    assert made["j"][2, 2, 1] == 5 and made["i"].tolist() == [*counts[:2], 40]


@cuda.jit
def dynamic(out):
    tile = cuda.shared.array(0, PACKED)
    i = cuda.threadIdx.x
    tile[i].w = i * 2
    cuda.syncthreads()
    out[i] = tile[tile.size - 1 - i].w + tile.size


def test_dynamic_shared_memory_has_as_many_records_as_fit():
    out = np.zeros(4)
    dynamic[1, 4, 0, 45](out)
    assert out.tolist() == [10, 8, 6, 4]


@cuda.jit
def whole(record, source, other):
    record["j"] = source
    other.j = record.j


def test_an_array_inside_is_assigned():
    made = np.zeros(2, NATURAL)
    source = np.arange(6, dtype=np.float32).reshape(3, 2)
    whole[1, 1](made[0], source, made[1])
    assert made["j"].tolist() == [source.tolist()] * 2 and made["i"].tolist() == [0, 0]


@cuda.jit
def numbered(record, out):
    out[0] = record[0]
    out[1] = record[1] + 0.5


def test_fields_by_number():
    out = np.zeros(2)
    numbered[1, 1](np.array([(1.5, 7)], PACKED)[0], out)
    assert out.tolist() == [1.5, 7.5]


@cuda.jit
def own_arrays(out):
    i = cuda.threadIdx.x
    tile = cuda.shared.array(8, NATURAL)
    mine = cuda.local.array(2, dtype=PACKED)
    tile[i].i = i
    for k in range(3):
        tile[i].j[k, 0] = 10 * i + k
        tile[i].j[k, 1] = -k
    mine[1].w = i + 0.5
    mine[0].n = i
    mine[1].n = mine[0].n
    cuda.syncthreads()
    other = tile[7 - i]
    out[i] = other.i + other.j[2, 0] + other.j[1, 1] + mine[1].w + mine[1].n


def test_shared_and_local_arrays():
    out = np.zeros(8)
    own_arrays[1, 8](out)
    assert out.tolist() == [(7 - i) + 10 * (7 - i) + 2 - 1 + i + 0.5 + i for i in range(8)]


def test_arrays_on_the_device():
    made = filled(ALIGNED, 3)
    on_device = cuda.to_device(made)
    set_fields[1, 32](on_device, np.array([1.0, 2.0, 3.0]))
    back = on_device.copy_to_host()
    assert back.dtype == ALIGNED and back["b"].tolist() == [10, 20, 30]
    assert (back["d"] == made["d"]).all()
    empty = cuda.device_array(2, ALIGNED)
    empty.copy_to_device(back[:2])
    assert (empty.copy_to_host() == back[:2]).all() and cuda.typeof(empty) == cuda.typeof(back[:2])
    like = cuda.device_array_like(back)
    assert like.shape == (3,) and like.copy_to_host().dtype == ALIGNED


def test_signatures():
    record = numpy_support.from_dtype(PACKED)

    @cuda.jit((record[:], record, float64[:]))
    def with_signature(records, one, out):
        out[0] = records[1].w + one.w

    out = np.zeros(1)
    made = filled(PACKED, 2)
    with_signature[1, 1](made, made[0], out)
    assert out[0] == made["w"].sum()

    @cuda.jit(void(record[::1], int64))
    def second(records, i):
        records[i].n = 5

    second[1, 1](made, 1)
    assert made["n"][1] == 5


def test_checked_mode(monkeypatch):
    monkeypatch.setenv("CUDAPY_CHECKED", "1")

    @cuda.jit
    def stores(records, k):
        records[0].j[k, 0] = 1
        records[k].i = records[0].j[k, 0]

    made = np.zeros(3, NATURAL)
    stores[1, 1](made, 2)
    assert made["i"].tolist() == [0, 0, 1] and made["j"][0, 2, 0] == 1
    with pytest.raises(cp.KernelError, match=r"index 3 is outside records\[0\]\.j, which has 3 elements"):
        stores[1, 1](made, 3)


def test_names_that_c_plus_plus_does_not_have():
    odd = np.dtype([("my field", np.int32), ("my_field", np.int32), ("2", np.float32), ("double", np.int32)])

    @cuda.jit
    def sets(records):
        records[0]["my field"] = 1
        records[0]["my_field"] = 2
        records[0]["2"] = 3
        records[0].double = 4

    made = np.zeros(1, odd)
    sets[1, 1](made)
    assert made[0].item() == (1, 2, 3, 4)


def test_types():
    record = numpy_support.from_dtype(ALIGNED)
    assert str(record) == (
        "Record(a[type=float64;offset=0],b[type=int32;offset=8],c[type=complex64;offset=12],"
        "d[type=nestedarray(uint8, (5,));offset=20];32;True)"
    )
    assert record == cuda.typeof(np.zeros(1, ALIGNED)[0]) and record.dtype == ALIGNED
    assert record.size == 32 and record.offset("c") == 12 and record.typeof("b") == types.int32
    assert numpy_support.as_dtype(record) == ALIGNED
    assert cuda.typeof(np.zeros((2, 3), NATURAL)) == types.Array(numpy_support.from_dtype(NATURAL), 2, "C")


def message_of(kernel, *arguments):
    with pytest.raises(cuda.errors.TypingError) as raised:
        kernel[1, 1](*arguments)
    return re.search(r"error\[E\d+\]: (.*)", str(raised.value)).group(1)


def test_what_is_refused():
    @cuda.jit
    def misaligned(records):
        records[0].w = 1

    unaligned = np.zeros(2, np.dtype([("n", np.int32), ("w", np.float64)]))
    assert message_of(misaligned, unaligned) == (
        "a record whose field `w` of type float64 is not aligned is not in the kernel language"
    )

    @cuda.jit
    def misses(records):
        records[0].q = 1

    assert message_of(misses, unaligned).endswith("has no field `q`")

    @cuda.jit
    def reads_text(records, out):
        out[0] = records[0].s

    texts = np.zeros(2, np.dtype([("n", np.int32), ("s", "S5")]))
    assert message_of(reads_text, texts, np.zeros(1)) == (
        "field `s` of this record, whose type kernels do not have is not in the kernel language"
    )

    @cuda.jit
    def field_alone(records, out):
        out[0] = records.i

    assert message_of(field_alone, np.zeros(2, NATURAL), np.zeros(1)) == (
        "`records.i`, a field of all records of an array as an array is not in the kernel language"
    )

    @cuda.jit
    def swaps(records):
        tile = cuda.shared.array(2, NATURAL)
        tile[0] = records[0]
        tile[0], tile[1] = tile[1], tile[0]

    assert "several targets" in message_of(swaps, np.zeros(2, NATURAL))

    @cuda.jit
    def outside(records):
        records[0].j[3, 0] = 1

    assert message_of(outside, np.zeros(2, NATURAL)) == (
        "an index outside of `records[0].j` is not in the kernel language"
    )


def test_overlapping_fields_are_refused():
    @cuda.jit
    def first(records):
        records[0].a = 1

    union = np.dtype({"names": ["a", "b"], "formats": ["i4", "f4"], "offsets": [0, 0], "itemsize": 8})
    with pytest.raises(
        NotImplementedError, match="cudapy.cuda has no records whose fields overlap: a and b of"
    ):
        first[1, 1](np.zeros(2, union))


def test_fields_that_kernels_do_not_read_have_types_all_the_same():
    """The struct has a member of bytes, whose type `<cstdint>` declares."""

    @cuda.jit
    def kernel(r, v):
        r.a = v

    x = np.zeros(1, np.dtype([("a", np.float64), ("s", "S5")], align=True))
    kernel[1, 1](x[0], 3.5)
    assert x["a"].tolist() == [3.5]
    lines = kernel.inspect_cuda().splitlines()
    assert "    uint8_t s[5];" in lines and "#include <cstdint>" in lines


STATE = np.dtype([("low", np.uint64), ("high", np.uint64)], align=True)


@cuda.jit(device=True)
def drawn(states, index):
    states[index].low += 3
    return states[index].low + states[index]["high"]


@cuda.jit
def draws(states, out):
    i = cuda.grid(1)
    state = (states[i],)
    out[i, 0] = drawn(state, 0)
    out[i, 1] = drawn((states[i - 1],), 0) if i == 0 else len(state)
    state[0].high = i


def test_a_tuple_of_one_record_is_the_record():
    states, out = np.zeros(3, STATE), np.zeros((3, 2), np.uint64)
    states["low"], states["high"] = [1, 2, 3], [10, 20, 30]
    draws[1, 1](states, out)
    assert out[0].tolist() == [14, 36]
    assert states["low"].tolist() == [4, 2, 6] and states["high"].tolist() == [0, 20, 30]
