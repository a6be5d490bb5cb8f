//+ type bfloat16

using bfloat16 = __nv_bfloat16;
