from ._library._names import LibraryName

__all__ = [
    "__double2half",
    "__float2half",
    "__float2half_rd",
    "__float2half_rn",
    "__float2half_ru",
    "__float2half_rz",
    "__habs",
    "__hadd",
    "__hadd_rn",
    "__hadd_sat",
    "__half2char_rz",
    "__half2float",
    "__half2int_rd",
    "__half2int_rn",
    "__half2int_ru",
    "__half2int_rz",
    "__half2ll_rd",
    "__half2ll_rn",
    "__half2ll_ru",
    "__half2ll_rz",
    "__half2short_rd",
    "__half2short_rn",
    "__half2short_ru",
    "__half2short_rz",
    "__half2uchar_rz",
    "__half2uint_rd",
    "__half2uint_rn",
    "__half2uint_ru",
    "__half2uint_rz",
    "__half2ull_rd",
    "__half2ull_rn",
    "__half2ull_ru",
    "__half2ull_rz",
    "__half2ushort_rd",
    "__half2ushort_rn",
    "__half2ushort_ru",
    "__half2ushort_rz",
    "__half_as_short",
    "__half_as_ushort",
    "__hdiv",
    "__heq",
    "__hequ",
    "__hfma",
    "__hfma_relu",
    "__hfma_sat",
    "__hge",
    "__hgeu",
    "__hgt",
    "__hgtu",
    "__hisinf",
    "__hisnan",
    "__hle",
    "__hleu",
    "__hlt",
    "__hltu",
    "__hmax",
    "__hmax_nan",
    "__hmin",
    "__hmin_nan",
    "__hmul",
    "__hmul_rn",
    "__hmul_sat",
    "__hne",
    "__hneg",
    "__hneu",
    "__hsub",
    "__hsub_rn",
    "__hsub_sat",
    "__int2half_rd",
    "__int2half_rn",
    "__int2half_ru",
    "__int2half_rz",
    "__ll2half_rd",
    "__ll2half_rn",
    "__ll2half_ru",
    "__ll2half_rz",
    "__short2half_rd",
    "__short2half_rn",
    "__short2half_ru",
    "__short2half_rz",
    "__short_as_half",
    "__uint2half_rd",
    "__uint2half_rn",
    "__uint2half_ru",
    "__uint2half_rz",
    "__ull2half_rd",
    "__ull2half_rn",
    "__ull2half_ru",
    "__ull2half_rz",
    "__ushort2half_rd",
    "__ushort2half_rn",
    "__ushort2half_ru",
    "__ushort2half_rz",
    "__ushort_as_half",
    "habs",
    "hadd",
    "hceil",
    "hcos",
    "hdiv",
    "heq",
    "hexp",
    "hexp2",
    "hexp10",
    "hfloor",
    "hfma",
    "hge",
    "hgt",
    "hle",
    "hlog",
    "hlog2",
    "hlog10",
    "hlt",
    "hmax",
    "hmin",
    "hmul",
    "hne",
    "hneg",
    "hrcp",
    "hrint",
    "hrsqrt",
    "hsin",
    "hsqrt",
    "hsub",
    "htanh",
    "htanh_approx",
    "htrunc",
]

habs: LibraryName
hadd: LibraryName
hdiv: LibraryName
heq: LibraryName
hfma: LibraryName
hge: LibraryName
hgt: LibraryName
hle: LibraryName
hlt: LibraryName
hmax: LibraryName
hmin: LibraryName
hmul: LibraryName
hne: LibraryName
hneg: LibraryName
hsub: LibraryName
hceil: LibraryName
hcos: LibraryName
hexp: LibraryName
hexp10: LibraryName
hexp2: LibraryName
hfloor: LibraryName
hlog: LibraryName
hlog10: LibraryName
hlog2: LibraryName
hrcp: LibraryName
hrint: LibraryName
hrsqrt: LibraryName
hsin: LibraryName
hsqrt: LibraryName
htanh: LibraryName
htanh_approx: LibraryName
htrunc: LibraryName
__habs: LibraryName
__hadd: LibraryName
__hadd_rn: LibraryName
__hadd_sat: LibraryName
__hdiv: LibraryName
__heq: LibraryName
__hequ: LibraryName
__hfma: LibraryName
__hfma_relu: LibraryName
__hfma_sat: LibraryName
__hge: LibraryName
__hgeu: LibraryName
__hgt: LibraryName
__hgtu: LibraryName
__hisinf: LibraryName
__hisnan: LibraryName
__hle: LibraryName
__hleu: LibraryName
__hlt: LibraryName
__hltu: LibraryName
__hmax: LibraryName
__hmax_nan: LibraryName
__hmin: LibraryName
__hmin_nan: LibraryName
__hmul: LibraryName
__hmul_rn: LibraryName
__hmul_sat: LibraryName
__hne: LibraryName
__hneg: LibraryName
__hneu: LibraryName
__hsub: LibraryName
__hsub_rn: LibraryName
__hsub_sat: LibraryName
__double2half: LibraryName
__float2half: LibraryName
__half2float: LibraryName
__half2char_rz: LibraryName
__half2uchar_rz: LibraryName
__half_as_short: LibraryName
__half_as_ushort: LibraryName
__short_as_half: LibraryName
__ushort_as_half: LibraryName
__float2half_rd: LibraryName
__short2half_rd: LibraryName
__half2short_rd: LibraryName
__ushort2half_rd: LibraryName
__half2ushort_rd: LibraryName
__int2half_rd: LibraryName
__half2int_rd: LibraryName
__uint2half_rd: LibraryName
__half2uint_rd: LibraryName
__ll2half_rd: LibraryName
__half2ll_rd: LibraryName
__ull2half_rd: LibraryName
__half2ull_rd: LibraryName
__float2half_rn: LibraryName
__short2half_rn: LibraryName
__half2short_rn: LibraryName
__ushort2half_rn: LibraryName
__half2ushort_rn: LibraryName
__int2half_rn: LibraryName
__half2int_rn: LibraryName
__uint2half_rn: LibraryName
__half2uint_rn: LibraryName
__ll2half_rn: LibraryName
__half2ll_rn: LibraryName
__ull2half_rn: LibraryName
__half2ull_rn: LibraryName
__float2half_ru: LibraryName
__short2half_ru: LibraryName
__half2short_ru: LibraryName
__ushort2half_ru: LibraryName
__half2ushort_ru: LibraryName
__int2half_ru: LibraryName
__half2int_ru: LibraryName
__uint2half_ru: LibraryName
__half2uint_ru: LibraryName
__ll2half_ru: LibraryName
__half2ll_ru: LibraryName
__ull2half_ru: LibraryName
__half2ull_ru: LibraryName
__float2half_rz: LibraryName
__short2half_rz: LibraryName
__half2short_rz: LibraryName
__ushort2half_rz: LibraryName
__half2ushort_rz: LibraryName
__int2half_rz: LibraryName
__half2int_rz: LibraryName
__uint2half_rz: LibraryName
__half2uint_rz: LibraryName
__ll2half_rz: LibraryName
__half2ll_rz: LibraryName
__ull2half_rz: LibraryName
__half2ull_rz: LibraryName
