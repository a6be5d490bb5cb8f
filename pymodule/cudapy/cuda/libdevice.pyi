from ._library._names import LibraryName

__all__ = [
    "abs",
    "acos",
    "acosf",
    "acosh",
    "acoshf",
    "asin",
    "asinf",
    "asinh",
    "asinhf",
    "atan",
    "atan2",
    "atan2f",
    "atanf",
    "atanh",
    "atanhf",
    "brev",
    "brevll",
    "cbrt",
    "cbrtf",
    "ceil",
    "ceilf",
    "clz",
    "clzll",
    "copysign",
    "copysignf",
    "cos",
    "cosf",
    "cosh",
    "coshf",
    "cospi",
    "cospif",
    "ddiv_rn",
    "double2float_rn",
    "double2hiint",
    "double2int_rd",
    "double2int_rn",
    "double2int_ru",
    "double2int_rz",
    "double2ll_rd",
    "double2ll_rn",
    "double2ll_ru",
    "double2ll_rz",
    "double2loint",
    "double2uint_rd",
    "double2uint_rn",
    "double2uint_ru",
    "double2uint_rz",
    "double2ull_rd",
    "double2ull_rn",
    "double2ull_ru",
    "double2ull_rz",
    "double_as_longlong",
    "drcp_rn",
    "dsqrt_rn",
    "erf",
    "erfc",
    "erfcf",
    "erfcinv",
    "erfcinvf",
    "erfcx",
    "erfcxf",
    "erff",
    "erfinv",
    "erfinvf",
    "exp",
    "exp2",
    "exp2f",
    "exp10",
    "exp10f",
    "expf",
    "expm1",
    "expm1f",
    "fabs",
    "fabsf",
    "fadd_rn",
    "fast_cosf",
    "fast_exp10f",
    "fast_expf",
    "fast_fdividef",
    "fast_log2f",
    "fast_log10f",
    "fast_logf",
    "fast_powf",
    "fast_sincosf",
    "fast_sinf",
    "fast_tanf",
    "fdim",
    "fdimf",
    "fdiv_rn",
    "ffs",
    "ffsll",
    "finitef",
    "float2half_rn",
    "float2int_rd",
    "float2int_rn",
    "float2int_ru",
    "float2int_rz",
    "float2ll_rd",
    "float2ll_rn",
    "float2ll_ru",
    "float2ll_rz",
    "float2uint_rd",
    "float2uint_rn",
    "float2uint_ru",
    "float2uint_rz",
    "float2ull_rd",
    "float2ull_rn",
    "float2ull_ru",
    "float2ull_rz",
    "float_as_int",
    "floor",
    "floorf",
    "fma",
    "fma_rn",
    "fmaf",
    "fmaf_rn",
    "fmax",
    "fmaxf",
    "fmin",
    "fminf",
    "fmod",
    "fmodf",
    "fmul_rn",
    "frcp_rn",
    "frexp",
    "frexpf",
    "fsqrt_rn",
    "fsub_rn",
    "hadd",
    "half2float",
    "hiloint2double",
    "hypot",
    "hypotf",
    "ilogb",
    "ilogbf",
    "int2double_rn",
    "int2float_rn",
    "int_as_float",
    "isfinited",
    "isinfd",
    "isinff",
    "isnand",
    "isnanf",
    "j0",
    "j0f",
    "j1",
    "j1f",
    "jn",
    "jnf",
    "ldexp",
    "ldexpf",
    "lgamma",
    "lgammaf",
    "ll2double_rn",
    "ll2float_rn",
    "llabs",
    "llmax",
    "llmin",
    "llrint",
    "llrintf",
    "llround",
    "llroundf",
    "log",
    "log1p",
    "log1pf",
    "log2",
    "log2f",
    "log10",
    "log10f",
    "logb",
    "logbf",
    "logf",
    "longlong_as_double",
    "max",
    "min",
    "modf",
    "modff",
    "mulhi",
    "nearbyint",
    "nearbyintf",
    "nextafter",
    "nextafterf",
    "normcdf",
    "normcdff",
    "normcdfinv",
    "normcdfinvf",
    "popc",
    "popcll",
    "pow",
    "powf",
    "powi",
    "powif",
    "rcbrt",
    "rcbrtf",
    "remainder",
    "remainderf",
    "remquo",
    "remquof",
    "rhadd",
    "rint",
    "rintf",
    "round",
    "roundf",
    "rsqrt",
    "rsqrtf",
    "sad",
    "saturatef",
    "scalbn",
    "scalbnf",
    "signbitd",
    "signbitf",
    "sin",
    "sincos",
    "sincosf",
    "sincospi",
    "sincospif",
    "sinf",
    "sinh",
    "sinhf",
    "sinpi",
    "sinpif",
    "sqrt",
    "sqrtf",
    "tan",
    "tanf",
    "tanh",
    "tanhf",
    "tgamma",
    "tgammaf",
    "trunc",
    "truncf",
    "uhadd",
    "uint2double_rn",
    "uint2float_rn",
    "ull2double_rn",
    "ull2float_rn",
    "ullmax",
    "ullmin",
    "umax",
    "umin",
    "umulhi",
    "urhadd",
    "usad",
    "y0",
    "y0f",
    "y1",
    "y1f",
    "yn",
    "ynf",
]

