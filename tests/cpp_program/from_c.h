// Implemented in C, to see that the headers are valid there.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// Runs saxpy over n elements from C; 0 on success.
int saxpy_from_c(float alpha, const float* X, float* Y, int n);

#ifdef __cplusplus
}
#endif
