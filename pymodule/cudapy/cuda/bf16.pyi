from ._library._names import LibraryName
from .types import bfloat16 as bfloat16

__all__ = [
    "bfloat16",
    "bfloat16_as_int16",
    "bfloat16_as_uint16",
    "bfloat16_to_float32",
    "bfloat16_to_int8_rz",
    "bfloat16_to_int16_rd",
    "bfloat16_to_int16_rn",
    "bfloat16_to_int16_ru",
    "bfloat16_to_int16_rz",
    "bfloat16_to_int32_rd",
    "bfloat16_to_int32_rn",
    "bfloat16_to_int32_ru",
    "bfloat16_to_int32_rz",
    "bfloat16_to_int64_rd",
    "bfloat16_to_int64_rn",
    "bfloat16_to_int64_ru",
    "bfloat16_to_int64_rz",
    "bfloat16_to_uint8_rz",
    "bfloat16_to_uint16_rd",
    "bfloat16_to_uint16_rn",
    "bfloat16_to_uint16_ru",
    "bfloat16_to_uint16_rz",
    "bfloat16_to_uint32_rd",
    "bfloat16_to_uint32_rn",
    "bfloat16_to_uint32_ru",
    "bfloat16_to_uint32_rz",
    "bfloat16_to_uint64_rd",
    "bfloat16_to_uint64_rn",
    "bfloat16_to_uint64_ru",
    "bfloat16_to_uint64_rz",
    "float32_to_bfloat16",
    "float32_to_bfloat16_rd",
    "float32_to_bfloat16_rn",
    "float32_to_bfloat16_ru",
    "float32_to_bfloat16_rz",
    "float64_to_bfloat16",
    "habs",
    "hadd",
    "hadd_rn",
    "hadd_sat",
    "hceil",
    "hcos",
    "hdiv",
    "heq",
    "hequ",
    "hexp",
    "hexp2",
    "hexp10",
    "hfloor",
    "hfma",
    "hfma_relu",
    "hfma_sat",
    "hge",
    "hgeu",
    "hgt",
    "hgtu",
    "hisinf",
    "hisnan",
    "hle",
    "hleu",
    "hlog",
    "hlog2",
    "hlog10",
    "hlt",
    "hltu",
    "hmax",
    "hmax_nan",
    "hmin",
    "hmin_nan",
    "hmul",
    "hmul_rn",
    "hmul_sat",
    "hne",
    "hneg",
    "hneu",
    "hrcp",
    "hrint",
    "hrsqrt",
    "hsin",
    "hsqrt",
    "hsub",
    "hsub_rn",
    "hsub_sat",
    "htanh",
    "htanh_approx",
    "htrunc",
    "int16_as_bfloat16",
    "int16_to_bfloat16_rd",
    "int16_to_bfloat16_rn",
    "int16_to_bfloat16_ru",
    "int16_to_bfloat16_rz",
    "int32_to_bfloat16_rd",
    "int32_to_bfloat16_rn",
    "int32_to_bfloat16_ru",
    "int32_to_bfloat16_rz",
    "int64_to_bfloat16_rd",
    "int64_to_bfloat16_rn",
    "int64_to_bfloat16_ru",
    "int64_to_bfloat16_rz",
    "uint16_as_bfloat16",
    "uint16_to_bfloat16_rd",
    "uint16_to_bfloat16_rn",
    "uint16_to_bfloat16_ru",
    "uint16_to_bfloat16_rz",
    "uint32_to_bfloat16_rd",
    "uint32_to_bfloat16_rn",
    "uint32_to_bfloat16_ru",
    "uint32_to_bfloat16_rz",
    "uint64_to_bfloat16_rd",
    "uint64_to_bfloat16_rn",
    "uint64_to_bfloat16_ru",
    "uint64_to_bfloat16_rz",
]