abs: LibraryName
llabs: LibraryName
max: LibraryName
min: LibraryName
llmax: LibraryName
llmin: LibraryName
umax: LibraryName
umin: LibraryName
ullmax: LibraryName
ullmin: LibraryName
sad: LibraryName
usad: LibraryName
hadd: LibraryName
rhadd: LibraryName
uhadd: LibraryName
urhadd: LibraryName
mulhi: LibraryName
umulhi: LibraryName
popc: LibraryName
popcll: LibraryName
clz: LibraryName
clzll: LibraryName
ffs: LibraryName
ffsll: LibraryName
brev: LibraryName
brevll: LibraryName
double_as_longlong: LibraryName
longlong_as_double: LibraryName
float_as_int: LibraryName
int_as_float: LibraryName
double2hiint: LibraryName
double2loint: LibraryName
hiloint2double: LibraryName
signbitd: LibraryName
signbitf: LibraryName
finitef: LibraryName
isfinited: LibraryName
isinfd: LibraryName
isinff: LibraryName
isnand: LibraryName
isnanf: LibraryName
saturatef: LibraryName
fast_fdividef: LibraryName
fast_powf: LibraryName
powi: LibraryName
powif: LibraryName
double2float_rn: LibraryName
acos: LibraryName
acosf: LibraryName
acosh: LibraryName
acoshf: LibraryName
asin: LibraryName
asinf: LibraryName
asinh: LibraryName
asinhf: LibraryName
atan: LibraryName
atanf: LibraryName
atanh: LibraryName
atanhf: LibraryName
cbrt: LibraryName
cbrtf: LibraryName
ceil: LibraryName
ceilf: LibraryName
cos: LibraryName
cosf: LibraryName
cosh: LibraryName
coshf: LibraryName
cospi: LibraryName
cospif: LibraryName
erf: LibraryName
erff: LibraryName
erfc: LibraryName
erfcf: LibraryName
erfcinv: LibraryName
erfcinvf: LibraryName
erfcx: LibraryName
erfcxf: LibraryName
erfinv: LibraryName
erfinvf: LibraryName
exp: LibraryName
expf: LibraryName
exp10: LibraryName
exp10f: LibraryName
exp2: LibraryName
exp2f: LibraryName
expm1: LibraryName
expm1f: LibraryName
fabs: LibraryName
fabsf: LibraryName
floor: LibraryName
floorf: LibraryName
j0: LibraryName
j0f: LibraryName
j1: LibraryName
j1f: LibraryName
lgamma: LibraryName
lgammaf: LibraryName
log: LibraryName
logf: LibraryName
log10: LibraryName
log10f: LibraryName
log1p: LibraryName
log1pf: LibraryName
log2: LibraryName
log2f: LibraryName
logb: LibraryName
logbf: LibraryName
nearbyint: LibraryName
nearbyintf: LibraryName
normcdf: LibraryName
normcdff: LibraryName
normcdfinv: LibraryName
normcdfinvf: LibraryName
rcbrt: LibraryName
rcbrtf: LibraryName
rint: LibraryName
rintf: LibraryName
round: LibraryName
roundf: LibraryName
rsqrt: LibraryName
rsqrtf: LibraryName
sin: LibraryName
sinf: LibraryName
sinh: LibraryName
sinhf: LibraryName
sinpi: LibraryName
sinpif: LibraryName
sqrt: LibraryName
sqrtf: LibraryName
tan: LibraryName
tanf: LibraryName
tanh: LibraryName
tanhf: LibraryName
tgamma: LibraryName
tgammaf: LibraryName
trunc: LibraryName
truncf: LibraryName
y0: LibraryName
y0f: LibraryName
y1: LibraryName
y1f: LibraryName
atan2: LibraryName
atan2f: LibraryName
copysign: LibraryName
copysignf: LibraryName
fdim: LibraryName
fdimf: LibraryName
fmax: LibraryName
fmaxf: LibraryName
fmin: LibraryName
fminf: LibraryName
fmod: LibraryName
fmodf: LibraryName
hypot: LibraryName
hypotf: LibraryName
nextafter: LibraryName
nextafterf: LibraryName
pow: LibraryName
powf: LibraryName
remainder: LibraryName
remainderf: LibraryName
fma: LibraryName
fmaf: LibraryName
ldexp: LibraryName
ldexpf: LibraryName
scalbn: LibraryName
scalbnf: LibraryName
jn: LibraryName
jnf: LibraryName
yn: LibraryName
ynf: LibraryName
ilogb: LibraryName
ilogbf: LibraryName
llrint: LibraryName
llrintf: LibraryName
llround: LibraryName
llroundf: LibraryName
fast_cosf: LibraryName
fast_exp10f: LibraryName
fast_expf: LibraryName
fast_log10f: LibraryName
fast_log2f: LibraryName
fast_logf: LibraryName
fast_sinf: LibraryName
fast_tanf: LibraryName
fadd_rn: LibraryName
fsub_rn: LibraryName
fmul_rn: LibraryName
fdiv_rn: LibraryName
frcp_rn: LibraryName
fsqrt_rn: LibraryName
ddiv_rn: LibraryName
drcp_rn: LibraryName
dsqrt_rn: LibraryName
fma_rn: LibraryName
fmaf_rn: LibraryName
int2double_rn: LibraryName
int2float_rn: LibraryName
uint2double_rn: LibraryName
uint2float_rn: LibraryName
ll2double_rn: LibraryName
ll2float_rn: LibraryName
ull2double_rn: LibraryName
ull2float_rn: LibraryName
double2int_rd: LibraryName
double2int_rn: LibraryName
double2int_ru: LibraryName
double2int_rz: LibraryName
double2uint_rd: LibraryName
double2uint_rn: LibraryName
double2uint_ru: LibraryName
double2uint_rz: LibraryName
double2ll_rd: LibraryName
double2ll_rn: LibraryName
double2ll_ru: LibraryName
double2ll_rz: LibraryName
double2ull_rd: LibraryName
double2ull_rn: LibraryName
double2ull_ru: LibraryName
double2ull_rz: LibraryName
float2int_rd: LibraryName
float2int_rn: LibraryName
float2int_ru: LibraryName
float2int_rz: LibraryName
float2uint_rd: LibraryName
float2uint_rn: LibraryName
float2uint_ru: LibraryName
float2uint_rz: LibraryName
float2ll_rd: LibraryName
float2ll_rn: LibraryName
float2ll_ru: LibraryName
float2ll_rz: LibraryName
float2ull_rd: LibraryName
float2ull_rn: LibraryName
float2ull_ru: LibraryName
float2ull_rz: LibraryName
sincos: LibraryName
sincosf: LibraryName
sincospi: LibraryName
sincospif: LibraryName
modf: LibraryName
modff: LibraryName
frexp: LibraryName
frexpf: LibraryName
fast_sincosf: LibraryName
remquo: LibraryName
remquof: LibraryName
float2half_rn: LibraryName
half2float: LibraryName
