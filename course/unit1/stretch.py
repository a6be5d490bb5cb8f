SOLUTION = """
from cudapy import idx


# stretch : void (float* Small, float* Big)
def stretch(Small, Big):
    Big[idx] = Small[idx // 2]
"""

WRONG = {
    "guard-on-wrong-array": """
from cudapy import idx


# stretch : void (float* Small, float* Big)
def stretch(Small, Big):
    if idx < len(Small):
        Big[idx] = Small[idx // 2]
""",
    "every-other-left-out": """
from cudapy import idx


# stretch : void (float* Small, float* Big)
def stretch(Small, Big):
    if idx < len(Small):
        Big[2 * idx] = Small[idx]
""",
    "index-not-halved": """
from cudapy import idx


# stretch : void (float* Small, float* Big)
def stretch(Small, Big):
    Big[idx] = Small[idx]
""",
}
