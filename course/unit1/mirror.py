SOLUTION = """
from cudapy import idx, idy


# mirror : void (uint8[,] In, uint8[,] Out)
def mirror(In, Out):
    Out[idy, idx] = In[idy, In.shape[1] - 1 - idx]
"""

WRONG = {
    "axes-exchanged": """
from cudapy import idx, idy


# mirror : void (uint8[,] In, uint8[,] Out)
def mirror(In, Out):
    Out[idx, idy] = In[idx, In.shape[1] - 1 - idy]
""",
    "one-beyond-the-edge": """
from cudapy import idx, idy


# mirror : void (uint8[,] In, uint8[,] Out)
def mirror(In, Out):
    Out[idy, idx] = In[idy, In.shape[1] - idx]
""",
    "upside-down": """
from cudapy import idx, idy


# mirror : void (uint8[,] In, uint8[,] Out)
def mirror(In, Out):
    Out[idy, idx] = In[In.shape[0] - 1 - idy, idx]
""",
}
