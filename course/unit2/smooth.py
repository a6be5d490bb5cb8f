SOLUTION = """
from cudapy import idx


# smooth : void (float* In, float* Out)
def smooth(In, Out):
    left = In[max(idx - 1, 0)]
    right = In[min(idx + 1, len(In) - 1)]
    Out[idx] = (left + In[idx] + right) / 3
"""

WRONG = {
    "edge-out-of-bounds": """
from cudapy import idx


# smooth : void (float* In, float* Out)
def smooth(In, Out):
    left = In[max(idx - 1, 0)]
    Out[idx] = (left + In[idx] + In[idx + 1]) / 3
""",
    "in-place-stencil": """
from cudapy import idx


# smooth : void (float* In, float* Out)
def smooth(In, Out):
    left = In[max(idx - 1, 0)]
    right = In[min(idx + 1, len(In) - 1)]
    In[idx] = (left + In[idx] + right) / 3
    Out[idx] = In[idx]
""",
    "edges-left-out": """
from cudapy import idx


# smooth : void (float* In, float* Out)
def smooth(In, Out):
    if idx > 0 and idx < len(In) - 1:
        Out[idx] = (In[idx - 1] + In[idx] + In[idx + 1]) / 3
""",
}
