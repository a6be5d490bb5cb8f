import math
from math import pi

WIDTH = 640
SCALE = 0.5
USE_SQRT = True
ORIGIN = (1.5, -2)
AREA = WIDTH * 480
lower_case = 3


# constants : void (int* I, float* F, double* D)
def constants(I, F, D):
    I[0] = WIDTH
    I[1] = WIDTH * 2 + AREA
    I[2] = lower_case
    F[0] = SCALE
    F[1] = ORIGIN[0] + ORIGIN[1]
    F[2] = pi
    F[3] = math.tau
    F[4] = math.inf
    F[5] = -math.inf
    F[6] = math.nan
    D[0] = math.e
    D[1] = math.inf
    D[2] = SCALE
    if USE_SQRT:
        F[7] = math.sqrt(F[0])