habs: LibraryName
hadd: LibraryName
hadd_rn: LibraryName
hadd_sat: LibraryName
hceil: LibraryName
hcos: LibraryName
hdiv: LibraryName
heq: LibraryName
hequ: LibraryName
hexp: LibraryName
hexp10: LibraryName
hexp2: LibraryName
hfloor: LibraryName
hfma: LibraryName
hfma_relu: LibraryName
hfma_sat: LibraryName
hge: LibraryName
hgeu: LibraryName
hgt: LibraryName
hgtu: LibraryName
hisinf: LibraryName
hisnan: LibraryName
hle: LibraryName
hleu: LibraryName
hlog: LibraryName
hlog10: LibraryName
hlog2: LibraryName
hlt: LibraryName
hltu: LibraryName
hmax: LibraryName
hmax_nan: LibraryName
hmin: LibraryName
hmin_nan: LibraryName
hmul: LibraryName
hmul_rn: LibraryName
hmul_sat: LibraryName
hne: LibraryName
hneg: LibraryName
hneu: LibraryName
hrcp: LibraryName
hrint: LibraryName
hrsqrt: LibraryName
hsin: LibraryName
hsqrt: LibraryName
hsub: LibraryName
hsub_rn: LibraryName
hsub_sat: LibraryName
htanh: LibraryName
htanh_approx: LibraryName
htrunc: LibraryName
bfloat16_to_float32: LibraryName
float32_to_bfloat16: LibraryName
float64_to_bfloat16: LibraryName
bfloat16_to_int8_rz: LibraryName
bfloat16_to_uint8_rz: LibraryName
bfloat16_as_int16: LibraryName
bfloat16_as_uint16: LibraryName
int16_as_bfloat16: LibraryName
uint16_as_bfloat16: LibraryName
float32_to_bfloat16_rd: LibraryName
int16_to_bfloat16_rd: LibraryName
bfloat16_to_int16_rd: LibraryName
uint16_to_bfloat16_rd: LibraryName
bfloat16_to_uint16_rd: LibraryName
int32_to_bfloat16_rd: LibraryName
bfloat16_to_int32_rd: LibraryName
uint32_to_bfloat16_rd: LibraryName
bfloat16_to_uint32_rd: LibraryName
int64_to_bfloat16_rd: LibraryName
bfloat16_to_int64_rd: LibraryName
uint64_to_bfloat16_rd: LibraryName
bfloat16_to_uint64_rd: LibraryName
float32_to_bfloat16_rn: LibraryName
int16_to_bfloat16_rn: LibraryName
bfloat16_to_int16_rn: LibraryName
uint16_to_bfloat16_rn: LibraryName
bfloat16_to_uint16_rn: LibraryName
int32_to_bfloat16_rn: LibraryName
bfloat16_to_int32_rn: LibraryName
uint32_to_bfloat16_rn: LibraryName
bfloat16_to_uint32_rn: LibraryName
int64_to_bfloat16_rn: LibraryName
bfloat16_to_int64_rn: LibraryName
uint64_to_bfloat16_rn: LibraryName
bfloat16_to_uint64_rn: LibraryName
float32_to_bfloat16_ru: LibraryName
int16_to_bfloat16_ru: LibraryName
bfloat16_to_int16_ru: LibraryName
uint16_to_bfloat16_ru: LibraryName
bfloat16_to_uint16_ru: LibraryName
int32_to_bfloat16_ru: LibraryName
bfloat16_to_int32_ru: LibraryName
uint32_to_bfloat16_ru: LibraryName
bfloat16_to_uint32_ru: LibraryName
int64_to_bfloat16_ru: LibraryName
bfloat16_to_int64_ru: LibraryName
uint64_to_bfloat16_ru: LibraryName
bfloat16_to_uint64_ru: LibraryName
float32_to_bfloat16_rz: LibraryName
int16_to_bfloat16_rz: LibraryName
bfloat16_to_int16_rz: LibraryName
uint16_to_bfloat16_rz: LibraryName
bfloat16_to_uint16_rz: LibraryName
int32_to_bfloat16_rz: LibraryName
bfloat16_to_int32_rz: LibraryName
uint32_to_bfloat16_rz: LibraryName
bfloat16_to_uint32_rz: LibraryName
int64_to_bfloat16_rz: LibraryName
bfloat16_to_int64_rz: LibraryName
uint64_to_bfloat16_rz: LibraryName
bfloat16_to_uint64_rz: LibraryName
