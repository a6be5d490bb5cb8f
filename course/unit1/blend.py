SOLUTION = """
from cudapy import idx


# blend : void (float* A, float* B, float t, float* Out)
def blend(A, B, t, Out):
    Out[idx] = (1 - t) * A[idx] + t * B[idx]
"""

WRONG = {
    "writes-its-input": """
from cudapy import idx


# blend : void (float* A, float* B, float t, float* Out)
def blend(A, B, t, Out):
    A[idx] = (1 - t) * A[idx] + t * B[idx]
""",
    "ends-exchanged": """
from cudapy import idx


# blend : void (float* A, float* B, float t, float* Out)
def blend(A, B, t, Out):
    Out[idx] = t * A[idx] + (1 - t) * B[idx]
""",
    "two-writers": """
from cudapy import idx


# blend : void (float* A, float* B, float t, float* Out)
def blend(A, B, t, Out):
    Out[0] = (1 - t) * A[idx] + t * B[idx]
""",
}
