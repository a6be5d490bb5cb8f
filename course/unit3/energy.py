SOLUTION = """
from cudapy import idx


# energy : void (float* Mass, float* VX, float* VY, float* VZ, float* Out)
def energy(Mass, VX, VY, VZ, Out):
    square = VX[idx] * VX[idx] + VY[idx] * VY[idx] + VZ[idx] * VZ[idx]
    Out[idx] = 0.5 * Mass[idx] * square
"""

WRONG = {
    "array-of-structs": """
import cudapy as cp
from cudapy import idx


@cp.struct
class Body:
    mass: cp.float32
    vx: cp.float32
    vy: cp.float32
    vz: cp.float32


# energy : void (Body* B, float* Out)
def energy(B, Out):
    square = B[idx].vx ** 2 + B[idx].vy ** 2 + B[idx].vz ** 2
    Out[idx] = 0.5 * B[idx].mass * square
""",
    "half-forgotten": SOLUTION.replace("0.5 * ", ""),
    "speed-not-squared": SOLUTION.replace(
        "VX[idx] * VX[idx] + VY[idx] * VY[idx] + VZ[idx] * VZ[idx]", "VX[idx] + VY[idx] + VZ[idx]"
    ),
    "signature-changed": SOLUTION.replace("float* VZ", "double* VZ"),
}
