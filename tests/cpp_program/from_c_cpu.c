#include "from_c.h"
#include "kernels.h"

int saxpy_from_c(float alpha, const float* X, float* Y, int n)
{
    CpuRange range = cpu_range(n, 1, 1, 128, 1, 1);
    run_saxpy(&range, alpha, X, n, Y, n);
    return 0;
}
