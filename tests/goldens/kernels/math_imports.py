import math as m
import numpy
import numpy as np
from math import sqrt, floor as down
from math import cos


# imports : void (float x, float* R, int* I)
def imports(x, R, I):
    R[0] = m.sin(x)
    R[1] = sqrt(x)
    R[2] = cos(x) + m.pi
    R[3] = np.arcsin(x)
    R[4] = numpy.exp(x)
    R[5] = np.float32(x)
    I[0] = down(x)
    I[1] = m.ceil(x)
    I[2] = m.trunc(x) + round(x)
    R[6] = m.floorf(x)
    R[7] = m.rint(x)
    I[3] = np.int32(x)
